"""The drawings of the commands as figures: for each file, how often each operator of its pages
occurs, and a sum over its operands. ``make prints`` computes them anew, when a change of a drawing
is intended.
"""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pikepdf

from printkit.cache.inputs import MANIFEST
from tests.printkit.commands import ROOT, run
from tests.scoring.tools import run as score

POSITIONS = ROOT / "tests" / "positions"
KEPT = Path(__file__).with_suffix(".json")
TINY = ("errata", "--data", ROOT / "tests" / "tiny_game")
NUMBER = re.compile(r"(?<![\w#])-?\d+(?:\.\d+)?")
Figures = dict[str, list[float]]  # by operator: how often, and the sum
# What draws files that no plain build of a shipped game has; each a command and its words.
WAYS: Mapping[str, tuple[object, ...]] = {
    "folded at home": ("build", *TINY, "--backs", "gutterfold"),
    "a second run": ("build", *TINY, "--backs", "alternate", "--paper", "letter"),
    "bleed": ("build", *TINY, "--bleed", "--flip", "short"),
    "low ink": ("build", *TINY, "--low-ink"),
    "low ink, dice": ("build", "dice_archive", "--only", "dice", "--only", "token", "--low-ink"),
    "low ink, deck": ("build", "winstons_archive", "--only", "deck", "--low-ink"),
    "low ink, boards": ("build", "verse_and_variant", "--only", "spotlight", "--low-ink"),
    "low ink, tiles": ("build", "manuscript", "--only", "tiles", "--low-ink"),
    "booklet": ("build", "winstons_archive", "--only", "rules", "--booklet"),
    "large print": ("build", "dice_archive", "--only", "form", "--only", "aid", "--large-print"),
    "forms": ("build", "dice_archive", "--only", "form", "--per-page", "4", "--forms", "5"),
    "press": ("build", *TINY, "--profile", "press"),
    "press, low ink": ("build", "verse_and_variant", "--only", "markers", "--profile", "press"),
    "tuck box": ("tuckbox", "winstons_archive"),
    "calibration": ("proof",),
    "plotter": ("die", "errata", "--only", "deck", *TINY[1:]),
    "plotter, DXF": (
        "die",
        "dice_archive",
        "--only",
        "aid",
        "--marks",
        "silhouette",
        "--format",
        "dxf",
    ),
    "plotter, sheets": ("build", "dice_archive", "--only", "aid", "--marks", "silhouette"),
    "svg": ("svg", *TINY),
    "contact sheet": ("svg", "dice_archive", "--contact"),
    "simulator": ("tabletop", *TINY, "--dpi", "30", "--url", "https://example.org/errata/"),
    "screentop": ("tabletop", *TINY, "--dpi", "30", "--for", "screentop"),
}
SHOWN = ("da_invalid", "ms_invalid", "wa_two_players")


def of_pdf(file: Path) -> Figures:
    found: Figures = defaultdict(lambda: [0, 0.0])
    with pikepdf.open(file) as pdf:
        forms = (one for one in pdf.objects if isinstance(one, pikepdf.Stream))
        for stream in [*pdf.pages, *(one for one in forms if one.get("/Subtype") == "/Form")]:
            for one in pikepdf.parse_content_stream(stream):
                add(found[str(one.operator)], numbers_in(one.operands))
        add(found["boxes"], [float(one) for page in pdf.pages for one in page.mediabox])
    return dict(found)


def numbers_in(operands: Iterable[Any]) -> Iterator[float]:
    """The numbers among operands, those in lists too; of a text its length."""
    for one in operands:
        if isinstance(one, pikepdf.Array):
            yield from numbers_in(one)
        elif isinstance(one, pikepdf.String):
            yield len(bytes(one))
        elif not isinstance(one, pikepdf.Object):
            yield float(one)


def of_text(file: Path) -> Figures:
    """Of an SVG, JSON or CSV file: its numbers; and of its other words how many there are."""
    text = file.read_text("utf-8")
    found: Figures = {"numbers": [0, 0.0], "words": [len(NUMBER.sub("", text).split()), 0.0]}
    add(found["numbers"], map(float, NUMBER.findall(text)))
    return found


def add(figures: list[float], numbers: Iterable[float]) -> None:
    """Numbers by their places: one in another's place makes another sum."""
    figures[0] += 1
    figures[1] += sum((1 + place % 7) * number for place, number in enumerate(numbers))


def of_files(folder: Path) -> dict[str, Figures]:
    how = {".pdf": of_pdf, ".svg": of_text, ".json": of_text, ".csv": of_text, ".dxf": of_text}
    files = sorted(
        file for file in folder.rglob("*") if file.suffix in how and file.name != MANIFEST
    )
    return {file.relative_to(folder).as_posix(): how[file.suffix](file) for file in files}


def of_way(name: str, folder: Path) -> dict[str, Figures]:
    command, *words = WAYS[name]
    said = run(command, *words, "--out", folder)
    assert said.exit_code == 0, said.output
    return of_files(folder)


def of_position(name: str, folder: Path) -> dict[str, Figures]:
    score("show", str(POSITIONS / f"{name}.yaml"), "--out", str(folder / "sheets.svg"))
    return of_files(folder)


def close(found: Figures, kept: Figures) -> bool:
    return found.keys() == kept.keys() and all(
        found[key][0] == kept[key][0]
        and math.isclose(found[key][1], kept[key][1], rel_tol=1e-6, abs_tol=0.02)
        for key in kept
    )


def worked_out() -> dict[str, dict[str, Figures]]:
    import card_data
    import printkit

    found: dict[str, dict[str, Figures]] = {}
    with tempfile.TemporaryDirectory() as place:
        for game in card_data.names():
            printkit.build([game], out=Path(place, "plain"))
            found[game] = of_files(Path(place, "plain", game))
        for number, name in enumerate((*WAYS, *SHOWN)):
            folder = Path(place, str(number))
            folder.mkdir()
            found[name] = (of_way if name in WAYS else of_position)(name, folder)
    return found


def text_of(found: dict[str, dict[str, Figures]]) -> str:
    """The figures as they are kept: an operator a line, with four decimals."""
    rounded = re.sub(r"(\.\d{4})\d+", r"\1", json.dumps(found, indent=0, sort_keys=True))
    return re.sub(r"\n(?=[\d\]-])", "", rounded) + "\n"


def main() -> None:
    KEPT.write_text(text_of(worked_out()), "utf-8")


if __name__ == "__main__":
    main()
