// SPDX-License-Identifier: MIT
// Swatches with colour and pattern, legends of them, and stacked bars that carry their labels.
import { fillOf } from './colour.js';
import { el } from './dom.js';

function paint(canvas, key) {
  const ratio = window.devicePixelRatio || 1;
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = fillOf(context, key, ratio);
  context.fillRect(0, 0, canvas.width, canvas.height);
}

export function swatch(key, width = 18, height = 12) {
  const ratio = window.devicePixelRatio || 1;
  const canvas = el('canvas', { class: 'swatch', 'aria-hidden': 'true', width: width * ratio, height: height * ratio, style: { width: `${width}px`, height: `${height}px` } });
  paint(canvas, key);
  document.addEventListener('themechange', () => paint(canvas, key));
  return canvas;
}

export const legend = (entries) =>
  el('ul', { class: 'legend', 'aria-label': 'Legend' }, entries.map(([key, text]) => el('li', {}, swatch(key), text)));

/** entries: [key, title, value, text]; widths are shares of `total`. */
export function stackedBar(label, entries, total) {
  const shown = entries.filter(([, , value]) => value > 0);
  const bar = el('div', { class: 'stacked', role: 'img', 'aria-label': `${label}: ${shown.map(([, title, , text]) => `${title} ${text}`).join(', ')}` });
  for (const [key, title, value, text] of shown) {
    const share = value / total;
    const part = el('div', { class: 'stacked-part', title: `${title}: ${text}`, style: { width: `${share * 100}%` } }, el('canvas', { width: 640, height: 64, 'aria-hidden': 'true' }));
    paint(part.firstChild, key);
    document.addEventListener('themechange', () => paint(part.firstChild, key));
    if (share > 0.09) part.append(el('span', {}, title));
    bar.append(part);
  }
  return bar;
}

/** A bar in a cell of a table. */
export const cellBar = (share, key = 'compute') =>
  el('span', { class: 'cell-bar', 'aria-hidden': 'true' }, el('i', { style: { width: `${Math.min(1, share) * 100}%`, background: `var(--${key})` } }));
