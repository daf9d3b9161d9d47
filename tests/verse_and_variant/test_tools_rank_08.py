"""The Tools of rank 8, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.verse_and_variant.bout import begin, clear, play_primary, primaries, ranking, turn
from scoring.verse_and_variant.majority import session_end
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.window import close
from tests.verse_and_variant.tables import (
    bout_of,
    hold,
    in_tableau,
    offered,
    play_instant,
    player,
    run,
    stack,
    table_of,
)


def shining(suit: str = "blue") -> State:
    """A table on which one suit has the Spotlight, as its demand is the highest alone."""
    table = table_of()
    for other, track in table.tracks.items():
        if other != suit:
            table.supply[track.feature] += len(track.spaces.pop())
            track.spaces.append([])
    assert table.spotlight() == suit
    return table


def on_the_desk(table: State) -> list[str]:
    return [card.id for card in table.desk.cards]


# T-8a


def test_t_8a_sets_the_spotlight_of_the_next_bout_alone() -> None:
    """T-8a: the colour chosen is the Spotlight from the next bout's start to its window's close."""
    table = shining("blue")
    hold(table, "Ann", "W-red-1")
    play_instant(table, "Ann", "T-8a", "Ann: red")
    assert table.spotlight() == "blue", "not yet in this bout"
    clear(table)
    close(table)
    begin(table)
    assert on_the_desk(table) == ["T-8a"]
    assert table.spotlight() == "red"
    close(table)
    assert table.spotlight() == "blue"
    begin(table)
    assert table.spotlight() == "blue", "for one bout only"


def test_t_8a_may_choose_any_colour_and_the_later_choice_counts() -> None:
    """T-8a: T-11d's colours too; what was chosen before gives way, T-14c's lock does not."""
    table = shining("blue")
    hold(table, "Ann", "W-red-1")
    table.session.barred = {"red"}
    table.session.next_spotlight = "green"
    play_instant(table, "Ann", "T-8a", "red")
    begin(table)
    assert table.spotlight() == "red"
    table.session.locked = "black"
    assert table.spotlight() == "black"


def test_t_8a_lapses_with_the_session() -> None:
    """T-8a: a next bout is one of this session (VV-3.7); its majorities do not have it either."""
    table = shining("blue")
    play_instant(table, "Ann", "T-8a", "red")
    clear(table)
    run(table, session_end(table, exhausted=False))
    assert table.scored_spotlight == "blue"
    hold(table, "Ann", "W-red-1")
    begin(table)
    assert table.spotlight() == "blue"


# T-8b


def test_t_8b_makes_the_witness_rank_10_and_eureka_adds() -> None:
    """T-8b: as you play a Primary Witness it ranks 10; with Eureka 12; then it is on the Desk."""
    table = table_of()
    bout_of(table, ("Bo", "W-blue-9"), ("Cy", "T-1b"), leader=1)
    table.bout.primary(1).bonus = 2  # Bo's Eureka: 11
    hold(table, "Ann", "W-blue-2", "W-blue-4")
    in_tableau(table, "Ann", "T-8b")
    ann = player(table, "Ann")
    ann.eureka = True
    played = run(table, play_primary(table, ann), "W-blue-2 with Eureka", "Ann: use T-8b")
    assert (played.rank, played.bonus) == (10, 2)
    assert [one.card.id for one in ranking(table)] == ["T-1b", "W-blue-2", "W-blue-9"]
    assert (ann.tableau, on_the_desk(table)) == ([], ["T-8b"])
    bout_of(table)
    played = run(table, play_primary(table, ann), "W-blue-4")
    assert played.rank == 4, "in that bout only"


def test_t_8b_is_its_players_to_keep_and_for_their_witness_only() -> None:
    """T-8b: optional; not for a Tool played, nor for another player's Witness."""
    table = table_of()
    bout_of(table)
    hold(table, "Ann", "W-blue-2")
    hold(table, "Bo", "T-2c", "T-1b")
    in_tableau(table, "Bo", "T-8b")
    assert run(table, play_primary(table, player(table, "Ann")), "W-blue-2").rank == 2
    assert run(table, play_primary(table, player(table, "Bo")), "T-1b").rank == 1
    bout_of(table)
    hold(table, "Bo", "W-red-3")
    played = run(table, play_primary(table, player(table, "Bo")), "W-red-3", "keep T-8b")
    assert played.rank == 3
    assert [card.id for card in player(table, "Bo").tableau] == ["T-8b"]


