"""Values in texts: ``{deck.cards}`` in a text of the data becomes the number of cards, and
``{deck.cards card}`` that with its noun, in the singular or the plural."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import Any

import msgspec

from card_data.limits import LONGEST_VALUE
from card_data.model import Option
from card_data.problems import (
    MOST_LISTED,
    did_you_mean,
    quote,
    shorten,
)
from card_data.reading.decode import Mismatch
from card_data.text import plural

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
EXAMPLE = "example."  # begins the names of what is known only once an example has been played


def look_up(name: str, words: Mapping[str, Any]) -> Any:
    """The value ``a.b`` of ``words``: a number, a text, a flag, or None for what there is not.

    Only plain look-ups: no methods, no attributes that start with an underscore. Raise `Mismatch`
    if ``name`` is not that of a single value.
    """
    value: Any = words
    for step in name.split("."):
        known = names_in(value)
        if step in known:
            value = value[step] if isinstance(value, Mapping) else getattr(value, step)
        elif step.isidentifier() and not step.startswith("_") and hasattr(value, step):
            value = getattr(value, step)  # a property of a model
        else:
            last = name.rpartition(".")[2]
            if step != last and last in names_in(words):  # as in {card.cost}
                raise Mismatch(f"no such value; did you mean {last}?")
            raise Mismatch(f"no such value{did_you_mean(step, known)}")
    if isinstance(value, msgspec.Struct | dict | list | tuple) or callable(value):
        inside = ", ".join(f"{name}.{step}" for step in islice(names_in(value), MOST_LISTED))
        raise Mismatch("several values, expected one" + (f" of {inside}" if inside else ""))
    return value


def names_in(value: Any) -> Collection[str]:
    """The names of what is in a model or a mapping; none of anything else."""
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    return value.keys() if isinstance(value, Mapping) else ()


def filler(words: Mapping[str, Any], later: tuple[str, ...] = ()) -> Callable[[str], str]:
    """A function that replaces each ``{a.b}`` in a text by that value of ``words``.

    Names that start with one of ``later`` stay as they are.

    It raises `Mismatch` for a placeholder that names no single value, and for a text that grows too
    long.
    """

    def shown(match: re.Match[str]) -> str:
        if match[1].startswith(later):
            return match[0]
        name, _, noun = match[1].partition(" ")
        try:
            value = look_up(name, words)
            if value is None:
                raise Mismatch("it has no value in this game")
            written = with_noun(value, noun) if noun else str(value)
        except Mismatch as error:
            raise type(error)(f"{shorten(match[0])}: {error}") from None
        return written.replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else written

    def fill(text: str) -> str:
        if "{" not in text:
            return text
        filled = PLACEHOLDER.sub(shown, text)
        if len(filled) > LONGEST_VALUE:
            found = f"found {len(filled):,} characters with its values filled in"
            raise Mismatch(f"{found}, expected at most {LONGEST_VALUE:,}")
        return filled

    return fill


def with_noun(value: Any, noun: str) -> str:
    """A number with its noun, whose plural may stand after a slash; raise `Mismatch` for what is no
    number.

    >>> with_noun(1, "real book"), with_noun(2, "real book"), with_noun(2, "copy/copies")
    ('1 real book', '2 real books', '2 copies')
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise Mismatch(f"found {quote(str(value))}, expected a number before {quote(noun)}")
    one, _, several = noun.partition("/")
    return plural(value, one, several)


def option_words(options: Mapping[str, Option[Any]]) -> dict[str, Any]:
    """Return what aids say of the house rules, for texts to name as ``{options.NAME}``."""
    return {"options": {name: option.words() for name, option in options.items()}}
