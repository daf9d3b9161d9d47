"""Every attribute that an element may have has an effect on it; all others are refused there."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest

from printkit.drawing.geometry import IDENTITY, Rect
from printkit.drawing.shapes import Group, Symbol
from printkit.errors import MarkupError
from printkit.faces.elements import EVERY, IN_ROW, IN_TABLE, KNOWN, SPAN
from printkit.faces.reader import MarkupReader
from printkit.faces.reading.flow import ROW, read_flow
from printkit.faces.symbols import Symbols
from printkit.inspection.alt_texts import spoken
from printkit.pictures.gallery import PictureFile
from printkit.templating.xml import ParsedTemplate
from printkit.typography.pages import flow_pages
from tests.printkit.pdf_pages import FONTS

PEN = 'stroke="#111111" stroke-dasharray="1 2"'
# What an inherited attribute can be seen on: shapes, and a text with small letters and an icon.
SHAPES = (
    f'<rect x="1" y="1" width="9" height="4" {PEN}/>'
    '<path d="M1 1L9 1L9 9L1 9zM2 2L8 2L8 8L2 8z"/><line x1="1" y1="30" x2="20" y2="40"/>'
)
SHOWN = f'{SHAPES}<text x="10" y="20">AVa <icon name="sun"/> ab</text>'
TEXT = "AVa <icon name='sun'/> to the end of it and on"
CLIP = '<clipPath id="hole"><circle cx="5" cy="5" r="4"/></clipPath>'
FADE = '<{0} id="{1}" {2}><stop stop-color="#123456"/><stop offset="1"/></{0}>'
OTHER = FADE.format("linearGradient", "other", 'x2="0.1"') + FADE.format(
    "linearGradient", "turned", 'gradientTransform="rotate(9)"'
)
FILLED = '<rect x="3" y="4" width="30" height="20" fill="url(#made)"/>'
FRAMES = '<frame x="5" y="5" width="50" height="80"/><frame x="60" y="5" width="60" height="80"/>'
PAGE = f"<page>{{}}{FRAMES}</page>"
FLOW = f"<flow>{PAGE.format('')}<p>first</p>{{}}<p anchor='there'>there</p></flow>"
BLOCKS = f"<p before='1'>{TEXT * 4}</p><figure height='9'>{SHOWN}</figure>"
CELLS = f"<rect height='3'/><rect width='5' height='5'/><text>ab</text><g>{SHOWN}</g><rect/>"
BOX = 'x="1" y="2" width="40" height="90"'
# An element, in what it needs around it to be seen: the last of its name, or the first in a flow.
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    **{
        name: (f"<{name} {BOX} align='center' valign='middle'>{CELLS}</{name}>",)
        for name in ("column", "stack")
    },
    "row": (f"<row {BOX}>{CELLS}</row>", f"<row {BOX} gap='1'><text>ab</text></row>"),
    "grid": (f'<grid {BOX} columns="2" rows="3">{CELLS}</grid>',),
    "svg": (f"<svg>{SHOWN}</svg>",),
    "background": (f"<background>{SHOWN}</background>",),
    "g": (f"{CLIP}<g>{SHOWN}</g>",),
    "rect": (f'<rect {BOX} rx="2" {PEN}/>',),
    "hexagon": (f"<hexagon {BOX} {PEN}/>",),
    "line": (f'<line x1="1" y1="2" x2="3" y2="4" {PEN}/>',),
    "circle": (f'<circle cx="5" cy="5" r="4" {PEN}/>',),
    "ellipse": (f'<ellipse cx="5" cy="5" rx="4" ry="3" {PEN}/>',),
    "polygon": (f'<polygon points="1 1 5 1 5 5" {PEN}/>',),
    "polyline": (f'<polyline points="1 1 5 1 5 5" {PEN}/>',),
    "path": (f'<path d="M1 1L9 1L9 9L1 9z" {PEN}/>',),
    "text": (f"<text x='20' y='20' {PEN}>{TEXT}</text>",),
    "textbox": (
        f"<textbox {BOX} {PEN}>{TEXT}</textbox>",
        f"<textbox x='1' y='2' width='40' height='8' min-font-size='1'>{TEXT * 5}</textbox>",
        f"<textbox x='1' y='2' width='40' height='8'>{TEXT * 5}</textbox>",
        f"<textbox x='1' y='2' width='9' height='80'>{'a' * 40}</textbox>",
    ),
    "use": ('<use href="#sun" width="9"/>',),
    "icon": ('<icon name="sun" size="9"/>',),
    "image": (f'<image href="art/a.png" {BOX}/>',),
    "field": (
        f'<field name="players.0.a" label="A" kind="grid" columns="2" rows="2" {BOX}/>',
        f'<field name="players.0.a" label="A" kind="check" value="a" {BOX}/>',
        f'<field name="players.0.a" label="A" kind="text" {BOX}/>',
        f'<field name="players.0.a" label="A" {BOX}/>',
    ),
    "detail": (f'<detail name="a" {BOX} rx="1"/>',),
    "defs": (f"<defs>{FADE.format('linearGradient', 'made', '')}</defs>{FILLED}",),
    "clipPath": (f'{CLIP}<g clip-path="url(#hole)">{SHOWN}</g>',),
    "linearGradient": (
        f'{OTHER}<linearGradient id="made" href="#other"/>{FILLED}',
        OTHER + FADE.format("linearGradient", "made", "") + FILLED,
    ),
    "radialGradient": (
        f'{OTHER}<radialGradient id="made" href="#other"/>{FILLED}',
        OTHER + FADE.format("radialGradient", "made", 'cx="9" cy="9" r="8"') + FILLED,
    ),
    "stop": (FADE.format("linearGradient", "made", "") + FILLED,),
    "table": (
        f'<table {BOX} rule="#111111"><tr><textbox x="10" width="20">{TEXT}</textbox>'
        f"{SHOWN}</tr><tr><textbox width='20'>{TEXT}</textbox></tr></table>",
        f"<table x='1' y='2' width='40' height='9'><tr><textbox width='20'>"
        f"{TEXT * 2}</textbox></tr></table>",
    ),
    "tr": (f'<table {BOX}><tr><textbox x="1" width="20">{TEXT}</textbox>{SHOWN}</tr></table>',),
    "below": (
        f'<table {BOX}><tr><textbox width="20">ab</textbox><below height="2">{SHOWN}</below></tr>'
        "<tr><textbox width='20'>ab</textbox></tr></table>",
    ),
    "symbol": (f'<symbol id="mine" viewBox="0 0 10 10">{SHAPES}</symbol>',),
    "flow": (FLOW.format(BLOCKS),),
    "notes": (FLOW.format("<notes/><p>as it is there (there)</p>"),),
    "page": (f"<flow>{PAGE.format(SHOWN)}<p anchor='there'>{TEXT}</p></flow>",),
    "frame": (FLOW.format(f"<p>{TEXT * 9}</p>"),),
    "folio": (f"<flow>{PAGE.format('<folio/>')}<p>a</p></flow>",),
    "running-title": (
        f"<flow>{PAGE.format('<running-title/>')}<p title='AV' role='H1'>a</p></flow>",
    ),
    "p": tuple(
        f"<flow>{PAGE.format('')}<figure height='9'>{SHOWN}</figure><p {given}>{TEXT * 6}</p>"
        f"<p anchor='there' before='2'>there</p></flow>"
        for given in ("label='1' disc='#123456'", "label='1' refers='there'", "leader='yes'")
    ),
    "figure": (
        FLOW.format(f"<figure height='30'>{SHOWN}</figure>"),
        f"<flow><page><frame {BOX}/></page><figure height='30'>{SHOWN}</figure><p>a</p></flow>",
    ),
    "box": (
        FLOW.format(f"<box tint='#dddddd'>{BLOCKS}</box>"),
        f"<flow><page><frame {BOX}/></page><p>a</p><box><p>a</p></box></flow>",
        f"<flow><page><frame {BOX}/></page>{f'<p>{TEXT}</p>' * 9}<box><figure height='70'>"
        f"{SHOWN}</figure></box>{f'<p>{TEXT}</p>' * 30}</flow>",
    ),
}
# Elements that have other attributes in some places: the markup around one, and those.
ROWS = FLOW.format(f"<row shares='1 2'><p role='TD' {{}}>{TEXT}</p><p>b</p></row>")
PLACES: Mapping[str, tuple[str, tuple[str, ...], frozenset[str]]] = {
    "row of a flow": ("row", (ROWS.format(""),), ROW),
    "cell of a row": ("p", (ROWS.format("label='1' disc='#123456'").replace("<p>first</p>", ""),),
     IN_ROW),
    "text of a table": ("textbox", EXAMPLES["tr"], IN_TABLE),
    "part of a text": ("span", (f'<text x="9" y="9">a <span>{TEXT}</span></text>',), SPAN),
}  # fmt: skip
# The values that an attribute may have, separated by semicolons; 7 if left out.
VALUES: Mapping[str, str] = {
    **dict.fromkeys(("fill", "icon-fill", "stroke", "color", "bar", "disc", "label-fill", "rule",
                     "stop-color"), "#8c2f39"),
    **dict.fromkeys(("fill-opacity", "stroke-opacity", "opacity", "min-font-size", "stop-opacity"),
                    "0.5"),
    "stroke-dasharray": "2 1", "stroke-linecap": "square", "stroke-linejoin": "bevel",
    "fill-rule": "evenodd", "clip-path": "url(#hole)", "font-family": "sans", "font-weight": "bold",
    "font-style": "italic", "font-variant": "small-caps",
    "text-rendering": "optimizeSpeed;optimizeLegibility", "text-anchor": "end", "align": "right",
    "valign": "bottom", "text-decoration": "underline", "font-size": "7;70%",
    "transform": "scale(2)", "role": "H1", "href": "#moon;art/b.png;#turned;#other", "name": "moon",
    "tint": "#eeeeee", "points": "0 0 9 9 3 3", "d": "M0 0L9 9L3 3", "weights": "1 2 3 4 5",
    "shares": "3 1", "columns": "3", "times": "3", "rows": "4", "order": "4", "offset": "0.3",
    "text-overflow": "ellipsis", "overflow-wrap": "anywhere", "crop": "1 1 50 20",
    "fit": "contain", "focus": "0 0",
    "clip": "circle", "kind": "text", "viewBox": "0 0 9 9", "preserveAspectRatio": "none",
    "gradientTransform": "rotate(30)", "gradientUnits": "userSpaceOnUse", "spreadMethod": "reflect",
    "span": "all", "break": "page", "keep": "next", "floats": "yes", "leader": "yes",
    "refers": "there", "id": "another", "label": "2", "fr": "0.1", "fx": "0.3;7", "width": "7;70",
    "height": "7;70", "least": "30", "line-height": "1.5", "choices": "a|b", "value": "b",
    "letter-spacing": "0.1em",
}  # fmt: skip


class Pictures:
    """The pictures of a game's folder: two, of other shapes."""

    least = 1.0
    symbols: ClassVar = {name: Symbol(name, ()) for name in ("art/a.png", "art/b.png")}

    def find(self, name: str) -> PictureFile:
        return PictureFile(name, *((300, 200) if name == "art/a.png" else (200, 300)))

    def show(self, *about: Any) -> None: ...

    def dots(self, side: float) -> int:
        return round(side * 10)


