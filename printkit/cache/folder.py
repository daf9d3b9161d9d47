"""The user's cache folder, to which nobody else can write.

Where ownership cannot be checked there is no such folder, and nothing is cached.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from card_data.program.folders import cache_folder


def private_cache_folder() -> Path | None:
    """Return the folder of the cache, or None where no folder can be this user's alone."""
    if not hasattr(os, "geteuid"):  # no way to tell whose a file is
        return None
    try:
        folder = cache_folder()
        if not folder.is_dir():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if is_private(folder) else None
    except (OSError, RuntimeError, ValueError):
        return None


def is_private(folder: Path) -> bool:
    """Check whether a folder belongs to this user and nobody else may write to it."""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and is_own(found) and os.access(folder, os.W_OK)


def is_own(found: os.stat_result) -> bool:
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
