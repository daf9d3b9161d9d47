"""Documents to typed data: every problem of a document at once, each with its line.

The values of a document are read against the type of a model. Texts are read by what the model
expects, not by YAML 1.1's guesses: a player may be called ``No``, and ``010`` is ten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar, cast

import yaml
from msgspec import inspect

from card_data.limits import LARGEST_VALUE, LONGEST_VALUE, MOST_ENTRIES
from card_data.problems import (
    DataError,
    Problems,
    closest_name,
    did_you_mean,
    quote,
    shorten,
)
from card_data.reading.documents import NULLS, Document, Quoted, Steps, describe_value
from card_data.text import plural

T = TypeVar("T")
Fields = dict[str, inspect.Field]

WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
DIGITS = re.compile(r"[-+]?[0-9]+")
UNSPACED = re.compile("[^:]+:[^:/]+")  # a key with its value, as in A:2
NUMBER = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]{1,18})?")
MANY = 10_000  # from there on the digits of a number are set in threes
NUMBERS = inspect.IntType | inspect.FloatType
LISTS = inspect.ListType | inspect.VarTupleType
SCALARS = frozenset(
    (inspect.StrType, inspect.IntType, inspect.FloatType, inspect.BoolType, inspect.LiteralType)
)
FEW = 8  # fields that a message can list
LETTERS = str.maketrans("OoIl", "0011")  # that are typed for digits
FLAGS = {
    **dict.fromkeys(("true", "True", "yes", "Yes", "on", "On"), True),
    **dict.fromkeys(("false", "False", "no", "No", "off", "Off"), False),
}


@lru_cache(maxsize=64)  # those of games come and go with them
def type_info(kind: Any) -> inspect.Type:
    """Return msgspec's description of a type. It is cached: making it takes as long as reading the
    rows of a model."""
    return inspect.type_info(kind)


class Mismatch(Exception):
    """A value that the model does not accept; the message says what was expected."""


class Decoder:
    """Decodes a document as a model and collects every problem.

    ``fill`` replaces the placeholders of each text, and raises `Mismatch` for one that it cannot
    fill. With ``partly``, a model with problems is decoded as far as possible, with None for the
    rest; ``unreadable`` has the paths of that.
    """

    def __init__(
        self,
        document: Document,
        fill: Callable[[str], str] = str,
        problems: Problems | None = None,
        *,
        partly: bool = False,
    ) -> None:
        self.document, self.fill, self.partly = document, fill, partly
        self.problems = Problems() if problems is None else problems
        self.unreadable: set[Steps] = set()
        self.fields: dict[type, Fields] = {}  # looked up once, not for each row

    def read(self, kind: type[T]) -> T | None:
        """Decode the document as a ``kind``; None if it has problems, which `problems` then has."""
        before = len(self.problems)
        for path, message, mark in self.document.flaws:
            place = self.document.place(path)
            place["line"], place["column"] = mark.line + 1, mark.column + 1
            self.problems.add(message, **place)
            self.unreadable.add(path)
        value = self.value(self.document.root, type_info(cast(Any, kind)), ())
        return value if self.partly or len(self.problems) == before else None

    def add_error(self, path: Steps, message: str, *, key: bool = False) -> None:
        """Add a problem with the value at ``path``, or with its ``key``."""
        self.unreadable.add(path)
        self.problems.add(message, **self.document.place(path, key=key))

    def value(self, found: Any, declared: inspect.Type, path: Steps) -> Any:
        """Decode what was ``found`` as its ``declared`` type; None, with a problem, if it fails."""
        info = unwrapped(declared)
        if type(info) in SCALARS:  # most values by far
            try:
                return self.scalar(found, declared)
            except Mismatch as error:
                return self.add_error(path, str(error))
        if isinstance(info, inspect.UnionType):
            return self._union(found, info, path)
        if isinstance(info, inspect.StructType):
            return self._model(found, info, path)
        if isinstance(info, inspect.DictType):
            return self._mapping(found, declared, info, path)
        if isinstance(info, LISTS):
            return self._sequence(found, info, path)
        assert isinstance(info, inspect.AnyType)
        return self._anything(found, path)

    def _union(self, found: Any, info: inspect.UnionType, path: Steps) -> Any:
        """None, where that may be, else the type that suits: of a text or a model, or a mapping,
        the one that the value looks like; beside a text or a number, a word of its own."""
        if found is None and any(isinstance(kind, inspect.NoneType) for kind in info.types):
            return None
        others = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
        is_single = isinstance(found, str)
        if len(others) > 1 and all(map(is_scalar, others)):
            return self._word_or_scalar(found, others, path)
        suited = (kind for kind in others if is_single == is_scalar(kind))
        return self.value(found, next(suited, others[0]), path)

    def _word_or_scalar(self, found: Any, kinds: Sequence[inspect.Type], path: Steps) -> Any:
        """One of the words of the last of several types, or a value of the first."""
        words = unwrapped(kinds[-1])
        if isinstance(words, inspect.LiteralType) and found in words.values:
            return str(found)
        try:
            return self.scalar(found, kinds[0])
        except Mismatch as error:
            wanted = " or ".join(map(expected, kinds))
            return self.add_error(path, str(error).replace(expected(kinds[0]), wanted, 1))

    def _model(self, found: Any, info: inspect.StructType, path: Steps) -> Any:
        fields = self._fields(info)
        if not isinstance(found, dict):
            names = f" ({', '.join(fields)})" if 0 < len(fields) <= FEW else ""
            self.add_error(
                path, f"found {describe_value(found)}, expected a mapping of fields{names}"
            )
        if not isinstance(found, dict) or self._too_many(found, None, path):
            return self._rest(info, {})
        values: dict[str, Any] = {}
        before = len(self.problems)
        misspelt: set[str] = set()
        last: Any = None
        for key, value in self._pairs(found, path):
            if key not in fields:
                known = getattr(info.cls, "mistaken", {}).get(key)
                message = known or f"unknown key{did_you_mean(key, fields)}"
                if value is None and not key.isidentifier():  # the end of a text, behind its comma
                    decimal = "decimals have a point, as in 2.5"
                    quotes = "a text with a comma goes in quotes"
                    cut = key.isdecimal() and str(last).isdecimal()
                    message = f"unknown key: {decimal if cut else quotes}"
                self.add_error((*path, key), message, key=True)
                meant = closest_name(key, fields)
                misspelt.add(meant)
                self.unreadable.add((*path, meant))
                continue
            values[fields[key].name] = self.value(value, fields[key].type, (*path, key))
            last = value
        for name, known in fields.items():
            if known.required and name not in found and name not in misspelt:
                self.add_error(path, f"key {name} is missing: expected {expected(known.type)}")
        if len(self.problems) > before:
            return self._rest(info, dict.fromkeys(misspelt & fields.keys()) | values)
        return info.cls(**values)

    def _rest(self, info: inspect.StructType, values: dict[str, Any]) -> Any:
        """A model that has problems, if what could be read of it makes one."""
        needed = {known.name for known in info.fields if known.required}
        return info.cls(**values) if self.partly and needed <= values.keys() else None

    def _fields(self, info: inspect.StructType) -> Fields:
        """The fields of a model by their names in the file."""
        if info.cls not in self.fields:
            self.fields[info.cls] = {known.encode_name: known for known in info.fields}
        return self.fields[info.cls]

    def _pairs(self, found: dict[str, Any], path: Steps) -> Iterator[tuple[str, Any]]:
        """The entries of a mapping, but those in which a key is written with its value."""
        for key, value in found.items():
            if value is None and is_unspaced(key):
                message = f"found {shorten(key)}, expected a space after the colon"
                self.add_error((*path, key), message, key=True)
                self.unreadable.add(path)
            else:
                yield key, value

    def _mapping(
        self, found: Any, declared: inspect.Type, info: inspect.DictType, path: Steps
    ) -> Any:
        if not isinstance(found, dict):
            message = f"found {describe_value(found)}, expected {expected(declared)}"
            return self.add_error(path, message)
        self._require(found, info.min_length, path)
        if self._too_many(found, info.max_length, path):
            return None
        values: dict[Any, Any] = {}
        wrong = False
        for name, inner in self._pairs(found, path):
            try:
                key = self.scalar(name, info.key_type, is_key=True)
            except Mismatch as error:
                self.add_error((*path, name), f"wrong key: {error}", key=True)
                self.unreadable.add(path)
                wrong = True
                continue
            if key in values:
                self.add_error((*path, name), f"duplicate key: {name} is {key} again", key=True)
            values[key] = self.value(inner, info.value_type, (*path, name))
        return None if wrong else values

    def _sequence(
        self, found: Any, info: inspect.ListType | inspect.VarTupleType, path: Steps
    ) -> Any:
        if not isinstance(found, list):
            of_models = isinstance(unwrapped(info.item_type), inspect.StructType | inspect.DictType)
            example = ", as in [a, b]" if isinstance(found, str) and not of_models else ""
            if isinstance(found, dict) and of_models:
                example = ": begin each entry with a dash"
            return self.add_error(path, f"found {describe_value(found)}, expected a list{example}")
        self._require(found, info.min_length, path)
        if self._too_many(found, info.max_length, path):
            return None
        kind = info.item_type
        values = [self.value(one, kind, (*path, index)) for index, one in enumerate(found)]
        return values if isinstance(info, inspect.ListType) else tuple(values)

    def _require(self, found: Any, least: int | None, path: Steps) -> None:
        """Report a list or a mapping with too few entries."""
        if len(found) < (least or 0):
            entries = plural(len(found), "entry", "entries")
            self.add_error(path, f"found {entries}, expected at least {least}")

    def _too_many(self, found: Any, most: int | None, path: Steps) -> bool:
        """Whether a list or a mapping has too many entries, which is a problem."""
        most = MOST_ENTRIES if most is None else most
        if len(found) > most:
            self.add_error(path, f"found {len(found):,} entries, expected at most {most:,}")
        return len(found) > most

    def _anything(self, found: Any, path: Steps) -> Any:
        if isinstance(found, dict | list) and self._too_many(found, None, path):
            return None
        if isinstance(found, dict):
            pairs = self._pairs(found, path)
            return {str(key): self._anything(one, (*path, key)) for key, one in pairs}
        if isinstance(found, list):
            return [self._anything(one, (*path, index)) for index, one in enumerate(found)]
        try:
            return None if found is None else _guess(found)
        except Mismatch as error:
            return self.add_error(path, str(error))

    def scalar(self, found: Any, declared: inspect.Type, *, is_key: bool = False) -> Any:
        """Decode a text, a number or a flag; raise `Mismatch` for any other value."""
        info = unwrapped(declared)
        plain = not isinstance(found, Quoted)
        if not isinstance(found, str) or (plain and found in NULLS):  # a key is never None
            there = describe_value(None if isinstance(found, str) else found)
            raise Mismatch(f"found {there}, expected {expected(declared)}")
        if isinstance(info, inspect.StrType):
            _limit_length(found, info.max_length)
            if info.pattern is not None and not re.fullmatch(info.pattern, found):
                message = f"found {quote(str(found))}, expected {expected(declared)}"
                plainer = re.sub(r"\W+", "_", found.lower()).strip("_")
                likely = [plainer] if re.fullmatch(info.pattern, plainer) else []
                raise Mismatch(message + did_you_mean(found, likely, listed=False))
            return self.fill(str(found))
        unsigned = without_sign(found, declared)
        loose = plain or is_key or unsigned != found  # JSON quotes every key, and "x3"
        number: float | None = None
        if isinstance(info, inspect.IntType) and loose and WHOLE.fullmatch(unsigned):
            number = int(unsigned)
        if isinstance(info, inspect.FloatType) and plain and NUMBER.fullmatch(found):
            number = float(found)
        if isinstance(info, NUMBERS) and number is not None and within(number, info):
            return number
        if isinstance(info, inspect.BoolType) and plain and found in FLAGS:
            return FLAGS[found]
        if isinstance(info, inspect.LiteralType) and found in info.values:
            return str(found)
        show = shorten if plain and found[-1:] not in ",;.:" else quote
        beyond = isinstance(info, NUMBERS) and info.le == LARGEST_VALUE and DIGITS.fullmatch(found)
        message = f"found {show(str(found))}, expected {expected(info if beyond else declared)}"
        if isinstance(info, inspect.LiteralType):
            message = message + did_you_mean(found, info.values, listed=False)
        elif isinstance(info, NUMBERS) and not loose:
            message += " without quotes"
        elif isinstance(info, NUMBERS) and WHOLE.fullmatch(digits := found.translate(LETTERS)):
            message += f"; did you mean {digits}?" if digits != found else ""
        raise Mismatch(message)


def unwrapped(declared: inspect.Type) -> inspect.Type:
    """Return a type without its ``Meta``."""
    return declared.type if isinstance(declared, inspect.Metadata) else declared


def bare_type(info: inspect.Type) -> inspect.Type:
    """A type without its description, and without None."""
    if isinstance(info, inspect.Metadata):
        return bare_type(info.type)
    if isinstance(info, inspect.UnionType):
        return bare_type(next(one for one in info.types if not isinstance(one, inspect.NoneType)))
    return info


def item_of(declared: inspect.Type) -> inspect.Type | None:
    """The type of what is in a list; None for any other type."""
    info = bare_type(declared)
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        return info.item_type
    return None


def is_scalar(declared: inspect.Type) -> bool:
    """Whether a value of this type is a text, a number or a flag."""
    return type(unwrapped(declared)) in SCALARS


def without_sign(text: str, declared: inspect.Type) -> str:
    """Return a number without the sign that its ``Meta`` allows before it: 3 of ``x3``."""
    signs = (declared.extra or {}).get("signs") if isinstance(declared, inspect.Metadata) else None
    return re.sub(f"^[{signs}] *", "", text, count=1, flags=re.IGNORECASE) if signs else text


def within(number: float, info: inspect.IntType | inspect.FloatType) -> bool:
    """Whether a number is inside the bounds of its type."""
    return (
        (info.ge is None or number >= info.ge)
        and (info.gt is None or number > info.gt)
        and (info.le is None or number <= info.le)
    )


def is_unspaced(text: str) -> bool:
    """Whether a text is a key with its value, as in ``A:2``."""
    return not isinstance(text, Quoted) and UNSPACED.fullmatch(text) is not None


def _limit_length(text: str, most: int | None = None) -> None:
    """Raise `Mismatch` for a text that is too long."""
    most = LONGEST_VALUE if most is None else most
    if len(text) > most:
        raise Mismatch(f"found {len(text):,} characters, expected at most {most:,}")


def _guess(text: str) -> str | int | float | bool:
    """Decode a text without a declared type, by its looks, as a number, a flag or a text; raise
    `Mismatch` for a number too large or a text too long."""
    plain = not isinstance(text, Quoted)
    if plain and NUMBER.fullmatch(text):
        number = int(text) if WHOLE.fullmatch(text) else float(text)
        if abs(number) <= LARGEST_VALUE:
            return number
    if plain and (NUMBER.fullmatch(text) or text.removeprefix("-").isdecimal()):
        found = shorten(text)
        raise Mismatch(f"found {found}, expected a number up to {LARGEST_VALUE:,}")
    if plain and text in FLAGS:
        return FLAGS[text]
    _limit_length(text)
    return str(text)


def expected(info: inspect.Type) -> str:
    """Describe what a value of this type looks like, in the words of its ``Meta`` if it has any."""
    if isinstance(info, inspect.Metadata):
        told = info.extra_json_schema or {}
        as_in = "".join([f", as in {inline_yaml(example)}" for example in told.get("examples", ())])
        return told.get("description") or expected(info.type) + as_in
    if isinstance(info, inspect.UnionType):
        kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
        return " or ".join(map(expected, kinds))
    if isinstance(info, inspect.LiteralType):
        return "one of " * (len(info.values) > 1) + ", ".join(map(str, info.values))
    if isinstance(info, inspect.StrType):
        return f"text of the form {info.pattern}" if info.pattern else "text"
    if isinstance(info, NUMBERS):
        kind = "a whole number" if isinstance(info, inspect.IntType) else "a number"
        return kind + _bounds(info)
    if isinstance(info, inspect.BoolType):
        return "true or false"
    return "a list" if isinstance(info, LISTS) else "a mapping"


def inline_yaml(value: Any) -> str:
    """Write a value as YAML on one line.

    >>> inline_yaml({1: "Ann", 4: "Bo"})
    '{1: Ann, 4: Bo}'
    """
    return yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=96).strip()


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    if info.le == LARGEST_VALUE:
        return f" up to {LARGEST_VALUE:,}"
    if info.ge is not None and info.le is not None:
        return f" from {_number(info.ge)} to {_number(info.le)}"
    least = f" of at least {_number(info.ge)}" if info.ge is not None else ""
    above = f" above {_number(info.gt)}" if info.gt is not None else ""
    most = f", at most {_number(info.le)}" if info.le is not None else ""
    return least + above + most


def _number(number: float) -> str:
    """Write a bound for a message.

    >>> _number(-10**15), _number(1500.0), _number(0.5)
    ('-1,000,000,000,000,000', '1500', '0.5')
    """
    return f"{number:g}" if abs(number) < MANY else f"{number:,}".removesuffix(".0")


def decode(document: Document, kind: type[T], fill: Callable[[str], str] = str) -> T:
    """Decode a ``document`` as a ``kind``; raise `DataError` with every problem it has."""
    decoder = Decoder(document, fill)
    value = decoder.read(kind)
    if value is None:
        raise DataError(*decoder.problems)
    return value


def decode_partly(
    document: Document, kind: type[T], fill: Callable[[str], str] = str
) -> tuple[T | None, frozenset[Steps]]:
    """Decode a ``document`` as far as possible, with None for what cannot be read.

    Return it with the paths of what could not be read; None if too much is missing.
    """
    decoder = Decoder(document, fill, partly=True)
    try:
        return decoder.read(kind), frozenset(decoder.unreadable)
    except DataError:  # more problems than are reported
        return None, frozenset(decoder.unreadable)
