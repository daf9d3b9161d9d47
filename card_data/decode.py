"""Documents to typed data: every problem of a document at once, each with its line.

The nodes of a document are read against the type of a model. Scalars are read by what the model
expects, not by YAML 1.1's guesses: a player may be called ``No``, and ``010`` is ten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar, cast

import yaml
from msgspec import inspect

from card_data.documents import Document, Steps, key_of, too_deep
from card_data.limits import DEEPEST, LARGEST_VALUE, LONGEST_VALUE, MOST_ENTRIES
from card_data.problems import DataError, Problems, clip, closest, said, unlike
from card_data.words import counted

T = TypeVar("T")
Fields = dict[str, inspect.Field]

WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
UNSPACED = re.compile("[^:]+:[^:/]+")  # a key with its value, as in A:2
NUMBER = re.compile(r"[-+]?[0-9]{1,18}(\.[0-9]{1,18})?")
MANY = 10_000  # from there on the digits of a number are set in threes
SCALARS = frozenset(
    (
        inspect.StrType,
        inspect.IntType,
        inspect.FloatType,
        inspect.BoolType,
        inspect.LiteralType,
    )
)
FEW = 8  # fields that a message can list
NULLS = frozenset(("", "~", "null", "Null", "NULL"))
FLAGS = {
    **dict.fromkeys(("true", "True", "yes", "Yes", "on", "On"), True),
    **dict.fromkeys(("false", "False", "no", "No", "off", "Off"), False),
}


@lru_cache(maxsize=64)  # those of games come and go with them
def described(kind: Any) -> inspect.Type:
    """A type as `Decoder` reads by it: describing a model takes as long as reading its rows."""
    return inspect.type_info(kind)


class Mismatch(Exception):
    """A scalar that is not what the model expects; says what would do."""


class Decoder:
    """Reads one document against a model's type; collects every problem.

    ``fill`` is given each text and returns what to keep (placeholders replaced); it raises
    `Mismatch` for a text that will not do. ``partly`` keeps what can be read of a model that has
    problems, None in place of the rest; ``blamed`` has the paths of what could not be read.
    """

    def __init__(
        self,
        document: Document,
        fill: Callable[[str], str] = str,
        problems: Problems | None = None,
        *,
        partly: bool = False,
    ) -> None:
        self.document = document
        self.fill = fill
        self.problems = Problems() if problems is None else problems
        self.partly = partly
        self.blamed: set[Steps] = set()
        self.fields: dict[type, Fields] = {}  # looked up once, not for each row

    def read(self, kind: type[T]) -> T | None:
        """The document as a ``kind``; None if it has problems, which are then in `problems`."""
        before = len(self.problems)
        value = self.value(self.document.root, described(cast(Any, kind)), ())
        return value if self.partly or len(self.problems) == before else None

    def blame(self, path: Steps, message: str, node: yaml.Node | None = None) -> None:
        """Keep a problem at ``path``; ``node`` gives its line and column if the path does not."""
        self.blamed.add(path)
        self.problems.add(message, **self.document.place(path, node))

    def value(self, node: yaml.Node | None, declared: inspect.Type, path: Steps) -> Any:
        """The value of ``node`` as its ``declared`` type; None, and a problem, if it is none."""
        info = declared.type if isinstance(declared, inspect.Metadata) else declared
        if type(info) in SCALARS:  # most values by far
            return self._single(node, declared, path)
        if isinstance(info, inspect.UnionType):
            return self._union(node, info, path)
        if len(path) > DEEPEST:
            return self.blame(path[:1], too_deep(), node)
        if isinstance(info, inspect.StructType):
            return self._model(node, info, path)
        if isinstance(info, inspect.DictType):
            return self._mapping(node, declared, path)
        if isinstance(info, inspect.ListType | inspect.VarTupleType):
            return self._sequence(node, info, path)
        if isinstance(info, inspect.AnyType):
            return self._anything(node, path)
        return self._single(node, declared, path)

    def _single(self, node: yaml.Node | None, declared: inspect.Type, path: Steps) -> Any:
        """A text, a number or a flag; None, and a problem, for what is none of its type."""
        if not isinstance(node, yaml.ScalarNode):
            return self.blame(path, f"found {_shape(node)}, expected {expected(declared)}", node)
        try:
            return self._scalar(node, declared)
        except Mismatch as error:
            return self.blame(path, said(error), node)

    def _union(self, node: yaml.Node | None, info: inspect.UnionType, path: Steps) -> Any:
        """None, where that may be, else the type that suits: of a text or a model, or a mapping,
        which are the only unions in our models, the one that the node looks like."""
        if _is_null(node) and any(isinstance(kind, inspect.NoneType) for kind in info.types):
            return None
        others = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
        is_single = isinstance(node, yaml.ScalarNode)
        suited = (kind for kind in others if is_single == is_scalar(kind))
        return self.value(node, next(suited, others[0]), path)

    def _model(self, node: yaml.Node | None, info: inspect.StructType, path: Steps) -> Any:
        fields = self._fields(info)
        if not isinstance(node, yaml.MappingNode):
            hint = called(node, fields)
            self.blame(path, f"found {_shape(node)}, expected a mapping of fields{hint}", node)
            return self._rest(info, {})
        if self._too_many(node, MOST_ENTRIES, path):
            return self._rest(info, {})
        values: dict[str, Any] = {}
        before = len(self.problems)
        misspelt: set[str] = set()
        for key, name, child in self._pairs(node, path):
            if name not in fields:
                self.blame((*path, name), unlike("unknown key", name, fields), key)
                meant = closest(name, fields)
                misspelt.add(meant)
                self.blamed.add((*path, meant))
                continue
            values[fields[name].name] = self.value(child, fields[name].type, (*path, name))
        for name, known in fields.items():
            if not known.required or known.name in values:
                continue
            if name not in misspelt.union(key_of(key) for key, _ in node.value):
                message = f"key {name} is missing: expected {expected(known.type)}"
                self.blame(path, message, node)
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

    def _pairs(
        self, node: yaml.MappingNode, path: Steps
    ) -> Iterator[tuple[yaml.ScalarNode, str, yaml.Node]]:
        """Each key's node, its text and its value's node; a key's second time is a problem."""
        taken: set[str] = set()
        for key, child in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.blame(path, f"found {_shape(key)} as a key, expected text", key)
            elif key.value in taken:
                self.blame((*path, key.value), "duplicate key", key)
            elif ":" in key.value and _is_null(child) and is_unspaced(key):
                message = f"found {clip(key.value, quoted=False)}, expected a space after the colon"
                self.blame(path, message, key)
            else:
                taken.add(key.value)
                yield key, key.value, child

    def _mapping(self, node: yaml.Node | None, declared: inspect.Type, path: Steps) -> Any:
        if not isinstance(node, yaml.MappingNode):
            hint = called(node, {})
            message = f"found {_shape(node)}, expected {expected(declared)}{hint}"
            return self.blame(path, message, node)
        info = declared.type if isinstance(declared, inspect.Metadata) else declared
        assert isinstance(info, inspect.DictType)
        if self._too_many(node, info.max_length, path):
            return None
        values: dict[Any, Any] = {}
        wrong = False
        for key, name, child in self._pairs(node, path):
            try:
                value = self._scalar(key, info.key_type, is_key=True)
            except Mismatch as error:
                hint = (
                    "; a list needs brackets" if _is_null(child) and WHOLE.fullmatch(name) else ""
                )
                self.blame((*path, name), f"wrong key: {error}{hint}", key)
                self.blamed.add(path)
                wrong = True
                continue
            if value in values:
                self.blame((*path, name), f"duplicate key: {name} is {value} again", key)
            values[value] = self.value(child, info.value_type, (*path, name))
        return None if wrong else values

    def _sequence(
        self, node: yaml.Node | None, info: inspect.ListType | inspect.VarTupleType, path: Steps
    ) -> Any:
        if not isinstance(node, yaml.SequenceNode):
            hint = listed(node, info.item_type)
            return self.blame(path, f"found {_shape(node)}, expected a list{hint}", node)
        if info.min_length is not None and len(node.value) < info.min_length:
            found = counted(len(node.value), "entry", "entries")
            message = f"found {found}, expected at least {info.min_length}"
            self.blame(path, message, node)
        if self._too_many(node, info.max_length, path):
            return None
        values = [
            self.value(child, info.item_type, (*path, index))
            for index, child in enumerate(node.value)
        ]
        return values if isinstance(info, inspect.ListType) else tuple(values)

    def _too_many(self, node: yaml.CollectionNode, most: int | None, path: Steps) -> bool:
        """Whether a list or a mapping has too many entries, which is a problem."""
        most = MOST_ENTRIES if most is None else most
        if len(node.value) > most:
            message = f"found {len(node.value):,} entries, expected at most {most:,}"
            self.blame(path, message, node)
        return len(node.value) > most

    def _anything(self, node: yaml.Node | None, path: Steps) -> Any:
        if len(path) > DEEPEST:
            return self.blame(path[:1], too_deep(), node)
        if isinstance(node, yaml.CollectionNode) and self._too_many(node, None, path):
            return None
        if isinstance(node, yaml.MappingNode):
            return {
                name: self._anything(child, (*path, name))
                for _, name, child in self._pairs(node, path)
            }
        if isinstance(node, yaml.SequenceNode):
            return [self._anything(child, (*path, index)) for index, child in enumerate(node.value)]
        try:
            return None if _is_null(node) else _guess(node)
        except Mismatch as error:
            return self.blame(path, str(error), node)

    def _scalar(
        self, node: yaml.ScalarNode, declared: inspect.Type, *, is_key: bool = False
    ) -> Any:
        info = declared.type if isinstance(declared, inspect.Metadata) else declared
        text: str = node.value
        plain = not node.style
        if isinstance(info, inspect.StrType):
            if plain and text in NULLS:
                raise Mismatch(f"found nothing, expected {expected(declared)}")
            _limit_length(text, info.max_length)
            if info.pattern is not None and not re.fullmatch(info.pattern, text):
                raise Mismatch(f"found {clip(text)}, expected {expected(declared)}")
            return self.fill(text)
        unsigned = without_sign(text, declared)
        bare = plain or is_key or unsigned != text  # JSON quotes every key, and "x3"
        if isinstance(info, inspect.IntType) and bare and WHOLE.fullmatch(unsigned):
            number = int(unsigned)
            if within(number, info):
                return number
        if isinstance(info, inspect.FloatType) and plain and NUMBER.fullmatch(text):
            amount = float(text)
            if within(amount, info):
                return amount
        if isinstance(info, inspect.BoolType) and plain and text in FLAGS:
            return FLAGS[text]
        if isinstance(info, inspect.LiteralType) and text in info.values:
            return text
        found = (
            "nothing"
            if plain and text in NULLS
            else clip(text, quoted=not plain or text[-1:] in ",;.:")
        )
        message = f"found {found}, expected {expected(declared)}"
        if isinstance(info, inspect.LiteralType):
            message = unlike(message, text, info.values, listed=False)
        elif isinstance(info, inspect.IntType | inspect.FloatType) and not (
            plain and NUMBER.fullmatch(text)
        ):
            message += number_in(unsigned, info)
        raise Mismatch(message)


