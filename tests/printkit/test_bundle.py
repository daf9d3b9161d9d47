"""The ZIP that a build makes to hand on."""

from __future__ import annotations

import zipfile
from pathlib import Path

import printkit
from tests.printkit.tools import refused, run


def test_it_has_all_files_of_the_game_and_says_what_they_are(errata: Path, tmp_path: Path) -> None:
    (errata / "rulebook.yaml").unlink()  # the clauses alone are set at once
    said = run("build", "errata", "--zip", "--data", errata.parent, "--out", tmp_path)
    assert said.exit_code == 0, said.output
    assert said.output.splitlines()[-1] == str(tmp_path / "errata.zip")
    with zipfile.ZipFile(tmp_path / "errata.zip") as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    readme = packed.pop("errata/README.txt").decode()
    built = {f"errata/{file.name}": file.read_bytes() for file in (tmp_path / "errata").iterdir()}
    assert packed == built
    assert set(built) == {"errata/deck.pdf", "errata/rules.pdf", "errata/errata.pdf"}
    lines = readme.splitlines()
    assert lines[0] == "Errata"
    assert "deck.pdf: Deck, 10 pieces on 4 pages, on card" in lines
    assert any(
        line.startswith("errata.pdf: the whole game after a cover sheet, ") for line in lines
    )
    assert "behind what has one side there is a blank one" in " ".join(readme.split())
    assert "100 %" in readme
    assert "turned on the long edge" in " ".join(lines)
    assert max(map(len, lines)) <= 78


def test_it_has_the_same_bytes_each_time(errata: Path, tmp_path: Path) -> None:
    raw = []
    for out in (tmp_path / "one", tmp_path / "two"):
        options = printkit.Options(data=errata.parent, layout="gutterfold")
        printkit.build(["errata"], ["deck"], out, options=options, zipped=True)
        raw.append((out / "errata.zip").read_bytes())
    assert raw[0] == raw[1]
    assert b"fold each sheet along its line" in zipfile_text(tmp_path / "one" / "errata.zip")


def zipfile_text(file: Path) -> bytes:
    with zipfile.ZipFile(file) as archive:
        return b" ".join(archive.read("errata/README.txt").split())


def test_there_is_none_if_anything_is_wrong(errata: Path, tmp_path: Path) -> None:
    (errata / "templates" / "card.svg").write_text("<svg><nothing/></svg>", "utf-8")
    refused("build", "errata", "--zip", "--data", errata.parent, "--out", tmp_path / "out")
    assert not list(tmp_path.rglob("*.zip"))
