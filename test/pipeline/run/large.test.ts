import { describe, expect, it } from 'vitest';
import { PROGRAM_LIMITS } from '../../../grader/pipeline/run/index.ts';
import { programRunner } from './program-runner.ts';

const { run } = programRunner();
const MiB = 2 ** 20;

/** One program, compiled once: `argv[1]` is the number of the case that it runs. */
const cases: string[] = [];
const HEAD = `#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>
__global__ void fill(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
__global__ void heap(float **out) {
  out[threadIdx.x] = (float *)malloc(16);
  if (out[threadIdx.x]) free(out[threadIdx.x]);
}
volatile float sink;
void *volatile kept;
const size_t M = 1 << 20;
`;
const source = () => `${HEAD}
int main(int argc, char **argv) {
  float *p = nullptr;
  int n = -4;
  switch (atoi(argv[1])) {
${cases.map((body, index) => `    case ${index}: { ${body} } break;`).join('\n')}
  }
  std::printf("went on\\n");
  return 0;
}
`;

const LAUNCH = 'fill<<<1, 64>>>(p, 64); cudaDeviceSynchronize();';

/** Runs a case, whether or not what it asks for is there. */
async function found(body: string, change: Parameters<typeof run>[2] = {}) {
  const { findings, exitCode, stdout } = await run(source(), 'large.cu', {
    ...change,
    args: [String(cases.indexOf(body))],
  });
  const told = findings.map(({ rule, message }) => [rule, message] as const);
  return { told, exitCode, stdout };
}

/** Rows of tests whose last column is a case. */
function programs<Row extends readonly string[]>(...rows: Row[]): Row[] {
  cases.push(...rows.flatMap((row) => row.at(-1) ?? []));
  return rows;
}

describe('memory that only the emulator does not have', () => {
  it.each(
    programs(
      ['cudaMalloc', 'device', `cudaMalloc(&p, 400 * M); ${LAUNCH}`],
      ['cudaMalloc of what is left', 'device', `float *q; cudaMalloc(&q, 200 * M); cudaMalloc(&p, 150 * M); ${LAUNCH}`],
      ['cudaMallocManaged', 'host', `cudaMallocManaged(&p, 600 * M); p[3] = 1; ${LAUNCH}`],
      ['cudaMallocManaged of device memory', 'device', `cudaMallocManaged(&p, 320 * M); p[3] = 1; ${LAUNCH}`],
      ['cudaMallocHost', 'host', 'cudaMallocHost(&p, 700 * M); p[0] = 1;'],
      ['cudaHostAlloc', 'host', 'cudaHostAlloc(&p, 700 * M, cudaHostAllocDefault); std::memset(p, 0, 700 * M);'],
      ['cudaMallocPitch', 'device', `size_t pitch; cudaMallocPitch(&p, &pitch, 40000, 20000); ${LAUNCH}`],
      [
        'cudaMalloc3D',
        'device',
        `cudaPitchedPtr all; cudaMalloc3D(&all, make_cudaExtent(4096, 512, 300)); p = (float *)all.ptr; ${LAUNCH}`,
      ],
      ['cudaMallocAsync', 'device', `cudaMallocAsync(&p, 500 * M, 0); ${LAUNCH}`],
      [
        'cudaMallocArray',
        'device',
        'cudaArray_t a; auto d = cudaCreateChannelDesc<float4>(); cudaMallocArray(&a, &d, 8192, 8192);',
      ],
      ['malloc', 'host', 'kept = p = (float *)malloc(600 * M); p[77] = 3; sink = p[77];'],
      ['calloc', 'host', 'kept = p = (float *)calloc(M, 700); sink = p[77];'],
      ['realloc', 'host', 'kept = p = (float *)realloc(p, 900 * M); p[77] = 3; sink = p[77];'],
      ['aligned_alloc', 'host', 'kept = p = (float *)aligned_alloc(64, 512 * M); p[77] = 3; sink = p[77];'],
      ['new', 'host', 'kept = p = new float[150 * M]; p[77] = 3; sink = p[77];'],
      ['new that does not throw', 'host', 'kept = p = new (std::nothrow) float[150 * M]; p[77] = 3; sink = p[77];'],
      ['std::vector', 'host', 'std::vector<float> v(200 * M); kept = v.data(); sink = v[77];'],
      ['std::vector that grows', 'host', 'std::vector<int> v; for (int i = 0; i < 200000000; i++) v.push_back(i);'],
      ['std::unique_ptr', 'host', 'auto v = std::make_unique<float[]>(200 * M); kept = v.get(); sink = v[77];'],
      ['std::string', 'host', "std::string text(800 * M, 'x'); kept = text.data(); sink = text[7];"],
      ['many small ones', 'host', 'for (int i = 0; i < 2000; i++) { kept = new char[M]; }'],
      [
        'a heap for kernels',
        'device',
        'cudaDeviceSetLimit(cudaLimitMallocHeapSize, 400 * M); cudaMalloc(&p, 64); heap<<<1, 4>>>((float **)p);',
      ],
      [
        'an exception that is caught',
        'host',
        'try { kept = p = new float[150 * M]; } catch (const std::bad_alloc &) { p = nullptr; } p[0] = 1;',
      ],
      ['an error that is checked', 'device', 'if (cudaMalloc(&p, 400 * M) != cudaSuccess) { exit(1); }'],
    ),
  )('stops at %s', async (_, which, allocate) => {
    const { told, exitCode, stdout } = await found(allocate);
    expect(told).toEqual([
      [
        'unsupported-feature',
        expect.stringMatching(
          `^The program requests [\\d,.]+ MiB(?: in addition to its other memory)?; the maximum of ${which} memory in the emulator is \\d+ MiB, which \`--${which}-memory MiB\` raises.$`,
        ),
      ],
    ]);
    expect(exitCode).toBeNull();
    expect(stdout).not.toContain('went on');
  });

  it('tells the bytes that were asked for', async () => {
    const { told } = await found(`cudaMalloc(&p, 400 * M); ${LAUNCH}`);
    expect(told[0]?.[1]).toContain('requests 400 MiB; the maximum of device memory in the emulator is 300 MiB');
  });

  programs(['cudaMalloc(&p, 400 * M); cudaFree(p);']);
  it('is there with the option that the message names', async () => {
    const limits = { ...PROGRAM_LIMITS, deviceMemoryBytes: 640 * MiB };
    const { told, exitCode, stdout } = await found('cudaMalloc(&p, 400 * M); cudaFree(p);', { limits });
    expect([told, exitCode, stdout]).toEqual([[], 0, 'went on\n']);
  });

  it.each([
    ['a static array', 'static float all[200 << 20];', 'for (int i = 0; i < argc; i++) all[i] = i; sink = all[argc];'],
    ['an array of structures', 'struct S { double d; int a[3]; char c; }; S all[32 << 20];', 'sink = all[6].a[1];'],
    ['a variable of the device', '__device__ float all[32 << 20];', 'cudaMemcpyFromSymbol(&sink, all, 4);'],
    ['a very large variable of the device', '__device__ float all[256 << 20];', 'cudaMemcpyFromSymbol(&sink, all, 4);'],
    ['a managed variable', '__managed__ float all[32 << 20];', 'all[5] = 1; sink = all[6];'],
  ])('is reported as a limit for %s', async (_, before, use) => {
    const text = `float sink;\n${before}\nint main(int argc, char **argv) { ${use} return 0; }\n`;
    const { findings, exitCode } = await run(text, 'large.cu');
    expect(findings.map(({ rule, message, line }) => [rule, message, line])).toEqual([
      ['unsupported-feature', expect.stringMatching(/^This uses [\d,]+ (?:MiB|bytes) of /), 2],
    ]);
    expect(exitCode).toBeNull();
  });
});

