"""Presets: options of a build under a name, in a user's ``printkit.toml``.

A table ``[build.NAME]`` has options as they are typed, without their dashes. Where the file is
looked for, `card_data.program.settings` says.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from card_data import DataError, Problem
from card_data.problems import Problems, did_you_mean, quote, shorten
from card_data.program.command import say_renamed
from card_data.program.former_names import current_option
from card_data.program.settings import FILE, Settings, all_settings, value_in_words

TABLE = "build"


class Preset(NamedTuple):
    """The options under a name, as they stand in a file of settings."""

    name: str
    values: Mapping[str, Any]
    settings: Settings

    @property
    def typed(self) -> str:
        """The options as one would type them."""
        words: list[str] = []
        for key, value in self.values.items():
            if isinstance(value, bool):
                words += [f"--{key}"] * value
            else:
                each = value if isinstance(value, list) else [value]
                words += [f"--{key} {one}" for one in each]
        return " ".join(words)


def named(name: str) -> Preset:
    """The preset of a name; raise `DataError` if there is none."""
    presets = known_presets()
    if name not in presets:
        hint = (
            did_you_mean(name, presets)
            or f"; {FILE} has none: expected [build.{shorten(name)}] in it"
        )
        raise DataError(Problem(message=f"no preset called {quote(name)}{hint}", file="--as"))
    return presets[name]


def known_presets() -> dict[str, Preset]:
    """All presets by name; raise `DataError` for values in a file in place of them."""
    presets: dict[str, Preset] = {}
    for settings in all_settings():
        problems = Problems()
        for name, values in settings.table(TABLE).items():
            presets[name] = Preset(name, values, settings)
            if not isinstance(values, dict):
                message = f"found a value, expected a table of options: [build.NAME], then {name}"
                problems.extend([settings.problem(message, TABLE, name)])
        problems.raise_if_any()
    return presets


def values_of(preset: Preset, ctx: Any) -> dict[str, Any]:
    """The values that a preset gives the parameters of a command.

    Raise `DataError` with every unknown option and every unsuitable value.
    """
    options = {
        name: one
        for one in ctx.command.params
        for name in (opt.removeprefix("--") for opt in one.opts)
        if one.param_type_name == "option" and not one.hidden and name != "as"
    }
    problems = Problems()
    values: dict[str, Any] = {}
    for old, value in preset.values.items():
        key = current_option(f"--{old}", [f"--{one}" for one in options]).removeprefix("--")
        say_renamed(ctx, old, key)
        message = f"unknown option{did_you_mean(key, options)}"
        if key in options:
            wanted = wrong(options[key], value)
            message = f"found {value_in_words(value)}, expected {wanted}" if wanted else ""
            values[options[key].name] = value
        if message:
            problems.extend([preset.settings.problem(message, TABLE, preset.name, old)])
    problems.raise_if_any()
    return values


def wrong(option: Any, value: object) -> str:
    """Return what was expected in place of a value, in words; empty if the value is valid."""
    if option.is_flag:
        return "" if isinstance(value, bool) else "true or false"
    if option.multiple:
        names = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return "" if names else 'a list of names, such as ["deck"]'
    if choices := getattr(option.type, "choices", ()):
        return "" if value in choices else f"one of {', '.join(choices)}"
    if option.type.name.startswith("int"):
        return "" if type(value) is int else "a whole number"
    if option.type.name == "float":
        return "" if type(value) in (int, float) else "a number"
    return "" if isinstance(value, str) else "a text in quotes"
