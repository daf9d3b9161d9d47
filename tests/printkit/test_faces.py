"""How the pieces of the shipped games look, where it can be measured; one meaning to an icon."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, cast

import pytest
from jinja2 import Environment, FileSystemLoader

import card_data
from card_data.manuscript.model import Data as Manuscript
from card_data.verse_and_variant.model import Data as VerseAndVariant
from printkit.drawing.bounds import drawn
from printkit.drawing.colour_vision import MATRICES, contrast, difference
from printkit.drawing.geometry import IDENTITY, Box, box_around
from printkit.drawing.shapes import Face, Path, Shape, Symbol, Text, Use
from printkit.drawing.traversal import texts, traverse, walk
from printkit.faces.symbols import read_symbols
from printkit.inspection.legibility import legibility
from printkit.options import Options
from printkit.templating.loader import TEMPLATES
from printkit.templating.xml import ParsedTemplate, parse
from printkit.typography.fitting import POINT
from printkit.typography.fonts import CAPITALS
from tests.printkit.pdf_pages import shipped
from tests.sweeps import sweep

HEADS = {name: card_data.load(name).head for name in card_data.names()}
LEAST_GAP = 1.9  # mm between a text and its frame


def faces(game: str, component: str) -> dict[str, Face]:
    return {face.id: face for face in shipped(game, component, Options()).faces}


def uses(shapes: tuple[Shape, ...]) -> set[str]:
    return {shape.symbol for shape in walk(shapes) if isinstance(shape, Use)}


def boxes(face: Face) -> list[Box]:
    return [
        box_around([(left, top), (right, bottom)])
        for visit in traverse(face.shapes)
        if isinstance(visit.shape, Path)
        for left, top, right, bottom in drawn(visit.shape, visit.matrix)
    ]


def test_each_game_has_an_emblem_and_an_accent_of_its_own_that_all_can_tell_apart() -> None:
    apart = legibility().apart
    assert len({head.emblem for head in HEADS.values()}) == len(HEADS)
    accents = [head.accent for head in HEADS.values()]
    for sight in MATRICES:
        for first, second in combinations(accents, 2):
            assert difference(first, second, sight) >= apart - 0.1
    assert min(contrast(accent, "#ffffff") for accent in accents) >= legibility().text


@pytest.mark.parametrize(
    ("game", "component"),
    [(name, "set_up") for name in HEADS]
    + [("winstons_archive", "deck"), ("verse_and_variant", "deck"), ("manuscript", "texts"),
       ("manuscript", "exemplars")],
)  # fmt: skip
def test_backs_show_emblem_and_accent(game: str, component: str) -> None:
    layout = shipped(game, component, Options())
    back = layout.faces[0].back
    assert back is not None
    head = HEADS[game]
    inner = {name: uses(symbol.shapes) for name, symbol in layout.symbols.items()}
    shown = uses(back.shapes)
    assert head.emblem in shown.union(*(inner[name] for name in shown))
    drawings = [back.shapes, *(layout.symbols[name].shapes for name in shown)]
    colours = {use.colour for one in drawings for use in walk(one) if isinstance(use, Use)}
    assert head.accent in colours or component == "set_up"


def test_the_tools_are_of_two_sizes_of_type_at_most() -> None:
    sizes = {
        round(text.size / POINT, 2)
        for name, face in faces("verse_and_variant", "deck").items()
        if name.startswith("T-")
        for text in texts(face.shapes)
        if text.y > 31 and "Black" not in text.font
    }
    assert len(sizes) == 2
    assert min(sizes) >= 9


@pytest.mark.parametrize("timing", ["instant", "anytime", "delayed"])
def test_the_medallion_of_a_tool_keeps_clear_of_the_rule_of_its_margin(timing: str) -> None:
    symbols = shipped("verse_and_variant", "deck", Options()).symbols
    circle = next(one for one in symbols[f"index-{timing}"].shapes if isinstance(one, Path))
    ((left, _, right, _),) = drawn(circle, IDENTITY)
    column = [
        box
        for visit in traverse(symbols[f"tool-{timing}"].shapes)
        if isinstance(visit.shape, Path) and visit.shape.style.stroke and not visit.shape.style.fill
        for box in drawn(visit.shape, visit.matrix)
        if box[3] - box[1] > 80
    ]
    assert left - 3 >= 0.8
    assert min(box[0] for box in column) - right >= 0.8


def test_the_boxes_for_cubes_keep_clear_of_what_is_around_them() -> None:
    """VV-1.5: of the frame of the slot, of its prestige and of its perk."""
    for face in faces("verse_and_variant", "institutions").values():
        squares = [box for box in boxes(face) if box[2] - box[0] == pytest.approx(16.3)]
        assert len(squares) == 3
        for left, top, right, bottom in squares:
            for other in boxes(face):
                if other[0] < left and other[2] > right and other[3] - other[1] < 45:
                    assert left - other[0] >= LEAST_GAP
                    assert top - other[1] >= LEAST_GAP
            icons = [shape for shape in walk(face.shapes) if isinstance(shape, Use)]
            for icon in icons:
                if icon.y > bottom - 1 and left < icon.x < right:
                    assert icon.y - bottom >= LEAST_GAP
                if left < right < icon.x < right + 12 and top < icon.y < bottom:
                    assert icon.x - right >= LEAST_GAP


def test_a_tool_has_the_picture_of_its_rank() -> None:
    data = cast(VerseAndVariant, card_data.load("verse_and_variant").data)
    for row in data.tools:
        shown = uses(faces("verse_and_variant", "deck")[row.id].shapes)
        assert [name for name in shown if name.startswith("picture-")] == [f"picture-{row.rank}"]


def test_a_text_card_has_the_colour_of_its_language() -> None:
    """MS-1.4: each language has one, and no two the same."""
    found: dict[str, set[str]] = {}
    for row in cast(Manuscript, card_data.load("manuscript").data).texts:
        colour = next(text.fill for text in texts(faces("manuscript", "texts")[row.id].shapes)
                      if text.text == row.language)  # fmt: skip
        found.setdefault(row.language, set()).add(colour)
    assert all(len(colours) == 1 for colours in found.values())
    assert len(set.union(*found.values())) == len(found)


@pytest.mark.parametrize(("name", "side"), [("lay_le_freine", 6.4), ("bevis_of_hampton", 4.79)])
def test_squares_of_a_text_card_are_as_large_as_there_is_room_for(name: str, side: float) -> None:
    squares = [box for box in boxes(faces("manuscript", "texts")[name])
               if box[2] - box[0] == pytest.approx(side + 0.18, abs=0.1)]  # fmt: skip
    assert len(squares) == {"lay_le_freine": 16, "bevis_of_hampton": 45}[name]


def test_the_size_of_a_text_stands_beside_its_title() -> None:
    game = card_data.load("manuscript")
    for row in game.rows("exemplars"):
        found = list(texts(faces("manuscript", "exemplars")[row.id].shapes))
        marks = [text.y for text in found if text.text == "¶"]
        right = max(text.x + text.width for text in found)
        sizes = [text.y for text in found if text.x + text.width > right - 0.01]
        assert sizes == pytest.approx(marks, abs=0.05)


def test_a_landmark_keeps_clear_of_the_boxes_above_it() -> None:
    """By a tenth of a square, but for the poster, which has a frame of its own."""
    symbols = shipped("nineteen_eighty_four", "sheet", Options()).symbols
    for landmark in card_data.load("nineteen_eighty_four").rows("landmarks"):
        tops = [
            top
            for visit in traverse(symbols[landmark.id].shapes)
            for _, top, _, _ in drawn(visit.shape, visit.matrix)
        ]
        assert min(tops) >= (0.5 if landmark.id == "poster" else 0.9), landmark.id


@pytest.mark.parametrize("name", ["product_over_process", "open_secrets"])
def test_the_text_of_a_special_book_keeps_clear_of_its_frame(name: str) -> None:
    layout = shipped("winstons_archive", "deck", Options())
    face = next(face for face in layout.faces if face.id.startswith(name))
    frame = max(
        (box for visit in traverse(layout.symbols["special-plates"].shapes)
         for box in drawn(visit.shape, visit.matrix) if box[1] > 50),
        key=lambda box: box[2] - box[0],
    )  # fmt: skip
    lines = [text for text in texts(face.shapes) if text.y > frame[1]]
    assert min(text.y - CAPITALS * text.size for text in lines) - frame[1] >= LEAST_GAP
    assert frame[3] - max(text.y for text in lines) >= LEAST_GAP
    assert min(text.x for text in lines) - frame[0] >= LEAST_GAP
    assert frame[2] - max(end(text) for text in lines) >= LEAST_GAP


def end(text: Text) -> float:
    return text.x + text.width


# What every icon on a page is about: the rows of data that have it, or the game whose templates
# draw it. Signs of colours have their own test; emblems and drawings are pictures.
GAMES = {"D": "dice_archive", "M": "manuscript", "N": "nineteen_eighty_four",
         "V": "verse_and_variant", "W": "winstons_archive"}  # fmt: skip
MEANINGS = {
    meaning: [GAMES[place[0]] + place[1:] for place in places.split(", ")]
    for meaning, _, places in (line.partition(" = ") for line in """\
