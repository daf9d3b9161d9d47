"""The actions of a turn: how they are written and parsed, and why one is refused (MS-2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, groupby
from math import isqrt
from typing import NamedTuple

from card_data.problems import did_you_mean, quote
from card_data.text import join_words, plural
from scoring.manuscript.layout import SIDES, Extent, Layout, Placed, layout_faults, place_text
from scoring.manuscript.room import Room, layouts
from scoring.manuscript.state import Box, Copy, OpenTable, Player
from scoring.play.moves import MOST_ITEMS, Refusal, Refused

COPY_PARTS = {  # what may follow the cubes and the text, in any order
    "page": "(left|right)",
    "row": r"row (\d{1,3})",
    "column": r"column (\d{1,3})",
    "then": r"then (\d{1,3}(?: then \d{1,3})*)",
    "head": r"at row (\d{1,3})",
    "length": r"lines of (\d{1,3})",
    "spacing": "(single|double)",
    "squares": r"squares (\d{1,3})",
}
VERBS = ("buy", "borrow", "copy", "follow", "scrape")


class Buy(NamedTuple):
    """Purchase a text of the shop (MS-2.2), for the pool or the active area."""

    text: str
    active: bool

    @property
    def words(self) -> str:
        return f"buy {self.text}{destination(self.active)}"


class Borrow(NamedTuple):
    """Take a text out of another player's pool (MS-2.3), by giving a cube or spending some."""

    text: str
    give: bool
    active: bool

    @property
    def words(self) -> str:
        return f"borrow {self.text} {'give' if self.give else 'spend'}{destination(self.active)}"


class Copying(NamedTuple):
    """Fill squares of a text for some cubes (MS-2.4).

    ``layout`` is set where the text is begun now, None if it was begun before. ``squares`` is the
    most to fill, 0 for as many as the cubes allow.
    """

    cubes: int
    text: str
    layout: Layout | None = None
    squares: int = 0
    prose: bool = False  # its words then include the line length

    @property
    def words(self) -> str:
        said = [f"copy {self.cubes} {self.text}"]
        if self.layout is not None:
            page, row, (column, *others), line_length, double, head = self.layout
            said.append(f"{page} row {row} column {column}")
            said += [f"then {other}" for other in others]
            said += [f"at row {head}"] * (head > 1)
            said += [f"lines of {line_length}"] * self.prose + ["double"] * double
        if self.squares:
            said.append(f"squares {self.squares}")
        return " ".join(said)


class Follow(NamedTuple):
    """Put a cube on an exemplar (MS-2.5)."""

    exemplar: str

    @property
    def words(self) -> str:
        return f"follow {self.exemplar}"


class Scrape(NamedTuple):
    """Erase lines, each a text with the number of its line (MS-2.6)."""

    lines: tuple[tuple[str, int], ...]

    @property
    def words(self) -> str:
        said = ["scrape"]
        last = None
        for text, number in self.lines:
            said += [text] * (text != last)
            said.append(str(number))
            last = text
        return " ".join(said)


Action = Buy | Borrow | Copying | Follow | Scrape


def destination(active: bool) -> str:
    """Return the words for where a new text goes; none for the pool."""
    return " to active" if active else ""


# Parsing: from words in plain spelling to an action


def parse_action(words: str, table: OpenTable, player: Player) -> Action:
    """Return the action that the words mean, open or not; raise `Refused` if they mean none. The
    beginning of a verb that fits one verb is that verb."""
    box = table.box
    first, *rest = words.split() or ["-"]
    verb, *others = [one for one in VERBS if one.startswith(first)] or [first]
    if others:
        raise Refused(f"which one: {join_words([verb, *others], 'or')}?")
    if verb == "buy":
        return parse_buy(rest, table)
    if verb == "borrow":
        return parse_borrow(rest, box)
    if verb == "copy":
        return parse_copy(" ".join((verb, *rest)), table, player)
    if verb == "follow" and len(rest) == 1:
        return Follow(look_up(rest[0], box.exemplar_spellings, "exemplar"))
    if verb == "scrape":
        return parse_scrape(rest, box, player)
    if verb == "follow":
        raise Refused(f"which exemplar: {join_words(table.exemplars, 'or')}?")
    forms = f"{join_words(VERBS, 'or')}, as in 'buy lanval' or 'copy 3'"
    raise Refused(f"{quote(words)} is not a move here; begin with {forms}")


