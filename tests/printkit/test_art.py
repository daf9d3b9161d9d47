"""SVG files of other programs as shapes, compared with another renderer; what is refused."""

import io
from pathlib import Path as FilePath

import msgspec
import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageStat

from printkit.art.svg.reader import read_art
from printkit.art.svg.text import GENERIC, font_of
from printkit.drawing.rewriting import in_colour
from printkit.drawing.shapes import CURRENT, Face, Group, Path, Shape, Text, Use
from printkit.drawing.traversal import walk
from printkit.errors import ArtError, MarkupError, SourceLocation
from printkit.faces.effects.icons import OwnIcons
from printkit.faces.effects.vectors import read_vector
from printkit.painting.paint import single
from printkit.painting.svg import SvgPainter
from printkit.snapshots.capture import DECODER
from printkit.typography.files import file_of
from printkit.typography.fonts import Fonts
from tests.printkit.pdf_pages import painted, pictures
from tests.printkit.test_transparency import apart

PLACE = SourceLocation("art/leaf.svg")
SIDE = 40.0  # mm
DOTS = 5  # a mm
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
STOPS = '<stop offset=".1" stop-color="gold"/><stop offset="90%" style="stop-color:#00f8"/>'
# Each is drawn in a view box of 100 x 100.
DRAWINGS = {
    "a style sheet": """<style>/* of a program */ .a, #b { fill: tomato } g > .c{fill:#08f;}
        svg > .c { fill: lime }
        path { stroke: navy; stroke-width: 4px !important } </style>
        <rect class="a" width="40" height="40"/><g><circle class="c" cx="70" cy="30" r="20"/></g>
        <path id="b" d="M10 60h30v30z" style="fill: rgb(10%, 50%, 0); stroke-width: 9"/>""",
    "groups and transforms": """<g transform="translate(50,50) rotate(30)" fill="teal">
        <g transform="skewX(10) scale(.5 1)"><rect x="-40" y="-20" width="80" height="40" rx="9"/>
        </g></g>""",
    "paths": """<path d="M10 80 Q 52 10 95 80 T 95 20 M20 20a15 9 30 1 0 20 10z" fill="none"
        stroke="#333" stroke-width="3"/><polygon points="5,5 30 5 5,30"/>
        <polyline points="60 10 90 10 90 40" fill="none" stroke="red"/>""",
    "uses": """<defs><g id="leaf"><path d="M0 0c10 0 20 10 20 20c-10 0-20-10-20-20"/></g>
        <symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="6"/></symbol></defs>
        <use xlink:href="#leaf" x="10" y="10" fill="green"/><use href="#leaf" x="40" y="30"/>
        <use href="#s" x="60" y="50" width="30" height="40" fill="brown"/>""",
    "nested": """<svg x="20" y="10" width="50" height="80" viewBox="0 0 10 10"
        preserveAspectRatio="xMinYMax slice"><rect width="10" height="10" fill="gold"/>
        <circle cx="5" cy="5" r="5"/></svg>""",
    "gradients": f"""<linearGradient id="a" x2="0" y2="1">{STOPS}</linearGradient>
        <radialGradient id="b" xlink:href="#a" cx="30" cy="70" r="20" fx="22" fy="66"
        gradientUnits="userSpaceOnUse" gradientTransform="rotate(10)" spreadMethod="reflect"/>
        <rect x="10" y="5" width="80" height="40" fill="url(#a)"/>
        <rect y="50" width="60" height="50" fill="url(#b)"/>
        <circle cx="80" cy="75" r="15" fill="none" stroke="url(#a)" stroke-width="8"/>""",
    "opacity": """<rect width="60" height="60" fill="navy"/><g opacity=".5"><rect x="20" y="20"
        width="60" height="40" fill="red"/><circle cx="70" cy="60" r="25" fill="gold"/></g>
        <rect x="5" y="70" width="30" height="20" fill="#0a0" fill-opacity=".3" stroke="#000"
        stroke-opacity="0.5" stroke-width="6"/>""",
    "clips": """<clipPath id="a"><circle cx="30" cy="30" r="25"/><rect x="20" y="40" width="60"
        height="30"/></clipPath><clipPath id="b" clipPathUnits="objectBoundingBox"><path
        clip-rule="evenodd" d="M0 0h1v1H0zM.2 .2h.6v.6H.2z"/></clipPath>
        <rect width="100" height="80" fill="teal" clip-path="url(#a)"/>
        <rect x="60" y="60" width="40" height="40" fill="red" clip-path="url('#b')"/>""",
    "masks": f"""<linearGradient id="a">{STOPS}</linearGradient><mask id="m"><rect width="100"
        height="100" fill="url(#a)"/></mask><mask id="n" maskContentUnits="objectBoundingBox"
        style="mask-type: alpha"><circle cx=".5" cy=".5" r=".4"/></mask>
        <rect width="100" height="50" mask="url(#m)"/>
        <rect y="50" width="60" height="50" fill="red" mask="url(#n)"/>""",
    "patterns": """<pattern id="a" width="20" height="10" patternUnits="userSpaceOnUse"
        patternTransform="rotate(20)"><circle cx="5" cy="5" r="4" fill="red"/></pattern>
        <pattern id="b" width=".25" height=".25" viewBox="0 0 4 4"><path d="M0 0h2v2z"/></pattern>
        <rect width="100" height="50" fill="url(#a)"/>
        <rect x="10" y="55" width="80" height="40" fill="url(#b)"/>""",
    "patterns in shares of a box": """<pattern id="a" width=".25" height=".5"
        patternContentUnits="objectBoundingBox"><path d="M0 0h.2v.4z" fill="navy"/></pattern>
        <rect x="10" y="10" width="80" height="80" fill="url(#a)"/>""",
    "lines": """<g fill="none" stroke="#222" stroke-width="8"><path d="M10 40L20 10L30 40"/>
        <path d="M40 40L60 10L80 40" stroke-linejoin="round" stroke-linecap="round"/>
        <path d="M10 60h80" stroke-dasharray="9 6" stroke-dashoffset="4"/>
        <path d="M10 95h80" stroke-dasharray="3 9 1" stroke-dashoffset="-14" stroke-linecap="round"
        stroke-width="4"/>
        <path d="M10 80L50 70L12 84" stroke-miterlimit="10"/></g>""",
    "arrow heads": """<marker id="a" orient="auto-start-reverse" refX="9" refY="5"
        viewBox="0 0 10 10" markerWidth="4" markerHeight="4"><path d="M0 0L10 5L0 10z"
        fill="context-stroke"/></marker>
        <marker id="b" markerUnits="userSpaceOnUse" markerWidth="20" markerHeight="12" refX="6"
        refY="6" orient="30" style="overflow: visible"><rect x="2" width="30" height="12"
        fill="context-fill"/></marker><marker id="c" refX="1" refY="1" orient="auto"><rect
        width="9" height="2"/></marker>
        <path d="M15 10C40 0 60 60 90 20" fill="none" stroke="navy" stroke-width="4"
        marker-start="url(#a)" marker-end="url(#a)"/>
        <polyline points="10 60 35 80 60 50" fill="gold" stroke="red" style="marker-mid: url(#b)"/>
        <path d="M70 60h20v30h-20z" fill="teal" stroke="tan" stroke-width="5" marker="url(#a)"
        style="paint-order: markers; marker-mid: url(#c)"/>""",
    "outlined letters": """<linearGradient id="a"><stop stop-color="gold"/><stop offset="1"
        stop-color="red"/></linearGradient><g font-family="Source Sans Pro" stroke="navy"
        font-size="40"><text x="5" y="40" fill="url(#a)" stroke-width="3" style="paint-order:
        stroke">Wild</text><text x="5" y="85" fill="none" stroke="url(#a)">Go<tspan
        visibility="hidden">o</tspan>se</text></g>""",
    "hidden": """<metadata><sodipodi:x xmlns:sodipodi="urn:x"/></metadata><title>A</title>
        <g style="display:none"><rect width="50" height="50"/></g>
        <g visibility="hidden"><rect width="50" height="50" visibility="visible" fill="red"/>
        <rect x="50" y="50" width="50" height="50"/></g><switch><foreignObject
        requiredExtensions="urn:y"/><g><circle cx="70" cy="70" r="10"/></g></switch>
        <rect y="60" width="40" height="40" fill="gold" a:fill="navy" xmlns:a="urn:a"/>""",
    # as ezdxf 1.4.5 writes styles of hatches: SVGBackend in ezdxf/addons/drawing/svg.py
    "lines that are not drawn": """<style>.C1 {stroke: none; stroke-width: none; fill: #00ff00;}
        </style><path class="C1" d="M10 10h60v70z"/><g stroke-width="none"><rect width="9"
        height="9"/></g>""",
    "colours": """<rect width="20" height="20" fill="hsl(200, 50%, 40%)"/><g color="orange"><rect
        x="30" width="20" height="20" fill="currentColor"/></g><rect y="30" width="20" height="20"
        fill="rgba(255,0,0,.4)"/><rect x="30" y="30" width="20" height="20" fill="#0af8"/>
        <rect x="60" width="40" height="90" fill="slateblue" stroke="none"/>""",
}  # fmt: skip


