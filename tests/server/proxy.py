"""A proxy before several servers: one of our own that only passes bytes on, or nginx where it is installed."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from tests.server.ports import free_port

#: Where `tools/setup proxies` puts what the system does not have.
FETCHED = Path(__file__).parents[2] / ".uv" / "proxies" / "usr"


def find_program(name: str, folder: str) -> str | None:
    """Find a proxy; where Debian puts it is not on everybody's path."""
    places = (None, f"/usr/{folder}", str(FETCHED / folder))
    return next((found for place in places if (found := shutil.which(name, path=place))), None)


NGINX, CADDY = find_program("nginx", "sbin"), find_program("caddy", "bin")
PIECE = 65_536


class OwnProxy:
    """Passes connections on to servers in turn, and past those that are down; in a thread of its own."""

    def __init__(self) -> None:
        self.servers: list[int] = []
        self._next = itertools.count()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        listening = asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(listening, self._loop).result()
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def serve(self, ports: Sequence[int]) -> None:
        """Say where the servers are."""
        self.servers = list(ports)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self._next)
        for number in range(len(self.servers)):
            port = self.servers[(first + number) % len(self.servers)]
            with contextlib.suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(self._copy(reader, back), self._copy(there, writer))
                return
        writer.transport.abort()

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(PIECE):
                target.write(data)
                await target.drain()
        with contextlib.suppress(OSError):
            target.close()

    def close(self) -> None:
        """End, and cut off whoever is connected."""

        async def end() -> None:
            self._server.close()
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


NGINX_CONFIGURATION = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log warn;
events {{ worker_connections 2000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream heliopolis {{
{servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://heliopolis;
            proxy_next_upstream error timeout non_idempotent;
            proxy_connect_timeout 2s;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


class NginxProxy:
    """nginx, without root's folders."""

    def __init__(self) -> None:
        assert NGINX is not None
        self.folder = Path(tempfile.mkdtemp(prefix="heliopolis-nginx-"))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def serve(self, ports: Sequence[int]) -> None:
        """Start it before these servers."""
        servers = "\n".join(f"        server 127.0.0.1:{port} max_fails=1 fail_timeout=1s;" for port in ports)
        configuration = self.folder / "nginx.conf"
        configuration.write_text(NGINX_CONFIGURATION.format(folder=self.folder, servers=servers, port=self.port))
        log = (self.folder / "error.log").open("ab")
        assert NGINX is not None
        self._process = subprocess.Popen(
            [NGINX, "-p", self.folder, "-c", configuration, "-e", self.folder / "error.log"], stderr=log
        )
        log.close()
        await_answer(f"{self.url}/api/catalogue")

    def close(self) -> None:
        """Stop it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


def await_answer(url: str, seconds: float = 30.0) -> None:
    """Wait until something answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            with httpx.Client(trust_env=False, verify=False) as client:
                client.get(url)
            return
        except httpx.TransportError:
            assert time.monotonic() < end, f"nothing answers at {url}"
            time.sleep(0.05)
