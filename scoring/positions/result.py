"""Results: labelled parts that add up to a total, places, and the tiebreakers.

>>> def tally(player, points, pages):
...     return Tally(player, (Part("books", points, "WA-5.2"),), breakers=(pages,))
>>> tie = Chain((Tiebreak("XX-1.1", "most pages"),), "XX-1.2")
>>> result = rank([tally("Ann", 9, 1), tally("Bo", 9, 2), tally("Cy", 4, 5)], tie)
>>> [(place.place, place.player, place.total) for place in result.standings]
[(1, 'Bo', 9), (2, 'Ann', 9), (3, 'Cy', 4)]
>>> result.verdict
'Bo wins with 9 points: tied with Ann, decided by most pages (XX-1.1).'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from msgspec.structs import replace

from card_data.model import Model
from card_data.text import join_words, plural


class Part(Model, frozen=True):
    """A labelled share of a total."""

    label: str
    """What it is for."""
    points: int
    """How many points it is; less than 0 for a penalty."""
    rule: str
    """The clause that gives it."""
    factor: bool = False
    """Whether it is a factor that multiplies the sum of the others."""

    @property
    def words(self) -> str:
        """The label as people read it."""
        return self.label.replace("_", " ")


class Tiebreak(Model, frozen=True):
    """A step of the tiebreak chain."""

    rule: str
    """The clause."""
    words: str
    """Who comes first by it, in words."""


class Chain(Model, frozen=True):
    """The tiebreakers in order, and the clause by which those still tied share the win."""

    steps: tuple[Tiebreak, ...]
    """The tiebreakers, in order."""
    shared: str
    """The clause by which those still tied share the win."""

    def __str__(self) -> str:
        steps = [f"{step.words} ({step.rule})" for step in self.steps]
        return "Ties: " + ", then ".join([*steps, f"a shared win ({self.shared})"]) + "."


class Tally(Model, frozen=True):
    """The score of one player."""

    player: str
    """The player."""
    parts: tuple[Part, ...]
    """The shares of the total; empty for a player who has no score at all."""
    breakers: tuple[int, ...] = ()
    """A number for each step of the chain, the larger the better."""
    out: bool = False
    """Whether the player has lost, whatever the score."""
    explained: Iterable[str] = ()
    """Explanations of the points, possibly computed lazily, as `notes`."""
    ranked: int | None = None
    """The number that orders players, the largest first, if it is not the total."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the points, in words."""
        return tuple(self.explained)

    @property
    def total(self) -> int | None:
        """The sum of the parts in points, times the factors; None without parts."""
        if not self.parts:
            return None
        points, factor = 0, 1
        for part in self.parts:
            if part.factor:
                factor *= part.points
            else:
                points += part.points
        return factor * points

    @property
    def merit(self) -> tuple[int, ...]:
        """The numbers by which players are ordered, the largest first."""
        ranked = self.total or 0 if self.ranked is None else self.ranked
        return (ranked, *self.breakers)


class Standing(Model, frozen=True):
    """A player's place and tally."""

    place: int
    """The place; equals share one, as in 1, 1, 3."""
    tally: Tally
    """What the player scored."""

    @property
    def player(self) -> str:
        return self.tally.player

    @property
    def total(self) -> int | None:
        return self.tally.total


class Result(Model, frozen=True):
    """The score of a table."""

    standings: tuple[Standing, ...]
    """Every player, best first."""
    winners: tuple[str, ...]
    """Who won; nobody in a provisional result, or in a solitaire that is lost."""
    decided_by: str | None
    """The clause of the tiebreaker that made the winner; None if none did."""
    verdict: str
    """Who won and why, in words."""
    chain: Chain | None = None
    """How ties are decided; None in a solitaire."""
    leaders: tuple[str, ...] = ()
    """Who leads, in a provisional result."""
    notes: tuple[str, ...] = ()
    """Notes on the whole table."""
    lead: str = ""
    """Who leads if the game is not over, in words, if the standings do not show it: for teams and
    players who play together."""

    def of(self, player: str) -> Result:
        """Return this result of a solitaire, under its player's name."""
        standings = [
            replace(standing, tally=replace(standing.tally, player=player))
            for standing in self.standings
        ]
        return replace(
            self, standings=tuple(standings), winners=tuple([player for _ in self.winners])
        )

    def so_far(self) -> Result:
        """Return this result as a provisional one, of a game that is not over."""
        staying = [standing.tally for standing in self.standings if not standing.tally.out]
        return Result(
            self.standings,
            (),
            None,
            self.lead or _lead(staying, self),
            self.chain,
            leaders=self.winners,
            notes=self.notes,
        )


def rank(tallies: Sequence[Tally], chain: Chain) -> Result:
    """Rank ``tallies``; players who are out share the place after all others."""
    ranked = [(tally.merit, tally) for tally in tallies if not tally.out]
    ranked.sort(key=itemgetter(0), reverse=True)
    merits = [merit for merit, _ in ranked]
    staying = [tally for _, tally in ranked]
    standings = [Standing(merits.index(merit) + 1, tally) for merit, tally in ranked]
    standings += [Standing(len(staying) + 1, tally) for tally in tallies if tally.out]
    first = [standing for standing in standings if standing.place == 1]
    winners = tuple([standing.player for standing in first if not standing.tally.out])
    step = _deciding(staying, chain) if len(winners) == 1 else None
    verdict = _verdict(staying, winners, step, chain)
    rule = step.rule if step else None
    return Result(tuple(standings), winners, rule, verdict, chain)


def _deciding(best_first: Sequence[Tally], chain: Chain) -> Tiebreak | None:
    """Return the tiebreak that decided between the first two, if their points are equal."""
    if len(best_first) < 2 or best_first[0].merit[0] != best_first[1].merit[0]:
        return None
    pairs = zip(chain.steps, best_first[0].breakers, best_first[1].breakers, strict=True)
    return next(step for step, first, second in pairs if first != second)


def _verdict(
    best_first: Sequence[Tally], winners: tuple[str, ...], step: Tiebreak | None, chain: Chain
) -> str:
    if not winners:
        return "Nobody wins."
    points = plural(best_first[0].total or 0, "point")
    if len(winners) > 1:
        return f"{join_words(winners, 'and')} share the win with {points} each ({chain.shared})."
    if step is None:
        return f"{winners[0]} wins with {points}."
    tied = [tally.player for tally in best_first[1:] if tally.merit[0] == best_first[0].merit[0]]
    return (
        f"{winners[0]} wins with {points}: tied with {join_words(tied, 'and')}, "
        f"decided by {step.words} ({step.rule})."
    )


def _lead(best_first: Sequence[Tally], result: Result) -> str:
    """Return who leads so far, and by which tiebreak."""
    leaders = result.winners
    if not leaders:
        return "Nobody leads so far." if result.chain else "No score so far."
    points = plural(best_first[0].total or 0, "point")
    if len(leaders) > 1:
        return f"So far {join_words(leaders, 'and')} lead with {points} each."
    step = _deciding(best_first, result.chain) if result.chain else None
    ahead = f": ahead by {step.words} ({step.rule})" if step else ""
    return f"So far {leaders[0]} leads with {points}{ahead}."
