"""Verse & Variant by its clauses: the end of a session, and of the game (VV-6)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from card_data import Game
from card_data.verse_and_variant.model import Data, Suit
from scoring.play.decisions import Decision, Script
from scoring.play.play import Play
from scoring.verse_and_variant import engine
from scoring.verse_and_variant.majority import award_values, exhausted, score_majority, session_end
from scoring.verse_and_variant.pieces import Player
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tools import all_tools
from scoring.verse_and_variant.tracks import LACUNA
from tests.scoring.tools import answer, asked, house
from tests.verse_and_variant.plays import (
    DRAWN,
    dealt,
    doing,
    fit,
    ids,
    laid,
    listener,
    short,
    table_at,
)
from tests.verse_and_variant.tables import (
    GAME,
    TRACKS,
    answered,
    cards,
    conserved,
    in_tableau,
    lay,
    on_desk,
    own,
    player,
    run,
    stack,
    table_of,
)

BOUT = ("W-blue-1", "W-blue-2", "W-blue-3")  # of three players with one card each
HANDS: dict[str, Any] = dict(zip(("Ann", "Bo", "Cy"), BOUT, strict=True))
PASSES = ("pass", "pass", "pass")
NEXT_DEAL = ("table", "deal the cards")


def prestige(table: State) -> list[int]:
    return [one.prestige for one in table.players]


def ended(table: State) -> State:
    """The table after the end of a session in which nobody is asked anything."""
    run(table, session_end(table, exhausted=False))
    return table


@pytest.mark.clause("VV-6.1")
def test_witnesses_left_on_the_desk_become_tokens_there() -> None:
    table = laid()
    on_desk(table, "W-blue-7", "W-green-6", "T-3a", section=1)
    supply = Counter(table.supply)
    ended(table)
    assert Counter(table.desk.tokens) == {"papyrus": 2, LACUNA: 1, "section": 1}
    assert supply - table.supply == {"papyrus": 2, LACUNA: 1}
    assert table.desk.markers == ["green"]
    assert table.desk.cards == []
    assert sorted(ids(table.discard)) == ["T-3a", "W-blue-7", "W-green-6"]


@pytest.mark.clause("VV-6.1", "VV-3.4")
def test_a_feature_due_from_an_empty_supply_is_the_lowest_on_its_track() -> None:
    """Five players begin with an empty supply; without substitutes (VV-3.4)."""
    table = table_of(5, TRACKS)
    assert table.supply["papyrus"] == 0
    on_desk(table, "W-blue-2")
    blue = table.tracks["blue"]
    assert len(blue.spaces[0]) == 3
    ended(table)
    assert table.desk.tokens == ["papyrus"]
    assert (len(blue.spaces[0]), blue.demand) == (2, 21)


@pytest.mark.clause("VV-6.1")
def test_the_tokens_and_markers_wait_for_the_next_sessions_first_window() -> None:
    play = short(3, **HANDS)
    table = table_at(play)
    on_desk(table, "W-green-9", "W-red-6")
    table.discard[:] = [card for card in table.discard if card not in table.desk.cards]
    answer(play, *BOUT, *PASSES)
    assert asked(play) == NEXT_DEAL
    waiting = {"majority": 3 + 1, "papyrus": 1, LACUNA: 1}
    play.move(dealt(play, Bo="W-blue-1 W-red-1", Cy="W-blue-2 W-red-2", Ann="W-blue-9 W-red-3"))
    answer(play, "W-blue-1", "W-red-1", "W-blue-2", "W-red-2", "W-blue-9", "W-red-3")
    assert (Counter(table.desk.tokens), table.desk.markers) == (waiting, ["red"])
    own(table, "Ann", section=3)
    answer(play, "take")
    ledger = player(table, "Ann").ledger
    assert +ledger == {**waiting, "section": 3}
    answer(play, "W-blue-9 W-blue-1 W-blue-2 W-red-1 W-red-2 W-red-3")
    assert ledger["section"] == 3 + 1 - 2, "the marker costs two of its colour"
    assert (table.desk.tokens, table.desk.markers) == ([], [])


@pytest.mark.clause("VV-6.2")
def test_hands_and_tableaux_are_discarded_and_cards_beside() -> None:
    table = laid(3, Ann="W-blue-1", Bo="T-3a")
    in_tableau(table, "Cy", "T-4a", "T-1e")
    player(table, "Cy").spent.append("T-1e")
    table.bout.beside += cards(table, "T-11e")
    table.session.beside += cards(table, "T-14c")
    ended(table)
    assert sorted(ids(table.discard)) == ["T-11e", "T-14c", "T-1e", "T-3a", "T-4a", "W-blue-1"]
    assert player(table, "Cy").spent == []
    assert [one.hand + one.tableau for one in table.players] == [[], [], []]
    assert table.bout.beside + table.session.beside == []


@pytest.mark.clause("VV-6.2", "VV-6.3", "VV-9.2")
def test_the_steps_of_the_end_come_in_order_from_the_quill_clockwise() -> None:
    """The Desk first, then any-time Tools, declarations, awards, T-14d; then the tableaux."""
    moments = {
        "T-7c": Moment.ANY_TIME, "T-2e": Moment.BEFORE_COUNTING, "T-11a": Moment.BEFORE_AWARDS,
        "T-14d": Moment.AFTER_AWARDS,
    }  # fmt: skip
    table = laid(3, *[listener(name, moment) for name, moment in moments.items()])
    lay(table, desk="W-blue-2", Bo="papyrus, keeps T-14d T-2e", Ann="keeps T-11a T-5a")
    lay(table, Cy="keeps T-7c")
    table.quill = 2
    found = []
    script = session_end(table, exhausted=False)
    question = next(script)
    for said in ("keep T-7c", "use T-2e", "keep T-11a", "keep T-14d"):
        assert isinstance(question, Decision)
        bo = player(table, "Bo")
        found.append(
            (question.who, question.what.split()[0], table.desk.tokens == ["papyrus"], bo.prestige)
        )
        if said != "keep T-14d":
            question = script.send(answered(question, said))
    assert found == [
        ("Cy", "T-7c", True, 0), ("Bo", "T-2e", True, 0), ("Ann", "T-11a", True, 0),
        ("Bo", "T-14d", True, 2),
    ]  # fmt: skip
    assert ids(table.discard) == ["W-blue-2", "T-2e"], "a Tool of majority scoring is discarded"
    assert ids(player(table, "Ann").tableau) == ["T-11a", "T-5a"]


@pytest.mark.clause("VV-6.3", "VV-4.4")
def test_all_declare_from_the_quill_clockwise() -> None:
    names = ("T-2e", "T-5e", "T-9c")
    table = laid(3, *[listener(name, Moment.BEFORE_COUNTING) for name in names])
    for who, tool in zip(("Ann", "Bo", "Cy"), names, strict=True):
        in_tableau(table, who, tool)
    table.quill = 1
    run(table, score_majority(table), "Bo: keep T-5e", "Cy: keep T-9c", "Ann: keep T-2e")


def counted(spotlight: str = "", lead: str = "", players: int = 3, **held: str) -> list[int]:
    """Prestige for Features held, ``papyrus="3 1 0"`` by seat, in majority scoring."""
    table = laid(players)
    for feature, numbers in held.items():
        for one, number in zip(table.players, numbers.split(), strict=True):
            own(table, one.name, **{feature: int(number)})
    for track in table.tracks.values():  # all alike, but for the Spotlight
        table.supply.update(track.tokens())
        track.spaces = [[] for _ in track.spaces]
    if spotlight:
        stack(table, spotlight, (9, table.feature(spotlight)))  # type: ignore[arg-type]
    assert (table.spotlight() or "") == spotlight
    table.session.last_lead = lead or None  # type: ignore[assignment]
    run(table, score_majority(table))
    return prestige(table)


@pytest.mark.clause("VV-6.3")
def test_the_spotlight_scores_7_4_1_the_last_lead_5_3_and_others_2() -> None:
    assert counted("blue", "red", 5, papyrus="5 4 3 2 1") == [7, 4, 1, 0, 0]
    assert counted("blue", "red", 5, section="5 4 3 2 1") == [5, 3, 0, 0, 0]
    for other in ("majority", "sinaiticus", "ubs_a"):
        assert counted("blue", "red", 5, **{other: "5 4 3 2 1"}) == [2, 0, 0, 0, 0]


@pytest.mark.clause("VV-6.3")
def test_a_lead_that_is_the_spotlight_scores_as_the_spotlight() -> None:
    assert counted("blue", "blue", papyrus="3 2 1", section="3 2 1") == [7 + 2, 4, 1]


@pytest.mark.clause("VV-6.3")
def test_without_spotlight_or_lead_nobody_scores_theirs() -> None:
    assert counted("", "red", papyrus="3 2 1") == [2, 0, 0]
    assert counted("blue", "", section="3 2 1") == [2, 0, 0]


@pytest.mark.clause("VV-6.3")
def test_vaults_count_and_no_tokens_win_no_place() -> None:
    table = laid()
    stack(table, "blue", (21, "papyrus papyrus"), (20, "papyrus"))
    for suit, track in table.tracks.items():
        if suit != "blue":
            stack(table, suit, (5, track.feature))
    own(table, "Bo", papyrus=2)
    bo = player(table, "Bo")
    bo.ledger, bo.vault = bo.vault, bo.ledger
    own(table, "Ann", papyrus=1)
    run(table, score_majority(table))
    assert prestige(table) == [4, 7, 0]
    assert counted("blue", papyrus="0 0 0") == [0, 0, 0]


@pytest.mark.clause("VV-6.3")
def test_tokens_that_tools_add_can_win_a_place_alone() -> None:
    def adds(table: State, player: Player) -> None:
        table.session.extra[player.seat] = Counter({"papyrus": 1})

    table = laid(3, doing("T-2e", adds, Moment.BEFORE_COUNTING))
    in_tableau(table, "Cy", "T-2e")
    run(table, score_majority(table), "use T-2e")
    assert prestige(table) == [0, 0, 2]
    assert +player(table, "Cy").ledger == {}


@pytest.mark.clause("VV-6.3")
@pytest.mark.parametrize(
    ("hands", "plays", "lead"),
    [
        # the last bout has one Primary: the one before it counts
        ({"Ann": "W-red-1", "Bo": "W-red-2", "Cy": "W-red-9 W-blue-1 W-blue-2"},
         "W-red-1 W-red-2 W-red-9 W-blue-1 pass pass pass W-blue-2 pass pass pass", "red"),
        # two Tools: no lead colour at all
        ({"Ann": "T-2a", "Bo": "T-3a"}, "T-2a T-3a pass pass pass", None),
        # a Tool leads, then a Witness sets it
        ({"Ann": "T-2a", "Bo": "W-green-3"}, "T-2a W-green-3 pass pass pass", "green"),
    ],
)  # fmt: skip
def test_the_last_bout_is_the_last_of_two_primaries_or_more(
    hands: dict[str, Any], plays: str, lead: str | None
) -> None:
    table = laid(3, **hands)
    run(table, engine.play_session(table), *plays.split())
    assert table.session.last_lead == lead


@pytest.mark.clause("VV-6.3")
def test_a_last_bout_of_tools_alone_has_no_lead_though_one_before_it_had() -> None:
    table = laid(Ann="W-red-1 W-red-2 T-2a", Bo="W-red-3 W-red-4 T-3a")
    run(
        table, engine.play_session(table),
        "W-red-1", "W-red-2", "W-red-3", "W-red-4", *PASSES, "T-3a", "T-2a", *PASSES,
    )  # fmt: skip
    assert table.session.last_lead is None


@pytest.mark.clause("VV-6.4")
@pytest.mark.parametrize(("held", "points"), [
    ("3 3 1 0", [5, 5, 1, 0]),  # 7 + 4 shared, the next takes the third place
    ("3 2 2 1", [7, 2, 2, 0]),  # 4 + 1 shared
    ("3 3 3 1", [4, 4, 4, 0]),  # 7 + 4 + 1 shared, no place left
    ("2 2 2 2", [3, 3, 3, 3]),  # the fourth place is worth 0
    ("4 3 2 2", [7, 4, 0, 0]),  # 1 + 0 shared, rounded down
])  # fmt: skip
def test_tied_players_share_the_places_they_fill(held: str, points: list[int]) -> None:
    assert counted("blue", players=4, papyrus=held) == points


@pytest.mark.clause("VV-6.4")
def test_ties_in_the_lead_and_the_other_features() -> None:
    assert counted("blue", "red", section="2 2 1") == [4, 4, 0]
    assert counted("blue", "red", section="3 2 2") == [5, 1, 1]
    assert counted("blue", "red", majority="2 2 1") == [1, 1, 0]
    assert counted("blue", "red", majority="2 2 2") == [0, 0, 0]


@pytest.mark.clause("VV-6.3", "VV-3.7")
def test_what_holds_for_the_session_holds_in_its_scoring_and_then_ends() -> None:
    table = laid()
    own(table, "Ann", section=1)
    table.session.locked = "red"
    table.bout.spotlight = None
    table.session.next_spotlight = "blue"
    ended(table)
    assert prestige(table) == [7, 0, 0]
    assert table.scored_spotlight == "red"
    assert table.session.next_spotlight is None, "the next bout lapses with the session"


@pytest.mark.clause("VV-6.2", "VV-3.8")
def test_lacunas_leave_the_tracks_at_the_clean_up() -> None:
    table = laid()
    stack(table, "blue", (9, "papyrus lacuna"), (8, "lacuna"))
    ended(table)
    assert table.supply[LACUNA] == 75
    assert table.tracks["blue"].spaces[9] == ["papyrus"]
    assert table.tracks["blue"].demand == 9


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


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize(("grants", "over"), [((0, 1, 0), True), ((1, 1, 0), False)])
def test_the_game_ends_when_at_most_one_player_has_an_unused_grant(
    grants: tuple[int, ...], over: bool
) -> None:
    play = short(3, **HANDS)
    table = table_at(play)
    for one, number in zip(table.players, grants, strict=True):
        one.grants = number
    after_one_session(play)
    assert (play.decision is None) is over
    assert table.over is over


@pytest.mark.clause("VV-6.5")
def test_it_is_not_over_in_mid_session_while_a_grant_is_unused() -> None:
    play = short(3, Ann="W-blue-1 W-red-1 W-red-2", Bo="W-blue-2", Cy="W-blue-3")
    table = table_at(play)
    for one in table.players:
        one.grants = 0
    table.players[1].grants = 1
    answer(play, "W-blue-1", "W-red-1", "W-blue-2", "W-blue-3", *PASSES)
    assert asked(play) == ("Ann", "Primary")


@pytest.mark.clause("VV-6.5", "VV-6.2")
def test_a_game_without_grants_ends_in_mid_session_and_leaves_the_desk() -> None:
    play = short(3, Ann="W-blue-1 W-red-1 W-red-2", Bo="W-blue-2", Cy="W-blue-3")
    table = table_at(play)
    for one in table.players:
        one.grants = 0
    own(table, "Bo", majority=1)
    answer(play, "W-blue-1", "W-red-1", "W-blue-2", "W-blue-3", *PASSES)
    assert table.over
    assert play.decision is None
    assert player(table, "Bo").prestige == 2, "majority scoring for the part session"
    assert len(table.desk.cards) == 4, "VV-6.1 is omitted"
    assert "W-red-2" in ids(table.discard), "hands are discarded"


@pytest.mark.clause("VV-6.5", "VV-6.1")
def test_a_session_that_is_over_anyway_ends_as_ever() -> None:
    """All hands are empty: it does not end in mid-session, so the Desk becomes tokens."""
    play = short(3, **HANDS)
    table = table_at(play)
    for one in table.players:
        one.grants = 0
    after_one_session(play)
    assert table.over
    assert table.desk.cards == []
    assert Counter(table.desk.tokens) == {LACUNA: 1, "papyrus": 1, "majority": 1}


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize("name", ["T-3e", "T-4b", "T-6e", "T-7c", "T-9e", "T-15a", "T-15e", "T-3a"])
def test_a_tool_on_the_desk_that_could_refresh_a_grant_keeps_the_game_going(name: str) -> None:
    table = laid(3, *all_tools().values())
    for one in table.players:
        one.grants = 0
    on_desk(table, name)
    assert exhausted(table) is (name == "T-3a")
    table.desk.cards.clear()
    assert exhausted(table)


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize(("name", "over"), [("T-7c", False), ("T-15a", True), ("T-7b", True)])
def test_a_tool_in_a_tableau_could_refresh_one_but_no_instant(name: str, over: bool) -> None:
    table = laid(3, *all_tools().values())
    for one in table.players:
        one.grants = 0
    in_tableau(table, "Bo", name)
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
    in_tableau(table, "Cy", "T-7c")
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


@pytest.mark.clause("VV-6.2", "VV-4.4")
def test_t_5c_alone_stays_in_its_tableau_until_final_scoring() -> None:
    used: list[str] = []

    def stays(table: State, player: Player) -> None:
        used.append(player.name)

    at_end = doing("T-5c", stays, Moment.BEFORE_COUNTING)

    def last(table: State, player: Player) -> Script:
        used.append("at the end")
        yield from ()

    table = laid(3, at_end._replace(stays=True, in_final_scoring=last))
    in_tableau(table, "Ann", "T-5c", "T-4a")
    run(table, session_end(table, exhausted=False), "use T-5c")
    assert ids(player(table, "Ann").tableau) == ["T-5c"]
    run(table, engine.final_scoring(table))
    assert used == ["Ann", "at the end"]


@pytest.mark.clause("VV-6.5")
@pytest.mark.parametrize(("grants", "on_the_desk", "why"), [
    ((0, 0, 0), (), "no Grant left, none to be refreshed"),
    ((0, 0, 0), ("T-4b",), "at most one player with an unused Grant"),
    ((0, 4, 0), (), "at most one player with an unused Grant"),
    ((1, 0, 1), (), "as many sessions as players"),
])  # fmt: skip
def test_why_a_game_is_over_is_told(
    table: State, grants: tuple[int, ...], on_the_desk: tuple[str, ...], why: str
) -> None:
    on_desk(table, *on_the_desk)
    for one, number in zip(table.players, grants, strict=True):
        one.grants = number
    table.session.number = 3
    assert engine.ending(table, GAME) == (why, 3, "session")


@pytest.mark.clause("VV-6.3")
@pytest.mark.parametrize(
    ("suit", "worth", "moved"),
    [("blue", [7, 4, 1], [0, 7, 4]), ("green", [5, 3], [0, 5, 3]), ("red", [2], [0, 2])],
)
def test_what_the_places_are_worth(suit: Suit, worth: list[int], moved: list[int]) -> None:
    """Of the Spotlight's, the lead suit's and another Feature; under T-11a, and twice under it."""
    table = table_of()
    table.session.last_lead = "green"
    assert award_values(table, suit, "blue") == worth
    table.session.shifted = ["sinaiticus", table.feature(suit)]
    assert award_values(table, suit, "blue") == moved
    assert award_values(table, "yellow", "blue") == [0, 2]
    table.session.shifted.append(table.feature(suit))
    assert award_values(table, suit, "blue") == [0, *moved[:2]]


@pytest.mark.clause("VV-6.3")
def test_the_spotlight_goes_before_the_lead_suit(table: State) -> None:
    table.session.last_lead = "green"
    assert award_values(table, "green", "green") == [7, 4, 1]
    assert award_values(table, "blue", None) == [2]
    table.session.last_lead = None
    assert award_values(table, "green", None) == [2]
