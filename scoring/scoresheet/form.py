"""An empty position of a game with a ``score.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from card_data import Game
from card_data.scoresheet.sheet import Field, Scoresheet
from card_data.scoresheet.table import NOT_PLAYED, ROUNDS
from scoring.scoresheet.position_type import values_of

NULL = "null"


def blank(game: Game[Any], sheet: Scoresheet) -> str:
    """Return an empty position as commented YAML: every answer ``null``."""
    seats = game.head.players
    lines = [
        f"# {game.title}: the table at the end of the game. Replace each null with an answer;",
        "# `scoring score FILE` lists those still missing.",
        f"game: {game.id}",
        *[line for field in sheet.of("table") for line in lines_of(field, sheet)],
        f"players:  # one entry per player, {seats.words()}: copy or delete entries as needed",
    ]
    entry = ["  - name: null"]
    entry += [f"    {line}" for field in sheet.of("player") for line in lines_of(field, sheet)]
    parts = ", ".join(f"{part.name}: null" for part in sheet.parts)
    entry += [
        "    # To have the score pad checked as well, remove the # from a line.",
        f"    # points: {{{parts}}}",
        "    # total: null",
    ]
    return "\n".join([*lines, *(entry * seats.min), ""])


def lines_of(field: Field, sheet: Scoresheet) -> Iterator[str]:
    """Yield the lines of a field with its description, and every answer open."""
    yield f"# {field.label}: {described(field)}"
    tables = [over for over in field.over if over != ROUNDS]
    inner = NULL
    if ROUNDS in field.over:
        inner = f"[{', '.join([NULL] * len(sheet.keys[ROUNDS]))}]"
    if field.optional:
        yield f"# {field.name}: {{}}" if tables else f"# {field.name}: {inner}"
    elif not tables:
        yield f"{field.name}: {inner}"
    else:
        *outer, last = tables
        row = f"{{{', '.join(f'{key}: {inner}' for key in sheet.keys[last])}}}"
        if not outer:
            yield f"{field.name}: {row}"
        else:
            yield f"{field.name}:"
            yield from (f"  {key}: {row}" for key in sheet.keys[outer[0]])


def described(field: Field) -> str:
    """Return the possible values of a field, in words."""
    words = "yes or no"
    if field.holds == "number":
        words = "a number"
        if field.least or field.most is not None:
            words += f" from {field.least}"
        if field.most is not None and not field.mosts:
            words += f" to {field.most}"
    elif field.holds == "choice":
        words = f"one of {', '.join(field.choices)}"
    elif field.holds == "player":
        words = "a player, or nobody"
    if field.marks:
        what = words.removeprefix("one of ").replace("a number", "numbers")
        words = f"those that are marked, as in [{example_of(field)}], of {what}; [] for none"
    if field.over:
        each = " and ".join("round" if over == ROUNDS else f"row of {over}" for over in field.over)
        words += f", for each {each}"
    if field.may_be_not_played:
        words += f", or {NOT_PLAYED}"
    return f"{words}; may be left out" if field.optional else words


def example_of(field: Field) -> str:
    """Return two of the possible marks as an example."""
    return ", ".join(map(str, (values_of(field, ()) or ())[:2]))
