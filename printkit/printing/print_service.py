"""Files for a print service: each piece a page of its own, or an image.

A page is a piece out to its bleed, with nothing else on it. For a press the file conforms to
PDF/X-1a: CMYK colours only, no transparency, no links, fonts embedded, trim and bleed boxes on each
page, and the printing condition named.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path as File
from typing import IO, TYPE_CHECKING, Any

import msgspec
from reportlab.lib.rl_accel import fp_str

from card_data import DataError, Game, Problem
from card_data.problems import Problems
from card_data.program.staging import Staging
from card_data.text import plural
from printkit.drawing.colour import mixed
from printkit.drawing.geometry import IDENTITY, Matrix
from printkit.drawing.rewriting import on_both_sides
from printkit.drawing.shapes import (
    BLACK,
    CURRENT,
    Face,
    Group,
    Image,
    Path,
    Shade,
    Style,
    Symbol,
    Text,
)
from printkit.faces.source_locations import SourceMap
from printkit.inspection.margins import sides, words_outside
from printkit.options import Options
from printkit.painting.cmyk import separated
from printkit.painting.fine_lines import FineLines
from printkit.painting.flattened import flattened
from printkit.painting.paint import single
from printkit.painting.pdf import Meta, PdfPainter, lines, stroke_contour
from printkit.painting.raster import check_dots, png_pages
from printkit.printing.home_output import HomeOutput
from printkit.printing.jobs import Job
from printkit.sheets.grid import Grid, grid_for
from printkit.sheets.impose import backs_of, group_by_size
from printkit.sheets.layout import Layout, keywords, render_component
from printkit.sheets.profiles import Gang, Profile, profile_named
from printkit.sheets.settings import SheetSettings
from printkit.sheets.sheet import Placement, Sheet, on_its_side, outlines
from printkit.sheets.typesetting import Typesetter, sizes_of, with_forms
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from pikepdf import Pdf

REGISTRY = "http://www.color.org"  # of printing conditions
PDF_VERSION = "1.4"  # the one of PDF/X-1a:2003
SHADES = 8  # in which a gradient is mixed between two of its colours, before they become inks
FLAT_DPI = 400  # at least, of what is printed as a picture because something shows through it
# Graphics states by name: inks of what is painted are added to those below, and only theirs; or
# what is painted replaces what is below.
OVERPRINT, KNOCKOUT = "/Over", "/Knock"
Note = Callable[[str], None]


class PressPainter(PdfPainter):
    """Paints in CMYK, with a total ink limit of ``most`` %. Black text overprints, so that nothing
    white shows around it where the plates are a little off. Pieces have a contour in the spot
    colour ``contour``, if there is one."""

    def __init__(
        self, file: IO[bytes], meta: Meta, fonts: Fonts, symbols: Mapping[str, Symbol], most: float,
        contour: str = "",
    ) -> None:  # fmt: skip
        super().__init__(file, meta, fonts, symbols)
        self.contour = contour

        @cache
        def words(colour: str) -> str:
            return f"{fp_str(*separated(colour, most, words=True))} k"

        @cache
        def symbol_ink(colour: str) -> str:
            cmyk = fp_str(*separated(colour, most))
            return f"{cmyk} k\n{cmyk} K\n"

        @cache
        def pen(style: Style) -> tuple[str, str]:
            fill, stroke = style.fill, style.stroke
            area = line = ""
            if fill and fill != CURRENT:
                area = f"{fp_str(*separated(fill, most))} k\n"
            if stroke and stroke != CURRENT:
                line = f"{fp_str(*separated(stroke, most))} K\n"
            return lines(style, area, line)

        self.words, self.symbol_ink, self.pen = words, symbol_ink, pen
        self.inks = partial(separated, most=most)
        self.space, self.most = "DeviceCMYK", most
        self.black = words(BLACK)

        self.state = KNOCKOUT  # as it is where a page begins; empty if it is not known

    def change_to(self, state: str) -> None:
        if self.state != state:
            self.canvas.addLiteral(f"{state} gs")
            self.state = state

    @contextmanager
    def state_kept(self, within: str | None = None) -> Iterator[None]:
        """Restore the known graphics state afterwards, as the content within saves and restores its
        own; ``within`` is the state that it begins with, if that is another."""
        before = self.state
        self.state = before if within is None else within
        yield
        self.state = before

    def text(self, text: Text) -> None:
        self.change_to(OVERPRINT if self.words(text.fill) == self.black else KNOCKOUT)
        super().text(text)

    def path(self, path: Path) -> None:
        self.change_to(KNOCKOUT)
        super().path(path)

    def image(self, image: Image, matrix: Matrix = IDENTITY) -> None:
        self.change_to(KNOCKOUT)
        super().image(image, matrix)

    def shade(self, shade: Shade) -> None:
        from printkit.painting.transparency import finer

        self.change_to(KNOCKOUT)
        super().shade(msgspec.structs.replace(shade, stops=tuple(finer(shade, SHADES, mixed))))

    def add_image(self, name: str, image: Image) -> None:
        from printkit.painting.separation import add_separated  # few games have pictures

        add_separated(self.canvas._doc, name, image, self.most)

    def group(self, group: Group) -> None:
        with self.state_kept():
            super().group(group)

    def piece(self, placement: Placement) -> None:
        with self.state_kept():
            super().piece(placement)

    def form(self, name: str, draw: Callable[[], None]) -> None:
        with self.state_kept(""):
            super().form(name, draw)

    def content(self, sheet: Sheet) -> None:
        with self.state_kept(KNOCKOUT):
            super().content(sheet)
            if self.contour and not sheet.back:
                self.change_to(OVERPRINT)
                stroke_contour(self.canvas, outlines(sheet), self.contour)


def lay_out_pieces(
    game: Game[Any],
    name: str,
    options: Options,
    typesetter: Typesetter,
    settings: SheetSettings,
    profile: Profile,
    note: Note,
) -> Layout:
    """Lay out a component at the service's size and bleed, a page per piece.

    Raise `DataError` with every problem of it.
    """
    declared = msgspec.structs.replace(game.components[name], bleed=profile.bleed)
    bled = msgspec.structs.replace(game, components={**game.components, name: declared})
    bleeding = msgspec.structs.replace(options, bleed=True)
    layout = render_component(bled, name, bleeding, typesetter, profile.settings(settings))
    if profile.colour == "cmyk":
        fine = FineLines(layout.symbols, profile.ink)
        layout = msgspec.structs.replace(layout, faces=on_both_sides(layout.faces, fine.face))
        layout = without_transparency(layout, profile, typesetter.fonts, note)
    if gang := gang_for(layout, profile):
        sheets = gang_sheets(layout, gang, profile, settings)
    else:
        sheets = [sheet for face in layout.faces for sheet in sheets_of(face, layout, profile)]
    return msgspec.structs.replace(layout, parts=layout.faces, sheets=sheets)


def without_transparency(layout: Layout, profile: Profile, fonts: Fonts, note: Note) -> Layout:
    """Flatten a layout, so that nothing shows through its shapes."""

    def told(what: str) -> None:
        note(f"{layout.game.id} {layout.name}: {what}")

    dpi = max(profile.dpi, FLAT_DPI)
    faces, symbols = flattened(layout.faces, layout.symbols, fonts, dpi, told)
    return msgspec.structs.replace(layout, faces=faces, symbols=symbols)


def gang_for(layout: Layout, profile: Profile) -> Gang | None:
    """Return the sheets on which a service prints the pieces of a component together, or None if it
    does not."""
    gang = profile.gang if layout.component.stock == "card" else None
    small = gang and all(gang.takes(face.width, face.height) for face in layout.faces)
    return gang if small else None


def gang_sheets(
    layout: Layout, gang: Gang, profile: Profile, settings: SheetSettings
) -> list[Sheet]:
    """Put small pieces of each size together on sheets, in rows, with the backs on a page behind
    their fronts, as if the sheet were turned over like a page of a book."""
    width, height = gang.sheet
    sized = msgspec.structs.replace(settings, margin=gang.margin)
    sheets: list[Sheet] = []
    for faces in group_by_size(layout.faces):
        size = faces[0].width, faces[0].height, faces[0].bleed
        grid = grid_for(*size, (width, height), sized, marks=None)
        pieces = [
            face for face in faces for _ in range(face.copies if profile.copies == "all" else 1)
        ]
        most = len(grid.places())
        for start in range(0, len(pieces), most):
            fronts = gang_front(pieces[start : start + most], grid)
            sides = [fronts]
            if any(face.back for face in layout.faces):
                behind = backs_of(fronts.placements, (fronts.width, fronts.height), sideways=True)
                sides.append(fronts._replace(placements=tuple(behind), back=True))
            sheets += sides[::-1] if profile.order == "back-front" else sides
    return sheets


def gang_front(faces: Sequence[Face], grid: Grid) -> Sheet:
    held = grid.holding(len(faces))
    fronts = tuple(Placement(face, *at) for face, at in zip(faces, held.places(), strict=False))
    across, down = held.sheet
    return Sheet(across, down, fronts, (), trim=(0.0, 0.0, across, down))


def sheets_of(face: Face, layout: Layout, profile: Profile) -> list[Sheet]:
    """Yield the pages of a face and its back, in the service's order, once or for every copy.

    If other faces of the component have backs, a face without one has a blank page for it. Both
    sides of a piece that is flipped over its long edge are upright: services turn their pages over
    like those of a book, so a wide page has the back of an upright piece turned against the front.
    """
    front = page_of(face, profile)
    sides = [front]
    if face.back is not None:
        back = page_of(face.back, profile)
        against = profile.turns(face.width, face.height) and face.width < face.height
        placed = back.placements[0]._replace(turned=against, back=True)
        sides.append(back._replace(placements=(placed,), back=True))
    elif any(other.back is not None for other in layout.faces):
        sides.append(front._replace(placements=(), back=True))
    if profile.order == "back-front":
        sides.reverse()
    return sides * (face.copies if profile.copies == "all" else 1)


def page_of(face: Face, profile: Profile) -> Sheet:
    """Return the page of a side, turned clockwise if the service has the size only on its side."""
    sheet = single(face)
    if not profile.turns(face.width, face.height):
        return sheet
    trim = (face.bleed, face.bleed, face.height, face.width)
    return sheet._replace(matrix=on_its_side(sheet.height), trim=trim)


def paint_pieces(layout: Layout, options: Options, profile: Profile, fonts: Fonts) -> bytes:
    head = layout.game.head
    pieces, pages = plural(layout.pieces, "piece"), plural(len(layout.sheets), "page")
    meta = Meta(
        f"{head.title}: {layout.title}",
        ", ".join(head.credits.design),
        f"{pieces} on {pages}, for {profile.title}",
        keywords(layout, options),
        "",
    )
    file = io.BytesIO()
    if profile.colour != "cmyk":
        painter = PdfPainter(file, meta, fonts, layout.symbols)
    else:
        gang = gang_for(layout, profile)
        contour = gang.contour if gang else ""
        painter = PressPainter(file, meta, fonts, layout.symbols, profile.ink, contour)
    painter.paint(layout.sheets)
    painter.save()
    return for_press(file.getvalue(), profile) if profile.colour == "cmyk" else file.getvalue()


def for_press(raw: bytes, profile: Profile) -> bytes:
    """Return a CMYK PDF that declares what overprints, and meets the profile's standard."""
    import pikepdf

    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        name_states(pdf)
        if profile.standard:
            declare_pdf_x(pdf, profile)
        pdf.save(
            made,
            force_version=PDF_VERSION,
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
        )
    return made.getvalue()


