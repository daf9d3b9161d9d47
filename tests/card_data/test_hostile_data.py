"""Untrusted data files: too many, too long, too large; each is refused by its limit.

Reading costs no more than the limits let it, so these tests need no clock; each problem has its
file, and where there is one its line and field.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import card_data
from card_data import DataError, Problem
from card_data.limits import MOST_PROBLEMS
from card_data.problems import Problems, did_you_mean, printable
from card_data.reading.documents import parse, read_file
from tests.card_data.copies import copied, edit, errata, problems

LONG = "x" * 1_000_000
ROW = "  - {{id: c{0}, word: w, value: 1, icon: quill}}\n"
CARDS: dict[str, tuple[str, str]] = {
    "unknown keys": (
        "cards:\n  - {id: a, " + ", ".join(f"k{i}: 1" for i in range(100_000)) + "}\n",
        "more than 100,000 keys and values",
    ),
    "unknown keys in a row": (
        "cards:\n  - {id: a, " + ", ".join(f"k{i}: 1" for i in range(6000)) + "}\n",
        "found 6,001 entries, expected at most 5,000",
    ),
    "rows": (
        "cards:\n" + "".join(ROW.format(i) for i in range(100_000)),
        "more than 100,000 keys and values",
    ),
    "rows that could still be read": (
        "cards:\n" + "".join(ROW.format(i) for i in range(5001)),
        "found 5,001 entries, expected at most 5,000",
    ),
    "tiny values": ("cards: [" + "[]," * 2_000_000 + "]", "more than 100,000 keys and values"),
    "tiny keys": ("cards: {" + "a," * 2_000_000 + "}", "more than 100,000 keys and values"),
    "dashes": ("cards:\n" + "-\n" * 2_000_000, "more than 100,000 keys and values"),
    "wrong placeholders": (
        "cards:\n" + "".join(ROW.format(f"{i}, copies: 0") for i in range(3000)),
        "stopped after 50 problems",
    ),
    "the same ID": ("cards:\n" + ROW.format("") * 3000, "stopped after 50 problems"),
    "a text of megabytes": (
        f"cards:\n  - {{id: a, word: {LONG}, value: 1, icon: quill}}\n",
        "found 1,000,000 characters, expected at most 20,000",
    ),
    "an ID of megabytes": (
        f"cards:\n  - {{id: {LONG}, word: a, value: 1, icon: quill}}\n",
        "found 1,000,000 characters, expected at most 100",
    ),
    "a number of twenty digits": (
        f"cards:\n  - {{id: a, word: a, value: {'9' * 20}, icon: quill}}\n",
        "expected a whole number up to 1,000,000,000,000,000",
    ),
    "a number of seventeen digits": (
        f"cards:\n  - {{id: a, word: a, value: 1{'0' * 16}, icon: quill}}\n",
        "expected a whole number up to 1,000,000,000,000,000",
    ),
    "not a number": (
        "cards:\n  - {id: a, word: a, value: .nan, icon: quill}\n",
        "found .nan, expected a whole number",
    ),
    "an ID and a line end": (
        'cards:\n  - {id: "comma\\n", word: a, value: 1, icon: quill}\n',
        "expected letters, digits and _ . -",
    ),
    "half a character": (
        'cards:\n  - {id: a, word: "\\ud800", value: 1, icon: quill}\n',
        "invalid Unicode character escape code",
    ),
    "a tag": ("cards: !!python/object/apply:os.mkdir ['planted']\n", "found"),
}


@pytest.mark.parametrize("name", CARDS)
def test_a_hostile_table_is_refused(tmp_path: Path, name: str) -> None:
    game = errata(tmp_path)
    text, message = CARDS[name]
    (game / "cards.yaml").write_text(text, "utf-8")
    told = problems(game)
    found = [problem for problem in told if message in problem.message]
    assert found, told[:3]
    assert {problem.file for problem in found} == {str(game / "cards.yaml")}
    assert len(told) <= MOST_PROBLEMS + 1
    assert all(len(str(problem)) < 2000 for problem in told)
    assert not Path("planted").exists()


@pytest.mark.parametrize(("old", "new", "field", "message"), [
    ("      - {rows: cards, template: card.svg}",
     "      - {rows: cards, template: card.svg}\n" * 101, "components.deck.faces",
     "found 101 entries, expected at most 100"),
    ("components:\n", "components:\n" + "".join(
        f"  c{i}: {{title: T, size: poker, faces: [{{template: back.svg}}]}}\n"
        for i in range(100)), "components", "found 102 entries, expected at most 100"),
])  # fmt: skip
def test_more_faces_or_components_than_a_file_may_have_are_refused(
    tmp_path: Path, old: str, new: str, field: str, message: str
) -> None:
    game = errata(tmp_path)
    edit(game / "print.yaml", old, new)
    (found,) = problems(game)
    assert (found.field, found.message, found.line > 0) == (field, message, True)


def test_placeholders_do_not_multiply(tmp_path: Path) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "title: Errata", f"title: {'E' * 200}")
    edit(game / "rules.yaml", "text: Deal", "text: The" + "{title}" * 101 + " Deal")
    found = [problem.message for problem in problems(game)]
    assert found == ["found 20,254 characters with its values filled in, expected at most 20,000"]


def test_a_misspelt_placeholder_among_thousands(tmp_path: Path) -> None:
    """3,000 of them were compared with every known name; now the first fifty are told."""
    game = errata(tmp_path)
    clause = "      - {{id: ER-2.{0}, text: 'Deal {{hnad{0}}} cards.'}}\n"
    with (game / "rules.yaml").open("a") as file:
        file.writelines(clause.format(number) for number in range(3000))
    found = problems(game)
    assert len(found) == MOST_PROBLEMS + 1
    assert "did you mean hand?" in found[0].message
    assert found[-1].message == "stopped after 50 problems"


@pytest.mark.parametrize("name", ["cards.yaml", "game.yaml", "print.yaml"])
def test_no_file_is_read_through_a_link_out_of_the_folder(tmp_path: Path, name: str) -> None:
    game = errata(tmp_path / "mine")
    (game / name).rename(tmp_path / "elsewhere.yaml")
    (game / name).symlink_to(tmp_path / "elsewhere.yaml")
    assert any(
        problem.message == "is a link that leads out of its folder"
        and problem.file == str(game / name)
        for problem in problems(game)
    )


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    game = errata(tmp_path)
    (game / "cards.yaml").rename(game / "deck.yaml")
    (game / "cards.yaml").symlink_to("deck.yaml")
    assert problems(game) == ()


def test_a_pipe_and_a_link_to_itself_are_not_read(tmp_path: Path) -> None:
    game = errata(tmp_path)
    for name in ("cards.yaml", "rules.yaml"):
        (game / name).unlink()
    os.mkfifo(game / "cards.yaml")
    (game / "rules.yaml").symlink_to("rules.yaml")
    pipe, link = problems(game)
    assert (pipe.message, link.file) == ("cannot be read: not a file", str(game / "rules.yaml"))


def test_python_in_a_folder_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (errata(tmp_path), copied("winstons_archive", tmp_path)):
        for name in ("model.py", "__init__.py", "conftest.py", "sitecustomize.py", "yaml.py"):
            (game / name).write_text("raise SystemExit('planted')\n")
    monkeypatch.chdir(tmp_path / "errata")
    before = set(sys.modules)
    for name in ("errata", "winstons_archive"):
        card_data.load(name, tmp_path)
    for module in set(sys.modules) - before:
        file = getattr(sys.modules[module], "__file__", None) or ""
        assert not file.startswith(str(tmp_path)), module


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    for text in ('"\\ud800"', '{"a": "\\ud83d\\ude00 \\udc00"}', '"\\udfff x"'):
        for is_json in (True, False):
            with pytest.raises(DataError, match="invalid Unicode character escape code"):
                parse(text, "text", is_json=is_json)
    (tmp_path / "a.json").write_bytes(b'{"a": "\xed\xa0\x80"}')
    with pytest.raises(DataError, match="not UTF-8"):
        read_file(tmp_path / "a.json")


def test_exactly_as_many_problems_as_are_told() -> None:
    found = Problems()
    for number in range(MOST_PROBLEMS):
        found.add(str(number), file="f")
    with pytest.raises(DataError) as raised:
        found.extend([Problem(message="one more", file="f")])
    assert len(raised.value.problems) == MOST_PROBLEMS + 1
    assert "one more" not in str(raised.value)


def test_a_message_lists_no_thousands_of_names() -> None:
    assert did_you_mean("x", [f"name{number}" for number in range(5000)]).endswith(", 4960 more)")


def test_nothing_that_moves_a_cursor_is_printable() -> None:
    alone = (0, 7, 0x1B, 0x7F, 0x80, 0x9B, 0x2028, 0x2029, 0x0A, 0xD800)
    for code in (*alone, *range(0x202A, 0x202F), *range(0x2066, 0x206A)):
        assert printable(f"a{chr(code)}b") == "a\ufffdb", hex(code)
