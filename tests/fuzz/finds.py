"""What is kept of a campaign: its figures, and of each fault the first case that showed it."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tests.fuzz.cases import Case
from tests.fuzz.staff import Worker
from tests.fuzz.worker import BROKEN, Verdict

KEPT = Path(__file__).resolve().parents[2] / "output" / "fuzz"
FRAME = re.compile(r'File "([^"]+)", line \d+,? in (\S+)')
HARNESS = ("run.py", "worker.py")
COUNTED = ("tried", "statuses", "finds", "accepted", "seconds", "built")
MOST_TRIES = 60  # to make a case smaller
FEW_TRIES = 6  # if each takes long
MOST_LINES = 5000  # of a file to compare with the sound one


class Campaign:
    """The figures of all runs with one seed, and the finds."""

    def __init__(self, seed: int, only: str) -> None:
        self.seed, self.only = seed, only
        self.folder = KEPT / f"seed-{seed}{'-' + only if only else ''}"
        self.file = self.folder / "figures.json"
        self.next = 0
        self.tried: Counter[str] = Counter()
        self.statuses: Counter[str] = Counter()
        self.finds: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()  # of the processor's, by kind
        self.built: Counter[str] = Counter()  # those that were drawn, built by the command
        self.twice = 0
        self.slowest: list[Any] = [0.0, 0]
        self.largest: list[Any] = [0.0, 0]
        if self.file.exists():
            kept = json.loads(self.file.read_text("utf-8"))
            for name in COUNTED:
                setattr(self, name, Counter(kept.pop(name)))
            vars(self).update(kept)
        self.folder.mkdir(parents=True, exist_ok=True)

    def keep(self) -> None:
        kept = {name: value for name, value in vars(self).items() if not isinstance(value, Path)}
        self.file.write_text(json.dumps(kept, indent=1), "utf-8")

    def count(self, number: int, case: Case, verdict: Verdict) -> None:
        self.tried[case.kind] += 1
        self.statuses[str(verdict.status)] += 1
        self.accepted[case.kind] += verdict.status == 0
        self.seconds[case.kind] += verdict.seconds  # type: ignore[assignment]
        self.slowest = max(self.slowest, [round(verdict.seconds, 2), number])
        self.largest = max(self.largest, [round(verdict.megabytes), number])

    def count_built(self, case: Case, verdict: Verdict) -> None:
        self.built[f"{case.kind} {'accepted' if verdict.status == 0 else 'refused'}"] += 1

    def table(self) -> list[str]:
        """Of each kind the cases, those accepted, and how many take a second of the processor's."""
        lines = [
            f"{kind:12}{tried:9,} cases {self.accepted[kind] / tried:6.1%} accepted "
            f"{tried / (self.seconds[kind] or 1):7.1f} a second"
            for kind, tried in sorted(self.tried.items())
        ]
        return [*lines, *(f"built: {count:,} {what}" for what, count in sorted(self.built.items()))]

    def line(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.tried.items()))
        return (
            f"{self.tried.total():,} cases ({kinds}), {self.twice} of them twice; "
            f"slowest {self.slowest[0]:.2f} s, largest {self.largest[0]:.0f} MB; "
            f"{len(self.finds)} finds in {self.finds.total()} cases"
        )

    def found(self, number: int, case: Case, verdict: Verdict, worker: Worker) -> None:
        """Count what is wrong; keep the first case of its kind, made as small as it gets."""
        sign = signature(verdict)
        self.finds[sign] += 1
        if self.finds[sign] > 1:
            return
        case = smaller(case, sign, worker)
        folder = self.folder / f"case-{number}"
        folder.mkdir(exist_ok=True)
        if isinstance(case.now, bytes):
            (folder / Path(case.file or "nothing").name).write_bytes(case.now)
        told = [f"case {number}", repr(case.command), f"{case.file} {case.now!r:.300}"]
        told += [*verdict.wrong, verdict.said]
        (folder / "told.txt").write_text("\n".join(told), "utf-8", errors="backslashreplace")
        print(f"{number}: {sign}\n  kept in {folder}", flush=True)


def signature(verdict: Verdict) -> str:
    """What tells one find from another: how it ends, and the place in the code."""
    first = verdict.wrong[0]
    lines = first.strip().splitlines()
    frames = [(Path(file).name, name) for file, name in FRAME.findall(first)]
    ours = [one for one in frames if one[0].endswith(".py") and one[0] not in HARNESS]
    if first.startswith(BROKEN):
        return lines[0][:60]
    if first.startswith(("hangs", "dies")):
        return f"{lines[0]} in {' < '.join('.'.join(frame) for frame in ours[:4])}"
    if ours:
        return f"{lines[-1].partition(':')[0]} in {'.'.join(ours[-1])}"
    return re.sub(r"\d+", "N", lines[0].partition(":")[0])[:100]


def smaller(case: Case, sign: str, worker: Worker) -> Case:
    """The case with the changes taken back that it takes no part of to fail in the same way."""
    if not isinstance(case.now, bytes):
        return case
    sound = (worker.sources / case.file).read_bytes().splitlines(keepends=True) if case.file else []
    now = case.now.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(None, sound, now, autojunk=False)
    if len(now) > 5000 or not case.file:
        return case
    hunks = [hunk for hunk in matcher.get_opcodes() if hunk[0] != "equal"]
    tries = FEW_TRIES if sign.startswith(("hangs", "takes", "needs")) else MOST_TRIES
    for hunk in reversed(hunks[:tries]):
        _, start, end, begin, finish = hunk
        tried = [*now[:begin], *sound[start:end], *now[finish:]]
        less = case._replace(now=b"".join(tried))
        verdict = worker.run(less)
        if verdict.wrong and signature(verdict) == sign:
            case, now = less, tried
    return case
