"""Templates that would hang, exhaust memory or change from run to run: refused, with the limit."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from card_data.limits import LARGEST_MARKUP, LARGEST_TEMPLATE, MOST_PAGES, MOST_SHAPES
from printkit.budget import Budget
from printkit.drawing.paths import parse_path
from printkit.errors import OverspentError
from tests.card_data.copies import edit
from tests.printkit.test_bad_input import build, card
from tests.printkit.tools import ROOT, run

GROW = "{% set ns = namespace(x=FIRST) %}{% for i in range(60) %}{% set ns.x = NEXT %}{% endfor %}"
TWICE = "{% macro m0() %}ten letters{% endmacro %}" + "".join(
    f"{{% macro m{level + 1}() %}}{{{{ m{level}() }}}}{{{{ m{level}() }}}}{{% endmacro %}}"
    for level in range(40)
)
MANY = "{% for i in range(99999) %}"
WORK = r"comma: takes too much work: more than [0-9,]+ steps"
A_FUNCTION = "found a function, expected a text or a number to print"


def growing(first: str, grown: str) -> str:
    return GROW.replace("FIRST", first).replace("NEXT", grown)


LONG_TEXT = "makes a text of more than 1,000,000 characters"
LONG_LIST = "makes a list of more than 100,000 items"
BEYOND = r"makes a number beyond 1e\+15, or none at all"
PAIRS = growing("(1,)", "(ns.x, ns.x)")
NAMES = "".join(f"{{% set a{number} = 1 %}}" for number in range(500))

# template, a pattern that its message matches
COSTLY = [
    (f"{MANY}{MANY}{MANY}{{% endfor %}}{{% endfor %}}{{% endfor %}}", WORK),
    (f"{MANY}{{% for j in range(99999) if false %}}{{% endfor %}}{{% endfor %}}", WORK),
    (TWICE + "{{ m40() }}", f"{WORK}|{LONG_TEXT}"),
    (growing("'xx'", "ns.x ~ ns.x"), LONG_TEXT),
    (growing("'xx'", "ns.x + ns.x"), LONG_TEXT),
    (growing("'xx'", "[ns.x, ns.x]|join"), f"{WORK}|{LONG_TEXT}"),
    (growing("[1]", "ns.x + ns.x"), f"{WORK}|{LONG_LIST}"),
    (growing("9", "ns.x * ns.x"), BEYOND),
    (growing("9", "ns.x ** 9"), BEYOND),
    (growing("[1]", "[ns.x, ns.x]") + "{{ 1 if ns.x == [ns.x] else 2 }}", WORK),
    (PAIRS + "{{ {ns.x: 1}|length }}", WORK),
    (PAIRS + "{{ {1: 1}[ns.x] }}", WORK),
    (PAIRS + "{{ dict([(ns.x, 1)])|length }}", WORK),
    (PAIRS + "{{ [ns.x, ns.x]|unique|length }}", WORK),
    (PAIRS + "{{ 1 if ns.x in {1: 1} else 2 }}", WORK),
    (PAIRS + "{{ 1 if ns.x not in {1: 1} else 2 }}", WORK),
    (PAIRS + "{{ 1 if ns.x is in {1: 1} else 2 }}", WORK),
    (PAIRS + "{{ ns.x|rich }}", "found a list, expected a text or a number"),
    (PAIRS + "{{ ns.x|tint(1) }}", "found a list, expected a text or a number"),
    ("{{ 1 if 1 < 2 in [2] else 2 }}", "`in` beside another comparison: put one of them in brack"),
    ("{{ ('%s' * 99999) % (('x' * 9999,) * 9999) }}", f"{WORK}|{LONG_TEXT}"),
    ("{{ ('%s' * 999) % (('x' * 1100,) + (1,) * 998) }}", LONG_TEXT),
    ("{{ ('%(a)s' * 999)|format(a='x' * 9999) }}", LONG_TEXT),
    ("{{ ('%999d' * 9999) % ((1,) * 9999) }}", LONG_TEXT),
    ("{% set s = 'x' * 999999 %}{{ s" + " ~ s" * 8 + " }}", f"{WORK}|{LONG_TEXT}"),
    ("{% set s = 'x' * 199999 %}{{ s" + " ~ s" * 8 + " }}", LONG_TEXT),
    (f"{{% set r = range(9999)|list %}}{{% macro m() %}}{{{{ varargs|length }}}}{{% endmacro %}}"
     f"{MANY}{{{{ m(*r) }}}}{{% endfor %}}", WORK),
    (f"{{% set d = dict(range(9998)|map('string')|batch(2)) %}}{{% macro m() %}}"
     f"{{{{ kwargs|length }}}}{{% endmacro %}}{MANY}{{{{ m(**d) }}}}{{% endfor %}}", WORK),
    ("{% set s = 'a' * 20000 %}{% set t = 'a' * 900 ~ 'b' %}" + "{{ s.rfind(t) }}" * 9, WORK),
    ("{% set s = 'é' * 99999 %}" + "{{ s.strip('ab' * 99 ~ 'é') }}" * 9, WORK),
    ("{% set s = 'é' * 99999 %}" + "{{ s|trim('ab' * 99 ~ 'é') }}" * 9, WORK),
    ("{% set s = 'x y ' * 9999 %}" + "{{ s|title|length }}" * 9, WORK),
    ("{% set r = range(9999)|list %}" + "{{ r|sort|length }}" * 2, WORK),
    ("{% set r = [{'a': 1}] * 999 %}{{ r|map(attribute='a.' * 50, default={})|length }}", WORK),
    ("{% set s = '<b/>' * 9999 %}" + "{{ s|rich|length }}" * 9, WORK),
    ("{% set s = 'x' * 99999 %}" + "{{ s|rich|length }}" * 99, WORK),
    (f"{MANY}{{% if i ~ '' in '{'x' * 9999}' %}}{{% endif %}}{{% endfor %}}", WORK),
    ("{% include ['none.svg'] * 9999 %}", WORK),
    (NAMES + "{% for i in range(999) %}{% include 'back.svg' %}{% endfor %}", WORK),
    (NAMES + "{% for i in range(999) %}{% block b scoped %}{% endblock %}{% endfor %}", WORK),
    (NAMES + "{% for i in range(999) %}{{ nobody|default('') }}{% endfor %}", WORK),
    ("{% for i in range(999) %}{% if i < 0 %}"
     + "".join(f"{{{{ a{n} }}}}" for n in range(1800)) + "{% endif %}{% endfor %}", WORK),
    ("{{ a }}" * 9999, "its tags have more than 20,000 names and signs"),
    ("".join(f"{{% set a{n} = 1 %}}{{% include 'x' %}}" for n in range(300)),
     "its includes take more than 20,000 names"),
    (f"{{% set r = range(99999)|list %}}{MANY}{{% if -1 in r %}}{{% endif %}}{{% endfor %}}", WORK),
    (f"{{% set r = range(99999)|list %}}{MANY}{{% set x = r[1:] %}}{{% endfor %}}", WORK),
    ("{% set r = range(99999) %}" + "{{ r|map('string')|join|length }}" * 99, WORK),
    (f"{{% set s = 'x' * 999999 %}}{MANY}{{{{ s }}}}{{% endfor %}}", WORK),
    (f"{MANY}{'x' * 50000}{{% endfor %}}", WORK),
    (f"{MANY}{{% include 'nothing.svg' ignore missing %}}{{% endfor %}}", WORK),
    ("{{ 'x' * 10**9 }}", LONG_TEXT),
    ("{{ [1] * 10**9 }}", LONG_LIST),
    ("{{ 10 ** 10 ** 8 }}", BEYOND),
    ("{{ 1e308 * 10 }}", BEYOND),
    ("{{ 'nan'|float }}", BEYOND),
    ("{{ 1 + 1e309 }}", "the number is too large"),
    ("{% set x = [1, (2, {3: 1e309})] %}", "the number is too large"),
    ("{{ 1e308 / 1e-9 }}", "the number is too large"),
    ("{{ 'x'|truncate(-1) }}", "truncate: found -1, expected a whole number of at least 3"),
    ("{{ 'x'|truncate(1, end='ab') }}", "truncate: found 1, expected a whole number of at least 2"),
    ("{{ 1[0] }}", "unknown name '0'"),
    ("{% include 'x' * 999 %}", "no template x{9,99}"),
    ("{{ 'inf'|float }}", BEYOND),
    ("{{ 'x'|indent(10**9) }}", "indent: found 1000000000, expected at most 1,000"),
    ("{{ 'x'|center(10**9) }}", "center: found 1000000000, expected at most 1,000"),
    ("{{ [1]|batch(10**9, 'x') }}", "batch: found 1000000000, expected at most 1,000"),
    ("{{ [1]|slice(10**9) }}", "slice: found 1000000000, expected at most 1,000"),
    ("{{ 'x'|trim('x' * 9999) }}", "trim: found 9999, expected at most 1,000"),
    ("{{ ('x' * 999)|replace('', 'y' * 9999) }}", f"replace: {LONG_TEXT}"),
    ("{{ ('x' * 999)|join('y' * 9999) }}", LONG_TEXT),
    ("{{ 5|round(-10**9) }}", "round: found -1000000000, expected at most 15 digits"),
    ("{{ [[1]]|sum(start=[]) }}", "cannot be evaluated|sum: found a list, expected numbers"),
    ("{{ ('a' * 9999).strip('b' * 9999) }}", "strip: found a text of 9,999"),
    *[
        (f"{{{{ {form} }}}}", f"'{text}': expected widths of at most 999, as digits")
        for text, form in (
            ("%1000000000d", "'%1000000000d' % 1"),
            ("%1000000000d", "'%1000000000d'|format(1)"),
            (r"%\*d", "'%*d' % (1000000000, 1)"),
            (r"%\.1000000000f", "'%.1000000000f' % 1"),
        )
    ],
    *[
        (f"{{{{ 'x'.{name}(10**9) }}}}", f"a template may not call '{name}'")
        for name in ("ljust", "rjust", "center", "zfill", "expandtabs", "format")
    ],
    ("{% for a in [1] %}" * 25 + "{% endfor %}" * 25, "blocks are nested more than 16 deep"),
    ("{% if 1 %}" * 120 + "{% endif %}" * 120, "blocks are nested more than 16 deep"),
    ("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", "svg: nested too deeply"),
    ("{{ " + "1+" * 9000 + "1 }}", "svg: nested too deeply"),
    ("x{% extends 'card.svg' %}", "takes too much work: more than"),
    ("{{ 1 }}" * 900 + "{% include 'card.svg' %}", "includes itself or is nested too deeply"),
    (
        "{% for x in [[1]] recursive %}{{ loop([x, x]) }}{% endfor %}",
        "nested too deeply|too much work",
    ),
    (f"{MANY}<g/>{{% endfor %}}", WORK),
    (f"{MANY}<nope{{{{ i }}}}/>{{% endfor %}}", WORK),
    (f"{MANY}<text x='9' y='9'>a</text>{{% endfor %}}", WORK),
    ("<text x='9' y='9'>{{ 'word ' * 199999 }}</text>", WORK),
    ("<textbox x='5' y='5' width='40' height='40' font-size='283pt' min-font-size='0.3pt'>"
     "{{ 'w ' * 499999 }}</textbox>", WORK),
    ("<textbox x='5' y='5' width='40' height='40' font-size='99999pt'>w</textbox>",
     "font-size: found '99999pt', expected at most 1000 mm"),
    ("<g>" * 3000 + "</g>" * 3000, "nested more than 100 deep"),
    ("<text x='9' y='9'>{{ ('<b>' * 90000 ~ '</b>' * 90000)|rich }}</text>", WORK),
]  # fmt: skip

SAME = [  # what would print an object's address, or draw lots
    ("{{ '' ~ range }}", A_FUNCTION),
    ("{{ card.word.upper }}", A_FUNCTION),
    ("{{ card.word.upper|string }}", A_FUNCTION),
    ("{{ card.word.upper|upper }}", A_FUNCTION),
    ("{{ '%s' % card.word.upper }}", A_FUNCTION),
    ("{{ '%s'|format(card.word.upper) }}", A_FUNCTION),
    ("{{ [card.word.upper]|join }}", A_FUNCTION),
    ("{{ 'a'|join(card.word.upper) }}", A_FUNCTION),
    ("{{ 'a'|replace('a', card.word.upper) }}", A_FUNCTION),
    ("{{ [range]|map('string')|list }}", A_FUNCTION),
    ("{% macro a() %}{% endmacro %}{{ a ~ '' }}", A_FUNCTION),
    ("{{ namespace(a=1) ~ '' }}", "found several values, expected a text or a number"),
    ("{% for i in [1] %}{{ loop ~ '' }}{% endfor %}", "expected a text or a number to print"),
    ("{{ game ~ '' }}", "found several values, expected a text or a number"),
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
    ("body", "said"), COSTLY + SAME + COORDINATES,
    ids=[one[0][:60] for one in COSTLY + SAME + COORDINATES],
)  # fmt: skip
def test_a_hostile_template_is_refused(
    errata: Path, body: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.budget.STEPS", 100_000)  # to be quick
    card(errata, body)
    message = build(errata)
    assert re.search(said, message, re.M), message
    assert str(errata / "templates" / "card.svg") in message
    assert "0x" not in message


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


def test_the_count_is_the_same_every_time(errata: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With templates just compiled, and with those from the cache."""
    monkeypatch.setattr("printkit.budget.STEPS", 100_000)
    card(errata, f"{MANY}{{{{ i ~ 'abc'|upper }}}}{{% endfor %}}")
    assert len({build(errata) for _ in range(3)}) == 1


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


def test_a_clock_stands_behind_the_count() -> None:
    budget = Budget()
    budget.end = 0.0
    with pytest.raises(OverspentError, match="takes too long: more than 10 seconds"):
        budget.spend(1001)
    assert budget.over


def test_what_templates_run_is_kept_small(errata: Path) -> None:
    """The whole refusal, in a process of its own: memory far below what the template asks for."""
    twice = "{% set y %}{{ ns.x }}{{ ns.x }}{% endset %}{% set ns.x = y %}"
    card(errata, f"{{% set ns = namespace(x='xx') %}}{MANY}{twice}{{% endfor %}}")
    code = (
        "import resource, sys; from printkit.__main__ import main\n"
        "try: main()\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    # From a shell, which is small: a process counts in the memory of the one it was forked from.
    ran = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -t 60; "$@"; exit', "sh", sys.executable, "-c", code,
         "build", "errata", "--data", str(errata.parent)],
        cwd=errata.parent, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert "takes too much work" in ran.stderr
    assert int(ran.stdout.split()[-1]) < 500
