import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, linesOf } from './bench.ts';

const SOURCE = String.raw`
#include <cstdio>
#include <cstring>
#include <nvtx3/nvToolsExt.h>

__global__ void add(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;  // access
}
__global__ void same(int *data) { data[0] = threadIdx.x; }  // race
__global__ void stop() { __trap(); }

static int *data, *host;
static void print(void *text) { printf("%s %d\n", (const char *)text, host[0]); }
static void calls(void *) { printf("%d\n", cudaMemset(data, 0, 4)); }

// What a scenario captures.
static void work(const char *which, cudaStream_t stream) {
  if (!strcmp(which, "beyond")) add<<<1, 128, 0, stream>>>(data, 101);  // launch
  if (!strcmp(which, "race")) same<<<1, 32, 0, stream>>>(data);
  if (!strcmp(which, "copy")) cudaMemcpyAsync(host, data, 404, cudaMemcpyDeviceToHost, stream);  // copy
  if (!strcmp(which, "refused")) add<<<1, 2048, 0, stream>>>(data, 100);  // refused
  if (!strcmp(which, "trap")) {
    stop<<<1, 1, 0, stream>>>();
    cudaLaunchHostFunc(stream, print, (void *)"not reached");
  }
  if (!strcmp(which, "order")) {
    nvtxRangePushA("order");
    add<<<1, 100, 0, stream>>>(data, 100);
    cudaMemcpyAsync(host, data, 4, cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, print, (void *)"first");
    add<<<1, 100, 0, stream>>>(data, 100);
    cudaMemcpyAsync(host, data, 4, cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, print, (void *)"second");
    cudaLaunchHostFunc(stream, calls, 0);
    nvtxRangePop();
  }
}

int main(int argc, char **argv) {
  cudaMalloc(&data, 100 * sizeof(int));
  cudaMallocHost(&host, 101 * sizeof(int));
  cudaMemset(data, 0, 100 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  if (!strcmp(argv[1], "array")) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 4, 1);
    for (int value : {3, 7}) {
      for (int i = 0; i < 4; i++) host[i] = value;
      if (value == 3) cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 1, cudaMemcpyHostToDevice);
    }
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpy2DToArrayAsync(array, 0, 0, host, 16, 16, 1, cudaMemcpyHostToDevice, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    for (int launches = 0; launches < 2; launches++) {
      int back[4];
      if (launches > 0) cudaGraphLaunch(executable, stream);
      cudaStreamSynchronize(stream);
      cudaMemcpy2DFromArray(back, 16, array, 0, 0, 16, 1, cudaMemcpyDeviceToHost);
      printf("%d %d\n", launches, back[3]);
    }
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaFreeArray(array);
    return 0;
  }
  if (!strcmp(argv[1], "early")) {
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = 128;
    cudaGraphNode_t node;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&node, graph, 0, 0, &memory);  // allocation
    add<<<1, 1>>>((int *)memory.dptr, 1);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    add<<<1, 1>>>((int *)memory.dptr, 1);
  } else {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    work(argv[1], stream);
    printf("%d ", cudaStreamEndCapture(stream, &graph));
    printf("%d ", cudaGraphInstantiate(&executable, graph, 0));
    printf("%d ", cudaGraphLaunch(executable, stream));
    printf("%d\n", cudaStreamSynchronize(stream));
  }
  cudaStreamDestroy(stream);
  cudaFreeHost(host);
  cudaFree(data);
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

describe('a graph', () => {
  it('is checked as any launch is', async () => {
    const beyond = await bench.scenario('beyond');
    const access = bench.lineOf('// access');
    expect(beyond.faults.map(({ rule, at, launch }) => [rule, at.position?.line, launch])).toEqual([
      ['out-of-bounds-read', access, 0],
      ['out-of-bounds-write', access, 0],
    ]);
    expect(beyond.launches.map(({ kernel, position }) => [kernel, position?.line])).toEqual([
      ['add', bench.lineOf('// launch')],
    ]);
    const { faults } = await bench.scenario('race');
    expect(faults.map(({ rule, at }) => [rule, at.position?.line])).toEqual([['global-race', bench.lineOf('// race')]]);
  });

  it('reports a copy at the line that added it', async () => {
    const { faults } = await bench.scenario('copy');
    expect(faults.map(({ rule, at }) => [rule, at.position?.line])).toEqual([
      ['out-of-bounds-read', bench.lineOf('// copy')],
    ]);
  });

  it('rejects and reports a launch during a capture, and is not created', async () => {
    const result = await bench.scenario('refused');
    const { apiErrors, launches } = result;
    expect(linesOf(result)[0]).toMatch(/^901 1 1 /);
    expect(apiErrors[0]).toMatchObject({ call: 'cudaLaunchKernel', code: 9, reason: 'threads-per-block' });
    expect(apiErrors[0]?.position?.line).toBe(bench.lineOf('// refused'));
    expect(launches).toMatchObject([{ kernel: 'add', outcome: { error: 9 } }]);
  });

  it('calls functions of the host in its order, which may not call the runtime', async () => {
    expect(linesOf(await bench.scenario('order'))).toEqual(['0 0 first 1', 'second 2', '800', '0 0']);
  });

  it('ends with a kernel that fails, which a later call tells', async () => {
    expect(linesOf(await bench.scenario('trap'))).toEqual(['0 0 0 719']);
  });

  it('has its memory from its launch on, uninitialised', async () => {
    const { faults } = await bench.scenario('early');
    const access = bench.lineOf('// access');
    const told = new Map(faults.map(({ rule, at }) => [rule, at.position?.line]));
    expect([...told].sort()).toEqual([
      ['leak', bench.lineOf('// allocation')],
      ['uninitialized-read', access],
      ['use-after-free', access],
    ]);
  });

  it('copies to an array when it is launched', async () => {
    expect(linesOf(await bench.scenario('array'))).toEqual(['0 3', '1 7']);
  });

  it('is a part of the plan as its launches are', async () => {
    const { plan } = await bench.scenario('beyond');
    expect(plan.steps.filter(({ step }) => step === 'launch')).toMatchObject([{ kernel: 'add', grid: [1, 1, 1] }]);
  });
});
