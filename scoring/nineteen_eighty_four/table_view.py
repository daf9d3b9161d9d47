"""The route sheet and the dice of Winston: Nineteen Eighty-Four during play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from card_data.nineteen_eighty_four.model import COLOURS, HIGHEST, NOTHING, Data
from card_data.text import plural
from scoring.nineteen_eighty_four.dice import GREEN, Step, steps
from scoring.nineteen_eighty_four.display import route
from scoring.nineteen_eighty_four.engine import levels
from scoring.nineteen_eighty_four.state import View
from scoring.nineteen_eighty_four.walk import Walk
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fit_lines import Panel
from scoring.play.table_view import HEADING, wrapped
from scoring.positions.display import Line

X_MARK = "bold reverse"


class GameTable(table_view.TableView):
    """Shows the sheet and the dice; nothing is hidden."""

    has_dice = True
    real = (
        "each round how the dice fell, by colour: r4 g2 b3 w5 y1 p6",
        "and the dice that the green one has you roll again: b2 w6",
    )
    apart = ("dice", "at", "rounds_left")

    @property
    def data(self) -> Data:
        data: Data = self.game.data
        return data

    def besides(self, view: View) -> Mapping[str, Any]:
        """Return where the walk is, the boxes to go, the points for arriving now, and the die that
        the eye takes (NE-6)."""
        if view.level is None:
            return {}
        walk, track = Walk(self.data, view.level), self.data.numbers.rounds_track
        found: dict[str, Any] = {"At": view.at, "Rounds left": view.rounds_left}
        found["To go"] = plural(max(walk.to_go(view.at), 0), "box")
        if view.rounds_left and not walk.arrived(view.at):
            found["Arriving now"] = plural(track[-view.rounds_left], "point")
            removed = walk.removed(view.rounds)
            if removed != NOTHING:
                found["The eye takes"] = "the highest" if removed == HIGHEST else removed
        return found

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        """Add as many rows of the route around the last X as there is room for, and the dice."""
        yield from super().parts(view, decision, width)
        rows = [*route(self.data, dict.fromkeys(filter(None, view.rounds), X_MARK))]
        boxes = {box.number: box.y for box in self.data.boxes()}
        near = sorted(range(len(rows)), key=lambda at: abs(at - boxes.get(view.at, 0)))
        yield Panel(1, [[rows[at] for at in sorted(near[:most])]
                        for most in range(len(rows), -1, -1)])  # fmt: skip
        if view.dice is not None:
            yield Panel(HEADING, [[*self.dice(view, width)]])

    def dice(self, view: View, width: int) -> Iterator[Line]:
        """List the available and the placed dice, in the order of their spaces, with the result."""
        assert view.dice is not None
        for head, dice in ("To place", view.dice.available), ("Placed", view.dice.placed):
            words = [f"{COLOURS.index(die) + 1} {die} {shown}" for die, shown in dice.items()]
            if head == "Placed":
                words += [f"Room 101 {view.dice.room or 'empty'}", f"result {view.dice.result}"]
            yield from wrapped(head, words, width=width)

    def gives(self, words: str, decision: Decision[Any], view: View) -> str:
        """Describe the walk of a level, or the result of a placement."""
        if view.level is None:
            level = self.data.levels[list(decision.options).index(words)]
            walk = Walk(self.data, levels(self.data)[words])
            harder = {"Big Brother's eye": level.eye, "the detour": level.detour}
            way = [plural(walk.rounds, "round"), plural(walk.to_go(0), "box")]
            return ", ".join([*way, *[name for name in harder if harder[name]]])
        chosen = decision.options.parse(words)[1]
        if not isinstance(chosen, Step):
            return ""
        after = chosen.after
        if after.available:
            rolled = chosen.targets if chosen.die == GREEN else ()
            failed = "" if rolled or steps(after) else "; none of the rest can be placed"
            return f"result {after.result}{failed}"
        end = Walk(self.data, view.level).box_after(view.at, max(after.result, 0))
        ends = f"box {end}" if after.result > 0 else "nothing is marked"
        return f"result {after.result}: {ends}"
