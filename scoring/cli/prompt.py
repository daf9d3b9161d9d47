"""A game played at a prompt: questions with numbered answers, and the commands beside them.

What is read and shown goes through a `Screen`, so that nothing here needs a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from card_data import Game
from card_data.problems import clip
from card_data.words import counted
from scoring.cli import show
from scoring.cli.sitting import ALWAYS, ROLL, Sitting
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices
from scoring.play.play import IllegalMove, Play
from scoring.play.referee import Referee
from scoring.play.table_view import DIM, apart, described
from scoring.positions import positions
from scoring.positions.display import HEAD, Faults, Line, Span, display_of
from scoring.positions.positions import Report
from scoring.positions.result import Result

COMMANDS = {
    "help": "the clause of the question, or any clause or card: help {rule}",
    "table": "the table again; where nothing is hidden, table Bo as Bo has it",
    "moves": "what has happened, as far as you know of it",
    "undo": "take back the last move that a person made",
    "advice": "what to do, where the game has an adviser",
    "save": "the record so far into a file: save evening.yaml",
    "quit": "stop here; nothing is lost that is kept",
}
MOST_ROWS = 20  # of answers; where captions make them more, they are left out


class Screen(Protocol):
    """Where a game is shown and answers are typed."""

    @property
    def width(self) -> int:
        """How many characters a line may have."""

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines."""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line as it was typed; ``words`` are answers that Tab completes.

        Raise `EOFError` if there are no more.
        """

    @property
    def attended(self) -> bool:
        """Whether somebody is there who can be asked."""

    def clear(self) -> None:
        """Empty the screen, and what could be scrolled or called back."""

    def pause(self) -> None:
        """Leave somebody who is there the time to read what was shown last."""


class Left(Exception):
    """Nobody is at the prompt any more."""


def typed_at(screen: Screen, prompt: str, words: Sequence[str] = ()) -> str:
    """What was typed, with single spaces; raise `Left` if that is nothing any more, or to quit."""
    try:
        line = " ".join(screen.ask(prompt, words).split())
    except (EOFError, KeyboardInterrupt):
        raise Left from None
    if line.casefold() in ("quit", "exit"):
        raise Left
    return line


class Prompt(Sitting):
    """A game between people at a prompt."""

    def __init__(
        self,
        referee: Referee,
        screen: Screen,
        *,
        open_hands: bool = False,
        data: Path | None = None,
    ) -> None:
        super().__init__(referee, open_hands=open_hands, data=data)
        self.screen = screen
        self.drawn: tuple[str, list[tuple[Line, ...]]] = (TABLE, [])  # for whom, and what

    def run(self) -> bool:
        """Play to the end; False if everybody left before that."""
        try:
            while True:
                self.let_program_play()
                decision = self.referee.asked
                if decision is not None:
                    self.put(decision)
                elif not self.ended():
                    return True
        except (Left, KeyboardInterrupt):  # that while a bot thinks, too
            return False

    def let_program_play(self) -> None:
        """Have the program make its moves; whoever looks on reads each move of a bot by itself."""
        while answered := self.referee.step():
            if answered.who != TABLE and self.referee.people and not self.passing:
                self.tell_news()
                self.screen.pause()

    # one question

    def put(self, decision: Decision[Any]) -> None:
        """Ask until a move is made, or taken back."""
        if not self.hand_over(decision.who):
            return
        self.tell_news()
        offered: list[str] = []
        if decision.who != TABLE:
            self.draw(decision.who)
            offered = self.table.offered(decision, self.play.view(decision.who))
        self.question(decision, offered)
        words = [*([ROLL, ALWAYS] if decision.who == TABLE else offered), *COMMANDS]
        while not self.answered(decision, offered, self.ask(f"{named(decision.who)}> ", words)):
            pass

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """What was typed; raise `Left` if that is nothing any more, or to quit."""
        return typed_at(self.screen, prompt, words)

    def answered(self, decision: Decision[Any], offered: Sequence[str], line: str) -> bool:
        """Do what a line says; whether the question is done with."""
        word, _, rest = line.partition(" ")
        if not line:
            self.question(decision, offered)
        elif word.casefold() == "undo" and not rest:
            return self.undo()
        elif word.casefold() in COMMANDS:
            self.command(word.casefold(), rest, decision)
        elif decision.who == TABLE and line.casefold() in (ROLL, ALWAYS):
            self.roll(decision, line.casefold())
            return True
        else:
            return self.made(decision, offered, line)
        return False

    def made(self, decision: Decision[Any], offered: Sequence[str], line: str) -> bool:
        """Make the move that a line says, in words or by its number; whether the rules let it."""
        try:
            self.referee.answer(decision, by_number(line, offered))
        except IllegalMove as error:
            self.say(out_of_range(line, offered) or str(error))
            return False
        return True

    def undo(self) -> bool:
        """Take a move back; whether there was one."""
        if not self.referee.undo():
            self.say("There is no move to take back.")
            return False
        self.say("Taken back.")
        self.drawn = TABLE, []
        return True

    def question(self, decision: Decision[Any], offered: Sequence[str]) -> None:
        """Print a question and its numbered answers."""
        lines: list[Line] = [[], [Span(described(decision), HEAD)]]
        if decision.who == TABLE:
            expected = self.table.asks(decision, self.play.view(self.play.players[0]))
            lines.append([Span(f"  {expected}")])
            lines.append(
                [Span(f"  Type it as it fell or was dealt, or: {ROLL}; {ALWAYS} from now on.", DIM)]
            )
        elif not isinstance(decision.options, Choices):
            expected = self.table.asks(decision, self.play.view(decision.who))
            lines.append([Span(f"  {expected}")])
        cells = [(words, self.table.caption(words)) for words in offered]
        self.screen.show([*lines, *in_columns(cells, self.screen.width)])

    # who looks at the screen

    def hand_over(self, who: str) -> bool:
        """Let the next player have the screen, with nothing on it that the last one saw; False if
        the last move is taken back instead."""
        if not self.passing or who == self.at:
            return True
        if self.at != TABLE:
            self.screen.clear()
        self.at, self.drawn = TABLE, (TABLE, [])
        if who != TABLE:
            line = self.ask(f"Pass the screen to {who}, who presses Enter. ")
            if line.casefold() == "undo" and self.undo():
                return False
            self.screen.clear()
            self.at = who
        return True

    def tell_news(self) -> None:
        """Print what the player at the screen has learnt."""
        if self.at != TABLE:
            self.say(*self.referee.news(self.at))

    def draw(self, player: str, *, whole: bool = False) -> None:
        """Draw the table as a player sees it: of what was just drawn for them only the changes."""
        drawing = self.table.drawing(self.play.view(player))
        known = self.drawn[1] if self.drawn[0] == player and not whole else []
        if changed := [block for block in drawing if block not in known]:
            rule = f"-- {player}'s view, after {counted(len(self.play.moves), 'move')} "
            head = Span(rule.ljust(min(self.screen.width, 96) - 1, "-"), DIM)
            self.screen.show([[], [head], *list(apart(changed))[1:]])
        self.drawn = player, drawing

    # commands

    def command(self, word: str, rest: str, decision: Decision[Any]) -> None:
        """Do what is no move."""
        if word == "help":
            self.help(rest or decision.rule, alone=not rest)
        elif word == "table":
            self.draw_again(rest, decision)
        elif word == "moves":
            self.say(*(self.referee.learnt.get(self.at) or ["Nothing yet."]))
        elif word == "advice":
            self.say(*self.advice(decision))
        elif word == "save":
            self.say(self.save(rest))
        else:
            self.say(f"To {word}, type {word} alone.")

    def help(self, rule: str, *, alone: bool) -> None:
        """Print a clause or a card; for the question's, the commands too."""
        self.say(*self.clause(rule))
        if alone:
            self.say("Answer by number or in words. Besides:")
            commands = {word: what.format(rule=rule) for word, what in COMMANDS.items()}
            self.say(*[f"  {word:8}{what}" for word, what in commands.items()])

    def draw_again(self, name: str, decision: Decision[Any]) -> None:
        """Draw the table, for another player only where that shows nothing hidden."""
        player, refusal = self.seen_by(name, decision)
        if refusal:
            self.say(refusal)
        else:
            self.draw(player, whole=True)

    def save(self, name: str) -> str:
        """Write the record so far into a file, over another one only if that is wanted."""

        def wanted(file: Path) -> bool:
            return confirmed(self.ask(f"{file} is there already. Replace it? y or n> "))

        return self.saved(name, wanted) or "Not saved."

    # the end

    def ended(self) -> bool:
        """Show the last table and the score; whether the last move is taken back after all."""
        self.tell_news()
        score = last_score(self.play, self.screen.width)
        self.screen.show([[], *last_table(self.play), [], *score])
        if not self.referee.people:
            return False
        try:
            line = self.ask("The game is over. Enter, or undo> ", ["undo"])
        except Left:
            return False
        return line.casefold() == "undo" and self.undo()

    def say(self, *lines: str) -> None:
        self.screen.show([[Span(line)] for line in lines])


