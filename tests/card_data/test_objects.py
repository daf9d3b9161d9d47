"""JSON files as tables: objects as rows, and what of them no cell can hold."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_data.model import Row
from card_data.problems import DataError, Problems
from card_data.spreadsheets.reading import TableReader, cells_of
from card_data.tables import row_type


def root(raw: bytes, file: str, columns: dict[str, Any]) -> Any:
    """The rows of a file as plain values."""
    kind: Any = tuple[row_type("cards", columns), ...]  # type: ignore[misc]
    name, _, part = file.partition("#")
    reader = TableReader("cards", kind, name, Problems())
    return reader.document(cells_of(raw, part, reader)).root["cards"]


def test_objects_are_rows_and_their_keys_heads() -> None:
    """Of all objects, in order; what is inside an object has the keys to it for a name."""
    cards = [
        {"title": "Fox", "stats": {"cost": 3, "life": 0.5}, "rare": True, "tags": ["a;b", "c"]},
        {"title": None, "text": "Run.\nHide."},
        {"stats": {"cost": "007"}, "rare": False, "tags": []},
    ]
    raw = json.dumps({"version": 2, "set": {"names": ["x"], "cards": cards}}, indent=1).encode()
    reader = TableReader("cards", tuple[Row, ...], "fox.json", Problems())
    assert cells_of(raw, "", reader).rows == [
        ["title", "stats.cost", "stats.life", "rare", "tags", "text"],
        ["Fox", "3", "0.5", "true", r"a\;b; c", ""],
        ["", "", "", "", "", "Run.\nHide."],
        ["", "007", "", "false", "", ""],
    ]
    assert cells_of(raw, "set.cards", reader).lines == [7, 8, 20, 24]


@pytest.mark.parametrize(("said", "told"), [
    ('[{"id": "fox",\n"tags": [["a"]]}]',
     ".json:2:1: fox, field tags: found a list in a list, expected texts or numbers; "
     "# before the key makes it a note"),
    ('[{"id": "fox",\n"more": {"tags": [{}]}}]', "found a mapping in a list, expected texts"),
    ('[{"t": "a",\n"t": "b"}]', "cards.json:2: duplicate key"),
    ('[{"t": "\\u0007"}]', r"cards.json:1: found the control character '\x07'"),
    ('{"a": [{"t": 1}], "b": {"c": [{"t": 1}]}}',
     "found several lists of objects (a, b.c): name one behind the file, as in cards.json#a"),
    ('{"a": 1}', 'expected a list of objects, such as [{"title": "Fox", "cost": 3}]'),
    ("[1, {}]", "expected a list of objects"),
    ("[]", "expected a list of objects"),
    ('[{"a": 1,}', "cards.json:1:"),
])  # fmt: skip
def test_what_is_no_list_of_objects_is_told_at_its_place(said: str, told: str) -> None:
    reader = TableReader("cards", tuple[Row, ...], "cards.json", Problems())
    with pytest.raises(DataError) as raised:
        cells_of(said.encode(), "", reader)
    assert told in str(raised.value)
    noted = said.replace('"tags"', '"#tags"').encode()
    if "before the key makes it a note" in told:
        assert cells_of(noted, "", reader).rows == [["id"], ["fox"]]
    with pytest.raises(DataError, match="no list 'cads'; did you mean cards"):
        cells_of(b'{"cards": [{"t": 1}]}', "cads", reader)


TEXTS = st.text("aZé7.#&\"'{}<>[]:,\\—語", max_size=6)
VALUES = st.none() | TEXTS | st.integers(-(10**9), 10**9) | st.booleans()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.fixed_dictionaries({"name": TEXTS, "a": VALUES, "b": VALUES}), min_size=1))
def test_a_json_file_and_a_csv_file_of_the_same_cells_are_one_table(
    cards: list[dict[str, Any]],
) -> None:
    columns = {"name": "text", "a": "text", "b": "text"}
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(columns)
    words = {None: "", True: "true", False: "false"}
    for card in cards:
        values = [card[name] for name in columns]
        writer.writerow(words[one] if isinstance(one, bool | None) else one for one in values)
    as_json = root(json.dumps(cards).encode(), "cards.json", columns)
    assert as_json == root(stream.getvalue().encode(), "cards.csv", columns)
