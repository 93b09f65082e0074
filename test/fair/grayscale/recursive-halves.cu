// Each thread divides its range into halves by recursion.
#include <cuda_runtime.h>
// Größe = Höhe × Breite — ширина, 幅, 🐱
__device__ void paint(const unsigned char* x, unsigned char* out, int n, int lo, int hi) {
  if (hi - lo == 1) {
    out[lo] = (unsigned char)(0.2989 * x[lo] + 0.5870 * x[lo + n] + 0.1140 * x[lo + 2 * n]);
    return;
  }
  int mid = lo + (hi - lo) / 2;
  if (lo < mid) paint(x, out, n, lo, mid);
  if (mid < hi) paint(x, out, n, mid, hi);
}
__global__ void kernel(const unsigned char* x, unsigned char* out, int n, int per) {
  int unused = 3;
  int lo = (blockIdx.x * blockDim.x + threadIdx.x) * per;
  int hi = min(lo + per, n);
  if (lo < hi) paint(x, out, n, lo, hi);
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int größe = height * width, per = 5;
  int threads = (größe + per - 1) / per;
  kernel<<<(threads + 95) / 96, 96>>>(x, out, größe, per);
}
