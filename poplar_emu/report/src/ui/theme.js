// SPDX-License-Identifier: MIT
// Light, dark, or as the system says. The choice lasts as long as the browser lets it.
import { choice } from './dom.js';

const key = 'poplar-emu-report-theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');

/** Pages opened from disk may be denied storage. */
function stored(value) {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function apply(chosen) {
  const dark = chosen === 'dark' || (chosen === 'auto' && system.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.dispatchEvent(new CustomEvent('themechange'));
}

export function themeSwitch() {
  let chosen = ['light', 'dark'].includes(stored()) ? stored() : 'auto';
  apply(chosen);
  system.addEventListener('change', () => apply(chosen));
  return choice('Colours', [['auto', 'Auto'], ['light', 'Light'], ['dark', 'Dark']], chosen, (value) => {
    chosen = value;
    stored(value);
    apply(value);
  });
}

let before = 'light';

/** Paper is light. */
export function printTheme(printing) {
  if (printing) before = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = printing ? 'light' : before;
  document.dispatchEvent(new CustomEvent('themechange'));
}
