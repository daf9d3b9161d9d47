"""Positions written into the sheets of their games, and read back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pikepdf
import pypdfium2
import pytest
from typer.testing import CliRunner, Result

import card_data
import scoring
from card_data import DataError
from printkit.forms.filling import fill as fill_form
from printkit.forms.widgets import blank
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from scoring import games
from scoring.cli.main import app
from scoring.play.play import Play
from scoring.positions.positions import Filled, check, score
from scoring.sheets import fill, read
from scoring.sheets.fields import from_entries
from tests.filled_forms import entries, values
from tests.printkit.tools import FONTS
from tests.sweeps import sweep

GAMES = games.names()
TESTS = Path(__file__).parents[1]
PAD = TESTS / "positions" / "wa_two_players.yaml"
DICE = TESTS / "positions" / "da_tiebreak.yaml"
RECORD = TESTS / "records" / "nineteen_eighty_four_walk.yaml"
NAMES = ("Ann Łuczak", "Bo – Ågren", "Никита", "Ζωή", "日本", 'Ed "x" \\(Y)')
SEATS = {"forms": 5}


def run(*args: object, text: str | None = None) -> Result:
    """Run ``scoring fill``; any exception but a plain exit fails the test."""
    result = CliRunner().invoke(app, ["fill", *map(str, args)], input=text)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@cache
def blanks(name: str) -> dict[str, bytes]:
    """The blank forms of a game, for as many as may play."""
    typesetter = Typesetter()
    most = ["Ann"] * card_data.load(name).head.players.max
    full = (
        from_entries(
            card_data.load(name), [(f"players.{seat}.name", who) for seat, who in enumerate(most)]
        )
        if len(most) > 1
        else from_entries(card_data.load(name), [])
    )
    return {
        layout.name: blank(layout, Options(), typesetter.fonts)
        for layout in fill.layouts(full, Options(), (), typesetter)
    }


def game(name: str, seed: int, moves: int | None = None) -> Filled:
    """A random game, at its end or after so many ``moves``."""
    loaded = card_data.load(name)
    seats, rng = loaded.head.players, Random(seed)
    number = seats.min + seed % (seats.max - seats.min + 1)
    play = Play(loaded, NAMES[:number])
    while (decision := play.decision) is not None and (moves is None or len(play.moves) < moves):
        play.answer(decision, decision.options.draw(rng))
    return play.filled()


def through_sheets(filled: Filled) -> Filled:
    """The position as blank forms say it once it is filled into them."""
    said = fill.entries_on_sheets(filled)
    found = []
    for form in blanks(filled.game.id).values():
        done, _ = fill_form(form, said, FONTS, fill.keywords(filled))
        found += entries(done)
    players = {name.split(".")[1] for name, _ in said if name.startswith("players.")}
    seated = [
        entry for entry in found
        if not entry[0].startswith("players.") or entry[0].split(".")[1] in players
    ]  # fmt: skip
    again = from_entries(filled.game, dict.fromkeys(seated))
    running = filled.position.running
    return Filled(again.game, msgspec.structs.replace(again.position, running=running))


def same(filled: Filled, again: Filled) -> None:
    """Two positions say the same, and so do the check and the score of them."""
    filled = Filled(filled.game, filled.position)  # as the sheets do not say who plays alone
    said, written = (sorted(fill.entries_on_sheets(one)) for one in (filled, again))
    assert written == said
    assert check(again) == check(filled)
    assert score(again).answer() == score(filled).answer()  # notes on marks may change places


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seeds", [[1], pytest.param(range(500), marks=pytest.mark.soak)], ids=len)
def test_the_sheets_of_an_end_position_say_it(name: str, seeds: Sequence[int]) -> None:
    for seed in seeds:
        filled = game(name, seed)
        same(filled, through_sheets(filled))


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


def names(written: fill.Written) -> list[str]:
    return [file.name for file in written.files]


def test_there_is_no_sheet_that_says_nothing_new(tmp_path: Path) -> None:
    """The board and the forms say it all, unless somebody has added up on the pad."""
    filled = scoring.read(DICE)
    assert names(fill.write(filled, tmp_path, Options())) == [
        "board-filled.pdf", "form-filled.pdf",
    ]  # fmt: skip
    added_up = scoring.read(DICE.read_text() + "    total: 14\n")
    written = fill.write(added_up, tmp_path / "sums", Options())
    assert names(written) == ["board-filled.pdf", "form-filled.pdf", "pad-filled.pdf"]
    assert read.read(written.files).position == added_up.position
    with pikepdf.open(written.files[1]) as forms:
        assert len(forms.pages) == 1, "two forms a page, for two players"


def test_other_sheets_can_be_asked_for(tmp_path: Path) -> None:
    only = ["form_ink_saving", "pad"]
    written = fill.write(scoring.read(DICE), tmp_path, Options(), only)
    assert names(written) == ["form_ink_saving-filled.pdf", "pad-filled.pdf"]
    assert {name.partition(".")[0] for name, _ in written.left_over} == {"board"}


def test_a_pad_is_filled_in_once(tmp_path: Path) -> None:
    """It is printed twice a sheet."""
    for flat in (False, True):
        (pad,) = fill.write(scoring.read(PAD), tmp_path, Options(), flat=flat).files
        with pypdfium2.PdfDocument(pad) as document:
            text = document[0].get_textpage().get_text_range()
        assert (text.count("Score pad"), text.count("Open Secrets")) == (1, 1)
        assert ("Ann" in text) is flat


def test_more_players_than_may_play_are_told() -> None:
    players = "".join(f"{{name: {name}}}, " for name in "ABCDEFGH")
    crowd = scoring.read(f"{{game: winstons_archive, players: [{players}]}}")
    assert fill.forms(crowd) == 6
    _, left_over = fill_form(
        blanks("winstons_archive")["pad"], fill.entries_on_sheets(crowd), FONTS
    )
    assert ("players.6.name", "G") in left_over


@pytest.mark.parametrize(
    ("options", "only", "said"),
    [
        (Options(paper="a44"), (), "--paper: no paper called 'a44'; did you mean a4?"),
        (Options(), ("form", "paad"), "--only: no component called 'paad'; did you mean pad?"),
        (Options(), ("dice",), "--only: dice has no fields to fill in"),
    ],
)
def test_sheets_that_cannot_be_made(
    tmp_path: Path, options: Options, only: Sequence[str], said: str
) -> None:
    with pytest.raises(DataError) as error:
        fill.write(scoring.read(DICE), tmp_path, options, only)
    assert str(error.value).startswith(said.partition(";")[0])
    assert list(tmp_path.iterdir()) == []


def test_a_position_that_says_nothing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="it answers nothing that a sheet has a field for"):
        fill.write(scoring.read("game: winstons_archive"), tmp_path, Options())


# --- into a form that is there


@pytest.fixture
def pad(tmp_path: Path) -> Path:
    """A blank pad of Winston's Archive."""
    file = tmp_path / "mine.pdf"
    file.write_bytes(blanks("winstons_archive")["pad"])
    return file


