"""Write the client's TypeScript types from the messages: python -m heliopolis.server.typescript."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec.inspect as types
from msgspec import Struct

from heliopolis import facts
from heliopolis.facts import dice as dice_facts
from heliopolis.facts import ra as ra_facts
from heliopolis.facts import views
from heliopolis.server import messages
from heliopolis.server.messages import advice, base, replays

HEAD = """// The messages between server and browser. Made by `python -m heliopolis.server.typescript`
// from src/heliopolis/facts and src/heliopolis/server/messages: change them there.
"""

#: Where the client keeps them, from the root of the repository.
PLACE = Path("web/src/lib/protocol.ts")


MODULES = (facts, views, ra_facts, dice_facts, *messages.MODULES)
EXPORTED = {name: value for module in MODULES for name, value in vars(module).items()}
#: What others are made from, and never sent itself.
BASES = (
    *(facts.Fact, facts.Event, facts.Scored, facts.Reasons),
    *(views.Seen, views.Board, views.View),
    *(base.Incoming, base.Outgoing, replays.Told, advice.Judged),
)
SENT = (facts.Fact, base.Incoming, base.Outgoing)


def write() -> str:
    """Write all types of the modules, in their order."""
    notes = read_notes()
    parts = [HEAD]
    for name, value in EXPORTED.items():
        if name.isupper() and isinstance(value, int | float | str):
            parts.append(f"export const {name} = {json.dumps(value)};\n")
        elif get_origin(value) is Literal:
            parts.append(f"export type {name} = {' | '.join(json.dumps(choice) for choice in get_args(value))};\n")
        elif isinstance(value, UnionType):
            parts.append(f"export type {name} = {' | '.join(part.__name__ for part in get_args(value))};\n")
        elif isinstance(value, type) and issubclass(value, SENT) and value not in BASES:
            parts.append("\n".join(interface(value, notes)) + "\n")
    return "\n".join(parts)


def interface(struct: type[Struct], notes: dict[str, str]) -> Iterator[str]:
    """Write one message, its words of explanation included."""
    described = types.type_info(struct)
    assert isinstance(described, types.StructType)
    yield f"/** {notes[struct.__name__]} */"
    yield f"export interface {struct.__name__} {{"
    if described.tag is not None:
        yield f"  {described.tag_field}: {json.dumps(described.tag)};"
    for part in described.fields:
        note = next((notes[said] for one in struct.__mro__ if (said := f"{one.__name__}.{part.name}") in notes), None)
        if note:
            yield f"  /** {note} */"
        # What the server sends is there unless it leaves out what is as usual; a browser may leave that out, too.
        usual = struct.__struct_config__.omit_defaults or issubclass(struct, base.Incoming)
        mark = "?" if usual and not part.required else ""
        yield f"  {part.encode_name}{mark}: {write_type(part.type)};"
    yield "}"


PLAIN = {
    types.StrType: "string",
    types.IntType: "number",
    types.FloatType: "number",
    types.BoolType: "boolean",
    types.NoneType: "null",
    types.AnyType: "unknown",
}


def write_type(kind: types.Type) -> str:
    """Write the type of a field."""
    match kind:
        case types.Metadata(type=inner):
            return write_type(inner)
        case types.StructType(cls=struct):
            return struct.__name__
        case types.ListType(item_type=item):
            written = write_type(item)
            return f"({written})[]" if " | " in written else f"{written}[]"
        case types.DictType(key_type=key, value_type=value):
            return f"Record<{write_type(key)}, {write_type(value)}>"
        case types.UnionType(types=choices):
            structs = [choice.cls for choice in choices if isinstance(choice, types.StructType)]
            whole = alias(structs) if len(structs) > 1 else None
            rest = [choice for choice in choices if whole is None or not isinstance(choice, types.StructType)]
            parts = sorted(map(write_type, rest), key=lambda part: part == "null")
            return " | ".join(parts if whole is None else [whole, *parts])
        case types.LiteralType(values=values):
            return alias(values) or " | ".join(map(json.dumps, values))
        case _:
            return PLAIN[type(kind)]


def alias(values: Collection[Any]) -> str | None:
    """Find the name that a list of choices has."""
    named = ((name, value) for name, value in EXPORTED.items() if is_choice(value))
    return next((name for name, value in named if set(get_args(value)) == set(values)), None)


def is_choice(value: object) -> bool:
    """Tell whether this is a list of texts, or of messages, to choose from."""
    return get_origin(value) is Literal or isinstance(value, UnionType)


def read_notes() -> dict[str, str]:
    """Read what is said about each message and, in the line below it, about each field."""
    notes = {}
    for node in (node for module in MODULES for node in ast.parse(inspect.getsource(module)).body):
        if isinstance(node, ast.ClassDef):
            notes[node.name] = " ".join((ast.get_docstring(node) or "").split())
            for field, after in zip(node.body, node.body[1:], strict=False):
                match field, after:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(said))),
                    ):
                        notes[f"{node.name}.{name}"] = " ".join(said.split())
    return notes


if __name__ == "__main__":
    place = Path(sys.argv[1]) if sys.argv[1:] else PLACE
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(write(), encoding="utf-8")
