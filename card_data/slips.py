"""Slips of the pen for which a text is no YAML, named by what was likely meant.

Whatever a slip may be is mended in a copy of the text: it is what was meant if the parser then gets
beyond it, and farther than with any other. Few files have one, and sound ones never come here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, takewhile
from typing import NamedTuple

import yaml

from card_data.parsers import LOADER
from card_data.problems import clip

LONGEST = 100_000  # characters up to the error: more are not parsed once for each slip
BEFORE, AFTER = 3, 20  # lines around the error that are looked at, and parsed
NEIGHBOURS = 8  # lines on both sides whose indents a line may be meant to have
MOST = 200  # characters of a line that is looked at
START = r"^(?P<start>\s*(?:- +)*)"
KEY = START + r"(?P<key>\w[\w.-]*)"
VALUE = START + r"(?P<key>[\w. -]+: +)?(?P<value>[^\s].*?)\s*$"
DASHES = "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
CURLY = "“”„‟«»‘’‚‛"
STRAIGHT = str.maketrans(CURLY, 6 * '"' + 4 * "'")
HYPHENS = dict.fromkeys(map(ord, DASHES), "-")
RESERVED = "@`%*&!|>"
LIST_MARKS = DASHES + "•*"
NUMBER = re.compile(r"[ \t]+(#\d+)[ \t]*$")  # which is a comment to YAML
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
INSIDE = re.compile(r"(?:[\[{,]\s*|: +)(?P<value>[^\s,:\[\]{}\"'][^,:\[\]{}\"']*)")  # in brackets


class Slip(NamedTuple):
    """What was likely meant: a line (from 1) with its place in it, and what is wrong there."""

    line: int
    column: int
    message: str


class Mend(NamedTuple):
    """A line as it was likely meant, and what is wrong with it as it is."""

    text: str
    message: str


Mender = Callable[[str], Iterator[Mend]]
Mended = dict[int, Mend]  # by the numbers of their lines


def slip_in(text: str, at: int, began: int) -> Slip | None:
    """The slip for which a text has an error in line ``at``, in something that began in line
    ``began``; None if none is found. Of lines with the same slip the first is named."""
    lines = text.splitlines()[: at + AFTER]
    if sum(map(len, lines)) > LONGEST:
        return None
    at = min(at, len(lines))
    best, reached = None, at
    for meant in mends(lines, at, began):
        mended = [meant[n].text if n in meant else line for n, line in enumerate(lines, 1)]
        error = error_line("\n".join(mended) + "\n")
        if error is None or error > reached:
            first = min(meant)
            best = Slip(first, differ(lines[first - 1], meant[first].text), meant[first].message)
            if error is None:
                break
            reached = error
    return best


def differ(line: str, other: str) -> int:
    """The column (from 1) from which on two lines differ."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(line, other, strict=False))
    return len([*same]) + 1


def error_line(text: str) -> int | None:
    """The line in which a text has an error; None if it has none."""
    try:
        for _ in yaml.parse(text, Loader=LOADER):
            pass
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return mark.line + 1 if mark else 0
    except yaml.YAMLError:
        return 0
    return None


def mends(lines: list[str], at: int, began: int) -> Iterator[Mended]:
    """All that lines near an error may have been meant to be: what is most telling comes first, and
    of that the line of the error."""
    short = [n for n, line in enumerate(lines[:at], 1) if len(line) <= MOST]
    filled = [n for n in reversed(short) if lines[n - 1].strip()][: BEFORE + 1]
    near = dict.fromkeys((*filled, *(n for n in short if n == began)))
    together = [n for n in short if n >= at - AFTER]
    for mender in MENDERS:
        for number in near:
            yield from ({number: mend} for mend in mender(lines[number - 1]))
        again = {n: mend for n in together for mend in [*mender(lines[n - 1])][:1]}
        if len(again) > 1:
            yield again
    first = next((n for n, line in enumerate(lines, 1) if line.strip(" #")), 0)
    for number in sorted(near, key=lambda n: n != first or not indent(lines[n - 1])):
        yield from ({number: mend} for mend in indents(lines, number))


def odd_spaces(line: str) -> Iterator[Mend]:
    """Spaces that look like plain ones, or like nothing."""
    odd = [char for char in line if is_odd(char)]
    if odd:
        yield Mend(spaced(line), f"found {named(odd[0])}, expected a plain space")


def spaced(line: str) -> str:
    """A text with plain spaces in place of odd ones, and nothing in place of what is invisible."""
    kept = (char for char in line if char not in INVISIBLE)
    return "".join([" " if is_odd(char) else char for char in kept])


