"""The interface of the package for those who import it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from unittest.mock import Mock

import pytest

import card_data
import card_data.version
import printkit
import scoring
from scoring.positions.findings import Unanswered
from tests.printkit.commands import ROOT, run
from tests.sweeps import sweep

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_package_offers_names_types_and_version() -> None:
    for name in printkit.__all__:
        assert getattr(printkit, name) is not None
    assert printkit.DataError is card_data.DataError
    with pytest.raises(AttributeError, match="no attribute 'bulid'"):
        printkit.bulid  # type: ignore[attr-defined] # noqa: B018
    with pytest.warns(DeprecationWarning, match="printkit.Built is now called BuildResult"):
        assert printkit.Built is printkit.BuildResult  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning, match="scoring.Filled is now called PositionFile"):
        assert scoring.Filled is scoring.PositionFile  # type: ignore[attr-defined]
    found = scoring.Finding("WA-4.2", ("players",), "3 books", who="Ann")
    open_ = Unanswered(("players",), 1, "Ann", "books")
    for one, text in ((found, "Ann: 3 books"), (open_, "Ann: books is missing")):
        with pytest.warns(DeprecationWarning, match=r"\w+.said is now called text"):
            assert (one.said, one.text) == (text, text)
    assert (Path(printkit.__file__).parent / "py.typed").is_file()
    assert (printkit.__version__, run("--version").stdout) == (VERSION, f"printkit {VERSION}\n")


@pytest.mark.unmutated
def test_importing_it_loads_nothing_heavy() -> None:
    heavy = "{'reportlab', 'jinja2', 'pypdf', 'rich', 'importlib.metadata', 'shlex'}"
    code = f"import sys, printkit.cli.main; print({heavy} & {{*sys.modules}})"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert said.stdout == "set()\n"


@pytest.mark.parametrize("home", sweep(["a file", "a folder with settings"], ["a file"]))
def test_pages_do_not_depend_on_the_home_folder(tmp_path: Path, home: str) -> None:
    """reportlab 5.1 runs ~/.reportlab_mods and ~/.reportlab_settings as it is imported, and is not
    imported at all where the home is a file, as /dev/null is for some services."""
    folder = tmp_path / "home"
    if home == "a file":
        folder.touch()
    else:
        folder.mkdir()
        for name in (".reportlab_mods", ".reportlab_settings"):
            (folder / name).write_text("raise SystemExit('settings of the home folder')")
    code = "import printkit.painting.pdf"
    env = {**os.environ, "HOME": str(folder)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)


def test_version_of_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "pyproject.toml"
    other.write_text('[project]\nname = "another"\nversion = "9"\n')
    monkeypatch.setattr(card_data.version, "PROJECT", other)
    monkeypatch.setattr(metadata, "version", lambda name: "7.0")
    assert printkit.__version__ == "7.0"
    monkeypatch.setattr(metadata, "version", Mock(side_effect=metadata.PackageNotFoundError))
    assert printkit.__version__ == "unknown"
