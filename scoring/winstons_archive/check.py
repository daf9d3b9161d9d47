"""The problems of a position of Winston's Archive. Unanswered values are skipped."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from card_data import Game
from card_data.problems import quote
from card_data.text import plural
from card_data.winstons_archive.model import Data
from scoring.positions.findings import Finding, Where
from scoring.positions.players import check_names, check_player_count
from scoring.winstons_archive import pad
from scoring.winstons_archive.fewest import fewest_cards, some_game_leaves
from scoring.winstons_archive.position import PlayerCards, Position

COUNTS = {
    "manuscripts": ("manuscript page", ""),
    "product_over_process": ("card", " of Product Over Process"),
    "open_secrets": ("card", " of Open Secrets"),
}


def components(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield impossible values: unknown sets (WA-1.3), too few or too many players (WA-1.5), and
    negative counts (WA-6.1)."""
    sizes = game.data.set_sizes()
    if position.players is not None:
        yield from check_player_count(len(position.players), game, "WA-1.5")
    for seat, cards in enumerate(position.players or ()):
        for field, held in (("books", cards.books), ("stand_ins", cards.stand_ins)):
            for letter, number in (held or {}).items():
                where = ("players", str(seat), field, letter)
                if letter not in sizes:
                    message = f"there is no set {quote(letter)}; the sets are {', '.join(sizes)}"
                    yield Finding("WA-1.3", where, message)
                elif number is not None and number < 0:
                    yield Finding("WA-6.1", where, negative(number))
        for field in COUNTS:
            number = getattr(cards, field)
            if number is not None and number < 0:
                yield Finding("WA-6.1", ("players", str(seat), field), negative(number))


def negative(number: int) -> str:
    """Return the message on a count below zero."""
    return f"found {number}, but a count cannot be negative"


