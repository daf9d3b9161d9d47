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
from types import BuiltinMethodType, FrameType, MethodType
from typing import Any, cast
from xml.etree import ElementTree

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.debug import get_template_locals
from jinja2.environment import TemplateModule
from jinja2.filters import FILTERS
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS
from jinja2.utils import Namespace, missing, pass_context
from markupsafe import Markup, escape

from card_data.limits import (
    DEEPEST_BLOCKS,
    DIGITS,
    LARGEST_NUMBER,
    LONGEST_LIST,
    LONGEST_TEXT,
    WIDEST_FILL,
)
from card_data.model import Model
from card_data.problems import clip, near, suggested
from printkit.budget import Budget
from printkit.colour import tint
from printkit.errors import MarkupError, Place
from printkit.markup import REASONS

RICH = frozenset(("b", "i", "br", "icon"))
WRONG = Markup('<rich wrong="{}"/>')
TAG = re.compile(r"<[^<>]*>")
WIDTH = re.compile(r"%[^%a-zA-Z]*(?:\*|[0-9]{4})")  # of a format, and beyond `WIDEST_FILL`
ITEM = 8  # steps that an item costs which a filter gives
SHARE = 16  # characters of a text that cost a step
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
PLAIN = frozenset((str, Markup, dict, list, tuple, LoopContext, Namespace))
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


class Sandbox(ImmutableSandboxedEnvironment):
    """Runs templates of one component, which spend its ``budget``."""

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
        )
        self.budget = budget
        self.spend = budget.spend
        self.broken: dict[str, Exception] = {}
        self.globals = {"range": spanned, "dict": dict, "namespace": Namespace}
        own = {"rich": rich, "tint": tint, "striptags": without_tags, "format": formatted}
        every = FILTERS | own | {"join": joined, "round": rounded, "sum": summed}
        self.filters = {name: self.metered(name, every[name]) for name in sorted(KEPT)}
        self.tests = {name: self.metered_test(cast(Any, test)) for name, test in TESTS.items()}

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
        """The template's Python; what a loop's condition leaves out is paid for too, as a list."""
        for loop in source.find_all(nodes.For):
            if loop.test is not None:
                loop.iter = nodes.Filter(loop.iter, "list", [], [], None, None, lineno=loop.lineno)
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

    # --- what templates do

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of one of our models, which is always safe; else what Jinja2 finds safe."""
        if isinstance(obj, Model):
            if attribute in obj.__struct_fields__:
                return getattr(obj, attribute)
        elif type(obj) in PLAIN and attribute[0] != "_":  # `call` sees to their methods
            with suppress(AttributeError):
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

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if type(left) in NUMBERS and type(right) in NUMBERS and operator != "**":
            value = self.binop_table[operator](left, right)
            if -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                return value
        if operator == "%" and isinstance(left, str):
            return self.kept(formatted(left, *right if isinstance(right, tuple) else (right,)))
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
        return cast(str, self.kept(markup_join(values)))

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
            self.spend(1 + len(value) // 4)
        elif isinstance(value, Iterator):
            return self.kept(self.listed(value))
        return value

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

        @pass_context
        def run(context: Context, value: Any, *args: Any, **kwargs: Any) -> Any:
            if name in PRINTING:
                printable(value)
            value = self.listed(value) if isinstance(value, Iterator) else self.weighed(value)
            if args:
                self.weighed(args)
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

    def blockvisit(self, body: Iterable[nodes.Node], frame: Frame) -> None:
        """A block, which costs what stands in it each time that it runs."""
        statements = list(body)
        self.depth += 1
        if self.depth > DEEPEST_BLOCKS:
            message = f"blocks are nested more than {DEEPEST_BLOCKS} deep"
            self.fail(message, statements[0].lineno if statements else 1)
        self.writeline(f"environment.spend({1 + sum(map(cost, statements))})")
        super().blockvisit(statements, frame)
        self.depth -= 1

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


def is_finite(value: object) -> bool:
    """Whether Python can write a constant down: there is no literal for infinity."""
    if isinstance(value, list | tuple):
        return all(map(is_finite, value))
    if isinstance(value, dict):
        return all(map(is_finite, (*value, *value.values())))
    return not isinstance(value, float) or math.isfinite(value)


def is_fraction(node: nodes.Node) -> bool:
    """Whether an expression gives a float for sure, if it gives anything."""
    if isinstance(node, nodes.Const):
        return isinstance(node.value, float)
    if isinstance(node, nodes.Add | nodes.Sub | nodes.Mul):
        return is_fraction(node.left) or is_fraction(node.right)
    return isinstance(node, nodes.Div)


def is_number(node: nodes.Node) -> bool:
    """Whether an expression gives a number for sure, if it gives anything."""
    if isinstance(node, nodes.Const):
        return type(node.value) in NUMBERS
    if isinstance(node, nodes.Add):
        return is_number(node.left) or is_number(node.right)
    kinds = nodes.Sub | nodes.Div | nodes.FloorDiv | nodes.Neg | nodes.Pos
    return isinstance(node, kinds) or is_fraction(node)


COSTLY = {
    nodes.Include: 100,
    nodes.Import: 100,
    nodes.FromImport: 100,
    nodes.Call: 5,
    nodes.Filter: 5,
}


def cost(node: nodes.Node) -> int:
    """The steps of a statement or an expression, without those of blocks in it."""
    if isinstance(node, nodes.TemplateData):
        return 1 + len(node.data) // SHARE
    inner = node.iter_child_nodes(exclude=("body", "else_"))
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


def without_tags(text: str) -> str:
    """A text without its markup, white space collapsed."""
    return Markup(" ".join(TAG.sub("", str(text)).split())).unescape()


def rich(text: str) -> Markup:
    """A text of the data whose markup is kept: ``<b> <i> <br/> <icon name=…/>``.

    In place of a wrong text stands an element that says what is wrong, so that the reader blames
    it where the text is used.
    """
    if "<" not in text and "&" not in text:
        return Markup(text)
    try:
        root = ElementTree.fromstring(f"<text>{text}</text>")
    except ElementTree.ParseError as error:
        reason = REASONS.get(error.code, str(error).split(":")[0])
        return WRONG.format(f"not well-formed: {reason} in {clip(text)}")
    for element in root.iter():
        if element is not root and element.tag not in RICH:
            wanted = "<b>, <i>, <br/> or <icon/>"
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
        super().__init__(hint, obj, name, cast(Any, partial(MarkupError, place=line_of(frame))))

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


def line_of(frame: FrameType | None) -> Place | None:
    """The line of a template that its ``frame`` has come to."""
    if frame is None:
        return None
    template = frame.f_globals["__jinja_template__"]
    return Place(template.filename, template.get_corresponding_lineno(frame.f_lineno))


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
