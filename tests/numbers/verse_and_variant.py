"""The numbers of Verse & Variant, and what follows each of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from card_data import Game
from card_data.verse_and_variant.model import Suit
from scoring.play.decisions import Decision
from scoring.positions.positions import Filled, score
from scoring.verse_and_variant import Position, bout, engine, gains
from scoring.verse_and_variant.majority import award, awards
from scoring.verse_and_variant.pieces import Claim
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.tracks import LACUNA
from scoring.verse_and_variant.window import exchange, window
from tests.numbers.edits import Refused, Use
from tests.verse_and_variant.holdings import FEATURES, sound
from tests.verse_and_variant.tables import (
    NAMES,
    bout_of,
    hold,
    own,
    player,
    run,
    stack,
    table_of,
)


def ready(game: Game[Any], players: int = 3) -> State:
    """A table at which a bout has been resolved, Ann first."""
    table = table_of(players, game)
    bout_of(table, ("Ann", "W-blue-3"), ("Bo", "W-blue-2"))
    table.bout.finish = [*range(players)]
    return table


def set_up(players: int, game: Game[Any]) -> dict[str, Any]:
    """What lies where before the first card is dealt (VV-2)."""
    table = table_of(players, game)
    blue = table.tracks["blue"]
    return {
        "spaces": len(blue.spaces),
        "top": [len(tokens) for tokens in reversed(blue.spaces[-2:])],
        "supply": table.supply["papyrus"],
        "lacunas": table.supply[LACUNA],
        "grants": table.players[0].grants,
        "cubes": table.players[0].cubes,
    }


def bonus_of(space: int, game: Game[Any]) -> dict[str, int]:
    """What a player gains whose token empties a space (VV-1.7)."""
    table = ready(game)
    ann = player(table, "Ann")
    ann.grants = 1
    stack(table, "blue", (space, "papyrus"))
    run(table, gains.take(table, ann, "papyrus"))
    gained = {"lacuna": ann.ledger[LACUNA], "eureka": int(ann.eureka)}
    gained |= {"prestige": ann.prestige, "grant": ann.grants - 1}
    return {thing: number for thing, number in gained.items() if number}


def with_eureka(game: Game[Any]) -> int:
    """By how much Eureka raises a Primary's rank (VV-4.1)."""
    table = ready(game)
    ann = player(table, "Ann")
    ann.eureka = True
    run(table, bout.spend_eureka(table, ann))
    return table.bout.primary(ann.seat).bonus


def corrupted(game: Game[Any]) -> list[int]:
    """Features left of five of the suit of a Corruption card, and of a marker's (VV-5.2)."""
    left = []
    for marker in (False, True):
        table = ready(game)
        ann = player(table, "Ann")
        own(table, "Ann", papyrus=5)
        if marker:
            table.desk.markers = ["blue"]
        else:
            table.desk.cards = [table.cards["W-blue-6"]]
        run(table, window(table), "Ann: take", "Ann: no grant")
        left.append(ann.ledger["papyrus"])
    return left


def exchanged(game: Game[Any]) -> int:
    """The lacunas that a Tool of the haul costs (VV-5.3)."""
    table = ready(game)
    ann = player(table, "Ann")
    own(table, "Ann", lacuna=4)
    hold(table, "Ann", "T-4a")
    claim = Claim(ann.seat, 0, cards=[table.cards["T-9a"]], swept=True)
    run(table, exchange(table, ann, claim), "Ann: T-4a for T-9a")
    return 4 - ann.ledger[LACUNA]


def granted(game: Game[Any]) -> int:
    """The Features that a slot costs (VV-5.4)."""
    table = ready(game)
    own(table, "Ann", papyrus=4)
    run(table, window(table), "Ann: take", "Ann: grant papyrus")
    return 4 - player(table, "Ann").ledger["papyrus"]


