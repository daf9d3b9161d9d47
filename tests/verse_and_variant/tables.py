"""Tables of Verse & Variant laid out by hand, and scripts run on them with answers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import card_data
from card_data import Game
from card_data.verse_and_variant.model import Data, Suit
from scoring.play.decisions import Asking, Decision, Together
from scoring.verse_and_variant.bout import ranking
from scoring.verse_and_variant.pieces import Bout, Card, Cube, Player, Primary, Session, Take
from scoring.verse_and_variant.setup import new_state
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA
from tests.scoring.tools import house

GAME: Game[Data] = card_data.load("verse_and_variant")
TRACKS: Game[Data] = house(GAME, empty_supply="tracks")  # no substitutes (VV-3.4)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
FEATURES = tuple(suit.feature for suit in GAME.data.suits)
EACH = 55  # tokens of each Feature (VV-1.4)
LACUNAE = 75


def table_of(players: int = 3, game: Game[Data] = GAME) -> State:
    """A table after set-up in its first session, no card dealt yet: the tests hand them out."""
    table = new_state(game.data, NAMES[:players])
    table.session = Session(1, 0)
    return table


def player(table: State, name: str) -> Player:
    (found,) = [one for one in table.players if one.name == name]
    return found


def cards(table: State, *ids: str) -> list[Card]:
    return [table.cards[name] for name in ids]


def own(table: State, name: str, **tokens: int) -> None:
    """Tokens in a player's ledger: of the supply, and if that is empty off the lowest spaces."""
    for token, number in tokens.items():
        for _ in range(number):
            take_any(table, token)
        player(table, name).ledger[token] += number


def take_any(table: State, token: str) -> None:
    """One token out of the supply, or off the lowest space of its own track."""
    if table.supply[token]:
        table.supply[token] -= 1
        return
    track = table.tracks[table.suit(token)]
    lowest = track.lowest_with(token)
    assert lowest is not None
    track.spaces[lowest].remove(token)


def stack(table: State, suit: Suit, *spaces: tuple[int, str], empty: bool = True) -> None:
    """Tokens on a track: ``(21, "papyrus papyrus")``; what lay on it goes to the supply first."""
    track = table.tracks[suit]
    if empty:
        table.supply.update(track.tokens())
        track.spaces = [[] for _ in track.spaces]
    for space, tokens in spaces:
        for token in tokens.split():
            take_any(table, token)
            track.spaces[space].append(token)


def lying(table: State, suit: Suit) -> dict[int, str]:
    """Return the tokens on a track by space, as `stack` takes them, sorted."""
    spaces = table.tracks[suit].spaces
    return {space: " ".join(sorted(tokens)) for space, tokens in enumerate(spaces) if tokens}


SETTINGS = {  # what holds for the bout or the session: its name in words, its field
    "lead": "bout.lead",
    "chosen spotlight": "bout.spotlight",  # by T-7a or T-8a, in the bout after
    "closed": "bout.closed",
    "eureka pays": "bout.eureka_pays",
    "next spotlight": "session.next_spotlight",
    "locked spotlight": "session.locked",
    "lowest first": "session.lowest_first",
    "eureka stopped": "session.eureka_stopped",
    "interrupted": "session.interrupted",
    "last lead": "session.last_lead",
}
WORDS: Mapping[str, Any] = {"yes": True, "no": False, "none": None}


