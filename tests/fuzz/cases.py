"""What is tried: a command, and files of which one has been changed at random.

A case is made from a seed and a number alone, so that it can be made again.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import yaml

import card_data
import printkit
import templates
from printkit.budget import Budget
from printkit.changes.marking import mark_printed
from printkit.templating.environment import Templates
from printkit.workshop.new_game import copy_game
from tests.fuzz.evenings import changed_evening, keep_evenings
from tests.fuzz.expressions import POSITION, score_sheet
from tests.fuzz.forms import changed_form, put_forms
from tests.fuzz.games import FOLDERS, GAMES, component_of, put_games
from tests.fuzz.grammar import Words, hostile, items_of, whole, words_of
from tests.fuzz.mutations import NUMBERS, SNIPPETS, WORDS, mutated, noise
from tests.fuzz.packed import changed_file

TESTS = Path(__file__).resolve().parents[1]
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
    "whole": 23, "call": 16, "template": 5, "data": 8, "score": 4, "position": 6,
    "made": 1, "record": 3, "pdf": 3, "form": 3, "printing": 2, "options": 4,
    "many": 1, "environment": 1,
    "picture": 4, "art": 6, "font": 4, "sheet": 4, "evening": 2,
}  # fmt: skip
AFTER_PRINTING: list[tuple[str, ...]] = [  # what reads printings
    ("printkit", "printings"),
    *[("printkit", "changes", TINY, "--data", MINE, *more)
      for more in ((), ("--json",), ("--markdown",), ("--since", "first"))],
    *[("printkit", "build", TINY, "--changed", *since, "--data", MINE, "--out", OUT)
      for since in ((), ("--since", "first"))],
    ("printkit", "stamp", "AB12", "--data", f"{MINE}/{TINY}"),  # of all games it takes long
]  # fmt: skip
CHOICES = (  # house options as they are typed
    *("refill_taken_stack=true", "winstons_archive.tie_for_fewest=nobody", "tie_for_fewest=x"),
    *("manuscript.corners_may_touch=false", "quill_from=holder", "x.y=z", "=", "."),
)
EVENING = "errata.yaml"  # a position of the tiny game
PACKED = b"\x78"  # begins what zlib has packed
MOST_CHANGES = 4  # to a file
ODD = 0.02  # of the cases have something else in place of the file
MOST_USERS = 3  # of a template: components, of which one is built


class Odd(NamedTuple):
    """What lies in place of a file: nothing, a folder, a pipe, or a link to ``target``."""

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
    """A folder of sound files of every kind."""

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
                "made": "made/*",
                "printing": f"{KEPT}/printkit/printings/*/*/**/*",
                "evening": f"{KEPT}/printkit/history/*.json",
                **{name: f"{GAMES}/{name}/{place}/*" for name, place in FOLDERS.items()},
                "art": f"{GAMES}/art/[ai]*/*",  # icons too
            }.items()
        }

    def game_of(self, file: str) -> str:
        """The game of a position or a record."""
        said = yaml.safe_load((self.folder / file).read_text("utf-8"))
        game: str = said.get("game") or said["record"]
        return game

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
        """What the templates of each game may name."""
        found = {}
        for name in self.games:
            game = card_data.load(name, self.folder / MINE)
            rows = game.rows(game.components["whole"].faces[0].rows or "")
            values: dict[str, Any] = dict(Templates(game, Budget(1)).words)
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
    put_made(folder)
    put_games(folder)
    with data_home(folder / KEPT):
        keep_printing(folder)
        keep_evenings(folder / "positions")
    (folder / "forms").mkdir()
    put_forms(folder / "forms")
    shutil.rmtree(folder / "forms" / "built")
    return Sources(folder)


def put_made(folder: Path) -> None:
    """Write positions and records that say what they were made for."""
    (folder / "made").mkdir()
    for file in [*(folder / "positions").glob("*.yaml"), *(folder / "records").glob("*.yaml")]:
        text = file.read_text("utf-8")
        said = yaml.safe_load(text)
        game = card_data.load(said.get("game") or said["record"])
        options = {name: option.value for name, option in game.options().items()}
        made = {"data": game.fingerprint, "rules_version": 1, "options": options}
        rest = {key: value for key, value in made.items() if key not in said}
        (folder / "made" / file.name).write_text(f"{text}\n{yaml.safe_dump(rest)}", "utf-8")


@contextmanager
def data_home(folder: Path) -> Iterator[None]:
    """A folder as the user's data folder for a while."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_DATA_HOME"]
        else:
            os.environ["XDG_DATA_HOME"] = before


