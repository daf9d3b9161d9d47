"""What the blanks of a position still allow: the least and most of each player, and who may win.

Nothing is guessed. Blanks are filled in one after another with everything that may stand there, as
the game's ``blanks.py`` says (`Blanks`), and what the check refuses is dropped.
What is left is scored.

Where that is too much, it is done for one player at a time, and what concerns only the others stays
blank: that allows no less. A player for whom it is still too much has no range.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET

from card_data import Game
from card_data.limits import MOST_TRIED
from card_data.model import Model
from card_data.words import in_words
from scoring import games
from scoring.positions.answers import Range
from scoring.positions.domains import UNLIMITED, UNLISTED, Domain
from scoring.positions.findings import Where
from scoring.positions.paths import put, unanswered
from scoring.positions.result import Tally
from scoring.positions.rules import rules_of

PLAYERS, NAME = "players", "name"  # steps of paths


class Outlook(Model, frozen=True):
    """What the blanks of a position still allow."""

    verdict: str
    """Who wins or may win, in words."""
    ranges: tuple[Range, ...] | None = None
    """The players in the order of their seats, without those of whom nothing can be said; None if
    that is everybody, empty if nothing that is filled in is sound."""
    decided: tuple[str, ...] | None = None
    """Who wins, or leads, in any case; None if that depends on the blanks."""
    may_win: tuple[str, ...] | None = None
    """Who may win, or lead, if that is not decided; None if it cannot be said."""


TOO_MANY = "There are too many ways to fill in the blanks to say"
UNKNOWN = Outlook(f"{TOO_MANY} what the score may be.")
IMPOSSIBLE = Outlook(
    "Whatever is filled in breaks a rule: an answer that is given must be wrong.", ()
)


class Blanks(Protocol):
    """What a game's ``blanks.py`` offers to say what a position with open answers may come to."""

    @property
    def SHARED(self) -> Collection[str]:  # noqa: N802 - a constant
        """Fields of a player's entry on which the scores of others depend, beside the name."""

    @property
    def COST(self) -> int:  # noqa: N802 - a constant
        """How long a check of a position takes, in units of some 0.1 ms."""

    def domain(self, position: Any, where: Where, game: Game[Any], /) -> Domain:
        """What may stand in a place that is not answered, of a position without violations."""


class TooManyError(Exception):
    """There are more ways to fill in the blanks than are tried."""


class Outcome(NamedTuple):
    """What one way to fill in the blanks comes to, by seats."""

    tallies: Sequence[Tally]
    winners: tuple[int, ...]
    decided_by: str | None
    final: bool


@dataclass
class Search:
    """Fills in the blanks that are ``wanted``; ``left`` are the steps that it may still take."""

    game: Game[Any]
    known: Blanks
    left: int
    wanted: Callable[[Where], bool] = lambda where: True

    def completions(self, position: Any) -> Iterator[Any]:
        """Every sound way to fill in the blanks, or those at the ends between which the others are.

        Raise `TooManyError` if they are too many.
        """
        blanks = self.blanks(position)
        too_many = len(blanks) * self.known.COST > self.left  # with a check for each
        if too_many or any(self.domain(position, where) == UNLISTED for where in blanks):
            raise TooManyError
        ahead = [iter((position,))]
        while ahead:
            partial = next(ahead[-1], None)
            if partial is None:
                ahead.pop()
            elif self.sound(partial):
                if blanks := self.blanks(partial):
                    ahead.append(self.one_further(partial, blanks))
                else:
                    yield partial

    def blanks(self, position: Any) -> list[Where]:
        """The blanks to fill in, in their order."""
        return sorted(filter(self.wanted, unanswered(position)), key=urgency)

    def domain(self, position: Any, where: Where) -> Domain:
        """What may stand in a blank."""
        return self.known.domain(position, where, self.game)

    def one_further(self, position: Any, blanks: Sequence[Where]) -> Iterator[Any]:
        """The position with one blank filled in each way, or with all of them at their ends."""
        domains: dict[Where, Domain] = {}
        for where in blanks:
            domains[where] = self.domain(position, where)
            if domains[where].ends is None:
                return each(position, where, domains[where])
        filled = list(corners(position, domains, self.left))
        if all(map(self.sound, filled)):
            return iter(filled)
        return each(position, blanks[0], domains[blanks[0]])

    def sound(self, position: Any) -> bool:
        """Whether the check has nothing against the answers that are there."""
        self.left -= self.known.COST
        if self.left < 0:
            raise TooManyError
        layers = rules_of(self.game).LAYERS.values()
        return not any(True for layer in layers for _ in layer(position, self.game))


