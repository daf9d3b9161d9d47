"""A game played at a prompt: the table, questions with numbered answers, and commands.

All input and output goes through a `Screen`, so that nothing here needs a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from card_data.problems import quote
from card_data.reading.kept_file import KeptFile, contents
from card_data.text import plural
from scoring import games
from scoring.cli import scores
from scoring.cli.screen import (
    Dialog,
    Quit,
    Screen,
    by_number,
    in_columns,
    numbers_of,
    out_of_range,
)
from scoring.play import files
from scoring.play.advisers import adviser_of
from scoring.play.bots import ADVICE
from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import Choices, begun_by, which_one
from scoring.play.play import IllegalMove, Play
from scoring.play.referee import Referee
from scoring.play.table_view import DIM, WHOLE, TableView, described
from scoring.positions.display import HEAD, Highlights, Line, Span, cut, draw_position, wrap_line
from scoring.positions.players import find_player

ROLL, ALWAYS = "roll", "roll all"
COMMANDS = {
    "help": "the clause of the question, as ?; help {rule} any clause, or a piece by its title",
    "search": "clauses and pieces with some words in them: search lacuna, or /lacuna",
    "table": "the whole table; where nothing is hidden, table Bo as Bo has it",
    "score": "the score so far, as far as you know it",
    "moves": "what has happened, as far as you know of it",
    "undo": "take back the last move that a person made",
    ADVICE: "what to do, as the adviser says",
    "save": "the record so far into a file: save our_game.yaml",
    "quit": "stop here; the record so far is kept",
}
NEWS = 3  # lines of what has just happened that stay in sight
LEAST = 3  # letters of a command
MOST_BEGUN = 6  # moves that a question lists which one is meant


class Prompt(Dialog):
    """A game between people at one prompt.

    Where players hide something from each other the screen is passed on (``passing``) and cleared
    of what the last one saw, unless ``open_hands``. ``at`` is the player who looks at it. With
    ``plain`` the table is drawn only on request.
    """

    def __init__(
        self,
        referee: Referee,
        screen: Screen,
        *,
        open_hands: bool = False,
        plain: bool = False,
        data: Path | None = None,
    ) -> None:
        super().__init__(screen, data)
        self.referee, self.plain = referee, plain
        self.hidden = referee.table_view.hides and not open_hands
        self.passing = self.hidden and len(referee.people) > 1
        self.at = TABLE if self.passing else [*referee.people, *referee.play.players][0]

    @property
    def play(self) -> Play:
        return self.referee.play

    @property
    def table(self) -> TableView:
        return self.referee.table_view

    def run(self) -> bool:
        """Play to the end; return False if everybody left before that."""
        try:
            while True:
                told = self.let_program_play()
                decision = self.referee.decision
                if decision is not None:
                    self.put(decision, told)
                elif not self.ended():
                    return True
        except (Quit, KeyboardInterrupt):  # that while a bot thinks, too
            return False

    def let_program_play(self) -> int:
        """Make the program's moves, and return how many lines tell of them; whoever looks on reads
        each move of a bot by itself."""
        told = 0
        while answered := self.referee.step():
            if answered.who != TABLE and self.referee.people and not self.passing:
                told += self.tell_news()
                self.screen.pause()
        return told

    # one question

    def put(self, decision: Decision[Any], told: int) -> None:
        """Ask until a move is made, or taken back; the last of the lines ``told`` stay in sight."""
        if not self.hand_over(decision.who):
            return
        news = told + self.tell_news()
        offered: list[str] = []
        if decision.who != TABLE:
            offered = self.table.offered(decision, self.play.view(decision.who))
        question = self.question(decision, offered, most=self.screen.height // 3)
        player = self.at if decision.who == TABLE else decision.who
        if player != TABLE and not self.plain:
            taken = len(question) + min(news, NEWS) + len(["the heading", "the prompt"])
            self.draw(player, decision, max(self.screen.height - taken, 1))
        self.screen.show(question)
        moves = [ROLL, ALWAYS] if decision.who == TABLE else map(self.table.spoken, offered)
        words = [*moves, *COMMANDS]
        who = "The table" if decision.who == TABLE else decision.who
        while not self.answered(decision, offered, self.ask(f"{who}> ", words)):
            pass

    def answered(self, decision: Decision[Any], offered: Sequence[str], line: str) -> bool:
        """Do what a line asks for; return whether the question is settled."""
        sign = {"?": "help", "/": "search"}.get(line[:1])
        asked = f"{sign} {line[1:].strip()}" if sign else line
        word, _, rest = asked.partition(" ")
        if not line:
            self.screen.show(self.question(decision, offered))
        elif word.casefold() == "undo" and not rest:
            return self.undo()
        elif word.casefold() in COMMANDS:
            self.command(word.casefold(), rest, decision)
        elif decision.who == TABLE and line.casefold() in (ROLL, ALWAYS):
            self.referee.rolls = self.referee.rolls or line.casefold() == ALWAYS
            self.referee.move(decision)
            return True
        else:
            return self.made(decision, offered, line)
        return False

    def made(self, decision: Decision[Any], offered: Sequence[str], line: str) -> bool:
        """Make the move of a line: in words, by their beginning, or by its number. Return whether
        the rules allow it."""
        try:
            self.referee.answer(decision, by_number(line, offered))
        except IllegalMove as error:
            begun = self.begun(decision, offered, line)
            listed = isinstance(decision.options, Choices)
            if len(begun) == 1:
                spoken, words = begun.popitem()
                if listed or len(spoken.split()) == len(line.split()):
                    return self.made(decision, (), words)
                self.say(f"Did you mean: {spoken}?")
            elif listed and 1 < len(begun) <= MOST_BEGUN:
                self.say(which_one([*begun]))
            elif not begun and (command := command_begun(line)):
                return self.answered(decision, offered, command)
            else:
                said = self.refusal(line, error, offered, len(begun))
                self.say(out_of_range(line, offered) or said)
                verb, _, number = line.casefold().rpartition(" ")
                meant = by_number(number, offered)
                if verb and meant in offered and meant.startswith(f"{verb} "):
                    self.say(f"Did you mean {number}: {self.table.spoken(meant)}?")
            return False
        return True

    def refusal(self, line: str, error: IllegalMove, offered: Sequence[str], begun: int) -> str:
        """Return why a move is refused, or how many a line has ``begun``; of many numbered moves it
        names none."""
        said, choose, moves = self.table.named(str(error)).partition("; choose ")
        if not choose or len(offered) <= MOST_BEGUN or any(one.isdecimal() for one in offered):
            return said + choose + moves
        if begun:
            return (
                f"{quote(line)} begins {begun} of these: type more of it, or {numbers_of(offered)}"
            )
        return f"{said}; answer {numbers_of(offered)}, or in words"

    def begun(self, decision: Decision[Any], offered: Sequence[str], line: str) -> dict[str, str]:
        """Return the offered moves that a line begins, by what people say for them or by the titles
        of their cards; none for a line that is another move, not open now."""
        options = decision.options
        known = isinstance(options, Choices) and options.knows(line)
        if known or not any(letter.isalpha() for letter in line):
            return {}
        spoken = {self.table.spoken(words): words for words in offered}
        by_id = begun_by(self.table.with_ids(line), offered)
        found = begun_by(line, spoken) or [*map(self.table.spoken, by_id)]
        if not found:
            titled = {f"{said} {self.table.title(spoken[said])}": said for said in spoken}
            found = [titled[one] for one in begun_by(line, titled)]
        return {one: spoken[one] for one in found}

    def undo(self) -> bool:
        """Take a move back, and say which; return whether there was one."""
        before = self.referee.learnt.get(self.at, [])
        if not self.referee.undo():
            self.say("There is no move to take back.")
            return False
        after = len(self.referee.learnt.get(self.at, []))
        self.say(f"Taken back: {before[after]}" if after < len(before) else "Taken back.")
        return True

    def question(
        self, decision: Decision[Any], offered: Sequence[str], most: int | None = None
    ) -> list[Line]:
        """Return a question and its numbered answers, these in at most ``most`` lines."""
        lines: list[Line] = [[], [Span(self.table.spoken(described(decision)), HEAD)]]
        view = self.play.view(self.play.players[0] if decision.who == TABLE else decision.who)
        if not isinstance(decision.options, Choices):
            more = next(islice(decision.options, len(offered), None), None)
            some = "; some are listed" if offered and more else ""
            lines.append([Span(f"  {self.table.named(str(decision.options))}{some}")])
        if decision.who == TABLE:
            lines.append(
                [Span(f"  Type it as it fell or was dealt, or: {ROLL}; {ALWAYS} from now on.", DIM)]
            )
        spoken = [(self.table.spoken(words), words) for words in offered]
        cells = [
            (said, unsaid(self.table.gives(words, decision, view), said)) for said, words in spoken
        ]
        width = self.screen.width
        broken = [part for line in lines for part in wrap_line(line, width)]
        answers = in_columns(cells, width, most)
        if most is not None:
            return [*broken, *[[*cut(line, 0, width)] for line in answers]]
        return [*broken, *answers]

    # who looks at the screen

    def hand_over(self, who: str) -> bool:
        """Let the next player have the screen, cleared of what the last one saw; return False if
        the last move is taken back instead."""
        if not self.passing or who == self.at:
            return True
        if self.at != TABLE:
            self.screen.clear()
        self.at = TABLE
        if who != TABLE:
            line = self.ask(f"Pass the screen to {who}, who presses Enter. ")
            if line.casefold() == "undo" and self.undo():
                return False
            self.screen.clear()
            self.at = who
        return True

    def tell_news(self) -> int:
        """Print what the player at the screen has learnt; return the number of lines."""
        news = self.referee.news(self.at) if self.at != TABLE else []
        self.say(*news)
        return sum([len([*wrap_line([Span(line)], self.screen.width)]) for line in news])

    def draw(self, player: str, decision: Decision[Any] | None, height: int = WHOLE) -> None:
        view, width = self.play.view(player), self.screen.width
        rule = f"-- {player}'s view, after {plural(len(self.play.moves), 'move')} "
        head = Span(rule.ljust(min(width, 96) - 1, "-"), DIM)
        self.screen.show([[head], *self.table.drawing(view, decision, width, height)])

    # commands

    def command(self, word: str, rest: str, decision: Decision[Any]) -> None:
        """Run a command, which is no move."""
        if word == "help":
            self.help(rest or decision.rule, alone=not rest)
        elif word == "search":
            self.search_for(rest)
        elif word == "table":
            self.draw_again(rest, decision)
        elif word == "score":
            self.say(*self.score(decision))
        elif word == "moves":
            self.say(*(self.referee.learnt.get(self.at) or ["Nothing yet."]))
        elif word == ADVICE:
            self.say(*self.advice(decision))
        elif word == "save":
            self.save(rest)
        else:
            self.say(f"To {word}, type {word} alone.")

    def help(self, rule: str, *, alone: bool) -> None:
        """Print a clause or a card; for the question's, the commands too."""
        self.clause(rule, self.play.game)
        if alone:
            self.say("Answer by number or in words; Enter alone asks again. Besides:")
            advice = self.play.game.id in games.with_advice()
            self.commands(
                {word: what for word, what in COMMANDS.items() if advice or word != ADVICE}, rule
            )

    def search_for(self, words: str) -> None:
        """Print the clauses and pieces with some words in them, or that there are none."""
        if not words:
            self.say("Say for what: search lacuna")
        elif not self.search(words, self.play.game):
            self.say("There is no clause or piece with these words.")

    def score(self, decision: Decision[Any]) -> Sequence[str]:
        """Return the score so far, as far as the player at the screen may know it."""
        if self.hidden and decision.who == TABLE:
            return ["What players hold is hidden."]
        player = decision.who if self.hidden else ""
        return [*scores.so_far(self.play, self.screen.width, player)]

    def advice(self, decision: Decision[Any]) -> list[str]:
        game = self.play.game
        advice = None
        if game.id in games.with_advice() and decision.who != TABLE:
            view = self.play.view(decision.who)
            advice = adviser_of(game.id).advise_player(game, view, decision.shown())
        return [*(advice.lines() if advice else ["There is no advice here."])]

    def draw_again(self, name: str, decision: Decision[Any]) -> None:
        """Draw the whole table, for another player only where that shows nothing hidden."""
        own = decision.who if decision.who != TABLE else self.at
        player = find_player(name, self.play.players) if name else own
        if not player:
            self.say(f"Nobody here is called {name}: {', '.join(self.play.players)}.")
        elif player == TABLE or (self.hidden and player != own):
            self.say("What players hold is hidden.")
        else:
            self.draw(player, decision)

    def save(self, name: str) -> None:
        """Write the record so far into a file."""
        if not name:
            self.say("Name a file: save our_game.yaml")
        elif file := self.write(name, self.write_record):
            self.say(f"Saved in {file}.")

    def write_record(self, file: Path) -> None:
        files.autosave(KeptFile(file, contents(file)))(self.referee)

    # the end

    def ended(self) -> bool:
        """Show the last table and the score; return whether the last move is taken back after
        all."""
        play = self.play
        self.tell_news()
        end = play.engine.ending(play.state, play.game)
        self.say(f"The game ends after {plural(end.length, end.unit)}: {end.why}.")
        self.screen.show(
            [[], *draw_position(play.filled().position, play.game, Highlights(())), []]
        )
        self.say(*scores.lines(play, self.screen.width))
        if not self.referee.people:
            return False
        try:
            line = self.ask("The game is over. Enter, or undo> ", ["undo"])
        except Quit:
            return False
        return line.casefold() == "undo" and self.undo()


def unsaid(text: str, said: str) -> str:
    """Return a text without the words with which another begins as it does.

    >>> unsaid("blue 9 (3 Papyrus)", "blue 9 first"), unsaid("Take it", "take")
    ('(3 Papyrus)', 'Take it')
    """
    words = text.split(" ")
    same = takewhile(lambda pair: pair[0] == pair[1], zip(words, said.split(" "), strict=False))
    return " ".join(words[len([*same]) :])


def command_begun(line: str) -> str:
    """Return the only command that a line begins with three letters or more, or an empty text.

    >>> command_begun("adv"), command_begun("u"), command_begun("Tab")
    ('advice', '', 'table')
    """
    begun = [one for one in COMMANDS if one.startswith(line.casefold()) and len(line) >= LEAST]
    return begun[0] if len(begun) == 1 else ""
