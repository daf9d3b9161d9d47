"""The tiny game with cards whose front is the markup of a test."""

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

import card_data
from card_data import DataError
from printkit.drawing.shapes import Face, Text
from printkit.drawing.traversal import texts
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from tests.printed import painted_file


def write(game: Path, markup: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>'
    (game / "templates" / "card.svg").write_text(svg, "utf-8")


def laid_out(game: Path, typesetter: Typesetter | None = None) -> Layout:
    found = card_data.load(game.name, game.parent)
    return lay_out(found, "deck", Options(data=game.parent), typesetter or Typesetter())


def drawn(game: Path, markup: str) -> Face:
    write(game, markup)
    return laid_out(game).faces[0]


def runs(game: Path, markup: str) -> list[Text]:
    return [*texts(drawn(game, markup).shapes)]


def extracted(game: Path, markup: str) -> str:
    write(game, markup)
    typesetter = Typesetter()
    raw = painted_file(laid_out(game, typesetter), Options(), typesetter.fonts)
    return PdfReader(io.BytesIO(raw)).pages[0].extract_text()


def problem(game: Path, markup: str) -> str:
    with pytest.raises(DataError) as raised:
        runs(game, markup)
    (found,) = raised.value.problems
    return f"{Path(found.file).name} {found.field}: {found.message}"
