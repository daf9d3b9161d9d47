"""What is asked of somebody who begins a game, and what of nobody."""

from __future__ import annotations

from typing import Any

import pytest

import card_data
from scoring import games
from scoring.cli import playing
from scoring.cli.new_game import Wanted, completed
from scoring.cli.screen import Quit
from scoring.play.table_view import table_view_of
from scoring.positions.positions import PositionReader
from tests.scoring.screens import Typed

NAMES = "Ann,Bo"


class Somebody(Typed):
    attended = True


def asked(*lines: str, **given: Any) -> tuple[Wanted, Somebody]:
    screen = Somebody(*lines)
    wanted = completed(Wanted(**given), PositionReader(), screen)
    assert not screen.lines
    return wanted, screen


def test_all_that_is_not_said_is_asked() -> None:
    wanted, screen = asked("1", "Ann, Bo , Cy", "Bo, cy=greedy", "2", "y")
    assert wanted == Wanted("dice_archive", "Ann,Bo,Cy", ("Bo=greedy", "Cy=greedy"), real=True)
    assert screen.prompts == ["Game> ", "Names> ", "Bots> ", "Bo> ", "Real dice> "]
    for game in card_data.names():
        loaded = card_data.load(game)
        assert f"  {loaded.title}  {loaded.head.players.words()}\n" in screen.shown


@pytest.mark.parametrize(("line", "game"), [
    ("5", "winstons_archive"),
    ("winston’s archive", "winstons_archive"),
    ("manuscript", "manuscript"),
    ("verse and variant", "verse_and_variant"),
    ("DICE_ARCHIVE", "dice_archive"),
])  # fmt: skip
def test_a_game_is_chosen_by_number_or_by_name(line: str, game: str) -> None:
    assert asked(line, players=NAMES, real=False)[0].game == game


def test_what_is_said_is_not_asked_nor_cards_nor_bots_of_who_plays_alone() -> None:
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
    ({}, ("chess", "1"), "'chess': no such answer"),
    ({}, ("", "1"), "'': no such answer"),
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
    ({"real": None}, ("perhaps", "y"), "'perhaps': answer y or n"),
])  # fmt: skip
def test_what_will_not_do_is_told_and_asked_again(
    given: dict[str, Any], lines: tuple[str, ...], message: str
) -> None:
    full = {"game": "dice_archive", "players": NAMES, "real": True}
    screen = asked(*lines, **(full | given if given else {"players": NAMES, "real": True}))[1]
    assert message in screen.shown


@pytest.mark.parametrize(
    "lines",
    [(), ("1",), ("1", NAMES), ("1", NAMES, ""), ("quit",), ("EXIT",), (KeyboardInterrupt,)],
)
def test_who_leaves_begins_nothing(lines: tuple[Any, ...]) -> None:
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
