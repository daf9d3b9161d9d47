"""Options of a decision: how moves are summarize, refused, drawn and found by other spellings."""

from __future__ import annotations

from random import Random

import pytest

from scoring.play.decisions import TABLE, Decision
from scoring.play.moves import (
    Choices,
    Deal,
    Order,
    Refusal,
    Refused,
    Vocabulary,
    cards_named,
    itemised,
    summarize,
)
from scoring.positions.findings import Finding, Unanswered

ITEMS = [f"c{number}" for number in range(12)]


def refusal(options: Choices[int] | Deal | Order, words: str) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        options.parse(words)
    return refused.value.rule, str(refused.value)


def choices(*words: str, vocabulary: Vocabulary[int] | None = None) -> Choices[int]:
    return Choices([(word, number) for number, word in enumerate(words)], vocabulary)


@pytest.mark.parametrize(("words", "said"), [
    ([], ""),
    (["a"], "a"),
    (["a", "b"], "a or b"),
    (["a", "b", "c"], "a, b or c"),
    ([f"pass {n}" for n in range(6)], "pass 0, pass 1, pass 2, pass 3, pass 4 or pass 5"),
    (["a 0", "a 1", "a 2", "a 3", "b 0", "c 0"], "a 0, a 1, a 2, a 3, b 0 or c 0"),
    ([f"pass {n}" for n in range(7)], "one of 7 like pass 0"),
    ([*(f"a {n}" for n in range(3)), *(f"b {n}" for n in range(4))],
     "a 0, a 1, a 2 or one of 4 like b 0"),
    ([f"a {k} {n}" for k in "pq" for n in range(4)],
     "one of 4 like a p 0 or one of 4 like a q 0"),
    ([f"a {k} {n}" for k in "qrstuvw" for n in range(4)], "one of 28 like a q 0"),
    ([f"{k} {n}" for k in "abcdef" for n in range(4)],
     ", ".join(f"one of 4 like {k} 0" for k in "abcde") + " or one of 4 like f 0"),
    ([f"{k} {n}" for k in "abcdefg" for n in range(4)], "one of 28 like a 0"),
])  # fmt: skip
def test_moves_are_listed_one_by_one_or_by_kind(words: list[str], said: str) -> None:
    assert summarize(words) == said


def test_a_refusal_lists_the_moves_of_the_same_kind_the_nearest_of_many() -> None:
    few = choices("take", "pass 1")
    assert refusal(few, "burn") == ("", "'burn' is not a move here; choose take or pass 1")
    six = choices(*(f"pass {number}" for number in range(5)), "take")
    assert refusal(six, "take 1")[1].endswith("choose " + summarize(list(six))), "all, where few"
    seven = choices(*(f"pass {number}" for number in range(6)), "take")
    assert refusal(seven, "take 1")[1] == "'take 1' is not a move here; choose take"
    assert refusal(seven, "pass 9")[1].endswith("choose " + summarize([*seven][:6]))
    many = choices(*(f"put {die} on {at}" for die in ("red", "blue") for at in range(4)), "take")
    assert refusal(many, "put blue on 9")[1].endswith(
        "choose put blue on 0, put blue on 1, put blue on 2 or put blue on 3"
    )
    six_alike = choices(*(f"put {die} on {at}" for die in ("red", "blue") for at in range(3)), "x")
    assert refusal(six_alike, "put blue on 9")[1].endswith("choose " + summarize([*six_alike][:6]))
    assert refusal(many, "burn")[1].endswith("choose take or one of 8 like put red on 0")


def test_a_move_that_is_not_open_now_is_refused_with_its_reason() -> None:
    vocabulary = Vocabulary({"take 1": 10, "take 2": 20, "pass": 30}, {"t2": "take 2"})
    plain = Choices([("take 1", 1), ("pass", 3)], vocabulary)
    assert refusal(plain, "T2") == ("", "take 2 is not possible now; choose take 1")
    told = Choices([("take 1", 1)], vocabulary, lambda meant: Refusal("XX-1.1", f"worth {meant}"))
    assert refusal(told, "t2") == ("XX-1.1", "take 2: worth 20; choose take 1")
    assert refusal(told, "pass") == ("XX-1.1", "pass: worth 30; choose take 1")
    assert told.parse(" Take,1 ") == ("take 1", 1)
    shown = told.shown()
    assert (shown.moves, shown.vocabulary) == (told.moves, vocabulary)
    assert refusal(shown, "t2") == ("", "take 2 is not possible now; choose take 1")


