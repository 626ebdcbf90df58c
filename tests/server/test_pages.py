"""The built client: one page, its files as the build has made them, and nothing else from the disk."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from heliopolis.errors import HeliopolisError
from heliopolis.server.pages import prefers_html
from heliopolis.server.prepared import Prepared, is_known, weights
from heliopolis.server.rulebook import prepared_rulebook
from heliopolis.server.settings import STATIC
from tests.server.driver import NO_LIMITS, PATIENCE, Server

PAGE = "<!doctype html><title>Heliopolis</title>"
SCRIPT = b"export {}\n" * 1000
#: Not what a compressor would make of the script: whoever gets these bytes got the file of the build.
BROTLI = b"what the build has made of it"
GZIP = gzip.compress(SCRIPT, 1, mtime=1)
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(PAGE)
    (static / "assets" / "main-1234.js").write_bytes(SCRIPT)
    (static / "assets" / "main-1234.js.br").write_bytes(BROTLI)
    (static / "assets" / "main-1234.js.gz").write_bytes(GZIP)
    (static / "assets" / "font-1234.woff2").write_bytes(bytes(10_000))
    (static / "favicon.svg").write_text("<svg/>")
    (folder / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(folder / "secret.txt")
    server = Server(folder, static=str(static))
    yield server
    server.stop()
    assert not server.logged()


def raw(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """Ask as a browser does that sends these headers only; keep the bytes as they came."""
    named = {name.replace("_", "-"): value for name, value in {"accept_encoding": "", **headers}.items()}
    with server.http.stream(method, path, headers=named) as answer:
        return answer, b"".join(answer.iter_raw())


def test_the_page_is_served_at_one_address(site: Server) -> None:
    for path in ("/", "/index.html"):
        answer = site.http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.text == PAGE


@pytest.mark.parametrize(
    "path",
    [
        "/health",
        "/healthz",
        "/metrics",
        "/new",
        "/table/abcdefgh",
        "/assets",
        "/assets/gone.js",
        "/.env",
        "/api",
        "/ws/x",
    ],
)
def test_nothing_is_at_any_other_address(site: Server, path: str) -> None:
    answer = site.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_a_person_who_lost_the_way_gets_a_link(site: Server) -> None:
    answer = site.http.get("/tables/abc", headers={"accept": BROWSER})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["vary"] == "accept"
    assert '<a href="/">' in answer.text
    assert "<script" not in answer.text
    assert "style" not in answer.text


@pytest.mark.parametrize(
    ("accepted", "html"),
    [
        (BROWSER, True),
        ("text/html", True),
        ("text/html;level=1", True),
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("application/json, text/html;q=0.5", False),
        ("application/json;q=0.5, text/html", True),
        ("text/html;q=0", False),
        ("text/html;q=1e400", False),
        ("text/html;q=nan", False),
        (";;,,=", False),
    ],
)
def test_html_is_for_those_who_prefer_it(accepted: str, html: bool) -> None:
    assert prefers_html(accepted) == html


def test_files_are_served_with_their_types(site: Server) -> None:
    script = site.http.get("/assets/main-1234.js", headers={"accept-encoding": "gzip"})
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.content == SCRIPT
    picture = site.http.get("/favicon.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.headers["cache-control"] == "no-cache"
    assert site.http.get("/assets/font-1234.woff2").headers["content-type"] == "font/woff2"


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", BROTLI),
        ("gzip, deflate", "gzip", GZIP),
        ("br;q=0, gzip", "gzip", GZIP),
        ("br;q=0.5, gzip;q=0.8", "gzip", GZIP),
        ("BR ; Q=1", "br", BROTLI),
        ("*", "br", BROTLI),
        ("*, br;q=0", "gzip", GZIP),
        ("", None, SCRIPT),
        ("identity", None, SCRIPT),
        ("identity, gzip;q=0.5", None, SCRIPT),
        ("zstd", None, SCRIPT),
        ("gzip;q=0, br;q=0", None, SCRIPT),
        ("gzip;q=lots", None, SCRIPT),
        ("*;q=0", None, SCRIPT),
    ],
)
def test_what_the_build_has_compressed_is_sent_as_it_is(
    site: Server, accepted: str, encoding: str | None, body: bytes
) -> None:
    answer, sent = raw(site, "/assets/main-1234.js", accept_encoding=accepted)
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["content-length"] == str(len(body))
    assert sent == body


def test_what_the_build_has_not_compressed_is_sent_as_it_is_too(site: Server) -> None:
    for path, body in (("/assets/font-1234.woff2", bytes(10_000)), ("/", PAGE.encode())):
        answer, sent = raw(site, path, accept_encoding="gzip, br")
        assert "content-encoding" not in answer.headers
        assert sent == body


def test_the_build_compresses_what_is_worth_it(server: Server) -> None:
    assert (STATIC / "index.html").is_file(), "the page is not built: `make client` builds it"
    scripts = [path for path in (STATIC / "assets").iterdir() if path.suffix in (".js", ".css")]
    large = [path for path in scripts if path.stat().st_size >= 1024]
    assert large
    for path in set(scripts) - set(large):  # fits into a packet or two
        assert not path.with_name(f"{path.name}.br").exists()
    for path in large:
        for encoding, ending in (("br", ".br"), ("gzip", ".gz")):
            answer, sent = raw(server, f"/assets/{path.name}", accept_encoding=encoding)
            assert answer.headers["content-encoding"] == encoding
            assert sent == path.with_name(path.name + ending).read_bytes()
            assert len(sent) < path.stat().st_size / 2
        assert gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes()) == path.read_bytes()
    assert not list((STATIC / "assets").glob("*.woff2.*"))


def test_compressed_files_are_not_files_of_their_own(site: Server) -> None:
    assert site.http.get("/assets/main-1234.js.br").status_code == 404
    assert site.http.get("/assets/main-1234.js.gz").status_code == 404


def test_every_variant_has_a_name_that_follows_from_what_is_in_it(site: Server) -> None:
    for accepted, body in (("br", BROTLI), ("gzip", GZIP), ("", SCRIPT)):
        answer, _ = raw(site, "/assets/main-1234.js", accept_encoding=accepted)
        assert answer.headers["etag"] == f'"{hashlib.sha256(body).hexdigest()[:32]}"'


@pytest.mark.parametrize("path", ["/", "/assets/main-1234.js", "/favicon.svg", "/api/catalogue", "/api/rules/ra/alea"])
def test_who_has_it_already_gets_nothing_again(site: Server, path: str) -> None:
    first, body = raw(site, path, accept_encoding="gzip")
    etag = first.headers["etag"]
    assert body
    for known in (etag, f"W/{etag}", f'"x", {etag}', f'W/"y",W/{etag} , "z"', "*"):
        again, nothing = raw(site, path, accept_encoding="gzip", if_none_match=known)
        assert again.status_code == 304, known
        assert nothing == b""
        assert "content-encoding" not in again.headers
        for name in ("etag", "vary", "cache-control"):
            assert again.headers[name] == first.headers[name]
    for other in ('"x"', etag.strip('"'), f'{etag[:-1]}0"', "", '"*"'):
        again, whole = raw(site, path, accept_encoding="gzip", if_none_match=other)
        assert (again.status_code, whole) == (200, body), other


def test_a_variant_is_not_taken_for_another(site: Server) -> None:
    compressed, _ = raw(site, "/assets/main-1234.js", accept_encoding="br")
    again, _ = raw(site, "/assets/main-1234.js", accept_encoding="gzip", if_none_match=compressed.headers["etag"])
    assert again.status_code == 200


@pytest.mark.parametrize("path", ["/", "/assets/main-1234.js"])
def test_head_tells_what_get_would(site: Server, path: str) -> None:
    whole, body = raw(site, path, accept_encoding="gzip")
    head, nothing = raw(site, path, "HEAD", accept_encoding="gzip")
    assert head.status_code == 200
    assert nothing == b""
    assert head.headers["content-length"] == str(len(body))
    without_date = [
        {name: value for name, value in answer.headers.items() if name != "date"} for answer in (whole, head)
    ]
    assert without_date[0] == without_date[1]
    assert raw(site, path, "HEAD", accept_encoding="gzip", if_none_match="*")[0].status_code == 304
    assert raw(site, "/gone", "HEAD")[0].status_code == 404


def test_catalogue_and_rules_are_prepared_answers(site: Server) -> None:
    for path in ("/api/catalogue", "/api/rules/ra/z-man", "/api/rules/dice/rulebook"):
        plain, body = raw(site, path)
        assert plain.headers["content-type"] == "application/json"
        assert plain.headers["cache-control"] == "no-cache"
        small, sent = raw(site, path, accept_encoding="br, gzip")
        assert small.headers["content-encoding"] == "gzip"
        assert gzip.decompress(sent) == body
        assert len(sent) < len(body) / 2


def test_only_rules_that_exist_are_kept() -> None:
    prepared_rulebook.cache_clear()
    prepared_rulebook("ra", "z-man")
    for number in range(10):
        with pytest.raises(HeliopolisError):
            prepared_rulebook("ra", f"edition {number}")
        with pytest.raises(HeliopolisError):
            prepared_rulebook(f"game {number}", "z-man")
    assert prepared_rulebook("ra", "z-man") is prepared_rulebook("ra", "z-man")
    assert prepared_rulebook.cache_info().currsize == 1


def test_an_answer_is_compressed_where_that_is_worth_it() -> None:
    assert list(Prepared.of(b"x" * 1000, "text/plain", compress=True).variants) == ["gzip", "identity"]
    assert list(Prepared.of(b"x", "text/plain", compress=True).variants) == ["identity"]
    assert list(Prepared.of(b"x" * 1000, "text/plain").variants) == ["identity"]


def test_headers_that_nobody_can_read_do_no_harm() -> None:
    assert weights(",;q=1, gzip;q=2, br;q=-1, zstd;q=, a;b=c;q=0.25") == {"gzip": 0, "br": 0, "zstd": 0, "a": 0.25}
    assert not is_known('"a"', ',,W/, "b", W/W/"a", "a')


def test_pages_count_against_the_limits_of_an_address(start: Callable[..., Server], tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(PAGE)
    server = start(static=str(static), limits={**NO_LIMITS, "requests": {"burst": 20, "rate": 0.001}})
    statuses = [server.http.get(path).status_code for path in ("/", "/index.html", "/nothing") * 7]
    assert statuses[:3] == [200, 200, 404]
    assert set(statuses) == {200, 404, 429}
    for path in ("/", "/index.html", "/nothing"):
        answer = server.http.get(path)
        assert answer.status_code == 429
        assert "too many requests" in answer.json()["error"]


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
    assert status in (400, 404)
    assert b'"error"' in answer or status == 400
    assert b"root:" not in answer


def test_without_a_built_client_the_page_says_how_to_build_it(start: Callable[..., Server], tmp_path: Path) -> None:
    static = tmp_path / "static"
    server = start(static=str(static))
    assert server.process.stdout is not None
    assert "no page yet: the browser client is not built. `make client`" in server.process.stdout.readline()
    answer = server.http.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text
    assert server.http.get("/icon.svg").status_code == 404
    static.mkdir()
    (static / "icon.svg").write_text("<svg/>")
    (static / "index.html").write_text(PAGE)
    until = time.monotonic() + PATIENCE
    while (answer := server.http.get("/")).status_code == 503 and time.monotonic() < until:
        time.sleep(0.1)
    assert answer.text == PAGE
    assert server.http.get("/icon.svg").text == "<svg/>"


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
