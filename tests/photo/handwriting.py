"""Writes as people do: digits, letters, words and marks as strokes, and the pens that draw them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixels = MatLike
Box = tuple[float, float, float, float]  # left, top, width, height

DOTS = 12  # of a written sheet's picture, in a mm

# Forms of each sign: columns and rows of the points of its strokes, of which the tenth row is the
# lowest; a point written twice is a corner.
SIGNS = {
    "0": ("30 10 03 07 29 49 66 63 40 20", "41 20 04 07 29 57 63 50 23", "40 11 05 18 39 56 52 40"),
    "1": ("30 39", "03 30 30 39", "12 30 30 39 / 09 69", "40 29"),
    "2": ("02 10 40 53 36 09 09 69", "03 10 40 53 36 19 07 28 49 68", "01 30 52 25 09 09 59 58"),
    "3": ("01 20 50 52 24 24 57 48 29 08", "00 50 50 23 23 56 58 29 08", "02 20 42 24 56 39 07"),
    "4": ("10 05 05 65 / 52 49", "40 06 06 66 / 40 49", "10 05 65 / 40 49", "49 40 40 06 06 57"),
    "5": ("10 04 04 34 56 48 29 08 / 10 60", "60 10 10 04 04 34 56 48 29 08", "50 20 13 44 57 28"),
    "6": ("50 20 04 07 29 58 56 35 06", "40 14 07 29 58 56 35 17", "30 05 07 29 47 35 06"),
    "7": ("00 60 60 29", "00 60 60 29 / 14 54", "02 00 00 60 60 34 29", "01 60 60 35 29 / 25 55"),
    "8": (
        "52 30 02 24 56 58 29 07 24 52 50 30", "30 12 24 44 52 30 / 34 07 29 58 34",
        "61 30 02 44 57 29 07 34 61",
    ),
    "9": ("51 20 02 15 35 52 51 51 49", "51 20 02 15 35 52 55 38 19", "50 20 03 35 50 50 48"),
    "-": ("05 54", "15 65"),
    "A": ("09 30 30 69 / 16 56",), "B": ("00 09 / 00 40 52 34 04 / 34 56 58 39 09",),
    "C": ("61 30 03 06 29 58", "62 40 03 07 39 68"), "D": ("00 09 / 00 40 64 48 09",),
    "E": ("50 00 00 09 09 59 / 04 44", "51 20 12 34 34 06 19 58"), "F": ("00 09 / 00 60 / 04 44",),
    "G": ("61 30 03 06 29 58 55 55 35",), "H": ("00 09 / 60 69 / 04 64",),
    "I": ("30 39", "10 50 / 30 39 / 19 59"), "J": ("50 57 39 18 07",),
    "K": ("00 09 / 50 05 05 59",), "L": ("00 09 09 59",), "M": ("09 00 00 35 35 60 60 69",),
    "N": ("09 00 00 69 69 60",), "O": ("30 03 07 39 66 63 40 20",),
    "P": ("09 00 / 00 40 53 25 04",), "Q": ("30 03 07 39 66 63 40 20 / 47 79",),
    "R": ("09 00 / 00 40 52 24 04 / 24 69",),
    "S": ("51 30 02 24 46 58 29 07",), "T": ("00 60 / 30 39",), "U": ("00 06 29 49 66 60",),
    "V": ("00 39 39 60",), "W": ("00 19 19 33 33 59 59 70",), "X": ("00 69 / 60 09",),
    "Y": ("00 34 / 60 19",), "Z": ("00 60 60 09 09 69", "00 60 60 09 09 69 / 14 54"),
}  # fmt: skip
# Small letters that run on: from the foot on the left, in row 7, to that of the next.
RUNNING = (
    "14 16 27 44 46 57", "26 34 24 16 37 57", "33 30 20 16 37 57", "34 14 06 17 35 34 39 19 08 57",
    "14 17 15 34 46 57", "34 14 06 27 46 34 55", "30 26 37 57", "34 14 06 27 36 31 36 57",
    "24 27 57", "14 17 25 34 37 45 54 57", "24 23 35 37 17 57",
)  # fmt: skip
MARKS = ("cross", "tick", "line", "circle", "hatch", "scribble", "filled")


class Pen(NamedTuple):
    """What is written with: its ink by blue, green and red, the width of a line in mm, how much it
    covers (0 to 1), and how much the grain of the paper shows in it (0 to 1)."""

    ink: tuple[int, int, int]
    width: float
    cover: float
    grain: float

    def draw(
        self, image: Pixels, strokes: Iterable[Floats], rng: np.random.Generator, part: float = 1.0
    ) -> None:
        """Draw strokes in mm on a picture with `DOTS` to a mm; ``part`` makes them fainter."""
        strokes = [one * DOTS for one in strokes]
        rim = int(self.width * DOTS) + 4
        low = np.maximum(np.min([one.min(0) for one in strokes], 0).astype(int) - rim, 0)
        high = np.max([one.max(0) for one in strokes], 0).astype(int) + rim
        patch = image[low[1] : high[1], low[0] : high[0]]
        if not patch.size:
            return
        mask = np.zeros(patch.shape[:2], np.uint8)
        for stroke in strokes:
            waves = np.sin(np.linspace(0, rng.uniform(3, 9), len(stroke)) + rng.uniform(0, 6))
            dots = ((stroke - low) * 16).astype(int)
            for start, end, wave in zip(dots[:-1], dots[1:], waves[:-1], strict=True):
                wide = max(1, round(self.width * DOTS * (1 + 0.18 * wave)))
                level = int(255 * (1 - 0.12 * (1 + wave)))
                cv2.line(mask, tuple(start), tuple(end), (level,), wide, cv2.LINE_AA, 4)
        cover = cv2.GaussianBlur(mask, (0, 0), 0.7).astype(np.float32) / 255
        grain = cv2.GaussianBlur(rng.random(cover.shape, np.float32), (0, 0), 0.8)
        cover *= np.clip(1 + self.grain * 6 * (grain - 0.5 - 0.03 * self.grain), 0, 1)
        cover = (cover * self.cover * part)[..., None]
        inked = np.minimum(patch, np.array(self.ink, np.float32))
        patch[:] = np.rint(patch * (1 - cover) + inked * cover).astype(np.uint8)


class Hand(NamedTuple):
    """How one person writes: the pen, the kinds of marks, the size of what is written as a part of
    its box, how it slants (to the right, as a tangent), trembles (1 is usual) and runs on (0 to 1),
    how far marks overshoot their box, and which of the forms of a sign it has."""

    pen: Pen
    marks: tuple[str, ...]
    size: float
    slant: float
    tremble: float
    joined: float
    overshoot: float
    habit: int

    def sign(self, sign: str, rng: np.random.Generator) -> list[Floats]:
        """Return the strokes of a sign that is 1 high, from the left top."""
        forms = SIGNS[sign]
        usual = (self.habit * 7 + ord(sign)) % len(forms)
        form = usual if rng.random() < 0.85 else int(rng.integers(len(forms)))
        own = np.random.default_rng([self.habit, ord(sign), form])
        wide = 1 + 0.12 * np.random.default_rng(self.habit).standard_normal()
        lines = [points(one) / 9 * (wide, 1) for one in forms[form].split("/")]
        return [curve(self.shaken(self.shaken(one, 0.03, own), 0.022, rng)) for one in lines]

    def shaken(self, line: Floats, much: float, rng: np.random.Generator) -> Floats:
        """Return points a little elsewhere; the two of a corner together."""
        corners = np.r_[False, (line[1:] == line[:-1]).all(1)]
        line = line + rng.normal(0, much * self.tremble, line.shape)
        line[corners] = line[np.flatnonzero(corners) - 1]
        return line

    def write(self, text: str, box: Box, rng: np.random.Generator) -> list[Floats]:
        """Return the strokes of digits and capitals within about a box in mm."""
        strokes: list[Floats] = []
        across = 0.0
        for sign in text:
            written = self.sign(sign, rng)
            left = min(one[:, 0].min() for one in written)
            drop = rng.normal(0, 0.04), rng.normal(0, 0.04)
            written = [one * rng.normal(1, 0.05) + (across - left, 0) + drop for one in written]
            if strokes and rng.random() < self.joined * 0.4:
                strokes.append(curve(np.array([strokes[-1][-1], written[0][0]])))
            strokes += written
            across = max(one[:, 0].max() for one in written) + rng.uniform(0.12, 0.3)
        return self.placed(strokes, box, rng)

    def word(self, letters: int, box: Box, rng: np.random.Generator) -> list[Floats]:
        """Return the strokes of a name within about a box in mm."""
        first = self.sign(rng.choice([one for one in SIGNS if one.isalpha()]), rng)
        first = [one * (0.8, 0.85) for one in first]
        begin = max(one[:, 0].max() for one in first) + 0.1
        line = [(0.0, 7.0)]
        for count in range(letters):
            small = points(RUNNING[rng.integers(len(RUNNING))])
            line += [(x + 5.0 * count, y) for x, y in small]
        running = curve(self.shaken(np.array(line) / 9, 0.02, rng)) * (0.8, 1) + (begin, 0.05)
        return self.placed([*first, running], box, rng)

    def placed(self, strokes: list[Floats], box: Box, rng: np.random.Generator) -> list[Floats]:
        """Return strokes that are about 1 high, slanted and scaled into a box."""
        left, top, width, height = box
        sheared = [one + np.outer(0.9 - one[:, 1], (self.slant, 0)) for one in strokes]
        low = np.min([one.min(0) for one in sheared], 0)
        size = np.max([one.max(0) for one in sheared], 0) - low
        tall = height * self.size * rng.uniform(0.88, 1.08)
        scale = np.array([min(tall, 0.92 * width / max(size[0], 0.01)), tall])
        scale[1] = min(scale[1], scale[0] * 1.6)
        spare = (width, height) - size * scale
        at = (left, top) + spare * (rng.uniform(0.25, 0.7), rng.normal(0.5, 0.1))
        return [turned((one - low) * scale, rng.normal(0, 0.03)) + at for one in sheared]

    def mark(self, kind: str, box: Box, rng: np.random.Generator) -> list[Floats]:
        """Return the strokes of a mark in a box in mm."""
        left, top, width, height = box
        most = 0.98 if max(width, height) < 10 else 0.8
        beyond = min(0.0, self.overshoot) if kind in ("circle", "filled") else self.overshoot
        half = np.array([width, height]) / 2 * rng.uniform(0.62, most) * (1 + beyond)
        middle = (left + width / 2, top + height / 2) + rng.normal(0, 0.05, 2) * half
        lines = marked(kind, float(half.min()), self.pen.width, rng)
        tilt = rng.normal(0, 0.08)
        return [turned(curve(self.shaken(one, 0.045, rng)), tilt) * half + middle for one in lines]


def marked(kind: str, half: float, width: float, rng: np.random.Generator) -> list[Floats]:
    """Return the points of a mark, from -1 to 1; ``half`` is half its size and ``width`` that of a
    line, in mm."""
    match kind:
        case "cross":
            return [
                np.array([(-1, -0.9), (0, 0.08), (1, 1)]),
                np.array([(0.9, -1), (0, 0), (-1, 0.9)]),
            ]
        case "tick":
            return [np.array([(-0.8, 0), (-0.3, 0.75), (-0.3, 0.75), (0.3, -0.3), (1, -1.1)])]
        case "line":
            lean = rng.choice([0.1, 0.9, -0.9])
            return [np.array([(-1, lean), (0, rng.normal(0, 0.05)), (1, -lean)])]
        case "circle":
            turn = np.linspace(0, rng.uniform(5.9, 7.2), 12) + rng.uniform(3, 6)
            spiral = np.linspace(1, rng.uniform(0.85, 1.1), 12)
            return [np.stack([np.cos(turn), np.sin(turn)], 1) * spiral[:, None]]
        case "hatch":
            steps = np.linspace(-1.5, 1.5, int(rng.integers(4, 8)))
            ends = [(max(-1, one - 1), min(1, one + 1)) for one in steps]
            return [np.array([(low, step - low), (high, step - high)])
                    for step, (low, high) in zip(steps, ends, strict=True)]  # fmt: skip
        case "scribble":
            turn = np.linspace(0, rng.uniform(15, 28), 40)
            across = np.linspace(-0.7, 0.7, 40) + 0.3 * np.cos(turn)
            return [np.stack([across, 0.9 * np.sin(turn)], 1)]
    rows = max(5, int(2 * half / (0.8 * width)))  # filled
    down = np.linspace(-0.95, 0.95, 2 * rows)
    return [np.stack([np.tile([-0.95, 0.95], rows), down], 1)]


def points(form: str) -> Floats:
    """Return the points of a stroke from its columns and rows."""
    return np.array([(int(one[0]), int(one[1])) for one in form.split()], float)


def curve(line: Floats) -> Floats:
    """Return a smooth line through points: eight steps between two (Catmull and Rom)."""
    before, start = np.vstack([2 * line[:1] - line[1:2], line[:-2]]), line[:-1]
    end, after = line[1:], np.vstack([line[2:], 2 * line[-1:] - line[-2:-1]])
    at = np.linspace(0, 1, 9)[:-1, None, None]
    bend = 3 * (start - end) + after - before
    turn = 2 * before - 5 * start + 4 * end - after
    smooth = start + 0.5 * at * (end - before + at * (turn + at * bend))
    return np.vstack([smooth.transpose(1, 0, 2).reshape(-1, 2), line[-1:]])


def turned(line: Floats, angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return line @ np.array([(cos, sin), (-sin, cos)])  # type: ignore[no-any-return]


def pencil(rng: np.random.Generator, faint: bool = False) -> Pen:
    shade = int(rng.integers(60, 110))
    cover = rng.uniform(0.42, 0.55) if faint else rng.uniform(0.65, 0.95)
    return Pen((shade + 4, shade, shade), rng.uniform(0.3, 0.55), cover, rng.uniform(0.3, 0.8))


def ballpoint(rng: np.random.Generator) -> Pen:
    inks = ((150, 60, 30), (120, 40, 20), (40, 35, 35), (170, 70, 60), (50, 40, 150))
    return Pen(inks[rng.integers(len(inks))], rng.uniform(0.3, 0.48), rng.uniform(0.85, 1), 0.12)


def felt(rng: np.random.Generator) -> Pen:
    inks = ((30, 30, 30), (140, 50, 20), (40, 40, 190), (60, 110, 30))
    return Pen(inks[rng.integers(len(inks))], rng.uniform(0.5, 0.9), rng.uniform(0.85, 1), 0.05)


def some_hand(rng: np.random.Generator) -> Hand:
    """Return the hand of somebody: usually with a pencil, since that lies beside the sheets."""
    kind = rng.choice(["pencil", "faint", "ballpoint", "felt"], p=[0.5, 0.1, 0.28, 0.12])
    pens = {"pencil": pencil, "ballpoint": ballpoint, "felt": felt}
    pen = pencil(rng, faint=True) if kind == "faint" else pens[kind](rng)
    return Hand(
        pen,
        tuple(rng.choice(MARKS, 2, p=[0.4, 0.2, 0.1, 0.08, 0.08, 0.06, 0.08])),
        size=rng.uniform(0.5, 0.85),
        slant=rng.normal(0.12, 0.15),
        tremble=rng.uniform(0.5, 1.5),
        joined=rng.choice([0, 0.3, 1]),
        overshoot=max(0, rng.normal(0.02, 0.1)),
        habit=int(rng.integers(1000)),
    )


def picked(rng: np.random.Generator, kinds: Sequence[str]) -> str:
    return kinds[int(rng.integers(len(kinds)))]
