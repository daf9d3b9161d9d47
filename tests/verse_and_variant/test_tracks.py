"""The tracks of Verse & Variant: set-up, demand, Spotlight, what moves on them, their bonuses."""

from __future__ import annotations

import pytest

from card_data.verse_and_variant.model import Suit
from scoring.verse_and_variant import gains
from scoring.verse_and_variant.bout import begin_bout
from scoring.verse_and_variant.majority import score_majority, session_end
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA, move_stack
from scoring.verse_and_variant.window import close_window
from tests.verse_and_variant.tables import (
    TRACKS,
    check,
    conserved,
    hold,
    lay,
    lying,
    own,
    player,
    run,
    stack,
    table_of,
)


def levels(table: State, *spaces: int | None) -> None:
    """One token of its own on this space of each track, in board order; None leaves it empty."""
    for suit, space in zip(table.tracks, spaces, strict=True):
        stack(table, suit, *([] if space is None else [(space, table.feature(suit))]))


def no_supply(table: State, feature: str) -> None:
    own(table, "Cy", **{feature: table.supply[feature]})


@pytest.mark.parametrize(
    ("players", "top", "below", "supply"), [(3, 1, 2, 22), (4, 2, 2, 11), (5, 2, 3, 0)]
)
@pytest.mark.clause("VV-2.2")
def test_tracks_are_filled_from_space_21_down(
    players: int, top: int, below: int, supply: int
) -> None:
    table = table_of(players)
    for suit, track in table.tracks.items():
        assert [len(track.spaces[space]) for space in range(21, -1, -1)] == [top, below] * 11
        assert {*track.tokens()} == {table.feature(suit)}
        assert table.supply[table.feature(suit)] == supply
    assert table.supply[LACUNA] == 75
    conserved(table)


@pytest.mark.parametrize(("players", "grants", "cubes"), [(3, 5, 5), (4, 4, 4), (5, 3, 4)])
@pytest.mark.clause("VV-2.3")
def test_grants_cubes_and_a_lockdown_tile_each(players: int, grants: int, cubes: int) -> None:
    for one in table_of(players).players:
        assert (
            one.grants, one.all_grants, one.cubes, one.lockdown,
        ) == (grants, grants, cubes, True)  # fmt: skip


@pytest.mark.clause("VV-1.7")
def test_a_token_that_empties_a_space_brings_its_bonus(table: State) -> None:
    ann, bo = player(table, "Ann"), player(table, "Bo")
    ann.grants = bo.grants = 3
    stack(table, "blue", *[(space, "papyrus") for space in range(22)])
    had = []
    for _ in range(22):
        run(table, gains.take_feature(table, ann, "papyrus"))
        had.append((ann.ledger[LACUNA], ann.eureka, ann.prestige, ann.grants))
    changed = {
        21 - turn: had[turn] for turn in range(22) if turn == 0 or had[turn] != had[turn - 1]
    }
    assert changed == {
        21: (0, False, 0, 3), 16: (1, False, 0, 3), 11: (1, True, 0, 3), 6: (1, True, 2, 3),
        1: (1, True, 2, 4),
    }  # fmt: skip
    assert (+bo.ledger, bo.eureka, bo.prestige, bo.grants) == ({}, False, 0, 3)


@pytest.mark.parametrize("space", [16, 11, 6, 1])
@pytest.mark.clause("VV-1.7")
def test_a_space_that_keeps_a_token_brings_none(table: State, space: int) -> None:
    ann = player(table, "Ann")
    ann.grants = 3
    stack(table, "red", (space, "section section"))
    run(table, gains.take_feature(table, ann, "section"))
    assert (+ann.ledger, ann.eureka, ann.prestige, ann.grants) == ({"section": 1}, False, 0, 3)


@pytest.mark.clause("VV-1.7")
def test_is_received_each_time(table: State) -> None:
    ann = player(table, "Ann")
    for _ in range(2):
        stack(table, "green", (6, "majority"))
        run(table, gains.take_feature(table, ann, "majority"))
    assert ann.prestige == 4


@pytest.mark.clause("VV-1.7")
def test_eureka_only_for_who_holds_none_and_grants_only_spent_ones(table: State) -> None:
    ann = player(table, "Ann")
    ann.eureka = True
    stack(table, "blue", (11, "papyrus"), (1, "papyrus"))
    for _ in range(2):
        run(table, gains.take_feature(table, ann, "papyrus"))
    assert (ann.eureka, ann.grants, +ann.ledger) == (True, 5, {"papyrus": 2})


