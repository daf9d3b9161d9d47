"""The audit is silent about good files and finds what was done to the others."""

from __future__ import annotations

import io
import itertools
import logging
import random
import re
import shutil
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
)
from reportlab.pdfgen.canvas import Canvas

import card_data
import printkit
import printkit.painting.paint
import printkit.sheets.impose
from printkit.audit import content as content_module
from printkit.audit.content import (
    MARKS,
    TELLING,
    ContentReader,
    FaceKey,
    FoundFace,
    _characters,
    key_of,
)
from printkit.audit.match import Auditor, misaligned, wrong_counts
from printkit.audit.operations import operations
from printkit.audit.pdf_reader import opened
from printkit.audit.recall import PageMemory
from printkit.drawing.geometry import Matrix
from printkit.drawing.shapes import Face
from printkit.kept.drawings import Drawings
from printkit.options import Options
from printkit.printing.whole_game import paint_whole, whole_game
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.profiles import Profile
from printkit.sheets.settings import settings_for
from printkit.sheets.sheet import Placement
from printkit.sheets.typesetting import Typesetter
from printkit.workshop.rebuild import audit_file
from tests.card_data.copies import ERRATA, TINY, WINSTON, edit
from tests.card_data.copies import errata as copy_of_errata
from tests.printed import painted_file
from tests.printkit.tools import UNIT, BuildGame, refused, run
from tests.sweeps import sweep

Builds = dict[str, printkit.Built]


DECK = 2  # the page of the tiny whole game where the fronts of its deck begin
FORM, OTHER_FORM = "/FormXob.deck.face0", "/FormXob.deck.face2"
PACKED = ("/Filter", "/Length")
A_PIECE = rb"/Piece <<(.*?)>> BDC\n.*?\nEMC % piece\n"
SECOND = 2  # the page of the tiny game's deck where one card, its fourth, is drawn once


class Tiny(NamedTuple):
    """The deck of the tiny game as built, which no test changes, and the folder of its data."""

    file: Path
    data: Path


