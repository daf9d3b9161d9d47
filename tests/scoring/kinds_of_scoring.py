"""Ways of scoring that well-known games use, each as a little game with a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.scoresheets import write_game

HEAD = "clause: LG-1.1\n"


class Kind(NamedTuple):
    """A way of scoring: its ``score.yaml`` below the clause, its tables and numbers, and for how
    many it is."""

    sheet: str
    tables: Mapping[str, list[dict[str, Any]]] = {}
    numbers: Mapping[str, Any] = {}
    players: tuple[int, int] = (2, 4)

    def write(self, folder: Path) -> Path:
        """Write it as the game ``little`` into a folder."""
        return write_game(folder, HEAD + self.sheet, self.tables, self.numbers, self.players)


KINDS = {
    "growing sets": Kind(
        """\
noted: {player: {gems: {each: kinds}}}
worth: [{part: sets, points: "sets_of(gems, steps)"}]
ties: [{most: sum(gems), say: more gems, clause: LG-1.2}]
""",
        tables={"kinds": [{"id": name} for name in ("ruby", "opal", "jade", "onyx")]},
        numbers={"steps": [1, 4, 9, 16]},
    ),
    "majorities": Kind(
        """\
noted: {player: {cubes: {each: regions}}}
define:
  place: {each: regions, is: rank(cubes)}
  tied: {each: regions, is: "count(players, cubes = mine(cubes))"}
  share:
    each: regions
    is: >-
      if(cubes = 0, 0, place = 1 and tied > 1, floor((first + second) / tied),
      place = 1, first, place = 2, floor(second / tied), 0)
worth: [{part: regions, points: sum(share)}]
""",
        tables={"regions": [{"id": "north", "first": 8, "second": 4}]},
    ),
    "rows and columns": Kind(
        """\
noted:
  player:
    row: {each: colours, marks: true, min: 2, max: 12}
    misses: {max: 4}
define:
  column: {each: faces, is: "count(colours, number in row) = count(colours)"}
worth:
  - {part: rows, points: "sum(colours, lookup(count(row), steps))"}
  - {part: columns, points: "5 * count(faces, column)"}
  - {part: runs, points: "sum(colours, if(longest_run(row) >= 4, 3, 0))"}
  - {part: misses, points: "-5 * misses"}
""",
        tables={
            "colours": [{"id": name} for name in ("red", "blue")],
            "faces": [{"id": f"n{number}", "number": number} for number in range(2, 13)],
        },
        numbers={"steps": [1, 3, 6, 10, 15, 21, 28]},
        players=(1, 4),
    ),
    "areas": Kind(
        """\
noted:
  player:
    buttons: {}
    empty: {max: 81}
    patches: {each: patches_of, max: 4}
  table: {bonus: {player: true}}
worth:
  - {part: buttons, points: buttons}
  - {part: patches, points: "sum(patches_of, patches * size)"}
  - {part: empty, points: "-2 * empty"}
  - {part: bonus, points: "if(bonus = me, 7, 0)"}
""",
        tables={"patches_of": [{"id": "small", "size": 2}, {"id": "large", "size": 5}]},
        players=(2, 2),
    ),
    "routes": Kind(
        """\
noted:
  player:
    routes: {each: lengths}
    won: {label: Tickets made}
    lost: {label: Tickets missed}
    road: {max: 45}
must:
  - if: sum(lengths, routes * cars) <= 45
    say: "{sum(lengths, routes * cars)} cars, but there are 45"
    clause: LG-1.3
worth:
  - {part: routes, points: "sum(lengths, routes * points)"}
  - {part: tickets, points: won - lost}
  - {part: road, points: "if(road > 0 and most(road), 10, 0)"}
ties: [{most: won, say: more tickets}]
""",
        tables={
            "lengths": [
                {"id": f"l{cars}", "cars": cars, "points": points}
                for cars, points in zip(range(1, 7), (1, 2, 4, 7, 10, 15), strict=True)
            ]
        },
    ),
    "most and fewest": Kind(
        """\
noted: {player: {crops: {each: kinds}, hearts: {max: 13}}}
define:
  all_tied: {for: table, each: kinds, is: "distinct(players, crops) = 1"}
worth:
  - {part: most, points: "sum(kinds, if(most(crops) and not all_tied, value, 0))"}
  - {part: fewest, points: "sum(kinds, if(fewest(crops) and not all_tied, -2, 0))"}
  - {part: hearts, points: "if(hearts = 13, 26, -hearts)"}
""",
        tables={"kinds": [{"id": "corn", "value": 5}, {"id": "rice", "value": 3}]},
    ),
    "grades": Kind(
        """\
noted: {player: {favours: {}}, table: {houses: {}}}
worth:
  - {part: favours, points: favours, say: "{favours favour}"}
  - {part: city, for: table, points: houses * 2, say: "{houses house} stand"}
wins:
  clause: LG-1.4
  grades:
    - {from: 0, say: novices, lost: true}
    - {from: 10, say: hands}
    - {from: limit, say: masters}
""",
        numbers={"limit": 40},
    ),
    "teams": Kind(
        """\
noted: {player: {team: {choice: [red, blue, green]}, tricks: {}}}
worth: [{part: tricks, points: tricks * 10}]
teams: team
ties: [{most: tricks, say: more tricks}]
""",
    ),
    "fewest": Kind(
        """\
noted: {player: {holes: {rounds: 3, min: 1}, left: {yes_no: true}}}
worth: [{part: strokes, points: sum(holes)}]
out: {if: left, say: gave up, clause: LG-1.5}
wins: fewest
ties: [{fewest: max(holes), say: a better worst hole, clause: LG-1.6}]
""",
    ),
    "target": Kind(
        """\
noted: {player: {crowns: {}}}
worth: [{part: crowns, points: crowns}]
wins: {target: goal, clause: LG-1.7}
""",
        numbers={"goal": 10},
    ),
    "nearest": Kind(
        """\
noted: {player: {cards: {}}}
worth: [{part: cards, points: cards}]
wins: {fewest: "if(total > 21, 1000, 21 - total)"}
""",
    ),
    "alone": Kind(
        """\
noted: {player: {pages: {}}}
worth: [{part: pages, points: pages * 3}]
wins: {target: 12, together: true}
""",
        players=(1, 1),
    ),
}
