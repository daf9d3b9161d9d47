"""What a shell completes: names of games, of components and of papers."""

from __future__ import annotations

import typer


def games(ctx: typer.Context) -> list[str]:
    """The games that there are."""
    import card_data

    try:
        return card_data.names(ctx.params.get("data"))
    except card_data.DataError:
        return []


def components(ctx: typer.Context) -> list[str]:
    """The components of the games that are named so far, or of all."""
    import card_data

    named = ctx.params.get("game") or ctx.params.get("games") or games(ctx)
    found: dict[str, None] = {}
    for name in [named] if isinstance(named, str) else named:
        try:
            found |= dict.fromkeys(card_data.load(name, ctx.params.get("data")).components)
        except card_data.DataError:
            continue
    return list(found)


def papers(ctx: typer.Context) -> list[str]:
    """The papers that there are."""
    from card_data import DataError
    from printkit.papers import sheet_settings

    try:
        return list(sheet_settings(ctx.params.get("data")).papers)
    except DataError:
        return []
