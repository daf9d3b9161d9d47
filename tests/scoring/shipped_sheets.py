"""Two of the shipped games with a ``score.yaml`` in place of their scorers, for comparison.

Of the check what no expression says is left out: what no game can come to (WA-6.3, DA-6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import yaml

import card_data
import tests.dice_archive.slips
import tests.winstons_archive.slips
from tests.scoring.slips import Table, random_position

WINSTON = """\
clause: WA-1.5
noted:
  player:
    books: {label: Real books, each: sets, clause: WA-6.1}
    stand_ins: {label: Stand-ins locked, each: sets, optional: true, clause: WA-6.1}
    product_over_process: {clause: WA-6.1}
    open_secrets: {clause: WA-6.1}
    manuscripts: {clause: WA-6.1}
define:
  complete: {each: sets, is: stand_ins > 0 or books >= size}
  free: product_over_process - sum(stand_ins)
  completed: >-
    best(sets, size, size - books, free where not complete and books >= stand_in.real_books)
  fewest_tied: {for: table, is: "count(players, fewest(manuscripts))"}
  bears: >-
    fewest(manuscripts) and fewest_tied < count(players)
    and (fewest_tied = 1 or options.tie_for_fewest = "all_tied")
  fits: {each: sets, is: stand_ins <= size - stand_in.real_books}
must:
  - {if: sum(stand_ins) <= product_over_process, say: more locked than held, clause: WA-6.1}
  - each: sets
    if: stand_ins = 0 or fits and books >= stand_in.real_books
    say: "{stand_ins stand-in} in set {id}, which needs {stand_in.real_books real book}"
    clause: WA-4.2
  - each: sets
    if: stand_ins = 0 or not fits or books < stand_in.real_books or stand_ins + books >= size
    say: "{stand_ins + books} do not complete a set of {size}"
    clause: WA-6.2
  - {for: table, each: sets, if: "sum(players, books) <= size", say: "of {id}", clause: WA-6.1}
  - {for: table, if: "sum(players, manuscripts) <= deck.manuscripts", say: many, clause: WA-6.1}
  - {for: table, if: "sum(players, open_secrets) <= deck.open_secrets", say: many, clause: WA-6.1}
  - for: table
    if: sum(players, product_over_process) <= deck.product_over_process
    say: too many
    clause: WA-6.1
  - for: table
    if: >-
      running or sum(players, manuscripts) >= deck.manuscripts
      and sum(players, open_secrets) >= deck.open_secrets
      and sum(players, product_over_process) >= deck.product_over_process
    say: some cards lie with nobody
    clause: WA-6.1
  - for: table
    each: sets
    if: sum(players, books) >= size
    say: some books of set {id} are not entered
    clause: WA-6.1
    else: unfinished
worth:
  - part: books
    points: (sum(sets, size where complete) + completed) * scoring.book
    clause: WA-5.2
  - {part: manuscripts, points: floor(manuscripts / scoring.pages_a_point), clause: WA-5.3}
  - part: reprimand
    points: if(bears and count(players) < scoring.elimination_from, scoring.reprimand, 0)
    clause: WA-5.4
out: {if: bears and count(players) >= scoring.elimination_from, clause: WA-5.5}
shared: WA-5.7
"""

DICE = """\
clause: DA-6.4
noted:
  player:
    tasks: {each: sides, marks: true, min: 1, max: dice.faces, clause: DA-6.2}
  table:
    board: {each: [sides, spaces], player: true, clause: DA-6.1}
define:
  own: {each: sides, is: "count(spaces, board = me)"}
  ended: >-
    count(sides, count(tasks) = dice.faces) >= end.form_tables or sum(own) >= end.board_dice
  full: {for: table, is: "count(sides, count(spaces, board != nobody) = dice.faces)"}
must:
  - {if: sum(own) <= dice.a_player, say: "{sum(own) die/dice} of {me}", clause: DA-6.1}
  - for: table
    if: full >= end.board_tables or count(players, ended) > 0
    say: nothing has ended the game yet
    clause: DA-4.1
    else: unfinished
worth:
  - {part: left, points: 'sum(sides, own * count(tasks) where id = "left")', clause: DA-5.1}
  - {part: middle, points: 'sum(sides, own * count(tasks) where id = "middle")', clause: DA-5.1}
  - {part: right, points: 'sum(sides, own * count(tasks) where id = "right")', clause: DA-5.1}
ties:
  - {most: 'sum(sides, own where id = "right")', say: most dice in right, clause: DA-5.2}
  - {most: 'sum(sides, own where id = "middle")', say: most dice in middle, clause: DA-5.2}
  - {most: 'sum(sides, own where id = "left")', say: most dice in left, clause: DA-5.2}
shared: DA-5.3
"""
SHEETS = {"winstons_archive": WINSTON, "dice_archive": DICE}
PAD = ("out", "dice", "marks", "points")  # what only a pad has
UNSAID = {"winstons_archive": {"WA-6.3"}, "dice_archive": {"DA-6.5"}}

SLIPPED: dict[str, Callable[[Random], tuple[str, str]]] = {
    "winstons_archive": tests.winstons_archive.slips.slipped,
    "dice_archive": tests.dice_archive.slips.slipped,
}
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def tables_of(game: str) -> dict[str, list[dict[str, Any]]]:
    """The tables that a score sheet goes over."""
    data = card_data.load(game).data
    if game == "winstons_archive":
        return {"sets": [{"id": one.id, "size": one.size} for one in data.sets]}
    sides = [
        {"id": side, "need": data.numbers.board.of(side)} for side in ("left", "middle", "right")
    ]
    spaces = [{"id": str(face), "face": face} for face in range(1, data.numbers.dice.faces + 1)]
    return {"sides": sides, "spaces": spaces}


def write(folder: Path, game: str) -> str:
    """Write a game with such a score sheet into a folder of ``folder``; its name."""
    shipped, name = card_data.load(game), f"sheet_{game}"
    home = folder / name
    home.mkdir(parents=True)
    head = yaml.safe_load((shipped.folder / "game.yaml").read_text("utf-8"))
    tables = tables_of(game)
    head["tables"] = {
        table: {key: "number" for key in rows[0] if key != "id"} for table, rows in tables.items()
    }
    files = {
        "game": head,
        "rules": {"sections": msgspec.to_builtins(shipped.sections)},
        "print": {
            "components": {
                "rules": {
                    "title": "Rules",
                    "size": "page",
                    "faces": [{"template": "common/booklet.svg"}],
                }
            }
        },
    }
    files |= {table: {table: rows} for table, rows in tables.items()}
    for file, content in files.items():
        (home / f"{file}.yaml").write_text(yaml.safe_dump(content, sort_keys=False), "utf-8")
    (home / "score.yaml").write_text(SHEETS[game], "utf-8")
    return name


def as_own(table: dict[str, Any], name: str) -> str:
    """A position of a shipped game as its score sheet has it: without what only a pad has."""
    players = [
        {key: one for key, one in player.items() if key not in PAD or one}
        for player in table.get("players") or ()
    ]
    return yaml.safe_dump({**table, "game": name, "players": players})


def positions(game: str, number: int) -> Iterator[Table]:
    """Random end positions, every other one with a slip of the pen."""
    rng = Random(7)
    for at in range(number):
        if at % 2:
            yield yaml.safe_load(SLIPPED[game](rng)[0])
        else:
            yield random_position(card_data.load(game), NAMES, rng)
