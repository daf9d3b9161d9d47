"""How a move is chosen on a screen: what to do, then the text, the cubes, the place.

What comes next is found from the options themselves, so that every move can be chosen; of places,
which are thousands, those are listed that lie where one has said so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from card_data.words import counted
from scoring.manuscript.actions import Action, Borrow, Buy, Copying, Follow, Scrape, against
from scoring.manuscript.chance import every_loan, every_purchase
from scoring.manuscript.layout import Layout
from scoring.manuscript.options import DECLINE, NOTHING, Actions, Decoration, Keep
from scoring.manuscript.room import layouts
from scoring.play.steps import Entry, Way, entries

FEWER = "fewer squares"
ENOUGH = "no more"
Steps = tuple[str, ...]
Moves = Iterator[tuple[str, Way]]
Name = Callable[[str], str]  # what a text or an exemplar is called in a menu


def of_turn(options: Actions, chosen: Sequence[str], name: Name, short: Name) -> list[Entry]:
    """The actions of a turn, then how to do the one that is chosen; ``short`` names texts that are
    in the book."""
    verbs: dict[str, Callable[[Sequence[str]], list[Entry]]] = {
        "buy": lambda steps: listed(purchases(options, name), steps),
        "borrow": lambda steps: listed(loans(options, name), steps),
        "copy on": lambda steps: listed(further(options, short), steps),
        "begin": lambda steps: begin(options, steps, name),
        "follow": lambda steps: listed(exemplars(options, name), steps),
        "scrape": lambda steps: scrape(options, steps, short),
    }
    if chosen:
        return verbs[chosen[0]](chosen[1:])
    return [Entry(verb) for verb, after in verbs.items() if after(())]


def listed(moves: Moves, chosen: Sequence[str]) -> list[Entry]:
    """What comes next in the ways to some moves."""
    return entries(moves, chosen, lambda words: "")


def may(options: Actions, action: Action) -> bool:
    """Whether an action is open."""
    return against(action, options.table, options.player) is None


def purchases(options: Actions, name: Name) -> Moves:
    """A text of the shop, then where it goes."""
    for action in every_purchase(options.table, options.player):
        if isinstance(action, Buy) and may(options, action):
            cost = counted(options.table.cost(action.text) or 0, "cube")
            yield action.words, Way((f"{name(action.text)}, {cost}", goes(action.active)))


def loans(options: Actions, name: Name) -> Moves:
    """A text of another pool, how to pay, then where it goes."""
    borrow = options.table.box.data.numbers.borrow
    for action in every_loan(options.table, options.player):
        if isinstance(action, Borrow) and may(options, action):
            give = f"give {counted(borrow.given, 'cube')}"
            paid = give if action.give else f"spend {counted(borrow.cost, 'cube')}"
            yield action.words, Way((name(action.text), paid, goes(action.active)))


def goes(active: bool) -> str:
    """Where a new text goes."""
    return "to the active area" if active else "to the pool"


def further(options: Actions, name: Name) -> Moves:
    """A text in the book that is not complete, if there are several, then the cubes."""
    texts = [text for text in to_copy(options) if may(options, Copying(1, text))]
    for text, (steps, cubes, squares) in product(texts, fillings(options)):
        copying = Copying(cubes, text, None, squares)
        yield copying.words, Way(((name(text),) if len(texts) > 1 else ()) + steps)


def begin(options: Actions, chosen: Sequence[str], name: Name) -> list[Entry]:
    """A text that is not in the book, the cubes, then its page, row, column and layout."""
    player, box = options.player, options.table.box
    rooms = player.rooms(box)
    found = {
        name(text): text
        for text in to_copy(options)
        if text not in player.copies and next(layouts(box.extents[text], rooms, box.grid), None)
    }
    for steps, cubes, squares in fillings(options) if chosen else ():
        if tuple(chosen[1 : len(steps) + 1]) == steps:
            text = found[chosen[0]]
            said = Copying(cubes, text, None, squares, box.extents[text].line_length is None)
            where = tuple(chosen[len(steps) + 1 :])
            places = layouts(box.extents[text], rooms, box.grid)
            return listed(there(said, places, where), where)
    ways = [(text, *steps) for text in found for steps, *_ in fillings(options)]
    size = len(chosen)
    steps_on = [way[size] for way in ways if way[:size] == tuple(chosen)]
    return [Entry(step) for step in dict.fromkeys(steps_on)]


def there(said: Copying, places: Iterable[Layout], where: Steps) -> Moves:
    """The moves to the places that lie where one has said, in order; of those that have the next
    step in common two are enough to see that more is to be chosen."""
    found: dict[str, list[Way]] = {}
    words: dict[Way, str] = {}
    for layout in places:
        steps = corner(layout)
        if steps[: len(where)] != where[: len(steps)]:
            continue
        if len(where) >= len(steps):
            steps = place(layout, said.prose)
        if (
            steps[: len(where)] == where
            and len(alike := found.setdefault(steps[len(where)], [])) < 2
        ):
            alike.append(way := Way(place(layout, said.prose)))
            words[way] = said._replace(layout=layout).words
    return iter(in_order([(words[way], way) for alike in found.values() for way in alike]))


def to_copy(options: Actions) -> list[str]:
    """The active text; without one, those of the pool."""
    player = options.player
    return [player.active] if player.active is not None else player.pool


def fillings(options: Actions) -> Iterator[tuple[Steps, int, int]]:
    """The cubes with which one can copy, for as many squares as they fill or fewer: the steps, the
    cubes, and how many squares at most if that is said."""
    rates = options.table.box.data.numbers.copy[: options.player.cubes]
    for cubes, rate in enumerate(rates, 1):
        yield (f"{counted(cubes, 'cube')}, up to {counted(rate, 'square')}",), cubes, 0
    for cubes, rate in enumerate(rates, 1):
        for squares in range(1, rate + 1):
            yield (FEWER, counted(cubes, "cube"), counted(squares, "square")), cubes, squares


def place(layout: Layout, prose: bool) -> Steps:
    """The steps to a place: page, row, column; for prose the line length; then the rest."""
    lines = (f"lines of {layout.line_length}",) if prose else ()
    rest = str(layout).partition(f"column {layout.columns[0]}")[2]
    return (*corner(layout), *lines, rest.removeprefix(", "))


def corner(layout: Layout) -> Steps:
    """The first steps to a place: the page, row and column where it begins."""
    return f"{layout.page} page", str(layout.row), str(layout.columns[0])


def in_order(moves: Iterable[tuple[str, Way]]) -> list[tuple[str, Way]]:
    """Moves to places in the order of their rows and columns."""
    return sorted(moves, key=lambda move: [(len(step), step) for step in move[1].steps])


def exemplars(options: Actions, name: Name) -> Moves:
    """The exemplars that can be followed."""
    for one in map(Follow, options.table.exemplars):
        if may(options, one):
            yield one.words, Way((name(one.exemplar),))


def scrape(options: Actions, chosen: Sequence[str], name: Name) -> list[Entry]:
    """Lines one after the other, in the order of the book."""
    player = options.player
    lines = {
        f"{name(text)} line {number}": (text, number)
        for text, copy in player.copies.items()
        for number in copy.standing()
    }
    most = min(player.cubes, options.table.box.data.numbers.scrape)
    return some_of(
        list(lines),
        chosen,
        most,
        lambda steps: Scrape(tuple([lines[step] for step in steps])).words,
    )


def of_texts(options: Keep, chosen: Sequence[str], name: Name) -> list[Entry]:
    """Texts to keep, one after the other, in the order of the pool."""
    texts = {name(text): text for text in options.pool}

    def words(steps: Sequence[str]) -> str:
        return options.move(tuple([texts[step] for step in steps]))[0]

    nothing = [] if chosen else [Entry(NOTHING, words=words(()))]
    return nothing + some_of(list(texts), chosen, options.most, words)


def some_of(
    names: Sequence[str], chosen: Sequence[str], most: int, words: Callable[[Sequence[str]], str]
) -> list[Entry]:
    """Some of several things: no more of them, or one that comes after those that are chosen."""
    left = names[names.index(chosen[-1]) + 1 :] if chosen else names
    found = [Entry(ENOUGH, words=words(chosen))] if chosen else []
    for name in left:
        last = len(chosen) + 1 == most or name == names[-1]
        found.append(Entry(name, words=words([*chosen, name]) if last else ""))
    return found


def of_tile(options: Decoration, chosen: Sequence[str]) -> list[Entry]:
    """Whether to place a tile, then its page, row and column, and how it is turned."""
    moves = []
    for tile in options.every_place():
        turned = "turned" if tile.columns != options.tile.columns else "as it is"
        steps = (f"{tile.page} page", str(tile.row), str(tile.column), turned)
        moves.append((options.move(tile)[0], Way(steps)))
    return listed(iter([(DECLINE, Way((DECLINE,))), *in_order(moves)]), chosen)
