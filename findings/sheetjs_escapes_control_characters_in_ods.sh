#!/usr/bin/env bash
# Expected: a text with Windows line breaks, saved as ODS, has its lines and no other letters: OpenDocument has no escapes of its own.
# Happens:  each carriage return is written as the seven letters _x000d_, the escape of XLSX, and they are read as letters.
# Version:  xlsx 0.18.5 (SheetJS).
# Source:   MS-OI29500, 2.1.1747 (ST_Xstring, in XLSX); write_content_ods in xlsx.js calls escapexml, which writes XLSX too.
# Met by:   whoever turns a table of cards from Windows or a web form into ODS with SheetJS: "_x000d_" is printed on the cards.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

npm install --silent --no-audit --no-fund --prefix . xlsx@0.18.5 >npm.log 2>&1 || { cat npm.log; exit 1; }
node - <<'JAVASCRIPT'
const sheets = require("./node_modules/xlsx");
console.log("xlsx", sheets.version);
const book = sheets.utils.book_new();
sheets.utils.book_append_sheet(book, sheets.utils.aoa_to_sheet([["Draw a card.\r\nPass."]]), "Cards");
sheets.writeFile(book, "cards.ods");
JAVASCRIPT
python3 - <<'PYTHON'
import re
import sys
import zipfile

content = zipfile.ZipFile("cards.ods").read("content.xml").decode()
lines = re.findall("<text:p>(.*?)</text:p>", content)
print("paragraphs of the cell:", lines)
sys.exit(lines != ["Draw a card._x000d_", "Pass."])
PYTHON
