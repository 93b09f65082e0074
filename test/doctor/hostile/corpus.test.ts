import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GROUPS, loadCorpus } from '../../../grader/doctor/index.ts';
import { DEFAULT_RUBRIC } from '../../../grader/judge/score/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';

const places = { SECRET_FILE: '/a/secret', OUTSIDE: '/a/outside', PORT: '4242', TOKEN: 'token' };
const folder = mkdtempSync(join(tmpdir(), 'grade-corpus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the corpus', () => {
  const { cases, honest } = loadCorpus();

  it('has every source that lies there, and every group', () => {
    for (const group of GROUPS) {
      const files = readdirSync(join(packageRoot, 'test', 'hostile', group)).map(
        (file) => `${group}/${file.slice(0, -3)}`,
      );
      const known = new Set(cases.map(({ id }) => id));
      expect(files.filter((id) => !known.has(id) && id !== 'compiling/honest')).toEqual([]);
      expect(cases.filter((each) => each.group === group).length).toBeGreaterThan(20);
    }
  });

  it('names existing cases and assignments, and only points that they have', () => {
    for (const each of [...cases, { ...honest, expect: { points: 0 } }]) {
      const { spec } = resolveAssignment(each.assignment);
      const names = spec.cases.map(({ name }) => name);
      for (const name of each.cases ?? []) expect(names).toContain(name);
      const points = Object.values({ ...DEFAULT_RUBRIC, ...spec.rubric }).reduce((sum, each) => sum + each, 0);
      expect(each.expect.points).toBeLessThan(points);
    }
  });

  it('fills in places, and leaves none open', () => {
    for (const each of cases) expect(new TextDecoder().decode(each.bytes(places))).not.toMatch(/@[A-Z_]{4,}@/);
    const secret = cases.find(({ name }) => name === 'include-secret');
    expect(new TextDecoder().decode(secret?.bytes(places))).toContain('#include "/a/secret"');
  });

  it('makes what no file holds', () => {
    const bytes = (name: string) => cases.find((each) => each.name === name)?.bytes(places) ?? new Uint8Array();
    expect(bytes('huge-source')).toHaveLength(100_000_000);
    expect(bytes('largest-comment')).toHaveLength(1 << 20);
    expect(bytes('nul-byte')).toContain(0);
    expect([...bytes('byte-order-mark').slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes('crlf'))).toMatch(/\r\n.*\r\n/s);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes('invalid-utf8'))).toThrow();
  });

  it.each([
    ['a key that nobody knows', 'hosts: []', /Unrecognized key/],
    ['a source that is not there', 'x', /missing\.cu is missing/],
  ])('is refused with %s, as a fault of the installation', (_, more, details) => {
    const root = mkdtempSync(join(folder, 'root-'));
    mkdirSync(join(root, 'compiling'));
    writeFileSync(join(root, 'compiling', 'honest.cu'), '// Honest.\n');
    const one = (name: string) =>
      `[{ name: ${name}, file: ${name === 'a' ? 'missing.cu' : 'compiling/honest.cu'}, expect: { verdict: failed } }]`;
    const groups = GROUPS.map((group, index) => `${group}: ${one(index === 0 ? 'a' : 'b')}`).join('\n');
    const head = 'schemaVersion: 1\nhonest: { assignment: grayscale, file: compiling/honest.cu, cases: [exact] }\n';
    writeFileSync(join(root, 'corpus.yaml'), `${head}${groups}\n${more === 'x' ? '' : `${more}\n`}`);
    expect(() => loadCorpus(root)).toThrow(expect.objectContaining({ exitCode: 3 }));
    try {
      loadCorpus(root);
    } catch (error) {
      expect((error as { details: string[] }).details.join('\n')).toMatch(details);
    }
  });

  it('is a part of the package', () => {
    const { files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(['test/hostile/corpus.yaml', 'test/hostile/*/*.cu']));
  });
});
