#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the code blocks of the documentation that are marked to run, against an installation.

usage: snippets.py PREFIX FILE.md...

    ```cpp run       a whole program: built with `g++ -std=c++11 -lpoplar -lpoputil`, then run; must exit with 0
    ```cpp popc      codelets: popc must compile them
    ```sh run        commands for bash, in a shell that has sourced PREFIX/enable.sh
    ```text output   what the block before it prints, exactly
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```(\w+) (run|popc|output)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def run(prefix, kind, what, text, folder):
    enable = f"source {prefix}/enable.sh; set -e; "
    if what == "popc":
        (folder / "codelets.cpp").write_text(text, encoding="utf-8")
        script = "popc codelets.cpp -o codelets.gp; test -s codelets.gp"
    elif kind == "cpp":
        (folder / "prog.cpp").write_text(text, encoding="utf-8")
        script = "g++ -std=c++11 -Wall -Wextra -Werror prog.cpp -lpoplar -lpoputil -o prog; ./prog"
    else:
        script = text
    return subprocess.run(["bash", "-c", enable + script], cwd=folder, capture_output=True, text=True, timeout=240)


def check(prefix, path):
    blocks = [(m.group(1), m.group(2), m.group(3), path.read_text()[: m.start()].count("\n") + 1)
              for m in BLOCK.finditer(path.read_text(encoding="utf-8"))]
    count, found = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for i, (kind, what, text, line) in enumerate(blocks):
            if what == "output":
                continue
            count += 1
            result = run(prefix, kind, what, text, Path(folder))
            if result.returncode != 0:
                found.append(f"{path}:{line}: exit code {result.returncode}\n{result.stdout}{result.stderr}")
            elif i + 1 < len(blocks) and blocks[i + 1][1] == "output" and result.stdout + result.stderr != blocks[i + 1][2]:
                found.append(f"{path}:{line}: printed\n{result.stdout}{result.stderr}instead of\n{blocks[i + 1][2]}")
    return count, found


def main():
    prefix = Path(sys.argv[1]).resolve()
    total, found = 0, []
    for name in sys.argv[2:]:
        count, wrong = check(prefix, Path(name))
        total += count
        found += wrong
    print("\n".join(found) or f"{total} snippets run")
    return 1 if found or total == 0 else 0


sys.exit(main())
