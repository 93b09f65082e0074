import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calibration, RIGHT, type Spoilt, TIMING, tinyAssignments } from '../tiny.ts';
import { flaws, noCuda, prove } from './helpers.ts';

/** Proofs that need no program to be compiled: each holds for a sound assignment, and fails where it is spoilt. */
const make = tinyAssignments();
const lanes = noCuda();
const noExamples: Spoilt['manifest'] = (manifest) => {
  manifest.accepted = [];
};

const readText = (path: string) => readFileSync(path, 'utf8');

describe('files', () => {
  it('holds', async () => {
    const result = await prove(await make(), 'files', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result).toMatchObject({ status: 'passed', seen: expect.stringContaining('1 accepted, 0 slow, 1 rejected') });
  });

  it('fails where a file is missing or damaged, or nothing is accepted', async () => {
    const missing = await prove(await make({ files: { 'starter.cu': null } }), 'files', lanes);
    expect(flaws(missing)).toContainEqual(expect.stringContaining('starter.cu:1: starter.cu does not exist'));
    const damaged = await make({ after: (folder) => writeFileSync(join(folder, 'reference/odd.bin'), 'x') });
    expect(flaws(await prove(damaged, 'files', lanes))).toEqual([expect.stringContaining('another size')]);
    const none = await make({ manifest: noExamples, files: { 'submissions/accepted/right.cu': null } });
    expect(flaws(await prove(none, 'files', lanes))).toEqual([expect.stringContaining('no accepted submission')]);
  });

  it('reports every mistake and stops if assignment.yaml cannot be read', async () => {
    const folder = await make({
      after: (path) => writeFileSync(join(path, 'assignment.yaml'), 'schemaVersion: 1\nid: curve\ntitel: x\n'),
    });
    const result = await prove(folder, 'files', lanes);
    expect(flaws(result).join('\n')).toMatch(/assignment\.yaml:3: unknown key `titel`, did you mean title\?/);
    expect(await prove(folder, 'tolerance', lanes)).toMatchObject({ status: 'skipped' });
  });
});

describe('handout', () => {
  const spoil = (from: string, to: string): Spoilt => ({
    after: (folder) => {
      const path = join(folder, 'handout.md');
      writeFileSync(path, readText(path).replace(from, to));
    },
  });

  it('holds', async () => {
    const result = await prove(await make(), 'handout', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result.seen).toBe('1 prototype, 1 tolerance, points of 7, 1 technique compared');
  });

  it.each([
    ['int n)', 'long n)', /^handout\.md:4: the prototype .*"void curve\(const float\* x, float\* out, long n\)"/],
    ['void curve', 'curve it:', /^handout\.md: the prototype of the entry point is not shown/],
    ['tolerance of 1e-6', 'tolerance of 1e-5', /^handout\.md:7: the tolerance .*"0\.00001".*"0\.000001"/],
    ['|      5 |', '|      6 |', /^handout\.md:11: the points .*"compile 6".*"compile 5"/],
    ['least 512', 'least 1,024', /^handout\.md:16: the technique .*"1024 threads"/],
    ['| races ', '| clashes ', /^handout\.md: the table of points leaves out races/],
  ])('fails where %j has become %j', async (from, to, said) => {
    const found = flaws(await prove(await make(spoil(from, to)), 'handout', lanes));
    expect(found).toEqual([expect.stringMatching(said)]);
  });

  it('takes a call for no declaration', async () => {
    const calls = '\n```c\ncurve(x, out, n);\nreturn curve(x, out, n);\n```\n';
    const result = await prove(await make(spoil('# A curve\n', `# A curve\n${calls}`)), 'handout', lanes);
    expect(flaws(result)).toEqual([]);
  });
});

