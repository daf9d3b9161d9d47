"""Hostile and broken files: an error or a value, never another exception, never a crash."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import card_data
from card_data.limits import LARGEST_FILE
from card_data.problems import DataError, Problem
from card_data.reading.documents import parse, read_file
from tests.card_data.copies import SHIPPED, WINSTON, edit, errata, problems, winston

ROOT = Path(__file__).parent.parent.parent
FILES = sorted({file.name for file in (SHIPPED / WINSTON).glob("*.yaml")} - {"rulebook.yaml"})
EXAMPLES = settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


LOAD = """
import card_data, pathlib, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
for folder in map(pathlib.Path, sys.argv[1:]):
    try:
        card_data.load(folder.name, folder.parent)
        print("loaded", flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)
"""


def loaded_apart(games: Mapping[str, Path]) -> dict[str, str]:
    """Return what became of games loaded one after the other in a process of its own.

    It has 20 s of CPU; a crash of the C library would kill it, so that this game and those after it
    are missing from the result.
    """
    command = [sys.executable, "-c", LOAD, *map(str, games.values())]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return dict(zip(games, ran.stdout.splitlines(), strict=False))


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in pairwise("abcdefghij")
)
DEEP = {
    "open brackets": "[" * 100_000,
    "open braces": "{" * 100_000,
    "braces with keys": "{a: " * 100_000,
    "brackets behind a comment that closes as many": "# " + "]" * 100_000 + "\n" + "[" * 100_000,
    "brackets behind a string that closes as many": f"- '{']' * 100_000}'\n- {'[' * 100_000}",
    "dashes": "- " * 100_000,
    "questions": "? " * 100_000,
    "dashes with tabs": "-\t" * 100_000,
    "dashes and questions after a key": "a:\n  " + "- ? " * 50_000,
    "indents": "".join(" " * indent + "a:\n" for indent in range(2000)),
    "dashes line by line": "".join(" " * indent + "-\n" for indent in range(2000)),
    "anchors": "&a " * 10_000,
    "tags": "!!seq " * 10_000,
}


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    games = {name: errata(tmp_path_factory.mktemp("deep")) for name in DEEP}
    for name, game in games.items():
        (game / "cards.yaml").write_text(DEEP[name], "utf-8")
    return loaded_apart(games)


@pytest.mark.parametrize("name", DEEP)
def test_a_deep_file_is_an_error(deep: dict[str, str], name: str) -> None:
    assert deep[name] == "DataError"


def test_depth_inside_free_numbers_is_an_error(tmp_path: Path) -> None:
    """``numbers`` of a game without ``model.py`` may hold anything, but not at any depth."""
    games = {name: errata(tmp_path / name) for name in ("indents", "dashes line by line")}
    for name, game in games.items():
        nested = DEEP[name].replace("\n", "\n    ")
        edit(game / "game.yaml", "  hand: 3", f"  hand: 3\n  deep:\n    {nested}")
    assert loaded_apart(games) == dict.fromkeys(games, "DataError")


ALIASES = {
    "bomb": BOMB, "map in itself": "a: &a {b: *a}\n", "list in itself": "a: &a [*a]\n",
    "twice": "a: &a [1]\nb: *a\n",
}  # fmt: skip


def test_an_alias_is_an_error_everywhere(tmp_path: Path) -> None:
    games = {}
    for name, text in ALIASES.items():
        for folder, place in (("free", "  hand: 3"), ("fixed", "prefix: ER")):
            game = games[f"{name}, {folder}"] = errata(tmp_path / name / folder)
            indent = "  " if folder == "free" else ""
            lines = "".join(f"{indent}{line}\n" for line in text.splitlines())
            edit(game / "game.yaml", place + "\n", f"{place}\n{lines}")
    games["sound"] = errata(tmp_path)
    became = loaded_apart(games)
    assert became.pop("sound") == "loaded"
    assert became == {name: "DataError" for name in games if name != "sound"}


def test_an_alias_in_a_card_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    edit(game / "game.yaml", "design: [Talen Lee]", "design: &who [Talen Lee]")
    line = edit(game / "game.yaml", "art: [Talen Lee]", "art: *who") - 1
    (found,) = problems(game)
    assert "alias" in found.message
    assert found.line in (line, line + 1)


@pytest.mark.parametrize("raw", [
    b"\xff\xfe\x00\x01", b"\x00" * 100, bytes(range(256)), "title: Prüfung".encode("latin-1"),
    "title: x".encode("utf-16"), b"title: \x1b[31m", b"title:\t\tx\n\t- y", b"%YAML 9.9\n---\na: b",
    b"--- a\n--- b\n", b"a: b: c", b"'", b"a: |\n\x85", b"a: *nobody", b"!<tag:x",
    b"\xef\xbb\xbf\xef\xbb\xbfa: b", b"? [a, b]\n: c", b"!!python/object/apply:os.system ['true']",
    b"<<: {a: b}",
])  # fmt: skip
@pytest.mark.parametrize("name", ["game.yaml", "books.yaml"])
def test_a_file_of_rubbish_is_an_error(tmp_path: Path, name: str, raw: bytes) -> None:
    game = winston(tmp_path)
    (game / name).write_bytes(raw)
    found = problems(game)
    assert found
    assert str(game / name) in {problem.file for problem in found}


def test_the_line_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    game = winston(tmp_path)
    text = (game / "books.yaml").read_bytes().split(b"\n")
    text[4] += " # Prüfung".encode("latin-1")
    (game / "books.yaml").write_bytes(b"\n".join(text))
    found = [problem for problem in problems(game) if "UTF-8" in problem.message]
    assert [problem.line for problem in found] == [5]


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    game = winston(tmp_path)
    with (game / "books.yaml").open("wb") as file:
        file.truncate(LARGEST_FILE * 1000)
    assert any("larger than 8 MiB" in problem.message for problem in problems(game))


def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no such device here")
    link = tmp_path / "books.yaml"
    link.symlink_to("/dev/zero")
    code = (
        "import resource, pathlib; resource.setrlimit(resource.RLIMIT_AS, (2**31, 2**31));"
        "resource.setrlimit(resource.RLIMIT_CPU, (20, 20));"
        f"from card_data.reading.documents import read_file; read_file(pathlib.Path({str(link)!r}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "card_data.problems.DataError" in ran.stderr, ran.stderr[-500:]


@EXAMPLES
@given(st.text(max_size=20))
def test_any_text_is_a_document_or_an_error(text: str) -> None:
    for is_json in (False, True):
        try:
            parse(text, "file", is_json=is_json)
        except DataError:
            continue


@EXAMPLES
@given(st.text(alphabet="[]{}:,-?&*!|>'\"%@# \n\tab1~<=.", max_size=60))
def test_any_yaml_is_a_game_or_an_error(tmp_path: Path, text: str) -> None:
    game = tmp_path / "errata"
    if not game.exists():
        errata(tmp_path)
    game_file, cards = game / "game.yaml", game / "cards.yaml"
    sound, sound_cards = game_file.read_text("utf-8"), cards.read_text("utf-8")
    cards.write_text(text, "utf-8")
    for whole in (text, sound + text):
        game_file.write_text(whole, "utf-8")
        problems(game)  # any exception but DataError would end the test
    game_file.write_text(sound, "utf-8")
    problems(game)
    cards.write_text(sound_cards, "utf-8")


@EXAMPLES
@given(st.binary(max_size=200))
def test_any_bytes_are_a_document_or_an_error(tmp_path: Path, raw: bytes) -> None:
    for suffix in (".yaml", ".json"):
        file = tmp_path / f"any{suffix}"
        file.write_bytes(raw)
        try:
            read_file(file)
        except DataError:
            continue


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return winston(tmp_path_factory.mktemp("edited"))


PIECES = [
    "", "\n", " ", "\t", ":", "- ", "[", "]", "{", "}", "*a", "&a ", "!x ", "'", '"', "~", "#",
    "? ", "{deck.cards}", "{x}", "0", "-1", "1e99", "\x00", "é", "\ud7ff", "no", "|\n", "<<: ",
]  # fmt: skip


@EXAMPLES
@given(
    st.sampled_from(FILES),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(PIECES)),
        min_size=1,
        max_size=3,
    ),
)
def test_any_edit_is_a_game_or_an_error(
    sound: Path, name: str, edits: list[tuple[float, int, str]]
) -> None:
    file = sound / name
    before = file.read_text("utf-8")
    text = before
    for where, removed, put in edits:
        start = int(where * len(text))
        text = text[:start] + put + text[start + removed :]
    file.write_text(text, "utf-8")
    try:
        card_data.load(WINSTON, sound.parent)
        found: tuple[Problem, ...] = ()
    except DataError as error:
        found = error.problems
    finally:
        file.write_text(before, "utf-8")
    for problem in found:
        assert problem.file
        assert problem.message
        assert 0 <= problem.line <= text.count("\n") + 2 or Path(problem.file).name != name
