// The trace page's one script: shows the state after each step of a simulation. The state is made anew from the first
// step each time: a page holds some thousand steps, which takes less than a frame.
const { launches, arrays, steps, words } = JSON.parse(document.querySelector('#data').textContent);
const $ = (id) => document.querySelector(id);
const volume = ({ x, y, z }) => x * y * z;
const position = (number, { x, y }) => ({
  x: number % x,
  y: Math.floor(number / x) % y,
  z: Math.floor(number / x / y),
});
const show = (number, extents) => {
  const { x, y, z } = position(number, extents);
  return extents.z > 1 ? `(${x}, ${y}, ${z})` : extents.y > 1 ? `(${x}, ${y})` : String(x);
};
const sizes = ({ x, y, z }) => [x, ...(y > 1 || z > 1 ? [y] : []), ...(z > 1 ? [z] : [])].join(' × ');
const plural = (count, noun) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
const hasBarriers = steps.some(([kind]) => kind === 'barrier' || kind === 'wait');

// What the world is like after a step ---------------------------------------------------------------------------------

function stateAfter(last) {
  const state = { launch: 0, block: -1, thread: -1, kinds: new Map(), out: new Set(), passed: 0, arrived: 0 };
  state.values = arrays.map(({ values }) => values.slice());
  state.notes = [];
  let notes = new Map();
  for (let at = 0; at <= last; at++) {
    const [kind, one, two, three] = steps[at];
    const key = () => `${state.block}/${state.thread}`;
    if (kind === 'launch') {
      Object.assign(state, { launch: one, block: -1, thread: -1, passed: 0 });
      state.kinds.clear();
      state.out.clear();
    } else if (kind === 'block') {
      Object.assign(state, { block: one, thread: -1, passed: 0, arrived: 0, start: at });
      notes = new Map();
      arrays.forEach(({ space }, number) => {
        if (space === 'shared') state.values[number] = [];
      });
    } else if (kind === 'thread') {
      Object.assign(state, { thread: one, turn: at });
      state.kinds.set(key(), 'running');
    } else if (kind === 'watch' || kind === 'guard') {
      // A variable that is watched again has a new value.
      const mine = notes.get(state.thread) ?? new Map();
      if (kind === 'guard') mine.set(one || 'guard', { value: two ? 'yes' : 'no', guard: true });
      else for (const [name, value] of one) mine.set(name, { value });
      notes.set(state.thread, mine);
      if (kind === 'guard' && !two) state.out.add(key());
    } else if (kind === 'load' || kind === 'store') {
      state.values[one][two] = three;
    } else if (kind === 'wait') {
      state.kinds.set(key(), 'waiting');
      state.arrived++;
    } else if (kind === 'exit') {
      state.kinds.set(key(), 'done');
    } else if (kind === 'barrier') {
      state.passed++;
      state.arrived = 0;
    }
  }
  state.notes = notes.get(state.thread) ?? new Map();
  return state;
}

/** Where a thread has done what it does before the next barrier; where a barrier is met; where a block has ended. */
const STOPS = {
  access: () => true,
  thread: ([kind]) => !['block', 'thread', 'watch', 'guard', 'load', 'store'].includes(kind),
  barrier: ([kind]) => ['launch', 'barrier', 'block-end', 'end', 'error'].includes(kind),
  block: ([kind]) => ['launch', 'block-end', 'end', 'error'].includes(kind),
};

// Words ---------------------------------------------------------------------------------------------------------------

const AXES = [['element'], ['row', 'column'], ['plane', 'row', 'column']];

