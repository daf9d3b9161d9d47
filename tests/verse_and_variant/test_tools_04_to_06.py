"""The Tools of ranks 4 to 6, from their lines in VV-9: where each acts, and where it cannot."""

from __future__ import annotations

from typing import Any

import pytest

from card_data.verse_and_variant.model import Feature
from scoring.play.decisions import Decision
from scoring.play.moves import Choices, Refused
from scoring.verse_and_variant import bout
from scoring.verse_and_variant.bout import begin_bout, clear_to_desk, ranking
from scoring.verse_and_variant.engine import final_scoring, reset_for_next_session
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.pieces import Cube, Primary, Take
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import preservation_window, resolve_take
from tests.verse_and_variant.tables import (
    FEATURES,
    LACUNAE,
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


def test_t_4a_takes_for_three_features(table: State) -> None:
    lay(table, Ann="papyrus 2, section, majority, keeps T-4a", desk="W-yellow-2 T-9a")
    lay(table, finish="Ann Bo Cy")
    answers = ("Ann: use T-4a", "Ann: papyrus", "Ann: majority", "Ann: papyrus")
    run(table, preservation_window(table), *answers)
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1, "sinaiticus": 1}
    assert ann.grants == ann.all_grants
    check(table, discard="W-yellow-2 T-9a", desk="T-4a")


def test_t_4a_closes_the_window_also_without_a_grant(table: State) -> None:
    lay(table, Bo="papyrus 3, keeps T-4a, grants 0", finish="Ann Bo Cy")
    run(table, preservation_window(table), "Ann: pass", "Bo: use T-4a")
    assert player(table, "Bo").grants == 0
    assert table.take is None


def test_t_4a_kept_leaves_the_turn_as_it_is(table: State) -> None:
    lay(table, Ann="papyrus 3, keeps T-4a", finish="Ann Bo Cy")
    run(table, preservation_window(table), "keep T-4a", "Ann: lockdown")
    check(table, Ann="papyrus 3, keeps T-4a")
    assert table.take is None


def test_t_4a_is_not_offered_for_less_than_three_features(table: State) -> None:
    own(table, "Ann", papyrus=3, section=1, lacuna=3)
    ann = player(table, "Ann")
    ann.ledger["papyrus"], ann.vault["papyrus"] = 1, 2
    in_tableau(table, "Ann", "T-4a")
    assert not offered(table, Moment.WINDOW_TURN)
    own(table, "Ann", papyrus=1)
    assert offered(table, Moment.WINDOW_TURN, "use T-4a", "papyrus", "papyrus")
    assert (+ann.ledger, +ann.vault) == ({LACUNA: 3}, {"papyrus": 2})


def test_t_4b_takes_a_cube_back_and_refreshes_a_grant(table: State) -> None:
    ann = player(table, "Ann")
    ann.grants, ann.cubes = 2, 3
    table.boards["papyrus"] = [Cube(0), Cube(0, flat=True), None]
    player(table, "Bo").cubes = 4
    table.boards["section"] = [Cube(1), None, None]
    play_instant(table, "Ann", "T-4b", "Ann: papyrus 1")
    assert table.owners("papyrus") == ("none", "Ann", "none")
    assert (ann.grants, ann.cubes) == (3, 4)
    bout_of(table)
    play_instant(table, "Ann", "T-4b")  # one cube left: not asked; a flat one is a cube too
    assert table.owners("papyrus") == ("none", "none", "none")
    assert (ann.grants, ann.cubes) == (4, 5)


def test_t_4b_needs_a_placed_cube_and_a_spent_grant(table: State) -> None:
    ann = player(table, "Ann")
    ann.cubes = 4
    table.boards["papyrus"] = [Cube(0), None, None]
    play_instant(table, "Ann", "T-4b")  # no Grant is spent
    assert table.owners("papyrus") == ("Ann", "none", "none")
    bout_of(table)
    bo = player(table, "Bo")
    bo.grants = 1
    play_instant(table, "Bo", "T-4b")  # no cube is placed
    assert (bo.grants, bo.cubes) == (1, 5)


