"""The Tools of rank 2, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.majority import majority
from scoring.verse_and_variant.pieces import Claim, Cube
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import institution_grant, window
from tests.verse_and_variant.tables import (
    FEATURES,
    TRACKS,
    bout_of,
    in_tableau,
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


def test_t_2a_takes_a_feature_that_the_ledger_has() -> None:
    """T-2a: one Feature of a kind in the ledger, off its track, with the bonus (VV-1.7)."""
    table = table_of()
    own(table, "Ann", papyrus=1, section=2, lacuna=1)
    stack(table, "red", (16, "section"), (3, "section"))
    play_instant(table, "Ann", "T-2a", "Ann: section")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 3, LACUNA: 2}
    assert lying(table, "red") == {3: "section"}
    assert table.tracks["blue"].demand == 21, "the other track is untouched"


def test_t_2a_does_not_ask_for_the_only_kind_in_the_ledger() -> None:
    """T-2a: a single kind is taken at once; an empty track sends to the supply (VV-3.4)."""
    table = table_of()
    stack(table, "red")
    own(table, "Ann", section=1)
    play_instant(table, "Ann", "T-2a")
    assert +player(table, "Ann").ledger == {"section": 2}
    assert table.supply["section"] == 53


def test_t_2a_needs_a_feature_in_the_ledger() -> None:
    """T-2a: a lacuna is no Feature, and the vault is not the ledger."""
    table = table_of()
    own(table, "Ann", lacuna=1, papyrus=1)
    ann = player(table, "Ann")
    ann.ledger["papyrus"], ann.vault["papyrus"] = 0, 1
    play_instant(table, "Ann", "T-2a")
    assert (+ann.ledger, +ann.vault) == ({LACUNA: 1}, {"papyrus": 1})


def test_t_2a_offers_no_feature_that_is_not_to_be_had() -> None:
    """T-2a: a choice is made among what can act (VV-4.4): all 55 of one kind are in ledgers."""
    table = table_of(game=TRACKS)
    stack(table, "blue")
    own(table, "Ann", papyrus=1, section=1)
    own(table, "Bo", papyrus=54)
    play_instant(table, "Ann", "T-2a")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 2}


def test_t_2b_moves_a_topmost_stack_onto_another_track() -> None:
    """T-2b: the stack lies on the first space above the other track's own (VV-3.3), whole."""
    table = table_of()
    stack(table, "blue", (16, "papyrus papyrus lacuna"), (4, "papyrus"))
    stack(table, "red", (9, "section"))
    play_instant(table, "Ann", "T-2b", "use T-2b", "Ann: blue", "Ann: red")
    assert lying(table, "blue") == {4: "papyrus"}
    assert lying(table, "red") == {9: "section", 10: "lacuna papyrus papyrus"}
    assert +player(table, "Ann").ledger == {}, "no bonus: nothing left for a ledger (VV-1.7)"


def test_t_2b_needs_two_tracks() -> None:
    """T-2b: onto another track, never its own."""
    table = table_of()
    with pytest.raises(Refused, match="blue"):
        play_instant(table, "Ann", "T-2b", "use T-2b", "blue", "blue")


def test_t_2b_joins_a_stack_on_the_last_space() -> None:
    """T-2b: with the topmost stack on 21 the one that comes joins it (VV-3.3)."""
    table = table_of()
    stack(table, "blue", (3, "papyrus"))
    play_instant(table, "Ann", "T-2b", "use T-2b", "blue", "green")
    assert lying(table, "blue") == {}
    assert table.tracks["green"].spaces[21] == ["majority", "papyrus"]


def test_t_2b_kept_acts_at_any_time_and_then_lies_on_the_desk() -> None:
    """T-2b: instant or anytime (VV-4.4); on an empty track a stack lies on space 0 (VV-3.1)."""
    table = table_of()
    stack(table, "blue", (8, "papyrus"))
    stack(table, "red")
    play_instant(table, "Ann", "T-2b", "keep T-2b")
    assert lying(table, "blue") == {8: "papyrus"}
    assert offered(table, Moment.ANY_TIME, "Ann: use T-2b", "Ann: blue", "Ann: red")
    assert (lying(table, "blue"), lying(table, "red")) == ({}, {0: "papyrus"})
    assert [card.id for card in table.desk.cards] == ["T-2b"]
    assert not offered(table, Moment.ANY_TIME), "it acts once"


def test_t_2b_moves_only_from_a_track_that_has_a_stack() -> None:
    """T-2b: empty tracks are not offered; the only stack left is not asked for."""
    table = table_of()
    for suit in table.tracks:
        stack(table, suit)
    in_tableau(table, "Ann", "T-2b")
    assert not offered(table, Moment.ANY_TIME)
    stack(table, "red", (4, "section"))
    assert offered(table, Moment.ANY_TIME, "use T-2b", "blue")
    assert (lying(table, "red"), lying(table, "blue")) == ({}, {0: "section"})


def test_t_2c_gives_every_player_a_lacuna() -> None:
    """T-2c: one each, from the supply."""
    table = table_of(4)
    own(table, "Cy", lacuna=2)
    play_instant(table, "Bo", "T-2c")
    assert [one.ledger[LACUNA] for one in table.players] == [1, 1, 3, 1]
    assert table.supply[LACUNA] == 69


