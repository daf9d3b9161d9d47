"""The rulebook's table of what scores: each part, what it is worth, the clause that says so."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from card_data.game import Game
from card_data.rulebook import RulebookTable
from card_data.scoresheet.sheet import ScorePart, Scoresheet
from card_data.text import capitalized, plural

HEAD = ("What scores", "What it is worth")
WIDTHS = (2.0, 5.0)


def scoring_table(game: Game[Any], sheet: Scoresheet) -> RulebookTable:
    """The parts in the order of counting, then who wins, and what decides a tie.

    What a part is worth is told by the text of its clause, once for parts of the same, and by the
    numbers of the list that its points are looked up in.
    """
    printed = {
        clause.id: " ".join(filter(None, (clause.text, clause.ruling, clause.house)))
        for section in game.sections
        if not section.scorer
        for clause in section.clauses
    }
    rows: list[tuple[str, str]] = []
    told: set[str] = set()
    for part in sheet.parts:
        words = "" if part.clause in told else printed.get(part.clause, "")
        told.add(part.clause)
        said = "<br/>".join(filter(None, (words, scale(part))))
        rows.append((capitalized(part.label), cited(said, part.clause, printed)))
    return RulebookTable(HEAD, (*rows, *ending(sheet, printed)), WIDTHS)


def cited(said: str, clause: str, printed: Container[str]) -> str:
    """Words with the clause that says so, if the booklet prints that."""
    return f"{said} ({clause})".strip() if clause in printed else said


def scale(part: ScorePart) -> str:
    """``1 → 1, 2 → 3, 3 → 6`` for points that a single list gives; else empty."""
    if len(part.lists) != 1:
        return ""
    ((function, points, first),) = part.lists
    more = " or more" if function == "lookup" and len(points) > 1 else ""
    last = first + len(points) - 1
    steps = [f"{at}{more if at == last else ''} → {one}" for at, one in enumerate(points, first)]
    unbroken = [one.replace("-", "−").replace(" ", "\N{NO-BREAK SPACE}") for one in steps]
    return f"<b>{', '.join(unbroken)}</b>"


def ending(sheet: Scoresheet, printed: Container[str]) -> Iterator[tuple[str, str]]:
    """Who wins, as far as the sheet says it in words, and what decides a tie."""
    wins, target = sheet.wins, sheet.wins.target
    if wins.grades:
        grades = "; ".join(f"from {grade.least}: {grade.say}" for grade in wins.grades)
        yield "All together", cited(capitalized(grades), wins.clause, printed)
    elif wins.together:
        points = f"With {plural(target or 0, 'point')}"
        yield "All together win", cited(points, wins.clause, printed)
    else:
        if wins.value is None:
            least = f", at least {target}" if target is not None else ""
            yield "Who wins", cited(f"{wins.by.capitalize()} points{least}", wins.clause, printed)
        steps = [cited(tie.say, tie.clause, printed) for tie in sheet.ties]
        own = sheet.shared != sheet.clause
        steps.append(cited("a shared win", sheet.shared, printed) if own else "a shared win")
        yield "If tied", capitalized(", then ".join(steps))
