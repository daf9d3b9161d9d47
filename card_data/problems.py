"""Problems of input files: each with its place, collected so that all are reported at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import msgspec

from card_data.limits import LONGEST_MESSAGE, LONGEST_NAME, LONGEST_PATH, MOST_PROBLEMS
from card_data.text import join_words

LONGEST = {  # characters of the parts of a problem
    "message": LONGEST_MESSAGE,
    "file": LONGEST_PATH,
    "item": LONGEST_NAME,
    "field": 3 * LONGEST_NAME,
    "cell": LONGEST_NAME,
}
MOST_COMPARED = 60  # characters of a misspelt name: the comparison takes time with its square
MOST_CHOICES = 300  # known names that a misspelt one is compared with
MOST_MEANT = 3  # names that are as close
FEWEST_LETTERS = 3  # of the beginning of a name, to know which one is meant
MOST_QUOTED = 40  # characters of a text that a message repeats
MOST_LISTED = 40  # known names that a message lists
SECOND_DOCUMENT = "not YAML: found a second document, expected one in a file"
# What decoding bytes that the kit has written may raise, if they are not as it wrote them.
MISWRITTEN = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
# Spaces that no line is broken at, and signs without a width that join, part or order letters.
SHOWN = {0xA0: " ", 0x202F: " "} | dict.fromkeys((0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF))


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing wrong in an input file: where it is, what it is and what was expected.

    ``line`` and ``column`` count from 1 (0: the file as a whole). ``item`` names the card or the
    entry, ``field`` the dotted path of the value inside it, ``cell`` its place in a spreadsheet.
    """

    message: str
    file: str
    line: int = 0
    column: int = 0
    item: str = ""
    field: str = ""
    typed: bool = False
    cell: str = ""

    def __post_init__(self) -> None:
        """Cut what is too long to read: a message may repeat a value of any length."""
        for part, most in LONGEST.items():
            if len(text := getattr(self, part)) > most:
                msgspec.structs.force_setattr(self, part, f"{text[: most - 1]}…")

    @property
    def of_call(self) -> bool:
        """Whether the command line is at fault and no file: an option has an unusable value, or a
        name that was typed is unknown (``typed``)."""
        return self.typed or self.file.startswith("--")

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
        if self.column:
            place += f":{self.column}"
        if self.cell:
            place += f", {self.cell}"
        named = [self.item] if self.item else []
        named += [f"field {self.field}"] if self.field else []
        return ": ".join([place, *([", ".join(named)] if named else []), self.message])


class DataError(Exception):
    """Input that cannot be used; ``problems`` lists everything wrong with it, each once."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = tuple(dict.fromkeys(problems))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[DataError], tuple[Problem, ...]]:
        """Pickle by the problems, so that a worker's error can be raised again here."""
        return DataError, self.problems


