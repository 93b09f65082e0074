// Throws an exception out of a host function of a stream.
#include <stdexcept>
static void CUDART_CB f(void*) { throw std::runtime_error("\033[31m<script>alert(1)</script>\u202e|a|`b`\n::error::x"); }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    try { cudaLaunchHostFunc(0, f, 0); } catch (int) {} f(0);
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
