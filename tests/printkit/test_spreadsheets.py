"""Games whose tables are spreadsheets: begun with one, built, changed, written back."""

from __future__ import annotations

import io
import shlex
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

import card_data
from card_data.effects import Effects
from card_data.problems import DataError
from card_data.spreadsheets.heads import column_name, names_of
from printkit.identity import Identity, identity_from_keywords
from printkit.inspection.legibility import legibility
from printkit.inspection.similar_colours import indistinct
from printkit.printing.checking import twin_notes
from printkit.tools.from_spreadsheet import guess, sheet_game
from printkit.tools.new_game import blank_game, copy_game
from printkit.tools.to_csv import table_as_csv
from printkit.watch.files import Files
from tests.card_data.copies import edit, errata, problems
from tests.card_data.workbooks import Shown, xlsx
from tests.printkit.commands import done, refused, run
from tests.sweeps import sweep

DECK = (
    "\ufeffCard Name,Class,Cost,Power,Type,Text,Flavour,Rare?,Tags,Qty,# notes,,\r\n"
    'Golden Goose,Bird,3,"1,200",Animal,"**Each turn:** gain {coin} & lay an egg.\n'
    'Then draw *one* card.",It honks.,yes,farm; gold,3,too strong?,,\r\n'
    "Old Fox,Beast,2,4,Animal,Take an egg from a player with <3 geese.,,,wood,,,,\r\n"
    'Farmer,Human,1,2,Person,"Pay a coin; if you do, keep it.","""You!""",no,farm,2,,,\r\n'
)


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sheet, as Google publishes it, in the folder where commands are typed."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "My Deck.csv"
    file.write_bytes(DECK.encode())
    return file


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    folder = errata(tmp_path)
    assert run("to-csv", "errata", "cards", "--data", tmp_path, "--out",
               folder / "cards.csv").exit_code == 0  # fmt: skip
    (folder / "cards.yaml").unlink()
    return folder


def as_csv(*rows: Sequence[str]) -> bytes:
    return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows).encode()


def pages(file: str) -> list[str]:
    with PdfDocument(file) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


def test_game_begun_with_a_sheet_keeps_and_prints_it(deck: Path) -> None:
    done(*shlex.split(done("new", "--csv", deck.name, "games").splitlines()[-1])[1:])
    front = pages("output/games/my_deck/deck.pdf")[0]
    said = ["Golden Goose", "Class Bird", "1,200", "Each turn: gain", "& lay an egg.", "It honks.",
            "Rare", "Tags farm, gold", "<3 geese"]  # fmt: skip
    assert [one for one in said if one not in front] == []
    assert (front.count("Golden Goose"), front.count("Farmer"), front.count("Old Fox")) == (3, 2, 1)
    assert "notes" not in front
    done("check", "my_deck", "--data", "games")
    folder = sheet_game([deck.name], "geese", Path("games")).folder
    assert folder == Path("games/geese")
    assert (folder / "my_deck.csv").read_bytes() == deck.read_bytes()
    game = card_data.load("geese", Path("games"))
    assert game.files == {"cards": "my_deck.csv"}
    assert dict(game.head.tables["cards"]) == {
        "card_name": "text", "class_": "text", "cost": "number", "power": "text",
        "type": "text", "text": "text", "flavour": "text", "rare": "flag", "tags": "list",
    }  # fmt: skip
    assert [row.id for row in game.rows("cards")] == ["golden_goose", "old_fox", "farmer"]
    assert "already exists" in refused("new", "--csv", deck.name, "geese", "games")
    Path("deck.csv").write_bytes(deck.read_bytes())
    assert "printkit build deck_game --data games" in done("new", "--csv", "deck.csv", "games")
    done("build", "deck_game", "--data", "games", "--only", "deck")
    for words in (("--csv", "deck.csv"), ("--blank",)):
        told = refused("new", "deck", "others", *words)
        assert "GAME: found deck, which is what its deck is called" in told


