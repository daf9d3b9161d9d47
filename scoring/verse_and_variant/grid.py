"""The tracks, the institutions and what players hold in one table, a row for each suit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from card_data.verse_and_variant.model import Data
from scoring.play.fitted import lines_of
from scoring.play.table_view import wrapped
from scoring.positions.display import HEAD, NONE, Line, Span, aligned
from scoring.verse_and_variant.pieces import Seen, View
from scoring.verse_and_variant.position import NONE as NOBODY
from scoring.verse_and_variant.tracks import LACUNA

DEEPEST, ENOUGH = 8, 4  # stacks of a track that are shown where there is room, and beside words
SHORT, NAME = 3, 8  # letters of a Feature and of a name, where there is no room for more
WITH_SLOTS = 3  # forms that show all tracks, institutions and players


class Grid:
    """What one player sees of the boards and the players, for a terminal of some width."""

    def __init__(self, data: Data, view: View, width: int) -> None:
        self.data = data
        self.view = view
        self.width = width
        self.names = [one.name[:NAME] for one in view.players]

    def forms(self) -> list[list[Line]]:
        """The table in full, with counts in fewer rows, of the suits alone; then what matters most
        of it in a few lines."""
        suits, demands, standings = self.suits(), [*self.demands()], [*self.standings()]
        rows = [[*suits, self.lacunas(), *counts] for counts in (self.counts(), self.few_counts())]
        forms = [*map(self.aligned, rows), [*self.aligned(suits), *standings], self.aligned(suits)]
        few = [[*demands, *self.held(), *standings], [*demands, *standings], demands]
        return [*forms, *[lines_of(form, self.width) for form in few]]

    def aligned(self, rows: Sequence[Line]) -> list[Line]:
        """The rows with as many stacks of each track as there is room for, and whole words if that
        leaves some."""
        for gap, letters, fewest in (("   ", None, ENOUGH), (" ", None, ENOUGH), (" ", SHORT, 1)):
            for depth in range(DEEPEST, fewest - 1, -1):
                lines = list(aligned(self.with_stacks(rows, depth, letters), gap))
                if sum(len(span.text) for span in lines[0]) <= self.width + len(gap):
                    return lines
        return lines

    def with_stacks(self, rows: Sequence[Line], depth: int, letters: int | None) -> list[Line]:
        """The rows with the Feature and the topmost stacks of each track."""
        found = [[Span("Track", HEAD), Span("Stacks", HEAD), *rows[0]]]
        for suit, row in zip(self.data.suits, rows[1:], strict=False):
            style = HEAD if self.view.spotlight == suit.id else ""
            label = Span(f"{suit.id} {suit.feature[:letters]}", style)
            found.append([label, Span(self.stacks(suit.id, depth)), *row])
        return [*found, *rows[len(found) :]]

    def suits(self) -> list[Line]:
        """The heading, and a row for each suit: its bonus ahead, its institution, its tokens."""
        view, slots = self.view, self.data.numbers.institution.slots
        names = [Span(name, HEAD) for name in self.names]
        prestige = " ".join(str(slot.prestige) for slot in slots)
        rows = [[Span("Bonus at", HEAD), Span(prestige, HEAD), *names]]
        for suit in self.data.suits:
            cubes = Span(" ".join(map(self.initial, view.institutions[suit.feature])))
            held = [tokens(one, suit.feature) for one in view.players]
            rows.append([Span(self.bonus(suit.id)), cubes, *held])
        return [*rows]

    def lacunas(self) -> Line:
        """The row of the lacunas."""
        return self.row(LACUNA, [tokens(one, LACUNA) for one in self.view.players])

    def counts(self) -> Iterator[Line]:
        """A row for each of the other things that players have."""
        for field in ("hand", "grants", "cubes", "eureka", "lockdown", "prestige"):
            values = [getattr(one, field) for one in self.view.players]
            yield self.row(field.capitalize(), [Span(said(value)) for value in values])

    def few_counts(self) -> Iterator[Line]:
        """The same, without the cards in hand, in two rows."""
        players = self.view.players
        yield self.row("Grants/cubes", [Span(f"{one.grants}/{one.cubes}") for one in players])
        prestige = [Span(f"{one.prestige}{discs(one)}") for one in players]
        yield self.row("Prestige", prestige, "E Eureka, L Lockdown")

    def row(self, label: str, cells: Sequence[Span], note: str = "") -> Line:
        """A row that is no suit's."""
        return [Span(label), Span(note), Span(""), Span(""), *cells]

    def demands(self) -> Iterator[Line]:
        """The stacks and the bonus of the Spotlight's track, then the other tops."""
        spotlight, others = self.view.spotlight, [suit.id for suit in self.data.suits]
        shown = []
        if spotlight in others:
            others.remove(spotlight)
            bonus = self.bonus(spotlight) or "none"
            shown.append(f"{spotlight} {self.stacks(spotlight, ENOUGH)} (bonus {bonus})")
        shown += [f"{suit} {self.stacks(suit, 1)}" for suit in others]
        yield from wrapped("Stacks", shown, self.width)

    def held(self) -> Iterator[Line]:
        """What the player who looks has in ledger and vault."""
        me = self.view.players[0]
        features = [suit.feature for suit in self.data.suits]
        held = [f"{span.text} {one}" for one in features if (span := tokens(me, one)) != NONE]
        yield from wrapped("You hold", held, self.width)

    def standings(self) -> Iterator[Line]:
        """Everybody's counts."""
        counts = [
            f"{name} {one.prestige}/{tokens(one, LACUNA).text}/{one.grants}/{one.cubes}{discs(one)}"
            for name, one in zip(self.names, self.view.players, strict=True)
        ]
        heads = "Prestige/lacunas/Grants/cubes, E Eureka, L Lockdown"
        yield from wrapped(heads, counts, self.width, 2)

    def stacks(self, suit: str, depth: int) -> str:
        """The topmost stacks of a track, each with its space and tokens: ``19×2 18×1+sec``."""
        (own,) = [one.feature for one in self.data.suits if one.id == suit]
        spaces = self.view.tracks[suit]
        occupied = [at for at in reversed(range(len(spaces))) if spaces[at]]
        shown = [f"{at}{self.stack(spaces[at], own)}" for at in occupied[:depth]]
        return " ".join(shown) or "empty"

    def stack(self, stack: Sequence[str], own: str) -> str:
        """How many tokens of a track's own Feature lie in a stack, and which others."""
        counts = Counter(stack)
        mine = f"×{counts.pop(own)}" if own in counts else ""
        others = [f"+{number if number > 1 else ''}{token[:SHORT]}"
                  for token, number in counts.items()]  # fmt: skip
        return mine + "".join(others)

    def bonus(self, suit: str) -> str:
        """The next occupied space of a track that has a bonus, and what that is."""
        ahead = [one for one in self.data.numbers.bonuses if self.view.tracks[suit][one.space]]
        best = max(ahead, key=lambda one: one.space, default=None)
        return f"{best.space} {best.icon}" if best else ""

    def initial(self, owner: str) -> str:
        """The owner of a cube by as few letters as tell the players apart."""
        names = [one.name for one in self.view.players]
        length = next(
            (size for size in range(1, NAME) if len({name[:size] for name in names}) == len(names)),
            NAME,
        )
        return "." if owner == NOBODY else owner[:length]


def tokens(player: Seen, token: str) -> Span:
    """A player's tokens of a kind, those in the vault after a plus."""
    number, vault = player.ledger.get(token, 0), player.vault.get(token, 0)
    if not (number or vault):
        return NONE
    return Span(f"{number}+{vault}" if vault else str(number))


def discs(player: Seen) -> str:
    """Whether a player has Eureka and can still play Lockdown, in a letter each."""
    return "".join([" E" if player.eureka else "", " L" if player.lockdown else ""])


def said(value: object) -> str:
    """A number, or yes and no."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
