"""A position as a picture: the game's own sheets filled in, with faults marked."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from card_data import DataError, Problem
from card_data.problems import quote
from card_data.program.staging import write_file
from card_data.text import plural
from printkit.exports.filled_sheets import Kind, Note, painted, picture
from printkit.faces.filling_in import Fault, FormContents
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from scoring.positions.display import as_written
from scoring.positions.positions import PositionFile, Report
from scoring.sheets.fields import entries, field_at
from scoring.sheets.fill import number_of_forms

MOST_FINDINGS = 99  # in a picture: a number has room for two digits


def write(
    filled: PositionFile, report: Report, out: Path, dpi: int = 150, data: Path | None = None
) -> None:
    """Draw a position and its findings into an SVG or PNG file.

    Raise `DataError` for a file of another kind, a game without sheets and a picture that gets too
    large, `OSError` if the file cannot be written.
    """
    kind = kind_of(out)
    drawn = draw(filled, report, kind, dpi, data)
    write_file(out, drawn)


def kind_of(out: Path) -> Kind:
    """Return the kind of picture by a file's name."""
    for kind in get_args(Kind):
        if out.suffix.lower() == f".{kind}":
            return kind  # type: ignore[no-any-return]
    message = f"found {quote(out.name)}, expected a name that ends in .svg or .png"
    raise DataError(Problem(message=message, file="--out"))


def draw(
    filled: PositionFile,
    report: Report,
    kind: Kind = "svg",
    dpi: int = 150,
    data: Path | None = None,
) -> bytes:
    """Return a picture of a position and its findings as the contents of an SVG or PNG file.

    ``data`` is the folder of edited games that its game came from. Raise `DataError` as `write`
    does.
    """
    game, findings = filled.game, report.findings[:MOST_FINDINGS]
    written = PositionFile(game, as_written(filled.position, game))
    faults = [
        Fault(number, *field_at(written, where), found.squares)
        for number, found in enumerate(findings, 1)
        for where in (found.where, *found.also)
    ]
    missing = [".".join(where) for where in report.missing]
    filling = FormContents(entries(written), faults, missing)
    typesetter = Typesetter()
    options = Options(data=data, forms=number_of_forms(filled, filled.game.head.players.min))
    sheet = picture(game, filling, notes(report), options, typesetter)
    return painted(sheet, game.title, kind, dpi, typesetter.fonts)


def notes(report: Report) -> list[Note]:
    """Return the notes below the sheets."""
    found = [
        Note(number, finding.rule, finding.text)
        for number, finding in enumerate(report.findings[:MOST_FINDINGS], 1)
    ]
    if more := len(report.findings) - len(found):
        found.append(Note(0, "", f"{plural(more, 'more violation')} not shown here"))
    if report.missing:
        found.append(Note(0, "Dashed:", f"{plural(len(report.missing), 'answer')} missing"))
    return found
