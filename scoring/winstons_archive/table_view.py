"""The stacks and the cards of Winston's Archive during play, as one player sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from card_data import Game
from card_data.winstons_archive.model import Data
from card_data.words import counted
from scoring.play import table_view
from scoring.play.table_view import in_a_line, pair, wrapped
from scoring.positions.display import HEAD, Line, Span, aligned
from scoring.winstons_archive.state import OPEN, STAND_IN, Pile, Seen, View

SPECIALS = {STAND_IN: "Product Over Process", OPEN: "Open Secrets"}


class GameTable(table_view.TableView):
    """Cards lie face down, in stacks and with players."""

    hides = True

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.sizes = game.data.set_sizes()
        self.sets = {book.id: book.set for book in game.data.books}
        self.titles = {book.id: book.title for book in game.data.books}
        self.titles |= {page.id: f"page: {page.line}" for page in game.data.manuscripts}

    def blocks(self, view: View) -> Iterator[Iterable[Line]]:
        yield self.stacks(view)
        yield [*self.own(view.cards), *self.others(view.others)]

    def stacks(self, view: View) -> Iterator[Line]:
        """The deck and the stacks, with the cards of them that you see."""
        yield in_a_line(pair("Turn", view.turn), pair("Deck", view.deck))
        for number, pile in enumerate(view.stacks, 1):
            yield [Span(f"Stack {number}  ", HEAD), Span(self.pile(pile))]
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

    def own(self, cards: Sequence[str]) -> Iterator[Line]:
        """Your cards: the books of each set, then the others as numbers."""
        rows: list[Line] = []
        for letter, size in self.sizes.items():
            books = sorted([card for card in cards if self.sets.get(card) == letter])
            if books:
                having = f"{letter}, {len(books)} of {size}"
                head = "" if rows else "Your books"
                rows.append([Span(head, HEAD), Span(having), Span(" ".join(books))])
        yield from aligned(rows) if rows else [[Span("Your books   ", HEAD), Span("none")]]
        pages = sum([card not in self.sets and card not in SPECIALS for card in cards])
        others = [pair("Your pages", pages)]
        others += [pair(title, cards.count(card)) for card, title in SPECIALS.items()]
        yield in_a_line(*others)

    def others(self, others: Mapping[str, Seen]) -> Iterator[Line]:
        """The other players' cards: how many, and those turned up."""
        for name, seen in others.items():
            up = sorted([SPECIALS.get(card, card) for card in seen.up])
            up += [
                f"{counted(number, 'stand-in')} locked in {letter}"
                for letter, number in seen.locked.items()
            ]
            if up:
                up[0] = f"turned up: {up[0]}"
            yield from wrapped(name, [counted(seen.size, "card"), *up])
