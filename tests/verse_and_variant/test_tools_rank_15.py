"""The Tools of rank 15, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

from card_data.verse_and_variant.model import Suit
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA
from tests.verse_and_variant.tables import (
    TRACKS,
    lying,
    own,
    play_instant,
    player,
    stack,
    table_of,
)


def place(table: State, name: str, feature: str, *slots: int) -> None:
    """Cubes of a player on slots, 0 for the first."""
    for slot in slots:
        player(table, name).cubes -= 1
        table.boards[feature][slot] = Cube(player(table, name).seat)


def bare(table: State, *suits: Suit) -> None:
    """These tracks have no token."""
    for suit in suits:
        stack(table, suit)


def test_t_15a_refreshes_one_grant_of_every_player() -> None:
    """T-15a: one each, the player's own too; one with none spent gets none."""
    table = table_of()
    for one, unused in zip(table.players, (3, 5, 0), strict=True):
        one.grants = unused
    play_instant(table, "Ann", "T-15a")
    assert [one.grants for one in table.players] == [4, 5, 1]


def test_t_15a_with_no_grant_spent_does_nothing() -> None:
    """T-15a: nobody has more Grants than at the start."""
    table = table_of(5)
    play_instant(table, "Ann", "T-15a")
    assert [one.grants for one in table.players] == [3] * 5


def test_t_15b_gives_eureka_and_to_who_holds_it_prestige() -> None:
    """T-15b: every player gains Eureka; who holds it scores 2 prestige instead."""
    table = table_of()
    player(table, "Bo").eureka = True
    play_instant(table, "Ann", "T-15b")
    assert [one.eureka for one in table.players] == [True] * 3
    assert [one.prestige for one in table.players] == [0, 2, 0]


def test_t_15b_under_t_13d_gives_nobody_anything() -> None:
    """T-15b, T-13d: none can be gained this session; nobody holds one, so nobody scores."""
    table = table_of()
    table.session.eureka_stopped = True
    play_instant(table, "Ann", "T-15b")
    assert [(one.eureka, one.prestige) for one in table.players] == [(False, 0)] * 3


