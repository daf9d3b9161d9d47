"""The art of every card reaches the bleed where print.yaml sets one."""

from __future__ import annotations

import io
from collections.abc import Sequence

import msgspec
import pytest
from PIL import Image

import card_data
from printkit.builder import paint_sheets
from printkit.drawing import Face
from printkit.export import png_pages, single
from printkit.fonts import Fonts
from printkit.layout import Layout, Options, lay_out

BLEED = 3.0  # mm
WHITE = (255, 255, 255)
CARDS = [
    (name, key)
    for name in card_data.names()
    for key, component in card_data.load(name).components.items()
    if component.size == "card" or key == "aid"
]


def with_bleed(game: str, component: str, fonts: Fonts) -> Layout:
    loaded = card_data.load(game)
    declared = msgspec.structs.replace(loaded.components[component], bleed=BLEED)
    components = {**loaded.components, component: declared}
    changed = msgspec.structs.replace(loaded, components=components)
    return lay_out(changed, component, Options(bleed=True), fonts)


def some(faces: Sequence[Face]) -> list[Face]:
    """Every fifth card and the last, and each back: cards of one kind share their ground."""
    backs = {face.back.name: face.back for face in faces if face.back is not None}
    return [*faces[::5], faces[-1], *backs.values()]


@pytest.mark.parametrize(("game", "component"), CARDS, ids=["-".join(card) for card in CARDS])
def test_the_art_of_every_card_reaches_the_bleed(game: str, component: str, fonts: Fonts) -> None:
    layout = with_bleed(game, component, fonts)
    pdf = io.BytesIO()
    faces = some(layout.faces)
    paint_sheets(layout, [single(face) for face in faces], fonts, pdf, "")
    for face, png in zip(faces, png_pages(pdf.getvalue(), 50), strict=True):
        image = Image.open(io.BytesIO(png)).convert("RGB")
        right, bottom = image.width - 2, image.height - 2
        edge = [(x, y) for x in range(1, right) for y in (1, bottom)]
        edge += [(x, y) for y in range(1, bottom) for x in (1, right)]
        bare = [at for at in edge if image.getpixel(at) == WHITE]
        assert not bare, (face.id, len(bare), len(edge))


def test_there_are_cards_in_every_game() -> None:
    assert {game for game, _ in CARDS} == set(card_data.names())
