"""Reports and summaries as text."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import count, groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import card_data
from card_data import DataError, Game
from card_data.house import report_lines
from card_data.limits import MOST_FAULTS
from card_data.problems import printable
from card_data.reading.documents import parse
from card_data.text import plural
from scoring import games
from scoring.positions import dump
from scoring.positions.findings import Finding, Unanswered, order
from scoring.positions.partial import points_so_far
from scoring.positions.positions import PositionFile, Report
from scoring.positions.result import Result
from scoring.positions.rules import rules_of
from scoring.positions.sheet_document import SheetDocument

if TYPE_CHECKING:
    from scoring.clauses import FoundClause
    from scoring.play.simulate import Summary
    from scoring.positions.json_models import Length, Points

Rows = list[list[str]]
MOST_BINS = 20  # rows of a histogram, and one more
LONGEST_BAR = 40


def sorted_problems(file: str, found: Report) -> list[tuple[int, str]]:
    """Return all findings and missing answers of a file, in words, each with its key for sorting:
    its line, or how far down it is on its sheets."""
    lines = [
        (order(one), with_place(file, one, f"{one.rule}: {one.text}")) for one in found.findings
    ]
    lines += [(order(one), f"{location(file, one)}: {one.text}") for one in found.unanswered]
    return sorted(lines, key=itemgetter(0))


def with_place(file: str, found: Finding, words: str) -> str:
    """Return a finding with its place: before the words its line or its field on a sheet, after
    them the place in the file as a person follows it."""
    place = f" ({found.place})" if found.place and found.at is None else ""
    return f"{location(file, found)}: {words}{place}"


def location(file: str, found: Finding | Unanswered) -> str:
    """Return the line of a file, or the page of a form and the label of the field."""
    if found.at is not None:
        return ": ".join(filter(None, (found.at.shown, found.at.label)))
    return f"{file}:{found.line}" if found.line else file


def with_data(command: str, data: Path | None) -> str:
    """Return a command to type, with ``--data`` if the user has a folder of games."""
    return command if data is None else f"{command} --data {shlex.quote(str(data))}"


def problem_lines(file: str, found: Report, data: Path | None, then: str = "") -> Iterator[str]:
    """Yield all findings of a file, in the order of its lines, then a summary; warnings come first.
    ``data`` is the user's folder of games, if any."""
    warned = [(one, f"warning: {one.rule}: {one.text}") for one in found.warnings]
    yield from first_problems(
        file, [(order(one), with_place(file, one, words)) for one, words in warned]
    )
    yield from first_problems(file, sorted_problems(file, found))
    if not found.sound:
        broken = [f"{plural(len(found.findings), 'rule')} broken"] if found.findings else []
        missing = [f"{plural(len(found.missing), 'answer')} missing"] if found.missing else []
        yield f"{file}: {then}{', '.join(broken + missing)}"
    yield from [fix.said for fix in found.fixes]
    if found.findings:
        yield f"To read the clause: {with_data(f'scoring rule {found.findings[0].rule}', data)}"


def unusable(error: DataError, rest: Report | None) -> Iterator[str]:
    """Yield the problems of an unusable file, and the findings of its readable ``rest``, by
    lines."""
    lines = [(problem.line, str(problem)) for problem in error.problems]
    if rest is not None:
        lines += sorted_problems(error.problems[0].file, rest)
    yield from first_problems(error.problems[0].file, sorted(lines, key=itemgetter(0)))


def first_problems(file: str, lines: Sequence[tuple[int, str]]) -> Iterator[str]:
    """Yield the first `MOST_FAULTS` problems, and how many more there are."""
    yield from [said for _, said in lines[:MOST_FAULTS]]
    more = len(lines) - MOST_FAULTS
    if more > 0:
        yield f"{file}: and {more:,} more like these"


def notes_on(found: Report) -> Iterator[str]:
    """Yield notes on the source of a position, and the house rules in force."""
    yield from (f"Note: {note}." for note in found.notes)
    yield from report_lines(found.options)


def checked(file: str, found: Report, data: Path | None) -> Iterator[str]:
    """Yield the findings of a check and the layers that ran."""
    yield from problem_lines(file, found, data)
    if found.sound:
        yield f"{file}: valid."
    yield from found.provisional
    yield f"Checked: {', '.join(found.layers)}."


