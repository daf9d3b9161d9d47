"""The filters, tests, functions and methods that templates may use, each paid for and limited."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from functools import partial
from typing import Any, cast
from xml.etree import ElementTree

from jinja2.filters import FILTERS
from jinja2.runtime import Context, LoopContext
from jinja2.tests import TESTS
from jinja2.utils import pass_context
from markupsafe import Markup

from card_data.limits import DIGITS, WIDEST_FILL
from card_data.problems import clip
from printkit.drawing.colour import tint
from printkit.errors import MarkupError
from printkit.templating.metering.meter import (
    NUMBERS,
    SHARE,
    TEXTS,
    Meter,
    checked_length,
    kind_of,
    printable,
)
from printkit.templating.xml import REASONS

RICH = frozenset(("a", "b", "i", "br", "icon"))
WRONG = Markup('<rich wrong="{}"/>')
TAG = re.compile(r"<[^<>]*>")
WIDTH = re.compile(r"%[^%a-zA-Z]*(?:\*|[0-9]{4})")  # of a format, and beyond `WIDEST_FILL`

CHEAP = frozenset(("abs", "count", "d", "default", "first", "last", "length", "rich", "tint"))
KEPT = CHEAP | frozenset(
    [
        *("batch", "capitalize", "center", "dictsort", "e", "escape", "float", "format", "groupby"),
        *("indent", "int", "items", "join", "list", "lower", "map", "max", "min", "reject"),
        *("rejectattr", "replace", "reverse", "round", "safe", "select", "selectattr", "slice"),
        *("sort", "string", "striptags", "sum", "title", "trim", "truncate", "unique", "upper"),
        *("wordcount",),
    ]
)
PRINTING = frozenset(  # filters that take their value as text
    [
        *("capitalize", "center", "e", "escape", "format", "indent", "lower", "replace", "safe"),
        *("string", "striptags", "title", "trim", "truncate", "upper", "wordcount"),
    ]
)
SEEKING = frozenset(("replace", "trim"))  # filters that look for a text in their value
LABOUR: Mapping[str, float] = {  # steps that filters cost in addition: each item, ...
    **dict.fromkeys(("dictsort", "groupby", "sort"), 4),
    **dict.fromkeys(("reject", "rejectattr", "select", "selectattr"), 2),
    **dict.fromkeys(("join", "map", "max", "min", "sum", "unique"), 1),
    "title": 0.5,  # ... or each character of a text
    "striptags": 0.25,
    "wordcount": 0.125,
}
PART = 16  # steps that each further part of `attribute="a.b"` costs, for each item
TAKEN: Mapping[str, Callable[[Context], tuple[Any, ...]]] = {  # by a filter before its value
    "": lambda context: (),
    "context": lambda context: (context,),
    "eval_context": lambda context: (context.eval_ctx,),
    "environment": lambda context: (context.environment,),
}
METHODS = {
    str: frozenset(
        [
            *("capitalize", "casefold", "count", "endswith", "find", "index", "isalnum"),
            *("isalpha", "isdecimal", "isdigit", "islower", "isspace", "istitle", "isupper"),
            *("lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rindex"),
            *("rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip"),
            *("swapcase", "title", "upper"),
        ]
    ),
    dict: frozenset(("get", "items", "keys", "values")),
    list: frozenset(("count", "index")),
    tuple: frozenset(("count", "index")),
    LoopContext: frozenset(("cycle", "changed")),
}


def all_filters(meter: Meter) -> dict[str, Callable[..., Any]]:
    """The filters that there are: those of Jinja2's that are of use in print, and ours."""
    own = {"rich": partial(rich, meter), "tint": tinted, "striptags": without_tags}
    every = FILTERS | own | {"format": formatted, "join": joined, "sum": summed}
    return {name: metered(meter, name, every[name]) for name in sorted(KEPT)}


def all_tests(meter: Meter) -> dict[str, Callable[..., Any]]:
    """Jinja2's tests."""
    return {name: metered_test(meter, cast(Any, test)) for name, test in TESTS.items()}


