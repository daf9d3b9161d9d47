"""Whole templates made at random: sound ones, over what the games really hold, and bare calls.

`whole` knows the kinds of what it makes, so that most of its templates can be printed; `hostile`
calls anything with anything, so that most of what it makes is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from printkit.templating.functions import OF_JINJA, OF_LISTS, OF_MAPPINGS, OF_TEXTS
from printkit.templating.plain import Record, plain
from tests.fuzz.mutations import SNIPPETS

PARTS = "'common/parts_of.svg'"
OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "~", "<", "==", "in", "and")
DEEPEST = 2  # expressions inside one another
LEAST_SAID = 30  # characters to which texts of unknown length are cut
SVG = '<svg xmlns="http://www.w3.org/2000/svg">\n'
COLOURS = ("#1f4e5f", "#000000", "#8c2f39", "none")
ICONS = ("quill", "inkpot", "scroll", "star", "key")
WORDS = ("a", "word", "two words", "x1", "Zeile", "naïve", "1 + 1", "e")
Items = dict[str, str]  # of an item of a list: the kinds of its fields, "" for the item itself


class Words(NamedTuple):
    """What a template of a game may name: texts, numbers and flags, and lists of rows."""

    texts: tuple[str, ...]
    numbers: tuple[str, ...]
    flags: tuple[str, ...]
    lists: tuple[tuple[str, Items], ...]
    names: tuple[str, ...]  # of every field there is
    piece: str


def words_of(values: dict[str, Any], piece: str = "") -> Words:
    """All that is found in what a template is given."""
    found: dict[str, list[str]] = {"text": [], "number": [], "flag": []}
    lists: list[tuple[str, Items]] = []
    names: dict[str, None] = {}

    def walk(name: str, value: Any, depth: int = 0) -> None:
        if kind := kind_of(value):
            found[kind].append(name)
        elif depth > 4:
            return
        elif isinstance(value, Record):
            names.update(dict.fromkeys(value.names()))
            for field in value.names():
                if field not in ("rulebook", "set_up", "entries", "told_in", "index"):
                    walk(f"{name}.{field}", value[field], depth + 1)
        elif isinstance(value, MappingProxyType):
            names.update(dict.fromkeys(str(key) for key in value))
            for key in list(value)[:3]:
                walk(f"{name}[{key!r}]", value[key], depth + 1)
        elif isinstance(value, tuple) and value:
            lists.append((name, items_of(value)))
            walk(f"{name}[{len(value) // 2}]", value[len(value) // 2], depth + 1)

    for name, value in values.items():
        walk(name, plain(value))
    texts, numbers, flags = (tuple(found[kind]) for kind in ("text", "number", "flag"))
    lists = [one for one in lists if one[1]]
    return Words(texts, numbers, flags, tuple(lists), tuple(names), piece)


def kind_of(value: Any) -> str:
    """What may be done with a value; nothing if it is more than one value, or none."""
    kinds = {bool: "flag", int: "number", float: "number", str: "text"}
    return kinds.get(type(value), "")


def items_of(values: tuple[Any, ...]) -> Items:
    """The fields that all of ``values`` have, with their kinds."""
    found: Items | None = None
    for value in values[:50]:
        if isinstance(value, Record):
            kinds = {name: kind_of(value[name]) for name in value.names() if name != "by_players"}
        else:
            kinds = {"": kind_of(value)}
        kinds = {name: kind for name, kind in kinds.items() if kind}
        found = kinds if found is None else dict(found.items() & kinds.items())
    return found or {}


class Maker:
    """Makes a template out of ``words``; names that it sets are known inside the block alone."""

    def __init__(self, words: Words, chance: Random) -> None:
        self.words, self.chance = words, chance
        self.known: dict[str, list[str]] = {
            "text": [], "number": ["w", "h", "bleed", "safe", "index"], "flag": [],
        }  # fmt: skip
        self.macros: list[str] = []
        self.names = 0

    def one(self, *makers: Callable[[], str]) -> str:
        return self.chance.choice(makers)()

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    # --- expressions

    def value(self, kind: str, depth: int = 0) -> str:
        return {"text": self.text, "number": self.number, "flag": self.flag}[kind](depth)

    def plainest(self, kind: str, of: tuple[str, ...], literals: tuple[str, ...]) -> str:
        """A name of that kind, or a literal."""
        known = self.known[kind]
        if known and self.chance.random() < 0.4:
            return self.chance.choice(known)
        if of and self.chance.random() < 0.7:
            return self.chance.choice(of)
        return self.chance.choice(literals)

    def number(self, depth: int = 0) -> str:
        literals = ("0", "1", "2", "3", "7", "0.5", "12.25", "-1", "100")
        simple = partial(self.plainest, "number", self.words.numbers, literals)
        if depth >= DEEPEST or self.chance.random() < 0.3:
            return simple()
        n = partial(self.number, depth + 1)
        t = partial(self.text, depth + 1)
        rows = self.rows(depth + 1, "number")
        some = f"{rows[0]}|map(attribute='{rows[1]}')|list" if rows[1] else f"{rows[0]}|list"
        return self.one(
            lambda: f"({n()} {self.chance.choice('+-*')} {n()})",
            lambda: f"({n()} {self.chance.choice(('/', '//', '%'))} {self.chance.choice('2357')})",
            lambda: f"({n()} ** 2)",
            lambda: f"{n()}|{self.chance.choice(('abs', 'int', 'float', 'round(1)', 'round'))}",
            lambda: f"({t()})|{self.chance.choice(('length', 'wordcount', 'count'))}",
            lambda: f"({t()}).{self.chance.choice(('count', 'find'))}('e')",
            lambda: (
                f"({some})|{self.chance.choice(('sum', 'first', 'last', 'max', 'min', 'length'))}"
            ),
            lambda: f"({rows[0]})|sum({f'attribute={rows[1]!r}' if rows[1] else ''})",
            lambda: f"[{n()}, {n()}]|{self.chance.choice(('max', 'min', 'sum', 'first'))}",
            lambda: f"({n()} if {self.flag(depth + 1)} else {n()})",
            lambda: f"range({self.chance.randrange(1, 9)})|{self.chance.choice(('sum', 'max'))}",
            lambda: f"(none|default({n()}, true))",
        )

    def flag(self, depth: int = 0) -> str:
        simple = partial(self.plainest, "flag", self.words.flags, ("true", "false"))
        if depth >= DEEPEST or self.chance.random() < 0.2:
            return simple()
        n = partial(self.number, depth + 1)
        t = partial(self.text, depth + 1)
        compared = ("<", "<=", ">", ">=", "==", "!=")
        tests = ("string", "number", "mapping", "iterable", "none", "sequence", "defined", "true")
        return self.one(
            lambda: f"{n()} {self.chance.choice(compared)} {n()}",
            lambda: f"{t()} {self.chance.choice(compared)} {t()}",
            lambda: f"({n()})|int is {self.chance.choice(('odd', 'even', 'divisibleby(3)'))}",
            lambda: f"({self.chance.choice((n, t))()}) is {self.chance.choice(tests)}",
            lambda: f"(not {self.flag(depth + 1)})",
            lambda: f"({self.flag(depth + 1)} {self.chance.choice(('and', 'or'))} {simple()})",
            lambda: f"{t()} {self.chance.choice(('in', 'not in'))} {t()}",
            lambda: f"({t()}).{self.chance.choice(('startswith', 'endswith'))}('a')",
            lambda: "nothing is undefined",
        )

    def text(self, depth: int = 0) -> str:
        literals = tuple(f"'{word}'" for word in WORDS)
        simple = partial(self.plainest, "text", self.words.texts, literals)
        if depth >= DEEPEST or self.chance.random() < 0.3:
            return simple()
        t = partial(self.text, depth + 1)
        n = partial(self.number, depth + 1)
        rows = self.rows(depth + 1, "text")
        each = f"{rows[0]}|map(attribute='{rows[1]}')" if rows[1] else rows[0]
        cases = ("upper", "lower", "title", "capitalize", "trim", "striptags", "string", "e")
        methods = ("upper()", "strip()", "title()", "swapcase()", "lower()", "split()|first|d('')")
        return self.one(
            lambda: f"({t()} ~ {self.chance.choice((t, n))()})",
            lambda: f"({t()})|{self.chance.choice(cases)}",
            lambda: f"({t()}).{self.chance.choice(methods)}",
            lambda: f"({t()})|replace('e', {simple()})",
            lambda: f"({t()})|truncate({self.chance.randrange(5, 40)})",
            lambda: f"({t()})|center({self.chance.randrange(30)})",
            lambda: f"({t()})[{self.chance.choice((':9', '1:', '::2', '-3:'))}]",
            lambda: f"'%s, %s'|format({t()}, {n()})",
            lambda: f"('%.1f' % ({n()}))",
            lambda: f"[{t()}, {n()}]|join(', ')",
            lambda: f"({each})|join('{self.chance.choice((', ', ' ', '+'))}')",
            lambda: f"({each})|{self.chance.choice(('first', 'last', 'min', 'max'))}|d('')",
            lambda: f"({each}|list)|{self.chance.choice(('sort', 'unique', 'reverse'))}|join(' ')",
            lambda: f"({t()} if {self.flag(depth + 1)} else {t()})",
            lambda: f"(none|default({t()}, true))",
            lambda: f"dict(a={t()}, b={t()}).{self.chance.choice(('a', 'b'))}",
            lambda: f"{{'k': {t()}}}['k']",
        )

    def rows(self, depth: int, kind: str = "") -> tuple[str, str, Items]:
        """A list, a field of that kind (nothing if it is the item itself), and all its fields."""
        fits = [
            one for one in self.words.lists if not kind or kind in one[1].values()
        ]  # fmt: skip
        literal = {"number": "[3, 1, 2]", "text": "['b', 'a', 'c']", "flag": "[true]"}
        if not fits or self.chance.random() < 0.1:
            kind = kind or "number"
            return literal[kind], "", {"": kind}
        expression, fields = self.chance.choice(fits)
        names = [name for name, one in fields.items() if not kind or one == kind]
        field = self.chance.choice(names)
        if "" in fields:
            more: tuple[str, ...] = ("|sort", "|unique|list", "|reverse|list", "[:4]")
        else:
            named = self.chance.choice(list(fields))
            more = (
                f"|sort(attribute='{named}')", f"|unique(attribute='{named}')|list",
                f"|sort(reverse=true, attribute='{named},{field}')", "|reverse|list", "[:5]",
                f"|selectattr('{named}', 'defined')|list", f"|rejectattr('{named}', 'none')|list",
                "|batch(2)|first|list", f"|groupby('{named}'))[0].list|sort(attribute='{named}'",
                "|slice(2)|first|list",
            )  # fmt: skip
        if self.chance.random() < 0.4 and depth < DEEPEST:
            expression = f"({expression}{self.chance.choice(more)})"
        return expression, field, fields

    # --- blocks

    def within(self, made: Callable[[], str], **names: list[str]) -> str:
        """What is made while further names are known."""
        before = {kind: list(known) for kind, known in self.known.items()}
        for kind, more in names.items():
            self.known[kind] += more
        text = made()
        self.known = before
        return text

    def block(self, made: Callable[[], str], depth: int = 0) -> str:
        """Something made, in loops, conditions and the like."""
        if depth >= 2 or self.chance.random() < 0.4:
            return made()
        inner = partial(self.block, made, depth + 1)
        return self.one(
            lambda: self.loop(inner),
            lambda: f"{{% if {self.flag()} %}}{inner()}{{% else %}}{inner()}{{% endif %}}",
            lambda: (
                f"{{% if {self.flag()} %}}{inner()}{{% elif {self.flag()} %}}{inner()}{{% endif %}}"
            ),
            lambda: self.setting(inner),
            lambda: self.counting(inner),
            lambda: self.macro(inner),
            lambda: self.calling(inner),
            lambda: (
                f"{{% filter {self.chance.choice(('trim', 'safe'))} %}}{inner()}{{% endfilter %}}"
            ),
            lambda: f"{{# {self.chance.choice(WORDS)} #}}{inner()}",
            lambda: f"{inner()}\n{inner()}",
        )

    def loop(self, inner: Callable[[], str]) -> str:
        name = self.name()
        rows, _, fields = self.rows(0)
        known: dict[str, list[str]] = {"number": ["loop.index", "loop.revindex0", "loop.length"]}
        known["flag"] = ["loop.first", "loop.last"]
        for field, kind in fields.items():
            known.setdefault(kind, []).append(f"{name}.{field}" if field else name)
        body = self.within(inner, **known)
        where = f" if {self.chance.choice(known['number'][3:] or ['1'])}" * (
            self.chance.random() < 0.2
        )
        empty = f"{{% else %}}{inner()}" * (self.chance.random() < 0.2)
        few = f"({rows})[:{self.chance.randrange(1, 4)}]"
        return f"{{% for {name} in {few}{where} %}}{body}{empty}{{% endfor %}}"

    def setting(self, inner: Callable[[], str]) -> str:
        name, kind = self.name(), self.chance.choice(("text", "number", "flag"))
        value = self.value(kind)
        body = self.within(inner, **{kind: [name]})
        if kind == "text" and self.chance.random() < 0.3:
            return f"{{% set {name} %}}{{{{ {value} }}}}{{% endset %}}{body}"
        if self.chance.random() < 0.3:
            return f"{{% with {name} = {value} %}}{body}{{% endwith %}}"
        return f"{{% set {name} = {value} %}}{body}"

    def counting(self, inner: Callable[[], str]) -> str:
        """A sum in a namespace."""
        name = self.name()
        rows, field, _ = self.rows(0, "number")
        item = f"i.{field}" if field else "i"
        body = self.within(inner, number=[f"{name}.n"], text=[f"{name}.t"])
        return (
            f"{{% set {name} = namespace(n={self.number(2)}, t={self.text(2)}) %}}"
            f"{{% for i in {rows} %}}{{% set {name}.n = {name}.n + {item} %}}"
            f"{{% set {name}.t = {name}.t[:9] ~ loop.index %}}{{% endfor %}}{body}"
        )

    def macro(self, inner: Callable[[], str]) -> str:
        name = self.name()
        body = self.within(inner, text=["said"], number=["size"])
        calls = [f"{{{{ {name}({self.text(1)}, {self.number(1)}) }}}}"]
        calls += [f"{{{{ {name}(size={self.number(1)}, said='x') }}}}"] * self.chance.randrange(2)
        return f"{{% macro {name}(said='', size=1) %}}{body}{{% endmacro %}}{''.join(calls)}"

    def calling(self, inner: Callable[[], str]) -> str:
        name = self.name()
        return (
            f"{{% macro {name}(said) %}}{{{{ caller() }}}}{{% endmacro %}}"
            f"{{% call {name}({self.text(1)}) %}}{inner()}{{% endcall %}}"
        )

    # --- markup

    def within_face(self, most: float = 45) -> str:
        """A length on the face, whatever the number in it."""
        if self.chance.random() < 0.6:
            return str(round(self.chance.uniform(4, most), 1))
        return f"{{{{ [[{self.number()}, 4]|max, {most}]|min }}}}"

    def short(self) -> str:
        """A text in a tag, cut so that it fits."""
        return f"{{{{ ({self.text()})|truncate({LEAST_SAID}, true) }}}}"

    def look(self) -> str:
        fill = self.chance.choice((*COLOURS, "{{ '#1f4e5f'|tint(0.6) }}"))
        return f'fill="{fill}"' + ' stroke="#000000" stroke-width="0.4"' * self.chance.randrange(2)

    def element(self) -> str:
        """Something drawn."""
        at = self.within_face

        def place() -> str:
            return f'x="{at()}" y="{at()}"'

        def mark() -> str:
            return self.chance.choice(("dot", "mark"))

        piece = f'<piece {self.words.piece} x="{at(20)}" y="{at(20)}" width="20"/>'
        return self.one(
            lambda: f'<rect {place()} width="{at(12)}" height="{at(12)}" rx="1" {self.look()}/>',
            lambda: f'<circle cx="{at()}" cy="{at()}" r="{at(9)}" {self.look()}/>',
            lambda: f'<line x1="{at()}" y1="{at()}" x2="{at()}" y2="9" stroke="#000000"/>',
            lambda: (
                f'<path d="M{at()} {at()}L{at()} {at()}C{at()} 9 9 {at()} 20 20Z" {self.look()}/>'
            ),
            lambda: f'<polygon points="{at()},{at()} {at()},{at()} 20,20" {self.look()}/>',
            lambda: f'<text x="5" y="{at(60)}" font-size="7pt">{self.short()}</text>',
            self.textbox,
            self.textbox,
            lambda: f'<icon name="{self.chance.choice(ICONS)}" {place()} size="{at(9)}"/>',
            lambda: f'<use href="#{mark()}" {place()} width="{at(9)}" color="#1f4e5f"/>',
            lambda: piece if self.words.piece else self.textbox(),
            lambda: (
                f'<g transform="translate({at(6)} 1) rotate(3)">{self.block(self.element, 1)}</g>'
            ),
            self.layout,
            lambda: "{% include 'common/fragment.svg' %}",
            lambda: f"{{% import 'common/parts_of.svg' as p %}}{{{{ p.dot({self.number(1)}) }}}}",
            lambda: (
                f"{{% from {PARTS} import label with context %}}{{{{ label({self.text(1)}) }}}}"
            ),
        )

    def layout(self) -> str:
        """What gives its children places, sometimes in another."""
        size = f'<icon name="quill" size="{self.within_face(4)}"/>'
        text = f'<textbox font-size="6pt" min-font-size="2pt">{self.block(self.short, 1)}</textbox>'
        child = (size, text, f"<rect {self.look()}/>", f'<repeat times="3">{size}</repeat>')
        held = "".join(self.chance.choice(child) for _ in range(self.chance.randrange(1, 4)))
        inner = f'<row gap="1">{held}</row>' if self.chance.random() < 0.3 else held
        kind = self.chance.choice(("row", "column", "stack", 'grid columns="2"'))
        return f'<{kind} pad="5">{inner}</{kind.split()[0]}>'

    def textbox(self) -> str:
        """A text over lines, with marks in it."""
        said = [self.block(self.short, 1) for _ in range(self.chance.choice((1, 1, 2)))]
        said += [
            self.chance.choice(
                ("<br/>", "<b>b</b>", '<icon name="quill" size="200%"/>', "<i>i</i>", "")
            )
        ]
        also = self.chance.choice(("", "", ' text-overflow="ellipsis"', ' stroke="#ffffff"'))
        align = self.chance.choice(("left", "center", "right", "justify"))
        top = self.chance.randrange(5, 20)
        return (
            f'<textbox x="5" y="{top}" width="{{{{ w - 10 }}}}" height="60"'
            f' font-size="6pt" min-font-size="2pt" align="{align}"{also}>{" ".join(said)}</textbox>'
        )

    def paragraph(self) -> str:
        label = 'label="1" indent="5"' * self.chance.randrange(2)
        box = self.chance.random() < 0.2
        text = f'<p {label} before="1">{self.block(self.short, 1)}</p>'
        return f'<box tint="#f3ead8" pad="1">{text}</box>' if box else text

    def whole(self) -> str:
        """A template."""
        parts = [self.block(self.element) for _ in range(self.chance.choice((1, 1, 2, 3)))]
        if self.chance.random() < 0.2:
            blocks = "\n".join(self.block(self.paragraph) for _ in range(2))
            page = '<page><frame x="5" y="5" width="50" height="70"/></page>'
            parts.append(f'<flow font-size="6pt">{page}<p>A</p>{blocks}</flow>')
        body = "\n".join(parts)
        if self.chance.random() < 0.1:
            return f"{{% extends 'common/base_of.svg' %}}{{% block body %}}{body}{{% endblock %}}"
        return f"{SVG}{body}\n</svg>\n"


def whole(words: Words, chance: Random) -> str:
    """A template that can most often be printed."""
    return Maker(words, chance).whole()


# --- anything with anything

ATTRIBUTES = ("t", "n", "0", "", "a.b", "1.0.1", "__class__", "title", "_of", "t,t", "-1", "get")
OBJECTS = (
    "game", "data", "card", "find", "lengths", "ns", "mac", "loop", "self", "range", "dict",
    "caller",
    "namespace", "game.sections", "game.sections[0].clauses[0]", "game.head", "game.options",
    "game.rulebook", "[ns, ns]", "[ns] * 3000", "(1,)", "{}", "''", "big", "deep", "mac()", "it",
    "none", "1e308", "(1e308 * 10)", "-1", "[]", "[[]]", "[deep, deep]", "range(99999)", "nothing",
    "data.numbers",
    "{'a': ns}", "it()", "dict(a=mac)", "game.head.players", "data.facts", "big.upper", "10 ** 14",
)  # fmt: skip
CALLS = (  # methods that models, texts, mappings and Python itself have or had
    *("under", "drawn", "of", "facts", "level_names", "words", "word", "now", "rows", "tables"),
    *("clauses", "components", "folder", "id", "load", "format", "format_map", "clear", "pop"),
    *("__init__", "__class__", "__dict__", "__globals__", "__struct_fields__", "__getitem__"),
    *("_names", "_of", "_values", "names", "append", "extend", "update", "sort", "setdefault"),
    *("encode", "join", "translate", "mro", "copy", "fromkeys", "cycle", "changed", "arguments"),
    *sorted(OF_TEXTS | OF_MAPPINGS | OF_LISTS),
)
BEFORE = {  # what hostile templates may have at hand
    "ns": "{% set ns = namespace(t=(1,), n=2, get='{0}'.format, choice='{0.__init__}'.format) %}",
    "deep": "{% for i in range(14) %}{% set ns.t = (ns.t, ns.t) %}{% endfor %}"
    "{% set deep = ns.t %}",
    "big": "{% set big = 'a<b> ' * 5000 %}",
    "mac": "{% macro mac(x) %}{{ x }}{{ caller and caller() }}{% endmacro %}",
    "it": "{% set it = game.title.upper %}",
}


class Attacker:
    """Makes expressions of anything."""

    def __init__(self, words: Words, chance: Random) -> None:
        self.words, self.chance = words, chance

    def value(self, depth: int = 0) -> str:
        pick = self.chance.choice
        if depth > 3 or (depth > 0 and self.chance.random() < 0.3):
            return pick(
                (*OBJECTS, *self.words.texts[:9], *self.words.numbers[:9], f"'{pick(CALLS)}'")
            )
        made = partial(self.value, depth + 1)
        match self.chance.randrange(11):
            case 0 | 1 | 2:
                return f"({made()})|{pick(OF_JINJA)}{self.arguments(depth)}"
            case 3 | 4:
                values = [made() for _ in range(self.chance.randrange(3))]
                return f"({made()}).{self.field()}({', '.join(values)})"
            case 5:
                return f"({made()}).{self.field()}"
            case 6:
                return f"({made()})[{made()}]"
            case 7:
                return f"({made()} {pick(OPERATORS)} {made()})"
            case 8:
                return f"[{made()}, {made()}]"
            case 9:
                return f"namespace({pick(('t', 'get', 'word', 'choice', 'n'))}={made()})"
        return f"({made()}) is {pick(('sameas', 'eq', 'in', 'lt', 'divisibleby'))}({made()})"

    def field(self) -> str:
        return self.chance.choice((*CALLS, *self.words.names))

    def arguments(self, depth: int) -> str:
        made = partial(self.value, depth + 2)
        pick = self.chance.choice
        attribute = pick((repr(pick((*ATTRIBUTES, *self.words.names))), made()))
        return pick((
            "", "", f"(attribute={attribute})", f"(attribute={attribute})", f"({made()})",
            f"({attribute}, {made()})", f"({pick(OF_JINJA)!r}, {made()})", f"({made()}, {made()})",
            f"(default={made()})", f"(reverse=true, attribute={attribute})", f"(start={made()})",
            f"(case_sensitive={made()}, attribute={attribute})",
        ))  # fmt: skip


def hostile(words: Words, chance: Random) -> str:
    """A template that calls anything with anything."""
    attacker = Attacker(words, chance)
    parts = []
    for _ in range(chance.choice((1, 1, 2, 4))):
        made = attacker.value(chance.choice((0, 1, 2, 3)))
        parts.append(chance.choice((
            f"{{{{ {made} }}}}", f"{{{{ {made} }}}}", f"{{{{ ({made})|list|length }}}}",
            f"{{% for i in {made} %}}{{{{ i }}}}{{% endfor %}}", f"{{% if {made} %}}1{{% endif %}}",
            f"{{% for i in range(60) %}}{{% set ns.n = {made} %}}{{% endfor %}}{{{{ ns.n }}}}",
            f"{{% set ns.t = {made} %}}{{{{ ns.t|string|length }}}}",
            f"{{% call mac({made}) %}}{{{{ {attacker.value()} }}}}{{% endcall %}}",
            chance.choice(SNIPPETS["template"]),
        )))  # fmt: skip
    box = '<textbox x="5" y="5" width="50" height="70" font-size="6pt">'
    said = " ".join(parts)
    named = set(re.findall(r"\w+", said))
    named |= {"ns"} if "deep" in named else set()
    before = "".join(text for name, text in BEFORE.items() if name in named)
    return f"{SVG}{before}{box}{said}</textbox></svg>\n"
