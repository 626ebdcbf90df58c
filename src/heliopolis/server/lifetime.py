"""How a server ends, and how it begins anew: sockets are told, and the port stays open meanwhile.

Whoever connects between the end of the old process and the start of the new one waits in the line of the open port.
That is systemd's way to hand a socket on (`LISTEN_FDS`), so a socket unit of systemd does the same.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import NoReturn

import uvicorn

from heliopolis.errors import SetupError

#: Where systemd puts the first socket that it hands on.
FIRST_SOCKET = 3
#: Enough for what is said last to be on its way.
LAST_WORDS_SECONDS = 0.05
BACK_SOON = "the server starts anew: come again in a moment"


def hears_hangup() -> bool:
    """Tell whether SIGHUP asks to begin anew: where there is a terminal, it says that this was closed."""
    if sys.platform == "win32":
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return True
    return False


class Server(uvicorn.Server):
    """A server that says good-bye, and begins anew when it is sent SIGHUP."""

    def __init__(self, config: uvicorn.Config, say_goodbye: Callable[[], None]) -> None:
        super().__init__(config)
        self._say_goodbye = say_goodbye
        self.again = False
        """Whether it has ended to begin anew."""

    def begin_anew(self) -> None:
        """End, and begin anew."""
        self.again = self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin."""
        await super().startup(sockets)
        if sys.platform != "win32" and hears_hangup():
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self.begin_anew)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody, then end."""
        for server in self.servers:
            server.close()  # before that, so that whoever is back at once meets the next process
        self._say_goodbye()
        await asyncio.sleep(LAST_WORDS_SECONDS)
        await super().shutdown(sockets)


def inherited() -> socket.socket | None:
    """Take the open port that systemd, or the process before this one, has handed on."""
    handed, count = os.environ.pop("LISTEN_PID", None), os.environ.pop("LISTEN_FDS", None)
    if handed != str(os.getpid()) or count is None:
        return None
    try:
        listening = socket.socket(fileno=FIRST_SOCKET)
        accepts = listening.type == socket.SOCK_STREAM and listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError as error:
        raise SetupError(f"LISTEN_FDS is set, but there is no socket: {error}") from error
    if count != "1" or not accepts:
        raise SetupError("LISTEN_FDS has to hand on one TCP socket that listens: see the unit of the socket")
    os.set_inheritable(FIRST_SOCKET, False)
    return listening


def replace_process(listening: socket.socket) -> NoReturn:
    """Run the same command in place of this process, with the port as it is."""
    os.dup2(listening.fileno(), FIRST_SOCKET)
    os.set_inheritable(FIRST_SOCKET, True)
    os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the next process can hear it: it begins anew already
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
