"""Games begun with sheets as designers have them: cells without a number, IDs twice, cards of one
name, icons in a row."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

import card_data
from card_data.problems import DataError
from card_data.program.command import is_there
from card_data.scoresheet.names import Kind, columns_of
from card_data.tables import row_type
from printkit.drawing.shapes import Shape, Text, Use
from printkit.drawing.traversal import walk
from printkit.errors import MarkupError
from printkit.options import Options
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.templating.environment import Templates
from printkit.templating.plain import plain
from printkit.tools.from_spreadsheet import sheet_game
from printkit.tools.to_csv import table_as_csv
from tests.card_data.copies import edit, problems
from tests.card_data.workbooks import xlsx
from tests.printkit.commands import done, refused


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sheet to be written, in the folder where commands are typed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "My Deck.csv"


def test_an_empty_cell_of_a_number_is_no_number_unless_the_game_needs_one(deck: Path) -> None:
    deck.write_text("Name,Attack,Text\nFox,3,Steals {attack}.\nEgg,,Is{attack} stolen.\n")
    folder = sheet_game([deck.name], "foxes", Path("games")).folder
    rows: Sequence[Any] = card_data.load("foxes", Path("games")).rows("cards")
    assert [(row.attack, row.text) for row in rows] == [(3, "Steals 3."), (None, "Is stolen.")]
    assert "no problems" in done("check", "foxes", "--data", "games")
    assert (
        table_as_csv("foxes", "cards", Path("games")).splitlines()[2]
        == "egg,Egg,,Is{attack} stolen."
    )
    edit(folder / "game.yaml", "attack: number", "attack: required number")
    told = "my_deck.csv:3, B3: egg, field attack: found nothing, expected a whole number"
    assert [str(one).partition("/my_deck")[2] for one in problems(folder)] == [
        told.partition("my_deck")[2]
    ]


EMPTY = "the attack of egg is empty: test it first, or write attack|default(0)"


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{{ card.attack }}{{ card.attack|rich }}{{ card.attack ~ '!' }}", "!"),
        ("{{ 'x' if card.attack is none and card.attack == none and not card.attack }}", "x"),
        ("{{ card.attack|default(0) + 1 }}", "1"),
        ("{{ cards|sum('attack') }} {{ cards|map(attribute='attack')|max }}", "5 3"),
        ("{{ (cards|min(attribute='attack')).name }}", "Hen"),
        ("{{ cards|sort(attribute='attack')|join(' ', 'name') }}", "Hen Fox Egg"),
        ("{{ cards|sort(true, attribute='attack')|join(' ', 'name') }}", "Fox Hen Egg"),
        *((f"{{{{ {wrong} }}}}", EMPTY) for wrong in (
            "card.attack + 1", "2 * card.attack", "'x' if card.attack > 2", "range(card.attack)",
            "card.attack|abs", "card.attack|int", "'%d'|format(card.attack)", "card.attack.x",
        )),
    ],
)  # fmt: skip
def test_a_template_prints_an_empty_number_as_nothing_and_cannot_reckon_with_it(
    template: str, said: str, deck: Path
) -> None:
    deck.write_text("Name,Attack\nFox,3\nHen,2\nEgg,\n")
    sheet_game([deck.name], "foxes", Path("games"))
    game = card_data.load("foxes", Path("games"))
    made = Templates(game)
    words = {"card": plain(game.rows("cards")[2]), "cards": plain(game.rows("cards"))}
    try:
        shown = made.environment.from_string(template).render(words)
    except MarkupError as error:
        shown = str(error)
    assert shown == said


def test_numbers_that_a_row_does_not_have_count_as_0_in_scores() -> None:
    cards: Any = row_type("cards", {"cost": "number", "name": "text"})
    rows = [cards(id=name, cost=cost, name=name) for name, cost in (("fox", 3), ("egg", None))]
    assert columns_of({"cost": "number"}, rows)["cost"] == (Kind("whole"), [3, 0])


def test_ids_that_are_none_or_twice_are_told_before_anything_is_written(deck: Path) -> None:
    deck.write_text("ID,Name\nCard 7,Fox\n")
    told = refused("new", "--csv", deck.name, "games")
    assert "A2: Card 7, field id: found 'Card 7', expected letters, digits and _ . -" in told
    assert "; with # before its head the column is a note\n" in told
    deck.write_text("ID,Name\n7,Fox\n8,Owl\n7,Hen\n")
    told = refused("new", "--csv", deck.name, "games")
    first = "My Deck.csv:4, A4: 7, field id: duplicate ID, first used in A2"
    assert told.startswith(f"{first}; with # before its head the column is a note\n")
    assert not list(Path("games").glob("*"))
    deck.write_text(deck.read_text().replace("ID", "#ID"))
    done("new", "--csv", deck.name, "games")


def test_cards_of_two_sheets_with_one_name_are_both_printed(deck: Path) -> None:
    deck.write_text("Name,Text\nCoin,Worth one.\n,No name.\nCoin_2,Mine.\nBack,x\n")
    folder = sheet_game([deck.name], "base", Path("games")).folder
    (folder / "extra.csv").write_text("Name,Text\nOwl,A.\n,None either.\nCoin,Worth two.\n")
    edit(folder / "game.yaml", "files:\n", "  extra: {name: text, text: text}\nfiles:\n")
    row = "      - {rows: cards, template: card.svg}\n"
    edit(folder / "print.yaml", row, row + row.replace("cards", "extra"))
    game = card_data.load("base", Path("games"))
    assert [row.id for row in game.rows("cards")] == ["coin", "2", "coin_2", "back_2"]
    assert [row.id for row in game.rows("extra")] == ["owl", "2_2", "coin_3"]
    assert game.counts("deck").total() == 7
    edit(folder / "extra.csv", "Worth two", "Worth {two}")
    assert "extra.csv:4, B4: coin_3, field text: no icon or symbol 'two'" in refused(
        "check", "base", "--data", "games"
    )


def test_icons_in_a_row_wrap_and_a_word_wider_than_its_box_is_told(deck: Path) -> None:
    deck.write_text("Name,Text\nC," + "{coin}" * 44 + "\nD,Draw.\n")
    folder = sheet_game([deck.name], "coins", Path("games")).folder
    assert "no problems" in done("check", "coins", "--data", "games")
    joined = "{coin}\N{WORD JOINER}" * 99
    edit(folder / "my_deck.csv", "Draw.", joined)
    for said in (' overflow-wrap="anywhere"', ' min-font-size="1pt"'):
        edit(folder / "templates" / "card.svg", said, "", 9)
    told = refused("check", "coins", "--data", "games")
    assert "B3: d, field text: '{coin}" in told
    assert "is wider than its box of 51.5 mm at " in told


LONG = "Steal an egg now. "


def test_a_sheet_of_many_columns_and_long_texts_prints_as_it_is(deck: Path) -> None:
    """Short texts beside each other, addresses broken, blank columns; all in small type."""
    heads = ["Kind", "Name", *(f"Col {at}" for at in range(8)), "Blank", "Link", *"XYZ"]
    long = f"{LONG * 15},{LONG * 25},{LONG * 40}"
    link = "https://example.com/" + "very_long_" * 12 + "name.png"
    rows = [f"Beast,{name},{'Feathers,' * 8},{link},{long}" for name in ("Fox", "Old Hen", "Owl")]
    deck.write_text("\n".join([",".join(heads), *rows]))
    made = done("new", "--csv", deck.name, "birds", "games")
    told = "type below 5 pt on 3 cards with more than 1,500 characters, such as fox\n"
    assert made.startswith(told)
    assert "no problems" in done("check", "birds", "--data", "games")
    shown = boxes(Path("games"), "birds")
    assert [text.text for text in shown if "Old Hen" in text.text]
    said = "".join(text.text for text in shown).replace(" ", "")
    assert said.count(LONG.replace(" ", "")) == 3 * (15 + 25 + 40)
    assert said.count(link) == 3
    assert "Blank" not in said
    left, right = (next(text for text in shown if text.text == f"Col {at}") for at in (1, 2))
    assert (left.y, left.size) == (right.y, right.size)
    assert left.x < right.x


def drawn_in(data: Path, game: str) -> Sequence[Shape]:
    """What is drawn on the fronts of a game's deck; raises what is wrong with them."""
    found = card_data.load(game, data)
    layout = lay_out(found, "deck", Options(data=data), Typesetter())
    return [shape for face in layout.faces for shape in walk(face.shapes)]


