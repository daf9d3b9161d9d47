"""The players of a position: their number, distinct names, and the player whom a name means.

Names are compared by `name_key` alone, wherever they are given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import inspect

from card_data import Game
from card_data.limits import LONGEST_PLAYER
from card_data.problems import did_you_mean, quote, shorten
from card_data.reading.decode import type_info
from card_data.text import composed, plural
from scoring.positions.findings import Finding, Where

TABLE = "table"  # whoever decides what chance decides: no player may be called that
RESERVED = {  # words that no player may be called, and why
    TABLE: "in a record it stands for the dice and the cards",
    **dict.fromkeys(("nobody", "none"), "it stands for nobody"),
    "me": "it stands for the player who is asked",
}


def name_key(name: str) -> str:
    """Return the key by which names are compared: without regard to capitals, surplus spaces and
    the encoding of accents.

    >>> name_key("  ANN  Lee ") == name_key("Ann Lee")
    True
    """
    return composed(" ".join(name.split())).casefold()


def find_player(name: str, players: Iterable[str | None]) -> str | None:
    """Return a name as it is spelt among the ``players``, or None for a stranger.

    >>> find_player("ann ", ["Ann", "Bo"])
    'Ann'
    """
    return {name_key(one): one for one in players if one}.get(name_key(name))


def names_in_line(line: str, *, alone: bool = False) -> list[str]:
    """Return the names in a typed line, separated by commas; a line without any has one name where
    somebody may play ``alone``, else one in each word.

    >>> names_in_line("Ann Lee, Bo"), names_in_line("Ann and Bo")
    (['Ann Lee', 'Bo'], ['Ann', 'Bo'])
    """
    between = "," if alone or "," in line else r"(?i)\s+(?:(?:and|&)\s+)?"
    return [name.strip() for name in re.split(between, line.strip())]


def distinct_names(names: Iterable[str | None]) -> list[str]:
    """Return the names without those that are another spelling of an earlier one.

    >>> distinct_names(["Ann", "Bo", None, "ann"])
    ['Ann', 'Bo']
    """
    found: dict[str, str] = {}
    for name in filter(None, names):
        found.setdefault(name_key(name), name)
    return list(found.values())


def check_player_count(players: int, game: Game[Any], rule: str) -> Iterator[Finding]:
    """Yield a finding of the clause ``rule`` if there are too few or too many players."""
    bounds = game.head.players
    if not bounds.min <= players <= bounds.max:
        message = f"{plural(players, 'player')}, but the game is for {bounds.words()}"
        yield Finding(rule, ("players",), message)


def check_names(players: Sequence[str | None], rule: str, leaf: Where = ()) -> Iterator[Finding]:
    """Yield a finding of the clause ``rule`` for each name that is empty, duplicate or `RESERVED`.

    Each is found at ``players.N`` and then ``leaf``. None, a missing answer, is skipped.
    """
    seen: dict[str, str] = {}
    for seat, name in enumerate(players):
        if name is None:
            continue
        message, own, key = "", name.strip(), name_key(name)
        if not own:
            message = "the name is empty: every player needs a different name"
        elif len(own) > LONGEST_PLAYER:
            message = f"a name of {len(own):,} characters, expected at most {LONGEST_PLAYER}"
        elif seen.get(key) == own:
            message = f"two players called {quote(own)}: names must differ"
        elif key in seen:
            both = f"{quote(seen[key])} and {quote(own)}"
            message = (
                f"two players called {both}: names must differ in more than capitals and spaces"
            )
        elif key in RESERVED:
            message = f"{quote(name)} cannot be a player's name: {RESERVED[key]}"
        if message:
            yield Finding(rule, ("players", str(seat), *leaf), message)
        seen.setdefault(key, own)


def unknown_player(name: str, players: Iterable[str | None]) -> str:
    """Describe a name that is no player's, and suggest the closest player's name.

    >>> unknown_player("Annn", ["Ann", "Bo"])
    "'Annn', who is not a player in this game; did you mean Ann?"
    """
    hint = did_you_mean(name, sorted(filter(None, players)), listed=False)
    return f"{quote(name)}, who is not a player in this game{hint}"


def with_seated_names(position: Any) -> Any:
    """Return the position with all names spelt as in the players' own entries."""
    names = [one.name for one in getattr(position, "players", None) or ()]
    return rename_players(position, lambda name: find_player(name, names) or name)


def rename_players(position: Any, meant: Callable[[str], str]) -> Any:
    """Return a position with the name ``meant`` for each player that is named outside the entries
    of players (`scoring.positions.positions.Owner`)."""
    return _rename_players(position, type_info(cast(Any, type(position))), meant)


def _rename_players(value: Any, info: inspect.Type, meant: Callable[[str], str]) -> Any:
    """Return a value of a declared type with other names."""
    if isinstance(info, inspect.UnionType):
        info = next(kind for kind in info.types if not isinstance(kind, inspect.NoneType))
    if isinstance(info, inspect.Metadata):
        nobody = (info.extra or {}).get("nobody")
        if nobody is not None and isinstance(value, str):
            return nobody if name_key(value) == nobody else meant(value)
        info = info.type
    if isinstance(info, inspect.StructType) and isinstance(value, msgspec.Struct):
        fields = {one.name: getattr(value, one.name) for one in info.fields}
        other = {
            one.name: _rename_players(fields[one.name], one.type, meant) for one in info.fields
        }
        return value if other == fields else msgspec.structs.replace(value, **other)
    if isinstance(info, inspect.DictType) and isinstance(value, dict):
        return {key: _rename_players(one, info.value_type, meant) for key, one in value.items()}
    if isinstance(info, inspect.VarTupleType) and isinstance(value, tuple):
        return tuple([_rename_players(one, info.item_type, meant) for one in value])
    return value


def name_at(position: Any, where: Where) -> str:
    """Return the name of the player whose entry contains ``where``, or ``player 2`` without a name.

    Returns an empty text for a place that is no single player's.
    """
    if len(where) < 2 or where[0] != "players" or not where[1].isdecimal():
        return ""
    seat, players = int(where[1]), getattr(position, "players", None) or ()
    name = getattr(players[seat], "name", None) if seat < len(players) else None
    return shorten(name) if name else f"player {seat + 1}"
