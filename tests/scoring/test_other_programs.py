"""Forms that other programs filled in and saved again score as the position that was typed."""

from __future__ import annotations

import tarfile
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pikepdf.form import CheckboxField, ChoiceField, Form, TextField
from pypdf import PdfReader, PdfWriter

import printkit
import scoring
from card_data import DataError
from printkit.options import Options
from scoring.positions.positions import PositionFile
from scoring.sheets.fields import entries
from tests.forms import SHEETS, Entry, joined, named, read, squares, terminal
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


def unpacked(archive: str, folder: Path) -> Path:
    with tarfile.open(FORMS / archive) as packed:
        packed.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked("saved.tar.xz", tmp_path_factory.mktemp("saved"))


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked("merged.tar.xz", tmp_path_factory.mktemp("merged"))


def typed(game: str) -> PositionFile:
    return scoring.read(FORMS / f"{game}.yaml")


def said(filled: PositionFile) -> set[Entry]:
    return {(name, text.strip()) for name, text in entries(filled)}


def agree(one: PositionFile, other: PositionFile) -> bool:
    return said(one) == said(other) and outcome(one) == outcome(other)


def outcome(filled: PositionFile) -> object:
    report = scoring.score(filled)
    assert not report.missing
    return [(each.rule, each.text) for each in report.findings], report.result


@pytest.mark.parametrize(("program", "game"), SAVED)
def test_form_saved_by_another_program_scores_as_typed(
    program: str, game: str, saved: Path
) -> None:
    files = [saved / f"{program}-{game}-{component}.pdf" for component in GAMES[game]]
    assert agree(joined(game, *[file.read_bytes() for file in files]), typed(game))


def test_form_saved_by_ghostscript_is_reported_as_a_print(saved: Path) -> None:
    file = saved / "ghostscript-winstons_archive-pad.pdf"
    with pytest.raises(DataError) as error:
        read([file])
    assert str(error.value) == (
        f"{file}: this is winstons_archive: pad, sheet 1 of 1, as it is printed, without fields; "
        "fill in pad-fillable.pdf, and save it instead of printing it"
    )


# --- copies of a form merged into one file, or split


PLAYERS = {"form": ("ann", "bo", "cy"), "pad": ("pad_ann", "pad_bo")}
TOLD_APART = (
    *("pdfjs_5.6-form", "pdfjs_6.5-form", "pdfjs_6.5-pad", "qpdf_11.3-form", "pdftk_3.3-form"),
    *("pymupdf_2.0-form", "pymupdf_into_2.0-form", "pymupdf_2.0-pad", "pdflib_1.17-form"),
)
RENAMED = (
    *("pdfunite_22.12-form", "pdfseparate_22.12-form", "pdfseparate_22.12-pad"),
    *("pdfbox_2.0-form", "pdfsam_4.3-form"),
)
PRINTED = ("mutool_merge_1.21-form", "ocrmypdf_14.0-form")
CHANGED = "another program has changed the names of the fields; give the files as they were saved"


def of_players(kind: str, copies: Path) -> list[Path]:
    return [copies / f"{name}.pdf" for name in PLAYERS[kind]]


def in_one(raw: bytes, folder: Path) -> PositionFile:
    (folder / "merged.pdf").write_bytes(raw)
    return read([folder / "merged.pdf"])


def test_copies_with_one_players_part_each_are_one_position(copies: Path) -> None:
    ann, bo, cy = read(of_players("form", copies)).position.players
    assert [one.name for one in (ann, bo, cy)] == ["Ann", "Bo", "Cy"]
    assert [one.faces("left") for one in (ann, bo, cy)] == [(2, 5), (3,), ()]
    assert [one.faces("middle") for one in (ann, bo, cy)] == [(1,), (), (4,)]
    ann, bo = read(of_players("pad", copies)).position.players
    assert (ann.name, ann.books, ann.out) == ("Ann", {"A": 2}, True)
    assert (bo.name, bo.books, bo.out) == ("Bo", {"B": 3}, False)


@pytest.mark.parametrize("name", TOLD_APART)
def test_copies_merged_into_one_file_are_the_same_position(name: str, copies: Path) -> None:
    apart = read(of_players(name.rpartition("-")[2], copies))
    assert said(read([copies / f"{name}.pdf"])) == said(apart)


@pytest.mark.parametrize("name", ["pdfjs_5.6-page", "pdfjs_6.5-page"])
def test_a_page_extracted_in_firefox_has_the_names_of_the_form(name: str, copies: Path) -> None:
    """Its fields have no link to those around them."""
    assert said(read([copies / f"{name}.pdf"])) == said(read([copies / "ann.pdf"]))


@pytest.mark.parametrize("name", RENAMED)
def test_renamed_fields_are_reported_once(name: str, copies: Path) -> None:
    file = copies / f"{name}.pdf"
    with pytest.raises(DataError) as error:
        read([file])
    assert str(error.value) == f"{file}: {CHANGED}"


@pytest.mark.parametrize("name", PRINTED)
def test_merged_file_without_fields_is_reported_as_a_print(name: str, copies: Path) -> None:
    with pytest.raises(DataError, match="as it is printed, without fields"):
        read([copies / f"{name}.pdf"])


def by_pypdf_append(files: list[Path]) -> bytes:
    writer, made = PdfWriter(), BytesIO()
    for file in files:
        writer.append(file)
    writer.write(made)
    return made.getvalue()


def by_pikepdf_pages(files: list[Path], *, extend: bool = False) -> bytes:
    """As qpdf does it, or without a list of fields."""
    made = BytesIO()
    with pikepdf.new() as pdf:
        for file in files:
            with pikepdf.open(file) as one:
                if extend:
                    pdf.pages.extend(one.pages)
                else:
                    pdf.add_pages_from(one)
        pdf.save(made)
    return made.getvalue()


@pytest.mark.filterwarnings("ignore::pikepdf.exceptions.PageCopyWarning")
@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize(
    "merge", [by_pypdf_append, by_pikepdf_pages, partial(by_pikepdf_pages, extend=True)]
)
def test_python_libraries_merge_copies(
    merge: Callable[[list[Path]], bytes], kind: str, copies: Path, tmp_path: Path
) -> None:
    files = of_players(kind, copies)
    assert said(in_one(merge(files), tmp_path)) == said(read(files))


def by_pypdf_add_page(files: list[Path]) -> bytes:
    writer, made = PdfWriter(), BytesIO()
    writer.add_page(PdfReader(files[0]).pages[0])
    writer.write(made)
    return made.getvalue()


def by_pdfium(files: list[Path]) -> bytes:
    made = BytesIO()
    with pypdfium2.PdfDocument.new() as pdf:
        for file in files:
            with pypdfium2.PdfDocument(file) as one:
                pdf.import_pages(one)
        pdf.save(made)
    return made.getvalue()


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("merge", [by_pypdf_add_page, by_pdfium])
def test_fields_renamed_by_python_libraries_are_reported_once(
    merge: Callable[[list[Path]], bytes], kind: str, copies: Path, tmp_path: Path
) -> None:
    with pytest.raises(DataError) as error:
        in_one(merge(of_players(kind, copies)), tmp_path)
    assert str(error.value) == f"{tmp_path / 'merged.pdf'}: {CHANGED}"


# --- programs that are at hand


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("built")


def blank(game: str, folder: Path) -> Iterator[tuple[bytes, list[Entry]]]:
    """Each form of a game, with what is to be filled in there."""
    options = Options(fillable=True)
    if not (folder / game).exists():
        printkit.build([game], list(SHEETS[game]), folder, options=options)
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
