"""The view of a position under entry for a page, as JSON.

Items are the questions; everything is addressed by its path in the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from logging import getLogger
from typing import Any, Literal

from msgspec import UNSET, UnsetType, inspect

from card_data.model import Model
from card_data.problems import shorten
from card_data.reading.decode import bare_type
from card_data.scoresheet.table import NOT_PLAYED
from scoring.ask.questions import (
    PLAYERS,
    Question,
    Questions,
    Titled,
    players_of,
    question_index,
    questions_of,
)
from scoring.positions import likely, positions
from scoring.positions.field_types import is_marks, meant
from scoring.positions.findings import Finding, Squares, Where
from scoring.positions.json_models import Fix
from scoring.positions.partial import so_far
from scoring.positions.positions import PositionFile, Report
from scoring.positions.result import Part, Standing
from scoring.web.entry import plain_json

Kind = Literal[
    "players", "number", "flag", "choice", "text", "marks", "counts", "picks", "list", "page"
]


class Item(Model, frozen=True):
    """A place in the position that is asked for."""

    path: str
    """The dotted path into the position."""
    words: str
    """What is asked, in the words of the printed sheets, without the player's name."""
    rule: str
    """The clause that it is judged by."""
    kind: Kind
    """What may stand there: a number, a flag, one of a list, several of one (marks), numbers by
    keys (counts), one of a list by keys (picks), a list in order, the rows of a page."""
    seat: int | None
    """The seat of the player that it is asked of, counting from 0; null for the whole table."""
    hint: str = ""
    """How to answer, where the words do not say it."""
    list: str = ""
    """The name of the list that it is chosen from, if there is one."""
    keys: tuple[Titled, ...] = ()
    """The keys that a mapping may have."""
    rows: int = 0
    """How many rows a page has, or places a list; 0 for as many as one likes."""
    columns: int = 0
    """How many squares a row has."""
    spare: bool = False
    """Whether it may be left out."""
    not_played: bool = False
    """Whether it is a round, of which it may be said that it was not played."""
    rest: str = ""
    """The path of the counts, of yes and no, or of the rounds that it is among, if those that are
    open may be answered with 0, no or "not played" at once."""
    sum: bool = False
    """Whether it is something that a score pad adds up."""
    open: bool = False
    """Whether its answer is missing."""


class Fault(Model, frozen=True):
    """A broken clause."""

    rule: str
    """Its ID."""
    path: str
    """The place in the position."""
    item: str
    """The path of the item that it is at; empty if it is at none."""
    words: str
    """What is wrong and what was expected."""
    also: tuple[str, ...] = ()
    """Further places that are at fault together with it."""
    squares: Squares = ()
    """In a page those at fault, by row and column from 1."""


class Total(Model, frozen=True):
    """A player's points in words."""

    player: str
    words: str
    """The points: ``12``, ``no score``."""
    exact: bool
    """Whether no answer is open; else it is what there is so far."""


class PlayerResult(Model, frozen=True):
    """The result of a player."""

    place: int
    player: str
    total: int | None
    out: bool
    parts: tuple[Part, ...]
    notes: tuple[str, ...]


class Outcome(Model, frozen=True):
    """The score of a position without blanks or faults."""

    verdict: str
    """Who won, or leads, and why."""
    ties: str
    """How ties are decided."""
    final: bool
    """Whether the game is over."""
    provisional: tuple[str, ...]
    """Why it is not final."""
    places: tuple[PlayerResult, ...]
    """The players, the best first."""
    notes: tuple[str, ...]
    """What is to be said of the whole table."""


class View(Model, frozen=True):
    """A position under entry."""

    game: str
    """The name of the game."""
    title: str
    """Its title."""
    least: int
    """The fewest players."""
    most: int
    """The most players."""
    position: dict[str, Any]
    """The position as a file has it."""
    items: tuple[Item, ...]
    """What is asked, in the order of counting."""
    lists: dict[str, tuple[Titled, ...]]
    """What is chosen from."""
    faults: tuple[Fault, ...]
    """Broken clauses."""
    warnings: tuple[Fault, ...]
    """What breaks no clause, but may well be a mistake."""
    missing: int
    """How many answers are open."""
    totals: tuple[Total, ...]
    """What the players have, in the order of seats; empty while a clause is broken."""
    fixes: tuple[Fix, ...]
    """Likely corrections."""
    outcome: Outcome | UnsetType = UNSET
    """The score, once there is one."""


def view_of(entry: PositionFile) -> View:
    """Return the view of a position for a page."""
    game, model = entry.game, questions_of(entry.game)
    table = {one.where for one in asked(model, entry.position, sums=False)}
    questions = [*asked(model, entry.position, sums=True)]
    lists: dict[str, tuple[Titled, ...]] = {}
    items = tuple([item(model, entry.position, one, lists, table) for one in questions])
    bounds = game.head.players
    return View(
        game=game.id,
        title=game.title,
        least=bounds.min,
        most=bounds.max,
        position=plain_json(entry.position),
        items=items,
        lists=lists,
        missing=sum(one.open for one in items),
        **judgement(entry, questions),
    )


