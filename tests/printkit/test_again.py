"""Building again: only what changed is drawn and painted, and all of it is as in a clean build."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fontTools.ttLib import TTFont

import card_data
import printkit
from card_data import DataError
from card_data.staging import UNFINISHED
from printkit.audit import pdf_reader
from printkit.audit.content import ContentReader, FoundFace
from printkit.drawing.shapes import Face
from printkit.faces.stamping.appearance import Appearance
from printkit.faces.stamping.places import Border, Place, Spot
from printkit.faces.stamping.stamps import unstamped
from printkit.kept import drawings, inputs, manifest, seal
from printkit.kept.built import Built
from printkit.kept.inputs import OUTPUT
from printkit.options import Options
from printkit.printings.store import printing
from printkit.sheets.layout import Layout, render_component
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter
from printkit.typography import fonts as font_module
from printkit.typography.files import PACKAGES, file_of
from printkit.typography.fonts import Fonts
from printkit.workshop.new_game import copy_game
from tests.card_data.copies import ERRATA, TINY, WINSTON, edit
from tests.conftest import OwnFonts
from tests.printkit.tools import command, files, run
from tests.sweeps import sweep

needs_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files here")
pytestmark = needs_owners
Drawn = dict[str, tuple[str, ...]]


class Shop:
    """A copy of a game, built again and again into one folder, each time beside a clean build."""

    def __init__(self, copy: Path, out: Path, **options: object) -> None:
        self.copy, self.out = copy, out
        self.options = Options(data=copy.parent, **options)  # type: ignore[arg-type]
        self.build()

    def build(self) -> list[Built]:
        return printkit.build(
            [self.copy.name], out=self.out / "again", options=self.options, audit=False
        )

    def again(self) -> Drawn:
        """What is drawn by one more build, by component, without what is not painted; it leaves the
        same files as a clean one."""
        built = self.build()
        assert files(self.out / "again") == self.clean()
        return {one.component: one.drawn for one in built if not one.unchanged and one.component}

    def clean(self) -> dict[str, bytes]:
        """The files of a clean build."""
        shutil.rmtree(self.out / "clean", ignore_errors=True)
        printkit.build([self.copy.name], out=self.out / "clean", options=self.options, audit=False)
        return files(self.out / "clean")

    def layouts(self) -> Iterator[Layout]:
        """The game's components, drawn without what was kept."""
        game, settings = (
            card_data.load(self.copy.name, self.copy.parent),
            settings_for(self.options),
        )
        for name in game.components:
            yield render_component(game, name, self.options, Typesetter(within=True), settings)

    def faces(self) -> dict[tuple[str, str], list[Face]]:
        """Every side of the game's pieces, by component and ID, drawn without what was kept."""
        found: dict[tuple[str, str], list[Face]] = {}
        for layout in self.layouts():
            for side in sides(layout):
                found.setdefault((layout.name, side.id), []).append(side)
        return found

    def looks(self) -> dict[tuple[str, str], set[str]]:
        """Digests of what each side of the game's pieces looks like, its symbols and fonts
        included, by component and ID."""
        found: dict[tuple[str, str], set[str]] = {}
        for layout in self.layouts():
            seen = Appearance(layout.symbols, Fonts())
            for side in sides(layout):
                digest = seen.digest(msgspec.structs.replace(side, back=None))
                found.setdefault((layout.name, side.id), set()).add(digest)
        return found


def sides(layout: Layout) -> Iterator[Face]:
    """The fronts and the backs of a component."""
    return (side for face in layout.faces for side in (face, face.back) if side is not None)


@pytest.fixture
def shop(errata: Path, tmp_path: Path) -> Shop:
    return Shop(errata, tmp_path / "out")


@pytest.fixture
def own_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped templates, in force."""
    copy = Path(shutil.copytree(inputs.TEMPLATES, tmp_path / "templates"))
    for module in ("faces.render", "templating.environment", "templating.loader", "kept.inputs"):
        monkeypatch.setattr(f"printkit.{module}.TEMPLATES", copy)
    return copy


@pytest.fixture
def widen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Makes the letters of a font wider by so many units, in a copy of the fonts that is in
    force."""
    own = tmp_path / "fonts"
    own.mkdir()
    for key in PACKAGES:
        shutil.copyfile(file_of(key), own / f"{key}.ttf")

    def new_fonts() -> None:
        fonts = OwnFonts()
        monkeypatch.setattr(font_module.Fonts, "load", lambda _, key: OwnFonts.by_key(fonts, key))

    def wider(key: str, by: int) -> None:
        with TTFont(own / f"{key}.ttf") as font:
            advances = font["hmtx"].metrics
            for name, (wide, left) in advances.items():
                advances[name] = (wide + by, left)
            font.save(own / f"{key}.ttf")
        new_fonts()

    monkeypatch.setattr(font_module, "file_of", lambda key: own / f"{key}.ttf")
    monkeypatch.setattr("printkit.kept.unchanged.every_file", lambda: sorted(own.iterdir()))
    new_fonts()
    return wider


