#!/usr/bin/env bash
# Expected: SheetJS shows a date in a format such as dd.mm.yyyy as a date, as it does for yyyy-mm-dd.
# Happens:  in an XLSX file in which the points stand for themselves, as in dd.mm.yyyy, it shows the number of the day, 45413;
#           with a backslash before each, as LibreOffice writes them, the date.
# Version:  xlsx 0.18.5 (SheetJS, the newest on npm); openpyxl 3.1.5 writes the file.
# Source:   ECMA-376 part 1, 18.8.31; xlsx.js, eval_fmt: in a date it takes any point for that before decimals of a second, and fails unheard.
# Met by:   whoever has dates as half of Europe writes them in a sheet of cards, and feeds it to a tool for the web.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages openpyxl==3.1.5
npm install --silent --no-audit --no-fund --prefix "$work" xlsx@0.18.5 >/dev/null
PYTHONPATH=packages python3 - <<'PYTHON'
import datetime

import openpyxl

book = openpyxl.Workbook()
for at, code in enumerate(("yyyy-mm-dd", r"dd\.mm\.yyyy", "dd.mm.yyyy"), 1):
    book.active.cell(at, 1, code)
    book.active.cell(at, 2, datetime.date(2024, 5, 1)).number_format = code
book.save("dates.xlsx")
PYTHON
node - <<'JS'
const xlsx = require("xlsx");
console.log("xlsx", xlsx.version);
const book = xlsx.readFile("dates.xlsx");
const csv = xlsx.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]]);
console.log(csv);
const seen = csv.trim().split("\n").map((line) => line.split(",")[1]);
process.exit(seen.join(" ") === "2024-05-01 01.05.2024 45413" ? 0 : 1);
JS
