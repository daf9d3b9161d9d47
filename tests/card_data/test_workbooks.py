"""What cells of workbooks show: the same from XLSX, ODS and CSV files of one sheet.

The files in ``sheets`` are of one sheet, made by openpyxl 3.1.5 and saved by LibreOffice 7.4.7 and
Gnumeric 1.12.55, their CSV files with what cells show (in LibreOffice the filter's ninth token is
true, in Gnumeric ``format=preserve``).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from card_data.loader import table_file_type
from card_data.problems import DataError, Problems
from card_data.reading.decode import Decoder
from card_data.spreadsheets.formats import NumberFormat, UnknownFormatError
from card_data.spreadsheets.reading import TableReader, cells_of
from card_data.tables import row_type
from tests.card_data.workbooks import Raw, Rows, Shown, ods, xlsx, zipped

SHEETS = Path(__file__).parent / "sheets"
FILES = sorted(one.name for one in SHEETS.iterdir())
SHOWN = {
    "percent": "50%", "percent_fine": "12.5%", "percent_zeros": "150.00%", "yes": "TRUE",
    "no": "FALSE", "duration": "26:00:00", "five_minutes": "0:05:00", "minutes": "90:00",
    "time": "14:05:09", "half_day": "2:05 PM", "half": "1/2", "mixed": "2 3/4", "eighths": "3/8",
    "euro": "3.00 €", "dollar": "$1,234.50", "debt": "-$3.00", "date_iso": "2024-05-01",
    "date_dots": "01.05.2024", "date_long": "1 May 2024", "weekday": "Wednesday, 1 May",
    "moment": "2024-05-01 14:30", "whole": "3", "decimal": "0.5", "sum": "0.3",
    "long": "12345678", "thousands": "1,234,567", "two_places": "3.14", "power": "1.23E+04",
    "leading": "007", "signed": "+5", "unit": "3 gold", "hidden": "", "brackets": "(3)",
    "words": "many", "millions": "12.3M", "text": "plain & <b>", "dash": "1-2",
    "lines": "two\nlines", "spaces": "a  b",
}  # fmt: skip
COSTS = (1234567, 7, 3, 12, 50, 3)  # row after row, again and again
COLUMNS: Any = {"shown": "text", "cost": "number", "rare": "flag"}
FIRST = datetime(1899, 12, 30)
DAY = 45413  # 2024-05-01


def table(raw: bytes, file: str, **columns: str) -> list[Any]:
    """The rows of a sheet as a table with such columns; raise `DataError`."""
    problems = Problems()
    kind: Any = tuple[row_type("cards", columns), ...]  # type: ignore[arg-type, misc]
    reader = TableReader("cards", kind, file, problems)
    document = reader.document(cells_of(raw, "", reader))
    found = Decoder(document, str, problems).read(table_file_type("cards", kind))
    problems.raise_if_any()
    return list(getattr(found, "cards"))  # noqa: B009 - a model made here


def words(raw: bytes, file: str) -> list[str]:
    return [row.word for row in table(raw, file, word="text")]


@pytest.mark.parametrize("name", FILES)
def test_one_sheet_is_the_same_table_whatever_program_saved_it(name: str) -> None:
    rows = table((SHEETS / name).read_bytes(), name, **COLUMNS)
    shown = {row.id: row.shown for row in rows}
    if "gnumeric" in name:  # which sets fractions apart, as print does not
        shown["mixed"] = " ".join(shown["mixed"].split())
    assert shown == SHOWN
    assert [row.cost for row in rows] == [COSTS[at % len(COSTS)] for at in range(len(rows))]
    assert [row.rare for row in rows] == [at % 3 == 1 for at in range(len(rows))]


@pytest.mark.parametrize(("code", "number", "shown"), [
    ("General", 0.1 + 0.2, "0.3"), ("", -3.0, "-3"), ("@", 1e20, "1" + "0" * 20), ("0", 2.5, "3"),
    ("0", -0.4, "0"), ("#", 0, ""), ("#,##0", 1234567, "1,234,567"), ("0,000", 5, "0,005"),
    ("0.##", 3.1, "3.1"), ("0.00?", 1.5, "1.50"), ("0,", 12345, "12"), ("0.0%", 0.0725, "7.3%"),
    ("##0.0E+0", 12345, "12.3E+3"), ("0.0E-00", 0.5, "5.0E-01"), ("# ??/??", 2.75, "2  3/4 "),
    ("# ?/?", 0.999, "1"), ("# ?/?", 3, "3"), ("?/?", 2.75, "11/4"), ("# ?/8", 1.375, "1 3/8"),
    ('_("$"* #,##0.00_)', 3, " $3.00 "), ('0.0\\ "kg"', 2, "2.0 kg"), ('0;-0;"nil"', 0, "nil"),
    ("0;(0)", -3, "(3)"), ("[Red]0;[Blue]-0", -3, "-3"), ("[<1]\"none\";[=1]\"one\";0", 1, "one"),
    ("[$€-407]\\ 0", 3, "€ 3"), ('"a;b"0', 1, "a;b1"), ("dd/mm/yy", DAY, "01/05/24"),
    ("mmm-yyyy", DAY, "May-2024"), ("mmmmm", DAY, "M"), ("dddd", DAY, "Wednesday"),
    ("[$-409]d mmm", DAY, "1 May"), ("[$-407]dd.mm", DAY, "01.05"), ("h:mm AM/PM", 0.5, "12:00 PM"),
    ("h A/P", 0.75, "6 P"), ("hh:mm", DAY + 0.6, "14:24"), ("[h]:mm", 1.5, "36:00"),
    ("[mm]", 0.0625, "90"), ("[s]", 0.001, "86"), ("[h]:mm", -0.5, "-12:00"),
    ("mm:ss.00", 0.00355621527777778, "05:07.26"),
    ("[$-F800]dddd, mmmm dd, yyyy", DAY, "2024-05-01"),
])  # fmt: skip
def test_number_formats_are_read_as_ecma_376_has_them(code: str, number: float, shown: str) -> None:
    assert NumberFormat(code).number(number, FIRST) == shown


def test_a_format_may_have_a_part_for_texts() -> None:
    assert NumberFormat('0;-0;0;"["@"]"').text("a") == "[a]"
    assert NumberFormat("0").text("a") == "a"


@pytest.mark.parametrize("code", ["000-0000", "0 gold", "[DBNum1]0", "[$-407]mmmm", "gg e"])
def test_a_format_that_cannot_be_read_is_told_at_its_cell(code: str) -> None:
    with pytest.raises(UnknownFormatError):
        NumberFormat(code).number(DAY, FIRST)
    raw = xlsx({"Cards": [["word"], [Shown(DAY, code)]]})
    with pytest.raises(DataError) as raised:
        words(raw, "a.xlsx")
    assert str(raised.value) == (
        f"a.xlsx, Cards!A2: found the number format {code!r}, which cannot be read: format the "
        "cell as text"
    )


def test_a_date_in_the_format_of_the_machine_is_written_as_everywhere() -> None:
    rows: Rows = [["word"], [Shown(DAY, 14)], [Shown(DAY + 0.5, 22)], [Shown(DAY, 27)]]
    with pytest.raises(DataError, match=r"A4: found a number format of the machine's, which"):
        words(xlsx({"Cards": rows}), "a.xlsx")
    assert words(xlsx({"Cards": rows[:3]}), "a.xlsx") == ["2024-05-01", "2024-05-01 12:00"]


def test_a_number_too_large_for_its_format_is_told_at_its_cell() -> None:
    for code in ("0.00", "yyyy"):
        with pytest.raises(DataError, match=r"A2: found the number format"):
            words(xlsx({"Cards": [["word"], [Shown(1e300, code)]]}), "a.xlsx")


def test_days_may_count_from_1904() -> None:
    raw = xlsx({"Cards": [["word"], [Shown(DAY - 1462, "yyyy-mm-dd")]]}, since_1904=True)
    assert words(raw, "a.xlsx") == ["2024-05-01"]


@pytest.mark.parametrize(("cell", "shown"), [
    ('<c t="d" s="2"><v>2024-05-01T14:30:00Z</v></c>', "01.05.2024"),  # openpyxl: iso_dates
    ('<c t="d"><v>14:05:00</v></c>', "14:05:00"),
    ('<c t="inlineStr"><is><r><t>a</t></r><r><t> b</t></r><rPh><t>x</t></rPh></is></c>', "a b"),
    ('<c t="inlineStr"><is><t>a_x000A_b_x005F_x0041_</t></is></c>', "a\nb_x0041_"),
    ('<c t="str"><f>A1</f><v>a</v></c>', "a"),
    ('<c t="b"><v>1</v></c>', "TRUE"),
    ('<c s="3"><v>0.5</v></c>', "50%"),
])  # fmt: skip
def test_cells_of_an_xlsx_file_have_several_types(cell: str, shown: str) -> None:
    """None of them with its place, which ``r`` need not say."""
    rows: Rows = [["word"], [Raw(cell)]]
    raw = xlsx({"Cards": rows}, codes=["dd.mm.yyyy", "0%"])
    assert words(raw, "a.xlsx") == [shown]


def told(kind: str, inside: str, more: str = "") -> Raw:
    return Raw(f'<table:table-cell office:value-type="{kind}" {more}>{inside}</table:table-cell>')


@pytest.mark.parametrize(("cell", "shown"), [
    (told("string", '<text:p>a<text:s/> <text:s text:c="2"/>b</text:p>'), "a    b"),
    (told("string", "<text:p>a\n  b</text:p><text:p><text:a>c</text:a></text:p>"), "a b\nc"),
    (told("string", "<text:p>a<text:line-break/><text:tab/>b</text:p>"), "a\n\tb"),
    (told("string", "<office:annotation><text:p>no</text:p></office:annotation>"
          "<text:p>a</text:p>"), "a"),
    (told("string", "", 'office:string-value="a"'), "a"),
    (told("float", "", 'office:value="0.5"'), "0.5"),
    (told("currency", "<text:p>3,00 €</text:p>", 'office:value="3"'), "3,00 €"),
    (told("float", "<text:p>\N{MINUS SIGN}4</text:p>", 'office:value="-4"'), "-4"),
    (told("float", "<text:p>1.2E+07</text:p>",
          'office:value="12345678" table:style-name="cut"'), "12345678"),
])  # fmt: skip
def test_cells_of_an_ods_file_are_what_they_show(cell: Raw, shown: str) -> None:
    assert words(ods({"Cards": [["word"], [cell]]}), "a.ods") == [shown]


def test_an_ods_cell_that_does_not_say_what_it_shows_is_told() -> None:
    cell = told("time", "", 'office:time-value="PT26H00M00S"')
    with pytest.raises(DataError, match="A2: the file does not say what the cell shows"):
        words(ods({"Cards": [["word"], [cell]]}), "a.ods")


@pytest.mark.parametrize(("xml", "wrong"), [
    ('table:formula="of:=1+1"', "a formula that was never worked out: open the file"),
    ('office:value-type="string" calcext:value-type="error"', "found Err:508, the error of"),
])  # fmt: skip
def test_what_is_wrong_with_formulas_of_an_ods_file_is_told(xml: str, wrong: str) -> None:
    space = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
    shown = "<text:p>Err:508</text:p>" if "error" in xml else ""
    cell = Raw(f'<table:table-cell xmlns:calcext="{space}" {xml}>{shown}</table:table-cell>')
    with pytest.raises(DataError, match=f"Cards!A2: {wrong}"):
        words(ods({"Cards": [["word"], [cell]]}), "a.ods")


def test_white_space_between_the_cells_of_an_ods_file_is_none_of_them() -> None:
    cell = Raw("\n  <table:table-cell/>\n  " + told("string", "<text:p>a</text:p>").xml + "\n")
    assert words(ods({"Cards": [[None, "word"], [cell]]}), "a.ods") == ["a"]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_row_as_far_down_as_a_sheet_has_rows_is_read(ending: str) -> None:
    if ending == "xlsx":
        last = Raw('<c r="A1048576" t="inlineStr"><is><t>b</t></is></c>')
        raw = xlsx({"Cards": [["word"], ["a"], [last]]})
    else:
        gap = '</table:table-row><table:table-row table:number-rows-repeated="1048572">'
        row = "<table:table-cell/></table:table-row><table:table-row>"
        last = Raw(gap + row + told("string", "<text:p>b</text:p>").xml)
        raw = ods({"Cards": [["word"], ["a"], [None, last]]})
    assert words(raw, f"a.{ending}") == ["a", "b"]
    reader = TableReader("cards", Any, f"a.{ending}", Problems())
    assert cells_of(raw, "", reader).numbers == [1, 2, 1048576]


@pytest.mark.parametrize("down", [1048570, 9999999])
def test_a_row_that_is_repeated_is_read_as_often_as_a_table_has_rows(down: int) -> None:
    word = told("string", "<text:p>b</text:p>")
    row = f'</table:table-row><table:table-row table:number-rows-repeated="{down}">'
    raw = ods({"Cards": [["word"], ["a"], [Raw(row + word.xml)]]})
    with pytest.raises(DataError, match="the sheet 'Cards' has more than 5,000 rows"):
        words(raw, "a.ods")
    few = ods({"Cards": [["word"], [Raw(row.replace(str(down), "3") + word.xml)]]})
    assert words(few, "a.ods") == ["b", "b", "b"]


def test_a_cell_that_is_repeated_is_read_as_often_as_a_sheet_has_columns() -> None:
    row = [told("string", "<text:p>b</text:p>", 'table:number-columns-repeated="16384"')]
    with pytest.raises(DataError, match="has a value in ALM1, expected at most 1,000 columns"):
        words(ods({"Cards": [row]}), "a.ods")
    raw = xlsx({"Cards": [[Raw('<c r="XFD1048576"><v>1</v></c>')]]})
    with pytest.raises(DataError, match="has a value in XFD1048576, expected at most 1,000 col"):
        words(raw, "a.xlsx")


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_file_with_a_password_is_told(ending: str) -> None:
    raw = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    if ending == "ods":
        locked = "<manifest><encryption-data/></manifest>"
        raw = zipped({"META-INF/manifest.xml": locked, "content.xml": "?"})
    with pytest.raises(DataError, match="it has a password, or is an XLS file: save it as XLSX"):
        words(raw, f"a.{ending}")
