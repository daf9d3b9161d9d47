"""The error for an unknown name in a template: where it is, and which names there are."""

from __future__ import annotations

import sys
from collections.abc import Sized
from functools import partial
from types import CodeType, FrameType, MappingProxyType
from typing import Any, cast

import jinja2
from jinja2.debug import get_template_locals
from jinja2.environment import TemplateModule
from jinja2.utils import missing

from card_data.problems import did_you_mean, quote
from printkit.errors import MarkupError, SourceLocation
from printkit.templating.plain import Record


class Unknown(jinja2.StrictUndefined):
    """Jinja2's undefined value; its error suggests a name, at the line where it was looked up.

    That is where the name is written, which may be far from where the value is used.
    """

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: Any = None, exc: Any = None
    ) -> None:
        frame = template_frame()
        self.known = known_at(frame) if obj is missing else known_in(obj)
        key = name if isinstance(obj, dict | MappingProxyType) and isinstance(name, str) else ""
        super().__init__(hint, obj, name, cast(Any, partial(failed, *place_in(frame), key)))

    __index__ = jinja2.Undefined._fail_with_undefined_error

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        name, owner = self._undefined_name, self._undefined_obj
        if isinstance(name, int) and isinstance(owner, Sized):
            return f"there is no item {name}: the list has {len(owner)}"
        said = f"unknown name {quote(str(name))}{did_you_mean(str(name), self.known)}"
        shared = isinstance(owner, Record) and owner.is_row() and not str(name).startswith("_")
        if said.endswith(")") and shared:
            return f"{said}; if other tables have it, test it: {{% if card.{name} is defined %}}"
        return said


def template_frame() -> FrameType | None:
    """Return the innermost frame of a template that runs; None if none does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and "__jinja_template__" not in frame.f_globals:
        frame = frame.f_back
    return frame


def place_in(frame: FrameType | None) -> tuple[Any, CodeType | None, int]:
    """Where a template's ``frame`` has come to; to find its line takes long, in long templates."""
    if frame is None:
        return None, None, 0
    return frame.f_globals["__jinja_template__"], frame.f_code, frame.f_lasti


def failed(
    template: Any, code: CodeType | None, at: int, missing: str, message: str
) -> MarkupError:
    """Return an error at the place that `place_in` noted, of the key that a mapping lacks."""
    if template is None or code is None:
        return MarkupError(message, missing=missing)
    line = next((line for start, end, line in code.co_lines() if start <= at < end), None)
    place = SourceLocation(template.filename, template.get_corresponding_lineno(line or 1))
    return MarkupError(message, place=place, missing=missing)


def known_at(frame: FrameType | None) -> list[str]:
    """Return the names that a template may use where its ``frame`` has come to."""
    if frame is None:
        return []
    builtin = frame.f_globals["environment"].globals
    return [name for name in get_template_locals(frame.f_locals) if name not in builtin]


def known_in(value: object) -> list[str]:
    """Return the names that a template may ask ``value`` for."""
    if isinstance(value, Record):
        return value.names()
    if isinstance(value, dict | MappingProxyType):
        return [str(key) for key in value]
    if isinstance(value, TemplateModule):
        return [name for name in vars(value) if not name.startswith("_")]
    return []
