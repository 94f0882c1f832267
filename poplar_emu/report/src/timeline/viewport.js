// SPDX-License-Identifier: MIT
// A part of an axis that zooms and pans within its bounds; and the two axes of time.

export class Range {
  constructor(min, max, minSpan) {
    Object.assign(this, { min, max: Math.max(max, min + minSpan), minSpan });
    this.fit();
  }

  get span() {
    return this.hi - this.lo;
  }

  set(lo, hi) {
    const span = Math.min(Math.max(hi - lo, this.minSpan), this.max - this.min);
    this.lo = Math.max(this.min, Math.min(lo, this.max - span));
    this.hi = this.lo + span;
  }

  fit() {
    this.set(this.min, this.max);
  }

  zoom(factor, centre = (this.lo + this.hi) / 2) {
    const span = Math.min(Math.max(this.span * factor, this.minSpan), this.max - this.min);
    const share = (centre - this.lo) / this.span;
    this.set(centre - span * share, centre + span * (1 - share));
  }

  pan(delta) {
    this.set(this.lo + delta, this.hi + delta);
  }

  /** Pans as little as needed to have all of [lo, hi] in view, or its start. */
  show(lo, hi) {
    if (lo < this.lo) this.pan(lo - this.lo);
    else if (hi > this.hi) this.pan(Math.min(hi - this.hi, lo - this.lo));
  }
}

/** Time in cycles, or one unit a step, within which its parts keep their shares. */
export function timeAxis(steps, mode) {
  if (mode === 'cycles')
    return { mode, start: (i) => steps.from[i], end: (i) => steps.to(i), scale: () => 1, min: steps.start, max: steps.end, minSpan: 20 };
  return { mode, start: (i) => i, end: (i) => i + 1, scale: (i) => 1 / Math.max(1, steps.shape(i).cycles), min: 0, max: steps.count, minSpan: 0.5 };
}

/** The first of a sorted list of steps that ends after `x`. */
export function firstAfter(axis, list, x) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (axis.end(list[middle]) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Position in `list` of the step at `x`, or -1. */
export function stepAt(axis, list, x) {
  const at = firstAfter(axis, list, x);
  return at < list.length && axis.start(list[at]) <= x ? at : -1;
}

/**
 * How far to the next step that is drawn, of `count` in view: beyond 50,000 a sample is, at distances that
 * vary, so that no rhythm of the program falls through it.
 */
export function sampling(count) {
  const mean = Math.max(1, count / 50000);
  if (mean === 1) return () => 1;
  let bits = 1;
  return () => {
    bits = (bits * 48271) % 2147483647;
    return 1 + Math.floor((bits / 2147483647) * (2 * mean - 1));
  };
}

/** Wheel, drag, double click. `toX` gives the value below a pixel. */
export function navigate(surface, range, { toX, onChange, onHover, onPick, onZoomIn, vertical }) {
  const { canvas } = surface;
  let drag = null;
  canvas.addEventListener('wheel', (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const factor = Math.exp(Math.max(-60, Math.min(60, event.deltaY || event.deltaX)) * 0.006);
    if (event.shiftKey && vertical) vertical.range.zoom(factor, vertical.toY(surface.at(event).y));
    else range.zoom(factor, toX(surface.at(event).x));
    onChange();
  }, { passive: false });
  canvas.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const place = surface.at(event);
    if (!drag) {
      onHover?.(place);
      return;
    }
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    drag = { x: event.clientX, y: event.clientY, moved: true };
    range.pan(toX(0) - toX(dx));
    vertical?.range.pan(vertical.toY(0) - vertical.toY(dy));
    onChange();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (drag && !drag.moved) onPick?.(surface.at(event));
    drag = null;
  });
  canvas.addEventListener('pointercancel', () => { drag = null; });
  canvas.addEventListener('dblclick', (event) => onZoomIn?.(surface.at(event)));
}
