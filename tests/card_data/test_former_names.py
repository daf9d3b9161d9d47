"""Former names of commands and options: they work, and a line on stderr gives the present one."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from printkit.cli.main import app as printkit
from scoring.cli.main import app as scoring

APPS = {"printkit": printkit, "scoring": scoring}
NOW = "{} is called {} now; the old name will go with the next version.\n"


def run(line: str) -> Result:
    program, *words = line.split()
    return CliRunner().invoke(APPS[program], words, prog_name=program)


@pytest.mark.parametrize(("former", "present"), [
    ("printkit mark-printed", "printkit snapshot"),
    ("printkit printings", "printkit snapshot --list"), ("scoring fill", "scoring form fill"),
    ("scoring extract", "scoring form read"), ("scoring blank", "scoring template"),
])  # fmt: skip
def test_former_command_runs_the_present_one(former: str, present: str) -> None:
    program, command = former.split()
    assert f"  {command} " not in run(f"{program} -h").stdout
    old, new = run(f"{former} dice_archive -h"), run(f"{present} dice_archive -h")
    assert (old.exit_code, old.stdout) == (0, new.stdout)
    assert (old.stderr, new.stderr) == (NOW.format(command, present), "")


@pytest.mark.parametrize(("former", "present", "refused"), [
    ("--layout=x", "--backs", "Invalid value for '--backs'"),
    ("--draw x", "--deal", "Invalid value for '--deal'"),
    ("--instead x --only aid", "--variant", "--variant: "),
    ("--packed --profile press", "--share-sheets", "--share-sheets: "),
])  # fmt: skip
def test_former_option_sets_the_present_one(former: str, present: str, refused: str) -> None:
    ran = run(f"printkit build dice_archive {former}")
    name = former.replace("=", " ").split()[0]
    assert ran.exit_code == 2
    assert ran.stderr.startswith(NOW.format(name, present))
    assert refused in ran.stderr
    assert name not in run("printkit build -h").stdout


def test_former_option_works_in_a_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("printkit.toml").write_text("[build.a]\npacked = true\n\ndraw = 'x'\n", "utf-8")
    said = run("printkit build --as a").stderr
    assert NOW.format("packed", "share-sheets") in said
    assert "printkit.toml:4: field build.a.draw: found 'x', expected a whole number" in said


def test_former_name_after_two_dashes_is_a_name() -> None:
    assert "is called" not in run("printkit build -- --packed").stderr
