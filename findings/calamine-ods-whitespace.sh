#!/usr/bin/env bash
# Expected: an ODS file is read whether or not there is white space between its cells: it is XML, and OpenDocument says that
#           white space between elements that hold no text is ignored.
# Happens:  python-calamine reads the file without it and refuses the other: "Expecting 'table-cell', found 'Text…'".
# Version:  python-calamine 0.9.1.
# Source:   OpenDocument 1.2 part 1, 3.18 (white space processing); the reader takes any text in a row for an error.
# Met by:   whoever keeps a deck of cards in Gnumeric, which indents its ODS files, and reads it with pandas or Polars.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages python-calamine==0.9.1
PYTHONPATH=packages python3 - <<'PYTHON'
import sys
import zipfile
from importlib.metadata import version

from python_calamine import CalamineError, CalamineWorkbook

print("python-calamine", version("python-calamine"))
KIND = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = {name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
         for name in ("office", "table", "text", "manifest")}
SPACES = " ".join(f'xmlns:{name}="{urn}"' for name, urn in NAMES.items())
MANIFEST = (f'<manifest:manifest {SPACES} manifest:version="1.3">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            "</manifest:manifest>")


def read(between):
    cells = between.join(
        f'<table:table-cell office:value-type="string"><text:p>{word}</text:p></table:table-cell>'
        for word in ("Fox", "Goose")
    )
    content = (f'<office:document-content {SPACES} office:version="1.3"><office:body>'
               f'<office:spreadsheet><table:table table:name="Cards"><table:table-row>{cells}'
               "</table:table-row></table:table></office:spreadsheet></office:body>"
               "</office:document-content>")
    with zipfile.ZipFile("cards.ods", "w") as packed:
        packed.writestr("mimetype", KIND)
        packed.writestr("META-INF/manifest.xml", MANIFEST)
        packed.writestr("content.xml", content)
    try:
        return str(CalamineWorkbook.from_path("cards.ods").get_sheet_by_index(0).to_python())
    except CalamineError as error:
        return f"refused: {error}"


close, apart = read(""), read("\n          ")
print("cells side by side:      ", close)
print("a line break between them:", apart)
sys.exit(not (close == "[['Fox', 'Goose']]" and apart.startswith("refused: Expecting 'table-cell'")))
PYTHON
