"""Winston's Archive clause by clause: each test is written from the clause that it names."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.play.play import IllegalMove, Play
from scoring.winstons_archive import engine
from tests import scored
from tests.scoring.tools import (
    drive,
    house,
    options,
    refused,
)
from tests.winstons_archive.tables import (
    GAME,
    NAMES,
    OPEN,
    POP,
    books,
    cards,
    parts,
    result,
    sit,
    table,
    table_of,
)

clause = pytest.mark.clause


def take_all(play: Play, moves: int = 1000) -> None:
    """Take every stack and use no stand-in, for some moves or to the end."""
    for _ in range(moves):
        if play.decision is None:
            return
        play.move("take" if "take" in options(play) else "no stand-in")


@clause("WA-1.1")
def test_the_deck_has_54_cards_of_three_kinds() -> None:
    deck = table_of(Play(GAME, NAMES[:2])).deck
    kinds = Counter("special" if card in (POP, OPEN) else card[0] == "M" for card in deck)
    assert len(deck) == 54
    assert kinds == {False: 27, True: 18, "special": 9}


@clause("WA-1.2")
def test_every_book_has_a_set_and_the_set_its_number_of_books() -> None:
    sizes = GAME.data.set_sizes()
    assert Counter(book.set for book in GAME.data.books) == sizes
    assert all(1 <= book.place <= sizes[book.set] for book in GAME.data.books)


@clause("WA-1.3")
def test_six_sets_of_two_to_seven_books_with_titles_of_their_own() -> None:
    assert GAME.data.set_sizes() == {"A": 2, "B": 3, "C": 4, "D": 5, "E": 6, "F": 7}
    assert len({book.title for book in GAME.data.books}) == 27


@clause("WA-1.4")
def test_the_specials_and_their_copies() -> None:
    deck = Counter(table_of(Play(GAME, NAMES[:2])).deck)
    assert (deck[POP], deck[OPEN]) == (4, 5)


@clause("WA-1.5")
@pytest.mark.parametrize(("players", "seated"), [(1, False), (2, True), (6, True), (7, False)])
def test_two_to_six_play(players: int, seated: bool) -> None:
    names = [f"P{number}" for number in range(players)]
    if seated:
        assert len(table_of(Play(GAME, names)).players) == players
    else:
        with pytest.raises(IllegalMove) as refused:
            Play(GAME, names)
        assert [one.rule for one in refused.value.findings] == ["WA-1.5"]


@clause("WA-2.1")
@pytest.mark.parametrize("order", ["", "A1 A2", "A1 A1", "all but one", "one twice"])
def test_only_an_order_of_the_whole_deck_is_a_shuffle(order: str) -> None:
    play = Play(GAME, NAMES[:2])
    deck = list(table_of(play).deck)
    order = {"all but one": " ".join(deck[1:]), "one twice": " ".join([*deck, "A1"])}.get(
        order, order
    )
    assert refused(play, order).rule == "WA-2.1"
    assert table_of(play).deck == deck


@clause("WA-3.4")
@pytest.mark.parametrize(("deck", "stacks", "declined", "taken"), [
    ("", ("A1", "B1", "C1"), 3, ["C1"]),
    ("D1 D2 D3", ("A1", "B1", "C1"), 3, ["C1", "D3"]), ("D1 D2", ("A1", "", ""), 1, ["A1", "D1"]),
    ("D1", ("A1", "B1 B2", ""), 2, ["B1", "B2"]), ("D1 D2", ("", "", ""), 0, ["D2"]),
    ("D1", ("", "", ""), 0, ["D1"]), ("D1 D2", ("", "", "C1"), 1, ["C1"]),
])  # fmt: skip
def test_with_an_empty_deck_the_stack_in_hand_is_taken(
    deck: str, stacks: tuple[str, str, str], declined: int, taken: list[str]
) -> None:
    made = table(deck, *stacks)
    drive(engine.draft(made, made.players[0], refill=False), *["leave"] * declined)
    assert made.players[0].cards == taken


@clause("WA-4.3")
def test_a_late_book_lies_outside_the_set_and_scores_nothing() -> None:
    assert books("AA", pop=1, A=1) == 2
    assert books("AABB", pop=1, A=1) == 2, "the stand-in does not move to B"
    made = table("", "", "", "")
    ann = made.players[0]
    made.take(ann, ["A1", POP])
    drive(engine.reveal(made, ann, 1), "stand in A")
    made.take(ann, ["A2"])
    drive(engine.reveal(made, ann, 1))
    assert "A2" not in ann.up


@clause("WA-4.4")
def test_the_game_goes_on_until_deck_and_stacks_are_gone() -> None:
    play = sit("")
    while table_of(play).deck or any(stack.cards for stack in table_of(play).stacks):
        take_all(play, 1)
    take_all(play)
    assert not table_of(play).deck
    assert not any(stack.cards for stack in table_of(play).stacks)
    assert sum(len(player.cards) for player in table_of(play).players) == 54
    with pytest.raises(IllegalMove, match=r"WA-4\.4"):
        play.move("take")


@clause("WA-5.1")
def test_unused_stand_ins_go_where_they_are_worth_most() -> None:
    assert books("AEEEEE", pop=1) == 6
    assert books("ABCC", pop=4) == 4 + 3
    assert books("BBCCCDDDD", pop=2) == 4 + 5
    assert books("BEEEE", pop=2) == 6


@clause("WA-5.1")
def test_of_equal_worth_the_fewest_stand_ins_are_used_then_the_earlier_sets() -> None:
    def used(held: str, pop: int) -> list[str]:
        standings = result(cards("Ann", held, pop), cards("Bo")).standings
        return [note for note in standings[0].tally.notes if "WA-5.1" in note]

    assert used("BCCFFFF", pop=4) == ["F completed with 3 stand-ins (WA-5.1)"]
    assert used("ABBDDD", pop=2) == [
        "A completed with 1 stand-in (WA-5.1)",
        "B completed with 1 stand-in (WA-5.1)",
    ]


@clause("WA-5.1")
def test_locked_stand_ins_stay_where_they_are() -> None:
    assert books("AFFFFFF", pop=1, A=1) == 2
    assert books("AFFFFFF", pop=2, A=1) == 2 + 7


@clause("WA-5.1")
def test_all_specials_are_turned_up_at_the_end() -> None:
    play = sit("")
    take_all(play)
    up = Counter(card for player in table_of(play).players for card in player.up)
    assert (up[POP], up[OPEN]) == (4, 5)


@clause("WA-5.2")
def test_a_point_for_each_book_of_a_complete_set() -> None:
    assert books("AA") == 2
    assert books("AABBB" + "F" * 7) == 12
    assert books("A" + "B" * 2 + "C" * 3) == 0
    assert books("AA", pop=3) == 2, "specials score nothing"
    assert books("BB", pop=1, B=1) == 3, "a stand-in counts as a book"


@clause("WA-5.3")
@pytest.mark.parametrize(("pages", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (18, 3)])
def test_a_point_for_every_five_pages(pages: int, points: int) -> None:
    assert parts(cards("Ann", pages=pages), cards("Bo"))["Ann"]["manuscripts"] == points


@clause("WA-5.4")
def test_of_two_players_the_one_with_fewest_pages_is_reprimanded() -> None:
    found = result(cards("Ann", "AA", pages=10), cards("Bo", "BBB", pages=8))
    assert [(one.player, one.total, one.tally.out) for one in found.standings] == [
        ("Ann", 4, False),
        ("Bo", 1, False),
    ]
    assert found.standings[1].tally.parts[2].points == -3


@clause("WA-5.5")
def test_of_three_players_the_one_with_fewest_pages_loses() -> None:
    found = result(cards("Ann", "F" * 7, pages=4), cards("Bo", "AA", pages=7), cards("Cy", pages=7))
    assert found.winners == ("Bo",)
    assert [(one.place, one.player, one.tally.out) for one in found.standings] == [
        (1, "Bo", False), (2, "Cy", False), (3, "Ann", True),
    ]  # fmt: skip
    assert found.standings[2].total == 7, "out, but not reprimanded"


@clause("WA-5.6")
def test_all_who_tie_for_fewest_bear_it_unless_all_players_tie() -> None:
    some = (cards("Ann", pages=5), cards("Bo", pages=5), cards("Cy", pages=8))
    assert [one.tally.out for one in result(*some).standings] == [False, True, True]
    assert [one.place for one in result(*some).standings] == [1, 2, 2]
    everyone = (cards("Ann", pages=6), cards("Bo", pages=6), cards("Cy", pages=6))
    assert not any(one.tally.out for one in result(*everyone).standings)
    two = parts(cards("Ann", pages=9), cards("Bo", pages=9))
    assert [one["reprimand"] for one in two.values()] == [0, 0]


@clause("WA-5.6")
def test_the_house_rule_spares_those_who_tie() -> None:
    game = house(GAME, tie_for_fewest="nobody")
    some = (cards("Ann", pages=5), cards("Bo", pages=5), cards("Cy", pages=8))
    assert not any(one.tally.out for one in result(*some, game=game).standings)
    one = (cards("Ann", pages=5), cards("Bo", pages=6), cards("Cy", pages=7))
    assert sum(each.tally.out for each in result(*one, game=game).standings) == 1


@clause("WA-5.7")
def test_most_points_win_and_a_tie_is_shared() -> None:
    tie = result(cards("Ann", "AA", pages=6), cards("Bo", "AA", pages=6), cards("Cy", pages=6))
    assert tie.winners == ("Ann", "Bo")
    assert tie.decided_by is None
    assert [one.place for one in tie.standings] == [1, 1, 3]
    assert tie.verdict == "Ann and Bo share the win with 3 points each (WA-5.7)."
    won = result(cards("Ann", pages=6), cards("Bo", "BBB", pages=6), cards("Cy", "AA", pages=6))
    assert won.winners == ("Bo",)
    assert [one.player for one in won.standings] == ["Bo", "Cy", "Ann"]


@clause(
    "WA-1.3", "WA-1.5", "WA-4.2", "WA-4.3", "WA-5.1", "WA-5.2", "WA-5.3", "WA-5.4", "WA-5.5",
    "WA-5.7", "WA-6.1", "WA-6.2",
)  # fmt: skip
def test_positions_are_checked_and_scored() -> None:
    """Each case begins with the clauses that it shows."""
    scored.check("winston_positions")
