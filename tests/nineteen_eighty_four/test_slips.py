"""No slip of the pen in Nineteen Eighty-Four ends in a traceback; all that show are caught."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

from scoring.positions.positions import check
from tests.nineteen_eighty_four.sample_walks import GAME, LEVELS, filled, first_fault, random_sheet
from tests.nineteen_eighty_four.sheet_slips import UNREADABLE, slipped
from tests.scoring.random_mistakes import caught, summary
from tests.sweeps import amounts

# What cannot be found is a sheet that another game could have left: an X on another box within
# reach, with zones and score unchanged; a round left out or failed whose boxes the next can have
# marked too; and another level for a loss that no modifier shows in.


@pytest.mark.parametrize("slips", amounts(40, 200, 10_000))
def test_some_slips(slips: int, tmp_path: Path) -> None:
    found = []
    unreadable = {one.__name__ for one in UNREADABLE}
    made = caught(slips, seed=1984, folder=tmp_path, make=slipped)
    for at, (name, was_caught, report) in enumerate(made):
        found.append((name, was_caught))
        rules = {(one["rule"], one["where"]) for one in report["violations"]}
        assert {rule for rule, _ in rules} <= set(GAME.clauses())
        text = (tmp_path / f"{at}.yaml").read_text(encoding="utf-8")
        if name in unreadable:
            assert was_caught, text
        elif fault := first_fault(yaml.load(text, yaml.CSafeLoader)):
            clauses, where = fault
            assert rules & {(rule, where) for rule in clauses}, (fault, rules, text)
        else:
            assert not rules, (rules, text)
    print("\n" + summary(found))


@pytest.mark.parametrize("sheets", amounts(25, 100))
@pytest.mark.parametrize("level", LEVELS)
def test_the_sheet_of_any_game_is_sound_before_a_slip(level: int, sheets: int) -> None:
    rng = Random(level)
    arrived = 0
    for _ in range(sheets):
        sheet = random_sheet(level, rng)
        assert first_fault(sheet) is None
        arrived += "total" in sheet
        said = {name: value for name, value in sheet.items() if name != "game"}
        report = check(filled(said.pop("rounds"), said.pop("level"), **said))
        assert report.final, report.findings
    assert 0 < arrived < sheets