def test_options_are_a_mapping_drawn_at_random_and_found_by_unique_signs() -> None:
    some = choices("a", "b", "c")
    assert ([*some], len(some), some["c"], "d" in some) == (["a", "b", "c"], 3, 2, False)
    with pytest.raises(KeyError, match=r"^'d'$"):
        some["d"]
    assert {some.draw(Random(seed)) for seed in range(30)} == {("a", 0), ("b", 1), ("c", 2)}
    vocabulary = Vocabulary({"level 3": 3, "x3": 9, "Take": 1}, {"X3": "level 3", "t": "Take"})
    assert [vocabulary.find(words) for words in ("x3", "X3", "T", "take", "level  3", "no")] == [
        "x3", None, "Take", "Take", "level 3", None,
    ]  # fmt: skip


def test_cards_are_dealt_and_ordered_at_random_or_refused() -> None:
    deal, order = Deal(("A1", "A2", "B1"), 2), Order(("A1", "A2", "B1"))
    for words, wrong in (
        ("A1", "found: 1"), ("A1 A2 B1", "found: 3"), ("A1 A1", "extra: A1"), ("", "found: 0"),
        ("A1 Z", "unknown: Z"), ("A1 Z, Z Q", "found: 4; unknown: Z, Z, Q"),
    ):  # fmt: skip
        assert refusal(deal, words) == ("", f"expected 2 of 3 cards; {wrong}")
    for seed in range(9):
        words, cards = deal.draw(Random(seed))
        assert deal.parse(words) == (words, cards)
        words, cards = order.draw(Random(seed))
        assert order.parse(words) == (words, cards)
    assert len({order.draw(Random(seed))[0] for seed in range(60)}) == 6
    assert refusal(order, "a1 a1")[1] == (
        "expected all 3 cards in order; missing: A2, B1; extra: A1"
    )
    assert order.cards == ("A1", "A2", "B1"), "drawing shuffles a copy"


def test_cards_are_found_by_their_own_case_and_the_first_nine_wrong_ones_told() -> None:
    assert cards_named("a1,B1  b1 Q", ["A1", "B1", "b1"]) == ["A1", "B1", "b1", "Q"]
    assert itemised({"a": ITEMS[:9], "b": []}) == f"a: {', '.join(ITEMS[:9])}"
    assert itemised({"a": ITEMS[:10], "b": ["x" * 50]}) == (
        f"a: {', '.join(ITEMS[:9])}, and 1 more; b: {'x' * 37}…"
    )


def test_a_decision_says_whose_it_is_and_by_which_clause() -> None:
    options = choices("take", "pass")
    assert str(Decision("Ann", "stack 1", "WA-3.1", options)) == (
        "it is Ann's move (stack 1, WA-3.1): take or pass"
    )
    assert str(Decision(TABLE, "the deck", "WA-2.1", options)) == (
        "it is the table's move (the deck, WA-2.1): take or pass"
    )
    deal = Decision(TABLE, "the deck", "WA-2.1", Deal(("A1",), 1))
    assert deal.shown() == deal
    reasons = Choices([("take", 1)], None, lambda _: Refusal("WA-3.1", "no"))
    shown = Decision("Ann", "stack 1", "WA-3.1", reasons).shown()
    assert shown[:3] == ("Ann", "stack 1", "WA-3.1")
    assert shown.options is not reasons
    assert shown.random(Random(1)) == "take"


def test_findings_and_missing_answers_are_said_of_their_player_by_name_once() -> None:
    found = Finding("WA-6.1", ("players", "0", "books"), "4 books", who="Ann")
    assert (found.path, found.text) == ("players.0.books", "Ann: 4 books")
    assert Finding("WA-6.1", (), "Ann has 4 books", who="Ann").text == "Ann has 4 books"
    assert Finding("WA-6.1", (), "Anna has 4 books", who="Ann").text == "Ann: Anna has 4 books"
    assert Finding("WA-6.1", (), "4 books").text == "4 books"
    assert Unanswered(("a", "b"), 3, "Ann", "left no. 2").text == "Ann: left no. 2 is missing"
    missing = Unanswered(("a", "b"), 3, "", "board.left.1")
    assert (missing.text, missing.path) == ("board.left.1 is missing", "a.b")
