"""``scoring photo``: the photos of an evening become a position file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import scoring
import scoring.cli
from card_data import DataError, Problem
from card_data.choices import HouseRules
from card_data.limits import LARGEST_PHOTO
from scoring.cli import photo as reading
from scoring.cli.main import app
from scoring.photo import photos
from scoring.photo.reading import PhotoSheet
from tests.scoring.photographed import CROP, encoded, photographed, sheets_of
from tests.scoring.web.test_photos import DOUBTS, EVENING, LETTERS, NUMBERS

BLURRED = "the photo is blurred: hold the phone still and take another"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of photos, each of which says itself what it shows and of which game."""

    def read(
        raw: bytes, name: str, game: str, data: Path | None, house: HouseRules
    ) -> list[PhotoSheet]:
        if not raw.startswith(game.encode()):
            raise DataError(Problem(message=BLURRED, file=name))
        return msgspec.json.decode(raw.removeprefix(game.encode()), type=list[PhotoSheet])

    monkeypatch.setattr(reading, "read", read)
    monkeypatch.chdir(tmp_path)
    evening = scoring.read(EVENING)
    board, *forms, _ = sheets_of(evening.game, 2)
    put("board.jpg", "dice_archive", photographed(evening, [board]))
    put("forms.jpg", "dice_archive", photographed(evening, forms, DOUBTS))
    numbers = scoring.read(NUMBERS)
    sheets = photographed(numbers, sheets_of(numbers.game, 2), ["Player 1: books of set A"])
    put("pad.jpg", "winstons_archive", sheets)
    letters = scoring.read(LETTERS)
    put("book.jpg", "manuscript", photographed(letters, sheets_of(letters.game, 2)[:1]))
    return tmp_path


def put(name: str, game: str, sheets: list[PhotoSheet]) -> None:
    Path(name).write_bytes(game.encode() + encoded(sheets))


def photo(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["photo", *words, "--out", "evening.yaml"], input=typed)


def crops() -> set[str]:
    return {one.name for one in Path("evening-crops").iterdir()}


def test_an_evening_is_read_and_what_is_in_doubt_is_asked() -> None:
    answers = ("ann", "Bo", "nobody", "Ann", "perhaps", "y", "n", "n", "Bo", "yes", "no")
    said = photo("board.jpg", "forms.jpg", "--players", "Ann,Bo", typed="\n".join(answers)).output
    assert "Owner of the die on 1, left table (evening-crops/1.jpg): what is written?" in said
    assert "forms.jpg: Dice Registry forms (evening-crops/3.jpg): whose sheet? Ann, Bo>" in said
    assert "Bo: task 5 in the middle (evening-crops/8.jpg): is it marked? y or n>" in said
    assert "evening.yaml: 7 entries from photos.\n" in said
    assert scoring.read(Path("evening.yaml")).position == scoring.read(EVENING).position
    assert not Path("evening-crops").exists()


def test_without_input_what_is_in_doubt_stays_open_and_is_named() -> None:
    said = photo("board.jpg", "forms.jpg", "--game", "Dice Archive", "--no-input")
    assert said.exit_code == 1
    assert "forms.jpg: Dice Registry forms (3.jpg): taken for that of player 1" in said.output
    assert "player 1: task 2 on the left (5.jpg)\n" in said.output
    found = scoring.read(Path("evening.yaml")).position
    assert [one.name for one in found.players] == [None, None]
    assert [one.tasks["left"] for one in found.players] == [(1, None, None), (3,)]
    assert {"1.jpg", "5.jpg"} <= crops()
    assert Path("evening-crops/1.jpg").read_bytes() == CROP


def test_the_game_is_that_of_the_first_photo() -> None:
    said = photo("pad.jpg", typed="Ann, Bo\n12\n").output
    assert "Who played, in the order of the pad? (as in Ann, Bo)> " in said
    assert "Ann: books of set A (evening-crops/1.jpg): which number? [7], - for none> " in said
    found = scoring.read(Path("evening.yaml"))
    assert (found.game.id, found.position.players[0].books["A"]) == ("winstons_archive", 12)
    assert photo("pad.jpg", "board.jpg").output.endswith(f"board.jpg: {BLURRED}\n")


def test_letters_are_typed_and_titles_mean_their_texts() -> None:
    answers = "Ann", "LLLL", "LLLL........", "Lanval"
    photo("book.jpg", "--players", "Ann,Bo", typed="\n".join(answers))
    book = scoring.read(Path("evening.yaml")).position.players[0]
    assert (book.left.split("\n")[0], book.legend) == ("LLLL........", {"L": "lanval"})


@pytest.mark.parametrize(
    ("name", "raw", "why"),
    [
        ("none.jpg", None, "cannot be read: No such file or directory"),
        ("a.jpg", b"x", BLURRED),
    ],
)  # fmt: skip
def test_a_bad_file_is_named_with_what_to_do(name: str, raw: bytes | None, why: str) -> None:
    if raw:
        Path(name).write_bytes(raw)
    said = photo(name, "--game", "dice_archive", "--no-input")
    assert (said.exit_code, said.output) == (1, f"{name}: {why}\n")
    assert not Path("evening.yaml").exists()


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"\0\0\0\x24ftypheic" + bytes(40), "a photo in the format HEIC: save it as JPEG"),
        (bytes(LARGEST_PHOTO + 1), "more than 30 MB: save it smaller"),
        (b"GIF89a", "not a picture, expected a photo as JPEG or PNG"),
        (b"", "not a picture, expected a photo as JPEG or PNG"),
    ],
    ids=["heic", "large", "no picture", "empty"],
)
def test_what_is_no_photo_is_refused_before_any_sheet_is_drawn(
    raw: bytes, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(photos, "references")
    with pytest.raises(DataError, match=why):
        photos.read(raw, "a", "dice_archive", None, HouseRules())


def test_without_opencv_the_command_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if re.match("scoring[.](cli[.])?photo", one)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(scoring.cli, "photo")
    monkeypatch.setitem(sys.modules, "cv2", None)
    said = photo("board.jpg")
    missing = "scoring photo: it needs opencv: pip install 'printkit[photo]'\n"
    assert (said.exit_code, said.output) == (2, missing)
