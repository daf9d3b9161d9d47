"""The boards, the Desk and the players of Verse & Variant during play, as one player sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from card_data import Game
from card_data.text import join_words, plural
from card_data.verse_and_variant.model import Data
from scoring import clauses
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fit_lines import Panel, wrap_lines
from scoring.play.table_view import HEADING, NOTHING, Block
from scoring.positions.display import HEAD, Span
from scoring.verse_and_variant.pieces import PlayerView, PrimaryView, View
from scoring.verse_and_variant.position import NONE
from scoring.verse_and_variant.wording import AS_THEY_LIE, FIRST, HaulOrder

TOP = 3  # stacks of a track where not all are shown
MOST_TO_ORDER = 3  # Witnesses whose orders are all offered


class GameTable(table_view.TableView):
    """The table during play, which hides hands and Echoes."""

    hides = True
    real = (
        "the Tools that are in the game, one of each rank: T-1a T-2d T-3b …",
        "each session all cards once they are shuffled, those of whoever holds the Quill first, "
        "then each next hand: W-red-7 T-5a … Whoever types them knows all hands.",
    )
    apart = ("spotlight", "next_spotlight", "leads_next", "closed", "barred", "spotlight_stays",
             "lowest_first", "eureka_pays", "eureka_stopped", "interrupted")  # fmt: skip
    first = ("haul", "hand", "primaries", "desk", "finish", "tracks")

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.data: Data = game.data
        self.tools = {tool.id: tool for tool in game.data.tools}
        self.witnesses = {witness.id: witness for witness in game.data.witnesses}
        self.token_titles: dict[str, str] = {"corruption": "Corruption"}
        self.token_titles |= {suit.feature: suit.feature_title for suit in game.data.suits}

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        """Add the text of the Tool that is asked about."""
        yield from super().parts(view, decision, width)
        tool = self.tools.get(decision.what.partition(" ")[0]) if decision else None
        if tool:
            text = [[Span(f"{tool.id}  ", HEAD), Span(clauses.card_text(tool))]]
            yield Panel(HEADING, [wrap_lines(text, width)])

    def besides(self, view: View) -> Mapping[str, Any]:
        """Return the Spotlight, and the effects of Tools that last."""
        effects = {
            "Next bout’s Spotlight": view.next_spotlight,
            "Next leader": view.leads_next,
            "No cubes at": self.title_by_id.get(view.closed, NONE),
            "Never the Spotlight": join_words(view.barred, "and"),
            "Spotlight stays": view.spotlight_stays,
            "Lowest Demand is the Spotlight": view.lowest_first,
            "Eureka pays for a Take": view.eureka_pays,
            "No Eureka can be gained": view.eureka_stopped,
            "Session ends with this window": view.interrupted,
        }
        lasting = {name: one for name, one in effects.items() if one not in NOTHING}
        return {"Spotlight": view.spotlight, **lasting}

    def blocks(self, label: str, value: Any, *, full: bool) -> Iterator[Block]:
        """Draw a row for each track, its bonus ahead, and one for the Primaries."""
        if label == "Primaries":
            value = tuple([self.primary_words(one) for one in value])
        if label == "Institutions":
            value = tuple([self.slot_words(*one) for one in value.items() if {*one[1]} != {NONE}])
            value = value or ("all slots empty",)
        if label != "Tracks":
            yield from super().blocks(label, value, full=full)
            return
        bonuses = {
            one.space: one.text.partition(",")[0].removeprefix("a ")
            for one in self.data.numbers.bonuses
        }
        for suit, spaces in value.items():
            feature = next(one.feature for one in self.data.suits if one.id == suit)
            occupied = [(at, stack) for at, stack in enumerate(spaces) if stack]
            stacks = [f"{at}{self.stack_words(stack, feature)}" for at, stack in occupied][::-1]
            if not full and len(stacks) > TOP:
                stacks = [*stacks[:TOP], f"{len(stacks) - TOP} more"]
            ahead = max([at for at in bonuses if spaces[at]], default=None)
            bonus = [] if ahead is None else [f"bonus {bonuses[ahead]} at {ahead}"]
            yield Block(f"{suit} {self.token_titles[feature]}", [*bonus, *stacks])

    def primary_words(self, primary: PrimaryView) -> str:
        """Write a Primary with its rank, where that is not the card's own."""
        card = self.tools.get(primary.card) or self.witnesses[primary.card]
        rank = "" if card.rank == primary.rank else f" ranks {primary.rank}"
        return f"{primary.player} {self.said(primary.card)}{rank}"

    def slot_words(self, feature: str, owners: Sequence[str]) -> str:
        """Write whose cubes are at an institution: ``Papyrus Ann – Bo``."""
        return " ".join([self.said(feature), *["–" if one == NONE else one for one in owners]])

    def changes(self, before: View, after: View) -> Iterator[str]:
        """Say what each player has gained and lost."""
        old = {player.name: self.belongings(player) for player in before.players}
        for player in after.players:
            now = self.belongings(player)
            both = {"gains": now - old[player.name], "loses": old[player.name] - now}
            words = [f"{verb} {join_words(counted(many), 'and')}"
                     for verb, many in both.items() if many]  # fmt: skip
            if words:
                yield f"{player.name} {', '.join(words)}"

    def belongings(self, player: PlayerView) -> Counter[str]:
        """Count the tokens of a player's ledger and vault, and what else may be gained or lost."""
        held = Counter(player.ledger) + Counter(player.vault)
        tokens = Counter({self.said(token): number for token, number in held.items()})
        rest = {"unused Grant": player.grants, "Eureka disc": player.eureka,
                "prestige": player.prestige}  # fmt: skip
        return tokens + Counter(rest)

    def gives(self, words: str, decision: Decision[Any], view: Any) -> str:
        """Describe the cards of an exchange without their names, which its words have."""
        laid, mark, taken = words.partition(" for ")
        if not mark:
            return super().gives(words, decision, view)
        return "; ".join(self.full(card).partition(" ")[2] if card in self.tools else
                         self.full(card).removeprefix(f"{self.called(card)} ")
                         for card in (laid, taken))  # fmt: skip

    def told(self, decision: Decision[Any], words: str, hidden: Container[str]) -> str:
        """Return an answer as told to others; a Tool that is played has its title."""
        told = super().told(decision, words, hidden)
        return f"{told} {self.tools[told].title}" if told in self.tools else told

    def full(self, card: str) -> str:
        """Describe a Witness by its yield, a Tool by its title and its time."""
        if card in self.tools:
            return f"{card} {self.tools[card].title}, {self.tools[card].timing}"
        if card in self.witnesses:
            icons = Counter(self.witnesses[card].icons)
            yields = ", ".join([f"{number} {self.said(icon)}" for icon, number in icons.items()])
            return f"{self.called(card)} ({yields})"
        return super().full(card)

    def called(self, word: str) -> str:
        witness = self.witnesses.get(word)
        return f"{witness.suit} {witness.rank}" if witness else self.token_titles.get(word, "")

    def stack_words(self, stack: Sequence[str], own: str) -> str:
        """Write how many tokens of a track's own Feature lie in a stack, and which others."""
        counts = Counter(stack)
        mine = f"×{counts.pop(own)}" if own in counts else ""
        return mine + "".join([f"+{number} {self.said(one)}" for one, number in counts.items()])

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        options = decision.options
        if isinstance(options, HaulOrder):
            orders = permutations(options.cards)
            few = len(options.cards) <= MOST_TO_ORDER
            rest = map(" ".join, orders) if few else [f"{one} {FIRST}" for one in options.cards]
            return [AS_THEY_LIE, *rest]
        return super().openings(decision, view)


def counted(things: Counter[str]) -> list[str]:
    """Write how many there are of each.

    >>> counted(Counter({"Papyrus": 2, "lacuna": 2, "unused Grant": 1}))
    ['2 Papyrus', '2 lacunas', '1 unused Grant']
    """
    return [plural(number, thing) if thing in ("lacuna", "unused Grant") else f"{number} {thing}"
            for thing, number in things.items()]  # fmt: skip
