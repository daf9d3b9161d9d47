"""Files from elsewhere are used by a site only if they are as expected."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
from pathlib import Path

import pytest

from card_data import DataError
from scoring.site import browser
from scoring.site.browser import LOCK, PARTS, Pinned, obtain, pinned, unpacked


def package(names: dict[str, bytes]) -> bytes:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w:gz") as archive:
        for name, content in names.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return raw.getvalue()


def pin(raw: bytes) -> Pinned:
    return Pinned("1.2", "some.tgz", f"sha512:{hashlib.sha512(raw).hexdigest()}")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def client(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bin").mkdir()
    program = folder / "bin" / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin")


def test_a_given_file_is_taken_if_it_is_the_one(tmp_path: Path) -> None:
    file = tmp_path / "given.tgz"
    file.write_bytes(b"right")
    assert obtain("pyodide", pin(b"right"), file) == b"right"
    with pytest.raises(DataError, match=r"given.tgz: not pyodide 1.2: its hash does not match"):
        obtain("pyodide", pin(b"other"), file)
    with pytest.raises(DataError, match="cannot be read: No such file"):
        obtain("pyodide", pin(b"right"), tmp_path / "none.tgz")


def test_downloads_are_cached_and_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "cache" / "printkit" / "browser" / "some.tgz"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"half")
    asked = 'test "$*" = "pack --silent pyodide@1.2"'
    client(tmp_path, f"{asked} && printf right > some.tgz", monkeypatch)
    assert obtain("pyodide", pin(b"right"), None) == b"right"
    (tmp_path / "bin" / "npm").unlink()
    assert obtain("pyodide", pin(b"right"), None) == kept.read_bytes() == b"right"


@pytest.mark.parametrize(("script", "why"), [
    ("printf wrong > some.tgz", "npm gave no some.tgz with the hash that is known"),
    ("true", "npm gave no some.tgz with the hash that is known"),
    ("echo 'npm error offline' >&2; exit 1", "npm error offline"),
    ("exit 3", "it failed"),
    ("", "it is fetched by npm, which is not installed"),
])  # fmt: skip
def test_failed_download_is_told(
    script: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if script:
        client(tmp_path, script, monkeypatch)
    else:
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DataError, match=f"{why}. Fetch some.tgz on a machine that can"):
        obtain("pyodide", pin(b"right"), None)
    assert not (tmp_path / "cache").exists()


def test_only_what_is_needed_is_unpacked_and_all_downloads_are_pinned() -> None:
    lock = {"info": {"python": "3"}, "packages": {"numpy": {}}, "tool": {}}
    names = {f"package/{name}": name.encode() for name in PARTS}
    others = {"package/console.html": b"", "../evil": b"", "package/../../evil": b""}
    made = unpacked(package({**names, **others, f"package/{LOCK}": json.dumps(lock).encode()}))
    assert made.keys() == {*PARTS, LOCK}
    assert json.loads(made[LOCK]) == {"info": {"python": "3"}, "packages": {}}
    for name, one in pinned().items():
        kind, digest = one.hash.split(":")
        assert len(bytes.fromhex(digest)) == hashlib.new(kind).digest_size
        assert one.version in one.file
        assert any("{version}" in word for word in browser.FETCH[name])
