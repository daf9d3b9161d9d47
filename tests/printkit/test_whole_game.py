"""A whole game in one file: its cover sheet, then each component in the order of printing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pikepdf
import pytest
from PIL import Image
from pypdf import PdfReader

import card_data
import printkit
from printkit.drawing.shapes import Face
from printkit.faces.symbols import Symbols
from printkit.options import Options
from printkit.printing.cuts import Box, knife_cuts, scissor_cuts
from printkit.printing.plan import SheetSet, cuts_of, in_time, page_ranges, sheet_set
from printkit.sheets.impose import Imposition, impose
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.settings import sheet_settings
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import WINSTON, copied
from tests.card_data.copies import errata as copy_of_errata
from tests.printkit.commands import BuildGame, done, files, refused, run
from tests.printkit.pdf_pages import pictures, squeezed, texts_of, words_of
from tests.sweeps import sweep

DICE = "dice_archive"
ORWELL = "nineteen_eighty_four"


def whole(builds: BuildGame, game: str) -> Path:
    return builds(game)[""].file


@pytest.fixture(scope="module")
def spared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tiny game, whose deck a spare deck may take the place of; to read only."""
    game = copy_of_errata(tmp_path_factory.mktemp("data"))
    (game / "templates" / "spare.svg").write_text('<svg><circle r="9"/></svg>', "utf-8")
    with (game / "print.yaml").open("a", encoding="utf-8") as file:
        spare = "title: Spare deck, size: poker, instead_of: deck, back: back.svg"
        file.write(f"  spare: {{{spare}, faces: [{{template: spare.svg}}]}}\n")
    return game.parent


@pytest.fixture(scope="module")
def tiny(spared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, printkit.BuildResult]:
    out, options = tmp_path_factory.mktemp("out"), Options(data=spared)
    return {one.component: one for one in printkit.build(["errata"], out=out, options=options)}


def one_file(data: Path, out: Path, game: str = "errata", **options: Any) -> printkit.BuildResult:
    (built,) = printkit.build([game], out=out, options=Options(data=data, one_file=True, **options))
    return built


def cover_of(file: Path) -> str:
    return squeezed(PdfReader(file).pages[0].extract_text())


def outline(file: Path) -> list[tuple[str, int]]:
    reader = PdfReader(file)
    entries = [entry for entry in reader.outline if not isinstance(entry, list)]
    return [(str(entry.title), reader.get_destination_page_number(entry) or 0) for entry in entries]


def without_slug(page: Image.Image) -> bytes:
    """A page, drawn at two mm to a dot, but for what is within 10 mm of its edges."""
    edge = round(10 / 25.4 * 72 * 0.5)
    return page.crop((edge, edge, page.width - edge, page.height - edge)).tobytes()


Piece = tuple[str, int, int, str]


def pieces_in(file: Path) -> list[list[Piece]]:
    """The pieces on each page of a file: ID, number, page and side."""
    with pikepdf.open(file) as pdf:
        return [list(pieces_on(page)) for page in pdf.pages]


def pieces_on(page: pikepdf.Page) -> Iterator[Piece]:
    for one in pikepdf.parse_content_stream(page, "BDC"):
        tag, about = list(one.operands)
        if tag == "/Piece":
            yield str(about.Id), int(about.Number), int(about.Page), str(about.Side)


@pytest.mark.sweep
@pytest.mark.parametrize("game", sweep([WINSTON, DICE, ORWELL], [WINSTON]))
def test_each_component_once_as_in_its_own_file(game: str, builds: BuildGame) -> None:
    components = card_data.load(game).components
    together: dict[Path, list[str]] = {}
    for name, one in builds(game).items():
        if name and not components[name].instead_of:
            together.setdefault(one.file, []).append(one.title)
    files_by_title = {", ".join(titles): file for file, titles in together.items()}
    cover, *entries = outline(whole(builds, game))
    assert cover == ("Cover sheet", 0)
    assert sorted(title for title, _ in entries) == sorted(files_by_title)
    pages = pieces_in(whole(builds, game))
    ends = [start for _, start in entries[1:]] + [len(pages)]
    for (title, start), end in zip(entries, ends, strict=True):
        alone = pieces_in(files_by_title[title])
        assert list(filter(None, pages[start:end])) == alone, "but for blank pages"


