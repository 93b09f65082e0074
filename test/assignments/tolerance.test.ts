import { describe, expect, it } from 'vitest';
import { type Dims, drawDims, generateInputs, makeCaseInputs, readReference } from '../../grader/spec/index.ts';
import { shipped } from './shipped.ts';

type Floats = ArrayLike<number>;
/** How a sum of products is computed: terms by number, each `m * n` unrounded. */
type Summation = (terms: Float64Array) => number;

const f32 = Math.fround;

/** Rounds to the 11 significant bits of float16 (range aside), by Veltkamp's splitting of a double. */
function f16(value: number): number {
  const scaled = value * (2 ** 42 + 1);
  return scaled - (scaled - value);
}

const plain: Summation = (terms) => terms.reduce((sum, term) => f32(sum + f32(term)), 0);
const fused: Summation = (terms) => terms.reduce((sum, term) => f32(sum + term), 0);

/** Orders in which a student's kernel may well add up, all in float32. */
const SUMMATIONS: Record<string, Summation> = {
  'one after the other': plain,
  'with fused multiply-add': fused,
  backwards: (terms) => fused(terms.slice().reverse()),
  'in tiles of 16': (terms) => chunks(terms, 16).reduce((sum, tile) => f32(sum + fused(tile)), 0),
  'in tiles of 32': (terms) => chunks(terms, 32).reduce((sum, tile) => f32(sum + plain(tile)), 0),
  'in four interleaved sums': (terms) =>
    [0, 1, 2, 3].reduce((sum, first) => f32(sum + fused(terms.filter((_, at) => at % 4 === first))), 0),
  'in pairs': function pairwise(terms): number {
    if (terms.length === 1) return f32(terms[0] ?? 0);
    const half = terms.length >> 1;
    return f32(pairwise(terms.subarray(0, half)) + pairwise(terms.subarray(half)));
  },
};

/** What is too coarse: float16 inputs, and sums in float16. */
const HALVES: Record<string, { input: (value: number) => number; sum: Summation }> = {
  'float16 inputs': { input: f16, sum: fused },
  'sums in float16': { input: (value) => value, sum: (terms) => terms.reduce((sum, term) => f16(sum + f16(term)), 0) },
};

function chunks(terms: Float64Array, size: number): Float64Array[] {
  return Array.from({ length: Math.ceil(terms.length / size) }, (_, at) => terms.subarray(at * size, (at + 1) * size));
}

/** Largest |got - want| of a product that is summed up in this way. */
function largestError(m: Floats, n: Floats, { h = 0, w = 0, k = 0 }: Dims, want: Floats, sum: Summation): number {
  const terms = new Float64Array(k);
  let largest = 0;
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      for (let i = 0; i < k; i++) terms[i] = (m[row * k + i] ?? 0) * (n[i * w + column] ?? 0);
      largest = Math.max(largest, Math.abs(sum(terms) - (want[row * w + column] ?? Number.NaN)));
    }
  }
  return largest;
}

describe.each(['matmul-2d', 'matmul-tiled'] as const)('the tolerance of %s', (id) => {
  async function problems() {
    const {
      assignment: { spec },
      module,
      readFile,
    } = await shipped(id);
    const { absolute, perTerm } = spec.tolerance;
    const tolerance = ({ k = 0 }: Dims): number => absolute + (perTerm?.absolute ?? 0) * k;
    const visible = spec.cases.map(async ({ name, dims, seed, files }) => {
      const inputs = makeCaseInputs(spec, { dims, seed, files }, readFile);
      return {
        name,
        dims,
        inputs,
        want: (await readReference(spec, name, readFile)).out ?? [],
        tolerance: tolerance(dims),
      };
    });
    const hidden = spec.hidden.map((range, index) => {
      const dims = drawDims(range.dims, index);
      const inputs = generateInputs(spec, dims, index, range.inputs);
      return {
        name: range.name,
        dims,
        inputs,
        want: module.expected(inputs, dims).out ?? [],
        tolerance: tolerance(dims),
      };
    });
    return [...(await Promise.all(visible)), ...hidden];
  }

  it('leaves room for float32 sums in any order', async () => {
    for (const { name, dims, inputs, want, tolerance } of await problems()) {
      for (const [order, sum] of Object.entries(SUMMATIONS)) {
        const error = largestError(inputs.m ?? [], inputs.n ?? [], dims, want, sum);
        expect(error, `${name}, ${order}`).toBeLessThan(tolerance / 5);
      }
    }
  });

  it('has none for float16, in any case but the smallest', async () => {
    for (const { name, dims, inputs, want, tolerance } of await problems()) {
      if (name === 'one-by-one') continue;
      for (const [what, { input, sum }] of Object.entries(HALVES)) {
        const [m, n] = [inputs.m, inputs.n].map((values) => Float64Array.from(values ?? [], input));
        const error = largestError(m ?? [], n ?? [], dims, want, sum);
        expect(error, `${name}, ${what}`).toBeGreaterThan(1.5 * tolerance);
      }
    }
  });
});

describe('the tolerance of grayscale', () => {
  it('allows a truncated or rounded fraction, and no further level', async () => {
    const {
      assignment: { spec },
      module,
      readFile,
    } = await shipped('grayscale');
    const photo = spec.cases.find(({ name }) => name === 'photo');
    if (photo === undefined) throw new Error('no photo');
    const inputs = makeCaseInputs(spec, { dims: photo.dims, seed: 1, files: photo.files }, readFile);
    const exact = module.expected(inputs, photo.dims).out ?? new Float64Array();
    const { out: reference = [] } = await readReference(spec, 'photo', readFile);
    const error = (want: Floats, got: (level: number) => number): number =>
      exact.reduce((largest, level, at) => Math.max(largest, Math.abs(got(level) - (want[at] ?? Number.NaN))), 0);
    for (const want of [exact, reference]) {
      for (const rounding of [Math.floor, Math.round, Math.ceil]) {
        expect(error(want, rounding)).toBeLessThanOrEqual(spec.tolerance.absolute);
      }
      expect(error(want, (level) => Math.floor(level) + 2)).toBeGreaterThan(spec.tolerance.absolute);
    }
  });
});
