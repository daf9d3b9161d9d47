"""The boards, the Desk and the players of Verse & Variant during play, as one player sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

from card_data import Game
from card_data.verse_and_variant.model import Data
from card_data.words import in_words
from scoring import clauses
from scoring.play import table_view
from scoring.play.decisions import TABLE, Decision
from scoring.play.fitted import Panel, lines_of
from scoring.play.table_view import WIDTH, in_a_line, pair, wrapped
from scoring.positions.display import HEAD, Line, Span
from scoring.verse_and_variant.grid import WITH_SLOTS, Grid
from scoring.verse_and_variant.pieces import Seen, Shown, View
from scoring.verse_and_variant.position import NONE as NOBODY
from scoring.verse_and_variant.words import (
    AS_THEY_LIE,
    FIRST,
    NO_EXCHANGE,
    Exchanges,
    HaulOrder,
)

MOST_TO_ORDER = 3  # Witnesses whose orders are all offered
CAPTIONED = 2  # cards of a move whose first one is explained


class GameTable(table_view.TableView):
    """Hands and Echoes are hidden."""

    hides = True
    real = (
        "the Tools that are in the game, one of each rank: T-1a T-2d T-3b …",
        "each session all cards once they are shuffled, those of whoever holds the Quill first, "
        "then each next hand: W-red-7 T-5a … Whoever types them knows all hands.",
    )
    sentences = MappingProxyType(
        {
            "Primary": "plays {words}",
            "Echo": "plays {words} as Echo",
            "take": "takes the Desk",
            "take with Eureka": "takes the Desk with Eureka",
            "pass": "passes",
            "lockdown": "plays Lockdown",
            "order of the Witnesses": "tokenises {words}",
            "lacuna exchange": "exchanges {words}",
            "no exchange": "makes no lacuna exchange",
            "grant": "makes the institution grant of {rest}",
            "no grant": "makes no institution grant",
            "use": "uses {rest}",
            "keep": "keeps {rest}",
        }
    )

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.data: Data = game.data
        self.tools = {tool.id: tool for tool in game.data.tools}
        self.suits = [suit.id for suit in game.data.suits]
        self.witnesses = {witness.id: witness for witness in game.data.witnesses}

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> list[Panel]:
        tool = self.tools.get(decision.what.partition(" ")[0]) if decision else None
        matters = matter(decision)
        tools = [line for one in view.players for line in self.tableau(one, width)]
        text = [[Span(f"{tool.id}  ", HEAD), Span(clauses.said(tool))]] if tool else []
        hand = wrapped("Hand", self.by_suit(view.hand), width)
        haul = wrapped("Haul", self.by_suit(view.haul), width)

        def part(name: str, full: Iterable[Line], *shorter: Iterable[Line]) -> Panel:
            forms = [lines_of(form, width) for form in (full, *shorter)]
            cut_off = [lines_of(forms[-1], width, most) for most in (2, 1)]
            return Panel(matters.index(name), [*forms, *cut_off])

        boards = Grid(self.data, view, width).forms()
        return [
            part("head", [self.head(view)]),
            part("effects", self.effects(view, width)),
            Panel(matters.index("grid"), boards[:WITH_SLOTS] if matters[0] == "grid" else boards),
            part("tools", tools, self.all_tools(view)),
            part("text", text),
            part("bout", self.bout(view, width)),
            part("desk", self.desk(view, width), self.few_of_desk(view, width)),
            part("haul", self.haul(view, width), haul if view.haul else []),
            part("hand", self.hand(view.hand, width), hand),
        ]

    def head(self, view: View) -> Line:
        """The session, and who or what stands out in it."""
        return in_a_line(
            pair("Session", view.session),
            pair("Quill", view.quill),
            pair("Spotlight", view.spotlight),
            pair("Lead", view.lead),
            pair("Laureate", view.laureate),
        )

    def effects(self, view: View, width: int = WIDTH) -> Iterator[Line]:
        """What Tools have changed that lasts, each with the Tool that does it."""
        barred = in_words([suit.id for suit in self.data.suits if suit.id in view.barred], "or")
        found = {
            f"Next Spotlight {view.next_spotlight}": view.next_spotlight != NOBODY,
            f"{view.leads_next} leads next (T-4e)": view.leads_next != NOBODY,
            "lowest demand is the Spotlight (T-4c)": view.lowest_first,
            f"no Spotlight on {barred} (T-11d)": view.barred,
            "the Spotlight stays (T-14c)": view.spotlight_stays,
            "Eureka may pay for a Take (T-10d)": view.eureka_pays,
            "nobody gains Eureka (T-13d)": view.eureka_stopped,
            "the session ends after this window (T-13e)": view.interrupted,
            f"no cubes at {view.closed}'s institution (T-11e)": view.closed != NOBODY,
        }
        running = [
            f"{self.titled(tool)} runs for {one.name}"
            for one in view.players
            for tool in one.running
        ]
        shown = [f"{who} showed {self.short(card)} (T-1c)" for who, card in view.shown.items()]
        if lasting := [*[words for words, lasts in found.items() if lasts], *running, *shown]:
            yield from wrapped("Lasting", lasting, width)

    def tableau(self, player: Seen, width: int = WIDTH) -> Iterator[Line]:
        """The Tools that a player has kept."""
        if player.tableau:
            tools = [f"{self.titled(card)}{used(card, player)}" for card in player.tableau]
            yield from wrapped(f"{player.name}'s Tools", tools, width)

    def all_tools(self, view: View, width: int = WIDTH) -> Iterator[Line]:
        """The same of all players, by their IDs."""
        tools = [f"{one.name} {' '.join(one.tableau)}" for one in view.players if one.tableau]
        if tools:
            yield [Span("Tools  ", HEAD), Span("; ".join(tools))]

    def bout(self, view: View, width: int = WIDTH) -> Iterator[Line]:
        """The Primaries and Echoes, and who is first when that is settled."""
        if view.primaries:
            shown = [f"{one.player} {self.short(one.card)}{self.as_rank(one)}"
                     for one in view.primaries]  # fmt: skip
            echoes = [f"{name}'s Echo" for name in view.echoes]
            mine = [f"yours is {self.short(view.echo)}"] if view.echo else []
            yield from wrapped("Bout", [*shown, *echoes, *mine], width)
        if view.finish:
            yield from wrapped("In order", view.finish, width)

    def as_rank(self, shown: Shown) -> str:
        """What a Primary ranks as, if that is not its own rank."""
        known = self.tools.get(shown.card) or self.witnesses[shown.card]
        return "" if known.rank == shown.rank else f" as {shown.rank}"

    def desk(self, view: View, width: int = WIDTH) -> Iterator[Line]:
        """All that lies on the Reading Desk and beside it."""
        if desk := [*map(self.named, view.desk), *self.loose(view)]:
            yield from wrapped("Desk", desk, width)
        if view.beside:
            yield from wrapped(
                "Beside the board", [self.titled(card) for card in view.beside], width
            )

    def few_of_desk(self, view: View, width: int = WIDTH) -> Iterator[Line]:
        """What lies on the Desk by suit, and what its Witnesses yield in all."""
        icons = [icon for card in view.desk if card in self.witnesses
                 for icon in self.witnesses[card].icons]  # fmt: skip
        in_all = [f"in all {counted(icons)}"] if icons else []
        if desk := [*in_all, *self.by_suit(view.desk), *self.loose(view)]:
            yield from wrapped("Desk", desk, width)

    def loose(self, view: View) -> list[str]:
        """The tokens and markers on the Desk."""
        markers = [f"{suit} Corruption" for suit in view.markers]
        return [*filter(None, counted([*view.desk_tokens, *markers]).split(", "))]

    def haul(self, view: View, width: int = WIDTH) -> Iterator[Line]:
        """What is being taken from the Desk."""
        if view.haul:
            yield from wrapped("Haul", [self.named(card) for card in view.haul], width)

    def hand(self, cards: Sequence[str], width: int = WIDTH) -> Iterator[Line]:
        """The ranks of each suit, then the Tools with their titles."""
        tools = [
            self.titled(card) for card in sorted(cards, key=self.by_rank) if card in self.tools
        ]
        yield from wrapped("Hand", [*self.by_suit(cards)[: -len(tools) or None], *tools], width)

    def by_suit(self, cards: Iterable[str]) -> list[str]:
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
        """A Witness with what it yields, a Tool with its title."""
        witness = self.witnesses.get(card)
        return f"{self.short(card)} ({counted(witness.icons)})" if witness else self.titled(card)

    def titled(self, card: str) -> str:
        """A Tool with its title."""
        return f"{card} {self.tools[card].title}"

    def short(self, card: str) -> str:
        """A Witness by its suit and rank, a Tool by its ID."""
        witness = self.witnesses.get(card)
        return f"{witness.suit} {witness.rank}" if witness else card

    def called(self, word: str) -> str:
        return self.short(word) if word in self.witnesses else ""

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
        if isinstance(options, HaulOrder):
            orders = permutations(options.cards)
            few = len(options.cards) <= MOST_TO_ORDER
            rest = map(" ".join, orders) if few else [f"{one} {FIRST}" for one in options.cards]
            return [AS_THEY_LIE, *rest]
        if isinstance(options, Exchanges):
            pairs = product(options.hand, options.tools)
            return [NO_EXCHANGE, *[f"{card.id} for {tool.id}" for card, tool in pairs]]
        return ()


def used(card: str, player: Seen) -> str:
    """Whether a Tool of a tableau has acted."""
    return " used" if card in player.spent else ""


def matter(decision: Decision[Any] | None) -> Sequence[str]:
    """The parts of the table that matter for a decision, the most first."""
    rest = ["head", "effects", "bout", "grid", "desk", "hand", "tools", "haul", "text"]
    first = ["grid", "head", "effects", "hand", "desk"]
    if decision is None or decision.who == TABLE:
        first = []
    elif decision.rule == "VV-4.4":
        first = ["text"]
    elif decision.what in ("Primary", "Echo"):
        first = ["hand", "bout", "head", "effects"]
    elif isinstance(decision.options, Exchanges):
        first = ["haul", "hand"]
    elif isinstance(decision.options, HaulOrder):
        first = ["haul", "grid"]
    elif decision.what == "window":
        first = ["desk", "bout", "grid"]
    return [*dict.fromkeys([*first, *rest])]


def counted(tokens: Iterable[str]) -> str:
    """Tokens or icons with their numbers: ``3 papyrus``."""
    counts = Counter(tokens)
    return ", ".join([f"{number} {token}" for token, number in counts.items()])
