"""Templates to markup: Jinja2's sandbox, filters and cache, and its errors in plain words."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sized
from functools import cached_property, partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from xml.etree import ElementTree

import jinja2
from jinja2.debug import get_template_locals
from jinja2.environment import TemplateModule
from jinja2.loaders import split_template_path
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

import templates
from card_data import Game
from card_data.game import SHIPPED
from card_data.model import Head, Model, Option, Section
from card_data.problems import clip, near, suggested
from printkit.colour import tint
from printkit.errors import MarkupError, Place
from printkit.markup import REASONS, Source, parse

if TYPE_CHECKING:
    from printkit.template_lines import MarkingLoader

TEMPLATES = Path(templates.__file__).parent
RICH = frozenset(("b", "i", "br", "icon"))
WRONG = Markup('<rich wrong="{}"/>')
BAD_TEMPLATE = (  # what running a wrong template can raise
    jinja2.TemplateError,
    MarkupError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    OSError,
)
KINDS = {  # what a template's author calls the types that Python names in its errors
    "str": "text",
    "Markup": "text",
    "int": "a number",
    "float": "a number",
    "bool": "a flag",
    "NoneType": "nothing",
    "list": "a list",
    "tuple": "a list",
    "dict": "a mapping",
}

COMPILED = (
    2  # to be raised when `Sandbox` changes: Jinja2 keys what it compiles by the source alone
)


class Facts(NamedTuple):
    """What templates may know of a game beside its data: no folder, no file."""

    title: str
    head: Head
    sections: tuple[Section, ...]
    options: Mapping[str, Option[Any]]


class Templates:
    """The templates of one game: its own copy's, the shipped game's, those of all games."""

    def __init__(self, game: Game[Any]) -> None:
        own = [] if game.folder.parent == SHIPPED else [game.folder / "templates"]
        self.folders = [*own, TEMPLATES / game.id, TEMPLATES]
        loader = jinja2.FileSystemLoader([str(folder) for folder in self.folders])
        self.environment = Sandbox(loader, compiled_templates())
        self.words = {
            "game": Facts(game.title, game.head, game.sections, game.options()),
            "data": game.data,
            "lengths": game.lengths,
            "find": {table: {row.id: row for row in game.rows(table)} for table in game.tables()},
        }

    @cached_property
    def marking(self) -> MarkingLoader:
        from printkit.template_lines import MarkingLoader  # only for what is wrong

        return MarkingLoader(self.folders)

    @cached_property
    def marking_environment(self) -> Sandbox:
        """Renders with the places of tags; made when something is wrong."""
        return Sandbox(self.marking, None)

    def source(self, template: str, words: Mapping[str, Any], *, places: bool = False) -> Source:
        """The template rendered and parsed, with the elements' ``places`` if they are asked for.

        Raise `MarkupError`, which has a place if the template is there.
        """
        try:
            if places:
                return self.marked_source(template, words)
            return Source(parse(self.render(self.environment, template, words)), {})
        except MarkupError as error:
            place = error.place or self.file_of(template)
            raise MarkupError(str(error), place=place) from None

    def marked_source(self, template: str, words: Mapping[str, Any]) -> Source:
        """The same with the elements' places, found by marks in the template."""
        from printkit.template_lines import parse_marked

        text = self.render(self.marking_environment, template, words)
        return parse_marked(text, [shown(file) for file in self.marking.files])

    def render(self, environment: Sandbox, template: str, words: Mapping[str, Any]) -> str:
        """The template's text; raise `MarkupError` with the place in the template, if known."""
        try:
            return environment.get_template(template).render({**self.words, **words})
        except (RecursionError, MemoryError) as error:
            message, place = "includes itself or grows without limit", place_of(error)
        except BAD_TEMPLATE as error:
            message = in_plain_words(error, environment)
            place = (error.place if isinstance(error, MarkupError) else None) or place_of(error)
        if place is not None:
            place = place._replace(file=shown(place.file))
        raise MarkupError(message, place=place)

    def missing(self, template: str) -> str:
        """What is wrong with a name for which `file_of` finds nothing."""
        return no_template(template, self.environment)

    def file_of(self, template: str) -> Place | None:
        """The file that ``template`` is read from; None if there is none."""
        try:
            steps = split_template_path(template)
        except jinja2.TemplateNotFound:  # it leads out of the folders
            return None
        files = (folder.joinpath(*steps) for folder in self.folders)
        return next((Place(shown(str(file))) for file in files if file.is_file()), None)


def shown(file: str) -> str:
    """A template's file as the user knows it: a shipped one without the folder of the kit."""
    path = Path(file)
    return str(path.relative_to(TEMPLATES.parent)) if path.is_relative_to(TEMPLATES) else file


class Unknown(jinja2.StrictUndefined):
    """Jinja2's undefined value, whose error says what would do, where the value was asked for.

    That is where the name is written, which may be far from where the value is used.
    """

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: Any = None, exc: Any = None
    ) -> None:
        frame = template_frame()
        self.known = known_at(frame) if obj is missing else known_in(obj)
        super().__init__(hint, obj, name, cast(Any, partial(MarkupError, place=line_of(frame))))

    __index__ = jinja2.Undefined._fail_with_undefined_error

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        name, owner = self._undefined_name, self._undefined_obj
        if isinstance(name, int) and isinstance(owner, Sized):
            return f"there is no item {name}: the list has {len(owner)}"
        return f"unknown name {clip(str(name))}{near(str(name), self.known)}"


