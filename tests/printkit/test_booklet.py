"""The rules booklet says what people at a table need: nothing of it is for the scorer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import card_data
from printkit.drawing.traversal import texts
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import edit

SCORERS = re.compile(r"\b(record|solver|scorer|position|provisional|running|program)\b", re.I)


def printed(errata: Path, fonts: Fonts) -> str:
    """All words of the tiny game's booklet."""
    game = card_data.load(errata.name, errata.parent)
    faces = lay_out(game, "rules", Options(data=errata.parent), Typesetter()).faces
    return " ".join(text.text for face in faces for text in texts(face.shapes))


def test_what_is_for_the_scorer_is_not_printed(errata: Path, fonts: Fonts) -> None:
    last = "        ruling: A player without a card passes.\n"
    edit(
        errata / "rules.yaml",
        last,
        f"{last}        scorer: Commas are written first.\n"
        "  - title: Checking\n"
        "    scorer: true\n"
        "    clauses:\n"
        "      - {id: ER-2.1, text: Nobody holds eleven cards.}\n"
        "  - title: After that\n"
        "    clauses:\n"
        "      - {id: ER-3.1, text: Play again.}\n",
    )
    found = printed(errata, fonts)
    for words in ("without", "After that", "ER-3.1", "again."):
        assert words in found
    for words in ("Commas", "Checking", "ER-2.1", "eleven"):
        assert words not in found


@pytest.mark.parametrize(
    ("words", "now"),
    [
        ("", "As printed here: not used."),
        ('\n    aid: {"false": they stay hidden}', "As printed here: they stay hidden."),
    ],
)
def test_a_house_rule_says_what_holds_now(errata: Path, fonts: Fonts, words: str, now: str) -> None:
    edit(errata / "game.yaml", "text: Hands lie face up.", f"text: Hands lie face up.{words}")
    assert now in re.sub(r"\s+", " ", printed(errata, fonts))


@pytest.mark.parametrize("name", card_data.names())
def test_texts_for_the_table_say_nothing_of_the_scorer(name: str) -> None:
    game = card_data.load(name)
    assert game.sections[-1].scorer or name == "verse_and_variant"
    for section in game.sections:
        for clause in section.clauses:
            for said in (clause.text, clause.ruling, clause.house):
                assert section.scorer or not SCORERS.search(said or ""), clause.id


@pytest.mark.parametrize("name", card_data.names())
def test_every_house_rule_has_words_for_its_value(name: str) -> None:
    for option in card_data.load(name).options().values():
        assert option.words() == option.now
        assert len(option.aid) == 2
