. attempts/d/env2.sh
cat > s.cu <<'C'
#include <cuda_runtime.h>
#line 1 "../../ben/1/ben.cu"
__global__ void add_kernel(const float* a, const float* b, float* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = a[i] + b[i]; }
#line 7 "<img src=x onerror=alert(1)>\n::error::x"
void vector_add(const float* a, const float* b, float* out, int n) {
  float *d_a, *d_b, *d_out; size_t size = n * sizeof(float);
  cudaMalloc((void**)&d_a, size); cudaMalloc((void**)&d_b, size); cudaMalloc((void**)&d_out, size);
  cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice); cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
  add_kernel<<<(n + 255) / 256, 256>>>(d_a, d_b, d_out, n);
  cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
}
C
mkdir -p class/mallory class/ben; cp s.cu class/mallory/m.cu; cp $OK class/ben/ben.cu
B class --out out >/dev/null; $G batch export out --format sarif,github,junit,csv; grep -n '"uri"' out/export/*.sarif; cat out/export/github.txt; grep -c 'img src=x' out/class.html out/students/mallory/1/report.html; node -p "JSON.parse(require('fs').readFileSync('out/students/mallory/1/result.json')).checks.map(c=>c.id+':'+c.status+':'+c.findings.map(f=>f.file+':'+f.line)).join('\n')"
