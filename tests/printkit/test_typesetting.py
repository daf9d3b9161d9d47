"""A game of one's own is typeset behind a wall: the same pages, and limits for the whole game."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
import printkit
from card_data import DataError, Game
from card_data.limits import SECONDS, SECONDS_A_COMPONENT, SECONDS_A_FACE
from card_data.wall import Wall
from printkit.faces.wire import Weight
from printkit.options import Options
from printkit.sheets import typesetting
from printkit.sheets.typesetting import Order, Typesetter
from printkit.workshop.new_game import copy_game
from tests.card_data.copies import edit
from tests.printkit.test_bad_input import card
from tests.printkit.tools import run
from tests.sweeps import sweep

ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"


@pytest.mark.sweep
@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    "options",
    sweep([Options(), Options(low_ink=True), Options(profile="press")], [Options()]),
    ids=["plain", "low ink", "press"],
)
@pytest.mark.parametrize("name", sweep([*card_data.names(), "errata"], ["errata"]))
def test_the_pages_are_the_same_with_a_wall_and_without(
    name: str, options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Path("tests/tiny_game").resolve()
    if name != "errata":
        data = copy_game(name, tmp_path / "mine").parent
    options = msgspec.structs.replace(options, data=data)
    walled = pages(name, tmp_path / "walled", options)
    monkeypatch.setattr(Typesetter, "trusts", lambda *_: True)
    assert pages(name, tmp_path / "here", options) == walled
    assert len(walled) > 1


def pages(name: str, out: Path, options: Options) -> dict[str, bytes]:
    printkit.build([name], out=out, options=options, audit=False)
    files = [file for file in (out / name).rglob("*") if file.is_file()]
    return {file.name: file.read_bytes() for file in files}


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
    besides: list[float] = []

    def ask(wall: Wall, job: Order, seconds: float) -> bytes:
        given.append(seconds)
        besides.append(wall.besides)
        raise Asked

    monkeypatch.setattr(Wall, "ask", ask)
    game = card_data.load("errata", errata.parent)
    typesetter = Typesetter()
    for name, low in (("deck", False), ("rules", False), ("deck", True)):
        with pytest.raises(Asked):
            printkit_layout(game, name, typesetter, low=low)
    a_deck = SECONDS_A_COMPONENT + 4 * SECONDS_A_FACE
    rules = SECONDS_A_COMPONENT + SECONDS_A_FACE
    assert given == pytest.approx([a_deck, rules, 4 * a_deck])
    assert besides[0] == SECONDS


def printkit_layout(game: Game[Any], name: str, typesetter: Typesetter, *, low: bool) -> object:
    from printkit.sheets.layout import lay_out

    return lay_out(game, name, Options(low_ink=low), typesetter)


def test_a_shipped_game_has_no_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wall, "ask", lambda *_: pytest.fail("asked"))
    game = msgspec.structs.replace(card_data.load("dice_archive"))  # none that was typeset before
    printkit_layout(game, "token", Typesetter(), low=False)


@pytest.mark.sweep
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


@pytest.mark.parametrize(
    ("copies", "size", "said"),
    [
        pytest.param(
            200,
            "10 x 10",
            "1,200 pieces in the whole game, expected at most 1,060",
            marks=pytest.mark.sweep,
        ),
        (50, "page", "350 pages in the whole game, expected at most 314"),
    ],
)
def test_pieces_and_pages_have_a_limit_in_a_whole_game(
    copies: int, size: str, said: str, errata: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each component is below its own; to print a game several times is for the user to say."""
    monkeypatch.setattr("printkit.faces.wire.MOST_PLACED", 1000)
    monkeypatch.setattr("printkit.faces.wire.MOST_SIDES", 300)
    (errata / "templates/blank.svg").write_text("<svg/>")
    face = f"    size: {size}\n    faces: [{{template: blank.svg, copies: {copies}}}]\n"
    components = [f"  p{at}:\n    title: P{at}\n{face}" for at in range(20)]
    build = ["build", "errata", "--data", errata.parent, "--out", errata.parent / "out"]
    (errata / "print.yaml").write_text("components:\n" + "".join(components[:4]))
    assert run(*build, "--no-audit", "--copies", 2).exit_code == 0
    (errata / "print.yaml").write_text("components:\n" + "".join(components))
    place, message = run(*build).output.splitlines()[0].split(": draws too much: ")
    assert place.startswith(f"{errata}/print.yaml:")
    assert message == said


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    "options",
    sweep(
        [
            Options(),
            Options(low_ink=True, packed=True),
            Options(large_print=True, paper="letter"),
            Options(booklet=True, bleed=True),
            Options(profile="mbprint"),
        ],
        [Options(), Options(profile="mbprint")],
    ),
    ids=["plain", "low ink", "large print", "booklet", "profile"],
)
def test_components_are_begun_as_they_are_asked_for(
    options: Options, errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All at once, and so that one process does them: a wall ends work on what nobody asks for."""
    started: list[Wall] = []
    begun: list[int] = []
    start, begin = Wall.start, Wall.begin

    def starting(wall: Wall) -> Any:
        started.append(wall)
        return start(wall)

    def beginning(wall: Wall, requests: Sequence[tuple[object, float]]) -> None:
        begun.append(len(requests))
        begin(wall, requests)

    monkeypatch.setattr(Wall, "start", starting)
    monkeypatch.setattr(Wall, "begin", beginning)
    chosen = msgspec.structs.replace(options, data=errata.parent)
    built = printkit.build(["errata"], out=tmp_path, options=chosen, audit=False)
    assert len(started) == 1
    assert begun[0] == len([one for one in built if one.component])


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


def test_a_game_that_was_read_again_has_all_its_room(errata: Path) -> None:
    game = card_data.load("errata", errata.parent)
    typesetter = Typesetter()
    typesetter.wall(game)
    (_, weight), *_ = typesetter.walls.values()
    weight.pictures, weight.shapes, weight.pages = 7, 8, 9
    typesetter.renew()
    (_, again), *_ = typesetter.walls.values()
    assert again is weight, "which what comes from behind the wall is counted in"
    assert again == Weight(fonts=typesetter.fonts.own)


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
    monkeypatch.setattr("card_data.wall.starting", lambda: multiprocessing.get_context("spawn"))
    assert pages("errata", tmp_path / "started", options) == copied
