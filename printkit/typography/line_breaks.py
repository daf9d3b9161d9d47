"""A paragraph broken into lines as a whole: of all ways to break it, the one with least demerits.

Where lines are filled one by one, a full line may leave a hole in the next. Here each line's
demerits are the square of its looseness, in the manner of Knuth and Plass, so that a little in
every line is better than much in one. Words are hyphenated only where lines would be too loose
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from printkit.typography.fitting import Align, Line, Word, ended_before, is_runt, paragraphs
from printkit.typography.hyphens import halves

# What is added to the square of a line's looseness.
LINE_PENALTY = 0.12  # for each line: a paragraph is hardly ever made longer for its looks
HYPHEN_PENALTY = 0.06  # for a word hyphenated at its end, as for a quarter of it left empty ...
DASH_PENALTY = 0.01  # ... and for one that has a hyphen there anyway
RUNT_PENALTY = 0.2  # for a runt as the last line
OVERFULL = 10.0  # for a line that is a word wider than the measure
PRETOLERANCE = 0.16  # no paragraph is hyphenated whose lines are less loose
WIDE_SPACE = 0.75  # em: with as much added to each space a justified line has a looseness of 1
ROUNDING = 1e-9  # ems: tolerance for adding up widths
MOST_HYPHENS = 2  # at the ends of consecutive lines


class Breakpoint(msgspec.Struct, frozen=True):
    """Where a line may end and the next begin: before the word ``index``, or within it.

    What stands between two breakpoints is as wide as ``end`` of the lower less ``start`` of the
    upper, in ems. ``parts`` are those of the word, if it is hyphenated here.
    """

    index: int
    end: float
    start: float
    penalty: float = 0.0
    parts: tuple[Word, Word] | None = None


class ActiveNode(msgspec.Struct, frozen=True):
    """The best way to break a text down to a breakpoint, with a number of consecutive ``hyphens``
    above it: its total demerits, and the node where its last line begins."""

    demerits: float
    at: Breakpoint
    hyphens: int
    previous: ActiveNode | None


def upwards(node: ActiveNode | None) -> Iterator[ActiveNode]:
    """Yield a node and those where its lines begin, the last line's first."""
    while node:
        yield node
        node = node.previous


def break_lines(words: Sequence[Word], width: float, align: Align, *, hyphens: bool) -> list[Line]:
    """Return the lines of a text, of at most ``width`` ems; a word wider than that stands alone.

    With ``hyphens`` words may be hyphenated, but not before the last line of a paragraph, nor at
    the ends of three consecutive lines.
    """
    lines: list[Line] = []
    for part in paragraphs(words) if words else ():
        breaker = Breaker(part, width, align, hyphens=False)
        breaks = breaker.best_breaks()
        if hyphens and breaker.needs_hyphens(breaks):
            breaks = Breaker(part, width, align, hyphens=True).best_breaks()
        lines += [line(part, start, end) for start, end in pairwise(breaks)]
    return lines


def line(words: Sequence[Word], start: Breakpoint, end: Breakpoint) -> Line:
    if start.parts:
        whole = [start.parts[1], *words[start.index + 1 : end.index]]
    else:
        whole = list(words[start.index : end.index])
    if end.parts:
        return [*whole, end.parts[0]]
    return ended_before(whole, words[end.index]) if end.index < len(words) else whole


def breakpoints(words: Sequence[Word], *, hyphens: bool) -> Iterator[Breakpoint]:
    """Yield the breakpoints of a paragraph, from its start to its end."""
    yield Breakpoint(0, 0.0, words[0].space)
    end = 0.0
    for index, word in enumerate(words):
        following = words[index + 1].space if index + 1 < len(words) else 0.0
        begin, end = end + word.space, end + word.space + word.width
        if hyphens and not in_compound(words, index):
            for first, second in halves(word):
                parts = first, second
                yield Breakpoint(
                    index, begin + first.width, end - second.width, HYPHEN_PENALTY, parts
                )
        dashed = word.fragments[-1].text.endswith("-")
        penalty = HYPHEN_PENALTY if word.hyphen else DASH_PENALTY if dashed else 0.0
        yield Breakpoint(index + 1, begin + word.end, end + following, penalty)