def name_states(pdf: Pdf) -> None:
    """Give the pages of a PDF, and their forms, the graphics states that a press painter names."""
    from pikepdf import Dictionary, Name, Stream

    states = Dictionary()
    for name, over in ((OVERPRINT, True), (KNOCKOUT, False)):
        mode = int(over)  # 1: an ink that is not there leaves what is below
        state = Dictionary(Type=Name("/ExtGState"), op=over, OP=over, OPM=mode)
        states[name] = pdf.make_indirect(state)
    for page in pdf.pages:
        page.Resources["/ExtGState"] = states
    for one in pdf.objects:
        if isinstance(one, Stream) and one.get("/Subtype") == "/Form":
            one.Resources["/ExtGState"] = states


def declare_pdf_x(pdf: Pdf, profile: Profile) -> None:
    """Give a CMYK PDF what PDF/X requires, and take away what it forbids."""
    from pikepdf import Array, Dictionary, Name, String

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


class PrintServiceOutput(HomeOutput):
    """Makes the files for a print service, in the game's folder named after the profile."""

    def __init__(
        self, folder: File, staging: Staging, options: Options, settings: SheetSettings, note: Note
    ) -> None:
        super().__init__(folder, staging, options, settings)
        self.profile, self.note = profile_named(options.profile, options.data), note

    def jobs(self, selected: Sequence[tuple[Game[Any], str]]) -> list[Job]:
        return press_jobs(selected, self.options, self.settings, self.profile, self.note)

    def lay_out(self, job: Job) -> Layout:
        return lay_out_pieces(
            job.game,
            job.component,
            self.options,
            self.typesetter,
            self.settings,
            self.profile,
            self.note,
        )

    def component(self, layout: Layout) -> None:
        """Make the file of a component, or its images."""
        folder = self.folder / layout.game.id / self.options.profile
        how = layout, self.options, self.profile, self.fonts
        if self.profile.files == "images":
            target = folder / layout.name
            self.report(layout, target, self.images(layout, paint_pieces(*how), target))
        else:
            target = folder / f"{layout.name}.pdf"
            self.make(target, lambda stream: stream.write(paint_pieces(*how)))
            self.report(layout, target, len(layout.sheets))
        if any(self.profile.turns(face.width, face.height) for face in layout.faces):
            self.note(
                f"{layout.game.id} {layout.name}: turned on its side, front and back, as "
                f"{self.profile.title} cuts it"
            )
        if near := outside_safe_area(layout, self.profile.safe):
            first = f"{plural(len(near), 'face')}, the first is {near[0]}"
            self.note(
                f"{layout.game.id} {layout.name}: text comes closer to the cut than the "
                f"{self.profile.safe:g} mm that {self.profile.title} asks for ({first})"
            )

    def images(self, layout: Layout, raw: bytes, folder: File) -> int:
        """Make the images of a component from the pages of its PDF, and return how many."""
        check_dots(layout.sheets, self.profile.dpi, f"{layout.game.id} {layout.name}")
        names = image_names(layout, self.profile)
        seen: set[str] = set()
        for stem, png in zip(names, png_pages(raw, self.profile.dpi), strict=True):
            if stem not in seen:
                self.staging.write(folder / f"{stem}.png", png)
            seen.add(stem)
        return len(seen)

    def whole(self, components: Sequence[Layout]) -> None:
        """A service takes each component on its own, so there is no such file."""