@pytest.fixture(scope="module")
def tiny(own_cache: None, tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    folder = tmp_path_factory.mktemp("tiny")
    data = copy_of_errata(folder / "data").parent
    return Tiny(deck(data, folder / "out"), data)


def deck(data: Path, out: Path, **more: Any) -> Path:
    """The deck of the tiny game in ``data``, built anew and not audited."""
    options = printkit.Options(data=data, bleed=True, **more)
    (made,) = printkit.build([ERRATA], ["deck"], out, options=options, audit=False)
    return made.file


def tampered(tiny: Tiny, tmp_path: Path, change: Any) -> list[str]:
    """The findings about the tiny game's deck after ``change`` was done to it by pypdf."""
    writer = PdfWriter(clone_from=tiny.file)
    change(writer)
    file = tmp_path / "tampered.pdf"
    writer.write(file)
    return audit_file(file, tiny.data)


def rewritten(writer: PdfWriter, number: int, change: Any) -> None:
    """Page ``number`` with its list of operations given to ``change``."""
    page = writer.pages[number]
    content = ContentStream(page.get_contents(), writer)
    change(content.operations)
    page[NameObject("/Contents")] = content


def piece_at(operations: list[Any], index: int) -> slice:
    starts = [i for i, (_, name) in enumerate(operations) if name == b"BDC"]
    ends = [i for i, (_, name) in enumerate(operations) if name == b"EMC"]
    return slice(starts[index], ends[index] + 1)


@pytest.mark.parametrize(
    ("game", "rules"),
    sweep(itertools.product(card_data.names(), [False, True]), [(WINSTON, False)]),
)
def test_good_files_are_good(game: str, rules: bool, builds: BuildGame) -> None:
    for name, one in builds(game).items():
        if name and (name == "rules") == rules:  # the whole game's file has all that again
            assert audit_file(one.file, None) == []


@pytest.mark.sweep
def test_a_good_file_of_a_whole_shipped_game_is_good(built: Builds) -> None:
    assert audit_file(built[""].file, None) == []


def test_a_good_file_of_a_whole_game_is_good(errata: Path, tmp_path: Path) -> None:
    options = printkit.Options(data=errata)
    (made,) = printkit.build([ERRATA], (), tmp_path, options=options, audit=False, one_file=True)
    assert audit_file(made.file, errata) == []


def test_good_files_of_forms_boards_and_dice_are_good(tmp_path: Path) -> None:
    names = ["board", "form", "token", "dice"]
    for one in printkit.build(["dice_archive"], names, tmp_path, audit=False):
        assert audit_file(one.file, None) == []


KINDS: list[dict[str, Any]] = [
    {"flip": "short"},
    {"paper": "letter"},
    {"layout": "fronts"},
    {"paper": "common", "flip": "short"},
]


@pytest.mark.parametrize("options", KINDS)
def test_good_files_of_every_kind_are_good(
    options: dict[str, Any], tiny: Tiny, tmp_path: Path
) -> None:
    assert audit_file(deck(tiny.data, tmp_path, **options), tiny.data) == []


@pytest.mark.sweep
@pytest.mark.parametrize("options", KINDS)
def test_good_files_of_shipped_decks_and_pads_are_good(
    options: dict[str, Any], tmp_path: Path
) -> None:
    for one in printkit.build(
        [WINSTON], ["deck", "pad"], tmp_path, options=printkit.Options(**options), audit=False
    ):
        assert audit_file(one.file, None) == []


@pytest.mark.parametrize("component", sweep(["set_up", "rules"], ["set_up"]))
def test_content_is_read_as_others_read_it(component: str, built: Builds) -> None:
    wanted = TELLING | MARKS
    with opened(built[component].file) as pdf:
        pdf.allow(1, 0, len(pdf.pages))
        for page in pdf.pages:
            every = ContentStream(page.get_contents(), pdf).operations
            kept = [(operator, plain(operands)) for operands, operator in every]
            read = pdf.operations(page.get("/Contents"), wanted)
            assert read == [one for one in kept if one[0] in wanted]


def plain(operand: Any) -> Any:
    """An operand as pypdf reads it in plain types."""
    if isinstance(operand, dict):
        return {str(key): plain(value) for key, value in operand.items()}
    if isinstance(operand, list):
        return [plain(value) for value in operand]
    return getattr(operand, "original_bytes", operand)


@pytest.mark.parametrize("where", ["page", "piece"])
@pytest.mark.parametrize(
    "operation",
    [
        ([NameObject("/Shade")], b"sh"),
        ([NameObject("/Weave")], b"scn"),
        ([NameObject("/X")], b"Do"),
    ],
    ids=["shading", "pattern", "picture"],
)
def test_what_no_painter_of_ours_draws(
    operation: Any, where: str, tiny: Tiny, tmp_path: Path
) -> None:
    """Drawing is not metered, so such a file is not examined."""

    def add(operations: list[Any]) -> None:
        operations.insert(0 if where == "page" else piece_at(operations, 1).start + 1, operation)

    def change(writer: PdfWriter) -> None:
        rewritten(writer, SECOND, add)
        image = StreamObject()
        image[NameObject("/Subtype")] = NameObject("/Image")
        resources: Any = writer.pages[SECOND]["/Resources"]
        mesh = DictionaryObject({NameObject("/ShadingType"): NumberObject(4)})
        resources[NameObject("/Shading")] = DictionaryObject({NameObject("/Shade"): mesh})
        forms = resources.setdefault(NameObject("/XObject"), DictionaryObject()).get_object()
        forms[NameObject("/X")] = writer._add_object(image)

    found = tampered(tiny, tmp_path, change)
    counted = "found 1 picture, expected 0"
    strange = "there are pictures, patterns or forms that printkit does not draw"
    said = counted if (operation[1], where) == (b"Do", "piece") else strange
    assert any(one.endswith(said) for one in found)


def test_pypdf_alone_changes_nothing(tiny: Tiny, tmp_path: Path) -> None:
    assert tampered(tiny, tmp_path, lambda writer: None) == []


def test_a_page_removed(tiny: Tiny, tmp_path: Path) -> None:
    found = tampered(tiny, tmp_path, lambda writer: writer.remove_page(0))
    assert any("3 pages, expected 4" in one for one in found)
    assert any("comma: found 0 copies, expected 4" in one for one in found)


def test_a_page_twice(tiny: Tiny, tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_page(PdfReader(tiny.file).pages[SECOND])

    found = tampered(tiny, tmp_path, change)
    assert any("page: found 2 copies, expected 1" in one for one in found)


def test_a_piece_missing(tiny: Tiny, tmp_path: Path) -> None:
    def change(operations: list[Any]) -> None:
        del operations[piece_at(operations, 1)]

    found = tampered(tiny, tmp_path, lambda writer: rewritten(writer, SECOND, change))
    assert any("page: found 0 copies, expected 1" in one for one in found)


def test_a_piece_drawn_twice(tiny: Tiny, tmp_path: Path) -> None:
    def change(operations: list[Any]) -> None:
        where = piece_at(operations, 1)
        operations[where.stop : where.stop] = operations[where]

    found = tampered(tiny, tmp_path, lambda writer: rewritten(writer, SECOND, change))
    assert any("page: found 2 copies, expected 1" in one for one in found)


def test_a_piece_of_no_row(tiny: Tiny, errata: Path, tmp_path: Path) -> None:
    (errata / "rulebook.yaml").unlink()  # its figures show the card
    edit(errata / "cards.yaml", "{id: page,", "{id: sheet,")
    made = deck(errata.parent, tmp_path / "out")
    assert audit_file(made, errata.parent) == []
    found = audit_file(made, tiny.data)
    assert any("sheet: in no row of the data" in one for one in found)
    assert any("page: found 0 copies" in one for one in found)


def test_a_word_changed(tiny: Tiny, errata: Path, tmp_path: Path) -> None:
    edit(errata / "cards.yaml", "The wrong page", "The right page")
    (found,) = audit_file(deck(errata.parent, tmp_path / "out"), tiny.data)
    assert "page 3, page: its text reads" in found


def test_a_no_break_space_is_a_space(errata: Path, tmp_path: Path) -> None:
    edit(errata / "cards.yaml", "The wrong page", "The wrong\u00a0page")
    assert audit_file(deck(errata.parent, tmp_path / "out"), errata.parent) == []


def test_a_word_on_a_back_changed(mine: Path, tmp_path: Path) -> None:
    edit(mine / "aids.yaml", "Most points win", "Fewest points win")
    options = printkit.Options(data=mine.parent)
    (made,) = printkit.build([WINSTON], ["aid"], tmp_path / "out", options=options, audit=False)
    assert any("page 2, aid_back: its text reads" in one for one in audit_file(made.file, None))


def test_a_word_left_out(tiny: Tiny, tmp_path: Path) -> None:
    def change(operations: list[Any]) -> None:
        inside = range(len(operations))[piece_at(operations, 1)]
        del operations[next(at for at in inside if operations[at][1] == b"Tj")]

    found = tampered(tiny, tmp_path, lambda writer: rewritten(writer, SECOND, change))
    assert len(found) == 1
    assert "page 3, page: its text reads" in found[0]


def test_words_outside_the_safe_area(errata: Path, tmp_path: Path) -> None:
    """A template that sets a number at the very edge is refused by build itself."""
    edit(errata / "templates" / "card.svg", 'x="8" y="19"', 'x="2" y="19"')
    out = tmp_path / "out"
    said = refused("build", "--data", errata.parent, "--only", "deck", "--out", out)
    assert "page 1, comma: '1' reaches outside the safe area of 3 mm; so do words on " in said
    assert "words on letter, line and page" in said
    built = run("build", "--data", errata.parent, "--only", "deck", "--out", out, "--no-audit")
    assert built.exit_code == 0
    found = audit_file(out / ERRATA / "deck.pdf", errata.parent)
    assert sum("outside the safe area" in one for one in found) == 1  # not once for each card


@pytest.mark.parametrize(("x", "y"), [(1, 20), (30, 2.5), (59, 20), (30, 87)])
def test_words_outside_any_side_of_the_safe_area(errata: Path, x: float, y: float) -> None:
    (errata / "templates" / "card.svg").write_text(f'<svg><text x="{x}" y="{y}">word</text></svg>')
    out = errata.parent / "out"
    said = refused("build", "--only", "deck", "--data", errata.parent, "--out", out)
    assert said.count("'word' reaches outside the safe area of 3 mm; so do words on ") == 1


def two_backs(errata: Path) -> None:
    """Two more cards get a back of their own: then it matters where a back lies.

    The second sheet begins with two of the others and goes on with these.
    """
    table = "cards: {word: text, value: number, icon: text}\n"
    edit(errata / "game.yaml", table, f"{table}  {table.replace('cards', 'extras')}")
    (errata / "extras.yaml").write_text(
        "extras:\n"
        "  - {id: blot, word: A blot, value: 1, icon: inkpot}\n"
        "  - {id: moth, word: A moth, value: 2, icon: scroll}\n",
        "utf-8",
    )
    face = "      - {rows: cards, template: card.svg}\n"
    more = "      - {rows: extras, template: card.svg, back: other.svg}\n"
    edit(errata / "print.yaml", face, face + more)
    shutil.copyfile(errata / "templates" / "back.svg", errata / "templates" / "other.svg")


def test_backs_swapped(errata: Path, tmp_path: Path) -> None:
    two_backs(errata)
    made = deck(errata.parent, tmp_path / "out")
    assert audit_file(made, errata.parent) == []
    writer = PdfWriter(clone_from=made)

    def swap(operations: list[Any]) -> None:
        starts = [i for i, (_, name) in enumerate(operations) if name == b"BDC"]
        ids = [operations[i][0][1]["/Id"] for i in starts]
        first = ids.index("back")
        second = next(at for at, name in enumerate(ids) if name != "back")
        # what is drawn changes place, where it is drawn does not
        one, other = (operations[starts[at]][0][1] for at in (first, second))
        one[NameObject("/Id")], other[NameObject("/Id")] = other["/Id"], one["/Id"]
        inside = [range(len(operations))[piece_at(operations, at)] for at in (first, second)]
        a, b = (next(at for at in found if operations[at][1] == b"Do") for found in inside)
        operations[a], operations[b] = operations[b], operations[a]

    mixed = next(
        number
        for number in range(1, len(writer.pages), 2)
        if {True, False}
        == {
            operands[1]["/Id"] == "back"
            for operands, name in ContentStream(
                writer.pages[number].get_contents(), writer
            ).operations
            if name == b"BDC"
        }
    )
    rewritten(writer, mixed, swap)
    file = tmp_path / "swapped.pdf"
    writer.write(file)
    found = audit_file(file, errata.parent)
    assert sum("its back is misaligned" in one for one in found) == 2


@pytest.mark.parametrize(
    ("flip", "slip"),
    sweep(
        itertools.product(["long", "short"], ["not mirrored", "not turned", "shifted"]),
        [("long", "not mirrored"), ("short", "not turned"), ("long", "shifted")],
    ),
)
def test_backs_that_would_not_meet_their_fronts(
    flip: Any, slip: str, errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_backs(errata)
    sound = printkit.sheets.impose.backs_of

    def wrong(fronts: list[Placement], sheet: Any, *, sideways: bool) -> list[Placement]:
        made = sound(fronts, sheet, sideways=sideways)
        if slip == "not mirrored":
            return [two._replace(x=one.x, y=one.y) for one, two in zip(fronts, made, strict=True)]
        if slip == "not turned":
            return [one._replace(turned=not one.turned) for one in made]
        return [one._replace(x=one.x + 0.5) for one in made]

    monkeypatch.setattr(printkit.sheets.impose, "backs_of", wrong)
    options = printkit.Options(data=errata.parent, flip=flip, copies=2)  # not a row in the middle
    with pytest.raises(printkit.AuditError, match="its back is misaligned"):
        printkit.build([ERRATA], ["deck"], tmp_path / "out", options=options)
    assert not list((tmp_path / "out").rglob("*.pdf"))


# Where a face of 40 x 50 mm lies on a page of 210 x 297 mm: its front, and the back behind it.
FRONT = (UNIT, 0.0, 0.0, -UNIT, 20 * UNIT, 280 * UNIT)
SIDEWAYS = (UNIT, 0.0, 0.0, -UNIT, (210 - 20 - 40) * UNIT, 280 * UNIT)
OVER = (-UNIT, 0.0, 0.0, UNIT, (20 + 40) * UNIT, (297 - 280) * UNIT)


def off_by(matrix: Matrix, right: float) -> Matrix:
    return (*matrix[:4], matrix[4] + right * UNIT, matrix[5])


@pytest.mark.parametrize(
    ("front", "behind", "back", "sideways", "found"),
    [
        (FRONT, SIDEWAYS, "it_back", True, []),
        (FRONT, OVER, "it_back", False, []),
        (FRONT, OVER, "it_back", True, ["it"]),
        (FRONT, SIDEWAYS, "it_back", False, ["it"]),
        (FRONT, off_by(SIDEWAYS, 0.5), "it_back", True, ["it"]),
        (FRONT, off_by(OVER, -0.5), "it_back", False, ["it"]),
        (FRONT, SIDEWAYS, "other_back", True, ["it"]),
        (None, SIDEWAYS, "it_back", True, []),
    ],
)
def test_a_back_lies_behind_its_own_front(
    front: Matrix | None, behind: Matrix, back: str, sideways: bool, found: list[str]
) -> None:
    """A back is no front, whatever it is called; a face without one needs none."""
    parts = [
        Face("it", 40, 50, (), back=Face("it_back", 40, 50, ())), Face("bare", 40, 50, ()),
    ]  # fmt: skip
    with_backs = {key_of(face): face for face in parts if face.back is not None}
    faces = [
        FoundFace(FaceKey("it", 1, 1), "Front", front),
        FoundFace(FaceKey("it", 1, 1), "Back", OVER),
        FoundFace(FaceKey("bare", 1, 1), "Front", FRONT),
        FoundFace(FaceKey("stray", 1, 1), "Front", FRONT),
    ]
    backs = [
        FoundFace(FaceKey(back, 1, 1), "Back", behind),
        FoundFace(FaceKey("it_back", 1, 1), "Front", FRONT),
    ]
    size = 210 * UNIT, 297 * UNIT
    keys = misaligned(faces, backs, size, with_backs, sideways=sideways)
    assert [str(key) for key in keys] == found


@pytest.mark.parametrize(
    ("seen", "profile", "found"),
    [
        ([4, 3, 2, 1], None, []),
        ([4, 3, 2, 2], None, ["page: found 2 copies, expected 1"]),
        (
            [4, 3, 1, 0],
            None,
            ["line: found 1 copy, expected 2", "page: found 0 copies, expected 1"],
        ),
        ([1, 1, 1, 1], Profile("A shop", copies="once"), []),
        ([2, 1, 1, 1], Profile("A shop", copies="once"), ["comma: found 2 copies, expected 1"]),
        ([4, 3, 2, 1], Profile("A shop"), []),
    ],
)
def test_each_piece_is_there_as_often_as_it_should_be(
    seen: list[int], profile: Profile | None, found: list[str]
) -> None:
    """Or once, for a service where its number is set elsewhere; backs do not count."""
    options = Options(data=TINY)
    layout = lay_out(card_data.load(ERRATA, TINY), "deck", options, Typesetter())
    names = ("comma", "letter", "line", "page")
    page = [
        FoundFace(FaceKey(name, 1, 1), side)
        for name, count in zip(names, seen, strict=True)
        for _ in range(count)
        for side in ("Front", "Back")
    ]
    assert list(wrong_counts([page], layout, options, profile)) == found
    fronts = msgspec.structs.replace(options, backs="fronts")
    assert list(wrong_counts([page], layout, fronts, profile)) == [
        *found, "there are backs, though only fronts were asked for",
    ]  # fmt: skip
    stray = [*page, FoundFace(FaceKey("moth", 2, 3), "Front")]
    said = "moth, form 2, page 3: in no row of the data"
    assert list(wrong_counts([stray], layout, options, profile)) == [*found, said]


def test_codes_of_a_font_are_characters_by_its_own_table() -> None:
    """Of several blocks; not by what else is in it."""
    table = (
        b"1 begincodespacerange <00> <FF> endcodespacerange\n"
        b"2 beginbfchar\n<01> <0041>\n<2a><D83DDE00>\nendbfchar\n<03> <0043>\n"
        b"1 beginbfchar <02>\n<00660069> endbfchar\n1 beginbfrange <04> <0044> endbfrange"
    )
    assert _characters(table) == {1: "A", 42: "\U0001f600", 2: "fi"}
    assert _characters(b"") == {}


def keywords(file: Path) -> str:
    metadata = PdfReader(file).metadata
    assert metadata is not None
    return str(metadata["/Keywords"])


def test_a_file_of_another_program(built: Builds, tmp_path: Path) -> None:
    other = tmp_path / "other.pdf"
    canvas = Canvas(str(other))
    canvas.drawString(100, 100, "A Key to All Locks")
    canvas.save()
    (found,) = audit_file(other, None)
    assert "not built by printkit" in found


def test_a_font_that_is_not_embedded(built: Builds, tmp_path: Path) -> None:
    other = tmp_path / "other.pdf"
    canvas = Canvas(str(other))
    canvas.setKeywords(keywords(built["deck"].file))
    canvas.drawString(100, 100, "A Key to All Locks")
    canvas.save()
    found = audit_file(other, None)
    assert any("the font /Helvetica is not embedded" in one for one in found)
    assert any("1 page, expected 12" in one for one in found)


@pytest.mark.parametrize("raw", [b"", b"%PDF-1.4", b"hello", b"\x00" * 5000, b"%PDF-1.4\n%%EOF"])
def test_no_pdf_at_all(raw: bytes, tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(raw)
    (found,) = audit_file(file, None)
    assert str(file) in found
    result = run("audit", file)
    assert result.exit_code == 1
    assert str(file) in result.stderr


def test_a_file_that_is_no_pdf_gets_our_words_alone(tmp_path: Path) -> None:
    """Nothing of what the reader of PDFs says to itself."""
    logging.getLogger("pypdf").setLevel(logging.NOTSET)  # an audit before this may have set it
    (tmp_path / "deck.pdf").write_text("hello")
    said = run("audit", tmp_path / "deck.pdf").stderr.splitlines()
    assert said == [f"{tmp_path / 'deck.pdf'}: cannot be read as a PDF", "1 problem found."]


def test_a_file_of_ones_own_game_without_its_folder(tiny: Tiny, built: Builds) -> None:
    """It is named, and the other files are read all the same."""
    result = run("audit", tiny.file, built["aid"].file)
    wanted = "no game called 'errata' here; if it is your own, name its folder with --data"
    assert result.stderr.splitlines()[0] == f"{tiny.file}: {wanted}"
    assert f"{built['aid'].file}: matches the data" in result.stdout


def test_no_file_at_all(tmp_path: Path) -> None:
    for file in (tmp_path / "none.pdf", tmp_path):
        assert run("audit", file).exit_code == 1


@pytest.mark.parametrize("files", sweep([8, 100], [8]))
def test_a_damaged_file_is_a_finding_and_never_a_traceback(
    files: int, built: Builds, tmp_path: Path
) -> None:
    chance = random.Random(1984)
    raw = built["aid"].file.read_bytes()
    file = tmp_path / "damaged.pdf"
    for _ in range(files):
        damaged = bytearray(raw)
        for _ in range(chance.choice((1, 10, 100))):
            at = chance.randrange(len(damaged))
            damaged[at] = chance.randrange(256)
        file.write_bytes(damaged[: chance.choice((len(raw), chance.randrange(len(raw))))])
        audit_file(file, None)


@pytest.mark.parametrize(
    ("key", "value"),
    [("paper", "a9"), ("flip", "sideways"), ("component", "dekc"), ("game", "../etc"),
     ("game", "winston"), ("paper", ""), ("forms", "0"), ("forms", "101")],
)  # fmt: skip
def test_keywords_that_name_nothing(built: Builds, tmp_path: Path, key: str, value: str) -> None:
    pairs = [pair.partition("=")[::2] for pair in keywords(built["aid"].file).split()]
    changed = dict(pairs) | {key: value}
    writer = PdfWriter(clone_from=built["aid"].file)
    writer.add_metadata({"/Keywords": " ".join(f"{k}={v}" for k, v in changed.items())})
    file = tmp_path / "odd.pdf"
    writer.write(file)
    result = run("audit", file)
    assert result.exit_code == 1
    assert result.stderr


def test_the_command_says_what_it_found(built: Builds, tmp_path: Path) -> None:
    good = run("audit", built["aid"].file, built["pad"].file)
    assert good.exit_code == 0
    assert good.stdout.count("matches the data") == 2
    writer = PdfWriter(clone_from=built["aid"].file)
    writer.remove_page(1)
    bad = tmp_path / "bad.pdf"
    writer.write(bad)
    both = run("audit", bad, built["pad"].file)
    assert both.exit_code == 1
    assert both.stderr.splitlines() == [f"{bad}: 1 page, expected 2", "1 problem found."]
    assert both.stdout.count("matches the data") == 1


def test_build_ends_with_the_audit(
    errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out" / ERRATA
    out.mkdir(parents=True)
    (out / "deck.pdf").write_bytes(b"old")
    sound = printkit.painting.paint.paint_sheets

    def forgetful(layout: Any, sheets: Any, *rest: Any) -> None:
        first = sheets[0]._replace(placements=sheets[0].placements[1:])
        sound(layout, [first, *sheets[1:]], *rest)

    monkeypatch.setattr(printkit.painting.paint, "paint_sheets", forgetful)
    said = refused("build", "--data", errata, "--only", "deck", "--out", tmp_path / "out")
    assert "audit: " in said
    assert "comma: found 3 copies, expected 4" in said
    assert [file.name for file in out.iterdir()] == ["deck.pdf"]
    assert (out / "deck.pdf").read_bytes() == b"old"


class Together(NamedTuple):
    """The deck of the tiny game and the whole game, laid out and painted."""

    options: Options
    deck: Layout
    whole: list[Layout]
    files: tuple[bytes, bytes]


@pytest.fixture(scope="module")
def together(tiny: Tiny) -> Together:
    options, typesetter = Options(data=tiny.data), Typesetter()
    game, settings = card_data.load(ERRATA, tiny.data), settings_for(options)
    layout = lay_out(game, "deck", options, typesetter, (), settings)
    whole = whole_game([layout], options, typesetter, settings)
    file = io.BytesIO()
    paint_whole(whole, options, typesetter.fonts, file)
    return Together(
        options, layout, whole, (painted_file(layout, options, typesetter.fonts), file.getvalue())
    )


def both_audited(
    together: Together, folder: Path, change: Callable[[PdfWriter], None]
) -> list[str]:
    """What an auditor that knows the deck's file finds in the whole game's after a ``change``; it
    is what one finds that knows nothing, or the pages of the file as it was in an earlier build."""
    deck_file, whole_file = folder / "deck.pdf", folder / "whole.pdf"
    deck_file.write_bytes(together.files[0])
    writer = PdfWriter(clone_from=io.BytesIO(together.files[1]))
    change(writer)
    writer.write(whole_file)
    auditor = Auditor()
    assert auditor(deck_file, [together.deck], together.options, "deck") == []
    found = auditor(whole_file, together.whole, together.options, "whole")
    assert found == Auditor()(whole_file, together.whole, together.options, "whole")
    kept, how = Drawings(), (together.whole, together.options, "whole")
    whole_file.write_bytes(together.files[1])
    assert Auditor()(whole_file, *how, kept=kept) == []
    writer.write(whole_file)
    assert found == Auditor()(whole_file, *how, kept=kept)
    return found


def forms_in(writer: PdfWriter) -> Any:
    """The forms of the page with the fronts of the deck's cards."""
    return writer.pages[DECK]["/Resources"]["/XObject"]  # type: ignore[index]


def fonts_in(writer: PdfWriter) -> Iterator[Any]:
    fonts = writer.pages[DECK]["/Resources"]["/Font"]  # type: ignore[index]
    return (font.get_object() for font in fonts.values())


def with_data(stream: Any, data: bytes) -> StreamObject:
    """A form or a page's content with other ``data``."""
    made = DecodedStreamObject()
    made.update({key: value for key, value in stream.items() if key not in PACKED})
    made.set_data(data)
    return made


def change_form(writer: PdfWriter) -> None:
    forms = forms_in(writer)
    form = forms[FORM].get_object()
    data, count = re.subn(rb"\(\w{4,}", b"(Tampered", form.get_data(), count=1)
    assert count
    forms[NameObject(FORM)] = writer._add_object(with_data(form, data))


def change_characters(writer: PdfWriter) -> None:
    for font in fonts_in(writer):
        table = font["/ToUnicode"].get_object()
        data = table.get_data().replace(b"<65> <0065>", b"<65> <0045>")
        font[NameObject("/ToUnicode")] = writer._add_object(with_data(table, data))


def change_widths(writer: PdfWriter) -> None:
    for font in fonts_in(writer):
        wide = [FloatObject(20 * float(width)) for width in font["/Widths"]]
        font[NameObject("/Widths")] = ArrayObject(wide)


def swap_forms(writer: PdfWriter) -> None:
    forms = forms_in(writer)
    first, second = (forms.raw_get(name) for name in (FORM, OTHER_FORM))
    forms[NameObject(FORM)], forms[NameObject(OTHER_FORM)] = second, first


def change_page(writer: PdfWriter, pattern: bytes, by: bytes) -> None:
    page = writer.pages[DECK]
    content = page["/Contents"].get_object()
    data, count = re.subn(pattern, by, content.get_data(), count=1, flags=re.DOTALL)  # type: ignore[union-attr]
    assert count
    page[NameObject("/Contents")] = writer._add_object(with_data(content, data))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (change_form, "its text reads"),
        (change_characters, "its text reads"),
        (change_widths, "outside the safe area"),
        (swap_forms, "its text reads"),
        (partial(change_page, pattern=A_PIECE, by=b""), ", expected"),
        (partial(change_page, pattern=A_PIECE, by=rb"\g<0>\g<0>"), ", expected"),
        (partial(change_page, pattern=A_PIECE, by=rb"/Piece <<\g<1>>> BDC\nEMC % piece\n"), ""),
        (partial(change_page, pattern=A_PIECE, by=rb"50 Tw\n\g<0>"), "pictures, patterns or forms"),
        (partial(change_page, pattern=A_PIECE, by=rb"% \g<0>"), ""),
    ],
)
def test_what_was_read_before_is_read_from_the_file_at_hand(
    together: Together, tmp_path: Path, change: Callable[[PdfWriter], None], said: str
) -> None:
    """A face that is in an earlier file too must be the same in this one."""
    found = both_audited(together, tmp_path, change)
    assert any(said in one for one in found)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The content that is read."""
    read: list[bytes] = []

    def counted(data: bytes, wanted: Collection[bytes]) -> list[Any]:
        read.append(data)
        return operations(data, wanted)

    monkeypatch.setattr(content_module, "operations", counted)
    return read


def test_a_page_of_an_earlier_build_is_not_read_again(
    together: Together, tmp_path: Path, read: list[bytes]
) -> None:
    kept, file = Drawings(), tmp_path / "file.pdf"
    how = [together.deck], together.options, "deck"
    file.write_bytes(together.files[0])
    assert Auditor()(file, *how, kept=kept) == []
    assert read
    read.clear()
    assert Auditor()(file, *how, kept=kept) == []
    assert not read
    kept.kept = dict.fromkeys(kept.kept, b"damaged")
    assert Auditor()(file, *how, kept=kept) == []
    assert read


def test_a_page_that_is_looked_for_costs_no_more_to_read(
    together: Together, tmp_path: Path
) -> None:
    def spent(memory: Callable[[ContentReader], Any]) -> int:
        with opened(file) as pdf:
            reader = memory(ContentReader(pdf))
            for page in pdf.pages:
                reader.page(page)
            return pdf.steps - pdf.left

    file = tmp_path / "file.pdf"
    file.write_bytes(together.files[1])
    assert spent(lambda contents: PageMemory(contents, Drawings())) <= spent(lambda own: own)


def test_pages_whose_forms_go_round_in_a_circle_are_not_kept(
    together: Together, tmp_path: Path
) -> None:
    """What is under a form there depends on where one begins."""
    kept, file = Drawings(), tmp_path / "file.pdf"
    writer = PdfWriter(clone_from=io.BytesIO(together.files[1]))
    form = forms_in(writer).raw_get(FORM)
    form.get_object()["/Resources"]["/XObject"][NameObject(FORM)] = form
    writer.write(file)
    assert Auditor()(file, together.whole, together.options, "whole", kept=kept) == []
    assert 0 < len(kept.kept) < len(writer.pages)


def test_a_face_of_two_files_is_read_once(
    together: Together, tmp_path: Path, read: list[bytes]
) -> None:
    auditor, file = Auditor(), tmp_path / "file.pdf"
    for raw, layouts in zip(together.files, ([together.deck], together.whole), strict=True):
        file.write_bytes(raw)
        read.clear()
        assert auditor(file, layouts, together.options, "file") == []
    forms = {name: form.get_object() for name, form in forms_in(PdfWriter(clone_from=file)).items()}
    known = [form.get_data() for name, form in forms.items() if name.startswith("/FormXob.deck.")]
    assert known
    assert not {*known} & {*read}
