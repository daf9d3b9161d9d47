"""What is wrong in a template is reported once, with its line; a text of the data at its row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
from card_data import DataError, Game, Problem
from card_data.limits import LARGEST_TEMPLATE
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.typography.fonts import Fonts
from tests.card_data.copies import copied, edit
from tests.sweeps import sweep

LONG = "word " * 300


def problems(errata: Path, fonts: Fonts, component: str = "deck") -> list[Problem]:
    """What laying out a component of the tiny game says; it must say something."""
    options = Options(data=errata.parent)
    with pytest.raises(DataError) as raised:
        lay_out(card_data.load(errata.name, errata.parent), component, options, Typesetter())
    return list(raised.value.problems)


def template(errata: Path, text: str, name: str = "card.svg") -> str:
    """Write a template of the tiny game; its path as messages show it."""
    file = errata / "templates" / name
    file.write_text(text, "utf-8")
    return str(file)


def test_a_mistake_is_reported_once_with_the_rows_it_hits(errata: Path, fonts: Fonts) -> None:
    file = template(errata, "<svg>\n  <g>\n    <rct/>\n  </g>\n</svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.column) == (file, 3, 5)
    assert problem.message.startswith("<rct>: unknown element; did you mean rect?")
    assert problem.message.endswith("(in 4 of 4 rows of cards; the first is comma)")


def test_a_mistake_that_hits_one_row_names_it(errata: Path, fonts: Fonts) -> None:
    file = template(errata, "<svg>\n{% if card.id == 'page' %}\n  <rct/>{% endif %}\n</svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.column, problem.item) == (file, 3, 3, "page")
    assert str(problem) == f"{file}:3:3: page: <rct>: unknown element; did you mean rect?"


@pytest.mark.parametrize(
    "body",
    [
        "{# a\n comment with a <tag> #}\n",
        "{% set words = '<b> }} %}' %}\n\n",
        '{% set words %}{{ "}} <b>" }}{% endset %}\n\n',
        "{% if 1 <2 and w <h %}\n{% endif %}\n",
        "{% for n in range(3) %}\n{% endfor %}\n",
        '<text x="9"\n      y="9">a <b>b</b></text>\n',
    ],
)
def test_lines_are_those_of_the_template(body: str, errata: Path, fonts: Fonts) -> None:
    """Whatever Jinja2 makes of the lines before."""
    file = template(errata, f"<svg>\n{body}<rct/></svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.column) == (file, 4, 1)


def test_a_macro_of_another_file_is_reported_there(errata: Path, fonts: Fonts) -> None:
    used = template(errata, "{% macro bad() %}\n\n <rct/>\n{{ nope }}{% endmacro %}", "parts.svg")
    text = '{% import "parts.svg" as parts %}\n<svg>{{ parts.bad() }}</svg>'
    template(errata, text)
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line) == (used, 4)
    assert problem.message.startswith("unknown name 'nope'")
    edit(errata / "templates" / "parts.svg", "{{ nope }}", "")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.column) == (used, 3, 2)
    template(errata, '{% import "parts.svg" as parts %}\n<svg>{{ parts.bda() }}</svg>')
    assert "did you mean bad?" in problems(errata, fonts)[0].message


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("{% set ink = card.color %}", "unknown name 'color'"),
        ("{% set ink = crad.word %}", "unknown name 'crad'; did you mean card?"),
        ("{% macro box(tall) %}{{ tall }}{% endmacro %}", "parameter 'tall' was not provided"),
        ("{% set ink = card.word.__class__ %}", "unknown name '__class__'"),
    ],
)
def test_an_unknown_name_is_reported_where_it_is_written(
    before: str, said: str, errata: Path, fonts: Fonts
) -> None:
    """Not where its value is used at last."""
    use = "{{ box() }}" if "macro" in before else "{{ ink }}"
    file = template(errata, f"<svg>\n\n{before}\n\n<text>\n{use}</text></svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line) == (file, 3)
    assert problem.message.startswith(said)


@pytest.mark.parametrize(
    "body",
    ['<rect width="{{ card.value - 9 }}" height="5"/>', '<rect fill="{{ card.icon }}"/>'],
)
def test_a_mistake_is_reported_once_whatever_the_row_holds(
    body: str, errata: Path, fonts: Fonts
) -> None:
    file = template(errata, f"<svg>\n{body}</svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.column) == (file, 2, 1)
    assert problem.message.endswith("(in 4 of 4 rows of cards; the first is comma)")


@pytest.mark.parametrize("end", ["</g>\n</svg>", ""])
def test_an_element_that_is_not_closed_is_reported_where_it_is_opened(
    end: str, errata: Path, fonts: Fonts
) -> None:
    icon = '<icon name="quill" x="1" y="1" size="3">'
    file = template(errata, f"<svg>\n<g>\n<rect width='1' height='1'/>\n  {icon}\n{end}")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.column) == (file, 4, 3)
    assert problem.message.startswith("<icon> is not closed: not well-formed")


def test_expats_line_is_mapped_back(errata: Path, fonts: Fonts) -> None:
    loop = "{% for n in range(9) %}\n<g>\n{% endfor %}"
    file = template(errata, f"<svg>\n{loop}\n<text>\n a & b</text></svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line) == (file, 6)
    assert "not well-formed" in problem.message
    assert "<?" not in problem.message


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("card.svg", "crad.svg", "faces no. 1, template"),
        ("rows: cards,", "rows: cards, back: crad.svg,", "faces no. 1, back"),
        ("back: back.svg", "back: crad.svg", "back"),
        ("back: back.svg", "symbols: crad.svg", "symbols"),
    ],
)
def test_a_missing_template_is_reported_where_print_yaml_names_it(
    old: str, new: str, field: str, errata: Path, fonts: Fonts
) -> None:
    line = edit(errata / "print.yaml", old, new)
    (problem,) = problems(errata, fonts)
    text = (errata / "print.yaml").read_text("utf-8").splitlines()[line - 1]
    assert (problem.file, problem.line) == (str(errata / "print.yaml"), line)
    assert problem.column == text.index("crad.svg") + 1
    assert (problem.item, problem.field) == ("deck", field)
    assert problem.message == "no template crad.svg; did you mean card.svg?"


def test_a_wrong_text_of_the_data_is_reported_at_its_row(errata: Path, fonts: Fonts) -> None:
    """Also where a filter refuses it, before there is an element to blame."""
    line = edit(errata / "cards.yaml", "word: The wrong page", "word: The <em>wrong</em> page")
    text = (errata / "templates" / "card.svg").read_text("utf-8")
    template(errata, text.replace("{{ card.word }}", "{{ card.word|rich }}"))
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line) == (str(errata / "cards.yaml"), line)
    assert (problem.item, problem.field) == ("page", "word")
    assert "<em>" in problem.message


@pytest.mark.parametrize(
    ("field", "file", "line", "item", "column"),
    [
        ("word", "cards.yaml", 2, "comma", "word"),
        ("cards.page.word", "cards.yaml", 5, "page", "word"),
        ("rules.ER-1.2.text", "rules.yaml", 7, "ER-1.2", "text"),
        ("rules.sections.0.title", "rules.yaml", 2, "", "sections no. 1, title"),
        ("game.title", "game.yaml", 1, "", "title"),
        ("game.options.open_hands.text", "game.yaml", 18, "", "options.open_hands.text"),
    ],
)
def test_a_text_that_does_not_fit_is_reported_where_it_comes_from(
    field: str, file: str, line: int, item: str, column: str, errata: Path, fonts: Fonts
) -> None:
    """The field of a textbox names the data, of the face's own row or of any other."""
    box = f'<textbox field="{field}" x="9" y="9" width="20" height="9">{LONG}</textbox>'
    template(errata, f"<svg>{box}</svg>")
    problem = problems(errata, fonts)[0]
    assert (problem.file, problem.line) == (str(errata / file), line)
    assert problem.column > 1
    assert (problem.item, problem.field) == (item, column)
    assert "does not fit: needs" in problem.message