def test_t_15c_gives_every_player_two_lacunas_and_a_feature_of_the_supply() -> None:
    """T-15c: clockwise from its player; out of the supply, so that no track changes."""
    table = table_of()
    tracks = {suit: lying(table, suit) for suit in table.tracks}
    play_instant(table, "Bo", "T-15c", "Bo: papyrus", "Cy: section", "Ann: papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1, LACUNA: 2}
    assert +player(table, "Bo").ledger == {"papyrus": 1, LACUNA: 2}
    assert +player(table, "Cy").ledger == {"section": 1, LACUNA: 2}
    assert {suit: lying(table, suit) for suit in table.tracks} == tracks
    assert (table.supply["papyrus"], table.supply[LACUNA]) == (20, 69)


def test_t_15c_gives_as_much_as_there_is() -> None:
    """T-15c: the lacunas run out; a Feature that lies nowhere is no choice."""
    table = table_of(game=TRACKS)
    own(table, "Cy", lacuna=72, papyrus=22, majority=22, sinaiticus=22, section=22)
    bare(table, "black")
    for suit in ("blue", "green", "yellow", "red"):
        own(table, "Cy", **{table.feature(suit): 33})
    play_instant(table, "Ann", "T-15c")
    assert +player(table, "Ann").ledger == {LACUNA: 2, "ubs_a": 1}
    assert +player(table, "Bo").ledger == {LACUNA: 1, "ubs_a": 1}
    assert player(table, "Cy").ledger[LACUNA] == 72


def test_t_15c_lacunas_are_heard_by_t_3d() -> None:
    """T-15c: each lacuna gained, while T-3d runs, becomes a Feature of its track."""
    table = table_of()
    player(table, "Ann").running = ["T-3d"]
    answers = ("Ann: section", "Ann: section", "Ann: papyrus", "Bo: papyrus", "Cy: papyrus")
    play_instant(table, "Ann", "T-15c", *answers)
    assert +player(table, "Ann").ledger == {"section": 2, "papyrus": 1}
    assert lying(table, "red")[21] == LACUNA


def test_t_15d_takes_a_feature_of_which_one_holds_fewest() -> None:
    """T-15d: of the ledger alone, be it none; a tie is the player's choice; with its bonus."""
    table = table_of()
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


def test_t_15d_asks_only_among_the_fewest() -> None:
    """T-15d: the options are the Features tied for fewest."""
    table = table_of()
    own(table, "Ann", papyrus=1, section=1, ubs_a=1)
    own(table, "Bo", papyrus=1, section=1, ubs_a=1, majority=1)
    own(table, "Cy", papyrus=1, section=1, ubs_a=1, majority=1)
    play_instant(table, "Cy", "T-15d", "Ann: majority")  # Cy and Bo have no choice
    held = [(one.ledger["majority"], one.ledger["sinaiticus"]) for one in table.players]
    assert held == [(1, 0), (1, 1), (1, 1)]


def test_t_15d_takes_from_the_supply_or_nothing() -> None:
    """T-15d, VV-3.4: its track has none, so one of the supply; one that lies nowhere: none."""
    table = table_of(game=TRACKS)
    for name in ("Ann", "Bo", "Cy"):
        own(table, name, papyrus=1, majority=1, sinaiticus=1, section=1)
    bare(table, "black")
    own(table, "Cy", ubs_a=53)
    player(table, "Cy").vault["ubs_a"] = player(table, "Cy").ledger.pop("ubs_a")
    play_instant(table, "Ann", "T-15d")  # two of the supply, for Ann and Bo
    assert [one.ledger["ubs_a"] for one in table.players] == [1, 1, 0]


def test_t_15e_every_player_may_place_a_cube_for_its_perk_and_demand() -> None:
    """T-15e: clockwise; any empty slot, for no Features; the perk, then Demand +2."""
    table = table_of()
    bare(table, "blue", "green")
    stack(table, "blue", (10, "papyrus papyrus papyrus"))
    stack(table, "green", (10, "majority majority"))
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


def test_t_15e_one_without_a_cube_refreshes_a_grant() -> None:
    """T-15e: only one with no unused cube; and only a spent Grant."""
    table = table_of()
    place(table, "Bo", "papyrus", 0, 1, 2)
    place(table, "Bo", "section", 0, 1)
    player(table, "Bo").grants = 2
    play_instant(table, "Ann", "T-15e", "Ann: none", "Cy: none")
    assert [one.grants for one in table.players] == [5, 3, 5]
    assert lying(table, "red")[21] == "section", "no Demand where no cube was placed"


def test_t_15e_a_closed_institution_takes_no_cube() -> None:
    """T-15e: T-11e's institution and filled slots are no choice."""
    table = table_of()
    table.bout.closed = "blue"
    place(table, "Ann", "majority", 0, 1, 2)
    place(table, "Bo", "sinaiticus", 0, 1, 2)
    place(table, "Cy", "section", 0, 1, 2)
    place(table, "Cy", "ubs_a", 0)
    play_instant(table, "Ann", "T-15e", "Ann: ubs_a 2", "Bo: ubs_a 3")
    assert table.owners("ubs_a") == ("Cy", "Ann", "Bo")
    assert player(table, "Cy").cubes == 1, "no slot is left, and a cube is: nothing happens"
    assert player(table, "Cy").grants == 5


def test_t_15e_the_fifteenth_cube_gains_the_laureate() -> None:
    """T-15e, VV-5.6: placed so, too, it gets the Edition Laureate and a Grant."""
    table = table_of()
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


def test_t_15e_of_a_mixed_stack_who_places_the_cube_chooses() -> None:
    """T-15e, VV-3.5: the acting player chooses the Feature that moves."""
    table = table_of()
    stack(table, "blue", (10, "papyrus section ubs_a"))
    answers = ("Ann: none", "Bo: papyrus 3", "Bo: section", "Bo: ubs_a", "Cy: none")
    play_instant(table, "Ann", "T-15e", *answers)
    assert lying(table, "blue") == {12: "ubs_a", 11: "section", 10: "papyrus"}
    assert +player(table, "Bo").ledger == {}, "the third slot has no perk"
