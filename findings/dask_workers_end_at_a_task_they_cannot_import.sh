#!/usr/bin/env bash
# Expected: a task whose function a worker cannot import fails on that worker, and whoever sent it gets ModuleNotFoundError.
# Happens:  the worker cannot read the message that has the task, closes its connection to the scheduler and ends. The task goes on
#           to the next worker, which ends too. As bytes that the task unpickles itself, the same call fails as expected.
# Version:  distributed 2026.8.0.
# Source:   distributed/protocol/core.py: what is pickled in a message is unpickled while the message is read, outside any task.
# Met by:   whoever adds a worker without the project's own code to a cluster that is at work.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m pip install --quiet --disable-pip-version-check --target packages distributed==2026.8.0
mkdir here
echo 'def double(number): return 2 * number' > here/ours.py
cat > worker.py <<'PYTHON'
import asyncio
import sys

from distributed import Worker


async def work():
    async with Worker(sys.argv[1], nthreads=1) as worker:
        await worker.finished()


asyncio.run(work())
PYTHON
cat > here/seen.py <<'PYTHON'
import pickle
import subprocess
import sys

from distributed import Client, LocalCluster, __version__
from ours import double

print("distributed", __version__)


def seen(function, argument):
    """What comes of a task on a worker without our module, and whether the worker is still there."""
    with (
        LocalCluster(n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0") as local,
        Client(local) as client,
        open("worker.log", "w") as log,
    ):
        env = {"PYTHONPATH": "packages", "PATH": ""}
        command = [sys.executable, "worker.py", local.scheduler_address]
        worker = subprocess.Popen(command, env=env, stderr=log)
        try:
            client.wait_for_workers(1, 60)
            future = client.submit(function, argument, pure=False)
            try:
                worker.wait(5)
            except subprocess.TimeoutExpired:
                return f"{type(future.exception(5)).__name__}, the worker goes on"
            return f"task {future.status}, the worker has ended"
        finally:
            worker.kill()
            worker.wait()


class Sealed:
    def __reduce__(self):
        return double, (21,)


plain, sealed = seen(double, 21), seen(pickle.loads, pickle.dumps(Sealed()))
print("a function by name:", plain)
print("the same call as bytes:", sealed)
assert plain == "task pending, the worker has ended", plain
assert sealed == "ModuleNotFoundError, the worker goes on", sealed
PYTHON
PYTHONPATH=packages:here python3 here/seen.py 2> scheduler.log || { tail scheduler.log >&2; exit 1; }
