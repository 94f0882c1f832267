// SPDX-License-Identifier: MIT
// The program as a tree that keys walk through, with the cycles below each node.
import { cyclesBelow } from '../data/programs.js';
import { el, section } from '../ui/dom.js';
import { count, percent } from '../ui/format.js';
import { cellBar } from '../ui/legend.js';

class Tree {
  constructor(profile) {
    this.profile = profile;
    this.below = cyclesBelow(profile.programs, profile.entries);
    this.total = Math.max(1, ...profile.entries.map((id) => this.below[id]));
    this.root = el('ul', { class: 'tree', role: 'tree', 'aria-label': 'Program' });
    for (const id of profile.entries) this.root.append(this.node(id, 1));
    this.root.querySelector('[role=treeitem]')?.setAttribute('tabindex', 0);
    this.root.addEventListener('keydown', (event) => this.onKey(event));
    this.root.addEventListener('click', (event) => {
      const item = event.target.closest('[role=treeitem]');
      if (!item) return;
      this.toggle(item);
      this.focus(item);
    });
  }

  node(id, level) {
    const program = this.profile.programs[id];
    const cycles = this.below[id];
    const isInner = program.children.length > 0;
    const notes = [program.type];
    if (program.repeats) notes.push(`${count(program.repeats)} \u00d7`);
    if (program.ipus.length) notes.push(`IPU ${program.ipus.join(', ')}`);
    const item = el('li', { role: 'treeitem', tabindex: -1, 'aria-level': level, 'aria-expanded': isInner ? 'false' : undefined, 'aria-label': `${program.name}, ${program.type}, ${count(cycles)} cycles` },
      el('div', { class: 'tree-row' },
        el('span', { class: 'tree-mark', 'aria-hidden': 'true' }, isInner ? '\u25b8' : ''),
        el('span', { class: 'tree-name' }, el('b', {}, program.name), el('span', { class: 'note' }, ` ${notes.join(' \u00b7 ')}`)),
        el('span', { class: 'note tree-site', title: program.wholeSite }, program.site),
        el('span', { class: 'number tree-times' }, program.executions ? `${count(program.executions)} \u00d7` : ''),
        el('span', { class: 'number tree-cycles' }, cycles ? count(cycles) : '\u2013'),
        el('span', { class: 'number tree-share' }, cycles ? percent(cycles / this.total) : ''),
        cellBar(cycles / this.total)));
    item.programId = id;
    item.level = level;
    if (isInner && level <= 3 && program.children.length <= 40) this.expand(item);
    return item;
  }

  expand(item) {
    if (item.getAttribute('aria-expanded') !== 'false') return;
    item.setAttribute('aria-expanded', 'true');
    let group = item.querySelector(':scope > ul');
    if (!group) {
      group = el('ul', { role: 'group' }, this.profile.programs[item.programId].children.map((child) => this.node(child, item.level + 1)));
      item.append(group);
    }
    group.hidden = false;
    item.querySelector('.tree-mark').textContent = '\u25be';
  }

  collapse(item) {
    item.setAttribute('aria-expanded', 'false');
    item.querySelector(':scope > ul').hidden = true;
    item.querySelector('.tree-mark').textContent = '\u25b8';
  }

  toggle(item) {
    const state = item.getAttribute('aria-expanded');
    if (state === 'true') this.collapse(item);
    else if (state === 'false') this.expand(item);
  }

  focus(item) {
    for (const other of this.root.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  get visible() {
    return [...this.root.querySelectorAll('[role=treeitem]')].filter((item) => !item.parentElement.closest('ul[hidden]'));
  }

  onKey(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item) return;
    const all = this.visible;
    const at = all.indexOf(item);
    const state = item.getAttribute('aria-expanded');
    const parent = item.parentElement.closest('[role=treeitem]');
    const actions = {
      ArrowDown: () => all[at + 1] && this.focus(all[at + 1]),
      ArrowUp: () => all[at - 1] && this.focus(all[at - 1]),
      Home: () => this.focus(all[0]),
      End: () => this.focus(all[all.length - 1]),
      ArrowRight: () => (state === 'false' ? this.expand(item) : state === 'true' && this.focus(all[at + 1])),
      ArrowLeft: () => (state === 'true' ? this.collapse(item) : parent && this.focus(parent)),
      Enter: () => this.toggle(item),
      ' ': () => this.toggle(item),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}

export function treeView(profile) {
  if (profile.entries.length === 0) return [section('Program', null, el('p', {}, 'The profile holds no program.'))];
  return [section('Program tree', 'Cycles of each program with all below it; those of different IPUs may overlap', new Tree(profile).root)];
}
