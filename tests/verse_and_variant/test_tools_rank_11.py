"""The Tools of rank 11, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import begin, clear, ranking
from scoring.verse_and_variant.gains import gain_lacuna, place_cube
from scoring.verse_and_variant.majority import majority, session_end
from scoring.verse_and_variant.pieces import Claim
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import close, institution_grant, take
from tests.verse_and_variant.tables import (
    bout_of,
    hold,
    in_tableau,
    in_vault,
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

OTHER_MOMENTS = [moment for moment in Moment if moment is not Moment.BEFORE_AWARDS]


def prestige(table: State) -> list[int]:
    return [one.prestige for one in table.players]


def shining(table: State) -> None:
    """Blue has the highest demand, green the next; the others are level."""
    stack(table, "blue", (21, "papyrus"))
    stack(table, "green", (20, "majority"))
    stack(table, "yellow", (10, "sinaiticus"))
    stack(table, "red", (10, "section"))
    stack(table, "black", (10, "ubs_a"))


def empty_tracks(table: State) -> None:
    for suit in table.tracks:
        stack(table, suit)


@pytest.mark.parametrize(
    ("feature", "awards"),
    [("papyrus", [0, 7, 4]), ("majority", [0, 5, 3]), ("section", [0, 2, 0])],
)
def test_t_11a_moves_the_awards_of_one_feature_down_a_place(
    feature: str, awards: list[int]
) -> None:
    """T-11a: 0, first's, second's: of the Spotlight's Feature, the lead colour's, another."""
    table = table_of()
    shining(table)
    table.session.last_lead = "green"
    for name, number in (("Ann", 3), ("Bo", 2), ("Cy", 1)):
        own(table, name, **{feature: number})
    in_tableau(table, "Bo", "T-11a")
    run(table, majority(table), "Bo: use T-11a", f"Bo: {feature}")
    assert prestige(table) == awards
    assert [card.id for card in table.discard] == ["T-11a"]
    assert player(table, "Bo").tableau == []


def test_t_11a_leaves_the_other_features_alone() -> None:
    """T-11a: for one Feature only; tied players share the places as they are now (VV-6.4)."""
    table = table_of()
    shining(table)
    table.session.last_lead = "green"
    own(table, "Ann", papyrus=3, majority=2)
    own(table, "Bo", papyrus=3, majority=1)
    own(table, "Cy", papyrus=1)
    in_tableau(table, "Cy", "T-11a")
    run(table, majority(table), "Cy: use T-11a", "Cy: papyrus")
    assert prestige(table) == [3 + 5, 3 + 3, 4]  # (0 + 7) / 2 rounded down, and 5, 3


def test_t_11a_is_optional_and_waits_for_the_awards() -> None:
    """T-11a: offered before the awards and at no other moment; kept, it changes nothing."""
    table = table_of()
    shining(table)
    own(table, "Ann", papyrus=2)
    own(table, "Bo", papyrus=1)
    in_tableau(table, "Ann", "T-11a")
    for moment in OTHER_MOMENTS:
        assert not offered(table, moment)
    run(table, majority(table), "Ann: keep T-11a")
    assert prestige(table) == [7, 4, 0]


def test_t_11b_takes_a_topmost_feature_for_each_lacuna_of_the_window() -> None:
    """T-11b: a swept lacuna and one of a Witness; "may"; the Tool lies on the new Desk."""
    table = table_of()
    on_desk(table, "W-blue-1", lacuna=1)
    in_tableau(table, "Ann", "T-11b")
    ann = player(table, "Ann")
    run(table, take(table, ann), "Ann: use T-11b", "Ann: green", "Ann: none")
    assert +ann.ledger == {"majority": 1, LACUNA: 2}
    assert table.tracks["green"].spaces[21] == []
    assert table.tracks["blue"].demand == 21
    assert [card.id for card in table.desk.cards] == ["T-11b"]
    assert [card.id for card in table.discard] == ["W-blue-1"]


def test_t_11b_brings_bonuses_whose_lacunas_count_too() -> None:
    """T-11b: with its bonus; the lacuna of space 16 brings another Feature (VV-1.7)."""
    table = table_of()
    stack(table, "green", (16, "majority"), (11, "majority"))
    in_tableau(table, "Ann", "T-11b")
    ann = player(table, "Ann")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, ann), "Ann: green", "Ann: green")
    assert +ann.ledger == {"majority": 2, LACUNA: 2}
    assert ann.eureka
    assert lying(table, "green") == {}


def test_t_11b_counts_the_lacunas_of_perks() -> None:
    """T-11b: the perk of a second slot is a lacuna (VV-5.5); of a mixed stack the taker chooses."""
    table = table_of()
    stack(table, "red", (9, "section ubs_a"))
    in_tableau(table, "Ann", "T-11b")
    ann = player(table, "Ann")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, place_cube(table, ann, "papyrus", 1), "Ann: red", "Ann: ubs_a")
    assert +ann.ledger == {"ubs_a": 1, LACUNA: 1}
    assert lying(table, "red") == {9: "section"}


def test_t_11b_counts_the_lacunas_that_t_3d_turns_into_features() -> None:
    """T-11b with T-3d: each lacuna gives T-3d's Feature and one more; lacunas are not taken."""
    table = table_of()
    in_tableau(table, "Ann", "T-3d", "T-11b")
    ann = player(table, "Ann")
    assert offered(table, Moment.ANY_TIME, "Ann: use T-3d")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, ann), "Ann: papyrus", "Ann: blue")
    assert +ann.ledger == {"papyrus": 2}
    assert table.tracks["blue"].spaces[21] == [LACUNA]
    assert table.tracks["blue"].spaces[20] == ["papyrus"]


