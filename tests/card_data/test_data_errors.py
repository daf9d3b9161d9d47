"""Every problem of a game's data is reported, with its place and with what was expected."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import card_data
from tests.card_data.copies import WINSTON, copied, edit, errata, problems, winston

# file, what stands there, what is put in its place, card, field, words of the message
SINGLE = [
    ("books.yaml", "{id: A1, set: A", "{id: A1, sett: A", "A1", "sett", ("unknown", "mean set?")),
    ("books.yaml", "place: 1, title: \"A Key", "place: one, title: \"A Key", "A1", "place",
     ("'one'|one", "whole number")),
    ("books.yaml", "id: A1, set: A, place: 1", "id: A1, set: A, place: 0", "A1", "place",
     ("found 0", "from 1 to")),
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
    ("sets.yaml", "colour: \"#8c1614\"", "colour: red", "A", "colour",
     ("found 'red', expected a colour like #8c2f39",)),
    ("aids.yaml", "side: front, icon: eye,", "side: frnot, icon: eye,", "secrets", "side",
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
    ("game.yaml", "prefix: WA", "prefix: wa", "", "prefix",
     ("found 'wa', expected 2 to 4 capital letters",)),
    ("rules.yaml", "text: \"{players.min} or", "txet: \"{players.min} or", "WA-1.5", "txet",
     ("unknown", "mean text?")),
    ("rules.yaml", "{players.max}", "{players.most}", "WA-1.5", "ruling",
     ("{players.most}", "max")),
    ("rules.yaml", "option: refill_taken_stack", "option: refil_taken_stack", "WA-3.2", "option",
     ("no house rule refil_taken_stack; did you mean refill_taken_stack?",)),
    ("rules.yaml", "id: WA-5.7", "id: VV-5.7", "VV-5.7", "id",
     ("found VV-5.7, expected an ID like WA-1.1",)),
    ("print.yaml", "size: page", "sizes: page", "", "components.rules.sizes",
     ("unknown", "mean size?")),
    ("print.yaml", "rows: books", "rows: boks", "", "components.deck.faces no. 1, rows",
     ("no table 'boks'; did you mean books?",)),
    ("print.yaml", "copies: 2", "copies: six", "", "components.pad.faces no. 1, copies",
     ("six", "whole number")),
    ("print.yaml", "corner: 3", "corner: -3", "", "components.deck.corner",
     ("found -3, expected a number from 0 to 1500",)),
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
        problem
        for problem in problems(game)
        if (problem.item, problem.field) == (item, field)
        and all(any(part in problem.message for part in word.split("|")) for word in words)
    ]
    assert found, [str(problem) for problem in problems(game)]
    assert found[0].file == str(game / file)
    assert found[0].line == line
    assert found[0].column > 0
    assert str(found[0]).startswith(f"{game / file}:{found[0].line}:{found[0].column}: ")


# file, what stands there, what is put in its place, the one problem
ALONE = [
    ("cards.yaml", "copies: 4", "copies: x",
     "2:63: comma, field copies: found x, expected a whole number from 1 to 1000"),
    ("cards.yaml", "copies: 4", "copies: 1000000000",
     "2:63: comma, field copies: found 1000000000, expected a whole number from 1 to 1000"),
    ("cards.yaml", "cards:", "cadrs: []\ncards:",
     "1:1: field cadrs: unknown key; did you mean cards?"),
    ("game.yaml", "title: Errata", "titel: Errata",
     "1:1: field titel: unknown key; did you mean title?"),
    ("game.yaml", "players: {min: 2, max: 2}", "players: {min: 6, max: 2}",
     "6:24: field players.max: found 2, expected at least the minimum, 6"),
    ("game.yaml", "clause: ER-1.2", "clause: ER-9.9",
     "17:13: field options.open_hands.clause: no clause ER-9.9"),
    ("game.yaml", "value: false", "value: false\n    aid: {\"true\": a}",
     "17:5: field options.open_hands.aid: no text for the option's current value, false"),
    # `name` tells a list's entries apart; in any other mapping it is a key like others
    ("game.yaml", "{word: text,", "{name: text, word: txet,",
     "20:29: field tables.cards.word: found txet, expected one of colour, flag, ink, list, number, "
     "text; did you mean text?"),
    ("print.yaml", "faces:\n      - {rows: cards, template: card.svg}", "faces: []",
     "8:5: field components.deck.faces: found 0 entries, expected at least 1"),
    ("cards.yaml", "id: letter", "id: comma",
     "3:10: comma, field id: duplicate ID, first used in line 2"),
    ("rules.yaml", "id: ER-1.3", "id: ER-1.1",
     "9:13: ER-1.1, field id: duplicate ID, first used in line 4"),
    ("rules.yaml", "        text: In turn, play a card and draw one.\n", "",
     "6:9: ER-1.2: the clause is empty: expected a text, a ruling or house data"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "said"), ALONE)
def test_one_slip_is_told_once_and_in_full(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    game = errata(tmp_path)
    edit(game / file, old, new)
    (found,) = problems(game)
    assert str(found) == f"{game / file}:{said}"


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    game = winston(tmp_path)
    (game / "sets.yaml").write_text("# nothing\n", "utf-8")
    (found,) = problems(game)
    assert str(found) == f"{game / 'sets.yaml'}: the file is empty"


def test_all_slips_of_a_file_at_once(tmp_path: Path) -> None:
    game = winston(tmp_path)
    books = game / "books.yaml"
    edit(books, "{id: A1, set: A, place: 1", "{id: A1, set: A, place: x")
    edit(books, "{id: C3, set: C", "{id: C3, sett: C")
    edit(books, 'title: "Tide Tables, Last Edition"', 'tittle: "Tide Tables, Last Edition"')
    found = {(problem.item, problem.field) for problem in problems(game)}
    assert {("A1", "place"), ("C3", "sett"), ("D5", "tittle")} <= found


def test_all_slips_of_all_files_at_once(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "genre: set drafting", "gerne: set drafting")
    edit(game / "books.yaml", "{id: A1, set: A, place: 1", "{id: A1, set: A, place: x")
    edit(game / "sets.yaml", "size: 3", "size: -3")
    edit(game / "rules.yaml", 'text: "{players.min} or', 'txet: "{players.min} or')
    edit(game / "print.yaml", "size: page", "sizes: page")
    files = {Path(problem.file).name for problem in problems(game)}
    assert files == {"game.yaml", "books.yaml", "sets.yaml", "rules.yaml", "print.yaml"}


def test_an_unreadable_game_yaml_is_not_blamed_on_other_files(tmp_path: Path) -> None:
    """Options and tables that are not known are missing nowhere."""
    for game in (winston(tmp_path / "typed"), errata(tmp_path / "declared")):
        edit(game / "game.yaml", "options:", "optoins:")
        edit(game / "game.yaml", "genre:", "gerne:")
        assert {Path(problem.file).name for problem in problems(game)} == {"game.yaml"}


@pytest.mark.parametrize("name", ["game", "books", "rules", "print"])
@pytest.mark.parametrize("text", ["", "- a\n", "word\n", "~\n", "# nothing\n", "{}\n", "[a]: b\n"])
def test_a_file_of_another_shape_is_named(tmp_path: Path, name: str, text: str) -> None:
    game = winston(tmp_path)
    (game / f"{name}.yaml").write_text(text, "utf-8")
    found = problems(game)
    assert found
    assert {Path(problem.file).name for problem in found} == {f"{name}.yaml"}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    (game / "sets.yaml").unlink()
    (game / "books.yaml").unlink()
    (game / "books.yaml").mkdir()
    said = "\n".join(map(str, problems(game)))
    assert f"{game / 'sets.yaml'}: cannot be read" in said
    assert f"{game / 'books.yaml'}: cannot be read" in said


BAD_NAME = (
    "wrong key: found {!r}, expected lower-case letters, digits and _, starting with a letter"
)


@pytest.mark.parametrize(
    ("columns", "field", "message"),
    [
        (
            "word: txet",
            "word",
            "found txet, expected one of colour, flag, ink, list, number, text; did you mean",
        ),
        ("a-b: text", "a-b", BAD_NAME.format("a-b")),
        ("copies: text", "copies", "every table has a column copies already: leave it out"),
        ("class: text", "class", "no column can be called class, a word of Python's: call it"),
        ("__class__: text", "__class__", BAD_NAME.format("__class__")),
    ],
)
def test_a_wrong_column_is_named(tmp_path: Path, columns: str, field: str, message: str) -> None:
    game = errata(tmp_path)
    line = edit(game / "game.yaml", "{word: text,", f"{{{columns}, word2: text,")
    found = [problem for problem in problems(game) if problem.message.startswith(message)]
    assert [Path(problem.file).name for problem in found] == ["game.yaml"], problems(game)
    assert (found[0].line, found[0].field) == (line, f"tables.cards.{field}")
    assert found[0].column > 0


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("a-b", BAD_NAME.format("a-b")),
        ("../x", BAD_NAME.format("../x")),
        *(
            (name, f"no table can be called {name}: choose another name")
            for name in ("class", "numbers", "facts", "drawn", "rules")
        ),
    ],
)
def test_a_wrong_name_of_a_table_is_named(tmp_path: Path, table: str, message: str) -> None:
    game = errata(tmp_path)
    line = edit(game / "game.yaml", "tables:\n", f"tables:\n  {table}: {{word: text}}\n") + 1
    (found,) = problems(game)
    assert Path(found.file).name == "game.yaml"
    assert (found.line, found.field, found.message) == (line, f"tables.{table}", message)


@pytest.mark.parametrize("name", ["../evil", "a/b", "", "a b", ".hidden"])
def test_a_name_that_would_lead_to_another_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A component's name becomes a file's name."""
    game = errata(tmp_path)
    edit(game / "print.yaml", "  deck:", f'  "{name}":')
    (found,) = problems(game)
    assert Path(found.file).name == "print.yaml"
    assert found.message == BAD_NAME.format(name)