describe('memory that no machine has', () => {
  it.each(
    programs(
      ['a negative size', 'if (cudaMalloc(&p, n) != cudaErrorMemoryAllocation) return 1;'],
      ['a negative count', 'if (cudaMalloc(&p, n * sizeof(float)) != cudaErrorMemoryAllocation) return 1;'],
      ['managed memory', 'if (cudaMallocManaged(&p, n) != cudaErrorMemoryAllocation) return 1;'],
      ['page-locked memory', 'if (cudaMallocHost(&p, n) != cudaErrorMemoryAllocation) return 1;'],
      ['malloc', 'kept = (float *)malloc(n); if (kept) return 1;'],
      ['calloc', 'kept = (float *)calloc(n, 8); if (kept) return 1;'],
      ['new', 'kept = new (std::nothrow) char[(size_t)n]; if (kept) return 1;'],
    ),
  )('is refused as there: %s', async (_, allocate) => {
    const { told, exitCode, stdout } = await found(allocate);
    expect(told).toEqual([]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('went on');
  });

  programs([`cudaMalloc(&p, n); ${LAUNCH}`]);
  it('reports a kernel that uses the pointer anyway', async () => {
    const { told } = await found(`cudaMalloc(&p, n); ${LAUNCH}`);
    expect(told.map(([rule]) => rule).sort()).toEqual(['host-device-pointer', 'launch-error']);
  });
});

describe('memory that a normal computer has', () => {
  it.each(
    programs(
      [
        'an array of 7 MiB on the stack',
        'float all[7 << 18]; for (int i = 0; i < 7 << 18; i++) all[i] = i; sink = all[9];',
      ],
      ['most of host memory', 'kept = p = new float[100 * M]; p[77] = 3; sink = p[77]; delete[] p;'],
      ['most of device memory', `cudaMalloc(&p, 280 * M); ${LAUNCH} cudaFree(p);`],
    ),
  )('is there: %s', async (_, allocate) => {
    const { told, exitCode, stdout } = await found(allocate);
    expect([told, exitCode, stdout]).toEqual([[], 0, 'went on\n']);
  });
});
