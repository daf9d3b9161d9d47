"""How fast decks print, beside the targets.

Whole processes are timed, start-up included, the two sides of a ratio in turn (A B A B …). Each
figure is a median; a ratio is the median of the pairs' ratios of CPU time (user and system), which
a busy machine sways less than the clock.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from bench.processes import ROOT, Command, Run, run

BENCH = ROOT / "bench"
GAME = "winstons_archive"
FULL = "verse_and_variant"  # a deck of 120 cards with text
LARGE = 1200  # cards
MEMORY = 52  # MiB
PARAGRAPHS = 300  # of a long rulebook
BOOK = 2.0  # s of CPU that it takes to check
SHEETS = ("board", "form", "form_ink_saving", "pad", "sheet", "sheet_ink_saving", "spread")
SIZES = "{:34} {:>9} {:>9} {:>9}"
RATIOS = "{:44} {:>9} {:>9} {:>9}  {}"
PROTOGRAF = """\
protograf is not here, so it is left out. To have it measured:
  python3 -m venv DIR && DIR/bin/pip install protograf==0.5.2
  python -m bench.printing --protograf DIR/bin/python
"""


def environment(cache: Path) -> dict[str, str]:
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    kept = {key: value for key, value in os.environ.items() if key not in left_out}
    return kept | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache)}


class Bench:
    """Runs commands in a temporary folder and prints what they took."""

    def __init__(self, folder: Path, runs: int, protograf: str = "") -> None:
        self.folder = folder
        self.runs = runs
        self.protograf = protograf  # an interpreter that has it, if there is one
        self.environment = environment(folder / "cache")

    def run(self, command: Command) -> Run:
        return run(command, self.folder, self.environment)

    def helper(self, script: str, *words: str | Path) -> None:
        self.run([sys.executable, "-m", f"bench.{script}", *words])

    def in_turn(self, commands: dict[str, Command], runs: int = 0) -> dict[str, list[Run]]:
        """Each command's runs, the commands in turn; a first run of each does not count."""
        for command in commands.values():
            self.run(command)
        found: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(runs or self.runs):
            for name, command in commands.items():
                found[name].append(self.run(command))
        for name, those in found.items():
            middle = Run(*map(statistics.median, zip(*those, strict=True)))
            print(SIZES.format(name, *(f"{value:.3f}" for value in middle[:2]), f"{middle[2]:.1f}"))
        return found

    def build(self, *options: str | Path, game: str = GAME, out: str = "out") -> Command:
        words = ["build", game, "--only", "deck", "--out", self.folder / out, "--clean", *options]
        return [sys.executable, "-m", "printkit", *words]

    def raw(self, marks: Path) -> Command:
        return [sys.executable, BENCH / "raw_deck.py", marks, self.folder / "raw.pdf"]

    def compare(self, out: str, game: str = GAME) -> None:
        """Say whether the deck built into ``out`` looks like the raw script's."""
        ours, raw = self.folder / out / game / "deck.pdf", self.folder / "raw.pdf"
        self.helper("alike", ours, raw)
        sizes = ours.stat().st_size, raw.stat().st_size
        print(f"the two look alike: {sizes[0] / 1024:.0f} KiB, raw {sizes[1] / 1024:.0f} KiB\n")


def ratio(ours: list[Run], theirs: list[Run], at: int) -> float:
    return statistics.median(one[at] / other[at] for one, other in zip(ours, theirs, strict=True))


def judged(found: float, most: float) -> str:
    return "met" if found <= most else "MISSED"


def heading(title: str) -> None:
    print(SIZES.format(title, "wall s", "CPU s", "peak MiB"))


