"""Games begun, kept, gone on with and watched again; `guesses` is played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from card_data import Game
from card_data.limits import LARGEST_SEED
from scoring.cli import playing
from scoring.cli.new_game import Wanted, seated, seats
from scoring.play import records
from scoring.play.records import Record
from scoring.positions.positions import PositionReader
from tests import golden_files
from tests.scoring import toy_guessing_game
from tests.scoring.screens import Written, marked

HEAD = "record: hands\nplayers: [Ann, Bo]\n"
BEGUN = f"{HEAD}moves:\n- table: a\n- Ann: a\n"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return toy_guessing_game.install(monkeypatch)


@pytest.fixture
def random_seed(monkeypatch: pytest.MonkeyPatch) -> int:
    class Source:
        randrange = {LARGEST_SEED: 77}.__getitem__

    monkeypatch.setattr(playing, "SystemRandom", Source)
    return 77


def wanted(**given: Any) -> Wanted:
    return Wanted(**given)


def kept(folder: Path, text: str = BEGUN) -> Path:
    file = folder / "evening.yaml"
    file.write_text(text, "utf-8")
    return file


def test_a_new_game_has_what_the_command_line_says(game: Game[Any], random_seed: int) -> None:
    new = playing.begun(wanted(game="hands", players=" Ann ,Bo"), PositionReader(), Written())
    assert new == (game, Record("hands", ("Ann", "Bo"), (), seed=random_seed, rolls=True))
    given = wanted(game="hands", players="Ann,Bo", bots=("bo",), real=True, seed=0)
    record = Record("hands", ("Ann", "Bo"), (), seed=0, bots=("Bo",), rolls=False)
    assert playing.begun(given, PositionReader(), Written()) == (game, record)


def test_bots_are_named_alone_or_with_commas_each_once() -> None:
    assert seated(("bo, Ann", "Bo"), ("Ann", "Bo", "Cy")) == {"Bo": "", "Ann": ""}
    assert seated((" ANN=greedy",), ("Ann", "Bo")) == {"Ann": "greedy"}
    assert seated((), ("Ann", "Bo")) == {}


@pytest.mark.parametrize(
    ("least", "option"), [(1, "Ann"), (2, "Ann,Bo"), (3, "Ann,Bo,Cy"), (4, "Ann,Bo,Cy,Di")]
)
def test_who_might_play(least: int, option: str, game: Game[Any]) -> None:
    players = msgspec.structs.replace(game.head.players, min=least)
    head = msgspec.structs.replace(game.head, players=players)
    assert seats(msgspec.structs.replace(game, head=head)) == option


def test_a_record_says_how_to_go_on_unless_the_command_line_does(
    game: Game[Any], random_seed: int, tmp_path: Path
) -> None:
    file = kept(tmp_path)
    found, record = playing.resumed(
        wanted(game="hands", players="ANN , Bo"), file, PositionReader()
    )
    assert (found, record.moves) == (game, ({"table": "a"}, {"Ann": "a"}))
    assert (record.bots, record.rolls, record.seed) == ((), False, random_seed)
    more = "seed: 0\nbots: [bo]\nkinds: {BO: greedy}\nrolls: true\nmoves: []\n"
    file = kept(tmp_path, f"{HEAD}{more}")
    _, record = playing.resumed(wanted(), file, PositionReader())
    assert (record.bots, record.rolls, record.seed) == (("Bo",), True, 0)
    assert record.kinds == {"Bo": "greedy"}
    _, record = playing.resumed(wanted(bots=("ann",), real=True, seed=5), file, PositionReader())
    assert (record.bots, record.rolls, record.seed) == (("Ann",), False, 0)


def test_games_are_read_from_the_folder_that_is_given(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path | None] = []

    def load(name: str, data: Path | None = None, house: Sequence[str] = ()) -> Game[Any]:
        seen.append(data)
        return game

    monkeypatch.setattr("card_data.load", load)
    mine = Path("mine")
    playing.begun(wanted(game="hands", players="Ann,Bo"), PositionReader(mine), Written())
    playing.resumed(wanted(), kept(tmp_path), PositionReader(mine))
    screen = Written("help")
    playing.play(wanted(record=kept(tmp_path)), PositionReader(mine), screen, open_hands=False)
    assert {*seen} == {mine}
    assert len(seen) == 4, "and so are clauses"


def test_a_game_whose_folder_cannot_be_written_is_played_and_not_kept(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "printkit").write_text("", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    screen = Written("quit")
    given = wanted(game="hands", players="Ann,Bo", bots=("Bo",), seed=7)
    assert not playing.play(given, PositionReader(), screen, open_hands=False)
    why = f"{tmp_path / 'printkit' / 'games'}: Not a directory"
    hint = f"Not kept, {why}; give --record FILE to be able to go on later."
    assert screen.written[:3] == [
        "<bold Hands>: Ann, Bo (bot)",
        f"<dim {hint} Type help for help, quit to stop.>",
        "The table, deal: b",
    ]
    assert screen.written[-2:] == ["", "Stopped after 1 move."]


def test_hands_are_open_where_that_is_asked_for(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy_guessing_game.GuessTable, "hides", True)
    for open_hands in (False, True):
        screen = Written()
        given = wanted(game="hands", players="Ann,Bo")
        playing.play(given, PositionReader(), screen, open_hands=open_hands)
        assert (screen.prompts == ["Ann> "]) == open_hands


def test_other_rules_are_told_and_a_record_with_comments_is_set_aside(
    game: Game[Any], tmp_path: Path
) -> None:
    text = BEGUN.replace("moves:", "rules_version: 99\ndata: ab\nmoves:  # Žofie's")
    file = kept(tmp_path, text)
    screen = Written("b")
    playing.play(wanted(record=file), PositionReader(), screen, open_hands=False)
    copy = tmp_path / "evening.yaml.orig"
    version = game.head.rules_version
    asked = "2 moves made so far. Type help for help, quit to stop."
    assert [one for one in screen.written[:7] if "real" not in one and one[0] != "-"] == [
        "<bold Hands>: Ann, Bo",
        f"Note: played under rules version 99, replayed under version {version}.",
        f"Note: played with data ab, replayed with data {game.fingerprint}.",
        f"<dim Every move is kept in {file}. {asked}>",
        f"<dim Its comments are not kept: {copy} has the file as it was.>",
    ]
    assert copy.read_text("utf-8") == text
    kept(tmp_path, f"# Again.\n{BEGUN}")
    assert ([*playing.set_aside(file)], copy.read_text("utf-8")) == ([], text)
    assert {one.name for one in tmp_path.iterdir()} == {"evening.yaml", "evening.yaml.orig"}
    copy.unlink()
    assert [*playing.set_aside(kept(tmp_path))] == [], "it has no comments"
    assert [*playing.set_aside(tmp_path / "none.yaml")] == []
    assert not copy.exists()


STOPPED: dict[str, tuple[str, int | None]] = {
    "where it ends": ("", None),
    "as asked": ("- Bo: b\n", 2),
    "as asked, after one move": ("", 1),
    "at a move that is none": ("- Bo: c\n", None),
    "nowhere: it is over": ("- Bo: b\n- Ann: b a\n", None),
}


def test_the_table_where_a_record_stops(game: Game[Any]) -> None:
    said = {}
    for case, (moves, until) in STOPPED.items():
        recorded = records.read(BEGUN + moves)
        replay = records.play_back(recorded, until)
        said[case] = "\n".join(marked(playing.stopped_lines(replay, recorded)))
    recorded = records.read(f"{HEAD}moves: []\n")
    begun = playing.stopped_lines(records.play_back(recorded), recorded)
    golden_files.check("stopped", said | {"before it begins": "\n".join(marked(begun))})


WATCHED = {
    "move by move": ",,,",
    "left": ",q",
    "by two moves": "2,q",
    "to its end at once": "9,",
    "a move back": "2,b,q",
    "three back from its end": "9,-3,q",
    "never to before the first": ",-99,B,,q",
    "from its end": "9,b,,",
}


def test_a_record_is_watched_forwards_and_backwards_if_its_players_can_sit_down(
    game: Game[Any],
) -> None:
    said = {}
    for case, typed in WATCHED.items():
        screen = Written(*typed.split(","))
        moves = "- Bo: b\n- Ann: a b\n"
        whole = playing.watch(records.play_back(records.read(BEGUN + moves)), screen)
        said[case] = "\n".join([*screen.written, "(to the end)" if whole else "(left)"])
    screen = Written("", "")
    assert playing.watch(records.play_back(records.read(f"{BEGUN}- Bo: c\n")), screen)
    said["to a move that is none"] = "\n".join(screen.written)
    golden_files.check("watched", said)


def test_a_record_whose_players_cannot_sit_down_has_nothing_to_watch() -> None:
    screen = Written()
    recorded = records.read("record: winstons_archive\nplayers: [Ann]\nmoves: []\n")
    replay = records.play_back(recorded)
    assert playing.watch(replay, screen)
    assert ([*playing.stopped_lines(replay, recorded)], screen.written) == ([], [])
