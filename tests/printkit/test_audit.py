"""The audit is silent about good files and finds what was done to the others."""

from __future__ import annotations

import itertools
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ContentStream, DictionaryObject, NameObject, StreamObject
from reportlab.pdfgen.canvas import Canvas

import card_data
import printkit
import printkit.painting.paint
import printkit.sheets.impose
from printkit.audit.content import TELLING
from printkit.audit.pdf_reader import opened
from printkit.sheets.sheet import Placement
from printkit.workshop.rebuild import audit_file
from tests.card_data.copies import WINSTON, edit
from tests.printkit.tools import BuildGame, command, refused, run
from tests.sweeps import sweep

Builds = dict[str, printkit.Built]


def tampered(built: Builds, tmp_path: Path, change: Any, component: str = "deck") -> list[str]:
    """The findings about a built file after ``change`` was done to its pages by pypdf."""
    writer = PdfWriter(clone_from=built[component].file)
    change(writer)
    file = tmp_path / "tampered.pdf"
    writer.write(file)
    return audit_file(file, None)


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


@pytest.mark.parametrize("game", sweep(card_data.names(), [WINSTON, "dice_archive"]))
def test_good_files_are_good(game: str, builds: BuildGame) -> None:
    for name, one in builds(game).items():
        if name or game == WINSTON:  # the whole game's file has all that again
            assert audit_file(one.file, None) == []


@pytest.mark.parametrize("options", [{"flip": "short"}, {"paper": "letter"}, {"layout": "fronts"},
                                     {"paper": "common", "flip": "short"}])  # fmt: skip
def test_good_files_of_every_kind_are_good(options: dict[str, Any], tmp_path: Path) -> None:
    for one in printkit.build(
        [WINSTON], ["deck", "pad"], tmp_path, options=printkit.Options(**options), audit=False
    ):
        assert audit_file(one.file, None) == []


def test_only_lines_that_draw_shapes_are_skipped(built: Builds) -> None:
    """All that places pieces and texts is read, as it would be without them."""
    telling = TELLING | {b"BDC", b"EMC"}
    with opened(built["rules"].file) as pdf:
        for page in pdf.pages:
            every = ContentStream(page.get_contents(), pdf).operations
            skimmed = pdf.operations(page.get("/Contents"))
            kept = [one for one in every if one[1] in telling]
            assert [one for one in skimmed if one[1] in telling] == kept
            assert len(kept) <= len(skimmed) < len(every)


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
    operation: Any, where: str, built: Builds, tmp_path: Path
) -> None:
    """Drawing is not metered, so such a file is not examined."""

    def add(operations: list[Any]) -> None:
        operations.insert(0 if where == "page" else piece_at(operations, 0).start + 1, operation)

    def change(writer: PdfWriter) -> None:
        rewritten(writer, 0, add)
        image = StreamObject()
        image[NameObject("/Subtype")] = NameObject("/Image")
        resources: Any = writer.pages[0]["/Resources"]
        forms = resources.setdefault(NameObject("/XObject"), DictionaryObject()).get_object()
        forms[NameObject("/X")] = writer._add_object(image)

    (found,) = tampered(built, tmp_path, change)
    assert found.endswith("there are pictures, patterns or forms that printkit does not draw")


def test_pypdf_alone_changes_nothing(built: Builds, tmp_path: Path) -> None:
    assert tampered(built, tmp_path, lambda writer: None) == []


def test_a_page_removed(built: Builds, tmp_path: Path) -> None:
    found = tampered(built, tmp_path, lambda writer: writer.remove_page(0))
    assert any("11 pages, expected 12" in one for one in found)
    assert any("A1: found 0 copies, expected 1" in one for one in found)


def test_a_page_twice(built: Builds, tmp_path: Path) -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_page(PdfReader(built["deck"].file).pages[0])

    found = tampered(built, tmp_path, change)
    assert any("A1: found 2 copies, expected 1" in one for one in found)


def test_a_piece_missing(built: Builds, tmp_path: Path) -> None:
    def change(operations: list[Any]) -> None:
        del operations[piece_at(operations, 3)]

    found = tampered(built, tmp_path, lambda writer: rewritten(writer, 0, change))
    assert any("found 0 copies, expected 1" in one for one in found)


