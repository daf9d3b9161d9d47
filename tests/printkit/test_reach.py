"""The objects that templates can reach, visited as a template's code would: all are plain data, and
nothing can be called but what is registered.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import jinja2
import pytest

import card_data
from printkit.errors import MarkupError
from printkit.templating.plain import SCALARS, Blank, Function, Items, Record, plain
from tests.docs.made import templates

CHANGES = ("clear", "pop", "popitem", "update", "setdefault", "append", "extend", "insert", "sort")
HIDDEN = (
    "__class__", "__init__", "__dict__", "__globals__", "__subclasses__", "__struct_fields__",
    "_of", "_names", "_values", "names", "under", "drawn", "of", "facts_of", "rows", "folder",
    "format", "format_map", "mro", "copy", "encode", *CHANGES,
)  # fmt: skip


@pytest.mark.parametrize("game", card_data.names())
def test_templates_reach_plain_data_that_cannot_change(game: str) -> None:
    sandbox = templates(game).environment
    left = [*templates(game).words.values()]
    seen: dict[int, Any] = {}
    while left:
        value = left.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        if isinstance(value, Record):
            left += [sandbox.getattr(value, name) for name in value.names()]
        elif isinstance(value, MappingProxyType):
            left += [*value, *(sandbox.getitem(value, key) for key in value)]
        elif isinstance(value, Items):
            left += [sandbox.getitem(value, place) for place in range(len(value))]
        else:
            assert type(value) in SCALARS | {range, Blank}, value
    assert len(seen) > 100
    for kind, value in {type(value): value for value in seen.values()}.items():
        for name in {*dir(kind), *HIDDEN}:
            found = reached(sandbox, value, name)
            if kind is Record or name.startswith("_") or name in CHANGES:
                assert found is None, (kind, name)
            else:
                assert found is None or type(found) in SCALARS | {Function}, (kind, name)
    for value in templates(game).words.values():
        if isinstance(value, Record):
            with pytest.raises((AttributeError, TypeError)):
                value[value.names()[0]] = 1  # type: ignore[index]
        else:
            with pytest.raises(TypeError):
                value["new"] = 1


def reached(sandbox: Any, value: Any, name: str) -> object:
    """Return what a template gets for ``value.name``, or for ``value[name]``; None for nothing."""
    for ask in (sandbox.getattr, sandbox.getitem):
        try:
            found = ask(value, name)
        except MarkupError:  # there is nothing in what is blank
            assert isinstance(value, Blank)
            continue
        if not isinstance(found, jinja2.Undefined):
            return found
    return None


def test_records_of_one_thing_are_one() -> None:
    """However a template came to it, and for ``unique`` too, which goes by hashes."""
    made = templates("winstons_archive")
    head, other = card_data.load("winstons_archive").head, card_data.load("dice_archive").head
    words = made.words | {"first": plain(head), "again": plain(head), "other": plain(other)}
    shown = made.environment.from_string(
        "{{ 'yes' if first == again else 'no' }} {{ 'yes' if first == other else 'no' }}"
    )
    assert shown.render(words) == "yes no"
    unique = made.environment.from_string("{{ [first, again, other]|unique|list|length }}")
    assert unique.render(words) == "2"


def test_what_filters_give() -> None:
    for text, shown in (
        ("{{ data.books[:3]|sum(attribute='copies') }}", "3"),
        ("{{ data.sets[:3]|join('-', attribute='id') }}", "A-B-C"),
        ("{{ 'a<b>b</b>'|rich }}", "a<b>b</b>"),
        ("{{ '<em>a</em>'|rich }}", "<i>a</i>"),
    ):  # fmt: skip
        made = templates("winstons_archive")
        assert made.environment.from_string(text).render(made.words) == shown


def test_what_is_not_there_or_cannot_be_printed_is_named() -> None:
    for text, said in (
        ("{{ game['nothing'] }}", "unknown name 'nothing' (known: entries, head, "),
        ("{{ 'abc'['nothing'] }}", "unknown name 'nothing'"),
        ("{{ data.books[0:9]['nothing'] }}", "unknown name 'nothing'"),
        ("{{ data.books[99999] }}", "there is no item 99999: the list has 27"),
        ("{{ {'a': 1}['b'] }}", "unknown name 'b' (known: a)"),
        ("{{ (w * 1e200) * 1e200 }}", "found a number that is too large to print"),
    ):
        made = templates("winstons_archive")
        with pytest.raises(MarkupError) as raised:
            made.environment.from_string(text).render(made.words | {"w": 63})
        assert str(raised.value).startswith(said)
