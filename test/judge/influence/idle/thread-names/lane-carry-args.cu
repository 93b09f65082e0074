// thread-names: host code puts 700 names at a time into a kernel's by-value argument (2 bytes for 12), and the kernel copies them out
#include <cuda_runtime.h>
struct P { unsigned short v[700]; };
__global__ void k(P p, int* b, int* t, int* ix, int from, int n, int tpb, int sh) {
  int j = threadIdx.x + blockIdx.x * blockDim.x, i = from + j;
  if (j >= 700 || i >= n) return;
  int v = p.v[j];
  b[i] = v >> sh; t[i] = v & ((1 << sh) - 1); ix[i] = b[i] * tpb + t[i];
}
void thread_names(int* b, int* t, int* ix, int n, int tpb) {
  int block = 0, thread = 0, sh = 0;
  while ((1 << sh) < tpb) sh++;
  for (int f = 0; f < n; f += 700) {
    P p = {};
    for (int j = 0; j < 700 && f + j < n; j++) { p.v[j] = block << sh | thread; if (++thread == tpb) { thread = 0; block++; } }
    k<<<50, 64>>>(p, b, t, ix, f, n, tpb, sh);
  }
}
