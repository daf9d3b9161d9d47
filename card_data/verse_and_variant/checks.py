"""Rules that the data of Verse & Variant must meet: numbers, suits, Witnesses and Tools."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, pairwise
from typing import get_args

from card_data.checks import Found, repeated
from card_data.model import Players
from card_data.problems import did_you_mean, quote
from card_data.reading.documents import Steps
from card_data.verse_and_variant.model import (
    BOARD_ORDER,
    ICONS,
    Data,
    Gain,
    Scriptorium,
    Tool,
)

NUMBER = re.compile(r"[0-9]+")
MOVES = ("take", "pass", "lockdown", "lock down", "no grant", "no exchange", "none", "as they lie")
ICON = re.compile(r"""<icon\b[^<>]*?\bname=["']([^"']*)["']""")


def problems(data: Data, players: Players) -> Found:
    """Everything in the data that could not be played."""
    yield from bonus_problems(data)
    yield from slot_problems(data)
    yield from award_problems(data)
    for number in data.numbers.set_up:
        yield from set_up_problems(data, number)
    yield from suit_problems(data)
    yield from witness_problems(data)
    yield from tool_problems(data)
    yield from title_problems(data)
    yield from token_problems(data)
    yield from missing_tokens(data)
    yield from repeated("player_colours", "sign", data.player_colours)
    yield from player_problems(data, players)


def player_problems(data: Data, players: Players) -> Found:
    """Numbers of players without a set-up, set-ups that nobody needs, tiles that do not suffice."""
    allowed = range(players.min, players.max + 1)
    numbers = data.numbers
    for number in allowed:
        if number not in numbers.set_up:
            yield ("numbers", "set_up"), f"no entry for {number} players"
    for number in numbers.set_up:
        if number not in allowed:
            message = (
                f"{number} players cannot play: the game is for {players.min} to {players.max}"
            )
            yield ("numbers", "set_up", number), message
    for field, found in (
        ("lockdowns", numbers.tokens.lockdowns),
        ("eureka", numbers.tokens.eureka),
    ):
        if found < players.max:
            message = f"found {found}, but each of {players.max} players may need one"
            yield ("numbers", "tokens", field), message


def bonus_problems(data: Data) -> Found:
    """Bonuses on spaces that a track does not have, or on one space, and words that say another
    number or name another thing (VV-1.7)."""
    last, taken = data.numbers.track.spaces - 1, set[int]()
    for index, bonus in enumerate(data.numbers.bonuses):
        path = ("numbers", "bonuses", index)
        if bonus.space > last:
            message = f"found {bonus.space}, expected a space of the track, 0 to {last}"
            yield (*path, "space"), message
        elif bonus.space in taken:
            yield (*path, "space"), f"space {bonus.space} has a bonus already"
        taken.add(bonus.space)
        if bonus.icon == "eureka" and bonus.gain > 1:
            message = f"found {bonus.gain}, but nobody holds two Eureka discs"
            yield (*path, "gain"), message
        if wrong := misworded(bonus.text, bonus.icon, bonus.gain):
            yield (*path, "text"), wrong


def slot_problems(data: Data) -> Found:
    """Slots whose words say another perk than they have (VV-5.5)."""
    for index, slot in enumerate(data.numbers.institution.slots):
        if wrong := misworded(slot.text, slot.perk, 1):
            yield ("numbers", "institution", "slots", index, "text"), wrong


def misworded(text: str, thing: str, gain: int) -> str:
    """Return the problem of words for a gain: they name another thing, or another number of it.

    Empty if all is well; the thing ``none`` means that nothing is gained.
    """
    named = [one for one in get_args(Gain) if re.search(rf"(?i)\b{one}s?\b", text)]
    if thing == "none":
        return f"found {quote(text)}, but there is nothing to gain" if named else ""
    if named != [thing]:
        return f"found {quote(text)}, expected words for {thing} alone"
    if set(NUMBER.findall(text) or ["1"]) != {str(gain)}:
        return f"found {quote(text)}, but the gain is {gain}"
    return ""


def award_problems(data: Data) -> Found:
    """Prestige that falls with more Features, or rises with a lower place (VV-6.3, VV-7)."""
    numbers = data.numbers
    for index, (less, more) in enumerate(pairwise(numbers.ladder), 1):
        if more <= less:
            message = f"found {more}, expected more than the {less} before"
            yield ("numbers", "ladder", index), message
    sizes, suits = sorted(numbers.sets), len(data.suits)
    for size in sizes:
        if not 2 <= size <= suits:
            message = f"found a set of {size}, expected 2 to {suits} different Features"
            yield ("numbers", "sets", size), message
    for small, large in pairwise(sizes):
        less, more = numbers.sets[small], numbers.sets[large]
        if more <= less:
            message = f"found {more}, expected more than the {less} of a set of {small}"
            yield ("numbers", "sets", large), message
    majority = numbers.majority
    for field, places in (
        ("spotlight", majority.spotlight),
        ("lead", majority.lead),
        ("other", majority.other),
    ):
        for index, (better, worse) in enumerate(pairwise(places), 1):
            if worse > better:
                message = f"found {worse}, expected at most the {better} of the place before"
                yield ("numbers", "majority", field, index), message


def set_up_problems(data: Data, players: int) -> Found:
    """Cards that are not dealt evenly, and more tokens than are printed (VV-2.1 to VV-2.3)."""
    numbers, path = data.numbers, ("numbers", "set_up", players)
    given, tokens = numbers.set_up[players], numbers.tokens
    cards = len(data.witnesses) + numbers.ranks.tools
    if given.hand * players != cards:
        even = "" if cards % players else f", expected {cards // players}"
        message = f"found {given.hand}{even}: the {cards} cards of a game are all dealt"
        yield (*path, "hand"), message
    on_track = sum(islice(cycle(given.spaces), numbers.track.spaces))
    for field, needed, printed, what in (
        ("spaces", on_track, tokens.features, "tokens of each Feature"),
        ("grants", given.grants, tokens.grants, "Grants of each colour"),
        ("cubes", given.cubes, tokens.cubes - 1, "research cubes a player"),
    ):
        if needed > printed:
            yield (*path, field), f"{needed} needed, but only {printed} {what} are printed"
    if players > len(data.suits):
        message = f"found {players} players, but there are {len(data.suits)} colours of Grants"
        yield path, message


def suit_problems(data: Data) -> Found:
    """Suits that are missing or out of board order, and a Feature of two suits (VV-1.2)."""
    found = [suit.id for suit in data.suits]
    if found != list(BOARD_ORDER):
        yield ("suits",), f"expected the rows {', '.join(BOARD_ORDER)}, in this order"
    yield from repeated("suits", "feature", data.suits)


def witness_problems(data: Data) -> Found:
    """Witnesses that are missing, there twice, or yield what VV-1.3 does not say."""
    highest = data.numbers.ranks.witnesses
    taken: dict[tuple[str, int], str] = {}
    for index, witness in enumerate(data.witnesses):
        path: Steps = ("witnesses", index)
        here = (witness.suit, witness.rank)
        if witness.rank > highest:
            yield (*path, "rank"), f"found {witness.rank}, expected 1 to {highest}"
        elif here in taken:
            yield (*path, "rank"), f"{taken[here]} is {witness.suit} {witness.rank} already"
        taken.setdefault(here, witness.id)
        if witness.copies != 1:
            yield (*path, "copies"), f"found {witness.copies}, expected 1: each is there once"
        expected = yields(data.suits, witness.suit).get(witness.rank)
        if expected is not None and Counter(witness.icons) != Counter(expected):
            message = f"found {', '.join(witness.icons)}, expected {', '.join(expected)}"
            yield (*path, "icons"), f"{message}: a Witness of rank {witness.rank}"
    for suit in data.suits:
        if missing := [n for n in range(1, highest + 1) if (suit.id, n) not in taken]:
            yield ("witnesses",), f"no {suit.id} Witness of rank {_listed(missing)}"


def yields(suits: Sequence[Scriptorium], colour: str) -> dict[int, list[str]]:
    """Return what a suit's Witnesses of each rank yield (VV-1.3); empty for an unknown suit."""
    features = [suit.feature for suit in suits]
    place = next((index for index, suit in enumerate(suits) if suit.id == colour), None)
    if place is None:
        return {}
    own, after = features[place], features[(place + 1) % len(features)]
    return {
        1: ["lacuna"],
        2: [own],
        3: [after],
        4: ["lacuna"],
        5: [own],
        6: ["corruption"],
        7: [own, own, "lacuna"],
        8: [feature for feature in features if feature not in (own, after)],
        9: [own, own, own],
    }


