"""Small games for files that are no text of the kit's own: drawings and spreadsheets.

Each kind of file has a game of that name, which reads all of its files; a component, named after
a file, prints that one alone. Any sound file may be put beside them or in their place.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.card_data.workbooks import Formula, ods, xlsx

HERE = Path(__file__).parent
GAMES = "bench"  # the folder of these games, as --data takes it
FOLDERS = {"art": "art", "sheet": "sheets"}
ICONS = "icons"  # the folder of icons, which are drawings too

HEAD = """\
title: {kind}
prefix: XX
genre: a game to try files with
blurb: It has files of one kind.
rules_version: 1
players: {{min: 2, max: 2}}
credits:
  design: [the printkit authors]
  source: this folder
  ours: All of it is ours.
numbers: {{}}
"""
RULES = """\
sections:
  - title: All there is to it
    clauses:
      - {id: XX-1.1, text: Nobody wins.}
"""
COMPONENT = """\
  {name}:
    title: {name}
    size: mini
    faces: [{{template: {template}{rows}}}]
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
ART = '<image href="art/{0}" x="4" y="4" width="30" height="40" fit="contain" clip="circle"/>'
PARTS = (
    '<image href="art/{0}#{1}" x="4" y="46" width="9" height="9"/>'
    '<image href="art/{0}" crop="1 1 8 8" x="24" y="46" width="9" height="9" fit="contain"/>'
)
PART = {"paints.svg": "leaf", "shapes.svg": "dot", "styled.svg": "c"}  # IDs of their elements
ICON = '<icon name="{0}" x="4" y="4" size="20" fill="#1f4e5f"/>'
ROW = (
    '<text x="4" y="12" font-size="20pt">{{ card.value }}</text>'
    '<textbox field="word" x="4" y="20" width="34" height="30">{{ card.word|rich }}</textbox>'
)
CELLS = (  # of a spreadsheet
    ("id", "word", "value", "copies"),
    ("comma", "A **comma**, *set* {quill}", "1", "2"),
    ("letter", "A letter\nof two lines", "2", "1"),
    ("line", 'A "whole" line; it\u2019s \u00e9', "3", ""),
)


def put_games(folder: Path) -> None:
    """Write all of the games into ``folder``."""
    for kind, place in FOLDERS.items():
        game = folder / GAMES / kind
        for part in ("templates", place):
            (game / part).mkdir(parents=True)
        files = seeds(kind)
        for name, raw in files.items():
            (game / place / name).write_bytes(raw)
        if kind == "art":
            shutil.copytree(HERE / ICONS, game / ICONS)
        (game / "rules.yaml").write_text(RULES, "utf-8")
        (game / "game.yaml").write_text(HEAD.format(kind=kind) + own(kind, files), "utf-8")
        printed = [*components(kind, files)]
        for name, markup, _ in printed:
            (game / "templates" / f"{name}.svg").write_text(SVG.format(markup), "utf-8")
        parts = [
            COMPONENT.format(name=name, template=f"{name}.svg", rows=rows)
            for name, _, rows in printed
        ]
        (game / "print.yaml").write_text("components:\n" + "".join(parts), "utf-8")


def seeds(kind: str) -> Mapping[str, bytes]:
    if kind == "art":
        return {file.name: file.read_bytes() for file in sorted((HERE / "art").glob("*.svg"))}
    return dict(sheets())


def component_of(file: str) -> str:
    name = Path(file).name.replace(".", "_")
    return f"icon_{name}" if Path(file).parent.name == ICONS else name


def components(kind: str, files: Mapping[str, bytes]) -> Iterator[tuple[str, str, str]]:
    """The components of a game: name, markup of its template, what is said of its rows."""
    for file in files:
        name = component_of(file)
        if kind == "sheet":
            yield name, ROW, f", rows: {name}"
        else:
            parts = PARTS.format(file, PART[file]) if file in PART else ""
            yield name, ART.format(file) + parts, ""
    if kind == "art":
        for icon in sorted((HERE / ICONS).glob("*.svg")):
            yield component_of(f"{ICONS}/{icon.name}"), ICON.format(icon.stem), ""


def own(kind: str, files: Mapping[str, bytes]) -> str:
    """Return the part of a game's ``game.yaml`` about its files."""
    if kind == "art":
        return f"icons: {ICONS}\n"
    of = {file: "#Cards" if file.endswith(("xlsx", "ods")) else "" for file in files}
    said = "".join(f"  {component_of(file)}: sheets/{file}{of[file]}\n" for file in files)
    tables = "".join(f"  {component_of(file)}: {{word: text, value: number}}\n" for file in files)
    return f"files:\n{said}tables:\n{tables}"


def sheets() -> Iterator[tuple[str, bytes]]:
    for ending, sign in (("csv", ","), ("tsv", "\t")):
        rows = (sign.join(quoted(cell) for cell in row) for row in CELLS)
        yield f"deck.{ending}", "\r\n".join([*rows, ""]).encode("utf-8-sig")
    yield "semicolons.csv", "\n".join(";".join(map(quoted, row)) for row in CELLS).encode("cp1252")
    worked_out = [[Formula(f"0+{one}", int(one)) if one.isdecimal() else one or None for one in row]
                  for row in CELLS]  # fmt: skip
    yield "deck.xlsx", xlsx({"Notes": [["what?"]], "Cards": worked_out}, merged=["F1:G2"])
    yield "deck.ods", ods({"Notes": [["what?"]], "Cards": CELLS})


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'
