// Even and odd elements go up and down apart.
#include <vector>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  for (int parity = 0; parity < 2; parity++) {
    std::vector<float> x, y;
    for (int i = parity; i < n; i += 2) { x.push_back(a[i]); y.push_back(b[i]); }
    int m = (int)x.size();
    if (m == 0) continue;
    std::vector<float> z(m);
    float *da, *db, *dout;
    cudaMalloc(&da, m * 4); cudaMalloc(&db, m * 4); cudaMalloc(&dout, m * 4);
    cudaMemcpy(da, x.data(), m * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(db, y.data(), m * 4, cudaMemcpyHostToDevice);
    add<<<(m + 255) / 256, 256>>>(da, db, dout, m);
    cudaMemcpy(z.data(), dout, m * 4, cudaMemcpyDeviceToHost);
    for (int k = 0; k < m; k++) out[2 * k + parity] = z[k];
    cudaFree(da); cudaFree(db); cudaFree(dout);
  }
}
