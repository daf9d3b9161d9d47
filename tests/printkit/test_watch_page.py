"""The page of ``printkit watch``: as a process tells it to a plain client, and in a browser."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.card_data.copies import edit
from tests.chromium import Page, browser, program
from tests.printkit.tools import ROOT, run

PIECES = "[...document.querySelectorAll('.piece')]"
BACK = "templates/back.svg"
CLIPBOARD = ["clipboardReadWrite", "clipboardSanitizedWrite"]
DONE = "!document.body.classList.contains('busy')"
READY = f"{DONE} && document.querySelectorAll('.piece img[src]').length"


class Watching:
    """``printkit watch`` in a process of its own."""

    def __init__(self, *words: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "printkit", "watch", *map(str, words)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[1]

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl-C does; its exit status, and what it said of errors."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def states(self, query: str = "") -> Iterator[dict[str, Any]]:
        """The states that a page is told."""
        where = urlsplit(self.address)
        connection = http.client.HTTPConnection(where.netloc, timeout=60)
        connection.request("GET", f"{where.path}events?{query}")
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                yield json.loads(line.removeprefix(b"data: "))


@pytest.fixture
def game(errata: Path) -> Path:
    """The tiny game without its rules."""
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


@pytest.mark.sweep
def test_a_saved_file_is_told_to_the_page(watching: Watching, game: Path) -> None:
    states = watching.states()
    first = next(state for state in states if not state["busy"])
    assert first["title"] == "Errata"
    edit(game / "cards.yaml", "A comma", "A comma more")
    second = next(states)
    old, new = (state["components"][0]["pieces"] for state in (first, second))
    assert [one["name"] for one, other in zip(old, new, strict=True) if one != other] == ["comma"]


@pytest.mark.sweep
def test_its_processes_end_with_it(game: Path) -> None:
    """However it ends: no server is left that holds the port."""
    made = Watching(game.name, "--data", game.parent)
    port = str(urlsplit(made.address).port)
    next(iter(made.states()))
    made.process.kill()
    made.process.wait()
    assert made.process.stdout is not None
    assert made.process.stdout.read() == "", "the last process that could write has ended"
    again = Watching(game.name, "--data", game.parent, "--port", port)
    assert urlsplit(again.address).port == int(port)
    assert again.stop() == (0, "")


@pytest.mark.sweep
def test_whoever_presses_ctrl_c_twice_ends_it_in_peace_too(game: Path) -> None:
    for apart in (0.0, 0.001, 0.01, 0.03, 0.1):
        made = Watching(game.name, "--data", game.parent)
        made.process.send_signal(signal.SIGINT)
        time.sleep(apart)
        assert made.stop() == (0, "")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nonesuch"], 2, "no game called 'nonesuch' here"),
        (["errata", "--data", "/nowhere"], 1, "/nowhere: "),
        (["winstons_archive", "--port", "0"], 2, "--port"),
    ],
)
def test_what_cannot_be_watched_is_told(words: list[str], status: int, said: str) -> None:
    result = run("watch", *words)
    assert result.exit_code == status
    assert said in result.stderr


# --- in a browser

needs_browser = pytest.mark.skipif(program() is None, reason="there is no Chromium here")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture
def opened(watching: Watching, page: Page) -> Page:
    page.said.clear()
    page.open(watching.address)
    page.until(READY)
    return page


def seen(page: Page, what: str) -> Any:
    return page.ask(f"{PIECES}.map((one) => {what})")


def pictures(page: Page) -> Any:
    return seen(page, "one.querySelector('img').src.split('/').pop()")


@pytest.mark.sweep
@needs_browser
def test_every_piece_is_seen(opened: Page) -> None:
    assert seen(opened, "one.querySelector('.name').textContent") == [
        "comma × 4", "letter × 3", "line × 2", "page",
    ]  # fmt: skip
    shown = "one.querySelector('img').complete && one.querySelector('img').naturalWidth > 0"
    opened.until(f"{PIECES}.every((one) => {shown})")
    assert opened.said == [], "the page's own policy refuses none of it"


@pytest.mark.sweep
@needs_browser
def test_what_was_saved_is_seen_and_a_mistake_greys_its_card(opened: Page, game: Path) -> None:
    before = pictures(opened)
    edit(game / "cards.yaml", "A comma", "A comma more")
    opened.until(f"{PIECES}[0].querySelector('img').src.split('/').pop() !== '{before[0]}'")
    assert pictures(opened)[1:] == before[1:]
    line = edit(game / "cards.yaml", "icon: inkpot", "icon: nonesuch")
    opened.until("document.querySelectorAll('.piece.broken').length")
    assert seen(opened, "one.classList.contains('broken')") == [False, True, False, False]
    assert pictures(opened)[1:] == before[1:]
    fault = opened.ask("document.querySelector('.piece .fault').textContent")
    assert fault.startswith(f"cards.yaml:{line}")
    grey = "getComputedStyle(document.querySelector('.piece.broken img')).filter"
    assert opened.ask(grey) == "grayscale(1)"
    assert opened.ask("document.querySelector('#count').textContent").startswith("1 problem")
    opened.press("p")
    assert opened.until("document.querySelector('.one h2').textContent") == "letter × 3"
    edit(game / "cards.yaml", "icon: nonesuch", "icon: inkpot")
    opened.until("document.querySelector('#problems').hidden")
    assert opened.ask("document.querySelector('.broken')") is None


@pytest.mark.sweep
@needs_browser
def test_a_file_that_cannot_be_read_greys_all(opened: Page, game: Path) -> None:
    right = (game / "cards.yaml").read_text("utf-8")
    (game / "cards.yaml").write_text("cards: [", "utf-8")
    opened.until(f"{PIECES}.every((one) => one.classList.contains('broken'))")
    assert "cards.yaml:1" in opened.ask("document.querySelector('#problems').textContent")
    (game / "cards.yaml").write_text(right, "utf-8")
    opened.until("document.querySelector('#problems').hidden")


@pytest.mark.sweep
@needs_browser
def test_keys_go_through_the_pieces(opened: Page) -> None:
    def title() -> str:
        return str(opened.ask("document.querySelector('.one h2').textContent"))

    opened.press("Enter")
    assert title() == "comma × 4"
    for key, name in (("j", "letter × 3"), ("ArrowRight", "line × 2"), ("k", "letter × 3")):
        opened.press(key)
        assert title() == name
    opened.press("f")
    alt = "document.querySelector('.one img').alt"
    assert opened.ask(alt) == "Back of letter"
    opened.press("f")
    assert opened.ask(alt) == "letter"
    opened.press("g")
    current = seen(opened, "one.getAttribute('aria-current')")
    assert current == ["false", "true", "false", "false"]
    opened.press("?")
    assert opened.ask("document.querySelector('#keys').open")


@pytest.mark.sweep
@needs_browser
def test_the_place_of_a_piece_is_copied_by_a_click_or_a_key(opened: Page, game: Path) -> None:
    opened.call("Browser.grantPermissions", permissions=CLIPBOARD)
    opened.ask(f"{PIECES}[1].click()")
    for key, copied in (("c", "cards.yaml:3"), ("t", "templates/card.svg"), ("", BACK)):
        if key:
            opened.press(key)
        else:
            opened.ask("document.querySelectorAll('.place')[2].click()")
        opened.until(f"navigator.clipboard.readText().then((text) => text === '{copied}')")
    hints = "[...document.querySelectorAll('.place span')].map((one) => one.textContent)"
    assert opened.ask(hints) == ["Copied"] * 3
    # A page before this one may miss its server, which has ended.
    assert [one for one in opened.said if '"source": "network"' not in one] == []


@pytest.mark.sweep
@needs_browser
def test_names_of_strangers_are_words_and_no_markup(opened: Page, game: Path) -> None:
    name = "<i id=strange>.svg"
    (game / "templates" / "card.svg").rename(game / "templates" / name)
    printed = (game / "print.yaml").read_text("utf-8").replace("card.svg", f"'{name}'")
    (game / "print.yaml").write_text(printed, "utf-8")
    opened.press("Enter")
    place = "document.querySelector('.place[data-what=Template] code').textContent"
    opened.until(f"{place} === 'templates/{name}'")
    assert opened.ask("document.querySelector('#strange')") is None


@pytest.mark.sweep
@needs_browser
def test_true_size_is_the_size_in_millimetres(opened: Page) -> None:
    opened.press("Enter")
    opened.press("1")
    box = "document.querySelector('.one .side').getBoundingClientRect()"
    assert opened.ask(f"{box}.width") == pytest.approx(63.5 / 25.4 * 96, abs=0.5)
    assert opened.ask(f"{box}.height") == pytest.approx(88.9 / 25.4 * 96, abs=0.5)


@pytest.mark.sweep
@needs_browser
def test_a_name_is_found(opened: Page) -> None:
    opened.press("/")
    opened.call("Input.insertText", text="LI")
    assert seen(opened, "one.querySelector('.name').textContent") == ["line × 2"]
    opened.press("Escape")
    assert len(seen(opened, "1")) == 4


@pytest.mark.sweep
@needs_browser
def test_paper_and_layout_are_chosen_by_menus(opened: Page) -> None:
    opened.press("s")
    side = "document.querySelector('.sheet .side')?.style.getPropertyValue('--w')"
    opened.until(f"{side} === '210'")
    opened.ask("document.querySelector('#print').click()")
    labels = "const labels = [...document.querySelectorAll('#menus label')];"
    opened.ask(
        f"{{{labels} const menu = labels.find((one) => one.textContent.startsWith('Paper'));"
        "const select = menu.querySelector('select'); select.value = 'letter';"
        "select.dispatchEvent(new Event('change'))}"
    )
    opened.until(f"{side} === '279.4'")
    opened.ask(
        f"{{{labels} const menu = labels.find((one) => one.textContent === 'Low ink');"
        "menu.querySelector('input').click()}"
    )
    opened.until("location.hash.includes('low_ink=true')")
    opened.until("!document.body.classList.contains('busy')")
    assert opened.ask("document.querySelector('#problems').hidden")


@pytest.mark.sweep
@needs_browser
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("mode", ["grid", "one", "sheets"])
def test_nothing_is_wider_than_the_window(
    watching: Watching, page: Page, size: tuple[int, int], mode: str
) -> None:
    page.open(f"{watching.address}#mode={mode}&component=deck", *size)
    page.until(f"document.querySelectorAll('#stage img[src]').length && {DONE}")
    assert page.ask("document.documentElement.scrollWidth") <= size[0]
    all_there = "[...document.querySelectorAll('button, select, input')]"
    small = f"{all_there}.filter((one) => one.offsetHeight && one.offsetHeight < 24).length"
    assert page.ask(small) == 0


@pytest.mark.sweep
@needs_browser
def test_a_page_that_is_left_alone_says_so(watching: Watching, page: Page) -> None:
    page.open(watching.address)
    page.until(READY)
    watching.process.send_signal(signal.SIGINT)
    watching.process.wait()
    page.until("document.body.classList.contains('lost')")
    assert page.ask(f"{PIECES}.length") == 4, "what was there is still seen"


# --- for hours

EDITS = 300
FEW = 6  # connections that are just closing
MOST_MORE = 1.15  # times the memory after a third of the edits


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell")
def test_hundreds_of_edits_leak_nothing(watching: Watching, game: Path) -> None:
    """Some of them wrong; pages come and go meanwhile."""
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
    assert processes <= 4
    assert files <= max(one[1] for one in found[: EDITS // 3]) + FEW
    assert memory <= MOST_MORE * third[0][2]


def settled(states: Iterator[dict[str, Any]], *, broken: bool) -> None:
    """Wait until all is drawn."""
    next(state for state in states if not state["busy"] and state["broken"] == broken)


def taken(pid: int) -> tuple[int, int, int]:
    """How many processes there are, how many files they have open, and their memory in kB."""
    pids = [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    files = sum(len([*Path(f"/proc/{one}/fd").iterdir()]) for one in pids)
    pages = [int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in pids]
    return len(pids), files, sum(pages) * 4