def named(who: str) -> str:
    """Who answers."""
    return "The table" if who == TABLE else who


def by_number(line: str, offered: Sequence[str]) -> str:
    """The words of the answer with a number; a line that is no such number as it is.

    Where answers are numbers themselves, these count.

    >>> by_number("2", ["take", "decline"]), by_number("2", ["0", "1", "2"]), by_number("9", [])
    ('decline', '2', '9')
    """
    if line.isdecimal() and not any(words.isdecimal() for words in offered):
        number = int(line[:9])
        if 1 <= number <= len(offered):
            return offered[number - 1]
    return line


def out_of_range(line: str, offered: Sequence[str]) -> str:
    """What to say to a number that no answer has; empty for all else.

    >>> out_of_range("9", ["take", "pass", "lockdown"]), out_of_range("2", ["take", "decline"])
    ('9: answer 1 to 3, or in words', '')
    """
    if not re.fullmatch("-?[0-9]+", line) or not offered or by_number(line, offered) != line:
        return ""
    if any(words.isdecimal() for words in offered):
        return ""
    numbers = {1: "1", 2: "1 or 2"}.get(len(offered), f"1 to {len(offered)}")
    return f"{clip(line, quoted=False)}: answer {numbers}, or in words"


def confirmed(line: str) -> bool:
    """Whether an answer is yes; all else is no."""
    return line.casefold() in ("y", "yes")


