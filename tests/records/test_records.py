"""Records of the shipped games: random ones replay, slips in those written by hand are named."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import card_data
from scoring.cli.main import app
from scoring.play import records
from scoring.play.play import Play
from tests.scoring.tools import decided, refused

clause = pytest.mark.clause
FOLDER = Path(__file__).parent
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
DICE, PAGES, EDITION = "dice_archive", "manuscript", "verse_and_variant"


def evening(game: str) -> str:
    """The record of an evening, written by hand."""
    return (FOLDER / f"{game}_evening.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "players", "moves"), [
    (DICE, 3, ("", "/", "pass 7", "task left", "archive up 3", "overtime 1", "1 1 7", "keep 1")),
    (PAGES, 3, ("", "pass", "buy", "copy 9", "copy 1 lanval up", "scrape 1", "keep", "follow me")),
    ("nineteen_eighty_four", 1, ("", "/", "place", "place red red", "remove", "roll", "r4 g2",
        "level 2 3", "place crimson")),
])  # fmt: skip
def test_an_illegal_move_changes_nothing(game: str, players: int, moves: tuple[str, ...]) -> None:
    rng = Random(4)
    play = Play(card_data.load(game), NAMES[:players])
    for _ in range(40):
        for move in moves:
            refused(play, move)
        refused(play, decided(play).random(rng), "Winston")
        play.move(decided(play).random(rng))


@clause("DA-5.2", "VV-6.5", "VV-7.4")
@pytest.mark.parametrize(("game", "totals", "verdict"), [
    (DICE, {"Tom": 12, "Mara": 12}, "most dice in the board's left table"),
    (EDITION, {"Ines": 182, "Mara": 176, "Tom": 84}, "Ines wins with 182 points."),
])  # fmt: skip
def test_an_evening_replays_to_its_end(game: str, totals: dict[str, int], verdict: str) -> None:
    replay = records.play_back(records.read(evening(game)))
    assert (replay.findings, replay.notes) == ((), ())
    report = replay.report()
    assert report.final
    assert report.result is not None
    assert [(one.player, one.total) for one in report.result.standings] == [*totals.items()]
    assert verdict in report.result.verdict


BREAKS = {
    DICE: "it is the table's move (communal roll, DA-2.1): numbers from 1 to 6, "
    "3 for the communal dice / 1 for the boss, as in 123 / 4",
    EDITION: "it is the table's move (deal the cards, VV-2.1): all 60 cards in order",
}


@pytest.mark.parametrize(("game", "heading"), [
    (DICE, "Week 2"), (DICE, "Week 4"), (DICE, "Week 5"),
    (EDITION, "Session 1."), (EDITION, "Session 2."),
])  # fmt: skip
def test_an_evening_may_break_off_and_goes_on_where_it_stopped(game: str, heading: str) -> None:
    head, _, _ = evening(game).partition(f"  # {heading}")
    replay = records.play_back(records.read(head))
    assert replay.play is not None
    (note,) = replay.report().provisional
    assert note.endswith(BREAKS[game])
    whole = records.play_back(records.read(evening(game))).play
    assert whole is not None
    for turn in whole.turns[len(replay.play.turns) :]:
        for who, words in turn.items():
            replay.play.move(words, who)
    assert replay.play.decision is None
    assert replay.play.filled().position == whole.filled().position


@pytest.mark.parametrize(("game", "line", "written", "rule", "message"), [
    (DICE, "table: 6 6 6 / 1", "table: 6 6 / 1", "DA-2.1",
        "expected 3 numbers for the communal dice, found 2"),
    (DICE, "table: 4 3 4 1 2 3 / 2 3 1 1 5 3", "table: 4 3 4 1 2 3 / 2 3 1 1 5 0", "DA-2.2",
        "there is no 0 on a die"),
    (DICE, "Tom: reroll 2 5 ", "Tom: reroll 2 2 ", "DA-2.4",
        "you do not have enough dice showing 2; choose keep or reroll any of 2 3 1 1 5 3"),
    (DICE, "Tom: archive left 3", "Mara: archive left 3", "DA-3.1",
        "'archive left 3' by Mara, but it is Tom's move (action, DA-3.1): "),
    (DICE, "Mara: pass 1", "Mara: task right 1", "DA-3.2",
        "task right 1: 1 is marked there already; choose pass 1"),
    (DICE, "Mara: task left 4", "Mara: task left 6", "DA-3.2",
        "task left 6: strength 1 (one die), left needs 3; choose task left 4, task middle 4 or "
        "task right 6"),
    (PAGES, "Tom: buy branwen to active", "Tom: buy yvain", "MS-2.2", "it is not in the shop"),
    (PAGES, "right row 1 column 5 lines of 3 double", "left row 1 column 5 lines of 3 double",
        "MS-3.6", "row 1, column 5 of the left page is filled already"),
    (PAGES, "Mara: copy 4", "Mara: copy 7", "MS-2.4", "copying takes 1 to 6 cubes"),
    (PAGES, "Mara: borrow debate_between_saturn_and_solomon give", "Mara: borrow perceval give",
        "MS-2.3", "it is in nobody else's pool"),
    (EDITION, "Tom: black 6 ", "Tom: red 8 ", "VV-4.3",
        "W-red-8: black leads and you hold it, so your Primary must be black; choose W-black-6 "
        "or W-black-4"),
    (EDITION, "Mara: pass", "Mara: take", "VV-5.2",
        "take: you have no unused Grant; choose lockdown or pass"),
    (EDITION, "Tom: green 3", "Tom: use T-9d", "VV-4.4",
        "use T-9d: it cannot act now; its time is 'When you Take'; choose "),
    (EDITION, "Ines: green 7 with Eureka", "Ines: use T-9d", "VV-4.4",
        "use T-9d: it lies in Tom's tableau, not in yours; choose "),
    (EDITION, "Ines: T-5c for T-1e", "Ines: T-5c for T-6b", "VV-5.3",
        "T-5c for T-6b: T-6b is no Tool of the haul; choose a card of the hand for T-1e, "),
    (EDITION, "Mara: black 7 ", "Mara: black 9 ", "VV-4.1",
        "W-black-9: it is not in your hand; choose "),
    (EDITION, "Ines: grant section", "Ines: grant majority", "VV-5.4",
        "grant majority: it costs 2 majority and your ledger has none; choose "),
    (EDITION, "Tom: T-10e", "Mara: T-10e", "VV-4.1",
        "'T-10e' by Mara, but it is Tom's move (Primary, VV-4.1): "),
    (EDITION, "{Ines: lacuna, Tom: lacuna, Mara: lacuna}",
        "{Ines: lacuna, Tom: majority, Mara: lacuna}", "T-13b",
        "'majority' is not a move here; choose "),
])  # fmt: skip
def test_an_illegal_line_is_named_with_what_would_do(
    game: str, line: str, written: str, rule: str, message: str, tmp_path: Path
) -> None:
    text, path = evening(game), tmp_path / "evening.yaml"
    path.write_text(text.replace(line, written, 1), encoding="utf-8")
    at = 1 + text[: text.index(line)].count("\n")
    outcome = CliRunner().invoke(app, ["replay", str(path)])
    assert outcome.exit_code == 1
    first = next(one for one in outcome.stdout.splitlines() if one.startswith(str(path)))
    assert first.startswith(f"{path}:{at}: {rule}: ")
    assert f": {message}" in first or game == PAGES
    assert message in first


@clause("DA-4.1", "VV-6.5")
@pytest.mark.parametrize(
    ("game", "line", "rule"),
    [(DICE, "table: 1 1 1 / 1", "DA-4.1"), (EDITION, "Tom: take", "VV-6.5")],
)
def test_a_line_after_the_end_is_refused(game: str, line: str, rule: str) -> None:
    text = f"{evening(game)}  - {line}\n"
    (finding,) = records.play_back(records.read(text)).findings
    assert (finding.rule, finding.line) == (rule, text.count("\n"))
    assert finding.message == f"'{line.partition(': ')[2]}' comes after the end of the game"
