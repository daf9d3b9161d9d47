"""Forms: PDFs to fill in, beside the plain sheets; and what a sheet with fields says of itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.shapes import Text
from printkit.drawing.traversal import texts
from printkit.identity import codes_on_page, identities
from printkit.options import Options
from printkit.sheets.layout import Layout, form_layout
from printkit.sheets.sheet import Sheet
from tests.printkit.test_forms import FORM, SLIP
from tests.printkit.tools import FONTS, done, files, pictures, refused, shipped, texts_of
from tests.sweeps import sweep

PAD = """
  pad:
    title: Pad
    size: pad
    faces:
      - {template: pad.svg, copies: 5}
"""
OURS = {
    ("dice_archive", "board"): 1,
    ("dice_archive", "form"): 3,
    ("dice_archive", "form_ink_saving"): 3,
    ("dice_archive", "pad"): 1,
    ("manuscript", "spread"): 4,
    ("nineteen_eighty_four", "sheet"): 1,
    ("nineteen_eighty_four", "sheet_ink_saving"): 1,
    ("verse_and_variant", "pad"): 1,
    ("winstons_archive", "pad"): 1,
}  # the components with fields, and how many different sheets each has on A4
PLAIN = "errata/slip.pdf"
FILLABLE = "errata/slip-fillable.pdf"


@pytest.fixture
def slips(errata: Path) -> Path:
    """The data folder of the tiny game with forms of a player each, and with a pad."""
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(FORM.lstrip("\n") + PAD.lstrip("\n"))
    (errata / "templates" / "slip.svg").write_text(SLIP, "utf-8")
    (errata / "templates" / "pad.svg").write_text(SLIP.replace("{{ index }}", "0"), "utf-8")
    return errata.parent


def build(data: Path, *options: object, name: str = "out") -> dict[str, bytes]:
    """Build and return the files."""
    out = data / name
    done("build", "errata", "--data", data, "--out", out, *options)
    return files(out)


def test_a_form_lies_beside_the_plain_sheets_which_stay_as_they_are(slips: Path) -> None:
    plain = build(slips, "--only", "slip")
    with_forms = build(slips, "--only", "slip", "--fillable", name="more")
    assert with_forms.keys() - plain.keys() == {FILLABLE}
    assert {name: with_forms[name] for name in plain} == plain
    empty, printed = pictures(slips / "more" / FILLABLE, 1.0), pictures(slips / "out" / PLAIN, 1.0)
    assert [one.tobytes() for one in empty] == [one.tobytes() for one in printed]


def test_each_different_sheet_comes_once(slips: Path) -> None:
    build(slips, "--only", "pad", "--fillable")
    form, plain = slips / "out/errata/pad-fillable.pdf", slips / "out/errata/pad.pdf"
    assert (len(texts_of(plain)), len(texts_of(form))) == (3, 1)
    codes = [codes_on_page(text).identities[0].code for text in texts_of(plain)]
    assert len(set(codes)) == 1, "the last sheet, with one of the two, too"


def test_it_says_what_it_is(slips: Path) -> None:
    build(slips, "--only", "slip", "--forms", 5, "--fillable")
    game = card_data.load("errata", slips)
    form = slips / "out" / FILLABLE
    said = identities(texts_of(form), keywords(form))
    assert said.misread == []
    assert [(one.sheet, one.of, one.forms) for one in said.identities] == [
        (1, 3, (1, 2)), (2, 3, (3, 4)), (3, 3, (5, 5)),
    ]  # fmt: skip
    for one in said.identities:
        assert (one.game, one.component, one.rules) == ("errata", "slip", game.head.rules_version)
        assert (one.data, one.files) == (game.fingerprint, game.digests)
    assert {"game.yaml", "cards.yaml", "rules.yaml", "print.yaml"} == game.digests.keys()


def keywords(file: Path) -> str:
    metadata = PdfReader(file).metadata
    assert metadata is not None
    return str(metadata["/Keywords"])


def test_the_whole_game_stays_plain_but_its_sheets_have_the_code(slips: Path) -> None:
    build(slips, "--fillable")
    whole = slips / "out" / "errata" / "errata.pdf"
    assert "/AcroForm" not in PdfReader(whole).root_object
    found = identities(texts_of(whole), keywords(whole)).identities
    assert [(one.component, one.sheet) for one in found] == [("slip", 1), ("pad", 1)]


def test_what_is_built_is_listed(slips: Path) -> None:
    options = Options(data=slips, fillable=True)
    built = printkit.build(["errata"], ["pad"], slips / "out", options=options)
    assert [(one.file.name, one.pieces, one.pages, one.fillable) for one in built] == [
        ("pad.pdf", 5, 3, False), ("pad-fillable.pdf", 2, 1, True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--only", "deck"], "no component to build has fields to fill in"),
        (["--one-file"], "cannot be combined with --one-file, which makes no forms"),
        (["--profile", "the_game_crafter"], "cannot be combined with --profile the_game_crafter"),
    ],
)
def test_a_form_that_cannot_be_is_refused(options: list[str], said: str, slips: Path) -> None:
    output = refused("build", "--fillable", "--data", slips, "--out", slips / "out", *options)
    assert output.splitlines()[0].startswith(f"--fillable: {said}")
    assert not (slips / "out").exists() or files(slips / "out") == {}


def test_a_text_for_folding_has_no_form() -> None:
    layout = shipped("dice_archive", "form", Options())
    booklet = msgspec.structs.replace(layout.component, booklet=True)
    folded = msgspec.structs.replace(layout, component=booklet)
    assert form_layout(folded, Options(booklet=True)) is None
    assert form_layout(folded, Options()) is not None


def codes(sheet: Sheet) -> list[Text]:
    return [text for text in texts(sheet.shapes) if text.text.startswith("[")]


@pytest.mark.parametrize(
    ("game", "component", "paper"),
    sweep(
        ((*one, paper) for one in OURS for paper in ("a4", "letter", "a5", "a3")),
        [("dice_archive", "board", "a5"), ("dice_archive", "form", "a4")],
    ),
)
def test_a_code_is_legible_and_clear_of_the_caption(game: str, component: str, paper: str) -> None:
    layout = shipped(game, component, Options(paper=paper))
    for sheet in layout.sheets:
        (code,) = codes(sheet)
        caption = next(one for one in texts(sheet.shapes) if one.text.endswith("100 %"))
        beside = caption.x + caption.width + 2 < code.x
        assert beside or code.y < caption.y - caption.size
        assert code.size >= 1.2
        assert code.width == pytest.approx(FONTS.by_key(code.font).width(code.text) * code.size)
        assert "page " in caption.text
        (said,) = codes_on_page(code.text).identities
        assert (said.game, said.component) == (game, component)


@pytest.mark.parametrize(
    ("game", "component"), sweep(OURS, [("dice_archive", "form"), ("dice_archive", "pad")])
)
def test_the_sheets_of_a_component_are_numbered(game: str, component: str) -> None:
    layout = shipped(game, component, Options())
    form = form_layout(layout, Options())
    assert form is not None
    said = [
        codes_on_page(code.text).identities[0] for sheet in form.sheets for code in codes(sheet)
    ]
    of = OURS[game, component]
    assert [(one.sheet, one.of) for one in said] == [(n, of) for n in range(1, of + 1)]


@pytest.mark.sweep
def test_only_components_with_fields_have_forms() -> None:
    for game in card_data.names():
        for name in card_data.load(game).components:
            layout: Layout = shipped(game, name, Options())
            assert (form_layout(layout, Options()) is not None) == ((game, name) in OURS), name


def test_the_longest_name_leaves_the_slug_legible(slips: Path) -> None:
    """A game whose name has no room in a code has none, and says the same in its keywords."""
    long = slips / ("a" * 120)
    (slips / "errata").rename(long)
    options = Options(data=slips, fillable=True)
    printkit.build([long.name], ["slip"], slips / "out", options=options)
    form = slips / "out" / long.name / "slip-fillable.pdf"
    (said,) = identities(texts_of(form), keywords(form)).identities
    assert (said.game, said.sheet) == (long.name, 0)
    assert all(text.rstrip().endswith("100 %") for text in texts_of(form))


RESAVED = {
    "gs": ["-q", "-sDEVICE=pdfwrite", "-o", "{new}", "{old}"],
    "mutool": ["convert", "-o", "{new}", "{old}"],
    "pdftocairo": ["-pdf", "{old}", "{new}"],
    "qpdf": ["--object-streams=generate", "{old}", "{new}"],
}


@pytest.mark.parametrize("program", sweep(RESAVED, ["qpdf"]))
def test_a_code_outlives_printing_to_a_pdf(program: str, slips: Path) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    build(slips, "--only", "slip", "--forms", 5, "--fillable")
    old, new = slips / "out" / FILLABLE, slips / "new.pdf"
    words = [word.format(old=old, new=new) for word in RESAVED[program]]
    subprocess.run([program, *words], check=True, capture_output=True)
    assert [one.sheet for one in identities(texts_of(new), "").identities] == [1, 2, 3]