def test_nothing_has_changed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a game is read")

    before = {file: file.stat().st_mtime_ns for file in (shop.out / "again").rglob("*")}
    monkeypatch.setattr("printkit.printing.builder.select_jobs", never)
    assert all(one.unchanged and not one.drawn for one in shop.build())
    after = {file: file.stat().st_mtime_ns for file in (shop.out / "again").rglob("*")}
    assert after == before


@pytest.mark.sweep
def test_the_report_says_what_was_drawn(errata: Path, tmp_path: Path) -> None:
    shared = ("build", ERRATA, "--data", errata.parent, "--no-audit", "--out", tmp_path / "out")
    first = run(*shared).stdout.splitlines()
    assert [line.split()[4:7] for line in first[1:3]] == [["5", "of", "5"], ["1", "of", "1"]]
    edit(errata / "cards.yaml", "A whole line", "A whole page")
    said = run(*shared).stdout
    assert "1 of 5" in said
    assert f"{ERRATA} deck: drawn again: line\n" in said
    assert "Nothing has changed" not in said
    again = run(*shared).stdout
    assert again.endswith("Nothing has changed.\n")
    assert [line.split()[4] for line in again.splitlines()[1:4]][:2] == ["unchanged", "unchanged"]
    assert "5 of 5" in run(*shared, "--clean").stdout