def test_t_11b_is_its_players_and_ends_with_the_window() -> None:
    """T-11b: lacunas of others bring nothing, nor does any after the window (VV-5.1)."""
    table = table_of()
    in_tableau(table, "Ann", "T-11b")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, player(table, "Bo")))
    close(table)
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == +player(table, "Bo").ledger == {LACUNA: 1}


def test_t_11b_finds_no_feature_on_empty_tracks() -> None:
    """T-11b: only Features that lie on a track can be taken; those of the supply cannot."""
    table = table_of()
    empty_tracks(table)
    in_tableau(table, "Ann", "T-11b")
    assert not offered(table, Moment.TOKENISED), "it is for when you Take"
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-11b")
    run(table, gain_lacuna(table, player(table, "Ann")))
    assert +player(table, "Ann").ledger == {LACUNA: 1}


def test_t_11c_counts_two_lacunas_as_features() -> None:
    """T-11c: up to two, each a Feature of choice; they win places alone and stay lacunas."""
    table = table_of()
    shining(table)
    own(table, "Ann", lacuna=3)
    own(table, "Bo", papyrus=2, section=1)
    in_tableau(table, "Ann", "T-11c")
    run(table, majority(table), "Ann: use T-11c", "Ann: papyrus", "Ann: sinaiticus")
    assert prestige(table) == [4 + 2, 7 + 2, 0]  # second in papyrus, alone in sinaiticus
    assert +player(table, "Ann").ledger == {LACUNA: 3}
    assert [card.id for card in table.discard] == ["T-11c"]


def test_t_11c_may_stop() -> None:
    """T-11c: "up to"; one lacuna counts, the other does not."""
    table = table_of()
    shining(table)
    own(table, "Ann", lacuna=2)
    own(table, "Bo", papyrus=2)
    in_tableau(table, "Ann", "T-11c")
    run(table, majority(table), "Ann: use T-11c", "Ann: papyrus", "Ann: none")
    assert prestige(table) == [4, 7, 0]


def test_t_11c_never_counts_the_lacuna_of_t_9c() -> None:
    """T-11c: the lacuna that T-9c counts is not counted again (VV-9)."""
    table = table_of()
    table.session.used_lacunas[0] = 1
    in_tableau(table, "Ann", "T-11c")
    own(table, "Ann", lacuna=1)
    assert not offered(table, Moment.BEFORE_COUNTING)
    own(table, "Ann", lacuna=1)
    assert offered(table, Moment.BEFORE_COUNTING, "Ann: use T-11c", "Ann: papyrus")
    assert table.session.used_lacunas[0] == 2
    assert table.session.extra[0] == {"papyrus": 1}


def test_t_11c_needs_a_lacuna_of_the_ledger() -> None:
    """T-11c: "ledger" excludes the vault; it acts in majority scoring only."""
    table = table_of()
    in_tableau(table, "Ann", "T-11c")
    in_vault(table, "Ann", lacuna=2)
    assert not offered(table, Moment.BEFORE_COUNTING)
    own(table, "Ann", lacuna=1)
    assert not offered(table, Moment.ANY_TIME)
    assert offered(table, Moment.BEFORE_COUNTING, "Ann: use T-11c", "Ann: papyrus")


