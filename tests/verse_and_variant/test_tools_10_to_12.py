"""The Tools of ranks 10 to 12, from their lines in VV-9: where each acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import (
    begin_bout,
    clear_to_desk,
    play_primary,
    ranking,
    resolve_bout,
)
from scoring.verse_and_variant.gains import gain_lacuna, place_cube
from scoring.verse_and_variant.majority import score_majority, session_end
from scoring.verse_and_variant.pieces import Cube, Take
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import (
    close_window,
    institution_grant,
    resolve_take,
    window_turn,
)
from tests.verse_and_variant.tables import (
    bout_of,
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


def on_the_desk(table: State) -> list[str]:
    return [card.id for card in table.desk.cards]


def with_eureka(table: State) -> list[str]:
    return [one.name for one in table.players if one.eureka]


@pytest.mark.parametrize("answer", ["use T-10a", "keep T-10a"])
def test_t_10a_lets_the_disc_stay(table: State, answer: str) -> None:
    bout_of(table)
    lay(table, Ann="holds W-blue-2, keeps T-10a")
    ann = player(table, "Ann")
    ann.eureka = True
    played = run(table, play_primary(table, ann), "W-blue-2 with Eureka", f"Ann: {answer}")
    assert (played.rank, played.bonus) == (2, 2)
    used = answer == "use T-10a"
    assert ann.eureka is used
    assert (on_the_desk(table), len(ann.tableau)) == ((["T-10a"], 0) if used else ([], 1))


def test_t_10a_listens_to_its_players_own_eureka_for_rank(table: State) -> None:
    bout_of(table)
    lay(table, Ann="holds W-blue-2, keeps T-10a", Bo="holds W-blue-3")
    ann, bo = player(table, "Ann"), player(table, "Bo")
    ann.eureka = bo.eureka = True
    run(table, play_primary(table, ann), "W-blue-2")
    run(table, play_primary(table, bo), "W-blue-3 with Eureka")
    table.bout.eureka_pays = True
    assert run(table, window_turn(table, ann), "take with Eureka")
    assert with_eureka(table) == []
    assert [card.id for card in ann.tableau] == ["T-10a"]


def test_t_10b_spends_eureka_once_all_primaries_lie(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-5"), ("Bo", "W-blue-6"))
    lay(table, Ann="keeps T-10b, eureka")
    assert offered(table, Moment.PRIMARIES_LIE, "Ann: use T-10b")
    assert with_eureka(table) == []
    assert on_the_desk(table) == ["T-10b"]
    assert [one.card.id for one in ranking(table)] == ["W-blue-5", "W-blue-6"]


def test_t_10b_spends_it_as_any_eureka_so_t_10a_listens(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-5"))
    lay(table, Ann="keeps T-10b T-10a, eureka")
    assert offered(table, Moment.PRIMARIES_LIE, "use T-10b", "use T-10a")
    assert with_eureka(table) == ["Ann"]
    assert table.bout.primary(0).bonus == 2


def test_t_10b_needs_a_disc_and_a_primary(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-5"), ("Bo", "W-blue-6"))
    in_tableau(table, "Ann", "T-10b")
    assert not offered(table, Moment.PRIMARIES_LIE)
    player(table, "Ann").eureka = True
    assert not offered(table, Moment.PRIMARIES_LIE, "keep T-10b")
    assert table.bout.primary(0).bonus == 0
    bout_of(table, ("Bo", "W-blue-6"), ("Cy", "W-blue-7"), leader=1)
    assert not offered(table, Moment.PRIMARIES_LIE, first=1)
    assert with_eureka(table) == ["Ann"]


def test_t_10c_turns_a_feature_into_eureka(table: State) -> None:
    own(table, "Ann", papyrus=1, section=2, lacuna=1)
    before = table.supply["section"]
    play_instant(table, "Ann", "T-10c", "Ann: section")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 1, LACUNA: 1}
    assert table.supply["section"] == before + 1
    assert with_eureka(table) == ["Ann"]


@pytest.mark.parametrize("why", ["no Feature", "holds it", "T-13d"])
def test_t_10c_costs_nothing_where_it_gains_nothing(table: State, why: str) -> None:
    own(table, "Ann", lacuna=2, papyrus=0 if why == "no Feature" else 1)
    ledger = +player(table, "Ann").ledger
    player(table, "Ann").eureka = why == "holds it"
    table.session.eureka_stopped = why == "T-13d"
    play_instant(table, "Ann", "T-10c")
    assert +player(table, "Ann").ledger == ledger
    assert player(table, "Ann").eureka is (why == "holds it")


def test_t_10d_lets_any_player_pay_for_a_take_with_eureka(table: State) -> None:
    bout_of(table)
    on_desk(table, "W-blue-2")
    play_instant(table, "Ann", "T-10d")
    bo = player(table, "Bo")
    bo.eureka, bo.grants = True, 0
    assert run(table, window_turn(table, bo), "Bo: take with Eureka")
    assert (bo.eureka, bo.grants, +bo.ledger) == (False, 0, {"papyrus": 1})
    assert table.desk.cards == []


def test_t_10d_leaves_the_grant_as_a_way_to_pay(table: State) -> None:
    bout_of(table)
    play_instant(table, "Ann", "T-10d")
    bo = player(table, "Bo")
    bo.eureka = True
    assert run(table, window_turn(table, bo), "take")
    assert (bo.eureka, bo.grants) == (True, 4)
    table.bout.finish = [1, 2]
    with pytest.raises(Refused, match="no Eureka"):
        run(table, window_turn(table, player(table, "Cy")), "take with Eureka")


def test_t_10d_lapses_with_the_window(table: State) -> None:
    bout_of(table)
    play_instant(table, "Ann", "T-10d")
    hold(table, "Ann", "W-blue-1")
    table.bout.primary(0).here = False
    begin_bout(table)
    bo = player(table, "Bo")
    bo.eureka = True
    table.bout.finish = [1]
    with pytest.raises(Refused, match="T-10d"):
        run(table, window_turn(table, bo), "take with Eureka")
    assert bo.eureka


def test_t_10e_puts_the_second_first_and_gives_eureka_to_the_others() -> None:
    table = table_of(5)
    bout_of(
        table, ("Ann", "W-blue-9"), ("Bo", "W-blue-5"), ("Cy", "W-blue-7"), ("Di", "W-blue-1")
    )  # Ed skipped
    lay(table, Di="eureka", Cy="keeps T-10e")
    run(table, resolve_bout(table), "Cy: use T-10e")
    assert table.bout.finish == [2, 0, 1, 3, 4]
    assert table.quill == 2
    assert with_eureka(table) == ["Ann", "Bo", "Di", "Ed"]
    check(table, desk="T-10e", Cy="keeps nothing")


def test_t_10e_kept_leaves_eureka_to_the_second(table: State) -> None:
    bout_of(table, ("Ann", "W-blue-9"), ("Bo", "W-blue-5"))
    in_tableau(table, "Bo", "T-10e")
    run(table, resolve_bout(table), "keep T-10e")
    assert (table.bout.finish, table.quill) == ([0, 1, 2], 0)
    assert with_eureka(table) == ["Bo"]
    assert [card.id for card in player(table, "Bo").tableau] == ["T-10e"]


@pytest.mark.parametrize("why", ["holds it", "T-13d", "first", "third", "alone"])
def test_t_10e_acts_only_where_its_player_would_gain_eureka(table: State, why: str) -> None:
    played = [("Bo", "W-blue-5"), ("Ann", "W-blue-9"), ("Cy", "W-blue-1")]
    owner = {"first": "Ann", "third": "Cy"}.get(why, "Bo")
    bout_of(table, *(played[:1] if why == "alone" else played), leader=1)
    in_tableau(table, owner, "T-10e")
    player(table, "Bo").eureka = why == "holds it"
    table.session.eureka_stopped = why == "T-13d"
    run(table, resolve_bout(table))
    assert [card.id for card in player(table, owner).tableau] == ["T-10e"]
    assert table.quill == (1 if why == "alone" else 0)
    assert with_eureka(table) == (["Bo"] if why in ("holds it", "first", "third") else [])


OTHER_MOMENTS = [moment for moment in Moment if moment is not Moment.BEFORE_AWARDS]


def prestige(table: State) -> list[int]:
    return [one.prestige for one in table.players]


def shining(table: State) -> None:
    """Blue has the highest demand, green the next; the others are level."""
    lay(table, blue="21 papyrus", green="20 majority", yellow="10 sinaiticus", red="10 section")
    lay(table, black="10 ubs_a")


def empty_tracks(table: State) -> None:
    for suit in table.tracks:
        stack(table, suit)


@pytest.mark.parametrize(
    ("feature", "awards"),
    [("papyrus", [0, 7, 4]), ("majority", [0, 5, 3]), ("section", [0, 2, 0])],
)
def test_t_11a_moves_the_awards_of_one_feature_down_a_place(
    table: State, feature: str, awards: list[int]
) -> None:
    shining(table)
    table.session.last_lead = "green"
    for name, number in (("Ann", 3), ("Bo", 2), ("Cy", 1)):
        own(table, name, **{feature: number})
    in_tableau(table, "Bo", "T-11a")
    run(table, score_majority(table), "Bo: use T-11a", f"Bo: {feature}")
    assert prestige(table) == awards
    check(table, discard="T-11a", Bo="keeps nothing")


def test_t_11a_leaves_the_other_features_alone(table: State) -> None:
    shining(table)
    table.session.last_lead = "green"
    lay(table, Ann="papyrus 3, majority 2", Bo="papyrus 3, majority", Cy="papyrus, keeps T-11a")
    run(table, score_majority(table), "Cy: use T-11a", "Cy: papyrus")
    assert prestige(table) == [3 + 5, 3 + 3, 4]  # (0 + 7) / 2 rounded down, and 5, 3


def test_t_11a_is_optional_and_waits_for_the_awards(table: State) -> None:
    shining(table)
    lay(table, Ann="papyrus 2, keeps T-11a", Bo="papyrus")
    for moment in OTHER_MOMENTS:
        assert not offered(table, moment)
    run(table, score_majority(table), "Ann: keep T-11a")
    assert prestige(table) == [7, 4, 0]


def test_t_11b_takes_a_topmost_feature_for_each_lacuna_of_the_window(table: State) -> None:
    lay(table, desk="W-blue-1 lacuna", Ann="keeps T-11b")
    ann = player(table, "Ann")
    run(table, resolve_take(table, ann), "Ann: use T-11b", "Ann: green", "Ann: none")
    assert +ann.ledger == {"majority": 1, LACUNA: 2}
    assert table.tracks["green"].spaces[21] == []
    assert table.tracks["blue"].demand == 21
    check(table, desk="T-11b", discard="W-blue-1")


def test_t_11b_brings_bonuses_whose_lacunas_count_too(table: State) -> None:
    lay(table, green="16 majority, 11 majority", Ann="keeps T-11b")
    ann = player(table, "Ann")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, ann), "Ann: green", "Ann: green")
    assert +ann.ledger == {"majority": 2, LACUNA: 2}
    assert ann.eureka
    assert lying(table, "green") == {}


def test_t_11b_counts_the_lacunas_of_perks(table: State) -> None:
    lay(table, red="9 section ubs_a", Ann="keeps T-11b")
    ann = player(table, "Ann")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, place_cube(table, ann, "papyrus", 1), "Ann: red", "Ann: ubs_a")
    check(table, Ann="ubs_a, lacuna", red="9 section")


def test_t_11b_counts_the_lacunas_that_t_3d_turns_into_features(table: State) -> None:
    in_tableau(table, "Ann", "T-3d", "T-11b")
    ann = player(table, "Ann")
    assert offered(table, Moment.ANY_TIME, "Ann: use T-3d")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, ann), "Ann: papyrus", "Ann: blue")
    assert +ann.ledger == {"papyrus": 2}
    assert table.tracks["blue"].spaces[21] == [LACUNA]
    assert table.tracks["blue"].spaces[20] == ["papyrus"]


def test_t_11b_is_its_players_and_ends_with_the_window(table: State) -> None:
    in_tableau(table, "Ann", "T-11b")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, player(table, "Bo")))
    close_window(table)
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == +player(table, "Bo").ledger == {LACUNA: 1}


def test_t_11b_finds_no_feature_on_empty_tracks(table: State) -> None:
    empty_tracks(table)
    in_tableau(table, "Ann", "T-11b")
    assert not offered(table, Moment.TOKENISED), "it is for when you Take"
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {LACUNA: 1}


def test_t_11c_counts_two_lacunas_as_features(table: State) -> None:
    shining(table)
    lay(table, Ann="lacuna 3, keeps T-11c", Bo="papyrus 2, section")
    run(table, score_majority(table), "Ann: use T-11c", "Ann: papyrus", "Ann: sinaiticus")
    assert prestige(table) == [4 + 2, 7 + 2, 0]  # second in papyrus, alone in sinaiticus
    check(table, Ann="lacuna 3", discard="T-11c")


def test_t_11c_may_stop(table: State) -> None:
    shining(table)
    lay(table, Ann="lacuna 2, keeps T-11c", Bo="papyrus 2")
    run(table, score_majority(table), "Ann: use T-11c", "Ann: papyrus", "Ann: none")
    assert prestige(table) == [4, 7, 0]


def test_t_11c_never_counts_the_lacuna_of_t_9c(table: State) -> None:
    table.session.used_lacunas[0] = 1
    lay(table, Ann="keeps T-11c, lacuna")
    assert not offered(table, Moment.BEFORE_COUNTING)
    own(table, "Ann", lacuna=1)
    assert offered(table, Moment.BEFORE_COUNTING, "Ann: use T-11c", "Ann: papyrus")
    assert table.session.used_lacunas[0] == 2
    assert table.session.extra[0] == {"papyrus": 1}


def test_t_11c_needs_a_lacuna_of_the_ledger(table: State) -> None:
    in_tableau(table, "Ann", "T-11c")
    in_vault(table, "Ann", lacuna=2)
    assert not offered(table, Moment.BEFORE_COUNTING)
    own(table, "Ann", lacuna=1)
    assert not offered(table, Moment.ANY_TIME)
    assert offered(table, Moment.BEFORE_COUNTING, "Ann: use T-11c", "Ann: papyrus")


def test_t_11d_leaves_a_colour_out_of_the_evaluation(table: State) -> None:
    shining(table)
    assert table.spotlight() == "blue"
    play_instant(table, "Ann", "T-11d", "Ann: blue")
    assert table.spotlight() == "green"
    assert [card.id for card in table.primary_cards()] == ["T-11d"]
    run(table, score_majority(table))
    assert table.scored_spotlight == "green"


def test_t_11d_breaks_a_tie_by_leaving_one_out(table: State) -> None:
    shining(table)
    stack(table, "blue", (20, "papyrus"))
    assert table.spotlight() is None
    play_instant(table, "Ann", "T-11d", "Ann: blue")
    assert table.spotlight() == "green"


@pytest.mark.parametrize("setter", ["T-14c", "T-7a or T-8a"])
def test_t_11d_does_not_bind_what_sets_the_spotlight(table: State, setter: str) -> None:
    shining(table)
    play_instant(table, "Ann", "T-11d", "Ann: blue")
    if setter == "T-14c":
        table.session.locked = "blue"
    else:
        table.bout.spotlight = "blue"
    assert table.spotlight() == "blue"


def test_t_11d_repeated_adds_up(table: State) -> None:
    shining(table)
    table.session.barred.add("blue")
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-11d", "Ann: blue")
    table.bout.primaries.clear()
    play_instant(table, "Ann", "T-11d", "Ann: green")
    assert table.session.barred == {"blue", "green"}
    assert table.spotlight() is None


def test_t_11d_with_every_colour_barred_does_nothing(table: State) -> None:
    table.session.barred.update(table.tracks)
    play_instant(table, "Ann", "T-11d")
    assert table.spotlight() is None


def test_t_11e_closes_the_institution_of_the_spotlight(table: State) -> None:
    shining(table)
    own(table, "Ann", papyrus=2, majority=2)
    bout_of(table, ("Bo", "W-blue-9"))
    play_instant(table, "Ann", "T-11e")
    assert table.empty_slots("papyrus") == []
    assert table.empty_slots("majority") == [0, 1, 2]
    assert [card.id for card in table.bout.beside] == ["T-11e"]
    assert ranking(table)[0].card.id == "T-11e"
    stack(table, "blue", (1, "papyrus"))  # the Spotlight moves on, the card does not
    ann = player(table, "Ann")
    table.take = Take(ann.seat, 2)
    with pytest.raises(Refused, match="T-11e"):
        run(table, institution_grant(table, ann, table.take), "Ann: grant papyrus")
    assert run(table, institution_grant(table, ann, table.take), "Ann: grant majority")
    table.take = None
    clear_to_desk(table)
    assert [card.id for card in table.desk.cards] == ["W-blue-9"]


def test_t_11e_without_a_spotlight_closes_the_institution_of_choice(table: State) -> None:
    assert table.spotlight() is None
    play_instant(table, "Ann", "T-11e", "Ann: section")
    assert table.bout.closed == "red"
    assert [card.id for card in table.bout.beside] == ["T-11e"]


def test_t_11e_lies_on_the_desk_when_the_next_bout_starts(table: State) -> None:
    shining(table)
    play_instant(table, "Ann", "T-11e")
    clear_to_desk(table)
    close_window(table)
    assert (table.desk.cards, table.empty_slots("papyrus")) == ([], [])
    hold(table, "Bo", "W-red-1")
    begin_bout(table)
    assert [card.id for card in table.desk.cards] == ["T-11e"]
    assert (table.bout.beside, table.empty_slots("papyrus")) == ([], [0, 1, 2])


def test_t_11e_is_discarded_when_the_session_is_over(table: State) -> None:
    shining(table)
    play_instant(table, "Ann", "T-11e")
    clear_to_desk(table)
    run(table, session_end(table, exhausted=False))
    assert [card.id for card in table.discard] == ["T-11e"]
    assert (table.bout.beside, table.empty_slots("papyrus")) == ([], [0, 1, 2])


def cube(table: State, name: str, feature: str, slot: int, *, flat: bool = False) -> None:
    """One of a player's cubes on a slot, counted from 1."""
    player(table, name).cubes -= 1
    table.boards[feature][slot - 1] = Cube(player(table, name).seat, flat)