def test_a_wrong_attribute_of_a_textbox_is_the_templates_mistake(
    errata: Path, fonts: Fonts
) -> None:
    """Its field names a text of the data, which is all right."""
    box = '<textbox field="word" align="middle" x="9" y="9" width="20" height="9">a</textbox>'
    file = template(errata, f"<svg>\n{box}</svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.field) == (file, 2, "")
    assert "align: found 'middle'" in problem.message


@pytest.mark.parametrize(
    "field", ["cards.none.word", "cards.page.wrod", "wrod", "game.titel", "rules.ER-9.9.text"]
)
def test_a_field_that_names_nothing_is_reported_in_the_template(
    field: str, errata: Path, fonts: Fonts
) -> None:
    box = f'<textbox field="{field}" x="9" y="9" width="20" height="9">{LONG}</textbox>'
    file = template(errata, f"<svg>\n{box}</svg>")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line, problem.field) == (file, 2, field)


def test_a_text_of_a_row_of_several_lines_is_reported_at_its_own_line(
    errata: Path, fonts: Fonts
) -> None:
    row = f"- id: page\n    word:\n      {LONG}\n    value: 5\n    icon: scroll"
    line = edit(
        errata / "cards.yaml", "- {id: page, word: The wrong page, value: 5, icon: scroll}", row
    )
    (problem,) = problems(errata, fonts)
    assert (problem.line, problem.column, problem.item) == (line + 2, 7, "page")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("salt &pepper;", "not well-formed"),
        ("a <em>wrong</em> word", "<em>"),
        ("less <more", "not well-formed"),
        ("an <icon name='quil'/>", "did you mean quill?"),
    ],
)
@pytest.mark.parametrize(
    ("file", "text", "field"),
    [
        ("rules.yaml", "In turn, play a card and draw one.", "text"),
        ("game.yaml", "Hands lie face up.", "options.open_hands.text"),
    ],
)
def test_a_wrong_text_of_the_rules_is_reported_at_its_line(
    wrong: str, said: str, file: str, text: str, field: str, errata: Path, fonts: Fonts
) -> None:
    """It is never blamed on the booklet that ships with the kit."""
    (errata / "rulebook.yaml").unlink()
    line = edit(errata / file, text, wrong)
    (problem,) = problems(errata, fonts, "rules")
    assert (problem.file, problem.line, problem.field) == (str(errata / file), line, field)
    assert said in problem.message


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ('<icon name="quil"/> {{ card.word }}', 3, "no icon or symbol 'quil'; did you mean quill?"),
        ("<icon nme='quill'/> {{ card.word }}", 3, "attribute name is missing"),
        (
            "<em>a</em> {{ card.word }}",
            3,
            "<em> in a text: expected <b>, <i>, <br/>, <icon/>, <span> or <a>",
        ),
        ("漢 {{ card.word }}", 1, "has no glyph for '漢'"),
    ],
)
def test_a_mistake_of_the_template_inside_a_text_is_reported_there(
    text: str, column: int, said: str, errata: Path, fonts: Fonts
) -> None:
    """Once, and not at the rows, whose texts are all right."""
    box = f'<textbox field="word" x="9" y="9" width="40" height="30">\n  {text}</textbox>'
    file = template(errata, f"<svg>\n{box}</svg>")
    (problem,) = problems(errata, fonts)
    line = 3 if column == 3 else 2
    assert (problem.file, problem.line, problem.column) == (file, line, column)
    assert said in problem.message


