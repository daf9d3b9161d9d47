"""Text into boxes: never wider, never cut off, never silently smaller than asked for."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printkit.drawing.shapes import Group, Shape, Symbol, Text, Use
from printkit.drawing.shapes import Path as Drawn
from printkit.errors import MarkupError
from printkit.faces.reader import MarkupReader
from printkit.faces.symbols import Symbols
from printkit.templating.xml import ParsedTemplate, parse
from printkit.typography.fitting import POINT, RUNT
from tests.card_data.copies import edit
from tests.printkit.commands import done, files, refused
from tests.printkit.pdf_pages import FONTS
from tests.sweeps import sweep

SYMBOLS = {"quill": Symbol("quill", ())}
WORD = st.text("abcdefghijklmnopqrstuvwxyzABCÄÖÜéfiWm.,'’-–/", min_size=1, max_size=14)
MARKED = st.one_of(WORD, WORD.map("<b>{}</b>".format), WORD.map("<i>{}</i>".format),
                   WORD.map("x<b>{}</b>y".format), st.just('<icon name="quill"/>'),
                   WORD.map('<icon name="quill"/>{}'.format))  # fmt: skip
TEXT = st.lists(MARKED, min_size=1, max_size=30).map(" ".join)
WIDTH, HEIGHT = 60.0, 90.0
# In make test a third of the examples, in make test-all all of them.
again = pytest.mark.parametrize("turn", sweep(range(3), [0]))


def set_text(
    text: str, *, width: float = WIDTH, height: float = HEIGHT, most: float = 12, least: float = 6,
    extra: str = "",
) -> tuple[Shape, ...]:  # fmt: skip
    """The shapes of a text box at (7, 11), sizes in points."""
    box = (
        f'<svg><textbox field="text" x="7" y="11" width="{width!r}" height="{height!r}" '
        f'font-size="{most}pt" min-font-size="{least}pt" {extra}>{text}</textbox></svg>'
    )
    reader = MarkupReader(FONTS, SYMBOLS)
    shapes = reader.shapes(parse(box))
    if reader.errors:
        raise reader.errors[0]
    return shapes


def text_runs(shapes: Sequence[Shape]) -> list[Text]:
    return [shape for shape in shapes if isinstance(shape, Text)]


def advance(run: Text) -> float:
    """The width of a run by the font's own table, glyph by glyph."""
    font = FONTS.by_key(run.font)
    width = sum(font.ttf.face.charWidths[ord(char)] for char in run.text) / 1000 * run.size
    return float(width) + run.word_space * run.text.count(" ")


def lines_of(shapes: Sequence[Shape]) -> list[list[Text]]:
    lines: dict[float, list[Text]] = {}
    for piece in text_runs(shapes):
        lines.setdefault(round(piece.y, 6), []).append(piece)
    return [lines[y] for y in sorted(lines)]


def words_of(text: str, **how: Any) -> list[str]:
    lines = lines_of(set_text(text, **{"most": 9, "least": 9, **how}))
    return [" ".join(run.text for run in line) for line in lines]


@again
@settings(max_examples=50)
@given(TEXT, st.sampled_from(["left", "center", "right", "justify"]), st.floats(25, 80))
def test_no_line_leaves_its_box(turn: int, text: str, align: str, width: float) -> None:
    try:
        shapes = set_text(text, width=width, extra=f'align="{align}"')
    except MarkupError:
        assume(False)
    for piece in text_runs(shapes):
        assert piece.x >= 7 - 0.02
        assert piece.x + advance(piece) <= 7 + width + 0.02
        font = FONTS.by_key(piece.font)
        assert piece.y - font.ascent * piece.size >= 11 - piece.size
        assert piece.y <= 11 + HEIGHT
    for shape in shapes:
        if isinstance(shape, Use):
            assert shape.x >= 7 - 0.02
            assert shape.x + shape.side <= 7 + width + 0.02


@again
@settings(max_examples=50)
@given(TEXT)
def test_no_word_goes_missing(turn: int, text: str) -> None:
    try:
        shapes = set_text(text)
    except MarkupError:
        assume(False)
    plain = "".join(parse(f"<svg>{text}</svg>").itertext())
    set_ = "".join(piece.text for piece in text_runs(shapes))
    straight = "".join(set_.split()).translate({ord("‘"): "’"})
    assert straight == "".join(plain.replace("'", "’").split())
    assert sum(isinstance(one, Use) for one in shapes) == text.count("<icon")


