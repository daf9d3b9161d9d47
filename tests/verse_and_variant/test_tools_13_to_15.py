"""The Tools of ranks 13 to 15, from their lines in VV-9: where each acts, and where it cannot."""

from __future__ import annotations

from collections import Counter

import pytest

from card_data.verse_and_variant.model import Suit
from scoring.play import decisions
from scoring.play.moves import Refused
from scoring.verse_and_variant import gains
from scoring.verse_and_variant.bout import clear_to_desk, resolve_bout
from scoring.verse_and_variant.engine import play_session
from scoring.verse_and_variant.majority import game_over, score_majority, session_end
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import close_window, resolve_take
from tests.verse_and_variant.tables import (
    TRACKS,
    bout_of,
    cards,
    check,
    hold,
    in_tableau,
    in_vault,
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


def test_t_13a_costs_everyone_one_of_what_they_hold_most_of(table: State) -> None:
    lay(table, Ann="papyrus 2, majority 2, section, lacuna 3", Bo="papyrus 3, section 2")
    lay(table, Cy="section")
    in_vault(table, "Cy", majority=2)
    lay(table, blue="10 papyrus, 8 papyrus, 5 papyrus", green="10 majority, 8 majority")
    stack(table, "red", (10, "section"))  # alone: it stays
    supply = table.supply["papyrus"]
    play_instant(table, "Ann", "T-13a", "Ann: papyrus")
    check(table, Ann="papyrus, majority 2, section, lacuna 3", Bo="papyrus 2, section 2", Cy="none")
    assert +player(table, "Cy").vault == {"majority": 2}
    assert table.supply["papyrus"] == supply + 2
    check(table, blue="8 papyrus papyrus, 5 papyrus", green="10 majority, 8 majority")
    check(table, red="10 section")


def test_t_13a_moves_demand_after_all_discards(table: State) -> None:
    lay(table, Bo="papyrus", Ann="majority, section")
    script = table.tools["T-13a"].run(table, player(table, "Bo"), *cards(table, "T-13a"))
    question = next(script)
    assert isinstance(question, decisions.Decision)
    assert (question.who, player(table, "Bo").ledger["papyrus"]) == ("Ann", 0)
    assert table.tracks["blue"].demand == 21
    with pytest.raises(StopIteration):
        script.send("section")
    demands = [track.demand for track in table.tracks.values()]
    assert demands == [20, 21, 21, 20, 21]


def test_t_13a_offers_only_what_is_held_most(table: State) -> None:
    own(table, "Ann", papyrus=2, majority=2, section=1)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-13a", "Ann: section")
    table = table_of()
    own(table, "Ann", lacuna=1)
    play_instant(table, "Ann", "T-13a")
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    assert all(track.demand == 21 for track in table.tracks.values())


def test_t_13b_passes_one_token_to_the_left_all_at_once(table: State) -> None:
    lay(table, Ann="papyrus, majority", Bo="section 2, lacuna")
    own(table, "Cy", ubs_a=2)  # one kind: no choice
    supply = table.supply.copy()
    play_instant(table, "Bo", "T-13b", {"Ann": "papyrus", "Bo": "lacuna"})
    check(table, Ann="majority, ubs_a", Bo="section 2, papyrus", Cy="ubs_a, lacuna")
    assert table.supply == supply


def test_t_13b_passes_a_lacuna_of_the_supply_for_who_has_none(table: State) -> None:
    in_vault(table, "Ann", papyrus=1)
    own(table, "Bo", section=1)
    play_instant(table, "Ann", "T-13b")
    assert +player(table, "Ann").vault == {"papyrus": 1}
    assert +player(table, "Ann").ledger == {LACUNA: 1}  # from Cy
    assert +player(table, "Bo").ledger == {LACUNA: 1}  # from Ann
    assert +player(table, "Cy").ledger == {"section": 1}


def test_t_13b_passes_no_lacuna_of_an_empty_supply() -> None:
    table = table_of(game=TRACKS)
    own(table, "Bo", lacuna=1)
    in_vault(table, "Cy", lacuna=74)
    play_instant(table, "Ann", "T-13b")
    assert [+one.ledger for one in table.players] == [{}, {}, {LACUNA: 1}]


def test_t_13b_tells_t_3d_of_a_lacuna_that_is_passed(table: State) -> None:
    lay(table, Ann="lacuna", Bo="keeps T-3d")
    assert offered(table, Moment.ANY_TIME, "Bo: use T-3d")
    own(table, "Cy", papyrus=1)
    play_instant(table, "Ann", "T-13b", "Bo: section")
    check(table, Ann="papyrus", Bo="section", Cy="lacuna")
    assert lying(table, "red")[21] == LACUNA


def test_t_13b_lets_its_player_use_a_lacuna_first(table: State) -> None:
    for name in ("Ann", "Bo"):
        player(table, name).running.append("T-3d")
    play_instant(table, "Ann", "T-13b", "Ann: papyrus", "Bo: papyrus")
    assert +player(table, "Ann").ledger == +player(table, "Bo").ledger == {"papyrus": 1}
    assert +player(table, "Cy").ledger == {LACUNA: 1}


def test_t_13b_keeps_a_token_on_its_way_from_t_3d() -> None:
    table = table_of(game=TRACKS)
    lay(table, Ann="lacuna", Bo="keeps T-3d")
    assert offered(table, Moment.ANY_TIME, "Bo: use T-3d")
    lay(table, Cy="papyrus", blue="")
    in_vault(table, "Cy", papyrus=54)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-13b", "Bo: papyrus")
    assert player(table, "Ann").ledger["papyrus"] == 1


def test_t_13c_levels_the_tracks(table: State) -> None:
    lay(table, blue="10 papyrus, 4 papyrus papyrus", green="7 majority, 6 majority")
    lay(table, yellow="7 sinaiticus, 6 sinaiticus", red="7 section", black="5 ubs_a")
    play_instant(table, "Ann", "T-13c")
    check(table, blue="6 sinaiticus, 5 majority, 4 papyrus papyrus", green="6 majority")
    check(table, yellow="6 sinaiticus", red="7 section", black="6 papyrus, 5 ubs_a")
    assert all(+one.ledger == {} for one in table.players)


def test_t_13c_counts_empty_tracks_and_lacunas(table: State) -> None:
    for suit in table.tracks:
        stack(table, suit)
    stack(table, "yellow", (16, f"sinaiticus {LACUNA}"))
    play_instant(table, "Ann", "T-13c")
    assert lying(table, "blue") == {0: f"{LACUNA} sinaiticus"}
    assert [lying(table, suit) for suit in ("green", "yellow", "red", "black")] == [{}] * 4


def test_t_13c_leaves_tracks_that_differ_by_one(table: State) -> None:
    for suit in table.tracks:
        stack(table, suit)
    play_instant(table, "Ann", "T-13c")
    assert [lying(table, suit) for suit in table.tracks] == [{}] * 5
    table = table_of()
    stack(table, "blue", (20, "papyrus"))
    play_instant(table, "Ann", "T-13c")
    assert [track.demand for track in table.tracks.values()] == [20, 21, 21, 21, 21]


def test_t_13d_returns_all_eureka_and_stops_it(table: State) -> None:
    player(table, "Ann").eureka = player(table, "Cy").eureka = True
    bout_of(table, ("Bo", "W-blue-9"))
    play_instant(table, "Ann", "T-13d")
    assert [one.eureka for one in table.players] == [False, False, False]
    in_tableau(table, "Bo", "T-10e")
    run(table, resolve_bout(table))  # Bo is second; T-10e is not offered
    stack(table, "blue", (11, "papyrus"))
    run(table, gains.take_feature(table, player(table, "Cy"), "papyrus"))
    assert [one.eureka for one in table.players] == [False, False, False]


def test_t_13d_leaves_what_eureka_was_spent_on(table: State) -> None:
    bout_of(table, ("Bo", "W-blue-7"), ("Cy", "W-blue-8"))
    table.bout.primary(1).bonus = 2
    play_instant(table, "Ann", "T-13d")
    run(table, resolve_bout(table))
    assert table.bout.finish == [0, 1, 2]


def deal_by_hand(table: State, *first: str) -> None:
    hold(table, "Ann", *first, "W-blue-1", "W-blue-2")
    lay(table, Bo="holds W-red-2 W-red-4 W-red-5", Cy="holds W-green-2 W-green-4 W-green-5")


def test_t_13e_ends_the_session_after_the_window(table: State) -> None:
    deal_by_hand(table, "T-13e")
    own(table, "Ann", papyrus=1)
    ended_early = run(
        table, play_session(table), "Ann: T-13e", "Ann: W-blue-1", "Bo: W-red-2", "Bo: W-red-4",
        "Cy: W-green-2", "Cy: W-green-4", "Ann: pass", "Bo: take",
        "Bo: W-red-2 W-red-4 W-green-2 W-green-4 W-blue-1", "Bo: no exchange",
    )  # fmt: skip
    assert not ended_early
    assert [len(one.hand) for one in table.players] == [1, 1, 1]
    assert player(table, "Bo").grants == 4
    run(table, session_end(table, exhausted=False))
    assert [one.hand for one in table.players] == [[], [], []]
    assert {"W-blue-2", "W-red-5", "W-green-5"} <= {card.id for card in table.discard}
    assert player(table, "Ann").prestige > 0
    assert not game_over(table)


def test_t_13e_kept_off_the_table_the_session_goes_on(table: State) -> None:
    deal_by_hand(table, "T-13e")
    run(
        table, play_session(table), "Ann: W-blue-1", "Ann: T-13e", "Bo: W-red-2", "Bo: W-red-4",
        "Cy: W-green-2", "Cy: W-green-4", "Ann: lockdown", "Ann: W-blue-2", "Bo: W-red-5",
        "Cy: W-green-5", "Ann: pass", "Bo: pass", "Cy: pass",
    )  # fmt: skip
    assert [one.hand for one in table.players] == [[], [], []]
    assert not table.session.interrupted


INSTANTS = ("T-14a", "T-14b", "T-14c")


def blue_shines(table: State) -> None:
    """Blue is the Spotlight, by the demand of its track alone."""
    lay(table, blue="12 papyrus papyrus, 8 papyrus", green="11 majority, 3 majority")
    lay(table, yellow="10 sinaiticus", red="9 section", black="7 ubs_a")


@pytest.mark.parametrize("tool", INSTANTS)
def test_t_14a_b_c_do_nothing_without_a_spotlight(table: State, tool: str) -> None:
    own(table, "Ann", papyrus=1)
    supply = table.supply.copy()
    play_instant(table, "Ann", tool)
    assert (table.supply, table.desk.tokens) == (supply, [])
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert (table.session.locked, table.session.beside) == (None, [])
    assert table.tracks["blue"].demand == 21
    clear_to_desk(table)
    assert [card.id for card in table.desk.cards] == [tool]


@pytest.mark.parametrize("players", [3, 4])
def test_t_14a_lays_a_spotlight_feature_on_the_desk_for_each_player(players: int) -> None:
    table = table_of(players)
    blue_shines(table)
    supply, track = table.supply["papyrus"], lying(table, "blue")
    play_instant(table, "Bo", "T-14a")
    assert table.desk.tokens == ["papyrus"] * players
    assert table.supply["papyrus"] == supply - players
    assert lying(table, "blue") == track
    assert all(not +one.ledger for one in table.players)


def test_t_14a_without_a_supply_lays_down_the_lowest_lying() -> None:
    table = table_of(5, game=TRACKS)
    blue_shines(table)
    stack(table, "blue", (12, "papyrus papyrus"), (11, "papyrus"), (6, "papyrus"))
    stack(table, "green", (4, "papyrus majority"), empty=True)
    own(table, "Cy", papyrus=table.supply["papyrus"] - 1)
    play_instant(table, "Ann", "T-14a")  # one of the supply, then 6, 11, 12, 12
    assert table.desk.tokens == ["papyrus"] * 5
    assert (lying(table, "blue"), lying(table, "green")) == ({}, {4: "majority papyrus"})
    assert (player(table, "Ann").prestige, player(table, "Ann").eureka) == (0, False)


def test_t_14a_lays_down_as_many_as_there_are() -> None:
    table = table_of(game=TRACKS)
    blue_shines(table)
    stack(table, "blue", (12, "ubs_a"))
    own(table, "Cy", papyrus=table.supply["papyrus"] - 2)
    play_instant(table, "Ann", "T-14a")
    assert (table.desk.tokens, table.supply["papyrus"]) == (["papyrus"] * 2, 0)


def test_t_14b_each_ledger_returns_one_and_they_lie_as_one_stack(table: State) -> None:
    blue_shines(table)
    lay(table, Ann="papyrus 2, majority", Bo="papyrus", Cy="papyrus, majority 2")
    cy = player(table, "Cy")
    cy.ledger["papyrus"], cy.vault["papyrus"] = 0, 1
    play_instant(table, "Bo", "T-14b")
    check(table, Ann="papyrus, majority", Bo="none")
    assert (+cy.ledger, +cy.vault) == ({"majority": 2}, {"papyrus": 1})
    assert lying(table, "blue") == {13: "papyrus papyrus", 12: "papyrus papyrus", 8: "papyrus"}


def test_t_14b_joins_a_stack_on_space_21() -> None:
    table = table_of(4)
    blue_shines(table)
    stack(table, "blue", (21, "papyrus papyrus"))
    for name in ("Ann", "Bo", "Di"):
        own(table, name, papyrus=1)
    play_instant(table, "Ann", "T-14b")
    assert lying(table, "blue") == {21: " ".join(["papyrus"] * 5)}


def test_t_14b_where_nobody_has_one_the_track_stays(table: State) -> None:
    blue_shines(table)
    own(table, "Ann", majority=2)
    track = lying(table, "blue")
    play_instant(table, "Ann", "T-14b")
    assert (lying(table, "blue"), +player(table, "Ann").ledger) == (track, {"majority": 2})


def test_t_14c_keeps_the_spotlight_to_the_end_of_the_session(table: State) -> None:
    blue_shines(table)
    play_instant(table, "Ann", "T-14c")
    assert [card.id for card in table.session.beside] == ["T-14c"]
    stack(table, "blue", (2, "papyrus"))
    table.bout.spotlight = "red"
    assert table.spotlight() == "blue"
    clear_to_desk(table)
    close_window(table)
    assert table.desk.cards == []
    own(table, "Cy", papyrus=1)
    run(table, session_end(table, exhausted=False))
    assert (table.scored_spotlight, player(table, "Cy").prestige) == ("blue", 7)
    assert table.session.beside == []
    assert [card.id for card in table.discard] == ["T-14c"]


def test_t_14c_keeps_what_is_the_spotlight_now(table: State) -> None:
    blue_shines(table)
    table.bout.spotlight = "red"
    play_instant(table, "Ann", "T-14c")
    close_window(table)
    assert table.spotlight() == "red"


def test_t_14c_ranks_in_its_bout_though_it_lies_beside(table: State) -> None:
    blue_shines(table)
    play_instant(table, "Ann", "T-14c")
    assert [(one.card.id, one.rank) for one in table.bout.primaries] == [("T-14c", 14)]
    assert table.primary_cards() == []


def test_t_14d_scores_each_real_token_of_the_spotlight(table: State) -> None:
    blue_shines(table)
    lay(table, Bo="keeps T-14d, papyrus 2, majority", Ann="papyrus 2", Cy="papyrus 4, lacuna 3")
    ann = player(table, "Ann")
    ann.ledger["papyrus"], ann.vault["papyrus"] = 1, 1
    table.session.extra = {ann.seat: Counter(papyrus=3)}
    run(table, score_majority(table), "Bo: use T-14d")
    # awards: 5 papyrus for Ann, 4 for Cy, 2 for Bo (7, 4, 1); majority 2 for Bo
    assert [one.prestige for one in table.players] == [7 + 2, 1 + 2 + 2, 4 + 4]
    check(table, Bo="keeps nothing", desk="", discard="T-14d")


def test_t_14d_kept_scores_nothing(table: State) -> None:
    blue_shines(table)
    lay(table, Ann="keeps T-14d, papyrus 2")
    run(table, score_majority(table), "keep T-14d")
    assert player(table, "Ann").prestige == 7


@pytest.mark.parametrize("case", ["shared", "locked below", "none", "no tokens"])
def test_t_14d_needs_a_spotlight_of_unique_highest_demand(table: State, case: str) -> None:
    blue_shines(table)
    in_tableau(table, "Ann", "T-14d")
    if case != "no tokens":
        own(table, "Ann", papyrus=2)
    if case == "shared":
        lay(table, green="14 majority", red="14 section")
        assert table.spotlight() == "blue"
    elif case == "locked below":
        table.session.locked = "blue"
        stack(table, "green", (14, "majority"))
    elif case == "none":
        for suit in ("blue", "green", "yellow", "red", "black"):
            stack(table, suit)
        assert table.spotlight() is None
    assert not offered(table, Moment.AFTER_AWARDS)
    assert player(table, "Ann").prestige == 0


def test_t_14d_of_a_spotlight_tied_for_the_highest_is_not_offered(table: State) -> None:
    blue_shines(table)
    lay(table, Ann="keeps T-14d, papyrus 2")
    table.session.locked = "blue"
    stack(table, "green", (12, "majority"))
    assert not offered(table, Moment.AFTER_AWARDS)
    stack(table, "green", (11, "majority"))
    assert offered(table, Moment.AFTER_AWARDS, "Ann: use T-14d")


def test_t_14e_takes_the_topmost_of_another_track_instead(table: State) -> None:
    blue_shines(table)
    lay(table, Ann="keeps T-14e", desk="W-blue-5 W-blue-2 W-red-2 T-3a")
    run(
        table,
        resolve_take(table, player(table, "Ann")),
        "Ann: use T-14e",
        "W-red-2 W-blue-5 W-blue-2",  # section is not the Spotlight's: nothing is asked
        "Ann: green",
        "Ann: none",
    )
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1, "majority": 1, "papyrus": 1}
    assert ann.eureka, "majority left space 11 empty"
    check(table, green="3 majority", blue="12 papyrus, 8 papyrus", desk="T-14e")
    assert {card.id for card in table.discard} == {"W-blue-5", "W-blue-2", "W-red-2", "T-3a"}


