"""The table of High or Low during play, as one player sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.play import table_view
from scoring.play.table_view import in_a_line, pair, wrapped
from scoring.positions.display import Line
from tests.small_game.scoring.high_or_low.state import View


class GameTable(table_view.TableView):
    """Hands are hidden, all else lies open."""

    hides = True

    def blocks(self, view: View) -> Iterator[Iterable[Line]]:
        calls = ", ".join(view.calls) or "none"
        yield [in_a_line(pair("Leader", view.leader), pair("Calls", calls))]
        yield wrapped("Your hand", view.hand)
        for name, cards in view.taken.items():
            yield wrapped(f"{name} took", cards)

    def caption(self, words: str) -> str:
        """How many points a card is worth."""
        card = self.game.data.by_id().get(words)
        return f"worth {card.points}" if card else ""
