"""Data and templates to drawings, sheets, PDF, SVG and PNG; it knows no game by name.

The functions here do what the commands do::

    import printkit

    printkit.build(["winstons_archive"], out="my_prints", options=printkit.Options(paper="letter"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printkit.builder import Built, build
    from printkit.layout import Options

__all__ = ["Built", "Options", "build"]


def __getattr__(name: str) -> Any:
    """Load the builder when it is first asked for: commands that do not build start sooner."""
    if name in __all__:
        from printkit import builder

        return getattr(builder, name)
    raise AttributeError(name)
