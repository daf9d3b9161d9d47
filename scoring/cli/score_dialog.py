"""``scoring score GAME``: the end of a game, asked for question by question and saved as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import UNSET, inspect

from card_data import DataError, Game, Problem
from card_data.descriptions import described
from card_data.house import changed_rules, report_lines
from card_data.problems import quote
from card_data.program.folders import data_folder
from card_data.reading.decode import bare_type
from card_data.reading.kept_file import KeptFile, contents, unused_path
from card_data.text import capitalized
from scoring import games
from scoring.ask.answers import SKIP, UnclearAnswer, Words, line_of, parse_answer, parse_names
from scoring.ask.questions import (
    PLAYERS,
    Question,
    find_question,
    question_index,
    questions_of,
)
from scoring.cli import show
from scoring.cli.new_game import seats
from scoring.cli.screen import Dialog, Quit, Screen
from scoring.play.table_view import DIM
from scoring.positions import likely, positions
from scoring.positions.display import HEAD, Highlights, Span, draw_position
from scoring.positions.dump import text, write
from scoring.positions.field_types import DASHES
from scoring.positions.findings import Where
from scoring.positions.partial import points_so_far, so_far
from scoring.positions.paths import child_at
from scoring.positions.players import with_seated_names
from scoring.positions.positions import PositionFile, PositionReader, Report
from scoring.positions.rules import rules_of

COMMANDS = {
    "back": "the question before",
    "forward": "the next question, as Enter",
    "go": "to a player or a question by its words, as in go Bo pages",
    "next": "the next question without an answer",
    "skip": "not known yet: the answer stays open",
    "end": "past all questions, to the score, as score",
    "pad": "have the sums on the score pad asked for too, and checked",
    "table": "what is answered, drawn",
    "help": "the clause of the question, as ?; help {rule} any clause",
    "quit": "stop here; nothing is lost",
}
HOW = {
    inspect.IntType: "a number; 0 or - for none",
    inspect.BoolType: "yes or no",
    inspect.VarTupleType: "a list; - for none",
    inspect.DictType: "a list with commas; - for none",
}
Keep = Callable[[PositionFile], None]


class ScoreDialog(Dialog):
    """The questions at a `Screen`; ``keep`` is called with the position after each answer.

    ``at`` is the present question; ``correcting`` leads to the end once a slip is mended.
    ``reported`` has the clauses and places of the findings that the user has left as they are.
    """

    def __init__(self, filled: PositionFile, screen: Screen, keep: Keep, data: Path | None) -> None:
        super().__init__(screen, data)
        self.filled, self.keep = filled, keep
        self.game = filled.game
        self.model = questions_of(self.game)
        self.pad = self.has_sums()
        self.asked: list[Question] = []
        self.reported: set[tuple[str, Where]] = set()
        self.queued: list[str] = []  # answers that were typed in one line with the last
        self.totals = ""
        self.correcting = False
        self.at = 0
        self.came_from: dict[int, int] = {}  # of this question, where to go back
        self.set_position(self.position)

    @property
    def position(self) -> Any:
        return self.filled.position

    def has_sums(self) -> bool:
        """Return whether anything of a score pad is answered."""
        table = {one.where for one in self.model.of(self.position, sums=False)}
        values = [
            one.value(self.position)
            for one in self.model.of(self.position, sums=True)
            if one.where not in table
        ]
        return any(value not in (None, UNSET, False) for value in values)

    def set_position(self, position: Any) -> None:
        """Set the position, and with it the questions to ask."""
        position = with_seated_names(self.model.complete(position))
        self.filled = PositionFile(self.game, position)
        self.asked = self.model.of(position, sums=self.pad)

    def run(self) -> bool:
        """Ask everything; return False if somebody leaves before the end."""
        self.accept_findings()
        self.at = self.first_open()
        try:
            while True:
                if self.at < len(self.asked):
                    self.ask_question(self.asked[self.at])
                elif self.finish():
                    return True
        except Quit:
            return False

    def first_open(self) -> int:
        """Return the first question without an answer, or the end."""
        open_ = [at for at, one in enumerate(self.asked) if one.is_open(self.position)]
        return open_[0] if open_ else len(self.asked)

    # one question

    def ask_question(self, question: Question) -> None:
        """Ask one question, and act on the answer."""
        line = self.next_line(f"{self.prompt(question)}> ")
        word, _, rest = line.partition(" ")
        if line[:1] in ("?", "/"):
            self.explain(question, line.strip("?/ "))
        elif not line or word.casefold() == "forward":
            self.accept_findings()
            self.move_on()
        elif not self.run_command(word.casefold(), rest.strip(), question):
            self.answer(question, line)

    def next_line(self, prompt: str) -> str:
        """Return the next typed line; raise `Quit` if there are no more."""
        if self.queued:
            line = self.queued.pop(0)
            self.say(f"{prompt}{line}")
            return line
        return self.ask(prompt, [*COMMANDS])

    def prompt(self, question: Question) -> str:
        """Return a question as a prompt, with the possible answers and the present one."""
        hint = question.asked.hint
        if not hint and isinstance(bare_type(self.model.kind(question.where)), inspect.BoolType):
            hint = "yes or no"
        if question.where == PLAYERS:
            few = seats(self.game).replace(",", ", ")
            hint = f"{self.game.head.players.words()}, in the order of seats, as in {few}"
        value = question.value(self.position)
        now = "" if value in (None, UNSET) else f" [{self.shown(question)}]"
        words = question.asked.opposite or question.words
        return f"{words}{f' ({hint})' if hint and question.row in (None, 0) else ''}{now}"

    def shown(self, question: Question) -> str:
        """Return an answer as it is typed."""
        if question.where == PLAYERS:
            return ", ".join([one or SKIP for one in question.value(self.position)])
        value = question.value(self.position)
        value = not value if question.asked.opposite else value
        return line_of(value, self.model.kind(question.where))

    def run_command(self, word: str, rest: str, question: Question | None) -> bool:
        """Run a command; return whether the line was one."""
        word = "end" if word == "score" else word
        if word == "go" and rest:
            self.go(rest)
        elif word == "help":
            self.explain(question, rest)
        elif rest or word not in COMMANDS or word == SKIP:
            return False
        elif word == "back":
            self.accept_findings()
            self.correcting, self.at = False, max(0, self.came_from.get(self.at, self.at - 1))
        elif word in ("next", "end"):
            self.accept_findings()
            self.correcting = False
            self.at = self.first_open() if word == "next" else len(self.asked)
        elif word == "pad":
            self.at = self.at if self.pad else len(self.model.of(self.position, sums=False))
            self.pad = True
            self.set_position(self.position)
        elif word == "table":
            faults = Highlights(self.report().findings)
            self.screen.show(draw_position(self.position, self.game, faults))
        else:
            return False
        return True

    def go(self, words: str) -> bool:
        """Go to the question that words name; return whether there is one."""
        found = find_question(self.asked, words, self.at)
        if found is None:
            self.say(f"No question has the words {quote(words)}; go as in go Bo, or next.")
            return False
        self.accept_findings()
        self.correcting, self.at = False, found
        return True

    def answer(self, question: Question, line: str) -> None:
        """Accept an answer, and go on if nothing is wrong with it."""
        try:
            value = self.read(question, line)
        except UnclearAnswer as error:
            self.queued = []
            if find_question(self.asked, line, self.at) is None or not self.go(line):
                said = capitalized(str(error))
                self.say(said if said.endswith("?") else f"{said}.")
            return
        self.set_position(question.answered(self.position, value))
        self.keep(self.filled)
        if self.report_findings(question, value):
            self.queued = []
            return
        self.show_totals()
        own = [at for at, one in enumerate(self.asked) if one.where == question.where]
        if not own:  # it was taken out
            self.move_on(0)
        elif value is None:  # of a page that is not known yet no further row is asked for
            self.move_on(own[-1] + 1 - self.at)
        else:
            self.move_on(1 if question.row is None else value.count("\n") + 1)

    def read(self, question: Question, line: str) -> Any:
        """Return the answer in a line; raise `UnclearAnswer` if there is none."""
        if question.row is not None:
            blank = "." * self.model.columns(question.where)
            rest = [blank] * (self.model.rows(question.where) - question.row)
            dashes = {"-": blank, "--": "\n".join(rest)}
            return None if line.casefold() == SKIP else dashes.get(line, line)
        kind, where = self.model.kind(question.where), question.where
        if where == PLAYERS:
            alone = self.game.head.players.min == 1
            return parse_names(line, self.model.kind((*PLAYERS, "0", "name")), alone=alone)
        numbers = line.split()
        whole = all(one in DASHES or one.removeprefix("-").isdecimal() for one in numbers)
        if whole and isinstance(bare_type(kind), inspect.IntType):
            line, *self.queued = [*numbers, *self.queued]
        words = Words(
            self.model.choices(where, self.position), self.model.key_choices(where, self.position)
        )
        value = parse_answer(line, kind, words, spare=question.asked.spare)
        return not value if question.asked.opposite else value

    def move_on(self, steps: int = 1) -> None:
        """Go to the next question, or to the end once a slip is mended."""
        before, self.at = self.at, len(self.asked) if self.correcting else self.at + steps
        self.correcting, self.came_from = False, {self.at: before} if steps else {}

    # what is wrong, and the score

    def report(self) -> Report:
        """Return the report on the answers so far."""
        return positions.check(PositionFile(self.game, self.model.judged(self.position)))

    def accept_findings(self) -> None:
        """Mark the present findings as reported."""
        self.reported |= {(one.rule, one.where) for one in self.report().findings}

    def report_findings(self, question: Question, value: Any) -> bool:
        """Print the new findings after an answer; return whether there are any."""
        own, depth = question.where, len(question.where)
        new = [
            one
            for one in self.report().findings
            if (one.rule, one.where) not in self.reported
            or own in [where[:depth] for where in (one.where, *one.also)]
        ]
        new = [*self.model.at_once(question, value), *new]
        for one in new:
            at = question_index(self.asked, one.where, one.squares[0][0] if one.squares else 0)
            place = self.asked[at].words if at is not None else ""
            of_table = one.where == PLAYERS or one.also
            here = at == self.at or not place or of_table
            self.say(f"{one.rule}: {one.text}{'' if here else f' (at: {place})'}")
        if new:
            self.say("Type it again, or Enter to keep it.")
        return bool(new)

    def show_totals(self) -> None:
        """Print the score so far, if it has changed."""
        judged = self.model.judged(self.position)
        totals = points_so_far(so_far(self.game, judged))
        if not self.report().findings and totals != self.totals:
            self.totals = totals
            self.screen.show([[Span(totals, DIM)]] if totals else [])

    # help

    def explain(self, question: Question | None, rule: str) -> None:
        """Print a clause; without one that of the question, and how to answer."""
        alone = not rule
        if question is not None and alone:
            rule = question.asked.rule
            self.say(*self.how(question))
        if rule:
            self.clause(rule, self.game)
        if alone:
            self.say("Besides answers there are:")
            self.commands(COMMANDS, self.model.asked[0].rule)

    def how(self, question: Question) -> Iterator[str]:
        """Yield a description of a question, and how to answer it."""
        *way, last = question.where
        while way and not hasattr(child_at(self.position, tuple(way)), last):
            last = way.pop()
        above = child_at(self.position, tuple(way))
        asked = question.asked
        yield asked.opposite or described(type(above)).get(last, question.words)
        how = asked.hint or HOW.get(type(bare_type(self.model.kind(question.where))), "")
        if asked.spare:
            how = "a number; - if nothing stands there"
        yield f"Answer: {how or 'a word'}; skip if it is not known yet; Enter leaves it as it is."

    # the end

    def finish(self) -> bool:
        """Print faults and open answers, and ask whether that is all; return whether it is."""
        report = self.report()
        fixes = likely.fixes(self.filled, report.findings) if report.findings else ()
        self.say(*[f"{one.rule}: {one.text}" for one in report.findings])
        self.say(*[fix.said for fix in fixes])
        open_ = [one.words for one in self.asked if one.is_open(self.position)]
        if open_:
            more = f" and {len(open_) - 3} more" if len(open_) > 3 else ""
            self.say(f"Not known yet: {'; '.join(open_[:3])}{more}.")
        slip = self.first_fault(report, [change.path for fix in fixes for change in fix.changes])
        enter = (
            "to mend the first fault, end to leave it so" if slip is not None else "for the score"
        )
        try:
            line = self.next_line(f"That is all. Enter {enter}, or back, next, go, pad, ?> ")
        except Quit:
            if slip is not None or open_:
                raise
            return True
        word, _, rest = line.partition(" ")
        if (not line and slip is None) or word.casefold() in ("end", "score"):
            return True
        if not line and slip is not None:
            self.accept_findings()
            self.at, self.correcting = slip, True
        elif line[:1] in ("?", "/"):
            self.explain(None, line.strip("?/ "))
        elif not self.run_command(word.casefold(), rest.strip(), None):
            self.go(line)
        return False

    def first_fault(self, report: Report, fixed: list[str]) -> int | None:
        """Return the question of the first finding: that of a likely fix, or its own."""
        if not report.findings:
            return None
        first = report.findings[0]
        row = first.squares[0][0] if first.squares else 0
        wheres = [*[tuple(path.split(".")) for path in fixed], first.where]
        found = [question_index(self.asked, where, row) for where in wheres]
        return next((at for at in found if at is not None), 0)


# drafts and files


def ask(
    game: Game[Any], reader: PositionReader, screen: Screen, out: Path | None, *, last: bool
) -> Path | None:
    """Ask for a score; return its file, or None if somebody leaves before the end.

    Raises `DataError` if there is no draft to go on with, `OSError` if it cannot be written.
    """
    if game.scoresheet is None and not games.has(game.id, "questions"):
        message = f"no questions yet: fill in what scoring template {game.id} prints"
        raise DataError(Problem(message=message, file=game.id, typed=True))
    draft = newest(game.id) if last else unused_path(drafts() / f"{game.id}.yaml")
    kept = KeptFile(draft, contents(draft) if last else None)
    filled = reader.read(draft) if last else PositionFile(game, rules_of(game).Position())
    screen.show([[Span(filled.game.title, HEAD), Span(": the score, question by question.")]])
    screen.show([[Span(line)] for line in report_lines(changed_rules(filled.game))])
    screen.show([[Span("? explains a question; back, forward, go Bo; quit to stop.", DIM)]])
    asking = ScoreDialog(filled, screen, lambda now: kept.write(text(now)), reader.data)
    if not asking.run():
        again = show.with_data(f"scoring score {game.id} --last", reader.data)
        asking.say(f"Stopped. To go on: {again}" if draft.exists() else "Stopped.")
        return None
    file = kept_in(asking, out, draft)
    if file != draft:
        kept.remove()
    return file


def kept_in(asking: ScoreDialog, out: Path | None, draft: Path) -> Path:
    """Write the answers into the file ``out``, or ask for one; return the file."""
    usual = unused_path(Path(f"{asking.game.id}.yaml"))
    while out is None:
        try:
            line = asking.next_line(f"Keep it in which file? (- for none) [{usual}]> ")
            if line == "-":
                out = draft
            elif file := asking.write(line or str(usual), lambda file: write(file, asking.filled)):
                return file
        except Quit:
            out = draft
    if out == draft:
        asking.keep(asking.filled)
    else:
        write(out, asking.filled)
    return out


def drafts() -> Path:
    """Return the folder of unfinished scores."""
    return data_folder() / "scores"


def newest(game: str) -> Path:
    """Return the draft of a game that was written last; raise `DataError` if there is none."""
    found = [*drafts().glob(f"{game}.yaml"), *drafts().glob(f"{game}-*.yaml")]
    if not found:
        raise DataError(
            Problem(message=f"no score of {game} was left unfinished", file="--last", typed=True)
        )
    return max(found, key=lambda file: (file.stat().st_mtime_ns, file.name))