def read(
    content: str, view: str = 'viewBox="0 0 100 100"'
) -> tuple[tuple[Shape, ...], float, float]:
    raw = f"{HEAD}{view}>{content}</svg>".encode()
    return read_art(raw, PLACE, Fonts())


def printed(shapes: tuple[Shape, ...]) -> Image.Image:
    scale = SIDE / 100
    face = Face("a", SIDE, SIDE, (Group(in_colour(shapes, "#000000"), (scale, 0, 0, scale, 0, 0)),))
    (picture,) = pictures(painted(face), DOTS * 25.4 / 72 * 0.99999)
    return picture


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawing_looks_like_resvg(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GENERIC, "source sans pro", "sans")
    ours = printed(read(DRAWINGS[name])[0])
    svg = f'{HEAD} viewBox="0 0 100 100">{DRAWINGS[name]}</svg>'
    raw = resvg_py.svg_to_bytes(
        svg_string=svg, width=ours.width, height=ours.height, background="white",
        font_files=[str(file_of("SourceSansPro-Regular"))], skip_system_fonts=True,
    )  # fmt: skip
    theirs = Image.open(io.BytesIO(bytes(raw))).convert("RGB")
    assert max(ImageStat.Stat(ours).stddev) > 10, "a blank picture"
    assert theirs.size == ours.size
    assert apart(ours, theirs) < 24


