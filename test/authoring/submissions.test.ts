import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInPython, parseSubmissions, tierOf } from '../../grader/authoring/submissions.ts';
import { AssignmentError } from '../../grader/platform/errors.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';
import { EVERY } from '../assignments/shipped.ts';

/** The exercises of docs/catalogue.md, which have fewer examples than the first ones. */
const CATALOGUE = ['histogram', 'transpose', 'convolution', 'spmv', 'scan', 'softmax', 'streams', 'error-handling'];

describe.each(EVERY)('the example submissions of %s', (id) => {
  const folder = join(packageRoot, 'assignments', id, 'submissions');
  const path = join(folder, 'manifest.yaml');
  const manifest = parseSubmissions(readFileSync(path, 'utf8'), path);

  test('are many, and no file is without its verdict', () => {
    const [accepted, rejected] = CATALOGUE.includes(id) ? [3, 8] : [6, 12];
    expect(manifest.accepted.length).toBeGreaterThanOrEqual(accepted);
    expect(manifest.rejected.length).toBeGreaterThanOrEqual(rejected);
    for (const kind of ['accepted', 'rejected'] as const) {
      expect(manifest[kind].map(({ file }) => file).sort()).toEqual(readdirSync(join(folder, kind)).sort());
    }
  });

  test('a rejected one begins with a wrong idea and names a line of code', () => {
    for (const { file, line } of manifest.rejected) {
      const lines = readFileSync(join(folder, 'rejected', file), 'utf8').split('\n');
      expect(lines[0], file).toMatch(file.endsWith('.cu') ? /^\/\/ \S.*[.!?"]/ : /^# \S.*[.!?"]/);
      expect(lines[line - 1]?.trim() ?? '', `${file}:${line}`).toMatch(/^[^/#\s{}]/);
    }
  });

  test('tiers are those of the assignment', () => {
    const tiers = resolveAssignment(id).spec.timing?.tiers.map(({ name }) => name) ?? [];
    for (const { tier } of manifest.accepted) if (tier !== undefined) expect(tiers).toContain(tier);
  });
});

test('a manifest with mistakes is refused with all of them', () => {
  const text =
    'schemaVersion: 1\naccepted:\n  - file: A.cu\nrejected:\n  - file: a.cu\n    verdict: passed\n    rule: no-such\n';
  expect(() => parseSubmissions(text, 'manifest.yaml')).toThrow(AssignmentError);
  try {
    parseSubmissions(text, 'manifest.yaml');
  } catch (error) {
    const details = error instanceof AssignmentError ? error.details.join('\n') : '';
    for (const place of ['manifest.yaml:3:', 'manifest.yaml:6:', 'manifest.yaml:7:']) expect(details).toContain(place);
  }
});

test('a program in Python has no tier of its own accord', () => {
  const text =
    'schemaVersion: 1\naccepted: [{ file: a.cu }, { file: b.py }, { file: c.ipynb }, { file: d.py, tier: good }]\nrejected: []\n';
  const { accepted } = parseSubmissions(text, 'manifest.yaml');
  expect(accepted.map(isInPython)).toEqual([false, true, true, true]);
  expect(accepted.map((entry) => tierOf(entry, 'fast'))).toEqual(['fast', undefined, undefined, 'good']);
  expect(() => parseSubmissions(text.replace('b.py', 'b.cpp'), 'manifest.yaml')).toThrow(AssignmentError);
});
