"""What a player is asked and why a move is refused, in full (MS-2, MS-3)."""

from __future__ import annotations

import pytest

from scoring.manuscript.state import PlacedTile
from scoring.play.engines import engine_of
from scoring.play.play import Play
from tests.manuscript.tables import (
    EXEMPLARS,
    GAME,
    NAMES,
    TEXTS,
    Sitting,
    exeter,
    state_of,
    table_of,
)
from tests.scoring.tools import decided, refused

NO_ACTION = (
    " is not a move here; expected buy TEXT, borrow TEXT spend, copy CUBES TEXT, follow EXEMPLAR "
    "or scrape TEXT LINE"
)
BUY = "expected a text to buy, as in 'buy lanval' or 'buy lanval to active'"
BORROW = (
    "expected a text to borrow and how to pay, as in 'borrow lanval spend' or "
    "'borrow lanval give to active'"
)
FORM = "'copy 3 lanval left row 1 column 6'"
COPY = f"expected cubes, text and, to begin it, where, as in {FORM}"
SCRAPE = "expected texts and the numbers of their lines, as in 'scrape lanval 1 2'"


@pytest.mark.parametrize(("move", "message", "rule"), [
    ("", f"''{NO_ACTION}", "MS-2.1"),
    ("burn lanval", f"'burn lanval'{NO_ACTION}", "MS-2.1"),
    ("follow", f"'follow'{NO_ACTION}", "MS-2.1"),
    ("follow exeter_book now", f"'follow exeter_book now'{NO_ACTION}", "MS-2.1"),
    ("follow exeter_bok", "no exemplar has the ID 'exeter_bok'; did you mean exeter_book?",
        "MS-2.1"),
    ("buy", BUY, "MS-2.1"),
    ("buy lanval to bo", BUY, "MS-2.1"),
    ("buy lanval for active", BUY, "MS-2.1"),
    ("buy lanvall", "no text has the ID 'lanvall'; did you mean lanval?", "MS-2.1"),
    ("buy zzz", "no text has the ID 'zzz'", "MS-2.1"),
    ("borrow lanval", BORROW, "MS-2.1"),
    ("borrow lanval for free", BORROW, "MS-2.1"),
    ("borrow lanval spend to bo", BORROW, "MS-2.1"),
    ("borrow lanvall give", "no text has the ID 'lanvall'; did you mean lanval?", "MS-2.1"),
    ("copy", COPY, "MS-2.1"),
    ("copy x lanval", COPY, "MS-2.1"),
    ("copy ٣ lanval", COPY, "MS-2.1"),
    ("copy 1 lanval left row 1000 column 1", COPY, "MS-2.1"),
    ("copy 1 lanvall", "no text has the ID 'lanvall'; did you mean lanval?", "MS-2.1"),
    ("copy 1", f"no text is active: say which to copy, as in {FORM}", "MS-2.4"),
    ("copy 1 lanval squares 0", "at least one square is filled", "MS-2.4"),
    ("copy 1 the_new_life left row 1 column 1",
        "the_new_life is prose: say its line length, as in 'lines of 5'", "MS-3.2"),
    ("scrape", SCRAPE, "MS-2.1"),
    ("scrape lanval", SCRAPE, "MS-2.1"),
    ("scrape lanval 1 deor", SCRAPE, "MS-2.1"),
    ("scrape lanval deor 1", SCRAPE, "MS-2.1"),
    ("scrape lanval 1000", SCRAPE, "MS-2.1"),
    ("scrape lanvall 1", "no text has the ID 'lanvall'; did you mean lanval?", "MS-2.1"),
    ("scrape 1", "no text has the ID '1'", "MS-2.1"),
])  # fmt: skip
def test_words_that_are_no_action_are_told_what_is(move: str, message: str, rule: str) -> None:
    finding = refused(Sitting().play, move)
    assert (finding.rule, finding.message, finding.who) == (rule, message, "Ann")


