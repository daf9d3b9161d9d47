"""The Tools of rank 13."""

from __future__ import annotations

from scoring.decisions import Decision, Script, Together
from scoring.moves import Choices
from scoring.verse_and_variant.gains import receive
from scoring.verse_and_variant.state import Card, Player, Table
from scoring.verse_and_variant.tool import Tool
from scoring.verse_and_variant.tracks import LACUNA


def scholar_symposium(table: Table, player: Player, card: Card) -> Script:
    """T-13b: all at once, each passes one token to the left; who has none, a supply lacuna."""
    order = table.clockwise(player.seat)
    decisions = [
        Decision(one.name, "a token to pass", card.id, Choices([(t, t) for t in one.tokens()]))
        for one in order
        if one.tokens()
    ]
    passed: dict[str, str] = {}
    if decisions:
        passed = yield Together(tuple(decisions))
    for giver in order:
        if giver.name in passed:
            giver.ledger[passed[giver.name]] -= 1
            table.supply[passed[giver.name]] += 1  # on its way: from here each is received
    for giver in order:
        token = passed.get(giver.name, LACUNA)
        if table.supply[token]:
            table.supply[token] -= 1
            yield from receive(table, table.others(giver)[0], token)


def session_interruption(table: Table, player: Player, card: Card) -> Script:
    """T-13e: the session ends after this bout's window."""
    table.session.interrupted = True
    yield from ()


TOOLS = (
    Tool("T-13b", scholar_symposium),
    Tool("T-13e", session_interruption),
)
