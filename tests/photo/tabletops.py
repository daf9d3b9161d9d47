"""What photos of a table show around a sheet, by seed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.photo.handwriting import Floats, Pixels, picked, turned

DOTS = 4  # in a mm of a table
SIDE = 600  # mm of the table that is drawn; beyond that it is mirrored
WOODS = ((60, 95, 140), (90, 130, 175), (40, 60, 90), (140, 175, 205), (75, 85, 120))
CLOTHS = ((70, 90, 40), (60, 50, 130), (120, 80, 50), (190, 200, 205), (50, 60, 60))
SKINS = ((150, 175, 225), (120, 150, 205), (80, 110, 165), (50, 70, 110))


def noise(shape: tuple[int, int], grain: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Return noise by rows with a deviation of 1; its grain is across and down, in dots."""
    small = rng.standard_normal(
        [int(one / size) + 2 for one, size in zip(shape, grain[::-1], strict=True)]
    )
    return cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)  # type: ignore[return-value]


def table(size: Floats, rng: np.random.Generator) -> Pixels:
    """Return a table in colour, `SIDE` mm wide and high, for a paper of this size in its middle."""
    dots = SIDE * DOTS
    shape = dots, dots
    kind = picked(rng, ("wood", "wood", "cloth", "dark", "plain"))
    light = np.zeros(shape)
    if kind == "wood":
        colour = WOODS[rng.integers(len(WOODS))]
        rings = noise(shape, (700, 60), rng) * 5 + np.arange(dots)[:, None] / rng.uniform(20, 60)
        light += (
            9 * np.sin(rings) + 7 * noise(shape, (160, 3), rng) + 4 * noise(shape, (40, 2), rng)
        )
        planks = np.arange(dots) // int(rng.uniform(70, 160) * DOTS)
        light += (15 * rng.standard_normal(planks.max() + 1))[planks][:, None]
    elif kind == "cloth":
        colour = CLOTHS[rng.integers(len(CLOTHS))]
        weave = np.sin(np.arange(dots) * rng.uniform(1.2, 2.2))
        light += (
            6 * weave[:, None] * weave
            + 6 * noise(shape, (2, 2), rng)
            + 8 * noise(shape, (400, 300), rng)
        )
        if rng.random() < 0.5:
            stripes = np.sin(np.arange(dots) / rng.uniform(15, 50)) > 0.3
            light += 25 * stripes + 25 * stripes[:, None]
    else:
        shade = int(rng.integers(20, 60) if kind == "dark" else rng.integers(120, 230))
        colour = shade + 6, shade, shade - 4
        light += 3 * noise(shape, (3, 3), rng) + 6 * noise(shape, (500, 500), rng)
    ground = np.clip(np.array(colour) + light[..., None], 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        ground = np.ascontiguousarray(ground.transpose(1, 0, 2))
    for _ in range(int(rng.choice([0, 1, 3, 6, 9]))):
        angle = rng.uniform(0, 2 * np.pi)
        away = np.array([np.cos(angle), np.sin(angle)])
        clear = (size / 2 / np.maximum(np.abs(away), 0.01)).min() + rng.uniform(15, 90)
        put(
            ground,
            picked(rng, ("paper", "die", "die", "pencil", "card", "mug")),
            away * clear + SIDE / 2,
            rng,
        )
    return ground


def put(ground: Pixels, thing: str, at: Floats, rng: np.random.Generator) -> None:
    """Draw a thing on a table, at a place in mm."""
    angle = rng.uniform(0, 2 * np.pi)
    white = int(rng.integers(200, 250))

    def block(
        width: float,
        height: float,
        colour: tuple[int, ...],
        off: Floats | tuple[float, float] = (0, 0),
    ) -> None:
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2) + off
        cv2.fillPoly(ground, [dots(turned(square, angle))], colour, cv2.LINE_AA, 4)

    def dots(points: Floats) -> NDArray[np.int32]:
        return ((points + at) * DOTS * 16).astype(np.int32)

    match thing:
        case "paper":
            block(150, 200, (30, 35, 40), (1.2, 1.5))
            block(150, 200, (white, white, white))
            thick = rng.uniform(0.6, 2)
            for line in range(-85, 85, int(rng.integers(5, 12))):
                edge = -62.0
                while edge < rng.uniform(-40, 62):
                    long = rng.uniform(3, 16)
                    block(long, thick, (90, 80, 80), (edge + long / 2, line))
                    edge += long + 1.5
        case "card":
            block(63, 88, (30, 35, 40), (0.8, 1))
            block(63, 88, (white, white, white))
            block(56, 81, tuple(map(int, rng.integers(30, 220, 3))))
            block(46, 30, (white, white, white), (0, 20))
        case "die":
            block(16, 16, (25, 25, 25), (1.5, 2))
            block(16, 16, tuple(map(int, rng.integers(20, 255, 3))))
            for x, y in ((-4, -4), (4, 4), (0, 0), (-4, 4), (4, -4))[: rng.integers(1, 6)]:
                pip = dots(turned(np.array([(x, y)], float), angle))[0]
                cv2.circle(ground, pip, int(1.6 * DOTS * 16), (245,) * 3, -1, cv2.LINE_AA, 4)
        case "pencil":
            paint = rng.integers(20, 200, 3)
            block(150, 7, (25, 30, 35), (1, 3))
            for part, bright in ((-2.3, 0.75), (0, 1.15), (2.3, 0.9)):
                block(150, 2.4, tuple(map(int, (paint * bright).clip(0, 255))), (0, part))
            block(12, 6, (150, 190, 220), (80, 0))
            block(4, 2, (50, 50, 50), (87, 0))
        case "mug":
            centre = dots(np.zeros((1, 2)))[0]
            for radius, shade in ((42, 60), (41, 225), (37, 190), (35, 40)):
                colour = (shade, int(shade * 0.97), int(shade * 0.95))
                cv2.circle(ground, centre, int(radius * DOTS * 16), colour, -1, cv2.LINE_AA, 4)
