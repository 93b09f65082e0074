// Calls the barriers and shuffles of the emulator with odd modes and masks.
__device__ __attribute__((convergent)) int my_br(int site, int mode, int p) asm("__emu_barrier_reduce");
__device__ __attribute__((convergent)) unsigned my_shfl(int site, unsigned mask, int mode, unsigned v, int lane, int width) asm("__emu_shfl");
__device__ unsigned res[4];
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0) { unsigned q = my_br(0, 99, i) + my_shfl(0, 0xffffffffu, 3, i, 0x7fffffff, 0x80000001) + my_shfl(0, 0xffffffffu, 1, i, -40, 7); if (i == 0) res[0] = q; }
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
