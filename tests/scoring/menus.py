"""Moves chosen step by step in a game's menus: which can be reached, and by how many keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import card_data
from card_data import Game
from scoring.manuscript.actions import Copying
from scoring.manuscript.choosing import fillings, place
from scoring.manuscript.options import Actions
from scoring.play.decisions import TABLE, Decision
from scoring.play.play import Play
from scoring.play.steps import Entry
from scoring.play.table_view import TableView, table_view_of
from scoring.positions.display import Line
from scoring.verse_and_variant.words import HaulOrder

MANUSCRIPT = card_data.load("manuscript")
NAMES = ("Ann", "Bo", "Cynthia the Scribe of Some Renown", "Di", "Edward")


def asked(game: Game[Any], players: int, seed: int, most: int = 10**6) -> Iterator[Play]:
    """A random game before each of its moves."""
    play, rng = Play(game, NAMES[:players]), Random(seed)
    while play.decision is not None and len(play.moves) < most:
        yield play
        play.move(play.decision.random(rng))


def shown(
    table: TableView, view: Any, decision: Decision[Any] | None, width: int, height: int
) -> list[str]:
    """The table on a screen, which is as wide and high as it may be."""
    lines = list(map(text, table.screen(view, decision, width, height)))
    assert len(lines) <= height
    assert max(map(len, lines), default=0) <= width
    return lines


def text(line: Line) -> str:
    return "".join([span.text for span in line])


def reached(
    table: TableView, decision: Decision[Any], view: Any, *, on: bool = False
) -> Iterator[str]:
    """Every move that can be chosen step by step."""
    todo: list[tuple[str, ...]] = [()]
    while todo:
        chosen = todo.pop()
        entries = table.menu(decision, view, chosen, on=on).entries
        assert len({entry.label for entry in entries}) == len(entries), "each is called otherwise"
        for entry in entries:
            if entry.words:
                yield entry.words
            else:
                todo.append((*chosen, entry.label))


def keys(table: TableView, decision: Decision[Any], view: Any, words: str) -> int:
    """How many keys make a move, with a number for each step, or the row and column themselves."""
    for on in (False, True):
        found = steps(table, decision, view, words, (), on)
        if found is not None:
            return found + on
    raise AssertionError(f"{words} cannot be chosen")


def steps(
    table: TableView,
    decision: Decision[Any],
    view: Any,
    words: str,
    chosen: Sequence[str],
    on: bool,
) -> int | None:
    """The keys from the steps that are ``chosen`` to a move; None if it is not there."""
    entries = table.menu(decision, view, chosen, on=on).entries
    names = [entry.label for entry in entries]
    assert len({*names}) == len(names), "each is called otherwise"
    if not any(map(str.isdecimal, names)):
        names = [str(number) for number in range(1, len(names) + 1)]
    numbered = list(zip(names, entries, strict=True))
    for name, entry in sorted(numbered, key=lambda one: -likely(one[1], words)):
        pressed = len(name) + (sum(other.startswith(name) for other in names) > 1)
        if entry.words == words:
            return pressed
        if not entry.words and on_the_way(entry, decision, words, chosen):
            further = steps(table, decision, view, words, (*chosen, entry.label), on)
            if further is not None:
                return pressed + further
    return None


def likely(entry: Entry, words: str) -> float:
    """How much of an entry a move says: where to look for it first."""
    said, label = re.findall(r"\w+", words), re.findall(r"\w+", entry.label)
    return 2.0 * (entry.words == words) + sum(word in said for word in label) / len(label)


def on_the_way(entry: Entry, decision: Decision[Any], words: str, chosen: Sequence[str]) -> bool:
    """Whether an entry may lead to a move: looking everywhere would take too long where there are
    thousands, so of an order only its next card is looked at, or that one's suit; of a text that
    is begun its steps."""
    if isinstance(decision.options, HaulOrder):
        cards = [" ".join(card.split("-")[1:]) for card in words.split()]
        card = cards[sum(step in cards for step in chosen)]
        return entry.label in (card, card.split()[0])
    if isinstance(decision.options, Actions):
        action = decision.options.parse(words)[1]
        begins = isinstance(action, Copying) and action.layout is not None
        if not chosen:
            verb = words.partition(" ")[0]
            return entry.label == ("begin" if begins else "copy on" if verb == "copy" else verb)
        if isinstance(action, Copying) and action.layout is not None:
            if len(chosen) == 1:
                return entry.label.startswith(short_of(action.text))
            said = action.cubes, action.squares
            filled = next(one for one, *so_many in fillings(decision.options)
                          if tuple(so_many) == said)  # fmt: skip
            way = (*chosen[:2], *filled, *place(action.layout, action.prose))
            return entry.label == way[len(chosen)]
    return True


def short_of(known: str) -> str:
    """What a text is called in a menu."""
    return next(str(one.short) for one in MANUSCRIPT.data.texts if one.id == known)


def prompted(table: TableView, decision: Decision[Any], view: Any, words: str) -> int:
    """How many keys make a move at a prompt: its number, else its words, and Enter."""
    offered = table.offered(decision, view)
    answer = str(offered.index(words) + 1) if words in offered else words
    return len(answer) + 1


def keys_a_move(game: Game[Any], players: int, seed: int, most: int) -> tuple[float, float]:
    """The mean number of keys of a player's moves in a random game: on a screen, at a prompt."""
    table = table_view_of(game)
    chosen: list[tuple[int, int]] = []
    play, rng = Play(game, NAMES[:players]), Random(seed)
    while (decision := play.decision) is not None and len(chosen) < most:
        words = decision.random(rng)
        if decision.who != TABLE:
            view = play.view(decision.who)
            chosen.append(
                (keys(table, decision, view, words), prompted(table, decision, view, words))
            )
        play.move(words)
    screen, prompt = zip(*chosen, strict=True)
    return sum(screen) / len(screen), sum(prompt) / len(prompt)
