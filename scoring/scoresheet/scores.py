"""Points by a score sheet: parts, totals, places and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from card_data.scoresheet.names import PART
from card_data.scoresheet.ranges import UnansweredError
from card_data.scoresheet.sheet import ScorePart
from card_data.scoresheet.table import NONE, ScoredTable
from card_data.text import join_words, plural
from scoring.positions.field_types import DASHES
from scoring.positions.findings import Finding
from scoring.positions.result import Chain, Part, Result, Standing, Tally, Tiebreak, rank
from scoring.scoresheet.values import Values


class Side(NamedTuple):
    """Players whose points count together: a team, by what it is called with its players and
    without, or a player who has none. ``staying`` are the seats of those who can win with it."""

    name: str
    team: str
    seats: Sequence[int]
    staying: Sequence[int]


class Scores:
    """The points at a table whose players have these ``names``; raises as `Values` does.

    ``apart`` has tables for each player: a part has its points in the first that has the answers
    that it needs, and counts as nothing if there is none.
    """

    def __init__(
        self,
        values: Values,
        table: ScoredTable,
        names: Sequence[str],
        apart: Sequence[Sequence[ScoredTable]] = (),
    ) -> None:
        self.values, self.table, self.names, self.apart = values, table, names, apart
        self.sheet = values.sheet

    def result(self) -> Result:
        """Return the points and the winners."""
        if self.sheet.wins.together:
            return self.together()
        if self.sheet.teams is not None:
            return self.of_teams(self.sheet.teams)
        tallies = [self.tally(seat) for seat in range(len(self.names))]
        return self.of_target(rank(tallies, self.chain()))

    def chain(self) -> Chain:
        """Return the tiebreakers."""
        steps = [Tiebreak(tie.clause, tie.say) for tie in self.sheet.ties]
        return Chain(tuple(steps), self.sheet.shared)

    # players

    def points(self, name: str, seat: int = 0) -> int:
        """Return the points of a part of a player or of the table."""
        for table in self.apart[seat] if self.apart else ():
            with suppress(UnansweredError):
                return self.values.named(name, table, seat)  # type: ignore[no-any-return]
        return 0 if self.apart else self.values.named(name, self.table, seat)

    def tally(self, seat: int) -> Tally:
        """Return one player's points."""
        parts = tuple(
            [
                Part(one.name, self.points(PART + one.name, seat), one.clause)
                for one in self.sheet.parts
            ]
        )
        breakers = [
            (1 if tie.by == "most" else -1) * self.values.of(tie.value, self.table, seat)
            for tie in self.sheet.ties
        ]
        out = self.why_out(seat)
        notes = [*self.notes(seat), *filter(None, [out])]
        return Tally(
            self.names[seat], parts, tuple(breakers), out != "", notes, self.ranked(seat, parts)
        )

    def ranked(self, seat: int, parts: Sequence[Part]) -> int | None:
        """Return the number by which a player is placed, the largest first; None for the total."""
        wins = self.sheet.wins
        if wins.value is None and wins.by == "most":
            return None
        if wins.value is None:
            return -sum([part.points for part in parts])
        value: int = self.values.of(wins.value, self.table, seat)
        return value if wins.by == "most" else -value

    def notes(self, seat: int) -> Iterator[str]:
        """Yield explanations of a player's points."""
        for part in self.sheet.parts:
            if part.say:
                yield f"{self.values.words(part.say, self.table, seat)} ({part.clause})"

    def why_out(self, seat: int) -> str:
        """Return why a player is out; empty for one who is not."""
        out = self.sheet.out
        if out is None or not self.values.of(out.holds, self.table, seat):
            return ""
        why = self.values.words(out.say, self.table, seat)
        return f"out{f': {why}' if why else ''} ({out.clause})"

    def of_target(self, found: Result) -> Result:
        """Return the result of a game in which points are needed to win."""
        wins = self.sheet.wins
        if wins.target is None or not found.winners:
            return found
        if (found.standings[0].total or 0) >= wins.target:
            return found
        verdict = f"Nobody wins: nobody has {plural(wins.target, 'point')} ({wins.clause})."
        return replace(found, winners=(), decided_by=None, verdict=verdict)

    # teams

    def of_teams(self, field: str) -> Result:
        """Return the result of a game in which the points of a team count together, also those of
        players who are out. Its players share a place; those who are out come after all others."""
        tallies = [self.tally(seat) for seat in range(len(self.names))]
        sides = {side.name: side for side in self.sides(field, tallies)}
        together = [of_team(one, [tallies[seat] for seat in one.seats]) for one in sides.values()]
        found = self.of_target(rank(together, self.chain()))
        standings: list[Standing] = []
        gone: list[Tally] = []
        place, before = 0, 0
        for team in found.standings:
            side = sides[team.player]
            if team.place != before:
                place, before = len(standings) + 1, team.place
            note = f"{side.name}: {plural(team.total or 0, 'point')} together"
            for seat in side.seats:
                own = tallies[seat]
                notes = (*own.notes, note) if side.team else own.notes
                tally = replace(own, explained=notes, ranked=team.tally.merit[0])
                if seat in side.staying:
                    standings.append(Standing(place, tally))
                else:
                    gone.append(tally)
        standings += [Standing(len(standings) + 1, tally) for tally in gone]
        winners = tuple([self.names[at] for team in found.winners for at in sides[team].staying])
        lead = found.so_far().verdict
        return replace(found, standings=tuple(standings), winners=winners, lead=lead)

    def sides(self, field: str, tallies: Sequence[Tally]) -> Iterator[Side]:
        """Yield the teams by the field that names them, and the players who have none."""
        by_team: dict[str | int, list[int]] = {}
        answers = self.table.noted[list(self.sheet.fields).index(field)]
        if None in answers:
            raise UnansweredError
        for seat, answer in enumerate(answers):
            by_team.setdefault(team_of(answer) or seat, []).append(seat)
        out = self.sheet.out
        all_stay = out is not None and out.wins_with_team
        for team, seats in by_team.items():
            if isinstance(team, int):
                yield Side(self.names[team], "", seats, [at for at in seats if not tallies[at].out])
                continue
            staying = [seat for seat in seats if all_stay or not tallies[seat].out]
            names = join_words([self.names[seat] for seat in staying or seats], "and")
            gone = [self.names[seat] for seat in seats if staying and seat not in staying]
            without = f", without {join_words(gone, 'and')}" if gone else ""
            yield Side(f"{team} ({names}{without})", team, seats, staying)

    # all together

    def together(self) -> Result:
        """Return the result of a game in which all play together."""
        tally = self.tally_together()
        reached, words = self.reached(tally.total or 0)
        won, alone = reached and not tally.out, len(self.names) == 1
        verb = f"{'win' if won else 'lose'}{'s' * alone}"
        verdict = f"{tally.player} {verb} with {words} ({self.sheet.wins.clause})."
        lead = f"So far {tally.player} {'has' if alone else 'have'} {words}."
        winners = tuple(self.names) if won else ()
        return Result((Standing(1, tally),), winners, None, verdict, lead=lead)

    def tally_together(self) -> Tally:
        """Return the points of all players together; they are out if one of them is."""
        parts = tuple([self.part_together(part) for part in self.sheet.parts])
        notes = [
            f"{self.values.words(part.say, self.table)} ({part.clause})"
            for part in self.sheet.parts
            if part.say and part.level == "table"
        ]
        seats = enumerate(self.names)
        outs = [f"{name} is {why}" for seat, name in seats if (why := self.why_out(seat))]
        return Tally(join_words(self.names, "and"), parts, (), bool(outs), (*notes, *outs))

    def reached(self, total: int) -> tuple[bool, str]:
        """Return whether all together win with ``total`` points, and in words what these are
        worth."""
        wins, points = self.sheet.wins, plural(total, "point")
        if wins.target is not None:
            return total >= wins.target, f"{points} of {wins.target}"
        grades = [grade for grade in wins.grades if total >= grade.least]
        if not grades:
            return False, f"{points}, below every grade"
        return not grades[-1].lost, f"{points}: {grades[-1].say}"

    def part_together(self, part: ScorePart) -> Part:
        seats = range(len(self.names)) if part.level == "player" else [0]
        return Part(
            part.name, sum([self.points(PART + part.name, seat) for seat in seats]), part.clause
        )