@again
@settings(max_examples=35)
@given(st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=25, max_size=70))
def test_justified_lines_end_flush_and_the_last_is_ragged(turn: int, words: list[str]) -> None:
    text = "".join(f"<b>{one}</b> " if at % 7 == 3 else f"{one} " for at, one in enumerate(words))
    shapes = set_text(text, most=9, least=9, extra='align="justify"')
    *full, last = lines_of(shapes)
    for line in full:
        if sum(run.text.count(" ") for run in line) + len(line) > 1:
            assert line[0].x == pytest.approx(7)
            end = max(run.x + advance(run) for run in line)
            assert end == pytest.approx(7 + WIDTH, abs=0.02)
    assert all(run.word_space == 0 for run in last)


def test_a_forced_break_is_ragged_too() -> None:
    shapes = set_text("one two<br/>three four", extra='align="justify"')
    assert [line[0].text for line in lines_of(shapes)] == ["one two", "three four"]
    assert all(piece.word_space == 0 for piece in text_runs(shapes))


@pytest.mark.parametrize(("extra", "across", "down"), [
    ('align="left"', 0.0, 0.0),
    ('align="center"', 0.5, 0.0),
    ('align="right" valign="bottom"', 1.0, 1.0),
])  # fmt: skip
def test_alignment(extra: str, across: float, down: float) -> None:
    high = text_runs(set_text("Here"))[0].y
    (run,) = text_runs(set_text("Here", extra=extra))
    assert run.x == pytest.approx(7 + across * (WIDTH - advance(run)))
    assert run.y - high == pytest.approx(down * (HEIGHT - 12 * POINT * 1.2))


def test_a_line_takes_each_word_that_fits() -> None:
    first = "one two three four five"
    width = FONTS.get("serif").width(first) * 9 * POINT
    for spare, full in ((0.05, first), (-0.05, "one two three four")):
        assert words_of(f"{first} six seven eight nine", width=width + spare)[0] == full


@pytest.mark.parametrize("family", FONTS.families())
@pytest.mark.parametrize("text", ["Here", "One<br/>Two<br/>Three"])
def test_the_middle_of_a_text_is_its_optical_one(text: str, family: str) -> None:
    """As much is blank above the capitals of its first line as below the feet of its last."""
    runs = text_runs(set_text(text, extra=f'valign="middle" font-family="{family}"'))
    height = FONTS.by_key(runs[0].font).ttf.face.capHeight / 1000 * runs[0].size
    above, below = runs[0].y - height - 11, 11 + HEIGHT - runs[-1].y
    assert above == pytest.approx(below)


CROSS = '<symbol id="cross" viewBox="0 0 24 24"><path d="M9 2H15V22H9z"/></symbol>'


def test_an_icon_in_a_text_takes_its_own_width() -> None:
    """The gap before it is a word space, and before a full stop there is none; both have the blank
    that letters have beside them, a tenth of an em at most."""
    symbols = Symbols(FONTS)
    symbols.add(ParsedTemplate(parse(f"<svg>{CROSS}</svg>"), {}))
    reader = MarkupReader(FONTS, symbols)
    text = '<text x="0" y="9" font-size="9pt">for <icon name="cross"/>.</text>'
    before, icon, after = reader.shapes(parse(f"<svg>{text}</svg>"))
    assert isinstance(before, Text)
    assert isinstance(icon, Use)
    assert isinstance(after, Text)
    size = 9 * POINT
    left, right = icon.x + icon.side * 9 / 24, icon.x + icon.side * 15 / 24
    space = FONTS.get("serif").width(" ") * size
    assert space <= left - before.x - before.width <= space + 0.1 * size
    assert 0 <= after.x - right <= 0.1 * size


@pytest.mark.parametrize(("title", "lines"), [
    ("The Book of the Dun Cow", ["The Book of the", "Dun Cow"]),
    ("Lanval, the Fae-bound Knight", ["Lanval, the Fae-bound", "Knight"]),
])  # fmt: skip
def test_a_title_of_two_lines_leaves_no_word_alone(title: str, lines: list[str]) -> None:
    """But no word is broken for that."""
    alone = title.rpartition(" ")[0]
    width = FONTS.get("serif").width(alone) * 9 * POINT + 0.1
    assert words_of(title, width=width) == lines


def test_the_size_is_the_largest_that_fits() -> None:
    text = "Nine questions, to which the tenth is the answer. " * 4
    size = text_runs(set_text(text, height=24))[0].size / POINT
    assert 6 < size < 12
    for larger in (size + 0.3, size + 1):
        with pytest.raises(MarkupError):
            set_text(text, height=24, most=larger, least=larger)


def test_overflow_says_lines_needed_and_available() -> None:
    text = " ".join(["word"] * 300)
    needed = len(lines_of(set_text(text, height=900, most=6, least=6)))
    room = int(20 / (6 * POINT * 1.2))
    with pytest.raises(
        MarkupError, match=f"needs {needed} lines at 6 pt, .*room for {room}"
    ) as error:
        set_text(text, height=20)
    assert error.value.field == "text"


