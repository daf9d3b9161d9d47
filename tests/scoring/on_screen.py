"""Tables on a whole screen: random games looked at, and the keys that their moves take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from card_data import Game
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from scoring.play.steps import Menu
from scoring.play.table_view import TableView, table_view_of
from scoring.positions.display import Line

SIZES = ((80, 11), (80, 13), (118, 26))  # that the screen leaves to the table, the least first
sizes = pytest.mark.parametrize(("width", "height"), SIZES)
NAMES = ("Ann", "Bo", "Maximilian", "Di", "Winston_Churchill", "Julia")


class Asked(NamedTuple):
    """What a player is asked, none at the end, with what they see; and the answer."""

    decision: Decision[Any] | None
    view: Any
    words: str


def asked(game: Game[Any], players: Sequence[str], seed: int) -> Iterator[Asked]:
    """Every question of a random game, those to the table too, and the end."""
    play, rng = Play(game, players), Random(seed)
    while (decision := play.decision) is not None:
        words = decision.random(rng)
        yield Asked(
            decision, play.view(players[0] if decision.who == TABLE else decision.who), words
        )
        play.move(words)
    yield Asked(None, play.view(players[0]), "")


def texts(lines: Iterable[Line]) -> list[str]:
    """Lines without their styles."""
    return ["".join([span.text for span in line]).rstrip() for line in lines]


def screen(table: TableView, one: Asked, width: int, height: int) -> list[str]:
    """The table as one who is asked sees it, which is never larger than it may be."""
    lines = texts(table.screen(one.view, one.decision, width, height))
    assert len(lines) <= height, lines
    assert max(map(len, lines), default=0) <= width, lines
    return lines


def within(table: TableView, every: Iterable[Asked]) -> None:
    """A table stays within a screen however small."""
    for one in every:
        for width, height in ((0, 0), (1, 1), (20, 4), (60, 8)):
            screen(table, one, width, height)


def keys_before(table: TableView, one: Asked) -> int:
    """The keys of an answer at the prompt: its number, or its words, and Enter."""
    assert one.decision is not None
    offered = table.offered(one.decision, one.view)
    told = str(offered.index(one.words) + 1) if one.words in offered else one.words
    return len(told) + 1


def keys(table: TableView, one: Asked) -> int:
    """The fewest keys that choose an answer: of each menu the number of an entry, where there are
    ten or more with two keys, of one alone none; and one for the switch."""
    decision, view = one.decision, one.view
    assert decision is not None
    waiting: list[tuple[int, tuple[str, ...], bool]] = [(0, (), False), (1, (), True)]
    seen: list[Menu] = []
    while waiting:
        waiting.sort(reverse=True)
        pressed, chosen, on = waiting.pop()
        menu = table.menu(decision, view, chosen, on=on)
        if menu in seen or not menu.entries:
            continue
        seen.append(menu)
        alone = [entry.words for entry in menu.entries] == [""] and not (
            menu.expects or menu.switch
        )
        each = pressed + (0 if alone else len(str(len(menu.entries))))
        if one.words in [entry.words for entry in menu.entries]:
            return each
        waiting += [(each, (*chosen, entry.label), on) for entry in menu.entries if not entry.words]
    raise AssertionError(f"{one.words} cannot be chosen")


def keys_of_games(game: Game[Any], players: Sequence[str]) -> list[tuple[int, int]]:
    """The keys of all answers of players in ten random games: on the screen, and at the prompt."""
    table = table_view_of(game)
    counted = []
    for seed in range(10):
        made = [
            one for one in asked(game, players, seed) if one.decision and one.decision.who != TABLE
        ]
        pressed = [(keys(table, one), keys_before(table, one)) for one in made]
        counted.append((sum([now for now, _ in pressed]), sum([before for _, before in pressed])))
    return counted
