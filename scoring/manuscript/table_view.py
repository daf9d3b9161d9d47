"""The shop, the exemplars and the books of Untitled Manuscript Game during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any

from msgspec.structs import fields, replace

from card_data import Game
from card_data.manuscript.model import Data
from card_data.model import Model
from card_data.text import join_words
from scoring.manuscript import display
from scoring.manuscript.actions import Scrape, first_copies
from scoring.manuscript.open_actions import every_follow, every_loan, every_purchase
from scoring.manuscript.options import Actions
from scoring.manuscript.position import Book
from scoring.manuscript.state import PlayerView, View
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fit_lines import Panel, wrap_lines
from scoring.play.table_view import DIM, WHOLE, Block
from scoring.positions.display import Line, Span, cut

GAP = "   "  # between the book and what stands beside it
FIGURES = (
    "Shop: cubes: text. Texts: line length x lines, or P and the squares of prose; points "
    "single-/double-spaced. "
    "Exemplars: partial/full bonus. Tiles: columns x rows, points. {} cubes copy {} squares. "
    "{} pairs of unused columns score {}."
)


class GameTable(table_view.TableView):
    """Draws a player's own book and lists the rest; only the order of the draw pile is hidden."""

    real = (
        "the texts once they are shuffled, from the top one down: Lanval, Deor …",
        "the exemplars that are dealt: Codex Regius, Bodley 851 …",
        "and the discards, likewise, whenever they are shuffled. Whoever types an order knows what "
        "comes.",
    )
    apart = ("left", "right", "last")
    first = ("shop", "me")

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.data: Data = game.data
        self.shorts = Counter([text.short for text in game.data.texts])

    def besides(self, view: View) -> Mapping[str, Any]:
        return {"Last round": True} if view.last else {}

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

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        """Yield the parts of the table, and how to read its figures where there is room for it."""
        yield from super().parts(view, decision, width)
        rates, luxury = self.data.numbers.copy, self.data.numbers.luxury.points
        ranges = range(1, len(rates) + 1), rates, range(len(luxury)), luxury
        figures = FIGURES.format(*[join_words(numbers, "or") for numbers in ranges])
        yield Panel(len(fields(View)), [wrap_lines([[Span(figures, DIM)]], width), []])

    def blocks(self, label: str, value: Any, *, full: bool) -> Iterator[Block]:
        """List the texts of the shop with their costs, and tiles by their own names; anything else
        as usual."""
        if label == "Shop":
            costs = self.data.numbers.shop.costs
            places = [(cost, text) for row in value for cost, text in zip(costs, row, strict=True)]
            said = self.full if full else self.called
            yield Block(label, [f"{cost}: {said(text)}" for cost, text in places if text])
        elif label == "Exemplars" and not full:
            yield Block(label, [*map(self.with_bonus, sorted(value, key=self.order.__getitem__))])
        elif label == "Tiles" and value:
            tiles = sorted(value, key=self.order.__getitem__)
            of = {one: f" ({self.called(one)})" if full else "" for one in tiles}
            yield Block(label, [f"{self.tile(one)}{of[one]}" for one in tiles])
        else:
            yield from super().blocks(label, value, full=full)

    def inside(self, value: Model, *, full: bool) -> Iterator[str]:
        """Yield what a player has, with what of it is in the book."""
        if not isinstance(value, PlayerView):
            yield from super().inside(value, full=full)
            return
        cubes = [f"{number} of {who}" for who, number in value.cubes.items() if number]
        yield f"cubes {', '.join(cubes) or 'none'}"
        rest = replace(value, cubes={}, active=None, texts={}, tiles=(), legend={})
        yield from super().inside(rest, full=full)
        if value.active:
            yield f"active {(self.full if full else self.called)(value.active)}"
        if value.texts:
            texts = [f"{at} {self.standing(value, text)}" for at, text in value.legend.items()]
            yield f"texts {', '.join(texts)}"
        if value.tiles:
            yield f"tiles {', '.join(map(self.tile, value.tiles))}"

    def standing(self, player: PlayerView, text: str) -> str:
        """Return how much of a text is in a book, or what it scores once it is complete."""
        row, stands = self.data.text_by_id[text], player.texts[text]
        if stands.complete:
            return f"{self.called(text)} complete for {row.double if stands.double else row.single}"
        return f"{self.called(text)} {stands.filled} of {row.squares} squares"

    def tile(self, exemplar: str) -> str:
        """Describe the tile of an exemplar by its squares and points."""
        tile = self.data.tile_of[exemplar]
        return f"{tile.title} {tile.columns}x{tile.rows} {tile.points}"

    def with_bonus(self, exemplar: str) -> str:
        """Return the name of an exemplar with its partial and its full bonus."""
        row = self.data.exemplar_by_id[exemplar]
        return f"{self.called(exemplar)} {row.partial}/{row.full}"

    def full(self, card: str) -> str:
        """Describe a text by its squares and its points single and double-spaced; an exemplar by
        the number of texts needed, the points for these and for all, and the texts."""
        if card in self.data.text_by_id:
            return f"{self.called(card)} {self.figures(card)}"
        if row := self.data.exemplar_by_id.get(card):
            texts = ", ".join(map(self.called, row.texts))
            return f"{self.called(card)} ({self.bonuses(card)}: {texts})"
        return super().full(card)

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        """Return each purchase and loan for the pool, each text to copy in its first places, each
        exemplar, and the last line of each text to scrape away."""
        options = decision.options
        if not isinstance(options, Actions):
            return super().openings(decision, view)
        table, player = options.table, options.player
        new = chain(every_purchase(table, player), every_loan(table, player))
        found = [
            *[action for action in new if not action.words.endswith(" to active")],
            *first_copies(table, player),
            *every_follow(table, player),
            *[Scrape(((text, max(copy.standing())),)) for text, copy in player.copies.items()],
        ]
        return [action.words for action in found]

    def figures(self, card: str) -> str:
        """Return the size of a text and its points, as on its card."""
        text = self.data.text_by_id[card]
        size = f"P{text.prose}" if text.prose else f"{text.line_length}x{text.lines}"
        return f"{size} {text.single}/{text.double}"

    def gives(self, words: str, decision: Decision[Any], view: Any) -> str:
        """Return the size and the points of each text of a move, or the bonuses of an exemplar and
        the tile that is still there."""
        if words.startswith("scrape"):
            return ""
        said = [self.figures(word) for word in words.split() if word in self.data.text_by_id]
        for word in words.split():
            if word in self.data.exemplar_by_id:
                said += [self.bonuses(word), *[self.tile(word)] * (word in view.tiles)]
        return ", ".join(said)

    def bonuses(self, exemplar: str) -> str:
        row = self.data.exemplar_by_id[exemplar]
        return f"any {row.minimum} for {row.partial}, all for {row.full}"

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
