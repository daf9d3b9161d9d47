"""Values for rule texts: the results of an example, by the names that players would use.

A record is played, a position scored. Texts refer to the values by dotted paths, such as
``moves.3.who``, ``score.Ann.total`` or ``after.2.Ann.hand.titles``; docs/guide/game-reference.md
lists them.

>>> import card_data
>>> from card_data.reading.documents import parse
>>> document = parse("{record: nineteen_eighty_four, players: [Julia], moves: [Julia: x3]}", "")
>>> found = of_record(record_in(document, card_data.load("nineteen_eighty_four")))
>>> found["moves"]["1"]["move"], found["after"]["1"]["level"], found["after"]["1"]["next"]["what"]
('level 3', 3, 'roll')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, cast

from msgspec import inspect

from card_data import DataError, Game, Problem
from card_data.reading.documents import Document
from card_data.text import join_words
from scoring import games
from scoring.play.decisions import Decision
from scoring.play.play import Play
from scoring.play.records import Recorded, decoded, play_back
from scoring.play.table_view import table_view_of
from scoring.positions.display import as_written
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile, PositionReader, Report, game_named_in, score
from scoring.positions.provenance import under_own_house_rules
from scoring.positions.result import Result, Standing, Tally
from scoring.sheets.fields import Entry, entries, why_misplaced

Values = dict[str, Any]  # texts, numbers, and more of these inside one another
NOBODY = "nobody"
NO_SCORE = "no score"


class TemplateValues(Protocol):
    """The interface of a game's ``template_values.py``: plain values, nested in mappings.

    The values of a player are under the player's name, as `key` writes it.
    """

    def of_position(self, position: Any, game: Game[Any], /) -> dict[str, Any]:
        """Return the values of the table in a sound position."""

    def of_state(self, state: Any, game: Game[Any], /) -> dict[str, Any]:
        """Return the values of the table during play, with nothing hidden; for games that can be
        played."""


def template_values_of(game: Game[Any]) -> TemplateValues:
    """Return the module that makes the values of a game in `scoring.games.scorable`."""
    return cast(TemplateValues, games.game_module(game, "template_values"))


def record_in(document: Document, game: Game[Any]) -> Recorded:
    """Return the record of ``game`` in a document; raise `DataError` with every problem."""
    return decoded(document, own_game(document, "record", game))


def position_in(document: Document, game: Game[Any]) -> PositionFile:
    """Return the position of ``game`` in a document; raise `DataError` as `record_in` does."""
    return PositionReader().decode(own_game(document, "position", game), document)


def own_game(document: Document, kind: str, game: Game[Any]) -> Game[Any]:
    """Return the game under the house rules of a document; raise `DataError` if the document is of
    another game, or of another kind."""
    key = "game" if kind == "position" else kind
    data = None if game.scoresheet is None else game.folder.parent
    if game_named_in(document, key, data) != game.id:
        message = f"found another game's {kind}, expected one of {game.id}"
        raise DataError(Problem(message=message, file=document.file, line=document.mark((key,))[0]))
    return under_own_house_rules(game, document)


def of_record(recorded: Recorded) -> Values:
    """Return the values of a record; an unfinished game counts as it stands.

    Raises `DataError` with the move that the rules refuse.
    """
    game, asked, tables = recorded.game, list[Decision[Any]](), list[Values]()

    def watch(play: Play, decision: Decision[Any]) -> None:
        asked.append(decision)
        tables.append(of_table(play))

    replay = play_back(recorded, watch=watch)
    if replay.play is None or replay.findings:
        raise DataError(*refusals(replay.findings, recorded.document.file))
    play = replay.play
    start = of_table(Play(game, play.players))
    found = of_result(replay.report(), play.filled(), play.players)
    found["moves"] = numbered(moves(play, asked))
    found["after"] = {str(number): table for number, table in enumerate([start, *tables])}
    found["end"] = merged((tables or [start])[-1], found["end"])
    return found


def of_position(filled: PositionFile) -> Values:
    """Return the values of a position; raise `DataError` with the clauses that it breaks."""
    report = score(filled)
    file = filled.document.file if filled.document else ""
    open_ = [
        Problem(message=each.text, file=file, line=each.line, field=each.path)
        for each in report.unanswered
    ]
    if not report.sound:
        raise DataError(*refusals(report.findings, file), *open_)
    players = [standing.player for standing in report.result.standings] if report.result else []
    seated = [each.name for each in getattr(filled.position, "players", None) or ()]
    return of_result(report, filled, seated or players)


def refusals(findings: Iterable[Finding], file: str) -> Iterator[Problem]:
    for found in findings:
        message = f"{found.text} ({found.rule})"
        yield Problem(message=message, file=file, line=found.line, field=found.place)


# --- the parts of it


def of_table(play: Play) -> Values:
    """Return the values of the table during play, and of the next decision."""
    found = template_values_of(play.game).of_state(play.state, play.game)
    if play.decision is not None:
        who, what, rule, options = play.decision
        found["next"] = {"who": who, "what": what, "rule": rule, "choices": str(options)}
    return found


def moves(play: Play, asked: Sequence[Decision[Any]]) -> Iterator[Values]:
    """Yield every move with the decision that it answered, simultaneous ones in engine order."""
    table, left = table_view_of(play.game), iter(asked)
    for turn in play.turns:
        decisions = {decision.who: decision for decision in islice(left, len(turn))}
        for who, words in turn.items():
            _, what, rule, _ = decisions[who]
            yield {
                "who": who,
                "move": words,
                "what": what,
                "rule": rule,
                "word": numbered(words.split()),
                "title": table.title(words),
            }


def of_result(report: Report, filled: PositionFile, players: Sequence[str]) -> Values:
    """Return the values of the players and their scores, and as ``entries`` the contents of the
    sheets' fields."""
    game, result = filled.game, report.result
    assert result is not None  # of what is sound
    written = PositionFile(game, as_written(filled.position, game))
    table = template_values_of(game).of_position(filled.position, game)
    return {
        "players": numbered(players),
        "score": {key(one.player): of_standing(one, result) for one in result.standings},
        "winners": said(result.winners, NOBODY),
        "leaders": said(result.leaders, NOBODY),
        "verdict": result.verdict,
        "decided_by": result.decided_by or "",
        "tiebreaks": numbered([step.words for step in result.chain.steps] if result.chain else []),
        "ended": yes_or_no(report.final),
        "end": table,
        "entries": (*entries(written), *(sums(filled, result, table) if report.final else ())),
    }