def test_a_game_begins_with_one_sheet_of_a_workbook(deck: Path) -> None:
    cards: list[list[object]] = [["Title", "Colour", "N"], ["Goose", "#1f4e5f", 3]]
    Path("deck.xlsx").write_bytes(xlsx({"Notes": [["a"], ["b"]], "My cards": cards}))
    made = done("new", "--csv", "deck.xlsx", "foxes", "games")
    told, _, advice = made.partition("; for those of each sheet give ")
    assert told == "the cards are those of the sheet 'Notes'"
    assert advice.startswith("--csv 'deck.xlsx#Notes' --csv 'deck.xlsx#My cards'\n")
    assert card_data.load("foxes", Path("games")).files == {"cards": "deck.xlsx#Notes"}
    named = done("new", "--csv", "deck.xlsx#My cards", "geese", "games")
    assert "of each sheet" not in named
    game = card_data.load("geese", Path("games"))
    assert dict(game.head.tables["cards"]) == {"title": "text", "colour": "ink", "n": "number"}
    done("build", "geese", "--data", "games", "--only", "deck")


GUESSED = " in Western Europe; if any look wrong, save the file as UTF-8"


@pytest.mark.parametrize(("encoding", "told"), [
    ("cp1252", f"Windows{GUESSED}"), ("mac_roman", f"a Mac{GUESSED}"), ("utf-8", ""),
])  # fmt: skip
def test_a_guess_of_letters_is_told(encoding: str, told: str, deck: Path) -> None:
    deck.write_bytes("Title,Text\nGröße,Füchse\n".encode(encoding))
    begun = sheet_game([deck.name], "geese", Path("games"))
    assert [one.rpartition("as those of ")[2] for one in begun.notes()] == [told] * bool(told)
    assert [row.id for row in card_data.load("geese", Path("games")).rows("cards")] == ["grosse"]


def test_what_of_a_sheet_is_left_out_is_told(deck: Path) -> None:
    deck.write_text("Geese v2,,,\n,,,\nTitle,N,,# why\nGoose,3,old,?\nFox,2,,\n")
    made = done("new", "--csv", deck.name, "geese", "games")
    told = [
        "the heads are those of row 3; what stands above them is left out: 'Geese v2'",
        "left out: 1 column without a head, C",
    ]
    assert made.splitlines()[:2] == told
    checked = done("check", "geese", "--data", "games").splitlines()[1:]
    assert checked == [f"games/geese/my_deck.csv: {one}" for one in told]
    game = card_data.load("geese", Path("games"))
    assert [row.id for row in game.rows("cards")] == ["goose", "fox"]


def test_a_card_shows_what_the_cells_do(deck: Path) -> None:
    heads = ["Title", "Chance", "No", "Time", "Worth", "Part", "N"]
    codes = ("0%", "000", "h:mm", '0" VP"', "# ?/?", "#,##0")
    cells = map(Shown, (0.5, 7, 0.0625, 3, 0.5, 1200), codes)
    Path("deck.xlsx").write_bytes(xlsx({"Cards": [heads, ["Goose", *cells]]}))
    game = sheet_game(["deck.xlsx"], "geese", Path("games")).folder.name
    (row,) = card_data.load(game, Path("games")).rows("cards")
    shown = [getattr(row, column_name(head)) for head in heads[1:]]
    assert shown == ["50%", "007", "1:30", "3 VP", "1/2", "1,200"]


def test_pictures_inside_a_workbook_are_told(deck: Path) -> None:
    book = io.BytesIO(xlsx({"Cards": [["Name", "Text"], ["Fox", "Run."]]}))
    with zipfile.ZipFile(book, "a") as packed:
        packed.writestr("xl/media/image1.png", b"")
    Path("deck.xlsx").write_bytes(book.getvalue())
    (note,) = sheet_game(["deck.xlsx"], "", Path("games")).notes()
    assert note.startswith("left out: 1 picture inside deck.xlsx; save them as files, and name")


