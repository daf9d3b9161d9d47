"""A game of one's own is typeset behind a wall: the same pages, and limits for the whole game."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
import printkit
from card_data import DataError, Game
from card_data.limits import SECONDS, SECONDS_A_COMPONENT, SECONDS_A_FACE
from printkit.options import Options
from printkit.sheets import typesetting
from printkit.sheets.typesetting import Order, Typesetter
from printkit.wall import Wall
from printkit.workshop.new_game import copy_game
from tests.card_data.copies import edit
from tests.printkit.test_bad_input import card
from tests.printkit.tools import run
from tests.sweeps import sweep

ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("name", sweep([*card_data.names(), "errata"], ["errata"]))
def test_the_pages_are_the_same_with_a_wall_and_without(
    name: str, low: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Path("tests/tiny_game").resolve()
    if name != "errata":
        data = copy_game(name, tmp_path / "mine").parent
    options = Options(data=data, low_ink=low)
    walled = pages(name, tmp_path / "walled", options)
    monkeypatch.setattr(Typesetter, "do", lambda self, game, job: job.work(game, self.fonts, None))
    assert pages(name, tmp_path / "here", options) == walled
    assert len(walled) > 1


def pages(name: str, out: Path, options: Options) -> dict[str, bytes]:
    printkit.build([name], out=out, options=options, audit=False)
    return {file.name: file.read_bytes() for file in (out / name).iterdir()}


@pytest.mark.usefixtures("walls")
def test_what_takes_too_long_is_told_with_its_component_and_row(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing more of the game is typeset."""
    monkeypatch.setattr(typesetting, "SECONDS", 0.1)
    condition = "{% if card.id == 'line' %}" + ENDLESS + "{% endif %}"
    card(errata, f"<rect width='1' height='1'/>{condition}")
    said = run("build", "errata", "--data", errata.parent, "--out", errata.parent / "out").output
    granted = 0.1 + SECONDS_A_COMPONENT + 4 * SECONDS_A_FACE
    assert said.splitlines() == [
        f"{errata}/print.yaml:2:3: line: takes too long: more than {granted:.1f} seconds",
        "1 problem; nothing was written.",
    ]


class Asked(Exception):
    """What a wall is asked for goes no further."""


def test_each_component_and_face_adds_to_the_time_of_a_game(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []

    def ask(wall: Wall, job: Order, seconds: float) -> bytes:
        given.append(seconds)
        raise Asked

    monkeypatch.setattr(Wall, "ask", ask)
    game = card_data.load("errata", errata.parent)
    typesetter = Typesetter()
    for name, low in (("deck", False), ("rules", False), ("deck", True)):
        with pytest.raises(Asked):
            printkit_layout(game, name, typesetter, low=low)
    a_deck = SECONDS_A_COMPONENT + 4 * SECONDS_A_FACE
    rules = SECONDS_A_COMPONENT + SECONDS_A_FACE
    assert given == pytest.approx([SECONDS + a_deck, rules, 4 * a_deck])


def printkit_layout(game: Game[Any], name: str, typesetter: Typesetter, *, low: bool) -> object:
    from printkit.sheets.layout import lay_out

    return lay_out(game, name, Options(low_ink=low), typesetter)


def test_a_shipped_game_has_no_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wall, "ask", lambda *_: pytest.fail("asked"))
    game = msgspec.structs.replace(card_data.load("dice_archive"))  # none that was typeset before
    printkit_layout(game, "token", Typesetter(), low=False)


def test_many_components_have_a_limit_together(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them is below its own."""
    monkeypatch.setattr("printkit.faces.wire.MOST_DRAWN_OF_A_GAME", 1000)
    card(errata, "<g>" + "<rect width='1' height='1'/>" * 300 + "</g>")
    deck = "    size: poker\n    bleed: 2\n    faces: [{rows: cards, template: card.svg}]\n"
    more = "".join(f"  deck{number}:\n    title: D{number}\n{deck}" for number in range(20))
    edit(errata / "print.yaml", "components:\n", f"components:\n{more}")
    said = run("build", "errata", "--data", errata.parent, "--out", errata.parent / "out").output
    assert "draws too much: " in said
    assert " shapes in the whole game, expected at most " in said
    assert said.endswith("1 problem; nothing was written.\n")


def test_a_wrong_answer_is_told_at_the_component(
    errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wall, "ask", lambda *_: b"nonsense")
    with pytest.raises(DataError) as raised:
        printkit_layout(card_data.load("errata", errata.parent), "deck", Typesetter(), low=False)
    (problem,) = raised.value.problems
    assert problem.file == str(errata / "print.yaml")
    assert problem.item == "deck"
    assert problem.message.startswith("cannot be drawn: ")


@pytest.mark.usefixtures("walls")
def test_what_is_compiled_behind_the_wall_is_kept_apart(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And found again there, without being compiled."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = card_data.load("errata", errata.parent)
    first = printkit_layout(game, "deck", Typesetter(), low=False)
    kept = {file.name for file in (tmp_path / "cache/printkit/strangers").iterdir()}
    assert kept
    assert {file.name for file in (tmp_path / "cache/printkit").iterdir()} == {"strangers"}
    again = printkit_layout(game, "deck", Typesetter(), low=False)
    assert {file.name for file in (tmp_path / "cache/printkit/strangers").iterdir()} == kept
    assert [one.faces for one in (first, again)] == [first.faces] * 2  # type: ignore[attr-defined]


@pytest.mark.sweep
@pytest.mark.usefixtures("walls")
def test_the_pages_are_the_same_where_no_copy_of_the_process_is_safe(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on some systems, and in a program with several threads: the game is read again there."""
    options = Options(data=errata.parent)
    copied = pages("errata", tmp_path / "copied", options)
    monkeypatch.setattr("printkit.wall.starting", lambda: multiprocessing.get_context("spawn"))
    assert pages("errata", tmp_path / "started", options) == copied
