"""Where templates run: Jinja2's immutable sandbox, in which there is plain data and little to call.

What a template gives depends on nothing but its data. What it costs is not counted here: a template
of anybody's runs behind a wall (`card_data.wall`).
"""

from __future__ import annotations

import warnings
from types import MappingProxyType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateModule
from jinja2.filters import _GroupTuple
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import pass_context
from jinja2.visitor import NodeTransformer

from printkit.errors import MarkupError
from printkit.templating.functions import (
    CONCAT,
    LOOP,
    Function,
    Scope,
    filters,
    functions,
    method,
    printable,
    tests,
)
from printkit.templating.plain import Record, kind_of
from printkit.templating.unknown import Unknown

CALLED = (Macro, Function, LoopContext)  # what templates may call, beside `namespace`


@pass_context  # so that Jinja2 does not print constants by itself
def finalized(context: Context, value: Any) -> Any:
    """What ``{{ value }}`` prints."""
    return printable(value)


class Concatenation(NodeTransformer):
    """Has `a ~ b` refuse what cannot be printed, as ``{{ a }}`` does."""

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:  # noqa: N802
        self.generic_visit(node)
        first, *others = node.nodes
        return nodes.Filter(first, CONCAT, others, [], None, None, lineno=node.lineno)


class Sandbox(ImmutableSandboxedEnvironment):
    """Runs the templates of one game."""

    intercepted_binops = frozenset("%")

    def __init__(self, loader: jinja2.BaseLoader, cache: jinja2.BytecodeCache | None) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=Unknown,
            finalize=finalized,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=cache,
            auto_reload=False,  # what a build has read holds to its end
        )
        self.globals = functions()
        self.filters = filters()
        self.tests = tests()

    def compile(self, source: Any, name: Any = None, filename: Any = None, *rest: Any) -> Any:
        with warnings.catch_warnings():  # Python's, at what a template does in vain
            warnings.simplefilter("ignore")
            if isinstance(source, str):
                source = Concatenation().visit(self.parse(source, name, filename))
            return super().compile(source, name, filename, *rest)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of a record, an item of a mapping, what is exported, or a method to call."""
        if isinstance(obj, Record | dict | MappingProxyType) and attribute in obj:
            return obj[attribute]
        if isinstance(obj, LoopContext) and attribute in LOOP:
            return getattr(obj, attribute)
        if isinstance(obj, Scope | TemplateModule) and attribute[:1] != "_":
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass
        if isinstance(obj, _GroupTuple) and attribute in obj._fields:
            return getattr(obj, attribute)
        if isinstance(obj, jinja2.Undefined):
            obj._fail_with_undefined_error()
        found = method(obj, attribute)
        return self.undefined(obj=obj, name=attribute) if found is None else found

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An item of a list or a mapping, or what has that name."""
        if isinstance(argument, str) and not isinstance(obj, dict | MappingProxyType):
            named = isinstance(obj, Record | Scope | LoopContext | TemplateModule | _GroupTuple)
            return self.getattr(obj, argument) if named else self.undefined(obj=obj, name=argument)
        try:
            return obj[argument]
        except (LookupError, TypeError, AttributeError):
            return self.undefined(obj=obj, name=argument)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a macro or a registered function; their arguments may have any name."""
        if isinstance(__obj, CALLED) or __obj is Scope:
            return __context.call(__obj, *args, **kwargs)
        if isinstance(__obj, jinja2.Undefined):
            __obj._fail_with_undefined_error()
        raise MarkupError(f"a template may not call {kind_of(__obj)}")

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """A remainder, or a text with values in the places of ``%s`` and its like."""
        if isinstance(left, str):
            for value in right if isinstance(right, tuple) else (right,):
                printable(value)
        return left % right
