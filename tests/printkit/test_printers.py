"""Printers that print askew: calibrated by a sheet, and corrected by one transform."""

from __future__ import annotations

import cmath
import itertools
import math
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader

import printkit
from printkit.drawing.shapes import Text
from printkit.options import Printer, PrinterOffset
from printkit.sheets.sheet import correction
from printkit.tools.calibration import read_off
from printkit.tools.proof import REACH, Pen, scale
from tests.card_data.copies import WINSTON
from tests.printkit.commands import done, refused, run
from tests.printkit.pdf_pages import FONTS, operations, outlines, straight_lines, words_of
from tests.sweeps import sweep

Point = tuple[float, float]
CLOSE = 0.2  # mm


@pytest.fixture(autouse=True)
def own_printers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "printkit" / "printers.yaml"


class Askew(NamedTuple):
    """A printer that shifts and turns backs and prints all at another size, about the middle."""

    right: float
    down: float
    skew: float
    scale: float

    def prints(self, point: Point, page: PageObject, *, back: bool) -> Point:
        """Where a point of a page comes out on its side of the paper, in mm."""
        middle = complex(*size_of(page)) / 2
        turn, off = (self.skew, complex(self.right, self.down)) if back else (0.0, 0j)
        turned = (complex(*point) - middle) * cmath.rect(self.scale, math.radians(turn))
        out = middle + turned + off
        return out.real, out.imag


def size_of(page: PageObject) -> Point:
    return float(page.mediabox.width) * 25.4 / 72, float(page.mediabox.height) * 25.4 / 72


def through(point: Point, page: PageObject, flip: str) -> Point:
    """A point of the front as it is seen from the back of an upright sheet."""
    wide, high = size_of(page)
    return (wide - point[0], point[1]) if flip == "long" else (point[0], high - point[1])


def readings(proof: Path, askew: Askew, flip: str) -> str:
    """Return the readings off a calibration sheet that came out of such a printer: where the
    front's line crosses a scale, which runs from 6 to -6, to a tenth of a mm."""
    front, back = PdfReader(proof).pages
    wide, high = size_of(front)
    hair = [one for one in strokes(front) if math.isclose(length(one), 16, abs_tol=0.01)]
    scales = [one for one in strokes(back) if math.isclose(length(one), 12, abs_tol=0.01)]
    said = []
    up = 1 if flip == "long" else -1  # the other way round, a back reads upside down on its page
    for x, y in ((0, -110), (0, 110), (-75, 0), (75, 0)):
        (near,) = [one for one in scales if is_near(one, wide / 2 + up * x, high / 2 + up * y)]
        ends = [askew.prints(end, back, back=True) for end in (near[:2], near[2:])]
        at = 0 if x == 0 else 1  # which coordinate the front's line fixes
        ends_of = (end for one in hair for end in (one[:2], one[2:]))
        seen = [through(askew.prints(end, front, back=False), front, flip) for end in ends_of]
        crossing = wide / 2 if at == 0 else high / 2
        assert any(math.isclose(point[at], crossing, abs_tol=0.01) for point in seen)
        share = (crossing - ends[0][at]) / (ends[1][at] - ends[0][at])
        said.append(f"{6 - 12 * share:.1f}")
    return ",".join(said)


def length(one: tuple[float, ...]) -> float:
    return math.hypot(one[2] - one[0], one[3] - one[1])


def strokes(page: PageObject) -> list[tuple[float, float, float, float]]:
    ends = (points for points in outlines(page) if len(points) == 2)
    return [(*start, *end) for start, end in ends]


def is_near(one: tuple[float, ...], x: float, y: float) -> bool:
    return math.hypot((one[0] + one[2]) / 2 - x, (one[1] + one[3]) / 2 - y) < 1


