"""An evening of Verse & Variant written down by hand: it replays, and slips in it are named."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from scoring.play import records
from scoring.play.play import Play
from tests.verse_and_variant.sample_plays import table_at

ROOT = Path(__file__).parents[2]
EVENING = Path("tests", "records", "verse_and_variant_evening.yaml")
TEXT = (ROOT / EVENING).read_text(encoding="utf-8")


def played(text: str) -> Play:
    """The game that a record tells, legal as far as it goes."""
    replay = records.play_back(records.read(text))
    assert (replay.findings, replay.notes) == ((), ())
    assert replay.play is not None
    return replay.play


def test_a_record_of_rules_version_1_still_replays() -> None:
    """Before substitutes (VV-3.4); a game that needed none comes to the same."""
    replay = records.play_back(records.read(TEXT.replace("rules_version: 3", "rules_version: 1")))
    assert replay.notes == ("played under rules version 1, replayed under version 3",)
    usual = records.play_back(records.read(TEXT)).report()
    assert replay.report() == msgspec.structs.replace(usual, notes=replay.notes)


@pytest.mark.clause("VV-6.5")
def test_record_ends_in_mid_session_when_no_grant_is_left() -> None:
    head, last, _ = TEXT.rpartition("  - Mara: lockdown")
    before, table = table_at(played(head)), table_at(played(TEXT))
    assert last
    assert [len(player.hand) for player in before.players] == [6, 6, 6]
    assert [player.grants for player in before.players] == [0, 0, 0]
    assert (table.session.number, table.over, table.laureate) == (2, True, None)


@pytest.mark.clause("VV-6.3", "VV-6.4")
def test_the_first_session_scores_as_its_comments_say() -> None:
    """Prestige before: Ines 2, Tom 4, Mara 4. Ines: 2 papyrus, 2 section, 3 as second in the lead
    colour. Tom and Mara: 5 each for T-11a's shared places, 1 each of a shared first; Mara 5."""
    table = table_at(played(TEXT.partition("  # Session 2.")[0]))
    assert [player.prestige for player in table.players] == [2 + 7, 4 + 6, 4 + 11]


@pytest.mark.clause("VV-4.6")
def test_every_bout_is_led_by_whom_its_heading_names() -> None:
    headings = list(re.finditer(r"^  # Bout \d+\. (\w+) leads\.$", TEXT, re.MULTILINE))
    assert len(headings) == 17
    for heading in headings:
        decision = played(TEXT[: heading.start()]).decision
        assert decision is not None
        assert (decision.who, decision.what) == (heading[1], "Primary"), heading[0]
