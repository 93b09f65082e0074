// Makes the drawings of launches explorable: block and thread under the pointer, zoom, arrow keys. Nothing else of the
// page needs it.
for (const figure of document.querySelectorAll('figure[data-ruler]')) {
  const svg = figure.querySelector('svg');
  const { x, y, turned, flat, marks } = JSON.parse(figure.dataset.ruler);
  const words = JSON.parse(figure.parentElement.dataset.words);
  const axis = ([data, threads, block, from, to, step, unit]) => ({ data, threads, block, from, to, step, unit });
  const across = axis(x);
  const down = axis(y);
  const whole = svg.getAttribute('viewBox').split(' ').map(Number);
  const most = Math.max(1, Math.min(4096, Math.max(across.to - across.from, down.to - down.from) / 4));
  let view = [...whole];
  /** The element that is looked at. */
  let at = [across.from, down.from];

  const make = (name, attributes, text = '') => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
  };
  const shape = (name, kind) => {
    const made = document.createElementNS(svg.namespaceURI, name);
    made.setAttribute('class', kind);
    svg.append(made);
    return made;
  };
  const fine = shape('path', 'threads');
  const cursor = shape('rect', 'cursor');
  cursor.setAttribute('visibility', 'hidden');

  const stage = make('div', { class: 'stage', tabindex: '0', role: 'application', 'aria-label': words.explore });
  svg.replaceWith(stage);
  stage.append(svg);
  const readout = make('p', { class: 'readout', role: 'status' }, figure.previousElementSibling ? '' : words.usage);
  const tools = make('div', { class: 'tools' });
  const button = (sign, label, act) => {
    const made = make('button', { type: 'button', 'aria-label': label, title: label }, sign);
    made.addEventListener('click', act);
    tools.append(made);
  };
  button('+', words.bigger, () => zoom(2));
  button('\u2212', words.smaller, () => zoom(0.5));
  button('\u2922', words.whole, () => show(whole));
  stage.after(tools, readout);

  /** Lines between threads, and between all blocks, where they have room. */
  function drawFine() {
    const lines = (of, start, length) => {
      const first = Math.max(of.from, of.from + Math.floor(start / of.unit));
      const last = Math.min(of.to, of.threads, of.from + Math.ceil((start + length) / of.unit));
      const count = last - first;
      const each = count <= 64 ? 1 : count / of.block <= 96 ? of.block : 0;
      if (each === 0) return [];
      const begin = Math.ceil(first / each) * each;
      return Array.from({ length: Math.max(0, Math.floor((last - begin) / each) + 1) }, (_, i) => begin + i * each);
    };
    const [left, top, width, height] = view;
    const bottom = (Math.min(down.to, down.threads) - down.from) * down.unit;
    const right = (Math.min(across.to, across.threads) - across.from) * across.unit;
    const isWhole = width === whole[2];
    fine.setAttribute(
      'd',
      isWhole
        ? ''
        : [
            ...lines(across, left, width).map((line) => `M${(line - across.from) * across.unit} 0V${bottom}`),
            ...lines(down, top, height).map((line) => `M0 ${(line - down.from) * down.unit}H${right}`),
          ].join(''),
    );
  }

  function show(wanted) {
    const width = Math.min(whole[2], Math.max(whole[2] / most, wanted[2]));
    const height = (width / whole[2]) * whole[3];
    const inside = (start, length, of) => Math.min(whole[of] + whole[of + 2] - length, Math.max(whole[of], start));
    view = [inside(wanted[0], width, 0), inside(wanted[1], height, 1), width, height];
    svg.setAttribute('viewBox', view.join(' '));
    drawFine();
  }

  /** Around a point of the drawing, which stays where it is. */
  function zoom(factor, point) {
    const middle =
      point ??
      (cursor.getAttribute('visibility') === 'hidden'
        ? [view[0] + view[2] / 2, view[1] + view[3] / 2]
        : [(at[0] + 0.5 - across.from) * across.unit, (at[1] + 0.5 - down.from) * down.unit]);
    const part = [(middle[0] - view[0]) / view[2], (middle[1] - view[1]) / view[3]];
    const [width, height] = [view[2] / factor, view[3] / factor];
    show([middle[0] - part[0] * width, middle[1] - part[1] * height, width, height]);
  }

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const number = (value) => value.toLocaleString('en-US');
  const pair = (a, b) => (flat ? number(a) : turned ? `(${number(b)}, ${number(a)})` : `(${number(a)}, ${number(b)})`);

  function tell() {
    const [column, row] = at;
    const place = fill(flat ? words.element : words.place, { row: number(row), column: number(column) });
    const block = pair(Math.floor(column / across.block), Math.floor(row / down.block));
    const thread = pair(column % across.block, row % down.block);
    const isData = column < across.data && row < down.data;
    const isThread = column < across.threads && row < down.threads;
    const text = isThread
      ? fill(isData ? words.thread : words.outside, { block, thread, place })
      : fill(words.none, { place });
    const columns = Math.ceil(
      (Math.min(across.data, across.threads, across.to) - across.from) / (across.step * across.block),
    );
    const cell =
      Math.floor((row - down.from) / (down.step * down.block)) * columns +
      Math.floor((column - across.from) / (across.step * across.block));
    const bits = isThread && isData ? Number(marks[cell] ?? 0) : 0;
    const seen = [...(bits & 1 ? [words.wrong] : []), ...(bits & 2 ? [words.unwritten] : [])];
    readout.textContent = `${[text, ...seen].join('; ')}.`;
    // The block of the place.
    const start = (of, value) => Math.max(of.from, Math.floor(value / of.block) * of.block);
    const end = (of, value) => Math.min(of.to, (Math.floor(value / of.block) + 1) * of.block);
    const fits = isThread
      ? [start(across, column), end(across, column), start(down, row), end(down, row)]
      : [column, column + 1, row, row + 1];
    cursor.setAttribute('x', (fits[0] - across.from) * across.unit);
    cursor.setAttribute('y', (fits[2] - down.from) * down.unit);
    cursor.setAttribute('width', (fits[1] - fits[0]) * across.unit);
    cursor.setAttribute('height', (fits[3] - fits[2]) * down.unit);
    cursor.setAttribute('visibility', 'visible');
  }

  function pointOf(event) {
    const box = svg.getBoundingClientRect();
    return [
      view[0] + ((event.clientX - box.left) / box.width) * view[2],
      view[1] + ((event.clientY - box.top) / box.height) * view[3],
    ];
  }

  const clip = (value, of) => Math.min(of.to - 1, Math.max(of.from, value));
  function look(event) {
    const [left, top] = pointOf(event);
    at = [
      clip(Math.floor(across.from + left / across.unit), across),
      clip(Math.floor(down.from + top / down.unit), down),
    ];
    tell();
  }
  svg.addEventListener('pointermove', look);
  svg.addEventListener('pointerdown', look);
  // The wheel scrolls the page until the drawing was chosen.
  stage.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && document.activeElement !== stage) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.5 : 1 / 1.5, pointOf(event));
    },
    { passive: false },
  );
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (steps) {
      // By blocks; by threads once they are drawn.
      const close = view[2] / across.unit <= 64;
      const move = (value, of, step) => clip(value + step * (close ? 1 : of.block), of);
      at = [move(at[0], across, steps[0]), move(at[1], down, steps[1])];
      tell();
      const middle = [(at[0] + 0.5 - across.from) * across.unit, (at[1] + 0.5 - down.from) * down.unit];
      const hidden = middle.some((value, of) => value < view[of] || value > view[of] + view[of + 2]);
      if (hidden) show([middle[0] - view[2] / 2, middle[1] - view[3] / 2, view[2], view[3]]);
    } else if (event.key === '+' || event.key === '=') zoom(2);
    else if (event.key === '-') zoom(0.5);
    else if (event.key === '0') show(whole);
    else return;
    event.preventDefault();
  });
  stage.addEventListener('focus', () => {
    if (cursor.getAttribute('visibility') === 'hidden') tell();
  });
}
