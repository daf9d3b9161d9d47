"""The Tools of rank 14, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.verse_and_variant import gains
from scoring.verse_and_variant.bout import clear
from scoring.verse_and_variant.majority import majority, session_end
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.window import close, take
from tests.verse_and_variant.tables import (
    TRACKS,
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

INSTANTS = ("T-14a", "T-14b", "T-14c")


def blue_shines(table: State) -> None:
    """Blue is the Spotlight, by the demand of its track alone."""
    stack(table, "blue", (12, "papyrus papyrus"), (8, "papyrus"))
    stack(table, "green", (11, "majority"), (3, "majority"))
    stack(table, "yellow", (10, "sinaiticus"))
    stack(table, "red", (9, "section"))
    stack(table, "black", (7, "ubs_a"))


@pytest.mark.parametrize("tool", INSTANTS)
def test_t_14a_b_c_do_nothing_without_a_spotlight(tool: str) -> None:
    """T-14a, T-14b, T-14c: all tracks are tied, there is no Spotlight; the card goes to the Desk
    as any Primary does."""
    table = table_of()
    own(table, "Ann", papyrus=1)
    supply = table.supply.copy()
    play_instant(table, "Ann", tool)
    assert (table.supply, table.desk.tokens) == (supply, [])
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert (table.session.locked, table.session.beside) == (None, [])
    assert table.tracks["blue"].demand == 21
    clear(table)
    assert [card.id for card in table.desk.cards] == [tool]


@pytest.mark.parametrize("players", [3, 4])
def test_t_14a_lays_a_spotlight_feature_on_the_desk_for_each_player(players: int) -> None:
    """T-14a: as many as play, out of the supply; no track is touched, no ledger."""
    table = table_of(players)
    blue_shines(table)
    supply, track = table.supply["papyrus"], lying(table, "blue")
    play_instant(table, "Bo", "T-14a")
    assert table.desk.tokens == ["papyrus"] * players
    assert table.supply["papyrus"] == supply - players
    assert lying(table, "blue") == track
    assert all(not +one.ledger for one in table.players)


def test_t_14a_without_a_supply_lays_down_the_lowest_lying() -> None:
    """T-14a, VV-3.4: the Feature is due from an empty supply; no bonus for the space emptied."""
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
    """T-14a: what cannot be done in full is done as far as it can."""
    table = table_of(game=TRACKS)
    blue_shines(table)
    stack(table, "blue", (12, "ubs_a"))
    own(table, "Cy", papyrus=table.supply["papyrus"] - 2)
    play_instant(table, "Ann", "T-14a")
    assert (table.desk.tokens, table.supply["papyrus"]) == (["papyrus"] * 2, 0)


def test_t_14b_each_ledger_returns_one_and_they_lie_as_one_stack() -> None:
    """T-14b: one of each player who has any; one stack above the topmost; the vault is safe."""
    table = table_of()
    blue_shines(table)
    own(table, "Ann", papyrus=2, majority=1)
    own(table, "Bo", papyrus=1)
    own(table, "Cy", papyrus=1, majority=2)
    cy = player(table, "Cy")
    cy.ledger["papyrus"], cy.vault["papyrus"] = 0, 1
    play_instant(table, "Bo", "T-14b")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "majority": 1}
    assert +player(table, "Bo").ledger == {}
    assert (+cy.ledger, +cy.vault) == ({"majority": 2}, {"papyrus": 1})
    assert lying(table, "blue") == {13: "papyrus papyrus", 12: "papyrus papyrus", 8: "papyrus"}


def test_t_14b_joins_a_stack_on_space_21() -> None:
    """T-14b, VV-3.3: with the topmost stack on 21 they join that one, beyond three."""
    table = table_of(4)
    blue_shines(table)
    stack(table, "blue", (21, "papyrus papyrus"))
    for name in ("Ann", "Bo", "Di"):
        own(table, name, papyrus=1)
    play_instant(table, "Ann", "T-14b")
    assert lying(table, "blue") == {21: " ".join(["papyrus"] * 5)}


def test_t_14b_where_nobody_has_one_the_track_stays() -> None:
    """T-14b: no ledger has a Spotlight Feature."""
    table = table_of()
    blue_shines(table)
    own(table, "Ann", majority=2)
    track = lying(table, "blue")
    play_instant(table, "Ann", "T-14b")
    assert (lying(table, "blue"), +player(table, "Ann").ledger) == (track, {"majority": 2})


def test_t_14c_keeps_the_spotlight_to_the_end_of_the_session() -> None:
    """T-14c: whatever the tracks and a later T-8a say; the card lies beside, then is discarded."""
    table = table_of()
    blue_shines(table)
    play_instant(table, "Ann", "T-14c")
    assert [card.id for card in table.session.beside] == ["T-14c"]
    stack(table, "blue", (2, "papyrus"))
    table.bout.spotlight = "red"
    assert table.spotlight() == "blue"
    clear(table)
    close(table)
    assert table.desk.cards == []
    own(table, "Cy", papyrus=1)
    run(table, session_end(table, exhausted=False))
    assert (table.scored_spotlight, player(table, "Cy").prestige) == ("blue", 7)
    assert table.session.beside == []
    assert [card.id for card in table.discard] == ["T-14c"]


def test_t_14c_keeps_what_is_the_spotlight_now() -> None:
    """T-14c: a colour set by T-7a or T-8a for this bout stays as well (VV-3.7)."""
    table = table_of()
    blue_shines(table)
    table.bout.spotlight = "red"
    play_instant(table, "Ann", "T-14c")
    close(table)
    assert table.spotlight() == "red"


def test_t_14c_ranks_in_its_bout_though_it_lies_beside() -> None:
    """T-14c, VV-4.4: a Primary Tool ranks either way."""
    table = table_of()
    blue_shines(table)
    play_instant(table, "Ann", "T-14c")
    assert [(one.card.id, one.rank) for one in table.bout.primaries] == [("T-14c", 14)]
    assert table.primary_cards() == []


def test_t_14d_scores_each_real_token_of_the_spotlight() -> None:
    """T-14d: after the awards, for every player, the vault included, what Tools add not."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Bo", "T-14d")
    own(table, "Ann", papyrus=2)
    own(table, "Bo", papyrus=2, majority=1)
    own(table, "Cy", papyrus=4, lacuna=3)
    ann = player(table, "Ann")
    ann.ledger["papyrus"], ann.vault["papyrus"] = 1, 1
    table.session.extra = {ann.seat: Counter(papyrus=3)}
    run(table, majority(table), "Bo: use T-14d")
    # awards: 5 papyrus for Ann, 4 for Cy, 2 for Bo (7, 4, 1); majority 2 for Bo
    assert [one.prestige for one in table.players] == [7 + 2, 1 + 2 + 2, 4 + 4]
    assert (player(table, "Bo").tableau, table.desk.cards) == ([], [])
    assert [card.id for card in table.discard] == ["T-14d"]


