"""The schemas of the files beside the games take the shipped ones and a user's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import card_data
from printkit.tools.schemas import schemas
from tests import schemas as told

BESIDE = ("sheets", "profiles", "legibility")
SCHEMAS = {name: json.loads(text) for name, text in schemas().items()}


def refusals(name: str, text: str) -> list[str]:
    """What the schema ``name`` has against a YAML text."""
    validator = jsonschema.Draft202012Validator(SCHEMAS[f"{name}.schema.json"])
    value: Any = yaml.safe_load(text)
    return [error.message for error in validator.iter_errors(value)]


def test_every_file_of_the_kit_has_a_schema() -> None:
    assert {f"{name}.schema.json" for name in (*BESIDE, "print", "rules")} < set(SCHEMAS)


@pytest.mark.parametrize("name", BESIDE)
def test_they_are_schemas_described_in_plain_text(name: str) -> None:
    schema = SCHEMAS[f"{name}.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert list(told.properties(schema)), "a schema has some"
    assert told.undescribed(schema) == []
    assert told.marked_up(schema) == []


@pytest.mark.parametrize("name", BESIDE)
def test_the_shipped_file(name: str) -> None:
    shipped = Path(card_data.__file__).with_name(f"{name}.yaml")
    assert refusals(name, shipped.read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("name", "own", "wrong"),
    [
        ("sheets", "{margin: 7, papers: {a3: [297, 420]}}", "{margins: 7}"),
        ("sheets", "{gutter: 0}", "{papers: {a3: [297, wide]}}"),
        ("profiles", "{mine: {title: Mine, bleed: 3}}", "{mine: {title: Mine, bleeds: 3}}"),
        ("profiles", "{mine: {title: Mine, order: back-front}}", "{mine: {bleed: 3}}"),
        ("legibility", "{text: 7}", "{text: 70}"),
        ("legibility", "{grey: 0}", "{gray: 0}"),
    ],
)
def test_a_users_own_file(name: str, own: str, wrong: str) -> None:
    assert refusals(name, own) == []
    assert refusals(name, wrong)
