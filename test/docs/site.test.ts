import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import MiniSearch, { type Options } from 'minisearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../grader/platform/root.ts';
import { RULES } from '../../grader/result/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-site-'));
const page = (path: string): string => readFileSync(join(folder, path), 'utf8');
let paths: string[] = [];
/** Loads the search as a page does. */
const search = (): MiniSearch => {
  const context: { docsIndex?: string; docsOptions?: Options; globalThis?: unknown } = {};
  context.globalThis = context;
  runInNewContext(page('search-index.js'), context);
  return MiniSearch.loadJSON(context.docsIndex ?? '', context.docsOptions ?? { fields: [] });
};
beforeAll(() => {
  const built = spawnSync(process.execPath, [join(packageRoot, 'scripts', 'docs.mjs'), folder], { encoding: 'utf8' });
  expect(built.stderr).toMatch(/\d+ pages in/);
  expect(built.status).toBe(0);
  paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run docs', () => {
  it('makes a page of each guide, rule, reference, measurement and handout', () => {
    const wanted = [
      'index.html',
      'ta-guide.html',
      'reference/assignment.html',
      'exercises/matmul-tiled.html',
      'rules/index.html',
      ...Object.keys(RULES).map((rule) => `rules/${rule}.html`),
    ];
    expect(paths.map((path) => path.replaceAll('\\', '/'))).toEqual(expect.arrayContaining(wanted));
  });

  it('has links that lead somewhere, with no site to look them up on', () => {
    for (const path of paths) {
      for (const [, link = ''] of page(path).matchAll(/ (?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(link)) continue;
        const [file = '', anchor] = link.split('#');
        const to = file === '' ? path : join(dirname(path), decodeURI(file));
        expect(existsSync(join(folder, to)), `${path}: ${link}`).toBe(true);
        if (anchor) expect(page(to), `${path}: ${link}`).toContain(` id="${anchor}"`);
      }
    }
  });

  it('loads nothing from a network, and runs its search only', () => {
    for (const path of paths) {
      expect(page(path)).toContain(`Content-Security-Policy" content="default-src 'none';`);
      expect(page(path)).not.toMatch(/<link|src="http/);
      expect(page(path).match(/<script[^>]*>/g)).toEqual(['<script>']);
    }
  });

  it.each([
    ['shared-race', 'rules/shared-race.html'],
    ['barrier diverg', 'rules/barrier-divergence.html'],
    ['loadAssignment', 'api.html'],
    ['systems other distributions', 'systems.html'],
  ])('finds "%s" first on %s', (query, first) => {
    const found: string[] = search()
      .search(query)
      .map(({ id }: { id: string }) => id);
    expect(found[0]?.split('#')[0]).toBe(first);
  });

  it('finds only places that there are', () => {
    const places: string[] = search()
      .search('thread')
      .map(({ id }: { id: string }) => id);
    expect(places.length).toBeGreaterThan(50);
    for (const place of places) {
      const [path = '', anchor] = place.split('#');
      expect(page(path), place).toContain(anchor === undefined ? '<h1' : ` id="${anchor}"`);
    }
  });

  it('shows where one is in the sidebar, and colours code', () => {
    const text = page('rules/shared-race.html');
    expect(text).toMatch(/<details open>\s*<summary>Rules<\/summary>/);
    expect(text).toContain('<a href="shared-race.html" aria-current="page">shared-race</a>');
    expect(text).toContain('<span class="hljs-keyword">__global__</span>');
  });
});
