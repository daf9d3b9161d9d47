"""What a game offers: a folder of this package with the modules below, in the order of writing.

- ``position.py``, ``check.py``, ``score.py``: what lies on the table at the end, which clauses it
  breaks, what it scores. The folder's ``__init__.py`` offers them as `Rules`.
- ``blanks.py``, if the range of a score is to be told: what may stand where an answer is missing
  (`Blanks`).
- ``questions.py``, if the end of a game is to be asked for: a class ``GameQuestions``, a
  `scoring.ask.questions.Questions`.
- ``display.py``: positions as lines of text (`Display`).
- ``state.py``, ``engine.py``: the table during play (`State`) and the game on it (`Engine`).
- ``facts.py``: what texts may name of both (`PlayFacts`).
- ``table_view.py``: a class ``GameTable``, a `scoring.play.table_view.TableView`.
- ``redeal.py``, where anything is hidden: ``redealt``, a `Redeal`.
- ``spaces.py``: ``spaces``, a `MakeSpaces`.
- ``slips.py``, where the usual slips of the pen are not all: a class ``GameSlips``, a
  `scoring.positions.slips.Slips`.
- ``advise.py``, where there is advice (`Adviser`).

Which folder is which game, `scoring.games` says. docs/develop/adding-an-engine.md writes
one, which is in tests/small_game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from card_data import Game
from card_data.model import Model
from scoring.env.sayings import Spaces
from scoring.play.decisions import Decision, Script
from scoring.play.places import Place
from scoring.positions.display import Faults, Line
from scoring.positions.domains import Domain
from scoring.positions.findings import Finding, Where
from scoring.positions.result import Result


class Layer(Protocol):
    """One layer of the check: yields what it finds wrong in the answers that are there."""

    def __call__(self, position: Any, game: Game[Any], /) -> Iterator[Finding]: ...


class Rules(Protocol):
    """What a game's folder offers to read, check and score its positions."""

    @property
    def Position(self) -> type[Model]:  # noqa: N802 - a class
        """What a position is read as."""

    @property
    def LAYERS(self) -> Mapping[str, Layer]:  # noqa: N802 - a constant
        """The layers of the check by their names, in order."""

    def blank(self, game: Game[Any], /) -> str:
        """An empty position as commented YAML: every answer ``null``."""

    def unfinished(self, position: Any, game: Game[Any], /) -> Iterator[str]:
        """Why the score of this sound position is provisional; nothing if it is final."""

    def score(self, position: Any, game: Game[Any], /) -> Result:
        """The score of a sound position."""


class Blanks(Protocol):
    """What a game's ``blanks.py`` offers to say what a position with open answers may come to."""

    @property
    def SHARED(self) -> Collection[str]:  # noqa: N802 - a constant
        """Fields of a player's entry on which the scores of others depend, beside the name."""

    @property
    def COST(self) -> int:  # noqa: N802 - a constant
        """How long a check of a position takes, in units of some 0.1 ms."""

    def domain(self, position: Any, where: Where, game: Game[Any], /) -> Domain:
        """What may stand in a place that is not answered, of a position without violations."""


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

    def of_position(self, position: Any, game: Game[Any], /) -> dict[str, Any]:
        """The table of a sound position."""


class PlayFacts(Facts, Protocol):
    """What a game that can be played offers beside."""

    def of_state(self, state: Any, game: Game[Any], /) -> dict[str, Any]:
        """The table during play, with nothing hidden."""


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

    @property
    def EFFECTS(self) -> Collection[str]:  # noqa: N802 - a constant
        """IDs of the cards that it knows the effects of."""

    def seats(self, players: Sequence[str], game: Game[Any], /) -> Iterator[Finding]:
        """What is wrong with these players, by name, as paths ``players.N``."""

    def start(self, players: Sequence[str], game: Game[Any], /) -> State:
        """The table before the first move; the first of ``players`` starts."""

    def play(self, state: Any, game: Game[Any], /) -> Script:
        """The whole game on that table."""

    def ending(self, state: Any, game: Game[Any], /) -> Ending:
        """What ended a game that is over, and how long it took."""


# A player's move in words, from its view and decision; None for any move at random.
Choose = Callable[[Any, Decision[Any]], str | None]
# From a game in progress (`scoring.play.play.Play`), a player and chance: another game in progress
# that this player cannot tell from it.
Redeal = Callable[[Any, str, Random], Any]
# From a game and its players: what programs say and see of it.
MakeSpaces = Callable[[Game[Any], Sequence[str]], Spaces]


class Adviser(Protocol):
    """What a game's ``advise.py`` offers, if it has one, to say what to do next.

    ``Question`` is a dataclass: what may be asked about. Each field is an option of the command
    line, its type text or a whole number, with ``help`` in its metadata.
    """

    @property
    def HELP(self) -> str:  # noqa: N802 - a constant
        """What there is advice on, in a sentence."""

    @property
    def EXAMPLE(self) -> str:  # noqa: N802 - a constant
        """Options that ask something."""

    @property
    def Question(self) -> type[Any]:  # noqa: N802 - a class
        """What may be asked about."""

    @property
    def Answer(self) -> type[Model]:  # noqa: N802 - a class
        """What `Advice.answer` gives."""

    def advise(self, game: Game[Any], question: Any, /) -> Advice:
        """What to do; raise `DataError` for a question that is impossible."""

    def advise_player(
        self, game: Game[Any], view: Any, decision: Decision[Any], /, aim: str | None = None
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