def urgency(where: Where) -> int:
    """The order of filling in: names, to which others refer, what is on the table, the rest."""
    return 0 if where[-1] == NAME else 1 if where[0] != PLAYERS else 2


def each(position: Any, where: Where, domain: Domain) -> Iterator[Any]:
    """The position with each of its values in a place."""
    if domain.values is None:
        raise TooManyError
    return (put(position, where, value) for value in domain.values)


def corners(position: Any, domains: Mapping[Where, Domain], most: int) -> Iterator[Any]:
    """The position with the blanks of each player all at their worst, or all at their best."""
    owners = list(dict.fromkeys(where[:2] for where in domains))
    if 2 ** len(owners) > most:
        raise TooManyError
    for choice in product((0, 1), repeat=len(owners)):
        filled = position
        for where, domain in domains.items():
            assert domain.ends is not None
            filled = put(filled, where, domain.ends[choice[owners.index(where[:2])]])
        yield filled


def outlook(game: Game[Any], position: Any, alone: str = "") -> Outlook:
    """What the blanks of a position without violations allow; ``alone`` played a solitaire."""
    known = games.blanks(game)
    if known is None:
        return UNKNOWN
    blanks = len([*unanswered(position)])
    in_any_case = f"however the {'blank is' if blanks == 1 else 'blanks are'} filled in"
    try:
        search = Search(game, known, MOST_TRIED)
        found = [outcome(game, one) for one in search.completions(position)]
    except TooManyError:
        return one_by_one(game, known, position, in_any_case)
    if not found:
        return IMPOSSIBLE
    names = labels(position) or [alone or found[0].tallies[0].player]
    together = len(found[0].tallies) < len(names)
    sides = [in_words(names, "and")] if together else names
    ranges = [span(name, [one.tallies[side] for one in found]) for side, name in enumerate(sides)]
    winners, final = {one.winners for one in found}, {one.final for one in found}
    if len(winners) > 1:
        may_win = tuple([names[seat] for seat in sorted(set().union(*winners))])
        verdict = contested(sides if together else may_win, final)
        return Outlook(verdict, tuple(ranges), may_win=may_win)
    decided = tuple([names[seat] for seat in winners.pop()])
    ties = dict.fromkeys([one.decided_by for one in found if one.decided_by])
    tied = f" (where they are tied, by {in_words([*ties], 'and')})" if ties else ""
    verdict = f"{settled(decided, final, together=together)} {in_any_case}{tied}."
    return Outlook(verdict, tuple(ranges), decided)


def outcome(game: Game[Any], position: Any) -> Outcome:
    """What a position without blanks comes to, or one that is set `apart`."""
    rules = rules_of(game)
    result = rules.score(position, game)
    tallies = {one.player: one.tally for one in result.standings}
    seats = [one.name for one in seated(position)] or [*tallies]
    winners = tuple(sorted(map(seats.index, result.winners)))
    final = not position.running and not any(True for _ in rules.unfinished(position, game))
    sides = seats if seats[0] in tallies else [*tallies]  # those who play together are one
    return Outcome([tallies[name] for name in sides], winners, result.decided_by, final)


def seated(position: Any) -> Sequence[Any]:
    """The entries of the players, none in a solitaire."""
    return getattr(position, PLAYERS, None) or ()


def labels(position: Any) -> list[str]:
    """The players by name, ``player 2`` without one."""
    return [one.name or f"player {seat}" for seat, one in enumerate(seated(position), 1)]


