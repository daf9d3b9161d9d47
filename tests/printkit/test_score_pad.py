"""The pad that the kit lays out for a game with a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
from card_data.scoresheet.pad import MOST_ACROSS, pad_of, places
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import fields
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from tests import scoresheets
from tests.card_data.copies import edit
from tests.printkit.commands import done, refused

SCORE = """\
clause: MG-1.1
noted:
  player:
    held: {label: Cards held, each: cards, max: 9}
    pages: {label: Manuscript pages, max: 20}
    ended: {label: Ended the game, yes_no: true}
    levels: {label: Levels, marks: true, min: 1, max: 4}
    bids: {label: Bid, rounds: "3", max: 9}
  table:
    laureate: {label: Laureate, player: true}
worth:
  - {part: cards, label: Points for cards, points: "sum(cards, held)"}
  - {part: pages, label: Points for pages, points: "floor(pages / 2)"}
"""
LARGER = "give the pad size: page in print.yaml"
EACH = [
    *("name", "held.first", "held.second", "pages", "ended", "ended"),
    *("levels", "levels", "levels", "levels", "levels", "bids.0", "bids.1", "bids.2"),
    *("points.cards", "points.pages", "total"),
]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    done("new", "--blank", "my_game", tmp_path)
    folder = tmp_path / "my_game"
    (folder / "score.yaml").write_text(SCORE, "utf-8")
    for name in ("rulebook.yaml", "examples/last_game.yaml"):  # which are scored otherwise
        (folder / name).unlink()
    return folder


def build(game: Path) -> tuple[object, ...]:
    return ("build", "my_game", "--only", "pad", "--data", game.parent, "--out", game.parent)


def notes(game: Path) -> list[str]:
    said = done("check", "my_game", "--data", game.parent)
    return [line for line in said.splitlines() if line.startswith("my_game: pad: ")]


def drawn(game: Path) -> list[Field]:
    (face,) = lay_out(card_data.load("my_game", game.parent), "pad", Options(), Typesetter()).faces
    return fields(face.shapes)


def overlapping(found: list[Field]) -> Iterator[tuple[str, str]]:
    for one, other in combinations(found, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        if not (beside or one.y + one.height <= other.y or other.y + other.height <= one.y):
            yield one.name, other.name


def test_pad_has_boxes_and_marks(game: Path) -> None:
    names = [field.name for field in drawn(game)]
    for player in range(4):
        begun = f"players.{player}."
        assert sorted(n.removeprefix(begun) for n in names if n.startswith(begun)) == sorted(EACH)
    assert [name for name in names if not name.startswith("players.")] == ["laureate"]
    found = [field for field in drawn(game) if field.name.startswith("players.2.")]
    assert [one.value for one in found if one.name.endswith(".levels")] == ["1", "2", "3", "4", "-"]
    ended = [(one.kind, one.value, one.label) for one in found if one.name.endswith(".ended")]
    assert ended == [("check", value, f"Player 3: Ended the game: {word}")
                     for value, word in (("true", "yes"), ("false", "no"))]  # fmt: skip


def test_what_may_be_left_out_has_one_box_to_tick(game: Path) -> None:
    edit(game / "score.yaml", "yes_no: true", "yes_no: true, optional: true")
    (ended,) = [one for one in drawn(game) if one.name == "players.2.ended"]
    assert (ended.value, ended.label) == ("true", "Player 3: Ended the game")


@pytest.mark.parametrize(
    ("size", "wide", "high"), [("pad", 190, 125), ("quarter", 93, 125), ("page", 204, 287)]
)
def test_boxes_are_apart_and_inside(game: Path, size: str, wide: float, high: float) -> None:
    edit(game / "print.yaml", "size: pad", f"size: {size}")
    found = drawn(game)
    assert list(overlapping(found)) == []
    assert all(one.x >= 4 and one.x + one.width <= wide - 4 for one in found)
    assert all(one.y >= 4 and one.y + one.height <= high - 3.99 for one in found)
    assert min(one.height for one in found) > 3.5


def test_boxes_of_a_whole_page_are_no_taller_than_one_writes(game: Path) -> None:
    edit(game / "print.yaml", "size: pad", "size: page")
    noted = "noted: {player: {coins: {}}}\nworth: [{part: coins, points: coins}]\n"
    (game / "score.yaml").write_text(f"clause: MG-1.1\n{noted}", "utf-8")
    assert 10 < max(one.height for one in drawn(game) if one.name.endswith("coins")) < 15


def test_pad_lines_follow_fields_and_are_written(game: Path) -> None:
    done(*build(game))
    (page,) = PdfReader(game / "pad.pdf").pages
    words = page.extract_text()
    for said in ("Cards held", "The first card", "Ended the game", "Round 3", "Laureate", "Total"):
        assert said in words, said
    found = pad_of(card_data.load("my_game", game.parent))
    assert found is not None
    assert [(one.heading, [line.label for line in one.lines]) for one in found.noted] == [
        ("Cards held", ["The first card", "The second card"]),
        ("", ["Manuscript pages", "Ended the game", "Levels"]),
        ("Bid (– if not played)", ["Round 1", "Round 2", "Round 3"]),
    ]
    assert [line.label for line in found.points] == ["Points for cards", "Points for pages"]
    assert found.total is not None


def test_a_field_that_is_points_has_one_line_among_them(game: Path) -> None:
    edit(game / "score.yaml", "floor(pages / 2)", "pages")
    found = pad_of(card_data.load("my_game", game.parent))
    assert found is not None
    assert [line.boxes[0].name for line in found.points] == ["points.cards", "pages"]
    assert [line.label for line in found.points] == ["Points for cards", "Manuscript pages"]
    assert "Manuscript pages" not in [line.label for block in found.noted for line in block.lines]
    edit(game / "print.yaml", "size: pad", "size: page")
    assert "players.0.points.pages" not in [field.name for field in drawn(game)]
    assert "players.0.points.pages" in places(card_data.load("my_game", game.parent))
    assert notes(game) == []


@pytest.mark.parametrize(
    ("size", "old", "more", "told"),
    [
        ("pad", 'rounds: "3"', 'rounds: "90"', "8:5: field noted.player.bids: makes 90 of the 98 "
         f"lines of the score pad, more than 190 x 125 mm have room for; {LARGER}, or "),
        ("page", 'rounds: "3"', 'rounds: "90"', "8:5: field noted.player.bids: makes 90 of the 98 "
         "lines of the score pad, more than 210 x 297 mm have room for; "),
        ("quarter", "max: 4", "max: 9", "7:5: field noted.player.levels: makes 10 boxes in a line "
         "of the score pad for each of 4 players, more than 93 x 125 mm have room for; "
         f"{LARGER}, or "),
    ],
)  # fmt: skip
def test_too_much_for_a_pad(game: Path, size: str, old: str, more: str, told: str) -> None:
    edit(game / "score.yaml", old, more)
    edit(game / "print.yaml", "size: pad", f"size: {size}")
    line, _ = refused(*build(game)).splitlines()
    assert line == f"{game}/score.yaml:{told}note fewer values"


def test_icons_that_are_higher_than_their_lines_are_too_many_lines(game: Path) -> None:
    row = '  - {id: c%d, title: A card, text: It is., colour: "#1f4e5f", icon: quill}\n'
    cards = "cards:\n" + "".join(row % at for at in range(12))
    (game / "cards.yaml").write_text(cards, "utf-8")
    said = refused(*build(game))
    assert "score.yaml:4:5: field noted.player.held: makes 12 of the 21 lines" in said
    assert "pad.svg" not in said
    (game / "cards.yaml").write_text(cards.replace("icon: quill", 'icon: ""'), "utf-8")
    done(*build(game))


def test_fields_of_ones_own_pad_that_are_no_place_are_noted(game: Path) -> None:
    pad = (Path(card_data.__file__).parents[1] / "templates/common/pad.svg").read_text("utf-8")
    own = game / "templates/own.svg"
    own.write_text(pad, "utf-8")
    edit(game / "print.yaml", "common/pad.svg", "own.svg")
    assert notes(game) == []
    edit(own, 'name="{{ named }}"', "name=\"{{ named|replace('held', 'hled') }}\"")
    assert notes(game) == [
        "my_game: pad: 8 fields with a name that is not a place in a position: "
        "'players.0.hled.first'; did you mean players.0.held.first?"
    ]


def test_lines_have_the_first_colour_of_their_rows(tmp_path: Path) -> None:
    tables = {
        "goods": [{"id": "silk", "colour": "#111111"}, {"id": "salt", "colour": "#222222"}],
        "ports": [{"id": "north", "colour": "#333333"}],
    }
    sheet = """\
