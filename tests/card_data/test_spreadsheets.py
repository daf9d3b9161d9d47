"""Tables in spreadsheets: read as YAML is, and every problem told at its cell."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import card_data
from card_data.columns import TableDecoder
from card_data.limits import MOST_CELLS, MOST_ENTRIES, MOST_UNPACKED, MOST_ZIP_ENTRIES
from card_data.loader import table_file_type
from card_data.model import Column, fields_of
from card_data.placeholders import filler
from card_data.problems import DataError, Problems
from card_data.spreadsheets.grid import NOTE, Grid
from card_data.spreadsheets.heads import distinct_names
from card_data.spreadsheets.markup import escaped, marked
from card_data.spreadsheets.reading import ALIASES, TableReader, cells_of
from card_data.spreadsheets.writing import as_csv
from card_data.tables import row_type, title_of
from card_data.text import composed
from tests import golden_files
from tests.card_data.copies import edit, errata, problems
from tests.card_data.workbooks import Day, Failed, Formula, Rows, csv_file, ods, xlsx, zipped
from tests.printkit.commands import walled

ROOT = Path(__file__).parent.parent.parent
HEAD: list[object] = ["id", "word", "value", "icon"]
ROWS: list[list[object]] = [["comma", "A comma", 1, "quill"], ["page", "A page", 2, "scroll"]]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = errata(tmp_path)
    (folder / "cards.yaml").unlink()
    return folder


def csv(*rows: object) -> bytes:
    return "\n".join(map(str, ("id,word,value,icon", *rows))).encode()


def cards(folder: Path, raw: bytes = b"", name: str = "cards.csv") -> list[tuple[object, ...]]:
    """The rows of the game with a spreadsheet; raises `DataError` for one with problems."""
    if raw:
        (folder / name).write_bytes(raw)
    game = card_data.load(folder.name, folder.parent)
    return [(row.id, row.word, row.value, row.icon, row.copies) for row in rows_of(game)]


def rows_of(game: Any) -> Any:
    return game.rows("cards")


def said(folder: Path, raw: bytes = b"", name: str = "cards.csv") -> list[str]:
    """Return the problems of the game with a spreadsheet, without the folder's name."""
    if raw:
        (folder / name).write_bytes(raw)
    return [str(one).removeprefix(f"{folder}/") for one in problems(folder)]


# --- files


WORKBOOK: dict[str, Rows] = {"Cards": [HEAD, *ROWS]}


@pytest.mark.parametrize(("name", "raw"), [
    ("cards.csv", csv("comma,A comma,1,quill", "page,A page,2,scroll")),
    ("cards.tsv", csv("comma,A comma,1,quill", "page,A page,2,scroll").replace(b",", b"\t")),
    ("cards.xlsx", xlsx(WORKBOOK)), ("cards.ods", ods(WORKBOOK)),
])  # fmt: skip
def test_a_table_is_read_from_any_spreadsheet(name: str, raw: bytes, game: Path) -> None:
    assert cards(game, raw, name) == [
        ("comma", "A comma", 1, "quill", 1),
        ("page", "A page", 2, "scroll", 1),
    ]
    loaded = card_data.load("errata", game.parent)
    assert loaded.file_of("cards") == name
    assert name in loaded.digests


def test_a_change_in_a_sheet_changes_the_fingerprint(game: Path) -> None:
    cards(game, csv("comma,A comma,1,quill"))
    before = card_data.load("errata", game.parent)
    cards(game, csv("comma,A comma,1,inkpot"))
    after = card_data.load("errata", game.parent)
    assert before.fingerprint != after.fingerprint
    assert [one for one in after.digests if before.digests[one] != after.digests[one]] == [
        "cards.csv"
    ]


def test_two_files_of_a_table_are_both_named(game: Path) -> None:
    (game / "cards.yaml").write_text("cards: []\n")
    assert said(game, csv("comma,A,1,quill")) == [
        "cards.csv: the table cards is in cards.yaml too: keep one of them, or name it in "
        "game.yaml, as in files: {cards: cards.csv}"
    ]
    with (game / "game.yaml").open("a") as file:
        file.write("files: {cards: cards.csv}\n")
    assert cards(game)[0][0] == "comma"


