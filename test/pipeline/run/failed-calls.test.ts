import { expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();

const program = (statements: string) => `#include <cstdio>
#include <filesystem>
__constant__ float factors[4];
__global__ void fill(float *x) { x[threadIdx.x] = 1; }
int main() {
  float values[64] = {}, milliseconds;
  float *device;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaMalloc(&device, 32 * sizeof(float));
  fill<<<1, 32>>>(device);
  cudaDeviceSynchronize();
${statements}
  cudaEventDestroy(event);
  cudaFree(device);
}
`;
const FIRST = 13;

it.each([
  ['cudaMemcpy2D(values, 8, device, 16, 16, 2, cudaMemcpyDeviceToHost);', 'cudaMemcpy2D fails: invalid pitch argument'],
  ['cudaFree(device + 1);', 'cudaFree fails: invalid argument'],
  ['cudaMemcpyToSymbol(factors, values, 32);', 'cudaMemcpyToSymbol fails: invalid argument'],
  ['cudaEventElapsedTime(&milliseconds, event, event);', 'cudaEventElapsedTime fails: invalid resource handle'],
  ['cudaSetDevice(7);', 'cudaSetDevice fails: invalid device ordinal'],
])('warns of a call that fails: %s', async (call, message) => {
  const { findings, exitCode } = await run(program(`  ${call}`), 'calls.cu');
  expect(findings).toMatchObject([{ rule: 'launch-error', severity: 'warning', line: FIRST }]);
  expect(findings[0]?.message).toContain(message);
  expect(exitCode).toBe(0);
});

it.each([
  ['the program asks for the error', 'cudaSetDevice(7);\n  printf("%d", cudaGetLastError());'],
  ['the program uses the error', 'if (cudaSetDevice(7) != cudaSuccess) printf("no such device");'],
  ['the program keeps the error', 'cudaError_t error = cudaMalloc(&device, -4);\n  printf("%d", error);'],
  ['work is not done', 'cudaEventQuery(event);\n  cudaStreamQuery(0);'],
])('reports no call if %s', async (_, statements) => {
  expect((await run(program(`  ${statements}`), 'calls.cu')).findings).toEqual([]);
});

it.each([
  ['cudaMalloc(&device, -4);', ', and the program does not check the return value.'],
  ['cudaMalloc((void **)&device, -4);', ', and the program does not check the return value.'],
  ['if (cudaMalloc(&device, -4) != cudaSuccess) return 3;', 'Its pointer has no memory.'],
  ['if (cudaMalloc((void **)&device, -4) != cudaSuccess) exit(3);', 'Its pointer has no memory.'],
  ['if (cudaMalloc(&device, -4) != cudaSuccess) { cudaFree(nullptr); exit(3); }', 'Its pointer has no memory.'],
])('says of an allocation that fails whether the program checks it: %s', async (call, end) => {
  const { findings } = await run(program(`  ${call}`), 'calls.cu');
  expect(findings).toMatchObject([{ rule: 'launch-error', severity: 'warning', line: FIRST }]);
  expect(findings[0]?.message.endsWith(end)).toBe(true);
});

it('does not say of cudaLaunchKernel that its error is not checked', async () => {
  const text = `#include <cstdlib>
__global__ void work() {}
int main() {
  if (cudaLaunchKernel((const void *)work, dim3(1), dim3(2048), nullptr) != cudaSuccess) exit(2);
}
`;
  const { findings, exitCode } = await run(text, 'launch.cu');
  expect(findings).toMatchObject([{ rule: 'launch-error', line: 4 }]);
  expect(findings[0]?.message).not.toContain('does not check');
  expect(exitCode).toBe(2);
});

const timed = (waits: string) => `  cudaEvent_t stop;
  cudaEventCreate(&stop);
  cudaEventRecord(event);
  fill<<<1, 32>>>(device);
  cudaEventRecord(stop);
  ${waits}
  cudaEventElapsedTime(&milliseconds, event, stop);
  printf("%d ", cudaGetLastError());
  printf("%d", cudaEventElapsedTime(&milliseconds, event, stop));
  cudaEventDestroy(stop);`;

it('has no time of an event that host code has not waited for', async () => {
  const { stdout, findings } = await run(program(timed('')), 'calls.cu');
  expect(stdout).toBe('0 0');
  expect(findings).toMatchObject([{ rule: 'launch-error', severity: 'warning', line: FIRST + 6 }]);
  expect(findings[0]?.message).toContain('cudaEventElapsedTime can fail: device not ready');
});

it.each([
  'cudaEventSynchronize(stop);',
  'cudaDeviceSynchronize();',
  'cudaStreamSynchronize(0);',
  'cudaMemcpy(values, device, 4, cudaMemcpyDeviceToHost);',
  'cudaEventSynchronize(stop); fill<<<1, 32>>>(device);',
])('has the time of an event after %s', async (waits) => {
  const { stdout, findings } = await run(program(timed(waits)), 'calls.cu');
  expect([stdout, findings]).toEqual(['0 0', []]);
});

it('has the time of an event in a stream without kernels', async () => {
  const statements = `  cudaStream_t busy, idle;
  cudaStreamCreateWithFlags(&busy, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&idle, cudaStreamNonBlocking);
  fill<<<1, 32, 0, busy>>>(device);
  cudaEventRecord(event, idle);
  printf("%d", cudaEventElapsedTime(&milliseconds, event, event));
  cudaStreamDestroy(busy);
  cudaStreamDestroy(idle);`;
  const { stdout, findings } = await run(program(statements), 'calls.cu');
  expect([stdout, findings]).toEqual(['0', []]);
});

it('refuses a launch in a stream that is destroyed', async () => {
  const statements = `  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  fill<<<1, 64, 0, stream>>>(device);`;
  const { findings, launches } = await run(program(statements), 'calls.cu');
  expect(findings).toMatchObject([{ rule: 'launch-error', severity: 'error', line: FIRST + 3 }]);
  expect(findings[0]?.message).toContain('its stream does not exist');
  expect(launches).toHaveLength(2);
});

it('says which memory cudaFree is given', async () => {
  const statements = `  float *locked, *managed, *own = new float[32];
  cudaMallocHost(&locked, 128);
  cudaMallocManaged(&managed, 128);
  printf("%d ", cudaFree(locked));
  printf("%d ", cudaFree(own));
  printf("%d %d", cudaFreeHost(locked), cudaFree(managed));
  delete[] own;`;
  const { stdout, findings } = await run(program(statements), 'calls.cu');
  expect(stdout).toBe('1 1 0 0');
  expect(findings).toMatchObject([
    { rule: 'host-device-pointer', line: FIRST + 3, hint: expect.stringContaining('cudaFreeHost') },
    { rule: 'host-device-pointer', line: FIRST + 4, hint: expect.stringContaining('delete') },
  ]);
});

it.each(['cudaMallocManaged(&memory, 128);', 'cudaMalloc(&memory, 128);'])(
  'reports free() of memory of %s',
  async (allocates) => {
    const { findings } = await run(program(`  float *memory;\n  ${allocates}\n  free(memory);`), 'calls.cu');
    const found = findings.filter(({ severity }) => severity === 'error');
    expect(found).toMatchObject([{ rule: 'host-fault', line: FIRST + 2, hint: expect.stringContaining('cudaFree') }]);
    expect(found[0]?.message).toContain('inside of free, realloc or delete');
  },
);

it.each([
  'cudaMemcpyAsync(device, values, 4, cudaMemcpyHostToDevice, stream);',
  'cudaMemsetAsync(device, 0, 4, stream);',
])('warns of work in a stream that is destroyed: %s', async (call) => {
  const statements = `  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  ${call}`;
  const { findings } = await run(program(statements), 'calls.cu');
  expect(findings).toMatchObject([{ rule: 'launch-error', severity: 'warning', line: FIRST + 3 }]);
});

it.each([
  ['getrusage', '#include <sys/resource.h>', 'struct rusage usage; return getrusage(RUSAGE_SELF, &usage);'],
  ['system', '#include <cstdlib>', 'return std::system("ls");'],
  ['tmpfile', '#include <stdio.h>', 'return tmpfile() == nullptr;'],
])('says that the C library lacks %s here', async (_, include, body) => {
  const { findings } = await run(`${include}\nint main() { ${body} }\n`, 'library.cu');
  expect(findings).toMatchObject([{ rule: 'unsupported-feature', line: 2 }]);
});

it('finds a function that only the program declares to be missing', async () => {
  const { findings } = await run('int getrusages(int);\nint main() { return getrusages(1); }\n', 'library.cu');
  expect(findings).toMatchObject([{ rule: 'compile-error', line: 1 }]);
});

it('makes folders in memory', async () => {
  const files = { workingFolder: import.meta.dirname, folders: [] };
  const statements = `  namespace fs = std::filesystem;
  printf("%d ", fs::exists("results"));
  printf("%d ", fs::create_directories("results/first"));
  printf("%d", fs::exists("results"));`;
  const { stdout, refusedFiles } = await run(program(statements), 'folders.cu', { files });
  expect([stdout, refusedFiles]).toEqual(['0 1 1', []]);
});

it('reports both sides of a copy that reads and writes too much', async () => {
  const { findings } = await run(
    program(`  float *other;
  cudaMalloc(&other, 16 * sizeof(float));
  cudaMemcpy(other, device, 64 * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(other);`),
    'calls.cu',
  );
  expect(findings).toMatchObject([
    { rule: 'out-of-bounds-read', line: FIRST + 2 },
    { rule: 'out-of-bounds-write', line: FIRST + 2 },
  ]);
});