# T-8c


@pytest.mark.parametrize("answer", ["use T-8c", "keep T-8c"])
def test_t_8c_opens_the_tools_to_who_could_follow(answer: str) -> None:
    """T-8c: a Tool may be played though the hand can follow; no other colour may."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"))
    hold(table, "Bo", "W-blue-1", "W-red-9", "T-5a")
    in_tableau(table, "Bo", "T-8c")
    bo = player(table, "Bo")
    assert list(primaries(table, bo)) == ["W-blue-1"]
    used = answer == "use T-8c"
    assert offered(table, Moment.BEFORE_PRIMARY, f"Bo: {answer}") is used
    assert set(primaries(table, bo)) == ({"W-blue-1", "T-5a"} if used else {"W-blue-1"})
    assert on_the_desk(table) == (["T-8c"] if used else [])
    assert [card.id for card in bo.tableau] == ([] if used else ["T-8c"])


def test_t_8c_frees_this_one_primary() -> None:
    """T-8c: the next player follows as ever."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"))
    hold(table, "Bo", "W-blue-1", "T-1b")
    hold(table, "Cy", "W-blue-2", "T-3a")
    in_tableau(table, "Bo", "T-8c")
    run(table, turn(table, player(table, "Bo")), "Bo: use T-8c", "Bo: T-1b", "Bo: W-blue-1")
    assert list(primaries(table, player(table, "Cy"))) == ["W-blue-2"]
    assert table.bout.primary(1).card.id == "T-1b"


def test_t_8c_is_offered_only_where_the_duty_keeps_a_tool_in_hand() -> None:
    """T-8c: not without a lead, a Witness of it, or a Tool; nor once T-1e has lifted the duty."""
    table = table_of()
    in_tableau(table, "Bo", "T-8c")
    hold(table, "Bo", "W-blue-1", "T-5a", "W-red-9")
    bo = player(table, "Bo")
    assert not offered(table, Moment.BEFORE_PRIMARY)  # no lead yet
    bout_of(table, ("Ann", "W-green-3"))
    assert not offered(table, Moment.BEFORE_PRIMARY)  # cannot follow
    bout_of(table, ("Ann", "W-blue-3"))
    tool = bo.hand.pop(1)
    assert not offered(table, Moment.BEFORE_PRIMARY)  # no Tool in hand
    bo.hand.append(tool)
    in_tableau(table, "Bo", "T-1e")
    assert offered(table, Moment.BEFORE_PRIMARY, "use T-1e")
    assert set(primaries(table, bo)) == {"W-blue-1", "W-red-9", "T-5a"}


# T-8d


def test_t_8d_takes_the_lead_of_the_next_bout() -> None:
    """T-8d: after the bout resolves; the finish order, and so the window's, stays."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-9"), ("Cy", "W-blue-1"))
    table.bout.finish, table.quill = [1, 0, 2], 1
    hold(table, "Bo", "W-red-1")
    hold(table, "Cy", "W-red-2")
    in_tableau(table, "Cy", "T-8d")
    assert offered(table, Moment.BOUT_RESOLVED, "Cy: use T-8d")
    assert table.bout.finish == [1, 0, 2]
    clear(table)
    assert on_the_desk(table) == ["T-8d", "W-blue-3", "W-blue-9", "W-blue-1"]
    close(table)
    begin(table)
    assert (table.quill, table.bout.leader) == (2, 2)


def test_t_8d_gives_way_to_t_4e() -> None:
    """T-8d: the winner's lead is overridden by T-8d, then by T-4e (VV-4.6)."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-9"))
    table.bout.last_word = 0
    hold(table, "Ann", "W-red-1")
    in_tableau(table, "Cy", "T-8d")
    hold(table, "Cy", "W-red-2")
    assert offered(table, Moment.BOUT_RESOLVED, "Cy: use T-8d")
    clear(table)
    close(table)
    begin(table)
    assert (table.quill, table.bout.leader) == (0, 0)


