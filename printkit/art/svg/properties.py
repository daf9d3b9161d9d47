"""The properties of SVG and CSS: those that are drawn, and the values of others at which nothing is
missing. What is in none of these lists is told where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from card_data.problems import did_you_mean, quote

TO_PATHS = "convert the text to paths"
DEFAULTS = ("initial", "unset", "revert")  # what leaves a property as it is without a style
VARIANTS = ("alternates", "caps", "east-asian", "numeric", "position")  # of fonts
TRANSFORMS = ("rotate", "scale", "translate")
MARKERS = ("marker-start", "marker-mid", "marker-end")
# Drawn, and handed on to what is in an element.
INHERITED = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "clip-rule", "color", "visibility", "paint-order"),
        *("font-family", "font-size", "font-style", "font-weight", "text-anchor"),
        *("letter-spacing", "word-spacing", "text-transform", "white-space"),
        *("dominant-baseline", *MARKERS),
    )
)
# Drawn, of the element alone.
OWN = frozenset(
    (
        *("opacity", "display", "clip-path", "mask", "stop-color", "stop-opacity"),
        *("overflow", "mask-type", "transform", "transform-origin"),
        *("baseline-shift", "alignment-baseline", "shape-inside", "inline-size"),
        *("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d"),
    )
)
# Properties of words alone, handed on, and the values with which they are set as they are meant.
OF_WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("font-feature-settings", "font-variation-settings"), ("normal",)),
    **dict.fromkeys((f"font-variant-{one}" for one in VARIANTS), ("normal",)),
    **dict.fromkeys(("font-size-adjust", "text-decoration", "text-decoration-line"), ("none",)),
    "direction": ("ltr",),
    "font-stretch": ("normal", "100%"),
    "font-variant": ("normal", "none"),
    "font-variant-ligatures": ("normal", "none", "no-common-ligatures"),
    "glyph-orientation-horizontal": ("0", "0deg"),
    "kerning": ("auto", "0"),
    "unicode-bidi": ("normal", "embed", "isolate", "plaintext"),
    "vertical-align": ("baseline", "0"),
    "writing-mode": ("lr-tb", "horizontal-tb", "lr"),
}
# Properties of any element, and the values with which it is drawn as it is meant.
PLAIN: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("all", "font"), ()),
    **dict.fromkeys(("background", "background-color"), ("none", "transparent")),
    **dict.fromkeys(("filter", "mask-image", "vector-effect", *TRANSFORMS), ("none",)),
    "clip": ("auto",),
    "color-interpolation": ("srgb", "auto"),
    "mix-blend-mode": ("normal",),
    "transform-box": ("view-box",),
}
# What any value leaves as it is: on a screen alone, of parts that are refused, of lines that are
# wrapped, of the box that a whole drawing has in a page; and what begins so.
IDLE = frozenset(
    (
        *("cursor", "image-rendering", "pointer-events", "shape-rendering", "text-rendering"),
        *("user-select", "will-change", "zoom-and-pan", "isolation", "lighting-color"),
        *("color-interpolation-filters", "color-profile", "color-rendering", "enable-background"),
        *("font-kerning", "font-language-override", "glyph-orientation-vertical"),
        *("text-orientation", "text-decoration-color", "text-decoration-fill"),
        *("text-decoration-stroke", "text-decoration-style", "text-decoration-thickness"),
        *("block-progression", "line-height", "line-spacing", "shape-image-threshold"),
        *("shape-margin", "shape-padding", "shape-subtract", "tab-size", "text-indent"),
        *("text-overflow", "word-break", "bottom", "box-sizing", "left", "position", "right"),
        *("top", "z-index"),
    )
)
FAMILIES = (
    *("animation", "border", "filter-", "flood-", "margin", "max-", "min-", "outline"),
    *("padding", "solid-", "text-align", "transition"),
)
# Properties that are no attributes; attributes of these names say something else.
ATTRIBUTES = (INHERITED | OWN | OF_WORDS.keys() | PLAIN.keys()) - {"all", *TRANSFORMS}
HANDED_ON = INHERITED | OF_WORDS.keys()


def matters(name: str) -> bool:
    """Whether a declaration of a style can change what is printed; those of a single program, which
    begin with a hyphen, do not."""
    return name not in IDLE and not name.startswith(("-", *FAMILIES))


def undrawn(own: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with the properties of an element that are not drawn."""
    for name, value in own.items():
        if name in PLAIN:
            if value.lower() not in (*PLAIN[name], *DEFAULTS, "inherit"):
                yield f"{name}: found {quote(value)}, which is not drawn: leave it out"
        elif name not in ATTRIBUTES:
            meant = did_you_mean(name, ATTRIBUTES, listed=False)
            yield f"unknown property {quote(name)}{meant or ': leave it out'}"
