"""The pieces of two states of a game side by side: new, gone, renamed, or looking different."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from card_data import Game
from card_data.problems import Problems
from printkit.changes.ingredients import Shown, shown_on
from printkit.changes.put_back import Part
from printkit.changes.records import Kind, Piece, Use
from printkit.changes.redraws import Redraws
from printkit.faces.wire import Drawn
from printkit.options import Options
from printkit.printings.records import KeptFace, kept_faces
from printkit.sheets.layout import order_for
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Order, Typesetter
from printkit.typography.fonts import Fonts

Kept = dict[str, dict[str, KeptFace]]  # by component, then by name


class Side(NamedTuple):
    """A state of a game: its data, what it is in words, the kit's version, the options that it is
    printed with, and the components that a table holds. ``faces`` are those of a printing, whose
    ``drawings`` of a component are read when they are needed."""

    game: Game[Any]
    name: str
    version: str
    options: Options
    components: tuple[str, ...]
    faces: Mapping[str, Sequence[KeptFace]] | None = None
    drawings: Callable[[str, Fonts], Drawn] | None = None


class Pieces:
    """Draws the pieces of both sides, those of a printing aside, when they are first asked for.

    ``parts`` of the data are different.
    """

    def __init__(
        self, before: Side, after: Side, typesetter: Typesetter, parts: tuple[Part, ...]
    ) -> None:
        self.parts = parts
        self.before, self.after, self.typesetter = before, after, typesetter
        self.settings = settings_for(after.options)
        self.problems = Problems()
        self.drawings: dict[tuple[str, bool], Drawn] = {}  # now or not, by component
        self.found: dict[tuple[str, tuple[Part, ...]], dict[str, str] | None] = {}

    @cached_property
    def now(self) -> Kept:
        """The faces of all components as they are."""
        return self.drawn(self.after, tuple(self.after.game.components))

    @cached_property
    def then(self) -> Kept:
        """The faces as they were."""
        if self.before.faces is None:
            return self.drawn(self.before, self.before.components)
        kept = self.before.faces.items()
        return {name: {face.name: face for face in faces} for name, faces in kept}

    def drawn(self, side: Side, components: Sequence[str]) -> Kept:
        """The faces of some components of a side, without those that cannot be drawn, whose
        problems are kept."""
        orders: dict[str, Order] = {}
        found: Kept = {}
        for name in components:
            with self.problems.kept():
                orders[name] = self.order(side, name)
        self.typesetter.expect(side.game, orders.values())
        for name, order in orders.items():
            with self.problems.kept():
                drawn = self.drawings[name, side is self.after] = self.typesetter.do(
                    side.game, order
                )
                faces = kept_faces(side.game, name, drawn.faces)
                found[name] = {face.name: face for face in faces}
        return found

    def shown(self, component: str, *, now: bool) -> dict[str, Shown]:
        """The pictures, icons and fonts that each face of a component shows, or did."""
        if not now and self.before.drawings is not None:
            with self.problems.kept():  # of a printing that is damaged
                return shown_on(
                    self.before.drawings(component, self.typesetter.fonts), self.typesetter.fonts
                )
            return {}
        drawn = self.drawings.get((component, now))
        return shown_on(drawn, self.typesetter.fonts) if drawn is not None else {}

    def order(self, side: Side, name: str) -> Order:
        return order_for(side.game, name, side.options, settings_for(side.options))

    def differing(self, component: str) -> Iterator[Piece]:
        """The pieces of a component that are not as they were."""
        then, now = self.then.get(component, {}), self.now.get(component, {})
        if component not in self.after.components:
            now = {}
        elif not now or (component in self.before.components and component not in self.then):
            return  # it cannot be drawn, now or as it was
        game = self.after.game if component in self.after.game.components else self.before.game
        of = game.components[component].title
        renamed = renamings(then, now)
        for name, face in now.items():
            old = then.get(renamed.get(name, name))
            if old is None:
                yield piece(component, of, now, None, face)
            elif name in renamed or (old.digest, old.copies) != (face.digest, face.copies):
                yield piece(component, of, now, old, face)
        for name in then:
            if name not in now and name not in renamed.values():
                yield piece(component, of, then, then[name], None)

    def redrawn(
        self, component: str, parts: Sequence[tuple[Part, ...]]
    ) -> list[dict[str, str] | None]:
        """What the faces of a component look like with each of these put back; None where it cannot
        be drawn so."""
        new = tuple(one for one in parts if (component, one) not in self.found)
        if new:
            order, options = self.order(self.after, component), self.after.options
            earlier = self.before.game.folder
            job = Redraws(component, order, earlier, new, options, self.settings)
            done: list[dict[str, str] | None] = [None] * len(new)
            with self.problems.kept():  # of a game that takes too much
                done = self.typesetter.do(self.after.game, job)
            self.found |= {(component, one): looks for one, looks in zip(new, done, strict=True)}
        return [self.found[component, one] for one in parts]

    def using(self, component: str) -> list[list[str] | None]:
        """The names of the faces of a component that look different with each part put back, or
        None where it cannot be drawn so."""
        now = self.now.get(component, {})
        (looks,) = self.redrawn(component, [self.parts]) if self.parts else (None,)
        if now and looks is not None and not differing(now, looks):
            return [[] for _ in self.parts]  # without them all it looks as it does with them
        redrawn = self.redrawn(component, [(part,) for part in self.parts])
        return [None if looks is None else differing(now, looks) for looks in redrawn]

    def otherwise(self, component: str) -> set[str]:
        """The names of the faces of a component that look different from before even with all parts
        put back."""
        then, now = self.then.get(component, {}), self.now[component]
        (looks,) = self.redrawn(component, [self.parts]) if self.parts else (None,)
        if looks is None:
            return {*now}
        return {name for name in now if name not in then or looks.get(name) != then[name].digest}

    def looks_same(self, component: str) -> bool:
        """Whether a component was there before, and all of it looks as it did."""
        then, now = self.then.get(component), self.now.get(component)
        if then is None or now is None:
            return False
        return {face.name: face.digest for face in then.values()} == {
            face.name: face.digest for face in now.values()
        }

    def uses(self, part: Part) -> Iterator[Use]:
        """The faces that a part of the data shows on; a whole component that cannot be drawn with
        it as it is."""
        for component, declared in self.after.game.components.items():
            if self.looks_same(component):
                continue
            names = self.using(component)[self.parts.index(part)]
            if component not in self.now:
                if names is not None:
                    yield Use(component, declared.title, "", "", declared.title)
                continue
            faces = self.now[component]
            for face in [faces[name] for name in (faces if names is None else names)]:
                page = page_of(face, faces)
                yield Use(component, declared.title, face.name, face.id, face.title, page)


def differing(now: Mapping[str, KeptFace], looks: Mapping[str, str]) -> list[str]:
    """The names of the faces that have another look than those here."""
    return [name for name, face in now.items() if looks.get(name) != face.digest]


def renamings(then: Mapping[str, KeptFace], now: Mapping[str, KeptFace]) -> dict[str, str]:
    """The earlier names of faces that are called otherwise, and look the same."""
    gone = {face.digest: name for name, face in then.items() if name not in now}
    return {
        name: gone[face.digest]
        for name, face in now.items()
        if name not in then and face.digest and face.digest in gone
    }


def piece(
    component: str,
    of: str,
    faces: Mapping[str, KeptFace],
    old: KeptFace | None,
    new: KeptFace | None,
) -> Piece:
    """A piece of a component that is different; ``of`` is what that is called, ``faces`` are all of
    it."""
    face = new or old
    assert face is not None
    kind: Kind = "added" if old is None else "removed" if new is None else "changed"
    if old is not None and new is not None and old.name != new.name:
        kind = "renamed"
    return Piece(
        component, of, face.name, face.id, face.title, kind, page_of(face, faces),
        copies_before=old.copies if old else 0,
        copies_after=new.copies if new else 0,
        stamp_before=old.stamp if old else "",
        stamp_after=new.stamp if new else "",
        looks=old is None or new is None or old.digest != new.digest,
    )  # fmt: skip


def page_of(face: KeptFace, faces: Mapping[str, KeptFace]) -> int:
    """Which page of a text a face is; 0 if it is not one of several."""
    several = any(one.page > 1 for one in faces.values() if one.id == face.id)
    return face.page if several else 0
