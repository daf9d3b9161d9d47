"""Untitled Manuscript Game for programs: the words of its moves, and a player's view as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from card_data import Game
from card_data.manuscript.model import Data
from scoring.env.action_tokens import END, NextTokens, Spaces, Tokens, one_of
from scoring.env.observations import By, Counts, Each, Feature, Fields, Item, Number, Word
from scoring.manuscript.actions import Copying, against
from scoring.manuscript.layout import SIDES
from scoring.manuscript.open_actions import every_follow, every_loan, every_purchase
from scoring.manuscript.options import DECLINE, KEEP, NOTHING, PLACE, Actions
from scoring.manuscript.position import BLANK
from scoring.manuscript.room import layouts
from scoring.manuscript.state import DIGITS, PlayerView, TextView, View

WORDS = (
    *("buy", "borrow", "copy", "follow", "scrape", "give", "spend", "to", "active", "row"),
    *("column", "then", "at", "lines", "of", "double", "squares"),
    *(DECLINE, PLACE, "turned", KEEP, NOTHING),
)


def spaces(game: Game[Data], players: Sequence[str]) -> Spaces:
    """Return the actions and observations of a game of these players."""
    data = game.data
    page, most = data.numbers.page, max(text.squares for text in data.texts)
    numbers = map(str, range(1, max(page.rows, page.columns, most, data.numbers.cubes) + 1))
    words = dict.fromkeys([*WORDS, *SIDES, *numbers, *data.text_by_id, *data.exemplar_by_id])
    return Spaces(tuple(words), (), view(data, players), {Actions: acting})


# what a player sees


def view(data: Data, players: Sequence[str]) -> Fields:
    """Return the fields of a player's view."""
    texts, exemplars, some = tuple(data.text_by_id), tuple(data.exemplar_by_id), Number()
    page = data.numbers.page
    text = Fields.of(TextView, columns=Each(Number(page.columns), page.columns))
    seat = Fields(
        name=Word(players),
        cubes=Counts(players),
        paid=some,
        pool=Counts(texts),
        active=Word(texts),
        texts=By(texts, text),
        tiles=Counts(exemplars),
        exemplars=Counts(exemplars),
    )
    book = Book(seat, texts, exemplars, page.rows, page.columns)
    return Fields.of(
        View,
        quill=Word(players),
        shop=Each(Each(Word(texts), len(data.numbers.shop.costs)), data.numbers.shop.rows),
        discard=Counts(texts),
        exemplars=Counts(exemplars),
        tiles=Counts(exemplars),
        spent=Counts(players),
        me=book,
        others=Each(book, len(players) - 1),
    )


@dataclass(frozen=True)
class Book:
    """A player, and both pages: for each square the number of the text that fills it or, counted on
    after all texts, of the exemplar whose tile covers it."""

    seat: Item
    texts: Sequence[str]
    exemplars: Sequence[str]
    rows: int
    columns: int

    def features(self, path: str) -> Iterator[Feature]:
        yield from self.seat.features(path)
        for side in SIDES:
            for row in range(1, self.rows + 1):
                for column in range(1, self.columns + 1):
                    place = f"{path}.{side}.row {row} column {column}"
                    yield Feature(place, 0, len(self.texts) + len(self.exemplars))

    def numbers(self, value: PlayerView | None) -> Iterator[int]:
        yield from self.seat.numbers(value)
        if value is None:
            yield from [0] * (len(SIDES) * self.rows * self.columns)
            return
        codes = {sign: self.texts.index(text) + 1 for sign, text in value.legend.items()}
        for digit, exemplar in zip(DIGITS, value.tiles, strict=False):
            codes[digit] = len(self.texts) + self.exemplars.index(exemplar) + 1
        for sign in "".join([value.left, value.right]).replace("\n", ""):
            yield 0 if sign == BLANK else codes[sign]


# what a player says


def acting(options: Actions) -> NextTokens:
    """Return the words of an action: the few simple ones are listed, the others built word by
    word."""
    table, player = options.table, options.player
    few = chain(*[each(table, player) for each in (every_purchase, every_loan, every_follow)])
    plain = one_of([one.words for one in few if against(one, table, player) is None])
    copying, scraping = copies(options), scrapes(options)

    def following(said: Tokens) -> list[str]:
        if not said:
            return [*plain(said), *copying(said), *scraping(said)]
        return {"copy": copying, "scrape": scraping}.get(said[0], plain)(said)

    return following


def copies(options: Actions) -> NextTokens:
    """Return the words of copying: the cubes and the text, then where it begins and, if a player
    wishes, the number of squares."""
    table, player = options.table, options.player
    box, rates = table.box, table.box.data.numbers.copy
    most = min(player.cubes, len(rates))
    begun: dict[str, bool] = {}  # the texts that can be copied, and whether they are begun
    for text in player.pool if player.active is None else [player.active]:
        prose = box.extents[text].line_length is None
        if text in player.copies:
            if against(Copying(1, text, None, 0, prose), table, player) is None:
                begun[text] = True
        elif next(layouts(box.extents[text], player.rooms(box), box.grid), None) is not None:
            begun[text] = False
    where: dict[str, NextTokens] = {}

    def following(said: Tokens) -> list[str]:
        if not said:
            return ["copy"] if begun and most else []
        if len(said) == 1:
            return [str(cubes) for cubes in range(1, most + 1)]
        if len(said) == 2:
            return [*begun]
        if "squares" in said:
            at = len(said) - said.index("squares")
            return [END] if at > 1 else [str(one) for one in range(1, rates[int(said[1]) - 1] + 1)]
        text = said[2]
        if begun[text]:
            return [END, "squares"]
        if text not in where:
            where[text] = beginnings(options, text)
        found = where[text](said[3:])
        return [*found, "squares"] if END in found else found

    return following


def beginnings(options: Actions, text: str) -> NextTokens:
    """Return the words after a text for where it may begin."""
    box, player = options.table.box, options.player
    size = box.extents[text]
    prose = size.line_length is None
    places = layouts(size, player.rooms(box), box.grid)
    said = [Copying(1, text, layout, 0, prose).words for layout in places]
    return one_of([words.partition(f" {text} ")[2] for words in said])


def scrapes(options: Actions) -> NextTokens:
    """Return the words of scraping: a text and its lines, then perhaps another; each line once."""
    player = options.player
    most = min(player.cubes, options.table.box.data.numbers.scrape)
    standing = {text: list(map(str, copy.standing())) for text, copy in player.copies.items()}

    def following(said: Tokens) -> list[str]:
        if not said:
            return ["scrape"] if standing and most else []
        left = {text: lines[:] for text, lines in standing.items()}
        text = ""
        for word in said[1:]:
            if word in left:
                text = word
            else:
                left[text].remove(word)
        named = sum(map(len, standing.values())) - sum(map(len, left.values()))
        lines = left[text] if text and named < most else []
        if said[-1] == text:
            return lines
        others = [one for one in left if one != text and left[one] and named < most]
        return [*lines, *others, *[END] * (named > 0)]

    return following
