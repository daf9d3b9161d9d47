"""Which house rules a user goes by: those of the files of settings, and those typed.

In a user's ``printkit.toml`` they stand in the table ``[options]``, or in one for each game::

    [options]
    winstons_archive.refill_taken_stack = true
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from card_data.game import names
from card_data.house import Choice, parse, replaced
from card_data.loader import declared_house_rules
from card_data.model import fields_of
from card_data.problems import DataError, Problems, closest_name, did_you_mean, quote, shorten
from card_data.program.settings import Settings, all_settings, value_in_words
from card_data.text import join_words

TABLE = "options"


class HouseRules(NamedTuple):
    """House rules as choices in full, such as ``winstons_archive.refill_taken_stack=true``: what
    a user's settings say, and what was typed, which goes first."""

    usual: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All of them; of two for one option the last one counts."""
        return self.usual + self.typed


NO_HOUSE_RULES = HouseRules()


def resolve_house_rules(
    typed: Sequence[str], games: Sequence[str] | None = None, data: Path | None = None
) -> HouseRules:
    """The house rules for some games, all if none is named; ``data`` is the folder of edited
    games.

    An option may be typed without its game if only one of these has it. Raise `DataError` with
    every choice that will not do, each with its argument or its line.
    """
    usual = list(choices_in_settings())
    if not (typed or usual):
        return NO_HOUSE_RULES
    problems = Problems()
    chosen = ChoiceChecker(games or names(data), data, problems)
    typed_ones = list(chosen.full(typed))
    usual = [choice for choice in usual if chosen.meant(choice)]
    for choice in (*usual, *typed_ones):
        chosen.check(choice)
    problems.raise_if_any()
    return HouseRules(tuple(map(str, usual)), tuple(map(str, typed_ones)))


def choices_in_settings() -> Iterator[Choice]:
    """The choices in a user's files, the one that goes first at the end; raise `DataError` with
    what is wrong in one."""
    problems = Problems()
    for settings in all_settings():
        yield from _in_file(settings, problems)
    problems.raise_if_any()


def _in_file(settings: Settings, problems: Problems) -> Iterator[Choice]:
    for game, options in settings.table(TABLE).items():
        if not isinstance(options, dict):
            message = f"found {value_in_words(options)}, expected GAME.NAME = VALUE"
            problems.extend([settings.problem(message, TABLE, game)])
            continue
        for name, value in options.items():
            path = (TABLE, game, name)
            if not isinstance(value, str | int | float):
                message = f"found {value_in_words(value)}, expected a text, true, false or a number"
                problems.extend([settings.problem(message, *path)])
                continue
            word = str(value).lower() if isinstance(value, bool) else str(value)
            yield Choice(game, name, word, str(settings.file), settings.line(*path))


class ChoiceChecker:
    """Holds choices against the options that the ``games`` of a command have; ``problems`` collects
    what is wrong."""

    def __init__(self, games: Iterable[str], data: Path | None, problems: Problems) -> None:
        self.games, self.data, self.problems = list(games), data, problems
        self.declared: dict[str, Any] = {}

    def options(self, game: str) -> Any:
        """Return the options of a game; None if its file is wrong, which loading will report."""
        if game not in self.declared:
            try:
                self.declared[game] = declared_house_rules(game, self.data)
            except DataError:
                self.declared[game] = None
        return self.declared[game]

    def full(self, typed: Iterable[str]) -> Iterator[Choice]:
        """Yield the choices that are typed, each with its game."""
        known = names(self.data)
        for one in typed:
            with self.problems.collecting():
                choice = parse(one, known)
                if choice.game:
                    yield from self.of_command(choice)
                else:
                    yield from self.completed(choice, known)

    def of_command(self, choice: Choice) -> Iterator[Choice]:
        """Yield a choice if it is for one of the games of the command."""
        if choice.game in self.games:
            yield choice
        else:
            message = (
                f"found an option of {choice.game}, expected one of {join_words(self.games, 'or')}"
            )
            self.problems.extend([choice.problem(message)])

    def completed(self, choice: Choice, known: Sequence[str]) -> Iterator[Choice]:
        """Complete a choice without a game, by the only game that has such an option."""
        game, dot, _ = choice.name.partition(".")
        having = [one for one in self.games if choice.name in fields_of(self.options(one))]
        if len(having) == 1:
            yield choice._replace(game=having[0])
        elif having:
            message = (
                f"{join_words(having, 'and')} have it: name one, as in {having[0]}.{choice.name}"
            )
            self.problems.extend([choice.problem(message)])
        elif dot and game not in self.games:
            message = f"no game called {quote(game)} here{did_you_mean(game, known)}"
            self.problems.extend([choice.problem(message)])
        else:
            every = {name: None for one in self.games for name in fields_of(self.options(one))}
            hint = did_you_mean(choice.name, every) or "; the game has none"
            message = f"no house rule {shorten(choice.name)}{hint}"
            self.problems.extend([choice._replace(name="").problem(message)])

    def meant(self, choice: Choice) -> bool:
        """Whether a choice of the settings is for a game of the command; a misspelt game is a
        problem, one of another folder is not."""
        known = {*self.games, *names(self.data), *names()}
        if choice.game not in known and (meant := closest_name(choice.game, known)):
            message = f"no game called {quote(choice.game)}; did you mean {meant}?"
            self.problems.extend([choice.problem(message)])
        return choice.game in self.games

    def check(self, choice: Choice) -> None:
        """Add the problems of a complete choice."""
        options = self.options(choice.game)
        if options is not None:
            replaced(options, [choice], self.problems)


def settings_for(game: str) -> dict[str, Choice]:
    """The choices of the user's settings for a game, by the option's name."""
    return {choice.name: choice for choice in choices_in_settings() if choice.game == game}
