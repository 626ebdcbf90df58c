"""Plain signs for a terminal, a file or a pipe that cannot write the usual ones: ASCII, or a code page of Windows."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from functools import cache
from typing import Final

#: What stands for a sign that cannot be written; as wide as the sign, where it may stand in a column.
PLAIN: Final = str.maketrans(
    {
        "●": "*",
        "○": "o",
        "·": ".",
        "▸": ">",
        "▏": "|",
        "×": "x",
        "±": "+/-",
        "…": "...",
        "→": "->",
        "←": "<-",
        "\N{HYPHEN}": "-",
        "\N{NON-BREAKING HYPHEN}": "-",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        **dict.fromkeys("─━═╴╸╺", "-"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("╭╮╰╯┌┐└┘┏┓┗┛├┤┬┴┼", "+"),
        **dict.fromkeys("“”„", '"'),
        **dict.fromkeys(map(chr, range(0x2800, 0x2900)), "*"),  # Braille: what turns while one waits
    }
)
UNKNOWN: Final = "?"
NAME: Final = "heliopolis-plain-signs"
#: ASCII by another name: Click takes a stream in ASCII for a mistake, and writes UTF-8 to it.
ASCII: Final = "heliopolis_ascii"
#: Where Python keeps bytes of a file's name that are no text.
BYTES: Final = range(0xDC80, 0xDD00)


def stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    """Give what stands for the first sign that cannot be written."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    sign = error.object[error.start]
    if ord(sign) in BYTES:
        return bytes([ord(sign) - 0xDC00]), error.start + 1
    plain = unicodedata.normalize("NFKD", sign.translate(PLAIN))
    return "".join(filter(str.isascii, plain)) or UNKNOWN, error.start + 1


def use_plain_signs() -> None:
    r"""Let nothing that is printed fail for the sake of a sign: another one is written in its place.

    >>> register()
    >>> "● ○ 2×Nile ▸ José".encode("ascii", NAME), "2×Nile … ▸".encode("cp1252", NAME)
    (b'* o 2xNile > Jose', b'2\xd7Nile \x85 >')
    """
    register()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            in_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if in_ascii else None, errors=NAME)


@cache
def register() -> None:
    """Make the plain signs known to Python, once."""
    codecs.register_error(NAME, stand_in)
    codecs.register(_find_ascii)


def _find_ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    info = codecs.lookup("ascii")
    return codecs.CodecInfo(
        name=ASCII,
        encode=info.encode,
        decode=info.decode,
        incrementalencoder=info.incrementalencoder,
        incrementaldecoder=info.incrementaldecoder,
        streamreader=info.streamreader,
        streamwriter=info.streamwriter,
    )


def writes_any_sign() -> bool:
    """Tell whether standard output can write every sign."""
    return (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
