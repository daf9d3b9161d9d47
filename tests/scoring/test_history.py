"""Evenings that are kept: once each, read back as files of strangers, summed up, handed on."""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
import segno
from msgspec.structs import replace
from typer.testing import CliRunner

import scoring
from card_data import DataError
from card_data.house import HouseRule
from card_data.limits import LARGEST_PLAYED_GAME, LONGEST_LINK, LONGEST_PATH
from scoring.cli import history as recording
from scoring.cli import main
from scoring.history import store
from scoring.history.bgstats import PAGE, link_of
from scoring.history.played_game import PlayedGame, Seat, dated, played_game_of
from scoring.history.tables import history_of
from scoring.positions import positions
from scoring.positions.positions import PositionReader
from scoring.positions.result import Part
from tests import golden_files
from tests.scoresheets import write_game
from tests.scoring.test_schemas import refusals
from tests.scoring.tools import POSITIONS, run
from tests.scoring.typed_answers import lines

FORMS = Path(__file__).parent / "forms"
TWO, THREE = (str(POSITIONS / f"wa_{number}_players.yaml") for number in ("two", "three"))
WALK = str(FORMS / "nineteen_eighty_four.yaml")
NOON = datetime(2026, 1, 9, 12, tzinfo=UTC)
pytestmark = pytest.mark.usefixtures("own_folder")


def kept(file: str, *more: str) -> str:
    status, out, _ = run("score", file, "--keep", "--json", *more)
    assert status == 0
    return str(json.loads(out)["kept"])


def ids() -> list[str]:
    return [one.id for one in store.played_games()[0]]


def evening(
    day: int, *seats: tuple[str, int, int | None], out: str = "", nobody: bool = False, **more: Any
) -> PlayedGame:
    """An evening of players with places and points; the first place has won."""
    players = tuple(
        Seat(name, place, total, name == out, (Part("sets", total, "XX-1"),) if total else ())
        for name, place, total in seats
    )
    winners = () if nobody else tuple(name for name, place, _ in seats if place == 1)
    fields: dict[str, Any] = {
        "id": f"e{day:08}", "when": NOON.replace(day=day), "game": "own", "title": "My own",
        "verdict": "So it is.", "decided_by": None, "options": (), "data": "", "source": "",
        "version": "", "position": f"{day:064}",
    }  # fmt: skip
    return PlayedGame(players=players, winners=winners, **(fields | more))


def written(one: PlayedGame, name: str = "") -> Path:
    file = store.folder() / f"{name or one.id}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(msgspec.json.encode(one))
    return file


# kept


@pytest.mark.parametrize(
    "file", [TWO, THREE, WALK, *(str(POSITIONS / f"{name}.yaml") for name in (
        "da_tiebreak", "ms_two_players", "vv_four_players"
    ))], ids=lambda file: Path(file).stem,
)  # fmt: skip
def test_game_of_every_kind_is_logged_as_it_was_scored(file: str) -> None:
    status, out, err = run("score", file, "--keep", "--date", "2026-01-09 21:30")
    (one,), damaged = store.played_games()
    assert (status, err, damaged) == (0, f"Added to your game log as {one.id}.\n", [])
    assert out == run("score", file)[1]
    filled = scoring.read(Path(file))
    result = positions.score(filled).result
    assert result is not None
    assert [
        (seat.place, seat.player, seat.total, seat.out, seat.parts) for seat in one.players
    ] == [
        (each.place, each.player, each.total, each.tally.out, each.tally.parts)
        for each in result.standings
    ]
    assert (one.winners, one.verdict, one.decided_by) == (
        result.winners, result.verdict, result.decided_by,
    )  # fmt: skip
    assert (one.game, one.title) == (filled.game.id, filled.game.title)
    assert (one.data, one.source) == (filled.game.fingerprint, file)
    assert one.when.strftime("%Y-%m-%d %H:%M") == "2026-01-09 21:30"
    assert one.when.utcoffset() is not None


def test_house_rules_are_logged_with_a_game() -> None:
    one = kept(TWO, "--option", "refill_taken_stack=true")
    assert [(each.name, each.value) for each in store.played_game(one).options] == [
        ("refill_taken_stack", "true")
    ]


