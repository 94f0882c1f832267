#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles each public header alone, as a user's C++11 program would, and checks what it includes.

usage: headers.py REPOSITORY COMPILER
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOTS = ["poplar_emu/include", "popops_emu/include", "gcl_emu/include"]
FLAGS = ["-std=c++11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
# The standard library: names without suffix, and C's headers.
STANDARD = re.compile(r"[a-z_0-9]+|(assert|errno|float|inttypes|limits|math|stdarg|stddef|stdint|stdio|stdlib|string|threads)\.h")


def public_headers(root):
    for folder in ROOTS:
        base = root / folder
        for path in sorted(base.rglob("*")):
            if path.is_file():
                yield base, path.relative_to(base)


def wrong_includes(root, base, name):
    for number, line in enumerate((base / name).read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        include = match.group(1)
        ours = any((root / r / include).exists() for r in ROOTS) or ((base / name).parent / include).exists()
        if not ours and not STANDARD.fullmatch(include):
            yield f"{base.relative_to(root) / name}:{number}: <{include}> is neither standard nor ours"


def compile_alone(root, compiler, name, folder):
    source = Path(folder) / (re.sub(r"\W", "_", str(name)) + ".cpp")
    # Twice, for the guard; with the names that programs open, for clashes with std.
    source.write_text(f"#include <{name}>\n#include <{name}>\nint main() {{ return 0; }}\n", encoding="utf-8")
    command = [compiler, *FLAGS, *(f"-I{root / r}" for r in ROOTS), str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    return name, result.returncode, result.stderr


def main():
    root, compiler = Path(sys.argv[1]).resolve(), sys.argv[2]
    headers = list(public_headers(root))
    found = [line for base, name in headers for line in wrong_includes(root, base, name)]
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(compile_alone, root, compiler, name, folder) for _, name in headers]
            for job in jobs:
                name, status, text = job.result()
                if status != 0:
                    found.append(f"<{name}> does not compile alone:\n{text}")
    print("\n".join(found) or f"{len(headers)} headers compile alone with {compiler}")
    return 1 if found or not headers else 0


sys.exit(main())
