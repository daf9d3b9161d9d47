"""Die lines: the outlines of the pieces on a sheet, and nothing else, for cutting plotters and die
makers.

A file has the size of the sheet, and its outlines register with the printed page. All lengths are
mm.
"""

from __future__ import annotations

import io
from pathlib import Path

from card_data import DataError, Problem
from card_data.problems import clip, near
from card_data.staging import Staging
from printkit.drawing.geometry import Step
from printkit.drawing.paths import path_data
from printkit.drawing.shapes import OUTLINED, outline
from printkit.options import LineFormat, Options
from printkit.printing.jobs import select_jobs, with_guests
from printkit.printing.making import cuts_of
from printkit.sheets.layout import Layout, common_keywords, lay_out
from printkit.sheets.settings import settings_for
from printkit.sheets.sheet import Sheet
from printkit.sheets.typesetting import Typesetter

SPOT = "CutContour"  # the spot colour that cutting software takes for a cut
MAGENTA = "#ff00ff"
HAIRLINE = 0.09  # mm: a quarter of a point, which cutting services ask for
Outlines = tuple[tuple[Step, ...], ...]


def die_files(
    game_component: tuple[str, str], kind: LineFormat, out: Path, options: Options
) -> dict[Path, list[int]]:
    """Write the die lines of a component's sheets, one file for all that are cut alike; each file
    with the numbers of its pages.

    Raise `DataError` for an unknown component, or one whose sheets are not cut.
    """
    made = contents(game_component, kind, options)
    folder = out / game_component[0]
    with Staging(out) as staging:
        for name, (_, raw) in made.items():
            staging.write(folder / name, raw)
        staging.move_all()
    return {folder / name: numbers for name, (numbers, _) in made.items()}


def contents(
    game_component: tuple[str, str], kind: LineFormat, options: Options
) -> dict[str, tuple[list[int], bytes]]:
    """Each file by its name: the numbers of the pages it is for, and its contents."""
    layout = layout_of(*game_component, options)
    alike: dict[Outlines, list[int]] = {}
    for number, sheet in enumerate(layout.sheets, 1):
        if not sheet.back and is_cut(sheet, layout, options):
            alike.setdefault(outlines(sheet), []).append(number)
    if not alike:
        message = "its sheets have nothing to cut out"
        file = " ".join(game_component)
        raise DataError(Problem(message=message, file=file, typed=True))
    values = common_keywords(layout.game, options, die=game_component[1])
    keys = " ".join(f"{key}={value}" for key, value in values.items())
    title = f"{layout.game.title}: {layout.title}, die lines"
    files: dict[str, tuple[list[int], bytes]] = {}
    for lines, numbers in alike.items():
        sheet = layout.sheets[numbers[0] - 1]
        name = layout.name if len(alike) == 1 else f"{layout.name}-{numbers[0]}"
        raw = as_svg(sheet, lines, title) if kind == "svg" else as_pdf(sheet, lines, title, keys)
        files[f"{name}.{kind}"] = numbers, raw
    return files


def layout_of(game: str, component: str, options: Options) -> Layout:
    """The layout whose sheets hold a component when its whole game is built."""
    settings = settings_for(options)
    jobs = select_jobs([game], (), options, settings)
    for one, name, guests in with_guests(jobs, packed=options.packed):
        if component in (name, *guests):
            return lay_out(one, name, options, Typesetter(), guests, settings)
    known = [name for _, name in jobs]
    message = f"no component called {clip(component)}{near(component, known)}"
    raise DataError(Problem(message=message, file=game, typed=True))


def is_cut(sheet: Sheet, layout: Layout, options: Options) -> bool:
    """Whether anything is cut out of a sheet; a booklet is folded, a leaf of paper stays whole."""
    if options.folds(layout.component):
        return False
    faces = [one.face for one in sheet.placements]
    return cuts_of(sheet, layout) > 0 or any(face.shape in OUTLINED for face in faces)


def outlines(sheet: Sheet) -> Outlines:
    """The edge of each piece where it lies on its sheet, rounded to a thousandth of a mm."""
    return tuple(
        tuple(
            (letter, tuple([round(value, 3) for value in values]))
            for letter, values in outline(one.face, 0.0, one.x, one.y)
        )
        for one in sheet.placements
        if not one.back and one.face.shape != "net"
    )


def as_svg(sheet: Sheet, lines: Outlines, title: str) -> bytes:
    """An SVG in mm, its outlines in one group named after the spot colour."""
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


def as_pdf(sheet: Sheet, lines: Outlines, title: str, keys: str) -> bytes:
    """A PDF page whose outlines are stroked in the spot colour, 100 % magenta on other devices."""
    from reportlab.lib.colors import CMYKColorSep

    from printkit.painting.pdf import UNIT, new_canvas
    from printkit.painting.pdf import outline as operators

    file = io.BytesIO()
    size = sheet.width * UNIT, sheet.height * UNIT
    canvas = new_canvas(file, pagesize=size)
    canvas.setTitle(title)
    canvas.setKeywords(keys)
    canvas.setCreator("printkit")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.transform(UNIT, 0, 0, -UNIT, 0, size[1])
    canvas.setStrokeColor(CMYKColorSep(magenta=1, spotName=SPOT))
    canvas.setLineWidth(HAIRLINE)
    for steps in lines:
        canvas.addLiteral(f"{operators(steps)} S")
    canvas.showPage()
    canvas.save()
    return file.getvalue()