def table(result: Result) -> Rows:
    """Return the standings as rows of cells, the heading first."""
    labels = [part.words for part in result.standings[0].tally.parts] if result.standings else []
    rows = [["place", "player", *labels, "total"]]
    for standing in result.standings:
        points = [f"{'×' * part.factor}{part.points}" for part in standing.tally.parts]
        total = "-" if standing.total is None else str(standing.total)
        name = printable(standing.player) + (" (out)" if standing.tally.out else "")
        rows.append([str(standing.place), name, *points, total])
    return rows


def outcome(found: Report) -> Iterator[str]:
    """Yield who won or leads, why the score is not final, how ties are decided; or the points so
    far."""
    if found.so_far:
        yield points_so_far(found.so_far)
    if found.result is not None:
        for standing in found.result.standings:
            yield from [f"{standing.player}: {note}" for note in standing.tally.notes]
        yield from found.result.notes
    yield from found.provisional
    if found.result is not None:
        yield found.result.verdict
        if found.result.chain is not None:
            yield str(found.result.chain)


def scored(file: str, found: Report, data: Path | None) -> Iterator[str]:
    """Yield the standings as plain lines, or why a file was not scored."""
    yield from problem_lines(file, found, data, "not scored: ")
    if found.result is not None:
        yield f"{file}: {found.game}"
        yield from plain(table(found.result))
    yield from outcome(found)


def entered(file: str, found: Report, data: Path | None) -> Iterator[str]:
    """Yield the score of a position that somebody has just entered, and so knows what is open."""
    if found.findings or found.sound:
        yield from scored(file, found, data)
    else:
        yield f"{file}: not scored: {plural(len(found.missing), 'answer')} missing"
        yield from outcome(found)


def blank(game: Game[Any]) -> Iterator[str]:
    """Yield an empty position; below the name of its game is what it is made for."""
    for line in rules_of(game).blank(game).splitlines():
        yield line
        if line == f"game: {game.id}":
            yield f"data: {game.fingerprint}  # the data that it is made for"
            options = ", ".join(f"{name}: {word}" for name, word in game.house.items())
            yield from [f"options: {{{options}}}  # the house rules"] if options else []


def listed(data: Path | None) -> Iterator[str]:
    """Yield all games, each with its title, its players, and what can be done with it."""
    rows = [["game", "title", "players", "what can be done"]]
    for name in card_data.names(data):
        game = card_data.load(name, data)
        done = ["score, check, show, fill, play, simulate"] * (name in games.names())
        done += ["score, check, show, fill"] * (game.scoresheet is not None)
        done += ["advise"] * (name in games.with_advice())
        rows.append([name, game.title, game.head.players.words(), ", ".join(done) or "print only"])
    yield from plain(rows, left=range(len(rows[0])))


def extracted(file: str, filled: PositionFile) -> Iterator[str]:
    """Yield a position from forms as its file, each value with the label of its field."""
    lines = [*dump.lines(filled)]
    document = parse("\n".join(lines), file)
    yield from commented([f"Read from {file}", *filled.notes])
    for path in document.marks:
        value, (line, column) = document.value(path), document.mark(path)
        if isinstance(value, dict | list) or not isinstance(filled.document, SheetDocument):
            continue
        at, rest = filled.document.field(tuple(map(str, path))), lines[line - 1][column - 1 :]
        if at and (rest.startswith("|") or len(rest) >= len(value or "")):  # else it is wrapped
            empty = ", not answered" if value is None else ""
            page = f"page {at.page}" if at.file == file else at.shown
            said = f"{at.label} ({page}){empty}"
            lines[line - 1] += f"  # {printable(said)}"
    yield from lines


def commented(lines: Iterable[str]) -> Iterator[str]:
    """Return lines as comments of a YAML file."""
    return (f"# {line}".rstrip() for line in lines)