def test_t_12a_spends_a_grant_of_everyone_or_a_feature(table: State) -> None:
    for name in ("Bo", "Cy"):
        player(table, name).grants = 0
        own(table, name, papyrus=2, section=1, lacuna=1)
    own(table, "Ann", papyrus=1)
    supply = table.supply["papyrus"]
    play_instant(table, "Bo", "T-12a", "Bo: papyrus", "Cy: section")
    assert [one.grants for one in table.players] == [4, 0, 0]
    check(table, Ann="papyrus", Bo="papyrus, section, lacuna", Cy="papyrus 2, lacuna")
    assert table.supply["papyrus"] == supply + 1
    assert [card.id for card in table.primary_cards()] == ["T-12a"]


def test_t_12a_takes_neither_lacunas_nor_the_vault(table: State) -> None:
    for one in table.players:
        one.grants = 0
    own(table, "Ann", lacuna=1)
    in_vault(table, "Bo", papyrus=1)
    play_instant(table, "Ann", "T-12a")
    assert [one.grants for one in table.players] == [0, 0, 0]
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    assert +player(table, "Bo").vault == {"papyrus": 1}


def test_t_12b_costs_everyone_one_feature(table: State) -> None:
    own(table, "Ann", papyrus=1, majority=1)
    own(table, "Bo", papyrus=2)  # one kind: no choice
    own(table, "Cy", section=1, ubs_a=1)
    supply = table.supply["papyrus"]
    play_instant(table, "Cy", "T-12b", "Cy: ubs_a", "Ann: majority")
    check(table, Ann="papyrus", Bo="papyrus", Cy="section")
    assert table.supply["papyrus"] == supply + 1


