"""The table on a terminal while a game is played: what one player sees of it, in few lines.

Each game draws its own in its ``table_view.py``; what it does not say is done here for all games.

>>> from scoring.play.moves import Deal
>>> described(Decision(TABLE, "deal", "XX-1.1", Deal(("A1", "A2"), 1)))
'The table, deal (XX-1.1)'
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from card_data import Game
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices, Order, Refused
from scoring.positions.display import HEAD, Line, Span

DIM = "dim"
HIDDEN = "a card"  # for one that a player does not see
WIDTH = 79  # of the lines that are broken: a terminal has 80 columns or more


class TableView:
    """How a game is shown to those who play it.

    ``hides``: whether players have anything that the others may not see, so that the screen is
    passed from one to the next.
    """

    hides = False

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def blocks(self, view: Any) -> Iterator[Iterable[Line]]:
        """What lies on the table, by the view of a player of the game, in parts that belong
        together: what has not changed need not be drawn again."""
        raise NotImplementedError

    def drawing(self, view: Any) -> list[tuple[Line, ...]]:
        """The parts of the table that have anything to show."""
        return [lines for block in self.blocks(view) if (lines := tuple(map(tuple, block)))]

    def caption(self, words: str) -> str:
        """What the words of a move stand for, such as a card's title; often nothing."""
        return ""

    def title(self, words: str) -> str:
        """What texts say that the words of a move stand for."""
        return self.caption(words)

    def asks(self, decision: Decision[Any], view: Any) -> str:
        """What a decision expects, where its moves are too many to list."""
        return str(decision.options)

    def told(self, decision: Decision[Any], words: str, hidden: Container[str]) -> str:
        """An answer as another player learns of it, from whom some cards are ``hidden``.

        Nothing if it stays hidden altogether, as a shuffle does.
        """
        told = [HIDDEN if word in hidden else word for word in words.split(" ")]
        shuffled = HIDDEN in told or isinstance(decision.options, Order)
        return "" if decision.who == TABLE and shuffled else " ".join(told)

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        """Moves to offer where there are too many to list; whether they are open is not certain."""
        return ()

    def offered(self, decision: Decision[Any], view: Any) -> list[str]:
        """The moves that are numbered: all of them if they can be listed, else some."""
        options = decision.options
        if isinstance(options, Choices):
            return list(options)
        return [words for words in self.openings(decision, view) if is_open(decision, words)]


def is_open(decision: Decision[Any], words: str) -> bool:
    """Whether a move is one of the options."""
    try:
        decision.options.parse(words)
    except Refused:
        return False
    return True


def described(decision: Decision[Any]) -> str:
    """Who is asked what, and by which clause."""
    who = "The table" if decision.who == TABLE else decision.who
    return f"{who}, {decision.what} ({decision.rule})"


def pair(label: str, value: object) -> Line:
    """A label and what goes by it, to stand in a line with others."""
    return [Span(f"{label} ", DIM), Span(f"{value}   ")]


def apart(blocks: Iterable[Iterable[Line]]) -> Iterator[Line]:
    """Parts of a drawing with a blank line before each."""
    for block in blocks:
        yield []
        yield from block


def in_a_line(*pairs: Line) -> Line:
    """Several pairs side by side."""
    return [span for one in pairs for span in one]


def wrapped(head: str, words: Sequence[str], width: int = WIDTH, indent: int = 0) -> Iterator[Line]:
    """Words after a heading, in lines of about ``width``.

    >>> ["".join(span.text for span in line) for line in wrapped("Hand", ["a", "bc", "d"], 12)]
    ['Hand  a, bc,', '      d']
    """
    margin = " " * (indent or len(head) + 2)
    line = [Span(f"{head}  ", HEAD)]
    for index, word in enumerate(words or ["none"]):
        text = word if index + 1 >= len(words) else f"{word}, "
        if len(line) > 1 and sum(len(span.text) for span in line) + len(text.rstrip()) > width:
            line[-1] = Span(line[-1].text.rstrip())
            yield line
            line = [Span(margin)]
        line.append(Span(text))
    yield line
