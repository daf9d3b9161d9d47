"""The Tools of rank 10."""

from __future__ import annotations

from scoring.decisions import Script
from scoring.verse_and_variant.state import Card, Player, Table
from scoring.verse_and_variant.tool import Moment, Tool


def eureka_archive(table: Table, player: Player, card: Card) -> Script:
    """T-10e: in place of Eureka the second moves to first; every other player gains it."""
    finish = table.bout.finish
    finish.remove(player.seat)
    finish.insert(0, player.seat)
    table.quill = player.seat
    for other in table.others(player):
        table.gain_eureka(other)
    yield from ()


TOOLS = (Tool("T-10e", eureka_archive, moments=(Moment.SECOND,)),)
