"""The check of positions of High or Low. Unanswered values are skipped."""

from __future__ import annotations

from collections.abc import Iterator

from card_data import Game
from card_data.problems import did_you_mean, quote
from card_data.text import plural
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count
from tests.small_game.card_data.high_or_low.model import Data
from tests.small_game.scoring.high_or_low.position import Position


def players(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players, or two of one name (HL-1.2)."""
    if position.players is not None:
        yield from check_player_count(len(position.players), game, "HL-1.2")
        yield from check_names([one.name for one in position.players], "HL-1.2", ("name",))


def cards(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Cards that there are not, or that lie in two places (HL-1.1)."""
    known, seen = game.data.by_id(), set[str]()
    for seat, one in enumerate(position.players or ()):
        for index, card in enumerate(one.cards or ()):
            where = ("players", str(seat), "cards", str(index))
            if card is not None and card not in known:
                yield Finding(
                    "HL-1.1", where, f"there is no card {quote(card)}{did_you_mean(card, known)}"
                )
            elif card is not None and card in seen:
                yield Finding("HL-1.1", where, f"there is only one {card}")
            seen.add(card or "")


def rounds(position: Position, game: Game[Data]) -> Iterator[Finding]:
    """Parts of a round (HL-3.4), or cards of more rounds than there are (HL-2.1)."""
    seats = position.players or ()
    for seat, one in enumerate(seats):
        if one.cards and len(one.cards) % len(seats):
            found = f"found {plural(len(one.cards), 'card')}"
            message = f"{found}, but each round has a card of each of {len(seats)} players"
            yield Finding("HL-3.4", ("players", str(seat), "cards"), message)
    dealt = game.data.numbers.hand * len(seats)
    if taken(position) > dealt:
        message = f"{plural(taken(position), 'card')} in all, but only {dealt} were dealt"
        yield Finding("HL-2.1", ("players",), message)


def taken(position: Position) -> int:
    """How many cards have been taken in all."""
    return sum([len(one.cards or ()) for one in position.players or ()])


def unfinished(position: Position, game: Game[Data]) -> Iterator[str]:
    """Cards that are still in hands (HL-3.1)."""
    left = game.data.numbers.hand * len(position.players or ()) - taken(position)
    if left:
        yield f"provisional score: {plural(left, 'card')} not taken yet (HL-3.1)"


LAYERS = {"players": players, "cards": cards, "rounds": rounds}
