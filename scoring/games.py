"""The games that can be scored: each is a folder of this package."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from card_data import Game
from card_data.model import Model
from scoring.play.decisions import Decision, Script
from scoring.play.places import Place
from scoring.play.table_view import TableView
from scoring.positions.display import Faults, Line
from scoring.positions.findings import Finding
from scoring.positions.result import Result


class Layer(Protocol):
    """One layer of the check: yields what it finds wrong in the answers that are there."""

    def __call__(self, position: Any, game: Game[Any], /) -> Iterator[Finding]: ...


class Rules(Protocol):
    """What a game's folder offers to read, check and score its positions."""

    Position: type[Model]
    LAYERS: Mapping[str, Layer]

    def blank(self, game: Game[Any], /) -> str:
        """An empty position as commented YAML: every answer ``null``."""

    def unfinished(self, position: Any, game: Game[Any], /) -> Iterator[str]:
        """Why the score of this sound position is provisional; nothing if it is final."""

    def score(self, position: Any, game: Game[Any], /) -> Result:
        """The score of a sound position."""


class Display(Protocol):
    """What a game's ``display.py`` offers to draw positions that may be wrong or incomplete."""

    def lines(self, position: Any, game: Game[Any], faults: Faults, /) -> Iterator[Line]:
        """What lies on the table, for a terminal, with what is at fault marked."""

    def as_written(self, position: Any, game: Game[Any], /) -> Any:
        """The position in the words of the printed sheets, where others may say the same."""


class Facts(Protocol):
    """What a game's ``facts.py`` offers for texts to name, as plain values inside one another.

    What is a player's stands under the player's name, as `scoring.play.facts.key` writes it.
    """

    def of_state(self, state: Any, game: Game[Any], /) -> dict[str, Any]:
        """The table during play, with nothing hidden."""

    def of_position(self, position: Any, game: Game[Any], /) -> dict[str, Any]:
        """The table of a sound position."""


class State(Protocol):
    """A table during play."""

    def position(self) -> Any:
        """The table as a position."""

    def view(self, player: str, /) -> Any:
        """All that one player may see of it, as plain values that later moves do not change."""

    def places(self) -> Iterator[Place]:
        """Every card of the game, hidden; then those that are shown where they lie, and to whom.

        Nothing in a game without cards.
        """


class Ending(NamedTuple):
    """What ended a game, and how many rounds or turns it took: ``7``, ``week``."""

    why: str
    length: int
    unit: str


class Engine(Protocol):
    """What a game's ``engine.py`` offers to play it."""

    END: str  # the clause by which the game ends
    EFFECTS: Collection[str]  # IDs of the cards that it knows the effects of

    def seats(self, players: Sequence[str], game: Game[Any], /) -> Iterator[Finding]:
        """What is wrong with these players, by name, as paths ``players.N``."""

    def start(self, players: Sequence[str], game: Game[Any], /) -> tuple[State, Script]:
        """The state before the first move, and the script that plays on it."""

    def ending(self, state: Any, game: Game[Any], /) -> Ending:
        """What ended a game that is over, and how long it took."""


class Adviser(Protocol):
    """What a game's ``advise.py`` offers, if it has one, to say what to do next.

    ``Question`` is a dataclass: what may be asked about. Each field is an option of the command
    line, its type text or a whole number, with ``help`` in its metadata.
    """

    HELP: str  # what there is advice on, in a sentence
    EXAMPLE: str  # options that ask something
    Question: type[Any]
    Answer: type[Model]  # what `Advice.answer` gives

    def advise(self, game: Game[Any], question: Any, /) -> Advice:
        """What to do; raise `DataError` for a question that is impossible."""

    def advise_player(
        self, game: Game[Any], view: Any, decision: Decision, /, aim: str | None = None
    ) -> Advice | None:
        """What to do for a player who sees ``view`` and has this decision; None for no advice.

        ``aim`` is what to play for, None for what the game is usually played for; raise
        `DataError` for one that the game does not have.
        """

    def chooser(self, game: Game[Any], /, aim: str | None = None) -> Choose:
        """A player that does what is advised: from a view and a decision, a move.

        None where there is no advice. ``aim`` as for `advise_player`.
        """


class Advice(Protocol):
    """What to do next and why."""

    def lines(self) -> Iterator[str]:
        """The advice in words."""

    def answer(self) -> Model:
        """The advice as the answer that ``--json`` prints."""


Choose = Callable[[Any, Decision], str | None]  # a move from a player's view; None for any move
Redeal = Callable[[Any, str, Random], Any]  # a game in progress as a player may think that it is


def names() -> list[str]:
    """The games that can be scored.

    >>> names()
    ['dice_archive', 'manuscript', 'nineteen_eighty_four', 'verse_and_variant', 'winstons_archive']
    """
    return sorted(file.parent.name for file in Path(__file__).parent.glob("*/position.py"))


def advised() -> list[str]:
    """The games that there is advice for.

    >>> advised()
    ['nineteen_eighty_four']
    """
    return [
        game for game in names() if Path(__file__).with_name(game).joinpath("advise.py").exists()
    ]


def rules(game: str) -> Rules:
    """The rules of a game out of `names`."""
    return cast(Rules, import_module(f"scoring.{game}"))


def display(game: str) -> Display:
    """How positions of a game out of `names` are drawn."""
    return cast(Display, import_module(f"scoring.{game}.display"))


def facts(game: str) -> Facts:
    """What texts may name of a table of a game out of `names`."""
    return cast(Facts, import_module(f"scoring.{game}.facts"))


def table_view(game: Game[Any]) -> TableView:
    """How a game out of `names` is shown to those who play it."""
    made: TableView = import_module(f"scoring.{game.id}.table_view").GameTable(game)
    return made


def engine(game: str) -> Engine:
    """The engine of a game out of `names`."""
    return cast(Engine, import_module(f"scoring.{game}.engine"))


def redealer(game: str) -> Redeal:
    """How what is hidden in a game out of `names` is dealt anew; where nothing is, a copy."""
    if not Path(__file__).with_name(game).joinpath("redeal.py").exists():
        return lambda play, player, rng: play.copy()
    return cast(Redeal, import_module(f"scoring.{game}.redeal").redealt)


def adviser(game: str) -> Adviser:
    """The adviser of a game out of `advised`."""
    return cast(Adviser, import_module(f"scoring.{game}.advise"))
