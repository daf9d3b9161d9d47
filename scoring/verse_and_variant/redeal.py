"""Redeals what is hidden in Verse & Variant to fit what one player knows (VV-9).

Hidden are the Tools set aside, the other hands, their Echoes that lie face down, and the pick of
T-5d. What a player has seen since the deal stays with whom it was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from card_data.verse_and_variant.model import Suit
from scoring.play.card_locations import visible_cards
from scoring.play.decisions import TABLE
from scoring.play.moves import Choices
from scoring.play.observed import ObservedPlay, Turn
from scoring.play.play import Play
from scoring.verse_and_variant.bout import cards_that_follow
from scoring.verse_and_variant.pieces import Card, Player
from scoring.verse_and_variant.state import State

TRIES = 40  # of a deal that the player might tell from the real one
EXCHANGES = 6  # for each hidden card: of two or three cards, or of all
PICK = "a Tool set aside"  # what T-5d asks

Hands = dict[str, list[str]]  # cards by the name of who has them


class Followed(NamedTuple):
    """A Primary, and the lead that it had to follow (VV-4.3)."""

    primary: Card
    lead: Suit | None
    free: str

    def allows(self, card: Card) -> bool:
        """Return whether a card can have been in the hand from which the Primary was played."""
        return self.primary in cards_that_follow([self.primary, card], self.lead, self.free)


@dataclass
class Known:
    """A player's knowledge of cards: those ever seen in play, or set aside; those seen since the
    last deal, which was answer number ``deal``.

    ``followed`` has the Primaries of each player since then, ``picks`` the number of the answer by
    which somebody took a Tool set aside, ``echoes`` the last Echo's of each player.
    """

    player: str
    ever: set[str] = field(default_factory=set)
    aside: set[str] = field(default_factory=set)
    since: set[str] = field(default_factory=set)
    deal: int = 0
    followed: dict[str, list[Followed]] = field(default_factory=dict)
    picks: dict[int, set[int]] = field(default_factory=dict)  # with the ranks to choose from
    echoes: dict[str, int] = field(default_factory=dict)

    def learn(self, at: Play, number: int, turn: Turn) -> None:
        """Add what the player sees before an answer, and by it."""
        state = table_of(at)
        shown = visible_cards(at.state.card_locations(), self.player)
        self.ever |= shown
        self.since |= shown
        decision = at.decision
        if decision is None or decision.who not in turn:
            return
        _, value = turn[decision.who]
        if decision.what == "deal the cards":
            self.deal = number
            self.since, self.followed, self.echoes = set(), {}, {}
        elif decision.what == "Primary":
            bout = state.bout
            primary = Followed(state.cards[value[0]], bout.lead, bout.free)
            self.followed.setdefault(decision.who, []).append(primary)
        elif decision.what == "Echo":
            self.echoes[decision.who] = number
        elif decision.what == PICK:
            assert isinstance(decision.options, Choices)
            if decision.who == self.player:
                self.aside |= {*decision.options}
            self.picks[number] = {state.cards[name].rank for name in decision.options}

    def allows(self, name: str, card: Card) -> bool:
        """Return whether a player can have been dealt a card, by the Primaries played since."""
        return all(one.allows(card) for one in self.followed.get(name, ()))


def redealt(play: Play, player: str, rng: Random) -> Play:
    """Return the game with other Tools drawn and other hands dealt, as far as the player cannot
    know.

    A deal that the player could tell from the real one, as by a Tool that would have been offered,
    is followed by another. After `TRIES` of them, or before the first answer, the game is a copy,
    in which all that is hidden lies as in this one.
    """
    if not play.answers:
        return play.copy()
    known = Known(player)
    turns: list[Turn] = [*play.answers, {}]
    watched = ObservedPlay(
        play, player, meanwhile=lambda at, number: known.learn(at, number, turns[number])
    )
    for _ in range(TRIES):
        tools = other_tools(play, known, rng)
        answers = [renamed(turn, tools, player) for turn in play.answers]
        if known.deal:
            deal_anew(play, known, answers, tools, rng)
        other = watched.replay_unnoticed(answers)
        if other is not None:
            return other
    return play.copy()


def table_of(play: Play) -> State:
    """Return the table of a game in progress."""
    assert isinstance(play.state, State)
    return play.state


def other_tools(play: Play, known: Known, rng: Random) -> dict[str, str]:
    """Return, for each Tool in the game that was never seen, another that it may be.

    One that was drawn is of its rank; one that T-5d's player picked may be any of those that could
    be picked.
    """
    cards = table_of(play).cards
    used = known.ever | known.aside
    found: dict[str, str] = {}
    drawn = [(tool, {cards[tool].rank}) for tool in play.answers[0][TABLE][1]]
    picked = [(said(play.answers[number]), ranks) for number, ranks in known.picks.items()]
    for tool, ranks in (*drawn, *picked):
        if tool not in known.ever:
            open_ = [one.id for one in cards.values() if one.is_tool and one.rank in ranks]
            found[tool] = rng.choice([name for name in open_ if name not in used])
            used.add(found[tool])
    return found


def said(turn: Turn) -> str:
    """Return the only answer to a question, in words."""
    ((words, _),) = turn.values()
    return words


def renamed(turn: Turn, tools: Mapping[str, str], player: str) -> Turn:
    """Return the answers with Tools exchanged; those of the player stay as they were."""
    found = dict(turn)
    for who, (words, value) in turn.items():
        names = [tools.get(word, word) for word in words.split(" ")]
        if who != player and " ".join(names) != words:
            found[who] = " ".join(names), names if isinstance(value, list) else names[0]
    return found


def deal_anew(
    play: Play, known: Known, answers: list[Turn], tools: Mapping[str, str], rng: Random
) -> None:
    """Exchange, in the answers, the cards that others were dealt and have not shown since; their
    Echoes that lie face down may be any card of theirs."""
    state = table_of(play)
    held = {
        one.name: [tools.get(card.id, card.id) for card in in_hand(state, one)]
        for one in state.players
        if one.name != known.player
    }
    fixed = known.since | {said(answers[at]) for at in known.picks if at > known.deal}
    free = {name: [card for card in cards if card not in fixed] for name, cards in held.items()}
    owner = {card: name for name, cards in free.items() for card in cards}
    others = exchanged(free, known, state.cards, rng)
    for one in state.players:
        if one.name in held and one.seat in state.bout.echoes:
            kept = [card for card in held[one.name] if card in fixed]
            echo = rng.choice([*kept, *others[one.name]])
            answers[known.echoes[one.name]] = {one.name: (echo, echo)}
    _, order = answers[known.deal][TABLE]
    dealt = [others[owner[card]].pop() if card in owner else card for card in order]
    answers[known.deal] = {TABLE: (" ".join(dealt), dealt)}


def in_hand(state: State, player: Player) -> list[Card]:
    """Return a player's hand, with the Echo that lies face down."""
    echo = state.bout.echoes.get(player.seat)
    return [*player.hand, echo] if echo is not None else player.hand


def exchanged(free: Hands, known: Known, cards: Mapping[str, Card], rng: Random) -> Hands:
    """Return the same cards in other hands of the same sizes that the Primaries since allow."""
    owners = [name for name, held in free.items() for _ in held]
    lying = [card for held in free.values() for card in held]
    for _ in range(EXCHANGES * len(lying)):
        places = rng.sample(range(len(lying)), min(rng.choice((2, 2, 3, len(lying))), len(lying)))
        moved = rng.sample([lying[place] for place in places], len(places))
        if all(map(known.allows, [owners[at] for at in places], [cards[one] for one in moved])):
            for place, card in zip(places, moved, strict=True):
                lying[place] = card
    found: Hands = {name: [] for name in free}
    for name, card in zip(owners, lying, strict=True):
        found[name].append(card)
    return found
