"""Places, winners and verdicts, of a game that is over and of one that is not."""

from __future__ import annotations

import pytest

from scoring.positions.result import Chain, Part, Result, Tally, Tiebreak, rank
from tests import golden_files

CHAIN = Chain((Tiebreak("XX-1.1", "most pages"), Tiebreak("XX-1.2", "fewest dice")), "XX-1.3")


def tally(player: str, points: int, *breakers: int, out: bool = False) -> Tally:
    return Tally(player, (Part("books", points, "XX-2.1"),), breakers, out)


RANKED = {
    "points decide": [tally("Ann", 4), tally("Bo", 1), tally("Cy", 5)],
    "one point": [tally("Ann", 1), tally("Bo", 0)],
    "the first tiebreaker decides between two": [
        tally("Ann", 9, 1, 7), tally("Bo", 9, 2, 3), tally("Cy", 8, 5, 5),
    ],
    "the second tiebreaker decides among three": [
        tally("Ann", 9, 2, 2), tally("Bo", 9, 1, 8), tally("Cy", 9, 2, 3), tally("Di", 4, 9, 9),
    ],
    "equals share a place, and the next is not used": [
        tally("Ann", 2, 1), tally("Bo", 3, 1), tally("Cy", 3, 1), tally("Di", 2, 1),
    ],
    "three share the win": [tally("Ann", 0), tally("Bo", 0), tally("Cy", 0)],
    "who is out comes last, with any points": [
        tally("Ann", 9, out=True), tally("Bo", 2), tally("Cy", 1), tally("Di", 8, out=True),
    ],
    "who is left wins, tied with nobody": [tally("Ann", 9, 1, 1), tally("Bo", 9, 2, 2, out=True)],
    "no score is none, and a debt is less": [tally("Ann", -3), Tally("Bo", ())],
    "all are out": [tally("Ann", 9, out=True), tally("Bo", 8, out=True)],
    "nobody plays": [],
}  # fmt: skip


def test_places_winners_and_verdicts() -> None:
    said = {}
    for case, tallies in RANKED.items():
        result = rank(tallies, CHAIN)
        running, standings = result.so_far(), result.standings
        assert {one.player: one.tally for one in standings} == {one.player: one for one in tallies}
        assert running == Result(
            standings, (), None, running.verdict, CHAIN, leaders=result.winners
        )
        assert (result.leaders, result.chain) == ((), CHAIN)
        places = ", ".join(f"{one.place} {one.player}" for one in standings)
        lines = [places, result.verdict, running.verdict, f"{result.winners} {result.decided_by}"]
        said[case] = "\n".join(lines)
    golden_files.check("places", said)


def test_tiebreaker_without_a_step_is_an_error_of_the_game() -> None:
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


def test_leaders_may_share_the_lead_or_be_ahead_by_a_tiebreaker() -> None:
    def verdict(*breakers: int) -> str:
        parts = (Part("books", 3, "WA-5.2"),)
        tallies = [Tally(name, parts, (more,)) for name, more in zip("AB", breakers, strict=True)]
        return rank(tallies, Chain((Tiebreak("DA-5.2", "most dice"),), "DA-5.3")).so_far().verdict

    assert verdict(1, 1) == "So far A and B lead with 3 points each."
    assert verdict(1, 2) == "So far B leads with 3 points: ahead by most dice (DA-5.2)."
    assert rank([], Chain((), "DA-5.3")).so_far().verdict == "Nobody leads so far."
