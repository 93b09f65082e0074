import { describe, expect, it } from 'vitest';
import type { Replay } from '../../grader/timing/index.ts';
import { compareOutputs } from '../../grader/timing/verify.ts';
import { randomFrom } from './simulated.ts';

function holding(read: Replay['read']): Replay {
  return {
    read,
    repeat: () => Promise.reject(new Error('nothing is run here')),
    close: () => Promise.resolve(),
  };
}

const bytesOf = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Of the first elements in the place of the second. */
function compare(
  got: ArrayBufferView,
  want: ArrayBufferView,
  type: Parameters<typeof compareOutputs>[2][number]['type'],
  tolerance = 0,
) {
  const outputs = [{ name: 'out', type, count: 3 }];
  const [student, baseline] = [holding(async () => bytesOf(got)), holding(async () => bytesOf(want))];
  return compareOutputs(student, baseline, outputs, tolerance, true, randomFrom(1));
}

describe('comparing the outputs of two programs', () => {
  it.each([
    ['uint8', Uint8Array.of(1, 2, 255), Uint8Array.of(1, 2, 0)],
    ['int32', Int32Array.of(1, -2, -1), Int32Array.of(1, -2, 1)],
    ['uint32', Uint32Array.of(1, 2, 4e9), Uint32Array.of(1, 2, 3e9)],
    ['float32', Float32Array.of(1, 2, 1e-7), Float32Array.of(1, 2, 0)],
    ['float64', Float64Array.of(1, 2, 1e-300), Float64Array.of(1, 2, 0)],
  ] as const)('reads %s as such', async (type, got, want) => {
    expect(await compare(want, want, type)).toBeNull();
    expect(await compare(got, want, type)).toEqual({ output: 'out', wrong: 1, of: 3 });
  });

  it('reads what does not lie where its elements would', async () => {
    const want = Float64Array.of(1, 2, 3);
    const shifted = new Uint8Array(25);
    shifted.set(bytesOf(want), 1);
    expect(await compare(shifted.subarray(1), want, 'float64')).toBeNull();
  });

  it('takes what is missing for wrong', async () => {
    expect(await compare(Float32Array.of(1, 2), Float32Array.of(1, 2, 3), 'float32')).toMatchObject({ wrong: 1 });
  });

  it('names the first output that is wrong', async () => {
    const right = Uint8Array.of(1, 2);
    const outputs = ['a', 'b', 'c'].map((name) => ({ name, type: 'uint8', count: 2 }) as const);
    const student = holding(async (name) => (name === 'a' ? right : Uint8Array.of(9, 9)));
    const baseline = holding(async () => right);
    const mismatch = await compareOutputs(student, baseline, outputs, 1, true, randomFrom(1));
    expect(mismatch).toEqual({ output: 'b', wrong: 2, of: 2 });
  });

  it.each([
    [2 ** 26, true],
    [2 ** 26 + 1, false],
  ])('reads an output of %i bytes as a whole: %s', async (count, whole) => {
    const asked: boolean[] = [];
    const replay = holding(async (_, at) => {
      asked.push(at === null);
      return new Uint8Array(1);
    });
    await compareOutputs(replay, replay, [{ name: 'out', type: 'uint8', count }], 1, true, randomFrom(1));
    expect(asked).toEqual([whole, whole]);
  });
});