def test_the_name_of_a_character_is_no_list() -> None:
    assert (guess(["&nbsp;one", "two"]), guess(["one; two", "two"])) == ("text", "list")


def test_ones_and_zeros_are_numbers_but_beside_other_flags() -> None:
    assert (guess(["0", "1"]), guess(["0", "yes"])) == ("number", "flag")
    assert guess(["0", "1", "-"]) == guess(["-", ""]) == "text"  # a flag would lose what they say


def test_a_column_of_pictures_is_drawn(deck: Path) -> None:
    rows = "Goose,art/goose.png,It honks.\nFox,art/fox.png,\nHare,,Runs.\n"
    deck.write_text(f"title,art,text\n{rows}")
    Path("art").mkdir()
    Image.new("RGB", (600, 500), "#cc0044").save("art/goose.png")
    made = run("new", "--csv", deck.name, "animals", "games")
    assert made.stdout.startswith(
        "put 1 picture into games/animals: art/fox.png; beside My Deck.csv there is none to read\n"
    )
    template = Path("games/animals/templates/card.svg").read_text("utf-8")
    assert template.count("<image ") == 1
    assert "card.art|rich" not in template
    missing = "my_deck.csv:3, B3: fox, field art: no picture 'art/fox.png'"
    assert missing in refused("build", "animals", "--data", "games", "--only", "deck")
    shutil.copy("art/goose.png", "games/animals/art/fox.png")
    done("build", "animals", "--data", "games", "--only", "deck")
    with PdfDocument("output/games/animals/deck.pdf") as pdf:
        page = pdf[0].render().to_pil().convert("RGB")
    assert (204, 0, 68) in {colour for _, colour in page.getcolors(1 << 24) or []}


def test_a_column_of_pictures_is_one_whatever_their_kinds_and_spellings(deck: Path) -> None:
    r"""One of a kind that is not read, ``art\fox.png`` as on Windows, a name without its ending,
    one that is not there yet."""
    Path("art").mkdir()
    for name in ("fox.png", "hen.gif", "owl.tif", "Hare.BMP", "cat.avif"):
        Image.new("RGB", (600, 500), "#cc0044").save(f"art/{name}")
    Path("art/newt.psd").write_bytes(b"8BPS")
    names = [
        *(r"art\fox.png", "./art/fox.png", "art/hen.gif", "art/owl", "art/hare.bmp"),
        *("art/cat.avif", "art/newt.psd", "https://example.com/art/ox.png", ""),
    ]
    deck.write_text("title,art\n" + "".join(f"Card {at},{one}\n" for at, one in enumerate(names)))
    made = done("new", "--csv", deck.name, "animals", "games")
    put = "art/newt.psd and https://example.com/art/ox.png;"
    assert made.startswith(f"put 2 pictures into games/animals: {put}")
    art = Path("games/animals/art")
    kept = {"fox.png", "hen.gif", "owl.tif", "Hare.BMP", "cat.avif"}
    assert {file.name for file in art.iterdir()} == kept
    said = refused("check", "animals", "--data", "games")
    sheet = "games/animals/my_deck.csv"
    psd, ox = f"{sheet}:8, B8: card_6, field art: ", f"{sheet}:9, B9: card_7, field art: "
    assert f"{psd}'art/newt.psd' is no PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or SVG: save" in said
    assert f"{ox}no picture 'https://example.com/art/ox.png': put ox.png into" in said
    shutil.copy("art/fox.png", "games/animals/ox.png")
    shutil.copy("art/fox.png", art / "newt.png")
    edit(Path(sheet), "newt.psd", "newt.png")
    done("check", "animals", "--data", "games")


