"""What CUPS makes of our files before they reach a printer: its filter ``pdftopdf``."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import printkit
from printkit.options import Faults, Printer
from printkit.sheets.settings import paper_title
from printkit.workshop.proof import write_proof
from tests.card_data.copies import TINY
from tests.printkit.tools import pictures

FILTER = shutil.which("pdftopdf", path="/usr/lib/cups/filter:/usr/libexec/cups/filter")
SHIFTED = Printer("shifted", Faults(right=3.0, down=-2.0))

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(FILTER is None, reason="cups-filters is not installed"),
]


def filtered(file: Path, options: str) -> bytes:
    """A file as the filter hands it on for a print job with such options."""
    command = [str(FILTER), "1", "user", "title", "1", options, str(file)]
    return subprocess.run(command, capture_output=True, check=True).stdout


def share_of_change(sent: Image.Image, printed: Image.Image) -> float:
    """How much of a page has changed; the filter may have turned a landscape one."""
    turned = sent if sent.width <= sent.height else sent.rotate(90, expand=True)
    difference = ImageChops.difference(turned.convert("L"), printed.convert("L"))
    return sum(difference.histogram()[128:]) / (printed.width * printed.height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("asked", ["", "print-scaling=none"])
@pytest.mark.parametrize("printer", [None, SHIFTED], ids=["plain", "corrected"])
def test_everything_stays_where_it_was_put(
    paper: str, asked: str, printer: Printer | None, tmp_path: Path
) -> None:
    options = printkit.Options(paper=paper, data=TINY, printer=printer)
    files = [one.file for one in printkit.build(["errata"], out=tmp_path, options=options)]
    files.append(tmp_path / "proof.pdf")
    write_proof(files[-1], options)
    for file in files:
        handed_on = filtered(file, f"PageSize={paper_title(paper)} {asked}")
        pages = zip(pictures(file, 1.0), pictures(handed_on, 1.0), strict=True)
        for number, (sent, printed) in enumerate(pages, 1):
            assert share_of_change(sent, printed) < 0.001, f"{file.name}, page {number}"
