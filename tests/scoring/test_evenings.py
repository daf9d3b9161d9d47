"""Games begun, kept, gone on with and watched again; `guesses` is played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from card_data import DataError, Game
from card_data.limits import LARGEST_SEED
from scoring.cli import playing
from scoring.cli.beginning import Wanted, seated, seats
from scoring.play import files, records
from scoring.play.records import Record
from scoring.play.referee import Referee
from scoring.positions.positions import PositionReader
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
    return Wanted(**given)


def kept(folder: Path, text: str = BEGUN) -> Path:
    file = folder / "evening.yaml"
    file.write_text(text, "utf-8")
    return file


# a new game


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
    ("least", "option"),
    [(1, "Ann"), (2, "Ann,Bo"), (3, "Ann,Bo,Cy"), (4, "Ann,Bo,Cy,Di")],
)
def test_who_might_play(least: int, option: str, game: Game[Any]) -> None:
    players = msgspec.structs.replace(game.head.players, min=least)
    head = msgspec.structs.replace(game.head, players=players)
    assert seats(msgspec.structs.replace(game, head=head)) == option


NOT_PLAYED: dict[str, tuple[dict[str, Any], str]] = {
    "no game": ({}, "GAME: name a game, or give --record with the file of one to go on with"),
    "another": ({"game": "hanks"}, "GAME: no game called 'hanks' here; did you mean hands?"),
    "begun": ({"game": "han"}, "GAME: no game called 'han' here; did you mean hands?"),
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
        playing.play(wanted(**given), PositionReader(), Written(), open_hands=False)
    assert str(error.value) == message


@pytest.mark.parametrize("case", NOT_GONE_ON_WITH)
def test_what_cannot_be_gone_on_with(case: str, game: Game[Any], tmp_path: Path) -> None:
    given, message = NOT_GONE_ON_WITH[case]
    file = kept(tmp_path)
    with pytest.raises(DataError) as error:
        playing.play(wanted(record=file, **given), PositionReader(), Written(), open_hands=False)
    assert str(error.value) == (f"{file}{message}" if message.startswith(":") else message)
    assert file.read_text("utf-8") == BEGUN


def test_a_record_that_breaks_a_rule_is_told_with_its_line(game: Game[Any], tmp_path: Path) -> None:
    file = kept(tmp_path, f"{BEGUN}- Bo: c\n")
    with pytest.raises(DataError) as error:
        playing.resumed(wanted(), file, PositionReader())
    message = "RP-1.2: 'c' is not a move here; choose a or b"
    assert str(error.value) == f"{file}:6: field moves no. 3: {message}"


# a game that goes on


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


def test_a_game_that_is_kept_and_gone_on_with(game: Game[Any], tmp_path: Path) -> None:
    """To its end, after which there is no going on."""
    file = tmp_path / "new" / "evening.yaml"
    screen = Written("b", "2")
    given = wanted(game="hands", players="Ann,Bo", bots=("Bo",), real=True, seed=7, record=file)
    assert not playing.play(given, PositionReader(), screen, open_hands=False)
    asked = "Type help for help, quit to stop."
    assert screen.written[:4] == [
        "<bold Hands>: Ann, Bo (bot)",
        "With real cards. You will be asked for:",
        "- what chance decides, whenever it does",
        f"<dim Every move is kept in {file}. {asked}>",
    ]
    assert screen.written[-3:] == [
        "Stopped after 3 moves.",
        f"The record is {file}.",
        f"To go on: scoring play --record {file}",
    ]
    record = records.read(file).record
    assert (record.seed, record.bots, record.rolls) == (7, ("Bo",), False)
    assert record.moves[:2] == ({"table": "b"}, {"Ann": "b"})
    screen = Written("1")
    assert playing.play(wanted(record=file), PositionReader(), screen, open_hands=False)
    assert screen.written[3] == f"<dim Every move is kept in {file}. 3 moves made so far. {asked}>"
    assert screen.written[-3:] == [
        "The game is over. Enter, or undo> [undo]", "", f"The record is {file}.",
    ]  # fmt: skip
    assert len(records.read(file).record.moves) == 4
    assert [one.name for one in file.parent.iterdir()] == ["evening.yaml"]


def test_hands_are_open_where_that_is_asked_for(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesses.GuessTable, "hides", True)
    for open_hands in (False, True):
        screen = Written()
        given = wanted(game="hands", players="Ann,Bo")
        playing.play(given, PositionReader(), screen, open_hands=open_hands)
        assert (screen.prompts == ["Ann> "]) == open_hands


def test_other_rules_are_told_and_a_record_with_comments_is_set_aside(
    game: Game[Any], tmp_path: Path
) -> None:
    """Once: what was set aside is not written over."""
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
    files.keeper(file)(referee)
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


def step(at: int, heading: str, *table: str, of: int = 4) -> list[str]:
    """What is shown where somebody stops after so many moves."""
    who, *drawn = table
    way = "a number of moves" if at < of else "to the score"
    return [
        f"<bold {heading}>",
        f"<dim -- {who}'s view, after {at} move{'s' * (at > 1)} -->",
        *drawn,
        "",
        f"{at} of {of}. Enter, {way}, b or -3 to go back, or q> []",
    ]


WATCHED = [
    step(1, "1. The table, deal (RP-1.1): a", "Ann", "Card a"),
    step(2, "2. Ann, guess (RP-1.2): a", "Bo", "Card a", "", "Ann guessed a"),
    step(3, "3. Bo, guess (RP-1.2): b", "Ann", "Card a", "", "Bo guessed b"),
    step(4, "4. Ann, order (RP-1.3): a b", "Ann", "Card a", "", "Bo guessed b"),
]


def all_of(*steps: Sequence[str]) -> list[str]:
    return [line for one in steps for line in one]


def test_a_record_is_watched_move_by_move(game: Game[Any]) -> None:
    one, two, three, four = WATCHED
    assert watched("", "", "", "") == (True, all_of(one, two, three, four))
    assert watched("", "q") == (False, all_of(one, two))
    assert watched("2", "q") == (False, all_of(one, two[:1], three))
    assert watched("9", "") == (True, all_of(one, two[:1], three[:1], four))
    again = watched("", "", moves="- Bo: c\n")
    of_two = step(2, "2. Ann, guess (RP-1.2): a", "Bo", "Card a", "", "Ann guessed a", of=2)
    assert again == (True, all_of(step(1, one[0][6:-1], "Ann", "Card a", of=2), of_two))


def test_a_record_is_watched_backwards_too(game: Game[Any]) -> None:
    """By a move or several, from its end as well, and never to before the first."""
    one, two, three, four = WATCHED
    assert watched("2", "b", "q") == (False, all_of(one, two[:1], three, two))
    assert watched("9", "-3", "q")[1][-len(one) :] == one
    assert watched("", "-99", "B", "", "q") == (False, all_of(one, two, one, one, two))
    assert watched("9", "b", "", "") == (True, all_of(one, two[:1], three[:1], four, three, four))


def test_a_record_whose_players_cannot_sit_down_has_nothing_to_watch() -> None:
    screen = Written()
    recorded = records.read("record: winstons_archive\nplayers: [Ann]\nmoves: []\n")
    replay = records.play_back(recorded)
    assert playing.watch(replay, screen)
    assert [*playing.stopped_lines(replay, recorded)] == []
    assert screen.written == []
