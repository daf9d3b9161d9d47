"""From the fields of sheets to a position, and back: for every game, and every kind of place."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType, inspect

import card_data
import scoring
import templates
from card_data import DataError, Game, Problem
from card_data.model import Model
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import fields
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from scoring import games
from scoring.dice_archive.position import SIDES
from scoring.manuscript.position import Points as Box
from scoring.positions.positions import Claim, Marks, PositionFile, check, score
from scoring.sheets.fields import entries, field_at, from_entries, why_misplaced, without_line
from scoring.verse_and_variant.position import Points as Pad
from tests import golden_files
from tests.scoring.tools import ended
from tests.sweeps import sweep

GAMES = games.names()
DRAWN = sweep(GAMES, ["dice_archive", "manuscript", "winstons_archive"])  # whose sheets are drawn
TEMPLATES = Path(templates.__file__).parent


def has_fields(game: str, template: str) -> bool:
    """Whether a template, or one that it takes something from, has a field."""
    file = TEMPLATES / (template if template.startswith("common/") else f"{game}/{template}")
    text = file.read_text("utf-8")
    others = re.findall(r'{%-? *(?:import|include|extends) "([^"]+)"', text)
    return "<field" in text or any(has_fields(game, other) for other in others)


@cache
def sheets(name: str) -> list[tuple[str, Field]]:
    """Every field that the game prints, with its template: of forms, one for each player."""
    game, typesetter = card_data.load(name), Typesetter()
    found = []
    for component, made in game.components.items():
        if not any(has_fields(name, face.template) for face in made.faces):
            continue  # a text, a card
        drawn = ", ".join(face.template for face in made.faces)
        for per_page in made.per_page or [None]:
            forms = game.head.players.max if made.per_page else None
            layout = lay_out(game, component, Options(per_page=per_page, forms=forms), typesetter)
            where = f"{drawn} ({per_page} a page)"
            found += [(where, field) for face in layout.faces for field in fields(face.shapes)]
    return found


SUMS = {  # what is added up at the end, of each player if there are several
    "dice_archive": [
        *(f"{sum_}.{side}" for sum_ in ("dice", "marks", "points") for side in SIDES),
        "total",
    ],
    "manuscript": [*(f"points.{part}" for part in Box.__struct_fields__), "total"],
    "nineteen_eighty_four": ["golden_country", "big_brother", "points.rounds", "subtotal", "total"],
    "verse_and_variant": [
        *(
            f"points.ladders.{suit.feature}"
            for suit in card_data.load("verse_and_variant").data.suits
        ),
        *(f"points.{part}" for part in Pad.__struct_fields__ if part != "ladders"),
        "features_in_all",
        "total",
    ],
    "winstons_archive": ["points.books", "points.manuscripts", "points.reprimand", "out", "total"],
}


@pytest.mark.parametrize("name", sweep(GAMES, ["manuscript", "winstons_archive"]))
def test_the_sheets_have_a_place_for_each_sum(name: str) -> None:
    """DA-5.1, MS-4, NE-5.2, VV-7, WA-5: what is added up, for as many as may play."""
    printed = {field.name for _, field in sheets(name)}
    most = card_data.load(name).head.players.max
    whose = [f"players.{seat}." for seat in range(most)] if most > 1 else [""]
    assert {who + place for who in whose for place in SUMS[name]} <= printed


@pytest.mark.parametrize("name", DRAWN)
def test_every_field_names_a_place_of_the_format(name: str) -> None:
    position = games.shipped(name).Position
    wrong = [
        f"{template}: {field.name}: {said}"
        for template, field in sheets(name)
        if (said := why_misplaced(inspect.type_info(position), field.name, field.value))
    ]
    assert wrong == []


@pytest.mark.parametrize("name", DRAWN)
def test_every_field_has_a_label_of_its_own_on_its_sheet(name: str) -> None:
    told_apart = {
        (template, field.name, field.value, field.label) for template, field in sheets(name)
    }
    labels = Counter((template, label) for template, _, _, label in told_apart)
    assert [one for one, times in labels.items() if times > 1 or not one[1].strip()] == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("games", sweep([6, 20], [6]))
def test_the_fields_of_an_end_position_give_it_back(name: str, games: int) -> None:
    for seed in range(games):
        filled = ended(name, seed)
        again = from_entries(filled.game, entries(filled))
        assert again.position == filled.position
        assert score(again).result == score(PositionFile(filled.game, filled.position)).result


@pytest.mark.parametrize("name", DRAWN)
def test_every_answer_of_an_end_position_has_its_field_on_a_sheet(name: str) -> None:
    printed = {(field.name, field.value) for _, field in sheets(name)}
    for seed in range(6):
        filled = ended(name, seed)
        lacking = [
            (place, text)
            for place, text in entries(filled)
            if (place, text) not in printed and (place, "") not in printed
        ]
        assert lacking == []


@pytest.mark.parametrize("name", DRAWN)
def test_fields_are_filled_in_player_by_player(name: str) -> None:
    """The order of filling in never returns to a player whose part is done."""
    for template in {template for template, _ in sheets(name)}:
        players = [field.name.split(".")[1] for one, field in sheets(name)
                   if one == template and field.name.startswith("players.")]  # fmt: skip
        runs = [player for player, before in zip(players, [None, *players], strict=False)
                if player != before]  # fmt: skip
        assert len(runs) <= 2 * len(set(runs)), template  # a component may hold two sheets


def game(name: str) -> Game[Any]:
    return card_data.load(name)


def test_an_empty_sheet_answers_nothing_but_what_is_marked() -> None:
    position = from_entries(game("dice_archive"), [("players.0.name", " Ann ")]).position
    assert position.players[0].name == "Ann"
    assert position.players[0].tasks == {"left": (), "middle": (), "right": ()}
    assert len(position.players) == 1
    assert from_entries(game("nineteen_eighty_four"), []).position.level is None


def test_columns_left_empty_are_no_players() -> None:
    sheet = [("players.0.name", "Ann"), ("players.3.name", "Bo"), ("players.3.manuscripts", "7")]
    position = from_entries(game("winstons_archive"), sheet).position
    assert [cards.name for cards in position.players] == ["Ann", "Bo"]
    assert [cards.manuscripts for cards in position.players] == [None, 7]


def test_a_round_left_out_is_not_answered() -> None:
    sheet = [("level", "2"), ("rounds.0", "12"), ("rounds.2", "30"), ("rounds.3", "  ")]
    assert from_entries(game("nineteen_eighty_four"), sheet).position.rounds == (12, None, 30)


BLANK_PAGE = "\n".join(["." * 12] * 18)
SAMPLES = {"legend": "lanval", "tiles": "floral_border", "left": BLANK_PAGE, "right": BLANK_PAGE}
WANTS_MORE = {  # what is sound only beside another answer
    ("WA-4.2", "stand_ins"),  # real books
    ("MS-5.1", "tiles"),  # a cube on the tile's exemplar
    ("VV-8.2", "unscored"),  # a cube on the slot
    ("VV-7.1", "ladders"),  # tokens
    ("VV-7.2", "sets"),
    ("VV-7.4", "eureka"),  # the disc
    ("VV-7.5", "features_in_all"),
}


def sample(field: Field) -> str:
    if field.value or field.kind == "number":
        return field.value or "1"
    own = [SAMPLES[step] for step in field.name.split(".") if step in SAMPLES]
    return own[0] if own else "Ann"


@pytest.mark.parametrize("name", DRAWN)
def test_each_field_alone_is_a_possible_answer(name: str) -> None:
    """A field with another number than its box would be found at its own place."""
    loaded = game(name)
    for template, field in sheets(name):
        report = check(from_entries(loaded, [(field.name, sample(field))]))
        found = [
            finding
            for finding in report.findings
            if finding.path.startswith(field.name)
            and not any((finding.rule, step) in WANTS_MORE for step in finding.where)
        ]
        assert found == [], (template, field.name)


# every kind of place

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


def test_field_names_lead_to_places_or_are_refused() -> None:
    info, said = inspect.type_info(Sheet), {}
    for field in FIELDS.split():
        name, _, value = field.partition("=")
        said[field] = why_misplaced(info, name, value) or "a place"
    golden_files.check("fields", said)


def test_the_entries_of_a_position_are_what_its_fields_hold() -> None:
    """Nothing for what is open, left out or not marked; a mark for each of a row of boxes."""
    sheet = Sheet(
        number=0, flag=True, side="left", marks=(3, None, 5), rounds=(1, None, 3),
        parts=(Part("Ann", 4), Part(None)), sides={"left": 2, "right": None}, spaces={7: "Bo"},
        claim=9, running=True,
    )  # fmt: skip
    assert entries(PositionFile(DICE, sheet)) == [
        ("number", "0"), ("flag", "true"), ("side", "left"), ("marks", "3"), ("marks", "5"),
        ("rounds.0", "1"), ("rounds.2", "3"), ("parts.0.name", "Ann"), ("parts.0.claim", "4"),
        ("sides.left", "2"), ("spaces.7", "Bo"), ("claim", "9"),
    ]  # fmt: skip
    assert entries(PositionFile(DICE, Sheet())) == []


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
    nothing: Any = None
    sheet = Sheet(marks=(3, 5, None), rounds=(1, 2), parts=(Part("Ann"),))
    assert field_at(PositionFile(nothing, sheet), where) == entry


DICE = card_data.load("dice_archive")
WALK = card_data.load("nineteen_eighty_four")


def refused(game: Any, *sheet: tuple[str, str]) -> list[str]:
    with pytest.raises(DataError) as error:
        from_entries(game, sheet)
    return [str(problem) for problem in error.value.problems]


def test_impossible_entries_are_all_reported() -> None:
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
    assert without_line(problem) == Problem(message="m", file="f", field="Ann.x")


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
