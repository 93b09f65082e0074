import { describe, expect, it } from 'vitest';
import { gatherEvidence } from '../../../grader/pipeline/grade/evidence.ts';

type Asked = Parameters<typeof gatherEvidence>;

describe('what is compared', () => {
  it('knows the operation of the exercise, so usual mistakes have names', async () => {
    const [h, w, k] = [6, 5, 4];
    const m = Float32Array.from({ length: h * k }, (_, at) => 1 + ((7 * at) % 11));
    const n = Float32Array.from({ length: k * w }, (_, at) => 2 + ((5 * at) % 13));
    const product = (terms: number) =>
      Float64Array.from({ length: h * w }, (_, at) =>
        Array.from(
          { length: terms },
          (_, i) => (m[Math.floor(at / w) * k + i] ?? 0) * (n[i * w + (at % w)] ?? 0),
        ).reduce((sum, term) => sum + term, 0),
      );
    const array = (name: string, role: string, shape: string[]) => ({ name, type: 'float32', role, shape });
    const spec = {
      entry: {
        parameters: [
          array('m', 'input', ['h', 'k']),
          array('n', 'input', ['k', 'w']),
          array('out', 'output', ['h', 'w']),
        ],
      },
      expected: { operation: 'matrix-product' },
      tolerance: { absolute: 1e-3 },
    } as unknown as Asked[0];
    const made = {
      plan: { name: 'c', visible: true, dims: { h, w, k } },
      shapes: { m: [h, k], n: [k, w], out: [h, w] },
      inputs: { m, n },
      expected: async () => ({ out: product(k) }),
    } as unknown as Asked[1];
    const bytes = new Uint8Array(Float32Array.from(product(k - 1)).buffer);
    const run = {
      outputs: [{ name: 'out', bytes, state: new Uint8Array(bytes.length).fill(6) }],
    } as unknown as Asked[2];
    const { outputs } = await gatherEvidence(spec, made, run, { args: [], layoutSeed: 1 });
    expect(outputs[0]?.comparison.pattern).toEqual({ kind: 'partial-sum', terms: k - 1, of: k });
  });
});

describe('an output with more than one right answer', () => {
  const parameters = [
    { name: 'found', type: 'int32', role: 'output', shape: ['n'] },
    { name: 'count', type: 'int32', role: 'output', shape: [1] },
  ];
  const specOf = (comparison: object) =>
    ({
      entry: { parameters },
      expected: { operation: 'simulator' },
      tolerance: { absolute: 0 },
      comparison,
    }) as unknown as Asked[0];

  /** The evidence of `found`, for what a program left there. `null`: the element was not written. */
  async function evidenceOf(comparison: object, found: readonly (number | null)[], check?: Asked[1]['check']) {
    const made = {
      plan: { name: 'c', visible: true, dims: { n: found.length } },
      shapes: { found: [found.length], count: [1] },
      inputs: {},
      expected: async () => ({ found: Float64Array.of(4, 5, 6, 0, 0), count: Float64Array.of(3) }),
      check,
    } as unknown as Asked[1];
    const left = (name: string, values: readonly (number | null)[]) => ({
      name,
      bytes: new Uint8Array(Int32Array.from(values, (value) => value ?? 99).buffer),
      state: Uint8Array.from({ length: 4 * values.length }, (_, at) => (values[at >> 2] === null ? 0 : 6)),
    });
    const run = { outputs: [left('found', found), left('count', [3])] } as unknown as Asked[2];
    const { outputs } = await gatherEvidence(specOf(comparison), made, run, { args: [], layoutSeed: 1 });
    return outputs[0];
  }

  it('has elements in any order, and as many as another output says', async () => {
    const comparison = { found: { as: 'multiset', first: 'count', unwritten: 'error' } };
    const right = await evidenceOf(comparison, [6, 4, 5, 7, null]);
    expect(right).toMatchObject({
      elements: 3,
      writtenByKernels: 3,
      missing: 0,
      comparison: { wrong: 0, unwritten: 0 },
    });
    const wrong = await evidenceOf(comparison, [6, 6, 5, 0, 0]);
    expect(wrong).toMatchObject({ missing: 1, comparison: { wrong: 1, firstWrong: { index: [1], got: 6, want: 4 } } });
  });

  it('is judged by check(), which is given what was written', async () => {
    const comparison = { found: { as: 'check', unwritten: 'allowed' } };
    const check: Asked[1]['check'] = async ({ outputs, written }) => {
      const at = outputs.found?.findIndex((value, index) => written.found?.[index] === 1 && value > 6) ?? -1;
      return at < 0 ? [] : [{ output: 'found', at, message: 'it is too large' }];
    };
    const right = await evidenceOf(comparison, [1, 2, null, null, 3], check);
    expect(right).toMatchObject({ elements: 3, objections: [], comparison: { wrong: 0, unwritten: 0 } });
    const wrong = await evidenceOf(comparison, [1, 2, null, null, 9], check);
    expect(wrong?.objections).toEqual([{ message: 'it is too large', index: [4] }]);
    expect(wrong?.comparison).toMatchObject({ wrong: 1, firstMismatch: [4] });
  });

  it('is not given to check() before all of it was written', async () => {
    const comparison = { found: { as: 'check', unwritten: 'error' } };
    const check = async () => [{ output: 'found', at: null, message: 'never said' }];
    const incomplete = await evidenceOf(comparison, [1, null, 2, 3, 4], check);
    expect(incomplete).toMatchObject({ objections: [], comparison: { wrong: 0, unwritten: 1 } });
  });
});