def keep_printing(folder: Path) -> None:
    """Mark the tiny game as printed, twice: the second time it is as it stays."""
    cards = folder / MINE / TINY / "cards.yaml"
    sound = cards.read_text("utf-8")
    options = printkit.Options(data=folder / MINE)
    cards.write_text(sound.replace("value: 1", "value: 2", 1), "utf-8")
    mark_printed([TINY], options, "first")
    cards.write_text(sound, "utf-8")
    mark_printed([TINY], options, "second")


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
        case "many":
            return many(chance)
        case "score":
            file = f"{MINE}/{TINY}/score.yaml"
            text = score_sheet((sources.folder / file).read_text("utf-8"), chance)
            own = ("--data", MINE)
            ask = [("scoring", verb, EVENING, *own) for verb in ("score", "score", "check", "show")]
            return Case(kind, chance.choice([*ask, ("printkit", "check", TINY, *own)]), file, text)
        case "whole" | "call":
            game = chance.choice((TINY, TINY, *sources.games))
            words = sources.words[game]
            text = (whole(words, chance) if kind == "whole" else hostile(words, chance)).encode()
            if chance.random() < 0.15:
                text = mutated(text, chance, "template")
            build = ("printkit", "build", game, "--only", "whole", "--no-audit", "--out", OUT)
            file = f"{MINE}/{game}/templates/whole.svg"
            return Case(kind, (*build, "--data", MINE), file, text)
    file = chosen(sources.files[kind], chance)
    sound = (sources.folder / file).read_bytes()
    if kind == "template" and chance.random() < 0.3:
        sound = whole(sources.words[file.split("/")[1]], chance).encode()
    if kind in FOLDERS and chance.random() > ODD:
        others = [(sources.folder / one).read_bytes() for one in sources.files[kind]]
        for _ in range(chance.choice((1, 1, 2))):
            sound = changed_file(sound, chance, kind, others)
        return Case(kind, command(sources, kind, file, chance), file, sound)
    now = changed(sound, kind, chance)
    return Case(kind, command(sources, kind, file, chance), file, now)


def chosen(files: list[str], chance: Random) -> str:
    """One of ``files``: in half of all cases of the tiny game, if it has any, as it is quick."""
    tiny = [file for file in files if f"/{TINY}/" in file]
    return chance.choice(tiny if tiny and chance.random() < 0.5 else files)


def changed(raw: bytes, kind: str, chance: Random) -> bytes | Odd:
    """A file with a few changes; now and then something else in its place."""
    if kind in FOLDERS or chance.random() < ODD:
        secret = "../" * chance.choice((1, 2, 3)) + SECRET
        targets = ["/etc/passwd", "/dev/zero", ".", "nothing", "game.yaml"]
        targets += [secret] * (
            kind in ("data", "template", *FOLDERS)
        )  # what a command names, it may read
        odd = chance.choice(("nothing", "folder", "pipe", "link", "link", "link"))
        return Odd(odd, chance.choice(targets) if odd == "link" else "")
    if kind == "form" and chance.random() < 0.6:
        return changed_form(raw, chance)
    if kind == "printing" and raw[:1] == PACKED and chance.random() < 0.8:
        return zlib.compress(noise(zlib.decompress(raw), chance))
    if kind == "evening" and chance.random() < 0.7:
        return changed_evening(raw, chance)
    flavour = "pdf" if kind == "form" else kind if kind in ("template", "pdf") else "data"
    for _ in range(chance.choice((1, 1, 2, MOST_CHANGES))):
        raw = mutated(raw, chance, flavour)
    return raw


