"""The words of Winston's Archive in full: questions, the table in play, cards, findings, notes."""

from __future__ import annotations

import msgspec
import pytest

from scoring.play.engines import engine_of
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, check
from scoring.winstons_archive import PlayerCards, Position, engine
from scoring.winstons_archive.check import LAYERS
from scoring.winstons_archive.table_view import GameTable
from tests.scoring.screens import texts
from tests.scoring.tools import house
from tests.winstons_archive.tables import (
    GAME,
    OPEN,
    POP,
    cards,
    result,
    seen,
    sit,
    table,
    table_of,
)

clause = pytest.mark.clause


@clause("WA-4.4")
def test_the_one_end_of_the_game() -> None:
    state = table("", "", "", "")
    state.turns = 17
    ending = engine_of("winstons_archive").ending(state, GAME)
    assert [*ending] == ["the deck and all stacks are gone", 17, "turn"]
    assert engine.END == "WA-4.4"


def third_turn() -> Play:
    """Cy looks at the first stack; the second is open but for its last card, the third empty."""
    play = sit(f"A1 {OPEN} C1 D1 D2 D3", players=3)
    for move in "leave", "leave", "take", "leave", "leave":
        play.move(move)
    state = table_of(play)
    ann = state.players[0]
    state.take(ann, ["A1", "A2", "M01", "M02", POP, POP, "B2", "B1"])
    engine.reveal_set(state, ann, "A")
    ann.locked = {"B": 2}
    state.reveal(ann, POP, 2)
    state.stacks[2].cards = []
    return play


@clause("WA-3.1", "WA-3.6", "WA-4.1", "WA-4.2")
def test_the_whole_table_as_each_player_sees_it() -> None:
    play, shown = third_turn(), GameTable(GAME)
    assert shown.hides, "so the screen is passed on"
    ann, cy = [
        " ".join(" ".join(texts(shown.drawing(seen(play, name), None, 79))).split())
        for name in ("Ann", "Cy")
    ]
    stack = (
        "Stack 2 3 cards; you see D2 Tide Tables, Second Edition, Drier; Open Secrets of Archiving"
    )
    head = "Turn Cy Deck 45 Sets A 2, B 3, C 4, D 5, E 6, F 7"
    assert f"{head} Stack 1 3 cards {stack} Stack 3 no cards Cards A1 A Key" in ann
    assert ann.endswith("2x Implementing Product Over Process Locked B 2 Bo 1 card Cy no cards")
    first = (
        "you see A1 A Key to All Locks; D1 Tide Tables, First Edition; D3 Tide Tables, Corrected"
    )
    assert f"{head} Stack 1 3 cards; {first} From Aboard {stack} Stack 3 no cards" in cy
    assert "Ann 9 cards; up A1 A Key" in cy
    assert cy.endswith("2x Implementing Product Over Process; locked B 2 Bo 1 card")


@clause("WA-6.1")
def test_during_play_cards_may_lie_with_nobody_but_never_twice() -> None:
    few = PlayerCards("Ann", {"A": 1}, {}, 0, 0, 9), PlayerCards("Bo", {}, {}, 0, 0, 9)
    running = PositionFile(GAME, Position(players=few, running=True))
    assert [*LAYERS["across players"](running.position, GAME)] == []
    over = Position(players=few)
    found = [(one.path, one.message) for one in LAYERS["across players"](over, GAME)]
    assert found == [
        ("players", "only 0 cards of Product Over Process in all, but the deck has 4"),
        ("players", "only 0 cards of Open Secrets in all, but the deck has 5"),
    ]


@clause("WA-6.3", "WA-3.2")
@pytest.mark.parametrize(("refill", "least"), [(False, 4), (True, 3)])
def test_the_fewest_cards_of_a_game_depend_on_the_house_rule(refill: bool, least: int) -> None:
    """With 15 cards in two stacks, a taken stack that is refilled leaves the other one fewer."""
    game = house(GAME, refill_taken_stack=refill)
    deck = msgspec.structs.replace(game.data.numbers.deck, cards=15)
    numbers = msgspec.structs.replace(game.data.numbers, deck=deck, stacks=2)
    game = msgspec.structs.replace(game, data=msgspec.structs.replace(game.data, numbers=numbers))
    for pages in range(1, 6):
        players = (PlayerCards("Ann", {}, {}, 0, 0, pages),
                   PlayerCards("Bo", {}, {}, 0, 0, 15 - pages))  # fmt: skip
        found = [*LAYERS["possible games"](Position(players=players), game)]
        said = "1 card" if pages == 1 else f"{pages} cards"
        message = f"{said} in all, but no game of 2 players leaves anybody fewer than {least}"
        assert [one.message for one in found] == [message] * (pages < least)


@clause("WA-4.3", "WA-5.1", "WA-5.4", "WA-5.5")
def test_every_note_on_a_score() -> None:
    ann, bo = cards("Ann", "AABBBF", 3, 5, A=1, B=2), cards("Bo", "CCC", 1, 7)
    bo_first = result(ann, bo).standings
    assert [one.tally.notes for one in bo_first] == [("C completed with 1 stand-in (WA-5.1)",), (
        "A completed in play with 1 stand-in (WA-4.3)",
        "1 late book of A outside the complete set (WA-4.3)",
        "B completed in play with 2 stand-ins (WA-4.3)",
        "2 late books of B outside the complete set (WA-4.3)", "fewest manuscript pages (WA-5.4)",
    )]  # fmt: skip
    last = result(ann, bo, cards("Cy", "", 0, 4)).standings[-1]
    assert (last.player, last.tally.notes) == ("Cy", ("out: fewest manuscript pages (WA-5.5)",))


def test_a_position_scores_its_names_and_what_is_not_answered_as_nothing() -> None:
    first, second = result(PlayerCards(None, None, None), cards("Bo", "AA", pages=5)).standings
    assert [(one.player, one.total) for one in (first, second)] == [("Bo", 3), ("", -3)]
    assert check(PositionFile(GAME, Position())).missing == (("players",),)


def test_records_that_decline_a_stack_leave_it() -> None:
    play = sit("A1 B1 C1 D1")
    play.move("decline")
    assert play.moves[-1] == ("Ann", "leave")
