"""The cases to try: a command, and files of which one has been changed at random.

A case is made from a seed and a number alone, so that it can be made again.
"""

from __future__ import annotations

import json
import os
import shutil
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

import yaml

import card_data
import printkit
import templates
from printkit.snapshots.store import save_snapshots
from printkit.templating.environment import Templates
from printkit.tools.new_game import copy_game
from tests.fuzz.evenings import changed_evening, keep_evenings
from tests.fuzz.expressions import POSITION, score_sheet
from tests.fuzz.forms import changed_form, put_forms
from tests.fuzz.games import FOLDERS, GAMES, component_of, put_games
from tests.fuzz.grammar import Words, hostile, items_of, whole, words_of
from tests.fuzz.mutations import NUMBERS, SNIPPETS, WORDS, mutated

TESTS = Path(__file__).resolve().parents[1]
COMMANDS = yaml.safe_load((TESTS / "fuzz" / "commands.yaml").read_text("utf-8"))
TINY = "errata"
MINE = "mine"  # the folder of all games, as --data takes it
OUT = "out"  # where commands are told to write
KEPT = "kept"  # the user's data folder, in which printings and evenings are
SECRET = "outside/secret.svg"  # a file that no game may reach
PRINTED = {  # the components of which a PDF is changed: those that cost least
    "dice_archive": "dice",
    "manuscript": "cubes",
    "nineteen_eighty_four": "dice",
    "verse_and_variant": "reading_desk",
    "winstons_archive": "pad",
    TINY: "deck",
}
EVERY_ELEMENT = """
  every:
    title: Every element and attribute
    size: poker
    symbols: marks.svg
    faces: [{template: every.svg}]
  flow:
    title: Text over pages
    size: page
    faces: [{template: flow.svg}]
"""
WHOLE = """
  whole:
    title: A whole template
    size: poker
    symbols: marks.svg
    faces: [{{template: whole.svg, rows: {}}}]
"""
PIECES = {  # what a template may show of its game
    TINY: 'component="deck" face="comma"',
    "winstons_archive": 'component="deck" face="A1"',
}
KINDS = {  # percent
    "whole": 20, "call": 10, "template": 8, "data": 9, "score": 4, "position": 7, "record": 4,
    "pdf": 4, "form": 5, "printing": 2, "options": 6, "environment": 2,
    "art": 8, "sheet": 9, "evening": 1,
}  # fmt: skip
EVENING = "errata.yaml"  # a position of the tiny game
MOST_CHANGES = 4  # to a file
OF_A_GAME = ("data", "template", *FOLDERS)
ODD = 0.02  # of the cases have something else in place of the file
MOST_USERS = 3  # of a template: components, of which one is built


class Odd(NamedTuple):
    """A substitute for a file: nothing, a folder, a pipe, or a link to ``target``."""

    kind: str
    target: str = ""

    def put(self, file: Path) -> None:
        match self.kind:
            case "folder":
                file.mkdir()
            case "pipe":
                os.mkfifo(file)
            case "link":
                file.symlink_to(self.target)


class Case(NamedTuple):
    """A command with its arguments; the file that is changed, and what is there instead.

    With an ``environment`` it runs in a process of its own, which has those variables besides, and
    ``stdout`` for what it says; of the pairs in ``moved`` the first is called by the second's name.
    """

    kind: str
    command: tuple[str, ...]
    file: str = ""
    now: bytes | Odd = b""
    environment: tuple[tuple[str, str], ...] = ()
    stdout: str = ""
    moved: tuple[tuple[str, str], ...] = ()


