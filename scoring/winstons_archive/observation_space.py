"""Winston's Archive for programs: the words of its moves, and a player's view as numbers."""

from __future__ import annotations

from collections.abc import Sequence

from card_data import Game
from card_data.winstons_archive.model import Data
from scoring.env.action_tokens import Spaces
from scoring.env.observations import By, Counts, Each, Fields, Number, Word


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """Return the actions and observations of a game of these players."""
    data = game.data
    letters = [one.id for one in data.sets]
    cards = [row.id for row in (*data.books, *data.manuscripts, *data.specials)]
    some = Number(data.numbers.deck.cards)
    view = Fields(
        turn=Word(players),
        deck=some,
        stacks=Each(Fields(size=some, cards=Counts(cards)), data.numbers.stacks),
        cards=Counts(cards),
        locked=Counts(letters),
        others=By(players, Fields(size=some, up=Counts(cards), locked=Counts(letters))),
    )
    stacks = [str(number) for number in range(1, data.numbers.stacks + 1)]
    words = ("take", "leave", "stand", "in", *letters, "no", "stand-in")
    return Spaces(words, tuple(stacks), view)
