"""Single faces and contact sheets, as SVG or as a raster of the real PDF."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

import card_data
from card_data import DataError, Game, Problem
from card_data.house import changed_rules, report_lines, summary
from card_data.problems import Problems, did_you_mean, quote
from card_data.program.staging import Staging
from printkit.drawing.areas import flattened
from printkit.drawing.shapes import Face, outline
from printkit.options import Options
from printkit.painting.paint import pdf_of, single
from printkit.painting.raster import as_png, check_dots, pages_of, raster
from printkit.printing.jobs import needed_jobs, players_problems
from printkit.sheets.layout import Layout, render_component, with_bleed
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts

INDEX = "index.csv"
Kind = Literal["svg", "png"]


class ImageExport(msgspec.Struct, frozen=True):
    """The options of an export of faces as pictures.

    ``dpi`` is for PNG files alone. ``bleed``: with the bleed; else a file is exactly as large as
    the piece. ``corners``: rounded, transparent outside; else left square. ``each_copy``: a file
    for each piece, not for each face. ``contact``: one contact sheet of all faces; that of a whole
    game leaves out booklets and components that are printed instead of others. ``cards`` are those
    to export, all if there are none.
    """

    kind: Kind = "png"
    dpi: int = 150
    bleed: bool = False
    corners: bool = False
    each_copy: bool = False
    contact: bool = False
    cards: tuple[str, ...] = ()


def export(
    game_name: str,
    only: Sequence[str],
    out: Path,
    options: Options,
    how: ImageExport,
    note: Callable[[str], None] = lambda line: None,
) -> list[Path]:
    """Write faces of the components in ``only``, or of all, to ``out/game/component``.

    An index.csv beside them says which files belong together and how many copies each piece has;
    ``note`` is called with the house rules.
    Raise `DataError` with every problem; either all files are written or none.
    """
    if how.bleed and how.corners:
        message = "cannot be combined with --bleed: a piece has no corners before it is cut"
        raise DataError(Problem(message=message, file="--corners"))
    typesetter = Typesetter()
    fonts = typesetter.fonts
    game, layouts = load_layouts(game_name, only, options, typesetter)
    if how.contact and not only:
        layouts = on_table(layouts)
    picked = [(one, fronts) for one in layouts if (fronts := chosen_faces(one, how))]
    known = [face.name for one in layouts for face in one.faces]
    problems = Problems()
    for card in how.cards:
        if card not in known:
            item = " ".join((game.id, *only))
            problems.add(
                f"no card {quote(card)}{did_you_mean(card, known)}", file="--card", item=item
            )
    problems.raise_if_any()
    folder = out / game.id
    with Staging(out) as staging:
        if how.contact:
            name = f"{only[0]}/contact" if len(only) == 1 else "contact"
            staging.write(folder / f"{name}.{how.kind}", contact_sheet(game, picked, how, fonts))
        else:
            for layout, fronts in picked:
                for name, contents in face_files(layout, fronts, how, fonts):
                    staging.write(folder / layout.name / name, contents)
        staging.move_all()
    note_house_rules(game, note)
    return staging.targets()


def note_house_rules(game: Game[Any], note: Callable[[str], None]) -> None:
    """Note which house rules the pieces are for, since pictures have no slug to say so."""
    for line in report_lines(changed_rules(game)):
        note(line)


def caption(game: Game[Any], name: str) -> str:
    """Return the title inside an SVG file, with the house rules."""
    return "; ".join(filter(None, (f"{game.title}: {name}", summary(game))))


def load_layouts(
    name: str, only: Sequence[str], options: Options, typesetter: Typesetter
) -> tuple[Game[Any], list[Layout]]:
    """A game and the components of it in ``only``, or all of them, or all that ``options.players``
    need.

    Faces are typeset with their bleed, but not imposed. Raise `DataError` with every problem.
    """
    options = msgspec.structs.replace(options, bleed=True)
    game = card_data.load(name, options.data, options.house)
    problems = Problems()
    problems.extend(players_problems([game], options.players))
    for component in only:
        if component not in game.components:
            message = (
                f"no component called {quote(component)}{did_you_mean(component, game.components)}"
            )
            problems.add(message, file="--only")
    problems.raise_if_any()
    jobs = [(game, key) for key in game.components if not only or key in only]
    settings = settings_for(options)
    layouts: list[Layout] = []
    for _, key in needed_jobs(jobs, options.players, only):
        with problems.collecting():
            layouts.append(render_component(game, key, options, typesetter, settings))
    problems.raise_if_any()
    return game, layouts


def on_table(layouts: Sequence[Layout]) -> list[Layout]:
    """Return the components of a game that are played with: neither booklets nor variants of
    others. Raise `DataError` if there are none."""
    found = [
        one for one in layouts if not one.component.booklet and one.component.instead_of is None
    ]
    if not found:
        message = "no component of this game goes on the table"
        raise DataError(Problem(message=message, file=layouts[0].game.id, typed=True))
    return found


def chosen_faces(layout: Layout, how: ImageExport) -> list[Face]:
    """Return the faces of a component to export, with or without bleed."""
    faces = [face for face in layout.faces if not how.cards or face.name in how.cards]
    return faces if how.bleed else with_bleed(faces, 0.0)


def contact_sheet(
    game: Game[Any], picked: Sequence[tuple[Layout, list[Face]]], how: ImageExport, fonts: Fonts
) -> bytes:
    from printkit.exports.filled_sheets import painted
    from printkit.printing.contact import contact, section_of

    several = len(picked) > 1
    sections = [section_of(layout, fronts, heading=several) for layout, fronts in picked]
    title = caption(game, "contact") if how.kind == "svg" else game.title
    return painted(contact(sections, fonts), title, how.kind, how.dpi, fonts, game.id)


def face_files(
    layout: Layout, fronts: Sequence[Face], how: ImageExport, fonts: Fonts
) -> Iterator[tuple[str, bytes]]:
    """The files of the faces of one component, each as soon as it is drawn, then their index."""
    backs = {face.back.name: face.back for face in fronts if face.back is not None}
    names = {face.name: file_names(face, how) for face in fronts}
    names |= {name: [f"{name}.{how.kind}"] for name in backs}
    faces = [*fronts, *backs.values()]
    for face, raw in zip(faces, drawn(layout, faces, how, fonts), strict=True):
        for name in names[face.name]:
            yield name, raw
    if not how.cards:
        yield INDEX, index(fronts, names, how).encode()


def file_names(face: Face, how: ImageExport) -> list[str]:
    if not how.each_copy or face.copies == 1:
        return [f"{face.name}.{how.kind}"]
    return [f"{face.name} ({copy}).{how.kind}" for copy in range(1, face.copies + 1)]


def index(fronts: Sequence[Face], names: dict[str, list[str]], how: ImageExport) -> str:
    """Which files belong together and how many of each the game has, as CSV: a line per file."""
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\n")
    table.writerow(("front", "back", "copies", "width_mm", "height_mm"))
    for face in fronts:
        back = names[face.back.name][0] if face.back is not None else ""
        copies = 1 if how.each_copy else face.copies
        size = (f"{face.width + 2 * face.bleed:g}", f"{face.height + 2 * face.bleed:g}")
        table.writerows((name, back, copies, *size) for name in names[face.name])
    return lines.getvalue()


def drawn(layout: Layout, faces: Sequence[Face], how: ImageExport, fonts: Fonts) -> Iterator[bytes]:
    """Yield the contents of the file of each face of a component, one at a time."""
    if how.kind == "svg":
        from printkit.painting.svg import SvgPainter

        painter = SvgPainter(fonts, layout.symbols)
        for face in faces:
            sheet = single(face if how.corners else square(face))
            yield painter.paint(sheet, caption(layout.game, face.name)).encode()
        return
    sheets = [single(square(face)) for face in faces]
    check_dots(sheets, how.dpi, f"{layout.game.id} {layout.name}")
    for face, page in zip(faces, pages_of(pdf_of(sheets, fonts, layout.symbols)), strict=True):
        image = raster(page, how.dpi)
        yield as_png(cut_out(image, face) if how.corners else image, how.dpi)


def square(face: Face) -> Face:
    """Give a face square corners, so that nothing of its box is cut off."""
    return msgspec.structs.replace(face, corner=0.0, shape="rectangle")


def cut_out(image: Any, face: Face) -> Any:
    """A picture of a face cut out along its outline, transparent outside."""
    from PIL import Image, ImageDraw

    fine = 4  # times the resolution, so that the edge is smooth
    scale = fine * image.width / face.width, fine * image.height / face.height
    mask = Image.new("L", (fine * image.width, fine * image.height), 0)
    for corners, _ in flattened(outline(face), (scale[0], 0.0, 0.0, scale[1], 0.0, 0.0)):
        ImageDraw.Draw(mask).polygon(corners, fill=255)
    image.putalpha(mask.resize(image.size, Image.Resampling.BOX))
    return image
