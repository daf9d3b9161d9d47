"""The fewest cards that a game of Winston's Archive can leave a player (WA-6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

Sizes = tuple[int, ...]  # cards in each stack, 0 for an empty place
MOST_STATES = 100_000  # states of the table searched; the shipped deck has some thousands


def fewest_cards(deck: int, stacks: int, players: int, *, refill: bool) -> int:
    """Return the fewest cards with which any player ends any game, in whatever seat.

    ``deck`` counts all cards, before the set-up.

    >>> fewest_cards(54, 3, players=2, refill=False)
    8
    """
    return next(
        most for most in count() if some_game_leaves(most, deck, stacks, players, refill=refill)
    )


@lru_cache(maxsize=256)
def some_game_leaves(most: int, deck: int, stacks: int, players: int, *, refill: bool) -> bool:
    """Return whether a game can end with a player who has at most ``most`` cards.

    Exact: it tries every turn at every table that can come to be, except in decks that lead to more
    than `MOST_STATES`, where it says that one can. Which cards lie where makes no difference, since
    every choice is open whatever they are.
    """
    if most >= deck // players:  # somebody never has more than an even share
        return True
    dealt = min(stacks, deck)
    sizes = (1,) * dealt + (0,) * (stacks - dealt)
    held = {(seat, deck - dealt, sizes): 0 for seat in range(players)}  # the fewest yet, by table
    ahead = [*held]
    while ahead and len(held) <= MOST_STATES:
        table = ahead.pop()
        wait, left, sizes = table
        if not left and not any(sizes):
            return True
        before_theirs = (wait or players) - 1
        for taken, rest, after in turns(left, sizes, refill):
            has = held[table] + (0 if wait else taken)
            own = turns_to_come(before_theirs, players, -(-rest // (stacks + 1)))
            # they cannot take more than `most`, so larger stacks are all alike
            to = (before_theirs, rest, tuple([min(size, most + 1) for size in after]))
            if has + own <= most and has < held.get(to, most + 1):  # each own turn brings a card
                held[to] = has
                ahead.append(to)
    return bool(ahead)


def turns_to_come(wait: int, players: int, turns: int) -> int:
    """Return how many of the next ``turns`` a player has who first waits for ``wait`` others."""
    return max(0, -(-(turns - wait) // players))


def turns(deck: int, stacks: Sizes, refill: bool) -> Iterator[tuple[int, int, Sizes]]:
    """Yield every way to draft (WA-3): the cards taken, and the deck and the stacks after it."""
    sizes = list(stacks)
    in_hand: int | None = None
    laid_on = 0
    for place, size in enumerate(stacks):
        if size:
            new = 1 if refill and deck else 0  # WA-3.2
            yield size, deck - new, (*sizes[:place], new, *sizes[place + 1 :])
            in_hand = place
        if deck:  # WA-3.5
            deck -= 1
            sizes[place] += 1
            laid_on = place
    if deck:
        yield 1, deck - 1, tuple(sizes)  # WA-3.3
    else:
        place = laid_on if in_hand is None else in_hand  # WA-3.4
        yield sizes[place], 0, (*sizes[:place], 0, *sizes[place + 1 :])
