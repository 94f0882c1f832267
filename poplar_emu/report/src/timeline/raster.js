// SPDX-License-Identifier: MIT
// Draws tiles x time into pixels. Steps of over a pixel are drawn as they are; shorter ones are mixed
// by the time that they take, so that no step is lost, however far one zooms out.
import { partKeys, patternOf, patterns, shades } from '../ui/colour.js';
import { firstAfter } from './viewport.js';

const computePart = 4;
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

  narrow(x0, perCycle, parts, tileCycles) {
    this.mixed ??= { parts: new Float32Array(this.width * 6), busy: new Float32Array(this.width * this.lines) };
    const at = Math.max(0, Math.min(this.width - 1, Math.floor(x0)));
    parts.forEach((cycles, part) => { this.mixed.parts[at * 6 + part] += cycles * perCycle; });
    const compute = parts[computePart];
    if (compute === 0) return;
    for (let y = 0, i = at; y < this.lines; y++, i += this.width)
      this.mixed.busy[i] += (tileCycles ? Math.min(tileCycles[y], compute) : compute) * perCycle;
  }

  finish() {
    if (!this.mixed) return;
    const { parts, busy } = this.mixed;
    for (let x = 0; x < this.width; x++) {
      let total = 0;
      const sum = [0, 0, 0];
      for (let part = 0; part < 6; part++) {
        const weight = parts[x * 6 + part];
        total += weight;
        if (part !== computePart) for (let c = 0; c < 3; c++) sum[c] += weight * this.shades[part][0][c];
      }
      if (total < 0.3) continue;
      const compute = parts[x * 6 + computePart];
      const [on, off] = [this.shades[computePart][0], this.shades[6][0]];
      for (let y = 0; y < this.lines; y++) {
        const active = busy[y * this.width + x];
        this.pixels[(this.first + y) * this.width + x] = word([0, 1, 2].map((c) => (sum[c] + active * on[c] + (compute - active) * off[c]) / total));
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
      band[shape.cycles * perCycle >= 1.5 ? 'wide' : 'narrow'](x0, perCycle, shape.parts, tileCycles);
    }
    band.finish();
  });
}
