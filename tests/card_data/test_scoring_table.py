"""The table of a rulebook that lists what scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from card_data import DataError
from card_data.loader import load_rulebook
from card_data.rulebook import RulebookTable, chapters_of
from card_data.scoresheet.scoring_table import scoring_table
from tests.scoresheets import load, write_game

BOOK: dict[str, Any] = {
    "about": "It is scored.",
    "objective": "Have most.",
    "chapters": [{"title": "Scoring", "blocks": [{"scoring": True}]}],
}
NOTED = "clause: LG-1.1\nnoted: {player: {coins: {label: Coins}}, table: {huts: {label: Huts}}}\n"


def told(tmp_path: Path, score: str, numbers: dict[str, Any] | None = None) -> RulebookTable:
    game = load(write_game(tmp_path, NOTED + score, numbers=numbers))
    assert game.scoresheet is not None
    return scoring_table(game, game.scoresheet)


@pytest.mark.parametrize(("points", "said"), [
    ("coins", ""),
    ("lookup(coins, [1, 3, 6])", "1 → 1, 2 → 3, 3 or more → 6"),
    ("2 + lookup(rank(coins), steps)", "1 → 5, 2 → 2, 3 or more → −1"),
    ("sets_of([coins], [1, 4])", "1 → 1, 2 → 4"), ("lookup(coins, [7])", "1 → 7"),
    ("lookup(coins, [-2, 0], 0)", "0 → −2, 1 or more → 0"), ("lookup(coins, [coins, 3])", ""),
    ("lookup(coins, [1, 2]) + lookup(coins, [1, 3])", ""),
])  # fmt: skip
def test_a_list_of_points_is_told_in_numbers(tmp_path: Path, points: str, said: str) -> None:
    sheet = f"worth: [{{part: some, points: '{points}', clause: LG-1.2}}]\n"
    cell = told(tmp_path, sheet, {"steps": [5, 2, -1]}).rows[0][1]
    plain = cell.replace("\N{NO-BREAK SPACE}", " ")
    assert plain == (f"A rule.<br/><b>{said}</b> (LG-1.2)" if said else "A rule. (LG-1.2)")


def test_the_text_of_a_clause_is_told_once(tmp_path: Path) -> None:
    table = told(tmp_path, "worth: [{part: a, points: coins}, {part: b, label: bs, points: '2'}]\n")
    assert table.rows[:2] == (("A", "A rule. (LG-1.1)"), ("Bs", "(LG-1.1)"))


@pytest.mark.parametrize(("score", "rows"), [
    ("", [("Who wins", "Most points (LG-1.1)"), ("If tied", "A shared win")]),
    ("wins: fewest\nshared: LG-1.5\n"
     "ties: [{most: coins, say: more coins, clause: LG-1.3}, {fewest: '1', say: luck}]\n",
     [
     ("Who wins", "Fewest points (LG-1.1)"),
     ("If tied", "More coins (LG-1.3), then luck (LG-1.1), then a shared win (LG-1.5)"),
        ]),
    ("wins: {target: 9, clause: LG-1.4}\n",
     [("Who wins", "Most points, at least 9 (LG-1.4)"), ("If tied", "A shared win")]),
    ("wins: {most: coins}\n", [("If tied", "A shared win")]),
    ("wins: {target: 1, together: true}\n", [("All together win", "With 1 point (LG-1.1)")]),
    ("wins: {grades: [{from: 0, say: novices, lost: true}, {from: 9, say: masters}]}\n",
     [("All together", "From 0: novices; from 9: masters (LG-1.1)")]),
])  # fmt: skip
def test_who_wins_is_told_last(tmp_path: Path, score: str, rows: list[tuple[str, str]]) -> None:
    found = told(tmp_path, f"worth: [{{part: a, points: coins}}]\n{score}")
    assert [*found.rows[1:]] == rows


def test_clauses_that_no_booklet_prints_are_not_named(tmp_path: Path) -> None:
    folder = write_game(tmp_path, f"{NOTED}worth: [{{part: a, points: coins}}]\n")
    file = folder / "little" / "rules.yaml"
    rules = yaml.safe_load(file.read_text("utf-8"))
    rules["sections"][0]["scorer"] = True
    file.write_text(yaml.safe_dump(rules), "utf-8")
    game = load(folder)
    assert game.scoresheet is not None
    assert scoring_table(game, game.scoresheet).rows[0] == ("A", "")


def written(folder: Path, book: dict[str, Any]) -> None:
    (folder / "little" / "rulebook.yaml").write_text(json.dumps(book, indent=1), "utf-8")


def test_the_table_stands_in_chapters_and_boxes_and_names_its_clauses(tmp_path: Path) -> None:
    folder = write_game(tmp_path, f"{NOTED}worth: [{{part: a, points: coins, clause: LG-1.2}}]\n")
    box = {"title": "A box", "blocks": [{"scoring": True}, {"text": "More."}]}
    written(folder, BOOK | {"first_turn": box, "reference": box, "examples": {"one": box}})
    book = load_rulebook(load(folder))
    assert book is not None
    assert book.first_turn is not None
    assert book.reference is not None
    for told_in in (book.chapters[0], book.first_turn, book.reference, book.examples["one"]):
        table = told_in.blocks[0].table
        assert table is not None
        assert table.rows[0] == ("A", "A rule. (LG-1.2)")
    assert chapters_of(book, ["LG-1.2", "LG-1.9"]) == {"LG-1.2": 0}


def test_without_a_score_sheet_there_is_nothing_to_tell(tmp_path: Path) -> None:
    folder = write_game(tmp_path, f"{NOTED}worth: [{{part: a, points: coins}}]\n")
    (folder / "little" / "score.yaml").unlink()
    written(folder, BOOK)
    with pytest.raises(DataError, match=r"rulebook.yaml:\d+.*no score.yaml that says what scores"):
        load_rulebook(load(folder))
