"""The course of Winston's Archive, in the order of its rules (WA-2 to WA-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from card_data import Game
from card_data.text import plural
from card_data.winstons_archive.model import Data
from scoring.play.card_locations import Event
from scoring.play.decisions import TABLE, Script, ask
from scoring.play.engines import Ending
from scoring.play.moves import Choices, Order, Refusal, Vocabulary
from scoring.positions.findings import Finding
from scoring.positions.players import check_names, check_player_count
from scoring.winstons_archive.state import OPEN, STAND_IN, Player, Stack, State, new

END = "WA-4.4"
EFFECTS: frozenset[str] = frozenset()
LOOKS = {"take": True, "leave": False}
LOOK = Choices([*LOOKS.items()], Vocabulary(LOOKS, {"decline": "leave"}))  # as records had it


def seats(players: Sequence[str], game: Game[Data]) -> Iterator[Finding]:
    """Yield too few or too many players, and two of one name (WA-1.5)."""
    yield from check_player_count(len(players), game, "WA-1.5")
    yield from check_names(players, "WA-1.5")


def start(players: Sequence[str], game: Game[Data]) -> State:
    """Return the table before the shuffle.

    The first of ``players`` starts (WA-2.2).
    """
    return new(game.data, players)


def play(state: State, game: Game[Data]) -> Script:
    """Play the whole game."""
    data = game.data
    yield from set_up(state)
    while not state.over:  # WA-4.4
        player = state.players[state.turn]
        yield from draft(state, player, refill=data.options.refill_taken_stack.value)
        yield from reveal(state, player, data.numbers.stand_in.real_books)
        state.turn = (state.turn + 1) % len(state.players)
        state.turns += 1
    for player in state.players:  # WA-5.1
        for special in (STAND_IN, OPEN):
            state.reveal(player, special, player.held[special])


def ending(state: State, game: Game[Data]) -> Ending:
    """Return the only end there is (WA-4.4)."""
    return Ending("the deck and all stacks are gone", state.turns, "turn")


def set_up(state: State) -> Script:
    """Shuffle the deck; the first cards of the order, its top, become the stacks (WA-2.1)."""
    order = yield from ask(TABLE, "shuffle of the deck", "WA-2.1", Order(tuple(state.deck)))
    state.deck = order[::-1]
    for stack in state.stacks:
        stack.lay(state.deck.pop())


def draft(state: State, player: Player, *, refill: bool) -> Script:
    """Take a stack, or leave all and take the top card or, without a deck, the last stack (WA-3.1
    to WA-3.5)."""
    in_hand: Stack | None = None  # the last stack looked at (WA-3.4)
    laid_on = state.stacks[0]  # the last place that got a card
    for number, stack in enumerate(state.stacks, 1):
        if stack.cards:  # WA-3.2: an empty place is passed over
            state.looked_at = stack
            take = yield from ask(player.name, f"stack {number}", "WA-3.1", LOOK)
            state.looked_at = None
            if take:
                state.take(player, stack.lift())
                if refill and state.deck:
                    stack.lay(state.deck.pop())
                return
            state.put_back(stack)
            in_hand = stack
        elif state.deck:
            state.events.append(Event(f"The empty place of stack {number} gets a card"))
        if state.deck:  # WA-3.5
            stack.lay(state.deck.pop())
            laid_on = stack
    if state.deck:
        state.take(player, [state.deck.pop()], "the top card of the deck")  # WA-3.3
    else:
        state.take(player, (in_hand or laid_on).lift(), "the last stack")  # WA-3.4


def reveal(state: State, player: Player, real_books: int) -> Script:
    """Turn up complete sets; the player may complete others with stand-ins (WA-4.1 to WA-4.3)."""
    held = player.held
    for letter, size in state.sizes.items():
        if held[letter] == size and letter not in player.revealed:
            reveal_set(state, player, letter)
    while free := player.free:
        within_reach: list[str | None] = []
        for letter, size in state.sizes.items():
            revealed = letter in player.revealed
            if reason_against(held[letter], size, free, real_books, revealed) is None:
                within_reach.append(letter)
        if not within_reach:
            return
        words = stand_ins(tuple(state.sizes))
        moves = [move for move in words.moves.items() if move[1] in (None, *within_reach)]
        refuse = partial(refusal, state, player, real_books)
        options = Choices(moves, words, refuse)
        chosen = yield from ask(player.name, "Product Over Process", "WA-4.2", options)
        if chosen is None:
            return
        player.locked[chosen] = state.sizes[chosen] - held[chosen]
        reveal_set(state, player, chosen)


@lru_cache(maxsize=8)
def stand_ins(letters: tuple[str, ...]) -> Vocabulary[str | None]:
    """Return the moves that complete each set with stand-ins, and the one that saves them."""
    moves: dict[str, str | None] = {f"stand in {letter}": letter for letter in letters}
    return Vocabulary({**moves, "no stand-in": None})


def reason_against(held: int, size: int, free: int, real_books: int, revealed: bool) -> str | None:
    """Return why free stand-ins cannot complete a set, with blanks for `refusal` (WA-4.2)."""
    if revealed:
        return "set {letter} is complete already"
    if held < real_books:
        return "you have {held} of set {letter}, but stand-ins need at least {needed} with them"
    if held + free < size:
        return "set {letter} lacks {lacking}, but you have {free}"
    return None


def refusal(state: State, player: Player, real_books: int, letter: str | None) -> Refusal | None:
    """Return why a player cannot complete a set with stand-ins now, or save them; None if they
    can."""
    if letter is None:
        return None
    held, size, free = player.held[letter], state.sizes[letter], player.free
    reason = reason_against(held, size, free, real_books, letter in player.revealed)
    if reason is None:
        return None
    blanks = {
        "letter": letter,
        "held": plural(held, "real book"),
        "needed": plural(real_books, "real book"),
        "lacking": plural(size - held, "book"),
        "free": plural(free, "free stand-in"),
    }
    return Refusal("WA-4.2", reason.format(**blanks))


def reveal_set(state: State, player: Player, letter: str) -> None:
    """Turn up a complete set with the stand-ins locked in it."""
    player.revealed.append(letter)
    state.reveal(player, letter, player.held[letter])
    state.reveal(player, STAND_IN, player.locked.get(letter, 0))
