"""The questions to a player and the refusals of moves in full (MS-2, MS-3)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.manuscript.state import PlacedTile
from scoring.play.engines import engine_of
from scoring.play.moves import Refused
from scoring.play.play import Play
from tests import golden_files
from tests.manuscript import sitting
from tests.manuscript.sitting import EXEMPLARS, GAME, NAMES, TEXTS, Sitting, exeter, table_of
from tests.scoring.tools import decided


def busy(hand: list[int], active: str | None) -> Sitting:
    """Ann has so many cubes of each player and ``active``; Lanval is begun only if that is it.

    Deor is complete, and the last line of Perceval scraped away and covered by a tile.
    """
    at = Sitting(players=3, exemplars="codex_regius codex_manesse")
    at.write("deor", "left", 1, 1)
    at.write("perceval", "left", 1, 5, double=True)
    at.ann.scrape("perceval", 8)
    at.ann.pages["left"].tiles = at.grid.square(15, 5)
    if active == "lanval":
        at.write("lanval", "right", 1, 1, squares=6)
    at.ann.active, at.ann.pool, at.ann.hand = active, ["deor", "perceval", "yvain"], hand
    at.ann.exemplars.append("codex_manesse")
    at.bo.active, at.bo.pool = "judith", ["yonec", "the_ruin"]
    return at


def beginning(state: str) -> Sitting:
    """Lanval written; the Exeter Book just followed, with Perceval half copied and a tile on the
    right page, or with its second line scraped; a game just begun; or a `busy` one."""
    if state == "written":
        at = Sitting()
        at.ann.pool += ["perceval", "the_new_life"]
        at.write("lanval", "left", 1, 1)
    elif state == "half copied":
        at = exeter()
        at.ann.active = "perceval"
        at.write("perceval", "left", 1, 8, double=True, squares=9)
        at.ann.lay("codex_manesse", PlacedTile("right", 1, 1, 2, 2), at.grid)
        at.move("follow exeter_book")
    elif state == "scraped":
        at = exeter()
        at.write("perceval", "left", 1, 8, double=True)
        at.ann.scrape("perceval", 2)
        at.move("follow exeter_book")
    elif state:
        *hand, active = state.split()
        at = busy([*map(int, hand)], active.replace("none", "") or None)
    else:
        at = Sitting()
    return at


@pytest.mark.clause(
    "MS-2.1", "MS-2.2", "MS-2.3", "MS-2.4", "MS-2.5", "MS-2.6", "MS-2.7", "MS-3.1", "MS-3.2",
    "MS-3.4", "MS-3.5", "MS-3.6", "MS-3.9",
)  # fmt: skip
def test_every_refused_action_has_its_reason_and_its_example_is_open() -> None:
    said = {}
    for case in golden_files.kept("manuscript_refusals"):
        state, _, move = case.partition(": ")
        at = beginning(state)
        try:
            decided(at.play).options.parse(move)
        except Refused:
            said[case] = at.refusal(move)
        else:
            said[case] = "open"
        for example in re.findall("as in '((?:copy .|scrape ).*?)'", said[case]):
            if move.split()[0] in example:
                decided(at.play).options.parse(example)
    golden_files.check("manuscript_refusals", said)


@pytest.mark.clause("MS-3.3", "MS-3.5", "MS-3.6")
@pytest.mark.parametrize(("where", "rule", "square", "reason"), [
    ("row 3 column 4", "MS-3.6", "row 3, column 4", "is filled already"),
    ("row 9 column 9", "MS-3.6", "row 10, column 12", "is under a decoration tile"),
    ("row 9 column 9 double", "MS-3.6", "row 10, column 12", "has to stay blank, but is not"),
    ("row 4 column 1", "MS-3.5", "row 4, column 1", "would touch another text"),
])  # fmt: skip
def test_the_square_in_the_way_of_a_text_is_told(
    where: str, rule: str, square: str, reason: str
) -> None:
    at = Sitting()
    at.ann.pool.append("yonec")
    at.write("lanval", "left", 1, 1)  # rows 1 to 3 of columns 1 to 4
    at.ann.lay("codex_manesse", PlacedTile("left", 10, 12, 1, 1), at.grid)
    refusal = at.refusal(f"copy 1 yonec left {where}")
    assert refusal == f"{rule} the square in {square} of the left page {reason}"


@pytest.mark.clause("MS-2.4", "MS-3.6")
@pytest.mark.parametrize(("move", "proper"), [
    ("Buy Lanval to pool", "buy lanval"),
    ("BUY LANVAL TO ACTIVE", "buy lanval to active"),
    ("borrow  yonec, give to pool", "borrow yonec give"),
    ("borrow the_ruin spend to active", "borrow the_ruin spend to active"),
    ("copy 1 squares 1", "copy 1 havamal squares 1"),
    ("copy 2 lanval left row 1 column 6 single", "copy 2 lanval left row 1 column 6"),
    ("copy 2 lanval left 1 6", "copy 2 lanval left row 1 column 6"),
    ("copy 2 perceval left row 12 column 1 then 6 double squares 3",
        "copy 2 perceval left row 12 column 1 then 6 double squares 3"),
    ("copy 2 perceval left row 12 column 1 then 6 at row 2 double",
        "copy 2 perceval left row 12 column 1 then 6 at row 2 double"),
    ("copy 1 the_new_life right row 2 column 3 lines of 5",
        "copy 1 the_new_life right row 2 column 3 lines of 5"),
    ("follow Exeter_Book", "follow exeter_book"), ("f exe", "follow exeter_book"),
    ("bu falcon to active", "buy the_falcon_song to active"),
    ("scrape deor 2 deor 1, yvain 3", "scrape deor 2 1 yvain 3"),
])  # fmt: skip
def test_a_move_is_kept_in_its_proper_words(move: str, proper: str) -> None:
    at = Sitting()
    at.ann.active = "havamal"
    options = decided(at.play).options
    words, action = options.read(move.casefold().replace(",", " "))  # type: ignore[attr-defined]
    assert words == action.words == proper


def question(play: Play) -> str:
    """Who is asked what, by which clause, and what there is to choose from."""
    decision = decided(play)
    return f"{decision.who} {decision.what} {decision.rule}: {decision.options}"


@pytest.mark.clause("MS-1.8", "MS-2.1", "MS-2.2")
def test_the_questions_of_the_set_up_and_of_a_turn() -> None:
    play = Play(GAME, NAMES[:3])
    assert question(play) == f"table shuffle of the texts MS-1.8: all {len(TEXTS)} cards in order"
    play.move(" ".join(TEXTS))
    assert question(play) == f"table deal of the exemplars MS-1.8: 5 of {len(EXEMPLARS)} cards"
    play.move(" ".join(EXEMPLARS[:5]))
    only = "Ann action MS-2.1: only buying is possible now"
    turn = f"{only}: buy one of {{}}, for your pool or 'to active'"
    assert question(play) == turn.format("10 texts")
    for row in table_of(play).shop:
        row[1:] = [None] * 4
    table_of(play).shop[1][0] = None
    assert question(play) == turn.format("1 text")
    sitting.state_of(play).draw, table_of(play).discard = ["lancelot"], ["yvain", "yonec"]
    play.move(f"buy {table_of(play).shop[0][0]}")
    assert question(play) == "table shuffle of the discards MS-2.2: all 2 cards in order"


@settings(max_examples=15)
@given(st.permutations(["right", "row 16", "column 1", "then 6", "at row 2", "double"]))
def test_the_parts_of_a_copy_stand_in_any_order(parts: list[str]) -> None:
    move, _ = decided(beginning("written").play).options.parse(f"copy 2 perceval {' '.join(parts)}")
    assert move == "copy 2 perceval right row 16 column 1 then 6 at row 2 double"


@pytest.mark.clause("MS-2.1")
@pytest.mark.parametrize(("state", "kinds"), [
    ("written", "buy one of 10 texts, copy or scrape"),
    ("2 0 0 lanval", "buy one of 10 texts, borrow, copy or scrape"),
])  # fmt: skip
def test_a_turn_names_the_kinds_of_action_that_are_possible(state: str, kinds: str) -> None:
    assert question(beginning(state).play) == f"Ann action MS-2.1: {kinds}"


@pytest.mark.clause("MS-2.5", "MS-3.9")
def test_the_question_where_to_place_a_tile_and_its_refusals() -> None:
    at = exeter("follow exeter_book")
    expected = (
        "place Drypoint Angel, 1 x 4 for 3 points, as in 'place left row 1 column 4', also "
        "'turned', or decline"
    )
    assert question(at.play) == f"Ann tile of exeter_book MS-2.5: {expected}"
    at.ann.lay("codex_manesse", PlacedTile("right", 2, 3, 1, 2), at.grid)
    for move in "put it left", "place left row 3", "place left row 1000 column 1":
        assert at.refusal(move).endswith(f"{move!r} is not a move here; {expected}")
    off, square = "it runs off the page", "the square in row 3, column 3"
    for where, why in {
        "left row 16 column 1": off, "left row 0 column 1": off,
        "right row 1 column 10 turned": off, "left row 3 column 3": f"{square} bears text",
        "right row 3 column 1 turned": f"{square} is under another tile",
    }.items():  # fmt: skip
        assert at.refusal(f"place {where}") == f"MS-3.9 {why}"


@pytest.mark.clause("MS-2.8")
def test_the_question_what_to_keep_and_its_refusals() -> None:
    at = Sitting()
    at.ann.pool += ["yvain", "yonec", "lancelot", "havamal"]
    at.end_round()
    pool = "yvain yonec lancelot havamal lanval"
    expected = (
        "keep yvain, yonec, lancelot, havamal or lanval: 1 free of charge, 3 more for a cube each; "
        "or keep nothing"
    )
    assert question(at.play) == f"Ann texts to keep MS-2.8: {expected}"
    for move, reason in (
        ("keep", f"'keep' is not a move here; {expected}"),
        ("pass", "no text of your pool is called 'pass' (known: havamal, lancelot, lanval, yonec, "
                 "yvain)"),
        (f"keep {pool}", "you can keep 4 at most"),
        ("keep lanval lanval", "a text is named twice"),
        ("keep beowulf", "no text of your pool is called 'beowulf' (known: havamal, lancelot, "
                         "lanval, yonec, yvain)"),
        ("keep lanvl", "no text of your pool is called 'lanvl'; did you mean lanval?"),
        ("keep nothing lanval", "no text of your pool is called 'nothing' (known: havamal, "
                                "lancelot, lanval, yonec, yvain)"),
    ):  # fmt: skip
        assert at.refusal(move) == f"MS-2.8 {reason}"
    at.move("lanval yonec")
    assert at.play.moves[-1] == ("Ann", "keep yonec lanval"), "the word keep may be left out"


@pytest.mark.clause("MS-2.8")
@pytest.mark.parametrize(("pool", "exemplars", "expected"), [
    (("yvain",), 0, "keep yvain: 1 free of charge; or keep nothing"),
    (("yvain", "yonec"), 7,
        "keep yvain or yonec: 1 free of charge, 1 more for a cube; or keep nothing"),
    (("yvain", "yonec"), 8, "keep yvain or yonec: 1 free of charge; or keep nothing"),
])  # fmt: skip
def test_what_may_be_kept_depends_on_the_pool_and_the_cubes_that_come_home(
    pool: tuple[str, ...], exemplars: int, expected: str
) -> None:
    at = Sitting()
    at.bo.pool += pool
    at.bo.exemplars += EXEMPLARS[:exemplars]
    at.end_round().move("keep nothing")
    assert question(at.play) == f"Bo texts to keep MS-2.8: {expected}"


@pytest.mark.clause("MS-2.9")
def test_why_and_after_how_many_rounds_a_game_ended() -> None:
    state = Sitting().state
    state.table.round = 7
    ending = engine_of("manuscript").ending
    assert [*ending(state, GAME)] == ["round 30 is the last", 7, "round"]
    state.table.last = True
    why = "a player had 8 complete texts and text in all 8 quadrants"
    assert [*ending(state, GAME)] == [why, 7, "round"]