@pytest.mark.parametrize(("files", "told"), [
    ("{decks: a.csv}", "field files.decks: no table 'decks' (known: cards)"),
    ("{cards: a.xls}", "found 'a.xls', expected .yaml, .csv, .tsv, .xlsx, .ods or .json"),
    ("{cards: ../a.csv}", "found '../a.csv', expected a file in the game's folder"),
    ("{cards: /a.csv}", "found '/a.csv', expected a file in the game's folder"),
    ('{cards: "C:\\\\a.csv"}', "expected a file in the game's folder"),
    ("{cards: 'a.csv#Cards'}", "found 'a.csv#Cards', expected"),
    ("{cards: rule.yaml}", "no file 'rule.yaml'; did you mean rules.yaml?"),
])  # fmt: skip
def test_a_file_that_can_be_none_is_told(files: str, told: str, game: Path) -> None:
    with (game / "game.yaml").open("a") as file:
        file.write(f"files: {files}\n")
    (problem,) = said(game)
    assert problem.startswith("game.yaml:21:")
    assert told in problem


def test_a_file_that_is_a_link_out_of_the_folder_is_refused(game: Path, tmp_path: Path) -> None:
    (tmp_path / "out.csv").write_bytes(csv("comma,A,1,quill"))
    (game / "cards.csv").symlink_to(tmp_path / "out.csv")
    assert said(game) == ["cards.csv: is a link that leads out of its folder"]


@pytest.mark.parametrize("wanted", ["#Cards", "#cards", ""])
def test_a_sheet_is_named_or_called_like_the_table(wanted: str, game: Path) -> None:
    book: dict[str, Rows] = {"Notes": [["what?"]], "Cards": [HEAD, *ROWS], "Old": [HEAD]}
    with (game / "game.yaml").open("a") as file:
        file.write(f'files: {{cards: "decks/my deck.xlsx{wanted}"}}\n')
    (game / "decks").mkdir()
    assert len(cards(game, xlsx(book), "decks/my deck.xlsx")) == 2


def test_without_such_a_name_it_is_the_first_that_is_not_hidden(game: Path) -> None:
    book: dict[str, Rows] = {"Lists": [["what?"]], "Deck": [HEAD, *ROWS], "More": [HEAD]}
    assert len(cards(game, xlsx(book, hidden=["Lists"]), "cards.xlsx")) == 2


def test_an_unknown_sheet_is_told_with_those_that_there_are(game: Path) -> None:
    with (game / "game.yaml").open("a") as file:
        file.write('files: {cards: "deck.xlsx#Card"}\n')
    assert said(game, xlsx(WORKBOOK), "deck.xlsx") == [
        "deck.xlsx: no sheet 'Card'; did you mean Cards?"
    ]


# --- encodings and delimiters


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "mac_roman"]
)
def test_how_a_text_file_is_written_is_found_out(encoding: str) -> None:
    for delimiter, ends in product([",", ";", "\t", "|"], ["\n", "\r\n", "\r"]):
        rows = [["id", "word"], ["lettre", "Entrée; “œuvre”, café"]]
        quoted = ends.join(delimiter.join(f'"{cell}"' for cell in row) for row in rows) + ends
        (row,) = table(quoted.encode(encoding), word="text")
        assert (row.id, row.word) == ("lettre", "Entrée; “œuvre”, café"), (delimiter, ends)


@pytest.mark.parametrize(("text", "encodings"), [
    ("Größe und Straße", ["cp1252", "mac_roman"]),
    ("Äpfel für alle", ["cp1252", "mac_roman"]),
    ("Forêt, hôtel, ça", ["cp1252", "mac_roman"]),
    ("¡Roba! El dragón está aquí", ["cp1252", "mac_roman"]),
    ("la acción; los años", ["cp1252", "mac_roman"]),
    ("Smørrebrød på Århus", ["cp1252", "mac_roman"]),
    ("Þór síð æði ást; ações, così", ["cp1252"]),
    ("don’t – “stop”… 5 €", ["cp1252", "mac_roman"]),
    ("½ VP; 3× Gold; A×B; 20 °C", ["cp1252"]),
    ("FÜR GRÖSSE", ["cp1252"]),
])  # fmt: skip
def test_letters_are_those_that_make_sense(text: str, encodings: list[str]) -> None:
    for encoding in encodings:
        (row,) = table(f"word|n\n{text}|1\n".encode(encoding), word="text", n="number")
        assert row.word == text, encoding