def stand_ins(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield locked stand-ins that contradict the other cards of their player (WA-4.2, WA-6.1,
    WA-6.2)."""
    sizes = game.data.set_sizes()
    for seat, cards in enumerate(position.players or ()):
        locked = known(cards.stand_ins, sizes)
        if not locked:
            continue
        where = ("players", str(seat), "stand_ins")
        held, used = cards.product_over_process, sum(locked.values())
        if held is not None and 0 <= held < used:
            message = f"{plural(used, 'stand-in')} locked, but only {held} Product Over Process"
            yield Finding("WA-6.1", where, message)
        for letter, number in locked.items():
            if number:
                yield from lock((*where, letter), cards, number, sizes[letter], game.data)


def lock(where: Where, cards: PlayerCards, locked: int, size: int, data: Data) -> Iterator[Finding]:
    """Yield the problem of the stand-ins locked in one set, if there is one (WA-4.2, WA-6.2)."""
    least = data.numbers.stand_in.real_books
    letter = where[-1]
    stand_ins, beside = (
        f"{plural(locked, 'stand-in')} in set {letter}",
        plural(least, "real book"),
    )
    if locked > size - least:
        message = f"{stand_ins}, which has {plural(size, 'book')}, at least {least} of them real"
        yield Finding("WA-4.2", where, message)
        return
    real = None if cards.books is None else cards.books.get(letter, 0)
    if real is None or real < 0:
        return
    found = f"{stand_ins} beside {plural(real, 'real book')}"
    if real < least:
        yield Finding("WA-4.2", where, f"{found}, but a set needs at least {beside}")
    elif locked + real < size:
        yield Finding("WA-6.2", where, f"{found}: {locked + real} do not complete a set of {size}")


def across_players(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield players without distinct names (WA-1.5), and kinds of cards of which all players
    together have too many or too few (WA-6.1)."""
    players = position.players or ()
    yield from check_names([cards.name for cards in players], "WA-1.5", ("name",))
    for letter, size in game.data.set_sizes().items():
        books = [(cards.books or {}).get(letter) for cards in players]
        kind = CardKind("book", f" of set {letter}", f"the set has {size}")
        yield from too_many(books, ("books", letter), size, kind)
    deck = game.data.numbers.deck
    for field, (noun, rest) in COUNTS.items():
        held = [getattr(cards, field) for cards in players]
        number = getattr(deck, field)
        kind = CardKind(noun, rest, f"the deck has {number}")
        yield from too_many(held, (field,), number, kind)
        if not position.running:
            yield from too_few(held, number, kind)


class CardKind(NamedTuple):
    """Cards of a kind in words: a noun, what follows it, and how many there should be."""

    noun: str
    rest: str
    should: str

    def message(self, number: int, where: str = "") -> str:
        """Return the message that there are ``number`` of them."""
        return f"{plural(number, self.noun)}{self.rest}{where}, but {self.should}"


def too_many(
    held: Sequence[int | None], leaf: Where, most: int, kind: CardKind
) -> Iterator[Finding]:
    """Yield the first player with whom the cards of a kind add up to more than ``most``
    (WA-6.1)."""
    total = 0
    for seat, number in enumerate(held):
        if number is not None and number > 0:
            total += number
        if total > most:
            in_all = " in all" if number != total else ""
            yield Finding("WA-6.1", ("players", str(seat), *leaf), kind.message(total, in_all))
            return


def too_few(held: Sequence[int | None], number: int, kind: CardKind) -> Iterator[Finding]:
    """Yield that cards of a kind lie with nobody, if every player has answered (WA-6.1)."""
    answers = [answer for answer in held if answer is not None and answer >= 0]
    if held and len(answers) == len(held) and sum(answers) < number:
        message = f"only {kind.message(sum(answers), ' in all')}"
        yield Finding("WA-6.1", ("players",), message)


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """Yield a note on the books of each set that nobody entered, so that the score is provisional
    (WA-6.1)."""
    for letter, size in game.data.set_sizes().items():
        held = sum([(cards.books or {}).get(letter) or 0 for cards in position.players or ()])
        if held < size:
            books = plural(size - held, "book")
            yield f"provisional score: {books} of set {letter} not entered (WA-6.1)"


def known(held: Mapping[str, int | None] | None, sizes: Container[str]) -> dict[str, int]:
    """Return the answers in ``held`` that are possible."""
    items = (held or {}).items()
    return {letter: n for letter, n in items if letter in sizes and n is not None and n >= 0}


def possible_games(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield players with fewer cards than any game leaves anybody (WA-6.3)."""
    players, bounds = position.players or (), game.head.players
    held = [number_of_cards(cards) for cards in players]
    if not bounds.min <= len(players) <= bounds.max:
        return
    deck, stacks = game.data.numbers.deck.cards, game.data.numbers.stacks
    refill = game.data.options.refill_taken_stack.value
    nowhere = max(0, deck - sum(number or 0 for number in held))  # may yet turn out anybody's
    for seat, number in enumerate(held):
        if number is None:
            continue
        most = number + nowhere
        if not some_game_leaves(most, deck, stacks, len(players), refill=refill):
            least = fewest_cards(deck, stacks, len(players), refill=refill)
            found = f"{plural(number, 'card')} in all"
            found += f", {most} with those not entered" if nowhere else ""
            message = (
                f"{found}, but no game of {len(players)} players leaves anybody fewer than {least}"
            )
            yield Finding("WA-6.3", ("players", str(seat)), message)


def number_of_cards(cards: PlayerCards) -> int | None:
    """Return the number of a player's cards; None if an answer is missing or impossible."""
    counts = [getattr(cards, field) for field in COUNTS]
    counts += [None] if cards.books is None else cards.books.values()
    known = [number for number in counts if number is not None and number >= 0]
    return sum(known) if len(known) == len(counts) else None


def score_pad(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Yield sums on the score pad that differ from those of the cards (WA-5)."""
    if any(map(pad.is_written, position.players or ())):
        found = [*components(position, game), *stand_ins(position, game)]
        found += across_players(position, game)
        yield from pad.sums(position, game, {finding.where[:2] for finding in found})


LAYERS = {
    "components": components,
    "stand-ins": stand_ins,
    "across players": across_players,
    "possible games": possible_games,
    "score pad": score_pad,
}
