import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels, type Launch } from './harness.ts';

const SOURCE = `
struct Pixel { float r, g, b; };
struct Five { float a[5]; };
__global__ void offset(const float *in, float *out, int by) { out[threadIdx.x] = in[threadIdx.x + by]; }
__global__ void wide(const float4 *in, float4 *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void doubles(const double *in, double *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void bytes(const unsigned char *in, unsigned char *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void pixels(const Pixel *in, float *out) {
  Pixel p = in[threadIdx.x];
  out[threadIdx.x] = p.r + p.g + p.b;
}
__global__ void fives(const Five *in, Five *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void broadcast(const float *in, float *out) { out[threadIdx.x] = in[0]; }
__global__ void rows(const float *in, float *out, int width) {
  out[threadIdx.y * width + threadIdx.x] = in[threadIdx.y * width] + 1;
}
__global__ void every_other(const float *in, float *out, int from) {
  if (threadIdx.x % 2 && (int)threadIdx.x >= from) out[threadIdx.x] = in[threadIdx.x];
}
__global__ void triangle(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < (int)threadIdx.x; k++) sum += in[32 * k + threadIdx.x];
  out[threadIdx.x] = sum;
}
__global__ void alone(const float *in, float *out, int n) {
  if (threadIdx.x == 0) for (int i = 0; i < n; i++) out[i] = in[i] + 1;
}
__global__ void gather(const int *index, const int *in, int *out, int turns) {
  int sum = 0;
  for (int k = threadIdx.x % 3; k < turns; k++) sum += in[index[k * blockDim.x + threadIdx.x]];
  out[threadIdx.x] = sum;
}
__global__ void gather_shared(const int *index, int *out, int turns) {
  __shared__ int words[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = i;
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < turns; k++) sum += words[index[k * blockDim.x + threadIdx.x]];
  out[threadIdx.x] = sum;
}
__global__ void scattered(const int *in, int *out, int turns) {
  unsigned at = threadIdx.x;
  int sum = 0;
  for (int k = 0; k < turns; k++) sum += in[(at = at * 1664525 + 1013904223) >> 22];
  out[threadIdx.x] = sum;
}
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x][0];
}
__global__ void padded(float *out) {
  __shared__ float tile[32][33];
  tile[threadIdx.x][0] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x][0];
}
__global__ void two_rows(float *out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y][15 - threadIdx.x];
}
template <typename T> __device__ void through_shared(T *out, const T *in) {
  __shared__ T s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void shared_bytes(const unsigned char *in, unsigned char *out) { through_shared(out, in); }
__global__ void shared_pairs(const float2 *in, float2 *out) { through_shared(out, in); }
__global__ void shared_fours(const float4 *in, float4 *out) { through_shared(out, in); }
__global__ void one_word(float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[7];
}
__global__ void tiles(const float *in, float *out, int turns) {
  __shared__ float s[64];
  float sum = 0;
  for (int turn = 0; turn < turns; turn++) {
    s[threadIdx.x] = in[turn * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i++) sum += s[i];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void shuffled(const float *in, float *out, int turns) {
  float sum = 0;
  for (int turn = 0; turn < turns; turn++)
    sum += __shfl_xor_sync(0xffffffffu, in[turn * 32 + threadIdx.x], 1);
  out[threadIdx.x] = sum;
}
__global__ void both_read_and_written(int *data) { data[threadIdx.x] = data[threadIdx.x + 32]; }
`;

let program: DeviceProgram;
beforeAll(async () => {
  ({ program } = await compileKernels(SOURCE));
}, 300_000);

function count(name: string, args: (bench: Bench) => number[], launch: Launch = {}): Readonly<Record<string, number>> {
  const bench = new Bench(program);
  const outcome = bench.launch(name, args(bench), { block: 32, counters: true, ...launch });
  expect(bench.rules()).toEqual([]);
  expect(outcome.error).toBe(0);
  expect(outcome.countersLost).toBeUndefined();
  return outcome.counters;
}
const buffers =
  (words: number, ...more: number[]) =>
  (bench: Bench) => [bench.words(words), bench.words(words, 'output'), ...more];

/** Numbers that follow no pattern, the same ones every time. */
function mixed(length: number, below: number): Uint32Array<ArrayBuffer> {
  let state = 1;
  return Uint32Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  });
}

