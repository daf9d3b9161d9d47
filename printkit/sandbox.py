"""Where templates run: they see the game's data, nothing of Python or of the disk, and pay for all.

Jinja2's sandbox keeps a template from reaching Python; it does not keep it from using up time and
memory. Here every block of a template that runs spends steps of the component's budget, a loop's
body each time; what may take or make much (filters, methods, sums of texts, comparisons) spends by
the size of what it takes and makes. Sizes have limits of their own (`card_data.limits`).

What a template gives depends on nothing but its data: neither chance nor an object's address can be
printed.
"""

from __future__ import annotations

import math
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import suppress
from functools import partial
from types import BuiltinMethodType, CodeType, FrameType, MethodType
from typing import Any, cast
from xml.etree import ElementTree

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.debug import get_template_locals
from jinja2.environment import TemplateModule
from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.filters import FILTERS
from jinja2.idtracking import Symbols
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS
from jinja2.utils import Namespace, missing, pass_context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from card_data.limits import (
    DEEPEST_BLOCKS,
    DIGITS,
    LARGEST_NUMBER,
    LONGEST_LIST,
    LONGEST_TEXT,
    MOST_TOKENS,
    WIDEST_FILL,
)
from card_data.model import Model
from card_data.problems import clip, near, suggested
from printkit.budget import Budget
from printkit.colour import tint
from printkit.errors import MarkupError, Place
from printkit.markup import REASONS

RICH = frozenset(("a", "b", "i", "br", "icon"))
WRONG = Markup('<rich wrong="{}"/>')
TAG = re.compile(r"<[^<>]*>")
WIDTH = re.compile(r"%[^%a-zA-Z]*(?:\*|[0-9]{4})")  # of a format, and beyond `WIDEST_FILL`
ITEM = 8  # steps that an item costs which a filter gives
SHARE = 16  # characters of a text that cost a step
SOUGHT = 512  # comparisons of characters that cost a step, where one text is sought in another
FEW = 8  # texts that may be joined before anybody looks how long that gets
KINDS = {  # what a template's author calls the types that Python names in its errors
    "str": "text",
    "Markup": "text",
    "int": "a number",
    "float": "a number",
    "bool": "a flag",
    "NoneType": "nothing",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
}
TEXTS = frozenset((str, Markup))
SCALARS = TEXTS | {int, float, bool, type(None)}
NUMBERS = frozenset((int, float))
PRINTED = TEXTS | {int}
SCOPES = frozenset(("_loop_vars", "_block_vars"))  # which Jinja2 hands over with a call

CHEAP = frozenset(("abs", "count", "d", "default", "first", "last", "length", "rich", "tint"))
KEPT = CHEAP | frozenset(
    [
        *("batch", "capitalize", "center", "dictsort", "e", "escape", "float", "format", "groupby"),
        *("indent", "int", "items", "join", "list", "lower", "map", "max", "min", "reject"),
        *("rejectattr", "replace", "reverse", "round", "safe", "select", "selectattr", "slice"),
        *("sort", "string", "striptags", "sum", "title", "trim", "truncate", "unique", "upper"),
        *("wordcount",),
    ]
)
PRINTING = frozenset(  # filters that take their value as text
    [
        *("capitalize", "center", "e", "escape", "format", "indent", "lower", "replace", "safe"),
        *("string", "striptags", "title", "trim", "truncate", "upper", "wordcount"),
    ]
)
LABOUR: Mapping[str, float] = {  # steps that filters cost in addition: each item, ...
    **dict.fromkeys(("dictsort", "groupby", "sort"), 4),
    **dict.fromkeys(("reject", "rejectattr", "select", "selectattr"), 2),
    **dict.fromkeys(("join", "map", "max", "min", "sum", "unique"), 1),
    "title": 0.5,  # ... or each character of a text
    "striptags": 0.25,
    "wordcount": 0.125,
}
FOLDED = (  # what is worked out once, if all in it is constant
    *(nodes.BinExpr, nodes.UnaryExpr, nodes.Compare, nodes.CondExpr),
    *(nodes.Filter, nodes.Test, nodes.Getattr, nodes.Getitem),
)
DEEPEST_SUM = 3  # to which a sum is searched for what makes it a number
SEEKING = frozenset(("replace", "trim"))  # filters that look for a text in their value
MANY = "*"  # the filter, which no template can name, of `f(*many)` and `f(**many)`
PART = 16  # steps that each further part of `attribute="a.b"` costs, for each item
PLAIN = frozenset((str, Markup, dict, list, tuple, LoopContext, Namespace, TemplateModule))
METHODS = {
    str: frozenset(
        [
            *("capitalize", "casefold", "count", "endswith", "find", "index", "isalnum"),
            *("isalpha", "isdecimal", "isdigit", "islower", "isspace", "istitle", "isupper"),
            *("lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rindex"),
            *("rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip"),
            *("swapcase", "title", "upper"),
        ]
    ),
    dict: frozenset(("get", "items", "keys", "values")),
    list: frozenset(("count", "index")),
    tuple: frozenset(("count", "index")),
    LoopContext: frozenset(("cycle", "changed")),
}


