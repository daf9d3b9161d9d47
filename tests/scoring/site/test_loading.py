"""Python that is loaded beside a page: the line that tells it, and questions that wait for it."""

from __future__ import annotations

from pathlib import Path

from tests.javascript import WEB, by_node

HERE = Path(__file__).parent
LOADING = (
    "Loading what scores: 14 MB, kept for the next time. You can enter already; points follow."
)
FAILED = "What scores cannot be loaded now. What you enter stays here and is scored later."


def test_questions_wait_until_python_is_loaded(tmp_path: Path) -> None:
    modules = [WEB / "dom.js", WEB / "site" / "python.js"]
    assert by_node((HERE / "python_page.mjs").read_text("utf-8"), modules, [], tmp_path) == [
        [True, LOADING, False, 0],
        [True, LOADING, False, 7_000_000],
        [True, FAILED, True, 7_000_000], True, 1,
        [True, LOADING, False, 0], False, [[1], [1]], {"status": 200},
    ]  # fmt: skip


def test_bytes_are_counted_and_failures_reported(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "pyodide.mjs").write_bytes((HERE / "pyodide.mjs").read_bytes())
    script = (HERE / "python_worker.mjs").read_text("utf-8")
    told = by_node(script, [WEB / "site" / "python_worker.js"], [], tmp_path)
    *counted, ready, answer, failed, again = told
    assert max(one["loaded"] for one in counted) == 4 * 3 + len('{"games": []}')
    assert (ready, answer) == ({}, {"number": 1, "answer": "answer to a question"})
    assert failed == again == ": 404"
