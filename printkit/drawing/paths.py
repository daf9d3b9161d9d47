"""SVG path data and transforms, parsed into steps in absolute coordinates; and steps written back.

This is our own parser, because a library's costs a fifth of a whole build in imports alone.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from card_data.limits import FARTHEST, MOST_POINTS_OF_A_PATH
from card_data.problems import quote
from card_data.text import plural
from printkit.drawing.geometry import IDENTITY, Matrix, Step, multiply
from printkit.errors import MarkupError

TOKEN = re.compile(
    r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\s,]"
)  # a number, or any other character
THINNEST = 1e-6  # mm: an arc with a smaller radius is a straight line
ARITY = {  # how many numbers a command takes
    letter: count
    for letters, count in (("Zz", 0), ("HhVv", 1), ("MmLlTt", 2), ("SsQq", 4), ("Cc", 6), ("Aa", 7))
    for letter in letters
}
TRANSFORMS = "translate, scale, rotate, skewX, skewY or matrix"
TRANSFORM = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")


def bounded(value: float, found: str = "", most: float = FARTHEST) -> float:
    """Return a number if it is one and not too large to draw; ``found`` is how it is written."""
    if not abs(value) <= most:
        found = quote(found) if found else f"{value:g}"
        raise MarkupError(f"found {found}, expected at most {most:g} either way")
    return value


def with_flags_split(tokens: list[str]) -> list[str]:
    """Return the numbers of an arc, its two flags, single digits, split from what follows them.

    They need no space after them: ``a1 1 0 01.5.5``.
    """
    for flag in (3, 4):
        for token in tokens[flag : flag + 1]:
            if token[0] not in "01":
                raise MarkupError(
                    f"found {quote(token)} in a path, expected 0 or 1 for an arc's flags"
                )
            tokens[flag : flag + 1] = [token[0], token[1:]] if token[1:] else [token]
    return tokens


def numbers(text: str, most: float = FARTHEST) -> list[float]:
    """Return the numbers of a list such as ``1, 2 3``."""
    try:
        values = [float(part) for part in re.split(r"[\s,]+", text.strip()) if part]
        if "_" in text:  # Python reads 1_000
            raise ValueError
    except ValueError:
        raise MarkupError(f"found {quote(text)}, expected numbers") from None
    return [bounded(value, "", most) for value in values]


@lru_cache(2048)  # the same ornament is on card after card
def parse_path(data: str, most: float = FARTHEST) -> tuple[Step, ...]:
    """Return the steps of SVG path data; quadratic curves and arcs become cubics."""
    return tuple(_Pen(data, most).steps)


class _Pen:
    """Follows the commands of one path."""

    def __init__(self, data: str, most: float) -> None:
        self.most = most
        self.steps: list[Step] = []
        self.point = self.start = (0.0, 0.0)
        self.control: tuple[str, float, float] | None = None
        tokens = TOKEN.findall(data)
        letter, at = "", 0
        while at < len(tokens):
            found = tokens[at]
            if found in ARITY:
                letter, at = found, at + 1
            elif letter in ("", "Z", "z") or (not found[-1].isdecimal() and found[-1] != "."):
                raise MarkupError(f"found {quote(found)} in a path, expected a command letter")
            if not self.steps and letter not in "Mm":
                raise MarkupError(f"a path must start with M, not {letter}")
            values, at = self.values(tokens, at, letter)
            self.command(letter.upper(), values, relative=letter.islower())
            if len(self.steps) > MOST_POINTS_OF_A_PATH:
                raise MarkupError(f"found more than {MOST_POINTS_OF_A_PATH:,} points in a path")
            for value in self.point:  # relative steps, and arcs, may lead far away
                if not -most <= value <= most:
                    bounded(value, "", most)
            letter = {"M": "L", "m": "l"}.get(letter, letter)

    def values(self, tokens: list[str], at: int, letter: str) -> tuple[list[float], int]:
        """Return the numbers that a command takes, from the token ``at`` on, and where they end."""
        count = ARITY[letter]
        found = tokens[at : at + count]
        if letter in "Aa":
            read = len(found)
            found = with_flags_split(found)
            at -= len(found) - read  # a token that a flag was split from holds two numbers
        try:
            values = [float(token) for token in found[:count]]
        except ValueError:
            values = []
        if len(values) < count:
            raise MarkupError(f"path command {letter} takes {plural(count, 'number')}")
        for value in values:
            if not -self.most <= value <= self.most:
                bounded(value, found[values.index(value)], self.most)
        return values, at + count

    def command(self, name: str, values: list[float], *, relative: bool) -> None:
        x, y = self.point
        left, top = (x, y) if relative else (0.0, 0.0)  # the origin of coordinates
        control, self.control = self.control, None
        if name == "M":
            self.point = self.start = (values[0] + left, values[1] + top)
            self.steps.append(("M", self.point))
        elif name == "L":
            self.line(values[0] + left, values[1] + top)
        elif name == "H":
            self.line(values[0] + left, y)
        elif name == "V":
            self.line(x, values[0] + top)
        elif name == "Z":
            self.steps.append(("Z", ()))
            self.point = self.start
        elif name == "A":
            self.arc(values[5] + left, values[6] + top, *values[:5])
        else:
            points = [value + (left, top)[index % 2] for index, value in enumerate(values)]
            self.bend(name, points, control)

    def bend(
        self, name: str, points: list[float], control: tuple[str, float, float] | None
    ) -> None:
        """A cubic or a quadratic curve, whose first control point may mirror the last one."""
        x, y = self.point
        if name in "CS":
            first = points[:2] if name == "C" else self.reflected("C", control)
            self.curve(*first, *points[-4:])
            self.control = ("C", points[-4], points[-3])
        else:
            qx, qy = points[:2] if name == "Q" else self.reflected("Q", control)
            ex, ey = points[-2:]
            self.curve(
                x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3,
                ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3, ex, ey,
            )  # fmt: skip
            self.control = ("Q", qx, qy)

    def reflected(self, kind: str, control: tuple[str, float, float] | None) -> list[float]:
        x, y = self.point
        if control is None or control[0] != kind:
            return [x, y]
        return [2 * x - control[1], 2 * y - control[2]]

    def line(self, x: float, y: float) -> None:
        self.point = (x, y)
        self.steps.append(("L", self.point))

    def curve(self, *points: float) -> None:
        self.steps.append(("C", points))
        self.point = (points[4], points[5])

    def arc(
        self, ex: float, ey: float, rx: float, ry: float, turn: float, large: float, sweep: float
    ) -> None:
        """An elliptic arc as cubics, by the conversion in the SVG specification (B.2.4)."""
        x, y = self.point
        if (x, y) == (ex, ey):
            return
        if abs(rx) < THINNEST or abs(ry) < THINNEST:
            self.line(ex, ey)
            return
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        px, py = (x - ex) / 2, (y - ey) / 2
        ux, uy = (cos * px + sin * py) / abs(rx), (cos * py - sin * px) / abs(ry)
        grow = max(1.0, math.hypot(ux, uy))
        rx, ry, ux, uy = abs(rx) * grow, abs(ry) * grow, ux / grow, uy / grow
        square = ux * ux + uy * uy
        reach = math.sqrt(max(0.0, (1 - square) / square)) * (
            -1 if bool(large) == bool(sweep) else 1
        )
        cx, cy = reach * uy, -reach * ux  # the centre, on the unit circle
        begin = math.atan2(uy - cy, ux - cx)
        span = (math.atan2(-uy - cy, -ux - cx) - begin) % (2 * math.pi)
        if not sweep:
            span -= 2 * math.pi
        count = math.ceil(abs(span) / (math.pi / 2) - 1e-9)
        pull = 4 / 3 * math.tan(span / count / 4)

        def on_ellipse(u: float, v: float) -> tuple[float, float]:
            u, v = (u + cx) * rx, (v + cy) * ry
            return cos * u - sin * v + (x + ex) / 2, sin * u + cos * v + (y + ey) / 2

        for part in range(count):
            a, b = begin + span * part / count, begin + span * (part + 1) / count
            ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
            end = (ex, ey) if part == count - 1 else on_ellipse(cb, sb)
            self.curve(
                *on_ellipse(ca - pull * sa, sa + pull * ca),
                *on_ellipse(cb + pull * sb, sb - pull * cb),
                *end,
            )


def parse_transform(text: str, most: float = FARTHEST) -> Matrix:
    """Return the matrix of an SVG ``transform``."""
    matrix, position = IDENTITY, 0
    text = text.rstrip()
    while position < len(text):
        found = TRANSFORM.match(text, position)
        if found is None:
            raise MarkupError(f"found {quote(text[position:])}, expected {TRANSFORMS}")
        matrix = multiply(_transform(found[1], numbers(found[2], most)), matrix)
        for value in matrix:
            bounded(value, "", most)
        position = found.end()
    return matrix


def _transform(name: str, values: list[float]) -> Matrix:
    match name, values:
        case "translate", [x]:
            return (1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return (1, 0, 0, 1, x, y)
        case "scale", [s]:
            return (s, 0, 0, s, 0, 0)
        case "scale", [sx, sy]:
            return (sx, 0, 0, sy, 0, 0)
        case "rotate", [turn]:
            return _rotation(turn, 0, 0)
        case "rotate", [turn, x, y]:
            return _rotation(turn, x, y)
        case "skewX", [turn]:
            return (1, 0, math.tan(math.radians(turn)), 1, 0, 0)
        case "skewY", [turn]:
            return (1, math.tan(math.radians(turn)), 0, 1, 0, 0)
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
    given = f"{name} with {plural(len(values), 'number')}"
    raise MarkupError(f"found {given}, expected {TRANSFORMS}")


def _rotation(turn: float, x: float, y: float) -> Matrix:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


@lru_cache(1024)  # symbols and ornaments recur in each document
def path_data(steps: tuple[Step, ...]) -> str:
    """Return a path as the ``d`` of an SVG."""
    return " ".join(letter + " ".join(map(number_text, values)) for letter, values in steps)


def number_text(value: float) -> str:
    """Return a coordinate with at most five decimals and no trailing zeros."""
    return f"{round(value, 5) + 0.0:.5f}".rstrip("0").rstrip(".")  # + 0.0: no minus zero
