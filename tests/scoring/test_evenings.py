"""Games begun, kept, gone on with and watched again; `guesses` is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from card_data import DataError, Game
from card_data.limits import LARGEST_SEED
from scoring.cli import playing
from scoring.cli.playing import Wanted
from scoring.play import records
from scoring.play.records import Record
from scoring.play.referee import Referee
from tests.scoring import guesses
from tests.scoring.screens import Written, marked

HEAD = "record: hands\nplayers: [Ann, Bo]\n"
BEGUN = f"{HEAD}moves:\n- table: a\n- Ann: a\n"


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    return guesses.install(monkeypatch)


@pytest.fixture
def random_seed(monkeypatch: pytest.MonkeyPatch) -> int:
    """What is drawn where no seed is given, out of all that there are."""

    class Source:
        randrange = {LARGEST_SEED: 77}.__getitem__

    monkeypatch.setattr(playing, "SystemRandom", Source)
    return 77


def wanted(**given: Any) -> Wanted:
    """A command line on which only this is said."""
    nothing = Wanted(None, None, (), None, None, None)
    return Wanted(**{name: given.get(name, getattr(nothing, name)) for name in vars(nothing)})


def kept(folder: Path, text: str = BEGUN) -> Path:
    file = folder / "evening.yaml"
    file.write_text(text, "utf-8")
    return file


# a new game


def test_a_new_game_has_what_the_command_line_says(game: Game[Any], random_seed: int) -> None:
    new = playing.begun(wanted(game="hands", players=" Ann ,Bo"), None)
    assert new == (game, Record("hands", ("Ann", "Bo"), (), seed=random_seed))
    given = wanted(game="hands", players="Ann,Bo", bots=("bo",), rolls=True, seed=0)
    record = Record("hands", ("Ann", "Bo"), (), seed=0, bots=("Bo",), rolls=True)
    assert playing.begun(given, None) == (game, record)


def test_bots_are_named_alone_or_with_commas_each_once() -> None:
    assert playing.seated(("bo, Ann", "Bo"), ("Ann", "Bo", "Cy")) == {"Bo": "", "Ann": ""}
    assert playing.seated(("Ann",), ("Ann", "ann")) == {"Ann": ""}, "the name as it is given first"
    assert playing.seated((), ("Ann", "Bo")) == {}


@pytest.mark.parametrize(
    ("least", "option"),
    [(1, "Ann"), (2, "Ann,Bo"), (3, "Ann,Bo,Cy"), (4, "Ann,Bo,Cy,Di")],
)
def test_who_might_play(least: int, option: str, game: Game[Any]) -> None:
    players = msgspec.structs.replace(game.head.players, min=least)
    head = msgspec.structs.replace(game.head, players=players)
    example = playing.example(msgspec.structs.replace(game, head=head))
    assert example == f"--players {option}"


NOT_PLAYED: dict[str, tuple[dict[str, Any], str]] = {
    "no game": ({}, "GAME: name a game, or give --record with the file of one to go on with"),
    "another": ({"game": "hanks"}, "GAME: no game called 'hanks' here; did you mean hands?"),
    "nobody": (
        {"game": "hands"}, "--players: say who plays, 2 to 6 players, as in --players Ann,Bo",
    ),
    "a strange bot": (
        {"game": "hands", "players": "Ann,Bo", "bots": ("Ann", "Cy")},
        "--bot: 'Cy' does not play; the players are Ann, Bo",
    ),
    "a bot without a name": (
        {"game": "hands", "players": "Ann,Bo", "bots": ("Ann,",)},
        "--bot: '' does not play; the players are Ann, Bo",
    ),
}  # fmt: skip
NOT_GONE_ON_WITH: dict[str, tuple[dict[str, Any], str]] = {
    "another game": (
        {"game": "dice_archive"}, ": this is a game of hands; give another file for a new game",
    ),
    "other players": (
        {"players": "Bo,Ann"}, ": this is a game of Ann, Bo; give another file for a new game",
    ),
    "a strange bot": ({"bots": ("Cy",)}, "--bot: 'Cy' does not play; the players are Ann, Bo"),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_PLAYED)
def test_what_cannot_be_played(case: str, game: Game[Any]) -> None:
    given, message = NOT_PLAYED[case]
    with pytest.raises(DataError) as error:
        playing.play(wanted(**given), None, Written(), open_hands=False)
    assert str(error.value) == message


@pytest.mark.parametrize("case", NOT_GONE_ON_WITH)
def test_what_cannot_be_gone_on_with(case: str, game: Game[Any], tmp_path: Path) -> None:
    given, message = NOT_GONE_ON_WITH[case]
    file = kept(tmp_path)
    with pytest.raises(DataError) as error:
        playing.play(wanted(record=file, **given), None, Written(), open_hands=False)
    assert str(error.value) == (f"{file}{message}" if message.startswith(":") else message)
    assert file.read_text("utf-8") == BEGUN


def test_a_record_that_breaks_a_rule_is_told_with_its_line(game: Game[Any], tmp_path: Path) -> None:
    file = kept(tmp_path, f"{BEGUN}- Bo: c\n")
    with pytest.raises(DataError) as error:
        playing.resumed(wanted(), file, None)
    message = "RP-1.2: 'c' is not a move here; choose a or b"
    assert str(error.value) == f"{file}:6: field moves no. 3: {message}"


# a game that goes on


def test_a_record_says_how_to_go_on_unless_the_command_line_does(
    game: Game[Any], random_seed: int, tmp_path: Path
) -> None:
    file = kept(tmp_path)
    found, record = playing.resumed(wanted(game="hands", players="Ann , Bo"), file, None)
    assert (found, record.moves) == (game, ({"table": "a"}, {"Ann": "a"}))
    assert (record.bots, record.rolls, record.seed) == ((), False, random_seed)
    file = kept(tmp_path, f"{HEAD}seed: 0\nbots: [Bo]\nrolls: true\nmoves: []\n")
    _, record = playing.resumed(wanted(), file, None)
    assert (record.bots, record.rolls, record.seed) == (("Bo",), True, 0)
    _, record = playing.resumed(wanted(bots=("ann",), rolls=False, seed=5), file, None)
    assert (record.bots, record.rolls, record.seed) == (("Ann",), False, 0)


def test_games_are_read_from_the_folder_that_is_given(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path | None] = []

    def load(name: str, data: Path | None = None) -> Game[Any]:
        seen.append(data)
        return game

    monkeypatch.setattr("card_data.load", load)
    mine = Path("mine")
    playing.begun(wanted(game="hands", players="Ann,Bo"), mine)
    playing.resumed(wanted(), kept(tmp_path), mine)
    screen = Written("help")
    playing.play(wanted(record=kept(tmp_path)), mine, screen, open_hands=False)
    assert {*seen} == {mine}
    assert len(seen) == 4, "and so are clauses"


def test_a_game_that_is_not_kept(game: Game[Any]) -> None:
    screen = Written("quit")
    given = wanted(game="hands", players="Ann,Bo", bots=("Bo",), rolls=True, seed=7)
    assert not playing.play(given, None, screen, open_hands=False)
    hint = "Not kept: give --record FILE to be able to go on later."
    assert screen.written[:3] == [
        "<bold Hands>: Ann, Bo (bot)",
        f"<dim {hint} Type help for help, quit to stop.>",
        "The table, deal: b",
    ]
    assert screen.written[-2:] == ["", "Stopped after 1 move."]


def test_a_game_that_is_kept_and_gone_on_with(game: Game[Any], tmp_path: Path) -> None:
    """To its end, after which there is no going on."""
    file = tmp_path / "new" / "evening.yaml"
    screen = Written("b", "2")
    given = wanted(game="hands", players="Ann,Bo", bots=("Bo",), seed=7, record=file)
    assert not playing.play(given, None, screen, open_hands=False)
    asked = "Type help for help, quit to stop."
    assert screen.written[:2] == [
        "<bold Hands>: Ann, Bo (bot)",
        f"<dim Every move is kept in {file}. {asked}>",
    ]
    assert screen.written[-1] == (f"Stopped after 3 moves. To go on: scoring play --record {file}")
    record = records.read(file).record
    assert (record.seed, record.bots, record.rolls) == (7, ("Bo",), False)
    assert record.moves[:2] == ({"table": "b"}, {"Ann": "b"})
    screen = Written("1")
    assert playing.play(wanted(record=file), None, screen, open_hands=False)
    assert screen.written[1] == f"<dim Every move is kept in {file}. 3 moves made so far. {asked}>"
    assert screen.written[-1] == "The game is over. Enter, or undo> [undo]"
    assert len(records.read(file).record.moves) == 4
    assert [one.name for one in file.parent.iterdir()] == ["evening.yaml"]


def test_hands_are_open_where_that_is_asked_for(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesses.GuessTable, "hides", True)
    for open_hands in (False, True):
        screen = Written()
        given = wanted(game="hands", players="Ann,Bo", rolls=True)
        playing.play(given, None, screen, open_hands=open_hands)
        assert (screen.prompts == ["Ann> "]) == open_hands


def test_other_rules_are_told_and_a_record_with_comments_is_set_aside(
    game: Game[Any], tmp_path: Path
) -> None:
    """Once: what was set aside is not written over."""
    text = BEGUN.replace("moves:", "rules_version: 99\ndata: ab\nmoves:  # Žofie's")
    file = kept(tmp_path, text)
    screen = Written("b")
    playing.play(wanted(record=file), None, screen, open_hands=False)
    copy = tmp_path / "evening.yaml.orig"
    version = game.head.rules_version
    asked = "2 moves made so far. Type help for help, quit to stop."
    assert screen.written[:5] == [
        "<bold Hands>: Ann, Bo",
        f"Note: played under rules version 99, replayed under version {version}.",
        f"Note: played with data ab, replayed with data {game.fingerprint}.",
        f"<dim Every move is kept in {file}. {asked}>",
        f"<dim Its comments are not kept: {copy} has the file as it was.>",
    ]
    assert copy.read_text("utf-8") == text
    kept(tmp_path, f"# Again.\n{BEGUN}")
    assert [*playing.set_aside(file)] == []
    assert copy.read_text("utf-8") == text
    assert {one.name for one in tmp_path.iterdir()} == {"evening.yaml", "evening.yaml.orig"}
    copy.unlink()
    assert [*playing.set_aside(kept(tmp_path))] == [], "it has no comments"
    assert [*playing.set_aside(tmp_path / "none.yaml")] == []
    assert not copy.exists()


def test_what_is_kept_has_the_bots_and_who_rolls(game: Game[Any], tmp_path: Path) -> None:
    file = tmp_path / "evening.yaml"
    record = Record("hands", ("Ann", "Bo"), (), seed=1, bots=("Bo",), rolls=True)
    referee = Referee(game, record)
    playing.keeper(file)(referee)
    assert file.read_text("utf-8") == records.write(referee.play, ("Bo",), rolls=True)
    assert "bots" in file.read_text("utf-8")


# a record watched


def stopped(text: str, until: int | None = None) -> list[str]:
    """What is shown of a record where it stops."""
    recorded = records.read(text)
    return marked(playing.stopped_lines(records.play_back(recorded, until), recorded))


def test_the_table_where_a_record_stops(game: Game[Any]) -> None:
    """As it is seen by who decides; where the table does, by the first player."""
    table = ["<dim -- Bo's view, after 2 moves -->", "Card a", "", "Ann guessed a", ""]
    assert stopped(BEGUN) == [*table, "<bold Stopped after 2 moves, where the record ends.>"]
    assert stopped(f"{BEGUN}- Bo: b\n", 2) == [*table, "<bold Stopped after 2 moves, as asked.>"]
    assert stopped(f"{BEGUN}- Bo: c\n") == [
        *table,
        "<bold Stopped after 2 moves, at line 6: 'c' is not a move here; choose a or b>",
        "Next: Bo, guess (RP-1.2): a or b",
    ]
    assert stopped(f"{HEAD}moves: []\n") == [
        "<dim -- Ann's view, after 0 moves -->", "Card", "",
        "<bold Stopped after 0 moves, where the record ends.>",
    ]  # fmt: skip
    assert stopped(BEGUN, 1)[-1] == "<bold Stopped after 1 move, as asked.>"
    assert stopped(f"{BEGUN}- Bo: b\n- Ann: b a\n") == [], "it is over"


def watched(*lines: str, moves: str = "- Bo: b\n- Ann: a b\n") -> tuple[bool, list[str]]:
    screen = Written(*lines)
    return playing.watch(records.play_back(records.read(BEGUN + moves)), screen), screen.written


WATCHED = [
    "<bold 1. The table, deal (RP-1.1): a>",
    "<dim -- Ann's view, after 1 move -->",
    "Card a",
    "",
    "1 of 4. Enter, a number of moves, or q> []",
    "<bold 2. Ann, guess (RP-1.2): a>",
    "<dim -- Bo's view, after 2 moves -->",
    "Card a",
    "",
    "Ann guessed a",
    "",
    "2 of 4. Enter, a number of moves, or q> []",
    "<bold 3. Bo, guess (RP-1.2): b>",
    "<dim -- Ann's view, after 3 moves -->",
    "Card a",
    "",
    "Bo guessed b",
    "",
    "3 of 4. Enter, a number of moves, or q> []",
    "<bold 4. Ann, order (RP-1.3): a b>",
]


def test_a_record_is_watched_move_by_move(game: Game[Any]) -> None:
    assert watched("", "", "") == (True, WATCHED)
    assert watched("", "q") == (False, WATCHED[:12])
    assert watched("2", "q") == (False, [*WATCHED[:6], *WATCHED[12:19]])
    assert watched("9") == (True, [*WATCHED[:6], WATCHED[12], WATCHED[19]])
    again = watched("", moves="- Bo: c\n")
    assert again == (True, [*WATCHED[:4], "1 of 2. Enter, a number of moves, or q> []", WATCHED[5]])


def test_a_record_whose_players_cannot_sit_down_has_nothing_to_watch() -> None:
    screen = Written()
    recorded = records.read("record: winstons_archive\nplayers: [Ann]\nmoves: []\n")
    replay = records.play_back(recorded)
    assert playing.watch(replay, screen)
    assert [*playing.stopped_lines(replay, recorded)] == []
    assert screen.written == []
