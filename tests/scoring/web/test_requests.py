"""Whatever is sent to the pad, no answer is an error of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scoring.web.requests import run


@pytest.fixture
def nothing_drawn_ahead() -> None:
    """Nothing at all is drawn by `run`."""


@pytest.mark.parametrize(
    ("seed", "requests"), [(3, 100), pytest.param(2, 50_000, marks=pytest.mark.soak)]
)
def test_no_request_is_an_error_of_ours(tmp_path: Path, seed: int, requests: int) -> None:
    evening = run(tmp_path, seed, requests)
    assert evening.wrong == []
    assert {200, 400, 409, 422} <= {*evening.statuses}