@pytest.mark.clause("VV-1.7")
def test_without_a_lacuna_in_the_supply_space_16_brings_none() -> None:
    table = table_of(game=TRACKS)
    no_supply(table, LACUNA)
    stack(table, "blue", (16, "papyrus"))
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    assert +player(table, "Ann").ledger == {"papyrus": 1}


@pytest.mark.clause("VV-1.7")
def test_moves_on_and_between_tracks_bring_nobody_a_bonus(table: State) -> None:
    ann = player(table, "Ann")
    stack(table, "blue", (16, "papyrus"), (11, "papyrus"))
    table.tracks["blue"].demand_down()
    move_stack(table.tracks["blue"], table.tracks["green"])
    assert lying(table, "blue") == {}
    assert (+ann.ledger, ann.eureka) == ({}, False)
    conserved(table)


@pytest.mark.clause("VV-3.1")
def test_demand_is_the_highest_occupied_space(table: State) -> None:
    blue = table.tracks["blue"]
    assert blue.demand == 21
    stack(table, "blue", (13, "papyrus"), (4, "papyrus papyrus"))
    assert blue.demand == 13
    stack(table, "blue", (0, "papyrus"))
    assert blue.demand == 0
    stack(table, "blue")
    assert blue.demand < 0


@pytest.mark.parametrize(("spaces", "spotlight"), [
    ((3, 20, 5, 1, 0), "green"),
    ((20, 20, 5, 9, 0), "red"),  # passes to the next-highest
    ((20, 20, 9, 9, 0), "black"),  # and so on down
    ((20, 20, 9, 9, None), "black"),  # an empty track has a demand of its own
    ((20, 20, 9, 9, 9), None),  # no value held by one colour alone
    ((20, 20, 9, None, None), "yellow"),
    ((20, 20, 20, None, None), None),
    ((0, None, None, None, None), "blue"),  # empty is below space 0
    ((7, 7, 7, 7, 7), None),
    ((7, 7, 7, 7, 8), "black"),
])  # fmt: skip
@pytest.mark.clause("VV-3.2")
def test_the_spotlight_is_the_highest_demand_held_alone(
    table: State, spaces: tuple[int | None, ...], spotlight: Suit | None
) -> None:
    levels(table, *spaces)
    assert table.spotlight() == spotlight


@pytest.mark.clause("VV-3.2")
def test_there_is_none_at_the_start() -> None:
    assert table_of().spotlight() is None


@pytest.mark.clause("VV-3.3")
def test_a_stack_lands_above_the_topmost_stack(table: State) -> None:
    stack(table, "blue", (18, "papyrus papyrus"), (4, "papyrus"))
    stack(table, "green", (12, "majority majority majority"), (3, "majority"))
    move_stack(table.tracks["blue"], table.tracks["green"])
    check(table, blue="4 papyrus")
    check(table, green="13 papyrus papyrus, 12 majority majority majority, 3 majority")
    conserved(table)


@pytest.mark.clause("VV-3.3")
def test_on_space_21_it_joins_the_topmost_stack(table: State) -> None:
    lay(table, blue="5 papyrus papyrus lacuna", green="21 majority majority")
    move_stack(table.tracks["blue"], table.tracks["green"])
    check(table, green="21 lacuna majority majority papyrus papyrus", blue="")


@pytest.mark.clause("VV-3.3")
def test_an_empty_track_receives_on_space_0(table: State) -> None:
    lay(table, blue="5 papyrus", green="")
    move_stack(table.tracks["blue"], table.tracks["green"])
    assert lying(table, "green") == {0: "papyrus"}


@pytest.mark.clause("VV-3.4")
def test_the_highest_lying_token_of_the_feature_on_its_track(table: State) -> None:
    lay(table, blue="9 papyrus majority, 15 majority, 4 papyrus", red="20 papyrus")
    had = table.supply.copy()
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    check(table, blue="15 majority, 9 majority, 4 papyrus", red="20 papyrus")
    assert (table.supply, +player(table, "Ann").ledger) == (had, {"papyrus": 1})


@pytest.mark.clause("VV-3.4")
def test_from_the_supply_if_the_own_track_has_none(table: State) -> None:
    lay(table, blue="9 majority", red="20 papyrus")
    had = table.supply["papyrus"]
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    assert (lying(table, "blue"), lying(table, "red")) == ({9: "majority"}, {20: "papyrus"})
    assert table.supply["papyrus"] == had - 1
    assert +player(table, "Ann").ledger == {"papyrus": 1}


