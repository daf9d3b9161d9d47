"""House rules chosen without an edit of a game's data: what is typed, and what it makes of them.

A choice is written ``winstons_archive.refill_taken_stack=true``: the game, the option, and its
value as ``game.yaml`` has it.

>>> parse("winstons_archive.refill_taken_stack=true", ["winstons_archive"])[:3]
('winstons_archive', 'refill_taken_stack', 'true')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from card_data.model import Model, Option, fields_of
from card_data.problems import DataError, Problem, Problems, did_you_mean, quote, shorten
from card_data.reading.decode import Decoder
from card_data.reading.documents import Document

TYPED = "--option"  # the argument of both commands
FORM = "GAME.NAME=VALUE, such as winstons_archive.refill_taken_stack=true"


class Choice(NamedTuple):
    """The value of one game's option, as text, and where it was given; a ``line`` of 0 is none.

    ``game`` is empty where none was given.
    """

    game: str
    name: str
    value: str
    file: str = TYPED
    line: int = 0

    def __str__(self) -> str:
        return f"{self.game}.{self.name}={self.value}"

    @property
    def where(self) -> str:
        """The file and the line, or the argument."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def problem(self, message: str) -> Problem:
        """Return a problem with this choice, with its place."""
        item = ".".join(filter(None, (self.game, self.name)))
        return Problem(message=message, file=self.file, line=self.line, item=item)


class HouseRule(Model, frozen=True):
    """A house rule that has another value than the game's data give it."""

    name: str
    """The name of the option."""
    value: str
    """Its value, as a file has it."""
    says: str
    """The value in words."""
    clause: str
    """The ID of the clause that it changes."""

    @property
    def spoken(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ")

    def __str__(self) -> str:
        return f"{self.spoken}: {self.says} ({self.clause})"


def parse(typed: str, games: Iterable[str] = ()) -> Choice:
    """Parse a typed choice; its game is one of ``games``, or empty for any other.

    Raise `DataError` if the name or the value is missing.
    """
    left, equals, value = typed.partition("=")
    named = [game for game in games if left.casefold().startswith(f"{game}.".casefold())]
    game = max(named, key=len, default="")
    name = left[len(game) + 1 :] if game else left
    if not (equals and name and value):
        message = f"found {quote(typed)}, expected {FORM}"
        raise DataError(Problem(message=message, file=TYPED))
    return Choice(game, name, value)


def values_for(game: str, house: Iterable[str]) -> dict[str, str]:
    """Return the values that complete choices give the options of a game, by name; the last counts.

    Choices for other games are skipped. Raise `DataError` for a choice that cannot be parsed.

    >>> values_for("a", ["a.x=1", "b.x=2", "a.x=3"])
    {'x': '3'}
    """
    choices = [parse(one, [game]) for one in house]
    for choice in choices:
        if not choice.game and "." not in choice.name:
            raise DataError(choice.problem(f"found no game, expected {FORM}"))
    return {choice.name: choice.value for choice in choices if choice.game}


def options_of(data: Any) -> Any:
    """The house rules of a game's own data: a model, or a mapping; an empty one if it has
    none."""
    return getattr(data, "options", {})


def values_of(options: Any) -> dict[str, tuple[str, ...]]:
    """The values that each of a game's options may have, as a file has them; none where that is not
    known. ``options`` are those of the game's data: a model, or a mapping."""
    kinds = {name: _kind(options, name, option) for name, option in fields_of(options).items()}
    return {
        name: ("false", "true") if kind is bool else tuple(map(str, get_args(kind)))
        for name, kind in kinds.items()
    }


def replaced(options: Any, choices: Iterable[Choice], problems: Problems) -> Any:
    """Return a game's options with the values of ``choices``; add what is wrong with these to
    ``problems``."""
    known: dict[str, Option[Any]] = fields_of(options)
    new = dict(known)
    for choice in choices:
        name = choice.name
        if wrong := _unchoosable(name, known):
            problems.extend([choice.problem(wrong)])
            continue
        decoder = Decoder(Document(choice.file, choice.value))
        value = decoder.read(_kind(options, name, known[name]))
        problems.extend(choice.problem(found.message) for found in decoder.problems)
        if not decoder.problems:
            new[name] = msgspec.structs.replace(known[name], value=value)
    return new if isinstance(options, dict) else type(options)(**new)


def _unchoosable(name: str, known: Mapping[str, Option[Any]]) -> str:
    """Return why an option cannot be chosen, whatever its value; empty if it can."""
    if not known:
        return "the game has no house rules"
    if name not in known:
        return f"no house rule {shorten(name)}{did_you_mean(name, known)}"
    if not isinstance(known[name].value, bool | int | float | str):
        return "it has no single value: edit game.yaml instead"
    return ""


def _kind(options: Any, name: str, option: Option[Any]) -> Any:
    """The type of an option's values: the model's, else that of the present one, of texts those
    with words for aids."""
    if not isinstance(options, dict):
        kinds = {field.name: field.type for field in msgspec.structs.fields(type(options))}
        return get_args(kinds[name])[0]
    if isinstance(option.value, str) and option.aid:
        return Literal[tuple(option.aid)]
    return type(option.value)


def changed(options: Mapping[str, Option[Any]], own: Mapping[str, Option[Any]]) -> dict[str, str]:
    """Return the options that differ from the data's ``own``, with their values as in a file."""
    words = {name: option.word() for name, option in options.items()}
    return {name: word for name, word in words.items() if word != own[name].word()}


def changed_rules(game: Any) -> tuple[HouseRule, ...]:
    """The house rules of a `Game` that are not as its data have them."""
    options = game.options() if game.house else {}
    return tuple(
        HouseRule(name, word, options[name].now, options[name].clause)
        for name, word in game.house.items()
    )


def typed_choices(game: Any) -> tuple[str, ...]:
    """Return them as complete choices, as they are typed."""
    return tuple(str(Choice(game.id, name, word)) for name, word in game.house.items())


def summary(game: Any) -> str:
    """Return them in short, such as ``refill taken stack (on)``; empty for none."""
    options = game.options()
    return ", ".join(f"{one.spoken} ({options[one.name].brief})" for one in changed_rules(game))


def report_lines(options: Iterable[HouseRule]) -> Iterator[str]:
    """House rules as a line of a report; no line for none."""
    if said := "; ".join(map(str, options)):
        yield f"House rules: {said}."
