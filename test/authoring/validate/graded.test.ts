import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Lanes, PROOF_IDS, renderValidation, validateAssignment } from '../../../grader/authoring/validate/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import {
  calibration,
  NOTHING,
  ONE_BLOCK,
  RIGHT,
  SIMULATOR,
  TIMING,
  type TinySpec,
  tinyAssignments,
  WRONG,
} from '../tiny.ts';
import { flaws, prove } from './helpers.ts';

/** Proofs that grade programs: each holds for a sound assignment, and fails where it is spoilt. */
vi.setConfig({ testTimeout: 300_000 });
const make = tinyAssignments();
let local: LocalEngine;
let lanes: Lanes;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
  lanes = new Lanes(async () => ({ engines: [local.engine], each: 2 }));
});
afterAll(() => local.dispose());

const readText = (path: string) => readFileSync(path, 'utf8');
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('a sound assignment', () => {
  it('is proven', async () => {
    const folder = await make({
      spec: (spec) => {
        spec.timing = TIMING;
      },
      files: { 'calibration/nvidia-test.json': calibration(3, 1) },
    });
    const told: string[] = [];
    const validated = await validateAssignment({
      id: 'curve',
      folder,
      lanes,
      only: PROOF_IDS,
      signal: new AbortController().signal,
      onProof: ({ id }) => told.push(id),
    });
    expect(validated.proofs.flatMap(flaws)).toEqual([]);
    expect(validated.proofs.map(({ id, status }) => `${id} ${status}`)).toEqual(PROOF_IDS.map((id) => `${id} passed`));
    expect(validated.status).toBe('proven');
    expect(told).toEqual([...PROOF_IDS]);
    const text = renderValidation(validated, { color: false, width: 100 });
    expect(text).toMatch(/^ {2}rejected +passed +1 of 1 submission, with 2 seeds +\d+\.\d s$/m);
    expect(
      Math.max(
        ...text
          .split('\n')
          .slice(1)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100);
  });
});

describe('arithmetic', () => {
  it('holds', async () => {
    const result = await prove(await make(), 'arithmetic', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result.seen).toMatch(/^5 cases; largest difference \d/);
  });

  it('fails where the simulator and its plain loop disagree', async () => {
    const folder = await make({
      after: (path) => writeFileSync(join(path, 'simulator.ts'), SIMULATOR.replace('+ x[i])', '+ 1.001 * x[i])')),
    });
    const result = await prove(folder, 'arithmetic', lanes);
    expect(flaws(result).join('\n')).toMatch(/simulator/);
    expect(result.status).toBe('failed');
  });

  it('fails where the references are not those of today', async () => {
    const folder = await make({
      after: (path) => {
        writeFileSync(join(path, 'reference/one.bin'), Buffer.from(Float32Array.of(0.5).buffer));
        const file = join(path, 'reference/manifest.json');
        const manifest = JSON.parse(readText(file));
        manifest.cases.one.sha256 = hashOf(join(path, 'reference/one.bin'));
        writeFileSync(file, JSON.stringify(manifest));
      },
    });
    const found = flaws(await prove(folder, 'arithmetic', lanes));
    expect(found).toContainEqual(expect.stringMatching(/^case one: out, element 0: the reference outputs gives 0\.5/));
    expect(found).toContainEqual(expect.stringMatching(/^reference\/one\.bin: this is not what simulator\.ts gives/));
  });

  it('fails where the traffic of the reference solution is not that of today', async () => {
    const solution = { file: 'submissions/accepted/right.cu' };
    const spoil = (change: object) => (path: string) => {
      const file = join(path, 'reference/manifest.json');
      const manifest = JSON.parse(readText(file));
      manifest.solution = { ...manifest.solution, ...change };
      writeFileSync(file, JSON.stringify(manifest));
    };
    const counts = {
      ...{ globalLoadSectors: 1, globalStoreSectors: 1, sharedWavefronts: 0, sharedBankConflicts: 0 },
      ...{ ...solution, entry: 'void curve(int n)', dims: { n: 3 } },
    };
    const spec = (of: TinySpec) => {
      of.timing = { ...TIMING, reference: solution.file };
    };
    const found = flaws(await prove(await make({ spec, after: spoil(counts) }), 'arithmetic', lanes));
    const about = 'reference/manifest.json: ';
    expect(found).toEqual([
      `${about}entry of the reference solution is "void curve(const float* x, float* out, int n)", and "void curve(int n)" is written here`,
      `${about}dims of the reference solution is {"n":1303}, and {"n":3} is written here`,
      `${about}globalLoadSectors of the reference solution is 163, and 1 is written here`,
      `${about}globalStoreSectors of the reference solution is 163, and 1 is written here`,
    ]);
    const gone = await make({
      spec: (of) => {
        of.timing = TIMING;
      },
      after: spoil(counts),
    });
    expect(flaws(await prove(gone, 'arithmetic', lanes))).toEqual([
      `${about}it has the traffic of ${solution.file}, and timing.reference names no solution`,
    ]);
  });

  it('fails, and is no fault of the machine, where simulator.ts throws', async () => {
    const folder = await make({
      after: (path) =>
        writeFileSync(join(path, 'simulator.ts'), SIMULATOR.replace('return { out: Float64', 'return { ou: Float64')),
    });
    const result = await prove(folder, 'arithmetic', lanes);
    expect(result.status).toBe('failed');
    expect(flaws(result).join()).toContain('expected of simulator.ts must return out');
  });
});

describe('starter', () => {
  it.each([
    ['passes', RIGHT, /^starter\.cu: it passes$/],
    ['does not compile', NOTHING.replace('threadIdx.x;', 'threadIdx.x'), /^starter\.cu:\d+: it does not compile/],
    [
      'crashes',
      NOTHING.replace('  curve_kernel', '  *out = 1;\n  curve_kernel'),
      /^starter\.cu:7: it does not run to its end: host-device-pointer/,
    ],
    [
      'launches too large a block',
      NOTHING.replace(', 256>>>', ', 2048>>>'),
      /does not run to its end: launch-error at line 7/,
    ],
  ])('fails where it %s', async (_, source, said) => {
    const result = await prove(await make({ files: { 'starter.cu': source } }), 'starter', lanes);
    expect(flaws(result)).toContainEqual(expect.stringMatching(said));
  });
});

describe('accepted', () => {
  it('fails where one is wrong, with what it fails', async () => {
    const folder = await make({ files: { 'submissions/accepted/right.cu': WRONG } });
    const result = await prove(folder, 'accepted', lanes);
    expect(result.seen).toBe('0 of 1 submission, with 2 seeds');
    expect(flaws(result)).toEqual([
      expect.stringMatching(
        /^submissions\/accepted\/right\.cu: it fails correctness \(\d+ of 90 points\): wrong-output at line 3/,
      ),
    ]);
  });
});

describe('slow', () => {
  it('fails where one is wrong', async () => {
    const folder = await make({
      spec: (spec) => {
        spec.timing = TIMING;
      },
      files: { 'submissions/slow/small-blocks.cu': WRONG },
    });
    expect(flaws(await prove(folder, 'slow', lanes))).toEqual([expect.stringContaining('it fails correctness')]);
  });

  it('is skipped where there is none', async () => {
    expect(await prove(await make(), 'slow', lanes)).toMatchObject({ status: 'skipped' });
  });
});

describe('rejected', () => {
  it('fails if one passes, fails other checks, or shows another rule or line', async () => {
    const folder = await make({
      manifest: ({ rejected }) => {
        const [sign] = rejected;
        if (!sign) throw new Error('nothing is rejected');
        rejected.splice(
          0,
          1,
          { ...sign, line: 7 },
          { ...sign, file: 'checks.cu', checks: ['correctness', 'guards'] },
          { ...sign, file: 'right.cu' },
        );
      },
      files: { 'submissions/rejected/checks.cu': WRONG, 'submissions/rejected/right.cu': RIGHT },
    });
    const result = await prove(folder, 'rejected', lanes);
    expect(result.seen).toBe('0 of 3 submissions, with 2 seeds');
    expect(flaws(result)).toEqual([
      'submissions/rejected/sign.cu: no wrong-output at line 7; there are wrong-output at line 3',
      'submissions/rejected/checks.cu: it fails correctness; the manifest says correctness, guards',
      'submissions/rejected/right.cu: it passes',
    ]);
  });

  it('fails where a verdict depends on the seed', async () => {
    const folder = await make({
      spec: (spec) => {
        for (const range of spec.hidden) range.dims = { n: [8, 900] };
      },
      // Wrong where one odd size is drawn.
      files: {
        'submissions/rejected/sign.cu': RIGHT.replace('x[i] + x[i];', 'x[i] + (n == DRAWN ? 0 : x[i]);').replace(
          'DRAWN',
          String(await drawn()),
        ),
      },
    });
    const found = flaws(await prove(folder, 'rejected', lanes));
    expect(found).toEqual([expect.stringMatching(/it passes \(with the seed 2 only\)/)]);
  });
});

/** The size of the hidden case with the first seed. */
async function drawn(): Promise<number> {
  const { planCases } = await import('../../../grader/pipeline/grade/index.ts');
  const { loadAssignment } = await import('../../../grader/spec/index.ts');
  const folder = await make({
    spec: (spec) => {
      for (const range of spec.hidden) range.dims = { n: [8, 900] };
    },
  });
  const hidden = planCases(loadAssignment(folder).spec, '1').find(({ visible }) => !visible);
  return hidden?.dims['n'] ?? 0;
}

describe('impostors', () => {
  it('fails where zero everywhere and a copy are right, or half precision is', async () => {
    const folder = await make({
      spec: (spec) => {
        spec.tolerance.absolute = 3;
      },
    });
    const result = await prove(folder, 'impostors', lanes);
    expect(flaws(result)).toEqual([
      'a program that writes zero everywhere: it passes',
      expect.stringMatching(/^a program that writes -?0\.\d+ everywhere: it passes$/),
      'a program that copies x: it passes',
      'a computation with outputs rounded to half precision: it passes every case',
      'a computation with inputs rounded to half precision: it passes every case',
    ]);
  });
});

describe('cases', () => {
  it('fails where one block is enough, or no edge is ragged', async () => {
    const small = await make({
      spec: (spec) => {
        spec.technique = { kind: 'parallel-outputs', minThreads: 128, minBlocks: 1 };
        spec.cases = [{ name: 'small', dims: { n: 256 }, seed: 1 }];
      },
    });
    const found = flaws(await prove(small, 'cases', lanes)).join('\n');
    expect(found).toMatch(/right\.cu takes a single block on the largest visible case, small/);
    expect(found).toMatch(/no thread is left over/);
    expect(found).toMatch(/the hidden case ragged can be larger than every visible one/);
  });
});

describe('a machine at fault', () => {
  it('refutes nothing', async () => {
    const gone = () => Promise.reject(new InfrastructureError('The compiler is gone.'));
    const broken = new Lanes(async () => ({ engines: [{ ...local.engine, compile: gone }], each: 1 }));
    const validated = await validateAssignment({
      id: 'curve',
      folder: await make({ files: { 'baseline.cu': ONE_BLOCK } }),
      lanes: broken,
      only: ['handout', 'starter'],
      signal: new AbortController().signal,
    });
    expect(validated.status).toBe('undecided');
    expect(validated.proofs.map(({ status, seen }) => `${status}: ${seen}`)).toEqual([
      expect.stringContaining('passed'),
      'error: The compiler is gone.',
    ]);
  });
});
