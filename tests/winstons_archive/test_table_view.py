"""The table of Winston's Archive on a screen, and what a choice is said to come to."""

from __future__ import annotations

import pytest

from scoring.play.play import Play
from scoring.winstons_archive.state import OPEN, STAND_IN, View
from scoring.winstons_archive.table_view import GameTable
from tests.scoring.screens import NAMES, texts
from tests.scoring.tools import decided
from tests.winstons_archive.tables import GAME, seen, table_of

clause = pytest.mark.clause
SHOWN = GameTable(GAME)
SETS = {book.id: book.set for book in GAME.data.books}


@clause("WA-3.1", "WA-4.1", "WA-4.2")
def test_what_matters_least_is_told_in_fewest_lines() -> None:
    """The stacks and one's own cards come first, the titles of cards where there is room."""
    play = Play(GAME, NAMES)
    play.move(decided(play).options.parse(" ".join(table_of(play).deck))[0])
    state = table_of(play)
    state.stacks[0].cards, state.stacks[1].cards = ["C1", "M01", "M02"], [OPEN, "D1"]
    state.stacks[1].up = 2
    state.take(state.players[0], ["A1", "A2", "B1", "B2", STAND_IN, STAND_IN])
    state.players[0].locked = {"B": 1}
    state.players[1].cards = ["E1", STAND_IN]
    state.players[1].up, state.players[1].locked = ["E1", STAND_IN], {"E": 1}
    small = texts(SHOWN.drawing(seen(play, "Ann"), decided(play), 80, 11))
    assert small[0] == "Turn Ann   Deck 51   Sets A 2, B 3, C 4, D 5, E 6, F 7"
    assert small[6:10] == [
        "Stack 3  1 card", "Cards  A1, A2, B1, B2, 2x Implementing Product Over Process",
        "Locked  B 1",
        "Bo  2 cards; up E1, Implementing Product Over Process; locked E 1",
    ]  # fmt: skip
    large = texts(SHOWN.drawing(seen(play, "Ann"), decided(play), 118, 26))
    assert (
        "Stack 2  2 cards; you see D1 Tide Tables, First Edition; Open Secrets of Archiving"
        in large
    )
    assert "Cards  A1 A Key to All Locks; A2 A Lock Against All Keys" in " ".join(large)


def test_a_view_has_one_s_own_locked_stand_ins() -> None:
    play = Play(GAME, NAMES[:2])
    table_of(play).players[0].locked = {"B": 2}
    view = play.view("Ann")
    assert isinstance(view, View)
    assert view.locked == {"B": 2}
    assert play.view("Bo").others["Ann"].locked == {"B": 2}
