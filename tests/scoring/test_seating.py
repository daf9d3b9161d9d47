"""Names of players: they tell players apart, and none of them means the table."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import card_data
import scoring
from scoring import games, records
from scoring.play import IllegalMove, Play
from tests.scoring.tools import seated

GAMES = games.names()
NAMES = ["table", "Table", "TABLE", " table "]
RULES = {
    "dice_archive": "DA-6.4",
    "manuscript": "MS-5.1",
    "nineteen_eighty_four": "NE-1.1",
    "verse_and_variant": "VV-8.3",
    "winstons_archive": "WA-1.5",
}


def players(game: str, name: str) -> list[str]:
    """As few as may play, the last of whom has this name."""
    others = ["Ann", "Bo", "Cy"][: card_data.load(game).head.players.min - 1]
    return [*others, name]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_nobody_sits_down_as_the_table(game: str, name: str) -> None:
    names = players(game, name)
    with pytest.raises(IllegalMove) as error:
        Play(card_data.load(game), names)
    (finding,) = error.value.findings
    assert (finding.rule, finding.path) == (RULES[game], f"players.{len(names) - 1}")
    reserved = "in a record it stands for the dice and the cards"
    assert finding.message == f"{name.strip()!r} cannot be a player's name: {reserved}"


@pytest.mark.parametrize("game", GAMES)
def test_a_name_may_have_the_table_in_it(game: str) -> None:
    assert Play(card_data.load(game), players(game, "Table 2")).decision is not None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_record_has_no_player_called_table(game: str, name: str) -> None:
    names = players(game, name)
    lines = [f"record: {game}", "players:", *[f"- {each!r}" for each in names], "moves: []"]
    (finding,) = records.play_back(records.read("\n".join(lines))).findings
    assert (finding.rule, finding.line) == (RULES[game], 2 + len(names))


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