def test_what_builds_is_not_loaded_when_nothing_has_changed(tmp_path: Path) -> None:
    words = ("build", ERRATA, "--data", str(TINY), "--out", str(tmp_path))
    assert command(*words).returncode == 0
    code = (
        "import sys; from printkit.__main__ import main\n"
        f"sys.argv = ['printkit', *{words!r}]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print({'reportlab', 'fontTools', 'jinja2', 'pypdf', 'pikepdf'} & {*sys.modules})"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.endswith("Nothing has changed.\nset()\n")


def test_a_word_on_a_card(shop: Shop) -> None:
    """Its figure in the rulebook is drawn again too."""
    edit(shop.copy / "cards.yaml", "The wrong page", "The torn page")
    assert shop.again() == {"deck": ("page",), "rules": ("booklet",)}


@pytest.mark.sweep
def test_a_card_that_no_rulebook_shows(shop: Shop) -> None:
    card = "  - {id: dot, word: A dot, value: 1, icon: quill}\n"
    edit(shop.copy / "cards.yaml", "cards:\n", f"cards:\n{card}")
    assert shop.again() == {"deck": ("dot",)}
    edit(shop.copy / "cards.yaml", "A dot", "A jot")
    assert shop.again() == {"deck": ("dot",)}


def test_a_comment(shop: Shop) -> None:
    edit(shop.copy / "cards.yaml", "cards:\n", "cards:  # all\n")
    assert shop.again() == {}
    assert all(one.unchanged for one in shop.build())


@pytest.mark.sweep
def test_a_number_of_copies_draws_nothing(shop: Shop) -> None:
    edit(shop.copy / "cards.yaml", "copies: 4", "copies: 5")
    drawn = shop.again()
    assert drawn["deck"] == ()


@pytest.mark.sweep
def test_a_template_of_its_own(shop: Shop) -> None:
    edit(shop.copy / "templates" / "back.svg", "fill=", 'stroke="#102030" fill=')
    drawn = shop.again()
    assert drawn["deck"] == ("back",)


@pytest.mark.sweep
def test_the_title_of_the_game_is_on_every_sheet(shop: Shop) -> None:
    edit(shop.copy / "game.yaml", "title: ", "title: The New ")
    assert shop.again().keys() == {"deck", "rules"}


@pytest.mark.sweep
def test_an_icon(shop: Shop, own_templates: Path) -> None:
    """The cards with it, and the rulebook that shows one of them."""
    shop.build()
    text = (own_templates / "icons.svg").read_text("utf-8")
    begun = text.index('id="inkpot"')
    changed = text[:begun] + text[begun:].replace(' d="', ' d="M1 1h2v1z', 1)
    (own_templates / "icons.svg").write_text(changed, "utf-8")
    assert shop.again() == {"deck": ("letter",), "rules": ("booklet",)}


@pytest.mark.sweep
def test_a_macro_that_all_games_share(shop: Shop, own_templates: Path) -> None:
    shop.build()
    text = (own_templates / "common" / "rulebook.svg").read_text("utf-8")
    (own_templates / "common" / "rulebook.svg").write_text(
        re.sub(r'"([0-9]+\.[0-9])"', lambda found: f'"{found[1]}1"', text), "utf-8"
    )
    assert shop.again() == {"rules": ("booklet",)}


@pytest.mark.sweep
def test_a_font(shop: Shop, widen: Callable[[str, int], None]) -> None:
    """Wider letters, on the faces that have any in this font."""
    shop.build()
    widen("SourceSerifPro-Black", 20)
    drawn = shop.again()
    assert drawn["deck"] == ("comma", "letter", "line", "page"), "not the back"


# --- shipped games, in copies


Edit = Callable[[Path, Path, Callable[[str, int], None]], object]  # a game, the kit's templates


def text(file: str, old: str, new: str) -> Edit:
    """An edit of a file of the game."""
    return lambda game, templates, widen: edit(game / file, old, new)


def icon(game: Path, templates: Path, widen: Callable[[str, int], None]) -> None:
    file = templates / "icons.svg"
    before, candle, after = file.read_text("utf-8").partition('id="candle"')
    assert candle
    file.write_text(before + candle + after.replace(' d="', ' d="M1 1h2v1z', 1), "utf-8")


def macro(game: Path, templates: Path, widen: Callable[[str, int], None]) -> None:
    """One that all games share: pips of dice."""
    edit(templates / "common" / "die.svg", "die.pips, 0.105)", "die.pips, 0.11)")


def font(game: Path, templates: Path, widen: Callable[[str, int], None]) -> None:
    widen("SourceSerifPro-Black", 1)


def printed_again(shop: Shop) -> set[str]:
    """The IDs of the pieces in the file of what has changed since the printing, read from it."""
    words = ("--data", shop.copy.parent, "--out", shop.out / "changed")
    done = run("build", shop.copy.name, "--changed", *words)
    assert done.exit_code == 0, done.output
    with pdf_reader.opened(shop.out / "changed" / shop.copy.name / "changed.pdf") as pdf:
        pdf.allow(99, 999, 999)
        reader = ContentReader(pdf)
        found = [face.key.id for page in pdf.pages for face in reader.page(page)]
    return set(found) - {"changes"}


def with_other_sides(shop: Shop, drawn: Drawn) -> set[str]:
    """The IDs of what is drawn of the components of the printing, and of what is on the other side
    of that."""
    held = printing(shop.copy.name).components
    pieces = (
        ({side.id for side in (face, face.back) if side is not None}, drawn.get(layout.name, ()))
        for layout in shop.layouts()
        if layout.name in held
        for face in layout.faces
    )
    return {name for piece, names in pieces if piece & set(names) for name in piece}


EDITS_OF_GAMES: dict[str, tuple[str, Edit, Drawn | None]] = {
    "a Tool's text": (
        "verse_and_variant",
        text("tools.yaml", "Take one Feature of a kind that", "Take a Feature of a kind that"),
        {"deck": ("T-2a",), "rules": ("booklet",)},
    ),
    "a value of a ladder": (
        "manuscript",
        text("game.yaml", "copy: [1, 4, 8, 12, 18, 28]", "copy: [1, 4, 8, 12, 18, 29]"),
        None,
    ),
    "a title": ("dice_archive", text("game.yaml", "title: Dice", "title: New Dice"), None),
    "a box of the route": (
        "nineteen_eighty_four",
        text("route.yaml", "corner: red, dots: [5]", "corner: red, dots: [4]"),
        {"sheet": ("sheet",), "sheet_ink_saving": ("sheet_ink_saving",)},
    ),
    "a book's title": (
        WINSTON,
        text("books.yaml", "A Winter Without Brother Ansgar", "A Winter With Brother Ansgar"),
        {"deck": ("C4",)},
    ),
    "an icon": (WINSTON, icon, None),
    "a shared macro": ("nineteen_eighty_four", macro, None),
    "a font": (WINSTON, font, None),
}


@pytest.mark.parametrize("what", sweep(EDITS_OF_GAMES, ()))
def test_an_edit_of_a_shipped_game(
    what: str,
    own_templates: Path,
    widen: Callable[[str, int], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exactly what looks otherwise is drawn, and is in the file of what has changed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "printings"))
    game, change, expected = EDITS_OF_GAMES[what]
    copy = copy_game(game, tmp_path / "mine")
    (copy / "rulebook.yaml").unlink(missing_ok=True)  # its clauses are enough, and quick
    shop = Shop(copy, tmp_path / "out")
    before = shop.looks() if expected is None else {}
    run("mark-printed", game, "--data", copy.parent)
    change(copy, own_templates, widen)
    drawn = {name: those for name, those in shop.again().items() if those}
    if expected is None:
        after = shop.looks()
        other = {key for key in after if after[key] != before.get(key)}
        assert {(name, one) for name, those in drawn.items() for one in those} == other
        assert 0 < len(other) < len(after)
    else:
        assert drawn == expected
    assert printed_again(shop) == with_other_sides(shop, drawn)


def differing(
    before: dict[tuple[str, str], list[Face]], after: dict[tuple[str, str], list[Face]]
) -> set[tuple[str, str]]:
    """The faces that look otherwise, new ones included."""
    return {
        key
        for key, pages in after.items()
        if [unstamped(page).shapes for page in pages]
        != [unstamped(page).shapes for page in before.get(key, [])]
    }


def changes(
    shop: Shop, before: dict[tuple[str, str], list[Face]], drawn: Drawn
) -> list[tuple[str, str]]:
    """The faces that look otherwise and were not drawn."""
    there = {(component, name) for component, names in drawn.items() for name in names}
    return sorted(differing(before, shop.faces()) - there)


# --- edits at random


WORD = re.compile(r"(?<=[ >\"])([a-z]{2})([a-z]{3,})(?=[ .,\"<])")
NUMBER = re.compile(r"(?<=\")([0-9]+\.[0-9]+)(?=\")")
COPIES = re.compile(r"(?<=copies: )([0-9])(?=[,}\n])")


def swapped(found: re.Match[str]) -> str:
    """A word with its first two letters in the other order."""
    return found[1][::-1] + found[2]


EDITS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    ("*.yaml", WORD, swapped),
    ("rulebook.yaml", WORD, swapped),
    ("*.yaml", COPIES, lambda found: str(int(found[1]) % 9 + 1)),
    ("templates/*.svg", NUMBER, lambda found: f"{float(found[1]) + 0.05:.2f}"),
)


