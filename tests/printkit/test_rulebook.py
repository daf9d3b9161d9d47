"""A rulebook on paper: its chapters with their pictures, then the clauses; each cites the other."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
from card_data import DataError
from printkit.drawing.bounds import corners
from printkit.drawing.geometry import IDENTITY, transformed
from printkit.drawing.shapes import Face, Group, Shape, Text, Use
from printkit.drawing.shapes import Path as DrawnPath
from printkit.drawing.traversal import texts, traverse, walk
from printkit.faces.filling_in import CROSS, fields_on_face
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.templating.environment import Facts
from tests.card_data.copies import copied, edit
from tests.printkit.pdf_pages import shipped
from tests.rulebooks import in_its_own_size, pages_of, rulebook, told_by
from tests.sweeps import sweep

GAMES = Path(__file__).parent.parent / "tiny_game"


def booklet(game: Path, **options: Any) -> Layout:
    data = game.parent
    chosen = Options(data=data, **options)
    return lay_out(card_data.load(game.name, data), "rules", chosen, Typesetter())


@cache
def tiny() -> Layout:
    return booklet(GAMES / "errata")


def shapes(layout: Layout) -> Iterator[Shape]:
    for face in layout.faces:
        yield from walk(face.shapes)


def runs(layout: Layout) -> list[Text]:
    return [shape for shape in shapes(layout) if isinstance(shape, Text)]


def said(layout: Layout) -> str:
    return " ".join(text.text for text in runs(layout))


def in_order(words: str, *parts: str) -> bool:
    places = [words.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def at_the_table(game: str) -> set[str]:
    """The clauses that players need, not the scorer alone."""
    sections = card_data.load(game).sections
    return {clause.id for section in sections if not section.scorer for clause in section.clauses}


def test_rulebook_is_in_order() -> None:
    assert in_order(
        said(tiny()), "You both copy", "Your aim", "Set-up", "A turn", "What people ask",
        "House rules", "clause by clause", "ER-1.3 Whoever", "Credits",
    )  # fmt: skip
    assert "a race · 2 players" in said(tiny())


def test_chapters_and_clauses_cite_each_other_and_no_clause_itself() -> None:
    groups = [shape for shape in shapes(tiny()) if isinstance(shape, Group)]
    links: dict[str, list[str]] = {}
    for text in runs(tiny()):
        links.setdefault(text.link, []).append(text.text)
    assert links.keys() - {""} <= {group.anchor for group in groups}
    assert links["ER-1.1"] == ["1.1"]
    assert "Set-up" in " ".join(links["chapter-1"])
    for group in groups:
        if group.anchor.startswith("ER-"):
            assert group.anchor not in {text.link for text in texts(group.shapes)}


def test_a_clause_names_its_chapter_where_it_is_another_than_before() -> None:
    """Nor if the chapter has the title of the clause's section."""
    told = Facts(card_data.load("dice_archive")).told_in
    book = rulebook("dice_archive")
    named = {clause: book.chapters[chapter].title for clause, chapter in told.items()}
    assert named["DA-1.2"] == "Tables, spaces and needs"
    assert not named.keys() & {"DA-1.3", "DA-1.4", "DA-2.1", "DA-5.2"}


@pytest.mark.parametrize("game", sweep(card_data.names(), ["dice_archive"]))
def test_words_before_a_colon_stand_above_what_they_lead_to(game: str) -> None:
    for face in shipped(game, "rules", Options()).faces:
        blocks = [one for one in face.shapes if isinstance(one, Group) and one.role]
        for one, following in itertools.pairwise([*blocks, blocks[0]]):
            words = list(texts(one.shapes))
            if one.role == "P" and words and words[-1].text.endswith(":"):
                assert words[-1].y < max(text.y for text in texts(following.shapes)), words


def test_house_rules_are_described_in_words(errata: Path) -> None:
    def now() -> str:
        return re.sub(r"\s+", " ", said(booklet(errata)))

    assert "Hands lie face up. In this book: not used." in now()
    edit(errata / "game.yaml", "face up.\n", 'face up.\n    aid: {"true": you see, "false": no}\n')
    assert "In this book: no." in now()
    edit(errata / "game.yaml", "value: false", "value: true")
    assert "In this book: you see." in now()


def test_without_a_rulebook_there_are_the_clauses_alone(errata: Path) -> None:
    (errata / "rulebook.yaml").unlink()
    words = said(booklet(errata))
    assert "clause by clause" not in words
    assert "ER-1.1 Deal 3 cards" in words


