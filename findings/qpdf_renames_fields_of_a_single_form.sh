#!/usr/bin/env bash
# Expected: Copying all pages of one form into an empty file keeps the names of its fields, as there is no other field to tell them
#           from; qpdf adds a suffix such as +1 where a name is taken.
# Happens:  Where fields of two pages lie in one field, as players.0.books and players.1.books do, each page gets that field with all
#           that is in it anew. From the second page on the name is taken, by the first: players.1.books.A becomes
#           players+1.1.books.A. A form of n pages holds its fields n times, and grows accordingly.
# Version:  pikepdf 10.17.0 with qpdf 12.4.2 (Pdf.add_pages_from); qpdf --empty --pages form.pdf -- does the same
# Source:   QPDFAcroFormDocumentHelper::fixCopiedAnnotations and addAndRenameFormFields, called for each page
# Met by:   whoever puts forms together with qpdf or pikepdf and looks for a field by its name afterwards.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pikepdf==10.17.0
PYTHONPATH=site python3 -c 'import pikepdf; print("pikepdf", pikepdf.__version__, "qpdf", pikepdf.__libqpdf_version__)'

cat > form.py <<'PYTHON'
"""Write form.pdf, a page for each player: fields of two players inside one another, players.0.books.A to players.1.books.B."""
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
    if player == "0" or True:
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
"""Copy the pages of form.pdf into an empty file, and list the fields of both."""
import pikepdf


def fields(pdf):
    def down(nodes, around=""):
        for one in nodes:
            name = f"{around}.{one.T}".lstrip(".")
            yield from down(one.Kids, name) if "/Kids" in one else [name]

    return list(down(pdf.Root.AcroForm.Fields))


def shown(pdf):
    def up(one):
        return [*up(one.Parent), str(one.T)] if "/Parent" in one else [str(one.T)]

    return [".".join(up(widget)) for page in pdf.pages for widget in page.Annots]


form, copy = pikepdf.open("form.pdf"), pikepdf.new()
copy.add_pages_from(form)
print("form:", len(fields(form)), *shown(form))
print("copy:", len(fields(copy)), *shown(copy))
PYTHON
PYTHONPATH=site python3 merge.py | tee names.txt

diff names.txt - <<'TEXT'
form: 4 players.0.books.A players.0.books.B players.1.books.A players.1.books.B
copy: 8 players.0.books.A players.0.books.B players+1.1.books.A players+1.1.books.B
TEXT
