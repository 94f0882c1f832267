#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: kill.py POPRUN PROGRAM INSTANCES KILLS
Kills a random instance at a random step, KILLS times: all others must end within seconds with a clear
error, and leave no process behind."""

import os
import pathlib
import random
import re
import subprocess
import sys
import time

SECONDS = 15  # starting takes most of it, on a busy machine
STEPS = 200   # of the program's run
poprun, program, instances, kills = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
mark = f"POPLAR_EMU_KILL_TEST={os.getpid()}.{instances}"
environment = dict([mark.split("=")], **os.environ)
numbers = random.Random(instances)


def left_behind():
    """Processes with our mark, but for those that have ended and nobody has asked about."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder.name, (folder / "cmdline").read_bytes().replace(b"\0", b" ")))
        except OSError:
            pass
    return found


def run(instance, step):
    started = time.monotonic()
    command = [poprun, "-n", str(instances), "--num-replicas", "4", program, str(instance), str(step)]
    try:
        done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return ["it hangs"], ""
    seconds = time.monotonic() - started
    faults = []
    if not 0 <= instance < instances:
        if done.returncode != 0 or done.stdout.count("has made all steps") != instances:
            faults.append(f"exit code {done.returncode} without a kill")
        return faults, done.stdout + done.stderr
    if done.returncode != 128 + 9:
        faults.append(f"exit code {done.returncode}")
    if f"poprun: instance {instance} was killed by signal 9" not in done.stderr:
        faults.append("no clear error")
    if "has made all steps" in done.stdout:
        faults.append("an instance went on")
    if seconds > SECONDS:
        faults.append(f"{seconds:.1f} s")
    orphans = left_behind()
    if orphans:
        faults.append(f"left behind: {orphans}")
    return faults, done.stdout + done.stderr


failed = False
# Once nobody is killed: the others end because of the kill and nothing else.
for instance, step in [(instances, 0)] + [(numbers.randrange(instances), numbers.randrange(STEPS))
                                          for _ in range(kills)]:
    faults, said = run(instance, step)
    print(f"instance {instance} at step {step}: {', '.join(faults) or 'as expected'}", flush=True)
    if faults:
        failed = True
        print(said)
sys.exit(failed)
