"""What was edited: where the data of two rule sets differ, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

import msgspec

from card_data import Game
from card_data.model import OWN
from card_data.problems import clip

MOST = 12  # edits that are said one by one
MOST_SHOWN = 40  # characters of a value, as `clip` has it
ABSENT = object()
Path = tuple[str, ...]


def edits(old: Game[Any], new: Game[Any]) -> list[str]:
    """Where the data differ: of the first few places what stood and what stands there, then the
    files that differ otherwise, such as in texts. Nothing if the files are the same.

    >>> from card_data import load, under
    >>> game = load("winstons_archive")
    >>> edits(game, game), edits(game, under(game, {"tie_for_fewest": "nobody"}))
    ([], ['game.yaml: options.tie_for_fewest.value: all_tied → nobody'])
    """
    files = {*old.digests, *new.digests}
    other = {one for one in files if old.digests.get(one) != new.digests.get(one)}
    # Texts may name values of game.yaml: in a file that is the same they are no edits.
    mine = {*other, "game.yaml"}
    every = ((file_of(new, one[0]), *one) for one in differences(plain(old), plain(new), ()))
    found = [one for one in every if one[0] in mine]
    said = [f"{file}: {'.'.join(path)}: {change(*values)}" for file, path, *values in found]
    if len(said) > MOST:
        said = [*said[:MOST], f"and {len(said) - MOST} more such edits"]
    told = {file for file, *_ in found}
    return said + [f"{one}: other texts or values" for one in sorted(other - told)]


def plain(game: Game[Any]) -> Any:
    """A game's data as plain values."""
    return msgspec.to_builtins(game.data, enc_hook=str, str_keys=True)


def file_of(game: Game[Any], path: Path) -> str:
    """The file that a place in a game's data is in."""
    return "game.yaml" if path[0] in OWN else game.file_of(path[0]).partition("#")[0]


def differences(old: Any, new: Any, path: Path) -> Iterator[tuple[Path, Any, Any]]:
    """Where two values differ, each with what stood and what stands there; rows by their IDs."""
    if old == new:
        return
    before, now = entries(old), entries(new)
    if before is None or now is None:
        yield path, old, new
        return
    for key in {**before, **now}:
        yield from differences(before.get(key, ABSENT), now.get(key, ABSENT), (*path, key))


def entries(value: Any) -> Mapping[str, Any] | None:
    """What is inside a value, by its keys, IDs or places from 1; None if nothing can be."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, list | tuple):
        return None
    rows = [row.get("id") if isinstance(row, dict) else None for row in value]
    if value and None not in rows:
        return dict(zip(map(str, rows), value, strict=True))
    return {str(place): one for place, one in enumerate(value, 1)}


def change(old: Any, new: Any) -> str:
    """What stood and what stands there; of long texts from where they differ.

    >>> change(3, 4), change(ABSENT, {"id": "red"}), change({"id": "red"}, ABSENT)
    ('3 → 4', 'new', 'no longer there')
    >>> change("Lay it on the stack with the fewest cards.", "Lay it on the stack with 5 cards.")
    '… with the fewest cards. → … with 5 cards.'
    """
    if isinstance(new, dict) and old is ABSENT:
        return "new"
    if isinstance(old, dict) and new is ABSENT:
        return "no longer there"
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > MOST_SHOWN:
        before, now = old.split(" "), new.split(" ")
        shared = len([*takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))])
        if shared > 1:
            old, new = (" ".join(["…", *words[shared - 1 :]]) for words in (before, now))
    return f"{said(old)} → {said(new)}"


def said(value: Any) -> str:
    """A value in a few characters, as YAML has it.

    >>> said(None), said(True), said("red")
    ('nothing', 'true', 'red')
    """
    if value is ABSENT:
        return "not there"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return "something" if isinstance(value, dict | list | tuple) else clip(str(value), quoted=False)
