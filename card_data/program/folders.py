"""A user's folders: settings, data, and a cache of what can be made again.

Each is where the user's environment says, in an absolute path, as the XDG specification has it, or
else at its usual place on the system.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

OURS = "printkit"  # our folder in each of them


def settings_folder() -> Path:
    """Return the folder of a user's settings."""
    return own_folder("XDG_CONFIG_HOME", "~/.config")


def cache_folder() -> Path:
    """Return the folder of what can be made again."""
    return own_folder("XDG_CACHE_HOME", "~/.cache")


def data_folder() -> Path:
    """Return the folder of a user's data, which cannot be made again."""
    usual = {
        "darwin": "~/Library/Application Support",
        "win32": os.environ.get("LOCALAPPDATA", "~/AppData/Local"),
    }
    return own_folder("XDG_DATA_HOME", usual.get(sys.platform, "~/.local/share"))


def own_folder(variable: str, usual: str) -> Path:
    """Return our folder in the one that an environment variable names, or in the usual one."""
    named = Path(os.environ.get(variable, ""))
    return (named if named.is_absolute() else Path(usual).expanduser()) / OURS