def edited(copy: Path, chance: random.Random) -> Iterator[Path]:
    """Edit a file of a game at random."""
    while True:
        pattern, what, new = chance.choice(EDITS)
        file = chance.choice(sorted(copy.glob(pattern)) or [copy / "game.yaml"])
        text = file.read_text("utf-8")
        places = [*what.finditer(text)]
        if places:
            found = chance.choice(places)
            file.write_text(text[: found.start()] + new(found) + text[found.end() :], "utf-8")
            yield file


def refusal(shop: Shop) -> str:
    """What a clean build of a game says that cannot be built."""
    with pytest.raises(DataError) as clean:
        shop.clean()
    return str(clean.value)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "seed"),
    sweep(
        [(game, seed) for game in (ERRATA, *card_data.names()) for seed in range(4)],
        [(ERRATA, 0)],
    ),
)
def test_edits_at_random(game: str, seed: int, errata: Path, tmp_path: Path) -> None:
    """What cannot be built is refused with the same words, and leaves what there was."""
    copy = errata if game == ERRATA else copy_game(game, tmp_path / "shipped")
    chance, shop = random.Random(seed), Shop(copy, tmp_path / "out")
    edits = edited(copy, chance)
    for _ in range(3 if game == ERRATA else 4):
        kept = {file: file.read_bytes() for file in copy.rglob("*") if file.is_file()}
        before = shop.faces()
        next(edits)
        try:
            drawn = shop.again()
        except DataError as error:
            said = str(error)
        else:
            assert changes(shop, before, drawn) == []
            continue
        assert said == refusal(shop)
        for file, raw in kept.items():
            file.write_bytes(raw)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("option", "value"),
    sweep(
        [
            ("paper", "letter"),
            ("low_ink", True),
            ("booklet", True),
            ("large_print", True),
            ("profile", "makeplayingcards"),
        ],
        [("paper", "letter"), ("booklet", True)],
    ),
)
def test_with_other_options(option: str, value: object, errata: Path, tmp_path: Path) -> None:
    shop = Shop(errata, tmp_path / "out", **{option: value})
    assert all(one.unchanged for one in shop.build())
    edit(errata / "cards.yaml", "The wrong page", "The torn page")
    assert "page" in shop.again().get("deck", ("page",))