@pytest.mark.parametrize(("head", "cells", "drawn"), [
    ("Art", ["fox", "hen"], True),
    ("Pictures", ["fox", ""], True),
    ("Name", ["fox", "hen"], False),  # what its cards are called, with pictures of the same names
    ("Kind", ["fox", "Draws 1.5 cards"], False),
    ("Kind", ["fox.png", "to do"], True),
    ("Kind", ["symbols.svg#fox", "symbols.svg#hen"], True),
    ("Art", ["by Ann", "by Bo"], False),
])  # fmt: skip
def test_which_columns_are_of_pictures(
    head: str, cells: list[str], drawn: bool, deck: Path
) -> None:
    for name in ("fox.png", "hen.png", "symbols.svg"):
        Path(name).write_bytes(b"")
    deck.write_text("\n".join([f"Title,{head}", *(f"A,{cell}" for cell in cells)]))
    folder = sheet_game([deck.name], "", Path("games")).folder
    assert ("<image" in (folder / "templates" / "card.svg").read_text("utf-8")) == drawn


def test_an_icon_in_a_cell_is_drawn_or_the_value_in_its_place_noted(deck: Path) -> None:
    deck.write_text('Name,Coin,Text\nFox,7,"{hand}: pay {coin}, {coin}."\n')
    folder = sheet_game([deck.name], "foxes", Path("games")).folder
    (row,) = card_data.load("foxes", Path("games")).rows("cards")
    assert getattr(row, "text") == '<icon name="hand"/>: pay 7, 7.'  # noqa: B009
    note = 'is the value, not the icon: write <icon name="coin"/> for the icon'
    said = done("check", "foxes", "--data", "games").splitlines()
    assert said[1:] == [f"foxes: {{coin}} in {folder}/my_deck.csv {note}"]
    edit(folder / "my_deck.csv", "pay {coin}, {coin}", "pay <icon name='coin'/>")
    assert len(done("check", "foxes", "--data", "games").splitlines()) == 1


def test_check_notes_ids_that_name_one_file_where_capitals_do_not_count(deck: Path) -> None:
    deck.write_text("Id,Name\nfirst,Fox\nFIRST,Hen\nlast,Owl\n")
    sheet_game([deck.name], "birds", Path("games"))
    said = "first and FIRST differ only in capitals, and name one file on macOS and Windows"
    assert done("check", "birds", "--data", "games").splitlines()[1:] == [
        f"birds: {said}: rename one"
    ]


def test_check_notes_a_card_that_stands_there_twice_in_a_game_that_is_scored(
    tmp_path: Path,
) -> None:
    folder = blank_game("meals", tmp_path)
    (folder / "cards.yaml").unlink()
    row = "What it does.,#1f4e5f,quill,1"
    cards = f"title,text,colour,icon,copies\nFirst,{row}\nSecond,{row}\nFirst,{row}\n"
    (folder / "cards.csv").write_text(cards)
    (note,) = twin_notes(card_data.load("meals", tmp_path))
    assert note.startswith("meals: cards has first and first_2, which score apart: for copies of")


@pytest.mark.parametrize(("heads", "columns"), [
    (["💰", "🤝", "K💰", "K🤝"], ["money_bag", "handshake", "k_money_bag", "k_handshake"]),
    (["%", "+/-", "½", "⚔️"], ["percent_sign", "plus_sign_solidus_hyphen_minus", "c1_2",
                              "crossed_swords"]),
    (["Имя", "Цена, ₽", "名前", "攻击力", "Сила"], ["имя", "цена", "名前", "攻击力", "сила"]),
    (["Text", "text", "TEXT", "Text 2"], ["text", "text_2", "text_3", "text_2_2"]),
    (["Größe", "Grösse", "Smør", "2nd"], ["grosse", "grosse_2", "smør", "c2nd"]),
    (["Qty", "Count", "ID", "Id"], ["count_2", "id_2"]),
    (["word " * 40, "word " * 41], ["word_" * 20, "word_" * 19 + "_2"]),
    (["C", "Lambda", "#", "# notes"], ["c", "lambda_"]),
    (["\ue001", "ﬁsh", "x²"], ["ue001", "fish", "x2"]),
])  # fmt: skip
def test_every_head_names_a_column_of_a_new_game(
    heads: list[str], columns: list[str], deck: Path
) -> None:
    """The next reading finds them again: also where heads that differ have changed places."""
    values = {head: str(at) for at, head in enumerate(heads, 1)}
    deck.write_bytes(as_csv(["Name", *heads], ["Fox", *values.values()]))
    folder = sheet_game([deck.name], "", Path("games")).folder
    game = card_data.load(folder.name, folder.parent)
    assert [*game.head.tables["cards"]] == ["name", *columns]
    moved = [[*reversed(heads), "Name"], [*reversed(values.values()), "Fox"]]
    if len({names_of(head)[0] for head in heads}) == len(heads):
        (folder / "my_deck.csv").write_bytes(as_csv(*moved))
        again = card_data.load(folder.name, folder.parent)
        assert str(again.rows("cards")) == str(game.rows("cards"))


