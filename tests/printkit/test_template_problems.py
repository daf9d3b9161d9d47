"""Problems of a template are reported once, with its line; those of a text at its row."""

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
from tests.card_data.copies import copied, edit
from tests.sweeps import sweep

LONG = "word " * 300


def problems(errata: Path, component: str = "deck") -> list[Problem]:
    """Return the problems of laying out a component of the tiny game; there must be some."""
    found = problems_of(card_data.load(errata.name, errata.parent), component, errata.parent)
    assert found
    return found


def problems_of(game: Game[Any], component: str, data: Path | None = None) -> list[Problem]:
    try:
        lay_out(game, component, Options(data=data), Typesetter())
    except DataError as error:
        return list(error.problems)
    return []


def with_rows(game: Game[Any], **tables: Any) -> Game[Any]:
    return msgspec.structs.replace(game, data=msgspec.structs.replace(game.data, **tables))


def template(errata: Path, text: str, name: str = "card.svg") -> str:
    """Write a template of the tiny game; its path as messages show it."""
    file = errata / "templates" / name
    file.write_text(text, "utf-8")
    return str(file)


def test_a_macro_of_another_file_is_reported_there(errata: Path) -> None:
    used = template(errata, "{% macro bad() %}\n\n <rct/>\n{{ nope }}{% endmacro %}", "parts.svg")
    text = '{% import "parts.svg" as parts %}\n<svg>{{ parts.bad() }}</svg>'
    template(errata, text)
    (problem,) = problems(errata)
    assert (problem.file, problem.line) == (used, 4)
    assert problem.message.startswith("unknown name 'nope'")
    edit(errata / "templates" / "parts.svg", "{{ nope }}", "")
    (problem,) = problems(errata)
    assert (problem.file, problem.line, problem.column) == (used, 3, 2)
    template(errata, '{% import "parts.svg" as parts %}\n<svg>{{ parts.bda() }}</svg>')
    assert "did you mean bad?" in problems(errata)[0].message


def test_a_wrong_text_of_the_data_is_reported_at_its_row(errata: Path) -> None:
    """Also where a filter refuses it, before there is an element to blame."""
    line = edit(errata / "cards.yaml", "word: The wrong page", "word: The <sub>wrong</sub> page")
    text = (errata / "templates" / "card.svg").read_text("utf-8")
    template(errata, text.replace("{{ card.word }}", "{{ card.word|rich }}"))
    (problem,) = problems(errata)
    assert (problem.file, problem.line) == (str(errata / "cards.yaml"), line)
    assert (problem.item, problem.field) == ("page", "word")
    assert "<sub>" in problem.message


def test_a_cell_that_is_no_key_of_a_mapping_is_told_once_with_where_it_is_looked_up(
    errata: Path,
) -> None:
    line = edit(errata / "cards.yaml", "word: A letter", "word: A coma")
    edit(errata / "cards.yaml", "word: A whole line", "word: A coma")
    looked_up = "{% if {'A comma': 1, 'The wrong page': 2}[card.word] %}{% endif %}"
    used = template(errata, f"<svg>\n{looked_up}</svg>")
    (problem,) = problems(errata)
    assert (problem.file, problem.line, problem.field) == (str(errata / "cards.yaml"), line, "word")
    said = f"looked up at {used}:2: unknown name 'A coma'; did you mean A comma?"
    assert problem.message == f"{said} (in 2 of 4 rows of cards; the first is letter)"


def test_a_column_may_be_called_like_a_file(errata: Path) -> None:
    edit(errata / "game.yaml", "icon: text", "icon: text, rules: text")
    line = edit(errata / "cards.yaml", "word: ", "rules: None, word: ", -1)
    box = f'<textbox field="rules" x="9" y="9" width="20" height="9">{LONG}</textbox>'
    template(errata, f"<svg>{box}</svg>")
    problem = problems(errata)[0]
    assert (problem.file, problem.line) == (str(errata / "cards.yaml"), line)
    assert (problem.item, problem.field) == ("comma", "rules")
    assert problem.message.startswith("does not fit")


