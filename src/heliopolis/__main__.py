"""Runs the command as `python -m heliopolis`."""

from __future__ import annotations

from heliopolis.cli import main

if __name__ == "__main__":
    main()
