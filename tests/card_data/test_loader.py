"""A game's folder: where games lie, what is told of its files, what the loaded game says."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import card_data
from card_data import game as folders
from card_data import loader
from card_data.effects import Effects
from card_data.limits import LONGEST_VALUE, MOST_PROBLEMS
from card_data.loader import declared_type
from card_data.model import GameData, fields_of, table_names
from card_data.placeholders import filler, look_up, names_in, option_words
from card_data.problems import (
    MOST_CHOICES,
    MOST_COMPARED,
    MOST_LISTED,
    DataError,
    Problem,
    Problems,
    closest_name,
    did_you_mean,
    quote,
    shorten,
)
from card_data.reading.decode import Mismatch
from card_data.tables import data_type
from tests import golden_files
from tests.card_data.copies import ERRATA, SHIPPED, TINY, WINSTON, copied, edit, errata, problems


def said(game: Path) -> list[str]:
    """The problems of a game, each without the folder before its file."""
    return [str(problem).removeprefix(f"{game}/") for problem in problems(game)]


def test_problems_of_a_games_own_model_are_told_at_their_file(tmp_path: Path) -> None:
    game = copied(WINSTON, tmp_path)
    edit(game / "sets.yaml", "size: 3", "size: 4")
    assert {line.partition(":")[0] for line in said(game)} <= {"sets.yaml", "game.yaml"}
    assert said(game)


def test_files_of_a_shipped_game_are_called_by_their_place_in_the_kit(tmp_path: Path) -> None:
    for shipped, name in ((True, f"{ERRATA}/none.yaml"), (False, f"{tmp_path / ERRATA}/none.yaml")):
        reader = loader.Loader(tmp_path / ERRATA, shipped=shipped)
        assert reader.document("none.yaml").file == name
        assert reader.document("none.yaml") is reader.document("none.yaml")
        assert [str(one) for one in reader.problems] == [
            f"{name}: cannot be read: No such file or directory"
        ]


def test_the_fingerprint_is_a_digest_of_the_files_in_the_order_in_which_they_are_read() -> None:
    digest = hashlib.sha256()
    for name in ("game", "cards", "rules", "print", "score"):
        digest.update((TINY / ERRATA / f"{name}.yaml").read_bytes())
    assert card_data.load(ERRATA, TINY).fingerprint == digest.hexdigest()[:12]


def test_a_loaded_game_says_what_is_in_its_files() -> None:
    game = card_data.load(ERRATA, TINY)
    assert (game.id, game.folder, game.title) == (ERRATA, TINY / ERRATA, "Errata")
    assert game.tables() == ("cards",)
    assert [row.id for row in game.rows("cards")] == ["comma", "letter", "line", "page"]
    assert [*game.clauses()] == ["ER-1.1", "ER-1.2", "ER-1.3"]
    assert game.clauses()["ER-1.1"].text == "Deal 3 cards to each player; the rest is the pile."
    assert {name: option.value for name, option in game.options().items()} == {"open_hands": False}
    assert game.data.numbers == {"hand": 3, "target": 12}
    assert (game.lengths, [*game.components]) == ({}, ["deck", "rules"])
    assert game.drawn(1) == {}


def test_lengths_are_those_of_print_yaml(tmp_path: Path) -> None:
    game = errata(tmp_path)
    assert card_data.load(ERRATA, tmp_path).lengths == {}
    edit(game / "print.yaml", "components:", "lengths: {die: 16, net: 72.5}\ncomponents:")
    assert card_data.load(ERRATA, tmp_path).lengths == {"die": 16.0, "net": 72.5}


def test_a_game_may_do_without_numbers_options_and_tables(tmp_path: Path) -> None:
    game = errata(tmp_path)
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.partition("numbers:")[0], "utf-8")
    edit(game / "print.yaml", "{rows: cards, template: card.svg}", "{template: card.svg}")
    for old, new in (("{hand}", "3"), ("{target}", "12"), ("        option: open_hands\n", "")):
        edit(game / "rules.yaml", old, new)
    loaded = card_data.load(ERRATA, tmp_path)
    assert (loaded.options(), loaded.tables(), loaded.data.numbers) == ({}, (), {})


def test_the_type_of_a_games_data_is_known_from_its_game_yaml_alone(tmp_path: Path) -> None:
    game = errata(tmp_path)
    for file in ("cards", "rules", "print"):
        (game / f"{file}.yaml").unlink()
    kind = declared_type(ERRATA, tmp_path)
    assert table_names(kind) == ("cards",)
    made: Any = kind(cards=())
    assert (made.numbers, made.options) == ({}, {})
    assert issubclass(kind, GameData)
    assert declared_type(WINSTON) is type(card_data.load(WINSTON).data)
    assert table_names(data_type("none", None)) == ()
    edit(game / "game.yaml", "word: text", "word: text, class: flag")
    with pytest.raises(DataError, match="no column can be called class"):
        declared_type(ERRATA, tmp_path)


@pytest.mark.parametrize("name", card_data.names())
def test_a_game_goes_from_one_process_to_another(name: str) -> None:
    game = card_data.load(name)
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_game_with_tables_of_its_own_goes_from_one_process_to_another(tmp_path: Path) -> None:
    errata(tmp_path)
    game = card_data.load(ERRATA, tmp_path)
    again = pickle.loads(pickle.dumps(game))
    assert again.tables() == game.tables() == ("cards",)
    assert [type(value) for value in fields_of(again.rows("cards")[0]).values()] == [
        type(value) for value in fields_of(game.rows("cards")[0]).values()
    ]
    assert msgspec.to_builtins(again.data) == msgspec.to_builtins(game.data)
    assert msgspec.structs.replace(again, data=game.data) == game


# how many pieces

COUNTED = """\
components:
  deck:
    title: Deck
    size: poker
    set_up: Shuffle it.
    faces:
      - {rows: cards, template: card.svg, copies: 2}
      - {template: common/back.svg, a_player: 3}
      - {template: extra.svg, copies: 4, by_players: {3: 1, 2: 0}}
  forms: {title: Forms, size: page, per_page: {2: a5, 1: a4}, faces: [{template: form.svg}]}
  other: {title: Other, size: poker, instead_of: deck, faces: [{template: one.svg}]}
