"""Tables on a screen: random games looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from card_data import Game
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from scoring.play.table_view import TableView
from scoring.positions.display import Line

SIZES = ((80, 11), (80, 13), (118, 26))  # that the screen leaves to the table, the least first
NAMES = ("Ann", "Bo", "Maximilian", "Di", "Winston_Churchill", "Julia")


class Asked(NamedTuple):
    decision: Decision[Any] | None
    view: Any
    words: str


def asked(game: Game[Any], players: Sequence[str], seed: int) -> Iterator[Asked]:
    play, rng = Play(game, players), Random(seed)
    while (decision := play.decision) is not None:
        words = decision.random(rng)
        yield Asked(
            decision, play.view(players[0] if decision.who == TABLE else decision.who), words
        )
        play.move(words)
    yield Asked(None, play.view(players[0]), "")


def texts(lines: Iterable[Line]) -> list[str]:
    return ["".join([span.text for span in line]).rstrip() for line in lines]


def screen(table: TableView, one: Asked, width: int, height: int) -> list[str]:
    """The table as one who is asked sees it, which is never larger than it may be."""
    lines = texts(table.drawing(one.view, one.decision, width, height))
    assert len(lines) <= height, lines
    assert max(map(len, lines), default=0) <= width, lines
    return lines
