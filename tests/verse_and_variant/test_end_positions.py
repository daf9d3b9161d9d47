"""End positions of Verse & Variant: read, shown, written on the score pad and read back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

import scoring
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import fields
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from scoring import picture
from scoring.positions.display import FAULT, Highlights, as_written
from scoring.positions.display import draw_position as drawn_of
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile, check, score
from scoring.sheets.fields import entries, from_entries
from scoring.verse_and_variant import Position, blank
from tests.verse_and_variant.sample_positions import (
    FEATURES,
    GAME,
    filled,
    place,
    random_position,
    sound,
)

FILE = Path(__file__).parents[1] / "positions" / "vv_four_players.yaml"
TEXT = FILE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pad(own_cache: None) -> list[Field]:
    layout = lay_out(GAME, "pad", Options(), Typesetter())
    return [field for face in layout.faces for field in fields(face.shapes)]


@pytest.mark.parametrize(("old", "new", "found"), [
    ("grants_unused: 1", "grants_unused: 5", ("VV-8.1", "players.0.grants_unused", 14)),
    ("cubes_unused: 1", "cubes_unused: 2", ("VV-8.1", "players.2.cubes_unused", 30)),
    ("section: [none", "section: [Edd", ("VV-8.1", "institutions.section.0", 7)),
    ("laureate: none", "laureate: nobody", ("VV-8.2", "laureate", 9)),
    ("name: Di", "name: Bo", ("VV-8.3", "players.3.name", 32)),
    ("prestige: 14", "prestige: -14", ("VV-7.4", "players.0.prestige", 17)),
])  # fmt: skip
def test_finding_names_the_line_of_a_wrong_value(
    old: str, new: str, found: tuple[str, str, int]
) -> None:
    assert old in TEXT
    report = check(scoring.read(TEXT.replace(old, new)))
    assert found in [(one.rule, one.path, one.line) for one in report.findings]


@pytest.mark.parametrize(("old", "new", "says"), [
    ("spotlight: blue", "spotlight: bleu", "did you mean blue?"),
    ("  papyrus: [", "  papyri: [", "did you mean papyrus?"),
    ("eureka: true", "eureka: 1", "found 1, expected true or false"),
    ("lacunae: 3", "lacunas: 3", "did you mean lacunae?"),
    ("prestige: 14", "prestige: 14.5", "expected a whole number"),
    ("[none, none, none]", "none", "expected a list"),
    ("laureate: none", "unscored: {papyrus: first}", "expected a list"),
])  # fmt: skip
def test_malformed_position_is_reported_with_its_line(old: str, new: str, says: str) -> None:
    assert old in TEXT
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    with pytest.raises(scoring.DataError) as error:
        scoring.read(TEXT.replace(old, new, 1))
    (problem,) = error.value.problems
    assert problem.line == line
    assert says in problem.message


def test_a_blank_position_misses_every_answer() -> None:
    report = score(scoring.read(blank(GAME)))
    assert report.valid
    least = GAME.head.players.min
    each = len(FEATURES) + len(sound()["players"][0]) - 1
    slots = sum(map(len, yaml.safe_load(blank(GAME))["institutions"].values()))
    assert slots == GAME.data.facts()["slots_total"]
    assert len(report.missing) == 2 + slots + least * each
    answered = yaml.safe_load(blank(GAME)) | {
        key: value for key, value in sound().items() if key != "game"
    }
    assert score(scoring.read(yaml.safe_dump(answered))).final


def test_every_player_of_a_random_position_scores() -> None:
    rng = Random(5)
    for _ in range(50):
        report = score(PositionFile(GAME, random_position(rng)))
        assert report.final, report.findings
        assert report.result is not None
        for one in report.result.standings:
            assert one.total == sum(part.points for part in one.tally.parts)


def test_the_pad_gives_a_position_back(pad: list[Field]) -> None:
    """Every answer has its field, and what the fields hold is the same position."""
    printed = {(field.name, field.value) for field in pad}
    rng = Random(6)
    for _ in range(20):
        before = PositionFile(GAME, random_position(rng))
        sheet = entries(before)
        lacking = [
            entry for entry in sheet if entry not in printed and (entry[0], "") not in printed
        ]
        assert lacking == []
        again = from_entries(GAME, sheet)
        assert again.position == before.position
        assert score(again).result == score(before).result


def test_slots_left_empty_on_a_pad_hold_no_cube() -> None:
    position = sound()
    place(position, "papyrus", "Ann", "Bo", "none")
    before = filled(position)
    sheet = [entry for entry in entries(before) if entry != ("institutions.papyrus.2", "none")]
    again = from_entries(GAME, sheet)
    assert score(again).final
    assert score(again).result == score(before).result


def test_a_picture_leaves_empty_slots_empty() -> None:
    """And writes everything else."""
    before = scoring.read(TEXT)
    written = dict(entries(PositionFile(GAME, as_written(before.position, GAME))))
    whole = dict(entries(before))
    assert whole.items() > written.items()
    assert {value for place, value in whole.items() if place not in written} == {"none"}
    assert written["laureate"] == "none"
    assert as_written(Position(), GAME) == Position()
    drawn = picture.draw(before, check(before)).decode("utf-8")
    assert drawn.count('aria-label="Cy"') == 1 + 3, "a player with three cubes"
    assert "Not on the sheet" not in drawn


@pytest.mark.parametrize(("where", "marked"), [
    (("spotlight",), "none!"),
    (("laureate",), "Bo!"),
    (("institutions",), "Ann, none!"),
    (("unscored",), "1!"),
    (("players",), "Name!"),
    (("players", "1", "name"), "Bo!"),
    (("players", "1", "eureka"), "no!"),
    (("players", "1", "features", "section"), ".!"),
    (("institutions", "papyrus", "1"), "Ann, none!"),
    (("unscored", "papyrus", "0"), "1!"),
    (("players", "1", "points", "ladders", "papyrus"), "3!"),
    (("players", "1", "points", "cubes"), "-4!"),
])  # fmt: skip
def test_a_finding_is_marked_where_it_is(where: tuple[str, ...], marked: str) -> None:
    """On a value, or on the heading of what is wrong as a whole."""
    position = sound()
    place(position, "papyrus", "Ann", "none")
    position |= {"laureate": "Bo", "unscored": {"papyrus": [1]}}
    position["players"][1]["points"] = {"ladders": {"papyrus": 3}, "cubes": -4}
    faults = Highlights([Finding("VV-8", where, "wrong")])
    drawn = [*drawn_of(filled(position).position, GAME, faults)]
    assert [one.text for line in drawn for one in line if one.style == FAULT] == [marked]


def test_every_finding_in_a_bad_position() -> None:
    report = check(scoring.read(FILE.with_name("vv_invalid.yaml").read_text(encoding="utf-8")))
    assert [f"{one.path}: {one.rule}: {one.message}" for one in report.findings] == [
        "institutions.papyrus.1: VV-8.1: a cube of 'Zed', who is not a player in this game",
        "institutions.papyrus.3: VV-8.2: there is no slot 4; slots are 1 to 3",
        "laureate: VV-8.2: the Edition Laureate is with 'Zed', who is not a player in this game",
        "unscored.majority.0: VV-8.2: slot 1 of Majority Text has no cube that could lie flat",
        "players.0.features.majority: VV-8.1: found -1, but a count cannot be negative",
        "players.0.grants_unused: VV-8.1: 6 unused Grants, but each of 3 players has 5",
        "players.1.prestige: VV-7.4: found -4, but a count cannot be negative",
        "players.2.name: VV-8.3: 'none' cannot be a player's name: it stands for nobody",
    ]
