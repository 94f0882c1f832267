// SPDX-License-Identifier: MIT
// The first page: the figures that matter, what limits, and what was modelled.
import { partKeys } from '../ui/colour.js';
import { el, facts, section } from '../ui/dom.js';
import { bytes, count, duration, exactBytes, many, percent, tileName } from '../ui/format.js';
import { stackedBar, swatch } from '../ui/legend.js';
import { table } from '../ui/table.js';

/** Cycles by part on the average IPU, where its waiting for others is sync: what the runs say. */
function partsOfRuns({ runs, target, programs }) {
  const sums = [0, 0, 0, 0, 0, 0];
  for (const run of runs) for (const parts of run.partsByIpu) parts.forEach((cycles, i) => { sums[i] += cycles / target.numIpus; });
  if (sums.some((value) => value > 0)) return sums;
  for (const { parts } of programs) parts.forEach((cycles, i) => { sums[i] += cycles; });
  return sums;
}

/** Cycles by part, compute split into what the average tile uses and what it waits. */
export function timeParts(profile) {
  const { programs, target } = profile;
  const sums = Object.fromEntries(partsOfRuns(profile).map((cycles, i) => [partKeys[i], cycles]));
  let waiting = 0;
  for (const { parts, tileCycles, tiles } of programs)
    if (tileCycles) waiting += Math.max(0, parts[4] - tileCycles / tiles) * (tiles / target.tiles);
  waiting = Math.min(waiting, sums.compute);
  const { sync, exchange, global, host, compute, control } = sums;
  return { compute: compute - waiting, waiting, exchange, global, host, sync, control };
}

const titles = { compute: 'Compute', waiting: 'Waiting for slower tiles', exchange: 'Exchange', global: 'Global exchange', host: 'Host', sync: 'Sync', control: 'Control' };

function figure(title, value, note) {
  return el('div', { class: 'figure' }, el('h3', {}, title), el('p', { class: 'value' }, value), el('p', { class: 'note' }, note));
}

function figures(profile, sums, total) {
  const { target, memory, steps } = profile;
  const list = [];
  if (target.hasExecution) {
    list.push(figure('Total', `${count(target.totalCycles)}`, `cycles, ${duration(target.totalCycles, target.clockFrequency)} at ${(target.clockFrequency / 1e9).toFixed(3)} GHz, ${many(profile.runs.length, 'run')}`));
    list.push(figure('Computing', percent(sums.compute / total), 'of all cycles, on the average tile'));
    list.push(figure('Balance', percent(sums.compute / (sums.compute + sums.waiting)), 'average tile against the slowest of its step'));
    list.push(figure('Steps', count(steps.count + steps.dropped), steps.dropped ? `executed; ${count(steps.count)} were kept` : 'executed'));
  }
  if (memory.total) {
    const most = memory.total.max;
    list.push(figure('Fullest tile', target.bytesPerTile ? percent(most / target.bytesPerTile) : bytes(most), `${tileName(memory.total.argmax, target)}: ${bytes(most)} of ${bytes(target.bytesPerTile)}`));
  }
  return el('div', { class: 'figures' }, list);
}

const marks = {
  problem: ['\u25b2', 'Problem'], limit: ['\u25cf', 'Limit'], hint: ['\u25cb', 'Hint'], fine: ['\u2713', 'Fine'],
};
const where = { imbalance: 'timeline', workers: 'tables', exchange: 'exchange', sync: 'timeline', links: 'ipus', host: 'timeline', memory: 'memory', profile: 'summary', compute: 'tables' };

function advice(profile) {
  return section('What limits this program', 'Found by rules over the sums of all steps',
    el('ol', { class: 'advice' }, profile.advice.map(({ level, topic, title, why, fix, share }) =>
      el('li', { class: `advice-${level}` },
        el('p', { class: 'advice-level' }, el('span', { 'aria-hidden': 'true' }, marks[level][0]), ` ${marks[level][1]}`, topic !== 'memory' && share > 0 ? el('b', {}, percent(share)) : null),
        el('div', {},
          el('h3', {}, title), el('p', {}, why),
          el('p', { class: 'fix' }, el('b', {}, 'Change: '), fix),
          document.getElementById(`tab-${where[topic]}`) && where[topic] !== 'summary' ? el('a', { href: `#${where[topic]}` }, `See ${document.getElementById(`tab-${where[topic]}`).textContent}`) : null)))));
}

