"""Bad input gets a message with its place and a status: never a traceback, a file or a secret."""

from __future__ import annotations

import itertools
import re
import shlex
import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests import golden_files
from tests.card_data.copies import TINY, WINSTON, edit, errata
from tests.card_data.copies import errata as copy_of_errata
from tests.printkit.commands import command, done, refused, run
from tests.printkit.pdf_pages import spots
from tests.sweeps import sweep


def card(errata: Path, body: str, name: str = "card") -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg">\n\n  {body}</svg>'
    (errata / "templates" / f"{name}.svg").write_text(text, "utf-8")


def build(errata: Path) -> str:
    out = errata.parent / "out"
    said = refused("build", "errata", "--only", "deck", "--data", errata.parent, "--out", out)
    assert not [file for file in out.rglob("*") if file.is_file()]
    return said


PYTHON = r"object at|printkit\.|jinja2|Error|\.part|NoneType|<\?|Struct"


TOGETHER = 25  # templates of one game: their problems are fewer than are told at once


def said_of(bodies: list[str], folder: Path, *, symbols: bool = False) -> dict[str, str]:
    """Return the messages of a build of a game with a component for each of these bodies of
    templates, or of files of symbols whose symbol s is drawn."""
    errata = copy_of_errata(folder / str(len([*folder.iterdir()])))
    (errata / "rulebook.yaml").unlink()
    comma, letter, *_ = (errata / "cards.yaml").read_text("utf-8").splitlines()[1:]
    (errata / "cards.yaml").write_text(f"cards:\n{comma}\n{letter}\n", "utf-8")
    (errata / "secret").write_text("the secret")
    deck = (errata / "print.yaml").read_text("utf-8").partition("\n  deck:\n")[2]
    deck = deck.partition("\n  rules:\n")[0]
    if symbols:
        deck = deck.replace("back: back.svg", "symbols: NAME.svg")
        card(errata, "<use href='#s'/>", "drawn")
    deck = deck.replace("card.svg", "drawn.svg" if symbols else "NAME.svg")
    for number, body in enumerate(bodies):
        name = f"body{number}"
        if symbols:
            (errata / "templates" / f"{name}.svg").write_text(f"<svg>{body}</svg>", "utf-8")
        else:
            card(errata, body.replace("card.svg", f"{name}.svg"), name)
        more = deck.replace("NAME", name)
        edit(errata / "print.yaml", "  deck:\n", f"  {name}:\n{more}\n  deck:\n")
    message = refused("build", "errata", "--data", errata.parent, "--out", errata.parent / "out")
    assert not list((errata.parent / "out").rglob("*"))
    assert "the secret" not in message
    assert "root:" not in message
    assert (errata / "game.yaml").exists()
    assert not (errata / "made").exists()
    of: dict[str, list[str]] = defaultdict(list)
    for line in message.splitlines()[:-1]:
        assert line.startswith(f"{errata / 'templates'}/")
        line = line.removeprefix(f"{errata / 'templates'}/")
        name = line.partition(".svg")[0]
        line = re.sub(r"\(known: [^)]*\)", "(known: …)", line)  # as others come and go
        of[name].append(line.replace(f"{name}.svg", "card.svg"))
    return {body: "\n".join(of[f"body{number}"]) for number, body in enumerate(bodies)}


def test_templates_that_cannot_be_drawn(tmp_path: Path) -> None:
    bodies = [*golden_files.kept("templates")]
    parts = [bodies[start : start + TOGETHER] for start in range(0, len(bodies), TOGETHER)]
    found = {body: said for part in parts for body, said in said_of(part, tmp_path).items()}
    assert [said for said in found.values() if not said or re.search(PYTHON, said)] == []
    golden_files.check("templates", found)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<g>" * 3000 + "</g>" * 3000, "nested more than 100 deep"),
        (
            "<g opacity='.9'>" * 17 + "<rect x='9' y='9' width='9' height='9'/>" + "</g>" * 17,
            "card.svg:3:3: <g>: 17 opacities and masks inside one another, expected at most 16",
        ),
        (f"<field name='a' label='A' order='{'9' * 5000}' width='3'/>", "order: found '999"),
    ],
    ids=["deep", "opacities", "long"],
)
def test_a_long_template_that_cannot_be_drawn(errata: Path, body: str, said: str) -> None:
    card(errata, body)
    assert said in build(errata)


def test_symbols_that_cannot_be_drawn(tmp_path: Path) -> None:
    golden_files.check("symbols", said_of([*golden_files.kept("symbols")], tmp_path, symbols=True))


@pytest.mark.parametrize(
    ("raw", "said"), [(b"", "the template is empty"), (b"\xff\xfe\x00<svg/>", "card.svg")]
)
def test_a_file_that_is_no_template(errata: Path, raw: bytes, said: str) -> None:
    (errata / "templates" / "card.svg").write_bytes(raw)
    assert said in build(errata)


def test_a_template_that_is_missing_or_a_folder(errata: Path) -> None:
    (errata / "templates" / "card.svg").unlink()
    assert "no template card.svg" in build(errata)
    (errata / "templates" / "card.svg").mkdir()
    assert "card.svg" in build(errata)