MORE = """\
first_turn:
  title: Ann begins
  blocks:
    - text: She plays a comma (ER-1.2).
    - figure: sum
glossary:
  leaf: A card.
index:
  dealing: [ER-1.1]
  winning: [ER-1.3]
reference:
  title: a turn
  blocks:
    - table: {head: [Card, Value], rows: [[a comma, "1"], [a line, "3"]], widths: [3, 1]}
"""


@pytest.fixture
def full(errata: Path) -> Path:
    with (errata / "rulebook.yaml").open("a", encoding="utf-8") as file:
        file.write(MORE)
    return errata


def test_first_turn_comes_first_and_the_index_leads_to_pages_and_clauses(full: Path) -> None:
    edit(full / "rulebook.yaml", "      - figure: sum\n      - note", "      - note")
    layout = booklet(full)
    assert in_order(
        said(layout), "Your aim", "Your first turn: Ann begins", "She plays a comma", "Set-up",
        "House rules", "Glossary", "leaf", "clause by clause", "Index", "dealing", "winning",
        "Credits", "Quick reference: a turn", "Value",
    )  # fmt: skip
    pages = pages_of(layout)
    lines = [[*texts(face.shapes)] for face in layout.faces]
    (entry,) = [
        [one for one in line if one.y == word.y and one.x > word.x]
        for line in lines for word in line if word.text.startswith("dealing")
    ]  # fmt: skip
    numbers = [one for one in entry if one.link]
    targets = {"rulebook.chapters.0.blocks.0.steps.1", "ER-1.1"}
    assert {one.link for one in numbers} <= targets
    assert {one.text for one in numbers} == {str(pages[target]) for target in targets}


def test_the_head_has_time_age_colour_and_emblem(errata: Path) -> None:
    more = 'minutes: {min: 5, max: 10}\nage: 8\naccent: "#1f4e5f"\nemblem: quill\n'
    edit(errata / "game.yaml", "players: {", f"{more}players: {{")
    layout = booklet(errata)
    assert "2 players · 5 to 10 minutes · age 8 and up" in said(layout)
    fills = {text.fill for text in runs(layout)}
    assert "#1f4e5f" in fills
    assert "#8c2f39" not in fills
    assert "quill" in {shape.symbol for shape in shapes(layout) if isinstance(shape, Use)}


@pytest.mark.parametrize("folded", [False, True])
def test_numbers_of_clauses_stand_in_the_margin_and_nowhere_else(folded: bool) -> None:
    layout = booklet(GAMES / "errata", booklet=True) if folded else tiny()
    assert "(ER-" not in said(layout)
    for face in layout.faces:
        notes = [text for text in texts(face.shapes) if re.fullmatch(r"\d\.\d", text.text)]
        assert {note.link for note in notes} <= {"ER-1.1", "ER-1.2", "ER-1.3"}
        others = [text for text in texts(face.shapes) if text not in notes]
        for note in notes:
            assert not any(
                text.x < note.x + note.width + 0.3 and note.x < text.x + text.width + 0.3
                for text in others if abs(text.y - note.y) < 2
            )  # fmt: skip


NESTED = "  a: {title: A, position: a.yaml, blocks: [{example: a}]}"


@pytest.mark.parametrize(("file", "old", "new", "message"), [
    ("rulebook", "(ER-1.2)", "(ER-8.8)", r"no clause ER-8\.8"),
    ("rules", "draw one", "draw (ER-8.8)", r"no clause ER-8\.8"),
    ("rulebook", "dealing: [ER-1.1]", "dealing: [ER-9.9]", "no clause ER-9.9"),
    ("rulebook", '[a line, "3"]', "[a line]", "found 1 cell, expected 2"),
    ("rulebook", "widths: [3, 1]", "widths: [3]", "found 1, expected 2"),
    ("rulebook", "- figure: sum\nglossary", "- example: a\nglossary", "cannot stand in the first"),
    ("rulebook", "glossary:\n", f"examples:\n{NESTED}\nglossary:\n", "cannot stand in another"),
])  # fmt: skip
def test_error_is_reported_at_its_line(
    file: str, old: str, new: str, message: str, full: Path
) -> None:
    edit(full / f"{file}.yaml", old, new)
    with pytest.raises(DataError, match=message) as refused:
        card_data.load_rulebook(card_data.load("errata", full.parent))
    problem = refused.value.problems[0]
    assert Path(problem.file).name == f"{file}.yaml"
    assert problem.line > 5


