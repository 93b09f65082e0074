// Reads a texture by the function of the emulator, with a handle that does not exist.
__device__ __attribute__((convergent)) unsigned my_tex(int site, unsigned long long object, int how, float x, float y, float z, float w) asm("__emu_texture");
__device__ unsigned res;
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) res = my_tex(0, 0xffffffffffffffffull, 0x7fffffff, 1e30f, 0, 0, 0);
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
