"""``scoring score GAME``: question by question to the score that its file has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import card_data
import scoring
from scoring import games
from scoring.ask.questions import Questions, questions_of
from scoring.cli import score_dialog
from scoring.cli.score_dialog import COMMANDS, ScoreDialog
from scoring.positions import positions
from scoring.positions.positions import PositionFile, PositionReader
from scoring.web.entry import begun as begun_on_web
from scoring.web.view import view_of
from tests.scoresheets import load, stored, write_every_field, write_game
from tests.scoring.screens import Typed
from tests.scoring.tools import POSITIONS, TESTS, run
from tests.scoring.typed_answers import lines, typed_in
from tests.sweeps import sweep

FORMS = TESTS / "scoring" / "forms"
NO_ANSWER = "ms_invalid"  # it names a tile that no page has, for which nobody asks
FILES = [
    file
    for file in (*sorted(POSITIONS.glob("*.yaml")), *sorted(FORMS.glob("*.yaml")))
    if file.stem != NO_ANSWER
]
# An evening of each game, and a slip in it: where, what is typed, and by which clause it is named.
EVENINGS = {
    "winstons_archive": (POSITIONS / "wa_two_players.yaml", "Ann: real books of set A", "3",
                         "WA-6.1: Ann: 3 books of set A, but the set has 2"),
    "dice_archive": (POSITIONS / "da_tiebreak.yaml", "dice on the board, middle", "2 Ann, 7 Bo",
                     "DA-6.2: there is no space 7; spaces are 1 to 6"),
    "manuscript": (POSITIONS / "ms_two_players.yaml", "Ann: left page, row 4", "......WWWWW",
                   "MS-5.3: left page: row 4 has 11 characters, expected 12"),
    "nineteen_eighty_four": (FORMS / "nineteen_eighty_four.yaml", "round 3:", "20",
                             "NE-7.1: box 20 is not past box 26, where the last X is"),
    "verse_and_variant": (POSITIONS / "vv_four_players.yaml", "Bo: unused Grants", "5",
                          "VV-8.1: Bo: 5 unused Grants, but each of 4 players has 4"),
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("own_folder")


def asked(name: str) -> tuple[PositionFile, Questions]:
    filled = scoring.read(EVENINGS[name][0])
    return filled, questions_of(filled.game)


def begun(screen: Typed, name: str = "winstons_archive", *, over: bool = False) -> ScoreDialog:
    game = card_data.load(name)
    found = ScoreDialog(
        PositionFile(game, games.shipped(name).Position()), screen, lambda now: None, None
    )
    assert found.run() is over
    return found


def drafts() -> list[str]:
    return sorted(file.name for file in score_dialog.drafts().glob("*.yaml"))


# an evening


@pytest.mark.parametrize("name", sweep(EVENINGS, ["dice_archive", "winstons_archive"]))
def test_dialog_with_a_mistake_ends_with_the_score_of_its_file(name: str) -> None:
    """In a pipe: the slip is named with its clause and asked again, and the rest is as it was."""
    file, place, slip, said = EVENINGS[name]
    filled, model = asked(name)
    every = model.of(filled.position, sums=False)
    at = next(at for at, one in enumerate(every) if one.words.startswith(place))
    typed = [*lines(filled, sums=False)]
    typed[at:at] = [slip]
    typed += ["pad", *lines(filled, sums=True), "", "evening.yaml"]
    asked_status, out, _ = run("score", name, lines="\n".join([*typed, ""]))
    before, _, after = out.partition(said)
    assert after.count("Type it again, or Enter to keep it.") == 1
    assert before.count("Type it again") == 0
    status, score, _ = run("score", "evening.yaml")
    assert out.endswith(score)
    assert (asked_status, status) == (0, 0)
    original = run("score", str(file))[1]  # whose legend may be in another order
    assert sorted(score.splitlines()[1:]) == sorted(original.splitlines()[1:])
    assert drafts() == []


def outline(filled: PositionFile) -> Any:
    """Return a position's answers and report, however its file is written."""
    report = positions.score(filled)
    found = sorted((one.rule, one.where, one.text) for one in report.findings)
    ids = {title: known for known, title in questions_of(filled.game).titles.items()}
    said = [ids.get(one, one) for sums in (False, True) for one in lines(filled, sums=sums)]
    return said, found, sorted(report.missing), report.answer().standings


