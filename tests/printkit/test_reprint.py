"""What has changed since a printing: exactly that is printed again; stamps are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2
import pytest

import card_data
from printkit.drawing.shapes import Face, Use
from printkit.drawing.traversal import texts, traverse
from printkit.faces.stamping.appearance import Appearance
from printkit.faces.stamping.stamps import unstamped
from printkit.options import Options
from printkit.painting.paint import pdf_of, single
from printkit.printing.jobs import select_jobs
from printkit.printing.making import PrintRun
from printkit.printing.reprint.changed import changes_of, reprint
from printkit.printing.reprint.comparison import compared
from printkit.printing.reprint.cover import Pages
from printkit.printing.reprint.words import titled
from printkit.printings.records import KeptFace, Printing
from printkit.printings.store import keep, printing
from printkit.sheets.layout import Layout, render_component
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from printkit.workshop.new_game import copy_game
from tests.printkit.tools import FONTS, run

Edits = Mapping[str, tuple[str, str]]  # by file: what stands there, and what then does


@pytest.fixture(autouse=True)
def own_printings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))


def drawn(game: str, data: Path | None, **given: Any) -> list[Layout]:
    """The components of a game, typeset."""
    options = Options(data=data, **given)
    settings, typesetter = settings_for(options), Typesetter()
    return [
        render_component(loaded, name, options, typesetter, settings)
        for loaded, name in select_jobs([game], [], options, settings)
    ]


def kept(layouts: Sequence[Layout], name: str = "first", **given: Any) -> Printing:
    return keep(layouts[0].game, layouts, Options(**given), Fonts(), name)


def edit(folder: Path, edits: Edits) -> None:
    for name, (before, after) in edits.items():
        text = (folder / name).read_text("utf-8")
        assert before in text, (name, before)
        (folder / name).write_text(text.replace(before, after, 1), "utf-8")


def pictures(layouts: Sequence[Layout]) -> dict[tuple[str, str], bytes]:
    """What each front and its back look like on paper, without the stamp."""
    found: dict[tuple[str, str], bytes] = {}
    for layout in layouts:
        for face in layout.faces:
            sides = [unstamped(face), *([face.back] if face.back else [])]
            sheets = [single(msgspec.structs.replace(side, back=None)) for side in sides]
            found[layout.name, face.name] = pdf_of(layout, sheets, FONTS)
    return found


def differences(
    game: str, folder: Path, edits: Edits
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The names of what is to be reprinted after edits of a copy of a game, by component, and of
    what looks different on paper."""
    copy = copy_game(game, folder)
    if (book := copy / "rulebook.yaml").exists():
        book.unlink()  # its clauses are enough, and quick
    before = drawn(game, folder)
    since = kept(before)
    edit(copy, edits)
    now = drawn(game, folder)
    again = {
        layout.name: {
            face.name for face in changes_of(layout, since, Options(), FONTS).difference.add
        }
        for layout in now
    }
    was, is_now = pictures(before), pictures(now)
    other: dict[str, set[str]] = {}
    for (component, name), picture in is_now.items():
        if was.get((component, name)) != picture:
            other.setdefault(component, set()).add(name)
    return {name: those for name, those in again.items() if those}, other


def with_leaves(names: set[str], last: int) -> set[str]:
    """Pages of the clauses, with those on the same sheets of paper."""
    pages = {int(name.partition("-")[2] or 1) for name in names}
    both = {page + step for page in pages for step in (0, 1 if page % 2 else -1)}
    return {"booklet" if page == 1 else f"booklet-{page}" for page in both if page <= last}


@pytest.mark.parametrize(
    ("game", "edits", "pieces"),
    [
        pytest.param(
            "verse_and_variant",
            {"tools.yaml": ("Take one Feature of a kind that", "Take a Feature of a kind that")},
            {"deck": {"T-2a"}},
            id="a Tool's text",
            marks=pytest.mark.sweep,
        ),
        pytest.param(
            "verse_and_variant",
            {"game.yaml": ("33, 42, 52, 66]", "33, 42, 52, 67]")},
            {"aid": {"aid"}, "pad": {"pad"}},
            id="a value of the ladder",
            marks=pytest.mark.sweep,
        ),
        pytest.param(
            "nineteen_eighty_four",
            {"route.yaml": ("corner: red, dots: [5]", "corner: red, dots: [4]")},
            {"sheet": {"sheet"}, "sheet_ink_saving": {"sheet_ink_saving"}},
            id="a box of the route",
        ),
        pytest.param(
            "winstons_archive",
            {"books.yaml": ("A Winter Without Brother Ansgar", "A Winter With Brother Ansgar")},
            {"deck": {"C4"}},
            id="a book's title",
            marks=pytest.mark.sweep,
        ),
        pytest.param(
            "verse_and_variant",
            {
                "templates/deck_parts.svg": (
                    'stroke="{{ colour }}" stroke-width="0.55"',
                    'stroke="{{ colour }}" stroke-width="0.7"',
                )
            },
            None,
            id="a shared macro",
            marks=pytest.mark.sweep,
        ),
        pytest.param(
            "manuscript",
            {"templates/symbols.svg": ('"grail" viewBox="0 0 24 24', '"grail" viewBox="0 0 25 25')},
            None,
            id="a symbol",
            marks=pytest.mark.sweep,
        ),
    ],
)  # fmt: skip
def test_exactly_what_looks_different_is_printed_again(
    game: str, edits: Edits, pieces: dict[str, set[str]] | None, tmp_path: Path
) -> None:
    again, other = differences(game, tmp_path / "mine", edits)
    rules, changed = again.pop("rules", set()), other.pop("rules", set())
    assert again == other
    assert changed <= rules <= with_leaves(changed, 99)
    if pieces is not None:
        assert again == pieces
    else:  # some cards, not all
        assert any(0 < len(those) < 60 for those in again.values())


