"""The fuzzer itself: that what it finds can be found again, and that it notices what it should."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from jinja2 import Environment
from PIL import Image

import card_data
from card_data.wall import Outside, Wall
from printkit.budget import Budget
from printkit.templating.environment import BAD_TEMPLATE, Templates, in_plain_words
from tests.fuzz import packed
from tests.fuzz.cases import TESTS, TINY, Case, Odd, Sources, add_whole, make_case
from tests.fuzz.faults import FAULTS
from tests.fuzz.games import FOLDERS, GAMES, put_games, seeds
from tests.fuzz.grammar import hostile, whole, words_of
from tests.fuzz.mutations import mutated
from tests.fuzz.packed import changed_file
from tests.fuzz.worker import Guard, Ran, judge
from tests.printkit.tools import run
from tests.sweeps import sweep

SOUND = Case("data", ("printkit", "build", TINY))


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """The tiny game alone."""
    shutil.copytree(TESTS / "tiny_game" / TINY, tmp_path / "mine" / TINY)
    add_whole(tmp_path / "mine" / TINY, TINY)
    return Sources(tmp_path)


def test_a_case_is_made_again_from_its_number(sources: Sources) -> None:
    cases = [make_case(sources, 1, number, "template") for number in range(100)]
    assert cases == [make_case(sources, 1, number, "template") for number in range(100)]
    assert len(set(cases)) > 90
    assert cases != [make_case(sources, 2, number, "template") for number in range(100)]


@pytest.mark.parametrize("flavour", ["template", "data", "pdf", "art", "sheet"])
def test_any_bytes_can_be_changed(flavour: str) -> None:
    for number, raw in enumerate([b"", b"\xff\x00", b"a: 1\n<g/>", bytes(range(256))] * 50):
        assert isinstance(mutated(raw, Random(number), flavour), bytes)


@pytest.fixture(autouse=True)
def small_bombs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody packs 200 MB a test."""
    monkeypatch.setattr(packed, "BOMB", 100_000)
    packed.bomb.cache_clear()


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """The games of files that are no text alone."""
    folder = tmp_path_factory.mktemp("fuzz")
    put_games(folder)
    (folder / "mine").mkdir()
    return Sources(folder)


@pytest.mark.parametrize("kind", sweep(FOLDERS, [one for one in FOLDERS if one != "sheet"]))
def test_files_of_each_kind_are_made_again_from_their_number(kind: str, bench: Sources) -> None:
    cases = [make_case(bench, 1, number, kind) for number in range(20)]
    assert cases == [make_case(bench, 1, number, kind) for number in range(20)]
    assert len({case.now for case in cases}) > 12
    assert all(seeds(kind).values())


@pytest.mark.parametrize("kind", sweep(["picture", "font", "sheet"], ["picture", "font"]))
def test_any_file_can_be_changed_in_the_terms_of_its_kind(kind: str) -> None:
    made = [*seeds(kind).values()]
    for number in range(20):
        raw = made[number % len(made)]
        for _ in range(3):
            raw = changed_file(raw, Random(number), kind, made)


def test_seeds_are_sound_files() -> None:
    """Or what is tried is only how they are refused."""
    for raw in seeds("picture").values():
        with Image.open(BytesIO(raw)) as image:
            image.load()
    for name, raw in seeds("font").items():
        font = TTFont(BytesIO(raw), fontNumber=0)
        assert font.getBestCmap()[ord("A")] == "A", name
        assert [font[table] for table in font.keys()]  # noqa: SIM118 - it is no mapping
    for raw in seeds("art").values():
        assert ElementTree.fromstring(raw).tag.endswith("svg")
    for name, raw in seeds("sheet").items():
        if raw.startswith(b"PK"):
            with zipfile.ZipFile(BytesIO(raw)) as archive:
                read = [archive.read(part) for part in archive.namelist() if part != "mimetype"]
                assert [ElementTree.fromstring(one) for one in read], name


def test_the_icons_of_a_sound_game_are_drawn(bench: Sources) -> None:
    """None of them is called like one that is shipped, which would refuse them all."""
    result = run("check", "art", "--data", bench.folder / GAMES)
    assert "icon" not in result.output


@pytest.mark.usefixtures("walls")  # native code that never returns is ended by nothing else
@pytest.mark.parametrize("kind", sweep(FOLDERS, ["picture"]))
def test_the_games_of_seeds_are_sound(kind: str, bench: Sources) -> None:
    """Or what is tried is only how they are refused."""
    assert run("check", kind, "--data", bench.folder / GAMES).exit_code == 0


