"""What is different between two states of a game: the records that words and JSON are made of."""

from __future__ import annotations

from typing import Literal

from card_data.model import Model

Kind = Literal["added", "removed", "changed", "renamed"]
OWN_ROW = "its own row"  # what a piece may look different because of


class Change(Model, frozen=True):
    """A value before and after; None on the side where there is none.

    ``field`` is its name in the file, as a path; ``about`` says in words what it is, if that is
    known. Texts have the values of their placeholders filled in.
    """

    field: str
    before: str | None
    after: str | None
    about: str = ""


class Piece(Model, frozen=True):
    """A face of a piece, or a page: its component and what that is called, its name, the ID of its
    row or its template's, what that is called, its page (0 if it is no page of several), how many
    there are of it and its stamp, before and after.

    It is ``changed`` if it ``looks`` different, or there are more or fewer of it. ``because`` are
    the reasons for its looks, as far as they are known: numbers, options, files.
    """

    component: str
    of: str
    name: str
    id: str
    title: str
    kind: Kind
    page: int = 0
    copies_before: int = 0
    copies_after: int = 0
    stamp_before: str = ""
    stamp_after: str = ""
    looks: bool = True
    because: tuple[str, ...] = ()


class Use(Model, frozen=True):
    """A face that is drawn with a number, or a page, as in `Piece`; without a name a component that
    cannot be drawn with it."""

    component: str
    of: str
    name: str
    id: str
    title: str
    page: int = 0


class Number(Model, frozen=True):
    """A value of ``game.yaml`` before and after, with every use of it.

    ``pieces`` are the faces and pages that look different because of it, ``clauses`` those that
    read differently or that its description names: the engine plays by these. ``examples`` are
    those whose replay comes to something else, or that cannot be played any more.
    """

    field: str
    before: str | None
    after: str | None
    about: str = ""
    pieces: tuple[Use, ...] = ()
    clauses: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Entry(Model, frozen=True):
    """What is different in an entry of a file: a row of a table, a clause, a component, a chapter.

    ``title`` is what it is called, ``was`` its ID before if that is another; ``fields`` are its
    values before and after. ``because`` names the numbers and options that alone changed it.
    """

    file: str
    id: str
    title: str
    kind: Kind
    fields: tuple[Change, ...] = ()
    was: str = ""
    because: tuple[str, ...] = ()


class State(Model, frozen=True):
    """A state of a game: what it is, in words, the fingerprint of its data, the kit's version."""

    name: str
    data: str
    version: str


class Changes(Model, frozen=True):
    """All that is different in a game since an earlier state of it.

    ``numbers`` are the values of ``game.yaml`` before its house ``options``; ``rules`` are clauses,
    ``rows`` those of its tables, ``score`` what its score sheet says, ``components`` those of
    ``print.yaml``, ``rulebook`` its chapters and other parts. ``files`` are those that changed
    beside: templates, examples, the sheets' settings. ``pieces`` are faces and pages that are new,
    gone, or look different. ``problems`` say why some cannot be drawn.
    """

    game: str
    title: str
    before: State
    after: State
    numbers: tuple[Number, ...] = ()
    options: tuple[Number, ...] = ()
    rules: tuple[Entry, ...] = ()
    rows: tuple[Entry, ...] = ()
    score: tuple[Entry, ...] = ()
    components: tuple[Entry, ...] = ()
    rulebook: tuple[Entry, ...] = ()
    files: tuple[Entry, ...] = ()
    pieces: tuple[Piece, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def none(self) -> bool:
        """Whether nothing is different."""
        parts = (*self.numbers, *self.options, *self.rules, *self.rows, *self.components)
        return not (*parts, *self.score, *self.rulebook, *self.files, *self.pieces, *self.problems)
