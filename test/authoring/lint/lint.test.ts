import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderAt, formatIssue, jsonSchema, lintAssignment, SCHEMAS } from '../../../grader/authoring/lint/index.ts';
import { nodeFiles } from '../../../grader/platform/files/files.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { calibration, RIGHT, SIMULATOR, type Spoilt, TIMING, tinyAssignments } from '../tiny.ts';

const make = tinyAssignments();

async function lint(spoilt?: Spoilt): Promise<string[]> {
  return (await lintAssignment(folderAt(await make(spoilt)))).map(formatIssue);
}

/** Writes into a file of the finished folder. */
const rewrite = (file: string, change: (text: string) => string): Spoilt => ({
  after: (folder) => {
    const path = join(folder, file);
    writeFileSync(path, change(new TextDecoder().decode(nodeFiles.read(path))));
  },
});

it.each(['grayscale', 'matmul-2d', 'matmul-tiled', 'fused-map', 'transfer-costs'])(
  'reports nothing about the shipped %s',
  async (id) => {
    expect((await lintAssignment(folderAt(join(packageRoot, 'assignments', id)))).map(formatIssue)).toEqual([]);
  },
);

it('says nothing of a sound assignment', async () => {
  expect(await lint()).toEqual([]);
});

describe('finds, at its line, with what was expected,', () => {
  it.each<[string, Spoilt, RegExp]>([
    [
      'a key that does not exist',
      rewrite('assignment.yaml', (text) => text.replace('summary:', 'sumary:')),
      /^assignment\.yaml:5:1: error: unknown key `sumary`, did you mean summary\?; expected one of/,
    ],
    [
      'a file that is not there',
      { files: { 'starter.cu': null } },
      /^starter\.cu:1:1: error: starter\.cu does not exist; expected the file that students begin with/,
    ],
    [
      'a link that leads nowhere',
      { after: (folder) => appendFileSync(join(folder, 'handout.md'), '\n![the curve](curve.png "It")\n') },
      /^handout\.md:19:1: error: the link leads to curve\.png, which does not exist/,
    ],
    [
      'a simulator that does not parse',
      rewrite('simulator.ts', (text) => text.replace('const i =', 'const =')),
      /^simulator\.ts:8:\d+: error: not valid TypeScript: /,
    ],
    [
      'a simulator without an export',
      rewrite('simulator.ts', (text) => text.replace('export function expected', 'function expected')),
      /^simulator\.ts:1:1: error: expected is not exported; expected a function expected, e\.g\. export function/,
    ],
    [
      'a submission that the manifest does not name',
      { files: { 'submissions/rejected/new.cu': RIGHT } },
      /^submissions\/rejected\/new\.cu:1:1: error: submissions\/manifest\.yaml does not name this file; expected an entry under rejected, e\.g\. \{ file: new\.cu, verdict: failed/,
    ],
    [
      'a submission that only the manifest has',
      { manifest: ({ accepted }) => accepted.push({ file: 'gone.cu' }) },
      /^submissions\/manifest\.yaml:5:11: error: submissions\/accepted\/gone\.cu does not exist/,
    ],
    [
      'a tier that there is not',
      { manifest: ({ accepted }) => Object.assign(accepted[0] ?? {}, { tier: 'fast' }) },
      /^submissions\/manifest\.yaml:5:11: error: assignment\.yaml has no tier fast; expected no tier/,
    ],
    [
      'a line that is no code',
      { manifest: ({ rejected }) => Object.assign(rejected[0] ?? {}, { line: 5 }) },
      /^submissions\/manifest\.yaml:\d+:11: error: line 5 of submissions\/rejected\/sign\.cu is no line of code/,
    ],
    [
      'a mistake of the manifest',
      rewrite('submissions/manifest.yaml', (text) => text.replace('wrong-output', 'wrong-outptu')),
      /^submissions\/manifest\.yaml:\d+:11: error: .*did you mean wrong-output/,
    ],
    [
      'a damaged reference',
      { after: (folder) => writeFileSync(join(folder, 'reference', 'one.bin'), 'four') },
      /^reference\/one\.bin:1:1: error: reference\/one\.bin is not the file that reference\/manifest\.json describes/,
    ],
    [
      'a case without reference outputs',
      rewrite('assignment.yaml', (text) => text.replace('- name: odd', '- name: odder')),
      /^reference\/manifest\.json:\d+:\d+: error: the case odder has no reference outputs/,
    ],
    [
      'a calibration under another name',
      {
        spec: (spec) => {
          spec.timing = TIMING;
        },
        files: { 'calibration/other.json': calibration(3, 1) },
      },
      /^calibration\/other\.json:1:1: error: a calibration of NVIDIA Test is looked for in another file; expected calibration\/nvidia-test\.json/,
    ],
    [
      'a calibration of another size',
      {
        spec: (spec) => {
          spec.timing = { ...TIMING, dims: { n: 2 } };
        },
        files: { 'calibration/nvidia-test.json': calibration(3, 1) },
      },
      /^calibration\/nvidia-test\.json:1:1: error: this was measured at another size/,
    ],
    [
      'a file that nothing refers to',
      { files: { 'notes.txt': 'x' } },
      /^notes\.txt:1:1: warning: nothing refers to this file$/,
    ],
    [
      'no schema for editors',
      rewrite('assignment.yaml', (text) => text.split('\n').slice(1).join('\n')),
      /^assignment\.yaml:1:1: warning: no line names the schema.*e\.g\. # yaml-language-server: \$schema=assignment\.schema\.json/,
    ],
    [
      'a schema that does not exist',
      rewrite('submissions/manifest.yaml', (text) =>
        text.replace(/schema=\S+/, 'schema=../nowhere/manifest.schema.json'),
      ),
      /^submissions\/manifest\.yaml:1:33: warning: the schema that this line names does not exist/,
    ],
    [
      'a schema of another file',
      {
        files: { 'schema.json': '{"title": "Assignment"}', 'submissions/schema.json': '{"title": "Assignment"}' },
        ...rewrite('submissions/manifest.yaml', (text) => text.replace(/schema=\S+/, 'schema=../schema.json')),
      },
      /^submissions\/manifest\.yaml:1:33: warning: this is the schema of another file/,
    ],
  ])('%s', async (_, spoilt, said) => {
    expect(await lint(spoilt)).toContainEqual(expect.stringMatching(said));
  });
});

it('tells everything at once', async () => {
  const found = await lint({
    files: { 'starter.cu': '', 'stray.txt': 'x' },
    after: (folder) => writeFileSync(join(folder, 'simulator.ts'), SIMULATOR.replaceAll('export ', '')),
  });
  expect(found.map((line) => line.split(':')[0])).toEqual(['starter.cu', 'simulator.ts', 'simulator.ts', 'stray.txt']);
});

it.each(SCHEMAS)('has a schema of every field of %s', async (name) => {
  const schema = (await jsonSchema(name)) as { title: string; properties: Record<string, unknown> };
  expect(schema.title).not.toBe('');
  expect(Object.keys(schema.properties)).toContain('schemaVersion');
});
