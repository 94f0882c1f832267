// SPDX-License-Identifier: MIT
// Steps in the order of their execution: when each starts, how long it takes, and for whom.
import { column, signedColumn } from './decode.js';
import { partColumns, sumOf } from './programs.js';

export function readSteps(json, programs, { numIpus, ioTilesByIpu }) {
  const parts = partColumns(json.shapes.parts);
  const rows = column(json.shapes.row);
  const shapes = column(json.shapes.program).map((program, i) => ({
    program: programs[program],
    row: rows[i],
    parts: parts(i),
    cycles: sumOf(parts(i)),
  }));
  const order = Uint32Array.from(column(json.order));
  const gaps = signedColumn(json.gap);
  const from = new Float64Array(order.length);
  let now = 0;
  let end = 0;
  order.forEach((shape, i) => {
    from[i] = now + gaps[i];
    now = from[i] + shapes[shape].cycles;
    end = Math.max(end, now);
  });
  const steps = {
    count: order.length,
    dropped: json.dropped,
    shapes,
    from,
    start: from.length ? from[0] : 0,
    end,
    shape: (i) => shapes[order[i]],
    to: (i) => from[i] + shapes[order[i]].cycles,
  };
  // I/O tiles have a clock of their own.
  steps.byIpu = Array.from({ length: numIpus }, () => []);
  steps.ofIoTiles = Array.from({ length: numIpus }, () => []);
  order.forEach((shape, i) => {
    const { ipus, onIoTiles } = shapes[shape].program;
    const lists = onIoTiles ? steps.ofIoTiles : steps.byIpu;
    for (const ipu of ipus.length ? ipus : lists.keys())
      if (!onIoTiles || ioTilesByIpu[ipu] > 0) lists[ipu]?.push(i);
  });
  return steps;
}