def pieces(page: PageObject, width: float, height: float) -> list[list[Point]]:
    found, waiting = [], False
    for operands, operator, (a, b, c, d, e, f) in operations(page):
        if operator == b"BDC" and operands[0] == "/Piece":
            waiting = True
        elif operator == b"cm" and waiting:
            corners = itertools.product((0.0, width), (0.0, height))
            found.append([(a * x + c * y + e, b * x + d * y + f) for x, y in corners])
            waiting = False
    return found


def apart(file: Path, askew: Askew, flip: str, piece: tuple[float, float]) -> float:
    pages = list(PdfReader(file).pages)
    worst = 0.0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for ahead, behind in zip(pieces(front, *piece), pieces(back, *piece), strict=True):
            seen = [through(askew.prints(one, front, back=False), front, flip) for one in ahead]
            there = [askew.prints(one, back, back=True) for one in behind]
            worst = max(worst, *(min(math.dist(one, two) for two in there) for one in seen))
    return worst


@pytest.mark.parametrize(
    ("flip", "bleed"),
    sweep(itertools.product(["long", "short"], [False, True]), [("long", False), ("short", True)]),
    ids=lambda value: {False: "upright", True: "on its side"}.get(value, value),
)
def test_duplex_error_is_corrected(flip: Any, bleed: bool, tmp_path: Path) -> None:
    askew = Askew(right=1.2, down=-0.9, skew=0.8, scale=0.995)
    done("proof", "--flip", flip, "--out", tmp_path)
    said = readings(tmp_path / "proof.pdf", askew, flip)
    done("printer", "inky", "--readings", said, "--scale", askew.scale)
    aids = ["build", WINSTON, "--only", "aid", "--out", tmp_path, "--flip", flip]
    aids += ["--bleed"] * bleed
    file = tmp_path / WINSTON / "aid.pdf"
    if not bleed:  # else the sheets lie on their side until they are for a printer
        done(*aids)
        assert apart(file, askew, flip, (63, 88)) > 1.5
    done(*aids, "--printer", "inky")
    assert apart(file, askew, flip, (63, 88)) < CLOSE


@settings(max_examples=40)
@given(
    st.floats(-5, 5), st.floats(-5, 5), st.floats(-3, 3), st.floats(0.95, 1.05),
    st.tuples(st.floats(0, 210), st.floats(0, 297)), st.booleans(),
)  # fmt: skip
def test_faults_undo_the_correction(
    right: float, down: float, skew: float, scale: float, point: Point, back: bool
) -> None:
    faults = PrinterOffset(right, down, scale, skew)
    a, b, c, d, e, f = correction(faults, (210, 297), "long", back=back)
    x, y = point
    moved = a * x + c * y + e, b * x + d * y + f
    page = PageObject.create_blank_page(width=210 * 72 / 25.4, height=297 * 72 / 25.4)
    printed = Askew(right, down, skew, scale).prints(moved, page, back=back)
    assert printed == pytest.approx(point, abs=1e-6)


def test_marks_and_pieces_move_together(tmp_path: Path) -> None:
    printed = []
    for printer in (None, Printer("inky", PrinterOffset(1.0, 2.0, 0.99, 0.5))):
        options = printkit.Options(printer=printer)
        (aid,) = printkit.build([WINSTON], ["aid"], tmp_path, options=options)
        back = PdfReader(aid.file).pages[1]
        (corner, *_), *_ = pieces(back, 63, 88)
        printed.append(sorted(math.dist(corner, one[:2]) for one in straight_lines(back)))
    plain, corrected = printed
    assert corrected == pytest.approx([one / 0.99 for one in plain], abs=0.01)


def test_the_strip_says_what_is_in_force(tmp_path: Path) -> None:
    run("printer", "inky", "--back-offset", "-1.5,0.25", "--skew", "-0.8", "--scale", "1.01")
    shared = ("--out", tmp_path, "--printer", "inky")
    run("build", WINSTON, "--only", "aid", "--copies", 2, *shared)
    words = words_of(tmp_path / WINSTON / "aid.pdf")
    assert words.count("correctedforinky:backs-1.5,0.25mm,-0.8°,scale1.01") == 4