def plain(rows: Rows, left: Container[int] = (1,)) -> Iterator[str]:
    """Yield rows as lines with aligned columns: those whose numbers, from 0, are in ``left`` to the
    left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def narrow(rows: Rows, width: int) -> Iterator[str]:
    """Yield rows as lines; a table that is wider than ``width`` is turned, each row to a column.

    >>> for line in narrow([["place", "player", "books"], ["1", "Ann", "12"]], 12):
    ...     print(line)
    place     1
    player  Ann
    books    12
    """
    lines = [*plain(rows)]
    if max(map(len, lines)) <= width:
        yield from lines
        return
    turned = [*zip(*rows, strict=True)]
    first, *others = [max(map(len, row)) for row in rows]
    for label, *cells in turned:
        right = [cell.rjust(wide) for cell, wide in zip(cells, others, strict=True)]
        yield "  ".join([label.ljust(first), *right])


def clause_lines(found: FoundClause) -> Iterator[str]:
    """Yield a clause with its section and game."""
    scorer = ", for the scorer" if found.scorer else ""
    name, of = (found.clause.id, found.card) if found.clause.id else (found.card, "")
    yield f"{name} ({found.game.title}: {of or found.section}{scorer})"
    yield from said(found)


def said(found: FoundClause) -> Iterator[str]:
    """Yield the text of a clause, our additions to it, and its house rule's present value."""
    clause = found.clause
    parts = {
        "": clause.text,
        "This kit's ruling: ": clause.ruling,
        "This kit's house data: ": clause.house,
        "The scorer: ": clause.scorer,
        "House rule ": found.option(),
    }
    yield from [f"{what}{words}" for what, words in parts.items() if words]


def booklet_lines(booklet: Sequence[FoundClause]) -> Iterator[str]:
    """Yield all rules of a game, section by section, and its cards whose text is a rule."""
    yield booklet[0].game.title
    for (section, scorer), clauses in groupby(booklet, key=attrgetter("section", "scorer")):
        yield from ("", f"{section} (for the scorer)" if scorer else section)
        for found in clauses:
            yield f"  {found.clause.id} {found.card}".rstrip()
            yield from [f"    {line}" for line in said(found)]


def spread(length: Length) -> str:
    """Return the least and the greatest number, or the only one."""
    if length.min == length.max:
        return f"always {length.min}"
    return f"{length.min} to {length.max}, median {length.median:g}"


def summary_lines(summary: Summary) -> Iterator[str]:
    """Yield the results of random games."""
    found = summary.answer()
    yield from report_lines(summary.options)
    players = plural(summary.players, "player")
    yield (
        f"{plural(summary.games, 'game')} of {summary.game}, {players}, "
        f"seed {summary.seed}: {found.decisions} decisions, {found.decisions_per_second} per second"
    )
    yield f"length in decisions: {spread(found.length)}"
    yield f"{found.unit}s: {spread(found.took)}"
    for why, number in found.ends.items():
        yield f"ended by: {why}, {number} of {summary.games} games"
    yield f"players out: {summary.out}; shared wins: {summary.shared}"
    for seat, won in enumerate(found.wins, 1):
        between = f"95 % interval {100 * won.least:.1f} to {100 * won.most:.1f} %"
        whose = f"seat {seat} wins" if summary.players > 1 else "won"
        yield f"{whose} {100 * won.share:5.1f} %  ({between})"
    if found.points is None:
        return
    yield f"points: {found.points.min} to {found.points.max}, {average(found.points)}"
    for seat, points in enumerate(found.points_by_seat if summary.players > 1 else (), 1):
        if points is not None:
            yield f"points of seat {seat}: {average(points)}"
    yield from histogram(summary.scores)


def average(points: Points) -> str:
    """Return the average of scores, and their spread."""
    spread = f"standard deviation {points.deviation:.1f}"
    return f"mean {points.mean:.1f}, median {points.median:g}, {spread}"


def histogram(scores: Counter[int]) -> Iterator[str]:
    """Yield how many players had how many points, a row for each bin of points."""
    rows = {
        f"{values[0]} to {values[-1]}" if values[1:] else f"{values[0]}": sum(
            [scores[points] for points in values]
        )
        for values in bins(scores, MOST_BINS)
    }
    most, width = max(rows.values()), max(4, *map(len, rows))
    for points, number in rows.items():
        bar = "#" * round(LONGEST_BAR * number / most)
        unit = "point " if points == "1" else "points"
        yield f"{points:>{width}} {unit}  {number:7}  {bar}".rstrip()


def bins(values: Collection[int], most: int) -> list[range]:
    """Return bins of one width, which is 1, 2 or 5 or these times 10, 100 …, from the least of
    ``values`` to the greatest: at most ``most``, and one more where the first begins below the
    least.

    >>> bins([3, 7], 4), [one.stop - one.start for one in bins([0, 24], 2)]
    ([range(2, 4), range(4, 6), range(6, 8)], [20, 20])
    """
    low, high = min(values), max(values)
    widths = (step * 10**zeros for zeros in count() for step in (1, 2, 5))
    width = next(one for one in widths if one * most > high - low)
    return [range(at, at + width) for at in range(low - low % width, high + 1, width)]
