"""The 75 Tools (VV-9): what each does where it acts, and where it cannot, told in `tools/`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.verse_and_variant.scenarios import play_scenario, scenarios


@pytest.mark.parametrize("stages", [*scenarios()])
def test_tool(stages: list[dict[str, Any]]) -> None:
    play_scenario(stages)
