__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  do {
    out[i] = __fadd_rn(__fmul_rn(a, x[i]), y[i]);
    i += gridDim.x * blockDim.x;
  } while (i < n);
}
