"""The filters and tests that templates may call: those of Jinja2 that are of use in print, and
filters of our own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

import jinja2
from jinja2.filters import FILTERS, make_multi_attrgetter
from jinja2.tests import TESTS
from jinja2.utils import Namespace
from markupsafe import Markup

from printkit.drawing.colour import tint
from printkit.errors import MarkupError
from printkit.templating.markup import marked_up
from printkit.templating.plain import TEXTS, Blank, kind_of

TAG = re.compile(r"<[^<>]*>")
OF_JINJA = (
    *("abs", "capitalize", "center", "count", "d", "default", "dictsort", "e", "escape", "first"),
    *("float", "format", "groupby", "indent", "int", "join", "last", "length", "list", "lower"),
    *("replace", "round", "safe", "string", "title", "trim", "truncate", "upper", "wordcount"),
)
COMPARING = ("max", "min", "sort", "sum")
LAZY = (  # those whose items come one by one
    *("batch", "items", "map", "reject", "rejectattr", "reverse", "select", "selectattr", "slice"),
    "unique",
)


def functions() -> dict[str, Any]:
    return {"range": range, "dict": dict, "namespace": Namespace}


def filters() -> dict[str, Any]:
    own = {"rich": rich, "tint": tinted, "striptags": without_tags}
    return (
        {name: FILTERS[name] for name in OF_JINJA}
        | {name: past_blanks(FILTERS[name]) for name in COMPARING}
        | {name: listed(FILTERS[name]) for name in LAZY}
        | own
    )


def listed(lazy: Callable[..., Any]) -> Callable[..., list[Any] | str]:
    """Return a filter whose items are a list, which has a length and the same text in each run."""

    @wraps(lazy)
    def eager(*given: Any, **named: Any) -> list[Any] | str:
        found = lazy(*given, **named)
        return found if isinstance(found, str) else list(found)

    return eager


def past_blanks(work: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter that passes over items that are blank, or whose ``attribute`` is; a list that
    it sorts ends with them."""
    known = signature(work)

    @jinja2.pass_environment
    @wraps(work)
    def passing(environment: jinja2.Environment, items: Any, *given: Any, **named: Any) -> Any:
        attribute = known.bind(environment, items, *given, **named).arguments.get("attribute")
        keys = make_multi_attrgetter(environment, attribute)
        parts: tuple[list[Any], list[Any]] = [], []
        for item in items:
            parts[None in keys(item)].append(item)
        found = work(environment, parts[0], *given, **named)
        return [*found, *parts[1]] if work is FILTERS["sort"] else found

    return passing


def tests() -> dict[str, Any]:
    known = {name: test for name, test in TESTS.items() if name not in ("callable", "escaped")}
    return {**known, "none": lambda value: value is None or type(value) is Blank}


def printable(value: Any) -> Any:
    """Return ``value`` if it is a text or a number, which can be printed; else `MarkupError`."""
    kind = type(value)
    if kind in TEXTS or kind is int:
        return value
    if kind is Blank:
        return ""
    if kind is float:
        if value - value == 0:  # neither infinite nor no number
            return value
        raise MarkupError("found a number that is too large to print")
    if isinstance(value, jinja2.Undefined):
        value._fail_with_undefined_error()
    raise MarkupError(f"found {kind_of(value)}, expected a text or a number to print")


def rich(text: str) -> Markup:
    """Return a text of the data with its markup, as `marked_up` reads it.

    In place of a wrong text stands an element that says what is wrong, so that the reader
    blames it where the text is used.
    """
    text = str(printable(text))
    return Markup(text) if "<" not in text and "&" not in text else marked_up(text)


def tinted(colour: str, share: float) -> str:
    """`tint` of a text."""
    return tint(printable(colour), share)


def without_tags(text: str) -> str:
    """Return a text without its markup, white space collapsed."""
    return Markup(" ".join(TAG.sub("", str(printable(text))).split())).unescape()
