"""A PDF's map from a font's codes to characters, by which viewers search, copy and read aloud."""

from __future__ import annotations

from collections.abc import Sequence

BLOCK = 100  # the entries that a block of a character map may have
TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<{first}> <{last}>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def to_unicode(entries: Sequence[str], digits: int) -> str:
    """Return the map of ``entries`` such as ``<41> <0041>``, its codes of ``digits`` hex digits."""
    blocks = (entries[at : at + BLOCK] for at in range(0, len(entries), BLOCK))
    shown = (f"{len(one)} beginbfchar\n{chr(10).join(one)}\nendbfchar" for one in blocks)
    first, last = "0" * digits, "F" * digits
    return TO_UNICODE.format(first=first, last=last, blocks="\n".join(shown))