def test_t_8d_needs_a_bout_that_is_left() -> None:
    """T-8d: not offered when all hands are empty, or when T-13e ends the session (VV-4.4)."""
    table = table_of()
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-9"))
    in_tableau(table, "Cy", "T-8d")
    assert not offered(table, Moment.BOUT_RESOLVED)
    hold(table, "Bo", "W-red-1")
    table.session.interrupted = True
    assert not offered(table, Moment.BOUT_RESOLVED)
    table.session.interrupted = False
    assert not offered(table, Moment.BOUT_RESOLVED, "keep T-8d")
    assert [card.id for card in player(table, "Cy").tableau] == ["T-8d"]


# T-8e


def test_t_8e_turns_the_lead_into_the_spotlights_colour() -> None:
    """T-8e: the lead colour becomes the Spotlight's; the led Witness counts as of that colour."""
    table = shining("blue")
    bout_of(table, ("Ann", "W-red-4"))
    in_tableau(table, "Bo", "T-8e")
    hold(table, "Bo", "W-red-9", "W-blue-3")
    assert offered(table, Moment.LEAD_MADE, "Bo: use T-8e")
    assert table.bout.lead == "blue"
    assert on_the_desk(table) == ["T-8e"]
    assert list(primaries(table, player(table, "Bo"))) == ["W-blue-3"], "blue is to be followed"
    run(table, play_primary(table, player(table, "Bo")), "W-blue-3")
    hold(table, "Cy", "W-red-8")
    run(table, play_primary(table, player(table, "Cy")), "W-red-8")
    assert [one.card.id for one in ranking(table)] == ["W-red-4", "W-blue-3", "W-red-8"]
    stack(table, "green", (21, "majority"), empty=False)
    assert table.spotlight() is None  # it moves on; the lead and the led Witness stay blue
    assert [one.card.id for one in ranking(table)] == ["W-red-4", "W-blue-3", "W-red-8"]


def test_t_8e_leaves_a_led_tool_a_tool() -> None:
    """T-8e: with a Tool led the Spotlight's colour leads; the Tool still outranks Witnesses."""
    table = shining("blue")
    bout_of(table, ("Ann", "T-2c"))
    in_tableau(table, "Ann", "T-8e")
    assert offered(table, Moment.LEAD_MADE, "Ann: use T-8e")
    assert table.bout.primaries[0].suit is None
    hold(table, "Bo", "W-red-9", "W-blue-9")
    assert list(primaries(table, player(table, "Bo"))) == ["W-blue-9"]
    run(table, play_primary(table, player(table, "Bo")), "W-blue-9")
    assert table.bout.lead == "blue"
    assert [one.card.id for one in ranking(table)] == ["T-2c", "W-blue-9"]


def test_t_8e_needs_a_spotlight() -> None:
    """T-8e: no Spotlight, nothing: it is not offered."""
    table = table_of()
    assert table.spotlight() is None
    bout_of(table, ("Ann", "W-red-4"))
    in_tableau(table, "Bo", "T-8e")
    assert not offered(table, Moment.LEAD_MADE)


def test_t_8e_is_not_offered_where_the_spotlight_leads_already() -> None:
    """T-8e, VV-4.4: it would change nothing, so it cannot act; it waits for a later bout."""
    table = shining("blue")
    bout_of(table, ("Ann", "W-blue-4"))
    in_tableau(table, "Bo", "T-8e")
    assert not offered(table, Moment.LEAD_MADE)
    assert [card.id for card in player(table, "Bo").tableau] == ["T-8e"]


def test_t_8e_waits_for_a_later_bout_and_for_its_lead() -> None:
    """T-8e: not in the bout that it leads itself, and only between the lead and the next play."""
    table = shining("blue")
    bout_of(table)
    hold(table, "Ann", "T-8e", "W-red-1", "W-red-2", "W-red-3")
    hold(table, "Bo", "W-red-4", "W-red-5")
    run(table, turn(table, player(table, "Ann")), "T-8e", "W-red-1")
    assert [card.id for card in player(table, "Ann").tableau] == ["T-8e"]
    clear(table)
    begin(table)
    run(table, turn(table, player(table, "Ann")), "W-red-2", "W-red-3", "keep T-8e")
    run(table, turn(table, player(table, "Bo")), "W-red-4", "W-red-5")
    assert table.bout.lead == "red"