def plain(text: str) -> str:
    """A text with the plain signs in place of those that look like them.

    >>> plain("\N{LEFT DOUBLE QUOTATION MARK}\N{MINUS SIGN}2\N{NO-BREAK SPACE}")
    '"-2 '
    """
    return spaced(text).translate(STRAIGHT).translate(HYPHENS)


def is_odd(char: str) -> bool:
    """Whether a sign is a space, or invisible, and no blank to YAML.

    >>> [is_odd(char) for char in " \\N{NO-BREAK SPACE}\\N{ZERO WIDTH SPACE}a"]
    [False, True, True, False]
    """
    return char in INVISIBLE or (char not in " \t" and unicodedata.category(char) == "Zs")


def named(char: str) -> str:
    """A sign that cannot be told by its looks, by its name.

    >>> named("\\N{NO-BREAK SPACE}")
    'a no-break space (U+00A0)'
    """
    name = unicodedata.name(char, "sign").lower()
    return f"{'an' if name[0] in 'aeio' else 'a'} {name} (U+{ord(char):04X})"


def dashes(line: str) -> Iterator[Mend]:
    """Dashes and minus signs that begin an entry of a list."""
    if found := re.match(rf"\s*([{LIST_MARKS}])\s", line):
        mended = line.replace(found[1], "-", 1)
        yield Mend(mended, f"found {named(found[1])}, expected a hyphen: - {shown(mended)}")


def spaces(line: str) -> Iterator[Mend]:
    """Spaces missing after a colon or a dash, or too many after a dash."""
    if re.match(r"\s*-\w", line):
        mended = line.replace("-", "- ", 1)
        yield Mend(mended, f"a space is missing after the dash: - {shown(mended)}")
    if found := re.match(KEY + ":(?=[^\\s])", line):
        mended = f"{found[0]} {line[found.end() :]}"
        yield Mend(mended, f"a space is missing after the colon: {shown(mended)}")
    if found := re.match(r"(\s*-)  +(?=\S)", line):
        mended = f"{found[1]} {line[found.end() :]}"
        yield Mend(mended, f"more than one space after the dash: - {shown(mended)}")


def colons(line: str) -> Iterator[Mend]:
    """Colons that are missing, or other signs."""
    if found := re.match(KEY + r"\s*([：꞉∶=])\s*", line):
        mended = f"{found['start']}{found['key']}: {line[found.end() :]}"
        yield Mend(mended, f"found {found[3]}, expected a colon: {shown(mended)}")
    if ":" not in line and (found := re.match(KEY + r"(?: +(.+))?$", line)):
        mended = f"{found['start']}{found['key']}: {found[3] or ''}".rstrip()
        yield Mend(mended, f"a colon is missing: {shown(mended)}")


def questions(line: str) -> Iterator[Mend]:
    """A question mark that stands for what is not known."""
    mended = re.sub(r"((?:[:\[{,]|^\s*-)\s+)\?(?=\s*(?:$|[,}\]]|#))", r'\1"?"', line)
    mended = re.sub(r"([\[{]|:\s*)\?(?=\s*[,}\]])", r'\1"?"', mended)
    if mended != line:
        message = 'a ? cannot stand alone: leave it out for what is not known, or write "?"'
        yield Mend(mended, message)


def curly_quotes(line: str) -> Iterator[Mend]:
    """Quotes of letters and books, which mean nothing to YAML."""
    if found := next((char for char in line if char in CURLY), ""):
        mended = line.translate(STRAIGHT)
        yield Mend(mended, f"found {found}, expected straight quotes: {shown(mended)}")


def unquoted(line: str) -> Iterator[Mend]:
    """Values that need quotes: with a colon, with signs of YAML before them."""
    found = re.match(VALUE, line)
    if found is None:
        return
    before, value = line[: found.start("value")], found["value"]
    mended = f"{before}{quoted(value)}"
    if ": " in f"{value} " and value[0] not in "\"'[{" and found["key"]:
        yield Mend(mended, f"a value with a colon needs quotes: {shown(mended)}")
    if value[0] in RESERVED or value[0] in "[{":
        message = f"a text that begins with {value[0]} needs quotes: {shown(mended)}"
        if value[0] in RESERVED or (value[1:2].isalnum() and ":" not in value and "," not in value):
            yield Mend(mended, message)
    if value[0] == value[-1] == "'" and value.count("'") > 2:
        mended = f"{before}{quoted(value[1:-1])}"
        yield Mend(mended, f"an apostrophe needs double quotes around it: {shown(mended)}")
    elif value[0] in "\"'" and value.count(value[0]) == 2 and value[-1] != value[0]:
        mended = f"{before}{quoted(value)}"
        yield Mend(mended, f"a text with quotes in it needs others around it: {shown(mended)}")
    elif value[0] in "\"'" and value.count(value[0]) == 1:
        mended = f"{line.rstrip()}{value[0]}"
        yield Mend(mended, f"a quote is not closed: {shown(mended)}")


