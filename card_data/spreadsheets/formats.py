"""Number formats of XLSX files: what a cell shows, by its number and a code such as ``0.0%``.

Codes are read as ECMA-376 part 1, 18.8.30 and 18.8.31, has them. Decimals have a point and months
their English names, as no file says what the program that saved it would show.
"""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

DATE = "yyyy-mm-dd"  # where each machine shows dates in a format of its own
OF_MACHINE = {"[$-F800]": DATE, "[$-F400]": "hh:mm:ss"}
WHOLE, CENTS = "#,##0", "#,##0.00"
BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: WHOLE, 4: CENTS, 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: DATE, 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: f"{DATE} hh:mm",
    **dict.fromkeys((5, 6), f"${WHOLE};-${WHOLE}"), **dict.fromkeys((7, 8), f"${CENTS};-${CENTS}"),
    **dict.fromkeys((37, 38, 41), f"{WHOLE};({WHOLE})"),
    **dict.fromkeys((39, 40, 43), f"{CENTS};({CENTS})"),
    42: f"${WHOLE};$({WHOLE})", 44: f"${CENTS};$({CENTS})",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
PARTS = re.compile(r'"[^"]*"?|[^";]+|;')
LITERAL = re.compile(
    r'"([^"]*)"?|\\(.)|_.|\*.|\[\$([^\]-]{0,99}+)[^\]]{0,99}+\]|\[(?!([hms])\4*\])[^\]]{0,99}+\]',
    re.IGNORECASE,
)
MARK = "\0"  # stands for one
CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]{1,99})\]")
FOREIGN = re.compile(r"\[\$[^\]-]{0,99}-(?!0{0,9}[048C]09\]|en)|\[(DB|Nat)Num", re.IGNORECASE)
AMOUNT = re.compile(r"(?=\.?[0#?])([0#?,]*)(?:(\.)([0#?]*))?(,*)(?:E([+-])(0+))?", re.IGNORECASE)
FRACTION = re.compile(r"(?<![0#?])(?:([0#?]+)( +))?(?<![0#?])([0#?]+)/([0#?]+|[0-9]+)")
MOMENT = re.compile(r"\[(([hms])\2*)\]|([ymdhs])\3*|AM/PM|A/P|\.(0+)", re.IGNORECASE)
GENERAL = re.compile("General", re.IGNORECASE)
ELAPSED = {"h": 3600, "m": 60, "s": 1}  # seconds
DAY = 86_400  # seconds


class UnknownFormatError(Exception):
    """The text that a cell with a number format shows is not known."""


def numeral(number: float) -> str:
    """A number as people write it, without a power of ten.

    >>> numeral(0.1 + 0.2), numeral(3.0), numeral(1e20)
    ('0.3', '3', '100000000000000000000')
    """
    return f"{decimal(number):f}"


def decimal(number: float) -> Decimal:
    """A number in the 15 digits that spreadsheets have."""
    return Decimal(f"{number:.15g}")


def rounded(number: Decimal, places: int) -> Decimal:
    """Round a number to this many decimals, halves away from zero."""
    return number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def general(amount: Decimal) -> Decimal:
    """An amount that is not negative, in the 10 digits that a cell without a format shows.

    >>> general(Decimal("33.3333333333333")), general(Decimal("1E+20"))
    (Decimal('33.33333333'), Decimal('1E+20'))
    """
    if amount == amount.to_integral_value():
        return amount
    return rounded(amount, max(0, 9 - max(0, amount.adjusted()))).normalize() or amount


class NumberFormat:
    """A number format by its code; raise `UnknownFormatError` for one that cannot be read.

    ``of_time`` is whether it is one of dates, times or durations.
    """

    def __init__(self, code: str) -> None:
        code = OF_MACHINE.get(code[:8].upper(), code) or "General"
        sections = [Section(one) for one in sections_of(code)]
        self.texts = [one for one in sections if "@" in one.code]
        self.numbers = [one for one in sections if "@" not in one.code] or [Section("General")]
        self.conditional = any(one.condition for one in self.numbers)
        self.of_time = any(one.of_time for one in self.numbers)

    def text(self, text: str) -> str:
        """Return what a cell with a text shows."""
        return self.texts[-1].filled(self.texts[-1].code.replace("@", text)) if self.texts else text

    def number(self, number: float, first_day: datetime) -> str:
        """Return what a cell with a number shows, which counts days from ``first_day`` on if it is
        a date; raise `ArithmeticError` for a number that is too large for that."""
        chosen, sign = self.numbers[0], "-" if number < 0 else ""
        if self.conditional:
            chosen = next((one for one in self.numbers if one.holds(number)), Section(""))
        elif number < 0 and len(self.numbers) > 1:
            chosen, sign = self.numbers[1], ""
        elif number == 0 and len(self.numbers) > 2:
            chosen = self.numbers[2]
        if chosen.of_time:
            return chosen.moment(number, first_day)
        shown = chosen.amount(decimal(abs(number)))
        return sign + shown if re.search("[1-9]", shown) else shown


def sections_of(code: str) -> list[str]:
    """The parts of a code between the semicolons outside of quotes.

    >>> sections_of('0;"a;b"')
    ['0', '"a;b"']
    """
    found = [""]
    for part in PARTS.findall(code):
        if part == ";":
            found.append("")
        else:
            found[-1] += part
    return found


