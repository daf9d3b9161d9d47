"""Numbers are cut into digits."""

from __future__ import annotations

import numpy as np

from scoring.photo.digits import counts, cut


def test_every_part_of_a_shape_has_ink_in_it() -> None:
    """However small a shape is, and wherever it has the least ink."""
    rng = np.random.default_rng(0)
    for high in range(3, 24):
        for wide in range(1, 60):
            shape = rng.uniform(1, 2, (high, wide)).astype(np.float32)
            for count in counts(shape):
                assert all(part.size for part in cut(shape, count)), (high, wide, count)
