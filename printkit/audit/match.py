"""Reading a built PDF back and holding it against the data.

The audit trusts nothing that the painter kept in memory: faces, their places and their words are
found in the page's own content, and the count of each piece comes from the data's rows.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import card_data
from card_data import Game
from card_data.game import SHIPPED
from card_data.limits import LARGEST_PDF
from printkit.audit import pdf_reader
from printkit.audit.content import (
    TOLERANCE,
    ContentReader,
    FaceKey,
    FoundFace,
    key_of,
    size_of,
    unembedded_fonts,
)
from printkit.audit.pdf_reader import Pdf, UnreadableError
from printkit.drawing.shapes import IDENTITY, Face, Matrix, inverse, multiply, texts
from printkit.errors import several
from printkit.painting.pdf import UNIT
from printkit.printing.jobs import chosen, players_problems, with_guests
from printkit.sheets.impose import about_vertical_edge, wholes
from printkit.sheets.layout import (
    FLAGS,
    HOME,
    NUMBERS,
    Layout,
    Options,
    counts,
    lay_out,
)
from printkit.sheets.sheet import Flip, Sheet, Sides
from printkit.typography.fonts import Fonts

if TYPE_CHECKING:
    from printkit.sheets.printers import Printer
    from printkit.sheets.profiles import Profile

FLIPS = ("long", "short")
NAMING = ("component", "with", "tuck_box", "die")  # keywords that list components
WHOLE = re.compile(r"[0-9]{1,13}")
LENGTH = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6})?")


def audit_file(file: Path, data: Path | None) -> list[str]:
    """Audit a file on its own: its keywords say what it was built from."""
    try:
        with pdf_reader.opened(file) as pdf:
            keywords = keywords_of(pdf)
    except UnreadableError as error:
        return [unreadable(str(file), error)]
    values = dict(pair.split("=", 1) for pair in keywords.split() if "=" in pair)
    if "proof" in values:
        from printkit.workshop.proof import proof_bytes  # few files are one

        options = options_of({"paper": values["proof"], "flip": "", **values}, data)
        if is_one_of(file, [proof_bytes(options)]):
            return []
        return [f"{file}: not the calibration sheet that printkit proof prints"]
    named = values.keys() & {"component", "one_file", "tuck_box", "die"}
    if not named or not {"game", "paper", "flip"} <= values.keys() or values["flip"] not in FLIPS:
        return [f"{file}: not built by printkit: its keywords do not name a game and a component"]
    if values["game"] not in card_data.names(data):
        known = f"no game called {values['game']!r} here"
        return [f"{file}: {known}; if it is your own, give its folder with --data"]
    game = card_data.load(values["game"], data)
    options = options_of(values, data)
    if options.profile != HOME and profile_of(options) is None:
        return [f"{file}: built for the profile {options.profile}, which there is not here"]
    named_there = [name for key in NAMING for name in names_of(values, key)]
    for name in (*named_there, *options.instead):
        if name not in game.components:
            return [f"{file}: {game.title} has no component {name}"]
    if wrong := list(players_problems([game], options.players)):
        return [f"{file}: {problem.message}" for problem in wrong]
    return [*other_data(file, values, game), *found_in(file, game, values, options)]


def found_in(file: Path, game: Game[Any], values: Mapping[str, str], options: Options) -> list[str]:
    """What is wrong with a file of a game that says of itself what it is."""
    if "die" in values:
        from printkit.workshop.die_cut import contents  # few files are of lines alone

        made = contents((game.id, values["die"]), "pdf", options).values()
        if is_one_of(file, [raw for _, raw in made]):
            return []
        return [f"{file}: its lines are not those of {game.id} {values['die']}"]
    return audit(file, layouts_of(game, values, options), options, str(file))


def is_one_of(file: Path, expected: Sequence[bytes]) -> bool:
    """Whether a file is what printkit makes once more; the same input gives the same bytes."""
    with file.open("rb") as stream:
        return stream.read(LARGEST_PDF + 1) in expected


def names_of(values: Mapping[str, str], key: str) -> tuple[str, ...]:
    """The names that a keyword lists, if it is there."""
    return tuple(name for name in values.get(key, "").split(",") if name)


def options_of(values: Mapping[str, str], data: Path | None) -> Options:
    """The options that a file was built with, by its keywords."""
    flip: Flip = "long" if values["flip"] == "long" else "short"
    numbers: dict[str, Any] = {key: number_of(values.get(key, "")) for key in NUMBERS}
    flags: dict[str, Any] = {key: values.get(key) == "true" for key in FLAGS}
    gutter = values.get("gutter", "")
    return Options(
        values["paper"],
        flip,
        next((one for one in get_args(Sides) if one == values.get("layout")), "duplex"),
        data,
        instead=names_of(values, "instead"),
        profile=values.get("profile", HOME),
        gutter=float(gutter) if LENGTH.fullmatch(gutter) else None,
        printer=printer_of(values),
        **numbers,
        **flags,
    )


def printer_of(values: Mapping[str, str]) -> Printer | None:
    """The printer that a file was built for, by its keywords."""
    if "printer" not in values:
        return None
    from printkit.sheets.printers import from_keywords  # few files are for one

    return from_keywords(values)


def layouts_of(game: Game[Any], values: Mapping[str, str], options: Options) -> list[Layout]:
    """What is to be in a file, by its keywords: a component, or a whole game with its cover."""
    fonts = Fonts()
    if "component" in values:
        if options.profile != HOME:
            from printkit.printing.press import lay_out_pieces  # few files are for a printer

            return [lay_out_pieces(game, values["component"], options, fonts, options.settings)]
        return [lay_out(game, values["component"], options, fonts, names_of(values, "with"))]
    if "tuck_box" in values:
        from printkit.workshop.tuck_box import layout_for, wanted_in

        return [layout_for(game, wanted_in(values), options, fonts)]
    from printkit.printing.cover import with_cover  # few files are of a whole game

    jobs = with_guests(chosen([game.id], (), options, one_file=True), packed=options.packs)
    components = [lay_out(game, name, options, fonts, guests) for _, name, guests in jobs]
    return with_cover(components, options, fonts, options.settings)


def other_data(file: Path, values: Mapping[str, str], game: Game[Any]) -> Iterator[str]:
    """That the file was built from data other than the game's, as they now are."""
    if values.get("data", game.fingerprint) != game.fingerprint:
        now = "the shipped game's" if game.folder.parent == SHIPPED else f"those in {game.folder}"
        advice = "build it again, or name the folder of its data with --data"
        yield f"{file}: built from other data than {now}: {advice}"


