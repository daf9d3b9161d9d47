"""Players' gains and losses, and the choices that come with them (VV-1.7, VV-3.4 to 3.6, VV-5.2).

Most functions here are parts of scripts, called by ``yield from``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Asking, Script, ask
from scoring.play.moves import Move
from scoring.verse_and_variant.pieces import Card, Cube, Player
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA, Track, features_of
from scoring.verse_and_variant.wording import ChoicesByName

V = TypeVar("V")
S = TypeVar("S", bound=str)

# choices


def pick(player: Player, what: str, rule: str, moves: Sequence[Move[V]]) -> Asking[V]:
    """Ask the player to choose, unless there is only one choice."""
    if len(moves) == 1:
        return moves[0][1]
    return (yield from ask(player.name, what, rule, ChoicesByName(moves)))


def pick_word(player: Player, what: str, rule: str, words: Sequence[S]) -> Asking[S]:
    return pick(player, what, rule, [(word, word) for word in words])


def pick_or_stop(player: Player, what: str, rule: str, words: Sequence[S]) -> Asking[S | None]:
    """Ask for a word, or None for no more: for "may" and "up to"."""
    if not words:
        return None
    moves: list[Move[S | None]] = [*[(word, word) for word in words], ("none", None)]
    return (yield from ask(player.name, what, rule, ChoicesByName(moves)))


def pick_card(player: Player, what: str, rule: str, cards: Sequence[Card]) -> Asking[Card]:
    chosen = yield from pick_word(player, what, rule, [card.id for card in cards])
    return next(card for card in cards if card.id == chosen)


def pick_track(
    state: State, player: Player, what: str, rule: str, suits: Sequence[Suit]
) -> Asking[Track]:
    """Ask for a track by its suit."""
    return state.tracks[(yield from pick(player, what, rule, [(suit, suit) for suit in suits]))]


def pick_slot(
    player: Player, what: str, rule: str, slots: Sequence[tuple[str, int]]
) -> Asking[tuple[str, int]]:
    """Ask for a slot, ``papyrus 1`` for the first of papyrus; returns its Feature and index."""
    return pick(player, what, rule, slot_moves(slots))


def pick_slot_or_stop(
    player: Player, what: str, rule: str, slots: Sequence[tuple[str, int]]
) -> Asking[tuple[str, int] | None]:
    """Ask for a slot, or None for none: for "may"."""
    moves = dict(slot_moves(slots))
    word = yield from pick_or_stop(player, what, rule, list(moves))
    return None if word is None else moves[word]


def slot_moves(slots: Sequence[tuple[str, int]]) -> list[Move[tuple[str, int]]]:
    """Name slots by their Feature and number, from 1."""
    return [(f"{feature} {at + 1}", (feature, at)) for feature, at in slots]


# Features


def take_feature(state: State, player: Player, feature: str) -> Script:
    """Take a Feature from its track, else from the supply (VV-3.4)."""
    for name in list(player.running):
        instead = state.tools[name].take_instead
        if instead is not None and (yield from instead(state, player, feature)):
            return
    track = state.tracks[state.suit(feature)]
    space = track.highest_with(feature)
    if space is None:
        take_from_supply(state, player, feature)
    else:
        yield from take_from_space(state, player, track, space, feature)


def take_from_space(state: State, player: Player, track: Track, space: int, feature: str) -> Script:
    """Take a Feature from a space, with the bonus if that empties the space (VV-1.7)."""
    track.spaces[space].remove(feature)
    player.ledger[feature] += 1
    if not track.spaces[space]:
        yield from gain_bonus(state, player, space)


def take_from_supply(state: State, player: Player, feature: str) -> None:
    """Take a Feature from the supply, or its substitute (VV-3.4)."""
    if remove_from_supply(state, feature):
        player.ledger[feature] += 1


def source_of(state: State, token: str) -> Counter[str] | list[str] | None:
    """Find where a token due from the supply comes from, or None (VV-3.4).

    That is the supply, which lends a substitute when it is empty or, by the house rule, a stack:
    the lowest with the Feature, on its own track, else in board order.
    """
    if state.supply[token] or state.allows_substitutes():
        return state.supply
    if token == LACUNA:
        return None
    own = state.tracks[state.suit(token)]
    lowest = [(track, track.lowest_with(token)) for track in (own, *state.tracks.values())]
    return next((track.spaces[space] for track, space in lowest if space is not None), None)


def is_available(state: State, token: str) -> bool:
    """Check whether a token due from the supply is available."""
    return source_of(state, token) is not None


def remove_from_supply(state: State, token: str) -> bool:
    """Remove a token due from the supply; returns whether there was one (VV-3.4)."""
    there = source_of(state, token)
    if isinstance(there, list):
        there.remove(token)
    elif there is not None:
        if there[token]:
            there[token] -= 1
        else:
            state.substitutes[token] += 1
    return there is not None


def take_topmost(state: State, player: Player, track: Track, rule: str) -> Script:
    """Take the topmost Feature of a track that has one, with its bonus (VV-3.8)."""
    space = track.topmost_feature_space()
    assert space is not None
    features = features_of(track.spaces[space])
    feature = yield from pick_word(player, "the topmost Feature", rule, features)
    yield from take_from_space(state, player, track, space, feature)


def pick_from_track(player: Player, what: str, rule: str, track: Track) -> Asking[tuple[int, str]]:
    """Ask for any Feature of a track, ``papyrus 9`` for one on space 9; returns space and Feature.

    A space that is emptied stays empty (VV-3.1).
    """
    spaces = [(at, feature) for at in track.stacks() for feature in features_of(track.spaces[at])]
    return pick(player, what, rule, [(f"{feature} {at}", (at, feature)) for at, feature in spaces])


def take_any(state: State, player: Player, track: Track, rule: str) -> Script:
    """Take any Feature of a track that has one, with its bonus."""
    space, feature = yield from pick_from_track(player, "a Feature to take", rule, track)
    yield from take_from_space(state, player, track, space, feature)


def gain_bonus(state: State, player: Player, space: int) -> Script:
    """Give the bonus of a space whose last token has gone to this player's ledger (VV-1.7)."""
    for one in state.data.numbers.bonuses:
        if one.space != space:
            continue
        if one.icon == "prestige":
            player.prestige += one.gain
        elif one.icon == "eureka":
            state.gain_eureka(player)
        else:
            for _ in range(one.gain):
                if one.icon == "grant":
                    state.refresh(player)
                else:
                    yield from gain_lacuna(state, player)


