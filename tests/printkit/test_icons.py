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
