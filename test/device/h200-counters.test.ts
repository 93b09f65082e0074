import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTERS, type Counter, emulated, knownDifferences, type Measured, measured, measuredWide } from './h200.ts';

const GLOBAL = COUNTERS.filter((counter) => counter.startsWith('global'));
const CYCLES = COUNTERS.filter((counter) => /Wavefronts|Conflicts/.test(counter));

describe('counter-kernels.cu, launch by launch, against an H200', () => {
  const gpu = measured();
  let here: readonly Readonly<Record<string, number>>[];
  beforeAll(async () => {
    here = await emulated('counter-kernels.cu');
  }, 120_000);

  /** Pairs of both machines' values, where the GPU's is not zero. */
  const pairs = (counters: readonly Counter[]) =>
    gpu.flatMap((launch, index) =>
      counters
        .filter((counter) => launch[counter] !== 0)
        .map((counter) => [here[index]?.[counter] ?? Number.NaN, launch[counter]] as const),
    );

  it('has the launches that were measured', () => {
    expect(here).toHaveLength(35);
    expect(gpu).toHaveLength(35);
  });

  it('differs exactly where the table says', () => {
    const found = gpu.flatMap((launch: Measured, index) =>
      COUNTERS.filter((counter) => here[index]?.[counter] !== launch[counter]).map((counter) => ({
        launch: index,
        counter,
        emulator: here[index]?.[counter],
        gpu: launch[counter],
      })),
    );
    expect(found).toEqual(knownDifferences().map(({ reason: _, ...difference }) => difference));
    expect(knownDifferences().every(({ reason }) => reason.length > 0)).toBe(true);
  });

  it('counts every request and sector of global memory as the GPU does', () => {
    const all = pairs(GLOBAL);
    expect(all).toHaveLength(140);
    expect(all.filter(([a, b]) => a === b)).toHaveLength(140);
  });

  it('is within 2 % in nine of ten wavefronts and bank conflicts', () => {
    const all = pairs(CYCLES);
    const near = all.filter(([a, b]) => Math.abs(a - b) <= 0.02 * b);
    expect(all.length).toBeGreaterThan(30);
    expect(near.length / all.length).toBeGreaterThanOrEqual(0.9);
  });

  it('has a zero where the GPU has one', () => {
    for (const [index, launch] of gpu.entries())
      for (const counter of COUNTERS) if (launch[counter] === 0) expect(here[index]?.[counter]).toBe(0);
  });
});

describe('wide-shared.cu, launch by launch, against an H200', () => {
  it('needs the wavefronts of the GPU for elements of 4, 8 and 16 bytes', async () => {
    const gpu = measuredWide();
    const here = await emulated('wide-shared.cu', ['uninitialized-read']);
    expect(gpu).toHaveLength(93);
    const ofShared = (counters: Readonly<Record<string, number | string>> = {}) =>
      Object.fromEntries(Object.entries(counters).filter(([name]) => name.startsWith('shared')));
    expect(here.map(ofShared)).toEqual(gpu.map(ofShared));
  });
});
