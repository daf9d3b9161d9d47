"""Random games of Untitled Manuscript Game: nothing is lost, every page stays legal."""

from __future__ import annotations

import gc
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any

import pytest

from scoring.manuscript.position import Book
from scoring.manuscript.state import Player, State
from scoring.play import records
from scoring.play.decisions import TABLE
from scoring.play.moves import ParsedOptions, Refused
from scoring.play.play import Play
from scoring.positions.positions import check, score
from tests.manuscript.sitting import EXEMPLARS, GAME, NAMES, TEXTS, state_of, table_of
from tests.scoring.tools import decided, house, refused
from tests.sweeps import amounts

EVENING = Path(__file__).parents[1] / "records" / "manuscript_evening.yaml"
SEATS = (2, 3, 4)
SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, FrameType)
Square = tuple[str, int, int]


def squares_of(book: Book) -> dict[Square, str]:
    """Return the signs on the squares of a book that are not blank."""
    return {
        (page, row, column): sign
        for page, drawn in (("left", book.left), ("right", book.right))
        for row, line in enumerate((drawn or "").splitlines(), 1)
        for column, sign in enumerate(line, 1)
        if sign != "."
    }


def check_cards_and_cubes(state: State) -> None:
    """Every card is somewhere, once; every colour has all its cubes."""
    table, data = state.table, state.table.box.data
    cards = [text for row in table.shop for text in row if text is not None]
    cards += [*state.draw, *table.discard]
    for player in table.players:
        cards += [*player.pool, *([player.active] if player.active is not None else [])]
        owned = sum(other.hand[player.seat] for other in table.players)
        placed = player.paid + len(player.exemplars)
        assert owned + table.spent[player.seat] + placed == data.numbers.cubes
        assert min(*player.hand, player.paid, *table.spent) >= 0
        assert {*player.exemplars} <= {*table.exemplars}
        assert {*player.tiles} <= {*player.exemplars} - {*table.tiles}
    assert Counter(cards) == Counter([text.id for text in data.texts])


def check_pages(player: Player, drawn: Book) -> None:
    """Check that what is drawn is what was copied, and that no two texts touch."""
    squares = squares_of(drawn)
    legend = drawn.legend or {}
    assert len(legend) == len(player.copies)
    for side, leaf in player.pages.items():
        placed = [copy for copy in player.copies.values() if copy.layout.page == side]
        assert leaf.text == sum(copy.filled for copy in placed)
        assert not leaf.text & leaf.tiles
    for letter, text in legend.items():
        copy = player.copies[str(text)]
        assert list(squares.values()).count(letter) == copy.filled.bit_count() > 0
        assert copy.complete is (copy.filled.bit_count() == GAME_TEXTS[str(text)].squares)
    for (page, row, column), sign in squares.items():
        for beside in ((page, row + 1, column), (page, row, column + 1)):
            other = squares.get(beside, sign)
            assert other == sign or not (other + sign).isalpha()
    digits = [sign for sign in squares.values() if sign.isdigit()]
    sizes = [tile.columns * tile.rows for tile in player.tiles.values()]
    assert sorted(Counter(digits).values()) == sorted(sizes)


GAME_TEXTS = {text.id: text for text in GAME.data.texts}


def check_step(play: Play, before: tuple[Book, ...] = ()) -> tuple[Book, ...]:
    """All that holds between two moves; the books, to be given ``before`` next time."""
    state = state_of(play)
    filled = play.filled()
    books: tuple[Book, ...] = filled.position.players
    if state.table.exemplars:  # the texts and exemplars are dealt
        check_cards_and_cubes(state)
    if books != before:
        for player, drawn in zip(state.table.players, books, strict=True):
            if drawn not in before:
                check_pages(player, drawn)
        assert check(filled).findings == ()
    return books


