"""Games with a ``score.yaml`` scored by the pages' JavaScript, as by the scorer in Python."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
import yaml

import card_data
from card_data import DataError, Game
from card_data.scoresheet.functions import FUNCTIONS
from scoring.positions.positions import Filled, PositionReader, Report, check, score
from scoring.scoresheet.portable import portable
from tests import javascript, scoresheets
from tests.scoring import sheets_made, shipped_sheets
from tests.scoring.expressions import EXPRESSIONS, FIELDS, IMPOSSIBLE, NUMBERS, TABLE, TABLES
from tests.scoring.kinds_of_scoring import KINDS

TINY = Path(__file__).parents[1] / "tiny_game"
EVERY_RUN, SOAK = (30, 8, 20), (900, 11, 200)  # sheets, positions of each, of each shipped game


class Case(NamedTuple):
    """A game, and positions for it with what the scorer says of each."""

    game: Game[Any]
    judged: list[tuple[dict[str, Any], dict[str, Any]]]


def case(game: Game[Any], folder: Path, positions: Iterable[str]) -> Case:
    """Positions as JSON judged by the scorer; what no page has is left out: what is no position."""
    reader, judged = PositionReader(folder), []
    for position in positions:
        try:
            filled = reader.read(position)
        except DataError:
            continue
        judged.append((json.loads(position), by_scorer(filled)))
    return Case(game, judged)


def made(folder: Path, sheets: int, each: int, chance: Random) -> Iterator[Case]:
    """Score sheets made at random."""
    for number in count():
        sheet = yaml.safe_dump(sheets_made.Maker(chance).sheet(), sort_keys=False, width=10_000)
        home, seats = folder / f"made{number}", chance.choice(((1, 3), (2, 4)))
        tables, numbers = sheets_made.TABLES, sheets_made.NUMBERS
        scoresheets.write_game(home, sheet, tables, numbers, seats, sheets_made.OPTIONS)
        try:
            game = scoresheets.load(home)
        except DataError:  # such as a division by 0 that can be seen before the game
            continue
        assert game.scoresheet is not None
        found = sheets_made.positions(game.scoresheet, seats, chance)
        yield case(game, home, islice(found, each))
        sheets -= 1
        if not sheets:
            return


def kinds(folder: Path, each: int, chance: Random) -> Iterator[Case]:
    """The ways of scoring that well-known games use."""
    for name, kind in KINDS.items():
        home = kind.write(folder / name)
        game = scoresheets.load(home)
        assert game.scoresheet is not None
        found = sheets_made.positions(game.scoresheet, kind.players, chance)
        yield case(game, home, islice(found, each))


def shipped(folder: Path, number: int) -> Iterator[Case]:
    """The shipped games as score sheets, every other position with a slip of the pen."""
    for game in shipped_sheets.SHEETS:
        name = shipped_sheets.write(folder, game)
        tables = [
            shipped_sheets.as_own(one, name) for one in shipped_sheets.positions(game, number)
        ]
        found = [json.dumps(yaml.safe_load(table), ensure_ascii=False) for table in tables]
        yield case(card_data.load(name, folder), folder, found)


def by_scorer(filled: Filled) -> dict[str, Any]:
    """What the scorer says of a position."""
    try:
        found = check(filled)  # what the blanks allow, a page does not say
        return told(score(filled) if found.sound else found)
    except DataError as error:
        (problem,) = error.problems
        return {"error": [str(msgspec.structs.replace(problem, file="score.yaml"))]}


def told(report: Report) -> dict[str, Any]:
    """A report as the page's answer."""
    answer = report.as_json()
    for violation in [*answer["violations"], *answer.get("warnings", ())]:
        violation["line"] = 0
        violation["message"] = violation["message"].partition("; did you mean")[0]
    if report.result is None:
        return answer
    players = [
        {
            "player": one.player,
            "parts": [[part.label, part.points, part.rule] for part in one.tally.parts],
            "notes": list(one.tally.notes),
        }
        for one in report.result.standings
    ]
    answer["explained"] = {
        "players": players,
        "provisional": list(report.provisional),
        "verdict": report.result.verdict,
        "ties": str(report.result.chain or ""),
    }
    return answer