@pytest.mark.parametrize("file", sweep(FILES, FILES[::3]), ids=lambda file: file.stem)
def test_typed_position_equals_its_file(file: Path) -> None:
    filled = scoring.read(file)
    assert outline(typed_in(filled)) == outline(filled)


@pytest.mark.sweep
@settings(max_examples=6)
@given(st.data())
def test_a_position_with_open_answers_is_typed_too(data: st.DataObject) -> None:
    """Whatever is not known yet stays so."""
    filled = scoring.read(data.draw(st.sampled_from(FILES)))
    model = questions_of(filled.game)
    position = model.complete(filled.position)
    every = [one for one in model.of(position, sums=True) if one.row is None and one.where[1:]]
    for question in data.draw(st.lists(st.sampled_from(every), max_size=5)):
        if not question.asked.spare and question.asked.path != "running":
            position = question.answered(position, None)
    filled = PositionFile(filled.game, position)
    assert outline(typed_in(filled)) == outline(filled)


# going about


def test_rows_of_a_page_may_be_typed_in_any_order_and_are_all_asked_for() -> None:
    row = "LLLL........"
    start = ("Ann, Bo", "", "go Ann left row 3", row, "next")
    screen = Typed(*start)
    assert begun(screen, "manuscript").position.players[0].left == f"\n\n{row}"
    assert screen.prompts[-1].startswith("Ann: left page, row 1 ")
    screen = Typed(*start, row, "-", "")
    assert begun(screen, "manuscript").position.players[0].left == f"{row}\n{'.' * 12}\n{row}"
    assert screen.prompts[-2] == f"Ann: left page, row 3 [{row}]> "
    screen = Typed(*start, "skip")
    assert begun(screen, "manuscript").position.players[0].left == f"\n\n{row}"
    assert screen.prompts[-1].startswith("Ann: right page, row 1 ")


def test_the_blank_rest_of_a_page_is_one_answer() -> None:
    row, blank = "LLLL........", "." * 12
    screen = Typed("Ann, Bo", "", "go Ann left row 1", row, "--", "--")
    ann = begun(screen, "manuscript").position.players[0]
    assert (ann.left, ann.right) == ("\n".join([row, *[blank] * 17]), "\n".join([blank] * 18))
    assert screen.prompts[-2].startswith("Ann: right page, row 1 (. blank square")
    assert screen.prompts[-1].startswith("Ann: text of letter L")
    screen = Typed("Ann, Bo", "", "go Ann left row 4", "--", "back", "back")
    begun(screen, "manuscript")
    found = [prompt.partition(" [")[0].partition(" (")[0] for prompt in screen.prompts[-3:]]
    assert found == ["Ann: right page, row 1", "Ann: left page, row 4", "Ann: left page, row 3> "]


def test_names_and_pairs_without_commas_are_understood() -> None:
    screen = Typed("Ann and Bo", "", "2 Ann 5 Bo", "5 6")
    position = begun(screen, "dice_archive").position
    assert ([one.name for one in position.players], position.board["left"]) == (
        ["Ann", "Bo"], {2: "Ann", 5: "Bo"}
    )  # fmt: skip
    assert "Found '5 6', expected a pair, as in 5 Ann." in screen.shown
    screen = Typed("Ann Bo", "yes", "2 2 0 0 0 0", "2", "a 1 B1")
    assert begun(screen).position.players[0].stand_ins == {"A": 1, "B": 1}
    screen = Typed("Ann Bo", "yes", *["0"] * 6, "1", *["0"] * 9, "2")
    begun(screen)
    assert "only 3 cards of Product Over Process in all, but the deck has 4\n" in screen.shown
    screen = Typed("Ann, Anna", "", "4 Ann, 4 Anna", "1 A", "1 an, 2 anna")
    board = begun(screen, "dice_archive").position.board
    assert "Found 4 twice, expected it once.\n" in screen.shown
    assert "'A': which one, ann or anna?\n" in screen.shown
    assert "'an': which one" in screen.shown
    assert board["left"] is None
    screen = Typed("Player 1, Player 2", "", "2 Player 1 5 player 2", "1 Player 2")
    board = begun(screen, "dice_archive").position.board
    assert board == {
        "left": {2: "Player 1", 5: "Player 2"}, "middle": {1: "Player 2"}, "right": None
    }  # fmt: skip


