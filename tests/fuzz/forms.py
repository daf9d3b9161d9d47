"""Filled forms to change, and changes of a form's own kind."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

import card_data
import printkit
from scoring.play.play import Play
from scoring.sheets.fields import entries
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
    node = chance.choice([*nodes(pdf), pdf.Root, pdf.Root.AcroForm, pdf.pages[0].obj])
    keys = sorted(set(node.keys()) - {"/Type", "/Pages"})
    del node[chance.choice(keys)]


def knotted(pdf: pikepdf.Pdf, chance: Random) -> None:
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
