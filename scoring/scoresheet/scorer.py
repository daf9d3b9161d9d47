"""A game with a ``score.yaml`` as `scoring.positions.rules.Rules`: positions, check and score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product, takewhile
from typing import Any

from msgspec import UNSET

from card_data import Game
from card_data.scoresheet.model import Level
from card_data.scoresheet.ranges import UnansweredError
from card_data.scoresheet.sheet import Constraint, Field, Scoresheet
from card_data.scoresheet.table import NOT_PLAYED, ROUNDS
from card_data.text import plural
from scoring.cache import cache_per_data
from scoring.positions.findings import Finding, Where
from scoring.positions.paths import child_at
from scoring.positions.players import check_names, check_player_count, unknown_player
from scoring.positions.result import Result
from scoring.positions.rules import Layer
from scoring.scoresheet import form, scores
from scoring.scoresheet.position_type import (
    NO_ONE,
    answer_at,
    position_type,
    single_answers,
    with_every_row,
)
from scoring.scoresheet.values import Values, range_of


class Scorer:
    """The rules of one game, made from its score sheet."""

    def __init__(self, game: Game[Any], sheet: Scoresheet) -> None:
        self.sheet, self.seats = sheet, game.head.players
        self.Position = position_type(game.id, sheet)
        self.values = Values(sheet)
        self.LAYERS: Mapping[str, Layer] = {
            "players": self.players,
            "fields": self.fields,
            "rules": self.rules,
            "score pad": self.score_pad,
        }

    # as the protocol has it

    def blank(self, game: Game[Any]) -> str:
        """Return an empty position as commented YAML: every answer ``null``."""
        return form.blank(game, self.sheet)

    def unfinished(self, position: Any, game: Game[Any]) -> Iterator[str]:
        """Yield why the score of a sound position is provisional."""
        for one in self.broken(position, "unfinished"):
            yield f"provisional score: {one.message} ({one.rule})"

    def score(self, position: Any, game: Game[Any]) -> Result:
        """Return the score of a sound position; an open answer counts as nothing, and so does a
        part that depends on other players and on an open answer."""
        names = [one.name or "" for one in position.players or ()]
        table = self.values.table(position)
        try:
            return scores.Scores(self.values, table, names).result()
        except UnansweredError:
            apart = [[self.values.settled(position, seat), table] for seat in range(len(names))]
            return scores.Scores(self.values, self.values.settled(position), names, apart).result()

    def warnings(self, position: Any) -> Iterator[Finding]:
        """Yield broken constraints that are only worth a warning."""
        return self.broken(position, "warning")

    def with_every_row(self, position: Any) -> Any:
        """Return the position with its value in each row that a field leaves out."""
        return with_every_row(position, self.sheet)

    # the check

    def players(self, position: Any, game: Game[Any]) -> Iterator[Finding]:
        """Yield findings about the number of the players and their names."""
        if position.players is not None:
            yield from check_player_count(len(position.players), game, self.sheet.clause)
            names = [one.name for one in position.players]
            yield from check_names(names, self.sheet.clause, ("name",))

    def fields(self, position: Any, game: Game[Any]) -> Iterator[Finding]:
        """Yield answers that are impossible in their fields."""
        noted = self.values.table(position).noted
        doubtful = [
            field
            for field, values in zip(self.sheet.fields.values(), noted, strict=True)
            if not within_bounds(field, values)
        ]
        if not doubtful:
            return
        names = [one.name for one in position.players or ()]
        entries: list[tuple[Where, Level, Any]] = [((), "table", position)]
        for seat, one in enumerate(position.players or ()):
            entries.append((("players", str(seat)), "player", one))
        for where, level, entry in entries:
            for field in doubtful:
                if field.level == level:
                    value = getattr(entry, field.name)
                    yield from self.field(field, value, (*where, field.name), names)

    def field(
        self, field: Field, value: Any, where: Where, names: Sequence[str | None]
    ) -> Iterator[Finding]:
        if value is None:
            return
        if ROUNDS in field.over:
            yield from self.rounds(field, value, where)
        if field.over and needs_answer(field):
            yield from self.left_out(field, value, where)
        seen: set[Any] = set()
        for path, one in single_answers(field, value, where):
            message = ""
            if field.holds == "number":
                message = out_of_bounds(field, one, path[len(where) :])
            elif field.holds == "player" and one not in (NO_ONE, *names) and None not in names:
                message = f"found {unknown_player(one, names)}"
            if field.marks and (path[:-1], one) in seen:
                message = f"{one} is marked twice"
            seen.add((path[:-1], one))
            if message:
                yield Finding(field.clause, path, message)

    def rounds(self, field: Field, value: Any, where: Where) -> Iterator[Finding]:
        """Yield findings about more or fewer rounds than there are; an optional field may have
        none."""
        expected = len(self.sheet.keys[ROUNDS])
        found = [(where, value)]
        for _ in field.over[:-1]:
            found = [
                ((*path, str(key)), one)
                for path, inside in found
                for key, one in (inside or {}).items()
            ]
        for path, rounds in found:
            if rounds is None or len(rounds) == expected or (field.optional and not rounds):
                continue
            message = f"found {plural(len(rounds), 'round')}, expected {expected}"
            if len(rounds) < expected and field.may_be_not_played:
                message += f"; write {NOT_PLAYED} for a round that was not played"
            yield Finding(field.clause, path, message)

    def left_out(self, field: Field, value: Any, where: Where) -> Iterator[Finding]:
        """Yield findings about rows that are left out though they need an answer."""
        keys = [self.sheet.keys[over] for over in field.over if over != ROUNDS]
        for steps in product(*keys):
            if answer_at(value, steps, UNSET) is UNSET:
                message = f"{', '.join(steps)} is left out: expected {expected(field, steps)}"
                yield Finding(field.clause, where, message)

    def rules(self, position: Any, game: Game[Any]) -> Iterator[Finding]:
        """Yield broken constraints."""
        return self.broken(position, "wrong")

    def broken(self, position: Any, strictness: str) -> Iterator[Finding]:
        """Yield the broken constraints of one strictness."""
        must = [one for one in self.sheet.must if one.strictness == strictness]
        number, bounds = len(position.players or ()), self.seats
        if not must or not bounds.min <= number <= bounds.max:
            return
        table = self.values.settled(position, instead=range_of)
        for one in must:
            for player, rows in self.values.broken(one, table):
                words = self.values.words_so_far(one.say, table, player, rows)
                where, *also = self.places(one, position, player, dict(rows))
                yield Finding(one.clause, where, words, also=tuple(also))

    def places(
        self, one: Constraint, position: Any, player: int, rows: Mapping[str, int]
    ) -> list[Where]:
        """Return the places to blame for a broken constraint: of the players' fields in one of the
        table, those with an answer other than 0."""
        seats = range(len(position.players)) if one.level == "table" else [player]
        found: list[Where] = []
        for field in map(self.sheet.fields.__getitem__, one.at):
            down = takewhile(rows.__contains__, field.over)
            steps = [
                str(rows[one]) if one == ROUNDS else self.sheet.keys[one][rows[one]] for one in down
            ]
            inside = (field.name, *steps)
            each = [("players", str(seat), *inside) for seat in seats]
            found += each if field.level == "player" else [inside]
        own: list[Where] = [("players", str(player)) if one.level == "player" else ("players",)]
        return [where for where in found if child_at(position, where)] or found or own

    def score_pad(self, position: Any, game: Game[Any]) -> Iterator[Finding]:
        """Yield points on the score pad that are wrong, if nothing else is."""
        entries = position.players or ()
        added = [
            seat for seat, one in enumerate(entries) if one.points or isinstance(one.total, int)
        ]
        if not added:
            return
        layers = (self.players, self.fields, self.rules)
        if any(True for layer in layers for _ in layer(position, game)):
            return
        names = [one.name or f"player {at}" for at, one in enumerate(entries, 1)]
        found = scores.Scores(self.values, self.values.table(position), names)
        for seat in added:
            yield from scores.check_score_pad(found, seat, entries[seat])


@cache_per_data
def scorer_of(game: Game[Any]) -> Scorer:
    """Return the rules of a game with a score sheet."""
    assert game.scoresheet is not None
    return Scorer(game, game.scoresheet)


def within_bounds(field: Field, values: Sequence[Any]) -> bool:
    """Check quickly whether all numbers of a field are within bounds; ``values`` are by seat, none
    without players."""
    if field.holds != "number" or field.marks or field.mosts or ROUNDS in field.over:
        return False
    numbers = values
    for _ in field.over:
        numbers = [*chain.from_iterable(numbers)]
    if not numbers or None in numbers:
        return not numbers and field.level == "player"
    return min(numbers) >= field.least and (field.most is None or max(numbers) <= field.most)


def needs_answer(field: Field) -> bool:
    """Check whether the rows of a field cannot be left out, as nothing is no possible answer."""
    if field.marks:
        return False
    if field.holds == "choice":
        return not field.optional
    return field.holds == "number" and out_of_bounds(field, 0) != ""


def out_of_bounds(field: Field, number: int, keys: Sequence[str] = ()) -> str:
    """Return what is wrong with a number in a row, or an empty text."""
    most = field.most_in(keys)
    if number >= field.least and (most is None or number <= most):
        return ""
    return f"found {number}, expected {expected(field, keys)}"


def expected(field: Field, keys: Sequence[str] = ()) -> str:
    """Describe the allowed values of a field in a row."""
    most = field.most_in(keys)
    if field.holds == "choice":
        return f"one of {', '.join(field.choices)}"
    if most is None:
        return f"at least {field.least}"
    return f"a number from {field.least} to {most}"
