"""Tables of games with a ``score.yaml`` judged in the page, as by the kit."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from card_data import DataError, Game
from scoring.ask.totals import now
from scoring.pad.entry import begun, plain_json
from scoring.pad.table import CrossedError, Table, Typed
from scoring.pad.view import Total, view_of
from scoring.positions import positions
from scoring.scoresheet.portable import portable
from scoring.site.folder import Own, form
from tests import javascript, scoresheets
from tests.scoring import sheets_made
from tests.scoring.kinds_of_scoring import KINDS
from tests.scoring.test_asking_sheets import ALL_FIELDS
from tests.scoring.test_asking_sheets import KINDS as ROWS
from tests.sweeps import sweep

SCRIPT = """
import { readFileSync } from "node:fs";
import { Own } from "./own.js";
const { cases } = JSON.parse(readFileSync("cases.json", "utf-8"));
const played = ({ game, names, steps }) => {
  const own = new Own(game);
  let found = own.begin(names);
  const told = [found];
  let { position } = found.answer.view;
  for (const changes of steps) {
    found = own.take(position, changes);
    told.push(found);
    position = found.answer.view?.position ?? position;
  }
  return told;
};
process.stdout.write(JSON.stringify(cases.map(played)));
"""
MODULES = [javascript.WEB / "site" / "own.js", javascript.EVALUATOR, javascript.WEB / "values.js"]
NAMES = ("Ann", "ANN", "Bo", "bo", "Cy", "Nobody", "ruby", "a_b", "Zoë")
ODD: tuple[Any, ...] = (
    *(None, "", "x", "3", " 4 ", -1, 1.5, True, 10**20),
    *([], {}, ["red"], [1, 1], {"ruby": 1}),
)


def steps(table: Table, sheet: Any, chance: Random) -> Iterator[tuple[Typed, ...]]:
    """What may be entered at a table: answers that fit, those of nobody's, and odd ones."""
    seats = (1, max(1, len(table.view.position["players"] or ())))
    wanted = json.loads(next(sheets_made.positions(sheet, seats, chance)))
    items = list(table.view.items)
    chance.shuffle(items)
    for item in items:
        value = at(wanted, item.path)
        if item.sum and chance.random() < 0.7:
            continue
        yield (typed(table, item.path, chance.randint(0, 9) if item.sum else value, chance),)
    for _ in range(12):
        path = chance.choice([one.path for one in table.view.items])
        shorter = path.rpartition(".")[0] or path
        path = chance.choice((path, path, shorter, f"{path}.0", "players.0.name", "players.1"))
        value = chance.choice((*ODD, *NAMES, at(wanted, path)))
        kind = next((one.kind for one in table.view.items if one.path == path), "")
        if isinstance(value, str) and kind not in ("number", "flag", "choice"):
            value = None  # no page types whole lists
        yield (typed(table, path, value, chance),)
    yield (
        typed(table, "players.0.name", chance.choice(NAMES), chance),
        typed(table, "running", chance.choice((True, False, None)), chance),
    )
    players = table.view.position["players"] or []
    yield (typed(table, "players", players[1:], chance),)


def at(value: Any, path: str) -> Any:
    """What stands at a path of plain JSON, if it leads anywhere."""
    for step in path.split("."):
        if isinstance(value, list):
            value = dict(zip(map(str, range(len(value))), value, strict=True)).get(step)
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def typed(table: Table, path: str, value: Any, chance: Random) -> Typed:
    """A change at a table, by one who now and then has not seen the last."""
    was = at(table.view.position, path) if chance.random() < 0.95 else "nothing like it"
    return Typed(path, value, was)


def by_kit(table: Table, changes: tuple[Typed, ...]) -> dict[str, Any]:
    """What the kit says of changes."""
    try:
        table.take(changes)
        return {"status": 200, "view": shown(table)}
    except CrossedError as error:
        return {"status": 409, "path": error.typed.path, "now": error.now}
    except DataError:
        return {"status": 422}


def shown(table: Table) -> dict[str, Any]:
    """The view of a table as a page without Python has it: with the points so far, not with what
    they may come to, and without what was likely meant."""
    entry = table.entry
    found: dict[str, Any] = plain_json(view_of(entry))
    for fault in (*found["faults"], *found["warnings"]):
        fault["words"] = fault["words"].partition("; did you mean")[0]
    found["settled"] = True
    if not found["faults"] and entry.position.players:
        exact = not positions.check(entry).unanswered
        with suppress(DataError):
            so_far = now(entry.game, entry.position)
            found["totals"] = [plain_json(Total(who, points, exact)) for who, points in so_far]
    return found


