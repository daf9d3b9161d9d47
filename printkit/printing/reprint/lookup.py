"""Which piece of which printing bears a stamp."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from card_data import DataError, Game, Problem
from card_data.problems import Problems, clip
from card_data.words import in_words
from printkit.faces.stamping.stamps import ALPHABET, LETTERS, READ_AS, stamp_of
from printkit.options import Options, options_in
from printkit.printing.jobs import load_all
from printkit.printing.reprint.words import titled
from printkit.printings.records import KeptFace, Printing, titles_of
from printkit.printings.store import printings
from printkit.sheets.layout import render_component
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter

Present = dict[str, list[str]]  # what current pieces are called, by their digests


class Match(NamedTuple):
    """A piece that bears a stamp: its game's ID, what it is called, its digest, and the printings
    that it is in."""

    game: str
    called: str
    digest: str
    printings: list[Printing]


def found_by(stamp: str, data: Path | None = None) -> list[str]:
    """A line for each piece that bears a stamp, in any printing or in the current data.

    These are the games of the folder ``data``, or the shipped ones. Then a line for each printing
    that is damaged, and for whatever keeps a current component from being drawn.

    Raise `DataError` for what is no stamp, and for one that nothing bears.
    """
    read = stamp.strip().upper().translate(READ_AS)
    if len(read) != LETTERS or not set(read) <= set(ALPHABET):
        message = f"found {clip(stamp)}, expected {LETTERS} letters or digits, such as AB12"
        raise DataError(Problem(message=message, file="STAMP"))
    typesetter = Typesetter()
    games = {game.id: game for game in load_all((), data)}
    kept, damaged = printings()
    matches = list(in_printings(read, kept, games))
    problems = Problems()
    problems.extend(damaged)
    now = {
        name: present(game, options_of(matches, game, data), typesetter, problems)
        for name, game in games.items()
    }
    told = {(one.game, one.digest) for one in matches}
    lines = [told_of(one, games.get(one.game), now.get(one.game, {})) for one in matches]
    for name, pieces in now.items():
        for digest, called in pieces.items():
            if stamp_of(digest) == read and (name, digest) not in told:
                piece = f"{games[name].title}, {called[0]}"
                lines.append(f"{piece}: in no printing, only in the current data")
    if not lines:
        message = f"no piece bears {clip(read)}, in any printing or in the current data"
        raise DataError(Problem(message=message, file="STAMP"), *problems)
    return [*lines, *map(str, problems)]


def in_printings(
    stamp: str, kept: Iterable[Printing], games: Mapping[str, Game[Any]]
) -> Iterator[Match]:
    """The pieces of printings that bear a stamp; each once, with all printings that it is in."""
    matches: dict[tuple[str, str, str], Match] = {}
    for one in kept:
        for name, pieces in one.components.items():
            paged = any(piece.page > 1 for piece in pieces)
            for piece in pieces:
                if piece.digest and stamp_of(piece.digest) == stamp:
                    match = matched(one, name, piece, games.get(one.game), paged=paged)
                    key = match.game, match.called, match.digest
                    if one not in (those := matches.setdefault(key, match).printings):
                        those.append(one)
    yield from matches.values()


def matched(
    printing: Printing, name: str, piece: KeptFace, game: Game[Any] | None, *, paged: bool
) -> Match:
    """A piece of a component as a match, called as its current like is."""
    component = game.components.get(name) if game is not None else None
    title = component.title if component is not None else name
    called = f"{name} {titled(piece, {}, title, paged=paged)}"
    return Match(printing.game, called, piece.digest, [printing])


def options_of(matches: Iterable[Match], game: Game[Any], data: Path | None) -> list[Options]:
    """The options with which pieces are to be drawn: none, and those of a game's printings."""
    found = [Options(data=data)]
    for one in matches:
        if one.game == game.id:
            found += [options_in(printing.options, data) for printing in one.printings]
    return list({repr(one): one for one in found}.values())


def present(
    game: Game[Any], options: Iterable[Options], typesetter: Typesetter, problems: Problems
) -> Present:
    """What the pieces of a game look like now; keeps what is wrong with those of a component."""
    found: Present = {}
    for each in options:
        settings = settings_for(each)
        for name, component in game.components.items():
            with problems.kept():
                faces = render_component(game, name, each, typesetter, settings).faces
                titles, paged = titles_of(game, name), any(face.page > 1 for face in faces)
                for face in faces:
                    called = titled(face, titles, component.title, paged=paged)
                    found.setdefault(face.digest, []).append(f"{name} {called}")
    return found


def told_of(match: Match, game: Game[Any] | None, now: Present) -> str:
    """A match in words."""
    last = match.printings[-1]
    named = [f"'{one.name}' of {one.day}" for one in match.printings]
    those = f"printing{'s' * (len(named) > 1)} {in_words(named, 'and')}"
    begun = f"{game.title if game else last.title}, {match.called}: {those}"
    component = match.called.partition(" ")[0]
    if (
        game is not None
        and component in game.components
        and not any(one.startswith(f"{component} ") for called in now.values() for one in called)
    ):
        return f"{begun}; it cannot be drawn now"
    if match.digest not in now:
        there = any(match.called in called for called in now.values())
        return f"{begun}; {'changed since' if there else 'there is none now'}"
    called = now[match.digest]
    return f"{begun}; still current" if match.called in called else f"{begun}; now {called[0]}"