def test_t_14d_kept_scores_nothing() -> None:
    """T-14d: delayed Tools are optional (VV-4.4)."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14d")
    own(table, "Ann", papyrus=2)
    run(table, majority(table), "keep T-14d")
    assert player(table, "Ann").prestige == 7


@pytest.mark.parametrize("case", ["shared", "locked below", "none", "no tokens"])
def test_t_14d_needs_a_spotlight_of_unique_highest_demand(case: str) -> None:
    """T-14d: not a Spotlight that passed down a tie, nor a locked one that others outdo, nor
    where there is none; and not where nobody would score."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14d")
    if case != "no tokens":
        own(table, "Ann", papyrus=2)
    if case == "shared":
        stack(table, "green", (14, "majority"))
        stack(table, "red", (14, "section"))
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


def test_t_14d_of_a_spotlight_tied_for_the_highest_is_not_offered() -> None:
    """T-14d: the highest demand must be its alone, even where T-14c keeps it."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14d")
    own(table, "Ann", papyrus=2)
    table.session.locked = "blue"
    stack(table, "green", (12, "majority"))
    assert not offered(table, Moment.AFTER_AWARDS)
    stack(table, "green", (11, "majority"))
    assert offered(table, Moment.AFTER_AWARDS, "Ann: use T-14d")


def test_t_14e_takes_the_topmost_of_another_track_instead() -> None:
    """T-14e: for each Spotlight Feature, if wished; with the bonus; the Tool on the new Desk."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, "W-blue-5", "W-blue-2", "W-red-2", "T-3a")
    run(
        table,
        take(table, player(table, "Ann")),
        "Ann: use T-14e",
        "W-red-2 W-blue-5 W-blue-2",  # section is not the Spotlight's: nothing is asked
        "Ann: green",
        "Ann: none",
    )
    ann = player(table, "Ann")
    assert +ann.ledger == {"section": 1, "majority": 1, "papyrus": 1}
    assert ann.eureka, "majority left space 11 empty"
    assert lying(table, "green") == {3: "majority"}
    assert lying(table, "blue") == {12: "papyrus", 8: "papyrus"}
    assert [card.id for card in table.desk.cards] == ["T-14e"]
    assert {card.id for card in table.discard} == {"W-blue-5", "W-blue-2", "W-red-2", "T-3a"}


