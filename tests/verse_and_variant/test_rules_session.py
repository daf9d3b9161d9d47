"""Verse & Variant by its clauses: the end of a session, and of the game (VV-6)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from card_data import Game
from card_data.verse_and_variant.model import Data, Suit
from scoring.play.play import Play
from scoring.verse_and_variant import engine
from scoring.verse_and_variant.majority import award_values, exhausted, score_majority
from scoring.verse_and_variant.pieces import Player
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from tests.scoring.tools import answer, asked, house
from tests.verse_and_variant.sample_plays import (
    DRAWN,
    dealt,
    doing,
    fit,
    ids,
    listener,
    short,
    table_at,
)
from tests.verse_and_variant.tables import GAME, conserved, lay, own, player, run, table_of

BOUT = ("W-blue-1", "W-blue-2", "W-blue-3")  # of three players with one card each
HANDS: dict[str, Any] = dict(zip(("Ann", "Bo", "Cy"), BOUT, strict=True))
PASSES = ("pass", "pass", "pass")
NEXT_DEAL = ("table", "deal the cards")


@pytest.mark.clause("VV-6.3", "VV-6.4")
@pytest.mark.parametrize(("spotlight", "lead", "held", "points"), [
    ("blue", "red", {"papyrus": "5 4 3 2 1"}, [7, 4, 1, 0, 0]),
    ("blue", "red", {"section": "5 4 3 2 1"}, [5, 3, 0, 0, 0]),
    ("blue", "red", {"majority": "5 4 3 2 1"}, [2, 0, 0, 0, 0]),
    ("blue", "red", {"sinaiticus": "5 4 3 2 1"}, [2, 0, 0, 0, 0]),
    ("blue", "red", {"ubs_a": "5 4 3 2 1"}, [2, 0, 0, 0, 0]),
    # a lead that is the Spotlight scores as that; without Spotlight or lead nobody scores theirs
    ("blue", "blue", {"papyrus": "3 2 1", "section": "3 2 1"}, [7 + 2, 4, 1]),
    ("", "red", {"papyrus": "3 2 1"}, [2, 0, 0]),
    ("blue", "", {"section": "3 2 1"}, [2, 0, 0]),
    ("blue", "", {"papyrus": "0 0 0"}, [0, 0, 0]),
    # tied players share the places they fill
    ("blue", "", {"papyrus": "3 3 1 0"}, [5, 5, 1, 0]),  # 7 + 4, the next takes the third place
    ("blue", "", {"papyrus": "3 2 2 1"}, [7, 2, 2, 0]),  # 4 + 1
    ("blue", "", {"papyrus": "3 3 3 1"}, [4, 4, 4, 0]),  # 7 + 4 + 1, no place left
    ("blue", "", {"papyrus": "2 2 2 2"}, [3, 3, 3, 3]),  # the fourth place is worth 0
    ("blue", "", {"papyrus": "4 3 2 2"}, [7, 4, 0, 0]),  # 1 + 0, rounded down
    ("blue", "red", {"section": "2 2 1"}, [4, 4, 0]),
    ("blue", "red", {"section": "3 2 2"}, [5, 1, 1]),
    ("blue", "red", {"majority": "2 2 1"}, [1, 1, 0]),
    ("blue", "red", {"majority": "2 2 2"}, [0, 0, 0]),
])  # fmt: skip
def test_majority_scoring_awards_places(
    spotlight: str, lead: str, held: dict[str, str], points: list[int]
) -> None:
    """For Features held by seat, on tracks that are all alike but for the Spotlight's."""
    table = table_of(len(points))
    for feature, numbers in held.items():
        for one, number in zip(table.players, numbers.split(), strict=True):
            own(table, one.name, **{feature: int(number)})
    lay(table, blue="9 papyrus" if spotlight else "", green="", yellow="", red="", black="")
    assert (table.spotlight() or "") == spotlight
    table.session.last_lead = lead or None  # type: ignore[assignment]
    run(table, score_majority(table))
    assert [one.prestige for one in table.players] == points


def after_one_session(play: Play) -> State:
    """One bout of one card each, in which all pass."""
    answer(play, *BOUT, *PASSES)
    return table_at(play)


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_there_are_as_many_sessions_as_players(players: int) -> None:
    play, rng = Play(GAME, ("Ann", "Bo", "Cy", "Di", "Ed")[:players]), Random(4)
    table = table_at(play)
    fit(table)
    while (decision := play.decision) is not None:
        for one in table.players:
            one.grants = one.all_grants
        play.answer(decision, decision.options.draw(rng))
    assert (table.session.number, table.over) == (players, True)


