"""The Tools of rank 6, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import clear, ranking
from scoring.verse_and_variant.pieces import Claim
from scoring.verse_and_variant.state import Moment
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import take
from tests.verse_and_variant.tables import (
    LACUNAE,
    TRACKS,
    bout_of,
    cards,
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


def test_t_6a_tokenises_a_witness_of_the_desk() -> None:
    """T-6a: one Witness there, for yourself: its Features from their tracks, with bonuses."""
    table = table_of()
    bout_of(table, ("Bo", "W-red-9"))  # of this bout: not on the Desk yet
    stack(table, "blue", (6, "papyrus"), (5, "papyrus"))
    on_desk(table, "W-blue-7", "W-green-5", "T-3a", section=1)
    play_instant(table, "Ann", "T-6a", "Ann: W-blue-7")
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.prestige) == ({"papyrus": 2, LACUNA: 1}, 2)
    assert lying(table, "blue") == {}
    assert [card.id for card in table.desk.cards] == ["W-green-5", "T-3a"]
    assert [card.id for card in table.discard] == ["W-blue-7"]
    assert table.desk.tokens == ["section"]


def test_t_6a_takes_corruption_if_nothing_else_lies_there() -> None:
    """T-6a: an Instant is compulsory (VV-4.4); Corruption costs two Features of its colour."""
    table = table_of()
    own(table, "Ann", papyrus=3)
    on_desk(table, "W-blue-6")
    play_instant(table, "Ann", "T-6a")  # one Witness: nothing to choose
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert table.desk.cards == []


def test_t_6a_without_a_witness_on_the_desk_does_nothing() -> None:
    """T-6a: Tools, tokens and this bout's Primaries are not for it."""
    table = table_of()
    bout_of(table, ("Bo", "W-red-9"))
    on_desk(table, "T-3a", section=1)
    play_instant(table, "Ann", "T-6a")
    assert +player(table, "Ann").ledger == {}
    assert (len(table.desk.cards), len(table.desk.tokens)) == (1, 1)


def test_t_6b_washes_the_desk_and_the_primaries() -> None:
    """T-6b: all Corruption: Desk, markers, Primaries so far, which rank on; not the Echoes."""
    table = table_of()
    own(table, "Ann", papyrus=2, majority=2, section=2)
    bout_of(table, ("Ann", "W-blue-6"), ("Bo", "W-blue-2"))
    (echo,) = cards(table, "W-red-6")
    table.bout.echoes[0] = echo
    on_desk(table, "W-green-6", "W-green-2", "T-3a")
    table.desk.markers = ["red", "red", "black"]
    play_instant(table, "Cy", "T-6b")
    assert {card.id for card in table.removed} == {"W-green-6", "W-blue-6"}
    assert (table.desk.markers, table.discard) == ([], [])
    assert [one.card.id for one in ranking(table)] == ["T-6b", "W-blue-6", "W-blue-2"]
    clear(table)
    left = ["W-green-2", "T-3a", "W-blue-2", "T-6b", "W-red-6"]
    assert [card.id for card in table.desk.cards] == left
    assert +player(table, "Ann").ledger == {"papyrus": 2, "majority": 2, "section": 2}