def boxes(data: Path, game: str) -> Sequence[Text]:
    """The texts among that."""
    return [shape for shape in drawn_in(data, game) if isinstance(shape, Text)]


def test_a_number_is_as_large_as_its_place_allows(deck: Path) -> None:
    heads = ",".join(f"N{at}" for at in range(14))
    deck.write_text(f"Name,{heads}\nFox{',999999999999' * 14}\nHen{',' * 14}\nOwl,1{',' * 13}\n")
    sheet_game([deck.name], "numbers", Path("games"))
    shown = boxes(Path("games"), "numbers")
    assert sum(text.text == "999999999999" for text in shown) == 14
    assert [text.text for text in shown].count("N0") == 2  # no label of a number that there is not


def test_icons_that_the_kit_does_not_have_are_drawn_as_their_names(deck: Path) -> None:
    deck.write_text('Name,Cost,Text\nFox,{Y}{2},"{coin}: pay {gold-coin}, or {} or {Y}."\n')
    made = done("new", "--csv", deck.name, "icons", "games")
    told = "no icons, so letters stand for them: Y, 2, gold-coin; draw them in games/icons/icons\n"
    assert made.startswith(told)
    assert "no problems" in done("check", "icons", "--data", "games")
    (row,) = card_data.load("icons", Path("games")).rows("cards")
    assert "or {} or <icon" in str(row)
    drawn = {file.name for file in Path("games/icons/icons").iterdir()}
    assert drawn == {"Y.svg", "2.svg", "gold-coin.svg"}


