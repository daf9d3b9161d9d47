"""The Tools of rank 3."""

from __future__ import annotations

from scoring.decisions import Script
from scoring.verse_and_variant.gains import pick_word, take_from_supply, there_is
from scoring.verse_and_variant.state import Card, Player, Table
from scoring.verse_and_variant.tool import Moment, Tool
from scoring.verse_and_variant.tracks import LACUNA


def glossators_note(table: Table, player: Player, card: Card) -> Script:
    """T-3d: until the session ends each lacuna gained becomes a Feature."""
    player.running.append(card.id)
    yield from ()


def gloss(table: Table, player: Player) -> Script:
    """T-3d, for one lacuna just gained: a Feature from its track, the lacuna to its space.

    So the space is never emptied and gives no bonus. A Feature of the supply sends it there.
    """
    features = [feature for feature in table.features() if there_is(table, feature)]
    if not features:
        return
    feature = yield from pick_word(player, "a Feature for the lacuna", "T-3d", features)
    track = table.tracks[table.suit(feature)]
    space = track.highest(feature)
    if space is None:
        table.pay(player, LACUNA)
        take_from_supply(table, player, feature)
        return
    track.spaces[space].remove(feature)
    track.spaces[space].append(LACUNA)
    player.ledger[LACUNA] -= 1
    player.ledger[feature] += 1


TOOLS = (Tool("T-3d", glossators_note, moments=(Moment.ANY_TIME,), on_lacuna=gloss, lasts=True),)
