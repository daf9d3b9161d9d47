"""The card that a new game shows the rows of a sheet on: every column, by what it holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, islice
from pathlib import Path, PurePath

from card_data.limits import MOST_ENTRIES
from card_data.model import Column, Row
from card_data.spreadsheets.heads import names_of
from card_data.tables import TITLES
from printkit.art.glyphs import Glyphs
from printkit.drawing.paths import path_data
from printkit.drawing.shapes import Text
from printkit.faces.effects.icons import NAME
from printkit.pictures.files import comparable, is_known, names_file, split_element
from printkit.templating.loader import TEMPLATES
from printkit.typography.fitting import POINT
from printkit.typography.fonts import Fonts

PICTURES = ("picture", "pic", "image", "img", "art", "artwork", "illustration", "icon", "photo")
FILE = re.compile(r".{1,100}\.\w{2,4}")  # what may name a file by its ending
WORD = re.compile(r"[^\W\d_]{3}")  # letters
PLAIN_HEAD = re.compile(r"[\w .,:;/()+-]+")  # of letters, digits and what no template reads
ICON = re.compile(r'<icon name="([\w-]+)"/>')
A_ROW, MANY_A_ROW = 4, 6  # numbers beside one another
LONGEST_TITLE = 40  # characters
SHORT = 26  # characters of a text and its label that may stand beside another
BREAKS = 'overflow-wrap="anywhere"'  # addresses and the like
LONGEST_ICON = 4  # characters in one
SYMBOLS = ("icon", "symbol")  # ends what a column of icons is called
MAIN = ("text", "rule", "rules_text", "card_text", "effect", "description")  # without a final s
FLAVOUR = ("flavour", "flavor")
BRACKETS = re.compile(r"\[([A-Za-z][\w-]*)\]")
CAPTION = 6  # pt: of numbers
INSIDE = 51.5  # mm: the width of the column
MANY = 1500  # characters of a card
FEW = 3  # short texts that need no second column
PICTURE = 18  # mm: what texts leave a picture of the height
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg">
  <background><stack><rect fill="{{{{ {accent} }}}}"/></stack></background>
  <stack pad="3.5">
    <rect rx="2" fill="#ffffff"/>
    <column pad="2.5" gap="{gap:.2g}" align="{align}" fill="#1a1a1a">
"""
FOOT = """\
    </column>
  </stack>
</svg>
"""
RING = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <circle cx="12" cy="12" r="11" fill="none" stroke="#000000" stroke-width="1.5"/>
  <path d="{}"/>
