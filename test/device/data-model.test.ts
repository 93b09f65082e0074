import { beforeAll, describe, expect, it } from 'vitest';
import { POINTER_BYTES } from '../../grader/abi/index.ts';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import { Bench, compileKernels } from './harness.ts';

const SOURCE = `
#include <cstdio>
#include <cstdarg>
struct Node { int value; Node *next; long count; };
struct Holder { char tag; float *data; size_t size; };
struct Shape { __device__ virtual long area(long k) const { return k; } };
struct Square : Shape { long side; __device__ long area(long k) const override { return side * side + k; } };
__global__ void sizes(int *out) {
  int all[] = {sizeof(long), sizeof(void *), sizeof(size_t), sizeof(ptrdiff_t), sizeof(Node), sizeof(Holder),
               alignof(Holder), sizeof(dim3), sizeof(long long), sizeof(cudaTextureObject_t)};
  for (int i = 0; i < 10; i++) out[i] = all[i];
}
__global__ void kinds(char tag, Holder holder, const int *in, long k, int *out) {
  out[0] = tag;
  out[1] = (int)holder.data[holder.size - 1];
  out[2] = in[k];
  out[3] = holder.tag;
}
__global__ void list(int *out) {
  __shared__ Node nodes[4];
  Node *node = &nodes[threadIdx.x];
  node->value = threadIdx.x;
  node->next = threadIdx.x < 3 ? node + 1 : nullptr;
  node->count = 1l << threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    long sum = 0;
    for (Node *at = nodes; at; at = at->next) sum += at->count * at->value;
    out[0] = (int)sum;
    out[1] = (int)(&nodes[3] - &nodes[0]);
    out[2] = (int)((size_t)&nodes[1] - (size_t)&nodes[0]);
  }
}
__global__ void arithmetic(int *out) {
  unsigned long hash = 1469598103u;
  for (int i = 0; i < 8; i++) hash = (hash ^ (unsigned long)i) * 1099511u;
  size_t product = (size_t)32768 * 32768 * 4;
  out[0] = (int)(hash >> 8);
  out[1] = (int)(product >> 20);
  out[2] = (long)-1 < (long)0;
  out[3] = (int)((unsigned long)-1 >> 24);
}
__global__ void exchange(int *out) {
  long mine = ((long)threadIdx.x << 20) + 7;
  long other = __shfl_xor_sync(0xffffffffu, mine, 1);
  __shared__ const int *places[32];
  places[threadIdx.x] = out + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = (int)(other >> 20) + (int)(places[31 - threadIdx.x] - out);
}
__device__ long summed(int count, ...) {
  va_list values;
  va_start(values, count);
  long sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(values, long) + va_arg(values, int);
  va_end(values);
  return sum;
}
__global__ void variadic(int *out) { out[0] = (int)summed(2, 1000l, 1, 2000l, 2); }
__global__ void print(int *out) {
  printf("%ld %lu %zu %d %lld %s %c\\n", -5l, 6ul, sizeof(float), 7, -8ll, "nine", 'x');
  printf("%5ld|%-5zu|%p|%td\\n", 10l, (size_t)11, (void *)0x1230, (ptrdiff_t)-12);
}
__global__ void allocate(int *out) {
  long *own = (long *)malloc(16 * sizeof(long));
  for (int i = 0; i < 16; i++) own[i] = i;
  out[0] = (int)own[15];
  free(own);
  out[1] = malloc((size_t)-4096) == nullptr;
  Shape *shape = new Square();
  ((Square *)shape)->side = 6;
  out[2] = (int)shape->area(4);
  delete shape;
}
__global__ void dynamic(int n, int *out) {
  long own[8];
  for (int i = 0; i < 8; i++) own[i] = (long)i * n;
  long sum = 0;
  for (int i = 0; i < n; i++) sum += own[(i * 5) & 7];
  out[0] = (int)sum;
}
`;

