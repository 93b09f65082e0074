import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__device__ int table[4] = {1, 2, 3, 4};
__global__ void store(int *out, int index) { out[index] = table[0]; }
`;

let program: DeviceProgram;
beforeAll(async () => {
  ({ program } = await compileKernels(SOURCE));
}, 300_000);

describe('what was written', () => {
  const BYTES = 203;

  /** Every byte that `every` divides was written by host code, the first word by a kernel too. */
  function prepared(bench: Bench, every: number): { pointer: number; states: number[] } {
    const pointer = bench.bytes(BYTES, 'output');
    for (let at = 0; at < BYTES; at += every) bench.device.write(pointer + at, new Uint8Array(1));
    bench.launch('store', [pointer, 0]);
    return { pointer, states: [...bench.device.state(pointer, BYTES)] };
  }

  it('goes along with copies to the byte, also between ranges that overlap', () => {
    for (const [to, from, bytes] of [
      [1, 0, 77],
      [0, 5, 77],
      [9, 2, 8],
      [0, 8, 195],
      [3, 0, 200],
    ] as const) {
      const bench = new Bench(program);
      const { pointer, states } = prepared(bench, 3);
      expect(states.slice(0, 7)).toEqual([6, 6, 6, 6, 0, 0, 2]);
      bench.device.copy(pointer + to, pointer + from, bytes);
      const expected = [...states];
      expected.splice(to, bytes, ...states.slice(from, from + bytes));
      expect([...bench.device.state(pointer, BYTES)]).toEqual(expected);
    }
  });

  it("is no kernel's work any more where host code writes", () => {
    const bench = new Bench(program);
    const { pointer, states } = prepared(bench, 5);
    bench.device.write(pointer + 1, new Uint8Array(11));
    states.fill(2, 1, 12);
    expect([...bench.device.state(pointer, BYTES)]).toEqual(states);
    bench.device.set(pointer + 100, 1, 103);
    states.fill(2, 100, 203);
    expect([...bench.device.state(pointer, BYTES)]).toEqual(states);
  });

  it('goes along from a variable', () => {
    const bench = new Bench(program);
    const { pointer, states } = prepared(bench, 7);
    const table = bench.device.symbol('table')?.pointer ?? 0;
    bench.device.write(table, new Uint8Array(16));
    bench.device.copy(pointer + 2, table, 16);
    states.fill(2, 2, 18);
    expect([...bench.device.state(pointer, BYTES)]).toEqual(states);
  });
});