def test_it_looks_like_the_single_files(tiny: dict[str, printkit.BuildResult]) -> None:
    file = tiny[""].file
    drawn = pictures(file, 0.5)
    names = {one.title: one.file for one in tiny.values()}
    for title, start in outline(file)[1:]:
        for at, alone in enumerate(pictures(names[title], 0.5)):
            assert without_slug(drawn[start + at]) == without_slug(alone), title


def test_symbols_of_one_name_are_those_of_their_component(errata: Path) -> None:
    used, templates = '<svg><use href="#dot" x="20" y="20"/></svg>', errata / "templates"
    for name, shape in (("one", '<circle r="9"/>'), ("two", '<rect width="9" height="9"/>')):
        symbol = f'<svg><symbol id="dot">{shape}</symbol></svg>'
        (templates / f"{name}s.svg").write_text(symbol, "utf-8")
        (templates / f"{name}.svg").write_text(used, "utf-8")
        faces = f"symbols: {name}s.svg, faces: [{{template: {name}.svg}}]"
        with (errata / "print.yaml").open("a", encoding="utf-8") as file:
            file.write(f"  {name}: {{title: {name}, size: token, {faces}}}\n")
    options = Options(data=errata.parent)
    built = printkit.build(["errata"], out=errata.parent / "out", options=options)
    made = {one.component: one.file for one in built}
    pages = pictures(made[""], 0.5)
    for title, start in outline(made[""]):
        if title in ("one", "two"):
            assert without_slug(pages[start]) == without_slug(pictures(made[title], 0.5)[0])


@pytest.mark.sweep
def test_card_comes_before_paper_and_both_sides_before_one(builds: BuildGame) -> None:
    titles = [title for title, _ in outline(whole(builds, DICE))]
    assert titles == [
        "Cover sheet", "Table aids, Worker of the Week, Set-up aid",
        "Archive board", "Fold-up dice",
        "Rules", "Dice Registry forms", "Score pad",
    ]  # fmt: skip


SLUG = re.compile(r"sheet ([0-9]+), page ([0-9]+) of ([0-9]+)")


def numbers_in(file: Path) -> list[tuple[int, int, int]]:
    """Return the numbers in the slug of each page: its sheet, its page and the number of pages."""
    found = [SLUG.findall(text) for text in texts_of(file)]
    return [tuple(map(int, one)) for (one,) in found]  # type: ignore[misc]