def in_columns(cells: Sequence[tuple[str, str]], width: int) -> Iterator[Line]:
    """Numbered moves with their captions, in as many columns as fit.

    A list that is long by its captions goes without.

    >>> for line in in_columns([("take", ""), ("decline", "all")], 40):
    ...     print("".join(span.text for span in line).rstrip())
      1  take            2  decline  all
    """
    if not cells:
        return
    if across(cells, width) * MOST_ROWS < len(cells):
        bare = [(words, "") for words, _ in cells]
        cells = bare if across(bare, width) > across(cells, width) else cells
    numbered = [] if any(words.isdecimal() for words, _ in cells) else range(1, len(cells) + 1)
    heads = [f"{number:3}  " for number in numbered] or ["     "] * len(cells)
    wide, down = cell_width(cells), -(-len(cells) // across(cells, width))
    for row in range(down):
        line: list[Span] = []
        for at in range(row, len(cells), down):
            words, caption = cells[at]
            told = f"  {caption}" if caption else ""
            rest = " " * (wide - 5 - len(words) - len(told))
            line += [Span(heads[at], DIM), Span(words), Span(told, DIM), Span(rest)]
        yield line


def across(cells: Sequence[tuple[str, str]], width: int) -> int:
    """How many columns of numbered moves fit."""
    return max(1, width // cell_width(cells))


def cell_width(cells: Sequence[tuple[str, str]]) -> int:
    """How wide a column of numbered moves with their captions is."""
    longest = max(len(words) for words, _ in cells)
    widest = max(len(caption) for _, caption in cells)
    return 5 + longest + (2 + widest if widest else 0) + 2


def last_table(play: Play) -> Iterator[Line]:
    """The table at the end of a game."""
    yield from display_of(play.game).lines(play.filled().position, play.game, Faults(()))


def last_score(play: Play, width: int) -> Iterator[Line]:
    """The score at the end of a game, and how it comes about."""
    report = positions.score(play.filled())
    yield from [[Span(line)] for line in score_lines(report, play, width)]


def score_lines(report: Report, play: Play, width: int) -> Iterator[str]:
    """The standings, the clause of each of their columns, and who won."""
    result = report.result
    if result is not None:
        yield from show.narrow(show.table(result), width)
        yield from columns_explained(result, play.game)
    yield from show.outcome(report)


def columns_explained(result: Result, game: Game[Any]) -> Iterator[str]:
    """The clause by which each column of a score counts, once for those that share it."""
    labels: dict[str, list[str]] = {}
    for part in [part for standing in result.standings for part in standing.tally.parts]:
        said = labels.setdefault(part.rule, [])
        if part.label not in said:
            said.append(part.label)
    for rule, said in labels.items():
        clause = game.clauses()[rule]
        yield f"{', '.join(said)} ({rule}): {clause.text or clause.ruling or clause.house}"
