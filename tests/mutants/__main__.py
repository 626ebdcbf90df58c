"""Break every rule, one at a time, and see whether a test that names the rule notices: `make mutants`.

Each mutant lives in a copy of the project, never in the project itself. Only the tests that name its rule are run,
uncompiled: that takes seconds, compiling would take a minute. What was found is kept in build/mutants.json as long as
the sources and those tests stay as they are, so that an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.mutants.mutants import PACKAGE, ROOT, Mutant, MutantError, find_tests, load, rules

RESULTS = ROOT / "build" / "mutants.json"
TOLD = 2000  # characters of what pytest printed, where it did not go as it should
COPIED = ("src", "tests", "docs", "README.md", "pyproject.toml")
PATIENCE = 600  # seconds: a mutant that runs for ever is a bad mutant

#: Runs pytest, but only on the package of the copy, wherever the project is installed.
RUN = """
import sys, heliopolis, pytest
assert heliopolis.__file__.startswith(sys.argv[1]), heliopolis.__file__
sys.exit(pytest.main(sys.argv[2:]))
"""

PASSED, FAILED = 0, 1  # what pytest exits with
KILLED = "killed"
SURVIVED = "survived"
BROKEN = "broken"

#: What became of a mutant, and the test that killed it, or what else there is to say.
Result = tuple[str, str]


def run_mutant(mutant: Mutant) -> Result:
    """Run the tests that name the rule of a mutant. Only a failed test kills, not a program that cannot start."""
    with copied_project() as root:
        mutant.apply(root)
        status, printed = run_tests(root, find_tests()[mutant.rule], "-x", "-n", "0")
    failed = re.findall(r"^FAILED \S+::(\S+)", printed, re.MULTILINE)
    if status == FAILED and failed:
        return KILLED, failed[0]
    if status == PASSED:
        return SURVIVED, ", ".join(find_tests()[mutant.rule])
    return BROKEN, printed[-TOLD:]


def run_sound(chosen: list[str], workers: int) -> Result:
    """Run all those tests on the sources as they are: where they fail, a kill would mean nothing."""
    tests = sorted({test for rule in chosen for test in find_tests()[rule]})
    with copied_project() as root:
        status, printed = run_tests(root, tests, "-n", str(workers))
    return (SURVIVED, "") if status == PASSED else (BROKEN, printed[-TOLD:])


@contextlib.contextmanager
def copied_project() -> Iterator[Path]:
    """Copy what the tests need into a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="heliopolis-mutant-") as folder:
        root = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
            else:
                shutil.copy(ROOT / name, root / name)
        yield root


