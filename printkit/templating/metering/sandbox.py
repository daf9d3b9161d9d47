"""Where templates run: they see the game's data, nothing of Python or of the disk, and pay for all.

Jinja2's sandbox keeps a template from reaching Python; it does not keep it from using up time and
memory. Here every block of a template that runs spends steps of the component's budget
(`compiling`); what may take or make much (filters, methods, sums of texts, comparisons) spends by
the size of what it takes and makes (`meter`). Sizes have limits of their own (`card_data.limits`).

What a template gives depends on nothing but its data: neither chance nor an object's address can be
printed.
"""

from __future__ import annotations

import warnings
from collections.abc import Sized
from contextlib import suppress
from types import BuiltinMethodType, MethodType
from typing import Any, cast

import jinja2
from jinja2 import nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup, escape

from card_data.limits import LARGEST_NUMBER
from card_data.model import Model
from card_data.problems import clip, suggested
from printkit.budget import Budget
from printkit.errors import MarkupError, Place
from printkit.templating.filters import (
    METHODS,
    all_filters,
    all_tests,
    check_method,
    formatted,
    spanned,
)
from printkit.templating.metering.compiling import COSTLY, MANY, Counted, MeteringGenerator
from printkit.templating.metering.meter import (
    ITEM,
    NUMBERS,
    SCALARS,
    SHARE,
    TEXTS,
    Meter,
    checked_length,
    checked_power,
    checked_product,
    kind_of,
    printable,
)
from printkit.templating.metering.names import Names, Unknown

FEW = 8  # texts that may be joined before anybody looks how long that gets
PRINTED = TEXTS | {int}
SCOPES = frozenset(("_loop_vars", "_block_vars"))  # which Jinja2 hands over with a call
PLAIN = frozenset((str, Markup, dict, list, tuple, LoopContext, Namespace, TemplateModule))


