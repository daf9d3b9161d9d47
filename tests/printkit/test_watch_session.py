"""A game drawn again and again: what is shown after each edit, and what stays."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

import card_data
from card_data.wall import OverLimitError
from printkit.drawing.shapes import Face, Symbol, Use
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.templating.environment import Templates
from printkit.watch import session as sessions
from printkit.watch.looking import DroppedError
from printkit.watch.places import Places
from printkit.watch.scene import Painter
from printkit.watch.session import Session, symbol_names
from printkit.watch.state import ShownPiece, State
from printkit.watch.views import View, view_of
from tests.card_data.copies import edit
from tests.card_data.workbooks import xlsx
from tests.printkit.tools import FONTS
from tests.sweeps import sweep


class Watched:
    """A session with one page, which keeps all that it is told."""

    def __init__(self, folder: Path, **query: str) -> None:
        self.session = Session(
            folder.name, folder.parent, lambda page, state: self.told.append(state)
        )
        self.told: list[State] = []
        self.data = folder.parent
        self.look_at(**query)

    def look_at(self, **query: str) -> None:
        self.session.views[1] = view_of(query, self.data)

    def work(self) -> Iterator[None]:
        """Draw, stopping wherever work may be dropped."""
        for awaited in self.session.drawing():
            if isinstance(awaited, float):
                time.sleep(awaited)
            else:
                wait([awaited])
            yield

    def draw(self) -> State:
        """Draw all; the last that the page was told."""
        for _ in self.work():
            pass
        assert not self.told[-1].busy
        return self.told[-1]

    def save(self, file: Path, old: str, new: str) -> State:
        """Edit a file; what the page is told in the end."""
        edit(file, old, new)
        return self.saved()

    def saved(self) -> State:
        self.told.clear()
        self.session.changed()
        return self.draw()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for files to be still."""
    monkeypatch.setattr(sessions, "STILL", 0.0)


@pytest.fixture
def game(errata: Path) -> Path:
    """The tiny game without its rules."""
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    (errata / "rulebook.yaml").unlink()
    return errata


def pieces(state: State, component: str = "deck") -> dict[str, ShownPiece]:
    (found,) = (part for part in state.components if part.name == component)
    return {piece.name: piece for piece in found.pieces}


def fronts(state: State) -> dict[str, str]:
    """The keys of the pictures of the fronts."""
    return {name: one.front.picture for name, one in pieces(state).items() if one.front is not None}


def greyed(state: State) -> list[str]:
    return [name for name, piece in pieces(state).items() if piece.broken]


def test_every_piece_has_pictures_of_its_own_size(game: Path) -> None:
    page = Watched(game)
    state = page.draw()
    assert list(pieces(state)) == ["comma", "letter", "line", "page"]
    assert [piece.copies for piece in pieces(state).values()] == [4, 3, 2, 1]
    (back,) = {piece.back for piece in pieces(state).values()}
    assert back is not None
    assert (back.width, back.height, back.corner) == (63.5, 88.9, 3)
    pictures = page.session.painter.new
    assert {back.picture, *fronts(state).values()} == pictures.keys()
    assert all(b'width="63.5mm"' in raw for raw in pictures.values()), "true to size, as it is cut"


def test_of_an_edited_card_the_picture_alone_is_new(game: Path) -> None:
    page = Watched(game)
    before = fronts(page.draw())
    page.session.painter.new.clear()
    after = fronts(page.save(game / "cards.yaml", "A letter", "A letter more"))
    assert {name for name in before if before[name] != after[name]} == {"letter"}
    assert page.session.painter.new.keys() == {after["letter"]}
    assert fronts(page.save(game / "cards.yaml", "A letter more", "A letter")) == before


@pytest.mark.parametrize("query", [{}, {"mode": "one", "component": "deck", "piece": "letter"}])
def test_what_was_edited_is_shown_before_all_else_is_drawn(
    game: Path, query: dict[str, str]
) -> None:
    page = Watched(game, **query)
    before = fronts(page.draw())
    page.save(game / "cards.yaml", "A letter", "A letter more")
    first = page.told[0]
    assert first.busy
    assert fronts(first)["letter"] != before["letter"]


def test_a_piece_that_is_looked_at_comes_first_after_a_template_changed(game: Path) -> None:
    page = Watched(game, mode="one", component="deck", piece="line")
    before = fronts(page.draw())
    after = fronts(page.save(game / "templates" / "card.svg", "36pt", "30pt"))
    assert not {*before.values()} & {*after.values()}
    first = fronts(page.told[0])
    assert [name for name in first if first[name] != before[name]] == ["line"]


