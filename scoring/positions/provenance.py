"""The data and the house rules that a position, a form or a record was made for.

A file that states its data or its house rules is scored by these alone and not by those in the
settings of whoever scores it; typed ones take precedence over both. A file that states neither, as
one written by hand, is scored by the settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from card_data import Game
from card_data.choices import HouseRules
from card_data.house import TYPED, Choice, options_of, replaced, values_for
from card_data.loader import under
from card_data.model import Model
from card_data.problems import Problems, shorten
from card_data.reading.decode import FLAGS, decode
from card_data.reading.documents import Document


class MadeFor(Model, frozen=True):
    """The part of a position file about what it was made for."""

    data: str | None = None
    """The fingerprint of the game's data that it was made for."""
    rules_version: int | None = None
    """The version of the rules that it was made for."""
    options: dict[str, str | bool] | None = None
    """The house rules under which it was played, by name, where they are not as in the data."""

    @property
    def house(self) -> dict[str, str] | None:
        """The house rules, with their values as in the data; None for a file that does not state
        what it was made for."""
        if self.data is None and self.options is None:
            return None
        return {name: option_word(word) for name, word in (self.options or {}).items()}


KEYS = MadeFor.__struct_fields__


def option_word(word: str | bool) -> str:
    """Return the value of a house rule as a game's file has it.

    >>> option_word("yes"), option_word(False), option_word("nobody")
    ('true', 'false', 'nobody')
    """
    return str(FLAGS.get(word, word) if isinstance(word, str) else word).lower()


def changed_house_rules(game: Game[Any]) -> dict[str, str | bool]:
    """Return the house rules of a game that differ from its data, for a file."""
    flags = {"true": True, "false": False}
    return {name: flags.get(word, word) for name, word in game.house.items()}


def read_made_for(document: Document) -> MadeFor:
    """Read what a file was made for; raise `DataError` if that is malformed."""
    return decode(document.part(KEYS, only=True), MadeFor)


def check_options(document: Document, game: str, made: MadeFor, options: Any) -> None:
    """Raise `DataError` for house rules in a file that are not among those of its game's data."""
    problems = Problems()
    choices = [
        Choice(game, name, word, document.file, document.mark(("options", name))[0])
        for name, word in (made.house or {}).items()
    ]
    replaced(options, choices, problems)
    problems.raise_if_any()


def house_rules(game: str, said: Mapping[str, str] | None, house: HouseRules) -> dict[str, str]:
    """Return the house rules for a file that states ``said``, None if it states none."""
    usual = values_for(game, house.usual) if said is None else dict(said)
    return usual | values_for(game, house.typed)


def house_rule_notes(
    said: Mapping[str, str] | None, game: Game[Any], house: HouseRules
) -> Iterator[str]:
    """Yield notes on house rules of a file that differ from those typed, or from the settings;
    ``game`` has those in force."""
    if said is None:
        return
    yield from overruled_notes(said, game, house)
    typed, options = values_for(game.id, house.typed), game.options()
    for name, word in values_for(game.id, house.usual).items():
        now = options[name].word()
        if name not in typed and now != option_word(word):
            usual = option_word(word)
            yield f"made with {name} {now} and judged so, though your settings say {usual}"


def overruled_notes(
    said: Mapping[str, str] | None, game: Game[Any], house: HouseRules
) -> Iterator[str]:
    """Yield a note for each house rule of a file that a typed one overrules."""
    if said is None:
        return
    options = game.options()
    for name, word in values_for(game.id, house.typed).items():
        other = said.get(name, "as in the data" if name in game.house else options[name].word())
        if other != options[name].word():
            yield f"made with {name} {other}, judged with {option_word(word)}, as {TYPED} says"


def under_own_house_rules(game: Game[Any], document: Document) -> Game[Any]:
    """Return a game under the house rules that its file states; raise `DataError` as
    `check_options` does."""
    made = read_made_for(document)
    check_options(document, game.id, made, options_of(game.data))
    return under(game, made.house) if made.options and made.house else game


def data_notes(made: MadeFor, game: Game[Any]) -> Iterator[str]:
    """Yield notes on rules or data of a file that differ from those in force."""
    if made.rules_version not in (None, game.head.rules_version):
        now = game.head.rules_version
        yield f"made for version {made.rules_version} of the rules; version {now} is in force"
    if made.data is not None and not (made.data and game.fingerprint.startswith(made.data)):
        data = shorten(made.data)
        yield f"made for data {data}, judged by data {game.fingerprint}"
