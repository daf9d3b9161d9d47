"""The folder of a site: all its files, whatever its games are called."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import math
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from card_data.program.staging import UNFINISHED
from scoring.site import browser
from scoring.site.folder import POLICY, write
from tests.printkit.commands import run as print_run
from tests.scoresheets import load
from tests.scoring.tools import run

HOSTILE = "</title><script>alert('&amp;\"')</script>`${1}{{ 1 }}"
PYTHON = {"pyodide.mjs": b"export const loadPyodide = null;", "scoring.zip": b"PK"}


@pytest.fixture(autouse=True)
def python(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """Python as a few bytes; the files that were given as Pyodide's package."""
    given: list[Path | None] = []

    def python(tarball: Path | None) -> dict[str, bytes]:
        given.append(tarball)
        return PYTHON

    monkeypatch.setattr(browser, "python", python)
    return given


@pytest.fixture
def site(mine: Path, tmp_path: Path) -> Path:
    write([load(mine)], tmp_path / "site", mine, PYTHON)
    return tmp_path / "site"


def listed(out: Path) -> dict[str, str]:
    first = (out / "sw.js").read_text("utf-8").partition("\n")[0]
    found: dict[str, str] = json.loads(first.removeprefix("const FILES = ").removesuffix(";"))
    return found


def there(out: Path) -> set[str]:
    return {file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()}


def retitled(folder: Path, title: str) -> None:
    file = folder / "little" / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("title: Little", f"title: {json.dumps(title)}"))


def assert_icon(picture: Image.Image) -> None:
    """That it is the sheet of `icon.svg` on the colour of the page, with all of it in the circle
    that a phone may cut out."""
    side, ground = picture.width, (0xF6, 0xF0, 0xE2)
    assert picture.getpixel((0, 0)) == ground
    found = {colour for _, colour in picture.getcolors(side * side) or ()}
    assert {(0x26, 0x22, 0x1F), (0x1F, 0x4E, 0x5F), (0x8C, 0x2F, 0x39)} <= found
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, ground)).getbbox()
    assert box is not None
    left, top, right, bottom = (edge - side / 2 for edge in box)
    assert max(math.hypot(x, y) for x in (left, right) for y in (top, bottom)) < 0.4 * side


def test_site_of_own_games_is_whole(mine: Path, tmp_path: Path, python: list[Path | None]) -> None:
    out = tmp_path / "site"
    given = ("--pyodide", "here.tgz")
    status, said, _ = run("site", "--data", str(mine), "--out", str(out), *given)
    assert (status, python) == (0, [Path("here.tgz")])
    assert re.fullmatch(r"[0-9]+ files in .*, 0\.[0-9] MB; serve them over HTTPS\.\n", said)
    found = listed(out)
    assert found.keys() == there(out) - {"sw.js"}
    for name, right in found.items():
        raw = hashlib.sha256((out / name).read_bytes()).digest()
        assert base64.urlsafe_b64encode(raw).decode().rstrip("=") == right, name
    games = {"games/little.game", "begun/little.json", "clauses/little.json"}
    assert {"python/pyodide.mjs", "python/scoring.zip", "python_worker.js", *games} <= found.keys()
    home = json.loads((out / "site.json").read_bytes())
    assert home["python"] == sum(map(len, PYTHON.values()))


def test_every_file_that_a_page_names_is_there_and_no_script_of_elsewhere(site: Path) -> None:
    found = there(site)
    for script in [*site.glob("*.js")]:
        text = script.read_text("utf-8")
        for name in re.findall(r'(?:from|import\(|Worker\()\s*"(?:\./)?([\w/.]+js)"', text):
            assert name in found, (script.name, name)
    page = (site / "index.html").read_text("utf-8")
    for name in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert name in found, name
    home = json.loads((site / "site.json").read_bytes())
    assert [href for href, _ in home["links"] if href not in found] == []
    page = (site / "index.html").read_text("utf-8")
    assert page.index(html.escape(POLICY, quote=False)) < page.index("<link")
    for file in [*site.rglob("*.html"), *site.rglob("*.js"), *site.rglob("*.css")]:
        text = file.read_text("utf-8")
        assert not re.search(r"<script(?![^>]*\ssrc=)", text), file
        assert not re.search(r"""(?:src|href|import|from|fetch)[=(\s]*["'](?:https?:)?//""", text)
    assert "eval" not in POLICY
    assert "unsafe" not in POLICY


