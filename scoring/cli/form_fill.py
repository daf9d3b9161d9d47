"""The command ``scoring form fill``: a position, or that of a record, written into forms."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from card_data.problems import quote
from card_data.reading.documents import Document
from card_data.text import join_first, plural
from scoring.cli.show import with_data
from scoring.positions.positions import PositionFile, PositionReader, Report, read_document
from scoring.sheets.fields import Entry
from scoring.sheets.fill import changed_by_blanks


def position_in(
    source: Path | Document, name: str, reader: PositionReader
) -> tuple[PositionFile, list[str]]:
    """Return the position in a file, or that after the moves of a record, with notes on it; raise
    `DataError` for other files, and for a record with a move that the rules refuse."""
    document = read_document(source)
    keys = document.keys()
    if "record" not in keys:
        return reader.read(document), []
    from scoring.play import records

    recorded = records.read(document, reader.data, reader.house)
    play = records.play_of(recorded, name)
    notes = [*records.differences(recorded.record, recorded.game, reader.house)]
    if play.decision is not None:
        moves = plural(len(play.moves), "move")
        notes.append(f"the game is not over: the sheets are as they are after {moves}")
    return play.filled(), notes


def notes_on(
    file: str, filled: PositionFile, report: Report, data: Path | None, left_over: Sequence[Entry]
) -> Iterator[str]:
    """Yield notes on a position for those who use its sheets."""
    wrong = [f"{plural(len(report.findings), 'rule')} broken"] if report.findings else []
    missing = [f"{plural(len(report.missing), 'answer')} missing"] if report.missing else []
    if wrong or missing:
        command = with_data(f"scoring check {shlex.quote(file)}", data)
        yield f"{' and '.join(wrong + missing)}; to see them: {command}"
    if left_over:
        named = join_first([f"{name} ({quote(text)})" for name, text in left_over])
        yield f"the sheets have no place for {named}"
    if changed := changed_by_blanks(filled):
        named = join_first(changed)
        yield f"an empty box does not tell no from not answered: read back, {named} will differ"
