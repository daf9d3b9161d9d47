"""What stands beside one's book on a screen: the shop, the exemplars, what players have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from card_data.manuscript.model import Data, Text
from card_data.words import counted
from scoring.manuscript.state import DIGITS, Seen, View
from scoring.play.fitted import Panel, lines_of
from scoring.play.table_view import in_a_line, pair, wrapped
from scoring.positions.display import Line

NAME = 8  # letters of a player's name


class Names:
    """What texts and exemplars are called on a screen."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.shorts = Counter([text.short for text in data.texts])

    def name(self, known: str) -> str:
        """What a text is called: as a scribe writes it, if that is no other text's name too; an
        exemplar, or another text, by its title without the article."""
        text = self.data.text_by_id.get(known)
        if text and self.shorts[text.short] == 1:
            return text.short
        return (text or self.data.exemplar_by_id[known]).title.removeprefix("The ")

    def sized(self, text: str) -> str:
        """A text by that name with its size."""
        return self.called(text).rpartition(" ")[0]

    def called(self, text: str) -> str:
        """A text by that name with its size, and its points single and double-spaced."""
        return f"{self.name(text)} {size(self.data.text_by_id[text]).replace(',', '')}"

    def label(self, known: str) -> str:
        """A text with its size, an exemplar by its name."""
        return self.called(known) if known in self.data.text_by_id else self.name(known)


