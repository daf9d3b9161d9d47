"""The findings of the check of a book in full: clause, place, words and squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec
import pytest

from card_data import Game
from scoring.manuscript import Book
from scoring.manuscript.position import Points
from scoring.manuscript.reading.sketch import Fault, Row, Sketch, no_room
from tests import golden_files
from tests.manuscript.sample_books import EMPTY, GAME, book, book_of, checked, drawn, page, put
from tests.scoring.tools import house

NAMES = {
    "L": "lanval",  # 3 lines of 4
    "P": "perceval",  # 8 lines of 4
    "S": "debate_between_saturn_and_solomon",  # prose, 24 squares
    "Y": "yonec",  # 5 lines of 4
}
ROWS = """
LLL
PPPP - - PPPP - - PPPP
LLL LLL LLL LLLLLL
LLLLLL LLLLLL LL
P.PP P.PP PP.P P..P
PPPP .PPP ..PP PPPP
LLLL .LLLL ..LLLL
SSSS SSSSS SSSSS SSSSS SSSSS
SSSSSS SSSS SSSSSS SSSS SSSS
LLLL LLLL LLLL LLLL LLLL LL
LLLL LLLL LLLL LLLL LLLL
LL LL LLLL LLLL
PPPPPP PPPP PPPPPP PPPP
SSSSSS SSSS SSSSS SSSS SSSSS
SSS SSSSS SSS SSSSS SSSSS SSS
PPPP PPPP - PPPP PPPP PPPP PPPP PPPP PPPP
LLLL - - LLLL - - LLLL
PPPP - - - - - - - - - - - - - - - PPPP
.LLLL .LLLL LLLL
LLLL .LLLL LLLL
PPPP PPPP ......P
PPPP PPPPP PPP
PP.P PPPP
.PPP PPPP
SSSSS SSSSS SSSS SSSSS SSSSS
LLLL LLLLL LLLL
"""  # a page from its head, row by row
PARTS = """
P 1 1 4 4 2, P 1 6 4 4 1
Y 16 1 4 2 2, Y 1 6 4 3 3
P 13 1 4 5 1, P 2 6 4 3 1
P 1 1 4 4 1, P 15 6 4 4 1
P 12 1 4 4 2, P 3 6 4 4 2
P 11 1 4 4 2, P 1 5 4 4 2
P 3 10 3 2 1
L 17 1 4 2 1, L 1 10 3 1 1
A 1 1 4 6 1, T 7 2 4 7 1
L 2 2 4 3 1, P 5 4 4 8 1
L 2 2 4 3 1, P 5 6 4 8 1
"""  # runs as of `drawn`: letter, row, column, length, how many, step
BEGUN_TEXTS = """
A 1 1 1 1, B 1 3 3 5
A 1 1 1 1, B 1 5 3 5
A 1 1 1 1, B 2 2 3 5
A 1 1 1 1, B 1 6 3 5
A 1 1 1 1, B 2 5 3 5
A 1 1 1 1, B 4 5 3 5
A 1 1 1 1, 1 1 4 1 2
A 1 1 1 1, 1 2 4 1 2
A 1 1 1 1, 1 2 1 2 1
A 1 1 1 1, 1 3 1 2 1
A 1 1 1 1, 1 6 1 2 1
A 1 1 1 1, 1 1 5 1 2
A 18 1 2 1, 1 16 4 1 2, B 1 6 3 5
A 18 1 2 1, 1 16 4 1 2, B 3 6 3 5
A 18 1 2 1, 1 16 4 1 2, B 4 6 3 5
A 1 1 5 1, A 2 1 3 1, 1 3 4 1 2
A 1 1 5 1, A 2 1 3 1, 1 13 4 1 2
"""  # Lanval or, from the first five squares on, Trifles, with a line begun that has room or not
TWO_BEGUN = """
A 1 1 4 2, A 3 1 1 1, B 6 1 3 2, B 8 1 1 1
A 1 1 4 2, A 3 1 1 1, B 6 1 3 2
A 1 1 4 2, B 6 1 3 2, B 8 1 1 1
A 1 1 4 2, A 3 1 1 1, B 6 1 3 2, B 8 1 1 1, B 10 9 1 1
A 1 1 4 2, A 3 1 1 1, B 4 5 3 5
"""  # Lanval and Deor, of which only one is being copied
LANVAL = drawn(("L", 1, 1, 4, 3))
SOUND = drawn(("L", 1, 1, 4, 3), ("P", 1, 6, 4, 8, 2))
SLIPS = [
    *("3 7 .", "3 6 .", "3 10 P", "3 12 P", "17 6 P", "9 1 L", "3 7 L", "3 9 L", "3 7 Q", "3 7 p"),
    *("3 7 1", "3 7 #", "3 7  ", "15 9 ."),
]
SHAPES = {
    "17 rows": LANVAL[:-13],
    "19 rows": LANVAL + "............\n",
    "an empty row at the end": LANVAL + "\n",
    "an empty row between": LANVAL.replace("\n", "\n\n", 1),
    "a tab": page("LLLL", ".\tLLLL.......", "LLLL"),
    "a space at the beginning": page("LLLL", " LLLL........", "LLLL"),
    "a space at the end": page("LLLL", "LLLL........ ", "LLLL"),
    "spaces for line breaks": LANVAL.replace("\n", " "),
    "nothing": "",
    "a long row": page("LLLL", "LLLL.........", "LLLL"),
    "short rows": LANVAL.replace("............", "..........."),
    "one sign that stands for nothing": put(LANVAL, 9, 4, "#"),
    "signs that stand for nothing": put(put(put(LANVAL, 9, 4, "#"), 10, 2, "é"), 12, 5, "#"),
    "a sign that stands for nothing, three times": put(put(put(LANVAL, 9, 4, "#"), 9, 5, "#"), 1,
        12, "#"),
}  # fmt: skip
WITH_HAND: dict[str, Any] = {"tiles": {"1": "pointing_hand"}, "exemplars": ["bodley_851"]}
HAND = put(put(EMPTY, 1, 12, "1"), 2, 12, "1")
LONG, SHORT = drawn(("P", 14, 9, 4, 5)), drawn(("P", 1, 1, 4, 3))
EVERY = [exemplar.id for exemplar in GAME.data.exemplars]
BEGUN = drawn(("L", 1, 1, 4, 2), ("L", 3, 1, 1, 1))
TWO_TILES = drawn(("1", 1, 1, 1, 2), ("2", 1, 3, 1, 2))


def named(legend: dict[str, str | None], left: str = LANVAL, **more: Any) -> Book:
    return Book("Ann", legend, left, more.pop("right", EMPTY), more.pop("tiles", {}), ())


LANVAL_BEGUN = [("L", 1, 1, 4, 2), ("L", 3, 1, 1, 1)]


def boxed(left: str, texts: int, **legend: str) -> Book:
    """A book whose score box has so many points for texts."""
    return msgspec.structs.replace(book_of(legend, left), points=Points(texts=texts))


def boxed_guiot(**changed: Any) -> Book:
    """A book in which each part scores, with a score box that is wrong throughout."""
    one = book(
        drawn(("P", 1, 1, 4, 8), ("Y", 1, 6, 4, 9), ("1", 11, 1, 3, 4)), drawn(("N", 1, 3, 4, 10)),
        tiles={"1": "grail_initial"}, exemplars=["guiot_manuscript"], P="perceval", Y="yvain",
        N="lancelot",
    )  # fmt: skip
    box = {"points": Points(texts=1, decorations=1, exemplars=99, luxury=1), "total": 1}
    return msgspec.structs.replace(one, **{**box, **changed})


BOOKS: dict[str, Book | list[Book]] = {
    "a text on both pages, less on the right": book(LONG, SHORT, P="perceval"),
    "a text on both pages, less on the left": book(SHORT, LONG, P="perceval"),
    "a text on both pages, as much": book(SHORT, SHORT, P="perceval"),
    "a tile on both pages": book(HAND, HAND, **WITH_HAND),
    "a tile between the lines": book(drawn(("L", 1, 1, 4, 3, 2), ("1", 2, 4, 2, 1)), L="lanval",
        **WITH_HAND),
    "a moved square": book(put(put(SOUND, 15, 9, "."), 17, 9, "P"), L="lanval", P="perceval"),
    "names": Book("Ann", {"L": "lanval", "LL": "perceval", "1": None, "the Fae-bound Knight": None,
        "M": "Lanval, the Fae-bound Knight", "N": "Ulysses", "l": None}, LANVAL, None,
        {"A": "red_capital", "1": "grail", "2": None}, None),
    **{f"the text {name}": book(LANVAL, L=name)
        for name in ("lanvl", "Ulysses", "Percival, the Grail Knight")},
    "a misspelt tile and exemplar": book(HAND, tiles={"1": "pointing_hands"},
        exemplars=["bodly_851"]),
    "an exemplar not named yet and a wrong one": Book("Ann", {}, EMPTY, EMPTY, {},
        (None, "harley")),
    "a tile not named yet and a wrong one": Book("Ann", {}, put(put(EMPTY, 1, 1, "2"), 2, 1, "2"),
        put(EMPTY, 1, 1, "1"), {"1": None, "2": "pointing_hand"}, ()),
    **{f"{sign} on the other page": book(LANVAL, put(EMPTY, 2, 3, sign), L="lanval")
        for sign in "l7b"},
    **{f"{sign} for {other}": named({other: "lanval"}, LANVAL.replace("L", sign))
        for sign, other in (("0", "O"), ("l", "L"), ("1", "I"))},
    "l for a tile": book(drawn(("l", 1, 12, 1, 2)), **WITH_HAND),
    **{f"a text by {sign}": book_of({"L": "lanval", sign: "perceval"}, LANVAL)
        for sign in ("LL", "1", ".", "é", "#")},
    **{f"a tile by {sign}": book(tiles={sign: "pointing_hand"}, exemplars=["bodley_851"])
        for sign in ("LL", ".", "é", "#")},
    "signs drawn and not named, and the reverse": book(put(LANVAL, 18, 12, "7"),
        tiles={"1": "pointing_hand"}, L="lanval", P="perceval"),
    "a letter drawn and not named": book(drawn(("L", 3, 2, 4, 3))),
    "a letter for a page not drawn yet": Book("Ann", {"L": "lanval"}, EMPTY, None, {}, ()),
    "a letter for nothing": book(L="lanval"),
    "a tile twice": book(TWO_TILES, tiles={"1": "pointing_hand", "2": "Pointing Hand"},
        exemplars=["bodley_851"]),
    "an exemplar twice": book(exemplars=["harley_978", "guiot_manuscript", "Harley 978"]),
    "too many exemplars": [book(exemplars=EVERY[:4]), book(exemplars=EVERY[3:7], name="Bo")],
    "an exemplar twice and one unknown": [book(exemplars=EVERY[:4]), book(name="Bo"),
        book(exemplars=[EVERY[0], EVERY[0], "nope"], name="Cy")],
    "a tile of two owners": [book(HAND, **WITH_HAND), book(EMPTY, HAND,
        tiles={"1": "Pointing Hand"}, exemplars=["bodley_851"], name="Bo")],
    **{f"a tile beside the exemplars {known}": Book("Ann", {}, HAND, EMPTY, {"1": "pointing_hand"},
        known) for known in (None, (None,), ("harley_978", None), ("nope",), ("harley_978",), ())},
    **{f"a tile of 3 x 4 as {runs}": book(drawn(*runs), tiles={"1": "grail_initial"},
        exemplars=["guiot_manuscript"]) for runs in (
            [("1", 2, 3, 3, 4)], [("1", 2, 3, 4, 3)], [("1", 2, 3, 3, 3)], [("1", 2, 3, 6, 2)],
            [("1", 2, 3, 3, 3), ("1", 5, 3, 2, 1)], [("1", 2, 3, 3, 2), ("1", 5, 3, 3, 2)])},
    **{f"a line begun in two books, {other}": [book(drawn(*LANVAL_BEGUN), L="lanval"),
        book(right=drawn(*runs), L="lanval", name="Bo")] for other, runs in (
            ("in both", LANVAL_BEGUN), ("in one", LANVAL_BEGUN[:1]),
            ("and one is complete", [("L", 1, 1, 4, 3)]))},
    "a score box wrong in all": boxed_guiot(),
    **{f"a score box beside the exemplars {known}": boxed_guiot(exemplars=known)
        for known in (None, (None,), ("guiot_manuscript", None))},
    **{f"a score box behind a book {what}": [boxed_guiot(points=Points(), **change),
        msgspec.structs.replace(book(name="Cy", exemplars=["bodley_851"]), total=99)]
        for what, change in (("without one", {"total": msgspec.UNSET}), ("open", {"legend": None}),
            ("that is wrong", {"left": drawn(("P", 1, 1, 4, 9))}))},
    # Perceval lacks two squares; Wulf counts 2 or 4, The Ruin 2 points more double-spaced.
    **{f"{claim} points for an incomplete text": boxed(drawn(("P", 1, 6, 4, 7, 2),
        ("P", 15, 6, 2, 1), ("L", 1, 1, 4, 1)), claim, P="perceval", L="lanval")
        for claim in (14, 13)},
    **{f"{claim} points in the other spacing": boxed(drawn(("W", 3, 2, 6, 2, step)), claim,
        W="wulf_and_eadwacer") for step, claim in ((2, 2), (1, 4))},
    **{f"{claim} points for one of two": boxed(drawn(("W", 3, 2, 6, 2), ("R", 8, 2, 4, 3)), claim,
        W="wulf_and_eadwacer", R="the_ruin") for claim in (6, 5)},
    "a line begun in two books": [Book(None, {"L": "lanval"}, BEGUN, EMPTY, {}, ()),
        book(EMPTY, BEGUN, L="lanval", name="Bo"), book(name="Cy")],
}  # fmt: skip


def cases() -> Iterator[tuple[str, list[Book], Game[Any]]]:
    strict = house(GAME, corners_may_touch=False)
    for rows in ROWS.split("\n")[1:-1]:
        drawing = page(*[row.strip("-") for row in rows.split()])
        yield rows, [book_of({rows.strip(".")[0]: NAMES[rows.strip(".")[0]]}, drawing)], GAME
    for kind, some, texts in (
        ("", PARTS, {"A": "sir_orfeo", "T": "the_king_of_tars", **NAMES}),
        ("begun: ", BEGUN_TEXTS, {"A": "lanval", "B": "deor"}),
        ("begun: ", TWO_BEGUN, {"A": "lanval", "B": "deor"}),
    ):
        for parts in some.split("\n")[1:-1]:
            runs: list[Any] = [(run[0], *map(int, run[1:].split())) for run in parts.split(", ")]
            legend = {run[0]: texts[run[0]] for run in runs if run[0] != "1"}
            if parts.startswith("A 1 1 5 1"):
                legend["A"] = "on_courtiers_trifles"
            one = book_of(
                legend,
                drawn(*runs),
                **(WITH_HAND if "1 " in {run[0] + " " for run in runs} else {}),
            )
            yield kind + parts, [one], GAME
            if some is not BEGUN_TEXTS:
                yield f"{kind}{parts}, corners apart", [one], strict
    for slip in SLIPS:
        row, column, sign = slip.split(" ", 2)
        drawing = put(SOUND, int(row), int(column), sign)
        yield f"slip {slip}", [book(drawing, L="lanval", P="perceval")], GAME
    for shape, drawing in SHAPES.items():
        yield shape, [book(drawing, L="lanval")], GAME
    for what, books in BOOKS.items():
        yield what, books if isinstance(books, list) else [books], GAME


def described(squares: Iterable[tuple[int, int]]) -> str:
    """Squares row by row: ``1:1-4 2:1,3-4``."""
    rows = []
    for row, found in groupby(squares, lambda square: square[0]):
        columns = [column for _, column in found]
        starts = [column for column in columns if column - 1 not in columns]
        ends = [column for column in columns if column + 1 not in columns]
        spans = [f"{a}-{b}" if a < b else f"{a}" for a, b in zip(starts, ends, strict=True)]
        rows.append(f"{row}:{','.join(spans)}")
    return " ".join(rows)


@pytest.mark.clause(
    "MS-2.3", "MS-2.6", "MS-2.7", "MS-3.1", "MS-3.2", "MS-3.3", "MS-3.4", "MS-3.5", "MS-3.6",
    "MS-3.7", "MS-3.9", "MS-4.1", "MS-4.2", "MS-4.3", "MS-4.4", "MS-4.5", "MS-5.1", "MS-5.3",
    "MS-5.4", "MS-5.5", "MS-5.6", "MS-5.7", "MS-5.8",
)  # fmt: skip
def test_text_in_no_layout_breaks_the_clause_on_layouts() -> None:
    sketch = Sketch.__new__(Sketch)
    sketch.page, sketch.name, sketch.squares = "left", "Guiot", 7
    sketch.missing, sketch.parts = 0, [[Row(2, 3, 5, 3)]]
    assert no_room(sketch) == Fault(
        "MS-5.5",
        "left",
        "left page, row 2, column 3: Guiot is in no layout that the rules allow",
        7,
    )


def test_every_finding_in_full() -> None:
    said = {}
    for what, books, game in cases():
        found = checked(*books, game=game).findings
        lines = [
            f"{one.rule} {one.path}: {one.message} [{described(one.squares)}]" for one in found
        ]
        said[what] = "\n".join(lines) or "sound"
    golden_files.check("manuscript_findings", said)
