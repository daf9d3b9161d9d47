"""Numbers as people write them in cells, and which sign makes their decimals: as a file has it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

GROUPED = (
    " '’\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"  # stand between thousands, and only there
)
NUMERAL = re.compile(r"[-+]?[0-9][0-9.,]*")
THOUSANDS = {",": re.compile("[0-9]{1,3}(,[0-9]{3})+"), ".": re.compile(r"[0-9]{1,3}(\.[0-9]{3})+")}
MOST_DIGITS = 40  # characters of a numeral


def bare(text: str) -> str:
    """A number without what may stand about it: a currency, a percent sign, the x of ``x3``, and
    signs without a width.

    >>> bare("x3"), bare("3×"), bare("− 5 %"), bare("€1 200"), bare("\N{LEFT-TO-RIGHT MARK}7")
    ('3', '3', '-5', '1200', '7')
    """
    said = "".join(
        [char for char in text[:MOST_DIGITS] if char not in GROUPED
         and unicodedata.category(char) not in ("Sc", "Cf")]
    )  # fmt: skip
    said = said.strip().removesuffix("%").replace("\N{MINUS SIGN}", "-")
    return said.strip("xX×") if said.strip("xX×").isdecimal() else said


def decimal_sign(texts: Iterable[str], usual: str) -> str:
    """The sign before decimals, by the texts in which only one can be; ``usual`` if none says.

    >>> decimal_sign(["1,5", "1.234"], "."), decimal_sign(["1,234", "0.5"], ",")
    (',', '.')
    >>> decimal_sign(["1,234"], "."), decimal_sign(["1.234"], ",")
    ('.', ',')
    """
    odd = (bare(text) for text in texts if not text.isdecimal())
    votes = Counter(sign for text in odd if (sign := decimal_sign_in(text)))
    return votes.most_common(1)[0][0] if votes else usual


def decimal_sign_in(text: str) -> str:
    """The decimal sign that a numeral must have; empty if it may be either."""
    if not NUMERAL.fullmatch(text):
        return ""
    points, commas = text.count("."), text.count(",")
    if points and commas:
        return max(".,", key=text.rindex)
    if points + commas != 1:  # several are between thousands
        return "," if points else "." if commas else ""
    sign = "." if points else ","
    whole, _, rest = text.lstrip("+-").partition(sign)
    return "" if len(rest) == 3 and len(whole) <= 3 and whole != "0" else sign


def plain(text: str, decimal: str) -> str:
    """Return a number as YAML has it; the text unchanged if it is none.

    >>> plain("1.234,5", ","), plain("1,234", "."), plain("3.0", "."), plain("1,5", ".")
    ('1234.5', '1234', '3', '1,5')
    """
    if text.isdecimal() and text.isascii():
        return text
    said = bare(text)
    if not NUMERAL.fullmatch(said):
        return text
    group = "," if decimal == "." else "."
    sign, digits = ("-" * (said[0] == "-"), said.lstrip("+-"))
    whole, _, rest = digits.partition(decimal)
    if group in rest or (group in whole and not THOUSANDS[group].fullmatch(whole)):
        return text
    rest = rest.rstrip("0")
    return sign + whole.replace(group, "") + (f".{rest}" if rest else "")
