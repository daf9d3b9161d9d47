"""What blanks of a game with a ``score.yaml`` still allow, held against every way to fill them in,
and against what the shipped games' own ``blanks.py`` say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import yaml
from typer.testing import CliRunner

import card_data
from card_data import Game
from scoring import games
from scoring.ask.questions import part_at
from scoring.ask.totals import so_far
from scoring.cli.main import app
from scoring.positions import likely, outlook
from scoring.positions.findings import Where
from scoring.positions.outlook import outlook as outlook_of
from scoring.positions.paths import put, unanswered
from scoring.positions.positions import Filled, PositionReader, check
from scoring.positions.rules import rules_of
from scoring.scoresheet.blanks import SheetBlanks
from tests import scoresheets
from tests.scoring import shipped_sheets
from tests.scoring.answers import places
from tests.scoring.slips import random_position
from tests.scoring.test_outlook import within
from tests.sweeps import sweep

TABLES: dict[str, list[dict[str, Any]]] = {
    "birds": [{"id": "goose", "size": 3}, {"id": "heron", "size": 2}]
}
SHEET = """\
clause: LG-1.1
noted:
  player:
    held: {each: birds}
    nests: {min: -1, max: 2}
    side: {choice: [left, right]}
    seen: {marks: true, min: 1, max: 3}
    home: {yes_no: true}
    laps: {rounds: 2, max: 2}
    eggs: {}
  table: {pond: {player: true}, tide: {each: birds, choice: [low, high]}}
define:
  all: {for: table, is: "sum(players, eggs)"}
must:
  - {for: table, each: birds, if: "sum(players, held) <= size", say: too many, clause: LG-1.2}
  - {if: "4 >= eggs + sum(laps) and eggs != 3", say: too many, clause: LG-1.3}
worth:
  - {part: birds, points: "sets_of(held, [1, 4]) * if(most(sum(held)), 2, 1)"}
  - {part: nests, points: "nests * count(seen) - if(home, laps_of, 0)"}
  - {part: side, points: "count(others, side = mine(side)) + if(pond = me, 3, 0)"}
  - {part: tide, points: 'count(birds, tide = "low") + floor(eggs / 2) - all'}