@pytest.mark.parametrize(("view", "size"), [
    ('viewBox="10 20 30 60"', (30, 60)),
    ('width="2in" height="96px"', (192, 96)),
    ('viewBox="0 0 50 50" width="100" height="200"', (50, 100)),
    ('viewBox="0 0 50 50" width="100%" height="100%"', (50, 50)),
])  # fmt: skip
def test_a_drawing_is_as_large_as_it_says(view: str, size: tuple[float, float]) -> None:
    shapes, *found = read('<rect width="5" height="5"/>', view)
    assert tuple(found) == size
    assert shapes


@pytest.mark.parametrize("unit", [1e4, 1e-5])
@pytest.mark.parametrize("far", [0, 1e4])
def test_a_drawing_looks_the_same_in_any_unit_and_anywhere(unit: float, far: float) -> None:
    def seen(unit: float, far: float) -> Image.Image:
        x, y = (far - 7) * unit, (5 - far) * unit
        line = f"""<path d="M{x} {y + 30 * unit}l{60 * unit} {9 * unit}" stroke="navy"
            stroke-width="{4 * unit}" stroke-dasharray="{9 * unit} {5 * unit}"/>"""
        moved = f'<g transform="translate({x} {y}) scale({unit})">{DRAWINGS["gradients"]}</g>'
        view = f'viewBox="{x} {y} {100 * unit} {100 * unit}"'
        raw = f'{HEAD}{view}><g opacity=".9">{moved}{line}</g></svg>'.encode()
        symbol, *size = read_vector("a", raw, PLACE, Fonts())
        assert size == pytest.approx([100 * unit, 100 * unit])
        face = Face("a", SIDE, SIDE, (Use("a", 0, 0, SIDE, height=SIDE),))
        (picture,) = pictures(painted(face, {"a": symbol}), DOTS * 25.4 / 72 * 0.99999)
        return picture

    assert max(ImageStat.Stat(seen(1, 0)).stddev) > 10
    assert apart(seen(unit, far), seen(1, 0)) < 8


@pytest.mark.parametrize("side", [1e-300, 1e9])
def test_what_is_far_outside_the_view_box_is_as_good_as_not_there(side: float) -> None:
    content = '<path d="M-9e8 9e8h9e8" stroke="red" stroke-dasharray="1e8"/>'
    raw = f'{HEAD}viewBox="0 0 {side} {side}">{content}</svg>'.encode()
    face = Face("a", SIDE, SIDE, read_vector("a", raw, PLACE, Fonts())[0].shapes)
    assert DECODER.decode(msgspec.msgpack.encode(face)) == face
    assert painted(face)


def test_transforms_of_transforms_are_bounded() -> None:
    content = '<g transform="scale(1e9)">' * 3 + '<path d="M0 0h9v9"/>' + "</g>" * 3
    raw = f'{HEAD}viewBox="0 0 9 9">{content}</svg>'.encode()
    with pytest.raises(MarkupError, match="transforms make it too large: leave out") as raised:
        read_vector("a", raw, PLACE, Fonts())
    assert raised.value.place == PLACE


def test_an_icon_ends_at_its_view_box(tmp_path: FilePath) -> None:
    icons = tmp_path / "icons"
    icons.mkdir()
    for name, wide in (("within", 4000), ("beyond", 9000)):
        (icons / f"{name}.svg").write_text(
            f'{HEAD}viewBox="0 0 4000 4000"><path d="M0 0h{wide}v9z"/></svg>', "utf-8"
        )
    own = OwnIcons(tmp_path, "icons", ())
    for name, clipped in (("within", False), ("beyond", True)):
        shapes, side = own.read(name, Fonts())
        assert side == pytest.approx(400)
        assert clipped == any(isinstance(one, Group) and one.clip is not None for one in shapes)