def test_pages_have_numbers_and_say_the_chapter_they_begin_in(errata: Path) -> None:
    more = "\n".join(f"      - text: {'Play on and on, card by card. ' * 20}" for _ in range(40))
    edit(
        errata / "rulebook.yaml", "      - text: Play a card", f"{more}\n      - text: Play a card"
    )
    faces = booklet(errata).faces
    assert len(faces) > 2
    for number, face in enumerate(faces, 1):
        assert re.search(rf"(^| ){number}( |$)", " ".join(one.text for one in texts(face.shapes)))
    assert [one.text for one in texts(faces[1].shapes)][:2] == ["Errata", "A turn"]


def test_a_line_break_in_a_label_begins_a_line(errata: Path) -> None:
    new = 'text: "the pile,\\nface down", align'
    edit(errata / "rulebook.yaml", "text: the pile, align", new)
    found = {run.text: run for run in runs(booklet(errata))}
    first, second = found["the pile,"], found["face down"]
    assert 3 < second.y - first.y < 5
    assert first.x + first.width / 2 == pytest.approx(second.x + second.width / 2)


SHEETS = """\
about: Three sentences.
objective: Win.
chapters:
  - {title: A week, blocks: [{figure: form}]}
figures:
  form:
    caption: Bo's form.
    says: A form with a name.
    width: 80
    height: 52
    pieces:
      - {component: token, face: token, x: 60, y: 30, width: 10}
    sheets:
      - {component: form, example: week, x: 0, y: 0, width: 76, form: 2}
examples:
  week: {title: A week, record: week.yaml, blocks: []}
"""
WEEK = """\
record: dice_archive
players: [Ann, Bo]
moves:
  - table: 6 6 6 / 1
"""


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    folder = copied("dice_archive", tmp_path)
    (folder / "week.yaml").write_text(WEEK, "utf-8")
    return folder


def dice_booklet(folder: Path, old: str = "", new: str = "") -> Layout:
    (folder / "rulebook.yaml").write_text(SHEETS.replace(old, new, 1), "utf-8")
    return booklet(folder)


def figure_in(layout: Layout) -> Group:
    groups = (shape for shape in shapes(layout) if isinstance(shape, Group))
    return next(group for group in groups if group.role == "Figure")


def test_a_sheet_is_drawn_as_the_example_leaves_it(sheets: Path) -> None:
    """It is part of the figure, whose words stand for it where the book is read aloud; pieces lie
    on it. It bears an X on the details that it names, and may show one detail alone."""
    figure = figure_in(dice_booklet(sheets))
    assert figure.says == "A form with a name."
    sheet, token = (
        {text.text for text in texts((shape,))}
        for shape in walk(figure.shapes)
        if isinstance(shape, Group) and shape.clip is not None
    )
    assert "Bo" in sheet - token
    assert "Ann" not in sheet
    figure = figure_in(dice_booklet(sheets, "form: 2}", 'form: 2, crosses: "left right"}'))
    paths = [shape for shape in walk(figure.shapes) if isinstance(shape, DrawnPath)]
    assert sum(path.style == CROSS for path in paths) == 2
    figure = figure_in(dice_booklet(sheets, "form: 2}", "form: 2, detail: left}"))
    assert "Bo" not in {text.text for text in texts((figure,))}


@pytest.mark.parametrize(("old", "new", "message"), [
    ("example: week", "example: weak", "no example weak; did you mean week"),
    ("form: 2", "form: 3", "there is nothing to write on the form, number 3"),
    ("form: 2", "form: 2, detail: lfet", "no detail 'lfet' of form; did you mean left"),
    ("form: 2", "form: 2, crosses: left rihgt", "no detail 'rihgt' of form; did you mean right"),
])  # fmt: skip
def test_wrong_sheet_is_reported_at_its_line(
    old: str, new: str, message: str, sheets: Path
) -> None:
    line = next(number for number, text in enumerate(SHEETS.splitlines(), 1) if old in text)
    with pytest.raises(DataError, match=message) as refused:
        dice_booklet(sheets, old, new)
    (problem,) = refused.value.problems
    assert (Path(problem.file).name, problem.line) == ("rulebook.yaml", line)


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_nothing_is_smaller_than_8_pt(game: str, folded: bool) -> None:
    faces = shipped(game, "rules", Options(booklet=folded)).faces
    sizes = {text.size * 72 / 25.4 for face in faces for text in in_its_own_size(face.shapes)}
    assert len(sizes) > 3
    assert min(sizes) >= 8 - 0.01