TAKEN: Mapping[str, Callable[[Context], tuple[Any, ...]]] = {  # by a filter before its value
    "": lambda context: (),
    "context": lambda context: (context,),
    "eval_context": lambda context: (context.eval_ctx,),
    "environment": lambda context: (context.environment,),
}


class Counted(Extension):
    """Templates of so many names and signs only: compiling them is what no step pays for."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        for number, token in enumerate(stream, 1):
            if number > MOST_TOKENS:
                message = f"its tags have more than {MOST_TOKENS:,} names and signs"
                raise TemplateSyntaxError(message, token.lineno, stream.name, stream.filename)
            yield token


class Folding(NodeTransformer):
    """Puts the value in an expression's place where it has constants only, innermost first."""

    def __init__(self, environment: jinja2.Environment) -> None:
        self.environment = environment

    def generic_visit(self, node: nodes.Node, *_: Any, **__: Any) -> nodes.Node:
        node = super().generic_visit(node)
        if isinstance(node, FOLDED) and all(map(is_constant, node.iter_child_nodes())):
            with suppress(nodes.Impossible):
                value = node.as_const()
                return nodes.Const.from_untrusted(value, node.lineno, self.environment)
        return node


class Names(Context):
    """The names that a template may use, which cost their number when they are handed on."""

    def __init__(
        self, environment: Sandbox, parent: dict[str, Any], *rest: Any, **named: Any
    ) -> None:
        environment.spend(PART + len(parent))
        super().__init__(environment, parent, *rest, **named)


