"""What Dice Archive says, in full: questions, the table in play, and positions as lines."""

from __future__ import annotations

import pytest

from scoring import games
from scoring.dice_archive import Form, Position, engine
from scoring.dice_archive.table_view import GameTable
from scoring.play.play import Play
from scoring.positions.display import Faults
from scoring.positions.findings import Finding
from tests.dice_archive.tables import DICE, NAMES, pass_on, rolled, row, seen, table_of, working
from tests.scoring.painted import painted
from tests.scoring.tools import decided

clause = pytest.mark.clause
DISPLAY = games.module("dice_archive", "display")
TABLE = GameTable(DICE)


def question(play: Play) -> tuple[str, str, str, str]:
    """Who is asked what, by which clause, and what is expected, as the first player reads it."""
    decision = decided(play)
    expected = TABLE.asks(decision, seen(play, "Ann"))
    return decision.who, decision.what, decision.rule, expected


@clause("DA-2.1", "DA-2.2", "DA-2.4", "DA-3.1", "DA-3.5")
def test_every_question_of_a_week() -> None:
    play = Play(DICE, NAMES[:3])
    assert question(play) == (
        "table",
        "communal roll",
        "DA-2.1",
        "2 / 1 dice showing 1 to 6: the communal dice / the boss",
    )
    play.move("6 6 / 1")
    assert question(play) == (
        "table", "work roll", "DA-2.2", "6 / 6 / 6 dice showing 1 to 6: Ann / Bo / Cy",
    )  # fmt: skip
    play.move("112222 / 123333 / 234444")
    assert question(play) == (
        "Ann", "motivational reroll", "DA-2.4", "keep or reroll any of 1 1 2 2 2 2",
    )  # fmt: skip
    play.move("reroll 1")
    assert question(play) == ("table", "reroll for Ann", "DA-2.4", "1 die showing 1 to 6")
    play.move("1")
    play.move("keep")
    play.move("reroll 3 2")
    assert question(play) == ("table", "reroll for Cy", "DA-2.4", "2 dice showing 1 to 6")
    play.move("5 5")
    assert question(play)[:3] == ("Ann", "action", "DA-3.1")
    play.move("overtime 1 turn 2")
    assert question(play) == (
        "Ann",
        "action after overtime",
        "DA-3.1",
        "pass 1, pass 2, pass 5, archive left 2, archive middle 2 or one of 5 like task right 1",
    )


@clause("DA-2.4")
def test_to_roll_again_all_but_one_number_or_all_or_nothing_is_on_offer() -> None:
    play = rolled("112334", "555555")
    view = seen(play, "Ann")
    assert [*TABLE.openings(decided(play), view)] == [
        "keep",
        "reroll 2 3 3 4",
        "reroll 1 1 3 3 4",
        "reroll 1 1 2 4",
        "reroll 1 1 2 3 3",
        "reroll 1 1 2 3 3 4",
    ]
    play.move("keep")
    assert [*TABLE.openings(decided(play), view)] == ["keep", "reroll 5 5 5 5 5 5"]
    play.move("keep")
    assert [*TABLE.openings(decided(play), view)] == [], "actions are listed"


@clause("DA-4.1")
@pytest.mark.parametrize(
    ("board", "forms", "why"),
    [
        ({"left": row("AAAAA")}, (), "a player's dice on the board"),
        (
            {"left": row("ABABAB"), "right": row("BABABC")},
            (),
            "full tables of the board",
        ),
        ({"left": row("AAAAA")}, ("left", "right"), "full tables of a form"),
    ],
)
def test_which_end_it_was_and_after_how_many_weeks(
    board: dict[str, dict[int, str]], forms: tuple[str, ...], why: str
) -> None:
    state = table_of(Play(DICE, NAMES[:3]))
    for side in ("left", "middle", "right"):
        state.board[side] |= board.get(side, {})
        if side in forms:
            state.players[1].tasks[side] = [1, 2, 3, 4, 5, 6]
    state.week = 9
    assert [*engine.ending(state, DICE)] == [why, 8, "week"]


@clause("DA-2.7")
def test_a_week_is_counted_once() -> None:
    play = working("222222", "333333")
    assert table_of(play).week == 1
    pass_on(play)
    assert table_of(play).week == 2


