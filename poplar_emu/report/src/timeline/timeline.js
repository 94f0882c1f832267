// SPDX-License-Identifier: MIT
// The timeline of supersteps: every tile, every cycle, from the whole run down to one step.
import { axisBelow, axisLeft, setText, ticks } from '../ui/axis.js';
import { colour } from '../ui/colour.js';
import { button, choice, el, readout, section } from '../ui/dom.js';
import { count, partTitles, short, tileName } from '../ui/format.js';
import { legend } from '../ui/legend.js';
import { Surface } from '../ui/surface.js';
import { overview } from './overview.js';
import { LineRows, drawRaster } from './raster.js';
import { stepPanel, tileCycles } from './step.js';
import { Range, firstAfter, navigate, stepAt, timeAxis } from './viewport.js';

const margin = { left: 48, top: 4, bottom: 40, right: 2 };

export const timeLegend = (target) => legend([
  ['compute', 'Compute'], ['waiting', target.numIpus > 1 ? 'Waiting for slower tiles or IPUs' : 'Waiting for slower tiles'], ['exchange', 'Exchange'],
  ...(target.numIpus > 1 ? [['global', 'Between IPUs']] : []), ['host', 'Host'], ['sync', 'Sync'], ['control', 'Control'],
]);

class Timeline {
  constructor(profile) {
    Object.assign(this, { profile, steps: profile.steps, target: profile.target });
    this.axis = timeAxis(this.steps, 'cycles');
    this.x = new Range(this.axis.min, this.axis.max, this.axis.minSpan);
    this.y = new Range(0, this.target.tiles, Math.min(8, this.target.tiles));
    this.lineRows = new LineRows(profile.rows);
    this.cursor = { step: 0, tile: 0 };
    this.surface = new Surface('Timeline of tiles. Arrow keys choose step and tile, plus and minus zoom, F shows all.', 430, (...args) => this.draw(...args), { class: 'pan', 'aria-keyshortcuts': 'ArrowLeft ArrowRight ArrowUp ArrowDown + - F Home End Enter' });
    this.strip = overview({ profile, getAxis: () => this.axis, range: this.x, onChange: () => this.refresh() });
    this.panel = stepPanel(profile);
    this.mixedNote = el('p', { class: 'note' });
    this.ioNote = profile.steps.ofIoTiles.some((list) => list.length)
      ? el('p', { class: 'note' }, 'Of I/O tiles, what they do alone stands in the lanes of \u201cIPUs\u201d.') : null;
    this.line = readout('Move over the picture, or focus it and use the arrow keys.');
    navigate(this.surface, this.x, {
      toX: (px) => this.toX(px),
      vertical: { range: this.y, toY: (px) => this.toTile(px) },
      onChange: () => this.refresh(),
      onHover: (place) => this.describe(this.find(place)),
      onPick: (place) => this.pick(this.find(place)),
      onZoomIn: (place) => { this.pick(this.find(place)); this.zoomToStep(); },
    });
    this.surface.canvas.addEventListener('keydown', (event) => this.onKey(event));
  }

  get box() {
    const width = this.surface.element.clientWidth - margin.left - margin.right;
    return { x: margin.left, y: margin.top, width: Math.max(1, width), height: this.surface.height - margin.top - margin.bottom };
  }

  toX(px) { return this.x.lo + ((px - this.box.x) / this.box.width) * this.x.span; }
  toTile(py) { return this.y.lo + ((py - this.box.y) / this.box.height) * this.y.span; }
  listOf(tile) { return this.steps.byIpu[Math.floor(tile / this.target.tilesPerIpu)] || []; }

  find({ x, y }) {
    const tile = Math.floor(this.toTile(y));
    if (tile < 0 || tile >= this.target.tiles) return null;
    const list = this.listOf(tile);
    const at = stepAt(this.axis, list, this.toX(x));
    return at < 0 ? null : { step: list[at], tile };
  }