def test_an_element_is_as_large_as_its_curves_reach() -> None:
    raw = f'{HEAD}viewBox="0 0 9 9"><path id="a" d="M0 0C0 40 100 40 100 0"/></svg>'.encode()
    assert read_art(raw, PLACE, Fonts(), "a")[1:] == pytest.approx((100, 30))


def test_a_colour_with_too_few_or_too_many_digits_is_passed_over_as_in_browsers() -> None:
    scene = '<style>path {{ stroke: #12345 }}</style><g fill="red"><path {} d="M0 0h9v9"/></g>'
    plain = read(scene.format(""))
    assert plain == read('<g fill="red"><path d="M0 0h9v9"/></g>')
    for wrong in ('fill="#00000"', 'style="fill: #abcdef0"', 'style="fill: #1 !important"'):
        assert read(scene.format(wrong)) == plain
    assert read('<path fill="#00000" d="M0 0h9v9"/>') == read('<path d="M0 0h9v9"/>')


def test_uncoloured_shape_takes_the_colour_of_its_use() -> None:
    (path,) = walk(read('<path d="M0 0h9v9z" fill="currentColor"/>')[0])
    assert isinstance(path, Path)
    assert path.style.fill == CURRENT


def test_words_are_set_in_the_fonts_of_the_game(fonts: Fonts) -> None:
    words = """<text x="50" y="20" text-anchor="middle" style="font: none"/>
        <text x="50" y="40" font-family="'Nope', sans-serif" font-size="10px" text-anchor="middle">
        A  <tspan display="none">fat</tspan><tspan font-weight="700" fill="red">goose </tspan>
        </text>"""
    shapes, _, _ = read(words.partition("\n")[2])
    first, second = [shape for shape in walk(shapes) if isinstance(shape, Text)]
    assert (first.text, second.text, second.fill) == ("A ", "goose", "#ff0000")
    assert second.font.startswith("SourceSansPro-Bold")
    assert first.x == pytest.approx(50 - (first.width + second.width) / 2)
    assert second.x == pytest.approx(first.x + first.width)


SAME = {
    "the form of shapes in a style sheet": (
        """<style>.a { cx: 30px; r: 20px } #b { d: path("M10 60h30v30z") } rect { width: 30px; rx:
        9px; height: 70% }</style><circle class="a" cy="30" r="4"/><path id="b"/><rect y="2"/>""",
        """<circle cx="30" cy="30" r="20"/><path d="M10 60h30v30z"/>
        <rect y="2" width="30" height="70" rx="9"/>"""),
    "a turn with its unit": (
        """<path style="transform: rotate(30deg) translate(2px,1px)" transform-origin=" "
        d="M0 0h9"/>""",
        '<path transform="rotate(30) translate(2 1)" d="M0 0h9"/>'),
    "a transform about a point": (
        """<g transform-origin="center" transform="scale(3)"><path style="transform: scale(2);
        transform-origin: top 10px" d="M0 0h9v9"/></g>""",
        """<g transform="matrix(3 0 0 3 -100 -100)"><path transform="matrix(2 0 0 2 -10 0)"
        d="M0 0h9v9"/></g>"""),
    "a size of type by its name": ('<g font-size="medium"><text font-size="larger">a</text></g>',
                                   '<text font-size="19.2">a</text>'),
    "a turn of a gradient about a point in a style": (
        """<linearGradient id="a" gradientUnits="userSpaceOnUse" gradientTransform="scale(2)"
        style="transform-origin: 5px 9px"><stop/><stop offset="1" stop-color="tan"/>
        </linearGradient><path d="M0 0h9v9" fill="url(#a)"/>""",
        """<linearGradient id="a" gradientUnits="userSpaceOnUse" gradientTransform="matrix(2 0 0 2
        -5 -9)"><stop/><stop offset="1" stop-color="tan"/></linearGradient>
        <path d="M0 0h9v9" fill="url(#a)"/>"""),
    "fonts in one word": (
        '<text y="9" style="font: italic bold 9px/2 Nope, sans-serif">a</text>',
        """<text y="9" font-size="9" font-weight="700" font-style="italic"
        font-family="sans">a</text>"""),
    "capitals": ('<text style="text-transform: capitalize">the wild g<tspan>oose’s</tspan></text>',
                 "<text>The Wild G<tspan>oose’s</tspan></text>"),
    "kept spaces": ('<g xml:space="preserve"><text y="9">a\n b</text></g>',
                    '<text y="9" style="white-space: pre">a  b</text>'),
    "an empty box of words": ("<flowRoot><flowRegion><rect width='9' height='9'/></flowRegion>"
                              "<flowPara> </flowPara></flowRoot><image width='9' height='9'/>", ""),
    "the colours of a use": (
        """<defs><path id="a" d="M0 0h9v9" fill="context-stroke"/></defs>
        <use href="#a" xlink:href="#b" stroke="red"/>""",
        '<defs><path id="a" d="M0 0h9v9" fill="red" stroke="red"/></defs><use href="#a"/>'),
    "letters with places of their own": (
        '<text x="1 9,15" y="5" dx="0 2" rotate="0"> a  bcd </text>',
        """<text><tspan x="1" y="5">a</tspan><tspan dx="2" x="9"> </tspan><tspan
        x="15">bcd</tspan></text>"""),
    "links to nothing": (
        """<path d="M0 0h9v9" stroke="url(#a)" marker-end="url(#b)"/><use href="#c"/><use/>
        <text style="shape-inside: url(#d)">a</text>""", '<path d="M0 0h9v9"/><text>a</text>'),
    "a style for the screen": (
        """<style>@font-face { font-family: Nope; src: url(nope.woff) } path:hover { fill: red }
        @keyframes a { from { fill: red } to { fill: tan } } path { animation: a 1s }</style>
        <path d="M0 0h9v9"/>""", '<path d="M0 0h9v9"/>'),
    "words without size": ('<text style="font-size: 0">a</text>', ""),
    "a limit of miters that is for none": (
        '<path d="M0 0h9v9" stroke="red" stroke-linejoin="round" stroke-miterlimit="0"/>',
        '<path d="M0 0h9v9" stroke="red" stroke-linejoin="round"/>'),
    "signs of programs": ("""<g style="-inkscape-stroke: hairline; cursor: grab; isolation: auto;
        line-height: 1.25; font-variant-east_asian: normal; font-variant: small-caps;
        vertical-align: middle"><path
        d="M0 0h9v9" aria-label="a" shape-rendering="x" style="transition: all 1s"/></g>""",
        '<path d="M0 0h9v9"/>'),
}  # fmt: skip


