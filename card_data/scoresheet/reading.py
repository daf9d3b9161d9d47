"""``score.yaml`` read: its names looked up, its expressions made into functions of a table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from math import prod
from pathlib import PurePath
from typing import Any, NamedTuple, cast

from card_data.limits import LARGEST_COUNT, LARGEST_VALUE, MOST_DIMENSIONS, MOST_ROUNDS
from card_data.model import GameData, Head, fields_of, table_names
from card_data.placeholders import PLACEHOLDER
from card_data.problems import (
    DataError,
    Problem,
    Problems,
    did_you_mean,
    quote,
    shorten,
)
from card_data.reading.documents import Document, Steps, parse
from card_data.scoresheet.functions import ImpossibleError
from card_data.scoresheet.model import (
    DefineEntry,
    FieldEntry,
    Level,
    MustEntry,
    ScoreFile,
    TieEntry,
    WinsEntry,
    WorthEntry,
)
from card_data.scoresheet.names import (
    MARK,
    NUMBER,
    PART,
    PLAYER,
    RESERVED,
    TABLE,
    TEXT,
    TOTAL,
    TRUTH,
    WHOLE,
    Kind,
    NamedValue,
    Names,
    Scope,
    columns_of,
    texts_of,
    values_of,
)
from card_data.scoresheet.parser import EchoError, Parsed, Parser, WrongError
from card_data.scoresheet.sheet import (
    By,
    Constraint,
    Elimination,
    Field,
    Grade,
    Holds,
    Phrase,
    PhraseValue,
    PhraseWords,
    ScorePart,
    Scoresheet,
    Tie,
    Wins,
)
from card_data.scoresheet.table import (
    NONE,
    NOT_PLAYED,
    ROUNDS,
    Run,
    ScoredTable,
    cached,
    noted_value,
    total,
)

IN_POSITIONS = frozenset(  # keys of a position or of a player's entry in it that no field may have
    ("game", "players", "running", "data", "rules_version", "options", "name", "points", "out")
)
POINTS = Kind(WHOLE)  # of a part, and of all parts
UNREAD = Parsed(lambda table: None, POINTS, 0)  # in place of an expression with a problem


class Expression(NamedTuple):
    """An expression that was read: what gives its value, what was read of it, by which parser;
    without a meaning unless it is ``sound``."""

    run: Run
    read: Parsed
    parser: Parser
    sound: bool = True


class ScoreReader:
    """Reads a `ScoreFile` for a game; collects every problem with its place in the file."""

    def __init__(
        self,
        file: ScoreFile,
        head: Head,
        data: GameData,
        clauses: Collection[str],
        document: Document,
        problems: Problems,
    ) -> None:
        self.file, self.head, self.clauses = file, head, clauses
        self.document, self.problems = document, problems
        own, kind = fields_of(data), type(data)
        rows = {table: own[table] for table in table_names(kind)}
        tables = {name: columns_of(head.tables.get(name, {}), rows[name]) for name in rows}
        options = fields_of(own.get("options", {}))
        values = values_of(own.get("numbers"), options)
        wins = file.wins
        fewest = wins.fewest is not None if isinstance(wins, WinsEntry) else wins == "fewest"
        self.names = Names(values, tables, texts_of(options), fewest_win=fewest)
        self.fields: dict[str, Field] = {}
        self.within: dict[str, tuple[str, ...]] = {}  # the fields in each definition
        name = PurePath(document.file).name
        self.again = read_again, (file, head, data, tuple(clauses), name, document.source)

    def read(self) -> Scoresheet:
        """The score sheet; of use only if there are no problems."""
        file = self.file
        clause = self.clause(file.clause, ("clause",))
        levels: tuple[Level, ...] = ("player", "table")
        for level in levels:
            for name, entry in getattr(file.noted, level).items():
                self.field(name, entry, level)
        if any(ROUNDS in one.over for one in self.fields.values()):
            self.names.rounds = self.names.rounds or 1  # where how many there are is wrong
        self.definitions()
        must = tuple([self.constraint(one, ("must", at)) for at, one in enumerate(file.must)])
        parts = tuple(self.parts())
        out = self.out()
        teams = self.teams()
        wins = self.wins()
        ties = [self.tie(one, ("ties", at)) for at, one in enumerate(file.ties)]
        known = self.names.known
        gone_over = [*[one.over for one in known.values()], *[one.over for one in must]]
        over = dict.fromkeys([one for several in gone_over for one in several])
        return Scoresheet(
            clause,
            self.fields,
            {name: one.run for name, one in known.items() if name not in self.fields},
            must,
            parts,
            out,
            teams,
            wins,
            wins.by if wins.value is None else self.points(),
            tuple([one for one in ties if one]),
            self.clause(file.shared, ("shared",)),
            {name: self.names.keys(name) for name in over},
            self.again,
        )

    # problems

    def add_error(self, message: str, path: Steps, at: int | None = None) -> None:
        """Keep a problem; ``at`` is its place in the text there."""
        place = self.document.place(path)
        if at is not None:
            place["line"], place["column"] = self.document.inside(path, at)
        self.problems.add(message, **place)

    def clause(self, name: str | None, path: Steps) -> str:
        """A clause of the game's rules; the one for all without one."""
        if name is None:
            return self.file.clause
        if name not in self.clauses:
            self.add_error(f"no clause {quote(name)}{did_you_mean(name, self.clauses)}", path)
        return name

    def free(self, name: str, path: Steps) -> bool:
        """Whether a name is free for a field or a definition."""
        message = ""
        if name in RESERVED:
            message = f"{name} is a reserved word"
        elif name in self.names.known:
            message = f"{name} is the name of another field or definition"
        elif name in self.names.tables:
            message = f"{name} is a table of the game"
        elif name in self.names.values:
            message = f"{name} is a number of the game"
        elif name in IN_POSITIONS:
            message = f"{name} is a reserved word in positions"
        if message:
            self.add_error(f"{message}: choose another name", path)
        return not message

    # expressions

    def expression(
        self, text: str, path: Steps, scope: Scope, *kinds: str, braces: re.Match[str] | None = None
    ) -> Expression:
        """An expression with a single value of one of these kinds; in ``braces`` inside a text
        words may follow it."""
        parser = Parser(text, self.names, scope, rest=braces is not None)
        before = f"{shorten(braces[0])}: " if braces else ""
        start = braces.start(1) if braces else 0
        if scope.wrong:
            return Expression(UNREAD.run, UNREAD, parser, sound=False)
        try:
            found = parser.want(parser.read(), *kinds)
        except WrongError as error:
            if not isinstance(error, EchoError):
                self.add_error(before + str(error), path, start + error.at)
            return Expression(UNREAD.run, UNREAD, parser, sound=False)
        return Expression(self.placed(found.run, path, start), found, parser)

    def placed(self, run: Run, path: Steps, at: int) -> Run:
        """Return ``run`` so that it raises `DataError`, with the place, for an impossible value."""
        file = self.document.file
        line, column = self.document.inside(path, at)

        def value(table: ScoredTable) -> Any:
            try:
                return run(table)
            except ImpossibleError as error:
                place = Problem(message=str(error), file=file, line=line, column=column + error.at)
                raise DataError(place) from None

        return value

    def constant(
        self, text: str, path: Steps, least: int, most: int, over: tuple[str, ...] = ()
    ) -> int | None:
        """A whole number that does not depend on what is noted, nor on a row of what it goes
        ``over``; None if there is a problem."""
        told = self.expression(text, path, Scope(False, over), WHOLE)
        number: int | None = told.read.value
        if not told.sound:
            return None
        if number is None:
            self.add_error("expected a number that is known before the game, such as 18", path)
        elif not least <= number <= most:
            self.add_error(f"found {number:,}, expected a number from {least:,} to {most:,}", path)
        else:
            return number
        return None

    def phrase(self, text: str, path: Steps, scope: Scope) -> Phrase:
        """A text with values in braces."""
        found: list[PhraseWords | PhraseValue] = []
        end = 0
        for match in PLACEHOLDER.finditer(text):
            found += [PhraseWords(text[end : match.start()])] if match.start() > end else []
            end = match.end()
            kinds = (WHOLE, NUMBER, TEXT, PLAYER)
            told = self.expression(match[1], path, scope, *kinds, braces=match)
            if told.sound:
                noun = match[1][told.parser.next.at :].strip()
                found.append(PhraseValue(told.run, noun, player=told.read.kind.name == PLAYER))
        found += [PhraseWords(text[end:])] if end < len(text) else []
        self.look_for_strays(text, path)
        return tuple(found)

    def look_for_strays(self, text: str, path: Steps) -> None:
        """Look at what is left of a text without its values for half of a pair of braces."""
        left = PLACEHOLDER.sub(lambda match: " " * len(match[0]), text)
        if (at := left.find("{")) >= 0:
            self.add_error(f"a closing }} is missing: {shorten(text[at:])}", path, at)
        elif (at := left.find("}")) >= 0:
            self.add_error("a { is missing before this }", path, at)

    # fields

    def over(
        self, each: str | tuple[str, ...] | None, path: Steps, rounds: str | None = None
    ) -> tuple[str, ...]:
        """The tables for each row of which there is a value. ``rounds`` is what to say if those are
        named among them; empty if they may be."""
        given = (each,) if isinstance(each, str) else each or ()
        tables = (*self.names.tables, *([ROUNDS] if rounds == "" else ()))
        if len(given) > MOST_DIMENSIONS:
            self.add_error(f"found {len(given)} tables, expected at most {MOST_DIMENSIONS}", path)
        for at, name in enumerate(given[:MOST_DIMENSIONS]):
            if name not in tables:
                here = path if isinstance(each, str) else (*path, at)
                message = f"no table {quote(name)}{did_you_mean(name, tables)}"
                self.add_error(rounds if rounds and name == ROUNDS else message, here)
            elif name in given[:at]:
                self.add_error(f"{name} is named twice", (*path, at))
        sound = dict.fromkeys(given[:MOST_DIMENSIONS])
        found = tuple([name for name in sound if name in tables])
        self.size(found, path)
        return found

    def scope(self, entry: DefineEntry | MustEntry, path: Steps) -> Scope:
        """The scope of what is defined, or must hold, for each row or round of something."""
        before = len(self.problems)
        none = "" if self.names.rounds else "nothing is noted in rounds"
        over = self.over(entry.each, (*path, "each"), none)
        return Scope(entry.for_ != TABLE, over, wrong=len(self.problems) > before)

    def size(self, over: tuple[str, ...], path: Steps) -> None:
        """Look at how many values there are of what goes over tables, or rounds."""
        if (size := prod([number for _, number in self.names.sizes(over)])) > LARGEST_COUNT:
            self.add_error(f"has {size:,} values, expected at most {LARGEST_COUNT:,}", path)

    def field(self, name: str, entry: FieldEntry, level: Level) -> None:
        """Take in a field."""
        path: Steps = ("noted", level, name)
        before = len(self.problems)
        no_table = "rounds are no table: write rounds: 5, or how many there are"
        over = self.over(entry.each, (*path, "each"), no_table)
        if entry.rounds is not None:
            over = (*over, ROUNDS)
            self.rounds(entry.rounds, (*path, "rounds"))
            self.size(over, path)
        holds = self.holds(entry, path)
        choices = self.choices(entry, path) if holds == "choice" else ()
        least = most = None
        mosts: dict[str, int] = {}
        if holds == "number":
            limits = -LARGEST_VALUE, LARGEST_VALUE
            least = self.constant(entry.min, (*path, "min"), *limits)
            column = self.names.tables.get(over[0], {}).get(entry.max or "") if over else None
            if column is not None and column.kind == Kind(WHOLE):
                mosts = dict(zip(self.names.keys(over[0]), column.cells, strict=True))
                most = max(mosts.values(), default=None)
            elif entry.max is not None:
                most = self.constant(entry.max, (*path, "max"), *limits, over)
            lowest = min(mosts.values(), default=most)
            if least is not None and lowest is not None and lowest < least:
                self.add_error(f"found {lowest}, expected at least {least}", (*path, "max"))
        if entry.marks:
            self.marks(holds, least, most, path)
        if entry.optional and holds == "choice" and not entry.marks and NONE not in choices:
            said = f"a choice that is left out is {NONE}: add {NONE} to the choices"
            self.add_error(said, (*path, "optional"))
        if entry.optional and holds == "number" and not entry.marks and (least or 0) > 0:
            message = f"what is left out is 0, but the least number is {least}"
            self.add_error(message, (*path, "optional"))
        if not self.free(name, path):
            return
        clause = self.clause(entry.clause, (*path, "clause"))
        label, place = entry.label or name.replace("_", " "), len(self.fields)
        self.fields[name] = Field(
            name, label, clause, level, over, holds, entry.marks, least or 0, most, mosts,
            choices, entry.optional,
        )  # fmt: skip
        kinds = {"number": WHOLE, "choice": TEXT, "truth": TRUTH, "player": PLAYER}
        kind = Kind(kinds[holds], choices if holds == "choice" else None)
        if entry.marks:
            kind = kind._replace(many=MARK)
        if len(self.problems) > before:
            self.names.wrong.add(name)
            return
        self.names.known[name] = NamedValue(
            kind, level, noted_value(place, over, of_table=level == TABLE), over, place=place
        )

    def holds(self, entry: FieldEntry, path: Steps) -> Holds:
        """Return the kind of value in a field; report more than one."""
        said = {
            "choice": entry.choice is not None,
            "truth": entry.yes_no,
            "player": entry.player,
        }
        given = [cast(Holds, holds) for holds, is_said in said.items() if is_said]
        if len(given) > 1:
            self.add_error("expected only one of choice, yes_no and player", path)
        if given and (entry.max is not None or entry.min != "0"):
            self.add_error("only numbers have min and max", path)
        return given[0] if given else "number"

    def choices(self, entry: FieldEntry, path: Steps) -> tuple[str, ...]:
        """The texts of which one may be chosen."""
        if isinstance(entry.choice, str):
            (table,) = self.over(entry.choice, (*path, "choice")) or ("",)
            return self.names.keys(table) if table else ()
        found = tuple(dict.fromkeys(entry.choice or ()))
        if NOT_PLAYED in found and entry.rounds is not None:
            message = f"{NOT_PLAYED} is an answer of every round: leave it out of the choices"
            self.add_error(message, (*path, "choice"))
        if len(found) < 1 or len(found) < len(entry.choice or ()):
            self.add_error("expected different texts, or the name of a table", (*path, "choice"))
        return found

    def marks(self, holds: Holds, least: int | None, most: int | None, path: Steps) -> None:
        """Look at a field of marks."""
        if holds not in ("number", "choice"):
            self.add_error("only numbers and choices can be marked", (*path, "marks"))
        elif holds == "number" and most is None:
            self.add_error("expected max: the largest number that may be marked", (*path, "marks"))
        elif least is not None and most is not None and most - least >= LARGEST_COUNT:
            self.add_error(f"expected at most {LARGEST_COUNT:,} numbers", (*path, "marks"))

    def rounds(self, text: str, path: Steps) -> None:
        """Take in how many rounds there are: as many for all fields."""
        number = self.constant(text, path, 1, MOST_ROUNDS)
        if number is not None and self.names.rounds not in (0, number):
            self.add_error(
                f"found {number} rounds, but a field before has {self.names.rounds}", path
            )
        self.names.rounds = self.names.rounds or number or 0

    # expressions with names

    def definitions(self) -> None:
        """Take in the definitions, each of which may name those before it."""
        self.names.later = dict.fromkeys(self.file.define, "is defined further down: move it up")
        for name, entry in self.file.define.items():
            path: Steps = ("define", name)
            short = not isinstance(entry, DefineEntry)
            full = DefineEntry(entry) if isinstance(entry, str) else entry
            scope = self.scope(full, path)
            where = path if short else (*path, "is")
            self.names.later[name] = "is defined in terms of itself"
            kinds = (WHOLE, NUMBER, TRUTH, TEXT, PLAYER)
            told = self.expression(full.is_, where, scope, *kinds)
            del self.names.later[name]
            if not told.sound or self.free(name, path):
                self.name(name, told, full.for_, scope.over)

    def mentioned(self, told: Expression) -> tuple[str, ...]:
        """Return the fields that an expression names, by itself or through definitions."""
        each = [self.within.get(name, (name,)) for name in told.parser.mentioned]
        named = dict.fromkeys([name for several in each for name in several])
        return tuple([name for name in named if name in self.fields])

    def name(self, name: str, told: Expression, level: Level, over: tuple[str, ...] = ()) -> Run:
        """Give an expression a name for those after it; return what gives its value then."""
        run, depth = cached(told.run, level == TABLE, self.names.sizes(over)), told.read.depth + 1
        if told.sound:
            self.names.known[name] = NamedValue(told.read.kind, level, run, over, depth)
            self.within[name] = self.mentioned(told)
        else:
            self.names.wrong.add(name)
        return run

    def parts(self) -> Iterator[ScorePart]:
        """Yield the parts of the score, each of which may name those before as ``worth.NAME``."""
        together = isinstance(self.file.wins, WinsEntry) and (
            self.file.wins.together or bool(self.file.wins.grades)
        )
        for at, entry in enumerate(self.file.worth):
            path: Steps = ("worth", at)
            name = PART + entry.part
            if name in self.names.known:
                self.add_error(f"{entry.part} is the name of another part", (*path, "part"))
                continue
            if entry.for_ == TABLE and not together:
                message = "only those who play together have points as a table: see wins"
                self.add_error(message, (*path, "for"))
            yield self.part(entry, path)
        level: Level = "table" if together else "player"
        named = [one for name, one in self.names.known.items() if name.startswith(PART)]
        depth = 1 + max([one.depth for one in named], default=1)
        run = total([(one.run, one.level) for one in named], together)
        self.names.known[TOTAL] = NamedValue(POINTS, level, cached(run, together, ()), depth=depth)

    def part(self, entry: WorthEntry, path: Steps) -> ScorePart:
        """A part of the score, which those after it may name."""
        scope = Scope(entry.for_ != TABLE)
        told = self.expression(entry.points, (*path, "points"), scope, WHOLE)
        clause = self.clause(entry.clause, (*path, "clause"))
        say = self.phrase(entry.say, (*path, "say"), scope)
        run = self.name(PART + entry.part, told, entry.for_)
        label = entry.label or entry.part.replace("_", " ")
        lists = [
            (function, tuple(numbers), first)
            for function, numbers, first in told.parser.lists
            if numbers and all(isinstance(one, int) for one in numbers)
        ]
        field = self.fields.get(entry.points.strip())
        alone = field is not None and field.level == entry.for_ == "player" and told.sound
        return ScorePart(
            entry.part, label, clause, entry.for_, run, say, tuple(lists), field if alone else None
        )

    def constraint(self, entry: MustEntry, path: Steps) -> Constraint:
        """Something that must hold."""
        scope = self.scope(entry, path)
        told = self.expression(entry.if_, (*path, "if"), scope, TRUTH)
        say = self.phrase(entry.say, (*path, "say"), scope)
        clause = self.clause(entry.clause, (*path, "clause"))
        if entry.at and entry.at not in self.fields:
            hint = did_you_mean(entry.at, self.fields)
            self.add_error(f"no field {quote(entry.at)}{hint}", (*path, "at"))
        named = self.mentioned(told)
        own = [field for field in named if self.fields[field].level == entry.for_][:1]
        at = (entry.at,) if entry.at else (*own,) or named
        return Constraint(told.run, say, entry.for_, scope.over, at, clause, entry.else_)

    # who wins

    def out(self) -> Elimination | None:
        """Who is out."""
        entry = self.file.out
        if entry is None:
            return None
        told = self.expression(entry.if_, ("out", "if"), Scope(True), TRUTH)
        clause = self.clause(entry.clause, ("out", "clause"))
        say = self.phrase(entry.say, ("out", "say"), Scope(True))
        if entry.wins_with_team and self.file.teams is None:
            self.add_error("there are no teams: leave it out", ("out", "wins_with_team"))
        return Elimination(told.run, clause, say, entry.wins_with_team)

    def teams(self) -> str | None:
        """The field with the players' teams."""
        name = self.file.teams
        teams = [one.name for one in self.fields.values() if is_team(one)]
        if name is not None and name not in teams:
            message = (
                f"expected a field of each player that is a single choice, found {quote(name)}"
            )
            self.add_error(message + did_you_mean(name, teams, listed=False), ("teams",))
        return name

    def wins(self) -> Wins:
        """Who wins."""
        entry = self.file.wins
        if not isinstance(entry, WinsEntry):
            return Wins(self.file.clause, entry)
        clause = self.clause(entry.clause, ("wins", "clause"))
        said = {key: bool(getattr(entry, key)) for key in ("most", "fewest", "target", "grades")}
        given = [key for key, is_said in said.items() if is_said]
        if len(given) != 1:
            self.add_error(f"expected one of {', '.join(said)}", ("wins",))
            return Wins(clause)
        if entry.together and given[0] not in ("target", "grades"):
            self.add_error("those who play together need a target or grades", ("wins", "together"))
        if (given[0] == "grades" or entry.together) and (self.file.teams or self.file.ties):
            what = "teams" if self.file.teams else "ties"
            self.add_error("all play together: leave it out", (what,))
        if given[0] in ("most", "fewest"):
            text = getattr(entry, given[0])
            told = self.expression(text, ("wins", given[0]), Scope(True), WHOLE)
            return Wins(clause, given[0], told.run)  # type: ignore[arg-type]
        target = None
        if entry.target is not None:
            bounds = -LARGEST_VALUE, LARGEST_VALUE
            target = self.constant(entry.target, ("wins", "target"), *bounds)
        grades = tuple(self.grades(entry))
        return Wins(clause, "most", None, target, entry.together or bool(grades), grades)

    def points(self) -> By | None:
        """Return which points are better in a game that something else decides first: those by
        which a tie is broken."""
        sides: tuple[By, ...] = ("most", "fewest")
        steps = (self.file.wins, *self.file.ties)
        found = (by for one in steps for by in sides if getattr(one, by, None) == TOTAL)
        return next(found, None)

    def grades(self, entry: WinsEntry) -> Iterator[Grade]:
        """Yield the grades of totals, from the lowest on; report those out of order."""
        before: int | None = None
        for at, grade in enumerate(entry.grades):
            path: Steps = ("wins", "grades", at, "from")
            least = self.constant(grade.from_, path, -LARGEST_VALUE, LARGEST_VALUE)
            if least is not None and before is not None and least <= before:
                self.add_error(
                    f"found {least}, expected more than {before}, the grade before", path
                )
            before = least if least is not None else before
            yield Grade(least or 0, grade.say, grade.lost)

    def tie(self, entry: TieEntry, path: Steps) -> Tie | None:
        """Return a step in breaking ties; None if it is invalid."""
        given = [key for key in ("most", "fewest") if getattr(entry, key) is not None]
        if len(given) != 1:
            self.add_error("expected one of most and fewest", path)
            return None
        text = getattr(entry, given[0])
        told = self.expression(text, (*path, given[0]), Scope(True), WHOLE)
        clause = self.clause(entry.clause, (*path, "clause"))
        return Tie(given[0], told.run, entry.say, clause)  # type: ignore[arg-type]


def is_team(field: Field) -> bool:
    """Whether a field says which team a player is of."""
    single = not (field.marks or field.over)
    return field.level == "player" and field.holds == "choice" and single


def read_again(
    file: ScoreFile, head: Head, data: GameData, clauses: Collection[str], name: str, text: str
) -> Scoresheet:
    """A score sheet that was read without problems before, from the ``text`` of its file."""
    return ScoreReader(file, head, data, clauses, parse(text, name), Problems()).read()