  describe(found) {
    if (!found) return;
    const { program, parts, row, cycles } = this.steps.shape(found.step);
    const busy = this.profile.rows.get(row);
    const spent = parts.map((value, i) => (value && i !== 4 ? `${partTitles[i].toLowerCase()} ${count(value)}` : '')).filter(Boolean);
    if (busy) spent.push(`computes ${tileCycles(busy, found.tile)} of ${count(parts[4])}`);
    else if (parts[4]) spent.push(`compute ${count(parts[4])}, by tile not recorded`);
    this.line.textContent = `${tileName(found.tile, this.target)} \u00b7 step ${count(found.step)} ${program.name} \u00b7 ${count(cycles)} cycles from ${count(this.steps.from[found.step])}: ${spent.join(', ')}`;
  }

  pick(found) {
    if (!found) return;
    this.cursor = found;
    this.describe(found);
    this.panel.show(found.step, found.tile);
    this.refresh();
  }

  zoomToStep() {
    const [a, b] = [this.axis.start(this.cursor.step), this.axis.end(this.cursor.step)];
    this.x.set(a - (b - a) * 0.2, b + (b - a) * 0.2);
    this.refresh();
  }

  setMode(mode) {
    const list = this.listOf(this.cursor.tile);
    const [first, last] = [this.x.lo, this.x.hi].map((x) => list[Math.min(list.length - 1, firstAfter(this.axis, list, x))] ?? 0);
    this.axis = timeAxis(this.steps, mode);
    Object.assign(this.x, { min: this.axis.min, max: this.axis.max, minSpan: this.axis.minSpan });
    this.x.set(this.axis.start(first), this.axis.end(last));
    this.refresh();
  }

  refresh() {
    this.surface.invalidate();
    this.strip.invalidate();
  }

  onKey(event) {
    const list = this.listOf(this.cursor.tile);
    const at = Math.max(0, list.indexOf(this.cursor.step));
    const move = (to, tile = this.cursor.tile) => {
      const step = list[Math.max(0, Math.min(list.length - 1, to))];
      const nextTile = Math.max(0, Math.min(this.target.tiles - 1, tile));
      this.x.show(this.axis.start(step), this.axis.end(step));
      this.y.show(nextTile, nextTile + 1);
      this.pick({ step, tile: nextTile });
    };
    const far = event.shiftKey ? 16 : 1;
    const centre = this.axis.start(this.cursor.step);
    const actions = {
      ArrowLeft: () => move(at - far),
      ArrowRight: () => move(at + far),
      ArrowUp: () => move(at, this.cursor.tile - far),
      ArrowDown: () => move(at, this.cursor.tile + far),
      Home: () => move(0),
      End: () => move(list.length - 1),
      Enter: () => this.zoomToStep(),
      '+': () => this.x.zoom(0.6, centre),
      '=': () => this.x.zoom(0.6, centre),
      '-': () => this.x.zoom(1 / 0.6, centre),
      f: () => { this.x.fit(); this.y.fit(); },
    };
    const action = event.ctrlKey || event.metaKey || event.altKey ? null : actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || list.length === 0) return;
    event.preventDefault();
    action();
    this.refresh();
  }

  draw(context) {
    const { box } = this;
    const { ratio } = this.surface;
    const image = new ImageData(Math.max(1, Math.round(box.width * ratio)), Math.round(box.height * ratio));
    const mixed = drawRaster(image, { steps: this.steps, axis: this.axis, lineRows: this.lineRows, target: this.target, x: this.x, y: this.y, ratio });
    this.mixedNote.textContent = mixed ? 'Zoomed out: a stripe stands for several steps, and divides as their time does' : 'Each step is drawn as it is';
    context.fillStyle = colour('sunken');
    context.fillRect(box.x, box.y, box.width, box.height);
    // In pixels of the screen: no transformation applies.
    context.putImageData(image, Math.round(box.x * ratio), Math.round(box.y * ratio));
    const toPx = (value) => box.x + ((value - this.x.lo) / this.x.span) * box.width;
    const toPy = (tile) => box.y + ((tile - this.y.lo) / this.y.span) * box.height;
    this.drawIpus(context, box, toPy);
    this.drawCursor(context, box, toPx, toPy);
    axisBelow(context, box, ticks(this.x.lo, this.x.hi, box.width / 110), toPx, this.x.span > 50000 ? short : count, this.axis.mode === 'cycles' ? 'cycle' : 'step');
    axisLeft(context, box, ticks(this.y.lo, this.y.hi, 7).filter(Number.isInteger), toPy, count);
  }

  drawIpus(context, box, toPy) {
    if (this.target.numIpus < 2) return;
    for (let ipu = 0; ipu < this.target.numIpus; ipu++) {
      const y = Math.round(toPy(ipu * this.target.tilesPerIpu));
      if (y > box.y && y < box.y + box.height) {
        context.fillStyle = colour('text');
        context.fillRect(box.x, y - 1, box.width, 1.5);
      }
      const middle = Math.max(y, box.y) + 11;
      if (middle > box.y + box.height - 4) continue;
      setText(context);
      const text = `IPU ${ipu}`;
      context.fillStyle = colour('label-back');
      context.fillRect(box.x + 4, middle - 8, context.measureText(text).width + 10, 16);
      context.fillStyle = colour('text');
      context.fillText(text, box.x + 9, middle);
    }
  }

  drawCursor(context, box, toPx, toPy) {
    const { step, tile } = this.cursor;
    if (step >= this.steps.count) return;
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.width, box.height);
    context.clip();
    const [a, b] = [toPx(this.axis.start(step)), toPx(this.axis.end(step))];
    const y = toPy(tile + 0.5);
    context.strokeStyle = colour('cursor');
    context.lineWidth = 2;
    context.strokeRect(a, box.y + 1, Math.max(2, b - a), box.height - 2);
    context.setLineDash([3, 3]);
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(box.x, y);
    context.lineTo(box.x + box.width, y);
    context.stroke();
    context.restore();
  }
}