# The properties of SVG 1.1 and SVG 2, each with a value other than the initial one, on what they
# apply to.
EVERY = {
    '<path {} d="M5 5h50l9 30" fill="currentColor" stroke="navy"/>': """color: tomato;
        clip-path: url(#c); display: none; fill: red; fill-opacity: .5;
        fill-rule: evenodd; filter: url(#f); mask: url(#m); mix-blend-mode: multiply; opacity: .5;
        paint-order: stroke; stroke: red; stroke-dasharray: 4 2; stroke-linecap: round;
        stroke-linejoin: bevel; stroke-miterlimit: 9; stroke-opacity: .5; stroke-width: 3;
        transform: scale(2); vector-effect: non-scaling-stroke; visibility: hidden; d: none;
        marker: url(#a); marker-start: url(#a); marker-mid: url(#a); marker-end: url(#a);
        color-interpolation: linearRGB; clip: rect(1px, 2px, 3px, 4px)""",
    '<path clip-path="url(#d)" d="M0 0h9v9"/><clipPath id="d"><path {} d="M0 0h9v9"/></clipPath>':
        "clip-rule: evenodd",
    '<path {} d="M5 5h50" stroke="navy" stroke-dasharray="4 2"/>': "stroke-dashoffset: 3",
    '<path {} d="M5 5h50l9 30" transform="rotate(9)"/>': "transform-origin: 5px 9px",
    '<rect {} x="1" width="9" height="9" rx="2" ry="1"/>':
        "x: 5px; y: 5px; width: 4px; height: 4px; rx: 1px; ry: 2px",
    '<circle {} r="9"/>': "cx: 5px; cy: 5px; r: 4px",
    '<svg {} width="9" height="9"><path d="M0 0h20v20"/></svg>':
        "overflow: visible; x: 5px; y: 5px; width: 4px; height: 4px",
    '<symbol id="s" viewBox="0 0 9 9"><path d="M0 0h9v9"/></symbol><use {} href="#s"/>':
        "x: 5px; y: 5px; width: 4px; height: 4px",
    '<rect width="50" height="50" fill="url(#g)"/><linearGradient id="g"><stop {}/>'
    '<stop offset="1" stop-color="tan"/></linearGradient>': "stop-color: red; stop-opacity: .5",
    '<rect width="50" height="50" mask="url(#n)"/><mask id="n" {}><path d="M0 0h20v20" fill="red"/>'
    "</mask>": "mask-type: alpha",
    '<text y="50" xml:space="preserve">A <tspan {}>wild  goose</tspan></text>': """
        alignment-baseline: hanging; baseline-shift: super; dominant-baseline: middle;
        font: bold 9px sans-serif; font-family: sans-serif; font-size: 9px; font-style: italic;
        font-weight: bold; font-stretch: condensed; font-variant: small-caps; direction: rtl;
        font-size-adjust: .5; font-feature-settings: 'swsh'; font-variant-caps: small-caps;
        font-variant-numeric: oldstyle-nums; font-variant-position: super; kerning: 9;
        font-variant-ligatures: discretionary-ligatures; font-variant-east-asian: ruby;
        font-variant-alternates: historical-forms; glyph-orientation-horizontal: 90deg;
        letter-spacing: 2px; word-spacing: 2px; text-decoration: underline; stroke: red;
        text-decoration-line: underline; text-transform: uppercase; unicode-bidi: bidi-override;
        vertical-align: super; white-space: normal; writing-mode: vertical-rl""",
    '<text y="50" {}>A wild goose</text>':
        "text-anchor: end; inline-size: 40px; shape-inside: url(#c)",
}  # fmt: skip
# Those that leave a printed picture as it is, whatever they are.
IDLE = """color-interpolation-filters: linearRGB; color-profile: auto; color-rendering: auto;
    cursor: grab; enable-background: new; flood-color: red; flood-opacity: .5; font-kerning: none;
    image-rendering: pixelated; isolation: isolate; lighting-color: red; line-height: 2;
    pointer-events: none; shape-image-threshold: .5; shape-margin: 2px; shape-padding: 2px;
    shape-rendering: crispEdges; shape-subtract: url(#c); text-align: center; text-align-all: end;
    text-align-last: end; text-decoration-color: red; text-decoration-fill: red; text-indent: 2px;
    text-decoration-stroke: red; text-decoration-style: dotted; text-orientation: upright;
    text-overflow: ellipsis; text-rendering: optimizeSpeed; will-change: opacity;
    glyph-orientation-vertical: 90deg"""
