"""``make mutants``: which changes to scoring/, card_data/ and printkit/ no test notices.

mutmut makes small changes (mutants) to the body of each function without a decorator: another
bound, another constant, an argument left out. A mutant is killed if a test fails, does not end or
cannot be read, of the tests of its package and, in a game's folder, of its game. One from which
nothing follows that a user or a caller could see is equivalent: it does not count, and stands in
``equivalent/`` with the reason.

mutmut takes long to import, and is by those functions alone that need it.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import card_data

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).resolve().parent / "equivalent"
KEPT = ROOT / ".mutants"
PACKAGES = ("scoring", "card_data", "printkit")
LEAST = 92  # percent of the mutants that tests kill
SURVIVED = (0, 5, 33, None)  # mutmut's exit statuses: passed, no tests, none that reach it, not run


class Change(NamedTuple):
    """A mutant as it is listed: the function, the lines it takes away and those it puts there."""

    of: str
    was: str
    now: str


class Unit(NamedTuple):
    """Modules that are run together: a game's folder, or all the rest of a package."""

    folder: str  # as in "scoring/manuscript", or "printkit"
    mutants: dict[str, Path]  # mutmut's name of each, and its module

    @property
    def tests(self) -> list[str]:
        """The tests that must notice, as pytest's arguments."""
        package, _, game = self.folder.partition("/")
        if not game:
            return [f"tests/{package}", "tests/test_tiny_game.py", "tests/docs"]
        others = " or ".join(name for name in card_data.names() if name != game)
        return [f"tests/{game}", f"tests/{package}", "-k", f"not ({others})"]

    @property
    def place(self) -> Path:
        return KEPT / self.folder.replace("/", ".")


def main() -> None:
    options = parsed()
    modules = [path for of in options.of or PACKAGES for path in modules_of(of)]
    units = list(in_units(modules))
    if options.again:
        units = [unit._replace(mutants=only(unit, survivors_of(unit))) for unit in units]
    elif options.sample:
        names = [name for unit in units for name in unit.mutants]
        drawn = random.Random(options.seed).sample(names, min(options.sample, len(names)))
        units = [unit._replace(mutants=only(unit, drawn)) for unit in units]
    tried: Counter[str] = Counter()
    alive: Counter[str] = Counter()
    known = equivalents()
    for unit in units:
        for name, change in run(unit, options.tests or unit.tests, options.jobs):
            module = str(unit.mutants[name])
            if change in known:
                continue
            tried[module] += 1
            if change:
                alive[module] += 1
                print(f"{change.of}  {name}\n  - {change.was}\n  + {change.now}", flush=True)
    sys.exit(report(tried, alive))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("of", nargs="*", help="folders or modules, as in scoring/manuscript/score")
    parser.add_argument("--sample", type=int, default=0, help="so many of them, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--again", action="store_true", help="only what survived last time")
    parser.add_argument("--tests", nargs="+", help="only by these files or folders of tests")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at once")
    return parser.parse_args()


def modules_of(of: str) -> list[Path]:
    """The modules of a folder, or the one module, as paths from the project's root."""
    path = ROOT / of
    found = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    if of.split("/")[0] not in PACKAGES or not all(one.is_file() for one in found):
        sys.exit(f"{of}: no folder or module of {' or '.join(PACKAGES)}")
    return [one.relative_to(ROOT) for one in found]


def in_units(modules: Iterable[Path]) -> Iterator[Unit]:
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    units: dict[str, dict[str, Path]] = {}
    for module in dict.fromkeys(modules):
        package, room = module.parts[0], module.parts[1]
        folder = f"{package}/{room}" if room in card_data.names() else package
        made = mutate_file_contents(str(module), (ROOT / module).read_text("utf-8")).mutant_names
        named = dict.fromkeys((get_mutant_name(module, name) for name in made), module)
        units.setdefault(folder, {}).update(named)
    for folder, mutants in units.items():
        yield Unit(folder, mutants)


def only(unit: Unit, names: Iterable[str]) -> dict[str, Path]:
    return {name: unit.mutants[name] for name in names if name in unit.mutants}


def run(unit: Unit, tests: list[str], jobs: int) -> Iterator[tuple[str, Change | None]]:
    """Each mutant of the unit, with its change if it survived; those are kept for ``--again``."""
    if not unit.mutants:
        return
    before = survivors_of(unit)
    prepare(unit, tests)
    command = [Path(sys.executable).parent / "mutmut", "run", "--max-children", str(jobs)]
    with (unit.place / "log").open("w") as log:
        done = subprocess.run(
            [*map(str, command), *unit.mutants],
            cwd=unit.place,
            env=os.environ | {"PYTHONPATH": ""},  # the copy, not this tree
            stdout=log,
            stderr=log,
        )
    if done.returncode:
        sys.exit(f"{unit.folder}: mutmut stopped, see {unit.place / 'log'}")
    results = dict(outcome(unit))
    left = [name for name in before if name not in results]
    left += [name for name, change in results.items() if change]
    (unit.place / "survivors.json").write_text(json.dumps(left, indent=1), "utf-8")
    yield from results.items()


