"""What blanks still allow, held against every way to fill them in."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from typer.testing import CliRunner

import card_data
import scoring
from card_data import Game
from scoring import games
from scoring.cli import show
from scoring.cli.main import app
from scoring.play.play import Play
from scoring.positions import outlook
from scoring.positions.answers import Range
from scoring.positions.findings import Where
from scoring.positions.outlook import Blanks, Outcome
from scoring.positions.paths import put, unanswered
from scoring.positions.positions import Filled, check
from tests.scoring.answers import NAMES, VERY_MANY, answers, places
from tests.scoring.tools import KEYS, house
from tests.sweeps import sweep

MOST_WAYS = 300  # to fill in the blanks of a case, which are all tried


@cache
def loaded(name: str) -> Game[Any]:
    return card_data.load(name)


def blanks_of(game: Game[Any]) -> Blanks:
    found: Blanks = games.blanks(game)
    return found


@cache
def end_position(name: str, seed: int) -> Any:
    """How a random game ended."""
    game, rng = loaded(name), Random(seed)
    seats = game.head.players
    play = Play(game, NAMES[: rng.randint(seats.min, min(seats.max, len(NAMES)))])
    play.play_on(rng)
    return play.state.position()


def outcomes(position: Any, game: Game[Any]) -> list[Outcome]:
    """What every sound way to fill in the blanks comes to."""
    blanks, players = [*unanswered(position)], len(seated(position))
    found = []
    for values in product(*[answers(where, players, game) for where in blanks]):
        filled = position
        for where, value in zip(blanks, values, strict=True):
            filled = put(filled, where, value)
        if check(Filled(game, filled)).sound:
            found.append(outlook.outcome(game, filled))
    return found


def expected(position: Any, game: Game[Any]) -> tuple[list[Range], set[tuple[int, ...]]]:
    """The ranges of all players, and who wins in any of the ways, by seats."""
    found = outcomes(position, game)
    names = [one.name or f"player {seat}" for seat, one in enumerate(seated(position), 1)]
    ranges = []
    for seat, name in enumerate(names or ["Winston"]):
        tallies = [one.tallies[seat] for one in found]
        totals = [tally.total for tally in tallies if tally.total is not None]
        most = max(totals, default=None)
        out = {tally.out for tally in tallies}
        ranges.append(
            Range(
                name,
                min(totals, default=None),
                None if most is None or most >= VERY_MANY else most,
                "possible" if len(out) == 2 else "certain" if True in out else UNSET,
                True if len(totals) < len(tallies) else UNSET,
            )
        )
    return ranges, {one.winners for one in found}


def seated(position: Any) -> Any:
    return getattr(position, "players", ())


def with_totals(position: Any, game: Game[Any]) -> Any:
    """A position with the total of each player written down."""
    tallies = outlook.outcome(game, position).tallies
    if not seated(position):
        return put(position, ("total",), tallies[0].total or 0)
    for seat, tally in enumerate(tallies):
        position = put(position, ("players", str(seat), "total"), tally.total)
    return position


@pytest.mark.parametrize("blanks", [1, 2, 3])
@pytest.mark.parametrize(
    ("name", "seed"),
    sweep(
        [(name, seed) for name in games.names() for seed in range(200)],
        [(name, seed) for name in games.names() for seed in range(1)],
    ),
)
def test_it_is_what_all_ways_to_fill_in_the_blanks_come_to(
    name: str, seed: int, blanks: int
) -> None:
    game, rng = loaded(name), Random(f"{name} {seed} {blanks}")
    position = end_position(name, seed % 20)
    if blanks == 2:
        position = with_totals(position, game)
    players = len(seated(position))
    wheres = [where for where in places(position) if answers(where, players, game)]
    if blanks == 2:  # prestige by a written total may be any number: it has a test of its own
        wheres = [where for where in wheres if where[-1] != "prestige"]
    rng.shuffle(wheres)
    open_, left, ways = position, blanks, 1
    for where in wheres:
        more = len(answers(where, players, game))
        if left and ways * more <= MOST_WAYS and where in places(open_):
            open_, left, ways = put(open_, where, None), left - 1, ways * more
    found = outlook.outlook(game, open_)
    ranges, winners = expected(open_, game)
    names = [one.player for one in ranges]
    every = tuple([names[seat] for seat in sorted(set().union(*winners))])
    assert found.ranges == tuple(ranges)
    assert (found.decided, found.may_win) == ((every, None) if len(winners) == 1 else (None, every))
    assert winners >= {outlook.outcome(game, position).winners}, "the game as it really was"
    for one in outlook.one_by_one(game, blanks_of(game), open_, "").ranges or ():
        assert within(one, ranges[names.index(one.player)])


def within(wide: Range, narrow: Range) -> bool:
    """Whether a range holds another one."""
    if None in (wide.least, narrow.least):
        return wide.least == narrow.least
    ends = wide.most is None or (narrow.most is not None and narrow.most <= wide.most)
    return ends and (wide.least or 0) <= (narrow.least or 0)


def may_be_blank(position: Any, where: Where) -> bool:
    """Whether there is an answer in a place that may be missing."""
    data = msgspec.json.encode(put(position, where, None))
    try:
        return where != ("running",) and bool(msgspec.json.decode(data, type=type(position)))
    except msgspec.ValidationError:
        return False


@pytest.mark.parametrize(
    ("name", "seed"),
    sweep(
        [(name, seed) for name in games.names() for seed in range(200)],
        [(name, 0) for name in games.names()],
    ),
)
def test_the_game_as_it_was_is_within_what_any_blanks_allow(name: str, seed: int) -> None:
    game, rng = loaded(name), Random(f"{name} {seed}")
    position = end_position(name, seed % 20)
    truth = outlook.outcome(game, position)
    for _ in range(3):
        open_ = position
        for _ in range(rng.randint(1, 3)):
            inside = [where for where in places(open_) if may_be_blank(open_, where)]
            open_ = put(open_, rng.choice(inside), None)
        assert not check(Filled(game, open_)).findings
        found = outlook.outlook(game, open_)
        names = outlook.labels(open_) or ["Winston"]
        if found.ranges is None:
            continue
        for one in found.ranges:
            tally = truth.tallies[names.index(one.player)]
            assert one.out in ("possible", "certain" if tally.out else UNSET)
            if tally.total is None:
                assert one.unscored is True
            else:
                assert within(one, Range(one.player, tally.total, tally.total))
        won = {names[seat] for seat in truth.winners}
        told = found.may_win if found.decided is None else found.decided
        assert told is not None
        assert won <= set(told)


EVENING = """\
game: winstons_archive
players:
  - name: Ann
    books: {A: 2, B: 2, C: 4, E: 5, F: 1}
    stand_ins: {B: 1}
    product_over_process: 3
    open_secrets: 2
    manuscripts: 8
  - name: Bo
    books: {B: 1, D: 5, E: 1, F: 6}
    product_over_process: 1
    open_secrets: 3
    manuscripts: 10
