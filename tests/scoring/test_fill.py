"""Positions written into the sheets of their games, and read back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pikepdf
import pypdfium2
import pytest
from typer.testing import CliRunner, Result

import card_data
import scoring
from card_data import DataError
from printkit.forms import writer
from printkit.options import Options
from printkit.sheets.layout import Layout
from printkit.sheets.typesetting import Typesetter
from scoring import games
from scoring.cli.main import app
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, check, score
from scoring.sheets import fill
from scoring.sheets.fields import from_entries
from tests.filled_forms import entries
from tests.forms import read
from tests.printkit.pdf_pages import FONTS
from tests.sweeps import sweep

GAMES = games.names()
TESTS = Path(__file__).parents[1]
PAD = TESTS / "positions" / "wa_two_players.yaml"
DICE = TESTS / "positions" / "da_tiebreak.yaml"
RECORD = TESTS / "records" / "nineteen_eighty_four_walk.yaml"
NAMES = ("Ann Łuczak", "Bo – Ågren", "Никита", "Ζωή", "日本", 'Ed "x" \\(Y)')


def run(*args: object, text: str | None = None) -> Result:
    result = CliRunner().invoke(app, ["form", "fill", *map(str, args)], input=text)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@cache
def sheets(name: str) -> list[Layout]:
    loaded = card_data.load(name)
    most = loaded.head.players.max
    names = [(f"players.{seat}.name", "Ann") for seat in range(most)] if most > 1 else []
    return fill.layouts(from_entries(loaded, names), Options(), (), Typesetter())


def game(name: str, seed: int, moves: int | None = None) -> PositionFile:
    loaded = card_data.load(name)
    seats, rng = loaded.head.players, Random(seed)
    number = seats.min + seed % (seats.max - seats.min + 1)
    play = Play(loaded, NAMES[:number])
    while (decision := play.decision) is not None and (moves is None or len(play.moves) < moves):
        play.answer(decision, decision.options.draw(rng))
    return play.filled()


def through_sheets(filled: PositionFile) -> PositionFile:
    """The position as the sheets say it once it is filled into them."""
    said = fill.entries_on_sheets(filled)
    found = []
    for layout in sheets(filled.game.id):
        found += entries(writer.form(layout, Options(), FONTS, said)[0])
    players = {name.split(".")[1] for name, _ in said if name.startswith("players.")}
    seated = [
        entry for entry in found
        if not entry[0].startswith("players.") or entry[0].split(".")[1] in players
    ]  # fmt: skip
    again = from_entries(filled.game, dict.fromkeys(seated))
    running = filled.position.running
    return PositionFile(again.game, msgspec.structs.replace(again.position, running=running))


def same(filled: PositionFile, again: PositionFile) -> None:
    filled = PositionFile(filled.game, filled.position)  # as the sheets do not say who plays alone
    said, written = (sorted(fill.entries_on_sheets(one)) for one in (filled, again))
    assert written == said
    assert check(again) == check(filled)
    assert score(again).answer() == score(filled).answer()  # notes on marks may change places


@pytest.mark.parametrize("name", sweep(GAMES, GAMES[::2]))
@pytest.mark.parametrize("seeds", [[7], pytest.param(range(100), marks=pytest.mark.soak)], ids=len)
def test_the_sheets_of_a_game_halfway_say_it(name: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        filled = game(name, seed, moves=Random(seed).randrange(60))
        same(filled, through_sheets(filled))


@pytest.mark.sweep
def test_small_letters_find_their_rows() -> None:
    """A spread has rows for capitals alone."""
    filled = scoring.read(TESTS / "positions" / "ms_two_players.yaml")
    assert "v" in filled.position.players[1].legend
    again = score(through_sheets(filled)).answer()
    assert again.standings == score(filled).answer().standings
    assert again.valid


# --- which sheets


def names(written: fill.FilledForms) -> list[str]:
    return [file.name for file in written.files]


def test_sheet_that_adds_nothing_is_not_written(tmp_path: Path) -> None:
    """The board and the forms say it all, unless somebody has added up on the pad."""
    filled = scoring.read(DICE)
    assert names(fill.write(filled, tmp_path)) == [
        "board-filled.pdf", "form-filled.pdf",
    ]  # fmt: skip
    added_up = scoring.read(DICE.read_text() + "    total: 14\n")
    written = fill.write(added_up, tmp_path / "sums")
    assert names(written) == ["board-filled.pdf", "form-filled.pdf", "pad-filled.pdf"]
    assert read(written.files).position == added_up.position
    with pikepdf.open(written.files[1]) as forms:
        assert len(forms.pages) == 1, "two forms a page, for two players"


def test_other_sheets_can_be_asked_for(tmp_path: Path) -> None:
    only = ["form_ink_saving", "pad"]
    written = fill.write(scoring.read(DICE), tmp_path, only)
    assert names(written) == ["form_ink_saving-filled.pdf", "pad-filled.pdf"]
    assert {name.partition(".")[0] for name, _ in written.left_over} == {"board"}


def test_a_pad_is_filled_in_once(tmp_path: Path) -> None:
    """It is printed twice a sheet."""
    (pad,) = fill.write(scoring.read(PAD), tmp_path).files
    with pypdfium2.PdfDocument(pad) as document:
        text = document[0].get_textpage().get_text_range()
    assert (text.count("Score pad"), text.count("Open Secrets")) == (1, 1)


def test_entries_of_too_many_players_are_left_over(tmp_path: Path) -> None:
    players = "".join(f"{{name: {name}}}, " for name in "ABCDEFGH")
    crowd = scoring.read(f"{{game: winstons_archive, players: [{players}]}}")
    assert fill.number_of_forms(crowd) == 6
    assert ("players.6.name", "G") in fill.write(crowd, tmp_path).left_over


@pytest.mark.parametrize(
    ("options", "only", "said"),
    [
        ({"paper": "a44"}, (), "--paper: no paper called 'a44'; did you mean a4?"),
        ({}, ("form", "paad"), "--only: no component called 'paad'; did you mean pad?"),
        ({}, ("dice",), "--only: dice has no fields to fill in"),
    ],
)
def test_unknown_papers_and_components_are_refused(
    tmp_path: Path, options: dict[str, Any], only: Sequence[str], said: str
) -> None:
    with pytest.raises(DataError) as error:
        fill.write(scoring.read(DICE), tmp_path, only, **options)
    assert str(error.value).startswith(said.partition(";")[0])
    assert list(tmp_path.iterdir()) == []


def test_empty_position_fills_in_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no sheet has a field for any of its answers"):
        fill.write(scoring.read("game: winstons_archive"), tmp_path)


# --- the command


def test_a_record_is_filled_in_as_far_as_it_goes(tmp_path: Path) -> None:
    lines = RECORD.read_text().splitlines()
    done = run("-", "--out", tmp_path, text="\n".join(lines[:-2]))
    assert done.stdout.split() == [str(tmp_path / "sheet-filled.pdf")]
    assert "Note: the game is not over: the sheets are as they are after" in done.stderr
    scored = CliRunner().invoke(app, ["score", str(tmp_path / "sheet-filled.pdf")])
    assert "provisional score: the game is not over" in scored.stdout
    assert done.exit_code == 0


def test_open_answers_that_an_empty_box_turns_into_none_are_named(tmp_path: Path) -> None:
    text = DICE.read_text("utf-8").replace("middle: [2, 5], right", "middle: null, right")
    done = run("-", "--out", tmp_path, text=text)
    assert "read back, players.0.tasks.middle will differ" in done.stderr
    assert "will differ" not in run(DICE, "--out", tmp_path / "whole").stderr
