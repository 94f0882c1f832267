// SPDX-License-Identifier: MIT
// Exchange: h-relations over the steps, the matrix, and who sends and receives most.
import { column, signedColumn } from '../data/decode.js';
import { lineChart } from '../ui/chart.js';
import { el, facts, freshId, readout, section } from '../ui/dom.js';
import { bytes, count, exactBytes, many, tileName } from '../ui/format.js';
import { table } from '../ui/table.js';
import { matrix } from './matrix.js';

/** Columns of page/Flows.cpp. */
export function decodeFlows({ bin, from, to, bytes: amounts }) {
  let source = 0;
  let distance = 0;
  const sources = column(from).map((step) => (source += step));
  return { bin, from: sources, to: signedColumn(to).map((change, i) => sources[i] + (distance += change)), bytes: column(amounts) };
}

/** All exchanges, each as often as it was executed, in the coarsest blocks among them. */
function addFlows(exchanges) {
  const all = exchanges.filter((exchange) => exchange.matrix).map((exchange) => [decodeFlows(exchange.matrix), Math.max(1, exchange.executions)]);
  const bin = Math.max(1, ...all.map(([flows]) => flows.bin));
  const sums = new Map();
  for (const [flows, times] of all)
    flows.from.forEach((from, i) => {
      const key = Math.floor((from * flows.bin) / bin) * 1048576 + Math.floor((flows.to[i] * flows.bin) / bin);
      sums.set(key, (sums.get(key) || 0) + flows.bytes[i] * times);
    });
  const keys = [...sums.keys()];
  return { bin, from: keys.map((key) => Math.floor(key / 1048576)), to: keys.map((key) => key % 1048576), bytes: [...sums.values()] };
}

function addTiles(profile, field) {
  const sums = new Float64Array(profile.target.tiles);
  let exact = true;
  for (const exchange of profile.exchanges) {
    const row = profile.rows.get(exchange[field]);
    if (!row) continue;
    exact = exact && row.exact;
    for (let tile = 0; tile < sums.length; tile++) sums[tile] += row.at(tile) * Math.max(1, exchange.executions);
  }
  const order = Array.from(sums.keys()).sort((a, b) => sums[b] - sums[a]).slice(0, 10);
  return { exact, list: order.filter((tile) => sums[tile] > 0).map((tile) => [tile, sums[tile]]) };
}

function tileTable(caption, { list, exact }, target) {
  const most = Math.max(1, ...list.map(([, amount]) => amount));
  return table([
    { key: 'tile', title: 'Tile', numeric: true, show: (tile) => tileName(tile, target).replace('tile ', '') },
    { key: 'bytes', title: 'Bytes', numeric: true, show: (value) => `${exact ? '' : '\u2248 '}${count(value)}` },
    { key: 'share', title: '', show: (share) => el('span', { class: 'cell-bar', 'aria-hidden': 'true' }, el('i', { style: { width: `${share * 100}%`, background: 'var(--exchange)' } })) },
  ], list.map(([tile, amount]) => ({ tile, bytes: amount, share: amount / most })), { caption, titled: true, sort: 'bytes', quiet: true });
}

function flowTable(list, target) {
  return table([
    { key: 'from', title: 'From', numeric: true, show: (tile) => tileName(tile, target).replace('tile ', '') },
    { key: 'to', title: 'To', numeric: true, show: (tile) => tileName(tile, target).replace('tile ', '') },
    { key: 'bytes', title: 'Bytes', numeric: true },
  ], list.map(([from, to, amount]) => ({ from, to, bytes: amount })), { caption: 'Largest flows', titled: true, sort: 'bytes', quiet: true });
}

