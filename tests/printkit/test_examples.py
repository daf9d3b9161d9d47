"""The examples of a rulebook: filled in, and named with file and line when they are broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
import printkit
import scoring.play.examples
from card_data import DataError, Game
from printkit.drawing.traversal import texts
from printkit.options import Options
from printkit.printing import checking
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.templating import examples
from printkit.templating.environment import Facts
from printkit.templating.examples import facts, filled
from printkit.typography.fonts import Fonts
from tests.card_data.copies import copied, edit

RULEBOOK = """\
about: Three sentences.
objective: Win.
chapters:
  - title: A round
    blocks:
      - text: "{example.week.moves.3.who} keeps all dice ({example.week.moves.3.rule})."
      - questions:
          - ask: Who is stronger?
            answer: "Ann, with {example.week.after.2.Ann.strength.6}."
examples:
  week:
    title: A week
    record: examples/week.yaml
    expect:
      moves.3.who: Ann
      after.2.Ann.strength.6: 4
    blocks:
      - text: "There are {example.week.moves.number} moves."
"""
FIGURES = """\
figures:
  roll:
    caption: A <icon name="die_{example.week.moves.number}"/> of the boss.
    says: Two dice.
    width: 10
    height: 10
    pieces:
      - {component: dice, face: boss, detail: "1", x: 0, y: 0, width: 5}
      - {component: dice, face: boss, detail: "{example.week.moves.number}", x: 5, y: 0, width: 5}
    sheets:
      - {component: pad, example: week, crosses: "1 {example.week.winners}", x: 0, y: 0, width: 5}
      - {component: pad, example: week, detail: "{example.week.winners}", x: 5, y: 0, width: 5}
"""
WEEK = """\
record: dice_archive
players: [Ann, Bo]
moves:
  - table: 6 6 6 / 1
  - table: 6 1 1 4 3 3 / 2 3 4 2 5 3
  - Ann: keep
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = copied("dice_archive", tmp_path)
    (folder / "rulebook.yaml").write_text(RULEBOOK, "utf-8")
    (folder / "examples").mkdir(exist_ok=True)
    (folder / "examples/week.yaml").write_text(WEEK, "utf-8")
    return folder


def loaded(folder: Path) -> Game[Any]:
    return card_data.load(folder.name, folder.parent)


def problems(folder: Path) -> list[tuple[str, int, str]]:
    found = checking.example_problems(loaded(folder))
    return [(str(Path(one.file).relative_to(folder)), one.line, one.message) for one in found]


@pytest.fixture
def no_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "installed_player", lambda: None)


def test_scoring_plays_the_examples_for_texts(folder: Path) -> None:
    player: examples.Player = scoring.play.examples
    assert examples.installed_player() is player
    game = loaded(folder)
    rulebook = card_data.load_rulebook(game)
    assert rulebook is not None
    printed = filled(rulebook, facts(game, rulebook))
    assert printed.chapters[0].blocks[0].text == "Ann keeps all dice (DA-2.4)."
    assert printed.chapters[0].blocks[1].questions[0].answer == "Ann, with 4."
    assert printed.examples["week"].blocks[0].text == "There are 3 moves."


@pytest.mark.usefixtures("no_player")
def test_unplayed_examples_are_said_to_be(folder: Path) -> None:
    printed = Facts(loaded(folder)).rulebook
    assert printed is not None
    assert printed.chapters[0].blocks[0].text == "[not played] keeps all dice ([not played])."
    assert printed.chapters[0].blocks[1].questions[0].answer == "Ann, with [not played]."
    assert printed.examples["week"].title == "A week"
    assert Facts(loaded(folder)).entries == {"week": ()}
    notes = list(checking.example_notes(loaded(folder)))
    assert [note.partition(" (")[0] for note in notes] == [
        "dice_archive: its examples were not played, as no player is installed"
    ]
    (folder / "rulebook.yaml").write_text("{about: A, objective: B, chapters: []}", "utf-8")
    assert list(checking.example_notes(loaded(folder))) == []


@pytest.mark.usefixtures("no_player")
def test_without_a_player_a_rulebook_is_printed(folder: Path, fonts: Fonts) -> None:
    assert_printed(loaded(folder), fonts)


@pytest.mark.sweep
@pytest.mark.usefixtures("no_player")
@pytest.mark.parametrize("game", card_data.names())
def test_without_a_player_a_shipped_rulebook_is_printed(game: str, fonts: Fonts) -> None:
    fresh = msgspec.structs.replace(card_data.load(game))  # no layout with its examples is known
    assert_printed(fresh, fonts)


def assert_printed(game: Game[Any], fonts: Fonts) -> None:
    layout = lay_out(game, "rules", printkit.Options(), Typesetter())
    said = " ".join(text.text for face in layout.faces for text in texts(face.shapes))
    assert "[not played]" in said
    assert "{" not in said


@pytest.mark.usefixtures("no_player")
def test_without_a_player_figures_show_what_no_example_chooses(folder: Path) -> None:
    with (folder / "rulebook.yaml").open("a", encoding="utf-8") as file:
        file.write(FIGURES)
    printed = Facts(loaded(folder)).rulebook
    assert printed is not None
    figure = printed.figures["roll"]
    assert [(one.face, one.detail) for one in figure.pieces] == [("boss", "1")]
    assert [(one.component, one.crosses) for one in figure.sheets] == [("pad", "1 ")]
    assert figure.caption == "A [not played] of the boss."


