"""A comparison told: in sentences that a designer acts on, and as an answer for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor, log10

from card_data.house import applied, in_full
from card_data.problems import clip, printable
from card_data.words import counted, in_words
from scoring import games
from scoring.compare.answers import Compared, Comparing, Side
from scoring.compare.archive import Archived
from scoring.compare.edits import edits
from scoring.compare.evenings import clip_file, measured, position_compared, position_lines
from scoring.compare.figures import KINDS, Figure, titles
from scoring.compare.findings import RISK, Comparison, Finding, chief
from scoring.compare.pairs import RuleSet
from scoring.play.bots import ADVICE, GREEDY, RANDOM

MOST_TOLD = 12  # details that the text tells; all are on the page and in the answer
CERTAIN = 100 * (1 - RISK)  # %
DECIMALS = 4  # at most, of a number


@dataclass(frozen=True)
class Report:
    """A comparison with the archived positions, in words."""

    found: Comparison
    positions: Sequence[Archived] = ()

    @cached_property
    def edits(self) -> list[str]:
        """What was edited."""
        return [printable(line) for line in edits(self.found.old.game, self.found.new.game)]

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """The titles of all rows; under the new rules, where they have another."""
        return titles(self.found.old.game.data) | titles(self.found.new.game.data)

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played, as the command has it."""
        return self.found.plan.bots or (RANDOM,)

    @property
    def details(self) -> list[Finding]:
        """The figures that say more than how games go."""
        return [finding for finding in self.found.findings if not chief(finding.figure)]

    # What a figure is called

    def subject(self, figure: Figure) -> str:
        """What is measured, as a sentence begins with it."""
        name = clip(figure.name, quoted=False)
        if figure.kind in ("game", "shares"):
            of_a_game = {
                "length": f"Length of a game in {self.found.first.unit}s",
                "decisions": "Decisions of the players in a game",
                "score": "Score of a player",
                "winning score": "Score of the winner",
                "margin": "Margin of the first over the second",
                "won": "Games won",
                "shared wins": "Games with a shared win",
                "players out": "Players out, whatever their score",
            }
            return of_a_game[figure.name]
        said = {
            "seat": "Wins of seat {}",
            "parts": "Points of a player for {}",
            "scored": "Players with points for {}",
            "end": "Games ended by: {}",
            "tiebreak": "Wins decided by {}",
            "action": "Moves “{}” in a game",
            "card": "Moves that name {} in a game",
            "with": "Wins of players whose moves name {}",
            "left": "At the end, {} of all players",
        }[figure.kind]
        title = self.titles.get(figure.name) if figure.kind in ("card", "with") else ""
        return printable(said.format(f"{clip(title, quoted=False)} ({name})" if title else name))

    def unit(self, figure: Figure) -> str:
        """What a figure is counted in, as a number is followed by it; often nothing."""
        if KINDS[figure.kind].share:
            return "percentage points"
        if figure.kind == "game":
            lengths = {"length": f"{self.found.first.unit}s", "decisions": "decisions"}
            return lengths.get(figure.name, "points")
        return KINDS[figure.kind].unit

    # What is claimed

    def headline(self) -> str:
        """The whole of it in a sentence."""
        told = self.found.told
        if not told:
            return "No difference is claimed." if self.edits else "The two are the same rules."
        number = sum(chief(finding.figure) for finding in told)
        others = len(told) - number
        parts = [f"{counted(number, 'figure')} of how games go"] if number else []
        parts += [f"{counted(others, 'detail')}"] if others else []
        verb = "differs" if len(told) == 1 else "differ"
        return f"Confirmed on fresh games: {' and '.join(parts)} {verb}."

    def sentence(self, finding: Finding) -> str:
        """A figure that differs."""
        said = Numbers(finding)
        verb = "rises" if finding.estimate.difference > 0 else "falls"
        unit = self.unit(finding.figure)
        by = measured(said.size, unit)
        return (
            f"{self.subject(finding.figure)}: {verb} from {said.old} to {said.new}, by {by} "
            f"({said.span})."
        )

    def unchanged(self, finding: Finding) -> str:
        """A figure of which no change is told, with the change that would have been."""
        said, subject = Numbers(finding), self.subject(finding.figure)
        if not finding.differing:
            return f"{subject}: {said.old}, the same in every game."
        unit = self.unit(finding.figure)
        least = measured(said.detectable, unit)
        return f"{subject}: {said.old} and {said.new}; a change of {least} or more would show."

    def alike(self) -> str:
        """How many games took the same moves; empty if none did."""
        first = self.found.first
        if not first.alike:
            return ""
        return (
            f"In {first.alike:,} of {first.games:,} pairs of games every move was the same; "
            f"another player wins in {first.turned or 'none'} of these."
        )

    def method(self) -> Iterator[str]:
        """How many games and comparisons there were, and what the intervals are."""
        found = self.found
        yield (
            f"{counted_much(found.first.games, 'game')} under each rule set, "
            f"{counted(found.plan.players, 'player')}, seed {found.seed}: the same shuffles, "
            "rolls and choices wherever the rules leave them the same."
        )
        if found.plan.opening:
            yield f"Each began with {clip(', '.join(found.plan.opening), quoted=False)}."
        again = "; nothing was to be played again."
        if found.suspected:
            again = (
                f": {found.suspected} seemed to differ and were played again in as many fresh "
                f"games, and {len(found.told)} differed there as well."
            )
        yield f"{counted(found.compared, 'figure')} differed often enough to be compared{again}"
        yield (
            "The intervals are corrected for so many (Bonferroni): the risk of any wrong claim is "
            f"below {100 * RISK:.0f} %. {found.played:,} games in {lasting(found.seconds)}."
        )

    def notes(self) -> Iterator[str]:
        """Under which house options, who played, and what that cannot show."""
        sides = (self.found.old.game, self.found.new.game)
        house = {line for game in sides for line in in_full(applied(game))}
        yield from map(printable, sorted(house))
        whose = "Every seat" if len(self.bots) == 1 else "The seats"
        yield f"{whose} played by: {clip(in_words(self.bots, 'and'), quoted=False)}."
        if RANDOM in self.bots:
            yield (
                "Random players mislead about balance: they do not seek points, so a rule that "
                "pays off good play hardly shows. " + self.better()
            )
        if GREEDY in self.bots:
            yield (
                "Greedy players look no further than the next points: what pays late is worth "
                "little to them."
            )
        yield "Bots are not people: try at a table what matters."

    def better(self) -> str:
        """Who would play better."""
        advised = self.found.old.game.id in games.advised()
        return f"Compare with --bots {ADVICE if advised else GREEDY} too."

    # As text

    def lines(self) -> Iterator[str]:
        """The report as lines of text."""
        found = self.found
        yield f"{found.old.game.id}: {side_said(found.old)} against {side_said(found.new)}"
        yield from [f"  {line}" for line in self.edits or ["their data are the same"]]
        yield from ["", self.headline()]
        chiefs = [finding for finding in found.told if chief(finding.figure)]
        details = [finding for finding in found.told if not chief(finding.figure)]
        yield from [f"  {self.sentence(finding)}" for finding in chiefs + details[:MOST_TOLD]]
        if len(details) > MOST_TOLD:
            more = counted(len(details) - MOST_TOLD, "more detail")
            yield f"  and {more}: --html FILE or --json has all"
        if line := self.alike():
            yield line
        yield from ["", "No change was found in:"]
        unchanged = [one for one in found.findings if chief(one.figure) and not one.told]
        yield from [f"  {self.unchanged(finding)}" for finding in unchanged]
        if rest := len(self.details) - len(details):
            yield f"  {counted(rest, 'detail')}, such as kinds of moves and parts of scores."
        if self.positions:
            yield from ["", *position_lines(self.positions)]
        yield from ["", *self.method(), *self.notes()]

    # As an answer

    def answer(self) -> Comparing:
        """The report as the answer that ``--json`` prints."""
        found = self.found
        return Comparing(
            game=found.old.game.id,
            old=Side(found.old.name, found.old.game.fingerprint),
            new=Side(found.new.name, found.new.game.fingerprint),
            edits=tuple(self.edits),
            games=found.first.games,
            fresh=found.fresh is not None,
            played=found.played,
            players=found.plan.players,
            seed=found.seed,
            opening=found.plan.opening,
            bots=self.bots,
            notes=tuple(self.notes()),
            comparisons=found.compared,
            suspected=found.suspected,
            figures=tuple(map(self.compared, found.findings)),
            alike=found.first.alike,
            turned=found.first.turned,
            positions=tuple(map(position_compared, self.positions)),
            seconds=round(found.seconds, 3),
        )

    def compared(self, finding: Finding) -> Compared:
        """A figure as an answer has it."""
        figure, estimate = finding.figure, finding.estimate
        share = KINDS[figure.kind].share
        return Compared(
            kind=figure.kind,
            name=printable(figure.name),
            said=self.subject(figure),
            unit="share" if share else self.unit(figure),
            old=estimate.old,
            new=estimate.new,
            difference=estimate.difference,
            least=finding.least,
            most=finding.most,
            confirmed=finding.told,
            fresh=finding.again,
            detectable=finding.detectable if finding.differing else 0.0,
            differing=finding.differing,
        )