def result(element: ElementTree.Element) -> tuple[object, ...]:
    """All that comes of a template; raise `MarkupError` for what is wrong in it."""
    symbols = Symbols(FONTS)
    circle = '<symbol id="{}" viewBox="0 0 9 9"><circle r="{}"/></symbol>'
    plain = '<symbol id="plain"><circle r="3"/></symbol>'
    drawings = ElementTree.fromstring(
        f"<svg>{plain}{circle.format('sun', 3)}{circle.format('moon', 2)}</svg>"
    )
    if element.tag == "symbol":
        drawings.append(element)
        element = ElementTree.fromstring('<svg><use href="#mine" width="9"/></svg>')
    symbols.add(ParsedTemplate(drawings, {}))
    words = repr([*spoken(element)])
    pictures: Any = Pictures()
    symbols.pictures = pictures.symbols
    reader = MarkupReader(FONTS, symbols, lambda *_: Group((), IDENTITY), pictures)
    reader.page = Rect(0, 0, 100, 220)
    flow = element.find("flow")
    background = element.find("background")
    drawn: list[object] = []
    try:
        if flow is not None:
            drawn += flow_pages(read_flow(reader, flow))
        else:
            drawn += reader.shapes(element if background is None else background)
    finally:
        for error in (*reader.errors, *symbols.errors):
            raise error
    return repr(drawn), words, repr(reader.details), repr(symbols.drawn())


