import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench } from './bench.ts';

const SOURCE = `
#include <cstring>
#include <cstdio>
#include <cstdlib>

#define N 64
#define IS(name) (std::strcmp(what, name) == 0)

__global__ void twice(float *x) { x[threadIdx.x] *= 2; }

static float sum(const float *x) {
  float all = 0;
  for (int i = 0; i < N; i++) all += x[i];  // sum
  return all;
}

int main(int argc, char **argv) {
  const char *what = argv[0];
  const size_t bytes = N * sizeof(float);
  float *h, *d, *pageable = (float *)std::malloc(bytes);
  cudaMallocHost(&h, 2 * bytes);
  cudaMalloc(&d, bytes);
  cudaStream_t s, other;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  cudaStream_t blocking;
  cudaStreamCreate(&blocking);
  cudaEvent_t early, late;
  cudaEventCreate(&early);
  cudaEventCreate(&late);
  for (int i = 0; i < 2 * N; i++) h[i] = 1;
  if (IS("pageable")) {
    std::memset(pageable, 0, bytes);
    cudaMemcpyAsync(d, pageable, bytes, cudaMemcpyHostToDevice, s);
    pageable[0] = 2;
    cudaMemcpyAsync(pageable, d, bytes, cudaMemcpyDeviceToHost, s);
    std::printf("%g\\n", sum(pageable));
  } else if (IS("blocking")) {
    cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, blocking);
    twice<<<1, N, 0, blocking>>>(d);
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, blocking);
    cudaMemcpy(pageable, d, bytes, cudaMemcpyDeviceToHost);
    std::printf("%g\\n", sum(h));
  } else {
    cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
    if (IS("reused")) h[3] = 5;  // reused
    if (IS("reused by memset")) std::memset(h, 0, 8);  // set
    if (IS("read meanwhile")) std::printf("%g\\n", sum(h));
    if (IS("other half")) h[N] = 7;
    if (IS("waited")) {
      cudaStreamSynchronize(s);
      h[3] = 5;
      cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
    }
    cudaEventRecord(early, s);
    twice<<<1, N, 0, s>>>(d);
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(late, s);
    if (IS("query ignored")) cudaStreamQuery(s);
    else if (IS("early event")) cudaEventSynchronize(early);
    else if (IS("other stream")) cudaStreamSynchronize(other);
    else if (IS("not waited")) std::printf("0\\n");
    else if (IS("late event")) cudaEventSynchronize(late);
    else if (IS("event query")) while (cudaEventQuery(late) == cudaErrorNotReady) {}
    else if (IS("polled")) while (cudaStreamQuery(s) != cudaSuccess) {}
    else if (IS("other waits")) {
      cudaStreamWaitEvent(other, late, 0);
      cudaStreamSynchronize(other);
    }
    else if (IS("free")) cudaFree(d), d = nullptr;
    else if (IS("device")) cudaDeviceSynchronize();
    else cudaStreamSynchronize(s);
    std::printf("%g\\n", sum(h));
  }
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFreeHost(h);
  std::free(pageable);
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

async function run(name: string) {
  const { host, faults, apiErrors, stdout } = await bench.run({ programName: name });
  return { host, apiErrors, stdout, found: faults.map(({ rule, detail, at, other }) => ({ rule, detail, at, other })) };
}

describe('page-locked memory of an asynchronous copy', () => {
  it.each([
    ['reused', '// reused'],
    ['reused by memset', '// set'],
  ])('must not be overwritten before the copy has read it: %s', async (name, line) => {
    const { found, host } = await run(name);
    expect(host.status).toBe('returned');
    expect(found).toMatchObject([{ rule: 'host-race', detail: 'async-copy-from' }]);
    expect(found[0]?.at.position?.line).toBe(bench.lineOf(line));
  });

  it.each(['not waited', 'query ignored', 'early event', 'other stream'])(
    'must not be read before the copy has written it: %s',
    async (name) => {
      const { found } = await run(name);
      expect(found).toMatchObject([{ rule: 'host-race', detail: 'async-copy-to' }]);
      expect(found[0]?.at.position?.line).toBe(bench.lineOf('// sum'));
      expect(found[0]?.other?.position?.line).toBe(
        bench.lineOf('cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s)'),
      );
    },
  );

  it.each([
    ...['read meanwhile', 'other half', 'waited', 'late event', 'event query', 'polled', 'other waits', 'free'],
    ...['device', 'stream', 'blocking', 'pageable'],
  ])('can be used freely after host code has waited, or where no copy is: %s', async (name) => {
    const { found, host, apiErrors } = await run(name);
    expect(host.status).toBe('returned');
    expect(apiErrors).toEqual([]);
    expect(found).toEqual([]);
  });
});
