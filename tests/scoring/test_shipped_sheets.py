"""Winston's Archive and Dice Archive scored by a ``score.yaml``, as their own scorers do."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

import card_data
from card_data import DataError
from scoring.positions.positions import PositionReader, Report, score
from tests.scoring import shipped_sheets
from tests.scoring.random_mistakes import random_position
from tests.sweeps import amounts

UNREADABLE = {"DA-6.2"}  # a space that is not there: what is no key of the table cannot be read


def told(report: Report) -> object:
    if report.result is None:
        return None
    found = report.result
    standings = {
        one.player: (one.place, one.total, one.tally.out, one.tally.parts, one.tally.breakers)
        for one in found.standings
    }
    return standings, found.winners, found.decided_by, bool(report.provisional)


def compare(game: str, number: int, folder: Path) -> dict[str, int]:
    """Compare positions under both scorers; how many were scored, refused and not read."""
    name = shipped_sheets.write(folder, game)
    shipped, own = PositionReader(), PositionReader(folder)
    counts = {"scored": 0, "refused": 0, "unread": 0}
    bounds = card_data.load(game).head.players
    for table in shipped_sheets.positions(game, number):
        try:
            right = score(shipped.read(yaml.safe_dump(table)))
        except DataError:
            counts["unread"] += 1
            continue
        rules = {one.rule for one in right.findings} - shipped_sheets.UNSAID[game]
        try:
            found = score(own.read(shipped_sheets.as_own(table, name)))
        except DataError:
            assert rules & UNREADABLE, table
            counts["unread"] += 1
            continue
        said = {one.rule for one in found.findings}
        seats = len(table.get("players") or ())
        if right.unanswered or not bounds.min <= seats <= bounds.max:
            assert said <= rules, table
        else:
            assert said == rules, table
            if not right.findings:
                assert told(found) == told(right), table
                counts["scored"] += 1
        open_ = [one.where for one in right.unanswered if one.where[-1] not in shipped_sheets.PAD]
        assert [one.where for one in found.unanswered] == open_
        counts["refused"] += bool(right.findings)
    return counts


@pytest.mark.parametrize("game", shipped_sheets.SHEETS)
@pytest.mark.parametrize("number", amounts(13, 500, 5_000))
def test_a_score_sheet_finds_and_scores_what_the_shipped_scorer_does(
    game: str, number: int, tmp_path: Path
) -> None:
    counts = compare(game, number, tmp_path)
    assert counts["scored"] > number // 2
    assert counts["refused"] > number // 20


@pytest.mark.parametrize("word", ["nobody", "all_tied"])
def test_a_score_sheet_goes_by_house_rules(word: str, tmp_path: Path) -> None:
    from card_data.choices import HouseRules

    name = shipped_sheets.write(tmp_path, "winstons_archive")
    tied = random_position(card_data.load("winstons_archive"), shipped_sheets.NAMES[:3], Random(1))
    for sheet in tied["players"]:
        sheet["manuscripts"] = 6
    tied["players"][2]["manuscripts"], tied["running"] = 7, True
    totals = []
    for game, folder in (("winstons_archive", None), (name, tmp_path)):
        house = HouseRules(typed=(f"{game}.tie_for_fewest={word}",))
        report = score(PositionReader(folder, house).read(shipped_sheets.as_own(tied, game)))
        totals.append({one.rule for one in report.findings} or told(report))
    assert totals[0] == totals[1]