def test_data_that_is_no_folder_of_games(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    for name in ("none", "file", "empty", "file/inside"):
        for args in (["build"], ["check"], ["list"], ["svg", WINSTON, "--only", "deck"]):
            assert str(tmp_path / name) in refused(*args, "--data", tmp_path / name)


WRITING = [
    "build",
    "svg errata --only deck --card comma",
    "png errata --only deck --card comma",
    "schema",
]


@pytest.mark.parametrize(
    ("line", "place"),
    sweep(
        itertools.product(WRITING, ["file", "file/inside"]),
        [*((line, "file") for line in WRITING), ("schema", "file/inside")],
    ),
)
def test_an_out_that_is_no_folder(line: str, place: str, errata: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    words = (*line.split(), *(("--only", "deck") if line == "build" else ()))
    said = refused(*words, "--data", errata.parent, "--out", tmp_path / place)
    assert str(tmp_path / "file") in said
    assert (tmp_path / "file").read_text() == "x"


def test_output_in_impossible_places(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "file" in refused("new", WINSTON, tmp_path / "file")
    assert (tmp_path / "file").read_text() == "x"
    if not Path("/proc/self").exists():
        pytest.skip("no such place here")
    assert "/proc/nowhere" in refused("build", WINSTON, "--only", "pad", "--out", "/proc/nowhere")


@pytest.mark.parametrize(
    "line",
    sweep(
        ["build --data FOLDER", "build --data FOLDER/none", "audit none.pdf", "build nothing"],
        ["build --data FOLDER"],
    ),
)
def test_in_a_process_of_its_own_too(line: str, errata: Path, tmp_path: Path) -> None:
    (errata / "cards.yaml").write_bytes(b"\x00\xff")
    words = line.replace("FOLDER", str(errata.parent)).split()
    ran = command(*words, cwd=tmp_path, FORCE_COLOR="", TERM="xterm-256color")
    assert (ran.returncode, ran.stdout) == (2 if line == "build nothing" else 1, "")
    assert ran.stderr
    assert "\x1b" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_size_of_ones_own(errata: Path, tmp_path: Path) -> None:
    edit(errata / "print.yaml", "size: poker", "size: 70 x 120.5")
    shared = ("--only", "deck", "--out", tmp_path / "out")
    done("build", "errata", "--data", errata.parent, *shared)
    (page, *_) = PdfReader(tmp_path / "out" / "errata" / "deck.pdf").pages
    placed = spots(page, 70, 120.5)
    assert placed[1].x - placed[0].x == pytest.approx(73)  # two bleeds of 1.5 mm between


def test_data_is_escaped_in_templates(errata: Path, tmp_path: Path) -> None:
    edit(errata / "cards.yaml", "word: A comma", "word: '<icon name=\"x\"/> & <b>'")
    shared = ("--only", "deck", "--out", tmp_path / "out")
    done("build", "errata", "--data", errata.parent, *shared)


def test_two_pieces_of_a_component_with_one_id(errata: Path, tmp_path: Path) -> None:
    face = "      - {rows: cards, template: card.svg}\n"
    edit(errata / "print.yaml", face, face + face)
    said = "2 faces are called comma: move one to a component of its own"
    for args in (["build"], ["svg", "errata", "--only", "deck"], ["check"]):
        out = [] if args == ["check"] else ["--out", tmp_path / "out"]
        assert said in refused(*args, "--data", errata.parent, *out)


def test_slips_are_told_at_their_places(tmp_path: Path) -> None:
    """Each case is a file, what stands in it, ``=>`` and what is put there; or else all of it."""
    found = {}
    for number, case in enumerate(golden_files.kept("slips")):
        name, _, change = case.partition("\n")
        old, _, new = change.rpartition("=>\n")
        game = errata(tmp_path / str(number))
        if "rulebook" not in name:
            (game / "rulebook.yaml").unlink()  # the clauses alone are set at once
        if old:
            edit(game.parent / name, old, new.removesuffix("\n") + "\n")
        else:
            (game.parent / name).write_text(new, "utf-8")
        words = ("build", "--profile", "shop") if name == "profiles.yaml" else ("check",)
        result = run(*words, "--data", game.parent)
        assert result.exit_code in (1, 2), case
        said = re.sub(r"\(known: [^)]*\)", "(known: …)", result.stderr)
        found[case] = said.replace(f"{tmp_path}/{number}/", "").rstrip()
    golden_files.check("slips", found)


def test_wrong_calls_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with the tiny game in ``my_games``; the status is 2 where only what was typed is
    at fault, and 1 where some file is."""
    monkeypatch.chdir(tmp_path)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    shutil.copytree(TINY, "my_games")
    before = {*tmp_path.rglob("*")}
    found = {}
    for line in golden_files.kept("calls"):
        result = run(*shlex.split(line)[1:])
        assert result.exit_code in (1, 2), line
        said = re.sub(r"\(known: [^)]*\)", "(known: …)", result.stderr)  # as others come and go
        found[line] = f"{result.exit_code} {said.rstrip()}"
        assert {*tmp_path.rglob("*")} == before, line
    golden_files.check("calls", found)