def test_a_glyph_that_a_row_asks_for_is_reported_there(errata: Path, fonts: Fonts) -> None:
    line = edit(errata / "cards.yaml", "word: A letter", "word: A 漢 letter")
    (problem,) = problems(errata, fonts)
    assert (problem.line, problem.item, problem.field) == (line, "letter", "word")


def test_a_component_whose_tables_are_empty(errata: Path, fonts: Fonts) -> None:
    (errata / "cards.yaml").write_text("cards: []\n", "utf-8")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.item) == (str(errata / "print.yaml"), "deck")
    assert problem.message == "there is nothing to print: its tables have no rows"


def not_the_rules(game: Game[Any]) -> list[str]:
    """The components but for the rules, which show no rows and take longest."""
    return [name for name, component in game.components.items() if not component.booklet]


@pytest.mark.parametrize("name", sweep(card_data.names(), ["winstons_archive"]))
def test_no_template_is_blamed_for_a_long_text_of_the_data(name: str, fonts: Fonts) -> None:
    """Every text of every table far too long: each is reported at its row, none at a template."""
    game = card_data.load(name)
    tables = {
        table: tuple(
            msgspec.structs.replace(row, **{
                column: LONG[:250]  # so that there is time to read them all
                for column in ("title", "text", "author", "line", "place")
                if isinstance(getattr(row, column, None), str)
            })
            for row in game.rows(table)
        )
        for table in game.tables()
    }  # fmt: skip
    long = msgspec.structs.replace(game, data=msgspec.structs.replace(game.data, **tables))
    reported: set[Problem] = set()
    for component in not_the_rules(game):
        try:
            lay_out(long, component, Options(), Typesetter())
        except DataError as error:
            reported.update(one for one in error.problems if "stopped after" not in one.message)
    assert reported
    assert {Path(problem.file).suffix for problem in reported} == {".yaml"}
    assert all(problem.line and problem.item and problem.field for problem in reported)


ROOMS = [
    ("verse_and_variant", "aids", "places"),
    ("verse_and_variant", "aids", "ties"),
    ("manuscript", "aids", "scrape"),
    ("dice_archive", "aids", "tasks"),
    ("dice_archive", "phases", "weekend"),
    ("nineteen_eighty_four", "steps", "roll"),
    ("nineteen_eighty_four", "dice", "purple"),
    ("winstons_archive", "aids", "take"),
    ("winstons_archive", "aids", "win"),
]


