"""Pieces for virtual tables: saved objects of Tabletop Simulator, sheets for Screentop."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import card_data
from printkit.drawing.shapes import Face
from printkit.exports.atlas import atlas_for, batches
from printkit.exports.simulator import is_card
from tests.card_data.copies import edit
from tests.printkit.commands import done

Object = dict[str, Any]
NAMES = {"A comma": 4, "A letter": 3, "A whole line": 2, "The wrong page": 1}  # the tiny game's
UNIT = 25.4  # mm


def saved(out: Path, *args: object) -> list[Object]:
    done("tabletop", *args, "--out", out)
    (file,) = out.rglob("*.json")
    save = json.loads(file.read_text("ascii"))
    assert {"SaveName", "Table", "LuaScript", "ObjectStates"} <= save.keys()
    objects: list[Object] = save["ObjectStates"]
    guids = [one["GUID"] for one in nested(objects)]
    assert len(guids) == len(set(guids))
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)
    for one in nested(objects):
        assert [one[key] for key in ("LuaScript", "LuaScriptState", "XmlUI")] == ["", "", ""]
        assert not one["Locked"] or one["Name"] == "Custom_Tile"
        assert one["Snap"], "to where it belongs, as the objects that come with the program do"
    return objects


def nested(objects: list[Object]) -> Iterator[Object]:
    for one in objects:
        yield one
        yield from nested(one.get("ContainedObjects", []))


def local(url: str) -> Image.Image:
    """The picture at a URL on this machine: what follows the scheme is a path as it is."""
    assert url.startswith("file:///")
    path = Path("/" + url.removeprefix("file:///"))
    assert path.is_absolute()
    return Image.open(path).convert("RGB")


def place_of(card: Object) -> tuple[Object, int]:
    key, place = divmod(card["CardID"], 100)
    deck = card["CustomDeck"][str(key)]
    assert 0 <= place < deck["NumWidth"] * deck["NumHeight"]
    return deck, place


def shown(url: str, deck: Object, place: int) -> Image.Image:
    picture = local(url)
    assert picture.width % deck["NumWidth"] == picture.height % deck["NumHeight"] == 0
    wide, high = picture.width // deck["NumWidth"], picture.height // deck["NumHeight"]
    row, column = divmod(place, deck["NumWidth"])
    return picture.crop((column * wide, row * high, (column + 1) * wide, (row + 1) * high))


def differs(one: Image.Image, other: Image.Image) -> float:
    off = ImageChops.difference(one, other.resize(one.size)).convert("L")
    return float(ImageStat.Stat(off).mean[0])


@pytest.fixture
def titled(errata: Path) -> Path:
    for file in ("game.yaml", "cards.yaml"):
        edit(errata / file, "word:", "title:", 9)
    edit(errata / "templates" / "card.svg", "card.word", "card.title")
    edit(errata / "templates" / "card.svg", 'field="word"', 'field="title"')
    return errata


def test_deck_has_each_card_with_its_face_as_often_as_data_say(
    titled: Path, tmp_path: Path
) -> None:
    (deck,) = saved(
        tmp_path / "out", "errata", "--only", "deck", "--data", titled.parent, "--dpi", 60
    )
    assert (deck["Name"], deck["Nickname"]) == ("DeckCustom", "Deck")
    cards = deck["ContainedObjects"]
    assert [card["CardID"] for card in cards] == deck["DeckIDs"]
    assert Counter(card["Nickname"] for card in cards) == NAMES
    assert sorted(Counter(deck["DeckIDs"]).values()) == sorted(NAMES.values())
    for card in cards:
        assert card["Name"] == "Card"
        assert place_of(card)[0] == deck["CustomDeck"][str(card["CardID"] // 100)]

    shared = ("--data", titled.parent, "--dpi", 60)
    done("png", "errata", "--only", "deck", *shared, "--out", tmp_path / "png")
    rows = card_data.load("errata", titled.parent).rows("cards")
    files = {row.title: tmp_path / "png" / "errata" / "deck" / f"{row.id}.png" for row in rows}  # type: ignore[attr-defined]
    faces = {title: Image.open(file).convert("RGB") for title, file in files.items()}
    back = Image.open(tmp_path / "png" / "errata" / "deck" / "back.png").convert("RGB")
    for card in deck["ContainedObjects"]:
        cut, place = place_of(card)
        seen = shown(cut["FaceURL"], cut, place)
        assert min(faces, key=lambda title: differs(seen, faces[title])) == card["Nickname"]
        assert differs(seen, faces[card["Nickname"]]) < 1, "a picture that does not end at the cut"
        assert not cut["UniqueBack"]
        assert differs(local(cut["BackURL"]), back) < 2
        last = shown(cut["FaceURL"], cut, cut["NumWidth"] * cut["NumHeight"] - 1)
        assert differs(last, back) < 2, "the hidden card is not the back"


def test_backs_of_their_own_are_cut_like_the_faces(titled: Path, tmp_path: Path) -> None:
    edit(titled / "print.yaml", "template: card.svg", "template: card.svg, back: card.svg")
    (deck,) = saved(
        tmp_path / "out", "errata", "--only", "deck", "--data", titled.parent, "--dpi", 60
    )
    for card in deck["ContainedObjects"]:
        cut, place = place_of(card)
        assert cut["UniqueBack"]
        assert differs(shown(cut["FaceURL"], cut, place), shown(cut["BackURL"], cut, place)) < 0.1


def test_no_face_lies_where_the_hidden_card_does(tmp_path: Path) -> None:
    objects = saved(tmp_path, "winstons_archive", "--only", "deck", "--side", 1024)
    ids = objects[0]["DeckIDs"]
    assert len(ids) == 54
    (cut,) = objects[0]["CustomDeck"].values()
    assert max(ids) % 100 < cut["NumWidth"] * cut["NumHeight"] - 1
    assert 900 < max(local(cut["FaceURL"]).size) <= 1024


@pytest.mark.parametrize("count", [1, 2, 10, 54, 69, 70, 120, 300])
def test_pictures_have_at_most_ten_by_seven_places_and_4096_dots(count: int) -> None:
    faces = [Face(str(at), 63, 88, ()) for at in range(count)]
    cut = batches(faces, 69)
    assert [face for batch in cut for face in batch] == faces
    assert max(map(len, cut)) <= 69
    assert max(map(len, cut)) - min(map(len, cut)) <= len(cut)
    for batch in cut:
        atlas = atlas_for(len(batch) + 1, batch[0], 300, 4096, 2)
        assert len(batch) < atlas.places
        assert 2 <= atlas.columns <= 10
        assert 2 <= atlas.rows <= 7
        assert max(atlas.size) <= 4096
        assert max(atlas.size) > 3600 or atlas.cell == (744, 1039)  # 300 dpi
        assert atlas.cell[0] / atlas.cell[1] == pytest.approx(63 / 88, abs=0.003)


def test_a_single_card_is_no_deck(tmp_path: Path) -> None:
    (card,) = saved(tmp_path, "winstons_archive", "--only", "set_up", "--dpi", 60)
    assert card["Name"] == "CardCustom"
    cut, place = place_of(card)
    assert (cut["NumWidth"], cut["NumHeight"], place) == (1, 1, 0)
    assert cut["BackIsHidden"], "the hidden card of a picture of one face would be that face"


@pytest.fixture(scope="module")
def dice_archive(tmp_path_factory: pytest.TempPathFactory) -> list[Object]:
    return saved(tmp_path_factory.mktemp("dice_archive"), "dice_archive", "--dpi", 20)


@pytest.mark.sweep
def test_pieces_have_their_real_sizes_side_by_side(dice_archive: list[Object]) -> None:
    by_name = {one["Nickname"]: one for one in dice_archive}
    for name, (width, height) in {
        "Archive board": (210, 297), "Worker of the Week": (40, 40),
    }.items():  # fmt: skip
        tile = by_name[name]
        assert tile["Name"] == "Custom_Tile"
        assert tile["CustomImage"]["CustomTile"]["Stretch"], "else its picture says how wide it is"
        scale = tile["Transform"]
        assert (scale["scaleX"] * 2 * UNIT, scale["scaleZ"] * 2 * UNIT) == pytest.approx(
            (width, height), abs=0.1
        )
    card = by_name["Set-up aid"]["Transform"]
    assert card["scaleX"] == card["scaleZ"]
    assert card["scaleZ"] * 3.08 * UNIT == pytest.approx(88, abs=0.1)
    assert by_name["Archive board"]["Locked"]
    assert by_name["Archive board"]["CustomImage"]["CustomTile"]["Type"] == 0
    assert by_name["Worker of the Week"]["CustomImage"]["CustomTile"]["Type"] == 2
    assert not by_name["Worker of the Week"]["Locked"]
    assert not by_name["Worker of the Week"]["CustomImage"]["CustomTile"]["Stackable"]
    assert "Rules" not in by_name
    assert not any("ink saving" in name for name in by_name)
    spots = [(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in dice_archive]
    assert len(set(spots)) == len(spots) > 5


def test_tokens_lie_in_a_bag_as_often_as_the_data_say(tmp_path: Path) -> None:
    """Verse & Variant: a bag for each kind of token, as they are in the data; what there is one of
    lies beside them. Tokens of a kind are alike, so that they stack."""
    found = saved(tmp_path, "verse_and_variant", "--only", "tokens", "--dpi", 20)
    assert {one["Name"] for one in found} == {"Bag"}
    game = card_data.load("verse_and_variant")
    assert [len(bag["ContainedObjects"]) for bag in found] == [*game.counts("tokens").values()]
    names = [bag["Nickname"] for bag in found]
    assert names[:2] == ["Tokens: Papyrus", "Tokens: Majority"]
    assert names[10:12] == ["Tokens: Corruption black", "Tokens: Purple cube"]
    assert len(set(names)) == len(found)
    for bag in found:
        (image,) = {one["CustomImage"]["ImageURL"] for one in bag["ContainedObjects"]}
        local(image)
        assert all(one["CustomImage"]["CustomTile"]["Stackable"] for one in bag["ContainedObjects"])


def test_single_tokens_lie_beside_the_bags(tmp_path: Path) -> None:
    found = saved(tmp_path, "verse_and_variant", "--only", "markers", "--dpi", 20)
    assert [one["Name"] for one in found] == ["Custom_Tile"] * 6 + ["Bag", "Custom_Tile"]
    assert not any(
        one["CustomImage"]["CustomTile"]["Stackable"] for one in found if one["Name"] != "Bag"
    )
    local(found[0]["CustomImage"]["ImageSecondaryURL"])


def test_cards_are_held() -> None:
    for size, more, held in (
        ((63, 88), {"corner": 3}, True), ((88, 63), {"corner": 3}, True),
        ((63, 88), {"back": Face("b", 63, 88, ())}, True), ((63, 88), {}, False),
        ((40, 130), {"corner": 3}, True), ((39, 88), {"corner": 3}, False),
        ((63, 131), {"corner": 3}, False), ((63, 63), {"corner": 3, "shape": "round"}, False),
    ):  # fmt: skip
        assert is_card(Face("a", *size, (), **more)) == held


def test_pictures_can_lie_on_the_web(titled: Path, tmp_path: Path) -> None:
    objects = saved(
        tmp_path, "errata", "--only", "deck", "--data", titled.parent, "--dpi", 20,
        "--url", "https://example.org/game/",
    )  # fmt: skip
    (cut,) = objects[0]["CustomDeck"].values()
    assert cut["FaceURL"] == "https://example.org/game/deck/faces-1.png"
    assert (tmp_path / "errata" / "deck" / "faces-1.png").is_file()


COPIES = {"comma": 4, "letter": 3, "line": 2, "page": 1}  # the tiny game's cards


def sheet_rows(errata: Path, out: Path) -> list[dict[str, str]]:
    shared = ("--for", "screentop", "--data", errata.parent, "--dpi", 40, "--out", out)
    done("tabletop", "errata", "--only", "deck", *shared)
    with (out / "errata" / "errata-deck.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_the_table_has_each_face_with_its_place_and_count(errata: Path, tmp_path: Path) -> None:
    found = sheet_rows(errata, tmp_path)
    assert {row["name"]: int(row["copies"]) for row in found} == COPIES
    assert [int(row["place"]) for row in found] == [1, 2, 3, 4]
    assert {row["back"] for row in found} == {"deck-back.png"}
    (front,) = {row["front"] for row in found}
    columns, lines = int(found[0]["columns"]), int(found[0]["rows"])
    assert columns * lines == 4
    picture = Image.open(tmp_path / "errata" / front)
    assert (picture.width % columns, picture.height % lines) == (0, 0)
    back = Image.open(tmp_path / "errata" / "deck-back.png")
    assert back.size == (picture.width // columns, picture.height // lines)


def test_a_back_lies_at_the_place_of_its_front(errata: Path, tmp_path: Path) -> None:
    edit(errata / "print.yaml", "template: card.svg", "template: card.svg, back: card.svg")
    found = sheet_rows(errata, tmp_path)
    front, back = (
        Image.open(tmp_path / "errata" / found[0][side]).convert("RGB")
        for side in ("front", "back")
    )
    assert ImageChops.difference(front, back).getbbox() is None
    half = front.crop((0, 0, front.width // 2, front.height))
    other = front.crop((front.width - half.width, 0, front.width, front.height))
    assert ImageChops.difference(half, other).getbbox() is not None, "a mirrored sheet would pass"
