"""A server is set by a file, by the environment and by options; what is wrong is told with its place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heliopolis.errors import SetupError
from heliopolis.server.configuration import SETTINGS, joined, read_environment, read_file
from heliopolis.server.settings import Settings, read_keep, read_limits

WHOLE = """
host = "0.0.0.0"
port = 8080
database = "tables.sqlite3"
workers = 1
origins = ["https://ra.example.org"]
proxies = ["127.0.0.1", "10.0.0.0/8"]
bot-pause = 1.5
owner-port = 9100
owner-host = "127.0.0.1"
log-lines = true
open = false

[limits]
sockets = 500
messages = "60/20"

[keep]
finished = 30
idle = "forever"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "heliopolis.toml"
    path.write_text(text)
    return path


def test_all_that_can_be_set_stands_in_a_file(tmp_path: Path) -> None:
    found = read_file(write(tmp_path, WHOLE))
    assert set(found) == set(SETTINGS)
    assert (found["port"], found["log-lines"], found["bot-pause"]) == (8080, True, 1.5)
    assert found["proxies"] == ["127.0.0.1", "10.0.0.0/8"]
    assert (read_limits(found["limits"]).sockets, read_keep(found["keep"]).idle) == (500, None)


def test_the_environment_says_the_same_in_texts() -> None:
    found = read_environment(
        {
            "HELIOPOLIS_PORT": "8080",
            "HELIOPOLIS_LOG_LINES": "yes",
            "HELIOPOLIS_ORIGINS": "https://ra.example.org http://192.168.0.7:8000",
            "HELIOPOLIS_LIMITS": "sockets=500 messages=60/20",
            "HELIOPOLIS_HOST": "",
            "HELIOPOLIS_CACHE": "/somewhere",
            "PORT": "1",
        }
    )
    assert found == {
        "port": 8080,
        "log-lines": True,
        "origins": ["https://ra.example.org", "http://192.168.0.7:8000"],
        "limits": ["sockets=500", "messages=60/20"],
    }


def test_the_command_line_counts_before_the_environment_and_that_before_the_file() -> None:
    found = joined(
        [
            {"port": 1, "limits": ["sockets=1"]},
            {"port": 2, "host": "b", "limits": ["sockets=2", "frames=2/2"]},
            {"port": 3, "host": "c", "database": "c", "limits": ["sockets=3", "frames=3/3", "undos=3"]},
        ]
    )
    limits = read_limits(found.pop("limits"))
    assert found == {"port": 1, "host": "b", "database": "c"}
    assert (limits.sockets, limits.frames.burst, limits.undos) == (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = 'many'", "port has to be a port from 0 to 65535, not 'many'"),
        ("port = 80.5", "port has to be a port"),
        ("workers = 0", "workers has to be a number from 1 to 64, not 0"),
        ("prot = 80", "there is no setting 'prot': choose one of host, port,"),
        ("host = 7", "host has to be a text, not 7"),
        ("origins = 7", "origins has to be a list of texts"),
        ("bot-pause = -1", "bot-pause has to be a number from 0 on"),
        ("log-lines = 'maybe'", "log-lines has to be true or false"),
        ("limits = 7", "limits has to be a table such as"),
        ("[limits]\nsocket = 5", "limits has no 'socket': choose one of connections,"),
        ("[keep]\nold = 5", "keep has no 'old': choose one of unstarted,"),
        ("port", "are not TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(SetupError, match=r"heliopolis\.toml") as error:
        read_file(write(tmp_path, text))
    assert said in str(error.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read"):
        read_file(tmp_path / "missing.toml")


def test_every_setting_of_a_server_is_known_by_its_name() -> None:
    for name in set(SETTINGS) - {"open"}:
        assert hasattr(Settings, name.replace("-", "_")) or name in ("limits", "keep")


@pytest.mark.parametrize(
    ("text", "environment", "said"),
    [
        ("[limits]\nsockets = -5", {}, "limit 'sockets=-5' is not like sockets=100"),
        ("", {"HELIOPOLIS_PORT": "x"}, "in the environment, port has to be"),
        ("[keep]\nfinished = 'never'", {}, "finished=30 or finished=forever"),
    ],
)
def test_the_command_refuses_in_a_sentence(tmp_path: Path, text: str, environment: dict[str, str], said: str) -> None:
    command = [sys.executable, "-c", "from heliopolis.cli import main; main()", "serve", "--no-open"]
    done = subprocess.run(
        [*command, "--config", str(write(tmp_path, text))],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", **environment},
        timeout=120,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
