"""Illegal plays of Verse & Variant are refused with their clause, the reason, and what is open."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from scoring.play import records
from scoring.play.moves import Refused
from scoring.verse_and_variant.state import State
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
from tests.verse_and_variant.sample_plays import sit
from tests.verse_and_variant.tables import cards, lay, player, table_of


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
def test_moves_have_fixed_words_and_aliases(said: str, move: str | None, meaning: object) -> None:
    """And what it means, by which a move that is not open is refused."""
    words = table_of().words
    assert words.find(said) == move
    if move is not None:
        assert (words.moves[move], type(words.moves[move])) == (meaning, type(meaning))


@pytest.mark.clause("VV-5.3")
def test_random_exchanges_cover_all_of_them_and_none() -> None:
    table, rng = table_of(), Random(1)
    hand, tools = tuple(cards(table, "W-blue-3", "T-2c")), tuple(cards(table, "T-3a", "T-1b"))
    exchange = Exchanges(hand, tools, table.words, table.cards)
    drawn = [exchange.draw(rng) for _ in range(60)]
    assert {move for move, _ in drawn} == {
        "no exchange", "W-blue-3 for T-3a", "W-blue-3 for T-1b", "T-2c for T-3a", "T-2c for T-1b"
    }  # fmt: skip
    assert all(exchange.parse(move) == (move, value) for move, value in drawn)


@pytest.mark.clause("VV-5.3", "VV-5.4")
def test_refusal_says_why_a_step_of_a_take_is_closed(table: State) -> None:
    ann, bo = player(table, "Ann"), player(table, "Bo")
    lay(table, take="Ann", finish="Ann Bo Cy", Ann="papyrus", majority="Bo Bo Cy", closed="red")
    for who, meaning, said in (
        (ann, NoExchange(), "VV-5.3: the exchange of this Take is over"),
        (bo, NoExchange(), "VV-5.3: it is a step of your own Take"),
        (ann, Grant(), "VV-5.4: an institution grant is a step of your own Take"),
        (bo, Grant("papyrus"), "VV-5.4: an institution grant is a step of your own Take"),
        (ann, Grant("papyrus"), "VV-5.4: it costs 2 papyrus and your ledger has 1"),
        (ann, Grant("ubs_a"), "VV-5.4: it costs 2 ubs_a and your ledger has none"),
        (ann, Grant("majority"), "VV-5.4: all its slots are filled"),
        (ann, Grant("section"), "VV-5.4: it takes no cubes now (T-11e)"),
        (ann, WindowMove("take"), "VV-5.2: your Take is under way"),
        (bo, WindowMove("take"), "VV-5.2: you have no unused Grant"),
        (bo, WindowMove("take", True), "VV-5.2: you hold no Eureka disc"),
        (bo, WindowMove("lockdown"), "VV-5.1: you have played your Lockdown tile this session"),
    ):
        assert ": ".join(refused(table, who, "VV-5.4", meaning)) == said
