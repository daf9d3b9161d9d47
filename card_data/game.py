"""A game, checked and complete, and the folders in which games lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from card_data.limits import DPI
from card_data.model import (
    Clause,
    Component,
    FaceTemplate,
    GameData,
    Head,
    Option,
    Row,
    Section,
    fields_of,
    table_names,
)
from card_data.problems import DataError, Problem, did_you_mean, in_utf_8, quote
from card_data.program.staging import real_path
from card_data.reading.documents import read_file
from card_data.spreadsheets.sources import Source
from card_data.text import plain_name

if TYPE_CHECKING:
    from card_data.scoresheet.sheet import Scoresheet  # few games have one

D = TypeVar("D", bound=GameData)
PACKAGE = "card_data"  # whose folders the shipped games are
SHIPPED = Path(__file__).parent


class Game(msgspec.Struct, Generic[D], frozen=True, dict=True):
    """One game's data, checked.

    ``data`` holds the numbers, the house rules and the tables, typed by the game's own
    ``model.py`` where it has one. ``lengths`` are those of ``print.yaml``, in mm. ``fingerprint``
    changes with any byte of the folder's data, a file's entry in ``digests`` with any of its own;
    ``files`` names those of tables that are not called by them, and ``sources`` says where the rows
    of those stand that are spreadsheets.
    ``house`` has the house rules that were chosen otherwise than there, by name, each with its
    value as a file would have it. ``dpi`` is the most dots per inch of its pictures as printed.
    ``scoresheet`` is what its ``score.yaml`` says, if it has one.
    """

    id: str
    folder: Path
    head: Head
    data: D
    sections: tuple[Section, ...]
    components: Mapping[str, Component]
    lengths: Mapping[str, float]
    fingerprint: str
    digests: Mapping[str, str]
    house: Mapping[str, str] = {}
    files: Mapping[str, str] = {}
    sources: Mapping[str, Source] = {}
    dpi: int = DPI
    scoresheet: Scoresheet | None = None

    @property
    def title(self) -> str:
        return self.head.title

    @property
    def shipped(self) -> bool:
        """Whether it came with the program, and is not one that somebody edited or made."""
        return self.folder.parent == SHIPPED

    def clauses(self) -> dict[str, Clause]:
        """Every clause by its ID, in the order of the rules."""
        return {clause.id: clause for section in self.sections for clause in section.clauses}

    def options(self) -> dict[str, Option[Any]]:
        """The house rules by name."""
        return fields_of(getattr(self.data, "options", {}))

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a table of the game."""
        rows: tuple[Row, ...] = getattr(self.data, table)
        return rows

    def counts(
        self,
        component: str,
        per_page: int | None = None,
        forms: int | None = None,
        *,
        players: int | None = None,
        draw: int | None = None,
    ) -> Counter[str]:
        """How many pieces a component has, by the row's ID (the template's stem without rows).

        Of forms ``per_page`` lie on a page, ``forms`` are there in all: if left out one for each
        player, as many as may play, and what else fills their pages. With ``players``, what a
        game of this many needs. With ``draw``, only rows that are in the game drawn by that seed.
        """
        counts: Counter[str] = Counter()
        drawn = {} if draw is None else self.drawn(draw)
        most = self.head.players.max
        for face in self.components[component].on_a_page(per_page, forms or players, most).faces:
            number = copies_of(face, players)
            if face.a_player is not None:
                number = face.a_player * (players or most)
            if face.rows is None:
                counts[face.stem] += number
                continue
            for row in self.rows(face.rows):
                if face.rows not in drawn or row.id in drawn[face.rows]:
                    counts[row.id] += number * copies_of(row, players)
        if players is not None:
            given = self.data.pieces_for(players).get(component, {})
            for name in given.keys() & counts.keys():
                counts[name] = given[name]
        return +counts  # without what is not needed

    def needs(self, component: str, players: int) -> bool:
        """Whether this many players need any of a component that is not instead of another."""
        return not self.components[component].instead_of and bool(
            self.counts(component, players=players)
        )

    def set_up(self, component: str, players: int) -> str:
        """Return a note on setting up a component with this many players; often empty."""
        words = self.data.set_up_for(players)
        return words.get(component, self.components[component].set_up)

    def drawn(self, seed: int) -> Mapping[str, tuple[str, ...]]:
        """The rows in the game that ``seed`` draws, where chance chooses: their IDs, by table."""
        return self.data.drawn(Random(seed))

    def tables(self) -> tuple[str, ...]:
        """The names of the game's tables, each a file in its folder."""
        return table_names(type(self.data))

    def file_of(self, table: str) -> str:
        """The name of the file in which a table's rows are; that of a sheet after a #."""
        return self.files.get(table, f"{table}.yaml")


