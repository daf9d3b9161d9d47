"""Each player's view of the table of Verse & Variant, and how it is drawn and offered."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import yaml

from scoring.play.card_locations import all_cards, visible_cards
from scoring.play.decisions import Decision
from scoring.play.moves import Choices
from scoring.positions.display import Line
from scoring.verse_and_variant.pieces import View
from scoring.verse_and_variant.state import State
from scoring.verse_and_variant.table_view import GameTable
from scoring.verse_and_variant.wording import Exchanges, HaulOrder
from tests import golden_files
from tests.scoring.tools import answer
from tests.verse_and_variant.sample_plays import asked, sit, until, words
from tests.verse_and_variant.tables import GAME, board, cards, lay, player, table_of


def busy() -> State:
    """A table with something in every place that a player sees."""
    table = board()
    lay(
        table, green="", primaries="Bo W-blue-8+2, Cy W-yellow-1", finish="Bo Ann Cy", quill="Cy",
        echoes="Ann T-9e, Bo W-green-3", closed="green", barred="yellow black", discard="W-red-1",
        Bo="vault papyrus 2, vault majority 1, keeps T-1e T-2d, used T-1e, runs T-3d, eureka, "
        "no lockdown, prestige 12",
        **{"next spotlight": "red", "decreed leader": "Cy"},
    )  # fmt: skip
    table.bout.beside, table.session.beside = cards(table, "T-11e"), cards(table, "T-14c")
    assert table.take is not None
    table.take.cards += cards(table, "W-blue-9")
    table.removed, table.session.number, table.laureate = cards(table, "W-red-6"), 2, 1
    return table


def plain(view: View) -> dict[str, Any]:
    """A view as plain values, of each track only the occupied spaces."""
    found: dict[str, Any] = msgspec.to_builtins(view)
    found["tracks"] = {
        suit: {at: list(stack) for at, stack in enumerate(spaces) if stack}
        for suit, spaces in found["tracks"].items()
    }
    again: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found | {"tracks": None}))
    return again | {"tracks": found["tracks"]}


def lines(view: View) -> list[Line]:
    return [line for line in GameTable(GAME).drawing(view, None, 79) if line]


def text(line: Line) -> str:
    return "".join([span.text for span in line]).rstrip()


@pytest.mark.clause("VV-3.7", "VV-8.1", "VV-8.2")
def test_a_table_as_its_players_see_it_and_as_it_is_filled_in() -> None:
    """Of who looks, their own hand and Echo alone, and they come first; on a terminal, too. Vaults
    and the token of T-5c are filled in, at the end with the Spotlight of the last scoring."""
    table = busy()
    for cube in table.boards["section"]:
        if cube is not None:
            cube.flat = True
    said = {f"What {name} sees": dumped(plain(table.view(name))) for name in ("Ann", "Bo", "Cy")}
    said["On Ann's terminal"] = "\n".join([text(line) for line in lines(table.view("Ann"))])
    said["Filled in before the end"] = dumped(table.position())
    table.over, table.scored_spotlight, table.added = True, "red", {1: "ubs_a"}
    said["Filled in at the end"] = dumped(table.position())
    golden_files.check("vv_table", said)


def dumped(value: object) -> str:
    plain = msgspec.to_builtins(value)
    return str(yaml.safe_dump(plain, width=99, sort_keys=False, default_flow_style=None)).strip()


@pytest.mark.parametrize(("words", "caption"), [
    ("W-blue-7", "blue 7 (2 Papyrus, 1 lacuna)"),
    ("use T-5c", "T-5c Footnote Feint, delayed"),
    ("W-blue-9 for T-3a", "(3 Papyrus); Desalination Bath, instant"),
    ("W-blue-1 W-blue-2 W-blue-3", ""),
    ("papyrus", ""),
    ("XT-1a", ""),
])  # fmt: skip
def test_a_move_is_explained_by_its_cards(words: str, caption: str) -> None:
    decision = Decision[Any]("Ann", "Primary", "VV-4.1", Choices([]))
    assert GameTable(GAME).gives(words, decision, table_of().view("Ann")) == caption


def test_moves_are_sorted_by_suit_and_rank_then_tools_then_the_rest() -> None:
    moves = ["none", "T-10a", "use T-2b", "W-red-1", "W-blue-9", "W-blue-2", "W-black-1", "also",
             "T-2b"]  # fmt: skip
    decision = Decision("Ann", "Primary", "VV-4.1", Choices([(move, move) for move in moves]))
    assert GameTable(GAME).offered(decision, table_of().view("Ann")) == [
        "W-blue-2", "W-blue-9", "W-red-1", "W-black-1", "T-2b", "T-10a", "none", "use T-2b", "also"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "card",
    ["T-2c", "T-9e", "T-1e", "W-yellow-1", "W-green-5", "T-1b", "W-red-1", "W-red-6", "T-11e"],
)
def test_open_cards_are_seen_by_all_and_hands_by_their_holders(card: str) -> None:
    """Of the hand, one's Echo, a tableau, the Primaries, the Desk, the haul, and what is out."""
    assert card in visible_cards(busy().card_locations(), "Ann")
    assert card in all_cards(table_of().card_locations()) - visible_cards(
        table_of().card_locations(), "Ann"
    )
    assert (card in visible_cards(busy().card_locations(), "Bo")) == (card not in ("T-2c", "T-9e"))


