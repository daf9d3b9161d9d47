"""Tables to test on: games with a stacked deck, hand-built states, filled-in sheets."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Generator
from typing import Any

import msgspec

import card_data
from card_data import Game
from scoring.play import Decision, Play
from scoring.positions import Filled, Report, check
from scoring.result import Result
from scoring.winstons_archive import Position, Sheet, score, state

GAME: Game[Any] = card_data.load("winstons_archive")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
POP, OPEN = "product_over_process", "open_secrets"
# of `scoring score --json`
KEYS = {
    "game", "valid", "final", "violations", "standings", "missing", "winners", "decided_by",
}  # fmt: skip


def house(base: Game[Any] = GAME, **options: Any) -> Game[Any]:
    """A game with other values of its house options."""
    changed = {
        name: msgspec.structs.replace(base.options()[name], value=value)
        for name, value in options.items()
    }
    data = msgspec.structs.replace(
        base.data, options=msgspec.structs.replace(base.data.options, **changed)
    )
    return dataclasses.replace(base, data=data)


def sit(top: str, players: int = 2, game: Game[Any] = GAME) -> Play:
    """A game after its shuffle: the cards in ``top`` come first, the others in the data's order."""
    play = Play(game, NAMES[:players])
    rest = Counter(play.state.deck) - Counter(top.split())
    play.move(" ".join([*top.split(), *rest.elements()]))
    return play


def table(deck: str, *stacks: str, players: int = 2) -> state.State:
    """A table in mid-game: deck and stacks as card names, a deck's top card first."""
    made = state.new(GAME.data, NAMES[:players])
    made.deck = deck.split()[::-1]
    for stack, cards in zip(made.stacks, stacks, strict=True):
        stack.cards = cards.split()
    return made


def drive(script: Generator[Decision, str], *moves: str) -> list[Decision]:
    """Run a part of an engine with these moves to its end; the decisions it asked for."""
    asked = []
    answers = iter(moves)
    try:
        decision = next(script)
        while True:
            asked.append(decision)
            move = next(answers)
            assert not decision.wrong(move), decision
            decision = script.send(move)
    except StopIteration:
        pass
    assert not list(answers), "moves left over"
    return asked


def sheet(name: str, books: str = "", pop: int = 0, pages: int = 0, **stand_ins: int) -> Sheet:
    """A player's sheet: each book as its set's letter, ``"AAB"``; stand-ins as ``B=1``."""
    return Sheet(name, dict(Counter(books)), dict(stand_ins), pop, 0, pages)


def result(*sheets: Sheet, game: Game[Any] = GAME) -> Result:
    """The score of these sheets, which need not make a whole deck."""
    return score(Position(players=sheets), game)


def parts(*sheets: Sheet, game: Game[Any] = GAME) -> dict[str, dict[str, int]]:
    """Each player's parts by label."""
    standings = result(*sheets, game=game).standings
    return {one.player: {part.label: part.points for part in one.tally.parts} for one in standings}


def books(cards: str, pop: int = 0, **stand_ins: int) -> int:
    """The book points of one player who holds these cards."""
    return parts(sheet("Ann", cards, pop, **stand_ins), sheet("Bo"))["Ann"]["books"]


def sound() -> dict[str, Any]:
    """A whole and sound end position of two players, as plain values."""
    return {
        "game": "winstons_archive",
        "players": [
            {
                "name": "Ann",
                "books": {"A": 2, "B": 2, "C": 4, "E": 5, "F": 1},
                "stand_ins": {"B": 1},
                "product_over_process": 3,
                "open_secrets": 2,
                "manuscripts": 8,
            },
            {
                "name": "Bo",
                "books": {"B": 1, "D": 5, "E": 1, "F": 6},
                "stand_ins": {},
                "product_over_process": 1,
                "open_secrets": 3,
                "manuscripts": 10,
            },
        ],
    }


def changed(**values: Any) -> Report:
    """The check of the sound position with some values changed: ``a_books_B=3`` is Ann's B."""
    position = sound()
    for path, value in values.items():
        at, _, field = path.partition("_")
        spot = position["players"][{"a": 0, "b": 1}[at]]
        if field.startswith(("books_", "stand_ins_")):
            field, _, letter = field.rpartition("_")
            spot[field][letter] = value
        else:
            spot[field] = value
    return check(Filled(GAME, msgspec.convert(position, Position)))


def broken(report: Report) -> list[tuple[str, str]]:
    """The rule and path of each finding."""
    return [(one.rule, one.path) for one in report.findings]
