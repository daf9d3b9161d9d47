"""Winston's Archive during play, as one player sees it."""

from __future__ import annotations

from card_data import Game
from card_data.winstons_archive.model import Data
from scoring.play import table_view


class GameTable(table_view.TableView):
    """Cards lie face down, in stacks and with players."""

    hides = True
    real = (
        "the whole deck once it is shuffled, from the top card down, by the names of the cards: "
        "D3, M07, Open Secrets of Archiving … Whoever types it knows what lies where.",
    )
    first = ("stacks", "cards")

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.specials = {special.id: special.title for special in game.data.specials}
        self.title_by_id |= {page.id: page.line for page in game.data.manuscripts}

    def called(self, word: str) -> str:
        return self.specials.get(word, "")
