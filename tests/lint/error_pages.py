#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that each diagnostic code has its help page, that the page's title is the code's, and that it has all its parts.

usage: error_pages.py REPOSITORY
"""
import re
import sys
from pathlib import Path

CODE = re.compile(r'X\((PE\d{4}), (\w+), "([^"]+)"\)')
PARTS = ["## What it means", "## Example", "## How to fix it"]


def main():
    root = Path(sys.argv[1])
    table = (root / "poplar_emu/src/support/DiagnosticCodes.hpp").read_text(encoding="utf-8")
    codes = {code: title for code, _, title in CODE.findall(table)}
    pages = {path.stem: path for path in (root / "docs/errors").glob("PE*.md")}
    found = [f"{code} '{title}' has no page docs/errors/{code}.md" for code, title in codes.items() if code not in pages]
    found += [f"docs/errors/{page}.md explains a code that does not exist" for page in sorted(set(pages) - set(codes))]
    for code in sorted(set(codes) & set(pages)):
        text = pages[code].read_text(encoding="utf-8")
        heading = f"# {code}: {codes[code]}"
        if text.splitlines()[0] != heading:
            found.append(f"docs/errors/{code}.md: the heading is not '{heading}'")
        found += [f"docs/errors/{code}.md lacks '{part}'" for part in PARTS if part not in text]
        if len(text.split()) < 60:
            found.append(f"docs/errors/{code}.md says too little")
    if not codes:
        found.append("no codes found in DiagnosticCodes.hpp")
    print("\n".join(found) or f"{len(codes)} codes, each with its page")
    return 1 if found else 0


sys.exit(main())
