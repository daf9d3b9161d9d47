"""The page of ``printkit watch``: as a process tells it to a plain client, and in a browser."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.card_data.copies import edit
from tests.chromium import DESK, PHONE, People
from tests.printkit.commands import ROOT

NAMES = ["comma × 4", "letter × 3", "line × 2", "page"]


class Watching:
    def __init__(self, *words: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "printkit", "watch", *map(str, words)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[1]

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def states(self) -> Iterator[dict[str, Any]]:
        where = urlsplit(self.address)
        connection = http.client.HTTPConnection(where.netloc, timeout=60)
        connection.request("GET", f"{where.path}events")
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


@pytest.fixture
def game(errata: Path) -> Path:
    text = (errata / "print.yaml").read_text("utf-8")
    (errata / "print.yaml").write_text(text[: text.index("  rules:")], "utf-8")
    (errata / "rulebook.yaml").unlink()
    return errata


@pytest.fixture
def watching(game: Path) -> Iterator[Watching]:
    made = Watching(game.name, "--data", game.parent)
    try:
        yield made
    finally:
        ended = made.stop()
    assert ended == (0, "")


def test_one_process_tells_saved_files_and_leaves_its_port(game: Path) -> None:
    words = (game.name, "--data", game.parent)
    made = Watching(*words)
    port = urlsplit(made.address).port
    states = made.states()
    first = next(state for state in states if not state["busy"])
    assert first["title"] == "Errata"
    edit(game / "cards.yaml", "A comma", "A comma more")
    old, new = (state["components"][0]["pieces"] for state in (first, next(states)))
    assert [one["name"] for one, other in zip(old, new, strict=True) if one != other] == ["comma"]
    children = Path(f"/proc/{made.process.pid}/task/{made.process.pid}/children")
    assert not children.exists() or children.read_text() == ""
    made.process.kill()
    made.process.wait()
    again = Watching(*words, "--port", port)
    assert urlsplit(again.address).port == port
    again.process.send_signal(signal.SIGINT)
    assert again.stop() == (0, ""), "it ends in peace, however often one presses Ctrl-C"


# --- in a browser


@pytest.fixture
def page(watching: Watching, people: People) -> Page:
    made = people.page()
    made.goto(watching.address)
    drawn(made)
    return made


def drawn(page: Page) -> None:
    expect(page.locator("#stage img[src]").first).to_be_visible()
    expect(page.locator("body")).not_to_contain_class("busy")


def pieces(page: Page) -> Locator:
    return page.locator(".piece")


def pictures(page: Page) -> list[str]:
    sources: list[str] = pieces(page).locator("img").evaluate_all("(all) => all.map((o) => o.src)")
    return sources


def test_every_piece_is_seen_found_and_in_true_size(page: Page) -> None:
    expect(page.locator(".piece .name")).to_have_text(NAMES)
    for picture in pieces(page).locator("img").all():
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(one) => one.naturalWidth") > 0
    page.keyboard.press("/")
    page.keyboard.type("LI")
    expect(page.locator(".piece .name")).to_have_text(["line × 2"])
    page.keyboard.press("Escape")
    expect(pieces(page)).to_have_count(len(NAMES))
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    box = page.locator(".one .side").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == pytest.approx((240, 336), abs=0.5)  # px of 1/96 inch


def test_what_was_saved_is_seen_and_a_mistake_greys_its_card(page: Page, game: Path) -> None:
    before = pictures(page)
    edit(game / "cards.yaml", "A comma", "A comma more")
    expect(pieces(page).first.locator("img")).not_to_have_js_property("src", before[0])
    assert pictures(page)[1:] == before[1:]
    line = edit(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    broken = page.locator(".piece.broken")
    expect(broken.locator(".name")).to_have_text(NAMES[1:2])
    assert pictures(page)[1:] == before[1:]
    expect(broken.locator(".fault")).to_have_text(re.compile(f"^cards.yaml:{line}"))
    expect(broken.locator("img")).to_have_css("filter", "grayscale(1)")
    expect(page.locator("#count")).to_have_text(re.compile("^1 problem"))
    page.keyboard.press("p")
    expect(page.locator(".one h2")).to_have_text("letter × 3")
    edit(game / "cards.yaml", "icon: nonesuch", "icon: inkpot")
    expect(page.locator("#problems")).to_be_hidden()
    expect(page.locator(".broken")).to_have_count(0)


def test_a_file_that_cannot_be_read_greys_all(page: Page, game: Path) -> None:
    right = (game / "cards.yaml").read_text("utf-8")
    (game / "cards.yaml").write_text("cards: [", "utf-8")
    expect(page.locator(".piece.broken")).to_have_count(len(NAMES))
    expect(page.locator("#problems")).to_contain_text("cards.yaml:1")
    (game / "cards.yaml").write_text(right, "utf-8")
    expect(page.locator("#problems")).to_be_hidden()


def test_keys_go_through_the_pieces(page: Page) -> None:
    title, picture = page.locator(".one h2"), page.locator(".one img")
    for key, name in (("Enter", 0), ("j", 1), ("ArrowRight", 2), ("k", 1)):
        page.keyboard.press(key)
        expect(title).to_have_text(NAMES[name])
    page.keyboard.press("f")
    expect(picture).to_have_attribute("alt", "Back of letter")
    page.keyboard.press("f")
    expect(picture).to_have_attribute("alt", "letter")
    page.keyboard.press("g")
    expect(page.locator(".piece[aria-current=true] .name")).to_have_text(NAMES[1:2])
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_the_place_of_a_piece_is_copied_by_a_click_or_a_key(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pieces(page).nth(1).click()
    places = page.locator(".place")

    def copied(number: int, text: str) -> None:
        expect(places.nth(number).locator("span")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == text

    page.keyboard.press("c")
    copied(0, "cards.yaml:3")
    page.keyboard.press("t")
    copied(1, "templates/card.svg")
    places.nth(2).click()
    copied(2, "templates/back.svg")


def test_names_of_strangers_are_words_and_no_markup(page: Page, game: Path) -> None:
    name = "<i id=strange>.svg"
    (game / "templates" / "card.svg").rename(game / "templates" / name)
    printed = (game / "print.yaml").read_text("utf-8").replace("card.svg", f"'{name}'")
    (game / "print.yaml").write_text(printed, "utf-8")
    page.keyboard.press("Enter")
    expect(page.locator("[data-what=Template] code")).to_have_text(f"templates/{name}")
    expect(page.locator("#strange")).to_have_count(0)


def test_paper_and_layout_are_chosen_by_menus(page: Page) -> None:
    page.keyboard.press("s")
    side = page.locator(".sheet .side").first
    expect(side).to_have_attribute("style", re.compile("--w: ?210;"))
    page.keyboard.press("m")
    page.locator("[name=paper]").select_option("letter")
    expect(side).to_have_attribute("style", re.compile("--w: ?279.4;"))
    page.get_by_label("Low ink").check()
    page.wait_for_url(re.compile("low_ink=true"))
    drawn(page)
    expect(page.locator("#problems")).to_be_hidden()
    page.get_by_role("button", name="As at first").click()
    expect(side).to_have_attribute("style", re.compile("--w: ?210;"))
    expect(page.get_by_label("Low ink")).not_to_be_checked()


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("mode", ["grid", "one", "sheets"])
def test_nothing_is_wider_than_the_window(
    watching: Watching, people: People, size: tuple[int, int], mode: str
) -> None:
    page = people.page(size)
    page.goto(f"{watching.address}#mode={mode}&component=deck")
    drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    for control in page.locator("button, select, input").filter(visible=True).all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 24, control


def test_a_page_that_is_left_alone_says_so(watching: Watching, page: Page, people: People) -> None:
    watching.process.send_signal(signal.SIGINT)
    watching.process.wait()
    expect(page.locator("body")).to_contain_class("lost")
    expect(pieces(page)).to_have_count(len(NAMES))  # what was there is still seen
    people.said.clear()  # it does miss its server


# --- for hours

EDITS = 300
FEW = 6  # connections that are just closing
MOST_MORE = 1.15  # times the memory after a third of the edits


@pytest.mark.soak
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell")
def test_hundreds_of_edits_leak_nothing(watching: Watching, game: Path) -> None:
    file, made = game / "cards.yaml", watching
    right = file.read_text("utf-8")
    found: list[tuple[int, int, int]] = []
    states = made.states()
    for number in range(EDITS):
        wrong = number % 7 == 3
        file.write_text(right.replace("word: A", f"{'x' * wrong}word: {number}", 3), "utf-8")
        settled(states, broken=wrong)
        if number % 10 == 0:
            states.close()  # type: ignore[attr-defined]
            states = made.states()
        found.append(taken(made.process.pid))
    third = found[EDITS // 3 :]
    processes, files, memory = (max(one) for one in zip(*third, strict=True))
    assert processes == 1
    assert files <= max(one[1] for one in found[: EDITS // 3]) + FEW
    assert memory <= MOST_MORE * third[0][2]


def settled(states: Iterator[dict[str, Any]], *, broken: bool) -> None:
    next(state for state in states if not state["busy"] and state["broken"] == broken)


def taken(pid: int) -> tuple[int, int, int]:
    """How many processes there are, how many files they have open, and their memory in kB."""
    pids = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    files = sum(len([*Path(f"/proc/{one}/fd").iterdir()]) for one in pids)
    pages = [int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in pids]
    return len(pids), files, sum(pages) * 4
