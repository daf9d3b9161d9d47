"""The table on a terminal while a game is played: one player's view of it, in few lines.

It is drawn from the fields of the view: numbers and names side by side, then a line for each field,
player and part. A game's ``table_view.py`` changes how parts are drawn.

>>> from scoring.play.moves import Deal
>>> described(Decision(TABLE, "deal", "XX-1.1", Deal(("A1", "A2"), 1)))
'The table, deal (XX-1.1)'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, groupby, islice
from typing import Any, NamedTuple, cast

from card_data import Game
from card_data.model import Model
from card_data.text import join_words
from scoring import games
from scoring.play.decisions import TABLE, Decision
from scoring.play.fit_lines import Panel, fit_lines, wrap_lines
from scoring.play.moves import Choices, Order, Refused
from scoring.positions.display import HEAD, Line, Span, titles_of

DIM = "dim"
HIDDEN = "a card"  # for one that a player does not see
WIDTH = 79  # columns of a table where no terminal says how many there are
WHOLE = 10**6  # lines, in which every table has room
NOTHING: tuple[Any, ...] = (None, "", "none", 0, (), {})  # values that are left out, False too
HEADING = -100  # the rank of what is always shown
LONGEST = 8  # lines of a field that is shortened
OFFERED = 12  # moves that begin with the same word, where not all are listed
MOST_LOOKED_AT = 1000  # moves among which these are found
FEW = 2  # cards of a move that are explained


class Block(NamedTuple):
    """A heading and its content."""

    head: str
    words: Sequence[str]
    between: str = ","


class TableView:
    """The way to show a game to those who play it.

    ``hides``: whether players have anything that the others may not see, so that the screen is
    passed from one to the next. ``has_dice``: whether chance is dice, which people may have before
    them. ``real``: the questions to those who have real dice or cards. ``apart``: fields that the
    table shows another way, or not at all. ``first``: the most important fields, in this order.
    """

    hides = False
    has_dice = False
    real: Sequence[str] = ("what chance decides, whenever it does",)
    apart: Container[str] = ()
    first: Sequence[str] = ()

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.title_by_id = titles_of(game)
        self.rows = {row.id: row for table in game.tables() for row in game.rows(table)}
        self.order = {known: place for place, known in enumerate(self.rows)}

    # what a game may say otherwise

    def besides(self, view: Any) -> Mapping[str, Any]:
        """Return derived values to show beside the numbers and names of the view."""
        return {}

    def called(self, word: str) -> str:
        """Return what people call the card or other thing with this ID.

        Returns an empty text for other words, and where people use the ID.
        """
        return ""

    def full(self, card: str) -> str:
        """Return what people call a card together with its title."""
        said, title = self.called(card) or card, self.title_by_id.get(card, card)
        if said.casefold() == title.casefold():
            return said
        return title if "_" in said else f"{said} {title}"

    def words(self, value: Any, *, full: bool) -> list[str]:
        """Return the items of a field as players say them; ``full`` adds the titles of cards."""
        if isinstance(value, Mapping):
            return [f"{self.said(key)} {self.said(one)}" for key, one in value.items()
                    if one not in NOTHING]  # fmt: skip
        if not all(isinstance(one, str) for one in value):
            return [self.said(one) for one in value]
        if all(one in self.rows for one in value):
            value = sorted(value, key=self.order.__getitem__)
        if not all(one in self.title_by_id for one in value):
            return [self.said(one) for one in value]
        said = {one: self.full(one) if full and one in self.rows else self.said(one)
                for one in value}  # fmt: skip
        return [said[one] if number == 1 else f"{number}x {said[one]}"
                for one, number in Counter(value).items()]  # fmt: skip

    def blocks(self, label: str, value: Any, *, full: bool) -> Iterator[Block]:
        """Yield the lines of a field of the view: one, or one for each of its parts."""
        if isinstance(value, Model):
            words = [*self.inside(value, full=full)]
            yield Block(getattr(value, "name", label), words, ";")
        elif isinstance(value, Mapping) and any(map(has_parts, value.values())):
            for key, one in value.items():
                head = key if isinstance(one, Model) else f"{label} {self.said(key)}"
                yield from self.blocks(head, one, full=full)
        elif isinstance(value, tuple) and any(map(has_parts, value)):
            for number, one in enumerate(value, 1):
                yield from self.blocks(f"{label.removesuffix('s')} {number}", one, full=full)
        elif words := self.words(value, full=full):
            yield Block(label, words, between(words))

    def gives(self, words: str, decision: Decision[Any], view: Any) -> str:
        """Return the cards of an offered move, with their titles."""
        known = [word for word in words.split() if word in self.rows]
        cards = [word for word in known if self.full(word) not in (word, self.called(word))]
        return ", ".join(map(self.full, cards)) if len(cards) <= FEW else ""

    def changes(self, before: Any, after: Any) -> Iterable[str]:
        """Return in sentences what a move has changed in a view, as far as its words do not say it
        and everybody sees it."""
        return ()

    def openings(self, decision: Decision[Any], view: Any) -> Iterable[str]:
        """Return some moves for each first word, where there are too many to list.

        Not all of them need to be open.
        """
        found: dict[str, list[str]] = {}
        for words in islice(decision.options, MOST_LOOKED_AT):
            found.setdefault(words.partition(" ")[0], []).append(words)
        return chain(*[moves[:: -(-len(moves) // OFFERED)] for moves in found.values()])

    # the table

    def drawing(
        self, view: Any, decision: Decision[Any] | None, width: int, height: int = WHOLE
    ) -> list[Line]:
        """Draw the table in at most ``height`` lines of ``width`` columns.

        Where the room is too small, the least important parts are shortened.
        """
        return fit_lines([*self.parts(view, decision, width)], width, height)

    def parts(self, view: Any, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        """Yield the parts of the table in a player's view: one for each field."""
        fields = {name: getattr(view, name) for name in view.__struct_fields__
                  if name not in self.apart}  # fmt: skip
        plain = {name: one for name, one in fields.items() if not is_list(one)}
        pairs = {called(name): one for name, one in plain.items()
                 if one not in NOTHING or type(one) is int}  # fmt: skip
        head = [name if one is True else f"{name} {self.said(one)}"
                for name, one in {**pairs, **self.besides(view)}.items()]  # fmt: skip
        yield Panel(HEADING, [wrap_lines([[Span("   ".join(head))]], width)])
        ranks = {name: at for at, name in enumerate(fields)}
        ranks |= {name: at - len(self.first) for at, name in enumerate(self.first)}
        for name, value in fields.items():
            if name not in plain and value:
                yield Panel(ranks[name], self.forms(name, value, width))

    def forms(self, name: str, value: Any, width: int) -> list[list[Line]]:
        """Return ever shorter forms of a field.

        First cards have their titles, then none; then each part has a few lines, at last only some
        parts are shown.
        """
        forms = []
        for full in (True, False):
            blocks = [*self.blocks(called(name), value, full=full)]
            lines = [wrap_lines(wrapped(*block, width=width), width) for block in blocks]
            forms.append([*chain(*lines)])
        for most in range(min(LONGEST, max(map(len, lines), default=0)), 0, -1):
            forms.append([*chain(*[wrap_lines(one, width, most) for one in lines])])
        return [*forms, *[forms[-1][:most] for most in range(len(blocks), 0, -1)]]

    def inside(self, value: Model, *, full: bool) -> Iterator[str]:
        """Yield the content of a part or a player, numbers ahead of lists, without empty values."""
        for name in sorted(value.__struct_fields__, key=lambda one: is_list(getattr(value, one))):
            one = getattr(value, name)
            if name == "name" or name in self.apart or one in NOTHING:
                continue
            label = name.replace("_", " ")
            if not is_list(one):
                yield label if one is True else f"{label} {self.said(one)}"
            elif words := self.words(one, full=full):
                numbers = all(isinstance(each, int) for each in one)
                yield f"{label} {(' ' if numbers else f'{between(words)} ').join(words)}"

    def said(self, value: Any) -> str:
        """Return a value, or several in a row, as players say it."""
        if isinstance(value, tuple):
            return " ".join(map(self.said, value)) or "none"
        if isinstance(value, Mapping):
            return " ".join([f"{key} {self.said(one)}" for key, one in value.items()]) or "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.called(value) or value if isinstance(value, str) else str(value)

    # moves

    def title(self, words: str) -> str:
        """Return the titles of the cards that a move names."""
        titles = [(word, self.title_by_id.get(word, word)) for word in words.split()]
        return join_words([title for word, title in titles if title != word], "and")

    def spoken(self, words: str) -> str:
        """Replace the IDs in a move by what people say."""
        runs = groupby(words.split(" "), lambda word: bool(self.called(word)))
        said = [join_words([*map(self.called, run)], "and") if named else " ".join(run)
                for named, run in runs]  # fmt: skip
        return " ".join(said)

    def named(self, message: str) -> str:
        """Replace the IDs in a message by what people say."""
        return re.sub(r"[\w-]+", lambda word: self.called(word[0]) or word[0], message)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The IDs of cards by their unique titles and by-names, and those with a hyphen by
        themselves, long ones first."""
        titled = [
            (one, known) for known, title in self.title_by_id.items()
            for one in {known if "-" in known else "", title, self.called(known)}
        ]  # fmt: skip
        times = Counter(title for title, _ in titled)
        alone = [(title, known) for title, known in titled if title and times[title] == 1]
        return dict(sorted(alone, key=lambda one: -len(one[0])))

    def with_ids(self, words: str) -> str:
        """Replace the titles in a move by IDs."""
        for title, known in self.titles.items():
            signs = r"\W*".join(re.findall(r"\w+", title))
            words = re.sub(rf"\b{signs}\b", known, words, flags=re.IGNORECASE)
        return words

    def told(self, decision: Decision[Any], words: str, hidden: Container[str]) -> str:
        """Return an answer in the words for a player from whom some cards are ``hidden``.

        Returns an empty text if all of it stays hidden, as a shuffle does.
        """
        told = [HIDDEN if word in hidden else word for word in words.split(" ")]
        shuffled = HIDDEN in told or isinstance(decision.options, Order)
        return "" if decision.who == TABLE and shuffled else " ".join(told)

    def offered(self, decision: Decision[Any], view: Any) -> list[str]:
        """Return the moves to number, in the order of cards: all, or some of too many."""
        options = decision.options
        if isinstance(options, Choices):
            last = len(self.order)
            return sorted(options, key=lambda one: self.order.get(one.split(" ")[0], last))
        return [words for words in self.openings(decision, view) if is_open(decision, words)]


def table_view_of(game: Game[Any]) -> TableView:
    """Return the table view of a game in `scoring.games.names`."""
    return cast(TableView, games.module(game.id, "table_view").GameTable(game))


def is_list(value: Any) -> bool:
    """Return whether a value has a line of its own."""
    return isinstance(value, Model | Mapping | tuple)


def has_parts(value: Any) -> bool:
    """Return whether a nested value has a line of its own."""
    return isinstance(value, Model | Mapping) or (
        isinstance(value, tuple) and any(map(is_list, value))
    )


def is_open(decision: Decision[Any], words: str) -> bool:
    try:
        decision.options.parse(words)
    except Refused:
        return False
    return True


def between(words: Iterable[str]) -> str:
    """Return the sign between some words: a semicolon where one of them has a comma in it."""
    return ";" if any("," in word for word in words) else ","


def called(name: str) -> str:
    return name.replace("_", " ").capitalize()


def described(decision: Decision[Any]) -> str:
    """Return a decision in words: who is asked what, and by which clause."""
    who = "The table" if decision.who == TABLE else decision.who
    return f"{who}, {decision.what} ({decision.rule})"


def wrapped(
    head: str, words: Sequence[str], between: str = ",", width: int = WIDTH
) -> Iterator[Line]:
    """Yield words after a heading, in lines of about ``width``; those longer than a line are broken
    at their commas.

    >>> for line in wrapped("Hand", ["a", "bc", "d, e, f"], width=12):
    ...     print("".join(span.text for span in line))
    Hand  a, bc,
          d, e,
          f
    """
    *others, last = words or ["none"]
    texts = [*[f"{word}{between} " for word in others], last]
    margin = " " * (len(head) + 2)
    line = [Span(f"{head}  ", HEAD)]
    parts = [
        re.findall(".+?(?:[,;] |$)", text) if len(margin + text) > width else [text]
        for text in texts
    ]
    for part in chain(*parts):
        if len(line) > 1 and sum(len(span.text) for span in line) + len(part.rstrip()) > width:
            line[-1] = Span(line[-1].text.rstrip())
            yield line
            line = [Span(margin)]
        line.append(Span(part))
    yield line
