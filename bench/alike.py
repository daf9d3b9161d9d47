"""Whether two PDF files look alike, page by page. Usage: ``alike.py FIRST.pdf SECOND.pdf``."""

from __future__ import annotations

import sys

import pypdfium2
from PIL import ImageChops

SCALE = 40 / 72  # 40 dots an inch
FAINT = 16  # of 255: what a different order of painting may cost at an edge


def difference(first_file: str, second_file: str) -> int:
    first, second = pypdfium2.PdfDocument(first_file), pypdfium2.PdfDocument(second_file)
    if len(first) != len(second):
        return 255
    worst = 0
    for pages in zip(first, second, strict=True):
        pictures = [page.render(scale=SCALE).to_pil().convert("RGB") for page in pages]
        if pictures[0].size != pictures[1].size:
            return 255
        extrema = ImageChops.difference(*pictures).getextrema()
        worst = max(worst, *(most for _, most in extrema))  # type: ignore[misc]
    return worst


if __name__ == "__main__":
    found = difference(*sys.argv[1:])
    print(f"largest difference of a pixel: {found} of 255")
    sys.exit(found > FAINT)