function timeTable(sums, total, target) {
  const clock = target.clockFrequency;
  const shown = Object.entries(sums).filter(([, value]) => value > 0);
  return section('Where the time goes', target.numIpus > 1 ? 'All executions, on the average IPU; waiting for other IPUs is sync' : 'All executions',
    stackedBar('Shares of all cycles', shown.map(([key, value]) => [key, titles[key], value, percent(value / total)]), total),
    el('table', { class: 'plain' }, el('caption', { class: 'visually-hidden' }, 'Cycles by part'),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Part'), el('th', { scope: 'col', class: 'number' }, 'Cycles'), el('th', { scope: 'col', class: 'number' }, 'Share'), el('th', { scope: 'col', class: 'number' }, 'Time'))),
      el('tbody', {}, shown.map(([key, value]) => el('tr', {},
        el('th', { scope: 'row' }, swatch(key), ` ${titles[key]}`), el('td', { class: 'number' }, count(value)), el('td', { class: 'number' }, percent(value / total)), el('td', { class: 'number' }, duration(value, clock)))),
      el('tr', { class: 'sum' }, el('th', { scope: 'row' }, 'Sum'), el('td', { class: 'number' }, count(total)), el('td', { class: 'number' }, percent(1)), el('td', { class: 'number' }, duration(total, clock))))));
}

function machine({ target, vertexTypes, computeSets, exchanges, memory }) {
  return section('What was modelled', null, facts([
    ['Target', `${target.type} ${target.architecture}`],
    ['IPUs', target.numReplicas > 1 ? `${target.numIpus} a replica, ${many(target.numReplicas, 'replica')}` : count(target.numIpus)],
    ['Tiles', `${count(target.tilesPerIpu)} an IPU, ${target.numWorkers} workers each`],
    ['Tile memory', exactBytes(target.bytesPerTile)],
    ['Clock', `${count(target.clockFrequency / 1e6)} MHz`],
    ['Cycle model', target.cycleModel],
    ['Vertices without an estimate', target.countedCycles ? 'counted' : 'estimated'],
    ['Compute recorded by', target.computeInstrumentation || 'nothing'],
    ['Exchange recorded by', target.externalExchangeInstrumentation || 'nothing'],
    ['Graph', `${count(target.numVertices)} vertices of ${many(vertexTypes.length, 'type')}, ${count(target.numEdges)} edges, ${many(computeSets.length, 'compute set')}, ${many(exchanges.length, 'exchange')}, ${many(memory.variables.length, 'variable')}`],
    ['Version', `${target.version} ${target.packageHash}`],
  ]));
}

function constants({ target }) {
  if (target.constants.length === 0) return null;
  const rows = target.constants.map(([name, value, unit, source]) => ({ name, value, unit, source }));
  return section('Constants of the cycle model', 'Each with its source',
    table([
      { key: 'name', title: 'Constant' }, { key: 'value', title: 'Value', numeric: true, show: (value) => String(value) },
      { key: 'unit', title: 'Unit' }, { key: 'source', title: 'Source', wide: true },
    ], rows, { caption: 'Constants of the cycle model', filter: rows.length > 12 ? 'Filter' : null, noun: 'constants' }));
}

export function summaryView(profile) {
  const sums = timeParts(profile);
  const total = Object.values(sums).reduce((a, b) => a + b, 0);
  return [
    figures(profile, sums, total),
    el('div', { class: 'columns' }, advice(profile), total > 0 ? timeTable(sums, total, profile.target) : null),
    machine(profile),
    constants(profile),
  ].filter(Boolean);
}
