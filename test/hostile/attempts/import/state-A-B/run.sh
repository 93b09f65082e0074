. attempts/d/env2.sh
cat > a.cu <<'C'
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
__device__ int g_mark; __constant__ int c_mark; static int hostmark = 0;
__global__ void fill(int* p, int n) { __shared__ int s[4000]; for (int i = threadIdx.x; i < 4000; i += blockDim.x) s[i] = 0x5ec3e7; for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 0x5ec3e7 + s[i % 4000] - 0x5ec3e7; g_mark = 0x5ec3e7; }
__global__ void add_kernel(const float* a, const float* b, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  hostmark++;
  for (int i = 0; i < 100; i++) { char* h = (char*)malloc(100000); memset(h, 0x5e, 100000); if (i & 1) free(h); }
  int* junk; cudaMalloc((void**)&junk, 8 << 20); fill<<<1, 256>>>(junk, 2 << 20); cudaDeviceSynchronize();
  float *d_a, *d_b, *d_out; size_t size = n * sizeof(float);
  cudaMalloc((void**)&d_a, size); cudaMalloc((void**)&d_b, size); cudaMalloc((void**)&d_out, size);
  cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice); cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
  add_kernel<<<(n + 255) / 256, 256>>>(d_a, d_b, d_out, n);
  cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
}
C
cat > b.cu <<'C'
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__device__ int g_mark; static int hostmark = 0;
__global__ void peek(const int* p, int n) { __shared__ int s[4000]; int c = 0, d = 0; for (int i = 0; i < n; i++) c += p[i] != 0; for (int i = 0; i < 4000; i++) d += s[i] != 0; printf("device nonzero %d first %x shared %d g %x\n", c, p[0], d, g_mark); }
__global__ void add_kernel(const float* a, const float* b, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  volatile char* h = (volatile char*)malloc(1000000); int c = 0; for (int i = 0; i < 1000000; i++) c += h[i] != 0; printf("host nonzero %d mark %d %d\n", c, hostmark++, h[7]);
  int* junk; cudaMalloc((void**)&junk, 1 << 20); peek<<<1, 1>>>(junk, 20000); cudaDeviceSynchronize();
  float *d_a, *d_b, *d_out; size_t size = n * sizeof(float);
  cudaMalloc((void**)&d_a, size); cudaMalloc((void**)&d_b, size); cudaMalloc((void**)&d_out, size);
  cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice); cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
  add_kernel<<<(n + 255) / 256, 256>>>(d_a, d_b, d_out, n);
  cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
}
C
cp attempts/d/hidden-differs/s.cu h.cu
mkdir -p c1/a c1/b c2/b c3/b; cp a.cu c1/a/s.cu; cp b.cu c1/b/s.cu; cp b.cu c2/b/s.cu
echo abcabcabcabcabcabcabcabc > secret.txt; printf 'schemaVersion: 1\nsecretFile: secret.txt\n' > grade.config.yaml
B c1 --out o1 >/dev/null; B c2 --out o2 > /dev/null
n() { sed -E 's/"durationMs": [0-9]+//' $1/students/b/1/result.json; }
diff <(n o1) <(n o2) && echo same result
diff -q o1/students/b/1/report.html o2/students/b/1/report.html && echo same html; diff <(sed -E 's/"durationMs": [0-9]+//' o1/staff/b/1/result.json) <(sed -E 's/"durationMs": [0-9]+//' o2/staff/b/1/result.json) && echo same staff
grep -c nonzero o1/students/b/1/result.json; node -p "JSON.parse(require('fs').readFileSync('o1/students/b/1/result.json')).checks.map(c=>c.id+':'+c.status+':'+c.findings.map(f=>f.message)).join('\n')"
