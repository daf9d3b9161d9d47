"""What a template may call: functions, filters, tests and methods, each by its name.

All of them take plain data and give plain data (`printkit.templating.plain`); what else a template
has, such as a macro or a namespace, they refuse before they look into it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from functools import wraps
from types import MappingProxyType
from typing import Any, NoReturn
from xml.etree import ElementTree

import jinja2
from jinja2.filters import FILTERS
from jinja2.runtime import Context
from jinja2.tests import TESTS
from jinja2.utils import Namespace, pass_context
from markupsafe import Markup, escape

from card_data.problems import clip
from printkit.drawing.colour import tint
from printkit.errors import MarkupError
from printkit.templating.plain import NUMBERS, TEXTS, Items, checked, kind_of
from printkit.templating.xml import REASONS

RICH = frozenset(("a", "b", "i", "br", "icon"))
WRONG = Markup('<rich wrong="{}"/>')
LONE = re.compile(r"&(?!#?\w{1,31};)|<(?![A-Za-z/!?])")
TAG = re.compile(r"<[^<>]*>")
LOOP = frozenset(  # what a template may know of a loop
    [
        *("index", "index0", "revindex", "revindex0", "first", "last", "length", "depth"),
        *("depth0", "previtem", "nextitem"),
    ]
)
OF_TEXTS = frozenset(
    [
        *("capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha"),
        *("isdecimal", "isdigit", "islower", "isspace", "istitle", "isupper", "lower", "lstrip"),
        *("partition", "removeprefix", "removesuffix", "rfind", "rindex", "rpartition", "rsplit"),
        *("rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper"),
    ]
)
OF_MAPPINGS = frozenset(("get", "items", "keys", "values"))
OF_LISTS = frozenset(("count", "index"))
METHODS: Mapping[type, frozenset[str]] = {
    **dict.fromkeys(TEXTS, OF_TEXTS),
    **dict.fromkeys((dict, MappingProxyType), OF_MAPPINGS),
    **dict.fromkeys((list, tuple, Items), OF_LISTS),
}
OF_JINJA = (  # those of Jinja2's filters that are of use in print
    *("abs", "batch", "capitalize", "center", "count", "d", "default", "dictsort", "e", "escape"),
    *("first", "float", "format", "groupby", "indent", "int", "items", "join", "last", "length"),
    *("list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round"),
    *("safe", "select", "selectattr", "slice", "sort", "string", "sum", "title", "trim"),
    *("truncate", "unique", "upper", "wordcount"),
)
PRINTED = frozenset(  # filters that take their value as text
    [
        *("capitalize", "center", "e", "escape", "format", "indent", "lower", "replace", "safe"),
        *("string", "striptags", "title", "trim", "truncate", "upper", "wordcount"),
    ]
)
DEFAULTS = ("d", "default")  # filters that take what there is not
CONCAT = "~"  # the filter, which no template can name, that `a ~ b` becomes


class Unprintable:
    """What a template may have but not print: Python would print where in memory it is."""

    def __str__(self) -> NoReturn:
        printable(self)
        raise AssertionError

    __repr__ = __format__ = __html__ = __str__  # type: ignore[assignment]


class Scope(Unprintable, Namespace):
    """``namespace(…)``: values that the blocks of a template may set."""


class Function(Unprintable):
    """A function that a template may call with plain data, as ``name(…)``."""

    def __init__(self, name: str, call: Callable[..., Any]) -> None:
        self.name, self.call = name, call

    def __call__(self, *args: Any, **named: Any) -> Any:
        checked(self.name, (*args, *named.values()))
        return listed(self.call(*args, **named))


def method(value: Any, name: str) -> Function | None:
    """A method of plain data, such as a text's ``upper``; None if templates may not call it."""
    if name not in METHODS.get(type(value), ()):
        return None
    return Function(name, getattr(value, name))


def listed(value: Any) -> Any:
    """A value, with its items if it is something that is gone through once."""
    return list(value) if isinstance(value, Iterator | ItemsView | KeysView | ValuesView) else value