take it to you = W aids take, M aids borrow, V aids turn
roll dice = D phases communal, D phases work, N steps roll
reroll dice = D phases reroll, N dice green
turn dice over = D aids overtime, N dice purple
place dice = D phases hour, N steps place
add up dice = D aids strength, N steps count
match a die = N dice red
remove a die = N dice blue
rewrite a die = N dice white
arrest a die = N dice yellow
walk = N steps walk
Big Brother = N: watched
the detour = N: detour
a round passes = D phases weekend, M aids round, N steps mark, V aids session
the end = D aids end, M aids end, N steps end, V aids end
the score = D aids score, M aids score, V aids majority, V aids shares
who wins = W aids win, M aids ties, V aids ties, D: trophy, N: trophy
Worker of the Week = D: rosette
pass it on = D: arrow
pencil and paper = D: pencil, M: pencil, N: pencil, W: pencil
an aid = D: aid, M: aid, N: aid, V: aid, W: aid
a task done = D aids tasks
cards from the deck = W aids deck, V aids next, M: deck
cards face up = W aids reveal, V aids primary
a card face down = V aids echo
look at cards = W aids look
a stack = W aids leave
Open Secrets = W aids secrets, W specials open_secrets
a stand-in = W aids free, W specials product_over_process
books = W aids books, M aids exemplar
manuscript pages = W aids pages, M: manuscript
the reprimand = W aids fewest
copy a text = M aids copy
scrape text away = M aids scrape
unused columns = M aids luxury
the quill = V aids places, M: quill
cubes = M aids purchase, V aids institution, V aids cubes
a shelf to lay things on = D aids archive, M: shelf, V aids desk
the Spotlight = V aids spotlight
a finish order = V aids rank
different tokens = V aids sets
copies of one token = V aids ladder
a Tool = V aids tool
a Tool at once = V: instant
a Tool at any time = V: anytime
a Tool that waits = V: bell
Features = V aids tokens
Majority Text = V: majority_sign
Sinaiticus = V: sinaiticus_sign
Section Division = V: section_sign
UBS Rating A = V: ubs_a_sign
lacunas = V aids exchange
Corruption = V: corruption
Grants = V aids pay
Eureka = V aids eureka
prestige = V aids rest
Lockdown = V: lockdown
Edition Laureate = V: laureate
""".splitlines())
}  # fmt: skip
PRINTED_BY_ALL = {"gavel": "a ruling", "house": "house data"}
ICONS = read_symbols(ParsedTemplate(parse((TEMPLATES / "icons.svg").read_text("utf-8")), {}))
ORNAMENTS = {"papyrus", "column"}  # the backdrops of tokens' backs and of Witnesses
# What scribes draw in the margins of the Manuscript Game.
DROLLERIES = {"owl", "snail", "fish", "hare", "goose", "paw", "flower", "hare_back", "worm",
              "dragon", "snail_back", "skull"}  # fmt: skip
FACES = {f"die_{number}" for number in range(1, 7)}  # of dice, in the texts of a rulebook
TICKS = {"check", "cross"}  # right and wrong, in its pictures
SIGNS = {"dice_archive": ("dice", "mark"), "manuscript": ("cubes", "sign"),
         "nineteen_eighty_four": ("dice", "mark"),
         "verse_and_variant": ("player_colours", "sign")}  # fmt: skip
ALIKE = {"gold": "yellow", "communal": "white"}


def rows(game: str) -> dict[str, str]:
    data = card_data.load(game).data
    tables = {key: getattr(data, key) for key in data.__struct_fields__}
    return {
        f"{game} {table} {row.id}": row.icon
        for table, found in tables.items()
        if isinstance(found, tuple)
        for row in found
        if hasattr(row, "icon")
    }


def pictures(game: str) -> set[str]:
    """The icons that a game has for emblems and drawings, and the signs of its colours."""
    loaded = card_data.load(game)
    data = loaded.data
    found = {
        getattr(row, key, "")
        for table in data.__struct_fields__
        if isinstance(getattr(data, table), tuple)
        for row in getattr(data, table)
        for key in ("emblem", "drawing", "sign", "mark")
    }
    drawn = ORNAMENTS | FACES | (DROLLERIES if game == "manuscript" else set())
    drawn |= tool_signs() if game == "verse_and_variant" else set()
    return found | {loaded.head.emblem} | drawn | (TICKS - set(rows(game).values()))


def tool_pictures() -> Any:
    folder = FileSystemLoader(TEMPLATES / "verse_and_variant")
    return Environment(loader=folder).get_template("pictures.svg").module


def tool_signs() -> set[str]:
    """What stands beside the pictures of the Tools; a sign struck out is the same sign."""
    pairs = [pair for rank in tool_pictures().signs.values() for pair in rank]
    return {sign.removeprefix("-") for pair in pairs for sign in pair.split()}


def test_a_tools_signs_tell_it_from_others_of_its_rank_and_mean_what_they_do_on_the_aid() -> None:
    """Those of a title only, such as an inkpot, are not explained."""
    large = [[pair.split()[0] for pair in rank] for rank in tool_pictures().signs.values()]
    assert all(len(rank) == len(set(rank)) == 5 for rank in large)
    explained = dict(tool_pictures().sign_words)
    assert explained.keys() <= tool_signs()
    aid = {key.split()[-1]: icon for key, icon in rows("verse_and_variant").items()}
    meant = {"spotlight": "lens", "primary": "card_up", "tool": "scroll", "desk": "shelf",
             "places": "quill", "rank": "order", "turn": "hand_take",
             "session": "hourglass"}  # fmt: skip
    assert meant.items() <= aid.items()
    assert set(meant.values()) <= explained.keys()


def printed(game: str) -> set[str]:
    """The symbols on all faces of a game, also those within its own drawings."""
    found = set[str]()

    def look(shapes: Iterable[Shape], symbols: Mapping[str, Symbol]) -> None:
        names = {shape.symbol for shape in walk(shapes) if isinstance(shape, Use)} - found
        found.update(names)
        for name in names:
            look(symbols[name].shapes, symbols)

    for name in card_data.load(game).components:
        layout = shipped(game, name, Options())
        for face in layout.faces:
            look([*face.shapes, *(face.back.shapes if face.back else ())], layout.symbols)
    return found


def listed(game: str) -> list[str]:
    places = [place for places in MEANINGS.values() for place in places]
    return [place for place in places if place.split()[0].removesuffix(":") == game]


def icon(place: str) -> str:
    """The icon of a row that is named as game, table and ID, or of a template's game."""
    name = place.partition(": ")[2]
    return name or rows(place.split()[0])[place]


