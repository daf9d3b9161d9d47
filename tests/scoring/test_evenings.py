"""Games begun with questions or without, kept, gone on with and watched again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import card_data
from card_data import Game
from card_data.limits import LARGEST_SEED
from scoring import games
from scoring.cli import playing
from scoring.cli.new_game import Wanted, completed, seated, seats
from scoring.cli.screen import Quit
from scoring.play import records
from scoring.play.records import Record
from scoring.play.table_view import table_view_of
from scoring.positions.positions import PositionReader
from tests import golden_files
from tests.scoring import toy_guessing_game
from tests.scoring.screens import Typed, Written, marked

NAMES = "Ann,Bo"


class Somebody(Typed):
    attended = True


def asked(*lines: str, **given: Any) -> tuple[Wanted, Somebody]:
    screen = Somebody(*lines)
    wanted = completed(Wanted(**given), PositionReader(), screen)
    assert not screen.lines
    return wanted, screen


def test_missing_options_are_asked_for() -> None:
    wanted, screen = asked("1", "Ann, Bo , Cy", "Bo, cy=greedy", "2", "y")
    assert wanted == Wanted("dice_archive", "Ann,Bo,Cy", ("Bo=greedy", "Cy=greedy"), real=True)
    assert screen.prompts == ["Game> ", "Names> ", "Bots> ", "Bo> ", "Real dice> "]
    for game in card_data.names():
        loaded = card_data.load(game)
        assert f"  {loaded.title}  {loaded.head.players.words()}\n" in screen.shown


def test_a_game_is_chosen_by_number_or_by_name() -> None:
    named = {"5": "winstons_archive", "winston’s archive": "winstons_archive"}
    named |= {"verse and variant": "verse_and_variant", "DICE_ARCHIVE": "dice_archive"}
    for line, game in named.items():
        assert asked(line, players=NAMES, real=False)[0].game == game


def test_a_beginning_of_one_answer_and_names_without_commas_are_understood() -> None:
    wanted, _ = asked("man", "Ann Bo and Cy", "bo Cy", "g", "R")
    assert wanted == Wanted("manuscript", "Ann,Bo,Cy", ("Bo=greedy", "Cy=random"))
    assert asked("nine", "Julia Ann", real=False)[0].players == "Julia Ann", "who plays alone"
    assert asked(NAMES, "bob", "Bo", "1", game="manuscript")[1].shown.count("does not play") == 1


def test_given_options_are_not_asked_for() -> None:
    wanted = Wanted("dice_archive", NAMES, ("Bo",), real=False)
    assert completed(wanted, PositionReader(), Somebody()) == wanted
    wanted, screen = asked("", game="dice_archive", players=NAMES)
    assert screen.prompts == ["Real dice> "], "who is named is no bot"
    assert (wanted.bots, wanted.real) == ((), False)
    wanted, screen = asked(NAMES, game="winstons_archive", bots=("Bo",))
    assert (screen.prompts, wanted.bots) == (["Names> "], ("Bo",))
    wanted, screen = asked("Julia", "no", game="nineteen_eighty_four")
    assert (wanted.players, wanted.bots, wanted.real) == ("Julia", (), False)
    assert screen.prompts == ["Name> ", "Real dice> "]
    for game in games.names():
        if not table_view_of(card_data.load(game)).has_dice:
            assert asked(game=game, players=NAMES)[0].real is None


@pytest.mark.parametrize(("given", "lines", "message"), [
    ({}, ("9", "1"), "9: answer 1 to 5, or in words"),
    ({}, ("-1", "1"), "-1: answer 1 to 5, or in words"),
    ({}, ("chess", "1"), "'chess': no such answer; type 1 to 5, or the beginning of a title"),
    ({}, ("", "1"), "Type 1 to 5, or the beginning of a title."),
    ({}, ("winston", "1"), "Which one: Winston: Nineteen Eighty-Four or Winston's Archive?"),
    ({"players": None}, (NAMES, "Bo", "", "1"), "Type 1 or 2, random or greedy."),
    ({}, ("help", "winstons a"), "'help': no such answer; type 1 to 5"),
    ({}, ("dice archives", "1"), "no such answer; did you mean Dice Archive?"),
    ({"players": None}, ("Ann", "Ann,Bo", ""), "1 player, but the game is for 2 to 5 players"),
    ({"players": None}, ("", "Ann,Bo", ""), "1 player, but the game is for 2 to 5 players"),
    ({"players": None}, ("Ann,Ann", "Ann,Bo", ""), "two players called 'Ann': names must"),
    ({"players": None}, ("Ann,table", "Ann,Bo", ""), "cannot be a player's name"),
    ({"players": None}, ("A" * 201 + ",Bo", "Ann,Bo", ""), "found 201 characters"),
    ({"players": None}, ("Ann,\udcff", "Ann,Bo", ""), "expected UTF-8 text"),
    ({"players": None}, (NAMES, "Zed", ""), "'Zed' does not play; the players are Ann, Bo"),
    ({"players": None}, (NAMES, "Bo=x", ""), "no bot called 'x', nor is it a module:Class"),
    ({"players": None}, (NAMES, "Bo=no_such:X", ""), "no module called 'no_such' here"),
    ({"players": None}, (NAMES, "Bo", "7", "1"), "7: answer 1 or 2, or in words"),
    ({"real": None}, ("perhaps", "y"), "'perhaps': type y for real dice, or Enter"),
])  # fmt: skip
def test_wrong_answers_repeat(given: dict[str, Any], lines: tuple[str, ...], message: str) -> None:
    full = {"game": "dice_archive", "players": NAMES, "real": True}
    screen = asked(*lines, **(full | given if given else {"players": NAMES, "real": True}))[1]
    assert message in screen.shown


def test_leaving_begins_no_game() -> None:
    cases: list[list[Any]] = [[], ["1"], ["1", NAMES], ["1", NAMES, ""], ["quit"], ["EXIT"]]
    for lines in (*cases, [KeyboardInterrupt]):
        screen = Somebody(*lines)
        assert not playing.play(Wanted(), PositionReader(), screen, open_hands=False)
        assert screen.shown.endswith("\nNo game was begun.\n")
        with pytest.raises(Quit):
            completed(Wanted(), PositionReader(), Somebody(*lines))


@pytest.mark.parametrize("game", games.names())
def test_real_dice_and_cards_are_announced_in_words_that_the_game_takes(game: str) -> None:
    loaded = card_data.load(game)
    names = ",".join(["Ann", "Bo", "Cy"][: loaded.head.players.min])
    screen = Typed()
    playing.play(Wanted(game, names, real=True), PositionReader(), screen, open_hands=False)
    table = table_view_of(loaded)
    things = "dice" if table.has_dice else "cards"
    said = "".join(f"- {one}\n" for one in table.real)
    assert f"With real {things}. You will be asked for:\n{said}" in screen.shown
    assert len(table.real) > 1 or "deck" in said
    screen = Typed()
    playing.play(Wanted(game, names), PositionReader(), screen, open_hands=False)
    assert "You will be asked" not in screen.shown
    assert "The table> " not in screen.prompts, "the program rolls and deals where nobody is asked"


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


def kept(folder: Path, text: str = BEGUN) -> Path:
    file = folder / "evening.yaml"
    file.write_text(text, "utf-8")
    return file


def test_a_new_game_has_what_the_command_line_says(game: Game[Any], random_seed: int) -> None:
    new = playing.begun(Wanted(game="hands", players=" Ann ,Bo"), PositionReader(), Written())
    assert new == (game, Record("hands", ("Ann", "Bo"), (), seed=random_seed, rolls=True))
    given = Wanted(game="hands", players="Ann,Bo", bots=("bo",), real=True, seed=0)
    record = Record("hands", ("Ann", "Bo"), (), seed=0, bots=("Bo",), rolls=False)
    assert playing.begun(given, PositionReader(), Written()) == (game, record)


def test_bots_are_named_alone_or_with_commas_each_once() -> None:
    assert seated(("bo, Ann", "Bo"), ("Ann", "Bo", "Cy")) == {"Bo": "", "Ann": ""}
    assert seated((" ANN=greedy",), ("Ann", "Bo")) == {"Ann": "greedy"}
    assert seated((), ("Ann", "Bo")) == {}


def test_as_many_players_are_named_as_the_game_needs(game: Game[Any]) -> None:
    for least, option in ((1, "Ann"), (2, "Ann,Bo"), (3, "Ann,Bo,Cy"), (4, "Ann,Bo,Cy,Di")):
        players = msgspec.structs.replace(game.head.players, min=least)
        head = msgspec.structs.replace(game.head, players=players)
        assert seats(msgspec.structs.replace(game, head=head)) == option


def test_options_override_the_record(game: Game[Any], random_seed: int, tmp_path: Path) -> None:
    file, given = kept(tmp_path), Wanted(game="hands", players="ANN , Bo")
    found, record = playing.resumed(given, file, PositionReader())
    assert (found, record.moves) == (game, ({"table": "a"}, {"Ann": "a"}))
    assert (record.bots, record.rolls, record.seed) == ((), False, random_seed)
    more = "seed: 0\nbots: [bo]\nkinds: {BO: greedy}\nrolls: true\nmoves: []\n"
    file = kept(tmp_path, f"{HEAD}{more}")
    _, record = playing.resumed(Wanted(), file, PositionReader())
    assert (record.bots, record.rolls, record.seed) == (("Bo",), True, 0)
    assert record.kinds == {"Bo": "greedy"}
    _, record = playing.resumed(Wanted(bots=("ann",), real=True, seed=5), file, PositionReader())
    assert (record.bots, record.rolls, record.seed) == (("Ann",), False, 0)


def test_games_are_read_from_the_given_data(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path | None] = []

    def load(name: str, data: Path | None = None, house: Sequence[str] = ()) -> Game[Any]:
        seen.append(data)
        return game

    monkeypatch.setattr("card_data.load", load)
    mine = Path("mine")
    playing.begun(Wanted(game="hands", players="Ann,Bo"), PositionReader(mine), Written())
    playing.resumed(Wanted(), kept(tmp_path), PositionReader(mine))
    screen = Written("help")
    playing.play(Wanted(record=kept(tmp_path)), PositionReader(mine), screen, open_hands=False)
    assert {*seen} == {mine}
    assert len(seen) == 4, "and so are clauses"


def test_unwritable_folder_keeps_no_game(
    game: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "printkit").write_text("", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    screen = Written("quit")
    given = Wanted(game="hands", players="Ann,Bo", bots=("Bo",), seed=7)
    assert not playing.play(given, PositionReader(), screen, open_hands=False)
    why = f"{tmp_path / 'printkit' / 'games'}: Not a directory"
    hint = f"Not kept, {why}; give --record FILE to be able to go on later."
    assert screen.written[:3] == [
        "<bold Hands>: Ann, Bo (bot)",
        f"<dim {hint} Type help for help, quit to stop.>",
        "Deal: b",
    ]
    assert screen.written[-2:] == ["", "Stopped after 1 move."]


def test_open_hands_show_everything(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_guessing_game.GuessTable, "hides", True)
    for open_hands in (False, True):
        screen = Written()
        given = Wanted(game="hands", players="Ann,Bo")
        playing.play(given, PositionReader(), screen, open_hands=open_hands)
        assert (screen.prompts == ["Ann> "]) == open_hands


def test_other_rules_are_told_and_comments_set_aside(game: Game[Any], tmp_path: Path) -> None:
    text = BEGUN.replace("moves:", "rules_version: 99\ndata: ab\nmoves:  # Žofie's")
    file = kept(tmp_path, text)
    screen = Written("b")
    playing.play(Wanted(record=file), PositionReader(), screen, open_hands=False)
    copy = tmp_path / "evening.yaml.orig"
    version = game.head.rules_version
    asked = "2 moves made so far. Type help for help, quit to stop."
    assert [one for one in screen.written[:7] if "real" not in one and one[0] != "-"] == [
        "<bold Hands>: Ann, Bo",
        f"Note: played under rules version 99, replayed under version {version}.",
        f"Note: played with data ab, replayed with data {game.fingerprint}.",
        f"<dim Every move is saved in {file}. {asked}>",
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
    "where it ends": ("", None), "as asked": ("- Bo: b\n", 2), "as asked, after one move": ("", 1),
    "at a move that is none": ("- Bo: c\n", None),
    "nowhere: it is over": ("- Bo: b\n- Ann: b a\n", None),
}  # fmt: skip


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
    "move by move": ",,,", "left": ",q", "by two moves": "2,q", "to its end at once": "9,",
    "a move back": "2,b,q", "three back from its end": "9,-3,q",
    "never to before the first": ",-99,B,,q", "from its end": "9,b,,",
}  # fmt: skip


def test_record_is_watched_forwards_and_backwards(game: Game[Any]) -> None:
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