describe('device code with the data model of the ABI', () => {
  let program: DeviceProgram;
  beforeAll(async () => {
    ({ program } = await compileKernels(SOURCE));
  });
  const run = (name: string, args: (out: number, bench: Bench) => readonly number[], block = 1) => {
    const bench = new Bench(program);
    const out = bench.words(32);
    const { error } = bench.launch(name, args(out, bench), { block });
    expect([error, bench.device.takeFaults()]).toEqual([0, []]);
    return { bench, ints: (count: number) => bench.ints(out, count) };
  };
  const P = POINTER_BYTES;

  it('has the sizes of its types', () => {
    const sizes = [P, P, P, P, P === 8 ? 24 : 12, 3 * P, P, 12, 8, 8];
    expect(run('sizes', (out) => [out]).ints(10)).toEqual(sizes);
  });

  it('finds arguments where C puts them', () => {
    const bench = new Bench(program);
    const [out, data, input] = [bench.words(8), bench.words(4), bench.words(8)];
    bench.device.write(data, new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer));
    const kernel = program.kernels.find(({ name }) => name === 'kinds');
    expect(kernel?.parameters.map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 1],
      [P, 3 * P],
      [4 * P, P],
      [5 * P, P],
      [6 * P, P],
    ]);
    const args = new DataView(new ArrayBuffer(kernel?.argumentBytes ?? 0));
    args.setUint8(0, 65);
    args.setUint8(P, 66);
    for (const [word, value] of [data, 4, input, 5, out].entries()) args.setUint32((word + 2) * P, value, true);
    const { error } = bench.device.launch({
      kernel: kernel?.mangled ?? '',
      ...{ grid: [1, 1, 1], block: [1, 1, 1], dynamicSharedBytes: 0, counters: false },
      args: new Uint8Array(args.buffer),
    });
    expect([error, bench.device.takeFaults()]).toEqual([0, []]);
    expect(bench.ints(out, 4)).toEqual([65, 4, 5, 66]);
  });

  it('follows pointers in shared memory', () => {
    expect(run('list', (out) => [out], 4).ints(3)).toEqual([0 + 2 + 8 + 24, 3, P === 8 ? 24 : 12]);
  });

  it('computes with all bits of long and size_t', () => {
    const bits = P * 8;
    let hash = 1469598103n;
    for (let i = 0n; i < 8n; i++) hash = BigInt.asUintN(bits, (hash ^ i) * 1099511n);
    const product = BigInt.asUintN(bits, 32768n * 32768n * 4n) >> 20n;
    const ones = BigInt.asUintN(bits, -1n) >> 24n;
    const expected = [hash >> 8n, product, 1n, ones].map((value) => Number(BigInt.asIntN(32, value)));
    expect(run('arithmetic', (out) => [out]).ints(4)).toEqual(expected);
  });

  it('exchanges long between lanes, and pointers through shared memory', () => {
    const expected = Array.from({ length: 32 }, (_, i) => (i ^ 1) + 31 - i);
    expect(run('exchange', (out) => [out], 32).ints(32)).toEqual(expected);
  });

  it('passes arguments to variadic functions', () => {
    expect(run('variadic', (out) => [out]).ints(1)).toEqual([3003]);
  });

  it('prints long, sizes and pointers', () => {
    const { bench } = run('print', (out) => [out]);
    expect(bench.device.takeOutput('stdout')).toBe('-5 6 4 7 -8 nine x\n   10|11   |0x1230|-12\n');
  });

  it('allocates, and gets nothing where there is no room', () => {
    expect(run('allocate', (out) => [out]).ints(3)).toEqual([15, 1, 40]);
  });

  it('keeps local arrays of long', () => {
    const sum = Array.from({ length: 9 }, (_, i) => ((i * 5) & 7) * 9).reduce((a, b) => a + b);
    expect(run('dynamic', (out) => [9, out]).ints(1)).toEqual([sum]);
  });
});
