"""What is wrong in a game's data is named: all of it, each with its place and what would do."""

from __future__ import annotations

from pathlib import Path

import pytest

import card_data
from tests.card_data.copies import WINSTON, edit, errata, problems, winston


def test_the_shipped_game_is_well_and_has_54_cards() -> None:
    game = card_data.load(WINSTON)
    assert game.counts("deck").total() == 54
    assert {name: len(game.rows(name)) for name in game.tables()} == {
        "sets": 6,
        "books": 27,
        "manuscripts": 18,
        "specials": 2,
        "aids": 11,
    }


# file, what stands there, what is put in its place, card, field, words of the message
SINGLE = [
    ("books.yaml", "{id: A1, set: A", "{id: A1, sett: A", "A1", "sett", ("unknown", "mean set?")),
    ("books.yaml", "place: 1, title: \"A Key", "place: one, title: \"A Key", "A1", "place",
     ("'one'|one", "whole number")),
    ("books.yaml", "id: A1, set: A, place: 1", "id: A1, set: A, place: 0", "A1", "place",
     ("found 0", "at least 1")),
    ("books.yaml", "id: A1, set: A, place: 1", "id: A1, set: A, place: \"1\"", "A1", "place",
     ("found '1'", "whole number")),
    ("books.yaml", "id: A1, set: A, place: 1", "id: A1, set: A, place: 1.0", "A1", "place",
     ("1.0", "whole number")),
    ("books.yaml", "id: A1, set: A", "id: A1, set: a", "A1", "set", ("found 'a'|found a",)),
    ("books.yaml", "{id: A1, set: A", "{id: A1, id: A1, set: A", "A1", "id", ("duplicate",)),
    ("books.yaml", "title: \"A Key to All Locks\"", "title: [a, b]", "A1", "title",
     ("a list", "text")),
    ("books.yaml", "title: \"A Key to All Locks\"", "title: ~", "A1", "title", ("nothing", "text")),
    ("books.yaml", ", author: \"H. Burrell, locksmith\"", "", "A1", "",
     ("author is missing", "text")),
    ("books.yaml", "- {id: A1,", "- {[1]: 2, id: A1,", "A1", "", ("a list as a key",)),
    ("books.yaml", "id: A1, set: A", "id: A1, copies: -1, set: A", "A1", "copies",
     ("-1", "from 1")),
    ("sets.yaml", "colour: \"#8c2f39\"", "colour: red", "A", "colour", ("'red'|red", "#")),
    ("aids.yaml", "side: front, icon: eye,", "side: frnot, icon: eye,", "look", "side",
     ("frnot", "one of", "back", "mean front?")),
    ("aids.yaml", "{scoring.book}", "{scoring.bok}", "books", "text",
     ("{scoring.bok}", "mean book?")),
    ("game.yaml", "stacks: 3", "stacks: three", "", "numbers.stacks", ("three", "whole number")),
    ("game.yaml", "stacks: 3", "stakcs: 3", "", "numbers.stakcs", ("unknown", "mean stacks?")),
    ("game.yaml", "genre: set drafting", "gerne: set drafting", "", "gerne",
     ("unknown", "mean genre?")),
    ("game.yaml", "    value: false", "    value: perhaps", "",
     "options.refill_taken_stack.value", ("perhaps", "true or false")),
    ("game.yaml", "value: all_tied", "value: all_tide", "", "options.tie_for_fewest.value",
     ("all_tide", "mean all_tied?")),
    ("game.yaml", "prefix: WA", "prefix: wa", "", "prefix", ("wa",)),
    ("rules.yaml", "text: Two or more play.", "txet: Two or more play.", "WA-1.5", "txet",
     ("unknown", "mean text?")),
    ("rules.yaml", "{players.max}", "{players.most}", "WA-1.5", "ruling",
     ("{players.most}", "max")),
    ("rules.yaml", "option: refill_taken_stack", "option: refil_taken_stack", "WA-3.2", "",
     ("refil_taken_stack", "mean refill_taken_stack?")),
    ("print.yaml", "size: page", "sizes: page", "rules|", "sizes|components.rules.sizes",
     ("unknown", "mean size?")),
    ("print.yaml", "rows: books", "rows: boks", "deck", "rows", ("boks", "mean books?")),
    ("print.yaml", "copies: 6", "copies: six", "|aid", "copies|components.aid.faces.0.copies",
     ("six", "whole number")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "item", "field", "words"), SINGLE, ids=[f"{a[0]}:{a[2]}" for a in SINGLE]
)
def test_one_slip_is_named_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, item: str, field: str, words: tuple[str, ...]
) -> None:
    game = winston(tmp_path)
    line = edit(game / file, old, new)
    found = [
        one
        for one in problems(game)
        if one.item in item.split("|")
        and one.field in field.split("|")
        and all(any(part in one.message for part in word.split("|")) for word in words)
    ]
    assert found, [str(one) for one in problems(game)]
    assert found[0].file == str(game / file)
    # a clause's option is named at its clause, which begins some lines above
    assert line - (7 if file == "rules.yaml" else 0) <= found[0].line <= line
    assert found[0].column > 0
    assert str(found[0]).startswith(f"{game / file}:{found[0].line}:{found[0].column}: ")


