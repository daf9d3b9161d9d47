"""The rulebook of Nineteen Eighty-Four: its examples hold, its pictures are true, all is told."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
import pytest

import card_data
from card_data import Game
from card_data.rulebook import Piece, Rulebook, texts_of
from printkit.drawing.shapes import Group, Path, Text
from printkit.drawing.traversal import walk
from printkit.faces.filling_in import CROSS, INK
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.templating.examples import Facts, facts, filled
from scoring.nineteen_eighty_four import dice
from scoring.nineteen_eighty_four.dice import DiceState
from scoring.nineteen_eighty_four.score import Sums
from scoring.nineteen_eighty_four.state import State
from scoring.nineteen_eighty_four.walk import Walk
from scoring.positions.result import Part
from tests.printkit.pdf_pages import shipped
from tests.rulebooks import in_its_own_size, rulebook, told_by

clause = pytest.mark.clause
Patch = pytest.MonkeyPatch
GAME: Game[Any] = card_data.load("nineteen_eighty_four")
COLOURS = tuple(die.id for die in GAME.data.dice)
ROUNDS = {"round", "walk"}  # the examples that play the same record
ANY = {*rulebook("nineteen_eighty_four").examples}


@pytest.fixture(scope="module")
def played() -> Facts:
    return facts(GAME, rulebook(GAME.id))


@pytest.fixture(scope="module")
def told(played: Facts) -> Rulebook:
    """The rulebook as it is read, with the values of its examples."""
    return filled(rulebook(GAME.id), played)


def with_numbers(**changed: Any) -> Game[Any]:
    numbers = msgspec.structs.replace(GAME.data.numbers, **changed)
    return msgspec.structs.replace(GAME, data=msgspec.structs.replace(GAME.data, numbers=numbers))


@clause("NE-5.2")
@pytest.mark.parametrize("track", ["golden_country", "rounds_track"])
def test_other_points_break_the_walks_that_arrive(track: str) -> None:
    points = getattr(GAME.data.numbers, track)
    game = with_numbers(**{track: tuple(one + 1 for one in points)})
    assert told_by(game) == {"walk", "attic"}


def match_highest(now: DiceState, shown: int) -> Iterator[dice.Step]:
    placed = [die for die in now.dice if die > dice.FACES]
    if placed:
        after = DiceState(dice.put(now.dice, dice.RED, max(placed)), now.room)
        yield dice.Step(dice.RED, (), after)


def arrest_nobody(now: DiceState, shown: int) -> Iterator[dice.Step]:
    placed = dice.put(now.dice, dice.YELLOW, shown + dice.FACES)
    yield dice.Step(dice.YELLOW, (), DiceState(placed, now.room))


MARK, PATH = State.mark, type(GAME.data).path
SCORE = import_module(Sums.__module__)  # the package gives that name to a function
BREAKS: list[tuple[str, Any, str, Any, set[str], set[str]]] = [
    # clause, where, what is replaced, by what, the examples that break and those that may
    ("NE-4.1", dice, "EFFECTS", (match_highest, *dice.EFFECTS[1:]), {"walk"}, set()),
    ("NE-4.5", dice, "EFFECTS",
        (*dice.EFFECTS[: dice.YELLOW], arrest_nobody, *dice.EFFECTS[dice.PURPLE :]),
        ROUNDS | {"stuck", "eye"}, ANY),
    ("NE-4.6", dice, "opposite", lambda shown: shown, ROUNDS, ANY),
    ("NE-3.4", DiceState, "result", property(lambda now: sum(now.placed.values())),
        ROUNDS | {"eye"}, set()),
    ("NE-3.6", State, "mark", lambda sheet, walk, boxes: MARK(sheet, walk, sheet.dice.result),
        {"stuck"}, set()),
    ("NE-3.7", Walk, "watched", lambda walk, at: False, ROUNDS | {"attic", "eye"}, set()),
    ("NE-6.1", Walk, "takes", lambda walk, at: "none", {"eye"}, set()),
    ("NE-6.2", Walk, "takes", lambda walk, at: "none", {"eye"}, set()),
    ("NE-2.2", type(GAME.data), "path", lambda self, detour: PATH(self, False), {"attic"},
        {"short"}),
    ("NE-5.3", SCORE, "Part", lambda label, points, rule, factor=False: Part(label, points, rule),
        {"walk", "attic"}, set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("where", "name", "other", "broken", "may_break"),
    [pytest.param(*case, marks=clause(rule), id=rule) for rule, *case in BREAKS],
)
def test_a_rule_that_does_not_hold_breaks_the_examples_that_rest_on_it(
    where: Any, name: str, other: Any, broken: set[str], may_break: set[str], monkeypatch: Patch
) -> None:
    monkeypatch.setattr(where, name, other)
    assert broken <= told_by(GAME) <= broken | may_break


def dice_in(book: Rulebook, figure: str) -> list[Piece]:
    return [piece for piece in book.figures[figure].pieces if piece.component == "dice"]


@clause("NE-3.2")
@pytest.mark.parametrize(
    ("figure", "example", "after"), [("rolled", "round", "2"), ("highest", "eye", "15")]
)
def test_a_roll_is_pictured_as_it_fell(
    figure: str, example: str, after: str, told: Rulebook, played: Facts
) -> None:
    rolled = played[example]["after"][after]["dice"]
    shown = {die.face: die.detail for die in dice_in(told, figure)}
    assert shown == {colour: str(rolled[colour]) for colour in COLOURS}


def space_at(die: Piece) -> int:
    """The die space that a die lies on, of seven that are 84 mm wide; 7 is Room 101.

    0 if it lies below them.
    """
    return int(die.x // 12) + 1 if die.y < 6 else 0


@clause("NE-1.2")
@clause("NE-4.5")
@pytest.mark.parametrize(("figure", "example", "after", "arrested"), [
    ("states", "walk", "28", ""),
    ("yellow", "walk", "29", "purple"),
    ("placed", "round", "9", "green"),
    ("stuck", "stuck", "7", ""),
])  # fmt: skip
def test_dice_lie_on_their_spaces(
    figure: str, example: str, after: str, arrested: str, told: Rulebook, played: Facts
) -> None:
    table = played[example]["after"][after]
    placed = {
        (COLOURS.index(colour) + 1, colour, str(table["placed"][colour]))
        for colour in COLOURS
        if table["placed"][colour] != "none"
    }
    if arrested:
        placed.add((len(COLOURS) + 1, arrested, str(table["room_101"])))
    lie = {(space_at(die), die.face, die.detail) for die in dice_in(told, figure)}
    assert {one for one in lie if one[0]} == placed


def figure_in(pages: Layout, says: str) -> Group:
    (figure,) = [
        shape
        for face in pages.faces
        for shape in walk(face.shapes)
        if isinstance(shape, Group) and shape.role == "Figure" and shape.says.startswith(says)
    ]
    return figure


@pytest.mark.sweep
@clause("NE-5.2")
@clause("NE-5.3")
def test_the_score_boxes_are_pictured_filled_in(played: Facts) -> None:
    figure = figure_in(shipped(GAME.id, "rules", Options()), "The score boxes")
    written = [one.text for one in walk(figure.shapes) if isinstance(one, Text) and one.fill == INK]
    ann = played["walk"]["score"]["Ann"]
    parts = [points for part, points in ann["parts"].items() if part != "multiplier"]
    assert written == [*map(str, parts), str(played["walk"]["end"]["subtotal"]), str(ann["total"])]
    level = in_its_own_size(figure.shapes)
    assert [one.text for one in level] == [str(ann["parts"]["multiplier"])]


@clause("NE-3.5")
def test_the_route_is_pictured_with_an_x_for_each_round(played: Facts) -> None:
    figure = figure_in(shipped(GAME.id, "rules", Options()), "The whole route with an X")
    crosses = [one for one in walk(figure.shapes) if isinstance(one, Path) and one.style == CROSS]
    assert len(crosses) == played["walk"]["end"]["rounds"]["number"]


def test_an_x_is_open_only_where_a_box_has_a_number() -> None:
    layout = shipped(GAME.id, "rules", Options())
    for name in ("The whole route with an X", "The tracks of the Golden Country"):
        shapes = [*walk(figure_in(layout, name).shapes)]
        crosses = [one for one in shapes if isinstance(one, Path) and one.style == CROSS]
        ends = [
            cross.steps[at : at + 2] for cross in crosses for at in range(0, len(cross.steps), 2)
        ]
        inked = [
            (start[1][0] + share * (end[1][0] - start[1][0]),
             start[1][1] + share * (end[1][1] - start[1][1]))
            for start, end in ends
            for share in (0, 0.25, 0.5, 0.75, 1)
        ]  # fmt: skip
        assert inked
        for text in [one for one in shapes if isinstance(one, Text) and one.text.isdecimal()]:
            for x, y in inked:
                beside = not text.x < x < text.x + text.width
                assert beside or not text.y - 0.6 * text.size < y < text.y - 0.1 * text.size
    assert {len(cross.steps) for cross in crosses} == {4, 8}  # whole in Big Brother's empty boxes


@pytest.mark.sweep
@clause("NE-5.2")
def test_other_points_do_not_keep_the_rulebook_from_printing() -> None:
    points = tuple(2 * one for one in GAME.data.numbers.golden_country)
    changed = lay_out(with_numbers(golden_country=points), "rules", Options(), Typesetter())
    written = {
        one.text
        for one in walk(figure_in(changed, "The score boxes").shapes)
        if isinstance(one, Text) and one.fill == INK
    }
    assert "64" in written


@clause("NE-1.2")
def test_each_die_has_its_number_and_its_ministry() -> None:
    (chapter,) = [one for one in rulebook(GAME.id).chapters if one.title == "The six dice"]
    headings = [block.heading for block in chapter.blocks if block.heading]
    for number, (die, heading) in enumerate(zip(GAME.data.dice, headings, strict=True), 1):
        assert f"{number}. {die.id.capitalize()} ({die.place})" in heading
        assert f'name="{die.icon}"' in heading


@clause("NE-2.1")
@clause("NE-2.2")
def test_what_a_level_adds_is_told_as_the_data_has_it() -> None:
    book = rulebook(GAME.id)
    (chapter,) = [one for one in book.chapters if one.title == "The levels"]
    said = " ".join(texts_of(chapter.blocks, book))
    for modifier in ("suburbs", "eye", "detour"):
        assert f"At {GAME.data.level_names(modifier)} " in said
