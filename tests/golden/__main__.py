"""Play all the games anew and write their texts: `make golden`. Then read the diff."""

from __future__ import annotations

from rich.progress import track

from heliopolis.warm import warm
from tests.golden.playthrough import FOLDER, play, tables, text


def main() -> None:
    """Write every text, and remove those of tables that are no more."""
    warm()
    expected = list(tables())
    for table in track(expected, "playing"):
        table.file.write_text(text(play(table), brief=table.brief), encoding="utf-8")
    for stale in set(FOLDER.glob("*.txt")) - {table.file for table in expected}:
        stale.unlink()


if __name__ == "__main__":
    main()
