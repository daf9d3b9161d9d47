"""Which writing is set and which is not, and where a line of Chinese or Japanese may break."""

from __future__ import annotations

import re
from unicodedata import category, name

# Hebrew to Syriac and the like; Devanagari to Mongolian, without Georgian and Korean; their further
# letters and their forms.
RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
COMPLEX = (
    "\u0900-\u109f\u1700-\u18af\u1900-\u1aaf\u1b00-\u1c4f\u1c80-\u1cff\ua800-\ua82f\ua840-\ua95f"
    "\ua980-\uaaff\uabc0-\uabff\U00011000-\U00011fff"
)
UNSET = f"[{RIGHT_TO_LEFT}{COMPLEX}]"  # compiled when it is first needed, as few games do
JAMO = "[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]"  # parts of a Korean syllable
# What is set on the letter before it in Latin, Greek and Cyrillic writing.
MARK = (
    "[\u0300-\u034e\u0350-\u036f\u0483-\u0487\u1ab0-\u1abd\u1abf-\u1ace\u1dc0-\u1dff"
    "\u20d0-\u20dc\u20e1\u20e5-\u20f0\u2de0-\u2dff\ufe20-\ufe2f]"
)
EMOJI_PARTS = "[\u20e3\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]"  # keycap, flags, skin
JOINED_SIGN = "\u200d[\u2190-\u2bff\U0001f000-\U0001faff]"  # goes on with an emoji
FEW = 5  # characters that a message names
# Unicode's property Default_Ignorable_Code_Point: what joins, parts, orders or varies others.
IGNORABLE = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
LETTER = f".(?:{IGNORABLE}*(?:{MARK}|{JOINED_SIGN}))*"  # with its marks, or an emoji as a whole
JOINERS = "\u200d\u2060\ufeff"  # after these no line breaks
# Ideographs and kana, with their punctuation: a line may break between any two of these ...
FIRST = "\u2e80"
EAST_ASIAN = (
    f"[{FIRST}-\u30ff\u31f0-\u9fff\uf900-\ufaff\uff00-\uffef"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)
# ... but not before these, nor after those.
ENDS = frozenset(
    "、。，．・：；？！‼⁇⁈⁉」』】〕〉》〗〙〛）］｝｠｡｣､･”’)]},.:;?!…‥—ー々〻ゝゞヽヾ゛゜％℃°"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
)
BEGINS = frozenset("「『【〔〈《〖〘〚（［｛｟｢“‘([{￥＄￡№")


def refusal(chars: str) -> str:
    """Return why characters are not set, if it is for their writing; else nothing."""
    found = re.search(UNSET, chars)
    if found is None:
        if re.search(f"{EMOJI_PARTS}|{JOINED_SIGN}", chars):
            what = "flags, keycaps and emoji made of several are not set"
            return f"{what}: found {named(chars)}: draw it as an icon"
        found_parts = named("".join(filter(is_part, chars)))
        only = "letters that Unicode has only in parts are not set yet"
        return found_parts and f"{only}: found {found_parts}"
    if re.match(f"[{RIGHT_TO_LEFT}]", found[0]):
        return f"right-to-left text is not set yet: found {named(found[0])}"
    script = name(found[0], "this").split()[0].capitalize()
    return f"{script} writing is not set yet: found {named(found[0])}"


def is_part(char: str) -> bool:
    """Whether a character is set onto or into the one before it in a way that is not ours."""
    if category(char)[0] == "M":
        return re.match(MARK, char) is None
    return re.match(f"{JAMO}|{EMOJI_PARTS}", char) is not None


def named(chars: str) -> str:
    """Characters with their code points, a few of them.

    >>> print(named("★語★"))
    '★' (U+2605), '語' (U+8A9E)
    """
    found = [
        f"'{'◌' * (category(char)[0] == 'M')}{repr(char)[1:]} (U+{ord(char):04X})"
        for char in dict.fromkeys(chars)
    ]
    return ", ".join([*found[:FEW], *["…"] * (len(found) > FEW)])


def is_east_asian(char: str) -> bool:
    """Whether a line may break beside a character."""
    return char >= FIRST and re.match(EAST_ASIAN, char) is not None


def parts(chunk: str) -> list[str]:
    """Return a chunk without blanks in the parts between which a line may break.

    >>> parts("Go「語」です。")
    ['Go', '「語」', 'で', 'す。']
    """
    found, start = [], 0
    for at in range(1, len(chunk)):
        before, after = chunk[at - 1], chunk[at]
        breaks = is_east_asian(before) or is_east_asian(after)
        glued = before in JOINERS or re.match(f"{IGNORABLE}|{MARK}", after)
        if breaks and not glued and before not in BEGINS and after not in ENDS:
            found.append(chunk[start:at])
            start = at
    return [*found, chunk[start:]]