@pytest.mark.sweep
@pytest.mark.parametrize("game", sweep(card_data.names(), ["manuscript"]))
def test_large_print_takes_more_pages(game: str) -> None:
    layout = shipped(game, "rules", Options(large_print=True))
    assert len(layout.faces) > len(shipped(game, "rules", Options()).faces)


@pytest.mark.parametrize("game", sweep(card_data.names(), ["dice_archive"]))
def test_the_examples_hold(game: str) -> None:
    assert told_by(card_data.load(game)) == set()


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_a_picture_of_part_of_a_sheet_cuts_no_field_apart(game: str) -> None:
    for figure in rulebook(game).figures.values():
        for sheet in figure.sheets:
            if sheet.window is None:
                continue
            faces = shipped(game, sheet.component, Options()).faces
            left, top, wide, high = sheet.window
            for one in fields_on_face(faces[0].shapes):
                x, y, width, height = one.box
                inside = [
                    min(end, at + span) - max(start, at)
                    for start, end, at, span in (
                        (left, left + wide, x, width), (top, top + high, y, height)
                    )
                ]  # fmt: skip
                apart = min(inside) < 0.1
                whole = inside == pytest.approx([width, height], abs=0.1)
                assert apart or whole or one.field.kind == "grid", (sheet.component, one.field.name)


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_no_label_of_a_sheet_runs_into_a_field(game: str) -> None:
    components = card_data.load(game).components.items()
    flat = [name for name, one in components if one.back is None and not one.booklet]
    assert flat
    for component in flat:
        face = shipped(game, component, Options()).faces[0]
        boxes = [one.box for one in fields_on_face(face.shapes)]
        for visit in traverse(face.shapes) if boxes else ():
            if isinstance(visit.shape, Text):
                text, (x, y) = visit.shape, transformed(visit.matrix, visit.shape.x, visit.shape.y)
                for box in boxes:
                    beside = x < box.x and box.y < y - 0.3 * text.size < box.y + box.height
                    assert not beside or x + text.width < box.x + 0.1, (component, text.text)


EDITED = ("winstons_archive", "dice_archive", "nineteen_eighty_four")
TINT_EXAMPLE = "#e9efee"
PRINTS = sweep(itertools.product(EDITED, ["a4", "letter"]), [("winstons_archive", "a4")])

WAYS = {"plain": Options(), "booklet": Options(booklet=True),
        "large print": Options(large_print=True)}  # fmt: skip
FILLED = sweep(itertools.product(card_data.names(), ["a4", "letter"], WAYS), [])


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "paper", "way"), FILLED)
def test_no_third_of_a_column_is_blank(game: str, paper: str, way: str) -> None:
    """But on the last page, which ends with the quick reference and is more than a third full.
    In large print and booklets, whose pages have fewer lines, it may be a little more."""
    layout = shipped(game, "rules", msgspec.structs.replace(WAYS[way], paper=paper))
    *faces, last = layout.faces
    times = layout.component.large_print if way == "large print" else 1.0
    end = [last] if way == "plain" else layout.faces[-3:]  # elsewhere it may be split
    said = (one.text for face in end for one in texts(face.shapes))
    assert any(one.startswith("Quick reference") for one in said)
    assert max(blank_shares(last, times)) <= 0.65
    for number, face in enumerate(faces, 1):
        assert max(blank_shares(face, times)) < (1 / 3 if way == "plain" else 0.38), number


def blank_shares(face: Face, times: float) -> Iterator[float]:
    """The share of each column of a page, printed so many times its size, that is blank at its
    foot."""
    width, bottom = face.width / times, face.height / times - 16
    columns = [(14.0, width / 2 - 8), (width / 2 + 2, width - 22)]
    if width < 160:
        columns = [(12.0, width - 19)]
    places = [[(x / times, y / times) for x, y in corners((one,), IDENTITY)] for one in face.shapes]
    for left, right in columns:
        ends = (
            max(y for _, y in points)
            for points in places
            if points and min(x for x, _ in points) < right and max(x for x, _ in points) > left
        )
        yield (bottom - max(one for one in ends if one < bottom + 1)) / (bottom - 20)


CHAPTERS = re.compile(r"chapter-\d+|example-.*|house-rules|glossary|clauses")
PASSED = {("nineteen_eighty_four", "letter", "example-walk")}  # its page would be half blank


