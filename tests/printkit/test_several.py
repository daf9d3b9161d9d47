"""Checks of games with many pieces: what is alike on them is looked at once, and what is wrong is
told as a build tells it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import create_autospec

import pytest

import card_data
from printkit.faces.reading import texts
from printkit.faces.reading.texts import TextReader
from printkit.faces.render import FaceRenderer
from printkit.inspection import contrast
from printkit.inspection import margins as margin_module
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit
from tests.printkit.commands import command, refused, run

MANY = 300


def row(number: int, **other: object) -> str:
    columns = {"id": f"c{number}", "word": f"Word {number}", "value": 3, "icon": "quill", **other}
    return f"  - {{{', '.join(f'{key}: {value}' for key, value in columns.items())}}}\n"


def write_cards(game: Path, rows: Iterator[str]) -> None:
    (game / "cards.yaml").write_text("cards:\n" + "".join(rows))
    (game / "rulebook.yaml").unlink(missing_ok=True)
    (game / "print.yaml").write_text((game / "print.yaml").read_text().partition("  rules:")[0])


def deck(game: Path) -> Layout:
    options = Options(data=game.parent)
    return lay_out(card_data.load("errata", game.parent), "deck", options, Typesetter())


def test_a_fault_of_one_piece_is_told_as_by_a_build(errata: Path) -> None:
    wrong = 'x="{{ 1 if card.value > 3 else 8 }}" y="19"'
    edit(errata / "templates" / "card.svg", 'x="8" y="19"', wrong)
    write_cards(errata, (row(at, value=4 if at in (230, 271) else 3) for at in range(MANY)))
    built = refused("build", "errata", "--data", errata.parent, "--out", (errata.parent / "output"))
    checked = refused("check", "errata", "--data", errata.parent)
    fault = "deck: c230: '4' reaches outside the safe area of 3 mm; so do words on c271"
    for told in (built, checked):
        assert told.splitlines()[0] == f"{errata / 'print.yaml'}:2:3: {fault}"


def watched(patch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """The calls of a function from now on."""
    noted = create_autospec(real := getattr(owner, name), side_effect=real)
    patch.setattr(owner, name, noted)
    return noted.call_args_list  # type: ignore[no-any-return]


def test_rows_do_not_add_paint(errata: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    margins = watched(monkeypatch, margin_module, "pictures")
    pictures = watched(monkeypatch, contrast, "backdrops")
    write_cards(errata, (row(at) for at in range(MANY)))
    assert run("check", "errata", "--data", errata.parent).exit_code == 0
    assert max(len(one.args[1]) for one in margins) == 0
    assert max(len(one.args[0]) for one in pictures) == 2


def test_pieces_in_figures_are_looked_up_once(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = watched(monkeypatch, FaceRenderer, "subjects")
    assert run("check", "errata", "--data", errata.parent).exit_code == 0
    assert len(looked) < 4


def test_repeated_text_is_set_once(errata: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_cards(errata, (row(at, word="Same" if at % 2 else "Other") for at in range(20)))
    boxes = watched(monkeypatch, TextReader, "boxed")
    found = deck(errata).faces
    once = len(boxes)
    monkeypatch.setattr(texts, "SHORT", 0)
    boxes.clear()
    assert (deck(errata).faces, once, len(boxes)) == (found, 2, 20)


@pytest.mark.sweep
def test_4_000_rows_are_checked_in_5_seconds(errata: Path) -> None:
    resource = pytest.importorskip("resource")
    write_cards(errata, (row(at) for at in range(4000)))
    before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    done = command("check", "errata", "--data", errata.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before < 5
