"""Scalars are read by what the model expects; placeholders name values and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import card_data
from card_data.model import Model
from card_data.placeholders import filler
from card_data.problems import DataError
from card_data.reading.decode import Mismatch, decode
from card_data.reading.documents import parse
from tests.card_data.copies import edit, problems, winston


class Scalars(Model, frozen=True):
    text: str | None = None
    whole: int | None = None
    amount: float | None = None
    flag: bool | None = None


def read(line: str, *, is_json: bool = False) -> Any:
    return decode(parse(line, "file", is_json=is_json), Scalars)


@pytest.mark.parametrize(("line", "name", "value"), [
    ("text: No", "text", "No"), ("text: yes", "text", "yes"), ("text: 1984", "text", "1984"),
    ("text: 007", "text", "007"), ("text: 1e3", "text", "1e3"),
    ("text: 12:30:45", "text", "12:30:45"), ("text: 2024-01-01", "text", "2024-01-01"),
    ("text: .inf", "text", ".inf"), ("text: 'null'", "text", "null"), ("text: ''", "text", ""),
    ("text: !!int 7", "text", "7"), ("whole: 010", "whole", 10), ("whole: 10", "whole", 10),
    ("whole: -3", "whole", -3), ("whole: +3", "whole", 3), ("amount: 3", "amount", 3.0),
    ("amount: 3.5", "amount", 3.5), ("flag: on", "flag", True), ("flag: No", "flag", False),
    ("text: ~", "text", None), ("whole:", "whole", None),
])  # fmt: skip
def test_a_scalar_is_read_by_its_field(line: str, name: str, value: object) -> None:
    found = getattr(read(line), name)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("line", [
    'whole: "7"', "whole: '7'", "whole: 7.0", "whole: 0x10", "whole: 0o17", "whole: 1_000",
    "whole: 12:30", "whole: seven", "whole: ٣", "whole: " + "9" * 5000, "whole: true",
    "amount: .inf", "amount: .nan", "amount: 1e400", 'amount: "1.5"', "flag: 1", 'flag: "yes"',
    "flag: maybe", "text: [a]", "text: {a: b}", "whole: 1\nwhole: 1", "wohle: 1",
])  # fmt: skip
def test_what_is_no_such_scalar_is_refused(line: str) -> None:
    with pytest.raises(DataError) as error:
        read(line)
    assert all(problem.line for problem in error.value.problems)
    assert all(len(str(problem)) < 300 for problem in error.value.problems)


@settings(max_examples=20)
@given(st.integers(-(10**17), 10**17))
def test_whole_numbers_come_back(number: int) -> None:
    assert read(f"whole: {number}").whole == number


@settings(max_examples=50)
@given(st.text(st.characters(codec="utf-8"), max_size=12))
def test_a_json_text_comes_back(text: str) -> None:
    """However JSON escapes it; only what YAML cannot hold is refused, and with an error."""
    for ascii_only in (True, False):
        line = json.dumps({"text": text}, ensure_ascii=ascii_only)
        try:
            found = read(line, is_json=True).text
        except DataError:
            assert any(not char.isprintable() for char in text)
        else:
            assert found == text


def test_json_with_tabs_and_escapes() -> None:
    line = '{\n\t"text":\t"a\\/b\\ud83d\\ude00\\u00e9\\t",\r\n\t"whole" : 3\n}\n'
    found = read(line, is_json=True)
    assert (found.text, found.whole) == ("a/b😀é\t", 3)


@pytest.mark.parametrize("half", ["\\ud83d", "\\ude00", "\\ude00\\ud83d", "\\\\ud83d\\ude00"])
def test_half_a_surrogate_is_no_traceback(half: str) -> None:
    try:
        found = read(f'{{"text": "{half}"}}', is_json=True).text
    except DataError:
        return
    found.encode("utf-8")


# --- placeholders


def test_placeholders_are_filled_from_game_yaml(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "pages_a_point: 5", "pages_a_point: 6")
    edit(game / "game.yaml", "max: 6", "max: 5")
    loaded = card_data.load(game.name, tmp_path)
    assert "1 point for every 6 manuscript pages" in (loaded.clauses()["WA-5.3"].text or "")
    assert "2 to 5." in (loaded.clauses()["WA-1.5"].ruling or "")
    assert any("every 6 pages" in row.text for row in loaded.rows("aids"))  # type: ignore[attr-defined]


def test_no_brace_is_left_in_any_text() -> None:
    game = card_data.load("winstons_archive")
    texts = [text for clause in game.clauses().values() for text in (clause.text, clause.ruling)]
    texts += [row.text for table in ("aids", "specials") for row in game.rows(table)]  # type: ignore[attr-defined]
    assert not [text for text in texts if text and ("{" in text or "}" in text)]


def test_a_minus_is_set_as_a_minus() -> None:
    text = card_data.load("winstons_archive").clauses()["WA-5.4"].text or ""
    assert text.endswith("gets −3 points.")


@pytest.mark.parametrize(
    "name",
    ["nope", "deck.nope", "deck", "players", "", ".", "deck.", "__class__", "deck.__class__",
     "deck.cards.__class__", "deck.__doc__", "title.__doc__", "deck.__module__", "title.__len__",
     "deck._x", "title.upper", "title.format",
     "deck.cards.bit_length", "credits.publisher", "credits.design", "a b", "deck.cards!r",
     "deck.cards:>10", "0"],
)  # fmt: skip
def test_a_placeholder_that_names_no_value_is_refused(tmp_path: Path, name: str) -> None:
    game = winston(tmp_path)
    edit(game / "rules.yaml", "For {players.min} or more players.", f"For {{{name}}}.")
    (found,) = problems(game)
    assert (found.item, found.field) == ("WA-1.5", "text")
    assert f"{{{name}}}" in found.message


WINSTON_DATA = card_data.load("winstons_archive")
STEPS = ("numbers", "head", "deck", "cards", "specials", "players", "title", "__class__", "_x",
         "__init__", "mro", "format", "as_integer_ratio", "imag", "")  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.sampled_from(STEPS), max_size=4))
def test_a_placeholder_reaches_numbers_and_texts_alone(steps: list[str]) -> None:
    words = {"numbers": WINSTON_DATA.data.numbers, "head": WINSTON_DATA.head}
    text = "{" + ".".join(steps) + "}"
    try:
        filled = filler(words)(text)
    except Mismatch:
        return
    assert not [step for step in steps if step.startswith("_")]
    assert re.fullmatch(r"−?[0-9]+|Winston's Archive", filled)
