import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import type { Dim3, Reversed } from '../../grader/device/device.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
enum { BOTH, NO_FIRST, NO_LAST, SPLIT };
__global__ void histogram(int *bins, int per_block, const int *in, int n, int how) { // of the programming guide
  extern __shared__ int smem[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) smem[i] = 0;
  if (how == NO_FIRST) __syncthreads(); else cluster.sync();
  for (int i = cg::this_grid().thread_rank(); i < n; i += blockDim.x * gridDim.x) {
    int bin = in[i] % (per_block * cluster.num_blocks());
    int *there = cluster.map_shared_rank(smem, bin / per_block);
    atomicAdd(there + bin % per_block, 1); // @update
  }
  if (how == SPLIT) { cluster.barrier_arrive(); cluster.barrier_wait(); }
  else if (how != NO_LAST) cluster.sync();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) atomicAdd(&bins[cluster.block_rank() * per_block + i], smem[i]);
}
__global__ void places(int *out) {
  cg::cluster_group c = cg::this_cluster();
  unsigned clusters_x = __clusterGridDimInClusters().x, rank = __clusterRelativeBlockRank();
  unsigned all[] = {c.block_rank(), c.block_index().x, c.block_index().y, c.dim_blocks().x, c.dim_blocks().y,
    c.dim_threads().x, c.dim_threads().y, __clusterIdx().x, __clusterIdx().y, clusters_x, c.num_threads(), c.num_blocks(), rank};
  if (threadIdx.x + threadIdx.y == 0)
    for (int i = 0; i < 13; i++) out[(blockIdx.y * gridDim.x + blockIdx.x) * 13 + i] = all[i];
}
__global__ __cluster_dims__(4) void ring(int *out, int rounds) {
  __shared__ int slot[2][64];
  cg::cluster_group cluster = cg::this_cluster();
  int next = (cluster.block_rank() + 1) % cluster.num_blocks();
  slot[0][threadIdx.x] = blockIdx.x;
  cluster.sync();
  for (int i = 0; i < rounds; i++) {
    *cluster.map_shared_rank(&slot[(i + 1) % 2][threadIdx.x], next) = slot[i % 2][threadIdx.x] + 1;
    cluster.sync();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = slot[rounds % 2][threadIdx.x];
}
__device__ __noinline__ int meet_deep(int depth) {
  if (depth > 0) return meet_deep(depth - 1) + 1;
  cg::this_cluster().sync();
  return 0;
}
__global__ void __cluster_dims__(2, 1, 1) deep(int *out) {
  __shared__ int word;
  if (threadIdx.x == 0) *cg::this_cluster().map_shared_rank(&word, cg::this_cluster().block_rank() ^ 1) = 5 + blockIdx.x; // @before
  int depth = meet_deep(threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = word + depth;
}
__global__ void by_global(int *data, int *out, int meet) {
  if (threadIdx.x == 0) data[blockIdx.x] = 3 * blockIdx.x;
  if (meet) cg::this_cluster().sync(); else __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[blockIdx.x ^ 1]; // @global
}
__global__ void halves(int *out, int late) {
  __shared__ int here[2];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int other = cluster.block_rank() ^ 1;
  if (!late) cluster.map_shared_rank(here, other)[0] = other + 10;
  cluster.barrier_arrive();
  here[1] = 7;
  if (late) cluster.map_shared_rank(here, other)[0] = other + 10; // @late
  cluster.barrier_wait();
  out[blockIdx.x] = here[0] + here[1]; // @read
  cluster.sync();
}
__global__ void only_own_barrier(int *out) {
  __shared__ int word;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) word = 0;
  cluster.sync();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&word, cluster.block_rank() ^ 1) = 1;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = word; // @own
  cluster.sync();
}
__global__ void beyond(int *out, int index) {
  __shared__ int before[8], here[64], after[8];
  cg::cluster_group cluster = cg::this_cluster();
  here[threadIdx.x] = 1;
  if (threadIdx.x < 8) before[threadIdx.x] = after[threadIdx.x] = 1;
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cluster.map_shared_rank(here, cluster.block_rank() ^ 1)[(int)threadIdx.x + index]; // @beyond
  cluster.sync();
}
__global__ void reads_late(int *out) {
  __shared__ int word;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) word = blockIdx.x;
  cluster.sync();
  if (cluster.block_rank() == 0) out[threadIdx.x] = *cluster.map_shared_rank(&word, 1); // @ended
}
__global__ void skips(int *out, int rank) {
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == rank) return;
  cluster.sync(); // @skipped
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void unpaired(int *out) {
  cg::this_cluster().barrier_arrive();
  cg::this_cluster().barrier_arrive(); // @twice
  cg::this_cluster().barrier_wait();
  out[blockIdx.x] = 1;
}
__global__ void maps(int *out, int rank, int shared) {
  __shared__ int word;
  int own = 4;
  word = 2;
  cg::this_cluster().sync();
  int *there = cg::this_cluster().map_shared_rank(shared ? &word : &own, rank); // @map
  out[blockIdx.x] = *there;
  cg::this_cluster().sync();
}
__global__ void handed(int *out) {
  __shared__ int *mine;
  __shared__ int word;
  cg::cluster_group cluster = cg::this_cluster();
  word = 40 + blockIdx.x;
  cluster.sync();
  int *there = cluster.map_shared_rank(&word, cluster.block_rank() ^ 1);
  *cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1) = there;
  cluster.sync();
  out[2 * blockIdx.x] = *mine;
  out[2 * blockIdx.x + 1] = cluster.query_shared_rank(there);
  cluster.sync();
}
__global__ void waits_for_remote(int *out) {
  __shared__ int flag;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) flag = 0;
  cluster.sync();
  if (cluster.block_rank() == 1 && threadIdx.x == 0) atomicExch(cluster.map_shared_rank(&flag, 0), 9);
  if (cluster.block_rank() == 0) while (atomicAdd(&flag, 0) == 0);
  cluster.sync();
  if (cluster.block_rank() == 0) out[blockIdx.x / 2 * blockDim.x + threadIdx.x] = flag;
}
__global__ void whole_grid(int *data, int *out) {
  __shared__ int word;
  cg::cluster_group cluster = cg::this_cluster();
  word = 0;
  cluster.sync();
  *cluster.map_shared_rank(&word, cluster.block_rank() ^ 1) = blockIdx.x;
  data[blockIdx.x] = blockIdx.x;
  cg::this_grid().sync();
  out[blockIdx.x] = word + 100 * data[gridDim.x - 1 - blockIdx.x];
  cluster.sync();
}
__global__ void alone(int *out) {
  __shared__ int sum[64];
  sum[threadIdx.x] = threadIdx.x;
  cg::this_cluster().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum[blockDim.x - 1 - threadIdx.x] + *cg::this_cluster().map_shared_rank(&sum[0], 0);
}
`;

describe('clusters', { timeout: 120_000 }, () => {
  let program: DeviceProgram;
  let line: (name: string) => number;
  beforeAll(async () => {
    ({ program, line } = await compileKernels(SOURCE));
  }, 300_000);

  const TWO: Dim3 = [2, 1, 1];
  const PAIR = { grid: 2, block: 1, cluster: TWO };
  const out = (bench: Bench, count: number) => bench.bytes(4 * count, 'output');
  /** Rule, detail and line of each fault. */
  const seen = (bench: Bench) =>
    bench.device.takeFaults().map(({ rule, detail, at }) => [rule, detail, at.position?.line ?? null]);

  const HOW = { both: 0, noFirst: 1, noLast: 2, split: 3 };
  const BINS = 64;
  function histogram(bench: Bench, blocks: number, how: number, counters = false) {
    const data = Int32Array.from({ length: 3000 }, (_, i) => (i * 7919) % 1009);
    const input = bench.bytes(4 * data.length, 'input', new Uint8Array(data.buffer));
    const bins = bench.bytes(4 * BINS);
    const outcome = bench.launch('histogram', [bins, BINS / blocks, input, data.length, how], {
      ...{ grid: 2 * blocks, block: 64, cluster: [blocks, 1, 1], dynamicSharedBytes: (4 * BINS) / blocks, counters },
    });
    const want = new Array<number>(BINS).fill(0);
    for (const value of data) want[value % BINS] = (want[value % BINS] ?? 0) + 1;
    return { outcome, bins: bench.ints(bins, BINS), want };
  }

  it.each([1, 2, 4, 8])('computes the histogram of the guide with %i blocks', (blocks) => {
    const bench = new Bench(program);
    const { outcome, bins, want } = histogram(bench, blocks, HOW.both);
    expect(outcome.error).toBe(0);
    expect(bins).toEqual(want);
    expect(bench.rules()).toEqual([]);
  });

  it.each(['threads', 'threads-and-blocks', 'threads-and-resident-blocks'] as const)(
    'computes it in another order: %s',
    (reversed: Reversed) => {
      const bench = new Bench(program, { reversed });
      const { bins, want } = histogram(bench, 4, HOW.both);
      expect(bins).toEqual(want);
      expect(bench.rules()).toEqual([]);
    },
  );

  it('computes it with counters, and with the barrier in two halves', () => {
    const bench = new Bench(program);
    const counted = histogram(bench, 4, HOW.both, true);
    expect(counted.bins).toEqual(counted.want);
    expect(counted.outcome.counters['globalLoadRequests']).toBeGreaterThan(0);
    const split = histogram(bench, 4, HOW.split);
    expect(split.bins).toEqual(split.want);
    expect(bench.rules()).toEqual([]);
  });

  it('reports a histogram without its first barrier of the cluster', () => {
    const bench = new Bench(program);
    histogram(bench, 4, HOW.noFirst);
    const faults = seen(bench);
    expect(faults).toContainEqual(['shared-race', 'block-not-started', line('update')]);
    expect(faults).toContainEqual(['shared-race', 'between-blocks', line('update')]);
  });

  it('reports a histogram without its last barrier of the cluster', () => {
    const bench = new Bench(program);
    histogram(bench, 4, HOW.noLast);
    expect(seen(bench)).toContainEqual(['shared-race', 'block-ended', line('update')]);
  });

  it('gives each block its place in the cluster, and each cluster its place', () => {
    const bench = new Bench(program);
    const result = out(bench, 16 * 13);
    bench.launch('places', [result], { grid: [4, 4, 1], block: [8, 2, 1], cluster: [2, 2, 1] });
    const values = bench.ints(result, 16 * 13);
    // As on an H200.
    expect(values.slice(0, 13)).toEqual([0, 0, 0, 2, 2, 16, 4, 0, 0, 2, 64, 4, 0]);
    expect(values.slice(6 * 13, 7 * 13)).toEqual([2, 0, 1, 2, 2, 16, 4, 1, 0, 2, 64, 4, 2]);
    expect(values.slice(15 * 13)).toEqual([3, 1, 1, 2, 2, 16, 4, 1, 1, 2, 64, 4, 3]);
  });

  it('takes the size of clusters from the kernel', () => {
    const bench = new Bench(program);
    const result = out(bench, 8 * 64);
    bench.launch('ring', [result, 30], { grid: 8, block: 64 });
    // After 30 rounds a value has come from two blocks before.
    const from = (block: number) => block - (block % 4) + ((block + 2) % 4) + 30;
    expect(bench.ints(result, 8 * 64)).toEqual(Array.from({ length: 512 }, (_, i) => from(Math.floor(i / 64))));
    expect(bench.rules()).toEqual([]);
  });

  it('lets threads wait deep in calls, and reports a missing barrier', () => {
    const bench = new Bench(program);
    const result = out(bench, 8);
    bench.launch('deep', [result], { grid: 2, block: 4 });
    expect(bench.ints(result, 8)).toEqual([6, 7, 8, 9, 5, 6, 7, 8]);
    expect(seen(bench)).toEqual([['shared-race', 'block-not-started', line('before')]]);
  });

  it('orders global memory by the barrier of the cluster only', () => {
    const bench = new Bench(program);
    const [data, result] = [bench.bytes(16), out(bench, 64)];
    const launch = (meet: number) => bench.launch('by_global', [data, result, meet], { ...PAIR, grid: 4, block: 16 });
    launch(1);
    expect(bench.ints(result, 64)).toEqual(Array.from({ length: 64 }, (_, i) => 3 * (Math.floor(i / 16) ^ 1)));
    expect(bench.rules()).toEqual([]);
    launch(0);
    expect(seen(bench)).toContainEqual(['global-race', 'between-blocks', line('global')]);
  });

  it('orders what comes before an arrival, and not what comes after it', () => {
    const bench = new Bench(program);
    const result = out(bench, 2);
    bench.launch('halves', [result, 0], PAIR);
    expect(bench.ints(result, 2)).toEqual([17, 18]);
    expect(bench.rules()).toEqual([]);
    bench.launch('halves', [result, 1], PAIR);
    const faults = seen(bench);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(['shared-race between-blocks']).toContain(`${fault[0]} ${fault[1]}`);
  });

  it('reports a race with another block that only the own block waits for', () => {
    const bench = new Bench(program);
    bench.launch('only_own_barrier', [out(bench, 64)], { ...PAIR, block: 32 });
    const [fault] = bench.device.takeFaults();
    expect(fault).toMatchObject({ rule: 'shared-race', detail: 'between-blocks', buffer: { label: 'word' } });
  });

  it.each([
    [1, 256],
    [-1, -4],
  ])('reports an index %i too far in the array of another block', (index, offset) => {
    const bench = new Bench(program);
    bench.launch('beyond', [out(bench, 128), index], { ...PAIR, block: 64 });
    const [fault, ...more] = bench.device.takeFaults();
    expect(fault).toMatchObject({
      ...{ rule: 'shared-out-of-bounds', cluster: { rank: 0, blocks: 2 }, count: 2 },
      buffer: { label: 'here', role: 'shared', bytes: 256, offset },
    });
    expect(fault?.at.position?.line).toBe(line('beyond'));
    expect(more).toEqual([]);
  });

  it.each([false, true])('reports a read from a block that can have ended: blocks reversed %s', (isReversed) => {
    const bench = new Bench(program, isReversed ? { reversed: 'threads-and-blocks' } : {});
    bench.launch('reads_late', [out(bench, 32)], { ...PAIR, block: 32 });
    const [fault, ...more] = bench.device.takeFaults();
    expect(fault).toMatchObject({ rule: 'shared-race', detail: 'block-ended', cluster: { rank: 1, blocks: 2 } });
    expect(fault?.at).toMatchObject({ block: [0, 0, 0], access: 'read', position: { line: line('ended') } });
    expect(more).toEqual([]);
  });

  it.each([0, 1])('reports a barrier of the cluster that block %i does not reach', (rank) => {
    const bench = new Bench(program);
    const result = out(bench, 64);
    expect(bench.launch('skips', [result, rank], { ...PAIR, block: 32 }).error).toBe(0);
    const [fault, ...more] = bench.device.takeFaults();
    expect(fault).toMatchObject({ rule: 'barrier-divergence', detail: 'exited-cluster' });
    expect(fault?.waiting).toEqual({ arrived: 32, alive: 64, threads: 64 });
    expect(fault?.at.position?.line).toBe(line('skipped'));
    expect(more).toEqual([]);
  });

  it('reports an arrival for which the thread does not wait', () => {
    const bench = new Bench(program);
    bench.launch('unpaired', [out(bench, 2)], PAIR);
    expect(seen(bench)).toEqual([['barrier-divergence', 'cluster-unpaired', line('twice')]]);
  });

  it('reports map_shared_rank of a rank that there is not, and of other memory', () => {
    const bench = new Bench(program);
    bench.launch('maps', [out(bench, 2), 2, 1], PAIR);
    const [fault] = bench.device.takeFaults();
    expect(fault).toMatchObject({
      ...{ rule: 'shared-out-of-bounds', detail: 'no-such-block', cluster: { rank: 2, blocks: 2 }, buffer: null },
    });
    expect(fault?.at.position?.line).toBe(line('map'));
    bench.launch('maps', [out(bench, 2), 1, 0], PAIR);
    expect(seen(bench)).toEqual([['shared-out-of-bounds', 'not-shared', line('map')]]);
  });

  it('takes a pointer to its own memory that another block has made', () => {
    const bench = new Bench(program);
    const result = out(bench, 4);
    bench.launch('handed', [result], PAIR);
    expect(bench.ints(result, 4)).toEqual([40, 1, 41, 0]);
    expect(bench.rules()).toEqual([]);
  });

  it('lets a block wait for an atomic function of another one on its memory', () => {
    const bench = new Bench(program);
    const result = out(bench, 96);
    expect(bench.launch('waits_for_remote', [result], { ...PAIR, grid: 6, block: 32 }).error).toBe(0);
    expect(bench.ints(result, 96)).toEqual(new Array(96).fill(9));
    expect(bench.rules()).toEqual([]);
  });

  it('keeps clusters apart that wait for the whole grid', () => {
    const bench = new Bench(program);
    const [data, result] = [bench.bytes(32), out(bench, 8)];
    const launch = { ...PAIR, grid: 8, cooperative: true };
    expect(bench.launch('whole_grid', [data, result], launch).error).toBe(0);
    expect(bench.ints(result, 8)).toEqual(Array.from({ length: 8 }, (_, i) => (i ^ 1) + 100 * (7 - i)));
    expect(bench.rules()).toEqual([]);
  });

  it('takes a block without clusters for a cluster of its own', () => {
    const bench = new Bench(program);
    const result = out(bench, 128);
    bench.launch('alone', [result], { grid: 2, block: 64 });
    expect(bench.ints(result, 128)).toEqual(Array.from({ length: 128 }, (_, i) => 63 - (i % 64)));
    expect(bench.rules()).toEqual([]);
  });

  it.each<[string, number, Dim3, boolean, number]>([
    ['a grid that is not a multiple', 3, [2, 1, 1], false, 912],
    ['an axis that is not', 2, [1, 2, 1], false, 912],
    ['a zero axis', 4, [0, 1, 1], false, 912],
    ['more than 8 blocks', 16, [16, 1, 1], false, 912],
    ['16 blocks, if they are allowed', 16, [16, 1, 1], true, 0],
    ['more than 16 blocks', 32, [32, 1, 1], true, 912],
    ['three blocks', 6, [3, 1, 1], false, 0],
  ])('gives the errors of an H200: %s', (_, grid, cluster, allowed, error) => {
    const bench = new Bench(program);
    const result = out(bench, 64);
    const launch = { grid, block: 1, cluster, ...(allowed && { nonPortableCluster: true as const }) };
    expect(bench.launch('by_global', [bench.bytes(256), result, 1], launch).error).toBe(error);
  });

  it('gives an error for another size than that of the kernel', () => {
    const bench = new Bench(program);
    const launch = (cluster: Dim3) => bench.launch('ring', [out(bench, 256), 2], { grid: 4, block: 64, cluster }).error;
    expect([launch([4, 1, 1]), launch([2, 1, 1]), launch([1, 1, 1])]).toEqual([0, 912, 912]);
  });
});
