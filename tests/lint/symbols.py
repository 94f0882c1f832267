#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks what our shared libraries export and what they link.

usage: symbols.py NAMESPACE[,NAMESPACE...] LIBRARY
"""
import re
import subprocess
import sys

# C functions that leave libpoplar: the device run time that codelets call back into.
C_SYMBOLS = re.compile(r"poplar_emu_[a-z0-9_]+")
NOT_LINKED = re.compile(r"lib(LLVM|clang|mpi|open-rte|open-pal)", re.IGNORECASE)


def main():
    namespaces, library = sys.argv[1].split(","), sys.argv[2]
    mangled = [f"{len(n)}{n}" for n in namespaces] + ["10poplar_emu14internal_error", "10poplar_emu7observe",
                                          "10poplar_emu12distribution", "10poplar_emu15fusedCollective"]
    allowed = re.compile(r"_Z(TI|TS|TV|TT)?N[KVRO]*(St4hashIN)?(" + "|".join(mangled) + ")")

    listing = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True)
    symbols = [line.split()[-1].split("@")[0] for line in listing.stdout.splitlines()]
    leaked = [s for s in symbols if not allowed.match(s) and not C_SYMBOLS.fullmatch(s)]

    dynamic = subprocess.run(["readelf", "-dW", library], check=True, capture_output=True, text=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    heavy = [name for name in needed if NOT_LINKED.match(name)]
    soname = re.search(r"\(SONAME\).*\[(.*)\]", dynamic)

    if leaked:
        names = subprocess.run(["c++filt"], input="\n".join(leaked), capture_output=True, text=True).stdout
        print(f"{library} exports what is not its own:\n{names}")
    if heavy:
        print(f"{library} links {', '.join(heavy)}")
    if not soname or not re.search(r"\.so\.\d+$", soname.group(1)):
        print(f"{library} has no versioned soname")
    print(f"{len(symbols)} symbols, needs {', '.join(needed)}")
    return 1 if leaked or heavy or not soname else 0


sys.exit(main())