def image_names(layout: Layout, profile: Profile) -> Iterator[str]:
    """The name of each page's image: the number of its piece, so that files sort in order, its
    name, its number of copies if the profile has each piece once, and ``back`` for the other side.

    A back that all pieces share is one image.
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


def press_jobs(
    jobs: Sequence[tuple[Game[Any], str]],
    options: Options,
    settings: SheetSettings,
    profile: Profile,
    note: Note,
) -> list[Job]:
    """Return the components that a service can cut, each in a file of its own, and call ``note``
    for those left out. Raise `DataError` if none is left."""
    settings = profile.settings(settings)
    cut: list[Job] = []
    others: dict[str, list[str]] = {}
    problems = Problems()
    for game, name in jobs:
        with problems.collecting():
            sizes = sizes_in(game, name, options, settings)
            if not_cut := [size for size in sizes if not profile.cuts(*size)]:
                these = ", ".join(f"{width:g} x {height:g}" for width, height in not_cut)
                others.setdefault(game.id, []).append(f"{name} ({these})")
            else:
                cut.append(Job(game, name))
    problems.raise_if_any()
    for game_name, left in others.items():
        why = f"left out, as {profile.title} is not known to cut these sizes in mm"
        note(f"{game_name}: {why}: {', '.join(left)}")
    if not cut:
        known = ", ".join(f"{name} {w:g} x {h:g}" for name, (w, h) in profile.sizes.items())
        message = f"no component to build has a size that {profile.title} cuts ({known} mm)"
        raise DataError(Problem(message=message, file="--profile"))
    return cut


def sizes_in(
    game: Game[Any], name: str, options: Options, settings: SheetSettings
) -> list[tuple[float, float]]:
    component = with_forms(game.components[name], game, name, options)
    sheet_size = settings.sheet_size(options.paper)
    sizes = sizes_of(component, SourceMap(game), name, settings, sheet_size)
    return [*dict.fromkeys(sizes[cut.size] for cut in component.cuts)]


def outside_safe_area(layout: Layout, safe: float) -> list[str]:
    """The names of the faces with text closer to the trim than ``safe`` mm."""
    return [face.name for face in sides(layout) if any(words_outside(face, safe))]
