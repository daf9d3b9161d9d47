"""The numbers of Winston's Archive, and what follows each of them."""

from __future__ import annotations

from typing import Any

from card_data import Game
from scoring.play.play import Play
from scoring.winstons_archive.fewest import fewest_cards
from tests.numbers.edits import Refused, Use, seated
from tests.scoring.tools import asked, decided
from tests.winstons_archive.tables import NAMES, cards, parts, result, sit, table_of


def after_shuffle(game: Game[Any]) -> tuple[int, int]:
    """Stacks, and cards in the deck beside them (WA-2.1)."""
    table = table_of(sit("", game=game))
    return len(table.stacks), len(table.deck)


def declined(game: Game[Any]) -> int:
    """How many stacks a player can decline before the turn ends with the top card (WA-3.3)."""
    play, times = sit("", game=game), 0
    while decided(play).who == NAMES[0]:
        play.move("decline")
        times += 1
    return times


def stand_ins_beside(game: Game[Any]) -> list[int]:
    """The points for a set of three with one real book and with two, and stand-ins for the rest."""
    held = [cards("Ann", "B", pop=2), cards("Ann", "BB", pop=1)]
    return [parts(one, cards("Bo"), game=game)["Ann"]["books"] for one in held]


def book_points(game: Game[Any]) -> int:
    return parts(cards("Ann", "AA"), cards("Bo"), game=game)["Ann"]["books"]


def page_points(game: Game[Any]) -> list[int]:
    """For 8, 9, 10, 11 and 12 pages."""
    return [
        parts(cards("Ann", pages=pages), cards("Bo"), game=game)["Ann"]["manuscripts"]
        for pages in range(8, 13)
    ]


def fewest_points(game: Game[Any]) -> int:
    """What the fewest pages cost of two players."""
    return parts(cards("Ann", pages=1), cards("Bo", pages=2), game=game)["Ann"]["reprimand"]


def out_of_three(game: Game[Any]) -> bool:
    """Whether the fewest pages lose with three players."""
    three = [cards(name, pages=seat) for seat, name in enumerate(NAMES[:3])]
    standings = result(*three, game=game).standings
    return any(one.tally.out for one in standings)


def borne_by_two(game: Game[Any]) -> list[bool]:
    """Who of three players is out, best first, if two have the fewest pages together."""
    three = [cards("Ann", pages=1), cards("Bo", pages=1), cards("Cy", pages=2)]
    return [one.tally.out for one in result(*three, game=game).standings]


def first_look(game: Game[Any]) -> str:
    """What the next player looks at first, once stack 1 has been taken (WA-3.2)."""
    play = sit("", game=game)
    play.move("take")
    return asked(play)[1]


def deal(game: Game[Any]) -> dict[str, int]:
    """The cards that are shuffled, by kind."""
    deck = table_of(Play(game, NAMES[:2])).deck
    kinds = {name: name for name in ("product_over_process", "open_secrets")}
    found = dict.fromkeys(("cards", "books", "pages", *kinds), 0)
    for card in deck:
        kind = kinds.get(card) or ("pages" if card.startswith("M") else "books")
        found[kind] += 1
    return found | {"cards": len(deck)}


def fewest_of_two(game: Game[Any]) -> int:
    """The fewest cards that a game leaves one of two players (WA-6.3)."""
    numbers = game.data.numbers
    return fewest_cards(numbers.deck.cards, numbers.stacks, players=2, refill=False)


DECK = {"cards": 54, "books": 27, "pages": 18, "product_over_process": 4, "open_secrets": 5}
KINDS = "the kinds of card add up to"
CARDS = "game.yaml numbers.deck.cards"
BOOK = '  - {id: G1, set: G, place: 1, title: "Another", author: "Anon"}\n'
SET = '  - {id: G, size: 1, name: Keys, emblem: key, colour: "#5b2a86", pattern: bands}\n'
PAGE = '  - {id: M19, line: "One more.", drawing: snail}\n'