def lay(table: State, **words: str) -> None:
    """Lay out a table, one place after the other.

    A player has tokens, Grants and cards, ``Ann="papyrus 2, vault lacuna 1, holds W-red-1, keeps
    T-1a, eureka, grants 3, prestige 2, runs T-3d"``. ``blue="16 papyrus, 4 papyrus section"`` is
    all that is on a track, ``papyrus="Ann none Bo-flat"`` on an institution; ``desk="W-red-6
    papyrus"``; ``primaries="Ann W-blue-3, Bo W-blue-9+2"`` begins a bout, with +2 for Eureka.
    """
    for place, said in words.items():
        parts = [part.split() for part in said.split(", ") if part]
        if place in table.tracks:
            stack(table, place, *[(int(space), " ".join(more)) for space, *more in parts])
        elif place in table.boards:
            for slot, word in enumerate(said.split()):
                build(table, place, slot, word)
        elif place == "desk":
            for word in said.split():
                if word in table.cards:
                    table.desk.cards.append(table.cards[word])
                else:
                    take_any(table, word)
                    table.desk.tokens.append(word)
        elif place == "primaries":
            bout_of(table, *[(name, card) for name, card in parts])
        elif place in ("echoes", "shown"):
            lying = {player(table, one).seat: table.cards[card] for one, card in parts}
            setattr(table.bout, place, lying)
        elif place == "markers":
            table.desk.markers = said.split()  # type: ignore[assignment]
        elif place == "finish":
            table.bout.finish = [player(table, name).seat for name in said.split()]
        elif place == "quill":
            table.quill = player(table, said).seat
        elif place == "decreed leader":
            table.bout.decreed_leader = player(table, said).seat
        elif place == "take":
            table.take = Take(player(table, said).seat, GAME.data.numbers.institution.cost)
        elif place == "barred":
            table.session.barred = set(said.split())
        elif place in ("deck", "aside", "discard"):
            setattr(table, place, cards(table, *said.split()))
        elif place in SETTINGS:
            where, field = SETTINGS[place].split(".")
            setattr(getattr(table, where), field, WORDS.get(said, said))
        else:
            for part in parts:
                has(table, place, *part)


def build(table: State, feature: str, slot: int, word: str) -> None:
    """Put a cube on a slot: ``Ann``, ``Ann-flat``, or ``none``."""
    name, _, flat = word.partition("-")
    if name != "none":
        table.boards[feature][slot] = Cube(player(table, name).seat, bool(flat))
        player(table, name).cubes -= 1


def has(table: State, name: str, what: str, *more: str) -> None:
    one = player(table, name)
    if what in ("holds", "keeps"):
        pile = one.hand if what == "holds" else one.tableau
        pile += cards(table, *more)
    elif what in ("eureka", "no"):
        setattr(one, what if what == "eureka" else more[0], what == "eureka")
    elif what in ("grants", "prestige"):
        setattr(one, what, int(more[0]))
    elif what in ("runs", "used"):
        (one.running if what == "runs" else one.spent).extend(more)
    elif what == "vault":
        own(table, name, **{more[0]: int(more[1])})
        one.ledger[more[0]] -= int(more[1])
        one.vault[more[0]] += int(more[1])
    else:
        own(table, name, **{what: int(more[0]) if more else 1})


def check(table: State, **words: str) -> None:
    """Check what lies where, in the words of `lay`: all of a track, an institution, the Desk and
    its tokens, a discard; a player's whole ledger (``none``), ``vault none``, ``holds nothing``."""
    wanted = {place: meant(table, place, said) for place, said in words.items()}
    assert {place: told(table, place, said) for place, said in words.items()} == wanted


def meant(table: State, place: str, words: str) -> object:
    """Return the meaning of the words of `check`, to be compared with what `told` returns."""
    parts = [part.split() for part in words.split(", ") if part]
    if place in table.tracks:
        return {int(space): " ".join(sorted(tokens)) for space, *tokens in parts}
    if place in [one.name for one in table.players]:
        return wanted_of(parts)
    if place in ("markers", "barred", "desk tokens"):
        return " ".join(sorted(words.split()))
    if place == "supply":
        return {token: int(number) for token, number in parts}
    if place == "desk":
        found = [word for word in words.split() if word in table.cards]
        return found, sorted([word for word in words.split() if word not in table.cards])
    return words


def wanted_of(parts: list[list[str]]) -> dict[str, str]:
    """Return what is wanted of a player, by name, with all tokens of the ledger together."""
    wanted: dict[str, str] = {}
    tokens: list[str] = []
    for what, *more in parts:
        if what == "no":
            wanted[more[0]] = "no"
        elif what in HELD:
            wanted[what] = " ".join(more) or "yes"
        else:
            tokens += [] if what == "none" else [f"{what} {more[0] if more else 1}"]
            wanted["ledger"] = ", ".join(sorted(tokens))
    return wanted


def tokens_of(counted: Counter[str]) -> str:
    return ", ".join(sorted([f"{token} {number}" for token, number in counted.items() if number]))


