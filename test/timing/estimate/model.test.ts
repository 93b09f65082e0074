import { describe, expect, it } from 'vitest';
import type { CountedLaunch } from '../../../grader/spec/index.ts';
import { COMPARED_ON, estimateLaunch, GPUS } from '../../../grader/timing/estimate/index.ts';
import { kendall } from './kendall.ts';
import { type Known, knownLaunches } from './launches.ts';

const known = knownLaunches();
const of = (source: Known['source']) => known.filter((launch) => launch.source === source);
const tau = (launches: readonly Known[]) =>
  kendall(
    launches.map(({ estimate }) => estimate.seconds),
    launches.map(({ measuredMs }) => measuredMs),
  );
const named = (name: string): Known => {
  const found = known.find((launch) => launch.name === name);
  if (!found) throw new Error(`no launch ${name}`);
  return found;
};

describe('launches that an H200 ran', () => {
  it('come out in the order of their measured times', () => {
    expect(of('timed')).toHaveLength(12);
    expect(of('profiled')).toHaveLength(35);
    expect(tau(of('timed'))).toBeGreaterThanOrEqual(0.8);
    expect(tau(of('profiled'))).toBeGreaterThanOrEqual(0.8);
    expect(tau(known)).toBeGreaterThanOrEqual(0.8);
  });

  it('are within a factor of 1.5 of them for five in six, and of 4 always', () => {
    const off = known.map(({ estimate, measuredMs }) => Math.abs(Math.log((1e3 * estimate.seconds) / measuredMs)));
    expect(off.filter((each) => each <= Math.log(1.5)).length / off.length).toBeGreaterThanOrEqual(5 / 6);
    expect(Math.max(...off)).toBeLessThan(Math.log(4));
  });

  it.each([
    ['naive, 16 × 16', 'l1'],
    ['x and y swapped, 32 × 32', 'l1'],
    ['tiled, 16 × 16', 'shared'],
    ['tiled, bank conflicts, 32 × 32', 'shared'],
    ['grayscale, 256 threads', 'latency'],
    ['grayscale, a row a thread', 'l1'],
    ['3 matmul_naive', 'latency'],
    ['0 gray_1d', 'launch'],
  ])('%s is bound by %s', (name, bound) => {
    expect(named(name).estimate.bound).toBe(bound);
  });
});

describe('the model', () => {
  /** Each thread loads a float and stores one. */
  const copy = (blocks: number, change: Partial<CountedLaunch> = {}, lines = 1): CountedLaunch => {
    const requests = 8 * blocks;
    const site = {
      requests,
      sectors: 4 * requests,
      newSectors: 4 * requests,
      newRequests: requests,
      meetings: requests,
    };
    const sites = ([0, 1] as const).map((stores) => ({ ...site, lines: lines * requests, stores }));
    const shape = { grid: [blocks, 1, 1] as [number, number, number], block: [256, 1, 1] as [number, number, number] };
    return { ...shape, sharedBytes: 0, steps: 256 * blocks, bufferBytes: 2 * 1024 * blocks, sites, ...change };
  };
  const seconds = (launch: CountedLaunch, gpu = COMPARED_ON) => estimateLaunch(launch, gpu).seconds;

  it.each(GPUS)('copies at most as fast as the memory of $name, and at least half as fast', (gpu) => {
    const launch = copy(2 ** 20);
    const rate = launch.bufferBytes / seconds(launch, gpu);
    expect(rate).toBeLessThanOrEqual(gpu.dramBytesPerSecond);
    expect(rate).toBeGreaterThan(gpu.dramBytesPerSecond / 2.5);
  });

  it('is slower with more cache lines, less occupancy and fewer blocks', () => {
    const plain = seconds(copy(2 ** 16));
    expect(seconds(copy(2 ** 16, {}, 32))).toBeGreaterThan(plain);
    expect(seconds(copy(2 ** 16, { sharedBytes: 200_000 }))).toBeGreaterThan(3 * plain);
    // The same work, one block an eighth of it.
    const lone = { ...copy(2 ** 16), grid: [8, 1, 1] as [number, number, number] };
    expect(seconds(lone)).toBeGreaterThan(plain);
  });

  it('says how the GPU is filled', () => {
    const { occupancy } = estimateLaunch(copy(133 * 8), COMPARED_ON);
    expect(occupancy).toEqual({
      resident: 8,
      warps: 64,
      warpsPossible: 64,
      multiprocessors: 132,
      blocks: 9,
      rounds: 2,
    });
    expect(estimateLaunch(copy(7), COMPARED_ON).occupancy).toMatchObject({ multiprocessors: 7, warps: 8, rounds: 1 });
  });

  it('needs no launch to do anything', () => {
    const nothing = estimateLaunch(copy(1, { sites: [], bufferBytes: 0 }), COMPARED_ON);
    expect(nothing.seconds).toBeGreaterThan(1e-6);
    expect(nothing.seconds).toBeLessThan(1e-5);
    expect(nothing.bound).toBe('launch');
  });

  it('names the source of each GPU’s constants', () => {
    expect(GPUS.map(({ id }) => id)).toEqual(['h200', 'a100', 't4', 'rtx-4090']);
    for (const { sources } of GPUS) expect(sources.join(' ')).toMatch(/white paper|data sheet|Programming Guide/);
  });
});
