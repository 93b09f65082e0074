import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, linesOf } from './bench.ts';

const SOURCE = String.raw`
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void touch() {}

static int endless(bool launches) {
  int *data;
  cudaMalloc(&data, sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional};
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, 0, 0, 0, &loop);
  cudaMemsetParams memset = {};
  memset.dst = data;
  memset.elementSize = 4;
  memset.width = memset.height = 1;
  cudaKernelNodeParams kernel = {(void *)touch, dim3(1), dim3(1), 0, 0, 0};
  if (launches) cudaGraphAddKernelNode(&node, loop.conditional.phGraph_out[0], 0, 0, &kernel);
  else cudaGraphAddMemsetNode(&node, loop.conditional.phGraph_out[0], 0, 0, &memset);
  cudaGraphExec_t executable;
  printf("%d\n", cudaGraphInstantiate(&executable, graph, 0));
  return cudaGraphLaunch(executable, 0);  // endless
}

// As many nodes as there is room for, each behind all before it.
static int filled(cudaGraph_t graph, std::vector<cudaGraphNode_t> &all) {
  cudaGraphNode_t node;
  while (all.size() < 2000 && cudaGraphAddEmptyNode(&node, graph, all.data(), all.size()) == cudaSuccess) all.push_back(node);
  return all.size();
}

int main(int argc, char **argv) {
  const char *which = argv[1];
  if (!strcmp(which, "turns")) return endless(false);
  if (!strcmp(which, "launches")) return endless(true);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t node;
  if (!strcmp(which, "fill")) {
    int *data;
    cudaMalloc(&data, 64);
    cudaMemsetParams memset = {data, 0, 0x12345678, 4, 0xffffffff, 1};
    cudaGraphAddMemsetNode(&node, graph, 0, 0, &memset);  // fill
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    printf("%d\n", cudaGraphLaunch(executable, 0));
    cudaFree(data);
  }
  if (!strcmp(which, "edges")) {
    std::vector<cudaGraphNode_t> all;
    printf("%d\n", filled(graph, all));
    // What goes gives its room back.
    printf("%d ", cudaGraphDestroyNode(all[0]));
    printf("%d ", cudaGraphRemoveDependencies(graph, &all[1], &all[2], 0, 1));
    const cudaGraphNode_t from[2] = {all[1], all[1]}, to[2] = {all[2], all[2]};
    printf("%d ", cudaGraphAddDependencies(graph, from, to, 0, 2));
    printf("%d ", cudaGraphDestroy(graph));
    cudaGraphCreate(&graph, 0);
    all.clear();
    printf("%d\n", filled(graph, all));
  }
  if (!strcmp(which, "capture")) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCaptureToGraph(stream, graph, 0, 0, 0, cudaStreamCaptureModeRelaxed);
    touch<<<1, 1, 0, stream>>>();
    printf("%d ", cudaGraphDestroy(graph));
    cudaGraph_t captured;
    printf("%d ", cudaStreamEndCapture(stream, &captured));
    printf("%d %d\n", captured == graph, cudaGraphDestroy(graph));
  }
  if (!strcmp(which, "arrays")) {
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 4, 4);
    printf("%d %d ", (void *)array == (void *)graph, cudaFreeArray((cudaArray_t)graph));
    printf("%d\n", cudaFreeArray(array));
  }
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

describe('a graph', () => {
  it.each([
    ['turns', 'wall'],
    ['launches', 'launches'],
  ])('ends where a loop does not, told at its launch: %s', async (name, limit) => {
    const { host } = await bench.scenario(name);
    expect(host).toMatchObject({ status: 'stopped', limit });
    expect(host).toMatchObject({ position: { line: bench.lineOf('// endless') } });
  });

  it('takes no memory for a filling beyond its buffer', async () => {
    const result = await bench.scenario('fill');
    expect(linesOf(result)).toEqual(['1']);
    expect(result.faults).toMatchObject([
      { rule: 'out-of-bounds-write', at: { position: { line: bench.lineOf('// fill') } } },
    ]);
  });

  it('has as many nodes and edges as there is room for, and gives room back', async () => {
    const result = await bench.scenario('edges');
    expect(linesOf(result)).toEqual(['446', '0 0 0 0 446']);
  });

  it('stays as long as it is captured into', async () => {
    expect(linesOf(await bench.scenario('capture'))).toEqual(['1 0 1 0']);
  });
});

describe('arrays', () => {
  it('have other handles than graphs', async () => {
    expect(linesOf(await bench.scenario('arrays'))).toEqual(['0 1 0']);
  });
});