@pytest.mark.parametrize(
    ("game", "paper"),
    sweep(itertools.product(card_data.names(), ["a4", "letter"]), [("winstons_archive", "a4")]),
)
def test_an_example_stands_in_its_chapter(game: str, paper: str) -> None:
    """A wide one that has no room goes before text of its chapter, not into the next."""
    homes = {
        f"example-{block.example}": f"chapter-{number}"
        for number, chapter in enumerate(rulebook(game).chapters, 1)
        for block in chapter.blocks
        if block.example is not None
    }
    chapter, stands = "", {}
    for shape in shapes(shipped(game, "rules", Options(paper=paper))):
        if isinstance(shape, Group) and CHAPTERS.fullmatch(shape.anchor):
            if shape.anchor in homes:
                stands[shape.anchor] = chapter
            else:
                chapter = shape.anchor
    strays = {name for name in homes if stands[name] != homes[name]}
    assert {(game, paper, name) for name in strays} <= PASSED


@pytest.mark.parametrize(("game", "paper"), PRINTS)
def test_examples_are_boxes_and_clauses_linked_in_the_margin_only(game: str, paper: str) -> None:
    """Each example and the first turn, before all chapters, is one box on one page. The clauses'
    numbers stand beside the text, inside the safe area and apart from each other."""
    book, layout = rulebook(game), shipped(game, "rules", Options(paper=paper))
    boxes = [
        number for number, face in enumerate(layout.faces, 1) for shape in walk(face.shapes)
        if isinstance(shape, DrawnPath) and shape.style.fill == TINT_EXAMPLE
    ]  # fmt: skip
    pages = pages_of(layout)
    told = [f"example-{name}" for name, example in book.examples.items() if example.blocks]
    assert sorted(boxes) == sorted(pages[name] for name in ("first-turn", *told))
    assert pages["first-turn"] <= pages["chapter-1"]
    prefix = card_data.load(game).head.prefix
    assert f"({prefix}-" not in said(layout)
    found: set[str] = set()
    for face in layout.faces:
        notes = [one for one in texts(face.shapes) if one.link == f"{prefix}-{one.text}"]
        found |= {note.link for note in notes}
        for note in notes:
            assert note.x + note.width <= face.width - layout.component.safe + 0.01
            others = [one for one in notes if one is not note and abs(one.x - note.x) < 1]
            assert all(abs(one.y - note.y) > 0.9 * note.size for one in others)
    assert found == at_the_table(game)


def test_the_contents_and_the_index_name_the_right_pages() -> None:
    layout = shipped("winstons_archive", "rules", Options())
    pages = pages_of(layout)
    numbers = [one for face in layout.faces for one in texts(face.shapes) if one.text.isdecimal()]
    linked = {one.link: int(one.text) for one in numbers if one.link in pages}
    assert {"first-turn", "chapter-1", "clauses", "index", "reference", "WA-4.1"} <= linked.keys()
    assert {name: pages[name] for name in linked} == linked


@pytest.mark.parametrize("game", card_data.names())
def test_every_clause_for_the_table_is_cited(game: str) -> None:
    """Outside the clauses themselves: in a chapter, in an answer or under a picture."""
    table = at_the_table(game)
    said = msgspec.json.encode(rulebook(game)).decode()
    initials = min(table)[:2]
    assert set(re.findall(rf"{initials}-[0-9]+\.[0-9]+", said)) == table


SCORERS = re.compile(r"\b(record|solver|scorer|position|provisional|running|program)\b", re.I)


FOR_THE_SCORER = """        scorer: Commas are written first.
  - title: Checking
    scorer: true
    clauses:
      - {id: ER-2.1, text: Nobody holds eleven cards.}
  - title: After that
    clauses:
      - {id: ER-3.1, text: Play again.}
"""


def test_sections_for_the_scorer_are_not_printed(errata: Path) -> None:
    last = "        ruling: A player without a card passes.\n"
    edit(errata / "rules.yaml", last, last + FOR_THE_SCORER)
    found = said(booklet(errata))
    for words in ("without", "After that", "ER-3.1", "again."):
        assert words in found
    for words in ("Commas", "Checking", "ER-2.1", "eleven"):
        assert words not in found


@pytest.mark.parametrize("name", card_data.names())
def test_printed_clauses_do_not_mention_the_scorer(name: str) -> None:
    game = card_data.load(name)
    assert game.sections[-1].scorer or name == "verse_and_variant"
    for section in game.sections:
        for clause in section.clauses:
            for said in (clause.text, clause.ruling, clause.house):
                assert section.scorer or not SCORERS.search(said or ""), clause.id


@pytest.mark.parametrize("name", card_data.names())
def test_every_house_rule_has_words_for_its_value(name: str) -> None:
    for option in card_data.load(name).options().values():
        assert option.words() == option.now
        assert len(option.aid) == 2
