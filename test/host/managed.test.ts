import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, linesOf } from './bench.ts';

const SOURCE = String.raw`
#include <atomic>
#include <cstdio>
#include <cstring>

__managed__ int total;

__global__ void add(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;  // access
}
__global__ void same(int *data) { data[0] = threadIdx.x; }  // race
__global__ void odd(char *data) { *(int *)(data + 1) = 1; }  // misaligned

int main(int argc, char **argv) {
  const char *which = argv[1];
  int *data;
  cudaMallocManaged(&data, 100 * sizeof(int));
  if (strcmp(which, "fresh")) for (int i = 0; i < 100; i++) data[i] = 0;
  if (!strcmp(which, "fresh")) add<<<1, 32>>>(data, 32);
  if (!strcmp(which, "beyond")) add<<<1, 128>>>(data, 101);
  if (!strcmp(which, "race")) same<<<1, 32>>>(data);
  if (!strcmp(which, "odd")) odd<<<1, 1>>>((char *)data);
  if (!strcmp(which, "early")) {
    add<<<1, 100>>>(data, 100);
    printf("%d ", data[5]);  // early read
    data[6] = 10;
    add<<<1, 100>>>(data, 100);
    cudaDeviceSynchronize();
    printf("%d %d\n", data[5], data[6]);
    add<<<1, 50>>>(data, 50);
    for (int i = 90; i < 100; i++) data[i] = 7;
    memset(data + 40, 0, 20);  // early write
    cudaDeviceSynchronize();
    add<<<1, 100>>>(data, 100);
    data[91] = 0;  // write after a wait
    cudaDeviceSynchronize();
    printf("%d %d %d\n", data[40], data[90], data[91]);
    total = 1;
    add<<<1, 1>>>(&total, 1);
    printf("%d\n", total);  // variable
  }
  if (!strcmp(which, "together")) {
    add<<<1, 100>>>(data, 100);
    __sync_fetch_and_add(&data[5], 10);
    printf("%d %d ", data[5], data[6]);
    add<<<1, 100>>>(data, 100);
    while (*(volatile int *)&data[7] != 2)
      ;
    printf("%d ", data[8]);
    add<<<1, 100>>>(data, 100);
    std::atomic<int> *atomic = (std::atomic<int> *)&data[9];
    printf("%d ", atomic->exchange(50));
    add<<<1, 100>>>(data, 100);
    cudaDeviceSynchronize();
    printf("%d %d\n", data[9], data[5]);
  }
  if (!strcmp(which, "beside")) {
    add<<<1, 50>>>(data, 50);
    for (int i = 50; i < 100; i++) data[i] += i;
  }
  if (!strcmp(which, "mapped")) {
    int *pinned, *none;
    cudaHostAlloc(&pinned, 64 * sizeof(int), cudaHostAllocMapped);
    for (int i = 0; i < 64; i++) pinned[i] = i;
    add<<<1, 128>>>(pinned, 65);
    cudaDeviceSynchronize();
    printf("%d %d ", pinned[63], cudaFree(pinned));
    printf("%d\n", cudaHostGetDevicePointer(&none, data, 0));
    cudaFreeHost(pinned);
  }
  if (!strcmp(which, "brought")) {
    int *pinned, *other;
    cudaHostAlloc(&pinned, 4096 * sizeof(int), cudaHostAllocMapped);
    cudaMalloc(&other, 4096 * sizeof(int));
    cudaMemset(other, 0, 4096 * sizeof(int));
    memset(pinned, 0, 4096 * sizeof(int));
    for (int turn = 0; turn < 3; turn++) {
      add<<<32, 128>>>(other, 4096);
      cudaMemcpy(pinned, other, 4096 * sizeof(int), cudaMemcpyDeviceToHost);
      add<<<32, 128>>>(pinned, 4096);
    }
    cudaMemcpy(other, pinned, 4096 * sizeof(int), cudaMemcpyHostToDevice);
    pinned[1] = other == nullptr;
    cudaMemcpy(pinned + 2, other, 8, cudaMemcpyDefault);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", pinned[0], pinned[1], pinned[2], pinned[4095]);
    cudaFree(other);
    cudaFreeHost(pinned);
  }
  if (!strcmp(which, "reused")) {
    cudaFree(data);
    for (int bytes : {2048, 4096, 2048}) {
      int *buffers[3];
      for (int i = 0; i < 3; i++) cudaMallocManaged(&buffers[i], i < 2 ? bytes : 8);
      for (int *buffer : buffers) same<<<1, 1>>>(buffer);
      cudaDeviceSynchronize();
      for (int *buffer : buffers) cudaFree(buffer);
    }
    return 0;
  }
  if (!strcmp(which, "leak")) return 0;
  cudaDeviceSynchronize();
  if (!strcmp(which, "freed")) {
    cudaFree(data);
    add<<<1, 32>>>(data, 32);
    cudaDeviceSynchronize();
    cudaFree(data);  // again
    return 0;
  }
  cudaFree(data);
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

async function faultsOf(scenario: string) {
  const { faults } = await bench.scenario(scenario);
  return faults.map(({ rule, at, count, buffer }) => [rule, at.position?.line, count, buffer?.label, buffer?.offset]);
}

describe('managed memory', () => {
  const label = 'managed allocation 1';

  it('is checked as device memory is, under its own name', async () => {
    const access = bench.lineOf('// access');
    expect(await faultsOf('beyond')).toEqual([
      ['out-of-bounds-read', access, 1, label, 400],
      ['out-of-bounds-write', access, 1, label, 400],
    ]);
    expect(await faultsOf('odd')).toEqual([['misaligned-access', bench.lineOf('// misaligned'), 1, label, 1]]);
    expect(await faultsOf('race')).toMatchObject([['global-race', bench.lineOf('// race'), 31, label, 0]]);
  });

  it('is uninitialised until the host or a kernel writes there, zeros too', async () => {
    expect(await faultsOf('fresh')).toEqual([['uninitialized-read', bench.lineOf('// access'), 32, label, 0]]);
    expect((await bench.scenario('beside')).faults).toEqual([]);
  });

  it('can be used where other managed memory beside it was freed', async () => {
    expect(await faultsOf('reused')).toEqual([]);
  });

  it('shows results of kernels after a wait, and keeps earlier host writes', async () => {
    expect(linesOf(await bench.scenario('early'))).toEqual(['0 2 11', '1 8 0', '1']);
  });

  it('is raced for by host code that does not wait for a kernel', async () => {
    const [read, write, second] = ['early read', 'early write', 'write after'].map((at) => bench.lineOf(at));
    const { faults } = await bench.scenario('early');
    expect(faults.map(({ rule, at, buffer }) => [rule, at.access, at.position?.line, buffer?.offset])).toEqual([
      ['host-race', 'read', read, 20],
      ['host-race', 'write', write, 160],
      ['host-race', 'write', second, 364],
      ['host-race', 'read', bench.lineOf('// variable'), 0],
    ]);
    expect(faults.map(({ buffer }) => buffer?.label)).toEqual([label, label, label, 'total']);
    expect(faults[0]?.other?.position?.line).toBe((read ?? 0) - 1);
  });

  it('is shared with a running kernel by atomic and volatile accesses', async () => {
    const result = await bench.scenario('together');
    expect(linesOf(result)).toEqual(['11 1 2 3 51 14']);
    expect(result.faults).toEqual([]);
  });

  it('can leak, be used after it was freed, and be freed twice', async () => {
    expect(await faultsOf('leak')).toEqual([['leak', bench.lineOf('cudaMallocManaged(&data'), 1, label, 0]]);
    const faults = await faultsOf('freed');
    expect(faults.map(([rule, line]) => [rule, line])).toEqual([
      ['use-after-free', bench.lineOf('// access')],
      ['use-after-free', bench.lineOf('// access')],
      ['double-free', bench.lineOf('// again')],
    ]);
  });
});

describe('mapped memory', () => {
  it('gets what a copy brings there at once, and not word by word', async () => {
    const result = await bench.scenario('brought');
    expect(linesOf(result)).toEqual(['4 0 4 4']);
    expect(result.faults).toEqual([]);
    expect(result.plan.steps.length).toBeLessThan(40);
  });

  it('is checked as device memory is, and is not freed as such', async () => {
    const result = await bench.scenario('mapped');
    expect(linesOf(result)).toEqual(['64 1 1']);
    expect(result.faults.map(({ rule, buffer }) => [rule, buffer?.label ?? null, buffer?.offset ?? null])).toEqual([
      ['out-of-bounds-read', 'page-locked allocation 2', 256],
      ['out-of-bounds-write', 'page-locked allocation 2', 256],
      ['host-device-pointer', null, null],
    ]);
  });
});
