"""How large files may become: ``--max-size``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from card_data import DataError, Problem
from card_data.problems import clip
from printkit.drawing.shapes import Image, Use
from printkit.drawing.traversal import traverse, walk
from printkit.pictures.store import weight_of
from printkit.sheets.layout import Layout

SIZE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?) ?(B|KB|MB|GB)", re.IGNORECASE)
UNITS = {"B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}
MOST_TOLD = 5  # pictures that are named, and rows of each
OPTION = "--max-size"


def bytes_in(text: str) -> int:
    """A size such as ``100MB`` in bytes; raise `DataError` for anything else.

    >>> bytes_in("1.5 MB")
    1500000
    """
    found = SIZE.fullmatch(text.strip())
    if found is None:
        message = f"found {clip(text)}, expected a size such as 100MB"
        raise DataError(Problem(message=message, file=OPTION))
    return int(float(found[1]) * UNITS[found[2].upper()])


def judge_size(target: Path, found: int, most: str, layouts: Sequence[Layout]) -> None:
    """Raise `DataError` for a file larger than it may be, with the pictures that weigh most."""
    if found > bytes_in(most):
        message = f"takes {found / 1e6:.1f} MB, expected at most {most} ({OPTION})"
        if pictures := heaviest(layouts):
            message += f"; the pictures that weigh most: {', '.join(pictures)}"
        raise DataError(Problem(message=message, file=str(target)))


def heaviest(layouts: Sequence[Layout]) -> list[str]:
    """The pictures that weigh most, each with its bytes and the rows that show it."""
    rows: dict[tuple[int, str, str], dict[str, None]] = {}
    for layout in layouts:
        for face in {id(one): one for one in layout.faces}.values():
            for side in (face, face.back) if face.back else (face,):
                uses = [shape for shape in walk(side.shapes) if isinstance(shape, Use)]
                for use in uses:
                    for visit in traverse((use,), symbols=layout.symbols):
                        if isinstance(visit.shape, Image):
                            name = use.symbol.rpartition(":")[2]
                            key = -weight_of(visit.shape), name, visit.shape.digest
                            rows.setdefault(key, {})[side.id] = None
    return [
        f"{name} {-weight:,} bytes (of {', '.join([*shown][:MOST_TOLD])})"
        for (weight, name, _), shown in sorted(rows.items())[:MOST_TOLD]
    ]
