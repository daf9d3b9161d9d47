"""Illegal plays of Verse & Variant are refused with their clause, the reason, and what is open."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.play import records
from scoring.play.decisions import Decision
from scoring.play.moves import Refused
from scoring.verse_and_variant.bout import begin_bout, offer_tools, play_bout
from scoring.verse_and_variant.pieces import Cube, Player, Take
from scoring.verse_and_variant.state import Moment, State
from scoring.verse_and_variant.tools import all_tools
from scoring.verse_and_variant.window import preservation_window
from scoring.verse_and_variant.wording import (
    ChoicesByName,
    Exchanges,
    Grant,
    HaulOrder,
    NoExchange,
    Play,
    Use,
    WindowMove,
    refused,
)
from tests.scoring.tools import answer, run
from tests.verse_and_variant.plays import against, doing, laid, listener, sit, until, words
from tests.verse_and_variant.tables import (
    cards,
    hold,
    in_tableau,
    lay,
    offered,
    player,
    table_of,
)

HANDS: dict[str, Any] = {
    "Ann": "W-blue-3 W-red-9", "Bo": "W-blue-7 W-green-2 T-3a", "Cy": "W-blue-5 W-yellow-8",
}  # fmt: skip


@pytest.mark.clause("VV-4.1")
@pytest.mark.parametrize(("move", "message"), [
    ("W-red-1", "VV-4.1: W-red-1: it is not in your hand; choose W-blue-7"),
    ("take", "VV-5.1: take: it is not your turn in the preservation window; choose W-blue-7"),
    ("grant papyrus",
        "VV-5.4: grant papyrus: an institution grant is a step of your own Take; choose W-blue-7"),
    ("no exchange", "VV-5.3: no exchange: it is a step of your own Take; choose W-blue-7"),
    ("T-3a",
        "VV-4.3: T-3a: blue leads and you hold it, so your Primary must be blue; choose W-blue-7"),
    ("W-blue-7 with Eureka",
        "VV-4.1: W-blue-7 with Eureka: you hold no Eureka disc; choose W-blue-7"),
    ("burn", "VV-4.1: 'burn' is not a move here; choose W-blue-7"),
])  # fmt: skip
def test_a_wrong_primary(move: str, message: str) -> None:
    table = laid(**HANDS)
    assert against(until(table, play_bout(table), "W-blue-3", "W-red-9"), move) == message


@pytest.mark.clause("VV-4.3")
def test_a_wrong_primary_where_tools_are_free() -> None:
    """As T-8c frees them: no other colour."""

    def frees(table: State, player: Player) -> None:
        table.bout.free = "tools"

    table = laid(3, doing("T-8c", frees, Moment.BEFORE_PRIMARY), **HANDS)
    in_tableau(table, "Bo", "T-8c")
    question = until(table, play_bout(table), "W-blue-3", "W-red-9", "use T-8c")
    assert words(question) == ["W-blue-7", "T-3a"]
    assert against(question, "W-green-2") == (
        "VV-4.3: W-green-2: blue leads and you hold it, so your Primary must be blue or a Tool;"
        " choose W-blue-7"
    )


@pytest.mark.clause("VV-4.1", "VV-4.3")
@pytest.mark.parametrize(("move", "message"), [
    ("W-blue-3", "VV-4.1: W-blue-3: it is not in your hand; choose W-red-9"),
    ("W-red-9 with Eureka",
        "VV-4.3: W-red-9 with Eureka: an Echo never ranks, so Eureka cannot be spent on it; "
        "choose W-red-9"),
    ("pass", "VV-5.1: pass: it is not your turn in the preservation window; choose W-red-9"),
])  # fmt: skip
def test_a_wrong_echo(move: str, message: str) -> None:
    table = laid(**HANDS)
    player(table, "Ann").eureka = True
    assert against(until(table, play_bout(table), "W-blue-3"), move) == message


@pytest.mark.clause("VV-4.4")
@pytest.mark.parametrize(("move", "reason"), [
    ("use T-3a", "it lies in no tableau"),
    ("use T-4d", "it lies in Bo's tableau, not in yours"),
    ("keep T-4d", "it lies in Bo's tableau, not in yours"),
    ("use T-15a", "an Instant acts only when it is played as your Primary"),
    ("use T-1e", "it has acted already"),
    ("use T-4a", "it cannot act now; its time is 'your turn in the window'"),
    ("use T-2b", "it cannot act now; its time is 'any time'"),
])  # fmt: skip
def test_a_tool_at_the_wrong_time_or_of_another_player(move: str, reason: str) -> None:
    table = laid(**HANDS)
    lay(table, Ann="keeps T-15a T-1e T-4a T-2b", Bo="keeps T-4d")
    player(table, "Ann").spent.append("T-1e")
    found = against(until(table, play_bout(table)), move)
    assert found == f"VV-4.4: {move}: {reason}; choose W-blue-3 or W-red-9"


@pytest.mark.clause("VV-4.4")
def test_a_move_before_it_is_said_whether_a_tool_acts() -> None:
    table = laid(3, listener("T-7c", Moment.ANY_TIME), **HANDS)
    in_tableau(table, "Ann", "T-7c")
    question = until(table, offer_tools(table, Moment.ANY_TIME, table.players))
    for move in ("W-blue-3", "take"):
        assert against(question, move) == (
            f"VV-4.4: {move}: first say whether T-7c acts; "
            "choose use T-7c, keep T-7c or keep T-7c this bout"
        )


@pytest.mark.clause("VV-5.1", "VV-5.2")
@pytest.mark.parametrize(
    ("grants", "move", "message"),
    [
        (0, "take", "VV-5.2: take: you have no unused Grant; choose lockdown or pass"),
        (0, "take with Eureka", "VV-5.2: take with Eureka: a Take costs a Grant; Eureka pays for"
                                " one only by T-10d; choose lockdown or pass"),
        (0, "W-red-9", "VV-5.1: W-red-9: no card is to be played now; choose lockdown or pass"),
        (0, "W-red-8", "VV-4.1: W-red-8: it is not in your hand; choose lockdown or pass"),
        (0, "grant papyrus", "VV-5.4: grant papyrus: an institution grant is a step of your own"
                             " Take; choose lockdown or pass"),
    ],
)  # fmt: skip
def test_a_wrong_turn_in_the_window(grants: int, move: str, message: str) -> None:
    table = laid(3, Ann="W-red-9")
    table.bout.finish = [0, 1, 2]
    ann = player(table, "Ann")
    ann.eureka, ann.grants = True, grants
    assert against(until(table, preservation_window(table)), move) == message


@pytest.mark.clause("VV-5.2", "VV-5.4")
def test_a_wrong_move_during_a_take() -> None:
    table = laid(3, Ann="W-red-9")
    lay(table, finish="Ann Bo Cy", Ann="papyrus 2")
    question = until(table, preservation_window(table), "take")
    choose = "choose grant papyrus or no grant"
    assert against(question, "lockdown") == f"VV-5.2: lockdown: your Take is under way; {choose}"
    assert against(question, "W-red-9") == (
        f"VV-5.4: W-red-9: no card is to be played now; {choose}"
    )
    assert against(question, "grant ubs_a") == (
        "VV-5.4: grant ubs_a: it costs 2 ubs_a and your ledger has none; choose grant papyrus"
    )


@pytest.mark.clause("VV-4.3")
def test_a_record_with_an_illegal_play_names_the_move_its_clause_and_what_was_open(
    tmp_path: Path,
) -> None:
    play = sit(Ann="W-blue-3 W-red-9", Bo="W-blue-7 W-green-2")
    answer(play, "W-blue-3", "W-red-9", "W-blue-7", "W-green-2")
    path = tmp_path / "evening.yaml"
    path.write_text(records.write(play).replace("Bo: W-blue-7", "Bo: W-green-2"))
    status, output, _ = run("replay", str(path))
    assert status == 1
    assert (
        f"{path}:18: VV-4.3: Bo: W-green-2: blue leads and you hold it, so your Primary must"
        " be blue; choose W-blue-7 (moves no. 5)"
    ) in output.splitlines()


@pytest.mark.clause("VV-4.4")
def test_a_tool_may_rest_for_the_bout() -> None:
    """Kept for the bout it is not offered again before the next one, and kept it is at once."""
    table = laid(3, *all_tools().values())
    lay(table, Ann="papyrus, keeps T-1a", desk="W-blue-2")
    assert not offered(table, Moment.ANY_TIME, "keep T-1a")
    assert not offered(table, Moment.ANY_TIME, "keep T-1a this bout")
    assert not offered(table, Moment.ANY_TIME)
    hold(table, "Ann", "W-red-2")
    begin_bout(table)
    assert offered(table, Moment.ANY_TIME, "use T-1a")


@pytest.mark.clause("VV-5.2")
def test_witnesses_are_named_by_suit_and_rank_or_taken_as_they_lie() -> None:
    haul = HaulOrder(("W-blue-9", "W-black-6"))
    assert str(haul) == "W-blue-9, W-black-6 in your order, or as they lie"
    assert haul.parse("black 6, Blue 9")[1] == ["W-black-6", "W-blue-9"]
    assert haul.parse("As they lie")[1] == ["W-blue-9", "W-black-6"]
    with pytest.raises(Refused, match="missing: W-black-6"):
        haul.parse("blue 9")
    haul = HaulOrder(("W-blue-9", "W-black-6", "W-red-1"))
    for said in (
        "black 6 first",
        "Black 6 first, the rest as they lie",
        "W-black-6 first; the rest as they lie",
        "black 6, the rest as they lie",
        "black 6, blue 9 first",
        "black 6 blue 9 red 1 first, the rest as they lie",
    ):
        assert haul.parse(said)[0] == "W-black-6 W-blue-9 W-red-1", said
    with pytest.raises(Refused, match="extra: W-red-2"):
        haul.parse("red 2 first, the rest as they lie")
    with pytest.raises(Refused, match="extra: W-red-1"):
        haul.parse("red 1, red 1 first")
    with pytest.raises(Refused, match="missing: W-blue-9, W-black-6, W-red-1; extra: first"):
        haul.parse("first")
    haul = HaulOrder(("W-blue-9", "W-black-6"))
    drawn = {haul.draw(Random(seed))[0] for seed in range(9)}
    assert drawn == {"W-blue-9 W-black-6", "W-black-6 W-blue-9"}


def test_cards_tokens_and_tools_have_other_names() -> None:
    options = ChoicesByName([("W-blue-9", 1), ("ubs_a", 2)])
    assert options.parse("blue 9") == ("W-blue-9", 1)
    assert options.parse("UBS A") == ("ubs_a", 2)
    assert options.shown().parse("ubs a") == ("ubs_a", 2)


@pytest.mark.parametrize(("said", "move", "meaning"), [
    ("Variant Matrix", "T-3c", Play("T-3c")),
    ("variant matrix with eureka", "T-3c with Eureka", Play("T-3c", True)),
    ("blue 9", "W-blue-9", Play("W-blue-9")),
    ("Blue 9 with Eureka", "W-blue-9 with Eureka", Play("W-blue-9", True)),
    ("use Variant Matrix", "use T-3c", Use("T-3c")),
    ("keep Variant Matrix", "keep T-3c", Use("T-3c")),
    ("keep t 3c this bout", "keep T-3c this bout", Use("T-3c")),
    ("grant UBS Rating A", "grant ubs_a", Grant("ubs_a")),
    ("grant ubs a", "grant ubs_a", Grant("ubs_a")),
    ("grant papyrus", "grant papyrus", Grant("papyrus")),
    ("No grant", "no grant", Grant()),
    ("no exchange", "no exchange", NoExchange()),
    ("lock down", "lockdown", WindowMove("lockdown")),
    ("take", "take", WindowMove("take")),
    ("take with eureka", "take with Eureka", WindowMove("take", True)),
    ("pass", "pass", WindowMove("pass")),
    ("use blue 9", None, None),
    ("keep W-blue-9", None, None),
    ("W-blue-10", None, None),
    ("none", None, None),
])  # fmt: skip
def test_what_has_the_same_words_all_game_long(
    said: str, move: str | None, meaning: object
) -> None:
    """And what it means, by which a move that is not open is refused."""
    words = table_of().words
    assert words.find(said) == move
    if move is not None:
        assert (words.moves[move], type(words.moves[move])) == (meaning, type(meaning))


@pytest.mark.clause("VV-5.3")
@pytest.mark.parametrize(("said", "message"), [
    ("W-blue-3 for T-9a", ": W-blue-3 for T-9a: T-9a is no Tool of the haul"),
    ("blue 4 for T-3a", ": W-blue-4 for T-3a: W-blue-4 is not in your hand"),
    ("T-9a for T-3a", ": T-9a for T-3a: T-9a is not in your hand"),
    ("blue 3", ": 'blue 3' is not a move here"),
    ("T-3a", ": 't 3a' is not a move here"),
    ("for T-3a", ": 'for t 3a' is not a move here"),
])  # fmt: skip
def test_a_wrong_exchange(table: State, said: str, message: str) -> None:
    hand, tools = tuple(cards(table, "W-blue-3", "T-2c")), tuple(cards(table, "T-3a", "T-1b"))
    exchange = Exchanges(hand, tools, table.words, table.cards)
    question = Decision("Ann", "lacuna exchange", "VV-5.3", exchange)
    choose = "a card of the hand for T-3a or T-1b, as in 'W-blue-3 for T-3a', or no exchange"
    assert against(question, said) == f"VV-5.3{message}; choose {choose}"


@pytest.mark.clause("VV-5.3")
def test_every_exchange_may_be_drawn_at_random_and_none() -> None:
    table, rng = table_of(), Random(1)
    hand, tools = tuple(cards(table, "W-blue-3", "T-2c")), tuple(cards(table, "T-3a", "T-1b"))
    exchange = Exchanges(hand, tools, table.words, table.cards)
    drawn = [exchange.draw(rng) for _ in range(60)]
    assert {move for move, _ in drawn} == {
        "no exchange", "W-blue-3 for T-3a", "W-blue-3 for T-1b", "T-2c for T-3a", "T-2c for T-1b"
    }  # fmt: skip
    assert all(exchange.parse(move) == (move, value) for move, value in drawn)


@pytest.mark.clause("VV-5.3", "VV-5.4")
def test_why_a_step_of_a_take_is_over_or_not_open(table: State) -> None:
    ann, bo = player(table, "Ann"), player(table, "Bo")
    table.take = Take(0, 2)
    lay(table, finish="Ann Bo Cy", Ann="papyrus")
    table.boards["majority"] = [Cube(1), Cube(1), Cube(2)]
    table.bout.closed = "red"

    def told(who: Player, meaning: Any) -> str:
        return ": ".join(refused(table, who, "VV-5.4", meaning))

    assert told(ann, NoExchange()) == "VV-5.3: the exchange of this Take is over"
    assert told(bo, NoExchange()) == "VV-5.3: it is a step of your own Take"
    assert told(ann, Grant()) == "VV-5.4: an institution grant is a step of your own Take"
    assert told(bo, Grant("papyrus")) == "VV-5.4: an institution grant is a step of your own Take"
    assert told(ann, Grant("papyrus")) == "VV-5.4: it costs 2 papyrus and your ledger has 1"
    assert told(ann, Grant("ubs_a")) == "VV-5.4: it costs 2 ubs_a and your ledger has none"
    assert told(ann, Grant("majority")) == "VV-5.4: all its slots are filled"
    assert told(ann, Grant("section")) == "VV-5.4: it takes no cubes now (T-11e)"
    assert told(ann, WindowMove("take")) == "VV-5.2: your Take is under way"
    assert told(bo, WindowMove("take")) == "VV-5.2: you have no unused Grant"
    assert told(bo, WindowMove("take", True)) == "VV-5.2: you hold no Eureka disc"
    assert told(bo, WindowMove("lockdown")) == (
        "VV-5.1: you have played your Lockdown tile this session"
    )
