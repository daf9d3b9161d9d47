"""A game on the whole screen, by its keys: choosing, typing, reading, hidden hands, the end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import games
from scoring.play.decisions import TABLE, Decision
from scoring.play.places import seen
from scoring.play.referee import Referee
from scoring.play.steps import Entry, Menu, Way
from scoring.play.table_view import TableView
from scoring.positions.display import Line, Span
from scoring.screen.app import GameApp
from scoring.screen.choosing import Choosing
from scoring.screen.layout import Grid, Scene, drawn
from scoring.screen.pages import Passing, Reading
from tests.scoring.keys import SMALL, Seat, app_of, by_chance, choose, play
from tests.scoring.screens_made import FOLDER, PAGES, names, picture
from tests.sweeps import sweep

GAMES = games.names()
QUICK = ("dice_archive", "winstons_archive")  # whole games of a second
ALONE = "nineteen_eighty_four"


class Stepwise(TableView):
    """Dice Archive by steps of the words of a move, overtime behind a switch, on a long table."""

    switch = "with overtime"

    def screen(
        self, view: Any, decision: Decision[Any] | None, width: int, height: int
    ) -> list[Line]:
        return [[Span(f"line {number}")] for number in range(1, 41)]

    def way(self, words: str, decision: Decision[Any], view: Any) -> Way:
        return Way(tuple(words.split(" ", 1)), words.startswith("overtime"))


def stepwise() -> GameApp:
    """Dice Archive where Ann chooses an action, step by step."""
    app = app_of("dice_archive")
    referee = app.session.referee
    referee.table_view = Stepwise(referee.game)
    to_an_action(referee)
    return app


def to_an_action(referee: Referee) -> None:
    """Have everybody keep their dice."""
    while referee.asked is None or referee.asked.what != "action":
        referee.go_on()
        if referee.asked is not None and referee.asked.what != "action":
            referee.answer(referee.asked, "keep")


def shown(lines: list[Line]) -> list[str]:
    return ["".join([span.text for span in line]).rstrip() for line in lines]


# what stands there


@pytest.mark.parametrize("name", sweep(names(), ["dice_archive-80x24", "end-80x24", *PAGES]))
def test_the_screen_is_as_it_was(name: str) -> None:
    """After a change that is meant: ``python -m tests.scoring.screens_made``."""
    assert picture(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def scene(**others: Any) -> Scene:
    """A scene with a table of 30 lines and ten choices."""
    parts: dict[str, Any] = {
        "title": "A Game",
        "score": "Ann 1",
        "table": lambda height: [[Span(f"line {number}")] for number in range(1, 31)],
        "scrolled": 0,
        "told": [f"move {number}" for number in range(1, 9)],
        "fresh": 1,
        "question": "Ann, what (XX-1.1)",
        "switch": "",
        "said": [],
        "entries": [Entry(f"choice {number}", words="x") for number in range(1, 11)],
        "numbered": True,
        "at": 0,
    }
    return Scene(**parts | others)


@pytest.mark.parametrize("height", [1, 3, 8, 12, 23, 40, 60])
@pytest.mark.parametrize("width", [10, 40, 80, 200])
def test_a_screen_of_any_size_has_its_question_and_fits(width: int, height: int) -> None:
    lines = shown(drawn(scene(), width, height)[0])
    assert len(lines) <= height
    if height > 8 and width > 20:
        assert all(len(line) <= width for line in lines)
        assert any("Ann, what" in line for line in lines)


def test_a_long_table_leaves_room_for_the_last_moves_and_some_choices() -> None:
    lines = shown(drawn(scene(), 38, 23)[0])
    assert lines[1:3] == ["line 1", "line 2"]
    assert "… 17 lines below: PgDn" in lines
    assert lines[-8:-6] == ["move 7", "move 8"]
    assert "1 to 10" not in lines[-6]
    further = shown(drawn(scene(scrolled=10), 30, 23)[0])
    assert further[1] == "line 11"
    assert "… 10 lines above: PgUp, 7 lines below: PgDn" in further
    last = shown(drawn(scene(scrolled=99), 30, 23)[0])
    assert last[13:15] == ["line 30", "… 17 lines above: PgUp"]


def test_a_long_question_is_cut_to_its_line_so_that_its_choices_are_seen() -> None:
    steps = " › ".join(["Ann, what (XX-1.1)", *[f"step {number}" for number in range(1, 12)]])
    lines = shown(drawn(scene(question=steps, score="", title="A Game  " + "A" * 90), 80, 23)[0])
    assert max(map(len, lines)) <= 80
    asked = next(line for line in lines if line.startswith("── Ann, what (XX-1.1) › step 1 ›"))
    assert "…" in asked
    assert asked.endswith(" › step 11")


def test_what_is_new_is_told_side_by_side_where_there_is_no_room() -> None:
    lines = shown(drawn(scene(fresh=8), 80, 23)[0])
    assert "move 1  ·  move 2  ·  move 3" in "\n".join(lines)


def test_captions_go_first_and_then_choices_are_seen_in_parts() -> None:
    entries = [Entry(f"{number}", "what it stands for", "x") for number in range(30)]
    assert "what it stands for" in shown(Grid(entries[:4], True, 80).drawn(4, 0)[0])[0]
    lines, part = Grid(entries, True, 80).drawn(4, 0)
    assert (len(lines), part) == (4, "")
    assert "what" not in shown(lines)[0]
    lines, part = Grid(entries, True, 20).drawn(4, 9)
    assert part == "9 to 16 of 30"
    assert shown(lines)[0] == " 9  8    13  12"


def test_where_there_is_more_to_choose_is_marked() -> None:
    assert shown(Grid([Entry("red"), Entry("blue", words="blue")], True, 40).drawn(2, 0)[0]) == [
        " 1  red ›    2  blue"
    ]


# choosing


def test_a_number_chooses_at_once_when_it_can_only_mean_one() -> None:
    entries = [Entry(f"e{number}", words=f"w{number}") for number in range(1, 13)]
    choosing = Choosing(lambda chosen, on: Menu(entries))
    assert [
        digits for digits in ("0", "1", "2", "9", "10", "12", "13") if choosing.only(digits)
    ] == [*("2", "9", "10", "12")]
    faces = Choosing(lambda chosen, on: Menu([Entry("3", words="a"), Entry("5", words="b")]))
    assert (faces.numbered, faces.only("3"), faces.only("1")) == (False, True, False)


def test_the_only_way_on_is_gone_by_itself_and_back() -> None:
    menus = {
        (): Menu([Entry("red"), Entry("blue", words="blue")]),
        ("red",): Menu([Entry("left")]),
        ("red", "left"): Menu([Entry("1", words="x"), Entry("2", words="y")]),
    }
    choosing = Choosing(lambda chosen, on: menus[chosen])
    choosing.choose(choosing.entries[0])
    assert [*choosing.chosen] == ["red", "left"]
    assert choosing.back()
    assert [*choosing.chosen] == []
    assert not choosing.back()


def test_the_switch_keeps_the_steps_that_lead_anywhere() -> None:
    def menu(chosen: tuple[str, ...], on: bool) -> Menu:
        ways = {(): "ab", ("a",): "xy" if on else "x", ("b",): "" if on else "yz"}
        return Menu(
            [Entry(label, words=label * (chosen != ())) for label in ways[chosen]], "with it"
        )

    choosing = Choosing(menu)
    choosing.go(("a",))
    choosing.switch()
    assert (choosing.on, choosing.chosen, len(choosing.entries)) == (True, ("a",), 2)
    choosing.switch()
    choosing.go(("b",))
    choosing.switch()
    assert choosing.chosen == ()


def test_steps_by_keys_and_back_and_the_switch() -> None:
    async def keys(seat: Seat) -> None:
        session = seat.app.session
        first = [entry.label for entry in session.choosing.entries]
        assert "overtime" not in first
        await seat.press("1")
        assert [*session.choosing.chosen] == [first[0]]
        assert f" › {first[0]} ──" in seat.text
        await seat.press("backspace")
        assert [*session.choosing.chosen] == []
        await seat.press("1", "escape", "space")
        assert [*session.choosing.chosen] == ["overtime"]
        assert " [x] with overtime: Space " in seat.text
        await seat.press("space", "pagedown")
        assert " [ ] with overtime: Space " in seat.text
        assert seat.lines[1] == "line 6"
        await seat.press("pageup", "1", "1")
        assert seat.lines[1] == "line 1"
        assert session.play.moves[-1][1].startswith(first[0])

    play(stepwise(), keys)


def test_arrows_and_enter_choose() -> None:
    async def keys(seat: Seat) -> None:
        await seat.press("down", "enter")
        assert seat.app.session.play.moves[-1] == ("Ann", "decline")
        await seat.press("down", "up", "right", "left", "up", "enter")
        assert seat.app.session.play.moves[-1] == ("Ann", "decline")
        await seat.press("enter")
        assert ("Ann", "take") in seat.app.session.play.moves

    play(app_of("winstons_archive", bots=("Bo",)), keys)


def test_words_are_typed_and_completed_and_a_refusal_stays_to_be_mended() -> None:
    async def keys(seat: Seat) -> None:
        await seat.type("burn", "enter")
        assert "WA-3.1: 'burn' is not a move here; choose take or decline" in seat.lines
        assert seat.typed == "burn"
        await seat.press("escape", *"dec", "tab")
        assert seat.typed == "decline"
        await seat.press("enter")
        assert seat.app.session.play.moves[-1] == ("Ann", "decline")
        assert not seat.app.session.note
        await seat.type("9", "enter")
        assert "9: answer 1 or 2, or in words" in seat.lines

    play(app_of("winstons_archive", bots=("Bo",)), keys)


def test_of_a_step_the_rest_may_be_typed_or_all() -> None:
    async def keys(seat: Seat) -> None:
        session = seat.app.session
        entry = session.choosing.entries[0]
        await seat.press("1")
        rest = session.choosing.entries[-1].label
        await seat.type(rest, "enter")
        assert session.play.moves[-1][1] == f"{entry.label} {rest}"

    play(stepwise(), keys)


def test_keys_that_come_all_at_once_are_taken_one_by_one() -> None:
    """None of them answers for a question that is not put yet."""

    async def keys(seat: Seat) -> None:
        for key in (*"decline", "enter", "2", *"take", "enter"):
            seat.fast(key)
        assert [words for who, words in seat.app.session.play.moves if who == "Ann"] == [
            *("decline", "decline", "take")
        ]

    play(app_of("winstons_archive", bots=("Bo",)), keys)


def test_a_die_that_nobody_has_is_no_choice() -> None:
    async def keys(seat: Seat) -> None:
        faces = [entry.label for entry in seat.app.session.choosing.entries]
        missing = next(face for face in "123456" if face not in faces)
        await seat.type(missing, "enter")
        *others, last = faces
        assert f"{missing}: choose {', '.join(others)} or {last}, or answer in words" in seat.lines

    app = app_of("dice_archive", bots=("Bo",), seed=5)
    to_an_action(app.session.referee)
    play(app, keys)


# what there is to read


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("?", "WA-3.1 (Winston's Archive: A turn)"),
        ("f1", "Ctrl+Z"),
        ("help wa-5.5", "WA-5.5 (Winston's Archive"),
        ("help ZZ", "ZZ: no such clause"),
        ("f2", "So far Ann and Bo lead with 0 points each."),
        ("f3", "The table, shuffle the deck."),
        ("f4", "There is no advice here."),
        ("table Bo", "What players hold is hidden."),
        ("table", "Your books"),
        ("search fewest", "WA-5.4 (Winston's Archive"),
    ],
)
def test_what_there_is_to_read_and_the_way_back(keys: str, words: str) -> None:
    async def read(seat: Seat) -> None:
        before = seat.text
        if keys == "?" or keys.startswith("f"):
            await seat.press("question_mark" if keys == "?" else keys)
        else:
            await seat.type(keys, "enter")
        assert words in seat.text
        await seat.press("escape")
        assert seat.text == before

    play(app_of("winstons_archive", bots=("Bo",)), read, (80, 40))


def test_a_search_looks_as_one_types() -> None:
    async def keys(seat: Seat) -> None:
        await seat.press("slash", *"palimp")
        assert "T-1a (Verse & Variant" in seat.text
        await seat.press("backspace", *"zz")
        assert "There is no clause or card with these words." in seat.lines
        await seat.press("enter")
        assert "Ann, Primary" in seat.text

    play(app_of("verse_and_variant", bots=("Bo", "Cy")), keys)


def test_the_score_so_far_tells_nothing_of_hidden_cards() -> None:
    """WA-5.4: who has the fewest pages is not known while hands are hidden."""

    async def keys(seat: Seat) -> None:
        await by_chance(1, 45)(seat)
        await seat.press("f2")
        assert "stands for what depends on cards that Ann does not see." in seat.text
        assert "lead" not in seat.text
        row = next(line for line in seat.lines if "  Bo " in line)
        assert row.split()[-1] == "?"

    play(app_of("winstons_archive", bots=("Bo",), seed=4), keys)


@pytest.mark.sweep
def test_a_record_is_saved_and_over_another_only_if_that_is_said_twice(tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    file.write_text("mine", encoding="utf-8")

    async def keys(seat: Seat) -> None:
        await seat.type(f"save {file}", "enter")
        assert "is there already." in seat.text
        assert file.read_text(encoding="utf-8") == "mine"
        await seat.type(f"save {file}", "enter")
        assert "Saved in " in seat.text
        await seat.type("save", "enter")
        assert "Name a file: save evening.yaml" in seat.lines

    play(app_of("winstons_archive", bots=("Bo",)), keys, (200, 24))
    assert file.read_text(encoding="utf-8").startswith("record: winstons_archive")


# undo, quit, the end


def test_a_move_is_taken_back() -> None:
    async def keys(seat: Seat) -> None:
        await seat.press("ctrl+z")
        assert "There is no move to take back." in seat.lines
        before = seat.app.session.play.moves
        await seat.press("2", "ctrl+z")
        assert seat.app.session.play.moves == before
        assert "Taken back." in seat.lines
        await seat.press("2")
        await seat.type("undo", "enter")
        assert seat.app.session.play.moves == before

    play(app_of("winstons_archive", bots=("Bo",)), keys)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c", "ctrl+d", "quit"])
def test_a_game_is_left(key: str) -> None:
    async def keys(seat: Seat) -> None:
        await (seat.type("quit", "enter") if key == "quit" else seat.press(key))
        await seat.settle()
        assert seat.app.return_code is not None or not seat.app.is_running

    assert not play(app_of("winstons_archive", bots=("Bo",)), keys).over


def test_at_the_end_the_score_is_explained_and_the_last_move_can_be_taken_back() -> None:
    async def keys(seat: Seat) -> None:
        await by_chance(1)(seat)
        verdict = seat.app.session.play.result().verdict
        assert "── The game is over ──" in seat.text
        assert seat.text.count(verdict) == 2
        assert "Forms" in seat.text
        assert "(DA-5.1): On each side" in seat.text
        await seat.type("undo", "enter")
        assert not seat.over
        await by_chance(2)(seat)
        await seat.press("enter")

    seat = play(app_of("dice_archive", bots=("Bo",)), keys, (120, 50))
    assert seat.app.session.left


@pytest.mark.sweep
def test_the_standings_come_first_at_the_end_of_a_game_with_a_long_table() -> None:
    async def keys(seat: Seat) -> None:
        await by_chance(1)(seat)
        assert seat.lines[1].split() == ["place", "1", "2", "3"]
        assert any(line.startswith("total ") for line in seat.lines)

    play(app_of("verse_and_variant", bots=("Bo", "Cy")), keys)


# who looks at it


def cards_of(name: str, app: GameApp) -> set[str]:
    """The cards of a game that the screen may not show to everybody, by names found in no word."""
    places = app.session.play.state.places()
    return {card for place in places for card in place.cards if any(map(str.isdigit, card))}


@pytest.mark.parametrize("name", ["verse_and_variant", "winstons_archive"])
def test_nobody_sees_what_another_hides(name: str) -> None:
    """WA-3.1, VV-4.1: a passed screen is empty, and on each other every card is one that the
    player sees, or has learnt of."""

    async def keys(seat: Seat) -> None:
        rng, session, passed = Random(5), seat.app.session, 0
        while passed < 4 and not seat.over:
            if isinstance(seat.app.screen, Passing):
                passed += 1
                lines = [line.strip() for line in seat.lines if line.strip()]
                who = session.passed
                assert lines[0] == f"Pass the screen to {who}, who presses Enter."
                assert lines[1:] == ["Ctrl+Z takes the last move back."]
                await seat.press("enter")
                known = seen(session.play.state.places(), who)
                told = " ".join(session.referee.learnt[who])
                unseen = {card for card in cards_of(name, seat.app) - known if card not in told}
                words = set(" ".join(seat.lines[:-1]).replace(",", " ").split())
                assert unseen & words == set()
            await choose(seat, rng)
            await seat.settle()
        assert passed == 4

    play(app_of(name), keys, (120, 60))


def test_before_the_screen_is_passed_the_table_is_wiped() -> None:
    async def keys(seat: Seat) -> None:
        await seat.press("enter", "1")
        assert isinstance(seat.app.screen, Passing)
        below = seat.app.screen_stack[1].query_one("#table")
        assert "Stack" not in str(below.render())
        await seat.press("ctrl+z")
        assert seat.app.session.passed == "Ann"
        await seat.press("enter")
        assert "Ann, stack 1 (WA-3.1)" in seat.text

    play(app_of("winstons_archive"), keys)


def test_at_open_hands_each_player_sees_their_own_table() -> None:
    async def keys(seat: Seat) -> None:
        await seat.press("1")
        assert seat.lines[0].startswith(" Winston's Archive  Bo ")
        assert "Ann, stack 1: take" in seat.lines
        await seat.type("table Ann", "enter")
        assert isinstance(seat.app.screen, Reading)
        assert seat.lines[0] == " Ann's view"

    play(app_of("winstons_archive", open_hands=True), keys)


def test_a_bot_waits_a_moment_unless_a_key_is_pressed() -> None:
    async def keys(seat: Seat) -> None:
        await seat.press("1")
        assert "── Bo is choosing … ──" in seat.text
        moves = len(seat.app.session.play.moves)
        await seat.press("x")
        assert len(seat.app.session.play.moves) == moves + 1
        assert not seat.typed
        while seat.app.session.programs:
            await seat.press("x")
        assert "Ann, stack 1 (WA-3.1)" in seat.text
        assert "Bo (bot) " in seat.text

    play(app_of("winstons_archive", bots=("Bo",), wait=1000), keys)


# real dice and cards


def test_real_dice_are_typed_or_left_to_the_program() -> None:
    async def keys(seat: Seat) -> None:
        session = seat.app.session
        assert "── The table, communal roll (DA-2.1) ──" in seat.text
        assert "Type it as it fell" in seat.text
        await seat.press("enter")
        assert not session.play.moves
        await seat.type("351/2", "enter")
        assert session.play.moves == [(TABLE, "3 5 1 / 2")]
        await seat.type("roll", "enter")
        assert len(session.play.moves) == 2
        assert not session.referee.rolls
        await seat.press("ctrl+z", "down", "down", "enter")
        assert session.referee.rolls

    play(app_of("dice_archive", rolls=False), keys)


# the whole of it


def test_a_window_of_another_size_is_drawn_again() -> None:
    async def keys(seat: Seat) -> None:
        await seat.pilot.resize_terminal(120, 30)
        await seat.settle()
        assert len(seat.lines) == 30
        assert any(len(line) == 120 for line in seat.lines)

    play(app_of("winstons_archive", bots=("Bo",)), keys)


def colours(app: GameApp) -> set[str]:
    """The colours in a picture of a game's screen."""
    pictures: list[str] = []

    async def keys(seat: Seat) -> None:
        await seat.settle()
        pictures.append(seat.app.export_screenshot())

    play(app, keys)
    return {part.partition(";")[0].strip() for part in pictures[0].split("fill:")[1:]}