function sentence(at, state) {
  const [kind, one, two, three] = steps[at];
  const { grid, block, kernel } = launches[state.launch];
  const facts = { kernel, block: show(Math.max(0, state.block), grid), thread: show(Math.max(0, state.thread), block) };
  facts.threads = plural(volume(block), 'thread');
  let key = kind;
  if (kind === 'launch') {
    Object.assign(facts, {
      blocks: plural(volume(grid), 'block'),
      threads: `${sizes(block)} ${volume(block) === 1 ? 'thread' : 'threads'}`,
    });
  } else if (kind === 'thread' && two) key = 'resumed';
  else if (kind === 'watch') facts.values = one.map(([name, value]) => `${name} = ${value}`).join(', ');
  else if (kind === 'guard') {
    key = two ? 'inside' : 'outside';
    facts.condition = one;
  } else if (kind === 'load' || kind === 'store') {
    const { name, space, extents } = arrays[one];
    const index = unflatten(two, extents);
    // A shared array is addressed by row and column, global memory is flat.
    facts.element = name + (space === 'shared' ? index.map((i) => `[${i}]`).join('') : `[${two}]`);
    const axes = AXES[extents.length - 1];
    const flat = space === 'global' && extents.length > 1 && axes;
    facts.position = flat ? ` (${index.map((i, axis) => `${axes[axis]} ${i}`).join(', ')})` : '';
    Object.assign(facts, { space, value: three });
  } else if (kind === 'wait') facts.arrived = state.arrived;
  else if (kind === 'barrier') facts.what = one ? ` “${one}”` : '';
  else if (kind === 'end') Object.assign(facts, { blocks: plural(one, 'block'), threads: plural(two, 'thread') });
  else if (kind === 'error') facts.message = one;
  return words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? '');
}

function unflatten(flat, extents) {
  let left = flat;
  const index = [];
  for (const extent of extents.toReversed()) {
    index.unshift(left % extent);
    left = Math.floor(left / extent);
  }
  return index;
}

// Drawing -------------------------------------------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function svg(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Layers of a third dimension lie below each other. */
const across = ({ x }) => x;
const down = ({ y, z }) => y * z;
const place = (number, { x }) => [number % x, Math.floor(number / x)];
const HATCH = 6;
const MOST_CELLS = 2048;

/** The squares of a block's threads; a click goes to where that thread begins. */
function threadCells(state, number, size, left, top, into) {
  const { block } = launches[state.launch];
  for (let thread = 0; thread < volume(block); thread++) {
    const key = `${number}/${thread}`;
    const [column, row] = place(thread, block);
    const box = { x: left + column * size, y: top + row * size, width: size, height: size };
    into.append(
      svg('rect', {
        ...box,
        class: `cell target ${state.kinds.get(key) ?? ''}`,
        'data-block': number,
        'data-thread': thread,
      }),
    );
    if (state.out.has(key)) into.append(svg('rect', { ...box, class: 'left' }));
  }
}

function drawGrid(state) {
  const { grid, block } = launches[state.launch];
  const fine = volume(grid) * volume(block) <= MOST_CELLS;
  const columns = across(grid) * across(block);
  const rows = down(grid) * down(block);
  const size = Math.max(0.05, Math.min(16, 376 / columns, 300 / rows));
  const [width, height] = [across(block) * size, down(block) * size];
  const canvas = svg('svg', {
    viewBox: `-2 -2 ${columns * size + 4} ${rows * size + 4}`,
    width: columns * size + 4,
    height: rows * size + 4,
    role: 'img',
  });
  const frames = [];
  for (let number = 0; number < volume(grid); number++) {
    const [column, row] = place(number, grid);
    const [left, top] = [column * width, row * height];
    if (fine) threadCells(state, number, size, left, top, canvas);
    const began = state.kinds.has(`${number}/0`);
    const kind = number === state.block ? 'running' : began ? 'done' : '';
    const box = { x: left, y: top, width, height };
    if (!fine) canvas.append(svg('rect', { ...box, class: `cell target ${kind}`, 'data-block': number }));
    const frame = svg('rect', { ...box, class: `frame${number === state.block ? ' here' : ''}` });
    if (number === state.block) frames.push(frame);
    else frames.unshift(frame);
  }
  canvas.append(...frames);
  const text = `Grid: ${sizes(grid)} ${volume(grid) === 1 ? 'block' : 'blocks'} of ${sizes(block)} ${volume(block) === 1 ? 'thread' : 'threads'}`;
  canvas.setAttribute('aria-label', state.block < 0 ? text : `${text}. Block ${show(state.block, grid)} runs.`);
  $('#grid').replaceChildren(element('figcaption', {}, text), canvas);
}

