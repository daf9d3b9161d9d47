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
from scoring.play.fitted import Panel, fitted
from scoring.play.moves import Choices
from scoring.play.steps import Entry, Menu, Way
from scoring.play.table_view import WIDTH, in_a_line, pair, shortened
from scoring.positions.display import HEAD, NONE, Line, Span, aligned

GAP = "  "
OWN = "bold green"
OVERTIME, PASS = "overtime", "pass"
NOT_ANY = " no "


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

    def blocks(self, view: View) -> Iterator[Iterable[Line]]:
        yield self.players(view, WIDTH)
        yield self.board(view, WIDTH)

    def screen(
        self, view: View, decision: Decision[Any] | None, width: int, height: int
    ) -> list[Line]:
        boards = [[*self.board(view, width, strength=strength)] for strength in (True, False)]
        return fitted([Panel(0, [[*self.players(view, width)]]), Panel(0, boards)], width, height)

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

    # how a move is chosen

    def way(self, words: str, decision: Decision[Any], view: View) -> Way:
        """Which number first, then what to do with it."""
        if not isinstance(decision.options, Choices):
            return Way((words,))
        action: Action = decision.options[words]
        steps: tuple[str, ...] = (words.rpartition(" ")[0],)
        if isinstance(action, Overtime):
            turned = (
                f"tip to {action.up}" if action.sideways else f"turn, using up a {action.spent}"
            )
            steps = OVERTIME, turned
        return Way((str(number_of(action)), *steps))

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

    def menu(
        self, decision: Decision[Any], view: View, chosen: Sequence[str] = (), *, on: bool = False
    ) -> Menu:
        """Dice to keep are chosen number by number; a number says what can be done with it."""
        options = decision.options
        if isinstance(options, Reroll):
            return Menu(list(keeping(Counter(options.dice), chosen)), "", self.asks(decision, view))
        found = super().menu(decision, view, chosen, on=on)
        return found._replace(entries=[self.told_of(one, decision, view) for one in found.entries])

    def told_of(self, entry: Entry, decision: Decision[Any], view: View) -> Entry:
        """A number with what it can be used for, and how strong the player is in it."""
        if entry.words:
            return entry
        if entry.label == OVERTIME:
            return entry._replace(caption="use up a die to turn this one")
        ways = [self.way(words, decision, view).steps for words in self.offered(decision, view)]
        uses: dict[str, list[str]] = {}
        for verb, _, side in [steps[1].partition(" ") for steps in ways if steps[0] == entry.label]:
            uses.setdefault(verb, []).append(side)
        told = [" ".join([verb, *sides]) for verb, sides in uses.items() if any(sides)]
        strength = self.strength(view, view.me.unused, int(entry.label))
        return entry._replace(caption=f"strength {strength}: {', '.join(told) or PASS}")


def number_of(action: Action) -> int:
    """The number of the dice that a player acts with."""
    return action.turned if isinstance(action, Overtime) else action.face


def keeping(dice: Counter[int], chosen: Sequence[str]) -> Iterator[Entry]:
    """Rolling the dice that are not kept, and which others can be kept: all that show a number,
    then one less each time. Of what is ``chosen`` the last of each number holds.

    >>> [(entry.label, entry.words) for entry in keeping(Counter([3, 5, 5]), ["keep 5 5"])]
    [('reroll 3', 'reroll 3'), ('keep 3', ''), ('keep 5', '')]
    """
    kept: Counter[int] = Counter()
    for label in chosen:
        faces = [int(word) for word in label.split() if word.isdecimal()]
        kept[faces[0]] = 0 if NOT_ANY in label else len(faces)
    words, stay = reroll((dice - kept).elements()), sorted(kept.elements())
    if not stay:
        yield Entry(KEEP, "all stay", KEEP)
    yield Entry(words, f"{shown(stay)} stay" if stay else "all of them", words)
    for face in sorted(dice):
        most = dice[face] - (len(dice) == 1)  # all of them is said already
        number = kept[face] - 1 if kept[face] else most
        if number or kept[face]:
            yield Entry(
                " ".join([KEEP, *[str(face)] * number]) if number else f"{KEEP}{NOT_ANY}{face}"
            )


def reroll(dice: Iterable[int]) -> str:
    """Picking up dice as a move."""
    return f"{REROLL} {shown(sorted(dice))}" if (dice := [*dice]) else KEEP


def shown(dice: Iterable[int]) -> str:
    """The faces of dice."""
    return " ".join(map(str, dice)) or "none"