class Sources:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = sorted(game.name for game in (folder / MINE).iterdir())
        self.files = {
            kind: sorted(
                str(file.relative_to(folder)) for file in folder.glob(pattern) if file.is_file()
            )
            for kind, pattern in {
                "data": f"{MINE}/*/*.yaml",
                "template": f"{MINE}/*/templates/**/*.svg",
                "position": "positions/*",
                "record": "records/*",
                "pdf": "pdfs/*",
                "form": "forms/*.pdf",
                "printing": f"{KEPT}/printkit/printings/*/*",
                "evening": f"{KEPT}/printkit/history/*.json",
                **{name: f"{GAMES}/{name}/{place}/*" for name, place in FOLDERS.items()},
                "art": f"{GAMES}/art/[ai]*/*",  # icons too
            }.items()
        }

    @cached_property
    def components(self) -> dict[str, dict[str, str]]:
        """Of each game the components, and what ``print.yaml`` says of each."""
        found = {}
        for game in self.games:
            text = (self.folder / MINE / game / "print.yaml").read_text("utf-8")
            parts = yaml.safe_load(text)["components"]
            found[game] = {key: str(part) for key, part in parts.items()}
        return found

    @cached_property
    def words(self) -> dict[str, Words]:
        found = {}
        for name in self.games:
            game = card_data.load(name, self.folder / MINE)
            rows = game.rows(game.components["whole"].faces[0].rows or "")
            values: dict[str, Any] = dict(Templates(game).words)
            own = {f"card.{field}": getattr(rows[0], field) for field in items_of(rows)}
            found[name] = words_of(values | own, PIECES.get(name, ""))
        return found

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """The components that use a template, directly or by way of another one."""
        found = {}
        for file in self.files["template"]:
            folder = self.folder / MINE / file.split("/")[1]
            texts = {one.name: one.read_text("utf-8") for one in folder.rglob("*.svg")}
            using: set[str] = set()
            more = {Path(file).name}
            while more:
                using |= more
                more = {name for name, text in texts.items() if any(one in text for one in using)}
                more -= using
            parts = self.components[folder.name]
            users = [key for key, part in parts.items() if any(one in part for one in using)]
            found[file] = users[:MOST_USERS] or list(parts)
        return found


def make_sources(folder: Path) -> Sources:
    """Write sound files of every kind into ``folder``."""
    mine = folder / MINE
    for game in card_data.names():
        copy_game(game, mine)
    shutil.copytree(TESTS / "tiny_game" / TINY, mine / TINY)
    own = mine / TINY / "templates"
    shutil.copytree(Path(templates.__file__).parent / "common", own / "common")
    with (mine / TINY / "game.yaml").open("a", encoding="utf-8") as game_file:
        game_file.write("  one: {word: text, value: number, icon: text, colour: ink}\n")
    row = "one:\n  - {id: one, word: A <b>word</b>, value: 2, icon: quill, colour: '#1f4e5f'}\n"
    (mine / TINY / "one.yaml").write_text(row, "utf-8")
    for game in [TINY, *card_data.names()]:
        elements = TESTS / "fuzz" / "elements"
        shutil.copytree(elements, mine / game / "templates", dirs_exist_ok=True)
        add_whole(mine / game, game)
    with (mine / TINY / "print.yaml").open("a", encoding="utf-8") as printed:
        printed.write(EVERY_ELEMENT)
    for name in ("positions", "records", "pdfs", "outside"):
        (folder / name).mkdir()
    (folder / EVENING).write_text(POSITION, "utf-8")
    (folder / SECRET).write_text("<svg><text>secret</text></svg>", "utf-8")
    for file in [*(TESTS / "positions").glob("*.yaml"), *(TESTS / "records").glob("*.yaml")]:
        target = folder / file.parent.name / file.name
        shutil.copyfile(file, target)
        read = yaml.safe_load(file.read_text("utf-8"))
        target.with_suffix(".json").write_text(json.dumps(read, indent=1), "utf-8")
    for game, component in PRINTED.items():
        options = printkit.Options(data=mine)
        (built,) = printkit.build([game], [component], folder / "built", options=options)
        shutil.move(built.file, folder / "pdfs" / f"{game}.pdf")
    shutil.rmtree(folder / "built")
    put_games(folder)
    with patch.dict(os.environ, XDG_DATA_HOME=str(folder / KEPT)):
        keep_printing(folder)
        keep_evenings(folder / "positions")
    (folder / "forms").mkdir()
    put_forms(folder / "forms")
    shutil.rmtree(folder / "forms" / "built")
    return Sources(folder)


