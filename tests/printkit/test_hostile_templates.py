"""Templates that would hang, exhaust memory or change from run to run; compiled ones kept."""

import re
from pathlib import Path

import jinja2
import pytest

import card_data
from card_data.limits import LARGEST_MARKUP, LARGEST_TEMPLATE, MOST_PAGES, MOST_SHAPES
from printkit.drawing.paths import parse_path
from printkit.templating import sandbox
from printkit.templating.environment import BAD_TEMPLATE
from printkit.templating.plain import plain
from printkit.templating.sandbox import Sandbox
from tests.card_data.copies import edit
from tests.docs.made import templates
from tests.printkit.commands import run, walled
from tests.printkit.test_bad_input import build, card
from tests.sweeps import label, sweep

GROW = "{% set ns = namespace(x=FIRST) %}{% for i in range(60) %}{% set ns.x = NEXT %}{% endfor %}"
TWICE = "{% macro m0() %}ten letters{% endmacro %}" + "".join(
    f"{{% macro m{level + 1}() %}}{{{{ m{level}() }}}}{{{{ m{level}() }}}}{{% endmacro %}}"
    for level in range(40)
)
MANY = "{% for i in range(99999) %}"
# What the sandbox says, and the limits of markup and of Python.
ENDED = (
    r"takes too (long: more than \d+ seconds of computing|much memory: more than \d+ MB)$"
    r"|card\.svg(:\d+)?: includes itself or is nested too deeply"
)


def growing(first: str, grown: str) -> str:
    return GROW.replace("FIRST", first).replace("NEXT", grown)


PAIRS = growing("(1,)", "(ns.x, ns.x)")

# What would take hours, or all memory.
COSTLY = [
    f"{MANY}{MANY}{MANY}{{% endfor %}}{{% endfor %}}{{% endfor %}}",
    TWICE + "{{ m40() }}",
    growing("'xx'", "ns.x ~ ns.x"),
    growing("'xx'", "[ns.x, ns.x]|join"),
    growing("[1]", "ns.x + ns.x"),
    growing("9", "ns.x * ns.x"),
    PAIRS + "{{ {ns.x: 1}|length }}",
    PAIRS + "{{ [ns.x, ns.x]|unique|length }}",
    "{{ ([{'a': 'x' * 1000000}] * 3000)|sort(attribute='a')|length }}",
    "{{ (['xé' * 1000000] * 300)|map('upper')|list|length }}",
    "{{ ('%s' * 99999) % (('x' * 9999,) * 99999) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ '{:>1000000000}'.format(1) }}",
    "{{ [1] * 10**9 }}",
    "{{ 'x'|center(10**9) }}",
    "{{ [1]|batch(10**9, 'x')|list }}",
    "{{ range(10 ** 9)|list|length }}",
    "{{ ('x' * 99999)|replace('', 'y' * 99999) }}",
    f"{MANY}{MANY}{{% include 'back.svg' %}}{{% endfor %}}{{% endfor %}}",
    f"{MANY}{{% include 'nothing.svg' ignore missing %}}{{% endfor %}}",
    f"{MANY}{'x' * 50000}{{% endfor %}}",
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
]
ALWAYS = [COSTLY[place] for place in (1, 14)]  # by a signal, by memory; others by the system

FUNCTION, RECORD = (f"found a {one}, expected a text or a number" for one in ("function", "record"))


TEXTLESS = (
    *("[card.title.upper]", "(1,)|map('string')", "[1]|batch(2)", "[1, 2]|reverse", "[1]|unique"),
    *("{'a': 1}|items", "[1]|select", "{'a': dict.fromkeys}", "'a'|list", "[game]", "range(3)"),
    *("dict", "namespace", "namespace(a=card.title.upper)", "{'a': 1}.items()", "[1]|slice(1)"),
    *("[self]", "[super]", "[self.a]", "[m]", "{'a': 1}.values()", "[range(2).count]", "[loop]"),
    *("[loop.cycle]", "[''.format]", "[card.players]", "[[nothing]|first]", "[1]|groupby(0)"),
)


@pytest.mark.parametrize("value", TEXTLESS)
def test_printed_objects_have_no_addresses(value: str) -> None:
    made = templates("winstons_archive")
    before = "{% macro m() %}{% endmacro %}"
    said = f"{before}{{% for i in [1] %}}{{{{ {value}|string }}}}{{% endfor %}}"
    base = made.environment.from_string(f"{{% block a %}}{{% endblock %}}{said}")
    child = f"{{% extends base %}}{{% block a %}}{said}{{% endblock %}}"
    words = {**made.words, "base": base, "card": plain(card_data.load("winstons_archive").head)}
    for template in (base, made.environment.from_string(child)):
        try:
            text = template.render(words)
        except BAD_TEMPLATE as error:
            text = str(error)
        assert not re.search("0x[0-9a-f]{6}", text), text


@pytest.mark.parametrize("body", sweep(COSTLY, ALWAYS), ids=label)
def test_a_costly_template_is_ended(errata: Path, body: str) -> None:
    card(errata, body)
    out = errata.parent.parent / "out"
    options = ("--only", "deck", "--data", errata.parent, "--out", out)
    done = walled("build", "errata", *options, seconds=0.3)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.search(ENDED, done.stderr, re.M), done.stderr
    assert len(done.stderr) < 1000
    assert not out.exists()


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


@pytest.mark.sweep
def test_too_much_markup_is_refused(errata: Path) -> None:
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
    shared = ("--only", "deck", "--out", errata.parent / "out")
    built = run("build", "errata", "--data", errata.parent, *shared)
    assert built.exit_code == 0, built.output


def compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    compiling = jinja2.Environment.compile

    def noted(self: jinja2.Environment, source: str, *given: str, **named: object) -> object:
        done.append(source)
        return compiling(self, source, *given, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Sandbox, "compile", noted)
    return done


def test_other_code_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = compilations(monkeypatch)

    def render() -> str:
        return Sandbox(jinja2.DictLoader({"a": "{{ 1 }}"})).get_template("a").render()

    assert (render(), render(), done) == ("1", "1", ["{{ 1 }}"])
    monkeypatch.setattr(sandbox, "kit_digest", lambda: "other")
    assert (render(), len(done)) == ("1", 2)