def test_t_12b_spares_lacunas_and_vaults(table: State) -> None:
    own(table, "Ann", lacuna=2)
    in_vault(table, "Bo", papyrus=1)
    play_instant(table, "Ann", "T-12b")
    assert +player(table, "Ann").ledger == {LACUNA: 2}
    assert +player(table, "Bo").vault == {"papyrus": 1}


def test_t_12c_costs_everyone_two_features(table: State) -> None:
    lay(table, Ann="papyrus 2, majority 2", Bo="papyrus 3", Cy="section 2, ubs_a")
    play_instant(table, "Ann", "T-12c", "Ann: papyrus", "Ann: papyrus", "Cy: section", "Cy: ubs_a")
    check(table, Ann="majority 2", Bo="papyrus", Cy="section")


def test_t_12c_takes_what_there_is(table: State) -> None:
    own(table, "Ann", papyrus=1, lacuna=1)
    in_vault(table, "Ann", papyrus=2)
    play_instant(table, "Ann", "T-12c")
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    assert +player(table, "Ann").vault == {"papyrus": 2}


def test_t_12d_takes_a_cube_of_everyone_or_a_grant(table: State) -> None:
    cube(table, "Bo", "papyrus", 1)
    cube(table, "Bo", "section", 2, flat=True)
    cube(table, "Cy", "papyrus", 2)  # the only one: no choice
    play_instant(table, "Ann", "T-12d", "Bo: section 2")
    assert [one.grants for one in table.players] == [4, 5, 5]
    assert [one.cubes for one in table.players] == [5, 4, 5]
    assert table.owners("papyrus") == ("Bo", "none", "none")
    assert table.owners("section") == ("none", "none", "none")


