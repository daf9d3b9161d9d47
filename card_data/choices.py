"""House options as they are typed for the games of a command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from card_data.game import names
from card_data.house import Choice, parse, replaced
from card_data.loader import house_options
from card_data.model import fields_of
from card_data.problems import DataError, Problems, clip, near
from card_data.words import in_words


def house_of(
    typed: Sequence[str], games: Sequence[str] | None = None, data: Path | None = None
) -> tuple[str, ...]:
    """House options typed for some games, all if none is named, as choices in full, such as
    ``winstons_archive.refill_taken_stack=true``; ``data`` is the folder of edited games.

    An option may be typed without its game if only one of these has it. Raise `DataError` with
    every choice that will not do.
    """
    if not typed:
        return ()
    problems = Problems()
    chosen = Chosen(games or names(data), data, problems)
    choices = list(chosen.full(typed))
    for choice in choices:
        chosen.check(choice)
    problems.stop_if_any()
    return tuple(map(str, choices))


class Chosen:
    """Holds choices against the options that the ``games`` of a command have; ``problems`` collects
    what is wrong."""

    def __init__(self, games: Iterable[str], data: Path | None, problems: Problems) -> None:
        self.games, self.data, self.problems = list(games), data, problems
        self.declared: dict[str, Any] = {}

    def options(self, game: str) -> Any:
        """The options of a game; none if its file is wrong, which is told when it is loaded."""
        if game not in self.declared:
            try:
                self.declared[game] = house_options(game, self.data)
            except DataError:
                self.declared[game] = None
        return self.declared[game]

    def full(self, typed: Iterable[str]) -> Iterator[Choice]:
        """What is typed, with its game."""
        known = names(self.data)
        for one in typed:
            with self.problems.kept():
                choice = parse(one, known)
                if choice.game:
                    yield from self.of_command(choice)
                else:
                    yield from self.completed(choice, known)

    def of_command(self, choice: Choice) -> Iterator[Choice]:
        """A choice for one of the games of the command."""
        if choice.game in self.games:
            yield choice
        else:
            message = (
                f"found an option of {choice.game}, expected one of {in_words(self.games, 'or')}"
            )
            self.problems.extend([choice.problem(message)])

    def completed(self, choice: Choice, known: Sequence[str]) -> Iterator[Choice]:
        """A choice without a game, with the only game that has such an option."""
        game, dot, _ = choice.name.partition(".")
        having = [one for one in self.games if choice.name in fields_of(self.options(one))]
        if len(having) == 1:
            yield choice._replace(game=having[0])
        elif having:
            message = (
                f"{in_words(having, 'and')} have it: name one, as in {having[0]}.{choice.name}"
            )
            self.problems.extend([choice.problem(message)])
        elif dot and game not in self.games:
            message = f"no game called {clip(game)} here{near(game, known)}"
            self.problems.extend([choice.problem(message)])
        else:
            every = {name: None for one in self.games for name in fields_of(self.options(one))}
            hint = near(choice.name, every) or "; the game has none"
            message = f"no house option {clip(choice.name, quoted=False)}{hint}"
            self.problems.extend([choice._replace(name="").problem(message)])

    def check(self, choice: Choice) -> None:
        """Keep what is wrong with a choice in full."""
        options = self.options(choice.game)
        if options is not None:
            replaced(options, [choice], self.problems)