def test_t_4c_turns_the_spotlight_to_the_lowest_demand_of_its_own(table: State) -> None:
    for suit, feature, space in (
        ("blue", "papyrus", 12), ("green", "majority", 7), ("yellow", "sinaiticus", 9),
        ("red", "section", 5), ("black", "ubs_a", 5),
    ):  # fmt: skip
        stack(table, suit, (space, feature))  # type: ignore[arg-type]
    assert table.spotlight() == "blue"
    play_instant(table, "Ann", "T-4c")
    assert table.spotlight() == "green"
    bout_of(table)
    play_instant(table, "Bo", "T-4c")
    assert table.spotlight() == "green", "a repeat changes nothing (VV-9)"
    bout_of(table)
    assert table.spotlight() == "green", "it is for the session, not the bout"


def test_t_4c_leaves_what_goes_before_the_evaluation(table: State) -> None:
    stack(table, "blue", (3, "papyrus"))
    table.bout.spotlight = "red"
    play_instant(table, "Ann", "T-4c")
    assert table.spotlight() == "red"
    table.bout.spotlight = None
    assert table.spotlight() == "blue"
    stack(table, "blue", (21, "papyrus"))
    assert table.spotlight() is None, "all five tied: none (VV-3.2)"


def test_t_4d_makes_a_pass_close_the_window(table: State) -> None:
    lay(table, Ann="keeps T-4d", finish="Ann Bo Cy")
    run(table, preservation_window(table), "Ann: pass", "Ann: use T-4d")
    assert player(table, "Ann").lockdown
    assert [card.id for card in table.desk.cards] == ["T-4d"]


def test_t_4d_serves_who_can_only_pass(table: State) -> None:
    in_tableau(table, "Ann", "T-4d")
    ann = player(table, "Ann")
    ann.grants, ann.lockdown = 0, False
    table.bout.finish = [0, 1, 2]
    run(table, preservation_window(table), "Ann: use T-4d")
    assert not ann.lockdown, "it stays as it is"


def test_t_4d_kept_leaves_a_pass(table: State) -> None:
    lay(table, Ann="keeps T-4d", Cy="keeps T-4a", finish="Ann Bo Cy")
    run(table, preservation_window(table), "Ann: pass", "Ann: keep T-4d", "Bo: pass", "Cy: pass")
    run(table, preservation_window(table), "Ann: lockdown")
    assert [card.id for card in player(table, "Ann").tableau] == ["T-4d"]


@pytest.mark.parametrize("winner", [0, 1])
def test_t_4e_leads_the_next_bout(table: State, winner: int) -> None:
    for name, kept in (("Ann", "W-blue-1"), ("Bo", "W-blue-2"), ("Cy", "W-blue-3")):
        hold(table, name, kept)
    play_instant(table, "Cy", "T-4e")
    table.bout.finish = [winner, 2, 1 - winner]
    table.quill = table.bout.next_leader = winner
    table.bout.primaries.clear()
    run(table, preservation_window(table), {0: "Ann", 1: "Bo"}[winner] + ": lockdown")
    table.discard += [table.cards["T-4e"]]
    begin_bout(table)
    assert (table.quill, table.bout.leader) == (2, 2)
    begin_bout(table)
    assert table.bout.decreed_leader is None, "one bout only"


def test_t_4e_without_a_next_bout_leaves_the_quill(table: State) -> None:
    bout_of(table, ("Bo", "W-blue-9"))
    play_instant(table, "Cy", "T-4e")
    table.bout.finish = [1, 2, 0]
    table.quill = 1
    run(table, preservation_window(table), "Bo: lockdown")
    assert table.quill == 1


def test_t_4e_with_an_empty_hand_passes_the_lead_on(table: State) -> None:
    hold(table, "Bo", "W-blue-2")
    play_instant(table, "Cy", "T-4e")
    table.bout.finish = [1, 2, 0]
    table.quill = 1
    run(table, preservation_window(table), "Bo: lockdown")
    begin_bout(table)
    assert table.bout.leader == 1