def with_grants(grants: str, **hands: Any) -> tuple[Play, State]:
    """A game in which these are the unused Grants, by seat."""
    play = short(3, **hands)
    for one, number in zip(table_at(play).players, grants.split(), strict=True):
        one.grants = int(number)
    return play, table_at(play)


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize(("grants", "over"), [("0 1 0", True), ("1 1 0", False)])
def test_game_ends_when_at_most_one_player_has_an_unused_grant(grants: str, over: bool) -> None:
    play, table = with_grants(grants, **HANDS)
    after_one_session(play)
    assert ((play.decision is None), table.over) == (over, over)


LONG: dict[str, Any] = HANDS | {"Ann": "W-blue-1 W-red-1 W-red-2"}  # more than one bout
FIRST_BOUT = ("W-blue-1", "W-red-1", "W-blue-2", "W-blue-3", *PASSES)


@pytest.mark.clause("VV-6.5")
def test_game_is_not_over_in_mid_session_while_a_grant_is_unused() -> None:
    play, _ = with_grants("0 1 0", **LONG)
    answer(play, *FIRST_BOUT)
    assert asked(play) == ("Ann", "Primary")


@pytest.mark.clause("VV-6.5", "VV-6.2")
def test_game_without_grants_ends_in_mid_session_and_leaves_the_desk() -> None:
    play, table = with_grants("0 0 0", **LONG)
    own(table, "Bo", majority=1)
    answer(play, *FIRST_BOUT)
    assert (table.over, play.decision) == (True, None)
    assert player(table, "Bo").prestige == 2, "majority scoring for the part session"
    assert len(table.desk.cards) == 4, "VV-6.1 is omitted"
    assert "W-red-2" in ids(table.discard), "hands are discarded"


@pytest.mark.clause("VV-6.5", "VV-6.1")
def test_session_that_is_over_anyway_ends_as_ever() -> None:
    """All hands are empty: it does not end in mid-session, so the Desk becomes tokens."""
    play, table = with_grants("0 0 0", **HANDS)
    after_one_session(play)
    assert (table.over, table.desk.cards) == (True, [])
    assert Counter(table.desk.tokens) == {LACUNA: 1, "papyrus": 1, "majority": 1}


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize(("words", "over"), [
    *[({"desk": name}, False)
      for name in ("T-3e", "T-4b", "T-6e", "T-7c", "T-9e", "T-15a", "T-15e")],
    ({"desk": "T-3a"}, True), ({"desk": ""}, True), ({"Bo": "keeps T-7c"}, False),
    ({"Bo": "keeps T-15a"}, True), ({"Bo": "keeps T-7b"}, True),
])  # fmt: skip
def test_tool_in_sight_that_could_refresh_a_grant_keeps_the_game_going(
    table: State, words: dict[str, str], over: bool
) -> None:
    """On the Desk, or in a tableau, where no Instant acts."""
    for one in table.players:
        one.grants = 0
    lay(table, **words)
    assert exhausted(table) is over


@pytest.mark.clause("VV-6.2", "VV-6.5")
def test_an_interrupted_session_ends_after_its_window_and_the_next_begins() -> None:

    def interrupts(table: State, player: Player) -> None:
        table.session.interrupted = True

    play = short(
        3, doing("T-13e", interrupts), drawn=DRAWN.replace("T-13a", "T-13e"),
        Ann="T-13e W-red-1 W-red-2", Bo="W-blue-2 W-green-1 W-green-2", Cy="W-blue-3",
    )  # fmt: skip
    answer(play, "T-13e", "W-red-1", "W-blue-2", "W-green-1", "W-blue-3")
    assert asked(play) == ("Ann", "window"), "its window is still held"
    answer(play, *PASSES)
    assert asked(play) == NEXT_DEAL
    table = table_at(play)
    assert table.session.number == 2
    assert not table.session.interrupted
    assert [one.hand for one in table.players] == [[], [], []]


@pytest.mark.clause("VV-6.6")
def test_all_sixty_cards_are_dealt_again_removed_ones_too() -> None:
    play = short(3, **HANDS)
    table = table_at(play)
    table.discard, table.removed = table.discard[2:], table.discard[:2]
    swapped_out, swapped_in = table.deck[-1], table.aside[0]
    table.deck[-1] = swapped_in
    after_one_session(play)
    play.move(dealt(play))
    held = Counter([card.id for one in table.players for card in one.hand])
    assert held == Counter(ids(table.deck))
    assert len(held) == 60
    assert swapped_in.id in held, "T-5d's swap is for good, so ranks may repeat"
    assert swapped_out.id not in held
    assert (table.discard, table.removed, table.desk.cards) == ([], [], [])