@pytest.mark.sweep
@pytest.mark.parametrize(
    "more",
    [
        ("--only", "deck"),
        *(pytest.param((way,), marks=pytest.mark.sweep) for way in ("--zip", "--one-file")),
        pytest.param(("--no-audit",), marks=pytest.mark.sweep),
    ],
)
def test_with_other_ways_to_build(more: tuple[str, ...], errata: Path, tmp_path: Path) -> None:
    shared = ("build", ERRATA, "--data", errata.parent, *more, "--out")
    texts = "The wrong page", "The torn page", "The lost page"
    for old, new in zip(texts, (*texts[1:], ""), strict=True):
        assert run(*shared, tmp_path / "again").exit_code == 0
        assert "Nothing has changed" in run(*shared, tmp_path / "again").stdout
        assert run(*shared, tmp_path / "clean", "--clean").exit_code == 0
        assert files(tmp_path / "again") == files(tmp_path / "clean")
        edit(errata / "cards.yaml", old, new or old)


@pytest.mark.sweep
def test_other_options_build_over_the_same_files(errata: Path, tmp_path: Path) -> None:
    shared = ("build", ERRATA, "--data", errata.parent, "--no-audit")
    for paper in ("a4", "letter", "a4", "letter"):
        said = run(*shared, "--paper", paper, "--out", tmp_path / "again").stdout
        assert "Nothing has changed" not in said
        run(*shared, "--paper", paper, "--clean", "--out", tmp_path / paper)
        assert files(tmp_path / "again") == files(tmp_path / paper)


def test_what_was_not_audited_is_audited(errata: Path, tmp_path: Path) -> None:
    shared = ("build", ERRATA, "--data", errata.parent, "--out", tmp_path)
    run(*shared, "--no-audit")
    assert "Nothing has changed" not in run(*shared).stdout
    assert "Nothing has changed" in run(*shared).stdout
    assert "Nothing has changed" in run(*shared, "--no-audit").stdout


