"""What each shipped game offers is what the rooms ask: a type checker compares them."""

from __future__ import annotations

import scoring.dice_archive.engine
import scoring.dice_archive.facts
import scoring.dice_archive.spaces
import scoring.manuscript.engine
import scoring.manuscript.facts
import scoring.manuscript.redeal
import scoring.manuscript.spaces
import scoring.nineteen_eighty_four.advise
import scoring.nineteen_eighty_four.engine
import scoring.nineteen_eighty_four.facts
import scoring.nineteen_eighty_four.spaces
import scoring.verse_and_variant.engine
import scoring.verse_and_variant.facts
import scoring.verse_and_variant.redeal
import scoring.verse_and_variant.spaces
import scoring.winstons_archive.engine
import scoring.winstons_archive.facts
import scoring.winstons_archive.redeal
import scoring.winstons_archive.spaces
from scoring import games
from scoring.env.sayings import MakeSpaces
from scoring.play.advisers import Adviser
from scoring.play.engines import Engine, Redeal
from scoring.play.facts import Facts
from scoring.positions.rules import Rules

RULES: tuple[Rules, ...] = (
    scoring.dice_archive,
    scoring.manuscript,
    scoring.nineteen_eighty_four,
    scoring.verse_and_variant,
    scoring.winstons_archive,
)
ENGINES: tuple[Engine, ...] = (
    scoring.dice_archive.engine,
    scoring.manuscript.engine,
    scoring.nineteen_eighty_four.engine,
    scoring.verse_and_variant.engine,
    scoring.winstons_archive.engine,
)
FACTS: tuple[Facts, ...] = (
    scoring.dice_archive.facts,
    scoring.manuscript.facts,
    scoring.nineteen_eighty_four.facts,
    scoring.verse_and_variant.facts,
    scoring.winstons_archive.facts,
)
SPACES: tuple[MakeSpaces, ...] = (
    scoring.dice_archive.spaces.spaces,
    scoring.manuscript.spaces.spaces,
    scoring.nineteen_eighty_four.spaces.spaces,
    scoring.verse_and_variant.spaces.spaces,
    scoring.winstons_archive.spaces.spaces,
)
REDEALERS: tuple[Redeal, ...] = (
    scoring.manuscript.redeal.redealt,
    scoring.verse_and_variant.redeal.redealt,
    scoring.winstons_archive.redeal.redealt,
)
ADVISER: Adviser = scoring.nineteen_eighty_four.advise


def test_what_was_compared_is_what_is_looked_up() -> None:
    names = games.names()
    assert tuple(map(games.shipped, names)) == RULES
    assert tuple(games.module(name, "engine") for name in names) == ENGINES
    assert tuple(games.module(name, "facts") for name in names) == FACTS
    assert tuple(games.module(name, "spaces").spaces for name in names) == SPACES
    dealt = [name for name in names if games.has(name, "redeal")]
    assert tuple(games.module(name, "redeal").redealt for name in dealt) == REDEALERS
    assert [games.module(name, "advise") for name in games.advised()] == [ADVISER]
