// SPDX-License-Identifier: MIT
// Round numbers for axes, and axes drawn on canvases.
import { colour } from './colour.js';

export function ticks(low, high, wanted) {
  const span = high - low;
  if (!(span > 0)) return [low];
  const raw = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw);
  const list = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) list.push(value);
  return list;
}

/** From 0 on, at distances that are powers of two. */
export function byteTicks(high, wanted) {
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, high / wanted)));
  return Array.from({ length: Math.floor(high / step) + 1 }, (_, i) => i * step);
}

export function setText(context, align = 'left', baseline = 'middle', size = 11) {
  context.font = `${size}px ${colour('font-data')}`;
  context.fillStyle = colour('text-soft');
  context.textAlign = align;
  context.textBaseline = baseline;
}

/** Marks below an area; `position` gives x of a value. */
export function axisBelow(context, box, values, position, format, title) {
  setText(context, 'center', 'top');
  context.strokeStyle = colour('line');
  context.lineWidth = 1;
  let last = -Infinity;
  for (const value of values) {
    const x = Math.round(position(value)) + 0.5;
    if (x < box.x - 1 || x > box.x + box.width + 1) continue;
    context.beginPath();
    context.moveTo(x, box.y + box.height);
    context.lineTo(x, box.y + box.height + 4);
    context.stroke();
    const text = format(value);
    const half = context.measureText(text).width / 2;
    const centre = Math.min(Math.max(x, box.x + half), box.x + box.width - half);
    if (centre - half < last + 10) continue;
    context.fillText(text, centre, box.y + box.height + 7);
    last = centre + half;
  }
  if (title) {
    setText(context, 'right', 'top');
    context.fillText(title, box.x + box.width, box.y + box.height + 22);
  }
}

/** Marks left of an area; `position` gives y of a value. */
export function axisLeft(context, box, values, position, format) {
  setText(context, 'right');
  context.strokeStyle = colour('line');
  context.lineWidth = 1;
  for (const value of values) {
    const y = Math.round(position(value)) + 0.5;
    if (y < box.y - 1 || y > box.y + box.height + 1) continue;
    context.beginPath();
    context.moveTo(box.x - 4, y);
    context.lineTo(box.x, y);
    context.stroke();
    context.fillText(format(value), box.x - 7, Math.min(Math.max(y, box.y + 5), box.y + box.height - 5));
  }
}
