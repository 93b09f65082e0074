/** Two products of square matrices as a student writes them, outside any assignment. */
const BODIES = {
  naive: `
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < n; i++) sum += a[row * n + i] * b[i * n + col];
  out[row * n + col] = sum;`,
  tiled: `
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0.0f;
  for (int first = 0; first < n; first += 16) {
    as[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0.0f;
    bs[y][x] = first + y < n && col < n ? b[(first + y) * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += as[y][i] * bs[i][x];
    __syncthreads();
  }
  if (row < n && col < n) out[row * n + col] = sum;`,
};

export const PROTOTYPE = 'void multiply(const float* a, const float* b, float* out, int n)';

/** @param {string} style - `naive` or `tiled` @returns {string | null} CUDA source; null for another style */
export function productSource(style) {
  const body = BODIES[style];
  if (!body) return null;
  return `__global__ void product(const float* a, const float* b, float* out, int n) {${body}
}
${PROTOTYPE} {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  product<<<grid, block>>>(a, b, out, n);
}
`;
}

/** Loads and stores of all threads; `n` is a multiple of 16. @param {string} style @param {number} n */
export function productAccesses(style, n) {
  return style === 'naive' ? 2 * n ** 3 + n ** 2 : 2 * n ** 3 + (4 * n ** 3) / 16 + n ** 2;
}