def look_up(word: str, spellings: dict[str, str], what: str) -> str:
    """Return the ID that is spelled so, or the only one that begins so after its article; raise
    `Refused` if there is none."""
    if word not in spellings:
        begun = [known for said, known in spellings.items()
                 if said.removeprefix("the_").startswith(word)]  # fmt: skip
        if len(begun) == 1:
            return begun[0]
        if 1 < len(begun) <= MOST_ITEMS:
            raise Refused(f"which {what}: {join_words(begun, 'or')}?")
        hint = did_you_mean(word, spellings, listed=len(spellings) <= MOST_ITEMS)
        raise Refused(f"no {what} is called {quote(word)}{hint}")
    return spellings[word]


def parse_buy(rest: list[str], table: OpenTable) -> Buy:
    """Parse ``buy lanval`` and ``buy lanval to active``."""
    match rest:
        case [text] | [text, "to", "pool" | "active"]:
            found = look_up(text, table.box.text_spellings, "text")
            return Buy(found, rest[1:] == ["to", "active"])
    one = next(filter(None, chain(*table.shop)), "lanval")
    raise Refused(f"expected a text to buy, as in 'buy {one}' or 'buy {one} to active'")


def parse_borrow(rest: list[str], box: Box) -> Borrow:
    """Parse ``borrow lanval spend`` and ``borrow lanval give to active``."""
    match rest:
        case [text, "give" | "spend"] | [text, "give" | "spend", "to", "pool" | "active"]:
            given, active = rest[1] == "give", rest[2:] == ["to", "active"]
            return Borrow(look_up(text, box.text_spellings, "text"), given, active)
    raise Refused(
        "expected a text to borrow and how to pay, as in 'borrow lanval spend' or "
        "'borrow lanval give to active'"
    )


def parse_copy(words: str, table: OpenTable, player: Player) -> Copying:
    """Parse ``copy 3``, ``copy 3 lanval`` and ``copy 3 lanval left row 1 column 6 then 11 double``,
    or ``left 1 6``; prose also has ``lines of 5``. A double-spaced text may go on ``at row 2``."""
    box = table.box
    words = re.sub(r"\b(left|right) ([0-9]+) ([0-9]+)\b", r"\1 row \2 column \3", words)
    begun = re.match(r"copy (\d{1,3})(?: |$)", words, re.ASCII)
    if begun is None:
        raise Refused(unsaid("say how many cubes", table, player))
    text, rest = player.active, words[begun.end() :]
    first, _, after = rest.partition(" ")
    if first in box.text_spellings or (rest and not parts_of_copy(rest)[0]):
        text, rest = look_up(first, box.text_spellings, "text"), after
    if text is None:
        raise Refused(unsaid("say which text", table, player), "MS-2.4")
    said, rest = parts_of_copy(rest)
    if rest:
        raise Refused(unsaid(f"{quote(rest)} is not understood; say it", table, player, text))
    squares = int(said.get("squares", 0))
    if "squares" in said and not squares:
        raise Refused("at least one square is filled", "MS-2.4")
    size = box.extents[text]
    prose = size.line_length is None
    if said.keys() <= {"squares"}:
        return Copying(int(begun[1]), text, None, squares, prose)
    for part in ("page", "row", "column"):
        if part not in said:
            raise Refused(unsaid(f"say the {part}", table, player, text))
    if prose and "length" not in said:
        raise Refused(f"{text} is prose: say its line length, as in 'lines of 5'", "MS-3.2")
    columns = (int(said["column"]), *map(int, said.get("then", "").split()[::2]))
    length = int(said.get("length") or size.line_length or 0)
    page = next(page for page in SIDES if page == said["page"])
    double, head = said.get("spacing") == "double", int(said.get("head", 1))
    layout = Layout(page, int(said["row"]), columns, length, double, head)
    return Copying(int(begun[1]), text, layout, squares, prose)


def parts_of_copy(words: str) -> tuple[dict[str, str], str]:
    """Return what is said of each of `COPY_PARTS`, and the words from the first on that is none."""
    said: dict[str, str] = {}
    while words:
        for part, form in COPY_PARTS.items():
            found = re.match(rf"{form}(?: |$)", words, re.ASCII)
            if found and part not in said:
                said[part], words = found[1], words[found.end() :]
                break
        else:
            break
    return said, words


def unsaid(what: str, table: OpenTable, player: Player, text: str = "") -> str:
    """Return what a move to copy lacks, with an example that is open, of ``text`` if possible."""
    found = [one for one in first_copies(table, player) if against(one, table, player) is None]
    if not found:
        return "you have no text to copy now; buy or borrow one"
    return f"{what}, as in {next((one for one in found if one.text == text), found[0]).words!r}"


