"""Die lines: the outlines of the pieces on a sheet, and nothing else, for cutting plotters and die
makers.

A file has the size of the sheet, and its outlines register with the printed page. All lengths are
mm.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from card_data import DataError, Problem
from card_data.problems import did_you_mean, quote
from card_data.program.staging import Staging
from printkit.drawing.areas import flattened
from printkit.drawing.paths import path_data
from printkit.drawing.shapes import OUTLINED
from printkit.options import LineFormat, Options, keyword_line
from printkit.printing.cuts import knife_cuts
from printkit.printing.jobs import select_jobs, sharing_sheets
from printkit.printing.plan import cuts_of
from printkit.sheets.layout import Layout, common_keywords, lay_out
from printkit.sheets.profiles import HAIRLINE, SPOT
from printkit.sheets.settings import settings_for
from printkit.sheets.sheet import Outlines, Sheet, outlines
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

MAGENTA = "#ff00ff"


def die_files(
    game: str, only: Sequence[str], kind: LineFormat, out: Path, options: Options
) -> dict[Path, list[int]]:
    """Write the die lines of the sheets of the components in ``only``, one file for all that are
    cut alike; each file with the numbers of its pages.

    Raise `DataError` for an unknown component, or one whose sheets are not cut.
    """
    if not only:
        message = f"is missing: name what is to be cut, as in printkit die {game} --only deck"
        raise DataError(Problem(message=message, file="--only"))
    made: dict[str, tuple[list[int], bytes]] = {}
    for one in only:
        made |= contents(game, one, kind, options)
    folder = out / game
    with Staging(out) as staging:
        for name, (_, raw) in made.items():
            staging.write(folder / name, raw)
        staging.move_all()
    return {folder / name: numbers for name, (numbers, _) in made.items()}


def contents(
    game: str, component: str, kind: LineFormat, options: Options
) -> dict[str, tuple[list[int], bytes]]:
    """Return each file by its name: the numbers of the pages that it is for, and its contents."""
    layout = layout_of(game, component, options)
    alike: dict[Outlines, list[int]] = {}
    for number, sheet in enumerate(layout.sheets, 1):
        if not sheet.back and is_cut(sheet, layout, options):
            alike.setdefault(outlines(sheet), []).append(number)
    if not alike:
        message = "its sheets have nothing to cut out"
        raise DataError(Problem(message=message, file=f"{game} {component}", typed=True))
    keys = keyword_line(common_keywords(layout.game, options, [layout], die=component))
    title = f"{layout.game.title}: {layout.title}, die lines"
    files: dict[str, tuple[list[int], bytes]] = {}
    for lines, numbers in alike.items():
        sheet = layout.sheets[numbers[0] - 1]
        name = layout.name if len(alike) == 1 else f"{layout.name}-{numbers[0]}"
        if kind == "svg":
            raw = as_svg(sheet, lines, title)
        elif kind == "dxf":
            raw = as_dxf(sheet, lines)
        else:
            raw = as_pdf(sheet, lines, title, keys)
        files[f"{name}.{kind}"] = numbers, raw
    return files


def layout_of(game: str, component: str, options: Options) -> Layout:
    """The layout whose sheets hold a component when its whole game is built."""
    settings = settings_for(options)
    jobs = select_jobs([game], (), options, settings)
    for one, name, co_printed in sharing_sheets(jobs, settings, packed=options.share_sheets):
        if component in (name, *co_printed):
            return lay_out(one, name, options, Typesetter(), co_printed, settings)
    known = [name for _, name in jobs]
    message = f"no component called {quote(component)}{did_you_mean(component, known)}"
    raise DataError(Problem(message=message, file="--only"))


def is_cut(sheet: Sheet, layout: Layout, options: Options) -> bool:
    """Whether anything is cut out of a sheet; a booklet is folded, a leaf of paper stays whole."""
    if options.folds(layout.component):
        return False
    faces = [one.face for one in sheet.placements]
    return cuts_of(sheet, layout, knife_cuts) > 0 or any(face.shape in OUTLINED for face in faces)


def as_svg(sheet: Sheet, lines: Outlines, title: str) -> bytes:
    import svgwrite

    size = f"{sheet.width:g}mm", f"{sheet.height:g}mm"
    view = f"0 0 {sheet.width:g} {sheet.height:g}"
    document = svgwrite.Drawing(size=size, viewBox=view, debug=False)
    document.set_desc(title=title)
    group = document.g(id=SPOT, fill="none", stroke=MAGENTA, stroke_width=HAIRLINE)
    for steps in lines:
        group.add(document.path(path_data(steps)))
    document.add(group)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document.tostring()}\n'.encode()


def as_dxf(sheet: Sheet, lines: Outlines) -> bytes:
    """A DXF of release 12 in mm, from the bottom left corner of the sheet up; its closed polylines
    are on one layer named after the spot colour, curves as chords.

    A group code and its value are a line each.
    """
    size = (10, sheet.width), (20, sheet.height)
    groups: list[tuple[int, object]] = [
        (0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, 4),
        (9, "$EXTMIN"), (10, 0), (20, 0), (9, "$EXTMAX"), *size, (0, "ENDSEC"),
        (0, "SECTION"), (2, "ENTITIES"),
    ]  # fmt: skip
    from_below = (1.0, 0.0, 0.0, -1.0, 0.0, sheet.height)
    for ring in (ring for steps in lines for ring, _ in flattened(steps, from_below)):
        groups += [(0, "POLYLINE"), (8, SPOT), (66, 1), (70, 1)]
        for x, y in ring:
            groups += [(0, "VERTEX"), (8, SPOT), (10, round(x, 3)), (20, round(y, 3))]
        groups += [(0, "SEQEND"), (8, SPOT)]
    groups += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in groups).encode()


def as_pdf(sheet: Sheet, lines: Outlines, title: str, keys: str) -> bytes:
    """A PDF page whose outlines are stroked in the spot colour, 100 % magenta on other devices."""
    from printkit.painting.pdf import UNIT, Meta, PdfPainter, stroke_contour

    file = io.BytesIO()
    canvas = PdfPainter(file, Meta(title, "", "", keys, ""), Fonts(), {}).canvas
    size = sheet.width * UNIT, sheet.height * UNIT
    canvas.setPageSize(size)
    canvas.transform(UNIT, 0, 0, -UNIT, 0, size[1])
    stroke_contour(canvas, lines, SPOT)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
