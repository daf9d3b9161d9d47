"""The JSON Schemas accept the YAML of the games, a user's own too, and refuse a misspelt key."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import card_data
from card_data.schema import schemas
from tests import schemas as told
from tests.card_data.copies import ERRATA, SHIPPED, TINY, WINSTON, edit, errata
from tests.sweeps import sweep

FILES = sorted(SHIPPED.glob("*/*.yaml")) + sorted((TINY / ERRATA).glob("*.yaml"))
FILES.remove(TINY / ERRATA / "final_position.yaml")  # a position: tests/scoring/test_schemas.py
OTHERS = ("aid", "expect", "under", "index", "glossary", "others")  # whose keys others check
Places = Callable[[Any], Iterable[tuple[dict[str, Any], str]]]
SCHEMAS = {name: json.loads(text) for data in (None, TINY) for name, text in schemas(data).items()}


def schema_for(file: Path) -> Any:
    own = f"{file.parent.name}.{file.stem}.schema.json"
    return SCHEMAS[own if own in SCHEMAS else f"{file.stem}.schema.json"]


def read(file: Path) -> Any:
    return json.loads(json.dumps(yaml.load(file.read_text("utf-8"), yaml.CSafeLoader)))


OF_WINSTON = [file for file in FILES if file.parent.name == WINSTON]


@pytest.fixture(
    params=sweep(OF_WINSTON, [file for file in OF_WINSTON if file.stem != "rulebook"]),
    ids=lambda file: file.name,
)
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def keys_of(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Every mapping of ``value`` with each of its keys."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield value, key
            if key in ("figures", "examples"):  # their keys are names, which are free
                yield from keys_of(list(child.values()))
            elif key not in OTHERS:
                yield from keys_of(child)
    elif isinstance(value, list):
        for child in value[:2]:
            yield from keys_of(child)


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_schema_is_valid_and_describes_all_its_properties(
    name: str,
) -> None:
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"].startswith("https://json-schema.org/")
    titles = [model["title"] for model in schema["$defs"].values()]
    assert len(set(titles)) == len(titles), "by its name a model is known"
    assert list(told.properties(schema)), "a schema has some"
    assert told.undescribed(schema) == told.marked_up(schema) == []


def test_a_description_says_what_a_field_is_and_then_what_is_allowed() -> None:
    described = SCHEMAS["rulebook.schema.json"]["$defs"]["Arrow"]["properties"]
    assert described["from"]["description"] == "Where it begins: x and y in mm."
    row = SCHEMAS["winstons_archive.books.schema.json"]["$defs"]["Book"]["properties"]
    assert row["set"]["description"] == "The letter of its set. A capital letter."
    copies = row["copies"]["description"]
    assert copies.startswith("How many copies are printed. A whole"), "a field of its base"
    own = SCHEMAS["errata.cards.schema.json"]["$defs"]
    assert own["cards"]["properties"]["word"]["description"] == "A column that game.yaml declares."


@pytest.mark.parametrize("shipped", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_it_accepts_the_file(shipped: Path) -> None:
    jsonschema.Draft202012Validator(schema_for(shipped)).validate(read(shipped))


def first_of_each_kind(value: Any) -> list[tuple[dict[str, Any], str]]:
    found = {(key, *mapping): (mapping, key) for mapping, key in keys_of(value)}
    return list(found.values())


@pytest.mark.parametrize("places", sweep([first_of_each_kind, keys_of], [first_of_each_kind]))
def test_it_refuses_a_misspelt_key_and_a_wrong_value(file: Path, places: Places) -> None:
    data = read(file)
    validator = jsonschema.Draft202012Validator(schema_for(file))
    for mapping, key in list(places(data)):
        if file.stem != "print" or key not in data["components"]:  # whose names are free
            mapping[key + "x"] = mapping.pop(key)
            assert not validator.is_valid(data), key
            mapping[key] = mapping.pop(key + "x")
        value, mapping[key] = mapping[key], {"no": [{"such": "value"}]}
        assert not validator.is_valid(data), key
        mapping[key] = value
    assert validator.is_valid(data)


def test_a_folder_of_own_games_has_schemas_of_its_own() -> None:
    named = ["errata.cards", "errata.game", "print", "rulebook", "rules", "score", "set_up"]
    assert sorted(schemas(TINY)) == [f"{name}.schema.json" for name in named]


@pytest.mark.parametrize(("file", "old", "new"), [
    ("cards", "word: A comma", "wrod: A comma"), ("cards", "value: 1,", "value: one,"),
    ("cards", "icon: quill, ", ""), ("game", "word: text", "word: txet"),
    ("game", "word: text", "a-b: text"),
])  # fmt: skip
def test_schema_of_an_own_game_refuses_other_columns(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    own = errata(tmp_path) / f"{file}.yaml"
    validator = jsonschema.Draft202012Validator(SCHEMAS[f"errata.{file}.schema.json"])
    assert validator.is_valid(read(own))
    edit(own, old, new)
    assert not validator.is_valid(read(own))


def test_a_game_yaml_that_cannot_be_read_has_no_schema(tmp_path: Path) -> None:
    edit(errata(tmp_path) / "game.yaml", "word: text", "word: txet")
    with pytest.raises(card_data.DataError, match="did you mean text"):
        schemas(tmp_path)


def test_the_schema_of_a_table_in_full() -> None:
    text = schemas(TINY)["errata.cards.schema.json"]
    schema = json.loads(text)
    assert text == json.dumps(schema, indent=2) + "\n"
    assert list(schema)[:2] == ["$schema", "$id"]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (schema["$id"], schema["$ref"]) == ("errata.cards", "#/$defs/Table")
    assert schema["$defs"]["Table"] == {
        "title": "Table",
        "type": "object",
        "properties": {
            "cards": {
                "type": "array",
                "items": {"$ref": "#/$defs/cards"},
                "description": "The rows of the table cards, which game.yaml declares.",
            }
        },
        "required": ["cards"],
        "additionalProperties": False,
    }
    row = schema["$defs"]["cards"]
    assert (row["required"], row["additionalProperties"]) == (
        ["id", "word", "value", "icon"],
        False,
    )


def test_the_schema_of_a_game_yaml_has_its_head_and_its_own_data() -> None:
    schema = json.loads(schemas(TINY)["errata.game.schema.json"])
    game = schema["$defs"]["game"]
    own = {"numbers", "options", "tables"}
    assert own < set(game["properties"])
    assert not own & set(game["required"]), "which it may do without"
    assert {"title", "prefix", "players"} == set(game["required"])
    assert game["additionalProperties"] is False
    common = {"rules", "print", "rulebook", "score", "set_up"}
    assert {name.split(".")[0] for name in schemas()} == common | set(card_data.names())
