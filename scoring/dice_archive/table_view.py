"""The dice, the board and the forms of Dice Archive during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Any

from card_data.dice_archive.model import Data
from card_data.words import counted
from scoring.dice_archive.actions import Action, Archive, Overtime, Pass
from scoring.dice_archive.dice import KEEP, REROLL, Reroll
from scoring.dice_archive.position import SIDES
from scoring.dice_archive.state import View
from scoring.play import table_view
from scoring.play.decisions import Decision
from scoring.play.fitted import Panel
from scoring.play.moves import Choices
from scoring.play.table_view import in_a_line, pair, shortened
from scoring.positions.display import HEAD, NONE, Line, Span, aligned

GAP = "  "
OWN = "bold green"


class GameTable(table_view.TableView):
    """Everything lies open."""

    has_dice = True
    real = (
        "each week the communal dice, then the boss: 6 1 3 / 1",
        "then everybody's own dice, in the order of seats: 1 2 2 / 4 5 5",
        "and the dice that somebody rolls again: 3 5",
    )
    sentences = MappingProxyType(
        {
            "keep": "keeps all dice",
            "reroll": "rerolls {rest}",
            "task": "does task {rest}",
            "archive": "archives {rest}",
            "pass": "passes with a {rest}",
            "overtime": "works overtime: {rest}",
        }
    )

    @property
    def data(self) -> Data:
        data: Data = self.game.data
        return data

    @property
    def faces(self) -> range:
        """What a die may show."""
        return range(1, self.data.numbers.dice.faces + 1)

    def parts(self, view: View, decision: Decision[Any] | None, width: int) -> Iterator[Panel]:
        yield Panel(0, [[*self.players(view, width)]])
        boards = [[*self.board(view, width, strength=strength)] for strength in (True, False)]
        yield Panel(0, boards)

    def players(self, view: View, width: int) -> Iterator[Line]:
        """The shared dice, then those of each player with what is marked on their form."""
        boss = f"{shown(view.boss)}{' (counts)' * self.data.options.boss_die_counts.value}"
        yield in_a_line(
            pair("Week", view.week),
            pair("Token", shortened(view.token, width // len(self.faces))),
            pair("Communal", shown(view.communal)),
            pair("Boss", boss),
        )
        heads = [f"task {side} x{self.data.numbers.form.of(side)}" for side in SIDES]
        rows = [[Span(word, HEAD) for word in ("Dice", "unused", "used", *heads)]]
        for one in (view.me, *view.others):
            style = OWN if one is view.me else ""
            dice = [*map(str, sorted(one.unused)), *"?" * one.in_hand]
            tasks = [" ".join(self.marks(one.tasks[side])) for side in SIDES]
            cells = [shortened(one.name, width // len(self.faces)), " ".join(dice), str(one.used)]
            rows.append([Span(text, style) for text in (*cells, *tasks)])
        yield from aligned(rows, GAP)

    def marks(self, marked: Iterable[int]) -> Iterator[str]:
        """The numbers of a table of a form, a dot for each that is not marked."""
        return (str(face) if face in marked else NONE.text for face in self.faces)

    def board(self, view: View, width: int, *, strength: bool = False) -> Iterator[Line]:
        """Whose die lies on each space of the board, under its number; with ``strength``, how
        strong the player is in each number of their dice."""
        heads = [f"{side} x{self.data.numbers.board.of(side)}" for side in SIDES]
        room = (width - max(map(len, heads))) // len(self.faces) - len(GAP)
        numbers = [str(face).ljust(room) for face in self.faces]
        rows = [[Span(text, HEAD) for text in ("Board", *numbers)]]
        if strength:
            strong = [self.strength(view, view.me.unused, face) for face in self.faces]
            cells = [Span(str(number)) if number else NONE for number in strong]
            rows.append([Span("Strength"), *cells])
        for side, head in zip(SIDES, heads, strict=True):
            owners = [view.board[side].get(face) for face in self.faces]
            rows.append([Span(head, HEAD), *[self.owner(name, view, room) for name in owners]])
        yield from aligned(rows, GAP)

    def owner(self, name: str | None, view: View, room: int) -> Span:
        """Whose die lies on a space."""
        style = OWN if name == view.me.name else ""
        return NONE if name is None else Span(shortened(name, room), style)

    def strength(self, view: View, unused: Sequence[int], face: int) -> int:
        """The strength in a number that these unused dice give, 0 without one of it (DA-3.1)."""
        shared = view.communal + view.boss * self.data.options.boss_die_counts.value
        return unused.count(face) + shared.count(face) if face in unused else 0

    def asks(self, decision: Decision[Any], view: View) -> str:
        expected = super().asks(decision, view)
        if decision.what == "communal roll":
            return f"{expected}: the communal dice / the boss"
        if decision.what == "work roll":
            names = " / ".join([one.name for one in (view.me, *view.others)])
            return f"{expected}: {names}"
        return expected

    def openings(self, decision: Decision[Any], view: View) -> Iterable[str]:
        """Keep all, or all that show one number, or nothing."""
        if isinstance(decision.options, Reroll):
            dice = sorted(decision.options.dice)
            yield KEEP
            for face in dict.fromkeys(dice):
                if others := [die for die in dice if die != face]:
                    yield reroll(others)
            yield reroll(dice)

    def gives(self, words: str, decision: Decision[Any], view: View) -> str:
        """The points of a task or of a die archived; how strong overtime makes the number."""
        if not isinstance(decision.options, Choices):
            return ""
        action: Action = decision.options[words]
        if isinstance(action, Pass):
            return f"pass: your {action.face}s are used up"
        if isinstance(action, Overtime):
            spent, turned, up, _ = action
            left = Counter(view.me.unused) - Counter([spent, turned])
            strength = self.strength(view, [*left.elements(), up], up)
            return f"a {turned} becomes a {up}, strength {strength}; a {spent} is used up"
        side, archived = action.side, isinstance(action, Archive)
        dice = [*view.board[side].values()].count(view.me.name) + archived
        marks = len(view.me.tasks[side]) + (not archived)
        gained = counted(marks if archived else dice, "point")
        return f"+{gained}: {counted(dice, 'die', 'dice')} x {counted(marks, 'mark')} {side}"


def reroll(dice: Iterable[int]) -> str:
    """Picking up dice as a move."""
    return f"{REROLL} {shown(sorted(dice))}" if (dice := [*dice]) else KEEP


def shown(dice: Iterable[int]) -> str:
    """The faces of dice."""
    return " ".join(map(str, dice)) or "none"
