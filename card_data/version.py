"""The kit's version, from the installed package or from the checkout that it runs in."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"


def version() -> str:
    """The version of the checkout if this is one, else that of the installed package."""
    if PROJECT.is_file():  # an installed package has none beside it
        project = tomllib.loads(PROJECT.read_text("utf-8")).get("project", {})
        if project.get("name") == "printkit":
            return str(project["version"])
    try:
        return metadata.version("printkit")
    except metadata.PackageNotFoundError:
        return "unknown"
