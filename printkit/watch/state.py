"""What a page is told: all that it shows, as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from card_data import Game, Problem
from card_data.problems import Fix
from printkit.drawing.shapes import Face
from printkit.watch.places import Place, Places
from printkit.watch.scene import Part, Picture, Piece, Scene, Sheets
from printkit.watch.views import Menu


class Side(msgspec.Struct, frozen=True):
    """The picture of one side of a piece, or of a sheet, by its key: its size and the radius of its
    corners in mm, its shape. ``back``: it is printed behind the sheet before it."""

    picture: str
    width: float
    height: float
    corner: float = 0.0
    shape: str = "rectangle"
    back: bool = False


class ShownPiece(msgspec.Struct, frozen=True):
    """A piece, as `printkit.watch.scene.Piece` has it, and where it comes from."""

    name: str
    row: str
    title: str
    copies: int
    front: Side | None
    back: Side | None
    broken: bool
    back_broken: bool
    places: list[Place]


class ShownPart(msgspec.Struct, frozen=True):
    """A component and its pieces."""

    name: str
    title: str
    pieces: list[ShownPiece]


class ShownSheets(msgspec.Struct, frozen=True):
    """The sheets of the component that is looked at. ``broken``: they are the last good ones."""

    title: str
    sides: list[Side]
    broken: bool


class ShownProblem(msgspec.Struct, frozen=True):
    """A problem, with the component and the row that it is on, if it is on one; ``fix`` is what
    would mend it, if that is known."""

    message: str
    file: str
    line: int
    item: str
    field: str
    component: str = ""
    row: str = ""
    fix: Fix | None = None


class State(msgspec.Struct, frozen=True):
    """All that a page is told. ``broken``: all that is shown is the last that was good. ``busy``:
    there is more to come."""

    title: str
    busy: bool
    broken: bool
    problems: list[ShownProblem]
    components: list[ShownPart]
    sheets: ShownSheets | None
    menus: list[Menu]


def state_of(
    game: Game[Any] | None,
    scene: Scene,
    places: Places | None,
    problems: Sequence[Problem],
    sheets: Sheets | None,
    *,
    busy: bool,
) -> State:
    """What a page is told of a scene; ``problems`` are those of the game, which is None until it
    was read once, as its ``places`` are."""
    broken = bool(problems or scene.problems)
    return State(
        game.title if game is not None else "",
        busy,
        broken,
        list(shown_problems(scene, problems, sheets)),
        [
            shown_part(part, places.of(part.name) if places is not None else {}, broken)
            for part in scene.parts.values()
        ],
        None if sheets is None else shown_sheets(sheets, broken),
        scene.menus,
    )


def shown_part(part: Part, places: Mapping[str, list[Place]], broken: bool) -> ShownPart:
    pieces = part.pieces.values()
    return ShownPart(
        part.name, part.title, [shown(one, places.get(one.row, []), broken) for one in pieces]
    )


def shown(piece: Piece, places: list[Place], broken: bool) -> ShownPiece:
    return ShownPiece(
        piece.name, piece.row, piece.title or piece.row, piece.copies,
        side_of(piece.front), side_of(piece.back), broken or piece.broken,
        broken or piece.broken or piece.back_broken, places,
    )  # fmt: skip


def side_of(picture: Picture | None) -> Side | None:
    if picture is None:
        return None
    drawn = picture.drawn
    if isinstance(drawn, Face):
        return Side(picture.key, drawn.width, drawn.height, drawn.corner, drawn.shape)
    return Side(picture.key, drawn.width, drawn.height, back=drawn.back)


def shown_sheets(sheets: Sheets, broken: bool) -> ShownSheets:
    sides = [side for picture in sheets.pictures if (side := side_of(picture)) is not None]
    return ShownSheets(sheets.title, sides, broken or bool(sheets.problems))


def shown_problems(
    scene: Scene, problems: Sequence[Problem], sheets: Sheets | None
) -> Iterator[ShownProblem]:
    """All problems, each once for each piece that it is on."""
    told: set[Problem] = set()
    rows = {piece.row: part.name for part in scene.parts.values() for piece in part.pieces.values()}
    for problem in (*problems, *scene.problems):
        told.add(problem)
        component = rows.get(problem.item, "")
        yield shown_problem(problem, component, problem.item if component else "")
    for part in scene.parts.values():
        for row, found in part.faults.items():
            told.update(found)
            yield from (shown_problem(problem, part.name, row) for problem in found)
        for problem in part.problems:
            if not any(one.file == problem.file and one.line == problem.line for one in told):
                told.add(problem)
                yield shown_problem(problem, part.name)
    for problem in sheets.problems if sheets is not None else ():
        if problem not in told:
            yield shown_problem(problem)


def shown_problem(problem: Problem, component: str = "", row: str = "") -> ShownProblem:
    return ShownProblem(
        problem.message, problem.file, problem.line, problem.item, problem.field, component, row,
        problem.fix,
    )  # fmt: skip