def tracks_with_features(state: State) -> dict[Suit, Track]:
    """Return the tracks with a Feature, by suit."""
    tracks = state.tracks.items()
    return {suit: one for suit, one in tracks if one.topmost_feature_space() is not None}


# lacunas


def gain_lacuna(state: State, player: Player) -> Script:
    """Take a lacuna from the supply, if there is one."""
    if remove_from_supply(state, LACUNA):
        yield from receive_lacuna(state, player)


def receive_lacuna(state: State, player: Player) -> Script:
    """Put a lacuna into the ledger, wherever it comes from."""
    player.ledger[LACUNA] += 1
    yield from after_lacuna(state, player)


def after_lacuna(state: State, player: Player) -> Script:
    """Run T-3d and T-11b for a lacuna that has just come into the ledger."""
    for name in list(player.running):
        tool = state.tools[name]
        if tool.on_lacuna is not None:
            yield from tool.on_lacuna(state, player)


def receive_token(state: State, player: Player, token: str) -> Script:
    """Put a token that came from no track into the ledger."""
    if token == LACUNA:
        yield from receive_lacuna(state, player)
    else:
        player.ledger[token] += 1


def uncounted_lacunas(state: State, player: Player) -> int:
    """Count the lacunas of the ledger that no Tool counts as a Feature yet (T-9c, T-11c)."""
    return player.ledger[LACUNA] - state.session.used_lacunas[player.seat]


def count_lacuna(state: State, player: Player, feature: str) -> None:
    """Count a lacuna of the ledger as a Feature in this majority scoring; it stays a lacuna."""
    state.session.used_lacunas[player.seat] += 1
    count_extra(state, player, feature)


# documents into tokens


def tokenise(state: State, player: Player, card: Card) -> Script:
    """Tokenise a single Witness: first all it yields, then its Corruption (VV-5.2); discard it."""
    state.discard.append(card)
    yield from gain_yield(state, player, card)
    suffer_corruption(state, player, card)


