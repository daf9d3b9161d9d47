"""The Tools of rank 13, each written from its line in VV-9: where it acts, and where it cannot."""

from __future__ import annotations

import pytest

from scoring.play import decisions
from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import resolve
from scoring.verse_and_variant.engine import session
from scoring.verse_and_variant.gains import take
from scoring.verse_and_variant.majority import game_over, session_end
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tracks import LACUNA
from tests.verse_and_variant.tables import (
    TRACKS,
    bout_of,
    cards,
    hold,
    in_tableau,
    in_vault,
    lying,
    offered,
    own,
    play_instant,
    player,
    run,
    stack,
    table_of,
)


def test_t_13a_costs_everyone_one_of_what_they_hold_most_of() -> None:
    """T-13a: of tied Features their choice; each colour discarded has its Demand -1 once."""
    table = table_of()
    own(table, "Ann", papyrus=2, majority=2, section=1, lacuna=3)
    own(table, "Bo", papyrus=3, section=2)
    own(table, "Cy", section=1)
    in_vault(table, "Cy", majority=2)
    stack(table, "blue", (10, "papyrus"), (8, "papyrus"), (5, "papyrus"))
    stack(table, "green", (10, "majority"), (8, "majority"))
    stack(table, "red", (10, "section"))  # alone: it stays
    supply = table.supply["papyrus"]
    play_instant(table, "Ann", "T-13a", "Ann: papyrus")
    assert +player(table, "Ann").ledger == {"papyrus": 1, "majority": 2, "section": 1, LACUNA: 3}
    assert +player(table, "Bo").ledger == {"papyrus": 2, "section": 2}
    assert +player(table, "Cy").ledger == {}
    assert +player(table, "Cy").vault == {"majority": 2}
    assert table.supply["papyrus"] == supply + 2
    assert lying(table, "blue") == {8: "papyrus papyrus", 5: "papyrus"}
    assert lying(table, "green") == {10: "majority", 8: "majority"}
    assert lying(table, "red") == {10: "section"}


def test_t_13a_moves_demand_after_all_discards() -> None:
    """T-13a: clockwise from its player; the tracks wait until the last has discarded."""
    table = table_of()
    own(table, "Bo", papyrus=1)
    own(table, "Ann", majority=1, section=1)
    script = table.tools["T-13a"].run(table, player(table, "Bo"), *cards(table, "T-13a"))
    question = next(script)
    assert isinstance(question, decisions.Decision)
    assert (question.who, player(table, "Bo").ledger["papyrus"]) == ("Ann", 0)
    assert table.tracks["blue"].demand == 21
    with pytest.raises(StopIteration):
        script.send("section")
    demands = [track.demand for track in table.tracks.values()]
    assert demands == [20, 21, 21, 20, 21]


def test_t_13a_offers_only_what_is_held_most() -> None:
    """T-13a: a Feature held less often is no choice; who has none discards nothing."""
    table = table_of()
    own(table, "Ann", papyrus=2, majority=2, section=1)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-13a", "Ann: section")
    table = table_of()
    own(table, "Ann", lacuna=1)
    play_instant(table, "Ann", "T-13a")
    assert +player(table, "Ann").ledger == {LACUNA: 1}
    assert all(track.demand == 21 for track in table.tracks.values())


def test_t_13b_passes_one_token_to_the_left_all_at_once() -> None:
    """T-13b: a Feature or lacuna of the ledger, chosen secretly; what comes cannot be passed on."""
    table = table_of()
    own(table, "Ann", papyrus=1, majority=1)
    own(table, "Bo", section=2, lacuna=1)
    own(table, "Cy", ubs_a=2)  # one kind: no choice
    supply = table.supply.copy()
    play_instant(table, "Bo", "T-13b", {"Ann": "papyrus", "Bo": "lacuna"})
    assert +player(table, "Ann").ledger == {"majority": 1, "ubs_a": 1}
    assert +player(table, "Bo").ledger == {"section": 2, "papyrus": 1}
    assert +player(table, "Cy").ledger == {"ubs_a": 1, LACUNA: 1}
    assert table.supply == supply