def unquoted_inside(line: str) -> Iterator[Mend]:
    """Values in brackets that need quotes."""
    for found in INSIDE.finditer(line):
        value = found["value"].rstrip()
        if value[0] in RESERVED or " #" in value:
            sign = "with #" if " #" in value else f"that begins with {value[0]}"
            at = found.start("value")
            mended = f"{line[:at]}{quoted(value)}{line[at + len(value) :]}"
            yield Mend(mended, f"a text {sign} needs quotes: {quoted(value)}")


def brackets(line: str) -> Iterator[Mend]:
    """Brackets that are not closed, or closed twice; commas that are missing in them."""
    body = line.partition(" #")[0].rstrip()
    comment = line[len(body) :]
    commas = re.sub(r"([^\s,;{:]);? +(?=\w+: )", r"\1, ", body)
    if "{" in body and commas != body:
        yield Mend(f"{commas}{comment}", f"a comma is missing: {shown(commas)}")
    for left, right in ("[]", "{}"):
        if body.count(left) == body.count(right) + 1:
            whole = f"{body}{right}"
            yield Mend(f"{whole}{comment}", f"a closing {right} is missing: {shown(whole)}")
        if body.count(right) == body.count(left) + 1 and body.endswith(right):
            yield Mend(f"{body[:-1]}{comment}", f"one {right} too many")


def quoted(value: str) -> str:
    """A text in those quotes that it does not have itself.

    >>> quoted("Bo #1"), quoted('"Bo" the Great')
    ('"Bo #1"', '\\'"Bo" the Great\\'')
    """
    if '"' in value and "'" not in value:
        return f"'{value}'"
    return '"' + value.replace('"', "'") + '"'


def indents(lines: list[str], number: int) -> Iterator[Mend]:
    """A line as far in as its neighbours, the nearest of them first."""
    line = lines[number - 1]
    own = indent(line)
    around = chain(lines[max(0, number - 1 - NEIGHBOURS) : number - 1], lines[number:][:NEIGHBOURS])
    found = {indent(other) + deeper for other in around if other.strip(" #")
             for deeper in starts(other)}  # fmt: skip
    for other in sorted(found - {own}, key=lambda one: abs(one - own)):
        wrong = f"the line begins with {own or 'no'} space{'s' * (own != 1)}"
        yield Mend(" " * other + line[own:], f"{wrong}, its neighbours with {other or 'none'}")


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def starts(line: str) -> tuple[int, ...]:
    """Where what stands in a line begins, from its indent: after a dash once more."""
    dash = re.match(r" *(- +)\S", line)
    return (0, len(dash[1])) if dash else (0,)


def shown(line: str) -> str:
    """A line as a message has it."""
    return clip(line.strip().removeprefix("- "), quoted=False)


def read_otherwise(text: str, nodes: Iterable[yaml.Node]) -> Iterator[str]:
    """What YAML reads otherwise than whoever wrote it is likely to think, in words: a number after
    # as a comment, curly quotes as letters. ``nodes`` are those of the text."""
    lines = text.splitlines()
    for node in nodes:
        if not isinstance(node, yaml.ScalarNode) or node.style:
            continue
        value, at = node.value, node.end_mark
        rest = lines[at.line][at.column :] if at.line < len(lines) else ""
        if lost := NUMBER.match(rest):
            meant = clip(quoted(f"{value} {lost[1]}".strip()), quoted=False)
            read = clip(value, quoted=False) or "nothing"
            why = "without quotes # begins a comment"
            yield f"line {at.line + 1}: {read} is read, not {meant}: {why}"
        elif value[:1] in (*CURLY,) and value[-1:] in (*CURLY,):
            meant = clip(quoted(value[1:-1]), quoted=False)
            name = clip(value, quoted=False)
            yield f"line {at.line + 1}: the curly quotes are part of {name}; straight are {meant}"


MENDERS: tuple[Mender, ...] = (
    odd_spaces, dashes, spaces, colons, questions, curly_quotes, unquoted, unquoted_inside,
    brackets,
)  # fmt: skip