def scored(part: str, game: Game[Any], **changes: Any) -> int:
    """A part of the first player's score in a position with some changes."""
    position = sound()
    position["players"][0] |= {name: changes.pop(name) for name in [*changes] if name in OWN}
    position |= {"institutions": {}, **changes}
    position["players"][0]["cubes_unused"] -= sum(
        owners.count("Ann") for owners in position["institutions"].values()
    )
    result = score(Filled(game, msgspec.convert(position, Position))).result
    assert result is not None
    (ann,) = [one.tally for one in result.standings if one.player == "Ann"]
    return next(one.points for one in ann.parts if one.label == part)


def slot(number: int, game: Game[Any]) -> int:
    """What a cube on a slot scores (VV-5.5)."""
    owners = ["none"] * number + ["Ann"]
    return scored("institutions", game, institutions={"papyrus": owners})


def rung(copies: int, game: Game[Any]) -> int:
    """What so many copies of a Feature score (VV-7.1)."""
    return scored("ladders", game, features={"papyrus": copies})


def critical(size: int, game: Game[Any]) -> int:
    """What a set of so many different Features scores (VV-7.2)."""
    return scored("sets", game, features=dict.fromkeys(FEATURES[:size], 1))


def places(kind: str, game: Game[Any]) -> list[int]:
    """What the players gain who are first, second … in a Feature (VV-6.3)."""
    table = table_of(5, game)
    stack(table, "blue", (21, "papyrus"))  # alone at the top: the Spotlight is blue's
    for suit in ("green", "yellow", "red", "black"):
        stack(table, suit, (3, table.feature(suit)))
    table.session.last_lead = "green"
    suits: dict[str, Suit] = {"spotlight": "blue", "lead": "green", "other": "red"}
    suit = suits[kind]
    for copies, name in enumerate(reversed(NAMES), 1):
        own(table, name, **{table.feature(suit): copies})
    award(table, table.feature(suit), awards(table, suit, table.spotlight()))
    return [one.prestige for one in table.players if one.prestige]


def second_starter(game: Game[Any]) -> int:
    """Who starts the second session if the first seat started the first, and the third has the
    Quill (VV-6.6)."""
    table = table_of(3, game)
    table.quill = 2
    return engine.next_starter(table)


def without_supply(game: Game[Any]) -> int:
    """Substitutes for a Feature that neither its track nor the supply has (VV-3.4)."""
    table = table_of(3, game)
    stack(table, "blue", (3, "majority"))
    own(table, "Bo", papyrus=table.supply["papyrus"])
    run(table, gains.take(table, player(table, "Ann"), "papyrus"))
    return table.substitutes["papyrus"]


def asked_of_a_tool(game: Game[Any]) -> bool:
    """Whether a player is asked when an instant or anytime Tool acts (VV-4.4)."""
    table = ready(game)
    bout_of(table, ("Ann", "T-2b"))
    question = next(bout.play_tool(table, player(table, "Ann"), table.bout.primaries[0]))
    assert isinstance(question, Decision)
    return question.rule == "VV-4.4"


OWN = {"features", "grants_unused", "eureka", "prestige"}

FILL = "VV-2.2, set-up, Set-up, Set-up"
SLOT = "VV-5.5, VV-7.4, A Take, Final scoring, reference"
RUNG = "VV-7.1, figure ladder, figure ladder, reference"
SET = "VV-7.2, figure sets, figure sets, reference"
REST = "VV-7.4, aids.rest, Final scoring, reference"
THREE = {"spaces": 22, "top": [1, 2], "supply": 22, "lacunas": 75, "grants": 5, "cubes": 5}
FOUR = THREE | {"top": [2, 2], "supply": 11, "grants": 4, "cubes": 4}
FIVE = THREE | {"top": [2, 3], "supply": 0, "grants": 3, "cubes": 4}
BEGUN = {3: THREE, 4: FOUR, 5: FIVE}
FILLED = {3: (1, 2), 4: (2, 2), 5: (2, 3)}
BONUSES = {"lacuna": 16, "eureka": 11, "prestige": 6, "grant": 1}
AWARDS = {"spotlight": [7, 4, 1], "lead": [5, 3], "other": [2]}
LADDER = (1, 2, 4, 7, 12, 18, 25, 33, 42, 52, 66)
FEATURE_ROWS = {f"tokens.yaml tokens.{row}.copies": 56 for row in range(5)}
CORRUPTION_ROWS = {f"tokens.yaml tokens.{row}.copies": 6 for row in range(6, 11)}
PRINTED = "it must be the number of copies below"


