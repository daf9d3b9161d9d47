"""Faces as bytes: the same drawing arrives, and nothing that could not be one."""

from __future__ import annotations

import contextlib
import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from card_data.limits import (
    MOST_CHARACTERS,
    MOST_DRAWN,
    MOST_DRAWN_ON_A_FACE,
    MOST_POINTS,
    MOST_POINTS_OF_A_PATH,
)
from printkit.drawing.shapes import (
    Face,
    Field,
    Group,
    Image,
    Path,
    Shape,
    Style,
    Symbol,
    Text,
    Use,
)
from printkit.errors import MarkupError
from printkit.faces import wire
from printkit.faces.wire import SHARED, Drawn, Sent, Weight, packed, unpacked

BOX = Path((("M", (1.0, 1.0)), ("L", (2.0, 1.0)), ("C", (0.0,) * 6), ("Z", ())))
KEY = Symbol("key", (BOX,), 24.0)


def face(*shapes: Shape, name: str = "goose", back: Face | None = None) -> Face:
    return Face(name, 63.0, 88.0, shapes, back=back)


def arrived(drawn: Drawn, so_far: Weight | None = None) -> Drawn:
    return unpacked(packed(drawn), so_far or Weight())


def one(*shapes: Shape, **symbols: Symbol) -> Drawn:
    return Drawn([face(*shapes)], symbols, list(symbols))


def refusal(drawn: Drawn, so_far: Weight | None = None) -> str:
    with pytest.raises(MarkupError) as raised:
        arrived(drawn, so_far)
    return str(raised.value)


def test_what_is_sent_arrives() -> None:
    text = Text(1.0, 2.0, "words", "SourceSansPro-Regular.shaped", 3.0, 9.0, "#112233")
    shapes = (text, Group((Use("key", 1.0), BOX), role="P"), BOX)
    drawn = Drawn([face(*shapes)], {"key": KEY}, ["key", "quill"])
    again = arrived(drawn)
    assert (again.faces, again.symbols, again.signs) == (drawn.faces, drawn.symbols, drawn.signs)


@pytest.mark.parametrize("digest", ["../../secret", "", "x" * 32, "0" * 31, "0) /Other", "0" * 33])
def test_a_picture_can_only_be_one_that_is_kept(digest: str) -> None:
    """Its digest is a file's name in front of the wall, and a part of one in a PDF."""
    kept = Image(0, 0, 1, 1, 1, 1, "zlib", "0" * 32)
    assert arrived(one(kept)).faces[0].shapes == (kept,)
    assert "cannot be drawn" in refusal(one(msgspec.structs.replace(kept, digest=digest)))


def test_what_is_shared_stays_shared() -> None:
    """A painter draws it once, which it knows by its being the same."""
    inner = (BOX, BOX)
    outer = (Group(inner), Group(inner), BOX)
    back = face(Group(outer), name="back")
    drawn = Drawn([face(Group(outer), back=back), face(BOX, name="b", back=back)], {}, [])
    first, second = arrived(drawn).faces
    assert first.back is second.back
    assert first.back == back
    (group,) = first.shapes
    assert group == Group(outer)
    assert isinstance(group, Group)
    left, right, _ = group.shapes
    assert isinstance(left, Group)
    assert isinstance(right, Group)
    assert left.shapes is right.shapes
    assert first.back is not None
    (behind,) = first.back.shapes
    assert isinstance(behind, Group)
    assert behind.shapes is group.shapes


def test_what_is_equal_and_not_the_same_is_not_shared() -> None:
    drawn = one(Group((BOX, BOX)), Group((BOX,) * 2))
    left, right = arrived(drawn).faces[0].shapes
    assert isinstance(left, Group)
    assert isinstance(right, Group)
    assert left.shapes is not right.shapes


def test_what_is_there_once_is_sent_in_its_place() -> None:
    inner = (BOX, BOX)
    lone = Group((Group((BOX,)), BOX))
    raw = packed(one(Group(inner), Group(inner), lone))
    sent = msgspec.msgpack.decode(raw, type=Sent)
    assert sent.shared == [inner]
    assert sent.faces[0].shapes[2] == lone


@given(some.binary(max_size=99))
def test_any_bytes_are_refused_or_are_faces(raw: bytes) -> None:
    with contextlib.suppress(MarkupError):
        assert isinstance(unpacked(raw, Weight()), Drawn)


