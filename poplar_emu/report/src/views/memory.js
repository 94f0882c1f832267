// SPDX-License-Identifier: MIT
// Memory of each tile by category, against what a tile has; and one tile in detail.
import { groupNames } from '../data/memory.js';
import { axisBelow, axisLeft, byteTicks, setText, ticks } from '../ui/axis.js';
import { colour, fillOf } from '../ui/colour.js';
import { button, choice, el, facts, readout, section } from '../ui/dom.js';
import { bytes, count, exactBytes, percent, tileName } from '../ui/format.js';
import { cellBar, legend, swatch } from '../ui/legend.js';
import { Surface } from '../ui/surface.js';
import { table } from '../ui/table.js';
import { Range, navigate } from '../timeline/viewport.js';

const inset = { left: 66, top: 18, bottom: 40, right: 4 };

/** Bytes by group of categories of one tile. */
const groupsOf = (memory, tile) => {
  const sums = groupNames.map(() => 0);
  for (const category of memory.categories) sums[category.group] += category.values.at(tile);
  return sums;
};

function memoryMap(profile, onPick) {
  const { memory, target } = profile;
  const byTile = Array.from({ length: target.tiles }, (_, tile) => tile);
  const fullestFirst = byTile.slice().sort((a, b) => memory.total.at(b) - memory.total.at(a));
  let order = byTile;
  let chosen = memory.total.argmax;
  const range = new Range(0, target.tiles, Math.min(8, target.tiles));
  const line = readout('Move over the map, or focus it and use the arrow keys.');
  // Small programs would be a line at the bottom.
  let scale = memory.total.max < target.bytesPerTile / 5 ? 'fullest' : 'limit';
  const topOf = () => Math.max(1, scale === 'limit' ? target.bytesPerTile : 0, memory.total.max) * 1.04;
  const boxOf = () => ({ x: inset.left, y: inset.top, width: Math.max(1, surface.element.clientWidth - inset.left - inset.right), height: surface.height - inset.top - inset.bottom });

  /** The fullest tile of each column, since it decides whether the program fits. */
  function fullestOf(from, to) {
    let best = order[from];
    for (let i = from + 1; i < to; i++) if (memory.total.at(order[i]) > memory.total.at(best)) best = order[i];
    return best;
  }

  const surface = new Surface('Memory by tile. Arrow keys choose a tile, plus and minus zoom, F shows all.', 320, (context) => {
    const box = boxOf();
    const top = topOf();
    const toY = (value) => box.y + box.height * (1 - value / top);
    const columns = Math.max(1, Math.min(Math.floor(box.width), Math.ceil(range.span)));
    const paths = groupNames.map(() => new Path2D());
    for (let x = 0; x < columns; x++) {
      const from = Math.floor(range.lo + (x / columns) * range.span);
      const to = Math.min(target.tiles, Math.max(from + 1, Math.floor(range.lo + ((x + 1) / columns) * range.span)));
      if (from >= target.tiles) break;
      let below = 0;
      groupsOf(memory, fullestOf(from, to)).forEach((value, group) => {
        if (value === 0) return;
        const [left, right] = [box.x + (x / columns) * box.width, box.x + ((x + 1) / columns) * box.width];
        paths[group].rect(left, toY(below + value), right - left + 0.3, toY(below) - toY(below + value));
        below += value;
      });
    }
    paths.forEach((path, group) => {
      context.fillStyle = fillOf(context, `memory-${group}`);
      context.fill(path);
    });
    drawBudget(context, box, toY(target.bytesPerTile), target.bytesPerTile <= top);
    const at = order.indexOf(chosen);
    const width = box.width / range.span;
    const x = box.x + ((at - range.lo) / range.span) * box.width;
    if (x >= box.x - 1 && x < box.x + box.width) drawMarker(context, x + width / 2, box.y);
    axisBelow(context, box, ticks(range.lo, range.hi, box.width / 90), (value) => box.x + ((value - range.lo) / range.span) * box.width, count, order === byTile ? 'tile' : 'tiles, fullest first');
    axisLeft(context, box, byteTicks(top, 7), toY, bytes);
  }, { class: 'pan' });

  function drawMarker(context, x, y) {
    context.fillStyle = colour('cursor');
    context.beginPath();
    context.moveTo(x - 6, y - 14);
    context.lineTo(x + 6, y - 14);
    context.lineTo(x, y - 3);
    context.fill();
  }

  function drawBudget(context, box, limit, inside) {
    const y = inside ? limit : box.y + 2;
    if (inside) {
      context.strokeStyle = colour('danger');
      context.lineWidth = 2;
      context.setLineDash([8, 4]);
      context.beginPath();
      context.moveTo(box.x, y);
      context.lineTo(box.x + box.width, y);
      context.stroke();
      context.setLineDash([]);
    }
    setText(context, 'right', 'bottom');
    const text = `what a tile has: ${bytes(target.bytesPerTile)}${inside ? '' : ', above'}`;
    context.fillStyle = colour('label-back');
    context.fillRect(box.x + box.width - context.measureText(text).width - 10, y - 17, context.measureText(text).width + 8, 15);
    context.fillStyle = colour('danger');
    context.fillText(text, box.x + box.width - 6, y - 3);
  }

  const toX = (px) => range.lo + ((px - inset.left) / boxOf().width) * range.span;
  const find = ({ x }) => order[Math.max(0, Math.min(target.tiles - 1, Math.floor(toX(x))))];
  const describe = (tile) => {
    line.textContent = `${tileName(tile, target)}: ${exactBytes(memory.total.at(tile))}, ${percent(memory.total.at(tile) / target.bytesPerTile)} of what it has`;
  };
  const pick = (tile) => {
    chosen = tile;
    describe(tile);
    onPick(tile);
    surface.invalidate();
  };
  navigate(surface, range, { toX, onChange: () => surface.invalidate(), onHover: (place) => describe(find(place)), onPick: (place) => pick(find(place)) });
  surface.canvas.addEventListener('keydown', (event) => {
    const at = order.indexOf(chosen);
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -64, PageDown: 64, Home: -Infinity, End: Infinity }[event.key];
    const factor = { '+': 0.6, '=': 0.6, '-': 1 / 0.6 }[event.key];
    if (step !== undefined) {
      const next = Math.max(0, Math.min(target.tiles - 1, at + step));
      range.show(next, next + 1);
      pick(order[next]);
    } else if (factor) range.zoom(factor, at);
    else if (event.key.toLowerCase() === 'f') range.fit();
    else return;
    event.preventDefault();
    surface.invalidate();
  });
  const change = (act) => () => { act(); surface.invalidate(); };
  const toolbar = el('div', { class: 'toolbar' },
    choice('Order', [['tile', 'By tile'], ['fullest', 'Fullest first']], 'tile', (value) => { order = value === 'tile' ? byTile : fullestFirst; surface.invalidate(); }),
    choice('Scale', [['limit', 'What a tile has'], ['fullest', 'Fullest tile']], scale, (value) => { scale = value; surface.invalidate(); }),
    el('span', { class: 'buttons' }, button('\u2212', 'Zoom out', change(() => range.zoom(2))), button('+', 'Zoom in', change(() => range.zoom(0.5))), button('Fit', 'Show all', change(() => range.fit()))));
  return { elements: [toolbar, surface.element, line], pick };
}

