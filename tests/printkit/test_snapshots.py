"""Snapshots of printed games: saved, listed, removed; changes since, reported and reprinted."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
import pytest

import card_data
from card_data import DataError
from card_data.limits import LARGEST_SNAPSHOT
from card_data.program.folders import cache_folder, data_folder, settings_folder
from printkit.drawing.shapes import Field, Group, Image
from printkit.options import Options
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.snapshots import store
from printkit.snapshots.capture import look_digests
from printkit.snapshots.changed import faces_to_add, reprint
from printkit.snapshots.compare import (
    Changes,
    Difference,
    compare_games,
    pieces_between,
    report_lines,
)
from printkit.snapshots.records import Piece, Snapshot
from printkit.snapshots.store import save_snapshots
from printkit.tools.new_game import copy_game
from tests.card_data.copies import ERRATA, edit, errata
from tests.printkit.commands import refused, run
from tests.printkit.pdf_pages import FONTS, shipped
from tests.sweeps import sweep

WINSTON = "winstons_archive"
FIELD = Field("a", "text", "A", 1, 1, 9, 9)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept ones"))
    return tmp_path / "kept ones" / "printkit" / "printings"


@pytest.fixture
def slips(tmp_path: Path) -> Path:
    game = errata(tmp_path / "mine")
    (game / "rulebook.yaml").unlink()
    return game


@pytest.fixture
def since(slips: Path) -> Path:
    marked(slips, "first")
    return slips


def marked(slips: Path, name: str | None = None, **given: Any) -> Snapshot:
    (printing,) = save_snapshots([ERRATA], Options(data=slips.parent, **given), name)
    return printing


def changes_of(slips: Path, **given: Any) -> Changes:
    (changes,) = compare_games([ERRATA], slips.parent, **given)
    return changes


def lines(changes: Changes) -> list[str]:
    return [line.strip() for line in report_lines(changes)][1:]


def test_snapshot_has_pieces_options_and_values(slips: Path) -> None:
    printing = marked(slips, "first", copies=2)
    assert store.load_snapshot(ERRATA) == store.load_snapshot(ERRATA, "first") == printing
    comma = printing.components["deck"][0]
    assert (comma.title, comma.copies) == ("Deck: comma", 8)
    assert printing.options == {"paper": "a4", "flip": "long", "copies": "2"}
    assert printing.values["cards.comma.word"] == "A comma"
    assert "{hand}" in printing.values["rules.sections.All there is to it.clauses.ER-1.1.text"]
    (printing,) = save_snapshots([WINSTON], Options())
    titles = [one.title for pieces in printing.components.values() for one in pieces]
    assert "Deck: A1 A Key to All Locks" in titles
    assert "Deck: M01" in titles  # a loose page has no title
    assert "Turn aids" in titles
    assert "Rules, page 1" in titles


def test_name_is_the_date_by_default(slips: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = marked(slips), marked(slips)
    own = marked(slips, "own")
    assert (first.name, second.name) == (first.day, f"{first.day}-2")
    assert {*store.names_of([ERRATA])} == {first.name, second.name, "own"}
    file = data_folder() / "printings" / ERRATA / f"{first.name}.json"
    later = msgspec.structs.replace(first, when="2999-01-01T00:00:00Z")
    file.write_bytes(msgspec.json.encode(later))
    assert (store.load_snapshot(ERRATA), store.load_snapshot(ERRATA, "own")) == (later, own)


def test_a_name_is_taken_until_it_is_to_be_replaced(slips: Path, kept: Path) -> None:
    marked(slips, "own")
    with pytest.raises(DataError, match="there is a snapshot called own"):
        marked(slips, "own")
    edit(slips / "cards.yaml", "A comma", "A colon")
    (after,) = save_snapshots([ERRATA], Options(data=slips.parent), "own", replace=True)
    assert (store.load_snapshot(ERRATA), after.values["cards.comma.word"]) == (after, "A colon")


def test_nothing_is_kept_of_a_game_with_problems(slips: Path, kept: Path) -> None:
    edit(slips / "cards.yaml", "word: A comma", "word: 𓀀")
    assert "no glyph" in refused("snapshot", ERRATA, "--data", slips.parent)
    assert not kept.exists()


def test_the_command_says_where_it_is_kept(slips: Path, kept: Path) -> None:
    given = ("snapshot", ERRATA, "--name", "first", "--data", slips.parent)
    said = f"errata: snapshot of 11 pieces and pages saved in {kept / ERRATA / 'first.json'}\n"
    assert run(*given).stdout == said
    assert "there is a snapshot called first" in refused(*given)
    assert run(*given, "--replace").exit_code == 0
    head, row = run("snapshot", ERRATA, "--list").stdout.splitlines()
    assert head.split() == ["game", "snapshot", "day", "pieces", "file"]
    assert row.split()[:2] == [ERRATA, "first"]
    assert row.endswith(str(kept / ERRATA / "first.json"))


def test_snapshots_are_deleted_by_name_or_by_file(slips: Path, kept: Path) -> None:
    for name in ("first", "second"):
        marked(slips, name)
    shutil.copytree(kept / ERRATA, kept / "other")
    said = refused("snapshot", "--delete", "first")
    assert "errata and other have a snapshot called 'first': name the game" in said
    refused("snapshot", ERRATA, "--delete", kept / "other" / "first.json")
    file = kept / ERRATA / "first.json"
    assert run("snapshot", ERRATA, "--delete", "first").stdout == f"{file}: deleted\n"
    assert run("snapshot", "--delete", kept / "other" / "second.json").exit_code == 0
    left = [file.relative_to(kept).as_posix() for file in sorted(kept.rglob("*.json"))]
    assert left == [f"{ERRATA}/second.json", "other/first.json"]
    said = refused("snapshot", ERRATA, "--delete", "first")
    assert "--delete: no snapshot of errata called 'first'; there is second" in said


def test_unknown_names_versions_and_json_of_changes(since: Path, kept: Path) -> None:
    said = refused("changes", ERRATA, "--data", since.parent, "--since", "frist")
    assert "--since: no snapshot of errata called 'frist'; there is first" in said
    edit(kept / ERRATA / "first.json", f'"{store.load_snapshot(ERRATA).version}"', '"0.0.7"')
    assert changes_of(since).before.endswith(", by printkit 0.0.7")
    edit(since / "cards.yaml", "value: 5", "value: 6")
    ran = run("changes", "--data", since.parent, "--json")
    assert msgspec.json.decode(ran.stdout, type=list[Changes]) == [changes_of(since)]


def linked(file: Path) -> None:
    elsewhere = file.parent.parent.parent / "elsewhere.json"
    shutil.move(file, elsewhere)
    file.symlink_to(elsewhere)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "not JSON": lambda file: file.write_text("{", "utf-8"),
    "not UTF-8": lambda file: file.write_bytes(b'{"game": "\xff"}'),
    "too long": lambda file: file.write_bytes(b" " * LARGEST_SNAPSHOT + b"{}"),
    "deep": lambda file: file.write_bytes(b"[" * 100_000),
    "a wrong type": lambda file: edit(file, '"copies": 4', '"copies": "four"'),
    "an unknown key": lambda file: edit(file, '"title"', '"run": "rm", "title"'),
    "a link": linked,
}


@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_snapshot_is_told_in_a_line(since: Path, kept: Path, how: str) -> None:
    file = kept / ERRATA / "first.json"
    DAMAGE[how](file)
    marked(since, "second")
    (said, _) = refused("changes", ERRATA, "--data", since.parent).splitlines()
    assert refused("snapshot", "--list").splitlines()[0] == said
    assert said.startswith(f"{file}: the snapshot first ")
    assert said.endswith("; delete it with printkit snapshot --delete FILE")
    assert changes_of(since, since="second").pieces == {}
    file.unlink()
    assert changes_of(since).pieces == {}


def test_different_looks_and_values_are_told(since: Path) -> None:
    edit(since / "cards.yaml", "A comma", "A colon")
    edit(since / "game.yaml", "target: 12", "target: 15")
    changes = changes_of(since)
    day = store.load_snapshot(ERRATA).day
    first = f"What has changed in Errata since the snapshot first of {day}"
    assert next(report_lines(changes)) == first
    said = lines(changes)
    values = ["game.numbers.target: 12 → 15", "cards.comma.word: A comma → A colon"]
    assert said[:4] == ["", "Values", *values]
    assert "Deck: comma: throw away 4, add 4" in said
    assert "Rules: throw away 1, add 1" in said
    assert not any("letter" in line for line in said)


def test_snapshot_keeps_its_options(slips: Path) -> None:
    house = (f"{ERRATA}.open_hands=true",)
    marked(slips, "letter", copies=2, paper="letter", house=house)
    assert store.load_snapshot(ERRATA).printed_with(None).house == house
    changes = changes_of(slips)
    assert (changes.pieces, changes.values) == ({}, ())
    (line,) = report_lines(changes)
    assert line.startswith("Nothing has changed in Errata since the snapshot letter of ")


@pytest.mark.parametrize("game", sweep(card_data.names(), [WINSTON]))
def test_unedited_copy_has_no_changes(game: str, tmp_path: Path) -> None:
    copy_game(game, tmp_path)
    (changes,) = compare_games([game], tmp_path)
    title = card_data.load(game).title
    assert [*report_lines(changes)] == [f"Nothing has changed in {title} since the shipped game"]


def test_a_folder_is_compared_with_another(slips: Path, tmp_path: Path) -> None:
    before = Path(shutil.copytree(slips, tmp_path / "old" / ERRATA))
    edit(slips / "game.yaml", "target: 12", "target: 15")
    changes = changes_of(slips, against=before.parent)
    assert [str(one) for one in changes.values] == ["game.numbers.target: 12 → 15"]
    assert changes.pieces.keys() == {"rules"}


def test_rows_come_and_go_also_by_spreadsheet(slips: Path) -> None:
    marked(slips)
    run("to-csv", ERRATA, "cards", "--data", slips.parent, "--out", slips / "cards.csv")
    (slips / "cards.yaml").unlink()
    assert lines(changes_of(slips)) == []
    edit(slips / "cards.csv", "comma,", "colon,")
    said = lines(changes_of(slips))
    assert "cards.colon.word: nothing → A comma" in said
    assert "cards.comma.word: A comma → nothing" in said


def piece(title: str, digest: str, copies: int = 1) -> Piece:
    return Piece(title, digest, copies)


def test_pieces_that_look_alike_are_the_same() -> None:
    for then, now, said in (
        ([piece("x", "a", 2)], [piece("x", "a", 5)], [("x", 0, 3)]),
        ([piece("x", "a", 5)], [piece("x", "a", 2)], [("x", 3, 0)]),
        ([piece("x", "a")], [piece("x", "b")], [("x", 1, 1)]),
        ([piece("x", "a")], [piece("y", "a")], []),
        ([piece("x", "a"), piece("y", "b")], [piece("x", "b"), piece("y", "a")], []),
        ([piece("x", "a"), piece("y", "a")], [piece("x", "a")], [("y", 1, 0)]),
        ([piece("x", "a"), piece("y", "a")], [piece("y", "a")], [("x", 1, 0)]),
        ([], [piece("x", "a", 2)], [("x", 0, 2)]),
    ):
        expected = tuple([Difference(*one) for one in said])
        assert pieces_between({"deck": then}, {"deck": now}) == ({"deck": expected} if said else {})


def test_what_is_not_seen_on_paper_changes_no_looks() -> None:
    layout = shipped(WINSTON, "pad", Options())
    face = layout.faces[0]
    dots = Image(1, 1, 9, 9, 1, 1, "zlib", 32 * "0", b"dots")
    other = msgspec.structs.replace(
        face, id="y", number=7, copies=9, safe=9.0,
        shapes=(Group((*face.shapes, dots), role="Figure", says="Something"), FIELD),
    )  # fmt: skip
    stored = msgspec.structs.replace(dots, dots=b"")
    plain = msgspec.structs.replace(face, shapes=(Group((*face.shapes, stored)),))
    wider = msgspec.structs.replace(plain, width=face.width + 1)
    bare = msgspec.structs.replace(plain, shapes=face.shapes[:-1])
    seen = look_digests(msgspec.structs.replace(layout, faces=[plain, other, wider, bare]), FONTS)
    assert (seen[0], len({*seen})) == (seen[1], 3)


def changed(slips: Path, *words: object) -> Any:
    out = slips.parent.parent / "out"
    return run("build", ERRATA, "--changed", "--data", slips.parent, "--out", out, *words)


def again(slips: Path, *words: object) -> list[str]:
    made = changed(slips, *words)
    assert made.exit_code == 0, made.output
    with pypdfium2.PdfDocument(file_of(slips)) as document:
        return [page.get_textpage().get_text_range() for page in document]


def file_of(slips: Path) -> Path:
    return slips.parent.parent / "out" / ERRATA / "changed.pdf"


def test_changed_cards_are_reprinted_with_backs_after_a_cover(since: Path) -> None:
    file_of(since).parent.mkdir(parents=True)
    file_of(since).write_bytes(b"of before")
    done = changed(since)
    assert done.exit_code == 0
    assert done.stdout.startswith("errata: nothing has changed since the snapshot first of ")
    assert not file_of(since).exists()
    done = changed(since, "--only", "deck", "--copies", "2")
    assert "the snapshot first was made with other options: --copies" in done.stdout
    assert "Deck: comma: add 4" in again(since, "--only", "deck", "--copies", "2")[0]
    edit(since / "cards.yaml", "A whole line", "Hapax")
    cover, blank, fronts, backs = again(since, "--only", "deck")
    assert "Card, both sides: pages 3–4" in cover
    assert "Deck: line: throw away 2, add 2" in cover
    assert "Hapax" not in blank + backs
    assert fronts.count("Hapax") == 2
    assert "A comma" not in fronts
    marked(since, "second")
    assert "since the snapshot second of" in changed(since).stdout
    assert "Hapax" in again(since, "--only", "deck", "--since", "first")[2]


def test_a_cover_has_as_many_pages_as_it_takes(since: Path) -> None:
    rows = [f"\n  - {{id: c{number}, word: A word, value: 1, icon: quill}}" for number in range(70)]
    edit(since / "cards.yaml", "cards:", "cards:" + "".join(rows))
    first, second, *_ = again(since, "--only", "deck")
    assert "Deck: c0: add 1" in first
    assert "Card, both sides: pages 3–" in first
    assert "Deck: c69: add 1" in second


@pytest.mark.parametrize(
    "words", [("--paper", "letter", "--flip", "short"), ("--backs", "gutterfold")]
)
def test_the_options_of_a_build_hold(since: Path, words: tuple[str, ...]) -> None:
    edit(since / "print.yaml", "corner: 3", "corner: 2")
    done = changed(since, "--only", "deck", *words)
    assert done.exit_code == 0, done.output
    assert "errata changed" in done.stdout


def test_a_component_that_is_gone_is_thrown_away(since: Path) -> None:
    file = since / "print.yaml"
    file.write_text(file.read_text("utf-8").replace("  deck:", "  cards:"), "utf-8")
    edit(file, "title: Deck", "title: Cards")
    game, options = card_data.load(ERRATA, since.parent), Options(data=since.parent)
    how = options, Typesetter(), settings_for(options)
    cover, *_ = reprint(game, ["cards"], store.load_snapshot(ERRATA), *how)
    assert cover.title == "Cover sheet"
    cover_page, *_ = again(since)
    assert "Deck: comma: throw away 4" in cover_page
    assert "Cards: comma: add 4" in cover_page


def test_all_pages_of_a_leaf_are_reprinted() -> None:
    for options, pages in (
        (Options(), [3, 4]),
        (Options(booklet=True), [1, 2, 3, 4, 5, 6, 7]),
        (Options(backs="fronts"), [3]),
    ):
        layout = shipped(WINSTON, "rules", Options())
        digests = [str(face.page) for face in layout.faces]
        found = [*faces_to_add(layout, digests, Counter({"3": 1}), options)]
        assert [(face.page, face.copies) for face in found] == [(page, 1) for page in pages]


def test_user_folders_go_by_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, "not/absolute")
    mac = "Library/Application Support"
    for system, folder in (("linux", ".local/share"), ("darwin", mac), ("win32", "Local")):
        monkeypatch.setattr(sys, "platform", system)
        assert data_folder() == tmp_path / folder / "printkit"
    assert cache_folder() == tmp_path / ".cache/printkit"
    assert settings_folder() == tmp_path / ".config/printkit"