DEFINED = """<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><mask id="m"/><marker id="a"><path
    d="M0 0h2v2z"/></marker>"""


def in_style(scene: str, declared: str) -> tuple[Shape, ...]:
    return read(DEFINED + scene.replace("{}", f'style="{declared}"'))[0]


@pytest.mark.parametrize("scene", EVERY, ids=range(len(EVERY)))
def test_every_property_is_drawn_or_told(scene: str) -> None:
    for one in EVERY[scene].split(";"):
        name = one.partition(":")[0].strip()
        try:
            drawn = in_style(scene, one.strip()) != in_style(scene, "")
        except ArtError as error:
            drawn = name in str(error)
        assert drawn, one


@pytest.mark.parametrize("scene", EVERY, ids=range(len(EVERY)))
def test_idle_properties_change_nothing(scene: str) -> None:
    assert in_style(scene, IDLE) == in_style(scene, "")


# The elements of SVG 1.1 and SVG 2.
ELEMENTS = """a animate animateMotion animateTransform audio canvas circle clipPath color-profile
    cursor defs desc discard ellipse filter font font-face foreignObject g hatch iframe image line
    linearGradient link marker mask mesh meshgradient metadata path pattern polygon polyline
    radialGradient rect script set solidcolor style svg switch symbol text title unknown use video
    view"""
SILENT_ONES = """animate animateMotion animateTransform clipPath color-profile cursor defs desc
    discard filter font font-face hatch linearGradient link marker mask meshgradient metadata
    pattern radialGradient script set solidcolor style symbol title view"""


@pytest.mark.parametrize("name", ELEMENTS.split())
def test_every_element_is_drawn_or_told(name: str) -> None:
    shape = """x="1" width="9" height="9" r="9" rx="9" ry="9" x2="9" d="M0 0h9v9" stroke="red"
        points="0 0 9 9" href="a.png" """
    own = 'href="#b"' if name == "use" else shape
    body = {"text": "A goose", "style": ""}.get(name, '<path d="M0 0h9v9"/>')
    content = f"<{name} {own}>{body}</{name}>"
    try:
        drawn = read(f'<defs><path id="b" d="M0 0h9v9"/></defs>{content}')[0] != ()
    except ArtError as error:
        drawn = f"<{name}>: " in str(error)
    assert drawn == (name not in SILENT_ONES.split())


@pytest.mark.parametrize("name", SAME)
def test_two_ways_to_say_it_look_the_same(name: str) -> None:
    one, other = SAME[name]
    assert [*walk(read(one)[0])] == [*walk(read(other)[0])]


def lowest(attributes: str) -> float:
    words = f'<text y="50" font-size="10"><tspan {attributes}>a</tspan></text>'
    (text,) = walk(read(words)[0])
    assert isinstance(text, Text)
    return text.y - 50


