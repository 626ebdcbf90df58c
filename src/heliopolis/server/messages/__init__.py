"""Every message between the server and a browser. The client's TypeScript types are made from these classes.

What comes in is checked field by field: unknown fields, wrong types and texts that are too long are refused before
anything looks at them. What goes out is put together from these fields and from nothing else.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, json

from heliopolis.server.messages import advice, base, catalogue, clocks, replays, reviews, seats, sockets, tables

MODULES = (base, clocks, tables, seats, catalogue, replays, advice, reviews, sockets)

#: What there is to know about a type, msgspec works out when the type is first used. Two threads that do so at once can
#: crash it. So it is done here, while there is one.
DECODERS: dict[type[Any], json.Decoder[Any]] = {
    kind: json.Decoder(kind)
    for module in MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Struct)
}
