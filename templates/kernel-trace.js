// The script of the page of a recorded kernel: shows a step, the variables of a thread, the lanes of its warp, and memory.
// The state is made again from the first step each time: a page holds some thousand steps, which takes less than a frame.
const data = JSON.parse(document.querySelector('#data').textContent);
const { places, variables, memory, steps, known, block, words } = data;
const $ = (id) => document.querySelector(id);
const LANES = 32;
const SECTOR = 32;
/** The most elements of an array that is shown whole, and the width of a part of a larger one. */
const WHOLE = 1024;
const PART = 16;
const MOST_PARTS = 12;
const state = { step: 0, thread: data.opened?.thread ?? 0 };
const threads = block[0] * block[1] * block[2];

const plural = (count, noun, many = `${noun}s`) => `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`;
const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? '');
const countOf = (extents) => extents.reduce((product, extent) => product * extent, 1);

function threadName(thread) {
  const [x, y, z] = [
    thread % block[0],
    Math.floor(thread / block[0]) % block[1],
    Math.floor(thread / block[0] / block[1]),
  ];
  return block[2] > 1 ? `(${x}, ${y}, ${z})` : block[1] > 1 ? `(${x}, ${y})` : String(x);
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const isBarrier = (step) => step[0] === -1;
const isOn = (mask, lane) => ((mask >>> lane) & 1) === 1;

// Which steps there are to go to --------------------------------------------------------------------------------------

let stops = [];
function findStops() {
  const warp = Math.floor(state.thread / LANES);
  const all = $('#others').checked;
  stops = [];
  for (const [at, step] of steps.entries()) if (all || isBarrier(step) || step[0] === warp) stops.push(at);
}

const stopAt = (step) => {
  const at = stops.findIndex((stop) => stop >= step);
  return at < 0 ? stops.length - 1 : at;
};

// What is known after a step ------------------------------------------------------------------------------------------

function stateAfter(last, lane) {
  const values = new Map();
  for (const [of, variable, part, text] of known) if (of === lane) values.set(`${variable} ${part}`, text);
  const cells = memory.map((each) => new Map(Object.entries(each.values).map(([at, value]) => [Number(at), value])));
  const changed = new Set();
  for (let at = 0; at <= last; at++) {
    const step = steps[at];
    if (isBarrier(step)) continue;
    for (const [, , number, first, ...texts] of step[3])
      for (const [index, text] of texts.entries()) cells[number].set(first + index, text);
    if (step[0] !== data.warp) continue;
    for (const [of, variable, part, text] of step[4]) {
      if (of !== lane) continue;
      values.set(`${variable} ${part}`, text);
      if (at === last) changed.add(`${variable} ${part}`);
    }
  }
  return { values, cells, changed };
}

// Drawing -------------------------------------------------------------------------------------------------------------

function elementName({ name, extents }, at) {
  if (extents.length < 2 || at < 0 || at >= countOf(extents)) return `${name}[${at}]`;
  let left = at;
  const indexes = [];
  for (const extent of [...extents].reverse()) {
    indexes.unshift(`[${left % extent}]`);
    left = Math.floor(left / extent);
  }
  return name + indexes.join('');
}

function accessText([, kind, number, first, ...texts]) {
  const each = memory[number];
  const word = kind === 'r' ? words.reads : kind === 'w' ? words.writes : words.updates;
  const isOutside = first < 0 || first >= countOf(each.extents);
  return `${word} ${elementName(each, first)} = ${texts.join(', ') || '?'}${isOutside ? `, ${words.outside}` : ''}`;
}

function drawSource(step) {
  for (const row of document.querySelectorAll('.source .row.here')) {
    row.classList.remove('here');
    row.removeAttribute('aria-current');
  }
  if (isBarrier(step)) return;
  const row = rowOf(places[step[1]]);
  if (!row) return;
  row.classList.add('here');
  row.setAttribute('aria-current', 'step');
  const box = row.closest('.scroll');
  const [top, height] = [row.offsetTop - box.offsetTop, box.clientHeight];
  if (top < box.scrollTop + 30 || top > box.scrollTop + height - 60) box.scrollTop = top - height / 2;
}

function rowOf([file, line]) {
  for (const source of document.querySelectorAll('.source'))
    if (source.dataset.file === file) return source.querySelector(`[data-line="${line}"]`);
  return null;
}

function drawVariables(step, { values, changed }) {
  const own = isBarrier(step) ? null : places[step[1]][2];
  const groups = new Map();
  for (const [key, text] of values) {
    const [variable, part] = key.split(' ').map(Number);
    const { name, function: owner, parts } = variables[variable];
    const rows = groups.get(owner) ?? [];
    groups.set(owner, rows);
    rows.push({ name: `${name}${parts[part]}`, text, isChanged: changed.has(key) });
  }
  const order = [...groups].sort(([a], [b]) => Number(b === own) - Number(a === own));
  const tables = order.map(([owner, rows]) => {
    const table = element('table', { class: 'variables' });
    table.append(element('caption', {}, `Thread ${threadName(state.thread)}: variables of ${owner}`));
    for (const { name, text, isChanged } of rows)
      table.append(
        element(
          'tr',
          { class: isChanged ? 'changed' : '' },
          element('th', { scope: 'row' }, name),
          element('td', {}, text),
        ),
      );
    return table;
  });
  const isElsewhere = Math.floor(state.thread / LANES) !== data.warp;
  const note = isElsewhere
    ? 'The variables of this warp are not on the page. Run the command again with --thread to see them.'
    : 'No variable has a value yet.';
  $('#variables').replaceChildren(
    ...(tables.length > 0 && !isElsewhere ? tables : [element('p', { class: 'facts' }, note)]),
  );
}

function drawLanes(step) {
  const warp = isBarrier(step) ? Math.floor(state.thread / LANES) : step[0];
  const mask = isBarrier(step) ? 0 : step[2];
  const list = element('ul', { class: 'lanes' });
  for (let lane = 0; lane < LANES && warp * LANES + lane < threads; lane++) {
    const thread = warp * LANES + lane;
    const runs = isOn(mask, lane);
    const button = element(
      'button',
      {
        type: 'button',
        class: runs ? 'running' : '',
        'aria-pressed': String(thread === state.thread),
        'aria-label': `Thread ${threadName(thread)}${runs ? ', runs this line' : ''}`,
        title: `Thread ${threadName(thread)}`,
      },
      String(lane),
    );
    button.addEventListener('click', () => choose(thread));
    list.append(element('li', {}, button));
  }
  const hex = `0x${(mask >>> 0).toString(16).padStart(8, '0')}`;
  $('#lanes').replaceChildren(element('h3', {}, `Lanes of warp ${warp}, mask ${hex}`), list);
}

/** The accesses of a step by request: of each lane its first one to an array, its second one, and so on. */
function requestsOf(step) {
  const requests = new Map();
  const seen = new Map();
  for (const access of isBarrier(step) ? [] : step[3]) {
    const [lane, kind, number] = access;
    const nth = seen.get(`${lane} ${kind} ${number}`) ?? 0;
    seen.set(`${lane} ${kind} ${number}`, nth + 1);
    const key = `${kind} ${number} ${nth}`;
    requests.set(key, [...(requests.get(key) ?? []), access]);
  }
  return [...requests.values()];
}

function drawRequests(step) {
  const items = requestsOf(step).map((accesses) => {
    const [[, kind, number]] = accesses;
    const each = memory[number];
    const lane = state.thread % LANES;
    const shown = accesses.find(([of]) => of === lane) ?? accesses[0];
    const who = `Thread ${threadName((isBarrier(step) ? 0 : step[0]) * LANES + shown[0])}`;
    const facts = { requests: plural(accesses.length, 'access', 'accesses') };
    const bytes = accesses.flatMap(([, , , first, ...texts]) =>
      Array.from({ length: Math.max(1, texts.length) }, (_, index) => (first + index) * each.elementBytes),
    );
    if (each.space === 'shared') {
      const banks = new Map();
      for (const at of bytes) {
        const word = Math.floor(at / 4);
        banks.set(word & 31, (banks.get(word & 31) ?? new Set()).add(word));
      }
      const cycles = Math.max(...[...banks.values()].map((banked) => banked.size));
      facts.cycles = plural(cycles, 'pass', 'passes');
      facts.conflicts = cycles > 1 ? `${cycles} different words are in one bank` : 'no bank has a conflict';
      return element('li', {}, `${who} ${accessText(shown)}. ${filled(words.banks, facts)}.`);
    }
    const sectors = new Set(bytes.map((at) => Math.floor(at / SECTOR))).size;
    facts.sectors = plural(sectors, 'sector');
    facts.least = Math.ceil((new Set(bytes).size * each.elementBytes) / SECTOR);
    return element('li', { class: kind }, `${who} ${accessText(shown)}. ${filled(words.sectors, facts)}.`);
  });
  $('#requests').replaceChildren(
    ...(items.length > 0 ? [element('h3', {}, 'Accesses of this step'), element('ul', {}, ...items)] : []),
  );
}

function drawArrays(step, { cells }) {
  const now = memory.map(() => new Map());
  for (const access of isBarrier(step) ? [] : step[3]) {
    const [lane, kind, number, first, ...texts] = access;
    for (let index = 0; index < Math.max(1, texts.length); index++) {
      const here = now[number].get(first + index) ?? { lanes: [], kinds: new Set(), texts: [] };
      now[number].set(first + index, here);
      here.lanes.push(step[0] * LANES + lane);
      here.kinds.add(kind);
      here.texts.push(`Thread ${threadName(step[0] * LANES + lane)} ${accessText(access)}`);
    }
  }
  const order = { shared: 0, global: 1, variable: 2 };
  const shown = memory
    .map((each, number) => ({ each, number }))
    .sort((a, b) => order[a.each.space] - order[b.each.space] || now[b.number].size - now[a.number].size);
  $('#arrays').replaceChildren(...shown.map(({ each, number }) => arrayTable(each, cells[number], now[number])));
}

function arrayTable(each, values, now) {
  const count = countOf(each.extents);
  const width = each.extents.length > 1 ? each.extents.at(-1) : PART;
  const table = element('table');
  const size = each.extents.join(' × ');
  table.append(element('caption', {}, `${each.name} `, element('small', {}, `${each.space}, ${size}`)));
  const cell = (at) => {
    const here = now.get(at);
    const isOutside = at < 0 || at >= count;
    const kind = here ? (here.kinds.has('w') || here.kinds.has('a') ? 'store' : 'load') : '';
    const made = element(
      'td',
      {
        class: `${kind} ${isOutside ? 'outside' : ''}`.trim(),
        title: here ? here.texts.slice(0, 8).join('\n') : elementName(each, at),
      },
      values.get(at) ?? '·',
    );
    if (here) {
      const names = here.lanes
        .slice(0, 2)
        .map((thread) => threadName(thread))
        .join(' ');
      made.append(element('small', {}, `t ${names}${here.lanes.length > 2 ? '…' : ''}`));
    }
    return made;
  };
  const row = (from, to) => {
    const made = element('tr', {}, element('th', { scope: 'row' }, elementName(each, from)));
    for (let at = from; at < to; at++) made.append(cell(at));
    table.append(made);
  };
  if (count <= WHOLE) {
    for (let from = 0; from < count; from += width) row(from, Math.min(count, from + width));
  } else {
    const touched = now.size > 0 ? [...now.keys()] : [...values.keys()];
    const parts = [...new Set(touched.filter((at) => at >= 0 && at < count).map((at) => Math.floor(at / PART)))];
    for (const part of parts.sort((a, b) => a - b).slice(0, MOST_PARTS))
      row(part * PART, Math.min(count, (part + 1) * PART));
  }
  for (const at of [...now.keys()].filter((index) => index < 0 || index >= count).slice(0, LANES)) row(at, at + 1);
  return element('div', { class: 'array', role: 'region', tabindex: '0', 'aria-label': each.name }, table);
}

function sentence(step) {
  if (isBarrier(step))
    return filled(step[1] === 'grid' ? words.grid : words.barrier, { threads: plural(step[2], 'thread') });
  const [warp, place, mask] = step;
  let lanes = 0;
  for (let lane = 0; lane < LANES; lane++) lanes += isOn(mask, lane);
  const [, line, owner] = places[place];
  return filled(words.line, { line, function: owner, warp, lanes: plural(lanes, 'lane') });
}

/** The two ends of a race, or of another finding with two places, side by side. */
function drawPair() {
  const ends = [data.other, data.opened].filter(Boolean);
  if (!data.other) return;
  const cards = ends.map(({ step, thread }) => {
    const shown = steps[step];
    if (!shown || isBarrier(shown)) return '';
    const [file, line] = places[shown[1]];
    const source = rowOf([file, line]);
    const lane = thread % LANES;
    const list = shown[3].filter(([of]) => of === lane).map((access) => element('li', {}, accessText(access)));
    source?.classList.add('end');
    const button = element('button', { type: 'button' }, 'Show this step');
    button.addEventListener('click', () => {
      choose(thread);
      go(step);
    });
    return element(
      'article',
      {},
      element('h3', {}, `Thread ${threadName(thread)}, line ${line}`),
      element('pre', {}, element('code', {}, source?.textContent.replace(/^\s*\d+/, '').trim() ?? '')),
      element('ul', {}, ...list),
      button,
    );
  });
  $('#pair').replaceChildren(element('div', { class: 'pair', role: 'group', 'aria-label': 'Both accesses' }, ...cards));
}

// Moving --------------------------------------------------------------------------------------------------------------

function draw() {
  const step = steps[state.step];
  if (!step) return;
  const at = stopAt(state.step);
  const known = stateAfter(state.step, state.thread % LANES);
  drawSource(step);
  drawVariables(step, known);
  drawLanes(step);
  drawRequests(step);
  drawArrays(step, known);
  $('#now').textContent = sentence(step);
  $('#count').textContent = `Step ${at + 1} of ${stops.length}`;
  $('#slider').max = String(stops.length - 1);
  $('#slider').value = String(at);
  $('#slider').setAttribute('aria-valuetext', sentence(step));
  $('#thread').value = String(state.thread);
  $('#first').disabled = $('#back').disabled = at === 0;
  $('#last').disabled = $('#next').disabled = at >= stops.length - 1;
  history.replaceState(null, '', `#step=${state.step}`);
}

function go(step) {
  state.step = Math.max(0, Math.min(steps.length - 1, step));
  draw();
}

function move(by) {
  const at = Math.max(0, Math.min(stops.length - 1, stopAt(state.step) + by));
  go(stops[at]);
}

function choose(thread) {
  state.thread = thread;
  findStops();
  const step = steps[state.step];
  if (step && !isBarrier(step) && !stops.includes(state.step)) state.step = stops[stopAt(state.step)] ?? state.step;
  draw();
}

function fromAddress() {
  const [, number] = /^#step=(\d+)$/.exec(location.hash) ?? [];
  return number === undefined ? null : Number(number);
}

for (let thread = 0; thread < threads; thread++)
  $('#thread').append(element('option', { value: String(thread) }, threadName(thread)));
$('#first').addEventListener('click', () => go(stops[0]));
$('#back').addEventListener('click', () => move(-1));
$('#next').addEventListener('click', () => move(1));
$('#last').addEventListener('click', () => go(stops.at(-1)));
$('#slider').addEventListener('input', () => go(stops[Number($('#slider').value)]));
$('#thread').addEventListener('change', () => choose(Number($('#thread').value)));
$('#others').addEventListener('change', () => choose(state.thread));
if (data.isFinding) {
  $('#finding').hidden = false;
  $('#finding').addEventListener('click', () => {
    choose(data.opened.thread);
    go(data.opened.step);
  });
}
addEventListener('hashchange', () => {
  const step = fromAddress();
  if (step !== null && step !== state.step) go(step);
});
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|SELECT)$/.test(event.target.tagName)) return;
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -stops.length, End: stops.length }[event.key];
  if (by === undefined || event.target.closest?.('.scroll, .array')) return;
  event.preventDefault();
  move(by);
});
$('#stepper').hidden = false;
findStops();
drawPair();
go(fromAddress() ?? data.opened?.step ?? 0);
