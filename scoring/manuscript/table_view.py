"""The shop, the exemplars and the books of Untitled Manuscript Game during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from card_data import Game
from card_data.manuscript.model import Data
from scoring.manuscript import display
from scoring.manuscript.position import Book
from scoring.manuscript.state import PlayerView, TextView, View
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.table_view import WHOLE, Block
from scoring.positions.display import Line, Span, cut

GAP = "   "  # between the book and what stands beside it


class GameTable(table_view.TableView):
    """Draws a player's own book and lists the rest; only the order of the draw pile is hidden."""

    real = (
        "the texts once they are shuffled, from the top one down: lanval deor …",
        "the exemplars that are dealt: codex_regius bodley_851 …",
        "and the discards, likewise, whenever they are shuffled. Whoever types an order knows what "
        "comes.",
    )
    apart = ("left", "right")
    first = ("shop", "me")

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.data: Data = game.data
        self.shorts = Counter([text.short for text in game.data.texts])

    def drawing(
        self, view: View, decision: Decision[Any] | None, width: int, height: int = WHOLE
    ) -> list[Line]:
        """Draw the book on the left, and everything else beside it."""
        drawn = book_of(view.me, self.data)
        pages = [*display.halved(drawn, self.data)]
        left = width_of(pages) + len(GAP)
        right = super().drawing(view, decision, width - left, height)
        lines = []
        for page, line in zip_longest(pages[:height], right, fillvalue=()):
            lines.append([*page, Span(" " * (left - width_of([page]))), *line])
        return [list(cut(line, 0, width)) for line in lines]

    def blocks(self, label: str, value: Any, *, full: bool) -> Iterator[Block]:
        """List the texts of the shop with their costs; anything else as usual."""
        if label != "Shop":
            yield from super().blocks(label, value, full=full)
            return
        costs = self.data.numbers.shop.costs
        places = [(cost, text) for row in value for cost, text in zip(costs, row, strict=True)]
        said = self.full if full else self.called
        yield Block(label, [f"{cost}: {said(text)}" for cost, text in places if text is not None])

    def said(self, value: Any) -> str:
        """Return how much of a text stands in a book, in words."""
        if isinstance(value, TextView):
            return "complete" if value.complete else f"{value.filled} filled"
        return super().said(value)

    def full(self, card: str) -> str:
        """Describe a text by its squares and its points single and double-spaced; an exemplar by
        the number of texts needed, the points for these and for all, and the texts."""
        if text := self.data.text_by_id.get(card):
            squares = f"{text.prose} prose" if text.prose else f"{text.line_length}x{text.lines}"
            return f"{self.called(card)} {squares} {text.single}/{text.double}"
        if row := self.data.exemplar_by_id.get(card):
            points = f"{row.minimum} for {row.partial}, all for {row.full}"
            return f"{self.called(card)} ({points}: {', '.join(map(self.called, row.texts))})"
        return super().full(card)

    def called(self, word: str) -> str:
        """Return the short name of a text, if no other has it too; otherwise the title of the text
        or exemplar without its article."""
        text = self.data.text_by_id.get(word)
        if text and self.shorts[text.short] == 1:
            return text.short
        row = text or self.data.exemplar_by_id.get(word)
        return row.title.removeprefix("The ") if row else ""


def book_of(player: PlayerView, data: Data) -> Book:
    tiles = dict(enumerate([data.tile_of[one].id for one in player.tiles], 1))
    return Book(
        name=player.name,
        legend=dict(player.legend),
        left=player.left,
        right=player.right,
        tiles={str(digit % 10): tile for digit, tile in tiles.items()},
        exemplars=player.exemplars,
    )


def width_of(lines: Iterable[Line]) -> int:
    return max([sum([len(span.text) for span in line]) for line in lines], default=0)
