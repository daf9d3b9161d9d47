"""Shell completion: names of games, components, papers, profiles, printers, presets and
printings, values of house options."""

from __future__ import annotations

from pathlib import Path

import typer


def games(ctx: typer.Context) -> list[str]:
    """All games."""
    import card_data

    try:
        return card_data.names(data_folder(ctx))
    except card_data.DataError:
        return []


def components(ctx: typer.Context) -> list[str]:
    """The components of the games named so far, or of all games."""
    import card_data

    data, found = data_folder(ctx), dict[str, None]()
    for name in named_games(ctx) or games(ctx):
        try:
            found |= dict.fromkeys(card_data.load(name, data).components)
        except card_data.DataError:
            continue
    return list(found)


def papers(ctx: typer.Context) -> list[str]:
    """All papers."""
    from card_data import DataError
    from printkit.sheets.settings import sheet_settings

    try:
        return list(sheet_settings(data_folder(ctx)).papers)
    except DataError:
        return []


def stock(ctx: typer.Context) -> list[str]:
    """All stock."""
    from card_data import DataError
    from printkit.sheets.settings import sheet_settings

    try:
        return list(sheet_settings(data_folder(ctx)).stock)
    except DataError:
        return []


def profiles(ctx: typer.Context) -> list[str]:
    """All profiles."""
    from card_data import DataError
    from printkit.options import HOME
    from printkit.sheets.profiles import profiles as all_profiles

    try:
        return [HOME, *all_profiles(data_folder(ctx))]
    except DataError:
        return [HOME]


def printers() -> list[str]:
    """The printers that are saved."""
    from card_data import DataError
    from printkit.sheets.printers import known_printers

    try:
        return list(known_printers())
    except DataError:
        return []


def presets() -> list[str]:
    """The presets of the user."""
    from card_data import DataError
    from printkit.cli.presets import known_presets

    try:
        return list(known_presets())
    except DataError:
        return []


def printings() -> list[str]:
    """The names of what is kept as printed."""
    from printkit.printings.store import names_of

    return names_of()


def house_options(ctx: typer.Context) -> list[str]:
    """Every value of the house options of the games named so far, or of all games."""
    import card_data
    from card_data.house import Choice, values_of
    from card_data.loader import house_options as options_of

    data, found = data_folder(ctx), list[str]()
    for game in named_games(ctx) or games(ctx):
        try:
            known = values_of(options_of(game, data))
        except card_data.DataError:
            continue
        found += [str(Choice(game, name, one)) for name, all_ in known.items() for one in all_]
    return found


def data_folder(ctx: typer.Context) -> Path | None:
    """The folder that ``--data`` names so far; it is still a string."""
    data = ctx.params.get("data")
    return Path(data).expanduser() if data else None


def named_games(ctx: typer.Context) -> list[str]:
    """The games named so far.

    They are still among the loose arguments while the value of an option is completed.
    """
    named = ctx.params.get("game") or ctx.params.get("games") or ctx.args
    return [named] if isinstance(named, str) else list(named)
