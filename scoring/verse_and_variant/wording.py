"""The words of the moves, and the reasons why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from card_data.problems import quote
from card_data.text import join_words
from card_data.verse_and_variant.model import Data
from scoring.play.moves import (
    Choices,
    Move,
    Options,
    Order,
    ParsedOptions,
    Refusal,
    Refused,
    Vocabulary,
    cards_named,
    normalized,
)
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import State

V = TypeVar("V")


class Play(NamedTuple):
    """A card to be played, perhaps as a Primary with Eureka."""

    card: str
    eureka: bool = False


class Use(NamedTuple):
    """A move about a Tool: it acts, or is kept."""

    tool: str


class WindowMove(NamedTuple):
    """A player's move in the preservation window: ``take``, ``lockdown`` or ``pass``."""

    what: str
    eureka: bool = False


class NoExchange(NamedTuple):
    """The refusal of a lacuna exchange, or of a further one."""


class Grant(NamedTuple):
    """An institution grant, or none."""

    feature: str = ""


Meaning = Play | Use | WindowMove | NoExchange | Grant

WINDOW = {
    "take": WindowMove("take"),
    "take with Eureka": WindowMove("take", True),
    "lockdown": WindowMove("lockdown"),
    "pass": WindowMove("pass"),
}
NO_EXCHANGE = "no exchange"
AS_THEY_LIE, FIRST = "as they lie", "first"
# The endings of an order that names only the first cards, the longest ending first.
SOME_FIRST = (f"{FIRST} the rest {AS_THEY_LIE}", f"the rest {AS_THEY_LIE}", FIRST)
WITNESS = re.compile(r"W-(\w+)-(\d+)")
SUIT_AND_RANK = re.compile(r"\b([a-z]+) (\d+)\b", re.IGNORECASE)


class ToolAnswer(Enum):
    """The answer to a Tool that is offered: it acts, or is kept, perhaps for the whole bout."""

    USE = auto()
    KEEP = auto()
    KEEP_THIS_BOUT = auto()


def vocabulary(data: Data, cards: Iterable[Card]) -> Vocabulary[Meaning]:
    """Return every move that has the same words all game long."""
    moves: dict[str, Meaning] = dict(WINDOW)
    signs: dict[str, str] = {}
    for card in cards:
        moves[card.id] = Play(card.id)
        moves[with_eureka(card)] = Play(card.id, True)
        signs |= {card.called: card.id, f"{card.called} with Eureka": with_eureka(card)}
        if card.is_tool:
            moves |= dict.fromkeys([use(card), keep(card), keep_this_bout(card)], Use(card.id))
            signs |= {f"use {card.called}": use(card), f"keep {card.called}": keep(card)}
    for suit in data.suits:
        moves[grant(suit.feature)] = Grant(suit.feature)
        signs[grant(suit.feature_title)] = grant(suit.feature)
        signs[grant(suit.feature.replace("_", " "))] = grant(suit.feature)
    signs["lock down"] = "lockdown"
    moves |= {"no grant": Grant(), NO_EXCHANGE: NoExchange()}
    return Vocabulary(MappingProxyType(moves), MappingProxyType(signs))


def with_eureka(card: Card) -> str:
    return f"{card.id} with Eureka"


def use(card: Card) -> str:
    return f"use {card.id}"


def keep(card: Card) -> str:
    return f"keep {card.id}"


def keep_this_bout(card: Card) -> str:
    """Name the move that keeps a Tool and does not offer it again before the next bout."""
    return f"keep {card.id} this bout"


def use_or_keep(state: State, card: Card, *, may_rest: bool = False) -> Choices[ToolAnswer]:
    """Ask whether a Tool acts now; any other move has to wait."""

    def refuse(meaning: Meaning) -> Refusal:
        return Refusal("VV-4.4", f"first say whether {card.id} acts")

    moves = [(use(card), ToolAnswer.USE), (keep(card), ToolAnswer.KEEP)]
    if may_rest:
        moves.append((keep_this_bout(card), ToolAnswer.KEEP_THIS_BOUT))
    return Choices(moves, state.words, refuse)


