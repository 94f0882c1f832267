// SPDX-License-Identifier: MIT
// Executions of program::Block, and of transfers that the instrumentation of blocks records.
import { section } from '../ui/dom.js';
import { count, duration } from '../ui/format.js';
import { table } from '../ui/table.js';

function sumsByName(blocks) {
  const sums = new Map();
  for (const { name, kind, cycles } of blocks) {
    const key = `${kind} ${name}`;
    if (!sums.has(key)) sums.set(key, { name, kind, executions: 0, cycles: 0, least: Infinity, most: 0 });
    const sum = sums.get(key);
    sum.executions++;
    sum.cycles += cycles;
    sum.least = Math.min(sum.least, cycles);
    sum.most = Math.max(sum.most, cycles);
  }
  return [...sums.values()].map((sum) => ({ ...sum, mean: sum.cycles / sum.executions }));
}

export function blocksView({ blocks, target }) {
  return [
    section('Blocks', 'Of the tile that records them',
      table([
        { key: 'name', title: 'Block', wide: true }, { key: 'kind', title: 'Kind' }, { key: 'executions', title: 'Executed', numeric: true },
        { key: 'cycles', title: 'Cycles', numeric: true }, { key: 'mean', title: 'Mean', numeric: true },
        { key: 'least', title: 'Least', numeric: true }, { key: 'most', title: 'Most', numeric: true },
      ], sumsByName(blocks), { caption: 'Blocks by name', sort: 'cycles', filter: 'Filter blocks', noun: 'blocks' })),
    section('Executions of blocks', null,
      table([
        { key: 'name', title: 'Block', wide: true }, { key: 'kind', title: 'Kind' }, { key: 'tile', title: 'Tile', numeric: true },
        { key: 'from', title: 'From cycle', numeric: true },
        { key: 'cycles', title: 'Cycles', numeric: true, show: (cycles) => `${count(cycles)} (${duration(cycles, target.clockFrequency)})` },
      ], blocks, { caption: 'Executions of blocks', sort: 'from', ascending: true, filter: 'Filter executions', noun: 'executions' })),
  ];
}
