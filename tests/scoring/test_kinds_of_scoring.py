"""Ways of scoring that well-known games use, each as a little game with a ``score.yaml``."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_data.text import plural
from tests.scoresheets import parts, scored, totals
from tests.scoring.kinds_of_scoring import KINDS, Kind


def test_set_collection_with_growing_sets(tmp_path: Path) -> None:
    """The more different gems in a set, the more it is worth; jokers stand for any."""
    KINDS["growing sets"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
players:
  - {name: Ann, gems: {ruby: 2, opal: 2, jade: 1, onyx: 1}}
  - {name: Bo, gems: {ruby: 3, opal: 1}}
  - {name: Cy, gems: {ruby: 6, onyx: 0}}
""",
    )
    assert totals(report) == {"Ann": (1, 16 + 4), "Bo": (3, 4 + 1 + 1), "Cy": (2, 6)}
    assert report.result is not None
    assert report.result.decided_by is None


@pytest.mark.parametrize(
    ("cubes", "points"),
    [
        ((3, 2, 1), (8, 4, 0)),
        ((2, 2, 1), (6, 6, 0)),
        ((3, 1, 1), (8, 2, 2)),
        ((1, 0, 0), (8, 0, 0)),
    ],
)
def test_majorities_with_second_place(
    tmp_path: Path, cubes: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """Those who tie for the first place share both, and there is no second; those who tie for the
    second share it; who has none gets nothing."""
    KINDS["majorities"].write(tmp_path)
    seats = zip(("Ann", "Bo", "Cy"), cubes, strict=True)
    lines = [f"  - {{name: {name}, cubes: {{north: {number}}}}}\n" for name, number in seats]
    report = scored(tmp_path, f"players:\n{''.join(lines)}")
    found = totals(report)
    assert tuple(found[name][1] for name in ("Ann", "Bo", "Cy")) == points


def test_a_roll_and_write_sheet_with_rows_and_bonuses(tmp_path: Path) -> None:
    """Each colour's row is worth more the longer it is; whole columns pay; misses cost."""
    KINDS["rows and columns"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
players:
  - {name: Ann, row: {red: [2, 3, 4, 5, 9], blue: [2, 9]}, misses: 2}
""",
    )
    assert parts(report) == {"Ann": (15 + 3, 10, 3, -10)}


def test_areas_entered_as_numbers(tmp_path: Path) -> None:
    """Empty squares cost, each finished patch counts double, the 7 x 7 is one player's."""
    KINDS["areas"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
bonus: Bo
players:
  - {name: Ann, buttons: 18, empty: 9, patches: {small: 1, large: 2}}
  - {name: Bo, buttons: 2, empty: 14, patches: {}}
""",
    )
    assert totals(report) == {"Ann": (1, 18 + 12 - 18), "Bo": (2, 2 - 28 + 7)}


def test_network_length_entered(tmp_path: Path) -> None:
    """Routes by their length, tickets that count for or against, and the longest road: shared."""
    KINDS["routes"].write(tmp_path)
    table = """\
players:
  - {name: Ann, routes: {l1: 3, l6: 2}, won: 20, lost: 5, road: 18}
  - {name: Bo, routes: {l4: 4, l5: 1}, won: 4, lost: 0, road: 18}
"""
    report = scored(tmp_path, table)
    assert totals(report) == {"Ann": (1, 33 + 15 + 10), "Bo": (2, 38 + 4 + 10)}
    report = scored(tmp_path, table.replace("l6: 2", "l6: 8"))
    assert [(one.rule, one.message) for one in report.findings] == [
        ("LG-1.3", "51 cars, but there are 45")
    ]


def test_most_of_each_with_negative_points(tmp_path: Path) -> None:
    """Most of a kind scores it, all who have fewest lose some, unless all are tied."""
    KINDS["most and fewest"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
players:
  - {name: Ann, crops: {corn: 3, rice: 1}, hearts: 4}
  - {name: Bo, crops: {corn: 1, rice: 1}, hearts: 9}
  - {name: Cy, crops: {corn: 1, rice: 1}, hearts: 0}
""",
    )
    assert totals(report) == {"Ann": (1, 5 - 4), "Bo": (3, -2 - 9), "Cy": (2, -2)}


@pytest.mark.parametrize(
    ("houses", "verdict", "won"),
    [
        (18, "Ann and Bo win with 40 points: masters (LG-1.4).", True),
        (17, "Ann and Bo win with 38 points: hands (LG-1.4).", True),
        (3, "Ann and Bo win with 10 points: hands (LG-1.4).", True),
        (1, "Ann and Bo lose with 6 points: novices (LG-1.4).", False),
    ],
)
def test_all_together_against_grades(tmp_path: Path, houses: int, verdict: str, won: bool) -> None:
    KINDS["grades"].write(tmp_path)
    players = "players: [{name: Ann, favours: 1}, {name: Bo, favours: 3}]"
    report = scored(tmp_path, f"houses: {houses}\n{players}")
    assert report.result is not None
    assert report.result.verdict == verdict
    assert report.result.winners == (("Ann", "Bo") if won else ())
    (only,) = report.result.standings
    assert (only.player, only.total) == ("Ann and Bo", houses * 2 + 4)
    assert only.tally.notes == (f"{plural(houses, 'house')} stand (LG-1.1)",)


def test_points_below_every_grade_lose(tmp_path: Path) -> None:
    sheet = """\
noted: {player: {favours: {}}}
worth: [{part: favours, points: favours}]
wins: {grades: [{from: 10, say: hands}]}
"""
    Kind(sheet).write(tmp_path)
    report = scored(tmp_path, "players: [{name: Ann, favours: 9}, {name: Bo, favours: 0}]")
    assert report.result is not None
    assert report.result.winners == ()
    assert report.result.verdict == "Ann and Bo lose with 9 points, below every grade (LG-1.1)."


def test_all_together_before_the_end(tmp_path: Path) -> None:
    KINDS["grades"].write(tmp_path)
    players = "players: [{name: Ann, favours: 1}, {name: Bo, favours: 3}]"
    report = scored(tmp_path, f"running: true\nhouses: 3\n{players}")
    assert report.result is not None
    assert report.result.verdict == "So far Ann and Bo have 10 points: hands."


def test_teams(tmp_path: Path) -> None:
    """The points of a team count together; all of it win."""
    KINDS["teams"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
players:
  - {name: Ann, team: red, tricks: 1}
  - {name: Bo, team: blue, tricks: 4}
  - {name: Cy, team: red, tricks: 5}
  - {name: Di, team: blue, tricks: 1}
""",
    )
    assert totals(report) == {"Ann": (1, 10), "Cy": (1, 50), "Bo": (3, 40), "Di": (3, 10)}
    assert report.result is not None
    assert report.result.winners == ("Ann", "Cy")
    assert report.result.verdict == "red (Ann and Cy) wins with 60 points."


def test_teams_before_the_end(tmp_path: Path) -> None:
    """A tie is one of teams, whatever each player has."""
    KINDS["teams"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
running: true
players:
  - {name: Ann, team: red, tricks: 3}
  - {name: Bo, team: blue, tricks: 2}
  - {name: Cy, team: blue, tricks: 1}
""",
    )
    assert report.result is not None
    assert report.result.leaders == ("Ann", "Bo", "Cy")
    assert report.result.verdict == (
        "So far red (Ann) and blue (Bo and Cy) lead with 30 points each."
    )


def test_teams_that_tie_share_a_place_and_the_next_comes_after_all_of_them(tmp_path: Path) -> None:
    KINDS["teams"]._replace(players=(2, 6)).write(tmp_path)
    report = scored(
        tmp_path,
        """\
players:
  - {name: Ann, team: red, tricks: 1}
  - {name: Bo, team: blue, tricks: 4}
  - {name: Cy, team: red, tricks: 5}
  - {name: Di, team: blue, tricks: 2}
  - {name: Ed, team: green, tricks: 5}
""",
    )
    places = {name: place for name, (place, _) in totals(report).items()}
    assert places == {"Ann": 1, "Cy": 1, "Bo": 1, "Di": 1, "Ed": 5}


def test_a_team_is_out_if_all_of_it_are(tmp_path: Path) -> None:
    sheet = KINDS["teams"].sheet.replace("tricks: {}", "tricks: {}, gone: {yes_no: true}")
    Kind(sheet + "out: {if: gone}\n").write(tmp_path)
    table = """\
players:
  - {name: Ann, team: red, tricks: 9, gone: yes}
  - {name: Bo, team: blue, tricks: 4, gone: no}
  - {name: Cy, team: red, tricks: 5, gone: no}
"""
    report = scored(tmp_path, table)
    assert totals(report) == {"Ann": (1, 90), "Cy": (1, 50), "Bo": (3, 40)}
    assert report.result is not None
    assert not any(one.tally.out for one in report.result.standings)
    report = scored(tmp_path, table.replace("tricks: 5, gone: no", "tricks: 5, gone: yes"))
    assert totals(report) == {"Bo": (1, 40), "Ann": (2, 90), "Cy": (2, 50)}


def test_all_together_lose_if_one_is_out(tmp_path: Path) -> None:
    sheet = """\
noted: {player: {pages: {}, burnt: {yes_no: true}}}
worth: [{part: pages, points: pages}]
out: {if: burnt, say: the archive burnt down, clause: LG-1.5}
wins: {target: 10, together: true}
"""
    Kind(sheet).write(tmp_path)
    table = "players: [{name: Ann, pages: 9, burnt: no}, {name: Bo, pages: 9, burnt: no}]"
    won = scored(tmp_path, table).result
    lost = scored(tmp_path, table.replace("no}]", "yes}]")).result
    assert won is not None
    assert lost is not None
    assert won.verdict == "Ann and Bo win with 18 points of 10 (LG-1.1)."
    assert lost.winners == ()
    assert lost.verdict == "Ann and Bo lose with 18 points of 10 (LG-1.1)."
    (only,) = lost.standings
    assert only.tally.notes == ("Bo is out: the archive burnt down (LG-1.5)",)


def test_fewest_points_win_and_who_is_out_is_last(tmp_path: Path) -> None:
    KINDS["fewest"].write(tmp_path)
    report = scored(
        tmp_path,
        """\
players:
  - {name: Ann, holes: [3, 3, 3], left: no}
  - {name: Bo, holes: [2, 3, 4], left: no}
  - {name: Cy, holes: [1, 1, 1], left: yes}
  - {name: Di, holes: [5, 5, 5], left: no}
""",
    )
    assert totals(report) == {"Ann": (1, 9), "Bo": (2, 9), "Di": (3, 15), "Cy": (4, 3)}
    assert report.result is not None
    assert report.result.decided_by == "LG-1.6"
    assert report.result.standings[-1].tally.notes == ("out: gave up (LG-1.5)",)


def test_a_target_that_somebody_must_reach(tmp_path: Path) -> None:
    KINDS["target"].write(tmp_path)
    reached = scored(tmp_path, "players: [{name: Ann, crowns: 11}, {name: Bo, crowns: 10}]")
    exact = scored(tmp_path, "players: [{name: Ann, crowns: 10}, {name: Bo, crowns: 3}]")
    assert exact.result is not None
    assert exact.result.winners == ("Ann",)
    missed = scored(tmp_path, "players: [{name: Ann, crowns: 9}, {name: Bo, crowns: 3}]")
    assert reached.result is not None
    assert missed.result is not None
    assert (reached.result.winners, missed.result.winners) == (("Ann",), ())
    assert missed.result.verdict == "Nobody wins: nobody has 10 points (LG-1.7)."


def test_nearest_to_a_number_without_going_over(tmp_path: Path) -> None:
    KINDS["nearest"].write(tmp_path)
    report = scored(
        tmp_path, "players: [{name: A, cards: 22}, {name: B, cards: 19}, {name: C, cards: 20}]"
    )
    assert totals(report) == {"C": (1, 20), "B": (2, 19), "A": (3, 22)}


def test_one_alone_against_a_target(tmp_path: Path) -> None:
    KINDS["alone"].write(tmp_path)
    won = scored(tmp_path, "players: [{name: Ann, pages: 4}]").result
    lost = scored(tmp_path, "players: [{name: Ann, pages: 3}]").result
    assert won is not None
    assert lost is not None
    assert won.verdict == "Ann wins with 12 points of 12 (LG-1.1)."
    assert lost.verdict == "Ann loses with 9 points of 12 (LG-1.1)."
