"""House rules chosen with --option: all prints, as an edited copy does, and says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

import card_data
import printkit
from card_data import Game
from card_data.placeholders import option_words
from card_data.program.settings import FILE
from printkit.drawing.shapes import Group, Text
from printkit.identity import codes_on_page
from printkit.printing import checking
from printkit.sheets.grid import SLUG
from printkit.sheets.impose import SLUG_RISE, slug_shapes
from printkit.sheets.layout import Layout, render_component
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.templating.environment import Facts
from printkit.typography.fonts import Fonts
from tests.card_data.copies import copied, edit
from tests.card_data.test_house import CASES, with_option
from tests.printkit.commands import done, refused, run
from tests.printkit.pdf_pages import texts_of
from tests.sweeps import sweep

WINSTON = "winstons_archive"
REFILL = "winstons_archive.refill_taken_stack=true"
NOBODY = "winstons_archive.tie_for_fewest=nobody"
SAID = "house rules: refill taken stack (on), tie for fewest (nobody)"


def typeset(game: Game[Any], name: str) -> Layout:
    options = printkit.Options()
    return render_component(game, name, options, Typesetter(), settings_for(options))


def same_faces(folder: Path, case: tuple[str, str, str], names: set[str] | None = None) -> None:
    """Components under an option have the shapes of those of a copy whose file was edited. Only
    the rules say that it was chosen, so they are typeset as if it had not been."""
    name, option, value = case
    edited = with_option(folder, name, option, value)
    chosen = card_data.load(name, None, [f"{name}.{option}={value}"])
    chosen = msgspec.structs.replace(chosen, house={})
    for component in names or chosen.components.keys():
        assert typeset(chosen, component).faces == typeset(edited, component).faces


@pytest.mark.parametrize(
    "case", [pytest.param(one, marks=[pytest.mark.sweep] * (one[0] != WINSTON)) for one in CASES]
)
def test_aids_are_those_of_an_edited_copy(tmp_path: Path, case: tuple[str, str, str]) -> None:
    same_faces(tmp_path, case, {"aid", "set_up"})


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES)
def test_all_is_that_of_an_edited_copy(tmp_path: Path, case: tuple[str, str, str]) -> None:
    same_faces(tmp_path, case)


WAYS: list[dict[str, Any]] = [{}, {"booklet": True}, {"backs": "gutterfold"},
                              {"large_print": True}, {"marks": "silhouette"}]  # fmt: skip


@pytest.mark.parametrize(
    "how", [{"paper": "a5"}, *(pytest.param(one, marks=pytest.mark.sweep) for one in WAYS)], ids=str
)
def test_every_page_says_which_are_on(tmp_path: Path, how: dict[str, Any]) -> None:
    options = printkit.Options(house=(REFILL, NOBODY), **how)
    only = () if not how else ("rules",) if "booklet" in how else ("aid", "pad")
    for file in {one.file for one in printkit.build([WINSTON], only, tmp_path, options=options)}:
        for page in texts_of(file):
            assert SAID in " ".join(page.split())
        metadata = PdfReader(file).metadata
        assert metadata is not None
        said = "house=refill_taken_stack=true,tie_for_fewest=nobody"
        assert said in str(metadata["/Keywords"]).split()


def test_nothing_is_said_of_what_is_as_in_the_data(tmp_path: Path) -> None:
    edited = with_option(tmp_path, WINSTON, "refill_taken_stack", "true").folder.parent
    typed = printkit.Options(house=(REFILL.replace("true", "false"),))
    files = {
        one.file
        for number, options in enumerate((typed, printkit.Options(data=edited), printkit.Options()))
        for one in printkit.build([WINSTON], ["pad"], tmp_path / str(number), options=options)
    }
    assert len(files) == 3
    assert not any("house" in page for file in files for page in texts_of(file))
    keywords = [PdfReader(file).metadata for file in files]
    assert not any("house" in str(one) for one in keywords)
    first, last = (tmp_path / at / WINSTON / "pad.pdf" for at in "02")
    assert first.read_bytes() == last.read_bytes()


@pytest.mark.sweep
def test_rules_and_cover_say_which_are_on(tmp_path: Path) -> None:
    done("build", WINSTON, "--option", REFILL, "--out", tmp_path)
    whole = [" ".join(page.split()) for page in texts_of(tmp_path / WINSTON / f"{WINSTON}.pdf")]
    assert "House rules: refill taken stack (on)." in whole[0]
    rules = " ".join(whole)
    chosen = "In this book, by your own choice: the deck’s top card takes its place."
    assert rules.count(chosen) == 2, "in the chapter on house rules, and below the clause"
    assert "In this book: the penalty hits each of them" in rules


def test_a_sheet_to_fill_in_says_it_in_its_code(tmp_path: Path) -> None:
    options = printkit.Options(house=("manuscript.corners_may_touch=false",))
    printkit.build(["manuscript"], ["spread"], tmp_path, options=options)
    pages = texts_of(tmp_path / "manuscript" / "spread.pdf")
    (first, *_) = codes_on_page(pages[0]).identities
    assert (first.sheet, first.house) == (1, {"corners_may_touch": "false"})
    changed = pages[0].replace("corners_may_touch=false", "corners_may_touch=true")
    assert codes_on_page(changed).identities == [], "its check is wrong"


SETTINGS = settings_for(printkit.Options())


@pytest.mark.parametrize("code", ["", f"[a:b:1/1:r1:01234567:{'x' * 20}:0000]"])
@pytest.mark.parametrize("width", [90.0, 148.0, 210.0, 297.0])
def test_ruler_line_has_all_rules_on_any_paper(fonts: Fonts, width: float, code: str) -> None:
    words = "quill from (holder), empty supply (tracks), instant or anytime (at once)"
    caption = "Verse & Variant · Deck · page 3 of 28 · A4 · print at 100 %"
    group = slug_shapes(caption, (width, 297), "bottom", SETTINGS, fonts, code=code, house=words)
    texts = [one for one in group.shapes if isinstance(one, Text)]
    assert sum(f"house rules: {words}" in one.text for one in texts) == 1
    assert any("page 3 of 28" in one.text for one in texts) or width < 148
    for one in texts:
        assert 0 <= one.x <= one.x + one.width <= width - 20 + 1e-6
    for one in texts:
        for other in texts:
            if one is not other and abs(one.y - other.y) < 1:
                assert one.x + one.width <= other.x or other.x + other.width <= one.x


def test_caption_has_room_for_house_rules_or_stays(fonts: Fonts) -> None:
    words = "quill from (holder), empty supply (tracks), instant or anytime (at once)"
    caption = "Verse & Variant · Deck · page 3 of 28 · A5 · print at 100 %"
    group = slug_shapes(caption, (148, 210), "bottom", SETTINGS, fonts, house=words)
    said = [one for one in group.shapes if isinstance(one, Text)]
    options = next(one for one in said if words in one.text)
    page = next(one for one in said if "page 3 of 28" in one.text)
    tall = 0.74 * options.size  # an h
    assert options.y < page.y - tall, "they have rows of their own"
    assert SLUG_RISE - options.y + tall < SLUG
    caption = "Winston's Archive · Deck · page 1 of 12 · A4 · print at 100 %" * 4
    plain: Group = slug_shapes(caption, (210, 297), "bottom", SETTINGS, fonts)
    (only,) = [one for one in plain.shapes if isinstance(one, Text) and "print" in one.text]
    assert (only.size, only.text[0]) == (2.2, "…")


def test_options_change_what_commands_make(tmp_path: Path) -> None:
    """On the terminal, and in files that have room for it: pictures bear no line that says so."""
    made: list[dict[str, str]] = []
    line = "House rules: refill taken stack: the deck’s top card takes its place (WA-3.2)."
    for typed in ((), ("--option", "refill_taken_stack=true")):
        out = tmp_path / str(len(made))
        for words in (("svg",), ("png", "--dpi", "20"), ("tabletop", "--dpi", "20")):
            said = done(words[0], WINSTON, "--only", "aid", *words[1:], *typed, "--out", out)
            assert (line in said) == bool(typed)
        (saved,) = out.rglob("*.json")
        assert json.loads(saved.read_text("utf-8"))["Note"] == (line if typed else "")
        caption = "<title>Winston's Archive: aid; refill taken stack (on)</title>"
        made.append({file.name: file.read_text("utf-8") for file in out.rglob("*.svg")})
        assert (caption in made[-1]["aid.svg"]) == bool(typed)
    assert made[0].keys() == made[1].keys()
    assert made[0] != made[1]


def test_list_shows_house_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "printkit").mkdir()
    file = tmp_path / "printkit" / FILE
    file.write_text(f"[options]\n{REFILL}\n", "utf-8")
    said = run("list", WINSTON, "manuscript", "--option", NOBODY).output
    rows = [" ".join(line.split()) for line in said.splitlines()]
    assert "house rule value by of" in rows
    assert f"refill_taken_stack true {file}:2 false, true" in rows
    assert any(row.startswith("tie_for_fewest nobody --option ") for row in rows)
    assert "corners_may_touch true game.yaml false, true" in rows


def test_settings_and_presets_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text(f'[options]\n{REFILL}\n[build.ours]\noption = ["{NOBODY}"]\n', "utf-8")
    for typed in ((), ("--as", "ours"), ("--option", REFILL.replace("true", "false"))):
        done("build", WINSTON, "--only", "pad", *typed)
        (page,) = texts_of(Path("output", WINSTON, "pad.pdf"))
        page = " ".join(page.split())
        assert ("refill taken stack (on)" in page) == ("--option" not in typed)
        assert ("tie for fewest (nobody)" in page) == ("--as" in typed)


def test_an_option_that_the_caption_s_font_cannot_show_is_told(errata: Path) -> None:
    edit(errata / "game.yaml", "open_hands", "手札")
    edit(errata / "rules.yaml", "open_hands", "手札")
    how = ("--only", "deck", "--data", errata.parent, "--option", "手札=true")
    assert "for which the caption's font has no glyph" in refused("build", "errata", *how)


def test_every_value_of_every_option_has_words_for_aids() -> None:
    """VV-3.4, VV-4.4, VV-6.6, MS-3.5, DA-1.6, WA-3.2, WA-5.6."""
    assert {(name, option) for name, option, _ in CASES} == {
        (name, option) for name in card_data.names() for option in card_data.load(name).options()
    }
    for name in card_data.names():
        assert all(option_words(card_data.load(name).options())["options"].values())


@pytest.mark.parametrize(
    ("name", "option", "value"),
    sweep(CASES, [one for one in CASES if one[0] in ("dice_archive", "winstons_archive")]),
)
def test_examples_hold_under_all(tmp_path: Path, name: str, option: str, value: str) -> None:
    assert list(checking.example_problems(with_option(tmp_path, name, option, value))) == []


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "option", "value"), CASES)
def test_all_prints_under_every_rule(tmp_path: Path, name: str, option: str, value: str) -> None:
    with_option(tmp_path, name, option, value)
    assert checking.check([name], "a4", tmp_path)


def notes(game: Game[Any], example: str) -> Iterator[str]:
    blocks = Facts(game).rulebook.examples[example].blocks  # type: ignore[union-attr]
    return (block.note for block in blocks if block.note)


@pytest.mark.clause("DA-1.6")
@pytest.mark.parametrize("value", ["false", "true"])
def test_an_example_says_where_it_goes_by_another_option(tmp_path: Path, value: str) -> None:
    game = with_option(tmp_path, "dice_archive", "boss_die_counts", value)
    said = ["In this example, unlike in your game: never the boss (DA-1.6)."]
    assert list(notes(game, "week")) == (said if value == "true" else [])
    assert list(notes(game, "scoring")) == []


@pytest.mark.clause("WA-3.2")
@pytest.mark.parametrize("value", ["false", "true"])
def test_the_first_turn_says_where_it_goes_by_another_option(tmp_path: Path, value: str) -> None:
    game = with_option(tmp_path, "winstons_archive", "refill_taken_stack", value)
    blocks = Facts(game).rulebook.first_turn.blocks  # type: ignore[union-attr]
    said = "In this example, unlike in your game: its place stays empty (WA-3.2)."
    assert (blocks[0].note == said) == (value == "true")


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("{boss_dice_count: true}", "no house rule boss_dice_count; did you mean boss_die_count"),
        ("{boss_die_counts: perhaps}", "found perhaps, expected one of false, true"),
    ],
)
def test_unknown_rule_is_told_at_its_line(tmp_path: Path, new: str, message: str) -> None:
    folder = copied("dice_archive", tmp_path, rulebook=True)
    line = edit(folder / "rulebook.yaml", '{boss_die_counts: "false"}', new)
    (found,) = checking.example_problems(card_data.load("dice_archive", tmp_path))
    assert (found.line, found.message[: len(message)]) == (line, message)
