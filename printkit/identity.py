"""How a sheet to fill in identifies itself: by a printed code in its slug, and by the keywords of
its file.

The code outlives whatever a program does to a file when it prints or saves it again; the keywords
say more. A code has no spaces, since programs find them, or miss them, where they please::

[dice_archive:form:2/3#3-4:r1:3fa89c12:a19d]

It names the game, the component, the sheet out of how many, the forms on it if there are several,
the version of the rules, the first digits of the data's fingerprint, the house rules that are not
as these data have them, such as ``corners_may_touch=false``, if any, and a check of all that.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import msgspec

from card_data import Game
from card_data.limits import LONGEST_NAME
from printkit.options import house_in, house_keyword

DIGITS = 8  # of a fingerprint's twelve that are in a code
NUMBER = r"[0-9]{1,6}"
LONGEST_HOUSE = 1_000  # characters of the house rules in a code
CODE = re.compile(
    rf"\[((?P<game>[\w.~%-]{{1,{3 * LONGEST_NAME}}}):(?P<component>[a-z]\w{{0,{LONGEST_NAME}}})"
    rf":(?P<sheet>{NUMBER})/(?P<of>{NUMBER})(?:#(?P<first>{NUMBER})(?:-(?P<last>{NUMBER}))?)?"
    rf":r(?P<rules>{NUMBER}):(?P<data>[0-9a-f]{{{DIGITS}}})"
    rf"(?::(?P<house>[\w.~%,=-]{{1,{LONGEST_HOUSE}}}))?):(?P<check>[0-9a-f]{{4}})\]",
    re.ASCII,
)


class Identity(msgspec.Struct, frozen=True):
    """The identity of a sheet, or of a whole file if ``sheet`` is 0.

    ``sheet`` counts from 1 the ``of`` different sheets of the ``component`` that have fields.
    ``forms`` are the first and the last form on it, which is one player's each; None where all
    players share a sheet. ``rules`` is the version of the rules, ``data`` the fingerprint of the
    game's data or its beginning, ``files`` the digest of each file of it, if that is known.
    ``house`` has the house rules that are not as in the data, as `Game.house` does.
    """

    game: str
    component: str
    sheet: int
    of: int
    rules: int
    data: str
    forms: tuple[int, int] | None = None
    files: Mapping[str, str] = {}
    house: Mapping[str, str] = {}

    @classmethod
    def of_component(cls, game: Game[Any], component: str) -> Identity:
        """Return the identity of a component's file, before its sheets are counted."""
        version, data = game.head.rules_version, game.fingerprint
        return cls(
            game.id, component, 0, 0, version, data, files=game.digests, house=dict(game.house)
        )

    @property
    def code(self) -> str:
        """The code to print on the sheet.

        >>> Identity("dice_archive", "form", 2, 3, 1, "3fa89c12d0e1", forms=(3, 4)).code
        '[dice_archive:form:2/3#3-4:r1:3fa89c12:a19d]'
        """
        forms = f"#{span(*self.forms)}" if self.forms else ""
        parts = (
            *(quote(self.game, safe=""), self.component, f"{self.sheet}/{self.of}{forms}"),
            *(f"r{self.rules}", self.data[:DIGITS], *filter(None, [house_keyword(self.house)])),
        )
        body = ":".join(parts)
        return f"[{body}:{check_of(body)}]"

    @property
    def keywords(self) -> dict[str, str]:
        """The keywords of the file, besides those that every file has."""
        files = ",".join(f"{quote(name)}:{digest}" for name, digest in self.files.items())
        return {"sheets": str(self.of), "rules": str(self.rules), "files": files}

    def same_data(self, game: Game[Any]) -> bool:
        """Check whether it was made from the present data of ``game``."""
        return game.fingerprint.startswith(self.data)

    def other_files(self, game: Game[Any]) -> list[str]:
        """The data files that are not as they were when it was made, those that are gone or new
        included; none if that is not known."""
        names = {**self.files, **game.digests} if self.files else {}
        return [name for name in names if self.files.get(name) != game.digests.get(name)]


class CodesRead(NamedTuple):
    """The codes on a page or in a file: an identity for each sheet, once, and codes whose checksum
    is wrong."""

    identities: list[Identity]
    misread: list[str]


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def check_of(body: str) -> str:
    """Return four digits by which a misread code is noticed."""
    return f"{crc_hqx(body.encode(), 0):04x}"


def codes_on_page(text: str) -> CodesRead:
    """Read the codes in the text of a page, however its spaces were read."""
    said = CodesRead([], [])
    for found in CODE.finditer("".join(text.split())):
        if found["check"] != check_of(found[1]):
            said.misread.append(found[0])
        elif (one := identity_from_code(found)) not in said.identities:
            said.identities.append(one)
    return said


def identity_from_code(found: re.Match[str]) -> Identity:
    sheet, of, rules = (int(found[key]) for key in ("sheet", "of", "rules"))
    first = found["first"]
    forms = (int(first), int(found["last"] or first)) if first else None
    game = unquote(found["game"], errors="replace")
    house = dict(house_in({"house": found["house"] or ""}))
    return Identity(game, found["component"], sheet, of, rules, found["data"], forms, house=house)


def identity_from_keywords(keywords: str) -> Identity | None:
    """Return the identity of a whole file in its keywords; None if they do not name the game and
    the component."""
    values = dict(pair.split("=", 1) for pair in keywords.split() if "=" in pair)
    numbers = [values.get(key, "0") for key in ("sheets", "rules")]
    if not {"game", "component", "data"} <= values.keys():
        return None
    of, rules = (int(one) if re.fullmatch(NUMBER, one, re.ASCII) else 0 for one in numbers)
    pairs = (one.partition(":") for one in values.get("files", "").split(",") if one)
    files = {unquote(name, errors="replace"): digest for name, _, digest in pairs}
    house = dict(house_in(values))
    return Identity(
        values["game"], values["component"], 0, of, rules, values["data"], files=files, house=house
    )


def identities(texts: Iterable[str], keywords: str) -> CodesRead:
    """Identify the sheets in a file by the texts of its pages and by its keywords, or the whole
    file if no page has a code.

    A sheet of which the keywords speak has the full fingerprint and the digests from there.
    """
    whole = identity_from_keywords(keywords)
    pages = [codes_on_page(text) for text in texts]
    sheets = [completed(one, whole) for page in pages for one in page.identities]
    misread = [code for page in pages for code in page.misread]
    return CodesRead([*distinct(sheets)] or ([whole] if whole else []), misread)


def distinct(sheets: Iterable[Identity]) -> Iterator[Identity]:
    seen: set[str] = set()
    for one in sheets:
        if one.code not in seen:
            yield one
        seen.add(one.code)


def completed(sheet: Identity, whole: Identity | None) -> Identity:
    """Complete a sheet's identity with what only the keywords of its file say, if they are about
    it."""
    if whole is None or (sheet.game, sheet.component) != (whole.game, whole.component):
        return sheet
    if not whole.data.startswith(sheet.data):
        return sheet
    return msgspec.structs.replace(sheet, data=whole.data, files=whole.files)