def test_the_column_is_that_of_the_value(tmp_path: Path) -> None:
    game = winston(tmp_path)
    line = edit(game / "books.yaml", 'place: 1, title: "A Key', 'place: one, title: "A Key')
    text = (game / "books.yaml").read_text("utf-8").splitlines()[line - 1]
    (found,) = problems(game)
    assert (found.line, found.column) == (line, text.index("one,") + 1)


def test_all_slips_of_a_file_at_once(tmp_path: Path) -> None:
    game = winston(tmp_path)
    books = game / "books.yaml"
    edit(books, "{id: A1, set: A, place: 1", "{id: A1, set: A, place: x")
    edit(books, "{id: C3, set: C", "{id: C3, sett: C")
    edit(books, 'title: "Tide Tables, Last Edition"', 'tittle: "Tide Tables, Last Edition"')
    found = {(one.item, one.field) for one in problems(game)}
    assert {("A1", "place"), ("C3", "sett"), ("D5", "tittle")} <= found


def test_all_slips_of_all_files_at_once(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "genre: set drafting", "gerne: set drafting")
    edit(game / "books.yaml", "{id: A1, set: A, place: 1", "{id: A1, set: A, place: x")
    edit(game / "sets.yaml", "size: 3", "size: -3")
    edit(game / "rules.yaml", "text: Two or more play.", "txet: Two or more play.")
    edit(game / "print.yaml", "size: page", "sizes: page")
    files = {Path(one.file).name for one in problems(game)}
    assert files == {"game.yaml", "books.yaml", "sets.yaml", "rules.yaml", "print.yaml"}


def test_a_slip_is_said_once(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "books.yaml", "{id: A1, set: A, place: 1", "{id: A1, set: A, place: x")
    assert len(problems(game)) == 1


def test_a_book_left_out_is_missed(tmp_path: Path) -> None:
    game = winston(tmp_path)
    book = (
        '  - {id: C2, set: C, place: 2, title: "What Came Up Instead", author: "Brother Ansgar"}\n'
    )
    edit(game / "books.yaml", book, "")
    said = "\n".join(map(str, problems(game)))
    assert "books.yaml" in said
    assert "set C has 4 books in sets.yaml, but place 2 of it is missing here" in said
    assert "26 books here, but game.yaml says 27" in said


def test_a_wrong_count_in_game_yaml_names_both_numbers(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "manuscripts: 18", "manuscripts: 17")
    said = "\n".join(map(str, problems(game)))
    assert "18 manuscript pages here, but game.yaml says 17" in said
    assert "the kinds of card add to 53, but deck.cards says 54" in said


