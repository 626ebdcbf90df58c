"""Start a server as `heliopolis serve` does, with limits that a test chooses: python -m tests.server.serve JSON."""

from __future__ import annotations

import sys

import msgspec

from heliopolis.server.app import serve
from heliopolis.server.settings import Settings
from heliopolis.warm import warm

if __name__ == "__main__":
    warm()
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
    serve(settings, lambda line: print(line, flush=True), browser=False)
