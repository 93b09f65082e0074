import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, linesOf } from './bench.ts';

const SOURCE = String.raw`
#include <cstdio>
#include <cstring>

__global__ void fill(int *data, int value) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  data[block * blockDim.x * blockDim.y * blockDim.z + thread] = value;
}
__global__ void large(float *out) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = buffer[threadIdx.x];
}
__global__ void say(int n) { printf("device %d\n", n); }
__global__ void nothing() {}
__global__ void forever(volatile int *flag) {
  while (*flag == 0 && clock64() >= 0) {  // device loop
  }
}

static void callBack(void *result) { *(int *)result = cudaMalloc((void **)result, 4); }

struct Guard {
  ~Guard() { printf("left\n"); }
};
static void failInside() {
  Guard guard;
  throw 1.5;  // thrown
}

static void code() { printf("%d\n", cudaGetLastError()); }

int main(int argc, char **argv) {
  const char *which = argv[1];
  int *data;
  cudaMalloc(&data, 65536);
  if (!strcmp(which, "shapes")) {
    fill<<<7, 9>>>(data, 1);                            // one dimension
    fill<<<dim3(3, 2), dim3(4, 5)>>>(data, 2);          // two
    fill<<<dim3(2, 3, 4), dim3(8, 2, 3)>>>(data, 3);    // three
    for (int i = 0; i < 2; i++) fill<<<1, 1>>>(data, i);  // in a loop
    fill<<<1, 1024>>>(data, 4); fill<<<1, dim3(1, 1, 64)>>>(data, 4);  // largest
    code();
  }
  if (!strcmp(which, "refused")) {
    fill<<<1, 1025>>>(data, 1);
    code();
    fill<<<1, dim3(32, 33)>>>(data, 1);
    code();
    fill<<<1, dim3(1, 1, 65)>>>(data, 1);
    code();
    nothing<<<dim3(1, 65536), 1>>>();
    code();
    nothing<<<dim3(1, 1, 65536), 1>>>();
    code();
    fill<<<0, 32>>>(data, 1);
    code();
    fill<<<1, 0>>>(data, 1);
    code();
    large<<<1, 32, 48 * 1024 + 1>>>((float *)data);
    code();
    code();
  }
  if (!strcmp(which, "shared")) {
    large<<<1, 32, 48 * 1024>>>((float *)data);
    code();
    int most;
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    printf("%d\n", most >= 48 * 1024);
    printf("%d\n", cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    large<<<1, 32, most>>>((float *)data);
    code();
    printf("%d\n", cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1));
    large<<<1, 32, most + 1>>>((float *)data);
    code();
  }
  if (!strcmp(which, "noticed")) {
    fill<<<1, 2048>>>(data, 1);  // asked for
    printf("%d %d %d\n", cudaPeekAtLastError(), cudaGetLastError(), cudaGetLastError());
    fill<<<1, 4096>>>(data, 1);  // not asked for
  }
  if (!strcmp(which, "hidden")) {
    fill<<<1, 2048>>>(data, 1);
    printf("%d\n", cudaDeviceSynchronize());
  }
  if (!strcmp(which, "hostFunction")) {
    int result = 0;
    cudaLaunchHostFunc(0, callBack, &result);
    printf("%d\n", result);
    printf("%d\n", cudaDeviceSynchronize());
  }
  if (!strcmp(which, "uncaught")) {
    try {
      failInside();
    } catch (int) {
      printf("not reached\n");
    }
  }
  if (!strcmp(which, "cooperative")) {
    void *args[] = {0};
    printf("%d\n", cudaLaunchCooperativeKernel(nothing, 132 * 2, 1024, args));
    printf("%d\n", cudaLaunchCooperativeKernel(nothing, 132 * 2 + 1, 1024, args));
  }
  if (!strcmp(which, "begun")) {
    struct Deep {
      static int launch(int depth) {
        if (depth > 0) say<<<1, 1>>>(launch(depth - 1));
        return depth;
      }
    };
    Deep::launch(3);
    for (int i = 0; i < 20000000; i++) __cudaPushCallConfiguration(1, 1);  // begun
  }
  if (!strcmp(which, "order")) {
    printf("before\n");
    say<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    printf("between\n");
    say<<<1, 1>>>(2);
    cudaDeviceSynchronize();
    printf("after\n");
  }
  if (!strcmp(which, "hostPointer")) {
    int local[4] = {};
    fill<<<1, 4>>>(local, 1);  // host pointer
    cudaDeviceSynchronize();
  }
  if (!strcmp(which, "freed")) {
    int *old;
    cudaMalloc(&old, 64);
    cudaFree(old);
    fill<<<1, 4>>>(old, 1);
    cudaDeviceSynchronize();
  }
  if (!strcmp(which, "endless")) {
    printf("started\n");
    fflush(stdout);
    cudaMemset(data, 0, 4);
    nothing<<<1, 1>>>();
    forever<<<1, 1>>>(data);  // endless
    printf("%d\n", cudaDeviceSynchronize());
  }
  cudaFree(data);
  return 0;
}
`;

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.open(SOURCE);
});
afterAll(() => bench?.close());

