"""Questions to somebody who begins a game: which game, who plays, which of them are bots, and whose
dice are rolled. Answers on the command line are not asked for again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import card_data
from card_data import DataError, Game
from card_data.game import called
from card_data.limits import LONGEST_PLAYER
from card_data.problems import did_you_mean, in_utf_8, quote, shorten
from card_data.text import capitalized, join_words
from scoring import games
from scoring.cli.screen import (
    Dialog,
    Screen,
    by_number,
    confirmed,
    in_columns,
    numbers_of,
    out_of_range,
)
from scoring.cli.terminal import refuse
from scoring.play.bots import ADVICE, GREEDY, NAMES, RANDOM, bot
from scoring.play.engines import engine_of
from scoring.play.moves import begun_by, which_one
from scoring.play.table_view import table_view_of
from scoring.positions.display import HEAD, Span
from scoring.positions.players import find_player, names_in_line
from scoring.positions.positions import PositionReader

V = TypeVar("V")
FEW = 3  # answers that a message names
KINDS = {
    RANDOM: "makes any move",
    GREEDY: "makes the move with the most points at once",
    ADVICE: "plays by the advice of scoring advise",
}


@dataclass(frozen=True)
class Wanted:
    """The wishes on the command line of ``scoring play``; None for one that is not there.

    ``real``: whether dice and cards are real ones; ``last``: to go on with the last saved game.
    """

    game: str | None = None
    players: str | None = None
    bots: tuple[str, ...] = ()
    real: bool | None = None
    seed: int | None = None
    record: Path | None = None
    last: bool = False


def completed(wanted: Wanted, reader: PositionReader, screen: Screen) -> Wanted:
    """Return the wishes for a new game, with answers to the open ones.

    Raise `Quit` if nobody wants to begin after all.
    """
    asking = NewGameDialog(screen)
    if wanted.game is None:
        wanted = replace(wanted, game=asking.game(reader.data))
    game = reader.game(str(wanted.game))
    if wanted.players is None:
        players = asking.players(game)
        wanted = replace(wanted, players=",".join(players))
        if len(players) > 1 and not wanted.bots:
            wanted = replace(wanted, bots=tuple(asking.bots(game, players)))
    if wanted.real is None and table_view_of(game).has_dice:
        wanted = replace(wanted, real=asking.real())
    return wanted


class NewGameDialog(Dialog):
    """Questions at a screen, each asked until its answer is usable."""

    def read(self, prompt: str, read: Callable[[str], V], words: Sequence[str] = ()) -> V:
        """Return the value that ``read`` makes of the answer; ask again if it raises
        `DataError`."""
        while True:
            line = self.ask(prompt, words)
            try:
                return read(line)
            except DataError as error:
                self.say(*[problem.message for problem in error.problems])

    def choice(
        self,
        question: str,
        prompt: str,
        words: Mapping[str, str],
        spelt: Callable[[str], str] = lambda line: "",
    ) -> str:
        """Return one of some answers, which have captions, by its number or in words, for which
        ``spelt`` may know other spellings."""
        answers = {word.casefold(): word for word in words}
        self.screen.show([[Span(question, HEAD)], *in_columns([*words.items()], 1)])

        def read(line: str) -> str:
            answer = answers.get(by_number(line, [*words]).casefold()) or spelt(line)
            begun = [answer] if answer else begun_by(line, words)
            if len(begun) > 1:
                refuse("", which_one(begun))
            if not begun:
                in_words = (
                    join_words(words, "or") if len(words) <= FEW else "or the beginning of a title"
                )
                expected = f"type {numbers_of([*words])}, {in_words}"
                hint = did_you_mean(line, words, listed=False) or f"; {expected}"
                wrong = out_of_range(line, [*words]) or f"{quote(line)}: no such answer{hint}"
                refuse("", wrong if line else f"{capitalized(expected)}.")
            return begun[0]

        return self.read(prompt, read, [*words])

    def game(self, data: Path | None) -> str:
        found = [name for name in card_data.names(data) if name in games.names()]
        loaded = [card_data.load(name, data) for name in found]
        titles = {game.id: game.title for game in loaded}
        captions = {game.title: game.head.players.words() for game in loaded}
        answer = self.choice(
            "Which game?", "Game> ", captions, lambda line: titles.get(called(line, data), "")
        )
        return next(name for name, title in titles.items() if title == answer)

    def players(self, game: Game[Any]) -> tuple[str, ...]:
        """Return the names of the players: as many as the rules seat, all different."""
        number = game.head.players
        question = f"Who plays? {number.words()}, in the order of seats, as in {seats(game)}"
        alone = number.max == 1
        self.screen.show([[Span("Who plays?" if alone else question, HEAD)]])

        def read(line: str) -> tuple[str, ...]:
            names = named(line, game)
            findings = [*engine_of(game.id).seats(names, game)]
            if findings or not line:
                refuse("", "; ".join([one.message for one in findings]) or "expected a name")
            return names

        return self.read("Name> " if alone else "Names> ", read)

    def bots(self, game: Game[Any], players: Sequence[str]) -> Iterator[str]:
        """Yield the players whom the program plays, with the kind of bot: ``Bo=greedy``."""
        question = (
            f"Which players are bots? Type their names, as in {players[-1]}, or Enter for none."
        )
        self.screen.show([[Span(question, HEAD)]])

        def read(line: str) -> dict[str, str]:
            found = seated([line] if line else [], players)
            for kind in filter(None, found.values()):
                bot(kind, game)
            return found

        kinds = [kind for kind in NAMES if kind != ADVICE or game.id in games.with_advice()]
        for name, kind in self.read("Bots> ", read, players).items():
            said = {one: KINDS[one] for one in kinds}
            yield f"{name}={kind or self.choice(f'How does {name} play?', f'{name}> ', said)}"

    def real(self) -> bool:
        """Return whether the players roll dice of their own."""
        question = "Do you roll real dice? y, or Enter to have the program roll."
        self.screen.show([[Span(question, HEAD)]])

        def read(line: str) -> bool:
            if line.casefold() not in ("y", "yes", "n", "no", ""):
                refuse("", f"{quote(line)}: type y for real dice, or Enter")
            return confirmed(line)

        return self.read("Real dice> ", read, ["yes", "no"])


def seats(game: Game[Any]) -> str:
    """Return names of the fewest players of a game, as they are typed."""
    return ",".join(["Ann", "Bo", "Cy", "Di"][: game.head.players.min])


def named(typed: str, game: Game[Any]) -> tuple[str, ...]:
    """Return the typed names of players; refuse names that are too long for a record."""
    names = tuple(names_in_line(typed, alone=game.head.players.min == 1))
    for name in names:
        if len(name) > LONGEST_PLAYER:
            message = f"found {len(name):,} characters, expected at most {LONGEST_PLAYER} a name"
            refuse("--players", message)
        if in_utf_8(name) != name:
            refuse("--players", f"found {quote(name)}, expected UTF-8 text")
    return names


def seated(bots: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """Return the players who are bots, by name, each with the bot's own name, or an empty text
    without one; they may be given alone or with commas."""
    found: dict[str, str] = {}
    together = [said.strip() for said in ",".join(bots).split(",")] if bots else []
    if len(together) == 1 and not find_player(together[0].partition("=")[0], players):
        together = names_in_line(together[0])
    for said in together:
        name, kind = (said, "") if find_player(said, players) else said.partition("=")[::2]
        player = find_player(name, players)
        if player is None:
            only = ", ".join([shorten(one) for one in players])
            refuse("--bot", f"{quote(name)} does not play; the players are {only}")
        found[player] = kind
    return found
