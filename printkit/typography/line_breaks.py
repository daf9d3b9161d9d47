"""A paragraph set as a whole: of all ways to break it into lines, the one that is best in sum.

Where lines are filled one by one, a full line may leave a hole in the next. Here each line costs
the square of its looseness, in the manner of Knuth and Plass, so that a little in every line is
better than much in one. Words are parted only where lines would be too loose without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from printkit.budget import Budget
from printkit.typography.fitting import TRY, Align, Line, Word, is_lost, paragraphs
from printkit.typography.hyphens import halves

# What a line costs in addition to the square of its looseness.
LINE = 0.12  # each line: a paragraph is hardly ever made longer for its looks
HYPHEN = 0.06  # a word that is parted at its end, as much as a quarter of it left empty ...
DASH = 0.01  # ... or that has a hyphen there anyway
LOST = 0.2  # the last line, if it is a single short word
OVERFULL = 10.0  # a line that is a word wider than the measure
LOOSE = 0.16  # a line less loose than that needs no hyphen
WIDE_GAP = 0.75  # em: so much added to each space of a justified line is a looseness of 1
PART = 50  # steps of the budget that a place costs where words are parted
ROUNDING = 1e-9  # ems that adding up widths may cost
MOST_HYPHENS = 2  # at the ends of lines, in a row


class Place(msgspec.Struct, frozen=True):
    """Where a line may end and the next begin: before the word ``index``, or within it.

    What stands between two places is as wide as ``end`` of the one below less ``start`` of the one
    above, in ems. ``parts`` are the halves of the word, if it is parted here.
    """

    index: int
    end: float
    start: float
    cost: float = 0.0
    parts: tuple[Word, Word] | None = None


class Way(msgspec.Struct, frozen=True):
    """The best way to a place below so many lines in a row that end in hyphens: what it costs, and
    the way to where its last line begins."""

    cost: float
    place: Place
    hyphens: int
    above: Way | None


def upwards(way: Way | None) -> Iterator[Way]:
    """A way, and those to where its lines begin, the last line's first."""
    while way:
        yield way
        way = way.above


def break_lines(
    words: Sequence[Word], width: float, align: Align, budget: Budget, *, hyphens: bool
) -> list[Line]:
    """The lines of a text, of at most ``width`` ems; a word wider than that stands alone.

    With ``hyphens`` words may be parted, but not before the last line of a paragraph, nor at the
    ends of three lines in a row.
    """
    lines: list[Line] = []
    for part in paragraphs(words) if words else ():
        breaker = Breaker(part, width, align, budget, hyphens=False)
        stops = breaker.best_stops()
        if hyphens and breaker.leaves_holes(stops):
            stops = Breaker(part, width, align, budget, hyphens=True).best_stops()
        lines += [line(part, start, end) for start, end in pairwise(stops)]
    return lines


def line(words: Sequence[Word], start: Place, end: Place) -> Line:
    """The words between two places."""
    if start.parts:
        whole = [start.parts[1], *words[start.index + 1 : end.index]]
    else:
        whole = list(words[start.index : end.index])
    return [*whole, end.parts[0]] if end.parts else whole


def places(words: Sequence[Word], *, hyphens: bool) -> Iterator[Place]:
    """The places where lines may end or begin, from the start of a paragraph to its end."""
    yield Place(0, 0.0, words[0].space)
    end = 0.0
    for index, word in enumerate(words):
        following = words[index + 1].space if index + 1 < len(words) else 0.0
        begin, end = end + word.space, end + word.space + word.width
        if hyphens and not in_compound(words, index):
            for parts in halves(word):
                first, second = parts
                yield Place(index, begin + first.width, end - second.width, HYPHEN, parts)
        dashed = word.fragments[-1].text.endswith("-")
        yield Place(index + 1, end, end + following, DASH if dashed else 0.0)


def in_compound(words: Sequence[Word], index: int) -> bool:
    """Whether a word is tied to one beside it by a hyphen or a dash, where it may be parted."""
    around = words[max(index, 1) : index + 2]
    return not all(word.space for word in around)


class Breaker:
    """Breaks one paragraph into lines of at most ``width`` ems."""

    def __init__(
        self, words: Sequence[Word], width: float, align: Align, budget: Budget, *, hyphens: bool
    ) -> None:
        self.words, self.width, self.align, self.budget = words, width, align, budget
        self.places = list(places(words, hyphens=hyphens))
        budget.spend((PART if hyphens else TRY) * len(self.places))

    def best_stops(self) -> list[Place]:
        """The places from the start of the paragraph to its end that cost least in sum."""
        ways = [[Way(0.0, self.places[0], 0, None)]]
        for number, place in enumerate(self.places[1:], 1):
            best: dict[int, Way] = {}
            for above, cost in self.lines_to(number):
                for way in ways[above]:
                    hyphens = min(way.hyphens + 1, MOST_HYPHENS) if place.cost else 0
                    if place.parts and way.hyphens == MOST_HYPHENS:
                        continue
                    known = best.get(hyphens)
                    if known is None or way.cost + cost < known.cost:
                        best[hyphens] = Way(way.cost + cost, place, hyphens, way)
            ways.append(list(best.values()))
        best_end = min(ways[-1], key=lambda way: way.cost)
        return [way.place for way in upwards(best_end)][::-1]

    def lines_to(self, number: int) -> list[tuple[int, float]]:
        """Every line that may end at a place: at which one it begins, and what it costs."""
        place, last = self.places[number], number + 1 == len(self.places)
        found = []
        for above in range(number - 1, -1, -1):
            start = self.places[above]
            alone = start.index == place.index - 1 and not start.parts and not place.parts
            spare = self.spare(start, place)
            if spare < 0 and not alone:
                if start.index < place.index - 1:
                    break
            elif not start.parts or not (last or start.index == place.index):
                found.append((above, self.cost(start, place, spare, last=last)))
        self.budget.spend(number - above)
        return found

    def spare(self, start: Place, end: Place) -> float:
        """What a line leaves empty of its measure, in ems; below 0 it is too wide."""
        spare = self.width - (end.end - start.start)
        return 0.0 if abs(spare) < ROUNDING else spare

    def cost(self, start: Place, end: Place, spare: float, *, last: bool) -> float:
        """What a line costs; the last one may be as short as it likes, but for a word alone."""
        if spare < 0:
            return OVERFULL
        if last:
            lost = start.index == end.index - 1 and is_lost([self.words[-1]], self.width)
            return LINE + (LOST if lost else 0.0)
        return LINE + self.looseness(start, end, spare) ** 2 + end.cost

    def looseness(self, start: Place, end: Place, spare: float) -> float:
        """How much of the measure is left empty, or if it is justified, how wide its spaces are:
        from 0 in a full line to 1, or to more in spaces that are wider than should be."""
        if self.align == "justify":
            gaps = end.index - start.index - (0 if end.parts else 1)
            return spare / max(gaps, 1) / WIDE_GAP
        return spare / self.width if spare else 0.0

    def leaves_holes(self, stops: Sequence[Place]) -> bool:
        """Whether a line is too wide, or one above the last so loose that hyphens should help."""
        lines = [(*pair, self.spare(*pair)) for pair in pairwise(stops)]
        too_wide = any(spare < 0 for _, _, spare in lines)
        return too_wide or any(self.looseness(*line) > LOOSE for line in lines[:-1])
