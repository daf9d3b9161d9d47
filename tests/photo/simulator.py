"""Photos of papers on a table, by seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from scoring.photo.blanks import Gray
from tests.photo import tabletops
from tests.photo.camera import Camera, Paper, lifted
from tests.photo.handwriting import DOTS, Box, Floats, Pixels, picked, some_hand, turned
from tests.photo.tabletops import table

Manner = Literal["ordinary", "hard"]
MAPPED = 8  # pixels of a photo between the places whose map is computed


@dataclass(frozen=True)
class Photo:
    """A photo, in colour by blue, green and red, and as a JPEG file; ``thumb`` is where a thumb
    lies over it."""

    image: Pixels
    jpeg: bytes
    camera: Camera
    paper: Paper
    thumb: Gray

    def to_photo(self, points: Floats) -> Floats:
        """Return the pixels (N, 2) of points (N, 2) in mm of the paper."""
        points = np.asarray(points, float)
        return self.camera.pixels(lifted(points, self.paper, self.camera))

    def hidden(self, box: Box) -> bool:
        """Whether the thumb lies over a part of a box in mm of the paper."""
        left, top, width, height = box
        parts = np.stack(np.meshgrid(np.linspace(0, 1, 7), np.linspace(0, 1, 7)), -1).reshape(-1, 2)
        x, y = self.to_photo(parts * (width, height) + (left, top)).astype(int).T
        high, wide = self.thumb.shape
        return bool(self.thumb[y.clip(0, high - 1), x.clip(0, wide - 1)].any())


def photograph(
    image: Pixels,
    dots_per_mm: float,
    rng: np.random.Generator,
    manner: Manner = "ordinary",
    megapixels: float | None = None,
) -> Photo:
    """Return a photo of a paper on a table, of 4 to 12 megapixels by default."""
    hard = manner == "hard"
    size = np.array([image.shape[1], image.shape[0]]) / dots_per_mm
    roll = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.7:
        roll = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1)
    upright = (size[0] < size[1]) == (abs(np.cos(roll)) > 0.7)
    frame = some_frame(megapixels or rng.uniform(4, 12), upright == (rng.random() < 0.85), rng)
    tilt = np.radians(rng.uniform(15, 40) if hard else min(25, abs(rng.normal(0, 11))))
    part = rng.uniform(0.7, 0.97) if hard else rng.uniform(0.8, 0.98)
    paper = Paper.some(size, rng, hard)
    camera = Camera.above(size, frame, roll, tilt, part, rng)
    camera = camera.including(camera.pixels(lifted(along(size), paper, camera)), frame)
    on_table, on_paper = maps(camera, paper, frame)

    edge = camera.pixels(lifted(along(size), paper, camera))
    inside = polygon(edge, frame)
    pixels_per_mm = float(np.sqrt(cv2.contourArea(edge.astype(np.float32)) / size.prod()))
    ground = table(size, rng)
    scene = taken(ground, (on_table - size / 2 + tabletops.SIDE / 2) * tabletops.DOTS, frame)
    scene = shaded(scene, inside, rng.uniform(1, 5) * pixels_per_mm, rng.uniform(0.2, 0.6))
    sheet = creased(image, dots_per_mm, paper, rng)
    reduced = min(1.0, 1.25 * pixels_per_mm / dots_per_mm)
    smaller = cv2.resize(sheet, None, fx=reduced, fy=reduced, interpolation=cv2.INTER_AREA)
    scene = over(scene, taken(smaller, on_paper * dots_per_mm * reduced - 0.5, frame), inside)

    thumb: Gray = np.zeros(inside.shape, np.uint8)
    if rng.random() < (0.35 if hard else 0.2):
        scene, thumb = held(scene, size, camera, rng)
    scene = lit(scene, on_paper, paper, rng, hard)
    scene = developed(scene, rng, hard)
    quality = int(rng.integers(60, 96))
    jpeg = cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    shown = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    return Photo(shown, jpeg.tobytes(), camera, paper, thumb)  # type: ignore[arg-type]


def some_frame(megapixels: float, upright: bool, rng: np.random.Generator) -> tuple[int, int]:
    """Return the width and the height of a photo in pixels."""
    ratio = rng.choice([4 / 3, 4 / 3, 16 / 9])
    high = np.sqrt(megapixels * 1e6 / ratio)
    frame = [int(one) // MAPPED * MAPPED for one in (high * ratio, high)]
    return (frame[1], frame[0]) if upright else (frame[0], frame[1])


def maps(camera: Camera, paper: Paper, frame: tuple[int, int]) -> tuple[Floats, Floats]:
    """Return what each `MAPPED`th pixel shows in mm of the table, and of the paper."""
    across, down = (np.arange(one // MAPPED) * MAPPED + (MAPPED - 1) / 2 for one in frame)
    seen = np.stack(np.meshgrid(across, down), -1)
    on_table = np.array(cv2.perspectiveTransform(seen, np.linalg.inv(camera.homography)), float)
    on_paper = on_table
    for _ in range(20):
        on_paper = on_paper + 0.8 * (on_table - lifted(on_paper, paper, camera))
    return on_table, on_paper


def enlarged(coarse: Floats, frame: tuple[int, int]) -> Pixels:
    return cv2.resize(coarse.astype(np.float32), frame, interpolation=cv2.INTER_LINEAR)


def taken(image: Pixels, at: Floats, frame: tuple[int, int]) -> Pixels:
    """Return an image as a map to its pixels shows it."""
    full = enlarged(at, frame)
    return cv2.remap(
        image, full[..., 0], full[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )


def along(size: Floats) -> Floats:
    """Return points along the edge of a paper, in mm."""
    part = np.linspace(0, 1, 40)[:-1, None]
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    sides = zip(corners, np.roll(corners, -1, 0), strict=True)
    return np.vstack([start + part * (end - start) for start, end in sides]) * size


def polygon(edge: Floats, frame: tuple[int, int]) -> Gray:
    mask = np.zeros(frame[::-1], np.uint8)
    return cv2.fillPoly(mask, [(edge * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)


def over(scene: Pixels, image: Pixels, mask: Gray) -> Pixels:
    part = mask[..., None].astype(np.uint16)
    return ((image * part + scene * (255 - part)) // 255).astype(np.uint8)


def shaded(scene: Pixels, mask: Gray, soft: float, dark: float) -> Pixels:
    """Return a scene with the shadow of something that lies on it."""
    small = cv2.resize(mask, None, fx=1 / MAPPED, fy=1 / MAPPED, interpolation=cv2.INTER_AREA)
    shadow = cv2.GaussianBlur(small.astype(np.float64), (0, 0), soft / MAPPED + 0.3) / 255
    return times(scene, 1 - dark * shadow)


def times(scene: Pixels, gain: Floats) -> Pixels:
    """Return a scene with its light multiplied by a coarse gain, in grey or in colour."""
    full = enlarged(gain, (scene.shape[1], scene.shape[0]))
    if full.ndim == 2:
        full = cv2.merge([full] * 3)
    return cv2.multiply(scene, full, dtype=cv2.CV_8U)


def creased(image: Pixels, dots_per_mm: float, paper: Paper, rng: np.random.Generator) -> Pixels:
    """Return the picture of a paper with the lines along its folds, where ink comes off."""
    image = image.copy()
    for at, way, _ in paper.folds:
        line = np.outer(np.linspace(-400, 400, 200), (-way[1], way[0])) + at
        line += rng.normal(0, 0.06, line.shape)
        mask = np.zeros(image.shape[:2], np.uint8)
        dots = [(line * dots_per_mm * 16).astype(np.int32)]
        wide = max(1, round(rng.uniform(0.2, 0.5) * dots_per_mm))
        cv2.polylines(mask, dots, False, (int(rng.uniform(60, 140)),), wide, cv2.LINE_AA, 4)
        rows, columns = mask.nonzero()
        part = mask[rows, columns, None] / 255
        image[rows, columns] = image[rows, columns] * (1 - part) + rng.uniform(170, 225) * part
    return image


def held(
    scene: Pixels, size: Floats, camera: Camera, rng: np.random.Generator
) -> tuple[Pixels, Gray]:
    """Return a scene with a thumb over an edge or a corner of the paper, and where that is."""
    frame = scene.shape[1], scene.shape[0]
    edge = along(size)
    tip = edge[rng.integers(len(edge))]
    inward = turned((size / 2 - tip)[None], rng.normal(0, 0.4))[0]
    inward /= np.hypot(*inward)
    width, reach = rng.uniform(16, 22), rng.uniform(3, 16)
    turn = np.linspace(-np.pi / 2, np.pi / 2, 20)
    outline = np.stack([width * 0.6 * np.cos(turn), width / 2 * np.sin(turn)], 1)
    outline = np.vstack([(-220, -width * 0.8), outline, (-220, width * 0.8)])
    place = tip + inward * (reach - width * 0.6)
    mask = polygon(
        camera.pixels(outline @ np.array([inward, (-inward[1], inward[0])]) + place), frame
    )
    nail = outline[1:-1] * (0.75, 0.62) + (1, 0)
    nail = np.vstack([nail, nail[::-1] * (-0.5, 1)])
    nails = polygon(
        camera.pixels(nail @ np.array([inward, (-inward[1], inward[0])]) + place), frame
    )
    small = cv2.resize(mask, None, fx=1 / MAPPED, fy=1 / MAPPED, interpolation=cv2.INTER_AREA)
    deep = cv2.distanceTransform((small > 127).astype(np.uint8), cv2.DIST_L2, 5)
    light = 0.6 + 0.4 * np.sqrt(np.minimum(1, deep / max(1, np.percentile(deep[deep > 0], 90))))
    skin = np.full_like(scene, tabletops.SKINS[rng.integers(len(tabletops.SKINS))])
    skin = over(skin, np.minimum(skin, 215) + 25, cv2.GaussianBlur(nails, (0, 0), 3))
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1, 3))
    scene = shaded(scene, mask, 3.0 * frame[0] / 300, 0.4)
    return over(scene, times(skin, light), soft), mask


def lit(
    scene: Pixels,
    on_paper: Floats,
    paper: Paper,
    rng: np.random.Generator,
    hard: bool,
) -> Pixels:
    """Return a scene under uneven light, the shadow of a hand or a phone, and perhaps glare."""
    shape = on_paper.shape[:2]
    down, across = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    sun = np.array([np.cos(angle), np.sin(angle)])
    gain = 1 + rng.uniform(0, 0.35 if hard else 0.22) * (sun[0] * across + sun[1] * down)
    gain *= 1 - rng.uniform(0, 0.22) * (across**2 + down**2) / 2
    slope = (paper.height(on_paper + sun) - paper.height(on_paper - sun)) / 2
    gain *= 1 + np.clip(slope, -0.5, 0.5) * rng.uniform(0.3, 0.9)
    if rng.random() < (0.7 if hard else 0.4):
        turn = rng.uniform(0, 2 * np.pi)
        off = np.cos(turn) * across + np.sin(turn) * down - rng.uniform(-0.1, 0.7)
        off = off + 0.15 * np.sin(3 * (np.cos(turn) * down - np.sin(turn) * across) + turn)
        shadow = 1 / (1 + np.exp(-off / rng.uniform(0.01, 0.12)))
        gain *= 1 - rng.uniform(0.15, 0.6 if hard else 0.45) * shadow
    warm = rng.normal(0, 0.065)
    balance = np.array([1 - warm, 1, 1 + 0.7 * warm]) * rng.uniform(0.72, 1.03)
    scene = times(scene, gain[..., None] * balance)
    if rng.random() < (0.3 if hard else 0.06):
        spot = rng.uniform(-0.6, 0.6, 2)
        far = ((across - spot[0]) / rng.uniform(0.1, 0.4)) ** 2 + (
            (down - spot[1]) / rng.uniform(0.1, 0.4)
        ) ** 2
        glare = enlarged(np.exp(-far) * rng.uniform(40, 170), (scene.shape[1], scene.shape[0]))
        scene = cv2.add(scene, cv2.merge([glare] * 3), dtype=cv2.CV_8U)
    return scene


def developed(scene: Pixels, rng: np.random.Generator, hard: bool) -> Pixels:
    """Return a scene blurred, noisy and sharpened as a phone has it."""
    sigma = rng.uniform(0.6, 2.0) if hard else rng.uniform(0.3, 1.0)
    blurred = cv2.GaussianBlur(scene, (0, 0), sigma)
    if rng.random() < 0.3:
        long = rng.uniform(2, 7 if hard else 3)
        kernel = np.zeros((15, 15), np.float32)
        angle = rng.uniform(0, np.pi)
        ends = np.array([(-1, -1), (1, 1)]) * (np.cos(angle), np.sin(angle)) * long / 2 + 7
        start, end = (ends * 256).astype(int).tolist()
        cv2.line(kernel, start, end, (1.0,), 1, cv2.LINE_AA, 8)
        blurred = cv2.filter2D(blurred, -1, kernel / kernel.sum())
    grains = rng.standard_normal((512, 512, 3), np.float32)
    grains = cv2.GaussianBlur(grains, (0, 0), 0.6) * 2 * rng.uniform(1, 9 if hard else 5)
    high, wide = scene.shape[:2]
    grains = np.tile(grains, (high // 512 + 1, wide // 512 + 1, 1))[:high, :wide]
    noisy = cv2.add(blurred, grains, dtype=cv2.CV_8U)
    if rng.random() < 0.5:
        sharp = rng.uniform(0.2, 0.8)
        noisy = cv2.addWeighted(noisy, 1 + sharp, cv2.GaussianBlur(noisy, (0, 0), 1.5), -sharp, 0)
    return noisy


def unrelated(rng: np.random.Generator, megapixels: float | None = None) -> Photo:
    """Return a photo of a paper that is no sheet of a game here."""
    size = (210, 297) if rng.random() < 0.7 else (190, 125)
    image = np.full((size[1] * DOTS, size[0] * DOTS, 3), rng.integers(225, 255), np.uint8)
    kind = picked(rng, ("text", "table", "squares", "form", "blank"))

    def words(x: float, y: float, count: int, height: float) -> None:
        text = " ".join(
            "".join(chr(one) for one in rng.integers(97, 123, rng.integers(2, 9)))
            for _ in range(count)
        )
        at = int(x * DOTS), int(y * DOTS)
        cv2.putText(
            image,
            text,
            at,
            cv2.FONT_HERSHEY_COMPLEX,
            height * DOTS / 30,
            (40,) * 3,
            max(1, int(height)),
            cv2.LINE_AA,
        )

    boxes: list[Box] = []
    line, step = int(rng.integers(2, 6)), rng.uniform(5, 11)

    def box(x: float, y: float, wide: float, high: float) -> None:
        boxes.append((x, y, wide, high))
        start, end = (
            (int(x * DOTS), int(y * DOTS)),
            (int((x + wide) * DOTS), int((y + high) * DOTS)),
        )
        cv2.rectangle(image, start, end, (60,) * 3, line, cv2.LINE_AA)

    if kind == "text":
        for y in np.arange(20, size[1] - 15, step):
            words(18, y, 40, step * 0.5)
        image[:, -18 * DOTS :] = image[0, 0]
    elif kind in ("table", "squares"):
        across = step if kind == "squares" else rng.uniform(15, 30)
        for y in np.arange(15, size[1] - 15 - step, step):
            for x in np.arange(15, size[0] - 15 - across, across):
                box(x, y, across, step)
            if kind == "table":
                words(16, y + step * 0.7, 1, step * 0.5)
    elif kind == "form":
        words(15, 18, 3, 9)
        for _ in range(int(rng.integers(15, 50))):
            x, y = rng.uniform(10, 150), rng.uniform(25, size[1] - 20)
            box(x, y, *rng.uniform(5, 30, 2))
            words(x + 1, y - 1, 2, 3)
    hand = some_hand(rng)
    for place in boxes:
        if rng.random() < 0.2:
            hand.pen.draw(image, hand.write(str(rng.integers(0, 60)), place, rng), rng)
    return photograph(image, DOTS, rng, megapixels=megapixels)
