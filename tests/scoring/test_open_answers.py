"""What is told of a position with open answers holds however these turn out."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from card_data import Game
from card_data.reading.documents import parse
from scoring.positions.positions import PositionFile, PositionReader, check
from scoring.scoresheet.scorer import scorer_of
from scoring.web.view import view_of
from tests import scoresheets

CARDS = [{"id": "goose", "title": "Goose", "copies": 5, "value": 1},
         {"id": "heron", "title": "Heron", "copies": 3, "value": 2}]  # fmt: skip
SHEET = """\
clause: LG-1.1
noted:
  player:
    held: {each: cards, max: 6}
    spare: {each: cards, min: -1, max: 2}
    nests: {min: 1, max: 4}
    side: {choice: [left, right]}
    home: {yes_no: true}
    laps: {rounds: 2, max: 2}
  table:
    pond: {player: true}
define:
  all: {for: table, each: cards, is: "sum(players, held + spare)"}
  worth_of: {each: cards, is: held * value}
must:
  - {for: table, each: cards, if: "all <= copies", say: "1 {title}: {all card} of {copies}"}
  - {for: table, if: "sum(players, sum(held)) >= 4", say: "1 few, {sum(players, sum(held))}"}
  - {if: "sum(held) = 7", say: "3 {sum(held)}, not seven"}
  - {if: "10 - sum(worth_of) > nests", say: "4 {nests nest}"}
  - {if: "max(held) <= 4 or home", say: "5", else: warning}
  - {if: "not (nests > 2 and sum(spare) < 0)", say: "6"}
  - {if: "floor(nests / 2) < 2 or held != spare", each: cards, say: "7"}
  - {if: "count(cards, held > 2) < 2", say: "8"}
  - {if: "count(laps) > 0 and sum(laps) * 2 <= 6", say: "9", else: unfinished}
  - {if: "lookup(nests, [1, 2, 4]) < 4 and sets_of(held, nests) >= 0", say: "0"}
  - {if: "best(held, 1) < 6 and abs(sum(spare)) < 3", say: "a"}
  - {if: "-nests * 2 != -4 or 12 / nests = 6 or nests mod 2 = 1", say: "b"}
worth:
  - {part: held, points: sum(worth_of)}
  - {part: most, points: "if(most(sum(held)), 5, 0) + nests"}
  - {part: pond, points: "if(pond = me, 3, 0)"}
  - {part: lead, points: "max(0, sum(held) - max(others, sum(held)))"}