def gain_yield(state: State, player: Player, card: Card) -> Script:
    """Gain the yield of a Witness except Corruption: Features from their tracks, and lacunas."""
    for icon in card.icons:
        if icon == LACUNA:
            yield from gain_lacuna(state, player)
        elif icon != "corruption":
            yield from take_feature(state, player, icon)


def suffer_corruption(state: State, player: Player, card: Card) -> None:
    """Lose Features for each Corruption of a card, as far as there are any (VV-5.2)."""
    if card.suit is not None and card.corrupts:
        cost = state.data.numbers.corruption_cost * card.corrupts
        state.lose(player, state.feature(card.suit), cost)


# demand


def demand_up(state: State, player: Player, suit: Suit, rule: str) -> Script:
    """Raise the Demand of a colour by 1; ``player`` chooses in a mixed stack (VV-3.5)."""
    track = state.tracks[suit]
    above = track.open_spaces()
    if not above:
        return
    space = track.topmost_shared_space()
    if space is not None:
        features = features_of(track.spaces[space])
        feature = yield from pick_word(player, f"Demand +1 of {suit}", rule, features)
        track.spaces[space].remove(feature)
        track.spaces[above[0]].append(feature)
    elif remove_from_supply(state, track.feature):
        track.spaces[above[0]].append(track.feature)


def discard_features(state: State, player: Player, number: int, rule: str) -> Script:
    """Discard ``number`` Features of the player's choice, or all there are."""
    for _ in range(number):
        if features := player.features():
            feature = yield from pick_word(player, "a Feature to discard", rule, features)
            state.pay(player, feature)


def move_to_vault(player: Player, tokens: Sequence[str], most: int, rule: str) -> Script:
    """Move up to ``most`` tokens of the kinds ``tokens`` from the ledger to the vault."""
    for _ in range(most):
        there = [token for token in tokens if player.ledger[token]]
        token = yield from pick_or_stop(player, "a token for the vault", rule, there)
        if token is None:
            return
        player.ledger[token] -= 1
        player.vault[token] += 1


def return_to_track(state: State, player: Player, feature: str, number: int) -> None:
    """Return Features to their track, those without a space to the supply (VV-3.6)."""
    player.ledger[feature] -= number
    left = state.tracks[state.suit(feature)].put_back([feature] * number)
    state.supply[feature] += len(left)


# majority scoring


def count_extra(state: State, player: Player, feature: str) -> None:
    """Count one token more of a Feature in this majority scoring (VV-6.3)."""
    state.session.extra.setdefault(player.seat, Counter())[feature] += 1


def count_chosen_feature(state: State, player: Player, rule: str) -> Script:
    """Count one token more of a Feature of the player's choice in this majority scoring."""
    feature = yield from pick_word(player, "a Feature to count more of", rule, state.features())
    count_extra(state, player, feature)


# institutions


def place_cube(
    state: State, player: Player, feature: str, slot: int, *, flat: bool = False, perk: bool = True
) -> Script:
    """Place a cube on an empty slot, and gain the slot's perk if ``perk`` (VV-5.4 to VV-5.6)."""
    player.cubes -= 1
    state.boards[feature][slot] = Cube(player.seat, flat)
    full = all(cube is not None for slots in state.boards.values() for cube in slots)
    if full and state.laureate is None:
        state.laureate = player.seat
        state.refresh(player)
    if perk:
        yield from take_perk(state, player, slot)


def take_perk(state: State, player: Player, slot: int) -> Script:
    """Gain the perk of a slot (VV-5.5)."""
    kind = state.data.numbers.institution.slots[slot].perk
    if kind == "grant":
        state.refresh(player)
    elif kind == "lacuna":
        yield from gain_lacuna(state, player)


# Corruption on the Desk


def corruption_on_desk(state: State) -> dict[str, Card | Suit]:
    """Return the Corruption on the Desk by its name: cards, and markers by suit."""
    cards = {card.id: card for card in state.desk.cards if card.corrupts}
    return {**cards, **{f"{suit} marker": suit for suit in state.desk.markers}}


def remove_corruption(state: State, what: Card | Suit) -> None:
    """Take Corruption off the Desk: a card for this session, a marker for good."""
    if isinstance(what, Card):
        state.desk.cards.remove(what)
        state.removed.append(what)
    else:
        state.desk.markers.remove(what)