function tilePanel(profile) {
  const { memory, target } = profile;
  const element = el('section', { class: 'card', 'aria-label': 'The chosen tile' });
  let parts = [];
  const layout = new Surface('Layout of the chosen tile, from its first byte to its last', 54, (context, width) => {
    const end = Math.max(target.bytesPerTile, ...parts.map((part) => part.offset + part.bytes));
    context.fillStyle = colour('sunken');
    context.fillRect(0, 4, width, 26);
    for (const part of parts) {
      const group = memory.categories.find((category) => category.id === part.categoryId)?.group ?? 0;
      context.fillStyle = fillOf(context, `memory-${group}`);
      context.fillRect((part.offset / end) * width, 4, Math.max(1, (part.bytes / end) * width), 26);
    }
    axisBelow(context, { x: 0, y: 4, width, height: 26 }, byteTicks(end, 6), (value) => (value / end) * width, bytes);
  });
  const title = el('h3');
  const list = el('div');
  const layoutBox = el('figure', {}, layout.element, el('figcaption', {}, 'Where things lie in the tile\u2019s memory'));
  const partList = el('div');
  element.append(title, list, layoutBox, partList);
  function show(tile) {
    const used = memory.total.at(tile);
    title.textContent = `Memory of ${tileName(tile, target)}`;
    parts = memory.lowered.get(tile) || [];
    list.replaceChildren(facts([
      ['In all', exactBytes(used)],
      ['Left', used <= target.bytesPerTile ? exactBytes(target.bytesPerTile - used) : `none: ${exactBytes(used - target.bytesPerTile)} too much`],
      ['Always live', exactBytes(memory.alwaysLive.at(tile))],
      ['Not always live', `${exactBytes(memory.notAlwaysLive.at(tile))} at its fullest step`],
      ['Gaps', exactBytes(memory.gaps.at(tile))],
    ]), categoryTable(profile, tile));
    layoutBox.hidden = parts.length === 0;
    partList.replaceChildren(...(parts.length ? [partTable(parts, memory)] : []));
    layout.invalidate();
  }
  return { element, show };
}

