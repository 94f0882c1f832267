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

/** Bars by tile of what `getShown` gives: {row, from, to, mean, marked}. */
export function tileChart(label, getShown) {
  return new Surface(label, 110, (context, width, height) => {
    const shown = getShown();
    if (!shown?.row) return;
    const { row, from, to, mean, marked } = shown;
    const box = { x: 0, y: 4, width, height: height - 26 };
    const top = Math.max(row.max, 1);
    const columns = Math.min(width, to - from);
    const toX = (tile) => ((tile - from) / (to - from)) * width;
    context.fillStyle = fillOf(context, 'compute');
    context.beginPath();
    for (let x = 0; x < columns; x++) {
      const first = Math.floor(from + (x / columns) * (to - from));
      const last = Math.max(first + 1, Math.floor(from + ((x + 1) / columns) * (to - from)));
      let most = 0;
      for (let tile = first; tile < last; tile++) most = Math.max(most, row.at(tile));
      const tall = (most / top) * box.height;
      context.rect((x / columns) * width, box.y + box.height - tall, width / columns, tall);
    }
    context.fill();
    const meanY = Math.round(box.y + box.height - (mean / top) * box.height) + 0.5;
    context.strokeStyle = colour('text');
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(0, meanY);
    context.lineTo(width, meanY);
    context.stroke();
    context.setLineDash([]);
    if (marked !== null) {
      context.fillStyle = colour('cursor');
      context.fillRect(toX(marked + 0.5) - 1, box.y, 2, box.height);
    }
    axisBelow(context, box, ticks(from, to, width / 90).filter(Number.isInteger), toX, count);
  });
}

export function stepPanel(profile) {
  const { steps, rows, target } = profile;
  let shown = null;
  const chart = tileChart('Cycles by tile of the step', () => shown);
  const title = el('h3', {}, 'No step is chosen');
  const body = el('div');
  const chartBox = el('figure', { hidden: true }, chart.element, el('figcaption', {}, 'Compute cycles by tile; dashed: the mean'));
  const element = el('section', { class: 'card step', 'aria-label': 'The chosen step' }, title, body, chartBox);

  function show(i, chosenTile) {
    const shape = steps.shape(i);
    const { program, parts, cycles } = shape;
    const row = rows.get(shape.row);
    const mean = row ? row.sum / program.tiles : 0;
    const ipus = program.ipus.length ? program.ipus : [0, target.numIpus - 1];
    shown = { row, mean, marked: chosenTile, from: Math.min(...ipus) * target.tilesPerIpu, to: (Math.max(...ipus) + 1) * target.tilesPerIpu };
    title.textContent = `Step ${count(i)}: ${program.name}`;
    const entries = parts.map((value, part) => [partKeys[part], partTitles[part], value, `${count(value)} cycles, ${percent(value / cycles)}`]);
    body.replaceChildren(
      stackedBar('Parts of the step', entries, Math.max(1, cycles)),
      el('ul', { class: 'parts' }, entries.filter(([, , value]) => value).map(([key, name, , text]) => el('li', {}, swatch(key), el('b', {}, name), ` ${text}`))),
      facts([
        ['Kind', program.type],
        program.site && ['Where', el('span', { title: program.wholeSite }, program.site)],
        ['From', `cycle ${count(steps.from[i])}`],
        ['Takes', `${many(cycles, 'cycle')} (${duration(cycles, target.clockFrequency)})`],
        ['Executed', `${many(program.executions, 'time')}, ${count(program.cycles)} cycles together`],
        program.ipus.length > 0 && ['IPUs', program.ipus.join(', ')],
        row && ['Slowest tile', `${tileName(row.argmax, target)}: ${count(row.max)} cycles`],
        row && ['Mean of tiles', `${count(mean)} cycles, ${count(row.active)} of ${count(program.tiles)} tiles active`],
        row && parts[4] > 0 && ['Balance', `${percent(mean / parts[4])}: average tile against the slowest`],
        chosenTile !== null && row && ['Chosen tile', `${tileName(chosenTile, target)}: ${tileCycles(row, chosenTile)} cycles`],
        program.exchange && ['Data', exactBytes(program.bytes)],
        program.exchange && program.exchange.h > 0 && ['h-relation', `${exactBytes(program.exchange.h)}, the most that one tile sends or receives`],
      ]));
    chartBox.hidden = !row;
    chart.invalidate();
  }
  return { element, show };
}