@pytest.mark.parametrize(("text", "encoding"), [
    ("łąka", "cp1250"), ("věc", "cp1250"), ("erős", "cp1250"), ("Карта", "cp1251"),
    ("Λύκος", "cp1253"), ("güneş", "cp1254"), ("カードを引く", "shift_jis"),
    ("mostly für", "cp1252"),
])  # fmt: skip
def test_letters_that_make_no_sense_are_told(text: str, encoding: str) -> None:
    raw = f"word\n{text}\n".encode(encoding) + "größte\n".encode() * (encoding == "cp1252")
    with pytest.raises(DataError, match=r"csv:[23]: letters look wrong, as in '.*': save the file"):
        table(raw, word="text")


def test_a_delimiter_within_quotes_is_none() -> None:
    (row,) = table(
        '"Word, or\ntext, or words";N\nGoose;1\n', word_or_text_or_words="text", n="number"
    )
    assert (row.word_or_text_or_words, row.n) == ("Goose", 1)


@pytest.mark.parametrize(("raw", "told"), [
    (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "it has a password: save it"),
    (b"\xd0\xcf\x11\xe0" + "Workbook".encode("utf-16-le"), "it is an XLS file, of Excel before"),
    (zipped({"encrypted-package": "", "META-INF/manifest.xml": "<encryption-data/>"}),
     "it has a password: save it"),
    (zipped({"xl/workbook.bin": ""}), "it is an XLSB file: save it as XLSX"),
    (zipped({"Index/Document.iwa": ""}), "it is a Numbers file: export it to Excel"),
    (b"\xef\xbb\xbf\r\n<HTML xmlns:o=''><table>", "it is a web page: open it in a"),
    (b'<?xml version="1.0"?><Workbook/>', "it is an XML file: save it as XLSX or ODS"),
    (b'{"url": "https://docs.google.com/open?id=1"}', "it is only a link to a sheet on"),
    (b"%PDF-1.7", "it is a PDF, which has no cells"),
])  # fmt: skip
def test_a_file_of_another_kind_is_told_with_what_to_do(raw: bytes, told: str, game: Path) -> None:
    for name in ("cards.xlsx", *(["cards.csv"] if raw[:2] != b"PK" else [])):
        (problem,) = said(game, raw, name)
        assert problem.startswith(f"{name}: cannot be read as a spreadsheet: {told}")
        (game / name).unlink()


def test_a_file_with_the_ending_of_another_is_read_with_its_own(game: Path) -> None:
    for wrong, right, raw in [("xlsx", "csv", csv("a,A,1,quill")), ("csv", "xlsx", xlsx(WORKBOOK))]:
        (problem,) = said(game, raw, f"cards.{wrong}")
        assert f"give it the ending .{right}" in problem
        (game / f"cards.{wrong}").rename(game / f"cards.{right}")
        assert cards(game)
        (game / f"cards.{right}").unlink()


@pytest.mark.parametrize(("raw", "told"), [
    (b" \r\n", "cards.csv: the file is empty"),
    (b"id,word\n\xca\xe0\xf0\xf2\xe0,a\n", "cards.csv:2: letters look wrong, as in 'Êàðòà': save "
     "the file as UTF-8 (in Excel: CSV UTF-8)"),
    (b"id,word\x81\xff,value", "cards.csv:1: letters look wrong, as in 'wordÅˇ': save the file as"),
    (b"\xff\xfei\0d\0,", "cards.csv: the file is damaged: it begins as UTF-16 and does not go on"),
    (csv("comma," + "a" * 140_000 + ",1,quill"), "cards.csv:2: a cell is too long"),
    (csv("," * (MOST_CELLS + 1)), f"cards.csv:2: more than {MOST_CELLS:,} cells"),
    (csv(*["a,b,1,quill"] * (MOST_ENTRIES + 1)), f"cards.csv:5002: more than {MOST_ENTRIES:,}"),
])  # fmt: skip
def test_a_text_file_that_is_no_table_is_told(raw: bytes, told: str, game: Path) -> None:
    (problem,) = said(game, raw)
    assert problem.startswith(told)


