"""How Numba puts compiled functions together: each is optimised once, where it ends up.

Left to itself, Numba makes every function whole: it optimises it, makes machine code of it, and wrappers for Python and
for C. Then it links it into each function that calls it, and does all of that again there, and once more in whatever
calls that. With hundreds of functions most of the work is done many times, and most of the results are thrown away.

Here a function is one of three things:

- A *root* is called from Python. It is made whole, but for the wrapper for C, and kept in the cache.
- A *part* is called from compiled code only. It is neither optimised nor made machine code: it is linked into the roots
  that need it, and is optimised there with the rest.
- What is *apart* is a root that compiled code calls as well: by an address, as C calls a library. It is never
  linked into anything. So a large function is compiled once, whoever calls it.

Numba does not offer this. What is used here of its inside is the same in all releases of the series that
`pyproject.toml` names.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import llvmlite.binding
import numba
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.typing.templates import AbstractTemplate, infer_global

Function = Callable[..., Any]


def root(function: Function, **options: Any) -> Any:
    """Make the dispatcher of a function that Python calls."""
    return _root(function, options)


def part(function: Function, **options: Any) -> Any:
    """Make the dispatcher of a function that only compiled code calls."""
    return _njit(function, pipeline_class=_PartPipeline, no_cpython_wrapper=True, **options)


def apart(function: Function, **options: Any) -> Any:
    """Make the dispatcher of a function that is called by Python and, by an address, by compiled code."""
    made = _root(function, options)
    add_root = made.add_overload

    def add_overload(result: Any) -> None:
        add_root(result)
        entry = Entry(function.__module__, function.__qualname__, tuple(result.signature.args))
        address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
        if not address:
            raise RuntimeError(f"{entry.symbol} has no machine code")
        llvmlite.binding.add_symbol(entry.symbol, address)
        described = copy.copy(result.fndesc)
        described.mangled_name = entry.symbol
        result.target_context.remove_user_function(result.entry_point)
        result.target_context.insert_user_function(result.entry_point, described, [_Declaration(entry)])

    made.add_overload = add_overload
    return made


def _root(function: Function, options: dict[str, Any]) -> Any:
    made = _njit(function, pipeline_class=_RootPipeline, cache=True, **options)
    add = made.add_overload

    def add_overload(result: Any) -> None:
        add(result)
        if result.library._final_module is not None:
            for environment in result._find_referenced_environments():  # of its parts
                result.codegen.set_env(environment.env_name, environment)

    made.add_overload = add_overload
    return made


def _njit(function: Function, **options: Any) -> Any:
    decorate: Any = numba.njit
    return decorate(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)


class Entry(NamedTuple):
    """Where compiled code calls a function that is apart; called itself, it sees to it that the function is there.

    Whatever calls the function keeps this with its machine code, and does so before it is used again.
    """

    module: str
    name: str
    arguments: tuple[Any, ...]

    @property
    def symbol(self) -> str:
        """The name of the function's address, the same in every process."""
        kinds = hashlib.sha256(repr(self.arguments).encode()).hexdigest()[:16]
        return f"{self.module}.{self.name}.{kinds}"

    def __call__(self) -> None:
        """Load the function, or compile it."""
        getattr(import_module(self.module), self.name).dispatcher.compile(self.arguments)


class _Root(JITCodeLibrary):
    """The machine code of a root."""

    def _optimize_functions(self, ll_module: Any) -> None:
        # As Numba does, which also prepares all passes anew for each of dozens of declarations.
        ll_module.data_layout = self._codegen._data_layout
        for function in ll_module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager()  # type: ignore[no-untyped-call]
                passes.run(function, builder)


class _Part(_Root):
    """The code of a part: LLVM's, to be linked into something, and none for the machine."""

    @property
    def codegen(self) -> Any:
        return _Nowhere

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True


class _Nowhere:
    """Where Numba writes the environment of a function that is nowhere yet."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        pass


class _Declaration:
    """What is linked into a caller of something that is apart: nothing, but the caller will need it."""

    def __init__(self, entry: Entry) -> None:
        self._reload_init = {entry}

    def _ensure_finalized(self) -> None:
        pass

    def _get_module_for_linking(self) -> Any:
        return llvmlite.binding.parse_assembly("")


class _RootPipeline(Compiler):
    """Compiles a root; on the way, Numba's own functions become parts of it."""

    library: type[JITCodeLibrary] = _Root

    def _compile_core(self) -> Any:
        codegen = self.state.targetctx.codegen()
        self.state.library = self.library(codegen, self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        with _creating(codegen, _Part):
            return super()._compile_core()  # type: ignore[no-untyped-call]


class _PartPipeline(_RootPipeline):
    """Compiles a part."""

    library = _Part


@contextmanager
def _creating(codegen: Any, kind: type[JITCodeLibrary]) -> Iterator[None]:
    """Let new code be of a kind, and what is loaded from the cache a root. Numba compiles in one thread at a time."""
    before = codegen.create_library, codegen.unserialize_library
    codegen.create_library = partial(kind, codegen)
    codegen.unserialize_library = partial(_load, codegen)
    try:
        yield
    finally:
        codegen.create_library, codegen.unserialize_library = before


def _load(codegen: Any, kept: Any) -> JITCodeLibrary:
    with _creating(codegen, JITCodeLibrary):
        library: JITCodeLibrary = type(codegen).unserialize_library(codegen, kept)
        return library


def send(declared: Function, find: Callable[[Any], Any]) -> None:
    """Send compiled calls of a declared function to the dispatcher that is found by the type of its first argument."""
    keys: dict[Any, Any] = {}

    class Sent(AbstractTemplate):
        key = declared

        def generic(self, arguments: Any, keywords: Any) -> Any:
            kind: Any = types.Dispatcher(find(arguments[0]))
            signature = kind.get_call_type(self.context, arguments, keywords)
            keys[signature.args] = kind.get_impl_key(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return keys[signature.args]

    infer_global(declared, types.Function(Sent))  # type: ignore[no-untyped-call]