clause: LG-1.1
noted: {table: {sold: {each: [goods, ports]}}}
worth: [{part: sold, for: table, points: sum(sold)}]
wins: {target: 10, together: true}
"""
    found = pad_of(scoresheets.load(scoresheets.write_game(tmp_path, sheet, tables)))
    assert found is not None
    (block,) = found.table
    assert [(line.label, line.colour) for line in block.lines] == [
        ("silk, north", "#111111"),
        ("salt, north", "#222222"),
    ]
    assert (found.points, found.total) == ((), None)  # no player has points
    assert pad_of(card_data.load("dice_archive")) is None


def test_what_changed_in_a_score_sheet_is_told_as_it_is_written(game: Path) -> None:
    done("snapshot", "my_game", "--data", game.parent, "--name", "first")
    edit(game / "score.yaml", "floor(pages / 2)", "floor(pages / 3)")
    edit(game / "score.yaml", "max: 20", "max: 30")
    edit(game / "score.yaml", "    ended: {label: Ended the game, yes_no: true}\n", "")
    said = done("changes", "my_game", "--data", game.parent)
    assert "score.noted.player.pages.max: 20 → 30" in said
    assert "score.worth.pages.points: floor(pages / 2) → floor(pages / 3)" in said
    assert "score.noted.player.ended.yes_no: true → nothing" in said


ROUNDS = """\
clause: MG-1.1
noted:
  player:
    points: {label: Points, rounds: "3", max: 9}
    held: {label: Cards held, each: cards, rounds: "3"}
  table:
    fires: {label: Fires, rounds: "3"}