def functions() -> dict[str, Any]:
    """The functions by their names. The values of a namespace are the template's own affair."""
    return {"range": Function("range", range), "dict": Function("dict", dict), "namespace": Scope}


def filters() -> dict[str, Any]:
    """The filters by their names: those of Jinja2's that are of use in print, and ours."""
    own = {"rich": rich, "tint": tinted, "striptags": without_tags, "join": joined, "sum": summed}
    every = {name: FILTERS[name] for name in OF_JINJA} | own
    return {name: guarded(name, one) for name, one in every.items()} | {CONCAT: concatenated}


def tests() -> dict[str, Any]:
    """Jinja2's tests by their names."""
    asks = ("defined", "undefined", "none")  # about a value of any kind
    kept = TESTS.keys() - {"callable", "escaped", *asks}
    return {name: guarded(name, TESTS[name]) for name in sorted(kept)} | {
        name: TESTS[name] for name in asks
    }


def guarded(name: str, function: Any) -> Any:
    """A filter or a test that takes plain data alone, and gives lists in place of generators."""
    passed = int(hasattr(function, "jinja_pass_arg"))  # Jinja2's own context comes first

    @wraps(function)
    def run(*args: Any, **named: Any) -> Any:
        values = args[passed:]
        asks = name in DEFAULTS and isinstance(values[0], jinja2.Undefined)
        checked(name, (*values[asks:], *named.values()))
        if name in PRINTED:
            printable(values[0])
        return listed(function(*args, **named))

    return run


# --- what can be printed


def printable(value: Any) -> Any:
    """``value`` if it is a text or a number, which can be printed; else `MarkupError`."""
    kind = type(value)
    if kind in TEXTS or kind is int:
        return value
    if kind is float:
        if value - value == 0:  # neither infinite nor no number
            return value
        raise MarkupError("found a number that is too large to print")
    if isinstance(value, jinja2.Undefined):
        value._fail_with_undefined_error()
    raise MarkupError(f"found {kind_of(value)}, expected a text or a number to print")


def concatenated(*values: Any) -> str:
    """Texts and numbers one after the other: ``a ~ b``."""
    if any(type(value) is Markup for value in values):
        return Markup("").join(map(printable, values))
    return "".join([str(printable(value)) for value in values])


@pass_context
def joined(
    context: Context, values: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> str:
    """Texts and numbers one after the other, with ``d`` between them."""
    parts = [printable(value) for value in each(context, values, attribute)]
    text: str = FILTERS["join"](context.eval_ctx, parts, printable(d))
    return text


@pass_context
def summed(
    context: Context, values: Iterable[Any], attribute: str | int | None = None, start: float = 0
) -> float:
    """The sum of numbers."""
    total = start
    for value in each(context, values, attribute):
        if type(value) not in NUMBERS:
            raise MarkupError(f"sum: found {kind_of(value)}, expected numbers")
        total += value
    return total


def each(context: Context, values: Iterable[Any], attribute: str | int | None) -> Iterable[Any]:
    """The values, or that attribute of each."""
    return values if attribute is None else FILTERS["map"](context, values, attribute=attribute)


# --- our own


def rich(text: str) -> Markup:
    """A text of the data whose markup is kept: ``<b> <i> <br/> <icon name=…/>``.

    In place of a wrong text stands an element that says what is wrong, so that the reader
    blames it where the text is used.
    """
    printable(text)
    return Markup(text) if "<" not in text and "&" not in text else marked_up(text)


def marked_up(text: str) -> Markup:
    """A text's markup, or an element that says what is wrong in it.

    A sign that can begin neither an element nor a character's name is itself, as in "R & D".
    """
    text = LONE.sub(lambda found: escape(found[0]), text)
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
    return tint(printable(colour), share)


def without_tags(text: str) -> str:
    """A text without its markup, white space collapsed."""
    return Markup(" ".join(TAG.sub("", str(text)).split())).unescape()
