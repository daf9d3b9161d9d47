"""What a table holds: kept in the user's data folder, listed, read back, forgotten."""

from __future__ import annotations

import re
import shutil
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import card_data
from card_data import DataError
from card_data.folders import cache_folder, data_folder, settings_folder
from card_data.limits import LARGEST_PRINTING
from printkit.changes.marking import mark_printed
from printkit.cli.main import app
from printkit.options import Options
from printkit.printings import snapshot, store
from printkit.printings.records import Printing
from printkit.sheets.layout import lay_out
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import ERRATA, edit, errata
from tests.printkit.tools import refused, run


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of printings, that of the test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))
    return tmp_path / "kept" / "printkit" / "printings"


@pytest.fixture
def slips(tmp_path: Path) -> Path:
    """The tiny game, a stranger's; its own folder."""
    return errata(tmp_path / "mine")


def marked(slips: Path, name: str | None = None, **given: Any) -> Printing:
    """The tiny game, marked as printed."""
    (printing,) = mark_printed([ERRATA], Options(data=slips.parent, **given), name)
    return printing


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of printings with one of the tiny game, the first."""
    folder = tmp_path_factory.mktemp("printings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        marked(errata(folder / "mine"), "first")
    return folder / "printkit" / "printings"


@pytest.fixture
def first(made: Path, kept: Path) -> Printing:
    """The first printing, of the test alone."""
    shutil.copytree(made, kept)
    return store.printing(ERRATA)


def looks(data: Path, component: str) -> dict[str, str]:
    """The digests of a component's faces, by their names."""
    options = Options(data=data)
    game = card_data.load(ERRATA, data)
    laid_out = lay_out(game, component, options, Typesetter(), (), settings_for(options))
    return {face.name: face.digest for face in laid_out.faces}


def test_a_printing_says_what_a_table_holds(slips: Path) -> None:
    printing = marked(slips, "first", copies=2)
    assert store.printing(ERRATA) == store.printing(ERRATA, "first") == printing
    comma = printing.components["deck"][0]
    assert (comma.id, comma.copies, comma.side) == ("comma", 8, "front")
    assert (len(comma.digest), len(comma.stamp)) == (32, 4)
    assert printing.options == {"paper": "a4", "flip": "long", "copies": "2"}
    assert printing.data == card_data.load(ERRATA, slips.parent).fingerprint


def test_pieces_are_called_by_their_titles() -> None:
    (printing,) = mark_printed(["winstons_archive"], Options())
    titles = {face.id: face.title for faces in printing.components.values() for face in faces}
    assert titles["A1"] == "A Key to All Locks"
    assert titles["M01"] == "M01"  # a loose page has no title
    assert titles["aid"] == "Turn aids"


def test_what_is_kept_draws_the_same_faces_when_the_data_are_others(slips: Path) -> None:
    before = {name: looks(slips.parent, name) for name in ("deck", "rules")}
    printing = marked(slips)
    edit(slips / "cards.yaml", "A comma", "A colon")
    edit(slips / "templates" / "card.svg", "</svg>", "<rect width='3' height='3'/></svg>")
    for component, expected in before.items():
        assert looks(printing.folder / "data", component) == expected
        drawn = store.drawings(printing, component, Fonts())
        assert {face.name: face.digest for face in drawn.faces} == expected
    assert looks(slips.parent, "deck") != before["deck"]


@pytest.mark.parametrize("game", card_data.names())
def test_the_data_of_each_shipped_game_are_kept_whole(game: str, tmp_path: Path) -> None:
    for place, raw in snapshot.files_of(card_data.load(game)):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(raw)
    again = card_data.load(game, tmp_path)
    assert again.fingerprint == card_data.load(game).fingerprint
    rulebook = card_data.load_rulebook(again)
    assert rulebook is not None
    for example in rulebook.examples.values():
        assert (tmp_path / game / (example.record or example.position or "game.yaml")).is_file()
    assert (tmp_path / game / "templates" / "common" / "booklet.svg").is_file()


def test_settings_of_the_folder_are_kept_too(slips: Path) -> None:
    (slips.parent / "sheets.yaml").write_text("sizes: {poker: [60, 80]}\n", "utf-8")
    printing = marked(slips)
    (face, *_) = store.drawings(printing, "deck", Fonts()).faces
    assert (face.width, face.height) == (60, 80)
    settings = settings_for(Options(data=printing.folder / "data"))
    assert settings.sizes["poker"] == (60, 80)


