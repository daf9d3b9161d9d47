"""The floor: a deck drawn by bare reportlab calls, from a file of marks that ``record.py`` wrote.

Lines are wrapped, colours parsed and shapes resolved beforehand; what is left is what any script
that draws these marks through reportlab has to do. Usage: ``raw_deck.py MARKS.bin DECK.pdf``.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FAR = 2000


def draw(canvas: Canvas, marks: Iterable[tuple[Any, ...]]) -> None:
    """Make the canvas call that each mark stands for."""
    for name, *values in marks:
        if name == "path":
            steps, stroke, fill, mode = values
            canvas.drawPath(outline(canvas, steps), stroke=stroke, fill=fill, fillMode=mode)
        elif name == "text":
            x, y, font, size, word_space, text = values
            run = canvas.beginText()
            run.setTextTransform(1, 0, 0, -1, x, y)
            run.setFont(font, size)
            if word_space:
                run.setWordSpace(word_space)
            run.textOut(text)
            if word_space:
                run.setWordSpace(0)
            canvas.drawText(run)
        elif name == "clip":
            canvas.clipPath(outline(canvas, values[0]), stroke=0, fill=0)
        else:
            getattr(canvas, name)(*values)


def outline(canvas: Canvas, steps: Iterable[tuple[str, tuple[float, ...]]]) -> Any:
    drawn = canvas.beginPath()
    for letter, points in steps:
        if letter == "L":
            drawn.lineTo(*points)
        elif letter == "C":
            drawn.curveTo(*points)
        elif letter == "M":
            drawn.moveTo(*points)
        else:
            drawn.close()
    return drawn


def main(marks: str, target: str) -> None:
    with Path(marks).open("rb") as stream:
        title, fonts, pages = marshal.load(stream)
        for key, path in fonts:
            pdfmetrics.registerFont(TTFont(key, path, asciiReadable=True))
        canvas = Canvas(target, invariant=1, pageCompression=1, initialFontName=fonts[0][0])
        canvas.setTitle(title)
        for _ in range(pages):
            size, forms, content = marshal.load(stream)
            canvas.setPageSize(size)
            for name, drawing in forms:
                canvas.beginForm(name, -FAR, -FAR, FAR, FAR)
                draw(canvas, drawing)
                canvas.endForm()
            draw(canvas, content)
            canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
