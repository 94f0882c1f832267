// SPDX-License-Identifier: MIT
// Tables that sort by any column and filter by text; long ones grow on demand.
import { el, freshId } from './dom.js';
import { count } from './format.js';

const pageSize = 100;

function cellOf(column, row) {
  const value = row[column.key];
  const cell = el('td', { class: column.numeric ? 'number' : column.wide ? 'wide' : column.nowrap ? 'nowrap' : undefined });
  const content = column.show ? column.show(value, row) : column.numeric ? count(value) : value;
  cell.append(...[content].flat());
  return cell;
}

/**
 * columns: {key, title, numeric, wide, nowrap, show(value, row), note}
 * options: {caption, titled (show it), sort: key, ascending, filter: placeholder, onSelect(row), noun}
 */
export function table(columns, rows, options = {}) {
  let { sort = null, ascending = false } = options;
  let shown = pageSize;
  let needle = '';
  const body = el('tbody');
  const head = el('tr');
  const status = el('p', { class: 'note', role: 'status' });
  const more = el('button', { type: 'button', class: 'button', onclick: () => { shown += 5 * pageSize; fill(); } }, 'Show more rows');

  for (const column of columns) {
    const header = el('th', { scope: 'col', class: column.numeric ? 'number' : undefined, title: column.note },
      column.title ? el('button', { type: 'button', onclick: () => sortBy(column) }, column.title) : null);
    column.header = header;
    head.append(header);
  }

  function sortBy(column) {
    ascending = sort === column.key ? !ascending : !column.numeric;
    sort = column.key;
    fill();
  }

  function matching() {
    const list = needle ? rows.filter((row) => columns.some((c) => !c.numeric && String(row[c.key] ?? '').toLowerCase().includes(needle))) : rows.slice();
    if (sort === null) return list;
    const sign = ascending ? 1 : -1;
    return list.sort((a, b) => {
      const [x, y] = [a[sort], b[sort]];
      return sign * (typeof x === 'number' ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true }));
    });
  }

  function fill() {
    for (const { key, header } of columns)
      header.setAttribute('aria-sort', key !== sort ? 'none' : ascending ? 'ascending' : 'descending');
    const list = matching();
    body.replaceChildren(...list.slice(0, shown).map((row) => {
      const line = el('tr', {}, columns.map((column) => cellOf(column, row)));
      if (options.onSelect) {
        line.tabIndex = 0;
        line.className = 'selectable';
        line.addEventListener('click', () => options.onSelect(row));
        line.addEventListener('keydown', (event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          options.onSelect(row);
        });
      }
      return line;
    }));
    more.hidden = list.length <= shown;
    const nouns = options.noun || 'rows';
    const noun = rows.length === 1 ? nouns.replace(/s$/, '') : nouns;
    status.textContent = needle ? `${count(list.length)} of ${count(rows.length)} ${noun}` : list.length > shown ? `${count(shown)} of ${count(list.length)} ${noun}` : `${count(list.length)} ${noun}`;
  }

  const filterId = freshId('filter');
  const filter = options.filter && el('p', { class: 'filter' },
    el('label', { for: filterId }, options.filter),
    el('input', { id: filterId, type: 'search', oninput: (event) => { needle = event.target.value.trim().toLowerCase(); fill(); } }));
  fill();
  const wrapped = el('div', { class: 'table-scroll', role: 'group', 'aria-label': options.caption, tabindex: 0 },
    el('table', {}, el('caption', { class: options.titled ? undefined : 'visually-hidden' }, options.caption), el('thead', {}, head), body));
  return el('div', { class: 'table' }, filter || null, wrapped, el('div', { class: 'table-foot' }, options.quiet ? null : status, more));
}
