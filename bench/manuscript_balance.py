"""How the texts, exemplars and tiles of Untitled Manuscript Game are balanced.

``python bench/manuscript_balance.py [GAMES]`` prints the figures that the data files and
docs/manuscript.md quote. A plain scribe, alone at a shop, copies a book by simple rules: always the
text with most points for its cubes, double-spaced where there is room; no pool, no borrowing, no
scraping, no margins left for luxury, no text running on to another column.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb
from random import Random
from statistics import mean, median

import card_data
from card_data.manuscript.model import PAGES, QUADRANTS, Data, Exemplar, Text

GAMES = 400  # of the plain scribe, and of one who goes after an exemplar
BOOK = (8, 9, 10)  # texts in a book
FIRST_ROUND, LAST_ROUND = 7, 12  # of those that a book is looked at after
PROSE_LENGTHS = (5, 4, 6, 7, 3, 8)  # that a scribe tries, in this order
DATA: Data = card_data.load("manuscript").data
NUMBERS = DATA.numbers
COLUMNS, ROWS = NUMBERS.page.columns, NUMBERS.page.rows


@cache
def cubes_for(squares: int) -> int:
    """The fewest cubes that copy so many squares."""
    if squares <= 0:
        return 0
    return min(n + cubes_for(squares - most) for n, most in enumerate(NUMBERS.copy, 1))


# --- a plain scribe


@dataclass(frozen=True)
class Block:
    """A text as it would stand in a book: its rectangle, and the points it is then worth."""

    page: int
    column: int
    row: int
    width: int
    height: int
    points: int

    def quadrants(self) -> set[tuple[int, bool, bool]]:
        """The quadrants that it has squares in."""
        across = {self.column >= COLUMNS // 2, self.column + self.width > COLUMNS // 2}
        down = {self.row >= ROWS // 2, self.row + self.height > ROWS // 2}
        return {(self.page, right, lower) for right in across for lower in down}


@dataclass
class Scribe:
    """One game of a scribe who prefers the texts of ``aim``."""

    rng: Random
    aim: Exemplar | None = None
    blocks: dict[str, Block] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    left: int = 0  # squares of the active text still to copy
    rounds: int = 0
    stuck: bool = False
    history: list[tuple[int, int, int]] = field(default_factory=list)

    def play(self, rounds: int = 0) -> Scribe:
        """Play until the game would end, or so many rounds, or until no text of the shop fits.

        ``history`` then has the complete texts, their points and the squares after each round.
        """
        pile = list(DATA.texts)
        self.rng.shuffle(pile)
        rows = [[pile.pop() for _ in NUMBERS.shop.costs] for _ in range(NUMBERS.shop.rows)]
        discards: list[Text] = []
        while not self.stuck and (self.rounds < rounds if rounds else not self.done()):
            self.rounds += 1
            cubes = NUMBERS.cubes
            while cubes:
                if self.left:
                    spent = self.spend(cubes)
                    cubes, self.left = cubes - spent, max(0, self.left - NUMBERS.copy[spent - 1])
                    continue
                self.seen |= {text.id for row in rows for text in row}
                found = self.choice(rows, cubes)
                if found is None:
                    self.stuck = cubes == NUMBERS.cubes
                    break
                row, place, block = found
                text = rows[row].pop(place)
                cubes -= NUMBERS.shop.costs[place]
                self.blocks[text.id], self.left = block, text.squares
                self.refill(rows[row], pile, discards)
                discards.append(text)
            for shop_row in rows:
                kept = NUMBERS.shop.costs.index(NUMBERS.shop.discarded_at)
                discards += shop_row[kept:]
                del shop_row[kept:]
                self.refill(shop_row, pile, discards)
            if not self.stuck:
                squares = sum(DATA.text_by_id[one].squares for one in self.blocks) - self.left
                self.history.append((len(self.complete()), self.points(), squares))
        return self

    def refill(self, row: list[Text], pile: list[Text], discards: list[Text]) -> None:
        while len(row) < len(NUMBERS.shop.costs):
            if not pile:
                pile += discards
                discards.clear()
                self.rng.shuffle(pile)
            row.insert(0, pile.pop())

    def spend(self, cubes: int) -> int:
        """How many cubes to copy with: no more than the text needs."""
        enough = [n for n, most in enumerate(NUMBERS.copy, 1) if most >= self.left]
        return min(cubes, enough[0] if enough else len(NUMBERS.copy))

    def choice(self, rows: list[list[Text]], cubes: int) -> tuple[int, int, Block] | None:
        """The text of the shop that gives most points for its cubes, and where to put it."""
        best, worth = None, 0.0
        for at, row in enumerate(rows):
            for place, text in enumerate(row):
                cost = NUMBERS.shop.costs[place]
                if cost > cubes or text.id in self.blocks:
                    continue
                block = self.block(text)
                if block is None:
                    continue
                points = block.points + self.promise(text)
                if (value := points / (cost + cubes_for(text.squares))) > worth:
                    best, worth = (at, place, block), value
        return best

    def promise(self, text: Text) -> float:
        """What a text of the exemplar aimed at is worth beyond its own points."""
        if self.aim is None or text.id not in self.aim.texts:
            return 0.0
        return self.aim.full / len(self.aim.texts)

    def block(self, text: Text) -> Block | None:
        """Where to put a text: double-spaced if that leaves the other texts their share of room."""
        to_come = max(1, NUMBERS.end.texts - len(self.blocks))
        room = sum(bin(row).count("1") for page in self.free() for row in page)
        for step, points in ((2, text.double), (1, text.single)):
            for width in (text.line_length,) if text.line_length else PROSE_LENGTHS:
                assert width is not None
                height = (-(-text.squares // width) - 1) * step + 1
                if step == 2 and (width + 1) * (height + 1) > 1.25 * room / to_come:
                    continue
                places = list(self.places(width, height, points))
                if places:
                    covered = self.quadrants()
                    return max(places, key=lambda one: len(one.quadrants() - covered))
        return None

    def places(self, width: int, height: int, points: int) -> Iterator[Block]:
        """Every free place of a rectangle, from the left and the top."""
        for page, free in enumerate(self.free()):
            for column in range(COLUMNS - width + 1):
                line = ((1 << width) - 1) << column
                run = 0
                for row, open_squares in enumerate(free):
                    run = run + 1 if open_squares & line == line else 0
                    if run >= height:
                        yield Block(page, column, row - height + 1, width, height, points)

    def free(self) -> list[list[int]]:
        """For each row of each page a bit for each square that no text covers or touches."""
        full = (1 << COLUMNS) - 1
        pages = [[full] * ROWS for _ in range(PAGES)]
        for block in self.blocks.values():
            taken = ((1 << block.width) - 1) << block.column
            beside = (taken << 1 | taken | taken >> 1) & full
            for row in range(block.row, block.row + block.height):
                pages[block.page][row] &= ~beside
            for row in {block.row - 1, block.row + block.height} & set(range(ROWS)):
                pages[block.page][row] &= ~taken
        return pages

    def quadrants(self) -> set[tuple[int, bool, bool]]:
        return {one for block in self.blocks.values() for one in block.quadrants()}

    def done(self) -> bool:
        """Whether the game ends, as in MS-2.9."""
        return len(self.complete()) >= NUMBERS.end.texts and len(self.quadrants()) == QUADRANTS

    def complete(self) -> list[str]:
        """The complete texts: all but the active one, which is the last that was begun."""
        begun = list(self.blocks)
        return begun[:-1] if self.left else begun

    def points(self) -> int:
        return sum(self.blocks[one].points for one in self.complete())

    def copied(self, exemplar: Exemplar) -> int:
        """How many texts of an exemplar the book has."""
        return len(set(self.complete()) & set(exemplar.texts))

    def bonus(self, exemplar: Exemplar) -> int:
        """What the book scores for an exemplar (MS-4.3)."""
        found = self.copied(exemplar)
        if found == len(exemplar.texts):
            return exemplar.full
        return exemplar.partial if found >= exemplar.minimum else 0


def scribes(games: int, aim: Exemplar | None = None) -> list[Scribe]:
    """The same games at every call."""
    return [Scribe(Random(seed), aim).play() for seed in range(games)]


# --- the figures


def show_texts() -> None:
    squares = [text.squares for text in DATA.texts]
    print(f"{len(squares)} texts, {mean(squares):.1f} squares in the mean")
    for least, most in ((12, 20), (21, 36), (37, 48), (49, max(squares))):
        some = [text for text in DATA.texts if least <= text.squares <= most]
        cubes = [cubes_for(text.squares) for text in some]
        for_a_square = [mean(getattr(text, kind) / text.squares for text in some) for kind in KINDS]
        for_a_cube = [
            mean(getattr(text, kind) / cubes_for(text.squares) for text in some) for kind in KINDS
        ]
        print(
            f"  {least} to {most} squares: {len(some)} texts, {mean(cubes):.1f} cubes,"
            f" {for_a_square[0]:.2f} or {for_a_square[1]:.2f} points a square,"
            f" {for_a_cube[0]:.2f} or {for_a_cube[1]:.2f} a cube"
        )
    prose = [text for text in DATA.texts if text.prose]
    print(f"  prose: {len(prose)}; languages: {len({text.language for text in DATA.texts})}")


KINDS = ("single", "double")


def show_scribes(played: list[Scribe]) -> None:
    rounds = sorted(scribe.rounds for scribe in played if scribe.done())
    print(f"plain scribe, {len(played)} games: {len(rounds)} ended, in a median of", end=" ")
    print(f"{median(rounds):g} rounds, nine in ten in {span(rounds)};", end=" ")
    texts, seen = mean(len(one.complete()) for one in played), mean(len(s.seen) for s in played)
    points = points_of(played)
    print(f"{texts:.1f} texts, {mean(points):.1f} points, nine in ten {span(points)};", end=" ")
    print(f"{seen:.0f} texts seen in the shop")
    print("  playing on, by round: texts, points and squares; games with room in that round")
    on = [Scribe(Random(seed)).play(LAST_ROUND).history for seed in range(len(played))]
    for last in range(FIRST_ROUND, LAST_ROUND + 1):
        books = [history[min(last, len(history)) - 1] for history in on]
        means = [mean(one[value] for one in books) for value in range(3)]
        share = mean(len(history) >= last for history in on)
        print("  {:4}  {:4.1f}  {:5.1f}  {:5.0f}  {:4.0%}".format(last, *means, share))


def span(values: Iterable[int]) -> str:
    """From the 5th to the 95th of a hundred."""
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 20]} to {ordered[-1 - len(ordered) // 20]}"


def points_of(played: list[Scribe]) -> list[int]:
    return [one.points() for one in played]


def chance(texts: int, of: int, at_least: int) -> Fraction:
    """How likely ``texts`` random texts have so many of ``of`` given ones."""
    total = len(DATA.texts)
    ways = (comb(of, n) * comb(total - of, texts - n) for n in range(at_least, of + 1))
    return Fraction(sum(ways), comb(total, texts))


def show_exemplars(plain: list[Scribe]) -> None:
    print("exemplar: its squares and cubes; chance of its minimum by luck in a book of", *BOOK)
    print("  aimed at: minimum, all, points with the bonus; without aiming: points")
    for exemplar in DATA.exemplars:
        texts = [DATA.text_by_id[name] for name in exemplar.texts]
        luck = [float(chance(book, len(texts), exemplar.minimum)) for book in BOOK]
        aimed = scribes(len(plain), exemplar)
        least = mean(one.copied(exemplar) >= exemplar.minimum for one in aimed)
        every = mean(one.copied(exemplar) == len(texts) for one in aimed)
        points = mean(one.points() + one.bonus(exemplar) for one in aimed)
        print(
            f"  {exemplar.id:24} {sum(text.squares for text in texts):4}"
            f" {sum(cubes_for(text.squares) for text in texts):3}  "
            + " ".join(f"{share:5.1%}" for share in luck)
            + f"  {least:5.1%} {every:5.1%} {points:5.1f} {mean(points_of(plain)):5.1f}"
            + f"  {mean(one.rounds for one in aimed):4.1f}"
        )


def show_tiles() -> None:
    print("tiles: squares, points")
    for tile in sorted(DATA.tiles, key=lambda one: one.columns * one.rows):
        squares = tile.columns * tile.rows
        print(f"  {tile.id:24} {squares:3} {tile.points:3} {tile.points / squares:.2f}")


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    plain = scribes(games)
    show_texts()
    show_scribes(plain)
    show_exemplars(plain)
    show_tiles()
