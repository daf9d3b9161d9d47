"""The Tools of rank 12, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA
from tests.verse_and_variant.tables import (
    in_vault,
    lying,
    own,
    play_instant,
    player,
    stack,
    table_of,
)


def cube(table: State, name: str, feature: str, slot: int, *, flat: bool = False) -> None:
    """One of a player's cubes on a slot, counted from 1."""
    player(table, name).cubes -= 1
    table.boards[feature][slot - 1] = Cube(player(table, name).seat, flat)


def test_t_12a_spends_a_grant_of_everyone_or_a_feature() -> None:
    """T-12a: one unused Grant each; without one a Feature of choice; clockwise from its player."""
    table = table_of()
    for name in ("Bo", "Cy"):
        player(table, name).grants = 0
        own(table, name, papyrus=2, section=1, lacuna=1)
    own(table, "Ann", papyrus=1)
    supply = table.supply["papyrus"]
    play_instant(table, "Bo", "T-12a", "Bo: papyrus", "Cy: section")
    assert [one.grants for one in table.players] == [4, 0, 0]
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert +player(table, "Bo").ledger == {"papyrus": 1, "section": 1, LACUNA: 1}
    assert +player(table, "Cy").ledger == {"papyrus": 2, LACUNA: 1}
    assert table.supply["papyrus"] == supply + 1
    assert [card.id for card in table.primary_cards()] == ["T-12a"]


def test_t_12a_takes_neither_lacunas_nor_the_vault() -> None:
    """T-12a: who has neither a Grant nor a Feature in the ledger loses nothing."""
    table = table_of()
    for one in table.players:
        one.grants = 0
    own(table, "Ann", lacuna=1)
    in_vault(table, "Bo", papyrus=1)
    play_instant(table, "Ann", "T-12a")
    assert [one.grants for one in table.players] == [0, 0, 0]
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    assert +player(table, "Bo").vault == {"papyrus": 1}


def test_t_12b_costs_everyone_one_feature() -> None:
    """T-12b: each discards one of their choice, clockwise from its player; to the supply."""
    table = table_of()
    own(table, "Ann", papyrus=1, majority=1)
    own(table, "Bo", papyrus=2)  # one kind: no choice
    own(table, "Cy", section=1, ubs_a=1)
    supply = table.supply["papyrus"]
    play_instant(table, "Cy", "T-12b", "Cy: ubs_a", "Ann: majority")
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert +player(table, "Bo").ledger == {"papyrus": 1}
    assert +player(table, "Cy").ledger == {"section": 1}
    assert table.supply["papyrus"] == supply + 1


def test_t_12b_spares_lacunas_and_vaults() -> None:
    """T-12b: a Feature of the ledger; who has none discards nothing."""
    table = table_of()
    own(table, "Ann", lacuna=2)
    in_vault(table, "Bo", papyrus=1)
    play_instant(table, "Ann", "T-12b")
    assert +player(table, "Ann").ledger == {LACUNA: 2}
    assert +player(table, "Bo").vault == {"papyrus": 1}


def test_t_12c_costs_everyone_two_features() -> None:
    """T-12c: two Features of their choice each, of one kind or of two."""
    table = table_of()
    own(table, "Ann", papyrus=2, majority=2)
    own(table, "Bo", papyrus=3)
    own(table, "Cy", section=2, ubs_a=1)
    play_instant(table, "Ann", "T-12c", "Ann: papyrus", "Ann: papyrus", "Cy: section", "Cy: ubs_a")
    assert +player(table, "Ann").ledger == {"majority": 2}
    assert +player(table, "Bo").ledger == {"papyrus": 1}
    assert +player(table, "Cy").ledger == {"section": 1}


def test_t_12c_takes_what_there_is() -> None:
    """T-12c: as much as can be is done; lacunas and vaults are spared."""
    table = table_of()
    own(table, "Ann", papyrus=1, lacuna=1)
    in_vault(table, "Ann", papyrus=2)
    play_instant(table, "Ann", "T-12c")
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    assert +player(table, "Ann").vault == {"papyrus": 2}


def test_t_12d_takes_a_cube_of_everyone_or_a_grant() -> None:
    """T-12d: one placed cube each, of the player's choice, a flat one too; without one a Grant."""
    table = table_of()
    cube(table, "Bo", "papyrus", 1)
    cube(table, "Bo", "section", 2, flat=True)
    cube(table, "Cy", "papyrus", 2)  # the only one: no choice
    play_instant(table, "Ann", "T-12d", "Bo: section 2")
    assert [one.grants for one in table.players] == [4, 5, 5]
    assert [one.cubes for one in table.players] == [5, 4, 5]
    assert table.owners("papyrus") == ("Bo", "none", "none")
    assert table.owners("section") == ("none", "none", "none")


def test_t_12d_costs_nothing_but_a_cube_or_a_grant() -> None:
    """T-12d: with neither nothing is lost; no cube of another can be chosen."""
    table = table_of()
    own(table, "Ann", papyrus=2)
    player(table, "Ann").grants = 0
    cube(table, "Bo", "papyrus", 1)
    cube(table, "Bo", "majority", 1)
    cube(table, "Cy", "section", 1)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-12d", "Bo: section 1")
    assert +player(table, "Ann").ledger == {"papyrus": 2}
    assert player(table, "Ann").grants == 0


def test_t_12e_takes_a_topmost_feature_with_its_bonus() -> None:
    """T-12e: of any track, into the ledger; the space left empty gives its bonus (VV-1.7)."""
    table = table_of()
    stack(table, "red", (6, "section"), (2, "section"))
    play_instant(table, "Ann", "T-12e", "Ann: red")
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1}
    assert ann.prestige == 2
    assert lying(table, "red") == {2: "section"}


def test_t_12e_lets_the_taker_choose_in_a_mixed_stack() -> None:
    """T-12e: the topmost Feature, whatever its colour; lacunas above stay (VV-3.8)."""
    table = table_of()
    stack(table, "red", (9, LACUNA), (6, "papyrus section"))
    play_instant(table, "Ann", "T-12e", "Ann: red", "Ann: papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert player(table, "Ann").prestige == 0
    assert lying(table, "red") == {9: LACUNA, 6: "section"}


def test_t_12e_needs_a_feature_on_a_track() -> None:
    """T-12e: on tracks with lacunas alone, or empty ones, there is nothing to take."""
    table = table_of()
    for suit in table.tracks:
        stack(table, suit)
    stack(table, "red", (9, LACUNA))
    play_instant(table, "Ann", "T-12e")
    assert +player(table, "Ann").ledger == {}
    assert lying(table, "red") == {9: LACUNA}