@pytest.mark.parametrize(
    "shape",
    [
        Path((("M", (math.nan, 0.0)),)),
        Path((("M", (math.inf, 0.0)),)),
        Path((("M", (2e6, 0.0)),)),
        Path((("M", (1.0,)),)),
        Path((("Q", (1.0, 1.0)),)),
        Path(BOX.steps, Style(fill="red")),
        Path(BOX.steps, Style(width=math.nan)),
        Path(BOX.steps, Style(dash=(-math.inf,))),
        Text(1.0, 2.0, "words", "../font", 3.0, 9.0),
        Text(1.0, math.nan, "words", "SourceSansPro-Regular", 3.0, 9.0),
        Group((BOX,), (math.nan, 0.0, 0.0, 0.0, 0.0, 0.0)),
        Group((BOX,), role="Script"),
        Use("nothing"),
        Group((Use(SHARED + "7"),)),
        Group((Use(SHARED + "x"),)),
    ],
)
def test_what_no_template_could_draw_is_refused(shape: Shape) -> None:
    assert refusal(one(shape)).startswith("cannot be drawn: ")


@pytest.mark.parametrize("name", ["../goose", "a/b", ".goose", "a\\b", "", "a\nb"])
def test_a_face_is_called_like_a_file(name: str) -> None:
    assert "cannot be drawn" in refusal(Drawn([face(BOX, name=name)], {}, []))


def test_parts_in_themselves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "DEEPEST", 50)  # far from where Python itself gives up
    sent = Sent(
        [face(Group((Use(SHARED + "0"),)))], [], [-1], [(Group((Use(SHARED + "0"),)),)], {}, [], []
    )
    with pytest.raises(MarkupError):
        unpacked(msgspec.msgpack.encode(sent), Weight())
    itself = Symbol("key", (Use("key"),))
    assert "nested too deeply" in refusal(one(Use("key"), key=itself))


def test_a_face_without_its_back_is_refused() -> None:
    sent = Sent([face(BOX)], [], [7], [], {}, [], [])
    with pytest.raises(MarkupError, match="cannot be drawn"):
        unpacked(msgspec.msgpack.encode(sent), Weight())
    with pytest.raises(MarkupError, match="cannot be drawn"):
        unpacked(msgspec.msgpack.encode(msgspec.structs.replace(sent, back_of=[])), Weight())


def test_shapes_are_counted_with_all_symbols_drawn_out() -> None:
    many = Symbol("many", (BOX,) * 100)
    more = Symbol("more", (Use("many"),) * 10)
    drawn = {"many": many, "more": more}
    weight = Weight()
    arrived(one(Use("more"), BOX, **drawn), weight)
    assert (weight.faces, weight.shapes, weight.points) == (1, 2 + 10 + 10 * 100, 4 + 4000)
    uses = MOST_DRAWN_ON_A_FACE // 1010
    said = refusal(one(*[Use("more")] * (uses + 1), **drawn))
    assert said.startswith("draws too much: ")
    assert said.endswith(" shapes on goose, expected at most 20,000")


def test_a_component_and_a_game_have_limits() -> None:
    full = (Use("many"),) * (MOST_DRAWN_ON_A_FACE // 1001)
    many = Symbol("many", (BOX,) * 1000)
    faces = [face(*full, name=f"f{number}") for number in range(4)]
    said = refusal(Drawn(faces, {"many": many}, []))
    assert said.endswith(f" shapes, expected at most {MOST_DRAWN + 4 * 250:,}")
    so_far = Weight()
    for _ in range(2):
        arrived(Drawn(faces[:2], {"many": many}, []), so_far)
    said = refusal(Drawn(faces[:2], {"many": many}, []), so_far)
    assert said.endswith(" shapes in the whole game, expected at most 101,500")


def test_points_and_characters_have_limits() -> None:
    step = ("L", (1.0, 1.0))
    assert "points of a path" in refusal(one(Path((step,) * (MOST_POINTS_OF_A_PATH + 1))))
    long = Path((step,) * MOST_POINTS_OF_A_PATH)
    arrived(one(long))
    assert "points of paths" in refusal(one(*[long] * (MOST_POINTS // MOST_POINTS_OF_A_PATH + 1)))
    words = Text(1.0, 2.0, "x" * MOST_CHARACTERS, "SourceSansPro-Regular", 3.0, 9.0)
    arrived(one(words))
    assert "characters, expected at most 201,000" in refusal(one(words, words))
    box = Field("a", "grid", "A", 1.0, 2.0, 9.0, 9.0, columns=1000, rows=100)
    arrived(one(box, box))
    assert "300,000 characters, expected at most 201,000" in refusal(one(box, box, box))
    assert "300,000 characters, expected at most 201,000" in refusal(one(words, box))


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        (Text(1.0, 2.0, "words", "Comic", 3.0, 9.0), "a text in an unknown font"),
        (Group((BOX,), role="Script"), "a group of an unknown role"),
        (Path((("L", (1.0,)),)), "a path with a step that lacks numbers"),
    ],
)
def test_what_is_wrong_with_a_shape_is_said(shape: Shape, said: str) -> None:
    assert refusal(one(shape)) == f"cannot be drawn: {said}"


def test_groups_in_groups_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "DEEPEST", 50)
    shape: Shape = BOX
    for _ in range(50):
        shape = Group((shape,))
    arrived(one(shape))
    assert refusal(one(Group((shape,)))) == "nested too deeply"
