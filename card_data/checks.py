"""Rules that the files of a game must meet together; reports as `tables.data_problems` does."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from card_data.model import (
    FAMILIES,
    Component,
    FaceTemplate,
    Family,
    Head,
    Limit,
    Option,
    Players,
    Row,
    Section,
)
from card_data.placeholders import look_up
from card_data.problems import did_you_mean, quote, shorten
from card_data.reading.decode import Mismatch
from card_data.reading.documents import Document, Steps
from card_data.rulebook import Block, Figure, Rulebook, RulebookTable, cited, texts
from card_data.text import join_words, plural

Found = Iterator[tuple[Steps, str]]


def duplicates(ids: Iterable[tuple[Steps, str]], document: Document) -> Found:
    """IDs used before in the same document, and where."""
    first: dict[str, Steps] = {}
    for path, name in ids:
        if name in first:
            where = document.location_in_words((*first[name], "id"))
            yield (*path, "id"), f"duplicate ID, first used in {where}"
        first.setdefault(name, path)


def repeated(table: str, column: str, rows: Iterable[Row]) -> Found:
    """Rows of a table that have the value of an earlier one in a column."""
    first: dict[Any, str] = {}
    for index, row in enumerate(rows):
        owner = first.setdefault(getattr(row, column), row.id)
        if owner != row.id:
            yield (table, index, column), f"{owner} has the same {column}"


def head_problems(head: Head) -> Found:
    """Fewer players at most than at least."""
    least, most = head.players.min, head.players.max
    if most < least:
        yield ("players", "max"), f"found {most}, expected at least the minimum, {least}"
    yield from font_problems(head)


def font_problems(head: Head) -> Found:
    """Families with the name of one that all games have, or without a font; fallbacks that are no
    family."""
    for name, family in head.fonts.items():
        if name in FAMILIES:
            yield ("fonts", name), f"{name} is a family of the kit's own: expected another name"
        if isinstance(family, Family) and not any(msgspec.structs.astuple(family)):
            yield ("fonts", name), "found no font, expected one, such as regular: fonts/A.ttf"
    known = (*head.fonts, *FAMILIES)
    for place, name in enumerate(head.fallback):
        if name not in known:
            yield ("fallback", place), f"no font {name}{did_you_mean(name, known)}"


def option_problems(options: Mapping[str, Option[Any]]) -> Found:
    """Options that have words for aids, but none for their current value."""
    for name, option in options.items():
        if option.aid and not option.words():
            message = f"no text for the option's current value, {option.word()}"
            yield ("options", name, "aid"), message


def clause_problems(
    sections: Sequence[Section], head: Head, options: Collection[str] | None
) -> Found:
    """IDs that do not begin with the game's prefix, empty clauses, options that are not there.

    ``options`` is None if they are not known.
    """
    for chapter, section in enumerate(sections):
        for index, clause in enumerate(section.clauses):
            path = ("sections", chapter, "clauses", index)
            if not re.fullmatch(rf"{head.prefix}-[0-9]+\.[0-9]+[a-z]?", clause.id):
                yield (*path, "id"), f"found {clause.id}, expected an ID like {head.prefix}-1.1"
            if not (clause.text or clause.ruling or clause.house):
                yield path, "the clause is empty: expected a text, a ruling or house data"
            if clause.instead and not clause.option:
                yield (*path, "instead"), "found a ruling for an option, but no option is named"
            if clause.option and options is not None and clause.option not in options:
                message = f"no house rule {clause.option}"
                yield (*path, "option"), message + did_you_mean(clause.option, options)


def option_clause_problems(
    sections: Sequence[Section], options: Mapping[str, Option[Any]]
) -> Found:
    """Options of clauses that are not there."""
    clauses = {clause.id for section in sections for clause in section.clauses}
    for name, option in options.items():
        if option.clause not in clauses:
            yield ("options", name, "clause"), f"no clause {option.clause}"


def component_problems(
    components: Mapping[str, Component], tables: Collection[str], game: str
) -> Found:
    """Faces for the rows of a table that the game does not have; a component named as the game is,
    whose file would be that of the whole game; a least size of pieces of one size."""
    for name, component in components.items():
        if name == game:
            yield ("components", name), "the game itself is called that: give it another name"
        if component.least is not None and component.size != "page":
            message = "only for size: page, which depends on the paper: leave it out"
            yield ("components", name, "least"), message
        for index, face in enumerate(component.faces):
            yield from own_size_problems(component, face, ("components", name, "faces", index))
            if face.rows is not None and face.rows not in tables:
                path = ("components", name, "faces", index, "rows")
                yield path, f"no table {quote(face.rows)}{did_you_mean(face.rows, tables)}"


def own_size_problems(component: Component, face: FaceTemplate, path: Steps) -> Found:
    """A face with a size, a shape or corners of its own among those that cannot have any."""
    given = [key for key in ("size", "shape", "corner") if getattr(face, key) is not None]
    if given and component.per_page:
        yield (*path, given[0]), "forms have their sizes from per_page: leave it out"
    elif given and component.size == "page":
        yield (*path, given[0]), "the pieces of this component are whole pages: leave it out"
    elif face.size == "page":
        yield (*path, "size"), "only a whole component has size: page: expected a size in mm"


def set_up_problems(components: Mapping[str, Component], players: Players) -> Found:
    """Counts by players that a form or a face for each player cannot have, or that cannot be; a
    component that takes the place of none, or shares the sheets of none or of forms."""
    forms = {name for name, component in components.items() if component.per_page}
    for name, component in components.items():
        path: Steps = ("components", name)
        for field in ("instead_of", "shares"):
            yield from reference_problems(name, field, components)
        if component.shares is not None and {name, component.shares} & forms:
            yield (*path, "shares"), "forms have sheets of their own"
        if component.booklet:
            yield from booklet_problems(name, component)
        for index, face in enumerate(component.faces):
            here: Steps = (*path, "faces", index)
            counted = {"a_player": face.a_player is not None, "by_players": bool(face.by_players)}
            given = [key for key, there in counted.items() if there]
            if component.per_page and given:
                yield (*here, given[0]), "a form is printed for each player anyway: leave it out"
            elif face.a_player is not None and (face.copies > 1 or face.by_players):
                yield (*here, "a_player"), "found copies or by_players too: give one of them"
            yield from by_players_problems(face, players, here)


def reference_problems(name: str, field: str, components: Mapping[str, Component]) -> Found:
    """A component whose ``field`` names itself, one that is not there, or one that names another
    in turn, up to a circle."""
    chain = [name]
    while (other := getattr(components[chain[-1]], field)) in components and other not in chain:
        chain.append(other)
    path = ("components", name, field)
    if len(chain) == 1 and other is not None:
        others = [key for key in components if key != name]
        yield path, f"no other component {quote(other)}{did_you_mean(other, others)}"
    elif other == name and len(chain) > 1:
        yield path, f"{join_words(chain, 'and')} name one another: leave it out of one of them"
    elif len(chain) > 2:
        yield path, f"{chain[1]} itself names {chain[2]}: name that one"


def booklet_problems(name: str, component: Component) -> Found:
    """A booklet whose pages are not whole ones with text on both sides."""
    wrong = {
        "size": (component.size != "page", "a booklet's pages are whole ones: expected page"),
        "least": (component.least is not None, "a booklet's pages are those of its paper"),
        "bleed": (component.bleed > 0, "a booklet's pages have no bleed: leave it out"),
        "back": (component.has_backs, "a booklet's pages have text on their backs"),
        "per_page": (bool(component.per_page), "a booklet is no form"),
        "shares": (component.shares is not None, "a booklet has sheets of its own"),
    }
    for field, (is_wrong, message) in wrong.items():
        if is_wrong:
            yield ("components", name, field), message


def by_players_problems(thing: Row | FaceTemplate, players: Players, path: Steps) -> Found:
    """Numbers of players that the game is not for, and more pieces than there are."""
    for number, needed in thing.by_players.items():
        if not players.min <= number <= players.max:
            message = f"the game is for {players.words()}"
            yield (*path, "by_players", number), f"{message}, not {number}"
        elif needed > thing.copies:
            message = f"found {needed}, but there are no more than {thing.copies} (copies)"
            yield (*path, "by_players", number), message


def limit_problems(components: Mapping[str, Component], words: Mapping[str, Any]) -> Found:
    """Limits of components that are exceeded, or that do not say what they limit."""
    for name, component in components.items():
        yield from broken_limits(component.limits, words, ("components", name))


def figure_problems(figures: Mapping[str, Figure], words: Mapping[str, Any]) -> Found:
    """Numbers that are not those for which a figure was drawn."""
    for name, figure in figures.items():
        yield from broken_limits(figure.limits, words, ("figures", name))


def broken_limits(limits: Sequence[Limit], words: Mapping[str, Any], path: Steps) -> Found:
    """Limits that are exceeded, or that do not say what they limit; they stand at ``path``."""
    for index, limit in enumerate(limits):
        here = (*path, "limits", index)
        if not limit.bounds():
            yield here, "expected least, most or both"
            continue
        try:
            value = look_up(limit.value, words)
        except Mismatch as error:
            yield (*here, "value"), f"{limit.value}: {error}"
            continue
        if wrong := _breach(limit, value):
            yield (*here, "value"), wrong


def _breach(limit: Limit, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{limit.value} is {shorten(repr(value))}, expected a number"
    if limit.allows(value):
        return ""
    return f"{limit.value} is {value:g}, expected {limit.bounds()}: {limit.why}"


def rulebook_problems(rulebook: Rulebook, clauses: Collection[str], *, scored: bool) -> Found:
    """Blocks that are not one thing, unknown figures, examples and clauses, boxes in boxes, and the
    table of what scores in a game that is not ``scored`` by a score sheet."""
    for path, blocks in blocks_of(rulebook).items():
        yield from block_problems(blocks, path, rulebook, scored=scored)
    yield from boxed_problems(rulebook)
    yield from citation_problems(texts(rulebook), clauses)
    for entry, names in rulebook.index.items():
        for at, name in enumerate(names):
            if name not in clauses:
                message = f"no clause {quote(name)}"
                yield ("index", entry, at), message + did_you_mean(name, clauses)
    for name, example in rulebook.examples.items():
        for field in ("under", "expect"):
            if getattr(example, field) and not example.replayed:
                yield ("examples", name, field), "expected a record or a position to replay"
    for name, figure in rulebook.figures.items():
        for index, sheet in enumerate(figure.sheets):
            if sheet.example not in rulebook.examples:
                hint = did_you_mean(sheet.example, rulebook.examples)
                path = ("figures", name, "sheets", index, "example")
                yield path, f"no example {sheet.example}{hint}"


def blocks_of(rulebook: Rulebook) -> dict[Steps, Sequence[Block]]:
    """The blocks of each chapter and of each box, by their places."""
    found: dict[Steps, Sequence[Block]] = {
        ("chapters", index, "blocks"): chapter.blocks
        for index, chapter in enumerate(rulebook.chapters)
    }
    for name, example in rulebook.examples.items():
        found["examples", name, "blocks"] = example.blocks
    for field in ("first_turn", "reference"):
        if (box := getattr(rulebook, field)) is not None:
            found[field, "blocks"] = box.blocks
    return found


def boxed_problems(rulebook: Rulebook) -> Found:
    """Examples in the boxes of a rulebook, where none can stand."""
    for path, blocks in blocks_of(rulebook).items():
        if path[0] == "chapters":
            continue
        for index, block in enumerate(blocks):
            if block.example is not None:
                what = "another" if path[0] == "examples" else f"the {path[0]}".replace("_", " ")
                yield (*path, index, "example"), f"an example cannot stand in {what}"


def citation_problems(found: Iterable[tuple[Steps, str]], clauses: Collection[str]) -> Found:
    """Unknown clauses that texts name, by the prefix of the game's own."""
    prefixes = {name.partition("-")[0] for name in clauses}
    for path, text in found:
        for name in cited(text):
            if name not in clauses and name.partition("-")[0] in prefixes:
                yield path, f"no clause {name}{did_you_mean(name, clauses)}"