def copies_of(thing: Row | FaceTemplate, players: int | None) -> int:
    """How many copies this many players need; None: how many there are."""
    return thing.copies if players is None else thing.by_players.get(players, thing.copies)


def names(data: Path | None = None) -> list[str]:
    """The games there are: the shipped ones, or those in the folder ``data``, which may also be the
    own folder of one.

    Raise `DataError` if there is none.
    """
    folder = data or SHIPPED
    try:
        own = own_folder(folder)
        found = sorted(file.parent.name for file in folder.glob("*/game.yaml"))
    except OSError as error:
        raise DataError(Problem(message=str(error.strerror), file=str(folder))) from None
    for one in (own or folder, *found):
        if (shown := in_utf_8(str(one))) != str(one):
            message = "the name is not UTF-8 text: rename the folder"
            raise DataError(Problem(message=message, file=shown))
    if own is not None:
        return [own.name]
    if not found:
        message = "no games here: expected a folder for each game, with a game.yaml in it"
        if (folder.parent / "game.yaml").is_file():
            message = f"no games here; did you mean {folder.parent}?"
        raise DataError(Problem(message=message, file=str(folder)))
    return found


def own_folder(data: Path) -> Path | None:
    """``data``, by its name, if it is a single game's own folder; None if it holds games."""
    if not (data / "game.yaml").is_file():
        return None
    return real_path(data) if data.name in ("", "..") else data


def home(data: Path) -> Path:
    """The folder that holds the games of ``data``: itself, or the one around a game's own."""
    own = own_folder(data)
    return data if own is None else own.parent


def no_game(game: str, known: Sequence[str], data: Path | None) -> str:
    """How to say that there is no such game, and where one's own are looked for, whose folder may
    be what stands for a game."""
    hint = did_you_mean(game[:40], known)
    if data is None and "?" not in hint:
        hint += "; if it is your own, add --data and the folder that its folder is in"
    with suppress(DataError, ValueError):  # no folder, or no path
        if data is None and game and names(Path(game)):
            from shlex import quote as shell_quote  # heavy, and needed here alone

            hint = f": for the games in that folder give --data {shell_quote(game)}"
    return f"no game called {quote(game)} here{hint}"


def module(game: str, name: str) -> Any:
    """A module of a shipped game."""
    return import_module(f"{PACKAGE}.{game}.{name}")


def is_shipped(game: str) -> bool:
    """Whether a game has models and checks of its own."""
    return (SHIPPED / game / "model.py").exists()


def called(name: str, data: Path | None = None) -> str:
    """The ID of the game that a ``name`` means, its ID or its title in any spelling; the name as it
    is if it means none, or several.

    >>> from card_data.game import called
    >>> called("Winston’s Archive"), called("DICE ARCHIVE"), called("verse and variant")
    ('winstons_archive', 'dice_archive', 'verse_and_variant')
    """
    if name in names(data):
        return name
    meant = plain_name(name)
    found = [one for one, title in titles(data).items() if meant in map(plain_name, (one, title))]
    return found[0] if len(found) == 1 else name


def titles(data: Path | None = None) -> dict[str, str]:
    """The titles of the games by their IDs; an empty one where a ``game.yaml`` has none."""
    folder = home(data) if data else SHIPPED
    return {name: title_in(folder / name) for name in names(data)}


def title_in(folder: Path) -> str:
    """The title of the game in a folder, from its ``game.yaml`` alone; empty if that has none."""
    try:
        title = read_file(folder / "game.yaml", home=folder).keys().get("title")
    except DataError:
        return ""
    return str(title) if isinstance(title, str) else ""


def folder_of(game: str, data: Path | None = None) -> Path:
    """The folder that holds ``game``: in ``data`` if that is given, else the shipped one. The name
    of the folder is the game's ID, whichever way it is `called`."""
    known = names(data)
    game = called(game, data)
    if game not in known:
        where = str(data) if data else "GAME"
        raise DataError(Problem(message=no_game(game, known, data), file=where, typed=True))
    return (home(data) if data else SHIPPED) / game