def test_numbers_run_together_are_told_apart_and_asked_for_again() -> None:
    screen = Typed("Ann, Bo", "yes", "-", "-", "-", "146", "7", "", "skip", "1,46")
    begun(screen, "dice_archive").run()
    assert "Found '146', expected spaces between: 1 4 6.\nAnn: tasks marked, left" in screen.shown
    assert "Found '46', expected spaces between: 4 6." in screen.shown
    assert "there is no task 7; tasks are 1 to 6" in screen.shown


@pytest.mark.parametrize(("said", "running"), [("yes", False), ("No", True), ("-", True)])
def test_whether_a_game_is_over_is_asked_that_way_round(said: str, running: bool) -> None:
    screen = Typed("Ann, Bo", said, "back")
    assert begun(screen).position.running is running
    assert screen.prompts[-1].startswith(
        f"Is the game over? (yes or no) [{'yes' if not running else 'no'}]"
    )


def test_nothing_is_not_the_same_as_not_known() -> None:
    books = begun(Typed("Ann, Bo", "", "0", "-", "none", "skip", "")).position.players[0].books
    assert books == {"A": 0, "B": 0, "C": 0, "D": None, "E": None, "F": None}
    again = begun(Typed("Ann, Bo", "", "2", "back", "skip")).position.players[0].books
    assert again["A"] is None


def test_a_question_is_explained_with_its_clause_and_any_clause_is_read() -> None:
    screen = Typed("Ann, Bo", "", "?", "? wa 5.3", "help", "help WA-5.33", "table")
    begun(screen)
    said = screen.shown
    assert said.count("Real books held of each set, by its letter") == 2
    assert said.count("WA-6.1 (Winston's Archive: A valid end position, for the scorer)") == 2
    assert "1 point for every 5 manuscript pages, rounded down." in said
    assert "did you mean" in said
    assert all(what.format(rule="WA-1.5") in said for what in COMMANDS.values())


def test_a_walk_that_goes_on_is_said_to_have_no_score_yet() -> None:
    boxes = ["16", "33", "49", "65", "88", "104", "120"]
    on_the_way, arrived = Typed("x1", *boxes), Typed("x1", *boxes, "140")
    for screen in (on_the_way, arrived):
        begun(screen, "nineteen_eighty_four")
        assert screen.shown.count("No score before the walk is over.") == 1
    assert "So far" not in on_the_way.shown
    assert "So far: 41." in arrived.shown


def test_score_and_end_lead_to_the_score_which_names_no_open_answer_again() -> None:
    status, out, _ = run("score", "winstons_archive", lines="Ann Bo\nscore\n17\nscore\n-\n")
    assert status == 1
    assert "Not known yet: Ann: real books of set A; " in out
    assert "No question has the words '17'; go as in go Bo, or next.\n" in out
    assert re.search(r": not scored: \d+ answers missing\nSo far: Ann 0, Bo 0\.\n$", out)
    assert " is missing" not in out


@pytest.mark.parametrize("name", EVENINGS)
def test_every_question_is_explained(name: str) -> None:
    filled, model = asked(name)
    found = ScoreDialog(filled, Typed(), lambda now: None, None)
    clauses = filled.game.clauses()
    for question in model.of(filled.position, sums=True):
        assert question.asked.rule in clauses
        about, how = found.how(question)
        assert about[0].isupper()
        assert how.startswith("Answer: ")