def test_a_sign_that_no_font_has_is_the_icon_of_its_name(deck: Path) -> None:
    deck.write_text("Name,Text\nFox,Pay 💰💰2 to the 🦉️ (½).\n", "utf-8")
    made = done("new", "--csv", deck.name, "signs", "games")
    assert made.startswith("no icons, so letters stand for them: money_bag; draw them in ")
    assert "no problems" in done("check", "signs", "--data", "games")
    drawn = drawn_in(Path("games"), "signs")
    used = [shape.symbol for shape in drawn if isinstance(shape, Use)]
    assert used == ["money_bag", "money_bag", "owl"]
    said = [shape.text for shape in drawn if isinstance(shape, Text)]
    assert said == ["Fox", "Pay", "2 to the", "(½)."]


def test_the_title_is_the_text_that_names_the_cards(deck: Path) -> None:
    """Where no head says so: whatever differs most from card to card."""
    deck.write_text("Title,Type,Nev,Code\n,Beast,Fox,A-1\n,Bird,Hen,A-2\n,Bird,Owl,A-3\n")
    folder = sheet_game([deck.name], "", Path("games")).folder
    template = (folder / "templates" / "card.svg").read_text("utf-8")
    assert template.index('field="nev"') < template.index('field="type"')


def test_pictures_on_the_web_are_texts_and_heads_without_rows_are_told(deck: Path) -> None:
    deck.write_text("Name,Art\nFox,https://example.com/art/fox.png\n")
    made = done("new", "--csv", deck.name, "foxes", "games")
    assert "put 1 picture" not in made
    assert "no problems" in done("check", "foxes", "--data", "games")
    deck.write_text("Name,Text\n")
    told = "My Deck.csv:1, A1: expected rows under the heads: there is nothing to print"
    assert refused("new", "--csv", deck.name, "games").startswith(told)


def test_words_that_name_pictures_in_a_folder_beside_the_sheet_show_them(deck: Path) -> None:
    """Titles stay words, and so do those that two folders have."""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>'
    for place in (
        Path("cats/Taco.svg"),
        Path("cats/fox.svg"),
        Path("cats/egg.svg"),
        Path("egg.svg"),
    ):
        place.parent.mkdir(exist_ok=True)
        place.write_text(drawing)
    deck.write_text("Name,Cat,Kind\nFox,taco,egg\nFox,taco,egg\n")
    made = sheet_game([deck.name], "cats", Path("games"))
    assert [sheet.card.pictures for sheet in made.sheets] == [["cat"]]
    assert (made.folder / "cats" / "Taco.svg").exists()
    uses = [one for one in drawn_in(Path("games"), "cats") if isinstance(one, Use)]
    assert [one.symbol for one in uses] == ["taco"] * 2


