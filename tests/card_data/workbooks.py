"""Small XLSX and ODS files, made as spreadsheet programs make them."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
LETTERS = {  # styles of parts of cells
    "bold": 'fo:font-weight="bold"', "light": 'fo:font-weight="normal"',
    "italic": 'fo:font-style="italic"', "struck": 'style:text-line-through-style="solid"',
    "underlined": 'style:text-underline-style="solid"',
}  # fmt: skip


class Formula(NamedTuple):
    text: str
    value: object = None


class Failed(NamedTuple):
    error: str


class Day(NamedTuple):
    number: int


class Shown(NamedTuple):
    """A number in a number format: its code, or the number of a built-in one; as text if that is
    needed."""

    number: float
    code: str | int
    text: str = ""


class Raw(NamedTuple):
    xml: str


Rows = Sequence[Sequence[object]]


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)  # of no date
    return raw.getvalue()


def xlsx(
    sheets: Mapping[str, Rows],
    *,
    merged: Iterable[str] = (),
    hidden: Iterable[str] = (),
    codes: Sequence[str | int] = (),
    since_1904: bool = False,
) -> bytes:
    """An XLSX file; ``merged`` ranges are in each sheet. Styles 0 and 1 are none and a date, from 2
    on those of ``codes``."""
    cells = [cell for rows in sheets.values() for row in rows for cell in row]
    codes = [0, 14, *codes, *(cell.code for cell in cells if isinstance(cell, Shown))]
    named = [code for code in codes if isinstance(code, str)]
    own = "".join(
        f'<numFmt numFmtId="{164 + at}" formatCode={quoteattr(code)}/>'
        for at, code in enumerate(named)
    )
    styles = "".join(
        f'<xf numFmtId="{164 + named.index(code) if isinstance(code, str) else code}"/>'
        for code in codes
    )
    ranges = "".join(f'<mergeCell ref="{one}"/>' for one in merged)
    tail = f"<mergeCells>{ranges}</mergeCells>" if ranges else ""
    files = {
        f"xl/worksheets/sheet{at}.xml": f'<worksheet xmlns="{MAIN}"><sheetData>'
        + "".join(row_in_xlsx(number, row, codes) for number, row in enumerate(rows, 1))
        + f"</sheetData>{tail}</worksheet>"
        for at, rows in enumerate(sheets.values(), 1)
    }
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{at}" r:id="rId{at}"'
        + (' state="hidden"/>' if name in hidden else "/>")
        for at, name in enumerate(sheets, 1)
    )
    related = "".join(
        f'<Relationship Id="rId{at}" Type="{RELATIONS}/worksheet" '
        f'Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    styled = f'<Relationship Id="s" Type="{RELATIONS}/styles" Target="styles.xml"/>'
    files |= {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" '
        f'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="{TYPE}.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
        f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">'
        f'<workbookPr date1904="{int(since_1904)}"/><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        f"{related}{styled}</Relationships>",
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{own}</numFmts>'
        f"<fonts><font/><font><b/></font></fonts><cellXfs>{styles}"
        '<xf fontId="1"/></cellXfs></styleSheet>',
    }
    return zipped(files)


def row_in_xlsx(number: int, row: Sequence[object], codes: Sequence[str | int]) -> str:
    cells = (cell_in_xlsx(f"{chr(65 + at)}{number}", value, codes) for at, value in enumerate(row))
    return f'<row r="{number}">{"".join(cells)}</row>'


def cell_in_xlsx(place: str, value: object, codes: Sequence[str | int]) -> str:
    if value is None:
        return ""
    if isinstance(value, Raw):
        return value.xml
    if isinstance(value, Shown):
        return f'<c r="{place}" s="{codes.index(value.code)}"><v>{value.number}</v></c>'
    if isinstance(value, Formula):
        kept = "" if value.value is None else f"<v>{value.value}</v>"
        return f'<c r="{place}"><f>{escape(value.text)}</f>{kept}</c>'
    if isinstance(value, Failed):
        return f'<c r="{place}" t="e"><v>{value.error}</v></c>'
    if isinstance(value, Day):
        return f'<c r="{place}" s="1"><v>{value.number}</v></c>'
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{place}"><v>{value}</v></c>'
    text = f'<t xml:space="preserve">{escape(str(value))}</t>'
    return f'<c r="{place}" t="inlineStr"><is>{text}</is></c>'


def ods(sheets: Mapping[str, Rows], spans: Mapping[str, int] | None = None) -> bytes:
    """An ODS file, with the styles `LETTERS` and ``cut``, which Gnumeric calls General; the cells
    whose texts ``spans`` has reach down over so many rows."""
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            f"<table:table-row>{''.join(cell_in_ods(one, spans or {}) for one in row)}"
            "</table:table-row>"
            for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    names = ("office", "style", "table", "text")
    spaces = "".join(f' xmlns:{name}="{OPEN}:{name}:1.0"' for name in names)
    spaces += f' xmlns:fo="{OPEN}:xsl-fo-compatible:1.0"'
    general = '<style:style style:name="cut" style:data-style-name="General"/>' + "".join(
        f'<style:style style:name="{name}"><style:text-properties {said}/></style:style>'
        for name, said in LETTERS.items()
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{OPEN}:manifest:1.0"><manifest:file-entry '
        f'manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return zipped(
        {
            "mimetype": kind,
            "META-INF/manifest.xml": manifest,
            "content.xml": f"<office:document-content{spaces}><office:automatic-styles>{general}"
            f"</office:automatic-styles><office:body><office:spreadsheet>{tables}"
            f"</office:spreadsheet></office:body></office:document-content>",
        }
    )


def csv_file(rows: Rows) -> bytes:
    """A CSV file, with what cells show."""
    stream = io.StringIO(newline="")
    width = max(map(len, rows))
    for row in rows:
        shown = (cell.text if isinstance(cell, Shown) else cell for cell in row)
        said = [str(cell).upper() if isinstance(cell, bool) else cell for cell in shown]
        csv.writer(stream).writerow([*said, *[None] * (width - len(said))])
    return stream.getvalue().encode("utf-8-sig")


def cell_in_ods(value: object, spans: Mapping[str, int]) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, Raw):
        return value.xml
    text = str(value)
    if isinstance(value, bool):
        said = f'office:value-type="boolean" office:boolean-value="{text.lower()}"'
        text = text.upper()
    elif isinstance(value, Shown):
        kind = "percentage" if "%" in value.text else "float"
        said = f'office:value-type="{kind}" office:value="{value.number}"'
        text = value.text
    elif isinstance(value, int | float):
        said = f'office:value-type="float" office:value="{value}"'
    else:
        said = 'office:value-type="string"'
    down = spans.get(text, 1)
    spanned = f' table:number-rows-spanned="{down}"' if down > 1 else ""
    text = re.sub("(?<= ) | $|^ ", "<text:s/>", escape(text), flags=re.MULTILINE)
    text = text.replace("\t", "<text:tab/>").replace("\n", "</text:p><text:p>")
    lines = f"<text:p>{text}</text:p>"
    return f"<table:table-cell {said}{spanned}>{lines}</table:table-cell>"