export function timelineView(profile) {
  const { steps, rows } = profile;
  if (steps.count === 0) return [section('Timeline', null, el('p', {}, 'The profile holds no steps. Run the program with debug.instrument or autoReport.all.'))];
  const timeline = new Timeline(profile);
  const zoom = (factor) => () => { timeline.x.zoom(factor); timeline.refresh(); };
  const toolbar = el('div', { class: 'toolbar' },
    choice('Axis', [['cycles', 'Cycles'], ['steps', 'Equal steps']], 'cycles', (mode) => timeline.setMode(mode)),
    el('span', { class: 'buttons' },
      button('\u2212', 'Zoom out', zoom(1 / 0.5)), button('+', 'Zoom in', zoom(0.5)),
      button('\u2190', 'Earlier', () => { timeline.x.pan(-timeline.x.span / 2); timeline.refresh(); }),
      button('\u2192', 'Later', () => { timeline.x.pan(timeline.x.span / 2); timeline.refresh(); }),
      button('Fit', 'Show all', () => { timeline.x.fit(); timeline.y.fit(); timeline.refresh(); })),
    el('span', { class: 'note hint' }, 'Drag to move, scroll to zoom once it has the focus, Shift for tiles, Enter for one step'));
  const notes = [`${count(steps.count)} steps`];
  if (steps.dropped) notes.push(`the first of ${count(steps.count + steps.dropped)}; sums elsewhere cover all`);
  if (rows.group > 1) notes.push(`each line shows the slowest of ${rows.group} neighbouring tiles`);
  timeline.pick({ step: timeline.listOf(0)[0] ?? 0, tile: 0 });
  const picture = section('Supersteps', notes.join(', '), toolbar, timeLegend(profile.target), timeline.strip.element, timeline.surface.element, timeline.mixedNote, timeline.ioNote, timeline.line);
  return [picture, timeline.panel.element];
}