describe('hidden', () => {
  it('holds', async () => {
    const result = await prove(await make(), 'hidden', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result.seen).toBe('1 hidden case; ragged with 8 of 8 seeds');
  });

  it.each<[string, Spoilt['spec'], RegExp]>([
    ['there is none', (spec) => spec.hidden.splice(0), /no hidden case/],
    [
      'sizes are those of visible cases',
      (spec) => {
        for (const range of spec.hidden) range.dims = { n: [1303, 1303] };
      },
      /every n of the hidden cases is one of a visible case: 1, 1303/,
    ],
    [
      'no edge is ragged',
      (spec) => {
        for (const range of spec.hidden) range.dims = { n: [64, 64] };
      },
      /with 8 of 8 seeds no hidden case has a ragged edge/,
    ],
    [
      'nothing is drawn',
      (spec) => {
        spec.inputs.x = { distribution: 'constant', value: 0.3 };
        for (const range of spec.hidden) range.dims = { n: [77, 77] };
      },
      /the hidden case ragged has the same inputs with two seeds/,
    ],
  ])('fails where %s', async (_, spec, said) => {
    const result = await prove(await make({ ...(spec && { spec }) }), 'hidden', lanes);
    expect(flaws(result)).toContainEqual(expect.stringMatching(said));
  });
});

describe('tolerance', () => {
  const without: Spoilt = { manifest: noExamples, files: { 'submissions/accepted/right.cu': null } };

  it('holds', async () => {
    const result = await prove(await make(without), 'tolerance', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result.seen).toMatch(/rounding [\d.]+ %; half-precision output [\d.]+×; half-precision input [\d.]+×/);
  });

  it.each([
    [1e-7, /errors of float32's rounding reach [\d.]+ % of the tolerance/],
    [5e-3, /half-precision output is off by at most 0\.\d+× the tolerance/],
    [10, /leaving out the last element of x is within the tolerance of every case/],
    [10, /taking the next element’s result is within the tolerance of every case/],
  ])('fails where it is %d', async (absolute, said) => {
    const folder = await make({
      ...without,
      spec: (spec) => {
        spec.tolerance.absolute = absolute;
      },
    });
    expect(flaws(await prove(folder, 'tolerance', lanes))).toContainEqual(expect.stringMatching(said));
  });
});

describe('timing', () => {
  const timed = (ratio: number, slow: number): Spoilt => ({
    spec: (spec) => {
      spec.timing = TIMING;
    },
    files: { 'calibration/nvidia-test.json': calibration(ratio, slow) },
  });

  it('is skipped where speed gives no points, and where nothing was measured', async () => {
    expect(await prove(await make(), 'timing', lanes)).toMatchObject({
      status: 'skipped',
      seen: 'Speed gives no points here.',
    });
    const unmeasured = await make({
      spec: (spec) => {
        spec.timing = TIMING;
      },
    });
    expect(await prove(unmeasured, 'timing', lanes)).toMatchObject({
      status: 'skipped',
      seen: expect.stringContaining('no calibration'),
    });
  });

  it('holds with margins, and says where the numbers come from', async () => {
    const result = await prove(await make(timed(3, 1)), 'timing', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result.seen).toBe('NVIDIA Test of 2026-11-21, not measured here: nearest above 50 %, nearest below 100 %');
  });

  it.each([
    [2.2, 1, /right\.cu must reach fast \(2\) with 15 % to spare, and is at 2\.20: 10 %/],
    [3, 1.9, /small-blocks\.cu must miss fast \(2\) with 15 % to spare, and is at 1\.90: 5 %/],
  ])('fails where the ratios are %d and %d', async (ratio, slow, said) => {
    expect(flaws(await prove(await make(timed(ratio, slow)), 'timing', lanes))).toEqual([expect.stringMatching(said)]);
  });

  it('fails where a submission was not measured', async () => {
    const folder = await make({
      ...timed(3, 1),
      manifest: (manifest) => manifest.accepted.push({ file: 'other.cu' }),
      files: { ...timed(3, 1).files, 'submissions/accepted/other.cu': RIGHT },
    });
    const found = flaws(await prove(folder, 'timing', lanes));
    expect(found).toEqual(['calibration/nvidia-test.json: accepted/other.cu was not measured']);
  });
});
