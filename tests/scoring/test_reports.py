"""Reports, results, clauses and summaries as text: every line of each, word for word."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import card_data
from card_data import DataError, Problem
from card_data.limits import MOST_FAULTS
from card_data.model import Clause
from scoring.clauses import FoundClause
from scoring.cli import show
from scoring.play.simulate import Summary
from scoring.positions.answers import Answer, Violation, plain, unreadable
from scoring.positions.findings import Finding, Unanswered
from scoring.positions.positions import Report
from scoring.positions.result import Chain, Part, Result, Standing, Tally, Tiebreak

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
    assert show.faults("a.yaml", report) == [
        (0, "a.yaml: WA-1.1: the deck is short"),
        (2, "a.yaml:2: WA-6.1: the name is empty"),
        (4, "a.yaml:4: Ann: open secrets not answered yet (open_secrets)"),
        (7, "a.yaml:7: WA-5.1: Bo: 4 books (books.A)"),
    ]


WRONG = {
    "nothing": ((), (), ["a.yaml: valid."]),
    "a violation": (
        (EMPTY,), (),
        ["a.yaml:2: WA-6.1: the name is empty", "a.yaml: 1 violation.",
         "To read the clause: scoring rule WA-6.1"],
    ),
    "a missing answer": (
        (), (OPEN,),
        ["a.yaml:4: Ann: open secrets not answered yet (open_secrets)",
         "a.yaml: 1 answer missing."],
    ),
    "both, of each two": (
        (NO_FILE, EMPTY), (OPEN, OPEN),
        ["a.yaml: WA-1.1: the deck is short", "a.yaml:2: WA-6.1: the name is empty",
         "a.yaml:4: Ann: open secrets not answered yet (open_secrets)",
         "a.yaml:4: Ann: open secrets not answered yet (open_secrets)",
         "a.yaml: 2 violations, 2 answers missing.", "To read the clause: scoring rule WA-1.1"],
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


def test_of_more_faults_than_are_told_the_rest_is_counted() -> None:
    lines = [(at, f"a.yaml:{at}: wrong") for at in range(1, MOST_FAULTS + 1002)]
    first = [said for _, said in lines[:MOST_FAULTS]]
    assert [*show.told("a.yaml", lines[:MOST_FAULTS])] == first
    for more, said in (1, "1"), (1001, "1,001"):
        assert [*show.told("a.yaml", lines[: MOST_FAULTS + more])] == [
            *first,
            f"a.yaml: and {said} more like these",
        ]


def test_problems_of_shape_stand_among_the_faults_of_the_rest_by_their_lines() -> None:
    error = DataError(
        Problem(message="no such key", file="a.yaml", line=5),
        Problem(message="found a list", file="a.yaml", line=1),
    )
    assert [*show.unusable(error, None)] == ["a.yaml:1: found a list", "a.yaml:5: no such key"]
    assert [*show.unusable(error, Report("x", (EMPTY, BOOKS)))] == [
        "a.yaml:1: found a list",
        "a.yaml:2: WA-6.1: the name is empty",
        "a.yaml:5: no such key",
        "a.yaml:7: WA-5.1: Bo: 4 books (books.A)",
    ]


def test_an_unreadable_file_is_answered_with_what_else_is_wrong_in_it() -> None:
    found = Violation("WA-6.1", "players.0.name", 2, "the name is empty")
    rest = Answer("winstons_archive", True, True, (found,), missing=("players.0.books",))
    assert plain(unreadable("winstons_archive", ["one", "two"], rest)) == {
        "game": "winstons_archive",
        "valid": False,
        "final": False,
        "violations": [
            {"rule": "WA-6.1", "where": "players.0.name", "line": 2, "message": "the name is empty"}
        ],
        "standings": [],
        "missing": ["players.0.books"],
        "winners": [],
        "leaders": [],
        "decided_by": None,
        "error": ["one", "two"],
    }
    alone = unreadable(None, [])
    assert (alone.game, alone.violations, alone.missing, alone.error) == (None, (), (), ())


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


def test_a_clause_says_its_text_what_is_ours_and_the_house_option() -> None:
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
        f"House option {option}",
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


def test_a_summary_of_random_games() -> None:
    """The longest bar has forty signs."""
    seats = [Counter({-3: 1, 2: 1}), Counter({2: 2, 4: 1})]
    assert [*show.summary_lines(summary(2, seats=seats, out=2, shared=1))] == [
        "4 games of winstons_archive, 2 players, seed 9: 50 decisions, 100 per second",
        "length in decisions: 10 to 20, median 10",
        "rounds: always 7",
        "ended by: no cards, 4 of 4 games",
        "players out: 2; shared wins: 1",
        "seat 1 wins  75.0 %  (95 % interval 30.1 to 95.4 %)",
        "seat 2 wins  25.0 %  (95 % interval 4.6 to 69.9 %)",
        "points: -3 to 4, mean 1.4, median 2, standard deviation 2.3",
        "points of seat 1: mean -0.5, median -0.5, standard deviation 2.5",
        "points of seat 2: mean 2.7, median 2, standard deviation 0.9",
        f"  -3 points        1  {'#' * 13}",
        "  -2 points        0",
        "  -1 points        0",
        "   0 points        0",
        "   1 point         0",
        f"   2 points        3  {'#' * 40}",
        "   3 points        0",
        f"   4 points        1  {'#' * 13}",
    ]


def test_scores_far_apart_share_rows() -> None:
    """A hundred of them would say nothing."""
    lines = [*show.summary_lines(summary(1, seats=[Counter({-3: 1, 12: 3, 105: 2})]))]
    assert lines[6:] == [
        "points: -3 to 105, mean 40.5, median 12, standard deviation 45.9",
        f" -10 to -1 points        1  {'#' * 13}",
        "    0 to 9 points        0",
        f"  10 to 19 points        3  {'#' * 40}",
        *[f"{f'{tens} to {tens + 9}':>10} points        0" for tens in range(20, 100, 10)],
        f"100 to 109 points        2  {'#' * 27}",
    ]
    for most in (19, 20, 399, 1_000_000):
        rows = [*show.histogram(Counter({-7: 1, most: 2}))]
        assert 8 <= len(rows) <= show.MOST_BINS + 1


def test_a_summary_of_a_solitaire_and_of_games_without_a_score() -> None:
    lines = [*show.summary_lines(summary(1))]
    assert lines[0].startswith("4 games of winstons_archive, 1 player, seed 9: ")
    assert lines[4:] == [
        "players out: 0; shared wins: 0",
        "won  75.0 %  (95 % interval 30.1 to 95.4 %)",
    ]
    few = [*show.summary_lines(summary(1, seats=[Counter({5: 1, 6: 200})]))]
    assert few[-2:] == ["   5 points        1", f"   6 points      200  {'#' * 40}"]
