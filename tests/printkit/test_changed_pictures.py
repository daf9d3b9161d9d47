"""Pictures, icons and fonts of a game's own that were edited since it was printed."""

from __future__ import annotations

import shutil
from pathlib import Path

import PIL.Image
import pytest

from printkit.changes.marking import mark_printed
from printkit.changes.records import Changes
from printkit.changes.states import compared
from printkit.options import Options
from printkit.pictures import store
from tests.card_data.copies import ERRATA
from tests.printkit.font_maker import font, saved
from tests.printkit.tools import run

CARD = """\
<svg><text x="5" y="9" font-size="9pt" font-family="mine">{{ card.word }}</text>
{% if card.value == 1 %}<image href="art/goose.png" x="5" y="20" width="20" height="20"/>{% else %}
<icon name="plum" x="5" y="20" size="9"/>{% endif %}</svg>
"""
ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="{}"/></svg>
"""


@pytest.fixture
def game(errata: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny game, a card with a picture and others with an icon, marked as printed."""
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "kept"))
    for name in ("art", "fonts", "icons"):
        (errata / name).mkdir()
    (errata / "templates" / "card.svg").write_text(CARD)
    (errata / "icons" / "plum.svg").write_text(ICON.format(4))
    (errata / "fonts" / "Mine.ttf").write_bytes(saved(font()))
    with (errata / "game.yaml").open("a") as file:
        file.write("icons: icons\nfonts: {mine: fonts/Mine.ttf}\n")
    painted(errata, "red")
    mark_printed([ERRATA], Options(data=errata.parent), "first")
    return errata


def painted(game: Path, colour: str) -> None:
    PIL.Image.new("RGB", (240, 240), colour).save(game / "art" / "goose.png")


def changes(game: Path, against: Path | None = None) -> Changes:
    (found,) = compared([ERRATA], game.parent, against=against)
    return found


def reasons(found: Changes) -> dict[str, tuple[str, ...]]:
    return {one.id: one.because for one in found.pieces if one.component == "deck"}


def test_the_picture_is_named(game: Path, tmp_path: Path) -> None:
    before = tmp_path / "before"
    shutil.copytree(game, before / ERRATA)
    painted(game, "blue")
    assert reasons(changes(game)) == {"comma": ("art/goose.png",)}
    assert reasons(changes(game, against=before)) == {"comma": ("art/goose.png",)}


def test_the_icon_and_the_font_are_named(game: Path) -> None:
    (game / "icons" / "plum.svg").write_text(ICON.format(2))
    found = reasons(changes(game))
    assert "comma" not in found
    assert {*found.values()} == {("icons/plum.svg",)}
    (game / "fonts" / "Mine.ttf").write_bytes(saved(font(wide=9)))
    found = reasons(changes(game))
    assert found["comma"] == ("fonts/Mine.ttf",)
    assert set(found["line"]) == {"fonts/Mine.ttf", "icons/plum.svg"}


def test_pictures_that_are_kept_no_more_are_a_plain_area(game: Path) -> None:
    painted(game, "blue")
    for file in store.folder().iterdir():
        file.unlink()
    assert reasons(changes(game)) == {"comma": ("art/goose.png",)}
    for file in store.folder().iterdir():
        file.unlink()
    out = game.parent / "out"
    done = run("build", ERRATA, "--data", game.parent, "--changed", "--out", out)
    assert done.exit_code == 0, done.output
    assert (out / ERRATA / "changed.pdf").is_file()
