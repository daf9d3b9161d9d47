"""Books that no game of Untitled Manuscript Game can come to, and what the score box adds up.

Nearly every book that keeps the layouts of MS-3 can be. A text scraped away leaves no trace, so an
exemplar may bear a cube though nothing of it is left (MS-4.3). The card of a complete text goes
from hand to hand, so all may have copied it. Eight cubes are more than the exemplars in play, which
are players and two. In 30 rounds there are cubes to fill both pages many times over.

What cannot be follows from the one text that a player copies at a time (MS-2.7), as
`scoring.manuscript.reading.unfinished` says. It holds at any time, not only at the end, so a record
that breaks off scores as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import scoring
from card_data.manuscript.model import Text
from scoring.manuscript import Book
from scoring.manuscript.actions import Action, Copying, Scrape, against
from scoring.manuscript.check import LAYERS
from scoring.manuscript.open_actions import random_action, random_copying, random_scraping
from scoring.manuscript.position import Points
from scoring.manuscript.reading.unfinished import unfinished_lines
from scoring.manuscript.state import OpenTable, Player
from scoring.play import records
from scoring.play.play import Play
from scoring.positions.positions import PositionFile, Report, check
from scoring.sheets.fields import entries, from_entries
from tests.manuscript import sample_books as books
from tests.manuscript.sample_books import GAME, GRID, TEXTS, book, checked, drawn, filled, tallied
from tests.manuscript.sitting import NAMES, table_of
from tests.scoring.tools import decided
from tests.sweeps import amounts

clause = pytest.mark.clause
BLANK = book(name="Bo")


def told(report: Report) -> list[tuple[str, str, str]]:
    return [(one.rule, one.path, one.message) for one in report.findings]


@clause("MS-3.2", "MS-3.4", "MS-5.6")
@pytest.mark.parametrize(("lengths", "begun"), [
    ([5, 5], []),  # whole lines, or of more
    ([5], []),
    ([5, 5, 4], []),  # the last line of 24 squares
    ([4], []),
    ([5, 5, 3], [3]),
    ([5, 4, 4], [4, 4]),  # one of them is not the last
    ([5, 2, 5, 1], [2, 1]),
])  # fmt: skip
def test_a_line_of_prose_is_begun_only_where_no_line_length_explains_it(
    lengths: list[int], begun: list[int]
) -> None:
    debate: Text = TEXTS["debate_between_saturn_and_solomon"]
    squares = sum([GRID.run(row, 2, length) for row, length in enumerate(lengths, 1)])
    assert [line.length for line in unfinished_lines(squares, debate, GRID)] == begun
    parts = GRID.runs(17, 1, 4, 2, 1) | GRID.run(1, 6, 4) | GRID.run(17, 6, 3)
    assert [*unfinished_lines(parts, TEXTS["perceval"], GRID)] == [(17, 6, 3)], "in one row two"


def one_square(table: OpenTable, player: Player, rng: Random) -> Action | None:
    """Copying that stops inside a line: a square or two for a cube."""
    action = random_copying(table, player, rng)
    if not isinstance(action, Copying):
        return None
    action = action._replace(cubes=1 + rng.randrange(min(2, player.cubes)), squares=0)
    action = action._replace(squares=rng.choice((0, 1, 2)) if action.cubes > 1 else 0)
    return action if against(action, table, player) is None else None


def last_line(table: OpenTable, player: Player, rng: Random) -> Action | None:
    """Scraping the text that is being copied, so that its lines are begun here and there."""
    begun = player.active_copy
    if begun is None or player.active is None or not begun.standing():
        return None
    return Scrape(((player.active, rng.choice(begun.standing())),))


ADVERSARIES: dict[str, tuple[Callable[[OpenTable, Player, Random], Action | None], ...]] = {
    "dabbles": (one_square, one_square, one_square, random_action),
    "scrapes": (random_scraping, one_square, random_copying, random_action),
    "gnaws": (last_line, one_square, one_square, random_action),
}


def adversary(play: Play, names: dict[str, str], rng: Random) -> None:
    """One move, by a player who goes out of the way to leave lines unfilled."""
    decision, table = decided(play), table_of(play)
    if decision.what == "action":
        player = table.player(decision.who)
        first = rng.choice(ADVERSARIES[names[decision.who]])
        action = first(table, player, rng)
        if action is not None:
            play.answer(decision, (action.words, action))
            return
    play.answer(decision, decision.options.draw(rng))


def check_ends(players: int, seed: int, steps: int) -> int:
    """That no table of a game by such players is refused; how often a line was begun."""
    rng = Random(seed)
    play = Play(GAME, NAMES[:players])
    ways = [*ADVERSARIES]
    names = {name: ways[(seed + at) % len(ways)] for at, name in enumerate(play.players)}
    before, begun = None, 0
    while play.decision is not None and steps:
        steps -= 1
        adversary(play, names, rng)
        position = play.filled().position
        if position.players != before:
            before = position.players
            assert [*LAYERS["copying"](position, GAME)] == []
            begun += any(player.active_copy and not player.active_copy.complete
                         for player in table_of(play).players)  # fmt: skip
    assert check(play.filled()).findings == ()
    return begun


@clause("MS-2.7", "MS-2.6", "MS-3.6")
@pytest.mark.parametrize(
    ("seeds", "most", "begun"), amounts((range(2, 5), 250, 50), most=(range(150), 10_000, 0))
)
def test_no_table_of_a_game_is_refused(seeds: range, most: int, begun: int) -> None:
    assert min(check_ends(2 + (seed + 1) % 3, seed, most) for seed in seeds) > begun


def ended(seed: int) -> tuple[Play, tuple[Book, ...]]:
    play = Play(GAME, NAMES[: 2 + seed % 3])
    play.play_on(Random(seed))
    return play, play.filled().position.players


def with_box(one: Book) -> Book:
    """A sound book with its score box filled in, which scores the same."""
    tally = tallied(replace(one, name="Ann"))
    points = Points(**{part.label: part.points for part in tally.parts})
    return replace(one, points=points, total=tally.total)


GUIOT = book(
    drawn(("P", 1, 1, 4, 8), ("Y", 1, 6, 4, 9), ("1", 11, 1, 3, 4)), drawn(("N", 1, 3, 4, 10)),
    tiles={"1": "grail_initial"}, exemplars=["guiot_manuscript"], P="perceval", Y="yvain",
    N="lancelot",
)  # fmt: skip


@clause("MS-4.1", "MS-4.2", "MS-4.3", "MS-4.4", "MS-4.5")
def test_a_score_box_that_is_right_changes_nothing() -> None:
    plain, box = books.scored_as(GUIOT, BLANK), books.scored_as(with_box(GUIOT), BLANK)
    assert plain.final
    assert box.as_json() == plain.as_json()
    assert all(part.points for part in tallied(GUIOT).parts), "each part scores here"


def test_a_box_of_a_book_that_is_wrong_or_open_is_not_compared() -> None:
    wrong: dict[str, Any] = {"left": drawn(("P", 1, 1, 4, 9))}
    assert told(checked(replace(GUIOT, **wrong), BLANK)) != []
    opened: list[dict[str, Any]] = [
        {name: None} for name in ("left", "legend", "tiles", "exemplars")
    ]
    for change in wrong, *opened:
        found = told(checked(replace(GUIOT, total=1, **change), BLANK))
        assert "players.0.total" not in [path for _, path, _ in found]
    unanswered = checked(replace(GUIOT, total=None, points=Points(texts=None)), BLANK).missing
    missing = [".".join(where) for where in unanswered]
    assert missing == ["players.0.points.texts", "players.0.total"]


def test_score_boxes_of_real_games_agree_and_go_onto_the_sheet_and_back() -> None:
    for seed in (1, 2, 3):
        play, books = ended(seed)
        boxes = tuple(map(with_box, books))
        position = replace(play.filled().position, players=boxes)
        report = scoring.score(PositionFile(GAME, position))
        assert report.findings == ()
        sheet = entries(PositionFile(GAME, position))
        assert from_entries(GAME, sheet).position == position


def test_a_score_box_stands_in_a_file() -> None:
    text = msgspec.yaml.encode(filled(with_box(GUIOT), ended=True).position).decode()
    read = scoring.read(text.replace("total: ", "total: 9", 1))
    assert [finding.rule for finding in check(read).findings] == ["MS-4.5"]
    line = check(read).findings[0].line
    assert "total: 9" in text.replace("total: ", "total: 9", 1).splitlines()[line - 1]


def test_a_record_that_breaks_off_scores_as_it_stands() -> None:
    play = Play(GAME, NAMES[:2])
    rng = Random(5)
    for _ in range(60):
        play.answer(decided(play), decided(play).options.draw(rng))
    report = records.play_back(records.read(records.write(play))).report()
    assert report.findings == ()
    assert report.provisional