def prepare(unit: Unit, tests: list[str]) -> None:
    """The unit's folder, made anew, which mutmut copies: its package, links to the rest of the
    project, its settings."""
    shutil.rmtree(unit.place, ignore_errors=True)
    unit.place.mkdir(parents=True)
    package = unit.folder.partition("/")[0]
    for entry in ROOT.iterdir():
        if not entry.name.startswith(".") and entry.name not in (package, "pyproject.toml"):
            (unit.place / entry.name).symlink_to(entry)
    shutil.copytree(ROOT / package, unit.place / package)
    modules = sorted({str(module) for module in unit.mutants.values()})
    for module in modules:
        file = unit.place / module
        file.write_text(left_alone(file.read_text("utf-8"), functions_of(unit, module)), "utf-8")
    section = "[tool.mutmut]\n"
    added = f"only_mutate = {modules}\npytest_add_cli_args_test_selection = {tests}\n"
    settings = (ROOT / "pyproject.toml").read_text("utf-8").replace(section, section + added)
    (unit.place / "pyproject.toml").write_text(settings, "utf-8")


def functions_of(unit: Unit, module: str) -> set[str]:
    """mutmut's names of the functions of a module that are mutated."""
    names = [name for name, where in unit.mutants.items() if str(where) == module]
    return {name.rpartition(".")[2].partition("__mutmut_")[0] for name in names}


def left_alone(text: str, functions: set[str]) -> str:
    """A module in which mutmut leaves all but some ``functions`` as they are.

    A call of one that has mutants costs some microseconds, which add up where everything has them.
    """
    from mutmut.mutation.trampoline_templates import mangle_function_name

    lines = text.splitlines()
    for node in ast.parse(text).body:
        within = node.name if isinstance(node, ast.ClassDef) else None
        for one in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
                at = one.body[0].lineno - 2  # where the function's head ends
                while not lines[at].strip() or lines[at].strip().startswith("#"):
                    at -= 1
                if mangle_function_name(name=one.name, class_name=within) not in functions:
                    lines[at] += "  # pragma: no mutate block"
    return "\n".join([*lines, ""])


def outcome(unit: Unit) -> Iterator[tuple[str, Change | None]]:
    with contextlib.chdir(unit.place):
        for module in dict.fromkeys(unit.mutants.values()):
            kept = json.loads(Path(f"mutants/{module}.meta").read_text("utf-8"))
            for name, status in kept["exit_code_by_key"].items():
                if name in unit.mutants:
                    yield name, change_of(name, module) if status in SURVIVED else None


def change_of(name: str, module: Path) -> Change:
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    lines = get_diff_for_mutant(name, path=module).splitlines()[2:]
    was, now = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    function = name.partition("__mutmut_")[0]
    return Change(re.sub(r"\.x[_ǁ]", ".", function).replace("ǁ", "."), was, now)


def survivors_of(unit: Unit) -> list[str]:
    """The names of the mutants that survived when the unit was last run."""
    kept = unit.place / "survivors.json"
    names: list[str] = json.loads(kept.read_text("utf-8")) if kept.exists() else []
    return names


def equivalents() -> dict[Change, str]:
    """The equivalent mutants that are listed, each with the reason why nothing follows from it."""
    return {
        Change(of, one["was"], now): one["why"]
        for file in sorted(EQUIVALENT.glob("*.toml"))
        for of, changes in tomllib.loads(file.read_text("utf-8")).items()
        for one in changes
        for now in one["now"]
    }


def report(tried: Counter[str], alive: Counter[str]) -> int:
    """Prints a line for each module and one for all; the exit status, 1 below the least score."""
    print(f"{'module':52} {'mutants':>8} {'alive':>6} {'killed':>7}")
    for module in sorted(tried):
        print(line(module, tried[module], alive[module]))
    print(line("all", tried.total(), alive.total()))
    return int(100 * (tried.total() - alive.total()) < LEAST * tried.total())


def line(of: str, tried: int, alive: int) -> str:
    return f"{of:52} {tried:8} {alive:6} {100 * (tried - alive) / max(tried, 1):6.1f}%"


if __name__ == "__main__":
    main()
