"""An evening of Verse & Variant written down by hand: it replays, and slips in it are named."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from scoring.cli.main import app
from scoring.play import records
from scoring.play.play import Play
from scoring.verse_and_variant.state import State

ROOT = Path(__file__).parents[2]
EVENING = Path("tests", "records", "verse_and_variant_evening.yaml")
TEXT = (ROOT / EVENING).read_text(encoding="utf-8")


def played(text: str) -> Play:
    """The game that a record tells, legal as far as it goes."""
    replay = records.play_back(records.read(text))
    assert (replay.findings, replay.notes) == ((), ())
    assert replay.play is not None
    return replay.play


def table_of(play: Play) -> State:
    assert isinstance(play.state, State)
    return play.state


@pytest.mark.clause("VV-6.5", "VV-7.4")
def test_the_evening_replays_to_its_end() -> None:
    replay = records.play_back(records.read(TEXT))
    assert (replay.findings, replay.notes) == ((), ())
    report = replay.report()
    assert report.final
    assert report.result is not None
    totals = [(one.player, one.total) for one in report.result.standings]
    assert totals == [("Ines", 182), ("Mara", 176), ("Tom", 84)]
    assert report.result.verdict.startswith("Ines wins with 182 points.")


def test_a_record_of_rules_version_1_still_replays() -> None:
    """Before substitutes (VV-3.4); a game that needed none comes to the same."""
    replay = records.play_back(records.read(TEXT.replace("rules_version: 2", "rules_version: 1")))
    assert replay.notes == ("played under rules version 1, replayed under version 2",)
    usual = records.play_back(records.read(TEXT)).report()
    assert replay.report() == msgspec.structs.replace(usual, notes=replay.notes)


@pytest.mark.clause("VV-6.5")
def test_it_ends_in_mid_session_because_no_grant_is_left() -> None:
    head, last, _ = TEXT.rpartition("  - Mara: lockdown")
    before, table = table_of(played(head)), table_of(played(TEXT))
    assert last
    assert [len(player.hand) for player in before.players] == [6, 6, 6]
    assert [player.grants for player in before.players] == [0, 0, 0]
    assert (table.session.number, table.over, table.laureate) == (2, True, None)


@pytest.mark.clause("VV-6.3", "VV-6.4")
def test_the_first_session_scores_as_its_comments_say() -> None:
    """Prestige before: Ines 2, Tom 4, Mara 4. Ines: 2 papyrus, 2 section, 3 as second in the lead
    colour. Tom and Mara: 5 each for T-11a's shared places, 1 each of a shared first; Mara 5."""
    table = table_of(played(TEXT.partition("  # Session 2.")[0]))
    assert [player.prestige for player in table.players] == [2 + 7, 4 + 6, 4 + 11]


@pytest.mark.parametrize("session", [1, 2])
def test_the_evening_may_break_off_and_goes_on_where_it_stopped(session: int) -> None:
    head, _, _ = TEXT.partition(f"  # Session {session}.")
    replay = records.play_back(records.read(head))
    assert replay.play is not None
    assert table_of(replay.play).session.number == session
    (note,) = replay.report().provisional
    assert note.endswith("it is the table's move (deal the cards, VV-2.1): all 60 cards in order")
    whole = played(TEXT)
    for turn in whole.turns[len(replay.play.turns) :]:
        for who, words in turn.items():
            replay.play.move(words, who)
    assert replay.play.decision is None
    assert replay.play.filled().position == whole.filled().position


@pytest.mark.clause("VV-4.6")
def test_every_bout_is_led_by_whom_its_heading_names() -> None:
    headings = list(re.finditer(r"^  # Bout \d+\. (\w+) leads\.$", TEXT, re.MULTILINE))
    assert len(headings) == 17
    for heading in headings:
        decision = played(TEXT[: heading.start()]).decision
        assert decision is not None
        assert (decision.who, decision.what) == (heading[1], "Primary"), heading[0]


@pytest.mark.parametrize(("line", "written", "rule", "message"), [
    ("Tom: black 6 ", "Tom: red 8 ", "VV-4.3",
        "W-red-8: black leads and you hold it, so your Primary must be black; choose W-black-6 "
        "or W-black-4"),
    ("Mara: pass", "Mara: take", "VV-5.2",
        "take: you have no unused Grant; choose lockdown or pass"),
    ("Tom: green 3", "Tom: use T-9d", "VV-4.4",
        "use T-9d: it cannot act now; its time is 'when you Take'; choose "),
    ("Ines: green 7 with Eureka", "Ines: use T-9d", "VV-4.4",
        "use T-9d: it lies in Tom's tableau, not in yours; choose "),
    ("Ines: T-5c for T-1e", "Ines: T-5c for T-6b", "VV-5.3",
        "T-5c for T-6b: T-6b is no Tool of the haul; choose a card of the hand for T-1e, "),
    ("Mara: black 7 ", "Mara: black 9 ", "VV-4.1", "W-black-9: it is not in your hand; choose "),
    ("Ines: grant section", "Ines: grant majority", "VV-5.4",
        "grant majority: it costs 2 majority and your ledger has none; choose "),
    ("Tom: T-10e", "Mara: T-10e", "VV-4.1",
        "'T-10e' by Mara, but it is Tom's move (Primary, VV-4.1): "),
    ("{Ines: lacuna, Tom: lacuna, Mara: lacuna}", "{Ines: lacuna, Tom: majority, Mara: lacuna}",
        "T-13b", "'majority' is not a move here; choose "),
])  # fmt: skip
def test_an_illegal_line_is_named_with_what_would_do(
    line: str, written: str, rule: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text(TEXT.replace(line, written, 1), encoding="utf-8")
    at = 1 + TEXT[: TEXT.index(line)].count("\n")
    outcome = CliRunner().invoke(app, ["replay", str(path)])
    assert outcome.exit_code == 1
    first = next(one for one in outcome.stdout.splitlines() if one.startswith(str(path)))
    assert first.startswith(f"{path}:{at}: {rule}: ")
    assert message in first


@pytest.mark.clause("VV-6.5")
def test_a_line_after_the_end_is_refused() -> None:
    text = TEXT + "  - Tom: take\n"
    (finding,) = records.play_back(records.read(text)).findings
    assert (finding.rule, finding.line) == ("VV-6.5", text.count("\n"))
    assert finding.message == "'take' comes after the end of the game"