@pytest.mark.parametrize(
    ("name", "raw", "told"),
    [
        ("deck.xls", b"", "--csv: found 'deck.xls', expected a file that ends in .csv, .tsv"),
        ("no.csv", None, "no.csv: cannot be read: No such file or directory"),
        ("deck.csv", b"#a,\nb,c\n", "deck.csv: expected a row of heads, such as title and text"),
        ("deck.csv", b"title,text\na,{b c}\n", "deck.csv:2, B2: a, field text: {b c}: no such"),
        ("deck.csv", b"", "deck.csv: the file is empty"),
    ],
)
def test_unusable_sheet_is_told(name: str, raw: bytes | None, told: str, deck: Path) -> None:
    if raw is not None:
        Path(name).write_bytes(raw)
    assert refused("new", "--csv", name, "games").startswith(told)
    assert not Path("games").exists() or not list(Path("games").iterdir())


def test_titles_of_sheets_and_wrong_starts(deck: Path) -> None:
    deck.write_text("Kind,Card Name\nBird,Goose\nBeast,Fox\n", "utf-8")
    run("new", "--csv", deck.name, "games")
    card = Path("games", "my_deck", "templates", "card.svg").read_text("utf-8")
    assert card.index('field="card_name"') < card.index('field="kind"')
    both = run("new", "--csv", deck.name, "--blank", "games")
    assert both.exit_code == 2
    assert "--blank, --csv and --example exclude each other" in both.stderr
    assert "name a folder for it: printkit new DIR --csv" in run("new", "--csv", "a.csv").stderr


def test_what_cannot_be_drawn_is_told_at_its_cell(sheet: Path) -> None:
    edit(sheet / "cards.csv", "A letter", "A {leter}")
    edit(sheet / "cards.csv", ",quill", ",quil")
    edit(sheet / "templates" / "card.svg", "{{ card.word }}", "{{ card.word|rich }}")
    said = refused("build", "errata", "--data", sheet.parent, "--only", "deck")
    assert f"{sheet}/cards.csv:2, D2: comma, field icon: no icon or symbol 'quil'; did" in said
    assert f"{sheet}/cards.csv:3, B3: letter, field word: no icon or symbol 'leter'" in said


def test_colours_that_look_alike_are_told_at_their_cell(tmp_path: Path) -> None:
    game = copy_game("winstons_archive", tmp_path)
    text = table_as_csv("winstons_archive", "sets", tmp_path)
    (game / "sets.yaml").unlink()
    first, second, *_ = card_data.load("winstons_archive").data.sets
    (game / "sets.csv").write_text(text.replace(second.colour, f"{first.colour[:-1]}0"))
    found = indistinct(card_data.load("winstons_archive", tmp_path), (), legibility(None))
    told = [(one.file, one.cell[-1], one.field) for one in found]
    assert (f"{game}/sets.csv", "3", "colour") in told


