"""The files of the score pad's pages, by their names."""

from __future__ import annotations

from importlib.resources import files
from pathlib import PurePath

TYPES = {
    ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
    ".png": "image/png",
}  # fmt: skip


def page_files(*folder: str) -> dict[str, bytes]:
    """Return the files in a folder of the pages, or of those that all pages share."""
    found = files("templates").joinpath("web", *folder).iterdir()
    return {one.name: one.read_bytes() for one in found if PurePath(one.name).suffix in TYPES}
