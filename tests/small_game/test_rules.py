"""High or Low: a test at least for each clause."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from card_data import Game
from scoring.play.decisions import TABLE
from scoring.play.play import IllegalMove, Play
from tests.card_data.copies import edit, problems
from tests.scoring.tools import answer, asked, broken, options, refused, scored, standings
from tests.small_game.tables import NAMES, at_end, sit


@pytest.mark.clause("HL-1.1")
def test_there_is_one_of_each_card(game: Game[Any]) -> None:
    report = at_end(game, "c1 c9 c1 c10", "c2 c5")
    assert broken(report) == [("HL-1.1", "players.0.cards.2"), ("HL-1.1", "players.0.cards.3")]
    assert [found.text for found in report.findings] == [
        "Ann: there is only one c1",
        "Ann: there is no card 'c10'; did you mean c1?",
    ]


@pytest.mark.clause("HL-1.2")
def test_two_or_three_play_under_names_of_their_own(game: Game[Any]) -> None:
    for players in (["Ann"], ["Ann", "Bo", "Cy", "Di"], ["Ann", "Ann"]):
        with pytest.raises(IllegalMove, match=r"HL-1\.2"):
            Play(game, players)
    assert broken(at_end(game, "c1")) == [("HL-1.2", "players")]
    assert Play(game, NAMES).players == NAMES


@pytest.mark.clause("HL-2.1")
def test_three_cards_are_dealt_to_each_and_the_rest_lies_nowhere(game: Game[Any]) -> None:
    play = Play(game, ["Ann", "Bo"])
    assert asked(play) == (TABLE, "deal")
    assert refused(play, "c1 c2 c3 c4 c5").rule == "HL-2.1"
    play.move("c1 c5 c9 c2 c3 c4")
    assert [play.view(name).hand for name in play.players] == [
        ("c1", "c5", "c9"),
        ("c2", "c3", "c4"),
    ]
    report = at_end(game, "c1 c2 c3 c4", "c5 c6 c7 c8")
    assert [found.text for found in report.findings] == ["8 cards in all, but only 6 were dealt"]
    assert broken(report) == [("HL-2.1", "players")]


@pytest.mark.clause("HL-2.2")
def test_a_hand_is_seen_by_its_player_alone(game: Game[Any]) -> None:
    first, second = sit(game, "c1 c5 c9", "c2 c3 c4"), sit(game, "c1 c5 c9", "c6 c7 c8")
    assert first.view("Ann") == second.view("Ann")
    assert first.view("Bo") != second.view("Bo")


@pytest.mark.clause("HL-3.1")
def test_the_leader_calls_until_all_hands_are_played(game: Game[Any]) -> None:
    play = sit(game, "c1 c5 c9", "c2 c3 c4")
    assert asked(play) == ("Ann", "call")
    answer(play, "high", "c1", "c2", "high", "c5", "c3", "high", "c9")
    assert asked(play) == ("Bo", "card")
    play.move("c4")
    assert play.decision is None
    assert refused(play, "high").rule == "HL-3.1"
    assert play.engine.ending(play.state, game) == ("all hands are played", 3, "round")
    assert at_end(game, "c1 c2", "").provisional == (
        "provisional score: 4 cards not taken yet (HL-3.1)",
    )


@pytest.mark.clause("HL-3.2")
def test_low_is_called_once(game: Game[Any]) -> None:
    play = sit(game, "c1 c5 c9", "c2 c3 c4")
    assert options(play) == ["high", "low"]
    answer(play, "low", "c1", "c2")
    assert options(play) == ["high"]
    finding = refused(play, "low")
    assert finding.rule == "HL-3.2"
    assert finding.message == "low: it has been called 1 time in this game; choose high"


@pytest.mark.clause("HL-3.3")
def test_cards_of_hands_are_chosen_in_secret(game: Game[Any]) -> None:
    play = sit(game, "c1 c5 c9", "c2 c3 c4")
    play.move("high")
    before = play.view("Ann")
    play.move("c4", "Bo")
    assert play.view("Ann") == before
    assert asked(play) == ("Ann", "card")
    assert options(play) == ["c1", "c5", "c9"]
    finding = refused(play, "c4", "Ann")
    assert (finding.rule, finding.message) == (
        "HL-3.3",
        "c4: it is not in your hand; choose c1, c5 or c9",
    )
    play.move("c1")
    assert play.view("Ann").revealed == play.view("Bo").revealed == {"Ann": "c1", "Bo": "c4"}
    assert play.view("Ann").hand == ("c5", "c9")


@pytest.mark.clause("HL-3.4")
@pytest.mark.parametrize(("call", "winner"), [("high", "Cy"), ("low", "Bo")])
def test_highest_or_lowest_card_wins_them_all(call: str, winner: str, game: Game[Any]) -> None:
    play = sit(game, "c2 c5 c8", "c1 c4 c7", "c3 c6 c9")
    answer(play, call, "c2", "c1", "c3")
    taken = {**dict.fromkeys(NAMES, ()), winner: ("c2", "c1", "c3")}
    assert play.view("Ann").taken == taken
    assert asked(play) == (winner, "call")


@pytest.mark.clause("HL-3.4")
def test_whole_rounds_are_taken(game: Game[Any]) -> None:
    report = at_end(game, "c1 c2 c3", "c4 c5", "c6 c7 c8")
    assert broken(report) == [("HL-3.4", "players.1.cards")]
    assert [found.text for found in report.findings] == [
        "Bo: found 2 cards, but each round has a card of each of 3 players"
    ]


@pytest.mark.clause("HL-4.1")
def test_the_cards_taken_are_worth_their_points(game: Game[Any]) -> None:
    report = at_end(game, "c1 c5 c3 c9", "c2 c4")
    assert report.final
    assert [(one.player, one.total) for one in standings(report)] == [("Ann", 7), ("Bo", 3)]
    assert scored(report).decided_by is None


@pytest.mark.clause("HL-4.2")
def test_fewer_cards_win_a_tie(game: Game[Any]) -> None:
    result = scored(at_end(game, "c1 c2 c8 c9", "c3 c4"))
    assert result.verdict == (
        "Bo wins with 4 points: tied with Ann, decided by fewer cards (HL-4.2)."
    )
    shared = scored(at_end(game, "c1 c3 c6", "c2 c4 c7", "c5 c8 c9"))
    assert shared.winners == ("Ann", "Bo", "Cy")
    assert shared.verdict.endswith("share the win with 5 points each (HL-4.2).")


@pytest.mark.clause("HL-1.1", "HL-2.1")
@pytest.mark.parametrize(("file", "old", "new", "message"), [
    ("game.yaml", "hand: 3", "hand: 4", "3 players need 12 cards, but there are 9"),
    ("cards.yaml", "number: 9", "number: 8", "another card has the number 8"),
])  # fmt: skip
def test_data_that_cannot_be_played_are_refused(
    file: str, old: str, new: str, message: str, game: Game[Any], tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(game.folder, tmp_path / game.id))
    line = edit(folder / file, old, new)
    (problem,) = problems(folder)
    assert (problem.file, problem.line, problem.message) == (str(folder / file), line, message)
