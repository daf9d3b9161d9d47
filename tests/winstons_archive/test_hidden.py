"""Knowledge of the deck in Winston's Archive, and decks consistent with it (WA-3, WA-4)."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from card_data import Game
from scoring.play.observed import ObservedPlay
from scoring.play.play import Play
from scoring.winstons_archive.redeal import tracked, unseen_places
from tests.scoring.tools import answer
from tests.sweeps import sweep
from tests.winstons_archive.tables import GAME, NAMES, OPEN, seen, sit, table_of


def small() -> Game[Any]:
    """A game of twelve cards: two sets, three pages, two of each special."""
    data = GAME.data
    specials = [msgspec.structs.replace(special, copies=2) for special in data.specials]
    cut = msgspec.structs.replace(
        data, sets=tuple([one for one in data.sets if one.id in "AB"]),
        books=tuple([book for book in data.books if book.set in "AB"]),
        manuscripts=data.manuscripts[:3], specials=tuple(specials),
    )  # fmt: skip
    return msgspec.structs.replace(GAME, data=cut)


def orders(play: Play, number: int, player: str = "Ann") -> set[tuple[str, ...]]:
    return {
        tuple(play.redealt(player, Random(seed)).answers[0]["table"][1]) for seed in range(number)
    }


@pytest.mark.clause("WA-3.1")
def test_what_a_player_looked_at_and_declined_stays_where_it_is() -> None:
    play = sit("A1 B1 C1 D1 D2 D3")
    answer(play, "leave", "take")  # Ann has seen A1 and taken B1
    answer(play, "leave", "leave")  # Bo has seen stack 1 and passed over the empty place
    found = orders(play, 30)
    assert {order[0] for order in found} == {"A1"}
    assert {order[1] for order in found} == {"B1"}
    assert len({order[2] for order in found}) > 8
    assert len({order[0] for order in orders(play, 30, "Bo")}) == 1, "who looked at it too"
    assert len({order[1] for order in orders(play, 30, "Bo")}) > 8


@pytest.mark.clause("WA-4.1")
def test_what_another_has_turned_up_is_that_players_and_all_else_may_be_any() -> None:
    play = sit("M01 A1 A2 M02 M03 B1")
    answer(play, "take", "take", "take", "take")  # Bo has passed over stack 1 twice
    assert seen(play, "Ann").others["Bo"].up == ("A1", "A2")
    assert seen(play, "Ann").stacks[0].cards == ("M03",)
    found = orders(play, 30)
    assert {order[:5] for order in found} == {("M01", "A1", "A2", "M02", "M03")}
    assert len({order[5] for order in found}) > 8, "what Bo laid on stack 2"


@pytest.mark.clause("WA-3.6")
def test_a_stack_that_was_put_back_face_down_has_no_open_secrets_in_it() -> None:
    play = sit("C1 C2 C3 C4 D1 D2")
    answer(play, "leave", "take", "leave")
    state = table_of(play)
    assert len(state.stacks[0].cards) == 3, "of which Bo has seen two, Ann one"
    found = orders(play, 60)
    assert len({order[3] for order in found}) > 8
    assert OPEN not in {order[3] for order in found}
    assert OPEN in {order[4] for order in found}


@pytest.mark.clause("WA-2.1", "WA-4.2")
@pytest.mark.parametrize("seed", sweep([1, 2], [1]))
def test_every_deal_that_the_rules_allow_may_come_and_no_other(seed: int) -> None:
    """All decks in which the player sees what was seen, found by trying; each of them comes."""
    play, rng = Play(small(), NAMES[:2]), Random(seed)
    while play.decision is not None:
        play.answer(play.decision, play.decision.options.draw(rng))
        words, order = play.answers[0]["table"]
        watched = ObservedPlay(play, "Ann", [{"table": (words, tracked(order))}, *play.answers[1:]])
        places = unseen_places(watched, len(order))
        if len(places) <= 4:
            break
    allowed = set()
    for cards in permutations([order[place] for place in places]):
        deck = [*order]
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        if (
            watched.replay_unnoticed([{"table": (" ".join(deck), deck)}, *play.answers[1:]])
            is not None
        ):
            allowed.add(tuple(deck))
    assert orders(play, 120) == allowed
    assert len(allowed) > 1
