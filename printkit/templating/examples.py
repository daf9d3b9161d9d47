"""The examples of a rulebook, played: their results, and the rulebook with these filled in.

How a game is played is not known here: an example is played by a `Player` of another package, which
declares it in its pyproject.toml and is imported when there is an example to play::

    [project.entry-points."printkit.examples"]
    scoring = "scoring.play.examples"

Without one, a rulebook is printed as it is, with a note where a value of an example would stand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import PurePath
from typing import Any, Literal, Protocol, TypeVar, cast

import msgspec

from card_data import DataError, Game
from card_data.checks import figure_problems
from card_data.loader import Loader, text_values, under
from card_data.placeholders import EXAMPLE, PLACEHOLDER, filler, look_up, names_in
from card_data.problems import Problems, did_you_mean, quote, shorten
from card_data.reading.decode import Mismatch
from card_data.reading.documents import Document, Steps
from card_data.rulebook import Boxed, Example, Figure, Rulebook, texts
from card_data.text import plural
from printkit.cache.inputs import PLAYERS

M = TypeVar("M")
Kind = Literal["record", "position"]
Facts = Mapping[str, Mapping[str, Any]]
FILE = "rulebook.yaml"
NOT_PLAYED = "[not played]"  # stands in a text for an unknown value
# What it replaces: the placeholder, or the whole tag of an icon that the placeholder chooses.
VALUE = re.compile(rf"<[^<>{{]*\{{{re.escape(EXAMPLE)}[^<>]*>|\{{{re.escape(EXAMPLE)}[^{{}}]*\}}")
NOUNS = {"moves": "move", "after": "move", "players": "player"}  # what numbers count there


class Player(Protocol):
    """Plays examples: the object behind an entry point of the group `PLAYERS`, such as a module."""

    def plays(self, game: Game[Any], /) -> bool:
        """Whether it knows the rules of a game, or how it is scored."""

    def effects(self, game: Game[Any], /) -> Collection[str] | None:
        """The IDs of the cards that it knows the effects of; None if it does not play the game."""

    def play(self, kind: Kind, document: Document, game: Game[Any], /) -> Mapping[str, Any]:
        """Return the result of the record or the position in a document: texts, numbers and nested
        mappings by the names in ``{example.NAME.…}``, among them ``entries``, what the fields of
        the game's sheets then hold, as pairs of a name and a text.

        Raise `DataError` if it is of another game, or breaks a clause.
        """


def installed_player() -> Player | None:
    """Return the player that an installed package offers; None if none does."""
    from importlib.metadata import entry_points  # needed for examples alone

    found = next(iter(entry_points(group=PLAYERS)), None)
    return None if found is None else cast(Player, found.load())


def facts(game: Game[Any], rulebook: Rulebook, *, compare: bool = True) -> Facts:
    """Return the result of each example of a game's rulebook, by its name, from the `Player`.

    Empty if no player is installed. Without ``compare``, unexpected values are let pass: after a
    change of a number, a print shows the new values in the text, and `printkit check` lists them.

    Raise `DataError` with everything that is wrong with the examples and with what the texts say
    about them: missing files, moves and positions that break a clause, unexpected values, unknown
    names; and figures that were drawn for other numbers.
    """
    player = installed_player() if any(one.replayed for one in rulebook.examples.values()) else None
    examples = Examples(game)
    if rulebook.first_turn is not None:
        examples.has_options(("first_turn",), rulebook.first_turn)
    found = {
        name: played
        for name, example in rulebook.examples.items()
        if example.replayed
        and player is not None
        and (played := examples.play(player, name, example)) is not None
    }
    for name in found if compare else ():
        examples.compare(name, rulebook.examples[name].expect, found[name])
    examples.find_names(rulebook, found)
    for path, message in figure_problems(rulebook.figures, text_values(game.head, game.data)):
        examples.report(path, message)
    examples.problems.raise_if_any()
    return found


def positions_of(game: Game[Any]) -> list[str]:
    """Return the files in the folder ``examples`` of a game with a score sheet: positions, with the
    totals that they must come to."""
    if game.scoresheet is None:
        return []
    return sorted(f"examples/{file.name}" for file in (game.folder / "examples").glob("*.y*ml"))


def scored_problems(game: Game[Any]) -> Problems:
    """Return what is wrong with the `positions_of` a game: what keeps one from being scored, and
    points and totals in it to which it does not come."""
    examples, files = Examples(game), positions_of(game)
    player = installed_player() if files else None
    if player is not None:
        for file in files:
            with examples.problems.collecting():
                player.play("position", examples.document(file), game)
    return examples.problems


def filled(rulebook: Rulebook, facts: Facts) -> Rulebook:
    """Return the rulebook with the values of `facts` in place of ``{example.NAME.…}`` in its texts.

    Without any, as no player is installed, `NOT_PLAYED` stands there. Raise `Mismatch` for an
    unknown name, which `facts` reports with its place.
    """
    if facts:
        return rewritten(rulebook, filler({EXAMPLE.rstrip("."): facts}))
    figures = {name: without_values(figure) for name, figure in rulebook.figures.items()}
    plain = msgspec.structs.replace(rulebook, figures=figures)
    return rewritten(plain, lambda text: VALUE.sub(NOT_PLAYED, text))


def without_values(figure: Figure) -> Figure:
    """A figure without the pieces, and the crosses on sheets, that an example's values choose."""
    return msgspec.structs.replace(
        figure,
        pieces=tuple([one for one in figure.pieces if not VALUE.search(one.face + one.detail)]),
        sheets=tuple(
            [
                msgspec.structs.replace(one, crosses=VALUE.sub("", one.crosses))
                for one in figure.sheets
                if not VALUE.search(one.face + one.detail)
            ]
        ),
    )


