"""Templates that would hang, exhaust memory or change from run to run: refused, with the limit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from card_data.limits import LARGEST_MARKUP, LARGEST_TEMPLATE, MOST_PAGES, MOST_SHAPES
from printkit.drawing.paths import parse_path
from tests.card_data.copies import edit
from tests.printkit.test_bad_input import build, card
from tests.printkit.tools import ROOT, run
from tests.sweeps import label, sweep

GROW = "{% set ns = namespace(x=FIRST) %}{% for i in range(60) %}{% set ns.x = NEXT %}{% endfor %}"
TWICE = "{% macro m0() %}ten letters{% endmacro %}" + "".join(
    f"{{% macro m{level + 1}() %}}{{{{ m{level}() }}}}{{{{ m{level}() }}}}{{% endmacro %}}"
    for level in range(40)
)
MANY = "{% for i in range(99999) %}"
A_FUNCTION = "found a function, expected a text or a number to print"
NOT_PLAIN = "expected plain data"
# What the limits of the wall say, and those of markup and of Python.
LIMITS = (
    # the template is that of every row, and the clock may run out at any of them
    r"(?:comma|letter|line|page): takes too "
    r"(long: more than [0-9.]+ seconds|much memory: more than [0-9]+ MB)"
    r"|includes itself or is nested too deeply|cannot be evaluated|is too (large|long)"
    r"|takes too much work: more than|makes more than [0-9,]+ characters of markup"
)


def growing(first: str, grown: str) -> str:
    return GROW.replace("FIRST", first).replace("NEXT", grown)


PAIRS = growing("(1,)", "(ns.x, ns.x)")
NAMES = "".join(f"{{% set a{number} = 1 %}}" for number in range(500))
CLAUSE = "game.sections[0].clauses[0]"

# What would take hours, or all memory, behind a wall.
COSTLY = [
    f"{MANY}{MANY}{MANY}{{% endfor %}}{{% endfor %}}{{% endfor %}}",
    TWICE + "{{ m40() }}",
    growing("'xx'", "ns.x ~ ns.x"),
    growing("'xx'", "ns.x + ns.x"),
    growing("'xx'", "[ns.x, ns.x]|join"),
    growing("[1]", "ns.x + ns.x"),
    growing("9", "ns.x * ns.x"),
    growing("3", "ns.x - (0 - ns.x) * ns.x") + "{{ ns.x // 7 }}",
    "{% set ns = namespace(x=(1,), y=(1,)) %}{% for i in range(60) %}{% set ns.x = (ns.x, ns.x) %}"
    "{% set ns.y = (ns.y, ns.y) %}{% endfor %}{{ 1 if ns.x == ns.y else 2 }}",
    PAIRS + "{{ {ns.x: 1}|length }}",
    PAIRS + "{{ dict([(ns.x, 1)])|length }}",
    PAIRS + "{{ [ns.x, ns.x]|unique|length }}",
    PAIRS + "{{ [{'t': ns.x}, {'t': ns.x}]|unique(attribute='t')|list|length }}",
    PAIRS + "{{ [{'t': ns.x}] * 2|groupby('t')|length }}",
    PAIRS + "{{ 1 if ns.x in {1: 1} else 2 }}",
    "{{ ([{'a': 'x' * 1000000}] * 3000)|sort(attribute='a')|length }}",
    "{{ ([{'a': 'x' * 1000000}] * 2000)|groupby('a')|length }}",
    "{{ ('xé' * 1000000, 1) * 99 }}" * 2,
    "{{ (['xé' * 1000000] * 300)|map('upper')|list|length }}",
    "{{ ('%s' * 99999) % (('x' * 9999,) * 99999) }}",
    "{{ '%1000000000d' % 1 }}",
    r"{{ '%*d' % (1000000000, 1) }}",
    "{{ 'x' * 10**9 }}",
    "{{ [1] * 10**9 }}",
    "{{ 'x'|center(10**9) }}",
    "{{ [1]|batch(10**9, 'x')|list }}",
    "{{ [1]|slice(10**9)|list }}",
    "{{ range(10 ** 9)|list|length }}",
    "{{ ('x' * 99999)|replace('', 'y' * 99999) }}",
    NAMES + "{% for i in range(99999) %}{% include 'back.svg' %}{% endfor %}",
    f"{MANY}{'x' * 50000}{{% endfor %}}",
    f"{MANY}{{% include 'nothing.svg' ignore missing %}}{{% endfor %}}",
    "{% for i in range(100000) %}{{ game.sections|length }}{% for j in game.sections %}"
    "{{ j.clauses|map(attribute='text')|join }}{% endfor %}{% endfor %}",
    "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "{{ " + "1+" * 9000 + "1 }}",
    "{{ 1 }}" * 900 + "{% include 'card.svg' %}",
    "{% for x in [[1]] recursive %}{{ loop([x, x]) }}{% endfor %}",
    f"{MANY}<g/>{{% endfor %}}",
    f"{MANY}<text x='9' y='9'>a</text>{{% endfor %}}",
    "<text x='9' y='9'>{{ 'word ' * 199999 }}</text>",
    "<textbox x='5' y='5' width='40' height='40' font-size='283pt' min-font-size='0.3pt'>"
    "{{ 'w ' * 499999 }}</textbox>",
    "<text x='9' y='9'>{{ ('<b>' * 90000 ~ '</b>' * 90000)|rich }}</text>",
]  # fmt: skip
ALWAYS = [COSTLY[place] for place in (0, 15, 22)]

# What is no plain data may not be compared, called or handed on; a pattern of the message.
REFUSED = [
    *[(f"{{% set ns = namespace(t=1) %}}{{{{ [ns, ns]|{name}(attribute='t')|list }}}}", NOT_PLAIN)
      for name in ("unique", "sort", "max", "min", "groupby", "map", "sum")],
    (f"{{{{ {CLAUSE}.under(namespace(get='{{0:>3000000000}}'.format)) }}}}", "unknown name"),
    (f"{{{{ {CLAUSE}.under({{'': namespace(word=find.cards.clear)}}) }}}}", "unknown name"),
    ("{{ find.cards.clear() }}", "unknown name 'clear'"),
    ("{{ data.drawn(namespace(choice='{0.__init__}'.format)) }}", "unknown name 'drawn'"),
    ("{{ data.numbers.of('__module__') }}", "unknown name 'of'"),
    ("{{ [1]|map(range) }}", NOT_PLAIN),
    ("{{ [card.word.upper]|first }}", NOT_PLAIN),
    ("{{ range(card.word.upper) }}", NOT_PLAIN),
    ("{{ dict(a=range) }}", NOT_PLAIN),
    ("{{ {'a': range}|dictsort }}", NOT_PLAIN),
    ("{{ '%s' % game }}", "found a record, expected a text or a number"),
    ("{{ ()() }}", "a template may not call a list"),
    ("{{ card() }}", "a template may not call a record"),
    ("{{ 'a'.format() }}", "unknown name 'format'"),
    ("{{ (1).__class__ }}", "unknown name '__class__'|may not use"),
    ("{{ card['__class__'] }}", "unknown name '__class__'|may not use"),
    ("{{ game|attr('_game') }}", "no filter called 'attr'"),
    ("{{ namespace.__init__ }}", "unknown name '__init__'|may not use"),
    ("{% for i in [1] %}{{ loop._iterable }}{% endfor %}", "unknown name '_iterable'|may not use"),
    ("{% set card.word = 1 %}", "cannot assign|may not|TypeError|namespace"),
    ("{% set ns = namespace(a=card) %}{% set ns.a.word = 1 %}", "expected|cannot|namespace"),
    ("<text x='1' y='1'>{{ 1e309 }}</text>", "a number that is too large to print"),
    ("{{ 1e308 * 10 }}", "found a number that is too large to print"),
    ("{{ 'nan'|float }}", "found a number that is too large to print"),
    ("{{ 'x'|truncate(-1) }}", "cannot be evaluated"),
    ("{{ 1[0] }}", "unknown name '0'"),
    ("{% include 'x' * 999 %}", "no template x{9,99}"),
    ("{{ [[1]]|sum(start=[]) }}", "cannot be evaluated|sum: found a list, expected numbers"),
    ("<g>" * 3000 + "</g>" * 3000, "nested more than 100 deep"),
    ("<textbox x='5' y='5' width='40' height='40' font-size='99999pt'>w</textbox>",
     "font-size: found '99999pt', expected at most 1000 mm"),
]  # fmt: skip

SAME = [  # what would print an object's address, or draw lots
    ("{{ '' ~ range }}", A_FUNCTION),
    ("{{ card.word.upper }}", A_FUNCTION),
    ("{{ card.word.upper|string }}", NOT_PLAIN),
    ("{{ card.word.upper|upper }}", NOT_PLAIN),
    ("{{ '%s' % card.word.upper }}", A_FUNCTION),
    ("{{ '%s'|format(card.word.upper) }}", NOT_PLAIN),
    ("{{ [card.word.upper]|join }}", NOT_PLAIN),
    ("{{ 'a'|join(card.word.upper) }}", NOT_PLAIN),
    ("{{ 'a'|replace('a', card.word.upper) }}", NOT_PLAIN),
    ("{{ [range]|map('string')|list }}", NOT_PLAIN),
    ("{% macro a() %}{% endmacro %}{{ a ~ '' }}", A_FUNCTION),
    ("{{ namespace(a=1) ~ '' }}", "found several values, expected a text or a number"),
    ("{% for i in [1] %}{{ loop ~ '' }}{% endfor %}", "expected a text or a number to print"),
    ("{{ game ~ '' }}", "found a record, expected a text or a number"),
    ("{{ [1]|map(game)|list }}", "found a record, expected the name of a filter"),
    ("{{ [1]|select(game)|list }}", "found a record, expected the name of a test"),
    ("{{ [1]|map([game])|list }}", "this expression cannot be evaluated with a list"),
    ("{{ [1, 2]|random }}", "no filter called 'random'"),
    *[(f"{{{{ {name}(1, 2) }}}}", f"unknown name '{name}'")
      for name in ("lipsum", "cycler", "joiner")],
    *[(f"{{{{ 'x'|{name} }}}}", f"no filter called '{name}'")
      for name in ("pprint", "tojson", "urlize", "xmlattr", "filesizeformat", "wordwrap")],
]  # fmt: skip

FAR = "expected at most 100000 either way"
COORDINATES = [
    ("<path d='M0 0A1e300 1e300 0 0 1 5 5'/>", f"found '1e300', {FAR}"),
    ("<path d='M0 0L1e308 1L-1e308 0'/>", f"found '1e308', {FAR}"),
    ("<path d='M0 0" + "l99999 99999" * 9 + "'/>", f"found 199998, {FAR}"),
    ("<path d='M0 0" + "h99999" * 9 + "'/>", f"found 199998, {FAR}"),
    ("<path d='M0 0" + "c0 0 0 0 99999 0" * 9 + "'/>", f"found 199998, {FAR}"),
    ("<polygon points='1e308 1 -1e308 1 0 0'/>", rf"found 1e\+308, {FAR}"),
    ("<polygon points='1_000 1 0 1 0 0'/>", "found '1_000 1 0 1 0 0', expected numbers"),
    ("<rect width='1_0' height='1'/>", "found '1_0', expected a length in mm or pt"),
    ("<polygon points='nan 1 0 1 0 0'/>", f"found nan, {FAR}"),
    ("<polygon points='inf 1 0 1 0 0'/>", f"found inf, {FAR}"),
    ("<g transform='translate(1e300 1e300)'/>", rf"found 1e\+300, {FAR}"),
    ("<g transform='rotate(1e308 1e308 1e308)'/>", rf"found 1e\+308, {FAR}"),
    ("<g transform='scale(nan)'/>", f"found nan, {FAR}"),
    ("<g transform='scale(999)'><g transform='scale(999)'/></g>", f"found 998001, {FAR}"),
    ("<line x2='5' y2='5' stroke='#000' stroke-dasharray='1e308 1e308'/>", f"1e.308, {FAR}"),
    (
        "<icon name='quill' x='1' y='1' size='99999'/>",
        "size: found '99999', more than 1000 times its own",
    ),
    ("<text x='9' y='9'>{{ '\\ud800' }}</text>", r"half of a character \(a lone surrogate\)"),
]


@pytest.mark.parametrize(
    ("body", "said"), REFUSED + SAME + COORDINATES,
    ids=[label(one[0]) for one in REFUSED + SAME + COORDINATES],
)  # fmt: skip
def test_a_hostile_template_is_refused(errata: Path, body: str, said: str) -> None:
    card(errata, body)
    message = build(errata)
    assert re.search(said, message, re.M), message
    assert str(errata / "templates" / "card.svg") in message
    assert "0x" not in message


@pytest.mark.parametrize("body", sweep(COSTLY, ALWAYS), ids=label)
def test_a_costly_template_is_ended(
    errata: Path, body: str, walls: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.sheets.typesetting.SECONDS", 0.1)  # to be quick
    card(errata, body)
    message = build(errata)
    assert re.search(LIMITS, message), message
    assert str(errata) in message
    assert "0x" not in message
    assert len(message) < 1000


def test_a_text_in_frames_without_room_is_refused(errata: Path) -> None:
    frame = "<flow><page><frame x='0' y='0' width='0' height='0'/></page>"
    card(errata, f"{frame}<p>{'w ' * 600}</p></flow>")
    said = f"<flow>: the text runs over more than {MOST_PAGES} pages: are its frames too small?"
    assert said in build(errata)


@pytest.mark.parametrize("colour", ["'#' ~ 'x' * 99999", "('x' * 99999)|rich"])
def test_a_refused_tint_does_not_repeat_a_long_text(errata: Path, colour: str) -> None:
    card(errata, f"{{{{ ({colour})|tint(0.5) }}}}")
    message = build(errata)
    assert re.search(r"found '#?x{36,37}…', expected a colour like #8c2f39", message), message[:999]
    assert "x" * 99 not in message


def test_more_markup_than_a_page_can_be_is_refused(errata: Path) -> None:
    card(errata, "{{ ('<' * 999999)|striptags }}" * 2)
    assert f"makes more than {LARGEST_MARKUP:,} characters of markup" in build(errata)


def test_an_arc_without_a_radius_is_a_line() -> None:
    assert parse_path("M5 5A1e-300 1e-300 0 0 1 9 9") == (("M", (5.0, 5.0)), ("L", (9.0, 9.0)))


def test_a_template_that_is_too_large_is_not_read(errata: Path) -> None:
    with (errata / "templates" / "card.svg").open("r+b") as file:
        file.truncate(3 * 1024**3)
    most = LARGEST_TEMPLATE // 1024
    assert f"card.svg: the file is larger than {most} KiB" in build(errata)


def test_symbols_in_symbols_are_counted(errata: Path) -> None:
    """Eight levels of ten would be a hundred million shapes."""
    levels = ['<symbol id="a0"><rect x="1" y="1" width="1" height="1"/></symbol>'] + [
        f'<symbol id="a{level}">' + f'<use href="#a{level - 1}"/>' * 10 + "</symbol>"
        for level in range(1, 9)
    ]
    symbols = errata / "templates" / "symbols.svg"
    symbols.write_text(f"<svg>{''.join(levels)}</svg>", "utf-8")
    edit(errata / "print.yaml", "    bleed: 2", "    symbols: symbols.svg\n    bleed: 2")
    card(errata, '<use href="#a8"/>')
    assert f"draws more than {MOST_SHAPES:,} shapes, with the symbols in it" in build(errata)


def test_a_link_out_of_the_game_is_not_followed(errata: Path) -> None:
    secret = errata.parent.parent / "secret.svg"
    secret.write_text("<svg>the secret</svg>")
    template = errata / "templates" / "card.svg"
    template.unlink()
    template.symlink_to(secret)
    message = build(errata)
    assert "card.svg: is a link that leads out of the game's folder" in message
    assert "the secret" not in message


def test_a_folder_of_templates_may_be_a_link_only_within_the_game(errata: Path) -> None:
    (errata / "templates").rename(errata.parent.parent / "elsewhere")
    (errata / "templates").symlink_to(errata.parent.parent / "elsewhere")
    assert "is a link that leads out of the game's folder" in build(errata)
    (errata / "templates").unlink()
    (errata.parent.parent / "elsewhere").rename(errata / "drawings")
    (errata / "templates").symlink_to("drawings")
    shared = ("--only", "deck", "--no-audit", "--out", errata.parent / "out")
    built = run("build", "errata", "--data", errata.parent, *shared)
    assert built.exit_code == 0, built.output


@pytest.mark.sweep
def test_memory_is_kept_small(errata: Path) -> None:
    """The whole refusal, in a process of its own: memory far below what the template asks for."""
    card(errata, "{{ (['xé' * 1000000] * 3000)|map('upper')|list|length }}")
    code = (
        "import resource, sys; from printkit.__main__ import main\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    )
    # From a shell, which is small: a process counts in the memory of the one it was forked from.
    ran = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -t 60; "$@"; exit', "sh", sys.executable, "-c", code,
         "build", "errata", "--data", str(errata.parent)],
        cwd=errata.parent, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert re.search("takes too (much memory|long)", ran.stderr), ran.stderr
    assert int(ran.stdout.split()[-1]) < 300
