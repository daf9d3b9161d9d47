"""Former names of commands and options. Each works for one version, is not in the help, and prints
a line on stderr that names the new one."""

from collections.abc import Collection, Sequence

COMMANDS = {
    "mark-printed": "snapshot",
    "printings": "snapshot --list",
    "fill": "form fill",
    "extract": "form read",
    "blank": "template",
}
OPTIONS = {
    "--layout": "--backs",
    "--instead": "--variant",
    "--packed": "--share-sheets",
    "--draw": "--deal",
}
# The same as they are called in Python.
PARAMETERS = {old[2:].replace("-", "_"): new[2:].replace("-", "_") for old, new in OPTIONS.items()}


def current_command(words: Sequence[str], known: Collection[str]) -> list[str]:
    """Return the words typed after a program's name, with the present name of the command for a
    former one, if that is one of the ``known`` commands."""
    new = COMMANDS.get(words[0], "").split() if words and words[0] not in known else []
    return [*new, *words[1:]] if new and new[0] in known else [*words]


def current_option(word: str, known: Collection[str]) -> str:
    """A word of a command line, such as ``--packed`` or ``--draw=7``, with the present name of the
    option in it, if that is one of the ``known`` options."""
    name, equals, value = word.partition("=")
    new = OPTIONS.get(name, "")
    return f"{new}{equals}{value}" if new in known and name not in known else word


def renamed(old: str, new: str) -> str:
    """The line on a former name."""
    return f"{old} is called {new} now; the old name will go with the next version."
