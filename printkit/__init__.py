"""From data and templates to drawings, sheets, PDF, SVG and PNG; no game is known by name.

The functions here do what the commands do::

    import printkit

    printkit.build(["winstons_archive"], out="my_prints", options=printkit.Options(paper="letter"))
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any
from warnings import warn

if TYPE_CHECKING:
    from card_data import DataError
    from printkit.cache.manifest import BuildResult
    from printkit.options import Options
    from printkit.printing.build import build

    __version__: str

__all__ = ["BuildResult", "DataError", "Options", "__version__", "build"]

_HOMES = {
    "BuildResult": "printkit.cache.manifest",
    "DataError": "card_data",
    "Options": "printkit.options",
    "build": "printkit.printing.build",
}

# reportlab runs files of these names from the path or the home folder when it is imported: pages
# would depend on them, and a home that is no folder, as of a service, would stop the import.
for _name in ("reportlab_mods", "reportlab_settings"):
    sys.modules.setdefault(_name, ModuleType(_name))

if not TYPE_CHECKING:  # so that a type checker knows the names above, and no others

    def __getattr__(name: str) -> Any:
        """Load a name when it is first used: commands that do not build start sooner."""
        if name == "__version__":
            return import_module("card_data.version").version()
        if name in _HOMES:
            return getattr(import_module(_HOMES[name]), name)
        if name == "Built":  # for one version more
            warn("printkit.Built is now called BuildResult", DeprecationWarning, stacklevel=2)
            return __getattr__("BuildResult")
        raise AttributeError(f"module 'printkit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
