"""A played game: the final score of one game in the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from card_data import DataError, Problem
from card_data.house import HouseRule
from card_data.limits import LARGEST_VALUE, LONGEST_PATH, LONGEST_TITLE, MOST_PLAYERS
from card_data.model import Model
from card_data.problems import in_utf_8, quote
from card_data.version import version
from scoring.positions.positions import PlayerName, PositionFile, Report
from scoring.positions.result import Part
from scoring.scoresheet.scores import team_of

LETTER = (
    "e"  # begins an ID, which spreadsheets would otherwise read as a number: 269e8802 as infinity
)
ID = rf"^{LETTER}[0-9a-f]{{8}}$"
DAY, MINUTE = "%Y-%m-%d", "%Y-%m-%dT%H:%M"


class Seat(Model, frozen=True):
    """The result of one player."""

    player: PlayerName
    """The player."""
    place: Annotated[int, Meta(ge=1, le=MOST_PLAYERS)]
    """The place: equals share one, as in 1, 1, 3."""
    total: Annotated[int, Meta(ge=-LARGEST_VALUE, le=LARGEST_VALUE)] | None
    """The points; null for a player without a score."""
    out: bool
    """Whether the player has lost, whatever the score."""
    parts: tuple[Part, ...]
    """The shares of the total; empty for a player without a score."""
    team: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    """The team, whose points count together; empty for one who played alone."""

    @property
    def points(self) -> str:
        """The points in words: ``12``, ``3 (out)``, ``no score``."""
        points = "no score" if self.total is None else str(self.total)
        return f"{points} (out)" if self.out else points


class PlayedGame(Model, frozen=True):
    """The score of a game in the log."""

    id: Annotated[str, Meta(pattern=ID)]
    """What it is called by."""
    when: Annotated[datetime, Meta(tz=True)]
    """When it was played; at noon if only the date is known."""
    game: Annotated[str, Meta(min_length=1, max_length=255)]
    """The name of the game."""
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)]
    """The title of the game."""
    players: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]
    """The players, the best first."""
    winners: Annotated[tuple[PlayerName, ...], Meta(max_length=MOST_PLAYERS)]
    """The names of the winners; empty if nobody won."""
    verdict: str
    """Who won and why, in words, with the tiebreaker if one decided."""
    decided_by: str | None
    """The ID of the clause that decided a tie; null if no tiebreaker did."""
    options: tuple[HouseRule, ...]
    """The house rules that were not as in the game's data."""
    data: str
    """The fingerprint of the game's data."""
    source: Annotated[str, Meta(max_length=LONGEST_PATH)]
    """The file that it was scored from."""
    version: str
    """The version of the kit."""
    position: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    """The digest of the position, by which it is known when it is scored again."""
    points: Literal["most", "fewest"] | UnsetType | None = UNSET
    """Whether most or fewest points are better; null if the rules of the game do not say; left out
    by earlier versions."""
    by_points: bool | UnsetType = UNSET
    """What an earlier version wrote, and nothing reads."""

    @property
    def day(self) -> str:
        """The date, such as 2026-11-23."""
        return self.when.strftime(DAY)

    def was(self, said: str) -> bool:
        """Return whether it was played at this date, or this date and time, as `dated` returns it;
        an empty text fits any."""
        return self.when.strftime(MINUTE).startswith(said)


def played_game_of(
    filled: PositionFile, report: Report, source: str, when: datetime, said: str
) -> PlayedGame:
    """Return the played game of a finally scored position; ``when`` and ``said`` are from `dated`.

    Its ID follows from the position and from ``said``.
    """
    result, game = report.result, filled.game
    assert result is not None
    assert report.final
    teams = teams_of(filled)
    together = game.scoresheet is not None and game.scoresheet.wins.together
    all_names = [entry.name for entry in filled.position.players] if together else []
    seats = tuple(
        Seat(name, one.place, one.total, one.tally.out, one.tally.parts, teams.get(name, ""))
        for one in result.standings
        for name in all_names or [one.player]
    )
    names = sorted(one.player for one in result.standings)
    position = digest(game.id, names, filled.position)
    return PlayedGame(
        LETTER + digest(position, said)[:8],
        when,
        game.id,
        game.title,
        seats,
        result.winners,
        result.verdict,
        result.decided_by,
        report.options,
        game.fingerprint,
        in_utf_8(source)[-LONGEST_PATH:],
        version(),
        position,
        game.scoresheet.points if game.scoresheet else "most",
    )


def teams_of(filled: PositionFile) -> dict[str, str]:
    """Return the team of each player, by name; empty where all play alone, or together."""
    sheet = filled.game.scoresheet
    if sheet is None or sheet.teams is None:
        return {}
    return {entry.name: team_of(getattr(entry, sheet.teams)) for entry in filled.position.players}


def digest(*values: object) -> str:
    """Return a digest of plain values and models, whatever the order of their keys."""
    plain = msgspec.to_builtins(values, str_keys=True)
    return sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()


def dated(typed: str | None) -> tuple[datetime, str]:
    """Return the time of a game from a typed date or date and time, such as ``2026-11-20`` or
    ``2026-11-20 21:30``, in local time, and it again as a text; now, and an empty text, for None.

    Raise `DataError` for a text that is no date, or in the future.
    """
    now = datetime.now(UTC).astimezone().replace(microsecond=0)
    if typed is None:
        return now, ""
    written, shape = typed.strip(), DAY
    try:
        when = datetime.strptime(written, DAY).replace(hour=12).astimezone()
    except (ValueError, OverflowError, OSError):
        shape = MINUTE
        try:
            when = datetime.strptime(written.replace(" ", "T", 1), MINUTE).astimezone()
        except (ValueError, OverflowError, OSError):
            message = (
                f"found {quote(typed)}, expected a date, such as 2026-11-20, or 2026-11-20 21:30"
            )
            raise DataError(Problem(message=message, file="--date")) from None
    if when > now + timedelta(days=1):
        raise DataError(Problem(message=f"{quote(typed)} is in the future", file="--date"))
    return when, when.strftime(shape)