@pytest.mark.parametrize("name", EVENINGS)
def test_all_of_a_position_is_asked_for(name: str) -> None:
    """Each field of a position's model has a question."""
    filled, model = asked(name)
    paths = [one.path for one in (*model.asked, *model.sums)]
    places = ["game", *(field for field in type(filled.position).__struct_fields__[1:])]
    entry = filled.position.players[0] if hasattr(filled.position, "players") else None
    places += [f"players.*.{field}" for field in getattr(entry, "__struct_fields__", ())]
    named = {"game", "players.*.name"}
    for place in places:
        assert place in named or any(f"{path}.".startswith(f"{place}.") for path in paths), place


# drafts


@pytest.mark.parametrize(
    ("name", "number"),
    sweep([(name, number) for name in EVENINGS for number in (1, 3, 7, 30)], [("dice_archive", 7)]),
)
def test_draft_survives_a_kill(name: str, number: int) -> None:
    """After any answer the draft has all of them, and the rest can be typed later."""
    filled, _ = asked(name)
    typed = [*lines(filled, sums=False)]
    number = min(number, len(typed) // 2)
    status, out, _ = run("score", name, lines="\n".join([*typed[:number], ""]))
    assert status == 1
    assert out.endswith(f"Stopped. To go on: scoring score {name} --last\n")
    screen = Typed()
    game = card_data.load(name)
    assert score_dialog.ask(game, PositionReader(), screen, None, last=True) is None
    every = questions_of(game).of(scoring.read(score_dialog.newest(name)).position, sums=False)
    place = screen.prompts[-1]
    at = next(at for at, one in enumerate(every) if re.match(rf"{one.words}(>| [(\\[])", place))
    rest = "\n".join([*typed[at:], "end", ""])
    assert run("score", name, "--last", "--out", "end.yaml", lines=rest)[0] == 0
    ended = scoring.read(Path("end.yaml"))
    assert outline(ended)[0][: len(typed)] == outline(filled)[0][: len(typed)]
    assert drafts() == []


def test_a_new_score_leaves_an_older_draft_alone() -> None:
    for _ in range(2):
        run("score", "winstons_archive", lines="Ann, Bo\n")
    assert drafts() == ["winstons_archive-2.yaml", "winstons_archive.yaml"]


def test_a_file_that_is_there_is_replaced_only_if_that_is_wanted() -> None:
    Path("mine.yaml").write_text("old", "utf-8")
    filled, _ = asked("winstons_archive")
    typed = [*lines(filled, sums=False), "", "mi\0ne", "mine", "n", "mine", "y"]
    out = run("score", "winstons_archive", lines="\n".join([*typed, ""]))[1]
    assert "'mi\\x00ne': cannot be written: no file has this name\n" in out
    assert "mine.yaml is there already. Replace it? y or n> Not saved.\n" in out
    assert out.endswith(run("score", "mine.yaml")[1])


def test_position_saved_in_no_file_stays_a_draft() -> None:
    filled, _ = asked("winstons_archive")
    typed = "\n".join([*lines(filled, sums=False), "", "-", ""])
    out = run("score", "winstons_archive", lines=typed)[1]
    assert out.endswith(run("score", str(score_dialog.newest("winstons_archive")))[1])


# the command line


def test_a_file_named_like_a_game_is_a_file() -> None:
    Path("winstons_archive").write_text(
        (POSITIONS / "wa_two_players.yaml").read_text("utf-8"), "utf-8"
    )
    assert run("score", "winstons_archive")[1].startswith("winstons_archive: winstons_archive\n")


# a game with a ``score.yaml``: every kind of field is asked for

EVERY_FIELD = stored("every_field_position")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "mine"
    home.mkdir()
    return write_every_field(home)


def asked_of_sheet(folder: Path, *typed: str) -> Typed:
    screen = Typed(*typed)
    game = load(folder)
    empty = PositionReader(folder).read("game: little")
    found = ScoreDialog(PositionFile(game, empty.position), screen, lambda now: None, folder)
    assert found.run() is False
    return screen


def test_typed_position_of_own_game_equals_its_file(folder: Path) -> None:
    filled = PositionReader(folder).read(EVERY_FIELD)
    assert typed_in(filled).position == filled.position


def test_questions_say_how_to_answer(folder: Path) -> None:
    prompts = asked_of_sheet(folder, "Ann, Bo", *[""] * 20).prompts
    assert "Last (a name, or nobody)> " in prompts
    assert "Ann: Crew (as in red, dark blue; - for none)> " in prompts
    assert "Ann: Boxes (as in 1, 2; - for none)> " in prompts
    assert "Ann: Laps, round 3 (0 to 4; - if not played)> " in prompts
    assert "Ann: Guild (ruby or jade)> " in prompts


def test_mistake_is_reported_before_later_rounds_are_asked_for(folder: Path) -> None:
    screen = asked_of_sheet(folder, "Ann, Bo", "go Ann Laps", "1", "9", "", "go Ann Gems", "6")
    assert "LG-1.1: Ann: found 9, expected a number from 0 to 4\n" in screen.shown
    assert "LG-1.2: Ann: A ruby: there are 5\n" in screen.shown
    assert "rounds" not in screen.shown
    crew = asked_of_sheet(folder, "Ann, Bo", "go Ann Crew", "blue").shown
    assert "did you mean dark blue?\n" in crew


def test_the_questions_of_a_field_over_two_tables_name_both(folder: Path) -> None:
    filled = PositionReader(folder).read(EVERY_FIELD)
    words = [one.words for one in questions_of(filled.game).of(filled.position, sums=False)]
    assert "Ann: Traded, A ruby, north" in words


def test_what_breaks_a_rule_of_the_table_is_told_at_each_of_its_answers(tmp_path: Path) -> None:
    sheet = """
clause: LG-1.1
noted: {player: {held: {each: cards}}}
must: [{for: table, each: cards, if: "sum(players, held) <= 3", say: too many}]
worth: [{part: held, points: sum(held)}]
"""
    folder = write_game(tmp_path, sheet, {"cards": [{"id": "goose", "title": "Goose"}]})
    screen = asked_of_sheet(folder, "Ann, Bo, Cy", "yes", "2", "2", "", "1", "")
    told = screen.shown.splitlines().count("LG-1.1: too many")
    assert told == len(["at Bo's", "at Cy's", "at the end"])


def test_page_offers_the_choices_of_each_field(folder: Path) -> None:
    """Numbers are no menu of players, and what is left out is not open."""
    view = view_of(begun_on_web(load(folder), ["Ann", "Bo"]))
    items = {one.path: one for one in view.items}

    def offered(path: str) -> tuple[str, list[str]]:
        return items[path].kind, [title for _, title in view.lists.get(items[path].list, ())]

    assert offered("players.0.gems.ruby") == offered("players.0.total") == ("number", [])
    assert offered("players.0.boxes") == ("marks", ["1", "2", "3", "4", "5", "6"])
    assert offered("players.0.crew") == ("marks", ["red", "dark blue", "green"])
    assert offered("players.0.guild") == ("choice", ["A ruby", "Jade"])
    assert offered("last") == ("choice", ["Ann", "Bo", "nobody"])
    assert items["players.0.laps.2"].open
    assert not items["players.0.spare.ruby"].open


def test_the_levels_of_a_walk_are_called_by_their_numbers() -> None:
    view = view_of(begun_on_web(card_data.load("nineteen_eighty_four")))
    assert [*view.lists["level"]] == [(level, level) for level in "12345"]


def test_an_institution_has_as_many_places_as_slots() -> None:
    game = card_data.load("verse_and_variant")
    view = view_of(begun_on_web(game, ["Ann", "Bo", "Cy"]))
    items = {one.path: one for one in view.items}
    slots = len(game.data.numbers.institution.slots)
    assert items["institutions.papyrus"].rows == slots
    flat = [title for _, title in view.lists[items["unscored.papyrus"].list]]
    assert flat == [str(slot) for slot in range(1, slots + 1)]