def in_compound(words: Sequence[Word], index: int) -> bool:
    """Whether a word is joined to its neighbour by a hyphen or a dash, where a line may break."""
    around = words[max(index, 1) : index + 2]
    return not all(word.space for word in around)


class Breaker:
    """Breaks one paragraph into lines of at most ``width`` ems."""

    def __init__(self, words: Sequence[Word], width: float, align: Align, *, hyphens: bool) -> None:
        self.words, self.width, self.align = words, width, align
        self.breakpoints = list(breakpoints(words, hyphens=hyphens))

    def best_breaks(self) -> list[Breakpoint]:
        """The breakpoints, from the paragraph's start to its end, with the least demerits."""
        active = [[ActiveNode(0.0, self.breakpoints[0], 0, None)]]
        for number, end in enumerate(self.breakpoints[1:], 1):
            best: dict[int, ActiveNode] = {}
            for above, demerits in self.lines_to(number):
                for node in active[above]:
                    hyphens = min(node.hyphens + 1, MOST_HYPHENS) if end.penalty else 0
                    if end.parts and node.hyphens == MOST_HYPHENS:
                        continue
                    total, known = node.demerits + demerits, best.get(hyphens)
                    if known is None or total < known.demerits:
                        best[hyphens] = ActiveNode(total, end, hyphens, node)
            active.append(list(best.values()))
        best_end = min(active[-1], key=lambda node: node.demerits)
        return [node.at for node in upwards(best_end)][::-1]

    def lines_to(self, number: int) -> list[tuple[int, float]]:
        """Return every line that may end at a breakpoint: where it begins, and its demerits. The
        last may be short without any, unless it is a runt.

        What `spare` and `looseness` say is written out: this is half the work of a rulebook.
        """
        every, width, justified = self.breakpoints, self.width, self.align == "justify"
        end, last = every[number], number + 1 == len(every)
        stop, index, parts, penalty = end.end, end.index, end.parts, end.penalty
        found = []
        for above in range(number - 1, -1, -1):
            start = every[above]
            spare = width - (stop - start.start)
            if spare <= -ROUNDING:
                if start.index == index - 1 and not start.parts and not parts:
                    found.append((above, OVERFULL))
                elif start.index < index - 1:
                    break
                continue
            if start.parts and (last or start.index == index):
                continue
            if last:
                runt = start.index == index - 1 and is_runt([self.words[-1]], width)
                found.append((above, LINE_PENALTY + (RUNT_PENALTY if runt else 0.0)))
                continue
            if spare < ROUNDING:
                loose = 0.0
            elif justified:
                loose = spare / max(index - start.index - (0 if parts else 1), 1) / WIDE_SPACE
            else:
                loose = spare / width
            found.append((above, LINE_PENALTY + loose**2 + penalty))
        return found

    def spare(self, start: Breakpoint, end: Breakpoint) -> float:
        """Return what a line leaves empty of its measure, in ems; below 0 it is too wide."""
        spare = self.width - (end.end - start.start)
        return 0.0 if abs(spare) < ROUNDING else spare

    def looseness(self, start: Breakpoint, end: Breakpoint, spare: float) -> float:
        """Return how much of the measure is left empty or, of a justified line, how wide its spaces
        are: from 0 in a full line to 1, and more in spaces wider than they should ever be."""
        if self.align == "justify":
            gaps = end.index - start.index - (0 if end.parts else 1)
            return spare / max(gaps, 1) / WIDE_SPACE
        return spare / self.width if spare else 0.0

    def needs_hyphens(self, breaks: Sequence[Breakpoint]) -> bool:
        """Whether a line is too wide, or one before the last loose enough for hyphens to help."""
        lines = [(*pair, self.spare(*pair)) for pair in pairwise(breaks)]
        too_wide = any(spare < 0 for _, _, spare in lines)
        return too_wide or any(self.looseness(*line) > PRETOLERANCE for line in lines[:-1])