def is_scalar(declared: inspect.Type) -> bool:
    """Whether a value of this type is a text, a number or a flag."""
    return type(declared.type if isinstance(declared, inspect.Metadata) else declared) in SCALARS


def without_sign(text: str, declared: inspect.Type) -> str:
    """A number without the sign that its ``Meta`` lets stand before it: 3 of ``x3``."""
    signs = (declared.extra or {}).get("signs") if isinstance(declared, inspect.Metadata) else None
    return re.sub(f"^[{signs}] *", "", text, count=1, flags=re.IGNORECASE) if signs else text


def number_in(text: str, info: inspect.IntType | inspect.FloatType) -> str:
    """``; did you mean 8?`` for ``8,`` or ``"8"``: a number with a mark too many; else empty."""
    from card_data.slips import plain  # only for what is wrong

    meant = plain(text).strip(" ,;.:'\"")
    form = WHOLE if isinstance(info, inspect.IntType) else NUMBER
    sound = form.fullmatch(meant) and within(float(meant), info)
    return f"; did you mean {meant}?" if sound else ""


def listed(node: yaml.Node | None, item: inspect.Type) -> str:
    """How to write as a list what stands there without brackets; nothing for other values."""
    kind = item.type if isinstance(item, inspect.Metadata) else item
    of_models = isinstance(kind, inspect.StructType | inspect.DictType)
    if not isinstance(node, yaml.ScalarNode) or _is_null(node) or of_models:
        return ""
    meant = ", ".join(re.split(r"[\s,;]+", node.value.strip(" ,;")))
    return f"; did you mean [{meant}]?" if clip(meant, quoted=False) == meant else ""


