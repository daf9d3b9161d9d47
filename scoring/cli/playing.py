"""The commands ``scoring play`` and ``scoring replay``: games played and watched on a terminal."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import Any

import msgspec

from card_data import Game
from card_data.choices import HouseRules
from card_data.house import changed_rules, report_lines
from card_data.limits import LARGEST_SEED
from card_data.problems import shorten
from card_data.program.staging import write_file
from card_data.reading.kept_file import KeptFile, contents
from card_data.text import plural
from scoring.cli.new_game import Wanted, completed, named, seated, seats
from scoring.cli.prompt import Prompt
from scoring.cli.screen import Quit, Screen
from scoring.cli.terminal import known_game, refuse
from scoring.play import files, records
from scoring.play.bots import NAMES
from scoring.play.decisions import TABLE
from scoring.play.play import Play
from scoring.play.records import Record, Recorded, Replay
from scoring.play.referee import Referee
from scoring.play.table_view import DIM, WIDTH, described, table_view_of
from scoring.positions.display import HEAD, Line, Span
from scoring.positions.players import find_player, name_key
from scoring.positions.positions import PositionReader
from scoring.positions.provenance import house_rule_notes


def play(
    wanted: Wanted,
    reader: PositionReader,
    screen: Screen,
    *,
    open_hands: bool,
    plain: bool = False,
) -> bool:
    """Play a new game, or go on with that of a record; return whether it came to its end.

    Raises `DataError` for a command line or a record that cannot be used, `IllegalMove` for players
    whom the rules do not seat, `OSError` where the record cannot be written.
    """
    if wanted.game is not None:
        wanted = replace(wanted, game=known_game(wanted.game, reader.data, play=True))
    file = going_on(wanted)
    before = contents(file) if file else None
    try:
        game, record = resumed(wanted, file, reader) if file else begun(wanted, reader, screen)
    except Quit:
        screen.show([[], [Span("No game was begun.")]])
        return False
    bots = seated(wanted.bots, record.players)
    kinds = {player: kind for player, kind in bots.items() if kind} or record.kinds or {}
    referee = Referee(game, record, kinds=kinds)
    notes = records.differences(record, game, reader.house)
    screen.show(greeting(referee, notes))
    path = file or wanted.record or files.new_file(game.id, datetime.now())
    kept = Kept(path, wanted, reader.data, before)
    screen.show(kept.from_now_on(referee))
    over = Prompt(referee, screen, open_hands=open_hands, plain=plain, data=reader.data).run()
    screen.show(kept.farewell(referee, over=over))
    return over


def going_on(wanted: Wanted) -> Path | None:
    """Return the record of the game to go on with; None for a new game."""
    if not wanted.last:
        return wanted.record if wanted.record is not None and wanted.record.exists() else None
    if wanted.record is not None:
        refuse("--last", "cannot be combined with --record, which names the game to go on with")
    if not (kept := files.saved_games(wanted.game)):
        of_game = f" of {wanted.game}" if wanted.game else ""
        refuse("--last", f"no game{of_game} is saved in {files.folder()}")
    return kept[0]


def begun(wanted: Wanted, reader: PositionReader, screen: Screen) -> tuple[Game[Any], Record]:
    """Return a new game; ask somebody who is there for what the command line leaves open."""
    if screen.attended:
        wanted = completed(wanted, reader, screen)
    if wanted.game is None:
        refuse("GAME", "name a game, or give --record with the file of one to go on with")
    game = reader.game(wanted.game)
    if wanted.players is None:
        many = game.head.players.words()
        refuse("--players", f"say who plays, {many}, as in --players {seats(game)}")
    players = named(wanted.players, game)
    record = Record(
        record=game.id,
        players=players,
        moves=(),
        seed=SystemRandom().randrange(LARGEST_SEED) if wanted.seed is None else wanted.seed,
        bots=tuple(seated(wanted.bots, players)),
        rolls=not wanted.real,
    )
    return game, record


def resumed(wanted: Wanted, file: Path, reader: PositionReader) -> tuple[Game[Any], Record]:
    """Return the game in a file, if it is the wanted one and all its moves are sound."""
    recorded = records.read(file, reader.data, reader.house)
    game, record = recorded.game, recorded.record
    if other := [*house_rule_notes(record.house, game, HouseRules(typed=reader.house.typed))]:
        refuse(str(file), f"{other[0]}; leave it out, or give another file for a new game")
    records.play_of(recorded, str(file))
    if wanted.game not in (None, game.id):
        refuse(str(file), f"this is a game of {game.id}; give another file for a new game")
    if wanted.players is not None:
        players = named(wanted.players, game)
        if [*map(name_key, players)] != [*map(name_key, record.players)]:
            only = ", ".join([shorten(one) for one in record.players])
            refuse(str(file), f"this is a game of {only}; give another file for a new game")
    kinds = record.kinds or {}
    return game, msgspec.structs.replace(
        record,
        bots=tuple(seated(wanted.bots or record.bots, record.players)),
        kinds={find_player(name, record.players) or name: kind for name, kind in kinds.items()},
        rolls=record.rolls if wanted.real is None else not wanted.real,
        seed=SystemRandom().randrange(LARGEST_SEED) if record.seed is None else record.seed,
    )


def set_aside(file: Path) -> Iterator[Line]:
    """Copy a record that was written by hand, since its comments will be lost."""
    if not file.exists() or "#" not in file.read_text(encoding="utf-8"):
        return
    copy = file.with_name(f"{file.name}.orig")
    if not os.path.lexists(copy):
        write_file(copy, file.read_bytes())
        yield [Span(f"Its comments are not kept: {copy} has the file as it was.", DIM)]


def greeting(referee: Referee, notes: Sequence[str]) -> Iterator[Line]:
    """Yield the game, its players, and the questions to those who have real dice or cards."""
    play, real = referee.play, referee.table_view
    names = [f"{name} (bot)" if name in referee.bots else name for name in play.players]
    yield [Span(play.game.title, HEAD), Span(f": {', '.join(names)}")]
    yield from [[Span(line)] for line in report_lines(changed_rules(play.game))]
    yield from [[Span(f"Note: {note}.")] for note in notes]
    if not referee.rolls:
        things = "dice" if real.has_dice else "cards"
        yield [Span(f"With real {things}. You will be asked for:")]
        yield from [[Span(f"- {one}")] for one in real.real]


@dataclass
class Kept:
    """The file of a game, in which every move is saved, and the messages about it; ``wanted``
    tells whether somebody named it, or it is one of the user's folder. ``data``: as on the
    command line. ``before`` is what was in it when its game was read."""

    file: Path
    wanted: Wanted
    data: Path | None
    before: bytes | None
    why_not: str = ""

    def from_now_on(self, referee: Referee) -> Iterator[Line]:
        """Save every move from now on; a folder of the user's that cannot be written does not end a
        game."""
        aside = [*set_aside(self.file)]
        keep = files.autosave(KeptFile(self.file, self.before))
        try:
            keep(referee)
        except OSError as error:
            if self.wanted.record is not None:
                raise
            self.why_not = f"{error.filename}: {error.strerror}"
            kept = f"Not kept, {self.why_not}; give --record FILE to be able to go on later."
        else:
            referee.keep = keep
            files.remove_old_games(self.file)
            kept = f"Every move is saved in {self.file}."
        moves = plural(len(referee.play.moves), "move")
        after = f" {moves} made so far." if referee.play.moves else ""
        yield [Span(f"{kept}{after} Type help for help, quit to stop.", DIM)]
        yield from aside

    def farewell(self, referee: Referee, *, over: bool) -> Iterator[Line]:
        """Yield where the game is saved, and how to go on with an unfinished one."""
        yield []
        if not over:
            yield [Span(f"Stopped after {plural(len(referee.play.moves), 'move')}.")]
        if not self.why_not:
            yield [Span(f"The record is {self.file}.")]
        if not (over or self.why_not):
            yield [Span(f"To go on: {self.command(referee)}")]

    def command(self, referee: Referee) -> str:
        """Return the command to go on; it names all bots if one is the user's own, which no record
        names."""
        kinds = referee.kinds
        own = any(kind not in NAMES for kind in kinds.values())
        said = [f"{one}={kinds[one]}" if one in kinds else one for one in referee.bots]
        bots = [f"--bot={','.join(said)}"] if own else []
        which = ["--last"] if self.wanted.record is None else ["--record", str(self.file)]
        data = ["--data", str(self.data)] if self.data else []
        return shlex.join(["scoring", "play", *which, *bots, *data])


# replay


def stopped_lines(played: Replay, recorded: Recorded) -> Iterator[Line]:
    """Yield the table where a record stops before the end: after how many moves, at which line, and
    why."""
    play = played.play
    if play is None or play.decision is None:
        return
    yield from table_lines(play, WIDTH)
    yield []
    moves = plural(len(play.moves), "move")
    if played.findings:
        finding = played.findings[0]
        yield [Span(f"Stopped after {moves}, at line {finding.line}: {finding.message}", HEAD)]
        yield from [[Span(f"Next: {described(one)}: {one.options}")] for one in play.decisions]
    elif len(play.moves) < sum(map(len, recorded.record.moves)):
        yield [Span(f"Stopped after {moves}, as asked.", HEAD)]
    else:
        yield [Span(f"Stopped after {moves}, where the record ends.", HEAD)]


def table_lines(play: Play, width: int) -> Iterator[Line]:
    """Yield the table as seen by the player with the next decision."""
    decision = play.decision
    table_decides = decision is None or decision.who == TABLE
    who = play.players[0] if decision is None or table_decides else decision.who
    yield [Span(f"-- {who}'s view, after {plural(len(play.moves), 'move')} --", DIM)]
    yield from table_view_of(play.game).drawing(play.view(who), decision, width)


def watch(played: Replay, screen: Screen) -> bool:
    """Show a record's game move by move, forward and back, by Enter or several moves at once;
    return False if somebody leaves before the end."""
    if played.play is None:
        return True
    moves = played.play.moves
    play, at = Play(played.play.game, played.play.players), 0
    while moves:
        steps = 1
        if at:
            way = "a number of moves" if at < len(moves) else "to the score"
            prompt = f"{at} of {len(moves)}. Enter, {way}, b or -3 to go back, or q> "
            steps = asked_steps(screen, prompt)
        if not steps or (steps > 0 and at == len(moves)):
            return bool(steps)
        if steps < 0:
            play.undo(min(at, 1 - steps))  # and the last of those that stay is shown again
        for who, words in moves[len(play.moves) : max(at + steps, 1)]:
            heading = f"{len(play.moves) + 1}. {described(play.decision_of(who, words))}: {words}"
            play.move(words, who)
            screen.show([[Span(heading, HEAD)]])
        at = len(play.moves)
        screen.show([*table_lines(play, screen.width), []])
    return True


def asked_steps(screen: Screen, prompt: str) -> int:
    """Return the number of moves by which somebody who watches a game wants to go on, less than 0
    to go back; 0 to leave."""
    while True:
        try:
            line = screen.ask(prompt).strip().casefold()
        except (EOFError, KeyboardInterrupt):
            return 0
        if line in ("q", "quit", "exit"):
            return 0
        if line in ("", "b"):
            return -1 if line else 1
        if re.fullmatch("-?[0-9]+", line) and int(line[:9].rstrip("-")):
            return int(line[:9])
