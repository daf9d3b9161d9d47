"""``scoring compare-scores``: positions of any games under two rule sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import scoring
from scoring.cli.main import app
from scoring.compare.archive import Archived
from scoring.compare.evenings import clip_file, position_lines
from scoring.sheets.fields import entries
from tests.card_data.copies import copied, edit
from tests.forms import blank, filled
from tests.scoresheets import write_game

POSITIONS = Path(__file__).parent.parent / "positions"
VERSE, WINSTON = "vv_four_players.yaml", "wa_two_players.yaml"


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["compare-scores", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games, in one of which the top step of the ladder is lower."""
    for game in ("verse_and_variant", "winstons_archive"):
        copied(game, tmp_path / "mine")
    edit(tmp_path / "mine" / "verse_and_variant" / "game.yaml", "52, 66]", "52, 60]")
    return tmp_path / "mine"


def test_each_file_is_scored_by_the_rules_of_its_own_game(folder: Path) -> None:
    status, out, err = run("shipped", folder, POSITIONS / VERSE, POSITIONS / WINSTON)
    assert (status, err) == (0, "")
    first, *rest = out.splitlines()
    assert first == "Of 2 archived positions, 0 with other places, 0 with another winner."
    assert rest == [f"  {POSITIONS / VERSE}: Cy: place 1, 76 → 70 points (ladders 66 → 60)"]


def test_pdf_forms_of_a_game_are_one_position_and_stand_last(folder: Path, tmp_path: Path) -> None:
    position = scoring.read(POSITIONS / VERSE)
    raws = [filled(raw, entries(position), strict=False) for raw in blank("verse_and_variant")]
    forms = [tmp_path / f"{at}.pdf" for at, _ in enumerate(raws)]
    for file, raw in zip(forms, raws, strict=True):
        file.write_bytes(raw)
    status, out, err = run("shipped", folder, *forms, POSITIONS / WINSTON, POSITIONS / VERSE)
    assert (status, err) == (0, "")
    said = "Cy: place 1, 76 → 70 points (ladders 66 → 60)"
    assert out.splitlines() == [
        "Of 3 archived positions, 0 with other places, 0 with another winner.",
        f"  {POSITIONS / VERSE}: {said}",
        f"  {clip_file(', '.join(map(str, forms)))}: {said}",
    ]


def test_what_is_no_form_is_told_and_the_others_are_scored(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.7")
    _, out, _ = run("shipped", folder, tmp_path / "no.pdf", POSITIONS / WINSTON)
    assert out.splitlines()[1:] == [
        f"  {tmp_path}/no.pdf: cannot be read as a PDF: it is damaged, or no PDF at all"
    ]


def test_programs_get_the_same(folder: Path) -> None:
    status, out, _ = run("shipped", folder, POSITIONS / VERSE, "--json")
    assert status == 0
    (one,) = json.loads(out)["positions"]
    (cy,) = one["moved"]
    assert (cy["player"], cy["totals"], one["problems"]) == ("Cy", [76, 70], [])


def test_what_cannot_be_scored_is_told_and_the_others_are_scored(
    folder: Path, tmp_path: Path
) -> None:
    strange = tmp_path / "strange.yaml"
    strange.write_text("game: tiddlywinks\nplayers: []\n", "utf-8")
    status, out, _ = run("shipped", folder, strange, POSITIONS / VERSE)
    assert status == 0
    assert out.startswith("Of 1 archived position, 0 with other places, 0 with another winner; ")
    assert "1 could not be scored under both" in out
    assert "tiddlywinks" in out
    assert "Cy: place 1" in out


OWN = """\
clause: LG-1.1
noted: {player: {coins: {}, left: {yes_no: true}}}
worth: [{part: coins, points: coins}]
"""


@pytest.mark.parametrize(
    ("more", "table", "said"),
    [
        (
            "out: {if: left}\n",
            "players: [{name: Ann, coins: 5, left: no}, {name: Bo, coins: 3, left: yes}]",
            ("0 with other places, 0 with another", ["Bo: place 2, 3 → 3 points, now out"]),
        ),
        (
            "wins: fewest\n",
            "running: yes\n"
            "players: [{name: Ann, coins: 5, left: no}, {name: Bo, coins: 3, left: no}]",
            (
                "1 with other places, 1 with another",
                ["Ann: place 1 → 2, 5 → 5 points", "Bo: place 2 → 1, 3 → 3 points"],
            ),
        ),
    ],
    ids=["out", "leading"],
)
def test_who_is_out_or_leads_under_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str, table: str,
    said: tuple[str, list[str]],
) -> None:  # fmt: skip
    for name, sheet in (("old", OWN), ("new", OWN + more)):
        (tmp_path / name).mkdir()
        write_game(tmp_path / name, sheet)
    monkeypatch.chdir(tmp_path)
    Path("evening.yaml").write_text(f"game: little\n{table}\n", "utf-8")
    status, out, err = run("old", "new", "evening.yaml")
    assert (status, err) == (0, "")
    first, *moved = out.splitlines()
    assert first == f"Of 1 archived position, {said[0]} winner."
    assert moved == [f"  evening.yaml: {one}" for one in said[1]]
    status, out, _ = run("old", "shipped", "evening.yaml")
    assert status == 0
    assert "no game called 'little' here" in out


@pytest.mark.parametrize(("number", "more"), [(50, []), (51, ["  and 1 more file"])])
def test_fifty_files_are_told_one_by_one(number: int, more: list[str]) -> None:
    files = [Archived(f"{at}.yaml", (f"{at}.yaml: no game",)) for at in range(number)]
    assert [*position_lines(files)][51:] == more


def test_a_folder_that_is_not_there_is_refused() -> None:
    status, out, err = run("shipped", "nowhere", POSITIONS / VERSE)
    assert (status, out) == (2, "")
    assert "nowhere: no such folder; expected one as for --data, or shipped" in err


LITTLE = """\
clause: LG-1.1
noted: {player: {coins: {label: Coins}}}
worth: [{part: coins, points: coins * 2}]
"""
EVENING = "game: little\nplayers: [{name: Ann, coins: 2}, {name: Bo, coins: 1}]\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a game of one's own before and after an edit, and an evening of it."""
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        write_game(tmp_path / name, LITTLE)
    edit(tmp_path / "new" / "little" / "score.yaml", "coins * 2", "coins * 3")
    (tmp_path / "evening.yaml").write_text(EVENING, "utf-8")
    return tmp_path


def test_a_game_of_ones_own_is_scored_by_its_sheets(own: Path) -> None:
    status, out, err = run(own / "old", own / "new", own / "evening.yaml", POSITIONS / WINSTON)
    assert (status, err) == (0, "")
    ann, bo, other = out.splitlines()[1:]
    assert ann.endswith("evening.yaml: Ann: place 1, 4 → 6 points (coins 4 → 6)")
    assert bo.endswith("evening.yaml: Bo: place 2, 2 → 3 points (coins 2 → 3)")
    assert other.startswith(f"  {own / 'old'}: no game called 'winstons_archive' here")


def test_the_shipped_rules_know_no_game_of_ones_own(own: Path) -> None:
    said = run("shipped", own / "new", own / "evening.yaml")[1].splitlines()[1]
    assert said.startswith("  shipped: no game called 'little' here")