def test_t_5a_swaps_two_stacks_of_different_tracks(table: State) -> None:
    lay(table, blue="21 papyrus papyrus, 6 papyrus majority", red="7 section")
    play_instant(table, "Ann", "T-5a", "blue 6", "red 7")
    check(table, blue="21 papyrus papyrus, 6 section", red="7 majority papyrus")
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.prestige) == ({}, 0)


def test_t_5a_needs_two_tracks(table: State) -> None:
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-5a", "blue 21", "blue 20")
    table = table_of()
    for suit in table.tracks:
        stack(table, suit)
    stack(table, "blue", (21, "papyrus"), (3, "papyrus papyrus"))
    play_instant(table, "Ann", "T-5a")
    assert lying(table, "blue") == {21: "papyrus", 3: "papyrus papyrus"}


def test_t_5b_puts_a_lacuna_on_the_desk_and_takes_a_feature(table: State) -> None:
    stack(table, "blue", (16, "papyrus"), (3, "papyrus"))
    play_instant(table, "Ann", "T-5b", "papyrus")
    assert table.desk.tokens == [LACUNA]
    assert lying(table, "blue") == {3: "papyrus"}
    assert +player(table, "Ann").ledger == {"papyrus": 1, LACUNA: 1}  # the lacuna: VV-1.7
    assert table.supply[LACUNA] == LACUNAE - 2


def test_t_5b_gives_the_feature_without_a_lacuna_in_the_supply() -> None:
    table = table_of(game=TRACKS)
    own(table, "Bo", lacuna=LACUNAE, papyrus=55)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-5b", "papyrus")
    bout_of(table)
    play_instant(table, "Ann", "T-5b", "section")
    assert table.desk.tokens == []
    assert +player(table, "Ann").ledger == {"section": 1}


def counted(table: State, feature: Feature) -> int | None:
    """How many of a Feature count for Ann in final scoring."""
    held = table.holdings(player(table, "Ann")).features
    assert held is not None
    return held[feature]


def test_t_5c_counts_one_more_and_stays_for_final_scoring(table: State) -> None:
    lay(table, Bo="papyrus", Ann="papyrus, keeps T-5c")
    run(table, session_end(table, exhausted=False), "Ann: use T-5c", "Ann: papyrus")
    ann = player(table, "Ann")
    assert (ann.prestige, player(table, "Bo").prestige) == (2, 0)  # else they would share
    check(table, Ann="papyrus, keeps T-5c")
    run(table, final_scoring(table), "Ann: section")
    assert (counted(table, "papyrus"), counted(table, "section")) == (1, 1)
    assert +ann.ledger == {"papyrus": 1}


def test_t_5c_adds_nothing_later_if_another_session_follows(table: State) -> None:
    in_tableau(table, "Ann", "T-5c")
    run(table, session_end(table, exhausted=False), "use T-5c", "papyrus")
    assert table.added == {}
    reset_for_next_session(table)
    run(table, final_scoring(table))
    assert (table.added, player(table, "Ann").tableau) == ({}, [])


def test_t_5c_is_not_for_the_hand_nor_for_who_declines(table: State) -> None:
    hold(table, "Bo", "T-5c")
    run(table, session_end(table, exhausted=False))  # in a hand it is discarded
    table = table_of()
    in_tableau(table, "Ann", "T-5c")
    run(table, session_end(table, exhausted=False), "keep T-5c")
    assert [card.id for card in table.discard] == ["T-5c"]
    run(table, final_scoring(table))
    assert (table.added, player(table, "Ann").prestige) == ({}, 0)


def ledger_table(*aside: str) -> State:
    """A table on which Ann can play T-5d, and these Tools are set aside."""
    table = table_of()
    lay(table, Ann="lacuna, holds W-blue-1 W-red-2")
    table.deck = cards(table, "T-5d", "W-blue-1", "W-red-2")
    table.aside = cards(table, *aside)
    return table


