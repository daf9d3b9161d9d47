"""A game read aloud: what all of its pieces say."""

from __future__ import annotations

from typing import Any

from card_data import DataError, Game
from card_data.model import Component
from card_data.problems import Problems
from printkit.options import Options
from printkit.sheets.aloud.faces import FaceSaid, faces_said
from printkit.sheets.aloud.markup import pictures
from printkit.sheets.layout import order_for
from printkit.sheets.settings import settings_for
from printkit.sheets.typesetting import Typesetter

SET_UP = "common/set_up.svg"  # whose table is told as one


def read(game: Game[Any], options: Options, typesetter: Typesetter) -> dict[str, list[FaceSaid]]:
    """What the pieces of each component say that is played with; raise `DataError` with every
    problem of their templates."""
    settings = settings_for(options)
    problems = Problems()
    found: dict[str, list[FaceSaid]] = {}
    for name, component in game.components.items():
        if is_told(component):
            with problems.kept():
                order = order_for(game, name, options, settings)
                renderer = typesetter.renderer(game, order)
                found[name] = [*faces_said(renderer)]
                renderer.problems.stop_if_any()
    problems.stop_if_any()
    return found


def is_told(component: Component) -> bool:
    """Whether a component is played with: no booklet, not printed instead of another, and not the
    set-up aid, whose table is told as one."""
    told = {face.template for face in component.faces} != {SET_UP}
    return told and not component.booklet and component.instead_of is None


def without_words(game: Game[Any], options: Options, typesetter: Typesetter) -> list[str]:
    """The pictures on pieces that no template has words for, by their files."""
    try:
        faces = [face for said in read(game, options, typesetter).values() for face in said]
    except DataError:
        return []  # which is told elsewhere
    return [*dict.fromkeys(file for face in faces for file in pictures(face.parts))]
