"""Checks of games with many pieces: of those that are alike but for words only some are painted,
and what is wrong is told as a build tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data.wall import pace
from printkit.audit import contrast
from printkit.audit.several import FEW, several
from printkit.budget import Budget
from printkit.faces.reading import texts
from printkit.faces.reading.texts import TextReader
from printkit.faces.render import FaceRenderer
from printkit.options import Options
from printkit.printing.home_press import HomePress
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit
from tests.printkit.tools import command, refused, run

MANY = FEW + 100


def row(number: int, **other: object) -> str:
    """A row of the tiny game's table."""
    columns = {"id": f"c{number}", "word": f"Word {number}", "value": 3, "icon": "quill", **other}
    return f"  - {{{', '.join(f'{key}: {value}' for key, value in columns.items())}}}\n"


def write_cards(game: Path, rows: Iterator[str]) -> None:
    """Give the tiny game other cards, and no rulebook that shows the old ones."""
    (game / "cards.yaml").write_text("cards:\n" + "".join(rows))
    (game / "rulebook.yaml").unlink(missing_ok=True)
    text = (game / "print.yaml").read_text().partition("  rules:")[0]
    (game / "print.yaml").write_text(text)


def deck(game: Path) -> Layout:
    options = Options(data=game.parent)
    return lay_out(card_data.load("errata", game.parent), "deck", options, Typesetter())


def test_of_many_pieces_that_differ_in_words_few_are_painted(errata: Path) -> None:
    write_cards(errata, (row(at) for at in range(MANY)))
    layout = deck(errata)
    found = several(layout)
    assert [found[0].id, len(found) < 30] == ["c0", True]
    letters = {char for face in found for char in "".join(words(face.shapes))}
    assert letters >= set("Word 0123456789")
    assert several(deck_of_some(errata)) == deck_of_some(errata).parts


def deck_of_some(game: Path) -> Layout:
    write_cards(game, (row(at) for at in range(FEW)))
    return deck(game)


def words(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if hasattr(shape, "text"):
            yield shape.text
        yield from words(getattr(shape, "shapes", ()))


def test_pieces_with_other_art_or_words_near_the_edge_are_painted(errata: Path) -> None:
    edit(errata / "templates" / "card.svg", "</svg>",
         '{% if card.value > 3 %}<text x="1" y="30" font-size="6pt">{{ card.id }}</text>{% endif %}'
         "</svg>")  # fmt: skip
    others: dict[int, dict[str, object]] = {
        250: {"icon": "inkpot"},
        260: {"value": 4},
        270: {"word": "Ω"},
        280: {"value": 4},
    }
    write_cards(errata, (row(at, **others.get(at, {})) for at in range(MANY)))
    assert {"c250", "c260", "c270", "c280"} <= {face.id for face in several(deck(errata))}


def test_a_fault_of_one_piece_is_told_as_by_a_build(errata: Path) -> None:
    edit(
        errata / "templates" / "card.svg",
        'x="8" y="19"',
        'x="{{ 1 if card.value > 3 else 8 }}" y="19"',
    )
    write_cards(errata, (row(at, value=4 if at in (230, 271) else 3) for at in range(MANY)))
    out = errata.parent / "output"
    built = refused("build", "errata", "--data", errata.parent, "--out", out)
    checked = refused("check", "errata", "--data", errata.parent)
    fault = "page 51, c230: '4' reaches outside the safe area of 3 mm; so do words on c271"
    for told in (built, checked):
        assert told.splitlines()[0].endswith(f"errata/deck.pdf: {fault}")


def watched(
    patch: pytest.MonkeyPatch, owner: Any, name: str, note: Callable[..., int]
) -> list[int]:
    """What ``note`` makes of the arguments of each call of a function."""
    noted: list[int] = []
    real = getattr(owner, name)

    def noting(*given: Any, **named: Any) -> Any:
        noted.append(note(*given))
        return real(*given, **named)

    patch.setattr(owner, name, noting)
    return noted


def test_what_is_painted_does_not_grow_with_the_rows(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = watched(
        monkeypatch, HomePress, "paint",
        lambda press, part, layouts, *_: sum(len(one.sheets) for one in layouts),
    )  # fmt: skip
    pictures = watched(monkeypatch, contrast, "backdrops", lambda faces, *_: len(faces))
    write_cards(errata, (row(at) for at in range(MANY)))
    assert run("check", "errata", "--data", errata.parent).exit_code == 0
    assert (max(sheets) < 8, max(pictures)) == (True, 2)


def test_faint_words_are_looked_up_once_for_all_faces(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fronts = watched(monkeypatch, FaceRenderer, "front_of", lambda *_: 1)
    card = errata / "templates" / "card.svg"
    edit(card, 'font-size="36pt" fill="#1f4e5f"', 'font-size="36pt" fill="#f4f4f4"')
    write_cards(errata, (row(at) for at in range(MANY)))
    told = refused("check", "errata", "--data", errata.parent)
    assert f"(on {MANY} faces; the first is c0)" in told
    assert len(fronts) < 4 * MANY


def test_pieces_in_figures_are_looked_up_once(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = watched(monkeypatch, FaceRenderer, "subjects", lambda *_: 1)
    assert run("check", "errata", "--data", errata.parent).exit_code == 0
    assert len(looked) < 4


def test_a_short_text_that_is_on_many_pieces_is_set_once(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_cards(errata, (row(at, word="Same" if at % 2 else "Other") for at in range(20)))
    spent = watched(monkeypatch, Budget, "spend", lambda _, steps: steps)
    boxes = watched(monkeypatch, TextReader, "boxed", lambda *_: 1)
    found = deck(errata).faces
    once = len(boxes), sum(spent)
    monkeypatch.setattr(texts, "SHORT", 0)
    spent.clear()
    boxes.clear()
    assert deck(errata).faces == found
    assert (once, len(boxes)) == ((2, sum(spent)), 20)


@pytest.mark.sweep
def test_4_000_rows_are_checked_in_5_seconds(errata: Path) -> None:
    resource = pytest.importorskip("resource")
    write_cards(errata, (row(at) for at in range(4000)))
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    done = command("check", "errata", "--data", errata.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before < 5 * pace()