def number_of(text: str) -> int | None:
    return int(text) if WHOLE.fullmatch(text) else None


def keywords_of(pdf: Pdf) -> str:
    """The file's own keywords; empty if it has none."""
    metadata = pdf.metadata
    return str(metadata.get("/Keywords", "")) if metadata is not None else ""


def unreadable(file: str, error: UnreadableError) -> str:
    """What is said of a file that is no PDF, or that is damaged: in plain words where we can."""
    return f"{file}: cannot be read as a PDF" + (f": {error}" if str(error) else "")


def audit(file: Path, layouts: Sequence[Layout], options: Options, shown: str) -> list[str]:
    """Every way in which ``file`` does not match the data of ``layouts``, whose sheets follow one
    another in it; empty if it matches."""
    pieces = sum(len(layout.all_parts) for layout in layouts)
    expected = sum(len(layout.sheets) for layout in layouts)
    try:
        with pdf_reader.opened(file) as pdf:
            times = 1 if options.profile == HOME else 2  # for its colours pages are read again
            times *= 2 if options.low_ink else 1  # hatching takes about as much as all else
            pdf.allow(len(layouts), pieces, times * expected)
            contents = ContentReader(pdf)
            pages = [contents.page(page) for page in pdf.pages]
            sizes = [size_of(page) for page in pdf.pages]
            loose = sorted(set(unembedded_fonts(pdf)))
            findings = list(printers_flaws(pdf, layouts, options))
            if contents.strange:
                findings.append("there are pictures, patterns or forms that printkit does not draw")
    except UnreadableError as error:
        return [unreadable(shown, error)]
    findings += [f"the font {name} is not embedded" for name in loose]
    if len(pages) != expected:
        findings.append(f"{several(len(pages), 'page')}, expected {expected}")
    start = 0
    for layout in layouts:
        end = start + len(layout.sheets) if layout is not layouts[-1] else len(pages)
        findings += matched(pages[start:end], sizes[start:end], layout, options, start)
        start = end
    if not findings:  # a file that is not ours is not drawn: nobody counts what that costs
        findings += looked_at(file, layouts, options)
    return [f"{shown}: {finding}" for finding in findings]