def test_t_13b_passes_a_lacuna_of_the_supply_for_who_has_none() -> None:
    """T-13b: with no token in the ledger, a lacuna of the supply; the vault stays."""
    table = table_of()
    in_vault(table, "Ann", papyrus=1)
    own(table, "Bo", section=1)
    play_instant(table, "Ann", "T-13b")
    assert +player(table, "Ann").vault == {"papyrus": 1}
    assert +player(table, "Ann").ledger == {LACUNA: 1}  # from Cy
    assert +player(table, "Bo").ledger == {LACUNA: 1}  # from Ann
    assert +player(table, "Cy").ledger == {"section": 1}


def test_t_13b_passes_no_lacuna_of_an_empty_supply() -> None:
    """T-13b: no lacuna in the supply: none (VV-3.4); one that is passed is not the supply's."""
    table = table_of(game=TRACKS)
    own(table, "Bo", lacuna=1)
    in_vault(table, "Cy", lacuna=74)
    play_instant(table, "Ann", "T-13b")
    assert [+one.ledger for one in table.players] == [{}, {}, {LACUNA: 1}]


def test_t_13b_tells_t_3d_of_a_lacuna_that_is_passed() -> None:
    """T-13b with T-3d: passed lacunas become Features too, after all have passed."""
    table = table_of()
    own(table, "Ann", lacuna=1)
    in_tableau(table, "Bo", "T-3d")
    assert offered(table, Moment.ANY_TIME, "Bo: use T-3d")
    own(table, "Cy", papyrus=1)
    play_instant(table, "Ann", "T-13b", "Bo: section")
    assert +player(table, "Ann").ledger == {"papyrus": 1}
    assert +player(table, "Bo").ledger == {"section": 1}
    assert +player(table, "Cy").ledger == {LACUNA: 1}
    assert lying(table, "red")[21] == LACUNA


def test_t_13b_lets_its_player_use_a_lacuna_first() -> None:
    """T-13b with two players of T-3d: clockwise, the player of the Tool first (VV-9)."""
    table = table_of()
    for name in ("Ann", "Bo"):
        player(table, name).running.append("T-3d")
    play_instant(table, "Ann", "T-13b", "Ann: papyrus", "Bo: papyrus")
    assert +player(table, "Ann").ledger == +player(table, "Bo").ledger == {"papyrus": 1}
    assert +player(table, "Cy").ledger == {LACUNA: 1}


def test_t_13b_keeps_a_token_on_its_way_from_t_3d() -> None:
    """T-13b with T-3d: what is passed lies in its new ledger, so T-3d cannot take it."""
    table = table_of(game=TRACKS)
    own(table, "Ann", lacuna=1)
    in_tableau(table, "Bo", "T-3d")
    assert offered(table, Moment.ANY_TIME, "Bo: use T-3d")
    own(table, "Cy", papyrus=1)
    stack(table, "blue")
    in_vault(table, "Cy", papyrus=54)
    with pytest.raises(Refused):
        play_instant(table, "Ann", "T-13b", "Bo: papyrus")
    assert player(table, "Ann").ledger["papyrus"] == 1


def test_t_13c_levels_the_tracks() -> None:
    """T-13c: highest onto lowest, above its topmost stack, until they differ by at most 1."""
    table = table_of()
    stack(table, "blue", (10, "papyrus"), (4, "papyrus papyrus"))
    stack(table, "green", (7, "majority"), (6, "majority"))
    stack(table, "yellow", (7, "sinaiticus"), (6, "sinaiticus"))
    stack(table, "red", (7, "section"))
    stack(table, "black", (5, "ubs_a"))
    play_instant(table, "Ann", "T-13c")
    assert lying(table, "blue") == {6: "sinaiticus", 5: "majority", 4: "papyrus papyrus"}
    assert lying(table, "green") == {6: "majority"}
    assert lying(table, "yellow") == {6: "sinaiticus"}
    assert lying(table, "red") == {7: "section"}
    assert lying(table, "black") == {6: "papyrus", 5: "ubs_a"}
    assert all(+one.ledger == {} for one in table.players)