@pytest.mark.clause("VV-3.4")
def test_due_from_an_empty_supply_the_lowest_of_its_own_track() -> None:
    table = table_of(5, game=TRACKS)
    lay(table, red="19 section, 6 section", blue="2 section")
    no_supply(table, "section")
    ann = player(table, "Ann")
    gains.take_from_supply(table, ann, "section")
    check(table, red="19 section", blue="2 section", Ann="section, prestige 0")
    conserved(table)


@pytest.mark.clause("VV-3.4")
def test_due_from_an_empty_supply_else_on_any_track_in_board_order() -> None:
    table = table_of(5, game=TRACKS)
    lay(table, blue="", red="11 papyrus", green="11 papyrus")
    no_supply(table, "papyrus")
    ann = player(table, "Ann")
    run(table, gains.take_feature(table, ann, "papyrus"))
    assert (lying(table, "green"), lying(table, "red")) == ({}, {11: "papyrus"})
    assert (+ann.ledger, ann.eureka) == ({"papyrus": 1}, False)


@pytest.mark.clause("VV-3.4")
def test_one_that_lies_nowhere_is_not_gained() -> None:
    table = table_of(game=TRACKS)
    stack(table, "blue")
    no_supply(table, "papyrus")
    no_supply(table, LACUNA)
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    gains.take_from_supply(table, player(table, "Ann"), "papyrus")
    run(table, gains.gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {}
    conserved(table)


@pytest.mark.clause("VV-3.4")
def test_board_order_is_that_of_vv_1_2(table: State) -> None:
    assert list(table.tracks) == ["blue", "green", "yellow", "red", "black"]
    assert list(table.boards) == ["papyrus", "majority", "sinaiticus", "section", "ubs_a"]


@pytest.mark.clause("VV-3.5")
def test_demand_up_moves_one_of_the_highest_stack_of_several(table: State) -> None:
    stack(table, "blue", (10, "papyrus"), (8, "papyrus papyrus"), (5, "papyrus papyrus papyrus"))
    had = table.supply["papyrus"]
    run(table, gains.demand_up(table, player(table, "Ann"), "blue", "VV-3.5"))
    check(table, blue="11 papyrus, 10 papyrus, 8 papyrus, 5 papyrus papyrus papyrus")
    assert table.supply["papyrus"] == had


@pytest.mark.clause("VV-3.5")
def test_demand_up_of_single_tokens_takes_one_of_the_supply(table: State) -> None:
    stack(table, "blue", (10, "papyrus"), (8, "papyrus"))
    had = table.supply["papyrus"]
    run(table, gains.demand_up(table, player(table, "Ann"), "blue", "VV-3.5"))
    assert lying(table, "blue") == {11: "papyrus", 10: "papyrus", 8: "papyrus"}
    assert table.supply["papyrus"] == had - 1
    stack(table, "red")
    run(table, gains.demand_up(table, player(table, "Ann"), "red", "VV-3.5"))
    assert lying(table, "red") == {0: "section"}


@pytest.mark.clause("VV-3.5")
def test_demand_up_with_the_topmost_stack_on_21_does_nothing(table: State) -> None:
    stack(table, "blue", (21, "papyrus"), (8, "papyrus papyrus"))
    had = table.supply.copy()
    run(table, gains.demand_up(table, player(table, "Ann"), "blue", "VV-3.5"))
    assert lying(table, "blue") == {21: "papyrus", 8: "papyrus papyrus"}
    assert table.supply == had


@pytest.mark.clause("VV-3.5")
def test_demand_up_without_a_supply_moves_the_lowest_token() -> None:
    table = table_of(game=TRACKS)
    stack(table, "blue", (10, "papyrus"), (8, "papyrus"))
    no_supply(table, "papyrus")
    run(table, gains.demand_up(table, player(table, "Ann"), "blue", "VV-3.5"))
    assert lying(table, "blue") == {11: "papyrus", 10: "papyrus"}


@pytest.mark.clause("VV-3.5")
def test_of_a_mixed_stack_the_acting_player_chooses_the_feature(table: State) -> None:
    stack(table, "blue", (10, "papyrus majority lacuna"))
    script = gains.demand_up(table, player(table, "Bo"), "blue", "VV-3.5")
    run(table, script, "Bo: majority")
    assert lying(table, "blue") == {11: "majority", 10: "lacuna papyrus"}


@pytest.mark.clause("VV-3.5")
def test_a_lacuna_counts_in_the_stack_but_does_not_move(table: State) -> None:
    stack(table, "blue", (10, "papyrus lacuna"), (8, "papyrus papyrus"))
    run(table, gains.demand_up(table, player(table, "Ann"), "blue", "VV-3.5"))
    assert lying(table, "blue") == {11: "papyrus", 10: "lacuna", 8: "papyrus papyrus"}


@pytest.mark.clause("VV-3.5")
def test_demand_down_joins_the_next_lower_stack(table: State) -> None:
    stack(table, "blue", (10, "papyrus majority"), (8, "papyrus papyrus"), (2, "papyrus"))
    table.tracks["blue"].demand_down()
    assert lying(table, "blue") == {8: "majority papyrus papyrus papyrus", 2: "papyrus"}
    table.tracks["blue"].demand_down()
    assert lying(table, "blue") == {2: "majority papyrus papyrus papyrus papyrus"}
    conserved(table)


@pytest.mark.clause("VV-3.5")
def test_demand_down_of_a_stack_alone_or_of_none_does_nothing(table: State) -> None:
    lay(table, blue="10 papyrus", red="")
    table.tracks["blue"].demand_down()
    table.tracks["red"].demand_down()
    assert (lying(table, "blue"), lying(table, "red")) == ({10: "papyrus"}, {})


@pytest.mark.clause("VV-3.6")
def test_tokens_return_one_a_space_above_the_topmost_stack(table: State) -> None:
    lay(table, Ann="papyrus 3, section 2", blue="10 papyrus papyrus, 4 papyrus", red="")
    gains.return_to_track(table, player(table, "Ann"), "papyrus", 2)
    gains.return_to_track(table, player(table, "Ann"), "section", 2)
    check(table, blue="12 papyrus, 11 papyrus, 10 papyrus papyrus, 4 papyrus")
    check(table, red="1 section, 0 section", Ann="papyrus")
    conserved(table)


@pytest.mark.clause("VV-3.6")
def test_past_space_21_they_go_to_the_supply(table: State) -> None:
    lay(table, Ann="papyrus 3", blue="20 papyrus")
    had = table.supply["papyrus"]
    gains.return_to_track(table, player(table, "Ann"), "papyrus", 3)
    assert lying(table, "blue") == {20: "papyrus", 21: "papyrus"}
    assert table.supply["papyrus"] == had + 2
    conserved(table)


@pytest.mark.clause("VV-3.7")
def test_the_spotlight_is_read_whenever_it_is_needed(table: State) -> None:
    levels(table, 12, 10, 9, 8, 7)
    assert table.spotlight() == "blue"
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    assert table.spotlight() == "green"


@pytest.mark.clause("VV-3.7")
def test_the_lock_goes_before_a_chosen_colour_and_that_before_the_tracks(table: State) -> None:
    levels(table, 12, 10, 9, 8, 7)
    table.session.barred = {"red", "black"}
    table.bout.spotlight = "red"
    assert table.spotlight() == "red"
    table.session.locked = "black"
    assert table.spotlight() == "black"


@pytest.mark.parametrize(("spaces", "barred", "lowest", "spotlight"), [
    ((12, 10, 9, 8, 7), {"blue"}, False, "green"),
    ((12, 10, 9, 8, 7), {"blue", "green"}, False, "yellow"),
    ((12, 12, 9, 8, 7), {"blue"}, False, "green"),  # no longer tied: blue is left out
    ((12, 10, 9, 8, 7), set(), True, "black"),
    ((12, 10, 9, 7, 7), set(), True, "yellow"),  # a tie passes it up
    ((12, 10, 9, 8, 7), {"black"}, True, "red"),
    ((12, 10, 9, 8, None), set(), True, "black"),
])  # fmt: skip
@pytest.mark.clause("VV-3.7")
def test_the_evaluation_leaves_out_barred_colours_and_may_be_reversed(
    table: State, spaces: tuple[int | None, ...], barred: set[str], lowest: bool, spotlight: Suit
) -> None:
    levels(table, *spaces)
    table.session.barred, table.session.lowest_first = barred, lowest
    assert table.spotlight() == spotlight


@pytest.mark.clause("VV-3.7")
def test_what_lasts_the_next_bout_runs_to_its_windows_close(table: State) -> None:
    levels(table, 12, 10, 9, 8, 7)
    hold(table, "Ann", "W-blue-1")
    table.session.next_spotlight = "red"
    assert table.spotlight() == "blue", "this is not the next bout yet"
    begin_bout(table)
    assert table.spotlight() == "red"
    close_window(table)
    assert table.spotlight() == "blue"
    begin_bout(table)
    assert table.spotlight() == "blue"


@pytest.mark.clause("VV-3.7")
def test_what_waits_for_the_next_bout_lapses_with_the_session(table: State) -> None:
    levels(table, 12, 10, 9, 8, 7)
    own(table, "Bo", section=1)
    table.session.next_spotlight = "red"
    run(table, session_end(table, exhausted=False))
    assert table.session.next_spotlight is None
    assert (table.scored_spotlight, player(table, "Bo").prestige) == ("blue", 2)


@pytest.mark.clause("VV-3.7")
def test_what_lasts_the_session_includes_its_majority_scoring() -> None:
    cases: list[tuple[Suit | None, Suit]] = [("yellow", "yellow"), (None, "red")]
    for locked, spotlight in cases:
        table = table_of()
        levels(table, 12, 10, 9, 8, 7)
        own(table, "Bo", **{table.feature(spotlight): 1})
        table.session.barred, table.session.lowest_first = {"black"}, True
        table.session.locked = locked
        run(table, session_end(table, exhausted=False))
        assert (table.scored_spotlight, player(table, "Bo").prestige) == (spotlight, 7)


@pytest.mark.clause("VV-3.7")
def test_ties_of_the_game_use_the_spotlight_of_the_last_majority_scoring(table: State) -> None:
    levels(table, 12, 10, 9, 8, 7)
    table.session.locked = "red"
    run(table, score_majority(table))
    table.session.locked = None
    table.over = True
    assert table.position().spotlight == "red"


@pytest.mark.clause("VV-3.8")
def test_a_lacuna_keeps_its_space_occupied(table: State) -> None:
    stack(table, "blue", (16, "papyrus lacuna"))
    ann = player(table, "Ann")
    run(table, gains.take_feature(table, ann, "papyrus"))
    assert (lying(table, "blue"), table.tracks["blue"].demand) == ({16: "lacuna"}, 16)
    assert +ann.ledger == {"papyrus": 1}, "the space is not empty: no bonus"
    own(table, "Ann", papyrus=1)
    gains.return_to_track(table, ann, "papyrus", 1)
    assert lying(table, "blue") == {17: "papyrus", 16: "lacuna"}


@pytest.mark.clause("VV-3.8")
def test_a_lacuna_moves_with_its_stack(table: State) -> None:
    stack(table, "blue", (16, "lacuna"), (12, "papyrus"))
    table.tracks["blue"].demand_down()
    assert lying(table, "blue") == {12: "lacuna papyrus"}
    stack(table, "green", (3, "majority"))
    move_stack(table.tracks["blue"], table.tracks["green"])
    assert lying(table, "green") == {4: "lacuna papyrus", 3: "majority"}


@pytest.mark.clause("VV-3.8")
def test_the_topmost_token_is_the_topmost_feature(table: State) -> None:
    ann = player(table, "Ann")
    stack(table, "blue", (16, "lacuna"), (12, "papyrus lacuna"), (9, "papyrus"))
    run(table, gains.take_topmost(table, ann, table.tracks["blue"], "VV-3.8"))
    check(table, blue="16 lacuna, 12 lacuna, 9 papyrus", Ann="papyrus")
    assert "red" in gains.tracks_with_features(table)
    stack(table, "red", (16, "lacuna"))
    assert "red" not in gains.tracks_with_features(table)


@pytest.mark.clause("VV-3.8")
def test_of_a_mixed_stack_the_taker_chooses(table: State) -> None:
    bo = player(table, "Bo")
    stack(table, "blue", (12, "papyrus majority lacuna"), (9, "section"))
    script = gains.take_topmost(table, bo, table.tracks["blue"], "VV-3.8")
    run(table, script, "Bo: majority")
    check(table, Bo="majority", blue="12 lacuna papyrus, 9 section")


@pytest.mark.clause("VV-3.8")
def test_at_clean_up_lacunas_on_tracks_return_to_the_supply(table: State) -> None:
    levels(table, 12, 10, 9, 8, 7)
    stack(table, "red", (20, "lacuna"), (8, "section lacuna"))
    had = table.supply[LACUNA]
    run(table, session_end(table, exhausted=False))
    assert (lying(table, "red"), table.supply[LACUNA]) == ({8: "section"}, had + 2)
    assert table.scored_spotlight == "red"