def metered(meter: Meter, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that is paid for by the sizes of what it takes and makes."""
    if name in CHEAP:
        return function
    taken = TAKEN[getattr(getattr(function, "jinja_pass_arg", None), "name", "")]
    check = CHECKS.get(name)
    labour = LABOUR.get(name, 0)

    @pass_context
    def run(context: Context, value: Any, *args: Any, **kwargs: Any) -> Any:
        if name in PRINTING:
            printable(value)
        value = meter.listed(value) if isinstance(value, Iterator) else meter.weighed(value)
        given = (*args, *kwargs.values()) if kwargs else args
        if given:
            meter.weighed(given)
        if name in SEEKING:
            meter.seek(given, value)
        if labour:
            meter.spend(laboured(labour, value, given))
        if check is not None:
            try:
                check(value, *args, **kwargs)
            except MarkupError as error:
                raise MarkupError(f"{name}: {error}") from None
        return meter.kept(function(*taken(context), value, *args, **kwargs))

    return run


def laboured(labour: float, value: Any, given: Iterable[Any]) -> int:
    """The steps of what a filter does with each item, and each part of an attribute's name."""
    if not isinstance(value, Sized):
        return 0
    if not isinstance(value, str):
        texts = [text for text in given if isinstance(text, str)]
        labour += PART * sum([text.count(".") + text.count(",") for text in texts])
    return int(labour * len(value))


def metered_test(meter: Meter, function: Callable[..., Any]) -> Callable[..., Any]:
    """A test that is paid for by the sizes of what it compares."""
    if function in (TESTS["defined"], TESTS["undefined"], TESTS["none"]):
        return function
    environment = getattr(function, "jinja_pass_arg", None) is not None

    @pass_context
    def run(context: Context, *values: Any) -> Any:
        meter.weighed(values)
        return function(context.environment, *values) if environment else function(*values)

    return run


# --- what they may not do


def check_fill(value: Any, count: Any = 0, *_: Any, **named: Any) -> None:
    """Refuse to fill up, or to divide, into too many."""
    for wide in (count, *named.values()):
        if isinstance(wide, int) and wide > WIDEST_FILL:
            raise MarkupError(f"found {wide}, expected at most {WIDEST_FILL:,}")


def check_indent(value: str, width: Any = 4, *_: Any, **named: Any) -> None:
    width = named.get("width", width)
    wide = len(width) if isinstance(width, str) else int(width)
    check_fill(value, wide)
    checked_length(len(value) + (value.count("\n") + 1) * wide, value)


def check_replace(value: Any, old: Any, new: Any, *_: Any, **__: Any) -> None:
    value, old, new = (str(printable(one)) for one in (value, old, new))
    times = value.count(old) if old else len(value) + 1
    checked_length(len(value) + times * len(new), value)


def check_round(value: Any, precision: Any = 0, *_: Any, **__: Any) -> None:
    if not abs(precision) <= DIGITS:
        raise MarkupError(f"found {precision}, expected at most {DIGITS} digits")


def check_truncate(
    value: Any, length: Any = 255, killwords: Any = False, end: Any = "...", *_: Any, **__: Any
) -> None:
    least = len(str(printable(end)))
    if type(length) is not int or length < least:
        raise MarkupError(f"found {printable(length)}, expected a whole number of at least {least}")


def check_trim(value: Any, chars: Any = None) -> None:
    check_fill(value, len(chars or ""))


CHECKS: Mapping[str, Callable[..., None]] = {
    "batch": check_fill,
    "center": check_fill,
    "indent": check_indent,
    "replace": check_replace,
    "round": check_round,
    "slice": check_fill,
    "trim": check_trim,
    "truncate": check_truncate,
}


def check_method(name: str, values: Iterable[Any]) -> None:
    """Refuse to look in a text for one that is too long."""
    for value in values:
        if isinstance(value, str) and len(value) > WIDEST_FILL:
            most = f"{WIDEST_FILL:,} characters"
            raise MarkupError(f"{name}: found a text of {len(value):,}, expected at most {most}")


# --- our own


def spanned(*limits: int) -> range:
    """Python's ``range``, not too long."""
    span = range(*limits)
    checked_length(len(span), span)
    return span


def formatted(text: str, *values: Any, **named: Any) -> str:
    """A text with values in the places of ``%s`` and its like."""
    if WIDTH.search(text):
        raise MarkupError(f"{clip(text)}: expected widths of at most {WIDEST_FILL - 1}, as digits")
    given = [value for value in (*values, *named.values()) if isinstance(value, str)]
    widest = max([WIDEST_FILL, *map(len, given)])
    checked_length(len(text) + text.count("%") * widest, text)
    shown = tuple(printable(value) for value in values)
    return text % ({name: printable(value) for name, value in named.items()} or shown)


@pass_context
def joined(
    context: Context, values: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> str:
    """Texts and numbers one after the other, with ``d`` between them."""
    parts = [printable(value) for value in mapped(context, values, attribute)]
    between = len(str(printable(d)))
    checked_length(sum([len(str(part)) + between for part in parts]), "")
    return cast(str, FILTERS["join"](context.eval_ctx, parts, d))


@pass_context
def summed(
    context: Context, values: Iterable[Any], attribute: str | int | None = None, start: float = 0
) -> float:
    """The sum of numbers."""
    total = start
    for value in mapped(context, values, attribute):
        if type(value) not in NUMBERS:
            raise MarkupError(f"sum: found {kind_of(value)}, expected numbers")
        total += value
    return total


def mapped(context: Context, values: Iterable[Any], attribute: str | int | None) -> Iterable[Any]:
    """The values, or that attribute of each."""
    if attribute is not None:
        values = context.environment.filters["map"](context, values, attribute=attribute)
    return values


def rich(meter: Meter, text: str) -> Markup:
    """A text of the data whose markup is kept: ``<b> <i> <br/> <icon name=…/>``.

    In place of a wrong text stands an element that says what is wrong, so that the reader
    blames it where the text is used.
    """
    if type(text) not in TEXTS:
        printable(text)
    plain = "<" not in text and "&" not in text
    meter.spend(len(text) // (SHARE if plain else 2))
    return Markup(text) if plain else marked_up(text)


def marked_up(text: str) -> Markup:
    """A text's markup, or an element that says what is wrong in it."""
    try:
        root = ElementTree.fromstring(f"<text>{text}</text>")
    except ElementTree.ParseError as error:
        reason = REASONS.get(error.code, str(error).split(":")[0])
        return WRONG.format(f"not well-formed: {reason} in {clip(text)}")
    for element in root.iter():
        if element is not root and element.tag not in RICH:
            wanted = "<b>, <i>, <br/>, <icon/> or <a>"
            return WRONG.format(f"<{element.tag}> in {clip(text)}: expected {wanted}")
    return Markup(text)


def tinted(colour: str, share: float) -> str:
    """`tint` of a text."""
    if type(colour) not in TEXTS:
        printable(colour)
    return tint(colour, share)


def without_tags(text: str) -> str:
    """A text without its markup, white space collapsed."""
    return Markup(" ".join(TAG.sub("", str(text)).split())).unescape()