def test_t_14e_reads_the_spotlight_at_each_token() -> None:
    """T-14e: once blue has sunk below green, papyrus is taken as ever."""
    table = table_of()
    blue_shines(table)
    stack(table, "blue", (12, "papyrus"), (8, "papyrus"), (5, "papyrus"))
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, "W-blue-9")  # three of papyrus
    script = take(table, player(table, "Ann"))
    run(table, script, "use T-14e", "Ann: none", "no grant")
    assert +player(table, "Ann").ledger == {"papyrus": 3}
    assert lying(table, "blue") == {}


def test_t_14e_of_a_mixed_stack_the_taker_chooses() -> None:
    """T-14e, VV-3.8: the topmost Feature of the other track, here one of two."""
    table = table_of()
    blue_shines(table)
    stack(table, "yellow", (10, "sinaiticus ubs_a lacuna"))
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, "W-blue-2")
    script = take(table, player(table, "Ann"))
    run(table, script, "use T-14e", "yellow", "ubs_a")
    assert +player(table, "Ann").ledger == {"ubs_a": 1}
    assert lying(table, "yellow") == {10: "lacuna sinaiticus"}


def test_t_14e_runs_through_the_exchange_and_to_the_close_of_the_window() -> None:
    """T-14e: a Witness laid down in the exchange too; after the close no more."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14e")
    hold(table, "Ann", "W-blue-5")
    own(table, "Ann", lacuna=2)
    on_desk(table, "W-blue-1", "T-3a")
    script = take(table, player(table, "Ann"))
    run(table, script, "use T-14e", "W-blue-5 for T-3a", "Ann: red")
    assert +player(table, "Ann").ledger == {"lacuna": 1, "section": 1}
    close(table)
    run(table, gains.take(table, player(table, "Ann"), "papyrus"))
    assert player(table, "Ann").ledger["papyrus"] == 1


def test_t_14e_is_its_players_alone() -> None:
    """T-14e: what another player takes meanwhile is taken as ever."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, "W-blue-2")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-14e")
    run(table, gains.take(table, player(table, "Bo"), "papyrus"))
    assert +player(table, "Bo").ledger == {"papyrus": 1}


def test_t_14e_gives_nothing_in_place_of_a_feature_that_lies_nowhere() -> None:
    """T-14e: it is for a Feature that one would take; there is none to be had."""
    table = table_of(game=TRACKS)
    blue_shines(table)
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, "W-blue-2")
    assert offered(table, Moment.GRANT_PAID, "Ann: use T-14e")
    ann = player(table, "Ann")
    stack(table, "blue", (12, "lacuna"))
    own(table, "Cy", papyrus=table.supply["papyrus"])
    run(table, gains.take(table, ann, "papyrus"))
    assert +ann.ledger == {}, "no papyrus is left to take"


def test_t_14e_takes_as_ever_where_no_other_track_has_a_feature() -> None:
    """T-14e: lacunas on other tracks are never taken (VV-3.8), so there is nothing to ask."""
    table = table_of()
    in_tableau(table, "Ann", "T-14e")
    for suit in ("green", "yellow", "red", "black"):
        stack(table, suit)
    stack(table, "green", (3, "lacuna"))
    stack(table, "blue", (12, "papyrus"))
    on_desk(table, "W-blue-2")
    run(table, take(table, player(table, "Ann")), "use T-14e")
    assert +player(table, "Ann").ledger == {"papyrus": 1}


@pytest.mark.parametrize("haul", [("W-green-5", "T-3a"), ()])
def test_t_14e_needs_a_witness_of_the_spotlight_in_the_haul(haul: tuple[str, ...]) -> None:
    """T-14e: offered only where the haul has one; its own Primaries of a bout are on the Desk."""
    table = table_of()
    blue_shines(table)
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, *haul, papyrus=1)
    assert not offered(table, Moment.GRANT_PAID)


def test_t_14e_needs_a_spotlight() -> None:
    """T-14e: all tracks are tied."""
    table = table_of()
    in_tableau(table, "Ann", "T-14e")
    on_desk(table, "W-blue-2")
    assert not offered(table, Moment.GRANT_PAID)
