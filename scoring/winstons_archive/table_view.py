"""Winston's Archive during play, as one player sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from card_data import Game
from card_data.model import Model
from card_data.text import plural
from card_data.winstons_archive.model import Data
from scoring.play import table_view
from scoring.winstons_archive.state import PlayerView, StackView


class GameTable(table_view.TableView):
    """Cards lie face down, in stacks and with players."""

    hides = True
    real = (
        "the whole deck once it is shuffled, from the top card down, by the names of the cards: "
        "D3, M07, Open Secrets of Archiving … Whoever types it knows what lies where.",
    )
    apart = ("size",)
    first = ("stacks", "cards")

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.specials = {special.id: special.title for special in game.data.specials}
        self.title_by_id |= {page.id: page.line for page in game.data.manuscripts}

    def besides(self, view: Any) -> Mapping[str, Any]:
        """Return how many books each set has, as every book says."""
        sizes = {one.id: one.size for one in self.game.data.sets}
        return {"Sets": ", ".join([f"{letter} {size}" for letter, size in sizes.items()])}

    def inside(self, value: Model, *, full: bool) -> Iterator[str]:
        """Say how many cards a stack or a player has, before those that the reader sees."""
        assert isinstance(value, PlayerView | StackView)
        yield plural(value.size, "card") if value.size else "no cards"
        for words in super().inside(value, full=full):
            yield words.replace("cards ", "you see ", 1)

    def called(self, word: str) -> str:
        return self.specials.get(word, "")