def test_words_stand_on_the_line_that_is_asked_for() -> None:
    assert lowest("") == lowest('dominant-baseline="alphabetic"') == 0
    middle = lowest('alignment-baseline="middle"')
    assert middle == lowest('style="dominant-baseline: middle"') == pytest.approx(2.4, abs=0.1)
    assert lowest('dominant-baseline="hanging"') > lowest('dominant-baseline="central"') > middle
    assert lowest('dominant-baseline="text-after-edge"') < 0
    assert lowest('baseline-shift="super"') == -lowest('baseline-shift="-4"') == -4
    with pytest.raises(ArtError, match="dominant-baseline: found 'top left', which is not set"):
        lowest('dominant-baseline="top left"')


def test_letters_and_words_are_set_apart() -> None:
    def width(attributes: str) -> float:
        (text,) = walk(read(f'<text {attributes} font-size="10">a b c</text>')[0])
        assert isinstance(text, Text)
        return text.width

    assert width('letter-spacing="2"') == pytest.approx(width("") + 10)
    assert width('style="word-spacing: 1em"') == pytest.approx(width("") + 20)


@pytest.mark.parametrize("style", ["inline-size: 40px", "shape-inside: url(#box)"])
def test_wrapped_lines_have_places_of_their_own(style: str) -> None:
    box = '<defs><rect id="box" width="40" height="30"/></defs>'
    lines = '<tspan x="5" y="9">The goose</tspan><tspan x="5" y="16"><tspan>moves. </tspan></tspan>'
    text = f'{box}<text font-size="8" xml:space="preserve" style="{style}">{lines}</text>'
    set_words = [shape.text for shape in walk(read(text)[0]) if isinstance(shape, Text)]
    assert set_words == ["The goose", "moves. "]
    for line in ('<tspan x="5" y="9">The goose moves.</tspan>', "The goose"):
        with pytest.raises(
            ArtError, match="put each line into a <tspan> with its x and y"
        ) as raised:
            read(f'{box}\n<text font-size="8" style="{style}">{line}</text>')
        assert str(raised.value).startswith(f"<text>: {style.partition(':')[0]}: ")
        assert raised.value.place == PLACE._replace(line=2)


def test_a_font_is_known_by_its_makers_name(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fonts, "families", lambda _: ("serif", "archivo_black"))
    asked: list[str] = []
    monkeypatch.setattr(Fonts, "get", lambda _, family, **__: asked.append(family))
    for name in ("'Archivo Black', serif", "Archivo-Black", "Nope, SERIF"):
        font_of({"font-family": name}, fonts)
    assert asked == ["archivo_black", "archivo_black", "serif"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('<rect width="1" height="1" filter="url(#f)"/>',
         "<rect>: filter: found 'url(#f)', which is not drawn: leave it out"),
        ('<image href="data:image/png;base64,AAAA"/>', "<image>: is not drawn: save the picture"),
        ('<text font-family="Papyrus">a</text>', "(known: display, sans, serif): name it"),
        ('<text x="1 2">a<tspan>b</tspan></text>', "a place for each letter of several parts is"),
        ('<text rotate="0 9">ab</text>', "rotate is not drawn: convert the text to paths"),
        ('<path d="M0 0h9v9" style="fill: red; wing-span: 3"/>',
         "<path>: unknown property 'wing-span'"),
        ("<foreignObject/>", "<foreignObject>: is not drawn: save the drawing as plain SVG"),
        ("<blink/>", "<blink>: unknown element"),
        ('<rect width="1" height="1" fill="url(a.svg#a)"/>', "expected an element of this file"),
        ('<rect width="1" height="1" fill="greenish"/>', "fill: found 'greenish', expected a col"),
        ('<rect width="1q" height="1"/>', "width: found '1q', expected a length"),
        ('<svg viewBox="0 0 9 9" preserveAspectRatio="middle"><path d="M0 0h9v9z"/></svg>',
         "preserveAspectRatio: found 'middle', expected such as xMidYMid"),
        ('<use href="https://example.org/a.svg#b"/>', "expected an element of this file"),
        ('<marker id="a"/><path d="M0 0a9 9 0 0 1 9 9" style="marker:url(#a)"/>',
         "marker-mid: is not drawn on arcs: convert them to curves"),
        ('<g style="mix-blend-mode: multiply"><path d="M0 0h1"/></g>', "mix-blend-mode: found"),
        ("<style>@import url(a.css);</style>", "style sheet: found '@import url(a.css);': put all"),
        ("<style>path { fill: red</style>", "style sheet: a rule that is not closed: put all"),
        ("<style>a:first-child{fill:red}</style>", "style sheet: found 'a:first-child', expected"),
        ('<g id="a"><use href="#a"/></g>', "draws more than 100 elements in one another"),
        ('<mask id="a"><rect width="1" height="1" mask="url(#a)"/></mask>'
         '<rect width="1" height="1" mask="url(#a)"/>', "'a' uses itself"),
        ('<pattern id="a" width="1" height="1"><path d="M0 0h1v1" fill="url(#a)"/></pattern>'
         '<rect width="1" height="1" fill="url(#a)"/>', "'a' uses itself"),
    ],
)  # fmt: skip
def test_unsupported_content_is_refused(content: str, said: str) -> None:
    with pytest.raises(ArtError) as raised:
        read(f"\n{content}")
    assert said in str(raised.value)
    assert raised.value.place == PLACE._replace(line=2)


