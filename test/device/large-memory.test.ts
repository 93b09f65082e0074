import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { PROGRAM_MEMORY } from '../../grader/limits/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__global__ void touch(int *data, unsigned step, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i * step] = i;
}
__global__ void bump(int *data, unsigned step, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i * step] += 1;
}
__global__ void bytes(unsigned char *data, unsigned step) { data[threadIdx.x * step] += 1; }
__global__ void neighbours(int *data) { data[threadIdx.x] = data[threadIdx.x + 1]; }
__global__ void same(int *data, unsigned at) { data[at] = threadIdx.x; }
__global__ void add(int *data, unsigned at) { atomicAdd(&data[at], 1); }
__global__ void meet(int *data, unsigned at) {
  if (threadIdx.x == 0) data[at] = 1;
  __syncthreads();
  data[at + 1 + threadIdx.x] = data[at];
}
`;

const MiB = 2 ** 20;
const HOST_MIB = 256;
const DEVICE_MIB = Math.floor((PROGRAM_MEMORY.sumMiB - HOST_MIB) / 2);
/** 32-bit words of a page for which records are made together. */
const PAGE = 1024;

let program: DeviceProgram;
beforeAll(async () => {
  const sizes = { heapBytes: DEVICE_MIB * MiB, hostBytes: HOST_MIB * MiB };
  ({ program } = await compileKernels(SOURCE, sizes));
}, 300_000);

/** Rules without their detail, each once. */
function kinds(bench: Bench): string[] {
  return [...new Set(bench.rules().map((rule) => rule.split(' ')[0] ?? ''))];
}

describe('more host memory than an assignment may give', () => {
  it('moves the device beyond it, also beyond 2 GiB', async () => {
    const hostBytes = 2400 * MiB;
    const { program: moved } = await compileKernels(SOURCE, { heapBytes: 64 * MiB, hostBytes });
    const bench = new Bench(moved);
    const pointer = bench.words(100);
    expect(pointer).toBeGreaterThan(hostBytes);
    bench.launch('bump', [pointer, 1, 101], { block: 128 });
    expect(bench.rules()).toEqual(['out-of-bounds-read', 'out-of-bounds-write']);
    expect(bench.ints(pointer, 3)).toEqual([1, 2, 3]);
    const { counters } = bench.launch('touch', [pointer, 1, 64], { block: 64, counters: true });
    expect(counters.globalStoreRequests).toBe(2);
    bench.launch('touch', [2048 * MiB, 1, 1]);
    expect(bench.rules()).toEqual(['host-device-pointer']);
  }, 300_000);
});

describe('more memory than any layout that is built ahead', () => {
  it('is all there, and a byte beyond it is seen', () => {
    const bench = new Bench(program);
    expect(bench.device.properties.totalGlobalMem).toBe(DEVICE_MIB * MiB);
    const bytes = (DEVICE_MIB - 2) * MiB;
    const pointer = bench.device.alloc(bytes, 'all', 'output') ?? 0;
    bench.launch('touch', [pointer, bytes / 4 - 1, 2], { block: 2 });
    expect(bench.ints(pointer + bytes - 4, 1)).toEqual([1]);
    expect(bench.rules()).toEqual([]);
    bench.launch('touch', [pointer, bytes / 4, 2], { block: 2 });
    expect(bench.rules()).toEqual(['out-of-bounds-write']);
    expect(bench.device.alloc(4 * MiB, 'more', 'output')).toBeNull();
  });

  it('is checked as less memory is', () => {
    const bench = new Bench(program);
    const pointer = bench.words((300 * MiB) / 4);
    const far = 70 * MiB;
    bench.launch('same', [pointer, far], { block: 2 });
    expect(kinds(bench)).toEqual(['global-race']);
    bench.launch('neighbours', [pointer], { block: 64 });
    expect(kinds(bench)).toEqual(['global-race']);
    bench.launch('bytes', [pointer, 1], { block: 64 });
    bench.launch('add', [pointer, far], { grid: 4, block: 64 });
    bench.launch('meet', [pointer, far], { block: 64 });
    expect(bench.rules()).toEqual([]);
    bench.launch('meet', [pointer, far], { grid: 2, block: 64 });
    expect(kinds(bench)).toEqual(['global-race']);
    const fresh = bench.bytes(MiB, 'output');
    bench.launch('bump', [fresh, 1, 1]);
    expect(bench.rules()).toEqual(['uninitialized-read']);
  });

  it('has new records for the accesses of each launch', () => {
    const bench = new Bench(program);
    const pointer = bench.bytes(400 * MiB, 'output');
    // More than half of what there is, so that the next launch begins with none.
    const some = Math.floor((50 * MiB) / 4 / PAGE);
    for (let turn = 0; turn < 4; turn++) {
      const part = pointer + turn * 100 * MiB;
      expect(bench.launch('touch', [part, PAGE, some], { grid: some / 256, block: 256 }).unchecked).toBeUndefined();
    }
    expect(bench.rules()).toEqual([]);
    bench.launch('same', [pointer, 0], { block: 2 });
    expect(kinds(bench)).toEqual(['global-race']);
  });

  it('counts accesses without race checks if records run out', () => {
    const bench = new Bench(program);
    const pages = (400 * MiB) / 4 / PAGE;
    const pointer = bench.bytes(400 * MiB, 'output');
    const { unchecked = 0 } = bench.launch('touch', [pointer, PAGE, pages + 1], { grid: pages / 256 + 1, block: 256 });
    expect(unchecked).toBeGreaterThan(pages / 2);
    expect(unchecked).toBeLessThan(pages);
    expect(bench.rules()).toEqual(['out-of-bounds-write']);
    const last = new Uint8Array(4);
    bench.device.read(pointer + (pages - 1) * PAGE * 4, last);
    expect(new DataView(last.buffer).getUint32(0, true)).toBe(pages - 1);
  });
});
