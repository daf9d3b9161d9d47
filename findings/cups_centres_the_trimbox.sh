#!/usr/bin/env bash
# Expected: CUPS prints a PDF page of A4 on A4, at 100 %, where the file puts it. The TrimBox says what is cut out later; it is for
#           imposition (ISO 32000-1, 14.11.2), and viewers print the MediaBox or the CropBox.
# Happens:  CUPS takes the TrimBox for the page and centres it on the paper, with print-scaling=none too. A page whose TrimBox lies
#           off its centre is shifted: here by 20 mm.
# Version:  cups-filters 1.28.17 (pdftopdf) of Debian 12
# Source:   QPDF_PDFTOPDF_PageHandle::getRect in filter/pdftopdf/qpdf_pdftopdf_processor.cc of OpenPrinting/cups-filters, which
#           returns getBoxAsRect(getTrimBox(page))
# Met by:   whoever moves pages to correct a printer whose backs are shifted, in a file with a TrimBox around the pieces: the
#           correction is undone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

apt-get download -qq cups-filters-core-drivers libcupsfilters1 libfontembed1 libcups2 libqpdf29 \
    libavahi-client3 libavahi-common3 libdbus-1-3 libjpeg62-turbo 2>/dev/null
for package in ./*.deb; do dpkg -x "$package" root; done
dpkg-deb -W --showformat='${Package} ${Version}\n' cups-filters-core-drivers_*.deb
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site pypdfium2==4.30.0 pillow==11.0.0

cat > page.py <<'PYTHON'
"""Write an A4 page with a square 100 mm from its left edge; with a TrimBox 20 mm off the centre if asked for."""
import sys

MM = 72 / 25.4
boxes = f"/TrimBox [{40 * MM:.3f} 0 595.276 841.890]" if sys.argv[1:] == ["trimmed"] else ""
drawn = f"{100 * MM:.3f} 400 20 20 re f"
parts = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.276 841.890] {boxes} /Resources << >> /Contents 4 0 R >>",
    f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
]
made, starts = "%PDF-1.4\n", []
for number, part in enumerate(parts, 1):
    starts.append(len(made))
    made += f"{number} 0 obj\n{part}\nendobj\n"
table = "".join(f"{start:010} 00000 n \n" for start in starts)
end = f"trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{len(made)}\n%%EOF\n"
sys.stdout.write(f"{made}xref\n0 5\n0000000000 65535 f \n{table}{end}")
PYTHON

cat > where.py <<'PYTHON'
"""Tell how far from the left edge the square on a page is, in whole mm."""
import sys

import pypdfium2

page = pypdfium2.PdfDocument(sys.argv[1])[0].render(scale=4).to_pil().convert("L")
left = page.point(lambda level: 255 if level < 128 else 0).getbbox()[0]
print(round(left / 4 * 25.4 / 72))
PYTHON

printed() {
    python3 page.py $1 > sent.pdf
    LD_LIBRARY_PATH=$(find "$work/root" -name 'lib*.so.*' -printf '%h:' ) \
        root/usr/lib/cups/filter/pdftopdf 1 user title 1 "PageSize=A4 print-scaling=none" sent.pdf > printed.pdf 2>/dev/null
    PYTHONPATH=site python3 where.py printed.pdf
}

plain=$(printed "")
trimmed=$(printed trimmed)
echo "The file puts a square 100 mm from the left edge of A4. Through pdftopdf, at print-scaling=none, it is at:"
echo "  $plain mm without a TrimBox"
echo "  $trimmed mm with a TrimBox from 40 mm to the right edge, whose centre is 20 mm right of the page's"
[ "$plain" = 100 ] && [ "$trimmed" = 80 ]
