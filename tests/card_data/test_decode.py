"""Documents read against models: each message in full, at its place, for each kind of type."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, inspect

from card_data.limits import DEEPEST, LARGEST_VALUE, LONGEST_VALUE, MOST_ENTRIES
from card_data.model import Model
from card_data.problems import DataError
from card_data.reading import decode as decoding
from card_data.reading.decode import decode, decode_partly, expected
from card_data.reading.documents import Steps, parse
from tests import golden_files

Tenth = Annotated[float, Meta(gt=0, le=1.5)]
Level = Annotated[int, Meta(ge=1, description="a level, as in 3 or x3", extra={"signs": "x×"})]


class Inner(Model, frozen=True):
    name: str
    size: int = 1


class Sized(Model, frozen=True):
    one: int = 1
    two: int = 2


Eight: Any = msgspec.defstruct("Eight", [(name, int, 0) for name in "abcdefgh"], frozen=True)
Wide: Any = msgspec.defstruct("Wide", [(name, int, 0) for name in "abcdefghi"], frozen=True)


class Whole(Model, frozen=True):
    text: str | None = None
    short: Annotated[str, Meta(max_length=5)] = ""
    code: Annotated[str, Meta(pattern="^[A-Z]+$", description="capital letters")] = ""
    form: Annotated[str, Meta(pattern="^[a-z]+$")] = ""
    whole: int = 0
    few: Annotated[int, Meta(ge=1, le=9)] = 1
    least: Annotated[int, Meta(ge=12000)] = 12000
    most: Annotated[int, Meta(le=5)] = 0
    tenth: Tenth = 1.0
    level: Level | None = None
    flag: bool = False
    side: Literal["left", "right"] = "left"
    list: tuple[int, ...] = ()
    names: Annotated[tuple[str, ...], Meta(min_length=2, max_length=3)] = ()
    listed: msgspec.UnsetType | tuple[Inner, ...] = msgspec.UNSET
    inner: Inner | None = None
    sized: Sized | None = None
    eight: Eight | None = None
    wide: Wide | None = None
    by_number: dict[Annotated[int, Meta(ge=1, le=9)], str] = msgspec.field(default_factory=dict)
    two: Annotated[dict[str, int], Meta(max_length=2, examples=[{"a": 1}, {"b": 2, "c": 3}])] = (
        msgspec.field(default_factory=dict)
    )
    free: Any = None


class Titled(Model, frozen=True, kw_only=True):
    name: str
    text: str = ""
    size: int
    kind: str


def refused(text: str, kind: type[Any] = Whole, *, is_json: bool = False) -> list[str]:
    """Every problem for which a text is no ``kind``."""
    with pytest.raises(DataError) as error:
        decode(parse(text, "f", is_json=is_json), kind)
    return str(error.value).splitlines()


def test_a_document_of_every_kind_of_value() -> None:
    text = """
        {text: "null", short: abcde, code: AB, form: ab, whole: +010, few: 9, least: 12000, most: 5,
        tenth: 1.5, level: "X 3", flag: On, side: "right", list: [1, 2], names: [a, b, c],
        listed: [{name: n}], inner: {size: 2, name: m}, by_number: {"1": a, 9: b}, two: {x: 1},
        free: {a: [1, 1.5, yes, "1", ~, text, -3, "yes"]}}
    """
    found = decode(parse(text, "f"), Whole)
    assert msgspec.structs.asdict(found) == {
        "text": "null", "short": "abcde", "code": "AB", "form": "ab", "whole": 10, "few": 9,
        "least": 12000, "most": 5, "tenth": 1.5, "level": 3, "flag": True, "side": "right",
        "list": (1, 2), "names": ("a", "b", "c"), "listed": (Inner("n"),),
        "inner": Inner("m", 2), "sized": None, "eight": None, "wide": None,
        "by_number": {1: "a", 9: "b"}, "two": {"x": 1},
        "free": {"a": [1, 1.5, True, "1", None, "text", -3, "yes"]},
    }  # fmt: skip
    assert [type(one) for one in found.free["a"][:3]] == [int, float, bool]


def test_each_mistake_is_told_in_full_at_its_place() -> None:
    """Each case is a text that is no `Whole`."""
    found = {text: "\n".join(refused(text)) for text in golden_files.kept("decoding")}
    golden_files.check("decoding", found)


def test_the_document_itself_may_be_of_another_shape() -> None:
    assert refused("[a]", Sized) == ["f:1:1: found a list, expected a mapping of fields (one, two)"]
    assert refused("", Inner) == ["f:1:1: found nothing, expected a mapping of fields (name, size)"]
    assert refused("\n  x", int) == ["f:1:1: found x, expected a whole number"]
    assert refused("x: 1", dict[int, int]) == [
        "f:1:1: field x: wrong key: found x, expected a whole number"
    ]


def test_misspelt_key_is_not_also_reported_missing() -> None:
    for text in ("{nmae: a}", "{name: [a]}", "{name: a, name: b}"):
        assert len(refused(text, Inner)) == 1
    assert len(refused("{size: x}", Inner)) == 2


def test_limits_of_length_hold_where_a_model_has_none() -> None:
    within, beyond = "x" * LONGEST_VALUE, "x" * (LONGEST_VALUE + 1)
    for name in ("text", "free"):
        assert getattr(decode(parse(f"{name}: {within}", "f"), Whole), name) == within
        assert refused(f"{name}: {beyond}") == [
            f"f:1:7: field {name}: found 20,001 characters, expected at most 20,000"
        ]
    for name in ("list", "free"):
        sound = f"{name}: [" + "1," * MOST_ENTRIES + "]"
        assert len(getattr(decode(parse(sound, "f"), Whole), name)) == MOST_ENTRIES
        assert refused(sound[:-1] + "1]") == [
            f"f:1:1: field {name}: found 5,001 entries, expected at most 5,000"
        ]


def test_numbers_without_a_type_have_a_limit() -> None:
    for number in (LARGEST_VALUE, -LARGEST_VALUE):
        assert decode(parse(f"free: {number}", "f"), Whole).free == number
    assert decode(parse("free: [1e5, 0x1, 1-2, -, '12']", "f"), Whole).free == [
        "1e5", "0x1", "1-2", "-", "12",
    ]  # fmt: skip


def test_values_without_a_type_may_be_as_deep_as_a_file() -> None:
    for depth, sound in ((DEEPEST - 1, True), (DEEPEST, True), (DEEPEST + 1, False)):
        text = "free: " + "[" * (depth - 1) + "1" + "]" * (depth - 1)
        if sound:
            decode(parse(text, "f"), Whole)
        else:
            with pytest.raises(DataError, match=r"^f:1:106: nested more than 100 levels deep$"):
                parse(text, "f")


def test_json_quotes_the_keys_of_numbers() -> None:
    assert decode(parse('{"by_number": {"3": "a"}}', "f", is_json=True), Whole).by_number == {
        3: "a"
    }


def test_a_text_is_filled_in() -> None:
    found = decode(parse("{text: a, names: [b, c], two: {d: 1}}", "f"), Whole, str.upper)
    assert (found.text, found.names, found.two) == ("A", ("B", "C"), {"D": 1})
    partly, _ = decode_partly(parse("{text: a, few: 0}", "f"), Whole, str.upper)
    assert partly is not None
    assert partly.text == "A"
    assert partly.few is None


@pytest.mark.parametrize(("text", "found", "unreadable"), [
    ("{name: a}", Inner("a", 1), set()),
    ("{name: a, size: x}", Inner("a", None), {("size",)}),  # type: ignore[arg-type]
    ("{nmae: a, size: 2}", Inner(None, 2), {("nmae",), ("name",)}),  # type: ignore[arg-type]
    ("{name: a, hat: red}", Inner("a", 1), {("hat",), ("",)}),
    ("{name: a, name: b}", Inner("a", 1), {("name",)}),
    ("{size: 2}", None, {()}),
    ("[a]", None, {()}),
])  # fmt: skip
def test_rest_of_a_document_with_problems(
    text: str, found: Inner | None, unreadable: set[Steps]
) -> None:
    read, wrong = decode_partly(parse(text, "f"), Inner)
    assert (read, {*wrong}) == (found, unreadable)


def test_a_wrong_key_leaves_nothing_of_its_mapping() -> None:
    found, unreadable = decode_partly(parse("{by_number: {x: a, 1: b}, few: 2}", "f"), Whole)
    assert found is not None
    assert found.by_number is None
    assert found.few == 2
    assert unreadable == {("by_number", "x"), ("by_number",)}


def test_nothing_is_read_of_a_document_with_more_problems_than_are_told() -> None:
    text = "{list: [" + "x," * 51 + "]}"
    found, unreadable = decode_partly(parse(text, "f"), Whole)
    assert found is None
    assert ("list", 50) in unreadable


@pytest.mark.parametrize(("kind", "words"), [
    (int | None, "a whole number"), (str | int, "text or a whole number"), (list[int], "a list"),
    (tuple[int, ...], "a list"), (dict[str, int], "a mapping"), (Inner, "a mapping"),
    (bool, "true or false"), (Literal["b", "a", 3], "one of 3, a, b"),
    (Annotated[float, Meta(ge=0.5, le=1500)], "a number from 0.5 to 1500"),
    (Annotated[float, Meta(ge=-0.5)], "a number of at least -0.5"),
    (Annotated[int, Meta(ge=9999, le=10_000)], "a whole number from 9999 to 10,000"),
    (Annotated[dict[str, int], Meta(examples=[{"b": 1, "a": 2}])], "a mapping, as in {b: 1, a: 2}"),
])  # fmt: skip
def test_what_is_expected_is_said_in_words(kind: Any, words: str) -> None:
    assert expected(inspect.type_info(kind)) == words


def test_an_example_stands_on_one_line() -> None:
    value = {f"name {number}": number for number in range(6)}
    assert "\n" not in decoding.inline_yaml(value)


def test_every_key_that_is_missing_is_told() -> None:
    assert refused("{name: a}", Titled) == [
        "f:1:1: key size is missing: expected a whole number",
        "f:1:1: key kind is missing: expected text",
    ]
