// SPDX-License-Identifier: MIT
// Tabs as the ARIA practices describe them: arrows, Home and End move; the address keeps the tab.
// Panels have other ids than the address names, so that browsers do not scroll to them.
import { el } from './dom.js';

export class Tabs {
  /** views: [id, title, make]; a panel is made when it is first shown. */
  constructor(label, views) {
    this.list = el('div', { role: 'tablist', 'aria-label': label, class: 'tabs' });
    this.panels = el('div', { class: 'panels' });
    this.tabs = views.map(([id, title, make]) => {
      const tab = el('button', { role: 'tab', type: 'button', id: `tab-${id}`, 'aria-controls': `view-${id}`, 'aria-selected': 'false', tabindex: -1, onclick: () => this.show(id) }, title);
      const panel = el('div', { role: 'tabpanel', id: `view-${id}`, 'aria-labelledby': `tab-${id}`, hidden: true });
      this.list.append(tab);
      this.panels.append(panel);
      return { id, title, tab, panel, make, made: false };
    });
    this.list.addEventListener('keydown', (event) => this.onKey(event));
    window.addEventListener('hashchange', () => this.show(location.hash.slice(1)));
  }

  get current() {
    return this.tabs.findIndex(({ tab }) => tab.getAttribute('aria-selected') === 'true');
  }

  start() {
    const wanted = location.hash.slice(1);
    this.show(this.tabs.some(({ id }) => id === wanted) ? wanted : this.tabs[0].id);
  }

  make(entry) {
    if (entry.made) return;
    entry.made = true;
    entry.panel.append(el('h1', { class: 'panel-title' }, entry.title), ...entry.make());
  }

  show(id, focus = false) {
    const chosen = this.tabs.find((entry) => entry.id === id);
    if (!chosen) return;
    this.make(chosen);
    for (const entry of this.tabs) {
      const on = entry === chosen;
      entry.tab.setAttribute('aria-selected', on);
      entry.tab.tabIndex = on ? 0 : -1;
      entry.panel.hidden = !on;
    }
    if (focus) chosen.tab.focus();
    const { tab } = chosen;
    if (tab.offsetLeft < this.list.scrollLeft || tab.offsetLeft + tab.offsetWidth > this.list.scrollLeft + this.list.clientWidth)
      this.list.scrollLeft = tab.offsetLeft - 40;
    if (location.hash.slice(1) !== id) history.replaceState(null, '', `#${id}`);
  }

  onKey(event) {
    const last = this.tabs.length - 1;
    const target = {
      ArrowRight: (this.current + 1) % (last + 1),
      ArrowLeft: (this.current + last) % (last + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.show(this.tabs[target].id, true);
  }

  /** For paper. */
  showAll(all) {
    const current = this.current;
    this.tabs.forEach((entry, i) => {
      if (all) this.make(entry);
      entry.panel.hidden = all ? false : i !== current;
    });
  }
}