def test_several_sheets_make_one_game(deck: Path) -> None:
    """A table, a component and a template for each, by its name or that of its file."""
    deck.write_text("Name,Text\nFox,Draws {coin}.\n")
    heads: list[list[object]] = [["Name", "N"], ["Owl", 3]]
    Path("set.xlsx").write_bytes(xlsx({"Rules": heads, "My owls": heads}))
    hens = '[{"name": "Hen", "tags": ["a", "b"]}]'
    Path("more.json").write_text(f'{{"data": {{"hens": {hens}, "others": {hens}}}}}')
    sheets = ("set.xlsx#Rules", "set.xlsx#My owls", deck.name, "more.json#data.hens")
    made = done("new", *(word for one in sheets for word in ("--csv", one)), "games")
    assert made.endswith("printkit build set --data games\n")
    folder = Path("games", "set")
    game = card_data.load("set", Path("games"))
    assert game.files == {
        "rules_2": "set.xlsx#Rules", "my_owls": "set.xlsx#My owls",
        "my_deck": "my_deck.csv", "data_hens": "more.json#data.hens",
    }  # fmt: skip
    assert [*game.components] == [*game.files]
    assert game.head.tables["data_hens"] == {"name": "text", "tags": "list"}
    assert {f"{name}.svg" for name in (*game.files, "back")} == {
        file.name for file in (folder / "templates").iterdir()
    }
    assert "no problems" in done("check", "set", "--data", "games")


def test_what_says_how_many_copies_is_told_and_may_be_a_number_of_the_cards(deck: Path) -> None:
    deck.write_text("Name,Count\nFox,3\nOwl,0\n")
    begun = sheet_game([deck.name], "foxes", Path("games"))
    (told,) = begun.notes()
    assert told == (
        "'Count' is how many copies to print; "
        "for one of each card, declare count: number in game.yaml"
    )
    assert [row.copies for row in card_data.load("foxes", Path("games")).rows("cards")] == [3]
    edit(begun.folder / "game.yaml", "cards: {", "cards: {count: number, ")
    rows: Sequence[Any] = card_data.load("foxes", Path("games")).rows("cards")
    assert [(row.count, row.copies) for row in rows] == [(3, 1), (0, 1)]
    deck.write_text("Name,Copies,Count\nFox,3,7\n")
    assert not [*sheet_game([deck.name], "others", Path("games")).notes()]
    (row,) = card_data.load("others", Path("games")).rows("cards")
    assert row.copies == 3


def test_nothing_that_nobody_wrote_is_in_a_new_game(deck: Path) -> None:
    """No rules, numbers or names; who made it, once game.yaml says so, is on the cover."""
    deck.write_text("Name,Text\nFox,Draw {hand}.\n")
    folder = sheet_game([deck.name], "foxes", Path("games")).folder
    assert {file.name for file in folder.iterdir()} == {
        "game.yaml", "print.yaml", "my_deck.csv", "templates"
    }  # fmt: skip
    game = card_data.load("foxes", Path("games"))
    assert (game.sections, game.head.credits.design, [*game.components]) == ((), (), ["deck"])
    edit(folder / "game.yaml", "tables:", "credits: {art: [Lorc (CC BY 3.0)]}\ntables:")
    done("build", "foxes", "--data", "games")
    with PdfDocument("output/games/foxes/foxes.pdf") as pdf:
        cover = pdf[0].get_textpage().get_text_range()
    assert "To print and make. " in cover
    assert cover.count("Art: Lorc (CC BY 3.0)") == 1
    edit(folder / "game.yaml", "tables:", "options: {late: {value: no, clause: FO-1.1, text: x}}"
         "\ntables:")  # fmt: skip
    (told,) = problems(folder)
    assert told.message == "no clause FO-1.1"


def test_icons_that_a_column_names_are_drawn_and_told_once_if_they_are_none(deck: Path) -> None:
    many = ";".join(["coin"] * 40)
    deck.write_text(f"Name,Icon,Slot icons\nA,xebec,{many}\nB,xebec,\nC,coin,\nD,xebec,\n")
    folder = sheet_game([deck.name], "ships", Path("games")).folder
    drawn = [one.symbol for one in drawn_in(Path("games"), "ships") if isinstance(one, Use)]
    assert drawn == ["xebec", *["coin"] * 40, "xebec", "coin", "xebec"]
    (folder / "icons" / "xebec.svg").unlink()
    edit(folder / "my_deck.csv", "\nC", "\nC {tern}")
    edit(folder / "my_deck.csv", "\nD", "\nD or {tern}")
    told = refused("check", "ships", "--data", "games").splitlines()
    assert told == [
        f"{folder}/my_deck.csv:2, B2: a, field icon: no icon or symbol 'xebec' "
        "(in 3 of 4 rows of cards; the first is a)",
        f"{folder}/my_deck.csv:4, A4: c_tern, field name: no icon or symbol 'tern' "
        "(in 2 of 4 rows of cards; the first is c_tern)",
        "2 problems found.",
    ]


