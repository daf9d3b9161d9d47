#!/usr/bin/env bash
# Expected: A page kept in Firefox's viewer ("manage pages", extractPages of pdf.js) has its form fields under the names they had.
# Happens:  From /AcroForm /Fields down the /Kids the names are whole. From a widget up they are cut: of fields inside one another only
#           the first still leads up to the outermost by /Parent, so players.1.books.A is 1.books.A to whoever reads upwards:
#           pypdf, qpdf, MuPDF, pdf-lib and pdf.js itself (fieldName).
# Version:  pdfjs-dist 6.5.438 in Node 24.21.0, read by pypdf 6.4.0
# Source:   ISO 32000-1, 12.7.3.1, table 220: /Parent is required of a field that is the child of another
# Met by:   whoever reads a form from which pages were extracted, or which was merged, in Firefox.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pypdf==6.4.0 pikepdf==10.0.2
npm install --silent --no-fund --no-audit --prefix . pdfjs-dist@6.5.438 node@24.21.0
echo "pdfjs-dist 6.5.438, $(node_modules/.bin/node --version)"

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

cat > extract.mjs <<'JAVASCRIPT'
import fs from "fs";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const open = (file) => getDocument({ data: new Uint8Array(fs.readFileSync(file)), verbosity: 0 }).promise;
const form = await open("form.pdf");
fs.writeFileSync("page.pdf", await form.extractPages([{ document: null, includePages: [0] }]));
const page = await (await open("page.pdf")).getPage(1);
console.log("pdf.js:", (await page.getAnnotations()).map((one) => one.fieldName).join(" "));
process.exit(0);
JAVASCRIPT
node_modules/.bin/node extract.mjs | tee pdfjs.txt

cat > names.py <<'PYTHON'
"""The names of the fields of a file: of pypdf, which goes up by /Parent, and down the /Kids."""
import sys

from pypdf import PdfReader

reader = PdfReader(sys.argv[1])


def down(fields, around=""):
    for one in (each.get_object() for each in fields):
        name = f"{around}.{one['/T']}".lstrip(".")
        yield from down(one["/Kids"], name) if "/Kids" in one else [name]


print("up:  ", *[name for name, one in reader.get_fields().items() if one.get("/FT")])
print("down:", *down(reader.root_object["/AcroForm"]["/Fields"]))
PYTHON
for file in form page; do echo "$file.pdf"; PYTHONPATH=site python3 names.py $file.pdf; done | tee names.txt

whole="players.0.books.A players.0.books.B players.1.books.A players.1.books.B"
cut="players.0.books.A players.0.books.B 1.books.A 1.books.B"
diff names.txt - <<TEXT
form.pdf
up:   $whole
down: $whole
page.pdf
up:   $cut
down: $whole
TEXT
grep -qxF "pdf.js: $cut" pdfjs.txt
