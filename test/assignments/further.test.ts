import { describe, expect, it } from 'vitest';
import { makeReferences } from '../../grader/authoring/references.ts';
import {
  arrayParameters,
  type Dims,
  drawDims,
  type ElementArrays,
  generateInputs,
  makeCaseInputs,
  readReference,
} from '../../grader/spec/index.ts';
import { FURTHER, shipped } from './shipped.ts';

type Expected = Readonly<Record<string, readonly number[]>>;

/** The exercises once more, in float64, by element and written for this test alone. */
const LOOPS: Readonly<Record<(typeof FURTHER)[number], (inputs: ElementArrays, dims: Dims) => Expected>> = {
  'thread-names': (_, { n = 0, threads_per_block: size = 1 }) => {
    const index = Array.from({ length: n }, (_unused, i) => i);
    return {
      index,
      block_number: index.map((i) => (i - (i % size)) / size),
      thread_number: index.map((i) => i % size),
    };
  },
  'grayscale-2d': ({ x }, { height = 0, width = 0 }) => {
    const n = height * width;
    const level = (i: number): number => x?.[i] ?? Number.NaN;
    const gray = (i: number): number => 0.2989 * level(i) + 0.587 * level(n + i) + 0.114 * level(2 * n + i);
    return { out: Array.from({ length: n }, (_unused, i) => gray(i)) };
  },
  'box-blur': ({ x }, { height = 0, width = 0 }) => {
    const near = (at: number, extent: number): number[] => [at - 1, at, at + 1].filter((i) => i >= 0 && i < extent);
    const mean = (i: number): number => {
      const rows = near(Math.floor(i / width), height);
      const values = rows.flatMap((r) => near(i % width, width).map((c) => x?.[r * width + c] ?? Number.NaN));
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    return { out: Array.from({ length: height * width }, (_unused, i) => mean(i)) };
  },
};

function largestDifference(got: Readonly<Record<string, ArrayLike<number>>>, want: Expected): number {
  expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort());
  const differences = Object.entries(want).flatMap(([name, values]) => {
    expect(got[name]?.length).toBe(values.length);
    return values.map((value, at) => Math.abs(value - (got[name]?.[at] ?? Number.NaN)));
  });
  return differences.reduce((a, b) => Math.max(a, b), 0);
}

describe.each(FURTHER)('%s', (id) => {
  it('has the references that its simulator gives today, byte for byte', async () => {
    const { assignment, module, readFile } = await shipped(id);
    const { manifest, files } = await makeReferences(assignment, module);
    expect(JSON.parse(new TextDecoder().decode(readFile('reference/manifest.json')))).toMatchObject(manifest);
    for (const [name, bytes] of files) expect(Buffer.compare(readFile(`reference/${name}`), bytes), name).toBe(0);
  });

  it('has references and a plain loop that agree with float64 arithmetic', async () => {
    const { assignment, module, readFile } = await shipped(id);
    const { spec } = assignment;
    for (const { name, dims, seed, files } of spec.cases) {
      const inputs = makeCaseInputs(spec, { dims, seed, files }, readFile);
      const want = LOOPS[id](inputs, dims);
      // A fraction that is cut off is less than 1.
      expect(largestDifference(await readReference(spec, name, readFile), want), name).toBeLessThan(1);
      expect(largestDifference(module.expected(inputs, dims), want), name).toBeLessThan(1e-10);
    }
    for (const [index, range] of spec.hidden.entries()) {
      const dims = drawDims(range.dims, index);
      const inputs = generateInputs(spec, dims, index, range.inputs);
      expect(largestDifference(module.expected(inputs, dims), LOOPS[id](inputs, dims)), range.name).toBeLessThan(1e-10);
    }
  });

  it('has at least 6 visible and 2 hidden cases; the largest is visible', async () => {
    const { spec } = (await shipped(id)).assignment;
    const size = (dims: Dims): number => (dims.n ?? 1) * (dims.height ?? 1) * (dims.width ?? 1);
    const largest = Math.max(...spec.cases.map(({ dims }) => size(dims)));
    expect(spec.cases.length).toBeGreaterThanOrEqual(6);
    expect(spec.hidden.length).toBeGreaterThanOrEqual(2);
    expect(spec.cases.some(({ dims }) => size(dims) === 1)).toBe(true);
    expect(size(spec.cases.at(-1)?.dims ?? {})).toBe(largest);
    for (const { dims } of spec.hidden) {
      expect(size(Object.fromEntries(Object.entries(dims).map(([key, [, high]]) => [key, high])))).toBeLessThan(
        largest,
      );
    }
    expect(arrayParameters(spec.entry).some(({ role }) => role === 'output')).toBe(true);
  });
});
