"""Reports, results, clauses and summaries as text: every line of each, word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import card_data
from card_data.model import Clause
from scoring.clauses import FoundClause
from scoring.cli import show
from scoring.play.simulate import Summary
from scoring.positions.findings import Finding, Unanswered
from scoring.positions.positions import Report
from scoring.positions.result import Chain, Part, Result, Standing, Tally, Tiebreak
from tests import golden_files

EMPTY = Finding("WA-6.1", ("players", "0", "name"), "the name is empty", 2)
BOOKS = Finding("WA-5.1", ("players", "1"), "4 books", 7, who="Bo", place="books.A")
NO_FILE = Finding("WA-1.1", (), "the deck is short")
OPEN = Unanswered(("players", "0", "open_secrets"), 4, "Ann", "open_secrets")
CHAIN = Chain((Tiebreak("WA-5.6", "most pages"),), "WA-5.7")


def tally(player: str, *points: int, **more: Any) -> Tally:
    labels = ("books", "reprimand")
    parts = [Part(label, n, "WA-5.2") for label, n in zip(labels, points, strict=True)]
    return Tally(player, tuple(parts), **more)


RESULT = Result(
    (
        Standing(1, tally("Bo", 12, 0, explained=["F completed", "G completed"])),
        Standing(2, tally("Anna\x1b", 5, -3, out=True, explained=["late"])),
    ),
    ("Bo",), None, "Bo wins with 12 points.", CHAIN,
)  # fmt: skip
FACTOR = Tally("Ann", (Part("route", 4, "X"), Part("times", 2, "X", factor=True)))
FACTORS = Result((Standing(1, FACTOR), Standing(2, Tally("Bo", ()))), (), None, "")


def found(clause: Clause, section: str = "A turn", card: str = "") -> FoundClause:
    return FoundClause(clause, section, card_data.load("winstons_archive"), card)


def summary(players: int, **more: Any) -> Summary:
    return Summary(
        "winstons_archive", 4, players, 9, 0.5,
        Counter({10: 3, 20: 1}), wins=[Fraction(3), *[Fraction(1)] * (players - 1)],
        ends=Counter({"no cards": 4}),
        took=Counter({7: 4}), unit="round", **{"seats": [Counter()] * players} | more,
    )  # fmt: skip


def checked(findings: tuple[Finding, ...], missing: tuple[Unanswered, ...]) -> Iterator[str]:
    report = Report("x", findings, missing, ("shape", "pad"), ("provisional score: not over",))
    return show.checked("a.yaml", report, None)


SEATS = [Counter({-3: 1, 2: 1}), Counter({2: 2, 4: 1})]
OURS = Clause("WA-3.2", "A.", "All.", "Nine.", "refill_taken_stack", scorer="In a record, first.")
ALL = Report("winstons_archive", (BOOKS, EMPTY, NO_FILE), (OPEN,))
REPORTS: dict[str, Iterable[str]] = {
    "problems in the order of their lines": (
        f"{at} {line}" for at, line in show.sorted_problems("a.yaml", ALL)
    ),
    "a check that found nothing": checked((), ()),
    "a check that found a broken rule": checked((EMPTY,), ()),
    "a check that found a missing answer": checked((), (OPEN,)),
    "a check that found two of both": checked((NO_FILE, EMPTY), (OPEN, OPEN)),
    "standings, of which one is out": map(repr, show.table(RESULT)),
    "standings with a factor and without a score": map(repr, show.table(FACTORS)),
    "standings of nobody": map(repr, show.table(Result((), (), None, ""))),
    "aligned rows": show.plain(show.table(RESULT)),
    "aligned rows in two columns": show.plain([["1", "Bo"], ["12", "A"]]),
    "rows that fit": show.narrow(show.table(RESULT), 43),
    "rows that are turned where they are too wide": show.narrow(show.table(RESULT), 42),
    "an outcome, in order": show.outcome(Report("x", provisional=("not over",), result=RESULT)),
    "an outcome without ties": show.outcome(Report("x", result=replace(RESULT, chain=None))),
    "an outcome without a result": show.outcome(Report("x", provisional=("not over",))),
    "a clause with all that is ours": show.clause_lines(found(OURS)),
    "a card": show.clause_lines(found(Clause("M01", "Read."), "Cards", "Open Secrets")),
    "random games of two players": show.summary_lines(summary(2, seats=SEATS, out=2, shared=1)),
    "random games of scores far apart, which share rows": show.summary_lines(
        summary(1, seats=[Counter({-3: 1, 12: 3, 105: 2})])
    ),
    "random games of a solitaire": show.summary_lines(summary(1, seats=[Counter({5: 1, 6: 200})])),
    "random games without a score": show.summary_lines(summary(1)),
}


def test_reports_word_for_word() -> None:
    said = {case: "\n".join(lines) for case, lines in REPORTS.items()}
    golden_files.check(
        "reports", {case: text.replace("\x1b", "ESC") for case, text in said.items()}
    )


def test_a_row_has_a_cell_in_every_column() -> None:
    with pytest.raises(ValueError, match="zip"):
        [*show.plain([["1", "Bo"], ["1"]])]


def test_a_histogram_has_few_rows_however_far_apart_scores_are() -> None:
    for most in (19, 20, 399, 1_000_000):
        rows = [*show.histogram(Counter({-7: 1, most: 2}))]
        assert 8 <= len(rows) <= show.MOST_BINS + 1
