"""Explains why a text is not YAML by the typo that was likely made.

Each common typo is corrected in a copy of the text. The one with which the parser gets farthest is
taken for what was meant. Valid files never come here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from card_data.problems import SECOND_DOCUMENT, shorten

LOADER: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
LONGEST = 100_000  # characters up to the error: more are not parsed once for each slip
AFTER = 20  # lines after the error that are parsed
NEAR = 8  # lines on both sides whose indents a line may be meant to have
MOST = 200  # characters of a line that is looked at
SEPARATOR = re.compile(r" *(---|\.\.\.)(\s|$)")  # of documents
TAB = re.compile(r"[ -]*\t")  # where a line's indent is to be
# Signs that are typed, or copied from a page, in place of plain ones.
PLAIN = str.maketrans({
    **dict.fromkeys("\u00a0\u2007\u202f\u3000", " "),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff", ""),
    **dict.fromkeys("“”„‟«»", '"'),
    **dict.fromkeys("‘’‚‛", "'"),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict.fromkeys("：꞉∶", ":"),
})  # fmt: skip
KEY = r"^(\s*(?:- +)*\w[\w.-]*)"
VALUE = r"^(\s*(?:- +)*\w[\w. -]*: +|\s*- +)"
# A typo, the line as it was meant, and what is wrong.
MENDS = [
    (re.compile(slip), meant, message)
    for slip, meant, message in (
        (r"^(\s*-)(?=\w)", r"\1 ", "a space is missing after the dash"),
        (KEY + r":(?=\S)", r"\1: ", "a space is missing after the colon"),
        (KEY + r"\s*=\s*", r"\1: ", "found =, expected a colon"),
        (KEY + r"( +[^:]+)?$", r"\1:\2", "a colon is missing"),
        (r"^(.*\{.*?[^\s,;{:]);? +(?=\w+: )", r"\1, ", "a comma is missing"),
        (r"^(.*\[[^\]]*?)(\s+#.*)?$", r"\1]\2", "a closing ] is missing"),
        (r"^(.*\{[^}]*?)(\s+#.*)?$", r"\1}\2", "a closing } is missing"),
        (VALUE + r"([\"'])([^\"']*)$", r"\1\2\3\2", "a quote is not closed"),
        (r"^(.*\w: )(\w+\(.*\))(, \w+: .*)?\}\s*$", r'\1"\2"\3}', "quotes are missing"),
        (VALUE + r"([^\s\"'{\[][^\"]*?)\s*$", r'\1"\2"', "quotes are missing"),
    )
]


def explain_error(error: yaml.MarkedYAMLError, text: str) -> tuple[int, int, str]:
    """Return the line, column and message of an error: those of the typo that caused it, if one is
    found, or else the parser's."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    lines = text.splitlines()
    for at in (line, line - 1, line + 1):
        if 0 < at <= len(lines) and TAB.match(lines[at - 1]):
            return at, 1, f"not YAML: line {at} is indented with a tab: use spaces"
    for at in (line, line - 1):
        if 1 < at <= len(lines) and SEPARATOR.match(lines[at - 1]):
            return at, 1, SECOND_DOCUMENT
    began = error.context_mark.line + 1 if error.context_mark else line
    best, reached = (line, column, f"not YAML: {error.problem}"), float(min(line, len(lines)))
    lines = lines[: line + AFTER]
    if sum(map(len, lines)) > LONGEST:
        return best
    for number in dict.fromkeys((*range(line, max(line - 5, 0), -1), began)):
        for meant, message in likely_lines(lines, number):
            changed = [*lines[: number - 1], meant, *lines[number:]]
            farther = error_line("\n".join(changed) + "\n")
            if farther > reached:
                said = f"{message}: {shorten(meant.strip())}"
                best, reached = (number, first_difference(lines[number - 1], meant), said), farther
    return best


def likely_lines(lines: list[str], number: int) -> Iterator[tuple[str, str]]:
    """Yield what a line, by its number, may have been meant to be, and what is wrong with it."""
    line = lines[number - 1] if number <= len(lines) else ""
    if not line.strip(" #") or len(line) > MOST:
        return
    plain = line.translate(PLAIN)
    for meant, message in (
        (plain, "found signs that only look like plain ones"),
        *((slip.sub(form, line), message) for slip, form, message in MENDS),
    ):
        if meant != line:
            yield meant, message
    around = [one for one in lines[max(0, number - 1 - NEAR) : number + NEAR] if one.strip()]
    dashes = any(one.startswith(" " * indent(line) + "- ") for one in around)
    if dashes and not line.lstrip().startswith("-"):
        yield " " * indent(line) + "- " + line.lstrip(" "), "a dash is missing"
    widths = {indent(kept) for one in around for kept in (one, one.replace("- ", "  ", 1))}
    for width in sorted(widths - {indent(line)}, key=lambda one: abs(one - indent(line))):
        yield " " * width + line.lstrip(" "), "the line is not indented as its neighbours"


def first_difference(line: str, other: str) -> int:
    """Return the first column (from 1) in which two lines differ."""
    pairs = enumerate(zip(line, other, strict=False), 1)
    return next((at for at, (one, its) in pairs if one != its), min(len(line), len(other)) + 1)


def error_line(text: str) -> float:
    """Return the line of a text's error; infinity if it has none."""
    try:
        for _ in yaml.parse(text, Loader=LOADER):
            pass
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        return mark.line + 1 if mark else 0
    return float("inf")


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
