"""Compiled templates, kept between runs in a folder of the user's own.

Those that strangers' games compile behind their wall are kept apart, and run only behind one.
Compiling the templates costs as much as drawing the deck. What is kept is run when it is read, so
it is read only from a file that this user wrote, in a folder that nobody else can write to. Where
that cannot be told, or if anything goes wrong, there is no cache, and nothing else is different.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import re
import tempfile
from contextlib import suppress
from functools import partial
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from card_data import limits, problems
from card_data.wall import Keep, Outside
from printkit.drawing import colour
from printkit.kept.cache import LARGEST, folder_of_cache, is_safe, read_own
from printkit.templating import functions, plain, sandbox, unknown, xml

SUM = hashlib.sha256().digest_size
STRANGERS = "strangers"  # the folder of what was compiled behind a wall
NAME = re.compile(r"template-[0-9a-f]{64}\.cache")
MOST_KEPT = 400  # files in a folder of the cache
# What decides what a compiled template does, and what a filter makes of a constant in it.
MAKERS = (colour, functions, limits, plain, problems, sandbox, unknown, xml)


class BytecodeCache(jinja2.BytecodeCache):
    """Compiled templates in ``folders``, one file each, named by all that they depend on.

    That is Python, Jinja2, and `MAKERS`, which may be edited without a new version. ``keep`` is
    called with the name and the bytes of a new one; without it, the first folder has it.
    """

    def __init__(self, *folders: Path, keep: Keep | None = None) -> None:
        self.folders = folders
        self.keep = keep or partial(kept, folders[0])
        ours = (Path(str(module.__file__)).read_bytes() for module in MAKERS)
        parts = (jinja2.__version__.encode(), MAGIC_NUMBER, *ours)
        self.made_by = hashlib.sha256(b"\0".join(parts))

    def get_bucket(
        self, environment: jinja2.Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """The template's compiled code, if it is kept; the code knows the template's file."""
        parts = (name.encode(), (filename or "").encode(errors="replace"), source.encode())
        digest = self.made_by.copy()
        for part in parts:
            digest.update(len(part).to_bytes(8, "big") + part)
        bucket = Bucket(environment, digest.hexdigest(), "")
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        for folder in self.folders:
            with suppress(OSError, EOFError, ValueError, TypeError):
                raw = read_own(folder / file_name(bucket))
                if raw[:SUM] == hashlib.sha256(raw[SUM:]).digest():
                    bucket.code = marshal.loads(raw[SUM:])
                    return

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, ValueError):
            code = marshal.dumps(bucket.code)
            self.keep(file_name(bucket), hashlib.sha256(code).digest() + code)


def kept(folder: Path, name: str, raw: bytes) -> None:
    """Write a file of the cache whole or not at all, and make room for it; raise `OSError` if that
    is not possible."""
    handle, part = tempfile.mkstemp(".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
        Path(part).replace(folder / name)
    except OSError:
        Path(part).unlink()
    prune(folder)


def prune(folder: Path) -> None:
    """Remove the files that were written first, beyond `MOST_KEPT`."""
    with os.scandir(folder) as entries:
        files = [file for file in entries if file.name.endswith((".cache", ".part"))]
    if len(files) > MOST_KEPT:
        files.sort(key=lambda file: file.stat(follow_symlinks=False).st_mtime)
        for file in files[: len(files) // 4]:
            Path(file).unlink(missing_ok=True)


def keep_for_strangers(name: str, raw: bytes) -> None:
    """Keep what was compiled behind a wall."""
    cache = folder_of_cache()
    if cache is None or not NAME.fullmatch(name) or len(raw) > LARGEST:
        return
    with suppress(OSError):
        folder = cache / STRANGERS
        folder.mkdir(mode=0o700, exist_ok=True)
        if is_safe(folder):
            kept(folder, name, raw)


def file_name(bucket: Bucket) -> str:
    return f"template-{bucket.key}.cache"


def compiled_templates(outside: Outside | None = None) -> BytecodeCache | None:
    """The cache of this user, or behind a wall, with what is kept ``outside``; None where there is
    no place for it that is theirs alone."""
    folder = folder_of_cache()
    if folder is None:
        return None
    if outside is None:
        return BytecodeCache(folder)
    return BytecodeCache(folder, folder / STRANGERS, keep=outside.keep)
