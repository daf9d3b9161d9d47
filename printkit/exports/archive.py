"""Files that belong together: in a folder, or all of them in one ZIP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from card_data.staging import Staging, naming

DATE = (1980, 1, 1, 0, 0, 0)  # of every file in a ZIP: the same files make the same bytes
MODE = 0o100644  # a regular file, writable by its owner
UNIX = 3
COMPRESSED = (".png", ".pdf")  # compressing them again would save nothing


class Output:
    """Where files go: ``write`` takes a name such as ``deck/A1.png``; none appears until all are
    written."""

    def __init__(self, staging: Staging, folder: Path, archive: ZipFile | None) -> None:
        self.staging, self.folder, self.archive = staging, folder, archive

    def write(self, name: str, contents: str | bytes) -> None:
        """Write one file; raise `OSError` with the name of the file that the user asked for."""
        if self.archive is None:
            self.staging.write(self.folder / name, contents)
            return
        with naming(Path(str(self.archive.filename))):
            self.archive.writestr(entry(f"{self.folder.name}/{name}"), contents)


@contextmanager
def output(folder: Path, zipped: Path | None = None) -> Iterator[Output]:
    """Write files to ``folder``, or to the ZIP ``zipped``, where they are in a folder of the same
    name. They appear together at the end, or not at all if anything fails."""
    with Staging(folder.parent if zipped is None else zipped.parent) as staging:
        if zipped is None:
            yield Output(staging, folder, None)
        else:
            with ZipFile(staging.file_for(zipped), "w") as archive:
                yield Output(staging, folder, archive)
        staging.move_all()


def entry(name: str) -> ZipInfo:
    """The header of a file in a ZIP."""
    info = ZipInfo(name, DATE)
    info.compress_type = ZIP_STORED if name.endswith(COMPRESSED) else ZIP_DEFLATED
    info.create_system, info.external_attr = UNIX, MODE << 16
    return info