class Problems:
    """Collects problems, each once, so that all mistakes of a file are reported at once.

    It stops after `MOST_PROBLEMS`: adding one more raises `DataError` with all that were found.
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, message: str, **place: Any) -> None:
        """Add a problem; ``place`` has the fields of `Problem` that locate it."""
        self.extend([Problem(message=message, **place)])

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several problems, such as those of a `DataError`."""
        for problem in problems:
            if problem in self.found:
                continue
            if len(self.found) == MOST_PROBLEMS:
                message = f"stopped after {MOST_PROBLEMS} problems"
                last = Problem(message=message, file=problem.file, line=problem.line)
                raise DataError(*self.found, last)
            self.found.append(problem)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Catch a `DataError` raised inside, and add its problems."""
        try:
            yield
        except DataError as error:
            self.extend(error.problems)

    def raise_if_any(self) -> None:
        """Raise `DataError` with all problems, if there are any."""
        if self.found:
            raise DataError(*self.found)


def did_you_mean(name: str, known: Iterable[object], *, listed: bool = True) -> str:
    """Return ``; did you mean …?`` if ``name`` comes close to a known name, or to several alike,
    else the known names, unless they are not to be ``listed``.

    >>> did_you_mean("bok", ["book", "page"]), did_you_mean("x", ["book", "page"])
    ('; did you mean book?', ' (known: book, page)')
    >>> did_you_mean("cat", ["car", "cab", "width"])
    '; did you mean cab or car?'
    """
    names = [str(choice) for choice in known]
    if meant := closest_names(name, names):
        return f"; did you mean {join_words(meant[:MOST_MEANT], 'or')}?"
    if not names or not listed:
        return ""
    shown = [shorten(choice) for choice in sorted(names)[:MOST_LISTED]]
    shown += [f"{len(names) - MOST_LISTED} more"] if len(names) > MOST_LISTED else []
    return f" (known: {', '.join(shown)})"


def closest_name(name: str, known: Iterable[str], least: float = 0.6) -> str:
    """Return the known name closest to ``name``, with a similarity of at ``least`` 0 to 1, or else
    the only one that begins with it; empty if there is none.

    >>> closest_name("BO", ["Bo", "Bob"]), closest_name("dice", ["dice_archive", "manuscript"])
    ('Bo', 'dice_archive')
    """
    return "".join(closest_names(name, known, least)[-1:])


def closest_names(name: str, known: Iterable[str], least: float = 0.6) -> list[str]:
    """Return what `closest_name` does, with the known names that are as close."""
    from difflib import SequenceMatcher  # only for what is wrong

    names = [choice for choice in islice(known, MOST_CHOICES) if len(choice) <= MOST_COMPARED]
    same = [choice for choice in names if choice.casefold() == name.casefold()]
    likeness = {one: SequenceMatcher(None, one, name[:MOST_COMPARED]).ratio() for one in names}
    most = max(likeness.values(), default=0.0)
    if same or most >= least:
        return same[:1] or sorted(one for one in likeness if likeness[one] == most)
    begun = [choice for choice in names if choice.casefold().startswith(name.casefold())]
    return begun if len(begun) == 1 and len(name) >= FEWEST_LETTERS else []


def quote(text: str) -> str:
    r"""Return ``text`` in quotes, cut short if it is too long; a backslash is as it was typed.

    >>> print(quote("C:\\x"), quote("it's"), quote("a\nb"))
    'C:\x' "it's" 'a\nb'
    """
    return repr(_cut(text)).replace("\\\\", "\\")


def shorten(text: str) -> str:
    """Return ``text`` cut short for a message; in quotes only if it has unprintable characters."""
    short = _cut(text)
    return short if short.isprintable() else quote(short)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 3] + "…"


def describe_decoding_error(error: Exception) -> str:
    """Describe what is wrong with bytes whose decoding raised one of `MISWRITTEN`.

    >>> describe_decoding_error(msgspec.ValidationError("Expected `str`, got `int` - at `$.game`"))
    'something is missing or wrong in game'
    """
    if not isinstance(error, msgspec.ValidationError):
        return "it is cut off or garbled"
    _, _, place = str(error).rstrip("`").partition("at `$.")
    return f"something is missing or wrong in {place or 'it'}"


def in_utf_8(text: str) -> str:
    """Return ``text`` with a ? for each byte of a file name or a typed word that is not UTF-8.

    >>> in_utf_8("a\\udcff.yaml")
    'a?.yaml'
    """
    return text.encode(errors="replace").decode()


def printable(text: str) -> str:
    """Return ``text`` without what could move a terminal's cursor, change colours or reverse words.

    >>> printable("Ann\\x1b[31m")
    'Ann\ufffd[31m'
    >>> printable("Vol.\N{NO-BREAK SPACE}1"), printable("Zauber\N{SOFT HYPHEN}trank")
    ('Vol. 1', 'Zaubertrank')
    """
    return "".join([char if char.isprintable() else "\ufffd" for char in text.translate(SHOWN)])