@pytest.mark.clause("VV-6.6", "VV-6.2")
def test_a_tool_used_at_the_end_of_a_session_is_dealt_again_too() -> None:
    """It went to the Desk after that was cleared."""
    play = short(3, listener("T-7c", Moment.ANY_TIME), drawn=DRAWN.replace("T-7a", "T-7c"), **HANDS)
    table = table_at(play)
    lay(table, Cy="keeps T-7c")
    table.discard = [card for card in table.discard if card.id != "T-7c"]
    keep = "keep T-7c"
    answer(play, "W-blue-1", keep, "W-blue-2", keep, "W-blue-3", keep, "pass", keep, "pass")
    answer(play, keep, "pass", "use T-7c")
    assert asked(play) == NEXT_DEAL
    play.move(dealt(play))
    conserved(table)
    assert table.desk.cards == []


@pytest.mark.clause("VV-6.6")
def test_lockdown_tiles_refresh_and_grants_do_not() -> None:
    play = short(3, **HANDS)
    table = table_at(play)
    table.players[1].grants = 2
    table.players[2].eureka = True
    answer(play, *BOUT, "lockdown")
    assert [one.lockdown for one in table.players] == [True, True, True]
    assert [one.grants for one in table.players] == [5, 2, 5]
    assert table.players[2].eureka


@pytest.mark.clause("VV-6.6")
@pytest.mark.parametrize(("quill_from", "starts"), [("starter", "Bo"), ("holder", "Ann")])
def test_the_quill_passes_clockwise_from_the_starter_or_by_option_from_its_holder(
    quill_from: str, starts: str
) -> None:
    game: Game[Data] = house(GAME, quill_from=quill_from)
    play = short(3, game=game, **HANDS)
    table = table_at(play)
    answer(play, *BOUT)
    assert table.quill == 2, "Cy has won the bout"
    answer(play, *PASSES)
    play.move(dealt(play))
    assert asked(play) == (starts, "Primary")
    assert table.players[table.quill].name == starts


@pytest.mark.clause("VV-6.6")
def test_tokens_prestige_and_cubes_stay_from_session_to_session() -> None:
    play = short(3, **HANDS)
    table = table_at(play)
    own(table, "Bo", papyrus=1)
    table.players[1].vault[LACUNA] += 1
    table.supply[LACUNA] -= 1
    after_one_session(play)
    bo = player(table, "Bo")
    assert (+bo.ledger, +bo.vault, bo.prestige > 0) == ({"papyrus": 1}, {LACUNA: 1}, True)
    play.move(dealt(play))
    assert (+bo.ledger, +bo.vault, bo.prestige > 0) == ({"papyrus": 1}, {LACUNA: 1}, True)


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize(("grants", "on_the_desk", "why"), [
    ((0, 0, 0), (), "no Grant is left, and none can be refreshed"),
    ((0, 0, 0), ("T-4b",), "at most one player has an unused Grant"),
    ((0, 4, 0), (), "at most one player has an unused Grant"),
    ((1, 0, 1), (), "there were as many sessions as players"),
])  # fmt: skip
def test_ending_says_why_the_game_is_over(
    table: State, grants: tuple[int, ...], on_the_desk: tuple[str, ...], why: str
) -> None:
    lay(table, desk=" ".join(on_the_desk))
    for one, number in zip(table.players, grants, strict=True):
        one.grants = number
    table.session.number = 3
    assert engine.ending(table, GAME) == (why, 3, "session")


@pytest.mark.clause("VV-6.3")
@pytest.mark.parametrize(("suit", "spotlight", "lead", "shifted", "worth"), [
    ("blue", "blue", "green", "", [7, 4, 1]), ("blue", "blue", "green", "papyrus", [0, 7, 4]),
    ("blue", "blue", "green", "papyrus papyrus", [0, 0, 7]),
    ("green", "blue", "green", "sinaiticus", [5, 3]),
    ("green", "blue", "green", "majority sinaiticus", [0, 5, 3]),
    ("green", "blue", "green", "majority majority", [0, 0, 5]),
    ("red", "blue", "green", "", [2]), ("red", "blue", "green", "section", [0, 2]),
    ("red", "blue", "green", "section section", [0, 0, 2]),
    ("green", "green", "green", "", [7, 4, 1]), ("blue", None, "green", "", [2]),
    ("green", None, None, "", [2]),
])  # fmt: skip
def test_places_are_worth_what_spotlight_lead_and_t_11a_make_them(
    table: State, suit: Suit, spotlight: Suit | None, lead: Suit | None, shifted: str,
    worth: list[int],
) -> None:  # fmt: skip
    """Of the Spotlight's, which goes before the lead, the lead suit's and another Feature; under
    T-11a, and twice under it."""
    table.session.last_lead, table.session.shifted = lead, shifted.split()
    assert award_values(table, suit, spotlight) == worth
