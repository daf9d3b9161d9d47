"""The printings that are kept in the user's data folder: a folder of each::

    printings/GAME/NAME.TIME/
        printing.json   the `Printing`
        data/GAME/      the game's data and templates as they were, as ``--data`` takes it
        drawings/       the faces of each component as they were

A printing is moved there whole, and one that is forgotten is moved away before it is removed. What
is read back is as untrusted as any file: decoded by its types, within limits.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from card_data import DataError, Game, Problem
from card_data.documents import content, leads_out
from card_data.limits import (
    LARGEST_ANSWER,
    LARGEST_FONT,
    LARGEST_PRINTING,
    LONGEST_NAME,
    MOST_FONTS,
    MOST_PRINTINGS,
)
from card_data.problems import MISWRITTEN, clip, flaw, in_utf_8, near
from card_data.staging import Staging, is_folder, remove
from card_data.version import version
from card_data.words import in_words
from printkit.drawing.traversal import texts
from printkit.errors import MarkupError
from printkit.faces.wire import Drawn, Weight, packed, unpacked
from printkit.options import Options, house_keyword, keywords_of
from printkit.printings.records import (
    Called,
    Printing,
    folder_of_printings,
    kept_faces,
)
from printkit.printings.snapshot import files_of
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts, plain_key
from printkit.typography.own.clean import OWN
from printkit.typography.own.families import CUTS

FILE = "printing.json"
DRAWINGS, PACKED = "drawings", ".faces"
FONTS, CLEAN = "fonts", ".font"  # those of the game's own
FORGOTTEN = ".forgotten-"  # begins the name of what is being removed
DECODER = msgspec.json.Decoder(Printing)


def keep(
    game: Game[Any],
    layouts: Sequence[Layout],
    options: Options,
    fonts: Fonts,
    name: str | None = None,
    *,
    replace: bool = False,
) -> Printing:
    """Keep what a table holds of a game: the faces of ``layouts`` and of their guests, laid out
    with ``options``, and the ``fonts`` that they are set in.

    ``name`` is the user's for it; if left out it is the date, with a number if that is taken.
    Raise `DataError` for a name that is invalid, or taken unless it is to be ``replace``d.
    """
    now = datetime.now(UTC)
    taken = names_of((game.id,))
    if name is None:
        dates = (f"{now:%Y-%m-%d}{f'-{number}' * (number > 1)}" for number in count(1))
        name = next(date for date in dates if date not in taken)
    judge_name(name, taken, replace=replace)
    every = [one for layout in layouts for one in (layout, *layout.guests)]
    kept = keywords_of(options)
    kept |= {"instead": ",".join(options.instead)} if options.instead else {}
    kept |= {"house": house_keyword(game.house)} if game.house else {}
    printing = Printing(
        game.id,
        game.title,
        name,
        f"{now:%Y-%m-%dT%H:%M:%S.%f}Z",
        version(),
        kept,
        game.fingerprint,
        {one.name: tuple(kept_faces(game, one.name, one.faces)) for one in every},
    )
    folder = printing.folder
    earlier = folders_of(name, (game.id,))
    with Staging(folder.parent) as staging:
        for place, raw in files_of(game):
            staging.write(folder / "data" / place, raw)
        for key in own_fonts(every) & fonts.own.keys():
            raw = msgspec.msgpack.encode(fonts.own[key])
            staging.write(folder / FONTS / f"{key}{CLEAN}", raw)
        for one in every:
            drawn = packed(Drawn(one.faces, one.symbols, one.signs))
            staging.write(file_of(printing, one.name), zlib.compress(drawn))
        staging.write(folder / FILE, msgspec.json.format(msgspec.json.encode(printing)))
        staging.move_all()
    for old in earlier:
        throw_away(old)
    return printing


def own_fonts(layouts: Sequence[Layout]) -> set[str]:
    """The keys of fonts of a game's own that faces are set in."""
    sides = [one for layout in layouts for face in layout.faces for one in (face, face.back)]
    keys = {text.font for face in sides if face is not None for text in texts(face.shapes)}
    return {plain_key(key) for key in keys if key.startswith(OWN)}


def judge_name(name: str, taken: Sequence[str], *, replace: bool) -> None:
    """Raise `DataError` for a name that a printing cannot have."""
    try:
        msgspec.convert(name, Called)
    except msgspec.ValidationError:
        most = f"at most {LONGEST_NAME} of them"
        message = f"found {clip(name)}, expected letters, digits and _ -, {most}"
        raise DataError(Problem(message=message, file="--name")) from None
    if name in taken and not replace:
        message = f"there is a printing called {name}: give another name, or --replace"
        raise DataError(Problem(message=message, file="--name"))


def printings(games: Sequence[str] = ()) -> tuple[list[Printing], list[Problem]]:
    """The printings of some games, or of all, the oldest first, and what is wrong with others."""
    found: list[Printing] = []
    damaged: list[Problem] = []
    for folder in folders(games):
        try:
            found.append(read(folder))
        except DataError as error:
            damaged += error.problems
    return sorted(found, key=lambda one: (one.game, one.when)), damaged