def test_lists_of_too_many_items_are_refused(game: Path) -> None:
    edit(game / "game.yaml", "icon: text}", "icon: list}")
    (problem,) = said(game, csv("c1,A,1," + "a;" * 10_000))
    assert problem.endswith("found 10,000 entries, expected at most 5,000")


# --- heads


@pytest.mark.parametrize("above", [
    [["Geese v0.3"]], [["Geese v0.3"], [None]], [["Geese"], ["by", "Ann"], [None]],
    [[None, "Front"]], [["Total", 54], [None]],
])  # fmt: skip
@pytest.mark.parametrize("known", [True, False])
def test_a_title_above_the_heads_is_none_of_them(above: Rows, known: bool) -> None:
    heads: Rows = [["Name", "Cost", "Text", "Art"], ["Fox", 3, "Steals.", "fox.png"], ["Hen", 2]]
    names = ["name", "cost", "text", "art"] if known else []
    kind: Any = tuple[row_type("cards", dict.fromkeys(names, "text")), ...]  # type: ignore[misc]
    for name, raw in (
        ("a.xlsx", xlsx({"Cards": [*above, *heads]}, merged=["A1:D1"])),
        ("a.ods", ods({"Cards": [*above, *heads]})),
        ("a.csv", csv_file([*above, *heads])),
    ):
        grid = cells_of(raw, "", TableReader("cards", kind, name, Problems()))
        assert grid.rows[0] == ["Name", "Cost", "Text", "Art"], name
        assert grid.numbers[:2] == [len(above) + 1, len(above) + 2]
        assert grid.above == " ".join(str(one) for row in above for one in row if one)


@pytest.mark.parametrize("rows", [
    ["Name", "Fox,a note"], ["Name", "Fox,3", "Hen,4"], ["Name,Cost,,", "Fox,3,a,b", "Hen,2"],
    ["word,,", "Fox,a,b", "Hen,c,d"], ["Name", "Fox", "Hen"], ["#a"], ["Name,Cost", "Fox", "Hen,2"],
])  # fmt: skip
def test_the_first_row_has_the_heads_where_it_may(rows: list[str]) -> None:
    width = max(row.count(",") for row in rows)
    raw = "\n".join(row + "," * (width - row.count(",")) for row in rows)
    kind: Any = tuple[row_type("cards", {"word": "text"}), ...]  # type: ignore[misc]
    grid = cells_of(raw.encode(), "", TableReader("cards", kind, "a.csv", Problems()))
    assert (grid.above, grid.numbers[0]) == ("", 1)


def test_a_title_alone_in_its_line_is_told_with_what_to_do() -> None:
    with pytest.raises(
        DataError, match=r"B2: .* the 1 of the first row: .* if that row is a title, delete it"
    ):
        table("Geese v0.3\nword,n\na,b\n", word="text")


def test_values_in_values_have_no_cell(game: Path, tmp_path: Path) -> None:
    from card_data.winstons_archive.model import Data

    reader = TableReader("data", tuple[Data, ...], "data.csv", Problems())
    reader.document(cells_of(b"numbers,options\n1,2\n", "", reader))
    assert str(reader.problems.found[0]) == (
        "data.csv:1, A1: no cell can hold numbers, as it has values in values: keep the table in "
        "data.yaml"
    )


# --- values


def table(raw: bytes | str, **columns: str) -> list[Any]:
    """The rows of a sheet as a table with such columns; raises `DataError`."""
    problems = Problems()
    kind: Any = tuple[row_type("cards", columns), ...]  # type: ignore[arg-type, misc]
    reader = TableReader("cards", kind, "cards.csv", problems)
    raw = raw.encode() if isinstance(raw, str) else raw
    document = reader.document(cells_of(raw, "", reader))
    found = TableDecoder(document, {"hand": 3}, filler, problems).read(
        table_file_type("cards", kind)
    )
    problems.raise_if_any()
    return list(getattr(found, "cards"))  # noqa: B009 - a model made here