def check_turn(play: Play, before: tuple[int, int] | None) -> tuple[int, int] | None:
    """That the next action is that of whom the clauses say: clockwise from who acted ``before``,
    in which round, or from the quill. There is always a text for one cube (MS-2.1)."""
    table, decision = table_of(play), play.decision
    if decision is None or decision.what != "action":
        return before
    players = len(table.players)
    round_, after = before or (0, 0)
    if table.round != round_:
        assert table.round == round_ + 1
        after = -round_ - 1  # the quill passes counterclockwise
    seats = [(after + step) % players for step in range(1, players + 1)]
    able = [seat for seat in seats if table.players[seat].cubes]
    assert decision.who == table.players[able[0]].name
    return table.round, able[0]


def has_ended(play: Play) -> bool:
    """Whether somebody has eight texts complete and text in every quadrant."""
    for player, drawn in zip(table_of(play).players, play.filled().position.players, strict=True):
        quadrants = {
            (page, row > 9, column > 6)
            for (page, row, column), sign in squares_of(drawn).items()
            if sign.isalpha()
        }
        complete = [text for text, copy in player.copies.items() if copy.complete]
        if len(quadrants) == 8 and len(complete) >= 8:
            return True
    return False


def by_hand(play: Play, player: Player, drawn: Book) -> dict[str, int]:
    squares, data = squares_of(drawn), table_of(play).box.data
    signs = Counter(squares.values())
    texts = 0
    done = set()
    for letter, text in (drawn.legend or {}).items():
        card = GAME_TEXTS[str(text)]
        if signs[letter] == card.squares:
            done.add(card.id)
            places = {place for place, sign in squares.items() if sign == letter}
            below = {(page, row + 1, column) for page, row, column in places}
            next_but_one = {(page, row + 2, column) for page, row, column in places}
            double = not places & below and bool(places & next_but_one)
            texts += card.double if double else card.single
    exemplars = 0
    for exemplar in [data.exemplar_by_id[one] for one in player.exemplars]:
        have = len(done & {*exemplar.texts})
        exemplars += (
            exemplar.full if have == len(exemplar.texts) else
            exemplar.partial if have >= exemplar.minimum else 0
        )  # fmt: skip
    pairs = sum(pairs_on(squares, page) for page in ("left", "right"))
    return {
        "texts": texts, "decorations": sum(data.tile_of[one].points for one in player.tiles),
        "exemplars": exemplars, "luxury": (0, 2, 5, 12, 20)[min(pairs, 4)],
    }  # fmt: skip


def pairs_on(squares: dict[Square, str], page: str) -> int:
    """Pairs of blank columns around all text of a page."""
    text = [column for (on, _, column), sign in squares.items() if on == page and sign.isalpha()]
    used = {column for on, _, column in squares if on == page}
    if not text:
        return 0
    left = len({*range(1, min(text))} - used)
    right = len({*range(max(text) + 1, 13)} - used)
    return min(left, right, 2)


def play_and_check(play: Play, rng: Random, every: int = 1) -> None:
    """Play at random to the end; check every so many steps, the end and the score."""
    steps = 0
    books: tuple[Book, ...] = ()
    turn: tuple[int, int] | None = None
    scraped: set[str] = set()
    while (decision := play.decision) is not None:
        turn = check_turn(play, turn)
        if steps % every == 0:
            books = check_step(play, books)
        words = decision.random(rng)
        assert decision.options.parse(words)[0] == words
        play.move(words)
        steps += 1
        if words.startswith("scrape"):
            scraped.add(decision.who)
        elif decision.who not in {*scraped, TABLE}:  # MS-3.8
            player = table_of(play).player(decision.who)
            assert len(player.copies) - len(player.complete()) <= 1
    check_step(play)
    table = table_of(play)
    assert table.last or table.round == 30
    assert not any(player.cubes for player in table.players)
    report = score(play.filled())
    assert report.final, report
    assert report.result is not None
    assert play.filled().position.ended is not has_ended(play)
    for standing in report.result.standings:
        player = table.player(standing.player)
        drawn = play.filled().position.players[player.seat]
        parts = {part.label: part.points for part in standing.tally.parts}
        assert parts == by_hand(play, player, drawn)


