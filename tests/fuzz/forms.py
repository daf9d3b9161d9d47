"""Filled forms to change, changes of a form's own kind, and another reader's word on its score."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pikepdf
from pikepdf import Array, Dictionary, Name, String
from pypdf import PdfReader

import card_data
import printkit
from card_data import DataError
from scoring.play.play import Play
from scoring.positions.positions import score
from scoring.sheets.fields import entries, from_entries
from tests.forms import SHEETS, filled, saved

VALUES = ("", " ", "0", "1", "-3", "99", "none", "Ann", "\n", "\x07", "x" * 30_000, "Łucja", "A")


def put_forms(folder: Path) -> None:
    """Write filled forms of every game: as they are built, and with no object packed."""
    for name, components in SHEETS.items():
        options = printkit.Options(fillable=True)
        printkit.build([name], [components[-1]], folder / "built", options=options)
        game = card_data.load(name)
        play = Play(game, ["Ann", "Bo", "Cy"][: game.head.players.max][: game.head.players.min])
        play.play_on(Random(1))
        blank = (folder / "built" / name / f"{components[-1]}-fillable.pdf").read_bytes()
        raw = filled(blank, entries(play.filled()), strict=False)
        (folder / f"{name}.pdf").write_bytes(raw)
        with pikepdf.open(BytesIO(raw)) as pdf:
            pdf.save(
                folder / f"{name}_loose.pdf", object_stream_mode=pikepdf.ObjectStreamMode.disable,
                compress_streams=False, deterministic_id=True,
            )  # fmt: skip


def nodes(pdf: pikepdf.Pdf) -> list[Any]:
    """The fields of a form, those around others included, each once."""
    found: dict[tuple[int, int], Any] = {}
    left = list(pdf.Root.AcroForm.Fields)
    while left:
        node = left.pop()
        if node.objgen not in found:
            found[node.objgen] = node
            left += list(node.get("/Kids", ()))
    return list(found.values())


def renamed(pdf: pikepdf.Pdf, chance: Random) -> None:
    named = [node for node in nodes(pdf) if "/T" in node]
    other = chance.choice((*VALUES, "name", "players", "r1c1", "a.b", str(chance.choice(named).T)))
    chance.choice(named).T = String(other)


def swapped(pdf: pikepdf.Pdf, chance: Random) -> None:
    """Two fields with what the other one had under some keys."""
    one, other = chance.sample(nodes(pdf), 2)
    for key in chance.sample(("/T", "/V", "/Parent", "/Kids", "/FT", "/AS", "/TU", "/AP"), 2):
        values = one.get(key), other.get(key)
        for node, value in zip((other, one), values, strict=True):
            if value is not None:
                node[key] = value
            elif key in node:
                del node[key]


def revalued(pdf: pikepdf.Pdf, chance: Random) -> None:
    text = chance.choice(VALUES)
    odd = (String(text), Name("/Yes"), Name.Off, 7, Array([String("1")]), Dictionary(A=1))
    node = chance.choice(nodes(pdf))
    node[chance.choice(("/V", "/V", "/V", "/AS", "/TU", "/Opt"))] = chance.choice(odd)


def bereft(pdf: pikepdf.Pdf, chance: Random) -> None:
    """Something is gone."""
    node = chance.choice([*nodes(pdf), pdf.Root, pdf.Root.AcroForm, pdf.pages[0].obj])
    keys = sorted(set(node.keys()) - {"/Type", "/Pages"})
    del node[chance.choice(keys)]


def knotted(pdf: pikepdf.Pdf, chance: Random) -> None:
    """A field in another one, or in itself, or shown twice."""
    one, other = chance.choice(nodes(pdf)), chance.choice(nodes(pdf))
    match chance.randrange(3):
        case 0:
            one.Parent = other
        case 1:
            other.Kids = Array([*other.get("/Kids", ()), one])
        case _:
            page = chance.choice(list(pdf.pages)).obj
            page.Annots = Array([*page.Annots, one, *list(page.Annots)[:2]])


CHANGES = (renamed, swapped, revalued, revalued, bereft, knotted)


def changed_form(raw: bytes, chance: Random) -> bytes:
    """A form with a few changes to its fields; as it is if it cannot be opened."""
    with suppress(Exception), pikepdf.open(BytesIO(raw)) as pdf:
        for _ in range(chance.choice((1, 1, 2, 5))):
            change: Callable[[pikepdf.Pdf, Random], None] = chance.choice(CHANGES)
            with suppress(Exception):  # an earlier change stands in its way
                change(pdf, chance)
        return saved(pdf)
    return raw


def wrong_score(raw: bytes, said: str) -> str:
    """How a final score differs from what another library reads in the form; empty if it does
    not, or if that library reads nothing."""
    answer: dict[str, Any] = json.loads(said.splitlines()[-1]) if said.startswith("{") else {}
    if not answer.get("final"):
        return ""
    try:
        reader = PdfReader(BytesIO(raw))
        found = {name: one for name, one in (reader.get_fields() or {}).items() if "/FT" in one}
        if found.keys() != set(shown(reader)):
            return ""  # the list of fields is at odds with the pages
        filled = from_entries(card_data.load(answer["game"]), dict.fromkeys(said_by(found)))
    except DataError as error:
        return f"scores what cannot be: {error}"
    except Exception:  # it cannot read what is damaged
        return ""
    result = score(filled).result
    totals = result and {one.player: one.total for one in result.standings}
    if totals != {one["player"]: one["total"] for one in answer["standings"]}:
        return f"scores {said[:500]}, but another reader {msgspec.to_builtins(filled.position)}"
    return ""


def shown(reader: PdfReader) -> Iterator[str]:
    """The full names of the fields that the pages show."""
    for page in reader.pages:
        for widget in page.get("/Annots", ()):
            names, node = list[str](), widget.get_object()
            while node is not None and len(names) < 30:
                names += [str(node["/T"])] * ("/T" in node)
                node = node.get("/Parent")
                node = node and node.get_object()
            yield ".".join(reversed(names))


def said_by(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The entries in the fields that pypdf has found, by their full names."""
    grids: dict[str, dict[str, str]] = defaultdict(dict)
    players = set()
    for name, field in found.items():
        value = str(field.get("/V") or "").strip()
        group, _, last = name.rpartition(".")
        if field.get("/FT") == "/Btn":
            if value not in ("", "/Off"):
                players.add(group.split(".")[1:2][0] if "players" in group else "")
                yield group, last
        elif last[:1] == "r" and last[1:].replace("c", "").isdecimal():
            grids[group][last] = value
        elif value:
            players.add(name.split(".")[1] if name.startswith("players") else "")
            yield name, value
    for name, squares in grids.items():
        if name.split(".")[1] in players or any(squares.values()):
            places = {tuple(map(int, key[1:].split("c"))): text for key, text in squares.items()}
            rows, columns = (max(place[axis] for place in places) for axis in (0, 1))
            lines = [
                "".join([places.get((row, column)) or "." for column in range(1, columns + 1)])
                for row in range(1, rows + 1)
            ]
            yield name, "\n".join(lines)
