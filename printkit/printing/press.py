"""Files for a printer's profile: each piece a page of its own, or an image.

A page is a piece out to its bleed, and nothing else is on it. For a press colours are inks, and the
file keeps the rules of PDF/X-1a: no colours but inks, no transparency, no links, fonts embedded,
each page's trim and bleed told, and the printing condition named.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import msgspec
from reportlab.lib.rl_accel import fp_str

from card_data import DataError, Game, Problem
from card_data.problems import Problems
from card_data.staging import naming
from printkit.drawing.shapes import (
    CURRENT,
    IDENTITY,
    Face,
    Group,
    Matrix,
    Shape,
    Style,
    Symbol,
    Text,
    multiply,
    transformed,
)
from printkit.errors import several
from printkit.faces.origins import Origins
from printkit.faces.symbols import inlined
from printkit.painting.cmyk import separated
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter, lines
from printkit.painting.raster import judge_dots, png_pages
from printkit.printing.home_press import Built, HomePress
from printkit.sheets.layout import Layout, Options, keywords, sizes_of, typeset, with_forms
from printkit.sheets.profiles import Profile, profile_named
from printkit.sheets.settings import SheetSettings, sheet_settings
from printkit.sheets.sheet import Sheet
from printkit.typography.fonts import CAPITALS, Fonts

REGISTRY = "http://www.color.org"  # of printing conditions
PDF_VERSION = "1.4"  # that PDF/X-1a:2003 is made of
THIN = 0.5  # mm: a line that is drawn as words are, in one ink if it is dark
Note = Callable[[str], None]
Job = tuple[Game[Any], str, list[str]]


class PressPainter(PdfPainter):
    """Paints in four inks, of which at most ``most`` % are on one spot."""

    def __init__(
        self, file: IO[bytes], meta: Meta, fonts: Fonts, symbols: Mapping[str, Symbol], most: float
    ) -> None:
        super().__init__(file, meta, fonts, symbols)

        @cache
        def words(colour: str) -> str:
            return f"{fp_str(*separated(colour, most, words=True))} k"

        @cache
        def symbol_ink(colour: str) -> str:
            inks = fp_str(*separated(colour, most))
            return f"{inks} k\n{inks} K\n"

        @cache
        def pen(style: Style) -> tuple[str, str]:
            fill, stroke, thin = style.fill, style.stroke, style.width <= THIN
            area = line = ""
            if fill and fill != CURRENT:
                area = f"{fp_str(*separated(fill, most))} k\n"
            if stroke and stroke != CURRENT:
                line = f"{fp_str(*separated(stroke, most, words=thin))} K\n"
            return lines(style, area, line)

        self.words, self.symbol_ink, self.pen = words, symbol_ink, pen


def lay_out_pieces(
    game: Game[Any], name: str, options: Options, fonts: Fonts, settings: SheetSettings
) -> Layout:
    """A component laid out anew at the printer's size and bleed, a page a piece.

    Raise `DataError` with every problem of it.
    """
    profile = profile_named(options.profile, options.data)
    declared = msgspec.structs.replace(game.components[name], bleed=profile.bleed)
    bled = msgspec.structs.replace(game, components={**game.components, name: declared})
    bleeding = msgspec.structs.replace(options, bleed=True)
    layout = typeset(bled, name, bleeding, fonts, profile.settings(settings))
    sheets = [sheet for face in layout.faces for sheet in sheets_of(face, layout, profile)]
    return msgspec.structs.replace(layout, parts=layout.faces, sheets=sheets)


def sheets_of(face: Face, layout: Layout, profile: Profile) -> list[Sheet]:
    """The pages of a face and its back, in the printer's order, as often as it wants them.

    Where other faces of the component have backs, one without has an empty page for it.
    """
    front = single(face)
    sides = [front]
    if face.back is not None:
        back = single(face.back)
        placed = back.placements[0]._replace(back=True)
        sides.append(back._replace(placements=(placed,), back=True))
    elif any(other.back is not None for other in layout.faces):
        sides.append(front._replace(placements=(), back=True))
    if profile.order == "back-front":
        sides.reverse()
    return sides * (face.copies if profile.copies == "all" else 1)


def paint_pieces(layout: Layout, options: Options, profile: Profile, fonts: Fonts) -> bytes:
    """The PDF with a component's pages."""
    head = layout.game.head
    pieces, pages = several(layout.pieces, "piece"), several(len(layout.sheets), "page")
    meta = Meta(
        f"{head.title}: {layout.title}",
        ", ".join(head.credits.design),
        f"{pieces} on {pages}, for {profile.title}",
        keywords(layout, options),
        "",
    )
    file = io.BytesIO()
    if profile.colour == "cmyk":
        painter: PdfPainter = PressPainter(file, meta, fonts, layout.symbols, profile.ink)
    else:
        painter = PdfPainter(file, meta, fonts, layout.symbols)
    painter.paint(layout.sheets)
    painter.save()
    return as_pdf_x(file.getvalue(), profile) if profile.standard else file.getvalue()


