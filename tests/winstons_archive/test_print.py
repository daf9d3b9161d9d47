"""Winston's Archive on paper: every card, every word."""

from __future__ import annotations

from pypdf import PdfReader

import card_data
import printkit
from tests.card_data.copies import WINSTON
from tests.printkit.tools import spots, squeezed, words_of

Builds = dict[str, printkit.Built]
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
    assert words.count("Winston’sArchive") == 108


def test_the_words_of_the_turn_aid_can_be_read(built: Builds) -> None:
    words = words_of(built["aid"].file)
    for row in GAME.rows("aids"):
        plain = row.text.replace("<b>", "").replace("</b>", "")  # type: ignore[attr-defined]
        assert words.count(squeezed(plain)) == 6, row