def test_t_5d_takes_a_tool_that_was_set_aside() -> None:
    table = ledger_table("T-1a", "T-5a", "T-6a", "T-14c")
    play_instant(table, "Ann", "T-5d", "Ann: T-5a", "Ann: W-red-2")
    ann = player(table, "Ann")
    assert +ann.ledger == {}
    assert table.supply[LACUNA] == LACUNAE
    check(table, Ann="holds W-blue-1 T-5a", desk="W-red-2")
    assert {card.id for card in table.deck} == {"T-5a", "W-blue-1", "W-red-2"}
    assert "T-5a" not in {card.id for card in table.aside}
    bout.clear_to_desk(table)
    lying_there = table.desk.cards + table.discard + table.removed
    assert [card.id for card in lying_there] == ["W-red-2"], "T-5d has left the game"
    assert [one.rank for one in bout.ranking(table)] == [5], "it ranks all the same"


def words_of(decision: Decision[Any]) -> list[str]:
    assert isinstance(decision.options, Choices)
    return list(decision.options)


def test_t_5d_shows_the_search_to_its_player_only() -> None:
    table = ledger_table("T-1a", "T-5a", "T-6a")
    (card,) = cards(table, "T-5d")
    table.bout.primaries.append(Primary(0, card, card.rank, None))
    script = table.tools["T-5d"].run(table, player(table, "Ann"), card)
    search = next(script)
    assert isinstance(search, Decision)
    assert (search.who, set(words_of(search))) == ("Ann", {"T-1a", "T-5a"})
    laid = script.send(search.options.parse("T-1a")[1])
    assert isinstance(laid, Decision)
    assert (laid.who, set(words_of(laid))) == ("Ann", {"W-blue-1", "W-red-2", "T-1a"})
    for name in ("Bo", "Cy"):
        shown = repr(table.view(name))
        assert "T-1a" not in shown
        assert "T-5a" not in shown
    assert table.view("Bo").players[2].hand == 3


def test_t_5d_may_lay_down_the_tool_just_taken() -> None:
    table = ledger_table("T-1a")
    player(table, "Ann").hand.clear()
    play_instant(table, "Ann", "T-5d")
    check(table, desk="T-1a", Ann="holds nothing")


@pytest.mark.parametrize("lacking", ["lacuna", "tool"])
def test_t_5d_without_a_lacuna_goes_to_the_desk(lacking: str) -> None:
    table = ledger_table("T-1a" if lacking == "lacuna" else "T-6a")
    ann = player(table, "Ann")
    if lacking == "lacuna":
        table.pay(ann, LACUNA)
        ann.vault[LACUNA] += 1  # the vault pays nothing
        table.supply[LACUNA] -= 1
    play_instant(table, "Ann", "T-5d")
    assert len(ann.hand) == 2
    assert ann.owned(LACUNA) == 1
    bout.clear_to_desk(table)
    assert [card.id for card in table.desk.cards] == ["T-5d"]
    assert "T-5d" in {card.id for card in table.deck}


def test_t_5e_counts_one_more_in_this_scoring(table: State) -> None:
    lay(table, Bo="section", Ann="section, keeps T-5e")
    run(table, session_end(table, exhausted=False), "Ann: use T-5e", "Ann: section")
    check(table, Ann="prestige 2, section, keeps nothing", Bo="prestige 0", discard="T-5e")
    run(table, final_scoring(table))
    assert counted(table, "section") == 1


def test_t_5e_adds_to_what_t_5c_counts(table: State) -> None:
    lay(table, Bo="section", Ann="keeps T-5e T-5c")
    answers = ("use T-5c", "section", "use T-5e", "section")
    run(table, session_end(table, exhausted=False), *answers)
    assert (player(table, "Ann").prestige, player(table, "Bo").prestige) == (2, 0)


