"""The record of a game: the players and every move, as a file that can be written by hand.

Reading a record and playing its moves is how a game is loaded, checked and copied.

>>> replay = play_back(read('''
... record: winstons_archive
... players: [Ann, Bo]
... moves:
...   - Ann: take
... '''))
>>> for finding in replay.findings:
...     print(finding.line, finding.path, finding.rule)
...     print(finding.message)
5 moves.0 WA-2.1
'take' by Ann, but it is the table's move (shuffle of the deck, WA-2.1): all 54 cards in order

Players who decide at once stand in one entry, ``- {Ann: rock, Bo: paper}``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
import yaml
from msgspec import Meta
from msgspec.structs import replace

from card_data import DataError, Game
from card_data.choices import NO_HOUSE_RULES, HouseRules
from card_data.house import changed_rules
from card_data.limits import MOST_MOVES
from card_data.model import Model
from card_data.problems import Problem, Problems
from card_data.program.staging import Staging, name_errors_after
from card_data.reading.decode import decode, decode_partly
from card_data.reading.documents import Document, path_in_words
from card_data.text import plural
from scoring.play.decisions import Decision
from scoring.play.play import IllegalMove, Play
from scoring.positions.findings import Finding, Where
from scoring.positions.positions import (
    PlayerName,
    Players,
    PositionReader,
    Report,
    UnreadableError,
    game_named_in,
    read_document,
    result_of,
    score,
    strip_spaces,
)
from scoring.positions.provenance import MadeFor, changed_house_rules, house_rule_notes


class Record(Model, frozen=True):
    """A record file: its head and its moves."""

    record: str
    """The name of the game."""
    players: Players[PlayerName]
    """The names of the players in the order of their seats."""
    moves: Annotated[tuple[dict[str, str | int], ...], Meta(max_length=MOST_MOVES)]
    """The moves in order, each entry with who moved and the move; players who decide at once share
    an entry. The table moves what dice and shuffles decide."""
    rules_version: int | None = None
    """The version of the rules that it was played by."""
    data: str | None = None
    """The fingerprint of the data that it was played with."""
    seed: int | None = None
    """The random seed that the moves were drawn from."""
    bots: Players[PlayerName] = ()
    """The players whose moves the program makes."""
    kinds: dict[PlayerName, Literal["random", "greedy", "advice"]] | None = None
    """How the program plays each of them, where that was said."""
    rolls: bool = False
    """Whether the program rolls and shuffles for the table (`scoring.play.referee`)."""
    options: dict[str, str | bool] | None = None
    """The house rules that it was played under, by name, where they are not as in the data."""

    @property
    def house(self) -> dict[str, str] | None:
        """The house rules, as `MadeFor.house` has them."""
        return MadeFor(self.data, self.rules_version, self.options).house


@dataclass(frozen=True)
class Recorded:
    """A record with its game's data and the document it was read from; ``house`` are the options
    of whoever reads it."""

    game: Game[Any]
    record: Record
    document: Document
    house: HouseRules = NO_HOUSE_RULES


@dataclass(frozen=True)
class Replay:
    """The part of a record that could be played, and the ``findings`` that stopped it.

    ``play`` is None if the players cannot be seated. ``notes`` are about other data and other house
    rules, ``made_for`` is the fingerprint of the data that it was played with, if the record has
    one.
    """

    game: str
    play: Play | None
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    made_for: str | None = None

    def report(self) -> Report:
        """Return the score, of an unfinished game as it stands; else what is wrong with the
        record."""
        if self.play is None:
            return Report(self.game, self.findings, notes=self.notes)
        said = Report(
            self.game,
            notes=self.notes,
            options=changed_rules(self.play.game),
            made_for=self.made_for,
        )
        if self.findings:
            return replace(said, findings=self.findings)
        filled = self.play.filled()
        if self.play.decision is None:
            return replace(score(filled), notes=self.notes, made_for=self.made_for)
        played = plural(len(self.play.moves), "move")
        return replace(
            said,
            provisional=tuple(
                [f"not over after {played}: {open_}" for open_ in self.play.decisions]
            ),
            result=result_of(filled).so_far(),
        )


def read(
    source: Path | str | Document, data: Path | None = None, house: HouseRules = NO_HOUSE_RULES
) -> Recorded:
    """Return the record in a file (a `Path`) or a YAML text (a `str`).

    ``data`` is a folder of edited games to read in place of the shipped ones, ``house`` are house
    options, which take precedence over those of the record. Raises `DataError` with every problem
    that keeps it from being one; moves are not judged yet.
    """
    document = read_document(source)
    game, _ = PositionReader(data, house).made(game_named_in(document, "record"), document)
    return dataclasses.replace(decoded(document, game), house=house)


def decoded(document: Document, game: Game[Any]) -> Recorded:
    """Return the record of ``game`` in a document that is one; raise `DataError` as `read` does."""
    problems = Problems()
    try:
        record = decode(document, Record, strip_spaces)
    except DataError as error:
        raise UnreadableError(game.id, error.problems, playable(game, document)) from None
    for index, turn in enumerate(record.moves):
        if not turn:
            message = "found an empty entry, expected who moved and the move, as in Ann: take"
            problems.add(message, **document.place(("moves", index)))
    if problems:
        raise UnreadableError(game.id, problems)
    return Recorded(game, record, document)


def playable(game: Game[Any], document: Document) -> Report | None:
    """Report what is wrong with the moves of a record that has problems elsewhere; return None if
    the problems concern its players or moves."""
    record, blamed = decode_partly(document, Record, strip_spaces)
    if record is None or any(path[:1] in ((), ("players",), ("moves",)) for path in blamed):
        return None
    return Report(game.id, play_back(Recorded(game, record, document)).findings)


def play_back(
    recorded: Recorded,
    until: int | None = None,
    watch: Callable[[Play, Decision[Any]], None] = lambda play, answered: None,
) -> Replay:
    """Play a record's moves up to the first that the rules refuse, or until ``until`` moves are
    made.

    Simultaneous moves stay together. ``watch`` is called after each move with the decision that it
    answered.
    """
    record, game = recorded.record, recorded.game
    findings: tuple[Finding, ...] = ()
    play: Play | None = None
    where: Where = ()
    try:
        play = Play(game, record.players, record.seed)
        for index, turn in enumerate(record.moves):
            if until is not None and len(play.moves) >= until:
                break
            where = ("moves", str(index))
            reject_surplus_moves(play, turn)
            for who, words in turn.items():
                where = ("moves", str(index), who) if len(turn) > 1 else where
                decision = play.decision_of(who, str(words))
                play.move(str(words), decision.who)
                watch(play, decision)
    except IllegalMove as error:
        findings = tuple([located(found, where, recorded.document) for found in error.findings])
    notes = tuple(differences(record, game, recorded.house))
    return Replay(game.id, play, findings, notes, record.data)


def play_of(recorded: Recorded, file: str) -> Play:
    """Return the game of a record in a file; raise `UnreadableError` with the move that the rules
    refuse."""
    replay = play_back(recorded)
    if replay.play is None or replay.findings:
        problems = [
            Problem(message=f"{one.rule}: {one.message}", file=file, line=one.line, field=one.place)
            for one in replay.findings
        ]
        raise UnreadableError(replay.game, problems)
    return replay.play


def reject_surplus_moves(play: Play, turn: Mapping[str, str | int]) -> None:
    """Reject an entry with more moves than there are open decisions."""
    if play.decisions and len(turn) > len(play.decisions):
        only = "; ".join(map(str, play.decisions))
        message = f"{len(turn)} moves in one entry, but {only}"
        raise IllegalMove([Finding(play.decisions[0].rule, (), message)])


def located(finding: Finding, where: Where, document: Document) -> Finding:
    """Return the finding with the line of its own place, or of the move."""
    where = finding.where or where
    line, place = document.mark(where)[0], path_in_words(document.steps(where))
    return msgspec.structs.replace(finding, where=where, line=line, place=place)


def differences(record: Record, game: Game[Any], house: HouseRules = NO_HOUSE_RULES) -> list[str]:
    """Return notes on where the record was played with other rules, data or house rules than
    ``game`` now has; ``house`` are the options of whoever reads it."""
    notes = []
    if record.rules_version not in (None, game.head.rules_version):
        now = game.head.rules_version
        notes.append(
            f"played under rules version {record.rules_version}, replayed under version {now}"
        )
    if record.data not in (None, game.fingerprint):
        notes.append(f"played with data {record.data}, replayed with data {game.fingerprint}")
    return [*notes, *house_rule_notes(record.house, game, house)]


@contextmanager
def record_writer(folder: Path) -> Iterator[Callable[[tuple[str, str]], None]]:
    """Open a function that writes records into ``folder``.

    All of them are there at the end, or none after an error.
    """
    with Staging(folder) as staging:
        new = staging.begin()

        def keep(record: tuple[str, str]) -> None:
            name, text = record
            with name_errors_after(folder / name), (new / name).open("x", encoding="utf-8") as file:
                file.write(text)

        yield keep
        staging.move_all()


def file_name_and_text(play: Play) -> tuple[str, str]:
    """Return the file name of a game drawn from a seed, and its record."""
    return f"{play.game.id}-{play.seed}.yaml", write(play)


def write(
    play: Play,
    bots: Sequence[str] = (),
    kinds: Mapping[str, str] = MappingProxyType({}),
    *,
    rolls: bool = False,
) -> str:
    """Return the record of a game as YAML; ``bots``, ``kinds`` and ``rolls`` as in `Record`.

    >>> import card_data
    >>> print(write(Play(card_data.load("winstons_archive"), ["Ann", "No"])).split("data")[0])
    record: winstons_archive
    rules_version: 1
    <BLANKLINE>
    """
    head: dict[str, Any] = {
        "record": play.game.id,
        "rules_version": play.game.head.rules_version,
        "data": play.game.fingerprint,
        **({"options": changed_house_rules(play.game)} if play.game.house else {}),
        "players": list(play.players),
    }
    if play.seed is not None:
        head["seed"] = play.seed
    if bots:
        head["bots"] = list(bots)
    if kinds:
        head["kinds"] = dict(kinds)
    if rolls:
        head["rolls"] = True
    head["moves"] = [dict(turn) for turn in play.turns if turn]
    return yaml.dump(
        head,
        Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper),
        sort_keys=False,
        allow_unicode=True,
        width=96,
    )
