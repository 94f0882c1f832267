// SPDX-License-Identifier: MIT
// What is live at each step of the program: bytes over steps, and the variables of one step.
import { lineChart } from '../ui/chart.js';
import { el, freshId, readout, section } from '../ui/dom.js';
import { bytes, count, exactBytes } from '../ui/format.js';
import { table } from '../ui/table.js';

function variableTable(profile, step) {
  const { memory, programs } = profile;
  const live = memory.liveness.variablesAt(step).map((i) => memory.variables[i]);
  const program = programs[memory.liveness.program[step] - 1];
  return [
    el('h3', {}, `Step ${count(step)}${program ? `: ${program.name}` : ''}`),
    table([
      { key: 'name', title: 'Variable', wide: true }, { key: 'type', title: 'Type' },
      { key: 'elements', title: 'Elements', numeric: true }, { key: 'bytes', title: 'Bytes', numeric: true },
    ], live, { caption: 'Variables that live at this step, besides those that always live', titled: true, sort: 'bytes', filter: 'Filter variables', noun: 'variables' }),
  ];
}

function alwaysTable({ memory }) {
  const always = memory.variables.filter((variable) => variable.alwaysLive);
  return section('Always live', `${exactBytes(always.reduce((sum, variable) => sum + variable.bytes, 0))} of variables that no step frees`,
    table([
      { key: 'name', title: 'Variable', wide: true }, { key: 'type', title: 'Type' },
      { key: 'elements', title: 'Elements', numeric: true }, { key: 'bytes', title: 'Bytes', numeric: true },
    ], always, { caption: 'Variables that always live', sort: 'bytes', filter: 'Filter variables', noun: 'variables' }));
}

export function livenessView(profile) {
  const { memory, rows, target } = profile;
  const { liveness } = memory;
  const steps = liveness.bytes.length;
  if (steps === 0) return [section('Liveness', null, el('p', {}, 'The profile holds no liveness: the graph was compiled without debug.instrument or autoReport.outputGraphProfile.')), alwaysTable(profile)];
  const details = el('section', { class: 'card', 'aria-label': 'Variables of the chosen step' });
  const line = readout('Move over the chart, or focus it and use the arrow keys; Enter lists the variables of that step.');
  const x = Array.from({ length: steps }, (_, i) => i);
  let tile = null;
  let exact = true;
  const hasTiles = liveness.row.some((row) => row > 0);
  const values = () => {
    if (tile === null) return [liveness.bytes, x.map(() => memory.alwaysLive?.sum ?? 0)];
    exact = liveness.row.every((row) => !row || rows.get(row).exact);
    return [liveness.row.map((row) => (row ? rows.get(row).at(tile) : 0)), x.map(() => memory.alwaysLive?.at(tile) ?? 0)];
  };
  let shown = values();
  const chart = lineChart({
    label: 'Live bytes by step of the program. Arrow keys move, Enter lists variables.',
    x, height: 260, format: bytes, xFormat: count,
    series: [
      { label: 'Not always live', values: shown[0], key: 'compute', fill: true, stepped: steps > 1 },
      { label: 'Always live', values: shown[1], key: 'danger', dash: [8, 4] },
    ],
    onCursor: (i) => {
      const program = profile.programs[liveness.program[i] - 1];
      line.textContent = `step ${count(i)}${program ? ` ${program.name}` : ''} \u00b7 ${tile === null ? 'all tiles' : `tile ${count(tile)}`}: ${tile !== null && !exact ? '\u2248 ' : ''}${exactBytes(shown[0][i])} live, besides ${exactBytes(shown[1][i])} that always live`;
    },
    onSelect: (i) => details.replaceChildren(...variableTable(profile, i)),
  });
  const id = freshId('tile');
  const input = el('input', { id, type: 'number', min: 0, max: target.tiles - 1, placeholder: 'all', oninput: () => {
    const wanted = input.value === '' ? null : Number(input.value);
    if (wanted !== null && !(wanted >= 0 && wanted < target.tiles)) return;
    tile = wanted === null ? null : Math.floor(wanted);
    shown = values();
    chart.setData(shown);
  } });
  const fullest = liveness.bytes.indexOf(liveness.bytes.reduce((most, value) => Math.max(most, value), 0));
  details.append(...variableTable(profile, fullest));
  return [
    section('Live bytes over the steps of the program', `Most at step ${count(fullest)}: ${exactBytes(liveness.bytes[fullest])} on all tiles`,
      el('div', { class: 'toolbar' }, hasTiles ? [el('label', { for: id }, 'Tile'), input] : null,
        el('span', { class: 'legend' }, el('span', { class: 'line-key solid' }), 'not always live', el('span', { class: 'line-key dashed' }), 'always live (dashed)')),
      chart.element, line),
    details,
    alwaysTable(profile),
  ];
}
