"""How each game lies on the terminal while it is played: what is drawn and what is offered."""

from __future__ import annotations

from random import Random
from typing import Any

import card_data
from scoring.play.decisions import Decision
from scoring.play.records import Record
from scoring.play.referee import Referee


def game_of(name: str, *moves: str, seed: int = 1) -> Referee:
    """A game in which the program rolls and shuffles and people make these moves."""
    game = card_data.load(name)
    names = ("Ann", "Bo", "Cy")[: game.head.players.min]
    referee = Referee(game, Record(name, names, (), seed=seed, rolls=True))
    referee.go_on()
    for words in moves:
        referee.answer(asked(referee), words)
        referee.go_on()
    return referee


def asked(referee: Referee) -> Decision[Any]:
    assert referee.asked is not None
    return referee.asked


def drawn(referee: Referee, player: str) -> list[str]:
    """The table as a player sees it, line by line."""
    lines = referee.table_view.drawing(referee.play.view(player), None, 79)
    return ["".join(span.text for span in line).rstrip() for line in lines]


def offered(referee: Referee) -> list[str]:
    """The answers that are numbered."""
    decision = asked(referee)
    return referee.table_view.offered(decision, referee.play.view(decision.who))


def test_winstons_archive_shows_a_stack_to_who_looks_at_it_and_open_secrets_to_all() -> None:
    """WA-3.1, WA-3.6."""
    referee = game_of("winstons_archive", seed=3)
    assert drawn(referee, "Ann")[:5] == [
        "Turn Ann   Deck 51",
        "Stack 1  you see all of it:",
        "         C2  What Came Up Instead",
        "Stack 2  1 face down",
        "Stack 3  1 face down",
    ]
    assert drawn(referee, "Bo")[1] == "Stack 1  1 face down"
    referee = game_of("winstons_archive", "decline", "decline", "decline", seed=3)
    assert "         Open Secrets" in drawn(referee, "Ann"), "which lay on stack 3"
    assert "Stack 3  1 face down, the others face up:" in drawn(referee, "Ann")
    assert "Bo  0 cards" in drawn(referee, "Ann")
    referee = game_of("winstons_archive", "take", seed=3)
    assert "Your books   C 1 of 4   C2" in drawn(referee, "Ann")
    assert "Ann  1 card" in drawn(referee, "Bo")


def test_dice_archive_shows_all_dice_the_board_and_the_forms() -> None:
    """DA-2.4: keeping all dice, those of one number or none is offered."""
    referee = game_of("dice_archive", seed=1)
    view = referee.play.view("Ann")
    shared = " ".join(map(str, view.communal))
    assert (
        drawn(referee, "Ann")[0] == f"Week 1   Token Ann   Communal {shared}   Boss {view.boss[0]}"
    )
    mine = " ".join(map(str, sorted(view.me.unused)))
    assert any(line.startswith(f"Ann   {mine}  ") for line in drawn(referee, "Ann"))
    assert any(line.startswith("left x2 ") for line in drawn(referee, "Ann"))
    mover = referee.play.view(asked(referee).who).me
    assert offered(referee)[0] == "keep"
    assert offered(referee)[-1] == f"reroll {' '.join(map(str, sorted(mover.unused)))}"
    assert len(offered(referee)) == len({*mover.unused}) + 2


def test_nineteen_eighty_four_shows_the_sheet_and_the_dice() -> None:
    """NE-3.2, NE-3.3."""
    referee = game_of("nineteen_eighty_four", "level 3", seed=4)
    lines = drawn(referee, "Ann")
    assert lines[0] == "Level ×3   Round R1, 8 left with it   Last X none   To go 126 boxes"
    assert lines[-3:] == [
        "Space     1 red  2 green  3 blue  4 white  5 yellow  6 purple  Room 101  Result",
        "To place  4      6        3       3        3         6",
        "Placed    .      .        .       .        .         .         .         0",
    ]
    referee = game_of("nineteen_eighty_four", "level 3", "place blue remove red", seed=4)
    assert drawn(referee, "Ann")[-2:] == [
        "To place  .      6        .       3        3         6",
        "Placed    .      .        3       .        .         .         .         3",
    ]


def test_manuscript_shows_the_shop_and_the_book_and_offers_places_to_begin() -> None:
    """MS-2.2, MS-2.4, MS-3.6."""
    referee = game_of("manuscript", seed=4)
    text = next(text for row in referee.play.view("Ann").shop for text in row if text)
    assert f"buy {text}" in offered(referee)
    called = referee.table_view.called(text)
    assert any(called in line for line in drawn(referee, "Ann") if " Shop  " in line)
    assert not any(words.startswith("copy") for words in offered(referee))
    referee = game_of("manuscript", f"buy {text} to active", "buy pwyll", seed=4)
    places = [words for words in offered(referee) if words.startswith("copy")]
    assert places
    referee = game_of("manuscript", f"buy {text} to active", "buy pwyll", places[0], seed=4)
    assert any(f"Book  A {called} " in line for line in drawn(referee, "Ann"))
    assert any(f"active {called}" in line for line in drawn(referee, "Bo")), "which lies open"


def test_verse_and_variant_shows_your_hand_by_suit_and_what_cards_are() -> None:
    """VV-4.1: the hands of others are numbers."""
    referee = game_of("verse_and_variant", seed=4)
    hand = referee.play.view("Ann").hand
    blues = sorted(card.split("-")[2] for card in hand if card.startswith("W-blue"))
    text = " ".join(drawn(referee, "Ann"))
    assert f"Hand  blue {' '.join(blues)}, " in text
    assert offered(referee)[: len(blues)] == [f"W-blue-{rank}" for rank in blues]
    assert {*offered(referee)} == {*hand}
    tool = next(card for card in offered(referee) if card.startswith("T-"))
    row = next(row for row in referee.game.data.tools if row.id == tool)
    assert referee.table_view.caption(tool) == f"{row.title}, {row.timing}"
    assert referee.table_view.caption("W-blue-7") == "2 papyrus, 1 lacuna"
    line = next(
        line for line in drawn(referee, "Ann") if line.startswith("Hand  ") and "," not in line
    )
    assert line.split() == ["Hand", "20", "20", "20"]


def test_verse_and_variant_offers_every_exchange_and_order() -> None:
    """VV-5.2, VV-5.3: in a whole game they come up often enough to see."""
    referee, rng = game_of("verse_and_variant", seed=6), Random(6)
    seen: dict[str, int] = {}
    while not referee.over and len(referee.play.moves) < 250:
        decision = asked(referee)
        if decision.what in ("lacuna exchange", "order of the Witnesses"):
            seen[decision.what] = max(seen.get(decision.what, 0), len(offered(referee)))
        referee.answer(decision, decision.random(rng))
        referee.go_on()
    assert seen["lacuna exchange"] > 10
    assert seen["order of the Witnesses"] >= 1