def test_t_6b_leaves_later_primaries_and_all_else_alone() -> None:
    """T-6b: played so far; without Corruption nothing happens."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-5"))
    on_desk(table, "W-green-2", papyrus=1)
    play_instant(table, "Bo", "T-6b")
    assert (table.removed, table.desk.tokens) == ([], ["papyrus"])
    assert all(one.here for one in table.bout.primaries)
    (late,) = cards(table, "W-blue-6")
    bout_of(table, ("Bo", "T-6b"), ("Cy", late.id))
    clear(table)
    assert late in table.desk.cards


def test_t_6c_trades_features_for_what_lay_on_the_desk() -> None:
    """T-6c: up to three Features down; as many tokens and Witnesses up, the latter tokenised."""
    table = table_of()
    own(table, "Ann", section=2, ubs_a=1)
    stack(table, "blue", (1, "papyrus"))
    player(table, "Ann").grants -= 1
    on_desk(table, "W-blue-2", "W-red-5", "T-3a", majority=1, lacuna=1)
    answers = ("Ann: section", "Ann: ubs_a", "Ann: none", "Ann: majority", "Ann: W-blue-2")
    play_instant(table, "Ann", "T-6c", *answers)
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1, "majority": 1, "papyrus": 1}
    assert ann.grants == ann.all_grants, "the bonus of space 1"
    assert sorted(table.desk.tokens) == [LACUNA, "section", "ubs_a"]
    assert [card.id for card in table.desk.cards] == ["W-red-5", "T-3a"]
    assert [card.id for card in table.discard] == ["W-blue-2"]


def test_t_6c_takes_no_more_than_three() -> None:
    """T-6c: three at most, of the same kind too."""
    table = table_of()
    own(table, "Ann", section=5)
    on_desk(table, papyrus=4)
    play_instant(table, "Ann", "T-6c", "section", "section", "section")
    assert +player(table, "Ann").ledger == {"section": 2, "papyrus": 3}
    assert sorted(table.desk.tokens) == ["papyrus", "section", "section", "section"]


def test_t_6c_takes_each_thing_once() -> None:
    """T-6c: one papyrus lay there, so the second Feature can only be the other one."""
    table = table_of()
    own(table, "Ann", section=2)
    on_desk(table, papyrus=1, majority=1)
    play_instant(table, "Ann", "T-6c", "section", "section", "papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "majority": 1}


def test_t_6c_takes_nothing_back_that_it_put_there() -> None:
    """T-6c: what "lay there before": one Feature of two kinds, and no more paid than that."""
    table = table_of()
    own(table, "Ann", section=2)
    on_desk(table, "W-blue-1", "W-blue-6", papyrus=1)  # neither Witness shows a Feature
    play_instant(table, "Ann", "T-6c", "section")
    assert +player(table, "Ann").ledger == {"section": 1, "papyrus": 1}
    assert table.desk.tokens == ["section"]
    assert len(table.desk.cards) == 2


def test_t_6c_may_be_left_and_needs_something_on_each_side() -> None:
    """T-6c: "up to"; no Feature in the ledger, or none on the Desk: nothing is asked."""
    table = table_of()
    own(table, "Ann", section=1)
    on_desk(table, papyrus=1)
    play_instant(table, "Ann", "T-6c", "none")
    bout_of(table)
    own(table, "Bo", lacuna=1)
    play_instant(table, "Bo", "T-6c")
    table.supply[table.desk.tokens.pop()] += 1
    bout_of(table)
    on_desk(table, "W-blue-1", "W-blue-6", "T-3a", lacuna=1)
    play_instant(table, "Ann", "T-6c")
    assert +player(table, "Ann").ledger == {"section": 1}
    assert +player(table, "Bo").ledger == {LACUNA: 1}


def test_t_6d_turns_tools_of_the_haul_into_lacunas() -> None:
    """T-6d: any number of Tools discarded before the sweep, each a lacuna more in the haul."""
    table = table_of()
    in_tableau(table, "Ann", "T-6d")
    on_desk(table, "T-2a", "T-3a", "T-4a", "W-blue-1")
    answers = ("Ann: use T-6d", "Ann: T-3a", "Ann: T-2a", "Ann: none")
    run(table, take(table, player(table, "Ann")), *answers)
    assert +player(table, "Ann").ledger == {LACUNA: 3}  # two and the Witness's
    assert {card.id for card in table.discard} == {"T-2a", "T-3a", "T-4a", "W-blue-1"}
    assert [card.id for card in table.desk.cards] == ["T-6d"]
    assert table.desk.tokens == []


def test_t_6d_needs_tools_and_lacunas() -> None:
    """T-6d: not offered without a Tool in the haul, nor without a lacuna for it; "any number"."""
    table = table_of(game=TRACKS)
    in_tableau(table, "Ann", "T-6d")
    on_desk(table, "W-blue-1")
    table.claim = Claim(0, 2)
    assert not offered(table, Moment.GRANT_PAID)
    on_desk(table, "T-2a", "T-3a")
    own(table, "Bo", lacuna=LACUNAE)
    assert not offered(table, Moment.GRANT_PAID)
    table.pay(player(table, "Bo"), LACUNA)
    assert offered(table, Moment.GRANT_PAID, "use T-6d", "T-2a")  # one lacuna, so one Tool
    assert [card.id for card in table.discard] == ["T-2a"]
    assert table.desk.tokens == [LACUNA]


def test_t_6e_lets_each_pay_four_of_a_colour_for_a_grant() -> None:
    """T-6e: each player, clockwise from its player, who has the choice; tokens to the supply."""
    table = table_of()
    own(table, "Bo", papyrus=4, section=5)
    own(table, "Ann", majority=4)
    own(table, "Cy", majority=4)
    for one in table.players:
        one.grants = 3
    held = table.supply["section"]
    play_instant(table, "Bo", "T-6e", "Bo: section", "Cy: none", "Ann: majority")
    assert +player(table, "Bo").ledger == {"papyrus": 4, "section": 1}
    assert table.supply["section"] == held + 4
    assert +player(table, "Ann").ledger == {}
    assert +player(table, "Cy").ledger == {"majority": 4}
    assert [one.grants for one in table.players] == [4, 4, 3]


def test_t_6e_asks_nobody_who_cannot_pay_or_gain() -> None:
    """T-6e: four of one colour in the ledger, and a spent Grant; once a player."""
    table = table_of()
    own(table, "Ann", papyrus=8, section=3)
    own(table, "Bo", papyrus=4)
    own(table, "Cy", papyrus=3, majority=3, lacuna=4)
    player(table, "Cy").vault["papyrus"] += 1
    table.supply["papyrus"] -= 1
    player(table, "Ann").grants = player(table, "Cy").grants = 1
    play_instant(table, "Ann", "T-6e", "Ann: papyrus")  # Bo has no spent Grant, Cy no four
    assert +player(table, "Ann").ledger == {"papyrus": 4, "section": 3}
    assert [one.grants for one in table.players] == [2, 5, 1]
    bout_of(table)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-6e", "section")
