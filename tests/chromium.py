"""A real browser to look at pages with: Chromium, if there is one, driven by its own protocol."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, pairwise
from pathlib import Path
from select import select
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A program with the two ends of its pipe where Chromium looks for them.
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for place, end in zip((3, 4), ends):
    os.dup2(end, place)
os.execv(sys.argv[3], sys.argv[3:])
"""
STEPS = 6  # of a finger between two points
KEYS = {  # keys that do something: their codes, and what they write
    "Tab": (9, ""), "Enter": (13, "\r"), "Escape": (27, ""), "ArrowUp": (38, ""),
    "ArrowDown": (40, ""),
}  # fmt: skip
PATIENCE = 60.0  # seconds for anything to happen


def program() -> str | None:
    """The browser's program; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Pipe:
    """The two ends of a browser's pipe, by which all of its pages are spoken to."""

    def __init__(self, asking: int, answers: int) -> None:
        self.asking, self.answers = asking, answers
        self.numbers = count(1)
        self.left = b""
        self.said: dict[str | None, list[str]] = {}  # errors, by the session of their page

    def call(self, session: str | None, method: str, **params: Any) -> Any:
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        message |= {"sessionId": session} if session else {}
        os.write(self.asking, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]
            if answer.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                said = self.said.setdefault(answer.get("sessionId"), [])
                said.append(json.dumps(answer["params"]))

    def receive(self) -> Any:
        while b"\0" not in self.left:
            assert select([self.answers], [], [], PATIENCE)[0], "the browser does not answer"
            some = os.read(self.answers, 1 << 20)
            assert some, "the browser has ended"
            self.left += some
        raw, _, self.left = self.left.partition(b"\0")
        return json.loads(raw)


class Page:
    """A page in the browser."""

    def __init__(self, pipe: Pipe, **where: str) -> None:
        self.pipe, self.where = pipe, where
        target = pipe.call(None, "Target.createTarget", url="about:blank", **where)["targetId"]
        attached = pipe.call(None, "Target.attachToTarget", targetId=target, flatten=True)
        self.session: str = attached["sessionId"]
        self.said = pipe.said.setdefault(self.session, [])  # errors
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def beside(self) -> Page:
        """Another page, of somebody else: it shares nothing with this one."""
        context = self.pipe.call(None, "Target.createBrowserContext")["browserContextId"]
        return Page(self.pipe, browserContextId=context)

    def leave(self) -> None:
        """Be gone, with all that this somebody else has."""
        self.pipe.call(None, "Target.disposeBrowserContext", **self.where)

    def call(self, method: str, **params: Any) -> Any:
        """Have the browser do something with this page; its answer."""
        return self.pipe.call(self.session, method, **params)

    def open(self, address: str, width: int = 1280, height: int = 800) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        self.call("Page.navigate", url=address)
        self.until("location.href !== 'about:blank' && document.readyState === 'complete'")

    def ask(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, script: str) -> Any:
        """The value of an expression once it has one that counts as true."""
        end = time.monotonic() + PATIENCE
        while not (value := self.ask(script)):
            assert time.monotonic() < end, f"never: {script}"
            time.sleep(0.01)
        return value

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key: a letter, or one of `KEYS`."""
        code, text = KEYS.get(key, (0, key if len(key) == 1 else ""))
        more: dict[str, Any] = {"text": text} if text else {}
        more |= {"windowsVirtualKeyCode": code, "code": key} if code else {}
        more |= {"modifiers": 8} if shift else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **more)

    def touchable(self) -> None:
        """Have fingers in place of a mouse."""
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)

    def fingers(self, *ways: Sequence[tuple[float, float]]) -> None:
        """Put a finger on the first point of each way, move all along, and lift them."""
        down = [dict(zip("xy", way[0], strict=True)) | {"id": at} for at, way in enumerate(ways)]
        for number in range(len(ways)):
            self.touch("touchStart", down[: number + 1])
        for points in zip(*(spread(way) for way in ways), strict=True):
            moved = [dict(zip("xy", point, strict=True)) for point in points]
            self.touch("touchMove", [one | {"id": at} for at, one in enumerate(moved)])
        self.touch("touchEnd", [])

    def touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def middle(self, element: str) -> tuple[float, float]:
        """Where the middle of what an expression finds is, once it is in sight."""
        x, y = self.ask(
            f"(() => {{ const one = {element}; one.scrollIntoView({{ block: 'nearest', "
            "inline: 'nearest' }); const box = one.getBoundingClientRect();"
            "return [box.left + box.width / 2, box.top + box.height / 2]; })()"
        )
        return x, y

    def tap(self, element: str) -> None:
        """Tap on the middle of an element, an expression in the page, once it is in sight; fail
        where something else lies over it."""
        point = self.until(
            f"""(() => {{ const one = {element}; if (!one) return null;
            one.scrollIntoView({{block: 'center', behavior: 'instant'}});
            const {{left, top, width, height}} = one.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            const hit = document.elementFromPoint(x, y);
            return width && (one.contains(hit) || hit?.contains(one)) ? [x, y] : null; }})()"""
        )
        self.fingers([tuple(point)])

    def write(self, text: str) -> None:
        """Write a text where the focus is, in place of what stands there."""
        self.ask("document.activeElement.select?.()")
        self.call("Input.insertText", text=text)

    def picture(self, file: Path) -> None:
        """Write what is seen as a PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


def spread(way: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points on the way that a finger is seen at, without the first."""
    return [
        (x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS)
        for (x, y), (to_x, to_y) in pairwise(way)
        for step in range(1, STEPS + 1)
    ]


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A page of a browser of its own, which keeps its things in ``folder``."""
    heard, asking = os.pipe()
    answers, said = os.pipe()
    command = [
        str(program()), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-dev-shm-usage", "--disable-extensions", f"--user-data-dir={folder}",
        "--remote-debugging-pipe",
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCH, str(heard), str(said), *command],
        pass_fds=(heard, said), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(heard)
    os.close(said)
    try:
        yield Page(Pipe(asking, answers))
    finally:
        process.kill()
        process.wait()
        os.close(asking)
        os.close(answers)
