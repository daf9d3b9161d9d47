"""Python for a browser: Pyodide, the wheel of msgspec for it, and our own code.

Pyodide comes from its npm package and msgspec from PyPI, by their usual clients, and are taken if
their hashes are those in ``browser.json``. Both are cached.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from card_data import DataError, Problem
from card_data.model import Model
from card_data.program.folders import cache_folder
from card_data.program.staging import write_file

PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")  # of Pyodide
LOCK = "pyodide-lock.json"
WHEEL, CODE = "msgspec.whl", "scoring.zip"
DOWNLOAD_SECONDS = 600  # seconds for a download
LEFT_OUT = ("cli", "history")  # folders no page needs
EARLIEST = (1980, 1, 1, 0, 0, 0)  # so that the same code makes the same archive
FETCH = {
    "pyodide": ("npm", "pack", "--silent", "pyodide@{version}"),
    "msgspec": (
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--no-deps", "--only-binary=:all:", "--implementation=cp", "--python-version=3.14",
        "--abi=cp314", "--platform=pyemscripten_2026_0_wasm32", "msgspec=={version}",
    ),
}  # fmt: skip


class Pinned(Model, frozen=True):
    """A download: its version, file name and hash."""

    version: str
    file: str
    hash: str

    def fits(self, raw: bytes) -> bool:
        kind, _, digest = self.hash.partition(":")
        return hashlib.new(kind, raw).hexdigest() == digest


def python(tarball: Path | None = None) -> dict[str, bytes]:
    """Return the files of Python for a browser, by name.

    ``tarball`` is Pyodide's npm package, if it is there already, with or without the wheel of
    msgspec beside it. Raises `DataError` if either cannot be obtained.
    """
    pins = pinned()
    packed = obtain("pyodide", pins["pyodide"], tarball)
    beside = tarball.with_name(pins["msgspec"].file) if tarball is not None else None
    wheel = obtain("msgspec", pins["msgspec"], beside if beside and beside.is_file() else None)
    return {**unpacked(packed), WHEEL: wheel, CODE: code()}


def pinned() -> dict[str, Pinned]:
    raw = files("scoring.site").joinpath("browser.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, Pinned])


def obtain(name: str, pin: Pinned, file: Path | None) -> bytes:
    """Return a pinned file: the given one, the cached one, or one downloaded now."""
    if file is not None:
        try:
            raw, why = file.read_bytes(), f"not {name} {pin.version}: its hash does not match"
        except OSError as error:
            raw, why = b"", f"cannot be read: {error.strerror}"
        if not pin.fits(raw):
            raise DataError(Problem(message=why, file=str(file), typed=True))
        return raw
    kept = cache_folder() / "browser" / pin.file
    try:
        raw = kept.read_bytes()
    except OSError:
        raw = b""
    return raw if pin.fits(raw) else download(name, pin, kept)


def download(name: str, pin: Pinned, kept: Path) -> bytes:
    """Download a file by the usual client of its registry, and cache it."""
    with TemporaryDirectory() as folder:
        why = run([one.format(version=pin.version) for one in FETCH[name]], folder)
        file = Path(folder, pin.file)
        raw = file.read_bytes() if file.is_file() else b""
    if not pin.fits(raw):
        why = why or f"{FETCH[name][0]} gave no {pin.file} with the hash that is known"
        put = "give it as --pyodide FILE" if name == "pyodide" else "put it beside --pyodide FILE"
        message = (
            f"{name} {pin.version} is needed to score in a browser: {why}. "
            f"Fetch {pin.file} on a machine that can, and {put}"
        )
        raise DataError(Problem(message=message, file="scoring site", typed=True))
    write_file(kept, raw)
    return raw


def run(command: Sequence[str], folder: str) -> str:
    """Run a client; return why it failed, or an empty text."""
    client, *rest = command
    program = shutil.which(client)
    if program is None:
        return f"it is fetched by {client}, which is not installed"
    try:
        done = subprocess.run(
            [program, *rest], cwd=folder, check=False, capture_output=True, encoding="utf-8",
            errors="replace", stdin=subprocess.DEVNULL, timeout=DOWNLOAD_SECONDS,
        )  # fmt: skip
    except OSError as error:
        return f"{client} cannot be run: {error.strerror}"
    except subprocess.TimeoutExpired:
        return f"it took more than {DOWNLOAD_SECONDS} seconds"
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return (lines[-1] if lines else "it failed") if done.returncode else ""


def unpacked(raw: bytes) -> dict[str, bytes]:
    """Return the needed files of Pyodide's package; of its lock file only the head."""
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(raw), mode="r:gz") as archive:
        for member in archive:
            name = member.name.removeprefix("package/")
            if name in (*PARTS, LOCK) and member.isfile():
                file = archive.extractfile(member)
                assert file is not None
                found[name] = file.read()
    lock = msgspec.json.decode(found[LOCK], type=dict[str, dict[str, object]])
    found[LOCK] = msgspec.json.encode({"info": lock["info"], "packages": {}})
    return found


def code() -> bytes:
    """Return our scoring code and PyYAML's pure Python as a ZIP archive."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for package in ("card_data", "scoring", "yaml"):
            for name, raw in modules(files(package), package):
                info = zipfile.ZipInfo(name, EARLIEST)
                info.compress_type = zipfile.ZIP_DEFLATED
                zipped.writestr(info, raw)
    return archive.getvalue()


def modules(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a package with their paths."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        path = f"{name}/{one.name}"
        if one.is_dir():
            if path not in [f"scoring/{folder}" for folder in LEFT_OUT]:
                yield from modules(one, path)
        elif one.name.endswith(".py"):
            yield path, one.read_bytes()
