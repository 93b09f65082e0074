import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
__global__ void reverse(int *out, int barrier) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x; // @fill
  if (barrier) __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x]; // @reversed
}
__global__ void shift(int *out) {
  __shared__ int tile[65];
  tile[threadIdx.x] = 1; if (threadIdx.x == 0) tile[64] = 1;
  __syncthreads();
  int v = tile[threadIdx.x + 1]; // @early
  tile[threadIdx.x] = v; // @late
  out[threadIdx.x] = v;
}
__global__ void bytes(unsigned char *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
__global__ void same(int *out) { out[0] = 7; } // @same
__global__ void differing(int *out) { out[0] = threadIdx.x + blockIdx.x; } // @differing
__global__ void increments(int *out) { out[0] += 1; } // @increments
__global__ void atomics(int *out) { atomicAdd(&out[0], 1); atomicMax(&out[1], (int)threadIdx.x); }
__global__ void mixed(int *out) { atomicAdd(&out[0], 1); if (threadIdx.x == 31) out[1] = out[0]; } // @mixed
__global__ void neighbour(int *data) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0) data[i] = data[i - 1]; } // @neighbour
__global__ void warp_sum(int *out, int sync) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    int v = t < d ? s[t + d] : 0;
    if (sync) __syncwarp();
    s[t] += v; // @warp
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void half_warps(int *out, int distance, int handed) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp(t < 16 ? 0xffffu : 0xffff0000u);
  if (handed && t >= 8 && t < 24) __syncwarp(0x00ffff00u);
  if (!handed || (t >= 8 && t < 24)) out[t] = s[t ^ distance]; // @half_warps
}
__global__ void unrolled(int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t; s[t + 32] = t;
  __syncwarp();
  s[t] += s[t + 32]; // @first
  if (t < 16) s[t] += s[t + 16]; // @second
  if (t == 0) out[0] = s[0];
}
__global__ void same_instruction(int *out) {
  __shared__ int s[32];
  s[threadIdx.x / 2] = threadIdx.x; // @same_instruction
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x / 2];
}
__global__ void shuffled(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __shfl_sync(0xffffffffu, 1, 0);
  out[threadIdx.x] = s[31 - threadIdx.x]; // @shuffled
}
__device__ unsigned done;
__global__ void last_block(int *partial, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x + 1;
    __threadfence();
    last = atomicAdd(&done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) { int s = 0; for (int i = 0; i < gridDim.x; i++) s += partial[i]; out[0] = s; }
}
__global__ void half(int *out) { if (threadIdx.x < 16) __syncthreads(); out[threadIdx.x] = 1; } // @half
__global__ void sides(int *out) {
  if (threadIdx.x < 16) {
    out[threadIdx.x] = 1;
    __syncthreads(); // @left
  } else {
    out[threadIdx.x] = 2;
    __syncthreads(); // @right
  }
}
__global__ void shuffles(int *out) {
  int v = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  int first = __shfl_sync(0xffffffffu, v, 0);
  unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x & 1);
  out[threadIdx.x] = first + (odd == 0xaaaaaaaau);
}
__global__ void count(int *out) { int n = __syncthreads_count(threadIdx.x % 3 == 0); out[threadIdx.x] = n; }
__global__ void stuck(int *out) { if (threadIdx.x < 16) __syncthreads(); else __shfl_sync(0xffffffffu, 1, 0); out[threadIdx.x] = 1; } // @stuck
__global__ void greatest(int *out) { out[0] = max(out[0], (int)(31 - threadIdx.x)); } // @greatest
__global__ void better(const int *in, int *best) {
  if (*best < in[threadIdx.x]) // @asks
    *best = in[threadIdx.x]; // @betters
}
__global__ void halves(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = out[threadIdx.x];
  s[threadIdx.x + 32] = 0;
  __syncwarp();
  for (int n = 16; n > 0; n /= 2)
    if (s[threadIdx.x] < s[threadIdx.x + n]) s[threadIdx.x] = s[threadIdx.x + n];
  out[threadIdx.x] = s[0];
}
__global__ void outsider(int *out) {
  if (threadIdx.x <= 16) __syncwarp(0xffff); // @outsider
  __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void lonely(int *out) {
  int from = threadIdx.x < 16 ? 1 : 0;
  if (threadIdx.x < 16) from = __shfl_sync(0xffffffffu, from, 0); // @absent
  else from = __any_sync(0xffffffffu, from); // @present
  out[threadIdx.x] = from;
}
__global__ void strided(const float *in, float *out, int stride) { out[threadIdx.x] = in[threadIdx.x * stride]; }
__global__ void wide(const float4 *in, float4 *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void banks(float *out, int stride) {
  __shared__ float s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) s[i] = i;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * stride % 1024];
}
`;

describe('threads', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  let module: WebAssembly.Module;
  const bench = (options: { layoutSeed?: number; deviceSteps?: number } = {}) =>
    new Bench(program, { module, ...options });
  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
    module = new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
  }, 300_000);

  describe('races in shared memory', () => {
    it('accepts accesses that a barrier separates, and runs them in order', () => {
      const b = bench();
      const out = b.words(64, 'output');
      b.launch('reverse', [out, 1], { grid: 3, block: 64 });
      expect(b.rules().filter((rule) => rule.startsWith('shared'))).toEqual([]);
      expect(b.ints(out, 3)).toEqual([63, 62, 61]);
    });

    it('sees the missing barrier, with both ends', () => {
      const b = bench();
      b.launch('reverse', [b.words(64, 'output'), 0], { block: 64 });
      const faults = b.device.takeFaults().filter(({ rule }) => rule === 'shared-race');
      expect(faults).toMatchObject([
        {
          detail: 'inside-block',
          buffer: { label: 'tile', role: 'shared' },
          at: { access: 'read', position: { line: line('reversed') } },
          other: { access: 'write', position: { line: line('fill') } },
        },
      ]);
      const [fault] = faults;
      expect((fault?.at.thread[0] ?? 0) + (fault?.other?.thread[0] ?? 0)).toBe(63);
    });

    it('sees a write after another thread read', () => {
      const b = bench();
      b.launch('shift', [b.words(64, 'output')], { block: 64 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'shared-race',
          at: { access: 'write', position: { line: line('late') }, thread: [1, 0, 0] },
          other: { access: 'read', position: { line: line('early') }, thread: [0, 0, 0] },
        },
      ]);
    });

    it('distinguishes a race that lockstep hides from one that it does not', () => {
      const b = bench();
      b.launch('unrolled', [b.words(1, 'output')], { block: 32 });
      const faults = b.device.takeFaults();
      expect(faults[0]).toMatchObject({
        rule: 'shared-race',
        detail: 'warp-volatile',
        missingBarrier: 'between',
        at: { access: 'read', position: { line: line('second') } },
        other: { access: 'write', position: { line: line('first') } },
      });
      expect(new Set(faults.map(({ detail }) => detail))).toEqual(new Set(['warp-volatile']));
      b.launch('same_instruction', [b.words(32, 'output')], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        { rule: 'shared-race', detail: 'inside-block', at: { position: { line: line('same_instruction') } } },
      ]);
    });

    it('reports lanes that read and write one element in lockstep', () => {
      const b = bench();
      // Each lane stores the first one's value once more: nothing but equal values meet.
      b.launch('greatest', [b.words(1)], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        { rule: 'global-race', detail: 'inside-block', at: { position: { line: line('greatest') } } },
        { rule: 'global-race', detail: 'same-value', at: { position: { line: line('greatest') } } },
      ]);
    });

    it('reports lanes that write an element depending on its old value', () => {
      const b = bench();
      // The first lane stores the greatest: no second one does.
      const falling = new Uint8Array(Int32Array.from({ length: 32 }, (_, i) => 100 - i).buffer);
      b.launch('better', [b.bytes(128, 'input', falling), b.bytes(4)], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'global-race',
          detail: 'inside-block',
          at: { access: 'read', position: { line: line('asks') } },
          other: { access: 'write', position: { line: line('betters') } },
        },
      ]);
    });

    it('still takes lanes that ask each an element of its own for lockstep', () => {
      const b = bench();
      b.launch('halves', [b.words(32)], { block: 32 });
      const details = new Set(b.device.takeFaults().map(({ rule, detail }) => `${rule} ${detail}`));
      expect([...details].sort()).toEqual(['shared-race warp-lockstep']);
    });

    it('takes no shuffle for order', () => {
      const b = bench();
      b.launch('shuffled', [b.words(32, 'output')], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        { rule: 'shared-race', detail: 'warp-lockstep', at: { position: { line: line('shuffled') } } },
      ]);
    });

    it('takes __syncwarp as order inside a warp', () => {
      const b = bench();
      const out = b.words(2, 'output');
      b.launch('warp_sum', [out, 1], { grid: 2, block: 32 });
      expect(b.rules()).toEqual([]);
      expect(b.ints(out, 2)).toEqual([496, 496]);
      b.launch('warp_sum', [out, 0], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([{ rule: 'shared-race', at: { position: { line: line('warp') } } }]);
    });
  });

  describe('races between lanes of a partial mask', () => {
    it.each([
      { distance: 1, handed: 0, race: false },
      { distance: 16, handed: 0, race: true },
      // Lane 16 waits for lane 8, which has waited for lane 0.
      { distance: 16, handed: 1, race: false },
    ])('orders the lanes that the masks name: $distance, $handed', ({ distance, handed, race }) => {
      const b = bench();
      b.launch('half_warps', [b.words(32, 'output'), distance, handed], { block: 32 });
      const found = { rule: 'shared-race', detail: 'warp-lockstep', at: { position: { line: line('half_warps') } } };
      expect(b.device.takeFaults()).toMatchObject(race ? [found] : []);
    });
  });

  describe('races in global memory', () => {
    it('accepts neighbouring bytes of one word', () => {
      const b = bench();
      b.launch('bytes', [b.bytes(96, 'output')], { grid: 3, block: 32 });
      expect(b.rules()).toEqual([]);
    });

    it('names writes of the same value, inside a block and between blocks', () => {
      const b = bench();
      b.launch('same', [b.words(1, 'output')], { grid: 2, block: 2 });
      expect(b.device.takeFaults()).toMatchObject([
        { rule: 'global-race', detail: 'same-value', count: 3, at: { position: { line: line('same') } } },
      ]);
    });

    it('sees writes of different values', () => {
      const b = bench();
      b.launch('differing', [b.words(1, 'output')], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'global-race',
          detail: 'inside-block',
          count: 31,
          at: { thread: [1, 0, 0] },
          other: { thread: [0, 0, 0], access: 'write' },
        },
      ]);
      b.launch('differing', [b.words(1, 'output')], { grid: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        { detail: 'between-blocks', count: 31, at: { block: [1, 0, 0] }, other: { block: [0, 0, 0] } },
      ]);
    });

    it('sees an increment that is not atomic, and accepts one that is', () => {
      const b = bench();
      const data = b.words(2);
      b.launch('increments', [data], { grid: 2, block: 1 });
      expect(new Set(b.rules())).toEqual(new Set(['global-race between-blocks']));
      b.launch('atomics', [data], { grid: 4, block: 64 });
      expect(b.rules()).toEqual([]);
      expect(b.ints(data, 2)).toEqual([258, 63]);
    });

    it('sees a plain read beside atomics of other threads', () => {
      const b = bench();
      b.launch('mixed', [b.words(2)], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        { rule: 'global-race', at: { access: 'read', thread: [31, 0, 0] }, other: { access: 'atomic' } },
      ]);
    });

    it('tells races inside a block from those between blocks, and launches apart', () => {
      const b = bench();
      const data = b.words(64);
      b.launch('neighbour', [data], { grid: 64, block: 1 });
      expect(new Set(b.rules())).toEqual(new Set(['global-race between-blocks']));
      b.launch('neighbour', [data], { grid: 1, block: 64 });
      expect(new Set(b.rules())).toEqual(new Set(['global-race inside-block']));
      const other = bench();
      const words = other.words(1);
      for (let i = 0; i < 3; i++) other.launch('increments', [words]);
      expect(other.rules()).toEqual([]);
    });

    it('takes a fence with an atomic as order between blocks', () => {
      const b = bench();
      const [partial, out] = [b.words(8), b.words(1, 'output')];
      b.launch('last_block', [partial, out], { grid: 8, block: 32 });
      expect(b.rules()).toEqual([]);
      expect(b.ints(out, 1)).toEqual([36]);
    });
  });

  describe('barriers and warp functions', () => {
    it('sees a barrier that part of the block does not reach, and goes on', () => {
      const b = bench();
      const out = b.words(32, 'output');
      expect(b.launch('half', [out], { block: 32 }).error).toBe(0);
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'barrier-divergence',
          detail: 'exited',
          at: { position: { line: line('half') } },
          waiting: { arrived: 16, alive: 16, threads: 32 },
        },
      ]);
      expect(b.ints(out, 32)).toEqual(Array.from({ length: 32 }, () => 1));
    });

    it('sees threads at different barriers', () => {
      const b = bench();
      b.launch('sides', [b.words(32, 'output')], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'barrier-divergence',
          detail: 'different-barriers',
          at: { position: { line: line('left') } },
          other: { position: { line: line('right') }, thread: [16, 0, 0] },
          waiting: { arrived: 16, alive: 32 },
        },
      ]);
    });

    it('sees a warp function whose lanes wait at a barrier, and goes on', () => {
      const b = bench();
      const out = b.words(32, 'output');
      b.launch('stuck', [out], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'barrier-divergence',
          detail: 'warp-function',
          at: { position: { line: line('stuck') }, thread: [16, 0, 0] },
          other: { position: { line: line('stuck') }, thread: [0, 0, 0] },
          mask: 0xffffffff,
          waiting: { arrived: 16, alive: 32 },
        },
        { detail: 'exited', at: { position: { line: line('stuck') }, thread: [0, 0, 0] } },
      ]);
      expect(b.ints(out, 32)).toEqual(Array.from({ length: 32 }, () => 1));
    });

    it('sees two warp functions that wait for each other, and goes on', () => {
      const b = bench();
      b.launch('lonely', [b.words(32, 'output')], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'barrier-divergence',
          detail: 'warp-function',
          at: { position: { line: line('absent') } },
          other: { position: { line: line('present') } },
          waiting: { arrived: 16, alive: 32 },
        },
      ]);
    });

    it('sees a lane that its own mask does not name, and nothing else', () => {
      const b = bench();
      b.launch('outsider', [b.words(32, 'output')], { block: 32 });
      expect(b.device.takeFaults()).toMatchObject([
        {
          rule: 'barrier-divergence',
          detail: 'not-in-mask',
          at: { position: { line: line('outsider') }, thread: [16, 0, 0] },
          mask: 0xffff,
          count: 1,
        },
      ]);
    });

    it('shuffles, votes and counts', () => {
      const b = bench();
      const out = b.words(64, 'output');
      b.launch('shuffles', [out], { block: 64 });
      expect(b.ints(out, 64)).toEqual(Array.from({ length: 64 }, (_, i) => (i < 32 ? 497 : 1521)));
      b.launch('count', [out], { block: 64 });
      expect(new Set(b.ints(out, 64))).toEqual(new Set([22]));
      expect(b.rules()).toEqual([]);
    });
  });

  describe('counters', () => {
    it.each([
      [1, 4],
      [2, 8],
      [8, 32],
    ])('a warp that loads every %ith float touches %i sectors', (stride, sectors) => {
      const b = bench();
      const { counters } = b.launch('strided', [b.words(32 * stride), b.words(32, 'output'), stride], {
        block: 32,
        counters: true,
      });
      expect(counters).toMatchObject({
        globalLoadRequests: 1,
        globalLoadSectors: sectors,
        globalStoreRequests: 1,
        globalStoreSectors: 4,
      });
    });

    it('a warp that loads 16 bytes a lane touches 16 sectors in one request', () => {
      const b = bench();
      const { counters } = b.launch('wide', [b.words(128), b.words(128, 'output')], { block: 32, counters: true });
      expect(counters).toMatchObject({
        globalLoadRequests: 1,
        globalLoadSectors: 16,
        globalStoreRequests: 1,
        globalStoreSectors: 16,
      });
    });

    it.each([
      [1, 1],
      [2, 2],
      [8, 8],
      [32, 32],
      [33, 1],
    ])('a stride of %i words in shared memory takes %i wavefronts', (stride, wavefronts) => {
      const b = bench();
      const { counters } = b.launch('banks', [b.words(32, 'output'), stride], { block: 32, counters: true });
      expect(counters).toMatchObject({
        sharedLoadWavefronts: wavefronts,
        sharedLoadBankConflicts: wavefronts - 1,
        sharedStoreWavefronts: 32,
        sharedStoreBankConflicts: 0,
      });
    });

    it('changes nothing else', () => {
      const seen = [false, true].map((counters) => {
        const b = bench();
        const { outputStores, outputThreads, sharedLoads } = b.launch('shift', [b.words(64, 'output')], {
          block: 64,
          counters,
        });
        return [outputStores, outputThreads, sharedLoads, b.device.takeFaults()];
      });
      expect(seen[1]).toEqual(seen[0]);
    });
  });
});
