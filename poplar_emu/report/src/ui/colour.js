// SPDX-License-Identifier: MIT
// Colours from the style sheet, so that light, dark and print have one place; and patterns that tell
// the same things apart without colour.

export const partKeys = ['sync', 'exchange', 'global', 'host', 'compute', 'control'];

export const cssValue = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** "#rrggbb" as [r, g, b]. */
export function rgb(text) {
  const value = parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const cache = new Map();
document.addEventListener('themechange', () => cache.clear());

export function colour(name) {
  if (!cache.has(name)) cache.set(name, cssValue(`--${name}`));
  return cache.get(name);
}

/** Whether pattern `kind` darkens the pixel; in pixels of the style sheet. */
export const patterns = {
  solid: () => false,
  rising: (x, y) => (x + y) % 6 < 2,
  falling: (x, y) => (x - y + 6000) % 6 < 2,
  dots: (x, y) => x % 5 < 2 && y % 5 < 2,
  vertical: (x) => x % 5 < 1,
  horizontal: (x, y) => y % 5 < 1,
  grid: (x, y) => x % 6 < 1 || y % 6 < 1,
  waves: (x, y) => (y + (x % 8 < 4 ? 0 : 3)) % 6 < 1,
};

export const patternOf = {
  sync: 'solid', exchange: 'rising', global: 'falling', host: 'dots', compute: 'solid', control: 'vertical',
  waiting: 'solid',
  'memory-0': 'solid', 'memory-1': 'rising', 'memory-2': 'dots', 'memory-3': 'falling',
  'memory-4': 'vertical', 'memory-5': 'grid', 'memory-6': 'horizontal', 'memory-7': 'waves',
};

/** Both shades of a thing: its own, and that of the pattern's strokes. */
export function shades(key) {
  const own = rgb(colour(key));
  const toward = rgb(colour('pattern'));
  return [own, own.map((channel, i) => Math.round(channel * 0.62 + toward[i] * 0.38))];
}

/** A square of a thing's pattern that repeats without a seam. */
function tileOf(key, ratio) {
  const name = `${key}@${ratio}`;
  if (!cache.has(name)) {
    const size = 240;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const image = new ImageData(size, size);
    const isStroke = patterns[patternOf[key]];
    const both = shades(key);
    for (let y = 0, at = 0; y < size; y++)
      for (let x = 0; x < size; x++, at += 4) {
        const [r, g, b] = both[isStroke(Math.floor(x / ratio), Math.floor(y / ratio)) ? 1 : 0];
        image.data.set([r, g, b, 255], at);
      }
    canvas.getContext('2d').putImageData(image, 0, 0);
    cache.set(name, canvas);
  }
  return cache.get(name);
}

/** A CanvasPattern of a thing. */
export function fillOf(context, key) {
  const ratio = window.devicePixelRatio || 1;
  const pattern = context.createPattern(tileOf(key, ratio), 'repeat');
  pattern.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

/** Gives an element the pattern of a thing, now and after changes of theme. */
export function paintWith(element, key) {
  const paint = () => {
    const ratio = window.devicePixelRatio || 1;
    element.style.backgroundImage = `url(${tileOf(key, ratio).toDataURL()})`;
    element.style.backgroundSize = `${240 / ratio}px`;
  };
  paint();
  document.addEventListener('themechange', paint);
  return element;
}

/** From few to many: dark and light tell it as well as hue does. `share` is 0 to 1. */
export function heat(share) {
  if (!cache.has('heat')) {
    const stops = cssValue('--heat').split(/\s+/).map(rgb);
    cache.set('heat', Array.from({ length: 256 }, (_, i) => {
      const at = (i / 255) * (stops.length - 1);
      const low = Math.min(stops.length - 2, Math.floor(at));
      return stops[low].map((channel, k) => Math.round(channel + (stops[low + 1][k] - channel) * (at - low)));
    }));
  }
  return cache.get('heat')[Math.max(0, Math.min(255, Math.round(share * 255)))];
}