</svg>
"""


class Card:
    """The card of a table's ``rows``: its title is what names them, and the other columns follow by
    what they hold, after their ``labels``. The pictures that cells name may lie in ``folder``."""

    def __init__(
        self, columns: Mapping[str, Column], labels: Mapping[str, str], rows: Sequence[Row],
        folder: Path,
    ) -> None:  # fmt: skip
        self.columns, self.labels, self.rows, self.folder = columns, labels, rows, folder
        words = [name for name, held in columns.items() if held in ("text", "list")]
        self.pictures = [name for name in words if columns[name] == "text" and self.shows(name)]
        self.symbols = [name for name in words if self.names_icons(name)]
        words = [name for name in words if name not in (*self.pictures, *self.symbols)]
        texts = [name for name in words if columns[name] == "text"]
        called = [name for name in TITLES if name in texts and self.longest(name)]
        short = [name for name in texts if self.longest(name) <= LONGEST_TITLE]
        self.title = next(iter(called), max(short, key=self.different, default="id"))
        self.texts = [name for name in words if name != self.title]

    def shows(self, name: str) -> bool:
        """Whether a column names pictures: most of its cells, as far as they are not empty. Beside
        a column of titles any words do, of which one picture that is there has the name."""
        said = [value for row in self.rows if (value := getattr(row, name))]
        called = name.rstrip("s") in PICTURES
        named = [
            value for value in said
            if "://" not in value
            and (is_known(PurePath(split_element(value)[0]))
                 or ((called or FILE.fullmatch(value)) and names_file(value, self.folder)))
        ]  # fmt: skip
        if name in TITLES or self.columns.keys().isdisjoint(TITLES):
            there: Sequence[str] = ()
        else:
            there = [value for value in said if self.beside[comparable(value)] == 1]
        return len(said) <= 2 * len(named) > 0 or 2 * len(there) > len(said)

    @cached_property
    def beside(self) -> Counter[str]:
        """How many pictures in the folder, and in those inside it, have each name."""
        files = chain(self.folder.glob("*"), self.folder.glob("*/*"))
        return Counter(comparable(one.stem) for one in files if is_known(one))

    def names_icons(self, name: str) -> bool:
        """Whether a column names icons: by its own name, if all of its cells can."""
        said = [text for row in self.rows for text in texts_in(getattr(row, name)) if text]
        called = name.rpartition("_")[2].rstrip("s") in SYMBOLS and name not in self.pictures
        return called and len(said) > 0 and all(map(NAME.fullmatch, said))

    def named(self) -> Sequence[str]:
        said = (getattr(row, name) for row in self.rows for name in self.pictures)
        files = (split_element(name)[0] for name in said if name)
        return [*islice(dict.fromkeys(files), MOST_ENTRIES)]

    def different(self, column: str) -> int:
        """How many different words a column has; the names of cards differ most."""
        return len({said for row in self.rows if WORD.search(said := getattr(row, column))})

    @cached_property
    def icons(self) -> Sequence[str]:
        """The icons that texts name and the kit does not have, and those that stand for signs which
        its fonts lack."""
        drawn = re.findall(r'<symbol id="([\w-]+)"', (TEMPLATES / "icons.svg").read_text("utf-8"))
        said = [str(getattr(row, name)) for row in self.rows for name in self.columns]
        found = dict.fromkeys(icon for text in said for icon in ICON.findall(text))
        named = (getattr(row, name) for row in self.rows for name in self.symbols)
        found |= dict.fromkeys(icon for value in named for icon in texts_in(value))
        fonts = Fonts()
        signs = fonts.missing("".join(dict.fromkeys("".join(said))), fonts.get("serif"))
        found |= {names_of(sign)[0]: None for sign in signs}
        return [icon for icon in found if icon not in drawn and NAME.fullmatch(icon)]

    def bracketed(self) -> Counter[str]:
        """How many texts have each word in square brackets, as other programs write icons."""
        texts = (getattr(row, name) for row in self.rows for name in self.texts)
        found = (set(BRACKETS.findall(str(text))) for text in texts)
        return Counter(name for names in found for name in names)

    def crowded(self) -> Sequence[str]:
        """The IDs of cards with so much text that its type is below 5 pt or so."""
        return [
            row.id for row in self.rows
            if sum(len(str(getattr(row, name))) for name in self.texts) > MANY
        ]  # fmt: skip

    def unnamed(self) -> Sequence[str]:
        """The IDs of cards whose title is empty."""
        return [row.id for row in self.rows if not getattr(row, self.title)]

    def longest(self, name: str) -> int:
        return max((len(str(getattr(row, name))) for row in self.rows), default=0)

    def held(self, *kinds: Column) -> Sequence[str]:
        return [name for name, held in self.columns.items() if held in kinds]

    def template(self) -> str:
        """The template. Type shrinks together, as far as a card needs, so that every card fits."""
        lengths = {name: self.longest(name) for name in self.texts}
        called = [name for name in lengths if name.rstrip("s") in MAIN and lengths[name]]
        main = max(called or lengths, key=lengths.__getitem__, default="")
        short = [one for one in lengths if len(one) + lengths[one] <= SHORT and one != main
                 and not one.startswith(FLAVOUR)]  # fmt: skip
        short = short if len(short) > FEW else []
        display = 'height="11" align="center" valign="middle" font-family="display"'
        parts = [
            textbox(self.title, self.value(self.title), 15, f'{display} font-weight="bold"'),
            *self.numbers(),
            *self.flags(),
            *self.named_icons(),
            *self.drawn(),
        ]
        for at in range(0, len(short), 2):
            pair = short[at : at + 2]
            row = "".join(self.text(name, 8) for name in pair)
            parts.append(where(either(pair), f'<row gap="2">{row}</row>'))
        long = [name for name in lengths if name not in short]
        long.sort(key=lambda name: (name.startswith(FLAVOUR), name == main))
        parts += [self.text(name, 10, main) for name in long]
        ink = next(iter(self.held("ink")), None)
        accent = f"card.{ink}" if ink else "game.head.accent"
        align = "left" if short else "center"
        head = HEAD.format(accent=accent, gap=min(1, 8 / len(parts)), align=align)
        return head + "".join(f"      {part}\n" for part in parts) + FOOT

    def value(self, name: str) -> str:
        joined = '|join(", ")' if self.columns.get(name) == "list" else ""
        return f"{{{{ card.{name}{joined}|rich }}}}"

    def text(self, name: str, size: int, main: str = "") -> str:
        """A text after its label, which the main one of a card and a flavour text do not need."""
        flavour = name.startswith(FLAVOUR)
        named = "" if name == main or flavour else f"<b>{self.labels[name]}</b> "
        more = f'{BREAKS} font-style="italic"' if flavour else BREAKS
        return where(f"card.{name}", textbox(name, f"{named}{self.value(name)}", size, more))

    def numbers(self) -> Iterator[str]:
        """The lines of a grid of numbers above their labels."""
        if names := self.held("number", "required number"):
            most = max(sum(getattr(row, one) is not None for one in names) for row in self.rows)
            columns = max(1, min(most, A_ROW if most <= 2 * A_ROW else MANY_A_ROW))
            some = ", ".join(f"card.{name}" for name in names)
            caption = caption_size([self.labels[name] for name in names], columns)
            yield f"{{% if [{some}]|reject('none') %}}"
            yield f'<grid columns="{columns}" gap="1 0.5" align="center">'
            for name in names:
                digits = textbox(name, f"{{{{ card.{name} }}}}", 12, 'font-weight="bold"')
                one = f"<column>{digits}{textbox('', self.labels[name], caption)}</column>"
                yield f"  {where(f'card.{name} is not none', one)}"
            yield "</grid>{% endif %}"

    def flags(self) -> Iterator[str]:
        if names := self.held("flag"):
            said = [where(f"card.{one}", f"{self.labels[one]} ") for one in names]
            yield textbox("", "".join(said), 8)

    def drawn(self) -> Iterator[str]:
        """The lines of a row of pictures."""
        if self.pictures:
            yield f"{{% if {either(self.pictures)} %}}"
            yield f'<row weight="1" min-height="{PICTURE}" gap="1">'
            for name in self.pictures:
                href = f'href="{{{{ card.{name} }}}}" field="{name}" fit="scale-down"'
                yield f"  {where(f'card.{name}', f'<image {href}/>')}"
            yield "</row>{% endif %}"

    def named_icons(self) -> Iterator[str]:
        for name in self.symbols:
            each = f"card.{name}" if self.columns[name] == "list" else f"[card.{name}]"
            icons = f"""{{% for one in {each} %}}{{{{ ("<icon name='" ~ one ~ "'/>")|rich }}}}"""
            yield where(f"card.{name}", textbox(name, f"{icons}{{% endfor %}}", 20))


def texts_in(value: str | tuple[str, ...]) -> Sequence[str]:
    """The texts of a cell, of which a list has several."""
    return (value,) if isinstance(value, str) else value


def caption_size(labels: Sequence[str], columns: int) -> float:
    """The largest type, in points, in which each word of the labels of numbers fits its column."""
    font = Fonts().get("serif")
    widest = max(font.width(word) for one in labels for word in one.split())
    return min(CAPTION, (INSIDE / columns - 1) / (widest * POINT))


def letters_for(icons: Sequence[str]) -> dict[str, str]:
    """Return letters that stand for each icon, no two the same: its name or, of a long one, the
    initials of its words, or how it begins.

    >>> letters_for(["Y", "credit", "click", "gold_coin", "cradle"])
    {'Y': 'Y', 'credit': 'CR', 'click': 'CL', 'gold_coin': 'GC', 'cradle': 'CRA'}
    """
    known: dict[str, str] = {}
    for icon in sorted(icons, key=lambda icon: len(icon) > LONGEST_ICON):
        words = [word.upper() for word in re.split("[_-]", icon) if word]
        begun = ["".join(words)[:size] for size in range(2, LONGEST_ICON + 1)]
        initials = "".join(word[0] for word in words)[:LONGEST_ICON]
        choices = [*[icon] * (len(icon) <= LONGEST_ICON), *[initials] * (len(words) > 1), *begun]
        numbered = (f"{begun[0]}{number}" for number in count(2))
        taken = {*known.values()}
        known[icon] = next(one for one in chain(choices, numbered) if one not in taken)
    return {icon: known[icon] for icon in icons}


def placeholder(said: str) -> str:
    """An icon to be drawn: letters in a ring, as SVG."""
    fonts = Fonts()
    font = fonts.get("sans", bold=True)
    width = font.width(said)  # in ems
    size = min(15, 18 / width)
    x, y = 12 - size * width / 2, 12 + size * font.capitals / 2
    letters = Text(x, y, said, font.key, size, size * width)
    return RING.format(path_data(Glyphs().drawn(letters, fonts).steps))


def textbox(field: str, said: str, size: float, more: str = "") -> str:
    """Return a text that shrinks from a size in points as far as it must."""
    named = f' field="{field}"' if field else ""
    shrinks = f'font-size="{size:.3g}pt" min-font-size="1pt" size-step="{max(0.3, size / 20):g}pt"'
    return f"<textbox{named} {shrinks} {more}".rstrip() + f">{said}</textbox>"


def where(condition: str, markup: str) -> str:
    return f"{{% if {condition} %}}{markup}{{% endif %}}"


def either(columns: Sequence[str]) -> str:
    return " or ".join(f"card.{one}" for one in columns)


def label(column: str, head: str) -> str:
    """Return what a card calls a column: its head as it is written, if it has plain signs alone.

    >>> label("card_cost", "card_cost"), label("ep", "EP"), label("money_bag", "💰")
    ('Card cost', 'EP', 'Money bag')
    """
    said = head if PLAIN_HEAD.fullmatch(head) else column
    said = said.strip("_").replace("_", " ")
    return said[:1].upper() + said[1:]
