"""The questions about a table at the end of a game, in the order in which people count.

The ``questions.py`` of a game gives their order, the words of its printed sheets and the clauses;
the possible answers follow from the model of its positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, cast

from msgspec import UNSET, inspect
from msgspec.structs import replace

from card_data import Game
from card_data.reading.decode import bare_type
from scoring import games
from scoring.positions.display import titles_of
from scoring.positions.field_types import names_in, step_into
from scoring.positions.findings import Finding, Where
from scoring.positions.paths import child, child_at, put
from scoring.positions.rules import rules_of

PLAYERS: Where = ("players",)
EACH = "players.*."  # begins the paths of what is asked of each player
ANY = "*"
Titled = tuple[str, str]  # a value and what people call it


class QuestionTemplate(NamedTuple):
    """A place of positions that is asked for.

    ``path`` may have a ``*`` for any player, and one at its end for each key or place inside.
    ``words`` are those of the printed sheet, with ``{}`` for what the last ``*`` stands for.
    ``rule`` is the clause that it is scored by, ``hint`` says how to answer. ``spare``: it may be
    left out, and a dash takes it out again. ``opposite`` is the question of which the answer is yes
    where that of ``words`` is no; on a terminal it is asked instead.
    """

    path: str
    words: str
    rule: str
    hint: str = ""
    spare: bool = False
    opposite: str = ""


def still_running(rule: str, what: str = "game") -> QuestionTemplate:
    """Return the question whether a game still goes on."""
    words, opposite = f"Does the {what} still go on?", f"Is the {what} over?"
    return QuestionTemplate("running", words, rule, opposite=opposite)


class Question(NamedTuple):
    """A question: the place that its answer goes to, and for a page which of its rows."""

    where: Where
    words: str
    asked: QuestionTemplate
    row: int | None = None

    def value(self, position: Any) -> Any:
        """Return the answer; None if there is none yet."""
        value = child_at(position, self.where)
        if self.where == PLAYERS:
            return tuple([one.name for one in value]) if value else None
        if self.row is None or value is None:
            return value
        return dict(enumerate(rows_of(value))).get(self.row) or None

    def is_open(self, position: Any) -> bool:
        """Return whether the answer is missing; what a mapping or an optional list leaves out is
        not."""
        inside = position
        for step in self.where:
            if inside == () or (isinstance(inside, dict) and step not in map(str, inside)):
                return False
            inside = child(inside, step)
        return self.value(position) is None

    def answered(self, position: Any, value: Any) -> Any:
        if self.where == PLAYERS:
            return replace(position, players=seats(position, value))
        if self.row is not None:
            page = child_at(position, self.where)
            rows = rows_of(page) if page else []
            rows += [""] * (self.row + 1 - len(rows))  # as a row stands that is still open
            several = (value or "").split("\n")
            rows[self.row : self.row + len(several)] = several
            value = "\n".join(rows) if any(rows) else None
        *way, last = self.where
        inside = child_at(position, tuple(way))
        if isinstance(inside, tuple) or (inside is None and last.isdecimal()):
            items = [*(inside or ())]
            items += [None] * (int(last) - len(items))
            items[int(last) : int(last) + 1] = [] if value is UNSET else [value]
            return put(position, tuple(way), tuple(items))
        return put(position, self.where, value)


class Questions:
    """The questions of a game; its ``questions.py`` has a class of its own, ``GameQuestions``.

    ``asked`` is what lies on the table, ``sums`` what a score pad adds up, both in order.
    """

    asked: Sequence[QuestionTemplate]
    sums: Sequence[QuestionTemplate]

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.titles = titles_of(game)
        self.info = inspect.type_info(rules_of(game).Position)

    # what a game may say otherwise

    def keys(self, position: Any, where: Where) -> Sequence[str] | None:
        """Return the keys inside a place that are asked for one by one; None while they are
        unknown."""
        return names_in(bare_type(self.kind(where)))

    def called(self, key: str) -> str:
        """Return a key in words."""
        return key.replace("_", " ")

    def values(self, where: Where, position: Any) -> Sequence[str]:
        """Return the possible answers at a place, or items of its list or mapping: the choices of
        its type, or else the players."""
        kind = bare_type(self.kind(where))
        if isinstance(kind, inspect.DictType):
            kind = bare_type(kind.value_type)
        if isinstance(kind, inspect.VarTupleType):
            kind = bare_type(kind.item_type)
        if isinstance(kind, inspect.LiteralType):
            return [*map(str, kind.values)]
        return [one.name for one in players_of(position) if one.name]

    def rows(self, where: Where) -> int:
        """Return how many rows the page at a place has; 0 if there is no page."""
        return 0

    def places(self, where: Where) -> int:
        """Return how many places the list at a place has; 0 if there is no limit."""
        return 0

    def columns(self, where: Where) -> int:
        """Return how many squares a row of the page at a place has."""
        return 0

    def rest(self, where: Where) -> str:
        """Return the path of the mapping of counts, or of yes and no, that a place is in, if all
        that are open there may be answered with 0 or no at once; empty for another place."""
        around, kind = bare_type(self.kind(where[:-1])), bare_type(self.kind(where))
        several = isinstance(around, inspect.DictType)
        counts = several and isinstance(kind, inspect.IntType | inspect.BoolType)
        return ".".join(where[:-1]) if counts else ""

    def judged(self, position: Any) -> Any:
        """Return a position without the answers that are incomplete and so cannot be judged."""
        return position

    def at_once(self, question: Question, value: Any) -> Iterator[Finding]:
        """Return the findings about a single row of a page."""
        return iter(())

    # for all games

    def kind(self, where: Where) -> inspect.Type:
        """Return the type of the value at a place."""
        info = self.info
        for step in where:
            info = step_into(bare_type(info), step) or inspect.AnyType()
        return info

    def of(self, position: Any, *, sums: bool) -> list[Question]:
        """Return all questions that can be asked by the answers so far."""
        found: list[Question] = []
        for asked in (self.asked, self.sums if sums else ()):
            for each, some in groupby(asked, key=lambda one: one.path.startswith(EACH)):
                group = [*some]
                found += (self.of_players if each else self.some)(position, group)
        return found

    def of_players(self, position: Any, group: Sequence[QuestionTemplate]) -> Iterator[Question]:
        """Yield the questions to the players, one player after the other."""
        for seat, one in enumerate(players_of(position)):
            who = one.name or f"player {seat + 1}"
            own = [asked._replace(path=asked.path.replace(ANY, str(seat), 1)) for asked in group]
            for question in self.some(position, own):
                yield question._replace(words=f"{who}: {question.words}")

    def some(self, position: Any, group: Iterable[QuestionTemplate]) -> Iterator[Question]:
        for asked in group:
            *way, last = asked.path.split(".")
            if last == ANY:
                for key in self.keys(position, tuple(way)) or ():
                    yield Question((*way, key), asked.words.format(self.called(key)), asked)
            elif rows := self.rows((*way, last)):
                for row in range(rows):
                    words = f"{asked.words}, row {row + 1}"
                    yield Question((*way, last), words, asked, row)
            else:
                yield Question((*way, last), asked.words, asked)

    def complete(self, position: Any) -> Any:
        """Return the position with a null for each unanswered key that is asked for one by one."""
        for asked in self.asked:
            *way, last = asked.path.split(".")
            if last != ANY:
                continue
            seats = range(len(players_of(position))) if asked.path.startswith(EACH) else [0]
            for seat in seats:
                where = tuple([str(seat) if step == ANY else step for step in way])
                keys, inside = self.keys(position, where), child_at(position, where)
                if isinstance(bare_type(self.kind(where)), inspect.DictType) and keys is not None:
                    position = put(position, where, {**dict.fromkeys(keys), **(inside or {})})
        return position

    def choices(self, where: Where, position: Any) -> dict[str, str]:
        """Return the possible answers, or items of a list or mapping, by the texts that mean
        them."""
        return self.by_text(self.values(where, position))

    def key_choices(self, where: Where, position: Any) -> dict[str, str]:
        """Return the possible keys of a mapping by the texts that mean them."""
        mapping = isinstance(bare_type(self.kind(where)), inspect.DictType)
        return self.by_text(self.keys(position, where) or ()) if mapping else {}

    def by_text(self, values: Iterable[str]) -> dict[str, str]:
        """Return values by the texts that mean them, in small letters: themselves and their
        titles."""
        found = {title.casefold(): one for one, title in self.named(values)}
        return found | {one.casefold(): one for one in found.values()}

    def named(self, values: Iterable[str]) -> tuple[Titled, ...]:
        """Return values with their titles, or else what people call them; a number stays as it
        is."""
        return tuple(
            [
                (one, self.titles.get(one) or (one if one.isdecimal() else self.called(one)))
                for one in values
            ]
        )


def players_of(position: Any) -> Sequence[Any]:
    """Return the entries of the players; none in a solitaire."""
    return getattr(position, "players", None) or ()


def rows_of(page: str) -> list[str]:
    return page.removesuffix("\n").split("\n")


def seats(position: Any, names: Sequence[str | None]) -> Any:
    """Return entries for players of these names: the former ones by their seats, then new ones."""
    kind = bare_type(step_into(inspect.type_info(type(position)), "players") or inspect.AnyType())
    assert isinstance(kind, inspect.VarTupleType)
    entry = cast(inspect.StructType, bare_type(kind.item_type)).cls
    before = dict(enumerate(players_of(position)))
    return tuple([replace(before.get(at, entry()), name=name) for at, name in enumerate(names)])


def questions_of(game: Game[Any]) -> Questions:
    found = games.game_module(game, "questions")
    if game.scoresheet is not None:
        return cast(Questions, found.SheetQuestions(game, game.scoresheet))
    return cast(Questions, found.GameQuestions(game))


def find_question(questions: Sequence[Question], words: str, after: int) -> int | None:
    """Return the index of the question in which each of these words begins a word. Of several it is
    that with most of them as whole words, then the first one after the index ``after``, or else
    from the beginning; None if there is none, or no word.

    >>> one = QuestionTemplate("players.0.books.A", "books of set A", "WA-6.1")
    >>> asked = [Question((), f"{name}: books of set A", one) for name in ("Ann", "Bo")]
    >>> [find_question(asked, words, 0) for words in ("bo set", "set", "bo pages", "-")]
    [1, 1, None, None]
    """
    wanted = re.findall(r"\w+", words.casefold())
    if not wanted:
        return None
    order = [*range(after + 1, len(questions)), *range(min(after + 1, len(questions)))]
    found: dict[int, int] = {}
    for at in order:
        own = re.findall(r"\w+", questions[at].words.casefold())
        if all(any(word.startswith(one) for word in own) for one in wanted):
            found[at] = sum(one in own for one in wanted)
    return max(found, key=found.__getitem__, default=None)


def question_index(questions: Sequence[Question], where: Where, row: int = 0) -> int | None:
    """Return the index of the question whose answer is at a place, around it or inside it; on a
    page that of a row, counting from 1. None if there is none."""

    def nearness(at: int) -> tuple[int, bool, int]:
        own = questions[at].where
        around = own == where[: len(own)]
        inside = where == own[: len(where)]
        return (len(own) if around else int(inside), questions[at].row == row - 1, -at)

    best: int = max(range(len(questions)), key=nearness)
    return best if nearness(best)[0] else None