def printed(name: str, to: int, was: int, component: str, limit: int, why: str) -> Refused:
    """A number of tokens that print.yaml lays down."""
    return Refused(
        f"numbers.tokens.{name}",
        to,
        f"tokens.{name} is {to}, expected {was}: {why}",
        at=f"components.{component}.limits no. {limit}, value",
    )


def begins_with(players: int, field: str, to: Any, says: str, faces: str = "", **now: Any) -> Use:
    """A number of what so many players set up."""
    at = f"numbers.set_up.{players}.{field}"
    return Use(
        at,
        to,
        says=says,
        faces=faces,
        drawn="" if "set_up" in faces else "set_up",
        often=players == 3 and field != "cubes",
        play=partial(set_up, players),
        was=BEGUN[players],
        now=BEGUN[players] | now,
    )


def majority(kind: str, place: int, says: str) -> Use:
    """What a place in a majority is worth."""
    was = AWARDS[kind]
    to = was[place] - 1 if place else was[place] + 10
    return Use(
        f"numbers.majority.{kind}.{place}",
        to,
        says=f"VV-6.3, The end of a session, reference{says}",
        faces="aid",
        often=place == 0,
        play=partial(places, kind),
        was=was,
        now=[points for points in [*was[:place], to, *was[place + 1 :]] if points],
    )


