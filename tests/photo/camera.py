"""Paper that is not flat on a table, and the camera above it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from tests.photo.handwriting import Floats


@dataclass(frozen=True)
class Paper:
    """Paper of a size in mm that is not flat, by its heights in mm above the table: bows, a lifted
    corner, folds.

    A bow is a place in mm, its direction as a unit vector, mm to where it is ``high``, and that; a
    fold is a place, the direction across it and its slope.
    """

    size: Floats
    bows: list[tuple[Floats, Floats, float, float]] = field(default_factory=list)
    corners: list[tuple[Floats, float, float]] = field(default_factory=list)  # reach, height in mm
    folds: list[tuple[Floats, Floats, float]] = field(default_factory=list)

    @classmethod
    def some(cls, size: Floats, rng: np.random.Generator, hard: bool) -> Paper:
        paper = cls(size)
        times = 2.0 if hard else 1.0

        def way() -> Floats:
            angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.integers(4) * np.pi / 2
            return np.array([np.cos(angle), np.sin(angle)])

        if rng.random() < 0.7:
            at = size * rng.uniform(0.3, 0.7, 2)
            paper.bows.append((at, way(), max(size) / 2, rng.uniform(0.5, 6) * times))
        if rng.random() < 0.35:
            corner = size * rng.integers(0, 2, 2)
            reach = rng.uniform(40, 90)
            paper.corners.append((corner, reach, reach * rng.uniform(0.04, 0.12) * times))
        for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.25, 0.1]))):
            at = size * rng.choice([0.5, rng.uniform(0.2, 0.8)])
            paper.folds.append((at, way(), np.tan(np.radians(rng.uniform(1, 4) * times))))
        return paper

    def height(self, points: Floats) -> Floats:
        """Return the heights of points (…, 2) in mm; beyond its edge as on it."""
        points = np.clip(points, 0, self.size)
        high = np.zeros(points.shape[:-1])
        for at, way, reach, most in self.bows:
            high += most * ((points - at) @ way / reach) ** 2
        for corner, reach, most in self.corners:
            off = np.linalg.norm(points - corner, axis=-1)
            high += most * np.clip(1 - off / reach, 0, None) ** 2
        for at, way, slope in self.folds:
            high += slope * np.abs((points - at) @ way)
        return high


class Camera(NamedTuple):
    """A camera above a table: from mm on the table to pixels, and its own place in mm, upwards."""

    homography: Floats
    place: Floats

    @classmethod
    def above(
        cls,
        size: Floats,
        frame: tuple[int, int],
        roll: float,
        tilt: float,
        part: float,
        rng: np.random.Generator,
    ) -> Camera:
        """Return one that sees a paper of this size in mm, rolled and tilted by radians; the paper
        fills this part of the frame's width or height, in pixels."""
        azimuth = rng.uniform(0, 2 * np.pi)
        lean = np.array(
            [(1, 0, 0), (0, np.cos(tilt), -np.sin(tilt)), (0, np.sin(tilt), np.cos(tilt))]
        )
        turn = around(roll - azimuth) @ lean @ around(azimuth)
        lens = np.diag([*[max(frame) * rng.uniform(0.72, 1.0)] * 2, 1.0])
        outline = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * size
        middle = np.r_[size / 2, 0]
        away = 3 * max(size)
        for _ in range(8):
            flat = np.stack([turn[:, 0], turn[:, 1], np.array([0, 0, away]) - turn @ middle], 1)
            seen = cv2.perspectiveTransform(outline[None], lens @ flat)[0]
            extent = np.ptp(seen, axis=0) / frame
            away *= extent.max() / part
        spare = (1 - extent) * frame * rng.uniform(0.2, 0.8, 2)
        shift = np.eye(3)
        shift[:2, 2] = spare - seen.min(0)
        place = middle - turn.T @ (0, 0, away)
        return cls(shift @ lens @ flat, place * (1, 1, -1))

    def including(self, edge: Floats, frame: tuple[int, int]) -> Camera:
        """Return it zoomed and shifted so that it sees all of an edge, which it has at pixels."""
        low, size = edge.min(0), np.ptp(edge, axis=0)
        zoom = min(1.0, float((np.array(frame) * 0.985 / size).min()))
        spare = np.array(frame) - size * zoom
        shift = np.clip(low * zoom, spare * 0.1, spare * 0.9) - low * zoom
        change = np.array([(zoom, 0, shift[0]), (0, zoom, shift[1]), (0, 0, 1)])
        return Camera(change @ self.homography, self.place)

    def pixels(self, points: Floats) -> Floats:
        """Return the pixels (N, 2) of points on the table, in mm."""
        return np.array(cv2.perspectiveTransform(points[None], self.homography)[0])


def around(angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])


def lifted(points: Floats, paper: Paper, camera: Camera) -> Floats:
    """Return where points of a paper hide the table, in mm."""
    high = paper.height(points)[..., None]
    return points + (points - camera.place[:2]) * high / (camera.place[2] - high)  # type: ignore[no-any-return]