def test_the_audit_reads_only_pages_that_changed(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others show what they showed when they were read, unless that was damaged since, or a font
    has other characters."""
    read: list[str] = []
    page = ContentReader.page

    def counted(reader: ContentReader, one: Any) -> list[FoundFace]:
        found = page(reader, one)
        read.append(" ".join(face.key.id for face in found))
        return found

    def pages_read(*, clean: bool = False) -> int:
        read.clear()
        options = Options(data=errata.parent)
        printkit.build([ERRATA], ["deck"], tmp_path, options=options, clean=clean)
        return len(read)

    monkeypatch.setattr(ContentReader, "page", counted)
    edit(errata / "print.yaml", "    size: poker\n", "    size: poker\n    stamp: false\n")
    every = pages_read()
    edit(errata / "cards.yaml", "A whole line", "A whole nile")
    assert pages_read() < every
    assert {"line"} <= {*" ".join(read).split()}
    edit(errata / "cards.yaml", "A whole nile", "A whole line")
    assert pages_read() == 0, "as before the last build"
    assert pages_read(clean=True) == every
    (kept,) = (tmp_path / OUTPUT).glob("*.pages")
    kept.write_bytes(kept.read_bytes()[:-1])
    edit(errata / "cards.yaml", "A whole line", "A whole nile")
    assert pages_read() == every


# --- what was kept is not what we wrote


def kept_in(out: Path) -> list[Path]:
    return sorted((out / "again" / OUTPUT).iterdir())


def spoiled(raw: bytes) -> Iterator[bytes]:
    """A file that was damaged, cut off, lengthened, emptied."""
    for at in (0, seal.SEAL, len(raw) // 2, len(raw) - 1):
        yield raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
    yield raw[: len(raw) // 2]
    yield raw + b"\0"
    yield b""


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["manifest", "drawings"])
def test_a_damaged_one_is_none(name: str, shop: Shop) -> None:
    (file,) = (one for one in kept_in(shop.out) if one.name.endswith(name))
    raw = file.read_bytes()
    for other in spoiled(raw):
        file.write_bytes(other)
        key = seal.secret()
        assert key is not None
        if name == "manifest":
            assert manifest.read(shop.out / "again", key) == manifest.Manifest()
        else:
            assert not drawings.read(file, key).kept
    edit(shop.copy / "cards.yaml", "The wrong page", "The torn page")
    shop.again()


def test_one_from_another_folder_is_none(shop: Shop, tmp_path: Path) -> None:
    moved = Path(shutil.copytree(shop.out / "again", tmp_path / "elsewhere"))
    key = seal.secret()
    assert key is not None
    assert manifest.read(shop.out / "again", key).games
    assert manifest.read(moved, key) == manifest.Manifest()
    for file in (moved / OUTPUT).glob("*.drawings"):
        assert not drawings.read(file, key).kept


@pytest.mark.sweep
def test_one_of_another_user_is_none(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert not any(one.unchanged for one in shop.build())


@pytest.mark.sweep
def test_one_of_other_code_is_not_used(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "kit", lambda: "another")
    built = shop.build()
    assert not any(one.unchanged for one in built)
    assert all(len(one.drawn) == one.faces for one in built if one.component)


@pytest.mark.sweep
def test_an_older_one_leads_to_no_wrong_page(shop: Shop) -> None:
    """A manifest, and the files of an earlier build, in any mixture."""
    out = shop.out / "again"
    old = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    edit(shop.copy / "cards.yaml", "The wrong page", "The torn page")
    clean = shop.clean()
    for earlier in old:
        shop.build()
        earlier.write_bytes(old[earlier])
        shop.build()
        assert files(out) == clean


def test_a_file_that_was_changed_or_removed_is_made_again(shop: Shop) -> None:
    out, clean = shop.out / "again", shop.clean()
    deck = out / ERRATA / "deck.pdf"
    deck.write_bytes(deck.read_bytes()[:-1] + b"x")
    built = shop.build()
    assert [one.component for one in built if not one.unchanged] == ["deck"]
    assert files(out) == clean
    deck.unlink()
    shop.build()
    assert files(out) == clean


@pytest.mark.sweep
def test_what_a_link_leads_to_is_not_looked_at(errata: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.png"
    outside.write_bytes(b"secret")
    assert inputs.of_game(errata.name, errata.parent)
    (errata / "art.png").symlink_to(outside)
    with pytest.raises(inputs.TooManyError):
        inputs.of_game(errata.name, errata.parent)


def test_nothing_is_kept_where_nobody_can_tell_whose_it_is(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    shop = Shop(errata, tmp_path / "out")
    assert not (shop.out / "again" / OUTPUT).exists()
    assert not any(one.unchanged for one in shop.build())


def test_the_key_is_the_users_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    key = seal.secret()
    assert key is not None
    assert (len(key), seal.secret()) == (seal.KEY, key)
    file = tmp_path / "printkit" / seal.NAME
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o666)
    assert seal.secret() is None
    file.unlink()
    assert seal.secret() not in (None, key)


def test_only_so_much_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "LARGEST", 10)
    store = drawings.Drawings({"old": b"12345", "used": b"123456"})
    store.get("used")
    store.put("new", b"1")
    store.put("large", b"x" * 11)
    assert dict(store.lasting()) == {"used": b"123456", "new": b"1"}


@pytest.mark.sweep
def test_behind_a_wall_only_what_changed_is_drawn(shop: Shop, walls: None) -> None:
    edit(shop.copy / "cards.yaml", "A whole line", "A whole page")
    assert shop.again()["deck"] == ("line",)
    assert all(one.unchanged for one in shop.build())


@pytest.mark.sweep
def test_only_drawings_of_the_games_built_last_are_kept(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the manifest has no files that are gone."""
    monkeypatch.setattr(drawings, "MOST_GAMES", 2)
    kept = shop.out / "again" / OUTPUT
    for number in range(3):
        Shop(Path(shutil.copytree(shop.copy, shop.out / str(number) / ERRATA)), shop.out)
    assert len([*kept.glob("*.drawings")]) == 3, "those of this build, and of two before it"
    (shop.out / "again" / ERRATA / "rules.pdf").unlink()
    edit(shop.copy / "print.yaml", "  rules:", "  clauses:")
    shop.build()
    assert len([*kept.glob("*.drawings")]) == 3, "those of this build, and of two before it"
    key = seal.secret()
    assert key is not None
    assert manifest.read(shop.out / "again", key).files.keys() == files(shop.out / "again").keys()


@pytest.mark.sweep
def test_where_a_stamp_has_room_is_not_looked_for_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    place_at = Border.place_at

    def place(border: Border, spot: Spot) -> Place | None:
        looked.append(border.face.id)
        return place_at(border, spot)

    monkeypatch.setattr(Border, "place_at", place)
    edit(shop.copy / "cards.yaml", "A whole line", "A whole page")
    shop.build()
    assert {*looked} == {"line", "booklet"}
    looked.clear()
    edit(shop.copy / "print.yaml", "corner: 3", "corner: 2")
    assert shop.build()[0].drawn == (), "drawn as before, but cut otherwise"
    assert {"line", "page"} < {*looked}


def test_what_comes_from_behind_a_wall_has_a_name_of_ours(shop: Shop) -> None:
    from printkit.faces.wire import Weight
    from printkit.sheets.typesetting import DRAWING, keep

    store = drawings.Drawings()
    for name in ("x", "../x", "0" * 31, "0" * 33, ""):
        keep(store, Fonts(), Weight(), DRAWING + name, b"raw")
    assert not store.kept
    keep(store, Fonts(), Weight(), DRAWING + "0" * 32, b"raw")
    assert store.kept == {"0" * 32: b"raw"}


# --- killed


def stopped_at(step: int, shop: Shop) -> bool:
    """Whether a build is killed as it opens, writes, renames or removes a file for the so-manieth
    time; a fork, so that nothing of it is left but files."""
    child = os.fork()
    if child == 0:
        left = step

        def count(event: str, _: object) -> None:
            nonlocal left
            if event in ("open", "os.rename", "os.link", "os.mkdir", "os.remove", "os.rmdir"):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        try:
            shop.build()
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL)
    return status != 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill")
