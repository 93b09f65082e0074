import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench } from './bench.ts';

const SOURCE = `
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static float fixed[100], other[100];
__constant__ float table[200];
float *device;

__attribute__((noinline)) static void back(void *host, size_t bytes) {
  cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);  // back
}

/** Copies to the end of blocks of the heap, which are made, moved and freed in a random order. */
static void random_blocks(size_t more) {
  struct { char *start; size_t bytes; } blocks[64] = {};
  for (int i = 0; i < 3000; i++) {
    auto &block = blocks[rand() % 64];
    size_t bytes = rand() % (i % 10 ? 200 : 20000) + 1;
    void *made = block.start;
    switch (rand() % 6) {
      case 0: free(made), made = malloc(bytes); break;
      case 1: free(made), made = calloc(bytes, 1); break;
      case 2: made = realloc(made, bytes); break;
      case 3: free(made), made = aligned_alloc(64, bytes); break;
      case 4: free(made), posix_memalign(&made, 256, bytes); break;
      default: free(made), made = malloc(bytes);
    }
    block = {(char *)made, bytes};
    size_t from = rand() % bytes;
    back(block.start + from, bytes - from + more);
  }
}

int main(int argc, char **argv) {
  const char *which = argv[1];
  auto is = [which](const char *name) { return !strcmp(which, name); };
  cudaMalloc(&device, 40000);
  cudaMemset(device, 1, 40000);
  float local[100];
  if (is("fits")) {
    back(fixed, sizeof fixed);
    cudaMemcpy(local, device, sizeof local, cudaMemcpyDeviceToHost);
    cudaMemcpy2D(local, 40, device, 40, 40, 10, cudaMemcpyDeviceToHost);
    cudaMemcpy2D(local, 40, device, 80, 8, 10, cudaMemcpyDeviceToHost);
    cudaMemcpyToSymbol(table, local, sizeof local, 400);
    std::vector<float> grows;
    for (int i = 0; i < 300; i++) grows.push_back(i), back(grows.data(), grows.size() * sizeof(float));
    float *managed;
    cudaMallocManaged(&managed, 400);
    cudaMemcpy(managed, device, 400, cudaMemcpyDeviceToHost);
    cudaFree(managed);
    random_blocks(0);
  }
  if (is("heap")) random_blocks(1);
  if (is("local")) cudaMemcpy(local, device, 404, cudaMemcpyDeviceToHost);                     // local
  if (is("static")) cudaMemcpy(fixed + 90, device, 400, cudaMemcpyDeviceToHost);              // static
  if (is("read")) cudaMemcpyAsync(device, local + 1, sizeof local, cudaMemcpyHostToDevice, 0);  // read
  if (is("rows")) cudaMemcpy2D(local, 48, device, 40, 40, 10, cudaMemcpyDeviceToHost);         // rows
  if (is("boxes")) {
    cudaMemcpy3DParms box = {};
    float *heap = new float[100];
    box.srcPtr = make_cudaPitchedPtr(device, 40, 40, 5);
    box.dstPtr = make_cudaPitchedPtr(heap, 40, 40, 5);
    box.extent = make_cudaExtent(40, 5, 3);
    box.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&box);  // boxes
    delete[] heap;
  }
  if (is("symbols")) {
    cudaMemcpyToSymbol(table, local, 404);               // to a symbol
    cudaMemcpyFromSymbol(other + 10, table, 400);        // from a symbol
  }
  if (is("pinned")) {
    float *pinned, *managed;
    cudaMallocHost(&pinned, 400);
    cudaMallocManaged(&managed, 400);
    cudaMemcpy(pinned, device, 404, cudaMemcpyDeviceToHost);   // pinned
    cudaMemcpy(managed, device, 404, cudaMemcpyDeviceToHost);  // managed
    cudaFreeHost(pinned), cudaFree(managed);
  }
  if (is("host")) {
    std::vector<float> from(50), to(60);
    cudaMemcpy(to.data(), from.data(), 240, cudaMemcpyHostToHost);  // host
  }
  if (is("graph")) {
    float *heap = (float *)malloc(400);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(heap, device, 404, cudaMemcpyDeviceToHost, stream);  // captured
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    free(heap);
  }
  cudaFree(device);
  return 0;
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

async function copiesOf(name: string): Promise<unknown[]> {
  const { faults, host } = await bench.scenario(name);
  expect(host).toMatchObject({ status: 'returned' });
  return faults.map(({ rule, at, bytes, buffer }) => [
    ...[rule, at.position?.line, bytes],
    buffer && buffer.bytes - buffer.offset,
  ]);
}

describe('a copy from or to host memory', () => {
  it('is not reported if it fits', async () => {
    expect(await copiesOf('fits')).toEqual([]);
  });

  it.each([
    ['local', 'write', 404, 400],
    ['static', 'write', 400, 40],
    ['read', 'read', 400, 396],
    ['rows', 'write', 472, 400],
    ['boxes', 'write', 600, 400],
    ['host', 'read', 240, 200],
  ])('is reported if it leaves an array: %s', async (name, access, bytes, room) => {
    expect(await copiesOf(name)).toEqual([[`out-of-bounds-${access}`, bench.lineOf(`// ${name}`), bytes, room]]);
  });

  it('is compared with variables, page-locked and managed memory', async () => {
    expect(await copiesOf('symbols')).toEqual([
      ['out-of-bounds-read', bench.lineOf('// to a symbol'), 404, 400],
      ['out-of-bounds-write', bench.lineOf('// from a symbol'), 400, 360],
    ]);
    expect(await copiesOf('pinned')).toEqual([
      ['out-of-bounds-write', bench.lineOf('// pinned'), 404, 400],
      ['out-of-bounds-write', bench.lineOf('// managed'), 404, 400],
    ]);
  });

  it('is reported at the call that a graph is captured from', async () => {
    expect(await copiesOf('graph')).toEqual([['out-of-bounds-write', bench.lineOf('// captured'), 404, 400]]);
  });

  it('is compared with each block of the heap, to the byte', async () => {
    const { faults } = await bench.scenario('heap');
    expect(faults.map(({ rule, at, count }) => [rule, at.position?.line, count])).toEqual([
      ['out-of-bounds-write', bench.lineOf('// back'), 3000],
    ]);
  });
});
