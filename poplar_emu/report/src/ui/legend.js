// SPDX-License-Identifier: MIT
// Swatches with colour and pattern, legends of them, and stacked bars that carry their labels.
import { paintWith } from './colour.js';
import { el } from './dom.js';

export const swatch = (key) => paintWith(el('span', { class: 'swatch', 'aria-hidden': 'true' }), key);

export const legend = (entries) =>
  el('ul', { class: 'legend', 'aria-label': 'Legend' }, entries.map(([key, text]) => el('li', {}, swatch(key), text)));

/** entries: [key, title, value, text]; widths are shares of `total`. */
export function stackedBar(label, entries, total) {
  const shown = entries.filter(([, , value]) => value > 0);
  const bar = el('div', { class: 'stacked', role: 'img', 'aria-label': `${label}: ${shown.map(([, title, , text]) => `${title} ${text}`).join(', ')}` });
  for (const [key, title, value, text] of shown) {
    const share = value / total;
    const part = paintWith(el('div', { class: 'stacked-part', title: `${title}: ${text}`, style: { width: `${share * 100}%` } }), key);
    if (share > 0.09) part.append(el('span', {}, title));
    bar.append(part);
  }
  return bar;
}

/** A bar in a cell of a table. */
export const cellBar = (share, key = 'compute') =>
  el('span', { class: 'cell-bar', 'aria-hidden': 'true' }, el('i', { style: { width: `${Math.min(1, share) * 100}%`, background: `var(--${key})` } }));
