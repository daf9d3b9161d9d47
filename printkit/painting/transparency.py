"""Gradients, and groups that show what is behind them, as the forms of a PDF.

Each is a form that brings its own resources, so that pages and other forms say no more than its
name. What most pages are without costs them nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFAxialShading,
    PDFDictionary,
    PDFExponentialFunction,
    PDFName,
    PDFObjectReference,
    PDFRadialShading,
    PDFResourceDictionary,
    PDFStitchingFunction,
    PDFStream,
    xObjectName,
)
from reportlab.pdfgen.canvas import Canvas

from printkit.drawing.shapes import BLACK, CURRENT, Shade, Stop

Levels = Sequence[float]  # of the colours of a space, each from 0 to 1
NEXT = 1e-4  # of a gradient: beside its ends, whose own colours go on before and after it
GREY = "DeviceGray"  # of masks: 1 where nothing shows through


def shade_form(
    canvas: Canvas, name: str, shade: Shade, space: str, inks: Callable[[str], Levels], far: float
) -> None:
    """Make the form that fills the box of a gradient, whose colours are ``inks`` of a ``space``;
    forms reach ``far`` in all directions."""
    colours = [inks(BLACK if one.colour == CURRENT else one.colour) for one in shade.stops]
    resources = PDFResourceDictionary()
    resources.Shading = {"S": shading(shade, space, colours)}
    state = ""
    if any(one.opacity < 1 for one in shade.stops):
        veil = f"{name}.veil"
        veiled = PDFResourceDictionary()
        veiled.Shading = {"S": shading(shade, GREY, [(one.opacity,) for one in shade.stops])}
        put_form(canvas, veil, f"{fp_str(*shade.matrix)} cm /S sh", veiled, far, GREY)
        resources.ExtGState = {"A": state_of(1.0, veil)}
        state = "/A gs "
    box = fp_str(shade.x, shade.y, shade.width, shade.height)
    put_form(canvas, name, f"{state}{box} re W n {fp_str(*shade.matrix)} cm /S sh", resources, far)


def transparency_form(
    canvas: Canvas, name: str, content: str, opacity: float, mask: str, far: float
) -> None:
    """Make the form that draws the form ``content`` as a whole, as far as an ``opacity`` and the
    form ``mask`` let it."""
    resources = PDFResourceDictionary()
    resources.ExtGState = {"A": state_of(opacity, mask)}
    inner = xObjectName(content)
    resources.XObject = {inner: PDFObjectReference(inner)}
    put_form(canvas, name, f"/A gs /{inner} Do", resources, far)


def state_of(opacity: float, mask: str) -> PDFDictionary:
    """Return a graphics state in which what is painted shows through by an ``opacity``, and by a
    form's ``mask`` where there is one."""
    state: dict[str, Any] = {"Type": PDFName("ExtGState")}
    if opacity < 1:
        state |= {"ca": opacity, "CA": opacity}
    if mask:
        soft = {"S": PDFName("Luminosity"), "G": PDFObjectReference(xObjectName(mask))}
        state["SMask"] = PDFDictionary({"Type": PDFName("Mask"), **soft})
    return PDFDictionary(state)


def put_form(
    canvas: Canvas, name: str, content: str, resources: Any, far: float, space: str = ""
) -> None:
    """Add a form to the document; with a ``space``, its shapes are one group in these colours."""
    box = PDFArray([-far, -far, far, far])
    entries = {"Type": PDFName("XObject"), "Subtype": PDFName("Form"), "FormType": 1}
    form = PDFStream(PDFDictionary({**entries, "BBox": box, "Resources": resources}), content)
    if space:
        form.dictionary["Group"] = group_of(space)
    canvas._doc.Reference(form, xObjectName(name))


def make_group(canvas: Canvas, name: str, space: str) -> None:
    """Make one group of the shapes of a form that a canvas has drawn, in colours of a ``space``."""
    form = canvas._doc.idToObject[xObjectName(name)]
    form.Contents = PDFStream(PDFDictionary({"Group": group_of(space)}), form.stream)


def group_of(space: str) -> PDFDictionary:
    names = {"Type": "Group", "S": "Transparency", "CS": space}
    return PDFDictionary({key: PDFName(value) for key, value in names.items()})


def shading(shade: Shade, space: str, colours: Sequence[Levels]) -> PDFDictionary:
    """Return a gradient with these colours in place of its own."""
    function = function_of([one.at for one in shade.stops], colours)
    kind = PDFRadialShading if shade.radial else PDFAxialShading
    return kind(*shade.ends, function, space, Extend=PDFArray(["true", "true"]))


def function_of(places: Sequence[float], colours: Sequence[Levels]) -> Any:
    """Return the colours of a gradient, from 0, where it starts, to 1; before its first stop and
    after its last they stay."""
    inside = [min(1 - NEXT, max(NEXT, place)) for place in places[1:-1]]
    stops = list(zip([places[0], *inside, places[-1]], colours, strict=True))
    stops = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    parts = [(one, other) for one, other in pairwise(stops) if one[0] < other[0]]
    functions = [PDFExponentialFunction(one[1], other[1], 1) for one, other in parts]
    if len(functions) == 1:
        return functions[0]
    bounds = [fp_str(other[0]) for _, other in parts[:-1]]
    return PDFStitchingFunction(functions, bounds, [0, 1] * len(functions), Domain="[0 1]")


def finer(shade: Shade, parts: int, mixed: Callable[[str, str, float], str]) -> Iterator[Stop]:
    """Yield the stops of a gradient with others between them, each ``mixed`` of those around it, so
    that it looks alike in colours of another space."""
    for one, other in pairwise(shade.stops):
        yield one
        for part in range(1, parts if one.colour != other.colour else 1):
            share = part / parts
            yield Stop(
                one.at + share * (other.at - one.at),
                mixed(one.colour, other.colour, share),
                one.opacity + share * (other.opacity - one.opacity),
            )
    yield shade.stops[-1]
