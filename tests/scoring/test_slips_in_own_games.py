"""Slips in a game of one's own, and in the tables of its evenings: each is told what to write."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import card_data
from card_data import DataError
from card_data.scoresheet.pad import pad_of
from printkit.drawing.shapes import Text
from printkit.drawing.traversal import traverse
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from scoring.positions.positions import PositionReader
from tests import scoresheets
from tests.card_data.copies import edit
from tests.printkit.commands import done
from tests.scoring.tools import run

SHEET = """\
clause: LG-1.1
noted:
  player:
    held: {each: cards}
    coins: {}
worth:
  - {part: held, points: sum(held)}
"""
CARDS = [{"id": f"maki{at}", "card_name": f"Maki {at}", "kind": "maki"} for at in (1, 2)]
TABLE = """\
game: little
players:
  - {name: Ann, held: {maki1: 2}, coins: 1}
  - {name: Bo, held: {maki1: 1}, coins: 2}
"""
BLOCKS = TABLE.replace("{name: Bo, held: {maki1: 1}, coins: 2}", "name: Bo\n    coins: 2")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return scoresheets.write_game(tmp_path / "games", SHEET, {"cards": CARDS}, {"hand": "eight"})


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ("hand * sum(held)", "found the text 'eight', expected a number beside *"),
        ('"sum(cards, held where kind = maki)"', "maki is what kind may be: write it in quotes, "
         'as in "maki"'),
        ("sum(cards, held)", "unknown key: a text with a comma goes in quotes"),
        ("held.maki1 + maki2", 'write it in quotes, as in "maki2", or held.maki2'),
        ('"floor(2,5 * coins)"', "found ,: decimals have a point, as in 2.5"),
        ("0.5 * coins", "expected a whole number: floor(…), ceil(…) or round(…) makes one of it"),
    ],
)  # fmt: skip
def test_points(data: Path, points: str, told: str) -> None:
    edit(data / "little" / "score.yaml", "sum(held)", points)
    with pytest.raises(DataError) as error:
        card_data.load("little", data)
    assert str(error.value).endswith(told)


def test_numbers_in_a_text_with_commas_are_no_decimals(data: Path) -> None:
    edit(data / "little" / "score.yaml", "sum(held)", "if(coins > 3, 4, 5)")
    with pytest.raises(DataError) as error:
        card_data.load("little", data)
    told = {one.message for one in error.value.problems}
    assert told == {"unknown key: a text with a comma goes in quotes"}


OVER = """\
clause: LG-1.1
noted: {player: {held: {each: cards}, laps: {rounds: 3}}}
define: {heavy: {each: cards, is: 2 * held}, fast: {each: rounds, is: laps * round}}
must: [{each: cards, if: held < copies + heavy, say: "{held} of {card_name}", at: held}]
worth: [{part: held, points: held.maki1 + sum(heavy)}, {part: laps, points: sum(fast)}]
ties: [{most: "sum(rounds, fast where laps > round)", say: faster}]
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("held: {each: cards}", "held: {each: crads}", "no table 'crads'; did you mean cards?"),
        ("held: {each: cards}", "held: {each: [cards, rounds]}", "no table: write rounds: 5"),
        ("rounds: 3", "rounds: many", "nothing is called 'many'"),
        ("{heavy: {each: cards", "{heavy: {each: crads", "no table 'crads'; did you mean cards?"),
        ("must: [{each: cards", "must: [{each: crads", "no table 'crads'; did you mean cards?"),
        ("held: {each: cards}", "held: {each: cards, max: copis}", "did you mean copies?"),
    ],
)
def test_what_is_gone_over_is_told_once(data: Path, old: str, new: str, told: str) -> None:
    """What names a field or a definition over it is not told of beside it."""
    assert OVER.count(old) == 1
    (data / "little" / "score.yaml").write_text(OVER.replace(old, new), "utf-8")
    with pytest.raises(DataError) as error:
        card_data.load("little", data)
    (problem,) = error.value.problems
    assert told in problem.message


def test_rounds_that_nothing_is_noted_in(data: Path) -> None:
    sheet = OVER.replace("laps: {rounds: 3}", "laps: {}")
    (data / "little" / "score.yaml").write_text(sheet, "utf-8")
    with pytest.raises(DataError) as error:
        card_data.load("little", data)
    told = [one.message for one in error.value.problems]
    assert told == ["nothing is noted in rounds"] * 2  # in define, and among the ties