def test_changes_are_those_of_its_rows(sheet: Path, tmp_path: Path) -> None:
    before = tmp_path / "before"
    errata(before)
    edit(sheet / "cards.csv", "A letter,2", "The letter,2")
    said = run("changes", "errata", "--data", sheet.parent, "--against", before).stdout
    assert "A letter → The letter" in said
    assert "comma" not in said
    back = run("changes", "errata", "--data", before, "--against", sheet.parent).stdout
    assert "The letter → A letter" in back


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_the_tables_of_shipped_games_come_back_from_sheets(game: str, tmp_path: Path) -> None:
    folder = copy_game(game, tmp_path)
    before = card_data.load(game, tmp_path)
    for table in before.tables():
        text = table_as_csv(game, table, tmp_path)
        (folder / f"{table}.csv").write_bytes(text.encode("utf-8-sig"))
        (folder / f"{table}.yaml").unlink()
    after = card_data.load(game, tmp_path)
    assert (after.data, {*after.sources}, problems(folder)) == (before.data, {*before.tables()}, ())
    for table in after.tables():  # once more, from the sheet
        text = table_as_csv(game, table, tmp_path)
        assert text == (folder / f"{table}.csv").read_bytes().decode("utf-8-sig")


def test_an_effect_in_a_sheet_is_accepted_by_hand(tmp_path: Path) -> None:
    folder = copy_game("verse_and_variant", tmp_path)
    text = table_as_csv("verse_and_variant", "tools", tmp_path)
    (folder / "tools.csv").write_bytes(text.encode())
    (folder / "tools.yaml").unlink()
    game = card_data.load("verse_and_variant", tmp_path)
    effects, row = Effects(game), game.rows("tools")[0]
    assert [*effects.problems(tmp_path, None)] == []
    with pytest.raises(DataError, match="the column effect to accept this text") as raised:
        effects.accept([row.id])
    (problem,) = raised.value.problems
    assert problem.cell.endswith("2")
    edit(folder / "tools.csv", getattr(row, "text")[:12], "Otherwise")  # noqa: B009
    effects = Effects(card_data.load("verse_and_variant", tmp_path))
    (found,) = effects.problems(tmp_path, None)
    assert (found.file, found.line, found.cell[-1]) == (f"{folder}/tools.csv", 2, "2")


def test_to_csv_prints_or_writes(sheet: Path, tmp_path: Path) -> None:
    printed = run("to-csv", "winstons_archive", "specials").stdout_bytes
    assert printed.startswith(b"id,title,text,icon,copies\r\n")
    run("to-csv", "winstons_archive", "specials", "--out", tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes() == b"\xef\xbb\xbf" + printed
    other = run("to-csv", "winstons_archive", "specials", "--out", tmp_path / "game.yaml")
    assert "found 'game.yaml', expected a file such as cards.csv" in " ".join(other.stderr.split())
    assert (other.exit_code, (tmp_path / "game.yaml").exists()) == (2, False)


def test_the_files_of_a_sheet_are_told_with_any_name() -> None:
    files = {"game.yaml": "abc123", "my deck, v2.xlsx": "def456"}
    one = Identity("geese", "deck", 0, 1, 1, "3fa89c12d0e1", files=files)
    pairs = {"game": "geese", "component": "deck", "data": one.data} | one.keywords
    again = identity_from_keywords(" ".join(f"{key}={value}" for key, value in pairs.items()))
    assert again is not None
    assert again.files == files


def test_an_edit_of_a_sheet_is_seen(sheet: Path) -> None:
    files, build = Files([sheet]), ("build", "errata", "--data", sheet.parent, "--out")
    edit(sheet / "cards.csv", "A letter", "The letter")
    assert files.changed()
    done(*build, sheet.parent / "out")
    assert "Nothing has changed." in done(*build, sheet.parent / "out")
    edit(sheet / "cards.csv", "The letter", "A letter")
    assert "Nothing has changed." not in done(*build, sheet.parent / "out")