def template_frame() -> FrameType | None:
    """The innermost frame of a template that runs; None if none does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and "__jinja_template__" not in frame.f_globals:
        frame = frame.f_back
    return frame


def line_of(frame: FrameType | None) -> Place | None:
    """The line of a template that its ``frame`` has come to."""
    if frame is None:
        return None
    template = frame.f_globals["__jinja_template__"]
    return Place(template.filename, template.get_corresponding_lineno(frame.f_lineno))


def place_of(error: BaseException) -> Place | None:
    """The innermost line of a template that an error of Jinja2 passed through."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        file = error.filename or error.name  # the lexer gives a file as the name
        return Place(file, error.lineno) if file else None
    found = None
    step = error.__traceback__
    while step is not None:
        frame = step.tb_frame
        if "__jinja_exception__" in frame.f_globals:  # written by Jinja2 for a template's frame
            found = Place(frame.f_code.co_filename, step.tb_lineno)
        step = step.tb_next
    return found


def known_at(frame: FrameType | None) -> list[str]:
    """The names that a template may use where its ``frame`` has come to."""
    if frame is None:
        return []
    builtin = frame.f_globals["environment"].globals
    return [name for name in get_template_locals(frame.f_locals) if name not in builtin]


PRINTED = frozenset((str, Markup, int, float, Unknown))  # the last fails with its own message


def known_in(value: object) -> list[str]:
    """The names that a template may ask ``value`` for."""
    if isinstance(value, Mapping):
        return [str(key) for key in value]
    if isinstance(value, TemplateModule):
        return [name for name in vars(value) if not name.startswith("_")]
    own = getattr(value, "_fields", ())  # a named tuple's methods are none of its fields
    if not own and not isinstance(value, str | int | float | list | tuple | None):
        own = dir(value)
    return [name for name in own if not name.startswith("_")]


class Sandbox(ImmutableSandboxedEnvironment):
    """Where templates run: they see the game's data, and nothing of Python or of the disk."""

    def __init__(self, loader: jinja2.BaseLoader, cache: jinja2.BytecodeCache | None) -> None:
        super().__init__(
            loader=loader,
            autoescape=True,
            undefined=Unknown,
            trim_blocks=True,
            lstrip_blocks=True,
            bytecode_cache=cache,
            auto_reload=False,  # what a build has read holds to its end
            finalize=printable,
        )
        self.filters.update(rich=rich, tint=tint)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of one of our models, which is always safe; else what Jinja2 finds safe."""
        if isinstance(obj, Model) and attribute in obj.__struct_fields__:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def unsafe_undefined(self, obj: Any, attribute: str) -> jinja2.Undefined:
        hint = f"a template may not use {clip(attribute, quoted=False)}"
        return self.undefined(hint, obj=obj, name=attribute)


def printable(value: object) -> object:
    """What an expression in a template gives, if it is a text or a number, which can be printed."""
    if type(value) in PRINTED:
        return value
    found = KINDS.get(type(value).__name__, "a function" if callable(value) else "several values")
    raise MarkupError(f"found {found}, expected a text or a number to print")


def compiled_templates() -> jinja2.BytecodeCache | None:
    """Where compiled templates are kept between runs; None where the user has no such place.

    Compiling the templates costs as much as drawing the deck.
    """
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    folder = Path(home) / "printkit"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
    except (OSError, RuntimeError):
        return None
    return jinja2.FileSystemBytecodeCache(str(folder), f"template-{COMPILED}-%s.cache")


def rich(text: str) -> Markup:
    """A text of the data whose markup is kept: ``<b> <i> <br/> <icon name=…/>``.

    In place of a wrong text stands an element that says what is wrong, so that the reader blames
    it where the text is used.
    """
    if "<" not in text and "&" not in text:
        return Markup(text)
    try:
        root = ElementTree.fromstring(f"<text>{text}</text>")
    except ElementTree.ParseError as error:
        reason = REASONS.get(error.code, str(error).split(":")[0])
        return WRONG.format(f"not well-formed: {reason} in {clip(text)}")
    for element in root.iter():
        if element is not root and element.tag not in RICH:
            wanted = "<b>, <i>, <br/> or <icon/>"
            return WRONG.format(f"<{element.tag}> in {clip(text)}: expected {wanted}")
    return Markup(text)


def no_template(name: str, environment: jinja2.Environment) -> str:
    """What is wrong with the name of a template that there is not."""
    return f"no template {name}{suggested(name, environment.list_templates(extensions=['svg']))}"


def in_plain_words(error: Exception, environment: jinja2.Environment) -> str:
    """What is wrong in a template, without a word of Python."""
    match error:
        case jinja2.TemplateNotFound():
            return no_template(str(error.name), environment)
        case MarkupError():
            return str(error)
        case jinja2.TemplateError():
            named = re.match(r"No (filter|test) named '(.*?)'", error.message or "")
            if named is None:
                return str(error.message)
            known_names = environment.filters if named[1] == "filter" else environment.tests
            return f"no {named[1]} called {named[2]!r}" + suggested(named[2], known_names)
        case ZeroDivisionError():
            return "division by zero"
        case OverflowError():
            return "the range is too long" if "ange" in str(error) else "the number is too large"
        case UnicodeDecodeError():
            return "not UTF-8 text"
        case OSError():
            return f"cannot be read: {error.strerror}"
    if isinstance(error, TypeError) and str(error).startswith("macro "):
        return str(error)
    kinds = [KINDS[name] for name in re.findall(r"\w+", str(error)) if name in KINDS]
    given = f" with {' and '.join(dict.fromkeys(kinds))}" if kinds else ""
    return f"this expression cannot be evaluated{given}"
