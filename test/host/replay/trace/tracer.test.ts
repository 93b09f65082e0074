import { describe, expect, it } from 'vitest';
import { type Hint, resolve, type Traced, Tracer } from '../../../../grader/host/replay/trace/index.ts';
import { bytesOf, floats, integers, pixels } from './random.ts';

type Width = 1 | 2 | 4 | 8;
type Arrays = readonly ArrayBufferView[];
/** The number that stands for the judged data where seeds number the runs. */
const JUDGED = 99;

interface Tried {
  readonly traced: Traced;
  /** What the trace makes of the judged data, and what host code makes of them. */
  readonly resolved: Uint8Array;
  readonly direct: Uint8Array;
}

/** Traces what host code makes of inputs, and resolves it with judged data. */
function attempt(
  inputs: (seed: number) => Arrays,
  host: (...arrays: never[]) => ArrayBufferView,
  { runs = 2, widths = [], hint }: { runs?: number; widths?: readonly Width[]; hint?: Hint } = {},
): Tried {
  const seeds = Array.from({ length: runs }, (_, run) => run + 1);
  const decoys = seeds.map(inputs);
  const tracer = new Tracer();
  for (let i = 0; i < decoys[0]!.length; i++)
    tracer.add(
      decoys.map((arrays) => bytesOf(arrays[i]!)),
      widths[i],
    );
  const apply = (arrays: Arrays) => bytesOf(host(...(arrays as never[])));
  const contents = decoys.map(apply);
  const traced = tracer.trace(contents, hint);
  const judged = inputs(JUDGED);
  const resolved = resolve(traced, contents[0]!, (source) => bytesOf(judged[source]!));
  return { traced, resolved, direct: apply(judged) };
}

/** Asserts that everything is moved or constant, and right with judged data. */
function expectMoved({ traced, resolved, direct }: Tried): void {
  expect(traced.untraced).toBe(0);
  expect(Buffer.compare(resolved, direct)).toBe(0);
}

const twoArrays = (seed: number) => [floats(seed, 300), floats(seed + 1000, 300)];
const image = (seed: number) => [pixels(seed, 40 * 30 * 3)];

