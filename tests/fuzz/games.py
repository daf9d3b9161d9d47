"""Small games for files that are no text of the kit's own: pictures, drawings, fonts, spreadsheets.

Each kind of file has a game of that name, which reads all of its files; a component, named after
a file, prints that one alone. Any sound file may be put beside them or in their place.
"""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables._g_v_a_r import TupleVariation
from PIL import Image

HERE = Path(__file__).parent
GAMES = "bench"  # the folder of these games, as --data takes it
FOLDERS = {"picture": "art", "art": "art", "font": "fonts", "sheet": "sheets"}
ICONS = "icons"  # the folder of icons, which are drawings too

HEAD = """\
title: {kind}
prefix: XX
genre: a game to try files with
blurb: It has files of one kind.
rules_version: 1
players: {{min: 2, max: 2}}
credits:
  design: [the printkit authors]
  source: this folder
  ours: All of it is ours.
numbers: {{}}
"""
RULES = """\
sections:
  - title: All there is to it
    clauses:
      - {id: XX-1.1, text: Nobody wins.}
"""
COMPONENT = """\
  {name}:
    title: {name}
    size: mini
    faces: [{{template: {template}{rows}}}]
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
SIDE = 40  # dots of a picture, printed 4 mm wide
IMAGE = '<image href="art/{0}" x="4" y="4" width="4" height="4" fit="{1}" focus="0.2 0.8"/>'
CROPPED = '<image href="art/{0}" crop="1 2 32 24" x="4" y="12" width="4" height="3"/>'
ART = '<image href="art/{0}" x="4" y="4" width="30" height="40" fit="contain" clip="circle"/>'
PARTS = (
    '<image href="art/{0}#{1}" x="4" y="46" width="9" height="9"/>'
    '<image href="art/{0}" crop="1 1 8 8" x="24" y="46" width="9" height="9" fit="contain"/>'
)
PART = {"paints.svg": "leaf", "shapes.svg": "dot", "styled.svg": "c"}  # IDs of their elements
ICON = '<icon name="{0}" x="4" y="4" size="20" fill="#1f4e5f"/>'
WORDS = (
    '<text x="4" y="12" font-family="{0}" font-size="20pt">Abc</text>'
    '<textbox x="4" y="20" width="34" height="30" font-family="{0}" font-size="12pt">'
    'Abba cab bac "abc"<br/>CAB AVA</textbox>'
)
ROW = (
    '<text x="4" y="12" font-size="20pt">{{ card.value }}</text>'
    '<textbox field="word" x="4" y="20" width="34" height="30">{{ card.word|rich }}</textbox>'
)
CELLS = (  # of a spreadsheet
    ("id", "word", "value", "copies"),
    ("comma", "A **comma**, *set* {quill}", "1", "2"),
    ("letter", "A letter\nof two lines", "2", "1"),
    ("line", 'A "whole" line; it\u2019s \u00e9', "3", ""),
)


def put_games(folder: Path) -> None:
    """Write all of the games into ``folder``."""
    for kind, place in FOLDERS.items():
        game = folder / GAMES / kind
        for part in ("templates", place):
            (game / part).mkdir(parents=True)
        files = seeds(kind)
        for name, raw in files.items():
            (game / place / name).write_bytes(raw)
        if kind == "art":
            shutil.copytree(HERE / ICONS, game / ICONS)
        (game / "rules.yaml").write_text(RULES, "utf-8")
        (game / "game.yaml").write_text(HEAD.format(kind=kind) + own(kind, files), "utf-8")
        printed = [*components(kind, files)]
        for name, markup, _ in printed:
            (game / "templates" / f"{name}.svg").write_text(SVG.format(markup), "utf-8")
        parts = [
            COMPONENT.format(name=name, template=f"{name}.svg", rows=rows)
            for name, _, rows in printed
        ]
        (game / "print.yaml").write_text("components:\n" + "".join(parts), "utf-8")


def seeds(kind: str) -> Mapping[str, bytes]:
    """Sound files of a kind by their names."""
    if kind == "art":
        return {file.name: file.read_bytes() for file in sorted((HERE / "art").glob("*.svg"))}
    return dict({"picture": pictures, "font": fonts, "sheet": sheets}[kind]())


def component_of(file: str) -> str:
    """The component that prints a file."""
    name = Path(file).name.replace(".", "_")
    return f"icon_{name}" if Path(file).parent.name == ICONS else name


def components(kind: str, files: Mapping[str, bytes]) -> Iterator[tuple[str, str, str]]:
    """The components of a game: name, markup of its template, what is said of its rows."""
    fits = ("cover", "contain", "stretch")
    for number, file in enumerate(files):
        name = component_of(file)
        match kind:
            case "picture":
                yield name, IMAGE.format(file, fits[number % 3]) + CROPPED.format(file), ""
            case "art":
                parts = PARTS.format(file, PART[file]) if file in PART else ""
                yield name, ART.format(file) + parts, ""
            case "font":
                yield name, WORDS.format(name), ""
            case "sheet":
                yield name, ROW, f", rows: {name}"
    if kind == "art":
        for icon in sorted((HERE / ICONS).glob("*.svg")):
            yield component_of(f"{ICONS}/{icon.name}"), ICON.format(icon.stem), ""


def own(kind: str, files: Mapping[str, bytes]) -> str:
    """What ``game.yaml`` of a game says of its files."""
    if kind == "art":
        return f"icons: {ICONS}\n"
    if kind == "font":
        return "fonts:\n" + "".join(f"  {component_of(file)}: fonts/{file}\n" for file in files)
    if kind == "picture":
        return ""
    of = {file: "#Cards" if file.endswith(("xlsx", "ods")) else "" for file in files}
    said = "".join(f"  {component_of(file)}: sheets/{file}{of[file]}\n" for file in files)
    tables = "".join(f"  {component_of(file)}: {{word: text, value: number}}\n" for file in files)
    return f"files:\n{said}tables:\n{tables}"


# --- pictures


def pictures() -> Iterator[tuple[str, bytes]]:
    """PNG, JPEG and WebP, of every colour model that they have."""
    chance = Random(1)
    noisy = Image.frombytes("RGBA", (SIDE, SIDE), chance.randbytes(4 * SIDE * SIDE))
    plain = noisy.convert("RGB")
    turned = Image.Exif()
    turned[0x0112] = 6  # orientation
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        name = "of_" + mode.lower().replace(";", "_")
        from_grey = mode in ("1", "I;16")
        yield (
            f"{name}.png",
            saved((noisy.convert("L") if from_grey else noisy).convert(mode), "PNG"),
        )
    yield "noted.png", saved(plain, "PNG", icc_profile=bytes(200), exif=turned, dpi=(300, 300))
    yield "moving.png", saved(noisy, "PNG", save_all=True, append_images=[noisy.rotate(90)])
    yield "plain.jpg", saved(plain, "JPEG", exif=turned)
    yield "grey.jpg", saved(plain.convert("L"), "JPEG")
    yield "inks.jpg", saved(plain.convert("CMYK"), "JPEG")
    yield "steps.jpeg", saved(plain, "JPEG", progressive=True)
    yield "plain.webp", saved(plain, "WEBP")
    yield "clear.webp", saved(noisy, "WEBP", lossless=True)
    yield "moving.webp", saved(noisy, "WEBP", save_all=True, append_images=[noisy.rotate(90)])


def saved(image: Image.Image, form: str, **more: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, form, **more)
    return stream.getvalue()


# --- fonts

LETTERS = {ord(char): char for char in "ABCVabc"} | {32: "space", 34: "quotedbl"}
NAMES = [".notdef", *LETTERS.values(), "a_b"]
EM = 1000
MOMENT = 3_660_000_000  # seconds since 1904
FEATURES = """
feature kern { pos A V -80; pos [a b c] [a b c] 10; } kern;
feature liga { sub a b by a_b; } liga;
feature smcp { sub a by A; sub b by B; sub c by C; } smcp;
"""


def fonts() -> Iterator[tuple[str, bytes]]:
    """TrueType, CFF, a variable font, a collection: a dozen glyphs each."""
    yield "plain.ttf", packed(font(cff=False))
    yield "curves.otf", packed(font(cff=True))
    yield "weights.ttf", packed(variable(font(cff=False)))
    both = TTCollection()
    both.fonts = [font(cff=False), font(cff=False)]
    stream = io.BytesIO()
    both.save(stream)
    yield "both.ttc", stream.getvalue()


def packed(made: TTFont) -> bytes:
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def font(*, cff: bool) -> TTFont:
    """A font of squares and bends."""
    builder = FontBuilder(EM, isTTF=not cff)
    builder.setupGlyphOrder(NAMES)
    builder.setupCharacterMap(LETTERS)
    drawn = {name: glyph(number, cff=cff) for number, name in enumerate(NAMES)}
    if cff:
        builder.setupCFF("Try-Regular", {"FullName": "Try Regular"}, drawn, {})
    else:
        builder.setupGlyf(drawn)
    builder.setupHorizontalMetrics(dict.fromkeys(NAMES, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Try", "styleName": "Regular", "fullName": "Try Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700, sxHeight=500)
    builder.setupPost()
    addOpenTypeFeaturesFromString(builder.font, FEATURES)
    builder.font["head"].created = builder.font["head"].modified = MOMENT
    builder.font.recalcTimestamp = False
    made: TTFont = builder.font
    return made


def glyph(number: int, *, cff: bool) -> object:
    pen = T2CharStringPen(600, None) if cff else TTGlyphPen(None)
    side = 100 + 40 * number
    if NAMES[number] != "space":
        pen.moveTo((50, 0))
        pen.lineTo((50, side))
        if cff:
            pen.curveTo((80, side + 90), (side, side + 90), (side, 0))
        else:
            pen.qCurveTo((side, side + 90), (side, 0))
        pen.closePath()
    return pen.getCharString() if cff else pen.glyph()


def variable(made: TTFont) -> TTFont:
    """A font with an axis of weight."""
    builder = FontBuilder(font=made)
    builder.setupFvar(
        [("wght", 100, 400, 900, "Weight")],
        [{"location": {"wght": 900}, "stylename": "Black"}],
    )
    points = {name: len(made["glyf"][name].getCoordinates(made["glyf"])[0]) + 4 for name in NAMES}
    builder.setupGvar({
        name: [TupleVariation({"wght": (0.0, 1.0, 1.0)}, [(9, 9)] * points[name])]
        for name in NAMES
    })  # fmt: skip
    return made


# --- spreadsheets

MAIN = "http://schemas.openxmlformats.org"
SHEET = f"{MAIN}/spreadsheetml/2006/main"
LINKS = f"{MAIN}/package/2006/relationships"
LINK = f"{MAIN}/officeDocument/2006/relationships"
KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
MADE = (2020, 1, 1, 0, 0, 0)


def sheets() -> Iterator[tuple[str, bytes]]:
    """The same table as plain text and as workbooks."""
    for ending, sign in (("csv", ","), ("tsv", "\t")):
        rows = (sign.join(quoted(cell) for cell in row) for row in CELLS)
        yield f"deck.{ending}", "\r\n".join([*rows, ""]).encode("utf-8-sig")
    yield "semicolons.csv", "\n".join(";".join(map(quoted, row)) for row in CELLS).encode("cp1252")
    yield "deck.xlsx", zipped(xlsx())
    yield "deck.ods", zipped(ods())


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def zipped(members: Mapping[str, bytes]) -> bytes:
    """A ZIP file; that of an OpenDocument file has its type first, and plain."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, raw in members.items():
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, MADE), raw, how)
    return stream.getvalue()