def as_pdf_x(raw: bytes, profile: Profile) -> bytes:
    """A PDF in four inks with what PDF/X asks for, and without what it forbids."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name, ObjectStreamMode, String

    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        for key in ("/ViewerPreferences", "/Outlines", "/PageMode", "/Lang"):
            if key in pdf.Root:
                del pdf.Root[key]
        for page in pdf.pages:
            if "/Trans" in page:
                del page["/Trans"]
        intent = Dictionary(
            Type=Name("/OutputIntent"),
            S=Name("/GTS_PDFX"),
            OutputConditionIdentifier=String(profile.condition),
            RegistryName=String(REGISTRY),
            Info=String(profile.condition),
        )
        pdf.Root["/OutputIntents"] = Array([intent])
        pdf.docinfo["/GTS_PDFXVersion"] = String(profile.standard)
        pdf.docinfo["/Trapped"] = Name("/False")
        pdf.save(
            made,
            force_version=PDF_VERSION,
            object_stream_mode=ObjectStreamMode.disable,
            deterministic_id=True,
        )
    return made.getvalue()


class ProfilePress(HomePress):
    """Makes a printer's files, in a folder of the game that is called like the profile."""

    def __init__(self, *args: Any, note: Note, **more: Any) -> None:
        super().__init__(*args, **more)
        self.profile = profile_named(self.options.profile, self.options.data)
        self.note = note

    def lay_out(self, game: Game[Any], name: str, guests: Sequence[str]) -> Layout:
        return lay_out_pieces(game, name, self.options, self.fonts, self.settings)

    def component(self, layout: Layout) -> None:
        """Make the file of a component, or its images."""
        folder = self.folder / layout.game.id / self.options.profile
        raw = paint_pieces(layout, self.options, self.profile, self.fonts)
        if self.profile.files == "images":
            target, pages = folder / layout.name, self.images(layout, raw, folder / layout.name)
        else:
            target, pages = folder / f"{layout.name}.pdf", len(layout.sheets)
            part = self.staging.file_for(target)
            with naming(target):
                part.write_bytes(raw)
            self.audit(part, [layout], target)
        title = layout.component.title
        self.built.append(Built(layout.game.id, layout.name, title, layout.pieces, pages, target))
        if near := too_near(layout, self.profile.safe):
            first = f"{several(len(near), 'face')}, the first is {near[0]}"
            self.note(
                f"{layout.game.id} {layout.name}: words come closer to the cut than the "
                f"{self.profile.safe:g} mm that {self.profile.title} asks for ({first})"
            )

    def images(self, layout: Layout, raw: bytes, folder: Path) -> int:
        """Make the images of a component, of the pages of the PDF ``raw``; how many they are."""
        if self.audits:
            with TemporaryDirectory() as aside:
                file = Path(aside, "pages.pdf")
                file.write_bytes(raw)
                self.audit(file, [layout], folder)
        judge_dots(layout.sheets, self.profile.dpi, f"{layout.game.id} {layout.name}")
        names = image_names(layout, self.profile)
        seen: set[str] = set()
        for stem, png in zip(names, png_pages(raw, self.profile.dpi), strict=True):
            if stem not in seen:
                self.staging.write(folder / f"{stem}.png", png)
            seen.add(stem)
        return len(seen)

    def whole(self, components: Sequence[Layout]) -> None:
        """A printer takes each component apart."""


