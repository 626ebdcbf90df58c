"""What is built and installed from this folder: the sdist, the wheel, and a tour of it in clean environments.

The tour runs outside the repository, with every Python that there is and with no Node.js on the PATH. Only with the
newest of them anything is compiled, and little of it, so that it is short.
"""

from __future__ import annotations

import email.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path

import httpx
import pytest
from filelock import FileLock
from playwright.sync_api import Browser

from heliopolis.server.settings import STATIC
from tests.chromium import PATIENCE

ROOT = Path(__file__).parents[1]
REQUIREMENTS = ROOT / "requirements"
#: Where a clone has the built client, and where a wheel has it.
IN_SOURCE, IN_WHEEL = "src/heliopolis/server/static/", "heliopolis/server/static/"
#: The Pythons that the wheel is tried with, where they are installed. docs/compatibility.md names the others.
PYTHONS = ("3.11", "3.12", "3.13")
OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
#: Seconds that no step takes, however busy the machine is.
LONGEST = 300


class Environment:
    """An environment of its own, in a folder outside the repository."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"

    def run(self, *command: str, input: str = "", compiled: bool = False) -> str:
        """Run a command of the environment, or a module with its Python; nothing else is on the PATH."""
        done = subprocess.run(
            [self.folder / "bin" / command[0], *command[1:]],
            input=input,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LONGEST,
            check=False,
            cwd=self.folder.parent,
            env=self.variables(compiled=compiled),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def variables(self, *, compiled: bool = False) -> dict[str, str]:
        home = self.folder.parent / "home"
        return {
            "HOME": str(home),
            "HELIOPOLIS_CACHE": str(home / "cache"),
            "PATH": str(self.folder / "bin"),
            "PYTHONUTF8": "1",
            "NUMBA_DISABLE_JIT": str(int(not compiled)),
        }


# ---- building ----


def uv(*arguments: str | Path, refused: bool = False) -> str:
    """Run uv, the one that has set up this environment; no other program is on the PATH."""
    found = shutil.which("uv") or shutil.which(ROOT / ".uv" / "bin" / "uv")
    if found is None:
        pytest.fail("there is no uv: `make environment` fetches it")
    hidden = ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX")
    variables = {name: value for name, value in os.environ.items() if name not in hidden}
    if index := os.environ.get("PIP_INDEX_URL"):  # uv does not read it by itself: see tools/setup
        variables.setdefault("UV_DEFAULT_INDEX", index)
    done = subprocess.run(
        [found, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
        cwd=ROOT,
        env=variables,
    )
    assert (done.returncode != 0) == refused, done.stdout + done.stderr
    return done.stdout + done.stderr


def make_environment(folder: Path, python: str, requirements: str) -> Environment:
    uv("venv", "--no-project", "--python", python, folder)
    made = Environment(folder)
    uv("pip", "sync", "--python", made.python, "--require-hashes", REQUIREMENTS / requirements)
    (folder.parent / "home").mkdir(exist_ok=True)
    return made


def build(builder: Environment, source: Path, *options: str | Path, refused: bool = False) -> str:
    """Build packages with the pinned backend that is in an environment."""
    return uv("build", "--no-build-isolation", "--python", builder.python, *options, source, refused=refused)


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Find one folder for all processes that run these tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "packages"
    folder.mkdir(exist_ok=True)
    return folder


def once(folder: Path, make: Callable[[], object]) -> None:
    """Make something in a folder, unless another process has made it."""
    with FileLock(f"{folder}.lock"):
        if not Path(f"{folder}.done").exists():
            folder.mkdir()
            make()
            Path(f"{folder}.done").touch()


@pytest.fixture(scope="session")
def builder(place: Path) -> Environment:
    folder = place / "builder"
    once(folder, lambda: make_environment(folder / "env", sys.executable, "build.txt"))
    return Environment(folder / "env")


@pytest.fixture(scope="session")
def packages(place: Path, builder: Environment) -> Path:
    """Build the sdist from this folder, and the wheel from the sdist."""
    assert (STATIC / "index.html").is_file(), "the page is not built: `make client` builds it"
    once(place / "dist", lambda: build(builder, ROOT, "--out-dir", place / "dist"))
    return place / "dist"


@pytest.fixture(scope="session")
def sdist(packages: Path) -> Path:
    return next(packages.glob("*.tar.gz"))


@pytest.fixture(scope="session")
def wheel(packages: Path) -> Path:
    return next(packages.glob("*.whl"))


@pytest.fixture
def unbuilt(tmp_path: Path, sdist: Path) -> Path:
    """Lay out the source as in a fresh clone: without the client."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(tmp_path.glob("heliopolis-*"))
    shutil.rmtree(source / IN_SOURCE)
    return source


