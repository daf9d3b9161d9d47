"""The 75 Tools, a module for each rank (VV-9)."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.verse_and_variant.state import Tool
from scoring.verse_and_variant.tools import (
    rank_01,
    rank_02,
    rank_03,
    rank_04,
    rank_05,
    rank_06,
    rank_07,
    rank_08,
    rank_09,
    rank_10,
    rank_11,
    rank_12,
    rank_13,
    rank_14,
    rank_15,
)  # fmt: skip

RANKS = (
    rank_01, rank_02, rank_03, rank_04, rank_05, rank_06, rank_07, rank_08,
    rank_09, rank_10, rank_11, rank_12, rank_13, rank_14, rank_15,
)  # fmt: skip


def all_tools() -> Mapping[str, Tool]:
    """What each Tool does, by its ID."""
    declared = (tool for module in RANKS for tool in vars(module).values())
    return {tool.id: tool for tool in declared if isinstance(tool, Tool)}