def test_id_of_another_logged_game_is_not_used_again(tmp_path: Path) -> None:
    filled = scoring.read(Path(TWO))
    mine = played_game_of(filled, positions.score(filled), TWO, NOON, "")
    other = written(evening(1, ("Cy", 1, 3), id=mine.id))
    one, new = store.keep(mine, "")
    assert new
    assert one.id != mine.id
    assert {file.stem for file in store.files()} == {one.id, other.stem}


def keep_again(number: int) -> bool:
    filled = scoring.read(Path(TWO))
    mine = played_game_of(filled, positions.score(filled), TWO, NOON, "")
    return store.keep(mine, "")[1]


@pytest.mark.sweep
def test_game_logged_by_two_programs_at_once_is_logged_once() -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert sorted(pool.map(keep_again, range(4), chunksize=1)) == [False] * 3 + [True]
    assert [file.name for file in store.folder().iterdir()] == [f"{ids()[0]}.json"]


def test_score_is_printed_though_the_log_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    (tmp_path / "file").write_text("x")
    status, out, err = run("score", TWO, "--keep")
    assert status == 1
    assert "Bo wins with 14 points." in out
    assert f"{TWO}: not logged: {tmp_path / 'file'}" in err


def test_full_log_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_PLAYED_GAMES", 1)
    kept(TWO)
    status, _, err = run("score", THREE, "--keep")
    assert status == 1
    assert "the log is full, with 1 games: scoring history --forget ID" in err
    assert len(store.files()) == 1


def test_dialog_offers_to_log_the_score_or_logs_it() -> None:
    typed = [*lines(scoring.read(Path(TWO)), sums=False), "", "evening.yaml", ""]
    asked = CliRunner().invoke(main.app, ["score", "winstons_archive"], input="\n".join(typed))
    assert asked.stderr == "To add it to your game log: scoring score evening.yaml --keep\n"
    assert store.files() == []
    typed[-2] = "-"
    words = ["score", "winstons_archive", "--keep"]
    asked = CliRunner().invoke(main.app, words, input="\n".join(typed))
    assert asked.stderr == f"Added to your game log as {ids()[0]}.\n"


# read back


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (b"{", "it is cut off or garbled"),
        (b"\xff" * 9, "it is cut off or garbled"),
        (b'{"id": "\xff"}', "it is cut off or garbled"),
        (b"[" * 99_999, "something is missing or wrong in it"),
        (b"{}", "something is missing or wrong in it"),
        (b'{"players": [{"place": "1"}]}', "something is missing or wrong in players[0].place"),
        (b" " * (LARGEST_PLAYED_GAME + 1), "it is larger than 262,144 bytes"),
    ],
)  # fmt: skip
def test_damaged_file_is_reported_by_name_and_left_out(damage: bytes, why: str) -> None:
    good = kept(TWO)
    bad = store.folder() / "e0123abcd.json"
    bad.write_bytes(damage)
    status, out, err = run("history")
    assert status == 1
    assert out.splitlines()[1].startswith(good)
    assert err.startswith(f"{bad}: this played game is damaged ({why}); ")
    assert err.endswith("to be rid of it: scoring history --forget e0123abcd\n")
    assert run("history", "--forget", "e0123abcd") == (0, "e0123abcd is forgotten\n", "")
    assert run("history")[0] == 0