ties: [{fewest: nests, say: fewer nests}]
"""
NAMES = ("Ann", "Bo", "nobody", "Zoe")
FEW = range(-2, 7)
WINS = {
    "most": "wins: most",
    "fewest": "wins: fewest",
    "target": "wins: {target: 4}",
    "out": 'out: {if: "eggs > 1"}',
    "teams": "teams: side",
    "together": "wins: {grades: [{from: -9, say: well, lost: true}, {from: 5, say: better}]}",
}
MOST_WAYS = 300


def written(folder: Path, wins: str) -> Path:
    """The game with this way to win."""
    text = SHEET.replace("laps_of", "sum(rounds, laps * round)")
    if wins == "together":
        text = text[: text.index("ties:")]
    elif wins == "teams":
        text = text.replace("count(others, side = mine(side)) + ", "")
    return scoresheets.write_game(folder, f"{text}{WINS[wins]}\n", TABLES, players=(2, 2))


def answers(where: Where) -> Sequence[Any]:
    """What anybody could write in a place."""
    match where[2:] if where[0] == "players" else where:
        case ["name"] | ["pond"]:
            return NAMES
        case ["held", _] | ["nests"] | ["laps", _] | ["eggs"] | ["seen", _]:
            return FEW
        case ["held"]:
            return [
                {"goose": one, "heron": other} for one, other in product(range(-1, 5), repeat=2)
            ]
        case ["side"]:
            return ["left", "right"]
        case ["seen"]:
            return [*chain(*[combinations(range(5), size) for size in range(5)])]
        case ["home"]:
            return [False, True]
        case ["laps"]:
            return [*product(range(-1, 4), repeat=2)]
        case ["tide", _]:
            return ["low", "high"]
    return ()


def table(rng: Random) -> dict[str, Any]:
    """A sound position."""
    players = []
    birds = {"goose": 3, "heron": 2}
    for name in ("Ann", "Bo"):
        held = {bird: rng.randint(0, left) for bird, left in birds.items()}
        birds = {bird: birds[bird] - held[bird] for bird in birds}
        players.append(
            {
                "name": name,
                "held": held,
                "nests": rng.randint(-1, 2),
                "side": rng.choice(["left", "right"]),
                "seen": rng.sample(range(1, 4), rng.randint(0, 3)),
                "home": rng.random() < 0.5,
                "laps": [rng.randint(0, 1), rng.randint(0, 1)],
                "eggs": rng.randint(0, 2),
            }
        )
    pond = rng.choice(NAMES[:3])
    tide = {bird: rng.choice(["low", "high"]) for bird in birds}
    return {"game": "little", "pond": pond, "tide": tide, "players": players}


def every_way(position: Any, game: Game[Any]) -> list[outlook.Outcome]:
    """What every sound way to fill in the blanks comes to."""
    blanks, found = [*unanswered(position)], []
    for values in product(*map(answers, blanks)):
        filled = position
        for where, value in zip(blanks, values, strict=True):
            filled = put(filled, where, value)
        if check(Filled(game, filled)).sound:
            found.append(outlook.outcome(game, filled))
    return found


@pytest.mark.parametrize(
    ("wins", "seed"),
    sweep(
        [(wins, seed) for wins in WINS for seed in range(100)],
        [(wins, seed) for wins in WINS for seed in range(2)],
    ),
)
def test_it_is_what_all_ways_to_fill_in_the_blanks_come_to(
    wins: str, seed: int, tmp_path: Path
) -> None:
    rng = Random(f"{wins} {seed}")
    reader = PositionReader(written(tmp_path, wins))
    filled = reader.read(yaml.safe_dump(table(rng)))
    game, position, ways = filled.game, filled.position, 1
    assert check(filled).sound
    wheres = [where for where in places(position) if answers(where)]
    for where in rng.sample(wheres, len(wheres)):
        more = len(answers(where))
        if ways * more <= MOST_WAYS and where in places(position):
            position, ways = put(position, where, None), ways * more
    found = outlook_of(game, position)
    outcomes = every_way(position, game)
    assert found.ranges is not None
    assert len(found.ranges) == (1 if wins == "together" else 2)
    for side, one in enumerate(found.ranges):
        totals = [each.tallies[side].total or 0 for each in outcomes]
        assert (one.least, one.most) == (min(totals), max(totals))
    winners = {one.winners for one in outcomes}
    names = [one.name or f"player {seat}" for seat, one in enumerate(position.players, 1)]
    won = tuple([names[seat] for seat in sorted(set().union(*winners))])
    assert (found.decided, found.may_win) == ((won, None) if len(winners) == 1 else (None, won))
    known = games.blanks(game)
    assert known is not None
    alone = outlook.one_by_one(game, known, position, "")
    for one in alone.ranges or ():
        wide = next(each for each in found.ranges if each.player == one.player)
        assert within(one, wide)
    assert {*won} <= {*(alone.may_win or alone.decided or names)}


@pytest.mark.parametrize("game", shipped_sheets.SHEETS)
@pytest.mark.parametrize("seed", sweep(range(60), range(4)))
def test_ranges_are_those_of_the_shipped_game(game: str, seed: int, tmp_path: Path) -> None:
    name, rng = shipped_sheets.write(tmp_path, game), Random(seed)
    shipped, own = PositionReader(), PositionReader(tmp_path)
    whole = random_position(card_data.load(game), ("Ann", "Bo", "Cy"), rng)
    position = shipped.read(yaml.safe_dump(whole)).position
    wheres = [
        where
        for where in places(position)
        if where[2:] and where[2] not in shipped_sheets.PAD
        if not isinstance(part_at(position, where), dict)
    ]
    first = rng.choice(wheres)
    # of two spaces of the board the sheet takes that one is nobody's, the game that it has a die
    rest = [one for one in wheres if one != first and "board" not in (one[0], first[0])]
    blanks = [first, rng.choice(rest or [one for one in wheres if one[0] != first[0]])]
    found = []
    for reader, to in ((shipped, game), (own, name)):
        filled = reader.read(shipped_sheets.as_own(msgspec.to_builtins(position), to))
        open_ = filled.position
        for where in blanks:
            if where in places(open_):
                open_ = put(open_, where, None)
        found.append(outlook_of(filled.game, open_))
    told = [{one.player: one for one in each.ranges or ()} for each in found]
    assert told[1]
    assert told[1].items() <= told[0].items(), "which says more of what needs many ways"


STARTER = """\
clause: LG-1.1
noted: {player: {held: {each: birds}, coins: {}}}
must:
  - {for: table, each: birds, if: "sum(players, held) <= size", say: too many}