def command(sources: Sources, kind: str, file: str, chance: Random) -> tuple[str, ...]:
    """A command that reads ``file``."""
    as_json = ("--json",) if chance.random() < 0.3 else ()
    match kind:
        case "pdf":
            return ("printkit", "audit", file, "--data", MINE)
        case "form":
            scored = ("scoring", "score", "--json", file)
            verbs = ("score", "check", "show", "extract")
            said = [("scoring", verb, file) for verb in verbs]
            return chance.choice([scored, scored, scored, scored, *said])
        case "printing":
            return chance.choice(AFTER_PRINTING)
        case "evening":
            history = ("scoring", "history")
            told = [(*history, *more) for more in ((), ("--table",), ("--csv",), ("--json",))]
            whose = (*history, *chance.choice((("--player", "Ann"), ("dice_archive",))))
            share = ("scoring", "share", Path(file).stem)
            qr = ("--qr", f"{OUT}/{chance.choice(('e.png', 'e.svg'))}")
            return chance.choice([*told, whose, share, ("scoring", "share"), (*share, *qr)])
        case "made":
            typed = chance.choice(((), (), ("--option", chance.choice(CHOICES))))
            is_record = f"records/{Path(file).name}" in sources.files["record"]
            judging = ("replay",) if is_record else ("score", "check")
            compare = ("scoring", "compare", "shipped", "shipped", sources.game_of(file))
            fewest = ("--games", "30", "--bots", "random")  # as advice may take minutes
            return chance.choice(
                [
                    *[("scoring", verb, file, *as_json, *typed) for verb in judging],
                    (*compare, *fewest, "--positions", file, *typed),
                ]
            )
        case "position":
            drawn = (("--out", f"{OUT}/p.svg"), ("--out", f"{OUT}/p.png", "--dpi", "40"))
            show = ("scoring", "show", file, *chance.choice(((), (), (), (), (), (), *drawn)))
            plain = [("scoring", verb, file, *as_json) for verb in ("score", "check", "score")]
            return chance.choice([*plain, show])
        case "picture" | "art" | "font" | "sheet":
            bench = (kind, "--data", GAMES)
            only = ("--only", component_of(file), "--no-audit", "--out", OUT)
            audited = ("--only", component_of(file), "--out", OUT)
            builds = [("printkit", "build", *bench, *more) for more in (only, only, audited)]
            return chance.choice([*builds, ("printkit", "check", *bench)])
        case "record":
            until = ("--until", str(chance.randrange(50))) if chance.random() < 0.3 else ()
            return ("scoring", "replay", file, *as_json, *until)
    game = file.split("/")[1]
    mine = ("--data", MINE)
    parts = sources.users[file] if kind == "template" else list(sources.components[game])
    part = chance.choice(parts)
    audit = ("--no-audit",) if chance.random() < 0.7 else ()
    build = ("printkit", "build", game, "--only", part, "--out", OUT, *audit, *mine)
    form = chance.choice(("svg", "png")) if game == "errata" else "svg"  # many cards take long
    export = ("printkit", form, game, part, "--out", OUT, *mine)
    words = ("printkit", "html", game, "--search", "--out", OUT, *mine)
    if kind == "template":
        return chance.choice((build, build, export, words))
    position = [one for one in sources.files["position"] if POSITIONS.get(game, "-") in one]
    others: list[tuple[str, ...]] = [
        ("printkit", "list", game, *mine),
        ("scoring", "rule", "1", *mine),
        ("scoring", "simulate", game, "--games", "1", *mine),
        ("scoring", "compare", "shipped", MINE, game, "--games", "30", "--bots", "random"),
        ("scoring", "blank", game, *mine),
        *(("scoring", "score", one, *mine) for one in position[:1]),
    ]
    return chance.choice([build, build, build, export, words, *others])


