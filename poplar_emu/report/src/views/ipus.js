// SPDX-License-Identifier: MIT
// Several IPUs: what each does when, how its time divides, who sends to whom, and how busy links are.
import { lanes } from '../timeline/lanes.js';
import { timeLegend } from '../timeline/timeline.js';
import { heat, partKeys } from '../ui/colour.js';
import { el, section } from '../ui/dom.js';
import { bytes, count, duration, exactBytes, partTitles, percent } from '../ui/format.js';
import { cellBar, stackedBar } from '../ui/legend.js';
import { table } from '../ui/table.js';

function runBars({ runs, target }) {
  const shown = runs.filter((run) => run.partsByIpu.length > 0);
  if (shown.length === 0) return null;
  const bar = (name, parts, cycles) => el('div', { class: 'run-ipu' }, el('span', { class: 'note' }, name),
    stackedBar(name, parts.map((value, k) => [partKeys[k], partTitles[k], value, `${count(value)} cycles, ${percent(value / cycles)}`]), Math.max(1, cycles)));
  return section('How the time of each IPU divides', 'Waiting for other IPUs is sync, for transfers of I/O tiles host',
    ...shown.slice(0, 8).map((run, i) => el('div', { class: 'run' },
      el('h3', {}, `${run.name || `Run ${i}`}: ${count(run.cycles)} cycles, ${duration(run.cycles, target.clockFrequency)}`),
      ...run.partsByIpu.flatMap((parts, ipu) => [
        bar(`IPU ${ipu}`, parts, run.cycles),
        ...(target.ioTilesByIpu[ipu] ? [bar(`I/O ${ipu}`, run.ioPartsByIpu[ipu], run.cycles)] : [])]))),
    shown.length > 8 ? el('p', { class: 'note' }, `The first 8 of ${count(shown.length)} runs.`) : null);
}

function flowsBetween({ exchanges, target }) {
  const size = target.numIpus;
  const sums = Array.from({ length: size }, () => new Float64Array(size));
  for (const exchange of exchanges)
    for (const [from, to, amount] of exchange.ipuFlows) if (from < size && to < size) sums[from][to] += amount * Math.max(1, exchange.executions);
  const most = Math.max(1, ...sums.map((row) => Math.max(...row)));
  const cell = (amount, from, to) => {
    const node = el('td', { class: 'number flow', title: `IPU ${from} to IPU ${to}: ${exactBytes(amount)}` }, from === to ? '\u00b7' : amount ? bytes(amount) : '\u2013');
    const paint = () => {
      if (!amount) return;
      const [r, g, b] = heat(0.1 + 0.75 * (amount / most));
      node.style.background = `rgb(${r},${g},${b})`;
      node.style.color = r * 0.299 + g * 0.587 + b * 0.114 > 140 ? '#10141a' : '#ffffff';
    };
    paint();
    document.addEventListener('themechange', paint);
    return node;
  };
  return section('Bytes from IPU to IPU', 'Rows send, columns receive; over all executions',
    el('div', { class: 'table-scroll', tabindex: 0, role: 'group', 'aria-label': 'Bytes from IPU to IPU' },
      el('table', { class: 'flows' }, el('caption', { class: 'visually-hidden' }, 'Bytes from IPU to IPU'),
        el('thead', {}, el('tr', {}, el('td'), sums.map((_, to) => el('th', { scope: 'col', class: 'number' }, `IPU ${to}`)))),
        el('tbody', {}, sums.map((row, from) => el('tr', {}, el('th', { scope: 'row' }, `IPU ${from}`), [...row].map((amount, to) => cell(amount, from, to))))))));
}

function linkTable({ exchanges, links, target }) {
  if (links.length === 0) return null;
  const sums = new Float64Array(links.length);
  for (const exchange of exchanges)
    for (const [link, amount] of exchange.links) sums[link] += amount * Math.max(1, exchange.executions);
  const seconds = target.clockFrequency ? target.totalCycles / target.clockFrequency : 0;
  const rows = links.map((link, i) => ({
    name: link.name, rate: link.bitsPerSecond, bytes: sums[i],
    busy: link.bitsPerSecond && seconds ? (sums[i] * 8) / link.bitsPerSecond / seconds : 0,
  }));
  const most = Math.max(1e-9, ...rows.map((row) => row.busy));
  return section('IPU-Links', 'Bytes over all executions; use is their time at the link\u2019s rate, as a share of the whole run',
    table([
      { key: 'name', title: 'Link', wide: true },
      { key: 'rate', title: 'Gbit/s', numeric: true, show: (rate) => (rate / 1e9).toFixed(0) },
      { key: 'bytes', title: 'Bytes', numeric: true },
      { key: 'busy', title: 'Use', numeric: true, show: (busy) => [percent(busy), cellBar(busy / most, 'global')] },
    ], rows, { caption: 'IPU-Links', sort: 'bytes', filter: rows.length > 12 ? 'Filter links' : null, noun: 'links' }));
}

export function ipusView(profile) {
  const elements = [];
  if (profile.steps.count > 0)
    elements.push(section('Pipeline', 'One lane an IPU over time, and one for its I/O tiles', timeLegend(profile.target), ...lanes(profile)));
  elements.push(runBars(profile), el('div', { class: 'columns' }, flowsBetween(profile), linkTable(profile)));
  return elements.filter(Boolean);
}
