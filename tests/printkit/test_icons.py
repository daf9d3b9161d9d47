"""An icon means one thing in all games, and the same thing has the same icon."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import pytest

import card_data
from printkit.drawing.shapes import Shape, Symbol, Use
from printkit.drawing.traversal import walk
from printkit.faces.symbols import read_symbols
from printkit.options import Options
from printkit.templating.loader import TEMPLATES
from printkit.templating.xml import ParsedTemplate, parse
from tests.printkit.pdf_pages import shipped
from tests.sweeps import sweep

# What every icon on a page is about: the rows of data that have it, or the game whose templates
# draw it. Signs of colours have their own test; emblems and drawings are pictures.
MEANINGS = {
    "take it to you": ["winstons_archive aids take", "manuscript aids borrow",
                       "verse_and_variant aids turn"],
    "roll dice": ["dice_archive phases communal", "dice_archive phases work",
                  "nineteen_eighty_four steps roll"],
    "reroll dice": ["dice_archive phases reroll", "nineteen_eighty_four dice green"],
    "turn dice over": ["dice_archive aids overtime", "nineteen_eighty_four dice purple"],
    "place dice": ["dice_archive phases hour", "nineteen_eighty_four steps place"],
    "add up dice": ["dice_archive aids strength", "nineteen_eighty_four steps count"],
    "match a die": ["nineteen_eighty_four dice red"],
    "remove a die": ["nineteen_eighty_four dice blue"],
    "rewrite a die": ["nineteen_eighty_four dice white"],
    "arrest a die": ["nineteen_eighty_four dice yellow"],
    "walk": ["nineteen_eighty_four steps walk"],
    "Big Brother": ["nineteen_eighty_four: watched"],
    "the detour": ["nineteen_eighty_four: detour"],
    "a round passes": ["dice_archive phases weekend", "manuscript aids round",
                       "nineteen_eighty_four steps mark", "verse_and_variant aids session"],
    "the end": ["dice_archive aids end", "manuscript aids end", "nineteen_eighty_four steps end",
                "verse_and_variant aids end"],
    "the score": ["dice_archive aids score", "manuscript aids score",
                  "verse_and_variant aids majority", "verse_and_variant aids shares"],
    "who wins": ["winstons_archive aids win", "manuscript aids ties", "verse_and_variant aids ties",
     "dice_archive: trophy", "nineteen_eighty_four: trophy"],
    "Worker of the Week": ["dice_archive: rosette"],
    "pass it on": ["dice_archive: arrow"],
    "pencil and paper": ["dice_archive: pencil", "manuscript: pencil",
                         "nineteen_eighty_four: pencil", "winstons_archive: pencil"],
    "an aid": ["dice_archive: aid", "manuscript: aid", "nineteen_eighty_four: aid",
               "verse_and_variant: aid", "winstons_archive: aid"],
    "a task done": ["dice_archive aids tasks"],
    "cards from the deck": ["winstons_archive aids deck", "verse_and_variant aids next",
                            "manuscript: deck"],
    "cards face up": ["winstons_archive aids reveal", "verse_and_variant aids primary"],
    "a card face down": ["verse_and_variant aids echo"],
    "look at cards": ["winstons_archive aids look"],
    "a stack": ["winstons_archive aids leave"],
    "Open Secrets": ["winstons_archive aids secrets", "winstons_archive specials open_secrets"],
    "a stand-in": ["winstons_archive aids free",
                   "winstons_archive specials product_over_process"],
    "books": ["winstons_archive aids books", "manuscript aids exemplar"],
    "manuscript pages": ["winstons_archive aids pages", "manuscript: manuscript"],
    "the reprimand": ["winstons_archive aids fewest"],
    "copy a text": ["manuscript aids copy"],
    "scrape text away": ["manuscript aids scrape"],
    "unused columns": ["manuscript aids luxury"],
    "the quill": ["verse_and_variant aids places", "manuscript: quill"],
    "cubes": ["manuscript aids purchase", "verse_and_variant aids institution",
              "verse_and_variant aids cubes"],
    "a shelf to lay things on": ["dice_archive aids archive", "manuscript: shelf",
                                 "verse_and_variant aids desk"],
    "the Spotlight": ["verse_and_variant aids spotlight"],
    "a finish order": ["verse_and_variant aids rank"],
    "different tokens": ["verse_and_variant aids sets"],
    "copies of one token": ["verse_and_variant aids ladder"],
    "a Tool": ["verse_and_variant aids tool"],
    "a Tool at once": ["verse_and_variant: instant"],
    "a Tool at any time": ["verse_and_variant: anytime"],
    "a Tool that waits": ["verse_and_variant: bell"],
    "Features": ["verse_and_variant aids tokens"],
    "Majority Text": ["verse_and_variant: majority_sign"],
    "Sinaiticus": ["verse_and_variant: sinaiticus_sign"],
    "Section Division": ["verse_and_variant: section_sign"],
    "UBS Rating A": ["verse_and_variant: ubs_a_sign"],
    "lacunas": ["verse_and_variant aids exchange"],
    "Corruption": ["verse_and_variant: corruption"],
    "Grants": ["verse_and_variant aids pay"],
    "Eureka": ["verse_and_variant aids eureka"],
    "prestige": ["verse_and_variant aids rest"],
    "Lockdown": ["verse_and_variant: lockdown"],
    "Edition Laureate": ["verse_and_variant: laureate"],
}  # fmt: skip
PRINTED_BY_ALL = {"gavel": "a ruling", "house": "house data"}
ICONS = read_symbols(ParsedTemplate(parse((TEMPLATES / "icons.svg").read_text("utf-8")), {}))
ORNAMENTS = {"papyrus", "column"}  # the grounds of tokens' backs and of Witnesses
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
    """The icons of all rows of a game, by table and ID."""
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
    return found | {loaded.head.emblem} | drawn | (TICKS - set(rows(game).values()))


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
    """The places of a game that have a meaning."""
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
