// SPDX-License-Identifier: MIT
// Numbers as people read them. What is exact is written in full.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (value) => whole.format(value);

export const many = (value, noun) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

export const percent = (share) => (Number.isFinite(share) ? `${(share * 100).toFixed(share > 0 && share < 0.001 ? 2 : 1)} %` : '\u2013');

function scaled(value, base, units) {
  let at = 0;
  while (Math.abs(value) >= base && at < units.length - 1) {
    value /= base;
    at++;
  }
  const digits = at === 0 ? 0 : Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}\u00a0${units[at]}`;
}

export const bytes = (value) => scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);

/** Short, for axes and tiles of the summary: "1.24 M". */
export const short = (value) => (Math.abs(value) < 10000 ? whole.format(value) : scaled(value, 1000, ['', 'k', 'M', 'G', 'T']));

export const exactBytes = (value) => (value < 1024 ? `${count(value)} bytes` : `${bytes(value)} (${count(value)} bytes)`);

export function duration(cycles, clock) {
  if (!clock) return '';
  const seconds = cycles / clock;
  if (seconds < 1e-6) return `${(seconds * 1e9).toFixed(0)} ns`;
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(1)} \u00b5s`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(2)} ms`;
  return `${seconds.toFixed(3)} s`;
}

/** "tile 1,484 (IPU 1)". */
export const tileName = (tile, target) =>
  target.numIpus > 1 ? `tile ${count(tile)} (IPU ${Math.floor(tile / target.tilesPerIpu)})` : `tile ${count(tile)}`;

export const partTitles = ['Sync', 'Exchange', 'Global exchange', 'Host', 'Compute', 'Control'];
