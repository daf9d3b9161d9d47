"""A real browser to look at pages with: Chromium, if there is one, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ["--disable-gpu", "--disable-quic", "--disable-sync"]  # beside what Playwright adds
PATIENCE = 60_000  # ms for anything to happen
PHONE, SMALL, DESK = (390, 844), (360, 640), (1280, 800)


def program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=program(), args=QUIET) as browser,
    ):
        yield browser


class People:
    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.said: list[str] = []  # on the consoles of their pages, and errors there

    def page(self, size: tuple[int, int] = DESK) -> Page:
        """A page of somebody else, of so many pixels; by touch if it is a phone's."""
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce",
            has_touch=size != DESK, is_mobile=size != DESK,
        )  # fmt: skip
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self.said.append(message.text))
        context.on("weberror", lambda error: self.said.append(str(error.error)))
        return context.new_page()

    def leave(self) -> None:
        for context in self.browser.contexts:
            context.close()
