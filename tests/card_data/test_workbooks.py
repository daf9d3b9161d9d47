"""The texts of cells of workbooks: the same from XLSX, ODS and CSV files of one sheet.

The files in ``sheets`` are of one sheet, made by openpyxl 3.1.5 and saved by LibreOffice 7.4.7 and
Gnumeric 1.12.55, their CSV files with what cells show (in LibreOffice the filter's ninth token is
true, in Gnumeric ``format=preserve``).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_data.loader import table_file_type
from card_data.problems import DataError, Problems
from card_data.reading.decode import Decoder
from card_data.spreadsheets.formats import NumberFormat, UnknownFormatError
from card_data.spreadsheets.reading import TableReader, cells_of
from card_data.tables import row_type
from tests import golden_files
from tests.card_data.workbooks import Raw, Rows, Shown, csv_file, ods, xlsx, zipped

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


WHOLE = st.integers(0, 9999)
CELLS = st.none() | st.booleans() | st.one_of(
    st.text(st.sampled_from("ab ü\t\n\u2028\xa0,;\"'<&|*-"), max_size=8),
    WHOLE, WHOLE.map(lambda n: Shown(n / 100, "0%", f"{n}%")),
    WHOLE.map(lambda n: Shown(n, "000", f"{n:03}")),
    WHOLE.map(lambda n: Shown(n, '0" VP"', f"{n} VP")),
    WHOLE.map(lambda n: Shown(n, "#,##0.00", f"{n:,}.00")),
    WHOLE.map(lambda n: Shown(n / 1440, "[h]:mm", f"{n // 60}:{n % 60:02}")),
    WHOLE.map(lambda n: Shown(n + 0.5, "0 ?/?", f"{n} 1/2")),
    WHOLE.map(lambda n: Shown(n / 100, "General", f"{n / 100:.15g}")),
)  # fmt: skip
COSTS_SHOWN = st.one_of(
    WHOLE, WHOLE.map(lambda n: Shown(n / 100, 9, f"{n}%")),
    WHOLE.map(lambda n: Shown(-n, "#,##0 €", f"{-n:,} €")), WHOLE.map(str),
    WHOLE.map(lambda n: Shown(-n - 0.4, "0_)", f"{-n} ")),
)  # fmt: skip


@settings(max_examples=40)
@given(st.lists(st.tuples(CELLS, COSTS_SHOWN, st.booleans()), min_size=1, max_size=5))
def test_any_sheet_is_the_same_table_as_csv_xlsx_and_ods(rows: Rows) -> None:
    sheet = [["shown", "cost", "rare"], *rows]
    files = {
        "a.csv": csv_file(sheet),
        "a.xlsx": xlsx({"Cards": sheet}),
        "a.ods": ods({"Cards": sheet}),
    }
    first, *others = ([*map(repr, table(raw, name, **COLUMNS))] for name, raw in files.items())
    assert others == [first, first]


def test_number_formats_are_read_as_ecma_376_has_them() -> None:
    """Each case is a number and the code of a format."""
    found = {}
    for case in golden_files.kept("number_formats"):
        number, _, code = case.partition(" ")
        found[case] = repr(NumberFormat(code).number(float(number), FIRST))
    golden_files.check("number_formats", found)


def test_cells_of_workbooks_are_what_they_show() -> None:
    """Each case is the format of a file, and a cell in it without its place."""
    found = {}
    for case in golden_files.kept("workbook_cells"):
        ending, _, xml = case.partition(" ")
        sheets: dict[str, Rows] = {"Cards": [["word"], [Raw(xml)]]}
        raw = ods(sheets) if ending == "ods" else xlsx(sheets, codes=["dd.mm.yyyy", "0%"])
        try:
            found[case] = repr(words(raw, f"a.{ending}"))
        except DataError as error:
            found[case] = str(error)
    golden_files.check("workbook_cells", found)


def test_bold_letters_of_a_name_are_none_of_its_id_or_head() -> None:
    bold = "<is><r><t>Ti</t></r><r><rPr><b/></rPr><t>tle</t></r></is>"
    rows = [[Raw(f'<c r="A{at}" t="inlineStr">{bold}</c>')] for at in (1, 2)]
    (row,) = table(xlsx({"Cards": rows}), "a.xlsx", title="text")
    assert (row.id, row.title) == ("title", "Ti<b>tle</b>")


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_rows_that_are_hidden_or_filtered_out_are_read(ending: str) -> None:
    if ending == "xlsx":
        cell = '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>b</t></is></c></row>'
        raw = xlsx({"Cards": [["word"], [Raw(f"</row>{cell}<row>")]]})
    else:
        row = '</table:table-row><table:table-row table:visibility="filter">'
        raw = ods({"Cards": [["word"], [Raw(row + told("string", "<text:p>b</text:p>").xml)]]})
    assert words(raw, f"a.{ending}") == ["b"]


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
        f"a.xlsx, Cards!A2: found the number format {code!r}, which cannot be read: choose "
        "another, or type it as text"
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


def told(kind: str, inside: str, more: str = "") -> Raw:
    return Raw(f'<table:table-cell office:value-type="{kind}" {more}>{inside}</table:table-cell>')


def test_white_space_between_the_cells_of_an_ods_file_is_none_of_them() -> None:
    cell = Raw("\n  <table:table-cell/>\n  " + told("string", "<text:p>a</text:p>").xml + "\n")
    assert words(ods({"Cards": [[None, "word"], [cell]]}), "a.ods") == ["a"]


def test_an_escaped_carriage_return_in_the_value_of_a_cell_is_one() -> None:
    # Without shared strings SheetJS (npm xlsx 0.18.5) writes every text so.
    cell = Raw('<c r="A2" t="str"><v xml:space="preserve">a_x000d_\nb</v></c>')
    assert words(xlsx({"Cards": [["word"], [cell]]}), "a.xlsx") == ["a\r\nb"]


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


def test_an_ods_file_with_a_password_is_told() -> None:
    locked = "<manifest><encryption-data/></manifest>"
    raw = zipped({"META-INF/manifest.xml": locked, "content.xml": "?"})
    with pytest.raises(DataError, match="it has a password: save it without one"):
        words(raw, "a.ods")
