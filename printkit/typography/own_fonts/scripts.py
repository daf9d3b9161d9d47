"""Which writing is set and which is not, and where a line of Chinese or Japanese may break."""

from __future__ import annotations

import re
from unicodedata import combining, name

# Hebrew to Syriac and the like; Devanagari to Mongolian, without Georgian and Korean; their further
# letters and their forms.
RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
COMPLEX = (
    "\u0900-\u109f\u1700-\u18af\u1900-\u1aff\u1b00-\u1c4f\u1c80-\u1cff\ua800-\ua82f\ua840-\ua95f"
    "\ua980-\uaaff\uabc0-\uabff\U00011000-\U00011fff"
)
UNSET = f"[{RIGHT_TO_LEFT}{COMPLEX}]"  # compiled when it is first needed, as few games do
FEW = 5  # characters that a message names
SELECTORS = "\ufe0e\ufe0f"  # ask for an emoji as text or in colour: all are set as text
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
        return ""
    if re.match(f"[{RIGHT_TO_LEFT}]", found[0]):
        return f"right-to-left text is not set yet: found {named(found[0])}"
    script = name(found[0], "this").split()[0].capitalize()
    return f"{script} writing is not set yet: found {named(found[0])}"


def named(chars: str) -> str:
    """Characters with their code points, a few of them.

    >>> print(named("★語★"))
    '★' (U+2605), '語' (U+8A9E)
    """
    found = [f"{char!r} (U+{ord(char):04X})" for char in dict.fromkeys(chars)]
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
        marked = combining(after) or after in SELECTORS
        if breaks and not marked and before not in BEGINS and after not in ENDS:
            found.append(chunk[start:at])
            start = at
    return [*found, chunk[start:]]
