"""Where a template error gets its line.

Errors of Jinja2 carry the template's line in their traceback. What the markup reader rejects is
found in rendered text, whose lines are not the template's: only then is the template rendered
again, with a processing instruction before each tag that says where in the template the tag is. An
XML parser accepts such instructions wherever it accepts a tag, and they leave elements unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

import jinja2

from card_data.problems import shorten
from printkit.errors import MarkupError, SourceLocation, UnclosedError
from printkit.templating.loader import Loader
from printkit.templating.xml import ParsedTemplate, parse, without_namespace

MARK = "line"
MARKS = re.compile(rf"<\?{MARK} [0-9:]*\?>")
# What is not closed goes on to the end, so that nothing is looked at twice.
TEXT = r""""(?:\\.|[^"\\])*+(?:"|\\?\Z)|'(?:\\.|[^'\\])*+(?:'|\\?\Z)|[^"']"""
# Jinja2's comments, expressions and statements, which are left alone, or the start of a tag.
JINJA_OR_TAG = re.compile(
    r"\{#(?:(?!#\}).)*+(?:#\}|\Z)"
    rf"|\{{\{{(?:(?!\}}\}})(?:{TEXT}))*+(?:\}}\}}|\Z)"
    rf"|\{{%(?:(?!%\}})(?:{TEXT}))*+(?:%\}}|\Z)"
    r"|(?P<tag><(?=/?[A-Za-z]))",
    re.S,
)


def marked(source: str, file: int) -> str:
    """A template's source with a mark before each tag: the file's number, line and column."""

    def mark(match: re.Match[str]) -> str:
        if match["tag"] is None:
            return match[0]
        line = source.count("\n", 0, match.start()) + 1
        column = match.start() - source.rfind("\n", 0, match.start())
        return f"<?{MARK} {file}:{line}:{column}?><"

    return JINJA_OR_TAG.sub(mark, source)


class MarkingLoader(Loader):
    """Loads templates with marks in them; ``files`` lists the files by their numbers."""

    def __init__(self, homes: Sequence[Path], game: str) -> None:
        super().__init__(homes, game)
        self.files: list[str] = []

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        self.files.append(file)
        return marked(source, len(self.files) - 1), file, is_current


class PlacingBuilder(ElementTree.TreeBuilder):
    """Builds elements, and records the place of each from the mark before it.

    An element without a mark of its own, which comes out of the data, has a line but no column.
    """

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__()
        self.files = files
        self.last: SourceLocation | None = None
        self.marked = False  # the mark belongs to the tag that comes next
        self.lines_since = 0
        self.places: dict[ElementTree.Element, SourceLocation] = {}
        self.open: list[ElementTree.Element] = []

    def pi(self, target: str, text: str | None = None) -> None:  # type: ignore[override]
        if target == MARK and text is not None:
            file, line, column = map(int, text.split(":"))
            self.last, self.lines_since = SourceLocation(self.files[file], line, column), 0
            self.marked = True

    def data(self, data: str) -> None:
        super().data(data)
        self.lines_since += data.count("\n")

    def start(self, tag: str, attributes: dict[str, str]) -> ElementTree.Element:
        element = super().start(tag, attributes)
        self.open.append(element)
        if self.last is not None:
            reached = SourceLocation(self.last.file, self.last.line + self.lines_since)
            self.places[element] = self.last if self.marked else reached
        self.marked = False
        return element

    def end(self, tag: str) -> ElementTree.Element:
        self.marked = False
        self.open.pop()
        return super().end(tag)

    def reached(self) -> SourceLocation | None:
        """Return the place that parsing has reached: the line of a text, or the last tag."""
        if self.last is None or not self.lines_since:
            return self.last
        return SourceLocation(self.last.file, self.last.line + self.lines_since)


def parse_marked(text: str, files: Sequence[str]) -> ParsedTemplate:
    """Marked markup with the places of its elements; a `MarkupError` has its place too."""
    builder = PlacingBuilder(files)
    try:
        return ParsedTemplate(parse(text, builder), builder.places)
    except UnclosedError as error:
        element = builder.open[-1]
        tag = shorten(without_namespace(element.tag))
        message = f"<{tag}> is not closed: {MARKS.sub('', str(error))}"
        raise MarkupError(message, place=builder.places.get(element)) from None
    except MarkupError as error:
        raise MarkupError(MARKS.sub("", str(error)), place=builder.reached()) from None
