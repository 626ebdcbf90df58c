"""The decorators for compiled functions, and the cache they are kept in.

Numba notices when the file of a cached function changes, but not when a function *it calls* in another file does, and
would then go on with the old rules. So the cache lives in a folder named after a digest of all sources that compiled
code reads: any change there starts an empty cache, and an old one can never answer. Other sources may change freely.

Compiling everything takes a minute, and whoever wants to play should not wait for it. So compiled functions can sleep:
then they run as they are written, in plain Python. That is a thousand times slower, and still fast enough for a table.

Numba itself takes a second to load. It is loaded when a function is first called awake, and never by what only sleeps.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, update_wrapper
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar, cast

import numpy as np
import platformdirs
from filelock import FileLock
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., object])

PACKAGE = Path(__file__).parent

#: The rooms of the package that hold compiled functions, and whatever those functions read.
ROOMS = ("games", "bots", "observations", "learn", "envs")

#: What can be compiled by itself: what a table needs but bots with a network, random games, those bots, their
#: tournaments, how they learn, and environments for other learners.
TABLES, SIMULATION, THINKERS, TOURNAMENTS, TRAINING, ENVIRONMENTS = PARTS = (
    "tables",
    "simulation",
    "thinkers",
    "tournaments",
    "training",
    "environments",
)

#: Files whose names begin so say which parts are compiled, and from which copies of the sources.
MARK = "warm"

#: On how many bytes an array on the stack begins: any number may lie there.
STACK_ALIGNMENT: Final = 16

#: What makes a function compiled.
DECORATORS = {"compiled", "inlined", "embedded", "apart"}


@cache
def digest() -> str:
    """Name the present state of all compiled sources, and of what compiles them."""
    names = hashlib.sha256()
    for tool in ("numba", "llvmlite", "numpy"):
        names.update(f"{tool} {version(tool)}\n".encode())
    names.update(f"python {sys.version}\n".encode())
    for path in _sources():
        names.update(f"{path.relative_to(PACKAGE).as_posix()}\n".encode())
        names.update(path.read_bytes())
    return names.hexdigest()[:20]


@cache
def stamp() -> str:
    """Name this copy of the sources. What was compiled from another place, or before a file was touched, Numba leaves.

    So that everything is compiled can only be said of a copy, not of a digest.
    """
    names = hashlib.sha256()
    for path in _sources():
        names.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return names.hexdigest()[:20]


@cache
def _sources() -> list[Path]:
    """Find what compiled code reads: sources with compiled functions, and what they import."""
    every = (path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))
    return read_by(path for path in every if _has_compiled(path))


def _has_compiled(path: Path) -> bool:
    return any(module == "heliopolis.compiled" and DECORATORS & names for module, names in _imports(path))


def _imports(path: Path) -> Iterator[tuple[str, set[str]]]:
    """List what a source imports from the house: a module, and names in it."""
    _, *found = path.read_text(encoding="utf-8").split("from heliopolis")
    for text in found:
        module, _, rest = text.partition(" import ")
        listed = rest.partition(")")[0].lstrip("(") if rest.startswith("(") else rest.partition("\n")[0]
        if "\n" not in module:
            yield f"heliopolis{module}", set(listed.replace(",", " ").split())


def read_by(sources: Iterable[Path]) -> list[Path]:
    """Find all sources that some sources read by importing them, themselves included, in the rooms that can matter."""
    found: set[Path] = set()
    left = [Path(__file__), PACKAGE / "linking.py", *sources]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += _imported(path)
    return sorted(found)


def _imported(path: Path) -> Iterator[Path]:
    for module, names in _imports(path):
        for name in names:
            file = _file(f"{module}.{name}") or _file(module)  # a module in a package, or a name in a module
            if file is not None and file.relative_to(PACKAGE).parts[0] in ROOMS:
                yield file


def _file(module: str) -> Path | None:
    place = PACKAGE.parent.joinpath(*module.split("."))
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


@cache
def caches() -> Path:
    """Find the folder of all caches: HELIOPOLIS_CACHE, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("HELIOPOLIS_CACHE")
    folder = Path(chosen) if chosen else platformdirs.user_cache_path("heliopolis")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return _temporary_folder()