def named(cards: Iterable[Card]) -> str:
    return " ".join([card.id for card in cards])


HELD: Mapping[str, Callable[[Player], str]] = {
    "holds": lambda one: named(one.hand) or "nothing",
    "keeps": lambda one: named(one.tableau) or "nothing",
    "used": lambda one: " ".join(one.spent) or "nothing",
    "runs": lambda one: " ".join(one.running) or "nothing",
    "vault": lambda one: tokens_of(one.vault).replace(",", "") or "none",
    "ledger": lambda one: tokens_of(one.ledger),
    "prestige": lambda one: str(one.prestige),
    "grants": lambda one: str(one.grants),
    "cubes": lambda one: str(one.cubes),
    "eureka": lambda one: "yes" if one.eureka else "no",
    "lockdown": lambda one: "yes" if one.lockdown else "no",
}


def of_each(what: str, table: State) -> str:
    return " ".join([HELD[what](one) for one in table.players])


LISTED: Mapping[str, Callable[[State], object]] = {
    "discard": lambda table: named(table.discard),
    "removed": lambda table: named(table.removed),
    "deck": lambda table: named(table.deck),
    "aside": lambda table: named(table.aside),
    "beside": lambda table: named([*table.bout.beside, *table.session.beside]),
    "primaries": lambda table: named(table.primary_cards()),
    "echoes": lambda table: ", ".join(
        [f"{table.owner(seat)} {card.id}" for seat, card in table.bout.echoes.items()]
    ),
    "ranking": lambda table: named([one.card for one in ranking(table)]),
    "ranks": lambda table: ", ".join(
        [f"{table.owner(one.seat)} {one.rank + one.bonus}" for one in table.bout.primaries]
    ),
    "haul": lambda table: named(table.take.cards) if table.take else "none",
    "markers": lambda table: " ".join(sorted(table.desk.markers)),
    "barred": lambda table: " ".join(sorted(table.session.barred)),
    "finish": lambda table: " ".join([table.owner(seat) for seat in table.bout.finish]),
    "substitutes": lambda table: tokens_of(table.substitutes),
    "quill": lambda table: table.owner(table.quill),
    "leader": lambda table: table.owner(table.bout.leader),
    "laureate": lambda table: table.owner(table.laureate),
    "spotlight": lambda table: table.spotlight() or "none",
    "scored spotlight": lambda table: table.scored_spotlight or "none",
    "eureka": lambda table: " ".join([one.name for one in table.players if one.eureka]) or "nobody",
    **{what: partial(of_each, what) for what in ("prestige", "grants", "cubes")},
    "demand": lambda table: " ".join([str(track.demand) for track in table.tracks.values()]),
    "final": lambda table: ", ".join(
        [
            " ".join([one.name or "", *[f"{token} {of}" for token, of in held.items() if of]])
            for one in table.position().players or ()
            if any((held := one.features or {}).values())
        ]
    ),
}


def told(table: State, place: str, words: str = "") -> object:
    """Return what lies at a place, as `meant` puts it; of a player only what ``words`` name."""
    if place in LISTED:
        return LISTED[place](table)
    if place in table.tracks:
        return lying(table, place)
    if place in table.boards:
        return " ".join(
            [
                table.owner(cube.owner if cube else None) + ("-flat" if cube and cube.flat else "")
                for cube in table.boards[place]
            ]
        )
    if place == "desk":
        return [card.id for card in table.desk.cards], sorted(table.desk.tokens)
    if place == "supply":
        parts = (
            [part.split() for part in words.split(", ")] if words else [[LACUNA], *zip(FEATURES)]
        )
        return {token: table.supply[token] for token, *_ in parts}
    if place in SETTINGS:
        where, field = SETTINGS[place].split(".")
        value = getattr(getattr(table, where), field)
        return next((word for word, meaning in WORDS.items() if meaning is value), value)
    one = player(table, place)
    asked = wanted_of([part.split() for part in words.split(", ")]) if words else HELD
    return {what: HELD[what](one) for what in asked}