def rewritten(value: M, fill: Callable[[str], str]) -> M:
    """Return a model with ``fill`` applied to each of its texts."""
    new: Any = value
    if isinstance(value, str):
        new = fill(value)
    elif isinstance(value, tuple):
        new = tuple([rewritten(part, fill) for part in value])
    elif isinstance(value, dict):
        new = {key: rewritten(part, fill) for key, part in value.items()}
    elif isinstance(value, msgspec.Struct):
        parts = msgspec.structs.asdict(value)
        new = type(value)(**{key: rewritten(part, fill) for key, part in parts.items()})
    return cast(M, new)


class Examples:
    """Plays the examples of one game; ``problems`` collects what is wrong with them."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.files = Loader(game.folder, shipped=game.shipped)
        self.rulebook = self.files.document(FILE)
        self.problems = Problems()

    def play(self, player: Player, name: str, example: Example) -> Mapping[str, Any] | None:
        """Return the result of an example; None if it cannot be played."""
        kind: Kind = "record" if example.record is not None else "position"
        file = example.record or example.position or ""
        path: Steps = ("examples", name, kind)
        if wrong := self.unplayable(player, example, file):
            self.report(path if file else path[:-1], wrong)
            return None
        if not self.has_options(("examples", name), example):
            return None
        try:
            document = self.document(file)
            game = under(self.game, example.under) if example.under else self.game
            return player.play(kind, document, game)
        except DataError as error:
            self.report(path, f"the example does not hold: see {file}")
            self.problems.extend(error.problems)
            return None

    def unplayable(self, player: Player, example: Example, file: str) -> str:
        """Return why an example cannot be played, as far as is known before its file is read."""
        if example.record is not None and example.position is not None:
            return "expected a record or a position, one of the two"
        if not player.plays(self.game):
            return f"there are no rules to play {shorten(self.game.id)} by"
        if not file or PurePath(file).is_absolute() or ".." in PurePath(file).parts:
            return f"found {quote(file)}, expected a file of the game, such as examples/round.yaml"
        if not os.path.lexists(self.game.folder / file):
            return f"the game has no file {shorten(file)}"
        return ""

    def has_options(self, where: Steps, box: Boxed) -> bool:
        """Whether the game has the house rules that an example, or the first turn, goes by;
        reports those it lacks, and values that it does not know."""
        options, told = self.game.options(), len(self.problems)
        for option, word in box.under.items():
            path: Steps = (*where, "under", option)
            if option not in options:
                self.report(path, f"no house rule {option}{did_you_mean(option, options)}")
            elif word not in (known := options[option].aid):
                self.report(path, f"found {word}, expected one of {', '.join(known)}")
        return len(self.problems) == told

    def document(self, file: str) -> Document:
        """A file of the game; raise `DataError` if it is unusable."""
        before = len(self.files.problems)
        document = self.files.document(file)
        if document.root is None:
            new = list(self.files.problems)[before:]
            raise DataError(*new)
        return document

    def compare(
        self, name: str, expected: Mapping[str, str | int], found: Mapping[str, Any]
    ) -> None:
        """Report each value other than the one for which the text was written."""
        for fact, value in expected.items():
            path = ("examples", name, "expect", fact)
            try:
                now = look_up(fact, found)
            except Mismatch as error:
                self.report(path, f"example {name}: {fact}: {instead(fact, found, error)}")
                continue
            if str(now) != str(value):
                message = f"example {name}: {fact} is {now}, the text was written for {value}"
                self.report(path, message)

    def find_names(self, rulebook: Rulebook, found: Facts) -> None:
        """Report each unknown name, except those in examples that were not played."""
        words = {EXAMPLE.rstrip("."): found}
        played = {name for name, example in rulebook.examples.items() if example.replayed}
        broken = played - found.keys()
        for path, text in texts(rulebook):
            for said in PLACEHOLDER.findall(text):
                name = said.partition(" ")[0]
                if not name.startswith(EXAMPLE) or name.split(".")[1] in broken:
                    continue
                try:
                    look_up(name, words)
                except Mismatch as error:
                    self.report(path, f"{{{name}}}: {instead(name, words, error)}")

    def report(self, path: Steps, message: str) -> None:
        self.problems.add(message, **self.rulebook.place(path))


def instead(name: str, words: Mapping[str, Any], problem: Mismatch) -> str:
    """Return why ``name`` names no value, with what is there instead.

    >>> words = {"moves": {"number": 2, "1": {"who": "Ann"}, "2": {"who": "Bo"}}}
    >>> instead("moves.3.who", words, Mismatch(""))
    'the example has 2 moves'
    """
    value: Any = words
    container = ""
    for step in name.split("."):
        if not isinstance(value, Mapping) or step not in value:
            break
        value, container = value[step], step
    numbers = [int(known) for known in names_in(value) if known.isdecimal()]
    if not step.isdecimal() or step in names_in(value) or not numbers:
        return str(problem)
    if container in NOUNS:
        return f"the example has {plural(max(numbers), NOUNS[container])}"
    return f"{container} goes up to {max(numbers)}"
