"""The pages name everything that there is: options, keys, commands, games."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

import card_data
import printkit
import scoring
from card_data import model, rulebook, set_up
from printkit.sheets.profiles import Profile, profiles
from printkit.sheets.settings import sheet_settings
from scoring.cli.prompt import COMMANDS
from tests.docs.pages import ROOT, name, prose
from tests.docs.session import GROUPS
from tests.scoring.tools import KEYS

GUIDE = ROOT / "docs" / "guide"
GAMES = ROOT / "docs" / "games"
PAGES_OF_GAMES = [GAMES / f"{game}.md" for game in card_data.names()]
ROOMS = ["What is printed", "Rulings", "House data", "A position", "A record"]  # and options
PARTS_OF_A_GAME = [
    model.Head, model.Players, model.Credits, model.Option, model.Row, model.Section, model.Clause,
    model.PrintFile, model.Component, model.FaceTemplate, model.Limit,
    rulebook.Rulebook, rulebook.Chapter, rulebook.Block, rulebook.Question, rulebook.Figure,
    rulebook.Piece, rulebook.FilledSheet, rulebook.Arrow, rulebook.Label, rulebook.Example,
    set_up.SetUpFile, set_up.Section, set_up.Line,
]  # fmt: skip


def text(page: str) -> str:
    return (GUIDE / page).read_text("utf-8")


@pytest.mark.parametrize("part", PARTS_OF_A_GAME, ids=lambda part: part.__name__)
def test_the_reference_names_every_key_of_a_game(part: type[msgspec.Struct]) -> None:
    page = text("game-reference.md")
    for field in msgspec.structs.fields(part):
        key = rf"`[^`]*\b{field.encode_name}\b[^`]*`|\b{field.encode_name}:"
        assert re.search(key, page), field.encode_name


def test_the_keys_of_a_print_service_are_named() -> None:
    page = text("press.md")
    for field in msgspec.structs.fields(Profile):
        assert re.search(rf"\b{field.encode_name}\b", page), field.encode_name
    for profile in profiles(None):
        assert f"`{profile}`" in page


def test_the_papers_are_named() -> None:
    page = text("printing.md")
    for paper in sheet_settings(None).papers:
        assert f"`{paper}`" in page


def test_the_scoring_page_names_every_command_and_key() -> None:
    page = text("scoring.md")
    for command in GROUPS["scoring"].commands:
        assert f"`scoring {command}" in page, command
    for key in KEYS | {"error", "fixes"}:
        assert f"| `{key}` |" in page, key


def test_the_playing_page_names_every_command_of_the_prompt_and_every_option() -> None:
    page = text("playing.md")
    for command in COMMANDS:
        assert f"| `{command}` |" in page, command
    for param in GROUPS["scoring"].commands["play"].params:
        if param.param_type_name == "option":
            assert f"`{param.opts[0]}" in page, param.opts


@pytest.mark.parametrize("package", [printkit, scoring])
def test_what_the_page_on_python_uses_is_exported(package: Any) -> None:
    used = set(re.findall(rf"\b{package.__name__}\.([A-Z]\w+)", text("python.md")))
    assert used
    assert used <= {*package.__all__}


@pytest.mark.parametrize("page", PAGES_OF_GAMES, ids=name)
def test_each_game_has_a_page_of_the_same_layout(page: Any) -> None:
    game = card_data.load(page.stem)
    headings = re.findall(r"^## (.+)$", prose(page), re.M)
    rooms = [*ROOMS[:3], *(["House rules"] if options_of(game) else []), *ROOMS[3:]]
    assert headings[: len(rooms)] == rooms
    made = re.findall(r"<!-- made: (\w+) (\w+) -->", page.read_text("utf-8"))
    kinds = ["components", "rulings", "scorer", "house", *(["options"] if options_of(game) else [])]
    assert made[: len(kinds)] == [(kind, page.stem) for kind in kinds]
    assert page.read_text("utf-8").startswith(f"# {game.head.title}\n")


def options_of(game: Any) -> dict[str, Any]:
    return model.fields_of(game.data.options)


@pytest.mark.parametrize("game", card_data.names())
def test_the_readme_says_for_how_many_a_game_is(game: str) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    players = card_data.load(game).head.players.words()
    assert f"](docs/games/{game}.md) | {players} |" in readme


@pytest.mark.parametrize("page", PAGES_OF_GAMES, ids=name)
def test_the_clauses_that_a_page_cites_exist(page: Any) -> None:
    game = card_data.load(page.stem)
    known = set(game.clauses()) | {clause.rpartition(".")[0] for clause in game.clauses()}
    cited = set(re.findall(rf"\b{game.head.prefix}-\d+(?:\.\d+)?\b", page.read_text("utf-8")))
    assert cited <= known, cited - known
