"""The files of pictures: in the game's folder, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath
from urllib.parse import unquote

from card_data.limits import LARGEST_PICTURE
from card_data.problems import closest_name, quote
from card_data.reading.documents import leads_out, read_at_most
from card_data.text import composed, join_words
from printkit.cache.inputs import is_picture
from printkit.errors import MarkupError, TextError

DIGEST = "PrintkitPicture"  # tells in a PDF of which picture one was separated for a press
MOST_NAMES = 1000  # files of a folder searched for a name like an unknown one
SAMPLE = "such as art/goose.png"
UNKNOWN = "is no PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or SVG: save it as PNG"
ELSEWHERE = ("/", "//", "..", "~")  # steps of a path that do not lead into a folder
VECTOR = ".svg"  # ends the name of a file of shapes


def read_picture(name: str, folder: Path) -> tuple[Path, bytes]:
    """Return the file in a game's folder that `find_picture` finds by a name, and its bytes; raise
    `MarkupError` where there is none that may be read."""
    try:
        file = find_picture(name, folder)
        raw = read_at_most(file, LARGEST_PICTURE)
    except OSError as error:
        why = (error.strerror or "unreadable").lower()
        raise TextError(f"{quote(name)} cannot be read: {why}") from None
    if len(raw) > LARGEST_PICTURE:
        raise TextError(f"{quote(name)} is larger than {LARGEST_PICTURE >> 20} MiB")
    return file, raw


def find_picture(name: str, folder: Path) -> Path:
    r"""Return the file in a game's folder that a cell or a template calls ``name``.

    It may be written as on Windows or on the web (``art\fox.png``, ``red%20fox.png``), in other
    capitals, without its ending, or without the one folder of the game that has it. Of a path from
    elsewhere, such as ``C:\art\fox.png``, as much counts as leads to a file in the folder. Raise
    `MarkupError` if there is none, or several.
    """
    if not name:
        raise MarkupError(f"attribute href is missing: a picture in the game's folder, {SAMPLE}")
    found = next(filter(None, (files_called(path, folder) for path in paths_of(name))), [])
    if not found:
        raise missing(name, folder)
    if len(found) > 1:
        several = join_words([one.relative_to(folder).as_posix() for one in found], "or")
        raise TextError(f"{quote(name)} may be {several}: name one of them")
    (file,) = found
    if not is_known(file):
        raise TextError(f"{quote(name)} {UNKNOWN}")
    if leads_out(file, folder):
        raise TextError(f"{quote(name)} is a link that leads out of the game's folder")
    return file


def paths_of(name: str) -> Iterator[tuple[str, ...]]:
    r"""Yield the paths that a name may stand for, the likeliest first, as folders and a file.

    >>> [*paths_of("./art/fox.png")], [*paths_of(r"C:\art\fox.png")]
    ([('art', 'fox.png')], [('art', 'fox.png'), ('fox.png',)])
    """
    for written in dict.fromkeys((name, unquote(name))):
        path = written.partition("?")[0] if "://" in written else written
        steps = PurePosixPath(path.strip('"').replace("\\", "/")).parts
        away = [at for at, one in enumerate(steps, 1) if one in ELSEWHERE or one.endswith(":")]
        for start in range(away[-1], len(steps)) if away else (0,):
            yield steps[start:]


def files_called(path: tuple[str, ...], folder: Path) -> list[Path]:
    """Return the file with a path in a folder, or else those whose paths differ from it in capitals
    or in their endings alone, or else the pictures in its folders with a name; no hidden ones."""
    if not all(map(is_plain, path)):
        return []
    exact = folder.joinpath(*path)
    if exact.is_file():
        return [exact]
    found = [folder]
    for step in path:
        inside = (one for place in found for one in place.glob("*"))
        found = [one for one in inside if is_called(one, step)]
    files = [one for one in found if one.is_file()]
    if not files and len(path) == 1:
        inside = (one for one in folder.glob("*/*") if is_plain(one.parent.name) and is_known(one))
        files = [one for one in inside if is_called(one, path[0]) and one.is_file()]
    return sorted(files)


def is_plain(step: str) -> bool:
    """Whether a step of a path can be one in a game."""
    return step.isprintable() and ":" not in step and not step.startswith(".")


def is_called(file: Path, name: str) -> bool:
    """Whether a file is called so, but for capitals, how accents are stored, and the ending."""
    wanted, whole, stem = map(comparable, (name, file.name, file.stem))
    return wanted == whole or (wanted == stem and is_known(file))


def comparable(name: str) -> str:
    """A name without regard to capitals and how accents are stored."""
    return composed(name).casefold()


def missing(name: str, folder: Path) -> TextError:
    """Return the error about a picture that is not there, by what its name is."""
    paths = [*paths_of(name)] or [()]
    if not paths[0] or not all(map(is_plain, paths[0])):
        return TextError(f"found {quote(name)}, expected a path in the game's folder, {SAMPLE}")
    file = PurePosixPath(paths[0][-1])
    if file.suffix[1:].isalnum() and not is_known(file):
        return TextError(f"{quote(name)} {UNKNOWN}")
    known = names_like(folder.joinpath(*paths[0]), folder)
    meant = closest_name(name, (one for one in known if digits_of(one) == digits_of(name)))
    remedy = f"; did you mean {meant}? Otherwise" if meant else ":"
    wanted = "/".join(paths[-1])
    message = f"no picture {quote(name)}{remedy} put {wanted} into the game's folder"
    return TextError(message, missing=name)


def digits_of(name: str) -> str:
    """The digits in a name: egg_1 is another picture than egg_2."""
    return "".join(filter(str.isdecimal, name))


def split_element(name: str) -> tuple[str, str]:
    """Return the file of a picture and, where only an element of an SVG file is shown, its ID.

    >>> split_element("art/all.svg#fox"), split_element("art/fox.png")
    (('art/all.svg', 'fox'), ('art/fox.png', ''))
    """
    file, _, part = name.partition("#")
    return (file, part) if is_vector(PurePosixPath(file)) else (name, "")


def names_file(name: str, folder: Path) -> bool:
    """Whether a text is the name of a file in a folder, as `find_picture` reads names."""
    try:
        return any(files_called(path, folder) for path in paths_of(name))
    except OSError:  # a text that is too long to be a name
        return False


def is_known(file: PurePath) -> bool:
    """Whether a file is a picture, of dots or of shapes, by its name."""
    return is_picture(file) or is_vector(file)


def is_vector(file: PurePath) -> bool:
    """Whether a file is a picture made of shapes, by its name."""
    return file.suffix.lower() == VECTOR


def names_like(file: Path, folder: Path) -> list[str]:
    """Return the names of the pictures beside a file that is not there, of those that a template
    can have."""
    beside = islice(file.parent.glob("*"), MOST_NAMES)
    found = [one for one in beside if is_known(one) and one.is_file()]
    names = (one.relative_to(folder).as_posix() for one in found)
    return sorted(name for name in names if name.isprintable())