class Sandbox(ImmutableSandboxedEnvironment):
    """Runs templates of one component, which spend its ``budget``."""

    code_generator_class = MeteringGenerator
    context_class = Names
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(
        self, loader: jinja2.BaseLoader, cache: jinja2.BytecodeCache | None, budget: Budget
    ) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=Unknown,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=cache,
            auto_reload=False,  # what a build has read holds to its end
            extensions=(Counted,),
            optimized=False,  # `Folding` does it in one pass; Jinja2's own goes over all each time
        )
        self.budget = budget
        self.meter = Meter(budget)
        self.broken: dict[str, Exception] = {}
        self.globals = {"range": spanned, "dict": dict, "namespace": Namespace}
        self.filters = all_filters(self.meter) | {MANY: self.meter.weighed}
        self.tests = all_tests(self.meter) | {"in": self.found_in}

    # --- compiling

    def _load_template(self, name: str, globals: Any) -> jinja2.Template:
        """A template; one that cannot be compiled is not tried again for the next face."""
        if name in self.broken:
            raise self.broken[name].with_traceback(None)
        try:
            return super()._load_template(name, globals)
        except RecursionError:  # it may be fine, and only what includes it too deep
            raise
        except Exception as error:
            self.broken[name] = error
            raise

    def compile(self, source: Any, name: Any = None, filename: Any = None, *rest: Any) -> Any:
        """Compile a template, which costs nothing: it may also come from the cache."""
        left = self.budget.left
        try:
            with warnings.catch_warnings():  # Python's, at what a template does in vain
                warnings.simplefilter("ignore")
                return super().compile(source, name, filename, *rest)
        except RecursionError:
            place = Place(filename) if filename else None
            raise MarkupError("nested too deeply", place=place) from None
        finally:
            self.budget.left = left

    def select_template(self, names: Any, *rest: Any, **named: Any) -> jinja2.Template:
        """The first template that there is of ``names``, each of which is looked for."""
        self.meter.spend(COSTLY[nodes.Include] * len(names))
        return super().select_template(names, *rest, **named)

    # --- what templates do

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of one of our models, which is always safe; else what Jinja2 finds safe."""
        if isinstance(obj, Model):
            if attribute in obj.__struct_fields__:
                return getattr(obj, attribute)
        elif type(obj) is dict and attribute in obj and not hasattr(dict, attribute):
            return obj[attribute]
        elif type(obj) in PLAIN and attribute[0] != "_":  # `call` sees to their methods
            with suppress(AttributeError):
                return getattr(obj, attribute)
        elif attribute in getattr(type(obj), "_fields", ()):  # of a named tuple
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        if type(argument) not in SCALARS:
            self.meter.weighed(argument)
        return super().getitem(obj, argument)

    def unsafe_undefined(self, obj: Any, attribute: str) -> jinja2.Undefined:
        hint = f"a template may not use {clip(attribute, quoted=False)}"
        return self.undefined(hint, obj=obj, name=attribute)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a macro, or what else a template may call; its arguments may have any name."""
        if type(__obj) is not Macro:
            named = (value for name, value in kwargs.items() if name not in SCOPES)
            __self.admit(__obj, (*args, *named))
        result = __context.call(__obj, *args, **kwargs)
        return __self.meter.kept(result) if type(result) not in NUMBERS else result

    def admit(self, called: Any, values: tuple[Any, ...]) -> None:
        """Let a template call something with these values, or raise `MarkupError`."""
        if not callable(called):
            return  # Python says so
        self.meter.spend(ITEM)
        self.meter.weighed(values)
        if called in (spanned, dict, Namespace) or isinstance(called, LoopContext | BlockReference):
            return
        if isinstance(called, jinja2.Undefined):
            called._fail_with_undefined_error()
        owner = getattr(called, "__self__", None)
        if isinstance(called, MethodType) and isinstance(owner, Model):
            return
        name = getattr(called, "__name__", "")
        known = next((METHODS[kind] for kind in METHODS if isinstance(owner, kind)), None)
        if not isinstance(called, BuiltinMethodType | MethodType) or known is None:
            raise MarkupError(f"a template may not call {clip(name or kind_of(called))}")
        if name not in known:
            raise MarkupError(f"a template may not call {clip(name)}{suggested(name, known)}")
        self.meter.weighed(owner)
        check_method(name, values)
        self.meter.seek(values, owner)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if type(left) in NUMBERS and type(right) in NUMBERS and operator != "**":
            value = self.binop_table[operator](left, right)
            if -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                return value
        if operator == "%" and isinstance(left, str):
            values = self.meter.weighed(right) if isinstance(right, tuple) else (right,)
            return self.meter.kept(formatted(left, *values))
        if operator == "*":
            checked_product(left, right)
        elif operator == "**":
            checked_power(left, right)
        elif operator == "+" and isinstance(left, str | list | tuple):
            checked_length(len(left) + (len(right) if isinstance(right, Sized) else 0), left)
        return self.meter.kept(self.binop_table[operator](left, right))

    def printed(self, value: Any) -> str:
        """What an expression in a template gives, as markup, if that can be printed."""
        kind = type(value)
        if kind in TEXTS:
            if len(value) > SHARE:  # what is shorter, its block has paid for
                self.meter.spend(len(value) // SHARE)
            text: str = escape(value) if kind is str else value
            return text
        if kind is not int and not (kind is float and abs(value) <= LARGEST_NUMBER):
            printable(value)
        return str(value)

    def joined(self, values: tuple[Any, ...]) -> str:
        """The texts and numbers one after the other: ``a ~ b``."""
        for value in values:
            if type(value) not in PRINTED:
                printable(value)
        if len(values) > FEW:
            checked_length(sum([len(value) for value in values if isinstance(value, str)]), "")
        return cast(str, self.meter.kept(markup_join(values)))

    def found_in(self, sought: Any, values: Any) -> bool:
        """Whether ``sought`` is in a text, a list or a mapping."""
        if type(sought) not in SCALARS:
            self.meter.weighed(sought)
        self.meter.weighed(values)
        if type(sought) in TEXTS:
            self.meter.seek((sought,), values)
        return sought in values
