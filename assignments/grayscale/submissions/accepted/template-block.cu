// The block size is a template parameter, so that kernel and launch cannot disagree.
template <int BLOCK>
__global__ void grayscale(const unsigned char* __restrict__ x, unsigned char* __restrict__ out, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  out[i] = __float2int_rn(0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i]);
}

template <int BLOCK>
void launch(const unsigned char* x, unsigned char* out, int n) {
  grayscale<BLOCK><<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, out, n);
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  launch<512>(x, out, height * width);
}