def team_of(answer: str) -> str:
    """Return the team that a choice names; empty where it says that there is none."""
    return "" if answer.casefold() in (NONE, *DASHES) else answer


def of_team(side: Side, tallies: Sequence[Tally]) -> Tally:
    """Return the points of a side, by those of its players; it is out if all of them are."""
    parts = [
        Part(same[0].label, sum([part.points for part in same]), same[0].rule)
        for same in zip(*[tally.parts for tally in tallies], strict=True)
    ]
    breakers = [sum(same) for same in zip(*[tally.breakers for tally in tallies], strict=True)]
    ranked = sum([tally.merit[0] for tally in tallies])
    out = all(tally.out for tally in tallies)
    return Tally(side.name, tuple(parts), tuple(breakers), out, (), ranked)


def check_score_pad(found: Scores, seat: int, entry: Any) -> Iterator[Finding]:
    """Yield points that a player wrote down wrongly; none where an answer is missing."""
    where = ("players", str(seat))
    come_to: list[tuple[str, int]] = []
    for part in found.sheet.parts:
        if part.level != "player":
            continue
        try:
            points = found.points(PART + part.name, seat)
        except UnansweredError:
            return
        come_to.append((part.label, points))
        claim = (entry.points or {}).get(part.name)
        if claim not in (None, points):
            message = f"found {claim}, but {part.label} come to {points}"
            yield Finding(part.clause, (*where, "points", part.name), message, right=points)
    total = sum([points for _, points in come_to])
    if isinstance(entry.total, int) and entry.total != total:
        parts = ", ".join([f"{label} {points}" for label, points in come_to])
        message = f"found {entry.total}, but the parts come to {total}: {parts}"
        yield Finding(found.sheet.clause, (*where, "total"), message, right=total)
