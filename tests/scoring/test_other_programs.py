"""Forms that other programs filled in and saved again score as the position that was typed."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf.form import CheckboxField, ChoiceField, Form, TextField
from pypdf import PdfWriter

import printkit
import scoring
from card_data import DataError
from printkit.options import Options
from scoring.positions.positions import Filled
from scoring.sheets.fields import entries
from scoring.sheets.read import read
from tests.forms import SHEETS, Entry, joined, named, squares, terminal
from tests.sweeps import sweep

FORMS = Path(__file__).parent / "forms"
GAMES = {
    "dice_archive": ("board", "form"),
    "nineteen_eighty_four": ("sheet",),
    "winstons_archive": ("pad",),
}
FILLERS = ("chromium", "mutool", "pdfjs", "poppler", "pymupdf")
SAVED = [
    *((program, game) for program in FILLERS for game in GAMES),
    *((program, "winstons_archive") for program in ("qpdf", "mutool_clean")),
]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with all forms saved by other programs."""
    folder = tmp_path_factory.mktemp("saved")
    with tarfile.open(FORMS / "saved.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


def typed(game: str) -> Filled:
    """The position that was filled in."""
    return scoring.read(FORMS / f"{game}.yaml")


def said(filled: Filled) -> set[Entry]:
    """What a position says, apart from how a grid ends."""
    return {(name, text.strip()) for name, text in entries(filled)}


def agree(one: Filled, other: Filled) -> bool:
    """Whether two positions say the same and score the same."""
    return said(one) == said(other) and outcome(one) == outcome(other)


def outcome(filled: Filled) -> object:
    """What the score of a position that has every answer says."""
    report = scoring.score(filled)
    assert not report.missing
    return [(each.rule, each.said) for each in report.findings], report.result


@pytest.mark.parametrize(("program", "game"), SAVED)
def test_what_others_saved_scores_as_what_was_typed(program: str, game: str, saved: Path) -> None:
    files = [saved / f"{program}-{game}-{component}.pdf" for component in GAMES[game]]
    assert agree(joined(game, *[file.read_bytes() for file in files]), typed(game))


def test_what_ghostscript_saved_is_a_print_and_said_to_be(saved: Path) -> None:
    file = saved / "ghostscript-winstons_archive-pad.pdf"
    with pytest.raises(DataError) as error:
        read([file])
    assert str(error.value) == (
        f"{file}: this is winstons_archive: pad, sheet 1 of 1, as it is printed, without fields; "
        "fill in pad-fillable.pdf, and save it instead of printing it"
    )


# --- programs that are at hand


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for forms as they are built."""
    return tmp_path_factory.mktemp("built")


def blank(game: str, folder: Path) -> Iterator[tuple[bytes, list[Entry]]]:
    """Each form of a game, with what is to be filled in there."""
    options = Options(fillable=True)
    if not (folder / game).exists():
        printkit.build([game], list(SHEETS[game]), folder, options=options, audit=False)
    for component in SHEETS[game]:
        raw = (folder / game / f"{component}-fillable.pdf").read_bytes()
        with pikepdf.open(BytesIO(raw)) as pdf:
            known = {named(node) for node in terminal(pdf.Root.AcroForm.Fields)}
        yield raw, [entry for entry in squares(entries(typed(game)), known) if entry[0] in known]


def by_pikepdf(raw: bytes, values: list[Entry]) -> bytes:
    made = BytesIO()
    with pikepdf.open(BytesIO(raw)) as pdf:
        form = Form(pdf)
        for name, text in values:
            field = form[name]
            if isinstance(field, CheckboxField):
                field.checked = True
            else:
                assert isinstance(field, ChoiceField | TextField)
                field.value = text
        pdf.save(made)
    return made.getvalue()


def by_pypdf(raw: bytes, values: list[Entry]) -> bytes:
    """Names without a dot come first: pypdf fills in every field whose last step is that."""
    writer = PdfWriter(clone_from=BytesIO(raw))
    texts = {name: "/Yes" if text == "Yes" else text for name, text in values}
    short = {name: text for name, text in texts.items() if "." not in name}
    names = writer.get_fields() or {}
    others = {name: "" for name in names if "." in name and name.rpartition(".")[2] in short}
    others |= {name: text for name, text in texts.items() if "." in name}
    for page in writer.pages:
        for some in filter(None, (short, others)):
            writer.update_page_form_field_values(page, some, auto_regenerate=False)
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


@pytest.mark.sweep
@pytest.mark.parametrize("fill", [by_pikepdf, by_pypdf])
@pytest.mark.parametrize("game", sweep(list(SHEETS), ["nineteen_eighty_four", "winstons_archive"]))
def test_python_libraries_fill_in_forms(
    game: str, fill: Callable[[bytes, list[Entry]], bytes], built: Path
) -> None:
    raws = [fill(raw, values) for raw, values in blank(game, built)]
    assert agree(joined(game, *raws), typed(game))
