"""The Tools of ranks 1 to 3, from their lines in VV-9: where each acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import primary_choices
from scoring.verse_and_variant.gains import gain_lacuna, tokenise
from scoring.verse_and_variant.majority import clean_up, score_majority
from scoring.verse_and_variant.pieces import Cube, Take
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import close_window, institution_grant, preservation_window
from tests.verse_and_variant.tables import (
    FEATURES,
    TRACKS,
    bout_of,
    cards,
    check,
    hold,
    in_tableau,
    lay,
    lying,
    offered,
    on_desk,
    own,
    play_instant,
    player,
    run,
    stack,
    table_of,
)


def test_t_1a_trades_a_token_for_a_witness_of_the_desk(table: State) -> None:
    lay(table, Ann="lacuna, papyrus", desk="W-blue-2 W-green-5 T-3a")
    play_instant(table, "Ann", "T-1a", "use T-1a", "Ann: lacuna", "Ann: W-green-5")
    ann = player(table, "Ann")
    assert +ann.ledger == {"papyrus": 1, "majority": 1}
    assert table.desk.tokens == [LACUNA]
    check(table, desk="W-blue-2 T-3a", discard="W-green-5")
    assert table.tracks["green"].spaces[21] == []  # the one token of three players' space 21


def test_t_1a_tokenises_corruption_too(table: State) -> None:
    lay(table, Ann="majority 3", desk="W-green-6")
    play_instant(table, "Ann", "T-1a", "use T-1a")  # one token, one Witness: nothing to choose
    assert +player(table, "Ann").ledger == {}
    assert table.desk.tokens == ["majority"]


def test_t_1a_kept_acts_at_any_time_and_then_lies_on_the_desk(table: State) -> None:
    lay(table, Ann="papyrus 2", desk="W-blue-2")
    play_instant(table, "Ann", "T-1a", "keep T-1a")
    assert [card.id for card in player(table, "Ann").tableau] == ["T-1a"]
    assert offered(table, Moment.ANY_TIME, "Ann: use T-1a")
    check(table, desk="T-1a", Ann="keeps nothing")


@pytest.mark.clause("VV-9.1")
def test_t_1a_needs_a_token_and_a_witness(table: State) -> None:
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-1a")  # no token
    own(table, "Ann", papyrus=1)
    table.desk.cards.clear()
    assert not offered(table, Moment.ANY_TIME)  # no Witness
    assert +player(table, "Ann").ledger == {"papyrus": 1}


def test_t_1b_removes_a_card_for_the_session_or_a_marker_for_good(table: State) -> None:
    lay(table, Ann="papyrus 2", desk="W-blue-6 W-blue-2", markers="red")
    play_instant(table, "Ann", "T-1b", "W-blue-6")
    assert [card.id for card in table.removed] == ["W-blue-6"]
    assert (table.desk.markers, len(table.desk.cards)) == (["red"], 1)
    assert +player(table, "Ann").ledger == {"papyrus": 2}
    table = table_of()
    table.desk.markers = ["red"]
    play_instant(table, "Ann", "T-1b")  # one choice only: nothing is asked
    assert (table.desk.markers, table.removed) == ([], [])


@pytest.mark.clause("VV-9.1")
def test_t_1b_without_corruption_does_nothing(table: State) -> None:
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-1b")
    assert (len(table.desk.cards), table.removed) == (1, [])


def test_t_1c_raises_the_colours_shown_and_lowers_the_others(table: State) -> None:
    for suit, feature in (
        ("blue", "papyrus"), ("green", "majority"), ("yellow", "sinaiticus"),
        ("red", "section"), ("black", "ubs_a"),
    ):  # fmt: skip
        stack(table, suit, (10, f"{feature} {feature}"), (8, feature))  # type: ignore[arg-type]
    lay(table, Ann="holds W-blue-1 T-2a", Bo="holds W-blue-2 W-red-2")
    hold(table, "Cy", "T-2b")  # no Witness: shows nothing
    play_instant(table, "Ann", "T-1c", {"Ann": "W-blue-1", "Bo": "W-red-2"})
    check(table, blue="11 papyrus, 10 papyrus, 8 papyrus", red="11 section, 10 section, 8 section")
    check(table, green="8 majority majority majority")
    assert len(player(table, "Bo").hand) == 2, "what is shown stays in hand"


def test_t_1c_without_any_witness_lowers_all(table: State) -> None:
    lay(table, blue="5 papyrus", Ann="holds T-2a")
    play_instant(table, "Ann", "T-1c")
    assert lying(table, "blue") == {5: "papyrus"}
    assert table.tracks["green"].demand == 20


def test_t_1d_turns_lacunas_into_features_and_raises_their_demand(table: State) -> None:
    lay(table, Ann="lacuna 3", blue="10 papyrus papyrus")
    play_instant(table, "Ann", "T-1d", "papyrus", "papyrus")
    check(table, Ann="papyrus 2, lacuna", blue="10 papyrus, 11 papyrus, 12 papyrus")


def test_t_1d_may_stop_and_needs_a_lacuna(table: State) -> None:
    own(table, "Ann", lacuna=2)
    play_instant(table, "Ann", "T-1d", "none")
    assert +player(table, "Ann").ledger == {LACUNA: 2}
    table = table_of()
    play_instant(table, "Ann", "T-1d")
    assert +player(table, "Ann").ledger == {}


@pytest.mark.parametrize("answer", ["use T-1e", "keep T-1e"])
def test_t_1e_frees_the_primary_of_the_duty_to_follow(table: State, answer: str) -> None:
    bout_of(table, ("Ann", "W-blue-3"))
    lay(table, Bo="holds W-blue-1 W-red-9 T-5a, keeps T-1e")
    bo = player(table, "Bo")
    assert list(primary_choices(table, bo)) == ["W-blue-1"]
    assert offered(table, Moment.BEFORE_PRIMARY, f"Bo: {answer}") is (answer == "use T-1e")
    if answer == "use T-1e":
        assert set(primary_choices(table, bo)) == {"W-blue-1", "W-red-9", "T-5a"}
        assert (bo.spent, [card.id for card in bo.tableau]) == (["T-1e"], ["T-1e"])
        assert not offered(table, Moment.BEFORE_PRIMARY), "it acts once"
    else:
        assert list(primary_choices(table, bo)) == ["W-blue-1"]


def test_t_1e_is_not_offered_where_no_duty_binds(table: State) -> None:
    lay(table, Bo="keeps T-1e, holds W-red-9 W-blue-1")
    assert not offered(table, Moment.BEFORE_PRIMARY)
    bout_of(table, ("Ann", "W-green-3"))
    assert not offered(table, Moment.BEFORE_PRIMARY)
    bout_of(table, ("Ann", "W-blue-3"))
    player(table, "Bo").hand.pop(0)
    assert not offered(table, Moment.BEFORE_PRIMARY)


def test_t_2a_takes_a_feature_that_the_ledger_has(table: State) -> None:
    lay(table, Ann="papyrus, section 2, lacuna", red="16 section, 3 section")
    play_instant(table, "Ann", "T-2a", "Ann: section")
    check(table, Ann="papyrus, section 3, lacuna 2", red="3 section")
    assert table.tracks["blue"].demand == 21, "the other track is untouched"


def test_t_2a_does_not_ask_for_the_only_kind_in_the_ledger(table: State) -> None:
    lay(table, red="", Ann="section")
    play_instant(table, "Ann", "T-2a")
    assert +player(table, "Ann").ledger == {"section": 2}
    assert table.supply["section"] == 53


def test_t_2a_needs_a_feature_in_the_ledger(table: State) -> None:
    own(table, "Ann", lacuna=1, papyrus=1)
    ann = player(table, "Ann")
    ann.ledger["papyrus"], ann.vault["papyrus"] = 0, 1
    play_instant(table, "Ann", "T-2a")
    assert (+ann.ledger, +ann.vault) == ({LACUNA: 1}, {"papyrus": 1})


def test_t_2a_offers_no_feature_that_is_not_to_be_had() -> None:
    table = table_of(game=TRACKS)
    lay(table, blue="", Ann="papyrus, section", Bo="papyrus 54")
    play_instant(table, "Ann", "T-2a")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 2}


def test_t_2b_moves_a_topmost_stack_onto_another_track(table: State) -> None:
    lay(table, blue="16 papyrus papyrus lacuna, 4 papyrus", red="9 section")
    play_instant(table, "Ann", "T-2b", "use T-2b", "Ann: blue", "Ann: red")
    check(table, blue="4 papyrus", red="9 section, 10 lacuna papyrus papyrus")
    assert +player(table, "Ann").ledger == {}, "no bonus: nothing left for a ledger (VV-1.7)"


def test_t_2b_needs_two_tracks(table: State) -> None:
    with pytest.raises(Refused, match="blue"):
        play_instant(table, "Ann", "T-2b", "use T-2b", "blue", "blue")


def test_t_2b_joins_a_stack_on_the_last_space(table: State) -> None:
    stack(table, "blue", (3, "papyrus"))
    play_instant(table, "Ann", "T-2b", "use T-2b", "blue", "green")
    assert lying(table, "blue") == {}
    assert table.tracks["green"].spaces[21] == ["majority", "papyrus"]


def test_t_2b_kept_acts_at_any_time_and_then_lies_on_the_desk(table: State) -> None:
    lay(table, blue="8 papyrus", red="")
    play_instant(table, "Ann", "T-2b", "keep T-2b")
    assert lying(table, "blue") == {8: "papyrus"}
    assert offered(table, Moment.ANY_TIME, "Ann: use T-2b", "Ann: blue", "Ann: red")
    check(table, blue="", red="0 papyrus", desk="T-2b")
    assert not offered(table, Moment.ANY_TIME), "it acts once"


def test_t_2b_moves_only_from_a_track_that_has_a_stack(table: State) -> None:
    for suit in table.tracks:
        stack(table, suit)
    in_tableau(table, "Ann", "T-2b")
    assert not offered(table, Moment.ANY_TIME)
    stack(table, "red", (4, "section"))
    assert offered(table, Moment.ANY_TIME, "use T-2b", "blue")
    assert (lying(table, "red"), lying(table, "blue")) == ({}, {0: "section"})


def test_t_2c_gives_every_player_a_lacuna() -> None:
    table = table_of(4)
    own(table, "Cy", lacuna=2)
    play_instant(table, "Bo", "T-2c")
    assert [one.ledger[LACUNA] for one in table.players] == [1, 1, 3, 1]
    assert table.supply[LACUNA] == 69


def test_t_2c_goes_clockwise_from_its_player_until_the_supply_is_empty() -> None:
    table = table_of(game=TRACKS)
    player(table, "Ann").ledger[LACUNA] = 73
    table.supply[LACUNA] = 2
    play_instant(table, "Bo", "T-2c")
    assert [one.ledger[LACUNA] for one in table.players] == [73, 1, 1]
    bout_of(table)
    play_instant(table, "Cy", "T-2c")
    assert [one.ledger[LACUNA] for one in table.players] == [73, 1, 1]


def take_with_gloss(use: str, *answers: str) -> State:
    """Ann Takes a Desk without Witnesses, with three papyri and T-2d in her tableau."""
    table = table_of()
    lay(table, blue="5 papyrus", Ann="papyrus 3, keeps T-2d", desk="T-5a", finish="Ann Bo Cy")
    run(table, preservation_window(table), "Ann: take", f"Ann: {use} T-2d", *answers)
    return table


def test_t_2d_makes_the_first_institution_grant_cost_one_feature() -> None:
    table = take_with_gloss("use", "Ann: grant papyrus")
    check(table, Ann="papyrus 2", blue="5 papyrus, 6 papyrus")
    assert table.owners("papyrus") == ("Ann", "none", "none")
    check(table, desk="T-2d", discard="T-5a")
    table = take_with_gloss("keep", "Ann: grant papyrus")
    check(table, Ann="papyrus, keeps T-2d")


def test_t_2d_lets_a_single_feature_pay(table: State) -> None:
    lay(table, Ann="papyrus, keeps T-2d", finish="Ann Bo Cy")
    run(table, preservation_window(table), "take", "use T-2d", "grant papyrus")
    assert table.owners("papyrus") == ("Ann", "none", "none")
    assert +player(table, "Ann").ledger == {}


def test_t_2d_is_for_the_first_grant_of_the_window(table: State) -> None:
    lay(table, Ann="papyrus 3, keeps T-2d")
    take = table.take = Take(0, 2, grants=2, swept=True)
    assert offered(table, Moment.TOKENISED, "use T-2d")
    ann = player(table, "Ann")
    run(table, institution_grant(table, ann, take), "grant papyrus")
    assert +ann.ledger == {"papyrus": 2}
    run(table, institution_grant(table, ann, take), "grant papyrus")
    assert +ann.ledger == {LACUNA: 1}, "the second slot's perk"
    assert table.owners("papyrus") == ("Ann", "Ann", "none")


def test_t_2d_is_not_offered_where_no_cube_can_be_placed(table: State) -> None:
    lay(table, Ann="papyrus 3, keeps T-2d")
    table.take = Take(0, 2, swept=True)
    ann = player(table, "Ann")
    ann.cubes = 0
    table.boards["papyrus"] = [Cube(0), Cube(0), Cube(0)]
    table.boards["majority"] = [Cube(0), Cube(0), None]
    assert not offered(table, Moment.TOKENISED)
    five = table_of(5)
    in_tableau(five, "Ann", "T-2d")
    five.take = Take(0, 2, swept=True)
    for at, feature in enumerate(FEATURES[1:], start=1):  # 15 slots: 3 each for five players
        five.boards[feature] = [Cube(at)] * 3
        five.players[at].cubes -= 3
    five.boards["papyrus"] = [Cube(1), Cube(2), Cube(3)]
    for at in (1, 2, 3):
        five.players[at].cubes -= 1
    assert not offered(five, Moment.TOKENISED)


def test_t_2e_counts_one_token_more_in_majority_scoring(table: State) -> None:
    lay(table, Ann="papyrus 2", Bo="papyrus 2, keeps T-2e")
    run(table, score_majority(table), "Bo: use T-2e", "Bo: papyrus")
    assert [one.prestige for one in table.players] == [0, 2, 0]  # no Spotlight, no lead: 2 each
    check(table, Bo="papyrus 2, keeps nothing", discard="T-2e", desk="")


def test_t_2e_alone_can_win_a_place(table: State) -> None:
    in_tableau(table, "Cy", "T-2e")
    run(table, score_majority(table), "use T-2e", "ubs_a")
    assert [one.prestige for one in table.players] == [0, 0, 2]


def test_t_2e_may_be_kept(table: State) -> None:
    in_tableau(table, "Cy", "T-2e")
    run(table, score_majority(table), "keep T-2e")
    assert [one.prestige for one in table.players] == [0, 0, 0]


def test_t_3a_removes_up_to_two_cards_or_markers(table: State) -> None:
    lay(table, Ann="papyrus 2, section 2", desk="W-blue-6 W-red-6 W-blue-2")
    lay(table, markers="red black red")
    play_instant(table, "Ann", "T-3a", "Ann: W-red-6", "Ann: red marker")
    check(table, removed="W-red-6", desk="W-blue-6 W-blue-2")
    assert sorted(table.desk.markers) == ["black", "red"]
    assert +player(table, "Ann").ledger == {"papyrus": 2, "section": 2}


def test_t_3a_takes_two_markers_of_one_colour(table: State) -> None:
    table.desk.markers = ["red", "red"]
    play_instant(table, "Ann", "T-3a", "red marker", "red marker")
    assert table.desk.markers == []


def test_t_3a_may_stop(table: State) -> None:
    on_desk(table, "W-blue-6", "W-red-6")
    play_instant(table, "Ann", "T-3a", "W-blue-6", "none")
    assert [card.id for card in table.desk.cards] == ["W-red-6"]
    bout_of(table)
    play_instant(table, "Bo", "T-3a", "none")
    assert [card.id for card in table.removed] == ["W-blue-6"]


def test_t_3a_finds_corruption_only_on_the_desk(table: State) -> None:
    bout_of(table, ("Bo", "W-blue-6"))
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-3a")
    assert (len(table.desk.cards), table.removed) == (1, [])


def low_tracks(table: State) -> None:
    """Blue at 12, red and black at 5, green and yellow at 8: the Spotlight is on blue."""
    lay(table, blue="12 papyrus papyrus, 3 papyrus", green="8 majority", yellow="8 sinaiticus")
    lay(table, red="5 section", black="5 ubs_a")


def test_t_3b_moves_the_stack_of_the_spotlight_onto_the_lowest_track(table: State) -> None:
    low_tracks(table)
    play_instant(table, "Ann", "T-3b", "Ann: black")
    check(table, blue="3 papyrus", black="5 ubs_a, 6 papyrus papyrus", red="5 section", Ann="none")


def test_t_3b_does_not_ask_for_a_single_lowest_track(table: State) -> None:
    low_tracks(table)
    stack(table, "green")
    play_instant(table, "Ann", "T-3b")
    assert lying(table, "green") == {0: "papyrus papyrus"}


def test_t_3b_goes_to_another_track_than_the_spotlight(table: State) -> None:
    low_tracks(table)
    stack(table, "red", (2, "section"))
    table.session.lowest_first = True
    play_instant(table, "Ann", "T-3b")
    check(table, red="", black="5 ubs_a, 6 section")


def test_t_3b_without_a_spotlight_does_nothing(table: State) -> None:
    # all five tied
    play_instant(table, "Ann", "T-3b")
    assert {track.demand for track in table.tracks.values()} == {21}
    bout_of(table)
    low_tracks(table)
    stack(table, "red")
    stack(table, "black", (8, "ubs_a"))  # three tied: it must not ask for nothing
    table.session.locked = "red"
    before = {suit: lying(table, suit) for suit in table.tracks}
    play_instant(table, "Ann", "T-3b")
    assert {suit: lying(table, suit) for suit in table.tracks} == before


def test_t_3c_doubles_a_witness_of_the_haul(table: State) -> None:
    lay(table, blue="6 papyrus, 5 papyrus, 4 papyrus, 3 papyrus papyrus")
    lay(table, desk="W-blue-7 W-blue-2 W-red-6", Bo="keeps T-3c", finish="Bo Ann Cy")
    run(
        table, preservation_window(table), "Bo: take", "Bo: use T-3c", "Bo: W-blue-7",
        "Bo: W-red-6 W-blue-7 W-blue-2", "Bo: no grant",
    )  # fmt: skip
    bo = player(table, "Bo")
    assert +bo.ledger == {"papyrus": 5, LACUNA: 2}  # twice 2 and a lacuna; 1 of rank 2
    assert bo.prestige == 2  # space 6 is emptied
    check(table, blue="", desk="T-3c")
    assert {card.id for card in table.discard} == {"W-blue-7", "W-blue-2", "W-red-6"}


def test_t_3c_doubles_the_only_witness_without_corruption_unasked(table: State) -> None:
    lay(table, Ann="section 5, keeps T-3c", desk="W-red-6 W-blue-2", finish="Ann Bo Cy")
    answers = ("take", "use T-3c", "W-blue-2 W-red-6", "no grant")
    run(table, preservation_window(table), *answers)
    assert +player(table, "Ann").ledger == {"papyrus": 2, "section": 3}


def test_t_3c_needs_a_witness_without_corruption(table: State) -> None:
    lay(table, desk="W-red-6 T-5a papyrus", Ann="keeps T-3c")
    table.take = Take(0, 2)
    assert not offered(table, Moment.GRANT_PAID)


def glossing(table: State, name: str = "Ann") -> None:
    in_tableau(table, name, "T-3d")
    assert offered(table, Moment.ANY_TIME, f"{name}: use T-3d")


def test_t_3d_turns_a_lacuna_into_a_feature_and_fills_its_space(table: State) -> None:
    stack(table, "blue", (6, "papyrus"), (2, "papyrus"))
    glossing(table)
    assert [card.id for card in table.desk.cards] == ["T-3d"], "it runs, and lies on the Desk"
    ann = player(table, "Ann")
    run(table, gain_lacuna(table, ann), "Ann: papyrus")
    check(table, blue="6 lacuna, 2 papyrus", Ann="papyrus, prestige 0")
    assert table.supply[LACUNA] == 74
    run(table, gain_lacuna(table, ann), "Ann: papyrus")  # the lacuna is never taken (VV-3.8)
    assert lying(table, "blue") == {6: LACUNA, 2: LACUNA}


def test_t_3d_of_a_feature_of_the_supply_sends_the_lacuna_there(table: State) -> None:
    stack(table, "blue")
    glossing(table)
    run(table, gain_lacuna(table, player(table, "Ann")), "papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert (table.supply[LACUNA], table.supply["papyrus"]) == (75, 54)
    assert lying(table, "blue") == {}


def test_t_3d_with_an_empty_supply_fills_the_space_on_another_track() -> None:
    table = table_of(game=TRACKS)
    lay(table, blue="", Bo="papyrus 53", red="6 papyrus, 11 papyrus, 12 section")
    glossing(table)
    ann = player(table, "Ann")
    run(table, gain_lacuna(table, ann), "Ann: papyrus")
    assert lying(table, "red") == {12: "section", 11: "papyrus", 6: LACUNA}
    assert (+ann.ledger, ann.prestige, table.supply[LACUNA]) == ({"papyrus": 1}, 0, 74)


def test_t_3d_keeps_the_lacuna_where_no_feature_is_to_be_had() -> None:
    table = table_of(game=TRACKS)
    for suit, feature in zip(table.tracks, FEATURES, strict=True):
        stack(table, suit)
        own(table, "Bo", **{feature: 55})
    glossing(table)
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    player(table, "Bo").ledger["section"] -= 1
    table.supply["section"] += 1
    run(table, gain_lacuna(table, player(table, "Ann")))  # one choice: not asked
    assert +player(table, "Ann").ledger == {LACUNA: 1, "section": 1}


def test_t_3d_turns_swept_lacunas_and_those_of_witnesses(table: State) -> None:
    lay(table, desk="W-red-1 lacuna papyrus", Ann="keeps T-3d", finish="Ann Bo Cy")
    answers = (
        "Ann: keep T-3d", "Ann: take", "Ann: use T-3d", "Ann: section", "Ann: ubs_a", "no grant",
    )  # fmt: skip
    own(table, "Ann", section=1)
    run(table, preservation_window(table), *answers)
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 2, "ubs_a": 1}
    assert table.tracks["red"].spaces[21] == [LACUNA]
    assert table.tracks["black"].spaces[21] == [LACUNA]
    assert [card.id for card in table.desk.cards] == ["T-3d"]


def test_t_3d_that_runs_already_is_not_offered_again(table: State) -> None:
    glossing(table, "Ann")
    player(table, "Ann").tableau.append(table.desk.cards.pop())
    assert not offered(table, Moment.ANY_TIME)


def test_t_3d_turns_passed_lacunas(table: State) -> None:
    lay(table, Ann="lacuna", Bo="papyrus", Cy="papyrus")
    glossing(table, "Bo")
    play_instant(table, "Ann", "T-13b", "Bo: section")  # each has one token to pass
    assert +player(table, "Bo").ledger == {"section": 1}
    assert table.tracks["red"].spaces[21] == [LACUNA]


def test_t_3d_turns_the_lacuna_of_a_track_bonus(table: State) -> None:
    lay(table, blue="16 papyrus", red="16 section")
    glossing(table)
    (witness,) = cards(table, "W-blue-2")
    run(table, tokenise(table, player(table, "Ann"), witness), "Ann: section")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 1}
    assert lying(table, "red") == {16: LACUNA}, "the space is filled: no second bonus"


def test_t_3d_is_for_its_player_alone(table: State) -> None:
    glossing(table)
    run(table, gain_lacuna(table, player(table, "Bo")))
    assert +player(table, "Bo").ledger == {LACUNA: 1}


def test_t_3d_hears_nothing_of_an_empty_supply() -> None:
    table = table_of(game=TRACKS)
    glossing(table)
    player(table, "Bo").ledger[LACUNA], table.supply[LACUNA] = 75, 0
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {}


def test_t_3d_runs_past_the_window_to_the_clean_up(table: State) -> None:
    glossing(table)
    ann = player(table, "Ann")
    run(table, gain_lacuna(table, ann), "papyrus")
    close_window(table)
    run(table, gain_lacuna(table, ann), "papyrus")
    assert +ann.ledger == {"papyrus": 2}
    clean_up(table)
    assert LACUNA not in table.tracks["blue"].tokens()
    assert table.supply[LACUNA] == 75
    run(table, gain_lacuna(table, ann))
    assert +ann.ledger == {"papyrus": 2, LACUNA: 1}


def cube(table: State, name: str, feature: str, slot: int, *, flat: bool = False) -> None:
    one = player(table, name)
    one.cubes -= 1
    table.boards[feature][slot] = Cube(one.seat, flat)


def test_t_3e_moves_a_cube_and_takes_the_perk_of_its_slot(table: State) -> None:
    ann = player(table, "Ann")
    ann.grants = 3
    cube(table, "Ann", "papyrus", 0)
    cube(table, "Ann", "section", 0)
    cube(table, "Bo", "majority", 0)
    play_instant(table, "Ann", "T-3e", "Ann: papyrus 1", "Ann: majority 2")
    assert table.owners("papyrus") == ("none", "none", "none")
    assert table.owners("majority") == ("Bo", "Ann", "none")
    assert (+ann.ledger, ann.grants, ann.cubes) == ({LACUNA: 1}, 3, 3)
    bout_of(table)
    play_instant(table, "Ann", "T-3e", "Ann: section 1", "Ann: sinaiticus 1")
    assert (table.owners("sinaiticus"), ann.grants) == (("Ann", "none", "none"), 4)


def test_t_3e_stands_a_flat_cube_up(table: State) -> None:
    cube(table, "Ann", "papyrus", 0, flat=True)
    play_instant(table, "Ann", "T-3e", "ubs_a 3")
    assert table.boards["ubs_a"][2] == Cube(0, flat=False)


def test_t_3e_goes_to_no_slot_of_the_same_institution(table: State) -> None:
    cube(table, "Ann", "papyrus", 2)
    for feature, others in zip(FEATURES[2:], ("Bo Bo Bo", "Bo Bo Cy", "Cy Cy Cy"), strict=True):
        for slot, name in enumerate(others.split()):
            cube(table, name, feature, slot)
    table.bout.closed = "green"
    play_instant(table, "Ann", "T-3e")
    assert table.owners("papyrus") == ("none", "none", "Ann")
    bout_of(table)
    play_instant(table, "Ann", "T-3e", "majority 2")
    assert table.owners("papyrus") == ("none", "none", "none")
    assert table.owners("majority") == ("none", "Ann", "none")


def test_t_3e_needs_a_placed_cube_of_ones_own(table: State) -> None:
    cube(table, "Bo", "papyrus", 0)
    play_instant(table, "Ann", "T-3e")
    assert table.owners("papyrus") == ("Bo", "none", "none")
    assert player(table, "Ann").cubes == 5