def test_a_piece_drawn_twice(built: Builds, tmp_path: Path) -> None:
    def change(operations: list[Any]) -> None:
        where = piece_at(operations, 3)
        operations[where.stop : where.stop] = operations[where]

    found = tampered(built, tmp_path, lambda writer: rewritten(writer, 0, change))
    assert any("found 2 copies, expected 1" in one for one in found)


def test_a_piece_of_no_row(built: Builds, mine: Path, tmp_path: Path) -> None:
    edit(mine / "manuscripts.yaml", "{id: M09,", "{id: M99,")
    options = printkit.Options(data=mine.parent)
    (made,) = printkit.build([WINSTON], ["deck"], tmp_path / "out", options=options, audit=False)
    assert audit_file(made.file, mine.parent) == []
    found = audit_file(made.file, None)
    assert any("M99: in no row of the data" in one for one in found)
    assert any("M09: found 0 copies" in one for one in found)


def test_a_word_changed(mine: Path, tmp_path: Path) -> None:
    edit(mine / "books.yaml", "A Lock Against All Keys", "A Lock Against Any Keys")
    options = printkit.Options(data=mine.parent)
    (made,) = printkit.build([WINSTON], ["deck"], tmp_path / "out", options=options, audit=False)
    others, *found = audit_file(made.file, None)
    assert "built from other data" in others
    assert len(found) == 1
    assert "page 1, A2: its text reads" in found[0]


def test_a_no_break_space_is_a_space(mine: Path, tmp_path: Path) -> None:
    edit(mine / "books.yaml", "A Lock Against All Keys", "A Lock Against All\u00a0Keys")
    options = printkit.Options(data=mine.parent)
    (made,) = printkit.build([WINSTON], ["deck"], tmp_path / "out", options=options)
    assert audit_file(made.file, mine.parent) == []


def test_a_word_on_a_back_changed(mine: Path, tmp_path: Path) -> None:
    edit(mine / "aids.yaml", "Most points win", "Fewest points win")
    options = printkit.Options(data=mine.parent)
    (made,) = printkit.build([WINSTON], ["aid"], tmp_path / "out", options=options, audit=False)
    assert any("page 2, aid_back: its text reads" in one for one in audit_file(made.file, None))


def test_a_word_left_out(built: Builds, tmp_path: Path) -> None:
    def change(operations: list[Any]) -> None:
        inside = range(len(operations))[piece_at(operations, 1)]
        del operations[next(at for at in inside if operations[at][1] == b"Tj")]

    found = tampered(built, tmp_path, lambda writer: rewritten(writer, 0, change))
    assert len(found) == 1
    assert "page 1, A2: its text reads" in found[0]


def test_words_outside_the_safe_area(mine: Path, tmp_path: Path) -> None:
    """A template that sets a number at the very edge is refused by build itself."""
    edit(mine / "templates" / "book.svg", 'x="7.6" y="25.4"', 'x="4" y="25.4"')
    out = tmp_path / "out"
    said = refused("build", "--data", mine.parent, "--only", "deck", "--out", out)
    assert "reaches outside the safe area of 3 mm" in said
    assert "A1: '2'" in said
    built = run("build", "--data", mine.parent, "--only", "deck", "--out", out, "--no-audit")
    assert built.exit_code == 0
    found = audit_file(out / WINSTON / "deck.pdf", mine.parent)
    assert sum("outside the safe area" in one for one in found) == 27


@pytest.mark.parametrize(("x", "y"), [(1, 20), (30, 2.5), (59, 20), (30, 87)])
def test_words_outside_any_side_of_the_safe_area(errata: Path, x: float, y: float) -> None:
    (errata / "templates" / "card.svg").write_text(f'<svg><text x="{x}" y="{y}">word</text></svg>')
    out = errata.parent / "out"
    said = refused("build", "--only", "deck", "--data", errata.parent, "--out", out)
    assert said.count("'word' reaches outside the safe area of 3 mm") >= 4


