"""Where templates run: Jinja2's immutable sandbox, in which there is plain data and little to call.

What a template gives depends on nothing but its data. What it costs is limited where a command is
given an untrusted game: see `card_data.program.sandbox`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, MethodWrapperType
from typing import Any

import jinja2
from jinja2.runtime import BlockReference
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printkit.cache.folder import private_cache_folder
from printkit.cache.inputs import kit_digest
from printkit.templating.filters import filters, functions, printable, tests
from printkit.templating.plain import Function, Record
from printkit.templating.unknown import Unknown

CALLED = BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType, BlockReference


class Context(jinja2.runtime.Context):
    """The context in which a template runs."""

    def super(self, name: str, current: Callable[..., Any]) -> Any:
        return without_text(super().super(name, current))


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of one game's templates; with ``kept`` compiled ones are reused later."""

    context_class = Context

    def __init__(self, loader: jinja2.BaseLoader, *, kept: bool = True) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=Unknown,
            finalize=judged,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=compiled() if kept else None,
            auto_reload=False,  # what a build has read holds to its end
            optimized=False,  # so that what is kept has none of our filters' results in it
        )
        self.globals = functions()
        self.filters = filters()
        self.tests = tests()

    def compile(self, *given: Any, **named: Any) -> Any:
        with warnings.catch_warnings():  # Python's, at what a template does in vain
            warnings.simplefilter("ignore")
            return super().compile(*given, **named)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a field of a record, an item of a mapping, or what Jinja2's sandbox allows."""
        kind = type(obj)
        if kind is Record or kind is MappingProxyType:
            try:
                return obj[attribute]
            except KeyError:
                if kind is Record:
                    return self.undefined(obj=obj, name=attribute)
        return without_text(super().getattr(obj, attribute))

    def unsafe_undefined(self, obj: Any, attribute: str) -> jinja2.Undefined:
        """Return what is not for templates is as good as not there."""
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an item of a list or a mapping, or a field of a record."""
        if type(obj) is Record:
            return self.getattr(obj, str(argument))
        return without_text(super().getitem(obj, argument))


@jinja2.pass_context  # without which constants would be printed as they are
def judged(_: jinja2.runtime.Context, value: Any) -> Any:
    """`printable` of a value."""
    return printable(value)


def without_text(found: Any) -> Any:
    """Return ``found``, but a function or a block in a form that has no text."""
    return Function(found) if isinstance(found, CALLED) else found


def compiled() -> jinja2.BytecodeCache | None:
    """Return the cache of templates compiled by this very code, Jinja2 and Python; None where no
    folder is private to this user."""
    cache = private_cache_folder()
    if cache is None:
        return None
    folder = cache / "templates"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        return jinja2.FileSystemBytecodeCache(str(folder), f"{kit_digest()}-%s.cache")
    return None
