"""Templates compiled to Python that pays for all it does.

Each block spends its cost when it runs, a loop's body each time; an operation whose cost depends on
its values asks the environment. What compiling itself takes is not paid for, so it has limits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, cast

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.idtracking import Symbols
from jinja2.lexer import Token, TokenStream
from jinja2.visitor import NodeTransformer

from card_data.limits import DEEPEST_BLOCKS, MOST_TOKENS
from printkit.templating.metering.meter import NUMBERS, SHARE

FOLDED = (  # what is worked out once, if all in it is constant
    *(nodes.BinExpr, nodes.UnaryExpr, nodes.Compare, nodes.CondExpr),
    *(nodes.Filter, nodes.Test, nodes.Getattr, nodes.Getitem),
)
DEEPEST_SUM = 3  # to which a sum is searched for what makes it a number
MANY = "*"  # the filter, which no template can name, of `f(*many)` and `f(**many)`
COSTLY = {  # steps of a node, where they are more than one
    nodes.Extends: 3_000,  # what a template prints goes through all that extend it
    nodes.Include: 100,
    nodes.Import: 100,
    nodes.FromImport: 100,
    nodes.Call: 5,
    nodes.Filter: 5,
    nodes.Getattr: 2,
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


class MeteringGenerator(CodeGenerator):
    """Writes a template's Python so that all that it does is paid for."""

    depth = 0
    symbols: Symbols | None = None  # of the block that is being written
    handed = 0  # names that includes and the like hand over, each written once more

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        Folding(self.environment).visit(node)
        pay_for_many(node)
        super().visit_Template(node, frame)

    def blockvisit(self, body: Iterable[nodes.Node], frame: Frame) -> None:
        """A block, which costs what stands in it each time that it runs, and its names."""
        statements = list(body)
        outer, self.symbols = self.symbols, frame.symbols
        names = 0 if outer is frame.symbols else len(frame.symbols.loads)
        self.depth += 1
        if self.depth > DEEPEST_BLOCKS:
            message = f"blocks are nested more than {DEEPEST_BLOCKS} deep"
            self.fail(message, statements[0].lineno if statements else 1)
        self.writeline(f"environment.meter.spend({1 + names // 4 + sum(map(cost, statements))})")
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
        self.write("environment.meter.kept(")
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
        self.write("" if plain else "environment.meter.weighed(")
        self.visit(node, frame)
        self.write("" if plain else ")")


def pay_for_many(template: nodes.Template) -> None:
    """Let it also pay for what a loop's condition leaves out, and for ``*many`` arguments."""
    for loop in template.find_all(nodes.For):
        if loop.test is not None:
            loop.iter = filtered(loop.iter, "list")
    for call in template.find_all((nodes.Call, nodes.Filter, nodes.Test)):
        for many in ("dyn_args", "dyn_kwargs"):
            if (given := getattr(call, many)) is not None:
                setattr(call, many, filtered(given, MANY))


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
