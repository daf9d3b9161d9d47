"""The screen at which people are asked, and answers by their numbers."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import sleep
from typing import Any

from card_data import DataError, Game
from card_data.house import typed_choices
from card_data.problems import printable, shorten
from scoring import clauses
from scoring.cli import show
from scoring.cli.terminal import say_styled
from scoring.play.table_view import DIM
from scoring.positions.display import Line, Span, wrap_line

MOST_NAMED = 8  # other clauses with some words in them
LEAST_TYPED = 16  # columns for an answer beside its prompt
PAUSE = 0.8  # seconds to read what a bot did
CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the screen, and what could be scrolled back


class Screen:
    """The terminal, where a game is shown and answers are typed; or a pipe, which cannot be
    cleared."""

    def __init__(self) -> None:
        self.words: Sequence[str] = ()  # that Tab completes
        self.editor: Any = None
        if sys.stdin.isatty():
            try:
                import readline  # lines can then be edited, completed, and typed again
            except ImportError:  # there is none on Windows
                return
            self.editor = readline
            readline.set_completer(self.completion)
            readline.set_completer_delims("")  # a line is completed as a whole: moves have spaces
            libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    @property
    def width(self) -> int:
        """The greatest number of characters in a line."""
        return shutil.get_terminal_size((96, 24)).columns

    @property
    def height(self) -> int:
        """The number of visible lines."""
        return shutil.get_terminal_size((96, 24)).lines

    def completion(self, typed: str, number: int) -> str | None:
        """Return one of the answers that begin as typed, numbered from 0; None after the last."""
        begun = typed.casefold()
        found = [word for word in self.words if word.casefold().startswith(begun)]
        return found[number] if number < len(found) else None

    def show(self, lines: Iterable[Line]) -> None:
        if sys.stdout.isatty():
            width = self.width
            lines = [part for line in lines for part in wrap_line(line, width)]
        say_styled(lines)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return a typed line; Tab completes it by ``words``. Raise `EOFError` if there are no
        more."""
        self.words = words
        if not self.attended or len(prompt) < self.width - LEAST_TYPED:
            return input(printable(prompt))
        *above, last = wrap_line([Span(prompt)], self.width - LEAST_TYPED)
        self.show(above)
        return input(printable("".join([span.text for span in last]).rstrip() + " "))

    @property
    def attended(self) -> bool:
        """Whether somebody is there who can be asked."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    def pause(self) -> None:
        """Leave somebody who is there the time to read the last lines."""
        if self.attended:
            sleep(PAUSE)

    def clear(self) -> None:
        """Empty the screen, and all that could be scrolled or called back."""
        if self.editor is not None:
            self.editor.clear_history()
        if sys.stdout.isatty():
            dumb = os.environ.get("TERM") == "dumb"  # as in Emacs: it shows codes as they are
            sys.stdout.write("\n" * self.height if dumb else CLEAR)
            sys.stdout.flush()


class Quit(Exception):
    """A request to leave the prompt, or the end of its input."""


class Dialog:
    """Questions at a screen. ``data``: the user's folder of games, if any."""

    def __init__(self, screen: Screen, data: Path | None = None) -> None:
        self.screen, self.data = screen, data

    def say(self, *lines: str) -> None:
        self.screen.show([[Span(line)] for line in lines])

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Return a typed line, with single spaces; raise `Quit` at the end of the input, or for a
        word to quit."""
        try:
            line = " ".join(self.screen.ask(prompt, words).split())
        except (EOFError, KeyboardInterrupt):
            raise Quit from None
        if line.casefold() in ("quit", "exit"):
            raise Quit
        return line

    def clause(self, rule: str, game: Game[Any]) -> None:
        """Print a clause or a card, as the house rules of a game have it; or else those of the game
        with these words in them, or why there is none."""
        try:
            found = clauses.find(rule, self.data, typed_choices(game), game.id)
            self.say(*show.clause_lines(found))
        except DataError as error:
            named = any(one.isdecimal() for one in rule)  # by an ID
            if named or not self.search(rule, game):
                self.say(*[str(problem) for problem in error.problems])

    def search(self, words: str, game: Game[Any]) -> bool:
        """Print the clauses and pieces of a game with some words in them, as many as the screen
        has room for, and name others; return whether there are any."""
        found = clauses.search(words, game)
        room = self.screen.height - len(["two lines of others", "", "the prompt"])
        for at, one in enumerate(found):
            lines = [*show.clause_lines(one), ""]
            room -= sum([len([*wrap_line([Span(line)], self.screen.width)]) for line in lines])
            if at and room < 0:
                names = [one.clause.id or one.card for one in found[at:]]
                more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
                self.say(
                    f"Also in {', '.join(names[:MOST_NAMED])}{more}; help {names[0]} shows it."
                )
                break
            self.say(*lines)
        return bool(found)

    def commands(self, known: Mapping[str, str], rule: str) -> None:
        """Print the commands with their descriptions."""
        widest = max(map(len, known))
        self.say(*[f"  {word:{widest}}  {what.format(rule=rule)}" for word, what in known.items()])

    def write(self, name: str, into: Callable[[Path], None]) -> Path | None:
        """Write into the file that somebody names, with the ending ``.yaml`` by default; replace
        another one only on request; print why and return None if it is not written."""
        try:
            file = Path(name).expanduser()
            file = file if file.suffix else file.with_name(f"{file.name}.yaml")
            if os.path.lexists(file):
                line = self.ask(f"{file} is there already. Replace it? y or n> ")
                if not confirmed(line):
                    self.say("Not saved.")
                    return None
            into(file)
        except (OSError, ValueError, RuntimeError) as error:
            why = error.strerror if isinstance(error, OSError) else "no file has this name"
            self.say(f"{shorten(name)}: cannot be written: {why}")
            return None
        return file


def by_number(line: str, offered: Sequence[str]) -> str:
    """Return the words of the answer with a number; a line without such a number as it is.

    Where answers are numbers themselves, they take precedence.

    >>> by_number("2", ["take", "decline"]), by_number("2", ["0", "1", "2"]), by_number("9", [])
    ('decline', '2', '9')
    """
    if line.isdecimal() and not any(words.isdecimal() for words in offered):
        number = int(line[:9])
        if 1 <= number <= len(offered):
            return offered[number - 1]
    return line


def out_of_range(line: str, offered: Sequence[str]) -> str:
    """Return a message about a number that no answer has; empty for any other line.

    >>> out_of_range("9", ["take", "pass", "lockdown"]), out_of_range("2", ["take", "decline"])
    ('9: answer 1 to 3, or in words', '')
    """
    if not re.fullmatch("-?[0-9]+", line) or not offered or by_number(line, offered) != line:
        return ""
    if any(words.isdecimal() for words in offered):
        return ""
    return f"{shorten(line)}: answer {numbers_of(offered)}, or in words"


def numbers_of(offered: Sequence[str]) -> str:
    """Return the numbers of some answers."""
    return {1: "1", 2: "1 or 2"}.get(len(offered), f"1 to {len(offered)}")


def confirmed(line: str) -> bool:
    """Return whether an answer is yes; any other is no."""
    return line.casefold() in ("y", "yes")


def in_columns(
    cells: Sequence[tuple[str, str]], width: int, most: int | None = None
) -> Iterator[Line]:
    """Yield numbered moves with their captions, in as many columns as fit.

    A list with more lines than ``most`` goes without captions, then without columns, then without
    its end.

    >>> for line in in_columns([("take", ""), ("decline", "all")], 40):
    ...     print("".join(span.text for span in line).rstrip())
      1  take            2  decline  all
    """
    most = lines_of(cells, width) if most is None else most
    if lines_of(cells, width) > most:
        cells = [(words, "") for words, _ in cells]
    down, wide = lines_of(cells, width), cell_width(cells)
    numbered = not any(words.isdecimal() for words, _ in cells)
    heads = [f"{number:3}  " if numbered else "     " for number in range(1, len(cells) + 1)]
    if down > most:
        lines = [*one_after_the_other(heads, [words for words, _ in cells], width)]
        more: Line = [Span("  … press Enter for all of them", DIM)]
        yield from lines if len(lines) <= most else [*lines[: most - 1], more]
        return
    for row in range(down):
        line: list[Span] = []
        for head, (words, caption) in [*zip(heads, cells, strict=True)][row::down]:
            after = f"  {caption}" if caption else ""
            rest = " " * (wide - len(head + words + after))
            line += [Span(head, DIM), Span(words), Span(after, DIM), Span(rest)]
        yield line


def one_after_the_other(heads: Sequence[str], moves: Sequence[str], width: int) -> Iterator[Line]:
    """Yield numbered moves in lines that are as full as possible."""
    line: list[Span] = []
    for head, words in zip(heads, moves, strict=True):
        if line and sum([len(span.text) for span in line]) + len(head + words) > width:
            yield line
            line = []
        line += [Span(head, DIM), Span(words)]
    yield line


def lines_of(cells: Sequence[tuple[str, str]], width: int) -> int:
    """Return how many lines numbered moves take."""
    return -(-len(cells) // max(1, width // cell_width(cells)))


def cell_width(cells: Sequence[tuple[str, str]]) -> int:
    """Return how wide a column of numbered moves with their captions is."""
    longest = max([len(words) for words, _ in cells], default=0)
    widest = max([len(caption) for _, caption in cells], default=0)
    return 5 + longest + (2 + widest if widest else 0) + 2
