// A kernel that waits keeps its variables in a frame; which of two it goes on with depends on the turn of a loop.
__global__ void all(const float* src, float* p, float* q, int n, int columns, int steps) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = src[i];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
      int c = i % columns;
      q[i] = c == 0 || c == columns - 1 ? p[i] : p[i] + 0.25f * (p[i - 1] - 2 * p[i] + p[i + 1]);
    }
    __syncthreads();
    float* t = p;
    p = q;
    q = t;
  }
}
void entry(float* p, int n) { all<<<1, 64>>>(p, p, p, n, n, n); }
