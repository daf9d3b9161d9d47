"""The boards, the Desk and the players of Verse & Variant during play, as one player sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.table_view import in_a_line, pair, wrapped
from scoring.positions.display import HEAD, NONE, Line, Span, aligned
from scoring.verse_and_variant.position import NONE as NOBODY
from scoring.verse_and_variant.seen import Seen, View
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.words import NO_EXCHANGE, Exchanges

MOST_TO_ORDER = 3  # Witnesses whose orders are all offered
CAPTIONED = 2  # cards of a move whose first one is explained


class GameTable(table_view.TableView):
    """Hands and Echoes are hidden."""

    hides = True

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.data: Data = game.data
        self.tools = {tool.id: tool for tool in game.data.tools}
        self.suits = [suit.id for suit in game.data.suits]
        self.witnesses = {witness.id: witness for witness in game.data.witnesses}

    def blocks(self, view: View) -> Iterator[Iterable[Line]]:
        yield [self.head(view), *self.next_bout(view), *self.boards(view)]
        yield self.players(view)
        yield self.cards(view)

    def head(self, view: View) -> Line:
        """The session, and who or what stands out in it."""
        return in_a_line(
            pair("Session", view.session),
            pair("Quill", view.quill),
            pair("Spotlight", view.spotlight),
            pair("Lead", view.lead),
            pair("Laureate", view.laureate),
        )

    def next_bout(self, view: View) -> Iterator[Line]:
        """What is settled for the next bout, if anything is."""
        settled = {"Next Spotlight": view.next_spotlight, "Leads next": view.leads_next}
        if pairs := [pair(label, value) for label, value in settled.items() if value != NOBODY]:
            yield in_a_line(*pairs)

    def boards(self, view: View) -> Iterator[Line]:
        """Each suit's demand and tokens, and whose cubes are at its institution."""
        slots = self.data.numbers.institution.slots
        rows: list[Line] = [
            [
                Span("Track", HEAD),
                Span("demand"),
                Span("on top"),
                Span("Institution", HEAD),
                *[Span(f"for {slot.prestige}") for slot in slots],
            ]
        ]
        for suit in self.data.suits:
            stacks = view.tracks[suit.id]
            occupied = [space for space, stack in enumerate(stacks) if stack]
            top = counted(stacks[occupied[-1]]) if occupied else "none"
            closed = " closed" if view.closed == suit.id else ""
            owners = view.institutions[suit.feature]
            rows.append(
                [
                    Span(suit.id),
                    Span(str(occupied[-1]) if occupied else "empty"),
                    Span(top),
                    Span(f"{suit.feature}{closed}"),
                    *[NONE if owner == NOBODY else Span(owner) for owner in owners],
                ]
            )
        yield from aligned(rows)

    def players(self, view: View) -> Iterator[Line]:
        """A column for each player, you first."""
        names = [Span(one.name, HEAD) for one in view.players]
        rows: list[Line] = [[Span("Players", HEAD), *names]]
        for token in [*[suit.feature for suit in self.data.suits], LACUNA]:
            rows.append([Span(token), *[held(one, token) for one in view.players]])
        for field in ("hand", "grants", "cubes", "eureka", "lockdown", "prestige"):
            values = [getattr(one, field) for one in view.players]
            rows.append([Span(field.capitalize()), *[Span(said(value)) for value in values]])
        yield from aligned(rows)
        for one in view.players:
            if one.tableau:
                used = [f"{card}{' used' if card in one.spent else ''}" for card in one.tableau]
                yield from wrapped(f"{one.name}'s Tools", used)

    def cards(self, view: View) -> Iterator[Line]:
        """The bout, the Desk, and your own hand."""
        if view.primaries:
            shown = [f"{one.player} {one.card} as {one.rank}" for one in view.primaries]
            yield from wrapped("Bout", [*shown, *[f"{name}'s Echo" for name in view.echoes]])
        markers = [f"{suit} Corruption" for suit in view.markers]
        desk = [self.named(card) for card in view.desk]
        yield from wrapped("Desk", [*desk, *view.desk_tokens, *markers])
        if view.haul:
            yield from wrapped("Haul", [self.named(card) for card in view.haul])
        if view.beside:
            yield from wrapped("Beside the board", [self.named(card) for card in view.beside])
        if view.echo:
            yield from wrapped("Your Echo", [view.echo])
        yield from wrapped("Hand", self.hand(view.hand))

    def hand(self, cards: Iterable[str]) -> list[str]:
        """The ranks of each suit, then the Tools."""
        ranks: dict[str, list[str]] = {suit.id: [] for suit in self.data.suits}
        tools = [card for card in sorted(cards, key=self.by_rank) if card in self.tools]
        for card in sorted(cards, key=self.by_rank):
            if card not in self.tools:
                witness = self.witnesses[card]
                ranks[witness.suit].append(str(witness.rank))
        return [*[f"{suit} {' '.join(held)}" for suit, held in ranks.items() if held], *tools]

    def by_rank(self, words: str) -> tuple[int, int, str]:
        """The place of a move among others: Witnesses by suit and rank, Tools by rank, the rest."""
        for card in self.cards_in(words):
            if card in self.tools:
                return len(self.suits), self.tools[card].rank, words
            witness = self.witnesses[card]
            return self.suits.index(witness.suit), witness.rank, words
        return len(self.suits) + 1, 0, ""

    def cards_in(self, words: str) -> list[str]:
        """The cards that a move names."""
        return [word for word in words.split() if word in self.tools or word in self.witnesses]

    def offered(self, decision: Decision[Any], view: View) -> list[str]:
        """Cards in order, and what is no card after them as it comes."""
        return sorted(super().offered(decision, view), key=self.by_rank)

    def named(self, card: str) -> str:
        """A card, with what it yields if it is a Witness."""
        witness = self.witnesses.get(card)
        return f"{card} ({counted(witness.icons)})" if witness else card

    def caption(self, words: str) -> str:
        """The title of a Tool, or what a Witness yields."""
        cards = self.cards_in(words)
        for card in cards if len(cards) <= CAPTIONED else ():
            if card in self.tools:
                return f"{self.tools[card].title}, {self.tools[card].timing}"
            return counted(self.witnesses[card].icons)
        return ""

    def openings(self, decision: Decision[Any], view: View) -> Iterable[str]:
        options = decision.options
        if decision.what == "order of the Witnesses":
            haul = [card for card in view.haul if card in self.witnesses]
            return ["as they lie", *[" ".join(order) for order in few_orders(haul)]]
        if isinstance(options, Exchanges):
            pairs = product(options.hand, options.tools)
            return [NO_EXCHANGE, *[f"{card.id} for {tool.id}" for card, tool in pairs]]
        return ()


def few_orders(cards: Sequence[str]) -> list[tuple[str, ...]]:
    """The orders of some cards, if they are few enough to choose from a list."""
    return [*permutations(cards)] if len(cards) <= MOST_TO_ORDER else []


def held(player: Seen, token: str) -> Span:
    """A player's tokens of a kind, those in the vault after a plus."""
    number, vault = player.ledger.get(token, 0), player.vault.get(token, 0)
    if not (number or vault):
        return NONE
    return Span(f"{number}+{vault}" if vault else str(number))


def said(value: object) -> str:
    """A number, or yes and no."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def counted(tokens: Iterable[str]) -> str:
    """Tokens or icons with their numbers: ``3 papyrus``."""
    counts = Counter(tokens)
    return ", ".join([f"{number} {token}" for token, number in counts.items()])
