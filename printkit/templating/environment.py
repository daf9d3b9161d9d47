"""Templates to markup: what they may know, how they run, their errors in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import jinja2

from card_data import Game, load_rulebook, load_set_up
from card_data.game import SHIPPED
from card_data.limits import LARGEST_MARKUP
from card_data.model import Head, Option, Section
from card_data.problems import clip, suggested
from card_data.rulebook import Rulebook, chapters_of
from card_data.set_up import SetUp
from printkit.budget import Budget
from printkit.errors import MarkupError, Place
from printkit.templating.bytecode import compiled_templates
from printkit.templating.loader import TEMPLATES, Loader, shown
from printkit.templating.plain import KINDS, Record, plain
from printkit.templating.sandbox import Sandbox
from printkit.templating.xml import Source, parse

if TYPE_CHECKING:
    from printkit.templating.lines import MarkingLoader

BAD_TEMPLATE = (  # what running a wrong template can raise
    jinja2.TemplateError,
    MarkupError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    OSError,
    SyntaxError,  # of Python: what Jinja2 wrote is too much for its compiler
)
PARSED = 4  # characters of markup whose parsing costs a step; finding their places costs each one
TOO_DEEP = 200_000  # steps of a recursion that Python had to stop


FACTS = ("title", "head", "sections", "options", "rulebook", "entries", "told_in", "set_up")


class Facts:
    """What templates may know of a game beside its data: no folder, no file."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.title: str = game.title
        self.head: Head = game.head
        self.sections: tuple[Section, ...] = game.sections
        self.options: Mapping[str, Option[Any]] = game.options()

    @cached_property
    def rulebook(self) -> Rulebook | None:
        """The rulebook, read when a template first asks for it, with its examples played.

        None if the game has none. Raise `DataError` with what is wrong with it.
        """
        if self._written is None:
            return None
        from printkit.templating.examples import filled

        return filled(self._written, self._examples)

    @cached_property
    def entries(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """What each example of the rulebook leaves on the sheets: names of fields, and texts."""
        return {name: facts["entries"] for name, facts in self._examples.items()}

    @cached_property
    def _written(self) -> Rulebook | None:
        """The rulebook before its examples are played."""
        return load_rulebook(self._game)

    @cached_property
    def _examples(self) -> Mapping[str, Mapping[str, Any]]:
        if self._written is None:
            return {}
        from printkit.templating.examples import facts  # which plays them

        return facts(self._game, self._written, compare=False)

    @cached_property
    def told_in(self) -> Mapping[str, int]:
        """The chapter of the rulebook that first names a clause, from 0, by the clause's ID."""
        clauses = self._game.clauses()
        return chapters_of(self.rulebook, clauses) if self.rulebook else {}

    @cached_property
    def set_up(self) -> SetUp | None:
        """The set-up as a table, read when a template first asks for it; None if there is none.

        Raise `DataError` with what is wrong with it.
        """
        return load_set_up(self._game)


class Templates:
    """The templates of one game: its own copy's, the shipped game's, those of all games."""

    def __init__(self, game: Game[Any], budget: Budget) -> None:
        own = [] if game.folder.parent == SHIPPED else [game.folder]
        self.loader = Loader([*own, TEMPLATES], game.id)
        self.budget = budget
        self.environment = Sandbox(self.loader, compiled_templates())
        self.words = {
            "game": Record(Facts(game), FACTS),
            "data": plain(game.data),
            "lengths": plain(game.lengths),
            "find": plain({
                table: {row.id: row for row in game.rows(table)} for table in game.tables()
            }),
        }  # fmt: skip

    @cached_property
    def marking(self) -> MarkingLoader:
        from printkit.templating.lines import MarkingLoader  # only for what is wrong

        return MarkingLoader(self.loader.homes, self.loader.game)

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
            text = self.render(self.environment, template, words)
            self.budget.spend(len(text) // PARSED)
            return Source(parse(text), {})
        except MarkupError as error:
            place = error.place or self.file_of(template)
            raise MarkupError(str(error), place=place) from None

    def marked_source(self, template: str, words: Mapping[str, Any]) -> Source:
        """The same with the elements' places, found by marks in the template."""
        from printkit.templating.lines import parse_marked

        text = self.render(self.marking_environment, template, words)
        self.budget.spend(len(text))
        return parse_marked(text, [shown(file) for file in self.marking.files])

    def render(self, environment: Sandbox, template: str, words: Mapping[str, Any]) -> str:
        """The template's text; raise `MarkupError` with the place in the template, if known."""
        try:
            text = environment.get_template(template).render(
                self.words | {name: plain(value) for name, value in words.items()}
            )
            if len(text) <= LARGEST_MARKUP:
                return text
            message, place = f"makes more than {LARGEST_MARKUP:,} characters of markup", None
        except (RecursionError, MemoryError) as error:
            self.budget.spend(TOO_DEEP)
            message, place = "includes itself or is nested too deeply", place_of(error)
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
        found = self.loader.find(template)
        return None if found is None else Place(shown(str(found[0])))


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


def no_template(name: str, environment: jinja2.Environment) -> str:
    """What is wrong with the name of a template that there is not."""
    return f"no template {clip(name, quoted=False)}{suggested(name, environment.list_templates())}"


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
        case SyntaxError():
            return "nested too deeply"
        case OSError():
            return f"cannot be read: {error.strerror}"
    if isinstance(error, TypeError) and str(error).startswith("macro "):
        return str(error)
    names = {kind.__name__: name for kind, name in KINDS.items()}
    kinds = [names[name] for name in re.findall(r"\w+", str(error)) if name in names]
    given = f" with {' and '.join(dict.fromkeys(kinds))}" if kinds else ""
    return f"this expression cannot be evaluated{given}"
