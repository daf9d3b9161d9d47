"""Each shipped game offers what the rooms require: a type checker compares them."""

from __future__ import annotations

import scoring.dice_archive.engine
import scoring.dice_archive.observation_space
import scoring.dice_archive.template_values
import scoring.manuscript.engine
import scoring.manuscript.observation_space
import scoring.manuscript.redeal
import scoring.manuscript.template_values
import scoring.nineteen_eighty_four.adviser
import scoring.nineteen_eighty_four.engine
import scoring.nineteen_eighty_four.observation_space
import scoring.nineteen_eighty_four.template_values
import scoring.verse_and_variant.engine
import scoring.verse_and_variant.observation_space
import scoring.verse_and_variant.redeal
import scoring.verse_and_variant.template_values
import scoring.winstons_archive.engine
import scoring.winstons_archive.observation_space
import scoring.winstons_archive.redeal
import scoring.winstons_archive.template_values
from scoring import games
from scoring.env.action_tokens import MakeSpaces
from scoring.play.advisers import Adviser
from scoring.play.engines import Engine, Redeal
from scoring.play.template_values import TemplateValues
from scoring.positions.rules import Rules

RULES: tuple[Rules, ...] = (
    scoring.dice_archive, scoring.manuscript, scoring.nineteen_eighty_four,
    scoring.verse_and_variant, scoring.winstons_archive,
)  # fmt: skip
ENGINES: tuple[Engine, ...] = (
    scoring.dice_archive.engine, scoring.manuscript.engine, scoring.nineteen_eighty_four.engine,
    scoring.verse_and_variant.engine, scoring.winstons_archive.engine,
)  # fmt: skip
FACTS: tuple[TemplateValues, ...] = (
    scoring.dice_archive.template_values, scoring.manuscript.template_values,
    scoring.nineteen_eighty_four.template_values, scoring.verse_and_variant.template_values,
    scoring.winstons_archive.template_values,
)  # fmt: skip
SPACES: tuple[MakeSpaces, ...] = (
    scoring.dice_archive.observation_space.spaces, scoring.manuscript.observation_space.spaces,
    scoring.nineteen_eighty_four.observation_space.spaces,
    scoring.verse_and_variant.observation_space.spaces,
    scoring.winstons_archive.observation_space.spaces,
)  # fmt: skip
REDEALERS: tuple[Redeal, ...] = (
    scoring.manuscript.redeal.redealt, scoring.verse_and_variant.redeal.redealt,
    scoring.winstons_archive.redeal.redealt,
)  # fmt: skip
ADVISER: Adviser = scoring.nineteen_eighty_four.adviser


def test_modules_looked_up_are_those_type_checked() -> None:
    names = games.names()
    assert tuple(map(games.shipped, names)) == RULES
    assert tuple(games.module(name, "engine") for name in names) == ENGINES
    assert tuple(games.module(name, "template_values") for name in names) == FACTS
    assert tuple(games.module(name, "observation_space").spaces for name in names) == SPACES
    dealt = [name for name in names if games.has(name, "redeal")]
    assert tuple(games.module(name, "redeal").redealt for name in dealt) == REDEALERS
    assert [games.module(name, "adviser") for name in games.with_advice()] == [ADVISER]
