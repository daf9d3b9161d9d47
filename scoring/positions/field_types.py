"""The declared types of the values in a position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter

import msgspec
from msgspec import inspect

from card_data.reading.decode import WHOLE, bare_type
from card_data.reading.documents import NULLS
from card_data.scoresheet.table import FALSE, NONE, NOT_PLAYED, TRUE

HEAD = ("game", "running")  # what no sheet has a field for
PLACE = re.compile("[0-9]{1,3}")  # in a list
DASHES = ("-", "–", "—", "−")


def step_into(info: inspect.Type, step: str) -> inspect.Type | None:
    """Return the type that ``step`` leads to inside a type, or None."""
    if isinstance(info, inspect.StructType):
        return next((part.type for part in info.fields if part.name == step), None)
    if isinstance(info, inspect.DictType):
        return info.value_type if accepts(bare_type(info.key_type), step) else None
    if isinstance(info, inspect.VarTupleType):
        return info.item_type if PLACE.fullmatch(step) else None
    return None


def names_in(info: inspect.Type) -> list[str]:
    """Return the allowed names inside a value of a type, if they are fixed."""
    if isinstance(info, inspect.StructType):
        return [part.name for part in info.fields]
    keys = bare_type(info.key_type) if isinstance(info, inspect.DictType) else None
    return [str(value) for value in keys.values] if isinstance(keys, inspect.LiteralType) else []


def accepts(info: inspect.Type, text: str) -> bool:
    """Check whether a text can be a value of a simple type."""
    if isinstance(info, inspect.IntType):
        return WHOLE.fullmatch(text) is not None
    if isinstance(info, inspect.LiteralType):
        return text in map(str, info.values)
    if isinstance(info, inspect.BoolType):
        return text in (TRUE, FALSE)
    return text not in NULLS


def may_be_left_out(part: inspect.Field) -> bool:
    """Check whether a missing value is no open answer, since its default is UNSET."""
    unset = part.default is msgspec.NODEFAULT and part.default_factory is msgspec.NODEFAULT
    return unset and not part.required


def optional(part: inspect.Field) -> bool:
    """Check whether a missing value has a default of its own, and is no open answer."""
    return part.default is not None


def is_marks(info: inspect.Type) -> bool:
    """Check whether a type is that of a row of check boxes
    (`scoring.positions.positions.Marks`)."""
    if isinstance(info, inspect.UnionType):
        return any(is_marks(kind) for kind in info.types)
    return isinstance(info, inspect.Metadata) and bool((info.extra or {}).get("marks"))


def fixed_length(info: inspect.Type) -> tuple[int, bool]:
    """Return how many places a list of fixed length has, 0 for any other list, and whether all of
    them may be left empty (`scoring.scoresheet.position_type`)."""
    if isinstance(info, inspect.UnionType):
        return max(map(fixed_length, info.types), key=itemgetter(0))
    extra = (info.extra or {}) if isinstance(info, inspect.Metadata) else {}
    return extra.get("places", 0), extra.get("optional", False)


def parts_of(info: inspect.Type) -> Sequence[inspect.Type]:
    """Return the types of which a value has one."""
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def nobody_in(info: inspect.Type) -> str:
    """Return the word for nobody at a place where a player is named
    (`scoring.positions.positions.Owner`); empty if there is none."""
    extras = [one.extra or {} for one in parts_of(info) if isinstance(one, inspect.Metadata)]
    return next((extra["nobody"] for extra in extras if "nobody" in extra), "")


def meant(text: str, info: inspect.Type) -> str:
    """Return what a written text stands for at a place of this type: a dash for a round that was
    not played, for nobody or for the choice none, any other text for itself."""
    kinds = [one for one in parts_of(info) if isinstance(one, inspect.LiteralType)]
    words = [nobody_in(info), *[str(word) for one in kinds for word in one.values]]
    if text not in DASHES or text in words:
        return text
    return next((one for one in (NOT_PLAYED, words[0], NONE) if one and one in words), text)
