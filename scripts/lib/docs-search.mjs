// The index of the documentation's search: a place per heading.
import { readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { licensesOf } from './licenses.mjs';
import { at } from './project.mjs';

const EXCERPT = 160;

/** The options of the index. `docs.js` loads it with the same ones. */
export const OPTIONS = {
  fields: ['page', 'heading', 'words'],
  storeFields: ['page', 'heading', 'text'],
  searchOptions: { boost: { page: 6, heading: 3 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};

/**
 * Returns the places of a page: its beginning, and each part with a heading of its own.
 * @param {{ path: string, title: string, html: string }} page - `html` has ids in its headings
 * @param {(html: string) => string} plain - makes text of HTML
 */
export function placesOf({ path, title, html }, plain) {
  return html.split(/(?=<h[23] id=")/).flatMap((part) => {
    const [whole = '', anchor, heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/.exec(part) ?? [];
    const body = part.slice(whole.length).replace(/^<h1[^>]*>.*?<\/h1>/, '');
    const words = plain(body.replaceAll(/<\/(p|li|td|th|h\d|pre|tr)>/g, ' '))
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (anchor === undefined && words === '') return [];
    const text = words.length > EXCERPT ? `${words.slice(0, EXCERPT).replace(/\s\S*$/, '')} …` : words;
    return { id: anchor === undefined ? path : `${path}#${anchor}`, page: title, heading: plain(heading), words, text };
  });
}

/** Returns a script that holds MiniSearch and the index of the places. */
export function searchScript(places) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(places);
  const engine = readFileSync(at('node_modules', 'minisearch', 'dist', 'umd', 'index.js'), 'utf8');
  return `/*\n${licensesOf(['node_modules/minisearch'])}*/
${engine.replace(/^\/\/# sourceMappingURL.*$/m, '')}
globalThis.docsOptions = ${JSON.stringify(OPTIONS)};
globalThis.docsIndex = ${JSON.stringify(JSON.stringify(index))};
`;
}