def test_t_14e_reads_the_spotlight_at_each_token(table: State) -> None:
    blue_shines(table)
    lay(table, blue="12 papyrus, 8 papyrus, 5 papyrus", Ann="keeps T-14e")
    on_desk(table, "W-blue-9")  # three of papyrus
    script = resolve_take(table, player(table, "Ann"))
    run(table, script, "use T-14e", "Ann: none", "no grant")
    check(table, Ann="papyrus 3", blue="")


def test_t_14e_of_a_mixed_stack_the_taker_chooses(table: State) -> None:
    blue_shines(table)
    lay(table, yellow="10 sinaiticus ubs_a lacuna", Ann="keeps T-14e", desk="W-blue-2")
    script = resolve_take(table, player(table, "Ann"))
    run(table, script, "use T-14e", "yellow", "ubs_a")
    check(table, Ann="ubs_a", yellow="10 lacuna sinaiticus")


def test_t_14e_runs_through_the_exchange_and_to_the_close_of_the_window(table: State) -> None:
    blue_shines(table)
    lay(table, Ann="keeps T-14e, holds W-blue-5, lacuna 2", desk="W-blue-1 T-3a")
    script = resolve_take(table, player(table, "Ann"))
    run(table, script, "use T-14e", "W-blue-5 for T-3a", "Ann: red")
    assert +player(table, "Ann").ledger == {"lacuna": 1, "section": 1}
    close_window(table)
    run(table, gains.take_feature(table, player(table, "Ann"), "papyrus"))
    assert player(table, "Ann").ledger["papyrus"] == 1


