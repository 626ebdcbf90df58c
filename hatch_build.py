"""Refuse to build a package without the browser client: its server would have no page to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/heliopolis/server/static/index.html"
MISSING = (
    f"The browser client is not built: there is no {PAGE}. "
    "Run `make client` in the folder of the source, and build again."
)


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # its configuration is not ours to name
    """Look for the client before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop a build that would lack the client. An editable install finds it once it is built."""
        if version != "editable" and not Path(self.root, PAGE).is_file():
            self.app.abort(MISSING)