@pytest.mark.sweep
def test_a_shared_macro_changes_the_cards_that_use_it(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    macro = {
        "templates/deck_parts.svg": (
            'stroke-width="0.55" fill="none"',
            'stroke-width="0.7" fill="none"',
        )
    }
    again, _ = differences("verse_and_variant", folder, macro)
    game = card_data.load("verse_and_variant", folder)
    ranked = [row for table in ("tools", "witnesses") for row in game.rows(table)]
    assert again["deck"] == {row.id for row in ranked if row.rank in (6, 9)}  # type: ignore[attr-defined]


@pytest.mark.sweep
def test_an_icon_changes_what_shows_it_and_nothing_else() -> None:
    """The icons of the kit are in no copy of a game."""
    layouts = drawn("winstons_archive", None)
    name = "candle"
    shown = other = 0
    for layout in layouts:
        if name not in layout.symbols:
            continue
        icon = layout.symbols[name]
        edited = msgspec.structs.replace(icon, shapes=icon.shapes[:-1])
        symbols = {**layout.symbols, name: edited}
        for before in layout.faces:
            after = Appearance(symbols, FONTS).digest(before)
            sides = [before.shapes, *([before.back.shapes] if before.back else [])]
            seen = (visit.shape for side in sides for visit in traverse(side, symbols=symbols))
            shows = any(isinstance(shape, Use) and shape.symbol == name for shape in seen)
            assert (before.digest != after) == shows, (layout.name, before.name)
            shown, other = shown + shows, other + (not shows)
    assert shown
    assert other


# --- what is compared


def piece(name: str, digest: str, copies: int = 1, page: int = 1) -> Face:
    return Face(name, 63, 88, (), copies, page=page, digest=digest)


def held(name: str, digest: str, copies: int = 1, page: int = 1) -> KeptFace:
    shown = f"{name}-{page}" if page > 1 else name
    return KeptFace(shown, name, name, digest.ljust(32, "0"), "", 1, page, copies)


def names(faces: Sequence[Any]) -> list[tuple[str, int]]:
    return [(face.name, face.copies) for face in faces]


def test_copies_that_are_lacking_are_added_and_those_too_many_go() -> None:
    digest = 32 * "a"
    more = compared([piece("x", digest, 5)], [held("x", digest, 2)])
    assert (names(more.add), names(more.away)) == ([("x", 3)], [])
    fewer = compared([piece("x", digest, 2)], [held("x", digest, 5)])
    assert (names(fewer.add), names(fewer.away)) == ([], [("x", 3)])


def test_a_piece_with_another_name_only_moves() -> None:
    found = compared([piece("new", 32 * "a")], [held("old", 32 * "a")])
    assert not found.add
    assert not found.away
    assert [(old.name, face.name) for old, face in found.moved] == [("old", "new")]


def test_pieces_that_swap_their_looks_swap_their_names() -> None:
    """What has its name and its looks is the same piece before anything else."""
    found = compared(
        [piece("x", 32 * "a", 2), piece("y", 32 * "a")],
        [held("y", 32 * "a"), held("x", 32 * "a", 2)],
    )
    assert not found


def test_both_pages_of_a_sheet_of_paper_are_printed_again() -> None:
    before = [held("text", str(page) * 32, page=page) for page in (1, 2, 3, 4, 5)]
    now = [piece("text", digest * 32, page=page) for page, digest in enumerate("12x45", 1)]
    found = compared(now, before, lambda page: (page - 1) // 2)
    assert [face.page for face in found.add] == [3, 4]
    assert [face.page for face in found.away] == [3, 4]


def test_pages_that_only_have_another_number_are_not_printed_again() -> None:
    before = [held("text", str(page) * 32, page=page) for page in (1, 2)]
    now = [piece("text", digest * 32, page=page) for page, digest in enumerate("x12", 1)]
    assert [face.page for face in compared(now, before).add] == [1]
    numbered = [piece("text", digest * 32, page=page) for page, digest in enumerate("xab", 1)]
    bare = {"1" * 32: "one", "a" * 32: "one", "2" * 32: "two", "b" * 32: "two"}
    found = compared(numbered, before, unnumbered=bare)
    assert [face.page for face in found.add] == [1]
    assert [(old.page, face.page) for old, face in found.moved] == [(1, 2), (2, 3)]


# --- the file


@pytest.fixture
def since(errata: Path) -> Path:
    """A copy of the tiny game to edit, as it is marked as printed."""
    kept(drawn("errata", errata.parent))
    return errata


def changed(errata: Path, *words: object) -> Any:
    out = errata.parent.parent / "out"
    return run("build", "errata", "--changed", "--data", errata.parent, "--out", out, *words)


def pages_of(errata: Path) -> Iterator[str]:
    with pypdfium2.PdfDocument(errata.parent.parent / "out" / "errata" / "changed.pdf") as document:
        for page in document:
            yield page.get_textpage().get_text_range()


def test_where_nothing_has_changed_there_is_no_file_and_an_earlier_one_goes(since: Path) -> None:
    file = since.parent.parent / "out" / "errata" / "changed.pdf"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"of before")
    done = changed(since)
    assert done.exit_code == 0
    assert done.stdout.startswith("errata: nothing has changed since the printing first of ")
    assert not file.exists()


@pytest.mark.sweep
def test_a_card_is_printed_again_with_its_back_after_a_cover_sheet(since: Path) -> None:
    before = {face.name: face for face in drawn("errata", since.parent)[0].faces}
    name = "line"
    edit(since, {"cards.yaml": ("A whole line", "Hapax")})
    done = changed(since)
    assert done.exit_code == 0, done.output
    after = {face.name: face for face in drawn("errata", since.parent)[0].faces}
    others = [key for key in after if after[key].stamp != before[key].stamp]
    assert name in others
    assert done.stdout.split("errata changed")[1].split()[2] == "all"
    cover, blank, fronts, *_ = pages_of(since)
    assert "Print pages 3–4 on card, on both sides." in cover
    for key in others:
        assert before[key].stamp in cover
        assert after[key].stamp in cover
        assert after[key].stamp in fronts
    assert "Hapax" in fronts
    assert "Hapax" not in blank
    for key in after.keys() - set(others):
        assert after[key].stamp not in fronts
    audited = run(
        "audit", since.parent.parent / "out" / "errata" / "changed.pdf", "--data", since.parent
    )
    assert "matches the data" in audited.stdout


def test_an_audit_misses_what_a_reprint_leaves_out(since: Path) -> None:
    edit(since, {"print.yaml": ("corner: 3", "corner: 2")})
    assert changed(since).exit_code == 0
    edit(since, {"print.yaml": ("corner: 2", "corner: 3")})
    file = since.parent.parent / "out" / "errata" / "changed.pdf"
    assert (
        "nothing has changed since the printing first"
        in run("audit", file, "--data", since.parent).output
    )


@pytest.mark.parametrize(
    "words", [("--low-ink",), ("--paper", "letter", "--flip", "short"), ("--backs", "gutterfold")]
)
def test_the_options_of_a_build_hold(since: Path, words: tuple[str, ...]) -> None:
    edit(since, {"print.yaml": ("corner: 3", "corner: 2")})
    done = changed(since, "--only", "deck", *words)
    assert done.exit_code == 0, done.output
    assert "errata changed" in done.stdout


def test_what_a_printing_was_made_with_otherwise_is_told(since: Path) -> None:
    done = changed(since, "--only", "deck", "--copies", "2")
    assert "the printing first was made with other options: --copies" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--zip",), "--zip: cannot be combined with --changed"),
        (("--one-file",), "--one-file: cannot be combined with --changed"),
        (("--profile", "press"), "--profile: cannot be combined with --changed"),
        (("--fillable",), "--fillable: cannot be combined with --changed"),
        (("--since", "frist"), "no printing of errata called 'frist'"),
    ],
)
def test_what_makes_no_sense_is_told(since: Path, words: tuple[str, ...], said: str) -> None:
    done = changed(since, *words)
    assert done.exit_code != 0
    assert said in done.stderr


