// SPDX-License-Identifier: MIT
// All that is known of one step, in exact numbers, and its tiles as a small chart.
import { colour, fillOf, partKeys } from '../ui/colour.js';
import { el, facts } from '../ui/dom.js';
import { count, duration, exactBytes, many, partTitles, percent, tileName } from '../ui/format.js';
import { stackedBar, swatch } from '../ui/legend.js';
import { Surface } from '../ui/surface.js';
import { axisBelow, ticks } from '../ui/axis.js';

/** "≈" before what was read from a quantised row. */
export const tileCycles = (row, tile) => `${row.exact ? '' : '\u2248 '}${count(row.at(tile))}`;

export function tileChart(label, getRow, target, getMarked = () => null) {
  return new Surface(label, 110, (context, width, height) => {
    const row = getRow();
    if (!row) return;
    const box = { x: 0, y: 4, width, height: height - 26 };
    const top = Math.max(row.max, 1);
    context.fillStyle = fillOf(context, 'compute');
    const columns = Math.min(width, target.tiles);
    context.beginPath();
    for (let x = 0; x < columns; x++) {
      const from = Math.floor((x / columns) * target.tiles);
      const to = Math.max(from + 1, Math.floor(((x + 1) / columns) * target.tiles));
      let most = 0;
      for (let tile = from; tile < to; tile++) most = Math.max(most, row.at(tile));
      const tall = (most / top) * box.height;
      context.rect((x / columns) * width, box.y + box.height - tall, width / columns, tall);
    }
    context.fill();
    const meanY = Math.round(box.y + box.height - (row.mean / top) * box.height) + 0.5;
    context.strokeStyle = colour('text');
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(0, meanY);
    context.lineTo(width, meanY);
    context.stroke();
    context.setLineDash([]);
    const marked = getMarked();
    if (marked !== null) {
      context.fillStyle = colour('accent');
      context.fillRect((marked / target.tiles) * width - 1, box.y, 2, box.height);
    }
    axisBelow(context, box, ticks(0, target.tiles, width / 90), (tile) => (tile / target.tiles) * width, count);
  });
}

export function stepPanel(profile) {
  const { steps, rows, target } = profile;
  let row = null;
  let tile = null;
  const chart = tileChart('Cycles by tile of the step', () => row, target, () => tile);
  const title = el('h3', {}, 'No step is chosen');
  const body = el('div');
  const chartBox = el('figure', { hidden: true }, chart.element, el('figcaption', {}, 'Compute cycles by tile; dashed: the mean'));
  const element = el('section', { class: 'card step', 'aria-label': 'The chosen step' }, title, body, chartBox);

  function show(i, chosenTile) {
    const shape = steps.shape(i);
    const { program, parts, cycles } = shape;
    row = rows.get(shape.row);
    tile = chosenTile;
    title.textContent = `Step ${count(i)}: ${program.name}`;
    const entries = parts.map((value, part) => [partKeys[part], partTitles[part], value, `${count(value)} cycles, ${percent(value / cycles)}`]);
    body.replaceChildren(
      stackedBar('Parts of the step', entries, Math.max(1, cycles)),
      el('ul', { class: 'parts' }, entries.filter(([, , value]) => value).map(([key, name, , text]) => el('li', {}, swatch(key), el('b', {}, name), ` ${text}`))),
      facts([
        ['Kind', program.type],
        program.site && ['Where', program.site],
        ['From', `cycle ${count(steps.from[i])}`],
        ['Takes', `${many(cycles, 'cycle')} (${duration(cycles, target.clockFrequency)})`],
        ['Executed', `${many(program.executions, 'time')}, ${count(program.cycles)} cycles together`],
        program.ipus.length > 0 && ['IPUs', program.ipus.join(', ')],
        row && ['Slowest tile', `${tileName(row.argmax, target)}: ${count(row.max)} cycles`],
        row && ['Mean of tiles', `${count(row.mean)} cycles, ${count(row.active)} of ${count(target.tiles)} tiles active`],
        row && parts[4] > 0 && ['Balance', `${percent(row.mean / parts[4])} of compute is used by the average tile`],
        chosenTile !== null && row && ['Chosen tile', `${tileName(chosenTile, target)}: ${tileCycles(row, chosenTile)} cycles`],
        program.exchange && ['Data', exactBytes(program.exchange.bytes)],
        program.exchange && program.exchange.h > 0 && ['h-relation', `${exactBytes(program.exchange.h)}, the most that one tile sends or receives`],
      ]));
    chartBox.hidden = !row;
    chart.invalidate();
  }
  return { element, show };
}
