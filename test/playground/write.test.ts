import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlaygroundAssignment } from '../../grader/playground/assignment.ts';
import { assertPlaygroundFolder, writePlayground } from '../../grader/playground/index.ts';
import type { Pack, Site } from '../../grader/playground/site.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

const root = mkdtempSync(join(tmpdir(), 'playground-write-'));
const folder = join(root, 'site');
let site: Site;

/** What the page is given. */
function readSite(): Site {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return JSON.parse(/<script type="application\/json" id="site">(.*?)<\/script>/.exec(page)?.[1] ?? '') as Site;
}

const unpacked = (url: string): string => gunzipSync(readFileSync(join(folder, url))).toString('utf8');

beforeAll(async () => {
  await writePlayground({ assignments: [resolveAssignment('vector-add')], folder, force: false });
  site = readSite();
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the site', () => {
  it('holds every named file of the page and its worker, with its size', () => {
    const { engine, assignments, app } = site;
    const named = [engine.pack, ...Object.values(engine.files), ...assignments.map(({ file }) => file)];
    for (const { url, bytes } of [...named, ...engine.optional.flatMap(({ files }) => Object.values(files))]) {
      expect(readFileSync(join(folder, url)).length, url).toBe(bytes);
    }
    for (const script of ['page.js', 'grading.js', 'compile/worker.js', 'host/worker.js', 'playground.css']) {
      expect(existsSync(join(folder, app, script)), script).toBe(true);
    }
    const listed = JSON.parse(readFileSync(join(folder, 'playground.json'), 'utf8')) as { files: string[] };
    const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(listed.files).toHaveLength(all.length);
  });

  it('gives a page that runs nothing but its own scripts', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
    expect(page).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:\/\//);
  });

  it('has starter, handout, references and simulator, and no submission', () => {
    const text = unpacked(site.assignments[0]?.file.url ?? '');
    const { starter, handout, files, simulator, fileName } = JSON.parse(text) as PlaygroundAssignment;
    const { folder: home } = resolveAssignment('vector-add');
    expect(starter).toBe(readFileSync(join(home, 'starter.cu'), 'utf8'));
    expect(handout).toBe(readFileSync(join(home, 'handout.md'), 'utf8'));
    expect(fileName).toBe('vector-add.cu');
    const paths = Object.keys(files);
    expect(paths).toContain('reference/manifest.json');
    expect(paths).toContain('baseline.cu');
    expect(paths.filter((path) => path.startsWith('submissions/'))).toEqual([]);
    expect(simulator).toMatch(/^assignments\/vector-add\.simulator\.\w+\.js$/);
    expect(existsSync(join(folder, simulator ?? ''))).toBe(true);
    for (const kind of ['accepted', 'rejected']) {
      for (const name of readdirSync(join(home, 'submissions', kind))) {
        expect(text).not.toContain(JSON.stringify(readFileSync(join(home, 'submissions', kind, name), 'utf8')));
      }
    }
  });

  it('leaves out precompiled headers that no exercise here needs', () => {
    const names = site.engine.optional.flatMap(({ files }) => Object.keys(files));
    expect(names).toEqual(['std-device.pch', 'std-host.pch']);
    const pack = JSON.parse(unpacked(site.engine.pack.url)) as Pack;
    const manifest = Buffer.from(pack['manifest.json'] ?? '', 'base64').toString('utf8');
    expect(manifest).toContain('std-device.pch');
    expect(manifest).not.toContain('torch-device.pch');
  });

  it('needs nothing of Node in the browser', () => {
    const scripts = readdirSync(join(folder, site.app), { recursive: true, encoding: 'utf8' });
    for (const name of scripts.filter((path) => path.endsWith('.js') && path !== 'binaryen.js')) {
      const text = readFileSync(join(folder, site.app, name), 'utf8');
      expect(/from\s*"node:|import\(\s*"node:|require\("node:/.exec(text)?.[0] ?? null, name).toBeNull();
    }
  });

  it('is written again over an older one, of which nothing is left', async () => {
    const stale = join(folder, 'assignments', 'old.bin');
    writeFileSync(stale, 'old');
    const list = JSON.parse(readFileSync(join(folder, 'playground.json'), 'utf8')) as { files: string[] };
    list.files.push('assignments/old.bin', '../outside');
    writeFileSync(join(folder, 'playground.json'), JSON.stringify(list));
    writeFileSync(join(root, 'outside'), 'mine');
    await writePlayground({ assignments: [resolveAssignment('grayscale-2d')], folder, force: false });
    expect(existsSync(stale)).toBe(false);
    expect(readFileSync(join(root, 'outside'), 'utf8')).toBe('mine');
    expect(readSite().assignments.map(({ id }) => id)).toEqual(['grayscale-2d']);
    expect(readdirSync(join(folder, 'assignments'))).toHaveLength(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  }, 120_000);
});

describe('assertPlaygroundFolder', () => {
  it('rejects a folder with other files, unless it is forced', () => {
    const other = join(root, 'other');
    mkdirSync(other);
    assertPlaygroundFolder(other, false);
    writeFileSync(join(other, 'thesis.tex'), '');
    expect(() => assertPlaygroundFolder(other, false)).toThrow(/holds other files \(thesis\.tex\).*--force/);
    expect(() => assertPlaygroundFolder(other, true)).not.toThrow();
    expect(() => assertPlaygroundFolder(join(other, 'thesis.tex'), true)).toThrow(/is a file/);
  });
});
