import { describe, expect, it } from 'vitest';
import type { OutputCopy, Replay } from '../../grader/timing/index.ts';
import { compareKept, compareOutputs, keepOutputs, keptBytes, type TimedOutput } from '../../grader/timing/verify.ts';
import { randomFrom } from './simulated.ts';

function holding(read: Replay['read']): Replay {
  return {
    read,
    repeat: () => Promise.reject(new Error('nothing is run here')),
    keep: () => Promise.reject(new Error('nothing is kept here')),
    kept: () => Promise.reject(new Error('nothing is kept here')),
    free: () => Promise.resolve(),
    rest: () => Promise.resolve(true),
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
  return compareOutputs(student, baseline, outputs, tolerance, randomFrom(1));
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
    const mismatch = await compareOutputs(student, baseline, outputs, 1, randomFrom(1));
    expect(mismatch).toEqual({ output: 'b', wrong: 2, of: 2 });
  });

  it.each([
    [2 ** 16, false],
    [2 ** 16 + 1, true],
    [2 ** 26, true],
    [2 ** 26 + 1, false],
  ])('keeps an output of %i bytes as a whole: %s', async (count, whole) => {
    const kept = await keep({ name: 'out', type: 'uint8', count }, 0.5);
    if (whole) expect(kept).toEqual([{ output: 'out', number: 1, start: 0, count, type: 'uint8' }]);
    else expect(kept).not.toContainEqual(expect.objectContaining({ count }));
  });

  /** What both programs keep of an output in a round. */
  async function keep(output: TimedOutput, random: number) {
    const copies: OutputCopy[] = [];
    const replay: Replay = {
      ...holding(async () => new Uint8Array()),
      keep: async (copy) => void copies.push(copy),
    };
    const kept = await keepOutputs(replay, replay, { outputs: [output], number: 1, random: () => random });
    expect(copies).toEqual(kept.flatMap(({ type: _, ...copy }) => [copy, copy]));
    return kept;
  }

  it.each([
    ['uint8', 2 ** 26],
    ['float64', 2 ** 23],
  ] as const)('keeps 64 MiB of a larger output, from an unpredictable place (%s)', async (type, most) => {
    const count = most + 1000;
    for (const [random, start] of [
      [0, 0],
      [0.5, 500],
      [0.999_999, 1000],
    ] as const) {
      expect(await keep({ name: 'out', type, count }, random)).toMatchObject([{ start, count: most }]);
    }
    expect(keptBytes([{ name: 'out', type, count }])).toBe(3 * 2 ** 26);
  });

  it('compares every element of the copies that belong together', async () => {
    const holds = (...copies: number[][]): Replay => ({
      ...holding(async () => new Uint8Array()),
      kept: async ({ number }) => Uint8Array.from(copies[number] ?? []),
    });
    const output = { output: 'out', type: 'uint8', start: 0, count: 3 } as const;
    const kept = [
      { ...output, number: 0 },
      { ...output, number: 1 },
    ];
    const baseline = holds([1, 2, 3], [4, 5, 6]);
    expect(await compareKept(holds([1, 2, 3], [4, 5, 6]), baseline, kept, 0)).toBeNull();
    expect(await compareKept(holds([1, 2, 3], [4, 9, 6]), baseline, kept, 0)).toEqual({
      output: 'out',
      wrong: 1,
      of: 3,
    });
  });
});