def test_a_row_whose_id_is_not_one_word(tmp_path: Path) -> None:
    cards = [{"id": "big-maki", "kind": "maki"}]
    sheet = SHEET.replace("sum(held)", "held.big-maki")
    folder = scoresheets.write_game(tmp_path / "games", sheet, {"cards": cards})
    with pytest.raises(DataError) as error:
        card_data.load("little", folder)
    (problem,) = error.value.problems
    way = 'sum(cards, held where id = "big-maki")'
    assert problem.message == f"big-maki is not one word: write {way}"
    edit(folder / "little" / "score.yaml", "held.big-maki", f"'{way}'")
    card_data.load("little", folder)


def test_a_list_without_its_dash(data: Path) -> None:
    edit(data / "little" / "score.yaml", "  - {part", "  {part")
    with pytest.raises(DataError, match=r"expected a list: begin each entry with a dash$"):
        card_data.load("little", data)


@pytest.mark.parametrize(
    ("text", "old", "new", "told"),
    [
        (TABLE, "maki1: 2", "maki1: 1O", "found 1O, expected a whole number; did you mean 10?"),
        (TABLE, "coins: 1", "coins: O", "found O, expected a whole number; did you mean 0?"),
        (TABLE, "coins: 1", "coins: 2,5", "unknown key: decimals have a point, as in 2.5"),
        (TABLE, "- {name: Bo", "{name: Bo", ":4:3: a dash is missing: - {name: Bo, "
         "held: {maki1: 1}, coins: 2}"),
        (BLOCKS, "- name: Bo\n  ", "name: Bo\n", ":4:3: a dash is missing: - name: Bo"),
    ],
)  # fmt: skip
def test_a_table(data: Path, text: str, old: str, new: str, told: str) -> None:
    assert old in text
    with pytest.raises(DataError) as error:
        PositionReader(data).read(text.replace(old, new))
    assert told in str(error.value)


def test_a_file_that_ends_in_yml(data: Path, tmp_path: Path) -> None:
    score = data / "little" / "score.yaml"
    score.rename(score.with_suffix(".yml"))
    file = tmp_path / "table.yaml"
    file.write_text(TABLE, "utf-8")
    said = run("score", str(file), "--data", str(data))[2]
    assert said == f"{score.with_suffix('.yml')}: call it score.yaml, with an a\n"


def test_a_broken_sheet_is_told_once_for_several_tables(data: Path, tmp_path: Path) -> None:
    edit(data / "little" / "score.yaml", "sum(held)", "sum(hled)")
    files = [tmp_path / f"{at}.yaml" for at in range(3)]
    for file in files:
        file.write_text(TABLE, "utf-8")
    _, out, err = run("score", *map(str, files), "--data", str(data))
    assert (out, err.count("hled"), err.count("\n")) == ("", 1, 1)


def test_a_forgotten_folder(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(TABLE, "utf-8")
    hint = "; if it is your own, add --data and the folder that its folder is in\n"
    assert run("score", str(file))[2].endswith(hint)
    assert run("template", "little")[2].endswith(hint)


def test_titles_of_a_column_card_name(data: Path) -> None:
    pad = pad_of(card_data.load("little", data))
    assert pad is not None
    assert [line.label for line in pad.noted[0].lines] == ["Maki 1", "Maki 2"]


def test_a_pad_of_a_page_is_whole_in_the_rulebook_as_it_is_advised(tmp_path: Path) -> None:
    done("new", "--blank", "my_game", tmp_path)
    folder = tmp_path / "my_game"
    edit(folder / "print.yaml", "size: pad ", "size: page ")
    edit(folder / "print.yaml", "copies: 2}", "copies: 1}")
    book = yaml.safe_load((folder / "rulebook.yaml").read_text("utf-8"))
    book["figures"]["counted"]["height"] = 99
    del book["figures"]["counted"]["sheets"][0]["window"]
    (folder / "rulebook.yaml").write_text(yaml.safe_dump(book), "utf-8")
    game = card_data.load("my_game", tmp_path)
    faces = lay_out(game, "rules", Options(), Typesetter()).faces
    shapes = [one.shape for face in faces for one in traverse(face.shapes)]
    assert "Total" in [one.text for one in shapes if isinstance(one, Text)]