def in_short(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer of a page with its explanations as `told` has them."""
    if "error" in answer:
        return {"error": answer["error"]}
    for one in answer.get("explained", {}).get("players", ()):
        said = [f"{part['say']} ({part['rule']})" for part in one["parts"] if part["say"]]
        one["notes"] = [*said, *one["notes"]]
        one["parts"] = [[part[key] for key in ("part", "points", "rule")] for part in one["parts"]]
    return answer


def compare(cases: list[Case], folder: Path) -> Counter[str]:
    """Compare both; how many positions came to what."""
    asked = [
        {
            "game": msgspec.to_builtins(portable(one.game)),
            "positions": [position for position, _ in one.judged],
        }
        for one in cases
    ]
    counts: Counter[str] = Counter()
    for one, answers in zip(cases, javascript.answers(asked, folder), strict=True):
        for (position, right), answer in zip(one.judged, answers, strict=True):
            assert in_short(answer) == right, (one.game.folder, position)
            counts[sort_of(right)] += 1
    return counts


def sort_of(answer: dict[str, Any]) -> str:
    """What a position came to."""
    if "error" in answer:
        return "impossible"
    if answer["violations"]:
        return "refused"
    if answer["missing"]:
        return "blank"
    return "final" if answer["final"] else "provisional"


def expressions(folder: Path) -> Iterator[Case]:
    """Every expression whose value is known, in words that come with the points; those that cannot
    be worked out each in a game of its own."""
    examples = [one for function in FUNCTIONS.values() for one in function.examples]
    known = [one for one, value in (*examples, *EXPRESSIONS) if value not in ("yes", "no")]
    truths = [f"if({one}, 1, 0)" for one, value in EXPRESSIONS if value in ("yes", "no")]
    tables = (
        TABLE,
        TABLE.replace("coins: 7", "coins: 8"),
        TABLE.replace("coins: 7", "coins: null"),
    )
    sheets = [[*known, *truths], *[[one] for one, _, _ in IMPOSSIBLE]]
    for at, sheet in enumerate(sheets):
        parts = [
            {"part": f"p{number}", "points": "1", "say": f"{{{one}}} and {{{one} card/cards}}"}
            for number, one in enumerate(sheet)
        ]
        home, text = folder / f"sheet{at}", FIELDS + yaml.safe_dump({"worth": parts}, width=10_000)
        scoresheets.write_game(home, text, TABLES, NUMBERS)
        found = [json.dumps({"game": "little", **yaml.safe_load(table)}) for table in tables]
        yield case(scoresheets.load(home), home, found)


def all_cases(folder: Path, sheets: int, each: int, number: int, seed: int) -> list[Case]:
    chance = Random(seed)
    found = [*made(folder, sheets, each, chance), *kinds(folder, each, chance)]
    return [*found, *shipped(folder, number), *expressions(folder)]


def test_only_what_scoring_takes_leaves_the_kit() -> None:
    """The columns that expressions name, and no path of a file; all as JSON has it."""
    game = card_data.load("errata", TINY)
    found = msgspec.json.decode(msgspec.json.encode(portable(game)))
    words = [getattr(row, "word") for row in game.rows("cards")]  # noqa: B009 - made at run time
    assert found["tables"]["cards"]["rows"] == len(words)
    assert found["tables"]["cards"]["columns"].keys() == {"copies", "value", "word"}
    assert found["tables"]["cards"]["columns"]["word"] == words
    assert found["sheet"]["file"] == "score.yaml"
    assert found["players"] == {"min": 2, "max": 2}


def test_the_evaluator_makes_no_code_of_texts() -> None:
    """Pages have a policy that forbids it."""
    assert not re.search(r"\beval\b|\bFunction\b|import", javascript.EVALUATOR.read_text("utf-8"))


def test_a_page_says_what_the_scorer_says(tmp_path: Path) -> None:
    counts = compare(all_cases(tmp_path, *EVERY_RUN, seed=1), tmp_path)
    assert min(counts[one] for one in ("final", "provisional", "refused", "blank")) > 20


def test_points_are_worked_out_of_those_who_wrote_theirs_down(tmp_path: Path) -> None:
    """So what is not to be scored yet may hold what cannot be scored."""
    sheet = {
        "noted": {"player": {"nests": {}, "eggs": {}}},
        "worth": [{"part": "clutch", "points": "floor(eggs / nests)"}],
    }
    scoresheets.write_game(tmp_path, yaml.safe_dump({"clause": "LG-1.1", **sheet}))
    ann, bo = {"name": "Ann", "nests": 0, "eggs": 3}, {"name": "Bo", "nests": 2, "eggs": 5}
    tables = [
        [ann, bo | {"eggs": None}],
        [ann | {"points": {}}, bo | {"points": {"clutch": 3}}],
        [ann | {"points": {"clutch": 3}}, bo | {"eggs": None}],
        [ann | {"total": 3}, bo],
    ]
    found = [json.dumps({"game": "little", "players": players}) for players in tables]
    counts = compare([case(scoresheets.load(tmp_path), tmp_path, found)], tmp_path)
    assert counts == {"blank": 1, "refused": 1, "impossible": 2}


@pytest.mark.soak
def test_a_page_says_what_the_scorer_says_of_very_many(tmp_path: Path) -> None:
    print(compare(all_cases(tmp_path, *SOAK, seed=2), tmp_path))