def client() -> set[str]:
    return {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}


def test_the_sdist_has_the_client_and_all_that_builds_it(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {IN_SOURCE + name for name in client()} <= names
    assert {"hatch_build.py", "Makefile", "tools/setup", "web/package-lock.json", "requirements/run.txt"} <= names
    assert {"README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md"} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_a_wheel_made_from_the_sdist_without_node_has_the_client(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        page = archive.read(IN_WHEEL + "index.html")
    assert {name.removeprefix(IN_WHEEL) for name in names if name.startswith(IN_WHEEL)} == client()
    assert page == (STATIC / "index.html").read_bytes()
    assert {"heliopolis/__main__.py", "heliopolis/rulebook/rules.md", "heliopolis/py.typed"} <= names
    assert {"heliopolis/envs/art.svg", "heliopolis/observations/trained/ra.npz"} <= names


@pytest.mark.parametrize("kind", ["--sdist", "--wheel"])
def test_without_the_client_nothing_is_built(builder: Environment, unbuilt: Path, tmp_path: Path, kind: str) -> None:
    said = build(builder, unbuilt, kind, "--out-dir", tmp_path / "out", refused=True)
    assert f"The browser client is not built: there is no {IN_SOURCE}index.html. Run `make client`" in said
    assert "Traceback" not in said
    assert not list(tmp_path.glob("out/heliopolis*"))


def test_an_editable_install_does_without_the_client(builder: Environment, unbuilt: Path, tmp_path: Path) -> None:
    """`make play` installs first, and builds the client meanwhile."""
    env = make_environment(tmp_path / "env", str(builder.python), "build.txt")
    uv("pip", "install", "--python", env.python, "--no-build-isolation", "--no-deps", "--editable", unbuilt)
    found = env.run("python", "-c", "import heliopolis; print(heliopolis.__file__)")
    assert Path(found.strip()) == unbuilt / "src" / "heliopolis" / "__init__.py"


# ---- what the wheel says of itself ----


@pytest.fixture
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.parser.Parser().parsestr(archive.read(name).decode())


def test_the_wheel_says_what_it_is(metadata: Message, wheel: Path) -> None:
    assert metadata["Version"].startswith("0.")
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata.get_all("Provides-Extra") == ["arena", "cluster", "envs", "postgresql"]
    assert "board game" in metadata["Keywords"]
    classifiers = metadata.get_all("Classifier") or []
    assert [f"Programming Language :: Python :: {version}" in classifiers for version in PYTHONS] == [True] * 3
    with zipfile.ZipFile(wheel) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist() if ".dist-info/licenses/" in name]
    assert any(text.startswith("MIT License") for text in texts)
    assert any("SIL OPEN FONT LICENSE" in text and "svelte" in text for text in texts)


def test_extras_resolve(wheel: Path) -> None:
    """Every extra finds its packages, in the versions of the lock."""
    for extra, brings in (("arena", "pyarrow"), ("cluster", "ray"), ("envs", "pettingzoo"), ("postgresql", "psycopg")):
        said = uv(
            *("pip", "install", "--dry-run", "--python", sys.executable, "--target", wheel.parent / "nowhere"),
            *("--constraints", REQUIREMENTS / "dev.txt", f"heliopolis[{extra}] @ {wheel.as_uri()}"),
        )
        assert f"+ {brings}==" in said


def test_the_client_is_locked_by_hash_and_not_by_address() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    packages = [about for name, about in lock.items() if name]
    assert not [about for about in packages if "resolved" in about]
    assert all(about["integrity"].startswith("sha512-") for about in packages if not about.get("inBundle"))


def test_building_the_client_takes_no_linters() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    needed = {name for name, about in lock.items() if name and not (about.get("dev") or about.get("devOptional"))}
    assert "node_modules/vite" in needed
    assert not [name for name in needed if re.search("eslint|prettier|vitest|svelte-check|axe-core|/typescript", name)]


# ---- a tour of the wheel ----


def find_python(version: str) -> str | None:
    """Find a Python of a version: the one that runs the tests, one on the PATH, or one of pyenv's."""
    if version == OWN:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    places = [f"python{version}", *sorted(map(str, pyenv.glob(f"{version}.*/bin/python{version}")), reverse=True)]
    for found in filter(None, map(shutil.which, places)):
        said = subprocess.run(
            [found, "--version"], capture_output=True, text=True, check=False
        )  # pyenv's shims may fail
        if said.returncode == 0 and f" {version}." in said.stdout + said.stderr:
            return found
    return None


def installed(place: Path, wheel: Path, version: str, *extras: str) -> Environment:
    """Install the wheel, with the locked versions of what it needs, into an environment of its own."""
    python = find_python(version)
    if python is None:
        pytest.skip(f"Python {version} is not installed here: the wheel is not tried with it")
    folder = place / version

    def make() -> None:
        made = make_environment(folder / "env", python, "run.txt")
        wanted = f"heliopolis[{','.join(extras)}] @ {wheel.as_uri()}" if extras else str(wheel)
        uv("pip", "install", "--python", made.python, "--constraints", REQUIREMENTS / "dev.txt", wanted)

    once(folder, make)
    return Environment(folder / "env")


@pytest.fixture(scope="session", params=PYTHONS)
def env(request: pytest.FixtureRequest, place: Path, wheel: Path) -> Environment:
    """Install the wheel for each Python that there is, with what tournaments need."""
    return installed(place, wheel, request.param, "arena")


@pytest.fixture(scope="session")
def newest(place: Path, wheel: Path) -> Environment:
    """Install the wheel for the newest Python that there is."""
    version = next(version for version in reversed(PYTHONS) if find_python(version) is not None)
    return installed(place, wheel, version, "arena")


def test_the_tour_of_the_command(env: Environment) -> None:
    assert env.run("heliopolis", "--version").startswith("heliopolis, version 0.")
    assert "bids once or passes" in env.run("python", "-m", "heliopolis", "rules", "ra", "R13")
    moves = "draw\ninvoke\nbid 5\nquit\n"
    options = ["--seats", "Ann,Ben", "--set", "suns=9-6-5-2|8-7-4-3", "--seed", "7", "--save", "evening.ra"]
    env.run("heliopolis", "play", "ra", *options, input=moves)
    record = (env.folder.parent / "evening.ra").read_text(encoding="utf-8")
    assert [line for line in record.splitlines() if re.match(r"\d", line)] == [
        "1. Ann: draw",
        "2. Ann: tile Flood",
        "3. Ben: invoke",
        "4. Ann: bid 5",
    ]
    assert env.run("heliopolis", "simulate", "ra", "--games", "2").startswith("2 games of ra")
    env.run("heliopolis", "arena", "ra", "--players", "2", "--bots", "random", "--games", "2", "--out", "results")
    assert list((env.folder.parent / "results").rglob("*.parquet"))


def test_the_tour_compiled(newest: Environment) -> None:
    """All other tests run compiled, with the Python that runs them."""
    simulated = newest.run("heliopolis", "simulate", "dice", "--games", "1000", compiled=True)
    assert simulated.startswith("1,000 games of dice")
    code = "from heliopolis.games.dice.rules import apply; print(len(apply.dispatcher.signatures))"
    tried = f"import heliopolis; m = heliopolis.Match('dice', ['a', 'b'], seed=1); m.play(m.moves()[0]); {code}"
    assert newest.run("python", "-c", tried, compiled=True) == "1\n"
    assert list((newest.folder.parent / "home" / "cache").rglob("*.nbc"))


@contextmanager
def serving(env: Environment, database: Path) -> Iterator[str]:
    """Start the server of an installed wheel; name its address."""
    command = [str(env.folder / "bin" / "heliopolis"), "serve", "--no-open", "--port", "0", "--database", str(database)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=env.folder.parent, env=env.variables()
    ) as process:
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith("Heliopolis is at "))
            yield line.split()[3]
        finally:
            process.terminate()


def test_the_server_of_the_wheel_has_its_page(env: Environment, tmp_path: Path, chromium: Browser) -> None:
    """Fetch the page and all files of the client; then a browser sees it, and complains of nothing."""
    with (
        serving(env, tmp_path / "tables.sqlite3") as address,
        httpx.Client(base_url=address, timeout=LONGEST, trust_env=False) as http,
    ):
        page = http.get("/")
        assert page.status_code == 200
        named = re.findall(r'(?:src|href)="\.?/([^"]+)"', page.text)
        assert any(name.endswith(".js") for name in named)
        plain = {name for name in client() if not name.endswith((".br", ".gz"))}
        assert set(named) <= plain
        for name in plain:
            answer = http.get(f"/{name}")
            assert (answer.status_code, answer.content) == (200, (STATIC / name).read_bytes())
        assert look(address, chromium) == []


def look(address: str, chromium: Browser) -> list[str]:
    """Open the page in a browser, as a person does; tell what the page complains of."""
    complaints: list[str] = []
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(address)
    page.get_by_role("heading", level=1).first.wait_for()
    page.close()
    return complaints
