"""Rules, tests and code name the same clauses: none untested, none made up."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

import card_data
from card_data.effects import Effects
from scoring import clauses, games
from tests.small_game.tables import install

TESTS = Path(__file__).parents[1]
with pytest.MonkeyPatch.context() as patch:
    SMALL = install(patch)
CODE = [*TESTS.with_name("scoring").rglob("*.py"), *TESTS.glob("small_game/scoring/*/*.py")]
GAMES = [SMALL, *[card_data.load(name) for name in card_data.names()]]
SCORED = (SMALL.id, *games.names())
CLAUSES = {rule for game in GAMES for rule in game.clauses()}
CITING = r"\b(?:Finding|Part)\("
PREFIXES = "|".join(game.head.prefix for game in GAMES)


@cache
def all_tests() -> list[tuple[Path, ast.FunctionDef]]:
    """Every test function of a file that tests a clause, with its file."""
    texts = {path: path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py")}
    return [
        (path, node)
        for path, text in texts.items()
        if "clause(" in text or path.name == "test_rules.py"
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


@cache
def scenarios() -> dict[str, list[str]]:
    """The scenarios in YAML, by name, with the clauses that each names in its stages."""
    found = {}
    for path in [*TESTS.glob("*/tools/*.yaml"), *TESTS.glob("*/rules/*.yaml")]:
        read = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)
        for name, told in read.items():
            stages = told if isinstance(told, list) else [told]
            found[name] = [rule for one in stages for rule in one.get("clause", "").split()]
    return found


def called(mark: ast.expr) -> str:
    """The last word of what is called, or of a name: ``soak`` of ``@pytest.mark.soak``."""
    function = mark.func if isinstance(mark, ast.Call) else mark
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def named(test: ast.FunctionDef) -> list[str]:
    return [
        str(argument.value)
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and called(mark) == "clause"
        for argument in mark.args
        if isinstance(argument, ast.Constant)
    ]


def marks(test: ast.FunctionDef) -> set[str]:
    return {*map(called, test.decorator_list)}


def test_every_clause_of_every_game_that_is_scored_has_a_test_that_names_it() -> None:
    # nothing but print follows most clauses of a game that is only printed
    scored = {rule for game in GAMES if game.id in SCORED for rule in game.clauses()}
    everyday = [test for _, test in all_tests() if not marks(test) & {"soak", "sweep"}]
    tested = {rule for test in everyday for rule in named(test)}.union(*scenarios().values())
    assert scored - tested == set()


def test_every_card_that_acts_has_two_tests_that_name_it() -> None:
    """One where it acts, one where it cannot: a scenario ``T-5d …``."""
    cards = {name for game in GAMES for name in Effects(game).rows}
    assert cards
    for card in cards:
        assert sum(name.startswith(f"{card} ") for name in scenarios()) >= 2, card


def test_every_rule_test_names_a_clause_that_exists() -> None:
    nameless = [
        f"{path.name}: {test.name}"
        for path, test in all_tests()
        if path.name == "test_rules.py" and not named(test)
    ]
    assert nameless == []
    cited = {rule for _, test in all_tests() for rule in named(test)}
    assert cited.union(*scenarios().values()) - CLAUSES == set()


def test_the_code_cites_clauses_that_exist() -> None:
    cited = {
        rule
        for path in CODE
        for rule in re.findall(
            rf"\b(?:{PREFIXES})-\d+\.\d+[a-z]?", path.read_text(encoding="utf-8")
        )
    }
    assert cited - CLAUSES <= {"WA-3.22"}, "the near miss that a docstring shows"


@pytest.mark.unmutated
def test_every_finding_in_the_code_cites_a_clause() -> None:
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text if re.search(CITING, text) else "")):
            if isinstance(node, ast.Call) and called(node) in ("Finding", "Part"):
                rule = node.args[0 if called(node) == "Finding" else 2]
                if isinstance(rule, ast.Constant):
                    assert rule.value in CLAUSES, f"{path.name}:{node.lineno}"


def test_a_piece_is_found_by_its_id_in_the_game_that_is_played_first() -> None:
    game = card_data.load("winstons_archive")
    for row in (*game.data.books, *game.data.manuscripts, *game.data.specials):
        found = clauses.find(row.id.lower(), first=game.id)
        assert (found.game.id, found.piece) == (game.id, row.id)
        assert found in clauses.search(row.id, game)
    assert clauses.find("D5").card == "Tide Tables, Last Edition"
    assert clauses.find("M07").clause.text == "A manuscript page: This line was copied twice."
    for name in ("dice_archive", "nineteen_eighty_four"):
        found = clauses.find("red", first=name)
        assert (found.game.id, found.piece) == (name, "red")


def test_every_piece_with_a_title_is_found_by_it_and_says_what_is_printed_on_it() -> None:
    found = [piece for name in card_data.names() for piece in clauses.pieces(card_data.load(name))]
    titles = {piece.card for piece in found}
    assert {
        *("The Codex Manesse", "Lanval, the Fae-bound Knight", "Knight on Horseback"),
        *("Open Secrets of Archiving", "A Key to All Locks", "Victory Square", "Boss"),
        *("Alexandria", "Palimpsest Scraper"),
    } <= titles
    for title in titles:
        assert clauses.find(title).card == title
    assert clauses.find("codex manesse").clause.text == (
        "Under the Linden, The Falcon Song, The Palestine Song and The Wartburg Contest. 6 points "
        "for 2 of them, 16 for all."
    )
    assert clauses.find("Lanval").card.startswith("Lanval,"), "the only title that begins so"
    with pytest.raises(clauses.NoClauseError, match="did you mean The Codex Manesse"):
        clauses.find("Codex Maness")