def by_page(answer: dict[str, Any]) -> dict[str, Any]:
    """What a page says, without the words of its refusals."""
    told = {key: value for key, value in answer["answer"].items() if key != "problems"}
    return {"status": answer["status"], **told}


def games(folder: Path, sheets: int, chance: Random) -> Iterator[Game[Any]]:
    """Games with fields of every kind, of well-known ways to score, and made at random."""
    tables = {"kinds": ROWS, "ports": [{"id": "north"}]}
    yield scoresheets.load(scoresheets.write_game(folder / "all", ALL_FIELDS, tables))
    for name, kind in KINDS.items():
        yield scoresheets.load(kind.write(folder / name))
    for number in range(sheets):
        sheet = json.dumps(sheets_made.Maker(chance).sheet())
        home, seats = folder / f"made{number}", chance.choice(((1, 3), (2, 4)))
        made, options = sheets_made.TABLES, sheets_made.OPTIONS
        scoresheets.write_game(home, sheet, made, sheets_made.NUMBERS, seats, options)
        try:
            yield scoresheets.load(home)
        except DataError:
            continue


Evening = tuple[dict[str, Any], list[dict[str, Any]]]


def played(
    game: Game[Any], names: list[str], steps: Callable[[Table], Iterable[tuple[Typed, ...]]]
) -> Evening:
    """An evening of a game for the page, and what the kit says of each step."""
    table = Table("1f00c0de", begun(game, names))
    told, taken = [{"status": 200, "view": shown(table)}], []
    for changes in steps(table):
        taken.append(plain_json(changes))
        told.append(by_kit(table, changes))
    own = plain_json(Own(portable(game), form(game)))
    return {"game": own, "names": names, "steps": taken}, told


def at_random(found: Iterable[Game[Any]], each: int, chance: Random) -> Iterator[Evening]:
    """So many evenings of each game."""
    for game in found:
        for _ in range(each):
            names = chance.sample(NAMES, chance.randint(1, 4))
            yield played(game, names, partial(steps, sheet=game.scoresheet, chance=chance))


def compare(evenings: list[Evening], folder: Path) -> Counter[int]:
    """Compare the page with the kit; how many steps were taken, crossed and refused."""
    cases = {"cases": [case for case, _ in evenings]}
    node = shutil.which("node")
    assert node is not None
    answers = javascript.by_node(node, SCRIPT, MODULES, cases, folder)
    counts: Counter[int] = Counter()
    for (case, told), heard in zip(evenings, answers, strict=True):
        for step, (right, answer) in enumerate(zip(told, heard, strict=True)):
            entered = case["steps"][step - 1] if step else case["names"]
            assert by_page(answer) == right, (case["game"]["portable"]["title"], entered)
            counts[right["status"]] += 1
    return counts


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
@pytest.mark.parametrize("number", sweep([5, 1000], [5]))
def test_a_page_judges_as_the_kit_does(number: int, tmp_path: Path) -> None:
    """One with fields of every kind, and so many others."""
    chance = Random(1)
    first, *others = games(tmp_path, 5, chance)
    some = chance.sample(others, min(number, len(others)))
    counts = compare(list(at_random([first, *some], 1, chance)), tmp_path)
    assert all(counts[status] > min(number // 2, 9) for status in (200, 409, 422)), counts


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_what_hardly_any_page_sends_is_judged_alike(tmp_path: Path) -> None:
    """Places in a row of marks, values of another kind, somebody called nobody or as another."""
    game, ann = next(games(tmp_path, 0, Random())), "players.0"
    typed = [
        *[(f"{ann}.boxes.{at}", value) for at, value in ((2, 4), (0, "1"), (2, None), (0, True))],
        *[(f"{ann}.boxes.0", None), (f"{ann}.boxes.0.0", 1)],
        *[(f"{ann}.crew.0", value) for value in ("Red", ["green"])],
        *[(f"{ann}.guild", value) for value in (["ruby"], "RUBY", "")],
        *[(f"{ann}.boat", value) for value in ("true", "yes", "", "skip")],
        *[(f"{ann}.laps.0", value) for value in (1, True)],
        *[("running", "skip"), ("last", "nobody"), (f"{ann}.name", "Zoë")],
        *[("last", "Bo"), (f"{ann}.name", "Bo"), (f"{ann}.name", "Ann")],
    ]

    def each(table: Table) -> Iterator[tuple[Typed, ...]]:
        for path, value in typed:
            yield (Typed(path, value, at(table.view.position, path)),)

    counts = compare([played(game, ["nobody", "Bo"], each)], tmp_path)
    assert counts == {200: 16, 422: 8}


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
@pytest.mark.parametrize("seed", range(10))
def test_a_page_judges_many_games_as_the_kit_does(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    compare(list(at_random(games(tmp_path, 60, chance), 5, chance)), tmp_path)