def test_texts_stand_below_and_flavour_last_in_italics(deck: Path) -> None:
    """However long a note is; the captions of numbers are of one size."""
    heads = "Flavour text,Rules,Hint,Name,Power,Toughness of armour,Kind"
    deck.write_text(f"{heads}\nHonk!,Fly.,{'Mind the gap. ' * 9},Goose,1,2,Bird\n")
    sheet_game([deck.name], "geese", Path("games"))
    shown = boxes(Path("games"), "geese")
    said = " ".join(text.text for text in shown)
    assert said.index("Hint") < said.index("Kind") < said.index("Fly.") < said.index("Honk!")
    assert "Rules" not in said
    assert "Flavour" not in said
    assert next(text.font for text in shown if text.text == "Honk!").endswith("-It")
    captions = {text.size for text in shown if text.text in ("Power", "Toughness of", "armour")}
    assert len(captions) == 1


def test_labels_are_the_heads_and_rows_without_a_name_are_told(deck: Path) -> None:
    deck.write_text("Name,EP,Card_cost,{x},Text\nGoose,1,2,3,Honk!\n,4,5,6,Later.\n")
    made = sheet_game([deck.name], "geese", Path("games"))
    template = (made.folder / "templates" / "card.svg").read_text("utf-8")
    assert [one for one in (">EP<", ">Card cost<", ">X<") if one not in template] == []
    (note,) = made.notes()
    assert note == "no Name in 1 row, such as card 2; a row of 0 copies is not printed"


def test_what_is_no_markup_is_told_at_once_and_brackets_noted(deck: Path) -> None:
    deck.write_text("Name,Text\nFox,<trace>Run.</trace>\nHen,Pay [coin].\nOwl,[coin]: fly.\n")
    told = refused("new", "--csv", deck.name, "games")
    assert told.startswith("My Deck.csv:2, B2: fox, field text: <trace> in '<trace>Run.</trace>': ")
    assert "drop the tag, or write &lt; for the sign <\n" in told
    deck.write_text(deck.read_text().replace("<trace>", "").replace("</trace>", " &lt; 3"))
    (note,) = sheet_game([deck.name], "", Path("games")).notes()
    assert note == "printed as words: [coin]; for an icon write braces, as in {coin}"
    deck.write_text(deck.read_text().replace("[coin]", "{coin}"))
    again = refused("new", "--csv", deck.name, "games")
    assert "games/my_deck: already exists; " in again
    rmtree("games/my_deck")
    done("new", "--csv", deck.name, "games")


def test_a_sheet_of_a_workbook_is_a_file_that_is_there(deck: Path) -> None:
    """So it is read in the sandbox, as the workbook alone is."""
    deck.write_text("")
    assert is_there([f"{deck.name}#Cards"])
    assert not is_there(["none.xlsx#Cards"])


CELLS = st.one_of(
    st.just(""),
    st.integers(-99, 10**9).map(str),
    st.sampled_from(["yes", "a; b", "x" * 90, "{coin}" * 60, "**Once:** {n1}", "1/2", "#1f4e5f"]),
    st.lists(st.sampled_from(["goose", "a", "unforeseeable", "(3)", "&", "é"]), max_size=400).map(
        " ".join
    ),
)


@settings(max_examples=6, deadline=None)
@given(st.integers(1, 24).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n))))
def test_every_sheet_prints_as_it_is(rows: list[list[str]]) -> None:
    """Or is told at its cell before anything is written."""
    with TemporaryDirectory() as name:
        file, folder = Path(name, "sheet.csv"), Path(name, "games")
        heads = [f"n{at}" for at in range(len(rows[0]))] if rows else ["n0"]
        with file.open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([heads, *rows])
        try:
            game = sheet_game([str(file)], "", folder).folder.name
        except DataError:
            assert not folder.exists() or not [*folder.iterdir()]
        else:
            boxes(folder, game)
