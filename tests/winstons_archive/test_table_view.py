"""The table of Winston's Archive on a screen, and what a choice is said to come to."""

from __future__ import annotations

import pytest

from scoring.play.play import Play
from scoring.winstons_archive.state import OPEN, STAND_IN, View
from scoring.winstons_archive.table_view import NAME, GameTable
from tests.scoring.on_screen import NAMES, texts
from tests.scoring.tools import decided
from tests.winstons_archive.tables import GAME, seen, table_of

clause = pytest.mark.clause
SHOWN = GameTable(GAME)
SETS = {book.id: book.set for book in GAME.data.books}


@clause("WA-3.1", "WA-4.1", "WA-4.2")
def test_what_matters_least_is_told_in_fewest_lines() -> None:
    """First the titles of the stack that one is asked about, then those of others, one's own books
    by name, and a line for each other player."""
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
    pages = [row.line for row in GAME.data.manuscripts[:2]]
    assert small == [
        "Turn Ann   Deck 51", "Stack 1  you see all of it:", "         C1  What to Plant in Spring",
        f"         M01  page: {pages[0]}", f"         M02  page: {pages[1]}",
        "Stack 2  you see all of it: D1, 1 Open Secrets", "Stack 3  1 face down",
        "Your books  A 2 of 2 complete, B 2 of 3 complete with 1 stand-in",
        "Your pages 0   Product Over Process 2   Open Secrets 0",
        "Others  Bo 2 cards (E complete with 1 stand-in), Maximilian 0 cards, Di 0 cards,",
        "        Winston_…urchill 0 cards, Julia 0 cards",
    ]  # fmt: skip
    assert max(map(len, small)) <= 80
    assert len("Winston_…urchill") == NAME
    large = texts(SHOWN.drawing(seen(play, "Ann"), decided(play), 118, 26))
    assert large[5:8] == [
        "Stack 2  you see all of it:",
        "         Open Secrets",
        "         D1  Tide Tables, First Edition",
    ]
    assert large[9:] == [
        "", "Your books   A 2 of 2   A1 A2   complete",
        "             B 2 of 3   B1 B2   complete with 1 stand-in",
        "Your pages 0   Product Over Process 2   Open Secrets 0", "",
        "Bo  2 cards, E complete with 1 stand-in", "Maximilian  0 cards", "Di  0 cards",
        "Winston_Churchill  0 cards", "Julia  0 cards",
    ]  # fmt: skip


def said(play: Play) -> dict[str, str]:
    decision = decided(play)
    view = seen(play, decision.who)
    return {words: SHOWN.gives(words, decision, view) for words in SHOWN.offered(decision, view)}


@clause("WA-3.1", "WA-3.3", "WA-3.4", "WA-3.5")
def test_what_taking_or_declining_a_stack_comes_to() -> None:
    play = Play(GAME, NAMES[:2])
    play.move(decided(play).options.parse(" ".join(table_of(play).deck))[0])
    state = table_of(play)
    state.stacks[0].cards = ["C1", "C2", "M01", OPEN]
    state.take(state.players[0], ["C3", "D1", "M02", "M03"])
    assert said(play) == {
        "take": "then you have C 3 of 4, 3 pages, 1 Open Secrets",
        "decline": "a card from the deck goes on it",
    }
    deck, state.deck = state.deck, []
    assert said(play)["decline"] == "nothing goes on it"
    state.stacks[1].cards, state.stacks[2].cards = [], []
    assert said(play)["decline"] == "you take it all the same"
    state.deck = deck[:3]
    assert said(play)["decline"] == "you take it all the same", "the others take what is left"
    state.deck = deck[:4]
    assert said(play)["decline"] == "a card goes on it, and you take another, unseen"
    for _ in range(3):
        if decided(play).who == "Ann":
            play.move("decline")
    assert len(state.players[0].cards) == 5


@clause("WA-4.2")
def test_what_a_stand_in_completes() -> None:
    play = Play(GAME, NAMES[:2])
    play.move(decided(play).options.parse(" ".join(table_of(play).deck))[0])
    state = table_of(play)
    state.take(state.players[0], ["C1", "C2", "A1", STAND_IN, STAND_IN, STAND_IN])
    state.players[0].locked = {"A": 1}
    state.players[0].revealed = ["A"]
    play.move("take")
    assert said(play) == {
        "stand in C": "4 books, 2 of your 2 stand-ins",
        "no stand-in": "they stay free",
    }


def test_a_view_has_one_s_own_locked_stand_ins() -> None:
    play = Play(GAME, NAMES[:2])
    table_of(play).players[0].locked = {"B": 2}
    view = play.view("Ann")
    assert isinstance(view, View)
    assert view.locked == {"B": 2}
    assert play.view("Bo").others["Ann"].locked == {"B": 2}
