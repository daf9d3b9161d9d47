"""The markup in texts of the data: elements of ours, and the HTML that people type or paste."""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5

from markupsafe import Markup, escape

from card_data.problems import quote, shorten

NAME = r"[A-Za-z][\w:-]*"
VALUE = r"\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>/]+"
MARK = re.compile(
    rf"<(?P<end>/?)(?P<tag>{NAME})(?P<given>(?:\s+{NAME}(?:\s*=\s*(?:{VALUE}))?)*+)\s*/?>"
    r"|<!--[\s\S]*?(?:-->|\Z)|&(?P<sign>#?\w{1,31});",
    re.ASCII,
)
ATTRIBUTE = re.compile(rf"({NAME})(?:\s*=\s*({VALUE}))?", re.ASCII)
PAIRS = {  # elements around something, each with the tag that it is drawn by
    **dict.fromkeys(("b", "strong"), "b"),
    **dict.fromkeys(("i", "em"), "i"),
    **dict.fromkeys(("u", "ins"), 'span text-decoration="underline"'),
    **dict.fromkeys(("s", "strike", "del"), 'span text-decoration="line-through"'),
    "a": "a",
    "span": "span",
}
BLOCKS = {"p": "", "div": "", "ul": "", "ol": "", "li": "• "}  # each with what it begins with
EXPECTED = (
    "<b>, <i>, <u>, <s>, <br/>, <icon/>, <span> or <a>; drop the tag, or write &lt; for the sign <"
)
WRONG = Markup('<rich wrong="{}"/>')


def marked_up(text: str) -> Markup:
    """Return a text's markup, which is well-formed, or an element that says what is wrong in it.

    A sign that begins neither a tag nor the name of a character is itself, as in "R & D".

    >>> marked_up("1 < 2<br>R & D"), marked_up("<p><em>One</em></p><p>&frac12;")
    (Markup('1 &lt; 2<br/>R &amp; D'), Markup('<i>One</i><br/>½'))
    """
    try:
        return MarkedText(text).markup()
    except WrongMarkupError as error:
        return WRONG.format(error.told(text))


class WrongMarkupError(Exception):
    """What is wrong in a text, and what to write instead."""

    def told(self, text: str) -> str:
        """Return the message of it, for this text."""
        what, instead = self.args
        return f"{what} in {quote(text)}{instead}"


class MarkedText:
    """One text: what is ``made`` of it so far, and the elements in it that are ``open``. With
    ``due`` a line ends before what follows."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.made: list[str] = []
        self.open: list[str] = []
        self.due = False

    def markup(self) -> Markup:
        """Return the whole text; raise `WrongMarkupError`."""
        end = 0
        for found in MARK.finditer(self.source):
            self.add(escape(self.source[end : found.start()]))
            end = found.end()
            if found[0].startswith("<!--") and not found[0].endswith("-->"):
                raise WrongMarkupError("<!-- is not closed", "")
            if found["sign"]:
                self.add(escape(character(found["sign"])))
            elif found["tag"]:
                self.tag(found["tag"].lower(), found["given"], ends=bool(found["end"]))
                if found[0].endswith("/>") and found["tag"].lower() in PAIRS:
                    self.close(found["tag"].lower())
        self.add(escape(self.source[end:]))
        if self.open:
            raise WrongMarkupError(f"<{self.open[-1]}> is not closed", "")
        return Markup("".join(self.made))

    def add(self, markup: str) -> None:
        """Add what stands in a line, unless it is white space between two."""
        if markup and not (self.due and markup.isspace()):
            self.made += ["<br/>", markup] if self.due else [markup]
            self.due = False

    def tag(self, name: str, given: str, *, ends: bool) -> None:
        """Add a tag with the attributes ``given``."""
        if name in BLOCKS:
            self.due = bool(self.made) and self.made[-1] != "<br/>"
            if BLOCKS[name] and not ends:
                self.add(BLOCKS[name])
        elif name == "br":
            self.due = False
            self.add("<br/>")
        elif name == "icon":
            self.add("" if ends else f"<icon{attributes(given)}/>")
        elif ":" in name:
            pass  # as Word has them
        elif name not in PAIRS:
            raise WrongMarkupError(f"<{shorten(name)}>", f": expected {EXPECTED}")
        elif ends:
            self.close(name)
        else:
            self.add(f"<{PAIRS[name]}{attributes(given)}>")
            self.open.append(name)

    def close(self, name: str) -> None:
        """Close the element opened last, which must have this name."""
        if not self.open:
            raise WrongMarkupError(f"</{name}> closes nothing", "")
        if self.open[-1] != name:
            raise WrongMarkupError(f"<{self.open[-1]}> is not closed before </{name}>", "")
        self.made.append(f"</{PAIRS[self.open.pop()].split()[0]}>")


def attributes(given: str) -> str:
    """Return the attributes of a tag as XML has them, but for those of other programs.

    >>> attributes(" name=coin size='2' o:p")
    ' name="coin" size="2"'
    """
    each = [(key, value.strip("\"'")) for key, value in ATTRIBUTE.findall(given) if ":" not in key]
    if len(dict(each)) < len(each):
        raise WrongMarkupError(f"an attribute given twice ({shorten(given.strip())})", "")
    return "".join(f' {key}="{escape(unescape(value))}"' for key, value in each)


def character(name: str) -> str:
    """Return the character with a name in HTML, such as ``nbsp``, or a number, such as ``#160``."""
    if not name.startswith("#") and f"{name};" not in html5:
        raise WrongMarkupError(f"&{name}; is no character", ": write &amp; for the sign & itself")
    return unescape(f"&{name};")
