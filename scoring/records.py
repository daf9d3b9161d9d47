"""The record of a game: who played and every move, as a file that can be written by hand.

Reading a record and playing its moves is how a game is loaded, checked and copied.

>>> replay = play_back(read('''
... record: winstons_archive
... players: [Ann, Bo]
... moves:
...   - Ann: take
... '''))
>>> for finding in replay.findings:
...     print(finding.line, finding.path, finding.rule, finding.message)
5 moves.0 WA-2.1 found Ann: take, expected table to choose: the 54 cards in an order
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import yaml

from card_data import DataError, Game, Problem
from card_data.decode import decode
from card_data.documents import Document
from card_data.model import Model
from scoring.findings import Finding, count
from scoring.play import IllegalMove, Play
from scoring.positions import Reader, Report, named, read_document, score


class Played(Model, frozen=True):
    """A record file: its head, and each move as a mapping of who moved to the move.

    ``data`` is the fingerprint of the data played with; ``seed`` what the moves were drawn from.
    """

    record: str
    players: tuple[str, ...]
    moves: tuple[dict[str, str], ...]
    rules_version: int | None = None
    data: str | None = None
    seed: int | None = None


@dataclass(frozen=True)
class Recorded:
    """A record with its game's data and the document it was read from."""

    game: Game[Any]
    played: Played
    document: Document


@dataclass(frozen=True)
class Replay:
    """How far a record could be played; ``findings`` has what stopped it.

    ``play`` is None if the players could not even sit down. ``notes`` tells of other data.
    """

    game: str
    play: Play | None
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    def report(self) -> Report:
        """The score of a finished game; else what is wrong with the record, or who is to move."""
        if self.findings or self.play is None:
            return Report(self.game, self.findings)
        decision = self.play.decision
        if decision is None:
            return score(self.play.filled())
        answer = f"{decision.who} to answer {decision.expected} ({decision.what}, {decision.rule})"
        played = count(len(self.play.moves), "move")
        return Report(self.game, running=(f"not over after {played}: {answer}",))


def read(source: Path | str, data: Path | None = None) -> Recorded:
    """The record in a file (a `Path`) or a YAML text (a `str`).

    Raises `DataError` with everything that keeps it from being one; moves are not judged yet.
    """
    document = read_document(source)
    game = Reader(data).game(named(document, "record"))
    played = decode(document, Played)
    problems = [
        Problem(message=message, file=document.file, field=f"moves.{at}")
        for at, move in enumerate(played.moves)
        if len(move) != 1
        for message in [f"found {len(move)} keys, expected one: who moved"]
    ]
    if problems:
        raise DataError(*problems)
    return Recorded(game, played, document)


def play_back(recorded: Recorded) -> Replay:
    """Play a record's moves up to the first that the rules refuse."""
    played, game = recorded.played, recorded.game
    findings: tuple[Finding, ...] = ()
    play: Play | None = None
    try:
        play = Play(game, played.players, played.seed)
        for entry in played.moves:
            for who, move in entry.items():
                play.move(" ".join(move.split()), who)
    except IllegalMove as error:
        at = len(play.moves) if play else 0
        findings = tuple([_placed(one, at, recorded.document) for one in error.findings])
    return Replay(game.id, play, findings, tuple(differences(played, game)))


def _placed(finding: Finding, at: int, document: Document) -> Finding:
    """The finding with its place: its own, or that of move ``at``."""
    where = finding.where or ("moves", str(at))
    return msgspec.structs.replace(finding, where=where, line=document.mark(where)[0])


def differences(played: Played, game: Game[Any]) -> list[str]:
    """Where the record was played with other rules or data than ``game`` now has."""
    notes = []
    if played.rules_version not in (None, game.head.rules_version):
        now = game.head.rules_version
        notes.append(f"played by rules version {played.rules_version}, replayed by version {now}")
    if played.data not in (None, game.fingerprint):
        notes.append(f"played with data {played.data}, replayed with data {game.fingerprint}")
    return notes


def keeper(folder: Path) -> Callable[[Play], None]:
    """A function that writes the record of each game it is handed into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)

    def keep(play: Play) -> None:
        path = folder / f"{play.game.id}-{play.seed}.yaml"
        path.write_text(write(play), encoding="utf-8")

    return keep


def write(play: Play) -> str:
    """The record of a game as YAML.

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
        "players": list(play.players),
    }
    if play.seed is not None:
        head["seed"] = play.seed
    head["moves"] = [{who: move} for who, move in play.moves]
    return yaml.dump(head, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=96)