describe('global memory', () => {
  it.each([
    // name, arguments, load requests and sectors, store requests and sectors
    ['offset', buffers(64, 0), [1, 4, 1, 4]],
    ['offset', buffers(64, 1), [1, 5, 1, 4]],
    ['offset', buffers(64, 8), [1, 4, 1, 4]],
    ['wide', buffers(128), [1, 16, 1, 16]],
    ['doubles', buffers(64), [1, 8, 1, 8]],
    ['bytes', buffers(8), [1, 1, 1, 1]],
    ['pixels', buffers(96), [3, 36, 1, 4]],
    ['fives', buffers(160), [5, 100, 5, 100]],
    ['broadcast', buffers(32), [1, 1, 1, 4]],
    ['every_other', buffers(32, 0), [1, 4, 1, 4]],
    ['every_other', buffers(32, 24), [1, 1, 1, 1]],
    ['every_other', buffers(32, 32), [0, 0, 0, 0]],
  ] as const)('%s: %#', (name, args, expected) => {
    const { globalLoadRequests, globalLoadSectors, globalStoreRequests, globalStoreSectors, ...shared } = count(
      name,
      args,
    );
    expect([globalLoadRequests, globalLoadSectors, globalStoreRequests, globalStoreSectors]).toEqual(expected);
    expect(Object.values(shared).every((value) => value === 0)).toBe(true);
  });

  it('a warp that is not full makes a request of its own', () => {
    expect(count('offset', buffers(64, 0), { block: 40 })).toMatchObject({
      globalLoadRequests: 2,
      globalLoadSectors: 5,
    });
  });

  it('a warp of two rows loads from both', () => {
    expect(count('rows', buffers(128, 64), { block: [16, 2, 1] })).toMatchObject({
      globalLoadRequests: 1,
      globalLoadSectors: 2,
      globalStoreSectors: 4,
    });
  });

  it('every block counts', () => {
    expect(count('tiles', buffers(64 * 5, 1), { grid: 5, block: 64 })).toMatchObject({
      globalLoadRequests: 10,
      globalStoreSectors: 40,
    });
  });

  it('the k-th turns of a loop by all lanes that take it are one request', () => {
    // Turn k is taken by the lanes above k: 4 sectors for the first seven turns, 3, 2 and 1 for eight each.
    expect(count('triangle', buffers(32 * 32))).toMatchObject({
      globalLoadRequests: 31,
      globalLoadSectors: 7 * 4 + 8 * (3 + 2 + 1),
    });
  });

  it('addresses without a pattern are counted as they are', () => {
    const turns = 50;
    const index = mixed(turns * 64, 2000);
    // The k-th turn of a lane is the k-th that it takes, wherever its loop began.
    const sectors = (word: (at: number) => number) => {
      let sum = 0;
      for (let warp = 0; warp < 2; warp++)
        for (let k = 0; k < turns; k++) {
          const lanes = Array.from({ length: 32 }, (_, lane) => warp * 32 + lane).filter((t) => k + (t % 3) < turns);
          sum += new Set(lanes.map((t) => word((k + (t % 3)) * 64 + t) >> 3)).size;
        }
      return sum;
    };
    const counters = count(
      'gather',
      (b) => [
        b.bytes(4 * index.length, 'input', new Uint8Array(index.buffer)),
        b.words(2000),
        b.words(64, 'output'),
        turns,
      ],
      { block: 64 },
    );
    expect(counters).toMatchObject({
      globalLoadRequests: 2 * 2 * turns,
      globalLoadSectors: sectors((at) => at) + sectors((at) => index[at] ?? 0),
    });
  });

  it('lanes that synchronize in a warp function start a new count', () => {
    expect(count('shuffled', buffers(32 * 20, 20))).toMatchObject({ globalLoadRequests: 20, globalLoadSectors: 80 });
  });

  it('a buffer that turns out to be stored to is counted once', () => {
    const counters = count('both_read_and_written', (b) => [b.words(64)]);
    expect(counters).toMatchObject({
      globalLoadRequests: 1,
      globalLoadSectors: 4,
      globalStoreRequests: 1,
      globalStoreSectors: 4,
    });
  });
});

describe('shared memory', () => {
  it.each([
    // name, words of buffers; load wavefronts and conflicts, store wavefronts and conflicts
    ['column', 32, {}, [32, 31, 32, 31]],
    ['padded', 32, {}, [1, 0, 1, 0]],
    ['two_rows', 32, { block: [16, 2, 1] }, [2, 1, 2, 1]],
    ['one_word', 32, {}, [1, 0, 1, 0]],
  ] as const)('%s', (name, words, launch, expected) => {
    const counters = count(name, (b) => [b.words(words, 'output')], launch);
    expect(sharedOf(counters)).toEqual([1, 1, ...expected]);
  });

  it.each([
    ['shared_bytes', 8, [1, 0, 1, 0]],
    ['shared_pairs', 64, [2, 0, 2, 0]],
    ['shared_fours', 128, [4, 0, 4, 0]],
  ] as const)('%s is one instruction', (name, words, expected) => {
    expect(sharedOf(count(name, buffers(words)))).toEqual([1, 1, ...expected]);
  });

  it('loops between barriers are counted turn by turn', () => {
    expect(sharedOf(count('tiles', buffers(64 * 5, 5), { block: 64 }))).toEqual([2 * 5 * 64, 10, 640, 0, 10, 0]);
  });

  it('words without a pattern need the wavefronts of the busiest bank', () => {
    const turns = 40;
    const index = mixed(turns * 32, 1024);
    let wavefronts = 0;
    for (let k = 0; k < turns; k++) {
      const banks = Array.from({ length: 32 }, () => new Set<number>());
      for (let t = 0; t < 32; t++) banks[(index[k * 32 + t] ?? 0) % 32]?.add(index[k * 32 + t] ?? 0);
      wavefronts += Math.max(...banks.map((words) => words.size));
    }
    const counters = count('gather_shared', (b) => [
      b.bytes(4 * index.length, 'input', new Uint8Array(index.buffer)),
      b.words(32, 'output'),
      turns,
    ]);
    expect(sharedOf(counters)).toEqual([turns, 32, wavefronts, wavefronts - turns, 32, 0]);
  });
});

