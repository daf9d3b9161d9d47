#!/usr/bin/env bash
# Expected: update_page_form_field_values with the key "total" fills in the field called total.
# Happens:  It also fills in every field whose last part is that, such as ann.total: a key is compared with the whole name and with
#           the last part. A key with a dot goes to one field. The other field is filled in without a word.
# Version:  pypdf 7.1.0
# Source:   PdfWriter.update_page_form_field_values in pypdf/_writer.py: "... == field or parent_annotation.get('/T', None) == field"
# Met by:   whoever fills in a form with a total of the table and totals of players, or an address for billing and one for shipping.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pypdf==7.1.0 pikepdf==10.0.2
PYTHONPATH=site python3 -c 'import pypdf; print("pypdf", pypdf.__version__)'

cat > fill.py <<'PYTHON'
"""Fill in the field total of a form that also has ann.total, and list what stands in both."""
import pikepdf
from pikepdf import Array, Dictionary, Name, String
from pypdf import PdfReader, PdfWriter

with pikepdf.new() as pdf:
    page = pdf.add_blank_page(page_size=(200, 200)).obj
    widget = {"Type": Name.Annot, "Subtype": Name.Widget, "Rect": Array([9, 9, 99, 29]), "P": page}
    ann = pdf.make_indirect(Dictionary(T=String("ann")))
    inner = pdf.make_indirect(Dictionary(T=String("total"), FT=Name.Tx, Parent=ann, **widget))
    outer = pdf.make_indirect(Dictionary(T=String("total"), FT=Name.Tx, **widget))
    ann.Kids = Array([inner])
    page.Annots = Array([inner, outer])
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    pdf.Root.AcroForm = Dictionary(
        Fields=[ann, outer], DA=String("/Helv 0 Tf"), DR=Dictionary(Font=Dictionary(Helv=font))
    )
    pdf.save("form.pdf")

writer = PdfWriter(clone_from="form.pdf")
writer.update_page_form_field_values(writer.pages[0], {"total": "7"}, auto_regenerate=False)
writer.write("filled.pdf")
for name, field in PdfReader("filled.pdf").get_fields().items():
    if "/FT" in field:
        print(name, field.get("/V"))
PYTHON
PYTHONPATH=site python3 fill.py | tee values.txt

diff values.txt - <<'TEXT'
ann.total 7
total 7
TEXT