@pytest.mark.clause("MS-2.9", "MS-5.2")
@pytest.mark.parametrize(
    ("games", "every"), amounts((range(3, 5), 6), (range(6), 4), (range(5_000), 1))
)
@pytest.mark.parametrize("players", SEATS)
def test_random_games(players: int, games: range, every: int) -> None:
    for seed in games:
        game = house(GAME, corners_may_touch=False) if seed % 5 == 4 else GAME
        play_and_check(Play(game, NAMES[:players]), Random(seed), every)


def test_every_kind_of_move_occurs_in_random_games() -> None:
    wanted = {
        *[
            "buy",
            "borrow",
            "copy",
            "follow",
            "scrape",
            "keep",
            "place",
            "double",
            "then",
            "give",
            "lines",
        ]
    }
    for seed in range(12):
        play = Play(GAME, NAMES[: 2 + seed % 3])
        play.play_on(Random(seed))
        wanted -= {word for who, words in play.moves if who != TABLE for word in words.split()}
    assert wanted == set()


def test_a_move_of_another_moment_is_open_or_refused_with_a_reason() -> None:
    """Never both, never neither; and refusing changes nothing."""
    rng = Random(7)
    play = Play(GAME, NAMES[:3])
    collected: list[str] = []
    open_ = closed = 0
    while (decision := play.decision) is not None:
        options: Any = decision.options
        if isinstance(options, ParsedOptions):
            for words in rng.sample(collected, min(6, len(collected))):
                try:
                    proper, value = options.parse(words)
                except Refused:
                    closed += 1
                    continue
                assert (options.against(value), options.parse(proper)) == (None, (proper, value))
                open_ += 1
        words = decision.random(rng)
        if decision.who != TABLE:
            collected.append(words)
        play.move(words)
    assert min(open_, closed) > 50


def test_what_a_chooser_is_shown_does_not_change_when_play_goes_on() -> None:
    rng = Random(2)
    play = Play(GAME, NAMES[:2])
    kept = []
    for _ in range(120):
        assert play.decision is not None
        if play.decision.what == "action":
            shown = play.decision.shown()
            assert shown == play.decision
            kept.append((shown, [shown.random(Random(seed)) for seed in range(3)]))
        play.move(play.decision.random(rng))
    for shown, words in kept:
        assert [shown.random(Random(seed)) for seed in range(3)] == words
        for one in words:
            assert shown.options.parse(one)[0] == one


def test_what_a_chooser_is_shown_leads_neither_to_the_table_nor_to_the_draw_pile() -> None:
    shown: set[str] = set()
    for seed in range(4, 8):
        play, rng = Play(GAME, NAMES[:3]), Random(seed)
        while (decision := play.decision) is not None:
            if decision.who != TABLE and (decision.what not in shown or rng.random() < 0.02):
                state = state_of(play)
                live: list[Any] = [state, state.table, state.draw]
                live += [state.table.shop, state.table.discard]
                for player in state.table.players:
                    live += [player, player.hand, player.pool, player.copies]
                    live += player.pages.values()
                reached = reach(decision.shown(), play.view(decision.who))
                assert reached.isdisjoint(map(id, live))
                shown.add(decision.what)
            play.move(decision.random(rng))
    assert {"action", "texts to keep"} < shown
    assert any(what.startswith("tile of") for what in shown)


def reach(*given: Any) -> set[int]:
    """The identities of all that values lead to, but for modules and code."""
    todo, seen = [*given], set[int]()
    while todo:
        found = todo.pop()
        if id(found) not in seen and not isinstance(found, SHARED):
            seen.add(id(found))
            todo += gc.get_referents(found)
    return seen