/** Load and store instructions, load wavefronts and conflicts, store wavefronts and conflicts. */
function sharedOf(counters: Readonly<Record<string, number>>): (number | undefined)[] {
  return [
    counters['sharedLoadInstructions'],
    counters['sharedStoreInstructions'],
    counters['sharedLoadWavefronts'],
    counters['sharedLoadBankConflicts'],
    counters['sharedStoreWavefronts'],
    counters['sharedStoreBankConflicts'],
  ];
}

describe('memory for counting', () => {
  it('is not needed for long loops over arrays', () => {
    const n = 500_000;
    const counters = count('alone', buffers(n, n), { block: 1 });
    expect(counters).toMatchObject({
      globalLoadRequests: n,
      globalLoadSectors: n,
      globalStoreRequests: n,
      globalStoreSectors: n,
    });
  });

  it('says so where it ends, and gives no totals', () => {
    const bench = new Bench(program);
    const args = [bench.words(1024), bench.words(32, 'output'), 400_000];
    const lost = bench.launch('scattered', args, { block: 32, counters: true });
    expect(lost).toMatchObject({ error: 0, countersLost: true, counters: {}, siteCounters: [] });
    const after = bench.launch('offset', [args[0] ?? 0, args[1] ?? 0, 0], { block: 32, counters: true });
    expect(after.countersLost).toBeUndefined();
    expect(after.counters).toMatchObject({ globalLoadRequests: 1, globalLoadSectors: 4 });
  });
});

it('sites add up to the totals', () => {
  const bench = new Bench(program);
  const { counters, siteCounters } = bench.launch('column', [bench.words(32, 'output')], { block: 32, counters: true });
  const sum = (name: string) => siteCounters.reduce((total, site) => total + (site.counters[name] ?? 0), 0);
  expect(sum('wavefronts')).toBe((counters['sharedLoadWavefronts'] ?? 0) + (counters['sharedStoreWavefronts'] ?? 0));
  expect(sum('bankConflicts')).toBe(62);
  expect(sum('sectors')).toBe(counters['globalStoreSectors']);
});

describe('what estimates of time need besides', () => {
  const sitesOf = (name: string, args: (bench: Bench) => number[], launch: Partial<Launch> = {}) => {
    const bench = new Bench(program);
    const { siteCounters, cost } = bench.launch(name, args(bench), { block: 32, counters: true, ...launch });
    const of = (stores: 0 | 1) =>
      siteCounters.map(({ counters }) => counters).find((site) => site['stores'] === stores);
    return { load: of(0), store: of(1), cost };
  };

  it('counts lines, and sectors that are new to their block', () => {
    // 70 turns of one thread: element after element, so that every eighth is in a new sector.
    const { load, store } = sitesOf('alone', (b) => [b.words(80), b.words(80, 'output'), 64]);
    expect(load).toEqual({
      requests: 64,
      sectors: 64,
      lines: 64,
      newSectors: 8,
      newRequests: 8,
      meetings: 1,
      stores: 0,
    });
    expect(store).toMatchObject({ requests: 64, newSectors: 8, newRequests: 8, stores: 1 });
  });

  it('forgets with the block what was touched', () => {
    const { load } = sitesOf('broadcast', (b) => [b.words(32), b.words(32, 'output')], { grid: [3, 1, 1], block: 64 });
    expect(load).toMatchObject({ requests: 6, sectors: 6, lines: 6, newSectors: 3, newRequests: 3, meetings: 6 });
  });

  it('tells the lines of a row and of a column apart', () => {
    const wide = sitesOf('wide', (b) => [b.words(128), b.words(128, 'output')]);
    expect(wide.load).toMatchObject({ requests: 1, sectors: 16, lines: 4 });
    const rows = sitesOf('rows', (b) => [b.words(32 * 32), b.words(32 * 32, 'output'), 32], { block: [1, 32, 1] });
    expect(rows.load).toMatchObject({ requests: 1, sectors: 32, lines: 32, newSectors: 32, newRequests: 1 });
  });

  it('says how many turns were taken, and in how many bytes', () => {
    const { cost } = sitesOf('alone', (b) => [b.words(80), b.words(80, 'output'), 64]);
    expect(cost?.bufferBytes).toBe(2 * 320);
    expect(cost?.steps).toBeGreaterThanOrEqual(64);
    expect(cost?.steps).toBeLessThan(200);
  });
});