def called(node: yaml.Node | None, fields: Fields) -> str:
    """How to write a name that stands where an entry of several fields is to be, or its fields."""
    if isinstance(node, yaml.ScalarNode) and is_unspaced(node):
        return "; a space is missing after the colon"
    if isinstance(node, yaml.ScalarNode) and not _is_null(node) and "name" in fields:
        return f"; did you mean name: {clip(node.value.strip(), quoted=False)}?"
    return f" ({', '.join(fields)})" if 0 < len(fields) <= FEW else ""


def within(number: float, info: inspect.IntType | inspect.FloatType) -> bool:
    """Whether a number is inside the bounds of its type."""
    return (
        (info.ge is None or number >= info.ge)
        and (info.gt is None or number > info.gt)
        and (info.le is None or number <= info.le)
    )


def _is_null(node: yaml.Node | None) -> bool:
    if node is None:
        return True
    return isinstance(node, yaml.ScalarNode) and not node.style and node.value in NULLS


def is_unspaced(node: yaml.ScalarNode) -> bool:
    """Whether a text is a key with its value, as in ``A:2``."""
    return not node.style and UNSPACED.fullmatch(node.value) is not None


def _limit_length(text: str, most: int | None = None) -> None:
    """Raise `Mismatch` for a text that is too long."""
    most = LONGEST_VALUE if most is None else most
    if len(text) > most:
        raise Mismatch(f"found {len(text):,} characters, expected at most {most:,}")


