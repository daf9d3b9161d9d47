#!/usr/bin/env bash
# Expected: xlsx2csv writes what a cell shows: 26:00:00 for 26 hours in [h]:mm:ss, 14:30 for half past two in hh:mm, and
#           "3 gold" for 3 in 0" gold".
# Happens:  the days of a duration are dropped, 02:00; a minute is missing, 14:29; and the letters of a unit in quotes are taken
#           for parts of a date, 0" gol02".
# Version:  xlsx2csv 0.8.6; openpyxl 3.1.5 writes the file.
# Source:   ECMA-376 part 1, 18.8.31; xlsx2csv takes any format with a letter of a date in it for one of dates.
# Met by:   whoever turns a sheet of cards into CSV on a server, where no spreadsheet program runs.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages xlsx2csv==0.8.6 openpyxl==3.1.5
PYTHONPATH=packages python3 - <<'PYTHON'
import csv
import datetime
import sys
from importlib.metadata import version

import openpyxl
from xlsx2csv import Xlsx2csv

print("xlsx2csv", version("xlsx2csv"))
CELLS = [
    (datetime.timedelta(hours=26), "[h]:mm:ss", "26:00:00"),
    (datetime.datetime(2024, 5, 1, 14, 30), "yyyy-mm-dd hh:mm", "2024-05-01 14:30"),
    (3, '0" gold"', "3 gold"),
]
book = openpyxl.Workbook()
for at, (value, code, _) in enumerate(CELLS, 1):
    book.active.cell(at, 1, value).number_format = code
book.save("cards.xlsx")
Xlsx2csv("cards.xlsx").convert("cards.csv")
with open("cards.csv", newline="") as file:
    seen = [row[0] for row in csv.reader(file)]
for (_, code, shown), one in zip(CELLS, seen, strict=True):
    print(f"{code:18} shows {shown:17} and is written {one}")
sys.exit(seen != ["02:00", "2024-05-01 14:29", '0" gol02"'])
PYTHON
