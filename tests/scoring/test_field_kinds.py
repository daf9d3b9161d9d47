"""Fields of sheets as positions and back: every kind of place, each message in full."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType, inspect

import card_data
import scoring
from card_data import DataError, Problem
from card_data.model import Model
from scoring.positions.positions import Claim, Marks, PositionFile
from scoring.sheets import fields
from scoring.sheets.fields import entries, field_at, from_entries, why_misplaced
from tests import golden_files

Side = Literal["left", "right"]


class Part(Model, frozen=True):
    """An entry of a list of records."""

    name: str | None = None
    claim: Claim = UNSET


class Sheet(Model, frozen=True):
    """A place of each kind."""

    game: str = "sheet"
    number: int | None = None
    level: Annotated[int, Meta(ge=1)] | None = None
    flag: bool = False
    side: Side | None = None
    marks: Marks[int] | None = None
    words: Marks[Side] | None = None
    rounds: tuple[int | None, ...] = ()
    parts: tuple[Part, ...] = ()
    sides: dict[Side, int | None] = msgspec.field(default_factory=dict)
    spaces: dict[int, str] = msgspec.field(default_factory=dict)
    claim: Claim = UNSET
    running: bool | UnsetType = UNSET


FIELDS = """
number number=3 number=x level=+03 flag=true flag=yes side=left side=up marks=3 marks=x words=right
words=up rounds.0=17 rounds.999 rounds.1000 rounds.x rounds parts parts.0 parts.0.name=Ann
parts.0.name=null parts.0.claim=3 parts.0.nmae sides sides.left=3 sides.lfet sides.zzz spaces.7=Ann
spaces.x number.x =
"""


def test_what_a_field_names() -> None:
    info, said = inspect.type_info(Sheet), {}
    for field in FIELDS.split():
        name, _, value = field.partition("=")
        said[field] = why_misplaced(info, name, value) or "a place"
    golden_files.check("fields", said)


def test_the_entries_of_a_position_are_what_its_fields_hold() -> None:
    """Nothing for what is open, left out or not marked; a mark for each of a row of boxes."""
    game: Any = None
    sheet = Sheet(
        number=0, flag=True, side="left", marks=(3, None, 5), rounds=(1, None, 3),
        parts=(Part("Ann", 4), Part(None)), sides={"left": 2, "right": None}, spaces={7: "Bo"},
        claim=9, running=True,
    )  # fmt: skip
    assert entries(PositionFile(game, sheet)) == [
        ("number", "0"), ("flag", "true"), ("side", "left"), ("marks", "3"), ("marks", "5"),
        ("rounds.0", "1"), ("rounds.2", "3"), ("parts.0.name", "Ann"), ("parts.0.claim", "4"),
        ("sides.left", "2"), ("spaces.7", "Bo"), ("claim", "9"),
    ]  # fmt: skip
    assert entries(PositionFile(game, Sheet())) == []


@pytest.mark.parametrize(
    ("where", "entry"),
    [
        (("number",), ("number", "")),
        (("marks", "1"), ("marks", "5")),
        (("marks", "7"), ("marks", "")),
        (("marks", "2"), ("marks", "")),
        (("marks",), ("marks", "")),
        (("rounds", "1"), ("rounds.1", "")),
        (("parts", "0", "name"), ("parts.0.name", "")),
        (("nowhere", "0"), ("nowhere.0", "")),
        ((), ("", "")),
    ],
)
def test_the_field_of_a_place(where: tuple[str, ...], entry: tuple[str, str]) -> None:
    game: Any = None
    sheet = Sheet(marks=(3, 5, None), rounds=(1, 2), parts=(Part("Ann"),))
    assert field_at(PositionFile(game, sheet), where) == entry


DICE = card_data.load("dice_archive")
WALK = card_data.load("nineteen_eighty_four")


def refused(game: Any, *sheet: tuple[str, str]) -> list[str]:
    with pytest.raises(DataError) as error:
        from_entries(game, sheet)
    return [str(problem) for problem in error.value.problems]


def test_entries_that_cannot_be_are_told_in_full() -> None:
    """First all that name no place; then all that say two things; then what does not fit."""
    assert refused(WALK, ("lvel", "1"), ("rounds", "2"), ("level", "1"), ("level", "2")) == [
        "sheet: field lvel: 'lvel' is not a place in a position; did you mean level?",
        "sheet: field rounds: a group of values, expected one of them",
    ]
    assert refused(WALK, ("level", "1"), ("level", " 2 "), ("level", "1"), ("rounds.0", "x")) == [
        "sheet: field level: two different values, 1 and 2: expected one"
    ]
    assert refused(WALK, ("rounds.1", "3"), ("rounds.1", "4")) == [
        "sheet: field rounds no. 2: two different values, 3 and 4: expected one"
    ]
    assert refused(WALK, ("level", "one"), ("rounds.1", "x")) == [
        "sheet: field level: found one, expected a level, as in 3 or x3",
        "sheet: field rounds no. 2: found x, expected a whole number",
    ]
    for far in ("rounds.1000000000000", "rounds.\u00b2", ""):
        (said,) = refused(WALK, (far, "1"))
        assert "is not a place in a position" in said
    assert refused(DICE, ("players.0.name", "Ann"), ("players.0.tasks.left", "x")) == [
        "sheet: field Ann.tasks.left no. 1: found x, expected a whole number"
    ]
    problem = Problem(message="m", file="f", line=3, column=4, item="Ann", field="x")
    assert fields.without_line(problem) == Problem(message="m", file="f", field="Ann.x")


def test_entries_are_a_position() -> None:
    sheet = [
        ("board.left.1", " Ann "), ("players.1.name", "Bo"), ("players.0.name", "Ann"),
        ("players.0.name", "Ann"), ("players.0.tasks.left", "1"), ("players.0.tasks.left", "3"),
        ("players.0.tasks.right", ""), ("players.1.total", "0"), ("players.0.dice.left", "2"),
    ]  # fmt: skip
    filled = from_entries(DICE, sheet)
    assert (filled.game, filled.document, filled.alone) == (DICE, None, "")
    assert (
        filled.position
        == scoring.read("""{game: dice_archive,
        board: {left: {1: Ann}, middle: {}, right: {}},
        players: [
          {name: Ann, tasks: {left: [1, 3], middle: [], right: []}, dice: {left: 2}},
          {name: Bo, tasks: {left: [], middle: [], right: []}, total: 0}]}""").position
    )