def test_t_2c_goes_clockwise_from_its_player_until_the_supply_is_empty() -> None:
    """T-2c: a lacuna that is not there is not gained (VV-3.4); the Tool's player comes first."""
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
    stack(table, "blue", (5, "papyrus"))
    own(table, "Ann", papyrus=3)
    in_tableau(table, "Ann", "T-2d")
    on_desk(table, "T-5a")
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "Ann: take", f"Ann: {use} T-2d", *answers)
    return table


def test_t_2d_makes_the_first_institution_grant_cost_one_feature() -> None:
    """T-2d: one Feature goes back to the track and not two (VV-5.4); it lies on the new Desk."""
    table = take_with_gloss("use", "Ann: grant papyrus")
    ann = player(table, "Ann")
    assert +ann.ledger == {"papyrus": 2}
    assert lying(table, "blue") == {5: "papyrus", 6: "papyrus"}
    assert table.owners("papyrus") == ("Ann", "none", "none")
    assert [card.id for card in table.desk.cards] == ["T-2d"]
    assert [card.id for card in table.discard] == ["T-5a"]
    table = take_with_gloss("keep", "Ann: grant papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert [card.id for card in player(table, "Ann").tableau] == ["T-2d"]


def test_t_2d_lets_a_single_feature_pay() -> None:
    """T-2d: with one Feature of a kind a grant can be had that two would have paid for."""
    table = table_of()
    own(table, "Ann", papyrus=1)
    in_tableau(table, "Ann", "T-2d")
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "take", "use T-2d", "grant papyrus")
    assert table.owners("papyrus") == ("Ann", "none", "none")
    assert +player(table, "Ann").ledger == {}


def test_t_2d_is_for_the_first_grant_of_the_window() -> None:
    """T-2d: a further one (T-9d) costs two again."""
    table = table_of()
    own(table, "Ann", papyrus=3)
    in_tableau(table, "Ann", "T-2d")
    claim = table.claim = Claim(0, 2, grants=2, swept=True)
    assert offered(table, Moment.TOKENISED, "use T-2d")
    ann = player(table, "Ann")
    run(table, institution_grant(table, ann, claim), "grant papyrus")
    assert +ann.ledger == {"papyrus": 2}
    run(table, institution_grant(table, ann, claim), "grant papyrus")
    assert +ann.ledger == {LACUNA: 1}, "the second slot's perk"
    assert table.owners("papyrus") == ("Ann", "Ann", "none")


def test_t_2d_is_not_offered_where_no_cube_can_be_placed() -> None:
    """T-2d: no unused cube, or no empty slot: it cannot act (VV-4.4)."""
    table = table_of()
    own(table, "Ann", papyrus=3)
    in_tableau(table, "Ann", "T-2d")
    table.claim = Claim(0, 2, swept=True)
    ann = player(table, "Ann")
    ann.cubes = 0
    table.boards["papyrus"] = [Cube(0), Cube(0), Cube(0)]
    table.boards["majority"] = [Cube(0), Cube(0), None]
    assert not offered(table, Moment.TOKENISED)
    five = table_of(5)
    in_tableau(five, "Ann", "T-2d")
    five.claim = Claim(0, 2, swept=True)
    for at, feature in enumerate(FEATURES[1:], start=1):  # 15 slots: 3 each for five players
        five.boards[feature] = [Cube(at)] * 3
        five.players[at].cubes -= 3
    five.boards["papyrus"] = [Cube(1), Cube(2), Cube(3)]
    for at in (1, 2, 3):
        five.players[at].cubes -= 1
    assert not offered(five, Moment.TOKENISED)


def test_t_2e_counts_one_token_more_in_majority_scoring() -> None:
    """T-2e: the token breaks a tie, and is not in the ledger; the Tool is discarded (VV-4.4)."""
    table = table_of()
    own(table, "Ann", papyrus=2)
    own(table, "Bo", papyrus=2)
    in_tableau(table, "Bo", "T-2e")
    run(table, majority(table), "Bo: use T-2e", "Bo: papyrus")
    assert [one.prestige for one in table.players] == [0, 2, 0]  # no Spotlight, no lead: 2 each
    assert +player(table, "Bo").ledger == {"papyrus": 2}
    assert [card.id for card in table.discard] == ["T-2e"]
    assert (table.desk.cards, player(table, "Bo").tableau) == ([], [])


def test_t_2e_alone_can_win_a_place() -> None:
    """T-2e: of a Feature that nobody holds, too (VV-6.3)."""
    table = table_of()
    in_tableau(table, "Cy", "T-2e")
    run(table, majority(table), "use T-2e", "ubs_a")
    assert [one.prestige for one in table.players] == [0, 0, 2]


def test_t_2e_may_be_kept() -> None:
    """T-2e: optional (VV-4.4); unused it counts nothing."""
    table = table_of()
    in_tableau(table, "Cy", "T-2e")
    run(table, majority(table), "keep T-2e")
    assert [one.prestige for one in table.players] == [0, 0, 0]