class ChoicesByName(Choices[V]):
    """Choices of cards or tokens that may also be called ``blue 9`` and ``ubs a``."""

    __slots__ = ()

    def parse(self, words: str) -> Move[V]:
        signs = {other_name(known): known for known in self}
        return Choices(self.moves, Vocabulary(dict(self.moves), signs)).parse(words)

    def shown(self) -> ChoicesByName[V]:
        return self


def other_name(known: str) -> str:
    """Return the other name of a card or a token.

    >>> other_name("W-blue-9"), other_name("ubs_a")
    ('blue 9', 'ubs a')
    """
    return WITNESS.sub(r"\1 \2", known).replace("_", " ")


@dataclass(frozen=True, slots=True)
class HaulOrder(Options[list[str]]):
    """The order in which the Witnesses of a haul become tokens (VV-5.2)."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.cards)} in your order, or {AS_THEY_LIE}"

    def parse(self, words: str) -> Move[list[str]]:
        """Return the cards in this order; refuse any missing, unknown or named too often.

        >>> HaulOrder(("W-blue-9", "W-black-6")).parse("black 6, blue 9")
        ('W-black-6 W-blue-9', ['W-black-6', 'W-blue-9'])
        >>> haul = HaulOrder(("W-red-1", "W-red-2", "W-black-6"))
        >>> haul.parse("black 6 first, the rest as they lie")[0]
        'W-black-6 W-red-1 W-red-2'
        """
        if normalized(words) == AS_THEY_LIE:
            return " ".join(self.cards), list(self.cards)
        spaced = " ".join(words.replace(",", " ").replace(";", " ").split())
        ending = next((one for one in SOME_FIRST if spaced.casefold().endswith(f" {one}")), "")
        named = SUIT_AND_RANK.sub(r"W-\1-\2", spaced[: len(spaced) - len(ending)])
        if ending:
            first = cards_named(named, self.cards)
            named = " ".join([*first, *[card for card in self.cards if card not in first]])
        return Order(self.cards).parse(named)

    def __iter__(self) -> Iterator[str]:
        return iter(Order(self.cards))

    def draw(self, rng: Random) -> Move[list[str]]:
        return Order(self.cards).draw(rng)


@dataclass(frozen=True, slots=True)
class Exchanges(ParsedOptions[tuple[str, str] | None]):
    """A card of the hand for a Tool of the haul, ``W-blue-9 for T-3a``, or no exchange (VV-5.3)."""

    hand: tuple[Card, ...]
    tools: tuple[Card, ...]
    vocabulary: Vocabulary[Meaning]
    cards: Mapping[str, Card]

    def __str__(self) -> str:
        tools = join_words([tool.id for tool in self.tools], "or")
        return f"a card of the hand for {tools}, as in {self.words(0)!r}, or {NO_EXCHANGE}"

    def words(self, number: int) -> str:
        """Name one of the exchanges, counted from 0."""
        return " for ".join(self.exchange(number))

    def exchange(self, number: int) -> tuple[str, str]:
        """Return the cards of one of the exchanges, counted from 0."""
        card, tool = divmod(number, len(self.tools))
        return self.hand[card].id, self.tools[tool].id

    def read(self, words: str) -> Move[tuple[str, str] | None]:
        if words == NO_EXCHANGE:
            return NO_EXCHANGE, None
        laid, _, taken = words.partition(" for ")
        card, tool = self.card(laid), self.card(taken)
        if card is None or tool is None:
            raise Refused(f"{quote(words)} is not a move here; choose {self}")
        return f"{card.id} for {tool.id}", (card.id, tool.id)

    def card(self, words: str) -> Card | None:
        known = self.vocabulary.find(words)
        return self.cards.get(known) if known else None

    def against(self, value: tuple[str, str] | None) -> Refusal | None:
        if value is None:
            return None
        laid, taken = value
        if all(card.id != laid for card in self.hand):
            return Refusal("VV-5.3", f"{laid} is not in your hand; choose {self}")
        if all(tool.id != taken for tool in self.tools):
            return Refusal("VV-5.3", f"{taken} is no Tool of the haul; choose {self}")
        return None

    def __iter__(self) -> Iterator[str]:
        yield from map(self.words, range(self.number))
        yield NO_EXCHANGE

    @property
    def number(self) -> int:
        """The number of exchanges."""
        return len(self.hand) * len(self.tools)

    def draw(self, rng: Random) -> Move[tuple[str, str] | None]:
        number = int(rng.random() * (self.number + 1))
        if number == self.number:
            return NO_EXCHANGE, None
        return self.words(number), self.exchange(number)


def grant(feature: str) -> str:
    return f"grant {feature}"


def refused(state: State, player: Player, rule: str, meaning: Meaning) -> Refusal:
    """Return why a move is not possible now; ``rule`` is the clause of the question asked."""
    if isinstance(meaning, Play):
        return card_refused(state, player, rule, meaning)
    if isinstance(meaning, Use):
        return tool_refused(state, player, meaning.tool)
    if isinstance(meaning, WindowMove):
        return window_refused(state, player, meaning)
    if isinstance(meaning, Grant):
        return grant_refused(state, player, meaning.feature)
    over = "the exchange of this Take is over"
    return Refusal("VV-5.3", over if state.take_of(player) else "it is a step of your own Take")


def card_refused(state: State, player: Player, rule: str, meaning: Play) -> Refusal:
    """Return why a card cannot be played (VV-4.1 to VV-4.3)."""
    if all(card.id != meaning.card for card in player.hand):
        return Refusal("VV-4.1", "it is not in your hand")
    if rule == "VV-4.3":
        return Refusal(rule, "an Echo never ranks, so Eureka cannot be spent on it")
    if rule != "VV-4.1":
        return Refusal(rule, "no card is to be played now")
    if meaning.eureka and not player.eureka:
        return Refusal("VV-4.1", "you hold no Eureka disc")
    lead = state.bout.lead
    must = f"{lead} or a Tool" if state.bout.free == "tools" else lead
    return Refusal("VV-4.3", f"{lead} leads and you hold it, so your Primary must be {must}")


def tool_refused(state: State, player: Player, name: str) -> Refusal:
    """Return why a Tool cannot act now (VV-4.4)."""
    tool = state.cards[name]
    owners = [one for one in state.players if tool in one.tableau]
    if player not in owners:
        where = f"{owners[0].name}'s tableau, not in yours" if owners else "no tableau"
        return Refusal("VV-4.4", f"it lies in {where}")
    if name in player.spent:
        return Refusal("VV-4.4", "it has acted already")
    if tool.timing == "instant":
        return Refusal("VV-4.4", "an Instant acts only when it is played as your Primary")
    trigger = next(one.trigger for one in state.data.tools if one.id == name) or "any time"
    return Refusal("VV-4.4", f"it cannot act now; its time is '{trigger[0].upper()}{trigger[1:]}'")


def window_refused(state: State, player: Player, meaning: WindowMove) -> Refusal:
    """Return why a move in the window is not possible (VV-5.1, VV-5.2)."""
    if state.take_of(player):
        return Refusal("VV-5.2", "your Take is under way")
    if not state.bout.finish:
        return Refusal("VV-5.1", "it is not your turn in the preservation window")
    if meaning.what == "lockdown":
        return Refusal("VV-5.1", "you have played your Lockdown tile this session")
    if not meaning.eureka:
        return Refusal("VV-5.2", "you have no unused Grant")
    if player.eureka:
        return Refusal("VV-5.2", "a Take costs a Grant; Eureka pays for one only by T-10d")
    return Refusal("VV-5.2", "you hold no Eureka disc")


def grant_refused(state: State, player: Player, feature: str) -> Refusal:
    """Return why an institution takes no cube of a player (VV-5.4)."""
    take = state.take_of(player)
    if take is None or not feature:
        return Refusal("VV-5.4", "an institution grant is a step of your own Take")
    if not state.empty_slots(feature):
        closed = state.bout.closed is not None and state.feature(state.bout.closed) == feature
        reason = "it takes no cubes now (T-11e)" if closed else "all its slots are filled"
        return Refusal("VV-5.4", reason)
    held = player.ledger[feature] or "none"
    return Refusal("VV-5.4", f"it costs {take.cost} {feature} and your ledger has {held}")