def block_problems(
    blocks: Sequence[Block], path: Steps, rulebook: Rulebook, *, scored: bool
) -> Found:
    """Yield the problems of the blocks of a chapter or of a box."""
    fields = Block.__struct_fields__
    for index, block in enumerate(blocks):
        given = [field for field in fields if getattr(block, field) not in (None, (), False)]
        if block.scoring and not scored:
            yield (*path, index, "scoring"), "there is no score.yaml that says what scores"
        if block.table is not None:
            yield from table_problems(block.table, (*path, index, "table"))
        if len(given) != 1:
            found = join_words(given, "and") or "none of them"
            yield (*path, index), f"found {found}, expected one of {', '.join(fields)}"
        for field, known in (("figure", rulebook.figures), ("example", rulebook.examples)):
            name = getattr(block, field)
            if name is not None and name not in known:
                yield (*path, index, field), f"no {field} {name}{did_you_mean(name, known)}"


def table_problems(table: RulebookTable, path: Steps) -> Found:
    """Rows and widths of a table that are not as many as its columns."""
    columns = len(table.head)
    for index, row in enumerate(table.rows):
        if len(row) != columns:
            yield (*path, "rows", index), f"found {plural(len(row), 'cell')}, expected {columns}"
    if len(table.widths) not in (0, columns):
        yield (*path, "widths"), f"found {len(table.widths)}, expected {columns}"
