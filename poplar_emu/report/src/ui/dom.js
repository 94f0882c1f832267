// SPDX-License-Identifier: MIT
// Makes elements: el('p', { class: 'note' }, 'text', child).

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'style') Object.assign(element.style, value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

let lastId = 0;
export const freshId = (prefix) => `${prefix}-${++lastId}`;

/** A titled part of a view. */
export function section(title, note, ...children) {
  const id = freshId('section');
  return el('section', { class: 'card', 'aria-labelledby': id },
    el('header', {}, el('h2', { id }, title), note ? el('p', { class: 'note' }, note) : null),
    ...children);
}

/** One of several values: a row of buttons that arrows move through. */
export function choice(label, options, chosen, onChange) {
  const group = el('div', { class: 'choice', role: 'radiogroup', 'aria-label': label });
  const buttons = options.map(([value, text]) =>
    el('button', { type: 'button', role: 'radio', 'data-value': value, onclick: () => select(value) }, text));
  function select(value, focus = false) {
    for (const button of buttons) {
      const on = button.dataset.value === value;
      button.setAttribute('aria-checked', on);
      button.tabIndex = on ? 0 : -1;
      if (on && focus) button.focus();
    }
    onChange(value);
  }
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = buttons.findIndex((button) => button.getAttribute('aria-checked') === 'true');
    select(buttons[(at + step + buttons.length) % buttons.length].dataset.value, true);
  });
  group.append(...buttons);
  for (const button of buttons) {
    button.setAttribute('aria-checked', button.dataset.value === chosen);
    button.tabIndex = button.dataset.value === chosen ? 0 : -1;
  }
  return group;
}

export const button = (text, title, onclick) => el('button', { type: 'button', class: 'button', title, 'aria-label': title, onclick }, text);

/** One line that says exactly what is under the pointer or the keyboard's cursor. */
export const readout = (text) => el('p', { class: 'readout', role: 'status', 'aria-live': 'polite' }, text);

/** A table of facts. */
export function facts(list) {
  return el('dl', { class: 'facts' }, list.filter(Boolean).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}