def looked_at(file: Path, layouts: Sequence[Layout], options: Options) -> list[str]:
    """What is seen at the margins of the pieces in a file: blank bleed, and what may be cut off.

    In low ink bleed may be blank, and all lies where it lies in full ink.
    """
    findings: list[str] = []
    start = 0
    for layout in layouts:
        if any(face.bleed for face in layout.all_parts) and not options.low_ink:
            from printkit.audit.margins import file_findings, painter_for  # drawing costs an import

            try:
                findings += file_findings(file, layout, painter_for(layout, options), start)
            except UnreadableError as error:
                findings.append(str(error))
        start += len(layout.sheets)
    return findings


def printers_flaws(pdf: Pdf, layouts: Sequence[Layout], options: Options) -> Iterator[str]:
    """What is wrong with a file for a printer, beside what its pages show."""
    if (profile := profile_of(options)) is not None:
        from printkit.audit.preflight import flaws  # few files are for a printer

        yield from flaws(pdf, layouts[0], profile)


def profile_of(options: Options) -> Profile | None:
    """The profile of the printer that files are for; None for one's own, or if there is none."""
    if options.profile == HOME:
        return None
    from printkit.sheets.profiles import profiles

    return profiles(options.data).get(options.profile)


def matched(
    pages: list[list[FoundFace]],
    sizes: list[tuple[float, float]],
    layout: Layout,
    options: Options,
    before: int,
) -> Iterator[str]:
    """How pages do not match the data of the layout that is on them; ``before`` is how many come
    before them in the file."""
    yield from counted(pages, layout, options)
    sheets = layout.sheets[: len(pages)]
    yield from sized(sizes, sheets, before)
    for number, sheet in enumerate(sheets):
        if sheet.matrix != IDENTITY:
            pages[number] = lying(pages[number], sheet)
            sizes[number] = sheet.width * UNIT, sheet.height * UNIT
    if options.profile != HOME:
        from printkit.audit.preflight import paired

        yield from paired(pages, layout, before)
    elif any(found.side == "Back" for page in pages for found in page):
        yield from facing(pages, sizes, layout, options, before)
    if options.folds(layout.component):
        yield from bound(pages, sizes, layout, options)
    fronts = {key_of(face): face for face in layout.all_parts}
    backs = {key_of(face.back): face.back for face in layout.all_parts if face.back is not None}
    for number, page in enumerate(pages, before + 1):
        for found in page:
            face = (fronts if found.side == "Front" else backs).get(found.key)
            if face is not None:
                yield from (f"page {number}, {found.key}: {what}" for what in worded(found, face))