def first_copies(table: OpenTable, player: Player) -> Iterator[Copying]:
    """Yield for each text that a player has how to copy as much of it as the cubes allow: where it
    begins first on a page, in both spacings; prose in the shortest lines that are longer than the
    text is high."""
    box, rates = table.box, table.box.data.numbers.copy[: player.cubes]
    for text in dict.fromkeys([player.active, *player.pool]):
        if text is None or not rates:
            continue
        size, copy = box.extents[text], player.copies.get(text)
        left = copy.missing.bit_count() if copy else size.squares
        cubes = sum([rate < left for rate in rates[:-1]]) + 1
        prose = size.line_length is None
        if copy:
            yield Copying(cubes, text, None, 0, prose)
            continue
        length = size.line_length or min(isqrt(size.squares) + 1, box.grid.columns)
        places = layouts(Extent(size.squares, length), player.rooms(box), box.grid)
        for _, some in groupby(places, key=lambda place: (place.page, place.double)):
            yield Copying(cubes, text, next(some), 0, prose)


def parse_scrape(rest: list[str], box: Box, player: Player) -> Scrape:
    """Parse ``scrape lanval 1 2 perceval 8``."""
    lines: list[tuple[str, int]] = []
    text, alone = "", True  # a text of which no line is said yet
    for word in rest:
        if text and re.fullmatch(r"[0-9]{1,3}", word):
            lines.append((text, int(word)))
            alone = False
        elif text and alone:
            break
        else:
            text, alone = look_up(word, box.text_spellings, "text"), True
    if alone:
        own = [f"scrape {text} {max(copy.standing())}" for text, copy in player.copies.items()]
        if not own:
            raise Refused("your book has no text to scrape away yet")
        raise Refused(f"say texts and the numbers of their lines, as in {own[0]!r}")
    return Scrape(tuple(lines))


# Testing: why an action is not open


def against(action: Action, table: OpenTable, player: Player) -> Refusal | None:
    """Return why an action is not open to a player; None if it is open."""
    return next(reasons(action, table, player), None)


def reasons(action: Action, table: OpenTable, player: Player) -> Iterator[Refusal]:
    """Yield every reason against an action, the most important first."""
    if isinstance(action, Buy):
        return against_buying(action, table, player)
    if isinstance(action, Borrow):
        return against_borrowing(action, table, player)
    if isinstance(action, Copying):
        return against_copying(action, table, player)
    if isinstance(action, Follow):
        return against_following(action.exemplar, table, player)
    return against_scraping(action.lines, table, player)


def against_buying(action: Buy, table: OpenTable, player: Player) -> Iterator[Refusal]:
    cost = table.cost(action.text)
    if cost is None:
        yield Refusal("MS-2.2", "it is not in the shop")
    elif cost > player.cubes:
        yield Refusal("MS-2.2", f"it costs {plural(cost, 'cube')}, you have {player.cubes}")
    if action.active:
        yield from against_activating(action.text, table.box, player, new=True)


def against_borrowing(action: Borrow, table: OpenTable, player: Player) -> Iterator[Refusal]:
    borrow = table.box.data.numbers.borrow
    owner = table.owner(action.text, player.seat)
    own = player.hand[player.seat]
    if owner is None:
        holder = next((other for other in table.players if other.active == action.text), None)
        if holder is not None and holder is not player:
            yield Refusal("MS-2.3", f"it is {holder.name}'s active text, not in a pool")
        else:
            yield Refusal("MS-2.3", "it is in nobody else's pool")
    if action.give and own < borrow.given:
        wanted = plural(borrow.given, "cube")
        yield Refusal("MS-2.3", f"it takes {wanted} of your own colour, you have {own}")
    if not action.give and player.cubes < borrow.cost:
        yield Refusal("MS-2.3", f"it costs {plural(borrow.cost, 'cube')}, you have {player.cubes}")
    if action.active:
        yield from against_activating(action.text, table.box, player, new=True)


def against_activating(text: str, box: Box, player: Player, *, new: bool) -> Iterator[Refusal]:
    """Yield what keeps a text from becoming active; a ``new`` one may displace one not begun."""
    active, copy = player.active, player.copies.get(text)
    if active is not None and player.active_copy is not None:
        yield Refusal("MS-2.7", f"{active} is active, begun but not complete")
    elif active is not None and not new:
        yield Refusal("MS-2.7", f"{active} is active, and only a new text displaces it")
    if copy is None:
        return
    if copy.complete:
        yield Refusal("MS-2.7", "it is already complete in your book")
    elif not player.refillable(copy, box):
        yield Refusal("MS-2.6", "the rest of it no longer fits in your book")


