"""Verse & Variant by its clauses: a bout (VV-4)."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.play.decisions import Script
from scoring.verse_and_variant import engine
from scoring.verse_and_variant.bout import offer_tools, play_bout, play_tool, ranking
from scoring.verse_and_variant.pieces import Player, Primary
from scoring.verse_and_variant.state import Moment, State, Tool
from scoring.verse_and_variant.window import preservation_window
from tests.scoring.tools import answer, house, options
from tests.verse_and_variant.plays import (
    against,
    asked,
    doing,
    fit,
    ids,
    laid,
    listener,
    sit,
    until,
    words,
)
from tests.verse_and_variant.tables import (
    GAME,
    bout_of,
    cards,
    check,
    hold,
    in_tableau,
    lay,
    offered,
    on_desk,
    player,
    run,
    stack,
    table_of,
)

HANDS: dict[str, Any] = {
    "Ann": "W-blue-3 W-red-9 W-black-1",
    "Bo": "W-blue-7 W-blue-1 W-green-2",
    "Cy": "W-blue-5 W-yellow-8 T-3a",
}


def without_spotlight(table: State) -> None:
    """All five tracks alike: no colour is the Spotlight (VV-3.2)."""
    demand = {track.demand for track in table.tracks.values()}
    assert demand == {21}
    assert table.spotlight() is None


def shine(table: State, suit: str) -> None:
    for other, track in table.tracks.items():
        if other != suit:
            stack(table, other, (5, track.feature))
    assert table.spotlight() == suit


def finish(table: State) -> list[str]:
    return [table.players[primary.seat].name for primary in ranking(table)]


@pytest.mark.clause("VV-4.1")
def test_from_the_quill_clockwise_each_plays_a_primary_and_then_an_echo() -> None:
    table = laid(**HANDS)
    table.quill = 1
    question = until(
        table, engine.play_session(table),
        "Bo: W-blue-7", "Bo: W-green-2", "Cy: W-blue-5", "Cy: T-3a", "Ann: W-blue-3",
    )  # fmt: skip
    assert asked(question) == ("Ann", "Echo")
    assert [primary.card.id for primary in table.bout.primaries] == [
        "W-blue-7", "W-blue-5", "W-blue-3",
    ]  # fmt: skip
    assert {seat: card.id for seat, card in table.bout.echoes.items()} == {
        1: "W-green-2",
        2: "T-3a",
    }


@pytest.mark.clause("VV-4.1")
def test_a_primary_lies_face_up_and_an_echo_face_down() -> None:
    play = sit(Ann="W-blue-3 W-red-9")
    answer(play, "W-blue-3")
    assert "W-blue-3" not in options(play)
    answer(play, "W-red-9")
    for name in ("Bo", "Cy"):
        view = play.view(name)
        assert [(one.player, one.card) for one in view.primaries] == [("Ann", "W-blue-3")]
        assert (view.echo, view.echoes) == ("", ("Ann",))
        assert "W-red-9" not in repr(view)
    assert play.view("Ann").echo == "W-red-9"


@pytest.mark.clause("VV-4.1")
def test_eureka_is_spent_with_the_primary_and_adds_two_to_its_rank() -> None:
    """The move says card and Eureka at once: it is declared before the play, and is final."""
    table = laid(**HANDS)
    player(table, "Bo").eureka = True
    question = until(table, play_bout(table), "Ann: W-blue-3", "Ann: W-red-9")
    assert words(question) == [
        "W-blue-7", "W-blue-1", "W-blue-7 with Eureka", "W-blue-1 with Eureka",
    ]  # fmt: skip
    table = laid(**HANDS)
    player(table, "Bo").eureka = True
    question = until(
        table, play_bout(table), "Ann: W-blue-3", "Ann: W-red-9", "Bo: W-blue-7 with Eureka"
    )
    assert asked(question) == ("Bo", "Echo")
    assert not player(table, "Bo").eureka
    assert [(one.rank + one.bonus) for one in table.bout.primaries] == [3, 9]


@pytest.mark.clause("VV-4.1")
def test_eureka_is_only_for_who_holds_it() -> None:
    table = laid(**HANDS)
    question = until(table, play_bout(table))
    assert not [move for move in words(question) if "Eureka" in move]
    assert against(question, "W-blue-3 with Eureka") == (
        "VV-4.1: W-blue-3 with Eureka: you hold no Eureka disc;"
        " choose W-blue-3, W-red-9 or W-black-1"
    )


@pytest.mark.clause("VV-4.1")
def test_an_instant_resolves_after_its_players_echo() -> None:
    """It sees the hand without the Echo."""
    hands: list[tuple[list[str], int]] = []

    def look(table: State, player: Player) -> None:
        hands.append((ids(player.hand), len(table.bout.echoes)))

    table = laid(3, doing("T-2c", look), Ann="T-2c W-red-9 W-red-1", Bo="W-red-2", Cy="W-red-3")
    assert asked(until(table, play_bout(table), "Ann: T-2c")) == ("Ann", "Echo")
    assert hands == []
    table = laid(3, doing("T-2c", look), Ann="T-2c W-red-9 W-red-1", Bo="W-red-2", Cy="W-red-3")
    assert asked(until(table, play_bout(table), "Ann: T-2c", "Ann: W-red-9")) == ("Bo", "Primary")
    assert hands == [(["W-red-1"], 1)]


@pytest.mark.clause("VV-4.2")
def test_a_hand_of_one_card_plays_no_echo() -> None:
    table = laid(Ann="W-blue-3", Bo="W-blue-4 W-blue-5", Cy="W-blue-6")
    run(table, play_bout(table), "Ann: W-blue-3", "Bo: W-blue-4", "Bo: W-blue-5", "Cy: W-blue-6")
    assert sorted(ids(table.desk.cards)) == ["W-blue-3", "W-blue-4", "W-blue-5", "W-blue-6"]
    assert table.bout.finish == [2, 1, 0]


@pytest.mark.clause("VV-4.2")
def test_an_empty_hand_skips_and_comes_last_in_the_window() -> None:
    """Clockwise from the leader: Bo leads, so Cy comes before Ann, both after who played."""
    table = laid(4, Bo="W-blue-2", Di="W-blue-3")
    table.quill = 1
    question = until(table, engine.play_session(table), "Bo: W-blue-2", "Di: W-blue-3")
    assert asked(question) == ("Di", "window")
    assert table.bout.finish == [3, 1, 2, 0]


@pytest.mark.clause("VV-4.2")
def test_the_quill_with_an_empty_hand_passes_the_lead_clockwise() -> None:
    """Who leads then counts for who comes last: Ann, who has the Quill, before Bo."""
    table = laid(4, Cy="W-blue-3", Di="W-blue-9")
    question = until(table, engine.play_session(table), "Cy: W-blue-3", "Di: W-blue-9")
    assert asked(question) == ("Di", "window")
    assert table.bout.finish == [3, 2, 0, 1]


@pytest.mark.clause("VV-4.2", "VV-6.1")
def test_a_session_ends_when_all_hands_are_empty() -> None:
    table = laid(Ann="W-blue-3", Bo="W-blue-4", Cy="W-blue-6 W-red-1 W-red-2")
    passes = ["Cy: pass", "Bo: pass", "Ann: pass"]
    question = until(
        table, engine.play_session(table),
        "Ann: W-blue-3", "Bo: W-blue-4", "Cy: W-blue-6", "Cy: W-red-1", *passes,
    )  # fmt: skip
    assert asked(question) == ("Cy", "Primary")
    table = laid(Ann="W-blue-3", Bo="W-blue-4", Cy="W-blue-6 W-red-1 W-red-2")
    run(
        table, engine.play_session(table),
        "Ann: W-blue-3", "Bo: W-blue-4", "Cy: W-blue-6", "Cy: W-red-1", *passes,
        "Cy: W-red-2", "Cy: pass", "Ann: pass", "Bo: pass",
    )  # fmt: skip


@pytest.mark.clause("VV-4.3")
def test_the_lead_colour_must_be_followed() -> None:
    table = laid(**HANDS)
    question = until(table, play_bout(table), "Ann: W-blue-3", "Ann: W-red-9")
    assert words(question) == ["W-blue-7", "W-blue-1"]
    assert against(question, "W-green-2") == (
        "VV-4.3: W-green-2: blue leads and you hold it, so your Primary must be blue;"
        " choose W-blue-7 or W-blue-1"
    )


@pytest.mark.clause("VV-4.3")
def test_a_hand_that_can_follow_may_play_no_tool() -> None:
    table = laid(**HANDS)
    question = until(
        table, play_bout(table), "Ann: W-blue-3", "Ann: W-red-9", "Bo: W-blue-7", "Bo: W-blue-1"
    )
    assert words(question) == ["W-blue-5"]
    assert against(question, "T-3a") == (
        "VV-4.3: T-3a: blue leads and you hold it, so your Primary must be blue; choose W-blue-5"
    )


@pytest.mark.clause("VV-4.3")
def test_a_hand_that_cannot_follow_plays_anything() -> None:
    played = ["Ann: W-black-1", "Ann: W-red-9"]
    table = laid(**HANDS)
    assert words(until(table, play_bout(table), *played)) == ["W-blue-7", "W-blue-1", "W-green-2"]
    table = laid(**HANDS)
    question = until(table, play_bout(table), *played, "Bo: W-blue-7", "Bo: W-blue-1")
    assert words(question) == ["W-blue-5", "W-yellow-8", "T-3a"]


@pytest.mark.clause("VV-4.3")
def test_after_a_tool_anything_may_be_played_until_a_witness_sets_the_lead() -> None:
    hands = {
        "Ann": "T-5b W-red-1", "Bo": "T-3a W-red-2", "Cy": "W-green-1 W-red-3",
        "Di": "W-green-2 W-red-4",
    }  # fmt: skip
    table = laid(4, **hands)
    question = until(table, play_bout(table), "Ann: T-5b", "Ann: W-red-1")
    assert words(question) == ["T-3a", "W-red-2"]
    assert table.bout.lead is None
    table = laid(4, **hands)
    question = until(
        table, play_bout(table),
        "Ann: T-5b", "Ann: W-red-1", "Bo: T-3a", "Bo: W-red-2", "Cy: W-green-1", "Cy: W-red-3",
    )  # fmt: skip
    assert table.bout.lead == "green"
    assert words(question) == ["W-green-2"], "Di holds the lead colour"


@pytest.mark.clause("VV-4.3")
def test_the_spotlight_obliges_nobody() -> None:
    table = laid(Ann="W-red-1 W-red-2", Bo="W-blue-1 W-green-1", Cy="W-blue-2")
    shine(table, "blue")
    question = until(table, play_bout(table), "Ann: W-red-1", "Ann: W-red-2")
    assert words(question) == ["W-blue-1", "W-green-1"]


@pytest.mark.clause("VV-4.3")
def test_echoes_are_free_and_never_rank() -> None:
    table = laid(Ann="W-blue-3 W-blue-9", Bo="W-blue-4 W-red-1 T-9a", Cy="W-blue-5 W-blue-8")
    played = ["Ann: W-blue-3", "Ann: W-blue-9", "Bo: W-blue-4"]
    question = until(table, play_bout(table), *played)
    assert words(question) == ["W-red-1", "T-9a"]
    table = laid(Ann="W-blue-3 W-blue-9", Bo="W-blue-4 W-red-1 T-9a", Cy="W-blue-5 W-blue-8")
    run(table, play_bout(table), "W-blue-3", "W-blue-9", "W-blue-4", "T-9a", "W-blue-5", "W-blue-8")
    assert table.bout.finish == [2, 1, 0]


@pytest.mark.clause("VV-4.4")
def test_an_instant_acts_at_once_and_joins_the_desk() -> None:
    used: list[str] = []
    table = laid(
        3, doing("T-2c", lambda table, player: used.append(player.name)),
        Ann="T-2c", Bo="W-blue-1", Cy="W-blue-2",
    )  # fmt: skip
    run(table, play_bout(table), "Ann: T-2c", "Bo: W-blue-1", "Cy: W-blue-2")
    assert used == ["Ann"]
    assert "T-2c" in ids(table.desk.cards)
    assert player(table, "Ann").tableau == []
    assert table.bout.finish[0] == 0, "it ranks either way"


@pytest.mark.clause("VV-4.4")
def test_an_echo_tool_never_acts() -> None:
    used: list[str] = []
    table = laid(
        3, doing("T-2c", lambda table, player: used.append(player.name)),
        Ann="W-blue-3 T-2c", Bo="W-blue-1 T-4a", Cy="W-blue-2",
    )  # fmt: skip
    run(table, play_bout(table), "W-blue-3", "T-2c", "W-blue-1", "T-4a", "W-blue-2")
    assert used == []
    assert {"T-2c", "T-4a"} < {*ids(table.desk.cards)}
    assert player(table, "Bo").tableau == []


@pytest.mark.clause("VV-4.4")
@pytest.mark.parametrize(("said", "place"), [("use T-2b", "desk"), ("keep T-2b", "tableau")])
def test_instant_or_anytime_is_chosen_as_it_is_played(said: str, place: str) -> None:
    used: list[str] = []
    tool = doing("T-2b", lambda table, player: used.append(player.name), Moment.ANY_TIME)
    table = laid(3, tool, Ann="T-2b")
    run(table, played(table, "Ann", "T-2b"), f"Ann: {said}")
    assert used == (["Ann"] if place == "desk" else [])
    assert ids(player(table, "Ann").tableau) == (["T-2b"] if place == "tableau" else [])


@pytest.mark.clause("VV-4.4")
@pytest.mark.parametrize("able", [True, False])
def test_instant_or_anytime_acts_at_once_under_the_house_rule(able: bool) -> None:
    """Nobody is asked; like an Instant it does nothing where it cannot act, and is not kept."""
    used: list[str] = []
    tool = doing("T-2b", lambda table, player: used.append(player.name), Moment.ANY_TIME)
    game = house(GAME, instant_or_anytime="at_once")
    table = table_of(3, game)
    fit(table, tool._replace(can_play=lambda table, player: able))
    hold(table, "Ann", "T-2b")
    run(table, played(table, "Ann", "T-2b"))
    assert used == (["Ann"] if able else [])
    assert ids(player(table, "Ann").tableau) == []
    assert ids(table.primary_cards()) == ["T-2b"], "it joins the Desk with the other Primaries"


@pytest.mark.clause("VV-4.4", "VV-5.3")
def test_one_laid_down_in_an_exchange_waits_under_the_house_rule_too() -> None:
    """It was no Primary; so it lies in the tableau and acts at any time."""
    table = table_of(3, house(GAME, instant_or_anytime="at_once"))
    in_tableau(table, "Ann", "T-2b")
    assert offered(table, Moment.ANY_TIME, "Ann: use T-2b", "Ann: blue", "Ann: red")


def played(table: State, name: str, tool: str) -> Script:
    (card,) = cards(table, tool)
    one = player(table, name)
    one.hand.remove(card)
    table.bout.primaries.append(Primary(one.seat, card, card.rank, None))
    return play_tool(table, one, table.bout.primaries[-1])


@pytest.mark.clause("VV-4.4", "VV-4.7")
def test_a_delayed_tool_goes_to_the_tableau_and_ranks() -> None:
    table = laid(Ann="T-4a W-red-1", Bo="W-blue-9", Cy="W-blue-2")
    run(table, play_bout(table), "T-4a", "W-red-1", "W-blue-9", "W-blue-2")
    assert ids(player(table, "Ann").tableau) == ["T-4a"]
    assert sorted(ids(table.desk.cards)) == ["W-blue-2", "W-blue-9", "W-red-1"]
    assert table.bout.finish[0] == 0


@pytest.mark.clause("VV-4.4")
def test_a_delayed_tool_is_optional_acts_once_and_goes_to_the_desk() -> None:
    table = laid(3, listener("T-7c", Moment.ANY_TIME))
    in_tableau(table, "Ann", "T-7c")
    run(table, offer_tools(table, Moment.ANY_TIME, table.players), "keep T-7c")
    assert ids(player(table, "Ann").tableau) == ["T-7c"]
    run(table, offer_tools(table, Moment.ANY_TIME, table.players), "use T-7c")
    assert (ids(player(table, "Ann").tableau), ids(table.desk.cards)) == ([], ["T-7c"])
    run(table, offer_tools(table, Moment.ANY_TIME, table.players))


@pytest.mark.clause("VV-4.4")
def test_a_tool_that_stays_in_its_tableau_acts_once_too() -> None:
    table = laid(3, listener("T-1e", Moment.BEFORE_PRIMARY, stays=True))
    in_tableau(table, "Ann", "T-1e")
    run(table, offer_tools(table, Moment.BEFORE_PRIMARY, table.players), "use T-1e")
    assert (ids(player(table, "Ann").tableau), table.desk.cards) == (["T-1e"], [])
    run(table, offer_tools(table, Moment.BEFORE_PRIMARY, table.players))


@pytest.mark.clause("VV-4.4")
def test_a_tool_is_offered_only_where_it_can_act_and_at_its_moment() -> None:
    able = [False]
    tool = Tool("T-7c", lambda table, player: able[0], (Moment.ANY_TIME,))
    table = laid(3, tool)
    in_tableau(table, "Ann", "T-7c")
    run(table, offer_tools(table, Moment.ANY_TIME, table.players))
    able[0] = True
    run(table, offer_tools(table, Moment.WINDOW_TURN, table.players))
    run(table, offer_tools(table, Moment.ANY_TIME, table.players), "Ann: keep T-7c")


@pytest.mark.clause("VV-4.4")
def test_any_time_tools_are_offered_clockwise_from_the_player_in_turn_one_round_by_id() -> None:
    at_any_time = [listener(name, Moment.ANY_TIME) for name in ("T-1a", "T-2b", "T-7c", "T-3d")]
    table = laid(3, *at_any_time, Ann="W-blue-1", Bo="W-blue-2", Cy="W-blue-3")
    lay(table, Ann="keeps T-1a", Cy="keeps T-7c T-2b", Bo="keeps T-3d")
    table.quill = 1
    run(
        table, until_primary(table),
        "Bo: keep T-3d", "Cy: keep T-2b", "Cy: use T-7c", "Ann: keep T-1a",
    )  # fmt: skip


def until_primary(table: State) -> Script:
    """What is asked before the first Primary of a session."""
    script = engine.play_session(table)
    question = next(script)
    while getattr(question, "what", "") != "Primary":
        question = script.send((yield question))


@pytest.mark.clause("VV-4.4")
def test_any_time_is_before_a_primary_and_before_a_turn_in_the_window() -> None:
    table = laid(3, listener("T-7c", Moment.ANY_TIME), Ann="W-blue-1", Bo="W-blue-2")
    in_tableau(table, "Cy", "T-7c")
    keep = "Cy: keep T-7c"
    question = until(
        table, engine.play_session(table),
        keep, "Ann: W-blue-1", keep, "Bo: W-blue-2", keep, "Bo: pass", keep, "Ann: pass", keep,
    )  # fmt: skip
    assert asked(question) == ("Cy", "window")


@pytest.mark.clause("VV-4.4", "VV-9.2")
def test_the_moments_of_a_bout_come_in_order() -> None:
    """The table of moments: before a Primary, Eureka, Witness played, lead, all lie, second."""
    moments = {
        "T-1e": Moment.BEFORE_PRIMARY, "T-10a": Moment.EUREKA_SPENT, "T-8b": Moment.WITNESS_PLAYED,
        "T-10b": Moment.PRIMARIES_LIE, "T-10e": Moment.SECOND, "T-8d": Moment.BOUT_RESOLVED,
    }  # fmt: skip
    table = laid(
        3, *[listener(name, moment) for name, moment in moments.items()],
        listener("T-8e", Moment.LEAD_MADE), listener("T-7c", Moment.ANY_TIME),
        Ann="W-blue-1 W-red-1", Bo="W-blue-2", Cy="W-blue-3",
    )  # fmt: skip
    in_tableau(table, "Bo", *moments, "T-7c")
    lay(table, Cy="keeps T-8e", Bo="eureka")
    run(
        table, play_bout(table), "Bo: keep T-7c", "Ann: W-blue-1", "Ann: W-red-1", "Cy: keep T-8e",
        "Bo: keep T-7c", "Bo: keep T-1e", "Bo: W-blue-2 with Eureka", "Bo: keep T-10a",
        "Bo: keep T-8b", "Bo: keep T-7c", "Cy: W-blue-3", "Bo: keep T-10b", "Bo: keep T-8d",
    )  # fmt: skip
    assert table.bout.finish == [1, 2, 0]


@pytest.mark.clause("VV-4.5")
def test_tools_rank_first_by_their_rank() -> None:
    table = laid(4)
    shine(table, "red")
    bout_of(table, ("Ann", "T-2c"), ("Bo", "W-blue-9"), ("Cy", "T-11a"), ("Di", "W-red-9"))
    assert finish(table) == ["Cy", "Ann", "Di", "Bo"]


@pytest.mark.clause("VV-4.5")
def test_lead_and_spotlight_rank_together_and_the_spotlight_first_on_a_tie() -> None:
    table = laid(5)
    shine(table, "red")
    bout_of(
        table, ("Ann", "W-blue-3"), ("Bo", "W-red-3"), ("Cy", "W-blue-4"), ("Di", "W-red-2"),
        ("Ed", "W-red-9"),
    )  # fmt: skip
    assert finish(table) == ["Ed", "Cy", "Bo", "Ann", "Di"]


@pytest.mark.clause("VV-4.5")
def test_other_colours_never_outrank_the_lead() -> None:
    table = laid(5)
    without_spotlight(table)
    bout_of(
        table, ("Ann", "W-blue-1"), ("Bo", "W-red-9"), ("Cy", "W-green-8"), ("Di", "W-blue-2"),
        ("Ed", "W-yellow-9"),
    )  # fmt: skip
    assert finish(table) == ["Di", "Ann", "Bo", "Ed", "Cy"], "a tie: the card played earlier"


@pytest.mark.clause("VV-4.5")
def test_eureka_counts_and_what_ties_then_goes_by_the_order_of_play() -> None:
    table = laid(4)
    shine(table, "red")
    bout_of(table, ("Ann", "W-blue-5"), ("Bo", "W-red-3"), ("Cy", "W-blue-3"), ("Di", "W-green-9"))
    for primary, bonus in zip(table.bout.primaries, (0, 2, 2, 2), strict=True):
        primary.bonus = bonus
    assert finish(table) == ["Bo", "Ann", "Cy", "Di"]


@pytest.mark.clause("VV-4.5")
def test_a_tool_with_eureka_ties_with_a_higher_tool_by_the_order_of_play() -> None:
    table = laid(3)
    bout_of(table, ("Ann", "T-7a"), ("Bo", "T-9a"), ("Cy", "T-5d"))
    table.bout.primaries[0].bonus = 2
    assert finish(table) == ["Ann", "Bo", "Cy"]


@pytest.mark.clause("VV-4.5")
def test_the_spotlight_is_read_when_the_bout_is_ranked() -> None:
    table = laid()
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-red-9"), ("Cy", "W-blue-1"))
    without_spotlight(table)
    assert finish(table) == ["Ann", "Cy", "Bo"]
    shine(table, "red")
    assert finish(table) == ["Bo", "Ann", "Cy"]


def led(table: State, *answers: str) -> str:
    who, what = asked(until(table, engine.play_session(table), *answers))
    assert what == "Primary"
    return who


@pytest.mark.clause("VV-4.6")
def test_the_winner_takes_the_quill_and_leads() -> None:
    table = laid(Ann="W-blue-1 W-red-1 W-red-2", Bo="W-blue-9 W-red-3 W-red-4", Cy="W-blue-2")
    assert led(
        table, "W-blue-1", "W-red-1", "W-blue-9", "W-red-3", "W-blue-2", "pass", "pass", "pass"
    ) == "Bo"  # fmt: skip
    assert table.quill == 1


@pytest.mark.clause("VV-4.6")
def test_t_8d_and_t_4e_override_the_winner_the_latter_both() -> None:
    """The Quill goes to who leads, since turn order is counted from it (VV-4.1)."""

    def next_lead(table: State, player: Player) -> None:
        table.bout.next_leader = player.seat

    def last_word(table: State, player: Player) -> None:
        table.bout.decreed_leader = player.seat

    seize = doing("T-8d", next_lead, Moment.BOUT_RESOLVED)
    express = doing("T-4e", last_word)
    table = laid(3, seize, Ann="W-blue-1 W-red-1 W-red-2", Bo="W-blue-9 W-red-3", Cy="W-blue-2")
    in_tableau(table, "Ann", "T-8d")
    answers = ["W-blue-1", "W-red-1", "W-blue-9", "W-red-3", "W-blue-2"]
    assert led(table, *answers, "Ann: use T-8d", "pass", "pass", "pass") == "Ann"
    assert table.quill == 0
    table = laid(
        3, seize, express,
        Ann="W-blue-1 W-red-1 W-red-2", Bo="T-4e W-red-3", Cy="W-green-2 W-red-4 W-red-5",
    )  # fmt: skip
    in_tableau(table, "Ann", "T-8d")
    table.quill = 1
    answers = ["T-4e", "W-red-3", "W-green-2", "W-red-4", "W-blue-1", "W-red-1"]
    hold(table, "Bo", "W-red-6")
    assert led(table, *answers, "use T-8d", "pass", "pass", "pass") == "Bo"
    assert table.quill == 1


@pytest.mark.clause("VV-4.6")
@pytest.mark.parametrize("held", [False, True])
def test_the_second_gains_eureka_if_they_hold_none(held: bool) -> None:
    table = laid(Ann="W-blue-1", Bo="W-blue-9", Cy="W-blue-2")
    player(table, "Cy").eureka = held
    run(table, play_bout(table), "W-blue-1", "W-blue-9", "W-blue-2")
    assert [one.eureka for one in table.players] == [False, False, True]


@pytest.mark.clause("VV-4.4", "VV-4.6")
@pytest.mark.parametrize(("held", "stopped"), [(False, False), (True, False), (False, True)])
def test_a_tool_in_place_of_eureka_is_offered_where_eureka_would_be_gained(
    held: bool, stopped: bool
) -> None:
    """As T-10e is; T-13d stops both."""
    table = laid(3, listener("T-10e", Moment.SECOND), Ann="W-blue-1", Bo="W-blue-9", Cy="W-blue-2")
    in_tableau(table, "Cy", "T-10e")
    player(table, "Cy").eureka, table.session.eureka_stopped = held, stopped
    offers = [] if held or stopped else ["Cy: use T-10e"]
    run(table, play_bout(table), "W-blue-1", "W-blue-9", "W-blue-2", *offers)
    assert [one.eureka for one in table.players] == [False, False, held]


@pytest.mark.clause("VV-4.6")
def test_who_skipped_the_bout_is_never_second() -> None:
    table = laid(Ann="W-blue-1")
    run(table, play_bout(table), "W-blue-1")
    assert [one.eureka for one in table.players] == [False, False, False]


@pytest.mark.clause("VV-4.7")
def test_primaries_and_echoes_join_the_desk_face_up() -> None:
    table = laid(Ann="W-blue-1 W-red-1", Bo="W-blue-9 T-3a", Cy="W-blue-2")
    on_desk(table, "W-black-9")
    run(table, play_bout(table), "W-blue-1", "W-red-1", "W-blue-9", "T-3a", "W-blue-2")
    assert sorted(ids(table.desk.cards)) == [
        "T-3a", "W-black-9", "W-blue-1", "W-blue-2", "W-blue-9", "W-red-1",
    ]  # fmt: skip
    assert (table.bout.echoes, table.primary_cards()) == ({}, [])


@pytest.mark.clause("VV-4.7")
def test_the_cards_of_a_bout_join_the_desk_before_its_window() -> None:
    table = laid(Ann="W-blue-2", Bo="W-blue-5", Cy="W-green-1")
    run(table, play_bout(table), "W-blue-2", "W-blue-5", "W-green-1")
    run(table, preservation_window(table), "Bo: take", "W-blue-2 W-blue-5 W-green-1", "no grant")
    check(table, Bo="papyrus 2, lacuna", desk="")