def counted(pages: list[list[FoundFace]], layout: Layout, options: Options) -> Iterator[str]:
    """Pieces that are there too often or too seldom."""
    found = Counter(face.key for page in pages for face in page if face.side == "Front")
    expected = expected_faces(layout, options)
    profile = profile_of(options)
    if profile is not None and profile.copies == "once":
        expected = Counter(dict.fromkeys(expected, 1))
    for key, count in expected.items():
        if found[key] != count:
            yield f"{key}: found {several(found[key], 'copy', 'copies')}, expected {count}"
    for key in found.keys() - expected.keys():
        yield f"{key}: in no row of the data"
    if options.layout == "fronts" and any(face.side == "Back" for page in pages for face in page):
        yield "there are backs, though only fronts were asked for"


def expected_faces(layout: Layout, options: Options) -> Counter[FaceKey]:
    """How often each front must be there, by the data's rows; of forms, each number once."""
    expected: Counter[FaceKey] = Counter()
    for one in (layout, *layout.guests):
        numbered = bool(one.component.per_page)
        for name, count in wanted(one, options).items():
            for number in range(1, count + 1) if numbered else (1,):
                expected[FaceKey(name, number, 1)] = 1 if numbered else count
    for face in layout.all_parts:
        if face.page > 1:  # a text that runs over several pages, or a part of a larger piece
            expected[key_of(face)] = expected[FaceKey(face.id, face.number, 1)]
    return expected


def wanted(layout: Layout, options: Options) -> Counter[str]:
    """How many of each piece there must be; of a cover sheet as many pages as it takes, of a box
    for a deck one."""
    if layout.name not in layout.game.components:
        return Counter({layout.faces[0].id: len(layout.faces)})
    return counts(layout.game, layout.name, options)


def sized(
    sizes: Sequence[tuple[float, float]], sheets: Sequence[Sheet], before: int
) -> Iterator[str]:
    """Pages that are not as large as their sheets."""
    for number, (size, sheet) in enumerate(zip(sizes, sheets, strict=False), before + 1):
        expected = sheet.page
        found = size[0] / UNIT, size[1] / UNIT
        if any(abs(one - other) > TOLERANCE for one, other in zip(found, expected, strict=True)):
            said = "{:.1f} x {:.1f} mm, expected {:.1f} x {:.1f}".format(*found, *expected)
            yield f"page {number}: {said}"


def lying(page: list[FoundFace], sheet: Sheet) -> list[FoundFace]:
    """The faces of a page as they lie on its sheet, without what corrects it for a printer."""
    to_page = multiply(sheet.matrix, onto_page(sheet.page[1]))
    back = multiply(inverse(to_page) or IDENTITY, onto_page(sheet.height))
    return [
        replace(found, matrix=multiply(found.matrix, back)) if found.matrix else found
        for found in page
    ]


def onto_page(height: float) -> Matrix:
    """From mm, y downwards, to the points of a page of a ``height`` in mm."""
    return UNIT, 0.0, 0.0, -UNIT, 0.0, height * UNIT


def facing(
    pages: list[list[FoundFace]],
    sizes: list[tuple[float, float]],
    layout: Layout,
    options: Options,
    before: int,
) -> Iterator[str]:
    """Fronts that do not meet their back when the sheet is flipped, or folded."""
    if options.layout == "gutterfold":
        for number, (page, size) in enumerate(zip(pages, sizes, strict=True), before + 1):
            folds = (misaligned(page, page, size, layout, sideways=way) for way in (True, False))
            for key in min(map(list, folds), key=len):  # as it lies, not as we meant it to
                yield f"page {number}, {key}: its back is misaligned"
        return
    for number in range(0, len(pages) - 1, 2):
        sideways = about_vertical_edge(sizes[number], options.flip)
        fronts, backs = pages[number : number + 2]
        for key in misaligned(fronts, backs, sizes[number], layout, sideways=sideways):
            yield f"page {before + number + 1}, {key}: its back is misaligned"


