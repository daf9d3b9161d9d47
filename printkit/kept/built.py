"""What a build reports of each file that it made, or found as it would make it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Built(NamedTuple):
    """One component that was built: its pieces (fronts), its file and the number of pages there.

    Components that share sheets are in one file. For the file of the whole game, ``component`` is
    empty and ``title`` is the game's. ``fillable``: the file is the component's form. Of its
    ``faces`` (the different ones, backs included) those ``drawn`` are new in this build, by their
    IDs. ``unchanged``: the file was there already, as it is to be.
    """

    game: str
    component: str
    title: str
    pieces: int
    pages: int
    file: Path
    fillable: bool = False
    faces: int = 0
    drawn: tuple[str, ...] = ()
    unchanged: bool = False