def test_t_11d_leaves_a_colour_out_of_the_evaluation() -> None:
    """T-11d: it cannot be the Spotlight, the session's scoring included (VV-3.7)."""
    table = table_of()
    shining(table)
    assert table.spotlight() == "blue"
    play_instant(table, "Ann", "T-11d", "Ann: blue")
    assert table.spotlight() == "green"
    assert [card.id for card in table.primary_cards()] == ["T-11d"]
    run(table, majority(table))
    assert table.scored_spotlight == "green"


def test_t_11d_breaks_a_tie_by_leaving_one_out() -> None:
    """T-11d: the colour left out does not take part in ties either (VV-3.2)."""
    table = table_of()
    shining(table)
    stack(table, "blue", (20, "papyrus"))
    assert table.spotlight() is None
    play_instant(table, "Ann", "T-11d", "Ann: blue")
    assert table.spotlight() == "green"


@pytest.mark.parametrize("setter", ["T-14c", "T-7a or T-8a"])
def test_t_11d_does_not_bind_what_sets_the_spotlight(setter: str) -> None:
    """T-11d: T-14c, T-7a and T-8a may still set that colour (VV-3.7)."""
    table = table_of()
    shining(table)
    play_instant(table, "Ann", "T-11d", "Ann: blue")
    if setter == "T-14c":
        table.session.locked = "blue"
    else:
        table.bout.spotlight = "blue"
    assert table.spotlight() == "blue"


def test_t_11d_repeated_adds_up() -> None:
    """T-11d: once more it bars another colour; one barred already is no choice (VV-4.4)."""
    table = table_of()
    shining(table)
    table.session.barred.add("blue")
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-11d", "Ann: blue")
    table.bout.primaries.clear()
    play_instant(table, "Ann", "T-11d", "Ann: green")
    assert table.session.barred == {"blue", "green"}
    assert table.spotlight() is None


def test_t_11d_with_every_colour_barred_does_nothing() -> None:
    """T-11d: nothing is left to choose."""
    table = table_of()
    table.session.barred.update(table.tracks)
    play_instant(table, "Ann", "T-11d")
    assert table.spotlight() is None


def test_t_11e_closes_the_institution_of_the_spotlight() -> None:
    """T-11e: it takes no cubes; the card lies beside it, not with the Primaries, and ranks."""
    table = table_of()
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
    table.claim = Claim(ann.seat, 2)
    with pytest.raises(Refused, match="T-11e"):
        run(table, institution_grant(table, ann, table.claim), "Ann: grant papyrus")
    assert run(table, institution_grant(table, ann, table.claim), "Ann: grant majority")
    table.claim = None
    clear(table)
    assert [card.id for card in table.desk.cards] == ["W-blue-9"]


def test_t_11e_without_a_spotlight_closes_the_institution_of_choice() -> None:
    """T-11e: no Spotlight: your choice."""
    table = table_of()
    assert table.spotlight() is None
    play_instant(table, "Ann", "T-11e", "Ann: section")
    assert table.bout.closed == "red"
    assert [card.id for card in table.bout.beside] == ["T-11e"]


def test_t_11e_lies_on_the_desk_when_the_next_bout_starts() -> None:
    """T-11e: the institution takes cubes again, the card is a Tool on the Desk."""
    table = table_of()
    shining(table)
    play_instant(table, "Ann", "T-11e")
    clear(table)
    close(table)
    assert (table.desk.cards, table.empty_slots("papyrus")) == ([], [])
    hold(table, "Bo", "W-red-1")
    begin(table)
    assert [card.id for card in table.desk.cards] == ["T-11e"]
    assert (table.bout.beside, table.empty_slots("papyrus")) == ([], [0, 1, 2])


def test_t_11e_is_discarded_when_the_session_is_over() -> None:
    """T-11e: no bout follows: the card is discarded (VV-6.2) and the institution open."""
    table = table_of()
    shining(table)
    play_instant(table, "Ann", "T-11e")
    clear(table)
    run(table, session_end(table, exhausted=False))
    assert [card.id for card in table.discard] == ["T-11e"]
    assert (table.bout.beside, table.empty_slots("papyrus")) == ([], [0, 1, 2])
