"""The shop, the exemplars and the books of Untitled Manuscript Game during play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from types import MappingProxyType
from typing import Any

from card_data import Game
from card_data.manuscript.model import Data
from card_data.words import counted, in_words
from scoring.manuscript import display
from scoring.manuscript.beside import Beside, Names, size
from scoring.manuscript.layout import SIDES
from scoring.manuscript.options import DECLINE, KEEP, NOTHING, Actions, Decoration, Keep
from scoring.manuscript.position import Book
from scoring.manuscript.state import Seen, View
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fitted import fitted, lines_of
from scoring.play.table_view import WHOLE
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
    sentences = MappingProxyType(
        {
            "buy": "buys {rest}",
            "borrow": "borrows {rest}",
            "copy": "copies {rest}",
            "follow": "follows {rest}",
            "scrape": "scrapes {rest}",
            "keep": "keeps {rest}",
            "place": "places the tile {rest}",
            "decline": "places no tile",
        }
    )

    def __init__(self, game: Game[Data]) -> None:
        super().__init__(game)
        self.data: Data = game.data
        self.names = Names(game.data)
        self.known = {one.id: one.title for one in game.data.texts}
        self.known |= {one.id: one.title for one in game.data.exemplars}

    def drawing(
        self, view: View, decision: Decision[Any] | None, width: int, height: int = WHOLE
    ) -> list[Line]:
        """The book at the left, all else beside it."""
        drawn = book_of(view.me, self.data)
        pages = [*self.pages(drawn)]
        full = len(pages) <= height and width_of(pages) + BESIDE <= width
        if not full:
            pages = [*display.halved(drawn, self.data)]
        left = width_of(pages) + len(GAP)
        legend = [*Beside(self.names, view, width_of(pages)).legend()] if full else []
        pages = [*pages, *lines_of(legend, left, max(0, height - len(pages)))][:height]
        right = fitted([*Beside(self.names, view, width - left).parts(full)], width - left, height)
        lines = []
        for at in range(max(len(pages), len(right))):
            page = pages[at] if at < len(pages) else []
            pad = Span(" " * (left - width_of([page])))
            lines.append([*page, pad, *(right[at] if at < len(right) else [])])
        return [list(cut(line, 0, width)) for line in lines]

    def pages(self, drawn: Book) -> Iterator[Line]:
        """The two pages side by side."""
        styles = display.letter_styles(drawn)
        pages = [display.page(drawn, side, 0, self.data, styles, Faults(())) for side in SIDES]
        for left, right in zip(*pages, strict=True):
            yield [*left, display.BETWEEN, *right]

    def caption(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        text = self.data.text_by_id.get(rest.partition(" ")[0])
        return size(text) if verb in ("buy", "borrow") and text else ""

    def title(self, words: str) -> str:
        """The titles of the texts and exemplars that a move names, where its caption has sizes."""
        titles = [self.known[word] for word in words.split() if word in self.known]
        return in_words(titles, "and")

    def called(self, word: str) -> str:
        return self.names.name(word) if word in self.known else ""

    def spoken(self, words: str) -> str:
        verb, *rest = words.split(" ")
        if verb != "copy":
            return super().spoken(words)
        cubes, text, *where = rest
        said = f"copy {self.called(text)} with {counted(int(cubes), 'cube')}"
        return f"{said}, {' '.join(where)}" if where else said

    def asks(self, decision: Decision[Any], view: View) -> str:
        expected = super().asks(decision, view)
        if isinstance(decision.options, Actions):
            return f"{expected}; of places to begin a text some are listed"
        return expected

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