def test_t_14e_is_its_players_alone(table: State) -> None:
    blue_shines(table)
    lay(table, Ann="keeps T-14e", desk="W-blue-2")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-14e")
    run(table, gains.take_feature(table, player(table, "Bo"), "papyrus"))
    assert +player(table, "Bo").ledger == {"papyrus": 1}


def test_t_14e_gives_nothing_in_place_of_a_feature_that_lies_nowhere() -> None:
    table = table_of(game=TRACKS)
    blue_shines(table)
    lay(table, Ann="keeps T-14e", desk="W-blue-2")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-14e")
    ann = player(table, "Ann")
    stack(table, "blue", (12, "lacuna"))
    own(table, "Cy", papyrus=table.supply["papyrus"])
    run(table, gains.take_feature(table, ann, "papyrus"))
    assert +ann.ledger == {}, "no papyrus is left to take"


def test_t_14e_takes_as_ever_where_no_other_track_has_a_feature(table: State) -> None:
    in_tableau(table, "Ann", "T-14e")
    for suit in ("green", "yellow", "red", "black"):
        stack(table, suit)
    lay(table, green="3 lacuna", blue="12 papyrus", desk="W-blue-2")
    run(table, resolve_take(table, player(table, "Ann")), "use T-14e")
    assert +player(table, "Ann").ledger == {"papyrus": 1}