def test_the_same_meaning_has_the_same_icon_and_no_icon_two_meanings() -> None:
    icons = {meaning: {icon(place) for place in places} for meaning, places in MEANINGS.items()}
    assert {meaning: found for meaning, found in icons.items() if len(found) > 1} == {}
    assert len(set.union(*icons.values())) == len(icons)


@pytest.mark.parametrize("game", card_data.names())
def test_every_row_that_has_an_icon_is_listed(game: str) -> None:
    assert sorted(place for place in listed(game) if ":" not in place) == sorted(rows(game))


@pytest.mark.parametrize("game", sweep(card_data.names(), ["winstons_archive"]))
def test_every_icon_of_a_game_has_a_meaning(game: str) -> None:
    """No page shows an icon that no row or template gives."""
    meant = {icon(place) for place in listed(game)} | set(PRINTED_BY_ALL)
    shown = printed(game) & (meant | set(ICONS))
    assert shown - pictures(game) == meant - pictures(game)


def test_a_colour_has_the_same_sign_in_all_games_and_no_sign_two_colours() -> None:
    """DA-1.1, MS-1.1, NE-1.2, VV-1.4: red is a star wherever there is a red player or die."""
    signs: dict[str, set[str]] = defaultdict(set)
    for game, (table, sign) in SIGNS.items():
        for row in card_data.load(game).rows(table):
            signs[ALIKE.get(row.id, row.id)].add(getattr(row, sign))
    assert {colour: found for colour, found in signs.items() if len(found) > 1} == {}
    assert len(set.union(*signs.values())) == len(signs)
