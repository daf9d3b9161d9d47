"""The commands ``scoring play`` and ``scoring replay``: games played and watched on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import Any, NoReturn

import msgspec

from card_data import DataError, Game, Problem
from card_data.limits import LARGEST_SEED, LONGEST_PLAYER
from card_data.problems import clip, in_utf_8, printable
from card_data.staging import Staging
from card_data.words import counted
from scoring import games
from scoring.cli.prompt import Prompt, Screen
from scoring.cli.terminal import known, say_styled
from scoring.play import records
from scoring.play.decisions import TABLE
from scoring.play.moves import plainly
from scoring.play.play import Play
from scoring.play.records import Record, Recorded, Replay
from scoring.play.referee import Referee
from scoring.play.table_view import DIM, apart, described
from scoring.positions.display import HEAD, Line, Span, folded
from scoring.positions.positions import PositionReader

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what could be scrolled back


class Terminal:
    """The terminal as a screen; a pipe too, in which nothing can be cleared."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()  # that Tab completes
        self.editor: Any = None
        if sys.stdin.isatty():
            try:
                import readline  # lines can then be edited, completed, and typed again

                self.editor = readline
                self.bind_tab()
            except ImportError:  # there is none on Windows
                pass

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((96, 24)).columns

    def bind_tab(self) -> None:
        """Have Tab complete a line as a whole, since moves are of several words."""
        self.editor.set_completer(self.completion)
        self.editor.set_completer_delims("")
        libedit = "libedit" in (self.editor.__doc__ or "")
        self.editor.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    def completion(self, typed: str, number: int) -> str | None:
        """One of the answers that begin as typed, numbered from 0; None after the last."""
        begun = typed.casefold()
        found = [word for word in self.words if word.casefold().startswith(begun)]
        return found[number] if number < len(found) else None

    def show(self, lines: Iterable[Line]) -> None:
        if sys.stdout.isatty():
            width = self.width
            lines = [part for line in lines for part in folded(line, width)]
        say_styled(lines)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        self.words = words
        return input(printable(prompt))

    def clear(self) -> None:
        if self.editor is not None:
            self.editor.clear_history()
        if sys.stdout.isatty():
            sys.stdout.write(CLEAR)
            sys.stdout.flush()


@dataclass(frozen=True)
class Wanted:
    """What the command line of ``scoring play`` asks for; None is not said."""

    game: str | None
    players: str | None
    bots: tuple[str, ...]
    rolls: bool | None
    seed: int | None
    record: Path | None


def play(wanted: Wanted, data: Path | None, screen: Screen, *, open_hands: bool) -> bool:
    """Play a new game, or go on with that of a record; whether it came to its end.

    Raises `DataError` for a command line or a record that cannot be used, `IllegalMove` for players
    whom the rules do not seat, `OSError` where the record cannot be written.
    """
    if wanted.record is not None and wanted.record.exists():
        game, record = resumed(wanted, wanted.record, data)
    else:
        game, record = begun(wanted, data)
    keep = keeper(wanted.record) if wanted.record else None
    named_bots = {
        player: kind for player, kind in seated(wanted.bots, record.players).items() if kind
    }
    referee = Referee(game, record, keep, named_bots)
    notes = records.differences(record, game)
    screen.show(greeting(referee, wanted.record, notes))
    if wanted.record is not None and keep is not None:
        screen.show(set_aside(wanted.record))
        keep(referee)
    over = Prompt(referee, screen, open_hands=open_hands, data=data).run()
    if not over:
        screen.show([[], [Span(farewell(referee, wanted.record))]])
    return over


def begun(wanted: Wanted, data: Path | None) -> tuple[Game[Any], Record]:
    """A new game."""
    if wanted.game is None:
        refuse("GAME", "name a game, or give --record with the file of one to go on with")
    game = PositionReader(data).game(known(wanted.game))
    if wanted.players is None:
        refuse("--players", f"say who plays, {game.head.players.words()}, as in {example(game)}")
    players = named(wanted.players)
    record = Record(
        record=game.id,
        players=players,
        moves=(),
        seed=SystemRandom().randrange(LARGEST_SEED) if wanted.seed is None else wanted.seed,
        bots=tuple(seated(wanted.bots, players)),
        rolls=bool(wanted.rolls),
    )
    return game, record


def resumed(wanted: Wanted, file: Path, data: Path | None) -> tuple[Game[Any], Record]:
    """The game that a file has, if it is the one that is asked for and all its moves are sound."""
    recorded = records.read(file, data)
    game, record = recorded.game, recorded.record
    replay = records.play_back(recorded)
    if replay.findings:
        raise DataError(*refused(replay, str(file)))
    if wanted.game not in (None, game.id):
        refuse(str(file), f"this is a game of {game.id}; give another file for a new game")
    if wanted.players is not None:
        players = named(wanted.players)
        if players != record.players:
            only = ", ".join([clip(one, quoted=False) for one in record.players])
            refuse(str(file), f"this is a game of {only}; give another file for a new game")
    return game, msgspec.structs.replace(
        record,
        bots=tuple(seated(wanted.bots or record.bots, record.players)),
        rolls=record.rolls if wanted.rolls is None else wanted.rolls,
        seed=SystemRandom().randrange(LARGEST_SEED) if record.seed is None else record.seed,
    )


def refused(replay: Replay, file: str) -> Iterator[Problem]:
    """What is wrong with the moves of the record in a file, as problems of that file."""
    for one in replay.findings:
        message = f"{one.rule}: {one.message}"
        yield Problem(message=message, file=file, line=one.line, field=one.place)