@pytest.mark.parametrize("haul", [("W-green-5", "T-3a"), ()])
def test_t_14e_needs_a_witness_of_the_spotlight_in_the_haul(haul: tuple[str, ...]) -> None:
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, *haul, papyrus=1)
    assert not offered(table, Moment.GRANT_PAID)


def test_t_14e_needs_a_spotlight(table: State) -> None:
    lay(table, Ann="keeps T-14e", desk="W-blue-2")
    assert not offered(table, Moment.GRANT_PAID)


def place(table: State, name: str, feature: str, *slots: int) -> None:
    for slot in slots:
        player(table, name).cubes -= 1
        table.boards[feature][slot] = Cube(player(table, name).seat)


def bare(table: State, *suits: Suit) -> None:
    for suit in suits:
        stack(table, suit)


def test_t_15a_refreshes_one_grant_of_every_player(table: State) -> None:
    for one, unused in zip(table.players, (3, 5, 0), strict=True):
        one.grants = unused
    play_instant(table, "Ann", "T-15a")
    assert [one.grants for one in table.players] == [4, 5, 1]


def test_t_15a_with_no_grant_spent_does_nothing() -> None:
    table = table_of(5)
    play_instant(table, "Ann", "T-15a")
    assert [one.grants for one in table.players] == [3] * 5


