"""End positions that no game of Verse & Variant can come to, and what the score pad adds up.

Beyond VV-8 the clauses rule out one thing: a cube that lies flat on a slot without a perk. What
else looks odd can be:

- All Grants unused, or none. A game lasts as many sessions as there are players though nobody
  Takes (VV-6.5), and Tools refresh what was spent.
- The Laureate over empty boards. T-4b and T-12d take placed cubes back, T-12d from every player,
  and an exchange brings such a Tool back into a hand (VV-5.3), as often as it is paid for.
- Any prestige. T-15b gives 2 to whoever holds Eureka and may come back likewise, so no round number
  is too much. None is too little, even for whoever leads in every Feature: no position shows that
  a game is not over, and a record that breaks off scores as it stands.
- Any tokens that are printed: what is in no ledger lies on tracks, in the supply or on the Desk.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
import yaml

import scoring
from scoring.play.decisions import Decision
from scoring.play.moves import Choices
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, check, score
from scoring.sheets.fields import entries, from_entries
from scoring.verse_and_variant import Holdings, Position
from scoring.verse_and_variant.position import Points
from scoring.verse_and_variant.score import ladder
from tests.scoring.tools import decided
from tests.verse_and_variant.sample_positions import (
    FEATURES,
    GAME,
    NAMES,
    place,
    random_position,
    sound,
)

clause = pytest.mark.clause
WRITER = "T-7c"  # lays cubes flat
MOVES = ("T-3e", "T-4b", "T-12d", "T-15e")  # move cubes, take them back, fill gaps


Way = Callable[[str], bool]
WAYS: dict[str, Way] = {
    "idles": lambda move: move.split()[0] in ("pass", "keep", "none", "no"),
    "hoards": lambda move: move.split()[0] in ("take", "use", "papyrus"),
    "starves": lambda move: move.startswith(("lockdown", "T-12", "T-13", "T-14")),
    "builds": lambda move: move.startswith(("grant", "take", "use", *MOVES)),
    "lays flat": lambda move: move.startswith((f"use {WRITER}", WRITER, "perk", "take", *MOVES)),
}


def chosen(decision: Decision[Any], way: Way, rng: Random) -> tuple[str, Any]:
    """A move of somebody who has one way in everything; else any."""
    if isinstance(decision.options, Choices) and rng.random() < 0.9:
        wanted = [move for move in decision.options.moves if way(move[0])]
        if wanted:
            return rng.choice(wanted)
    return decision.options.draw(rng)


def drawn(rng: Random) -> list[str]:
    """Tools with those that lay cubes flat and move them, one of each rank."""
    tools = list(GAME.data.drawn(rng)["tools"])
    for name in (WRITER, *MOVES):
        tools[int(name[2:-1]) - 1] = name
    return tools


def check_end(players: int, seed: int) -> tuple[Position, int]:
    """The end of a game by such players, which is final; and how often a cube was laid flat."""
    rng = Random(seed)
    play = Play(GAME, NAMES[:players])
    tools = drawn(rng)
    play.answer(decided(play), (" ".join(tools), tools))
    ways = dict(zip(play.players, rng.choices([*WAYS.values()], k=players), strict=True))
    if seed % 4 == 0:
        ways = dict.fromkeys(play.players, WAYS["lays flat" if seed % 8 else "idles"])
    laid, before = 0, None
    while play.decision is not None:
        way = ways.get(play.decision.who, lambda move: False)
        play.answer(play.decision, chosen(play.decision, way, rng))
        unscored = play.filled().position.unscored
        if unscored != before:
            before = unscored
            laid += any(unscored.values())
            assert check(play.filled()).findings == ()
    report = score(play.filled())
    assert report.final, report.findings
    position = play.filled().position
    assert isinstance(position, Position)
    return position, laid


@clause("VV-8.1", "VV-8.2", "VV-6.5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_end_of_a_game_is_never_refused(players: int) -> None:
    ends = [check_end(players, seed) for seed in range(4)]
    assert sum(laid for _, laid in ends) > 0, "a cube lay flat"
    for position, _ in ends:
        assert score(PositionFile(GAME, with_pad(position))).findings == ()


@pytest.mark.soak
def test_the_ends_of_many_games_are_never_refused() -> None:
    ends = [check_end(3 + seed % 3, seed) for seed in range(3_000)]
    most = max(held.prestige or 0 for end, _ in ends for held in end.players or ())
    unused = [sum(held.grants_unused or 0 for held in end.players or ()) for end, _ in ends]
    print(f"cubes laid flat: {sum(laid for _, laid in ends)}, most prestige {most}, "
          f"unused Grants {min(unused)} to {max(unused)}")  # fmt: skip
    assert max(unused) == 4 * 4, "nobody has Taken"
    for end, _ in ends:
        assert score(PositionFile(GAME, with_pad(end))).findings == ()


def with_pad(position: Position) -> Position:
    """A sound position with every box of the score pad filled in."""
    result = score(PositionFile(GAME, position)).result
    assert result is not None
    tallies = {one.player: one.tally for one in result.standings}
    players = []
    for held in position.players or ():
        tally, features = tallies[held.name or ""], held.features or {}
        copies = {feature: features.get(feature) or 0 for feature in FEATURES}
        parts = {part.label: part.points for part in tally.parts}
        del parts["prestige"], parts["ladders"]
        rungs = {one: ladder(number, GAME.data.numbers.ladder) for one, number in copies.items()}
        players.append(msgspec.structs.replace(
            held, points=Points(ladders={**rungs}, **parts), total=tally.total,
            features_in_all=sum(copies.values()),
        ))  # fmt: skip
    return msgspec.structs.replace(position, players=tuple(players))


def ann(**boxes: Any) -> dict[str, Any]:
    """A position in which Ann has 29 points, with these boxes of her column filled in."""
    position = sound()
    place(position, "papyrus", "Ann", "Bo", "Ann")
    position["laureate"] = "Ann"
    position["players"][0] |= {
        "features": {"papyrus": 4, "majority": 1, "section": 2},
        "grants_unused": 1, "eureka": True, "prestige": 2, **boxes,
    }  # fmt: skip
    return position


def test_pads_filled_in_go_onto_the_sheet_and_back() -> None:
    rng = Random(8)
    for _ in range(10):
        before = PositionFile(GAME, with_pad(random_position(rng)))
        assert score(before).final
        assert from_entries(GAME, entries(before)).position == before.position


def test_each_wrong_number_on_a_pad_is_found() -> None:
    """A random pad with one number one too high is refused at that number, and nowhere else."""
    rng = Random(9)
    for _ in range(60):
        position = with_pad(random_position(rng))
        seat = rng.randrange(len(position.players or ()))
        plain = msgspec.to_builtins(position)
        column = plain["players"][seat]
        where = rng.choice(boxes_of(position, seat))
        inner = column
        for step in where[:-1]:
            inner = inner[step]
        inner[where[-1]] += 1
        found = check(PositionFile(GAME, msgspec.convert(plain, Position))).findings
        assert [one.where for one in found] == [("players", str(seat), *where)]


def boxes_of(position: Position, seat: int) -> list[tuple[str, ...]]:
    held = (position.players or ())[seat]
    assert isinstance(held, Holdings)
    return [*held.boxes()]


def test_a_wrong_box_has_its_line_and_shows_on_a_terminal() -> None:
    text = yaml.safe_dump(ann(total=30, points={"sets": 9}), sort_keys=False)
    read = scoring.read(text)
    lines = text.splitlines()
    for finding in check(read).findings:
        assert (
            lines[finding.line - 1].strip()
            == f"{finding.where[-1]}: {finding.message.split()[1][:-1]}"
        )
    faults = scoring.positions.display.Highlights(check(read).findings)
    shown = [
        "".join(span.text for span in line).split()
        for line in scoring.positions.display.draw_position(read.position, GAME, faults)
    ]
    assert ["Points,", "sets", "9!", ".", "."] in shown
    assert ["Total", "30!", ".", "."] in shown