def xlsx() -> dict[str, bytes]:
    """The members of a workbook of one sheet: texts shared and in place, numbers, a formula."""
    texts = sorted({cell for row in CELLS for cell in row if cell and not cell.isdecimal()})
    shared = "".join(f'<si><t xml:space="preserve">{escaped(text)}</t></si>' for text in texts)
    rows = ""
    for down, row in enumerate(CELLS, 1):
        cells = ""
        for across, cell in zip("ABCD", row, strict=True):
            place = f'r="{across}{down}"'
            if cell.isdecimal():
                cells += f"<c {place}><f>0+{cell}</f><v>{cell}</v></c>"
            elif across == "A":
                cells += f'<c {place} t="inlineStr"><is><t>{escaped(cell)}</t></is></c>'
            elif cell:
                cells += f'<c {place} t="s"><v>{texts.index(cell)}</v></c>'
        rows += f'<row r="{down}">{cells}</row>'
    types = (
        f'<Override PartName="/xl/workbook.xml" ContentType="{KINDS}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{KINDS}.worksheet+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KINDS}.sharedStrings+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{KINDS}.styles+xml"/>'
    )
    rels = "application/vnd.openxmlformats-package.relationships+xml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{MAIN}/package/2006/content-types">'
        f'<Default Extension="rels" ContentType="{rels}"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
        "_rels/.rels": links(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{LINK}"><sheets>'
        '<sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": links(
            ("worksheet", "worksheets/sheet1.xml"),
            ("sharedStrings", "sharedStrings.xml"),
            ("styles", "styles.xml"),
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{SHEET}"><dimension ref="A1:D4"/>'
        f'<sheetData>{rows}</sheetData><mergeCells count="1"><mergeCell ref="F1:G2"/></mergeCells>'
        "</worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{SHEET}" count="{len(texts)}">{shared}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{SHEET}"><fonts><font/></fonts>'
        "<fills><fill><patternFill/></fill></fills><borders><border/></borders>"
        "<cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/></cellXfs></styleSheet>",
    }
    return {name: (XML + text).encode() for name, text in parts.items()}


def links(*targets: tuple[str, str]) -> str:
    found = "".join(
        f'<Relationship Id="rId{number}" Type="{LINK}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{LINKS}">{found}</Relationships>'


def ods() -> dict[str, bytes]:
    """The members of an OpenDocument spreadsheet of one sheet."""
    rows = ""
    for row in CELLS:
        cells = ""
        for cell in row:
            kind = f'"float" office:value="{cell}"' if cell.isdecimal() else '"string"'
            text = "".join(f"<text:p>{escaped(line)}</text:p>" for line in cell.split("\n"))
            cells += f"<table:table-cell office:value-type={kind}>{text}</table:table-cell>"
        cells += '<table:table-cell table:number-columns-repeated="1000"/>'
        rows += f"<table:table-row>{cells}</table:table-row>"
    names = " ".join(f'xmlns:{name}="{OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f'<office:document-content {names} office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Cards">{rows}<table:table-row '
        'table:number-rows-repeated="1000"><table:table-cell/></table:table-row></table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    listed = (
        f'<manifest:manifest xmlns:manifest="{OASIS}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    return {
        "mimetype": ODS.encode(),
        "content.xml": (XML + content).encode(),
        "META-INF/manifest.xml": (XML + listed).encode(),
    }
