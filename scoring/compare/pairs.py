"""Games played twice with the same chance, under one rule set and under another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from card_data import Game
from card_data.choices import NO_HOUSE, House
from scoring.compare.figures import KINDS, Figure, Measured, titles, totals_of, whole
from scoring.compare.paired import NOTHING, Sums
from scoring.compare.streams import Streams
from scoring.play.bots import Bot
from scoring.play.decisions import Decision
from scoring.play.play import IllegalMove, Play
from scoring.play.simulate import Plan, batches_of, no_more, opened
from scoring.play.workers import Opened, Sent, shared
from scoring.positions.positions import PositionReader
from scoring.protocols import Choose

SPREADS = ("length", "score", "margin")  # figures of the game of which every value is counted


@dataclass(frozen=True)
class RuleSet:
    """A game by the name that whoever compares it gives it; ``data`` is the folder of edited games
    that it came from, None for the shipped ones, and ``house`` are the house options that were
    chosen for it."""

    name: str
    game: Game[Any]
    data: Path | None = None
    house: House = NO_HOUSE

    @cached_property
    def reader(self) -> PositionReader:
        """What reads positions by these rules."""
        return PositionReader(self.data, self.house)


@dataclass
class Pairs:
    """What games came to, each played under both rule sets.

    ``sums`` has the figures of games that had anything of them. ``spreads`` has for each of
    `SPREADS` how often each value came under the old rules and under the new ones. In ``alike``
    games every move was the same; in ``turned`` of these another player won.
    """

    games: int = 0
    sums: dict[Figure, Sums] = field(default_factory=dict)
    spreads: dict[str, tuple[Counter[int], Counter[int]]] = field(
        default_factory=lambda: {name: (Counter(), Counter()) for name in SPREADS}
    )
    alike: int = 0
    turned: int = 0
    unit: str = ""

    def count(self, old: Measured, new: Measured) -> None:
        """Count in a game that was played under both."""
        before, after = old.figures(), new.figures()
        for figure in {**before, **after}:
            rest = (0, KINDS[figure.kind].rest(old.whole))
            amounts = before.get(figure, rest), after.get(figure, rest)
            self.sums.setdefault(figure, Sums()).add(*amounts)
        for side, one in enumerate((old, new)):
            totals = totals_of(one.tallies)
            self.spreads["length"][side][one.ending.length] += 1
            self.spreads["score"][side].update(totals)
            if len(totals) > 1:
                self.spreads["margin"][side][totals[0] - totals[1]] += 1
        alike = old.play.moves == new.play.moves
        self.games += 1
        self.alike += alike
        self.turned += alike and old.won != new.won
        self.unit = old.ending.unit

    def merge(self, other: Pairs) -> None:
        """Count in the games of a part."""
        self.games += other.games
        self.alike += other.alike
        self.turned += other.turned
        self.unit = other.unit or self.unit
        for figure, sums in other.sums.items():
            self.sums.setdefault(figure, Sums()).merge(sums)
        for name, sides in other.spreads.items():
            for mine, more in zip(self.spreads[name], sides, strict=True):
                mine.update(more)

    def total(self, figure: Figure, whole: int) -> Sums:
        """The sums of a figure over all games."""
        rest = (0, KINDS[figure.kind].rest(whole))
        return self.sums.get(figure, Sums()).of_all(self.games, rest if rest[1] else NOTHING)


def play_pairs(
    old: RuleSet,
    new: RuleSet,
    plan: Plan,
    seed: int,
    numbers: range,
    executor: Opened | None = None,
    watch: Callable[[int], None] = no_more,
) -> Pairs:
    """Play the games of these numbers under both rule sets.

    Game ``n`` is drawn from the seed and ``n`` alone, so that all comes out the same whoever plays
    it; ``executor`` and ``watch`` as for `scoring.play.simulate.simulate`.
    """
    if executor is None:
        return play_part(old.game, new.game, plan, seed, numbers, watch)
    found = Pairs()
    sent = (Sent.of(old.game), Sent.of(new.game))
    work = partial(play_batch, sent, plan, seed)
    with closing(shared(executor, work, batches_of(numbers))) as parts:
        for part in parts:
            found.merge(part)
            watch(found.games)
    return found


def play_batch(sent: tuple[Sent, Sent], plan: Plan, seed: int, numbers: range) -> Pairs:
    """The games of some numbers, played by a worker."""
    old, new = sent
    return play_part(old.game(), new.game(), plan, seed, numbers)


def play_part(
    old: Game[Any],
    new: Game[Any],
    plan: Plan,
    seed: int,
    numbers: range,
    watch: Callable[[int], None] = no_more,
) -> Pairs:
    """The games of some numbers, one after the other."""
    found = Pairs()
    tables = [Table(game, plan.seats(game), titles(game.data)) for game in (old, new)]
    for number in numbers:
        found.count(*[table.played(plan, seed, number) for table in tables])
        watch(found.games)
    return found


class Table(NamedTuple):
    """A rule set with the bots that play it, none if all play at random, and the rows it names."""

    game: Game[Any]
    seats: Sequence[Bot]
    rows: Container[str]

    def played(self, plan: Plan, seed: int, number: int) -> Measured:
        """What one game came to."""
        play, chance = opened(self.game, plan, number), Streams(seed, number)
        play.play_on(chance, by_seat(play, self.seats, chance) if self.seats else None)
        return Measured(play, self.rows, whole(plan.players))


def by_seat(play: Play, seats: Sequence[Bot], chance: Streams) -> Choose:
    """What the bots of a game's seats choose, each time by chance of its own."""
    streams = {name: Random() for name in play.players}
    chosen = {
        name: bot(play.game, streams[name], play.redealt)
        for name, bot in zip(play.players, seats, strict=True)
    }

    def choose(view: Any, decision: Decision[Any]) -> str | None:
        streams[decision.who].seed(chance.next(f"bot {decision.who}", decision.what))
        return chosen[decision.who](view, decision)

    return choose


def refusals(rule_set: RuleSet, plan: Plan) -> str:
    """Why a rule set cannot be played so; empty if it can."""
    try:
        opened(rule_set.game, plan, 0)
    except IllegalMove as error:
        return f"{rule_set.name} cannot be played so: {error}"
    return ""
