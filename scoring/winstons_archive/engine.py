"""Winston's Archive as its rules tell it, top to bottom (WA-2 to WA-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from card_data import Game
from card_data.winstons_archive.model import Data
from card_data.words import counted
from scoring.games import Ending
from scoring.play.decisions import TABLE, Decision, Script
from scoring.play.moves import Choices, Order, Refusal, Vocabulary
from scoring.positions import seating
from scoring.positions.findings import Finding
from scoring.winstons_archive import state
from scoring.winstons_archive.state import OPEN, STAND_IN, Player, Stack, State

END = "WA-4.4"
EFFECTS: frozenset[str] = frozenset()
LOOK = Choices([("take", True), ("decline", False)])


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Too few or too many players (WA-1.5), or two of one name (WA-6.1)."""
    yield from seating.number(len(players), game, "WA-1.5")
    yield from seating.names(players, "WA-1.5")


def start(players: Sequence[str], game: Game[Data]) -> tuple[State, Script]:
    """The table before the shuffle, and the script that plays the game on it.

    The first of ``players`` starts (WA-2.2).
    """
    table = state.new(game.data, players)
    return table, play(table, game.data)


def play(table: State, data: Data) -> Script:
    """The whole game."""
    yield from set_up(table)
    while not table.over:  # WA-4.4
        player = table.players[table.turn]
        yield from draft(table, player, refill=data.options.refill_taken_stack.value)
        yield from reveal(table, player, data.numbers.stand_in.real_books)
        table.turn = (table.turn + 1) % len(table.players)
        table.turns += 1
    for player in table.players:  # WA-5.1
        for special in (STAND_IN, OPEN):
            table.turn_up(player, special, player.held[special])


def ending(table: State, game: Game[Data]) -> Ending:
    """There is one end only (WA-4.4)."""
    return Ending("the deck and all stacks are gone", table.turns, "turn")


def set_up(table: State) -> Script:
    """WA-2.1: shuffle; the first cards of the order, its top, become the stacks."""
    order = yield Decision(TABLE, "shuffle the deck", "WA-2.1", Order(tuple(table.deck)))
    table.deck = order[::-1]
    for stack in table.stacks:
        stack.lay(table.deck.pop())


def draft(table: State, player: Player, *, refill: bool) -> Script:
    """WA-3.1 to WA-3.5: take a stack, or decline them all and take what is left to take."""
    in_hand: Stack | None = None  # the last stack looked at (WA-3.4)
    laid_on = table.stacks[0]  # the last place that got a card
    for number, stack in enumerate(table.stacks, 1):
        if stack.cards:  # WA-3.2: an empty place is passed over
            table.looked_at = stack
            take = yield Decision(player.name, f"stack {number}", "WA-3.1", LOOK)
            table.looked_at = None
            if take:
                table.take(player, stack.lift())
                if refill and table.deck:
                    stack.lay(table.deck.pop())
                return
            table.put_back(stack)
            in_hand = stack
        if table.deck:  # WA-3.5
            stack.lay(table.deck.pop())
            laid_on = stack
    if table.deck:
        table.take(player, [table.deck.pop()])  # WA-3.3
    else:
        table.take(player, (in_hand or laid_on).lift())  # WA-3.4


def reveal(table: State, player: Player, real_books: int) -> Script:
    """WA-4.1 to WA-4.3: turn up complete sets; the player may complete others with stand-ins."""
    held = player.held
    for letter, size in table.sizes.items():
        if held[letter] == size and letter not in player.revealed:
            turn_up_set(table, player, letter)
    while free := player.free:
        within_reach = {
            letter
            for letter, size in table.sizes.items()
            if real_books <= held[letter]
            and size - free <= held[letter] < size
            and letter not in player.revealed
        }
        if not within_reach:
            return
        words = stand_ins(tuple(table.sizes))
        refuse = partial(out_of_reach, table, player, real_books)
        possible = {None, *within_reach}
        moves = [move for move in words.moves.items() if move[1] in possible]
        options = Choices(moves, words, refuse)
        letter = yield Decision(player.name, "Product Over Process", "WA-4.2", options)
        if letter is None:
            return
        player.locked[letter] = table.sizes[letter] - held[letter]
        turn_up_set(table, player, letter)


@lru_cache(maxsize=8)
def stand_ins(letters: tuple[str, ...]) -> Vocabulary[str | None]:
    """The moves that complete each set with stand-ins, and the one that saves them."""
    moves: dict[str, str | None] = {f"stand in {letter}": letter for letter in letters}
    return Vocabulary({**moves, "no stand-in": None})


def out_of_reach(table: State, player: Player, real_books: int, letter: str) -> Refusal:
    """Why stand-ins cannot complete a set now (WA-4.2)."""
    held, size = player.held[letter], table.sizes[letter]
    if letter in player.revealed:
        reason = f"set {letter} is complete already"
    elif held < real_books:
        have, need = counted(held, "real book"), counted(real_books, "real book")
        reason = f"you have {have} of set {letter}, but stand-ins need at least {need} with them"
    else:
        free = counted(player.free, "free stand-in")
        reason = f"set {letter} lacks {counted(size - held, 'book')}, but you have {free}"
    return Refusal("WA-4.2", reason)


def turn_up_set(table: State, player: Player, letter: str) -> None:
    """Turn up a complete set with the stand-ins locked in it."""
    player.revealed.append(letter)
    table.turn_up(player, letter, player.held[letter])
    table.turn_up(player, STAND_IN, player.locked.get(letter, 0))
