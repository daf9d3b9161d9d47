#!/usr/bin/env bash
# Expected: watchfiles.watch("cards.yaml") reports each time the file is saved, as watchdog does for the same path.
# Happens:  of an editor that saves by renaming a new file to the old name, it reports the first save, as modified and deleted, and no
#           later one. If the folder is watched instead, all are reported.
# Version:  watchfiles 1.3.0, watchdog 7.1.0 (Linux)
# Source:   inotify(7): the watch of a file that is replaced gets IN_DELETE_SELF, then IN_IGNORED; IN_MOVED_TO is the folder's
# Met by:   whoever has a deck of cards built again when one file is saved, in an editor such as vim or Kate that replaces files.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target site watchfiles==1.3.0 watchdog==7.1.0
mkdir game
PYTHONPATH=site python3 - <<'PYTHON'
import os
import sys
import threading
import time
from importlib.metadata import version
from pathlib import Path

from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer
from watchfiles import watch

print("watchfiles", version("watchfiles"), "watchdog", version("watchdog"))
FILE = Path("game/cards.yaml").absolute()
FILE.write_text("title: Fox\n")
stop = threading.Event()
heard: dict[str, list[str]] = {"watchfiles, file": [], "watchfiles, folder": [], "watchdog, file": []}


def listen(name: str, path: Path) -> None:
    for changes in watch(path, stop_event=stop, step=20, debounce=100):
        heard[name] += [change.name for change, changed in changes if Path(changed) == FILE]


class Heard(FileSystemEventHandler):
    def on_moved(self, event):
        heard["watchdog, file"].append("moved")


for name, path in (("watchfiles, file", FILE), ("watchfiles, folder", FILE.parent)):
    threading.Thread(target=listen, args=(name, path), daemon=True).start()
observer = Observer()
observer.schedule(Heard(), str(FILE))
observer.start()
time.sleep(2)
saves = []
for number in range(3):
    for words in heard.values():
        words.clear()
    new = FILE.with_name(".cards.new")
    new.write_text(f"title: Fox {number}\n")
    os.replace(new, FILE)
    time.sleep(2)
    saves.append({name: [*words] for name, words in heard.items()})
    print(f"save {number + 1}:", saves[-1])
stop.set()
observer.stop()
lost = [not one["watchfiles, file"] for one in saves] == [False, True, True]
others = all(one["watchfiles, folder"] and one["watchdog, file"] for one in saves)
sys.exit(not (lost and others))
PYTHON
