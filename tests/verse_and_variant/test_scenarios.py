"""Rules and Tools of Verse & Variant, told in `rules/` and `tools/`: see `scenarios`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.verse_and_variant.scenarios import play_scenario, scenarios


@pytest.mark.parametrize("stages", [*scenarios()])
def test_scenario(stages: list[dict[str, Any]]) -> None:
    play_scenario(stages)