class Beside:
    """What one player sees of the table but for their pages, in lines of some width."""

    def __init__(self, names: Names, view: View, width: int) -> None:
        self.names = names
        self.data = names.data
        self.view = view
        self.me = view.me
        self.width = width

    def parts(self, full: bool) -> Iterator[Panel]:
        """What stands beside the book, in the order of the table; the legend too, unless the pages
        are drawn in ``full``, with it below them."""
        head = in_a_line(
            pair("Round", f"{self.view.round}{' (last)' if self.view.last else ''}"),
            pair("Quill", self.view.quill[:NAME]),
            pair("Pile", self.view.draw_pile),
        )
        yield Panel(0, [lines_of([head], self.width, 1)])
        calls = (self.names.called, self.names.sized, self.names.name)
        mine = [self.mine(call) for call in calls]
        yield Panel(1, [lines_of(one, self.width) for one in mine])
        if not full:
            legends = [self.legend(), self.few_of_legend()]
            yield Panel(2, [lines_of(legend, self.width) for legend in legends])
        shops = [self.for_sale(call) for call in calls]
        yield Panel(3, [lines_of(shop, self.width) for shop in shops])
        exemplars, few = self.exemplars_of(), [*self.few_exemplars()]
        short = [lines_of(few, self.width, most) for most in (None, 2, 1)]
        yield Panel(4, [lines_of(exemplars, self.width), *short])
        others, few = self.others(), [*self.few_others()]
        short = [lines_of(few, self.width, most) for most in (None, 1)]
        yield Panel(5, [lines_of(others, self.width), *short])

    def mine(self, call: Callable[[str], str]) -> Iterator[Line]:
        """One's own cubes, active text and pool."""
        active = self.progress(self.me, self.me.active) if self.me.active else "none"
        yield from wrapped("You", [cubes_of(self.me), f"active {active}"], self.width)
        if self.me.pool:
            yield from wrapped("Pool", [call(text) for text in self.me.pool], self.width)

    def legend(self) -> Iterator[Line]:
        """What each letter of the book stands for: the points of a complete text, else how many
        squares of it are filled."""
        letters = [
            f"{letter} {self.progress(self.me, text)}" for letter, text in self.me.legend.items()
        ]
        tiles = [f"{digit} {self.data.tile_of[one].points}"
                 for digit, one in zip(DIGITS, self.me.tiles, strict=False)]  # fmt: skip
        if letters:
            yield from wrapped("Book", letters, self.width)
        if tiles:
            yield from wrapped("Tiles", tiles, self.width)

    def few_of_legend(self) -> Iterator[Line]:
        """How many texts of the book are complete, and those that are not."""
        begun = [
            f"{letter} {self.progress(self.me, text)}"
            for letter, text in self.me.legend.items()
            if not self.me.texts[text].complete
        ]
        if self.me.texts:
            yield from wrapped("Book", [f"{complete(self.me)} complete", *begun], self.width)

    def progress(self, player: Seen, text: str) -> str:
        """A text with its points if it is complete, else with its squares so far."""
        row, seen = self.data.text_by_id[text], player.texts.get(text)
        if seen is None:
            return self.names.called(text)
        if seen.complete:
            return f"{self.names.name(text)} {row.double if seen.double else row.single}"
        spacing = " double" if seen.double else ""
        return f"{self.names.name(text)} {seen.filled}/{row.squares}{spacing}"

    def for_sale(self, call: Callable[[str], str]) -> Iterator[Line]:
        """The shop, row after row, each text with its cost."""
        costs = self.data.numbers.shop.costs
        cells = [
            f"{cost}: {call(text)}"
            for row in self.view.shop
            for text, cost in zip(row, costs, strict=True)
            if text is not None
        ]
        yield from wrapped("Shop", cells, self.width)

    def exemplars_of(self) -> Iterator[Line]:
        """Each exemplar with its bonuses and its texts, those that one has complete first."""
        for one in self.view.exemplars:
            row = self.data.exemplar_by_id[one]
            done, missing = self.texts_of(row.texts)
            tile = "tile, " if one in self.view.tiles else ""
            mine = "yours, " if one in self.me.exemplars else ""
            needs = f"{mine}{tile}{len(done)} of {row.minimum}, {row.partial}/{row.full}"
            words = [*[f"{text}*" for text in done], *missing]
            yield from wrapped(f"{self.names.name(one)} ({needs})", words, self.width, 2)

    def few_exemplars(self) -> Iterator[Line]:
        """How many texts of each exemplar one has, and how many it needs; the nearest first."""
        found = []
        for one in self.view.exemplars:
            row = self.data.exemplar_by_id[one]
            done = len(self.texts_of(row.texts)[0])
            name = self.names.name(one) + (" yours" if one in self.me.exemplars else "")
            found.append((done - row.minimum, f"{name} {done}/{row.minimum}"))
        found.sort(key=lambda one: -one[0])
        yield from wrapped("Exemplars", [words for _, words in found], self.width, 2)

    def texts_of(self, texts: Iterable[str]) -> tuple[list[str], list[str]]:
        """Those texts that are complete in one's book, and the others."""
        done = [text for text in texts if text in self.me.texts and self.me.texts[text].complete]
        return [self.names.name(text) for text in done], [
            self.names.name(text) for text in texts if text not in done
        ]

    def others(self) -> Iterator[Line]:
        """The other players' cubes and texts."""
        for one in self.view.others:
            active = [f"active {self.progress(one, one.active)}"] if one.active else []
            pool = [f"pool {self.names.name(text)}" for text in one.pool]
            words = [cubes_of(one), f"{complete(one)} complete", *active, *pool]
            yield from wrapped(one.name[:NAME], words, self.width)

    def few_others(self) -> Iterator[Line]:
        """The same of all others in few words."""
        found = [
            f"{one.name[:NAME]} {cubes_of(one)} {complete(one)} complete"
            for one in self.view.others
        ]
        yield from wrapped("Others", found, self.width)


def cubes_of(player: Seen) -> str:
    """How many cubes a player has in hand, and how many of them are others'."""
    foreign = sum([number for owner, number in player.cubes.items() if owner != player.name])
    borrowed = f" ({foreign} of others)" if foreign else ""
    return f"{counted(sum(player.cubes.values()), 'cube')}{borrowed}"


def complete(player: Seen) -> int:
    """How many texts a player has complete."""
    return sum([seen.complete for seen in player.texts.values()])


def size(text: Text) -> str:
    """A text's squares, and its points single and double-spaced."""
    squares = f"{text.prose} prose" if text.prose else f"{text.line_length}x{text.lines}"
    return f"{squares}, {text.single}/{text.double}"