def test_other_files_in_the_log_folder_are_ignored(tmp_path: Path) -> None:
    one = evening(1, ("Ann", 1, 3))
    written(one)
    written(one, "notes")
    (store.folder() / ".printkit-unfinished").mkdir()
    assert ids() == [one.id]
    moved = written(one, "e0000000a")
    (store.folder() / "e0000000b.json").symlink_to(tmp_path / "out.json")
    (store.folder() / "e0000000c.json").mkdir()
    out = msgspec.structs.replace(one, id="e0000000b")
    (tmp_path / "out.json").write_bytes(msgspec.json.encode(out))
    found, damaged = store.played_games()
    assert found == [one]
    assert [problem.file for problem in damaged] == [
        str(moved), *(str(store.folder() / f"e0000000{name}.json") for name in "bc")
    ]  # fmt: skip
    for problem, why in zip(damaged, (
        f"it is the game {one.id} under another name", "it is a link to a file elsewhere",
        "not a file",
    ), strict=True):  # fmt: skip
        assert f"this played game is damaged ({why}); to be rid of it" in problem.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"total":14', '"total":' + "9" * 400),
        ('"total":14', '"total":1e999'),
        ('"points":12', '"points":' + "9" * 5_000),
        ('"place":1', '"place":0'),
        ('"winners":["Bo"]', '"winners":[3]'),
        ('"when":"2026-01-09T12', '"when":"2026-01-09T25'),
        ('"when":"2026-01-09T12:00:00Z"', '"when":"0001-01-01T00:00:00+14:00"'),
        ('"when":"2026-01-09T12:00:00Z"', '"when":"9999-12-31T23:59:59-14:00"'),
        ('"game"', '"gane"'),
        ('"player":"Bo"', f'"player":"{"B" * 201}"'),
    ],
)  # fmt: skip
def test_logged_game_with_impossible_values_is_damaged(old: str, new: str) -> None:
    one = kept(TWO, "--date", "2026-01-09")
    file = store.folder() / f"{one}.json"
    plain = msgspec.json.format(file.read_bytes(), indent=-1).decode()
    assert old in plain
    file.write_text(plain.replace(old, new, 1), "utf-8")
    for words in ([], ["--table"], ["--csv"], ["--json"]):
        status, out, err = run("history", *words)
        assert status == 1
        assert "this played game is damaged" in err + out
    assert run("history", "--link", one)[0] == 1


def test_game_that_could_not_be_read_back_is_not_logged() -> None:
    with pytest.raises(
        DataError, match=r"not logged: something is missing or wrong in players\[0\].total"
    ):
        store.keep(evening(1, ("Ann", 1, 10**15 + 1)), "")
    assert store.files() == []


# listed and summed up


LOGS = {
    "who beat whom, averages and bests; names as written last": [
        evening(4, ("Bo", 1, 9), ("Cy", 2, 5)),
        evening(3, ("ann", 1, 8), ("bo ", 1, 8), ("Cy", 3, 40), out="Cy"),
        evening(2, ("BO", 1, 6), ("Ann", 2, 6)),
        evening(1, ("Ann", 1, 9), ("Bo", 2, 2)),
    ],
    "where fewer points win the best is the smallest": [
        evening(2, ("Bo", 1, 3), ("Ann", 2, 10), points="fewest"),
        evening(1, ("Ann", 1, 5), ("Bo", 2, 6)),
    ],
    "of games for one the best is the largest": [
        evening(2, ("Ann", 1, 12)), evening(1, ("Ann", 1, 20)),
    ],
    "of as many wins those come first who played most": [
        evening(2, ("Ann", 1, 3), ("Di", 2, 2)), evening(1, ("Di", 1, 3), ("Bo", 2, 2)),
    ],
    "games in which all win or lose together": [
        evening(2, ("Ann", 1, 12), ("Bo", 1, 12), nobody=True),
        evening(1, ("Ann", 1, 20), ("Bo", 1, 20)),
    ],
    "a solitaire without a score": [evening(3, ("Winston", 1, None), out="Winston", nobody=True)],
    "several games": [
        evening(2, ("Ann", 1, 60), ("Cy", 2, 59), game="other", title="Another"),
        evening(1, ("Ann", 1, 7), ("Bo", 2, 5)),
    ],
}  # fmt: skip


def test_the_log_and_what_it_comes_to() -> None:
    lines = {case: [*recording.listed(log), *recording.tabled(log)] for case, log in LOGS.items()}
    golden_files.check("history", {case: "\n".join(each) for case, each in lines.items()})


TEAMS = """\
clause: LG-1.1
noted: {player: {team: {choice: [red, blue]}, coins: {}}}
worth: [{part: coins, points: coins}]
teams: team
"""
PLAYED = """\
game: little
players:
  - {name: Ann, team: red, coins: 9}
  - {name: Bo, team: blue, coins: 5}
  - {name: Cy, team: red, coins: 1}
  - {name: Di, team: blue, coins: 4}
"""


