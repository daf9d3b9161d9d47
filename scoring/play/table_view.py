"""The table on a terminal while a game is played: what one player sees of it, in few lines.

Each game draws its own in its ``table_view.py``; what it does not say is done here for all games.

>>> from scoring.play.moves import Deal
>>> described(Decision(TABLE, "deal", "XX-1.1", Deal(("A1", "A2"), 1)))
'The table, deal (XX-1.1)'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from types import MappingProxyType
from typing import Any, cast

from card_data import Game
from card_data.words import in_words
from scoring import games
from scoring.play.decisions import TABLE, Decision
from scoring.play.fitted import Panel, fitted
from scoring.play.moves import Choices, Order, Refused
from scoring.positions.display import HEAD, Line, Span

DIM = "dim"
HIDDEN = "a card"  # for one that a player does not see
WIDTH = 79  # columns of a table where no terminal says how many there are
WHOLE = 10**6  # lines, in which every table has room


class TableView:
    """How a game is shown to those who play it.

    ``hides``: whether players have anything that the others may not see, so that the screen is
    passed from one to the next. ``has_dice``: whether chance is dice, which people may have before
    them. ``real``: what is asked of those who have real dice or cards. ``sentences``: how a bot's
    move is told, by its words, by the first of them, or by what was decided.
    """

    hides = False
    has_dice = False
    real: Sequence[str] = ("what chance decides, whenever it does",)
    sentences: Mapping[str, str] = MappingProxyType({})

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def parts(self, view: Any, decision: Decision[Any] | None, width: int) -> Iterable[Panel]:
        """What lies on the table, by the view of a player, with what matters for the decision."""
        raise NotImplementedError

    def drawing(
        self, view: Any, decision: Decision[Any] | None, width: int, height: int = WHOLE
    ) -> list[Line]:
        """The table in at most ``height`` lines of ``width`` columns; where there is no room for
        all of it, what matters least is shortened."""
        return fitted([*self.parts(view, decision, width)], width, height)

    def caption(self, words: str) -> str:
        """What the words of a move stand for, such as a card's title; often nothing."""
        return ""

    def gives(self, words: str, decision: Decision[Any], view: Any) -> str:
        """What an offered move comes to as the table lies, such as its points."""
        return self.caption(words)

    def title(self, words: str) -> str:
        """What texts say that the words of a move stand for."""
        return self.caption(words)

    def called(self, word: str) -> str:
        """What people call the card or the like of which a word of a move is the ID; empty for all
        other words, and where they go by their IDs."""
        return ""

    def spoken(self, words: str) -> str:
        """The words of a move with what people say in place of IDs."""
        runs = groupby(words.split(" "), lambda word: bool(self.called(word)))
        said = [in_words([*map(self.called, run)], "and") if named else " ".join(run)
                for named, run in runs]  # fmt: skip
        return " ".join(said)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The IDs of cards and the like by their titles, and by what people call them, where only
        one is called so; long ones first."""
        rows = [row for table in self.game.tables() for row in self.game.rows(table)]
        titled = [
            (title, row.id) for row in rows
            for title in {getattr(row, "title", ""), self.called(row.id)}
        ]  # fmt: skip
        times = Counter(title for title, _ in titled)
        alone = [(title, known) for title, known in titled if title and times[title] == 1]
        return dict(sorted(alone, key=lambda one: -len(one[0])))

    def with_ids(self, words: str) -> str:
        """The words of a move with IDs in place of titles."""
        for title, known in self.titles.items():
            signs = r"\W*".join(re.findall(r"\w+", title))
            words = re.sub(rf"\b{signs}\b", known, words, flags=re.IGNORECASE)
        return words

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

    def sentence(self, who: str, decision: Decision[Any], words: str) -> str:
        """A bot's move, as `told`, in a sentence: ``Bo (bot) takes stack 2.``"""
        first = words.partition(" ")[0]
        ways = [self.sentences.get(key) for key in (words, first, decision.what)]
        form = next(filter(None, ways), "chooses {what}: {words}")
        said, title = self.spoken(words), self.title(words)
        aside = f" ({title})" if title and title not in said else ""
        rest = said.partition(" ")[2] + aside
        said = form.format(words=said + aside, rest=rest, what=decision.what)
        return f"{who} (bot) {said}."

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        """Moves to offer where there are too many to list; whether they are open is not certain."""
        return ()

    def offered(self, decision: Decision[Any], view: Any) -> list[str]:
        """The moves that are numbered: all of them if they can be listed, else some."""
        options = decision.options
        if isinstance(options, Choices):
            return list(options)
        return [words for words in self.openings(decision, view) if is_open(decision, words)]


def table_view_of(game: Game[Any]) -> TableView:
    """How a game out of `scoring.games.names` is shown to those who play it."""
    return cast(TableView, games.module(game.id, "table_view").GameTable(game))


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


def shortened(name: str, room: int) -> str:
    """A name in so many characters: both its ends, as names often differ in only one of them.

    >>> shortened("Winston", 9), shortened("Number One", 7), shortened("Number Two", 7)
    ('Winston', 'Num…One', 'Num…Two')
    """
    end = max(room - 1, 0) // 2
    return name if len(name) <= room else f"{name[: room - 1 - end]}…{name[len(name) - end :]}"


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