USES: tuple[Use | Refused, ...] = (
    Refused("numbers.ranks.witnesses", 10, "no blue Witness of rank 10", at="witnesses"),
    Refused("numbers.ranks.tools", 16, "found 0 of rank 16, expected 5", at="tools"),
    Refused("numbers.ranks.tools_of_a_rank", 6, "found 5 of rank 1, expected 6", at="tools"),
    Use(
        "numbers.track.spaces",
        21,
        says="VV-1.4, VV-2.2, VV-3.3, VV-3.5, VV-3.6, set-up, Set-up, Set-up, Set-up, Set-up",
        drawn="set_up, spotlight",
        play=partial(set_up, 3),
        was=THREE,
        now=THREE | {"spaces": 21, "top": [1, 2], "supply": 24},
    ),
    Refused(
        "numbers.track.spaces",
        23,
        "track.spaces is 23, expected at most 22: a space must be as high as a token",
        at="components.spotlight.limits no. 1, value",
    ),
    *(
        Use(
            f"numbers.bonuses.{index}.space",
            space + 3,
            says="VV-1.7, The tracks and the Spotlight",
            faces="aid",
            drawn="spotlight",
            often=icon == "grant",
            play=partial(bonus_of, space + 3),
            was={},
            now={icon: 2 if icon == "prestige" else 1},
        )
        for index, (icon, space) in enumerate(BONUSES.items())
    ),
    *(
        Use(
            f"numbers.bonuses.{index}.gain",
            3,
            says="VV-1.7, The tracks and the Spotlight",
            faces="aid, spotlight",
            along={f"game.yaml numbers.bonuses.{index}.text": text},
            alone=f"found {old!r}, but the gain is 3",
            often=icon == "prestige",
            play=partial(bonus_of, BONUSES[icon]),
            was={icon: 2 if icon == "prestige" else 1},
            now={icon: 3},
        )
        for index, icon, text, old in (
            (0, "lacuna", "3 lacunas", "a lacuna"),
            (2, "prestige", "3 prestige", "2 prestige"),
            (3, "grant", "refresh 3 Grants", "refresh one Grant"),
        )
    ),
    Refused(
        "numbers.bonuses.1.gain",
        2,
        "found 2, but nobody holds two Eureka discs",
        at="numbers.bonuses no. 2, gain",
    ),
    Use(
        "numbers.tokens.features",
        56,
        says="VV-1.4, VV-2.2, VV-8.1, VV-8.1, set-up, In the box, Set-up, Set-up, Set-up",
        drawn=(
            "set_up, tokens:majority, tokens:papyrus, tokens:section, tokens:sinaiticus, "
            "tokens:ubs_a"
        ),
        along=FEATURE_ROWS,
        alone="found 55, but game.yaml says 56",
        play=partial(set_up, 3),
        was=THREE,
        now=THREE | {"supply": 23},
    ),
    Use(
        "numbers.tokens.lacunas",
        76,
        says="VV-1.4, VV-8.1, VV-8.1, set-up, In the box, Set-up, Set-up, Set-up",
        faces="set_up",
        drawn="tokens:lacuna",
        along={"tokens.yaml tokens.5.copies": 76},
        alone="found 75, but game.yaml says 76",
        often=False,
        play=partial(set_up, 3),
        was=THREE,
        now=THREE | {"lacunas": 76},
    ),
    Use(
        "numbers.tokens.corruption",
        6,
        says="VV-1.6, set-up",
        drawn=(
            "set_up, tokens:corruption_black, tokens:corruption_blue, tokens:corruption_green, "
            "tokens:corruption_red, tokens:corruption_yellow"
        ),
        along=CORRUPTION_ROWS,
        alone="found 5, but game.yaml says 6",
        often=False,
        play=lambda game: game.counts("tokens")["corruption_blue"],
        was=5,
        now=6,
    ),
    printed("grants", 6, 5, "grants", 2, PRINTED),
    printed("lockdowns", 6, 5, "markers", 1, "player_colours.yaml has five colours"),
    printed("laureates", 2, 1, "markers", 2, "one is printed"),
    printed("eureka", 6, 5, "markers", 3, PRINTED),
    printed("cubes", 7, 6, "tokens", 2, PRINTED),
    *(
        Refused(
            f"numbers.set_up.{players}.hand",
            hand + 1,
            f"found {hand + 1}, expected {hand}: the 60 cards of a game are all dealt",
        )
        for players, hand in ((3, 20), (4, 15), (5, 12))
    ),
    begins_with(3, "grants", 4, "VV-2.3, set-up, Set-up", grants=4),
    begins_with(4, "grants", 5, "VV-2.3, set-up, Set-up", grants=5),
    begins_with(5, "grants", 4, "VV-2.3, set-up, Set-up", grants=4),
    begins_with(3, "cubes", 4, "VV-2.3, set-up, Set-up", cubes=4),
    begins_with(4, "cubes", 5, "VV-2.3, set-up, Set-up", cubes=5),
    begins_with(5, "cubes", 5, "VV-2.3, set-up, Set-up", "set_up", cubes=5),
    begins_with(3, "spaces.0", 2, FILL, "spotlight", top=[2, 2], supply=11),
    begins_with(3, "spaces.1", 1, FILL, "set_up, spotlight", top=[1, 1], supply=33),
    begins_with(4, "spaces.0", 1, FILL, "spotlight", top=[1, 2], supply=22),
    begins_with(4, "spaces.1", 1, FILL, "set_up, spotlight", top=[2, 1], supply=22),
    begins_with(5, "spaces.0", 1, FILL, "set_up, spotlight", top=[1, 3], supply=11),
    begins_with(5, "spaces.1", 2, FILL, "spotlight", top=[2, 2], supply=11),
    Use("numbers.prestige_track", 110, says="VV-1.4", faces="prestige, tokens:token_lap"),
    Use(
        "numbers.eureka_rank",
        3,
        says=(
            "VV-4.1, VV-4.5, aids.eureka, tools.T-10a, tools.T-10b, A bout, example bout, "
            "glossary, reference"
        ),
        faces="deck:T-10a, deck:T-10b, aid, markers:token_eureka",
        play=with_eureka,
        was=2,
        now=3,
    ),
    Use(
        "numbers.corruption_cost",
        3,
        says=(
            "VV-5.2, aids.tokens, In the box, A Take, example window, figure haul, glossary, "
            "reference"
        ),
        faces=(
            "deck:W-black-6, deck:W-blue-6, deck:W-green-6, deck:W-red-6, deck:W-yellow-6, "
            "aid, reading_desk"
        ),
        play=corrupted,
        was=[3, 3],
        now=[2, 2],
    ),
    Use(
        "numbers.exchange_cost",
        3,
        says="VV-5.3, aids.exchange, A Take, example window, reference",
        faces="aid",
        play=exchanged,
        was=2,
        now=3,
    ),
    Use(
        "numbers.institution.cost",
        3,
        says=(
            "VV-5.4, aids.institution, tools.T-2d, A Take, example majorities, example window, "
            "reference"
        ),
        faces="deck:T-2d, aid, institutions",
        play=granted,
        was=2,
        now=3,
    ),
    *(
        Use(
            f"numbers.institution.slots.{number}.prestige",
            worth + 10,
            says=SLOT,
            faces="aid, pad, institutions",
            often=number == 1,
            play=partial(slot, number),
            was=worth,
            now=worth + 10,
        )
        for number, worth in enumerate((5, 3, 1))
    ),
    Use(
        "numbers.laureate",
        6,
        says="VV-5.6, VV-7.4, aids.rest, A Take, Final scoring, reference",
        faces="aid, pad, markers:token_laureate",
        play=partial(scored, "laureate", laureate="Ann"),
        was=4,
        now=6,
    ),
    majority("spotlight", 0, ", example majorities"),
    majority("spotlight", 1, ", example majorities"),
    majority("spotlight", 2, ""),
    majority("lead", 0, ", example majorities"),
    majority("lead", 1, ", example majorities"),
    majority("other", 0, ", example majorities, example majorities, Questions people ask"),
    *(
        Use(
            f"numbers.ladder.{index}",
            points,
            says=RUNG + (", VV-7.1" if points == 67 else ""),
            faces="aid, pad",
            play=partial(rung, index + 1),
            was=LADDER[index],
            now=points,
            often=index == 10,
        )
        for index, points in enumerate((0, 3, 5, 8, 13, 19, 26, 34, 43, 53, 67))
    ),
    *(
        Use(
            f"numbers.sets.{size}",
            worth + 1,
            says=SET,
            faces="aid, pad",
            often=size == 4,
            play=partial(critical, size),
            was=worth,
            now=worth + 1,
        )
        for size, worth in ((5, 22), (4, 16), (3, 10))
    ),
    Use(
        "numbers.final.grant",
        3,
        says=REST,
        faces="aid, pad",
        play=partial(scored, "grants", grants_unused=2),
        was=4,
        now=6,
    ),
    Use(
        "numbers.final.eureka",
        3,
        says=REST,
        faces="aid, pad",
        often=False,
        play=partial(scored, "eureka", eureka=True),
        was=1,
        now=3,
    ),
    Use(
        "numbers.final.unused_cube",
        -3,
        says=REST,
        faces="aid, pad",
        play=partial(scored, "cubes"),
        was=-10,
        now=-15,
    ),
    Refused("players.min", 2, "no entry for 2 players", at="numbers.set_up"),
    Refused("players.max", 6, "no entry for 6 players", at="numbers.set_up"),
    Use(
        "options.quill_from.value",
        "holder",
        says="VV-6.6, aids.next, The end of a session",
        drawn="aid",
        play=second_starter,
        was=1,
        now=0,
    ),
    Use(
        "options.empty_supply.value",
        "tracks",
        says="VV-3.4, VV-8.1, Questions people ask",
        play=without_supply,
        was=1,
        now=0,
    ),
    Use(
        "options.instant_or_anytime.value",
        "at_once",
        says="VV-4.4, aids.tool, Tools",
        drawn="aid",
        play=asked_of_a_tool,
        was=True,
        now=False,
    ),
)
