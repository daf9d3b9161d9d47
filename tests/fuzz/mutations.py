"""Small changes to texts and bytes, made at random, of the kinds that break programs.

A mutation takes a text and a source of chance, and gives a text: the same for the same chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import yaml

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
WORD = re.compile(r"[A-Za-z_][\w-]*")
TAG = re.compile(r"<[^<>]*>|\{[{%#].*?[#%}]\}", re.S)
VALUE = re.compile(r'(?<=")[^"\n]*(?=")|(?<=: )[^\n]+')

SNIPPETS_IN = Path(__file__).parent / "snippets"
SNIPPETS = {  # what is put into files, a line each
    file.stem: file.read_text("utf-8").splitlines() for file in SNIPPETS_IN.glob("*.txt")
}
SNIPPETS["template"] += ["{{ 'x\t'.expandtabs(10**9) }}", f"<path d='M0 0{'L1 1' * 9999}'/>"]
SNIPPETS["art"] += [f"<path d='M0 0{'l1 1' * 9999}'/>", f"<g>{'<g>' * 500}{'</g>' * 501}"]
SNIPPETS["sheet"] += ["a," * 9999, "<v>1</v>" * 9999, "\r", "\x1a"]
SNIPPETS["pdf"] += ["q " * 9999]
SNIPPETS["data"] += ["\t"]
NUMBERS = [*SNIPPETS["numbers"], "", " ", "9" * 400, "9" * 5000, "0." + "3" * 400]
WORDS = [
    *SNIPPETS["words"], "", " ", "x\n", "x\x1b[31m",
    "\x00", "\x07", "\x7f", "\x85", "\x9b31m", "\u2028",
    "\u202e", "\ufeff", "\ufffe", "\ud800", "e\u0301" * 9, "x" * 100, "x" * 10_000, "x y " * 5_000,
]  # fmt: skip
NESTS: Mapping[str, list[tuple[str, str]]] = yaml.safe_load(
    (SNIPPETS_IN / "nests.yaml").read_text("utf-8")  # put around a part of a file
)
TIMES = (1, 2, 3, 10, 20, 30, 120, 1000)
LARGEST = 3_000_000  # characters: more only takes time

Mutation = Callable[[str, Random, str], str]


def replaced(text: str, pattern: re.Pattern[str], new: Sequence[str], chance: Random) -> str:
    """``text`` with one match of ``pattern``, anywhere, replaced by one of ``new``."""
    start = chance.randrange(len(text) + 1)
    match = pattern.search(text, start) or pattern.search(text)
    if match is None:
        return text
    return text[: match.start()] + chance.choice(new) + text[match.end() :]


def place(text: str, chance: Random) -> int:
    """A place to cut a text: before or after a tag or a word rather than anywhere."""
    start = chance.randrange(len(text) + 1)
    match = chance.choice((TAG, WORD, re.compile(r"\n *"))).search(text, start)
    if match is None or chance.random() < 0.1:
        return start
    return chance.choice((match.start(), match.end()))


def other_number(text: str, chance: Random, flavour: str) -> str:
    return replaced(text, NUMBER, NUMBERS, chance)


def other_word(text: str, chance: Random, flavour: str) -> str:
    return replaced(text, WORD, [*WORDS, *WORD.findall(text)], chance)


def other_value(text: str, chance: Random, flavour: str) -> str:
    return replaced(text, VALUE, [*WORDS, *NUMBERS, *VALUE.findall(text)], chance)


def other_tag(text: str, chance: Random, flavour: str) -> str:
    return replaced(text, TAG, ["", *TAG.findall(text), *SNIPPETS[flavour]], chance)


def inserted(text: str, chance: Random, flavour: str) -> str:
    at = place(text, chance)
    new = chance.choice(chance.choice((SNIPPETS[flavour], SNIPPETS[flavour], WORDS)))
    return text[:at] + new + text[at:]


def doubled(text: str, chance: Random, flavour: str) -> str:
    start, end = sorted((place(text, chance), place(text, chance)))
    end = min(end, start + chance.choice((10, 100, 1000, 10_000)))
    times = min(chance.choice(TIMES), LARGEST // (end - start + 1))
    return text[:start] + text[start:end] * times + text[end:]


def nested(text: str, chance: Random, flavour: str) -> str:
    """A part of the text in brackets, tags or blocks, several levels deep."""
    start, end = sorted((place(text, chance), place(text, chance)))
    if chance.random() < 0.5:
        end = start
    before, after = chance.choice(NESTS[flavour])
    times = chance.choice(TIMES)
    return text[:start] + before * times + text[start:end] + after * times + text[end:]


def cut(text: str, chance: Random, flavour: str) -> str:
    start, end = sorted((place(text, chance), place(text, chance)))
    if chance.random() < 0.7:
        end = min(end, start + 100)
    return text[:start] + text[end:]


def moved_lines(text: str, chance: Random, flavour: str) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    line = lines.pop(chance.randrange(len(lines)))
    if chance.random() < 0.5:
        line = chance.choice(("", " ", "  ", "      ", "\t", "- ", "  - ")) + line.lstrip()
    lines.insert(chance.randrange(len(lines) + 1), line)
    return "".join(lines)


MUTATIONS: tuple[Mutation, ...] = (
    other_number, other_number, other_word, other_value, other_value, other_tag, inserted, inserted,
    doubled, nested, cut, moved_lines,
)  # fmt: skip


def noise(raw: bytes, chance: Random) -> bytes:
    """Some bytes changed, put in, taken out, or doubled, whatever they mean."""
    start = chance.randrange(len(raw) + 1)
    end = min(len(raw), start + chance.choice((0, 1, 1, 2, 8, 100, 5000)))
    match chance.randrange(6):
        case 0:
            return raw[:start] + chance.randbytes(end - start) + raw[end:]
        case 1:
            return raw[:start] + raw[end:]
        case 2:
            return raw[:start] + raw[start:end] * 2 + raw[end:]
        case 3:
            return raw[:start]
        case 4:
            return raw[:start] + chance.randbytes(chance.choice((1, 2, 9))) + raw[start:]
    flipped = bytes(byte ^ (1 << chance.randrange(8)) for byte in raw[start:end])
    return raw[:start] + flipped + raw[end:]


def mutated(raw: bytes, chance: Random, flavour: str) -> bytes:
    """A file's bytes with one change to them; noise is all there is for what is no text."""
    if flavour not in SNIPPETS or raw.startswith(b"PK") or chance.random() < 0.12:
        return noise(raw, chance)
    encoding = "latin-1" if flavour == "pdf" else "utf-8"
    text = raw.decode(encoding, "replace")
    mutation: Mutation = chance.choice(MUTATIONS)
    new = mutation(text, chance, flavour)[:LARGEST]
    return new.encode(encoding, "replace" if flavour == "pdf" else "surrogatepass")
