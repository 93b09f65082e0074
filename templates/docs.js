// The search of the documentation: loads its index when the field is first used.
const form = document.querySelector('form.search');
const field = form.querySelector('input');
const list = form.querySelector('ol');
const status = form.querySelector('[role="status"]');
const MOST = 12;

let engine = null;
let loading = null;

function load() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${form.dataset.root}search-index.js`;
    script.addEventListener('load', () => {
      engine = globalThis.MiniSearch.loadJSON(globalThis.docsIndex, globalThis.docsOptions);
      resolve();
    });
    script.addEventListener('error', reject);
    document.head.append(script);
  });
  return loading;
}

function show() {
  const query = field.value.trim();
  const found = query === '' || engine === null ? [] : engine.search(query);
  list.replaceChildren(...found.slice(0, MOST).map(entry));
  list.hidden = found.length === 0;
  status.textContent = query === '' ? '' : found.length === 1 ? '1 place' : `${found.length} places`;
}

function entry({ id, page, heading, text }) {
  const link = document.createElement('a');
  link.href = `${form.dataset.root}${id}`;
  link.textContent = heading === '' ? page : `${page}: ${heading}`;
  const about = document.createElement('p');
  about.textContent = text;
  const item = document.createElement('li');
  item.className = 'place';
  item.append(link, about);
  return item;
}

field.addEventListener('focus', () => load().then(show));
field.addEventListener('input', () => load().then(show));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === 'Escape' && document.activeElement === field) {
    field.value = '';
    show();
  }
});
form.hidden = false;
