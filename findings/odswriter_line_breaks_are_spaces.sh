#!/usr/bin/env bash
# Expected: a text with a line break and two spaces, written as ODS by a library for it, is read again with both.
# Happens:  the text stands in the paragraph as it is, where OpenDocument makes one space of any white space: "Draw a card. Pass."
#           ezodf writes <text:line-break/> and <text:s/> for the same text.
# Version:  odswriter 0.5.0 and ezodf 0.3.2; odfpy 1.4.1 shows what a reader makes of them.
# Source:   OpenDocument 1.2 part 1, 6.1.2 (white space characters); odswriter appends the text as one text node.
# Met by:   whoever makes the sheet of a deck by a script: the lines of a card's text run into one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages \
  odswriter==0.5.0 ezodf==0.3.2 lxml==6.1.3 odfpy==1.4.1 2>pip.log || { cat pip.log; exit 1; }
PYTHONPATH=packages python3 -W ignore - <<'PYTHON'
import re
import sys
from importlib.metadata import version

import ezodf
import odswriter
from odf import opendocument, table, teletype
from odf.text import P

print("odswriter", version("odswriter"), "ezodf", version("ezodf"), "odfpy", version("odfpy"))
TEXT = "Draw a  card.\nPass."


def shown(file):
    """The text of the first cell, in which white space that is no element is one space."""
    cell = opendocument.load(file).getElementsByType(table.TableCell)[0]
    for node in cell.getElementsByType(P)[0].childNodes:
        if node.nodeType == node.TEXT_NODE:
            node.data = re.sub("[ \t\r\n]+", " ", node.data)
    return teletype.extractText(cell)


with open("a.ods", "wb") as file, odswriter.writer(file) as book:
    book.writerow([TEXT])
book = ezodf.newdoc("ods", "b.ods")
book.sheets += ezodf.Sheet("Cards", size=(1, 1))
book.sheets[0][0, 0].set_value(TEXT)
book.save()
seen = [shown("a.ods"), shown("b.ods")]
print("odswriter:", repr(seen[0]), "ezodf:", repr(seen[1]))
sys.exit(seen != ["Draw a card. Pass.", TEXT])
PYTHON