@pytest.mark.parametrize("name", ["../evil", "a/b", '"\\e[31m"', '"a\\nb"', '"a\\n"'])
def test_a_card_id_that_would_lead_to_another_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A card's ID becomes a file's name, and stands in messages."""
    game = errata(tmp_path)
    line = edit(game / "cards.yaml", "id: comma", f"id: {name}")
    assert [problem.line for problem in problems(game)] == [line]


# --- where the data is read from


def test_data_is_read_in_place_of_the_shipped(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "title: Winston's Archive", "title: Julia's Archive")
    edited = card_data.load(WINSTON, tmp_path)
    assert edited.title == "Julia's Archive"
    assert card_data.load(WINSTON).title == "Winston's Archive"
    assert edited.fingerprint != card_data.load(WINSTON).fingerprint


def test_the_fingerprint_changes_with_any_file_that_play_goes_by(tmp_path: Path) -> None:
    """The rulebook and the set-up aid are for reading alone."""
    game = copied(WINSTON, tmp_path, rulebook=True)
    seen = [card_data.load(WINSTON, tmp_path).fingerprint]
    for file in sorted(game.glob("*.yaml")):
        file.write_text(file.read_text("utf-8") + "\n# a comment\n", "utf-8")
        seen.append(card_data.load(WINSTON, tmp_path).fingerprint)
        assert (seen[-1] in seen[:-1]) == (file.name in ("rulebook.yaml", "set_up.yaml"))


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


def test_a_games_own_folder_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--data mine/errata means that game alone, from wherever it is named."""
    own = errata(tmp_path / "mine")
    winston(tmp_path / "mine")
    assert card_data.names(own) == [own.name]
    assert card_data.load(own.name, own).folder == own
    assert card_data.names(own.parent) == [own.name, WINSTON]
    monkeypatch.chdir(own)
    assert card_data.names(Path()) == [own.name]
    assert card_data.load(own.name, Path()).id == own.name
    with pytest.raises(card_data.DataError, match=f"no game called '{WINSTON}' here"):
        card_data.load(WINSTON, own)


@pytest.mark.parametrize("colour", ["#8C2F39", "#8c2F39"])
def test_colours_in_capitals_are_colours(colour: str, tmp_path: Path) -> None:
    game = copied("dice_archive", tmp_path)
    text = (game / "dice.yaml").read_text("utf-8")
    old = re.search(r"#[0-9a-f]{6}", text)
    assert old is not None
    edit(game / "dice.yaml", old[0], colour)
    assert problems(game) == ()


def test_no_code_of_an_edited_game_is_run(tmp_path: Path) -> None:
    game = errata(tmp_path)
    for name in ("model.py", "__init__.py"):
        (game / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    assert problems(game) == ()
    assert not (tmp_path / "ran").exists()
