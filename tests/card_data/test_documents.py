"""Documents: where each value stands, what is no YAML and in which line, what is refused unread."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from card_data.limits import DEEPEST, LARGEST_FILE, LONGEST_NAME
from card_data.problems import DataError
from card_data.reading import documents
from card_data.reading.documents import (
    FORM_DATA,
    Quoted,
    Steps,
    parse,
    path_in_words,
    read_file,
    read_stream,
    text_of,
)
from tests import golden_files

NESTED = """\
game: x
players:
  - name: Ann
    books: {A: 2,
            B: 3}
  - hat:
      - red
      - id: " h1 "
        size: 4
plain: [1, 22,
  {name: [Bo], id: z, of: w}]
rows: |
  ab

  cd
other: >
  ab

  cd
1: first
"""


def refused(text: str, *, is_json: bool = False) -> str:
    with pytest.raises(DataError) as error:
        parse(text, "file", is_json=is_json)
    return str(error.value)


@pytest.mark.parametrize(("path", "place"), [
    ((), (1, 1)),
    (("game",), (1, 7)),
    (("players",), (2, 1)),  # a list below its key: the key's place
    (("players", 0), (3, 5)),
    (("players", "0", "name"), (3, 11)),
    (("players", 0, "books"), (4, 5)),
    (("players", 0, "books", "B"), (5, 16)),
    (("players", 0, "books", "C", "D"), (4, 5)),  # not there: what it would stand in
    (("players", 1, "hat", 0), (7, 9)),
    (("players", 1, "hat", 2), (6, 5)),
    (("players", 2), (2, 1)),
    (("players", "one"), (2, 1)),
    (("game", "x"), (1, 7)),
    (("plain", 1), (10, 12)),
    ((1,), (20, 4)),
    (("nowhere",), (1, 1)),
])  # fmt: skip
def test_place_of_a_value_or_of_what_would_hold_it(path: Steps, place: tuple[int, int]) -> None:
    assert parse(NESTED, "file").mark(path) == place


@pytest.mark.parametrize(("path", "line", "column", "item", "field"), [
    (("game",), 1, 7, "", "game"),
    (("players", 0, "books", "A"), 4, 16, "Ann", "books.A"),
    (("players", "0"), 3, 5, "Ann", ""),
    (("players", 1, "hat", 0), 7, 9, "", "players no. 2, hat no. 1"),
    (("players", "1", "hat", "1", "size"), 9, 15, "h1", "size"),
    (("plain", 2, "of"), 11, 27, "z", "of"),  # its name is a list, its ID is not
    (("plain", 5), 10, 1, "", "plain no. 6"),
])  # fmt: skip
def test_problem_is_placed_by_named_entry(
    path: Steps, line: int, column: int, item: str, field: str
) -> None:
    place = {"file": "file", "line": line, "column": column, "item": item, "field": field}
    document = parse(NESTED, "file")
    assert document.place(path) == place
    assert document.mark(("game",), key=True) == (1, 1)
    assert document.mark(("plain", 2, "of"), key=True) == (11, 23)
    assert document.place(("players", 0, "name"), key=True)["column"] == 5


def test_names_in_a_place_are_cut_short() -> None:
    long = "n" * 500
    place = parse(f"- {{id: {long}, {long}: 1}}", "file").place((0, long))
    assert place["item"] == "n" * LONGEST_NAME
    assert place["field"] == "n" * (3 * LONGEST_NAME)


def test_steps_tell_places_in_lists_from_keys() -> None:
    document = parse("{1: [a, {2: [b]}]}", "file")
    assert document.steps(("1", "1", "2", "0")) == ("1", 1, "2", 0)
    assert document.steps((1, "x", "0")) == ("1", "x", "0")
    assert path_in_words(document.steps(("1", "1", "2", "0"))) == "1 no. 2, 2 no. 1"


def test_a_document_is_plain_values() -> None:
    document = parse("a: [x, {b: y, b: z}]\n1: one\n[c]: d\ne: ~\nf: '~'", "file")
    assert document.root == {"a": ["x", {"b": "y"}], "1": "one", "e": None, "f": "~"}
    assert document.value(("a", 0)) == document.value(("a", "0")) == "x"
    assert document.value((1,)) == "one"
    nowhere: list[Steps] = [("a", 2), ("a", "x"), ("a", -1), ("c",), ("a", 0, 0), ("c", "d")]
    assert [document.value(path) for path in nowhere] == [None] * 6
    assert [(path, message) for path, message, _ in document.flaws] == [
        (("a", 1, "b"), "duplicate key"), ((), "found a list as a key, expected text"),
    ]  # fmt: skip
    assert [isinstance(document.value((key,)), Quoted) for key in "1f"] == [False, True]
    assert parse("", "file").value(("a",)) is None


@pytest.mark.parametrize(
    ("path", "row", "line"),
    [(("rows",), 1, 13), (("rows",), 3, 15), (("rows",), 9, 15), (("other",), 2, 16),
     (("players",), 1, 2), (("game",), 3, 1)],
)  # fmt: skip
def test_a_row_has_a_line_in_a_literal_block_alone(path: Steps, row: int, line: int) -> None:
    assert parse(NESTED, "file").row(path, row) == line


def test_a_text_is_a_document_or_told_in_its_line() -> None:
    found = {}
    for text in golden_files.kept("documents"):
        try:
            found[text] = repr(parse(text, "file").root)
        except DataError as error:
            found[text] = str(error)
    golden_files.check("documents", found)
    assert parse("a: 1\rb: 2", "file").root == {"a": "1", "b": "2"}


def test_parts_of_a_document() -> None:
    document = parse("{a: 1, b: 2, c: {d: [3]}, b: 3}", "file")
    own, rest = document.part({"b", "d"}, only=True), document.part({"b", "d"}, only=False)
    assert ([*own.keys()], [*rest.keys()]) == (["b"], ["a", "c"])
    assert (own.file, own.mark(("b",)), rest.mark(("c",))) == ("file", (1, 11), (1, 14))
    assert [len(one.flaws) for one in (document, own, rest)] == [1, 1, 0]
    below = document.below("c")
    assert (below.root, below.mark(("d", 0))) == ({"d": ["3"]}, (1, 22))
    assert parse("[a]", "file").keys() == {}
    assert parse("[a]", "file").part({"a"}, only=True).root == ["a"]


# what is no YAML


@pytest.mark.parametrize("sign", ["[", "{a: ", "- ", "? "])
def test_as_deep_as_may_be_and_one_level_deeper(sign: str) -> None:
    end = {"[": "]", "{a: ": "}"}.get(sign, "")
    sound, deep = (sign * depth + "1" + end * depth for depth in (DEEPEST, DEEPEST + 1))
    assert parse(sound, "file").root is not None
    for text in (deep, f"[{'[],' * 5000}{'[' * DEEPEST}"):
        assert f": nested more than {DEEPEST} levels deep" in refused(text)


def test_as_many_values_as_may_be_and_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_VALUES", 1001)
    text = "[" + "a," * 1000 + "]"
    assert parse(text, "file").root == ["a"] * 1000
    said = "more than 1,001 keys and values"
    assert refused(text[:-1] + "a]") == f"file:1:{len(text)}: {said}"
    assert refused("[{" + "a," * 500 + "}, b]").endswith(said)


# JSON


def test_json_is_read_as_it_is() -> None:
    text = '{"a":\t"x\\ud83d\\ude00\\uD83D\\uDE00",\n\t"b": "\x7f\x80\x9f \u2028 \u2029 \x85 \xa0"}'
    document = parse(text, "file", is_json=True)
    assert document.root == {"a": "x😀😀", "b": "\x7f\x80\x9f \u2028 \u2029 \x85 \xa0"}


def test_a_file_is_json_by_its_name(tmp_path: Path) -> None:
    for name, sound in {"a.json": True, "a.JSON": True, "a.yaml": False}.items():
        (tmp_path / name).write_text('{\n\t"a": "\\ud83d\\ude00"}', "utf-8")
        if sound:
            assert read_file(tmp_path / name).root == {"a": "😀"}
        else:
            with pytest.raises(DataError):
                read_file(tmp_path / name)
    for text in ('{\n\t"a": "\\ud83d\\ude00"}', ' \n {\t"a": "\\ud83d\\ude00"}'):
        document = read_stream(io.BytesIO(text.encode()), "-")
        assert (document.file, document.root) == ("-", {"a": "😀"}), "it looks like JSON"
    assert read_stream(io.BytesIO(b"a: {b: c}"), "-").root == {"a": {"b": "c"}}


# files


def test_a_file_as_large_as_may_be_and_one_byte_larger(tmp_path: Path) -> None:
    whole = b"#" * (LARGEST_FILE - 1) + b"\n"
    assert text_of(whole, "file") == whole.decode()
    with pytest.raises(DataError) as error:
        text_of(whole + b"\n", "file")
    assert str(error.value) == "file: the file is larger than 8 MiB"
    (tmp_path / "a.yaml").write_bytes(whole + b"\n\n")
    assert len(documents.read_bytes(tmp_path / "a.yaml", "file")) == LARGEST_FILE + 1
    with pytest.raises(DataError, match=r"^-: the file is larger than 8 MiB$"):
        read_stream(io.BytesIO(whole + b"\n"), "-")


@pytest.mark.parametrize(("path", "out"), [
    ("own.yaml", False), ("not there.yaml", False), ("to own.yaml", False), ("to other.yaml", True),
    ("here/in here.yaml", False), ("to here/in here.yaml", False), ("away/other.yaml", True),
    ("here/../own.yaml", False), ("here/../../away/other.yaml", True), ("to itself.yaml", False),
])  # fmt: skip
def test_path_leads_out_of_a_folder_by_a_link_or_two_dots(
    path: str, out: bool, tmp_path: Path
) -> None:
    """Of the file or of a folder on its way; where the folder itself lies does not matter."""
    real = tmp_path / "real"
    for file in ("real/own.yaml", "real/here/in here.yaml", "away/other.yaml"):
        (tmp_path / file).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / file).write_text("a: 1")
    (real / "to own.yaml").symlink_to("own.yaml")
    (real / "to other.yaml").symlink_to(tmp_path / "away/other.yaml")
    (real / "to itself.yaml").symlink_to("to itself.yaml")
    (real / "to here").symlink_to("here")
    (real / "away").symlink_to("../away")
    (tmp_path / "home").symlink_to(real)
    for home in (real, tmp_path / "home"):
        assert documents.leads_out(home / path, home) is out


def test_what_cannot_be_read_is_told_by_its_name(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "out").write_text("a: 1")
    (home / "link").symlink_to(tmp_path / "out")
    (home / "in").write_text("a: 1")
    (home / "same").symlink_to("in")
    for path, said in {
        home / "none": "cannot be read: No such file or directory",
        home: "cannot be read: not a file",
        home / "a\0b": "cannot be read: no file has this name",
        home / "link": "is a link that leads out of its folder",
    }.items():
        with pytest.raises(DataError) as error:
            read_file(path, "shown", home)
        (problem,) = error.value.problems
        assert (problem.file, problem.line) == ("shown", 0)
        assert problem.message.startswith(said)
    assert read_file(home / "same", home=home).root == {"a": "1"}
    assert read_file(home / "link").file == str(home / "link")


@pytest.mark.parametrize(("raw", "said"), [
    (b"a: 1\nb: \xff\n", "file:2: the file is not UTF-8 text: save it as UTF-8"),
    (b"a: \x93b", "file:1: the file is not UTF-8 text: save it as UTF-8"),
    (b"%PDF-1.7\n\xb5", "file: expected YAML or JSON, found a PDF"),
    (b"%FDF-1.2\n\xb5", f"file: expected YAML or JSON, found {FORM_DATA}"),
    (b"<?xml version='1.0'?>\n<xfdf/>", f"file: expected YAML or JSON, found {FORM_DATA}"),
    (b"PK\x03\x04\xff", "file: expected YAML or JSON, found a workbook or other packed files"),
    (b"\x89PNG\r\n\x1a\n", "file: expected YAML or JSON, found a picture"),
    (b"\xff\xfea\0b", "file: the file is damaged: it begins as UTF-16 and does not go on so"),
    ("\ufeffname: Zoë 😀".encode("utf-16-le"), "name: Zoë 😀"),
    ("\ufeffname: Zoë 😀".encode("utf-16-be"), "name: Zoë 😀"), (b"\xef\xbb\xbfa: 1", "a: 1"),
])  # fmt: skip
def test_encodings_are_told_by_their_marks(raw: bytes, said: str) -> None:
    try:
        found = text_of(raw, "file")
    except DataError as error:
        found = str(error)
    assert found == said
