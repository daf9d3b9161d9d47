"""Reports, results, clauses and summaries as text: every line of each, word for word."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest

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
    ("Bo",),
    None,
    "Bo wins with 12 points.",
    CHAIN,
)
ROWS = [
    ["place", "player", "books", "reprimand", "total"],
    ["1", "Bo", "12", "0", "12"],
    ["2", "Anna\ufffd (out)", "5", "-3", "2"],
]


# what is wrong with a file


def test_faults_and_missing_answers_are_in_the_order_of_their_lines() -> None:
    report = Report("winstons_archive", (BOOKS, EMPTY, NO_FILE), (OPEN,))
    assert show.sorted_problems("a.yaml", report) == [
        (0, "a.yaml: WA-1.1: the deck is short"),
        (2, "a.yaml:2: WA-6.1: the name is empty"),
        (4, "a.yaml:4: Ann: open_secrets is missing"),
        (7, "a.yaml:7: WA-5.1: Bo: 4 books (books.A)"),
    ]


WRONG = {
    "nothing": ((), (), ["a.yaml: valid."]),
    "a violation": (
        (EMPTY,), (),
        ["a.yaml:2: WA-6.1: the name is empty", "a.yaml: 1 rule broken",
         "To read the clause: scoring rule WA-6.1"],
    ),
    "a missing answer": (
        (), (OPEN,),
        ["a.yaml:4: Ann: open_secrets is missing",
         "a.yaml: 1 answer missing"],
    ),
    "both, of each two": (
        (NO_FILE, EMPTY), (OPEN, OPEN),
        ["a.yaml: WA-1.1: the deck is short", "a.yaml:2: WA-6.1: the name is empty",
         "a.yaml:4: Ann: open_secrets is missing",
         "a.yaml:4: Ann: open_secrets is missing",
         "a.yaml: 2 rules broken, 2 answers missing", "To read the clause: scoring rule WA-1.1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_check_says_what_it_found_what_stays_open_and_what_it_looked_at(case: str) -> None:
    findings, missing, lines = WRONG[case]
    report = Report("x", findings, missing, ("shape", "pad"), ("provisional score: not over",))
    assert [*show.checked("a.yaml", report, None)] == [
        *lines,
        "provisional score: not over",
        "Checked: shape, pad.",
    ]


# results


def test_standings_as_rows() -> None:
    """Who is out is marked, who has no score has a dash, and a factor bears a sign."""
    assert show.table(RESULT) == ROWS
    times = Tally("Ann", (Part("route", 4, "X"), Part("times", 2, "X", factor=True)))
    result = Result((Standing(1, times), Standing(2, Tally("Bo", ()))), (), None, "")
    assert show.table(result) == [
        ["place", "player", "route", "times", "total"],
        ["1", "Ann", "4", "×2", "8"],
        ["2", "Bo", "-"],
    ]
    assert show.table(Result((), (), None, "")) == [["place", "player", "total"]]


def test_rows_are_aligned_or_turned_where_they_are_too_wide() -> None:
    across = [
        "place  player       books  reprimand  total",
        "    1  Bo              12          0     12",
        "    2  Anna\ufffd (out)      5         -3      2",
    ]
    assert [*show.plain(ROWS)] == across
    assert [*show.narrow(ROWS, 43)] == across
    assert [*show.narrow(ROWS, 42)] == [
        "place       1            2",
        "player     Bo  Anna\ufffd (out)",
        "books      12            5",
        "reprimand   0           -3",
        "total      12            2",
    ]
    assert [*show.plain([["1", "Bo"], ["12", "A"]])] == [" 1  Bo", "12  A"]
    with pytest.raises(ValueError, match="zip"):
        [*show.plain([["1", "Bo"], ["1"]])]


def test_an_outcome_is_told_in_order() -> None:
    """Notes, why the score is not final, who won, how ties are decided."""
    told = [*show.outcome(Report("x", provisional=("not over",), result=RESULT))]
    assert told == [
        "Bo: F completed",
        "Bo: G completed",
        "Anna\x1b: late",
        "not over",
        "Bo wins with 12 points.",
        "Ties: most pages (WA-5.6), then a shared win (WA-5.7).",
    ]
    alone = msgspec.structs.replace(RESULT, chain=None)
    assert [*show.outcome(Report("x", result=alone))] == [*told[:3], "Bo wins with 12 points."]
    assert [*show.outcome(Report("x", provisional=("not over",)))] == ["not over"]


# clauses


def found(clause: Clause, section: str = "A turn", card: str = "") -> FoundClause:
    return FoundClause(clause, section, card_data.load("winstons_archive"), card)


def test_a_clause_says_its_text_what_is_ours_and_the_house_rule() -> None:
    option = found(Clause("WA-3.2", "", option="refill_taken_stack")).option()
    assert option is not None
    whole = Clause(
        "WA-3.2", "A stack.", "All.", "Nine.", "refill_taken_stack", scorer="In a record, first."
    )
    assert [*show.clause_lines(found(whole))] == [
        "WA-3.2 (Winston's Archive: A turn)",
        "A stack.",
        "This kit's ruling: All.",
        "This kit's house data: Nine.",
        "The scorer: In a record, first.",
        f"House rule {option}",
    ]
    assert [*show.clause_lines(found(Clause("M01", "Read."), "Cards", "Open Secrets"))] == [
        "M01 (Winston's Archive: Open Secrets)",
        "Read.",
    ]


# random games


def summary(players: int, **more: Any) -> Summary:
    return Summary(
        "winstons_archive", 4, players, 9, 0.5,
        Counter({10: 3, 20: 1}), wins=[Fraction(3), *[Fraction(1)] * (players - 1)],
        ends=Counter({"no cards": 4}),
        took=Counter({7: 4}), unit="round", **{"seats": [Counter()] * players} | more,
    )  # fmt: skip


SUMMARIES = {
    "of two players": summary(
        2, seats=[Counter({-3: 1, 2: 1}), Counter({2: 2, 4: 1})], out=2, shared=1
    ),
    "of scores far apart, which share rows": summary(1, seats=[Counter({-3: 1, 12: 3, 105: 2})]),
    "of a solitaire": summary(1, seats=[Counter({5: 1, 6: 200})]),
    "of games without a score": summary(1),
}


def test_summaries_of_random_games() -> None:
    """The longest bar has forty signs."""
    said = {case: "\n".join(show.summary_lines(one)) for case, one in SUMMARIES.items()}
    golden_files.check("summaries", said)
    for most in (19, 20, 399, 1_000_000):
        rows = [*show.histogram(Counter({-7: 1, most: 2}))]
        assert 8 <= len(rows) <= show.MOST_BINS + 1
