// SPDX-License-Identifier: MIT
// Who sends to whom: source down, destination across, brightness by bytes on a logarithmic scale.
import { axisBelow, axisLeft, ticks } from '../ui/axis.js';
import { colour, heat } from '../ui/colour.js';
import { el, readout } from '../ui/dom.js';
import { bytes, count, exactBytes } from '../ui/format.js';
import { Surface } from '../ui/surface.js';
import { Range, navigate } from '../timeline/viewport.js';

const edge = { left: 52, top: 6, bottom: 40, right: 6 };

/** Flows added up over squares of `size` blocks, as a map from square to bytes. */
function squares(flows, size, columns) {
  const sums = new Map();
  flows.from.forEach((from, i) => {
    const key = Math.floor(from / size) * columns + Math.floor(flows.to[i] / size);
    sums.set(key, (sums.get(key) || 0) + flows.bytes[i]);
  });
  return sums;
}

export function matrix(tiles, tilesPerIpu) {
  let flows = { bin: 1, from: [], to: [], bytes: [] };
  let shown = { size: 1, columns: 1, sums: new Map(), most: 1 };
  const x = new Range(0, tiles, Math.min(tiles, 16));
  const y = new Range(0, tiles, Math.min(tiles, 16));
  const cursor = { from: 0, to: 0 };
  const line = readout('Move over the matrix, or focus it and use the arrow keys.');
  const boxOf = (width, height) => ({ x: edge.left, y: edge.top, width: width - edge.left - edge.right, height: height - edge.top - edge.bottom });

  /** Blocks of tiles to a square, so that a square is two pixels at least. */
  function aggregate(pixels) {
    const perPixel = x.span / flows.bin / pixels;
    const size = 2 ** Math.max(0, Math.ceil(Math.log2(perPixel * 2)));
    if (shown.flows === flows && shown.size === size) return;
    const columns = Math.ceil(tiles / flows.bin / size);
    const sums = squares(flows, size, columns);
    shown = { flows, size, columns, sums, most: Math.max(1, ...sums.values()) };
  }

  const surface = new Surface('Exchange matrix: sources down, destinations across. Arrow keys move, plus and minus zoom, F shows all.', 460, (context, width, height) => {
    const box = boxOf(width, height);
    aggregate(box.width);
    context.fillStyle = colour('sunken');
    context.fillRect(box.x, box.y, box.width, box.height);
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.width, box.height);
    context.clip();
    const unit = flows.bin * shown.size;
    const [w, h] = [box.width / x.span, box.height / y.span];
    const top = Math.log2(shown.most + 1);
    for (const [key, value] of shown.sums) {
      const row = Math.floor(key / shown.columns) * unit;
      const col = (key % shown.columns) * unit;
      if (row + unit <= y.lo || row >= y.hi || col + unit <= x.lo || col >= x.hi) continue;
      const [r, g, b] = heat(0.15 + 0.85 * (Math.log2(value + 1) / top));
      context.fillStyle = `rgb(${r},${g},${b})`;
      context.fillRect(box.x + (col - x.lo) * w, box.y + (row - y.lo) * h, Math.max(1.5, unit * w), Math.max(1.5, unit * h));
    }
    drawIpuLines(context, box);
    context.strokeStyle = colour('cursor');
    context.lineWidth = 2;
    const side = flows.bin * shown.size;
    const at = (tile) => Math.floor(tile / side) * side;
    context.strokeRect(box.x + (at(cursor.to) - x.lo) * w - 1, box.y + (at(cursor.from) - y.lo) * h - 1, Math.max(5, side * w + 2), Math.max(5, side * h + 2));
    context.restore();
    axisBelow(context, box, ticks(x.lo, x.hi, box.width / 80), (tile) => box.x + (tile - x.lo) * w, count, 'to tile');
    axisLeft(context, box, ticks(y.lo, y.hi, 7), (tile) => box.y + (tile - y.lo) * h, count);
  }, { class: 'pan' });

  function drawIpuLines(context, box) {
    context.fillStyle = colour('line');
    for (let tile = tilesPerIpu; tile < tiles; tile += tilesPerIpu) {
      context.fillRect(box.x + ((tile - x.lo) / x.span) * box.width, box.y, 1, box.height);
      context.fillRect(box.x, box.y + ((tile - y.lo) / y.span) * box.height, box.width, 1);
    }
  }

  function describe({ from, to }) {
    const unit = flows.bin * shown.size;
    const [row, col] = [Math.floor(from / unit), Math.floor(to / unit)];
    const value = shown.sums.get(row * shown.columns + col) || 0;
    const name = (at) => (unit === 1 ? `tile ${count(at)}` : `tiles ${count(at * unit)}\u2013${count(Math.min(tiles, (at + 1) * unit) - 1)}`);
    line.textContent = `${name(row)} to ${name(col)}: ${exactBytes(value)}`;
  }

  function find(place) {
    const box = boxOf(surface.element.clientWidth, surface.height);
    const to = Math.floor(x.lo + ((place.x - box.x) / box.width) * x.span);
    const from = Math.floor(y.lo + ((place.y - box.y) / box.height) * y.span);
    return from >= 0 && to >= 0 && from < tiles && to < tiles ? { from, to } : null;
  }

  const toX = (px) => x.lo + ((px - edge.left) / boxOf(surface.element.clientWidth, 1).width) * x.span;
  const toY = (py) => y.lo + ((py - edge.top) / boxOf(1, surface.height).height) * y.span;
  /** Both axes keep one scale. */
  const square = () => {
    const centre = (y.lo + y.hi) / 2;
    y.set(centre - x.span / 2, centre + x.span / 2);
    surface.invalidate();
  };
  navigate(surface, x, {
    toX,
    vertical: { range: y, toY },
    onChange: square,
    onHover: (place) => { const found = find(place); if (found) describe(found); },
    onPick: (place) => {
      const found = find(place);
      if (!found) return;
      Object.assign(cursor, found);
      describe(found);
      surface.invalidate();
    },
  });
  surface.canvas.addEventListener('keydown', (event) => {
    const unit = flows.bin * shown.size * (event.shiftKey ? 8 : 1);
    const move = { ArrowLeft: ['to', -unit], ArrowRight: ['to', unit], ArrowUp: ['from', -unit], ArrowDown: ['from', unit] }[event.key];
    const factor = { '+': 0.6, '=': 0.6, '-': 1 / 0.6 }[event.key];
    if (move) {
      cursor[move[0]] = Math.max(0, Math.min(tiles - 1, cursor[move[0]] + move[1]));
      x.show(cursor.to, cursor.to + 1);
      y.show(cursor.from, cursor.from + 1);
    } else if (factor) {
      x.zoom(factor, cursor.to);
      y.zoom(factor, cursor.from);
    } else if (event.key.toLowerCase() === 'f') {
      x.fit();
      y.fit();
    } else return;
    event.preventDefault();
    surface.drawNow();
    describe(cursor);
  });

  const scale = el('div', { class: 'heat-scale', 'aria-hidden': 'true' });
  const scaleText = el('span', { class: 'note' });
  return {
    element: el('div', { class: 'matrix' }, surface.element, el('div', { class: 'heat-line' }, el('span', { class: 'note' }, 'less'), scale, scaleText), line),
    show(next) {
      flows = next;
      surface.invalidate();
      scaleText.textContent = `more, up to ${bytes(flows.bytes.reduce((most, value) => Math.max(most, value), 0))} ${flows.bin > 1 ? `between blocks of ${flows.bin} tiles` : 'between two tiles'}; logarithmic`;
    },
  };
}