def test_t_15b_gives_eureka_and_to_who_holds_it_prestige(table: State) -> None:
    player(table, "Bo").eureka = True
    play_instant(table, "Ann", "T-15b")
    assert [one.eureka for one in table.players] == [True] * 3
    assert [one.prestige for one in table.players] == [0, 2, 0]


def test_t_15b_under_t_13d_gives_nobody_anything(table: State) -> None:
    table.session.eureka_stopped = True
    play_instant(table, "Ann", "T-15b")
    assert [(one.eureka, one.prestige) for one in table.players] == [(False, 0)] * 3


def test_t_15c_gives_every_player_two_lacunas_and_a_feature_of_the_supply(table: State) -> None:
    tracks = {suit: lying(table, suit) for suit in table.tracks}
    play_instant(table, "Bo", "T-15c", "Bo: papyrus", "Cy: section", "Ann: papyrus")
    check(table, Ann="papyrus, lacuna 2", Bo="papyrus, lacuna 2", Cy="section, lacuna 2")
    assert {suit: lying(table, suit) for suit in table.tracks} == tracks
    assert (table.supply["papyrus"], table.supply[LACUNA]) == (20, 69)


def test_t_15c_gives_as_much_as_there_is() -> None:
    table = table_of(game=TRACKS)
    own(table, "Cy", lacuna=72, papyrus=22, majority=22, sinaiticus=22, section=22)
    bare(table, "black")
    for suit in ("blue", "green", "yellow", "red"):
        own(table, "Cy", **{table.feature(suit): 33})
    play_instant(table, "Ann", "T-15c")
    check(table, Ann="lacuna 2, ubs_a", Bo="lacuna, ubs_a")
    assert player(table, "Cy").ledger[LACUNA] == 72


