"""Pieces for Tabletop Simulator: pictures, and a saved object that puts them on the table.

A deck is cut from pictures of at most 10 x 7 faces. A card's ID is a hundred times the number of
its picture, plus its place there, counted from 0. The last place of a picture is what others see of
a card in a player's hand, so no face goes there.

Everything that is not a card is a tile: a custom board takes its size from the dots of its picture
and a custom token has no back, while a tile's size can be set.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from zlib import crc32

from card_data.house import changed_rules, report_lines
from card_data.model import Row
from card_data.program.staging import Staging, real_path
from card_data.text import capitalized, plural
from printkit.drawing.shapes import Face
from printkit.exports.atlas import (
    COLUMNS,
    ROWS,
    Atlas,
    TableExport,
    atlas_for,
    batches,
    is_same_back,
    picture_of,
)
from printkit.painting.raster import INCH, as_png
from printkit.printing.jobs import kinds
from printkit.sheets.layout import Layout
from printkit.typography.fonts import Fonts

Object = dict[str, Any]

CARD_HEIGHT = 3.08  # units, about inches: a card's at scale 1, as others have measured it
TILE_SIDE = 2.0  # units: a tile's at scale 1
SMALLEST_CARD, LARGEST_CARD = 40, 130  # mm: the sides of a piece that is held in hand
THICKNESS = 0.1  # units: a tile's
GAP, WIDEST = 1.0, 40.0  # units between objects, and the width of a row of them
BOX, CIRCLE = 0, 2  # shapes of tiles
TITLES = ("title", "name")  # columns of a row that name a piece
SAVE: Object = {
    "SaveName": "", "Date": "", "VersionNumber": "", "GameMode": "", "GameType": "",
    "GameComplexity": "", "Tags": [], "Gravity": 0.5, "PlayArea": 0.5, "Table": "", "Sky": "",
    "Note": "", "TabStates": {}, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
}  # fmt: skip


class Label(NamedTuple):
    name: str
    description: str


def write_objects(
    staging: Staging,
    folder: Path,
    layouts: Sequence[Layout],
    stem: str,
    table: TableExport,
    fonts: Fonts,
) -> None:
    """Write the pictures of all components, and ``stem``.json, which goes into Saved Objects."""
    box = SavedObjects(staging, folder, table, fonts, stem)
    for layout in layouts:
        box.component(layout)
    game = layouts[0].game
    house = "\n".join(report_lines(changed_rules(game)))
    save = {**SAVE, "SaveName": game.title, "Note": house, "ObjectStates": box.objects}
    staging.write(folder / f"{stem}.json", json.dumps(save, indent=1) + "\n")


class SavedObjects:
    """The objects of a game, side by side. Adding one writes its pictures."""

    def __init__(
        self, staging: Staging, folder: Path, table: TableExport, fonts: Fonts, name: str
    ) -> None:
        self.staging, self.folder, self.table, self.fonts = staging, folder, table, fonts
        self.objects: list[Object] = []
        self.number = crc32(name.encode())
        self.deck = 0
        self.x = self.z = self.deep = 0.0

    def component(self, layout: Layout) -> None:
        """Put a component on the table: a deck, a card, or its tiles kind by kind, those of which
        there are several in a bag for each kind."""
        first = layout.faces[0]
        if not is_card(first):
            self.tiles(layout)
            return
        cards = self.deck_of(layout)
        if len(cards) == 1:
            self.lay(cards[0], first)
            return
        label = Label(layout.component.title, plural(layout.pieces, "piece"))
        made = self.object("DeckCustom", label, cards[0]["Transform"])
        made["DeckIDs"] = [card["CardID"] for card in cards]
        decks = (card["CustomDeck"].items() for card in cards)
        made["CustomDeck"] = {key: deck for one in decks for key, deck in one}
        made["ContainedObjects"] = cards
        self.lay(made, first)

    def deck_of(self, layout: Layout) -> list[Object]:
        most = COLUMNS * ROWS - 1
        alone = layout.pieces == 1
        cards: list[Object] = []
        labels = labels_of(layout)
        for number, faces in enumerate(batches(layout.faces, most), 1):
            size = len(faces) + (0 if alone else 1)
            atlas = atlas_for(size, faces[0], self.table.dpi, self.table.side, 1 if alone else 2)
            deck = self.sheet(layout, faces, atlas, number)
            self.deck += 1
            for place, face in enumerate(faces):
                scale = face.height / INCH / CARD_HEIGHT
                for _ in range(face.copies):
                    kind, turned = ("CardCustom", 0.0) if alone else ("Card", 180.0)
                    card = self.object(kind, labels[face.id], scaled(scale, scale, turned))
                    card |= {"CardID": self.deck * 100 + place, "SidewaysCard": False}
                    card |= {"HideWhenFaceDown": True, "Hands": True}
                    cards.append(card | {"CustomDeck": {str(self.deck): deck}})
        return cards

    def sheet(self, layout: Layout, faces: Sequence[Face], atlas: Atlas, number: int) -> Object:
        """Write the pictures of one batch of cards; the record of how to cut them."""
        backs = [face.back for face in faces]
        same = is_same_back(layout.faces)
        front = f"{layout.name}/faces-{number}.png"
        behind = f"{layout.name}/back.png" if same else f"{layout.name}/backs-{number}.png"
        blank = [None] * (atlas.places - len(faces))
        hidden = [*blank[:-1], backs[0]] if blank and same else blank
        self.picture(front, layout, [*faces, *hidden], atlas)
        if not same:
            self.picture(behind, layout, [*backs, *blank], atlas)
        elif number == 1:
            one = atlas_for(1, faces[0], self.table.dpi, self.table.side)
            self.picture(behind, layout, backs[:1], one)
        return {
            "FaceURL": self.url(front), "BackURL": self.url(behind), "NumWidth": atlas.columns,
            "NumHeight": atlas.rows, "BackIsHidden": True, "UniqueBack": not same, "Type": 0,
        }  # fmt: skip

    def tiles(self, layout: Layout) -> None:
        """Put the tiles of a component on the table, in the order of its data."""
        urls: dict[str, str] = {}
        labels = labels_of(layout)
        called = kinds(layout.game, layout.component)
        for face in layout.faces:
            for side in (face, face.back):
                if side is not None and side.name not in urls:
                    atlas = atlas_for(1, side, self.table.dpi, self.table.side)
                    name = f"{layout.name}/{side.name}.png"
                    self.picture(name, layout, [side], atlas)
                    urls[side.name] = self.url(name)
            image = {
                "ImageURL": urls[face.name],
                "ImageSecondaryURL": urls[face.back.name] if face.back else "",
                "ImageScalar": 1.0, "WidthScale": 0.0,
                "CustomTile": {
                    "Type": CIRCLE if face.shape == "round" else BOX, "Thickness": THICKNESS,
                    "Stackable": face.copies > 1, "Stretch": True,
                },
            }  # fmt: skip
            size = [side / INCH / TILE_SIDE for side in (face.width, face.height)]
            tiles = [
                self.object("Custom_Tile", labels[face.id], scaled(*size)) | {"CustomImage": image}
                for _ in range(face.copies)
            ]
            kind = called[face.id].replace(face.id, labels[face.id].name)
            title = f"{layout.component.title}: {capitalized(kind)}"
            self.lay(tiles[0] if len(tiles) == 1 else self.bag(title, tiles), face)

    def bag(self, title: str, tiles: list[Object]) -> Object:
        made = self.object("Bag", Label(title, plural(len(tiles), "piece")), scaled(1, 1))
        return made | {"ContainedObjects": tiles}

    def picture(
        self, name: str, layout: Layout, faces: Sequence[Face | None], atlas: Atlas
    ) -> None:
        image = picture_of(layout, faces, atlas, self.fonts)
        self.staging.write(self.folder / name, as_png(image, self.table.dpi))

    def url(self, name: str) -> str:
        """The address of a picture: on the web, or on this machine, where the simulator wants a
        path unquoted, spaces and all."""
        if self.table.url:
            return f"{self.table.url.rstrip('/')}/{quote(name)}"
        path = real_path(self.folder / name).as_posix()
        return f"file:///{path.lstrip('/')}"

    def object(self, kind: str, label: Label, transform: Object) -> Object:
        """An object of a ``kind``, with a GUID unique in this file."""
        self.number += 1
        return {
            "GUID": f"{self.number % 0x1000000:06x}", "Name": kind, "Transform": transform,
            "Nickname": label.name, "Description": label.description, "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, "Locked": False, "Grid": True,
            "Snap": True, "Autoraise": True, "Sticky": True, "Tooltip": True,
            "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        }  # fmt: skip

    def lay(self, made: Object, face: Face) -> None:
        """Lay an object beside the last one, or start a new row."""
        bag = made["Name"] == "Bag"
        width, height = (2.0, 2.0) if bag else (face.width / INCH, face.height / INCH)
        if self.x and self.x + width > WIDEST:
            self.x, self.z, self.deep = 0.0, self.z - self.deep - GAP, 0.0
        middle = {"posX": round(self.x + width / 2, 3), "posZ": round(self.z - height / 2, 3)}
        made["Transform"] = {**made["Transform"], **middle}
        made["Locked"] = (
            made["Name"] == "Custom_Tile" and max(face.width, face.height) > LARGEST_CARD
        )
        self.x, self.deep = self.x + width + GAP, max(self.deep, height)
        self.objects.append(made)


def scaled(x: float, z: float, rot_z: float = 0.0) -> Object:
    """An object's transform: facing the players at the near side; turned by 180 degrees about z, it
    is face down."""
    return {
        "posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": rot_z,
        "scaleX": round(x, 4), "scaleY": 1.0, "scaleZ": round(z, 4),
    }  # fmt: skip


def is_card(face: Face) -> bool:
    """Whether a piece is held in hand: of a card's size, with a back or round corners."""
    short, long = sorted((face.width, face.height))
    fits = short >= SMALLEST_CARD and long <= LARGEST_CARD
    return fits and face.shape == "rectangle" and bool(face.back or face.corner)


def labels_of(layout: Layout) -> dict[str, Label]:
    """The label of each piece of a component by its row's ID, or else by its template's name."""
    labels: dict[str, Label] = {}
    kinds = layout.component.faces
    for kind in kinds:
        if kind.rows is None:
            stem = kind.stem
            title = layout.component.title
            more = f": {stem.replace('_', ' ')}" if len(kinds) > 1 else ""
            labels[stem] = Label(title + more, "")
            continue
        for row in layout.game.rows(kind.rows):
            labels[row.id] = label_of(row)
    return labels


def label_of(row: Row) -> Label:
    named = (str(getattr(row, column, "")) for column in TITLES)
    texts = (str(getattr(row, column, "")) for column in getattr(row, "says", ("text",)))
    name = next(filter(None, named), row.id.replace("_", " "))
    return Label(name, "\n".join(filter(None, texts)))
