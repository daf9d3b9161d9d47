"""The command ``scoring fill``: a position, or what a record came to, written into forms."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from card_data import DataError, Problem
from card_data.documents import Document
from card_data.problems import clip
from card_data.words import counted
from scoring.cli.playing import refused
from scoring.cli.show import with_data
from scoring.positions.positions import Filled, PositionReader, Report, read_document
from scoring.sheets.fields import Entry

if TYPE_CHECKING:
    from scoring.sheets.fill import Written

MOST_NAMED = 3  # entries that a note names


class Look(NamedTuple):
    """The options that say which new sheets are filled in, and how these look."""

    paper: str | None
    only: tuple[str, ...]
    low_ink: bool
    large_print: bool

    def refuse(self) -> None:
        """Refuse them where no new sheets are made."""
        for name, value in self._asdict().items():
            if value:
                message = "cannot be combined with --into, which fills in a sheet that is there"
                raise DataError(Problem(message=message, file=f"--{name.replace('_', '-')}"))


def position_in(
    source: Path | Document, name: str, reader: PositionReader
) -> tuple[Filled, list[str]]:
    """The position in a file, or what the record there came to, with notes on it; raise `DataError`
    for what is neither, and for a record with a move that the rules refuse."""
    document = read_document(source)
    keys = document.keys()
    if "record" not in keys:
        return reader.read(document), []
    from scoring.play import records

    recorded = records.read(document, reader.data, reader.house)
    played = records.play_back(recorded)
    if played.play is None or played.findings:
        raise DataError(*refused(played, name))
    notes = list(played.notes)
    if played.play.decision is not None:
        moves = counted(len(played.play.moves), "move")
        notes.append(f"the game is not over: the sheets are as they are after {moves}")
    return played.play.filled(), notes


def notes_on(
    file: str, report: Report, data: Path | None, left_over: Sequence[Entry]
) -> Iterator[str]:
    """What whoever uses the sheets should know of the position in them."""
    wrong = [counted(len(report.findings), "violation")] if report.findings else []
    missing = [f"{counted(len(report.missing), 'answer')} missing"] if report.missing else []
    if wrong or missing:
        command = with_data(f"scoring check {shlex.quote(file)}", data)
        yield f"{' and '.join(wrong + missing)}; to see them: {command}"
    if left_over:
        named = [f"{name} ({clip(text)})" for name, text in left_over[:MOST_NAMED]]
        more = len(left_over) - len(named)
        and_more = f" and {more:,} more" if more else ""
        yield f"the sheets have no place for {', '.join(named)}{and_more}"


def written(
    filled: Filled,
    look: Look,
    out: Path | None,
    into: Path | None,
    data: Path | None,
    *,
    flat: bool,
) -> Written:
    """Fill in the sheets that the command line asks for; raise `DataError` if it asks for none, or
    for those that cannot be, and `OSError` where a file cannot be written."""
    from scoring.sheets import fill

    if into is not None:
        look.refuse()
        return fill.write_into(filled, into, out, flat=flat)
    if out is None:
        message = "say where the sheets go, or with --into SHEET.pdf which form to fill in"
        raise DataError(Problem(message=message, file="--out"))
    options = fill.options(look.paper, data, low_ink=look.low_ink, large_print=look.large_print)
    return fill.write(filled, out, options, look.only, flat=flat)
