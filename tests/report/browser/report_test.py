#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens reports from disk in a headless Chromium without a network, and uses them as a person would.

usage: report_test.py WRITE_REPORTS FOLDER       exits with 77 where there is no Chromium

Pages and screenshots stay in FOLDER.
"""
import pathlib
import shutil
import subprocess
import sys

from chromium import Chromium

ALL = ["summary", "timeline", "exchange", "memory", "liveness", "program", "tables", "ipus", "blocks"]
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}")


def canvas(view, label=""):
    return f"document.querySelector('#view-{view} canvas[aria-label^=\"{label}\"]')"


def colours(browser, element):
    """How many distinct colours a canvas shows, and the share of its pixels that are not the commonest one."""
    return browser.run(f"""(() => {{ const c = {element}; const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      const n = new Map(); for (let i = 0; i < d.length; i += 4) {{ const k = (d[i] << 16) | (d[i+1] << 8) | d[i+2]; n.set(k, (n.get(k) || 0) + 1); }}
      return [n.size, 1 - Math.max(...n.values()) * 4 / d.length]; }})()""")


def has_colour(browser, element, name):
    """Whether a canvas shows a colour of the style sheet."""
    return browser.run(f"""(() => {{ const v = getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim();
      const w = [1, 3, 5].map(i => parseInt(v.slice(i, i + 2), 16)); const c = {element};
      const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;
      for (let i = 0; i < d.length; i += 4) n += d[i] === w[0] && d[i+1] === w[1] && d[i+2] === w[2];
      return n > 50; }})()""")


def draws(browser, element):
    return int(browser.run(f"{element}.dataset.draws"))


def readout(browser, view):
    return browser.run(f"document.querySelector('#view-{view} .readout').textContent")


def show(browser, view):
    browser.run(f"document.getElementById('tab-{view}').click()")
    browser.frames(3)


def tabs_by_keyboard(browser, expected):
    browser.run("document.querySelector('[role=tab]').focus()")
    seen = []
    for _ in expected:
        seen.append(browser.run("document.querySelector('[role=tab][aria-selected=true]').id.slice(4)"))
        visible = browser.run("[...document.querySelectorAll('[role=tabpanel]')].filter(p => !p.hidden).map(p => p.id.slice(5))")
        check(visible == seen[-1:], f"panel {visible} is shown with tab {seen[-1:]}")
        check(browser.run("document.activeElement.getAttribute('aria-selected')") == "true", f"tab {seen[-1]} has the focus")
        check(browser.run(f"document.querySelector('#view-{seen[-1]}').innerText.length") > 60, f"{seen[-1]} has contents")
        browser.key("ArrowRight")
        browser.frames(2)
    check(seen == expected, f"arrow keys go through {seen}, not {expected}")
    check(browser.run("document.querySelector('[role=tab][aria-selected=true]').id") == f"tab-{expected[0]}", "the last tab is followed by the first")
    browser.key("End")
    check(browser.run("document.activeElement.id") == f"tab-{expected[-1]}", "End goes to the last tab")


def timeline(browser):
    show(browser, "timeline")
    picture = canvas("timeline", "Timeline")
    number, share = colours(browser, picture)
    check(number >= 5 and share > 0.2, f"the timeline is drawn ({number} colours, {share:.2f} besides the background)")
    for part in ("compute", "waiting", "exchange"):
        check(has_colour(browser, picture, part), f"the timeline shows {part}")
    browser.run(f"{picture}.focus()")
    before = draws(browser, picture)
    for _ in range(6):
        browser.key("ArrowRight")
    browser.key("ArrowDown", shift=True)
    browser.frames(2)
    text = readout(browser, "timeline")
    check("tile 16" in text and "step 6" in text, f"arrow keys choose step and tile: {text}")
    check("Step 6:" in browser.run("document.querySelector('#view-timeline .step h3').textContent"), "the chosen step is described")
    browser.key("Enter")
    browser.frames(3)
    check(draws(browser, picture) > before, "keys draw the timeline again")
    check(has_colour(browser, picture, "compute") or has_colour(browser, picture, "exchange"), "a single step fills the picture")
    # Forty turns of the wheel: each is answered, and frames are shared rather than queued.
    box = browser.run(f"(() => {{ {picture}.scrollIntoView({{block: 'center'}}); const b = {picture}.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()")
    before = draws(browser, picture)
    for i in range(40):
        browser.mouse("mouseWheel", box[0], box[1], deltaX=0, deltaY=-100 if i < 20 else 100)
    browser.frames(3)
    drawn = draws(browser, picture) - before
    check(1 <= drawn <= 44, f"40 turns of the wheel are drawn in {drawn} frames")
    before = draws(browser, picture)
    browser.mouse("mousePressed", box[0], box[1], button="left", clickCount=1)
    for i in range(20):
        browser.mouse("mouseMoved", box[0] - 5 * i, box[1], button="left", buttons=1)
    browser.mouse("mouseReleased", box[0] - 100, box[1], button="left", clickCount=1)
    browser.frames(3)
    check(draws(browser, picture) > before, "dragging moves the timeline")
    browser.key("f")
    browser.run("document.querySelector('#view-timeline [data-value=steps]').click()")
    browser.frames(3)
    check(has_colour(browser, picture, "compute"), "steps of equal width are drawn")


def exchange(browser):
    show(browser, "exchange")
    picture = canvas("exchange", "Exchange matrix")
    number, share = colours(browser, picture)
    check(number >= 4 and share > 0.005, f"the matrix is drawn ({number} colours, {share:.4f} besides the background)")
    browser.run(f"{picture}.focus()")
    for _ in range(3):
        browser.key("+")
    browser.key("ArrowDown")
    browser.frames(2)
    check("to tile" in browser.run("document.querySelector('#view-exchange .matrix .readout').textContent"), "the matrix says what is below its cursor")
    chart = "document.querySelector('#view-exchange .chart')"
    check(browser.run(f"{chart}.querySelector('canvas').width") > 100, "the h-relation is drawn")
    browser.run(f"{chart}.focus()")
    browser.key("ArrowRight")
    browser.key("Enter")
    browser.frames(2)
    check(browser.run("document.querySelector('#view-exchange select').value") != "all", "Enter on the chart chooses its exchange")


def memory(browser):
    show(browser, "memory")
    picture = canvas("memory", "Memory by tile")
    check(has_colour(browser, picture, "memory-0") and has_colour(browser, picture, "danger"), "memory and its limit are drawn")
    before = browser.run("document.querySelector('#view-memory .card h3').textContent")
    browser.run(f"{picture}.focus()")
    browser.key("Home")
    browser.frames(2)
    after = browser.run("document.querySelector('#view-memory .card h3').textContent")
    check(before != after and after == "Memory of tile 0", f"keys choose a tile: {before}, then {after}")


def tables(browser):
    show(browser, "tables")
    table = "document.querySelector('#view-tables table')"
    rows = f"[...{table}.querySelectorAll('tbody tr')]"
    check(browser.run(f"{table}.querySelector('[aria-sort=descending]').textContent") == "Cycles", "operations are sorted by cycles")
    browser.run(f"{table}.querySelector('th button').click()")
    names = browser.run(f"{rows}.map(r => r.cells[0].textContent.trim())")
    check(names == sorted(names, key=str.lower) or len(names) == 100, f"a click sorts by name: {names[:4]}")
    browser.run("(() => { const i = document.querySelector('#view-tables input'); i.value = 'halo'; i.dispatchEvent(new Event('input')); })()")
    names = browser.run(f"{rows}.map(r => r.cells[0].textContent.trim())")
    check(names == ["jacobi/halo"], f"the filter leaves {names}")
    browser.run("(() => { const i = document.querySelector('#view-tables input'); i.value = 'from-host'; i.dispatchEvent(new Event('input')); })()")
    text = browser.run(f"{rows}.map(r => r.textContent).join()")
    check("5.75\u00a0MiB" in text, f"a stream copy moves what the host sent, not what is rearranged: {text}")


def tree(browser):
    show(browser, "program")
    browser.run("document.querySelector('[role=treeitem]').focus()")
    count = "[...document.querySelectorAll('[role=treeitem]')].filter(i => i.offsetParent).length"
    before = browser.run(count)
    browser.key("ArrowLeft")
    check(browser.run(count) == 1 and before > 3, "the left arrow closes the tree")
    browser.key("ArrowRight")
    browser.key("ArrowDown")
    check(browser.run("document.activeElement.getAttribute('aria-level')") == "2", "arrows walk through the tree")


def liveness(browser):
    show(browser, "liveness")
    browser.run("document.querySelector('#view-liveness .chart').focus()")
    browser.key("End")
    browser.key("Enter")
    browser.frames(2)
    check("live" in readout(browser, "liveness"), "the liveness chart says what is below its cursor")
    check(browser.run("document.querySelectorAll('#view-liveness table').length") == 2, "variables are listed")


def themes(browser):
    backs = []
    for scheme in ("light", "dark"):
        browser.colours(scheme)
        browser.frames(2)
        backs.append(browser.run("getComputedStyle(document.body).backgroundColor"))
    check(backs[0] != backs[1], f"the page follows the system's colours: {backs}")
    browser.run("document.querySelector('.choice [data-value=light]').click()")
    check(browser.run("getComputedStyle(document.body).backgroundColor") == backs[0], "the switch wins over the system")
    browser.run("document.querySelector('.choice [data-value=auto]').click()")


def accessible(browser):
    """What can be checked by machine: names of controls, one level-1 heading a panel, no sideways scrolling."""
    nameless = browser.run("""[...document.querySelectorAll('button, canvas[tabindex], input, select, [role=group], [role=img]')]
      .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || (e.labels && e.labels.length))).map(e => e.outerHTML.slice(0, 90))""")
    check(nameless == [], f"controls without a name: {nameless}")
    check(browser.run("document.querySelectorAll('[role=tabpanel]:not([hidden]) h1').length") == 1, "a shown panel has one heading of level 1")


def shots(browser, folder, page, views, sizes, schemes, keep=ALL):
    """Looks at views in each size and scheme, and keeps pictures of some."""
    for scheme in schemes:
        browser.colours(scheme)
        for width, height in sizes:
            browser.size(width, height)
            for view in views:
                show(browser, view)
                browser.run("window.scrollTo(0, 0)")
                accessible(browser)
                wide = browser.run("document.documentElement.scrollWidth")
                check(wide <= width, f"{page} {view} is {wide} pixels wide in a window of {width}")
                if view in keep:
                    browser.screenshot(folder / f"{page}_{view}_{width}_{scheme}.png", whole=True)


def one_ipu(browser, folder):
    size = (folder / "large.html").stat().st_size
    check(size < 5_000_000, f"large.html has {size} bytes")
    browser.size(1280, 900)
    browser.colours("light")
    browser.open(folder / "large.html")
    expected = [view for view in ALL if view != "ipus"]
    tabs_by_keyboard(browser, expected)
    for part in (timeline, exchange, memory, liveness, tree, tables, themes):
        part(browser)
    browser.key("Tab")
    browser.run("document.querySelector('.skip').focus()")
    check(browser.run("document.querySelector('.skip').getBoundingClientRect().left") >= 0, "the link that skips the tabs appears")
    browser.open(folder / "large.html")
    shots(browser, folder, "large", expected, [(1280, 900)], ["light"])
    shots(browser, folder, "large", expected, [(1280, 900)], ["dark"], ["summary", "timeline", "exchange", "memory"])
    shots(browser, folder, "large", expected, [(400, 800)], ["light"], ["summary", "timeline", "memory", "program"])


def several_ipus(browser, folder):
    browser.size(1280, 900)
    browser.open(folder / "pipeline.html")
    tabs_by_keyboard(browser, ALL)
    check(browser.run("document.title") == "pipeline </script> & <b>", "the title is shown as it is")
    show(browser, "ipus")
    picture = canvas("ipus", "What each IPU does")
    check(has_colour(browser, picture, "compute") and has_colour(browser, picture, "global"), "the pipeline is drawn")
    browser.run(f"{picture}.focus()")
    browser.key("ArrowDown")
    browser.key("ArrowRight")
    check(readout(browser, "ipus").startswith("IPU 1"), f"arrows choose an IPU: {readout(browser, 'ipus')}")
    check(browser.run("document.querySelectorAll('#view-ipus .flow').length") == 16, "four IPUs send to four")
    shots(browser, folder, "pipeline", ["summary", "timeline", "ipus"], [(1280, 900)], ["light", "dark"])
    shots(browser, folder, "pipeline", ["ipus"], [(400, 800)], ["dark"])


def io_tiles(browser, folder):
    browser.size(1280, 900)
    browser.open(folder / "io.html")
    show(browser, "timeline")
    check(not readout(browser, "timeline").startswith("tile 0 (IPU 0) \u00b7 step 0 grid/from-host"), "other tiles do not take part")
    show(browser, "ipus")
    picture = canvas("ipus", "What each IPU does")
    check(has_colour(browser, picture, "compute") and has_colour(browser, picture, "host"), "both lanes are drawn")
    browser.run(f"{picture}.focus()")
    browser.key("ArrowDown")
    check(readout(browser, "ipus").startswith("I/O 0 \u00b7 step 0 grid/from-host"), f"I/O tiles have a lane: {readout(browser, 'ipus')}")
    bars = "[...document.querySelectorAll('#view-ipus .run-ipu')].map(bar => bar.querySelector('.note').textContent).join()"
    check(browser.run(bars).startswith("IPU 0,I/O 0"), f"their time divides apart: {browser.run(bars)}")


def out_of_memory(browser, folder):
    browser.size(1280, 900)
    browser.open(folder / "full.html")
    check("does not fit" in browser.run("document.querySelector('.advice').textContent"), "advice comes first from memory")
    show(browser, "memory")
    check("does not fit" in browser.run("document.querySelector('.banner').textContent"), "the memory view says so")
    shots(browser, folder, "full", ["summary", "memory"], [(1280, 900)], ["light"])


def printed(browser, folder):
    browser.open(folder / "small.html")
    pages = browser.send("Page.printToPDF", printBackground=False)["data"]
    check(len(pages) > 40_000, f"all parts are printed ({len(pages)} characters)")
    check(browser.run("[...document.querySelectorAll('[role=tabpanel]')].filter(p => !p.hidden).length") == 1, "printing leaves one part shown")


def without_runs(browser, folder):
    browser.size(1280, 900)
    browser.open(folder / "compiled.html")
    tabs_by_keyboard(browser, [view for view in ALL if view not in ("ipus", "blocks")])
    check("Nothing was run" in browser.run("document.querySelector('.advice').textContent"), "a profile without runs says so")
    browser.open(folder / "empty.html")
    check("Nothing was run" in browser.run("document.body.textContent"), "an empty profile has a page")
    for view in ALL[:7]:
        show(browser, view)


def main():
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        print("skipped: there is no Chromium; ./dev install-packages installs it (Debian package chromium)")
        return 77
    folder = pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.argv[1], folder], check=True)
    browser = Chromium(program)
    try:
        for part in (one_ipu, several_ipus, io_tiles, out_of_memory, without_runs, printed):
            part(browser, folder)
            for complaint in browser.complaints():
                check(False, f"{part.__name__}: {complaint}")
    finally:
        browser.close()
    print(f"{len(failures)} failures; pages and screenshots are in {folder}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
