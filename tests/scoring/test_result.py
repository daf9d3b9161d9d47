"""Places, winners and verdicts, of a game that is over and of one that is not."""

from __future__ import annotations

import pytest

from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank

CHAIN = Chain((Tiebreak("XX-1.1", "most pages"), Tiebreak("XX-1.2", "fewest dice")), "XX-1.3")


def tally(player: str, points: int, *breakers: int, out: bool = False) -> Tally:
    return Tally(player, (Part("books", points, "XX-2.1"),), breakers, out)


RANKED = {
    "points decide": ([tally("Ann", 4), tally("Bo", 1), tally("Cy", 5)],
                      [(1, "Cy"), (2, "Ann"), (3, "Bo")], None, "Cy wins with 5 points.",
                      "So far Cy leads with 5 points."),
    "one point": ([tally("Ann", 1), tally("Bo", 0)], [(1, "Ann"), (2, "Bo")], None,
                  "Ann wins with 1 point.", "So far Ann leads with 1 point."),
    "the first tiebreaker decides between two": (
        [tally("Ann", 9, 1, 7), tally("Bo", 9, 2, 3), tally("Cy", 8, 5, 5)],
        [(1, "Bo"), (2, "Ann"), (3, "Cy")],
        "XX-1.1",
        "Bo wins with 9 points: tied with Ann, decided by most pages (XX-1.1).",
        "So far Bo leads with 9 points: ahead by most pages (XX-1.1).",
    ),
    "the second tiebreaker decides among three": (
        [tally("Ann", 9, 2, 2), tally("Bo", 9, 1, 8), tally("Cy", 9, 2, 3), tally("Di", 4, 9, 9)],
        [(1, "Cy"), (2, "Ann"), (3, "Bo"), (4, "Di")],
        "XX-1.2",
        "Cy wins with 9 points: tied with Ann and Bo, decided by fewest dice (XX-1.2).",
        "So far Cy leads with 9 points: ahead by fewest dice (XX-1.2).",
    ),
    "equals share a place, and the next is not used": (
        [tally("Ann", 2, 1), tally("Bo", 3, 1), tally("Cy", 3, 1), tally("Di", 2, 1)],
        [(1, "Bo"), (1, "Cy"), (3, "Ann"), (3, "Di")],
        None,
        "Bo and Cy share the win with 3 points each (XX-1.3).",
        "So far Bo and Cy lead with 3 points each.",
    ),
    "three share the win": ([tally("Ann", 0), tally("Bo", 0), tally("Cy", 0)],
                            [(1, "Ann"), (1, "Bo"), (1, "Cy")], None,
                            "Ann, Bo and Cy share the win with 0 points each (XX-1.3).",
                            "So far Ann, Bo and Cy lead with 0 points each."),
    "who is out comes last, with any points": (
        [tally("Ann", 9, out=True), tally("Bo", 2), tally("Cy", 1), tally("Di", 8, out=True)],
        [(1, "Bo"), (2, "Cy"), (3, "Ann"), (3, "Di")],
        None,
        "Bo wins with 2 points.",
        "So far Bo leads with 2 points.",
    ),
    "who is left wins, tied with nobody": ([tally("Ann", 9, 1, 1), tally("Bo", 9, 2, 2, out=True)],
                                           [(1, "Ann"), (2, "Bo")], None, "Ann wins with 9 points.",
                                           "So far Ann leads with 9 points."),
    "no score is none, and a debt is less": ([tally("Ann", -3), Tally("Bo", ())],
                                             [(1, "Bo"), (2, "Ann")], None,
                                             "Bo wins with 0 points.",
                                             "So far Bo leads with 0 points."),
    "all are out": ([tally("Ann", 9, out=True), tally("Bo", 8, out=True)], [(1, "Ann"), (1, "Bo")],
                    None, "Nobody wins.", "Nobody leads so far."),
    "nobody plays": ([], [], None, "Nobody wins.", "Nobody leads so far."),
}  # fmt: skip


@pytest.mark.parametrize("case", RANKED)
def test_places_winners_and_what_is_said_of_them(case: str) -> None:
    tallies, places, decided_by, verdict, so_far = RANKED[case]
    result = rank(tallies, CHAIN)
    assert [(one.place, one.player) for one in result.standings] == places
    assert {one.player: one.tally for one in result.standings} == {
        one.player: one for one in tallies
    }
    staying = [one.player for one in tallies if not one.out]
    winners = tuple([player for at, player in places if at == 1 and player in staying])
    assert (result.winners, result.leaders, result.decided_by) == (winners, (), decided_by)
    assert (result.verdict, result.chain) == (verdict, CHAIN)
    running = result.so_far()
    assert running == Result(result.standings, (), None, so_far, CHAIN, leaders=winners)


def test_a_tiebreaker_that_no_step_tells_of_is_a_slip_of_the_game() -> None:
    with pytest.raises(ValueError, match="zip"):
        rank([tally("Ann", 9, 1, 1, 5), tally("Bo", 9, 1, 1, 4)], CHAIN)


def test_a_total_is_the_sum_of_the_parts_times_the_factors() -> None:
    share, debt = Part("books", 9, "XX-2.1"), Part("late", -2, "XX-2.2")
    double, triple = (Part("times", factor, "XX-2.3", factor=True) for factor in (2, 3))
    assert Tally("Ann", (share, debt)).total == 7
    assert Tally("Ann", (double, share, debt, triple)).total == 42
    assert Tally("Ann", (triple,)).total == 0
    assert Tally("Ann", ()).total is None
    assert Tally("Ann", (share,), (4, 5)).merit == (9, 4, 5)
    assert Tally("Ann", (), (4,)).merit == (0, 4)
    assert Tally("Ann", (), explained=iter(["a", "b"])).notes == ("a", "b")


def test_the_chain_in_words_ends_with_the_clause_of_a_shared_win() -> None:
    assert str(CHAIN) == (
        "Ties: most pages (XX-1.1), then fewest dice (XX-1.2), then a shared win (XX-1.3)."
    )
    assert str(Chain((), "XX-1.3")) == "Ties: a shared win (XX-1.3)."


def test_a_solitaire_goes_by_the_name_of_its_player_and_has_no_ties() -> None:
    alone = tally("Winston", 1)
    result = Result(rank([alone], CHAIN).standings, ("Winston",), "XX-1.1", "It is done.")
    named = result.of("Julia")
    assert [(one.place, one.tally) for one in named.standings] == [(1, tally("Julia", 1))]
    assert (named.winners, named.decided_by, named.verdict) == (("Julia",), "XX-1.1", "It is done.")
    assert named.so_far().verdict == "So far Julia leads with 1 point."
    lost = Result(result.standings, (), None, "It is lost.")
    assert lost.of("Julia").winners == ()
    assert lost.so_far().verdict == "No score so far."
