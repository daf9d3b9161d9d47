"""The Tools of rank 4, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant.bout import begin
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import Moment
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import window
from tests.verse_and_variant.tables import (
    bout_of,
    hold,
    in_tableau,
    offered,
    on_desk,
    own,
    play_instant,
    player,
    run,
    stack,
    table_of,
)


def test_t_4a_takes_for_three_features() -> None:
    """T-4a: three Features go to the supply, not a Grant; the Tool is not in that haul (VV-4.4)."""
    table = table_of()
    own(table, "Ann", papyrus=2, section=1, majority=1)
    on_desk(table, "W-yellow-2", "T-9a")
    in_tableau(table, "Ann", "T-4a")
    table.bout.finish = [0, 1, 2]
    answers = ("Ann: use T-4a", "Ann: papyrus", "Ann: majority", "Ann: papyrus")
    run(table, window(table), *answers)
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1, "sinaiticus": 1}
    assert ann.grants == ann.all_grants
    assert [card.id for card in table.discard] == ["W-yellow-2", "T-9a"]
    assert [card.id for card in table.desk.cards] == ["T-4a"]


def test_t_4a_closes_the_window_also_without_a_grant() -> None:
    """T-4a: it is a Take like any other (VV-5.1): nobody after it has a turn."""
    table = table_of()
    own(table, "Bo", papyrus=3)
    in_tableau(table, "Bo", "T-4a")
    player(table, "Bo").grants = 0
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "Ann: pass", "Bo: use T-4a")
    assert player(table, "Bo").grants == 0
    assert table.claim is None


def test_t_4a_kept_leaves_the_turn_as_it_is() -> None:
    """T-4a: optional (VV-4.4); the turn goes on with a Grant, Lockdown or a pass."""
    table = table_of()
    own(table, "Ann", papyrus=3)
    in_tableau(table, "Ann", "T-4a")
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "keep T-4a", "Ann: lockdown")
    ann = player(table, "Ann")
    assert +ann.ledger == {"papyrus": 3}
    assert [card.id for card in ann.tableau] == ["T-4a"]
    assert table.claim is None


def test_t_4a_is_not_offered_for_less_than_three_features() -> None:
    """T-4a: the price is paid in full or not at all; lacunas and the vault do not pay."""
    table = table_of()
    own(table, "Ann", papyrus=3, section=1, lacuna=3)
    ann = player(table, "Ann")
    ann.ledger["papyrus"], ann.vault["papyrus"] = 1, 2
    in_tableau(table, "Ann", "T-4a")
    assert not offered(table, Moment.WINDOW_TURN)
    own(table, "Ann", papyrus=1)
    assert offered(table, Moment.WINDOW_TURN, "use T-4a", "papyrus", "papyrus")
    assert (+ann.ledger, +ann.vault) == ({LACUNA: 3}, {"papyrus": 2})


def test_t_4b_takes_a_cube_back_and_refreshes_a_grant() -> None:
    """T-4b: any one of the player's own cubes; its slot is left empty (VV-8.2)."""
    table = table_of()
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


def test_t_4b_needs_a_placed_cube_and_a_spent_grant() -> None:
    """T-4b: the cube is the price of the Grant: without either nothing happens."""
    table = table_of()
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


def test_t_4c_turns_the_spotlight_to_the_lowest_demand_of_its_own() -> None:
    """T-4c: red and black share the lowest; the lowest that no other has is green's."""
    table = table_of()
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


def test_t_4c_leaves_what_goes_before_the_evaluation() -> None:
    """T-4c: T-14c, T-7a and T-8a set the Spotlight before it is evaluated (VV-3.7)."""
    table = table_of()
    stack(table, "blue", (3, "papyrus"))
    table.bout.spotlight = "red"
    play_instant(table, "Ann", "T-4c")
    assert table.spotlight() == "red"
    table.bout.spotlight = None
    assert table.spotlight() == "blue"
    stack(table, "blue", (21, "papyrus"))
    assert table.spotlight() is None, "all five tied: none (VV-3.2)"


def test_t_4d_makes_a_pass_close_the_window() -> None:
    """T-4d: the pass is a Lockdown; the tile stays, and the Tool goes to the Desk."""
    table = table_of()
    in_tableau(table, "Ann", "T-4d")
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "Ann: pass", "Ann: use T-4d")
    assert player(table, "Ann").lockdown
    assert [card.id for card in table.desk.cards] == ["T-4d"]


def test_t_4d_serves_who_can_only_pass() -> None:
    """T-4d: with no Grant and the tile used a player passes unasked, and may still close."""
    table = table_of()
    in_tableau(table, "Ann", "T-4d")
    ann = player(table, "Ann")
    ann.grants, ann.lockdown = 0, False
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "Ann: use T-4d")
    assert not ann.lockdown, "it stays as it is"


def test_t_4d_kept_leaves_a_pass() -> None:
    """T-4d: the window goes on; and it is not offered to who plays Lockdown or Takes."""
    table = table_of()
    in_tableau(table, "Ann", "T-4d")
    in_tableau(table, "Cy", "T-4a")
    table.bout.finish = [0, 1, 2]
    run(table, window(table), "Ann: pass", "Ann: keep T-4d", "Bo: pass", "Cy: pass")
    run(table, window(table), "Ann: lockdown")
    assert [card.id for card in player(table, "Ann").tableau] == ["T-4d"]


@pytest.mark.parametrize("winner", [0, 1])
def test_t_4e_leads_the_next_bout(winner: int) -> None:
    """T-4e: before the winner and T-8d's player (VV-4.6); the winner stays first in the window."""
    table = table_of()
    for name, kept in (("Ann", "W-blue-1"), ("Bo", "W-blue-2"), ("Cy", "W-blue-3")):
        hold(table, name, kept)
    play_instant(table, "Cy", "T-4e")
    table.bout.finish = [winner, 2, 1 - winner]
    table.quill = table.bout.next_lead = winner
    table.bout.primaries.clear()
    run(table, window(table), {0: "Ann", 1: "Bo"}[winner] + ": lockdown")
    table.discard += [table.cards["T-4e"]]
    begin(table)
    assert (table.quill, table.bout.leader) == (2, 2)
    begin(table)
    assert table.bout.last_word is None, "one bout only"


def test_t_4e_without_a_next_bout_leaves_the_quill() -> None:
    """T-4e: no bout is left in the session, so the Quill stays with the winner (VV-4.4)."""
    table = table_of()
    bout_of(table, ("Bo", "W-blue-9"))
    play_instant(table, "Cy", "T-4e")
    table.bout.finish = [1, 2, 0]
    table.quill = 1
    run(table, window(table), "Bo: lockdown")
    assert table.quill == 1


def test_t_4e_with_an_empty_hand_passes_the_lead_on() -> None:
    """T-4e: who holds the Quill with an empty hand passes the lead clockwise (VV-4.2)."""
    table = table_of()
    hold(table, "Bo", "W-blue-2")
    play_instant(table, "Cy", "T-4e")
    table.bout.finish = [1, 2, 0]
    table.quill = 1
    run(table, window(table), "Bo: lockdown")
    begin(table)
    assert table.bout.leader == 1