KEYWORDS = """buy borrow copy follow scrape keep place decline nothing to active pool give spend
left right row column then lines of single double squares turned"""
WORDS = (
    *KEYWORDS.split(),
    *("-1", "0", "1", "2", "5", "13", "1000", "9" * 400, "9" * 5000, "1.5", "1e3", "0x1", "1_0"),
    *("²", "٣", "\uff11", "Ⅷ", "½", "\u017f", "İ", "é", "🎲", "\x00", "\u2028", "\ud800"),
    *(",", "-", "×", "x", "'", '"', "\\", "{x}", "%s", "a" * 10_000),
)


def slip(words: str, rng: Random) -> str:
    """A move with one or two words left out, added, exchanged or changed; or other words."""
    said = words.split() if rng.random() < 0.8 else rng.choices(WORDS, k=rng.randrange(8))
    for _ in range(rng.choice((1, 2))):
        at = rng.randrange(len(said) + 1)
        new = rng.sample((*WORDS, *TEXTS, *EXEMPLARS), rng.randrange(2))
        said[at : at + rng.randrange(2)] = new
        if rng.random() < 0.2:
            rng.shuffle(said)
    return rng.choice((" ", " ", ", ", "\n")).join(said)


def check_answer(play: Play, typed: str) -> None:
    """Check that an answer is refused by a clause in a short line, or read as a proper move."""
    options = decided(play).options
    try:
        proper, value = options.parse(typed)
    except Refused:
        finding = refused(play, typed)
        assert finding.rule.startswith("MS-")
        assert finding.message.isprintable()
        assert 10 < len(finding.message) < 600
    else:
        assert proper.isascii()
        assert options.parse(proper) == (proper, value)


@pytest.mark.parametrize("slips", amounts(80, 300, 30_000))
def test_whatever_is_typed_is_a_move_or_refused_with_a_reason(slips: int) -> None:
    """At random moments of games; none changes anything."""
    rng = Random(5)
    while slips > 0:
        play = Play(GAME, NAMES[: rng.choice(SEATS)])
        while (decision := play.decision) is not None:
            if rng.random() < 0.2:
                slips -= 1
                typed, before = slip(decision.random(rng), rng), repr(play.state)
                check_answer(play, typed)
                assert repr(play.state) == before
            play.move(decision.random(rng))


def test_every_deal_of_exemplars_is_possible() -> None:
    play = Play(GAME, NAMES[:2])
    for wrong in " ".join(TEXTS[1:]), " ".join([*TEXTS, TEXTS[0]]):
        assert refused(play, wrong).rule == "MS-1.8"
    play.move(" ".join(TEXTS))
    assert play.decision is not None
    for dealt in list(combinations(EXEMPLARS, 4))[::40]:
        assert play.decision.options.parse(" ".join(dealt))[1] == [*dealt]
    three = " ".join(EXEMPLARS[:3])
    more = " ".join(EXEMPLARS[3:5])
    for wrong in "", three, f"{three} {more}", f"{three} {EXEMPLARS[2]}", f"{three} a":
        assert refused(play, wrong).rule == "MS-1.8"
    play.move(f"{EXEMPLARS[0].upper()}, {' '.join(EXEMPLARS[1:4])}")
    assert table_of(play).exemplars == [*EXEMPLARS[:4]]


def test_the_evening_replays_to_its_end() -> None:
    replay = records.play_back(records.read(EVENING))
    assert (replay.findings, replay.notes) == ((), ())
    report = replay.report()
    assert report.final
    assert report.result is not None
    assert replay.play is not None
    table = table_of(replay.play)
    for standing, name in zip(report.result.standings, ("Tom", "Mara"), strict=True):
        player = table.player(name)
        drawn = replay.play.filled().position.players[player.seat]
        assert standing.player == name
        assert standing.total == sum(by_hand(replay.play, player, drawn).values())
