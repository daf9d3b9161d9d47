"""The route sheet and the dice of Winston: Nineteen Eighty-Four during play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, NOTHING, Data
from card_data.words import counted
from scoring.nineteen_eighty_four.dice import GREEN, DiceState, Step, steps
from scoring.nineteen_eighty_four.display import WIDE, route, square
from scoring.nineteen_eighty_four.engine import levels
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fitted import Panel, lines_of
from scoring.play.table_view import DIM, in_a_line, pair, wrapped
from scoring.positions.display import HEAD, NONE, Line, Span, aligned

INKS = {"purple": "bold magenta", "white": "bold"}
X_MARK = "bold reverse"
SIGNS = "letter Control Zone, o Maximum Security, * Golden Country"


class GameTable(table_view.TableView):
    """Everything lies open."""

    has_dice = True
    real = (
        "each round how the dice fell, by colour: r4 g2 b3 w5 y1 p6",
        "and the dice that the green one has you roll again: b2 w6",
    )
    sentences = MappingProxyType(
        {"level": "chooses level {rest}", "place": "places {rest}", "remove": "removes {rest}"}
    )

    @property
    def data(self) -> Data:
        data: Data = self.game.data
        return data

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        whole = [*route(self.data, dict.fromkeys(filter(None, view.rounds), X_MARK))]
        if view.level is None:
            yield Panel(0, [whole, [[Span("Nothing is marked yet.")]]])
            return
        walk = Walk(self.data, view.level)
        yield Panel(0, [lines_of(self.sheet(view, walk, width), width)])
        yield Panel(1, [whole, []])
        rows = [*self.ahead(view, walk, width)] if decision else []
        ahead = [[line for two in rows[:most] for line in two] for most in range(len(rows), -1, -1)]
        yield Panel(0, ahead)
        yield Panel(0, [[] if view.dice is None else [*dice_lines(view.dice)]])

    def sheet(self, view: View, walk: Walk, width: int) -> Iterator[Line]:
        """Where the walk stands: its rounds, the tracks with their points, what the eye does."""
        numbers, played = self.data.numbers, len(view.rounds)
        now, arriving = f"{played} played", []
        eye = "open" if walk.level.eye else "closed"
        if view.rounds_left and not walk.arrived(view.at):
            now = f"{walk.round_name(played + 1)}, {view.rounds_left} left with it"
            points = counted(numbers.rounds_track[-view.rounds_left], "point")
            arriving = [pair("Arriving now", points)]
            eye = taken(walk, view.rounds) or eye
        yield in_a_line(
            pair("Level", walk.level.shown),
            pair("Round", now),
            pair("Last X", view.at or "none"),
            pair("To go", counted(max(walk.to_go(view.at), 0), "box")),
        )
        points = counted(numbers.big_brother.points(view.big_brother), "point")
        brother = pair("Big Brother", f"{counted(view.big_brother, 'box')}, {points}")
        yield in_a_line(brother, *arriving, pair("Eye", eye))
        marks = [
            f"{walk.round_name(number)} {box or '-'}" for number, box in enumerate(view.rounds, 1)
        ]
        yield from wrapped("X on box", marks, width)

    def ahead(self, view: View, walk: Walk, width: int) -> Iterator[list[Line]]:
        """The boxes that a round can end on, each under its result, as many at a time as fit
        beside each other; then what their signs mean."""
        boxes = {box.number: box for box in self.data.boxes()}
        farthest = max(self.data.outcome(NOTHING).boxes)
        path = [boxes[number] for number in walk.path[walk.places[view.at] :][:farthest]]
        heads = [f"{text:10}" for text in ("Result", "ends on")]
        across = max(1, (width - len(heads[0])) // WIDE)
        reached = view.dice.result if view.dice else 0
        for at in range(0, len(path), across):
            part = path[at : at + across]
            results = [Span(heads[0])]
            for result in range(at + 1, at + 1 + len(part)):
                results.append(Span(str(result).rjust(WIDE), X_MARK if result == reached else DIM))
            yield [results, [Span(heads[1]), *[square(box, {}) for box in part]]]
        yield [[Span(f"{'':{len(heads[0])}}{SIGNS}", DIM)]]

    def gives(self, words: str, decision: Decision[Any], view: View) -> str:
        """What makes a level harder; how the dice lie after a placement, and where a round ends
        with the last."""
        if view.level is None:
            level = self.data.levels[list(decision.options).index(words)]
            harder = {"Big Brother's eye": level.eye, "the detour": level.detour}
            return ", ".join([self.caption(words), *[name for name in harder if harder[name]]])
        chosen = decision.options.parse(words)[1]
        if not isinstance(chosen, Step):
            return f"left: {letters(chosen, ())}"
        after, rolled = chosen.after, chosen.targets if chosen.die == GREEN else ()
        so_far = f"result {after.result}"
        if after.available:
            failed = "" if rolled or steps(after) else "; none can be placed, so nothing is marked"
            return f"{so_far}, left: {letters(after, rolled)}{failed}"
        walk = Walk(self.data, view.level)
        end = walk.box_after(view.at, max(after.result, 0))
        return f"{so_far}: {self.named(walk, end) if after.result > 0 else 'nothing is marked'}"

    def named(self, walk: Walk, box: int) -> str:
        """A box by its number and what it is."""
        zone = walk.zones[box]
        kind = f"{zone} Control Zone" if zone in COLOURS else "Maximum Security" if zone else ""
        kind = "Golden Country" if box in walk.golden else kind
        return f"box {box}{', ' * bool(kind)}{kind}"

    def caption(self, words: str) -> str:
        """How long the way is that a level walks."""
        level = levels(self.game.data).get(words)
        if level is None:
            return ""
        walk = Walk(self.data, level)
        return f"{counted(walk.rounds, 'round')}, {counted(walk.to_go(0), 'box')}"


def taken(walk: Walk, rounds: Sequence[int]) -> str:
    """What the eye does to this round (NE-6), if anything."""
    removed = walk.removed(rounds)
    if removed == NOTHING:
        return ""
    return f"takes {'the highest' if removed == HIGHEST else removed}"


def letters(dice: DiceState, rolled: Sequence[int]) -> str:
    """The available dice in short, with ? for those ``rolled`` again."""
    again = {COLOURS[die] for die in rolled}
    return " ".join(
        [f"{die[0]}{'?' if die in again else shown}" for die, shown in dice.available.items()]
    )


def dice_lines(dice: DiceState) -> Iterator[Line]:
    """The dice by their spaces, those that are available and those that are placed, with the result
    so far."""
    spaces = [f"{space} {die}" for space, die in enumerate(COLOURS, 1)]
    rows = [[Span("Space"), *[Span(space, DIM) for space in spaces]]]
    rows[0] += [Span("Room 101", DIM), Span("Result", DIM)]
    for head, lying in ("To place", dice.available), ("Placed", dice.placed):
        row = [Span(head, HEAD)]
        row += [Span(str(lying[die]), ink(die)) if die in lying else NONE for die in COLOURS]
        rows.append(row)
    rows[-1] += [Span(str(dice.room)) if dice.room else NONE, Span(str(dice.result), HEAD)]
    yield from aligned(rows, "  ")


def ink(die: str) -> str:
    """A die's colour on a terminal."""
    return INKS.get(die, f"bold {die}")