function drawBlock(state) {
  const { grid, block } = launches[state.launch];
  $('#block').hidden = state.block < 0;
  if (state.block < 0) return;
  const size = Math.max(4, Math.min(44, 376 / across(block), 330 / down(block)));
  const [width, height] = [across(block) * size, down(block) * size];
  const canvas = svg('svg', {
    viewBox: `-2 -2 ${width + 4} ${height + 4}`,
    width: width + 4,
    height: height + 4,
    role: 'img',
  });
  threadCells(state, state.block, size, 0, 0, canvas);
  const labels = size >= (block.z > 1 ? 40 : block.y > 1 ? 30 : 18);
  for (let thread = 0; labels && thread < volume(block); thread++) {
    const [column, row] = place(thread, block);
    const middle = { x: (column + 0.5) * size, y: (row + 0.5) * size };
    canvas.append(
      svg(
        'text',
        { ...middle, class: thread === state.thread ? 'bold' : '' },
        show(thread, block).replace(/[() ]/g, ''),
      ),
    );
  }
  if (state.thread >= 0) {
    const [column, row] = place(state.thread, block);
    canvas.append(svg('rect', { x: column * size, y: row * size, width: size, height: size, class: 'frame here' }));
  }
  const tally = { running: 0, waiting: 0, done: 0 };
  for (let thread = 0; thread < volume(block); thread++) {
    const kind = state.kinds.get(`${state.block}/${thread}`);
    if (kind) tally[kind]++;
  }
  const begun = tally.running + tally.waiting + tally.done;
  const out = [...state.out].filter((key) => key.startsWith(`${state.block}/`)).length;
  const counts = [
    [tally.running, 'running'],
    [tally.waiting, 'waiting'],
    [tally.done, 'done'],
    [volume(block) - begun, 'to begin'],
    [out, 'left out'],
  ].flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  const text = `Block ${show(state.block, grid)}`;
  canvas.setAttribute('aria-label', `${text}: ${counts.join(', ')}`);
  $('#block').replaceChildren(element('figcaption', {}, text, ' ', element('small', {}, counts.join(', '))), canvas);
}

/** What thread and block know of themselves, then what the kernel works out. */
function drawThread(state) {
  const { grid, block } = launches[state.launch];
  if (state.thread < 0) {
    $('#thread').replaceChildren();
    return;
  }
  const body = element('tbody');
  const row = (name, value, kind = '') =>
    body.append(element('tr', { class: kind }, element('th', { scope: 'row' }, name), element('td', {}, value)));
  const axes = (name, number, extents) => {
    const at = position(number, extents);
    row(`${name}.x`, at.x);
    if (extents.y > 1 || extents.z > 1) row(`${name}.y`, at.y);
    if (extents.z > 1) row(`${name}.z`, at.z);
  };
  axes('blockIdx', state.block, grid);
  axes('threadIdx', state.thread, block);
  for (const [name, { value, guard }] of state.notes) row(guard ? `${name}?` : name, value, guard ? value : '');
  const caption = element('caption', {}, `Thread ${show(state.thread, block)} knows`);
  $('#thread').replaceChildren(element('table', { class: 'variables' }, caption, body));
}

const MOST_PHASES = 9;

/** The block's time, cut by its barriers. */
function drawPhases(at, state) {
  const starts = [];
  if (hasBarriers && state.block >= 0) {
    starts.push({ from: state.start, what: '' });
    for (
      let next = state.start + 1;
      next < steps.length && !['block', 'block-end', 'end'].includes(steps[next][0]);
      next++
    ) {
      if (steps[next][0] === 'barrier') starts.push({ from: next, what: steps[next][1] });
    }
  }
  const box = $('#phases');
  if (starts.length < 2) {
    box.replaceChildren();
    return;
  }
  const title = element(
    'p',
    { class: 'phases-title' },
    `Phase ${state.passed + 1} of ${starts.length}`,
    element('small', {}, ', divided by barriers'),
  );
  if (starts.length > MOST_PHASES) {
    box.replaceChildren(title);
    return;
  }
  const items = starts.flatMap(({ from, what }, number) => {
    const button = element('button', { type: 'button', 'aria-label': `Go to phase ${number + 1}` }, String(number + 1));
    if (number === state.passed) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(from));
    const meet = element('li', { class: `meet${from <= at ? ' passed' : ''}` }, what || 'barrier');
    return number === 0 ? [element('li', {}, button)] : [meet, element('li', {}, button)];
  });
  box.replaceChildren(title, element('ol', { class: 'phases' }, ...items));
}

