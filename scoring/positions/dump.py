"""Positions written as files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import yaml

from card_data import Game
from card_data.program.staging import write_file
from scoring.positions.positions import PositionFile
from scoring.positions.provenance import changed_house_rules


def write(file: Path, filled: PositionFile) -> None:
    """Write a position to a file, whole or not at all; raise `OSError` if that fails."""
    write_file(file, text(filled))


def text(filled: PositionFile) -> str:
    return "\n".join([*lines(filled), ""])


def lines(filled: PositionFile) -> Iterator[str]:
    text = yaml.dump(mapping(filled), Dumper=Blocks, sort_keys=False, allow_unicode=True)
    yield from text.splitlines()


def mapping(filled: PositionFile) -> dict[str, Any]:
    """Return a position as plain values, with its game and what it is made for first."""
    return {**made_for(filled.game), **msgspec.to_builtins(filled.position)}


def made_for(game: Game[Any]) -> dict[str, Any]:
    """Return the head of a position file: its game, data and house rules."""
    options = {"options": changed_house_rules(game)} if game.house else {}
    return {"game": game.id, "data": game.fingerprint, **options}


class Blocks(yaml.SafeDumper):
    """Writes a text of several lines, such as a page, as a block."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        style = "|" if "\n" in text else None
        return self.represent_scalar("tag:yaml.org,2002:str", text, style)


Blocks.add_representer(str, Blocks.represent_text)
