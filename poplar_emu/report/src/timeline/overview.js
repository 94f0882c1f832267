// SPDX-License-Identifier: MIT
// The whole run as one strip: which share of each moment goes to what, and the window that the
// picture below it shows.
import { colour, fillOf } from '../ui/colour.js';
import { Surface } from '../ui/surface.js';
import { firstAfter, sampling } from './viewport.js';

/** Time by part for each column from lo to hi: the six parts, and waiting as the seventh. */
export function timeByColumn({ steps, rows }, axis, list, lo, hi, columns) {
  const sums = new Float64Array(columns * 7);
  const perUnit = columns / (hi - lo);
  const next = sampling(firstAfter(axis, list, hi) - firstAfter(axis, list, lo));
  for (let k = firstAfter(axis, list, lo); k < list.length && axis.start(list[k]) < hi; k += next()) {
    const i = list[k];
    const { parts, row, program } = steps.shape(i);
    const scale = axis.scale(i) * perUnit;
    let at = (axis.start(i) - lo) * perUnit;
    parts.forEach((cycles, part) => {
      const end = at + cycles * scale;
      const waiting = part === 4 && row && cycles ? 1 - Math.min(1, rows.sum[row - 1] / program.tiles / cycles) : 0;
      for (let x = Math.max(0, Math.floor(at)); x < end && x < columns; x++) {
        const length = Math.min(end, x + 1) - Math.max(at, x);
        sums[x * 7 + part] += length * (1 - waiting);
        sums[x * 7 + 6] += length * waiting;
      }
      at = end;
    });
  }
  return sums;
}

export const columnWidth = 3;
const stackOrder = [['compute', 4], ['waiting', 6], ['exchange', 1], ['global', 2], ['host', 3], ['sync', 0], ['control', 5]];

/** Columns of time by part, stacked to the full height of the box. */
export function drawShares(context, sums, box) {
  const columns = sums.length / 7;
  const tops = new Float64Array(columns);
  for (const [key, part] of stackOrder) {
    context.fillStyle = fillOf(context, key);
    context.beginPath();
    for (let x = 0; x < columns; x++) {
      let total = 0;
      for (let k = 0; k < 7; k++) total += sums[x * 7 + k];
      if (total <= 0) continue;
      const share = (sums[x * 7 + part] / total) * box.height;
      context.rect(box.x + (x / columns) * box.width, box.y + box.height - tops[x] - share, box.width / columns, share);
      tops[x] += share;
    }
    context.fill();
  }
}

export function overview({ profile, getAxis, range, onChange }) {
  // Steps of several IPUs overlap: those of all are added up.
  const everyStep = Array.from({ length: profile.steps.count }, (_, i) => i);
  let cached = null;
  const surface = new Surface('Share of time by kind over the whole run, with the window shown below', 64, (context, width, height) => {
    const axis = getAxis();
    const columns = Math.max(1, Math.floor(width / columnWidth));
    if (cached?.columns !== columns || cached.axis !== axis) cached = { columns, axis, sums: timeByColumn(profile, axis, everyStep, axis.min, axis.max, columns) };
    drawShares(context, cached.sums, { x: 0, y: 0, width: columns * columnWidth, height });
    drawWindow(context, range, axis, width, height);
  }, { class: 'brush', tabindex: -1 });
  let grip = null;
  const valueAt = (event) => getAxis().min + (surface.at(event).x / surface.canvas.clientWidth) * (getAxis().max - getAxis().min);
  const moveTo = (value) => {
    range.set(value - range.span / 2, value + range.span / 2);
    onChange();
  };
  surface.canvas.addEventListener('pointerdown', (event) => {
    grip = event.pointerId;
    surface.canvas.setPointerCapture(grip);
    moveTo(valueAt(event));
  });
  surface.canvas.addEventListener('pointermove', (event) => grip !== null && moveTo(valueAt(event)));
  for (const end of ['pointerup', 'pointercancel']) surface.canvas.addEventListener(end, () => { grip = null; });
  return surface;
}

function drawWindow(context, range, axis, width, height) {
  const toX = (value) => ((value - axis.min) / (axis.max - axis.min)) * width;
  const [a, b] = [toX(range.lo), Math.max(toX(range.hi), toX(range.lo) + 3)];
  context.fillStyle = colour('veil');
  context.fillRect(0, 0, a, height);
  context.fillRect(b, 0, width - b, height);
  context.strokeStyle = colour('accent');
  context.lineWidth = 2;
  context.strokeRect(a + 1, 1, Math.max(1, b - a - 2), height - 2);
}