def test_cells_are_read_as_people_write_them_or_told_at_their_places() -> None:
    """Each case is the columns of a table and a CSV file."""
    found = {}
    for case in golden_files.kept("cells"):
        columns, _, raw = case.partition("\n")
        try:
            rows = table(raw, **dict(one.split(": ") for one in columns.split(", ")))
            read = [f"{title_of(row)}: {fields_of(row)}" for row in rows]
        except DataError as error:
            read = [str(error)]
        found[case] = "\n".join(read)
    golden_files.check("cells", found)


def test_duplicate_ids_are_told_with_both_cells(game: Path) -> None:
    raw = csv("comma,A,1,quill", "page,B,1,quill", "comma,C,1,quill")
    assert said(game, raw) == ["cards.csv:4, A4: comma, field id: duplicate ID, first used in A2"]
    (game / "cards.csv").unlink()
    raw = xlsx({"My cards": [HEAD, *ROWS, ROWS[0]]})
    assert said(game, raw, "cards.xlsx") == [
        "cards.xlsx, 'My cards'!A4: comma, field id: duplicate ID, first used in 'My cards'!A2"
    ]


# --- markup


def test_markup_in_cells() -> None:
    read = marked(filler({"hand": 3}), {"hand": 3}, set())
    assert read("a\r\nb\rc\vd\u2028e\u2029f\x85g") == "a<br/>b<br/>c<br/>d<br/>e<br/>f<br/>g"
    golden_files.check("markup", {cell: read(cell) for cell in golden_files.kept("markup")})


def test_a_cell_that_grows_too_long_by_its_markup_is_refused(game: Path) -> None:
    raw = csv(f"comma,{'{a}' * 2000},1,quill")
    assert said(game, raw) == [
        "cards.csv:2, B2: comma, field word: found 32,000 characters with its markup, expected at "
        "most 20,000"
    ]


@given(st.text(st.sampled_from("a *\\{}\n;-hand'"), max_size=30))
def test_any_text_comes_back_from_its_cell(text: str) -> None:
    fill = filler({"hand": 3})
    assert marked(lambda sign: sign, {"hand": 3}, set())(escaped(text)) == text or "{" in text
    assert fill("{hand}") == "3"


# --- workbooks


def test_cells_of_a_workbook_are_read_as_they_are_shown(game: Path) -> None:
    rows: Rows = [
        [None, *HEAD, "copies"], [None] * 5, [None, "a", True, 1.0, "quill", "x2"],
        [None, "b", Day(45293), "1,000", "quill"], [None, "c", 0.5, Formula("1+1", 2), "quill"],
        [None, 4, "two\nlines", 12, "quill", 3],
    ]  # fmt: skip
    assert cards(game, xlsx({"Cards": [[None], *rows]}), "cards.xlsx") == [
        ("a", "TRUE", 1, "quill", 2), ("b", "2024-01-02", 1000, "quill", 1),
        ("c", "0.5", 2, "quill", 1), ("4", "two<br/>lines", 12, "quill", 3),
    ]  # fmt: skip


def test_what_is_wrong_with_cells_of_a_workbook_is_told_there(game: Path) -> None:
    rows: Rows = [
        HEAD,
        ["a", "A", Failed("#REF!"), "quill"],
        ["b", "B", Formula("1+1"), "quill"],
        ["c", "C", 3, "quill"],
        ["d", None, 4, "quill"],
        ["e", "E", "#N/A", "quill"],
        ["f", "F", 6.5, "quill"],
        ["g", "G", Day(45293), "quill"],
    ]
    number = "expected a whole number"
    assert said(game, xlsx({"Cards": rows}, merged=["B4:B5"]), "cards.xlsx") == [
        "cards.xlsx, Cards!C2: found #REF!, the error of a formula",
        "cards.xlsx, Cards!C3: a formula that was never worked out: open the file in a "
        "spreadsheet program and save it",
        "cards.xlsx, Cards!B4: merged with the cells up to B5: each needs a value of its own",
        "cards.xlsx, Cards!C6: found #N/A, the error of a formula",
        f"cards.xlsx, Cards!C7: f, field value: found 6.5, {number}",
        f"cards.xlsx, Cards!C8: g, field value: found 2024-01-02, {number}",
    ]