describe('Tracer', () => {
  it('traces a whole array as one extent', () => {
    const tried = attempt(twoArrays, (_: Float32Array, b: Float32Array) => b.slice());
    expectMoved(tried);
    expect(tried.traced.extents).toEqual([
      { at: 0, bytes: 1200, origin: { kind: 'moved', source: 1, offset: 0, conversion: null } },
    ]);
  });

  it('traces chunks of several sources', () => {
    const tried = attempt(twoArrays, (a: Float32Array, b: Float32Array) =>
      Float32Array.of(...b.subarray(17, 90), ...a.subarray(3, 45), ...b.subarray(200)),
    );
    expectMoved(tried);
    expect(tried.traced.extents).toHaveLength(3);
  });

  it('traces rows with zero padding', () => {
    const padded = (a: Float32Array) => {
      const out = new Float32Array(15 * 32);
      for (let row = 0; row < 15; row++) out.set(a.subarray(row * 20, row * 20 + 20), row * 32);
      return out;
    };
    const tried = attempt(twoArrays, padded);
    expectMoved(tried);
    expect(tried.traced.constant).toBe(15 * 12 * 4);
  });

  it('traces a transposed array', () => {
    const tried = attempt(twoArrays, (a: Float32Array) =>
      a.map((_, i) => a[(i % 15) * 20 + Math.floor(i / 15)] as number),
    );
    expectMoved(tried);
  });

  it('traces two interleaved arrays', () => {
    const tried = attempt(twoArrays, (a: Float32Array, b: Float32Array) =>
      Float32Array.from({ length: 600 }, (_, i) => (i % 2 ? b : a)[i >> 1] as number),
    );
    expectMoved(tried);
    expect(tried.traced.extents.length).toBeLessThan(5);
  });

  it.each([
    [2, 1],
    [7, 3],
    [16, 5],
    [64, 63],
    [160, 77],
  ])('traces every %dth element of a long array from element %d on', (stride, first) => {
    const lanes = (a: Float32Array) => a.filter((_, i) => i % stride === first);
    const tried = attempt((seed) => [floats(seed, 200_003)], lanes);
    expectMoved(tried);
    expect(tried.traced.extents).toHaveLength(1);
  });

  it('traces interleaved bytes of planes with four runs', () => {
    const host = (a: Uint8Array) => a.map((_, i) => a[(i % 3) * 1200 + Math.floor(i / 3)] as number);
    expectMoved(attempt(image, host, { runs: 4, widths: [1] }));
  });

  it('traces floats in packed structures at odd offsets', () => {
    const host = (a: Float32Array) => {
      const out = new Uint8Array(300 * 5);
      const view = new DataView(out.buffer);
      for (let i = 0; i < 300; i++) {
        out[5 * i] = 7;
        view.setFloat32(5 * i + 1, a[i] as number, true);
      }
      return out;
    };
    expectMoved(attempt(twoArrays, host));
  });

  it.each([
    ['float to double', (a: Float32Array) => Float64Array.from(a), (seed: number) => [floats(seed, 200)], 4],
    [
      'double to float',
      (a: Float64Array) => Float32Array.from(a),
      (s: number) => [Float64Array.from(floats(s, 200), Math.sqrt)],
      8,
    ],
    ['bytes to float', (a: Uint8Array) => Float32Array.from(a), image, 1],
    ['bytes to double', (a: Uint8Array) => Float64Array.from(a), image, 1],
    ['bytes over 255 to float', (a: Uint8Array) => Float32Array.from(a, (v) => v / 255), image, 1],
    [
      'signed bytes to float',
      (a: Int8Array) => Float32Array.from(a),
      (s: number) => [Int8Array.from(integers(s, 400, -128, 127))],
      1,
    ],
    ['int to float', (a: Int32Array) => Float32Array.from(a), (s: number) => [integers(s, 200, -5000, 5000)], 4],
    ['int to double', (a: Int32Array) => Float64Array.from(a), (s: number) => [integers(s, 200, -5000, 5000)], 4],
    ['float to bytes', (a: Float32Array) => Uint8Array.from(a), (s: number) => [floats(s, 400, 0, 255)], 4],
  ] as const)('traces the conversion of %s', (_, host, inputs, width) => {
    const tried = attempt(inputs, host as never, { runs: 3, widths: [width] });
    expectMoved(tried);
    expect(tried.traced.moved).toBe(tried.traced.length);
  });

  it('rejects contents of unequal lengths or numbers of runs', () => {
    const tracer = new Tracer();
    expect(() => tracer.add([new Uint8Array(4), new Uint8Array(5)])).toThrow('the runs differ in length');
    tracer.add([new Uint8Array(4), new Uint8Array(4)]);
    expect(() => tracer.trace([new Uint8Array(4)])).toThrow('bytes of 1 runs, and sources of 2');
  });

  it('takes bytes that are equal in all runs for constants', () => {
    const traced = attempt(twoArrays, () => new Uint8Array(33).fill(9)).traced;
    expect(traced.extents).toEqual([{ at: 0, bytes: 33, origin: { kind: 'constant' } }]);
    expect(attempt(twoArrays, () => new Uint8Array(0)).traced.extents).toEqual([]);
  });

  it('keeps the moves around elements that host code computes', () => {
    const host = (a: Float32Array, b: Float32Array) => a.map((v, i) => (i % 10 === 3 ? v * (b[i] as number) : v));
    const { traced } = attempt(twoArrays, host);
    expect(traced.moved).toBe(270 * 4);
    expect(traced.untraced).toBe(30 * 4);
  });

  it('traces elements that a copy of too few bytes has cut', () => {
    const host = (a: Float32Array, b: Float32Array) => {
      const staged = new Uint8Array(2400).fill(0x4b);
      staged.set(bytesOf(a).subarray(0, 301));
      staged.set(bytesOf(b).subarray(399), 1200 + 399);
      return staged;
    };
    expectMoved(attempt(twoArrays, host));
  });

  it('does not take bytes of a computed element for a cut one', () => {
    // Twice a number has the same fraction, and another exponent.
    const host = (a: Float32Array) => a.map((v, i) => (i === 100 ? 2 * v : v));
    expect(attempt(twoArrays, host).traced.untraced).toBeGreaterThanOrEqual(4);
  });

  it('follows a hint where several sources have the same values', () => {
    const inputs = (seed: number) => [floats(seed, 300, seed === JUDGED ? -1 : 0), floats(seed, 300)];
    const host = (a: Float32Array) => a.slice();
    const hint = { places: [{ at: 0, bytes: 1200, source: 0, offset: 0 }] };
    expectMoved(attempt(inputs, host, { hint }));
    expect(attempt(inputs, host).traced.extents[0]?.origin).toMatchObject({ source: 1 });
  });

  it.each([
    ['relu', (a: Float32Array) => a.map((v) => Math.max(0, v - 0.5) && v)],
    ['the larger of two', (a: Float32Array, b: Float32Array) => a.map((v, i) => Math.max(v, b[i] as number))],
    ['sums', (a: Float32Array, b: Float32Array) => a.map((v, i) => v + (b[i] as number))],
    ['products', (a: Float32Array) => a.map((v) => v * 1.5)],
    ['prefix sums', (a: Float32Array) => a.map((_, i) => a.subarray(0, i + 2).reduce((s, v) => s + v, 0))],
    ['a sorted array', (a: Float32Array) => a.slice().sort()],
    ['a maximum', (a: Float32Array) => a.slice().sort().subarray(299)],
  ])('does not take %s for a move', (_, host) => {
    const { traced } = attempt(twoArrays, host as never);
    expect(traced.moved).toBeLessThanOrEqual(8);
    expect(traced.untraced).toBeGreaterThanOrEqual(traced.length - 8);
  });
});

describe('Tracer on many blocks', () => {
  it('traces a permuted array of 200,000 floats', () => {
    const count = 200_000;
    const order = floats(7, count);
    const permutation = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => order[a]! - order[b]!);
    const tried = attempt(
      (seed) => [floats(seed, count)],
      (a: Float32Array) => a.map((_, i) => a[permutation[i]!] as number),
      { runs: 3 },
    );
    expectMoved(tried);
  });
});