def printing(game: str, name: str | None = None) -> Printing:
    """The printing of a game that has this name, or its latest one.

    Raise `DataError` if there is none, or it is damaged; then that says which others there are.
    """
    every = sorted(folders((game,)), key=time_of)
    found = [folder for folder in every if name in (None, name_of(folder))]
    if not found and name is not None:
        raise DataError(unknown(name, (game,), "--since"))
    if not found:
        message = "nothing is marked as printed yet: see printkit mark-printed"
        raise DataError(Problem(message=message, file=game, typed=True))
    try:
        return read(found[-1])
    except DataError as error:
        others = [one for one in names_of((game,)) if one != name_of(found[-1])]
        if not others:
            raise
        (problem,) = error.problems
        advice = f"or compare with another: --since {in_words(others, 'or')}"
        message = f"{problem.message}; {advice}"
        raise DataError(msgspec.structs.replace(problem, message=message)) from None


def forget(name: str, games: Sequence[str] = ()) -> list[str]:
    """Forget the printings of this name, damaged or not, of some games or of all; the games of
    which there was one. Raise `DataError` if there is none."""
    found = folders_of(name, games)
    if not found:
        raise DataError(unknown(name, games, "NAME"))
    for folder in found:
        throw_away(folder)
    return [*dict.fromkeys(folder.parent.name for folder in found)]


def unknown(name: str, games: Sequence[str], typed: str) -> Problem:
    """That there is no printing of this name."""
    known = names_of(games)
    of = f" of {', '.join(games)}" if games else ""
    message = f"no printing{of} called {clip(name)}"
    message += near(name, known) if known else ": nothing is marked as printed yet"
    return Problem(message=message, file=typed, typed=True)


def drawings(printing: Printing, component: str, fonts: Fonts) -> Drawn:
    """The faces of a component as they were printed, and the symbols in them, whose fonts are added
    to ``fonts``; raise `DataError` if there are none, or they are damaged."""
    for one in islice((printing.folder / FONTS).glob(f"*{CLEAN}"), MOST_FONTS * len(CUTS)):
        with suppress(OSError):
            fonts.add(content(one, 2 * LARGEST_FONT))
    file = file_of(printing, component)
    try:
        raw = content(file, LARGEST_ANSWER)
        plain = zlib.decompressobj().decompress(raw, LARGEST_ANSWER)
        return unpacked(plain, Weight(fonts=fonts.own))
    except OSError as error:
        raise DataError(damage(file, error.strerror or str(error))) from None
    except (zlib.error, MarkupError):
        raise DataError(damage(file, f"{file.name} is cut off or garbled")) from None


def file_of(printing: Printing, component: str) -> Path:
    """Where the faces of a component are kept."""
    return printing.folder / DRAWINGS / f"{component}{PACKED}"


def names_of(games: Sequence[str] = ()) -> list[str]:
    """The names of printings of some games, or of all, damaged ones too, each once."""
    return [*dict.fromkeys(name_of(folder) for folder in folders(games))]


def games_with(name: str | None = None) -> list[str]:
    """The games of which there is a printing, of this name if one is given."""
    found = (folder for folder in folders() if name in (None, name_of(folder)))
    return [*dict.fromkeys(folder.parent.name for folder in found)]


def folders_of(name: str, games: Sequence[str]) -> list[Path]:
    """The folders of the printings of this name: one of each game, two where a program was stopped
    as it replaced one."""
    return [folder for folder in folders(games) if name_of(folder) == name]


def folders(games: Sequence[str] = ()) -> Iterator[Path]:
    """The folders of the printings of some games, or of all, the oldest of a name first."""
    for home in folders_in(folder_of_printings()):
        if not games or home.name in games:
            yield from folders_in(home)


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder, without those that are begun or being removed."""
    try:
        found = [*islice(folder.iterdir(), MOST_PRINTINGS)]
    except OSError:
        return []
    return sorted(one for one in found if is_folder(one) and not one.name.startswith("."))


def name_of(folder: Path) -> str:
    """The name of the printing in a folder."""
    return folder.name.rpartition(".")[0] or folder.name


def time_of(folder: Path) -> str:
    """The time of the printing in a folder, as its name has it."""
    return folder.name.rpartition(".")[2]


def read(folder: Path) -> Printing:
    """The printing in a folder; raise `DataError` if it is damaged."""
    file = folder / FILE
    if leads_out(file, folder):
        raise DataError(damage(folder, "it is a link to a file elsewhere"))
    try:
        raw = content(file, LARGEST_PRINTING)
        found = DECODER.decode(raw[:LARGEST_PRINTING])
    except OSError as error:
        raise DataError(damage(folder, error.strerror or str(error))) from None
    except MISWRITTEN as error:
        raise DataError(damage(folder, flaw(error))) from None
    if (found.game, found.key) != (folder.parent.name, folder.name):
        raise DataError(damage(folder, "it was moved here"))
    return found


def damage(path: Path, why: str) -> Problem:
    """What is wrong with a printing, and how to be rid of it; ``path`` is its folder, or in it."""
    folder = path
    while folder.parent.parent != folder_of_printings():
        folder = folder.parent
    advice = f"printkit forget {name_of(folder)} {folder.parent.name}"
    message = f"the printing {name_of(folder)} is damaged ({why}); to be rid of it: {advice}"
    return Problem(message=in_utf_8(message), file=in_utf_8(str(path)))


def throw_away(folder: Path) -> None:
    """Remove a printing: at once for whoever looks."""
    away = folder.with_name(f"{FORGOTTEN}{folder.name}")
    remove(away)
    folder.rename(away)
    remove(away)
