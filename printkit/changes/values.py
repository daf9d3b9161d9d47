"""Values of two models side by side: which of them are different, and what they are in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from card_data.descriptions import described
from card_data.documents import Steps, followed
from printkit.changes.records import Change

MISSING: Any = object()


def differences(before: Any, after: Any, path: Steps = ()) -> Iterator[tuple[Steps, Any, Any]]:
    """The paths at which two values differ, with what stands there; `MISSING` where nothing does.

    Lists of the same length differ place by place, others as a whole.
    """
    if before == after and type(before) is type(after):
        return
    old, new = parts(before), parts(after)
    lists = [isinstance(one, tuple | list) for one in (before, after)]
    if old is None or new is None or lists[0] != lists[1] or (all(lists) and len(old) != len(new)):
        yield path, before, after
        return
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key, MISSING), new.get(key, MISSING)
        if MISSING in (one, other):
            yield (*path, key), one, other
        else:
            yield from differences(one, other, (*path, key))


def parts(value: Any) -> Mapping[Any, Any] | None:
    """What is in a model, a mapping or a list, by its name or its place; None for a plain value."""
    if isinstance(value, msgspec.Struct):
        return {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return value
    if isinstance(value, tuple | list):
        return dict(enumerate(value))
    return None


def changes(before: Any, after: Any, within: Any = None) -> tuple[Change, ...]:
    """All that is different in two values; ``within`` as for `change`."""
    return tuple(change(path, old, new, within) for path, old, new in differences(before, after))


def change(path: Steps, before: Any, after: Any, within: Any = None) -> Change:
    """A difference, as people read it; ``within`` is the model that the path leads into."""
    return Change(followed(path), worded(before), worded(after), about(within, path))


def worded(value: Any) -> str | None:
    """A value as people read it; None for what is not there.

    >>> worded(True), worded(2.50), worded((1, 4)), worded({"two": 3})
    ('yes', '2.5', '1, 4', 'two: 3')
    """
    if value is MISSING or value is None:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, str | int):
        return str(value).replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else value
    if isinstance(value, Sequence):
        return ("; " if any(map(parts, value)) else ", ").join(worded(one) or "" for one in value)
    inside = (parts(value) or {}).items()
    return ", ".join(f"{key}: {worded(one)}" for key, one in inside if one not in (None, ""))


def descriptions(model: Any, path: Steps) -> Iterator[str]:
    """What models say of each step of a path that they describe."""
    for step in path:
        if isinstance(model, msgspec.Struct) and (said := described(type(model)).get(str(step))):
            yield said
        model = (parts(model) or {}).get(step)


def about(model: Any, path: Steps) -> str:
    """What the value at a path of a model is, by the last description on the way to it; empty if
    there is none, or if that says no more than the name.

    >>> from card_data.model import Players
    >>> about(Players(2, 4), ("max",))
    'the most players'
    """
    words = next(reversed([*descriptions(model, path)]), "").rstrip(".")
    words = words[:1].lower() + words[1:] if words[1:2].islower() else words
    bare = words.removeprefix("its ").removeprefix("the ").casefold()
    names = [step for step in path if isinstance(step, str)]
    return "" if names and bare == names[-1].replace("_", " ").casefold() else words
