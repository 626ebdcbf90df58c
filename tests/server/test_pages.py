"""The built client: files, the one page under every address, and nothing else from the disk."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.driver import PATIENCE, Server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Heliopolis</title>")
    (static / "assets" / "main-1234.js").write_text("export {}\n" * 1000)
    (static / "favicon.svg").write_text("<svg/>")
    (folder / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(folder / "secret.txt")
    server = Server(folder, static=str(static))
    yield server
    server.stop()
    assert not server.logged()


def test_the_page_is_served_under_every_address(site: Server) -> None:
    for path in ("/", "/new", "/table/abcdefgh", "/replay/x/12"):
        answer = site.http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "Heliopolis" in answer.text


def test_files_are_served_with_their_types(site: Server) -> None:
    script = site.http.get("/assets/main-1234.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert site.http.get("/favicon.svg").headers["content-type"] == "image/svg+xml"
    assert site.http.get("/assets/gone.js").status_code == 404
    assert site.http.head("/").status_code in (200, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/link.txt",
        "/a%00b.txt",
        "/" + "x" * 5000 + ".txt",
    ],
)
def test_nothing_else_is_served(site: Server, path: str) -> None:
    """Send the path as it is: clients tidy such paths up."""
    host, _, port = site.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n"
        connection.sendall(request.encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    status = int(answer.split()[1])
    assert status in (200, 400, 404)
    assert b"secret\n" not in answer
    assert b"secret" not in answer.partition(b"\r\n\r\n")[2] or status == 404
    assert b"root:" not in answer
    assert status != 200 or b"<title>Heliopolis" in answer


def test_without_a_built_client_the_page_says_how_to_build_it(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(static=str(tmp_path / "nothing"))
    answer = server.http.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text


def test_the_command_serves_until_it_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "heliopolis.cli", "serve", "--port", "0", "--no-open", "--database"]
    with subprocess.Popen(
        [*command, str(tmp_path / "x.db")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Heliopolis is at http://127.0.0.1:")
        port = int(line.split()[3].rpartition(":")[2])
        with contextlib.closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as connection:
            connection.sendall(f"GET /api/catalogue HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
            taken = subprocess.run(
                [*command[:5], str(port), *command[6:], str(tmp_path / "y.db")],
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert taken.returncode == 2
            assert "Choose another with --port" in taken.stderr
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in errors
    assert (tmp_path / "x.db").exists()