def image_names(layout: Layout, profile: Profile) -> Iterator[str]:
    """What the image of each page is called: the number of its piece, so that files sort in their
    order, its name, how many there are if that is told once, and ``back`` for the other side.

    One back that all pieces share is one image.
    """
    shared = len({id(face.back) for face in layout.faces}) == 1
    number = 0
    for face in layout.faces:
        for _ in range(face.copies if profile.copies == "all" else 1):
            number += 1
            many = f"_x{face.copies}" if profile.copies == "once" and face.copies > 1 else ""
            stem = f"{number:03}_{face.name}{many}"
            for sheet in sheets_of(face, layout, profile)[:2]:
                if sheet.back:
                    yield "back" if shared else f"{stem}_back"
                else:
                    yield stem


def pressed(
    chosen: Sequence[tuple[Game[Any], str]], options: Options, note: Note, *, zipped: bool
) -> list[Job]:
    """The components that a printer has pieces of, each in a file of its own; ``note`` is told
    which are left out. Raise `DataError` if that leaves none."""
    if zipped:
        message = "found --profile too: the ZIP of a game has what one prints at home"
        raise DataError(Problem(message=message, file="--zip"))
    profile = profile_named(options.profile, options.data)
    settings = profile.settings(sheet_settings(options.data))
    jobs: list[Job] = []
    others: dict[str, list[str]] = {}
    problems = Problems()
    for game, name in chosen:
        with problems.kept():
            width, height = size_of(game, name, options, settings)
            if profile.cuts(width, height):
                jobs.append((game, name, []))
            else:
                others.setdefault(game.id, []).append(f"{name} ({width:g} x {height:g})")
    problems.stop_if_any()
    for game_name, left in others.items():
        why = f"left out, as {profile.title} is not known to cut these sizes in mm"
        note(f"{game_name}: {why}: {', '.join(left)}")
    if not jobs:
        known = ", ".join(f"{name} {w:g} x {h:g}" for name, (w, h) in profile.sizes.items())
        message = f"no component to build has a size that {profile.title} cuts ({known} mm)"
        raise DataError(Problem(message=message, file="--profile"))
    return jobs


def size_of(
    game: Game[Any], name: str, options: Options, settings: SheetSettings
) -> tuple[float, float]:
    """Width and height of a component's pieces."""
    component = with_forms(game.components[name], game, name, options)
    paper = settings.paper(options.paper)
    return sizes_of(component, Origins(game), name, settings, paper)[component.size]


def too_near(layout: Layout, safe: float) -> list[str]:
    """The names of the faces with words closer to the trim than ``safe`` mm."""
    backs = {face.back.name: face.back for face in layout.faces if face.back is not None}
    near = []
    for face in (*layout.faces, *backs.values()):
        words = inlined(face.shapes, layout.symbols)
        inside = (min(x, y, face.width - x, face.height - y) for x, y in letters(words, IDENTITY))
        if min(inside, default=safe) < safe - 0.01:
            near.append(face.name)
    return near


def letters(shapes: Iterable[Shape], matrix: Matrix) -> Iterator[tuple[float, float]]:
    """The corners of all words, from the baseline to the height of capitals."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from letters(shape.shapes, multiply(shape.matrix, matrix))
        elif isinstance(shape, Text):
            for x in (shape.x, shape.x + shape.width):
                for y in (shape.y, shape.y - CAPITALS * shape.size):
                    yield transformed(matrix, x, y)
