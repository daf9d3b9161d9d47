"""The table of High or Low during play, as one player sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fitted import Panel
from scoring.play.table_view import in_a_line, pair, wrapped
from tests.small_game.scoring.high_or_low.state import View


class GameTable(table_view.TableView):
    """Hands are hidden, all else lies open."""

    hides = True

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        calls = ", ".join(view.calls) or "none"
        yield Panel(0, [[in_a_line(pair("Leader", view.leader), pair("Calls", calls))]])
        yield Panel(0, [[*wrapped("Your hand", view.hand, width)]])
        for name, cards in view.taken.items():
            yield Panel(1, [[*wrapped(f"{name} took", cards, width)]])

    def caption(self, words: str) -> str:
        """How many points a card is worth."""
        card = self.game.data.by_id().get(words)
        return f"worth {card.points}" if card else ""
