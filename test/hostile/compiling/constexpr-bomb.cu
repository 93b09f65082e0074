// A constant that takes years to compute.
constexpr unsigned long long fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static_assert(fib(60) > 0, "");
constexpr int loop() { int i = 0; for (;;) i ^= 1; return i; }
constexpr int bomb = loop();
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