def span(player: str, tallies: Sequence[Tally]) -> Range:
    """The least and most of a player."""
    totals = [tally.total for tally in tallies if tally.total is not None]
    out = {tally.out for tally in tallies}
    return Range(
        player,
        min(totals, default=None),
        None if max(totals, default=0) >= UNLIMITED else max(totals, default=None),
        UNSET if out == {False} else "certain" if out == {True} else "possible",
        True if len(totals) < len(tallies) else UNSET,
    )


def one_by_one(game: Game[Any], known: Blanks, position: Any, in_any_case: str) -> Outlook:
    """What the blanks allow each player, those that only concern the others left as they are."""
    names, blanks = labels(position), [*unanswered(position)]
    spans: list[Range | None] = []
    for seat, name in enumerate(names):
        wanted = concerns(known, seat)
        search = Search(game, known, MOST_TRIED // len(names), wanted)
        try:
            if all(map(wanted, blanks)):  # they are too many already
                raise TooManyError
            found = [outcome(game, apart(known, one, seat)) for one in search.completions(position)]
        except TooManyError:
            spans.append(None)
            continue
        if not found:
            return IMPOSSIBLE
        spans.append(span(name, [one.tallies[seat] for one in found]))
    final = {False} if position.running else {True, False}
    most_win = game.scoresheet is None or game.scoresheet.most_points_win
    return by_points(names, spans, in_any_case, final, most_win=most_win)


def apart(known: Blanks, position: Any, seat: int) -> Any:
    """A position with nothing of the other players that only concerns them, blank or not."""
    entries = [
        one if other == seat else type(one)(**{step: getattr(one, step) for step in shared(known)})
        for other, one in enumerate(seated(position))
    ]
    return put(position, (PLAYERS,), tuple(entries))


def shared(known: Blanks) -> tuple[str, ...]:
    """The fields of a player's entry that concern the others as well."""
    return (NAME, *known.SHARED)


def concerns(known: Blanks, seat: int) -> Callable[[Where], bool]:
    """Whether the score of the player on a seat may depend on a place."""

    def concerned(where: Where) -> bool:
        theirs = where[0] == PLAYERS and where[1:2] != (str(seat),)
        return not theirs or any(step in shared(known) for step in where[2:3])

    return concerned


def by_points(
    names: Sequence[str],
    spans: Sequence[Range | None],
    in_any_case: str,
    final: AbstractSet[bool],
    *,
    most_win: bool = True,
) -> Outlook:
    """Who may win as far as the ranges tell, which is little unless ``most_win``, those with most
    points; whoever has no range may."""
    known = [one for one in spans if one]
    if not known:
        return UNKNOWN
    safe = [one.least for one in known if one.out is UNSET and one.least is not None]
    enough = max(safe, default=None) if most_win else None
    pairs = [*zip(names, spans, strict=True)]
    may_win = tuple([name for name, one in pairs if one is None or in_reach(one, enough)])
    untold = [name for name, one in pairs if one is None]
    rest = f" {TOO_MANY} what {in_words(untold, 'and')} may score." if untold else ""
    if len(may_win) == 1 and enough is not None:
        verdict = f"{settled(may_win, final)} {in_any_case}.{rest}"
        return Outlook(verdict, tuple(known), decided=may_win)
    return Outlook(contested(may_win, final) + rest, tuple(known), may_win=may_win)


def in_reach(one: Range, enough: int | None) -> bool:
    """Whether a player may come to so many points, and stay in the game."""
    reaches = one.most is None or enough is None or one.most >= enough
    return reaches and one.out != "certain"


def settled(names: Sequence[str], final: AbstractSet[bool], *, together: bool = False) -> str:
    """That these win, or lead, in words; ``together`` as they play."""
    if not names:
        return "Nobody wins" if True in final else "There is no score yet"
    if len(names) > 1:
        share = "" if together else "share the "
        verbs = {True: f"{share}win", False: f"{share}lead"}
    else:
        verbs = {True: "wins", False: "leads"}
    verb = " or ".join([words for key, words in verbs.items() if key in final])
    return f"{in_words(list(names), 'and')} {verb}"


def contested(names: Sequence[str], final: AbstractSet[bool]) -> str:
    """That these may still win, or lead, in words."""
    verb = "win" if True in final else "lead"
    return f"{in_words(list(names), 'or')} may still {verb}."