@pytest.mark.parametrize("kind", FOLDERS)
@pytest.mark.parametrize("number", range(4))
def test_changed_files_are_well_answered(kind: str, number: int, bench: Sources) -> None:
    """A few, as an example; `make fuzz` tries the others."""
    case = make_case(bench, 1, number, kind)
    file = bench.folder / case.file
    sound = file.read_bytes()
    file.unlink()
    if isinstance(case.now, Odd):
        case.now.put(file)
    else:
        file.write_bytes(case.now)
    try:
        words = [bench.folder / one if one in (GAMES, "out") else one for one in case.command[1:]]
        result = run(*words)
    finally:
        file.unlink(missing_ok=True)
        file.write_bytes(sound)
    done = ran(result.exit_code, result.output)
    judge(case, done)
    assert done.wrong == []


def ran(status: object = 0, said: str = "", files: tuple[str, ...] = ()) -> Ran:
    done = Ran()
    done.status, done.said = status, said
    done.files = dict.fromkeys(files, b"")
    return done


@pytest.mark.parametrize(
    ("done", "wrong"),
    [
        (ran(0, "deck 10\n", ("deck.pdf",)), ""),
        (ran(1, "cards.yaml:3: no\n"), ""),
        (ran(3, "no\n"), "status 3"),
        (ran(1, ""), "says nothing"),
        (ran(1, "no\n", ("deck.pdf",)), "leaves files: ['deck.pdf']"),
        (ran(0, "Traceback (most recent call last):"), "Traceback (most recent call last):"),
        (ran(1, "x.svg:1: SyntaxWarning: no"), "prints a warning of Python: :1: SyntaxWarning: no"),
        (ran(1, "x\x1b[31m"), "prints control characters: 'x\\x1b[31m'"),
        (ran(1, "x\x9b31m"), "prints control characters: 'x\\x9b31m'"),
        (ran(1, "Exception ignored in: x"), "Exception ignored in: x"),
        (ran(1, "x: cannot be drawn: KeyError"), "cannot be drawn: KeyError"),
        (ran(1, "a 0x7f0a12345678"), "says or writes an address: b'a 0x7f0a12345678'"),
    ],
)
def test_what_is_wrong_with_a_run_is_noticed(done: Ran, wrong: str) -> None:
    judge(SOUND, done)
    assert done.wrong == ([wrong] if wrong else [])


def test_what_is_opened_and_started_is_noticed(tmp_path: Path) -> None:
    guard = Guard(tmp_path)
    for name in ("out", "outside"):
        (tmp_path / name).mkdir()
    secret, link = tmp_path / "outside" / "secret.svg", tmp_path / "link"
    secret.write_text("secret", "utf-8")
    link.symlink_to(secret)
    guard.on = True
    (tmp_path / "out" / "deck.pdf").write_text("within", "utf-8")
    assert guard.found == []
    (tmp_path / "aside").write_text("out of it", "utf-8")
    link.read_text("utf-8")
    (tmp_path / "aside").rename(tmp_path / "out" / "aside")
    os.system("true")
    guard.on = False
    assert [found.split()[0] for found in guard.found] == ["writes", "reads", "writes", "os.system"]


@cache
def templates_of(game: str) -> Templates:
    return Templates(card_data.load(game), Budget(1))


def rendering() -> Callable[[Any, Outside], bytes]:
    """What renders a template of a game behind the wall."""

    def render(request: tuple[str, str], outside: Outside) -> bytes:
        templates = templates_of(request[0])
        try:
            template = templates.environment.from_string(request[1])
            return template.render(templates.words).encode()
        except RecursionError:
            return b"nested too deeply"
        except BAD_TEMPLATE as error:
            return in_plain_words(error, templates.environment).encode()

    return render


@pytest.mark.parametrize("game", sorted({game for game, _, _ in FAULTS}))
@pytest.mark.usefixtures("walls")
def test_templates_that_once_did_harm_are_refused(game: str) -> None:
    templates_of(game)
    wall = Wall(rendering)
    try:
        for of, template, said in FAULTS:
            if of == game:
                assert said in wall.ask((game, template), 1.0).decode(), template
    finally:
        wall.close()


@pytest.mark.parametrize("number", range(20))
def test_whole_templates_are_sound_jinja(number: int) -> None:
    words = words_of({"data": {"hand": 3, "word": "a", "costs": [3, 1]}})
    text = whole(words, Random(number))
    assert text == whole(words, Random(number))
    Environment().parse(text)
    assert hostile(words, Random(number)) == hostile(words, Random(number))
