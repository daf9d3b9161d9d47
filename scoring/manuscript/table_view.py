"""The shop, the exemplars and the books of Untitled Manuscript Game during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from random import Random
from typing import Any

from card_data import Game
from card_data.manuscript.model import Data
from scoring.manuscript import display
from scoring.manuscript.layout import SIDES
from scoring.manuscript.options import DECLINE, KEEP, NOTHING, Actions, Decoration, Keep
from scoring.manuscript.position import Book
from scoring.manuscript.state import Seen, SeenText, View
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.table_view import WHOLE, Block
from scoring.positions.display import Faults, Line, Span, cut

TRIES = 30  # moves drawn at random to find some places where a text may begin
PLACES = 6  # of them that are offered
GAP = "   "  # between the book and what stands beside it
BESIDE = 46  # columns at least for that


class GameTable(table_view.TableView):
    """All but the order of the draw pile lies open; each player's book is drawn for them."""

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
        """The book at the left, all else beside it."""
        drawn = book_of(view.me, self.data)
        pages = [*self.pages(drawn)]
        if len(pages) > height or width_of(pages) + BESIDE > width:
            pages = [*display.halved(drawn, self.data)]
        left = width_of(pages) + len(GAP)
        right = super().drawing(view, decision, width - left, height)
        lines = []
        for page, line in zip_longest(pages[:height], right, fillvalue=()):
            lines.append([*page, Span(" " * (left - width_of([page]))), *line])
        return [list(cut(line, 0, width)) for line in lines]

    def pages(self, drawn: Book) -> Iterator[Line]:
        """The two pages side by side."""
        styles = display.letter_styles(drawn)
        pages = [display.page(drawn, side, 0, self.data, styles, Faults(())) for side in SIDES]
        for left, right in zip(*pages, strict=True):
            yield [*left, display.BETWEEN, *right]

    def blocks(self, label: str, value: Any, *, full: bool) -> Iterator[Block]:
        """The places of the shop with what they cost."""
        if label != "Shop":
            yield from super().blocks(label, value, full=full)
            return
        costs = self.data.numbers.shop.costs
        places = [(cost, text) for row in value for cost, text in zip(costs, row, strict=True)]
        said = self.full if full else self.called
        yield Block(label, [f"{cost}: {said(text)}" for cost, text in places if text is not None])

    def said(self, value: Any) -> str:
        """How much of a text stands in a book."""
        if isinstance(value, SeenText):
            return "complete" if value.complete else f"{value.filled} filled"
        return super().said(value)

    def full(self, card: str) -> str:
        """A text with its squares and its points single and double-spaced; an exemplar with how
        many of its texts it needs, its points with these and with all, and the texts."""
        if text := self.data.text_by_id.get(card):
            squares = f"{text.prose} prose" if text.prose else f"{text.line_length}x{text.lines}"
            return f"{self.called(card)} {squares} {text.single}/{text.double}"
        if row := self.data.exemplar_by_id.get(card):
            points = f"{row.minimum} for {row.partial}, all for {row.full}"
            return f"{self.called(card)} ({points}: {', '.join(map(self.called, row.texts))})"
        return super().full(card)

    def called(self, word: str) -> str:
        """A text as a scribe writes it, if that is no other text's name too; an exemplar, or
        another text, by its title without the article."""
        text = self.data.text_by_id.get(word)
        if text and self.shorts[text.short] == 1:
            return text.short
        row = text or self.data.exemplar_by_id.get(word)
        return row.title.removeprefix("The ") if row else ""

    def openings(self, decision: Decision[Any], view: View) -> Iterable[str]:
        options = decision.options
        if isinstance(options, Keep):
            return self.keeps(options)
        if isinstance(options, Decoration):
            return [DECLINE, *some(decision, PLACES, f"place {options.exemplar} {view.round}")]
        return self.actions(decision, view) if isinstance(options, Actions) else ()

    def keeps(self, options: Keep) -> Iterator[str]:
        """Nothing, each text, and as many as can be kept."""
        most = min(options.free + options.paid, len(options.pool))
        yield f"{KEEP} {NOTHING}"
        for text in options.pool:
            yield f"{KEEP} {text}"
        if most > 1:
            yield f"{KEEP} {' '.join(options.pool[:most])}"

    def actions(self, decision: Decision[Any], view: View) -> Iterator[str]:
        """Every purchase, loan and exemplar, copying on, and some places to begin a text."""
        for text in [text for row in view.shop for text in row if text is not None]:
            yield from (f"buy {text}", f"buy {text} to active")
        for text in [text for other in view.others for text in other.pool]:
            yield from (f"borrow {text} {how}" for how in ("spend", "give"))
        cubes = range(1, len(self.data.numbers.copy) + 1)
        for begun in [text for text in (view.me.active, *view.me.pool) if text in view.me.texts]:
            yield from (f"copy {number} {begun}" for number in cubes)
        yield from (f"follow {exemplar}" for exemplar in view.exemplars)
        begins = [words for words in some(decision, TRIES, view.me.name) if " row " in words]
        yield from begins[:PLACES]


def some(decision: Decision[Any], tries: int, seed: str) -> list[str]:
    """Some moves, drawn at random, each once."""
    rng = Random(seed)
    return sorted({decision.random(rng) for _ in range(tries)})


def book_of(player: Seen, data: Data) -> Book:
    """A player's book as it is drawn."""
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
    """How wide the widest of some lines is."""
    return max([sum([len(span.text) for span in line]) for line in lines], default=0)