@pytest.mark.parametrize("game", sweep(card_data.names(), [DICE]))
def test_backs_lie_behind_fronts_in_whole_file(game: str, builds: BuildGame) -> None:
    """Behind a front on a sheet of paper there are its own back, the next page of its text, or
    nothing: no other text is cut through with a pad."""
    file = whole(builds, game)
    pages, numbers = pieces_in(file), numbers_in(file)
    assert [page for _, page, _ in numbers] == [*range(1, len(numbers) + 1)], "as a viewer counts"
    assert {total for *_, total in numbers} == {len(numbers)}
    assert "/PageLabels" not in PdfReader(file).root_object
    assert [sheet for sheet, *_ in numbers] == [1 + at // 2 for at in range(len(pages))]
    starts = dict(outline(file))
    assert not any(start % 2 for start in starts.values())
    for at in range(2, len(pages), 2):
        front, back = pages[at : at + 2]
        if at >= starts["Rules"] and front[0][0] == pages[starts["Rules"]][0][0]:
            assert [piece[0] for piece in back] in ([front[0][0]], [])
        else:
            assert {side for *_, side in back} <= {"/Back"}
            assert len(back) <= len(front)
    blank = [at for at, page in enumerate(pages) if not page]
    texts = texts_of(file)
    assert all("left blank for printing on both sides" in texts[at] for at in blank)
    assert len(blank) == sum("left blank" in text for text in texts)


@pytest.mark.parametrize(
    "options",
    [
        {"backs": "fronts"},
        {"backs": "gutterfold"},
        {"backs": "alternate", "booklet": True},
        {"paper": "a5", "copies": 2},
    ],
    ids=["fronts", "gutterfold", "alternate", "a5"],
)
def test_two_pages_are_a_sheet(options: dict[str, Any], spared: Path, tmp_path: Path) -> None:
    made = one_file(spared, tmp_path, **options)
    numbers = numbers_in(made.file)
    assert [page for _, page, _ in numbers] == [*range(1, len(numbers) + 1)]
    assert [sheet for sheet, *_ in numbers] == [1 + at // 2 for at in range(len(numbers))]
    assert len(numbers) % 2 == 0
    pages = pieces_in(made.file)
    for front, back in zip(pages[2::2], pages[3::2], strict=True):
        sides = {side for *_, side in back}
        text = front[0][0] == back[0][0] if front and back else False
        assert sides <= {"/Back"} or text, (front, back)


def test_metadata_and_outline(builds: BuildGame) -> None:
    reader = PdfReader(whole(builds, WINSTON))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Winston's Archive", "Talen Lee")
    assert "one_file=true" in str(reader.metadata.get("/Keywords"))


def test_alone_or_beside_the_single_files(spared: Path, tmp_path: Path) -> None:
    shared = ("errata", "--data", spared, "--out", tmp_path)
    done("build", "--one-file", *shared)
    assert set(files(tmp_path)) == {"errata/errata.pdf"}
    alone = files(tmp_path)["errata/errata.pdf"]
    result = run("build", *shared)
    names = ("errata", "deck", "rules", "spare")
    assert set(files(tmp_path)) == {f"errata/{name}.pdf" for name in names}
    assert files(tmp_path)["errata/errata.pdf"] == alone, "the same bytes again"
    _, deck, rules, _, last = (line.split() for line in result.stdout.splitlines())
    pieces = int(deck[2]) + int(rules[2])
    pages = int(deck[3]) + 2  # the rules have one, and a blank one behind it
    file = tmp_path / "errata" / "errata.pdf"
    assert [*last[:3], last[-1]] == ["errata", f"{pieces}", f"{pages + 2}", str(file)]


@pytest.mark.sweep
def test_its_options_are_those_of_the_components(tmp_path: Path) -> None:
    data = copied(DICE, tmp_path / "data").parent  # without its rulebook, which takes a second
    words = "--one-file --players 2 --copies 2 --paper letter --flip short --booklet"
    shared = ("--variant", "form_ink_saving", "--out", tmp_path, "--data", data)
    done("build", DICE, *words.split(), *shared)
    file = tmp_path / DICE / f"{DICE}.pdf"
    found = [piece[0] for page in pieces_in(file) for piece in page if piece[3] == "/Front"]
    counts = {name: found.count(name) for name in ("red", "green", "boss", "aid", "board")}
    assert counts == {"red": 12, "green": 0, "boss": 2, "aid": 4, "board": 2}
    assert found.count("form_ink_saving") == 4
    assert "form" not in found
    sizes = [page.mediabox[2:] for page in PdfReader(file).pages]
    assert {round(float(max(size)) / 72, 2) for size in sizes} == {11}
    words = words_of(file)
    assert "Toprintandmake,for2players,2copies" in words
    assert "fliponthelongedge" not in words
    outside = r"Rules·onesheet,outsideofthebooklet·sheet[0-9]+,page([0-9]+)of[0-9]+·printduplex"
    outsides = [int(page) for page in re.findall(outside, words)]
    assert len(outsides) == 2, "each copy is a booklet of its own"
    assert all(page % 2 for page in outsides)


def test_variants_are_printed_on_request(spared: Path, tmp_path: Path) -> None:
    shared = ("--data", spared, "--out", tmp_path)
    done("build", "errata", "--variant", "spare", *shared)
    assert "errata/deck.pdf" not in files(tmp_path)
    assert "errata/spare.pdf" in files(tmp_path)
    titles = [title for title, _ in outline(tmp_path / "errata" / "errata.pdf")]
    assert titles == ["Cover sheet", "Spare deck", "Rules"]


def test_one_variant_replaces_a_component(errata: Path) -> None:
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        for name in ("spare", "plain"):
            faces = "size: poker, instead_of: deck, faces: [{template: card.svg, rows: cards}]"
            file.write(f"  {name}: {{title: {name}, {faces}}}\n")
    both = ("--variant", "spare", "--variant", "plain")
    said = refused("build", "errata", "--data", errata.parent, *both)
    assert said.startswith("--variant: spare and plain both replace deck: name one of them\n")


def test_pages_on_one_side_are_said_to_be_the_odd_ones(builds: BuildGame) -> None:
    words = PdfReader(whole(builds, DICE)).pages[0].extract_text()
    blank = [at + 1 for at, page in enumerate(pieces_in(whole(builds, DICE))) if not page]
    odd = re.findall(r"one side: pages ([0-9]+)–([0-9]+) \(odd ones\)", words)
    both = re.findall(r"both sides: pages ([0-9]+)–([0-9]+)", words)
    assert [len(odd), len(both)] == [2, 2]
    told = {page for first, last in odd for page in range(int(first), int(last) + 1, 2)}
    told |= {page for first, last in both for page in range(int(first), int(last) + 1)}
    assert told.isdisjoint(blank)
    assert told | {*blank} == {*range(2, blank[-1] + 1)}
    sheets = re.findall(r"^([0-9]+) sheets? of", words, re.MULTILINE)
    assert numbers_in(whole(builds, DICE))[-1][0] == 1 + sum(map(int, sheets))


def test_cover_lists_prints_and_stand_ins(builds: BuildGame) -> None:
    """54 cards on 6 sheets of nine; seven aids on one; two pads on a leaf."""
    words = cover_of(whole(builds, WINSTON))
    rules = builds(WINSTON)["rules"].pages
    both = -(-rules // 2)
    for said in (
        "Card, both sides: pages 3–16 7 sheets of 200 to 300 g/m²; flip on the long edge",
        "Deck · pages 3–14 · 6 sheets · 54 pieces · 72 cuts with a knife, 144 with scissors",
        "Turn aids (6), Set-up aid (1) · pages 15–16 · 1 sheet · 7 pieces",
        f"Rules · pages 17–{16 + rules} · {both} sheets · {rules} pages",
        f"Score pad · page {17 + 2 * both} · 1 sheet · 2 pieces · 6 cuts One for each game.",
        "for 2 to 6 players",
    ):
        assert squeezed(said) in words, said
    words = cover_of(whole(builds, DICE))
    assert squeezed("Or use 6 dice of one colour a player, 3 white ones and 1 black one.") in words
    assert squeezed("Or use a coin or a medal (Worker of the Week).") in words
    for time in (
        "Handwork with a knife and ruler: about 3 h 20 min, 84 straight cuts; about 15 min with"
        " stand-ins, which need not be printed.",
        "Handwork with scissors: about",
    ):
        assert squeezed(time) in words, time


@pytest.mark.parametrize(("game", "number"), sweep([(DICE, 6), (ORWELL, 1)], [(DICE, 6)]))
def test_there_is_a_form_for_each_player_on_full_pages(
    game: str, number: int, builds: BuildGame
) -> None:
    forms = [name for name, one in card_data.load(game).components.items() if one.per_page]
    found = [piece[0] for page in pieces_in(whole(builds, game)) for piece in page]
    assert found.count(forms[0]) == number


@pytest.mark.sweep
def test_a_cover_has_as_many_pages_as_it_takes(errata: Path) -> None:
    faces = "size: poker, faces: [{template: back.svg}]"
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        for number in range(14):
            file.write(f"  part_{number}: {{title: Part {number}, {faces}}}\n")
    (errata / "rulebook.yaml").unlink()  # its clauses will do
    built = one_file(errata.parent, errata.parent / "out")
    assert [start for _, start in outline(built.file)][:2] == [0, 2]
    assert [sheet for sheet, *_ in numbers_in(built.file)][:5] == [1, 1, 2, 2, 3]
    words = words_of(built.file)
    assert all(f"Part{number}·page" in words for number in range(14))


@pytest.mark.sweep
@pytest.mark.parametrize("paper", sweep([*sheet_settings().papers], ["a5"]))
@pytest.mark.parametrize("game", sweep([*card_data.names()], [DICE]))
def test_every_game_s_file_is_made_for_every_paper(game: str, paper: str, tmp_path: Path) -> None:
    data = copied(game, tmp_path / "data").parent  # without its rulebook, which takes a second
    built = one_file(data, tmp_path, game, paper=paper)
    assert {total for *_, total in numbers_in(built.file)} == {built.pages}


def made(size: tuple[float, float], count: int, fonts: Fonts, **component: Any) -> Layout:
    game = card_data.load(WINSTON)
    declared = msgspec.structs.replace(game.components["aid"], **component)
    faces = [Face("one", *size, (), copies=count, corner=declared.corner, shape=declared.shape)]
    sheets = impose(faces, Imposition("t", "a4", "long"), sheet_settings(), fonts)
    return Layout(game, "aid", declared, faces, faces, sheets, Symbols(fonts))


def test_counted_cuts(fonts: Fonts) -> None:
    for size, number, stock, knife, scissors in (
        ((63, 88), 9, "card", 12, 6 + 3 * 6),  # three by three with gutters: six lines each way
        ((63, 88), 1, "card", 4, 4),
        ((63, 88), 10, "card", 12 + 4, 24 + 4),
        ((13, 13), 285, "card", 16 + 20, 16 + 15 * 20),  # 15 by 19 without gutters
        ((190, 125), 2, "paper", 6, 2 + 4),
        ((190, 255), 1, "paper", 0, 0),  # a leaf of plain paper stays as it is
        ((190, 255), 1, "card", 4, 4),
        ((210, 297), 1, "card", 0, 0),  # the whole sheet
    ):
        layout = made(size, number, fonts, paper=stock)
        for count, cuts in ((knife_cuts, knife), (scissor_cuts, scissors)):
            assert sum(cuts_of(sheet, layout, count) for sheet in layout.sheets) == cuts


def test_a_knife_cut_ends_where_it_would_cross_a_piece() -> None:
    rows: list[Box] = [((10, 30), (10, 20)), ((30, 50), (10, 20)), ((10, 50), (20, 30))]
    below: list[Box] = [((10, 30), (30, 40)), ((30, 50), (30, 40))]
    sheet: Box = ((0, 100), (0, 100))
    assert knife_cuts(rows, sheet) == 3 + 3, "the line between the upper two ends at the third"
    assert knife_cuts([*rows, *below], sheet) == 4 + 2 + 2
    assert scissor_cuts([*rows, *below], sheet) == 2 + 4 + 2, "after both sides, the rows"


def test_pieces_that_no_straight_cut_parts_take_four_cuts_each() -> None:
    wheel: list[Box] = [
        ((10, 30), (10, 20)), ((30, 40), (10, 30)), ((20, 40), (30, 40)), ((10, 20), (20, 40)),
    ]  # fmt: skip
    assert scissor_cuts(wheel, ((0, 100), (0, 100))) == 4 + 4 * 4
    assert knife_cuts(wheel, ((0, 100), (0, 100))) == 4 + 4


def planned(layout: Layout, options: Options = Options()) -> SheetSet:  # noqa: B008
    (place,) = page_ranges([layout], options, 0)
    return sheet_set(place, options, sheet_settings().handwork)


def test_the_time_is_that_of_cuts_and_of_other_work(fonts: Fonts) -> None:
    for count, component, options, minutes in (
        (1, {"paper": "card", "minutes_each": 3}, Options(), 3 + 4 * 20 / 60),
        (1, {"paper": "paper"}, Options(), 0),  # a leaf stays whole
        (3, {"shape": "round", "corner": 0}, Options(), 3 * 45 / 60),
        (10, {"paper": "card"}, Options(marks="silhouette"), 2),  # a minute a sheet
        (9, {"paper": "paper"}, Options(marks="silhouette"), 12 * 20 / 60),
    ):
        size = (40, 40) if component.get("shape") == "round" else (63, 88)
        found = planned(made(size, count, fonts, **component), options)
        assert found.knife.minutes == pytest.approx(minutes)
    assert planned(made((63, 88), 9, fonts)).scissors.minutes == pytest.approx(24 * 8 / 60)


def test_what_stands_in_saves_its_cuts(fonts: Fonts) -> None:
    for stand_in, saved in (("", 0), ("a die", 4 * 20 / 60)):
        layout = made((63, 88), 1, fonts, paper="card", stand_in=stand_in)
        assert planned(layout).knife.saved == pytest.approx(saved)


def test_a_board_in_parts_is_joined() -> None:
    options = Options(copies=2)
    layout = lay_out(card_data.load("verse_and_variant"), "spotlight", options, Typesetter())
    assert planned(layout, options).knife.minutes == pytest.approx(2 * 2 + 16 * 20 / 60)


def test_the_cover_says_what_the_plotter_cuts(errata: Path, tmp_path: Path) -> None:
    words = cover_of(one_file(errata.parent, tmp_path, marks="silhouette").file)
    assert squeezed("The plotter cuts card") in words
    assert squeezed("crop mark") not in words
    with (errata / "print.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "  slips: {title: Slips, size: quarter, faces: [{template: back.svg, copies: 2}]}"
        )
    words = cover_of(one_file(errata.parent, tmp_path, marks="silhouette").file)
    assert squeezed("printkit die writes. With a knife, cut") in words, "slips are of paper"


def test_times_are_rounded_up_to_five_minutes() -> None:
    found = [in_time(minutes) for minutes in (0, 5, 5.1, 59, 61, 120)]
    assert found == ["5 min", "5 min", "10 min", "1 h", "1 h 5 min", "2 h"]
