"""Values that rule texts can refer to in Winston's Archive."""

from __future__ import annotations

from collections.abc import Mapping

from card_data import Game
from card_data.winstons_archive.model import Data
from scoring.play.table_view import table_view_of
from scoring.play.template_values import Values, key, merged, things
from scoring.winstons_archive.position import PlayerCards, Position
from scoring.winstons_archive.state import Player, Stack, State


def of_state(state: State, game: Game[Data]) -> Values:
    """Return the deck, the stacks from the bottom up, and everybody's cards."""
    titles = table_view_of(game).title_by_id
    found: Values = {
        "turn": state.players[state.turn].name,
        "turns": state.turns,
        "deck": len(state.deck),
        "stacks": {
            str(number): of_stack(stack, titles) for number, stack in enumerate(state.stacks, 1)
        },
    }
    found |= {key(player.name): of_player(player, titles) for player in state.players}
    return merged(found, of_position(state.position(), game))


def of_stack(stack: Stack, titles: Mapping[str, str]) -> Values:
    """Return a stack's cards; ``face_up`` is how many of them show (WA-3.6)."""
    return {**things(stack.cards, titles.__getitem__), "face_up": stack.up}


def of_player(player: Player, titles: Mapping[str, str]) -> Values:
    """Return a player's cards, those turned up and the sets they revealed."""
    return {
        "cards": things(player.cards, titles.__getitem__),
        "turned_up": things(player.up, titles.__getitem__),
        "revealed": things(player.revealed),
    }


def of_position(position: Position, game: Game[Data]) -> Values:
    """Return each player's cards as counts."""
    sizes = game.data.set_sizes()
    return {key(held.name or ""): of_cards(held, list(sizes)) for held in position.players or ()}


def of_cards(held: PlayerCards, letters: list[str]) -> Values:
    """Return one player's cards as counts: real books and locked stand-ins of each set, and the
    rest."""
    books, locked = held.books or {}, held.stand_ins or {}
    return {
        "books": {letter: books.get(letter) or 0 for letter in letters},
        "stand_ins": {letter: locked.get(letter) or 0 for letter in letters},
        "product_over_process": held.product_over_process or 0,
        "open_secrets": held.open_secrets or 0,
        "manuscripts": held.manuscripts or 0,
    }