function partTable(parts, memory) {
  const rows = parts.map((part) => ({ ...part, name: part.name || '\u2013', category: memory.categories.find((c) => c.id === part.categoryId)?.name ?? '', live: part.alwaysLive ? 'always' : 'by step' }));
  return table([
    { key: 'name', title: 'Variable', wide: true }, { key: 'category', title: 'Category' },
    { key: 'offset', title: 'Offset', numeric: true }, { key: 'bytes', title: 'Bytes', numeric: true }, { key: 'live', title: 'Live' },
  ], rows, { caption: 'What lies on the tile', titled: true, filter: 'Filter', sort: 'bytes', noun: 'parts' });
}

/** Of one tile, and of all. */
function categoryTable({ memory, target }, tile) {
  const rows = memory.categories.map((category) => ({
    name: category.name, key: `memory-${category.group}`, here: category.values.at(tile), sum: category.bytes,
    max: category.values.max, mean: category.bytes / target.tiles,
  }));
  const most = Math.max(1, ...rows.map((row) => row.here));
  return table([
    { key: 'name', title: 'Category', nowrap: true, show: (name, row) => [swatch(row.key), ` ${name}`] },
    { key: 'here', title: 'This tile', numeric: true, show: (value) => [count(value), cellBar(value / most, 'accent')] },
    { key: 'mean', title: 'Mean', numeric: true }, { key: 'max', title: 'Most on a tile', numeric: true }, { key: 'sum', title: 'All tiles', numeric: true },
  ], rows, { caption: 'Bytes by category', titled: true, sort: 'here', quiet: true });
}

export function memoryView(profile) {
  const { memory, target } = profile;
  if (!memory.total) return [section('Memory', null, el('p', {}, 'The profile holds no memory of tiles.'))];
  const panel = tilePanel(profile);
  const map = memoryMap(profile, panel.show);
  const used = [...new Set(memory.categories.map((category) => category.group))].sort((a, b) => a - b);
  const over = memory.outOfMemory || memory.total.max > target.bytesPerTile;
  map.pick(memory.total.argmax);
  return [
    over ? el('p', { class: 'banner', role: 'alert' }, `\u25b2 The program does not fit: ${tileName(memory.total.argmax, target)} needs ${bytes(memory.total.max - target.bytesPerTile)} more than it has.`) : null,
    section('Memory by tile', 'Each column shows the fullest of the tiles that it stands for, at the step where most is live', legend(used.map((group) => [`memory-${group}`, groupNames[group]])), ...map.elements),
    panel.element,
  ].filter(Boolean);
}