/** An array of more rows or columns is seen through a window that follows what is loaded and stored. */
const WHOLE = 12;
const FOLD = 10;
const phone = matchMedia('(max-width: 40rem)');
/** Where the window of a large array was left. */
const windows = new Map();

function drawArrays(at, state) {
  const [kind, number, flat] = steps[at];
  const now = kind === 'load' || kind === 'store' ? { kind, number, flat } : null;
  const touched = new Map();
  if (state.thread >= 0 && !['block', 'block-end', 'barrier', 'end'].includes(kind)) {
    for (let before = state.turn; before < at; before++) {
      const [what, array, index] = steps[before];
      if (what === 'load' || what === 'store') touched.set(`${array}/${index}`, what);
    }
  }
  const tables = { global: [], shared: [] };
  arrays.forEach((array, index) => {
    const focus = now?.number === index ? now.flat : null;
    tables[array.space].push(drawArray(array, index, state.values[index], focus, now?.kind, touched));
  });
  $('#global').replaceChildren(...tables.global);
  const heading = element('h3', {}, 'Shared memory of this block ', element('small', {}, 'seen by its threads only'));
  $('#shared').replaceChildren(...(tables.shared.length > 0 ? [heading, ...tables.shared] : []));
}

function drawArray({ name, space, role, extents }, number, values, focus, kind, touched) {
  // A row of numbers is folded; planes lie below each other.
  const size = extents.reduce((product, extent) => product * extent, 1);
  const flat = extents.length === 1;
  const columns = flat ? Math.min(FOLD, size) : extents.at(-1);
  const rows = Math.ceil(size / columns);
  const perPlane = extents.length > 2 ? extents.at(-2) : rows;
  const narrow = phone.matches && columns > 7 && !flat;
  const shownColumns = columns <= WHOLE && !narrow ? columns : 6;
  const shownRows = rows <= 3 * WHOLE && perPlane <= WHOLE ? rows : Math.min(rows, 8);
  const view = windows.get(number) ?? { row: 0, column: 0 };
  if (focus !== null) {
    view.row = slide(view.row, Math.floor(focus / columns), shownRows, rows);
    view.column = slide(view.column, focus % columns, shownColumns, columns);
  }
  windows.set(number, view);
  const head = element('tr', {}, element('th', { 'aria-hidden': 'true' }));
  for (let column = view.column; column < view.column + shownColumns; column++) {
    head.append(element('th', { scope: 'col' }, flat ? `+${column}` : String(column)));
  }
  const body = element('tbody');
  for (let row = view.row; row < view.row + shownRows; row++) {
    const start = row * columns;
    const label = flat
      ? String(start)
      : perPlane < rows
        ? `${Math.floor(row / perPlane)}, ${row % perPlane}`
        : String(row);
    const line = element(
      'tr',
      { class: row > view.row && row % perPlane === 0 ? 'plane' : '' },
      element('th', { scope: 'row' }, label),
    );
    for (let column = view.column; column < view.column + shownColumns && start + column < size; column++) {
      const at = start + column;
      const marked = at === focus ? kind : touched.has(`${number}/${at}`) ? 'touched' : '';
      line.append(element('td', marked ? { class: marked } : {}, values[at] ?? '·'));
    }
    body.append(line);
  }
  const part = shownColumns < columns || shownRows < rows ? ', a part of it' : '';
  const what = space === 'shared' ? '' : { input: 'input', output: 'output', other: 'global memory' }[role];
  const shape = space === 'shared' ? extents.map((extent) => `[${extent}]`).join('') : '';
  const dims = space === 'shared' ? '' : `, ${extents.join(' × ')}`;
  const caption = element(
    'caption',
    {},
    `${name}${shape} `,
    element('small', {}, `${what}${dims}${part}`.replace(/^, /, '')),
  );
  const table = element('table', {}, caption, element('thead', {}, head), body);
  return element('div', { class: 'array', tabindex: '0', role: 'region', 'aria-label': `Array ${name}` }, table);
}

/** The start of a window of `shown` of `all` that holds `wanted` and moves only where it must. */
function slide(start, wanted, shown, all) {
  const width = Math.min(shown, all);
  if (wanted >= start && wanted < start + width) return start;
  return Math.max(0, Math.min(all - width, wanted - Math.floor(width / 2)));
}

