"""Building again: what is there as it would be made is not made, and nothing else counts as it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest

import printkit
from printkit.cache import inputs, manifest
from printkit.cache.manifest import BuildResult
from printkit.options import Options
from tests.card_data.copies import ERRATA, WINSTON, edit
from tests.printkit.commands import done, files


class Shop:
    def __init__(self, copy: Path, out: Path) -> None:
        self.copy, self.out, self.options = copy, out, Options(data=copy.parent)
        self.build()

    def build(self, *, clean: bool = False) -> list[BuildResult]:
        games, only = [self.copy.name], ["deck"]
        return printkit.build(games, only, self.out, options=self.options, clean=clean)

    def is_unchanged(self) -> bool:
        there = all(one.unchanged for one in self.build())
        clean = self.out.with_name("before")
        shutil.rmtree(clean, ignore_errors=True)
        shutil.copytree(self.out, clean)
        self.build(clean=True)
        assert files(self.out) == files(clean)
        return there


@pytest.fixture
def shop(errata: Path, tmp_path: Path) -> Shop:
    return Shop(errata, tmp_path / "out")


def test_nothing_has_changed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {file: file.stat().st_mtime_ns for file in shop.out.rglob("*")}
    monkeypatch.setattr(
        "printkit.printing.make_files.select_jobs", Mock(side_effect=AssertionError)
    )
    assert [(one.component, one.unchanged) for one in shop.build()] == [("deck", True)]
    assert {file: file.stat().st_mtime_ns for file in shop.out.rglob("*")} == before


def test_what_builds_is_not_loaded_when_nothing_has_changed(tmp_path: Path) -> None:
    words = ("build", WINSTON, "--only", "aid", "--out", str(tmp_path))
    done(*words)
    code = (
        "import sys; from printkit.__main__ import main\n"
        f"sys.argv = ['printkit', *{words!r}]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print({'reportlab', 'fontTools', 'jinja2', 'pypdf', 'pikepdf'} & {*sys.modules})"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.endswith("Nothing has changed.\nset()\n")


CHANGES: dict[str, Callable[[Shop], object]] = {
    "a word": lambda shop: edit(shop.copy / "cards.yaml", "The wrong page", "The torn page"),
    "a comment": lambda shop: (shop.copy / "cards.yaml").open("a").write("# nothing\n"),
    "a template": lambda shop: (shop.copy / "other.svg").write_text("<svg/>"),
    "a file of all games": lambda shop: (shop.copy.parent / "sheets.yaml").write_text(
        "margin: 8\n"
    ),
    "a page that is gone": lambda shop: (shop.out / ERRATA / "deck.pdf").unlink(),
    "a page of others": lambda shop: (shop.out / ERRATA / "deck.pdf").write_bytes(b"%PDF-1.7"),
    "a manifest that is gone": lambda shop: (shop.out / inputs.MANIFEST).unlink(),
    "a manifest that is none": lambda shop: (shop.out / inputs.MANIFEST).write_bytes(b"\xff{"),
    "a manifest of others": lambda shop: (shop.out / inputs.MANIFEST).write_text('{"a": {}}'),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_what_has_changed_is_made(change: Callable[[Shop], object], shop: Shop) -> None:
    change(shop)
    assert not shop.is_unchanged()
    assert all(one.unchanged for one in shop.build())


@pytest.mark.parametrize("part", ["kit", "DATE", "fonts"])
def test_other_kit(part: str, shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if part == "kit":
        monkeypatch.setattr(inputs, "kit_digest", lambda: "other code")
    elif part == "DATE":
        monkeypatch.setenv(inputs.DATE, "86400")
    else:
        (tmp_path / "other.ttf").write_bytes(b"")
        monkeypatch.setattr(manifest, "every_file", lambda: [tmp_path / "other.ttf"])
    assert not shop.is_unchanged()


def test_each_way_to_build_is_remembered(shop: Shop) -> None:
    low = Options(data=shop.copy.parent, low_ink=True)
    other = shop.out.with_name("other")
    for _ in range(2):
        printkit.build([ERRATA], ["deck"], other, options=shop.options)
        printkit.build([ERRATA], ["deck"], other.with_name("low"), options=low)
    same = printkit.build([ERRATA], ["deck"], other, options=shop.options)
    assert [one.unchanged for one in same] == [True]
    low_deck = printkit.build([ERRATA], ["deck"], other, options=low)
    assert [one.unchanged for one in low_deck] == [False]
    again = printkit.build([ERRATA], ["deck"], other, options=shop.options)
    assert [one.unchanged for one in again] == [False], "the file was built over"


@pytest.mark.sweep
def test_two_builds_into_one_folder_tear_no_file(errata: Path, tmp_path: Path) -> None:
    words = (sys.executable, "-m", "printkit", "build", ERRATA, "--data", str(errata.parent))
    builds = [subprocess.Popen([*words, "--clean", "--out", str(tmp_path / "out")],
                               stdout=subprocess.DEVNULL) for _ in range(2)]  # fmt: skip
    assert [build.wait() for build in builds] == [0, 0]
    printkit.build([ERRATA], out=tmp_path / "clean", options=Options(data=errata.parent))
    assert files(tmp_path / "out") == files(tmp_path / "clean")


def test_files_of_components_that_are_gone_are_removed(errata: Path, tmp_path: Path) -> None:
    """Those of builds with other options too."""
    notes: list[str] = []

    def built(paper: str = "a4") -> set[str]:
        options = Options(paper, data=errata.parent)
        printkit.build([ERRATA], out=tmp_path / "out", options=options, note=notes.append)
        return {file.name for file in (tmp_path / "out" / ERRATA).iterdir()}

    assert built("letter") == {"deck.pdf", "rules.pdf", f"{ERRATA}.pdf"}
    now = {"new_deck.pdf", "new_rules.pdf", "rules.pdf", f"{ERRATA}.pdf"}
    edited = tmp_path / "out" / ERRATA / "rules.pdf"
    edited.write_bytes(b"%PDF-1.7 of my own")
    for name in ("deck", "rules"):
        edit(errata / "print.yaml", f"\n  {name}:\n", f"\n  new_{name}:\n")
    book = errata / "rulebook.yaml"
    book.write_text(book.read_text("utf-8").replace("deck", "new_deck"), "utf-8")
    assert built() == now, "what was changed since stays"
    gone = f"{tmp_path / 'out'}: removed what nothing makes any more: {ERRATA}/deck.pdf"
    assert notes == [gone]
    assert built() == now
    assert len(notes) == 1, "it is said once"


def test_images_of_cards_that_are_gone_are_removed(errata: Path, tmp_path: Path) -> None:
    options, notes = Options(data=errata.parent, profile="makeplayingcards"), list[str]()

    def last_image() -> str:
        printkit.build([ERRATA], ["deck"], tmp_path, options=options, note=notes.append)
        return sorted(file.name for file in tmp_path.rglob("*.png"))[-2]  # before the back

    assert last_image() == "010_page.png"
    edit(errata / "cards.yaml", "icon: inkpot, copies: 3", "icon: inkpot")
    assert last_image() == "008_page.png"
    images = f"{ERRATA}/makeplayingcards/deck/"
    names = ", ".join(f"{images}{name}" for name in ("006_letter.png", "007_letter.png"))
    assert notes == [
        f"{tmp_path}: removed what nothing makes any more: {names}, {images}008_line.png and 2 more"
    ]
