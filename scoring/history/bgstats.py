"""A played game as a link that has BG Stats, an app that logs plays, offer to take it over.

The app opens ``createPlay.html?data=`` with a play as percent-encoded JSON. Its page "Push plays to
BG Stats from other apps or websites"
(https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/) is the
reference; the facts below are from open programs that cite it and send such plays. All of
them agree on:

- ``sourceName``, ``sourcePlayId`` (by which a play that comes twice is known) and ``playDate``,
  when it ended in UTC, as ``yyyy-MM-dd HH:mm:ss``; ``comments`` if there are any;
- ``game``: ``name``, ``sourceGameId``, ``highestWins``, ``noPoints``, and ``bggId`` where it is
  known, a number; the app asks once which of its games that is, and remembers it;
- ``players``: ``name``, ``sourcePlayerId`` (matched and remembered likewise), ``winner``,
  ``startPlayer``, ``score``, ``rank``.

All flags are always given, ``startPlayer`` too, which is not known here: one of these programs
found that the app for Android stops with "No value for winner" where one is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from typing import Any
from urllib.parse import quote

from card_data import DataError, Problem
from card_data.limits import LONGEST_LINK
from scoring.history.played_game import PlayedGame
from scoring.history.tables import direction
from scoring.positions.players import name_key

PAGE = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "printkit"


def link_of(played: PlayedGame) -> str:
    """Return the link of a played game, without comments if it would be too long for a QR code.

    Raise `DataError` if it is too long without them.
    """
    play = play_of(played)
    plain = {name: value for name, value in play.items() if name != "comments"}
    for link in (PAGE + encoded(play), PAGE + encoded(plain)):
        if len(link) <= LONGEST_LINK:
            return link
    message = (
        f"the link has {len(link):,} characters without comments; a QR code has at most "
        f"{LONGEST_LINK:,}"
    )
    raise DataError(Problem(message=message, file=played.id))


def encoded(play: dict[str, Any]) -> str:
    """Return a play as JSON in a query, where colons and commas may stand as they are."""
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe=":,")


def play_of(played: PlayedGame) -> dict[str, Any]:
    """Return a played game as a play of BG Stats."""
    won = {name_key(name) for name in played.winners}
    players = []
    for seat in played.players:
        key = name_key(seat.player)
        score = {} if seat.total is None else {"score": seat.total}
        flags = {"winner": key in won, "startPlayer": False}
        named = {"name": seat.player, "sourcePlayerId": key}
        players.append({**named, **flags, **score, "rank": seat.place})
    return {
        "sourceName": SOURCE,
        "sourcePlayId": played.id,
        "playDate": played.when.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": played.title,
            "sourceGameId": played.game,
            "highestWins": direction([played]) >= 0,
            "noPoints": all(seat.total is None for seat in played.players),
        },
        "players": players,
        "comments": "\n".join(comments(played)),
    }


def comments(played: PlayedGame) -> Iterator[str]:
    """Yield facts for which the app has no fields: why somebody won, the parts of the points, house
    rules."""
    yield played.verdict
    for seat in played.players:
        parts = [f"{part.label} {'×' * part.factor}{part.points}" for part in seat.parts]
        yield f"{seat.player}: {', '.join([*parts, *['out'] * seat.out]) or 'no score'}"
    yield from map(str, played.options)
