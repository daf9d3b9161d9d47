"""A game drawn again and again: what is shown after each edit, and what stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data.wall import OverLimitError
from printkit.faces.origins import Origins
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.templating.environment import Templates
from printkit.watch import watching
from printkit.watch.places import places_of
from printkit.watch.watching import Watcher
from tests.card_data.copies import edit
from tests.card_data.workbooks import xlsx
from tests.sweeps import sweep

State = dict[str, Any]
CARDS = ["comma", "letter", "line", "page"]


class Watched:
    """A watcher, and all that its pages are told."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.watcher = Watcher(folder.name, Options(data=folder.parent, **options))
        self.watcher.tell = lambda state: self.told.append(json.loads(state))
        self.told: list[State] = []

    def draw(self) -> State:
        """Draw all that is new; the last that pages were told."""
        self.told.clear()
        self.watcher.work()
        while not self.watcher.idle:
            self.watcher.work()
        assert not self.told[-1]["busy"]
        return self.told[-1]

    def save(self, file: Path, old: str, new: str) -> State:
        """Edit a file; what pages are told in the end."""
        edit(file, old, new)
        return self.draw()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for files to be still, or to tell pages again."""
    monkeypatch.setattr(watching, "STILL", 0.0)
    monkeypatch.setattr(watching, "PAUSE", 0.0)
    monkeypatch.setattr(watching, "DRAWING", 0.0)


@pytest.fixture
def game(errata: Path) -> Path:
    """The tiny game without its rules."""
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    (errata / "rulebook.yaml").unlink()
    return errata


@pytest.fixture
def page(game: Path) -> Watched:
    """A page on which all is drawn."""
    made = Watched(game)
    made.draw()
    return made


def pieces(state: State, component: str = "deck") -> dict[str, State]:
    (found,) = (part for part in state["components"] if part["name"] == component)
    return {piece["name"]: piece for piece in found["pieces"]}


def fronts(state: State) -> dict[str, str]:
    """The keys of the pictures of the fronts."""
    return {name: one["front"]["picture"] for name, one in pieces(state).items() if one["front"]}


def backs(state: State) -> list[State]:
    return [piece["back"] for piece in pieces(state).values()]


def greyed(state: State) -> list[str]:
    return [name for name, piece in pieces(state).items() if state["broken"] or piece["broken"]]


def test_every_piece_has_pictures_of_its_own_size(game: Path) -> None:
    page = Watched(game)
    state = page.draw()
    assert list(pieces(state)) == CARDS
    assert [piece["copies"] for piece in pieces(state).values()] == [4, 3, 2, 1]
    back, *others = backs(state)
    assert others == [back] * 3
    assert (back["width"], back["height"], back["corner"]) == (63.5, 88.9, 3)
    pictures = page.watcher.painter.pictures
    assert {back["picture"], *fronts(state).values()} == pictures.keys()
    assert all(b'width="63.5mm"' in one.svg for one in pictures.values()), "as it is cut"


def test_of_an_edited_card_the_picture_alone_is_painted(
    page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fronts(page.told[-1])
    painted: list[str] = []
    paint = SvgPainter.paint

    def noted(painter: SvgPainter, sheet: Any, title: str) -> str:
        painted.append(title)
        return paint(painter, sheet, title)

    monkeypatch.setattr(SvgPainter, "paint", noted)
    after = fronts(page.save(game / "cards.yaml", "A letter", "A letter more"))
    assert {name for name in before if before[name] != after[name]} == {"letter"}
    assert painted == ["letter"]
    assert fronts(page.save(game / "cards.yaml", "A letter more", "A letter")) == before


def test_an_edited_card_is_shown_before_all_else_is_drawn(page: Watched, game: Path) -> None:
    before = fronts(page.told[-1])
    after = fronts(page.save(game / "cards.yaml", "A letter", "A letter more"))
    assert page.told[0]["busy"]
    assert fronts(page.told[0]) == after != before


def test_a_component_is_shown_before_the_others_are_drawn(errata: Path) -> None:
    page = Watched(errata)
    state = page.draw()
    first = page.told[0]
    assert first["busy"]
    assert fronts(first) == fronts(state)
    assert pieces(first, "rules") == {} != pieces(state, "rules")


def test_a_problem_is_on_its_card_alone_which_keeps_its_picture(page: Watched, game: Path) -> None:
    before = fronts(page.told[-1])
    line = edit(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    state = page.draw()
    assert greyed(state) == ["letter"]
    assert fronts(state) == before
    (problem,) = state["problems"]
    assert [problem[key] for key in ("component", "row", "line")] == ["deck", "letter", line]
    assert problem["file"] == str(game / "cards.yaml")
    assert "nonesuch" in problem["message"]
    state = page.save(game / "cards.yaml", "A comma", "A comma more")
    assert greyed(state) == ["letter"]
    assert fronts(state)["comma"] != before["comma"], "the others are drawn on"
    state = page.save(game / "cards.yaml", "icon: nonesuch", "icon: book")
    assert (greyed(state), state["problems"]) == ([], [])
    assert fronts(state)["letter"] != before["letter"]


def test_a_mistake_in_a_template_is_on_all_cards_that_it_draws(page: Watched, game: Path) -> None:
    before = fronts(page.told[-1])
    line = edit(game / "templates" / "card.svg", "{{ card.value }}", "{{ card.worth }}")
    state = page.draw()
    assert greyed(state) == CARDS
    assert fronts(state) == before
    assert [(one["row"], one["line"]) for one in state["problems"]] == [
        (name, line) for name in CARDS
    ]


@pytest.mark.parametrize(
    ("old", "new"), [("quill", "nonesuch"), ("<rect", "{{ nonesuch.word }}<rect")]
)
def test_a_mistake_on_a_shared_back_greys_the_backs_alone(
    page: Watched, game: Path, old: str, new: str
) -> None:
    """Jinja gives up on the template; on markup that is wrong it does not."""
    before, template = page.told[-1], game / "templates" / "back.svg"
    for _ in range(2):
        state = page.save(template, old, new)
        assert (greyed(state), fronts(state)) == ([], fronts(before))
        assert backs(state) == backs(before)
        assert all(piece["back_broken"] for piece in pieces(state).values())
        assert {(one["component"], "nonesuch" in one["message"]) for one in state["problems"]} == {
            ("deck", True)
        }
        state = page.save(template, new, old)
        assert backs(state) == backs(before)
        assert not any(piece["back_broken"] for piece in pieces(state).values())


@pytest.mark.parametrize("text", ["cards: [", "", "cards:\n  - {id: comma}\n"])
def test_files_that_cannot_be_read_grey_all_and_change_nothing(
    page: Watched, game: Path, text: str
) -> None:
    before = fronts(page.told[-1])
    right = (game / "cards.yaml").read_text("utf-8")
    (game / "cards.yaml").write_text(text, "utf-8")
    state = page.draw()
    assert (greyed(state), fronts(state)) == (CARDS, before)
    assert {one["file"] for one in state["problems"]} == {str(game / "cards.yaml")}
    (game / "cards.yaml").unlink()
    assert "cannot be read" in page.draw()["problems"][0]["message"]
    (game / "cards.yaml").write_text(right, "utf-8")
    state = page.draw()
    assert (state["broken"], state["problems"], greyed(state)) == (False, [], [])


@pytest.mark.parametrize(
    ("name", "share"),
    sweep(
        [("cards.yaml", 0.6), ("templates/card.svg", 0.6), ("templates/back.svg", None)],
        [("cards.yaml", 0.6), ("templates/back.svg", None)],
    ),
)
def test_what_is_half_written_is_not_called_wrong(
    page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch, name: str, share: float | None
) -> None:
    """Nor one that is gone for a moment, as while it is replaced."""
    monkeypatch.setattr(watching, "STILL", 1e9)
    right = (game / name).read_text("utf-8")

    def written(seconds: float) -> None:
        (game / name).write_text(right, "utf-8")

    monkeypatch.setattr("printkit.watch.watching.time.sleep", written)
    if share is None:
        (game / name).unlink()
    else:
        (game / name).write_text(right[: int(share * len(right))], "utf-8")
    page.draw()
    assert not any(state["broken"] or state["problems"] or greyed(state) for state in page.told)


def test_a_mistake_that_is_known_holds_up_no_other_edit(
    page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.save(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    monkeypatch.setattr(watching, "STILL", 1e9)
    state = page.save(game / "cards.yaml", "A comma", "A comma more")
    assert greyed(state) == ["letter"]


def test_a_saved_icon_is_drawn_where_it_is_shown(page: Watched, game: Path) -> None:
    (game / "icons").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    drawn = svg.format('<circle cx="4" cy="4" r="4"/>')
    (game / "icons" / "blot.svg").write_text(drawn, "utf-8")
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("\nicons: icons\n")
    before = fronts(page.save(game / "cards.yaml", "icon: inkpot", "icon: blot"))
    after = fronts(page.save(game / "icons" / "blot.svg", 'r="4"', 'r="3"'))
    assert [name for name in CARDS if before[name] != after[name]] == ["letter"]


def test_a_piece_says_where_it_comes_from(page: Watched, game: Path) -> None:
    assert pieces(page.told[-1])["letter"]["places"] == [
        ["Row", "cards.yaml:3"], ["Template", "templates/card.svg"], ["Back", "templates/back.svg"],
    ]  # fmt: skip
    state = page.save(game / "cards.yaml", "  - {id: letter", "\n\n  - {id: letter")
    assert pieces(state)["letter"]["places"][0] == ["Row", "cards.yaml:5"]


@pytest.mark.parametrize(("kind", "where"), [("csv", "cards.csv:3, A3"), ("xlsx", "Cards!A3")])
def test_a_row_of_a_sheet_is_at_its_cell(kind: str, where: str, game: Path) -> None:
    cells: list[list[object]] = [
        ["id", "word", "value", "icon", "copies"],
        ["comma", "A comma", 1, "quill", 4],
        ["letter", "A letter", 2, "inkpot", 3],
    ]
    text = "\n".join(",".join(map(str, row)) for row in cells)
    raw = text.encode() if kind == "csv" else xlsx({"Cards": cells})
    (game / f"cards.{kind}").write_bytes(raw)
    (game / "cards.yaml").unlink()
    loaded = card_data.load(game.name, game.parent)
    (_, found), *_ = places_of(loaded, "deck", Origins(loaded))["letter"]
    assert found.startswith(f"cards.{kind}")
    assert found.endswith(where)


def test_what_no_row_says_comes_from_its_template_alone() -> None:
    game = card_data.load("winstons_archive")
    (places,) = places_of(game, "pad", Origins(game)).values()
    assert places == [("Template", "templates/winstons_archive/pad.svg")]


def test_rows_come_and_go_in_the_order_of_the_data(page: Watched, game: Path) -> None:
    """One that is new and wrong has a place and no picture."""
    row = "  - {id: dot, word: A dot, value: 1, icon: nonesuch}\n"
    state = page.save(game / "cards.yaml", "  - {id: line", row + "  - {id: line")
    assert list(pieces(state)) == ["comma", "letter", "dot", "line", "page"]
    assert greyed(state) == ["dot"]
    assert pieces(state)["dot"]["front"] is None
    state = page.save(game / "cards.yaml", "  - {id: comma", "  - {id: semicolon")
    assert list(pieces(state)) == ["semicolon", "letter", "dot", "line", "page"]
    state = page.save(game / "cards.yaml", row, "")
    assert list(pieces(state)) == ["semicolon", "letter", "line", "page"]


def test_a_component_that_is_taken_out_is_gone(errata: Path) -> None:
    page = Watched(errata)
    assert [part["name"] for part in page.draw()["components"]] == ["deck", "rules"]
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    assert [part["name"] for part in page.draw()["components"]] == ["deck"]


@pytest.mark.sweep
def test_a_text_over_pages_has_a_piece_for_each(errata: Path) -> None:
    rules = errata / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("draw one.", "Up! " * 4000), "utf-8")
    (errata / "rulebook.yaml").unlink()
    names = list(pieces(Watched(errata).draw(), "rules"))
    assert names == ["booklet", *(f"booklet-{page}" for page in range(2, len(names) + 1))]
    assert len(names) > 1


def test_a_game_that_cannot_be_read_at_first_is_shown_once_it_can(game: Path) -> None:
    right = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text("title: [", "utf-8")
    page = Watched(game)
    state = page.draw()
    assert (state["broken"], state["title"], state["components"]) == (True, "", [])
    (game / "game.yaml").write_text(right, "utf-8")
    assert page.draw()["title"] == "Errata"


def test_what_is_newer_drops_what_is_drawn(page: Watched, game: Path) -> None:
    """And is drawn with it."""
    edit(game / "cards.yaml", "A comma", "A comma more")
    changed: Callable[[], set[str]] = page.watcher.files.changed
    looked = 0

    def later() -> set[str]:
        nonlocal looked
        looked += 1
        if looked == 3:
            edit(game / "cards.yaml", "A letter", "A letter more")
        return changed()

    page.watcher.files.changed = later  # type: ignore[method-assign]
    state = page.draw()
    assert fronts(state) == fronts(Watched(game).draw())


def test_a_game_is_watched_with_house_options_and_in_low_ink(page: Watched, game: Path) -> None:
    assert fronts(Watched(game, low_ink=True).draw()) != fronts(page.told[-1])
    chosen = ("winstons_archive.refill_taken_stack=maybe",)
    watcher = Watcher("winstons_archive", Options(house=chosen))
    told: list[State] = []
    watcher.tell = lambda state: told.append(json.loads(state))
    watcher.work()
    assert told[-1]["problems"][0]["message"] == "found maybe, expected true or false"


def test_a_saved_font_is_read_again(page: Watched, game: Path) -> None:
    fonts, painter = page.watcher.fonts, page.watcher.painter.painter
    assert isinstance(painter, SvgPainter)
    assert painter.glyphs.outlines, "an outline is looked up once for all pictures"
    (game / "fonts").mkdir()
    (game / "fonts" / "Own.TTF").write_bytes(b"")
    page.draw()
    assert page.watcher.fonts is not fonts
    assert page.watcher.painter.painter is not painter


def test_what_takes_too_long_is_a_problem_and_the_next_edit_is_drawn(
    page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fronts(page.told[-1])
    render = Templates.render

    def over(*given: object) -> str:
        raise OverLimitError("takes too long")

    monkeypatch.setattr(Templates, "render", over)
    state = page.save(game / "cards.yaml", "A letter", "A letter more")
    assert greyed(state) == CARDS
    assert "takes too long" in state["problems"][0]["message"]
    monkeypatch.setattr(Templates, "render", render)
    state = page.save(game / "cards.yaml", "A letter more", "A letter")
    assert (fronts(state), state["problems"], greyed(state)) == (before, [], [])
