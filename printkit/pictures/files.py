"""The files of pictures: in the game's folder, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath

from card_data.limits import LARGEST_PICTURE
from card_data.problems import quote, with_suggestion
from card_data.reading.documents import leads_out, read_at_most
from printkit.cache.inputs import is_picture
from printkit.errors import MarkupError, TextError

DIGEST = "PrintkitPicture"  # tells in a PDF of which picture one was separated for a press
MOST_NAMES = 1000  # files of a folder searched for a name like an unknown one
SAMPLE = "such as art/goose.png"
VECTOR = ".svg"  # ends the name of a file of shapes


def read_picture(name: str, folder: Path) -> bytes:
    """Return the bytes of a picture by its path in a game's folder; raise `TextError` where there
    is none that may be read."""
    file = folder.joinpath(*steps_of(name))
    try:
        if not file.is_file():
            raise TextError(
                with_suggestion(f"no picture {quote(name)}", name, names_like(file, folder))
            )
        if leads_out(file, folder):
            raise TextError(f"{quote(name)} is a link that leads out of the game's folder")
        raw = read_at_most(file, LARGEST_PICTURE)
    except OSError as error:
        why = (error.strerror or "unreadable").lower()
        raise TextError(f"{quote(name)} cannot be read: {why}") from None
    if len(raw) > LARGEST_PICTURE:
        raise TextError(f"{quote(name)} is larger than {LARGEST_PICTURE >> 20} MiB")
    return raw


def steps_of(name: str) -> tuple[str, ...]:
    """Return the folders of a picture's path and its file; raise `MarkupError` unless it is a plain
    path downwards."""
    if not name:
        raise MarkupError(f"attribute href is missing: a picture in the game's folder, {SAMPLE}")
    path = PurePosixPath(name)
    odd = any(one in name for one in "\\:") or not name.isprintable() or path.is_absolute()
    if odd or str(path) != name or any(step.startswith(".") for step in path.parts):
        raise TextError(f"found {quote(name)}, expected a path in the game's folder, {SAMPLE}")
    if not is_known(path):
        raise TextError(f"found {quote(name)}, expected a PNG, JPEG, WebP or SVG, {SAMPLE}")
    return path.parts


def split_element(name: str) -> tuple[str, str]:
    """Return the file of a picture and, where only an element of an SVG file is shown, its ID.

    >>> split_element("art/all.svg#fox"), split_element("art/fox.png")
    (('art/all.svg', 'fox'), ('art/fox.png', ''))
    """
    file, _, part = name.partition("#")
    return (file, part) if is_vector(PurePosixPath(file)) else (name, "")


def is_known(file: PurePath) -> bool:
    """Whether a file is a picture, of dots or of shapes, by its name."""
    return is_picture(file) or is_vector(file)


def is_vector(file: PurePath) -> bool:
    """Whether a file is a picture made of shapes, by its name."""
    return file.suffix.lower() == VECTOR


def names_like(file: Path, folder: Path) -> list[str]:
    """Return the names of the pictures beside a file that is not there, of those that a template
    can have."""
    beside: Iterator[Path] = file.parent.iterdir() if file.parent.is_dir() else iter(())
    found = [one for one in islice(beside, MOST_NAMES) if is_known(one) and one.is_file()]
    names = (one.relative_to(folder).as_posix() for one in found)
    return sorted(name for name in names if name.isprintable())
