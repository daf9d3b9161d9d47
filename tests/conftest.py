"""Shipped games, built once for all tests that look at paper; copies of games to edit; and no test
may hang, by the processor's clock, which a busy machine does not sway."""

from __future__ import annotations

import gc
import math
import os
import pickle
import shutil
import signal
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import typer.main
import typer.testing
from hypothesis import HealthCheck, is_hypothesis_test, settings

import card_data
import card_data.loader
import printkit
import printkit.sheets.layout
from card_data import Game
from card_data.loader import Loader
from card_data.program.staging import lock_folder
from card_data.reading import documents
from card_data.reading.documents import Builder
from printkit.cache import inputs, manifest
from printkit.cache.inputs import TEMPLATES, environment_digest
from printkit.options import Options
from printkit.sheets.layout import Layout, lay_out, render_component
from printkit.sheets.settings import SheetSettings
from printkit.sheets.typesetting import Typesetter
from printkit.templating.sandbox import Sandbox
from printkit.tools.new_game import copy_game
from printkit.typography.files import every_file
from printkit.typography.fonts import Fonts
from tests.card_data.copies import WINSTON
from tests.card_data.copies import errata as copy_of_errata
from tests.printkit.commands import BuildGame
from tests.printkit.pdf_pages import FONTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.chromium import People

LONGEST = 20  # seconds of CPU time; the slowest test needs a tenth of it
LONGEST_OF_MANY = 1200  # of a sweep or a soak
AGAIN = 5  # where the first alarm was lost, as in a destructor
TEMPORARY = "PYTEST_DEBUG_TEMPROOT"  # below which pytest makes its folders
MEMORY, ROOM = Path("/dev/shm"), 2**30  # where files lie in memory, and how many bytes must be free

pytest.register_assert_rewrite("tests.verse_and_variant.tables")  # says what differs in a scenario

