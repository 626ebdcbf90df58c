"""The configurations of docs/deploy, tried before a real server: TLS, HTTP/2, WebSockets, and whose address counts."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from heliopolis.server.messages.base import PROTOCOL
from tests.server.driver import NO_LIMITS, Server
from tests.server.ports import free_port
from tests.server.proxy import CADDY, NGINX

DEPLOY = Path(__file__).parent.parent.parent / "docs" / "deploy"
NAME = "ra.example.org"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a certificate, as nobody but a test would."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    names = ["-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*command, *names, *files], check=True, capture_output=True)
    return folder


@contextmanager
def nginx(folder: Path, certificate: Path, servers: Sequence[int], port: int) -> Iterator[None]:
    """Start nginx with our configuration; only the places differ."""
    ours = (DEPLOY / "nginx.conf").read_text()
    line = "    server 127.0.0.1:8000 max_fails=1 fail_timeout=1s;\n"
    for usual, here in (
        (line, "".join(line.replace("8000", str(server)) for server in servers)),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/heliopolis", str(certificate)),
    ):
        assert usual in ours
        ours = ours.replace(usual, here)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = (
        f"daemon off; pid {folder}/pid; error_log {folder}/log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}{ours}}}\n"
    )
    (folder / "nginx.conf").write_text(whole)
    command = [str(NGINX), "-p", str(folder), "-e", str(folder / "log"), "-c", str(folder / "nginx.conf")]
    with running(command, folder / "said", f"https://127.0.0.1:{port}/"):
        yield


@contextmanager
def caddy(folder: Path, certificate: Path, servers: Sequence[int], port: int) -> Iterator[None]:
    """Start Caddy with our configuration; it cannot fetch a certificate here, so it gets one."""
    ours = (DEPLOY / "Caddyfile").read_text()
    for usual, here in (
        ("127.0.0.1:8000", " ".join(f"127.0.0.1:{server}" for server in servers)),
        (f"\n{NAME} {{", f"\nhttps://{NAME}:{port} {{\n\ttls {certificate}/fullchain.pem {certificate}/privkey.pem"),
    ):
        assert usual in ours
        ours = ours.replace(usual, here)
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{ours}")
    command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with running(command, folder / "said", f"https://127.0.0.1:{port}/", environment):
        yield


@contextmanager
def running(command: list[str], log: Path, url: str, environment: dict[str, str] | None = None) -> Iterator[None]:
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        port = int(url.split(":")[2].strip("/"))
        await_listening(process, port, log)
        yield
    finally:
        process.terminate()
        process.wait(20)


def await_listening(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end
            time.sleep(0.05)


class Visitor:
    """Somebody who comes to the proxy by its name, from an address of their own."""

    def __init__(self, certificate: Path, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.trust = ssl.create_default_context(cafile=certificate / "fullchain.pem")

    def reach(self, protocol: str) -> ssl.SSLSocket:
        self.trust.set_alpn_protocols([protocol])
        plain = socket.create_connection(("127.0.0.1", self.port), source_address=(self.source, 0), timeout=20)
        return self.trust.wrap_socket(plain, server_hostname=NAME)

    def sit(self) -> ClientConnection:
        """Open a WebSocket."""
        plain = socket.create_connection(("127.0.0.1", self.port), source_address=(self.source, 0), timeout=20)
        self.trust.set_alpn_protocols(["http/1.1"])
        origin = Origin(f"https://{NAME}")
        return connect(
            f"wss://{NAME}/ws?table=x", sock=plain, ssl=self.trust, server_hostname=NAME, origin=origin, proxy=None
        )

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        transport = httpx.HTTPTransport(verify=self.trust, local_address=self.source)
        with httpx.Client(transport=transport, trust_env=False, timeout=20) as client:
            return client.request(
                method,
                f"https://127.0.0.1:{self.port}{path}",
                json=body,
                # Whoever says that they are somebody else is not believed.
                headers={"host": NAME, "origin": f"https://{NAME}", "x-forwarded-for": "198.51.100.9"},
                extensions={"sni_hostname": NAME},
            )


def need(before: Callable[..., Any]) -> None:
    """Say loudly that something was not tested, where there is no proxy."""
    if (NGINX if before is nginx else CADDY) is None:
        pytest.skip(f"NOT TESTED: {before.__name__} is not here, and `make test` could not fetch it from Debian")


class Echo(BaseHTTPRequestHandler):
    """Says at which port it was asked."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        said = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses")