def busy(hand: tuple[int, int, int], active: str | None) -> Sitting:
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
    at.ann.active, at.ann.pool, at.ann.hand = active, ["deor", "perceval", "yvain"], [*hand]
    at.ann.exemplars.append("codex_manesse")
    at.bo.active, at.bo.pool = "judith", ["yonec", "the_ruin"]
    return at


@pytest.mark.clause("MS-2.2", "MS-2.3", "MS-2.4", "MS-2.5", "MS-2.6", "MS-2.7", "MS-3.6")
@pytest.mark.parametrize(("hand", "active", "move", "rule", "reason"), [
    *[((0, 1, 1), "lanval", *one) for one in (
    ("buy yvain", "MS-2.2", "it is not in the shop"),
    ("buy beowulf", "MS-2.2", "it costs 3 cubes, you have 2"),
    ("buy beowulf to active", "MS-2.2", "it costs 3 cubes, you have 2"),
    ("buy deor to active", "MS-2.7", "lanval is active, begun but not complete"),
    ("borrow judith spend", "MS-2.3", "it is Bo's active text, not in a pool"),
    ("borrow lanval spend", "MS-2.3", "it is in nobody else's pool"),
    ("borrow yvain spend", "MS-2.3", "it is in nobody else's pool"),
    ("borrow havamal spend", "MS-2.3", "it is in nobody else's pool"),
    ("borrow yonec give", "MS-2.3", "it takes 1 cube of your own colour, you have 0"),
    ("borrow yonec spend to active", "MS-2.7", "lanval is active, begun but not complete"),
    ("copy 0 lanval", "MS-2.4", "copying takes 1 to 6 cubes"),
    ("copy 7 lanval", "MS-2.4", "copying takes 1 to 6 cubes"),
    ("copy 3 lanval", "MS-2.4", "you have 2 cubes"),
    ("copy 1 lanval squares 2", "MS-2.4", "1 cube fills 1 square at most"),
    ("copy 2 lanval squares 5", "MS-2.4", "2 cubes fill 4 squares at most"),
    ("copy 1 havamal", "MS-2.4", "it is neither your active text nor in your pool"),
    ("copy 1 deor", "MS-2.7", "lanval is active, begun but not complete"),
    ("copy 1 yvain left row 1 column 1", "MS-2.7", "lanval is active, begun but not complete"),
    ("copy 1 lanval left row 1 column 1 double", "MS-3.6",
        "it is begun already: right page, row 1, column 1, single-spaced"),
    ("follow hengwrt_chaucer", "MS-2.5", "it is not in this game"),
    ("follow codex_manesse", "MS-2.5", "it bears your cube already"),
    ("follow codex_regius", "MS-2.5", "0 texts of it complete in your book, expected 2"),
    ("scrape deor 1 2 3", "MS-2.6", "3 lines cost a cube each, you have 2 cubes"),
    ("scrape deor 1 2 3 4 5 6", "MS-2.6", "at most 5 lines at once, found 6"),
    ("scrape deor 6", "MS-2.6", "deor has no line 6 there, only 1, 2, 3, 4, 5"),
    ("scrape lanval 3", "MS-2.6", "lanval has no line 3 there, only 1, 2"),
    ("scrape yvain 1", "MS-2.6", "yvain is not in your book"),
    ("scrape deor 1 1", "MS-2.6", "a line is named twice"),
    )],
    *[((0, 0, 1), "lanval", *one) for one in (  # a single cube
    ("borrow yonec spend", "MS-2.3", "it costs 2 cubes, you have 1"),
    ("copy 2 lanval", "MS-2.4", "you have 1 cube"),
    ("scrape deor 1 2", "MS-2.6", "2 lines cost a cube each, you have 1 cube"),
    )],
    *[((2, 0, 0), *one) for one in (
    (None, "buy deor to active", "MS-2.7", "it is already complete in your book"),
    (None, "copy 1 deor", "MS-2.7", "it is already complete in your book"),
    (None, "copy 1 perceval", "MS-2.6", "the rest of it no longer fits in your book"),
    (None, "copy 1 yvain", "MS-3.6", f"say where it begins, as in {FORM}"),
    ("yonec", "copy 1 yonec", "MS-3.6", f"say where it begins, as in {FORM}"),
    ("yonec", "copy 1 yvain left row 1 column 1", "MS-2.7",
        "yonec is active, and only a new text displaces it"),
    )],
])  # fmt: skip
def test_an_action_that_is_not_open_has_its_reason(
    hand: tuple[int, int, int], active: str | None, move: str, rule: str, reason: str
) -> None:
    finding = refused(busy(hand, active).play, move)
    assert (finding.rule, finding.message) == (rule, f"{move}: {reason}")


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
    ("copy 2 perceval left row 12 column 1 then 6 double squares 3",
        "copy 2 perceval left row 12 column 1 then 6 double squares 3"),
    ("copy 1 the_new_life right row 2 column 3 lines of 5",
        "copy 1 the_new_life right row 2 column 3 lines of 5"),
    ("follow Exeter_Book", "follow exeter_book"),
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
    assert question(play) == f"table shuffle the texts MS-1.8: all {len(TEXTS)} cards in order"
    play.move(" ".join(TEXTS))
    assert question(play) == f"table deal the exemplars MS-1.8: 5 of {len(EXEMPLARS)} cards"
    play.move(" ".join(EXEMPLARS[:5]))
    turn = "Ann action MS-2.1: buy one of {}, borrow, copy, follow or scrape"
    assert question(play) == turn.format("10 texts")
    for row in table_of(play).shop:
        row[1:] = [None] * 4
    table_of(play).shop[1][0] = None
    assert question(play) == turn.format("1 text")
    state_of(play).draw, table_of(play).discard = ["lancelot"], ["yvain", "yonec"]
    play.move(f"buy {table_of(play).shop[0][0]}")
    assert question(play) == "table shuffle the discards MS-2.2: all 2 cards in order"


