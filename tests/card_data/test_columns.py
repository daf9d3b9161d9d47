"""Columns that texts of their rows name, in YAML and in spreadsheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data.limits import DEEPEST_COLUMN
from card_data.problems import DataError
from tests.card_data.copies import edit, errata

COLUMNS = "word: text, note: text, cost: number, rare: flag, tags: list"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = errata(tmp_path)
    edit(folder / "game.yaml", "word: text, value: number, icon: text", COLUMNS)
    (folder / "cards.yaml").unlink()
    return folder


def words(game: Path, *, cells: bool, **row: str) -> list[str]:
    """The texts of a card, with a word and a note, from a CSV or from a YAML file."""
    columns = {"word": "", "note": "", "cost": "3", "rare": "yes", "tags": "sly; old", **row}
    if cells:
        said = ",".join(f'"{value}"' for value in columns.values())
        (game / "cards.csv").write_text(f"id,{','.join(columns)}\nfox,{said}\n", "utf-8")
    else:
        columns["tags"] = "[sly, old]"
        texts = ("word", "note")
        said = ", ".join(f"{name}: {value!r}" if name in texts else f"{name}: {value}"
                         for name, value in columns.items())  # fmt: skip
        (game / "cards.yaml").write_text(f"cards:\n  - {{id: fox, {said}}}\n", "utf-8")
    (card,) = rows(game)
    return [card.word, card.note]


def rows(game: Path) -> Any:
    return card_data.load(game.name, game.parent).rows("cards")


@pytest.mark.parametrize("cells", [False, True])
@pytest.mark.parametrize(("word", "said"), [
    ("Pay {cost}", "Pay 3"), ("Pay {cost coin}", "Pay 3 coins"),
    ("{id}: {tags}, {rare}", "fox: sly, old, yes"), ("{copies} of {hand}", "1 of 3"),
    ("See {note}", "See pay 3 twice"),
])  # fmt: skip
def test_text_names_the_columns_of_its_row(word: str, said: str, cells: bool, game: Path) -> None:
    assert words(game, cells=cells, word=word, note="pay {cost} twice") == [said, "pay 3 twice"]


def test_a_column_comes_before_a_number_of_the_game(game: Path) -> None:
    edit(game / "game.yaml", "hand: 3", "hand: 3\n  cost: 5")
    assert words(game, cells=False, word="{cost}") == ["3", ""]


def test_a_column_comes_before_an_icon_and_an_icon_before_an_error(game: Path) -> None:
    assert words(game, cells=True, word="{cost} {quill}") == ['3 <icon name="quill"/>', ""]


def test_a_column_in_a_cell_has_its_own_markup(game: Path) -> None:
    row = {"word": "*{note}* \\{cost\\}", "note": "**2 * {cost}**"}
    assert words(game, cells=True, **row) == ["<i><b>2 * 3</b></i> {cost}", "<b>2 * 3</b>"]


@pytest.mark.parametrize("cells", [False, True])
def test_texts_that_name_one_another_are_told(cells: bool, game: Path) -> None:
    with pytest.raises(DataError) as raised:
        words(game, cells=cells, word="{note}", note="{word}")
    first, second = (problem.message for problem in raised.value.problems)
    assert first.endswith("goes round in a circle: note → word → note")
    assert second.endswith("goes round in a circle: word → note → word")
    with pytest.raises(DataError, match=r"field word: .*goes round in a circle: word → word"):
        words(game, cells=cells, word="a {word}")


def test_a_long_chain_of_texts_is_told(game: Path) -> None:
    names = [f"c{at}" for at in range(DEEPEST_COLUMN + 2)]
    edit(game / "game.yaml", COLUMNS, ", ".join(f"{name}: text" for name in names))
    links = [f'"{{{name}}}"' for name in names[1:]]
    card = ", ".join(f"{name}: {text}" for name, text in zip(names, [*links, "end"], strict=True))
    (game / "cards.yaml").write_text(f"cards:\n  - {{id: fox, {card}}}\n")
    with pytest.raises(DataError, match=r"field c0: .*more than 10 columns that name one another"):
        rows(game)
    edit(game / "cards.yaml", 'c0: "{c1}"', "c0: begin")
    assert rows(game)[0].c1 == "end"


def test_what_is_wrong_in_a_column_is_not_told_again_where_it_is_named(game: Path) -> None:
    with pytest.raises(DataError) as raised:
        words(game, cells=False, word="Pay {cost}", cost="many")
    assert [one.field for one in raised.value.problems] == ["cost"]


def test_a_column_of_the_card_is_told_as_it_is_written(game: Path) -> None:
    with pytest.raises(DataError) as raised:
        words(game, cells=False, word="Pay {card.cost}")
    (problem,) = raised.value.problems
    assert problem.message == "{card.cost}: no such value; did you mean cost?"