@pytest.mark.parametrize("special", ["product_over_process", "open_secrets"])
def test_wrong_copies_of_a_special_are_named(tmp_path: Path, special: str) -> None:
    game = winston(tmp_path)
    text = (game / "specials.yaml").read_text("utf-8")
    head, tail = text.split(f"id: {special}\n    copies: ")
    (game / "specials.yaml").write_text(f"{head}id: {special}\n    copies: 9{tail[1:]}", "utf-8")
    assert f"9 copies of {special} here" in "\n".join(map(str, problems(game)))


def test_a_book_of_no_set_and_a_place_taken_twice(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "books.yaml", "id: B2, set: B, place: 2", "id: B2, set: B, place: 1")
    edit(game / "books.yaml", "id: A2, set: A", "id: A2, set: Z")
    said = "\n".join(map(str, problems(game)))
    assert "place 1 of set B is taken 2 times" in said
    assert "set Z is not in sets.yaml" in said


def test_a_doubled_id_names_both_lines(tmp_path: Path) -> None:
    game = winston(tmp_path)
    first = edit(game / "manuscripts.yaml", "{id: M04,", "{id: M03,") - 1
    (found,) = problems(game)
    assert (found.item, found.field) == ("M03", "id")
    assert found.line == first + 1
    assert f"line {first}" in found.message


def test_a_doubled_clause_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    line = edit(game / "rules.yaml", "id: WA-1.5", "id: WA-1.4")
    (found,) = problems(game)
    assert (found.item, found.line) == ("WA-1.4", line)
    assert "twice" in found.message


def test_a_clause_that_says_nothing_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "rules.yaml", "        text: Most points win.\n", "")
    edit(
        game / "rules.yaml",
        "        ruling: There is no tiebreaker; players with equal points share the win.\n",
        "",
    )
    (found,) = problems(game)
    assert found.item == "WA-5.7"
    assert "needs a text" in found.message


def test_a_clause_of_another_game_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "rules.yaml", "id: WA-5.7", "id: VV-5.7")
    (found,) = problems(game)
    assert "WA-" in found.message


@pytest.mark.parametrize("name", ["game", "books", "rules", "print"])
@pytest.mark.parametrize("text", ["", "- a\n", "word\n", "~\n", "# nothing\n", "{}\n", "[a]: b\n"])
def test_a_file_of_another_shape_is_named(tmp_path: Path, name: str, text: str) -> None:
    game = winston(tmp_path)
    (game / f"{name}.yaml").write_text(text, "utf-8")
    found = problems(game)
    assert found
    assert {Path(one.file).name for one in found} == {f"{name}.yaml"}


def test_an_aid_without_words_for_the_present_value_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    line = edit(game / "game.yaml", '"false": Its place', '"fasle": Its place') - 1
    (found,) = problems(game)
    assert (found.line, found.field) == (line, "options.refill_taken_stack.aid")
    assert found.message == "no words for False"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    (game / "sets.yaml").unlink()
    (game / "books.yaml").unlink()
    (game / "books.yaml").mkdir()
    said = "\n".join(map(str, problems(game)))
    assert f"{game / 'sets.yaml'}: cannot be read" in said
    assert f"{game / 'books.yaml'}: cannot be read" in said


def test_a_key_beside_the_table_is_refused(tmp_path: Path) -> None:
    game = winston(tmp_path)
    with (game / "sets.yaml").open("a", encoding="utf-8") as file:
        file.write("sests: []\n")
    (found,) = problems(game)
    assert "unknown key; did you mean sets?" in found.message


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ("{word: txet, value: number, icon: text}", "mean text?"),
        ("{a-b: text, word: text, value: number, icon: text}", "a-b"),
        ("{copies: text, word: text, value: number, icon: text}", "copies"),
        ("{__class__: text, word: text, value: number, icon: text}", "__class__"),
    ],
)
def test_a_column_that_cannot_be_is_named(tmp_path: Path, kinds: str, said: str) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "{word: text, value: number, icon: text}", kinds)
    assert any(said in str(one) and "game.yaml" in one.file for one in problems(game))


