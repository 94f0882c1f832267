#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program with PVTI_OPTIONS, and checks what the library traced of its own work.

usage: traced_events.py PROGRAM
"""
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path


def events(program):
    with tempfile.TemporaryDirectory() as directory:
        environment = dict(os.environ, PVTI_OPTIONS=f'{{"enable":"true","directory":"{directory}"}}')
        subprocess.run([program, "again"], env=environment, check=True, stdout=subprocess.DEVNULL)
        (trace,) = Path(directory).glob("*.pvti")
        with sqlite3.connect(trace) as database:
            return database.execute(
                "SELECT c.name, l.name, e.kind FROM event e JOIN channel c ON c.id = e.channel"
                " JOIN label l ON l.id = e.label ORDER BY e.id"
            ).fetchall()


def main():
    begin, end = 0, 1
    expected = [("main", "whole program", begin)]
    found = events(sys.argv[1])
    construction = [event for event in found if event[0].startswith("graphConstruction/")]
    if not construction or construction[0][0] != "graphConstruction/popops":
        sys.exit(f"no call of popops in {found}")
    if sum(1 if kind == begin else -1 for _, _, kind in construction) != 0:
        sys.exit(f"calls of popops begin and do not end: {construction}")
    found = [event for event in found if event not in construction]
    for label in ("compileGraph", "Engine::load", "Engine::run", "Engine::run"):
        expected += [("poplar", label, begin), ("poplar", label, end)]
    expected += [("main", "whole program", end)]
    if found != expected:
        sys.exit(f"expected {expected}\nfound    {found}")


main()