def test_a_form_that_is_there_is_filled_in(pad: Path) -> None:
    filled = scoring.read(PAD)
    assert fill.write_into(filled, pad).files == [pad]
    assert read.read([pad]).position == filled.position
    assert [*pad.parent.iterdir()] == [pad]


@pytest.mark.parametrize("name", ["out", "other.PDF"])
def test_or_a_copy_of_it(pad: Path, name: str) -> None:
    before, out = pad.read_bytes(), pad.parent / name
    target = out / "mine.pdf" if name == "out" else out
    assert fill.write_into(scoring.read(PAD), pad, out, flat=True).files == [target]
    assert (values(target.read_bytes()), pad.read_bytes()) == ({}, before)


@pytest.mark.parametrize(
    ("position", "change", "said"),
    [
        (DICE, None, "a form of winstons_archive, but the position is one of dice_archive"),
        (PAD, b"%PDF-1.7", "cannot be read as a PDF: it is damaged, or no PDF at all"),
        (PAD, b"", "cannot be read as a PDF: it is empty"),
        ("{game: winstons_archive, players: [{shoe: 1}]}", None, "shoe"),
    ],
)
def test_a_form_that_cannot_be_filled_in(
    pad: Path, position: Path | str, change: bytes | None, said: str
) -> None:
    if change is not None:
        pad.write_bytes(change)
    before = pad.read_bytes()
    with pytest.raises(DataError, match=said):
        fill.write_into(scoring.read(position), pad)
    assert pad.read_bytes() == before


# --- the command


def test_a_record_is_filled_in_as_far_as_it_goes(tmp_path: Path) -> None:
    lines = RECORD.read_text().splitlines()
    done = run("-", "--out", tmp_path, text="\n".join(lines[:-2]))
    assert done.stdout.split() == [str(tmp_path / "sheet-filled.pdf")]
    assert "Note: the game is not over: the sheets are as they are after" in done.stderr
    scored = CliRunner().invoke(app, ["score", str(tmp_path / "sheet-filled.pdf")])
    assert "provisional score: the game is not over" in scored.stdout
    assert done.exit_code == 0


def test_a_form_is_no_position_to_fill_in(tmp_path: Path) -> None:
    done = run("evening.pdf", "--out", tmp_path)
    assert done.exit_code == 2
    assert done.stderr == (
        "evening.pdf: a PDF form; scoring extract prints the position in it, to be filled in\n"
    )


def test_a_record_with_an_illegal_move_is_refused(tmp_path: Path) -> None:
    done = run(
        "-", "--out", tmp_path, text="record: winstons_archive\nplayers: [A, B]\nmoves: [A: take]"
    )
    assert done.exit_code == 1
    assert done.stderr.startswith(
        "-:3: field moves no. 1: WA-2.1: 'take' by A, but it is the table's move"
    )
    assert list(tmp_path.iterdir()) == []


def test_what_the_sheets_cannot_say_is_told(tmp_path: Path, pad: Path) -> None:
    text = "{game: winstons_archive, players: [{name: Ann, books: {A: 2, Q: 1}}]}"
    done = run("-", "--into", pad, text=text)
    assert done.stderr.splitlines() == [
        "Note: 2 violations and 3 answers missing; to see them: scoring check -.",
        "Note: the sheets have no place for players.0.books.Q ('1').",
    ]
    assert done.exit_code == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "--out: say where the sheets go, or with --into SHEET.pdf which form to fill in"),
        (["--into", "x.pdf", "--low-ink"], "--low-ink: cannot be combined with --into"),
        (["--into", "x.pdf", "--only", "pad"], "--only: cannot be combined with --into"),
    ],
)
def test_a_command_that_cannot_be_done(given: list[str], said: str) -> None:
    done = run(PAD, *given)
    assert (done.exit_code, done.stderr.startswith(said)) == (2, True)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("a file")
    done = run(PAD, "--out", tmp_path / "full")
    assert (done.exit_code, "full: cannot be written" in done.stderr) == (1, True)
