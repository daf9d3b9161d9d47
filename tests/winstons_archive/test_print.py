"""Winston's Archive on paper: every card, every word."""

from __future__ import annotations

import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.traversal import fields, texts
from printkit.options import Options
from printkit.typography.fonts import Fonts
from tests.card_data.copies import WINSTON
from tests.printkit.pdf_pages import shipped, spots, squeezed, words_of

Builds = dict[str, printkit.BuildResult]
GAME = card_data.load(WINSTON)


def test_every_card_is_there_once_a_copy(built: Builds) -> None:
    found: dict[str, int] = {}
    for page in PdfReader(built["deck"].file).pages:
        for spot in spots(page, 63, 88):
            found[f"{spot.side} {spot.id}"] = found.get(f"{spot.side} {spot.id}", 0) + 1
    rows = [row for table in ("books", "manuscripts", "specials") for row in GAME.rows(table)]
    expected = {f"Front {row.id}": row.copies for row in rows} | {"Back back": 54}
    assert found == expected
    assert sum(found.values()) == 108


def test_the_words_of_every_card_can_be_read(built: Builds) -> None:
    words = words_of(built["deck"].file)
    for row in GAME.rows("books"):
        assert words.count(squeezed(row.title + row.author)) == 1, row  # type: ignore[attr-defined]
    for row in GAME.rows("manuscripts"):
        line = row.line  # type: ignore[attr-defined]
        times = sum(other.line == line for other in GAME.rows("manuscripts"))  # type: ignore[attr-defined]
        assert words.count(squeezed(line[0] + line[1:])) == times, row
    for row in GAME.rows("specials"):
        assert words.count(squeezed(row.title)) == row.copies  # type: ignore[attr-defined]
        plain = row.text.replace("<b>", "").replace("</b>", "")  # type: ignore[attr-defined]
        assert words.count(squeezed(plain)) == row.copies
    captions = len(PdfReader(built["deck"].file).pages)
    assert words.count("Winston’sArchive") == 108 + captions


FAN = 12.0  # mm of each card that a fan shows


@pytest.mark.clause("WA-1.2")
def test_a_fan_shows_the_letter_and_the_size_of_the_set(fonts: Fonts) -> None:
    for face in shipped(GAME.id, "deck", Options()).faces:
        row = next(row for table in ("books", "manuscripts", "specials")
                   for row in GAME.rows(table) if row.id == face.id)  # fmt: skip
        wanted = {"X"} if hasattr(row, "copies") and hasattr(row, "icon") else set()
        if hasattr(row, "set"):
            wanted = {row.set, str(len([one for one in GAME.rows("books") if one.set == row.set]))}  # type: ignore[attr-defined]
        seen = {text.text for text in texts(face.shapes) if text.x + text.width <= FAN}
        assert wanted <= seen, face.id


def test_the_x_of_a_special_stands_in_the_middle_of_its_field(fonts: Fonts) -> None:
    faces = shipped(GAME.id, "deck", Options()).faces
    specials = [face for face in faces if face.id == "open_secrets"]
    assert specials
    for face in specials:
        (sign,) = [one for one in texts(face.shapes) if one.text == "X"]
        title = min(one.x for one in texts(face.shapes) if one.text.startswith("Open"))
        frame, line = 3, title - 2.4
        assert sign.x - frame == pytest.approx(line - sign.x - sign.width, abs=0.1)


def test_a_title_stands_clear_of_its_frame(fonts: Fonts) -> None:
    for face in shipped(GAME.id, "deck", Options()).faces[: len(GAME.rows("books"))]:
        lines = [one for one in texts(face.shapes) if one.x > 12 and one.y < 31.5]
        assert lines
        assert max(one.width for one in lines) <= 28.4 + 0.01


def test_no_title_parts_what_belongs_together(fonts: Fonts) -> None:
    for face in shipped(GAME.id, "deck", Options()).faces:
        lines = [text.text for text in texts(face.shapes)]
        for line in lines:
            assert not line.endswith(("Vol.", "Part", "I of", "V of")), line
            assert not line.startswith(("1:", "2:", "III,", "IV,", "of I")), line


def test_the_boxes_of_the_pad_are_labelled_on_one_indent(fonts: Fonts) -> None:
    face = shipped(GAME.id, "pad", Options()).faces[0]
    said = list(texts(face.shapes))
    players = GAME.head.players.max
    for word in ("books", "stand-ins"):
        heads = [text for text in said if text.text == word]
        assert len(heads) == players
        boxes = [
            field for field in fields(face.shapes) if f".{word.replace('-', '_')}.A" in field.name
        ]
        for head, box in zip(heads, boxes, strict=True):
            assert abs(head.x + head.width / 2 - box.x - box.width / 2) < box.width / 2 + 1
            assert 0 < box.y - head.y < 3
    labels = ("Name", "set of 2", "set of 7", "Open Secrets", "Manuscript pages", "Total")
    assert [text.text for text in said if text.text in labels] == [*labels]
    assert len({text.x for text in said if text.text in labels}) == 1


def test_the_words_of_the_turn_aid_can_be_read(built: Builds) -> None:
    words = words_of(built["aid"].file)
    for row in GAME.rows("aids"):
        plain = row.text.replace("<b>", "").replace("</b>", "")  # type: ignore[attr-defined]
        assert words.count(squeezed(plain)) == 6, row
