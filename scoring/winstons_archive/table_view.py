"""The stacks and the cards of Winston's Archive during play, as one player sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from card_data import Game
from card_data.winstons_archive.model import Data
from card_data.words import counted
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fitted import Panel, lines_of
from scoring.play.table_view import WIDTH, in_a_line, pair, shortened, wrapped
from scoring.positions.display import HEAD, Line, Span, aligned
from scoring.winstons_archive.engine import LOOK
from scoring.winstons_archive.state import OPEN, PAGES, STAND_IN, Pile, Seen, View

SPECIALS = {STAND_IN: "Product Over Process", OPEN: "Open Secrets"}
COMPLETE = "bold green"
NAME = 16  # characters of a name where room is short


class GameTable(table_view.TableView):
    """Cards lie face down, in stacks and with players."""

    hides = True
    real = (
        "the whole deck once it is shuffled, from the top card down, by the names of the cards: "
        "D3 M07 open_secrets … Whoever types it knows what lies where.",
    )
    sentences = MappingProxyType(
        {
            "take": "takes {what}",
            "decline": "leaves {what}",
            "no stand-in": "keeps Product Over Process back",
            "stand": "plays Product Over Process as a stand-in {rest}",
        }
    )

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.sizes = game.data.set_sizes()
        self.sets = {book.id: book.set for book in game.data.books}
        self.titles = {book.id: book.title for book in game.data.books}
        self.titles |= {page.id: f"page: {page.line}" for page in game.data.manuscripts}

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        asked = looked_at(decision)
        stacks = [self.stacks(view, titled, width) for titled in (None, [asked], [])]
        own = [self.own(view), self.own_in_short(view, width)]
        others = [self.others(view.others), self.others_in_short(view.others, width)]
        for rank, forms in enumerate((stacks, own, others)):
            yield Panel(rank, [lines_of(lines, width) for lines in forms])

    def stacks(
        self, view: View, titled: Sequence[int] | None = None, width: int = WIDTH
    ) -> Iterator[Line]:
        """The deck and the stacks, with the cards of them that you see: those of ``titled`` stacks,
        or of all, with a line for each."""
        yield in_a_line(pair("Turn", view.turn), pair("Deck", view.deck))
        for number, pile in enumerate(view.stacks, 1):
            lines = titled is None or number in titled
            cards = [] if lines else self.in_short(pile.cards)
            told = " ".join([self.pile(pile), *cards[:1]])
            yield from wrapped(f"Stack {number}", [told, *cards[1:]], width)
            if lines:
                yield from [[Span(f"         {self.named(card)}")] for card in pile.cards]

    def pile(self, pile: Pile) -> str:
        """How many cards of a stack lie how."""
        down = pile.size - len(pile.cards)
        if not pile.size:
            return "empty"
        if not down:
            return "you see all of it:"
        return f"{down} face down{', the others face up:' if pile.cards else ''}"

    def named(self, card: str) -> str:
        """A card by what it says."""
        if card in SPECIALS:
            return SPECIALS[card]
        return f"{card}  {self.titles[card]}"

    def in_short(self, cards: Sequence[str]) -> list[str]:
        """Books by their signs, other cards by their number."""
        return [*sorted([card for card in cards if card in self.sets]), *self.besides(cards)]

    def besides(self, cards: Sequence[str]) -> Iterator[str]:
        """How many cards of each kind are no books."""
        if pages := sum([self.kind(card) == PAGES for card in cards]):
            yield counted(pages, "page")
        for card, title in SPECIALS.items():
            if number := cards.count(card):
                yield f"{number} {title}"

    def kind(self, card: str) -> str:
        """The letter of a book's set, or what else a card is."""
        return card if card in SPECIALS else self.sets.get(card, PAGES)

    def own(self, view: View) -> Iterator[Line]:
        """Your cards: the books of each set, then the others as numbers."""
        rows = [
            [Span(""), Span(having), Span(" ".join(books)), Span(whole, COMPLETE)]
            for having, books, whole in self.sets_of(view)
        ]
        for row in rows[:1]:
            row[0] = Span("Your books", HEAD)
        yield from aligned(rows) if rows else [[Span("Your books   ", HEAD), Span("none")]]
        yield self.not_books(view)

    def own_in_short(self, view: View, width: int) -> Iterator[Line]:
        """The same in as few lines as can be."""
        sets = [f"{having} {whole}".rstrip() for having, _, whole in self.sets_of(view)]
        yield from wrapped("Your books", sets, width)
        yield self.not_books(view)

    def sets_of(self, view: View) -> Iterator[tuple[str, list[str], str]]:
        """Each set of which you have anything: how much, which books, and whether it is complete,
        which you have turned up."""
        for letter, books in self.books(view.cards).items():
            locked = view.locked.get(letter, 0)
            if books or locked:
                whole = locked or len(books) == self.sizes[letter]
                yield self.having(letter, books), books, complete(locked) if whole else ""

    def having(self, letter: str, books: Sequence[str]) -> str:
        """How many of a set's books these are."""
        return f"{letter} {len(books)} of {self.sizes[letter]}"

    def books(self, cards: Sequence[str]) -> dict[str, list[str]]:
        """The books among cards, by the letter of their set."""
        found: dict[str, list[str]] = {letter: [] for letter in self.sizes}
        for card in sorted(cards):
            if card in self.sets:
                found[self.sets[card]].append(card)
        return found

    def not_books(self, view: View) -> Line:
        """Your other cards, as numbers."""
        pages = sum([self.kind(card) == PAGES for card in view.cards])
        others = [pair(title, view.cards.count(card)) for card, title in SPECIALS.items()]
        return in_a_line(pair("Your pages", pages), *others)

    def others(self, others: Mapping[str, Seen]) -> Iterator[Line]:
        """The other players' cards: how many, and those turned up."""
        for name, seen in others.items():
            yield from wrapped(name, [counted(seen.size, "card"), *self.turned_up(seen)])

    def others_in_short(self, others: Mapping[str, Seen], width: int) -> Iterator[Line]:
        """The same side by side."""
        told = []
        for name, seen in others.items():
            up = "; ".join(self.turned_up(seen))
            cards = counted(seen.size, "card")
            told.append(f"{shortened(name, NAME)} {cards}{f' ({up})' if up else ''}")
        yield from wrapped("Others", told, width)

    def turned_up(self, seen: Seen) -> Iterator[str]:
        """The sets that lie complete before a player, and what else is turned up at the end."""
        for letter, books in self.books(seen.up).items():
            if books or letter in seen.locked:
                yield f"{letter} {complete(seen.locked.get(letter, 0))}"
        free = list(seen.up)
        for _ in range(sum(seen.locked.values())):
            free.remove(STAND_IN)
        yield from self.besides(free)

    # what is chosen

    def gives(self, words: str, decision: Decision[Any], view: View) -> str:
        """What a stack makes of your cards, or becomes of it; what a set takes."""
        if number := looked_at(decision):
            return self.taking(view, number) if words == "take" else declining(view, number)
        letter = decision.options.parse(words)[1]
        if letter is None:
            return "they stay free"
        free = view.cards.count(STAND_IN) - sum(view.locked.values())
        needed = self.sizes[letter] - len(self.books(view.cards)[letter])
        books = counted(self.sizes[letter], "book")
        return f"{books}, {needed} of your {counted(free, 'stand-in')}"

    def taking(self, view: View, number: int) -> str:
        """What you then have of what is in a stack."""
        taken = view.stacks[number - 1].cards
        kinds = {self.kind(card) for card in taken}
        cards = [card for card in (*view.cards, *taken) if self.kind(card) in kinds]
        sets = [self.having(*one) for one in self.books(cards).items() if any(one[1])]
        return f"then you have {', '.join([*sets, *self.besides(cards)])}"


def looked_at(decision: Decision[Any] | None) -> int:
    """The number of the stack that a player is asked about, 0 for none."""
    if decision is None or decision.options != LOOK:
        return 0
    return int(decision.what.split()[-1])


def complete(stand_ins: int) -> str:
    """That a set is complete, with so many stand-ins."""
    return f"complete with {counted(stand_ins, 'stand-in')}" if stand_ins else "complete"


def declining(view: View, number: int) -> str:
    """What happens to a stack that is put back (WA-3.1, WA-3.3 to WA-3.5)."""
    later = view.stacks[number:]
    if any(pile.size for pile in later):
        return "a card from the deck goes on it" if view.deck else "nothing goes on it"
    if view.deck > 1 + len(later):
        return "a card goes on it, and you take another, unseen"
    return "you take it all the same"
