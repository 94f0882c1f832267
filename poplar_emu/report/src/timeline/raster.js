// SPDX-License-Identifier: MIT
// Draws tiles x time into pixels. Steps of some pixels are drawn as they are; shorter ones share their
// columns by the time that they take, so that no step is lost, however far one zooms out.
import { partKeys, patternOf, patterns, shades } from '../ui/colour.js';
import { firstAfter } from './viewport.js';

const computePart = 4;
const cellWidth = 4;
/** Thresholds of an 8 x 8 Bayer matrix, between 0 and 1. */
const dither = Float64Array.from({ length: 64 }, (_, i) => {
  let [x, y, rank] = [(i % 8) ^ (i >> 3), i >> 3, 0];
  for (let bit = 0; bit < 3; bit++) rank = rank * 4 + ((x >> bit) & 1) * 2 + ((y >> bit) & 1);
  return (rank + 0.5) / 64;
});
const word = ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r;

/** Largest value among the tiles of each line of pixels; kept until the lines change. */
export class LineRows {
  constructor(rows) {
    this.rows = rows;
    this.key = '';
    this.cache = new Map();
  }

  get(index, lo, hi, first, lines, total) {
    const key = `${lo}/${hi}/${total}`;
    if (key !== this.key) {
      this.key = key;
      this.cache.clear();
    }
    const name = index * 65536 + first;
    let values = this.cache.get(name);
    if (values) return values;
    const row = this.rows.get(index);
    const { group } = this.rows;
    const scale = (hi - lo) / total;
    values = new Float64Array(lines);
    for (let y = 0; y < lines; y++) {
      const from = Math.floor((lo + (first + y) * scale) / group);
      const to = Math.max(from + 1, Math.ceil((lo + (first + y + 1) * scale) / group - 1e-9));
      let most = 0;
      for (let tile = Math.max(0, from); tile < to && tile < row.values.length; tile++) if (row.values[tile] > most) most = row.values[tile];
      values[y] = most;
    }
    this.cache.set(name, values);
    return values;
  }
}

/** One IPU's lines of the picture. */
class Band {
  constructor(image, first, lines, ratio) {
    Object.assign(this, { width: image.width, first, lines, ratio });
    this.pixels = new Uint32Array(image.data.buffer);
    this.keys = [...partKeys, 'waiting'];
    this.shades = this.keys.map(shades);
    this.words = this.shades.map((pair) => pair.map(word));
    this.mixed = null;
    this.cells = Math.ceil(this.width / cellWidth);
  }

  fill(x0, x1, y0, y1, part) {
    const isStroke = patterns[patternOf[this.keys[part]]];
    const [own, stroke] = this.words[part];
    const plain = isStroke === patterns.solid;
    for (let y = y0; y < y1; y++) {
      const at = (this.first + y) * this.width;
      if (plain) this.pixels.fill(own, at + x0, at + x1);
      else
        for (let x = x0; x < x1; x++)
          this.pixels[at + x] = isStroke(Math.floor(x / this.ratio), Math.floor((this.first + y) / this.ratio)) ? stroke : own;
    }
  }

  wide(x0, perCycle, parts, tileCycles) {
    const clamp = (x) => Math.max(0, Math.min(this.width, Math.round(x)));
    let x = x0;
    parts.forEach((cycles, part) => {
      const end = x + cycles * perCycle;
      const [a, b] = [clamp(x), clamp(end)];
      if (b > a) {
        this.fill(a, b, 0, this.lines, part);
        if (part === computePart && tileCycles)
          for (let y = 0; y < this.lines; y++) {
            const busy = Math.max(a, clamp(x + tileCycles[y] * perCycle));
            if (busy < b) this.fill(busy, b, y, y + 1, 6);
          }
      }
      x = end;
    });
  }

  /** Adds a step to what its cells of some columns hold, each in proportion to how much of it the step covers. */
  narrow(x0, perCycle, parts, tileCycles) {
    this.mixed ??= { parts: new Float32Array(this.cells * 6), busy: new Float32Array(this.cells * this.lines) };
    let x = x0 / cellWidth;
    parts.forEach((cycles, part) => {
      const end = x + (cycles * perCycle) / cellWidth;
      for (let column = Math.max(0, Math.floor(x)); column < end && column < this.cells; column++) {
        const left = Math.max(x, column);
        const length = Math.min(end, column + 1) - left;
        this.mixed.parts[column * 6 + part] += length;
        if (part !== computePart) continue;
        for (let y = 0, i = column; y < this.lines; y++, i += this.cells) {
          const used = tileCycles ? x + (Math.min(tileCycles[y], cycles) * perCycle) / cellWidth - left : length;
          if (used > 0) this.mixed.busy[i] += Math.min(length, used);
        }
      }
      x = end;
    });
  }

  /** Shares of a cell become as many pixels, by an ordered dither: no colour but those of parts. */
  finish() {
    if (!this.mixed) return;
    const { parts, busy } = this.mixed;
    const order = [computePart, 6, 1, 2, 3, 0, 5];
    const shares = new Float64Array(7);
    for (let x = 0; x < this.width; x++) {
      let total = 0;
      const cell = Math.floor(x / cellWidth);
      for (let part = 0; part < 6; part++) total += shares[part] = parts[cell * 6 + part];
      if (total < 0.5) continue;
      const compute = shares[computePart];
      for (let y = 0; y < this.lines; y++) {
        shares[computePart] = busy[y * this.cells + cell];
        shares[6] = compute - shares[computePart];
        let left = dither[((this.first + y) % 8) * 8 + (x % 8)] * total;
        let at = 0;
        while (at < 6 && left >= shares[order[at]]) left -= shares[order[at++]];
        this.pixels[(this.first + y) * this.width + x] = this.words[order[at]][0];
      }
    }
  }
}

/** view: {steps, axis, lineRows, target, x: Range, y: Range, ratio}; y is in tiles. */
export function drawRaster(image, view) {
  const { steps, axis, lineRows, target, x, y, ratio } = view;
  const perUnit = image.width / x.span;
  const lineOf = (tile) => Math.max(0, Math.min(image.height, Math.round(((tile - y.lo) / y.span) * image.height)));
  steps.byIpu.forEach((list, ipu) => {
    const first = lineOf(ipu * target.tilesPerIpu);
    const lines = lineOf((ipu + 1) * target.tilesPerIpu) - first;
    if (lines <= 0 || list.length === 0) return;
    const band = new Band(image, first, lines, ratio);
    const clampX = (value) => Math.max(0, Math.min(image.width, Math.round((value - x.lo) * perUnit)));
    if (steps.byIpu.length > 1) band.fill(clampX(axis.min), clampX(axis.max), 0, lines, 6);
    const from = firstAfter(axis, list, x.lo);
    const to = firstAfter(axis, list, x.hi);
    const stride = Math.max(1, Math.ceil((to - from) / (6 * image.width)));
    for (let k = from; k < list.length && axis.start(list[k]) < x.hi; k += stride) {
      const i = list[k];
      const shape = steps.shape(i);
      const x0 = (axis.start(i) - x.lo) * perUnit;
      const perCycle = axis.scale(i) * perUnit;
      const tileCycles = shape.row ? lineRows.get(shape.row, y.lo, y.hi, first, lines, image.height) : null;
      band[shape.cycles * perCycle >= 6 * ratio ? 'wide' : 'narrow'](x0, perCycle, shape.parts, tileCycles);
    }
    band.finish();
  });
}
