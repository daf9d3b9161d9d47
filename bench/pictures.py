"""A deck with a picture on each card, beside raw reportlab doing the same.

The pictures are made here, half of them JPEG and half PNG unless --kinds says otherwise, each of
the dots that its box has at 300 dpi. Whole processes are timed, the two in turn; memory is the peak
of all processes of a command together.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import PIL.Image

from bench.printing import Bench, compared, environment
from bench.processes import Command
from printkit.typography.files import file_of

BOX = (5.0, 5.0, 30.0, 22.5)  # mm: of the picture on its card
CARD = (44.0, 63.0)
COLUMNS, ROWS = 4, 4
WORDS, SIZE = 40.0, 10  # mm from the top; points
DOTS = (355, 266)
FONT = file_of("SourceSansPro-Regular")
CARDS = 1000
MEMORY = 200  # MiB
TARGET = 1.5
GAME = "pictured"
FILES = {
    "game.yaml": """\
title: Pictured
prefix: PI
genre: a deck
blurb: A picture on each card.
rules_version: 1
players: {min: 1, max: 1}
credits: {design: [the printkit authors], source: this folder, ours: All of it is ours.}
tables:
  cards: {title: text, art: text}
files: {cards: cards.csv}
""",
    "rules.yaml": "sections:\n- title: Play\n  clauses: [{id: PI-1.1, text: Look at the cards.}]\n",
    "print.yaml": f"""\
components:
  deck:
    title: Deck
    size: {CARD[0]:g} x {CARD[1]:g}
    faces: [{{rows: cards, template: card.svg}}]
""",
    "templates/card.svg": """\
<svg xmlns="http://www.w3.org/2000/svg">
  <image href="{{{{ card.art }}}}" field="art" x="{}" y="{}" width="{}" height="{}"/>
  <text field="title" x="{}" y="{}" font-family="sans" font-size="{}pt">{{{{ card.title }}}}</text>
</svg>
""".format(*BOX, BOX[0], WORDS, SIZE),
}


def make(folder: Path, cards: int, kinds: Sequence[str]) -> Path:
    """Write a game of ``cards`` cards with a picture each, of these ``kinds`` in turn; return its
    folder."""
    game = folder / GAME
    for name, text in FILES.items():
        file = game / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (game / "art").mkdir()
    rows = ["id,title,art"]
    for number in range(cards):
        name = f"art/{number}.{kinds[number % len(kinds)]}"
        picture(number).save(game / name, quality=90)
        rows.append(f"c{number},Number {number},{name}")
    (game / "cards.csv").write_text("\n".join(rows), "utf-8")
    return game


def picture(number: int) -> PIL.Image.Image:
    grain = PIL.Image.effect_noise((DOTS[0] // 4, DOTS[1] // 4), 40).resize(DOTS)
    across = PIL.Image.linear_gradient("L").resize(DOTS).rotate(number % 360)
    down = across.rotate(90 + number // 360)
    colours = PIL.Image.merge("RGB", (across, down, PIL.Image.new("L", DOTS, number % 256)))
    return PIL.Image.blend(colours, grain.convert("RGB"), 0.3)


def peak(command: Command, folder: Path, env: dict[str, str]) -> float:
    """The peak memory of a command and all that it starts, in MiB, looked at every 10 ms: what
    processes share counts once."""
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL)
    most = 0.0
    while process.poll() is None:
        most = max(most, sum(map(share_of, family(process.pid))))
        time.sleep(0.01)
    return most / 1024


def family(process: int) -> list[int]:
    """A process and those that it has started."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except OSError:
        return []
    return [process, *(one for child in children for one in family(int(child)))]


def share_of(process: int) -> float:
    """The KiB of a process, what it shares with others in shares."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith("Pss:")))
    except (OSError, StopIteration):
        return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pictures", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="counted runs of each command")
    parser.add_argument("--cards", type=int, default=CARDS)
    parser.add_argument("--kinds", default="jpg,png", help="of pictures, such as jpg alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game = make(folder / "data", options.cards, options.kinds.split(","))
        size = sum(file.stat().st_size for file in (game / "art").iterdir())
        print(f"{options.cards} pictures of {size / 1e6:.1f} MB")
        bench = Bench(folder, options.runs)
        ours = bench.build("--data", game.parent, game=GAME)
        again = [word for word in ours if word != "--clean"]
        raw: Command = [sys.executable, "-m", "bench.raw_pictures", game, folder / "raw.pdf"]
        commands: dict[str, Command] = {
            "printkit": ours,
            "as it was": again,
            "raw reportlab": raw,
        }
        found = bench.in_turn(commands)
        print(*compared("printkit / raw reportlab", found["printkit"], found["raw reportlab"],
                        TARGET))  # fmt: skip
        files = folder / "out" / GAME / "deck.pdf", folder / "raw.pdf"
        print(*(f"{file.stat().st_size / 1e6:.1f} MB" for file in files))
        env = environment(folder / "cache")
        for title, command in commands.items():
            print(f"{title}: {peak(command, folder, env):.0f} MiB, all processes together")


if __name__ == "__main__":
    main()
