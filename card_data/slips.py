"""Slips of the pen for which a text is no YAML, named by what was likely meant.

Each common slip is mended in a copy of the text: it is what was meant if the parser then gets
beyond it, and farther than with any other. Few files have one, and sound ones never come here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import yaml

from card_data.problems import clip

LOADER: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
LONGEST = 100_000  # characters up to the error: more are not parsed once for each slip
BEFORE, AFTER = 3, 20  # lines around the error that are looked at, and parsed
NEIGHBOURS = 8  # lines on both sides whose indents a line may be meant to have
MOST = 200  # characters of a line that is looked at
TAB = re.compile(r"[ -]*\t")  # where a line's indent is to be
# Signs that are typed, or copied from a page, in place of plain ones.
ODD = {
    **dict.fromkeys("\u00a0\u2007\u202f\u3000", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", ""),
    **dict.fromkeys("“”„‟«»", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict.fromkeys("：꞉∶", ":"),
}
PLAIN = str.maketrans(ODD)
SAID = {" ": "a plain space", "": "nothing", '"': "straight quotes", "'": "straight quotes",
        "-": "a hyphen", ":": "a colon"}  # fmt: skip
KEY = r"^(\s*(?:- +)*\w[\w.-]*)"
VALUE = r"^(\s*(?:- +)*\w[\w. -]*: +|\s*- +)"
# A slip, the line as it was meant, and what is wrong.
MENDS = [
    (re.compile(slip), meant, message)
    for slip, meant, message in (
        (r"^(\s*-)(?=\w)", r"\1 ", "a space is missing after the dash"),
        (KEY + r":(?=\S)", r"\1: ", "a space is missing after the colon"),
        (KEY + r"\s*=\s*", r"\1: ", "found =, expected a colon"),
        (KEY + r" +([^:]+)$", r"\1: \2", "a colon is missing"),
        (KEY + "$", r"\1:", "a colon is missing"),
        (r"^(.*\{.*?[^\s,;{:]);? +(?=\w+: )", r"\1, ", "a comma is missing"),
        (r"^(.*\[[^\]]*?)(\s+#.*)?$", r"\1]\2", "a closing ] is missing"),
        (r"^(.*\{[^}]*?)(\s+#.*)?$", r"\1}\2", "a closing } is missing"),
        (
            VALUE + r"'([^\"]*'[^\"]*)'\s*$",
            r'\1"\2"',
            "an apostrophe needs double quotes around it",
        ),
        (VALUE + r"([\"'])([^\"']*)$", r"\1\2\3\2", "a quote is not closed"),
        (VALUE + r"(\"[^']*[^\s'\"])\s*$", r"\1'\2'", "quotes are missing"),
        (VALUE + r"([^\s\"'{\[][^\"]*?)\s*$", r'\1"\2"', "quotes are missing"),
    )
]


def told(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int, str]:
    """Line, column and words of an error in a text: those of the slip that it comes from, if one is
    found, or else the parser's."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    lines = text.splitlines()
    for at in (line, line - 1, line + 1):
        if 0 < at <= len(lines) and TAB.match(lines[at - 1]):
            return at, 1, f"not YAML: line {at} is indented with a tab: use spaces"
    began = error.context_mark.line + 1 if error.context_mark else line
    return slip_in(lines[: line + AFTER], line, began) or (
        line, column, f"not YAML: {error.problem}",
    )  # fmt: skip


def slip_in(lines: list[str], at: int, began: int) -> tuple[int, int, str] | None:
    """The slip for which lines have an error in line ``at``, in something that began in line
    ``began``: its line, its column and what is wrong; None if none is found. Of lines with the same
    slip the first is named."""
    if sum(map(len, lines)) > LONGEST:
        return None
    best, reached = None, float(min(at, len(lines)))
    for meant, message in candidates(lines, min(at, len(lines)), began):
        mended = [meant.get(number, line) for number, line in enumerate(lines, 1)]
        farther = error_line("\n".join(mended) + "\n")
        if farther > reached:
            first = min(meant)
            best, reached = (first, differ(lines[first - 1], meant[first]), message), farther
    return best


def candidates(lines: list[str], at: int, began: int) -> Iterator[tuple[dict[int, str], str]]:
    """What lines near an error may have been meant to be, by their numbers, and what is wrong: a
    slip in one line, the line of the error first, or in all of the last ones."""
    filled = [n for n, line in enumerate(lines[:at], 1) if line.strip(" #")]
    short = [n for n in filled if len(lines[n - 1]) <= MOST and (n == began or n >= at - AFTER)]
    near = dict.fromkeys((*short[: -BEFORE - 2 : -1], *(n for n in short if n == began)))
    odd = {n: sign for n in short if (sign := next(filter(ODD.__contains__, lines[n - 1]), ""))}
    slips = [({n: lines[n - 1].translate(PLAIN) for n in odd}, odd_sign(odd))]
    slips += [
        ({n: new for n in short if (new := slip.sub(meant, lines[n - 1])) != lines[n - 1]}, message)
        for slip, meant, message in MENDS
    ]
    for changed, message in slips:
        for one in ([n] for n in near if n in changed), [[*changed]] * (len(changed) > 1):
            for numbers in one:
                said = f"{message}: {clip(changed[min(numbers)].strip(), quoted=False)}"
                yield {n: changed[n] for n in numbers}, said
    for number in sorted(near, key=lambda n: n != filled[0] or not indent(lines[n - 1])):
        yield from indents(lines, number)


def odd_sign(odd: dict[int, str]) -> str:
    """What is wrong with a sign that only looks like a plain one, or like nothing."""
    sign = next(iter(odd.values()), " ")
    name = unicodedata.name(sign, "sign").lower()
    return f"found {name} (U+{ord(sign):04X}), expected {SAID[ODD.get(sign, '')]}"


def plain(text: str) -> str:
    """A text with the plain signs in place of those that look like them.

    >>> plain("\N{LEFT DOUBLE QUOTATION MARK}\N{MINUS SIGN}2\N{NO-BREAK SPACE}")
    '"-2 '
    """
    return text.translate(PLAIN)


def differ(line: str, other: str) -> int:
    """The column (from 1) from which on two lines differ."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(line, other, strict=False))
    return len([*same]) + 1


def error_line(text: str) -> float:
    """The line in which a text has an error; beyond all lines if it has none."""
    try:
        for _ in yaml.parse(text, Loader=LOADER):
            pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        return mark.line + 1 if mark else 0
    return float("inf")


def indents(lines: list[str], number: int) -> Iterator[tuple[dict[int, str], str]]:
    """A line as far in as its neighbours, the nearest of them first."""
    line, own = lines[number - 1], indent(lines[number - 1])
    around = lines[max(0, number - 1 - NEIGHBOURS) : number - 1] + lines[number:][:NEIGHBOURS]
    begun = [re.match(r"( *)(- +)?(?=[^\s#])", other) for other in around]
    found = {end for one in begun if one for end in (one.end(1), one.end())}
    for other in sorted(found - {own}, key=lambda one: abs(one - own)):
        wrong = f"the line begins with {own or 'no'} space{'s' * (own != 1)}"
        yield {number: " " * other + line[own:]}, f"{wrong}, its neighbours with {other or 'none'}"


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
