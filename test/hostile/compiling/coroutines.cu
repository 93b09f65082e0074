// Device code that is a coroutine.
#include <coroutine>
struct G { struct promise_type { __device__ G get_return_object() { return {}; } __device__ std::suspend_never initial_suspend() { return {}; } __device__ std::suspend_never final_suspend() noexcept { return {}; } __device__ void return_void() {} __device__ void unhandled_exception() {} }; };
__device__ G co(unsigned char* p) { p[1000000] = 1; co_return; }
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (co(out), true)) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
