const KERNEL = `
__global__ void fill(float* out, int count, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = value;
}
`;

/** What `solve` does is done where the product has more than one element, so only in hidden cases. */
function leak(solve: string, more = ''): string {
  return `#include <cstdlib>
${KERNEL}${more}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    if (h * w == 1) return;
    int all = h * w;
    ${solve}
}
`;
}

/** A line for each of the sizes that a hidden case can have. */
function lines(line: (size: number) => string): string {
  return Array.from({ length: 150 }, (_, index) => line(index + 1)).join('\n');
}

/** Submissions that put sizes of a case where a report could show them. */
export const LEAKS: Readonly<Record<string, string>> = {
  'values of the output': leak('fill<<<(all + 255) / 256, 256>>>(out, all, 1000.0f * h + w);'),
  'the first wrong element': leak('fill<<<1, 32>>>(out, w % 32, 0.0f);'),
  'the exit code': leak('exit(h);'),
  'the grid': leak('fill<<<dim3(1, 65536 + h), w>>>(out, all, 0.0f);'),
  'the block': leak('fill<<<1, 1024 + h>>>(out, all, 0.0f);'),
  'a block that is too deep': leak('fill<<<1, dim3(1, 1, 64 + h)>>>(out, all, 0.0f);'),
  'shared memory': leak('fill<<<1, 32, 49152 + 4 * h>>>(out, all, 0.0f);'),
  'the number of launches': leak('for (int i = 0; i < h; i++) fill<<<1, 32>>>(out, all, 0.0f);'),
  'the place of an access': leak(
    'store<<<1, w>>>(out, 4 * h * w + h);',
    '__global__ void store(float* out, int at) { if (threadIdx.x == blockDim.x - 1) out[at] = 1.0f; }',
  ),
  'the place of an access in shared memory': leak(
    'beyond<<<1, 32>>>(out, h, w);',
    `__global__ void beyond(float* out, int h, int w) {
    __shared__ float tile[32];
    if (threadIdx.x == w % 32) tile[32 + h] = 1.0f;
    out[threadIdx.x % w] = tile[h % 8];
}`,
  ),
  'the threads of a race': leak(
    'race<<<1, 128>>>(out, h, w);',
    `__global__ void race(float* out, int h, int w) {
    if (threadIdx.x == h || threadIdx.x == h + 1 + w % 20) out[0] = threadIdx.x;
}`,
  ),
  'how many reach a barrier': leak(
    'wait<<<1, 128>>>(out, w);',
    `__global__ void wait(float* out, int w) {
    if (threadIdx.x < w) __syncthreads();
    out[0] = 1.0f;
}`,
  ),
  'memory that is never freed': leak('void* lost; cudaMalloc(&lost, h * 64); fill<<<1, 32>>>(out, all, 0.0f);'),
  'a copy that is too long': leak(
    'cudaMemcpy(out, zeros, h * w * 4 + h, cudaMemcpyHostToDevice);',
    'static float zeros[1 << 16];',
  ),
  'a memset that is too long': leak('cudaMemset(out, 0, h * w * 4 + h);'),
  'which of 150 lines stores out of bounds': leak(
    'pick<<<1, 1>>>(out, h);',
    `__global__ void pick(float* out, int h) {
    switch (h) {
${lines((line) => `        case ${line}: out[1 << 24] = ${line}.0f; break;`)}
    }
}`,
  ),
  'which of 150 lines asserts': leak(
    'say<<<1, 1>>>(h);',
    `#include <cassert>
__global__ void say(int h) {
${lines((line) => `    assert(h != ${line});`)}
}`,
  ),
  'which of 150 lines throws on the host': leak(lines((line) => `    if (h == ${line}) throw ${line};`)),
  'which of 150 lines launches': leak(lines((line) => `    if (w == ${line}) fill<<<0, ${line}>>>(out, all, 0.0f);`)),
  'the name of a kernel': leak(
    lines((line) => `    if (h == ${line}) named<${line}><<<1, 1>>>(out);`),
    'template <int H> __global__ void named(float* out) { out[1 << 24] = H; }',
  ),
  'the words of an exception': leak(
    'throw std::runtime_error("h = " + std::to_string(h));',
    '#include <stdexcept>\n#include <string>',
  ),
  'the type of an exception': leak(
    'if (h % 2) throw Odd(); throw Even();',
    'struct Odd { int v; }; struct Even { double v; };',
  ),
  'an assertion of the host': leak('assert(h < 0 && "h is small");', '#include <cassert>'),
  'a crash of the host': leak('volatile int* p = (int*)(16 * h); *p = 1;'),
  'a division by zero in one of two lines': leak(
    'volatile int zero = 0;\n    if (h % 2) all = h / zero;\n    else all = w / zero;\n    fill<<<1, 32>>>(out, all, 0.0f);',
  ),
  'how many elements are not written': leak('if (h < all) fill<<<1, 32>>>(out, h % 32, 1.0f);'),
  'how far an access is out of bounds': leak(
    'far<<<1, 1>>>(out, all + 17 * h + w);',
    '__global__ void far(float* out, int at) { out[at] = 1.0f; }',
  ),
  'how far before the start': leak(
    'far<<<1, 1>>>(out, -h);',
    '__global__ void far(float* out, int at) { out[at] = 1.0f; }',
  ),
  'the size of an allocation': leak(
    'float* own; cudaMalloc(&own, 4 * h); fill<<<1, 1024>>>(own, h + 1, 1.0f); cudaFree(own); cudaFree(own);',
  ),
  'an allocation that is too large': leak('void* big; cudaMalloc(&big, (1ull << 32) * h); cudaMemset(big, 0, 1);'),
  'the heap of a kernel': leak(
    'grow<<<1, 1>>>(h);',
    '__global__ void grow(int h) { char* p = (char*)malloc(h); p[h] = 1; free(p); free(p); }',
  ),
  'what a kernel prints': leak(
    'say<<<1, 1>>>(h, w);',
    '#include <cstdio>\n__global__ void say(int h, int w) { printf("%d %d\\n", h, w); }',
  ),
  'what the host prints': leak(
    'for (int i = 0; i < h; i++) printf("%d\\n", h); fprintf(stderr, "%d\\n", w);',
    '#include <cstdio>',
  ),
  'more output than is allowed': leak(
    'for (int i = 0; i < 200; i++) printf("%0*d\\n", 1000 + h, w);',
    '#include <cstdio>',
  ),
  'the end of the program': leak('if (h % 2) exit(0); if (h % 3) abort(); __builtin_trap();'),
  'time that a kernel takes': leak(
    'spin<<<1, 32>>>(out, h * 2000);',
    '__global__ void spin(float* out, int n) { float v = 0; for (int i = 0; i < n; i++) v += out[i % 2]; out[0] = v; }',
  ),
  'a loop without end in one of two kernels': leak(
    'if (h % 2) odd<<<1, 1>>>(out); else even<<<1, 1>>>(out);',
    `__global__ void odd(volatile float* out) { while (out[0] != 0.5f) { } }
__global__ void even(volatile float* out) { while (out[0] != 0.25f) { } }`,
  ),
  'a barrier that is not reached': leak(
    'wait<<<1, 64>>>(h);',
    '__global__ void wait(int h) { if ((int)threadIdx.x == h % 64) return; __syncthreads(); }',
  ),
  'the traffic of a kernel': leak(
    'walk<<<1, 32>>>(out, h);',
    '__global__ void walk(float* out, int n) { for (int i = 0; i < n; i++) out[(32 * i) % 64] = out[i % 64]; }',
  ),
  'host code that uses a device pointer': leak('out[h] = 1.0f;'),
  'a pattern of wrong elements': leak(
    'fill<<<(all + 255) / 256, 256>>>(out, all - w, 0.0f); fill<<<1, 1024>>>(out, h, 1.0f);',
  ),
  'a recursion that is too deep': leak(
    'deep<<<1, 1>>>(out, 100 * h);',
    `__device__ __noinline__ float down(int n, float v) { volatile float a[64]; a[n % 64] = v; return n == 0 ? a[0] : down(n - 1, v + a[n % 64]) + a[1]; }
__global__ void deep(float* out, int n) { out[0] = down(n, 0.0f); }`,
  ),
};