def keep_printing(folder: Path) -> None:
    """Mark the tiny game as printed, twice: the second time it is as it stays."""
    cards = folder / MINE / TINY / "cards.yaml"
    sound = cards.read_text("utf-8")
    options = printkit.Options(data=folder / MINE)
    cards.write_text(sound.replace("value: 1", "value: 2", 1), "utf-8")
    save_snapshots([TINY], options, "first")
    cards.write_text(sound, "utf-8")
    save_snapshots([TINY], options, "second")


def add_whole(folder: Path, game: str) -> None:
    """Have a game print `WHOLE` for each row of its shortest table, so that it costs little."""
    loaded = card_data.load(game, folder.parent)
    table = min(loaded.tables(), key=lambda one: len(loaded.rows(one)))
    file = folder / "print.yaml"
    head, components, others = file.read_text("utf-8").partition("components:\n")
    file.write_text(head + components + WHOLE.format(table).lstrip("\n") + others, "utf-8")


def make_case(sources: Sources, seed: int, number: int, only: str = "") -> Case:
    """The case of a seed and a number, of one kind only if that is given."""
    chance = Random(f"{seed}:{number}")
    kind = only or chance.choices(list(KINDS), list(KINDS.values()))[0]
    match kind:
        case "options":
            return Case(kind, options(sources, chance))
        case "environment":
            return environment(sources, chance)
        case "score":
            file = f"{MINE}/{TINY}/score.yaml"
            text = score_sheet((sources.folder / file).read_text("utf-8"), chance)
            return Case(kind, command(sources, kind, file, chance), file, text)
        case "whole" | "call":
            game = chance.choice((TINY, TINY, *sources.games))
            words = sources.words[game]
            text = (whole(words, chance) if kind == "whole" else hostile(words, chance)).encode()
            if chance.random() < 0.15:
                text = mutated(text, chance, "template")
            file = f"{MINE}/{game}/templates/whole.svg"
            return Case(kind, command(sources, "whole", file, chance), file, text)
    file = chosen(sources.files[kind], chance)
    sound = (sources.folder / file).read_bytes()
    if kind == "template" and chance.random() < 0.3:
        sound = whole(sources.words[file.split("/")[1]], chance).encode()
    now = changed(sound, kind, chance)
    return Case(kind, command(sources, kind, file, chance), file, now)


def chosen(files: list[str], chance: Random) -> str:
    """One of ``files``: in half of all cases of the tiny game, if it has any, as it is quick."""
    tiny = [file for file in files if f"/{TINY}/" in file]
    return chance.choice(tiny if tiny and chance.random() < 0.5 else files)


def changed(raw: bytes, kind: str, chance: Random) -> bytes | Odd:
    """A file with a few changes; now and then something else in its place."""
    if chance.random() < ODD:
        secret = "../" * chance.choice((1, 2, 3)) + SECRET
        targets = ["/etc/passwd", "/dev/zero", ".", "nothing", "game.yaml"]
        targets += [secret] * (kind in OF_A_GAME)  # what a command names, it may read
        odd = chance.choice(("nothing", "folder", "pipe", "link", "link", "link"))
        return Odd(odd, chance.choice(targets) if odd == "link" else "")
    if kind == "form" and chance.random() < 0.6:
        return changed_form(raw, chance)
    if kind == "evening" and chance.random() < 0.7:
        return changed_evening(raw, chance)
    flavour = "pdf" if kind in ("pdf", "form") else kind if kind in OF_A_GAME else "data"
    for _ in range(chance.choice((1, 1, 2, MOST_CHANGES))):
        raw = mutated(raw, chance, flavour)
    return raw


