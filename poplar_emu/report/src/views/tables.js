// SPDX-License-Identifier: MIT
// Operations (leaves of the program), vertex types and compute sets as tables.
import { partKeys } from '../ui/colour.js';
import { section } from '../ui/dom.js';
import { bytes, count, percent } from '../ui/format.js';
import { cellBar, swatch } from '../ui/legend.js';
import { table } from '../ui/table.js';

function operations({ programs }) {
  const leaves = programs.filter((program) => program.children.length === 0 && (program.executions || program.computeSet || program.exchange));
  const total = Math.max(1, leaves.reduce((sum, program) => sum + program.cycles, 0));
  const rows = leaves.map((program) => {
    const compute = program.parts[4];
    return {
      name: program.name, type: program.type, site: program.site, executions: program.executions, cycles: program.cycles,
      share: program.cycles / total, each: program.executions ? program.cycles / program.executions : 0,
      key: partKeys[program.parts.indexOf(Math.max(...program.parts))],
      balance: compute && program.tileCycles ? program.tileCycles / program.tiles / compute : -1,
      threads: program.tileCycles && program.threadCycles ? program.threadCycles / program.tileCycles : -1,
      bytes: program.bytes, h: program.exchange?.h ?? 0,
    };
  });
  return section('Operations', 'Leaves of the program, over all their executions',
    table([
      { key: 'name', title: 'Name', wide: true, show: (name, row) => [swatch(row.key), ` ${name}`] },
      { key: 'type', title: 'Kind' },
      { key: 'executions', title: 'Executed', numeric: true },
      { key: 'cycles', title: 'Cycles', numeric: true },
      { key: 'share', title: 'Share', numeric: true, show: (share) => [percent(share), cellBar(share)] },
      { key: 'each', title: 'Each', numeric: true, note: 'Mean cycles of one execution' },
      { key: 'balance', title: 'Balance', numeric: true, note: 'Average tile against the slowest', show: (value) => (value < 0 ? '\u2013' : percent(value)) },
      { key: 'threads', title: 'Workers', numeric: true, note: 'Share of the compute cycles of tiles in which workers are busy', show: (value) => (value < 0 ? '\u2013' : percent(value)) },
      { key: 'bytes', title: 'Data', numeric: true, show: (value) => (value ? bytes(value) : '\u2013') },
      { key: 'h', title: 'h', numeric: true, note: 'The most bytes that one tile sends or receives', show: (value) => (value ? bytes(value) : '\u2013') },
      { key: 'site', title: 'Where', nowrap: true },
    ], rows, { caption: 'Operations', sort: 'cycles', filter: 'Filter operations', noun: 'operations' }));
}

function vertices({ vertexTypes }) {
  const total = Math.max(1, vertexTypes.reduce((sum, type) => sum + type.executed, 0));
  const rows = vertexTypes.map((type) => ({ ...type, share: type.executed / total, each: type.count ? type.cycles / type.count : 0, state: type.count * type.stateBytes }));
  return section('Vertex types', 'Cycles as of single threads: those of six workers run side by side',
    table([
      { key: 'name', title: 'Vertex', wide: true },
      { key: 'count', title: 'Instances', numeric: true },
      { key: 'sets', title: 'Compute sets', numeric: true },
      { key: 'each', title: 'Cycles each', numeric: true, note: 'Mean of one instance, executed once' },
      { key: 'executed', title: 'Cycles executed', numeric: true, note: 'Of all instances, as often as they were executed' },
      { key: 'share', title: 'Share', numeric: true, show: (share) => [percent(share), cellBar(share)] },
      { key: 'state', title: 'State', numeric: true, show: bytes },
      { key: 'codeBytes', title: 'Code', numeric: true, note: 'On each tile that has one', show: bytes },
    ], rows, { caption: 'Vertex types', sort: 'executed', filter: 'Filter vertex types', noun: 'types' }));
}

function sets({ computeSets }) {
  const rows = computeSets.map((set) => ({
    name: set.name || '(no name)', activeTiles: set.activeTiles, executions: set.executions,
    count: set.vertices.reduce((sum, { count: n }) => sum + n, 0),
    types: set.vertices.map(({ type, count: n }) => `${type.name} \u00d7 ${count(n)}`).join(', '),
  }));
  return section('Compute sets', null,
    table([
      { key: 'name', title: 'Compute set', wide: true }, { key: 'executions', title: 'Executed', numeric: true },
      { key: 'activeTiles', title: 'Active tiles', numeric: true }, { key: 'count', title: 'Vertices', numeric: true },
      { key: 'types', title: 'Of types', wide: true },
    ], rows, { caption: 'Compute sets', sort: 'count', filter: 'Filter compute sets', noun: 'compute sets' }));
}

export const tablesView = (profile) => [operations(profile), vertices(profile), sets(profile)];