worth: [{part: birds, points: sum(held)}, {part: coins, points: coins}]
"""


@pytest.mark.parametrize(
    ("old", "new", "ranges", "verdict"),
    [
        ("goose: 1", "goose: null", [("Ann", 3, 5), ("Bo", 4, 4)], "Ann or Bo may still win."),
        ("goose: 1", "goose: 1, heron: null", [("Ann", 4, 6), ("Bo", 4, 4)],
         "Ann or Bo may still win."),
        ("coins: 3", "coins: null", [("Bo", 4, 4)],
         "Ann or Bo may still win. There are too many ways to fill in the blanks to say what Ann "
         "may score."),
    ],
)  # fmt: skip
def test_of_numbers_without_a_limit_no_range_is_told(
    old: str, new: str, ranges: list[tuple[str, int, int]], verdict: str, tmp_path: Path
) -> None:
    """A constraint is a limit too: of three geese one lies with Ann, none with Bo."""
    scoresheets.write_game(tmp_path, STARTER, TABLES)
    table = """players:
  - {name: Ann, held: {goose: 1}, coins: 3}
  - {name: Bo, held: {goose: 1}, coins: 3}
"""
    found = scoresheets.scored(tmp_path, table.replace(old, new, 1)).outlook
    assert found is not None
    assert [(one.player, one.least, one.most) for one in found.ranges or ()] == ranges
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("debts", "must", "ranges"),
    [
        ("{}", "if: coins + debts = 5", [("Ann", 0, 5), ("Bo", 3, 3)]),
        ("{}", "if: coins + debts >= 5", [("Bo", 3, 3)]),
        ("{}", "else: warning, if: coins + debts <= 5", [("Bo", 3, 3)]),
        ("{min: -9, max: 9}", "if: coins + debts <= 5", [("Bo", 3, 3)]),
    ],
)
def test_a_limit_is_what_a_sum_of_counts_cannot_be_more_than(
    debts: str, must: str, ranges: list[tuple[str, int, int]], tmp_path: Path
) -> None:
    """Of debts below nothing there may be any, and more coins then."""
    noted = f"noted: {{player: {{coins: {{}}, debts: {debts}}}}}\n"
    more = f"must: [{{{must}, say: wrong}}]\nworth: [{{part: coins, points: coins}}]\n"
    scoresheets.write_game(tmp_path, f"clause: LG-1.1\n{noted}{more}")
    table = """players:
  - {name: Ann, coins: null, debts: null}
  - {name: Bo, coins: 3, debts: 2}
"""
    found = scoresheets.scored(tmp_path, table).outlook
    assert found is not None
    assert [(one.player, one.least, one.most) for one in found.ranges or ()] == ranges


def test_an_empty_form_costs_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many rows nothing is tried that would be in vain."""
    rows = [{"id": f"b{at}", "size": 3} for at in range(120)]
    scoresheets.write_game(
        tmp_path,
        STARTER.replace(", coins: {}", "").replace(", {part: coins, points: coins}", ""),
        {"birds": rows},
    )
    reader = PositionReader(tmp_path)
    game = scoresheets.load(tmp_path)
    filled = reader.read(rules_of(game).blank(game))
    asked, domain = 0, SheetBlanks.domain

    def counted(*given: Any) -> Any:
        nonlocal asked
        asked += 1
        return domain(*given)

    monkeypatch.setattr(SheetBlanks, "domain", counted)
    assert outlook_of(game, filled.position) == outlook.UNKNOWN
    assert asked < 2000


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("nests: 2", "nests: 3", "Ann's nests 2 in place of 3"),
        ("pond: Bo", "pond: Boo", "pond Bo in place of Boo"),
        ("[1, 3]", "[1, 1, 3]", "Ann's seen: 1 once"),
        ("[1, 3]", "[1, 5]", "Ann's seen: 3 marked in place of 5"),
    ],
)
def test_what_was_likely_meant(old: str, new: str, said: str, tmp_path: Path) -> None:
    reader = PositionReader(written(tmp_path, "most"))
    text = """\
game: little
pond: Bo
tide: {goose: low, heron: high}
players:
  - {name: Ann, held: {goose: 1}, nests: 2, side: left, seen: [1, 3], home: yes, laps: [0, 2],
     eggs: 0}
  - {name: Bo, held: {goose: 1}, nests: 0, side: left, seen: [], home: no, laps: [0, 2], eggs: 0}
"""
    assert likely.fixes(reader.read(text)) == ()
    assert f"Likely meant: {said}" in [
        one.said for one in likely.fixes(reader.read(text.replace(old, new, 1)))
    ]


