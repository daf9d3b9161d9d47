"""The table of High or Low during play, as one player sees it."""

from __future__ import annotations

from scoring.play import table_view


class GameTable(table_view.TableView):
    """Hands are hidden, all else lies open."""

    hides = True

    def full(self, card: str) -> str:
        """A card with how many points it is worth."""
        return f"{card} worth {self.game.data.by_id()[card].points}"