def test_face_down_cards_are_hidden() -> None:
    unseen = all_cards(busy().card_locations()) - visible_cards(busy().card_locations(), "Ann")
    assert {"W-green-3", "W-green-2", "T-15a"} <= unseen


def test_the_witnesses_of_t_1c_are_known_once_they_are_shown() -> None:
    table = busy()
    assert "W-green-2" not in visible_cards(table.card_locations(), "Ann")
    table.bout.shown[1] = table.cards["W-green-2"]
    assert "W-green-2" in visible_cards(table.card_locations(), "Ann")


def test_orders_of_few_witnesses_and_all_exchanges_are_offered() -> None:
    table, shown = busy(), GameTable(GAME)
    hand, tools = tuple(cards(table, "W-blue-3", "T-2c")), tuple(cards(table, "T-3a", "T-1b"))
    exchange = Decision(
        "Ann", "lacuna exchange", "VV-5.3", Exchanges(hand, tools, table.words, table.cards)
    )
    assert [*shown.openings(exchange, table.view("Ann"))] == [
        "W-blue-3 for T-3a", "W-blue-3 for T-1b", "T-2c for T-3a", "T-2c for T-1b", "no exchange"
    ]  # fmt: skip
    for haul, number in (("W-red-2", 2), ("W-red-2 W-red-3", 6), ("W-red-2 W-red-3 W-red-4", 4)):
        witnesses = ("W-blue-9", *haul.split())
        order = Decision("Ann", "order of the Witnesses", "VV-5.2", HaulOrder(witnesses))
        first, *orders = shown.openings(order, table.view("Ann"))
        assert (first, len(orders)) == ("as they lie", number)
        assert orders[0] == ("W-blue-9 first" if len(witnesses) > 3 else f"W-blue-9 {haul}")
        assert all(order.options.parse(words) for words in orders)
    primary: Decision[Any] = Decision("Ann", "Primary", "VV-4.1", Choices([]))
    assert [*shown.openings(primary, table.view("Ann"))] == []


def test_search_of_t_5d_is_shown_to_its_player_alone(table: State) -> None:
    lay(table, Ann="lacuna, holds W-blue-1 W-red-2", deck="T-5d", aside="T-1a T-5a T-6a")
    search = until(table, table.tools["T-5d"].run(table, player(table, "Ann"), table.cards["T-5d"]))
    assert (asked(search)[0], words(search)) == ("Ann", ["T-1a", "T-5a"])
    views = [repr(table.view(name)) for name in ("Bo", "Cy")]
    assert not [tool for tool in words(search) for view in views if tool in view]


@pytest.mark.clause("VV-4.1")
def test_primary_lies_face_up_and_echo_face_down() -> None:
    play = sit(Ann="W-blue-3 W-red-9")
    answer(play, "W-blue-3", "W-red-9")
    for name in ("Bo", "Cy"):
        view = play.view(name)
        assert [(one.player, one.card) for one in view.primaries] == [("Ann", "W-blue-3")]
        assert (view.echo, view.echoes) == ("", ("Ann",))
        assert "W-red-9" not in repr(view)
    assert play.view("Ann").echo == "W-red-9"
