"""One edit reaches all: each number and house option of each game is edited in a copy, and every
text, face, rule and point that rests on it moves; or the edit is refused, with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest

import card_data
import card_data.loader
from card_data import Game
from printkit.drawing.shapes import Face
from printkit.printing import checking
from printkit.templating.environment import Facts
from tests.numbers import (
    dice_archive,
    manuscript,
    nineteen_eighty_four,
    verse_and_variant,
    winstons_archive,
)
from tests.numbers.edits import (
    RULES,
    Copies,
    Refused,
    Use,
    moved,
    moved_faces,
    numbers_of,
    parsed,
    said_by,
    several,
    values_of,
)

TABLES: dict[str, tuple[Use | Refused, ...]] = {
    "dice_archive": dice_archive.USES,
    "manuscript": manuscript.USES,
    "nineteen_eighty_four": nineteen_eighty_four.USES,
    "verse_and_variant": verse_and_variant.USES,
    "winstons_archive": winstons_archive.USES,
}
# What no rule of play or score asks about: the laps of a track that only people count on.
NOT_PLAYED = {"numbers.prestige_track"}
FEW = 2  # faces of a component that is drawn in every run


def cases(kind: type[Use] | type[Refused]) -> list[Any]:
    """The entries of a kind, those much like others by make test-all."""
    return [
        pytest.param(
            (game, entry),
            id=f"{game}-{entry.path}-{entry.to}",
            marks=()
            if isinstance(entry, Refused) or (entry.often and game == "winstons_archive")
            else pytest.mark.sweep,
        )
        for game, table in TABLES.items()
        for entry in table
        if isinstance(entry, kind)
    ]


class Shipped:
    """What the shipped games say and draw, each read and typeset once."""

    def __init__(self, copies: Copies) -> None:
        self.says = cache(lambda game: said_by(card_data.load(game)))
        self.faces = cache(lambda game, name: copies.faces(card_data.load(game), name))


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copies]:
    """Of their files those that stay as they are are parsed once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(card_data.loader, "parse", parsed)
        yield Copies(tmp_path_factory.mktemp("edited"))


@pytest.fixture(scope="module")
def shipped(copies: Copies) -> Shipped:
    return Shipped(copies)


class Case(NamedTuple):
    """A use of a number, the game as it is, and the edited one."""

    use: Use
    before: Game[Any]
    after: Game[Any]


@pytest.fixture(scope="module", params=cases(Use))
def case(request: pytest.FixtureRequest, copies: Copies) -> Case:
    game, use = request.param
    return Case(use, card_data.load(game), copies.edited(game, {**use.changes, **use.along}))


@pytest.mark.parametrize("game", TABLES)
def test_every_number_and_every_value_of_an_option_has_an_entry(game: str) -> None:
    """And no entry is for a number that is no more, or for the one that it has already."""
    known = numbers_of(game)
    entries = {(entry.path, entry.to) for entry in TABLES[game]}
    numbers = {(path, to) for path, to in entries if not path.startswith("options.")}
    assert {path for path, _ in numbers} == known.keys()
    assert all(known[path] != to for path, to in numbers)
    assert entries - numbers == values_of(game)


def test_every_text_says_it(case: Case, shipped: Shipped) -> None:
    found = moved(shipped.says(case.before.id), said_by(case.after))
    for at in case.use.along:
        if at.endswith(" +"):  # rows that it takes
            table = at.partition(".")[0]
            found = {place: n for place, n in found.items() if not place.startswith(f"{table}.")}
    expected = several(case.use.says)
    assert found == {place: expected.count(place) for place in expected}


def test_every_face_shows_it(case: Case, copies: Copies, shipped: Shipped) -> None:
    for component in sorted(case.use.components):
        if len(case.before.counts(component)) <= FEW:
            check_faces(case, component, shipped.faces, copies)


def check_faces(case: Case, component: str, shipped: Any, copies: Copies) -> None:
    """Just the faces of a component that are named have changed; where a number is read, it is
    there once more at least than before."""
    old: Mapping[str, Face] = shipped(case.before.id, component)
    found = moved_faces(old, copies.faces(case.after, component), component)
    named = case.use.faces_of(component)
    if named == [component]:
        assert found
        named = sorted(found)
    assert sorted(found) == named
    if component in [place.partition(":")[0] for place in several(case.use.faces)]:
        assert any(found[place][str(case.use.to).lstrip("-")] for place in named)


def test_the_rules_follow_it(case: Case) -> None:
    use = case.use
    if use.path in NOT_PLAYED:
        assert use.play is None
        return
    assert use.play is not None
    assert use.was != use.now
    assert use.play(case.before) == use.was
    assert use.play(case.after) == use.now


@pytest.mark.parametrize("entry", [one for one in cases(Use) if one.values[0][1].along])
def test_alone_it_is_refused_if_it_needs_other_edits(
    copies: Copies, entry: tuple[str, Use]
) -> None:
    game, use = entry
    assert use.alone in [problem.message for problem in copies.problems(game, use.changes)]


@pytest.mark.parametrize("refused", cases(Refused))
def test_what_cannot_be_is_refused_with_a_reason(
    copies: Copies, refused: tuple[str, Refused]
) -> None:
    game, entry = refused
    problems = copies.problems(game, entry.changes)
    (found,) = [problem for problem in problems if problem.message == entry.why]
    assert found.file
    assert found.field == (entry.at or entry.path)
    if found.file.endswith("game.yaml"):
        place = re.sub(r" no\. ([0-9]+), ", lambda no: f".{int(no[1]) - 1}.", found.field)
        assert found.line == copies.line(game, place)


@pytest.mark.parametrize(
    ("game", "path", "to", "figure", "why"),
    [
        ("winstons_archive", "stacks", 4, "table", "three stacks lie beside the deck"),
        ("dice_archive", "communal_in_play.two", 2, "tray", "the strip has a third place"),
        ("manuscript", "exemplars_more", 3, "table", "five exemplars for three players"),
        ("verse_and_variant", "institution.cost", 3, "institution", "two Papyrus go back"),
    ],
)
def test_a_picture_drawn_for_another_number_is_refused(
    copies: Copies, game: str, path: str, to: int, figure: str, why: str
) -> None:
    """By the check, at its line, and by what prints the rulebook."""
    after = copies.edited(game, {f"game.yaml numbers.{path}": to})
    found = [one for one in checking.example_problems(after) if why in one.message]
    assert {one.field.split(".")[1] for one in found} == {figure}
    assert all(one.line and f"{path} is {to}, expected" in one.message for one in found)
    with pytest.raises(card_data.DataError, match=why):
        assert Facts(after).rulebook


# --- by make test-all: all faces, and one more and one less of everything


@pytest.mark.sweep
def test_no_other_face_changes(case: Case, copies: Copies, shipped: Shipped) -> None:
    for component in {*case.before.components} - {RULES}:
        check_faces(case, component, shipped.faces, copies)


@pytest.mark.sweep
@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("game", TABLES)
def test_one_more_and_one_less_moves_or_is_refused(
    copies: Copies, shipped: Shipped, game: str, step: int
) -> None:
    """At its line; the examples then either hold or are named."""
    for path, value in numbers_of(game).items():
        changes = {f"game.yaml {path}": value + step}
        problems = copies.problems(game, changes)
        if not problems:
            after = copies.edited(game, changes)
            problems = tuple(checking.example_problems(after))
            assert moved(shipped.says(game), said_by(after)) or any(
                moved_faces(shipped.faces(game, one), copies.faces(after, one), one)
                for one in {*after.components} - {RULES}
            ), path
        assert all(one.file and one.line and one.message for one in problems), path