@pytest.mark.sweep
@pytest.mark.parametrize("stride", [41, 3])
def test_killed_at_any_step(stride: int, errata: Path, tmp_path: Path) -> None:
    """Whatever was kept then, the next build is as a clean one."""
    shop = Shop(errata, tmp_path / "out")
    texts = "The torn page", "The wrong page"
    cleans: list[dict[str, bytes]] = []
    for new, old in (texts, texts[::-1]):
        edit(errata / "cards.yaml", old, new)
        cleans.append(shop.clean())
    kills = 0
    while True:
        edit(errata / "cards.yaml", texts[1 - kills % 2], texts[kills % 2])
        killed = stopped_at(1 + stride * kills, shop)
        shop.build()
        assert files(shop.out / "again") == cleans[kills % 2]
        assert not (shop.out / "again" / UNFINISHED).exists()
        if not killed:
            break
        kills += 1
    assert kills > 5


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill")
def test_two_hundred_builds_killed_at_random_moments(errata: Path, tmp_path: Path) -> None:
    """What is left is a manifest of ours or none, and what it says of the files is true."""
    chance, shop = random.Random(0), Shop(errata, tmp_path / "out")
    texts = ["The wrong page", "The torn page"]
    cleans: dict[str, dict[str, bytes]] = {}
    key = seal.secret()
    assert key is not None
    found = {True: 0, False: 0}  # how often a build was done, or was not, when it was killed
    for _ in range(200):
        edit(errata / "cards.yaml", texts[0], texts[1])
        texts.reverse()
        if texts[0] not in cleans:
            begun = time.monotonic()
            cleans[texts[0]] = shop.clean()
            took = time.monotonic() - begun
        child = os.fork()
        if child == 0:
            try:
                shop.build()
                os._exit(0)
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0, took))
        os.kill(child, signal.SIGKILL)
        found[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0] += 1
        left = kept_in(shop.out)
        assert {one.name.rpartition(".")[2] for one in left} <= {"manifest", "drawings"}
        assert manifest.read(shop.out / "again", key).files
        shop.build()
        assert files(shop.out / "again") == cleans[texts[0]]
        assert not (shop.out / "again" / UNFINISHED).exists()
    assert found[False] > 100
