// SPDX-License-Identifier: MIT
// Draws tiles x time into pixels. Steps of some pixels are drawn as they are; shorter ones are put
// together in cells that show how their time divides, so that no step is lost, however far one zooms out.
import { partKeys, patternOf, patterns, shades } from '../ui/colour.js';
import { firstAfter, sampling } from './viewport.js';

const computePart = 4;
const controlPart = 5; // branches and iterations, which are no steps
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
  /** `between`: what fills the time in which no step is executed. */
  constructor(image, first, lines, ratio, between) {
    Object.assign(this, { width: image.width, first, lines, ratio, between });
    this.pixels = new Uint32Array(image.data.buffer);
    this.keys = [...partKeys, 'waiting'];
    this.shades = this.keys.map(shades);
    this.words = this.shades.map((pair) => pair.map(word));
    this.cellWidth = Math.round(12 * ratio);
    this.cells = Math.ceil(this.width / this.cellWidth);
    this.shares = new Float32Array(this.cells * 6);
    this.busy = new Float32Array(this.cells * lines);
    this.isMixed = new Uint8Array(this.cells);
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

  /** Adds a step to what its cells hold, each in proportion to how much of it the step covers. */
  add(x0, perCycle, parts, tileCycles, isNarrow) {
    let x = x0 / this.cellWidth;
    parts.forEach((cycles, part) => {
      const end = x + (cycles * perCycle) / this.cellWidth;
      for (let cell = Math.max(0, Math.floor(x)); cell < end && cell < this.cells; cell++) {
        const left = Math.max(x, cell);
        const length = Math.min(end, cell + 1) - left;
        this.shares[cell * 6 + part] += length;
        if (isNarrow) this.isMixed[cell] = 1;
        if (part !== computePart) continue;
        for (let y = 0, i = cell; y < this.lines; y++, i += this.cells) {
          const used = tileCycles ? x + (Math.min(tileCycles[y], cycles) * perCycle) / this.cellWidth - left : length;
          if (used > 0) this.busy[i] += Math.min(length, used);
        }
      }
      x = end;
    });
  }

  /** A cell with short steps becomes one step that stands for all in it: the same parts, in the same shares. */
  finish() {
    let any = false;
    for (let cell = 0; cell < this.cells; cell++) {
      if (!this.isMixed[cell]) continue;
      any = true;
      const left = cell * this.cellWidth;
      const at = (share) => Math.min(this.width, Math.round(left + share * this.cellWidth));
      let sum = 0;
      for (let part = 0; part < 6; part++) {
        const share = this.shares[cell * 6 + part];
        this.fill(at(sum), at(sum + share), 0, this.lines, part);
        if (part === computePart && share > 0)
          for (let y = 0; y < this.lines; y++) this.fill(at(sum + this.busy[y * this.cells + cell]), at(sum + share), y, y + 1, 6);
        sum += share;
      }
      if (sum < 1) this.fill(at(sum), at(1), 0, this.lines, this.between);
    }
    return any;
  }
}

/**
 * view: {steps, axis, lineRows, target, x: Range, y: Range, ratio}; y is in tiles. Returns whether there
 * are cells that stand for several steps.
 */
export function drawRaster(image, view) {
  let mixed = false;
  const { steps, axis, lineRows, target, x, y, ratio } = view;
  const perUnit = image.width / x.span;
  const lineOf = (tile) => Math.max(0, Math.min(image.height, Math.round(((tile - y.lo) / y.span) * image.height)));
  steps.byIpu.forEach((list, ipu) => {
    const first = lineOf(ipu * target.tilesPerIpu);
    const lines = lineOf((ipu + 1) * target.tilesPerIpu) - first;
    if (lines <= 0 || list.length === 0) return;
    const band = new Band(image, first, lines, ratio, steps.byIpu.length > 1 ? 6 : controlPart);
    const clampX = (value) => Math.max(0, Math.min(image.width, Math.round((value - x.lo) * perUnit)));
    band.fill(clampX(axis.min), clampX(axis.max), 0, lines, band.between);
    const from = firstAfter(axis, list, x.lo);
    const to = firstAfter(axis, list, x.hi);
    const stride = sampling(to - from);
    for (let k = from; k < list.length && axis.start(list[k]) < x.hi; k += stride()) {
      const i = list[k];
      const shape = steps.shape(i);
      if (shape.cycles === 0) continue;
      const x0 = (axis.start(i) - x.lo) * perUnit;
      const perCycle = axis.scale(i) * perUnit;
      const tileCycles = shape.row ? lineRows.get(shape.row, y.lo, y.hi, first, lines, image.height) : null;
      const isNarrow = shape.cycles * perCycle < 4 * ratio;
      band.add(x0, perCycle, shape.parts, tileCycles, isNarrow);
      if (!isNarrow) band.wide(x0, perCycle, shape.parts, tileCycles);
    }
    mixed = band.finish() || mixed;
  });
  return mixed;
}