"""


@pytest.fixture
def counted(tmp_path: Path) -> card_data.Game[Any]:
    game = errata(tmp_path)
    (game / "print.yaml").write_text(COUNTED, "utf-8")
    edit(game / "game.yaml", "min: 2, max: 2", "min: 2, max: 4")
    edit(game / "cards.yaml", "copies: 4", "copies: 4, by_players: {2: 0, 3: 1}")
    return card_data.load(ERRATA, tmp_path)


@pytest.mark.parametrize(
    ("players", "cards", "backs", "extra"),
    [(None, (8, 6, 4, 2), 12, 4), (2, (0, 6, 4, 2), 6, 0), (3, (2, 6, 4, 2), 9, 1),
     (4, (8, 6, 4, 2), 12, 4)],
)  # fmt: skip
def test_pieces_are_counted_by_rows_copies_and_players(
    counted: card_data.Game[Any],
    players: int | None,
    cards: tuple[int, ...],
    backs: int,
    extra: int,
) -> None:
    names = ("comma", "letter", "line", "page")
    wanted = dict(zip(names, cards, strict=True)) | {"back": backs, "extra": extra}
    assert counted.counts("deck", players=players) == {
        name: number for name, number in wanted.items() if number
    }


def test_forms_are_counted_by_the_page_or_by_players(counted: card_data.Game[Any]) -> None:
    assert counted.counts("forms") == {"form": 4}
    assert counted.counts("forms", 1) == {"form": 4}
    assert counted.counts("forms", 2, 5) == {"form": 5}
    assert counted.counts("forms", players=3) == {"form": 3}
    assert counted.counts("forms", forms=4, players=3) == {"form": 4}


def test_game_data_overrule_the_counts_of_print_yaml(
    counted: card_data.Game[Any],
) -> None:

    class Data(GameData, frozen=True):
        cards: tuple[Any, ...]

        def pieces_for(self, players: int) -> dict[str, dict[str, int]]:
            return {"deck": {"comma": players, "extra": 0, "none": 9}}

        def set_up_for(self, players: int) -> dict[str, str]:
            return {"other": f"For {players}."}

        def drawn(self, rng: Random) -> dict[str, tuple[str, ...]]:
            return {"cards": ("comma", f"none{rng.randint(0, 9)}")}

    game = msgspec.structs.replace(counted, data=Data(counted.rows("cards")))
    assert game.counts("deck", players=4) == {
        "comma": 4, "letter": 6, "line": 4, "page": 2, "back": 12,
    }  # fmt: skip
    assert game.counts("deck", draw=1) == {"comma": 8, "back": 12, "extra": 4}
    assert game.drawn(1) == {"cards": ("comma", f"none{Random(1).randint(0, 9)}")}
    assert [game.set_up(name, 3) for name in ("deck", "other", "forms")] == [
        "Shuffle it.", "For 3.", "",
    ]  # fmt: skip


def test_what_is_instead_of_another_is_not_needed(counted: card_data.Game[Any]) -> None:
    assert [counted.needs(name, 2) for name in ("deck", "forms", "other")] == [True, True, False]


def test_a_game_without_components_is_refused(tmp_path: Path) -> None:
    game = errata(tmp_path)
    (game / "print.yaml").write_text("components: {}", "utf-8")
    (found,) = problems(game)
    assert str(found).endswith("field components: found 0 entries, expected at least 1")


# where games lie


def test_the_games_of_a_folder_come_in_order(tmp_path: Path) -> None:
    for name in ("zebra", "ant", "mole"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.yaml").write_text("")
    (tmp_path / "none").mkdir()
    assert folders.names(tmp_path) == ["ant", "mole", "zebra"]
    assert folders.names() == sorted(file.parent.name for file in SHIPPED.glob("*/game.yaml"))


def test_where_there_are_no_games_the_folder_around_is_suggested(tmp_path: Path) -> None:
    game = errata(tmp_path)
    for folder, message in {
        tmp_path / "none": "no games here: expected a folder for each game, with a game.yaml in it",
        game / "templates": f"no games here; did you mean {game}?",
    }.items():
        with pytest.raises(DataError) as error:
            folders.names(folder)
        assert str(error.value) == f"{folder}: {message}"


def test_own_folder_may_be_named_from_within(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = errata(tmp_path)
    monkeypatch.chdir(game / "templates")
    assert folders.own_folder(Path("..")) == game
    assert folders.own_folder(Path("../..")) is None
    assert folders.home(Path("..")) == tmp_path
    assert folders.home(game) == folders.home(tmp_path) == tmp_path
    assert folders.folder_of(ERRATA, Path("..")) == game
    assert folders.folder_of(ERRATA, tmp_path) == game
    monkeypatch.chdir(tmp_path)
    assert folders.own_folder(Path(ERRATA)) == Path(ERRATA), "by its name, as it was given"
    assert folders.folder_of(WINSTON) == SHIPPED / WINSTON


def test_a_game_that_is_not_there_is_told_with_what_was_meant(tmp_path: Path) -> None:
    game = errata(tmp_path)
    own = f"for the games in that folder give --data {game}"
    spaced = tmp_path / "my games"
    game.parent.joinpath(ERRATA).rename(tmp_path / "kept")
    spaced.mkdir()
    (tmp_path / "kept").rename(spaced / ERRATA)
    for name, data, message in [
        ("erata", spaced, f"{spaced}: no game called 'erata' here; did you mean errata?"),
        ("x", spaced, f"{spaced}: no game called 'x' here (known: errata)"),
        ("winston_archive", None,
         "GAME: no game called 'winston_archive' here; did you mean winstons_archive?"),
        (str(spaced), None, f"GAME: no game called {quote(str(spaced))} here: for the games in "
         f"that folder give --data '{spaced}'"),
    ]:  # fmt: skip
        with pytest.raises(DataError) as error:
            folders.folder_of(name, data)
        assert str(error.value) == message
    spaced.rename(tmp_path / "plain")
    plain = str(tmp_path / "plain" / ERRATA)
    told = f"no game called {quote(plain)} here: {own.replace(str(game), plain)}"
    assert folders.no_game(plain, [], None) == told
    for nothing in ("", "a\0b", str(tmp_path / "none")):
        assert folders.no_game(nothing, [], None).endswith("the folder that its folder is in")


@pytest.mark.parametrize(("name", "game"), [
    ("Winston's Archive", "winstons_archive"), ("winston’s  ARCHIVE", "winstons_archive"),
    ("WINSTONS_ARCHIVE", "winstons_archive"), ("verse and variant", "verse_and_variant"),
    ("Verse & Variant: Fragments of Antiquity", "verse_and_variant"),
    ("nineteen eighty-four", "nineteen_eighty_four"),
    ("Winston: Nineteen Eighty-Four", "nineteen_eighty_four"),
    ("untitled manuscript game", "manuscript"),
])  # fmt: skip
def test_a_game_goes_by_its_id_or_its_title_in_any_spelling(name: str, game: str) -> None:
    assert folders.called(name) == game
    assert card_data.load(name).id == game


def test_what_means_no_game_or_several_stays_as_it_is(tmp_path: Path) -> None:
    game = errata(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    for text in ("", "title: [Errata]\n", "title: '", "- title\n"):
        (other / "game.yaml").write_text(text, "utf-8")
        assert folders.called("ERRATA", tmp_path) == folders.called("errata", game) == ERRATA
        assert folders.called("Other", tmp_path) == "other"
    (other / "game.yaml").write_text("title: errata\n", "utf-8")
    for name in ("Errata", "chess", ""):
        assert folders.called(name, tmp_path) == name
    assert folders.called(ERRATA, tmp_path) == ERRATA, "the ID itself"


def test_a_house_rule_is_of_a_game_in_any_case() -> None:
    game = card_data.load(WINSTON, house=[f"{WINSTON.upper()}.refill_taken_stack=true"])
    assert game.house == {"refill_taken_stack": "true"}


# values in texts


WORDS = {"hand": -3, "title": "a-b", "none": None, "flag": True, "row": {"x": 1, "y": {"z": 2}},
         "list": (1,), "empty": {}}  # fmt: skip


def test_a_value_in_a_text_or_why_there_is_none() -> None:
    found = {}
    for text in golden_files.kept("placeholders"):
        try:
            found[text] = filler(WORDS)(text)
        except Mismatch as error:
            found[text] = str(error)
    golden_files.check("placeholders", found)


def test_a_property_of_a_model_is_a_value_and_its_methods_are_none() -> None:
    game = card_data.load(ERRATA, TINY)
    assert look_up("game.title", {"game": game}) == "Errata"
    assert look_up("head.players.max", {"head": game.head}) == 2
    with pytest.raises(Mismatch, match="several values"):
        look_up("players.words", {"players": game.head.players})
    assert [*names_in(game.head.players)] == ["min", "max"]
    assert [*names_in({"a": 1})] == ["a"]
    assert [*names_in("text")] == []


def test_texts_with_values_have_a_limit() -> None:
    fill = filler({"long": "x" * LONGEST_VALUE, "one": "x"})
    assert len(fill("{long}")) == LONGEST_VALUE
    with pytest.raises(Mismatch) as one:
        fill("{long}{one}")
    assert str(one.value) == (
        "found 20,001 characters with its values filled in, expected at most 20,000"
    )


def test_options_in_words() -> None:
    options = card_data.load(WINSTON).options()
    assert option_words(options) == {
        "options": {name: one.words() for name, one in options.items()}
    }
    assert (fields_of(3), fields_of({"a": 1})) == ({}, {"a": 1})


# messages


def test_a_problem_is_told_with_what_is_known_of_its_place() -> None:
    for problem, words in [
        (Problem(message="m", file="f"), "f: m"),
        (Problem(message="m", file="f", line=2), "f:2: m"),
        (Problem(message="m", file="f", line=2, column=3), "f:2:3: m"),
        (Problem(message="m", file="f", item="Ann"), "f: Ann: m"),
        (Problem(message="m", file="f", field="hat"), "f: field hat: m"),
        (Problem(message="m", file="f", line=1, item="Ann", field="hat"), "f:1: Ann, field hat: m"),
    ]:
        assert str(problem) == words


def test_each_problem_is_told_once_and_as_it_was_added() -> None:
    found = Problems()
    found.raise_if_any()
    found.add("m", file="f", line=2, column=3, item="i", field="x")
    found.add("n", file="f")
    found.add("n", file="f")
    assert len(found) == 2
    with pytest.raises(DataError) as error:
        found.raise_if_any()
    assert str(error.value) == "f:2:3: i, field x: m\nf: n"
    for number in range(MOST_PROBLEMS - 2):
        found.add(str(number), file="f")
    found.add("n", file="f")
    with pytest.raises(DataError) as error:
        found.add("one more", file="g", line=7)
    *told, last = str(error.value).splitlines()
    assert (len(told), last) == (MOST_PROBLEMS, f"g:7: stopped after {MOST_PROBLEMS} problems")


@pytest.mark.parametrize(("name", "known", "words"), [
    ("bok", ["book", "page"], "; did you mean book?"),
    ("BOOK", ["brook", "book"], "; did you mean book?"),
    ("x", ["c", "a", "b"], " (known: a, b, c)"), ("x", [3, 1], " (known: 1, 3)"), ("x", [], ""),
    ("x", ["y" * 41], f" (known: {'y' * 37}…)"),
    ("x", [f"n{at:02}" for at in range(MOST_LISTED)],
     f" (known: {', '.join(f'n{at:02}' for at in range(MOST_LISTED))})"),
    ("x", [f"n{at:02}" for at in range(MOST_LISTED + 1)],
     f" (known: {', '.join(f'n{at:02}' for at in range(MOST_LISTED))}, 1 more)"),
])  # fmt: skip
def test_a_name_that_is_not_known(name: str, known: list[object], words: str) -> None:
    assert did_you_mean(name, known) == words
    assert did_you_mean(name, known, listed=False) == (words if words.startswith(";") else "")


def test_names_that_take_too_long_to_compare_are_not_suggested() -> None:
    assert closest_name("x" * 59, ["x" * MOST_COMPARED]) == "x" * MOST_COMPARED
    assert closest_name("x" * 59, ["x" * (MOST_COMPARED + 1)]) == ""
    others = [str(number) for number in range(MOST_CHOICES - 1)]
    assert closest_name("bok", [*others, "book"]) == "book"
    assert closest_name("bok", [*others, "0", "book"]) == ""
    assert (
        closest_name("x" * MOST_COMPARED + "y" * 900, ["x" * MOST_COMPARED]) == "x" * MOST_COMPARED
    )
    assert closest_name("abcde", ["abxyz"]) == ""
    assert closest_name("abcde", ["abcyz"]) == "abcyz", "six of ten letters are alike"


@pytest.mark.parametrize(("text", "quoted", "bare"), [
    ("a b", "'a b'", "a b"), ("x" * 40, f"'{'x' * 40}'", "x" * 40),
    ("x" * 41, f"'{'x' * 37}…'", f"{'x' * 37}…"), ("a\nb", "'a\\nb'", "'a\\nb'"),
])  # fmt: skip
def test_a_text_in_a_message(text: str, quoted: str, bare: str) -> None:
    assert (quote(text), shorten(text)) == (quoted, bare)


# effects


def test_cards_that_are_none_are_told_each_in_its_words() -> None:
    effects = Effects(card_data.load("verse_and_variant"))
    with pytest.raises(DataError) as error:
        effects.accept(["T-1a", "T-1aa", "zzz"])
    first, second = str(error.value).splitlines()
    assert first == "--accept: no card called 'T-1aa' has an effect; did you mean T-1a?"
    assert second.startswith("--accept: no card called 'zzz' has an effect (known: T-10a, T-10b,")


def test_a_digest_is_of_the_words_of_the_texts_of_a_row(tmp_path: Path) -> None:
    game = copied("verse_and_variant", tmp_path)
    effects = Effects(card_data.load(game.name, tmp_path))
    place, row = effects.rows["T-2c"]
    assert (place[0], row.id) == ("tools", "T-2c")
    texts = [effects.documents["tools"].value((*place, column)) for column in row.says]
    words = "\n".join(" ".join((text or "").split()) for text in texts)
    assert effects.digest(place, row) == hashlib.sha256(words.encode()).hexdigest()[:8]
    assert list(effects.problems(None, None)) == []
