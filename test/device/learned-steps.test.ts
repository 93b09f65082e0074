import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__global__ void halves(const int *script, unsigned short *halves, unsigned *out) {
  const int *mine = script + 3 * threadIdx.x;
  if (mine[0] >= 0) halves[mine[0]] = 1;
  if (mine[1] >= 0) out[threadIdx.x] = halves[mine[1]]; // @read
  if (mine[2] >= 0) halves[mine[2]] = 2; // @write
}`;

describe('what is learned of one word', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
  }, 300_000);

  /** What each thread stores to, reads and stores to again; -1: nothing. */
  function faultsOf(...threads: readonly (readonly [number, number, number])[]) {
    const bench = new Bench(program);
    const script = bench.bytes(12 * threads.length, 'input', new Uint8Array(Int32Array.from(threads.flat()).buffer));
    bench.launch('halves', [script, bench.bytes(16), bench.words(threads.length, 'output')], { block: threads.length });
    return bench.device.takeFaults();
  }

  it('makes no other thread a reader', () => {
    // Thread 0 has written beside what it reads; beside what thread 2 reads, thread 1 has.
    expect(faultsOf([1, 0, -1], [3, -1, -1], [-1, 2, 2])).toEqual([]);
  });

  it('names the thread that has read', () => {
    expect(faultsOf([1, 0, -1], [3, -1, -1], [-1, 2, -1], [-1, -1, 2])).toMatchObject([
      {
        rule: 'global-race',
        at: { thread: [3, 0, 0], position: { line: line('write') } },
        other: { thread: [2, 0, 0], position: { line: line('read') } },
      },
    ]);
  });
});