@clause("DA-2.4")
def test_the_whole_table_as_a_player_sees_it() -> None:
    """One's own line comes first, then the others clockwise; h is a heading, d a label."""
    play = rolled("223456", "11235", "12346", left={1: "Bo"}, middle={4: "Cy"})
    play.move("reroll 1 1")
    drawing = TABLE.drawing(seen(play, "Cy"), None, 79)
    assert painted(drawing, {"bold green": "g"}) == [
        "Week 1   Token Ann   Communal 6 6   Boss 1   ",
        "ddddd....dddddd......ddddddddd......ddddd....",
        "Dice  unused       used  task left x3  task middle x2  task right x1  ",
        "hhhh..hhhhhh.......hhhh..hhhhhhhhhhhh..hhhhhhhhhhhhhh..hhhhhhhhhhhhh..",
        "Cy    1 2 3 4 6    0     . . . . . .   . . . . . .     . . . . . .    ",
        "gg....ggggggggg....g.....ggggggggggg...ggggggggggg.....ggggggggggg....",
        "Ann   2 2 3 4 5 6  0     . . . . . .   . . . . . .     . . . . . .    ",
        "......................................................................",
        "Bo    2 3 5 ? ?    0     . . . . . .   . . . . . .     . . . . . .    ",
        "......................................................................",
        "",
        "",
        "Board      1          2          3          4          5          6          ",
        "hhhhh......hhhhhhhhh..hhhhhhhhh..hhhhhhhhh..hhhhhhhhh..hhhhhhhhh..hhhhhhhhh..",
        "Strength   1          1          1          1          .          3          ",
        ".......................................................d.....................",
        "left x2    Bo         .          .          .          .          .          ",
        "hhhhhhh...............d..........d..........d..........d..........d..........",
        "middle x3  .          .          .          Cy         .          .          ",
        "hhhhhhhhh..d..........d..........d..........gg.........d..........d..........",
        "right x4   .          .          .          .          .          .          ",
        "hhhhhhhh...d..........d..........d..........d..........d..........d..........",
    ]


@clause("DA-5.1", "DA-6.1", "DA-6.2")
def test_a_position_with_what_is_open_and_what_is_wrong_in_it() -> None:
    """Open answers are o, nothing is d, faults are F; a sum on the pad is dice x marks = points."""
    position = Position(
        board={"left": {1: "Ann", 6: None, 8: "Zed"}, "middle": None},
        players=(
            Form(
                "Ann",
                {"left": (1, 3, None), "middle": (), "right": None},
                dice={"left": 1, "middle": None},
                marks={"left": 4},
                points={"left": 4},
                total=9,
            ),
            Form(None, None, points={"right": 0}),
            Form("Cy", {"left": (2,), "middle": (9,)}, total=None),
            Form("Di", {"left": ()}),
        ),
    )
    places = (
        ("players",),
        ("board", "left", "8"),
        ("players", "1", "name"),
        ("players", "0", "tasks", "left", "1"),
        ("players", "2", "tasks", "middle", "0"),
        ("players", "3", "tasks", "left"),
        ("players", "0", "marks", "left"),
        ("players", "0", "total"),
        ("players", "1", "points", "right"),
    )
    faults = Faults([Finding("DA-6.2", where, "") for where in places])
    assert painted(DISPLAY.lines(position, DICE, faults)) == [
        "Board    left x2      middle x3   right x4     ",
        "hhhhh....hhhhhhh......hhhhhhhhh...hhhhhhhh.....",
        "1        Ann          ?           .            ",
        "......................o...........d............",
        "2        .            ?           .            ",
        ".........d............o...........d............",
        "3        .            ?           .            ",
        ".........d............o...........d............",
        "4        .            ?           .            ",
        ".........d............o...........d............",
        "5        .            ?           .            ",
        ".........d............o...........d............",
        "6        ?            ?           .            ",
        ".........o............o...........d............",
        "8        Zed!         ?           .            ",
        ".........FFFF.........o...........d............",
        "",
        "",
        "Forms!   left x3      middle x2   right x1     ",
        "FFFFFF...hhhhhhh......hhhhhhhhh...hhhhhhhh.....",
        "Ann      1 3! ?       .           ?            ",
        ".........FFFFFF.......d...........o............",
        "?!       ?            ?           ?            ",
        "FF.......o............o...........o............",
        "Cy       2            9!          .            ",
        "......................FF..........d............",
        "Di       .!           .           .            ",
        ".........FF...........d...........d............",
        "",
        "",
        "Pad      left         middle      right        total   ",
        "hhh......hhhh.........hhhhhh......hhhhh........hhhhh...",
        "Ann      1 x 4! = 4   ? x . = .   . x . = .    9!      ",
        ".........FFFFFFFFFF...ooooooooo................FF......",
        "?!       . x . = .    . x . = .   . x . = 0!   .       ",
        "FF................................FFFFFFFFFF...d.......",
        "Cy       . x . = .    . x . = .   . x . = .    ?       ",
        "...............................................o.......",
    ]


def test_a_position_of_which_nothing_is_answered() -> None:
    faults = Faults([Finding("DA-6.1", ("board",), "")])
    assert painted(DISPLAY.lines(Position(), DICE, faults)) == [
        "Board!   left x2   middle x3   right x4   ",
        "FFFFFF...hhhhhhh...hhhhhhhhh...hhhhhhhh...",
        "1        ?         ?           ?          ",
        ".........o.........o...........o..........",
        "2        ?         ?           ?          ",
        ".........o.........o...........o..........",
        "3        ?         ?           ?          ",
        ".........o.........o...........o..........",
        "4        ?         ?           ?          ",
        ".........o.........o...........o..........",
        "5        ?         ?           ?          ",
        ".........o.........o...........o..........",
        "6        ?         ?           ?          ",
        ".........o.........o...........o..........",
        "",
        "",
        "Forms    left x3   middle x2   right x1   ",
        "hhhhh....hhhhhhh...hhhhhhhhh...hhhhhhhh...",
    ]
