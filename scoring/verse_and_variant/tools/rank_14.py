"""The Tools of rank 14."""

from __future__ import annotations

from scoring.play.decisions import Asking
from scoring.verse_and_variant.gains import (
    from_supply,
    pick_or_stop,
    take_topmost,
    there_is,
    tracks_with_features,
)
from scoring.verse_and_variant.table import Card, Moment, Player, Table, Tool


def spotlight_is(table: Table, player: Player) -> bool:
    """T-14a, T-14b, T-14c: there is a Spotlight."""
    return table.spotlight() is not None


@Tool("T-14a", spotlight_is).does
def spotlight_surge(table: Table, player: Player, card: Card) -> None:
    """T-14a: for each player one Spotlight Feature of the supply goes on the Desk."""
    spotlight = table.spotlight()
    assert spotlight is not None
    feature = table.feature(spotlight)
    for _ in table.players:
        if from_supply(table, feature):
            table.desk.tokens.append(feature)


@Tool("T-14b", spotlight_is).does
def spotlight_audit(table: Table, player: Player, card: Card) -> None:
    """T-14b: one Spotlight Feature of each ledger; they are one stack on the topmost space."""
    spotlight = table.spotlight()
    assert spotlight is not None
    track = table.tracks[spotlight]
    landing = track.landing  # of all: they lie as one stack
    for one in table.clockwise(player.seat):
        if one.ledger[track.feature]:
            one.ledger[track.feature] -= 1
            track.spaces[landing].append(track.feature)


@Tool("T-14c", spotlight_is).does
def spotlight_lock(table: Table, player: Player, card: Card) -> None:
    """T-14c: the Spotlight stays as it is; the card lies beside until the session ends."""
    table.session.locked = table.spotlight()
    table.lift(card)
    table.session.beside.append(card)


def bonus_able(table: Table, player: Player) -> bool:
    """T-14d: the Spotlight has the highest demand alone, and somebody has a token of it."""
    spotlight = table.spotlight()
    if spotlight is None:
        return False
    level = table.tracks[spotlight].demand
    alone = all(track.demand < level for suit, track in table.tracks.items() if suit != spotlight)
    return alone and any(one.owned(table.feature(spotlight)) for one in table.players)


@Tool("T-14d", bonus_able, (Moment.AFTER_AWARDS,)).does
def spotlight_majority_bonus(table: Table, player: Player, card: Card) -> None:
    """T-14d: every player scores 1 for each token of the Spotlight's, what Tools add left out."""
    spotlight = table.spotlight()
    assert spotlight is not None
    for one in table.players:
        one.prestige += one.owned(table.feature(spotlight))


def archive_able(table: Table, player: Player) -> bool:
    """T-14e: the haul, still on the Desk, has a Witness of the Spotlight's colour."""
    spotlight = table.spotlight()
    return any(card.suit == spotlight for card in table.desk.witnesses())


def from_another_track(table: Table, player: Player, feature: str) -> Asking[bool]:
    """T-14e, for a Feature to be taken: if it is the Spotlight's, another track's topmost."""
    spotlight = table.spotlight()
    if spotlight is None or feature != table.feature(spotlight) or not there_is(table, feature):
        return False
    others = tracks_with_features(table)
    others.pop(spotlight, None)
    suit = yield from pick_or_stop(player, f"a track in place of {feature}", "T-14e", list(others))
    if suit is None:
        return False
    yield from take_topmost(table, player, others[suit], "T-14e")
    return True


@Tool("T-14e", archive_able, (Moment.GRANT_PAID,), instead=from_another_track).does
def spotlight_archive(table: Table, player: Player, card: Card) -> None:
    """T-14e: until the window closes, Spotlight Features may come from other tracks."""
    player.running.append(card.id)