// Stepping ------------------------------------------------------------------------------------------------------------

let current = 0;
let timer = null;

function go(step) {
  current = Math.max(0, Math.min(steps.length - 1, step));
  const state = stateAfter(current);
  const said = sentence(current, state);
  const [kind, , inside] = steps[current];
  const now = $('#now');
  now.textContent = said;
  now.className = kind === 'guard' ? (inside ? 'inside' : 'outside') : kind;
  $('#count').textContent = `Step ${(current + 1).toLocaleString('en-US')} of ${steps.length.toLocaleString('en-US')}`;
  $('#slider').value = String(current);
  $('#slider').setAttribute('aria-valuetext', `Step ${current + 1}: ${said}`);
  for (const id of ['#first', '#back']) $(id).disabled = current === 0;
  for (const id of ['#next', '#last']) $(id).disabled = current === steps.length - 1;
  drawGrid(state);
  drawBlock(state);
  drawPhases(current, state);
  drawThread(state);
  drawArrays(current, state);
}

/** The next step, or the one before, at which the chosen pace stops. */
function stopFrom(direction) {
  const isStop = STOPS[$('#by').value];
  let step = current + direction;
  while (step > 0 && step < steps.length - 1 && !isStop(steps[step])) step += direction;
  return step;
}

function play(on) {
  clearInterval(timer);
  timer = null;
  if (on) {
    if (current === steps.length - 1) go(0);
    timer = setInterval(
      () => {
        go(stopFrom(1));
        if (current === steps.length - 1) play(false);
      },
      Number($('#speed').value),
    );
  }
  $('#play').textContent = on ? '❚❚ Pause' : '▶ Play';
  // A sentence a second is too much to be read out.
  $('#now').setAttribute('aria-live', on ? 'off' : 'polite');
}

const actions = {
  '#first': () => go(0),
  '#back': () => go(stopFrom(-1)),
  '#next': () => go(stopFrom(1)),
  '#last': () => go(steps.length - 1),
};
for (const [id, act] of Object.entries(actions)) {
  $(id).addEventListener('click', () => {
    play(false);
    act();
  });
}
$('#play').addEventListener('click', () => play(timer === null));
$('#speed').addEventListener('change', () => play(timer !== null));
$('#slider').max = String(steps.length - 1);
$('#slider').addEventListener('input', ({ target }) => {
  play(false);
  go(Number(target.value));
});
for (const id of ['#grid', '#block']) {
  $(id).addEventListener('click', ({ target }) => {
    const { block, thread } = target.dataset;
    if (block === undefined) return;
    let launch = -1;
    let here = -1;
    const { launch: wanted } = stateAfter(current);
    const step = steps.findIndex(([kind, number]) => {
      if (kind === 'launch') launch++;
      if (kind === 'block') here = number;
      const there = launch === wanted && here === Number(block);
      return there && (thread === undefined ? kind === 'block' : kind === 'thread' && number === Number(thread));
    });
    if (step < 0) return;
    play(false);
    go(step);
  });
}

const KEYS = { ArrowRight: '#next', ArrowLeft: '#back', Home: '#first', End: '#last' };
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  // What has keys of its own keeps them: lists, the slider, parts that scroll, and buttons the space bar.
  const inside = event.target instanceof Element ? event.target : document.body;
  if (inside.closest('select, input') || (inside.closest('.array, .scroll') && event.key !== ' ')) return;
  if (event.key === ' ' && !inside.closest('button, .scroll')) play(timer === null);
  else if (event.key in KEYS) actions[KEYS[event.key]]();
  else return;
  event.preventDefault();
});

for (const item of document.querySelectorAll('.if-barriers')) item.hidden = !hasBarriers;
document.body.append(
  svg(
    'svg',
    { width: 0, height: 0, 'aria-hidden': 'true', class: 'patterns' },
    svg(
      'defs',
      {},
      svg(
        'pattern',
        { id: 'hatch', width: HATCH, height: HATCH, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
        svg('rect', { width: HATCH, height: HATCH }),
        svg('path', { d: `M0 0V${HATCH}` }),
      ),
    ),
  ),
);
if (steps.length > 0) {
  $('#stepper').hidden = false;
  go(0);
}
