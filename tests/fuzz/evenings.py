"""Evenings that are kept, and changes to what they say: most of these still are evenings, so that
odd names, dates and numbers reach the tables and links that are made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import scoring
from scoring.history import store
from scoring.history.played_game import dated, played_game_of
from scoring.positions import positions
from tests.fuzz.mutations import NUMBERS, WORDS

ODD: tuple[Any, ...] = (
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-01-09T12:00:00+00:01"),
    *("2026-01-09T12:00:00Z", "0000-00-00T00:00:00Z", "2026-01-09", "=1+1", "ann", "Ann", " ANN "),
    *(10**15, -(10**15), 10**15 + 1, 10**30, 1e300, 0, 1, -1, 100, 101, True, None, [], {}, [[]]),
)
MOST_CHANGES = 4


def keep_evenings(folder: Path) -> None:
    """Keep the positions in a folder whose score is final, in the user's data folder."""
    for number, file in enumerate(sorted(folder.glob("*.yaml")), 1):
        filled = scoring.read(file)
        report = positions.score(filled)
        if report.final:
            when, said = dated(f"2026-01-{number:02} 21:30")
            store.keep(played_game_of(filled, report, file.name, when, said), said)


def changed_evening(raw: bytes, chance: Random) -> bytes:
    said = json.loads(raw)
    for _ in range(chance.randrange(1, MOST_CHANGES + 1)):
        inside, key = chance.choice([*places(said)])
        value = inside[key]
        match chance.randrange(5):
            case 0 if isinstance(value, list) and len(value) < MOST_CHANGES:
                inside[key] = value * chance.choice((0, 2, 3, 30, 200))
            case 0 | 1:
                del inside[key]
            case 2:
                inside[key] = deepcopy(chance.choice([one[at] for one, at in places(said)]))
            case _:
                inside[key] = deepcopy(chance.choice(chance.choice((ODD, ODD, WORDS, NUMBERS))))
        if not said:
            break
    return json.dumps(said).encode()


def places(said: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in lists and mappings inside one another: what it is in, and its key."""
    if isinstance(said, dict | list):
        for key in [*said] if isinstance(said, dict) else range(len(said)):
            yield said, key
            yield from places(said[key])