worth:
  - {part: cards, points: "sum(held) + sum(points_)"}
""".replace("points:", "points_:", 1)


@pytest.mark.parametrize(("most", "across"), [(1, True), (4, False)])
def test_rounds_have_a_line_each(game: Path, most: int, across: bool) -> None:
    (game / "score.yaml").write_text(ROUNDS, "utf-8")
    edit(game / "game.yaml", "players: {min: 2, max: 4}", f"players: {{min: 1, max: {most}}}")
    pad = pad_of(card_data.load("my_game", game.parent))
    assert pad is not None
    cards = ["The first card", "The second card"]
    turned = ("Round 1", "Round 2", "Round 3")
    said = [[line.label for line in block.lines] for block in pad.noted]
    if across:
        assert said == [["Points"], cards]
    else:
        assert said == [[*turned], [f"{card}, {turn}" for card in cards for turn in turned]]
    assert [block.columns for block in (*pad.noted, *pad.table)] == [
        *[("1", "2", "3") if across else ()] * 2, ("1", "2", "3")
    ]  # fmt: skip
    found = drawn(game)
    own = [one for one in found if one.name.startswith("players.0.held.first")]
    assert [one.name for one in own] == [f"players.0.held.first.{at}" for at in range(3)]
    assert own[2].label == "Player 1: Cards held: The first card, Round 3"
    assert (own[0].y == own[2].y) == across
    assert (own[0].x == own[2].x) != across
    assert len({one.y for one in [one for one in found if one.name.startswith("fires.")]}) == 1
    assert list(overlapping(found)) == []


def test_many_rounds_have_a_line_each(game: Path) -> None:
    (game / "score.yaml").write_text(ROUNDS.replace('"3"', str(MOST_ACROSS + 1)), "utf-8")
    pad = pad_of(card_data.load("my_game", game.parent))
    assert pad is not None
    (fires,) = pad.table
    assert (len(fires.lines), fires.columns) == (MOST_ACROSS + 1, ())
