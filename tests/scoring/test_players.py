"""Names of players: they tell players apart, and none of them means the table."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

import card_data
import scoring
from card_data.model import Players
from scoring import games
from scoring.play import records
from scoring.play.play import IllegalMove, Play
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count, name_at, name_key
from tests import javascript
from tests.scoring.tools import POSITIONS, seated

GAMES = games.names()
NAMES = ["table", " TABLE "]
RULES = {
    "dice_archive": "DA-6.4", "manuscript": "MS-5.1", "nineteen_eighty_four": "NE-1.1",
    "verse_and_variant": "VV-8.3", "winstons_archive": "WA-1.5",
}  # fmt: skip


def players(game: str, name: str) -> list[str]:
    others = ["Ann", "Bo", "Cy"][: card_data.load(game).head.players.min - 1]
    return [*others, name]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_no_player_may_be_called_table(game: str, name: str) -> None:
    names = players(game, name)
    with pytest.raises(IllegalMove) as error:
        Play(card_data.load(game), names)
    (finding,) = error.value.findings
    assert (finding.rule, finding.path) == (RULES[game], f"players.{len(names) - 1}")
    reserved = "in a record it stands for the dice and the cards"
    assert finding.message == f"{name.strip()!r} cannot be a player's name: {reserved}"
    lines = [f"record: {game}", "players:", *[f"- {each!r}" for each in names], "moves: []"]
    (finding,) = records.play_back(records.read("\n".join(lines))).findings
    assert (finding.rule, finding.line) == (RULES[game], 2 + len(names))


@pytest.mark.parametrize("game", GAMES)
def test_a_name_may_have_the_table_in_it(game: str) -> None:
    assert Play(card_data.load(game), players(game, "Table 2")).decision is not None


@pytest.mark.parametrize("game", ["dice_archive", "manuscript", "winstons_archive"])
@pytest.mark.parametrize("name", NAMES)
def test_a_position_has_no_player_called_table(game: str, name: str) -> None:
    """It is where `table` stands that is wrong, in a position that is sound otherwise."""
    play = seated(game)
    play.play_on(Random(2))
    text = msgspec.yaml.encode(play.state.position()).decode("utf-8")
    assert scoring.check(scoring.read(text)).final
    report = scoring.check(scoring.read(text.replace("Bo", repr(name))))
    assert [(found.rule, found.path) for found in report.findings] == [
        (RULES[game], "players.1.name")
    ]


TWICE = "two players called 'Ann' and 'ann': names must differ in more than capitals and spaces"
SPELLINGS = [
    ("Ann", " ANN ", True),
    ("Jo Lee", "jo  lee", True),
    ("Zo\u00eb", "Zoe\u0308", True),
    ("Strasse", "Straße", True),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευς", True),
    ("Işıl", "IŞıL", True),
    ("Işıl", "Işil", False),
    ("Ann", "Anna", False),
    ("Jo Lee", "JoLee", False),
]
BY_PAGES = """
import { readFileSync } from "node:fs";
import { nameKey } from "./values.js";
const cases = JSON.parse(readFileSync("cases.json", "utf-8"));
process.stdout.write(JSON.stringify(cases.map(([one, other]) => nameKey(one) === nameKey(other))));
"""


@pytest.mark.parametrize(("one", "other", "same"), SPELLINGS)
def test_which_names_are_one_player(one: str, other: str, same: bool) -> None:
    assert (name_key(one) == name_key(other)) is same


def test_pages_compare_names_as_the_kit_does(tmp_path: Path) -> None:
    found = javascript.by_node(BY_PAGES, [javascript.WEB / "values.js"], SPELLINGS, tmp_path)
    assert found == [same for _, _, same in SPELLINGS]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("da_tiebreak", ": Ann", ": ' aNN'"), ("vv_four_players", "[Ann,", "[ann,"),
     ("vv_four_players", "laureate: none", "laureate: None"),
     ("vv_four_players", ", none]", ", NONE]")],
)  # fmt: skip
def test_capitals_do_not_matter_where_a_position_names_players(
    file: str, old: str, new: str
) -> None:
    text = (POSITIONS / f"{file}.yaml").read_text("utf-8")
    first, *entries = text.rpartition("players:")
    assert old in first
    other = scoring.read("".join([first.replace(old, new), *entries]))
    assert other.position == scoring.read(text).position
    assert scoring.score(other).final


NO_NAME = "the name is empty: every player needs a different name"
RESERVED = "in a record it stands for the dice and the cards"


@pytest.mark.parametrize(
    ("players", "found"),
    [
        (["Ann", "Bo", "Anna", "Table 2"], {}),
        (["Ann", "Bo", " ANN ", "Ann"],
         {2: TWICE.replace("'ann'", "'ANN'"), 3: "two players called 'Ann': names must differ"}),
        ([None, "Ann", None], {}),
        (["", " ", "Ann"], {0: NO_NAME, 1: NO_NAME}),
        (["Ann", "Bo", " Ann "], {2: "two players called 'Ann': names must differ"}),
        (
            ["Ann", "Ann", "Ann"],
            dict.fromkeys((1, 2), "two players called 'Ann': names must differ"),
        ),
        (["A" * 201], {0: "a name of 201 characters, expected at most 200"}),
        ([" TABLE "], {0: f"' TABLE ' cannot be a player's name: {RESERVED}"}),
        (["Nobody", "me", "NONE"], {
            0: "'Nobody' cannot be a player's name: it stands for nobody",
            1: "'me' cannot be a player's name: it stands for the player who is asked",
            2: "'NONE' cannot be a player's name: it stands for nobody",
        }),
        (
            ["L\u00e9", "Le\u0301"],
            {1: TWICE.replace("'Ann'", "'L\u00e9'").replace("'ann'", "'Le\u0301'")},
        ),
        (["x" * 41] * 2, {1: f"two players called '{'x' * 37}…': names must differ"}),
    ],
)  # fmt: skip
def test_empty_duplicate_and_reserved_names_are_reported(
    players: list[str | None], found: dict[int, str]
) -> None:
    """Each at its seat; an answer not given yet is nothing wrong."""
    for leaf in ((), ("name",)):
        assert [*check_names(players, "XX-1.1", leaf)] == [
            Finding("XX-1.1", ("players", str(seat), *leaf), message)
            for seat, message in found.items()
        ]
    assert [*check_names(players, "XX-1.1")] == [*check_names(players, "XX-1.1", ())]


def test_too_few_and_too_many_players() -> None:
    game = card_data.load("winstons_archive")  # for 2 to 6
    assert [*check_player_count(2, game, "XX-1.1"), *check_player_count(6, game, "XX-1.1")] == []
    assert [*check_player_count(1, game, "XX-1.1"), *check_player_count(7, game, "XX-1.1")] == [
        Finding("XX-1.1", ("players",), "1 player, but the game is for 2 to 6 players"),
        Finding("XX-1.1", ("players",), "7 players, but the game is for 2 to 6 players"),
    ]
    head = msgspec.structs.replace(game.head, players=Players(2, 2))
    two = msgspec.structs.replace(game, head=head)
    assert [one.message for one in check_player_count(3, two, "XX-1.1")] == [
        "3 players, but the game is for 2 players"
    ]


def test_name_of_the_player_at_a_place() -> None:
    people = [SimpleNamespace(name="Ann"), SimpleNamespace(name=None), SimpleNamespace(left=1)]
    position = SimpleNamespace(players=people)
    assert name_at(position, ("players", "0")) == "Ann"
    assert name_at(position, ("players", "0", "name")) == "Ann"
    for seat in (1, 2, 3):
        assert name_at(position, ("players", str(seat), "x")) == f"player {seat + 1}"
    for where in ((), ("players",), ("board", "0"), ("players", "Ann")):
        assert name_at(position, where) == ""
    for nobody in (SimpleNamespace(), SimpleNamespace(players=None)):
        assert name_at(nobody, ("players", "0")) == "player 1"
    people[0].name = "x" * 41
    assert name_at(position, ("players", "0")) == "x" * 37 + "…", "without quotes"
