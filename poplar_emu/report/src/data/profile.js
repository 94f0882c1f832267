// SPDX-License-Identifier: MIT
// The whole profile as objects, from the JSON value in the page.
import { TileRows, column } from './decode.js';
import { readMemory } from './memory.js';
import { readPrograms } from './programs.js';
import { readSteps } from './steps.js';

function readCompute(json, names) {
  const t = {};
  for (const key of ['name', 'stateBytes', 'codeBytes']) t[key] = column(json.types[key]);
  const types = t.name.map((name, i) => ({
    name: names[name], stateBytes: t.stateBytes[i], codeBytes: t.codeBytes[i], count: 0, cycles: 0, executed: 0, sets: 0,
  }));
  const s = {};
  for (const key of ['name', 'activeTiles', 'row', 'numTypes', 'type', 'count', 'cycles'])
    s[key] = column(json.sets[key]);
  let at = 0;
  const sets = s.name.map((name, i) => {
    const vertices = [];
    for (const end = at + s.numTypes[i]; at < end; at++)
      vertices.push({ type: types[s.type[at]], count: s.count[at], cycles: s.cycles[at] });
    return { name: names[name], activeTiles: s.activeTiles[i], row: s.row[i], vertices, executions: 0 };
  });
  return { types, sets };
}

function countVertices(compute, programs) {
  for (const program of programs)
    if (program.computeSet) program.computeSet.executions += program.executions;
  for (const set of compute.sets)
    for (const { type, count, cycles } of set.vertices) {
      type.sets++;
      type.count += count;
      type.cycles += cycles;
      type.executed += cycles * set.executions;
    }
}

function readExchanges(json, names) {
  return json.list.map((exchange, id) => ({ ...exchange, id, name: names[exchange.name] || `exchange ${id}`, executions: 0 }));
}

function readBlocks(json, programs) {
  const kinds = ['block', 'overflow', 'flush', 'stream copy'];
  const c = {};
  for (const key of ['program', 'tile', 'from', 'length', 'kind']) c[key] = column(json[key]);
  return c.program.map((program, i) => ({
    name: programs[program]?.name ?? '',
    tile: c.tile[i],
    from: c.from[i],
    cycles: c.length[i],
    kind: kinds[c.kind[i]],
  }));
}

export function readProfile(json) {
  const names = json.names;
  const rows = new TileRows(json.rows);
  const compute = readCompute(json.compute, names);
  const exchanges = readExchanges(json.exchanges, names);
  const target = { ...json.target, tiles: json.target.numIpus * json.target.tilesPerIpu };
  const programs = readPrograms(json.programs, names, compute.sets, exchanges, target);
  countVertices(compute, programs);
  // Leaves of one step share its exchange.
  for (const { exchange, executions } of programs)
    if (exchange) exchange.executions = Math.max(exchange.executions, executions);
  return {
    title: json.title,
    target,
    advice: json.advice,
    rows,
    programs,
    entries: json.programs.entries,
    vertexTypes: compute.types,
    computeSets: compute.sets,
    exchanges,
    links: json.exchanges.links.map(([name, bitsPerSecond]) => ({ name, bitsPerSecond })),
    memory: readMemory(json.memory, names, new TileRows(json.memoryRows)),
    steps: readSteps(json.steps, programs, { ...target, numIpus: Math.max(1, target.numIpus) }),
    runs: json.steps.runs.map((run) => ({ ...run, name: names[run.name] })),
    blocks: readBlocks(json.steps.blocks, programs),
  };
}
