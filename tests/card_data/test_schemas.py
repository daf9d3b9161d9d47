"""The JSON Schemas accept the shipped YAML and refuse a misspelt key."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from card_data.schema import schemas
from tests.card_data.copies import SHIPPED, WINSTON

SCHEMAS = {name: json.loads(text) for name, text in schemas().items()}
FILES = sorted((SHIPPED / WINSTON).glob("*.yaml"), key=lambda file: file.name)


def schema_for(file: Path) -> Any:
    own = f"{WINSTON}.{file.stem}.schema.json"
    return SCHEMAS[own if own in SCHEMAS else f"{file.stem}.schema.json"]


@pytest.fixture(params=FILES, ids=lambda file: file.name)
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def keys_of(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Every mapping of ``value`` with each of its keys."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield value, key
            if key != "aid":  # its keys are an option's values, which the loader checks
                yield from keys_of(child)
    elif isinstance(value, list):
        for child in value[:2]:
            yield from keys_of(child)


def test_every_schema_is_one() -> None:
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$schema"].startswith("https://json-schema.org/")


def test_it_accepts_the_shipped_file(file: Path) -> None:
    data = yaml.safe_load(file.read_text("utf-8"))
    jsonschema.validate(data, schema_for(file), jsonschema.Draft202012Validator)


def test_it_refuses_a_misspelt_key(file: Path) -> None:
    data = yaml.safe_load(file.read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema_for(file))
    for at, (_, key) in enumerate(list(keys_of(data))):
        edited = copy.deepcopy(data)
        mapping, _ = list(keys_of(edited))[at]
        if file.stem == "print" and key in data["components"]:
            continue  # a component's name is free
        mapping[key + "x"] = mapping.pop(key)
        assert not validator.is_valid(edited), key


def test_it_refuses_a_wrong_value(file: Path) -> None:
    data = yaml.safe_load(file.read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema_for(file))
    for at in range(len(list(keys_of(data)))):
        edited = copy.deepcopy(data)
        mapping, key = list(keys_of(edited))[at]
        mapping[key] = {"no": ["such value"]}
        assert not validator.is_valid(edited), key