def test_a_word_wider_than_its_box_is_named() -> None:
    with pytest.raises(MarkupError, match="'Donaudampfschifffahrt' is wider than its box of 12 mm"):
        set_text("a Donaudampfschifffahrt", width=12, least=10)


@pytest.mark.parametrize(
    ("text", "lines"),
    [("one two three four five six a.", ["one two three four five", "six a."]),
     ("one two three four five six<br/>a.", ["one two three four five six", "a."]),
     ("one two three four five six Donaudampfschiff", ["one two three four five six",
                                                       "Donaudampfschiff"]),
     ("Extraordinary a.", ["Extraordinary", "a."]),
     ("one two three Extraordinary a.", ["one two three Extraordinary", "a."]),
     ("Extraordinarily Extraordinary a.", ["Extraordinarily", "Extraordinary", "a."])],
)  # fmt: skip
def test_no_line_is_a_single_short_word(text: str, lines: list[str]) -> None:
    """It gets company, unless a break is asked for or that would leave a hole."""
    font, width = FONTS.get("serif"), max(map(FONTS.get("serif").width, lines))
    assert font.width("a.") < RUNT < font.width("Donaudampfschiff")
    assert words_of(text, width=width * 9 * POINT + 0.3) == lines


def test_a_short_word_does_not_pull_a_hole_into_the_line_above() -> None:
    """Lines further up give what they can spare: NE-3.9 on the page of its booklet."""
    text = "Boxes past the last of the Golden Country are ignored. "
    text += "A full Big Brother track takes no more marks."
    lines = lines_of(set_text(text, width=48, most=9, least=9))
    widths = [sum(advance(run) for run in line) for line in lines]
    assert lines[-1][-1].text.endswith("more marks.")
    assert min(widths[:-1]) > 0.7 * 48
    assert widths[-2] > 0.85 * 48


@pytest.mark.parametrize(("typed", "printed"), [
    ("the scribe's hand", "the scribe’s hand"),
    ("the 'old' hand", "the ‘old’ hand"),
    ("('a', \"'b'\" and —'c')", '(‘a’, "‘b’" and —‘c’)'),
    ("'Tis the '90s, rock 'n' roll", "’Tis the ’90s, rock ’n’ roll"),
    ("the dogs' bowl, d'Or", "the dogs’ bowl, d’Or"),
    ("He said '<b>hello</b>'.", "He said ‘hello’."),
    ("<b>Winston</b>'s, <icon name='quill'/>'s", "Winston’s,’s"),
])  # fmt: skip
def test_single_quotes_open_and_close(typed: str, printed: str) -> None:
    assert "".join(run.text for run in text_runs(set_text(typed, width=200))) == printed


def test_neither_a_clause_id_nor_a_no_break_space_is_split() -> None:
    for word in ("WA-4.3", "10-X", "3‐player"):
        assert "".join(words_of(f"a {word} " * 40)).count(word) == 40
    assert any(line.endswith("well-") for line in words_of("a well-worn " * 40))
    runs = text_runs(set_text("five\u00a0mm " * 40, most=9, least=9))
    assert all("\u00a0mm" in run.text and run.text[0] == "f" for run in runs)


def test_an_inline_icon_sits_on_the_baseline() -> None:
    shapes = set_text('Ay <icon name="quill"/> by', extra='fill="#112233" icon-fill="#445566"')
    icon = next(one for one in shapes if isinstance(one, Use))
    before, after = text_runs(shapes)
    assert icon.side == pytest.approx(before.size)
    assert icon.y < before.y < icon.y + icon.side  # it reaches below the baseline, like a y ...
    assert icon.y + icon.side - before.y < 0.25 * before.size  # ... but not by much
    assert before.x + advance(before) <= icon.x
    assert icon.x + icon.side <= after.x
    assert (icon.colour, before.fill) == ("#445566", "#112233")


@pytest.mark.parametrize("sign", ["𝔓", "漢", "😀", "\u2603\u2604"])
def test_a_letter_that_the_font_lacks_is_an_error(sign: str) -> None:
    with pytest.raises(MarkupError, match=f"no glyph for '{sign[0]}'"):
        set_text(f"a {sign} b")


@pytest.mark.parametrize(
    "attributes",
    ['font-size="0"', 'font-size="-5pt"', 'font-size="nan"', 'font-size="inf"', 'font-size="1e9"',
     'min-font-size="-1"', 'min-font-size="0"', 'line-height="0"', 'line-height="x"',
     'line-height="nan"', 'line-height="-1"', 'width="nan"', 'height="inf"', 'x="1e999"',
     'font-size="big"', 'align="middle"', 'valign="center"', 'font-family="Helvetica"'],
)  # fmt: skip
def test_a_size_that_cannot_be_is_an_error(attributes: str) -> None:
    name = attributes.split("=")[0]
    sound = {"x": "7", "y": "11", "width": "40", "height": "20", "font-size": "9pt"}
    sound.pop(name, None)
    rest = " ".join(f'{key}="{value}"' for key, value in sound.items())
    reader = MarkupReader(FONTS, SYMBOLS)
    root = parse(f"<svg><textbox {rest} {attributes}>hello world</textbox></svg>")
    reader.shapes(root)
    assert [name in str(one) or "found" in str(one) for one in reader.errors] == [True]