# --- what is kept


def kept(*more: object) -> str:
    return done("printer", "inky", *more)


def test_offsets_are_saved_added_to_and_forgotten(own_printers: Path) -> None:
    assert "No printer is saved" in run("printer").stdout
    assert str(own_printers) in kept("--back-offset", "1,-2").replace("\n", "")
    kept("--skew", "0.5")
    assert kept() == "corrected for inky: backs 1, -2 mm, 0.5°, scale 1\n"
    assert run("printer").stdout == kept()
    kept("--forget")
    assert "No printer is saved" in run("printer").stdout
    kept("--back-offset", "1,-2", "--skew", "0.5", "--scale", "0.99")
    kept("--readings", "0.2,0.2,-0.1,-0.1", "--scale", "1.01", "--add")
    assert kept() == "corrected for inky: backs 1.2, -2.1 mm, 0.5°, scale 0.9999\n"


def test_readings_at_one_side_only_are_a_turn() -> None:
    """A mm of difference over 220 mm, and none over 150, is a turn between the two."""
    turn = pytest.approx(math.degrees(220 / (220**2 + 150**2)), abs=1e-3)
    assert read_off(0.5, -0.5, 0, 0) == {"right": 0, "down": 0, "skew": turn}


def test_a_build_for_a_printer_that_is_not_there_or_was_edited(own_printers: Path) -> None:
    kept("--scale", "1")
    assert "mean inky?" in refused("build", WINSTON, "--printer", "inkky")
    own_printers.write_text("printers:\n  inky: {right: far}\n", "utf-8")
    assert "printers.yaml:2" in refused("build", WINSTON, "--printer", "inky")


# --- the calibration sheet


@pytest.mark.parametrize("paper", ["a4", "letter", "common"])
def test_the_rulers_are_as_long_as_they_say(paper: str, tmp_path: Path) -> None:
    run("proof", "--paper", paper, "--out", tmp_path)
    front, back = PdfReader(tmp_path / "proof.pdf").pages
    lines = [round(length(one), 2) for one in strokes(front)]
    assert (lines.count(200), lines.count(150)) == (1, 1)
    wide, high = size_of(front)
    assert size_of(back) == (wide, high)
    for x, y, u, v in (*strokes(front), *strokes(back)):
        assert min(x, y, u, v) >= 3 - 1e-3
        assert max(x, u) <= wide - 3 + 1e-3
        assert max(y, v) <= high - 3 + 1e-3


@pytest.mark.parametrize("name", ["TOP", "LEFT"])
def test_a_scale_is_numbered_in_mm_positive_before_its_middle(name: str) -> None:
    """Every 2 mm, beside the longer ticks, which are whole mm; its name at its end."""
    pen = Pen(FONTS)
    scale(pen, 100, 100, name)
    *numbers, last = [shape for shape in pen.shapes if isinstance(shape, Text)]
    assert last.text == name
    middles = [one.x + one.width / 2 if name == "TOP" else one.y - 0.8 for one in numbers]
    said = {round(at - 100): one.text for at, one in zip(middles, numbers, strict=True)}
    assert said == {-n: f"{n}".replace("-", "\u2212") for n in range(-REACH, REACH + 1, 2)}


def test_proof_says_what_to_type_and_needs_room(tmp_path: Path) -> None:
    run("proof", "--out", tmp_path)
    words = words_of(tmp_path / "proof.pdf")
    assert "printkitprinterNAME--readingsTOP,BOTTOM,LEFT,RIGHT--scaleSCALE" in words
    (tmp_path / "sheets.yaml").write_text("papers: {a5: [148, 210]}\n", "utf-8")
    said = refused("proof", "--paper", "a5", "--data", tmp_path, "--out", tmp_path)
    assert "found 148 x 210 mm, expected at least 190 x 260 mm, upright" in said
