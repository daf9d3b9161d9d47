"""JSON Schemas of scoring's input and output, for editors and other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import card_data
from card_data.schema import schema_text
from scoring import games
from scoring.history.tables import History
from scoring.play.advisers import adviser_of
from scoring.play.records import Record
from scoring.positions.json_models import Answer, Simulated
from scoring.positions.provenance import MadeFor
from scoring.positions.rules import rules_of


def schemas(data: Path | None = None) -> dict[str, str]:
    """Return the text of each schema by its file name, such as
    ``winstons_archive.position.schema.json``.

    ``answer`` is the output of ``score``, ``check`` and ``replay`` with ``--json``; the others with
    this word are those of ``simulate``, ``history`` and ``advise``. In the folder ``data`` are the
    user's own games; raise `DataError` if one that has a ``score.yaml`` cannot be read.
    """
    models: dict[str, type[Any]] = {
        "record": Record,
        "answer": Answer,
        "simulate.answer": Simulated,
        "history.answer": History,
    }
    models |= {f"{game}.position": games.shipped(game).Position for game in games.names()}
    for game in set(games.scorable(data)) - set(games.names()):
        models[f"{game}.position"] = rules_of(card_data.load(game, data)).Position
    models |= {f"{game}.advice.answer": adviser_of(game).Answer for game in games.with_advice()}
    texts = {f"{name}.schema.json": schema_text(name, model) for name, model in models.items()}
    return {name: tightened(text) for name, text in texts.items()}


def tightened(text: str) -> str:
    """Return a schema with rules that the models lack: the game is named, and a turn is not
    empty."""
    schema = json.loads(text)
    made = json.loads(schema_text("made", MadeFor))["$defs"]["MadeFor"]["properties"]
    for name, model in schema["$defs"].items():
        if name == "Position":
            model["required"] = ["game"]
            model["properties"] |= made
        elif name == "Record":
            del model["properties"]["record"]["type"]
            model["properties"]["record"]["enum"] = games.names()
            model["properties"]["moves"]["items"]["minProperties"] = 1
    return json.dumps(schema, indent=2) + "\n"