def test_t_15c_lacunas_are_heard_by_t_3d(table: State) -> None:
    player(table, "Ann").running = ["T-3d"]
    answers = ("Ann: section", "Ann: section", "Ann: papyrus", "Bo: papyrus", "Cy: papyrus")
    play_instant(table, "Ann", "T-15c", *answers)
    assert +player(table, "Ann").ledger == {"section": 2, "papyrus": 1}
    assert lying(table, "red")[21] == LACUNA


def test_t_15d_takes_a_feature_of_which_one_holds_fewest(table: State) -> None:
    own(table, "Ann", papyrus=1, majority=1, sinaiticus=1, section=1)
    own(table, "Bo", papyrus=2, majority=1, sinaiticus=1, section=2, ubs_a=2)
    own(table, "Cy", papyrus=1, majority=1, sinaiticus=1, section=2, ubs_a=1)
    cy = player(table, "Cy")
    cy.ledger["majority"], cy.vault["majority"] = 0, 1
    stack(table, "black", (6, "ubs_a"), (3, "ubs_a"))
    play_instant(table, "Ann", "T-15d", "Bo: sinaiticus")
    ann, bo = player(table, "Ann"), player(table, "Bo")
    assert (ann.ledger["ubs_a"], ann.prestige) == (1, 2)
    assert lying(table, "black") == {3: "ubs_a"}
    assert (bo.ledger["sinaiticus"], bo.ledger["majority"]) == (2, 1)
    assert cy.ledger["majority"] == 1
    assert table.tracks["green"].demand == 20, "three players: the only one of space 21 was taken"