"""
EACH: dict[str, Any] = {
    "held.goose": range(7), "held.heron": range(7), "spare.goose": range(-1, 3),
    "spare.heron": range(-1, 3), "nests": range(1, 5), "side": ["left", "right"],
    "home": [True, False], "laps.0": [0, 1, 2, "not played"], "laps.1": [0, 1, 2, "not played"],
}  # fmt: skip
NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tables = {"cards": CARDS}
    return scoresheets.write_game(tmp_path_factory.mktemp("open") / "data", SHEET, tables)


@pytest.fixture(scope="module")
def game(data: Path) -> Game[Any]:
    return scoresheets.load(data)


Answers = dict[tuple[int, str], Any]  # by seat; the pond by -1


def position(answers: Answers) -> dict[str, Any]:
    def get(seat: int, path: str) -> Any:
        return answers.get((seat, path))

    return {"game": "little", "pond": get(-1, "pond"), "players": [
        {"name": name, "nests": get(seat, "nests"), "side": get(seat, "side"),
         "home": get(seat, "home"), "laps": [get(seat, "laps.0"), get(seat, "laps.1")],
         **{field: {row: get(seat, f"{field}.{row}") for row in ("goose", "heron")}
            for field in ("held", "spare")}}
        for seat, name in enumerate(NAMES)]}  # fmt: skip


def whole(rng: Random) -> Answers:
    few = {name: sorted(values)[:3] if name.startswith("held") else values
           for name, values in EACH.items()}  # fmt: skip
    each = rng.choice([EACH, few])
    found: Answers = {(seat, path): rng.choice(each[path]) for seat in range(3) for path in each}
    return found | {(-1, "pond"): rng.choice([*NAMES, "nobody"])}


def read(game: Game[Any], answers: Answers) -> Any:
    document = parse(json.dumps(position(answers)), "open", is_json=True)
    return PositionReader().decode(game, document).position


def broken(game: Game[Any], found: Any) -> set[tuple[str, str]]:
    """Each broken condition: its number, and the player or the row that it is about."""
    scorer = scorer_of(game)
    each = [one for strictness in ("wrong", "warning", "unfinished")
            for one in scorer.broken(found, strictness)]  # fmt: skip
    return {(one.message[:2], one.message[:6] if one.message[0] == "1" else one.where[1])
            for one in each}  # fmt: skip


def with_blanks(answers: Answers, rng: Random) -> Answers:
    share = rng.choice([0.05, 0.3])
    return {at: one for at, one in answers.items() if rng.random() > share}


def test_what_is_broken_stays_so_however_open_answers_turn_out(game: Game[Any]) -> None:
    rng, seen = Random(1), set()
    for _ in range(60):
        answers = with_blanks(whole(rng), rng)
        told = broken(game, read(game, answers))
        seen |= {number for number, _ in told} if len(answers) < 28 else set()
        for _ in range(3):
            filled = read(game, whole(rng) | answers)
            assert told <= broken(game, filled)
    assert len(seen) > 8, "or nothing was told while answers were open"


def test_points_so_far_are_those_that_others_cannot_change(game: Game[Any]) -> None:
    """A part counts as nothing while it depends on what others have not answered."""
    rng, scorer = Random(2), scorer_of(game)

    def parts(answers: Answers, seat: int) -> dict[str, int]:
        found = scorer.score(read(game, answers), game).standings
        (tally,) = [one.tally for one in found if one.player == NAMES[seat]]
        return {part.label: part.points for part in tally.parts}

    for _ in range(40):
        answers = with_blanks(whole(rng), rng)
        for seat in range(3):
            others = {at: one for at, one in whole(rng).items() if at[0] not in (seat, -1)}
            before, after = parts(answers, seat), parts(others | answers, seat)
            changed = {label for label in before if before[label] != after[label]}
            assert all(before[label] == 0 for label in changed)


def test_filling_in_what_is_missing_is_all_that_the_score_needs(game: Game[Any]) -> None:
    rng = Random(3)
    for _ in range(10):
        every = whole(rng)
        answers = with_blanks(every, rng)
        report = check(PositionFile(game, read(game, answers)))
        missing = {("players", str(seat), *path.split(".")) if seat >= 0 else (path,)
                   for seat, path in every.keys() - answers.keys()}  # fmt: skip
        assert {*report.missing} == missing
        assert not check(PositionFile(game, read(game, every))).missing


def test_too_many_of_a_piece_are_told_at_once_where_they_were_counted(game: Game[Any]) -> None:
    few: Answers = {(0, "held.goose"): 4, (1, "held.goose"): 1, (2, "held.goose"): 5}
    found = PositionFile(game, read(game, few))
    (told,) = check(found).findings
    assert told.text == "1 Goose: 7 to 16 cards of 5"
    assert (told.place, told.who) == ("held.goose of Ann, Bo and Cy", "")
    assert told.path == "players.0.held.goose"
    assert told.also == tuple(("players", seat, "held", "goose") for seat in "12")
    (fault,) = view_of(found).faults
    assert fault.item == "players.0.held.goose"
    assert fault.also == ("players.1.held.goose", "players.2.held.goose")
    spare: Answers = {(seat, "spare.goose"): number for seat, number in enumerate((2, 0, 0))}
    alone = read(game, {(0, "held.goose"): 4, (1, "held.goose"): 0, (2, "held.goose"): 0, **spare})
    told = check(PositionFile(game, alone)).findings[0]
    assert (told.who, told.place, told.also[0][2]) == ("Ann", "held.goose and spare.goose", "spare")
