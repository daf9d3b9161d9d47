"""Forms from any source filled in: behind a wall, as they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from card_data.limits import SECONDS_A_FILLING
from card_data.wall import Wall, Worker
from printkit.faces.filled import Entry
from printkit.forms.reader import answer, asked


class Filling(NamedTuple):
    """What is to be filled into a file, and whether its fields are then taken out."""

    file: Path
    entries: Sequence[Entry]
    keywords: Mapping[str, str]
    flat: bool


def fill_file(
    file: Path, entries: Sequence[Entry], keywords: Mapping[str, str], *, flat: bool
) -> tuple[bytes, list[Entry]]:
    """What `printkit.forms.filling.fill` makes of the form in a file, or without its fields if it
    is to be ``flat``; raise `DataError` for a file that cannot be read."""
    request = Filling(file, entries, keywords, flat)
    wall = Wall(working, done="filled in")
    return asked(wall, request, file, SECONDS_A_FILLING, tuple[bytes, list[Entry]])


def working() -> Worker:
    """What fills in files behind a wall, where no library can be loaded."""
    from printkit.forms.filling import fill
    from printkit.forms.flattening import flatten
    from printkit.typography.fonts import Fonts

    fonts = Fonts()

    def work(request: Filling) -> bytes:
        def made(pdf: bytes) -> tuple[bytes, list[Entry]]:
            done, left_over = fill(pdf, request.entries, fonts, request.keywords)
            return flatten(done) if request.flat else done, left_over

        return answer(request.file, made)

    return lambda request, outside: work(request)