def test_a_component_whose_tables_are_empty(errata: Path) -> None:
    (errata / "cards.yaml").write_text("cards: []\n", "utf-8")
    (problem,) = problems(errata)
    assert (problem.file, problem.item) == (str(errata / "print.yaml"), "deck")
    assert problem.message == "there is nothing to print: its tables have no rows"


def not_the_rules(game: Game[Any]) -> list[str]:
    """The components but for the rules, which show no rows and take longest."""
    return [name for name, component in game.components.items() if not component.booklet]


@pytest.mark.parametrize("name", sweep(card_data.names(), ["winstons_archive"]))
def test_long_text_of_the_data_is_reported_at_its_row(name: str) -> None:
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
    long, reported = with_rows(game, **tables), set[Problem]()
    for component in not_the_rules(game):
        found = problems_of(long, component)
        reported.update(one for one in found if "stopped after" not in one.message)
    assert reported
    assert {Path(problem.file).suffix for problem in reported} == {".yaml"}
    assert all(problem.line and problem.item and problem.field for problem in reported)


ROOMS = [
    ("verse_and_variant", "aids", "places"), ("verse_and_variant", "aids", "ties"),
    ("manuscript", "aids", "scrape"), ("dice_archive", "aids", "tasks"),
    ("dice_archive", "phases", "weekend"), ("nineteen_eighty_four", "steps", "roll"),
    ("nineteen_eighty_four", "dice", "purple"), ("winstons_archive", "aids", "take"),
    ("winstons_archive", "aids", "win"),
]  # fmt: skip


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
def test_only_the_too_long_line_of_an_aid_is_reported(game: str, table: str, slip: str) -> None:
    """The lines share their height: one far too long leaves too little for the rest."""
    loaded = card_data.load(game)
    rows = tuple(
        msgspec.structs.replace(row, text=row.text + " and one more word" * 25)  # type: ignore[attr-defined]
        if row.id == slip else row
        for row in loaded.rows(table)
    )  # fmt: skip
    (problem,) = problems_of(with_rows(loaded, **{table: rows}), "aid")
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
def test_unknown_icon_is_reported_at_its_row(
    game: str, table: str, column: str, tmp_path: Path
) -> None:
    """Once, at the line of the row that names it: never at a template, never at another row."""
    folder = copied(game, tmp_path)
    loaded = card_data.load(game, tmp_path)
    rows = loaded.rows(table)
    slips = {row.id: f"no_such_{index}" for index, row in enumerate(rows)}
    wrong = tuple(msgspec.structs.replace(row, **{column: slips[row.id]}) for row in rows)
    file = str(folder / f"{table}.yaml")
    reported: set[str] = set()
    for component in not_the_rules(loaded):
        found = problems_of(with_rows(loaded, **{table: wrong}), component)
        for one in found:
            assert (one.file, one.field) == (file, column)
            assert one.message.startswith(f"no icon or symbol '{slips[one.item]}'")
            assert one.line
        items = [one.item for one in found]
        assert len(items) == len(set(items))
        reported.update(items)
    assert reported == set(slips)


def test_a_shipped_template_is_named_without_our_folder() -> None:
    game = card_data.load("dice_archive")
    dice = (msgspec.structs.replace(game.data.dice[0], pips="nope"),)
    (problem,) = problems_of(with_rows(game, dice=dice), "dice")
    assert problem.file == "templates/common/die.svg"
    assert problem.line > 20
    assert "'nope'" in problem.message


def test_too_large_include_is_reported(errata: Path) -> None:
    used = template(errata, " " * (LARGEST_TEMPLATE + 1), "parts.svg")
    template(errata, '<svg>{% include "parts.svg" %}</svg>')
    (problem,) = problems(errata)
    assert problem.file == used
    assert problem.message.startswith("the file is larger than")


def test_a_column_that_other_tables_have_is_tested_as_the_message_says(errata: Path) -> None:
    card = errata / "templates" / "card.svg"
    edit(card, "</svg>", "{% if card.realm %}<g/>{% endif %}</svg>")
    (problem,) = problems(errata)
    test = "{% if card.realm is defined %}"
    assert f"if other tables have it, test it: {test} (in 4 of 4 rows" in problem.message
    edit(card, "{% if card.realm %}", test)
    assert problems_of(card_data.load(errata.name, errata.parent), "deck", errata.parent) == []