def run(table: State, script: Asking[Any], *answers: str | dict[str, str]) -> Any:
    """Run a script with these answers, one for each question, a mapping for one put to several.

    What is asked of one player may be written ``Ann: papyrus``, which also says who is asked.
    Tokens and cards are checked at every step. Returns what the script comes back with.
    """
    left = list(answers)
    value: Any = None
    try:
        question = next(script)
        while True:
            conserved(table)
            assert left, f"not answered: {question}"
            value = answered(question, left.pop(0))
            question = script.send(value)
    except StopIteration as stop:
        conserved(table)
        assert not left, f"not asked: {left}"
        return stop.value


def answered(question: Decision[Any] | Together[Any], answer: str | dict[str, str]) -> Any:
    """The value of an answer in words; raise `Refused` for one that is not open."""
    if isinstance(question, Together):
        assert isinstance(answer, dict), question
        assert set(question.names()) == set(answer), question
        return {one.who: one.options.parse(answer[one.who])[1] for one in question.decisions}
    assert isinstance(answer, str), question
    who, _, said = answer.rpartition(": ")
    assert who in ("", question.who), f"asked of {question.who}: {question}"
    return question.options.parse(said)[1]


def bout_of(table: State, *plays: tuple[str, str], leader: int | None = None) -> None:
    """A bout in which these Primaries lie, ``("Ann", "W-blue-3")``, in this order."""
    first = player(table, plays[0][0]).seat if plays else 0
    table.bout = Bout(first if leader is None else leader)
    for name, played in plays:
        (card,) = cards(table, played.removesuffix("+2"))
        bonus = 2 if played.endswith("+2") else 0
        primary = Primary(player(table, name).seat, card, card.rank, card.suit, bonus)
        table.bout.primaries.append(primary)
        table.bout.lead = table.bout.lead or card.suit


def board() -> State:
    """A table with something to choose for every Tool; blue has the Spotlight, Ann Takes."""
    table = table_of()
    lay(
        table, blue="19 papyrus section, 3 papyrus", green="12 majority",
        yellow="8 sinaiticus ubs_a",
        red="5 section", black="5 ubs_a",
        Ann="papyrus 2, majority 2, lacuna 2, holds W-blue-3 W-red-9 T-2c, grants 3",
        Bo="section, majority, holds W-green-2 T-4c W-blue-7, grants 5",
        Cy="sinaiticus 5, papyrus 4, grants 2",
        desk="W-blue-6 W-red-2 T-1c W-black-6 W-green-5 section lacuna", markers="red black red",
        papyrus="Ann none none", section="none Ann none", ubs_a="Bo none none",
        primaries="Ann W-yellow-1", finish="Bo Ann Cy", deck="T-5d", aside="T-5e T-6e T-4e",
    )  # fmt: skip
    table.take = Take(0, 2, cards=cards(table, "T-3a", "T-1b"), swept=True)
    return table


def conserved(table: State) -> None:
    """55 of each Feature, 75 lacunas and the substitutes, wherever they lie (VV-2.5, VV-3.4); no
    card twice; no debts."""
    tokens = Counter(table.supply)
    for one in table.players:
        tokens += one.ledger
        tokens += one.vault
        assert min([*one.ledger.values(), *one.vault.values(), one.cubes, one.prestige, 0]) == 0
        assert 0 <= one.grants <= one.all_grants
    tokens.update(table.desk.tokens)
    if table.take is not None:
        tokens.update(table.take.tokens)
    for track in table.tracks.values():
        tokens.update(track.tokens())
    whole: dict[str, int] = dict.fromkeys(FEATURES, EACH)
    assert tokens == Counter({**whole, LACUNA: LACUNAE}) + table.substitutes
    seen = Counter(one.id for one in cards_in(table))
    assert all(number == 1 for number in seen.values()), seen.most_common(2)
    for one in table.players:
        on_boards = len(table.placed(one))
        assert one.cubes + on_boards == GAME.data.numbers.set_up[len(table.players)].cubes


def cards_in(table: State) -> Iterator[Card]:
    """Every card of the game, wherever it lies; each once."""
    for player in table.players:
        yield from player.hand
        yield from player.tableau
    yield from table.primary_cards()
    yield from table.bout.echoes.values()
    yield from table.desk.cards
    if table.take is not None:
        yield from table.take.cards
        yield from table.take.later
    yield from table.bout.beside
    yield from table.session.beside
    yield from table.discard
    yield from table.removed