def test_a_hostile_title_is_text(mine: Path, tmp_path: Path) -> None:
    retitled(mine, HOSTILE)
    out = tmp_path / "site"
    write([load(mine)], out, mine, PYTHON)
    page = (out / "index.html").read_text("utf-8")
    assert f"<title>{html.escape(HOSTILE)}</title>" in page
    assert "<script>" not in page
    manifest = json.loads((out / "manifest.webmanifest").read_bytes())
    assert manifest["name"] == manifest["short_name"] == HOSTILE
    assert manifest["start_url"] == manifest["scope"] == "."
    icons = {"icon.svg", "icon-192.png", "icon-512.png"}
    assert {one["src"] for one in manifest["icons"]} == icons <= there(out)
    assert '<link rel="apple-touch-icon" href="icon-180.png">' in page
    for file in out.glob("icon-*.png"):
        with Image.open(file) as picture:
            assert file.name == f"icon-{picture.width}.png"
            assert_icon(picture.convert("RGB"))


def test_shipped_games_come_with_their_sheets(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert run("site", "Winston's Archive", "--out", str(out))[0] == 0
    found = there(out)
    sheets = json.loads((out / "sheets/winstons_archive.json").read_bytes())
    assert sheets
    for one in sheets:
        assert f"sheets/winstons_archive/{one['picture']}" in found
    rules = (out / "rules/winstons_archive/index.html").read_text("utf-8")
    assert 'href="../../index.html"' in rules


def test_a_game_of_ones_own_has_its_pad_on_the_site(tmp_path: Path) -> None:
    mine, out = tmp_path / "mine", tmp_path / "site"
    assert print_run("new", "--blank", "birds", mine).exit_code == 0
    assert run("site", "--data", str(mine), "--out", str(out))[0] == 0
    (sheet, *_) = json.loads((out / "sheets/birds.json").read_bytes())
    assert sheet["fields"]
    assert (out / "sheets/birds" / sheet["picture"]).read_text("utf-8").startswith("<")


@pytest.mark.parametrize(("arguments", "why"), [
    (("nothing",), "nothing: no game of this name"),
    (("--out", "taken"), "taken: cannot be written"),
    ((), "no game here can be scored: none has a score.yaml"),
])  # fmt: skip
def test_unwritable_site_is_told(
    arguments: tuple[str, ...], why: str, mine: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if not arguments:
        (mine / "little" / "score.yaml").unlink()
    (tmp_path / "taken").write_text("a file")
    before = there(tmp_path)
    status, _, said = run("site", "--data", str(mine), *arguments)
    assert status in (1, 2)
    assert why in said
    assert there(tmp_path) == before


def test_other_pages_are_not_overwritten(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("My page")
    (tmp_path / "notes.txt").write_text("Mine")
    status, _, said = run("site", "--data", str(mine), "--out", str(tmp_path))
    assert status == 1
    assert f"{tmp_path / 'index.html'}: is there already" in said
    assert (tmp_path / "index.html").read_text() == "My page"
    assert not (tmp_path / "sw.js").exists()
    (tmp_path / "index.html").unlink()
    for _ in range(2):  # beside other files, and in place of a site
        assert run("site", "--data", str(mine), "--out", str(tmp_path))[0] == 0


def test_a_site_takes_the_place_of_an_older_one_whole(mine: Path, site: Path) -> None:
    before = {name: (site / name).read_bytes() for name in there(site)}
    retitled(mine, "Larger")
    sheet = mine / "little" / "print.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("common/booklet.svg", "common/none.svg"))
    assert run("site", "--data", str(mine), "--out", str(site))[0] == 1
    assert {name: (site / name).read_bytes() for name in there(site)} == before
    assert not (site / UNFINISHED).exists()
