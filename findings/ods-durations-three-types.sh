#!/usr/bin/env bash
# Expected: a duration in a spreadsheet is read as one type, whatever its length: 26 hours and 5 minutes as two timedeltas.
# Happens:  of an ODS file python-calamine gives a time of day for what is shorter than a day and a text, "PT26H00M00S", for
#           what is longer; of an XLSX file with the same sheet it gives timedeltas. pandas with odfpy refuses the whole ODS
#           file: "hour must be in 0..23: 26:00:00".
# Version:  python-calamine 0.9.1; pandas 2.3.3 with odfpy 1.4.1; openpyxl 3.1.5 writes the XLSX file.
# Source:   OpenDocument: office:time-value is a duration; pandas.io.excel._odfreader makes a Timestamp of what the cell shows.
# Met by:   whoever notes in a deck how long a game or a turn takes, and saves the sheet as ODS instead of XLSX.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages \
  python-calamine==0.9.1 pandas==2.3.3 odfpy==1.4.1 openpyxl==3.1.5
PYTHONPATH=packages python3 - <<'PYTHON'
import datetime
import sys
import zipfile
from importlib.metadata import version

import openpyxl
import pandas
from python_calamine import CalamineWorkbook

print(*(f"{one} {version(one)}" for one in ("python-calamine", "pandas", "odfpy")), sep=", ")
KIND = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = {name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
         for name in ("office", "table", "text", "manifest")}
SPACES = " ".join(f'xmlns:{name}="{urn}"' for name, urn in NAMES.items())
MANIFEST = (f'<manifest:manifest {SPACES} manifest:version="1.3">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{KIND}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            "</manifest:manifest>")
LENGTHS = {"PT26H00M00S": "26:00:00", "PT00H05M00S": "0:05:00"}
rows = "".join(
    '<table:table-row><table:table-cell office:value-type="time" '
    f'office:time-value="{value}"><text:p>{shown}</text:p></table:table-cell></table:table-row>'
    for value, shown in LENGTHS.items()
)
with zipfile.ZipFile("turns.ods", "w") as packed:
    packed.writestr("mimetype", KIND)
    packed.writestr("META-INF/manifest.xml", MANIFEST)
    packed.writestr("content.xml", f'<office:document-content {SPACES} office:version="1.3">'
                    '<office:body><office:spreadsheet><table:table table:name="Turns">'
                    f"{rows}</table:table></office:spreadsheet></office:body>"
                    "</office:document-content>")
book = openpyxl.Workbook()
for at, hours in enumerate((26, 5 / 60), 1):
    cell = book.active.cell(at, 1, datetime.timedelta(hours=hours))
    cell.number_format = "[h]:mm:ss"
book.save("turns.xlsx")

found = {}
for file in ("turns.xlsx", "turns.ods"):
    read = CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()
    found[file] = [type(value).__name__ for value, in read]
    print(f"python-calamine, {file}:", [value for value, in read])
try:
    refused = str(pandas.read_excel("turns.ods", engine="odf", header=None))
except ValueError as error:
    refused = str(error)
print("pandas with odfpy, turns.ods:", refused)
expected = {"turns.xlsx": ["timedelta"] * 2, "turns.ods": ["str", "time"]}
sys.exit(not (found == expected and refused == "hour must be in 0..23: 26:00:00"))
PYTHON