SOME = (
    *("--per-page {odd}", "--forms {odd}", "--players {odd}", "--deal {odd}", "--copies {odd}"),
    *("--paper {odd}", "--flip {odd}", "--only {odd}", "--gutter {odd}", "--profile {odd}"),
    *("--printer {odd}", "--paper letter", "--flip short", "--layout fronts", "--large-print"),
    *("--layout gutterfold", "--bleed", "--low-ink", "--share-sheets", "--profile press"),
)


def one_of(kind: str, chance: Random) -> list[str]:
    words: list[str] = chance.choice(COMMANDS[kind]).split()
    return words


def command(sources: Sources, kind: str, file: str, chance: Random) -> tuple[str, ...]:
    """A command that reads ``file``."""
    known = {
        "file": file, "stem": Path(file).stem, "kind": kind, "evening": EVENING, "games": GAMES,
        "mine": MINE, "out": OUT, "tiny": TINY, "pictured": component_of(file),
    }  # fmt: skip
    if file.startswith(f"{MINE}/"):
        known["game"] = file.split("/")[1]
        of = sources.users.get(file) or list(sources.components[known["game"]])
        known["part"] = chance.choice(of)
    return tuple(
        word.format(**known) for word in one_of("file" if kind in FOLDERS else kind, chance)
    )


def odd_word(chance: Random, *more: str) -> str:
    numbers = [str(chance.randrange(-2, 20))]
    value = chance.choice(chance.choice((NUMBERS, WORDS, more or numbers)))
    return value.replace("\0", "").encode(errors="replace").decode()


def options(sources: Sources, chance: Random) -> tuple[str, ...]:
    game = chance.choice(sources.games)
    part = chance.choice(list(sources.components[game]))
    known = {"game": game, "part": part, "mine": MINE, "out": OUT, "tiny": TINY}
    found = []
    for word in one_of("options", chance):
        words = chance.choice(SOME).split() if word == "{some}" else [word]
        found += [one.format(**known, odd=odd_word(chance)) for one in words]
    return tuple(found)


VARIABLES = (
    *["SOURCE_DATE_EPOCH"] * 3, *["XDG_CACHE_HOME"] * 2, "XDG_CONFIG_HOME", "COLUMNS", "LINES",
    "TERM", "NO_COLOR", "FORCE_COLOR", "TERMINAL_WIDTH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ",
    "PAGER", "TTY_COMPATIBLE",
)  # fmt: skip


def environment(sources: Sources, chance: Random) -> Case:
    """A command in an odd environment: variables, names of folders, where its words go."""
    pick = chance.choice

    def name() -> str:
        value = pick((*SNIPPETS["environment"], "er\udcffr", "\udcc3", "\n", "a\x1b[31m", "-x"))
        value = value.replace("\0", "").replace("/", "_")[:60]
        return value if value.strip(".") else "name"

    chosen_ones = chance.sample(VARIABLES, pick((0, 1, 1, 2)))
    given = [(one, odd_word(chance, *SNIPPETS["environment"])[:200]) for one in chosen_ones]
    known = {"game": TINY, "mine": MINE, "out": OUT, "tiny": TINY}
    known["position"] = pick(sources.files["position"])
    moved: tuple[tuple[str, str], ...] = ()
    match chance.randrange(6):
        case 0:
            known["game"] = name()
            moved = ((f"{MINE}/{TINY}", f"{MINE}/{known['game']}"),)
        case 1:
            known["mine"] = name()
            moved = ((MINE, known["mine"]),)
        case 2:
            known["out"] = f"{OUT}/{name()}"
    words = tuple(word.format(**known) for word in one_of("environment", chance))
    stdout = pick(("", "", "", "/dev/full", "closed", "gone"))
    return Case("environment", words, "", b"", tuple(given) or (("NO_COLOR", "1"),), stdout, moved)
