import { describe, expect, it } from 'vitest';
import { wordEstimate, wordLaunchEstimate, wordRemark } from '../../../grader/explain/index.ts';
import { launchEstimate } from '../../../grader/judge/launch-estimate.ts';
import { launchEstimateSchema } from '../../../grader/result/index.ts';
import type { CountedLaunch } from '../../../grader/spec/index.ts';
import { COMPARED_ON, compareLaunches, type Remark, remarksOf } from '../../../grader/timing/estimate/index.ts';
import { outcome } from '../../judge/builders.ts';
import { knownLaunches } from './launches.ts';

const launchOf = (name: string): CountedLaunch => {
  const found = knownLaunches().find((known) => known.name === name);
  if (!found) throw new Error(`no launch ${name}`);
  return found.launch;
};
const remarks = (name: string): Remark[] => remarksOf(launchOf(name), COMPARED_ON);

describe('why a launch takes as long', () => {
  it.each<[string, readonly Remark[]]>([
    ['x and y swapped, 32 × 32', [{ kind: 'scattered', access: 'load', sectors: 32, needed: 4 }]],
    ['tiled, bank conflicts, 32 × 32', [{ kind: 'bank-conflicts', access: 'load', wavefronts: 32, needed: 1 }]],
    ['grayscale, 256 threads', [{ kind: 'waiting' }]],
    ['tiled, 16 × 16', []],
    ['19 transpose_naive', [{ kind: 'scattered', access: 'store', sectors: 29, needed: 4 }]],
    ['3 matmul_naive', [{ kind: 'few-blocks', blocks: 64, multiprocessors: 132 }]],
  ])('%s', (name, expected) => {
    expect(remarks(name)).toEqual(expected);
  });

  it('reports few warps and a last round that is almost empty', () => {
    const wide = launchOf('grayscale, 256 threads');
    const narrow: CountedLaunch = { ...wide, block: [32, 1, 1], grid: [8 * 262_144, 1, 1] };
    expect(remarksOf(narrow, COMPARED_ON)).toContainEqual({ kind: 'few-warps', warps: 32, possible: 64 });
    const tail: CountedLaunch = { ...launchOf('tiled, 32 × 32'), grid: [2 * 132 + 20, 1, 1] };
    expect(remarksOf(tail, COMPARED_ON)).toEqual([{ kind: 'tail', last: 20, together: 264, rounds: 2 }]);
    expect(remarksOf(tail, COMPARED_ON, false)).toEqual([]);
  });

  it('says it in words, with the line', () => {
    expect(wordRemark({ kind: 'scattered', access: 'load', sectors: 32, needed: 4, line: 12 })).toMatch(
      /^Each warp.s load in line 12 touches 32 sectors instead of 4: the threads of a warp access a column/,
    );
    expect(wordRemark({ kind: 'bank-conflicts', access: 'store', wavefronts: 32, needed: 1 })).toMatch(
      /^Each warp.s store needs 32 wavefronts of shared memory instead of 1/,
    );
    expect(wordRemark({ kind: 'few-warps', warps: 8, possible: 64 })).toMatch(/8 warps at a time; the maximum is 64/);
    expect(wordRemark({ kind: 'few-blocks', blocks: 1, multiprocessors: 132 })).toMatch(
      /^Only 1 of .*132 .* has a block/,
    );
    expect(wordRemark({ kind: 'tail', last: 20, together: 264, rounds: 2 })).toMatch(/last of 2 rounds has 20 blocks/);
  });
});

describe('an estimate beside a baseline', () => {
  const [naive, tiled, swapped] = ['naive, 16 × 16', 'tiled, 16 × 16', 'x and y swapped, 16 × 16'].map(launchOf);
  if (!naive || !tiled || !swapped) throw new Error('launches are missing');

  it('has a ratio of one with itself, and the measured order with others', () => {
    expect(compareLaunches([naive], [naive], COMPARED_ON)).toMatchObject({ ratio: 1, filled: { ratio: 1, times: 1 } });
    expect(compareLaunches([tiled], [naive], COMPARED_ON).ratio).toBeGreaterThan(1.1);
    // Measured: 0.18.
    expect(compareLaunches([swapped], [naive], COMPARED_ON).ratio).toBeCloseTo(0.19, 1);
  });

  it('fills the GPU where a case is small', () => {
    const [small, conflicting] = [launchOf('6 matmul_tiled<16, 0>'), launchOf('10 matmul_conflicting')];
    const { ratio, filled } = compareLaunches([conflicting], [small], COMPARED_ON);
    expect(filled.times).toBe(132);
    expect(filled.ratio).toBeLessThan(ratio);
  });

  it('is reported as an estimate', () => {
    const told = { gpu: 'NVIDIA H200', case: 'large', microseconds: 12.5, remarks: [] };
    const none = { baselineMicroseconds: null, ratio: null, filledRatio: null };
    expect(wordEstimate({ ...told, ...none })).toBe(
      'Estimate only, no effect on points: about 12.5 µs on an NVIDIA H200 for case `large`.',
    );
    expect(wordEstimate({ ...told, baselineMicroseconds: 2500, ratio: 200, filledRatio: 7.5 })).toBe(
      'Estimate only, no effect on points: about 12.5 µs on an NVIDIA H200 for case `large`; the baseline takes about 2.5 ms. The cases are small. With larger inputs the comparison can differ.',
    );
  });
});

describe('a launch in a result', () => {
  const shape = { grid: [64, 1, 1], block: [256, 1, 1] } as const;
  const cost = { steps: 64 * 256, bufferBytes: 1 << 20 };
  const counters = {
    requests: 512,
    sectors: 16_384,
    lines: 16_384,
    newSectors: 16_384,
    newRequests: 512,
    meetings: 512,
    stores: 1,
  };

  it('has an estimate with the line of what is slow', () => {
    const seen = outcome({ error: 0, cost, siteCounters: [{ site: 3, counters }] });
    const estimate = launchEstimate({ ...shape, outcome: seen }, (site) => (site === 3 ? 17 : undefined));
    expect(launchEstimateSchema.parse(estimate)).toEqual(estimate);
    expect(estimate?.remarks.join(' ')).toMatch(/store in line 17 touches 32 sectors instead of 4/);
    if (estimate)
      expect(wordLaunchEstimate(estimate)).toMatch(/^estimate, not measured: about [\d.]+ µs on an NVIDIA H200/);
  });

  it('has none where nothing was counted, or it failed', () => {
    expect(launchEstimate({ ...shape, outcome: outcome({}) }, () => undefined)).toBeNull();
    expect(launchEstimate({ ...shape, outcome: outcome({ error: 700, cost }) }, () => undefined)).toBeNull();
  });
});
