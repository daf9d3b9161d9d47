"""What each shipped game offers is what `scoring.protocols` asks: a type checker compares them."""

from __future__ import annotations

import pytest

import card_data
import scoring.dice_archive.display
import scoring.dice_archive.engine
import scoring.dice_archive.facts
import scoring.dice_archive.spaces
import scoring.manuscript.display
import scoring.manuscript.engine
import scoring.manuscript.facts
import scoring.manuscript.redeal
import scoring.manuscript.spaces
import scoring.nineteen_eighty_four.advise
import scoring.nineteen_eighty_four.display
import scoring.nineteen_eighty_four.engine
import scoring.nineteen_eighty_four.facts
import scoring.nineteen_eighty_four.spaces
import scoring.verse_and_variant.display
import scoring.verse_and_variant.engine
import scoring.verse_and_variant.facts
import scoring.verse_and_variant.redeal
import scoring.verse_and_variant.spaces
import scoring.winstons_archive.display
import scoring.winstons_archive.engine
import scoring.winstons_archive.facts
import scoring.winstons_archive.redeal
import scoring.winstons_archive.spaces
from scoring import games
from scoring.env.sayings import MakeSpaces, spaces_of
from scoring.play.advisers import Adviser, adviser_of
from scoring.play.engines import Engine, Redeal, engine_of, redealer_of
from scoring.play.facts import PlayFacts, facts_of
from scoring.positions.display import Display, display_of
from scoring.positions.rules import Rules

RULES: dict[str, Rules] = {
    "dice_archive": scoring.dice_archive,
    "manuscript": scoring.manuscript,
    "nineteen_eighty_four": scoring.nineteen_eighty_four,
    "verse_and_variant": scoring.verse_and_variant,
    "winstons_archive": scoring.winstons_archive,
}
DISPLAYS: dict[str, Display] = {
    "dice_archive": scoring.dice_archive.display,
    "manuscript": scoring.manuscript.display,
    "nineteen_eighty_four": scoring.nineteen_eighty_four.display,
    "verse_and_variant": scoring.verse_and_variant.display,
    "winstons_archive": scoring.winstons_archive.display,
}
ENGINES: dict[str, Engine] = {
    "dice_archive": scoring.dice_archive.engine,
    "manuscript": scoring.manuscript.engine,
    "nineteen_eighty_four": scoring.nineteen_eighty_four.engine,
    "verse_and_variant": scoring.verse_and_variant.engine,
    "winstons_archive": scoring.winstons_archive.engine,
}
FACTS: dict[str, PlayFacts] = {
    "dice_archive": scoring.dice_archive.facts,
    "manuscript": scoring.manuscript.facts,
    "nineteen_eighty_four": scoring.nineteen_eighty_four.facts,
    "verse_and_variant": scoring.verse_and_variant.facts,
    "winstons_archive": scoring.winstons_archive.facts,
}
SPACES: dict[str, MakeSpaces] = {
    "dice_archive": scoring.dice_archive.spaces.spaces,
    "manuscript": scoring.manuscript.spaces.spaces,
    "nineteen_eighty_four": scoring.nineteen_eighty_four.spaces.spaces,
    "verse_and_variant": scoring.verse_and_variant.spaces.spaces,
    "winstons_archive": scoring.winstons_archive.spaces.spaces,
}
REDEALERS: dict[str, Redeal] = {
    "manuscript": scoring.manuscript.redeal.redealt,
    "verse_and_variant": scoring.verse_and_variant.redeal.redealt,
    "winstons_archive": scoring.winstons_archive.redeal.redealt,
}
ADVISERS: dict[str, Adviser] = {"nineteen_eighty_four": scoring.nineteen_eighty_four.advise}


@pytest.mark.parametrize("name", games.names())
def test_what_was_compared_is_what_is_looked_up(name: str) -> None:
    assert games.shipped(name) is RULES[name]
    assert display_of(card_data.load(name)) is DISPLAYS[name]
    assert engine_of(name) is ENGINES[name]
    assert facts_of(card_data.load(name)) is FACTS[name]
    assert spaces_of(name) is SPACES[name]
    assert games.has(name, "redeal") == (name in REDEALERS)
    assert name not in REDEALERS or redealer_of(name) is REDEALERS[name]
    assert (name in games.advised()) == (name in ADVISERS)
    assert name not in ADVISERS or adviser_of(name) is ADVISERS[name]
