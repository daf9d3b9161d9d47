"""Rules that the data of Winston's Archive must meet: books, sets and the deck."""

from __future__ import annotations

from card_data.checks import Found
from card_data.model import Players
from card_data.problems import did_you_mean
from card_data.text import plural
from card_data.winstons_archive.model import Data


def problems(data: Data, players: Players) -> Found:
    """Everything in the data that does not agree."""
    yield from book_problems(data)
    yield from set_problems(data)
    yield from deck_problems(data)


def book_problems(data: Data) -> Found:
    """Books of no set, of a place that the set does not have, or of the place of another."""
    sizes = data.set_sizes()
    taken: dict[tuple[str, int], str] = {}
    for index, book in enumerate(data.books):
        here = (book.set, book.place)
        if book.set not in sizes:
            yield (
                ("books", index, "set"),
                f"no set {book.set} in sets.yaml{did_you_mean(book.set, sizes)}",
            )
        elif book.place > sizes[book.set]:
            message = f"place {book.place}, but the size of set {book.set} is {sizes[book.set]}"
            yield ("books", index, "place"), message
        elif here in taken:
            message = f"place {book.place} of set {book.set} is taken by {taken[here]}"
            yield ("books", index, "place"), message
        taken.setdefault(here, book.id)


def set_problems(data: Data) -> Found:
    """Sets that lack a book."""
    places = {(book.set, book.place) for book in data.books}
    for index, whole in enumerate(data.sets):
        missing = [
            str(place) for place in range(1, whole.size + 1) if (whole.id, place) not in places
        ]
        if missing:
            message = f"size {whole.size}, but books.yaml has no book for place "
            yield ("sets", index, "size"), message + ", ".join(missing)


def deck_problems(data: Data) -> Found:
    """Counts of game.yaml that the tables do not have."""
    deck = data.numbers.deck
    for name, said, rows in (
        ("books", deck.books, data.books),
        ("manuscripts", deck.manuscripts, data.manuscripts),
    ):
        found = sum(row.copies for row in rows)
        if said != found:
            yield ("numbers", "deck", name), f"found {said}, but {name}.yaml has {found}"
    specials = {special.id: index for index, special in enumerate(data.specials)}
    for name, said in (
        ("product_over_process", deck.product_over_process),
        ("open_secrets", deck.open_secrets),
    ):
        if name not in specials:
            yield ("specials",), f"no row {name}, but game.yaml says there are {said}"
        elif (found := data.specials[specials[name]].copies) != said:
            message = f"found {found}, but game.yaml says {said}"
            yield ("specials", specials[name], "copies"), message
    kinds = deck.books + deck.manuscripts + deck.specials
    if kinds != deck.cards:
        message = f"found {deck.cards}, but the kinds of card add up to {kinds}"
        yield ("numbers", "deck", "cards"), message
    if data.numbers.stacks > kinds:
        message = f"found {data.numbers.stacks}, but the deck has {plural(kinds, 'card')}"
        yield ("numbers", "stacks"), message