def named(typed: str) -> tuple[str, ...]:
    """The names of players, of as many characters as a record may have."""
    names = tuple([name.strip() for name in typed.split(",")])
    for name in names:
        if len(name) > LONGEST_PLAYER:
            message = f"found {len(name):,} characters, expected at most {LONGEST_PLAYER} a name"
            refuse("--players", message)
        if in_utf_8(name) != name:
            refuse("--players", f"found {clip(name)}, expected UTF-8 text")
    return names


def seated(bots: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """The players who are bots, by name, each with the bot's own name, empty if that is not said;
    they may be given alone or with commas."""
    called = {plainly(player): player for player in players}
    found: dict[str, str] = {}
    for said in [said.strip() for said in ",".join(bots).split(",")] if bots else ():
        name, kind = (said, "") if said in players else said.partition("=")[::2]
        player = name if name in players else called.get(plainly(name))
        if player is None:
            only = ", ".join([clip(one, quoted=False) for one in players])
            refuse("--bot", f"{clip(name)} does not play; the players are {only}")
        found[player] = kind
    return found


def example(game: Game[Any]) -> str:
    """The option that seats as few players as a game may have."""
    return f"--players {','.join(['Ann', 'Bo', 'Cy', 'Di'][: game.head.players.min])}"


def refuse(where: str, message: str) -> NoReturn:
    """Say what is wrong with the command line."""
    raise DataError(Problem(message=message, file=where, typed=True))


def keeper(file: Path) -> Callable[[Referee], None]:
    """A function that writes the game so far into a file: the whole of it or nothing."""

    def keep(referee: Referee) -> None:
        text = records.write(referee.play, referee.bots, rolls=referee.rolls)
        with Staging(file.parent) as staging:
            staging.write(file, text)
            staging.move_all()

    return keep


def set_aside(file: Path) -> Iterator[Line]:
    """Copy a record that was written by hand, since its comments are not written again."""
    if not file.exists() or "#" not in file.read_text(encoding="utf-8"):
        return
    copy = file.with_name(f"{file.name}.orig")
    if not os.path.lexists(copy):
        with Staging(file.parent) as staging:
            staging.write(copy, file.read_bytes())
            staging.move_all()
        yield [Span(f"Its comments are not kept: {copy} has the file as it was.", DIM)]


def greeting(referee: Referee, record: Path | None, notes: Sequence[str]) -> Iterator[Line]:
    """What is played, by whom, and where it is kept."""
    play = referee.play
    names = [f"{name} (bot)" if name in referee.bots else name for name in play.players]
    yield [Span(play.game.title, HEAD), Span(f": {', '.join(names)}")]
    yield from [[Span(f"Note: {note}.")] for note in notes]
    kept = "Not kept: give --record FILE to be able to go on later."
    if record is not None:
        kept = f"Every move is kept in {record}."
    after = f" {counted(len(play.moves), 'move')} made so far." if play.moves else ""
    yield [Span(f"{kept}{after} Type help for help, quit to stop.", DIM)]


def farewell(referee: Referee, record: Path | None) -> str:
    """How to go on with a game that was left."""
    after = f"Stopped after {counted(len(referee.play.moves), 'move')}."
    return f"{after} To go on: scoring play --record {record}" if record else after


# replay


def stopped_lines(played: Replay, recorded: Recorded) -> Iterator[Line]:
    """The table where a record stops before the end: after how many moves, at whose, and why."""
    play = played.play
    if play is None or play.decision is None:
        return
    yield from table_lines(play)
    yield []
    moves = counted(len(play.moves), "move")
    if played.findings:
        finding = played.findings[0]
        yield [Span(f"Stopped after {moves}, at line {finding.line}: {finding.message}", HEAD)]
        yield from [[Span(f"Next: {described(one)}: {one.options}")] for one in play.decisions]
    elif len(play.moves) < sum(map(len, recorded.record.moves)):
        yield [Span(f"Stopped after {moves}, as asked.", HEAD)]
    else:
        yield [Span(f"Stopped after {moves}, where the record ends.", HEAD)]


def table_lines(play: Play) -> Iterator[Line]:
    """The table as it is seen by whoever has to decide."""
    decision = play.decision
    table_decides = decision is None or decision.who == TABLE
    who = play.players[0] if decision is None or table_decides else decision.who
    yield [Span(f"-- {who}'s view, after {counted(len(play.moves), 'move')} --", DIM)]
    yield from list(apart(games.table_view(play.game).drawing(play.view(who))))[1:]


def watch(played: Replay, screen: Screen) -> bool:
    """Show a record's game move by move, by Enter or several moves at once; False if that was
    left before the end."""
    if played.play is None:
        return True
    moves = played.play.moves
    play = Play(played.play.game, played.play.players)
    until = 0
    for number, (who, words) in enumerate(moves, 1):
        decision = play.asked(who, words)
        play.move(words, who)
        screen.show([[Span(f"{number}. {described(decision)}: {words}", HEAD)]])
        if number < until or number == len(moves):
            continue
        screen.show([*table_lines(play), []])
        steps = asked_steps(screen, f"{number} of {len(moves)}. Enter, a number of moves, or q> ")
        if not steps:
            return False
        until = number + steps
    return True


def asked_steps(screen: Screen, prompt: str) -> int:
    """How many moves on somebody wants to go who watches a game; 0 to leave."""
    while True:
        try:
            line = screen.ask(prompt).strip().casefold()
        except (EOFError, KeyboardInterrupt):
            return 0
        if line in ("q", "quit", "exit"):
            return 0
        if not line:
            return 1
        if line.isdecimal() and int(line[:9]):
            return int(line[:9])
