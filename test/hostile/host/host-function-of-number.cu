// Host functions that are a number, and a function of another type.
static int other(int a, double b) { return a; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    cudaLaunchHostFunc(0, (cudaHostFn_t)(void*)other, 0); cudaLaunchHostFunc(0, (cudaHostFn_t)(size_t)123456, 0);
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
