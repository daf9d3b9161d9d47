"""A comparison as one page of HTML: charts that print in black and white, and every figure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from card_data.version import version
from scoring.bins import bins
from scoring.compare.archive import Archived
from scoring.compare.evenings import clip_file, moved_said, points, positions_said
from scoring.compare.figures import KINDS
from scoring.compare.findings import Finding, chief
from scoring.compare.report import Numbers, Report

WIDTH, HEIGHT, FOOT, SIDE = 640, 170, 34, 44  # of a chart, and of its margins for labels
MOST_BINS = 24
MOST_LABELS = 12  # under the bars of a chart
MOST_ROWS = 200  # figures of a kind on a page
MOST_POSITIONS = 500
TOPS = (2, 4, 6, 8, 10, 20, 40, 60, 80, 100)  # per cent, of an axis
HEADINGS = {"length": "Length in {}s", "score": "Scores of all players", "margin": "Margins"}
OPTION = re.compile(r"--[a-z]+\b")  # of the command
REACH, BAND = 60, 18  # half the width, and the height, of the picture of an interval


class Bar(NamedTuple):
    """A bar of a chart, in its units of length."""

    x: float
    y: float
    width: float
    height: float
    new: bool
    said: str


class Tick(NamedTuple):
    """A label of an axis, and where along it it stands."""

    at: float
    label: str


class Chart(NamedTuple):
    """Bars for the old and the new rules, side by side, with their axes."""

    title: str
    about: str
    bars: list[Bar]
    below: list[Tick]
    beside: list[Tick]


class Span(NamedTuple):
    """The picture of an interval about no change: its ends, and the difference."""

    least: float
    most: float
    at: float


class Row(NamedTuple):
    """A figure in a table."""

    subject: str
    said: Numbers
    unit: str
    span: Span
    verdict: str


def page(report: Report) -> str:
    """The report as a page that needs no other file."""
    environment = Environment(
        loader=PackageLoader("scoring.compare", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["typed"] = typed
    return environment.get_template("page.html").render(
        report=report,
        found=report.found,
        game=report.found.old.game.title,
        names=[clip_file(rules.name) for rules in (report.found.old, report.found.new)],
        chiefs=[row(report, one) for one in report.found.findings if chief(one.figure)],
        told=[report.sentence(one) for one in report.found.told if chief(one.figure)],
        details=[row(report, one) for one in report.found.told if not chief(one.figure)],
        kinds=list(kinds(report)),
        charts=list(charts(report)),
        positions_said=positions_said(report.positions),
        positions=[told(one) for one in telling(report.positions)[:MOST_POSITIONS]],
        sizes={"width": WIDTH, "height": HEIGHT, "side": SIDE, "reach": REACH, "band": BAND},
        version=version(),
    )


def typed(line: str) -> Markup:
    """A line with the options of the command in it as they are typed, each on one line.

    >>> typed("Try --bots greedy & see")
    Markup('Try <code>--bots</code> greedy &amp; see')
    """
    return Markup(OPTION.sub(r"<code>\g<0></code>", str(escape(line))))


def row(report: Report, finding: Finding) -> Row:
    """A figure as a row of a table."""
    verdict = "no change found"
    if finding.told:
        verdict = "rises" if finding.estimate.difference > 0 else "falls"
    elif not finding.differing:
        verdict = "the same"
    unit = "% points" if KINDS[finding.figure.kind].share else report.unit(finding.figure)
    return Row(report.subject(finding.figure), Numbers(finding), unit, span(finding), verdict)


def span(finding: Finding) -> Span:
    """An interval on a scale of its own, with no change in the middle."""
    difference = finding.estimate.difference
    widest = max(abs(finding.least), abs(finding.most), abs(difference)) or 1.0
    least, most, at = (
        round(REACH * (1 + 0.94 * value / widest), 1)
        for value in (finding.least, finding.most, difference)
    )
    return Span(least, most, at)


def kinds(report: Report) -> Iterator[tuple[str, list[Row], int]]:
    """The details by their kinds: the heading, the rows, and how many more there are."""
    for kind, group in groupby(report.details, key=lambda one: one.figure.kind):
        found = sorted(group, key=lambda one: (not one.told, -one.weight))
        rows = [row(report, one) for one in found[:MOST_ROWS]]
        yield KINDS[kind].heading, rows, len(found) - len(rows)


def telling(positions: Sequence[Archived]) -> list[Archived]:
    """The archived positions of which there is something to say."""
    return [one for one in positions if one.moved or one.problems]


def told(one: Archived) -> tuple[str, list[str]]:
    """What becomes of an archived position: its file, and what is said of it."""
    return clip_file(one.file), [*one.problems, *map(moved_said, one.moved)]


# Charts


def charts(report: Report) -> Iterator[Chart]:
    """What can be drawn of the first games."""
    pairs = report.found.first
    for name, heading in HEADINGS.items():
        old, new = pairs.spreads[name]
        if old and new and len({*old, *new}) > 1:
            yield spread(heading.format(pairs.unit), old, new)
    seats = [one for one in report.found.findings if one.figure.kind == "seat"]
    if seats:
        yield by_seat(seats)


def spread(title: str, old: Counter[int], new: Counter[int]) -> Chart:
    """How often each value came, in shares of all."""
    bars = bins([*old, *new], MOST_BINS)
    size = len(bars[0])
    shares = [
        [sum([side[value] for value in values]) / side.total() for side in (old, new)]
        for values in bars
    ]
    labels = [points(values[0]) for values in bars]
    spans = labels
    if size > 1:
        spans = [f"{points(values[0])} to {points(values[-1])}" for values in bars]
    counted = f", {size} values to a bar" if size > 1 else ""
    about = f"Share of each under the old rules (outlined) and the new ones (solid){counted}."
    return chart(title, about, shares, labels, spans)


def by_seat(seats: Sequence[Finding]) -> Chart:
    """The wins of each seat."""
    ordered = sorted(seats, key=lambda one: int(one.figure.name))
    shares = [[one.estimate.old, one.estimate.new] for one in ordered]
    labels = [f"seat {one.figure.name}" for one in ordered]
    about = "Share of games won under the old rules (outlined) and the new ones (solid)."
    return chart("Wins by seat", about, shares, labels, labels)


def chart(
    title: str,
    about: str,
    shares: Sequence[Sequence[float]],
    labels: Sequence[str],
    spans: Sequence[str],
) -> Chart:
    """A chart of shares, old and new side by side."""
    top = round_top(max(share for pair in shares for share in pair))
    step = (WIDTH - SIDE) / len(shares)
    scale = (HEIGHT - FOOT - 8) / top
    bars = [
        Bar(
            round(SIDE + step * (at + 0.1 + 0.4 * side), 2),
            round(HEIGHT - FOOT - scale * share, 2),
            round(0.4 * step, 2),
            round(scale * share, 2),
            bool(side),
            f"{spans[at]}, {('old', 'new')[side]}: {100 * share:.1f} %",
        )
        for at, pair in enumerate(shares)
        for side, share in enumerate(pair)
    ]
    every = -(-len(labels) // MOST_LABELS)
    labelled = range(0, len(labels), every)
    below = [Tick(round(SIDE + step * (at + 0.5), 2), labels[at]) for at in labelled]
    beside = [
        Tick(round(HEIGHT - FOOT - scale * top * part, 2), f"{100 * top * part:.3g} %")
        for part in (0, 0.5, 1)
    ]
    return Chart(title, about, bars, below, beside)


def round_top(share: float) -> float:
    """The share at the top of a chart's axis, whose half is a round number too.

    >>> round_top(0), round_top(0.183), round_top(0.7), round_top(1)
    (0.02, 0.2, 0.8, 1.0)
    """
    return next(top for top in TOPS if 100 * share <= top + 1e-9 or top == TOPS[-1]) / 100
