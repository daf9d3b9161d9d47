#!/usr/bin/env bash
# Expected: a text with Windows line breaks, CR and LF, in an attribute of an ODS file is written as &#13;&#10;, so that pandas,
#           LibreOffice and any other reader of XML can open what pandas saved.
# Happens:  the carriage return becomes &#12;, a form feed, which XML 1.0 does not allow: the parser refuses the file.
# Version:  pandas 3.0.0 saves with odfpy 1.4.1.
# Source:   odf/element.py of odfpy, _quoteattr, which maps '\r' to '&#12;'.
# Met by:   whoever saves a table of cards, whose texts came from Windows or a web form, as ODS with pandas.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages pandas==3.0.0 odfpy==1.4.1 2>pip.log \
  || { cat pip.log; exit 1; }
PYTHONPATH=packages python3 - <<'PYTHON'
import sys
import zipfile
from importlib.metadata import version
from xml.etree import ElementTree

import pandas

print("pandas", version("pandas"), "odfpy", version("odfpy"))
seen = {}
for name, text in (("LF", "Draw a card.\nPass."), ("CR and LF", "Draw a card.\r\nPass.")):
    pandas.DataFrame({"text": [text]}).to_excel("cards.ods", engine="odf", index=False)
    content = zipfile.ZipFile("cards.ods").read("content.xml")
    try:
        ElementTree.fromstring(content)
        seen[name] = "read"
    except ElementTree.ParseError as error:
        seen[name] = str(error).split(":")[0]
    print(f"{name}: form feeds written {content.count(b'&#12;')}, {seen[name]}")
sys.exit(seen != {"LF": "read", "CR and LF": "reference to invalid character number"})
PYTHON