def test_a_name_is_the_date_unless_one_is_given_and_the_latest_comes_first_to_mind(
    slips: Path,
) -> None:
    first, second, own = marked(slips), marked(slips), marked(slips, "own")
    assert (first.name, second.name) == (first.day, f"{first.day}-2")
    assert [one.name for one in store.printings((ERRATA,))[0]] == [first.name, second.name, "own"]
    assert store.printing(ERRATA).name == own.name


def test_a_name_is_taken_until_it_is_to_be_replaced(slips: Path, kept: Path) -> None:
    before = marked(slips, "own")
    with pytest.raises(DataError, match="there is a printing called own"):
        marked(slips, "own")
    edit(slips / "cards.yaml", "A comma", "A colon")
    (after,) = mark_printed([ERRATA], Options(data=slips.parent), "own", replace=True)
    assert store.printings() == ([after], [])
    assert before.data != after.data
    assert [folder.name for folder in (kept / ERRATA).iterdir()] == [after.key]


@pytest.mark.parametrize("name", ["", "a b", "../up", ".hidden", "a/b", "x" * 101, "a.b", "Zoë"])
def test_a_name_is_letters_digits_and_signs(slips: Path, name: str, kept: Path) -> None:
    with pytest.raises(DataError, match="expected letters, digits and _ -"):
        marked(slips, name)
    assert not kept.exists()


def test_an_unknown_name_is_told_with_the_known_ones(slips: Path) -> None:
    with pytest.raises(DataError, match="nothing is marked as printed yet"):
        store.printing(ERRATA)
    marked(slips, "first")
    with pytest.raises(DataError, match="no printing of errata called 'frist'; did you mean first"):
        store.printing(ERRATA, "frist")
    with pytest.raises(DataError, match=r"no printing called '\.\./\.\.'"):
        store.forget("../..")


def test_a_printing_is_forgotten_by_name(slips: Path, kept: Path) -> None:
    marked(slips, "first")
    marked(slips, "second")
    assert store.forget("first") == [ERRATA]
    assert [one.name for one in store.printings()[0]] == ["second"]
    assert len([*(kept / ERRATA).iterdir()]) == 1


def spoil(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    """A change of what stands in the file of a printing."""

    def spoilt(folder: Path) -> None:
        file = folder / store.FILE
        content = msgspec.json.decode(file.read_bytes())
        change(content)
        file.write_bytes(msgspec.json.encode(content))

    return spoilt


DAMAGE: dict[str, Callable[[Path], object]] = {
    "no file": lambda folder: (folder / store.FILE).unlink(),
    "not JSON": lambda folder: (folder / store.FILE).write_text("{", "utf-8"),
    "not UTF-8": lambda folder: (folder / store.FILE).write_bytes(b'{"game": "\xff"}'),
    "too long": lambda folder: (folder / store.FILE).write_bytes(b" " * LARGEST_PRINTING + b"{}"),
    "deep": lambda folder: (folder / store.FILE).write_bytes(b"[" * 100_000),
    "another game": spoil(lambda content: content.update(game="winstons_archive")),
    "a path": spoil(lambda content: content.update(game="../../..")),
    "a wrong type": spoil(lambda content: content.update(components=3)),
    "an unknown key": spoil(lambda content: content.update(run="rm")),
    "a face's name": spoil(lambda content: content["components"]["deck"][0].update(name="a/b")),
    "a component's name": spoil(lambda content: content["components"].update({"../x": []})),
    "moved": lambda folder: folder.rename(folder.with_name("first.20000101000000000000")),
    "a link": lambda folder: linked_out(folder / store.FILE),
}


def linked_out(file: Path) -> None:
    """Put a link to a file elsewhere in the place of a file."""
    elsewhere = file.parent.parent / "elsewhere.json"
    shutil.move(file, elsewhere)
    file.symlink_to(elsewhere)


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_printing_is_told_in_a_line_and_can_be_forgotten(
    slips: Path, first: Printing, how: str
) -> None:
    DAMAGE[how](first.folder)
    said = refused("printings")
    assert "the printing first is damaged" in said
    assert "to be rid of it: printkit forget first errata" in said
    assert not re.search("JSON|codec|recursion|`", said), "in our words"
    assert "the printing first is damaged" in refused("changes", ERRATA, "--data", slips)
    assert run("forget", "first", ERRATA).stdout == "errata: first is forgotten\n"
    assert "nothing is marked as printed" in run("printings").stdout


def test_a_damaged_printing_does_not_stand_in_the_way_of_others(slips: Path) -> None:
    stamp = marked(slips, "first").components["deck"][0].stamp
    marked(slips, "second")
    marked(slips, "third")
    spoil(lambda content: content.clear())(store.printing(ERRATA, "second").folder)
    data = ("--data", slips)
    assert run("changes", ERRATA, *data).exit_code == 0
    found = run("stamp", stamp, *data).stdout
    assert "printings 'first' of" in found
    assert "the printing second is damaged" in found
    spoil(lambda content: content.clear())(store.printing(ERRATA).folder)
    for words in (("changes", ERRATA), ("build", "--changed")):
        said = refused(*words, *data)
        assert "the printing third is damaged" in said
        advice = "forget third errata; or compare with another: --since first or second"
        assert advice in said
    assert run("changes", ERRATA, *data, "--since", "first").exit_code == 0


def test_a_printing_of_a_component_that_its_data_do_not_have_is_told(slips: Path) -> None:
    spoil(lambda content: content["components"].update(strange=[]))(marked(slips, "first").folder)
    said = refused("changes", ERRATA, "--data", slips)
    assert "the printing first is damaged (its data have no component called 'strange')" in said


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"",
        lambda: b"\0" * 40,
        lambda: zlib.compress(b"\0" * 40),
        lambda: zlib.compress(b"\xc1" * 100_000_000),
    ],
    ids=["empty", "not packed", "not faces", "too much"],
)
def test_damaged_faces_are_told(first: Printing, make: Callable[[], bytes]) -> None:
    store.file_of(first, "deck").write_bytes(make())
    why = r"the printing first is damaged \(deck.faces is cut off or garbled\)"
    with pytest.raises(DataError, match=why):
        store.drawings(first, "deck", Fonts())