def test_t_13c_counts_empty_tracks_and_lacunas() -> None:
    """T-13c: an empty track is below space 0 (VV-3.1); a stack keeps its lacunas (VV-3.8)."""
    table = table_of()
    for suit in table.tracks:
        stack(table, suit)
    stack(table, "yellow", (16, f"sinaiticus {LACUNA}"))
    play_instant(table, "Ann", "T-13c")
    assert lying(table, "blue") == {0: f"{LACUNA} sinaiticus"}
    assert [lying(table, suit) for suit in ("green", "yellow", "red", "black")] == [{}] * 4


def test_t_13c_leaves_tracks_that_differ_by_one() -> None:
    """T-13c: a difference of 1 is level enough, and so are five empty tracks."""
    table = table_of()
    for suit in table.tracks:
        stack(table, suit)
    play_instant(table, "Ann", "T-13c")
    assert [lying(table, suit) for suit in table.tracks] == [{}] * 5
    table = table_of()
    stack(table, "blue", (20, "papyrus"))
    play_instant(table, "Ann", "T-13c")
    assert [track.demand for track in table.tracks.values()] == [20, 21, 21, 21, 21]


def test_t_13d_returns_all_eureka_and_stops_it() -> None:
    """T-13d: every disc goes back; neither the second in a bout nor a track bonus gains one."""
    table = table_of()
    player(table, "Ann").eureka = player(table, "Cy").eureka = True
    bout_of(table, ("Bo", "W-blue-9"))
    play_instant(table, "Ann", "T-13d")
    assert [one.eureka for one in table.players] == [False, False, False]
    in_tableau(table, "Bo", "T-10e")
    run(table, resolve(table))  # Bo is second; T-10e is not offered
    stack(table, "blue", (11, "papyrus"))
    run(table, take(table, player(table, "Cy"), "papyrus"))
    assert [one.eureka for one in table.players] == [False, False, False]


def test_t_13d_leaves_what_eureka_was_spent_on() -> None:
    """T-13d: Eureka spent before it still adds to its Primary's rank."""
    table = table_of()
    bout_of(table, ("Bo", "W-blue-7"), ("Cy", "W-blue-8"))
    table.bout.primary(1).bonus = 2
    play_instant(table, "Ann", "T-13d")
    run(table, resolve(table))
    assert table.bout.finish == [0, 1, 2]


def deal_by_hand(table: State, *first: str) -> None:
    """Three hands of three cards; Ann leads."""
    hold(table, "Ann", *first, "W-blue-1", "W-blue-2")
    hold(table, "Bo", "W-red-2", "W-red-4", "W-red-5")
    hold(table, "Cy", "W-green-2", "W-green-4", "W-green-5")


def test_t_13e_ends_the_session_after_the_window() -> None:
    """T-13e: the bout is played out, its window too; then hands are discarded and all is scored."""
    table = table_of()
    deal_by_hand(table, "T-13e")
    own(table, "Ann", papyrus=1)
    ended_early = run(
        table,
        session(table),
        "Ann: T-13e", "Ann: W-blue-1", "Bo: W-red-2", "Bo: W-red-4", "Cy: W-green-2",
        "Cy: W-green-4", "Ann: pass", "Bo: take",
        "Bo: W-red-2 W-red-4 W-green-2 W-green-4 W-blue-1", "Bo: no exchange",
    )  # fmt: skip
    assert not ended_early
    assert [len(one.hand) for one in table.players] == [1, 1, 1]
    assert player(table, "Bo").grants == 4
    run(table, session_end(table, exhausted=False))
    assert [one.hand for one in table.players] == [[], [], []]
    assert {"W-blue-2", "W-red-5", "W-green-5"} <= {card.id for card in table.discard}
    assert player(table, "Ann").prestige > 0
    assert not game_over(table)


def test_t_13e_kept_off_the_table_the_session_goes_on() -> None:
    """T-13e: as an Echo it never acts (VV-4.4): another bout follows."""
    table = table_of()
    deal_by_hand(table, "T-13e")
    run(
        table,
        session(table),
        "Ann: W-blue-1", "Ann: T-13e", "Bo: W-red-2", "Bo: W-red-4", "Cy: W-green-2",
        "Cy: W-green-4", "Ann: lockdown",
        "Ann: W-blue-2", "Bo: W-red-5", "Cy: W-green-5", "Ann: pass", "Bo: pass", "Cy: pass",
    )  # fmt: skip
    assert [one.hand for one in table.players] == [[], [], []]
    assert not table.session.interrupted
