"""Schemathesis against the server's own description of its requests, where both are there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import httpx

DESCRIPTION = "/api/openapi.json"
OWN = Path(__file__).parents[2] / ".uv" / "attack" / "bin" / "schemathesis"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES = 100
SECONDS = 600.0


def find_schemathesis() -> str | None:
    """Find the program: the project's own, or one on the path."""
    return str(OWN) if OWN.exists() else shutil.which("schemathesis")


def run_schemathesis(url: str, folder: Path, seed: int, examples: int = EXAMPLES) -> tuple[bool, str]:
    """Let it ask whatever the description allows, and more; whether all was well, and what it said.

    What it wants to remember stays in a folder.
    """
    program = find_schemathesis()
    if program is None:
        return True, "skipped: Schemathesis is not installed (tools/setup attack)"
    if httpx.get(url + DESCRIPTION, trust_env=False).status_code != 200:
        return True, f"skipped: the server has no {DESCRIPTION}"
    command = [program, "run", url + DESCRIPTION, f"--checks={CHECKS}", f"--max-examples={examples}", f"--seed={seed}"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False, f"Schemathesis was not done after {SECONDS:.0f} s"
    if done.returncode == 0:
        counted = re.search(r"\d+ generated, .*", done.stdout)
        return True, counted[0] if counted else "no fault found"
    return False, done.stdout[-8000:] + done.stderr[-1000:]