# A change is judged by the same examples as the state before it: by few, and in sweeps by many.
settings.register_profile(
    "many examples", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("new examples", settings.get_profile("many examples"), derandomize=False)
settings.register_profile("few examples", settings.get_profile("many examples"), max_examples=20)
settings.load_profile("few examples")


class Endless(BaseException):
    """A test has run for too long; no code that is tested takes this for an error of its own."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from limited(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from limited(item))


def limited(item: pytest.Item) -> Generator[None, object, object]:
    """A loop without end, such as a size that never gets small enough, fails its test.

    The alarm can ring only in here, where pytest takes whatever is raised for the test's own. What
    waits and never ends, and so takes no time of the processor's, is ended by pytest's
    ``faulthandler_timeout``, which is long enough for any machine.
    """
    many = item.get_closest_marker("sweep") or item.get_closest_marker("soak")
    longest = LONGEST_OF_MANY if many else LONGEST

    def ring(number: int, frame: FrameType | None) -> None:
        raise Endless(f"still running after {longest} seconds of CPU time")

    if not hasattr(signal, "setitimer"):
        return (yield)
    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, longest, AGAIN)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this run, which all of its workers share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def own_cache(run_folder: Path) -> Iterator[None]:
    """Compiled templates, and what is kept, go to folders of the tests, not to the user's, whose
    house rules are not theirs either."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(run_folder / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(run_folder / "config"))
        patch.setenv("XDG_DATA_HOME", str(run_folder / "data"))
        yield


def pytest_configure(config: pytest.Config) -> None:
    """Do only once what is the same for each of a thousand commands: read fonts and shipped games,
    typeset their components, compile the templates of all copies of a game, digest the kit's files,
    inspect types and commands. That holds while tests are collected, too.

    For a mutant, games are read and typeset anew: whatever runs before, the same tests reach it.
    """
    gc.disable()  # until all is collected: what comes until then stays
    if sweeping(config):
        settings.load_profile("many examples")
    once, patch = Once(), pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    patch.setattr(Fonts, "load", lambda _, key: once.fonts.by_key(key))
    patch.setattr(msgspec.inspect, "type_info", cache(msgspec.inspect.type_info))
    if TEMPORARY not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        patch.setenv(TEMPORARY, str(MEMORY))  # nor need they be on a disk
    patch.setattr(typer.testing, "_get_command", cache(typer.main.get_command))
    if not config.pluginmanager.has_plugin("tests.mutants.plugin"):
        patch.setattr(Loader, "load", lambda loader: once.load(loader))
        patch.setattr(documents, "Builder", once.build)
        patch.setattr(printkit.sheets.layout, "render_component", once.render_component)
        patch.setattr(Sandbox, "compile", lambda *given: once.compile(*given))
        patch.setattr(manifest, "environment_digest", once.environment_digest)


class OwnFonts(Fonts):
    """Fonts that read their files themselves."""

    load = Fonts.load


class Once:
    """Fonts, the shipped games and their components: each read or typeset when it is first asked
    for."""

    def __init__(self) -> None:
        self.fonts = OwnFonts()
        self.files = tuple(every_file())
        self.read, self.set, self.compiled = Loader.load, render_component, Sandbox.compile
        self.games: dict[Path, Game[Any]] = {}
        self.digests: dict[tuple[str, str | None], str] = {}
        self.layouts: dict[tuple[str, str, Options, bytes], Layout] = {}
        self.codes: dict[tuple[str, str | None], CodeType] = {}
        self.builders: dict[str, Builder] = {}

    def load(self, loader: Loader) -> Game[Any]:
        if not loader.shipped or loader.house:
            return self.read(loader)
        if loader.folder not in self.games:
            self.games[loader.folder] = self.read(loader)
        return self.games[loader.folder]

    def build(self, text: str, name: str) -> Builder:
        """Return the values of a YAML text, which copied games mostly share with the original."""
        if text not in self.builders:
            self.builders[text] = Builder(text, name)
        same = copy(self.builders[text])
        same.document = copy(same.document)
        same.document.file = name
        return same

    def render_component(
        self,
        game: Game[Any],
        name: str,
        options: Options,
        typesetter: Typesetter,
        settings: SheetSettings,
    ) -> Layout:
        if self.games.get(game.folder) is not game:  # a copy with something changed
            return self.set(game, name, options, typesetter, settings)
        faces = msgspec.structs.replace(options, flip="long", backs="duplex", printer=None)
        key = (game.id, name, faces, msgspec.json.encode(settings))  # whatever is for sheets alone
        if key not in self.layouts:
            layout = self.set(game, name, options, typesetter, settings)
            self.layouts[key] = layout
        return self.layouts[key]

    def environment_digest(self, fonts: Iterable[Path]) -> str:
        """The digest of all that builds go by, as shipped: that of a copy to edit is made anew."""
        files = tuple(fonts)
        if inputs.TEMPLATES != TEMPLATES or files != self.files:
            return environment_digest(files)
        key = (inputs.kit_digest(), os.environ.get(inputs.DATE))
        if key not in self.digests:
            self.digests[key] = environment_digest(files)
        return self.digests[key]

    def compile(
        self, sandbox: Sandbox, source: Any, name: str | None = None, file: str | None = None
    ) -> CodeType:
        """The code of a template, wherever its file lies."""
        key = (source, name)
        if key not in self.codes:
            self.codes[key] = self.compiled(sandbox, source, name, file)
        return in_file(self.codes[key], file or "<template>")


def in_file(code: CodeType, file: str) -> CodeType:
    """The same code, as of another file."""
    inside = (in_file(one, file) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=file, co_consts=tuple(inside))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser; where there is none the test is skipped.

    Not for longer than a module: while Playwright is there, asyncio runs nothing else.
    """
    from tests.chromium import chromium, program  # for few tests, and it takes a while

    if program() is None:
        pytest.skip("there is no Chromium")
    with chromium() as made:
        yield made


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    """Whoever looks at pages in it; these have nothing to say to a console, errors or others."""
    from tests.chromium import People

    made = People(browser)
    yield made
    made.leave()
    assert made.said == []


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    return FONTS


@pytest.fixture(scope="session")
def builds(own_cache: None, run_folder: Path) -> BuildGame:
    """Every component of a shipped game as a PDF on A4, by its name; each game is built once, by
    the worker that first asks for it."""

    @cache
    def build(game: str) -> dict[str, printkit.BuildResult]:
        out = run_folder / game
        out.mkdir(exist_ok=True)
        listed = out / "built"
        with alone_in(out):
            if not listed.exists():
                made = printkit.build([game], out=out / "pdf")
                listed.write_bytes(pickle.dumps({built.component: built for built in made}))
        found: dict[str, printkit.BuildResult] = pickle.loads(listed.read_bytes())
        return found

    return build


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Only one worker at a time; the others wait, however long it takes."""
    lock = lock_folder(folder, math.inf)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


@pytest.fixture(scope="session")
def built(builds: BuildGame) -> dict[str, printkit.BuildResult]:
    """Every component of Winston's Archive as a PDF on A4, by its name."""
    return builds(WINSTON)


@pytest.fixture(scope="session")
def layouts(own_cache: None, fonts: Fonts) -> dict[str, Layout]:
    """Every component of Winston's Archive, typeset and imposed on A4, by its name."""
    game = card_data.load(WINSTON)
    return {name: lay_out(game, name, Options(), Typesetter()) for name in game.components}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A copy of the shipped game's data and templates to edit, which prints its clauses alone; its
    parent is the data folder."""
    copy = copy_game(WINSTON, tmp_path / "mine")
    (copy / "rulebook.yaml").unlink()
    return copy


@pytest.fixture
def errata(tmp_path: Path) -> Path:
    """A copy of the tiny game to edit; its parent is the data folder."""
    return copy_of_errata(tmp_path / "mine")


def sweeping(config: pytest.Config) -> bool:
    """Whether sweeps alone are run."""
    return str(config.option.markexpr).startswith("sweep")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests in a real browser as sweeps, and in a sweep also those that try examples."""
    for item in items:
        if isinstance(item, pytest.Function) and (
            "browser" in item.fixturenames or (sweeping(config) and is_hypothesis_test(item.obj))
        ):
            item.add_marker(pytest.mark.sweep)


def pytest_collection_finish() -> None:
    """Exempt all objects so far from garbage collection: they stay to the end."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