POSITIONS = {  # how the positions of a game are named
    "dice_archive": "/da_",
    "manuscript": "/ms_",
    "nineteen_eighty_four": "/nef_",
    "verse_and_variant": "/vv_",
    "winstons_archive": "/wa_",
}


def options(sources: Sources, chance: Random) -> tuple[str, ...]:
    """A command with odd values of its options."""

    def odd() -> str:
        value = chance.choice(chance.choice((NUMBERS, WORDS, [str(chance.randrange(-2, 20))])))
        return value.replace("\0", "").encode(errors="replace").decode()

    game = chance.choice(sources.games)
    part = chance.choice(list(sources.components[game]))
    mine = ("--data", MINE)
    numbers = [("--per-page", odd()), ("--forms", odd()), ("--players", odd()), ("--draw", odd())]
    looks = [("--copies", odd()), ("--paper", odd()), ("--flip", odd()), ("--only", odd())]
    papers = [
        ("--paper", "letter"),
        ("--paper", "common"),
        ("--flip", "short"),
        ("--layout", "fronts"),
        ("--layout", "gutterfold"),
        ("--large-print",),
        ("--bleed",),
        ("--low-ink",),
        ("--packed",),
        ("--gutter", odd()),
        ("--profile", odd()),
        ("--profile", "press"),
        ("--printer", odd()),
    ]
    faults = [
        ("--readings", f"{odd()},{odd()},0,0"),
        ("--back-offset", f"{odd()},{odd()}"),
        ("--skew", odd()),
        ("--scale", odd()),
    ]
    some = [word for pair in chance.sample([*numbers, *looks, *papers], 2) for word in pair]
    drawn = ("--out", OUT, "--card", odd(), "--paper", chance.choice(("a4", odd())), *mine)
    choices: list[tuple[str, ...]] = [
        ("printkit", "build", game, "--only", part, "--out", OUT, *mine, *some),
        ("printkit", "build", odd(), "--out", OUT, *mine),
        ("printkit", "list", game, "--players", odd(), *mine),
        ("printkit", "svg", game, "--only", part, *drawn),
        ("printkit", "png", game, "--only", odd(), "--dpi", odd(), *drawn),
        ("printkit", "proof", "--paper", odd(), "--printer", odd(), "--out", OUT),
        ("printkit", "printer", odd(), *chance.choice(faults)),
        ("printkit", "die", game, "--only", part, "--gutter", odd(), "--out", OUT, *mine),
        ("printkit", "tuckbox", game, "--weight", odd(), "--sleeves", odd(), "--out", OUT, *mine),
        (
            "printkit",
            "tabletop",
            game,
            "--only",
            part,
            "--side",
            odd(),
            "--dpi",
            odd(),
            "--out",
            OUT,
            *mine,
        ),
        ("printkit", "check", odd(), "--paper", odd(), "--data", odd()),
        ("printkit", "check", TINY, "--accept", odd(), *mine),
        ("printkit", "new", odd(), OUT),
        ("printkit", "audit", odd()),
        ("scoring", "simulate", game, "--games", "1", "--players", odd(), "--seed", odd()),
        ("scoring", "simulate", game, "--games", "1", "--opening", odd()),
        ("scoring", "compare", odd(), odd(), game, "--games", "30"),
        ("scoring", "compare", "shipped", "shipped", game, "--games", "30", "--positions", odd()),
        ("scoring", "rule", odd()),
        ("scoring", "blank", odd(), "--data", odd()),
        ("scoring", "score", odd(), odd()),
        ("scoring", "replay", odd(), "--until", odd()),
        ("scoring", "advise", "nineteen_eighty_four", "--roll", odd()),
        ("scoring", "advise", odd(), "--roll", odd()),
    ]
    return chance.choice(choices)


COMPONENT = """\
  c{number}:
    title: {title}
    size: {size}
    bleed: {bleed}
    corner: {corner}
    symbols: marks.svg
    back: {back}
    faces: [{{template: {template}, {of}}}]
"""


