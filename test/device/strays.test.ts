import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__global__ void far_read(const int *in, int *out, int i) {
  out[threadIdx.x] = in[i]; // @read
}
__global__ void far_store(int *in, int *out, int i) {
  out[threadIdx.x] = 1; // @own
  in[i] = (int)threadIdx.x; // @store
}
__global__ void either(int *in, int *out, int i, int second) {
  int *p = second ? out : in;
  out[threadIdx.x + 8] = p[i]; // @either
}
__global__ void racing(int *in, int *out) {
  out[threadIdx.x / 2] = in[threadIdx.x]; // @racing
}
`;

describe('an access that strays into another buffer', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;

  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
  });

  /** @returns two buffers, and the index from the first to the start of the second one, in words */
  function buffers() {
    const bench = new Bench(program);
    const [from, to] = [bench.words(16), bench.words(16, 'output')];
    return { bench, from, to, index: (to - from) / 4 };
  }

  it('is out of bounds, not a read of memory that is not initialized', () => {
    const { bench, from, to, index } = buffers();
    bench.launch('far_read', [from, to, index + 12]);
    expect(bench.device.takeFaults()).toMatchObject([
      {
        rule: 'out-of-bounds-read',
        at: { position: { line: line('read') } },
        other: null,
        buffer: { label: 'in', bytes: 64, offset: 4 * (index + 12) },
      },
    ]);
  });

  it('is out of bounds, not a race with the threads whose element it changes', () => {
    const { bench, from, to, index } = buffers();
    bench.launch('far_store', [from, to, index], { block: 2 });
    const faults = bench.device.takeFaults();
    expect(faults.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['out-of-bounds-write']));
    expect(new Set(faults.map(({ rule, at }) => `${rule} ${at.position?.line}`))).toEqual(
      new Set([`out-of-bounds-write ${line('store')}`]),
    );
  });

  it('stays what it is if the pointer can lead to either buffer', () => {
    const { bench, from, to } = buffers();
    bench.launch('either', [from, to, 2, 1]);
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'uninitialized-read', at: { position: { line: line('either') } }, buffer: { label: 'out', offset: 8 } },
    ]);
  });

  it('hides no race between threads that stay inside', () => {
    const { bench, from, to } = buffers();
    bench.launch('racing', [from, to], { block: 4 });
    expect(bench.device.takeFaults()).toMatchObject([
      { rule: 'global-race', at: { position: { line: line('racing') } }, buffer: { label: 'out' } },
    ]);
  });

  it('hides no race if both pointers lead to one buffer', () => {
    const { bench, from } = buffers();
    bench.launch('racing', [from, from], { block: 4 });
    expect(bench.device.takeFaults().map(({ rule }) => rule)).toContain('global-race');
  });
});
