"""Values that rule texts can refer to in Verse & Variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from card_data import Game
from card_data.verse_and_variant.model import Data
from scoring.play.template_values import NOBODY, Values, key, merged, numbered, things, yes_or_no
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.position import NONE, Holdings, Position
from scoring.verse_and_variant.score import ladder
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA, Track


def of_state(state: State, game: Game[Data]) -> Values:
    """Return the Spotlight board, the Reading Desk, the bout, and everybody's cards and tokens."""
    bout = state.bout
    found: Values = {
        "session": state.session.number,
        "quill": state.players[state.quill].name,
        "lead": bout.lead or NONE,
        "tracks": {suit: of_track(track) for suit, track in state.tracks.items()},
        "supply": {token: state.supply[token] for token in (*state.features(), LACUNA)},
        "primaries": numbered([of_primary(state, at) for at in range(len(bout.primaries))]),
        "finish": numbered([state.players[seat].name for seat in bout.finish]),
        "desk": cards(state.desk.cards),
        "desk_tokens": things(state.desk.tokens),
        "markers": things(state.desk.markers),
        "haul": cards(state.take.cards if state.take else ()),
        "discard": cards(state.discard),
    }
    found |= {key(player.name): of_player(player, state) for player in state.players}
    return merged(found, of_position(state.position(), game))


def cards(found: Iterable[Card]) -> Values:
    """Return cards with their IDs and the players' names for them."""
    called = {card.id: card.called for card in found}
    return things(called, called.__getitem__)


def of_track(track: Track) -> Values:
    """Return a track's demand, and the number of tokens on each space and in all (VV-3.1)."""
    spaces = {str(at): len(stack) for at, stack in enumerate(track.spaces)}
    return {"demand": track.demand, "tokens": sum(spaces.values()), "space": spaces}


def of_primary(state: State, at: int) -> Values:
    """Return a Primary: its player, its card, and its rank with Eureka included."""
    one = state.bout.primaries[at]
    return {
        "player": state.players[one.seat].name,
        "card": one.card.id,
        "title": one.card.called,
        "rank": one.rank + one.bonus,
    }


def of_player(player: Player, state: State) -> Values:
    """Return a player's cards and tokens; ``echo`` is the card that lies face down."""
    echo = state.bout.echoes.get(player.seat)
    return {
        "hand": cards(player.hand),
        "echo": cards([echo] if echo else []),
        "tableau": cards(player.tableau),
        "ledger": tokens(player.ledger, state),
        "vault": tokens(player.vault, state),
        "grants": player.grants,
        "cubes": player.cubes,
        "eureka": yes_or_no(player.eureka),
        "lockdown": yes_or_no(player.lockdown),
        "prestige": player.prestige,
    }


def tokens(held: Counter[str], state: State) -> Values:
    """Return the number of tokens of each Feature, of lacunas, and of all Features together."""
    features = {feature: held[feature] for feature in state.features()}
    return {**features, LACUNA: held[LACUNA], "features": sum(features.values())}


def of_position(position: Position, game: Game[Data]) -> Values:
    """Return the Spotlight, the Edition Laureate, the institutions and everybody's tokens."""
    data = game.data
    found: Values = {
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


def of_holdings(held: Holdings, data: Data) -> Values:
    """Return one player's tokens, ledger and vault together, and the points of each ladder
    (VV-7.1)."""
    owned = held.features or {}
    features: dict[str, int] = {suit.feature: owned.get(suit.feature) or 0 for suit in data.suits}
    return {
        "features": {**features, "number": sum(features.values())},
        "ladders": {one: ladder(number, data.numbers.ladder) for one, number in features.items()},
        "lacunae": held.lacunae or 0,
        "grants": held.grants_unused or 0,
        "cubes": held.cubes_unused or 0,
        "eureka": yes_or_no(held.eureka),
        "prestige": held.prestige or 0,
    }