def test_since_goes_with_changed_alone(since: Path) -> None:
    done = run("build", "errata", "--since", "first", "--data", since.parent)
    assert "--since: goes with --changed alone" in done.stderr


def test_without_a_printing_there_is_nothing_to_compare_with(errata: Path) -> None:
    assert "nothing is marked as printed yet" in changed(errata).stderr


@pytest.mark.sweep
def test_the_printing_that_is_named_is_compared_with(since: Path) -> None:
    edit(since, {"print.yaml": ("corner: 3", "corner: 2")})
    kept(drawn("errata", since.parent), "second")
    assert "nothing has changed since the printing second" in changed(since).stdout
    assert "errata changed" in changed(since, "--since", "first").stdout


def test_what_was_left_out_of_a_printing_is_not_new(errata: Path) -> None:
    deck, _ = drawn("errata", errata.parent)
    kept([deck])
    assert "nothing has changed" in changed(errata).stdout


def test_a_component_that_is_gone_is_thrown_away(since: Path) -> None:
    text = (since / "print.yaml").read_text()
    (since / "print.yaml").write_text(text.replace("  deck:", "  cards:"))
    (since / "rulebook.yaml").unlink()
    game = card_data.load("errata", since.parent)
    options = Options(data=since.parent)
    typesetter, settings = Typesetter(), settings_for(options)
    found = reprint(game, ["cards", "rules"], printing("errata"), options, typesetter, settings)
    words = [text.text for text in texts(found.layouts[0].faces[0].shapes)]
    assert "deck" in words
    assert "Deck" in words