class Section:
    """One of the formats between the semicolons of a code, in which marks stand for its literals;
    raise `UnknownFormatError` for one that cannot be read."""

    def __init__(self, code: str) -> None:
        self.condition, self.foreign = CONDITION.search(code), FOREIGN.search(code)
        self.literals = [literal(match) for match in LITERAL.finditer(code)]
        self.code = LITERAL.sub(MARK, code)
        self.of_time = re.search("[ymdhs]", self.code, re.IGNORECASE) is not None
        rest = GENERAL.sub("", self.code)
        if self.of_time:
            rest = MOMENT.sub("", rest)
        else:
            rest = (FRACTION if "/" in rest else AMOUNT).sub("", rest, count=1)
        if re.search("[A-Za-z0#?]", rest) or (self.foreign and self.foreign[1]):
            raise UnknownFormatError

    def filled(self, shown: str) -> str:
        """A text with the literals in place of their marks."""
        left = iter(self.literals)
        return re.sub(MARK, lambda _: next(left), shown)

    def holds(self, number: float) -> bool:
        """Whether a number is one that the section is for."""
        sign, other = self.condition.groups() if self.condition else ("<>=", number)
        other = float(other)
        return ("<" if number < other else ">" if number > other else "=") in sign

    def amount(self, amount: Decimal) -> str:
        """Format an amount that is not negative."""
        amount *= 100 ** self.code.count("%")
        shown = GENERAL.sub(f"{general(amount):f}", self.code)
        if shown == self.code:
            form, said = (FRACTION, fraction) if "/" in self.code else (AMOUNT, digits)
            shown = form.sub(lambda match: said(match, amount), self.code, count=1)
        return self.filled(shown)

    def moment(self, number: float, first_day: datetime) -> str:
        """Format a date, a time or a duration, which is in days from ``first_day`` on."""
        elapsed, places = "[" in self.code, re.search(r"\.(0+)", self.code)
        days = decimal(abs(number) if elapsed else number)
        seconds = rounded(days * DAY, len(places[1]) if places else 0)
        whole = math.floor(seconds)
        at = first_day + timedelta(seconds=whole % DAY if elapsed else whole)
        units = "".join([match[2] or match[3] or "" for match in MOMENT.finditer(self.code)])
        left = iter(re.sub("(?<=h)m|m(?=s)", "n", units.lower()))
        half = "/P" in self.code.upper()
        values = {"d": at.day, "m": at.month, "n": at.minute, "s": at.second,
                  "h": (at.hour - 1) % 12 + 1 if half else at.hour}  # fmt: skip

        def shown(match: re.Match[str]) -> str:
            wide = len(match[0])
            if match[4]:
                return f"{seconds - whole:f}"[1:]
            if match[0][0] in "aA":
                return f"{at:%p}"[: wide // 2]
            letter = next(left)
            if match[1]:
                return f"{whole // ELAPSED[match[2].lower()]:0{wide - 2}}"
            if letter == "y":
                return f"{at.year:04}"[0 if wide > 2 else 2 :]
            if letter in "dm" and wide > 2:
                if self.foreign:
                    raise UnknownFormatError
                return at.strftime("%A" if letter == "d" else "%B")[: {3: 3, 5: 1}.get(wide)]
            return f"{values[letter]:0{min(wide, 2)}}"

        sign = "-" if elapsed and number < 0 else ""
        return sign + self.filled(MOMENT.sub(shown, self.code))


def literal(match: re.Match[str]) -> str:
    """Return what a literal of a code shows: words, a sign, a currency, the space of a sign."""
    words = (group for group in match.groups()[:3] if group is not None)
    return next(words, " " if match[0].startswith("_") else "")


def digits(match: re.Match[str], amount: Decimal) -> str:
    """An amount in the placeholders of `AMOUNT`."""
    code, point, places, scale, sign, power = match.groups(default="")
    grouped = "," if "," in code.rstrip(",") else ""
    amount /= 1000 ** (len(code) - len(code.rstrip(",")) + len(scale))
    exponent, wide = 0, max(1, len(code))
    if power and amount:
        exponent = amount.adjusted() // wide * wide
        exponent += wide * (rounded(amount.scaleb(-exponent), len(places)) >= 10**wide)
    number = rounded(amount.scaleb(-exponent), len(places))
    least = code.count("0")
    width = least + bool(grouped) * ((least - 1) // 3) + bool(places) * (len(places) + 1)
    whole, _, decimals = f"{number:0{max(1, width)}{grouped}f}".partition(".")
    shown = ("" if whole == "0" and not least else whole) + point
    shown += decimals.rstrip("0").ljust(places.rfind("0") + 1, "0")
    if power:
        sign = "-" if exponent < 0 else sign.replace("-", "")
        shown += f"E{sign}{abs(exponent):0{len(power)}}"
    return shown


def fraction(match: re.Match[str], amount: Decimal) -> str:
    """An amount in the placeholders of `FRACTION`, which may have a whole number before them."""
    mixed, space, above, below = match.groups()
    whole = int(amount) if mixed else 0
    part = Fraction(amount) - whole
    if below.strip("0#?"):
        over, under = int(part * int(below) + Fraction(1, 2)), int(below)
    else:
        over, under = part.limit_denominator(10 ** len(below) - 1).as_integer_ratio()
    if mixed and over == under:
        whole, over = whole + 1, 0
    if mixed and not over:
        return str(whole)
    parted = f"{over:>{len(above)}}/{under:<{len(below)}}"
    return f"{whole or '0' * ('0' in mixed)}{space}{parted}" if mixed else parted
