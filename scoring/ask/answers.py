"""Reads a typed answer as a value of a position, by its type and the words that people use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import UNSET, inspect

from card_data.problems import quote
from card_data.reading.decode import Decoder, bare_type, unwrapped
from card_data.reading.documents import Document, Quoted
from card_data.scoresheet.table import NONE
from card_data.text import join_words
from scoring.positions.field_types import DASHES, meant, nobody_in, parts_of
from scoring.positions.paths import NESTED
from scoring.positions.players import names_in_line

SKIP = "skip"  # not known yet
NOTHING = (*DASHES, NONE, "nothing")
END = r"(?:\b|(?<=[^0-9])(?=[0-9]))"  # of a key, as in A 1 and A1
FLAGS = {"yes": "true", "y": "true", "no": "false", "n": "false"} | dict.fromkeys(
    (*NOTHING, "0"), "false"
)


class UnclearAnswer(Exception):
    """A typed text that is no answer; the message says what would be one."""


class Words(NamedTuple):
    """Texts that may be typed for values and for keys, each with the value or key that it means."""

    values: Mapping[str, str] = MappingProxyType({})
    keys: Mapping[str, str] = MappingProxyType({})


def parse_answer(
    line: str, info: inspect.Type, words: Words | None = None, *, spare: bool = False
) -> Any:
    """Return the value that a line means, by its declared type; UNSET for an answer to be removed.

    >>> marks = inspect.type_info(tuple[int, ...] | None)
    >>> parse_answer("1, 4 6", marks), parse_answer("-", marks), parse_answer("skip", marks)
    ((1, 4, 6), (), None)
    >>> number = inspect.type_info(int)
    >>> parse_answer("none", number), parse_answer("-", number, spare=True)
    (0, UNSET)
    """
    word, kind, words = line.casefold(), bare_type(info), words or Words()
    if word == SKIP:
        if not may_be_open(info):
            raise UnclearAnswer("this cannot be left open")
        return None
    if (said := meant(word, info)) != word:
        return said
    if word in NOTHING and spare and not isinstance(kind, inspect.BoolType):
        return UNSET
    if word in (*NOTHING, "0"):
        if isinstance(kind, inspect.DictType | inspect.VarTupleType):
            return {} if isinstance(kind, inspect.DictType) else ()
        if isinstance(kind, inspect.StrType) and NONE not in words.values:
            return nobody_in(info) or UNSET
    return decoded(document_value(line, info, words), info)


def may_be_open(info: inspect.Type) -> bool:
    return any(isinstance(kind, inspect.NoneType) for kind in parts_of(unwrapped(info)))


def parse_names(line: str, info: inspect.Type, *, alone: bool = False) -> tuple[str | None, ...]:
    """Return the names of players in a line (`names_in_line`); any text is a name, except
    `SKIP`."""
    names = filter(None, names_in_line(line, alone=alone))
    return tuple([None if one.casefold() == SKIP else decoded(Quoted(one), info) for one in names])


def decoded(root: Any, info: inspect.Type) -> Any:
    """Return the value of a declared type that ``root`` stands for; raise `UnclearAnswer` for
    others."""
    decoder = Decoder(Document("answer", root))
    value = decoder.value(root, info, ())
    if decoder.problems:
        raise UnclearAnswer("; ".join([problem.message for problem in decoder.problems]))
    return value


def document_value(line: str, info: inspect.Type, words: Words) -> Any:
    kind = bare_type(info)
    if line.casefold() == SKIP:
        return None
    if isinstance(kind, inspect.DictType):
        entries: dict[str, Any] = {}
        for key, value in pairs(line, kind, words):
            if key in entries:
                raise UnclearAnswer(f"found {key} twice, expected it once")
            entries[key] = value
        return entries
    if isinstance(kind, inspect.VarTupleType):
        spaced = has_spaces(kind.item_type)
        apart = items(line, words.values) if spaced else re.split(r"[\s,;]+", line)
        for one in apart:
            if len(one) > 1 and one not in words.values and {*one} <= {*words.values}:
                raise UnclearAnswer(f"found {quote(one)}, expected spaces between: {' '.join(one)}")
        return [document_value(one, kind.item_type, words) for one in apart]
    text = single(line, kind, words.values)
    return Quoted(text) if isinstance(kind, inspect.StrType) else text


def single(line: str, kind: inspect.Type, choices: Mapping[str, str]) -> str:
    word = line.casefold()
    if isinstance(kind, inspect.BoolType):
        if word not in FLAGS:
            raise UnclearAnswer(f"found {quote(line)}, expected yes or no")
        return FLAGS[word]
    if isinstance(kind, inspect.IntType):
        return "0" if word in NOTHING else line
    if word in (*NOTHING, "0") and NONE in choices:
        return NONE
    begun = {value: text for text, value in reversed([*choices.items()]) if text.startswith(word)}
    if len(begun) > 1 and word not in choices:
        raise UnclearAnswer(
            f"{quote(line)}: which one, {join_words(sorted(begun.values()), 'or')}?"
        )
    return choice_meant(line, choices)


def choice_meant(line: str, choices: Mapping[str, str]) -> str:
    """Return the one choice that a text means or begins; else the text itself.

    >>> choice_meant("an", {"ann": "Ann", "bo": "Bo"}), choice_meant("Zed", {"ann": "Ann"})
    ('Ann', 'Zed')
    """
    word = line.casefold()
    begun = {value for text, value in choices.items() if text.startswith(word)}
    return choices.get(word) or (begun.pop() if len(begun) == 1 else line)


def has_spaces(info: inspect.Type) -> bool:
    """Return whether a value of a type may have spaces in it: a text, or one of some choices."""
    kind = bare_type(info)
    choices = kind.values if isinstance(kind, inspect.LiteralType) else ()
    return isinstance(kind, inspect.StrType) or any(" " in str(one) for one in choices)


def items(line: str, choices: Mapping[str, str]) -> list[str]:
    """Return the texts of a list, separated by commas, or by spaces if each word is a choice.

    >>> items("Bo - an", {"ann": "Ann", "bo": "Bo", "none": "none"}), items("Bo - an", {"bo": "Bo"})
    (['Bo', '-', 'an'], ['Bo - an'])
    """
    if not re.search("[,;]", line):
        words, blanks = line.split(), NOTHING if NONE in choices else ()
        known = [one in blanks or choice_meant(one, choices) in choices.values() for one in words]
        return words if all(known) else [line]
    return [one for one in map(str.strip, re.split("[,;]", line)) if one]


def pairs(line: str, kind: inspect.DictType, words: Words) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a line, each a key and its value, as in ``1 Ann, 4 Bo``."""
    number = isinstance(bare_type(kind.value_type), inspect.IntType)
    ends = "[0-9]+" if number else "|".join(map(re.escape, words.values)) or "$"
    begins = "|".join([*map(re.escape, words.keys), *([] if number else ["[0-9]"])]) or "$"
    line = re.sub(rf"(?i)\b({ends}) (?=(?:{begins}){END})", r"\1,", line)  # as in 2 Ann 5 Bo
    for piece in items(f"{line},", {}):
        begun = [
            text for text in words.keys if re.match(rf"{re.escape(text)}{END}", piece.casefold())
        ]
        key = piece[: max(map(len, begun), default=0)] or re.split(r"[\s:=]", piece)[0]
        rest = piece[len(key) :].strip(" :=")
        if not rest or (rest.isdecimal() and not number and rest not in words.values):
            first = key if begun or not words.keys else next(iter(words.keys.values()))
            pair = f"{first} {1 if number else next(iter(words.values.values()), 1)}"
            example = pair[0].upper() + pair[1:]
            raise UnclearAnswer(f"found {quote(piece)}, expected a pair, as in {example}")
        yield choice_meant(key, words.keys), document_value(rest, kind.value_type, words)


def line_of(value: Any, info: inspect.Type) -> str:
    """Return the line that one would type for a value.

    >>> line_of((1, 4), inspect.type_info(tuple[int, ...])), line_of({}, inspect.type_info(dict))
    ('1 4', '-')
    >>> line_of({1: "Ann", 4: None}, inspect.type_info(dict[int, str]))
    '1 Ann, 4 skip'
    """
    kind = bare_type(info)
    if value is None:
        return SKIP
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, NESTED) and not value:
        return "-"
    if isinstance(kind, inspect.DictType):
        return ", ".join(f"{key} {line_of(one, kind.value_type)}" for key, one in value.items())
    if isinstance(kind, inspect.VarTupleType):
        between = ", " if has_spaces(kind.item_type) else " "
        return between.join(line_of(one, kind.item_type) for one in value)
    return str(value)
