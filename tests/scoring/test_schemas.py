"""The schemas of what scoring reads and prints: they take what is right, and refuse what is not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest
import yaml

from scoring import games
from scoring.cli.schemas import schemas
from scoring.play import records
from scoring.play.records import play_back
from scoring.play.simulate import Plan, simulate
from scoring.positions import positions
from scoring.positions.json_models import to_plain
from tests import schemas as told
from tests.scoring.tools import run, seated

TEXTS = schemas()
SCHEMAS = {name: json.loads(text) for name, text in TEXTS.items()}
POSITIONS = sorted((Path(__file__).parents[1] / "positions").glob("*.yaml"))
RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.yaml"))


def as_json(value: Any) -> Any:
    """Return the content of a YAML file as a JSON file would have it: keys are text."""
    return json.loads(json.dumps(value))


def refusals(name: str, value: Any) -> list[str]:
    schema = SCHEMAS[f"{name}.schema.json"]
    validator = jsonschema.Draft202012Validator(schema)
    return [error.message for error in validator.iter_errors(value)]


def test_every_schema_is_one() -> None:
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$id"] + ".schema.json" == name


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_property_is_described_in_plain_text(name: str) -> None:
    assert list(told.properties(SCHEMAS[name])), "a schema has some"
    assert told.undescribed(SCHEMAS[name]) == []
    assert told.marked_up(SCHEMAS[name]) == []


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_positions(path: Path) -> None:
    position = as_json(yaml.safe_load(path.read_text("utf-8")))
    name = f"{position['game']}.position"
    assert refusals(name, position) == []
    assert refusals(name, {**position, "colour": "red"})
    assert refusals(name, {**position, "players": 3})
    assert refusals(name, {key: part for key, part in position.items() if key != "game"})


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    record = as_json(yaml.safe_load(path.read_text("utf-8")))
    assert refusals("record", record) == []
    assert refusals("record", {**record, "moves": ["take"]})
    assert refusals("record", {**record, "moves": [{}]})
    assert refusals("record", {**record, "record": "chess"})
    answer = play_back(records.read(path)).report().as_json()
    assert refusals("answer", answer) == []


@pytest.mark.parametrize("name", games.names())
def test_games_from_their_first_move_to_their_last(name: str) -> None:
    play, rng = seated(name), Random(7)
    while play.decision is not None:
        play.move(play.decision.random(rng))
    filled = play.filled()
    assert refusals("record", yaml.safe_load(records.write(play))) == []
    position = json.loads(msgspec.json.encode(filled.position))
    assert refusals(f"{name}.position", position) == []
    assert refusals("answer", positions.score(filled).as_json()) == []


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_answers(path: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("game: [", "utf-8")
    _, out, _ = run("score", "--json", str(path), str(broken))
    for line in out.splitlines():
        assert refusals("answer", json.loads(line)) == []
        assert refusals("answer", {**json.loads(line), "valid": "yes"})


def test_answers_of_simulate_and_advise() -> None:
    summary = simulate(seated("dice_archive").game, 2, Plan(2), seed=1)
    assert refusals("simulate.answer", to_plain(summary.answer())) == []
    _, out, _ = run("advise", "nineteen_eighty_four", "--roll", "r4 g2 b3 w5 y1", "--json")
    assert refusals("nineteen_eighty_four.advice.answer", json.loads(out)) == []


def test_schema_command_writes_all_schemas(tmp_path: Path) -> None:
    status, out, _ = run("schema", "--out", str(tmp_path / "made"))
    assert status == 0
    assert {Path(line).name for line in out.splitlines()} == set(SCHEMAS)
    assert {file.name for file in (tmp_path / "made").iterdir()} == set(SCHEMAS)
    (tmp_path / "file").write_text("x")
    status, _, err = run("schema", "--out", str(tmp_path / "file"))
    assert status == 1
    assert "cannot be written" in err


def test_schemas_require_the_game_and_moves_that_are_not_empty() -> None:
    """A position names its game and need have nothing else; a turn is not empty."""
    for name, text in TEXTS.items():
        schema = SCHEMAS[name]
        assert text == json.dumps(schema, indent=2) + "\n"
        if name.endswith(".position.schema.json"):
            assert schema["$defs"]["Position"]["required"] == ["game"]
    record = SCHEMAS["record.schema.json"]["$defs"]["Record"]
    assert record["properties"]["record"] == {
        "enum": games.names(),
        "description": "The name of the game.",
    }
    assert record["properties"]["moves"]["items"]["minProperties"] == 1
    assert record["required"] == ["record", "players", "moves"]
    assert set(TEXTS) == {
        f"{name}.schema.json"
        for name in (
            "record", "answer", "simulate.answer", "history.answer",
            "nineteen_eighty_four.advice.answer",
            *(f"{game}.position" for game in games.names()),
        )
    }  # fmt: skip