@pytest.mark.parametrize(
    ("game", "table", "slip"),
    sweep(
        ROOMS,
        [
            ("dice_archive", "phases", "weekend"),
            ("nineteen_eighty_four", "dice", "purple"),
            ("winstons_archive", "aids", "take"),
        ],
    ),
)
def test_a_line_of_an_aid_that_is_too_long_does_not_blame_the_others(
    game: str, table: str, slip: str, fonts: Fonts
) -> None:
    """The lines share their height: one far too long leaves too little for the rest."""
    loaded = card_data.load(game)
    rows = tuple(
        msgspec.structs.replace(row, text=row.text + " and one more word" * 25)  # type: ignore[attr-defined]
        if row.id == slip else row
        for row in loaded.rows(table)
    )  # fmt: skip
    data = msgspec.structs.replace(loaded.data, **{table: rows})
    with pytest.raises(DataError) as raised:
        lay_out(msgspec.structs.replace(loaded, data=data), "aid", Options(), Typesetter())
    (problem,) = raised.value.problems
    assert (problem.file, problem.item, problem.field) == (f"{game}/{table}.yaml", slip, "text")
    assert problem.message.startswith("does not fit: needs ")
    assert problem.message.endswith(" beside the others")


NAMES = ("icon", "mark", "sign", "emblem", "drawing")  # columns that name an icon or a drawing
ICON_COLUMNS = [
    (game.id, table, column)
    for game in map(card_data.load, card_data.names())
    for table in game.tables()
    for column in NAMES
    if isinstance(getattr(game.rows(table)[0], column, None), str)
]


@pytest.mark.parametrize(
    ("game", "table", "column"),
    sweep(ICON_COLUMNS, [("dice_archive", "aids", "icon"), ("dice_archive", "dice", "mark")]),
)
def test_an_icon_that_does_not_exist_is_reported_at_its_row(
    game: str, table: str, column: str, tmp_path: Path, fonts: Fonts
) -> None:
    """Once, at the line of the row that names it: never at a template, never at another row."""
    folder = copied(game, tmp_path)
    loaded = card_data.load(game, tmp_path)
    rows = loaded.rows(table)
    slips = {row.id: f"no_such_{index}" for index, row in enumerate(rows)}
    wrong = tuple(msgspec.structs.replace(row, **{column: slips[row.id]}) for row in rows)
    data = msgspec.structs.replace(loaded.data, **{table: wrong})
    file = str(folder / f"{table}.yaml")
    reported: set[str] = set()
    for component in not_the_rules(loaded):
        try:
            lay_out(msgspec.structs.replace(loaded, data=data), component, Options(), Typesetter())
        except DataError as error:
            for one in error.problems:
                assert (one.file, one.field) == (file, column)
                assert one.message.startswith(f"no icon or symbol '{slips[one.item]}'")
                assert one.line
            items = [one.item for one in error.problems]
            assert len(items) == len(set(items))
            reported.update(items)
    assert reported == set(slips)


def test_an_icon_of_a_card_is_reported_at_its_row_too(errata: Path, fonts: Fonts) -> None:
    """In a game of one's own, whose template says by `field` where the name comes from."""
    line = edit(errata / "cards.yaml", "icon: inkpot", "icon: inkpt")
    (problem,) = problems(errata, fonts)
    assert (problem.file, problem.line) == (str(errata / "cards.yaml"), line)
    assert (problem.item, problem.field) == ("letter", "icon")
    assert problem.message.startswith("no icon or symbol 'inkpt'; did you mean inkpot?")


def test_a_shipped_template_is_named_without_our_folder(fonts: Fonts) -> None:
    game = card_data.load("dice_archive")
    dice = (msgspec.structs.replace(game.data.dice[0], pips="nope"),)
    wrong = msgspec.structs.replace(game, data=msgspec.structs.replace(game.data, dice=dice))
    with pytest.raises(DataError) as raised:
        lay_out(wrong, "dice", Options(), Typesetter())
    (problem,) = raised.value.problems
    assert problem.file == "templates/common/die.svg"
    assert problem.line > 20
    assert "'nope'" in problem.message


def test_a_file_too_large_to_include_is_reported_itself(errata: Path, fonts: Fonts) -> None:
    used = template(errata, " " * (LARGEST_TEMPLATE + 1), "parts.svg")
    template(errata, '<svg>{% include "parts.svg" %}</svg>')
    (problem,) = problems(errata, fonts)
    assert problem.file == used
    assert problem.message.startswith("the file is larger than")
