// SPDX-License-Identifier: MIT
// IPU x cycle: what each IPU does when, one lane an IPU, and one for its I/O tiles.
import { axisBelow, setText, ticks } from '../ui/axis.js';
import { colour, fillOf, partKeys } from '../ui/colour.js';
import { button, el, readout } from '../ui/dom.js';
import { count, partTitles, short } from '../ui/format.js';
import { Surface } from '../ui/surface.js';
import { columnWidth, drawShares, timeByColumn } from './overview.js';
import { Range, firstAfter, navigate, stepAt, timeAxis } from './viewport.js';

const laneHeight = 40;
const gap = 8;
const left = 58;

export function lanes(profile) {
  const { steps } = profile;
  const axis = timeAxis(steps, 'cycles');
  const range = new Range(axis.min, axis.max, axis.minSpan);
  const line = readout('Move over a lane, or focus the picture and use the arrow keys.');
  const cursor = { lane: 0, at: 0 };
  const shown = steps.byIpu.flatMap((list, ipu) => [
    { name: `IPU ${ipu}`, list },
    ...(steps.ofIoTiles[ipu].length ? [{ name: `I/O ${ipu}`, list: steps.ofIoTiles[ipu] }] : []),
  ]);
  const height = shown.length * (laneHeight + gap) + 44;
  const boxOf = (width) => ({ x: left, y: 4, width: Math.max(1, width - left - 2), height: height - 44 });
  const toX = (px) => range.lo + ((px - left) / boxOf(surface.element.clientWidth).width) * range.span;
  const laneTop = (lane) => 6 + lane * (laneHeight + gap);

  function drawLane(context, box, lane) {
    const { list } = shown[lane];
    const perCycle = box.width / range.span;
    const top = laneTop(lane);
    context.fillStyle = fillOf(context, 'waiting');
    context.fillRect(box.x, top, box.width, laneHeight);
    let k = firstAfter(axis, list, range.lo);
    if ((firstAfter(axis, list, range.hi) - k) * 4 > box.width) {
      const columns = Math.max(1, Math.floor(box.width / columnWidth));
      drawShares(context, timeByColumn(profile, axis, list, range.lo, range.hi, columns), { x: box.x, y: top, width: box.width, height: laneHeight });
      return;
    }
    const paths = partKeys.map(() => new Path2D());
    const labels = [];
    for (; k < list.length && axis.start(list[k]) < range.hi; k++) {
      const shape = steps.shape(list[k]);
      let x = box.x + (axis.start(list[k]) - range.lo) * perCycle;
      shape.parts.forEach((cycles, part) => {
        const a = Math.max(box.x, x);
        const b = Math.min(box.x + box.width, (x += cycles * perCycle));
        if (cycles === 0 || b <= box.x) return;
        paths[part].rect(a, top, Math.max(0.5, b - a), laneHeight);
        if (b - a > 64) labels.push([shape.program.name, a, b]);
      });
    }
    paths.forEach((path, part) => {
      context.fillStyle = fillOf(context, partKeys[part]);
      context.fill(path);
    });
    for (const [text, a, b] of labels) drawLabel(context, text, a, b, top + laneHeight / 2);
  }

  function drawLabel(context, text, a, b, y) {
    setText(context, 'left');
    let shown = text;
    while (shown.length > 1 && context.measureText(shown).width > b - a - 18) shown = shown.slice(0, -1);
    if (shown.length < Math.min(4, text.length)) return;
    if (shown !== text) shown += '\u2026';
    context.fillStyle = colour('label-back');
    context.fillRect(a + 4, y - 9, context.measureText(shown).width + 8, 18);
    context.fillStyle = colour('text');
    context.fillText(shown, a + 8, y);
  }

  const surface = new Surface('What each IPU does over time. Arrow keys choose IPU and step, plus and minus zoom, F shows all.', height, (context, width) => {
    const box = boxOf(width);
    shown.forEach(({ name }, lane) => {
      drawLane(context, box, lane);
      setText(context, 'right', 'middle', 12);
      context.fillText(name, left - 10, laneTop(lane) + laneHeight / 2);
    });
    const step = shown[cursor.lane].list[cursor.at];
    if (step !== undefined) {
      const [a, b] = [axis.start(step), axis.end(step)].map((x) => Math.max(box.x, Math.min(box.x + box.width, box.x + ((x - range.lo) / range.span) * box.width)));
      context.strokeStyle = colour('cursor');
      context.lineWidth = 2;
      if (b > box.x && a < box.x + box.width) context.strokeRect(a, laneTop(cursor.lane) - 1, Math.max(2, b - a), laneHeight + 2);
    }
    axisBelow(context, box, ticks(range.lo, range.hi, box.width / 110), (x) => box.x + ((x - range.lo) / range.span) * box.width, range.span > 50000 ? short : count, 'cycle');
  }, { class: 'pan' });

  function describe(lane, at) {
    const i = shown[lane].list[at];
    if (i === undefined) return;
    const { program, parts, cycles } = steps.shape(i);
    const spent = parts.map((value, k) => (value ? `${partTitles[k].toLowerCase()} ${count(value)}` : '')).filter(Boolean);
    line.textContent = `${shown[lane].name} \u00b7 step ${count(i)} ${program.name} \u00b7 ${count(cycles)} cycles from ${count(steps.from[i])}: ${spent.join(', ')}`;
  }

  function find({ x, y }) {
    const lane = Math.floor((y - 6) / (laneHeight + gap));
    if (lane < 0 || lane >= shown.length) return null;
    const at = stepAt(axis, shown[lane].list, toX(x));
    return at < 0 ? null : { lane, at };
  }

  function pick(found) {
    if (!found) return;
    Object.assign(cursor, found);
    describe(found.lane, found.at);
    surface.invalidate();
  }

  navigate(surface, range, {
    toX,
    onChange: () => surface.invalidate(),
    onHover: (place) => { const found = find(place); if (found) describe(found.lane, found.at); },
    onPick: (place) => pick(find(place)),
  });
  surface.canvas.addEventListener('keydown', (event) => {
    const { list } = shown[cursor.lane];
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const factor = { '+': 0.6, '=': 0.6, '-': 1 / 0.6 }[event.key];
    if (step !== undefined) pick({ lane: cursor.lane, at: Math.max(0, Math.min(list.length - 1, cursor.at + step)) });
    else if (down) {
      const lane = Math.max(0, Math.min(shown.length - 1, cursor.lane + down));
      const next = shown[lane].list;
      pick({ lane, at: Math.max(0, Math.min(next.length - 1, firstAfter(axis, next, axis.start(list[cursor.at] ?? 0)))) });
    } else if (factor) range.zoom(factor, axis.start(list[cursor.at] ?? 0));
    else if (event.key.toLowerCase() === 'f') range.fit();
    else return;
    event.preventDefault();
    const chosen = shown[cursor.lane].list[cursor.at];
    if (chosen !== undefined && !factor && event.key.toLowerCase() !== 'f') range.show(axis.start(chosen), axis.end(chosen));
    surface.invalidate();
  });
  const change = (act) => () => { act(); surface.invalidate(); };
  const toolbar = el('div', { class: 'toolbar' }, el('span', { class: 'buttons' },
    button('\u2212', 'Zoom out', change(() => range.zoom(2))), button('+', 'Zoom in', change(() => range.zoom(0.5))),
    button('\u2190', 'Earlier', change(() => range.pan(-range.span / 2))), button('\u2192', 'Later', change(() => range.pan(range.span / 2))),
    button('Fit', 'Show all', change(() => range.fit()))));
  return [toolbar, surface.element, line];
}
