// SPDX-License-Identifier: MIT
// A canvas that follows its width, the screen's pixels and the theme, and draws once a frame at most.
import { el } from './dom.js';

const surfaces = [];

export class Surface {
  /** `draw(context, width, height)` works in pixels of the style sheet. */
  constructor(label, height, draw, attributes = {}) {
    this.height = height;
    this.draw = draw;
    this.canvas = el('canvas', { role: 'img', tabindex: 0, 'aria-label': label, ...attributes });
    this.element = el('div', { class: 'surface', style: { height: `${height}px` } }, this.canvas);
    this.pending = false;
    this.draws = 0;
    new ResizeObserver(() => this.invalidate()).observe(this.element);
    surfaces.push(this);
  }

  resize(height) {
    if (height === this.height) return;
    this.height = height;
    this.element.style.height = `${height}px`;
  }

  invalidate() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.drawNow();
    });
  }

  drawNow() {
    const width = this.element.clientWidth;
    if (width === 0) return;
    this.ratio = window.devicePixelRatio || 1;
    const pixels = [Math.round(width * this.ratio), Math.round(this.height * this.ratio)];
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1])
      [this.canvas.width, this.canvas.height] = pixels;
    const context = this.canvas.getContext('2d');
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, width, this.height);
    this.draw(context, width, this.height);
    this.canvas.dataset.draws = ++this.draws;
  }

  /** Position of a pointer event on the canvas. */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width, height: box.height };
  }
}

export function drawAll(now = false) {
  for (const surface of surfaces)
    if (surface.canvas.isConnected) now ? surface.drawNow() : surface.invalidate();
}

document.addEventListener('themechange', () => drawAll());