def _guess(node: yaml.Node | None) -> str | int | float | bool:
    """A scalar without a declared type: a number, a flag or text, by its looks.

    Raise `Mismatch` for a number too large, or a text too long.
    """
    assert isinstance(node, yaml.ScalarNode)
    text: str = node.value
    if not node.style:
        number = _guessed(text)
        if number is not None:
            return number
        if text in FLAGS:
            return FLAGS[text]
    _limit_length(text)
    return text


def _guessed(text: str) -> int | float | None:
    """The number that a text looks like, None for none; raise `Mismatch` if it is too large."""
    if NUMBER.fullmatch(text):
        number = int(text) if WHOLE.fullmatch(text) else float(text)
        if abs(number) <= LARGEST_VALUE:
            return number
    elif not text.removeprefix("-").isdecimal():
        return None
    raise Mismatch(f"found {clip(text, quoted=False)}, expected a number up to {LARGEST_VALUE:,}")


def _shape(node: yaml.Node | None) -> str:
    if _is_null(node):
        return "nothing"
    if isinstance(node, yaml.MappingNode):
        return "a mapping"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    return clip(str(node.value)) if node is not None else "nothing"


def expected(info: inspect.Type) -> str:
    """What a value of this type looks like, in words: those of its ``Meta`` if it has some."""
    if isinstance(info, inspect.Metadata):
        told = info.extra_json_schema or {}
        as_in = "".join([f", as in {flow(example)}" for example in told.get("examples", ())])
        return told.get("description") or expected(info.type) + as_in
    if isinstance(info, inspect.UnionType):
        return " or ".join(
            expected(kind) for kind in info.types if not isinstance(kind, inspect.NoneType)
        )
    if isinstance(info, inspect.LiteralType):
        return "one of " + ", ".join(str(value) for value in info.values)
    if isinstance(info, inspect.IntType):
        return "a whole number" + _bounds(info)
    if isinstance(info, inspect.FloatType):
        return "a number" + _bounds(info)
    if isinstance(info, inspect.BoolType):
        return "true or false"
    if isinstance(info, inspect.StrType):
        return f"text of the form {info.pattern}" if info.pattern else "text"
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        return "a list"
    return "a mapping"


def flow(value: Any) -> str:
    """A value as it may be written on one line.

    >>> flow({1: "Ann", 4: "Bo"})
    '{1: Ann, 4: Bo}'
    """
    return yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=96).strip()


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is not None and info.le is not None:
        return f" from {_number(info.ge)} to {_number(info.le)}"
    least = f" of at least {_number(info.ge)}" if info.ge is not None else ""
    above = f" above {_number(info.gt)}" if info.gt is not None else ""
    most = f", at most {_number(info.le)}" if info.le is not None else ""
    return least + above + most


def _number(number: float) -> str:
    """A bound as a message has it.

    >>> _number(-10**15), _number(1500.0), _number(0.5)
    ('-1,000,000,000,000,000', '1500', '0.5')
    """
    return f"{number:g}" if abs(number) < MANY else f"{number:,}".removesuffix(".0")


def decode(document: Document, kind: type[T], fill: Callable[[str], str] = str) -> T:
    """``document`` read as a ``kind``; raise `DataError` with every problem it has."""
    decoder = Decoder(document, fill)
    value = decoder.read(kind)
    if value is None:
        raise DataError(*decoder.problems)
    return value


def decode_partly(
    document: Document, kind: type[T], fill: Callable[[str], str] = str
) -> tuple[T | None, frozenset[Steps]]:
    """What can be read of a ``document`` that has problems, with None in place of the rest.

    With it the paths of what could not be read. None if too much is missing to make a ``kind``.
    """
    decoder = Decoder(document, fill, partly=True)
    try:
        return decoder.read(kind), frozenset(decoder.blamed)
    except DataError:  # more problems than are told
        return None, frozenset(decoder.blamed)
