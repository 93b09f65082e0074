const KERNEL = `
__global__ void fill(float* out, int count, float value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = value;
}
`;

/** What `solve` does is done where the product has more than one element, so on hidden cases alone. */
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
};