def two_backs(mine: Path) -> None:
    """The pages get a back of their own: then it matters where a back lies."""
    edit(mine / "print.yaml", "manuscript.svg}", "manuscript.svg, back: other.svg}")
    shutil.copyfile(mine / "templates" / "back.svg", mine / "templates" / "other.svg")
    # 28 books: the fourth sheet begins with a book and goes on with pages
    edit(mine / "game.yaml", "books: 27", "books: 28")
    edit(mine / "game.yaml", "cards: 54", "cards: 55")
    edit(mine / "books.yaml", "{id: A1, set", "{id: A1, copies: 2, set")


def test_backs_swapped(mine: Path, tmp_path: Path) -> None:
    two_backs(mine)
    options = printkit.Options(data=mine.parent)
    (made,) = printkit.build([WINSTON], ["deck"], tmp_path / "out", options=options, audit=False)
    assert audit_file(made.file, mine.parent) == []
    writer = PdfWriter(clone_from=made.file)

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
    found = audit_file(file, mine.parent)
    assert sum("its back is misaligned" in one for one in found) == 2


@pytest.mark.parametrize(
    ("flip", "slip"),
    sweep(
        itertools.product(["long", "short"], ["not mirrored", "not turned", "shifted"]),
        [("long", "not mirrored"), ("short", "not turned"), ("long", "shifted")],
    ),
)
def test_backs_that_would_not_meet_their_fronts(
    flip: Any, slip: str, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_backs(mine)
    sound = printkit.sheets.impose._backs

    def wrong(fronts: list[Placement], sheet: Any, *, sideways: bool) -> list[Placement]:
        made = sound(fronts, sheet, sideways=sideways)
        if slip == "not mirrored":
            return [two._replace(x=one.x, y=one.y) for one, two in zip(fronts, made, strict=True)]
        if slip == "not turned":
            return [one._replace(turned=not one.turned) for one in made]
        return [one._replace(x=one.x + 0.5) for one in made]

    monkeypatch.setattr(printkit.sheets.impose, "_backs", wrong)
    options = printkit.Options(data=mine.parent, flip=flip)
    with pytest.raises(printkit.AuditError, match="its back is misaligned"):
        printkit.build([WINSTON], ["deck"], tmp_path / "out", options=options)
    assert not list((tmp_path / "out").rglob("*.pdf"))


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
    (tmp_path / "deck.pdf").write_text("hello")
    said = command("audit", tmp_path / "deck.pdf").stderr.splitlines()
    assert said == [f"{tmp_path / 'deck.pdf'}: cannot be read as a PDF", "1 problem found."]


def test_a_file_of_ones_own_game_without_its_folder(errata: Path, built: Builds) -> None:
    """It is named, and the other files are read all the same."""
    out = errata.parent / "out"
    options = printkit.Options(data=errata.parent)
    (deck,) = printkit.build(["errata"], ["deck"], out, options=options)
    result = run("audit", deck.file, built["aid"].file)
    wanted = "no game called 'errata' here; if it is your own, name its folder with --data"
    assert result.stderr.splitlines()[0] == f"{deck.file}: {wanted}"
    assert f"{built['aid'].file}: matches the data" in result.stdout


def test_no_file_at_all(tmp_path: Path) -> None:
    for file in (tmp_path / "none.pdf", tmp_path):
        assert run("audit", file).exit_code == 1


def test_a_damaged_file_is_a_finding_and_never_a_traceback(built: Builds, tmp_path: Path) -> None:
    chance = random.Random(1984)
    raw = built["aid"].file.read_bytes()
    file = tmp_path / "damaged.pdf"
    for _ in range(25):
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
    built: Builds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out" / WINSTON
    out.mkdir(parents=True)
    (out / "deck.pdf").write_bytes(b"old")
    sound = printkit.painting.paint.paint_sheets

    def forgetful(layout: Any, sheets: Any, *rest: Any) -> None:
        first = sheets[0]._replace(placements=sheets[0].placements[1:])
        sound(layout, [first, *sheets[1:]], *rest)

    monkeypatch.setattr(printkit.painting.paint, "paint_sheets", forgetful)
    said = refused("build", WINSTON, "--only", "deck", "--out", tmp_path / "out")
    assert "audit: " in said
    assert "A1: found 0 copies, expected 1" in said
    assert [file.name for file in out.iterdir()] == ["deck.pdf"]
    assert (out / "deck.pdf").read_bytes() == b"old"
