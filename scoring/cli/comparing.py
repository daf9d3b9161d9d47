"""The command ``scoring compare``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from card_data import DataError, Problem
from card_data.staging import Staging
from scoring import games
from scoring.cli.terminal import known, progress, reader_for
from scoring.compare.archive import Archived, archived, of_any_game
from scoring.compare.findings import compare
from scoring.compare.pairs import RuleSet, refusals
from scoring.compare.report import Report
from scoring.play.bots import ADVICE, RANDOM
from scoring.play.simulate import Plan

if TYPE_CHECKING:
    from scoring.play.workers import Opened

SHIPPED = "shipped"  # the word for the rules that came with the program


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for."""

    old: str
    new: str
    game: str
    games: int
    players: int | None
    seed: int
    opening: tuple[str, ...]
    bots: tuple[str, ...]
    positions: tuple[Path, ...]
    options: tuple[str, ...]


def rule_set(word: str, game: str, options: Sequence[str], *, play: bool = False) -> RuleSet:
    """The rules of a game by a word of the command line, a folder or `SHIPPED`, under the house
    options that are typed and those in the user's settings; of one to ``play``, or to score."""
    data = folder_of(word)
    game = known(game, data, play=play, argument="GAME" if play else word)
    reader = reader_for(data, [*options], game)
    return RuleSet(word, reader.game(game), data, reader.house)


def folder_of(word: str) -> Path | None:
    """The folder that a word of the command line names; None for `SHIPPED`."""
    if word == SHIPPED:
        return None
    if not Path(word).is_dir():
        message = f"no such folder; expected one as for --data, or {SHIPPED}"
        raise DataError(Problem(message=message, file=word, typed=True))
    return Path(word)


def scores_of(old: str, new: str, files: list[Path], options: Sequence[str]) -> list[Archived]:
    """Positions, each under the old and the new rules of its game."""
    data = [folder_of(word) for word in (old, new)]

    @cache
    def rules_of(game: str) -> tuple[RuleSet, RuleSet]:
        return rule_set(old, game, options), rule_set(new, game, options)

    return of_any_game(files, rules_of, data[0] or data[1])


def report_of(wanted: Wanted, executor: Opened | None) -> Report:
    """Play what is asked for; raise `DataError` for what cannot be."""
    old, new = (
        rule_set(word, wanted.game, wanted.options, play=True) for word in (wanted.old, wanted.new)
    )
    plan = plan_of(wanted, old, new)
    for rules in (old, new):
        if refused := refusals(rules, plan):
            raise DataError(Problem(message=refused, file=wanted.game, typed=True))
        plan.seats(rules.game)
    positions: list[Archived] = archived([*wanted.positions], old, new)
    with progress(2 * wanted.games, "pairs of games, at most") as watch:
        found = compare(old, new, plan, wanted.games, wanted.seed, executor=executor, watch=watch)
    return Report(found, positions)


def plan_of(wanted: Wanted, old: RuleSet, new: RuleSet) -> Plan:
    """Who plays: as few as both may have, by advice where there is any, else at random."""
    least = max(rules.game.head.players.min for rules in (old, new))
    usual = ADVICE if wanted.game in games.advised() else RANDOM
    return Plan(wanted.players or least, wanted.opening, wanted.bots or (usual,))


def write_page(report: Report, file: Path) -> None:
    """Write the report as a page; raise `OSError` where it cannot be."""
    from scoring.compare.page import page

    with Staging(file.parent) as staging:
        staging.write(file, page(report))
        staging.move_all()