def test_t_5e_waits_for_majority_scoring_and_may_be_kept(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-3"))
    lay(table, desk="W-blue-2", Ann="keeps T-5e")
    for moment in Moment:
        if moment != Moment.BEFORE_COUNTING:
            assert not offered(table, moment)
    run(table, session_end(table, exhausted=True), "keep T-5e")
    assert [player(table, "Ann").owned(feature) for feature in FEATURES] == [0] * 5
    assert (player(table, "Ann").prestige, player(table, "Ann").tableau) == (0, [])


def test_t_6a_tokenises_a_witness_of_the_desk(table: State) -> None:
    bout_of(table, ("Bo", "W-red-9"))  # of this bout: not on the Desk yet
    lay(table, blue="6 papyrus, 5 papyrus", desk="W-blue-7 W-green-5 T-3a section")
    play_instant(table, "Ann", "T-6a", "Ann: W-blue-7")
    check(table, Ann="papyrus 2, lacuna, prestige 2", blue="", desk="W-green-5 T-3a")
    check(table, discard="W-blue-7")
    assert table.desk.tokens == ["section"]


def test_t_6a_takes_corruption_if_nothing_else_lies_there(table: State) -> None:
    lay(table, Ann="papyrus 3", desk="W-blue-6")
    play_instant(table, "Ann", "T-6a")  # one Witness: nothing to choose
    check(table, Ann="papyrus", desk="")


def test_t_6a_without_a_witness_on_the_desk_does_nothing(table: State) -> None:
    bout_of(table, ("Bo", "W-red-9"))
    on_desk(table, "T-3a", section=1)
    play_instant(table, "Ann", "T-6a")
    assert +player(table, "Ann").ledger == {}
    assert (len(table.desk.cards), len(table.desk.tokens)) == (1, 1)


def test_t_6b_washes_the_desk_and_the_primaries(table: State) -> None:
    own(table, "Ann", papyrus=2, majority=2, section=2)
    bout_of(table, ("Ann", "W-blue-6"), ("Bo", "W-blue-2"))
    (echo,) = cards(table, "W-red-6")
    table.bout.echoes[0] = echo
    lay(table, desk="W-green-6 W-green-2 T-3a", markers="red red black")
    play_instant(table, "Cy", "T-6b")
    assert {card.id for card in table.removed} == {"W-green-6", "W-blue-6"}
    assert (table.desk.markers, table.discard) == ([], [])
    assert [one.card.id for one in ranking(table)] == ["T-6b", "W-blue-6", "W-blue-2"]
    clear_to_desk(table)
    left = ["W-green-2", "T-3a", "W-blue-2", "T-6b", "W-red-6"]
    assert [card.id for card in table.desk.cards] == left
    assert +player(table, "Ann").ledger == {"papyrus": 2, "majority": 2, "section": 2}


def test_t_6b_leaves_later_primaries_and_all_else_alone(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-5"))
    on_desk(table, "W-green-2", papyrus=1)
    play_instant(table, "Bo", "T-6b")
    assert (table.removed, table.desk.tokens) == ([], ["papyrus"])
    assert all(one.here for one in table.bout.primaries)
    (late,) = cards(table, "W-blue-6")
    bout_of(table, ("Bo", "T-6b"), ("Cy", late.id))
    clear_to_desk(table)
    assert late in table.desk.cards


def test_t_6c_trades_features_for_what_lay_on_the_desk(table: State) -> None:
    lay(table, Ann="section 2, ubs_a", blue="1 papyrus")
    player(table, "Ann").grants -= 1
    on_desk(table, "W-blue-2", "W-red-5", "T-3a", majority=1, lacuna=1)
    answers = ("Ann: section", "Ann: ubs_a", "Ann: none", "Ann: majority", "Ann: W-blue-2")
    play_instant(table, "Ann", "T-6c", *answers)
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1, "majority": 1, "papyrus": 1}
    assert ann.grants == ann.all_grants, "the bonus of space 1"
    assert sorted(table.desk.tokens) == [LACUNA, "section", "ubs_a"]
    check(table, desk="W-red-5 T-3a", discard="W-blue-2")


def test_t_6c_takes_no_more_than_three(table: State) -> None:
    own(table, "Ann", section=5)
    on_desk(table, papyrus=4)
    play_instant(table, "Ann", "T-6c", "section", "section", "section")
    assert +player(table, "Ann").ledger == {"section": 2, "papyrus": 3}
    assert sorted(table.desk.tokens) == ["papyrus", "section", "section", "section"]


def test_t_6c_takes_each_thing_once(table: State) -> None:
    lay(table, Ann="section 2", desk="papyrus majority")
    play_instant(table, "Ann", "T-6c", "section", "section", "papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "majority": 1}


def test_t_6c_takes_nothing_back_that_it_put_there(table: State) -> None:
    own(table, "Ann", section=2)
    on_desk(table, "W-blue-1", "W-blue-6", papyrus=1)  # neither Witness shows a Feature
    play_instant(table, "Ann", "T-6c", "section")
    assert +player(table, "Ann").ledger == {"section": 1, "papyrus": 1}
    assert table.desk.tokens == ["section"]
    assert len(table.desk.cards) == 2


def test_t_6c_may_be_left_and_needs_something_on_each_side(table: State) -> None:
    lay(table, Ann="section", desk="papyrus")
    play_instant(table, "Ann", "T-6c", "none")
    bout_of(table)
    own(table, "Bo", lacuna=1)
    play_instant(table, "Bo", "T-6c")
    table.supply[table.desk.tokens.pop()] += 1
    bout_of(table)
    on_desk(table, "W-blue-1", "W-blue-6", "T-3a", lacuna=1)
    play_instant(table, "Ann", "T-6c")
    check(table, Ann="section", Bo="lacuna")


def test_t_6d_turns_tools_of_the_haul_into_lacunas(table: State) -> None:
    lay(table, Ann="keeps T-6d", desk="T-2a T-3a T-4a W-blue-1")
    answers = ("Ann: use T-6d", "Ann: T-3a", "Ann: T-2a", "Ann: none")
    run(table, resolve_take(table, player(table, "Ann")), *answers)
    assert +player(table, "Ann").ledger == {LACUNA: 3}  # two and the Witness's
    assert {card.id for card in table.discard} == {"T-2a", "T-3a", "T-4a", "W-blue-1"}
    assert [card.id for card in table.desk.cards] == ["T-6d"]
    assert table.desk.tokens == []


def test_t_6d_needs_tools_and_lacunas() -> None:
    table = table_of(game=TRACKS)
    lay(table, Ann="keeps T-6d", desk="W-blue-1")
    table.take = Take(0, 2)
    assert not offered(table, Moment.GRANT_PAID)
    on_desk(table, "T-2a", "T-3a")
    own(table, "Bo", lacuna=LACUNAE)
    assert not offered(table, Moment.GRANT_PAID)
    table.pay(player(table, "Bo"), LACUNA)
    assert offered(table, Moment.GRANT_PAID, "use T-6d", "T-2a")  # one lacuna, so one Tool
    assert [card.id for card in table.discard] == ["T-2a"]
    assert table.desk.tokens == [LACUNA]


def test_t_6e_lets_each_pay_four_of_a_colour_for_a_grant(table: State) -> None:
    lay(table, Bo="papyrus 4, section 5", Ann="majority 4", Cy="majority 4")
    for one in table.players:
        one.grants = 3
    held = table.supply["section"]
    play_instant(table, "Bo", "T-6e", "Bo: section", "Cy: none", "Ann: majority")
    assert +player(table, "Bo").ledger == {"papyrus": 4, "section": 1}
    assert table.supply["section"] == held + 4
    check(table, Ann="none", Cy="majority 4")
    assert [one.grants for one in table.players] == [4, 4, 3]


def test_t_6e_asks_nobody_who_cannot_pay_or_gain(table: State) -> None:
    lay(table, Ann="papyrus 8, section 3", Bo="papyrus 4", Cy="papyrus 3, majority 3, lacuna 4")
    player(table, "Cy").vault["papyrus"] += 1
    table.supply["papyrus"] -= 1
    player(table, "Ann").grants = player(table, "Cy").grants = 1
    play_instant(table, "Ann", "T-6e", "Ann: papyrus")  # Bo has no spent Grant, Cy no four
    assert +player(table, "Ann").ledger == {"papyrus": 4, "section": 3}
    assert [one.grants for one in table.players] == [2, 5, 1]
    bout_of(table)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-6e", "section")