def misaligned(
    fronts: list[FoundFace], backs: list[FoundFace], size: tuple[float, float], layout: Layout,
    *, sideways: bool,
) -> Iterator[FaceKey]:  # fmt: skip
    """Fronts that have no back, or another's, behind them on a sheet of a ``size`` in points that
    is turned over ``sideways``, or else about a line across it."""
    faces = {key_of(face): face for face in layout.all_parts if face.back is not None}
    there = {_rounded(back.matrix or IDENTITY): back.key for back in backs if back.side == "Back"}
    width, height = size
    for front in fronts:
        face = faces.get(front.key)
        if front.side == "Back" or front.matrix is None or face is None or face.back is None:
            continue
        a, b, c, d, e, f = front.matrix
        if sideways:  # columns change places
            behind = (a, b, c, d, width - e - face.width * UNIT, f)
        else:  # rows change places and the back is upside down
            behind = (-a, -b, -c, -d, e + face.width * UNIT, height - f)
        if there.get(_rounded(behind)) != key_of(face.back):
            yield front.key


def bound(
    pages: list[list[FoundFace]],
    sizes: list[tuple[float, float]],
    layout: Layout,
    options: Options,
) -> Iterator[str]:
    """Pages that are not met in their order once the sheets are folded into one another."""
    sides = [halves(page, size) for page, size in zip(pages, sizes, strict=True)]
    start = 0
    for copy, whole in enumerate(wholes(layout.parts), 1):
        end = start + 2 * math.ceil(len(whole) / 4)
        read = folded(sides[start:end], options.flip)
        for number, (face, found) in enumerate(zip_longest(whole, read), 1):
            expected = key_of(face) if face is not None else None
            if found != expected:
                where = f"booklet {copy}, folded, page {number}"
                yield f"{where}: found {found or 'nothing'}, expected {expected or 'nothing'}"
        start = end


class Half(NamedTuple):
    """What fills half of a sheet's side: the page that reads upright, or the one turned over."""

    upright: FaceKey | None
    turned: FaceKey | None


def halves(page: list[FoundFace], size: tuple[float, float]) -> tuple[Half, Half]:
    """The left half of a side and the right one, found by the places of the pages."""
    width, height = size
    found = {_rounded(face.matrix or IDENTITY): face.key for face in page}
    left, right = (
        Half(
            found.get(_rounded((UNIT, 0, 0, -UNIT, x, height))),
            found.get(_rounded((-UNIT, 0, 0, UNIT, x + width / 2, 0))),
        )
        for x in (0, width / 2)
    )
    return left, right


def folded(sides: list[tuple[Half, Half]], flip: Flip) -> list[FaceKey | None]:
    """The pages in the order in which a reader of the folded sheets meets them; None for blanks.

    ``sides`` are the outside and the inside of each sheet, from the outermost in.
    """
    before: list[FaceKey | None] = []
    after: list[FaceKey | None] = []
    for (left, right), (inner_left, inner_right) in zip(sides[::2], sides[1::2], strict=False):
        if flip == "long":  # of a sheet on its side: the foot of the inside is at its head
            behind_left, behind_right = inner_left.turned, inner_right.turned
        else:
            behind_left, behind_right = inner_right.upright, inner_left.upright
        before += [right.upright, behind_right]
        after = [behind_left, left.upright, *after]
    return before + after


def _rounded(matrix: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 1) + 0.0 for value in matrix)


def worded(found: FoundFace, face: Face) -> Iterator[str]:
    """Words that are missing, changed, or outside the safe area of the face."""
    read = bare("".join(run.text for run in found.runs))
    wanted = bare("".join(text.text for text in texts(face.shapes)))
    if read != wanted:
        yield f"its text reads {read[:60]!r}, expected {wanted[:60]!r}"
    for run in found.runs:
        if min(face.depth(x, y) for x, y in run.corners) < face.safe - TOLERANCE:
            yield f"{run.text[:40]!r} reaches outside the safe area of {face.safe:g} mm"


def bare(text: str) -> str:
    """``text`` without its spaces, the no-break ones too, which a PDF may read as others."""
    return "".join(text.split())