def test_t_15d_asks_only_among_the_fewest(table: State) -> None:
    lay(table, Ann="papyrus, section, ubs_a", Bo="papyrus, section, ubs_a, majority")
    lay(table, Cy="papyrus, section, ubs_a, majority")
    play_instant(table, "Cy", "T-15d", "Ann: majority")  # Cy and Bo have no choice
    held = [(one.ledger["majority"], one.ledger["sinaiticus"]) for one in table.players]
    assert held == [(1, 0), (1, 1), (1, 1)]


def test_t_15d_takes_from_the_supply_or_nothing() -> None:
    table = table_of(game=TRACKS)
    for name in ("Ann", "Bo", "Cy"):
        own(table, name, papyrus=1, majority=1, sinaiticus=1, section=1)
    bare(table, "black")
    own(table, "Cy", ubs_a=53)
    player(table, "Cy").vault["ubs_a"] = player(table, "Cy").ledger.pop("ubs_a")
    play_instant(table, "Ann", "T-15d")  # two of the supply, for Ann and Bo
    assert [one.ledger["ubs_a"] for one in table.players] == [1, 1, 0]


def test_t_15e_every_player_may_place_a_cube_for_its_perk_and_demand(table: State) -> None:
    bare(table, "blue", "green")
    lay(table, blue="10 papyrus papyrus papyrus", green="10 majority majority")
    player(table, "Bo").grants = player(table, "Ann").grants = 3
    play_instant(table, "Bo", "T-15e", "Bo: papyrus 1", "Cy: majority 2", "Ann: none")
    ann, bo, cy = table.players
    assert (bo.cubes, bo.grants, +bo.ledger) == (4, 4, {})
    assert (cy.cubes, cy.grants, +cy.ledger) == (4, 5, {LACUNA: 1})
    assert (ann.cubes, ann.grants, +ann.ledger) == (5, 3, {}), "may: she has a cube left"
    assert table.owners("papyrus") == ("Bo", "none", "none")
    assert table.owners("majority") == ("none", "Cy", "none")
    assert lying(table, "blue") == {12: "papyrus", 11: "papyrus", 10: "papyrus"}
    supply = table.supply["majority"]
    assert lying(table, "green") == {12: "majority", 11: "majority", 10: "majority"}
    assert supply == 55 - 3, "the second token is one of the supply"


