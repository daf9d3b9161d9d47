"""Compiled templates, kept between runs in a folder of the user's own.

Compiling the templates costs as much as drawing the deck. What is kept is run when it is read, so
it is read only from a file that this user wrote, in a folder that nobody else can write to. Where
that cannot be told, or if anything goes wrong, there is no cache, and nothing else is different.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import tempfile
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from card_data import limits, problems
from printkit.drawing import colour
from printkit.templating import functions, plain, sandbox, unknown, xml

SUM = hashlib.sha256().digest_size
LARGEST = 8 * 1024 * 1024  # bytes of a compiled template
# What decides what a compiled template does, and what a filter makes of a constant in it.
MAKERS = (colour, functions, limits, plain, problems, sandbox, unknown, xml)


class BytecodeCache(jinja2.BytecodeCache):
    """Compiled templates in ``folder``, one file each, named by all that they depend on.

    That is Python, Jinja2, and `MAKERS`, which may be edited without a new version.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
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
        with suppress(OSError, EOFError, ValueError, TypeError):
            raw = read_own(self.folder / file_name(bucket))
            if raw[:SUM] == hashlib.sha256(raw[SUM:]).digest():
                bucket.code = marshal.loads(raw[SUM:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, ValueError):
            code = marshal.dumps(bucket.code)
            handle, part = tempfile.mkstemp(".part", dir=self.folder)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(hashlib.sha256(code).digest() + code)
                Path(part).replace(self.folder / file_name(bucket))
            except OSError:
                Path(part).unlink()


def file_name(bucket: Bucket) -> str:
    return f"template-{bucket.key}.cache"


def read_own(file: Path) -> bytes:
    """A file's bytes; raise `OSError` if somebody else could have written it, or it is a link."""
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as stream:
        if not is_own(os.fstat(handle)):
            raise PermissionError(str(file))
        return stream.read(LARGEST)


def is_own(found: os.stat_result) -> bool:
    """Whether a file or a folder is this user's, and nobody else may write to it."""
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def compiled_templates() -> BytecodeCache | None:
    """The cache of this user; None where there is no place for it that is theirs alone."""
    if not hasattr(os, "geteuid"):  # no way to tell whose a file is
        return None
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    folder = Path(home) / "printkit"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.lstat()
        ours = stat.S_ISDIR(found.st_mode) and is_own(found) and os.access(folder, os.W_OK)
        return BytecodeCache(folder) if ours else None
    except (OSError, RuntimeError):
        return None