def test_teams_win_as_teams_and_do_not_beat_themselves(tmp_path: Path) -> None:
    data = write_game(tmp_path / "games", TEAMS)
    Path("played.yaml").write_text(PLAYED, "utf-8")
    kept("played.yaml", "--data", str(data))
    (one,), _ = store.played_games()
    assert {seat.player: seat.team for seat in one.players} == {
        "Ann": "red", "Cy": "red", "Bo": "blue", "Di": "blue",
    }  # fmt: skip
    (table,) = history_of([one]).tables
    assert {row.player: row.beat for row in table.players} == {
        "Ann": {"Cy": 0, "Bo": 1, "Di": 1},
        "Cy": {"Ann": 0, "Bo": 1, "Di": 1},
        "Bo": {"Ann": 0, "Cy": 0, "Di": 0},
        "Di": {"Ann": 0, "Cy": 0, "Bo": 0},
    }


SUPREMACY = """\
clause: LG-1.1
noted: {player: {coins: {min: -9}}, table: {supreme: {player: true}}}
worth: [{part: coins, points: coins}]
wins: {most: "if(supreme = me, 1, 0)"}
ties: [{most: total, say: more points}]
"""


def played(folder: Path, sheet: str, *tables: str) -> list[PlayedGame]:
    """Games of Ann and Bo, one a day, the latest first: what is noted of the table, and coins."""
    reader = PositionReader(write_game(folder / "games", sheet))
    found: list[PlayedGame] = []
    for day, table in enumerate(tables, 1):
        noted, ann, bo = table.split("; ")
        entries = f"[{{name: Ann, coins: {ann}}}, {{name: Bo, coins: {bo}}}]"
        filled = reader.read(f"game: little\n{noted}\nplayers: {entries}")
        when = NOON.replace(day=day)
        found.insert(0, played_game_of(filled, positions.score(filled), "", when, ""))
    return found


def bests_of(log: list[PlayedGame]) -> list[tuple[str, int, tuple[str, ...]]]:
    (table,) = history_of(log).tables
    return [(best.what, best.points, best.players) for best in table.bests]


def test_which_points_are_better_is_said_by_the_tiebreak(tmp_path: Path) -> None:
    tables = ("supreme: Bo; 50; 3", "supreme: Bo; 1; 60", "supreme: nobody; 50; 40")
    log = played(tmp_path, SUPREMACY, *tables)
    assert bests_of(log[2:]) == [("best score", 50, ("Ann",))]
    assert bests_of(log) == [("best score", 60, ("Bo",))]
    assert play_in(link_of(log[2]))["game"]["highestWins"] is True
    (table,) = history_of(log[2:]).tables
    assert {row.player: row.beat for row in table.players} == {"Bo": {"Ann": 1}, "Ann": {"Bo": 0}}


def test_no_score_is_the_best_where_the_rules_do_not_say_which(tmp_path: Path) -> None:
    sheet = SUPREMACY.partition("wins")[0] + "wins: {fewest: abs(total - 21)}\n"
    log = played(tmp_path, sheet, "supreme: nobody; 20; 25")
    assert bests_of(log) == []
    assert [row.best for row in history_of(log).tables[0].players] == [None, None]
    assert "  -  " in "\n".join(recording.tabled(log))


def test_fewest_points_are_best_by_the_rules_however_an_evening_went(tmp_path: Path) -> None:
    sheet = SUPREMACY.partition("wins")[0] + "wins: fewest\n"
    log = played(tmp_path, sheet, "supreme: nobody; 7; 7", "supreme: nobody; -2; 9")
    assert bests_of(log) == [("best score", -2, ("Ann",))]
    assert play_in(link_of(log[1]))["game"]["highestWins"] is False