def test_a_program_that_is_stopped_keeps_nothing_or_all(
    slips: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "printing.json")

    monkeypatch.setattr(store, "file_of", full)
    with pytest.raises(OSError, match="No space"):
        marked(slips, "first")
    assert store.printings() == ([], [])
    assert [*kept.rglob("*")] == [kept / ERRATA]


@pytest.mark.parametrize("words", ["changes --since s", "build --changed --since s", "forget s"])
def test_a_shell_completes_their_names(slips: Path, words: str) -> None:
    marked(slips, "spring")
    marked(slips, "summer")
    line = f"printkit {words}"
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    env = {"_PRINTKIT_COMPLETE": "complete_bash", **asked}
    made = CliRunner().invoke(app, env=env, prog_name="printkit")
    assert sorted(made.stdout.split()) == ["spring", "summer"]


def test_commands_keep_list_and_forget(slips: Path) -> None:
    given = ("--data", slips.parent)
    ran = run("mark-printed", ERRATA, "--name", "first", *given)
    assert ran.stdout == "errata: 11 pieces and pages kept as first\n"
    head, row = run("printings", ERRATA).stdout.splitlines()
    assert head.split() == ["game", "printing", "kept", "pieces", "kit", "data"]
    assert row.split()[:2] == [ERRATA, "first"]
    assert "there is a printing called first" in refused("mark-printed", *given, "--name", "first")
    assert run("mark-printed", *given, "--name", "first", "--replace").exit_code == 0
    assert run("forget", "first").stdout == "errata: first is forgotten\n"
    assert "no printing called 'first'" in refused("forget", "first")


def test_nothing_is_kept_of_a_game_with_problems(slips: Path, kept: Path) -> None:
    edit(slips / "cards.yaml", "word: A comma", "word: 𓀀")
    assert "no glyph" in refused("mark-printed", ERRATA, "--data", slips.parent)
    assert not kept.exists()


def test_folders_of_a_user_go_by_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, "not/absolute")
    usual = {
        "linux": tmp_path / ".local/share",
        "darwin": tmp_path / "Library/Application Support",
        "win32": tmp_path / "Local",
    }
    for system, folder in usual.items():
        monkeypatch.setattr(sys, "platform", system)
        assert data_folder() == folder / "printkit"
    assert cache_folder() == tmp_path / ".cache/printkit"
    assert settings_folder() == tmp_path / ".config/printkit"