def test_merged_cells_of_an_ods_file_are_told(game: Path) -> None:
    raw = ods({"Other": [["C"], ["C"]], "Cards": [HEAD, *ROWS, ["c", "C", 1, "quill"]]}, {"C": 2})
    assert said(game, raw, "cards.ods") == [
        "cards.ods, Cards!B4: merged with the cells up to B5: each needs a value of its own"
    ]


def bomb(total: int) -> bytes:
    return zipped({"xl/workbook.xml": b"0" * total})


def spoilt(method: int, *, at: int = 0) -> bytes:
    """A workbook packed by this method, with other bytes in one of its files."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(xlsx(WORKBOOK))) as sound,
        zipfile.ZipFile(stream, "w", method) as packed,
    ):
        for name in sound.namelist():
            packed.writestr(name, sound.read(name))
        place = packed.getinfo("xl/workbook.xml").header_offset + 30 + len("xl/workbook.xml") + at
    raw = bytearray(stream.getvalue())
    raw[place : place + 20] = b"\xff" * 20
    return bytes(raw)


def lying(total: int) -> bytes:
    raw = xlsx({"Cards": [HEAD, ["a", "a" * total, 1, "quill"]]})
    size = next(
        one.file_size for one in zipfile.ZipFile(io.BytesIO(raw)).infolist() if "sheet1" in
        one.filename
    )  # fmt: skip
    return raw.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))


@pytest.mark.parametrize(("raw", "told"), [
    (lambda: b"PK\x03\x04", "cannot be read as a spreadsheet: it is damaged, or no XLSX"),
    (lambda: b"", "the file is empty"),
    (lambda: xlsx(WORKBOOK)[:-40], "cannot be read as a spreadsheet"),
    (lambda: zipped({"a": "b"}), "cannot be read as a spreadsheet"),
    (lambda: spoilt(zipfile.ZIP_DEFLATED), "cannot be read as a spreadsheet: it is damaged"),
    (lambda: spoilt(zipfile.ZIP_BZIP2), "cannot be read as a spreadsheet: it is damaged"),
    (lambda: spoilt(zipfile.ZIP_LZMA), "cannot be read as a spreadsheet: it is damaged"),
    (lambda: spoilt(zipfile.ZIP_LZMA, at=9), "cannot be read as a spreadsheet: it is damaged"),
    (lambda: xlsx({"Cards": []}), "the sheet 'Cards' is empty"),
    (lambda: bomb(MOST_UNPACKED + 1), "it unpacks to 48 MiB, expected at most 4 MiB"),
    (lambda: zipped({str(at): "" for at in range(MOST_ZIP_ENTRIES + 1)}), "found 1,001 files"),
    (lambda: xlsx({"Cards": [HEAD, *[["a", "b", 1, "quill"]] * 5001]}), "more than 5,000 rows"),
    (lambda: xlsx({"Cards": [HEAD, ["a", "b\x02", 1, "quill"]]}), "cannot be read as a spread"),
])  # fmt: skip
def test_a_workbook_that_is_none_is_told(raw: Callable[[], bytes], told: str, game: Path) -> None:
    (game / "cards.xlsx").write_bytes(raw())
    assert told in said(game)[0]


def test_a_bomb_is_refused(game: Path) -> None:
    raw = lying(6_000_000)
    assert len(raw) < 50_000
    (problem, *_) = said(game, raw, "cards.xlsx")
    assert problem.startswith("cards.xlsx: cannot be read as a spreadsheet: it is damaged")


def test_a_workbook_that_takes_too_long_is_ended(game: Path) -> None:
    cells = [["a", "b" * 9, 1, "quill"]] * MOST_ENTRIES * 4
    (game / "cards.xlsx").write_bytes(xlsx({"Notes": cells, "Cards": [HEAD, *cells]}))
    done = walled("check", "errata", "--data", game.parent, seconds=0.1)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "errata: takes too long: more than 0 seconds of computing\n"


def test_what_reads_spreadsheets_is_loaded_where_there_are_some(game: Path) -> None:
    (game / "cards.xlsx").write_bytes(xlsx(WORKBOOK))
    lines = [
        "import sys, pathlib, card_data",
        "card_data.load('winstons_archive')",
        "print([one for one in sys.modules if one in ('csv', 'card_data.spreadsheets.reading')])",
        f"print(len(card_data.load('errata', pathlib.Path({str(game.parent)!r})).rows('cards')))",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("[]\n2\n", "")


# --- the way back

TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"], exclude_characters="{}")
    | st.sampled_from("*\\;'=+-@\t\n\r \"<&,"), max_size=12,
).map(composed)  # fmt: skip
COLUMNS: Any = {"word": "text", "cost": "number", "rare": "flag", "tags": "list", "shade": "ink"}


@given(
    st.lists(
        st.tuples(
            *(TEXTS, st.integers(-(10**15), 10**15), st.booleans()),
            *(st.lists(TEXTS, max_size=4), st.sampled_from(["#1f4e5f", "#FFFFFF"])),
            *(st.integers(1, 1000), st.dictionaries(st.integers(1, 100), st.integers(0, 9))),
        ),
        max_size=5,
    )
)
@example([("'=", 0, True, ["'=", "=", "''-1", "a"], "#1f4e5f", 1, {})])
@example([("", 0, True, ["a", "'="], "#1f4e5f", 1, {})])
def test_any_table_comes_back_from_csv(values: list[tuple[Any, ...]]) -> None:
    kind = row_type("cards", COLUMNS)
    rows: list[Any] = [
        kind(id=f"c{at}", word=word, cost=cost, rare=rare, tags=tuple(tags), shade=shade,  # type: ignore[call-arg]
             copies=copies, by_players=by_players)
        for at, (word, cost, rare, tags, shade, copies, by_players) in enumerate(values)
    ]  # fmt: skip
    many: Any = tuple[kind, ...]  # type: ignore[valid-type]
    text = as_csv("cards", many, rows, raw=False)
    found = [repr(row) for row in table(text.encode("utf-8-sig"), **COLUMNS)]
    assert found == [repr(row) for row in rows]


def test_no_cell_is_run_by_a_spreadsheet() -> None:
    kind = row_type("cards", {"word": "text"})
    rows: list[Any] = [
        kind(id=f"c{at}", word=word)  # type: ignore[call-arg]
        for at, word in enumerate(["=1+1", "+1", "-1", "@a", "\ta", "'=1", "a=b"])
    ]
    many: Any = tuple[kind, ...]  # type: ignore[valid-type]
    text = as_csv("cards", many, rows, raw=False)
    cells = [line.split(",")[1] for line in text.splitlines()[1:]]
    assert not [cell for cell in cells if cell[:1] in "=+-@\t"]
    assert [row.word for row in table(text, word="text")] == [row.word for row in rows]


def test_a_control_character_has_no_cell() -> None:
    kind = row_type("cards", {"word": "text"})
    many: Any = tuple[kind, ...]  # type: ignore[valid-type]
    with pytest.raises(DataError, match="table cards: a has the control character"):
        as_csv("cards", many, [kind(id="a", word="\x07")], raw=False)  # type: ignore[call-arg]


FREE = ("", "id", "copies", "by_players", *ALIASES)  # the names that every table knows
HEADS = st.lists(
    st.sampled_from(
        ["Text", "text", "K💰", "K🤝", "%", "Größe", "Имя", "名前", "id", "Qty", "Count"]
    )
    | st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=3),
    max_size=6,
)


@given(HEADS)
def test_each_column_of_a_new_game_is_found_again_by_its_head(heads: list[str]) -> None:
    heads = ["" if head.startswith(NOTE) else head.strip() for head in heads]
    names = [*distinct_names(heads, ALIASES)]
    own: dict[str, Column] = {name: "text" for name in names if name not in FREE}
    kind: Any = tuple[row_type("cards", own), ...]  # type: ignore[misc]
    reader = TableReader("cards", kind, "a.csv", Problems())
    reader.document(Grid(rows=[heads, ["1"] * len(heads)], numbers=[1, 2], lines=[1, 2]))
    at = {name: names.index(name) for name in own}
    assert {name: place for name, place in reader.used.items() if name in own} == at
