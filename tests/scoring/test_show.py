"""``scoring show``: a position as a picture and on a terminal, with what is wrong marked."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import scoring
from printkit.drawing.shapes import Field
from printkit.drawing.traversal import walk
from printkit.exports.filled_sheets import sheets
from printkit.faces.filling_in import RED
from printkit.options import Options
from printkit.sheets.typesetting import Typesetter
from scoring import games, picture
from scoring.positions.display import Highlights, as_written
from scoring.positions.display import draw_position as shown
from scoring.positions.findings import Finding
from scoring.positions.positions import PositionFile, check
from scoring.sheets import fields, fill
from tests import golden_files
from tests.card_data.copies import edit
from tests.scoring.screens import painted
from tests.scoring.tools import POSITIONS, ended, run
from tests.sweeps import sweep

GAMES = games.names()
BROKEN = str(POSITIONS / "da_invalid.yaml")
SOUND = str(POSITIONS / "wa_two_players.yaml")
HOSTILE = "x\x1b[31m<b>&amp;\u202e\u6f22" + "y" * 180


def said_in(svg: bytes) -> list[str]:
    return [
        element.attrib["aria-label"]
        for element in ElementTree.fromstring(svg).iter()
        if "aria-label" in element.attrib
    ]


def drawn(filled: PositionFile) -> list[str]:
    return said_in(picture.draw(filled, check(filled)))


@pytest.mark.parametrize("name", sweep(GAMES, ["dice_archive"]))
def test_every_answer_of_a_position_is_in_its_picture(name: str) -> None:
    filled = ended(name, 5)
    words = drawn(filled)
    typesetter = Typesetter()
    options = Options(forms=fill.number_of_forms(filled))
    printed = [
        field
        for layout in sheets(filled.game, options, typesetter)
        for face in layout.faces
        for field in walk(face.shapes)
        if isinstance(field, Field)
    ]
    kinds = {field.name: field.kind for field in printed}
    written = as_written(filled.position, filled.game)
    for place, text in fields.entries(PositionFile(filled.game, written)):
        if kinds.get(place) in ("text", "number"):
            assert text in words, place
    assert not [said for said in words if said.startswith("Not on the sheet")]


@pytest.mark.parametrize("name", sweep(GAMES, ["winstons_archive"]))
def test_blank_position_can_be_shown(name: str, tmp_path: Path) -> None:
    blank = tmp_path / "blank.yaml"
    blank.write_text(run("template", name)[1], "utf-8")
    status, out, _ = run("show", str(blank))
    assert status == 1
    assert "is missing" in out
    assert "?" in out
    status, out, _ = run("show", str(blank), "--out", str(tmp_path / "blank.svg"))
    assert status == 1
    assert any("missing" in said for said in said_in((tmp_path / "blank.svg").read_bytes()))


def test_faults_are_numbered_and_listed_with_their_clauses() -> None:
    filled = scoring.read(Path(BROKEN))
    report = check(filled)
    words = drawn(filled)
    for number, finding in enumerate(report.findings, 1):
        assert words.count(str(number)) == 2, "at its place and in the list"
        assert any(said.startswith(finding.rule) for said in words)
    assert "there is no space 7; spaces are 1 to 6" in " ".join(words)
    assert "Not on the sheet:" in " ".join(words)
    assert "board.left 7: Ann" in " ".join(words)


def test_hostile_names_are_drawn_harmlessly(tmp_path: Path) -> None:
    source = tmp_path / "hostile.yaml"
    text = Path(SOUND).read_text("utf-8").replace("name: Ann", f"name: {quoted(HOSTILE)}")
    source.write_text(text, "utf-8")
    status, out, _ = run("show", str(source))
    assert status == 0
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert max(map(len, out.splitlines())) < 120
    for kind in ("svg", "png"):
        target = tmp_path / f"hostile.{kind}"
        assert run("show", str(source), "--out", str(target), "--dpi", "40")[0] == 0
    words = said_in((tmp_path / "hostile.svg").read_bytes())
    assert any(said.startswith("x?[31m<b>&amp;?") for said in words)
    assert max(map(len, words)) < 200
    assert Image.open(tmp_path / "hostile.png").size[0] > 100


def quoted(text: str) -> str:
    return '"' + "".join(char if char.isalnum() else f"\\U{ord(char):08x}" for char in text) + '"'


@pytest.mark.parametrize("players", [0, 40])
def test_too_few_and_too_many_players_are_drawn(players: int) -> None:
    """No more forms than may play; what has no place is listed."""
    people = ", ".join(f"{{name: P{player}, tasks: {{left: [1]}}}}" for player in range(players))
    filled = scoring.read(f"{{game: dice_archive, board: {{}}, players: [{people}]}}")
    words = drawn(filled)
    most = filled.game.head.players.max
    assert words.count("Dice Registry form") == max(1, min(players, most))
    assert ("P39" in " ".join(words)) == (players == 40)
    assert list(shown(filled.position, filled.game, Highlights(())))


def test_picture_lists_at_most_99_findings() -> None:
    spaces = ", ".join(f"{face}: Ann" for face in range(7, 130))
    filled = scoring.read(f"{{game: dice_archive, board: {{left: {{{spaces}}}}}, players: []}}")
    report = check(filled)
    words = " ".join(drawn(filled))
    assert f"{len(report.findings) - 99} more violations not shown here" in words
    assert " 99 " in words
    assert " 100 " not in words


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_pictures_are_written(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "new" / f"picture.{kind.upper()}"
    status, said, _ = run("show", SOUND, "--out", str(out), "--dpi", "50")
    assert (status, said) == (0, f"{out}\n")
    first = out.read_bytes()
    assert first.startswith(b"\x89PNG" if kind == "png" else b"<?xml")
    assert run("show", SOUND, "--out", str(out), "--dpi", "50")[0] == 0
    assert out.read_bytes() == first
    assert [file.name for file in out.parent.iterdir()] == [out.name]
    if kind == "png":
        width = Image.open(out).size[0]
        assert run("show", SOUND, "--out", str(out), "--dpi", "100")[0] == 0
        assert Image.open(out).size[0] == pytest.approx(2 * width, abs=2)


def test_broken_position_is_drawn_and_its_findings_are_printed(tmp_path: Path) -> None:
    out = tmp_path / "broken.svg"
    status, said, _ = run("show", BROKEN, "--out", str(out))
    assert status == 1
    assert f"{BROKEN}:3: DA-6.2: there is no space 7; spaces are 1 to 6 (board.left.7)" in said
    assert RED in out.read_text("utf-8")


def test_the_sheets_are_those_of_the_edited_game(mine: Path) -> None:
    """A copy of Winston's Archive with a pad of its own."""
    pad, data, out = mine / "templates" / "pad.svg", str(mine.parent), mine.parent / "picture.svg"
    edit(pad, "Winston’s Archive", "My archive")
    assert run("show", SOUND, "--data", data, "--out", str(out))[0] == 0
    assert "My archive" in said_in(out.read_bytes())
    out.unlink()
    edit(pad, "<rect", "<rct")
    status, _, err = run("show", SOUND, "--data", data, "--out", str(out))
    assert status == 1
    assert f"{pad}:" in err
    assert "did you mean rect?" in err
    assert not out.exists()


