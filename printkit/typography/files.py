"""Where the files of the fonts are: in installed packages, never the system's."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

# Family, weight and slant to package and file. Templates use the names on the left.
FILES = {
    "serif": ("font_source_serif_pro", "SourceSerifPro", ("Regular", "It", "Bold", "BoldIt")),
    "sans": ("font_source_sans_pro", "SourceSansPro", ("Regular", "It", "Bold", "BoldIt")),
    "display": (
        "font_source_serif_pro",
        "SourceSerifPro",
        ("Semibold", "SemiboldIt", "Black", "BlackIt"),
    ),
}
PACKAGES = {f"{stem}-{cut}": package for package, stem, cuts in FILES.values() for cut in cuts}


def file_of(key: str) -> Path:
    """Return the file of a font by its key, such as ``SourceSansPro-Bold``; raise `KeyError` if
    there is none."""
    package = PACKAGES[key]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.origin).parent / "files" / f"{key}.ttf"


def every_file() -> Iterator[Path]:
    return map(file_of, PACKAGES)
