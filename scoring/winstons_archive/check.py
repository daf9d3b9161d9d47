"""What a table of Winston's Archive can have wrong, in layers. Open answers are passed over."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from card_data import Game
from card_data.problems import clip
from card_data.winstons_archive.model import Data
from scoring import seating
from scoring.findings import Finding, Where, count
from scoring.winstons_archive.position import Position, Sheet

COUNTS = {
    "manuscripts": "manuscript pages",
    "product_over_process": "Product Over Process",
    "open_secrets": "Open Secrets",
}


def components(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Values that no table can show: other sets (WA-1.3), too few or many players (WA-1.5)."""
    sizes = game.data.set_sizes()
    if position.players is not None:
        yield from seating.number(len(position.players), game, "WA-1.5")
    for at, sheet in enumerate(position.players or ()):
        for field, held in (("books", sheet.books), ("stand_ins", sheet.stand_ins)):
            for letter, number in (held or {}).items():
                where = ("players", str(at), field, letter)
                if letter not in sizes:
                    expected = f"one of {', '.join(sizes)}"
                    yield Finding("WA-1.3", where, f"set {clip(letter)}", expected)
                elif number is not None and number < 0:
                    yield Finding("WA-6.1", where, str(number), "0 or more")
        for field in COUNTS:
            number = getattr(sheet, field)
            if number is not None and number < 0:
                yield Finding("WA-6.1", ("players", str(at), field), str(number), "0 or more")


def sheets(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """What contradicts itself on one player's sheet: the locked stand-ins."""
    sizes = game.data.set_sizes()
    for at, sheet in enumerate(position.players or ()):
        locked = known(sheet.stand_ins, sizes)
        if not locked:
            continue
        where = ("players", str(at), "stand_ins")
        held, used = sheet.product_over_process, sum(locked.values())
        if held is not None and 0 <= held < used:
            expected = f"at most the {held} in product_over_process"
            yield Finding("WA-6.1", where, f"{count(used, 'stand-in')} locked", expected)
        for letter, number in locked.items():
            if number:
                yield from lock((*where, letter), sheet, number, sizes[letter], game.data)


def lock(where: Where, sheet: Sheet, locked: int, size: int, data: Data) -> Iterator[Finding]:
    """What is wrong with the stand-ins locked in one set (WA-4.2, WA-6.2)."""
    least = data.numbers.stand_in.real_books
    letter = where[-1]
    stand_ins = f"{count(locked, 'stand-in')} in set {letter}"
    if locked > size - least:
        expected = f"at most {size - least}, beside at least {count(least, 'real book')}"
        yield Finding("WA-4.2", where, stand_ins, expected)
        return
    real = None if sheet.books is None else sheet.books.get(letter, 0)
    if real is None or real < 0:
        return
    found = f"{stand_ins} beside {count(real, 'real book')}"
    if real < least:
        yield Finding("WA-4.2", where, found, f"at least {count(least, 'real book')}")
    elif locked + real < size:
        yield Finding("WA-6.2", where, found, f"{size} in all, which completes the set")


def across(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Cards that lie with two players or with none; players whom no name tells apart (WA-6.1)."""
    players = position.players or ()
    yield from seating.names([sheet.name for sheet in players], "WA-6.1", ("name",))
    for letter, size in game.data.set_sizes().items():
        books = [None if one.books is None else one.books.get(letter, 0) for one in players]
        yield from beyond(books, ("books", letter), size, f"books of set {letter}")
    deck = game.data.numbers.deck
    for field, things in COUNTS.items():
        held = [getattr(one, field) for one in players]
        number = getattr(deck, field)
        yield from beyond(held, (field,), number, things)
        yield from short(held, number, things)


def beyond(held: Sequence[int | None], leaf: Where, most: int, things: str) -> Iterator[Finding]:
    """The first player with whom the cards of a kind add to more than ``most`` (WA-6.1)."""
    total = 0
    for at, number in enumerate(held):
        if number is not None and number > 0:
            total += number
        if total > most:
            where = ("players", str(at), *leaf)
            yield Finding("WA-6.1", where, f"{things} adding to {total}", f"at most {most}")
            return


def short(held: Sequence[int | None], number: int, things: str) -> Iterator[Finding]:
    """Cards of a kind that lie with nobody, if every player has answered (WA-6.1)."""
    answers = [one for one in held if one is not None and one >= 0]
    if held and len(answers) == len(held) and sum(answers) < number:
        found = f"{things} adding to {sum(answers)}"
        yield Finding("WA-6.1", ("players",), found, f"{number} in all")


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """The books that nobody entered: until they lie with someone the score is running (WA-6.1)."""
    for letter, size in game.data.set_sizes().items():
        held = sum([(one.books or {}).get(letter) or 0 for one in position.players or ()])
        if held < size:
            books = count(size - held, "book")
            yield f"running score: {books} of set {letter} not entered (WA-6.1)"


def known(held: Mapping[str, int | None] | None, sizes: Container[str]) -> dict[str, int]:
    """The answers in ``held`` that a table can show."""
    items = (held or {}).items()
    return {letter: n for letter, n in items if letter in sizes and n is not None and n >= 0}


LAYERS = {"components": components, "sheets": sheets, "across players": across}