def example(tag: str, markup: str) -> tuple[ElementTree.Element, ElementTree.Element]:
    """A template, and the element of this name in it."""
    root = ElementTree.fromstring(markup if tag in ("svg", "symbol") else f"<svg>{markup}</svg>")
    return root, [*root.iter(tag)][0 if root.find("flow") is not None else -1]


def cases() -> Iterator[tuple[str, str, tuple[str, ...], frozenset[str]]]:
    for tag, markup in EXAMPLES.items():
        yield tag, tag, markup, KNOWN[tag]
    for name, (tag, markup, known) in PLACES.items():
        yield name, tag, markup, known


CASES = [pytest.param(*case[1:], id=case[0]) for case in cases()]
# Of a piece and what is written on it, tests/printkit/test_pieces.py looks at each.
ELSEWHERE = {"piece", "entry"}
# What only what others say depends on: an error at a text's data, a name.
NAMING = {"field", "id"}


def test_there_is_an_example_of_every_element() -> None:
    assert EXAMPLES.keys() | ELSEWHERE == KNOWN.keys()


def tried(tag: str, markup: str, key: str) -> Iterator[object]:
    """Yield the outcome of an element with each other value that its attribute may have."""
    for value in VALUES.get(key, "7").split(";"):
        root, element = example(tag, markup)
        if value != element.get(key):
            element.set(key, value)
            yield outcome(root)


def outcome(root: ElementTree.Element) -> object:
    try:
        return result(root)
    except MarkupError as error:
        return str(error)


@pytest.mark.parametrize(("tag", "markups", "known"), CASES)
def test_every_attribute_has_an_effect_or_is_refused(
    tag: str, markups: tuple[str, ...], known: frozenset[str]
) -> None:
    bases = [(markup, outcome(example(tag, markup)[0])) for markup in markups]
    taken = [
        key for key in EVERY - known
        if not all("has no effect here" in str(one) for one in tried(tag, markups[0], key))
    ]  # fmt: skip
    idle = [
        key for key in known - NAMING
        if not any(
            isinstance(one, tuple) and one != base
            for markup, base in bases
            for one in tried(tag, markup, key)
        )
    ]  # fmt: skip
    assert (sorted(taken), sorted(idle)) == ([], [])


def test_a_symbol_without_a_view_box_has_no_width() -> None:
    found = outcome(ElementTree.fromstring("<svg><use href='#plain' width='9'/></svg>"))
    assert found == "<use>: width has no effect here: 'plain' has no viewBox"
