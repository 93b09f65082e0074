// Launches of sizes that no GPU has.
__global__ void nothing() {}
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    nothing<<<dim3(2147483648u, 1, 1), 1024>>>();
    nothing<<<dim3(1, 65536, 65536), 1024>>>();
    nothing<<<0, 0>>>();
    nothing<<<-1, -1>>>();
    nothing<<<1, dim3(4096, 4096, 4096)>>>();
    nothing<<<1, 1, 1u << 31>>>();
    nothing<<<1, 1, 0, (cudaStream_t)0xdeadbeef>>>();
    cudaGetLastError();
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
