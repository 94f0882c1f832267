#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the report's colours: contrast of text, and how far apart parts are for eyes that lack one kind of cone.

usage: palette_test.py colours.css
Source of the matrices: Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision
deficiency (2009), severity 1. Contrast is that of WCAG 2.
"""
import itertools
import re
import sys
from pathlib import Path

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
PARTS = ["compute", "waiting", "exchange", "global", "host", "sync", "control"]
MEMORY = [f"memory-{i}" for i in range(8)]
# Things without a pattern have colour alone to be told apart by.
PLAIN = {"compute", "waiting", "sync", "memory-0"}
LEAST, LEAST_PLAIN, LEAST_CONTRAST = 10, 20, 4.5


def linear(colour):
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def luminance(colour):
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(rgb):
    rgb = [min(1, max(0, c)) for c in rgb]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(m * c for m, c in zip(row, rgb)) / white for row, white in zip(rows, (0.9505, 1, 1.089))]
    x, y, z = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz]
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(a, b, eye):
    seen = [lab([sum(m * c for m, c in zip(row, linear(colour))) for row in EYES[eye]]) for colour in (a, b)]
    return sum((p - q) ** 2 for p, q in zip(*seen)) ** 0.5


def check(theme, colours):
    found = []
    for text, back in itertools.product(("text", "text-soft", "accent", "danger"), ("page", "card", "sunken")):
        ratio = contrast(colours[text], colours[back])
        if ratio < LEAST_CONTRAST:
            found.append(f"{theme}: --{text} on --{back} has {ratio:.2f} : 1")
    for group in (PARTS, MEMORY):
        for (a, b), eye in itertools.product(itertools.combinations(group, 2), EYES):
            apart = distance(colours[a], colours[b], eye)
            if apart < (LEAST_PLAIN if a in PLAIN and b in PLAIN else LEAST):
                found.append(f"{theme}: --{a} and --{b} are {apart:.1f} apart for {eye}")
    return found


def main():
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    light, dark = text.split("data-theme='dark'")
    themes = {}
    for name, part in (("light", light), ("dark", dark)):
        own = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", part))
        themes[name] = {**themes.get("light", {}), **own}
    found = [line for name, colours in themes.items() for line in check(name, colours)]
    print("\n".join(found) or "all colours are far enough apart")
    return 1 if found else 0


sys.exit(main())
