"""Two small networks that judge marks and digits; `tests.photo.training` trains them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network(NamedTuple):
    """A network with one hidden layer.

    Inputs, of which there are n, are shifted and scaled by ``mean`` and ``spread``; ``first`` has
    the shape (n + 1, hidden), ``second`` (hidden + 1, outputs): the last row is added.
    """

    mean: Floats
    spread: Floats
    first: Floats
    second: Floats

    def __call__(self, rows: Floats) -> Floats:
        """Return the likelihood of each output for each row of inputs: they add up to 1."""
        inside = np.maximum((rows - self.mean) / self.spread @ self.first[:-1] + self.first[-1], 0)
        out = inside @ self.second[:-1] + self.second[-1]
        parts = np.exp(out - out.max(1, keepdims=True))
        return parts / parts.sum(1, keepdims=True)  # type: ignore[no-any-return]


class Networks(NamedTuple):
    marks: Network
    digits: Network


@cache
def networks() -> Networks:
    """Return the networks as they were trained."""
    with np.load(files(__package__).joinpath("weights.npz").open("rb")) as stored:
        parts = {name: stored[name].astype(np.float32) for name in stored.files}
    return Networks(*[
        Network(*[parts[f"{kind}_{part}"] for part in Network._fields]) for kind in Networks._fields
    ])  # fmt: skip
