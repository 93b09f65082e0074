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
