#!/usr/bin/env bash
# Expected: insert_pdf of one form into an empty file keeps its fields. join_duplicates=True makes one field of those that have
#           the same name, as a form merged from two copies has.
# Happens:  Names are compared by their last part alone. players.0.books and players.1.books count as duplicates: by default the second
#           is renamed to players.1.books [16]; with join_duplicates its fields become players.0.books.A and B, so that what
#           player 1 has stands under the name of player 0.
# Version:  PyMuPDF 2.0 (MuPDF 1.28.5)
# Source:   deduplicate_names in pymupdf/__init__.py, which takes /T for the name
# Met by:   whoever puts forms together with PyMuPDF whose fields lie in one another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site --no-deps pymupdf==2.0
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pikepdf==10.0.2

cat > form.py <<'PYTHON'
"""Write form.pdf, one page: fields of two players inside one another, players.0.books.A to players.1.books.B."""
import pikepdf
from pikepdf import Array, Dictionary, Name, String

pdf = pikepdf.new()


def field(step, around=None, **more):
    made = pdf.make_indirect(Dictionary(T=String(step), **more))
    if around is not None:
        made.Parent = around
        around.Kids.append(made)
    return made


root = field("players", Kids=Array())
for player in "01":
    books = field("books", field(player, root, Kids=Array()), Kids=Array())
    if player == "0" or False:
        page = pdf.add_blank_page(page_size=(200, 200)).obj
        page.Annots = Array()
    for letter in "AB":
        shown = {"Type": Name.Annot, "Subtype": Name.Widget, "Rect": Array([9, 9, 99, 29]), "F": 4, "P": page}
        page.Annots.append(field(letter, books, FT=Name.Tx, V=String(player + letter), **shown))
pdf.Root.AcroForm = Dictionary(Fields=[root], DA=String("/Helv 0 Tf"))
pdf.save("form.pdf")
PYTHON
PYTHONPATH=site python3 form.py

cat > merge.py <<'PYTHON'
"""Insert form.pdf into an empty file, and list its fields with their values."""
import pymupdf

print("PyMuPDF", pymupdf.VersionBind, "MuPDF", pymupdf.mupdf_version)


def fields(document):
    document = pymupdf.open("pdf", document.tobytes())
    return " ".join(f"{one.field_name}={one.field_value}" for one in document[0].widgets())


form = pymupdf.open("form.pdf")
print(fields(form))
for join in (False, True):
    copy = pymupdf.open()
    copy.insert_pdf(form, join_duplicates=join)
    print(fields(copy))
PYTHON
PYTHONPATH=site python3 merge.py | tee names.txt

sed 1d names.txt | sed 's/\[[0-9]*\]/[n]/g' | diff - <(cat <<'TEXT'
players.0.books.A=0A players.0.books.B=0B players.1.books.A=1A players.1.books.B=1B
players.0.books.A=0A players.0.books.B=0B players.1.books [n].A=1A players.1.books [n].B=1B
players.0.books.A=0A players.0.books.B=0B players.0.books.A=1A players.0.books.B=1B
TEXT
)