USES: tuple[Use | Refused, ...] = (
    Refused("numbers.deck.cards", 55, f"found 55, but {KINDS} 54"),
    Use(
        "numbers.deck.books",
        28,
        along={CARDS: 55, "books.yaml +": BOOK, "sets.yaml +": SET},
        alone="found 28, but books.yaml has 27",
        says="WA-1.1, WA-1.3, WA-2.1, about, In the box, Set-up, Set-up, figure box, set-up",
        drawn="pad, set_up, deck:G1",
        play=deal,
        was=DECK,
        now=DECK | {"cards": 55, "books": 28},
    ),
    Use(
        "numbers.deck.manuscripts",
        19,
        along={CARDS: 55, "manuscripts.yaml +": PAGE},
        alone="found 19, but manuscripts.yaml has 18",
        says="WA-1.1, WA-2.1, WA-6.1, In the box, Set-up, Set-up, figure box, set-up",
        faces="deck:M19",
        drawn="set_up",
        often=False,
        play=deal,
        was=DECK,
        now=DECK | {"cards": 55, "pages": 19},
    ),
    Use(
        "numbers.deck.product_over_process",
        5,
        along={CARDS: 55, "specials.yaml specials.0.copies": 5},
        alone="found 4, but game.yaml says 5",
        says="WA-1.1, WA-1.4, WA-2.1, In the box, Set-up, Set-up, figure box, set-up",
        drawn="deck:product_over_process, set_up",
        often=False,
        play=deal,
        was=DECK,
        now=DECK | {"cards": 55, "product_over_process": 5},
    ),
    Use(
        "numbers.deck.open_secrets",
        4,
        along={CARDS: 53, "specials.yaml specials.1.copies": 4},
        alone="found 5, but game.yaml says 4",
        says="WA-1.1, WA-1.4, WA-2.1, In the box, Set-up, Set-up, figure box, set-up",
        drawn="deck:open_secrets, set_up",
        play=deal,
        was=DECK,
        now=DECK | {"cards": 53, "open_secrets": 4},
    ),
    Use(
        "numbers.stacks",
        4,
        says="WA-2.1, WA-3.3, WA-3.4, aids.deck, set-up, first turn, Set-up, Your turn, "
        "example rounds",
        faces="aid, set_up",
        play=lambda game: (after_shuffle(game), declined(game), fewest_of_two(game)),
        was=((3, 51), 3, 8),
        now=((4, 50), 4, 7),
    ),
    Refused("numbers.stacks", 55, "found 55, but the deck has 54 cards"),
    Use(
        "numbers.stand_in.real_books",
        2,
        says="WA-4.2, aids.free, specials.product_over_process, Your turn, Questions people ask",
        faces="deck:product_over_process, aid",
        play=stand_ins_beside,
        was=[3, 3],
        now=[0, 3],
    ),
    Use(
        "numbers.scoring.book",
        2,
        says="WA-5.2, aids.books, objective, Scoring",
        faces="aid, pad",
        play=book_points,
        was=2,
        now=4,
    ),
    Use(
        "numbers.scoring.pages_a_point",
        4,
        says="WA-5.3, aids.pages, objective, Scoring",
        faces="aid, pad",
        play=page_points,
        was=[1, 1, 2, 2, 2],
        now=[2, 2, 2, 2, 3],
    ),
    Use(
        "numbers.scoring.reprimand",
        -4,
        says="WA-5.4, aids.fewest, Scoring, set-up",
        faces="aid, pad, set_up",
        play=fewest_points,
        was=-3,
        now=-4,
    ),
    Refused("numbers.scoring.reprimand", 0, "found 0, expected a whole number from -9999 to -1"),
    Use(
        "numbers.scoring.elimination_from",
        4,
        says="WA-5.4, WA-5.5, aids.fewest, objective, Scoring, set-up",
        faces="aid",
        drawn="set_up",
        play=out_of_three,
        was=True,
        now=False,
    ),
    Use(
        "players.min",
        1,
        says="WA-1.5, WA-1.5, Set-up, set-up",
        faces="set_up",
        play=seated,
        was=[2, 3, 4, 5, 6],
        now=[1, 2, 3, 4, 5, 6],
    ),
    Use(
        "players.max",
        7,
        says="WA-1.5, Set-up, set-up",
        faces="set_up",
        drawn="aid, pad",
        play=seated,
        was=[2, 3, 4, 5, 6],
        now=[2, 3, 4, 5, 6, 7],
    ),
    Use(
        "options.refill_taken_stack.value",
        True,
        says="WA-3.2, aids.take, Your turn",
        drawn="aid",
        play=first_look,
        was="stack 2",
        now="stack 1",
    ),
    Use(
        "options.tie_for_fewest.value",
        "nobody",
        says="WA-5.6, aids.fewest, Scoring",
        drawn="aid",
        play=borne_by_two,
        was=[False, True, True],
        now=[False, False, False],
    ),
)
