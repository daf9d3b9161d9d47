"""Styled lines: where the faults are, columns, lines broken between words; the table in parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import card_data
from scoring.play.decisions import TABLE, Decision
from scoring.play.fit_lines import Panel
from scoring.play.moves import Choices, Deal, Order
from scoring.play.table_view import TableView, described, is_open, wrapped
from scoring.positions.display import (
    FAULT,
    Highlights,
    Line,
    Span,
    aligned,
    clipped,
    cut,
    marked_wrong,
    wrap_line,
)
from scoring.positions.findings import Finding


def plain(lines: Iterable[Line]) -> list[str]:
    return ["".join([span.text for span in line]) for line in lines]


# what is wrong is marked


def test_faulty_values_and_headings_are_marked_without_colours_too() -> None:
    faults = Highlights(
        [Finding("X-1", ("board", "left"), ""), Finding("X-1", ("players", "0"), "")]
    )
    assert faults.value(7, "board", "right") == Span("7", "")
    assert faults.value(7, "board", "right", style="bold") == Span("7", "bold")
    assert faults.value(7, "board", "left", style="bold") == Span("7!", FAULT)
    assert faults.value(None, "week") == Span("?", "yellow")
    assert faults.value(None, "board", "left") == Span("?!", FAULT)
    assert faults.value(0, "week") == Span("0", ""), "which is an answer"
    inside = Highlights([Finding("X-1", ("players", "0", "tasks", "left", "1"), "")])
    assert inside.at("players", 0, "tasks", "left")
    assert not inside.at("players", 0, "tasks", "right")
    assert not inside.at("players", 0, "name")
    around = Highlights([Finding("X-1", ("board",), "")])
    assert around.at("board", "left")
    assert not around.at("board", "left", 1), "only the group right around it"
    assert around.heading("Board", "board").text == "Board!"
    assert faults.heading("Players", "players").text == "Players"
    assert faults.heading("Ann", "players", 0) == Span("Ann!", FAULT)
    assert faults.heading("Bo", "players", 1) == Span("Bo", "bold")
    assert marked_wrong(Span("a", "dim")) == Span("a!", "bold color(231) on color(160)")


def test_the_squares_of_a_grid_are_those_of_all_findings_right_there() -> None:
    faults = Highlights(
        [
            Finding("X-1", ("players", "0", "page"), "", squares=((1, 2),)),
            Finding("X-1", ("players", "0", "page"), "", squares=((5, 6), (8, 8))),
            Finding("X-1", ("players", "1", "page"), "", squares=((3, 3),)),
        ]
    )
    assert faults.squares("players", 0, "page") == {(1, 2), (5, 6), (8, 8)}
    assert faults.squares("players", 0) == frozenset()


def test_a_long_text_is_clipped_to_forty_characters_of_one_line() -> None:
    assert clipped("a\n b\t c ") == "a b c"
    assert clipped("x" * 40) == "x" * 40
    assert clipped("x" * 41) == "x" * 37 + "..."
    assert Highlights(()).value("x" * 41, "name").text == "x" * 37 + "..."


# columns and lines


def test_columns_are_as_wide_as_their_widest_cells_with_a_gap_between() -> None:
    rows = [[Span("a", "bold"), Span("bc")], [Span("def")], []]
    assert [*aligned(rows)] == [
        [Span("a", "bold"), Span("     "), Span("bc"), Span("   ")],
        [Span("def"), Span("   ")],
        [],
    ]
    assert plain(aligned(rows, "|")) == ["a  |bc|", "def|", ""]
    assert [*aligned([])] == []
    assert [*aligned([[]])] == [[]]


FOLDED = {
    "it fits": ("ab cd", 5, ["ab cd"]),
    "one too wide": ("ab cd", 4, ["ab", "cd"]),
    "a word to the edge": ("ab cd ef", 5, ["ab cd", "ef"]),
    "blanks at the end take no room": ("ab cd   ", 5, ["ab cd"]),
    "nothing": ("   ", 2, [""]),
    "a word too long is cut": ("abcdefghi jk", 4, ["abcd", "efgh", "i jk"]),
    "blanks before a word too long are no line": ("    abcdefgh", 6, ["    ab", "cdefgh"]),
    "blanks where it is broken go": ("abc def    ghi", 8, ["abc def", "ghi"]),
    "all lines are clear of the beginning": (
        "ab  cd ef gh ij", 8, ["ab  cd", "    ef", "    gh", "    ij"],
    ),
    "and of an indent": ("  ab cd ef", 6, ["  ab", "  cd", "  ef"]),
    "and of both": ("  ab  cd ef", 12, ["  ab  cd ef"]),
    "and of both, broken": ("  ab  cd ef gh", 12, ["  ab  cd ef", "      gh"]),
    "up to half of the width": ("abc  de fg", 10, ["abc  de fg"]),
    "half of the width": ("abc  defg hij", 10, ["abc  defg", "     hij"]),
    "more than half of it": ("abcd  efg hij", 10, ["abcd  efg", "hij"]),
    "one blank is no beginning": ("ab cd ef gh ij", 8, ["ab cd ef", "gh ij"]),
}  # fmt: skip


@pytest.mark.parametrize("case", FOLDED)
def test_lines_are_broken_between_words(case: str) -> None:
    text, width, lines = FOLDED[case]
    shown = plain(wrap_line([Span(text)], width))
    assert [line.rstrip() for line in shown] == lines
    assert all(len(line) <= width for line in shown)


def test_wrapped_line_keeps_its_styles() -> None:
    line = [Span("  ab  ", "bold"), Span("cd ef", "dim"), Span("gh")]
    assert [*wrap_line(line, 12)] == [
        [Span("  ab  ", "bold"), Span("cd", "dim")],
        [Span("      "), Span("ef", "dim"), Span("gh")],
    ]
    assert [*wrap_line(line, 20)] == [line]
    assert [*cut(line, 4, 8)] == [Span("  ", "bold"), Span("cd", "dim")]
    assert [*cut(line, 6, 6)] == []


# the table during play


def test_words_after_a_heading_are_broken_clear_of_it() -> None:
    assert [*wrapped("Hand", [])] == [[Span("Hand  ", "bold"), Span("none")]]
    assert [*wrapped("Hand", ["a", "bc", "d"], width=12)] == [
        [Span("Hand  ", "bold"), Span("a, "), Span("bc,")],
        [Span("      "), Span("d")],
    ]
    assert plain(wrapped("Hand", ["a", "bc", "d"], width=13)) == ["Hand  a, bc,", "      d"]
    assert plain(wrapped("Hand", ["a", "bc"], width=11)) == ["Hand  a, bc"]
    assert plain(wrapped("Hand", ["abcdefgh", "i"], width=6)) == ["Hand  abcdefgh,", "      i"]
    assert plain(wrapped("Ha", ["x" * 72, "y"])) == [f"Ha  {'x' * 72}, y"], "79 characters"
    assert plain(wrapped("Ha", ["x" * 73, "y"])) == [f"Ha  {'x' * 73},", "    y"]


def test_decision_is_described_with_its_player_and_clause() -> None:
    choices = Choices([("take", 1), ("decline", 2)])
    assert described(Decision("Ann", "stack 1", "WA-3.1", choices)) == "Ann, stack 1 (WA-3.1)"
    assert described(Decision(TABLE, "roll", "XX-1.1", choices)) == "The table, roll (XX-1.1)"


class Plain(TableView):
    """A table of which only the view's lines are known."""

    def parts(self, view: Any, decision: object, width: int) -> Iterator[Panel]:
        yield from [Panel(0, [lines]) for lines in view]

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        return list(view)