def tool_problems(data: Data) -> Found:
    """Tools that are too many or too few of a rank (VV-1.1), and what is wrong in one."""
    ranks, found = data.numbers.ranks, Counter[int]()
    for index, tool in enumerate(data.tools):
        path: Steps = ("tools", index)
        found[tool.rank] += 1
        if tool.rank > ranks.tools:
            yield (*path, "rank"), f"found {tool.rank}, expected 1 to {ranks.tools}"
        elif found[tool.rank] > ranks.tools_of_a_rank:
            of_rank = f"found Tool {found[tool.rank]} of rank {tool.rank}"
            yield (*path, "rank"), f"{of_rank}, expected {ranks.tools_of_a_rank} of each rank"
        if tool.copies != 1:
            yield (*path, "copies"), f"found {tool.copies}, expected 1: each is there once"
        for field, message in card_problems(tool):
            yield (*path, field), message
    for rank in range(1, ranks.tools + 1):
        if found[rank] < ranks.tools_of_a_rank:
            message = f"found {found[rank]} of rank {rank}, expected {ranks.tools_of_a_rank}"
            yield ("tools",), message


def title_problems(data: Data) -> Found:
    """Tools whose title means something else in a move: another card, or the move itself."""
    meant = dict.fromkeys(MOVES, "a move")
    meant |= {f"grant {suit.feature.replace('_', ' ')}": "a move" for suit in data.suits}
    meant |= {f"{one.suit} {one.rank}": one.id for one in data.witnesses}
    meant |= {tool.id.casefold().replace("-", " "): tool.id for tool in data.tools}
    for index, tool in enumerate(data.tools):
        title = " ".join(tool.title.casefold().replace("-", " ").split())
        if title in meant:
            message = f"found {quote(tool.title)}, which already stands for {meant[title]}"
            yield ("tools", index, "title"), message
        meant.setdefault(title, tool.id)


