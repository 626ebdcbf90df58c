"""Old tables are deleted, but not those of the owner, and none at which somebody sits."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from heliopolis.server.retention import DAY, delete_old
from heliopolis.server.settings import Keep, database_url
from heliopolis.server.storage import DELETED_AT_ONCE, Storage
from heliopolis.server.tables import now
from tests.server.loop import complete
from tests.server.rows import ask, begun, keep, new_row

KEEP = Keep(unstarted=1, idle=2, finished=3)
AGES = {"waiting": 1, "running": 2, "over": 3}


def left(path: Path, rule: Keep, *, in_use: str = "") -> set[str]:
    """Lay out tables of every state, on both sides of their ages, delete the old ones, and name those that are left."""

    async def sat_at(names: Collection[str]) -> set[str]:
        return {in_use} & set(names)

    async def work() -> tuple[int, set[str]]:
        storage = Storage(database_url(str(path)))
        for state, days in AGES.items():
            for own in (False, True):
                for age, changed in (("young", -days * DAY + 60_000), ("old", -days * DAY - 60_000)):
                    name = f"{age} {state}{' own' * own}"
                    row, entries = begun(name, 2, own=own, changed=now() + changed)
                    await keep(storage, replace(row, state=state), entries)
        deleted = await delete_old(storage, rule, sat_at)
        names = set(await storage.names())
        assert await storage.examine() == []
        assert await delete_old(storage, rule, sat_at) == 0
        await storage.close()
        return deleted, names

    deleted, names = complete(work())
    assert deleted + len(names) == 4 * len(AGES)
    return names


ALL = {f"{age} {state}{own}" for age in ("young", "old") for state in AGES for own in ("", " own")}


def test_each_state_has_its_own_age_and_the_owners_matches_are_kept(tmp_path: Path) -> None:
    assert left(tmp_path / "x.db", KEEP) == ALL - {"old waiting", "old waiting own", "old running", "old over"}


def test_the_owners_tables_go_only_by_their_own_rule(tmp_path: Path) -> None:
    rule = Keep(unstarted=None, idle=None, finished=None, own=2)
    assert left(tmp_path / "x.db", rule) == ALL - {"old running own", "young over own", "old over own"}


def test_what_is_kept_for_good_is_kept(tmp_path: Path) -> None:
    assert left(tmp_path / "x.db", Keep(None, None, None, None)) == ALL


def test_a_table_at_which_somebody_sits_is_kept(tmp_path: Path) -> None:
    assert left(tmp_path / "x.db", KEEP, in_use="old over") == ALL - {"old waiting", "old waiting own", "old running"}


def test_by_default_tables_are_kept_for_weeks_and_the_owners_for_good(tmp_path: Path) -> None:
    assert left(tmp_path / "x.db", Keep()) == ALL
    assert Keep().own is None


def test_journals_and_rights_go_with_their_table_and_who_pointed_to_it_points_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "x.db"

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        await keep(storage, *begun("gone", own=False, changed=1))
        row, entries = begun("kept", changed=now())
        await keep(storage, replace(row, next="gone"), entries)
        assert await delete_old(storage, KEEP) == 1
        await storage.close()

    complete(work())
    assert ask(path, "SELECT DISTINCT table_id FROM journal") == [("kept",)]
    assert ask(path, "SELECT DISTINCT table_id FROM rights") == [("kept",)]
    assert ask(path, "SELECT id, next FROM tables") == [("kept", None)]


@pytest.mark.parametrize("in_use", [0, 1])
def test_more_tables_go_than_are_deleted_at_once(tmp_path: Path, in_use: int) -> None:
    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "x.db")))
        names = [f"t{number}" for number in range(2 * DELETED_AT_ONCE + 1)]
        await storage.save([], new=[new_row(name, own=False, changed=1) for name in names])
        used = set(names[:in_use])

        async def sat_at(names: Collection[str]) -> set[str]:
            return used & set(names)

        assert await delete_old(storage, KEEP, sat_at) == len(names) - in_use
        assert set(await storage.names()) == used
        await storage.close()

    complete(work())