def test_those_who_play_together_win_one_by_one(tmp_path: Path) -> None:
    sheet = SUPREMACY.partition("wins")[0] + "wins: {target: 30, together: true}\n"
    log = played(tmp_path, sheet, "supreme: nobody; 20; 15", "supreme: nobody; 2; 5")
    (table,) = history_of(log).tables
    assert {row.player: (row.games, row.wins) for row in table.players} == {
        "Ann": (2, 1), "Bo": (2, 1),
    }  # fmt: skip
    assert bests_of(log) == [("best score", 35, ("Ann", "Bo"))]
    assert [one["winner"] for one in play_in(link_of(log[1]))["players"]] == [True, True]


def test_csv_has_no_formulas() -> None:
    written(evening(1, ("=1+1\x1b[31m", 1, 7), ("-Bo", 2, None), title="@own"))
    status, out, _ = run("history", "--csv")
    head, *rows = csv.DictReader(io.StringIO(out)), *csv.reader(io.StringIO(out))
    assert status == 0
    assert head.fieldnames == [*recording.COLUMNS, "sets"]
    day = ["e00000001", "2026-01-01", "12:00", "own", "'@own"]
    assert rows[1:] == [
        [*day, "'=1+1\ufffd[31m", "1", "7", "false", "true", "7"],
        [*day, "'-Bo", "2", "", "false", "false", ""],
    ]


def test_no_id_reads_as_a_number() -> None:
    ids = [kept(TWO, "--date", f"2026-01-{day:02}") for day in range(1, 8)]
    assert all(one[0].isalpha() for one in ids)


@pytest.mark.parametrize("ids", ["abc", "cba"])
def test_columns_of_csv_are_sorted_by_title_and_stay_in_place(ids: str) -> None:
    for at, (title, label) in enumerate([("Alpha", "ants"), ("Beta", "bees"), ("Alpha", "ants")]):
        seat = Seat("Ann", 1, 2, False, (Part(label, 2, "XX-1"),))
        one = evening(1, ("Ann", 1, 2), title=title, id=f"e0000000{ids[at]}")
        written(replace(one, players=(seat,)))
        head, *rows = csv.reader(io.StringIO(run("history", "--csv")[1]))
        assert head[len(recording.COLUMNS) :] == ["ants", "bees"][: at + 1]
    assert [row[4] for row in rows] == ["Alpha", "Alpha", "Beta"]


def test_json_is_a_line_that_its_schema_takes() -> None:
    one = kept(TWO)
    kept(WALK)
    status, out, _ = run("history", "--json")
    (line,) = out.splitlines()
    assert status == 0
    assert refusals("history.answer", json.loads(line)) == []
    assert refusals("history.answer", {**json.loads(line), "evenings": 3})
    assert one in [each["id"] for each in json.loads(line)["evenings"]]
    assert refusals("answer", json.loads(run("score", TWO, "--keep", "--json")[1])) == []


# handed on


def play_in(link: str) -> Any:
    assert link.startswith(PAGE)
    assert link.isascii()
    assert " " not in link
    return json.loads(unquote(link.removeprefix(PAGE)))


def test_a_link_says_what_bg_stats_asks_for() -> None:
    one = evening(
        9, ("Zoë & Co", 1, 12), ("Bo", 2, -3), ("Cy", 3, None), out="Cy",
        when=datetime.fromisoformat("2026-01-09T23:30:00-02:00"),
    )  # fmt: skip
    assert play_in(link_of(one)) == {
        "sourceName": "printkit",
        "sourcePlayId": "e00000009",
        "playDate": "2026-01-10 01:30:00",
        "game": {
            "name": "My own", "sourceGameId": "own", "highestWins": True, "noPoints": False,
        },
        "players": [
            {"name": "Zoë & Co", "sourcePlayerId": "zoë & co", "winner": True,
             "startPlayer": False, "score": 12, "rank": 1},
            {"name": "Bo", "sourcePlayerId": "bo", "winner": False,
             "startPlayer": False, "score": -3, "rank": 2},
            {"name": "Cy", "sourcePlayerId": "cy", "winner": False,
             "startPlayer": False, "rank": 3},
        ],
        "comments": "So it is.\nZoë & Co: sets 12\nBo: sets -3\nCy: out",
    }  # fmt: skip
    low = play_in(link_of(evening(1, ("Ann", 1, 2), ("Bo", 2, 9), points="fewest")))["game"]
    assert (low["highestWins"], low["noPoints"]) == (False, False)
    lost = evening(1, ("Winston", 1, None), out="Winston", nobody=True)
    assert play_in(link_of(lost))["game"]["noPoints"] is True


