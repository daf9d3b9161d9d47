"""Reading, checking and scoring positions: files of every kind, for every game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import card_data
import scoring
from card_data import DataError
from card_data.reading.documents import parse
from scoring.cli.main import app
from scoring.positions.positions import PositionFile, PositionReader
from tests.scoring.tools import KEYS

GOLDEN = sorted((Path(__file__).parents[1] / "positions").glob("[dmvw][asv]_*.yaml"))
TEXT = GOLDEN[-1].read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_positions(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    found = scoring.score(scoring.read(path)).as_json()
    assert set(found) == KEYS
    violations = [{"rule": one["rule"], "where": one["where"]} for one in found.pop("violations")]
    assert violations == expected.pop("violations")
    assert all(sum(one["parts"].values()) == one["total"] for one in found["standings"])
    by_player = {one["player"]: one for one in found.pop("standings")}
    for one in expected.pop("standings", []):
        assert by_player[one["player"]].items() >= one.items()
    assert found.items() >= expected.items()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEXT.replace("manuscripts: 8", "manuscripts: 8" + "0" * 5000), "expected a whole number"),
        ("game: winstons_archive\nplayers: " + "[" * 9000, "nested"),
    ],
)
def test_unreadable_position_says_why(text: str, says: str) -> None:
    with pytest.raises(DataError) as refused:
        scoring.read(text)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("text", "row", "line"),
    [
        ("left: |\n  AB\n  ..\n  ..", 1, 2),
        ("left: |\n  AB\n  ..\n  ..", 3, 4),
        ("left: |-\n  AB\n  ..\n  ..\n\nright: x", 3, 4),
        ("left: |+\n  AB\n\n\nright: x", 3, 4),
        ("# first\n\nleft: |   # the page\n  AB\n  # B\n  ..", 3, 6),
        ("left: |\n\n  AB\n  ..", 2, 3),  # a blank row is a row
        ("left: |2\n   B\n  ..", 2, 3),
        ("left: |\r\n  AB\r\n  ..\r\n", 2, 3),
        ("left: |\n  AB\n  ..\nright: x", 3, 3),  # a row that is not there: the last one
        ("left: |\nright: x", 3, 1),
        ('name: Ann\nleft: "AB\\n..\\n.."', 3, 2),
        ("name: Ann\nleft: 'AB\n\n  ..'", 2, 2),
        ("name: Ann\nleft:\n  'AB\n\n  ..'", 2, 3),
        ("name: Ann\nleft: >\n  AB\n\n  ..", 2, 2),
        ("name: Ann\nleft: [AB, ..]", 2, 2),
        ("name: Ann\nright: x", 2, 1),
    ],
)
def test_a_finding_in_a_grid_has_the_line_of_its_row(text: str, row: int, line: int) -> None:
    """In a literal block; else the line of the value, as without squares."""
    filled = PositionFile(card_data.load("dice_archive"), None, parse(text, "text"))
    assert filled.line(("left",), ((row, 2), (row + 9, 1))) == line
    if "|" not in text:
        assert filled.line(("left",)) == line
    assert PositionFile(filled.game, None).line(("left",), ((row, 2),)) == 0


def test_names_are_texts_whatever_they_look_like() -> None:
    for name in ("No", "12", "1e3", "true", "null point", "Žofie 🐍", "[b]", "a: b"):
        text = TEXT.replace("name: Ann", f"name: {json.dumps(name, ensure_ascii=False)}")
        report = scoring.score(scoring.read(text))
        assert report.result is not None
        assert name in [one.player for one in report.result.standings]


def statuses(content: bytes, folder: Path) -> int:
    """The exit status of scoring a file with this content, in both forms of output."""
    path = folder / "any.yaml"
    path.write_bytes(content)
    plain = CliRunner().invoke(app, ["score", str(path)], catch_exceptions=False)
    as_json = CliRunner().invoke(app, ["score", "--json", str(path)], catch_exceptions=False)
    assert plain.exit_code == as_json.exit_code
    report = json.loads(as_json.stdout)
    assert set(report) - {"error", "fixes"} == KEYS
    assert ("fixes" in report) == ("Likely meant: " in plain.stdout)
    assert ("error" in report) == (not plain.stdout)
    return as_json.exit_code


@settings(max_examples=20)
@given(content=st.one_of(st.binary(), st.text().map(lambda text: text.encode("utf-8"))))
def test_any_bytes_end_in_an_exit_status(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert statuses(content, tmp_path_factory.getbasetemp()) == 1


@settings(max_examples=20)
@given(
    at=st.integers(0, len(TEXT)),
    cut=st.integers(0, 12),
    put=st.one_of(
        st.text(max_size=6),
        st.sampled_from(["null", "-1", "{", "[", "&a", "*a", "!!x", "\n", ": ", "\x1b", "9" * 99]),
    ),
)
def test_any_edit_of_a_position_ends_in_an_exit_status(
    at: int, cut: int, put: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = (TEXT[:at] + put + TEXT[at + cut :]).encode("utf-8", "surrogatepass")
    assert statuses(content, tmp_path_factory.getbasetemp()) in (0, 1)


def test_a_reader_loads_a_game_once() -> None:
    reader = PositionReader()
    assert reader.read(TEXT).game is reader.read(TEXT).game