def _temporary_folder() -> Path:
    """Find a folder for those who have no other. What lies there is run, so it must be nobody else's."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"heliopolis-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != user:
        return Path(tempfile.mkdtemp(prefix="heliopolis-"))
    return folder


def cache_folder() -> Path:
    """Find the folder that holds what is compiled from the present sources."""
    return caches() / digest()


def compiled(function: Function) -> Function:
    """Compile a function of the rules, or of a bot, to machine code at its first call.

    It may be called from any thread (the lock of the interpreter is released), divides like C, and is kept in
    `cache_folder`. With NUMBA_DISABLE_JIT=1 it stays plain Python.
    """
    return _compile(function)


def inlined(function: Function) -> Function:
    """Do as `compiled`, and merge the function into its compiled callers: for those on the way of every move."""
    return _compile(function, forceinline=True)


def embedded(function: Function) -> Function:
    """Do as `compiled`, but as a part of the one compiled function that calls it: for large ones.

    What is compiled on its own is compiled again with each caller, and that takes seconds.
    """
    return _compile(function, inline="always")


def apart(function: Function) -> Function:
    """Do as `compiled`, and keep the function out of its compiled callers: for large ones that several call."""
    return _compile(function, apart=True)


def _compile(function: Function, *, apart: bool = False, **options: Any) -> Function:
    return cast(Function, _Compiled(function, options, apart=apart)) if compiles() else function


class _Compiled:
    """A function that is compiled when it is first called. Asleep, it runs as it is written; those that it calls, too.

    Numba takes it for the dispatcher that it makes, wherever compiled code calls it.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], *, apart: bool) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.targetoptions = options
        self._is_apart = apart
        self._dispatcher: Any = None
        self._part: Any = None
        self.run: Callable[..., Any] = self._first_run
        _FUNCTIONS.append(self)
        self.become(asleep=_asleep)

    def __call__(self, *arguments: Any) -> Any:
        return self.run(*arguments)

    def _first_run(self, *arguments: Any) -> Any:
        made = self.dispatcher
        if self.run == self._first_run:  # nobody told it to sleep meanwhile
            self.run = made
        return made(*arguments)

    def become(self, *, asleep: bool) -> None:
        """Run as it is written, or compiled."""
        self.run = self.py_func if asleep else self._dispatcher or self._first_run

    @property
    def dispatcher(self) -> Any:
        """What Numba makes of it for Python, which compiles it for every kind of arguments."""
        with _LOADING:
            if self._dispatcher is None:
                linking = load_linking()
                make = linking.apart if self._is_apart else linking.root
                with _own_cache():
                    self._dispatcher = make(self.py_func, **self.targetoptions)
            return self._dispatcher

    @property
    def part(self) -> Any:
        """What Numba makes of it for compiled callers."""
        if self._is_apart:
            return self.dispatcher
        with _LOADING:
            if self._part is None:
                self._part = load_linking().part(self.py_func, **self.targetoptions)
            return self._part

    @property
    def _numba_type_(self) -> Any:
        return load_numba().types.Dispatcher(self.part)


@contextmanager
def _own_cache() -> Iterator[None]:
    settings: Any = load_numba().config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(cache_folder())  # read while decorating: other packages keep theirs
    try:
        yield
    finally:
        settings.CACHE_DIR = before


# ---- Numba, when it is needed ----

#: One thread at a time loads Numba, and makes dispatchers.
_LOADING = threading.RLock()
#: What Numba is told once it is loaded; None when it is.
_TO_TELL: list[Callable[[ModuleType], None]] | None = []


def load_numba() -> Any:
    """Load Numba, and tell it what compiled code may call beside compiled functions."""
    global _TO_TELL
    import numba
    import numba.extending

    with _LOADING:
        told, _TO_TELL = _TO_TELL or [], None
        for tell in told:
            tell(numba)
    return numba


def load_linking() -> Any:
    """Load what says how Numba links; with Numba, which takes a second."""
    load_numba()
    from heliopolis import linking

    return linking


def tell_numba(tell: Callable[[Any], None]) -> None:
    """Tell Numba something, now if it is loaded, else as soon as it is."""
    with _LOADING:
        if _TO_TELL is None:
            tell(load_numba())
        else:
            _TO_TELL.append(tell)


# ---- sleep ----

#: All compiled functions, and whether they sleep: those that are decorated later do the same.
_FUNCTIONS: list[_Compiled] = []
_asleep = False


def sleep() -> None:
    """Let all compiled functions run as they are written, until they `wake`."""
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # random numbers wrap around on purpose
    _become(asleep=True)


def wake() -> None:
    """Let all compiled functions run compiled. What a thread has begun, it goes on with: both do the same."""
    _become(asleep=False)


def is_asleep() -> bool:
    """Tell whether compiled functions run as they are written."""
    return _asleep


def _become(*, asleep: bool) -> None:
    global _asleep  # noqa: PLW0603
    _asleep = asleep
    for function in _FUNCTIONS:
        function.become(asleep=asleep)


# ---- what is compiled ----


def mark(part: str, game: str) -> Path:
    """Find the file that says that a part of a game is compiled."""
    return cache_folder() / f"{MARK}-{part}-{game}-{stamp()}"


def is_compiled(part: str, games: Iterable[str]) -> bool:
    """Tell whether a part of some games is compiled, or nothing ever is."""
    return not compiles() or all(mark(part, game).exists() for game in games)


@contextmanager
def locked_saves() -> Iterator[None]:
    """Let one process at a time add to the list of a function's compiled forms: else two overwrite each other's."""
    from numba.core.caching import IndexDataCacheFile

    save = IndexDataCacheFile.save

    def locked(self: Any, key: Any, data: Any) -> None:
        with FileLock(caches() / "save.lock"):
            save(self, key, data)  # type: ignore[no-untyped-call]

    IndexDataCacheFile.save = locked  # type: ignore[method-assign]
    try:
        yield
    finally:
        IndexDataCacheFile.save = save  # type: ignore[method-assign]


