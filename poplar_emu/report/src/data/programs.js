// SPDX-License-Identifier: MIT
// The program tree with names, and what its leaves cost.
import { column } from './decode.js';

export const partNames = ['sync', 'exchange', 'globalExchange', 'host', 'compute', 'control'];

const typeNames = [
  'Unknown', 'Execute', 'Exchange', 'Global exchange', 'Stream copy begin', 'Stream copy',
  'Stream copy end', 'Sync', 'Sequence', 'Repeat', 'Repeat while', 'If', 'Switch',
  'Switch on every tile', 'Call', 'Set consensus', 'CPU copy', 'Block',
];

export function partColumns(json) {
  const columns = partNames.map((name) => column(json[name]));
  return (i) => columns.map((values) => values[i]);
}

export const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

function slices(counts, values) {
  let at = 0;
  return counts.map((count) => values.slice(at, (at += count)));
}

/** Of the exchange that all leaves of a step share, what this leaf moves. */
function bytesOfLeaf({ type, exchange }) {
  if (!exchange) return 0;
  if (type === 'Stream copy') return exchange.host;
  if (type === 'Global exchange') return exchange.interIpu || exchange.bytes;
  return Math.max(0, exchange.bytes - exchange.interIpu);
}

export function readPrograms(json, names, computeSets, exchanges, target) {
  const children = slices(column(json.numChildren), column(json.children));
  const ipus = slices(column(json.numIpus), column(json.ipus));
  const onIoTiles = column(json.onIoTiles);
  const fields = {};
  for (const key of ['type', 'name', 'site', 'computeSet', 'exchange', 'repeats'])
    fields[key] = column(json[key]);
  const programs = fields.type.map((type, i) => ({
    id: i,
    type: typeNames[type] || `Type ${type}`,
    ownName: names[fields.name[i]],
    site: names[fields.site[i]].split('/').pop(),
    wholeSite: names[fields.site[i]],
    computeSet: computeSets[fields.computeSet[i] - 1] || null,
    exchange: exchanges[fields.exchange[i] - 1] || null,
    repeats: fields.repeats[i],
    children: children[i],
    ipus: ipus[i],
    /** Tiles that serve the host alone, while the others go on. */
    onIoTiles: onIoTiles[i] === 1,
    /** Tiles of the IPUs that take part. */
    tiles: (ipus[i].length || target.numIpus) * target.tilesPerIpu,
    executions: 0,
    parts: [0, 0, 0, 0, 0, 0],
    cycles: 0,
    threadCycles: 0,
    tileCycles: 0,
  }));
  for (const program of programs) {
    program.name = program.ownName || program.computeSet?.name || program.exchange?.name || program.type;
    program.bytes = bytesOfLeaf(program);
  }
  readTotals(json.totals, programs);
  return programs;
}

function readTotals(json, programs) {
  const parts = partColumns(json.parts);
  const executions = column(json.executions);
  const threads = column(json.threadCycles);
  const tiles = column(json.tileCycles);
  column(json.program).forEach((id, i) => {
    const own = parts(i);
    Object.assign(programs[id], {
      executions: executions[i],
      parts: own,
      cycles: sumOf(own),
      threadCycles: threads[i],
      tileCycles: tiles[i],
    });
  });
}

/**
 * Cycles of each program with all below it. Those of a program that is called from several places are
 * divided among them, by how often each would execute it: loops as long as they are, branches taken once.
 */
export function cyclesBelow(programs, entries) {
  const executions = new Float64Array(programs.length);
  for (const entry of entries) executions[entry] += 1;
  const times = (i) => executions[i] * Math.max(1, programs[i].repeats);
  programs.forEach(({ children }, i) => { for (const child of children) executions[child] += times(i); });
  const sums = Float64Array.from(programs, ({ cycles }) => cycles);
  for (let i = programs.length - 1; i >= 0; i--)
    for (const child of programs[i].children) if (executions[child] > 0) sums[i] += (sums[child] * times(i)) / executions[child];
  return sums.map(Math.round);
}
