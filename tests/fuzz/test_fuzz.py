"""The fuzzer itself: that what it finds can be found again, and that it notices what it should."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import Environment

import card_data
from printkit.budget import Budget
from printkit.templating.environment import BAD_TEMPLATE, Templates, in_plain_words
from printkit.wall import Outside, Wall
from tests.fuzz.cases import TESTS, TINY, Case, Sources, add_whole, make_case
from tests.fuzz.faults import FAULTS
from tests.fuzz.grammar import hostile, whole, words_of
from tests.fuzz.mutations import mutated
from tests.fuzz.worker import Guard, Ran, judge

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


@pytest.mark.parametrize("flavour", ["template", "data", "pdf"])
def test_any_bytes_can_be_changed(flavour: str) -> None:
    for number, raw in enumerate([b"", b"\xff\x00", b"a: 1\n<g/>", bytes(range(256))] * 50):
        assert isinstance(mutated(raw, Random(number), flavour), bytes)


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
