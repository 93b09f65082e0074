import { describe, expect, it } from 'vitest';
import { makeReferences } from '../../grader/authoring/references.ts';
import {
  arrayParameters,
  type Dims,
  drawDims,
  type ElementArrays,
  evaluateExtent,
  generateInputs,
  makeCaseInputs,
  readReference,
} from '../../grader/spec/index.ts';
import { SHIPPED, shipped } from './shipped.ts';

/** The exercises once more, in float64 and written for this test alone. */
const LOOPS = {
  grayscale: ({ x }: ElementArrays, { height = 0, width = 0 }: Dims): number[] =>
    Array.from({ length: height * width }, (_, i) => {
      const level = (plane: number): number => x?.[plane * height * width + i] ?? Number.NaN;
      return 0.2989 * level(0) + 0.587 * level(1) + 0.114 * level(2);
    }),
  matmul: ({ m, n }: ElementArrays, { h = 0, w = 0, k = 0 }: Dims): number[] =>
    Array.from({ length: h * w }, (_, i) => {
      const [row, column] = [Math.floor(i / w), i % w];
      let sum = 0;
      for (let term = 0; term < k; term++) sum += (m?.[row * k + term] ?? 0) * (n?.[term * w + column] ?? 0);
      return sum;
    }),
};
const loopOf = (id: string) => (id === 'grayscale' ? LOOPS.grayscale : LOOPS.matmul);

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Array.from(a, (value, at) => Math.abs(value - (b[at] ?? Number.NaN))).reduce((x, y) => Math.max(x, y), 0);
}

describe.each(SHIPPED)('the references of %s', (id) => {
  it('are what the simulator gives today, byte for byte', async () => {
    const { assignment, module, readFile } = await shipped(id);
    const { manifest, files } = await makeReferences(assignment, module);
    expect(JSON.parse(new TextDecoder().decode(readFile('reference/manifest.json')))).toMatchObject(manifest);
    expect([...files.keys()]).toEqual(assignment.spec.cases.map(({ name }) => `${name}.bin`));
    for (const [name, bytes] of files) expect(Buffer.compare(readFile(`reference/${name}`), bytes), name).toBe(0);
  });

  it('are near float64 arithmetic in every element', async () => {
    const {
      assignment: { spec },
      readFile,
    } = await shipped(id);
    const [output] = arrayParameters(spec.entry).filter(({ role }) => role === 'output');
    const { absolute, perTerm } = spec.tolerance;
    for (const { name, dims, seed, files } of spec.cases) {
      const inputs = makeCaseInputs(spec, { dims, seed, files }, readFile);
      const { out = [] } = await readReference(spec, name, readFile);
      const error = largestDifference(out, loopOf(id)(inputs, dims));
      // Of float results the reference may use up a tenth of the tolerance; a cut-off fraction is less than 1.
      const limit =
        output?.type === 'float32'
          ? (absolute + (perTerm?.absolute ?? 0) * evaluateExtent(perTerm?.count ?? 0, dims)) / 10
          : 1;
      expect(error, name).toBeLessThan(limit);
    }
  });

  it('are also what the plain loop of simulator.ts gives, up to rounding', async () => {
    const { assignment, module } = await shipped(id);
    for (const [index, range] of assignment.spec.hidden.entries()) {
      const dims = drawDims(range.dims, index);
      const inputs = generateInputs(assignment.spec, dims, index, range.inputs);
      const { out = [] } = module.expected(inputs, dims);
      expect(largestDifference(out, loopOf(id)(inputs, dims)), range.name).toBeLessThan(1e-10);
    }
  });

  it('are equal for every block size and with dynamic shared memory', async () => {
    const { assignment, module } = await shipped(id);
    const dims: Dims = id === 'grayscale' ? { height: 19, width: 23 } : { h: 19, w: 23, k: 21 };
    const inputs = generateInputs(assignment.spec, dims, 3);
    const usual = module.simulate(inputs, dims).out ?? [];
    for (const block of [1, 5, 8] as const) {
      const other = module.simulate(inputs, dims, { block: id === 'grayscale' ? block : [block, block] }).out ?? [];
      expect(largestDifference(usual, other), `block ${block}`).toBeLessThan(1e-5);
    }
    if (id === 'matmul-tiled') {
      const { simulateDynamic } = await import('../../assignments/matmul-tiled/simulator.ts');
      const { m, n } = inputs;
      if (!(m instanceof Float32Array) || !(n instanceof Float32Array)) throw new Error('inputs of another type');
      expect(simulateDynamic({ m, n }, { h: 19, w: 23, k: 21 }).out).toEqual(usual);
    }
  });
});

describe.each(SHIPPED)('the cases of %s', (id) => {
  it('have one element, one row, one column, ragged sizes, and whole blocks', async () => {
    const { spec } = (await shipped(id)).assignment;
    const [rows, columns] = id === 'grayscale' ? ['height', 'width'] : ['h', 'w'];
    const sizes = spec.cases.map(({ dims }) => [dims[rows ?? ''] ?? 0, dims[columns ?? ''] ?? 0] as const);
    const some = (holds: (row: number, column: number) => boolean): boolean => sizes.some(([r, c]) => holds(r, c));
    expect(some((r, c) => r === 1 && c === 1)).toBe(true);
    expect(some((r, c) => r === 1 && c > 1)).toBe(true);
    expect(some((r, c) => r > 1 && c === 1)).toBe(true);
    expect(some((r, c) => r % 16 !== 0 && c % 16 !== 0 && r % 32 !== 0 && r !== c && r > 1 && c > 1)).toBe(true);
    expect(some((r, c) => r % 32 === 0 && c % 32 === 0 && r !== c)).toBe(true);
    const lecture = id === 'grayscale' ? { height: 150, width: 225 } : { h: 5, w: 10, k: 784 };
    expect(spec.cases.map(({ dims }) => dims)).toContainEqual(lecture);
    expect(spec.hidden.length).toBeGreaterThan(1);
  });

  it('have their largest, where technique is judged, among the visible ones', async () => {
    const { spec } = (await shipped(id)).assignment;
    const elements = (dims: Dims): number =>
      arrayParameters(spec.entry).reduce(
        (sum, { shape }) => sum + shape.reduce<number>((product, extent) => product * evaluateExtent(extent, dims), 1),
        0,
      );
    const largest = Math.max(...spec.cases.map(({ dims }) => elements(dims)));
    for (const { dims } of spec.hidden) {
      expect(elements(Object.fromEntries(Object.entries(dims).map(([key, [, high]]) => [key, high])))).toBeLessThan(
        largest,
      );
    }
    // Loads of a plain kernel: quick in an emulator.
    const { h = 0, w = 0, k = 0, height = 0, width = 0 } = spec.cases.at(-1)?.dims ?? {};
    expect(2 * h * w * k + 3 * height * width).toBeLessThan(4e6);
  });
});
