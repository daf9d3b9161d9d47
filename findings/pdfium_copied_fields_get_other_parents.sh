#!/usr/bin/env bash
# Expected: Pages imported with FPDF_ImportPages have their form fields as they were, or none.
# Happens:  Widgets come along with the numbers of their /Parent as they were in the other file. There is no /AcroForm, the parents are
#           left behind, and the numbers now lead to whatever object has them: to another widget, or to nothing. A field's name,
#           which is read along them, is another one, or made of the names of others, and a field may lie in itself.
# Version:  pypdfium2 5.15.2 (PdfDocument.import_pages)
# Source:   CPDF_PageOrganizer::UpdateReference of PDFium, which passes over the keys Parent, Prev and First
# Met by:   whoever merges or splits filled-in forms with PDFium, and reads their fields afterwards.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pypdfium2==5.15.2 pikepdf==10.0.2
PYTHONPATH=site python3 -c 'import pypdfium2.version as v; print("pypdfium2", v.PYPDFIUM_INFO, "PDFium", v.PDFIUM_INFO)'

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
    if player == "0":
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
"""Import the page of form.pdf into an empty file, and compare what its widgets lead up to."""
import pikepdf
import pypdfium2

with pypdfium2.PdfDocument.new() as made, pypdfium2.PdfDocument("form.pdf") as form:
    made.import_pages(form)
    made.save("copy.pdf")


def parents(file):
    """The number that each widget gives for its parent, and the step of the name found there."""
    with pikepdf.open(file) as pdf:
        found = [widget.get("/Parent") for widget in pdf.pages[0].Annots]
        named = [str(one.get("/T")) if isinstance(one, pikepdf.Dictionary) else None for one in found]
        return [one.objgen[0] if one is not None else 0 for one in found], named, "/AcroForm" in pdf.Root


for file in ("form.pdf", "copy.pdf"):
    print(file, *parents(file))
(_, before, _), (_, after, kept) = parents("form.pdf"), parents("copy.pdf")
assert before == ["books"] * 4
assert "books" not in after and any(one is not None for one in parents("copy.pdf")[0]) and not kept
PYTHON
PYTHONPATH=site python3 merge.py