describe('a launch', () => {
  it('is recorded with its grid, block and line, in order', async () => {
    const result = await bench.scenario('shapes');
    const { launches, apiErrors, faults } = result;
    const seen = launches.map(({ kernel, grid, block, position }) => [kernel, grid, block, position?.line]);
    const [one, two, three] = ['// one dimension', '// two', '// three'].map((text) => bench.lineOf(text));
    const [loop, largest] = [bench.lineOf('// in a loop'), bench.lineOf('// largest')];
    expect(seen).toEqual([
      ['fill', [7, 1, 1], [9, 1, 1], one],
      ['fill', [3, 2, 1], [4, 5, 1], two],
      ['fill', [2, 3, 4], [8, 2, 3], three],
      ['fill', [1, 1, 1], [1, 1, 1], loop],
      ['fill', [1, 1, 1], [1, 1, 1], loop],
      ['fill', [1, 1, 1], [1024, 1, 1], largest],
      ['fill', [1, 1, 1], [1, 1, 64], largest],
    ]);
    expect(launches[5]?.position?.column).toBeLessThan(launches[6]?.position?.column ?? 0);
    expect(launches.every(({ outcome }) => outcome.error === 0)).toBe(true);
    expect([apiErrors, faults, linesOf(result)]).toEqual([[], [], ['0']]);
  });

  it('fails above a limit, with the error code and the reason of CUDA', async () => {
    const result = await bench.scenario('refused');
    const { apiErrors, launches, faults } = result;
    expect(linesOf(result)).toEqual(['9', '9', '9', '9', '9', '9', '9', '1', '0']);
    expect(apiErrors.map(({ code, reason, launch, noticed }) => [code, reason, launch, noticed])).toEqual([
      [9, 'threads-per-block', 0, true],
      [9, 'threads-per-block', 1, true],
      [9, 'block-dim', 2, true],
      [9, 'grid-size', 3, true],
      [9, 'grid-size', 4, true],
      [9, 'zero-size', 5, true],
      [9, 'zero-size', 6, true],
      [1, 'shared-memory', 7, true],
    ]);
    expect(apiErrors[2]?.position?.line).toBe(bench.lineOf('dim3(1, 1, 65)>>>'));
    expect(launches.map(({ outcome }) => outcome.error)).toEqual([9, 9, 9, 9, 9, 9, 9, 1]);
    expect(faults).toEqual([]);
  });

  it('allows 48 KB of dynamic shared memory, and more with the attribute', async () => {
    const { stdout, launches, apiErrors } = await bench.scenario('shared');
    expect(stdout).toBe('0\n1\n0\n0\n1\n1\n');
    expect(launches.map(({ outcome }) => outcome.error)).toEqual([0, 0, 1]);
    expect(apiErrors.map(({ call, reason }) => [call, reason])).toEqual([
      ['cudaFuncSetAttribute', null],
      ['cudaLaunchKernel', 'shared-memory'],
    ]);
  });

  it('holds all blocks of a cooperative grid at once, or is refused', async () => {
    const result = await bench.scenario('cooperative');
    expect(linesOf(result)).toEqual(['0', '720']);
    expect(result.apiErrors).toMatchObject([{ code: 720, reason: 'cooperative-grid', launch: 1 }]);
  });

  it('leaves an error that cudaGetLastError clears and a synchronization hides', async () => {
    const result = await bench.scenario('noticed');
    expect(result.apiErrors.map(({ noticed, position }) => [noticed, position?.line])).toEqual([
      [true, bench.lineOf('// asked for')],
      [false, bench.lineOf('// not asked for')],
    ]);
    const hidden = await bench.scenario('hidden');
    expect(linesOf(hidden)).toEqual(['0']);
    expect(hidden.apiErrors).toMatchObject([{ code: 9, noticed: false, launch: 0 }]);
  });

  it('prints between what the host prints before and after it', async () => {
    expect(linesOf(await bench.scenario('order'))).toEqual(['before', 'device 1', 'between', 'device 2', 'after']);
  });

  it('may launch others for its arguments, but not begin for ever', async () => {
    const result = await bench.scenario('begun');
    expect(linesOf(result)).toEqual(['device 0', 'device 1', 'device 2']);
    expect(result.host).toMatchObject({
      status: 'trapped',
      message: 'too many launches are begun and not made',
      position: { line: bench.lineOf('// begun') },
    });
  });

  it('with a pointer into host or freed memory is a fault at the access', async () => {
    const faultsOf = async (name: string) =>
      (await bench.scenario(name)).faults.map(({ rule, kernel, launch, at, count }) => ({
        rule,
        kernel,
        launch,
        count,
        line: at.position?.line,
      }));
    const line = bench.lineOf('= value;');
    expect(await faultsOf('hostPointer')).toEqual([
      { rule: 'host-device-pointer', kernel: 'fill', launch: 0, count: 4, line },
    ]);
    expect(await faultsOf('freed')).toEqual([{ rule: 'use-after-free', kernel: 'fill', launch: 0, count: 4, line }]);
  });

  it('of a kernel without an end stops at the step limit, with its line', async () => {
    const { host, faults, launches, stdout } = await bench.scenario('endless', { deviceSteps: 10_000 });
    expect(host).toMatchObject({ status: 'stopped', limit: 'deviceSteps' });
    expect(faults).toMatchObject([
      { rule: 'timeout', kernel: 'forever', launch: 1, at: { position: { line: bench.lineOf('// device loop') } } },
    ]);
    expect(launches.map(({ kernel, position }) => [kernel, position?.line])).toEqual([
      ['nothing', bench.lineOf('nothing<<<1, 1>>>();')],
      ['forever', bench.lineOf('// endless')],
    ]);
    expect(stdout).toBe('started\n');
  });

  it('is reported with its kernel if it uses up all the time', async () => {
    const { host, launches, stdout } = await bench.scenario('endless', { deviceSteps: 1e15, wallMs: 2_000 });
    const position = { line: bench.lineOf('// endless') };
    expect(host).toMatchObject({ status: 'stopped', limit: 'wall', position, launch: { kernel: 'forever', position } });
    expect(launches.map(({ kernel }) => kernel)).toEqual(['nothing']);
    expect(stdout).toBe('started\n');
  });
});

describe('a function of the host in a stream', () => {
  it('may not call the runtime', async () => {
    expect(linesOf(await bench.scenario('hostFunction'))).toEqual(['800', '0']);
  });
});

describe('an exception', () => {
  it('that nothing catches ends the program where it was thrown', async () => {
    const result = await bench.scenario('uncaught');
    expect(result.host).toMatchObject({
      status: 'trapped',
      message: 'an exception of type double is thrown and not caught',
      position: { line: bench.lineOf('// thrown') },
    });
    expect(linesOf(result)).toEqual(['left']);
  });
});

describe('a kernel that the program for the device lacks', () => {
  it('is a fault of the grader where host code launches it', async () => {
    const { device } = bench.program;
    const kernels = device.kernels.filter(({ name }) => name !== 'say');
    const program = { ...bench.program, device: { ...device, kernels } };
    await expect(bench.run({ program, argv: ['hostFunction', 'x'] })).resolves.toBeDefined();
    await expect(bench.run({ program, argv: ['order', 'x'] })).rejects.toThrow(
      'The program could not be run: Error: the kernel _Z3sayi is not in the program',
    );
  });
});
