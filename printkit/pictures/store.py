"""Pictures as they are printed: in one temporary file, so thousands of them take no memory.

The file has no name, and goes when the program ends.
"""

from __future__ import annotations

import atexit
from functools import cache
from tempfile import TemporaryFile
from typing import IO

from printkit.cache.folder import private_cache_folder
from printkit.drawing.shapes import Image


class Store:
    """Pictures by their digests, each as its dots and its alpha."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        atexit.register(file.close)
        self.places: dict[str, tuple[int, int, int]] = {}  # where one begins, its two lengths

    def keep(self, name: str, dots: bytes, alpha: bytes) -> None:
        """Keep a picture that is called by its digest."""
        if name not in self.places:
            self.places[name] = self.file.seek(0, 2), len(dots), len(alpha)
            self.file.write(dots + alpha)

    def load(self, image: Image) -> tuple[bytes, bytes]:
        """Return the dots and the alpha of a picture."""
        if image.dots:
            return image.dots, image.alpha
        start, dots, alpha = self.places[image.digest]
        self.file.seek(start)
        return self.file.read(dots), self.file.read(alpha)


@cache
def store() -> Store:
    """Return the pictures of this run; in the sandbox their file lies in the user's own cache."""
    return Store(TemporaryFile(dir=private_cache_folder()))