@pytest.mark.parametrize(("raw", "said"), [
    (b"", "not well-formed"),
    (b"<svg><g></svg>", "not well-formed: this closing tag"),
    (b"<html/>", "found <html>, expected <svg>"),
    (b'<svg xmlns="urn:other"/>', "expected <svg>"),
    (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "ENTITY is not allowed"),
    (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>', "ENTITY is"),
    (b"\x1f\x8bnothing", "cannot be unpacked"),
    (b'<?xml version="1.0" encoding="koi99"?><svg/>', "found another encoding"),
    (b"<svg>" + b"<g>" * 101 + b"</g>" * 101 + b"</svg>", "nested more than 100 deep"),
    (b"<svg>" + b"<g/>" * 50_001 + b"</svg>", "more than 50,000 elements"),
    (b"<svg/>" + b" " * (4 << 20), "larger than 4 MiB"),
], ids=range(11))  # fmt: skip
def test_invalid_svg_is_refused(raw: bytes, said: str) -> None:
    with pytest.raises(MarkupError, match=said):
        read_art(raw, PLACE, Fonts())


def test_uses_of_uses_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printkit.art.svg.tree.MOST_ELEMENTS", 5000)
    levels = [f'<g id="g{n}">{f"""<use href="#g{n - 1}"/>""" * 10}</g>' for n in range(1, 10)]
    with pytest.raises(ArtError, match="draws more than 5,000 elements"):
        read('<path id="g0" d="M0 0h1"/>' + "".join(levels))


def test_each_error_is_reported_at_its_line() -> None:
    with pytest.raises(ArtError) as raised:
        read("<blink/>\n\n<rect width='x' height='1'/>")
    assert [one.place and one.place.line for one in raised.value.errors] == [1, 3]


AROUND = [
    *("<g>", '<g opacity=".9" transform="rotate(1)">', '<g clip-path="url(#c)">'),
    *('<g mask="url(#m)">', '<svg width="90" height="90" viewBox="0 0 9 9" opacity=".9">'),
]
USED = (
    '<clipPath id="c"><path d="M0 0h99v99z"/></clipPath>'
    '<mask id="m"><path d="M0 0h99v99" fill="white"/></mask>'
)


@settings(max_examples=15)
@given(depth=st.integers(1, 95), kinds=st.lists(st.sampled_from(AROUND), min_size=1, max_size=5))
def test_drawings_can_be_read_from_what_is_written_of_them(depth: int, kinds: list[str]) -> None:
    opened = [kinds[at % len(kinds)] for at in range(depth)]
    closed = [f"</{one[1:].split()[0].rstrip('>')}>" for one in reversed(opened)]
    drawn, _, _ = read(f'{USED}{"".join(opened)}<path d="M0 0h9v9z"/>{"".join(closed)}')
    written = SvgPainter(Fonts(), {}).paint(single(Face("a", 9, 9, drawn)), "nested")
    assert read_art(written.encode(), PLACE, Fonts())


def through(times: int) -> bytes:
    opened, closed = '<g opacity=".99">' * times, "</g>" * times
    return f'{HEAD}viewBox="0 0 100 100">{opened}<path d="M0 0h99v99H0"/>{closed}</svg>'.encode()


def test_opacities_inside_one_another_are_drawn_or_refused() -> None:
    """PDFium 159 leaves out what is in more than 40 forms: kMaxFormLevel in
    cpdf_streamcontentparser.cpp. A group is two."""
    drawn, _, _ = read_vector("veils", through(16), PLACE, Fonts())
    assert ImageStat.Stat(printed(drawn.shapes).convert("L")).extrema[0][0] < 50
    with pytest.raises(MarkupError) as error:
        read_vector("veils", through(17), PLACE, Fonts())
    assert str(error.value) == (
        "17 opacities and masks inside one another, expected at most 16: many programs leave out "
        "what is deeper"
    )
    assert error.value.place == PLACE