def test_a_mark_is_not_moved_to_where_others_are(tmp_path: Path) -> None:
    noted = "{seen: {marks: true, min: 1, max: 3}, crew: {choice: [a, b], marks: true}}"
    worth = "worth: [{part: all, points: count(seen) + count(crew)}]\n"
    scoresheets.write_game(tmp_path, f"clause: LG-1.1\nnoted: {{player: {noted}}}\n{worth}")
    players = "[{name: Ann, seen: [1, 1], crew: []}, {name: Bo, seen: [2, 3], crew: [a, b]}]"
    filled = PositionReader(tmp_path).read(f"game: little\nplayers: {players}\n")
    said = [one.said for one in likely.fixes(filled)]
    assert "Likely meant: Ann's seen: 1 once" in said
    assert not [one for one in said if "crew" in one]


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ("most", "So far: Ann 0, Bo -1."),
        ("together", "So far: Ann and Bo -1."),
    ],
)
def test_the_score_while_it_is_asked_for(wins: str, said: str, tmp_path: Path) -> None:
    """What is open is as nothing, also where all play together: sides that are open are alike."""
    reader = PositionReader(written(tmp_path, wins))
    game = scoresheets.load(tmp_path)
    filled = reader.read(rules_of(game).blank(game))
    position = filled.position
    for seat, name in enumerate(NAMES[:2]):
        position = put(position, ("players", str(seat), "name"), name)
    position = put(position, ("players", "0", "eggs"), 2)
    assert str(so_far(game, position)) == said


def test_a_score_is_asked_for_question_by_question(tmp_path: Path) -> None:
    data = scoresheets.write_game(tmp_path, STARTER, TABLES)
    words = ["Ann, Bo", "no", "1", "2", "5", "0", "skip", "0", "end", "quit"]
    found = CliRunner().invoke(
        app,
        ["score", "little", "--data", str(data)],
        input="\n".join(words),
        catch_exceptions=False,
    )
    assert "Ann: held, goose (0 to 3)>" in found.output
    assert "Bo: held, heron (0 left)>" in found.output
    assert "So far: Ann 3, Bo 0.\n" in found.output
    assert "Possible totals: Ann 8, Bo 0.\n" in found.output


@pytest.mark.parametrize(
    ("wins", "may_win"),
    [("most", ("Bo",)), ("fewest", ("Ann", "Bo")), ("{target: 99}", ("Ann", "Bo"))],
)
def test_ranges_tell_who_wins_only_if_most_points_do(
    wins: str, may_win: tuple[str, ...], tmp_path: Path
) -> None:
    """There are too many ways to fill in all four boxes: each player is looked at alone."""
    sheet = """\
clause: LG-1.1
noted: {player: {coins: {max: 30}, nests: {max: 30}, base: {}}}
worth: [{part: all, points: coins + nests + base}]
"""
    scoresheets.write_game(tmp_path, f"{sheet}wins: {wins}\n")
    ann, bo = [
        f"{{name: {name}, coins: null, nests: null, base: {base}}}"
        for name, base in (("Ann", 0), ("Bo", 200))
    ]
    found = scoresheets.scored(tmp_path, f"players: [{ann}, {bo}]").outlook
    assert found is not None
    assert [(one.least, one.most) for one in found.ranges or ()] == [(0, 60), (200, 260)]
    assert (found.decided or found.may_win) == may_win
    assert (found.decided is None) == (len(may_win) > 1)
