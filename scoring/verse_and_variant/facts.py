"""What texts may name of a table of Verse & Variant: see `scoring.play.facts`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.facts import NOBODY, Found, key, merged, numbered, things, yes
from scoring.verse_and_variant.position import NONE, Holdings, Position
from scoring.verse_and_variant.score import ladder
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table import Card, Player, Table
from scoring.verse_and_variant.tracks import LACUNA, Track


def of_state(table: State, game: Game[Data]) -> Found:
    """The Spotlight board, the Reading Desk, the bout, and what everybody holds."""
    bout = table.bout
    found: Found = {
        "session": table.session.number,
        "quill": table.players[table.quill].name,
        "lead": bout.lead or NONE,
        "tracks": {suit: of_track(track) for suit, track in table.tracks.items()},
        "supply": {token: table.supply[token] for token in (*table.features(), LACUNA)},
        "primaries": numbered([of_primary(table, at) for at in range(len(bout.primaries))]),
        "finish": numbered([table.players[seat].name for seat in bout.finish]),
        "desk": cards(table.desk.cards),
        "desk_tokens": things(table.desk.tokens),
        "markers": things(table.desk.markers),
        "haul": cards(table.claim.cards if table.claim else ()),
        "discard": cards(table.discard),
    }
    found |= {key(player.name): of_player(player, table) for player in table.players}
    return merged(found, of_position(table.position(), game))


def cards(found: Iterable[Card]) -> Found:
    """Cards with their IDs and what a table calls them."""
    called = {card.id: called_at_table(card) for card in found}
    return things(called, called.__getitem__)


def called_at_table(card: Card) -> str:
    """``blue 7`` for a Witness, the title of a Tool."""
    return card.title if card.is_tool else f"{card.suit} {card.rank}"


def of_track(track: Track) -> Found:
    """A track's demand, and how many tokens lie on each space (VV-3.1)."""
    spaces = {str(at): len(stack) for at, stack in enumerate(track.spaces)}
    return {"demand": track.demand, "tokens": sum(spaces.values()), "space": spaces}


def of_primary(table: Table, at: int) -> Found:
    """A Primary: whose it is, and what it ranks as, Eureka included."""
    one = table.bout.primaries[at]
    return {
        "player": table.players[one.seat].name,
        "card": one.card.id,
        "title": called_at_table(one.card),
        "rank": one.rank + one.bonus,
    }


def of_player(player: Player, table: Table) -> Found:
    """What a player holds; ``echo`` is the card that lies face down."""
    echo = table.bout.echoes.get(player.seat)
    return {
        "hand": cards(player.hand),
        "echo": cards([echo] if echo else []),
        "tableau": cards(player.tableau),
        "ledger": tokens(player.ledger, table),
        "vault": tokens(player.vault, table),
        "grants": player.grants,
        "cubes": player.cubes,
        "eureka": yes(player.eureka),
        "lockdown": yes(player.lockdown),
        "prestige": player.prestige,
    }


def tokens(held: Counter[str], table: Table) -> Found:
    """How many of each Feature there are, how many lacunas, and how many Features in all."""
    features = {feature: held[feature] for feature in table.features()}
    return {**features, LACUNA: held[LACUNA], "features": sum(features.values())}


def of_position(position: Position, game: Game[Data]) -> Found:
    """The Spotlight, the institutions and everybody's tokens."""
    data = game.data
    found: Found = {
        "spotlight": position.spotlight or NONE,
        "laureate": NOBODY if position.laureate in (None, NONE) else position.laureate,
        "institutions": {
            suit.feature: numbered(
                [
                    NOBODY if owner in (None, NONE) else owner
                    for owner in position.slots(suit.feature)
                ]
            )
            for suit in data.suits
        },
    }
    return found | {
        key(held.name or ""): of_holdings(held, data) for held in position.players or ()
    }


def of_holdings(held: Holdings, data: Data) -> Found:
    """One player's tokens, ledger and vault together, and what each ladder scores (VV-7.1)."""
    owned = held.features or {}
    features: dict[str, int] = {suit.feature: owned.get(suit.feature) or 0 for suit in data.suits}
    return {
        "features": {**features, "number": sum(features.values())},
        "ladders": {one: ladder(number, data.numbers.ladder) for one, number in features.items()},
        "lacunae": held.lacunae or 0,
        "grants": held.grants_unused or 0,
        "cubes": held.cubes_unused or 0,
        "eureka": yes(held.eureka),
        "prestige": held.prestige or 0,
    }
