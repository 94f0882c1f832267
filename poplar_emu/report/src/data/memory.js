// SPDX-License-Identifier: MIT
// Memory by tile, variables, and what is live at each step.
import { column } from './decode.js';

/** What the map draws as one: categories that are changed by the same means. */
const groups = [
  ['Variables', ['variable']],
  ['Constants', ['constant']],
  ['Vertex data', ['vertexInstanceState', 'vertexFieldData', 'vectorListDescriptor']],
  ['Vertex code', ['vertexCode']],
  ['Control code', ['controlCode', 'controlTable', 'copyDescriptor']],
  ['Exchange code', ['internalExchangeCode', 'globalExchangeCode', 'hostExchangeCode']],
  ['Message buffers', ['globalMessage', 'hostMessage', 'rearrangement']],
  ['Stack and records', ['stack', 'instrumentationResults']],
];

export const groupNames = groups.map(([name]) => name);

export const groupOfCategory = (name) => {
  const at = groups.findIndex(([, members]) => members.includes(name));
  return at < 0 ? 0 : at;
};

export function readMemory(json, names, rows) {
  const row = (index) => rows.get(index);
  const categories = json.categories.map((c) => ({
    ...c, values: row(c.row), group: groupOfCategory(c.name),
  }));
  const v = {};
  for (const key of ['name', 'type', 'elements', 'bytes', 'alwaysLive']) v[key] = column(json.variables[key]);
  const variables = v.name.map((name, i) => ({
    name: names[name] || `variable ${i}`,
    type: names[v.type[i]],
    elements: v.elements[i],
    bytes: v.bytes[i],
    alwaysLive: v.alwaysLive[i] === 1,
  }));
  return {
    outOfMemory: json.outOfMemory,
    categories,
    alwaysLive: row(json.alwaysLive),
    notAlwaysLive: row(json.notAlwaysLive),
    gaps: row(json.gaps),
    total: row(json.total),
    fullestStep: column(json.fullestStep),
    variables,
    lowered: readLowered(json.lowered, names, variables),
    loweredDropped: json.lowered.dropped,
    liveness: readLiveness(json.liveness),
  };
}

/** By tile: parts sorted by offset. */
function readLowered(json, names, variables) {
  const c = {};
  for (const key of ['tile', 'offset', 'bytes', 'category', 'variable', 'name', 'alwaysLive'])
    c[key] = column(json[key]);
  const byTile = new Map();
  c.tile.forEach((tile, i) => {
    if (!byTile.has(tile)) byTile.set(tile, []);
    byTile.get(tile).push({
      offset: c.offset[i],
      bytes: c.bytes[i],
      categoryId: c.category[i],
      name: names[c.name[i]] || variables[c.variable[i] - 1]?.name || '',
      alwaysLive: c.alwaysLive[i] === 1,
    });
  });
  for (const parts of byTile.values()) parts.sort((a, b) => a.offset - b.offset);
  return byTile;
}

function readLiveness(json) {
  const numChanged = column(json.numChanged);
  const changed = column(json.changed);
  const ends = [];
  let end = 0;
  for (const count of numChanged) ends.push((end += count));
  return {
    program: column(json.program),
    bytes: column(json.bytes),
    row: column(json.row),
    /** Indices of the variables that live at a step. */
    variablesAt(step) {
      const live = new Set();
      for (let i = 0; i < (ends[step] || 0); i++)
        if (!live.delete(changed[i])) live.add(changed[i]);
      return [...live].sort((a, b) => a - b);
    },
  };
}