@pytest.mark.clause("MS-2.5", "MS-3.9")
def test_the_question_where_to_place_a_tile_and_its_refusals() -> None:
    at = exeter("follow exeter_book")
    expected = "place the tile of 4 rows of 1, as in 'place left row 3 column 5 turned', or decline"
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
    pool = "yvain, yonec, lancelot, havamal, lanval"
    expected = f"keep 1 of {pool} free, 3 more for a cube each; or keep nothing"
    assert question(at.play) == f"Ann texts to keep MS-2.8: {expected}"
    for move, reason in (
        ("keep", f"'keep' is not a move here; {expected}"),
        ("burn yvain", f"'burn yvain' is not a move here; {expected}"),
        ("keep " + pool.replace(",", ""), "you can keep 4 at most"),
        ("keep lanval lanval", "a text is named twice"),
        ("keep beowulf", "no text of your pool has the ID 'beowulf' (known: havamal, lancelot, "
                         "lanval, yonec, yvain)"),
        ("keep lanvl", "no text of your pool has the ID 'lanvl'; did you mean lanval?"),
        ("keep nothing lanval", "no text of your pool has the ID 'nothing' (known: havamal, "
                                "lancelot, lanval, yonec, yvain)"),
    ):  # fmt: skip
        assert at.refusal(move) == f"MS-2.8 {reason}"


@pytest.mark.clause("MS-2.8")
@pytest.mark.parametrize(("pool", "exemplars", "expected"), [
    (("yvain",), 0, "keep 1 of yvain free; or keep nothing"),
    (("yvain", "yonec"), 7, "keep 1 of yvain, yonec free, 1 more for a cube each; or keep nothing"),
    (("yvain", "yonec"), 8, "keep 1 of yvain, yonec free; or keep nothing"),
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
    assert [*ending(state, GAME)] == ["the last round", 7, "round"]
    state.table.last = True
    assert [*ending(state, GAME)] == ["a book that ends the game", 7, "round"]
