// SPDX-License-Identifier: MIT
// Reads the profile in the page, and puts header, tabs and views together.
import { readProfile } from './data/profile.js';
import { timelineView } from './timeline/timeline.js';
import { el } from './ui/dom.js';
import { count } from './ui/format.js';
import { drawAll } from './ui/surface.js';
import { Tabs } from './ui/tabs.js';
import { printTheme, themeSwitch } from './ui/theme.js';
import { blocksView } from './views/blocks.js';
import { exchangeView } from './views/exchange.js';
import { ipusView } from './views/ipus.js';
import { livenessView } from './views/liveness.js';
import { memoryView } from './views/memory.js';
import { summaryView } from './views/summary.js';
import { tablesView } from './views/tables.js';
import { treeView } from './views/tree.js';

function header({ title, target }) {
  const about = [
    `${target.numIpus > 1 ? `${target.numIpus} IPUs \u00d7 ` : ''}${count(target.tilesPerIpu)} tiles`,
    `${target.type} ${target.architecture}`,
    `${(target.clockFrequency / 1e9).toFixed(3)} GHz`,
    target.numReplicas > 1 ? `${target.numReplicas} replicas` : '',
    target.cycleModel ? `cycle model ${target.cycleModel}` : '',
  ].filter(Boolean);
  return el('header', { class: 'top' },
    el('div', {}, el('p', { class: 'brand' }, 'Profile report'), el('p', { class: 'title' }, title),
      el('ul', { class: 'chips', 'aria-label': 'Target' }, about.map((text) => el('li', {}, text)))),
    themeSwitch());
}

function start() {
  const profile = readProfile(JSON.parse(document.getElementById('profile').textContent));
  const views = [
    ['summary', 'Summary', summaryView],
    ['timeline', 'Timeline', timelineView],
    ['exchange', 'Exchange', exchangeView],
    ['memory', 'Memory', memoryView],
    ['liveness', 'Liveness', livenessView],
    ['program', 'Program', treeView],
    ['tables', 'Operations', tablesView],
    ...(profile.target.numIpus > 1 || profile.target.ioTilesByIpu.some((tiles) => tiles > 0) ? [['ipus', 'IPUs', ipusView]] : []),
    ...(profile.blocks.length > 0 ? [['blocks', 'Blocks', blocksView]] : []),
  ];
  const tabs = new Tabs('Parts of the report', views.map(([id, title, make]) => [id, title, () => make(profile)]));
  document.body.append(
    el('a', { class: 'skip', href: '#main', onclick: (event) => { event.preventDefault(); document.getElementById('main').focus(); } }, 'Skip to the report'),
    header(profile),
    el('nav', { 'aria-label': 'Parts of the report' }, tabs.list),
    el('main', { id: 'main', tabindex: -1 }, tabs.panels));
  tabs.start();
  window.addEventListener('beforeprint', () => {
    printTheme(true);
    tabs.showAll(true);
    drawAll(true);
  });
  window.addEventListener('afterprint', () => {
    printTheme(false);
    tabs.showAll(false);
    drawAll();
  });
}

start();