def many(chance: Random) -> Case:
    """A game of many components."""
    pick = chance.choice
    parts = [
        COMPONENT.format(
            number=number, title=pick(("T", "A title", "x" * 200)), bleed=pick((0, 0, 2)),
            size=pick(("poker", "poker", "mini", "tarot", "token", "page", "90 x 30")),
            corner=pick((0, 3)), back=pick(("back.svg", "back.svg", "every.svg")),
            template=pick(("card.svg", "card.svg", "every.svg", "whole.svg", "flow.svg")),
            of=pick(("rows: cards", "rows: cards", "copies: 3", "copies: 1000", "a_player: 2")),
        )
        for number in range(pick((1, 2, 5, 20, 50, 100, 101)))
    ]  # fmt: skip
    same = chance.random() < 0.6  # all of one kind, and so all sound or all wrong
    if same:
        parts = [parts[0].replace("  c0:", f"  c{number}:") for number in range(len(parts))]
    text = "components:\n" + "".join(parts)
    verb = pick((("check",), ("build", "--no-audit", "--out", OUT)))
    command = ("printkit", verb[0], TINY, *verb[1:], "--data", MINE)
    return Case("many", command, f"{MINE}/{TINY}/print.yaml", text.encode())


VARIABLES = (
    *["SOURCE_DATE_EPOCH"] * 3, *["XDG_CACHE_HOME"] * 2, "XDG_CONFIG_HOME", "COLUMNS", "LINES",
    "TERM", "NO_COLOR", "FORCE_COLOR", "TERMINAL_WIDTH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ",
    "PAGER", "TTY_COMPATIBLE",
)  # fmt: skip


def environment(sources: Sources, chance: Random) -> Case:
    """A command in an odd environment: variables, names of folders, where its words go."""
    pick = chance.choice

    def odd() -> str:
        value = pick(pick((NUMBERS, WORDS, SNIPPETS["environment"])))[:200]
        return value.replace("\0", "").encode(errors="replace").decode()

    def name() -> str:
        value = pick((*SNIPPETS["environment"], "er\udcffr", "\udcc3", "\n", "a\x1b[31m", "-x"))
        value = value.replace("\0", "").replace("/", "_")[:60]
        return value if value.strip(".") else "name"

    variables = tuple((one, odd()) for one in chance.sample(VARIABLES, pick((0, 1, 1, 2))))
    game, mine, out = TINY, MINE, OUT
    moved: list[tuple[str, str]] = []
    match chance.randrange(6):
        case 0:
            game = name()
            moved.append((f"{MINE}/{TINY}", f"{MINE}/{game}"))
        case 1:
            mine = name()
            moved.append((MINE, mine))
        case 2:
            out = f"{OUT}/{name()}"
    data = ("--data", f"./{mine}")
    commands: list[tuple[str, ...]] = [
        ("printkit", "build", "--only", "deck", "--out", out, *data, "--", game),
        ("printkit", "build", "--only", "whole", "--no-audit", "--out", out, *data, "--", game),
        ("printkit", "svg", "--only", "deck", "--out", out, *data, "--", game),
        ("printkit", "list", *data, "--", game),
        ("printkit", "list", *data),
        ("printkit", "check", *data, "--", game),
        ("printkit", "--help"),
        ("printkit", "build", "--help"),
        ("printkit", "new", "--blank", "--", out),
        ("printkit", "schema", "--out", out, *data),
        ("scoring", "score", pick(sources.files["position"])),
        ("scoring", "rule", "1", *data),
        (
            "printkit",
            "audit",
            "--",
            pick((f"pdfs/{TINY}.pdf", "/proc/kmsg", "/dev/tty", "/dev/full")),
        ),
    ]
    stdout = pick(("", "", "", "/dev/full", "closed", "gone"))
    given = variables or (("NO_COLOR", "1"),)
    return Case("environment", pick(commands), "", b"", given, stdout, tuple(moved))
