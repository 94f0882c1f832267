// SPDX-License-Identifier: MIT
// Line charts with uPlot, in the page's colours, with a cursor that keys move.
import { colour } from './colour.js';
import { el } from './dom.js';
import { bytes, short } from './format.js';

const plots = new Set();

const binary = Array.from({ length: 50 }, (_, i) => 2 ** i);
const decimal = Array.from({ length: 36 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

const chartAxis = (format, size) => ({
  incrs: format === bytes ? binary : decimal,
  stroke: () => colour('text-soft'),
  grid: { stroke: () => colour('grid'), width: 1 },
  ticks: { stroke: () => colour('line'), width: 1 },
  font: `11px ${colour('font-data')}`,
  values: (_, values) => values.map((value) => (value === null ? '' : format(value))),
  size,
});

/**
 * series: {label, values, key (colour), dash, stepped, fill}; onCursor(index) when the cursor moves,
 * onSelect(index) on click or Enter.
 */
export function lineChart({ label, x, series, height = 220, format = short, xFormat = short, onCursor, onSelect }) {
  const holder = el('div', { class: 'chart', role: 'img', tabindex: 0, 'aria-label': label });
  let plot = null;
  let at = 0;
  let quiet = false;

  function make(width) {
    plot = new uPlot({
      width,
      height,
      scales: { x: { time: false, range: (_, low, high) => (high > low ? [low, high] : [low - 0.5, high + 0.5]) }, y: { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.08 : 1] } },
      legend: { show: false },
      cursor: { drag: { x: true, y: false }, points: { size: 7 } },
      axes: [chartAxis(xFormat, 32), chartAxis(format, 78)],
      series: [{}, ...series.map((line) => ({
        label: line.label,
        stroke: () => colour(line.key),
        fill: line.fill ? () => `${colour(line.key)}2e` : undefined,
        dash: line.dash,
        width: line.dash ? 1.5 : 1.6,
        points: { show: x.length < 40 && !line.dash },
        paths: line.stepped ? uPlot.paths.stepped({ align: 1 }) : undefined,
      }))],
      hooks: {
        setCursor: [(u) => {
          if (quiet || u.cursor.idx === null || u.cursor.idx === undefined) return;
          at = u.cursor.idx;
          onCursor?.(at);
        }],
      },
    }, [x, ...series.map((line) => line.values)], holder);
    plot.over.addEventListener('click', () => onSelect?.(at));
    plots.add(plot);
  }

  function move(index) {
    at = Math.max(0, Math.min(x.length - 1, index));
    plot?.setCursor({ left: plot.valToPos(x[at], 'x'), top: plot.valToPos(series[0].values[at] || 0, 'y') });
    onCursor?.(at);
  }

  holder.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
    if (step !== undefined) move(at + step);
    else if (event.key === 'Enter') onSelect?.(at);
    else if (event.key === 'Escape') plot.setScale('x', { min: x[0], max: x[x.length - 1] });
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => {
    const width = holder.clientWidth;
    if (!width) return;
    if (!plot) make(width);
    else if (plot.width !== width) plot.setSize({ width, height });
  }).observe(holder);
  return {
    element: holder,
    setData(values) {
      series.forEach((line, i) => { line.values = values[i]; });
      quiet = true;
      plot?.setData([x, ...values]);
      quiet = false;
    },
    move,
  };
}

document.addEventListener('themechange', () => plots.forEach((plot) => plot.redraw(false, true)));
