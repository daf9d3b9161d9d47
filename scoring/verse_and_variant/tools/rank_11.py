"""The Tools of rank 11."""

from __future__ import annotations

from scoring.decisions import Script
from scoring.verse_and_variant.gains import pick_word
from scoring.verse_and_variant.state import Card, Player, Table
from scoring.verse_and_variant.tool import Moment, Tool


def statistical_model(table: Table, player: Player, card: Card) -> Script:
    """T-11a: for one Feature the first place is worth nothing, the next ones what it was worth."""
    features = table.features()
    table.session.shifted.append((yield from pick_word(player, "a Feature", card.id, features)))


TOOLS = (Tool("T-11a", statistical_model, moments=(Moment.BEFORE_AWARDS,)),)