def test_a_problem_is_on_its_card_alone_which_keeps_its_picture(game: Path) -> None:
    page = Watched(game)
    before = fronts(page.draw())
    line = edit(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    state = page.saved()
    assert greyed(state) == ["letter"]
    assert fronts(state) == before
    (problem,) = state.problems
    assert (problem.component, problem.row, problem.line) == ("deck", "letter", line)
    assert problem.file == str(game / "cards.yaml")
    assert "nonesuch" in problem.message
    state = page.save(game / "cards.yaml", "A comma", "A comma more")
    assert greyed(state) == ["letter"]
    assert fronts(state)["comma"] != before["comma"], "the others are drawn on"
    state = page.save(game / "cards.yaml", "icon: nonesuch", "icon: book")
    assert (greyed(state), state.problems) == ([], [])
    assert fronts(state)["letter"] != before["letter"]


def test_a_mistake_in_a_template_is_on_all_cards_that_it_draws(game: Path) -> None:
    page = Watched(game)
    before = fronts(page.draw())
    line = edit(game / "templates" / "card.svg", "{{ card.value }}", "{{ card.worth }}")
    state = page.saved()
    assert greyed(state) == [*before]
    assert fronts(state) == before
    assert [(one.row, one.line) for one in state.problems] == [(name, line) for name in before]


def test_a_mistake_on_a_back_is_told_of_the_component_whose_fronts_are_drawn(game: Path) -> None:
    page = Watched(game)
    backs = [piece.back for piece in pieces(page.draw()).values()]
    edit(game / "cards.yaml", "A comma", "A comma more")
    state = page.save(game / "templates" / "back.svg", "quill", "nonesuch")
    assert [piece.back for piece in pieces(state).values()] == backs
    assert greyed(state) == []
    assert all(piece.back_broken for piece in pieces(state).values())
    assert {(one.component, "back.svg" in one.file) for one in state.problems} == {("deck", True)}


def test_a_back_that_names_what_is_not_there_is_greyed_in_its_last_picture(game: Path) -> None:
    """Jinja gives up on the template; on markup that is wrong it does not."""
    page = Watched(game)
    before = fronts(page.draw())
    backs = [piece.back for piece in pieces(page.told[-1]).values()]
    for _ in range(2):
        state = page.save(game / "templates" / "back.svg", "<rect", "{{ nonesuch.word }}<rect")
        assert [piece.back for piece in pieces(state).values()] == backs
        assert all(piece.back_broken for piece in pieces(state).values())
        assert (greyed(state), fronts(state)) == ([], before)
        assert {"nonesuch" in one.message for one in state.problems} == {True}
        state = page.save(game / "templates" / "back.svg", "{{ nonesuch.word }}<rect", "<rect")
        assert [piece.back for piece in pieces(state).values()] == backs
        assert not any(piece.back_broken for piece in pieces(state).values())


@pytest.mark.sweep
def test_a_back_that_is_mended_is_so_though_all_fronts_are_wrong(game: Path) -> None:
    page = Watched(game, mode="one", component="deck", piece="line")
    page.draw()
    page.save(game / "templates" / "back.svg", "quill", "nonesuch")
    page.save(game / "templates" / "card.svg", "{{ card.value }}", "{{ card.worth }}")
    state = page.save(game / "templates" / "back.svg", "nonesuch", "quill")
    assert {"card.svg" in one.file for one in state.problems} == {True}
    page.save(game / "templates" / "card.svg", "{{ card.worth }}", "{{ card.value }}")
    page.save(game / "templates" / "back.svg", "quill", "nonesuch")
    state = page.save(game / "templates" / "back.svg", "nonesuch", "quill")
    assert not any(piece.back_broken for piece in pieces(state).values())
    assert not pieces(page.told[0])["line"].back_broken, "it is drawn before the others"


@pytest.mark.parametrize("text", ["cards: [", "", "cards:\n  - {id: comma}\n"])
def test_files_that_cannot_be_read_grey_all_and_change_nothing(game: Path, text: str) -> None:
    page = Watched(game)
    before = fronts(page.draw())
    right = (game / "cards.yaml").read_text("utf-8")
    (game / "cards.yaml").write_text(text, "utf-8")
    state = page.saved()
    assert state.broken
    assert greyed(state) == [*before]
    assert fronts(state) == before
    assert {one.file for one in state.problems} == {str(game / "cards.yaml")}
    (game / "cards.yaml").unlink()
    assert "cannot be read" in page.saved().problems[0].message
    (game / "cards.yaml").write_text(right, "utf-8")
    state = page.saved()
    assert (state.broken, state.problems, greyed(state)) == (False, [], [])


@pytest.mark.parametrize(
    ("name", "share"),
    sweep(
        product(["cards.yaml", "templates/card.svg", "templates/back.svg"], [None, 0.0, 0.6]),
        [("cards.yaml", 0.6), ("templates/card.svg", 0.6), ("templates/back.svg", None)],
    ),
)
def test_what_is_half_written_is_not_called_wrong(
    game: Path, monkeypatch: pytest.MonkeyPatch, name: str, share: float | None
) -> None:
    """Nor one that is gone for a moment, as while it is replaced."""
    monkeypatch.setattr(sessions, "STILL", 1e9)
    page = Watched(game)
    page.draw()
    page.told.clear()
    right = (game / name).read_text("utf-8")
    if share is None:
        (game / name).unlink()
    else:
        (game / name).write_text(right[: int(share * len(right))], "utf-8")
    page.session.changed()
    for awaited in page.session.drawing():
        if isinstance(awaited, float) and awaited > 1e6:
            break
        assert not isinstance(awaited, float), "it is told, and called wrong at once"
        wait([awaited])
    (game / name).write_text(right, "utf-8")
    page.session.changed()
    page.draw()
    assert not any(state.broken or state.problems or greyed(state) for state in page.told)


def test_a_mistake_that_is_known_holds_up_no_other_edit(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Watched(game)
    page.draw()
    page.save(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    monkeypatch.setattr(sessions, "STILL", 1e9)
    state = page.save(game / "cards.yaml", "A comma", "A comma more")
    assert greyed(state) == ["letter"]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The rows that are drawn together."""
    found: list[list[str]] = []
    look = Session.look

    def noted(self: Session, *words: Any, **more: Any) -> Iterator[Any]:
        found.append(list(words[2].counts))
        return look(self, *words, **more)

    monkeypatch.setattr(Session, "look", noted)
    return found


@pytest.mark.parametrize(
    ("file", "first"),
    [
        ("icons/inkpot.svg", ["letter"]),
        ("art/deep/inkpot.png", ["letter"]),
        ("inkpot.yaml", []),
        ("art/nonesuch.png", []),
    ],
)
def test_faces_whose_picture_was_saved_are_drawn_before_all_others(
    game: Path, looks: list[list[str]], file: str, first: list[str]
) -> None:
    page = Watched(game)
    page.draw()
    looks.clear()
    page.session.changed([str(game / file)])
    page.draw()
    assert looks == [*([first] if first else []), ["comma", "letter", "line", "page"]]


def test_a_face_that_lacked_a_picture_is_drawn_first_when_one_comes(
    game: Path, looks: list[list[str]]
) -> None:
    page = Watched(game)
    page.draw()
    page.save(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    looks.clear()
    page.session.changed([str(game / "icons" / "nonesuch.svg")])
    page.draw()
    assert looks[0] == ["letter"]


def test_a_picture_knows_the_symbols_that_it_uses_whatever_they_are_called() -> None:
    goose = Symbol("deck:art/wild goose.png", (), 9)
    face = Face("a", 9, 9, (Use(goose.name, 0, 0, 9),))
    symbols = {goose.name: goose, "b": goose}
    found = Painter(SvgPainter(FONTS, {})).picture(None, face, symbols, "a")
    assert found.symbols == {goose.name: goose}
    assert found.uses({"art/wild goose.png"})
    assert not found.uses({"b"})


def test_a_picture_is_named_by_its_place_however_deep_it_lies() -> None:
    names = [*symbol_names(Path("/home/mine/errata/art/birds/goose.png"))]
    assert {"goose", "goose.png", "birds/goose.png", "art/birds/goose.png"} <= set(names)


def test_a_piece_says_where_it_comes_from(game: Path) -> None:
    page = Watched(game)
    letter = pieces(page.draw())["letter"]
    assert [(one.what, one.where) for one in letter.places] == [
        ("Row", "cards.yaml:3"), ("Template", "templates/card.svg"), ("Back", "templates/back.svg"),
    ]  # fmt: skip
    state = page.save(game / "cards.yaml", "  - {id: letter", "\n\n  - {id: letter")
    assert pieces(state)["letter"].places[0].where == "cards.yaml:5"


@pytest.mark.parametrize(("kind", "where"), [("csv", "cards.csv:3, A3"), ("xlsx", "Cards!A3")])
def test_a_row_of_a_sheet_is_at_its_cell(kind: str, where: str, game: Path) -> None:
    heads = ["id", "word", "value", "icon", "copies"]
    cells: list[list[object]] = [
        [*heads],
        ["comma", "A comma", 1, "quill", 4],
        ["letter", "A letter", 2, "inkpot", 3],
    ]
    text = "\n".join(",".join(map(str, row)) for row in cells)
    raw = text.encode() if kind == "csv" else xlsx({"Cards": cells})
    (game / f"cards.{kind}").write_bytes(raw)
    (game / "cards.yaml").unlink()
    places = Places(card_data.load(game.name, game.parent), {}).of("deck")
    assert places["letter"][0].where.endswith(where)
    assert places["letter"][0].where.startswith(f"cards.{kind}")


def test_what_no_row_says_comes_from_its_template_alone() -> None:
    game = card_data.load("winstons_archive")
    (places,) = Places(game, {}).of("pad").values()
    assert [(one.what, one.where) for one in places] == [
        ("Template", "templates/winstons_archive/pad.svg")
    ]
    assert Places(game, {}).of("nonesuch") == {}


@pytest.mark.sweep
def test_rows_come_and_go_in_the_order_of_the_data(game: Path) -> None:
    page = Watched(game)
    page.draw()
    row = "  - {id: dot, word: A dot, value: 1, icon: quill}\n"
    state = page.save(game / "cards.yaml", "  - {id: line", row + "  - {id: line")
    assert list(pieces(state)) == ["comma", "letter", "dot", "line", "page"]
    state = page.save(game / "cards.yaml", "  - {id: comma", "  - {id: semicolon")
    assert list(pieces(state)) == ["semicolon", "letter", "dot", "line", "page"]
    state = page.save(game / "cards.yaml", row, "")
    assert list(pieces(state)) == ["semicolon", "letter", "line", "page"]


def test_a_new_card_that_is_wrong_has_a_place_and_no_picture(game: Path) -> None:
    page = Watched(game)
    page.draw()
    row = "  - {id: dot, word: A dot, value: 1, icon: nonesuch}\n"
    state = page.save(game / "cards.yaml", "  - {id: line", row + "  - {id: line")
    assert list(pieces(state)) == ["comma", "letter", "dot", "line", "page"]
    assert greyed(state) == ["dot"]
    assert pieces(state)["dot"].front is None


def test_a_component_that_is_taken_out_is_gone(errata: Path) -> None:
    page = Watched(errata)
    assert [part.name for part in page.draw().components] == ["deck", "rules"]
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    assert [part.name for part in page.saved().components] == ["deck"]


@pytest.mark.sweep
def test_a_text_over_pages_has_a_piece_for_each(errata: Path) -> None:
    rules = errata / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("draw one.", "Up! " * 4000), "utf-8")
    (errata / "rulebook.yaml").unlink()
    state = Watched(errata, component="rules").draw()
    names = list(pieces(state, "rules"))
    assert names == ["booklet", *(f"booklet-{page}" for page in range(2, len(names) + 1))]
    assert len(names) > 1


def test_a_game_that_cannot_be_read_at_first_is_shown_once_it_can(game: Path) -> None:
    right = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text("title: [", "utf-8")
    page = Watched(game)
    state = page.draw()
    assert state.broken
    assert (state.title, state.components) == ("", [])
    (game / "game.yaml").write_text(right, "utf-8")
    assert page.saved().title == "Errata"


def test_sheets_are_those_of_the_chosen_paper_and_layout(game: Path) -> None:
    page = Watched(game, mode="sheets", component="deck")
    sheets = page.draw().sheets
    assert sheets is not None
    assert [(one.width, one.height, one.back) for one in sheets.sides] == [
        (210, 297, False), (210, 297, True), (210, 297, False), (210, 297, True),
    ]  # fmt: skip
    page.look_at(mode="sheets", component="deck", paper="letter", layout="fronts", low_ink="true")
    state = page.draw()
    assert state.sheets is not None
    assert {(one.width, one.height, one.back) for one in state.sheets.sides} == {
        (279.4, 215.9, False)
    }
    menus = {menu.name: menu.value for menu in state.menus}
    assert (menus["paper"], menus["layout"], menus["low_ink"]) == ("letter", "fronts", "true")
    assert len(page.session.scenes) == 1, "of what nobody looks at nothing stays"


def test_of_the_sheets_only_those_with_an_edited_card_are_painted_again(game: Path) -> None:
    page = Watched(game, mode="sheets", component="deck")
    before = page.draw().sheets
    after = page.save(game / "cards.yaml", "The wrong page", "The right page").sheets
    assert before is not None
    assert after is not None
    same = [one == other for one, other in zip(before.sides, after.sides, strict=True)]
    assert same == [True, True, False, True]


def test_sheets_of_a_card_with_a_problem_stay_greyed(game: Path) -> None:
    page = Watched(game, mode="sheets", component="deck")
    before = page.draw().sheets
    state = page.save(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    assert before is not None
    assert state.sheets is not None
    assert (state.sheets.sides, state.sheets.broken) == (before.sides, True)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"paper": "papyrus"}, "no paper called"),
        ({"players": "9"}, "the game is for"),
        ({"forms": "1000"}, "expected a whole number"),
        ({"gutter": "1", "bleed": "true", "mode": "sheets", "component": "deck"}, "for the bleed"),
        ({"marks": "silhouette", "layout": "gutterfold"}, "leave out gutterfold"),
        ({"draw": "1"}, "drawn at random"),
    ],
)
def test_options_that_will_not_do_are_told(game: Path, query: dict[str, str], said: str) -> None:
    assert said in Watched(game, **query).draw().problems[0].message


def test_an_address_that_means_nothing_shows_all_as_it_is() -> None:
    query = {"mode": "x", "flip": "up", "low_ink": "", "data": "/", "instead": "", "copies": "no"}
    assert view_of(query, None) == View(Options())


def test_what_was_drawn_stays_until_its_page_comes_back(game: Path) -> None:
    page = Watched(game)
    page.draw()
    page.session.painter.new.clear()
    view = page.session.views.pop(1)
    for _ in page.work():
        pass
    page.session.views[2] = view
    assert fronts(page.draw())
    assert page.session.painter.new == {}


def test_work_that_is_dropped_is_done_again(game: Path) -> None:
    page = Watched(game)
    page.draw()
    edit(game / "cards.yaml", "A comma", "A comma more")
    page.session.changed()
    next(page.work(), None)
    edit(game / "cards.yaml", "A letter", "A letter more")
    state = page.saved()
    assert fronts(state) == fronts(Watched(game).draw())


def test_house_options_hold_while_a_game_is_watched() -> None:
    chosen = ["winstons_archive.refill_taken_stack=true"]
    page = Session("winstons_archive", None, lambda *_: None, chosen)
    assert list(page.reading()) == []
    assert page.game is not None
    assert page.game.house == {"refill_taken_stack": "true"}


def test_of_an_edited_card_there_is_one_new_picture(game: Path) -> None:
    """What is shown of it at once is what is shown once all is drawn."""
    page = Watched(game)
    before = fronts(page.draw())["letter"]
    page.save(game / "cards.yaml", "A letter", "A letter more")
    assert len({fronts(state)["letter"] for state in page.told} - {before}) == 1


def test_a_picture_is_painted_by_a_painter_that_knows_its_glyphs(game: Path) -> None:
    """An outline is looked up once for all pictures of a session."""
    page = Watched(game)
    page.draw()
    painter = page.session.painter.painter
    assert isinstance(painter, SvgPainter)
    assert painter.glyphs.outlines


def test_a_saved_font_is_read_again(game: Path) -> None:
    page = Watched(game)
    page.draw()
    fonts, outlines = page.session.fonts, page.session.painter.painter
    page.session.changed([str(game / "fonts" / "Own.TTF")])
    page.draw()
    assert page.session.fonts is not fonts
    assert page.session.painter.painter is not outlines


def test_what_is_newer_drops_what_is_drawn(game: Path) -> None:
    page = Watched(game)
    page.session.dropped = lambda: True
    with pytest.raises(DroppedError):
        page.draw()
    page.session.dropped = lambda: False
    assert fronts(page.draw()) == fronts(Watched(game).draw())


def test_what_takes_too_long_is_a_problem_and_the_next_edit_is_drawn(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Watched(game)
    before = fronts(page.draw())
    render = Templates.render

    def over(*given: object) -> str:
        raise OverLimitError("takes too long")

    monkeypatch.setattr(Templates, "render", over)
    state = page.save(game / "cards.yaml", "A letter", "A letter more")
    assert greyed(state) == [*before]
    assert "takes too long" in state.problems[0].message
    monkeypatch.setattr(Templates, "render", render)
    state = page.save(game / "cards.yaml", "A letter more", "A letter")
    assert (fronts(state), state.problems, greyed(state)) == (before, [], [])
