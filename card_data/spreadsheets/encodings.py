"""Which encoding a text file is in that does not say so, by the letters that it would have."""

from __future__ import annotations

import re
from contextlib import suppress

from card_data.problems import MOST_QUOTED, DataError, quote
from card_data.reading.documents import UTF_16, text_of
from card_data.spreadsheets.grid import data_error

# Of Excel in Western Europe, with the system that they are of: as CSV, and as CSV (Macintosh).
ENCODINGS = {"cp1252": "Windows", "mac_roman": "a Mac"}
# What texts in the languages of Western Europe do not have, and in a wrong encoding do.
MISREAD = re.compile("|".join((
    "[a-zß-ÿ][À-ÖØ-ÞŒŠŸŽ]",  # für as fŸr: a capital within a word
    r"(?<!\w)[øæ][A-Z]",  # ¿Qué as øQuÈ
    "[À-ÖØ-öø-ÿ]{4}",  # Карта as Êàðòà: letters with accents and no others
    r"[^\W\d_][^\w\s!-~'‘’´·•×÷–—…\xad][a-zà-ÿ]",  # Straße as Stra§e: a sign within a word
    "[a-z][¼½¾][a-z]", "[¹²³][a-zà-ÿ]",  # fæl as f¾l, łąka as ³¹ka
    r"(?<!\w)[€¥˜¨¸§¯†‡][a-zà-ÿ]", r"\w[‡¨¯¡¿]", " ‡ ",  # Äpfel as €pfel, está as est‡
    r"[a-z](?:—ns?|–[ao]s?)\b",  # dragón as drag—n, España as Espa–a
    "[\uf8ffˆƒ¤ˇ˘˙˛˝∂∏∑Ωπ◊ﬁﬂıﬀ]",  # größte as grˆﬂte
    "[ìù][a-zà-ÿ]", "õ(?!e)", r"(?<!\w)ð", r"þ\b",  # věc as vìc, erős as erõs, güneş as güneþ
)))  # fmt: skip
BETWEEN = re.compile(r'[\s,;|"]')  # stands between words


def decoded(raw: bytes, file: str) -> tuple[str, str]:
    """The text of a file in UTF-8, UTF-16, or that of `ENCODINGS` in which its letters make sense,
    then with the system of that; raise `DataError` if they do in none."""
    if (zero := raw[:2].find(0)) >= 0:  # UTF-16 without the mark that it begins with
        raw = [*UTF_16][1 - zero] + raw
    try:
        return text_of(raw, file), ""
    except DataError:
        if raw[:2] in UTF_16:
            raise
    texts = {}
    for encoding, system in ENCODINGS.items():
        with suppress(UnicodeDecodeError):
            texts[raw.decode(encoding)] = system
    text = min(texts, key=lambda one: len(MISREAD.findall(one)))
    odd = MISREAD.search(text)
    if odd is None:
        return text, texts[text]
    before, after = text[: odd.start()], text[odd.start() :]
    word = BETWEEN.split(before[-MOST_QUOTED:])[-1] + BETWEEN.split(after[:MOST_QUOTED])[0]
    message = f"letters look wrong, as in {quote(word)}: save the file as UTF-8"
    raise data_error(f"{message} (in Excel: CSV UTF-8)", file, len(f"{before}_".splitlines()))