def test_comments_have_what_multiplies_and_the_house_rules() -> None:
    one = evening(1, ("Ann", 1, 12), options=(HouseRule("late", "true", "as late", "XX-2"),))
    seat = msgspec.structs.replace(
        one.players[0], parts=(Part("dice", 4, "XX-1"), Part("tasks", 3, "XX-1", factor=True))
    )
    said = play_in(link_of(msgspec.structs.replace(one, players=(seat,))))["comments"]
    assert said == "So it is.\nAnn: dice 4, tasks ×3\nlate: as late (XX-2)"


def test_comments_go_first_where_a_link_is_too_long_for_a_qr_code(tmp_path: Path) -> None:
    exact = LONGEST_LINK - len(link_of(evening(1, ("Ann", 1, 2), verdict="")))
    long = written(evening(1, ("Ann", 1, 2), verdict="x" * exact)).stem
    link = run("history", "--link", long)[1].strip()
    assert (len(link), "comments" in play_in(link)) == (LONGEST_LINK, True)
    assert run("history", "--qr", "a.png", long) == (0, f"{link}\na.png\n", "")
    longer = evening(1, ("Ann", 1, 2), verdict="x" * (exact + 1))
    assert "comments" not in play_in(link_of(longer))
    many = written(evening(2, *((f"Ann {number}", number, 2) for number in range(1, 100))))
    status, out, err = run("history", "--link", many.stem)
    assert (status, out) == (1, "")
    assert "characters without comments; a QR code has at most 2,953" in err


def test_logged_game_is_linked_by_id_or_as_the_latest() -> None:
    assert run("history", "--link") == (0, "no games yet: scoring score FILE --keep\n", "")
    earlier = kept(TWO, "--date", "2026-01-09")
    latest = kept(str(POSITIONS / "da_tiebreak.yaml"), "--date", "2026-01-10")
    for words, one in (
        ([], latest),
        ([latest], latest),
        ([earlier], earlier),
        (["winstons_archive"], earlier),
        (["--player", "Bo"], latest),
    ):
        link = run("history", "--link", *words)[1].strip()
        assert play_in(link)["sourcePlayId"] == one, words


def test_a_qr_code_goes_into_a_picture(tmp_path: Path) -> None:
    one = kept(TWO)
    link = run("history", "--link")[1].strip()
    for name, head in (("a.png", b"\x89PNG"), ("a.SVG", b"<?xml")):
        status, out, _ = run("history", one, "--qr", name)
        assert (status, out) == (0, f"{link}\n{name}\n")
        assert (tmp_path / name).read_bytes().startswith(head)
    made = io.BytesIO()
    segno.make_qr(link, error="l").save(made, kind="png", scale=recording.DOT)
    assert (tmp_path / "a.png").read_bytes() == made.getvalue()
    status, out, err = run("history", "--qr", "a.pdf")
    assert (status, out) == (2, "")
    assert err == "--qr: found 'a.pdf', expected a file such as code.png or code.svg\n"
    (tmp_path / "d.png").mkdir()
    assert "d.png: cannot be written" in run("history", "--qr", "d.png")[2]


def test_end_of_a_long_path_is_logged() -> None:
    filled = scoring.read(Path(TWO))
    when, said = dated("2026-01-09")
    one = played_game_of(filled, positions.score(filled), "x" * 5_000 + "/two.yaml", when, said)
    assert len(one.source) == LONGEST_PATH
    assert one.source.endswith("/two.yaml")


def test_now_is_now_and_a_day_is_at_noon() -> None:
    when, said = dated(None)
    assert (said, when.microsecond) == ("", 0)
    assert abs((datetime.now(UTC) - when).total_seconds()) < 3_600
    when, said = dated("2026-01-09")
    assert (said, when.hour) == ("2026-01-09", 12)
    assert dated("2026-01-09 07:05")[1] == dated("2026-01-09T07:05")[1] == "2026-01-09T07:05"
