#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the includes of poplar_emu/src and fails on an arrow between layers that points the wrong way.

usage: layers.py REPOSITORY     check it
       layers.py --self-check   check that planted violations are found
"""
import re
import sys
import tempfile
from pathlib import Path

# What a layer may include directly. Includes are transitive: what one of these may include, it may include too.
ARROWS = {
    "support": [],
    "view": ["support"],
    "ir": ["support", "view"],
    "model": ["support"],
    "plan": ["support"],
    "codelet": ["ir"],
    "api": ["ir", "view", "codelet", "model"],
    "compile": ["ir", "plan", "model", "view"],
    "runtime": ["plan"],
    "transport": ["plan"],
    "check": ["plan", "model"],
    "profile": ["plan", "model", "pva"],
    "pva": ["support", "database"],
    "pvti": ["database"],
    "database": [],
}
ALL_LAYERS = sorted(ARROWS) + ["engine"]
ARROWS["engine"] = sorted(ARROWS)

# Poplar's public classes: those of a graph belong to api and engine. Value classes (types, targets, devices, options, exceptions)
# are implemented by model; support knows what errors and option tables need. The layers between know none.
GRAPH_CLASSES = re.compile(
    r"(Graph|GraphElements|Tensor|TensorRearranger|Program|Engine|Executable|Module|CycleCount|CSRFunctions|RandomSeed"
    r"|MetadataCreation|VertexIntrospector)\.hpp"
)
PUBLIC_POPLAR = {
    "api": lambda header: True,
    "engine": lambda header: True,
    "model": lambda header: not GRAPH_CLASSES.fullmatch(header),
    "profile": lambda header: not GRAPH_CLASSES.fullmatch(header),
    "check": lambda header: not GRAPH_CLASSES.fullmatch(header),
    "support": lambda header: header in ("exceptions.hpp", "Type.hpp", "OptionFlags.hpp"),
}
# Poplar declares versionString() and packageHash() beside Graph, and they need no graph.
PUBLIC_EXCEPTIONS = {"poplar_emu/src/model/names/Version.cpp": "Graph.hpp"}

# Libraries that only some layers may see, by the start of the include.
THIRD_PARTY = [
    (re.compile(r"^(tbb|oneapi)/"), {"runtime"}, 1),
    (re.compile(r"^boost/graph/"), {"compile", "model", "api"}, None),
    (re.compile(r"^(llvm|clang|clang-c)/"), set(), None),
    (re.compile(r"^mpi\.h$"), {"transport"}, None),
    (re.compile(r"^sqlite3\.h$"), {"database"}, None),
    (re.compile(r"^(popops|poputil|poplin|popnn|poprand|gcl)/"), set(), None),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def reachable(layer):
    seen, todo = {layer}, [layer]
    while todo:
        for below in ARROWS[todo.pop()]:
            if below not in seen:
                seen.add(below)
                todo.append(below)
    return seen


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def check_layers(root):
    """Violations as lines of text."""
    found = []
    users = {pattern: set() for pattern, _, _ in THIRD_PARTY}
    source = root / "poplar_emu" / "src"
    for path in sorted(p for p in source.rglob("*") if p.suffix in (".cpp", ".hpp")):
        name = path.relative_to(root)
        layer = path.relative_to(source).parts[0]
        if layer not in ARROWS:
            found.append(f"{name}: '{layer}' is no layer of the design")
            continue
        allowed = reachable(layer)
        for number, include in includes(path):
            top, _, rest = include.partition("/")
            where = f"{name}:{number}: <{include}>"
            if top == "poplar":
                known = PUBLIC_POPLAR.get(layer, lambda header: False)
                if not known(rest) and PUBLIC_EXCEPTIONS.get(str(name)) != rest:
                    found.append(f"{where}: not among the public classes that {layer} knows")
            elif top in ALL_LAYERS and (source / include).parent.is_dir() and include.endswith("pp"):
                public = (root / "poplar_emu" / "include" / include).exists()
                if top not in allowed and not public:
                    found.append(f"{where}: {layer} may not include {top}")
            for pattern, layers, max_files in THIRD_PARTY:
                if pattern.match(include):
                    users[pattern].add(name)
                    if layer not in layers:
                        found.append(f"{where}: not to be seen by {layer}")
                    elif max_files is not None and len(users[pattern]) > max_files:
                        found.append(f"{where}: allowed in {max_files} file alone")
    return found


def check_upper_libraries(root):
    """popops_emu and gcl_emu stand on public headers alone, and never the other way round."""
    found = []
    for library in ("popops_emu", "gcl_emu"):
        own = root / library / "src"
        for path in sorted(p for p in (root / library).rglob("*") if p.suffix in (".cpp", ".hpp")):
            for number, include in includes(path):
                internal = (root / "poplar_emu" / "src" / include).exists()
                if internal and not (own / include).exists():
                    found.append(f"{path.relative_to(root)}:{number}: <{include}> is internal to libpoplar")
                if library == "popops_emu" and include.startswith("gcl/"):
                    found.append(f"{path.relative_to(root)}:{number}: popops may not include gcl")
    return found


PLANTED = {
    "poplar_emu/src/view/Up.cpp": '#include "runtime/Runtime.hpp"\n',
    "poplar_emu/src/runtime/Runtime.hpp": '#include "codelet/Loader.hpp"\n',
    "poplar_emu/src/codelet/Loader.hpp": "#include <llvm/IR/Module.h>\n",
    "poplar_emu/src/plan/Plan.hpp": "#include <poplar/Type.hpp>\n",
    "poplar_emu/src/model/Target.hpp": "#include <poplar/Graph.hpp>\n",
    "poplar_emu/src/gadget/Gadget.hpp": "",
    "popops_emu/src/popops/Add.cpp": '#include "runtime/Runtime.hpp"\n',
}
LEGAL = {
    "poplar_emu/src/engine/Engine.cpp": '#include "runtime/Runtime.hpp"\n#include <poplar/Engine.hpp>\n',
    "poplar_emu/src/api/Graph.cpp": '#include "ir/Graph.hpp"\n#include "support/Ids.hpp"\n#include <poplar/Graph.hpp>\n',
    "poplar_emu/src/ir/Graph.hpp": '#include "view/View.hpp"\n',
    "poplar_emu/src/view/View.hpp": "#include <vector>\n",
    "poplar_emu/src/support/Ids.hpp": "#include <poplar/exceptions.hpp>\n",
}


def self_check():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**PLANTED, **LEGAL}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        blamed = {line.split(":")[0] for line in check_layers(root) + check_upper_libraries(root)}
    missed = set(PLANTED) - blamed
    wrong = set(LEGAL) & blamed
    for name in sorted(missed):
        print(f"planted violation not found: {name}")
    for name in sorted(wrong):
        print(f"legal include reported: {name}")
    return not missed and not wrong


def main():
    if sys.argv[1] == "--self-check":
        return 0 if self_check() else 1
    root = Path(sys.argv[1])
    violations = check_layers(root) + check_upper_libraries(root)
    print("\n".join(violations) or "all includes point downwards")
    return 1 if violations else 0


sys.exit(main())