def run_tests(root: Path, tests: list[str], *options: str) -> tuple[int, str]:
    """Run tests of a copy, as plain Python; answer with pytest's exit code, and with what it printed."""
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root)]),
    }
    command = [sys.executable, "-c", RUN, str(root), "-q", "--tb=line", "-rfE", "-p", "no:cacheprovider", *options]
    command += ["-W", "ignore:overflow encountered:RuntimeWarning"]  # compiled, numbers wrap around in silence
    try:
        done = subprocess.run(
            [*command, *tests], cwd=root, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return -1, f"the tests were not over after {PATIENCE} seconds"
    return done.returncode, done.stdout + done.stderr


# ---- what has been found before ----


@cache
def sources() -> bytes:
    """Digest the package, and what the tests share."""
    shared = [path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")]
    return digest([*(ROOT / PACKAGE).rglob("*.py"), *shared])


def digest(paths: Iterable[Path]) -> bytes:
    """Digest files and their names."""
    names = hashlib.sha256()
    for path in sorted(paths):
        names.update(path.relative_to(ROOT).as_posix().encode() + b"\n" + path.read_bytes())
    return names.digest()


def key(rule: str, what: str) -> str:
    """Name a run by all that its result follows from: the mutant, the sources, and the tests that name the rule."""
    tests = digest({ROOT / test.partition("::")[0] for test in find_tests()[rule]})
    return f"{rule} {hashlib.sha256(what.encode() + sources() + tests).hexdigest()}"


def load_results() -> dict[str, Result]:
    """Read what was found before."""
    try:
        kept = json.loads(RESULTS.read_text(encoding="utf-8"))
        return {name: (outcome, why) for name, (outcome, why) in kept.items()}
    except (OSError, ValueError):
        return {}


def save_results(results: dict[str, Result]) -> None:
    """Keep what was found, in one step."""
    RESULTS.parent.mkdir(exist_ok=True)
    part = RESULTS.with_suffix(".part")
    part.write_text(json.dumps(results, indent=1), encoding="utf-8")
    part.replace(RESULTS)


# ---- the run ----


def check_lists(mutants: list[Mutant], console: Console) -> bool:
    """See that every rule has a mutant and a test, and that every mutant can be made."""
    wrong = [f"{rule} has no mutant in tests/mutants" for rule in rules() if rule not in {m.rule for m in mutants}]
    wrong += [f"{rule} is named by no test" for rule in rules() if rule not in find_tests()]
    wrong += [f"{mutant}: there is no such rule" for mutant in mutants if mutant.rule not in rules()]
    for mutant in mutants:
        try:
            mutant.source(ROOT)
        except MutantError as error:
            wrong.append(str(error))
    for message in wrong:
        say(console, message, bad=True)
    return not wrong


@click.command()
@click.argument("only", nargs=-1, metavar="[RULE]...")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True, help="How many run at once.")
@click.option("--fresh", is_flag=True, help="Forget what was found before.")
def main(only: tuple[str, ...], workers: int, fresh: bool) -> None:
    """Break every rule (or only some: R14 D9) and see whether the tests that name it notice."""
    console = Console()
    mutants = load()
    unknown = set(only) - set(rules())
    if unknown:
        raise click.UsageError(f"there is no rule {', '.join(sorted(unknown))}: rules are R1 to R36 and D1 to D21")
    if not check_lists(mutants, console):
        sys.exit(2)
    chosen = [rule for rule in rules() if not only or rule in only]
    mutants = [mutant for mutant in mutants if mutant.rule in chosen]
    results = {} if fresh else load_results()
    try:
        check_sound(chosen, workers, results, console)
        unknown_yet = [mutant for mutant in mutants if key(mutant.rule, repr(mutant)) not in results]
        run_mutants(unknown_yet, workers, results, console)
    except KeyboardInterrupt:
        console.print("interrupted: the next run goes on from here")
        sys.exit(130)
    sys.exit(report(mutants, results, console))


def check_sound(chosen: list[str], workers: int, results: dict[str, Result], console: Console) -> None:
    """See that the tests pass where nothing is broken, unless that is known."""
    unknown = [rule for rule in chosen if key(rule, "sound") not in results]
    if not unknown:
        return
    with console.status(f"running the tests that name {len(unknown)} rules, with no rule broken"):
        outcome, why = run_sound(unknown, workers)
    if outcome == BROKEN:
        say(console, f"the tests fail without a mutant, so that a kill would mean nothing:\n{why}", bad=True)
        sys.exit(1)
    results |= {key(rule, "sound"): (outcome, why) for rule in unknown}
    save_results(results)


def run_mutants(mutants: list[Mutant], workers: int, results: dict[str, Result], console: Console) -> None:
    """Run what is not known yet, and keep each result as soon as it is there."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    waiting = iter(mutants)
    pending: dict[Future[Result], Mutant] = {}
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(workers) as pool:
        bar = progress.add_task("breaking rules", total=len(mutants))
        while True:
            while len(pending) < workers and (mutant := next(waiting, None)) is not None:
                pending[pool.submit(run_mutant, mutant)] = mutant
            if not pending:
                return
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                mutant = pending.pop(future)
                result = results[key(mutant.rule, repr(mutant))] = future.result()
                save_results(results)
                say(progress.console, told(mutant, result), bad=result[0] != KILLED)
                progress.advance(bar)


def told(mutant: Mutant, result: Result) -> str:
    """Say what became of a mutant."""
    outcome, why = result
    return f"{mutant}: {outcome} {'by ' if outcome == KILLED else ''}{why}"


def report(mutants: list[Mutant], results: dict[str, Result], console: Console) -> int:
    """Tell who lives."""
    found = {mutant: results[key(mutant.rule, repr(mutant))] for mutant in mutants}
    alive = {mutant: result for mutant, result in found.items() if result[0] != KILLED}
    for mutant, result in alive.items():
        say(console, told(mutant, result), bad=True)
    broken = len({mutant.rule for mutant in mutants})
    say(console, f"{len(mutants)} mutants of {broken} rules: {len(mutants) - len(alive)} killed, {len(alive)} not")
    return 1 if alive else 0


def say(console: Console, text: str, *, bad: bool = False) -> None:
    """Print a line as it is."""
    console.print(text, style="red" if bad else None, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
