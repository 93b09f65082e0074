// Creates events and streams in a loop of 230,000 iterations, and never destroys them.
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    for (int q = 0; q < 230000; q++) { char* p; cudaMalloc(&p, 1); cudaFree(p); cudaEvent_t e; cudaEventCreate(&e); cudaStream_t s; cudaStreamCreate(&s); }
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