def sums(filled: PositionFile, result: Result, table: Values) -> Iterator[Entry]:
    """Yield the entries that players write on the sheets at the end: their points and totals.

    So an example need not give them, and they follow edited numbers. ``table`` has the components
    of the points of a kind, where the sheet has room for them.
    """
    kind = inspect.type_info(type(filled.position))
    said = {name for name, _ in entries(filled)}
    tallies = {one.player: one.tally for one in result.standings}
    held = getattr(filled.position, "players", None) or ()
    seats = {f"players.{seat}.": one.name for seat, one in enumerate(held)}
    if not seats:  # the sheet is that of the only player
        seats = dict(zip([""], tallies, strict=True))
    for where, player in seats.items():
        own = table[key(player)] if where else table
        for place, points in boxes(tallies[player], own):
            name = where + place
            if points is not None and name not in said and not why_misplaced(kind, name):
                yield name, str(points)


def boxes(tally: Tally, own: Values) -> Iterator[tuple[str, int | None]]:
    """Yield the boxes that a score sheet may have, with their points.

    These are the points of each kind, their components if ``own`` has them, the subtotal and the
    total.
    """
    for part in tally.parts:
        made_of = own.get(part.label)
        if isinstance(made_of, Mapping):
            for name, points in made_of.items():
                yield f"points.{part.label}.{name}", points
        yield f"points.{part.label}", part.points
    yield "subtotal", own.get("subtotal")
    yield "total", tally.total


def of_standing(standing: Standing, result: Result) -> Values:
    """Return a player's place, and the points of each kind with their clauses."""
    tally = standing.tally
    return {
        "place": standing.place,
        "total": NO_SCORE if tally.total is None else tally.total,
        "out": yes_or_no(tally.out),
        "parts": {key(part.label): part.points for part in tally.parts},
        "rules": {key(part.label): part.rule for part in tally.parts},
        "tiebreaks": numbered(tally.breakers),
        "notes": numbered(tally.notes),
    }


# --- helpers for the games' own values


def key(name: str) -> str:
    """Return a name as a step of a path: ``Mary Ann`` is ``Mary_Ann``."""
    return re.sub(r"\W", "_", name)


def numbered(values: Iterable[Any]) -> Values:
    """Return values by their numbers, from 1, and how many there are.

    >>> numbered(["Ann", "Bo"])
    {'number': 2, '1': 'Ann', '2': 'Bo'}
    """
    counted = {str(number): value for number, value in enumerate(values, 1)}
    return {"number": len(counted), **counted}


def things(names: Iterable[object], title: Callable[[str], str] | None = None) -> Values:
    """Return cards or dice: how many, all of them in words, and each by its number from 1.

    >>> things([6, 1, 6])
    {'all': '6, 1 and 6', 'number': 3, '1': '6', '2': '1', '3': '6'}
    >>> things(["A1"], {"A1": "The Idiot"}.__getitem__)
    {'all': 'A1', 'titles': 'The Idiot', 'number': 1, '1': {'id': 'A1', 'title': 'The Idiot'}}
    """
    known = [str(name) for name in names]
    if title is None:
        return {"all": said(known), **numbered(known)}
    each = [{"id": name, "title": title(name)} for name in known]
    return {"all": said(known), "titles": said([one["title"] for one in each]), **numbered(each)}


def said(names: Iterable[object], none: str = "none") -> str:
    """Return names as a list in a sentence; ``none`` if there are none."""
    return join_words(names, "and") or none


def yes_or_no(value: object) -> str:
    return "yes" if value else "no"


def merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> Values:
    """Return the values of two sources; the second takes precedence, mappings are merged part by
    part."""
    found = {**one, **other}
    for name in one.keys() & other.keys():
        if isinstance(one[name], Mapping) and isinstance(other[name], Mapping):
            found[name] = merged(one[name], other[name])
    return found
