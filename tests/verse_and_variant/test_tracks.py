"""The tracks of Verse & Variant at set-up, and the Spotlight that their demand decides."""

from __future__ import annotations

import pytest

from card_data.verse_and_variant.model import Suit
from scoring.verse_and_variant.majority import score_majority
from scoring.verse_and_variant.state import State
from tests.verse_and_variant.tables import run, stack

STEPPED = (12, 10, 9, 8, 7)


def levels(table: State, *spaces: int | None) -> None:
    """One token of its own on this space of each track, in board order; None leaves it empty."""
    for suit, space in zip(table.tracks, spaces, strict=True):
        stack(table, suit, *([] if space is None else [(space, table.feature(suit))]))


@pytest.mark.clause("VV-3.4")
def test_tracks_and_institutions_are_in_board_order(table: State) -> None:
    assert list(table.tracks) == ["blue", "green", "yellow", "red", "black"]
    assert list(table.boards) == ["papyrus", "majority", "sinaiticus", "section", "ubs_a"]


@pytest.mark.parametrize(("spaces", "spotlight"), [
    ((3, 20, 5, 1, 0), "green"),
    ((20, 20, 5, 9, 0), "red"),  # passes to the next-highest
    ((20, 20, 9, 9, 0), "black"),  # and so on down
    ((20, 20, 9, 9, None), "black"),  # an empty track has a demand of its own
    ((20, 20, 9, 9, 9), None),  # no value held by one colour alone
    ((20, 20, 9, None, None), "yellow"),
    ((20, 20, 20, None, None), None),
    ((0, None, None, None, None), "blue"),  # empty is below space 0
    ((21, 21, 21, 21, 21), None),  # as at the start
    ((7, 7, 7, 7, 8), "black"),
])  # fmt: skip
@pytest.mark.clause("VV-3.2")
def test_spotlight_is_on_the_highest_demand_held_alone(
    table: State, spaces: tuple[int | None, ...], spotlight: Suit | None
) -> None:
    levels(table, *spaces)
    assert table.spotlight() == spotlight


@pytest.mark.parametrize(("spaces", "barred", "lowest", "spotlight"), [
    (STEPPED, {"blue"}, False, "green"),
    (STEPPED, {"blue", "green"}, False, "yellow"),
    ((12, 12, 9, 8, 7), {"blue"}, False, "green"),  # no longer tied: blue is left out
    (STEPPED, set(), True, "black"),
    ((12, 10, 9, 7, 7), set(), True, "yellow"),  # a tie passes it up
    (STEPPED, {"black"}, True, "red"),
    ((12, 10, 9, 8, None), set(), True, "black"),
])  # fmt: skip
@pytest.mark.clause("VV-3.7")
def test_barred_colours_are_left_out_and_the_order_may_be_reversed(
    table: State, spaces: tuple[int | None, ...], barred: set[str], lowest: bool, spotlight: Suit
) -> None:
    levels(table, *spaces)
    table.session.barred, table.session.lowest_first = barred, lowest
    assert table.spotlight() == spotlight


@pytest.mark.clause("VV-3.7")
def test_ties_of_the_game_use_the_spotlight_of_the_last_majority_scoring(table: State) -> None:
    levels(table, *STEPPED)
    table.session.locked = "red"
    run(table, score_majority(table))
    table.session.locked = None
    table.over = True
    assert table.position().spotlight == "red"