def test_position_is_shown_as_plain_text_in_a_pipe() -> None:
    status, out, err = run("show", SOUND)
    assert (status, err, out.isascii()) == (0, "", True)
    golden_files.check("table", {"scoring show wa_two_players.yaml": out.rstrip("\n")})


def test_missing_answers_and_faults_are_marked_in_every_kind_of_place() -> None:
    """Open answers are o, nothing is d, faults are F; the pad is there if anything is on it."""
    text = """
game: dice_archive
board: {left: {1: Ann, 6: null, 8: Zed}, middle: null}
players:
- {name: Ann, tasks: {left: [1, 3, null], middle: [], right: null}, dice: {left: 1, middle: null},
   total: 9}
- {points: {right: 0}}
- {name: Cy, tasks: {left: [2]}, total: null}
- {name: Di, tasks: {left: []}}
"""
    places = (
        "players", "board.left.8", "players.1.name", "players.0.tasks.left.1",
        "players.3.tasks.left",
        "players.0.dice.left", "players.0.total", "players.1.points.right",
    )  # fmt: skip
    faults = Highlights([Finding("DA-6.2", tuple(one.split(".")), "") for one in places])
    filled = scoring.read(text)
    said = "\n".join(painted(shown(filled.position, filled.game, faults)))
    golden_files.check("faults", {"open answers, nothing and faults": said})
    nothing = Highlights([Finding("DA-6.1", ("board",), "")])
    blank = shown(scoring.read("game: dice_archive").position, filled.game, nothing)
    assert painted(blank)[::2] == ["Board   ?!   ", "", "Name    "]
