"""The scores of positions, in kinds_of_scoring.yaml and in score_sheets/checks.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import scoresheets
from tests.scoring.kinds_of_scoring import KINDS, Kind, load

CASES = [
    pytest.param(kind, case, id=f"{name} {number}")
    for name, kind in {**KINDS, **load(scoresheets.SHEETS / "checks.yaml")}.items()
    for number, case in enumerate(kind.cases, 1)
]


@pytest.mark.parametrize(("kind", "case"), CASES)
def test_a_position_comes_to_these_scores(
    kind: Kind, case: Mapping[str, Any], tmp_path: Path
) -> None:
    kind.write(tmp_path)
    report = scoresheets.scored(tmp_path, yaml.safe_dump(case["position"]))
    found: dict[str, Any] = {
        "findings": [[one.rule, one.path, one.message] for one in report.findings]
    }
    if (result := report.result) is not None:
        tallies = [one.tally for one in result.standings]
        found |= {
            "totals": {one.player: [one.place, one.total] for one in result.standings},
            "parts": {one.player: [part.points for part in one.parts] for one in tallies},
            "notes": {one.player: [*one.notes] for one in tallies},
            "out": [one.player for one in tallies if one.out],
            "winners": [*result.winners],
            "leaders": [*result.leaders],
            "verdict": result.verdict,
            "decided_by": result.decided_by,
        }
    expected = {key: value for key, value in case.items() if key != "position"}
    assert expected
    assert {key: found[key] for key in expected} == expected
