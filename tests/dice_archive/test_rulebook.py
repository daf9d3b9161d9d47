"""The rulebook of Dice Archive: its examples hold, its pictures are true, every clause is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import card_data
from card_data.rulebook import Piece, Rulebook, texts_of
from printkit.drawing.shapes import Text
from printkit.drawing.traversal import walk
from printkit.faces.filling_in import INK
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.templating.examples import Facts, facts, filled
from printkit.typography.fonts import Fonts
from scoring.dice_archive import actions, engine
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import Player, State
from tests.dice_archive.tables import DICE
from tests.rulebooks import resting_on, rulebook, told_by, with_number
from tests.scoring.tools import house

clause = pytest.mark.clause
ACT, WEEKEND = engine.act, State.weekend
NAMES = {"red": "Ann", "blue": "Bo", "green": "Cy"}  # the players, by the colours of their dice


@pytest.fixture(scope="module")
def played() -> Facts:
    return facts(DICE, rulebook(DICE.id))


@pytest.fixture(scope="module")
def told(played: Facts) -> Rulebook:
    return filled(rulebook(DICE.id), played)


@pytest.mark.parametrize(("path", "value", "examples"), [
    pytest.param("communal_in_play.more", 3, "week", marks=clause("DA-1.5")),
    pytest.param("dice.a_player", 7, "week", marks=clause("DA-1.1")),
    pytest.param("board.right", 5, "week", marks=clause("DA-1.2")),
    pytest.param("form.left", 4, "week", marks=clause("DA-1.3")),
    pytest.param("end.board_dice", 6, "scoring", marks=clause("DA-4.1")),
])  # fmt: skip
def test_another_number_breaks_examples_that_rest_on_it(
    path: str, value: int, examples: str
) -> None:
    assert told_by(with_number(DICE, path, value)) == set(examples.split())


@clause("DA-1.6")
def test_a_boss_that_counts_would_break_the_week() -> None:
    assert resting_on(house(DICE, boss_die_counts=True)) == {"week"}


def keep_an_archived_die(table: State, player: Player, action: actions.Action) -> None:
    ACT(table, player, action)
    player.used += isinstance(action, actions.Archive)


def keep_the_token(table: State) -> None:
    token = table.token
    WEEKEND(table)
    table.token = token


@pytest.mark.parametrize(("owner", "name", "broken"), [
    pytest.param(State, "most_motivated", lambda table: table.token, marks=clause("DA-2.3")),
    pytest.param(Player, "use_all", Player.use, marks=clause("DA-3.2")),
    pytest.param(engine, "act", keep_an_archived_die, marks=clause("DA-3.3")),
    pytest.param(Player, "turn", lambda player, face, up: None, marks=clause("DA-3.5")),
    pytest.param(State, "weekend", keep_the_token, marks=clause("DA-2.7")),
])  # fmt: skip
def test_a_broken_rule_breaks_the_week(
    owner: Any, name: str, broken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, broken)
    assert told_by(DICE) == {"week"}


@clause("DA-5.1")
@clause("DA-5.2")
def test_the_scoring_has_products_and_a_tie_that_the_right_table_decides(played: Facts) -> None:
    found = played["scoring"]
    for name, score in found["score"].items():
        for side in SIDES:
            dice = found["end"][name]["dice"][side]
            assert score["parts"][side] == dice * found["end"][name]["tasks"][side]["number"]
    assert found["score"]["Ann"]["total"] == found["score"]["Bo"]["total"]
    assert found["score"]["Ann"]["tiebreaks"]["1"] > found["score"]["Bo"]["tiebreaks"]["1"]


def on_the_board(book: Rulebook, figure: str) -> Iterator[tuple[str, int, str]]:
    """The dice that lie on a table of the board: its side, the space and whose die.

    Each shows the number of its space.
    """
    pieces = book.figures[figure].pieces
    tables = [piece for piece in pieces if piece.component == "board"]
    for die in pieces:
        if die.component == "dice":
            (under,) = [table for table in tables if 0 <= die.x - table.x < table.width]
            space = space_at(die, under)
            assert die.detail == str(space)
            yield under.detail, space, NAMES[die.face]


def space_at(die: Piece, table: Piece) -> int:
    """The space of a table that a die lies on: three rows of two below its head."""
    scale = table.width / 59  # of a table 59 mm wide, as the template draws it
    column = (die.x + die.width / 2 - table.x) / scale // 29.5
    row = ((die.y + die.width / 2 - table.y) / scale - 14) // 27
    return int(2 * row + column + 1)


@clause("DA-3.3")
@pytest.mark.parametrize(("figure", "example"), [("weekend", "week"), ("final", "scoring")])
def test_board_is_pictured_as_the_example_leaves_it(
    figure: str, example: str, told: Rulebook, played: Facts
) -> None:
    board = played[example]["end"]["board"]
    lie = {
        (side, int(space), owner)
        for side in SIDES
        for space, owner in board[side].items()
        if space != "number" and owner != "nobody"
    }
    assert set(on_the_board(told, figure)) == lie


@clause("DA-2.2")
@pytest.mark.parametrize(("figure", "after"), [("motivated", "2"), ("rerolled", "7")])
def test_each_players_dice_are_pictured(
    figure: str, after: str, told: Rulebook, played: Facts
) -> None:
    table = played["week"]["after"][after]
    for colour, name in NAMES.items():
        shown = [die.detail for die in told.figures[figure].pieces if die.face == colour]
        unused = table[name]["unused"]
        assert shown == [unused[str(number)] for number in range(1, unused["number"] + 1)]


@clause("DA-1.5")
@clause("DA-1.8")
def test_the_set_up_picture_has_the_dice_of_three_players() -> None:
    dice = [
        piece.face
        for piece in rulebook(DICE.id).figures["table"].pieces
        if piece.component == "dice"
    ]
    numbers = DICE.data.numbers
    wanted = dict.fromkeys(NAMES, numbers.dice.a_player)
    wanted |= {"communal": numbers.communal_in_play.dice(len(NAMES)), "boss": numbers.dice.boss}
    assert {face: dice.count(face) for face in dice} == wanted


@pytest.fixture(scope="module")
def pages(fonts: Fonts) -> Layout:
    return lay_out(DICE, "rules", Options(), Typesetter())


@pytest.mark.sweep
@clause("DA-5.1")
def test_the_score_pad_is_pictured_as_the_example_fills_it_in(pages: Layout, played: Facts) -> None:
    shapes = (shape for face in pages.faces for shape in walk(face.shapes))
    written = {one.text for one in shapes if isinstance(one, Text) and one.fill == INK}
    score = played["scoring"]["score"]
    points = {str(value) for one in score.values() for value in one["parts"].values()}
    assert points | {str(one["total"]) for one in score.values()} | set(score) <= written


@clause("DA-1.6")
def test_what_counts_toward_a_need_is_told_as_the_house_rule_has_it() -> None:
    for counts, words in ((False, "never the boss"), (True, "the boss too")):
        book = card_data.load_rulebook(house(DICE, boss_die_counts=counts))
        assert book is not None
        said = [text for chapter in book.chapters for text in texts_of(chapter.blocks, book)]
        assert sum(words in text and "(DA-1.6)" in text for text in said) == 2