#: Processes that compile beside this one, and whether nobody waits for them any more.
_COMPILERS: list[subprocess.Popen[bytes]] = []
_GIVEN_UP = threading.Event()
#: How often somebody who waits looks whether all is compiled, in seconds.
POLL: Final = 0.2


class GivenUp(BaseException):
    """The process ends before that was compiled for which somebody waited."""


def compile_beside(compilers: Iterable[subprocess.Popen[bytes]], games: Sequence[str]) -> None:
    """Play at once, as it is written; go over to what is compiled when tables are. The compilers end with this process.

    Whoever needs more than a table waits for it, by `need`.
    """
    _COMPILERS.extend(compilers)
    atexit.register(give_up)
    sleep()
    threading.Thread(target=_wake_for_tables, args=(games,), daemon=True).start()


def _wake_for_tables(games: Sequence[str]) -> None:
    while not is_compiled(TABLES, games):
        if _GIVEN_UP.wait(POLL) or not _is_compiling():
            return  # in plain Python everything goes on, only slower
    load_numba()  # here, where nobody waits for it
    wake()


def _is_compiling() -> bool:
    return any(compiler.poll() is None for compiler in _COMPILERS)


def need(part: str, game: str) -> None:
    """Wait for a part of a game that is being compiled beside: as it is written, a search would take minutes."""
    while _is_compiling() and not is_compiled(part, [game]):
        if _GIVEN_UP.wait(POLL):
            raise GivenUp
    if is_asleep():
        wake()


def give_up() -> None:
    """Let nobody wait any more, and stop those who compile beside; what they have compiled is kept."""
    _GIVEN_UP.set()
    for compiler in _COMPILERS:
        compiler.terminate()


def uncompiled(function: Function) -> Function:
    """Take a compiled function as it is written: it runs in Python, and takes any object with the fields it reads."""
    return getattr(function, "py_func", function)


def compiles() -> bool:
    """Tell whether functions are compiled at all; with NUMBA_DISABLE_JIT=1 they stay plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


@inlined
def wide(number: int) -> int:
    """Widen a field of a record to 64 bits: uncompiled, NumPy's small integers wrap around; compiled, they do not."""
    return np.int64(number)  # type: ignore[return-value]


def lowest_bit(mask: int) -> int:
    """Find the place of the lowest bit that is set in a mask that is not zero.

    >>> lowest_bit(0b110000)
    4
    """
    return (int(mask) & -int(mask)).bit_length() - 1


def count_bits(mask: int) -> int:
    """Count the bits that are set in a mask.

    >>> count_bits(0b110100)
    3
    """
    return int(mask).bit_count()


def _tell_bits(numba: Any) -> None:
    @numba.extending.intrinsic
    def trailing_zeros(context, mask):  # type: ignore[no-untyped-def]
        def emit(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], numba.core.cgutils.true_bit)

        return numba.types.int64(numba.types.int64), emit

    @numba.extending.intrinsic
    def set_bits(context, mask):  # type: ignore[no-untyped-def]
        def emit(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return numba.types.int64(numba.types.int64), emit

    @numba.extending.overload(lowest_bit, jit_options={"forceinline": True})
    def lowest_in_compiled_code(mask):  # type: ignore[no-untyped-def]
        return lambda mask: trailing_zeros(mask)  # noqa: PLW0108

    @numba.extending.overload(count_bits, jit_options={"forceinline": True})
    def count_in_compiled_code(mask):  # type: ignore[no-untyped-def]
        return lambda mask: set_bits(mask)  # noqa: PLW0108


tell_numba(_tell_bits)


def scratch(shape: tuple[int, ...], kind: Any) -> Callable[[], NDArray[Any]]:
    """Make a function that gives a small array to work on, with nothing in it yet.

    Compiled, it lies on the stack of whoever asks for it, and costs nothing. So it must not be returned, nor kept, and
    in a loop it is the same each time.

    >>> scratch((2, 3), np.int16)().shape
    (2, 3)
    """

    def take() -> NDArray[Any]:
        return np.empty(shape, kind)

    def tell(numba: Any) -> None:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize

        @numba.extending.intrinsic
        def on_the_stack(context):  # type: ignore[no-untyped-def]
            def emit(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
                byte = context.get_value_type(numba.types.uint8)
                place = numba.core.cgutils.alloca_once(builder, byte, size)
                place.align = STACK_ALIGNMENT
                return builder.bitcast(place, context.get_value_type(numba.types.voidptr))

            return numba.types.voidptr(), emit

        @numba.extending.overload(take, inline="always")
        def in_compiled_code():  # type: ignore[no-untyped-def]
            return lambda: numba.carray(on_the_stack(), shape, kind)

    tell_numba(tell)
    return take
