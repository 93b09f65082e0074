import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, linesOf } from './bench.ts';

const SOURCE = String.raw`
#include <cstdio>
#include <cstring>
#include <cstdlib>

static void show(const char *label, cudaError_t code) { printf("%s %d\n", label, code); }

int main(int argc, char **argv) {
  const char *which = argv[1];
  int host[16], back[16] = {};
  for (int i = 0; i < 16; i++) host[i] = i;
  int *data = nullptr, *other = nullptr;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&data, sizeof host);   // data
  cudaMalloc(&other, sizeof host);  // other
  if (!strcmp(which, "kinds")) {
    show("to", cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    show("inside", cudaMemcpy(other, data, sizeof host, cudaMemcpyDeviceToDevice));
    show("set", cudaMemset(other, 0, 8));
    show("from", cudaMemcpy(back, other, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d %d %d\n", back[0], back[1], back[2], back[15]);
    show("host", cudaMemcpy(back, host, 8, cudaMemcpyHostToHost));
    printf("%d %d\n", back[0], back[1]);
    show("default", cudaMemcpy(back, other + 3, 4, cudaMemcpyDefault));
    printf("%d\n", back[0]);
  }
  if (!strcmp(which, "async")) {
    show("to", cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice, stream));
    show("set", cudaMemsetAsync(data + 1, 0xff, 4, stream));
    show("from", cudaMemcpyAsync(back, data, sizeof host, cudaMemcpyDeviceToHost, stream));
    show("wait", cudaStreamSynchronize(stream));
    printf("%d %d %d\n", back[0], back[1], back[2]);
  }
  if (!strcmp(which, "rows")) {
    // Two rows of three out of rows of four.
    show("to", cudaMemcpy2D(data, 12, host, 16, 12, 2, cudaMemcpyHostToDevice));
    cudaMemcpy(back, data, 24, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", back[0], back[2], back[3], back[5]);
    show("wide", cudaMemcpy2D(data, 8, host, 16, 12, 2, cudaMemcpyHostToDevice));
    show("many", cudaMemcpy2D(data, 32, host, 16, 12, 3, cudaMemcpyHostToDevice));  // too many rows
  }
  if (!strcmp(which, "empty")) {
    const size_t most = 0xffffffff;
    show("copy", cudaMemcpy2D(data, 12, host, 16, 0, most, cudaMemcpyHostToDevice));
    show("kind", cudaMemcpy2D(data, 12, host, 16, 0, most, (cudaMemcpyKind)9));
    show("set", cudaMemset2D(data, 16, 0, 0, most));
    cudaPitchedPtr to = make_cudaPitchedPtr(data, 16, 16, 4), from = make_cudaPitchedPtr(host, 16, 16, 4);
    for (cudaExtent extent : {make_cudaExtent(0, most, most), make_cudaExtent(16, 0, most), make_cudaExtent(16, most, 0)}) {
      cudaMemcpy3DParms box = {};
      box.srcPtr = from, box.dstPtr = to, box.extent = extent, box.kind = cudaMemcpyHostToDevice;
      show("copy", cudaMemcpy3D(&box));
      show("set", cudaMemset3D(to, 0, extent));
    }
  }
  if (!strcmp(which, "large")) {
    show("write", cudaMemcpy(data, host, sizeof host + 4, cudaMemcpyHostToDevice));  // too large to
    show("read", cudaMemcpy(back, data, sizeof host + 4, cudaMemcpyDeviceToHost));   // too large from
    show("set", cudaMemset(data + 15, 0, 8));                                        // too large set
  }
  if (!strcmp(which, "direction")) {
    show("to", cudaMemcpy(data, host, 4, cudaMemcpyDeviceToHost));      // wrong to
    show("from", cudaMemcpy(back, data, 4, cudaMemcpyHostToDevice));    // wrong from
    show("in", cudaMemcpy(data, host, 4, cudaMemcpyDeviceToDevice));    // wrong in
    show("none", cudaMemcpy(data, host, 4, (cudaMemcpyKind)9));
  }
  if (!strcmp(which, "freed")) {
    show("first", cudaFree(other));
    show("twice", cudaFree(other));                                         // twice
    show("use", cudaMemcpy(back, other, 4, cudaMemcpyDeviceToHost));        // after
    cudaMalloc(&other, 4);
  }
  if (!strcmp(which, "leak")) other = nullptr;
  if (!strcmp(which, "read")) printf("%d\n", data[3]);  // device pointer
  if (!strcmp(which, "string")) memset(data, 0, 64);    // in the library
  volatile int *nowhere = nullptr;
  if (!strcmp(which, "past-memory")) nowhere[30000000] = 1;  // past memory
  if (!strcmp(which, "far")) nowhere[300000000] = 1;         // far off
  if (!strcmp(which, "freed-read")) {
    cudaFree(data);
    printf("%d\n", data[3]);  // freed pointer
  }
  cudaFree(data);
  if (strcmp(which, "freed")) cudaFree(other);
  if (!strcmp(which, "events")) {
    cudaEvent_t start, stop;
    float ms = -1;
    show("create", cudaEventCreate(&start));
    show("create", cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
    show("record", cudaEventRecord(start, stream));
    show("wait", cudaStreamWaitEvent(stream, start, 0));
    show("query", cudaEventQuery(start));
    show("never", cudaEventElapsedTime(&ms, start, stop));
    show("stream", cudaStreamQuery(stream));
    show("destroy", cudaEventDestroy(start));
    show("gone", cudaEventRecord(start, stream));
  }
  return 0;
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

const printed = async (name: string) => linesOf(await bench.scenario(name));

async function faultsOf(name: string): Promise<unknown[]> {
  const { faults } = await bench.scenario(name);
  return faults.map(({ rule, at, launch }) => [rule, at.position?.line, launch]);
}

describe('device memory', () => {
  it('is copied in every direction, and set', async () => {
    expect(await printed('kinds')).toEqual([
      ...['to 0', 'inside 0', 'set 0', 'from 0', '0 0 2 15'],
      ...['host 0', '0 1', 'default 0', '3'],
    ]);
    expect(await printed('async')).toEqual(['to 0', 'set 0', 'from 0', 'wait 0', '0 -1 2']);
  });

  it('is copied row by row, within its bounds', async () => {
    expect(await printed('rows')).toEqual(['to 0', '0 2 4 6', 'wide 12', 'many 1']);
    expect(await faultsOf('rows')).toEqual([['out-of-bounds-write', bench.lineOf('// too many rows'), -1]]);
  });

  it('is not gone through where rows and slices are empty, however many', async () => {
    const boxes = Array(3).fill(['copy 0', 'set 0']).flat();
    expect(await printed('empty')).toEqual(['copy 0', 'kind 21', 'set 0', ...boxes]);
    expect(await faultsOf('empty')).toEqual([]);
  });

  it('refuses a copy that is larger than the buffer, and leaves it as it was', async () => {
    const { stdout, faults, apiErrors } = await bench.scenario('large');
    expect(stdout).toBe('write 1\nread 1\nset 1\n');
    expect(faults.map(({ rule, at, buffer }) => [rule, at.position?.line, buffer?.bytes])).toEqual([
      ['out-of-bounds-write', bench.lineOf('// too large to'), 64],
      ['out-of-bounds-read', bench.lineOf('// too large from'), 64],
      ['out-of-bounds-write', bench.lineOf('// too large set'), 64],
    ]);
    expect(apiErrors.map(({ call, code, launch }) => [call, code, launch])).toEqual([
      ['cudaMemcpy', 1, null],
      ['cudaMemcpy', 1, null],
      ['cudaMemset', 1, null],
    ]);
  });

  it('refuses a copy in the wrong direction', async () => {
    expect(await printed('direction')).toEqual(['to 1', 'from 1', 'in 1', 'none 21']);
    expect(await faultsOf('direction')).toEqual([
      ['host-device-pointer', bench.lineOf('// wrong to'), -1],
      ['host-device-pointer', bench.lineOf('// wrong from'), -1],
      ['host-device-pointer', bench.lineOf('// wrong in'), -1],
    ]);
  });

  it('is not used or freed after it was freed, and is freed at the end', async () => {
    expect(await printed('freed')).toEqual(['first 0', 'twice 1', 'use 1']);
    expect(await faultsOf('freed')).toEqual([
      ['double-free', bench.lineOf('// twice'), -1],
      ['use-after-free', bench.lineOf('// after'), -1],
    ]);
    expect(await faultsOf('leak')).toEqual([['leak', bench.lineOf('// other'), -1]]);
  });

  it('is out of reach for host code', async () => {
    const outcome = async (name: string) => (await bench.scenario(name)).host;
    const trapped = { status: 'trapped', message: 'memory access out of bounds' };
    expect(await outcome('read')).toMatchObject({
      ...trapped,
      devicePointer: true,
      position: { line: bench.lineOf('// device pointer') },
    });
    expect(await outcome('string')).toMatchObject({
      ...trapped,
      devicePointer: true,
      position: { line: bench.lineOf('// in the library') },
    });
    expect(await outcome('freed-read')).toMatchObject({
      ...trapped,
      devicePointer: true,
      position: { line: bench.lineOf('// freed pointer') },
    });
  });

  it('is not what another wrong address is said to be', async () => {
    for (const [name, comment] of [
      ['past-memory', '// past memory'],
      ['far', '// far off'],
    ] as const)
      expect((await bench.scenario(name)).host).toMatchObject({
        ...{ status: 'trapped', message: 'memory access out of bounds', devicePointer: false },
        position: { line: bench.lineOf(comment) },
      });
  });
});

it('events and streams answer as CUDA documents', async () => {
  expect(await printed('events')).toEqual([
    ...['create 0', 'create 0', 'record 0', 'wait 0', 'query 0'],
    ...['never 400', 'stream 0', 'destroy 0', 'gone 400'],
  ]);
});
