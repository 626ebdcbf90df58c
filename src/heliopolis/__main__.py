"""Runs the command, as `heliopolis` and as `python -m heliopolis`: also for who presses Ctrl-C while it is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command, and run it."""
    try:
        from heliopolis.cli import main as run

        run()
    except KeyboardInterrupt:
        print("heliopolis: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
