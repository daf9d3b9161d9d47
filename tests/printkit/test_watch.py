"""A game watched: its changed files, what pages are told, what the server gives and refuses."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

import card_data
from card_data.program.ports import STREAMED, listening_at
from card_data.program.sandbox import OverLimitError
from printkit.drawing.shapes import Face
from printkit.faces.source_locations import SourceMap
from printkit.options import Options
from printkit.painting.svg import SvgPainter
from printkit.templating.environment import Templates
from printkit.watch import files, main
from printkit.watch import server as servers
from printkit.watch.files import Files
from printkit.watch.locations import locations_of
from printkit.watch.main import DroppedError, Watcher
from printkit.watch.page_state import Picture
from printkit.watch.server import FILES, HOST, OpenPages, Server
from tests.card_data.copies import edit
from tests.card_data.workbooks import xlsx
from tests.sweeps import sweep

State = dict[str, Any]
CARDS = ["comma", "letter", "line", "page"]


class Watched(OpenPages):
    def __init__(self, folder: Path, query: str = "", options: Options | None = None) -> None:
        super().__init__()
        self.told: list[State] = []
        self.look(query)
        self.watcher = Watcher(folder.name, options or Options(data=folder.parent), self)

    def look(self, query: str) -> None:
        self.query, self.listening = query, [query]

    def tell(self, query: str, state: bytes) -> None:
        super().tell(query, state)
        self.told.append(json.loads(state))

    def draw(self) -> State:
        self.told.clear()
        self.watcher.work()
        while not self.watcher.idle:
            self.watcher.work()
        shown: State = json.loads(self.states[self.query])
        return shown

    def save(self, file: Path, old: str, new: str) -> State:
        edit(file, old, new)
        return self.draw()


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main, "STILL", 0.0)
    monkeypatch.setattr(main, "PAUSE", 0.0)


@pytest.fixture
def game(errata: Path) -> Path:
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    (errata / "rulebook.yaml").unlink()
    return errata


@pytest.fixture
def page(game: Path) -> Watched:
    made = Watched(game)
    made.draw()
    return made


def pieces(state: State, component: str = "deck") -> dict[str, State]:
    (found,) = (part for part in state["components"] if part["name"] == component)
    return {piece["name"]: piece for piece in found["pieces"]}


def fronts(state: State) -> dict[str, str]:
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
    assert (others, back["width"], back["height"], back["corner"]) == ([back] * 3, 63.5, 88.9, 3)
    pictures = page.watcher.painter.pictures
    assert {back["picture"], *fronts(state).values()} == pictures.keys()
    assert all(b'width="63.5mm"' in one.svg for one in pictures.values()), "as it is cut"


def test_edits_paint_little_and_first_what_was_edited(
    page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fronts(page.told[-1])
    paint = Mock(side_effect=page.watcher.painter.painter.paint)
    monkeypatch.setattr(SvgPainter, "paint", paint)
    after = fronts(page.save(game / "cards.yaml", "A letter", "A letter more"))
    assert {name for name in before if before[name] != after[name]} == {"letter"}
    assert [one.args[1] for one in paint.call_args_list] == ["letter"]
    assert fronts(page.save(game / "cards.yaml", "A letter more", "A letter")) == before
    before = fronts(page.told[-1])
    after = fronts(page.save(game / "cards.yaml", "A letter", "A letter more"))
    assert page.told[0]["busy"]
    assert fronts(page.told[0]) == after != before


def test_first_pictures_come_before_the_rest(errata: Path) -> None:
    page = Watched(errata)
    state = page.draw()
    first = page.told[0]
    assert first["busy"]
    assert fronts(first) == fronts(state)
    assert pieces(first, "rules") == {} != pieces(state, "rules")
    page = Watched(errata)
    assert [part["name"] for part in page.draw()["components"]] == ["deck", "rules"]
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    assert [part["name"] for part in page.draw()["components"]] == ["deck"]


def test_faults_are_on_the_cards_that_have_them(page: Watched, game: Path) -> None:
    before = fronts(page.told[-1])
    line = edit(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    state = page.draw()
    assert (greyed(state), fronts(state)) == (["letter"], before)
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
    before = fronts(page.told[-1])
    line = edit(game / "templates" / "card.svg", "{{ card.value }}", "{{ card.worth }}")
    state = page.draw()
    assert (greyed(state), fronts(state)) == (CARDS, before)
    assert [(one["row"], one["line"]) for one in state["problems"]] == [(c, line) for c in CARDS]


@pytest.mark.parametrize(
    ("old", "new"), [("quill", "nonesuch"), ("<rect", "{{ nonesuch.word }}<rect")]
)
def test_faulty_back_greys_backs_only(page: Watched, game: Path, old: str, new: str) -> None:
    before, template = page.told[-1], game / "templates" / "back.svg"
    for _ in range(2):
        state = page.save(template, old, new)
        assert (greyed(state), fronts(state), backs(state)) == ([], fronts(before), backs(before))
        assert all(piece["back_broken"] for piece in pieces(state).values())
        told = {(one["component"], "nonesuch" in one["message"]) for one in state["problems"]}
        assert told == {("deck", True)}
        state = page.save(template, new, old)
        assert backs(state) == backs(before)
        assert not any(piece["back_broken"] for piece in pieces(state).values())


@pytest.mark.parametrize("text", ["cards: [", "", "cards:\n  - {id: comma}\n"])
def test_unreadable_files_grey_all(page: Watched, game: Path, text: str) -> None:
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
    monkeypatch.setattr(main, "STILL", 1e9)
    right = (game / name).read_text("utf-8")

    def written(seconds: float) -> None:
        (game / name).write_text(right, "utf-8")

    monkeypatch.setattr("printkit.watch.main.time.sleep", written)
    if share is None:
        (game / name).unlink()
    else:
        (game / name).write_text(right[: int(share * len(right))], "utf-8")
    page.draw()
    assert not any(state["broken"] or state["problems"] or greyed(state) for state in page.told)


def test_known_fault_no_delay(page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page.save(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    monkeypatch.setattr(main, "STILL", 1e9)
    assert greyed(page.save(game / "cards.yaml", "A comma", "A comma more")) == ["letter"]


def test_a_saved_icon_is_drawn_where_it_is_shown(page: Watched, game: Path) -> None:
    (game / "icons").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    (game / "icons" / "blot.svg").write_text(svg.format('<circle cx="4" cy="4" r="4"/>'), "utf-8")
    (game / "game.yaml").open("a").write("\nicons: icons\n")
    before = fronts(page.save(game / "cards.yaml", "icon: inkpot", "icon: blot"))
    after = fronts(page.save(game / "icons" / "blot.svg", 'r="4"', 'r="3"'))
    assert [name for name in CARDS if before[name] != after[name]] == ["letter"]


def test_pieces_know_their_locations(page: Watched, game: Path) -> None:
    own = [["Template", "templates/card.svg"], ["Back", "templates/back.svg"]]
    assert pieces(page.told[-1])["letter"]["locations"] == [["Row", "cards.yaml:3"], *own]
    state = page.save(game / "cards.yaml", "  - {id: letter", "\n\n  - {id: letter")
    assert pieces(state)["letter"]["locations"][0] == ["Row", "cards.yaml:5"]
    winston = card_data.load("winstons_archive")
    (places,) = locations_of(winston, "pad", SourceMap(winston)).values()
    assert places == [("Template", "templates/winstons_archive/pad.svg")]


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
    (_, found), *_ = locations_of(loaded, "deck", SourceMap(loaded))["letter"]
    assert found.startswith(f"cards.{kind}")
    assert found.endswith(where)


def test_rows_come_and_go_in_the_order_of_the_data(page: Watched, game: Path) -> None:
    row = "  - {id: dot, word: A dot, value: 1, icon: nonesuch}\n"
    state = page.save(game / "cards.yaml", "  - {id: line", row + "  - {id: line")
    assert list(pieces(state)) == ["comma", "letter", "dot", "line", "page"]
    assert greyed(state) == ["dot"]
    assert pieces(state)["dot"]["front"] is None
    state = page.save(game / "cards.yaml", "  - {id: comma", "  - {id: semicolon")
    assert list(pieces(state)) == ["semicolon", "letter", "dot", "line", "page"]
    state = page.save(game / "cards.yaml", row, "")
    assert list(pieces(state)) == ["semicolon", "letter", "line", "page"]


@pytest.mark.sweep
def test_long_text_has_a_piece_for_each_page(errata: Path) -> None:
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


def test_newer_edit_drops(page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    render, rendered = Templates.render, list[None]()

    def later(*given: Any) -> str:
        rendered.append(None)
        if len(rendered) == 3:
            edit(game / "cards.yaml", "A letter", "A letter more")
            with pytest.raises(DroppedError):
                page.watcher.look_up()
            raise DroppedError
        page.watcher.look_up()
        return render(*given)

    monkeypatch.setattr(Templates, "render", later)
    state = page.save(game / "cards.yaml", "A comma", "A comma more")
    assert fronts(state) == fronts(Watched(game).draw())


def test_requested_ways_are_shown_while_a_page_looks(page: Watched, game: Path) -> None:
    before = fronts(page.told[-1])
    page.look("low_ink=true")
    assert fronts(page.draw()) != before
    page.listening = []
    page.told.clear()
    edit(game / "cards.yaml", "A comma", "A comma more")
    page.watcher.work()
    assert (page.told, page.watcher.idle) == ([], True)
    page.look("")
    after = fronts(page.draw())
    assert [name for name in before if before[name] != after[name]] == ["comma"]
    assert len(page.watcher.states) == 1


def test_menus_and_sheets_follow_the_query(page: Watched, game: Path) -> None:
    page.look("paper=letter&packed=true&gutter=4&printer=hp&players=nobody")
    menus = {menu["name"]: menu for menu in page.draw()["menus"]}
    values = {name: menu["value"] for name, menu in menus.items() if menu["value"]}
    usual = {"flip": "long", "layout": "duplex", "marks": "crop"}
    assert values == {**usual, "paper": "letter", "packed": "true", "gutter": "4.0"}
    assert ["a4", "A4"] in menus["paper"]["choices"]
    page.look("sheets=deck")
    first = page.draw()["sheets"]
    sizes = [(one["width"], one["height"], one["back"]) for one in first["sides"]]
    assert sizes == [(210, 297, False), (210, 297, True)] * 2
    page.look("paper=letter&layout=fronts&sheets=deck")
    sides = page.draw()["sheets"]["sides"]
    assert [(one["width"], one["back"]) for one in sides] == [(279.4, False)] * 2
    assert all(one["picture"] in page.watcher.painter.pictures for one in sides)
    edit(game / "cards.yaml", "icon: quill", "icon: nonesuch")
    broken = page.draw()["sheets"]
    assert broken["sides"] == sides, "the last good ones"
    assert broken["problems"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("players=99", "found 99, but the game is for"),
        ("paper=nonesuch", "no paper called"),
        ("gutter=400", "found 400, expected 0 to 50 mm"),
        ("layout=nonesuch&marks=1", ""),
    ],
)
def test_invalid_options_are_problems_or_ignored(page: Watched, query: str, said: str) -> None:
    page.look(query)
    state = page.draw()
    assert state["broken"] == bool(said)
    assert said in "".join(problem["message"] for problem in state["problems"])
    assert state["menus"], "so that it can be mended"


def test_a_game_is_watched_with_house_rules() -> None:
    chosen = ("winstons_archive.refill_taken_stack=maybe",)
    state = Watched(Path("winstons_archive"), options=Options(house=chosen)).draw()
    assert state["problems"][0]["message"] == "found maybe, expected true or false"


def test_a_saved_font_is_read_again(page: Watched, game: Path) -> None:
    fonts, painter = page.watcher.painter.fonts, page.watcher.painter.painter
    assert isinstance(painter, SvgPainter)
    assert painter.glyphs.outlines, "an outline is looked up once for all pictures"
    (game / "fonts").mkdir()
    (game / "fonts" / "Own.TTF").write_bytes(b"")
    page.draw()
    assert page.watcher.painter.fonts is not fonts
    assert page.watcher.painter.painter is not painter


def test_overlong_is_a_fault(page: Watched, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fronts(page.told[-1])
    with monkeypatch.context() as patch:
        patch.setattr(Templates, "render", Mock(side_effect=OverLimitError("takes too long")))
        state = page.save(game / "cards.yaml", "A letter", "A letter more")
    assert greyed(state) == CARDS
    assert "takes too long" in state["problems"][0]["message"]
    state = page.save(game / "cards.yaml", "A letter more", "A letter")
    assert (fronts(state), state["problems"], greyed(state)) == (before, [], [])


ENDS_IN = 0.02  # seconds: how often a server looks whether it is to end
PICTURE = Picture(Face("a", 9, 9, ()), {}, b"<svg/>")


class Served:
    def __init__(self) -> None:
        listening = listening_at(HOST, None, (0,))
        self.port = listening.getsockname()[1]
        self.pages = OpenPages()
        self.server = Server(listening, self.pages, {"k1": PICTURE})
        self.server.word = "word"
        threading.Thread(target=self.server.serve_forever, args=(ENDS_IN,), daemon=True).start()

    def ask(self, path: str = "/word/", method: str = "GET", **headers: str) -> Answer:
        got = self.open(path, method, **headers)
        return Answer(got.status, dict(got.getheaders()), got.read())

    def open(self, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
        sent = {"Host": f"{HOST}:{self.port}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=sent)
        return connection.getresponse()


class Answer(msgspec.Struct):
    status: int
    headers: dict[str, str]
    body: bytes


@pytest.fixture
def served() -> Iterator[Served]:
    made = Served()
    yield made
    made.server.shutdown()
    made.server.server_close()


def data(answer: http.client.HTTPResponse) -> bytes:
    while not (line := answer.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return line.removeprefix(b"data: ").strip()


def test_page_is_all_that_is_served_and_loads_nothing_else(served: Served) -> None:
    page = served.ask()
    assert page.status == 200
    assert b"<!doctype html>" in page.body
    assert b"http:" not in page.body
    assert b"https:" not in page.body
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert policy[0] == "default-src 'none'"
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    for name in FILES.keys() - {"index.html"}:
        answer = served.ask(f"/word/{name}")
        assert answer.body == served.server.files[name]
        assert answer.headers["Content-Type"].startswith("text/")
    for path in (
        "/", "/word", "/wor/", "/wordy/", "/word/../word/", "/word/watch.py",
        "/word/../../pyproject.toml", "/word/%2e%2e/index.html", "/word/pictures/",
        "/word/pictures/../index.html", "/etc/passwd", "/word//etc/passwd", "http://evil.example/",
        "http://[", "/word/pictures/k2",
    ):  # fmt: skip
        answer = served.ask(path)
        assert (answer.status, answer.body) == (404, b"Not found"), path


def test_only_its_own_page_on_this_machine_may_read(served: Served) -> None:
    for key, value in (
        ("Host", "evil.example"), ("Host", "127.0.0.1"), ("Host", "127.0.0.1:1"), ("Host", ""),
        ("Host", "localhost.evil.example:{port}"), ("Host", "0.0.0.0:{port}"),
        ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", "http://127.0.0.1:1"),
        ("Origin", "https://127.0.0.1:{port}"), ("Sec_Fetch_Site", "cross-site"),
        ("Sec_Fetch_Site", "same-site"),
    ):  # fmt: skip
        answer = served.ask(**{key: value.format(port=served.port)})
        assert answer.status in (403, 421), (key, value)
        assert b"html" not in answer.body
    for name in ("127.0.0.1", "localhost"):
        own = f"{name}:{served.port}"
        answer = served.ask(Host=own, Origin=f"http://{own}", Sec_Fetch_Site="same-origin")
        assert answer.status == 200
    for method in ("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"):
        assert served.ask(method=method).status == 405, method
    assert served.ask(f"/word/{'a' * 100_000}").status == 414
    assert served.server.socket.getsockname()[0] == "127.0.0.1"


def listening(served: Served, *queries: str) -> list[http.client.HTTPResponse]:
    streams = []
    for query in queries:
        streams.append(served.open(f"/word/events{query}"))
        wait_until(lambda: len(served.pages.listening) == len(streams))
    return streams


def wait_until(is_so: Callable[[], bool]) -> None:
    assert any(is_so() or threading.Event().wait(0.01) for _ in range(6000))


def test_pages_are_told_each_state_and_get_their_pictures(served: Served) -> None:
    streams = listening(served, "", "", "?paper=a5")
    assert served.pages.queries()[0] == "paper=a5"
    assert streams[0].headers["Content-Type"].startswith("text/event-stream")
    assert STREAMED.items() <= dict(streams[0].headers).items()  # none before it holds states back
    for state in (b'{"n":1}', b'{"n":2}'):
        served.pages.tell("", state)
        assert [data(stream) for stream in streams[:2]] == [state] * 2
    assert data(served.open("/word/events")) == b'{"n":2}'
    served.pages.tell("paper=a5", b'{"n":3}')
    assert data(streams[2]) == b'{"n":3}'
    picture = served.ask("/word/pictures/k1")
    assert picture.body == b"<svg/>"
    assert picture.headers["Content-Type"].startswith("image/svg+xml")
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert "script-src" not in picture.headers["Content-Security-Policy"]


def test_closed_page_leaves_nothing(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "BEAT", 0.01)
    before = threading.active_count()
    streams = listening(served, "", "", "?paper=a5")
    served.pages.tell("", b"{}")
    assert threading.active_count() > before
    for stream in streams:
        stream.close()
    wait_until(lambda: threading.active_count() <= before)
    assert (served.pages.listening, served.pages.states) == ([], {})


def test_what_is_no_request_ends_its_connection_alone(served: Served) -> None:
    with socket.create_connection((HOST, served.port), timeout=60) as raw:
        raw.sendall(b"\x16\x03\x01 what?\r\n\r\n")
        assert b"Bad request" in raw.makefile("rb").read()
    assert served.ask().status == 200


PICTURES = ("art/birds/goose.png", "deck.xlsx")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    (folder / "templates").mkdir(parents=True)
    (folder / "cards.yaml").write_text("one")
    (folder / "templates" / "card.svg").write_text("<svg/>")
    for name in PICTURES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(bytes(2000))
    return folder


def renamed(folder: Path) -> None:
    (folder / ".cards.yaml.new").write_text("two")
    (folder / ".cards.yaml.new").replace(folder / "cards.yaml")


CHANGES: list[Callable[[Path], object]] = [
    renamed,
    lambda folder: (folder / "cards.yaml").write_text("more"),
    lambda folder: (folder / "cards.yaml").unlink(),
    lambda folder: (folder / "cards.yaml").rename(folder / "other.yaml"),
    lambda folder: (folder / "templates" / "card.svg").write_text("<svg></svg>"),
    lambda folder: (folder / "templates" / "back.svg").write_text("<svg/>"),
    lambda folder: (folder / "templates").rename(folder / "drawings"),
    *[lambda folder, name=name: (folder / name).write_bytes(b"smaller") for name in PICTURES],
    *[lambda folder, name=name: (folder / name).write_bytes(b"x" * 2000) for name in PICTURES],
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen_once(sources: Path, change: Callable[[Path], object]) -> None:
    looked_at = Files([sources])
    assert not looked_at.changed()
    change(sources)
    assert looked_at.changed()
    assert not looked_at.changed()


def test_files_are_looked_at_alone_and_without_those_beside(sources: Path) -> None:
    looked_at = Files([sources, sources / "none", sources / "cards.yaml"])
    (sources / "cards.yaml").unlink()
    assert looked_at.changed() == {str(sources / "cards.yaml")}
    (sources / "cards.yaml").write_text("one")
    assert looked_at.changed() == {str(sources / "cards.yaml")}
    looked_at = Files([sources])
    for name in BESIDE:
        (sources / name).write_text("of another program")
    assert not looked_at.changed()
    looked_at = Files([sources / "cards.yaml"])
    (sources / "templates" / "card.svg").write_text("<svg></svg>")
    assert not looked_at.changed()
    (sources / "cards.yaml").write_text("two")
    assert looked_at.changed()


BESIDE = (  # of vim, Emacs, Excel, LibreOffice, GIMP, Photoshop and browsers
    *(".cards.yaml.swp", "cards.yaml~", ".#cards.yaml", "#cards.yaml#", "~$deck.xlsx"),
    *(".~lock.deck.ods#", "3F2A91C0.tmp", "~psD3.TMP", ".goutputstream-X", "goose.png.crdownload"),
)


def test_countless_files_are_cut_short(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_FILES", 3)
    for number in range(9):
        (sources / f"a{number}.yaml").write_text("")
    assert len(Files([sources]).seen) == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows tells no time of the last change")
def test_a_copy_of_the_same_time_and_size_is_seen(tmp_path: Path) -> None:
    """As when an old copy is put back over an edited file, by ``cp -p`` (coreutils 9.1) or Python's
    own copy2: both write into the file, then set its time (the docs of shutil)."""
    file, copy = tmp_path / "cards.yaml", tmp_path / ".copy"
    file.write_text("count: 1\n")
    looked_at = Files([tmp_path])
    copy.write_text("count: 2\n")
    os.utime(copy, ns=(0, file.stat().st_mtime_ns))
    shutil.copy2(copy, file)
    assert looked_at.changed() == {str(file)}
