"""The Tools of rank 8."""

from __future__ import annotations

from scoring.decisions import Script
from scoring.verse_and_variant.state import Card, Player, Table
from scoring.verse_and_variant.tool import Moment, Tool


def momentum_able(table: Table, player: Player) -> bool:
    """T-8e: there is a Spotlight."""
    return table.spotlight() is not None


def scribes_momentum(table: Table, player: Player, card: Card) -> Script:
    """T-8e: the lead suit becomes the Spotlight's; a led Witness counts as of that suit."""
    bout = table.bout
    bout.lead = table.spotlight()
    led = bout.primaries[0]
    if not led.card.is_tool:
        led.suit = bout.lead
    yield from ()


TOOLS = (Tool("T-8e", scribes_momentum, momentum_able, (Moment.LEAD_MADE,)),)
