"""The colours of the suits: apart in grey and to colour-blind eyes, and readable under text."""

from __future__ import annotations

import pytest

import card_data
from printkit.drawing import colour_vision
from printkit.drawing.colour_vision import Sight, contrast, least_difference, least_step

STEP = 15.0  # of L*: five suits have at most 25 each between black and white
APART = 18.0  # CIEDE2000; 1 is just visible side by side
READABLE = 4.5  # WCAG 2, level AA

SUITS = card_data.load("verse_and_variant").rows("suits")
COLOURS = [suit.colour for suit in SUITS]  # type: ignore[attr-defined]


@pytest.mark.clause("VV-1.2")
def test_suits_differ_in_grey() -> None:
    assert len(COLOURS) == 5
    assert least_step(COLOURS) >= STEP


@pytest.mark.clause("VV-1.2")
@pytest.mark.parametrize("sight", colour_vision.MATRICES)
def test_suits_differ_to_colour_blind_eyes(sight: Sight) -> None:
    assert least_difference(COLOURS, sight) >= APART


@pytest.mark.clause("VV-1.2")
@pytest.mark.parametrize("suit", SUITS, ids=[suit.id for suit in SUITS])
def test_text_on_a_suit_is_readable(suit: card_data.model.Row) -> None:
    assert contrast(suit.colour, suit.ink) >= READABLE  # type: ignore[attr-defined]