def test_colours_are_left_out_where_nobody_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    in_colour = colours(app_of(ALONE))
    monkeypatch.setenv("NO_COLOR", "1")
    assert len(colours(app_of(ALONE))) < len(in_colour)


def test_a_record_that_cannot_be_written_ends_the_screen_with_its_error() -> None:
    def keep(referee: Referee) -> None:
        raise PermissionError("no")

    async def keys(seat: Seat) -> None:
        await seat.press("1")

    with pytest.raises(PermissionError):
        play(app_of("winstons_archive", bots=("Bo",), keep=keep), keys)


def check_whole_game(name: str) -> None:
    async def whole(seat: Seat) -> None:
        await by_chance(1)(seat)
        assert seat.over
        assert seat.app.session.play.result().verdict in seat.text

    play(app_of(name, bots=() if name == ALONE else ("Bo",)), whole)


@pytest.mark.sweep
@pytest.mark.parametrize("name", QUICK)
def test_a_whole_game_by_keys(name: str) -> None:
    check_whole_game(name)


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_by_keys(name: str) -> None:
    check_whole_game(name)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["dice_archive", ALONE])
def test_a_whole_game_with_real_dice(name: str) -> None:
    """Every roll is typed as it fell."""

    async def whole(seat: Seat) -> None:
        rng, dice = Random(1), Random(2)
        while not seat.over:
            decision = seat.app.session.asked
            if decision is not None and decision.who == TABLE:
                await seat.type(decision.random(dice), "enter")
            else:
                await choose(seat, rng)
        await seat.settle()
        assert seat.app.session.play.result().verdict in seat.text
        assert not seat.app.session.referee.rolls

    play(app_of(name, bots=() if name == ALONE else ("Bo",), rolls=False), whole)


# starting


def test_nothing_else_loads_the_library_of_the_screen() -> None:
    code = "import sys, scoring.cli.main, scoring.cli.playing; print('textual' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert said.stdout == "False\n"


def test_the_folder_of_pictures_has_no_others() -> None:
    assert {file.stem for file in Path(FOLDER).iterdir()} == {*names()}
    assert SMALL == (80, 24)