def test_t_15e_one_without_a_cube_refreshes_a_grant(table: State) -> None:
    place(table, "Bo", "papyrus", 0, 1, 2)
    place(table, "Bo", "section", 0, 1)
    player(table, "Bo").grants = 2
    play_instant(table, "Ann", "T-15e", "Ann: none", "Cy: none")
    assert [one.grants for one in table.players] == [5, 3, 5]
    assert lying(table, "red")[21] == "section", "no Demand where no cube was placed"


def test_t_15e_a_closed_institution_takes_no_cube(table: State) -> None:
    table.bout.closed = "blue"
    place(table, "Ann", "majority", 0, 1, 2)
    place(table, "Bo", "sinaiticus", 0, 1, 2)
    place(table, "Cy", "section", 0, 1, 2)
    place(table, "Cy", "ubs_a", 0)
    play_instant(table, "Ann", "T-15e", "Ann: ubs_a 2", "Bo: ubs_a 3")
    assert table.owners("ubs_a") == ("Cy", "Ann", "Bo")
    assert player(table, "Cy").cubes == 1, "no slot is left, and a cube is: nothing happens"
    assert player(table, "Cy").grants == 5


def test_t_15e_the_fifteenth_cube_gains_the_laureate(table: State) -> None:
    for feature, name in zip(table.boards, ("Ann", "Bo", "Cy", "Bo", "Ann"), strict=True):
        place(table, name, feature, *((0, 1, 2) if feature in ("papyrus", "majority") else (0,)))
    for feature, name in (("sinaiticus", "Cy"), ("section", "Cy"), ("ubs_a", "Cy")):
        place(table, name, feature, 1)
    place(table, "Bo", "sinaiticus", 2)
    place(table, "Cy", "section", 2)
    cy = player(table, "Cy")
    ann = player(table, "Ann")
    assert (ann.cubes, player(table, "Bo").cubes, cy.cubes) == (1, 0, 0)
    ann.grants = cy.grants = 1
    play_instant(table, "Ann", "T-15e", "Ann: ubs_a 3")
    assert (table.laureate, ann.grants, cy.grants) == (ann.seat, 2, 2)


def test_t_15e_of_a_mixed_stack_who_places_the_cube_chooses(table: State) -> None:
    stack(table, "blue", (10, "papyrus section ubs_a"))
    answers = ("Ann: none", "Bo: papyrus 3", "Bo: section", "Bo: ubs_a", "Cy: none")
    play_instant(table, "Ann", "T-15e", *answers)
    assert lying(table, "blue") == {12: "ubs_a", 11: "section", 10: "papyrus"}
    assert +player(table, "Bo").ledger == {}, "the third slot has no perk"