@pytest.mark.parametrize("before", [nginx, caddy])
def test_people_of_a_table_meet_at_one_server(certificate: Path, tmp_path: Path, before: Callable[..., Any]) -> None:
    need(before)
    with ExitStack() as stack:
        servers = [stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Echo)) for _ in range(2)]
        for server in servers:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
        ports, port = [server.server_port for server in servers], free_port()
        stack.enter_context(before(tmp_path, certificate, ports, port))
        ann, ben = (Visitor(certificate, port, f"127.0.0.{number}") for number in (7, 8))

        def place(visitor: Visitor, path: str) -> int:
            return int(visitor.ask("GET", path).text)

        met = [[place(who, f"/ws?table={table:010}") for who in (ann, ben, ann)] for table in range(12)]
        assert all(len(set(places)) == 1 for places in met)
        assert {places[0] for places in met} == set(ports)
        hints = [{place(who, f"/api/tables/{table:010}/hint") for who in (ann, ben)} for table in range(3)]
        assert all(len(places) == 1 for places in hints)
        if before is nginx:
            assert [places.pop() for places in hints] == [places[0] for places in met[:3]]


@pytest.mark.skipif(sys.platform != "linux", reason="needs several loopback addresses")
@pytest.mark.parametrize("before", [nginx, caddy])
def test_the_configuration_of_a_proxy_works(
    start: Callable[..., Server], certificate: Path, tmp_path: Path, before: Callable[..., Any]
) -> None:
    need(before)
    limits = {**NO_LIMITS, "tables": {"burst": 2, "rate": 0.001}}
    server = start(origins=[f"https://{NAME}"], proxies=["127.0.0.1"], limits=limits)
    folder, port = tmp_path / "proxy", free_port()
    folder.mkdir()
    with before(folder, certificate, [int(server.url.rpartition(":")[2])], port):
        one, other = (Visitor(certificate, port, f"127.0.0.{number}") for number in (7, 8))
        with one.reach("h2") as connection:
            assert connection.selected_alpn_protocol() == "h2"
        page = one.ask("GET", "/api/catalogue")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"]
        wanted = {"game": "ra", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]}
        made = [one.ask("POST", "/api/tables", wanted) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        assert "secure" in made[0].headers["set-cookie"].lower()  # the server knows that it is HTTPS
        assert other.ask("POST", "/api/tables", wanted).status_code == 201
        keys = made[0].json()
        with one.sit() as table:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": keys["table"]}
            table.send(json.dumps({**hello, "tokens": [key["token"] for key in keys["seats"]]}))
            told = json.loads(table.recv(20))
            assert told["type"] == "table"
            table.send(
                json.dumps({"type": "move", "id": "1", "seat": told["table"]["to_act"], "word": "draw", "version": 0})
            )
            while (told := json.loads(table.recv(20)))["type"] != "accepted":
                pass


@pytest.mark.parametrize(("name", "started", "port"), [("", "", "8000"), ("@", "@8000", "%i")])
def test_the_unit_for_systemd_is_sound(tmp_path: Path, name: str, started: str, port: str) -> None:
    """Also as the template of several servers, each called by its port."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd is not installed")
    unit = (DEPLOY / "heliopolis.service").read_text()
    for usual, here in (("/opt/heliopolis/bin/heliopolis", sys.executable), ("--port 8000", f"--port {port}")):
        assert usual in unit
        unit = unit.replace(usual, here)
    (tmp_path / f"heliopolis{name}.service").write_text(unit)
    done = subprocess.run(
        [analyze, "verify", "--man=no", tmp_path / f"heliopolis{started}.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"heliopolis{name}" not in done.stderr, done.stderr


def test_what_the_unit_and_the_container_start_is_understood() -> None:
    """The options that they give are options of the command."""
    from heliopolis.cli import commands

    parameters = commands.commands["serve"].params
    known = {option for one in parameters for option in (*one.opts, *one.secondary_opts)}
    unit, container = ((DEPLOY / name).read_text() for name in ("heliopolis.service", "Containerfile"))
    words = unit[unit.index("ExecStart") : unit.index("Restart=")].split()
    words += container[container.index("ENTRYPOINT") :].replace('"', " ").replace(",", " ").split()
    given = {word.strip("]") for word in words if word.startswith("--")}
    assert len(given) >= 5
    assert given <= known