@dataclass(frozen=True)
class Numbers:
    """The numbers of a finding, rounded alike: to what its interval leaves certain."""

    finding: Finding

    @property
    def factor(self) -> int:
        """Shares are said in percent."""
        return 100 if KINDS[self.finding.figure.kind].share else 1

    @property
    def decimals(self) -> int:
        """Two digits of the interval's half, and of its nearer end if it is told."""
        reach = (self.finding.most - self.finding.least) / 2
        if self.finding.told and reach:
            reach = min(reach, abs(self.finding.least), abs(self.finding.most))
        reach *= self.factor
        if not reach:
            return 2
        return max(0, min(DECIMALS, 1 - floor(log10(reach))))

    def number(self, value: float) -> str:
        """A number without a sign of its own for nothing."""
        text = f"{self.factor * value:,.{self.decimals}f}"
        return text.removeprefix("-") if not text.strip("-0.,") else text.replace("-", "−")

    def value(self, value: float) -> str:
        """A value with its percent sign."""
        return self.number(value) + (" %" if self.factor == 100 else "")

    @property
    def old(self) -> str:
        return self.value(self.finding.estimate.old)

    @property
    def new(self) -> str:
        return self.value(self.finding.estimate.new)

    @property
    def size(self) -> str:
        """The difference without its sign."""
        return self.number(abs(self.finding.estimate.difference))

    @property
    def difference(self) -> str:
        return self.signed(self.finding.estimate.difference)

    @property
    def least(self) -> str:
        return self.signed(self.finding.least)

    @property
    def most(self) -> str:
        return self.signed(self.finding.most)

    @property
    def detectable(self) -> str:
        return self.number(self.finding.detectable)

    @property
    def span(self) -> str:
        """The interval of a difference that is told, without signs."""
        ends = sorted([abs(self.finding.least), abs(self.finding.most)])
        least, most = map(self.number, ends)
        return f"always {least}" if least == most else f"{CERTAIN:.0f} %: {least} to {most}"

    def signed(self, value: float) -> str:
        """A difference with its sign."""
        said = self.number(value)
        return f"+{said}" if value > 0 and said.strip("0.,") else said


def side_said(rules: RuleSet) -> str:
    """A rule set with the fingerprint of its data."""
    return f"{clip_file(rules.name)} (data {rules.game.fingerprint})"


def lasting(seconds: float) -> str:
    """A time in words.

    >>> lasting(0.3), lasting(1.2), lasting(1234)
    ('less than a second', '1 s', '1,234 s')
    """
    return f"{seconds:,.0f} s" if round(seconds) else "less than a second"


def counted_much(number: int, noun: str) -> str:
    """A large number with its noun."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
