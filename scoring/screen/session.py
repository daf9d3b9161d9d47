"""A game at a whole screen, without the screen: what stands there, and what each answer does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from card_data.words import counted, in_words
from scoring.cli import so_far
from scoring.cli.prompt import last_score, last_table, out_of_range
from scoring.cli.sitting import ALWAYS, ROLL, Sitting
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import IllegalMove
from scoring.play.referee import Referee
from scoring.play.steps import Entry, Menu
from scoring.play.table_view import DIM, described, is_open
from scoring.positions.display import Line, Span, folded
from scoring.screen.choosing import Choosing
from scoring.screen.layout import Scene

REFUSED = "bold red"
LEAVE, UNDO = "leave", "undo"
COMMANDS = {
    "help": "the clause of the question, and the keys; help WA-3.1 any clause, help T-5d a card",
    "search": "clauses and cards by a word in them",
    "score": "the score so far",
    "moves": "what has happened, as far as you know of it",
    "table": "where nothing is hidden, table Bo as Bo has it",
    "advice": "what to do, where the game has an adviser",
    "save": "the record so far into a file: save evening.yaml",
    UNDO: "take back the last move that a person made",
    "quit": "stop here",
}
KEYS = {
    "1 2 3 …": "choose by number",
    "arrows, Enter": "choose",
    "letters": "a move or a command in words; Tab completes",
    "Backspace, Esc": "one step back",
    "Space": "turn the switch, such as [ ] with Eureka",
    "? or F1": "help",
    "/": "search",
    "F2": "score",
    "F3": "moves",
    "F4": "advice",
    "Ctrl+Z": "undo",
    "PgUp, PgDn": "a table that is longer than the screen",
    "Ctrl+Q": "quit; so do Ctrl+C and Ctrl+D",
}


class Page(NamedTuple):
    """Something to read, until a key is pressed: its title, and its lines in a width."""

    title: str
    lines: Callable[[int], Sequence[Line]]


class Session(Sitting):
    """A game at a screen.

    ``asked`` is what is to be answered, ``choosing`` how far the answer is. ``passed`` is who has
    to take the screen first; nothing is then shown. ``page`` is something to read, ``searched``
    what is to be looked for, ``left`` whether everybody has gone.
    """

    def __init__(
        self, referee: Referee, *, open_hands: bool = False, data: Path | None = None
    ) -> None:
        super().__init__(referee, open_hands=open_hands, data=data)
        self.asked: Decision[Any] | None = None
        self.choosing = Choosing(lambda chosen, on: Menu([]))
        self.offered: list[str] = []
        self.passed = ""
        self.page: Page | None = None
        self.left = False
        self.searched: str | None = None
        self.fresh = 0
        self.scrolled = 0
        self.note = ""
        self.replacing = ""  # the file that is to be saved over, if that is said again

    # whose turn it is

    @property
    def programs(self) -> str:
        """Whose move the program is to make now: a bot, the table, or nobody."""
        found = filter(self.referee.is_programs, self.play.decisions)
        return next((decision.who for decision in found), "")

    def step(self) -> None:
        """Make one move that is the program's."""
        self.referee.step()
        if not self.passing:
            self.fresh += self.hear()

    def hear(self) -> int:
        """How much the player at the screen has learnt."""
        return len(self.referee.news(self.at)) if self.at != TABLE else 0

    def ask(self) -> None:
        """Put the next question, once the program has nothing to do; first the screen is passed to
        the player who answers."""
        self.asked = self.referee.asked
        who = self.asked.who if self.asked else ""
        self.scrolled = 0
        if who and who != self.at and (self.passing or who != TABLE):
            self.at, self.fresh = TABLE if self.passing else who, 0
            if self.passing and who != TABLE:
                self.passed = who
                return
        self.fresh += self.hear()
        self.passed = ""
        self.choosing = Choosing(self.menu, unasked=who == TABLE)
        self.offered = []
        if self.asked and who != TABLE:
            self.offered = self.table.offered(self.asked, self.play.view(who))

    @property
    def stale(self) -> bool:
        """Whether what is asked is not what has to be answered now."""
        return bool(self.programs) or self.asked is not self.referee.asked

    def take(self) -> None:
        """The player to whom the screen was passed has it."""
        self.at, self.note = self.passed, ""
        self.ask()

    def menu(self, chosen: tuple[str, ...], on: bool) -> Menu:
        """What can be chosen next."""
        decision = self.asked
        if decision is None:
            return Menu([Entry(LEAVE, words=LEAVE), Entry(UNDO, words=UNDO)])
        if decision.who != TABLE:
            return self.table.menu(decision, self.play.view(decision.who), chosen, on=on)
        asks = self.table.asks(decision, self.play.view(self.play.players[0]))
        expected = f"{asks}. Type it as it fell or was dealt."
        programs = {ROLL: "by the program, this time", ALWAYS: "and from now on"}
        return Menu([Entry(word, told, word) for word, told in programs.items()], "", expected)

    # what the player does

    def answer(self, line: str) -> bool:
        """Do what was typed: a choice, a command or a move; choose where one stands if it is
        nothing. Whether that could be done."""
        self.note = ""
        line = " ".join(line.split())
        entry = self.here() if not line else self.choosing.typed(line)
        if entry is not None:
            return self.choose(entry)
        if line.isdecimal():
            self.note = self.no_number(line)
        if self.note:
            return False
        return not line or self.command(line) or self.move(self.in_full(line))

    def no_number(self, line: str) -> str:
        """What to say to a number that no entry has; nothing where numbers may be typed."""
        labels = [entry.label for entry in self.choosing.entries]
        if self.choosing.numbered:
            return out_of_range(line, labels)
        faces = [label for label in labels if label.isdecimal()]
        return f"{line}: choose {in_words(faces, 'or')}, or answer in words" if faces else ""

    def in_full(self, line: str) -> str:
        """A move of which only what follows the steps that are chosen was typed."""
        whole = " ".join([*self.choosing.chosen, line])
        return whole if self.asked and is_open(self.asked, whole) else line

    def here(self) -> Entry | None:
        """The entry that Enter chooses."""
        return self.choosing.entries[self.choosing.at] if self.choosing.at >= 0 else None

    def choose(self, entry: Entry) -> bool:
        """Choose an entry, and make the move if it is one; whether that could be done."""
        words = self.choosing.choose(entry)
        return not words or self.move(words)

    def move(self, words: str) -> bool:
        """Make a move; whether the rules let it, and if they do not, say why."""
        decision = self.asked
        if decision is None:
            return self.after_the_end(words)
        if decision.who == TABLE and words.casefold() in (ROLL, ALWAYS):
            self.roll(decision, words.casefold())
        else:
            try:
                self.referee.answer(decision, words)
            except IllegalMove as error:
                self.note = str(error)
                return False
        self.fresh = 0
        return True

    def after_the_end(self, words: str) -> bool:
        """Leave a game that is over, or take its last move back; whether that was said."""
        self.left = words == LEAVE
        if words == UNDO:
            self.undo()
        elif not self.left:
            self.note = f"The game is over: {LEAVE} or {UNDO}."
        return words in (LEAVE, UNDO)

    def undo(self) -> None:
        """Take a move back."""
        self.note = "Taken back." if self.referee.undo() else "There is no move to take back."
        self.fresh = 0

    def words(self) -> list[str]:
        """What Tab completes."""
        here = [words for entry in self.choosing.entries for words in (entry.label, entry.words)]
        return [*dict.fromkeys(filter(None, [*here, *self.offered, *COMMANDS]))]

    def look(self, lines: int) -> None:
        """Look further up or down a long table."""
        self.scrolled = max(0, self.scrolled + lines)

    def back(self) -> None:
        """One step back in what is being chosen."""
        self.note = ""
        self.choosing.back()

    def turn(self) -> None:
        """Turn the switch, where there is one."""
        if self.choosing.menu.switch:
            self.choosing.switch()

    def command(self, line: str) -> bool:
        """Do what is no move; whether it is that."""
        word, _, rest = line.partition(" ")
        word = word.casefold()
        readers: dict[str, Callable[[str], Page]] = {
            "help": self.help,
            "score": self.score,
            "moves": self.moves,
            "table": self.other_table,
            "advice": self.advise,
        }
        if word in readers:
            self.page = readers[word](rest)
        elif word == "search":
            self.searched = rest
        elif word == "save":
            self.save(rest)
        elif line.casefold() in ("quit", "exit"):
            self.left = True
        elif line.casefold() == UNDO:
            self.undo()
        else:
            return False
        return True

    def save(self, name: str) -> None:
        """Write the record so far into a file, over another one if that is said twice."""
        again = self.replacing == name
        told = self.saved(name, lambda file: again)
        self.replacing = "" if told else name
        self.note = told or f"{name} is there already. To replace it, say so again."

    # what there is to read

    def help(self, rule: str) -> Page:
        """A clause; for the question's, the keys and commands too."""
        asked = self.asked.rule if self.asked else self.play.engine.END
        lines: list[Line] = [[Span(line)] for line in self.clause(rule or asked)]
        if not rule:
            for head, meanings in (("Keys", KEYS), ("In words", COMMANDS)):
                lines += [[], [Span(head, "bold")]]
                lines += [[Span(f"  {key:16}"), Span(what, DIM)] for key, what in meanings.items()]
        return Page(rule or "Help", partial(broken, lines))

    def score(self, _: str = "") -> Page:
        """The score so far, as far as the player at the screen may know it."""
        if self.hidden and self.at == TABLE:
            return self.said("Score so far", ["What players hold is hidden."])
        player = self.at if self.hidden and self.asked else ""

        def lines(width: int) -> Sequence[Line]:
            told = so_far.lines(self.play, width, player)
            return broken([[Span(line)] for line in told], width)

        return Page("Score so far", lines)

    def moves(self, _: str = "") -> Page:
        """What has happened."""
        return self.said("Moves", self.referee.learnt.get(self.at) or ["Nothing yet."])

    def advise(self, _: str = "") -> Page:
        """An adviser's advice."""
        asked = self.asked
        return self.said("Advice", self.advice(asked) if asked else ["The game is over."])

    def other_table(self, name: str) -> Page:
        """The whole table, as a player sees it where that hides nothing."""
        player, refusal = self.seen_by(name, self.asked) if self.asked else (self.at, "")
        if refusal:
            return self.said("Table", [refusal])
        drawing = self.table.drawing(self.play.view(player))
        lines = [line for block in drawing for line in (*block, [])]
        return Page(f"{player}'s view", partial(broken, lines))

    def said(self, title: str, lines: Sequence[str]) -> Page:
        return Page(title, partial(broken, [[Span(line)] for line in lines]))

    # what stands on the screen

    def scene(self, width: int) -> Scene:
        """The screen of whoever has it; while a bot is to move, without a question."""
        waiting = self.programs
        menu = Menu([]) if waiting else self.choosing.menu
        known = self.referee.learnt.get(self.at, [])
        return Scene(
            title=self.title(),
            score="" if self.hidden else so_far.totals(self.play),
            table=partial(self.drawing, width),
            scrolled=self.scrolled,
            told=known,
            fresh=min(self.fresh, len(known)),
            question=f"{waiting} is choosing …" if waiting else self.question(),
            switch=self.switch() if not waiting else "",
            said=self.says(menu),
            entries=menu.entries,
            numbered=self.choosing.numbered,
            at=self.choosing.at,
        )

    def title(self) -> str:
        """The game, who is seen to play it, and how far it is."""
        seat = "" if self.at == TABLE else f"  {self.at}"
        return f"{self.play.game.title}{seat}  after {counted(len(self.play.moves), 'move')}"

    def drawing(self, width: int, height: int) -> Sequence[Line]:
        """The table, unless the screen is on its way to somebody."""
        if self.play.decision is None:
            score, table = last_score(self.play, width), last_table(self.play)
            return broken([*score, [], *table], width)
        if self.at == TABLE:
            return []
        return self.table.screen(self.play.view(self.at), self.asked, width, height)

    def question(self) -> str:
        """The question with its clause, and what is chosen of its answer."""
        if self.asked is None:
            return "The game is over"
        return " › ".join([described(self.asked), *self.choosing.chosen])

    def switch(self) -> str:
        """The switch, as it is."""
        label = self.choosing.menu.switch
        return f"[{'x' if self.choosing.on else ' '}] {label}: Space" if label else ""

    def says(self, menu: Menu) -> list[Line]:
        """What may be typed, and why the last answer was refused."""
        expected: list[Line] = [[Span(menu.expects, DIM)]] if menu.expects else []
        if self.play.decision is None:
            expected = [[Span(self.play.result().verdict)]]
        return [[Span(self.note, REFUSED)], *expected] if self.note else expected


def broken(lines: Sequence[Line], width: int) -> list[Line]:
    """Lines of at most so many columns."""
    return [part for line in lines for part in folded(line, width)]
