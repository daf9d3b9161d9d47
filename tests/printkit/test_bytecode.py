"""The cache of compiled templates: run only what this user wrote, and nothing lost without it."""

from __future__ import annotations

import hashlib
import marshal
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest

from printkit.templating.bytecode import BytecodeCache, compiled_templates
from printkit.templating.sandbox import Sandbox

SOURCE = "{{ 1 + 1 }} {% for i in range(3) %}{{ i }}{% endfor %}"
needs_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files here")
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)
pytestmark = needs_owners


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's caches are."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "printkit"


def render(source: str = SOURCE) -> str:
    """The template as a new process would render it, with the cache there is."""
    loader = jinja2.DictLoader({"card.svg": source})
    return Sandbox(loader, compiled_templates()).get_template("card.svg").render()


def planted(file: Path) -> None:
    """Put code that would betray itself into a file of the cache."""
    code = marshal.dumps(compile("raise SystemExit('the planted code ran')", "planted", "exec"))
    file.write_bytes(hashlib.sha256(code).digest() + code)


def only_file(home: Path) -> Path:
    (file,) = home.glob("template-*.cache")
    return file


def test_what_was_compiled_is_used_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert render() == "2 012"
    monkeypatch.setattr(Sandbox, "compile", lambda *_, **__: pytest.fail("compiled again"))
    assert render() == "2 012"


def test_another_source_has_another_file(home: Path) -> None:
    render()
    assert render("{{ 2 + 2 }}") == "4"
    assert len(list(home.iterdir())) == 2


def by_nobody(file: Path) -> None:
    os.chown(file, 12345, 12345)


def by_the_group(file: Path) -> None:
    file.chmod(0o660)


def by_anybody(file: Path) -> None:
    file.chmod(0o602)


def through_a_link(file: Path) -> None:
    shutil.move(file, file.with_name("elsewhere"))
    file.symlink_to(file.with_name("elsewhere"))


@pytest.mark.parametrize(
    "exposed",
    [pytest.param(by_nobody, marks=needs_root), by_the_group, by_anybody, through_a_link],
)
def test_a_file_that_others_could_write_is_not_run(
    home: Path, exposed: Callable[[Path], None]
) -> None:
    render()
    file = only_file(home)
    planted(file)
    with pytest.raises(SystemExit, match="the planted code ran"):
        render()  # what is the user's own is trusted
    exposed(file)
    assert render() == "2 012"


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_to_is_not_used(home: Path, mode: int) -> None:
    render()
    planted(only_file(home))
    home.chmod(mode)
    assert compiled_templates() is None
    assert render() == "2 012"


@needs_root
def test_a_folder_of_somebody_else_is_not_used(home: Path) -> None:
    home.mkdir()
    os.chown(home, 12345, 12345)
    assert compiled_templates() is None


def test_a_folder_that_is_a_link_is_not_used(home: Path) -> None:
    (home.parent / "elsewhere").mkdir()
    home.symlink_to(home.parent / "elsewhere")
    assert compiled_templates() is None


@pytest.mark.parametrize("raw", [b"", b"x", b"\0" * 31, b"\0" * 3000, None])
def test_a_damaged_file_is_made_again(home: Path, raw: bytes | None) -> None:
    render()
    file = only_file(home)
    whole = file.read_bytes()
    file.write_bytes(whole[:-9] if raw is None else raw)
    assert render() == "2 012"
    assert file.read_bytes() == whole


def test_a_file_that_is_a_pipe_does_not_hang(home: Path) -> None:
    render()
    file = only_file(home)
    file.unlink()
    os.mkfifo(file)
    assert render() == "2 012"


def test_a_full_disk_costs_only_the_cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> tuple[int, str]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("printkit.templating.bytecode.tempfile.mkstemp", full)
    assert render() == "2 012"
    assert list(home.iterdir()) == []


def test_a_disk_that_is_full_half_way_leaves_no_part(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert render() == "2 012"
    assert list(home.iterdir()) == []


def test_no_home_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert compiled_templates() is None
    assert render() == "2 012"


def test_files_are_written_whole(home: Path) -> None:
    """Two builds at once may write one file: each replaces it, neither writes into it."""
    render()
    first = only_file(home).stat().st_ino
    cache = BytecodeCache(home)
    loader = jinja2.DictLoader({"card.svg": SOURCE})
    environment = Sandbox(loader, None)
    bucket = cache.get_bucket(environment, "card.svg", None, SOURCE)
    assert bucket.code is not None
    cache.dump_bytecode(bucket)
    assert only_file(home).stat().st_ino != first
