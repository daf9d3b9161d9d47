"""The Tools of rank 7, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import begin
from scoring.verse_and_variant.engine import reset
from scoring.verse_and_variant.gains import corrupt
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.pieces import Cube
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import close, take
from tests.verse_and_variant.tables import (
    LACUNAE,
    bout_of,
    cards,
    hold,
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


def test_t_7a_moves_two_tokens_up() -> None:
    """T-7a: off the topmost stack of more than one, to the first open spaces, one a space."""
    table = table_of()
    stack(table, "blue", (12, "papyrus"), (10, "papyrus papyrus majority"), (9, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7a", "blue", "papyrus", "majority")
    assert lying(table, "blue") == {
        14: "majority", 13: "papyrus", 12: "papyrus", 10: "papyrus", 9: "papyrus papyrus",
    }  # fmt: skip
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.eureka) == ({}, False)


def test_t_7a_may_move_fewer_or_a_whole_stack() -> None:
    """T-7a: "up to two": one, none, or both of a stack of two, whose space then lies empty."""
    table = table_of()
    stack(table, "blue", (11, "papyrus papyrus"))
    stack(table, "red", (11, "section section"))
    play_instant(table, "Ann", "T-7a", "blue", "papyrus", "none")
    bout_of(table)
    play_instant(table, "Bo", "T-7a", "red", "section", "section")
    assert lying(table, "blue") == {12: "papyrus", 11: "papyrus"}
    assert lying(table, "red") == {13: "section", 12: "section"}
    assert not player(table, "Bo").eureka, "no token left for a ledger (VV-1.7)"


def test_t_7a_counts_the_lacunas_of_a_stack() -> None:
    """T-7a, VV-3.3: two lacunas are a stack of two, so the taller one below it stays as it is; no
    Feature of theirs can move (VV-3.8)."""
    table = table_of()
    stack(table, "blue", (12, "lacuna lacuna"), (9, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7a", "blue")
    assert lying(table, "blue") == {12: "lacuna lacuna", 9: "papyrus papyrus"}
    assert table.session.next_spotlight == "blue"


def test_t_7a_makes_the_spotlight_of_the_next_bout() -> None:
    """T-7a: its colour, from the next bout's start to the close of its window (VV-3.7)."""
    table = table_of()
    stack(table, "blue")
    stack(table, "black")
    hold(table, "Ann", "W-blue-1")
    play_instant(table, "Ann", "T-7a", "blue")  # an empty track: nothing moves
    assert table.spotlight() is None  # three tracks at 21, two empty
    begin(table)
    assert table.spotlight() == "blue"
    close(table)
    assert table.spotlight() is None