def test_t_12d_costs_nothing_but_a_cube_or_a_grant(table: State) -> None:
    lay(table, Ann="papyrus 2, grants 0")
    cube(table, "Bo", "papyrus", 1)
    cube(table, "Bo", "majority", 1)
    cube(table, "Cy", "section", 1)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-12d", "Bo: section 1")
    check(table, Ann="papyrus 2, grants 0")


def test_t_12e_takes_a_topmost_feature_with_its_bonus(table: State) -> None:
    stack(table, "red", (6, "section"), (2, "section"))
    play_instant(table, "Ann", "T-12e", "Ann: red")
    check(table, Ann="section, prestige 2", red="2 section")


def test_t_12e_lets_the_taker_choose_in_a_mixed_stack(table: State) -> None:
    stack(table, "red", (9, LACUNA), (6, "papyrus section"))
    play_instant(table, "Ann", "T-12e", "Ann: red", "Ann: papyrus")
    check(table, Ann="papyrus, prestige 0", red="9 lacuna, 6 section")


def test_t_12e_needs_a_feature_on_a_track(table: State) -> None:
    for suit in table.tracks:
        stack(table, suit)
    stack(table, "red", (9, LACUNA))
    play_instant(table, "Ann", "T-12e")
    check(table, Ann="none", red="9 lacuna")