def against_copying(action: Copying, table: OpenTable, player: Player) -> Iterator[Refusal]:
    rates = table.box.data.numbers.copy
    if not 1 <= action.cubes <= len(rates):
        yield Refusal("MS-2.4", f"copying takes 1 to {len(rates)} cubes")
        return
    if action.cubes > player.cubes:
        yield Refusal("MS-2.4", f"you have {plural(player.cubes, 'cube')}")
    if action.squares > rates[action.cubes - 1]:
        cubes, most = plural(action.cubes, "cube"), plural(rates[action.cubes - 1], "square")
        fill = "fills" if action.cubes == 1 else "fill"
        yield Refusal("MS-2.4", f"{cubes} {fill} {most} at most")
    if action.text != player.active:
        if action.text not in player.pool:
            yield Refusal("MS-2.4", "it is neither your active text nor in your pool")
        yield from against_activating(action.text, table.box, player, new=False)
    copy = player.copies.get(action.text)
    if copy is None:
        yield from against_beginning(action, table, player)
    elif action.layout is not None and action.layout != copy.layout:
        yield Refusal("MS-3.6", f"it is begun already: {copy.layout}")


def against_beginning(action: Copying, table: OpenTable, player: Player) -> Iterator[Refusal]:
    """Yield what keeps a text from beginning where the action says."""
    layout, box = action.layout, table.box
    if layout is None:
        yield Refusal("MS-3.6", unsaid("say where it begins", table, player, action.text))
        return
    size = box.extents[action.text]
    unsound = False
    for rule, reason in layout_faults(layout, size, box.grid):
        unsound = True
        yield Refusal(rule, reason)
    if unsound:
        return
    placed = place_text(layout, size, box.grid)
    left = player.rooms(box)[layout.page]
    if not left.holds(placed.squares, placed.blank):
        yield no_room(placed, layout, left, box, player)


def no_room(placed: Placed, layout: Layout, left: Room, box: Box, player: Player) -> Refusal:
    """Return why a text has no room in a layout, naming the first square in its way."""
    leaf = player.pages[layout.page]
    for squares, rule, reason in (
        (placed.squares & leaf.text, "MS-3.6", "is filled already"),
        (placed.squares & leaf.tiles, "MS-3.6", "is under a decoration tile"),
        (placed.blank & ~left.empty, "MS-3.6", "has to stay blank, but is not"),
        (placed.squares & ~left.free, "MS-3.5", "would touch another text"),
    ):
        for row, column in box.grid.squares(squares):
            where = f"row {row}, column {column} of the {layout.page} page"
            return Refusal(rule, f"the square in {where} {reason}")
    raise ValueError("the text has room")


def against_following(exemplar: str, table: OpenTable, player: Player) -> Iterator[Refusal]:
    if exemplar not in table.exemplars:
        yield Refusal("MS-2.5", "it is not in this game")
        return
    if exemplar in player.exemplars:
        yield Refusal("MS-2.5", "it bears your cube already")
    wanted = table.box.data.exemplar_by_id[exemplar]
    complete = sum([is_complete(player.copies.get(text)) for text in wanted.texts])
    if complete < wanted.minimum:
        yield Refusal(
            "MS-2.5",
            f"{complete} of its texts complete in your book; its minimum is {wanted.minimum}",
        )
    if not table.can_follow(player):
        yield Refusal(
            "MS-2.5", "you have no cube of your own colour, and none spent to exchange for one"
        )


def is_complete(copy: Copy | None) -> bool:
    return copy is not None and copy.complete


def against_scraping(
    lines: tuple[tuple[str, int], ...], table: OpenTable, player: Player
) -> Iterator[Refusal]:
    most = table.box.data.numbers.scrape
    if len(lines) > most:
        yield Refusal("MS-2.6", f"at most {most} lines at once, found {len(lines)}")
    if len(lines) > player.cubes:
        have = plural(player.cubes, "cube")
        yield Refusal("MS-2.6", f"{plural(len(lines), 'line')} cost a cube each, you have {have}")
    for text, number in lines:
        copy = player.copies.get(text)
        if copy is None:
            yield Refusal("MS-2.6", f"{text} is not in your book")
        elif number not in copy.standing():
            standing = ", ".join(map(str, copy.standing()))
            yield Refusal("MS-2.6", f"{text} has no line {number} there, only {standing}")
    if len(set(lines)) < len(lines):
        yield Refusal("MS-2.6", "a line is named twice")