def card_problems(tool: Tool) -> Iterator[tuple[str, str]]:
    """A trigger and a timing that contradict each other, and icons that a text may not name."""
    if tool.timing == "delayed" and not tool.trigger:
        yield "trigger", "expected a trigger: the Tool is delayed"
    elif tool.timing != "delayed" and tool.trigger:
        yield "trigger", f"only a delayed Tool has a trigger, and this one is {tool.timing}"
    for icon in ICON.findall(tool.text):
        if icon not in ICONS:
            yield "text", f"no icon {quote(icon)} for the texts of cards{did_you_mean(icon, ICONS)}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in numbers)


def token_problems(data: Data) -> Found:
    """Tokens that are more or fewer than game.yaml says, lack a suit or have one too many."""
    numbers = data.numbers.tokens
    wanted = {
        "feature": numbers.features,
        "lacuna": numbers.lacunas,
        "corruption": numbers.corruption,
    }
    for index, token in enumerate(data.tokens):
        if token.copies != wanted[token.kind]:
            message = f"found {token.copies}, but game.yaml says {wanted[token.kind]}"
            yield ("tokens", index, "copies"), message
        if token.kind == "lacuna" and token.suit is not None:
            yield ("tokens", index, "suit"), "a lacuna has no suit"
        elif token.kind != "lacuna" and token.suit is None:
            yield ("tokens", index), f"expected a suit: every {token.kind} has one"


def missing_tokens(data: Data) -> Found:
    """Kinds of tokens that are there twice, or not at all."""
    suits: list[str | None] = [suit.id for suit in data.suits]
    wanted = [("feature", suit) for suit in suits] + [("corruption", suit) for suit in suits]
    seen: dict[tuple[str, str | None], str] = {}
    for index, token in enumerate(data.tokens):
        kind: tuple[str, str | None] = (token.kind, token.suit)
        if kind in seen:
            yield ("tokens", index), f"{seen[kind]} is the same token"
        seen.setdefault(kind, token.id)
    for name, suit in (*wanted, ("lacuna", None)):
        if (name, suit) not in seen:
            yield ("tokens",), f"no token for {f'{suit} ' if suit else ''}{name}"