def judgement(entry: PositionFile, questions: Sequence[Question]) -> dict[str, Any]:
    """Return the fields of a view that say what is right and what it scores.

    If our code fails, the log has why and the page one line, and all that is entered is kept.
    """
    try:
        whole = judged(entry)
        report = positions.check(whole)
        return {
            "faults": tuple([fault(questions, one) for one in report.findings]),
            "warnings": tuple([fault(questions, one) for one in report.warnings]),
            "totals": totals(whole, report),
            "fixes": likely.fixes(whole, report.findings) if report.findings else (),
            "outcome": outcome(whole, report) if report.sound else UNSET,
        }
    except Exception as error:
        getLogger(__name__).exception("A table of %s cannot be scored", entry.game.id)
        told = (Total("", failure_in_words(error), exact=True),)
        return {"faults": (), "warnings": (), "totals": told, "fixes": ()}


def failure_in_words(error: Exception) -> str:
    """Return the line that a page shows for an error that nobody foresaw."""
    why = f"{type(error).__name__}: {error}"
    return f"The score pad failed here ({shorten(why)}); its log has more."


def judged(entry: PositionFile) -> PositionFile:
    return replace(entry, position=questions_of(entry.game).judged(entry.position))


def asked(model: Questions, position: Any, *, sums: bool) -> Iterator[Question]:
    """Yield the questions: one for a page, and one for each row of check boxes."""
    for one in model.of(position, sums=sums):
        if one.row:
            continue
        kind = bare_type(model.kind(one.where))
        if isinstance(kind, inspect.DictType) and is_marks(kind.value_type):
            for key in model.keys(position, one.where) or ():
                words = f"{one.words}, {model.called(key)}"
                row = one.asked._replace(spare=True)
                yield Question((*one.where, key), words, row)
        else:
            yield one


def item(
    model: Questions,
    position: Any,
    one: Question,
    lists: dict[str, tuple[Titled, ...]],
    table: AbstractSet[Where],
) -> Item:
    """Return a question as an item, and add its choices to ``lists``."""
    kind = kind_of(model, one.where)
    seat = int(one.where[1]) if one.where[0] == PLAYERS[0] and len(one.where) > 1 else None
    values, words = model.values(one.where, position), {*model.values(one.where, None)}
    titled = model.named(values)  # but a player's name is no ID
    named = tuple([(value, title if value in words else value) for value, title in titled])
    name = one.asked.path if named and kind in ("choice", "marks", "picks", "list") else ""
    if name:
        name = next((known for known, same in lists.items() if same == named), name)
        lists[name] = named
    keys = model.keys(position, one.where) if kind in ("counts", "picks") else None
    return Item(
        path=".".join(one.where),
        words=own_words(one, position, seat),
        rule=one.asked.rule,
        kind=kind,
        seat=seat,
        hint=one.asked.hint,
        list=name,
        keys=model.named(keys or ()),
        rows=model.rows(one.where) or model.places(one.where),
        columns=model.columns(one.where),
        spare=one.asked.spare,
        not_played=meant("-", model.kind(one.where)) == NOT_PLAYED,
        rest="" if one.asked.spare else model.rest(one.where),
        sum=one.where not in table,
        # a page is open as long as any of its rows is
        open=not one.asked.spare and one._replace(row=None).is_open(position),
    )


def own_words(one: Question, position: Any, seat: int | None) -> str:
    """Return a question's words without the player's name, and for a page without the row."""
    words = one.words
    if seat is not None:
        name = players_of(position)[seat].name or f"player {seat + 1}"
        words = words.removeprefix(f"{name}: ")
    return words if one.row is None else one.asked.words


def kind_of(model: Questions, where: Where) -> Kind:
    info = model.kind(where)
    kind = bare_type(info)
    if where == PLAYERS:
        return "players"
    if model.rows(where) and isinstance(kind, inspect.StrType):
        return "page"
    if isinstance(kind, inspect.BoolType):
        return "flag"
    if isinstance(kind, inspect.IntType):
        values = model.values(where, None)  # of some games also who has what no player has
        return "choice" if values and all(map(str.isdecimal, values)) else "number"
    if isinstance(kind, inspect.DictType):
        return "counts" if isinstance(bare_type(kind.value_type), inspect.IntType) else "picks"
    if isinstance(kind, inspect.VarTupleType):
        return "marks" if is_marks(info) else "list"
    return "choice" if isinstance(kind, inspect.LiteralType | inspect.StrType) else "text"


def fault(questions: Sequence[Question], found: Finding) -> Fault:
    at = question_index(questions, found.where) if questions else None
    item = ".".join(questions[at].where) if at is not None else ""
    also = tuple(map(".".join, found.also))
    return Fault(found.rule, found.path, item, found.text, also, found.squares)


def totals(whole: PositionFile, report: Report) -> tuple[Total, ...]:
    """Return the players' points, so far or in the end."""
    found = () if report.findings else so_far(whole.game, whole.position)
    return tuple([Total(player, points, not report.unanswered) for player, points in found])


def outcome(whole: PositionFile, report: Report) -> Outcome:
    result = positions.outcome(whole, report)
    return Outcome(
        verdict=result.verdict,
        ties=str(result.chain) if result.chain else "",
        final=report.final,
        provisional=report.provisional,
        places=tuple(map(player_result, result.standings)),
        notes=result.notes,
    )


def player_result(one: Standing) -> PlayerResult:
    tally = one.tally
    return PlayerResult(one.place, one.player, one.total, tally.out, tally.parts, tally.notes)