def test_every_overflowing_text_is_named(mine: Path, tmp_path: Path) -> None:
    printed = (mine / "print.yaml").read_text("utf-8")
    (mine / "print.yaml").write_text(printed.partition("  rules:\n")[0], "utf-8")
    shared = ("build", "--data", mine.parent, "--out", tmp_path / "out")
    done(*shared, "--only", "deck")
    before = files(tmp_path / "out")
    long = "A Key to All Locks " * 12
    first = edit(mine / "books.yaml", '"A Key to All Locks"', f'"{long.strip()}"')
    second = edit(mine / "books.yaml", '"Tide Tables, Last Edition"', '"Tide 漢 Tables"')
    third = edit(mine / "manuscripts.yaml", "Errata of the errata.", "Errata of " * 40)
    edit(mine / "aids.yaml", "Most points win", "Most 漢 points win")
    for only in (["--only", "deck", "--only", "aid"], []):
        lines = refused(*shared, *only).splitlines()
        for pattern in (
            rf"/books\.yaml:{first}:\d+: A1, field title: does not fit: needs \d+ lines at 10 pt, "
            "there is room for",
            rf"/books\.yaml:{second}:\d+: D5, field title: the font .* no glyph for '漢'",
            rf"/manuscripts\.yaml:{third}:\d+: M17, field line: does not fit",
            "aid.*漢",
        ):
            assert [line for line in lines if re.search(pattern, line)], pattern
        assert len(lines) == 5
    assert files(tmp_path / "out") == before


LONG = "Many words that are too long for their little box, whatever size they are set in."


def test_a_text_may_end_in_an_ellipsis() -> None:
    cut = 'text-overflow="ellipsis"'
    said = " ".join(words_of(LONG, width=30, height=7, least=8, extra=cut))
    assert said.endswith("…")
    assert LONG.startswith(said[:-1])
    assert len(said) > 30
    assert words_of("One word", extra=cut) == ["One word"]
    for text, how, message in (
        (LONG, {"width": 30, "height": 7}, "needs 4 lines at 8 pt, there is room for 2"),
        ("Incomprehensibilities", {"width": 8, "extra": cut}, "is wider than its box"),
        ("One", {"extra": 'text-overflow="hidden"'}, "found 'hidden', expected one of clip"),
    ):
        with pytest.raises(MarkupError, match=message):
            words_of(text, **{"least": 8, **how})


def test_outlined_letters_lie_below_the_letters_themselves() -> None:
    (group,) = set_text("Go <b>on</b>", extra='stroke="#113366" stroke-width="0.8"')
    assert isinstance(group, Group)
    lines = [shape for shape in group.shapes if isinstance(shape, Drawn)]
    assert [line.style.stroke for line in lines] == ["#113366"] * 2
    assert {(line.style.fill, line.style.width, line.style.join) for line in lines} == {
        (None, 0.8, "round")
    }
    assert group.shapes[2:] == set_text("Go <b>on</b>")


def icon_in(attributes: str) -> Use:
    shapes = set_text(f"a <icon name='quill' {attributes}/> b", least=12)
    (use,) = [shape for shape in shapes if isinstance(shape, Use)]
    return use


def test_an_icon_in_a_text_may_be_larger_and_moved() -> None:
    plain, large, moved = icon_in(""), icon_in('size="200%"'), icon_in('dx="1" dy="-0.5em"')
    assert large.side == pytest.approx(2 * plain.side)
    assert large.y + large.side / 2 == pytest.approx(plain.y + plain.side / 2)
    assert (moved.x - plain.x, moved.y - plain.y) == pytest.approx((1, -6 * POINT))
    assert moved.side == plain.side


@pytest.mark.parametrize(("attributes", "message"), [
    ('size="400%"', "size: found '400%', expected a share of the text's size, from"),
    ('size="3"', "size: found '3', expected a share"),
    ('dy="6em"', "dy: found '6em', expected -5 to 5 em"),
    ('dx="nan"', "dx: found 'nan', expected a length"),
    ('dx="nanem"', "dx: found 'nanem', expected -5 to 5 em"),
    ('color="#000000"', "color: an icon in a text has a name, a size, dx and dy"),
])  # fmt: skip
def test_wrong_inline_icon_is_reported(attributes: str, message: str) -> None:
    with pytest.raises(MarkupError) as caught:
        icon_in(attributes)
    assert message in str(caught.value)
