"""How a server ends, and how it begins anew: sockets are told, and the port stays open meanwhile.

Ctrl+C ends it gently. Uvicorn takes a second one for an order to drop everything, and does so with a traceback; people
press it twice without meaning to. So here a second one only says what a third one does: it ends the process at once.

Whoever connects between the end of the old process and the start of the new one waits in the line of the open port.
That is systemd's way to hand a socket on (`LISTEN_FDS`), so a socket unit of systemd does the same.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

import uvicorn

from heliopolis.errors import SetupError

#: Where systemd puts the first socket that it hands on.
FIRST_SOCKET = 3
#: Enough for what is said last to be on its way.
LAST_WORDS_SECONDS = 0.05
BACK_SOON = "the server starts anew: come again in a moment"
#: What Ctrl+C says the second and the third time, and how the process ends then.
PATIENCE_PLEASE = "The server is ending. Ctrl+C once more ends it at once."
AT_ONCE = "The server was ended at once."
INTERRUPTED = 130


def hears_hangup() -> bool:
    """Tell whether SIGHUP asks to begin anew: where there is a terminal, it says that this was closed."""
    if sys.platform == "win32":
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return True
    return False


class Interrupts:
    """What Ctrl+C does to this process: it ends by itself, says that it does so, and ends at once."""

    def __init__(self) -> None:
        self._count = 0
        self.end: Callable[[], None] = interrupt
        """How the process ends by itself."""

    def take(self) -> None:
        """Hear Ctrl+C from now on, to the last moment of the process."""
        signal.signal(signal.SIGINT, self._hear)

    def _hear(self, _signal: int, _frame: FrameType | None) -> None:
        self._count += 1
        if self._count == 1:
            self.end()
        elif self._count == 2:  # noqa: PLR2004
            say_now(PATIENCE_PLEASE)
        else:
            say_now(AT_ONCE)
            os._exit(INTERRUPTED)


def interrupt() -> None:
    """End what cannot be asked to end."""
    raise KeyboardInterrupt


def say_now(sentence: str) -> None:
    """Write a line to standard error, past a stream that may just be at work: signals come at any time."""
    with suppress(OSError):
        os.write(2, f"{sentence}\n".encode())


class Server(uvicorn.Server):
    """A server that says good-bye, and begins anew when it is sent SIGHUP."""

    def __init__(
        self,
        config: uvicorn.Config,
        say_goodbye: Callable[[], None],
        interrupts: Interrupts,
        say_hello: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(config)
        self._say_goodbye = say_goodbye
        self._interrupts = interrupts
        self._say_hello = say_hello
        self.again = False
        """Whether it has ended to begin anew."""

    def begin_anew(self) -> None:
        """End, and begin anew."""
        self.again = self.should_exit = True

    def end(self) -> None:
        """End, and do not begin anew."""
        self.again, self.should_exit = False, True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let Uvicorn hear SIGTERM, but not Ctrl+C."""
        ours = signal.getsignal(signal.SIGINT)
        with super().capture_signals():
            signal.signal(signal.SIGINT, ours)
            self._interrupts.end = self.end
            yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin."""
        await super().startup(sockets)
        if self.started and self._say_hello is not None:
            self._say_hello()
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
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until the next process can hear it: it begins anew already
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