def small(bench: Bench) -> list[tuple[str, ...]]:
    marks = bench.folder / "marks"
    bench.helper("record", marks)
    heading("54 cards")
    commands = {"printkit": bench.build(), "raw reportlab": bench.raw(marks)}
    ours, raw = bench.in_turn(commands).values()
    bench.compare("out")
    rows = [compared("54 cards: printkit / raw reportlab", ours, raw, 1.5)]
    if bench.protograf:
        script, target = BENCH / "protograf_deck.py", bench.folder / "p.pdf"
        commands = {"printkit": bench.build()}
        commands["protograf 0.5.2"] = [bench.protograf, script, target]
        heading("54 cards again")
        ours, theirs = bench.in_turn(commands, max(3, bench.runs // 3)).values()
        rows.append(compared("54 cards: printkit / protograf", ours, theirs, 1 / 6))
    return rows


def full(bench: Bench) -> list[tuple[str, ...]]:
    """The 120 cards of Verse & Variant, each a row of its own with text to be set."""
    marks = bench.folder / "marks120"
    bench.helper("record", marks, "--game", FULL)
    heading("120 cards")
    commands = {"printkit": bench.build(game=FULL, out="full"), "raw reportlab": bench.raw(marks)}
    ours, raw = bench.in_turn(commands).values()
    bench.compare("full", FULL)
    return [compared("120 cards: printkit / raw reportlab", ours, raw, 1.5)]


def compared(
    title: str, ours: list[Run], theirs: list[Run], target: float | None
) -> tuple[str, ...]:
    wall, cpu = (ratio(ours, theirs, at) for at in range(2))
    if target is None:
        return title, f"{cpu:.2f}", f"{wall:.2f}", "", ""
    return title, f"{cpu:.2f}", f"{wall:.2f}", f"{target:.2f}", judged(cpu, target)


def large(bench: Bench) -> list[tuple[str, ...]]:
    """Decks of 300, 600 and 1,200 cards, every card a row of its own."""
    commands: dict[str, Command] = {}
    for cards in (LARGE // 4, LARGE // 2, LARGE):
        data = bench.folder / f"data{cards}"
        bench.helper("enlarge", data, str(cards))
        commands[f"printkit, {cards} cards"] = bench.build("--data", data, out=f"out{cards}")
    marks = bench.folder / f"marks{LARGE}"
    bench.helper("record", marks, data)
    commands[f"raw reportlab, {LARGE} cards"] = bench.raw(marks)
    heading("large decks")
    found = list(bench.in_turn(commands).values())
    bench.compare(f"out{LARGE}")
    memory = statistics.median(run.memory for run in found[2])
    times = [statistics.median(run.cpu for run in those) for those in found[:3]]
    growth = (times[2] - times[1]) / (times[1] - times[0])
    return [
        compared(f"{LARGE} cards: printkit / raw reportlab", found[2], found[3], 1.15),
        (f"{LARGE} cards: peak MiB", f"{memory:.1f}", "", str(MEMORY), judged(memory, MEMORY)),
        ("600 more cards / 300 more (2 is linear)", f"{growth:.2f}", "", "2.50",
         judged(growth, 2.5)),
    ]  # fmt: skip


def forms(bench: Bench) -> list[tuple[str, ...]]:
    heading("sheets")
    words = [word for name in SHEETS for word in ("--only", name)]
    build = [sys.executable, "-m", "printkit", "build", *words, "--clean", "--out"]
    plain, fillable = bench.folder / "plain", bench.folder / "fillable"
    commands: dict[str, Command] = {
        "printkit": [*build, plain],
        "with their forms": [*build, fillable, "--fillable"],
    }
    without, with_forms = bench.in_turn(commands).values()
    return [compared("sheets: with forms / without", with_forms, without, 2.0)]


def games(bench: Bench) -> list[tuple[str, ...]]:
    heading("all games, and bleed")
    many = bench.folder / "data815"
    bench.helper("enlarge", many, "815")
    every: Command = [sys.executable, "-m", "printkit", "build", "--clean", "--out"]
    bench.in_turn({"all games": [*every, bench.folder / "games"]}, max(3, bench.runs // 3))
    rows: list[tuple[str, ...]] = []
    for title, words in (("54 cards", ()), ("815 cards", ("--data", many))):
        commands: dict[str, Command] = {
            f"{title} with bleed": bench.build("--bleed", *words),
            f"{title} without": bench.build(*words),
        }
        bled, plain = bench.in_turn(commands, max(3, bench.runs // 3)).values()
        rows.append(compared(f"{title}: with bleed / without", bled, plain, 2.0))
    return rows


def again(bench: Bench) -> list[tuple[str, ...]]:
    """All games as they were built before, beside a command that builds nothing."""
    heading("building again")
    every: Command = [sys.executable, "-m", "printkit", "build", "--out", bench.folder / "every"]
    version: Command = [sys.executable, "-m", "printkit", "--version"]
    commands = {"all games, as they were": every, "--version": version}
    at_once, started = bench.in_turn(commands).values()
    return [compared("all games, as they were / --version", at_once, started, 1.3)]


def rulebook(bench: Bench) -> list[tuple[str, ...]]:
    """A rulebook of 300 paragraphs of 60 words of the guide, checked."""
    heading("a long rulebook")
    printkit = [sys.executable, "-m", "printkit"]
    bench.run([*printkit, "new", "--blank", "tome", bench.folder])
    guide = (ROOT / "docs" / "guide" / "printing.md").read_text("utf-8")
    words, chapters = cycle(re.findall("[a-z]+", guide)), ""
    for number in range(PARAGRAPHS):
        if number % 15 == 0:
            chapters += f"  - title: Chapter {number // 15 + 1}\n    blocks:\n"
        chapters += f"      - text: The {' '.join(islice(words, 60))}.\n"
    file = bench.folder / "tome" / "rulebook.yaml"
    text = file.read_text("utf-8").replace("figures:\n", f"{chapters}figures:\n", 1)
    file.write_text(text, "utf-8")
    check: Command = [*printkit, "check", "--data", bench.folder, "tome"]
    cpu = statistics.median(run.cpu for run in bench.in_turn({"printkit": check})["printkit"])
    title = f"{PARAGRAPHS} paragraphs, checked: s"
    return [(title, f"{cpu:.2f}", "", f"{BOOK:.2f}", judged(cpu, BOOK))]


def imports(bench: Bench) -> list[tuple[str, ...]]:
    """Where the start of ``printkit build`` goes: each package's own modules, in ms. No row."""
    command = [sys.executable, "-X", "importtime", *bench.build()[1:]]
    tries: list[Counter[str]] = []
    for _ in range(bench.runs):
        done = subprocess.run(
            command, cwd=bench.folder, env=bench.environment, check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        tries.append(Counter())
        for line in done.stderr.splitlines()[1:]:
            own, _, module = line.removeprefix("import time:").split("|")
            tries[-1][module.strip().partition(".")[0]] += int(own)
    middle = sorted(tries, key=lambda one: one.total())[len(tries) // 2]
    print(f"imports of printkit build: {middle.total() / 1000:.0f} ms (python -X importtime)")
    shown = middle.most_common(10)
    print("  " + ", ".join(f"{name} {spent / 1000:.1f}" for name, spent in shown), end="")
    rest = middle.total() - sum(spent for _, spent in shown)
    print(f", {len(middle) - len(shown)} others {rest / 1000:.1f}\n")
    return []


ALL = "all"
PARTS = {
    each.__name__: each for each in (small, full, large, forms, games, again, rulebook, imports)
}


def has_protograf(python: str) -> bool:
    command = [python, "-c", "import importlib.util as u; exit(u.find_spec('protograf') is None)"]
    return subprocess.run(command, check=False).returncode == 0


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.printing", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, ALL], default=ALL, help="only these")
    parser.add_argument("--runs", type=int, default=9, help="counted runs of each command")
    parser.add_argument("--protograf", default=sys.executable, metavar="PYTHON",
                        help="an interpreter that has protograf")  # fmt: skip
    options = parser.parse_args(words)
    there = has_protograf(options.protograf)
    if not there:
        print(PROTOGRAF)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.runs, options.protograf if there else "")
        for name, part in PARTS.items():
            if ALL in options.parts or name in options.parts:
                rows += part(bench)
    print(RATIOS.format("", "CPU", "wall", "target", ""))
    for row in rows:
        print(RATIOS.format(*row))


if __name__ == "__main__":
    main()
