// Lone carriage returns, line separators of Unicode and form feeds, which a reader may count as lines.
// a   b   c  d  e  f
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;    int far = 100000;
    if (i < n) out[i + far] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
