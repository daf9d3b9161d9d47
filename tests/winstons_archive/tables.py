"""Tables of Winston's Archive to test on: games with a stacked deck, states, players' cards."""

from __future__ import annotations

from collections import Counter
from typing import Any

import card_data
from card_data import Game
from scoring.play.play import Play
from scoring.positions.result import Result
from scoring.winstons_archive import PlayerCards, Position, score, state
from scoring.winstons_archive.state import State, View

GAME: Game[Any] = card_data.load("winstons_archive")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
POP, OPEN = "product_over_process", "open_secrets"


def table_of(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


def seen(play: Play, name: str) -> View:
    view = play.view(name)
    assert isinstance(view, View)
    return view


def sit(top: str, players: int = 2, game: Game[Any] = GAME) -> Play:
    """A game after its shuffle: the cards in ``top`` come first, the others in the data's order."""
    play = Play(game, NAMES[:players])
    rest = Counter(table_of(play).deck) - Counter(top.split())
    play.move(" ".join([*top.split(), *rest.elements()]))
    return play


def table(deck: str, *stacks: str, players: int = 2) -> State:
    """A table in mid-game: deck and stacks as card names, a deck's top card first."""
    made = state.new(GAME.data, NAMES[:players])
    made.deck = deck.split()[::-1]
    for stack, laid in zip(made.stacks, stacks, strict=True):
        stack.cards = laid.split()
    return made


def cards(
    name: str, books: str = "", pop: int = 0, pages: int = 0, **stand_ins: int
) -> PlayerCards:
    """A player's cards: each book as its set's letter, ``"AAB"``; stand-ins as ``B=1``."""
    return PlayerCards(name, dict(Counter(books)), dict(stand_ins), pop, 0, pages)


def result(*players: PlayerCards, game: Game[Any] = GAME) -> Result:
    return score(Position(players=players), game)


def parts(*players: PlayerCards, game: Game[Any] = GAME) -> dict[str, dict[str, int]]:
    standings = result(*players, game=game).standings
    return {one.player: {part.label: part.points for part in one.tally.parts} for one in standings}


def books(held: str, pop: int = 0, **stand_ins: int) -> int:
    return parts(cards("Ann", held, pop, **stand_ins), cards("Bo"))["Ann"]["books"]


def sound() -> dict[str, Any]:
    """A whole and sound end position of two players, as plain values."""
    return {"game": "winstons_archive", "players": [
        {"name": "Ann", "books": {"A": 2, "B": 2, "C": 4, "E": 5, "F": 1}, "stand_ins": {"B": 1},
            "product_over_process": 3, "open_secrets": 2, "manuscripts": 8},
        {"name": "Bo", "books": {"B": 1, "D": 5, "E": 1, "F": 6}, "stand_ins": {},
            "product_over_process": 1, "open_secrets": 3, "manuscripts": 10},
    ]}  # fmt: skip
