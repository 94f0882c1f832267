#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what style asks of every source file: its licence line, its one sentence, its size, no notes to self.

usage: files.py REPOSITORY
"""
import re
import statistics
import sys
from pathlib import Path

FOLDERS = ["poplar_emu", "popops_emu", "gcl_emu", "tests", "bench", "examples"]
LICENCE = "SPDX-License-Identifier: MIT"
# Poplar's own big headers: one class, one file, as in the SDK.
BIG_PUBLIC = {"poplar_emu/include/poplar/Graph.hpp", "poplar_emu/include/poplar/Program.hpp"}
MAX_LINES, NINE_OF_TEN, MEDIAN = 800, 400, 150
NOTE_TO_SELF = re.compile(r"\b(TODO|FIXME|XXX)\b")


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp", ".h", ".py", ".cmake") and path.is_file():
                if "third_party" in path.parts or "data" in path.parts:
                    continue
                yield path


def main():
    root = Path(sys.argv[1])
    found, sizes = [], []
    for path in sources(root):
        name = str(path.relative_to(root))
        lines = path.read_text(encoding="utf-8").splitlines()
        opening = lines[1:3] if lines and lines[0].startswith("#!") else lines[:2]
        if not opening or LICENCE not in opening[0]:
            found.append(f"{name}: the first line is not '{LICENCE}'")
        elif path.suffix in (".cpp", ".hpp", ".h"):
            if len(opening) < 2 or not re.match(r"(//|/\*)\s*\S", opening[1]):
                found.append(f"{name}: the second line does not say what lives here")
        if path.suffix in (".cpp", ".hpp", ".h"):
            sizes.append((len(lines), name))
            if len(lines) > MAX_LINES and name not in BIG_PUBLIC:
                found.append(f"{name}: {len(lines)} lines, at most {MAX_LINES} are allowed")
            for number, line in enumerate(lines, 1):
                if NOTE_TO_SELF.search(line):
                    found.append(f"{name}:{number}: {line.strip()}")
    sizes.sort()
    big = [(n, name) for n, name in sizes if n > NINE_OF_TEN and name not in BIG_PUBLIC]
    if len(big) * 10 > len(sizes):
        found.append(f"{len(big)} of {len(sizes)} files have over {NINE_OF_TEN} lines, more than one of ten:")
        found.extend(f"  {n:5} {name}" for n, name in reversed(big))
    median = statistics.median(n for n, _ in sizes)
    if median > MEDIAN:
        found.append(f"the median file has {median} lines, at most {MEDIAN} are wanted")
    print("\n".join(found) or f"{len(sizes)} files, median {median} lines, {len(big)} over {NINE_OF_TEN}")
    return 1 if found else 0


sys.exit(main())
