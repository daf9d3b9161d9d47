"""The deck of `bench.pictures` drawn by reportlab alone: the same pictures, the same words.

python bench/raw_pictures.py FOLDER FILE
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from bench.pictures import BOX, CARD, COLUMNS, FONT, ROWS, SIZE, WORDS


def main(game: Path, target: Path) -> None:
    with (game / "cards.csv").open(encoding="utf-8", newline="") as file:
        cards = [*csv.DictReader(file)]
    pdfmetrics.registerFont(TTFont("body", FONT))
    canvas = Canvas(str(target), pageCompression=1, invariant=1)
    wide, high = CARD
    x, y, width, height = BOX
    for place, card in enumerate(cards):
        at = place % (COLUMNS * ROWS)
        if at == 0 and place:
            canvas.showPage()
        left, top = 10 + at % COLUMNS * wide, 10 + at // COLUMNS * high
        picture = str(game / card["art"])
        canvas.drawImage(picture, (left + x) * mm, (297 - top - y - height) * mm,
                         width * mm, height * mm)  # fmt: skip
        canvas.setFont("body", SIZE)
        canvas.drawString((left + x) * mm, (297 - top - WORDS) * mm, card["title"])
    canvas.save()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
