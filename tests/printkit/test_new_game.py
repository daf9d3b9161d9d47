"""Games of one's own: started blank, copied, or from an example, which prints as it is."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from PIL import Image
from pypdfium2 import PdfDocument

import card_data
import printkit
from printkit.drawing.traversal import fields
from printkit.options import Options
from printkit.printing import checking
from printkit.sheets.layout import lay_out
from printkit.sheets.typesetting import Typesetter
from printkit.tools.new_game import EXAMPLES, blank_game, copy_game
from tests.card_data.copies import edit
from tests.printkit.commands import ROOT, done, files, refused, run
from tests.printkit.pdf_pages import texts_of, words_of
from tests.sweeps import sweep


def test_the_docs_show_its_picture(tmp_path: Path) -> None:
    tiny = ("--data", ROOT / "tests/tiny_game", "--out", tmp_path)
    run("png", "errata", "--only", "deck", "--contact", *tiny)
    (picture,) = tmp_path.rglob("contact.png")
    made, on_page = (
        Image.open(file).convert("RGB").resize((60, 60))
        for file in (picture, ROOT / "docs/pictures/errata.png")
    )
    difference = [abs(a - b) for a, b in zip(made.tobytes(), on_page.tobytes(), strict=True)]
    assert sum(difference) / len(difference) < 2


def test_blank_game_prints_and_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = done("new", "--blank", "mine")
    folder = tmp_path / "mine" / "my_game"
    data = ("game", "cards", "rules", "rulebook", "print", "score", "last_game")
    named = {*(f"{one}.yaml" for one in data), "card.svg", "back.svg"}
    assert {file.name for file in folder.rglob("*.*")} == named
    said = done(*shlex.split(made.splitlines()[-1])[1:])
    with PdfDocument("output/mine/my_game/deck.pdf") as pdf:
        fronts, backs = (page.get_textpage().get_text_range() for page in pdf)
    assert fronts.count("What it does.") == 9, "nine poker cards on a page of A4"
    assert "backs (flip on the long edge)" in backs
    assert "output/mine/my_game/deck.pdf" in said
    assert "already exists; edit the files in it, choose another folder, or" in refused(
        "new", "--blank", "mine"
    )
    words = ("--data", tmp_path)
    done("new", "--blank", "paper_boats", tmp_path)
    assert (
        "paper_boats: no problems found (5 clauses, 3 components, 1 example)"
        in run("check", *words).stdout
    )
    assert card_data.load("paper_boats", tmp_path).title == "Paper Boats"
    out = tmp_path / "out"
    done("build", "paper_boats", "--only", "rules", *words, "--out", out)
    said = words_of(out / "paper_boats" / "rules.pdf")
    assert "WhatscoresWhatitisworthCards" in said
    assert "Anncomesto5points,Boto5.Annwinswith5points:tiedwithBo" in said


@pytest.mark.parametrize(
    ("size", "copies", "height", "window"),
    [("quarter", 4, "94.1", ", window: [0, 0, 93, 125]"), ("page", 1, "99", "")],
)
def test_blank_game_s_pad_may_have_other_sizes(
    size: str, copies: int, height: str, window: str, tmp_path: Path
) -> None:
    """As its print.yaml says."""
    done("new", "--blank", tmp_path)
    game = tmp_path / "my_game"
    edit(game / "print.yaml", "size: pad", f"size: {size}")
    edit(game / "print.yaml", "pad.svg, copies: 2", f"pad.svg, copies: {copies}")
    edit(game / "rulebook.yaml", "72.4", height)
    edit(game / "rulebook.yaml", ", window: [0, 0, 121, 125]", window)
    options = printkit.Options(data=tmp_path)
    (rules,) = printkit.build(["my_game"], ["rules"], tmp_path, options=options)
    with PdfDocument(rules.file) as pdf:
        text = pdf[1].get_textpage()
        places = [text.search(one).get_next() for one in ("Total", "filled in")]
        total, caption = [text.get_charbox(place[0]) for place in places if place]
    assert total[1] > caption[3], "the pad does not reach over its caption"


def test_blank_game_s_clauses_have_its_initials(tmp_path: Path) -> None:
    shipped = {"dear_aunt": "DE", "war": "WAR"}  # DA and WA are those of shipped games
    for name, prefix in {
        "little_harvest": "LH", "a_game_of_many_words": "AGOM", "birds": "BI", "2_été": "ET",
        "wine_and_art": "WAA", **shipped, "my_game": "MG", "x": "MG",
    }.items():  # fmt: skip
        folder = blank_game(name, tmp_path)
        game = card_data.load(name, tmp_path)
        assert game.head.prefix == prefix
        assert {clause.partition("-")[0] for clause in game.clauses()} == {prefix}
        written = b"\n".join(files(folder).values()).decode()
        assert {*re.findall(r"\b([A-Z]+)-\d+\.\d", written)} == {prefix}


def test_copy_has_data_examples_and_templates(tmp_path: Path) -> None:
    copy = files(copy_game("winstons_archive", tmp_path))
    data = files(ROOT / "card_data" / "winstons_archive")
    drawn = files(ROOT / "templates" / "winstons_archive")
    kept = {name: text for name, text in data.items() if name.endswith(".yaml")}
    assert any(name.startswith("examples/") for name in kept)
    assert copy == kept | {f"templates/{name}": text for name, text in drawn.items()}


class Printed(NamedTuple):
    pieces: int
    pages: int
    size: tuple[float, float]
    words: dict[str, int]


PRINTED = {
    "deck": {"cards": Printed(27, 6, (63.5, 88.9), {"Was here before": 7, "Midnight": 2})},
    "icons": {"deck": Printed(39, 10, (59, 92), {"Inkwell": 7, "Tintenfass": 7, "Bible": 2})},
    "cards52": {"deck": Printed(52, 12, (63.5, 88.9), {"The Scholar": 4, "The Patron": 4})},
    "roll": {"pad": Printed(6, 3, (190, 125), {"On the floor": 6, "5 Herbals": 6})},
    "tiles": {
        "pages": Printed(30, 4, (60, 51.96), {}),
        "worms": Printed(8, 2, (20, 20), {}),
        "board": Printed(1, 1, (190, 255), {"40": 2}),
    },
}


SCORED = sorted(file.parent.name for file in EXAMPLES.glob("*/score.yaml"))


def pictured(name: str, component: str, folder: Path) -> tuple[float, float]:
    out = folder / f"{component}-svg"
    run("svg", name, "--only", component, "--data", folder, "--out", out)
    size = re.compile(r'<svg [^>]*\bheight="([\d.]+)mm" [^>]*\bwidth="([\d.]+)mm"')
    found = {size.search(file.read_text("utf-8")) for file in out.rglob("*.svg")}
    ((height, width),) = {one.groups() for one in found if one is not None}
    return float(width), float(height)


def test_examples_are_tested_and_listed() -> None:
    assert card_data.names(EXAMPLES) == sorted([*PRINTED, *SCORED])
    listed = run("new", "--example").stdout.splitlines()
    assert [line.split()[0] for line in listed[1:]] == sorted([*PRINTED, *SCORED])
    assert "cards52       a deck of 52 playing cards" in listed
    for name in PRINTED:
        assert sum(file.stat().st_size for file in (EXAMPLES / name).rglob("*.*")) < 300_000


@pytest.mark.parametrize("name", sweep(PRINTED, ["icons"]))
def test_an_example_prints_as_it_is(name: str, tmp_path: Path) -> None:
    copied = done("new", "--example", name, tmp_path)
    assert copied.splitlines()[-1] == f"printkit build {name} --data {tmp_path}"
    assert files(tmp_path / name) == files(EXAMPLES / name)
    done("check", "--data", tmp_path)
    built = printkit.build(out=tmp_path, options=printkit.Options(data=tmp_path))
    assert {part.component for part in built} == {*PRINTED[name], "rules", ""}
    for part in built:
        if printed := PRINTED[name].get(part.component):
            text = " ".join("".join(texts_of(part.file)).split())
            assert (part.pieces, part.pages) == printed[:2], part
            assert {word: text.count(word) for word in printed.words} == printed.words
            assert pictured(name, part.component, tmp_path) == printed.size


@pytest.mark.parametrize("name", SCORED)
def test_an_example_of_a_score_sheet_comes_to_its_totals(name: str) -> None:
    (said,) = checking.check([name], "a4", EXAMPLES)
    assert re.fullmatch(
        rf"{name}: no problems found \(\d clauses, 1 component, \d examples?\)", said
    )
    for file in (EXAMPLES / name / "examples").iterdir():
        players = yaml.safe_load(file.read_text("utf-8"))["players"]
        assert all(isinstance(player["total"], int) for player in players)
    sheet = (EXAMPLES / name / "score.yaml").read_text("utf-8").splitlines()
    assert 11 <= len(sheet) <= 37
    assert f"`{name}`" in (ROOT / "docs/guide/ready-score-sheets.md").read_text("utf-8")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", sweep(SCORED, ["rows"]))
def test_an_example_of_a_score_sheet_is_copied_and_its_pad_built(
    name: str, large: bool, tmp_path: Path
) -> None:
    done("new", "--example", name, tmp_path)
    options = printkit.Options(data=tmp_path, large_print=large)
    pad, *_ = printkit.build(out=tmp_path, options=options)
    assert (pad.component, pad.pages) == ("pad", pad.pieces if large else 1)
    assert "Total" in "".join(texts_of(pad.file))


@pytest.mark.parametrize("name", SCORED)
def test_the_boxes_of_an_example_s_pad_can_be_written_in(name: str) -> None:
    game = card_data.load(name, EXAMPLES)
    (face, *_) = lay_out(game, "pad", Options(), Typesetter()).faces
    assert min(field.height for field in fields(face.shapes)) >= 5  # mm


@pytest.mark.sweep
@pytest.mark.parametrize(
    "how",
    [{"large_print": True}, {"low_ink": True}, {"paper": "letter", "bleed": True}, {"players": 2}],
    ids=str,
)
@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_in_other_ways(name: str, how: dict[str, Any], tmp_path: Path) -> None:
    assert printkit.build(out=tmp_path, options=printkit.Options(data=EXAMPLES / name, **how))