class Sandbox(ImmutableSandboxedEnvironment):
    """Runs templates of one component, which spend its ``budget``."""

    context_class = Names
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(
        self, loader: jinja2.BaseLoader, cache: jinja2.BytecodeCache | None, budget: Budget
    ) -> None:
        self.code_generator_class = MeteringGenerator
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
        self.spend = budget.spend
        self.broken: dict[str, Exception] = {}
        self.globals = {"range": spanned, "dict": dict, "namespace": Namespace}
        own = {"rich": self.rich, "tint": tinted, "striptags": without_tags, "format": formatted}
        every = FILTERS | own | {"join": joined, "round": rounded, "sum": summed}
        self.filters = {name: self.metered(name, every[name]) for name in sorted(KEPT)}
        self.filters[MANY] = self.weighed
        self.tests = {name: self.metered_test(cast(Any, test)) for name, test in TESTS.items()}
        self.tests["in"] = self.found_in

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

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None,
        defer_init: bool = False,
    ) -> str:  # fmt: skip
        """The template's Python; what a loop's condition leaves out is paid for too, as a list,
        and so is what is handed over as many arguments."""
        Folding(self).visit(source)
        for loop in source.find_all(nodes.For):
            if loop.test is not None:
                loop.iter = filtered(loop.iter, "list")
        for call in source.find_all((nodes.Call, nodes.Filter, nodes.Test)):
            for many in ("dyn_args", "dyn_kwargs"):
                if (given := getattr(call, many)) is not None:
                    setattr(call, many, filtered(given, MANY))
        return super()._generate(source, name, filename, defer_init)

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
        self.spend(COSTLY[nodes.Include] * len(names))
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
            self.weighed(argument)
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
        return __self.kept(result) if type(result) not in NUMBERS else result

    def admit(self, called: Any, values: tuple[Any, ...]) -> None:
        """Let a template call something with these values, or raise `MarkupError`."""
        if not callable(called):
            return  # Python says so
        self.spend(ITEM)
        self.weighed(values)
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
        self.weighed(owner)
        for value in values:
            if isinstance(value, str) and len(value) > WIDEST_FILL:
                most = f"{WIDEST_FILL:,} characters"
                raise MarkupError(
                    f"{name}: found a text of {len(value):,}, expected at most {most}"
                )
        self.seek(values, owner)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if type(left) in NUMBERS and type(right) in NUMBERS and operator != "**":
            value = self.binop_table[operator](left, right)
            if -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                return value
        if operator == "%" and isinstance(left, str):
            values = self.weighed(right) if isinstance(right, tuple) else (right,)
            return self.kept(formatted(left, *values))
        if operator == "*":
            checked_product(left, right)
        elif operator == "**":
            checked_power(left, right)
        elif operator == "+" and isinstance(left, str | list | tuple):
            checked_length(len(left) + (len(right) if isinstance(right, Sized) else 0), left)
        return self.kept(self.binop_table[operator](left, right))

    def printed(self, value: Any) -> str:
        """What an expression in a template gives, as markup, if that can be printed."""
        kind = type(value)
        if kind in TEXTS:
            if len(value) > SHARE:  # what is shorter, its block has paid for
                self.spend(len(value) // SHARE)
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
        return cast(str, self.kept(markup_join(values)))

    def found_in(self, sought: Any, values: Any) -> bool:
        """Whether ``sought`` is in a text, a list or a mapping."""
        if type(sought) not in SCALARS:
            self.weighed(sought)
        self.weighed(values)
        if type(sought) in TEXTS:
            self.seek((sought,), values)
        return sought in values

    def rich(self, text: str) -> Markup:
        """A text of the data whose markup is kept: ``<b> <i> <br/> <icon name=…/>``.

        In place of a wrong text stands an element that says what is wrong, so that the reader
        blames it where the text is used.
        """
        if type(text) not in TEXTS:
            printable(text)
        plain = "<" not in text and "&" not in text
        self.spend(len(text) // (SHARE if plain else 2))
        return Markup(text) if plain else marked_up(text)

    # --- what it costs

    def weighed(self, value: Any) -> Any:
        """``value``, whose size with all that is in it has been paid for."""
        kind = type(value)
        if kind in TEXTS:
            self.spend(1 + len(value) // SHARE)
        elif kind in SCALARS:
            return value
        elif isinstance(value, list | tuple):
            self.spend(1 + len(value))
            for item in value:
                if type(item) not in NUMBERS:
                    self.weighed(item)
        elif isinstance(value, dict):
            self.spend(1 + len(value))
            for item in value.values():
                self.weighed(item)
        elif isinstance(value, Sized) and kind is not Unknown:
            self.spend(1 + len(value))
        return value

    def kept(self, value: Any) -> Any:
        """What an operation made, if it is not too large; it has been paid for."""
        kind = type(value)
        if kind in TEXTS:
            if len(value) > LONGEST_TEXT:
                checked_length(len(value), value)
            self.spend(1 + len(value) // SHARE)
        elif kind in NUMBERS:
            checked_number(value)
        elif kind in SCALARS:
            return value
        elif isinstance(value, list | tuple):
            checked_length(len(value), value)
            self.spend(1 + len(value))
        elif isinstance(value, Iterator):
            return self.kept(self.listed(value))
        return value

    def seek(self, texts: Iterable[Any], whole: Any) -> None:
        """Pay for looking for ``texts`` in a text: each of their characters, at each place."""
        if isinstance(whole, str):
            for text in texts:
                if isinstance(text, str):
                    self.spend(len(text) * len(whole) // SOUGHT)

    def laboured(self, steps: float, value: Any, given: Iterable[Any]) -> None:
        """Pay for what a filter does with each item, and with each part of an attribute's name."""
        if isinstance(value, Sized):
            for text in given:
                if isinstance(text, str) and not isinstance(value, str):
                    steps += PART * (text.count(".") + text.count(","))
            self.spend(int(steps * len(value)))

    def listed(self, values: Iterator[Any]) -> list[Any]:
        """The items of an iterator, which has an end for sure only if they are counted."""
        found = []
        for value in values:
            found.append(value)
            self.spend(ITEM)
        return found

    def metered(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that is paid for by the sizes of what it takes and makes."""
        if name in CHEAP:
            return function
        taken = TAKEN[getattr(getattr(function, "jinja_pass_arg", None), "name", "")]
        check = CHECKS.get(name)
        labour = LABOUR.get(name, 0)

        @pass_context
        def run(context: Context, value: Any, *args: Any, **kwargs: Any) -> Any:
            if name in PRINTING:
                printable(value)
            value = self.listed(value) if isinstance(value, Iterator) else self.weighed(value)
            given = (*args, *kwargs.values()) if kwargs else args
            if given:
                self.weighed(given)
            if name in SEEKING:
                self.seek(given, value)
            if labour:
                self.laboured(labour, value, given)
            if check is not None:
                try:
                    check(value, *args, **kwargs)
                except MarkupError as error:
                    raise MarkupError(f"{name}: {error}") from None
            return self.kept(function(*taken(context), value, *args, **kwargs))

        return run

    def metered_test(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A test that is paid for by the sizes of what it compares."""
        if function in (TESTS["defined"], TESTS["undefined"], TESTS["none"]):
            return function
        environment = getattr(function, "jinja_pass_arg", None) is not None

        @pass_context
        def run(context: Context, *values: Any) -> Any:
            self.weighed(values)
            return function(context.environment, *values) if environment else function(*values)

        return run


class MeteringGenerator(CodeGenerator):
    """Writes a template's Python so that all that it does is paid for."""

    depth = 0
    symbols: Symbols | None = None  # of the block that is being written
    handed = 0  # names that includes and the like hand over, each written once more

    def blockvisit(self, body: Iterable[nodes.Node], frame: Frame) -> None:
        """A block, which costs what stands in it each time that it runs, and its names."""
        statements = list(body)
        outer, self.symbols = self.symbols, frame.symbols
        names = 0 if outer is frame.symbols else len(frame.symbols.loads)
        self.depth += 1
        if self.depth > DEEPEST_BLOCKS:
            message = f"blocks are nested more than {DEEPEST_BLOCKS} deep"
            self.fail(message, statements[0].lineno if statements else 1)
        self.writeline(f"environment.spend({1 + names // 4 + sum(map(cost, statements))})")
        super().blockvisit(statements, frame)
        self.depth -= 1
        self.symbols = outer

    def dump_local_context(self, frame: Frame) -> str:
        """What hands a block's names over, to an include above all."""
        self.handed += len(frame.symbols.dump_stores())
        if self.handed > MOST_TOKENS:
            self.fail(f"its includes take more than {MOST_TOKENS:,} names", 1)
        return super().dump_local_context(frame)

    def _output_child_to_const(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> str:
        """Text that stands there as it is; a constant expression is printed like any other."""
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        """What is printed is escaped in the same step, whatever ``{% autoescape %}`` says."""
        self.write("environment.printed(")

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        self.write(")")

    def visit_Const(self, node: nodes.Const, frame: Frame) -> None:  # noqa: N802
        if not is_finite(node.value):
            self.fail("the number is too large", node.lineno)
        super().visit_Const(node, frame)

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """A sum; one of numbers grows so slowly that nobody need look."""
        if is_number(node.left) or is_number(node.right):
            self.plainly(node, frame)
        else:
            super().visit_Add(node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """A product; nobody need look at one with a fraction, which cannot repeat anything."""
        if is_fraction(node.left) or is_fraction(node.right):
            self.plainly(node, frame)
        else:
            super().visit_Mul(node, frame)

    def plainly(self, node: nodes.BinExpr, frame: Frame) -> None:
        self.write("(")
        self.visit(node.left, frame)
        self.write(f" {node.operator} ")
        self.visit(node.right, frame)
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """A comparison; what ``in`` costs depends on both its sides, so that it stands alone."""
        first, *others = node.ops
        if not {"in", "notin"}.intersection(operand.op for operand in node.ops):
            super().visit_Compare(node, frame)
            return
        if others:
            self.fail("`in` beside another comparison: put one of them in brackets", node.lineno)
        self.write("(not " if first.op == "notin" else "(")
        self.write("environment.found_in(")
        self.visit(node.expr, frame)
        self.write(", ")
        self.visit(first.expr, frame)
        self.write("))")

    def visit_Operand(self, node: nodes.Operand, frame: Frame) -> None:  # noqa: N802
        self.write(f" {operators[node.op]} ")
        self.weigh(node.expr, frame)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """An item; a slice, for which Jinja2 does not ask the environment, costs its size."""
        if not isinstance(node.arg, nodes.Slice):
            return super().visit_Getitem(node, frame)
        self.write("environment.kept(")
        super().visit_Getitem(node, frame)
        self.write(")")
        return None

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self.write("{")
        for pair in node.items:
            self.weigh(pair.key, frame)
            self.write(": ")
            self.visit(pair.value, frame)
            self.write(", ")
        self.write("}")

    def weigh(self, node: nodes.Expr, frame: Frame) -> None:
        """An expression whose value costs its size, unless it stands there as it is."""
        plain = isinstance(node, nodes.Const)
        self.write("" if plain else "environment.weighed(")
        self.visit(node, frame)
        self.write("" if plain else ")")


def is_constant(node: nodes.Node) -> bool:
    """Whether a part of an expression stands there as it is, perhaps with a name or a sign."""
    if isinstance(node, nodes.Helper):
        return all(map(is_constant, node.iter_child_nodes()))
    return isinstance(node, nodes.Const)


def filtered(node: nodes.Node, name: str) -> nodes.Filter:
    return nodes.Filter(cast(nodes.Expr, node), name, [], [], None, None, lineno=node.lineno)


def is_finite(value: object) -> bool:
    """Whether Python can write a constant down: there is no literal for infinity."""
    if isinstance(value, list | tuple):
        return all(map(is_finite, value))
    if isinstance(value, dict):
        return all(map(is_finite, (*value, *value.values())))
    return not isinstance(value, float) or math.isfinite(value)


def is_fraction(node: nodes.Node, deep: int = 0) -> bool:
    """Whether an expression gives a float for sure, if it gives anything."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, float)
    if isinstance(node, nodes.Add | nodes.Sub | nodes.Mul) and deep < DEEPEST_SUM:
        return is_fraction(node.right, deep + 1) or is_fraction(node.left, deep + 1)
    return isinstance(node, nodes.Div)


def is_number(node: nodes.Node, deep: int = 0) -> bool:
    """Whether an expression gives a number for sure, if it gives anything."""
    if isinstance(node, nodes.Const):
        return type(node.value) in NUMBERS
    if isinstance(node, nodes.Add):
        if deep == DEEPEST_SUM:
            return False
        return is_number(node.right, deep + 1) or is_number(node.left, deep + 1)
    kinds = nodes.Sub | nodes.Div | nodes.FloorDiv | nodes.Neg | nodes.Pos
    return isinstance(node, kinds) or is_fraction(node, deep)


COSTLY = {
    nodes.Include: 100,
    nodes.Import: 100,
    nodes.FromImport: 100,
    nodes.Call: 5,
    nodes.Filter: 5,
    nodes.Getattr: 2,
}


def cost(node: nodes.Node) -> int:
    """The steps of a statement or an expression, without those of blocks in it."""
    if isinstance(node, nodes.TemplateData):
        return 1 + len(node.data) // SHARE
    if isinstance(node, nodes.Const):
        return 1 + (len(node.value) // SHARE if isinstance(node.value, str) else 0)
    inner = node.iter_child_nodes(exclude=("body", "else_"))
    if isinstance(node, nodes.Output):
        return 1 + sum(1 + cost(child) for child in inner)
    return COSTLY.get(type(node), 1) + sum(map(cost, inner))


# --- limits of what operations make


def checked_length(length: int, value: object) -> None:
    """Refuse a text or a list that would be too long."""
    what, most, parts = (
        ("text", LONGEST_TEXT, "characters")
        if isinstance(value, str)
        else ("list", LONGEST_LIST, "items")
    )
    if length > most:
        raise MarkupError(f"makes a {what} of more than {most:,} {parts}")


def checked_number(number: float) -> None:
    if not abs(number) <= LARGEST_NUMBER:
        raise MarkupError(f"makes a number beyond {LARGEST_NUMBER:.0e}, or none at all")


def checked_product(left: Any, right: Any) -> None:
    """Refuse a text or a list repeated too often, before it is."""
    for value, times in ((left, right), (right, left)):
        if isinstance(value, str | list | tuple) and isinstance(times, int):
            checked_length(len(value) * times, value)


def checked_power(base: Any, power: Any) -> None:
    if type(base) in NUMBERS and type(power) in NUMBERS and abs(base) > 1:
        checked_number(math.inf if power * math.log2(abs(base)) > 60 else 0)


def check_fill(value: Any, count: Any = 0, *_: Any, **named: Any) -> None:
    """Refuse to fill up, or to divide, into too many."""
    for wide in (count, *named.values()):
        if isinstance(wide, int) and wide > WIDEST_FILL:
            raise MarkupError(f"found {wide}, expected at most {WIDEST_FILL:,}")


def check_indent(value: str, width: Any = 4, *_: Any, **named: Any) -> None:
    width = named.get("width", width)
    wide = len(width) if isinstance(width, str) else int(width)
    check_fill(value, wide)
    checked_length(len(value) + (value.count("\n") + 1) * wide, value)


def check_replace(value: Any, old: Any, new: Any, *_: Any, **__: Any) -> None:
    value, old, new = (str(printable(one)) for one in (value, old, new))
    times = value.count(old) if old else len(value) + 1
    checked_length(len(value) + times * len(new), value)


def check_truncate(
    value: Any, length: Any = 255, killwords: Any = False, end: Any = "...", *_: Any, **__: Any
) -> None:
    least = len(str(printable(end)))
    if type(length) is not int or length < least:
        raise MarkupError(f"found {printable(length)}, expected a whole number of at least {least}")


def check_trim(value: Any, chars: Any = None) -> None:
    check_fill(value, len(chars or ""))


CHECKS: Mapping[str, Callable[..., None]] = {
    "batch": check_fill,
    "center": check_fill,
    "indent": check_indent,
    "replace": check_replace,
    "slice": check_fill,
    "trim": check_trim,
    "truncate": check_truncate,
}


# --- what templates may call and filter by


def spanned(*limits: int) -> range:
    """Python's ``range``, not too long."""
    span = range(*limits)
    if len(span) > LONGEST_LIST:
        raise MarkupError(f"makes a list of more than {LONGEST_LIST:,} items")
    return span


def formatted(text: str, *values: Any, **named: Any) -> str:
    """A text with values in the places of ``%s`` and its like."""
    if WIDTH.search(text):
        raise MarkupError(f"{clip(text)}: expected widths of at most {WIDEST_FILL - 1}, as digits")
    given = [value for value in (*values, *named.values()) if isinstance(value, str)]
    widest = max([WIDEST_FILL, *map(len, given)])
    checked_length(len(text) + text.count("%") * widest, text)
    shown = tuple(printable(value) for value in values)
    return text % ({name: printable(value) for name, value in named.items()} or shown)


def rounded(value: float, precision: int = 0, method: str = "common") -> float:
    if not abs(precision) <= DIGITS:
        raise MarkupError(f"round: found {precision}, expected at most {DIGITS} digits")
    return cast(float, FILTERS["round"](value, precision, method))


@pass_context
def joined(
    context: Context, values: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> str:
    """Texts and numbers one after the other, with ``d`` between them."""
    if attribute is not None:
        values = context.environment.filters["map"](context, values, attribute=attribute)
    parts = [printable(value) for value in values]
    between = len(str(printable(d)))
    checked_length(sum([len(str(part)) + between for part in parts]), "")
    return cast(str, FILTERS["join"](context.eval_ctx, parts, d))


@pass_context
def summed(
    context: Context, values: Iterable[Any], attribute: str | int | None = None, start: float = 0
) -> float:
    """The sum of numbers."""
    if attribute is not None:
        values = context.environment.filters["map"](context, values, attribute=attribute)
    total = start
    for value in values:
        if type(value) not in NUMBERS:
            raise MarkupError(f"sum: found {kind_of(value)}, expected numbers")
        total += value
    return total


def tinted(colour: str, share: float) -> str:
    """`tint` of a text."""
    if type(colour) not in TEXTS:
        printable(colour)
    return tint(colour, share)


def without_tags(text: str) -> str:
    """A text without its markup, white space collapsed."""
    return Markup(" ".join(TAG.sub("", str(text)).split())).unescape()


def marked_up(text: str) -> Markup:
    """A text's markup, or an element that says what is wrong in it."""
    try:
        root = ElementTree.fromstring(f"<text>{text}</text>")
    except ElementTree.ParseError as error:
        reason = REASONS.get(error.code, str(error).split(":")[0])
        return WRONG.format(f"not well-formed: {reason} in {clip(text)}")
    for element in root.iter():
        if element is not root and element.tag not in RICH:
            wanted = "<b>, <i>, <br/>, <icon/> or <a>"
            return WRONG.format(f"<{element.tag}> in {clip(text)}: expected {wanted}")
    return Markup(text)


def kind_of(value: object) -> str:
    """What a template's author calls a value."""
    return KINDS.get(type(value).__name__, "a function" if callable(value) else "several values")


def printable(value: object) -> object:
    """``value`` if it is a text or a number, which can be printed; else `MarkupError`."""
    if type(value) in TEXTS or type(value) is int or type(value) is Unknown:
        return value  # an unknown value fails with its own message
    if type(value) is float:
        checked_number(value)
        return value
    raise MarkupError(f"found {kind_of(value)}, expected a text or a number to print")


# --- names that there are not


class Unknown(jinja2.StrictUndefined):
    """Jinja2's undefined value, whose error says what would do, where the value was asked for.

    That is where the name is written, which may be far from where the value is used.
    """

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: Any = None, exc: Any = None
    ) -> None:
        frame = template_frame()
        self.known = known_at(frame) if obj is missing else known_in(obj)
        if frame is not None:
            frame.f_globals["environment"].spend(PART + len(self.known))
        super().__init__(hint, obj, name, cast(Any, partial(failed, *place_in(frame))))

    __index__ = jinja2.Undefined._fail_with_undefined_error

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        name, owner = self._undefined_name, self._undefined_obj
        if isinstance(name, int) and isinstance(owner, Sized):
            return f"there is no item {name}: the list has {len(owner)}"
        return f"unknown name {clip(str(name))}{near(str(name), self.known)}"


def template_frame() -> FrameType | None:
    """The innermost frame of a template that runs; None if none does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and "__jinja_template__" not in frame.f_globals:
        frame = frame.f_back
    return frame


def place_in(frame: FrameType | None) -> tuple[Any, CodeType | None, int]:
    """Where a template's ``frame`` has come to; to find its line takes long, in long templates."""
    if frame is None:
        return None, None, 0
    return frame.f_globals["__jinja_template__"], frame.f_code, frame.f_lasti


def failed(template: Any, code: CodeType | None, at: int, message: str) -> MarkupError:
    """An error at the place that `place_in` noted."""
    if template is None or code is None:
        return MarkupError(message)
    line = next((line for start, end, line in code.co_lines() if start <= at < end), None)
    place = Place(template.filename, template.get_corresponding_lineno(line or 1))
    return MarkupError(message, place=place)


def known_at(frame: FrameType | None) -> list[str]:
    """The names that a template may use where its ``frame`` has come to."""
    if frame is None:
        return []
    builtin = frame.f_globals["environment"].globals
    return [name for name in get_template_locals(frame.f_locals) if name not in builtin]


def known_in(value: object) -> list[str]:
    """The names that a template may ask ``value`` for."""
    if isinstance(value, Mapping):
        return [str(key) for key in value]
    if isinstance(value, TemplateModule):
        return [name for name in vars(value) if not name.startswith("_")]
    own = getattr(value, "_fields", ())  # a named tuple's methods are none of its fields
    if not own and not isinstance(value, str | int | float | list | tuple | None):
        own = dir(value)
    return [name for name in own if not name.startswith("_")]
