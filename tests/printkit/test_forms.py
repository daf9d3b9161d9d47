"""Forms, of which each has fields of its own: how many on a page, how many in all."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.traversal import fields, texts
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from tests.card_data.copies import edit
from tests.printkit.tools import done, refused, spots

FORM = """
  slip:
    title: Slips
    size: pad
    per_page: {2: pad, 4: quarter}
    faces:
      - {template: slip.svg}
"""
SLIP = (
    '<svg><text x="9" y="9">Player {{ index + 1 }}</text><field name="players.{{ index }}.name" '
    'label="Player {{ index + 1 }}: name" kind="text" x="9" y="12" width="30" height="9"/></svg>'
)


@pytest.fixture
def slips(errata: Path) -> Path:
    """The data folder of the tiny game with a component of forms."""
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(FORM.lstrip("\n"))
    (errata / "templates" / "slip.svg").write_text(SLIP, "utf-8")
    return errata.parent


def build(data: Path, *options: object) -> Path:
    """Build the slips and return their file."""
    out = data / "out"
    shared = ["--only", "slip", "--data", data, "--out", out]
    args = ["build", "errata", *shared, *options]
    done(*args)
    return out / "errata" / "slip.pdf"


def words(file: Path) -> list[str]:
    """The players that the slips are for, in the order printed."""
    text = " ".join(page.extract_text() for page in PdfReader(file).pages)
    return [part[0] for part in text.replace("\n", " ").split("Player ")[1:]]


@pytest.mark.parametrize(
    ("options", "players", "pages"),
    [
        ([], "12", 1),
        (["--forms", 5], "12345", 3),
        (["--forms", 1], "1", 1),
        (["--forms", 5, "--per-page", 4], "12345", 2),
        (["--per-page", 4], "1234", 1),
    ],
)
def test_forms_are_numbered_through(
    options: list[object], players: str, pages: int, slips: Path
) -> None:
    file = build(slips, *options)
    assert len(PdfReader(file).pages) == pages
    assert words(file) == list(players)


def test_a_row_may_be_called_as_a_form_of_another(errata: Path) -> None:
    """Numbers and pages are no part of an ID: nothing is read into a hyphen."""
    edit(errata / "cards.yaml", "{id: letter,", "{id: comma-2,")
    options = printkit.Options(data=errata.parent)
    out = errata.parent / "out"
    (made,) = printkit.build(["errata"], ["deck"], out, options=options)
    placed = [spot.id for page in PdfReader(made.file).pages for spot in spots(page, 63.5, 88.9)]
    assert placed.count("comma-2") == 3


@pytest.mark.parametrize("number", [0, -1, 101])
def test_a_number_of_forms_that_cannot_be_is_refused(number: int, slips: Path) -> None:
    out = slips / "out"
    said = refused("build", "--only", "slip", "--data", slips, "--out", out, "--forms", number)
    assert said.splitlines()[0] == (
        f"--forms: found {number}, expected a whole number from 1 to 100"
    )


@pytest.mark.parametrize("option", ["--forms", "--per-page"])
def test_what_has_no_forms_is_refused_where_it_is_named(option: str, slips: Path) -> None:
    shared = ["--data", slips, "--out", slips / "out", option, 4]
    said = refused("build", "--only", "deck", "--only", "slip", *shared)
    assert said.splitlines()[0] == f"{option}: errata deck: this component has no forms"
    done("build", *shared)  # all components: the others are as ever


@pytest.mark.parametrize("number", [0, -1])
def test_no_form_on_a_page_is_refused(number: int, slips: Path) -> None:
    line = edit(slips / "errata" / "print.yaml", "{2: pad", f"{{{number}: pad")
    said = refused("check", "--data", slips)
    assert f"print.yaml:{line}:" in said
    assert f"found {number}, expected a whole number from 1 to 100" in said


def test_every_size_of_forms_is_checked_at_its_own_line(slips: Path) -> None:
    """Also those that nobody asks for now."""
    text = "per_page: {2: pad, 4: quarter}"
    line = edit(slips / "errata" / "print.yaml", text, "per_page:\n      2: pad\n      4: quater")
    said = refused("check", "--data", slips)
    assert f"print.yaml:{line + 2}:10: slip, field per_page.4: found 'quater'" in said
    assert "did you mean quarter?" in said


@pytest.mark.parametrize("number", [0, 3])
def test_a_number_on_a_page_that_is_no_choice_is_told_at_the_option(
    number: int, slips: Path
) -> None:
    out = slips / "out"
    said = refused("build", "--only", "slip", "--data", slips, "--out", out, "--per-page", number)
    assert said.splitlines()[0] == (
        f"--per-page: errata slip: found {number}, expected one of 2, 4"
    )


def test_options_for_forms_without_any_forms_are_refused(tmp_path: Path) -> None:
    said = refused("build", "winstons_archive", "--forms", 4, "--out", tmp_path)
    assert said.splitlines()[0] == "--forms: no component to build has forms"


# --- a pad


def drawings(file: Path) -> int:
    """The bytes of all drawings in a file, of pages and of what they draw more than once."""
    with pikepdf.open(file) as pdf:
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        streams = [one for one in forms if one.get("/Subtype") == "/Form"]
        return sum(len(one.read_bytes()) for one in (*streams, *(p.Contents for p in pdf.pages)))


@pytest.mark.sweep
def test_a_pad_is_drawn_once_and_used_often(tmp_path: Path) -> None:
    """25 route sheets take hardly more room than two."""
    sizes = {}
    for number in (2, 25):
        args = ("nineteen_eighty_four", "--only", "sheet", "--per-page", 2, "--forms", number)
        done("build", *args, "--out", tmp_path)
        sizes[number] = drawings(tmp_path / "nineteen_eighty_four" / "sheet.pdf")
    assert sizes[25] < 1.2 * sizes[2]


def test_forms_that_differ_in_a_number_are_drawn_each(slips: Path) -> None:
    """And the fields of all are their players' own."""
    game = card_data.load("errata", slips)
    options = printkit.Options(data=slips, forms=3)
    layout = lay_out(game, "slip", options, Typesetter())
    assert [[one.name for one in fields(face.shapes)] for face in layout.faces] == [
        [f"players.{number}.name"] for number in range(3)
    ]
    words = [text.text for face in layout.faces for text in texts(face.shapes)]
    assert words == ["Player 1", "Player 2", "Player 3"]


def test_forms_that_are_alike_have_fields_of_their_own(slips: Path) -> None:
    template = slips / "errata" / "templates" / "slip.svg"
    edit(template, "Player {{ index + 1 }}</text>", "Player</text>")
    game = card_data.load("errata", slips)
    options = printkit.Options(data=slips, forms=3)
    faces = lay_out(game, "slip", options, Typesetter()).faces
    assert [[one.name for one in fields(face.shapes)] for face in faces] == [
        [f"players.{number}.name"] for number in range(3)
    ]
    assert fields(faces[2].shapes)[0].label == "Player 3: name"
    edit(template, '"players.{{ index }}.name"', "\"{{ 'ab'[index:index + 1] }}\"")
    assert "attribute name is missing or empty" in refused(
        "build", "--only", "slip", "--data", slips, "--out", slips / "out", "--forms", 3
    )