function hChart(profile, onSelect) {
  const { steps } = profile;
  const at = [];
  for (let i = 0; i < steps.count; i++) if (steps.shape(i).program.exchange) at.push(i);
  if (at.length === 0) return null;
  const of = (key) => at.map((i) => steps.shape(i).program.exchange[key]);
  const line = readout('Move over the chart, or focus it and use the arrow keys; Enter shows that exchange below.');
  const chart = lineChart({
    label: 'h-relation by step: the most that one tile sends or receives. Arrow keys move, Enter chooses.',
    x: at, height: 180, format: bytes, xFormat: count,
    series: [{ label: 'h', values: of('h'), key: 'exchange', stepped: at.length > 1, fill: true }],
    onCursor: (k) => {
      const { program, cycles } = steps.shape(at[k]);
      const { exchange } = program;
      line.textContent = `step ${count(at[k])} ${program.name} \u00b7 h ${exactBytes(exchange.h)} \u00b7 all tiles ${exactBytes(program.bytes)} \u00b7 ${many(cycles, 'cycle')}`;
    },
    onSelect: (k) => onSelect(steps.shape(at[k]).program.exchange),
  });
  return section('h-relation over steps', 'The most bytes that any one tile sends or receives: it decides how long an exchange takes', chart.element, line);
}

export function exchangeView(profile) {
  const { exchanges, target } = profile;
  if (exchanges.length === 0) return [section('Exchange', null, el('p', {}, 'The program exchanges nothing.'))];
  const picture = matrix(target.tiles, target.tilesPerIpu);
  const body = el('div');
  const tables = el('div', { class: 'side-tables' });
  const noMatrix = el('p', { class: 'note', hidden: true }, 'The flows of this exchange were not recorded.');
  const id = freshId('exchange');
  const ordered = exchanges.slice().sort((a, b) => b.bytes * b.executions - a.bytes * a.executions);
  const select = el('select', { id, onchange: () => show(select.value === 'all' ? null : exchanges[Number(select.value)]) },
    el('option', { value: 'all' }, 'All, as often as executed'),
    ordered.map((exchange) => el('option', { value: exchange.id }, `${exchange.name} (${bytes(exchange.bytes)}, ${count(exchange.executions)} \u00d7)`)));

  function show(exchange) {
    select.value = exchange ? exchange.id : 'all';
    const flows = exchange ? exchange.matrix && decodeFlows(exchange.matrix) : addFlows(exchanges);
    picture.element.hidden = !flows;
    noMatrix.hidden = Boolean(flows);
    if (flows) picture.show(flows);
    body.replaceChildren(exchange ? facts([
      ['Data', exactBytes(exchange.bytes)],
      exchange.interIpu > 0 && ['Between IPUs', exactBytes(exchange.interIpu)],
      exchange.host > 0 && ['With the host', exactBytes(exchange.host)],
      ['h-relation', exactBytes(exchange.h)],
      ['Executed', many(exchange.executions, 'time')],
      exchange.numFlows && ['Flows', `${count(exchange.numFlows)} between pairs of tiles`],
    ]) : facts([
      ['Data', exactBytes(exchanges.reduce((sum, e) => sum + e.bytes * e.executions, 0))],
      ['Between IPUs', exactBytes(exchanges.reduce((sum, e) => sum + e.interIpu * e.executions, 0))],
      ['With the host', exactBytes(exchanges.reduce((sum, e) => sum + e.host * e.executions, 0))],
    ]));
    tables.replaceChildren(
      tileTable('Top senders', exchange ? { list: exchange.senders, exact: true } : addTiles(profile, 'sent'), target),
      tileTable('Top receivers', exchange ? { list: exchange.receivers, exact: true } : addTiles(profile, 'received'), target),
      ...(exchange?.flows ? [flowTable(exchange.flows, target)] : []));
  }

  show(null);
  const chart = hChart(profile, show);
  return [
    ...(chart ? [chart] : []),
    section('Exchange matrix', 'Sources down, destinations across',
      el('div', { class: 'toolbar' }, el('label', { for: id }, 'Exchange'), select),
      el('div', { class: 'columns matrix-columns' }, el('div', {}, picture.element, noMatrix), el('div', {}, body, tables))),
  ];
}
