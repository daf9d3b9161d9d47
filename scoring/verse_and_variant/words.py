"""What players say: the game's moves in words, and why one is not possible now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from card_data.verse_and_variant.model import Data
from scoring.moves import Refusal, Vocabulary
from scoring.verse_and_variant.state import Card, Player, Table


class Play(NamedTuple):
    """Play a card, as a Primary perhaps with Eureka."""

    card: str
    eureka: bool = False


class Use(NamedTuple):
    """A Tool acts."""

    tool: str


class InWindow(NamedTuple):
    """What a player does in the preservation window: ``take``, ``lockdown`` or ``pass``."""

    what: str
    eureka: bool = False


class Exchange(NamedTuple):
    """The lacuna exchange: a card of the hand for a Tool of the haul; none ends it."""

    card: str = ""
    tool: str = ""


class Grant(NamedTuple):
    """An institution grant, or none."""

    feature: str = ""


Meaning = Play | Use | InWindow | Exchange | Grant

WINDOW = {
    "take": InWindow("take"),
    "take with Eureka": InWindow("take", True),
    "lockdown": InWindow("lockdown"),
    "pass": InWindow("pass"),
}


def vocabulary(data: Data, cards: Iterable[Card]) -> Vocabulary[Meaning]:
    """Every move that has the same words all game long."""
    moves: dict[str, Meaning] = dict(WINDOW)
    signs: dict[str, str] = {}
    for card in cards:
        moves[card.id] = Play(card.id)
        moves[with_eureka(card)] = Play(card.id, True)
        if card.is_tool:
            moves[f"use {card.id}"] = Use(card.id)
        else:
            signs[f"{card.suit} {card.rank}"] = card.id
            signs[f"{card.suit} {card.rank} with Eureka"] = with_eureka(card)
    moves |= {grant(suit.feature): Grant(suit.feature) for suit in data.suits}
    return Vocabulary({**moves, "no grant": Grant(), "no exchange": Exchange()}, signs)


def with_eureka(card: Card) -> str:
    """A Primary with Eureka in words."""
    return f"{card.id} with Eureka"


def grant(feature: str) -> str:
    """An institution grant in words."""
    return f"grant {feature}"


def refused(table: Table, player: Player, rule: str, meaning: Meaning) -> Refusal:
    """Why a move is not possible now; ``rule`` is the clause of what is to be decided."""
    if isinstance(meaning, Play):
        return card_refused(table, player, rule, meaning)
    if isinstance(meaning, Use):
        return tool_refused(table, player, meaning.tool)
    if isinstance(meaning, InWindow):
        return window_refused(table, player, meaning)
    if isinstance(meaning, Grant):
        return grant_refused(table, player, meaning.feature)
    return Refusal("VV-5.3", "the exchange is a step of your own Take")


def card_refused(table: Table, player: Player, rule: str, meaning: Play) -> Refusal:
    """Why a card cannot be played (VV-4.1 to VV-4.3)."""
    if all(card.id != meaning.card for card in player.hand):
        return Refusal("VV-4.1", "it is not in your hand")
    if rule != "VV-4.1":
        return Refusal(rule, "no Primary is to be played now")
    if meaning.eureka and not player.eureka:
        return Refusal("VV-4.1", "you hold no Eureka disc")
    lead = table.bout.lead
    kind = "a Tool" if table.cards[meaning.card].is_tool else "another colour"
    return Refusal("VV-4.3", f"{lead} leads and you hold {lead}, so {kind} is not open to you")


def tool_refused(table: Table, player: Player, name: str) -> Refusal:
    """Why a Tool cannot act now (VV-4.4)."""
    tool = next(tool for tool in table.data.tools if tool.id == name)
    if all(card.id != name for card in player.tableau):
        return Refusal("VV-4.4", "it is not in your tableau")
    if name in player.spent:
        return Refusal("VV-4.4", "it has acted already")
    if tool.timing == "instant":
        return Refusal("VV-4.4", "an Instant acts only when it is played as your Primary")
    when = tool.trigger or "at any time that VV-4.4 names"
    return Refusal("VV-4.4", f"it acts {when}, where it can, and that is not now")


def window_refused(table: Table, player: Player, meaning: InWindow) -> Refusal:
    """Why a player cannot do something in the window (VV-5.1, VV-5.2)."""
    if not table.bout.finish or table.claim is not None:
        return Refusal("VV-5.1", "it is not your turn in the preservation window")
    if meaning.what == "lockdown":
        return Refusal("VV-5.1", "your Lockdown tile is used in this session")
    if not meaning.eureka:
        return Refusal("VV-5.2", "you have no unused Grant")
    if player.eureka:
        return Refusal("VV-5.2", "Eureka pays for a Take only in the bout of T-10d")
    return Refusal("VV-5.2", "you hold no Eureka disc")


def grant_refused(table: Table, player: Player, feature: str) -> Refusal:
    """Why an institution takes no cube of a player (VV-5.4)."""
    claim = table.claims(player)
    if claim is None or not claim.grants or not feature:
        return Refusal("VV-5.4", "an institution grant is a step of your own Take")
    if not player.cubes:
        return Refusal("VV-5.4", "you have no unused research cube")
    if not table.empty_slots(feature):
        closed = table.bout.closed is not None and table.feature(table.bout.closed) == feature
        reason = "it takes no cubes now (T-11e)" if closed else "all its slots are filled"
        return Refusal("VV-5.4", reason)
    held = player.ledger[feature]
    return Refusal("VV-5.4", f"it costs {claim.cost} {feature}, and your ledger has {held}")
