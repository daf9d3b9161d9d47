"""The scores of positions, as golden files have them: each case is a position in YAML."""

from __future__ import annotations

import scoring
from scoring.positions.positions import Report
from tests import golden_files


def check(name: str) -> None:
    """Whether each position in a golden file is answered as it says there; or write it."""
    found = {case: told(scoring.score(scoring.read(case))) for case in golden_files.kept(name)}
    golden_files.check(name, found)


def told(report: Report) -> str:
    """Findings, missing answers, why a score is provisional, and each player's place and points."""
    lines = [f"{one.rule} {one.path}: {one.message}" for one in report.findings]
    lines += [f"missing: {'.'.join(where)}" for where in report.missing]
    lines += report.provisional
    if report.result is not None:
        for place, tally in [(one.place, one.tally) for one in report.result.standings]:
            parts = ", ".join(f"{part.label} {part.points} {part.rule}" for part in tally.parts)
            out = ", out" if tally.out else ""
            lines.append(
                f"{place}. {tally.player} {tally.total}{out}: {'; '.join([parts, *tally.notes])}"
            )
        decided = f" [{report.result.decided_by}]" if report.result.decided_by else ""
        lines.append(report.result.verdict + decided)
    return "\n".join(lines)