def test_t_7a_leaves_tokens_without_an_open_space() -> None:
    """T-7a: with no open space above they stay; with one, one token moves. Lacunas never do."""
    table = table_of()
    stack(table, "blue", (21, "papyrus"), (20, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7a", "blue")
    assert lying(table, "blue") == {21: "papyrus", 20: "papyrus papyrus"}
    bout_of(table)
    stack(table, "red", (20, "section section section"))
    play_instant(table, "Bo", "T-7a", "red", "section")
    assert lying(table, "red") == {21: "section", 20: "section section"}
    assert table.session.next_spotlight == "red", "the later played"
    bout_of(table)
    stack(table, "green", (5, "majority lacuna"))
    play_instant(table, "Cy", "T-7a", "green", "majority")
    assert lying(table, "green") == {6: "majority", 5: LACUNA}


def test_t_7b_shelves_three_tokens() -> None:
    """T-7b: up to three tokens of the ledger to the vault: owned, safe, not to be spent."""
    table = table_of()
    own(table, "Ann", papyrus=3, lacuna=2)
    in_tableau(table, "Ann", "T-7b")
    assert offered(table, Moment.TOKENISED, "Ann: use T-7b", "papyrus", "papyrus", "lacuna")
    ann = player(table, "Ann")
    assert (+ann.vault, +ann.ledger) == ({"papyrus": 2, LACUNA: 1}, {"papyrus": 1, LACUNA: 1})
    (corruption,) = cards(table, "W-blue-6")
    corrupt(table, ann, corruption)
    assert (ann.owned("papyrus"), ann.vault["papyrus"]) == (2, 2)
    assert [card.id for card in table.desk.cards] == ["T-7b"]


def test_t_7b_comes_after_the_tokens_of_the_haul() -> None:
    """T-7b: after you claim, before the exchange: what the haul gave can be shelved."""
    table = table_of()
    in_tableau(table, "Ann", "T-7b")
    on_desk(table, "W-blue-1")
    run(table, take(table, player(table, "Ann")), "use T-7b", "lacuna")
    assert +player(table, "Ann").vault == {LACUNA: 1}
    assert [card.id for card in table.desk.cards] == ["T-7b"]


def test_t_7b_may_stop_and_needs_a_token() -> None:
    """T-7b: "up to"; with an empty ledger it is not offered."""
    table = table_of()
    in_tableau(table, "Ann", "T-7b")
    assert not offered(table, Moment.TOKENISED)
    own(table, "Ann", papyrus=2)
    offered(table, Moment.TOKENISED, "use T-7b", "papyrus", "none")
    assert +player(table, "Ann").vault == {"papyrus": 1}


def test_t_7c_places_a_cube_for_its_prestige() -> None:
    """T-7c: two lacunas, the left-most empty slot, no Features; the cube stands, without a perk."""
    table = table_of()
    own(table, "Ann", lacuna=3, papyrus=2)
    fill(table, "Bo", 1)
    in_tableau(table, "Ann", "T-7c")
    assert offered(table, Moment.ANY_TIME, "Ann: use T-7c", "papyrus 2", "prestige")
    ann = player(table, "Ann")
    assert table.boards["papyrus"] == [Cube(1), Cube(0), None]
    assert +ann.ledger == {LACUNA: 1, "papyrus": 2}
    assert table.supply[LACUNA] == LACUNAE - 1
    assert (ann.cubes, ann.prestige) == (4, 0)  # slots count at the end (VV-5.5)
    assert [card.id for card in table.desk.cards] == ["T-7c"]


def test_t_7c_lays_the_cube_flat_for_its_perk() -> None:
    """T-7c: the perk of the slot instead; the cube lies flat and scores nothing (VV-8.2)."""
    table = table_of()
    own(table, "Ann", lacuna=2)
    player(table, "Ann").grants -= 1
    in_tableau(table, "Ann", "T-7c")
    assert offered(table, Moment.ANY_TIME, "use T-7c", "section 1", "perk")
    ann = player(table, "Ann")
    assert table.boards["section"] == [Cube(0, flat=True), None, None]
    assert (ann.grants, ann.all_grants) == (5, 5)


def fill(table: State, name: str, number: int) -> None:
    """A player's cubes on the next empty slots, in board order."""
    for _ in range(number):
        slots = next(slots for slots in table.boards.values() if None in slots)
        slots[slots.index(None)] = Cube(player(table, name).seat)
        player(table, name).cubes -= 1


@pytest.mark.parametrize("filled", [0, 2])
def test_t_7c_offers_no_perk_that_gives_nothing(filled: int) -> None:
    """T-7c: no spent Grant, or the third slot, that has none: it is placed for its prestige."""
    table = table_of()
    own(table, "Ann", lacuna=2)
    fill(table, "Bo", filled)
    in_tableau(table, "Ann", "T-7c")
    offered(table, Moment.ANY_TIME, "use T-7c", f"papyrus {filled + 1}")
    assert table.boards["papyrus"][filled] == Cube(0)


@pytest.mark.parametrize("lacking", ["lacunas", "cubes", "slots"])
def test_t_7c_is_not_offered_without_price_cube_or_slot(lacking: str) -> None:
    """T-7c: paid in full or not; a cube and a slot are needed, T-11e's institution has none."""
    table = table_of()
    own(table, "Ann", lacuna=1 if lacking == "lacunas" else 2)
    in_tableau(table, "Ann", "T-7c")
    if lacking == "cubes":
        fill(table, "Ann", 5)
    if lacking == "slots":
        table.bout.closed = "black"  # the last institution in board order
        for name, number in (("Ann", 2), ("Bo", 5), ("Cy", 5)):
            fill(table, name, number)
    assert not offered(table, Moment.ANY_TIME)


def test_t_7c_used_at_the_end_of_a_session_is_dealt_anew() -> None:
    """T-7c: "any time" includes it (VV-4.4); the card then comes back with all others (VV-6.6)."""
    table = table_of()
    own(table, "Ann", lacuna=2)
    in_tableau(table, "Ann", "T-7c")
    run(table, session_end(table, exhausted=False), "Ann: use T-7c", "Ann: section 1")
    assert table.boards["section"][0] == Cube(0)
    reset(table)
    assert table.desk.cards == []


def test_t_7d_moves_the_topmost_token_up() -> None:
    """T-7d: off a stack of more than one, with the space above empty: up one space."""
    table = table_of()
    stack(table, "blue", (10, "papyrus majority"), (9, "papyrus"))
    play_instant(table, "Ann", "T-7d", "Ann: blue", "Ann: majority")
    assert lying(table, "blue") == {11: "majority", 10: "papyrus", 9: "papyrus"}
    assert +player(table, "Ann").ledger == {}


def test_t_7d_takes_a_token_alone_with_its_bonus() -> None:
    """T-7d: alone on its space it goes to the ledger; its Feature need not be the track's own."""
    table = table_of()
    stack(table, "blue", (11, "majority"), (9, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7d", "blue")
    ann = player(table, "Ann")
    assert (+ann.ledger, ann.eureka) == ({"majority": 1}, True)
    assert lying(table, "blue") == {9: "papyrus papyrus"}


def test_t_7d_takes_a_token_that_cannot_rise() -> None:
    """T-7d: no space above 21, or one occupied by a lacuna (VV-3.8): into the ledger."""
    table = table_of()
    stack(table, "blue", (21, "papyrus papyrus"))
    play_instant(table, "Ann", "T-7d", "blue")
    assert lying(table, "blue") == {21: "papyrus"}
    bout_of(table)
    stack(table, "red", (8, "lacuna"), (7, "section section"))
    play_instant(table, "Ann", "T-7d", "red")
    assert lying(table, "red") == {8: LACUNA, 7: "section"}
    assert +player(table, "Ann").ledger == {"papyrus": 1, "section": 1}


def test_t_7d_counts_a_lacuna_in_the_stack_and_needs_a_feature() -> None:
    """T-7d: stacks count their lacunas; a track without a Feature cannot be chosen."""
    table = table_of()
    stack(table, "blue", (7, "papyrus lacuna"))
    stack(table, "red", (7, "lacuna"))
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-7d", "red")
    bout_of(table)
    play_instant(table, "Ann", "T-7d", "blue")
    assert lying(table, "blue") == {8: "papyrus", 7: LACUNA}
    bout_of(table)
    for suit in table.tracks:
        stack(table, suit)
    play_instant(table, "Ann", "T-7d")
    assert +player(table, "Ann").ledger == {}


def test_t_7e_takes_a_tool_of_the_haul() -> None:
    """T-7e: into hand, before the exchange, at no price; T-7e lies on the new Desk."""
    table = table_of()
    in_tableau(table, "Ann", "T-7e")
    on_desk(table, "T-2a", "T-13b", "W-blue-1")
    run(table, take(table, player(table, "Ann")), "Ann: use T-7e", "Ann: T-13b")
    ann = player(table, "Ann")
    assert [card.id for card in ann.hand] == ["T-13b"]
    assert +ann.ledger == {LACUNA: 1}
    assert [card.id for card in table.desk.cards] == ["T-7e"]
    assert {card.id for card in table.discard} == {"T-2a", "W-blue-1"}


def test_t_7e_needs_a_tool_in_the_haul_and_a_take_of_ones_own() -> None:
    """T-7e: not offered without a Tool, nor in another's Take."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"))
    in_tableau(table, "Ann", "T-7e")
    on_desk(table, "W-blue-1")
    run(table, take(table, player(table, "Ann")))
    on_desk(table, "T-2a")
    run(table, take(table, player(table, "Bo")))
    assert [card.id for card in player(table, "Ann").tableau] == ["T-7e"]
