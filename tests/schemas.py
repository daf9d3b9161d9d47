"""Helpers of the tests of JSON Schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any


def properties(schema: Any, within: str = "") -> Iterator[tuple[str, Any]]:
    """Every property anywhere in a schema, by the name of what it is in and its own."""
    if isinstance(schema, dict):
        within = schema.get("title", within)
        if schema.get("type") == "object":
            for name, found in schema.get("properties", {}).items():
                yield f"{within}.{name}", found
        for inner in schema.values():
            yield from properties(inner, within)
    elif isinstance(schema, list):
        for inner in schema:
            yield from properties(inner, within)


def descriptions(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            yield schema["description"]
        for inner in schema.values():
            yield from descriptions(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from descriptions(inner)


def undescribed(schema: Any) -> list[str]:
    """The properties of a schema that have no description of their own."""
    return [name for name, found in properties(schema) if not found.get("description")]


def marked_up(schema: Any) -> list[str]:
    """The descriptions in a schema that are not plain text on one line."""
    return [text for text in descriptions(schema) if re.search(r"[`\n\t]|\*\*", text)]