def test_the_cover_tells_card_from_paper() -> None:
    """By the pages of the file, whose first ones are its own."""
    card, paper = PrintRun("card", True, "3–4", 1, ()), PrintRun("paper", False, "5", 1, ())
    sheet = Pages((210, 297), FONTS)
    sheet.printing([card, paper])
    assert [text.text for text in texts(sheet.faces()[0].shapes)] == [
        "Print pages 3–4 on card, on both sides.",
        "Print page 5 on paper, on one side.",
    ]


# --- stamps looked up


def test_a_stamp_on_a_page_of_the_rules_is_called_as_now(since: Path) -> None:
    page = drawn("errata", since.parent)[1].faces[0]
    done = run("stamp", page.stamp, "--data", since.parent)
    called = "Errata, rules Rules: printing 'first' of "
    assert done.stdout == f"{called}{printing('errata').day}; still current\n"


def test_a_stamp_is_found_in_printings_and_now(since: Path) -> None:
    deck = drawn("errata", since.parent)[0]
    face = deck.faces[0]
    titles = {one.id: one.title for one in printing("errata").components["deck"]}
    called = f"deck {titled(face, titles, 'Deck')}"
    day = printing("errata").day
    done = run("stamp", face.stamp.lower(), "--data", since.parent)
    assert f"{called}: printing 'first' of {day}; still current" in done.stdout
    edit(since, {"print.yaml": ("corner: 3", "corner: 2")})
    done = run("stamp", face.stamp, "--data", since.parent)
    assert f"{called}: printing 'first' of {day}; changed since" in done.stdout
    now = drawn("errata", since.parent)[0].faces[0]
    done = run("stamp", now.stamp, "--data", since.parent)
    assert f"{called}: in no printing, only in the current data" in done.stdout


def test_what_cannot_be_drawn_keeps_no_stamp_from_being_found(since: Path) -> None:
    deck, rules = printing("errata").components["deck"], printing("errata").components["rules"]
    edit(since, {"rulebook.yaml": ("{target}", "{nobody}")})
    found = [run("stamp", one[0].stamp, "--data", since.parent).stdout for one in (deck, rules)]
    assert "; still current\n" in found[0]
    assert "; it cannot be drawn now\n" in found[1]
    assert "rulebook.yaml" in found[0]


def test_all_pieces_with_a_stamp_are_told(since: Path) -> None:
    """Two that are alike by chance."""
    file = printing("errata").folder / "printing.json"
    stored = msgspec.json.decode(file.read_bytes())
    first, second, *_ = stored["components"]["deck"]
    second["digest"] = first["digest"][:5] + second["digest"][5:]
    file.write_bytes(msgspec.json.encode(stored))
    done = run("stamp", first["stamp"], "--data", since.parent)
    assert len([line for line in done.stdout.splitlines() if "printing 'first'" in line]) == 2


@pytest.mark.parametrize(
    ("stamp", "said"),
    [("ABC", "expected 4 letters or digits"), ("AB1!", "expected 4 letters or digits")],
)
def test_what_is_no_stamp_is_told(errata: Path, stamp: str, said: str) -> None:
    done = run("stamp", stamp, "--data", errata.parent)
    assert (done.exit_code, said in done.stderr) == (1, True)


def test_letters_are_taken_for_the_digits_that_they_look_like(errata: Path) -> None:
    done = run("stamp", "oil0", "--data", errata.parent)
    assert (done.exit_code, done.stderr.partition("\n")[0]) == (
        1,
        "STAMP: no piece bears '0110', in any printing or in the current data",
    )