@pytest.mark.parametrize("table", ["a-b", "../x", "class", "numbers", "facts", "problems", "rules"])
def test_a_table_that_cannot_be_is_named(tmp_path: Path, table: str) -> None:
    game = errata(tmp_path)
    edit(game / "game.yaml", "tables:\n", f"tables:\n  {table}: {{word: text}}\n")
    if "/" not in table:
        (game / f"{table}.yaml").exists() or (game / f"{table}.yaml").write_text(f"{table}: []\n")
    assert any(table in str(one) and "game.yaml" in one.file for one in problems(game))


@pytest.mark.parametrize("name", ["../evil", "a/b", "", "a b", ".hidden"])
def test_a_name_that_would_lead_to_another_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A component's name becomes a file's name."""
    game = errata(tmp_path)
    edit(game / "print.yaml", "  deck:", f'  "{name}":')
    assert any("print.yaml" in one.file for one in problems(game))


@pytest.mark.parametrize("name", ["../evil", "a/b", '"\\e[31m"', '"a\\nb"'])
def test_a_card_id_that_would_lead_to_another_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A card's ID becomes a file's name, and stands in messages."""
    game = errata(tmp_path)
    line = edit(game / "cards.yaml", "id: comma", f"id: {name}")
    assert [one.line for one in problems(game)] == [line]


def test_copies_beyond_reason_are_refused(tmp_path: Path) -> None:
    game = errata(tmp_path)
    edit(game / "cards.yaml", "copies: 4", "copies: 1000000000")
    assert any(one.field == "copies" for one in problems(game))


def test_a_component_without_faces_is_named(tmp_path: Path) -> None:
    game = errata(tmp_path)
    edit(
        game / "print.yaml",
        "faces:\n      - {rows: cards, template: card.svg}",
        "faces: []",
    )
    assert any("print.yaml" in one.file for one in problems(game))


# --- where the data is read from


def test_data_is_read_in_place_of_the_shipped(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "title: Winston's Archive", "title: Julia's Archive")
    edited = card_data.load(WINSTON, tmp_path)
    assert edited.title == "Julia's Archive"
    assert card_data.load(WINSTON).title == "Winston's Archive"
    assert edited.fingerprint != card_data.load(WINSTON).fingerprint


def test_the_fingerprint_changes_with_any_file(tmp_path: Path) -> None:
    game = winston(tmp_path)
    before = card_data.load(WINSTON, tmp_path).fingerprint
    seen = {before}
    for file in sorted(game.glob("*.yaml")):
        file.write_text(file.read_text("utf-8") + "\n# a comment\n", "utf-8")
        seen.add(card_data.load(WINSTON, tmp_path).fingerprint)
    assert len(seen) == 1 + len(list(game.glob("*.yaml")))


@pytest.mark.parametrize("name", ["winston_archive", "../winstons_archive", "", "/etc"])
def test_an_unknown_game_is_refused(tmp_path: Path, name: str) -> None:
    winston(tmp_path)
    for data in (None, tmp_path):
        with pytest.raises(card_data.DataError, match="no game called"):
            card_data.load(name, data)


def test_a_near_miss_of_a_game_is_suggested() -> None:
    with pytest.raises(card_data.DataError, match="did you mean winstons_archive"):
        card_data.load("winston_archive")


def test_a_folder_without_games_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for data in (tmp_path, tmp_path / "none", tmp_path / "file"):
        with pytest.raises(card_data.DataError) as error:
            card_data.load(WINSTON, data)
        assert error.value.problems[0].file == str(data)


def test_no_code_of_an_edited_game_is_run(tmp_path: Path) -> None:
    game = errata(tmp_path)
    for name in ("model.py", "__init__.py"):
        (game / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    assert problems(game) == ()
    assert not (tmp_path / "ran").exists()