def test_defaults_of_a_table_view() -> None:
    """Answers are told as they were given, but for hidden cards; what cannot be listed is
    described, and of what is offered for it only what is open is numbered."""
    table = Plain(card_data.load("winstons_archive"))
    assert not table.hides
    assert table.game.id == "winstons_archive"
    assert table.title("take") == ""
    view = [[[Span("a")], [Span("b")]], [], [[Span("c")]]]
    assert table.drawing(view, None, 9) == [[Span("a")], [Span("b")], [], [Span("c")]]
    assert table.drawing(view, None, 9, 2) == [[Span("a")], [Span("b"), Span(" …")]]
    chosen = Decision("Ann", "stack 1", "WA-3.1", Choices([("take", 1), ("decline", 2)]))
    shuffle = Decision(TABLE, "shuffle", "WA-2.1", Order(("A1", "A2")))
    deal = Decision(TABLE, "deal", "WA-2.1", Deal(("A1", "A2"), 1))
    assert table.told(chosen, "take", {"A1"}) == "take"
    assert table.told(shuffle, "A2 A1", {"A1"}) == ""
    assert table.told(shuffle._replace(who="Ann"), "A2 A1", {"A1"}) == "A2 a card"
    assert table.told(deal, "A2", {"A1"}) == "A2"
    assert table.offered(chosen, ["burn"]) == ["take", "decline"]
    assert table.offered(shuffle, ["A2 A1", "A3", "A1 A2"]) == ["A2 A1", "A1 A2"]
    assert [*TableView.openings(table, shuffle, None)] == ["A1 A2", "A2 A1"]
    assert is_open(chosen, "take")
    assert not is_open(chosen, "burn")