"""
TIE = """\
game: dice_archive
board:
  left: {1: Ann, 2: Ann, 3: Bo, 5: Bo}
  middle: {2: Ann, 6: Bo}
  right: {4: Ann, 5: Bo, 6: Ann}
players:
  - name: Ann
    tasks: {left: [1, 3, 4], middle: [2, 5], right: [1, 2, 6]}
  - name: Bo
    tasks: {left: [1, 2, 5, 6], middle: [1, 2], right: [1, 4, 5, 6]}
"""
NEW_KEYS = ("ranges", "decided", "may_win")
ANN, BO = {"player": "Ann", "least": 13, "most": 13}, {"player": "Bo", "least": 7, "most": 14}


def said(text: str) -> list[str]:
    """What is said of the blanks of a position."""
    found = scoring.score(scoring.read(text)).outlook
    assert found is not None
    return [*show.expected(found)]


def scored(folder: Path, text: str, *options: str) -> tuple[int, str]:
    """The exit status and the output of `scoring score`."""
    (folder / "evening.yaml").write_text(text, "utf-8")
    file = str(folder / "evening.yaml")
    outcome = CliRunner().invoke(app, ["score", *options, file], catch_exceptions=False)
    return outcome.exit_code, outcome.stdout.replace(file, "evening.yaml")


def test_what_the_blanks_allow_follows_the_list_of_them(tmp_path: Path) -> None:
    assert scored(tmp_path, EVENING.replace("F: 6", "F: null")) == (
        1,
        "evening.yaml:10: Bo: books F not answered yet (books.F)\n"
        "evening.yaml: 1 answer missing: not scored.\n"
        "Possible totals: Ann 13, Bo 7 to 14.\n"
        "Ann or Bo may still win.\n",
    )


SAID = {
    "every page lies with somebody": (
        EVENING.replace("manuscripts: 8", "manuscripts: null"),
        ["Possible totals: Ann 13, Bo 14.", "Bo wins however the blank is filled in."],
    ),
    "a game that is not over": (
        EVENING.replace("F: 6", "F: null") + "running: true\n",
        ["Possible totals: Ann 13, Bo 7 to 14.", "Ann or Bo may still lead."],
    ),
    "decided, and not over": (
        EVENING.replace("name: Bo", "name: null") + "running: true\n",
        ["Possible totals: Ann 13, player 2 14.",
         "player 2 leads however the blank is filled in."],
    ),
    "books that lie with nobody leave it open whether the score is final": (
        EVENING.replace("A: 2", "A: null"),
        ["Possible totals: Ann 11 to 13, Bo 14.",
         "Bo wins or leads however the blank is filled in."],
    ),
    "a written sum": (
        EVENING.replace("F: 6", "F: null") + "    total: 14\n",
        ["Possible totals: Ann 13, Bo 14.", "Bo wins however the blank is filled in."],
    ),
    "a blank sum": (
        EVENING + "    total: null\n    points: null\n",
        ["Possible totals: Ann 13, Bo 14.", "Bo wins however the blanks are filled in."],
    ),
    "nothing fits": (
        EVENING.replace("F: 6", "F: null") + "    total: 99\n",
        ["Whatever is filled in breaks a rule: an answer that is given must be wrong."],
    ),
    "a tie": (
        TIE.replace("name: Bo", "name: null"),
        ["Possible totals: Ann 14, player 2 14.",
         "Ann wins however the blank is filled in (where they are tied, by DA-5.2)."],
    ),
    "whoever the board does not name": (
        "{game: dice_archive, board: {left: {1: Ann}}, players: [{name: Ann, tasks: {left: [1]}}, "
        "{name: null, tasks: {left: [2]}}]}",
        ["Possible totals: Ann 1, player 2 0.", "Ann leads however the blank is filled in."],
    ),
    "nobody plays yet": (
        "{game: dice_archive, board: {}, players: null}",
        ["There are too many ways to fill in the blanks to say what the score may be."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SAID)
def test_it_is_said_in_words(case: str) -> None:
    text, words = SAID[case]
    assert said(text) == words


def test_json_has_it_beside_the_other_keys(tmp_path: Path) -> None:
    status, line = scored(tmp_path, EVENING.replace("F: 6", "F: null"), "--json")
    answer = json.loads(line)
    assert (status, answer["valid"], answer["final"], answer["standings"]) == (1, True, False, [])
    assert answer["missing"] == ["players.1.books.F"]
    assert (answer["ranges"], answer["may_win"]) == ([ANN, BO], ["Ann", "Bo"])
    assert set(answer) == {*KEYS, "ranges", "may_win"}
    _, line = scored(tmp_path, EVENING.replace("manuscripts: 8", "manuscripts: null"), "--json")
    answer = json.loads(line)
    assert answer["decided"] == ["Bo"]
    assert set(answer) == {*KEYS, "ranges", "decided"}
    _, line = scored(tmp_path, SAID["nothing fits"][0], "--json")
    assert json.loads(line)["ranges"] == []
    for nothing in (EVENING, EVENING.replace("F: 6", "F: null").replace("A: 2", "A: 3")):
        answer = json.loads(scored(tmp_path, nothing, "--json")[1])
        assert set(answer) - {"fixes"} == KEYS


@pytest.mark.parametrize("name", games.names())
def test_an_empty_form_costs_little(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = 0

    def counted(search: outlook.Search, position: Any) -> bool:
        nonlocal checked
        found = sound(search, position)
        checked += 1
        return found

    sound = outlook.Search.sound
    monkeypatch.setattr(outlook.Search, "sound", counted)
    monkeypatch.setattr(outlook, "MOST_TRIED", 200)
    game = loaded(name)
    report = scoring.score(scoring.read(games.shipped(name).blank(game)))
    assert report.outlook == outlook.UNKNOWN
    assert not set(NEW_KEYS) & set(report.as_json())
    assert checked <= 2 * 200


def test_a_missing_page_leaves_the_totals_of_the_others() -> None:
    game, position = loaded("manuscript"), end_position("manuscript", 0)
    totals = [tally.total for tally in outlook.outcome(game, position).tallies]
    found = outlook.outlook(game, put(position, ("players", "0", "left"), None))
    assert found.ranges is not None
    assert [(one.player, one.least, one.most) for one in found.ranges] == [
        (name, total, total) for name, total in zip(NAMES[1:], totals[1:], strict=False)
    ]
    assert found.verdict.endswith(
        " There are too many ways to fill in the blanks to say what Ann may score."
    )
    assert found.decided is None
    assert "Ann" in (found.may_win or ())


def test_prestige_has_no_limit_but_by_a_written_total() -> None:
    game, position = loaded("verse_and_variant"), end_position("verse_and_variant", 0)
    total = outlook.outcome(game, position).tallies[1].total
    where = ("players", "1", "prestige")
    least = total - position.players[1].prestige
    found = outlook.outlook(game, put(position, where, None))
    assert found.ranges is not None
    assert found.ranges[1] == Range("Bo", least, None)
    assert f"Bo {least} or more" in next(show.expected(found))
    open_ = put(put(position, where, None), ("players", "1", "total"), total)
    found = outlook.outlook(game, open_)
    assert found.ranges is not None
    assert found.ranges[1] == Range("Bo", total, total)


@pytest.mark.parametrize("name", ["features", "total"])
def test_features_by_a_written_total_are_not_worked_out(name: str) -> None:
    game, position = loaded("verse_and_variant"), end_position("verse_and_variant", 0)
    open_ = put(position, ("players", "0", "features"), None)
    if name == "total":
        open_ = with_totals(open_, game)
    found = outlook.outlook(game, open_)
    assert found.ranges is not None
    assert found.ranges[0].player == ("Bo" if name == "total" else "Ann")


def test_what_only_the_others_hold_is_left_aside() -> None:
    """Ann's books are too many ways with all else that is missing, and Bo's cards are sound."""
    game = loaded("winstons_archive")
    text = EVENING.replace("{B: 1, D: 5, E: 1, F: 6}", "{B: 1}").replace("product_over_process: 3",
        "product_over_process: null").replace("{A: 2, B: 2, C: 4, E: 5, F: 1}", "null")  # fmt: skip
    open_ = scoring.read(text.replace("open_secrets: 2", "open_secrets: null")).position
    found = outlook.one_by_one(game, blanks_of(game), open_, "")
    assert found.ranges is not None
    assert found.ranges == (Range("Bo", 2, 2),)


REACH: dict[
    str, tuple[Any, Any, tuple[str, ...], bool]
] = {  # ranges of Ann and Bo as least, most, out; who may win, and whether that is decided
    "far ahead": ((5, 9, UNSET), (1, 4, UNSET), ("Ann",), True),
    "as many": ((5, 9, UNSET), (1, 5, UNSET), ("Ann", "Bo"), False),
    "no limit": ((5, 9, UNSET), (1, None, UNSET), ("Ann", "Bo"), False),
    "out": ((5, 9, UNSET), (10, 12, "certain"), ("Ann",), True),
    "ahead, perhaps out": ((5, 9, "possible"), (1, 4, UNSET), ("Ann", "Bo"), False),
    "unknown": ((5, 9, UNSET), None, ("Ann", "Bo"), False),
}


@pytest.mark.parametrize("case", REACH)
def test_ranges_alone_may_tell_who_wins(case: str) -> None:
    ann, bo, may_win, decided = REACH[case]
    spans = [None if one is None else Range("", *one) for one in (ann, bo)]
    found = outlook.by_points(("Ann", "Bo"), spans, "", {True})
    assert (found.decided if decided else found.may_win) == may_win
    assert (found.may_win is None) == decided


def test_of_nobody_it_says_whether_the_game_is_over() -> None:
    assert outlook.settled((), {True}) == "Nobody wins"
    assert outlook.settled((), {False}) == "There is no score yet"


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (Range("Ann", 3, 5), "Ann 3 to 5"),
        (Range("Ann", 3, 3), "Ann 3"),
        (Range("Ann", 3, None), "Ann 3 or more"),
        (Range("Ann", 3, 5, "possible"), "Ann 3 to 5 (or out)"),
        (Range("Ann", 3, 5, "certain"), "Ann 3 to 5 (out)"),
        (Range("Ann", 3, 5, "possible", True), "Ann 3 to 5 or no score (or out)"),
        (Range("Ann", None, None, "certain", True), "Ann none (out)"),
        (Range("A\x1b", 3, 3), "A\ufffd 3"),
    ],
)
def test_a_range_in_words(span: Range, words: str) -> None:
    assert str(span) == words


def test_tokens_of_a_supply_that_ends_are_limited() -> None:
    game = house(loaded("verse_and_variant"), empty_supply="tracks")
    position = end_position("verse_and_variant", 0)
    for seat in range(len(position.players)):
        position = put(position, ("players", str(seat), "features", "papyrus"), 17)
    open_ = position
    for seat in range(2):
        open_ = put(open_, ("players", str(seat), "features", "papyrus"), None)
        found = outlook.outlook(game, open_)
        assert found.ranges == tuple(expected(open_, game)[0])


def test_who_played_alone_is_named() -> None:
    game, position = loaded("nineteen_eighty_four"), end_position("nineteen_eighty_four", 0)
    found = outlook.outlook(game, put(position, ("level",), None), "Julia")
    assert found.ranges is not None
    assert [one.player for one in found.ranges] == ["Julia"]
