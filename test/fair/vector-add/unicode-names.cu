// Names of variables have umlauts and Greek letters. nvcc rejects such a name of a kernel.
// Größe, Länge: Bemerkung mit Umlauten – und ✓.
__global__ void add(const float* α, const float* β, float* γ, int länge) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < länge) γ[i] = α[i] + β[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *α, *β, *γ;
  size_t größe = n * sizeof(float);
  cudaMalloc(&α, größe); cudaMalloc(&β, größe); cudaMalloc(&γ, größe);
  cudaMemcpy(α, a, größe, cudaMemcpyHostToDevice);
  cudaMemcpy(β, b, größe, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(α, β, γ, n);
  cudaMemcpy(out, γ, größe, cudaMemcpyDeviceToHost);
  cudaFree(α); cudaFree(β); cudaFree(γ);
}