@pytest.mark.usefixtures("no_player")
def test_without_a_player_a_name_of_no_example_is_reported(folder: Path) -> None:
    edit(folder / "rulebook.yaml", "{example.week.moves.number}", "{example.weak.winners}")
    assert problems(folder) == [("rulebook.yaml", 18, "{example.weak.winners}: no such value")]


def test_a_rulebook_without_examples_needs_no_rules(folder: Path) -> None:
    (folder / "rulebook.yaml").write_text("{about: A, objective: B, chapters: []}", "utf-8")
    assert problems(folder) == []


def test_an_illegal_example_is_named_at_the_move_and_in_the_rulebook(folder: Path) -> None:
    """DA-2.1: a roll of three communal dice is illegal where two players use two (DA-1.5)."""
    edit(folder / "game.yaml", "two: 3", "two: 2")
    (here, there) = problems(folder)
    assert here == ("rulebook.yaml", 13, "the example does not hold: see examples/week.yaml")
    assert there[:2] == ("examples/week.yaml", 4)
    assert there[2].endswith("(DA-2.1)")


def test_a_position_that_breaks_a_clause_is_named_with_it(folder: Path) -> None:
    """DA-6.1: a die on the board belongs to a player."""
    edit(folder / "rulebook.yaml", "record: examples/week", "position: examples/end")
    board = "board:\n  left: {1: Cy}\n  middle: {}\n  right: {}\n"
    players = "players: [{name: Ann, tasks: {}}, {name: Bo, tasks: {}}]\n"
    (folder / "examples/end.yaml").write_text(f"game: dice_archive\n{board}{players}", "utf-8")
    here, there = problems(folder)
    assert here[2] == "the example does not hold: see examples/end.yaml"
    assert there[:2] == ("examples/end.yaml", 3)
    assert "(DA-" in there[2]


RECORD = "    record: examples/week.yaml\n"
WRONG = {
    "a value that has become another": (
        "strength.6: 4", "strength.6: 5", 16,
        "example week: after.2.Ann.strength.6 is 4, the text was written for 5",
    ),
    "a move too many": (
        "moves.3.who}", "moves.9.who}", 6, "{example.week.moves.9.who}: the example has 3 moves",
    ),
    "a name of nothing": (
        "strength.6}", "strenth.6}", 9,
        "{example.week.after.2.Ann.strenth.6}: no such value; did you mean strength?",
    ),
    "no such example": (
        "{example.week.moves.number}", "{example.weak.winners}", 18,
        "{example.weak.winners}: no such value; did you mean week?",
    ),
    "no file": ("s/week.yaml", "s/none.yaml", 13, "the game has no file examples/none.yaml"),
    "both": (RECORD, f"{RECORD}    position: a.yaml\n", 13,
             "expected a record or a position, one of the two"),
    "neither": (RECORD, "", 13, "expected a record or a position to replay"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_faults_of_examples_are_told_once(folder: Path, what: str) -> None:
    old, new, line, message = WRONG[what]
    edit(folder / "rulebook.yaml", old, new)
    assert problems(folder) == [("rulebook.yaml", line, message)]


TOLD = """\
about: One sentence.
objective: Win.
chapters: [{title: A turn, blocks: [{example: turn}]}]
examples:
  turn: {title: Ann begins, blocks: [{text: "She plays a comma."}, {figure: comma}]}
figures:
  comma: {caption: A comma., says: A card., width: 30, height: 40, pieces: [
    {component: deck, face: comma, x: 0, y: 0, width: 25}]}
"""


def test_example_without_an_engine_is_told(errata: Path, fonts: Fonts) -> None:
    (errata / "rulebook.yaml").write_text(TOLD, "utf-8")
    *_, note = checking.check([errata.name], "a4", errata.parent)
    assert note == "errata: example turn was not replayed: it has no record and no position"
    layout = lay_out(loaded(errata), "rules", Options(data=errata.parent), Typesetter())
    said = " ".join(text.text for face in layout.faces for text in texts(face.shapes))
    assert "Example: Ann begins" in said
    assert "She plays a comma." in said
    assert "A comma." in said


def test_a_told_example_has_no_values(errata: Path) -> None:
    told = TOLD.replace("She plays a comma.", "{example.turn.moves.1.who} plays.")
    (errata / "rulebook.yaml").write_text(told, "utf-8")
    ((file, line, message),) = problems(errata)
    assert (file, line) == ("rulebook.yaml", 5)
    assert message.startswith("{example.turn.moves.1.who}: no such value")


@pytest.mark.parametrize("file", ["../other.yaml", "/etc/hostname", ""])
def test_an_example_lies_in_the_games_folder(folder: Path, file: str) -> None:
    edit(folder / "rulebook.yaml", "examples/week.yaml", repr(file))
    ((_, line, message),) = problems(folder)
    assert line in (11, 13)
    assert message.endswith("expected a file of the game, such as examples/round.yaml")


def test_a_link_out_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "week.yaml"
    outside.write_text(WEEK, "utf-8")
    (folder / "examples/week.yaml").unlink()
    (folder / "examples/week.yaml").symlink_to(outside)
    assert ("examples/week.yaml", 0, "is a link that leads out of its folder") in problems(folder)


def test_check_names_an_example_of_a_game_without_rules(errata: Path) -> None:
    (errata / "rulebook.yaml").write_text(RULEBOOK, "utf-8")
    edit(errata / "print.yaml", "template: ", "template: not_")
    with pytest.raises(DataError) as caught:
        checking.check([errata.name], "a4", errata.parent)
    files = {Path(problem.file).name for problem in caught.value.problems}
    assert files == {"rulebook.yaml", "print.yaml"}
    assert any("no rules to play errata by" in one.message for one in caught.value.problems)
